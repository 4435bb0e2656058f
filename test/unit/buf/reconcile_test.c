/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reconcile_test.c
 * Reconciliation as a whole: independent of order, total, explained; checking reconciled lists.
 * attr/list_api_test.c has its arguments and results.
 */
#include "buf_lists.h"

#include <string.h>

#include "native.h"
#include "ringfence_cfg.h"

#define IMG(name)  NvSciBufImageAttrKey_##name
#define TEN(name)  NvSciBufTensorAttrKey_##name
#define GEN(name)  NvSciBufGeneralAttrKey_##name
#define RAW(name)  NvSciBufRawBufferAttrKey_##name
#define ARR(name)  NvSciBufArrayAttrKey_##name
#define PYR(name)  NvSciBufPyramidAttrKey_##name
#define TEXT_BYTES 12000U

/* ---------------------------------------------------------------- order */

/** Values of a key that up to three lists bring. */
typedef struct {
    BufRecipeIndex recipe;
    BufPair values[3];
} Choice;

/* clang-format off */
#define THREE(recipe, key, type, a, b, c) {recipe, {PAIR(key, type, a), PAIR(key, type, b), PAIR(key, type, c)}}
#define GPU(n) {{(n)}}

static const Choice g_choices[] = {
    THREE(RECIPE_IMAGE_TENSOR, GEN(Types), NvSciBufType, NvSciBufType_Image, NvSciBufType_Tensor, NvSciBufType_RawBuffer),
    THREE(RECIPE_PYRAMID, GEN(Types), NvSciBufType, NvSciBufType_Image, NvSciBufType_Pyramid, NvSciBufType_Tensor),
    THREE(RECIPE_RAW, GEN(NeedCpuAccess), bool, false, true, true),
    THREE(RECIPE_RAW, GEN(RequiredPerm), uint32_t, 1U, 3U, 1U),
    THREE(RECIPE_RAW, GEN(EnableCpuCache), bool, false, true, false),
    {RECIPE_RAW, {PAIR(GEN(GpuId), NvSciRmGpuId, GPU(2), GPU(1)), PAIR(GEN(GpuId), NvSciRmGpuId, GPU(1), GPU(3)), PAIR(GEN(GpuId), NvSciRmGpuId, GPU(9))}},
    THREE(RECIPE_RAW, GEN(VidMem_GpuId), NvSciRmGpuId, GPU(0), GPU(1), GPU(2)),
    {RECIPE_RAW, {PAIR(GEN(EnableGpuCache), NvSciBufAttrValGpuCache, {GPU(1), true}), PAIR(GEN(EnableGpuCache), NvSciBufAttrValGpuCache, {GPU(1), false}), PAIR(GEN(EnableGpuCache), NvSciBufAttrValGpuCache, {GPU(2), true})}},
    {RECIPE_RAW, {PAIR(GEN(EnableGpuCompression), NvSciBufAttrValGpuCompression, {GPU(1), 1}), PAIR(GEN(EnableGpuCompression), NvSciBufAttrValGpuCompression, {GPU(2), 1}), PAIR(GEN(EnableGpuCompression), NvSciBufAttrValGpuCompression, {GPU(2), 1}, {GPU(1), 1})}},
    {RECIPE_RAW, {PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {1U, 2U, 0U}), PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {2U, 1U, 0U}), PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {2U, 1U, 0U}, {1U, 2U, 0U})}},
    {RECIPE_IMAGE, {PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {117, 1}), PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {109, 1}), PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {11, 1}, {12, 2})}},
    THREE(RECIPE_RAW, RAW(Size), uint64_t, 1U, 2U, 3U),
    THREE(RECIPE_RAW, RAW(Align), uint64_t, 0U, 64U, 8192U),
    THREE(RECIPE_IMAGE, IMG(Layout), uint32_t, 0U, 1U, 1U),
    {RECIPE_IMAGE, {PAIR(IMG(TopPadding), uint64_t, 1U), PAIR(IMG(TopPadding), uint64_t, 1U, 0U), PAIR(IMG(TopPadding), uint64_t, 2U, 3U)}},
    {RECIPE_IMAGE, {PAIR(IMG(BottomPadding), uint64_t, 1U), PAIR(IMG(BottomPadding), uint64_t, 1U, 0U), PAIR(IMG(BottomPadding), uint64_t, 2U, 3U)}},
    {RECIPE_IMAGE, {PAIR(IMG(LeftPadding), uint64_t, 1U), PAIR(IMG(LeftPadding), uint64_t, 1U, 0U), PAIR(IMG(LeftPadding), uint64_t, 2U, 3U)}},
    {RECIPE_IMAGE, {PAIR(IMG(RightPadding), uint64_t, 1U), PAIR(IMG(RightPadding), uint64_t, 1U, 0U), PAIR(IMG(RightPadding), uint64_t, 2U, 3U)}},
    THREE(RECIPE_IMAGE, IMG(VprFlag), bool, false, true, false),
    THREE(RECIPE_IMAGE, IMG(PlaneCount), uint32_t, 2U, 1U, 3U),
    {RECIPE_IMAGE, {PAIR(IMG(PlaneColorFormat), uint32_t, 84U, 76U), PAIR(IMG(PlaneColorFormat), uint32_t, 84U, 74U), PAIR(IMG(PlaneColorFormat), uint32_t, 84U)}},
    {RECIPE_IMAGE, {PAIR(IMG(PlaneColorStd), uint32_t, 1U, 1U), PAIR(IMG(PlaneColorStd), uint32_t, 1U), PAIR(IMG(PlaneColorStd), uint32_t, 2U, 2U)}},
    {RECIPE_IMAGE, {PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 64U), PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 1024U, 256U), PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 512U, 4096U)}},
    {RECIPE_IMAGE, {PAIR(IMG(PlaneWidth), uint32_t, 64U, 32U), PAIR(IMG(PlaneWidth), uint32_t, 32U, 64U), PAIR(IMG(PlaneWidth), uint32_t, 64U)}},
    {RECIPE_IMAGE, {PAIR(IMG(PlaneHeight), uint32_t, 64U, 32U), PAIR(IMG(PlaneHeight), uint32_t, 32U, 64U), PAIR(IMG(PlaneHeight), uint32_t, 64U)}},
    THREE(RECIPE_IMAGE, IMG(ScanType), uint32_t, 0U, 1U, 0U),
    THREE(RECIPE_IMAGE, IMG(ImageCount), uint64_t, 1U, 1U, 1U),
    THREE(RECIPE_SURFACE, IMG(SurfType), uint32_t, 0U, 0U, 0U),
    THREE(RECIPE_SURFACE, IMG(SurfMemLayout), uint32_t, 0U, 1U, 2U),
    THREE(RECIPE_SURFACE, IMG(SurfSampleType), uint32_t, 0U, 1U, 4U),
    THREE(RECIPE_SURFACE, IMG(SurfBPC), uint32_t, 5U, 6U, 2U),
    THREE(RECIPE_SURFACE, IMG(SurfComponentOrder), uint32_t, 0U, 1U, 2U),
    THREE(RECIPE_SURFACE, IMG(SurfWidthBase), uint32_t, 64U, 65U, 64U),
    THREE(RECIPE_SURFACE, IMG(SurfHeightBase), uint32_t, 64U, 65U, 64U),
    THREE(RECIPE_SURFACE, IMG(SurfColorStd), uint32_t, 1U, 2U, 1U),
    THREE(RECIPE_SURFACE, IMG(PlaneColorStd), uint32_t, 1U, 2U, 1U),
    THREE(RECIPE_TENSOR, TEN(DataType), uint32_t, 8U, 9U, 0U),
    THREE(RECIPE_TENSOR, TEN(NumDims), uint32_t, 4U, 3U, 5U),
    {RECIPE_TENSOR, {PAIR(TEN(SizePerDim), uint64_t, 1U, 2U, 3U, 4U), PAIR(TEN(SizePerDim), uint64_t, 4U, 3U, 2U, 1U), PAIR(TEN(SizePerDim), uint64_t, 1U)}},
    {RECIPE_TENSOR, {PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 2U, 4U, 8U), PAIR(TEN(AlignmentPerDim), uint32_t, 8U, 4U, 2U, 1U), PAIR(TEN(AlignmentPerDim), uint32_t, 64U)}},
    THREE(RECIPE_IMAGE_TENSOR, TEN(PixelFormat), uint32_t, 106U, 106U, 113U),
    THREE(RECIPE_TENSOR, TEN(BaseAddrAlign), uint64_t, 1U, 64U, 65536U),
    THREE(RECIPE_ARRAY, ARR(DataType), uint32_t, 7U, 6U, 7U),
    THREE(RECIPE_ARRAY, ARR(Stride), uint64_t, 4U, 8U, 1U),
    THREE(RECIPE_ARRAY, ARR(Capacity), uint64_t, 10U, 20U, 10U),
    THREE(RECIPE_PYRAMID, PYR(NumLevels), uint32_t, 1U, 10U, 1U),
    THREE(RECIPE_PYRAMID, PYR(Scale), float, 0.5F, 0.25F, 0.5F)};
