/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image.c
 * Images of the first generation: buffers of NvSciBuf with a surface type.
 */
#include "media/image.h"

#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/lists.h"
#include "media/surface.h"
#include "nvmedia_image_nvscibuf.h"
#include "nvscibuf.h"

MediaImage g_media_images[RINGFENCE_CFG_2D_IMAGES];

/** Calls of NvMediaImageNvSciBufInit() that have no Deinit yet. */
static PortAtomic32 g_image_inits;

/** Row where the search for a free one begins, so that one that became free is not the next. */
static uint32_t g_image_next;

/* ---------------------------------------------------------------- rows */

/** Row of the address of an image, which was made by this process; NULL: there is none.
 * @satisfies RF-MEDIA-006 */
static MediaImage *image_row(const NvMediaImage *image)
{
    MediaImage *found = NULL;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_IMAGES) && (found == NULL); i++) {
        MediaImage *const row = &g_media_images[i];

        if (&row->image == image) {
            found = worker_home_is_here(&row->home) ? row : NULL;
        }
    }
    return found;
}

/** @satisfies RF-MEDIA-005 */
MediaImage *media_image_find(PhaseOp op, const NvMediaImage *image)
{
    MediaImage *found = image_row(image);

    if (found != NULL) {
        found = (port_load32(&found->is_taken) != 0U) ? found : NULL;
    }
    if (found == NULL) {
        worker_name_refuse(op, image, MEDIA_CAUSE_IMAGE);
    }
    return found;
}

/** @satisfies RF-MEDIA-005 RF-MEDIA-910 */
MediaImage *media_image_take(PhaseOp op, const NvMediaImage *image)
{
    /* A lock that a parent held when it forked is not looked at by a child. */
    MediaImage *const row = image_row(image);
    MediaImage *found = NULL;

    if (row != NULL) {
        media_use_lock();
        if (port_load32(&row->is_taken) != 0U) {
            row->calls++;
            found = row;
        }
        media_use_unlock();
    }
    if (found == NULL) {
        worker_name_refuse(op, image, MEDIA_CAUSE_IMAGE);
    }
    return found;
}

void media_image_give(MediaImage *row)
{
    if (row != NULL) {
        media_use_lock();
        ASSERT(row->calls > 0U);
        ASSERT(port_load32(&row->is_taken) != 0U);
        row->calls--;
        media_use_unlock();
    }
}

/** A row that is free; NULL: none is. */
static MediaImage *image_free_row(void)
{
    MediaImage *found = NULL;

    ASSERT(media_is_locked());
    ASSERT(g_image_next < RINGFENCE_CFG_2D_IMAGES);
    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_IMAGES) && (found == NULL); i++) {
        const uint32_t row = (g_image_next + i) % RINGFENCE_CFG_2D_IMAGES;

        if (port_load32(&g_media_images[row].is_taken) == 0U) {
            found = &g_media_images[row];
            g_image_next = (row + 1U) % RINGFENCE_CFG_2D_IMAGES;
        }
    }
    return found;
}

/** Makes an image of a buffer. `type` is what it is called; NvMediaSurfaceType_Unsupported: what
 * its planes say. Needs media_lock().
 * @satisfies RF-MEDIA-040 RF-MEDIA-015 */
static NvMediaStatus image_make(PhaseOp op, MediaDevice *device, NvSciBufObj object,
                                NvMediaSurfaceType type, NvMediaImage **made)
{
    MediaImage *const row = image_free_row();
    NvMediaSurfaceType own = type;
    NvMediaStatus status = NVMEDIA_STATUS_OUT_OF_MEMORY;

    if (row != NULL) {
        ASSERT(row->calls == 0U);
        /* Other threads look whether it is taken meanwhile, so that stays as it is. */
        (void)memset(&row->image, 0, sizeof(row->image));
        (void)memset(row->uses, 0, sizeof(row->uses));
        status = media_memory_map(op, object, &row->memory);
    } else {
        media_report_full(op, FAULT_LIMIT_2D_IMAGES, RINGFENCE_CFG_2D_IMAGES);
    }
    if ((status == NVMEDIA_STATUS_OK) && (type == NvMediaSurfaceType_Unsupported)) {
        own = media_surface_type_of(&row->memory.surface);
        if (own == NvMediaSurfaceType_Unsupported) {
            media_memory_unmap(&row->memory);
            ringfence_fault_report(op, RINGFENCE_FAULT_2D_FORMAT);
            status = NVMEDIA_STATUS_NOT_SUPPORTED;
        }
    }
    if (status == NVMEDIA_STATUS_OK) {
        row->image.type = own;
        row->image.width = row->memory.surface.width;
        row->image.height = row->memory.surface.height;
        row->image.imageCount = 1U;
        row->image.colorStd = media_surface_standard_of(row->memory.surface.standard);
        row->device = device->index;
        device->users++;
        worker_home_set(&row->home);
        port_store32(&row->is_taken, 1U);
        worker_gauge_take(&g_media_images_used);
        *made = &row->image;
    }
    return status;
}

