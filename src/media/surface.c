/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file surface.c
 * Surface types: seven attributes in one number, each in bits of its own.
 *
 * A table has the surfaces of pitch linear; a block-linear one has the same row.
 */
#include "media/surface.h"

#include <stddef.h>
#include <string.h>

#include "media/media.h"

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/** Above the bits of the attributes, so that no type is a small number. */
#define SURFACE_MARK       0x2D000000U
#define SURFACE_MARK_MASK  0xFF000000U
#define SURFACE_HEIGHT_MAX 65535U
/** Numbers of colour standards are those of NvSciBuf and one more. */
#define STANDARD_OFFSET 1U

/** Where the attributes are in the number, and how many bits they have. */
typedef struct {
    uint32_t shift;
    uint32_t mask;
} SurfaceField;

static const SurfaceField g_surface_fields[NVM_SURF_FMT_ATTR_MAX] = {
    [NVM_SURF_ATTR_SURF_TYPE] = {0U, 0x3U},
    [NVM_SURF_ATTR_LAYOUT] = {2U, 0x3U},
    [NVM_SURF_ATTR_DATA_TYPE] = {4U, 0x7U},
    [NVM_SURF_ATTR_MEMORY] = {7U, 0x3U},
    [NVM_SURF_ATTR_SUB_SAMPLING_TYPE] = {9U, 0x7U},
    [NVM_SURF_ATTR_BITS_PER_COMPONENT] = {12U, 0xFU},
    [NVM_SURF_ATTR_COMPONENT_ORDER] = {16U, 0x3FU}};

/** A surface: type, memory, bits and order, with the planes that it has. */
typedef struct {
    uint32_t surface;
    uint32_t memory;
    uint32_t bits;
    uint32_t order;
    uint32_t planes;
    NvSciBufAttrValColorFmt format[BLIT_PLANES];
} SurfaceRow;

/** Short names, for the table. */
#define YUV         NVM_SURF_ATTR_SURF_TYPE_YUV
#define RGBA        NVM_SURF_ATTR_SURF_TYPE_RGBA
#define NO_PLANE    NvSciColor_LowerBound
#define PLANAR      NVM_SURF_ATTR_MEMORY_PLANAR
#define SEMI_PLANAR NVM_SURF_ATTR_MEMORY_SEMI_PLANAR
#define PACKED      NVM_SURF_ATTR_MEMORY_PACKED
#define BITS_8      NVM_SURF_ATTR_BITS_PER_COMPONENT_8
#define BITS_10     NVM_SURF_ATTR_BITS_PER_COMPONENT_10
#define BITS_12     NVM_SURF_ATTR_BITS_PER_COMPONENT_12
#define BITS_16     NVM_SURF_ATTR_BITS_PER_COMPONENT_16
#define ORDER_YUV   NVM_SURF_ATTR_COMPONENT_ORDER_YUV
#define ORDER_YVU   NVM_SURF_ATTR_COMPONENT_ORDER_YVU
#define ORDER_LUMA  NVM_SURF_ATTR_COMPONENT_ORDER_LUMA
#define ORDER_YUYV  NVM_SURF_ATTR_COMPONENT_ORDER_YUYV
#define ORDER_YVYU  NVM_SURF_ATTR_COMPONENT_ORDER_YVYU
#define ORDER_UYVY  NVM_SURF_ATTR_COMPONENT_ORDER_UYVY
#define ORDER_VYUY  NVM_SURF_ATTR_COMPONENT_ORDER_VYUY
#define ORDER_RGBA  NVM_SURF_ATTR_COMPONENT_ORDER_RGBA
#define ORDER_BGRA  NVM_SURF_ATTR_COMPONENT_ORDER_BGRA

