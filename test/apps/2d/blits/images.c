/* SPDX-License-Identifier: Apache-2.0 */
#include "images.h"

#include <stdlib.h>
#include <string.h>

const Surface surface_rgba = {
    NVM_SURF_ATTR_SURF_TYPE_RGBA,       NVM_SURF_ATTR_LAYOUT_PL,
    NVM_SURF_ATTR_MEMORY_PACKED,        NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE,
    NVM_SURF_ATTR_COMPONENT_ORDER_RGBA, NVM_SURF_ATTR_COLOR_STD_SRGB};
const Surface surface_yuv420 = {
    NVM_SURF_ATTR_SURF_TYPE_YUV,       NVM_SURF_ATTR_LAYOUT_PL,
    NVM_SURF_ATTR_MEMORY_PLANAR,       NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420,
    NVM_SURF_ATTR_COMPONENT_ORDER_YUV, NVM_SURF_ATTR_COLOR_STD_REC601_SR};

NvMediaSurfaceType surface_type(const Surface *surface)
{
    NVM_SURF_FMT_DEFINE_ATTR(attrs);

    attrs[NVM_SURF_ATTR_SURF_TYPE].value = surface->type;
    attrs[NVM_SURF_ATTR_LAYOUT].value = surface->layout;
    attrs[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    attrs[NVM_SURF_ATTR_MEMORY].value = surface->memory;
    attrs[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value = surface->sampling;
    attrs[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    attrs[NVM_SURF_ATTR_COMPONENT_ORDER].value = surface->order;
    return NvMediaSurfaceFormatGetType(attrs, NVM_SURF_FMT_ATTR_MAX);
}

void surface_attrs(const Surface *surface, uint32_t width, uint32_t height,
                   NvMediaSurfAllocAttr attrs[8])
{
    const NvMediaSurfAllocAttr all[8] = {
        {NVM_SURF_ATTR_WIDTH, width},
        {NVM_SURF_ATTR_HEIGHT, height},
        {NVM_SURF_ATTR_EMB_LINES_TOP, 0U},
        {NVM_SURF_ATTR_EMB_LINES_BOTTOM, 0U},
        {NVM_SURF_ATTR_CPU_ACCESS, NVM_SURF_ATTR_CPU_ACCESS_CACHED},
        {NVM_SURF_ATTR_ALLOC_TYPE, NVM_SURF_ATTR_ALLOC_NONE},
        {NVM_SURF_ATTR_SCAN_TYPE, NVM_SURF_ATTR_SCAN_PROGRESSIVE},
        {NVM_SURF_ATTR_COLOR_STD_TYPE, surface->standard},
    };

    (void)memcpy(attrs, all, sizeof(all));
}

NvSciBufAttrList frame_list(const Place *place, NvMediaDevice *device, const Surface *surface,
                            uint32_t width, uint32_t height, NvSciBufAttrValAccessPerm perm)
{
    NvMediaSurfAllocAttr attrs[8];
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)};
    NvSciBufAttrList list = NULL;

    surface_attrs(surface, width, height, attrs);
    CALL(NvSciBufAttrListCreate(place->buf, &list));
    CALL(NvSciBufAttrListSetAttrs(list, &pair, 1U));
    CALL(NvMediaImageFillNvSciBufAttrs(device, surface_type(surface), attrs, 8U, 0U, list));
    return list;
}

void frame_make(const Place *place, NvMediaDevice *device, const Surface *surface, uint32_t width,
                uint32_t height, Frame *frame)
{
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList list =
        frame_list(place, device, surface, width, height, NvSciBufAccessPerm_ReadWrite);

    CALL(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &frame->object, &conflict));
    NvSciBufAttrListFree(list);
    CALL(NvMediaImageCreateFromNvSciBuf(device, frame->object, &frame->image));
    CHECK(frame->image->type == surface_type(surface));
    CHECK((frame->image->width == width) && (frame->image->height == height));
}

void frame_end(Frame *frame)
{
    NvMediaImageDestroy(frame->image);
    NvSciBufObjFree(frame->object);
    (void)memset(frame, 0, sizeof(*frame));
}

NvMediaImage *image_new(NvMediaDevice *device, const Surface *surface, uint32_t width,
                        uint32_t height)
{
    NvMediaSurfAllocAttr attrs[8];
    NvMediaImage *image = NULL;

    surface_attrs(surface, width, height, attrs);
    image = NvMediaImageCreateNew(device, surface_type(surface), attrs, 8U, 0U);
    CHECK(image != NULL);
    return image;
}

void frame_draw(const NvMediaImage *image, uint32_t seed)
{
    const uint32_t pitch = image->width * 4U;
    uint8_t *const bytes = malloc((size_t)pitch * image->height);
    void *pointers[1] = {bytes};

    CHECK(bytes != NULL);
    for (uint32_t y = 0U; y < image->height; y++) {
        for (uint32_t x = 0U; x < image->width; x++) {
            const Pixel pixel = pattern(seed, x, y);

            (void)memcpy(&bytes[((size_t)y * pitch) + ((size_t)x * 4U)], &pixel, 4U);
        }
    }
    CALL(NvMediaImagePutBits(image, NULL, pointers, &pitch));
    free(bytes);
}

void frame_read(const NvMediaImage *image, uint8_t *planes[3])
{
    const uint32_t pitches[3] = {image->width, image->width / 2U, image->width / 2U};
    void *pointers[3] = {planes[0], planes[1], planes[2]};

    CALL(NvMediaImageGetBits(image, NULL, pointers, pitches));
}

uint32_t frame_faults(const NvMediaImage *image, uint32_t seed)
{
    const size_t luma = (size_t)image->width * image->height;
    uint8_t *const bytes = malloc((luma * 3U) / 2U);
    uint8_t *planes[3] = {bytes, bytes + luma, bytes + luma + (luma / 4U)};
    const Yuv yuv = {planes[0],         planes[1],         planes[2], image->width,
                     image->width / 2U, image->width / 2U, 1U};
    uint32_t faults = 0U;

    CHECK(bytes != NULL);
    frame_read(image, planes);
    faults = yuv_faults(&yuv, image->width, image->height, seed, 1U);
    free(bytes);
    return faults;
}