/* clang-format on */

/** What a reconciliation gave, in a form that can be compared. */
typedef struct {
    NvSciError status;
    uint32_t key;
    RingfenceRule rule;
    char text[TEXT_BYTES];
} Result;

static void reconcile(const NvSciBufAttrList *lists, size_t count, Result *result)
{
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;

    memset(result, 0, sizeof(*result));
    result->status = NvSciBufAttrListReconcile(lists, count, &reconciled, &conflict);
    if (result->status == NvSciError_Success) {
        void *text = NULL;
        size_t len = 0U;

        assert_int_equal(NvSciBufAttrListDebugDump(reconciled, &text, &len), NvSciError_Success);
        assert_true(len < RINGFENCE_CFG_DUMP_BYTES);
        memcpy(result->text, text, len);
        assert_null(conflict);
    } else {
        RingfenceConflict why;

        assert_null(reconciled);
        assert_int_equal(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
        assert_int_equal(why.error, result->status);
        assert_int_not_equal(why.rule, RINGFENCE_RULE_NONE);
        result->key = why.key;
        result->rule = why.rule;
    }
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(conflict);
}

static void assert_same(const Result *left, const Result *right)
{
    assert_int_equal(left->status, right->status);
    assert_int_equal(left->key, right->key);
    assert_int_equal(left->rule, right->rule);
    assert_string_equal(left->text, right->text);
}

/** Reconciles three lists grouped by appending: all apart, the first two, the last two, all. */
static void reconcile_grouped(const NvSciBufAttrList lists[3], uint32_t grouping, Result *result)
{
    NvSciBufAttrList group = NULL;
    NvSciBufAttrList given[3] = {lists[0], lists[1], lists[2]};
    size_t count = 3U;

    if (grouping == 1U) {
        assert_int_equal(NvSciBufAttrListAppendUnreconciled(&lists[0], 2U, &group),
                         NvSciError_Success);
        given[0] = group;
        given[1] = lists[2];
        count = 2U;
    } else if (grouping == 2U) {
        assert_int_equal(NvSciBufAttrListAppendUnreconciled(&lists[1], 2U, &group),
                         NvSciError_Success);
        given[1] = group;
        count = 2U;
    } else if (grouping == 3U) {
        assert_int_equal(NvSciBufAttrListAppendUnreconciled(&lists[0], 3U, &group),
                         NvSciError_Success);
        given[0] = group;
        count = 1U;
    }
    reconcile(given, count, result);
    NvSciBufAttrListFree(group);
}

/** List `index` of a case: the recipe without the key in list 0, types alone in the others; and the
 * value, 3: none. */
static NvSciBufAttrList list_of(const Choice *choice, size_t index, uint32_t value)
{
    const BufRecipe *const recipe = &g_recipes[choice->recipe];
    const NvSciBufAttrKey key = choice->values[0].key;
    const bool is_types = (key == GEN(Types));
    NvSciBufAttrList list = NULL;

    if (index == 0U) {
        list = is_types ? buf_recipe(choice->recipe) : RECIPE(choice->recipe, WITHOUT(key));
    } else if (is_types && (value < 3U)) {
        list = LIST(choice->values[value]);
    } else {
        list = LIST(recipe->pairs[0]);
    }
    if ((!is_types) && (value < 3U)) {
        assert_int_equal(SET(list, choice->values[value]), NvSciError_Success);
    }
    return list;
}

static const uint32_t g_orders[6][3] = {{0U, 1U, 2U}, {0U, 2U, 1U}, {1U, 0U, 2U},
                                        {1U, 2U, 0U}, {2U, 0U, 1U}, {2U, 1U, 0U}};

/**
 * For every key, every assignment of three values or none to three lists: each order and each
 * grouping gives the same list byte for byte, or the same error, key and rule.
 * @verifies RF-BUF-055
 */
static void order_and_grouping_do_not_matter(void **state)
{
    static Result expected;
    static Result result;
    uint32_t successes = 0U;

    (void)state;
    for (size_t c = 0U; c < COUNT_OF(g_choices); c++) {
        for (uint32_t assignment = 0U; assignment < 64U; assignment++) {
            const uint32_t values[3] = {assignment & 3U, (assignment >> 2U) & 3U, assignment >> 4U};
            NvSciBufAttrList lists[3];

            if (values[1] > values[2]) {
                continue; /* the same as with lists 1 and 2 exchanged */
            }
            for (size_t i = 0U; i < 3U; i++) {
                lists[i] = list_of(&g_choices[c], i, values[i]);
            }
            reconcile(lists, 3U, &expected);
            successes += (expected.status == NvSciError_Success) ? 1U : 0U;
            for (uint32_t variant = 1U; variant < 24U; variant++) {
                const uint32_t *const order = g_orders[variant / 4U];
                const NvSciBufAttrList ordered[3] = {lists[order[0]], lists[order[1]],
                                                     lists[order[2]]};

                /* The given order with all groupings, each other order with one of them. */
                if ((variant < 4U) || ((variant % 4U) == (assignment % 4U))) {
                    reconcile_grouped(ordered, variant % 4U, &result);
                    assert_same(&expected, &result);
                }
            }
            buf_free_lists(lists, 3U);
        }
    }
    assert_true(successes > 500U);
}

/**
 * Lists given twice (as clones) change nothing.
 * @verifies RF-BUF-055
 */
static void repeated_lists_do_not_matter(void **state)
{
    static Result expected;
    static Result result;

    (void)state;
    for (size_t c = 0U; c < COUNT_OF(g_choices); c++) {
        for (uint32_t pair = 0U; pair < 16U; pair++) {
            NvSciBufAttrList lists[4] = {list_of(&g_choices[c], 0U, pair & 3U),
                                         list_of(&g_choices[c], 1U, pair >> 2U), NULL, NULL};

            assert_int_equal(NvSciBufAttrListClone(lists[0], &lists[2]), NvSciError_Success);
            assert_int_equal(NvSciBufAttrListClone(lists[1], &lists[3]), NvSciError_Success);
            reconcile(lists, 2U, &expected);
            reconcile(lists, 3U, &result);
            assert_same(&expected, &result);
            reconcile(lists, 4U, &result);
            assert_same(&expected, &result);
            buf_free_lists(lists, 4U);
        }
    }
}

/**
 * A conflict names the key, the rule, both values and the lists and slots that brought them.
 * @verifies RF-BUF-056
 */
static void conflicts_name_both_sides(void **state)
{
    NvSciBufAttrList parts[] = {LIST(TYPES(NvSciBufType_RawBuffer)),
                                RECIPE(RECIPE_RAW, PAIR(RAW(Size), uint64_t, 7U))};
    NvSciBufAttrList lists[3] = {buf_recipe(RECIPE_RAW), NULL, NULL};
    NvSciBufAttrList reconciled = NULL;
    RingfenceConflict why;
    char text[300];

    (void)state;
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(parts, 2U, &lists[1]), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(lists, 2U, &reconciled, &lists[2]),
                     NvSciError_ReconciliationFailed);
    assert_null(reconciled);
    assert_int_equal(RingfenceExplainConflict(lists[2], &why), NvSciError_Success);
    assert_int_equal(why.key, RAW(Size));
    assert_string_equal(why.keyName, "NvSciBufRawBufferAttrKey_Size");
    assert_int_equal(why.first.list, 0U);
    assert_int_equal(why.first.slot, 0U);
    assert_int_equal(native_number(why.first.value, sizeof(uint64_t)), 1000U);
    assert_int_equal(why.second.list, 1U);
    assert_int_equal(why.second.slot, 1U);
    assert_int_equal(native_number(why.second.value, sizeof(uint64_t)), 7U);
    assert_int_equal(RingfenceFormatConflict(&why, text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text,
                        "NvSciBufRawBufferAttrKey_Size: all lists must give the same value; "
                        "list 0 slot 0 has NvSciBufRawBufferAttrKey_Size = 1000; list 1 slot 1 "
                        "has NvSciBufRawBufferAttrKey_Size = 7 (NvSciError_ReconciliationFailed)");
    buf_free_lists(parts, 2U);
    buf_free_lists(lists, 3U);
}

/* ---------------------------------------------------------------- checking reconciled lists */

static void assert_valid(NvSciBufAttrList reconciled, NvSciBufAttrList *lists, size_t count,
                         NvSciError status)
{
    bool valid = (status != NvSciError_Success);

    assert_int_equal(NvSciBufAttrListValidateReconciled(reconciled, lists, count, &valid), status);
    assert_int_equal(valid, status == NvSciError_Success);
}

/**
 * A reconciled list satisfies the lists that it came from, and each part of them.
 * @verifies RF-BUF-015
 */
static void a_list_satisfies_where_it_came_from(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)RECIPE_COUNT; i++) {
        const BufRecipe *const recipe = &g_recipes[i];
        NvSciBufAttrList whole = buf_recipe((BufRecipeIndex)i);
        NvSciBufAttrList reconciled = NULL;
        NvSciBufAttrList conflict = NULL;

        assert_int_equal(NvSciBufAttrListReconcile(&whole, 1U, &reconciled, &conflict),
                         NvSciError_Success);
        assert_valid(reconciled, &whole, 1U, NvSciError_Success);
        for (size_t k = 1U; k < recipe->count; k++) {
            NvSciBufAttrList part[2] = {LIST(recipe->pairs[0], recipe->pairs[k]), whole};

            assert_valid(reconciled, part, 1U, NvSciError_Success);
            assert_valid(reconciled, part, 2U, NvSciError_Success);
            NvSciBufAttrListFree(part[0]);
        }
        NvSciBufAttrListFree(reconciled);
        NvSciBufAttrListFree(whole);
    }
}

