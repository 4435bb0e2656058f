/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_test.c
 * Headers of NvMedia 2D, images and blits.
 */
#include <stddef.h>
#include <stdint.h>

#include "numbers.h"
#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_core.h"
#include "nvmedia_image.h"
#include "nvmedia_image_nvscibuf.h"
#include "nvmedia_surface.h"

/** Where what follows a member begins, whose alignment is that of its type. */
#define BEHIND(type, member, next)                                                                 \
    (((offsetof(type, member) + sizeof(((type *)0)->member)) + _Alignof(next) - 1U) /              \
     _Alignof(next) * _Alignof(next))

/**
 * Every constant of the common header and of surfaces has the value of the API.
 * @verifies RF-MEDIA-901
 */
static void common_constants_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NVMEDIA_TRUE, 1U),
        NUMBER(NVMEDIA_FALSE, 0U),
        NUMBER(NVMEDIA_STATUS_OK, 0U),
        NUMBER(NVMEDIA_STATUS_BAD_PARAMETER, 1U),
        NUMBER(NVMEDIA_STATUS_PENDING, 2U),
        NUMBER(NVMEDIA_STATUS_TIMED_OUT, 3U),
        NUMBER(NVMEDIA_STATUS_OUT_OF_MEMORY, 4U),
        NUMBER(NVMEDIA_STATUS_NOT_INITIALIZED, 5U),
        NUMBER(NVMEDIA_STATUS_NOT_SUPPORTED, 6U),
        NUMBER(NVMEDIA_STATUS_ERROR, 7U),
        NUMBER(NVMEDIA_STATUS_NONE_PENDING, 8U),
        NUMBER(NVMEDIA_STATUS_INSUFFICIENT_BUFFERING, 9U),
        NUMBER(NVMEDIA_STATUS_INVALID_SIZE, 10U),
        NUMBER(NVMEDIA_STATUS_INCOMPATIBLE_VERSION, 11U),
        NUMBER(NVMEDIA_STATUS_UNDEFINED_STATE, 13U),
        NUMBER(NVMEDIA_STATUS_PFSD_ERROR, 14U),
        NUMBER(NVMEDIA_STATUS_INVALID_STATE, 15U),
        NUMBER(NVMEDIA_SIGNALER, 0U),
        NUMBER(NVMEDIA_WAITER, 1U),
        NUMBER(NVMEDIA_SIGNALER_WAITER, 2U),
        NUMBER(NVMEDIA_PRESYNCOBJ, 0U),
        NUMBER(NVMEDIA_EOFSYNCOBJ, 1U),
        NUMBER(NVMEDIA_SOFSYNCOBJ, 2U),
        NUMBER(NVMEDIA_EOF_PRESYNCOBJ, 3U),
        NUMBER(NVMEDIA_SOF_PRESYNCOBJ, 4U),
        NUMBER(NVMEDIA_ACCESS_MODE_READ, 0U),
        NUMBER(NVMEDIA_ACCESS_MODE_READ_WRITE, 1U),
        NUMBER(NVM_SURF_ATTR_SURF_TYPE, 0U),
        NUMBER(NVM_SURF_ATTR_LAYOUT, 1U),
        NUMBER(NVM_SURF_ATTR_DATA_TYPE, 2U),
        NUMBER(NVM_SURF_ATTR_MEMORY, 3U),
        NUMBER(NVM_SURF_ATTR_SUB_SAMPLING_TYPE, 4U),
        NUMBER(NVM_SURF_ATTR_BITS_PER_COMPONENT, 5U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER, 6U),
        NUMBER(NVM_SURF_FMT_ATTR_MAX, 7U),
        NUMBER(NVM_SURF_ATTR_SURF_TYPE_YUV, 1U),
        NUMBER(NVM_SURF_ATTR_SURF_TYPE_RGBA, 2U),
        NUMBER(NVM_SURF_ATTR_SURF_TYPE_RAW, 3U),
        NUMBER(NVM_SURF_ATTR_LAYOUT_BL, 1U),
        NUMBER(NVM_SURF_ATTR_LAYOUT_PL, 2U),
        NUMBER(NVM_SURF_ATTR_DATA_TYPE_UINT, 1U),
        NUMBER(NVM_SURF_ATTR_DATA_TYPE_INT, 2U),
        NUMBER(NVM_SURF_ATTR_DATA_TYPE_FLOAT, 3U),
        NUMBER(NVM_SURF_ATTR_DATA_TYPE_FLOATISP, 4U),
        NUMBER(NVM_SURF_ATTR_MEMORY_PLANAR, 1U),
        NUMBER(NVM_SURF_ATTR_MEMORY_SEMI_PLANAR, 2U),
        NUMBER(NVM_SURF_ATTR_MEMORY_PACKED, 3U),
        NUMBER(NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE, 0U),
        NUMBER(NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420, 1U),
        NUMBER(NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422, 2U),
        NUMBER(NVM_SURF_ATTR_SUB_SAMPLING_TYPE_444, 3U),
        NUMBER(NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422R, 4U),
        NUMBER(NVM_SURF_ATTR_BITS_PER_COMPONENT_8, 1U),
        NUMBER(NVM_SURF_ATTR_BITS_PER_COMPONENT_10, 2U),
        NUMBER(NVM_SURF_ATTR_BITS_PER_COMPONENT_12, 3U),
        NUMBER(NVM_SURF_ATTR_BITS_PER_COMPONENT_14, 4U),
        NUMBER(NVM_SURF_ATTR_BITS_PER_COMPONENT_16, 5U),
        NUMBER(NVM_SURF_ATTR_BITS_PER_COMPONENT_32, 6U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_LUMA, 1U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_YUV, 2U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_YVU, 3U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_YUYV, 4U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_YVYU, 5U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_VYUY, 6U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_VUYX, 10U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_RGBA, 18U),
        NUMBER(NVM_SURF_ATTR_COMPONENT_ORDER_BGRA, 20U),
        NUMBER(NVM_SURF_ATTR_CPU_ACCESS_UNCACHED, 1U),
        NUMBER(NVM_SURF_ATTR_CPU_ACCESS_CACHED, 2U),
        NUMBER(NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED, 3U),
        NUMBER(NVM_SURF_ATTR_ALLOC_NONE, 0U),
        NUMBER(NVM_SURF_ATTR_ALLOC_ISOCHRONOUS, 1U),
        NUMBER(NVM_SURF_ATTR_SCAN_PROGRESSIVE, 1U),
        NUMBER(NVM_SURF_ATTR_COLOR_STD_SRGB, 1U),
        NUMBER(NVM_SURF_ATTR_COLOR_STD_REC601_SR, 2U),
        NUMBER(NVM_SURF_ATTR_COLOR_STD_REC601_ER, 3U),
        NUMBER(NVM_SURF_ATTR_COLOR_STD_REC709_SR, 4U),
        NUMBER(NVM_SURF_ATTR_COLOR_STD_REC709_ER, 5U),
        NUMBER(NVM_SURF_ATTR_COLOR_STD_SENSOR_RGBA, 11U),
        NUMBER(NVM_SURF_ALLOC_ATTR_MAX, 8U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Every constant of images and blits has the value of the API.
 * @verifies RF-MEDIA-901
 */
static void constants_of_blits_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NVMEDIA_2D_VERSION_MAJOR, 3U),
        NUMBER(NVMEDIA_2D_VERSION_MINOR, 9U),
        NUMBER(NVMEDIA_2D_NVSCISYNC_VERSION_MAJOR, 1U),
        NUMBER(NVMEDIA_2D_NVSCISYNC_VERSION_MINOR, 0U),
        NUMBER(NVMEDIA_IMAGE_NVSCIBUF_VERSION_MAJOR, 1U),
        NUMBER(NVMEDIA_IMAGE_NVSCIBUF_VERSION_MINOR, 0U),
        NUMBER(NVMEDIA_2D_MAX_PRENVSCISYNCFENCES, 3U),
        NUMBER(NVMEDIA_2D_BLIT_PARAMS_FILTER, 1U),
        NUMBER(NVMEDIA_2D_BLIT_PARAMS_FLAGS, 2U),
        NUMBER(NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM, 4U),
        NUMBER(NVMEDIA_2D_BLIT_PARAMS_COLOR_STD, 8U),
        NUMBER(NVMEDIA_2D_STRETCH_FILTER_OFF, 1U),
        NUMBER(NVMEDIA_2D_STRETCH_FILTER_LOW, 2U),
        NUMBER(NVMEDIA_2D_STRETCH_FILTER_MEDIUM, 3U),
        NUMBER(NVMEDIA_2D_STRETCH_FILTER_HIGH, 4U),
        NUMBER(NVMEDIA_TRANSFORM_NONE, 0U),
        NUMBER(NVMEDIA_TRANSFORM_ROTATE_90, 1U),
        NUMBER(NVMEDIA_TRANSFORM_ROTATE_180, 2U),
        NUMBER(NVMEDIA_TRANSFORM_ROTATE_270, 3U),
        NUMBER(NVMEDIA_TRANSFORM_FLIP_HORIZONTAL, 4U),
        NUMBER(NVMEDIA_TRANSFORM_INV_TRANSPOSE, 5U),
        NUMBER(NVMEDIA_TRANSFORM_FLIP_VERTICAL, 6U),
        NUMBER(NVMEDIA_TRANSFORM_TRANSPOSE, 7U),
        NUMBER(NVMEDIA_COLOR_STANDARD_ITUR_BT_601, 0U),
        NUMBER(NVMEDIA_COLOR_STANDARD_ITUR_BT_709, 1U),
        NUMBER(NVMEDIA_COLOR_STANDARD_SMPTE_240M, 2U),
        NUMBER(NVMEDIA_COLOR_STANDARD_ITUR_BT_601_ER, 3U),
        NUMBER(NVMEDIA_IMAGE_ACCESS_READ, 1U),
        NUMBER(NVMEDIA_IMAGE_ACCESS_WRITE, 2U),
        NUMBER(NVMEDIA_IMAGE_ACCESS_READ_WRITE, 3U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Structures have their members in the order of the API, each of its type.
 * @verifies RF-MEDIA-901
 */
static void types_have_the_layout_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(sizeof(NvMediaBool), 4U),
        NUMBER(sizeof(NvMediaTime), sizeof(struct timespec)),
        NUMBER(sizeof(NvMediaSurfaceType), sizeof(unsigned int)),
        NUMBER(sizeof(NvMediaVersion), 2U),
        NUMBER(offsetof(NvMediaVersion, major), 0U),
        NUMBER(offsetof(NvMediaVersion, minor), 1U),
        NUMBER(sizeof(NvMediaRect), 8U),
        NUMBER(offsetof(NvMediaRect, x0), 0U),
        NUMBER(offsetof(NvMediaRect, y0), 2U),
        NUMBER(offsetof(NvMediaRect, x1), 4U),
        NUMBER(offsetof(NvMediaRect, y1), 6U),
        NUMBER(sizeof(NvMediaSurfFormatAttr), 8U),
        NUMBER(offsetof(NvMediaSurfFormatAttr, value), 4U),
        NUMBER(sizeof(NvMediaSurfAllocAttr), 8U),
        NUMBER(offsetof(NvMediaSurfAllocAttr, value), 4U),
        NUMBER(offsetof(NvMediaImage, type), 0U),
        NUMBER(offsetof(NvMediaImage, width), 4U),
        NUMBER(offsetof(NvMediaImage, height), 8U),
        NUMBER(offsetof(NvMediaImage, imageCount), 12U),
        NUMBER(offsetof(NvMediaImage, embeddedDataTopSize), 16U),
        NUMBER(offsetof(NvMediaImage, embeddedDataBottomSize), 20U),
        NUMBER(offsetof(NvMediaImage, attributes), 24U),
        NUMBER(offsetof(NvMediaImage, tag), BEHIND(NvMediaImage, attributes, void *)),
        NUMBER(offsetof(NvMediaImage, captureTimeStamp), BEHIND(NvMediaImage, tag, NvMediaTime)),
        NUMBER(offsetof(NvMediaImage, captureGlobalTimeStamp),
               BEHIND(NvMediaImage, captureTimeStamp, NvMediaGlobalTime)),
        NUMBER(offsetof(NvMediaImage, colorStd),
               BEHIND(NvMediaImage, captureGlobalTimeStamp, uint32_t)),
        NUMBER(offsetof(NvMediaImage, imgPriv), BEHIND(NvMediaImage, colorStd, void *)),
        NUMBER(offsetof(NvMediaImageSurface, pitch), 0U),
        NUMBER(offsetof(NvMediaImageSurface, mapping), sizeof(void *)),
        NUMBER(offsetof(NvMediaImageSurfaceMap, type), 0U),
        NUMBER(offsetof(NvMediaImageSurfaceMap, width), 4U),
        NUMBER(offsetof(NvMediaImageSurfaceMap, height), 8U),
        NUMBER(offsetof(NvMediaImageSurfaceMap, surfaces), 12U),
        NUMBER(offsetof(NvMediaImageSurfaceMap, surface), 16U),
        NUMBER(offsetof(NvMediaImageSurfaceMap, metaData), 16U + (6U * 2U * sizeof(void *))),
        NUMBER(sizeof(NvMedia2DBlitParameters), 20U),
        NUMBER(offsetof(NvMedia2DBlitParameters, validFields), 0U),
        NUMBER(offsetof(NvMedia2DBlitParameters, filter), 4U),
        NUMBER(offsetof(NvMedia2DBlitParameters, flags), 8U),
        NUMBER(offsetof(NvMedia2DBlitParameters, dstTransform), 12U),
        NUMBER(offsetof(NvMedia2DBlitParameters, colorStandard), 16U),
        NUMBER(sizeof(NvMedia2DBlitParametersOut), 32U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Format attributes that a program defines stand at the place of their type, with the value 0.
 * @verifies RF-MEDIA-905
 */
static void format_attributes_are_an_array(void **state)
{
    NVM_SURF_FMT_DEFINE_ATTR(attributes);

    (void)state;
    assert_int_equal(sizeof(attributes) / sizeof(attributes[0]), 7U);
    for (uint32_t i = 0U; i < 7U; i++) {
        assert_int_equal(attributes[i].type, i);
        assert_int_equal(attributes[i].value, 0U);
    }
}

/**
 * Every function of devices, surfaces and images has the parameters and the result of the API.
 * @verifies RF-MEDIA-903
 */
static void functions_of_images_have_their_prototypes(void **state)
{
    static const Prototype prototypes[] = {
        PROTOTYPE(NvMediaDeviceCreate, NvMediaDevice *, void),
        PROTOTYPE(NvMediaDeviceDestroy, void, NvMediaDevice *device),
        PROTOTYPE(NvMediaSurfaceFormatGetType, NvMediaSurfaceType, NvMediaSurfFormatAttr * attrs,
                  uint32_t numAttrs),
        PROTOTYPE(NvMediaSurfaceFormatGetAttrs, NvMediaStatus, NvMediaSurfaceType type,
                  NvMediaSurfFormatAttr * attrs, uint32_t numAttrs),
        PROTOTYPE(NvMediaImageNvSciBufInit, NvMediaStatus, void),
        PROTOTYPE(NvMediaImageNvSciBufDeinit, void, void),
        PROTOTYPE(NvMediaImageNvSciBufGetVersion, NvMediaStatus, NvMediaVersion * version),
        PROTOTYPE(NvMediaImageFillNvSciBufAttrs, NvMediaStatus, const NvMediaDevice *device,
                  NvMediaSurfaceType type, const NvMediaSurfAllocAttr *attrs, uint32_t numAttrs,
                  uint64_t flags, NvSciBufAttrList attr_h),
        PROTOTYPE(NvMediaImageCreateFromNvSciBuf, NvMediaStatus, NvMediaDevice * device,
                  NvSciBufObj nvscibufObject, NvMediaImage * *nvmImage),
        PROTOTYPE(NvMediaImageCreateNew, NvMediaImage *, NvMediaDevice * device,
                  NvMediaSurfaceType type, const NvMediaSurfAllocAttr *attrs, uint32_t numAttrs,
                  uint32_t flags),
        PROTOTYPE(NvMediaImageDestroy, void, NvMediaImage *image),
        PROTOTYPE(NvMediaImageLock, NvMediaStatus, const NvMediaImage *image,
                  uint32_t lockAccessType, NvMediaImageSurfaceMap *surfaceMap),
        PROTOTYPE(NvMediaImageUnlock, void, NvMediaImage *image),
        PROTOTYPE(NvMediaImagePutBits, NvMediaStatus, const NvMediaImage *image,
                  const NvMediaRect *dstRect, void **srcPntrs, const uint32_t *srcPitches),
        PROTOTYPE(NvMediaImageGetBits, NvMediaStatus, const NvMediaImage *image,
                  const NvMediaRect *srcRect, void **dstPntrs, const uint32_t *dstPitches),
    };

    (void)state;
    assert_int_equal(sizeof(prototypes) / sizeof(prototypes[0]), 15U);
    assert_prototypes(prototypes, sizeof(prototypes) / sizeof(prototypes[0]));
}

/**
 * Every function of blits has the parameters and the result of the API.
 * @verifies RF-MEDIA-903
 */
static void functions_of_blits_have_their_prototypes(void **state)
{
    static const Prototype prototypes[] = {
        PROTOTYPE(NvMedia2DGetVersion, NvMediaStatus, NvMediaVersion * version),
        PROTOTYPE(NvMedia2DCreate, NvMedia2D *, NvMediaDevice * device),
        PROTOTYPE(NvMedia2DDestroy, void, NvMedia2D *i2d),
        PROTOTYPE(NvMedia2DDestroyEx, NvMediaStatus, NvMedia2D * i2d),
        PROTOTYPE(NvMedia2DBlitEx, NvMediaStatus, const NvMedia2D *i2d,
                  const NvMediaImage *dstSurface, const NvMediaRect *dstRect,
                  const NvMediaImage *srcSurface, const NvMediaRect *srcRect,
                  const NvMedia2DBlitParameters *params, NvMedia2DBlitParametersOut *paramsOut),
        PROTOTYPE(NvMedia2DCopyPlaneNew, NvMediaStatus, const NvMedia2D *i2d,
                  const NvMediaImage *dstSurface, uint32_t dstPlane, const NvMediaImage *srcSurface,
                  uint32_t srcPlane),
        PROTOTYPE(NvMedia2DImageRegister, NvMediaStatus, const NvMedia2D *i2d,
                  const NvMediaImage *image, NvMediaAccessMode accessMode),
        PROTOTYPE(NvMedia2DImageUnRegister, NvMediaStatus, const NvMedia2D *i2d,
                  const NvMediaImage *image),
        PROTOTYPE(NvMedia2DNvSciSyncGetVersion, NvMediaStatus, NvMediaVersion * version),
        PROTOTYPE(NvMedia2DFillNvSciSyncAttrList, NvMediaStatus, NvMedia2D * i2d,
                  NvSciSyncAttrList attrlist, NvMediaNvSciSyncClientType clienttype),
        PROTOTYPE(NvMedia2DRegisterNvSciSyncObj, NvMediaStatus, NvMedia2D * i2d,
                  NvMediaNvSciSyncObjType syncobjtype, NvSciSyncObj nvscisync),
        PROTOTYPE(NvMedia2DUnregisterNvSciSyncObj, NvMediaStatus, NvMedia2D * i2d,
                  NvSciSyncObj nvscisync),
        PROTOTYPE(NvMedia2DSetNvSciSyncObjforEOF, NvMediaStatus, NvMedia2D * i2d,
                  NvSciSyncObj nvscisyncEOF),
        PROTOTYPE(NvMedia2DInsertPreNvSciSyncFence, NvMediaStatus, NvMedia2D * i2d,
                  const NvSciSyncFence *prenvscisyncfence),
        PROTOTYPE(NvMedia2DGetEOFNvSciSyncFence, NvMediaStatus, NvMedia2D * i2d,
                  NvSciSyncObj eofnvscisyncobj, NvSciSyncFence * eofnvscisyncfence),
    };

    (void)state;
    assert_int_equal(sizeof(prototypes) / sizeof(prototypes[0]), 15U);
    assert_prototypes(prototypes, sizeof(prototypes) / sizeof(prototypes[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(common_constants_have_the_values_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(constants_of_blits_have_the_values_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(types_have_the_layout_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(format_attributes_are_an_array, nothing_is_left),
        cmocka_unit_test_teardown(functions_of_images_have_their_prototypes, nothing_is_left),
        cmocka_unit_test_teardown(functions_of_blits_have_their_prototypes, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/media", tests, NULL, NULL);
}
