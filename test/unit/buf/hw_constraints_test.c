/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hw_constraints_test.c
 * What engines demand of a buffer.
 */
#include "buf_make.h"

#include "buf/buf.h"

#define ENGINES NvSciBufGeneralAttrKey_PeerHwEngineArray
#define LAYOUT  NvSciBufImageAttrKey_Layout
#define SCAN    NvSciBufImageAttrKey_ScanType
#define BLOCK   ((uint32_t)NvSciBufImage_BlockLinearType)
#define PITCH   ((uint32_t)NvSciBufImage_PitchLinearType)

static const NvSciBufHwEngName g_names[] = {
    NvSciBufHwEngName_Display, NvSciBufHwEngName_Isp,   NvSciBufHwEngName_Vi,
    NvSciBufHwEngName_Csi,     NvSciBufHwEngName_Vic,   NvSciBufHwEngName_Gpu,
    NvSciBufHwEngName_MSENC,   NvSciBufHwEngName_NVDEC, NvSciBufHwEngName_NVJPG,
    NvSciBufHwEngName_PVA,     NvSciBufHwEngName_DLA,   NvSciBufHwEngName_PCIe,
    NvSciBufHwEngName_OFA,     NvSciBufHwEngName_NPM};

static NvSciBufAttrList image_list(uint32_t layout, uint32_t scan)
{
    return LIST(TYPES(NvSciBufType_Image), PAIR(LAYOUT, uint32_t, layout),
                PAIR(SCAN, uint32_t, scan), PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 1U),
                PAIR(NvSciBufImageAttrKey_PlaneColorFormat, uint32_t, NvSciColor_A8),
                PAIR(NvSciBufImageAttrKey_PlaneWidth, uint32_t, 100U),
                PAIR(NvSciBufImageAttrKey_PlaneHeight, uint32_t, 100U));
}

static NvSciBufAttrList engine_list(NvSciBufHwEngName name)
{
    return LIST(TYPES(NvSciBufType_Image),
                PAIR(ENGINES, NvSciBufPeerHwEngine, {name, NvSciBufPlatformName_Orin}));
}

/** @verifies RF-BUF-038 */
static void engines_and_platforms_are_known(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_names); i++) {
        for (uint32_t platform = 0U; platform < 6U; platform++) {
            const NvSciBufPeerHwEngine engine = {g_names[i], (NvSciBufPlatformName)platform};

            assert_int_equal(buf_engine_is_known(engine), (platform >= 1U) && (platform <= 3U));
        }
    }
    for (uint32_t name = 0U; name < 200U; name++) {
        const NvSciBufPeerHwEngine engine = {(NvSciBufHwEngName)name, NvSciBufPlatformName_PG189};
        bool known = false;

        for (size_t i = 0U; i < COUNT_OF(g_names); i++) {
            known = known || ((uint32_t)g_names[i] == name);
        }
        assert_int_equal(buf_engine_is_known(engine), known);
    }
}

/**
 * Encoders and JPEG engines and the DLA want pitch-linear images, decoders block-linear ones;
 * encoders and JPEG engines want progressive ones. What does not fit is refused and explained.
 * @verifies RF-BUF-038
 */
static void layouts_and_scans_are_checked(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_names); i++) {
        const bool linear = (g_names[i] == NvSciBufHwEngName_MSENC) ||
                            (g_names[i] == NvSciBufHwEngName_NVJPG) ||
                            (g_names[i] == NvSciBufHwEngName_DLA);
        const bool block = (g_names[i] == NvSciBufHwEngName_NVDEC);
        const bool progressive = linear && (g_names[i] != NvSciBufHwEngName_DLA);

        for (uint32_t choice = 0U; choice < 4U; choice++) {
            const uint32_t layout = choice & 1U;
            const uint32_t scan = choice >> 1U;
            NvSciBufAttrList lists[] = {image_list(layout, scan), engine_list(g_names[i])};

            if ((linear && (layout == BLOCK)) || (block && (layout == PITCH))) {
                const RingfenceConflict why = buf_conflict_of(lists, 2U, NvSciError_NotSupported,
                                                              ENGINES, RINGFENCE_RULE_CONSISTENT);

                assert_int_equal(why.first.list, 1U);
                assert_int_equal(why.second.list, 0U);
                assert_int_equal(why.second.key, LAYOUT);
            } else if (progressive && (scan == 1U)) {
                const RingfenceConflict why = buf_conflict_of(lists, 2U, NvSciError_NotSupported,
                                                              ENGINES, RINGFENCE_RULE_CONSISTENT);

                assert_int_equal(why.second.key, SCAN);
            } else {
                NvSciBufAttrListFree(buf_reconciled(lists, 2U));
            }
        }
    }
}

/**
 * Of several lists that name engines, the one whose engines do not fit is named.
 * @verifies RF-BUF-038
 */
