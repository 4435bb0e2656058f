/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file planes.c
 * The planes of a buffer as components of a blit.
 *
 * Names of colour formats have the component in the highest byte first; those of packed 4:2:2 have
 * the one with the lowest address first.
 */
#include "media/planes.h"
#include "core/assert.h"

#include <stddef.h>
#include <string.h>

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/** How a pixel of a plane lies in memory. */
typedef struct {
    NvSciBufAttrValColorFmt colour;
    BlitModel model;
    uint8_t bits;
    uint8_t sample_bytes;
    /** Samples of a pixel. */
    uint8_t samples;
    /** Two pixels share one U and one V. */
    bool is_pair;
    /** Sample that each component is, from 1; 0: it is not in the plane. */
    uint8_t place[BLIT_COMPONENTS];
} PlaneFormat;

static const PlaneFormat g_plane_formats[] = {
    {NvSciColor_Y8, BLIT_MODEL_YUV, 8U, 1U, 1U, false, {1U, 0U, 0U, 0U}},
    {NvSciColor_Y10, BLIT_MODEL_YUV, 10U, 2U, 1U, false, {1U, 0U, 0U, 0U}},
    {NvSciColor_Y12, BLIT_MODEL_YUV, 12U, 2U, 1U, false, {1U, 0U, 0U, 0U}},
    {NvSciColor_Y16, BLIT_MODEL_YUV, 16U, 2U, 1U, false, {1U, 0U, 0U, 0U}},
    {NvSciColor_U8, BLIT_MODEL_YUV, 8U, 1U, 1U, false, {0U, 1U, 0U, 0U}},
    {NvSciColor_U10, BLIT_MODEL_YUV, 10U, 2U, 1U, false, {0U, 1U, 0U, 0U}},
    {NvSciColor_U12, BLIT_MODEL_YUV, 12U, 2U, 1U, false, {0U, 1U, 0U, 0U}},
    {NvSciColor_U16, BLIT_MODEL_YUV, 16U, 2U, 1U, false, {0U, 1U, 0U, 0U}},
    {NvSciColor_V8, BLIT_MODEL_YUV, 8U, 1U, 1U, false, {0U, 0U, 1U, 0U}},
    {NvSciColor_V10, BLIT_MODEL_YUV, 10U, 2U, 1U, false, {0U, 0U, 1U, 0U}},
    {NvSciColor_V12, BLIT_MODEL_YUV, 12U, 2U, 1U, false, {0U, 0U, 1U, 0U}},
    {NvSciColor_V16, BLIT_MODEL_YUV, 16U, 2U, 1U, false, {0U, 0U, 1U, 0U}},
    {NvSciColor_V8U8, BLIT_MODEL_YUV, 8U, 1U, 2U, false, {0U, 1U, 2U, 0U}},
    {NvSciColor_V10U10, BLIT_MODEL_YUV, 10U, 2U, 2U, false, {0U, 1U, 2U, 0U}},
    {NvSciColor_V12U12, BLIT_MODEL_YUV, 12U, 2U, 2U, false, {0U, 1U, 2U, 0U}},
    {NvSciColor_V16U16, BLIT_MODEL_YUV, 16U, 2U, 2U, false, {0U, 1U, 2U, 0U}},
    {NvSciColor_U8V8, BLIT_MODEL_YUV, 8U, 1U, 2U, false, {0U, 2U, 1U, 0U}},
    {NvSciColor_U10V10, BLIT_MODEL_YUV, 10U, 2U, 2U, false, {0U, 2U, 1U, 0U}},
    {NvSciColor_U12V12, BLIT_MODEL_YUV, 12U, 2U, 2U, false, {0U, 2U, 1U, 0U}},
    {NvSciColor_U16V16, BLIT_MODEL_YUV, 16U, 2U, 2U, false, {0U, 2U, 1U, 0U}},
    {NvSciColor_Y8U8Y8V8, BLIT_MODEL_YUV, 8U, 1U, 2U, true, {1U, 2U, 4U, 0U}},
    {NvSciColor_Y8V8Y8U8, BLIT_MODEL_YUV, 8U, 1U, 2U, true, {1U, 4U, 2U, 0U}},
    {NvSciColor_U8Y8V8Y8, BLIT_MODEL_YUV, 8U, 1U, 2U, true, {2U, 1U, 3U, 0U}},
    {NvSciColor_V8Y8U8Y8, BLIT_MODEL_YUV, 8U, 1U, 2U, true, {2U, 3U, 1U, 0U}},
    {NvSciColor_A8Y8U8V8, BLIT_MODEL_YUV, 8U, 1U, 4U, false, {3U, 2U, 1U, 4U}},
    {NvSciColor_A16Y16U16V16, BLIT_MODEL_YUV, 16U, 2U, 4U, false, {3U, 2U, 1U, 4U}},
    {NvSciColor_A8B8G8R8, BLIT_MODEL_RGB, 8U, 1U, 4U, false, {1U, 2U, 3U, 4U}},
    {NvSciColor_A8R8G8B8, BLIT_MODEL_RGB, 8U, 1U, 4U, false, {3U, 2U, 1U, 4U}},
    {NvSciColor_B8G8R8A8, BLIT_MODEL_RGB, 8U, 1U, 4U, false, {2U, 3U, 4U, 1U}},
    {NvSciColor_A16B16G16R16, BLIT_MODEL_RGB, 16U, 2U, 4U, false, {1U, 2U, 3U, 4U}}};

