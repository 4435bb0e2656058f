/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gpu_test.c
 * Caching and compression of a buffer by GPUs.
 */
#include "buf_make.h"

#include <string.h>

#include "buf/buf.h"

#define GPUS        NvSciBufGeneralAttrKey_GpuId
#define CACHE       NvSciBufGeneralAttrKey_EnableGpuCache
#define NEED        NvSciBufGeneralAttrKey_GpuSwNeedCacheCoherency
#define COMPRESSION NvSciBufGeneralAttrKey_EnableGpuCompression
#define VIDEO       NvSciBufGeneralAttrKey_VidMem_GpuId
#define ENGINES     NvSciBufGeneralAttrKey_PeerHwEngineArray

/* clang-format off */
#define GPU_A {{0xA}}
#define GPU_B {{0xB}}
#define GPU_C {{0xC}}
#define NO_GPU {{0}}
#define RAW_PAIRS TYPES(NvSciBufType_RawBuffer), PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 64U)
/* clang-format on */

static NvSciBufAttrList raw_list(void)
{
    return LIST(RAW_PAIRS);
}

static uint32_t row_of(NvSciBufAttrList list)
{
    uint32_t row = 0U;

    assert_int_equal(list_find(OP_BUF_ATTR_LIST_CREATE, &g_buf_lists, list, &row),
                     NvSciError_Success);
    return row;
}

/** Entry `index` of a key that says something of GPUs. */
static void assert_entry(NvSciBufAttrList list, NvSciBufAttrKey key, size_t index, uint8_t gpu,
                         bool expected)
{
    const BufPair pair = buf_read(list, key);
    const NvSciBufAttrValGpuCache *const entries = pair.value;

    assert_true(((index + 1U) * sizeof(*entries)) <= pair.len);
    assert_int_equal(entries[index].gpuId.bytes[0], gpu);
    assert_int_equal(entries[index].cacheability, expected);
}

/**
 * GPU ids are a set: in any order, once each. Every GPU has an entry in each GPU output.
 * @verifies RF-BUF-040
 */
static void gpus_are_a_set(void **state)
{
    NvSciBufAttrList lists[] = {
        LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_B, GPU_A)),
        LIST(TYPES(NvSciBufType_RawBuffer), PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_C, GPU_A))};
    NvSciBufAttrList list = buf_reconciled(lists, 2U);
    const NvSciRmGpuId *const gpus = buf_read(list, GPUS).value;

    (void)state;
    assert_int_equal(buf_read(list, GPUS).len, 3U * sizeof(NvSciRmGpuId));
    assert_int_equal(gpus[0].bytes[0], 0xA);
    assert_int_equal(gpus[1].bytes[0], 0xB);
    assert_int_equal(gpus[2].bytes[0], 0xC);
    assert_int_equal(buf_read(list, CACHE).len, 3U * sizeof(NvSciBufAttrValGpuCache));
    assert_int_equal(buf_read(list, NEED).len, 3U * sizeof(NvSciBufAttrValGpuCache));
    assert_int_equal(buf_read(list, COMPRESSION).len, 3U * sizeof(NvSciBufAttrValGpuCompression));
    NvSciBufAttrListFree(list);
    list = buf_reconciled_one(raw_list());
    assert_int_equal(buf_read(list, GPUS).len, 0U);
    assert_int_equal(buf_read(list, CACHE).len, 0U);
    assert_int_equal(buf_read(list, NEED).len, 0U);
    assert_int_equal(buf_read(list, COMPRESSION).len, 0U);
    NvSciBufAttrListFree(list);
}

/**
 * An id of zeros is no GPU: it has no entry, and nothing can be asked for it.
 * @verifies RF-BUF-040
 * @verifies RF-BUF-043
 */
static void zeros_are_no_gpu(void **state)
{
    const NvSciBufAttrValGpuCompression wish = {NO_GPU,
                                                NvSciBufCompressionType_GenericCompressible};
    NvSciBufAttrList refused = LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, NO_GPU),
                                    PAIR(COMPRESSION, NvSciBufAttrValGpuCompression, wish));
    NvSciBufAttrList list = buf_reconciled_one(LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, NO_GPU)));

    (void)state;
    assert_int_equal(buf_read(list, CACHE).len, 0U);
    assert_int_equal(buf_read(list, NEED).len, 0U);
    assert_int_equal(buf_read(list, COMPRESSION).len, 0U);
    NvSciBufAttrListFree(list);
    list = buf_reconciled_one(LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, NO_GPU, GPU_A)));
    assert_int_equal(buf_read(list, CACHE).len, sizeof(NvSciBufAttrValGpuCache));
    assert_entry(list, CACHE, 0U, 0xA, false);
    NvSciBufAttrListFree(list);
    (void)buf_conflict_of(&refused, 1U, NvSciError_ReconciliationFailed, COMPRESSION,
                          RINGFENCE_RULE_CONSISTENT);
}

