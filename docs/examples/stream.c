/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.c
 * A stream in one process, with a thread for the pool, for the camera and for each viewer. Each
 * waits for the events of its block with a time-out.
 *
 * Build: cc stream.c -o stream $(pkg-config --cflags --libs ringfence) -pthread
 * Start ./stream [PICTURES].
 */
#include <pthread.h>
#include <stdlib.h>

#include "stream_parts.h"

/** A part: takes events until it is disconnected; the camera until it has all packets again. */
static void *live(void *argument)
{
    Part *const part = (Part *)argument;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError e = NvSciError_Success;

    while ((e == NvSciError_Success) && (!part->is_over) && (part->kept < PACKETS)) {
        e = NvSciStreamBlockEventQuery(part->block, ANSWER, &event); /* microseconds */
        e = e ? e : part_event(part, event);
    }
    part->result = e;
    return NULL;
}

/** Waits for an event of the multicast block, whose end nobody else waits for. */
static NvSciError await(NvSciStreamEventType wanted)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError e = NvSciStreamBlockEventQuery(multicast, ANSWER, &event);

    return e ? e : ((event == wanted) ? e : NvSciError_InvalidState);
}

int main(int argc, char *argv[])
{
    static pthread_t threads[PARTS];
    uint32_t started = 0U;
    NvSciError e = make_blocks();

    pictures = (argc > 1) ? (uint32_t)strtoul(argv[1], NULL, 10) : pictures;
    e = e ? e : connect_blocks();
    while ((e == NvSciError_Success) && (started < PARTS)) {
        if (pthread_create(&threads[started], NULL, live, &parts[started]) != 0) {
            e = NvSciError_ResourceError;
        } else {
            started++;
        }
    }
    e = e ? e : await(NvSciStreamEventType_Connected);
    e = e ? e : await(NvSciStreamEventType_SetupComplete);

    /* All marks are set: what INIT alone admits is over, in all threads. Packets move already. */
    e = e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    if (started > CAMERA) {
        (void)pthread_join(threads[CAMERA], NULL);
        e = e ? e : parts[CAMERA].result;
    }

    /* All packets are back. Without the camera the others are disconnected, and end. */
    (void)end_camera();
    for (uint32_t p = 0U; p < started; p++) {
        if (p != CAMERA) {
            (void)pthread_join(threads[p], NULL);
            e = e ? e : parts[p].result;
        }
    }
    return give_back(e);
}
