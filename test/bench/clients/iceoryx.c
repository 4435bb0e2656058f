/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file iceoryx.c
 * iceoryx by its C interface: a publisher with one chunk, and a subscriber that takes it. RouDi
 * runs.
 */
#define _GNU_SOURCE

#include <iceoryx_binding_c/log.h>
#include <iceoryx_binding_c/publisher.h>
#include <iceoryx_binding_c/runtime.h>
#include <iceoryx_binding_c/subscriber.h>

#include "client.h"

static iox_pub_storage_t g_publisher_room;
static iox_sub_storage_t g_subscriber_room;

static void serve(void)
{
    iox_pub_options_t options;
    iox_pub_t publisher = NULL;
    void *chunk = NULL;

    iox_pub_options_init(&options);
    options.historyCapacity = 1U;
    publisher = iox_pub_init(&g_publisher_room, "ringfence_bench", "startup", "number", &options);
    client_need(iox_pub_loan_chunk(publisher, &chunk, sizeof(uint64_t)) == AllocationResult_SUCCESS,
                "iox_pub_loan_chunk");
    *(uint64_t *)chunk = 1U;
    iox_pub_publish_chunk(publisher, chunk);
    client_serves();
    for (;;) {
        (void)pause();
    }
}

static void join(void)
{
    iox_sub_options_t options;
    iox_sub_t subscriber = NULL;
    const void *chunk = NULL;

    iox_sub_options_init(&options);
    options.historyRequest = 1U;
    subscriber = iox_sub_init(&g_subscriber_room, "ringfence_bench", "startup", "number", &options);
    client_step("shared");
    while (iox_sub_take_chunk(subscriber, &chunk) != ChunkReceiveResult_SUCCESS) {
        (void)usleep(10U);
    }
    client_need(*(const uint64_t *)chunk == 1U, "the number");
    client_step("exchanged");
    client_report();
}

int main(int argc, char **argv)
{
    const bool is_server = client_is_server(argc, argv);
    char name[64];

    client_step("main");
    (void)snprintf(name, sizeof(name), "startup_%d", (int)getpid());
    iox_set_loglevel(Iceoryx_LogLevel_Warn);
    iox_runtime_init(name);
    client_step("open");
    if (is_server) {
        serve();
    } else {
        join();
    }
    return 0;
}
