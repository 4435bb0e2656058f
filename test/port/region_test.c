/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file region_test.c
 * A library whose memory for buffers is set aside by the linker script: in its place stands this
 * file, which has less than the configuration asks for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

#define MISSING 1000U

extern uint8_t ringfence_buffers_begin[RINGFENCE_CFG_BUFFER_BYTES - MISSING];
_Alignas(64) uint8_t ringfence_buffers_begin[RINGFENCE_CFG_BUFFER_BYTES - MISSING];
__asm__(".globl ringfence_buffers_end");
/* The profile firmware has 16384 bytes. */
__asm__(".set ringfence_buffers_end, ringfence_buffers_begin + 15384");

_Static_assert(sizeof(ringfence_buffers_begin) == 15384U, "the end is where the other symbol says");

/**
 * A module of buffers cannot be opened, each time anew, and the report says by how many bytes the
 * memory is too small; sync objects need none of it.
 * @verifies RF-PORT-089
 * @verifies RF-CORE-106
 * @verifies RF-BUF-071
 */
static void a_module_says_how_many_bytes_are_missing(void **state)
{
    NvSciSyncModule sync = NULL;
    RingfenceArenaUsage usage;
    RingfencePoolUsage modules;
    RingfenceFault fault;

    (void)state;
    for (uint32_t i = 1U; i <= 3U; i++) {
        NvSciBufModule module = NULL;

        assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_InsufficientMemory);
        assert_null(module);
        assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_ARENA_TOO_SMALL);
        assert_string_equal(fault.function, "NvSciBufModuleOpen");
        assert_int_equal(fault.total, i);
        assert_int_equal(fault.missing, MISSING);
    }
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_int_equal(usage.size, RINGFENCE_CFG_BUFFER_BYTES - MISSING);
    assert_int_equal(usage.missing, MISSING);
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_BUF_MODULE, &modules),
                     NvSciError_Success);
    assert_int_equal(modules.inUse, 0);
    assert_int_equal(modules.exhausted, 0);
    assert_int_equal(NvSciSyncModuleOpen(&sync), NvSciError_Success);
    NvSciSyncModuleClose(sync);
    NvSciSyncModuleClose(sync);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_HANDLE);
    assert_int_equal(fault.missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_says_how_many_bytes_are_missing),
    };

    return cmocka_run_group_tests_name("region", tests, NULL, NULL);
}