/**
 * Arrays of other lengths that say the same reconcile in any order: elements behind NumDims are
 * ignored, missing padding is 0. What differs within them is a conflict.
 * @verifies RF-BUF-055
 * @verifies RF-BUF-049
 */
static void lengths_of_arrays_do_not_decide(void **state)
{
    (void)state;
    for (uint32_t order = 0U; order < 2U; order++) {
        NvSciBufAttrList sizes[2];
        NvSciBufAttrList other[2];
        NvSciBufAttrList padding[2];
        NvSciBufAttrList list = NULL;

        sizes[order] = RECIPE(RECIPE_TENSOR, PAIR(TEN(NumDims), uint32_t, 2U),
                              PAIR(TEN(SizePerDim), uint64_t, 5U, 7U),
                              PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U));
        sizes[1U - order] =
            LIST(TYPES(NvSciBufType_Tensor), PAIR(TEN(SizePerDim), uint64_t, 5U, 7U, 9U, 0U));
        list = buf_reconciled(sizes, 2U);
        ASSERT_U64(list, TEN(SizePerDim), 5U, 7U);
        sizes[0] = LIST(TYPES(NvSciBufType_Tensor), PAIR(TEN(SizePerDim), uint64_t, 5U, 7U, 1U));
        assert_valid(list, sizes, 1U, NvSciError_Success);
        NvSciBufAttrListFree(sizes[0]);
        NvSciBufAttrListFree(list);
        padding[order] = RECIPE(RECIPE_IMAGE, PAIR(IMG(TopPadding), uint64_t, 2U));
        padding[1U - order] =
            LIST(TYPES(NvSciBufType_Image), PAIR(IMG(TopPadding), uint64_t, 2U, 0U));
        list = buf_reconciled(padding, 2U);
        ASSERT_U64(list, IMG(TopPadding), 2U, 0U);
        NvSciBufAttrListFree(list);
        other[order] = RECIPE(RECIPE_TENSOR, PAIR(TEN(NumDims), uint32_t, 2U),
                              PAIR(TEN(SizePerDim), uint64_t, 5U, 7U),
                              PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U));
        other[1U - order] =
            LIST(TYPES(NvSciBufType_Tensor), PAIR(TEN(SizePerDim), uint64_t, 5U, 8U, 9U));
        (void)buf_conflict_of(other, 2U, NvSciError_ReconciliationFailed, TEN(SizePerDim),
                              RINGFENCE_RULE_EQUAL);
    }
}