/** What a colour standard is to a blit. */
typedef struct {
    NvSciBufAttrValColorStd standard;
    BlitModel model;
    BlitColour colour;
} PlaneColour;

static const PlaneColour g_plane_colours[] = {
    {NvSciColorStd_SRGB, BLIT_MODEL_RGB, {BLIT_STANDARD_709, true}},
    {NvSciColorStd_REC2020_RGB, BLIT_MODEL_RGB, {BLIT_STANDARD_2020, true}},
    {NvSciColorStd_SENSOR_RGBA, BLIT_MODEL_RGB, {BLIT_STANDARD_709, true}},
    {NvSciColorStd_REC601_SR, BLIT_MODEL_YUV, {BLIT_STANDARD_601, false}},
    {NvSciColorStd_REC601_ER, BLIT_MODEL_YUV, {BLIT_STANDARD_601, true}},
    {NvSciColorStd_REC709_SR, BLIT_MODEL_YUV, {BLIT_STANDARD_709, false}},
    {NvSciColorStd_REC709_ER, BLIT_MODEL_YUV, {BLIT_STANDARD_709, true}},
    {NvSciColorStd_REC2020_SR, BLIT_MODEL_YUV, {BLIT_STANDARD_2020, false}},
    {NvSciColorStd_REC2020_ER, BLIT_MODEL_YUV, {BLIT_STANDARD_2020, true}}};

/** Attributes of a buffer that is an image. */
typedef struct {
    NvSciBufAttrValImageLayoutType layout;
    NvSciBufAttrValImageScanType scan;
    uint32_t planes;
    NvSciBufAttrValColorFmt format[BLIT_PLANES];
    NvSciBufAttrValColorStd standard[BLIT_PLANES];
    uint32_t width[BLIT_PLANES];
    uint32_t height[BLIT_PLANES];
    uint32_t pitch[BLIT_PLANES];
    uint64_t offset[BLIT_PLANES];
} PlaneAttrs;

/* ---------------------------------------------------------------- attributes */

/** Reads a value of the list of an object into a place of so many bytes; false: it has none, or
 * another length. */
static bool planes_value(NvSciBufAttrList list, NvSciBufAttrKey key, void *place, size_t bytes)
{
    NvSciBufAttrKeyValuePair pair = {key, NULL, 0U};
    const NvSciError error = NvSciBufAttrListGetAttrs(list, &pair, 1U);
    const bool fits = (error == NvSciError_Success) && (pair.value != NULL) && (pair.len == bytes);

    if (fits) {
        (void)memcpy(place, pair.value, bytes);
    }
    return fits;
}

/** A value that is read into a place. */
typedef struct {
    NvSciBufAttrKey key;
    void *place;
    size_t bytes;
} PlaneValue;