/** Says whether no engine, no call and not the program uses an image. Needs media_use_lock().
 * @satisfies RF-MEDIA-041 RF-MEDIA-910 */
static bool image_is_free(const MediaImage *row)
{
    bool is_free = (!row->memory.is_locked) && (row->calls == 0U);

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        const MediaUse *const use = &row->uses[i];

        is_free = is_free && (!use->is_registered) &&
                  worker_queue_has_left(&g_media_engines[i].jobs, use->last_use);
    }
    return is_free;
}

/** @satisfies RF-MEDIA-041 */
void NvMediaImageDestroy(NvMediaImage *image)
{
    const PhaseOp op = OP_MEDIA_IMAGE_DESTROY;
    int32_t held = 0;

    if (media_enter_rows(op, &held) == NVMEDIA_STATUS_OK) {
        MediaImage *row = NULL;

        media_lock();
        row = media_image_find(op, image);
        if (row != NULL) {
            bool is_free = false;

            media_use_lock();
            is_free = image_is_free(row);
            if (is_free) {
                port_store32(&row->is_taken, 0U);
                worker_gauge_give(&g_media_images_used);
            }
            media_use_unlock();
            if (is_free) {
                for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
                    media_use_end(&g_media_engines[i], &row->uses[i]);
                }
                media_memory_unmap(&row->memory);
                ASSERT(g_media_devices[row->device].users > 0U);
                g_media_devices[row->device].users--;
            } else {
                ringfence_fault_report(op, RINGFENCE_FAULT_IMAGE_IN_USE);
            }
        }
        media_unlock();
    }
    media_leave(held);
}

void media_image_leave_all(const MediaEngine *engine)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        media_use_end(engine, &g_media_images[i].uses[engine->index]);
    }
}

/* ---------------------------------------------------------------- lists */

/** Lengths and colours of the planes of an image. */
typedef struct {
    NvSciBufAttrValColorStd standard[BLIT_PLANES];
    uint32_t width[BLIT_PLANES];
    uint32_t height[BLIT_PLANES];
} ImagePlanes;

static void image_planes(const MediaSurfaceForm *form, const MediaSurfaceSize *size,
                         ImagePlanes *planes)
{
    ASSERT(form->divide_x > 0U);
    ASSERT(form->divide_y > 0U);
    for (uint32_t i = 0U; i < BLIT_PLANES; i++) {
        planes->standard[i] = size->standard;
        planes->width[i] = (i == 0U) ? size->width : (size->width / form->divide_x);
        planes->height[i] = (i == 0U) ? size->height : (size->height / form->divide_y);
    }
}

/** Sets in a list what an image is whose planes are known.
 * @satisfies RF-MEDIA-014 RF-MEDIA-030 */
