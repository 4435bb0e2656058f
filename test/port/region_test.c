/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file region_test.c
 * A library whose memory for buffers is set aside by the linker script: in its place stands this
 * file, which has less than the configuration asks for: by some bytes, by one, all of it, or with
 * an end before its beginning; or more.
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

/** Where the end is, from the beginning on: a number that the assembler reads too. */
#ifndef REGION_END
#define REGION_END 15384
#endif
#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

/** Whether the region has all that the configuration asks for. */
#define IS_LARGE (REGION_END >= 16384)
_Static_assert(RINGFENCE_CFG_BUFFER_BYTES == 16384U, "what the configuration asks for");

extern uint8_t ringfence_buffers_begin[RINGFENCE_CFG_BUFFER_BYTES];
_Alignas(64) uint8_t ringfence_buffers_begin[RINGFENCE_CFG_BUFFER_BYTES];
__asm__(".globl ringfence_buffers_end");
__asm__(".set ringfence_buffers_end, ringfence_buffers_begin + " TEXT(REGION_END));

#if IS_LARGE
/**
 * Of a region that is larger than the configuration says, the library uses and reports what that
 * says.
 * @verifies RF-PORT-086
 */
static void a_larger_region_is_as_large_as_the_configuration_says(void **state)
{
    NvSciBufModule module = NULL;
    RingfenceArenaUsage usage;

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_int_equal(usage.size, RINGFENCE_CFG_BUFFER_BYTES);
    assert_int_equal(usage.missing, 0);
    NvSciBufModuleClose(module);
}
#else
/** Nothing is there if the end is before the beginning. */
static uint32_t there(void)
{
    const int32_t end = REGION_END;

    return (end > 0) ? (uint32_t)end : 0U;
}

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
        assert_int_equal(fault.missing, RINGFENCE_CFG_BUFFER_BYTES - there());
    }
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_int_equal(usage.size, there());
    assert_int_equal(usage.missing, RINGFENCE_CFG_BUFFER_BYTES - there());
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

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#if IS_LARGE
        cmocka_unit_test(a_larger_region_is_as_large_as_the_configuration_says),
#else
        cmocka_unit_test(a_module_says_how_many_bytes_are_missing),
#endif
    };

    return cmocka_run_group_tests_name("region", tests, NULL, NULL);
}
