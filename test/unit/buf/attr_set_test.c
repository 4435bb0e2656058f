/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_set_test.c
 * Setting attributes: all or none, types first, what sample programs do.
 */
#include "buf_make.h"

#include <string.h>

#define SIZE NvSciBufRawBufferAttrKey_Size
#define CPU  NvSciBufGeneralAttrKey_NeedCpuAccess

/**
 * If one pair of a call cannot be set, none is.
 * @verifies RF-BUF-006
 */
static void a_call_sets_all_or_nothing(void **state)
{
    const BufPair bad[] = {PAIR(SIZE, uint64_t, 0U),                              /* value */
                           PAIR(SIZE, uint32_t, 1U),                              /* length */
                           PAIR(CPU, bool, true),                                 /* repeated */
                           PAIR(NvSciBufImageAttrKey_Layout, uint32_t, 1U),       /* type */
                           PAIR(NvSciBufGeneralAttrKey_ActualPerm, uint32_t, 1U), /* output */
                           PAIR((NvSciBufAttrKey)0xEU, uint32_t, 1U),             /* no key */
                           PAIR((NvSciBufAttrKey)(1U << 26U), uint32_t, 1U),      /* private key */
                           {SIZE, NULL, 8U}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        for (size_t at = 0U; at < 3U; at++) {
            NvSciBufAttrList list = NULL;
            BufPair pairs[3] = {TYPES(NvSciBufType_RawBuffer), PAIR(CPU, bool, true), bad[i]};
            const BufPair moved = pairs[at];

            pairs[at] = pairs[2];
            pairs[2] = moved;
            assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
            assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, 3U), NvSciError_BadParameter);
            assert_int_equal(buf_read(list, NvSciBufGeneralAttrKey_Types).len, 0U);
            assert_int_equal(buf_read(list, CPU).len, 0U);
            assert_int_equal(buf_read(list, SIZE).len, 0U);
            assert_int_equal(SET(list, TYPES(NvSciBufType_RawBuffer), PAIR(CPU, bool, true)),
                             NvSciError_Success);
            NvSciBufAttrListFree(list);
        }
    }
}

/**
 * The fault report says which pair is refused, and why: of types that the list lacks, of values
 * that are in the range of their key, and of more pairs than keys. One of another type goes before
 * one that is not supported.
 * @verifies RF-BUF-215
 */
static void a_refused_pair_is_explained(void **state)
{
    const BufPair layout = PAIR(NvSciBufImageAttrKey_Layout, uint32_t, 1U);
    const struct {
        BufPair pairs[3];
        size_t count;
        uint32_t place;
        RingfencePairCause cause;
    } cases[] = {{{PAIR(CPU, bool, true), PAIR(SIZE, uint64_t, 1U), PAIR(SIZE, uint64_t, 1U)},
                  2U,
                  1U,
                  RINGFENCE_PAIR_OTHER_TYPE},
                 {{PAIR(NvSciBufImageAttrKey_Layout, uint32_t, 1U), TYPES(NvSciBufType_RawBuffer),
                   PAIR(SIZE, uint64_t, 1U)},
                  3U,
                  0U,
                  RINGFENCE_PAIR_OTHER_TYPE},
                 {{PAIR(CPU, bool, true), TYPES(NvSciBufType_RawBuffer),
                   PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, 2U)},
                  3U,
                  2U,
                  RINGFENCE_PAIR_VALUE},
                 {{PAIR(SIZE, uint64_t, 1U), TYPES((NvSciBufType)77), PAIR(SIZE, uint64_t, 1U)},
                  2U,
                  1U,
                  RINGFENCE_PAIR_VALUE}};
    BufPair many[70];
    RingfenceFault fault;
    NvSciBufAttrList list = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const uint32_t key = (uint32_t)cases[i].pairs[cases[i].place].key;

        assert_int_equal(buf_set_in(list, cases[i].pairs, cases[i].count), NvSciError_BadParameter);
        assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_PAIR);
        assert_int_equal(fault.pair, cases[i].place);
        assert_int_equal(fault.key, key);
        assert_int_equal(fault.cause, cases[i].cause);
    }
    for (size_t i = 0U; i < COUNT_OF(many); i++) {
        many[i] = layout;
    }
    assert_int_equal(buf_set_in(list, many, COUNT_OF(many)), NvSciError_BadParameter);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.cause, RINGFENCE_PAIR_TOO_MANY);
    assert_int_equal(fault.key, 0U);
    assert_string_equal(fault.keyName, "");
    NvSciBufAttrListFree(list);
}