/** Reads values of a list, up to the first that it does not have; false: there is one. */
static bool planes_values(NvSciBufAttrList list, const PlaneValue *values, uint32_t count)
{
    bool fits = true;

    for (uint32_t i = 0U; (i < count) && fits; i++) {
        void *const place = values[i].place;

        fits = planes_value(list, values[i].key, place, values[i].bytes);
    }
    return fits;
}

/** Says whether a buffer is an image, and nothing else. */
static bool planes_is_image(NvSciBufAttrList list)
{
    NvSciBufType type = NvSciBufType_General;

    const bool is_there = planes_value(list, NvSciBufGeneralAttrKey_Types, &type, sizeof(type));

    return is_there && (type == NvSciBufType_Image);
}

/** Reads what a list says of an image as a whole; gives the number of its planes, 0: it does not
 * say all of it. */
static size_t planes_of_image(NvSciBufAttrList list, PlaneAttrs *attrs)
{
    const PlaneValue values[] = {
        {NvSciBufImageAttrKey_Layout, &attrs->layout, sizeof(attrs->layout)},
        {NvSciBufImageAttrKey_ScanType, &attrs->scan, sizeof(attrs->scan)},
        {NvSciBufImageAttrKey_PlaneCount, &attrs->planes, sizeof(attrs->planes)}};
    const bool whole = planes_values(list, values, COUNT_OF(values));

    return (whole && (attrs->planes <= BLIT_PLANES)) ? attrs->planes : 0U;
}

/** Reads what a list says of an image. */
static bool planes_attrs(NvSciBufAttrList list, PlaneAttrs *attrs)
{
    const size_t count = planes_of_image(list, attrs);
    const PlaneValue values[] = {
        {NvSciBufImageAttrKey_PlaneColorFormat, &attrs->format[0],
         count * sizeof(attrs->format[0])},
        {NvSciBufImageAttrKey_PlaneColorStd, &attrs->standard[0],
         count * sizeof(attrs->standard[0])},
        {NvSciBufImageAttrKey_PlaneWidth, &attrs->width[0], count * sizeof(attrs->width[0])},
        {NvSciBufImageAttrKey_PlaneHeight, &attrs->height[0], count * sizeof(attrs->height[0])},
        {NvSciBufImageAttrKey_PlanePitch, &attrs->pitch[0], count * sizeof(attrs->pitch[0])},
        {NvSciBufImageAttrKey_PlaneOffset, &attrs->offset[0], count * sizeof(attrs->offset[0])}};
    bool fits = (count > 0U);

    if (fits) {
        fits = planes_values(list, values, COUNT_OF(values));
    }
    return fits;
}

/** Says whether no GPU has this identity. */
static bool planes_is_nobody(const NvSciRmGpuId *home)
{
    bool is_nobody = true;

    for (size_t i = 0U; i < sizeof(home->bytes); i++) {
        is_nobody = is_nobody && (home->bytes[i] == 0U);
    }
    return is_nobody;
}

/** Reads the GPU of a list: the one whose memory it is, else the first that uses it. */
static void planes_home(NvSciBufAttrList list, NvSciRmGpuId *home)
{
    (void)memset(home, 0, sizeof(*home));
    (void)planes_value(list, NvSciBufGeneralAttrKey_VidMem_GpuId, home, sizeof(*home));
    if (planes_is_nobody(home)) {
        NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_GpuId, NULL, 0U};
        const NvSciError error = NvSciBufAttrListGetAttrs(list, &pair, 1U);

        if ((error == NvSciError_Success) && (pair.len >= sizeof(*home))) {
            (void)memcpy(home, pair.value, sizeof(*home));
        }
    }
}

/* ---------------------------------------------------------------- components */

static const PlaneFormat *planes_format(NvSciBufAttrValColorFmt colour)
{
    const PlaneFormat *found = NULL;

    for (uint32_t i = 0U; i < COUNT_OF(g_plane_formats); i++) {
        if (g_plane_formats[i].colour == colour) {
            found = &g_plane_formats[i];
        }
    }
    return found;
}

