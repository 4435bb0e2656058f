/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_loop.c
 * A stream in one process and in one thread, which looks at one block after the other and does not
 * wait: a loop as machines without an operating system have it.
 *
 * Build: cc stream_loop.c -o stream_loop $(pkg-config --cflags --libs ringfence)
 * Start ./stream_loop [PICTURES].
 */
#include <stdlib.h>

#include "stream_parts.h"

/** Takes an event of a part, if there is one. */
static NvSciError step(Part *part)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError e = NvSciStreamBlockEventQuery(part->block, 0, &event); /* looks, does not wait */

    if (e == NvSciError_Timeout) {
        e = NvSciError_Success;
    } else {
        e = e ? e : part_event(part, event);
    }
    return e;
}

int main(int argc, char *argv[])
{
    uint32_t turn = 0U;
    NvSciError e = make_blocks();

    pictures = (argc > 1) ? (uint32_t)strtoul(argv[1], NULL, 10) : pictures;
    e = e ? e : connect_blocks();

    /* INIT: until each part has SetupComplete. */
    while ((e == NvSciError_Success) &&
           !(parts[POOL].is_ready && parts[CAMERA].is_ready && parts[VIEWER_ALL].is_ready &&
             parts[VIEWER_NEW].is_ready)) {
        for (uint32_t p = 0U; p < PARTS; p++) {
            e = e ? e : step(&parts[p]);
        }
    }
    e = e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);

    /* RUNTIME: until the camera has all packets again. The second viewer looks in each third turn
     * alone, and finds the newest picture in its mailbox. */
    while ((e == NvSciError_Success) && (parts[CAMERA].kept < PACKETS)) {
        e = step(&parts[CAMERA]);
        e = e ? e : step(&parts[VIEWER_ALL]);
        if ((turn % 3U) == 0U) {
            e = e ? e : step(&parts[VIEWER_NEW]);
        }
        turn++;
    }

    /* DEINIT: events are admitted, to see Disconnected. */
    (void)end_camera();
    for (uint32_t v = VIEWER_ALL; v < PARTS; v++) {
        e = e ? e : step(&parts[v]);
        e = e ? e : (parts[v].is_over ? e : NvSciError_InvalidState);
    }
    return give_back(e);
}