/** @verifies RF-BUF-006 */
static void arrays_are_checked(void **state)
{
    NvSciBufAttrList list = NULL;
    BufPair pairs[70];
    const BufPair once = PAIR(CPU, bool, true);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(pairs); i++) {
        pairs[i] = once;
    }
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, NULL, 1U), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, 0U), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, 2U), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, SIZE_MAX), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, 1U), NvSciError_Success);
    NvSciBufAttrListFree(list);
}

/**
 * A value is copied: what the caller does with its memory afterwards does not matter.
 * @verifies RF-BUF-006
 */
static void values_are_copied(void **state)
{
    NvSciBufAttrList list = LIST(TYPES(NvSciBufType_RawBuffer));
    uint64_t size = 64U;
    BufPair pair = {SIZE, &size, sizeof(size)};

    (void)state;
    assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    size = 65U;
    ASSERT_U64(list, SIZE, 64U);
    NvSciBufAttrListFree(list);
}

/**
 * Reconciled lists, conflict lists, appended lists and lists of objects cannot be set.
 * @verifies RF-BUF-006
 */
static void only_writable_lists_are_set(void **state)
{
    NvSciBufAttrList two[] = {LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, 1U)),
                              LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, 2U))};
    NvSciBufObj object = buf_raw_object(64U);
    NvSciBufAttrList lists[4] = {NULL, NULL, NULL, NULL};

    (void)state;
    assert_int_equal(NvSciBufAttrListReconcile(two, 1U, &lists[0], &lists[1]), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(two, 2U, &lists[3], &lists[1]),
                     NvSciError_ReconciliationFailed);
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(two, 2U, &lists[2]), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetAttrList(object, &lists[3]), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        assert_int_equal(SET(lists[i], PAIR(NvSciBufGeneralAttrKey_EnableCpuCache, bool, true)),
                         NvSciError_BadParameter);
    }
    NvSciBufObjFree(object);
    buf_free_lists(lists, 3U);
    buf_free_lists(two, 2U);
}

/**
 * What published sample programs pass: signed integers for unsigned ones, a byte for a bool, a scan
 * type as an array, alignment 0.
 * @verifies RF-BUF-006
 */
static void what_samples_pass_is_accepted(void **state)
{
    NvSciBufType type = NvSciBufType_Image;
    NvSciBufAttrValImageScanType scan[] = {NvSciBufScan_ProgressiveType};
    int32_t planes = 2;
    int32_t widths[] = {1920, 960};
    uint8_t cpu = 1U;
    BufPair image[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                       {NvSciBufImageAttrKey_PlaneScanType, scan, sizeof(scan)},
                       {NvSciBufImageAttrKey_PlaneCount, &planes, sizeof(planes)},
                       {NvSciBufImageAttrKey_PlaneWidth, widths, sizeof(widths)},
                       {CPU, &cpu, sizeof(cpu)}};
    NvSciBufAttrList list = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, image, COUNT_OF(image)), NvSciError_Success);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlaneWidth, 1920U, 960U);
    NvSciBufAttrListFree(list);
    list = LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, 64U),
                PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 0U));
    NvSciBufAttrListFree(list);
}

/**
 * A depth of 14 bits is stored as 16 bits, which it stands for.
 * @verifies RF-BUF-036
 */
