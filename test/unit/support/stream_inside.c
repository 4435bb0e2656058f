/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_inside.c
 * Parts of streams that lie.
 */
#include "stream_inside.h"

#include "stream/rows.h"
#include "sync_fixture.h"

/** Takes the part of the producer; there is one. */
static StreamSegment *take_part(void)
{
    StreamSegment *found = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_SEGMENTS; i++) {
        StreamSegment *const segment = &g_stream_segments[i];

        if ((segment->stage != SEGMENT_FREE) &&
            stream_is(stream_block(segment->head), TYPE_PRODUCER)) {
            found = segment;
        }
    }
    assert_non_null(found);
    phase_part_take(found->number);
    return found;
}

void announce_instead(uint32_t element, NvSciSyncObj object)
{
    StreamSegment *const segment = take_part();
    NvSciSyncObj *const place = &segment->sides[SIDE_PRODUCER].signals[element];

    NvSciSyncObjFree(*place);
    assert_status(NvSciSyncObjDup(object, place), NvSciError_Success);
    phase_part_give(segment->number);
}

void insert_instead(uint32_t element, NvSciBufObj buffer)
{
    StreamSegment *const segment = take_part();

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        NvSciBufObj *const place = &g_stream_packets[stream_row(link)].buffers[element];

        NvSciBufObjFree(*place);
        assert_status(NvSciBufObjDup(buffer, place), NvSciError_Success);
    }
    phase_part_give(segment->number);
}