/**
 * The list of a late peer that names no engine satisfies what was made of it and of engines that
 * others name.
 * @verifies RF-BUF-015
 * @verifies RF-BUF-039
 */
static void lists_of_late_peers_are_valid(void **state)
{
    NvSciBufAttrList lists[] = {
        RECIPE(RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true),
               PAIR(GEN(EnableCpuCache), bool, true),
               PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {NvSciBufHwEngName_Gpu, 1})),
        LIST(TYPES(NvSciBufType_RawBuffer), PAIR(GEN(NeedCpuAccess), bool, true),
             PAIR(GEN(EnableCpuCache), bool, true),
             PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {1U, 2U, 0U}))};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListReconcile(lists, 2U, &reconciled, &conflict),
                     NvSciError_Success);
    assert_valid(reconciled, &lists[0], 1U, NvSciError_Success);
    assert_valid(reconciled, &lists[1], 1U, NvSciError_Success);
    assert_valid(reconciled, lists, 2U, NvSciError_Success);
    NvSciBufAttrListFree(reconciled);
    buf_free_lists(lists, 2U);
}

/** What a reconciled list was made of, what it is checked against, and the verdict. */
typedef struct {
    BufRecipeIndex recipe;
    BufPair made;
    BufPair checked;
    bool valid;
} Check;

