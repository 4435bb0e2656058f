/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pixels.c
 * Copying pixels between an image and memory of the caller.
 *
 * What is to be copied is planned and checked under the lock; the copying itself does not hold it.
 *
 * A pixel lies at offset + pitch x y + bytes x x of its plane; of an interlaced image, row y is row
 * y / 2 of field y % 2. Padding lies behind the picture, to the right and below. A pyramid is
 * copied as the image of its level 0.
 */
#include "buf/buf.h"

#include "core/bytes.h"
#include "core/fault.h"

#define BITS_PER_BYTE 8U

/** What is copied of a plane. */
typedef struct {
    /** Bytes from the buffer's start to the first pixel of row 0 of the rectangle's columns. */
    uint64_t start;
    uint64_t pitch;
    uint64_t second_field;
    /** 1: progressive; 2: interlaced. */
    uint64_t fields;
    uint64_t first_row;
    uint64_t rows;
    uint64_t row_bytes;
} PlaneCopy;

/** What is copied of an image. */
typedef struct {
    uint32_t count;
    PlaneCopy planes[NV_SCI_BUF_IMAGE_MAX_PLANES];
} ImageCopy;

/** Memory of the caller, plane by plane. */
typedef struct {
    const void *starts[NV_SCI_BUF_IMAGE_MAX_PLANES];
    const uint32_t *sizes;
    const uint32_t *pitches;
} CallerPlanes;

/* ---------------------------------------------------------------- planning */

