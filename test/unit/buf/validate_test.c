/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file validate_test.c
 * Which types go together, which keys are mandatory, which are forbidden.
 */
#include "buf_lists.h"
#include "native.h"

#define TYPES_KEY NvSciBufGeneralAttrKey_Types

/** A list that names these types (bits) and nothing else. */
static NvSciBufAttrList typed(uint32_t bits)
{
    NvSciBufType types[5];
    BufPair pair = {TYPES_KEY, types, 0U};
    NvSciBufAttrList list = NULL;

    for (uint32_t type = 1U; type <= 5U; type++) {
        if (((bits >> type) & 1U) == 1U) {
            types[pair.len / sizeof(types[0])] = (NvSciBufType)type;
            pair.len += sizeof(types[0]);
        }
    }
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    return list;
}

static bool is_buffer(uint32_t bits)
{
    static const uint32_t sets[] = {0x02U, 0x04U, 0x08U, 0x10U, 0x20U, 0x0CU, 0x24U};
    bool is = false;

    for (size_t i = 0U; i < COUNT_OF(sets); i++) {
        is = is || (sets[i] == bits);
    }
    return is;
}

/**
 * All pairs of sets of types, 961 in number: the union must be one type, image and tensor, or image
 * and pyramid. Two lists that differ conflict; two equal lists ask for what there is not.
 * @verifies RF-BUF-046
 */
static void unions_of_types_are_checked(void **state)
{
    (void)state;
    for (uint32_t a = 2U; a < 64U; a += 2U) {
        for (uint32_t b = 2U; b < 64U; b += 2U) {
            NvSciBufAttrList lists[] = {typed(a), typed(b), NULL};
            NvSciBufAttrList reconciled = NULL;
            NvSciBufAttrList conflict = NULL;
            RingfenceConflict why;
            NvSciError status = NvSciError_Unknown;

            /* A list without types does not matter. */
            assert_int_equal(NvSciBufAttrListCreate(g_module, &lists[2]), NvSciError_Success);
            status = NvSciBufAttrListReconcile(lists, 3U, &reconciled, &conflict);
            assert_int_equal(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
            if (is_buffer(a | b)) {
                /* Other keys are missing. */
                assert_int_equal(status, NvSciError_BadParameter);
                assert_int_equal(why.rule, RINGFENCE_RULE_MANDATORY);
                assert_int_equal(why.second.key, TYPES_KEY);
            } else if (a == b) {
                assert_int_equal(status, NvSciError_NotSupported);
                assert_int_equal(why.key, TYPES_KEY);
                assert_int_equal(why.rule, RINGFENCE_RULE_SUPPORTED);
            } else {
                assert_int_equal(status, NvSciError_ReconciliationFailed);
                assert_int_equal(why.key, TYPES_KEY);
                assert_int_equal(why.rule, RINGFENCE_RULE_EQUAL);
                assert_int_equal(why.first.list, 0U);
                assert_int_equal(why.second.list, 1U);
            }
            NvSciBufAttrListFree(conflict);
            buf_free_lists(lists, 3U);
        }
    }
}

/**
 * The second side of a conflict of types is the list that does not go with those before it.
 * @verifies RF-BUF-046
 * @verifies RF-BUF-056
 */
static void the_list_whose_types_do_not_go_is_named(void **state)
{
    NvSciBufAttrList lists[] = {typed(0x04U), typed(0x08U), typed(0x0CU), typed(0x02U)};
    const RingfenceConflict why = buf_conflict_of(lists, 4U, NvSciError_ReconciliationFailed,
                                                  TYPES_KEY, RINGFENCE_RULE_EQUAL);

    (void)state;
    assert_int_equal(why.first.list, 0U);
    assert_int_equal(why.second.list, 3U);
    assert_int_equal(native_number(why.second.value, sizeof(NvSciBufType)), NvSciBufType_RawBuffer);
}

/**
 * Lists that name an image, a tensor, and both, are one buffer that is both.
 * @verifies RF-BUF-046
 */
static void image_and_tensor_lists_mix(void **state)
{
    NvSciBufAttrList lists[] = {typed(0x04U), typed(0x08U), buf_recipe(RECIPE_IMAGE_TENSOR)};
    NvSciBufAttrList list = buf_reconciled(lists, 3U);

    (void)state;
    ASSERT_U32(list, TYPES_KEY, NvSciBufType_Image, NvSciBufType_Tensor);
    NvSciBufAttrListFree(list);
}

/**
 * A list that names a pyramid alone describes its image too.
 * @verifies RF-BUF-046
 */
static void a_pyramid_has_an_image(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(RECIPE(RECIPE_PYRAMID, TYPES(NvSciBufType_Pyramid)));

    (void)state;
    ASSERT_U32(list, TYPES_KEY, NvSciBufType_Pyramid);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlanePitch, 768U);
    NvSciBufAttrListFree(list);
}