/* clang-format off */
#define CACHE(gpu, value) PAIR(GEN(EnableGpuCache), NvSciBufAttrValGpuCache, {GPU(gpu), value})

static const Check g_checks[] = {
    {RECIPE_RAW, PAIR(RAW(Size), uint64_t, 64U), PAIR(RAW(Size), uint64_t, 64U), true},
    {RECIPE_RAW, PAIR(RAW(Size), uint64_t, 64U), PAIR(RAW(Size), uint64_t, 63U), false},
    {RECIPE_RAW, PAIR(RAW(Align), uint64_t, 64U), PAIR(RAW(Align), uint64_t, 32U), true},
    {RECIPE_RAW, PAIR(RAW(Align), uint64_t, 64U), PAIR(RAW(Align), uint64_t, 128U), false},
    {RECIPE_RAW, PAIR(RAW(Align), uint64_t, 64U), PAIR(GEN(NeedCpuAccess), bool, false), true},
    {RECIPE_RAW, PAIR(RAW(Align), uint64_t, 64U), PAIR(RAW(Align), uint64_t, 0U), true},
    {RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU(1)), PAIR(GEN(EnableGpuCompression), NvSciBufAttrValGpuCompression, {GPU(1), 1}), true},
    {RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU(1)), PAIR(GEN(EnableGpuCompression), NvSciBufAttrValGpuCompression, {GPU(2), 1}), false},
    {RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true), PAIR(GEN(NeedCpuAccess), bool, true), true},
    {RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true), PAIR(GEN(NeedCpuAccess), bool, false), true},
    {RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, false), PAIR(GEN(NeedCpuAccess), bool, true), false},
    {RECIPE_RAW, PAIR(GEN(EnableCpuCache), bool, false), PAIR(GEN(EnableCpuCache), bool, true), false},
    {RECIPE_RAW, PAIR(GEN(RequiredPerm), uint32_t, 3U), PAIR(GEN(RequiredPerm), uint32_t, 1U), true},
    {RECIPE_RAW, PAIR(GEN(RequiredPerm), uint32_t, 1U), PAIR(GEN(RequiredPerm), uint32_t, 3U), false},
    {RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU(1), GPU(2)), PAIR(GEN(GpuId), NvSciRmGpuId, GPU(2)), true},
    {RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU(1), GPU(2)), PAIR(GEN(GpuId), NvSciRmGpuId, GPU(3)), false},
    {RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU(1)), PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU(1)), true},
    {RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU(1)), PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU(2)), false},
    {RECIPE_RAW, PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {1U, 2U, 0U}, {3U, 4U, 0U}), PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {3U, 4U, 0U}), true},
    {RECIPE_RAW, PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {1U, 2U, 0U}), PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {3U, 4U, 0U}), false},
    {RECIPE_RAW, PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {106, 1}, {11, 1}), PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {106, 1}), true},
    {RECIPE_RAW, PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {106, 1}), PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {106, 2}), false},
    {RECIPE_IMAGE, PAIR(IMG(VprFlag), bool, false), PAIR(IMG(VprFlag), bool, false), true},
    {RECIPE_IMAGE, PAIR(IMG(VprFlag), bool, false), PAIR(IMG(VprFlag), bool, true), false},
    {RECIPE_IMAGE, PAIR(IMG(TopPadding), uint64_t, 1U), PAIR(IMG(TopPadding), uint64_t, 1U, 0U), true},
    {RECIPE_IMAGE, PAIR(IMG(TopPadding), uint64_t, 1U), PAIR(IMG(TopPadding), uint64_t, 0U, 0U), false},
    {RECIPE_IMAGE, PAIR(IMG(Layout), uint32_t, 1U), PAIR(IMG(Layout), uint32_t, 0U), false},
    {RECIPE_IMAGE, PAIR(IMG(ScanType), uint32_t, 0U), PAIR(IMG(ScanType), uint32_t, 1U), false},
    {RECIPE_IMAGE, PAIR(IMG(PlaneWidth), uint32_t, 640U, 320U), PAIR(IMG(PlaneWidth), uint32_t, 640U, 321U), false},
    {RECIPE_IMAGE, PAIR(IMG(PlaneHeight), uint32_t, 480U, 240U), PAIR(IMG(PlaneHeight), uint32_t, 480U), false},
    {RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 1024U, 1024U), PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 512U, 1024U), true},
    {RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 1024U, 1024U), PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 512U, 2048U), false},
    {RECIPE_IMAGE, PAIR(IMG(PlaneColorStd), uint32_t, 1U, 1U), PAIR(IMG(PlaneColorStd), uint32_t, 2U, 2U), false},
    {RECIPE_IMAGE, PAIR(IMG(Layout), uint32_t, 1U), PAIR(IMG(SurfType), uint32_t, 0U), false},
    {RECIPE_IMAGE, PAIR(IMG(Layout), uint32_t, 1U), PAIR(IMG(SurfWidthBase), uint32_t, 640U), false},
    {RECIPE_SURFACE, PAIR(IMG(SurfBPC), uint32_t, 6U), PAIR(IMG(SurfBPC), uint32_t, 5U), true},
    {RECIPE_SURFACE, PAIR(IMG(SurfBPC), uint32_t, 6U), PAIR(IMG(SurfBPC), uint32_t, 4U), false},
    {RECIPE_SURFACE, PAIR(IMG(SurfWidthBase), uint32_t, 640U), PAIR(IMG(PlaneWidth), uint32_t, 640U, 320U), true},
    {RECIPE_SURFACE, PAIR(IMG(SurfWidthBase), uint32_t, 640U), PAIR(IMG(PlaneWidth), uint32_t, 640U, 640U), false},
    {RECIPE_SURFACE, PAIR(IMG(SurfColorStd), uint32_t, 3U), PAIR(IMG(SurfColorStd), uint32_t, 4U), false},
    {RECIPE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 4U, 4U, 4U, 4U), PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 2U, 4U, 4U), true},
    {RECIPE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 4U, 4U, 4U, 4U), PAIR(TEN(AlignmentPerDim), uint32_t, 8U, 4U, 4U, 4U), false},
    {RECIPE_TENSOR, PAIR(TEN(BaseAddrAlign), uint64_t, 64U), PAIR(TEN(BaseAddrAlign), uint64_t, 128U), false},
    {RECIPE_TENSOR, PAIR(TEN(NumDims), uint32_t, 4U), PAIR(TEN(NumDims), uint32_t, 3U), false},
    {RECIPE_ARRAY, PAIR(ARR(Stride), uint64_t, 8U), PAIR(ARR(Stride), uint64_t, 4U), false},
    {RECIPE_ARRAY, PAIR(ARR(Capacity), uint64_t, 8U), PAIR(ARR(Capacity), uint64_t, 4U), false},
    {RECIPE_PYRAMID, PAIR(PYR(NumLevels), uint32_t, 4U), PAIR(PYR(NumLevels), uint32_t, 3U), false},
    {RECIPE_PYRAMID, PAIR(PYR(Scale), float, 0.5F), PAIR(PYR(Scale), float, 0.25F), false},
    {RECIPE_PYRAMID, PAIR(PYR(Scale), float, 0.5F), PAIR(PYR(Scale), float, 0.5F), true},
    {RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU(1)), CACHE(1, false), false}};