/** Checks that the object is an image that the CPU can make sense of. */
static NvSciError check_image(PhaseOp op, const BufObject *object)
{
    const uint32_t list = object->list;
    const bool is_linear =
        (buf_number(list, BUF_IMAGE_LAYOUT) == (uint64_t)NvSciBufImage_PitchLinearType);
    NvSciError status = NvSciError_Success;

    if (!buf_has_image(buf_types(list))) {
        status = NvSciError_BadParameter;
    } else if (!object->has_cpu_access) {
        status = fault_of_access(op, ACCESS_CAUSE_BUF_CPU);
    } else if (!is_linear) {
        status = NvSciError_NotSupported;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** Plans the copy of a plane. BadParameter iff the rectangle is not inside it, or is of YUV. */
static NvSciError plan_plane(uint32_t list, uint32_t plane, const NvSciBufRect *rect,
                             PlaneCopy *copy)
{
    NvSciError status = NvSciError_Success;
    const BufFormat format = buf_format(buf_number_at(list, BUF_IMAGE_PLANE_COLOR_FORMAT, plane));
    const uint64_t bytes = (uint64_t)format.bits / BITS_PER_BYTE;
    NvSciBufRect all = {0U, 0U, 0U, 0U};
    const NvSciBufRect *const part = (rect != NULL) ? rect : &all;

    all.x1 = buf_number_at(list, BUF_IMAGE_PLANE_WIDTH, plane);
    all.y1 = buf_number_at(list, BUF_IMAGE_PLANE_HEIGHT, plane);
    if ((rect != NULL) && (format.family == BUF_FORMAT_YUV)) {
        status = NvSciError_BadParameter;
    } else if ((part->x0 >= part->x1) || (part->y0 >= part->y1)) {
        status = NvSciError_BadParameter;
    } else if ((part->x1 > all.x1) || (part->y1 > all.y1)) {
        status = NvSciError_BadParameter;
    } else {
        copy->start = buf_number_at(list, BUF_IMAGE_PLANE_OFFSET, plane) + (part->x0 * bytes);
        copy->pitch = buf_number_at(list, BUF_IMAGE_PLANE_PITCH, plane);
        copy->second_field = buf_number_at(list, BUF_IMAGE_PLANE_SECOND_FIELD_OFFSET, plane);
        copy->fields = buf_number(list, BUF_IMAGE_SCAN_TYPE) + 1U;
        copy->first_row = part->y0;
        copy->rows = part->y1 - part->y0;
        copy->row_bytes = (part->x1 - part->x0) * bytes;
    }
    return status;
}

static NvSciError plan_image(uint32_t list, const NvSciBufRect *rect, ImageCopy *copy)
{
    NvSciError status = NvSciError_Success;

    copy->count = (uint32_t)buf_number(list, BUF_IMAGE_PLANE_COUNT);
    for (uint32_t i = 0U; (i < copy->count) && (status == NvSciError_Success); i++) {
        status = plan_plane(list, i, rect, &copy->planes[i]);
    }
    return status;
}

/* ---------------------------------------------------------------- memory of the caller */

/** Says whether the caller gave all three arrays. */
static bool arrays_given(const void *starts, const uint32_t *sizes, const uint32_t *pitches)
{
    return (starts != NULL) && (sizes != NULL) && (pitches != NULL);
}

/** Says whether two ranges of memory share a byte. */
static bool overlap(const void *left, uint64_t left_size, const void *right, uint64_t right_size)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-008 overlap is a matter of addresses */
    const uint64_t left_start = (uint64_t)(uintptr_t)left;
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-008 overlap is a matter of addresses */
    const uint64_t right_start = (uint64_t)(uintptr_t)right;
    bool shares = false;

    if (left_start < right_start) {
        shares = ((right_start - left_start) < left_size);
    } else {
        shares = ((left_start - right_start) < right_size);
    }
    return shares;
}

/** Checks that the rows fit the caller's plane: pitch x (rows - 1) + row bytes. */
static bool plane_fits(const PlaneCopy *copy, const CallerPlanes *caller, uint32_t plane)
{
    const uint64_t pitch = caller->pitches[plane];
    bool fits = true;
    const uint64_t whole_rows = checked_multiply(pitch, copy->rows - 1U, &fits);
    const uint64_t need = checked_add(whole_rows, copy->row_bytes, &fits);
    const bool is_given =
        (caller->starts[plane] != NULL) && (caller->sizes[plane] != 0U) && (pitch != 0U);

    return is_given && (copy->row_bytes <= pitch) && fits && (need <= caller->sizes[plane]);
}

/** Says whether a plane of the caller shares memory with the buffer or with a plane before it. */
static bool is_shared(const BufObject *object, const CallerPlanes *caller, uint32_t plane)
{
    const PortMemory *const memory = buf_object_memory(object);
    const void *const start = caller->starts[plane];
    const uint64_t size = caller->sizes[plane];
    bool shared = overlap(start, size, memory->base, memory->size);

    if (memory->view != NULL) {
        shared = overlap(start, size, memory->view, memory->size) || shared;
    }
    for (uint32_t i = 0U; i < plane; i++) {
        shared = overlap(start, size, caller->starts[i], caller->sizes[i]) || shared;
    }
    return shared;
}

/** Checks all planes of the caller: large enough, apart from each other and from the buffer. */
static NvSciError check_caller(const BufObject *object, const ImageCopy *copy,
                               const CallerPlanes *caller)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < copy->count) && (status == NvSciError_Success); i++) {
        if (!plane_fits(&copy->planes[i], caller, i)) {
            status = NvSciError_BadParameter;
        } else if (is_shared(object, caller, i)) {
            status = NvSciError_BadParameter;
        } else {
            status = NvSciError_Success;
        }
    }
    return status;
}

/** Plans a copy and checks everything about it. */
static NvSciError plan(PhaseOp op, const BufObject *object, const NvSciBufRect *rect,
                       const CallerPlanes *caller, ImageCopy *copy)
{
    NvSciError status = check_image(op, object);

    if (status == NvSciError_Success) {
        status = plan_image(object->list, rect, copy);
    }
    if (status == NvSciError_Success) {
        status = check_caller(object, copy, caller);
    }
    return status;
}

/* ---------------------------------------------------------------- copying */

/** Bytes from the buffer's start to row `row` of a copy. */
static uint64_t row_offset(const PlaneCopy *copy, uint64_t row)
{
    const uint64_t y = copy->first_row + row;
    const uint64_t field = y % copy->fields;

    return copy->start + (field * copy->second_field) + ((y / copy->fields) * copy->pitch);
}

