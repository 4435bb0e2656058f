/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bound_test.c
 * How large a buffer may be, and all buffers together.
 */
#define _GNU_SOURCE

#include <stdio.h>

#include "buf_lists.h"
#include "engine_driver.h"

#include <string.h>

#include "buf/buf.h"
#include "ringfence_cfg.h"

#define GEN(name)    NvSciBufGeneralAttrKey_##name
#define RAW(name)    NvSciBufRawBufferAttrKey_##name
#define IMG(name)    NvSciBufImageAttrKey_##name
#define TENSOR(name) NvSciBufTensorAttrKey_##name
#define ARRAY(name)  NvSciBufArrayAttrKey_##name

#define MIB   1048576ULL
/** Most of an address space of 32 bits. */
#define LEAST (1024U * MIB)
#define BOUND (buf_bound())
#define ALL   (RINGFENCE_CFG_ALL_BUFFERS_MIB * MIB)
#define GPU                                                                                        \
    {                                                                                              \
        {                                                                                          \
            7U, 1U                                                                                 \
        }                                                                                          \
    }

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/** Number that a side of a conflict holds. */
static uint64_t number_of(const RingfenceConflictSide *side)
{
    uint64_t number = 0U;

    assert_int_equal(side->elementSize, sizeof(number));
    (void)memcpy(&number, side->value, sizeof(number));
    return number;
}

/** What the lists of a case ask for. */
typedef struct {
    BufRecipeIndex recipe;
    /** What the second list says otherwise than the recipe. */
    BufPair change;
    /** Bytes that the buffer would need at least. */
    uint64_t least;
    /** The image of the recipe has three planes. */
    bool is_planar;
} Case;

#define CHANGES_MAX 5U

/** Lists of a case: one that leaves the key open, and the one that asks for too much. */
static void make_lists(const Case *one, NvSciBufAttrList lists[2])
{
    BufPair changes[CHANGES_MAX] = {
        {one->change.key, NULL, 0U},
        PAIR(IMG(PlaneCount), uint32_t, 3U),
        PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8),
        PAIR(IMG(PlaneWidth), uint32_t, 640U, 320U, 320U),
        PAIR(IMG(PlaneHeight), uint32_t, 480U, 240U, 240U)};
    const size_t count = one->is_planar ? CHANGES_MAX : 1U;

    lists[0] = buf_recipe_with(one->recipe, changes, count);
    changes[0] = one->change;
    lists[1] = buf_recipe_with(one->recipe, changes, count);
}

static void assert_conflict(const Case *one, const RingfenceConflict *reason)
{
    assert_int_equal(reason->error, NvSciError_ReconciliationFailed);
    assert_int_equal(reason->rule, RINGFENCE_RULE_BUFFER_BOUND);
    assert_int_equal(reason->key, one->change.key);
    assert_int_equal(reason->first.origin, RINGFENCE_ORIGIN_LIST);
    assert_int_equal(reason->first.list, 1U);
    assert_int_equal(reason->first.slot, 0U);
    assert_int_equal(reason->first.key, one->change.key);
    assert_int_equal(reason->second.origin, RINGFENCE_ORIGIN_LIBRARY);
    if (reason->second.key == one->change.key) {
        assert_true(number_of(&reason->second) == BOUND);
    } else {
        assert_true(number_of(&reason->second) >= one->least);
        assert_true(number_of(&reason->second) > BOUND);
    }
}

/**
 * Whatever a list asks for that makes a buffer larger than the bound, or its alignment: it is a
 * conflict that names the list and its key, and nothing is reserved.
 * @verifies RF-BUF-200
 */
