/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phases.c
 * What streams do when the phase has changed: what a phase decides is due then, and nobody else
 * tells who waits for it.
 */
#include "core/changed.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/tree/tree.h"

/** Goes on in a segment. In RUNTIME nothing is due that was not before.
 * @satisfies RF-STREAM-201 RF-STREAM-202 RF-STREAM-203 */
static void resume_segment(StreamSegment *segment, RingfencePhase phase)
{
    if (phase == RINGFENCE_PHASE_INIT) {
        ipc_ask_again(segment);
        late_resume(segment);
    }
    if (phase != RINGFENCE_PHASE_RUNTIME) {
        stream_tell_due(segment);
    }
}

void phase_changed(void)
{
    phase_hold();
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_SEGMENTS; i++) {
        StreamSegment *const segment = &g_stream_segments[i];

        if (segment->is_taken) {
            phase_part_take(i);
            /* Until here it may have changed once more, but not from here on. */
            resume_segment(segment, RingfenceCurrentPhase());
            phase_part_give(i);
        }
    }
    phase_release();
}