/* clang-format off */
static const SurfaceRow g_surface_rows[] = {
    {YUV,  PLANAR,      BITS_8,  ORDER_YUV,  3U, {NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8}},
    {YUV,  PLANAR,      BITS_8,  ORDER_YVU,  3U, {NvSciColor_Y8, NvSciColor_V8, NvSciColor_U8}},
    {YUV,  SEMI_PLANAR, BITS_8,  ORDER_YUV,  2U, {NvSciColor_Y8, NvSciColor_V8U8, NO_PLANE}},
    {YUV,  SEMI_PLANAR, BITS_8,  ORDER_YVU,  2U, {NvSciColor_Y8, NvSciColor_U8V8, NO_PLANE}},
    {YUV,  PACKED,      BITS_8,  ORDER_LUMA, 1U, {NvSciColor_Y8, NO_PLANE, NO_PLANE}},
    {YUV,  PLANAR,      BITS_10, ORDER_YUV,  3U, {NvSciColor_Y10, NvSciColor_U10, NvSciColor_V10}},
    {YUV,  PLANAR,      BITS_10, ORDER_YVU,  3U, {NvSciColor_Y10, NvSciColor_V10, NvSciColor_U10}},
    {YUV,  SEMI_PLANAR, BITS_10, ORDER_YUV,  2U, {NvSciColor_Y10, NvSciColor_V10U10, NO_PLANE}},
    {YUV,  SEMI_PLANAR, BITS_10, ORDER_YVU,  2U, {NvSciColor_Y10, NvSciColor_U10V10, NO_PLANE}},
    {YUV,  PACKED,      BITS_10, ORDER_LUMA, 1U, {NvSciColor_Y10, NO_PLANE, NO_PLANE}},
    {YUV,  PLANAR,      BITS_12, ORDER_YUV,  3U, {NvSciColor_Y12, NvSciColor_U12, NvSciColor_V12}},
    {YUV,  PLANAR,      BITS_12, ORDER_YVU,  3U, {NvSciColor_Y12, NvSciColor_V12, NvSciColor_U12}},
    {YUV,  SEMI_PLANAR, BITS_12, ORDER_YUV,  2U, {NvSciColor_Y12, NvSciColor_V12U12, NO_PLANE}},
    {YUV,  SEMI_PLANAR, BITS_12, ORDER_YVU,  2U, {NvSciColor_Y12, NvSciColor_U12V12, NO_PLANE}},
    {YUV,  PACKED,      BITS_12, ORDER_LUMA, 1U, {NvSciColor_Y12, NO_PLANE, NO_PLANE}},
    {YUV,  PLANAR,      BITS_16, ORDER_YUV,  3U, {NvSciColor_Y16, NvSciColor_U16, NvSciColor_V16}},
    {YUV,  PLANAR,      BITS_16, ORDER_YVU,  3U, {NvSciColor_Y16, NvSciColor_V16, NvSciColor_U16}},
    {YUV,  SEMI_PLANAR, BITS_16, ORDER_YUV,  2U, {NvSciColor_Y16, NvSciColor_V16U16, NO_PLANE}},
    {YUV,  SEMI_PLANAR, BITS_16, ORDER_YVU,  2U, {NvSciColor_Y16, NvSciColor_U16V16, NO_PLANE}},
    {YUV,  PACKED,      BITS_16, ORDER_LUMA, 1U, {NvSciColor_Y16, NO_PLANE, NO_PLANE}},
    {YUV,  PACKED,      BITS_8,  ORDER_YUYV, 1U, {NvSciColor_Y8U8Y8V8, NO_PLANE, NO_PLANE}},
    {YUV,  PACKED,      BITS_8,  ORDER_YVYU, 1U, {NvSciColor_Y8V8Y8U8, NO_PLANE, NO_PLANE}},
    {YUV,  PACKED,      BITS_8,  ORDER_UYVY, 1U, {NvSciColor_U8Y8V8Y8, NO_PLANE, NO_PLANE}},
    {YUV,  PACKED,      BITS_8,  ORDER_VYUY, 1U, {NvSciColor_V8Y8U8Y8, NO_PLANE, NO_PLANE}},
    {RGBA, PACKED,      BITS_8,  ORDER_RGBA, 1U, {NvSciColor_A8B8G8R8, NO_PLANE, NO_PLANE}},
    {RGBA, PACKED,      BITS_8,  ORDER_BGRA, 1U, {NvSciColor_A8R8G8B8, NO_PLANE, NO_PLANE}},
    {RGBA, PACKED,      BITS_16, ORDER_RGBA, 1U, {NvSciColor_A16B16G16R16, NO_PLANE, NO_PLANE}}};
/* clang-format on */