static void list_that_asks_for_too_much_is_named(void **state)
{
    const Case cases[] = {
        {RECIPE_RAW, PAIR(RAW(Size), uint64_t, BOUND + 1U), BOUND + 1U, false},
        {RECIPE_RAW, PAIR(RAW(Size), uint64_t, UINT64_MAX), UINT64_MAX, false},
        {RECIPE_RAW, PAIR(RAW(Align), uint64_t, 2U * BOUND), 2U * BOUND, false},
        {RECIPE_RAW, PAIR(RAW(Align), uint64_t, 1ULL << 63U), 1ULL << 63U, false},
        {RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 1U << 31U, 1U << 31U, 1U << 31U),
         1ULL << 32U, true},
        {RECIPE_IMAGE, PAIR(IMG(TopPadding), uint64_t, 100000000U), BOUND, false},
        {RECIPE_SURFACE, PAIR(IMG(SurfHeightBase), uint32_t, 1U << 24U), BOUND, false},
        {RECIPE_TENSOR, PAIR(TENSOR(AlignmentPerDim), uint32_t, 1U, 1U, 1U << 31U, 2U), BOUND,
         false},
        {RECIPE_ARRAY, PAIR(ARRAY(Capacity), uint64_t, BOUND), BOUND, false},
        {RECIPE_PYRAMID, PAIR(IMG(PlaneHeight), uint32_t, 1U << 26U), BOUND, false},
    };

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciBufAttrList lists[2];
        NvSciBufAttrList none = NULL;
        NvSciBufAttrList conflict = NULL;
        NvSciBufObj object = NULL;
        RingfenceConflict reason;

        print_message("case %u\n", (unsigned int)i);
        make_lists(&cases[i], lists);
        assert_int_equal(NvSciBufAttrListReconcile(lists, 2U, &none, &conflict),
                         NvSciError_ReconciliationFailed);
        assert_null(none);
        assert_int_equal(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
        assert_conflict(&cases[i], &reason);
        NvSciBufAttrListFree(conflict);
        assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                         NvSciError_ReconciliationFailed);
        assert_null(object);
        assert_int_equal(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
        assert_conflict(&cases[i], &reason);
        NvSciBufAttrListFree(conflict);
        buf_free_lists(lists, 2U);
    }
}

/**
 * The report in words names the macro, the list and its key, and what the library admits.
 * @verifies RF-BUF-200
 */
static void report_names_the_macro(void **state)
{
    const Case one = {RECIPE_RAW, PAIR(RAW(Align), uint64_t, 1ULL << 40U), 1ULL << 40U, false};
    NvSciBufAttrList lists[2];
    RingfenceConflict reason;
    char text[400];
    char wanted[400];

    (void)state;
    make_lists(&one, lists);
    reason = buf_conflict_of(lists, 2U, NvSciError_ReconciliationFailed, RAW(Align),
                             RINGFENCE_RULE_BUFFER_BOUND);
    assert_int_equal(RingfenceFormatConflict(&reason, text, sizeof(text)), NvSciError_Success);
    (void)snprintf(wanted, sizeof(wanted),
                   "NvSciBufRawBufferAttrKey_Align: size and alignment must be within "
                   "RINGFENCE_CFG_BUFFER_MIB; list 1 slot 0 has "
                   "NvSciBufRawBufferAttrKey_Align = 1099511627776; the library has "
                   "NvSciBufRawBufferAttrKey_Align = %llu (NvSciError_ReconciliationFailed)",
                   (unsigned long long)BOUND);
    assert_string_equal(text, wanted);
}

/**
 * One list asks for an alignment with a number above those of a picture that is too large: not the
 * alignment is to blame.
 * @verifies RF-BUF-200
 */
static void a_picture_that_is_too_large_is_named_beside_an_alignment(void **state)
{
    NvSciBufAttrList lists[2] = {
        buf_recipe_with(
            RECIPE_IMAGE,
            (const BufPair[]){PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 1U << 20U, 1U << 20U),
                              {IMG(PlaneWidth), NULL, 0U},
                              {IMG(PlaneHeight), NULL, 0U}},
            3U),
        buf_recipe_with(RECIPE_IMAGE,
                        (const BufPair[]){{IMG(PlaneBaseAddrAlign), NULL, 0U},
                                          PAIR(IMG(PlaneWidth), uint32_t, 65536U, 32768U),
                                          PAIR(IMG(PlaneHeight), uint32_t, 65536U, 32768U)},
                        3U)};
    const RingfenceConflict reason = buf_conflict_of(lists, 2U, NvSciError_ReconciliationFailed,
                                                     IMG(PlaneWidth), RINGFENCE_RULE_BUFFER_BOUND);

    (void)state;
    assert_int_equal(reason.first.list, 1U);
    assert_int_equal(reason.second.key, IMG(Size));
    assert_true(number_of(&reason.second) >= (65536ULL * 65536ULL));
}

/**
 * A buffer and an alignment of exactly the bound reconcile. It is what the configuration says, or
 * what addresses of 32 bits have room for.
 * @verifies RF-BUF-200
 */
static void bound_itself_reconciles(void **state)
{
    (void)state;
    assert_true(BOUND == ((sizeof(size_t) > 4U) ? (RINGFENCE_CFG_BUFFER_MIB * MIB) : LEAST));
    NvSciBufAttrListFree(buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(RAW(Size), uint64_t, BOUND))));
    NvSciBufAttrListFree(buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(RAW(Align), uint64_t, BOUND))));
}

