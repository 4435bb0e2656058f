/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file channels_iceoryx.c
 * iceoryx by its C interface: chunks that are written and read in place, and a subscriber that
 * polls. A publisher waits where the subscriber's queue is full.
 */
#define _GNU_SOURCE

#include <iceoryx_binding_c/log.h>
#include <iceoryx_binding_c/publisher.h>
#include <iceoryx_binding_c/runtime.h>
#include <iceoryx_binding_c/subscriber.h>
#include <stdio.h>
#include <unistd.h>

#include "channels.h"

/** Looks, a millisecond apart, until the ends must have met. */
#define LOOKS 20000U
/** Messages that wait at most, as many as a channel of the built-in table has frames. */
#define QUEUE 16U

static iox_pub_storage_t g_publisher_room;
static iox_sub_storage_t g_subscriber_room;
static iox_pub_t g_publisher;
static iox_sub_t g_subscriber;

static bool iceoryx_join(End *end)
{
    iox_pub_options_t of_publisher;
    iox_sub_options_t of_subscriber;
    char name[64];
    char run[32];
    bool met = false;

    (void)snprintf(name, sizeof(name), "channels_%d", (int)getpid());
    (void)snprintf(run, sizeof(run), "%u", (unsigned int)end->run);
    iox_set_loglevel(Iceoryx_LogLevel_Warn);
    iox_runtime_init(name);
    iox_pub_options_init(&of_publisher);
    iox_sub_options_init(&of_subscriber);
    of_publisher.subscriberTooSlowPolicy = ConsumerTooSlowPolicy_WAIT_FOR_CONSUMER;
    of_subscriber.queueFullPolicy = QueueFullPolicy_BLOCK_PRODUCER;
    of_subscriber.queueCapacity = QUEUE;
    g_publisher = iox_pub_init(&g_publisher_room, "ringfence_channels", run,
                               (end->index == 0U) ? "there" : "back", &of_publisher);
    g_subscriber = iox_sub_init(&g_subscriber_room, "ringfence_channels", run,
                                (end->index == 0U) ? "back" : "there", &of_subscriber);
    for (uint32_t i = 0U; (i < LOOKS) && !met; i++) {
        (void)usleep(1000U);
        met = (iox_sub_get_subscription_state(g_subscriber) == SubscribeState_SUBSCRIBED) &&
              iox_pub_has_subscribers(g_publisher);
    }
    return met;
}

static bool iceoryx_send(End *end)
{
    void *chunk = NULL;
    const bool good =
        (iox_pub_loan_chunk(g_publisher, &chunk, (uint32_t)end->size) == AllocationResult_SUCCESS);

    if (good) {
        end->sent++;
        *(uint64_t *)chunk = end->sent;
        iox_pub_publish_chunk(g_publisher, chunk);
    }
    return good;
}

static bool iceoryx_receive(End *end)
{
    const void *chunk = NULL;
    bool good = false;

    while (iox_sub_take_chunk(g_subscriber, &chunk) != ChunkReceiveResult_SUCCESS) {
        /* The next one comes. */
    }
    end->received++;
    good = (*(const uint64_t *)chunk == end->received);
    iox_sub_release_chunk(g_subscriber, chunk);
    return good;
}

static void iceoryx_leave(End *end)
{
    (void)end;
    iox_sub_deinit(g_subscriber);
    iox_pub_deinit(g_publisher);
}

static const Way g_iceoryx = {
    "iceoryx, in place, polling", NULL, iceoryx_join, iceoryx_send, iceoryx_receive, iceoryx_leave};

const Way *const way_iceoryx = &g_iceoryx;