static void copy_out(const void *base, const PlaneCopy *copy, void *to, uint64_t pitch)
{
    const uint8_t *const from_bytes = base;
    uint8_t *const to_bytes = to;

    for (uint64_t row = 0U; row < copy->rows; row++) {
        bytes_copy(&to_bytes[row * pitch], &from_bytes[row_offset(copy, row)],
                   (size_t)copy->row_bytes);
    }
}

static void copy_in(void *base, const PlaneCopy *copy, const void *from, uint64_t pitch)
{
    const uint8_t *const from_bytes = from;
    uint8_t *const to_bytes = base;

    for (uint64_t row = 0U; row < copy->rows; row++) {
        bytes_copy(&to_bytes[row_offset(copy, row)], &from_bytes[row * pitch],
                   (size_t)copy->row_bytes);
    }
}

/** @satisfies RF-BUF-026 RF-BUF-058 */
NvSciError NvSciBufObjGetPixels(NvSciBufObj bufObj, const NvSciBufRect *rect, void **dstPtrs,
                                const uint32_t *dstPtrSizes, const uint32_t *dstPitches)
{
    const BufObject *object = NULL;
    const void *base = NULL;
    ImageCopy copy = {0};
    NvSciError status = feature_enter(RINGFENCE_CFG_PIXELS, OP_BUF_OBJ_GET_PIXELS);

    if (status == NvSciError_Success) {
        status = buf_object_find(OP_BUF_OBJ_GET_PIXELS, bufObj, &object);
        if (!arrays_given(dstPtrs, dstPtrSizes, dstPitches)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            const uint32_t planes = (uint32_t)buf_number(object->list, BUF_IMAGE_PLANE_COUNT);
            CallerPlanes caller = {{NULL, NULL, NULL}, dstPtrSizes, dstPitches};

            for (uint32_t i = 0U; i < planes; i++) {
                caller.starts[i] = dstPtrs[i];
            }
            status = plan(OP_BUF_OBJ_GET_PIXELS, object, rect, &caller, &copy);
            base = buf_object_base(object);
        }
        ringfence_api_leave();
    }
    for (uint32_t i = 0U; (i < copy.count) && (status == NvSciError_Success); i++) {
        copy_out(base, &copy.planes[i], dstPtrs[i], dstPitches[i]);
    }
    return status;
}

/** @satisfies RF-BUF-027 RF-BUF-058 */
NvSciError NvSciBufObjPutPixels(NvSciBufObj bufObj, const NvSciBufRect *rect, const void **srcPtrs,
                                const uint32_t *srcPtrSizes, const uint32_t *srcPitches)
{
    const BufObject *object = NULL;
    void *base = NULL;
    ImageCopy copy = {0};
    NvSciError status = feature_enter(RINGFENCE_CFG_PIXELS, OP_BUF_OBJ_PUT_PIXELS);

    if (status == NvSciError_Success) {
        status = buf_object_find(OP_BUF_OBJ_PUT_PIXELS, bufObj, &object);
        if (!arrays_given(srcPtrs, srcPtrSizes, srcPitches)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            const uint32_t planes = (uint32_t)buf_number(object->list, BUF_IMAGE_PLANE_COUNT);
            CallerPlanes caller = {{NULL, NULL, NULL}, srcPtrSizes, srcPitches};

            for (uint32_t i = 0U; i < planes; i++) {
                caller.starts[i] = srcPtrs[i];
            }
            status = plan(OP_BUF_OBJ_PUT_PIXELS, object, rect, &caller, &copy);
            base = buf_object_writable(object);
        }
        if ((status == NvSciError_Success) && (base == NULL)) {
            status = fault_of_access(OP_BUF_OBJ_PUT_PIXELS, ACCESS_CAUSE_BUF_WRITE);
        }
        ringfence_api_leave();
    }
    for (uint32_t i = 0U; (i < copy.count) && (status == NvSciError_Success); i++) {
        copy_in(base, &copy.planes[i], srcPtrs[i], srcPitches[i]);
    }
    return status;
}