/** @verifies RF-BUF-047 */
static void types_are_mandatory(void **state)
{
    NvSciBufAttrList lists[1];

    (void)state;
    assert_int_equal(NvSciBufAttrListCreate(g_module, &lists[0]), NvSciError_Success);
    (void)buf_conflict_of(lists, 1U, NvSciError_BadParameter, TYPES_KEY, RINGFENCE_RULE_MANDATORY);
}

/** @verifies RF-BUF-047 */
static void complete_lists_reconcile(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)RECIPE_COUNT; i++) {
        NvSciBufAttrListFree(buf_reconciled_one(buf_recipe((BufRecipeIndex)i)));
    }
}

/**
 * Each key of each recipe but Types is mandatory: without it nothing reconciles, and the report
 * names it. ImageCount and PixelFormat are optional where there is no image and tensor.
 * @verifies RF-BUF-047
 */
static void each_mandatory_key_is_missed(void **state)
{
    uint32_t missed = 0U;

    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)RECIPE_COUNT; i++) {
        for (size_t k = 1U; k < g_recipes[i].count; k++) {
            const NvSciBufAttrKey key = g_recipes[i].pairs[k].key;
            NvSciBufAttrList list = RECIPE((BufRecipeIndex)i, WITHOUT(key));
            const RingfenceConflict why =
                buf_conflict_of(&list, 1U, NvSciError_BadParameter, key, RINGFENCE_RULE_MANDATORY);

            assert_int_equal(why.first.origin, RINGFENCE_ORIGIN_NONE);
            assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIST);
            assert_int_equal(why.second.key, TYPES_KEY);
            missed++;
        }
    }
    assert_int_equal(missed, 1U + 6U + 9U + 4U + 11U + 3U + 8U);
}

/**
 * A mandatory key may come from any list.
 * @verifies RF-BUF-047
 */
static void keys_may_come_from_different_lists(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)RECIPE_COUNT; i++) {
        const BufRecipe *const recipe = &g_recipes[i];
        NvSciBufAttrList lists[12];
        size_t count = 0U;

        for (size_t k = 1U; k < recipe->count; k++) {
            lists[count++] = LIST(recipe->pairs[0], recipe->pairs[k]);
        }
        NvSciBufAttrListFree(buf_reconciled(lists, count));
    }
}

/**
 * An image that is a tensor has no padding, not even of 0.
 * @verifies RF-BUF-048
 */
static void padding_is_forbidden_in_tensors(void **state)
{
    static const NvSciBufAttrKey keys[] = {
        NvSciBufImageAttrKey_TopPadding, NvSciBufImageAttrKey_BottomPadding,
        NvSciBufImageAttrKey_LeftPadding, NvSciBufImageAttrKey_RightPadding};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(keys); i++) {
        NvSciBufAttrList list = RECIPE(RECIPE_IMAGE_TENSOR, PAIR(keys[i], uint64_t, 0U));

        (void)buf_conflict_of(&list, 1U, NvSciError_NotSupported, keys[i],
                              RINGFENCE_RULE_FORBIDDEN);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(unions_of_types_are_checked),
                                       TEST(the_list_whose_types_do_not_go_is_named),
                                       TEST(image_and_tensor_lists_mix),
                                       TEST(a_pyramid_has_an_image),
                                       TEST(types_are_mandatory),
                                       TEST(complete_lists_reconcile),
                                       TEST(each_mandatory_key_is_missed),
                                       TEST(keys_may_come_from_different_lists),
                                       TEST(padding_is_forbidden_in_tensors)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
