/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file streams_iceoryx.c
 * iceoryx by its C interface: a publisher and its subscribers, chunks that are written and read in
 * place. A publisher waits where the queue of a subscriber is full. Who sleeps does so in a wait
 * set.
 */
#define _GNU_SOURCE

#include <iceoryx_binding_c/log.h>
#include <iceoryx_binding_c/publisher.h>
#include <iceoryx_binding_c/runtime.h>
#include <iceoryx_binding_c/subscriber.h>
#include <iceoryx_binding_c/wait_set.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "streams.h"

/** Looks, a millisecond apart, until the ends must have met. */
#define LOOKS 30000U

static iox_pub_storage_t g_publisher_room;
static iox_sub_storage_t g_subscriber_room[FLOW_ENDS_MAX];
static iox_ws_storage_t g_set_room[FLOW_ENDS_MAX];
static iox_pub_t g_publisher;
static iox_sub_t g_subscribers[FLOW_ENDS_MAX];
static iox_ws_t g_sets[FLOW_ENDS_MAX];
static void *g_loan;
static const void *g_held[FLOW_ENDS_MAX];
/** Process that opened the flow: its name is in that of the service. */
static pid_t g_opener;
static pthread_once_t g_once = PTHREAD_ONCE_INIT;

static void start_runtime(void)
{
    char name[64];

    (void)snprintf(name, sizeof(name), "streams_%d", (int)getpid());
    iox_set_loglevel(Iceoryx_LogLevel_Warn);
    iox_runtime_init(name);
}

static bool iceoryx_open(const Flow *flow)
{
    (void)flow;
    g_opener = getpid();
    return true;
}

static void make_publisher(const char *run)
{
    iox_pub_options_t options;

    iox_pub_options_init(&options);
    options.subscriberTooSlowPolicy = ConsumerTooSlowPolicy_WAIT_FOR_CONSUMER;
    g_publisher = iox_pub_init(&g_publisher_room, "ringfence_streams", run, "payload", &options);
}

static bool make_subscriber(const Flow *flow, uint32_t end, const char *run)
{
    iox_sub_options_t options;
    bool good = true;

    iox_sub_options_init(&options);
    options.queueFullPolicy = QueueFullPolicy_BLOCK_PRODUCER;
    options.queueCapacity = FLOW_PACKETS;
    g_subscribers[end] =
        iox_sub_init(&g_subscriber_room[end], "ringfence_streams", run, "payload", &options);
    if (flow->asleep) {
        g_sets[end] = iox_ws_init(&g_set_room[end]);
        good = (iox_ws_attach_subscriber_state(g_sets[end], g_subscribers[end],
                                               SubscriberState_HAS_DATA, 0U,
                                               NULL) == WaitSetResult_SUCCESS);
    }
    return good;
}

static bool iceoryx_join(const Flow *flow, uint32_t end)
{
    char run[32];
    bool good = true;
    bool met = false;

    (void)snprintf(run, sizeof(run), "%d_%u", (int)g_opener, (unsigned int)flow->run);
    (void)pthread_once(&g_once, start_runtime);
    if (end == 0U) {
        make_publisher(run);
    } else {
        good = make_subscriber(flow, end, run);
    }
    for (uint32_t i = 0U; good && (i < LOOKS) && !met; i++) {
        (void)usleep(1000U);
        met =
            (end == 0U)
                ? iox_pub_has_subscribers(g_publisher)
                : (iox_sub_get_subscription_state(g_subscribers[end]) == SubscribeState_SUBSCRIBED);
    }
    return good && met;
}

static void *iceoryx_begin(const Flow *flow)
{
    g_loan = NULL;
    return (iox_pub_loan_chunk(g_publisher, &g_loan, (uint32_t)flow->size) ==
            AllocationResult_SUCCESS)
               ? g_loan
               : NULL;
}

static bool iceoryx_present(const Flow *flow)
{
    (void)flow;
    iox_pub_publish_chunk(g_publisher, g_loan);
    return true;
}

static const void *iceoryx_acquire(const Flow *flow, uint32_t end)
{
    while (iox_sub_take_chunk(g_subscribers[end], &g_held[end]) != ChunkReceiveResult_SUCCESS) {
        if (flow->asleep) {
            iox_notification_info_t info;
            uint64_t missed = 0U;

            (void)iox_ws_wait(g_sets[end], &info, 1U, &missed);
        } else {
            flow_pause(flow);
        }
    }
    return g_held[end];
}

static bool iceoryx_release(const Flow *flow, uint32_t end)
{
    (void)flow;
    iox_sub_release_chunk(g_subscribers[end], g_held[end]);
    return true;
}

static void iceoryx_leave(const Flow *flow, uint32_t end)
{
    if (end == 0U) {
        iox_pub_deinit(g_publisher);
    } else {
        if (flow->asleep) {
            iox_ws_detach_subscriber_state(g_sets[end], g_subscribers[end],
                                           SubscriberState_HAS_DATA);
            iox_ws_deinit(g_sets[end]);
        }
        iox_sub_deinit(g_subscribers[end]);
    }
}

static const StreamWay g_iceoryx = {"iceoryx",
                                    true,
                                    true,
                                    iceoryx_open,
                                    iceoryx_join,
                                    iceoryx_begin,
                                    iceoryx_present,
                                    iceoryx_acquire,
                                    iceoryx_release,
                                    iceoryx_leave};

const StreamWay *const stream_way_iceoryx = &g_iceoryx;