static NvMediaStatus image_set_pairs(const MediaSurfaceForm *form, const MediaSurfaceSize *size,
                                     const ImagePlanes *planes, NvSciBufAttrList list)
{
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const NvSciBufPeerHwEngine engine = media_list_engine();
    const size_t count = form->planes;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &size->cpu_access, sizeof(size->cpu_access)},
        {NvSciBufGeneralAttrKey_EnableCpuCache, &size->cpu_cache, sizeof(size->cpu_cache)},
        {NvSciBufGeneralAttrKey_PeerHwEngineArray, &engine, sizeof(engine)},
        {NvSciBufImageAttrKey_Layout, &form->layout, sizeof(form->layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &form->planes, sizeof(form->planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, &form->format[0], count * sizeof(form->format[0])},
        {NvSciBufImageAttrKey_PlaneColorStd, &planes->standard[0],
         count * sizeof(planes->standard[0])},
        {NvSciBufImageAttrKey_PlaneWidth, &planes->width[0], count * sizeof(planes->width[0])},
        {NvSciBufImageAttrKey_PlaneHeight, &planes->height[0], count * sizeof(planes->height[0])}};

    ASSERT(form->planes > 0U);
    ASSERT(form->planes <= BLIT_PLANES);
    return media_status_of(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
}

/** Sets in a list what an image is. */
static NvMediaStatus image_fill(const MediaSurfaceForm *form, const MediaSurfaceSize *size,
                                NvSciBufAttrList list)
{
    ImagePlanes planes;

    (void)memset(&planes, 0, sizeof(planes));
    image_planes(form, size, &planes);
    return image_set_pairs(form, size, &planes, list);
}

/** Reads what a surface type and allocation attributes say.
 * @satisfies RF-MEDIA-080 RF-CORE-341 RF-MEDIA-083 RF-MEDIA-085 */
static NvMediaStatus image_read(PhaseOp op, NvMediaSurfaceType type,
                                const NvMediaSurfAllocAttr *attrs, uint32_t count,
                                MediaSurfaceForm *form, MediaSurfaceSize *size)
{
    NvMediaStatus status = NVMEDIA_STATUS_NOT_SUPPORTED;

    if (media_surface_form(type, form)) {
        const MediaSurfaceStatus found = media_surface_size(form, attrs, count, size);

        if (size->width > RINGFENCE_CFG_2D_WIDTH) {
            ringfence_fault_report_limit(op, FAULT_LIMIT_2D_WIDTH, size->width,
                                         RINGFENCE_CFG_2D_WIDTH);
        } else if (found == MEDIA_SURFACE_ODD) {
            ringfence_fault_report(op, RINGFENCE_FAULT_ODD_IMAGE);
        } else if (found != MEDIA_SURFACE_OK) {
            ringfence_fault_report_cause(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_SIZE);
        } else {
            /* It is one. */
        }
        if (found == MEDIA_SURFACE_OK) {
            status = NVMEDIA_STATUS_OK;
        } else if (found == MEDIA_SURFACE_UNKNOWN) {
            status = NVMEDIA_STATUS_NOT_SUPPORTED;
        } else {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_2D_FORMAT);
    }
    return status;
}

/* ---------------------------------------------------------------- memory of their own */

/** Allocates a buffer for a list that is filled; both are the caller's. */
static NvMediaStatus image_allocate(NvSciBufAttrList list, NvSciBufObj *object)
{
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList lists[] = {list};
    const NvSciError error = NvSciBufAttrListReconcileAndObjAlloc(lists, 1U, object, &conflict);

    NvSciBufAttrListFree(conflict);
    return media_status_of(error);
}

/** Allocates a buffer for an image. Nobody else sees its memory, so it has rows also where the
 * surface is block linear.
 * @satisfies RF-MEDIA-045 */
static NvMediaStatus image_new_buffer(MediaSurfaceForm *form, const MediaSurfaceSize *size,
                                      NvSciBufObj *object)
{
    NvSciBufModule module = NULL;
    NvSciBufAttrList list = NULL;
    NvMediaStatus status = media_status_of(NvSciBufModuleOpen(&module));

    form->layout = NvSciBufImage_PitchLinearType;
    if (status == NVMEDIA_STATUS_OK) {
        status = media_status_of(NvSciBufAttrListCreate(module, &list));
    }
    if (status == NVMEDIA_STATUS_OK) {
        status = image_fill(form, size, list);
    }
    if (status == NVMEDIA_STATUS_OK) {
        status = image_allocate(list, object);
    }
    NvSciBufAttrListFree(list);
    NvSciBufModuleClose(module);
    return status;
}

/** @satisfies RF-MEDIA-045 */
NvMediaImage *NvMediaImageCreateNew(NvMediaDevice *device, NvMediaSurfaceType type,
                                    const NvMediaSurfAllocAttr *attrs, uint32_t numAttrs,
                                    uint32_t flags)
{
    const PhaseOp op = OP_MEDIA_IMAGE_CREATE;
    MediaSurfaceForm form;
    MediaSurfaceSize size;
    NvSciBufObj object = NULL;
    NvMediaImage *made = NULL;
    int32_t held = 0;
    NvMediaStatus status = media_enter_rows(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        status = (flags == 0U)
                     ? image_read(op, type, attrs, numAttrs, &form, &size)
                     : media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_FLAGS);
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaDevice *row = NULL;

        media_lock();
        row = media_device_find(op, device);
        if (row != NULL) {
            status = image_new_buffer(&form, &size, &object);
            if (status == NVMEDIA_STATUS_OK) {
                (void)image_make(op, row, object, type, &made);
                NvSciBufObjFree(object);
            }
        }
        media_unlock();
    }
    media_leave(held);
    return made;
}