/**
 * More GPUs than a list can hold do not reconcile.
 * @verifies RF-BUF-040
 */
static void too_many_gpus_are_refused(void **state)
{
    NvSciRmGpuId ids[RINGFENCE_CFG_GPUS];
    BufPair pair = {GPUS, ids, sizeof(ids)};
    NvSciBufAttrList lists[] = {
        raw_list(), LIST(TYPES(NvSciBufType_RawBuffer), PAIR(GPUS, NvSciRmGpuId, {{0xFF}}))};

    (void)state;
    memset(ids, 0, sizeof(ids));
    for (size_t i = 0U; i < RINGFENCE_CFG_GPUS; i++) {
        ids[i].bytes[15] = (uint8_t)(i + 1U);
    }
    assert_int_equal(NvSciBufAttrListSetAttrs(lists[0], &pair, 1U), NvSciError_Success);
    (void)buf_conflict_of(lists, 2U, NvSciError_ReconciliationFailed, GPUS, RINGFENCE_RULE_UNION);
}

/**
 * Discrete GPUs cache video memory alone; nobody may ask them otherwise.
 * @verifies RF-BUF-041
 */
static void discrete_gpus_do_not_cache_system_memory(void **state)
{
    NvSciBufAttrList refused[] = {
        LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A)),
        LIST(TYPES(NvSciBufType_RawBuffer), PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_A, true}))};
    NvSciBufAttrList list =
        buf_reconciled_one(LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B)));
    RingfenceConflict why;

    (void)state;
    assert_entry(list, CACHE, 0U, 0xA, false);
    assert_entry(list, CACHE, 1U, 0xB, false);
    assert_entry(list, NEED, 0U, 0xA, false);
    NvSciBufAttrListFree(list);
    list = buf_reconciled_one(
        LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B), PAIR(VIDEO, NvSciRmGpuId, GPU_A)));
    assert_entry(list, CACHE, 0U, 0xA, true);
    assert_entry(list, CACHE, 1U, 0xB, true);
    assert_entry(list, NEED, 0U, 0xA, false);
    NvSciBufAttrListFree(list);
    why = buf_conflict_of(refused, 2U, NvSciError_NotSupported, CACHE, RINGFENCE_RULE_SUPPORTED);
    assert_int_equal(why.first.list, 1U);
}

/** What an integrated GPU makes of a list whose GPU keys are merged already. */
typedef struct {
    bool asked;
    bool wish;
    size_t gpus;
    bool cpu;
    bool engine;
    bool caches;
    bool needs;
} Integrated;

/**
 * Integrated GPUs cache system memory unless a list says otherwise, and need software coherency if
 * they cache and anybody else uses the buffer who does not.
 * @verifies RF-BUF-041
 * @verifies RF-BUF-042
 */
static void integrated_gpus_cache_unless_told_otherwise(void **state)
{
    static const Integrated cases[] = {{false, false, 1U, false, false, true, false},
                                       {false, false, 1U, true, false, true, true},
                                       {false, false, 1U, false, true, true, true},
                                       {true, true, 1U, true, false, true, true},
                                       {true, false, 1U, true, true, false, false},
                                       {false, false, 2U, false, false, true, false},
                                       {true, false, 2U, false, false, false, false}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciBufAttrValGpuCache wish = {GPU_A, cases[i].wish};
        NvSciBufAttrList list =
            (cases[i].gpus == 1U)
                ? LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A),
                       PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, cases[i].cpu))
                : LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B),
                       PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, cases[i].cpu));
        const uint32_t row = row_of(list);
        const NvSciBufAttrValGpuCache *out = NULL;

        if (cases[i].asked) {
            assert_int_equal(SET(list, PAIR(CACHE, NvSciBufAttrValGpuCache, wish)),
                             NvSciError_Success);
        }
        buf_gpu_compute(row, true, cases[i].engine);
        assert_int_equal(buf_count(row, BUF_GENERAL_ENABLE_GPU_CACHE), cases[i].gpus);
        out = buf_value(row, BUF_GENERAL_ENABLE_GPU_CACHE).bytes;
        assert_int_equal(out[0].cacheability, cases[i].caches);
        if (cases[i].gpus == 2U) {
            const NvSciBufAttrValGpuCache *const need =
                buf_value(row, BUF_GENERAL_GPU_SW_NEED_CACHE_COHERENCY).bytes;

            assert_true(out[1].cacheability);
            assert_int_equal(need[1].cacheability, cases[i].asked);
        }
        out = buf_value(row, BUF_GENERAL_GPU_SW_NEED_CACHE_COHERENCY).bytes;
        assert_int_equal(out[0].cacheability, cases[i].needs);
        NvSciBufAttrListFree(list);
    }
}

