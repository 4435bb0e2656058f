/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media6_test.c
 * Headers of NvMedia 2D, layers and compose parameters.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "numbers.h"
#include "nvmedia6/nvmedia_2d.h"
#include "nvmedia6/nvmedia_2d_sci.h"
#include "nvmedia6/nvmedia_core.h"

#define TEXT_OF(name) #name
#define TEXT(name)    TEXT_OF(name)

/**
 * Every constant has the value of the API.
 * @verifies RF-MEDIA-902
 */
static void constants_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NVMEDIA_2D_VERSION_MAJOR, 8U),
        NUMBER(NVMEDIA_2D_VERSION_MINOR, 0U),
        NUMBER(NVMEDIA_2D_VERSION_PATCH, 0U),
        NUMBER(NVMEDIA_2D_MAX_FILTER_BUFFERS, 16U),
        NUMBER(NVMEDIA_2D_MAX_PRE_FENCES, 16U),
        NUMBER(NVMEDIA_2D_MAX_LAYERS, 16U),
        NUMBER(NVMEDIA_2D_FILTER_OFF, 1U),
        NUMBER(NVMEDIA_2D_FILTER_LOW, 2U),
        NUMBER(NVMEDIA_2D_FILTER_MEDIUM, 3U),
        NUMBER(NVMEDIA_2D_FILTER_HIGH, 4U),
        NUMBER(NVMEDIA_2D_TRANSFORM_NONE, 0U),
        NUMBER(NVMEDIA_2D_TRANSFORM_ROTATE_90, 1U),
        NUMBER(NVMEDIA_2D_TRANSFORM_ROTATE_180, 2U),
        NUMBER(NVMEDIA_2D_TRANSFORM_ROTATE_270, 3U),
        NUMBER(NVMEDIA_2D_TRANSFORM_FLIP_HORIZONTAL, 4U),
        NUMBER(NVMEDIA_2D_TRANSFORM_INV_TRANSPOSE, 5U),
        NUMBER(NVMEDIA_2D_TRANSFORM_FLIP_VERTICAL, 6U),
        NUMBER(NVMEDIA_2D_TRANSFORM_TRANSPOSE, 7U),
        NUMBER(NVMEDIA_2D_BLEND_MODE_DISABLED, 1U),
        NUMBER(NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA, 2U),
        NUMBER(NVMEDIA_2D_BLEND_MODE_STRAIGHT_ALPHA, 3U),
        NUMBER(NVMEDIA_2D_BLEND_MODE_PREMULTIPLIED_ALPHA, 4U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Structures have their members in the order of the API, each of its type.
 * @verifies RF-MEDIA-902
 */
static void types_have_the_layout_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(sizeof(NvMediaVersion), 3U),
        NUMBER(offsetof(NvMediaVersion, major), 0U),
        NUMBER(offsetof(NvMediaVersion, minor), 1U),
        NUMBER(offsetof(NvMediaVersion, patch), 2U),
        NUMBER(sizeof(NvMedia2DComposeParameters), 4U),
        NUMBER(sizeof(NvMedia2DFilterBuffer), 4U),
        NUMBER(sizeof(NvMedia2DAttributes), 20U),
        NUMBER(offsetof(NvMedia2DAttributes, numComposeParameters), 0U),
        NUMBER(offsetof(NvMedia2DAttributes, maxRegisteredBuffers), 4U),
        NUMBER(offsetof(NvMedia2DAttributes, maxRegisteredSyncs), 8U),
        NUMBER(offsetof(NvMedia2DAttributes, maxFilterBuffers), 12U),
        NUMBER(offsetof(NvMedia2DAttributes, flags), 16U),
        NUMBER(sizeof(NvMedia2DComposeResult), 8U),
        NUMBER(offsetof(NvMedia2DComposeResult, operationId), 0U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Every function has the parameters and the result of the API.
 * @verifies RF-MEDIA-903
 */
static void functions_have_their_prototypes(void **state)
{
    static const Prototype prototypes[] = {
        PROTOTYPE(NvMedia2DGetVersion, NvMediaStatus, NvMediaVersion *const version),
        PROTOTYPE(NvMedia2DCreate, NvMediaStatus, NvMedia2D * *handle,
                  NvMedia2DAttributes const *const attr),
        PROTOTYPE(NvMedia2DDestroy, NvMediaStatus, NvMedia2D *const handle),
        PROTOTYPE(NvMedia2DGetComposeParameters, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DComposeParameters *const params),
        PROTOTYPE(NvMedia2DSetSrcFilter, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DComposeParameters const params, uint32_t const index,
                  NvMedia2DFilter const filter),
        PROTOTYPE(NvMedia2DSetSrcGeometry, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DComposeParameters const params, uint32_t const index,
                  NvMediaRect const *const srcRect, NvMediaRect const *const dstRect,
                  NvMedia2DTransform const transform),
        PROTOTYPE(NvMedia2DSetSrcBlendMode, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DComposeParameters const params, uint32_t const index,
                  NvMedia2DBlendMode const blendMode, float const constantAlpha),
        PROTOTYPE(NvMedia2DCreateFilterBuffer, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DFilterBuffer *const buffer),
        PROTOTYPE(NvMedia2DDestroyFilterBuffer, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DFilterBuffer const buffer),
        PROTOTYPE(NvMedia2DCompose, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DComposeParameters const params, NvMedia2DComposeResult *const result),
        PROTOTYPE(NvMedia2DFillNvSciBufAttrList, NvMediaStatus, NvMedia2D const *const handle,
                  NvSciBufAttrList const attrList),
        PROTOTYPE(NvMedia2DFillNvSciSyncAttrList, NvMediaStatus, NvMedia2D const *const handle,
                  NvSciSyncAttrList const attrList, NvMediaNvSciSyncClientType const clientType),
        PROTOTYPE(NvMedia2DRegisterNvSciBufObj, NvMediaStatus, NvMedia2D const *const handle,
                  NvSciBufObj const bufObj),
        PROTOTYPE(NvMedia2DRegisterNvSciSyncObj, NvMediaStatus, NvMedia2D const *const handle,
                  NvMediaNvSciSyncObjType const syncObjType, NvSciSyncObj const syncObj),
        PROTOTYPE(NvMedia2DUnregisterNvSciBufObj, NvMediaStatus, NvMedia2D const *const handle,
                  NvSciBufObj const bufObj),
        PROTOTYPE(NvMedia2DUnregisterNvSciSyncObj, NvMediaStatus, NvMedia2D const *const handle,
                  NvSciSyncObj const syncObj),
        PROTOTYPE(NvMedia2DSetNvSciSyncObjforEOF, NvMediaStatus, NvMedia2D const *const handle,
                  NvMedia2DComposeParameters const params, NvSciSyncObj const syncObj),
        PROTOTYPE(NvMedia2DInsertPreNvSciSyncFence, NvMediaStatus, NvMedia2D const *const handle,
                  NvMedia2DComposeParameters const params, NvSciSyncFence const *const syncFence),
        PROTOTYPE(NvMedia2DGetEOFNvSciSyncFence, NvMediaStatus, NvMedia2D const *const handle,
                  NvMedia2DComposeResult const *const result, NvSciSyncFence *const syncFence),
        PROTOTYPE(NvMedia2DSetSrcNvSciBufObj, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DComposeParameters const params, uint32_t const index,
                  NvSciBufObj srcSurface),
        PROTOTYPE(NvMedia2DSetDstNvSciBufObj, NvMediaStatus, NvMedia2D *const handle,
                  NvMedia2DComposeParameters const params, NvSciBufObj dstSurface),
    };

    (void)state;
    assert_int_equal(sizeof(prototypes) / sizeof(prototypes[0]), 21U);
    assert_prototypes(prototypes, sizeof(prototypes) / sizeof(prototypes[0]));
}

/**
 * A name that the first generation has too stands for another one; the others stand for themselves.
 * @verifies RF-MEDIA-904
 */
static void shared_names_have_link_names(void **state)
{
    static const struct {
        const char *name;
        const char *expected;
    } names[] = {
        {TEXT(NvMedia2DGetVersion), "NvMedia2DGetVersion_v6"},
        {TEXT(NvMedia2DCreate), "NvMedia2DCreate_v6"},
        {TEXT(NvMedia2DDestroy), "NvMedia2DDestroy_v6"},
        {TEXT(NvMedia2DFillNvSciSyncAttrList), "NvMedia2DFillNvSciSyncAttrList_v6"},
        {TEXT(NvMedia2DRegisterNvSciSyncObj), "NvMedia2DRegisterNvSciSyncObj_v6"},
        {TEXT(NvMedia2DUnregisterNvSciSyncObj), "NvMedia2DUnregisterNvSciSyncObj_v6"},
        {TEXT(NvMedia2DSetNvSciSyncObjforEOF), "NvMedia2DSetNvSciSyncObjforEOF_v6"},
        {TEXT(NvMedia2DInsertPreNvSciSyncFence), "NvMedia2DInsertPreNvSciSyncFence_v6"},
        {TEXT(NvMedia2DGetEOFNvSciSyncFence), "NvMedia2DGetEOFNvSciSyncFence_v6"},
        {TEXT(NvMedia2DCompose), "NvMedia2DCompose"},
        {TEXT(NvMedia2DSetSrcNvSciBufObj), "NvMedia2DSetSrcNvSciBufObj"},
    };

    (void)state;
    for (size_t i = 0U; i < (sizeof(names) / sizeof(names[0])); i++) {
        assert_string_equal(names[i].name, names[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(constants_have_the_values_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(types_have_the_layout_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(functions_have_their_prototypes, nothing_is_left),
        cmocka_unit_test_teardown(shared_names_have_link_names, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/media6", tests, NULL, NULL);
}
