/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_cancel_test.c
 * A thread that is cancelled while it waits for another process.
 */
#define _GNU_SOURCE

#include <pthread.h>

#include "peers.h"

/** Microseconds in which a waiter looks several times whether who signals lives. */
#define SETTLE_US (4U * RINGFENCE_CFG_LIFE_CHECK_US)

/** A wait that another thread does. */
typedef struct {
    const Side *side;
    NvSciSyncFence fence;
    NvSciError status;
    NvSciSyncWaitMode mode;
} Wait;

static void *wait_and_be_cancelled(void *context)
{
    Wait *const wait = context;

    wait->status = NvSciSyncFenceWaitWithMode(&wait->fence, wait->side->context, -1, wait->mode);
    for (;;) {
        pthread_testcancel();
    }
    return NULL;
}

static const NvSciSyncWaitMode g_modes[] = {
    NvSciSyncWaitMode_Default, NvSciSyncWaitMode_BusyWithYield, NvSciSyncWaitMode_BusyNoYield};

static void cancelled_waiter(void)
{
    const Side side = open_waiter();

    for (size_t i = 0U; i < COUNT_OF(g_modes); i++) {
        Wait wait = {&side, NvSciSyncFenceInitializer, NvSciError_Unknown, g_modes[i]};
        pthread_t thread;
        void *result = NULL;

        receive_fence(side.channel, side.object, &wait.fence);
        CHECK(pthread_create(&thread, NULL, wait_and_be_cancelled, &wait) == 0);
        (void)usleep(SETTLE_US);
        CHECK(pthread_cancel(thread) == 0);
        (void)usleep(SETTLE_US);
        tell(side.channel);
        CHECK(pthread_join(thread, &result) == 0);
        CHECK(result == PTHREAD_CANCELED);
        CHECK_OK(wait.status);
        /* The context is free for others. */
        CHECK_OK(NvSciSyncFenceWait(&wait.fence, side.context, -1));
        NvSciSyncFenceClear(&wait.fence);
    }
    close_side(&side);
}

static void late_signaler(void)
{
    const Side side = open_signaler();

    for (size_t i = 0U; i < COUNT_OF(g_modes); i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        CHECK_OK(NvSciSyncObjGenerateFence(side.object, &fence));
        send_fence(side.channel, &fence);
        NvSciSyncFenceClear(&fence);
        listen_to(side.channel);
        CHECK_OK(NvSciSyncObjSignal(side.object));
    }
    close_side(&side);
}

/**
 * A thread that is cancelled in a wait for another process waits on, and is cancelled behind the
 * wait; fence and context are free for others.
 * @verifies RF-PORT-211
 */
static void a_cancelled_wait_goes_on(void **state)
{
    const Role roles[] = {late_signaler, cancelled_waiter};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        peers_test(a_cancelled_wait_goes_on),
    };

    return cmocka_run_group_tests_name("sync_cancel", tests, NULL, NULL);
}