/* ---------------------------------------------------------------- buffers of NvSciBuf */

/** @satisfies RF-MEDIA-009 */
NvMediaStatus NvMediaImageNvSciBufInit(void)
{
    const NvMediaStatus status = media_admit(OP_MEDIA_IMAGE_INIT);

    if (status == NVMEDIA_STATUS_OK) {
        (void)port_add32(&g_image_inits, 1U);
    }
    return status;
}

/** @satisfies RF-MEDIA-009 */
void NvMediaImageNvSciBufDeinit(void)
{
    int32_t held = 0;

    if (media_enter_rows(OP_MEDIA_IMAGE_DEINIT, &held) == NVMEDIA_STATUS_OK) {
        media_lock();
        if (port_load32(&g_image_inits) > 0U) {
            (void)port_sub32(&g_image_inits, 1U);
        }
        media_unlock();
    }
    media_leave(held);
}

/** @satisfies RF-MEDIA-002 */
NvMediaStatus NvMediaImageNvSciBufGetVersion(NvMediaVersion *version)
{
    NvMediaStatus status = media_admit(OP_MEDIA_IMAGE_GET_VERSION);

    if ((status == NVMEDIA_STATUS_OK) && (version == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        version->major = NVMEDIA_IMAGE_NVSCIBUF_VERSION_MAJOR;
        version->minor = NVMEDIA_IMAGE_NVSCIBUF_VERSION_MINOR;
    }
    return status;
}

/** media_enter_rows(), and NvMediaImageNvSciBufInit() came before.
 * @satisfies RF-MEDIA-009 */
static NvMediaStatus image_enter(PhaseOp op, int32_t *held)
{
    NvMediaStatus status = media_enter_rows(op, held);

    if ((status == NVMEDIA_STATUS_OK) && (port_load32(&g_image_inits) == 0U)) {
        status = media_refuse_now(op, MEDIA_CAUSE_INIT, NVMEDIA_STATUS_NOT_INITIALIZED);
    }
    return status;
}

/** @satisfies RF-MEDIA-014 */
NvMediaStatus NvMediaImageFillNvSciBufAttrs(const NvMediaDevice *device, NvMediaSurfaceType type,
                                            const NvMediaSurfAllocAttr *attrs, uint32_t numAttrs,
                                            uint64_t flags, NvSciBufAttrList attr_h)
{
    const PhaseOp op = OP_MEDIA_IMAGE_FILL_BUF;
    MediaSurfaceForm form;
    MediaSurfaceSize size;
    int32_t held = 0;
    NvMediaStatus status = image_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        status = (flags == 0U)
                     ? image_read(op, type, attrs, numAttrs, &form, &size)
                     : media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_FLAGS);
    }
    if (status == NVMEDIA_STATUS_OK) {
        media_lock();
        if (media_device_find(op, device) == NULL) {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
        media_unlock();
    }
    if (status == NVMEDIA_STATUS_OK) {
        status = image_fill(&form, &size, attr_h);
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-040 */
NvMediaStatus NvMediaImageCreateFromNvSciBuf(NvMediaDevice *device, NvSciBufObj nvscibufObject,
                                             NvMediaImage **nvmImage)
{
    const PhaseOp op = OP_MEDIA_IMAGE_CREATE_FROM_BUF;
    int32_t held = 0;
    NvMediaStatus status = image_enter(op, &held);

    if ((status == NVMEDIA_STATUS_OK) && (nvmImage == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaDevice *row = NULL;

        media_lock();
        row = media_device_find(op, device);
        status = (row != NULL)
                     ? image_make(op, row, nvscibufObject, NvMediaSurfaceType_Unsupported, nvmImage)
                     : NVMEDIA_STATUS_BAD_PARAMETER;
        media_unlock();
    }
    media_leave(held);
    return status;
}
