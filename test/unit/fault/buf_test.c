/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_test.c
 * Every call out of the library fails in turn: the error is clean, nothing is left, and the next
 * try works.
 */
#include "buf_lists.h"

#include <errno.h>
#include <string.h>

#include "fault.h"

#define CPU PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)

/** What was open and taken before a scenario. */
typedef struct {
    uint32_t slots;
    uint32_t descriptors;
    uint32_t mappings;
} Open;

static Open open_now(void)
{
    const Open open = {in_use_of_all(), fault_open_descriptors(), fault_open_mappings()};

    return open;
}

static void assert_open(const Open *before)
{
    const Open now = open_now();

    assert_int_equal(now.slots, before->slots);
    assert_int_equal(now.descriptors, before->descriptors);
    assert_int_equal(now.mappings, before->mappings);
}

/** Error that a failing call must give. */
static NvSciError expected_error(int error)
{
    const bool memory = (error == ENOMEM) || (strcmp(fault_name(), "sysinfo") == 0);

    return memory ? NvSciError_InsufficientMemory : NvSciError_ResourceError;
}

/** Something that is done to `object`, made of `list`. A new object is put to `made`. */
typedef NvSciError (*Scenario)(NvSciBufAttrList list, NvSciBufObj object, NvSciBufObj *made);

static NvSciError allocate(NvSciBufAttrList list, NvSciBufObj object, NvSciBufObj *made)
{
    NvSciBufAttrList reconciled = NULL;
    NvSciError status = NvSciError_Unknown;

    assert_int_equal(NvSciBufObjGetAttrList(object, &reconciled), NvSciError_Success);
    (void)list;
    status = NvSciBufObjAlloc(reconciled, made);
    return status;
}

static NvSciError reconcile_and_allocate(NvSciBufAttrList list, NvSciBufObj object,
                                         NvSciBufObj *made)
{
    NvSciBufAttrList conflict = list;
    const NvSciError status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, made, &conflict);

    (void)object;
    assert_null(conflict);
    return status;
}

static NvSciError reduce(NvSciBufAttrList list, NvSciBufObj object, NvSciBufObj *made)
{
    (void)list;
    return NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, made);
}

/** Runs a scenario until none of its calls is left to fail; gives how many failed. */
static uint32_t fail_each_call(Scenario scenario, int error)
{
    bool failed = true;
    uint32_t n = 0U;

    while (failed) {
        NvSciBufAttrList list = RECIPE(RECIPE_RAW, CPU);
        NvSciBufObj object = buf_object_of(RECIPE(RECIPE_RAW, CPU));
        NvSciBufObj made = NULL;
        const Open before = open_now();
        NvSciError status = NvSciError_Unknown;

        n++;
        fault_arm(n, error);
        status = scenario(list, object, &made);
        failed = fault_disarm();
        if (failed) {
            assert_int_equal(status, expected_error(error));
            assert_null(made);
            assert_open(&before);
            assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
            status = scenario(list, object, &made);
        }
        assert_int_equal(status, NvSciError_Success);
        assert_int_equal(NvSciBufObjValidate(made), NvSciError_Success);
        NvSciBufObjFree(made);
        NvSciBufObjFree(object);
        NvSciBufAttrListFree(list);
    }
    return n - 1U;
}

static const int g_errors[] = {ENOMEM, EMFILE, EPERM};

/**
 * Allocating: eight calls may fail, each with each error.
 * @verifies RF-BUF-035
 * @verifies RF-BUF-017
 */
static void allocating_survives_each_failure(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_errors); i++) {
        assert_int_equal(fail_each_call(allocate, g_errors[i]), 8U);
        assert_int_equal(fail_each_call(reconcile_and_allocate, g_errors[i]), 8U);
    }
}

/**
 * Reducing rights: three calls may fail.
 * @verifies RF-BUF-035
 * @verifies RF-BUF-019
 */
static void reducing_survives_each_failure(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_errors); i++) {
        assert_int_equal(fail_each_call(reduce, g_errors[i]), 3U);
    }
}

/** All that a program does with a buffer, from module to module; any call may fail. */
static void live(void)
{
    NvSciBufModule module = NULL;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList clone = NULL;
    NvSciBufAttrList all = NULL;
    NvSciBufObj objects[3] = {NULL, NULL, NULL};
    BufPair pairs[] = {TYPES(NvSciBufType_RawBuffer),
                       PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 5000U), CPU};
    void *text = NULL;
    size_t len = 0U;

    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, 3U), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListClone(list, &clone), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListDebugDump(list, &text, &len), NvSciError_Success);
    {
        const NvSciBufAttrList both[] = {list, clone};
        NvSciBufAttrList reconciled = NULL;
        NvSciBufAttrList conflict = NULL;

        assert_int_equal(NvSciBufAttrListAppendUnreconciled(both, 2U, &all), NvSciError_Success);
        assert_int_equal(NvSciBufAttrListReconcile(&all, 1U, &reconciled, &conflict),
                         NvSciError_Success);
        if (NvSciBufObjAlloc(reconciled, &objects[0]) == NvSciError_Success) {
            assert_int_equal(NvSciBufObjDup(objects[0], &objects[1]), NvSciError_Success);
            (void)NvSciBufObjDupWithReducePerm(objects[0], NvSciBufAccessPerm_Readonly,
                                               &objects[2]);
            assert_int_equal(NvSciBufObjFlushCpuCacheRange(objects[0], 0U, 5000U),
                             NvSciError_Success);
        }
        NvSciBufAttrListFree(reconciled);
    }
    for (size_t i = 0U; i < 3U; i++) {
        NvSciBufObjFree(objects[i]);
    }
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(clone);
    NvSciBufAttrListFree(all);
    NvSciBufModuleClose(module);
}

/**
 * A whole life of buffers with one failing call leaves nothing behind, whichever call it is.
 * @verifies RF-BUF-035
 */
static void a_life_with_a_failure_leaves_nothing(void **state)
{
    const Open before = open_now();
    uint32_t n = 0U;
    bool failed = true;

    (void)state;
    while (failed) {
        n++;
        fault_arm(n, EMFILE);
        live();
        failed = fault_disarm();
        assert_open(&before);
    }
    assert_int_equal(n - 1U, 11U);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(allocating_survives_each_failure),
                                       TEST(reducing_survives_each_failure),
                                       TEST(a_life_with_a_failure_leaves_nothing)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
