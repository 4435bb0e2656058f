/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stages_test.c
 * Stages of segments and blocks: a step that cannot be is the report of an assertion.
 */
#include "ringfence.h"
#include "stream/rows.h"
#include "stream_fixture.h"

#define SEGMENT_STAGES 6U
#define BLOCK_STAGES   4U

/* Steps that there are: from a row to a column. */
static const bool g_of_segments[SEGMENT_STAGES][SEGMENT_STAGES] = {
    [SEGMENT_FREE] = {true, true, false, false, false, false},
    [SEGMENT_OPEN] = {true, false, true, false, false, false},
    [SEGMENT_NUMBERED] = {true, false, false, true, false, false},
    [SEGMENT_COMPLETE] = {true, false, false, false, true, false},
    [SEGMENT_READY] = {true, false, false, false, false, true},
    [SEGMENT_JOINED] = {true, false, false, false, true, false},
};
static const bool g_of_blocks[BLOCK_STAGES][BLOCK_STAGES] = {
    [BLOCK_APART] = {false, true, false, true},
    [BLOCK_NUMBERED] = {false, false, true, false},
    [BLOCK_MARKED] = {false, true, false, true},
    [BLOCK_LATE] = {false, true, false, false},
};

/** Faults so far. */
static uint32_t count_faults(void)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}

/** Each step that the header names can be made, and no other one without a report.
 * @verifies RF-CORE-245 */
static void no_stage_is_left_out(void **state)
{
    (void)state;
    for (uint32_t from = 0U; from < SEGMENT_STAGES; from++) {
        for (uint32_t to = 0U; to < SEGMENT_STAGES; to++) {
            StreamSegment *const segment = &g_stream_segments[0];
            const uint32_t before = count_faults();

            segment->stage = (SegmentStage)from;
            segment_go(segment, (SegmentStage)to);
            assert_int_equal(count_faults() == before, g_of_segments[from][to]);
            assert_int_equal(segment->stage, to);
            segment->stage = SEGMENT_FREE;
        }
    }
    for (uint32_t from = 0U; from < BLOCK_STAGES; from++) {
        for (uint32_t to = 0U; to < BLOCK_STAGES; to++) {
            StreamBlock block = {.stage = (BlockStage)from};
            const uint32_t before = count_faults();

            block_go(&block, (BlockStage)to);
            assert_int_equal(count_faults() == before, g_of_blocks[from][to]);
            assert_int_equal(block.stage, to);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(no_stage_is_left_out),
    };

    return cmocka_run_group_tests_name("stream/stages", tests, NULL, NULL);
}