/** Says how a length of a plane follows from that of the image: by 2^shift, rounded up. */
static bool planes_shift(uint32_t whole, uint32_t part, uint8_t *shift)
{
    const bool is_half = (part == ((whole / 2U) + (whole % 2U)));

    *shift = (uint8_t)((part == whole) ? 0U : 1U);
    return (part == whole) || is_half;
}

/** Places a component in a plane; false: it is there already. */
static bool planes_place(const PlaneFormat *pixel, uint32_t plane, uint32_t i, BlitFormat *format)
{
    BlitComponent *const component = &format->component[i];
    const bool is_first = (component->step == 0U);
    /* Two pixels share it. */
    const bool is_shared = pixel->is_pair && (i > 0U);

    ASSERT(pixel->place[i] > 0U);
    component->plane = (uint8_t)plane;
    component->offset = (uint8_t)(pixel->place[i] - 1U);
    component->step = (uint8_t)(is_shared ? (2U * pixel->samples) : pixel->samples);
    if (is_shared) {
        component->shift_x = 1U;
    }
    ASSERT(component->offset < component->step);
    return is_first;
}

/** Adds the components of a plane; false: one is there already, or the plane has other samples or
 * another size than it may.
 * @satisfies RF-MEDIA-010 */
static bool planes_add(const PlaneAttrs *attrs, uint32_t plane, BlitFormat *format)
{
    const PlaneFormat *const pixel = planes_format(attrs->format[plane]);
    uint8_t shift_x = 0U;
    uint8_t shift_y = 0U;
    bool fits = (pixel != NULL);

    if (fits) {
        fits = planes_shift(attrs->width[0], attrs->width[plane], &shift_x);
    }
    if (fits) {
        fits = planes_shift(attrs->height[0], attrs->height[plane], &shift_y);
    }
    if (fits) {
        fits = (pixel->model == format->model) && (pixel->bits == format->bits);
    }
    for (uint32_t i = 0U; (i < BLIT_COMPONENTS) && fits; i++) {
        if (pixel->place[i] > 0U) {
            format->component[i].shift_x = shift_x;
            format->component[i].shift_y = shift_y;
            fits = planes_place(pixel, plane, i, format);
        }
    }
    return fits;
}

/** Says whether an image has the components that it needs, in its first plane the first one. */
static bool planes_are_whole(const BlitFormat *format)
{
    const bool has_u = (format->component[1].step > 0U);
    const bool has_v = (format->component[2].step > 0U);
    const bool has_first = (format->component[0].step > 0U) && (format->component[0].plane == 0U) &&
                           (format->component[0].shift_x == 0U) &&
                           (format->component[0].shift_y == 0U);

    return has_first && (has_u == has_v) && (has_u || (format->model == BLIT_MODEL_YUV));
}

/** Makes the format of a blit.
 * @satisfies RF-MEDIA-010 */
static bool planes_blit_format(const PlaneAttrs *attrs, BlitFormat *format)
{
    const PlaneFormat *const first = planes_format(attrs->format[0]);
    bool known = (first != NULL) && (attrs->scan == NvSciBufScan_ProgressiveType);

    if (known) {
        (void)memset(format, 0, sizeof(*format));
        format->model = first->model;
        format->planes = (uint8_t)attrs->planes;
        format->bits = first->bits;
        format->sample_bytes = first->sample_bytes;
        for (uint32_t i = 0U; (i < attrs->planes) && known; i++) {
            known = planes_add(attrs, i, format);
        }
        known = known && planes_are_whole(format);
    }
    return known;
}

/** Makes the colours of a blit: all planes have the same.
 * @satisfies RF-MEDIA-011 */
static bool planes_blit_colour(const PlaneAttrs *attrs, BlitModel model, BlitColour *colour)
{
    bool known = false;
    bool same = true;

    for (uint32_t i = 0U; i < COUNT_OF(g_plane_colours); i++) {
        const PlaneColour *const row = &g_plane_colours[i];

        if ((row->standard == attrs->standard[0]) && (row->model == model)) {
            *colour = row->colour;
            known = true;
        }
    }
    for (uint32_t i = 1U; i < attrs->planes; i++) {
        same = same && (attrs->standard[i] == attrs->standard[0]);
    }
    return known && same;
}