static void fourteen_bits_are_sixteen(void **state)
{
    NvSciBufAttrList list = LIST(TYPES(NvSciBufType_Image), PAIR(NvSciBufImageAttrKey_SurfBPC,
                                                                 NvSciBufSurfBPC, NvSciSurfBPC_14));

    (void)state;
    ASSERT_U32(list, NvSciBufImageAttrKey_SurfBPC, NvSciSurfBPC_16);
    NvSciBufAttrListFree(list);
    list = LIST(TYPES(NvSciBufType_Image),
                PAIR(NvSciBufImageAttrKey_SurfBPC, NvSciBufSurfBPC, NvSciSurfBPC_12));
    ASSERT_U32(list, NvSciBufImageAttrKey_SurfBPC, NvSciSurfBPC_12);
    NvSciBufAttrListFree(list);
}

/**
 * Types that are set before count, and types that are refused do not count.
 * @verifies RF-BUF-006
 */
static void types_come_first(void **state)
{
    NvSciBufAttrList list = LIST(TYPES(NvSciBufType_Image, NvSciBufType_Tensor));

    (void)state;
    assert_int_equal(SET(list, PAIR(NvSciBufImageAttrKey_Layout, uint32_t, 1U),
                         PAIR(NvSciBufTensorAttrKey_NumDims, uint32_t, 4U)),
                     NvSciError_Success);
    assert_int_equal(SET(list, PAIR(SIZE, uint64_t, 64U)), NvSciError_BadParameter);
    assert_int_equal(SET(list, TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, 64U)),
                     NvSciError_BadParameter);
    NvSciBufAttrListFree(list);
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(SET(list, {NvSciBufGeneralAttrKey_Types, NULL, 4U}, PAIR(SIZE, uint64_t, 64U)),
                     NvSciError_BadParameter);
    assert_int_equal(SET(list, PAIR(NvSciBufGeneralAttrKey_Types, uint8_t, 1U, 0U, 0U),
                         PAIR(SIZE, uint64_t, 64U)),
                     NvSciError_BadParameter);
    assert_int_equal(
        SET(list, PAIR(NvSciBufGeneralAttrKey_Types, uint32_t, 1U, 9U), PAIR(SIZE, uint64_t, 64U)),
        NvSciError_BadParameter);
    NvSciBufAttrListFree(list);
}

/**
 * A clone that is given other types loses what those do not have, and nothing else.
 * @verifies RF-BUF-059
 */
static void a_clone_can_become_another_type(void **state)
{
    NvSciBufAttrList list =
        LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, 64U), PAIR(CPU, bool, true));
    NvSciBufAttrList clone = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListClone(list, &clone), NvSciError_Success);
    assert_int_equal(SET(clone, PAIR(NvSciBufArrayAttrKey_Stride, uint64_t, 4U)),
                     NvSciError_BadParameter);
    assert_int_equal(
        SET(clone, PAIR(NvSciBufArrayAttrKey_Stride, uint64_t, 4U), TYPES(NvSciBufType_Array)),
        NvSciError_Success);
    assert_int_equal(buf_read(clone, SIZE).len, 0U);
    ASSERT_U8(clone, CPU, 1U);
    ASSERT_U64(clone, NvSciBufArrayAttrKey_Stride, 4U);
    assert_int_equal(SET(clone, PAIR(SIZE, uint64_t, 64U)), NvSciError_BadParameter);
    ASSERT_U64(list, SIZE, 64U);
    NvSciBufAttrListFree(clone);
    NvSciBufAttrListFree(list);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_call_sets_all_or_nothing),
                                       TEST(a_refused_pair_is_explained),
                                       TEST(arrays_are_checked),
                                       TEST(values_are_copied),
                                       TEST(only_writable_lists_are_set),
                                       TEST(what_samples_pass_is_accepted),
                                       TEST(fourteen_bits_are_sixteen),
                                       TEST(types_come_first),
                                       TEST(a_clone_can_become_another_type)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
