/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that has the names of NvMedia 2D, images and blits: it sees the
 * installed headers and libraries alone. C11 and C++17. */
#include <stdbool.h>
#include <stdlib.h>

#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_common.h"
#include "nvmedia_image.h"
#include "nvmedia_surface.h"

#define SIZE 4U

/** An RGBA image; all of its pixels have the value. */
static NvMediaImage *image_of(NvMediaDevice *device, uint8_t value)
{
    NVM_SURF_FMT_DEFINE_ATTR(format);
    NvMediaSurfAllocAttr sizes[2] = {{NVM_SURF_ATTR_WIDTH, SIZE}, {NVM_SURF_ATTR_HEIGHT, SIZE}};
    uint8_t bytes[SIZE * SIZE * 4U];
    void *planes[1] = {bytes};
    const uint32_t pitches[1] = {SIZE * 4U};
    NvMediaImage *image;

    for (uint32_t i = 0U; i < sizeof(bytes); i++) {
        bytes[i] = value;
    }
    format[NVM_SURF_ATTR_SURF_TYPE].value = NVM_SURF_ATTR_SURF_TYPE_RGBA;
    format[NVM_SURF_ATTR_LAYOUT].value = NVM_SURF_ATTR_LAYOUT_PL;
    format[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    format[NVM_SURF_ATTR_MEMORY].value = NVM_SURF_ATTR_MEMORY_PACKED;
    format[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE;
    format[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    format[NVM_SURF_ATTR_COMPONENT_ORDER].value = NVM_SURF_ATTR_COMPONENT_ORDER_RGBA;
    image = NvMediaImageCreateNew(
        device, NvMediaSurfaceFormatGetType(format, NVM_SURF_FMT_ATTR_MAX), sizes, 2U, 0U);
    if ((image != NULL) &&
        (NvMediaImagePutBits(image, NULL, planes, pitches) != NVMEDIA_STATUS_OK)) {
        NvMediaImageDestroy(image);
        image = NULL;
    }
    return image;
}

/** Whether the first pixel of an image has the value. */
static bool has_value(const NvMediaImage *image, uint8_t value)
{
    const NvMediaRect whole = {0U, 0U, SIZE, SIZE};
    uint8_t bytes[SIZE * SIZE * 4U] = {0U};
    void *planes[1] = {bytes};
    const uint32_t pitches[1] = {SIZE * 4U};

    return (NvMediaImageGetBits(image, &whole, planes, pitches) == NVMEDIA_STATUS_OK) &&
           (bytes[0] == value) && (bytes[sizeof(bytes) - 1U] == value);
}

int main(void)
{
    NvMediaVersion version = {0U, 0U};
    NvMediaDevice *const device = NvMediaDeviceCreate();
    NvMedia2D *const engine = NvMedia2DCreate(device);
    NvMediaImage *const source = image_of(device, 7U);
    NvMediaImage *const destination = image_of(device, 0U);
    bool works = (NvMedia2DGetVersion(&version) == NVMEDIA_STATUS_OK) &&
                 (version.major == NVMEDIA_2D_VERSION_MAJOR) && (engine != NULL) &&
                 (source != NULL) && (destination != NULL);

    works = works && (NvMedia2DBlitEx(engine, destination, NULL, source, NULL, NULL, NULL) ==
                      NVMEDIA_STATUS_OK);
    works = works && has_value(destination, 7U);
    NvMediaImageDestroy(source);
    NvMediaImageDestroy(destination);
    NvMedia2DDestroy(engine);
    NvMediaDeviceDestroy(device);
    return works ? EXIT_SUCCESS : EXIT_FAILURE;
}