/** Colour standards of surfaces, by their numbers. */
static const NvSciBufAttrValColorStd g_surface_standards[] = {
    [NVM_SURF_ATTR_COLOR_STD_SRGB - STANDARD_OFFSET] = NvSciColorStd_SRGB,
    [NVM_SURF_ATTR_COLOR_STD_REC601_SR - STANDARD_OFFSET] = NvSciColorStd_REC601_SR,
    [NVM_SURF_ATTR_COLOR_STD_REC601_ER - STANDARD_OFFSET] = NvSciColorStd_REC601_ER,
    [NVM_SURF_ATTR_COLOR_STD_REC709_SR - STANDARD_OFFSET] = NvSciColorStd_REC709_SR,
    [NVM_SURF_ATTR_COLOR_STD_REC709_ER - STANDARD_OFFSET] = NvSciColorStd_REC709_ER,
    [NVM_SURF_ATTR_COLOR_STD_SENSOR_RGBA - STANDARD_OFFSET] = NvSciColorStd_SENSOR_RGBA};

/* ---------------------------------------------------------------- numbers */

static uint32_t surface_attr(NvMediaSurfaceType type, NvMediaSurfFormatAttrType attr)
{
    const SurfaceField *const field = &g_surface_fields[attr];

    return (type >> field->shift) & field->mask;
}

/** Says whether pixels of a row share colours as a sub-sampling says. */
static bool surface_samples_fit(const SurfaceRow *row, uint32_t sampling)
{
    bool fits = false;

    if (row->planes > 1U) {
        fits = (sampling >= NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420) &&
               (sampling <= NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422R);
    } else if ((row->surface == YUV) && (row->order != NVM_SURF_ATTR_COMPONENT_ORDER_LUMA)) {
        fits = (sampling == NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422);
    } else {
        fits = (sampling == NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE);
    }
    return fits;
}

/** Says whether a type has the attributes of a row. */
static bool surface_fits(const SurfaceRow *row, NvMediaSurfaceType type)
{
    return (row->surface == surface_attr(type, NVM_SURF_ATTR_SURF_TYPE)) &&
           (row->memory == surface_attr(type, NVM_SURF_ATTR_MEMORY)) &&
           (row->bits == surface_attr(type, NVM_SURF_ATTR_BITS_PER_COMPONENT)) &&
           (row->order == surface_attr(type, NVM_SURF_ATTR_COMPONENT_ORDER)) &&
           surface_samples_fit(row, surface_attr(type, NVM_SURF_ATTR_SUB_SAMPLING_TYPE));
}

/** Row of a type; NULL: it is none.
 * @satisfies RF-MEDIA-012 */
static const SurfaceRow *surface_row(NvMediaSurfaceType type)
{
    const uint32_t layout = surface_attr(type, NVM_SURF_ATTR_LAYOUT);
    const bool is_laid = (layout == NVM_SURF_ATTR_LAYOUT_BL) || (layout == NVM_SURF_ATTR_LAYOUT_PL);
    const bool is_integer =
        (surface_attr(type, NVM_SURF_ATTR_DATA_TYPE) == NVM_SURF_ATTR_DATA_TYPE_UINT);
    const SurfaceRow *found = NULL;

    for (uint32_t i = 0U; i < COUNT_OF(g_surface_rows); i++) {
        if (surface_fits(&g_surface_rows[i], type)) {
            found = &g_surface_rows[i];
        }
    }
    return (is_laid && is_integer && ((type & SURFACE_MARK_MASK) == SURFACE_MARK)) ? found : NULL;
}

/** Reads an attribute of the caller, once.
 * @satisfies RF-MEDIA-915 */
static NvMediaSurfFormatAttr surface_given(const NvMediaSurfFormatAttr *attr)
{
    const volatile NvMediaSurfFormatAttr *const place = attr;
    NvMediaSurfFormatAttr given;

    given.type = place->type;
    given.value = place->value;
    return given;
}

/** Reads format attributes into a type; false: one is none, there twice or out of its range.
 * @satisfies RF-MEDIA-012 */
static bool surface_read(const NvMediaSurfFormatAttr *attrs, uint32_t count,
                         NvMediaSurfaceType *type)
{
    uint32_t seen = 0U;
    bool valid = true;

    for (uint32_t i = 0U; valid && (i < count); i++) {
        /* Once: another thread may change it. */
        const NvMediaSurfFormatAttr given = surface_given(&attrs[i]);
        const uint32_t attr = (uint32_t)given.type;

        valid = (attr < (uint32_t)NVM_SURF_FMT_ATTR_MAX);
        if (valid) {
            const SurfaceField *const field = &g_surface_fields[attr];

            valid = ((seen & ((uint32_t)1U << attr)) == 0U) && (given.value <= field->mask);
            seen |= (uint32_t)1U << attr;
            *type |= (given.value & field->mask) << field->shift;
        }
    }
    return valid;
}

