/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file iceoryx.c
 * iceoryx by its C interface: a number in a chunk of shared memory, for a subscriber that polls,
 * and for one that sleeps in a wait set. RouDi must run.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <iceoryx_binding_c/log.h>
#include <iceoryx_binding_c/publisher.h>
#include <iceoryx_binding_c/runtime.h>
#include <iceoryx_binding_c/subscriber.h>
#include <iceoryx_binding_c/wait_set.h>

#include "../bench.h"

/** Looks, a millisecond apart, until two ends must have met. */
#define LOOKS 30000U

/** Chunks that wait for a subscriber at most: there is one. */
#define QUEUE 4U

typedef struct {
    iox_pub_storage_t publisher_room;
    iox_sub_storage_t subscriber_room;
    iox_ws_storage_t set_room;
    iox_pub_t publisher;
    iox_sub_t subscriber;
    iox_ws_t set;
    uint64_t sent;
    uint64_t taken;
} Iceoryx;

/** Waits until both directions are connected. */
static bool meet(Side *side, const Iceoryx *iceoryx)
{
    bool good = false;

    for (uint32_t i = 0U; (i < LOOKS) && !good; i++) {
        (void)usleep(1000U);
        good = (iox_sub_get_subscription_state(iceoryx->subscriber) == SubscribeState_SUBSCRIBED) &&
               iox_pub_has_subscribers(iceoryx->publisher);
    }
    return good || bench_fail(side, "the other side is not found");
}

/** The number of the pair's process, which no other run has now, is in the names of its services.
 */
static bool iceoryx_open(Pair *pair)
{
    *(pid_t *)(void *)pair->room = getpid();
    return true;
}

static bool iceoryx_join(Side *side)
{
    Iceoryx *const iceoryx = calloc(1U, sizeof(Iceoryx));
    iox_pub_options_t of_publisher;
    iox_sub_options_t of_subscriber;
    char runtime[64];
    char pair[16];
    bool good = (iceoryx != NULL);

    side->own = iceoryx;
    if (good) {
        (void)snprintf(runtime, sizeof(runtime), "bench_%d", (int)getpid());
        (void)snprintf(pair, sizeof(pair), "%d",
                       (int)*(const pid_t *)(const void *)side->pair->room);
        iox_set_loglevel(Iceoryx_LogLevel_Warn);
        iox_runtime_init(runtime);
        iox_pub_options_init(&of_publisher);
        iox_sub_options_init(&of_subscriber);
        of_subscriber.queueCapacity = QUEUE;
        iceoryx->publisher = iox_pub_init(&iceoryx->publisher_room, "ringfence_bench", pair,
                                          (side->index == 0U) ? "there" : "back", &of_publisher);
        iceoryx->subscriber = iox_sub_init(&iceoryx->subscriber_room, "ringfence_bench", pair,
                                           (side->index == 0U) ? "back" : "there", &of_subscriber);
        good = meet(side, iceoryx);
    }
    return good;
}

static bool iceoryx_send(Side *side)
{
    Iceoryx *const iceoryx = side->own;
    void *chunk = NULL;
    const bool good = iox_pub_loan_chunk(iceoryx->publisher, &chunk, sizeof(uint64_t)) ==
                      AllocationResult_SUCCESS;

    if (good) {
        iceoryx->sent++;
        *(uint64_t *)chunk = iceoryx->sent;
        iox_pub_publish_chunk(iceoryx->publisher, chunk);
    }
    return good || bench_fail(side, "no chunk");
}

/** Takes a number, if there is one. */
static bool take(Iceoryx *iceoryx)
{
    const void *chunk = NULL;
    const bool good = iox_sub_take_chunk(iceoryx->subscriber, &chunk) == ChunkReceiveResult_SUCCESS;

    if (good) {
        iceoryx->taken = *(const uint64_t *)chunk;
        iox_sub_release_chunk(iceoryx->subscriber, chunk);
    }
    return good;
}

/** Whether what was taken is what the other side must have sent. */
static bool fits(const Side *side)
{
    const Iceoryx *const iceoryx = side->own;
    const uint64_t wanted = (side->index == 0U) ? iceoryx->sent : (iceoryx->sent + 1U);

    return (iceoryx->taken == wanted) || bench_fail(side, "another number");
}

static bool polling_wait(Side *side)
{
    while (!take(side->own)) {
        /* Polls. */
    }
    return fits(side);
}

static bool waitset_join(Side *side)
{
    bool good = iceoryx_join(side);

    if (good) {
        Iceoryx *const iceoryx = side->own;

        iceoryx->set = iox_ws_init(&iceoryx->set_room);
        good = iox_ws_attach_subscriber_state(iceoryx->set, iceoryx->subscriber,
                                              SubscriberState_HAS_DATA, 0U,
                                              NULL) == WaitSetResult_SUCCESS;
    }
    return good || bench_fail(side, "wait set");
}

static bool waitset_wait(Side *side)
{
    Iceoryx *const iceoryx = side->own;
    bool found = false;

    while (!found) {
        iox_notification_info_t info;
        uint64_t missed = 0U;

        (void)iox_ws_wait(iceoryx->set, &info, 1U, &missed);
        found = take(iceoryx);
    }
    return fits(side);
}

static void iceoryx_leave(Side *side)
{
    Iceoryx *const iceoryx = side->own;

    if (iceoryx->set != NULL) {
        iox_ws_detach_subscriber_state(iceoryx->set, iceoryx->subscriber, SubscriberState_HAS_DATA);
        iox_ws_deinit(iceoryx->set);
    }
    iox_sub_deinit(iceoryx->subscriber);
    iox_pub_deinit(iceoryx->publisher);
    iox_runtime_shutdown();
    free(iceoryx);
}

static const Transport polling = {"iceoryx, polling", true,         iceoryx_open,
                                  iceoryx_join,       NULL,         iceoryx_send,
                                  polling_wait,       iceoryx_leave};
static const Transport waitset = {"iceoryx, WaitSet", true,         iceoryx_open,
                                  waitset_join,       NULL,         iceoryx_send,
                                  waitset_wait,       iceoryx_leave};

const Transport *const transport_iceoryx_polling = &polling;
const Transport *const transport_iceoryx_waitset = &waitset;