/* clang-format on */

/**
 * Key by key: what is equal must be equal, what is a maximum must be large enough, what is true
 * must be true, what is a set must have all elements.
 * @verifies RF-BUF-015
 * @verifies RF-BUF-016
 */
static void each_rule_is_checked(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_checks); i++) {
        const Check *const check = &g_checks[i];
        NvSciBufAttrList reconciled = buf_reconciled_one(RECIPE(check->recipe, check->made));
        NvSciBufAttrList list = LIST(g_recipes[check->recipe].pairs[0], check->checked);

        assert_valid(reconciled, &list, 1U,
                     check->valid ? NvSciError_Success : NvSciError_ReconciliationFailed);
        assert_int_equal(
            NvSciBufAttrListValidateReconciledAgainstAttrs(reconciled, &check->checked, 1U),
            check->valid ? NvSciError_Success : NvSciError_AttrListValidationFailed);
        NvSciBufAttrListFree(list);
        NvSciBufAttrListFree(reconciled);
    }
}

/**
 * A type that the list does not have is not satisfied; a part of its types is.
 * @verifies RF-BUF-015
 */
static void types_are_checked(void **state)
{
    NvSciBufAttrList both = buf_reconciled_one(buf_recipe(RECIPE_IMAGE_TENSOR));
    NvSciBufAttrList lists[] = {LIST(TYPES(NvSciBufType_Image)), LIST(TYPES(NvSciBufType_Tensor)),
                                LIST(TYPES(NvSciBufType_Array)), LIST(TYPES(NvSciBufType_Pyramid))};

    (void)state;
    assert_valid(both, lists, 2U, NvSciError_Success);
    assert_valid(both, &lists[0], 1U, NvSciError_Success);
    assert_valid(both, &lists[1], 1U, NvSciError_Success);
    assert_valid(both, &lists[2], 1U, NvSciError_ReconciliationFailed);
    assert_valid(both, &lists[3], 1U, NvSciError_ReconciliationFailed);
    buf_free_lists(lists, 4U);
    NvSciBufAttrListFree(both);
}