/** @satisfies RF-MEDIA-012 RF-MEDIA-083 RF-MEDIA-085 */
NvMediaSurfaceType NvMediaSurfaceFormatGetType(NvMediaSurfFormatAttr *attrs, uint32_t numAttrs)
{
    const PhaseOp op = OP_MEDIA_SURFACE_GET_TYPE;
    NvMediaSurfaceType type = SURFACE_MARK;
    bool valid =
        (attrs != NULL) && (numAttrs > 0U) && (numAttrs <= (uint32_t)NVM_SURF_FMT_ATTR_MAX);

    if (valid) {
        valid = (media_admit(op) == NVMEDIA_STATUS_OK);
    }
    if (!valid) {
        /* There is nothing to read, or it is left out. */
    } else if (!surface_read(attrs, numAttrs, &type)) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_FORMAT);
        valid = false;
    } else if (surface_row(type) == NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_2D_FORMAT);
        valid = false;
    } else {
        /* It is one. */
    }
    return valid ? type : NvMediaSurfaceType_Unsupported;
}

/** @satisfies RF-MEDIA-013 */
NvMediaStatus NvMediaSurfaceFormatGetAttrs(NvMediaSurfaceType type, NvMediaSurfFormatAttr *attrs,
                                           uint32_t numAttrs)
{
    const PhaseOp op = OP_MEDIA_SURFACE_GET_ATTRS;
    NvMediaSurfFormatAttr given[NVM_SURF_FMT_ATTR_MAX];
    NvMediaStatus status = media_admit(op);

    (void)memset(given, 0, sizeof(given));
    if (status != NVMEDIA_STATUS_OK) {
        /* It is left out. */
    } else if ((attrs == NULL) || (numAttrs == 0U) ||
               (numAttrs > (uint32_t)NVM_SURF_FMT_ATTR_MAX)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else if (surface_row(type) == NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_2D_FORMAT);
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
    } else {
        for (uint32_t i = 0U; i < numAttrs; i++) {
            given[i] = surface_given(&attrs[i]);
            if ((uint32_t)given[i].type >= (uint32_t)NVM_SURF_FMT_ATTR_MAX) {
                status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_FORMAT);
            }
        }
        for (uint32_t i = 0U; (i < numAttrs) && (status == NVMEDIA_STATUS_OK); i++) {
            attrs[i].value = surface_attr(type, given[i].type);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- planes */

/** @satisfies RF-MEDIA-014 */
bool media_surface_form(NvMediaSurfaceType type, MediaSurfaceForm *form)
{
    const SurfaceRow *const row = surface_row(type);

    if (row != NULL) {
        const uint32_t sampling = surface_attr(type, NVM_SURF_ATTR_SUB_SAMPLING_TYPE);
        const bool halves_x = (sampling == NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420) ||
                              (sampling == NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422);
        const bool halves_y = (sampling == NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420) ||
                              (sampling == NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422R);

        (void)memset(form, 0, sizeof(*form));
        form->layout = (surface_attr(type, NVM_SURF_ATTR_LAYOUT) == NVM_SURF_ATTR_LAYOUT_BL)
                           ? NvSciBufImage_BlockLinearType
                           : NvSciBufImage_PitchLinearType;
        form->planes = row->planes;
        (void)memcpy(form->format, row->format, sizeof(form->format));
        form->multiple_x = 1U;
        form->multiple_y = 1U;
        if (halves_x) {
            form->multiple_x = 2U;
        }
        if (halves_y) {
            form->multiple_y = 2U;
        }
        form->divide_x = (row->planes > 1U) ? form->multiple_x : 1U;
        form->divide_y = (row->planes > 1U) ? form->multiple_y : 1U;
        form->is_yuv = (row->surface == YUV);
    }
    return row != NULL;
}

/** Type of an image: the row and the sub-sampling that make its planes. */
static NvMediaSurfaceType surface_type(const SurfaceRow *row, uint32_t layout, uint32_t sampling)
{
    const uint32_t values[NVM_SURF_FMT_ATTR_MAX] = {[NVM_SURF_ATTR_SURF_TYPE] = row->surface,
                                                    [NVM_SURF_ATTR_LAYOUT] = layout,
                                                    [NVM_SURF_ATTR_DATA_TYPE] =
                                                        NVM_SURF_ATTR_DATA_TYPE_UINT,
                                                    [NVM_SURF_ATTR_MEMORY] = row->memory,
                                                    [NVM_SURF_ATTR_SUB_SAMPLING_TYPE] = sampling,
                                                    [NVM_SURF_ATTR_BITS_PER_COMPONENT] = row->bits,
                                                    [NVM_SURF_ATTR_COMPONENT_ORDER] = row->order};
    NvMediaSurfaceType type = SURFACE_MARK;

    for (uint32_t i = 0U; i < (uint32_t)NVM_SURF_FMT_ATTR_MAX; i++) {
        type |= values[i] << g_surface_fields[i].shift;
    }
    return type;
}

/** Sub-sampling of an image that was read. */
static uint32_t surface_sampling(const SurfaceRow *row, const BlitFormat *format)
{
    const bool halves_x = (format->component[1].shift_x > 0U);
    const bool halves_y = (format->component[1].shift_y > 0U);
    uint32_t sampling = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_444;

    if ((row->surface == RGBA) || (row->order == NVM_SURF_ATTR_COMPONENT_ORDER_LUMA)) {
        sampling = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE;
    } else if (halves_x && halves_y) {
        sampling = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420;
    } else if (halves_x) {
        sampling = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422;
    } else if (halves_y) {
        sampling = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422R;
    } else {
        sampling = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_444;
    }
    return sampling;
}

/** @satisfies RF-MEDIA-015 */
NvMediaSurfaceType media_surface_type_of(const MediaSurface *surface)
{
    const uint32_t layout =
        surface->is_block_linear ? NVM_SURF_ATTR_LAYOUT_BL : NVM_SURF_ATTR_LAYOUT_PL;
    NvMediaSurfaceType type = NvMediaSurfaceType_Unsupported;

    for (uint32_t i = 0U; i < COUNT_OF(g_surface_rows); i++) {
        const SurfaceRow *const row = &g_surface_rows[i];

        if ((row->planes == surface->format.planes) &&
            (memcmp(row->format, surface->plane_format, sizeof(row->format)) == 0)) {
            type = surface_type(row, layout, surface_sampling(row, &surface->format));
        }
    }
    return type;
}

/* ---------------------------------------------------------------- allocation attributes */

/** Says whether a number is a colour standard of a surface. */
static bool surface_is_standard(bool is_yuv, uint32_t value)
{
    const bool is_of_rgb =
        (value == NVM_SURF_ATTR_COLOR_STD_SRGB) || (value == NVM_SURF_ATTR_COLOR_STD_SENSOR_RGBA);
    const bool is_of_yuv = (value >= NVM_SURF_ATTR_COLOR_STD_REC601_SR) &&
                           (value <= NVM_SURF_ATTR_COLOR_STD_REC709_ER);

    return is_yuv ? is_of_yuv : is_of_rgb;
}

uint32_t media_surface_standard_of(NvSciBufAttrValColorStd standard)
{
    return (uint32_t)standard + STANDARD_OFFSET;
}

/** Reads an allocation attribute of the caller, once.
 * @satisfies RF-MEDIA-915 */
static NvMediaSurfAllocAttr surface_given_alloc(const NvMediaSurfAllocAttr *attr)
{
    const volatile NvMediaSurfAllocAttr *const place = attr;
    NvMediaSurfAllocAttr given;

    given.type = place->type;
    given.value = place->value;
    return given;
}

/** Takes an attribute that is no length. */
static MediaSurfaceStatus surface_take_other(const NvMediaSurfAllocAttr *attr, bool is_yuv,
                                             MediaSurfaceSize *size)
{
    const uint32_t value = attr->value;
    bool valid = false;

    if (attr->type == NVM_SURF_ATTR_CPU_ACCESS) {
        valid = (value >= NVM_SURF_ATTR_CPU_ACCESS_UNCACHED) &&
                (value <= NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED);
        size->cpu_access = (value != NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED);
        size->cpu_cache = (value == NVM_SURF_ATTR_CPU_ACCESS_CACHED);
    } else if (attr->type == NVM_SURF_ATTR_ALLOC_TYPE) {
        valid = (value <= NVM_SURF_ATTR_ALLOC_ISOCHRONOUS);
    } else if (attr->type == NVM_SURF_ATTR_SCAN_TYPE) {
        valid = (value == NVM_SURF_ATTR_SCAN_PROGRESSIVE);
    } else if (attr->type == NVM_SURF_ATTR_COLOR_STD_TYPE) {
        valid = surface_is_standard(is_yuv, value);
        if (valid) {
            size->standard = g_surface_standards[value - STANDARD_OFFSET];
        }
    } else {
        valid = false;
    }
    return valid ? MEDIA_SURFACE_OK : MEDIA_SURFACE_BAD;
}

/** Takes one attribute. */
static MediaSurfaceStatus surface_take(const NvMediaSurfAllocAttr *attr, bool is_yuv,
                                       MediaSurfaceSize *size)
{
    MediaSurfaceStatus status = MEDIA_SURFACE_OK;

    if (attr->type == NVM_SURF_ATTR_WIDTH) {
        size->width = attr->value;
    } else if (attr->type == NVM_SURF_ATTR_HEIGHT) {
        size->height = attr->value;
    } else if ((attr->type == NVM_SURF_ATTR_EMB_LINES_TOP) ||
               (attr->type == NVM_SURF_ATTR_EMB_LINES_BOTTOM)) {
        status = (attr->value == 0U) ? MEDIA_SURFACE_OK : MEDIA_SURFACE_UNKNOWN;
    } else {
        status = surface_take_other(attr, is_yuv, size);
    }
    return status;
}

/** Says whether lengths are those of an image of a surface.
 * @satisfies RF-MEDIA-016 */
static bool surface_lengths_fit(const MediaSurfaceSize *size)
{
    return (size->width > 0U) && (size->width <= RINGFENCE_CFG_2D_WIDTH) && (size->height > 0U) &&
           (size->height <= SURFACE_HEIGHT_MAX);
}

/** Says what there is against the lengths of an image, as one that is odd where colour is
 * sub-sampled.
 * @satisfies RF-MEDIA-080 */
static MediaSurfaceStatus surface_lengths(const MediaSurfaceForm *form,
                                          const MediaSurfaceSize *size)
{
    MediaSurfaceStatus status = MEDIA_SURFACE_OK;

    if (!surface_lengths_fit(size)) {
        status = MEDIA_SURFACE_BAD;
    } else if (((size->width % form->multiple_x) != 0U) ||
               ((size->height % form->multiple_y) != 0U)) {
        status = MEDIA_SURFACE_ODD;
    } else {
        status = MEDIA_SURFACE_OK;
    }
    return status;
}

/** @satisfies RF-MEDIA-016 */
MediaSurfaceStatus media_surface_size(const MediaSurfaceForm *form,
                                      const NvMediaSurfAllocAttr *attrs, uint32_t count,
                                      MediaSurfaceSize *size)
{
    const bool is_given = (attrs != NULL) && (count <= (uint32_t)NVM_SURF_ALLOC_ATTR_MAX);
    MediaSurfaceStatus status = is_given ? MEDIA_SURFACE_OK : MEDIA_SURFACE_BAD;
    uint32_t seen = 0U;

    (void)memset(size, 0, sizeof(*size));
    size->cpu_access = true;
    size->cpu_cache = true;
    size->standard = form->is_yuv ? NvSciColorStd_REC601_SR : NvSciColorStd_SRGB;
    for (uint32_t i = 0U; (status == MEDIA_SURFACE_OK) && (i < count); i++) {
        const NvMediaSurfAllocAttr given = surface_given_alloc(&attrs[i]);
        const uint32_t attr = (uint32_t)given.type;
        const bool is_one = (attr < (uint32_t)NVM_SURF_ALLOC_ATTR_MAX);

        if ((!is_one) || ((seen & ((uint32_t)1U << attr)) != 0U)) {
            status = MEDIA_SURFACE_BAD;
        } else {
            seen |= (uint32_t)1U << attr;
            status = surface_take(&given, form->is_yuv, size);
        }
    }
    if (status == MEDIA_SURFACE_OK) {
        status = surface_lengths(form, size);
    }
    return status;
}
