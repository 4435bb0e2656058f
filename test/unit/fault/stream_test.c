/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_test.c
 * Blocks of streams, when the system refuses what they need.
 */
#include <errno.h>

#include "fault.h"
#include "nvscistream.h"
#include "sync_fixture.h"

/**
 * A block that waits for fences is not made where the system gives no thread, and nothing stays.
 * @verifies RF-STREAM-071
 */
static void without_a_thread_there_is_no_block_that_waits(void **state)
{
    static NvSciError (*const creates[])(NvSciSyncModule const, NvSciStreamBlock *const) = {
        NvSciStreamPresentSyncCreate, NvSciStreamReturnSyncCreate};
    const NvSciSyncModule module = open_module();
    const PoolState before = pools_now();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(creates); i++) {
        NvSciStreamBlock block = 7U;

        fault_arm_system(1U, EAGAIN);
        assert_status(creates[i](module, &block), NvSciError_ResourceError);
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), "pthread_create");
        assert_int_equal(block, 7U);
        assert_pools(&before);
        assert_status(creates[i](module, &block), NvSciError_Success);
        assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
        assert_pools(&before);
    }
    NvSciSyncModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(without_a_thread_there_is_no_block_that_waits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
