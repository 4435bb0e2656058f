/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file null_calls_test.c
 * What a phase does not admit is refused and counted whatever the arguments are.
 */
#include "null_calls.h"
#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_image_nvscibuf.h"
#include "ringfence_nvmedia.h"

static void call_all(void)
{
    NULL_RESULT(NvMediaDeviceCreate, (), NULL);
    NULL_SILENT(NvMediaDeviceDestroy, (NULL));
    NULL_RESULT(NvMediaSurfaceFormatGetType, (NULL, 0U), NvMediaSurfaceType_Unsupported);
    NULL_STATUS(NvMediaSurfaceFormatGetAttrs, ((NvMediaSurfaceType)0, NULL, 0U));
    NULL_STATUS(NvMediaImageNvSciBufInit, ());
    NULL_SILENT(NvMediaImageNvSciBufDeinit, ());
    NULL_STATUS(NvMediaImageNvSciBufGetVersion, (NULL));
    NULL_STATUS(NvMediaImageFillNvSciBufAttrs, (NULL, (NvMediaSurfaceType)0, NULL, 0U, 0U, NULL));
    NULL_STATUS(NvMediaImageCreateFromNvSciBuf, (NULL, NULL, NULL));
    NULL_RESULT(NvMediaImageCreateNew, (NULL, (NvMediaSurfaceType)0, NULL, 0U, 0U), NULL);
    NULL_SILENT(NvMediaImageDestroy, (NULL));
    NULL_STATUS(NvMediaImageLock, (NULL, 0U, NULL));
    NULL_SILENT(NvMediaImageUnlock, (NULL));
    NULL_STATUS(NvMediaImagePutBits, (NULL, NULL, NULL, NULL));
    NULL_STATUS(NvMediaImageGetBits, (NULL, NULL, NULL, NULL));
    NULL_STATUS(NvMedia2DGetVersion, (NULL));
    NULL_RESULT(NvMedia2DCreate, (NULL), NULL);
    NULL_SILENT(NvMedia2DDestroy, (NULL));
    NULL_STATUS(NvMedia2DDestroyEx, (NULL));
    NULL_STATUS(NvMedia2DBlitEx, (NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    NULL_STATUS(NvMedia2DCopyPlaneNew, (NULL, NULL, 0U, NULL, 0U));
    NULL_STATUS(NvMedia2DImageRegister, (NULL, NULL, (NvMediaAccessMode)0));
    NULL_STATUS(NvMedia2DImageUnRegister, (NULL, NULL));
    NULL_STATUS(NvMedia2DNvSciSyncGetVersion, (NULL));
    NULL_STATUS(NvMedia2DFillNvSciSyncAttrList, (NULL, NULL, (NvMediaNvSciSyncClientType)0));
    NULL_STATUS(NvMedia2DRegisterNvSciSyncObj, (NULL, (NvMediaNvSciSyncObjType)0, NULL));
    NULL_STATUS(NvMedia2DUnregisterNvSciSyncObj, (NULL, NULL));
    NULL_STATUS(NvMedia2DSetNvSciSyncObjforEOF, (NULL, NULL));
    NULL_STATUS(NvMedia2DInsertPreNvSciSyncFence, (NULL, NULL));
    NULL_STATUS(NvMedia2DGetEOFNvSciSyncFence, (NULL, NULL, NULL));
    NULL_STATUS(ringfenceMediaFillNvSciSyncAttrList, (NULL, (NvMediaNvSciSyncClientType)0));
    NULL_RESULT(ringfenceMediaStatusName, ((NvMediaStatus)0), NULL);
    NULL_STATUS(ringfenceMediaGetUsage, ((RingfenceMediaTable)0, NULL));
}

/**
 * Each function of libringfence_2d, the images, called with NULL and zero: one that RUNTIME does
 * not admit says so and is counted once, one that it admits is not counted; and the same in DEINIT.
 * @verifies RF-MEDIA-003
 */
static void refusals_do_not_depend_on_arguments(void **state)
{
    (void)state;
    null_walk(call_all, 1000U, 1100U, (uint32_t)NVMEDIA_STATUS_UNDEFINED_STATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_do_not_depend_on_arguments)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
