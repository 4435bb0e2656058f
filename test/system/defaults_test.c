/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file defaults_test.c
 * The defaults of ringfence_cfg.h fit each other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "nvscievent.h"
#include "nvscistream.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/**
 * Defaults that are used together fit: each block of a stream has an event, each endpoint and each
 * local event a notifier, each consumer of a stream and its producer are in processes of their own,
 * and each image of NvMedia has memory of its own.
 * @verifies RF-CORE-342
 */
static void defaults_fit_each_other(void **state)
{
    (void)state;
    assert_true(RINGFENCE_CFG_LOCAL_EVENTS >= RINGFENCE_CFG_STREAM_BLOCKS);
    assert_true(RINGFENCE_CFG_EVENT_NOTIFIERS >=
                (RINGFENCE_CFG_IPC_ENDPOINTS + RINGFENCE_CFG_LOCAL_EVENTS));
    assert_true(RINGFENCE_CFG_ROUTES > RINGFENCE_CFG_STREAM_CONSUMERS);
    assert_true(RINGFENCE_CFG_BUF_MODULES > RINGFENCE_CFG_2D_IMAGES);
}

/**
 * An event loop waits for all blocks that there can be: the blocks are used up, and not the events.
 * @verifies RF-CORE-342
 */
static void an_event_loop_has_all_blocks(void **state)
{
    static NvSciStreamBlock blocks[RINGFENCE_CFG_STREAM_BLOCKS];
    static NvSciEventNotifier *notifiers[RINGFENCE_CFG_STREAM_BLOCKS];
    NvSciEventLoopService *service = NULL;
    NvSciStreamBlock more = 0U;
    RingfenceFault fault;

    (void)state;
    assert_int_equal(NvSciEventLoopServiceCreateSafe(1U, NULL, &service), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_BLOCKS; i++) {
        assert_int_equal(NvSciStreamFifoQueueCreate(&blocks[i]), NvSciError_Success);
        assert_int_equal(
            NvSciStreamBlockEventServiceSetup(blocks[i], &service->EventService, &notifiers[i]),
            NvSciError_Success);
    }
    assert_int_equal(NvSciStreamFifoQueueCreate(&more), NvSciError_InsufficientMemory);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "RINGFENCE_CFG_STREAM_BLOCKS");
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_BLOCKS; i++) {
        notifiers[i]->Delete(notifiers[i]);
        assert_int_equal(NvSciStreamBlockDelete(blocks[i]), NvSciError_Success);
    }
    service->EventService.Delete(&service->EventService);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_fit_each_other),
        cmocka_unit_test(an_event_loop_has_all_blocks),
    };

    return cmocka_run_group_tests_name("system/defaults", tests, NULL, NULL);
}
