/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file null_calls_layers_test.c
 * What a phase does not admit is refused and counted whatever the arguments are.
 */
#include "null_calls.h"
#include "nvmedia6/nvmedia_2d.h"
#include "nvmedia6/nvmedia_2d_sci.h"

static void call_all(void)
{
    NULL_STATUS(NvMedia2DGetVersion_v6, (NULL));
    NULL_STATUS(NvMedia2DCreate_v6, (NULL, NULL));
    NULL_STATUS(NvMedia2DDestroy_v6, (NULL));
    NULL_STATUS(NvMedia2DGetComposeParameters, (NULL, NULL));
    NULL_STATUS(NvMedia2DSetSrcFilter,
                (NULL, (NvMedia2DComposeParameters)0, 0U, (NvMedia2DFilter)0));
    NULL_STATUS(NvMedia2DSetSrcGeometry,
                (NULL, (NvMedia2DComposeParameters)0, 0U, NULL, NULL, (NvMedia2DTransform)0));
    NULL_STATUS(NvMedia2DSetSrcBlendMode,
                (NULL, (NvMedia2DComposeParameters)0, 0U, (NvMedia2DBlendMode)0, 0.0F));
    NULL_STATUS(NvMedia2DCreateFilterBuffer, (NULL, NULL));
    NULL_STATUS(NvMedia2DDestroyFilterBuffer, (NULL, (NvMedia2DFilterBuffer)0));
    NULL_STATUS(NvMedia2DCompose, (NULL, (NvMedia2DComposeParameters)0, NULL));
    NULL_STATUS(NvMedia2DFillNvSciBufAttrList, (NULL, NULL));
    NULL_STATUS(NvMedia2DFillNvSciSyncAttrList_v6, (NULL, NULL, (NvMediaNvSciSyncClientType)0));
    NULL_STATUS(NvMedia2DRegisterNvSciBufObj, (NULL, NULL));
    NULL_STATUS(NvMedia2DRegisterNvSciSyncObj_v6, (NULL, (NvMediaNvSciSyncObjType)0, NULL));
    NULL_STATUS(NvMedia2DUnregisterNvSciBufObj, (NULL, NULL));
    NULL_STATUS(NvMedia2DUnregisterNvSciSyncObj_v6, (NULL, NULL));
    NULL_STATUS(NvMedia2DSetNvSciSyncObjforEOF_v6, (NULL, (NvMedia2DComposeParameters)0, NULL));
    NULL_STATUS(NvMedia2DInsertPreNvSciSyncFence_v6, (NULL, (NvMedia2DComposeParameters)0, NULL));
    NULL_STATUS(NvMedia2DGetEOFNvSciSyncFence_v6, (NULL, NULL, NULL));
    NULL_STATUS(NvMedia2DSetSrcNvSciBufObj, (NULL, (NvMedia2DComposeParameters)0, 0U, NULL));
    NULL_STATUS(NvMedia2DSetDstNvSciBufObj, (NULL, (NvMedia2DComposeParameters)0, NULL));
}

/**
 * Each function of libringfence_2d, the layers, called with NULL and zero: one that RUNTIME does
 * not admit says so and is counted once, one that it admits is not counted; and the same in DEINIT.
 * @verifies RF-MEDIA-003
 */
static void refusals_do_not_depend_on_arguments(void **state)
{
    (void)state;
    null_walk(call_all, 1100U, 1200U, (uint32_t)NVMEDIA_STATUS_UNDEFINED_STATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_do_not_depend_on_arguments)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