/** Merges the GPU keys of lists as for integrated GPUs, with the GPUs A and B. */
static NvSciError merge_integrated(NvSciBufAttrList *lists, size_t count, uint32_t row,
                                   RingfenceConflict *why)
{
    ListInputs inputs = list_inputs_begin();
    BufMerge merge = {&inputs, row, 0U, false, why};
    NvSciError status =
        list_inputs_collect(OP_BUF_ATTR_LIST_RECONCILE, &g_buf_lists, lists, count, &inputs);

    assert_int_equal(status, NvSciError_Success);
    status = buf_gpu_merge(&merge, true);
    list_inputs_end(&g_buf_lists, &inputs);
    return status;
}

/**
 * For integrated GPUs the lists are ANDed in any order; a GPU that does not use the buffer cannot
 * be named, and video memory is not to be had.
 * @verifies RF-BUF-041
 */
static void wishes_of_integrated_gpus_are_anded(void **state)
{
    (void)state;
    for (uint32_t order = 0U; order < 2U; order++) {
        NvSciBufAttrList result = LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B));
        NvSciBufAttrList lists[] = {
            LIST(RAW_PAIRS, PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_A, true})), raw_list(),
            LIST(RAW_PAIRS, PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_B, true})),
            LIST(RAW_PAIRS, PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_A, false})),
            LIST(RAW_PAIRS, PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_B, true}))};
        NvSciBufAttrList turned[] = {lists[4], lists[3], lists[2], lists[1], lists[0]};
        const uint32_t row = row_of(result);
        const NvSciBufAttrValGpuCache *out = NULL;
        RingfenceConflict why;

        assert_int_equal(merge_integrated((order == 0U) ? lists : turned, 5U, row, &why),
                         NvSciError_Success);
        buf_gpu_compute(row, true, false);
        out = buf_value(row, BUF_GENERAL_ENABLE_GPU_CACHE).bytes;
        assert_false(out[0].cacheability);
        assert_true(out[1].cacheability);
        buf_free_lists(lists, 5U);
        NvSciBufAttrListFree(result);
    }
}

/** @verifies RF-BUF-041 */
static void wishes_name_gpus_of_the_buffer(void **state)
{
    NvSciBufAttrList result = LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B));
    NvSciBufAttrList video = LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_A));
    NvSciBufAttrList lists[] = {
        LIST(RAW_PAIRS, PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_A, true})),
        LIST(RAW_PAIRS, PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_C, true}))};
    RingfenceConflict why;

    (void)state;
    assert_int_equal(merge_integrated(lists, 2U, row_of(result), &why),
                     NvSciError_ReconciliationFailed);
    assert_int_equal(why.key, CACHE);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.second.key, GPUS);
    assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIBRARY);
    assert_int_equal(merge_integrated(&video, 1U, row_of(video), &why), NvSciError_NotSupported);
    assert_int_equal(why.key, VIDEO);
    buf_free_lists(lists, 2U);
    NvSciBufAttrListFree(video);
    NvSciBufAttrListFree(result);
}

/**
 * A reconciled list satisfies a wish not to cache only if that GPU does not cache.
 * @verifies RF-BUF-041
 * @verifies RF-BUF-015
 */
