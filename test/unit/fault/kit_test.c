/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kit_test.c
 * Every call out of the library fails in turn while a link takes a buffer: what was not claimed can
 * be taken later, and nothing is left of the others.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "fault.h"
#include "ipc_fixture.h"
#include "ringfence_cfg.h"
#include "ringfence_kit.h"

#define SOON      5000000
#define CALLS_MAX 200U

/** One end. */
typedef struct {
    RingfenceKit kit;
    RingfenceKitLink link;
    const char *name;
    NvSciError result;
} End;

static End g_near = {.name = "ipc_test_0"};
static End g_far = {.name = "ipc_test_1"};

static void *connect_end(void *end)
{
    End *const to = end;

    to->result = RingfenceKitConnect(&to->kit, &to->link, to->name, SOON);
    return NULL;
}

static int setup(void **state)
{
    const int result = ipc_begin(state);
    pthread_t thread;

    assert_status(RingfenceKitOpen(&g_near.kit), NvSciError_Success);
    assert_status(RingfenceKitOpen(&g_far.kit), NvSciError_Success);
    assert_int_equal(pthread_create(&thread, NULL, &connect_end, &g_far), 0);
    (void)connect_end(&g_near);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(g_near.result, NvSciError_Success);
    assert_status(g_far.result, NvSciError_Success);
    return result;
}

static int teardown(void **state)
{
    (void)fault_disarm();
    RingfenceKitDisconnect(&g_near.link);
    RingfenceKitDisconnect(&g_far.link);
    RingfenceKitClose(&g_near.kit);
    RingfenceKitClose(&g_far.kit);
    return ipc_end(state);
}

static NvSciBufAttrList image_list(const End *end, NvSciBufAttrValAccessPerm perm)
{
    const RingfenceKitImage image = {RINGFENCE_KIT_GRAY8, 64U, 48U, perm, true, NULL};
    NvSciBufAttrList list = NULL;

    assert_status(RingfenceKitCreateImageList(&end->kit, &image, &list), NvSciError_Success);
    return list;
}

static NvSciError take(NvSciBufObj *object, int64_t timeout)
{
    return RingfenceKitTakeBufObj(&g_far.link, NULL, 0U, NvSciBufAccessPerm_Auto, object, timeout);
}

/** Gives a buffer, and has call number `n` of the take fail. One that asks the link claims nothing:
 * the buffer is taken then. Says whether a call failed. */
static bool take_with_failure(NvSciBufObj given, uint32_t n)
{
    NvSciBufObj object = NULL;
    NvSciError status = NvSciError_Success;
    bool fails = false;

    assert_status(RingfenceKitGiveBufObj(&g_near.link, given, NvSciBufAccessPerm_Auto, SOON),
                  NvSciError_Success);
    fault_arm_system(n, EMFILE);
    status = take(&object, SOON);
    fails = fault_disarm();
    if (status != NvSciError_Success) {
        assert_null(object);
        status = take(&object, 0);
        if (strcmp(fault_name(), "recvmsg") == 0) {
            assert_status(status, NvSciError_Success);
        }
    }
    NvSciBufObjFree(object);
    return fails;
}

/**
 * More often than an endpoint may have unclaimed.
 * @verifies RF-KIT-041
 */
static void what_the_system_refuses_is_taken_later(void **state)
{
    const NvSciBufAttrList reader = image_list(&g_far, NvSciBufAccessPerm_Readonly);
    NvSciBufAttrList lists[2] = {image_list(&g_near, NvSciBufAccessPerm_ReadWrite), NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj made = NULL;
    uint32_t failed = 0U;

    (void)state;
    assert_status(RingfenceKitGiveBufLists(&g_far.link, &reader, 1U, SOON), NvSciError_Success);
    assert_status(RingfenceKitTakeBufList(&g_near.link, &lists[1], SOON), NvSciError_Success);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &made, &conflict),
                  NvSciError_Success);
    while (failed <= (RINGFENCE_CFG_PARCELS + 6U)) {
        const uint32_t before = failed;

        for (uint32_t n = 1U; (n < CALLS_MAX) && take_with_failure(made, n); n++) {
            failed++;
        }
        assert_true(failed > before);
    }
    NvSciBufObjFree(made);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_the_system_refuses_is_taken_later, setup, teardown)};

    return cmocka_run_group_tests_name("fault/kit", tests, NULL, NULL);
}