/**
 * Lists that conflict with each other are not satisfied; an overflow is told apart.
 * @verifies RF-BUF-015
 * @verifies RF-BUF-016
 */
static void inputs_must_reconcile_themselves(void **state)
{
    NvSciBufAttrList reconciled = buf_reconciled_one(buf_recipe(RECIPE_IMAGE));
    NvSciBufAttrList lists[] = {
        LIST(TYPES(NvSciBufType_Image), PAIR(IMG(PlaneCount), uint32_t, 2U)),
        LIST(TYPES(NvSciBufType_Image), PAIR(IMG(PlaneCount), uint32_t, 1U))};
    const BufPair wide = PAIR(IMG(PlaneWidth), uint32_t, 0xFFFFFFFFU, 1U);
    NvSciBufAttrList huge = LIST(TYPES(NvSciBufType_Image), wide);

    (void)state;
    assert_valid(reconciled, lists, 2U, NvSciError_ReconciliationFailed);
    assert_valid(reconciled, &huge, 1U, NvSciError_Overflow);
    assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(reconciled, &wide, 1U),
                     NvSciError_AttrListValidationFailed);
    buf_free_lists(lists, 2U);
    NvSciBufAttrListFree(huge);
    NvSciBufAttrListFree(reconciled);
}

/**
 * Attributes are checked as if they were set: all recipes pass, and what cannot be set is refused.
 * @verifies RF-BUF-016
 */