/**
 * An alignment costs addresses, not memory: the buffer has the pages of its size alone.
 * @verifies RF-BUF-201
 */
static void alignment_takes_no_memory(void **state)
{
    NvSciBufObj object = buf_object_of(RECIPE(RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true),
                                              PAIR(RAW(Align), uint64_t, 1024U * MIB)));
    RingfenceEngineBuf map = {0};
    struct stat file;
    void *pointer = NULL;

    (void)state;
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_Success);
    assert_int_equal((uintptr_t)pointer % (1024U * MIB), 0U);
    assert_int_equal(RingfenceEngineBufMap(object, &map), NvSciError_Success);
    assert_int_equal(fstat(map.descriptor, &file), 0);
    assert_int_equal(file.st_size, sysconf(_SC_PAGESIZE));
    assert_int_equal(file.st_blocks * 512, file.st_size);
    RingfenceEngineBufUnmap(&map);
    NvSciBufObjFree(object);
}

/**
 * All buffers together are bounded, whoever reserved them: the refusal says what was asked for and
 * what was left, takes nothing, and ends when buffers are freed.
 * @verifies RF-BUF-202
 */
static void all_buffers_are_bounded(void **state)
{
    static Device device = {.descriptor = -1};
    static const RingfenceEngineMemory memory = {&device, device_allocate, NULL};
    static NvSciBufObj objects[ALL / LEAST];
    const size_t count = (size_t)(ALL / BOUND);
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList small = buf_reconciled_one(buf_recipe(RECIPE_RAW));
    NvSciBufObj more = NULL;

    (void)state;
    assert_true((ALL % BOUND) == 0U);
    assert_true(count <= COUNT_OF(objects));
    assert_int_equal(RingfenceEngineSetMemory(&memory), NvSciError_Success);
    list = buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(RAW(Size), uint64_t, BOUND),
                                     PAIR(GEN(GpuId), NvSciRmGpuId, GPU),
                                     PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU)));
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        const uint32_t taken = in_use_of_all();

        for (size_t i = 0U; i < count; i++) {
            assert_int_equal(NvSciBufObjAlloc(list, &objects[i]), NvSciError_Success);
        }
        assert_int_equal(NvSciBufObjAlloc(small, &more), NvSciError_InsufficientMemory);
        assert_null(more);
        assert_int_equal(last_fault().kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(last_fault().limit, "RINGFENCE_CFG_ALL_BUFFERS_MIB");
        assert_string_equal(last_fault().function, "NvSciBufObjAlloc");
        assert_int_equal(last_fault().asked, 1000U);
        assert_int_equal(last_fault().allowed, 0U);
        /* An allocation that fails for another reason counts for nothing. */
        NvSciBufObjFree(objects[0]);
        device.answer = NvSciError_InsufficientMemory;
        assert_int_equal(NvSciBufObjAlloc(list, &more), NvSciError_InsufficientMemory);
        device.answer = NvSciError_Success;
        assert_int_equal(NvSciBufObjAlloc(small, &more), NvSciError_Success);
        assert_int_equal(NvSciBufObjAlloc(list, &objects[0]), NvSciError_InsufficientMemory);
        assert_int_equal(last_fault().asked, BOUND);
        assert_int_equal(last_fault().allowed, BOUND - (uint64_t)sysconf(_SC_PAGESIZE));
        NvSciBufObjFree(more);
        more = NULL;
        assert_int_equal(NvSciBufObjAlloc(list, &objects[0]), NvSciError_Success);
        for (size_t i = 0U; i < count; i++) {
            NvSciBufObjFree(objects[i]);
        }
        assert_int_equal(in_use_of_all(), taken);
    }
    NvSciBufAttrListFree(small);
    NvSciBufAttrListFree(list);
}

#define bound_test(function)                                                                       \
    cmocka_unit_test_setup_teardown(function, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        bound_test(list_that_asks_for_too_much_is_named),
        bound_test(report_names_the_macro),
        bound_test(a_picture_that_is_too_large_is_named_beside_an_alignment),
        bound_test(bound_itself_reconciles),
        bound_test(alignment_takes_no_memory),
        bound_test(all_buffers_are_bounded),
    };

    return cmocka_run_group_tests_name("buf/bound", tests, NULL, NULL);
}