static void caching_is_validated(void **state)
{
    static const NvSciBufAttrValGpuCache have[] = {{GPU_A, true}, {GPU_B, false}};
    static const struct {
        NvSciBufAttrValGpuCache wanted[2];
        size_t count;
        bool satisfied;
    } cases[] = {{{{GPU_A, true}}, 1U, true},
                 {{{GPU_A, false}}, 1U, false},
                 {{{GPU_B, true}}, 1U, true},
                 {{{GPU_B, false}}, 1U, true},
                 {{{GPU_C, true}}, 1U, false},
                 {{{GPU_B, false}, {GPU_A, true}}, 2U, true},
                 {{{GPU_B, false}, {GPU_A, false}}, 2U, false},
                 {{{GPU_A, true}}, 0U, true}};
    const AttrValue reconciled = {have, sizeof(have)};
    const AttrValue nothing = {NULL, 0U};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const AttrValue wanted = {cases[i].wanted,
                                  cases[i].count * sizeof(NvSciBufAttrValGpuCache)};

        assert_int_equal(buf_gpu_satisfied(reconciled, wanted), cases[i].satisfied);
        assert_int_equal(buf_gpu_satisfied(nothing, wanted), cases[i].count == 0U);
    }
}

/**
 * What stands behind the entries of a list is none of them.
 * @verifies RF-BUF-041
 */
static void entries_end_with_their_value(void **state)
{
    static const NvSciBufAttrValGpuCache have[] = {{GPU_A, true}, {GPU_B, false}, {GPU_C, false}};
    static const NvSciBufAttrValGpuCache refusal = {GPU_B, false};
    static const NvSciBufAttrValGpuCache wish = {GPU_C, true};
    const AttrValue reconciled = {have, 2U * sizeof(have[0])};
    const AttrValue wanted = {&wish, sizeof(wish)};
    NvSciBufAttrList list = LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B),
                                 PAIR(CACHE, NvSciBufAttrValGpuCache, {GPU_A, false}));
    const uint32_t row = row_of(list);
    const NvSciBufAttrValGpuCache *out = NULL;

    (void)state;
    assert_false(buf_gpu_satisfied(reconciled, wanted));
    /* The key that a row has behind that of the caches. */
    buf_put(row, BUF_GENERAL_GPU_SW_NEED_CACHE_COHERENCY, &refusal, sizeof(refusal));
    buf_gpu_compute(row, true, false);
    out = buf_value(row, BUF_GENERAL_ENABLE_GPU_CACHE).bytes;
    assert_false(out[0].cacheability);
    assert_true(out[1].cacheability);
    NvSciBufAttrListFree(list);
}

/**
 * Compression is never given, and can be asked for GPUs of the buffer alone.
 * @verifies RF-BUF-043
 */
static void compression_is_none(void **state)
{
    const NvSciBufAttrValGpuCompression a = {GPU_A, NvSciBufCompressionType_GenericCompressible};
    const NvSciBufAttrValGpuCompression c = {GPU_C, NvSciBufCompressionType_GenericCompressible};
    NvSciBufAttrList lists[] = {
        LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B)),
        LIST(TYPES(NvSciBufType_RawBuffer), PAIR(COMPRESSION, NvSciBufAttrValGpuCompression, a))};
    NvSciBufAttrList refused[] = {
        LIST(RAW_PAIRS, PAIR(GPUS, NvSciRmGpuId, GPU_A, GPU_B)),
        LIST(TYPES(NvSciBufType_RawBuffer), PAIR(COMPRESSION, NvSciBufAttrValGpuCompression, a)),
        LIST(TYPES(NvSciBufType_RawBuffer),
             PAIR(COMPRESSION, NvSciBufAttrValGpuCompression, a, c))};
    NvSciBufAttrList list = buf_reconciled(lists, 2U);
    const NvSciBufAttrValGpuCompression *const out = buf_read(list, COMPRESSION).value;
    RingfenceConflict why;

    (void)state;
    for (size_t i = 0U; i < 2U; i++) {
        assert_int_equal(out[i].gpuId.bytes[0], 0xA + i);
        assert_int_equal(out[i].compressionType, NvSciBufCompressionType_None);
    }
    NvSciBufAttrListFree(list);
    why = buf_conflict_of(refused, 3U, NvSciError_ReconciliationFailed, COMPRESSION,
                          RINGFENCE_RULE_CONSISTENT);
    assert_int_equal(why.first.list, 2U);
    assert_int_equal(why.second.list, 0U);
}

/**
 * Video memory: one GPU for all lists, no engine that does not reach it; an id of zeros is system
 * memory.
 * @verifies RF-BUF-044
 */