static void the_list_that_does_not_fit_is_named(void **state)
{
    NvSciBufAttrList lists[] = {engine_list(NvSciBufHwEngName_Vic), image_list(PITCH, 0U),
                                engine_list(NvSciBufHwEngName_NVDEC),
                                engine_list(NvSciBufHwEngName_MSENC)};
    const RingfenceConflict why =
        buf_conflict_of(lists, 4U, NvSciError_NotSupported, ENGINES, RINGFENCE_RULE_CONSISTENT);

    (void)state;
    assert_int_equal(why.first.origin, RINGFENCE_ORIGIN_LIST);
    assert_int_equal(why.first.list, 2U);
}

/**
 * Alignments are the greatest of all engines: base addresses of 256 bytes, pitches of 64.
 * @verifies RF-BUF-038
 */
static void the_greatest_demand_holds(void **state)
{
    static const struct {
        NvSciBufPeerHwEngine engines[3];
        size_t count;
        uint64_t pitch;
        uint64_t base;
        bool used;
        bool incoherent;
    } cases[] = {
        {{{NvSciBufHwEngName_Gpu, 1}}, 1U, 1U, 1U, false, false},
        {{{NvSciBufHwEngName_Invalid, 1}}, 1U, 1U, 1U, false, false},
        {{{NvSciBufHwEngName_Vic, 1}}, 1U, 1U, 1U, true, false},
        {{{NvSciBufHwEngName_Vi, 1}}, 1U, 64U, 1U, true, true},
        {{{NvSciBufHwEngName_Isp, 1}}, 1U, 1U, 256U, true, true},
        {{{NvSciBufHwEngName_Display, 1}}, 1U, 1U, 1U, true, true},
        {{{NvSciBufHwEngName_MSENC, 1}, {NvSciBufHwEngName_DLA, 2}}, 2U, 64U, 256U, true, false},
        {{{NvSciBufHwEngName_Vi, 1}, {NvSciBufHwEngName_Isp, 1}, {NvSciBufHwEngName_Gpu, 3}},
         3U,
         64U,
         256U,
         true,
         true}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const AttrValue value = {cases[i].engines, cases[i].count * sizeof(NvSciBufPeerHwEngine)};
        const BufEngineNeeds needs = buf_engine_needs(value);

        assert_int_equal(needs.pitch_align, cases[i].pitch);
        assert_int_equal(needs.base_align, cases[i].base);
        assert_int_equal(needs.is_used, cases[i].used);
        assert_int_equal(needs.is_incoherent, cases[i].incoherent);
    }
}

/**
 * Late peers without engines: all engines that admit the layout and scan are taken into account.
 * With engines, those alone.
 * @verifies RF-BUF-039
 */
static void late_peers_without_engines_may_use_any(void **state)
{
    const NvSciBufAttrKey align = NvSciBufRawBufferAttrKey_Align;
    NvSciBufAttrList raw[3];
    NvSciBufAttrList image[4];

    (void)state;
    for (size_t i = 0U; i < 3U; i++) {
        NvSciBufAttrList list =
            LIST(TYPES(NvSciBufType_RawBuffer), PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 64U),
                 PAIR(align, uint64_t, 1U));

        if (i >= 1U) {
            assert_int_equal(SET(list, PAIR(NvSciBufGeneralAttrKey_PeerLocationInfo,
                                            NvSciBufPeerLocationInfo, {1U, 2U, 0U})),
                             NvSciError_Success);
        }
        if (i == 2U) {
            assert_int_equal(
                SET(list, PAIR(ENGINES, NvSciBufPeerHwEngine, {NvSciBufHwEngName_Vic, 1})),
                NvSciError_Success);
        }
        raw[i] = buf_reconciled_one(list);
    }
    ASSERT_U64(raw[0], align, 1U);
    ASSERT_U64(raw[1], align, 256U);
    ASSERT_U64(raw[2], align, 1U);
    buf_free_lists(raw, 3U);
    for (uint32_t choice = 0U; choice < 4U; choice++) {
        NvSciBufAttrList list = image_list(choice & 1U, choice >> 1U);

        assert_int_equal(SET(list,
                             PAIR(NvSciBufGeneralAttrKey_PeerLocationInfo, NvSciBufPeerLocationInfo,
                                  {1U, 2U, 0U}),
                             PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
                             PAIR(NvSciBufGeneralAttrKey_EnableCpuCache, bool, true)),
                         NvSciError_Success);
        image[choice] = buf_reconciled_one(list);
        ASSERT_U8(image[choice], NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency, 1U);
    }
    buf_free_lists(image, 4U);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_and_platforms_are_known), TEST(layouts_and_scans_are_checked),
        TEST(the_list_that_does_not_fit_is_named), cmocka_unit_test(the_greatest_demand_holds),
        TEST(late_peers_without_engines_may_use_any)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