/** Says whether a length is odd, and a plane has half of it, rounded to either side. */
static bool planes_halve_odd(uint32_t whole, uint32_t part)
{
    const uint32_t half = whole / 2U;

    return ((whole % 2U) == 1U) && (part < whole) && ((part == half) || (part == (half + 1U)));
}

/** Says whether colour is sub-sampled in a direction in which an image has an odd length.
 * @satisfies RF-MEDIA-080 */
static bool planes_are_odd(const PlaneAttrs *attrs)
{
    const PlaneFormat *const first = planes_format(attrs->format[0]);
    bool is_odd = false;
    bool is_colour = false;

    if (first != NULL) {
        is_colour = (first->model == BLIT_MODEL_YUV);
        is_odd = first->is_pair && ((attrs->width[0] % 2U) == 1U);
    }
    for (uint32_t i = 1U; (i < attrs->planes) && is_colour; i++) {
        is_odd = is_odd || planes_halve_odd(attrs->width[0], attrs->width[i]) ||
                 planes_halve_odd(attrs->height[0], attrs->height[i]);
    }
    return is_odd;
}

/** Writes down the planes of an image. */
static void planes_fill(const PlaneAttrs *attrs, MediaSurface *surface)
{
    surface->width = attrs->width[0];
    surface->height = attrs->height[0];
    surface->standard = attrs->standard[0];
    surface->is_block_linear = (attrs->layout == NvSciBufImage_BlockLinearType);
    for (uint32_t i = 0U; i < attrs->planes; i++) {
        const PlaneFormat *const pixel = planes_format(attrs->format[i]);

        ASSERT(pixel != NULL);
        surface->plane_format[i] = attrs->format[i];
        surface->plane_width[i] = attrs->width[i];
        surface->plane_height[i] = attrs->height[i];
        surface->pixel_bytes[i] = (uint32_t)pixel->samples * pixel->sample_bytes;
        surface->pitch[i] = attrs->pitch[i];
        surface->offset[i] = attrs->offset[i];
    }
}

/** @satisfies RF-MEDIA-010 RF-MEDIA-011 RF-MEDIA-080 */
MediaPlanes media_planes_read(NvSciBufObj object, MediaSurface *surface)
{
    NvSciBufAttrList list = NULL;
    PlaneAttrs attrs;
    MediaPlanes status = MEDIA_PLANES_NO_IMAGE;
    const NvSciError error = NvSciBufObjGetAttrList(object, &list);
    bool is_image = false;

    (void)memset(&attrs, 0, sizeof(attrs));
    (void)memset(surface, 0, sizeof(*surface));
    if (error == NvSciError_Success) {
        is_image = planes_is_image(list);
    }
    if (is_image) {
        is_image = planes_attrs(list, &attrs);
    }
    if (is_image) {
        bool known = planes_blit_format(&attrs, &surface->format);

        if (known) {
            known = planes_blit_colour(&attrs, surface->format.model, &surface->colour);
        }
        status = known ? MEDIA_PLANES_OK : MEDIA_PLANES_UNKNOWN;
        if (planes_are_odd(&attrs)) {
            status = MEDIA_PLANES_ODD;
        }
    }
    if (status == MEDIA_PLANES_OK) {
        ASSERT(attrs.planes > 0U);
        ASSERT(attrs.planes <= BLIT_PLANES);
        planes_fill(&attrs, surface);
        planes_home(list, &surface->home);
    }
    return status;
}

BlitImage media_planes_image(const MediaSurface *surface, const uint8_t *base)
{
    BlitImage image;

    (void)memset(&image, 0, sizeof(image));
    image.format = surface->format;
    image.colour = surface->colour;
    image.width = surface->width;
    image.height = surface->height;
    for (uint32_t i = 0U; i < surface->format.planes; i++) {
        image.pitch[i] = surface->pitch[i];
        if (base != NULL) {
            const uint8_t *const plane = &base[surface->offset[i]];

            /* Who draws looks whether it may write. */
            (void)memcpy(&image.plane[i], &plane, sizeof(plane));
        }
    }
    return image;
}