static void attributes_are_checked_as_if_set(void **state)
{
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList list = NULL;
    const BufPair bad[] = {PAIR((NvSciBufAttrKey)0xEU, uint32_t, 1U),
                           PAIR(IMG(PlaneWidth), uint32_t, 1U),
                           PAIR(GEN(ActualPerm), uint32_t, 1U),
                           PAIR(RAW(Size), uint32_t, 1U),
                           PAIR(RAW(Size), uint64_t, 0U),
                           {RAW(Size), NULL, 8U}};
    const BufPair good = PAIR(RAW(Size), uint64_t, 1000U);
    const BufPair twice[] = {good, good};

    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)RECIPE_COUNT; i++) {
        reconciled = buf_reconciled_one(buf_recipe((BufRecipeIndex)i));
        assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(
                             reconciled, g_recipes[i].pairs, g_recipes[i].count),
                         NvSciError_Success);
        assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(
                             reconciled, &g_recipes[i].pairs[1], g_recipes[i].count - 1U),
                         NvSciError_Success);
        NvSciBufAttrListFree(reconciled);
    }
    reconciled = buf_reconciled_one(buf_recipe(RECIPE_RAW));
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(reconciled, &bad[i], 1U),
                         NvSciError_BadParameter);
    }
    assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(reconciled, twice, 2U),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(reconciled, &good, 0U),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(reconciled, NULL, 1U),
                     NvSciError_BadParameter);
    list = buf_recipe(RECIPE_RAW);
    assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(list, &good, 1U),
                     NvSciError_BadParameter);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(reconciled);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(order_and_grouping_do_not_matter),
                                       TEST(repeated_lists_do_not_matter),
                                       TEST(conflicts_name_both_sides),
                                       TEST(a_list_satisfies_where_it_came_from),
                                       TEST(lengths_of_arrays_do_not_decide),
                                       TEST(lists_of_late_peers_are_valid),
                                       TEST(each_rule_is_checked),
                                       TEST(types_are_checked),
                                       TEST(inputs_must_reconcile_themselves),
                                       TEST(attributes_are_checked_as_if_set)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