static void video_memory_is_for_gpus_alone(void **state)
{
    NvSciBufAttrList two[] = {LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_A)),
                              LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_B))};
    NvSciBufAttrList engine[] = {
        LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_A)),
        LIST(RAW_PAIRS, PAIR(ENGINES, NvSciBufPeerHwEngine, {NvSciBufHwEngName_OFA, 1}))};
    NvSciBufAttrList system[] = {
        LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, NO_GPU)),
        LIST(RAW_PAIRS, PAIR(ENGINES, NvSciBufPeerHwEngine, {NvSciBufHwEngName_OFA, 1}))};
    NvSciBufAttrList blits[] = {
        LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_A)),
        LIST(RAW_PAIRS, PAIR(ENGINES, NvSciBufPeerHwEngine, {NvSciBufHwEngName_Vic, 1}))};
    NvSciBufAttrList gpu[] = {
        LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_A)),
        LIST(RAW_PAIRS, PAIR(ENGINES, NvSciBufPeerHwEngine, {NvSciBufHwEngName_Gpu, 1}))};

    (void)state;
    (void)buf_conflict_of(two, 2U, NvSciError_ReconciliationFailed, VIDEO, RINGFENCE_RULE_EQUAL);
    (void)buf_conflict_of(engine, 2U, NvSciError_ReconciliationFailed, VIDEO,
                          RINGFENCE_RULE_CONSISTENT);
    NvSciBufAttrListFree(buf_reconciled(system, 2U));
    NvSciBufAttrListFree(buf_reconciled(gpu, 2U));
    NvSciBufAttrListFree(buf_reconciled(blits, 2U));
}

/**
 * The engines of late peers are assumed, so they keep a buffer out of video memory; an engine that
 * a list names is reported with that list.
 * @verifies RF-BUF-044
 * @verifies RF-BUF-039
 * @verifies RF-CORE-303
 */
static void the_engine_outside_video_memory_is_named(void **state)
{
    NvSciBufAttrList late =
        LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_A),
             PAIR(NvSciBufGeneralAttrKey_PeerLocationInfo, NvSciBufPeerLocationInfo, {1U, 2U, 0U}));
    NvSciBufAttrList lists[] = {
        LIST(RAW_PAIRS, PAIR(VIDEO, NvSciRmGpuId, GPU_A),
             PAIR(ENGINES, NvSciBufPeerHwEngine, {NvSciBufHwEngName_Gpu, 1})),
        LIST(RAW_PAIRS, PAIR(ENGINES, NvSciBufPeerHwEngine, {NvSciBufHwEngName_Isp, 1}))};
    RingfenceConflict why;
    char line[512];

    (void)state;
    why = buf_conflict_of(&late, 1U, NvSciError_ReconciliationFailed, VIDEO,
                          RINGFENCE_RULE_CONSISTENT);
    assert_int_equal(why.second.key, NvSciBufGeneralAttrKey_PeerLocationInfo);
    assert_int_equal(why.second.list, 0U);
    why = buf_conflict_of(lists, 2U, NvSciError_ReconciliationFailed, VIDEO,
                          RINGFENCE_RULE_CONSISTENT);
    assert_int_equal(why.second.key, ENGINES);
    assert_int_equal(why.second.list, 1U);
    assert_int_equal(why.first.engine, NvSciBufHwEngName_Gpu);
    assert_int_equal(why.second.engine, NvSciBufHwEngName_Isp);
    assert_int_equal(RingfenceFormatConflict(&why, line, sizeof(line)), NvSciError_Success);
    assert_non_null(strstr(line, "; list 0 slot 0 of NvSciBufHwEngName_Gpu has "));
    assert_non_null(strstr(line, "; list 1 slot 0 of NvSciBufHwEngName_Isp has "));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(gpus_are_a_set),
                                       TEST(zeros_are_no_gpu),
                                       TEST(too_many_gpus_are_refused),
                                       TEST(discrete_gpus_do_not_cache_system_memory),
                                       TEST(integrated_gpus_cache_unless_told_otherwise),
                                       TEST(wishes_of_integrated_gpus_are_anded),
                                       TEST(wishes_name_gpus_of_the_buffer),
                                       TEST(caching_is_validated),
                                       TEST(entries_end_with_their_value),
                                       TEST(compression_is_none),
                                       TEST(video_memory_is_for_gpus_alone),
                                       TEST(the_engine_outside_video_memory_is_named)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
