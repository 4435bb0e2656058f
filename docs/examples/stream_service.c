/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_service.c
 * A stream in one process and in one thread, which waits for all blocks on an event service; its
 * channels and local events, if it has such, could wait there too.
 *
 * Build: cc stream_service.c -o stream_service $(pkg-config --cflags --libs ringfence)
 * Start ./stream_service [PICTURES].
 */
#include <stdlib.h>

#include "nvscievent.h"
#include "stream_parts.h"

static NvSciEventLoopService *loop;
static NvSciEventNotifier *notifiers[PARTS];

/** Gives the events of each part to the service, before all other calls for its block. */
static NvSciError make_notifiers(void)
{
    NvSciError e = NvSciEventLoopServiceCreateSafe(1U, NULL, &loop);

    for (uint32_t p = 0U; p < PARTS; p++) {
        e = e ? e
              : NvSciStreamBlockEventServiceSetup(parts[p].block, &loop->EventService,
                                                  &notifiers[p]);
    }
    return e;
}

/** Takes all events of a part: the notifier tells again of those that come later. */
static NvSciError drain(Part *part)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError e = NvSciStreamBlockEventQuery(part->block, 0, &event);

    while (e == NvSciError_Success) {
        e = part_event(part, event);
        e = e ? e : NvSciStreamBlockEventQuery(part->block, 0, &event);
    }
    return (e == NvSciError_Timeout) ? NvSciError_Success : e;
}

/** Waits until a part has events, and takes them. */
static NvSciError turn(void)
{
    bool has_event[PARTS] = {false, false, false, false};
    NvSciError e =
        loop->WaitForMultipleEventsExt(&loop->EventService, notifiers, PARTS, ANSWER, has_event);

    for (uint32_t p = 0U; p < PARTS; p++) {
        if (has_event[p]) {
            e = e ? e : drain(&parts[p]);
        }
    }
    return e;
}

int main(int argc, char *argv[])
{
    NvSciError e = make_blocks();

    pictures = (argc > 1) ? (uint32_t)strtoul(argv[1], NULL, 10) : pictures;
    e = e ? e : make_notifiers();
    e = e ? e : connect_blocks();
    while ((e == NvSciError_Success) &&
           !(parts[POOL].is_ready && parts[CAMERA].is_ready && parts[VIEWER_ALL].is_ready &&
             parts[VIEWER_NEW].is_ready)) {
        e = turn();
    }
    e = e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    while ((e == NvSciError_Success) && (parts[CAMERA].kept < PACKETS)) {
        e = turn();
    }

    /* DEINIT admits no wait, but the events of blocks. */
    (void)end_camera();
    for (uint32_t v = VIEWER_ALL; v < PARTS; v++) {
        e = e ? e : drain(&parts[v]);
        e = e ? e : (parts[v].is_over ? e : NvSciError_InvalidState);
    }
    e = (give_back(e) == 0) ? e : NvSciError_InvalidState;
    for (uint32_t p = 0U; p < PARTS; p++) {
        if (notifiers[p] != NULL) {
            (void)notifiers[p]->Delete(notifiers[p]);
        }
    }
    if (loop != NULL) {
        (void)loop->EventService.Delete(&loop->EventService);
    }
    return (e == NvSciError_Success) ? 0 : 1;
}
