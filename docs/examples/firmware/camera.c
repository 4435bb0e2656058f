/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file camera.c
 * A camera without an operating system: an interrupt says when a frame is in memory, two stages
 * work on it, and a watchdog reads the library's fault report.
 *
 *   timer interrupt = camera --frame--> edges --edges--> sum
 *
 * INIT makes everything, RUNTIME waits and signals alone, DEINIT gives everything back. The status
 * is 0 if each frame came out right and nothing was wrong, and 2 if the watchdog ended it.
 *
 * -DCAMERA_STOPS_AFTER=3U makes a camera that stops after its third frame.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_port.h"

#define FRAMES      32U
#define WIDTH       64U
#define HEIGHT      32U
#define FRAME_BYTES ((uint64_t)WIDTH * HEIGHT)
/** Ticks that a frame may take. */
#define PATIENCE 100U
/** Longer than that: a camera that stops is the watchdog's to find. */
#define WAIT_US 1000000
#define FAILED  1
#define BITTEN  2

/** Frames that the camera takes: all that are wanted, unless the build says otherwise. */
#ifndef CAMERA_STOPS_AFTER
#define CAMERA_STOPS_AFTER FRAMES
#endif

/** All that the application has. */
typedef struct {
    NvSciSyncModule sync;
    NvSciBufModule buf;
    NvSciSyncCpuWaitContext context;
    /** Signalled by the camera, and by the first stage. */
    NvSciSyncObj frame;
    NvSciSyncObj edges;
    NvSciBufObj buffers[3];
    /** Two frames in turn, and the edges. */
    uint8_t *pixels[3];
} Camera;

static Camera g_camera;

/* ---------------------------------------------------------------- interrupt */

/** Frame that the camera takes next; 0: none. Written by the stages, taken by the interrupt. */
static volatile uint32_t g_wanted;
static volatile uint32_t g_taken;
static volatile uint32_t g_patience = PATIENCE;
static volatile NvSciError g_signal_status = NvSciError_Success;

/** What the sensor sees. */
static uint8_t pixel_of(uint32_t frame, uint32_t x, uint32_t y)
{
    return (uint8_t)((x * frame) ^ (y * 3U));
}

/**
 * Comes once in a millisecond. A frame that is wanted is put into memory, as a camera's DMA would,
 * and its fence signalled: the library admits that in an interrupt handler. The watchdog bites if
 * nobody fed it.
 */
static void on_tick(void)
{
    const uint32_t frame = g_wanted;

    if ((frame != 0U) && (g_taken < CAMERA_STOPS_AFTER)) {
        uint8_t *const pixels = g_camera.pixels[frame % 2U];

        for (uint32_t y = 0U; y < HEIGHT; y++) {
            for (uint32_t x = 0U; x < WIDTH; x++) {
                pixels[(y * WIDTH) + x] = pixel_of(frame, x, y);
            }
        }
        g_wanted = 0U;
        g_taken++;
        g_signal_status = NvSciSyncObjSignal(g_camera.frame);
    }
    g_patience--;
    if (g_patience == 0U) {
        board_print("camera: the watchdog bites\n");
        board_exit(BITTEN);
    }
}

/* ---------------------------------------------------------------- watchdog */

/** Feeds the watchdog if the library has nothing to report beyond what was expected. */
static bool feed(uint32_t faults, uint32_t refusals)
{
    RingfenceFault fault;
    RingfenceRefusal refusal;
    bool fine = (RingfenceGetLastFault(&fault) == NvSciError_Success) &&
                (RingfenceGetLastRefusal(&refusal) == NvSciError_Success);

    if (fine && (fault.total != faults)) {
        board_print("camera: fault in ");
        board_print(fault.function);
        board_print("\n");
        fine = false;
    } else if (fine && (refusal.total != refusals)) {
        board_print("camera: refused was ");
        board_print(refusal.function);
        board_print("\n");
        fine = false;
    } else {
        g_patience = PATIENCE;
    }
    return fine;
}

/* ---------------------------------------------------------------- INIT */

/** A list that says what one end does with a sync object. */
static NvSciError sync_need(NvSciSyncAccessPerm perm, NvSciSyncAttrList *list)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciError status = NvSciSyncAttrListCreate(g_camera.sync, list);

    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListSetAttrs(*list, pairs, sizeof(pairs) / sizeof(pairs[0]));
    }
    return status;
}

static NvSciError make_sync(NvSciSyncObj *object)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciError status = sync_need(NvSciSyncAccessPerm_SignalOnly, &lists[0]);

    if (status == NvSciError_Success) {
        status = sync_need(NvSciSyncAccessPerm_WaitOnly, &lists[1]);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, object, &conflict);
    }
    NvSciSyncAttrListFree(lists[0]);
    if (lists[1] != NULL) {
        NvSciSyncAttrListFree(lists[1]);
    }
    return status;
}

static NvSciError make_buffer(NvSciBufObj *object, uint8_t **pixels)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = FRAME_BYTES;
    const uint64_t align = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    void *memory = NULL;
    NvSciError status = NvSciBufAttrListCreate(g_camera.buf, &list);

    if (status == NvSciError_Success) {
        status = NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0]));
    }
    if (status == NvSciError_Success) {
        status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, object, &conflict);
    }
    if (status == NvSciError_Success) {
        status = NvSciBufObjGetCpuPtr(*object, &memory);
    }
    if (list != NULL) {
        NvSciBufAttrListFree(list);
    }
    *pixels = memory;
    return status;
}

static NvSciError make_all(void)
{
    NvSciError status = NvSciSyncModuleOpen(&g_camera.sync);

    status = (status != NvSciError_Success) ? status : NvSciBufModuleOpen(&g_camera.buf);
    status = (status != NvSciError_Success)
                 ? status
                 : NvSciSyncCpuWaitContextAlloc(g_camera.sync, &g_camera.context);
    status = (status != NvSciError_Success) ? status : make_sync(&g_camera.frame);
    status = (status != NvSciError_Success) ? status : make_sync(&g_camera.edges);
    for (uint32_t i = 0U; (i < 3U) && (status == NvSciError_Success); i++) {
        status = make_buffer(&g_camera.buffers[i], &g_camera.pixels[i]);
    }
    return status;
}

/* ---------------------------------------------------------------- RUNTIME */

/** Waits for a fence and clears it. */
static NvSciError await(NvSciSyncFence *fence)
{
    const NvSciError status = NvSciSyncFenceWait(fence, g_camera.context, WAIT_US);

    NvSciSyncFenceClear(fence);
    return status;
}

/** First stage: how much each pixel differs from the one on its left. */
static void find_edges(const uint8_t *frame, uint8_t *edges)
{
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        edges[y * WIDTH] = 0U;
        for (uint32_t x = 1U; x < WIDTH; x++) {
            const uint8_t left = frame[((y * WIDTH) + x) - 1U];
            const uint8_t right = frame[(y * WIDTH) + x];

            edges[(y * WIDTH) + x] =
                (left > right) ? (uint8_t)(left - right) : (uint8_t)(right - left);
        }
    }
}

/** Second stage. */
static uint32_t sum_of(const uint8_t *edges)
{
    uint32_t sum = 0U;

    for (uint32_t i = 0U; i < (uint32_t)FRAME_BYTES; i++) {
        sum += edges[i];
    }
    return sum;
}

/** What the second stage must find, from the sensor itself. */
static uint32_t expected_of(uint32_t frame)
{
    uint32_t sum = 0U;

    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 1U; x < WIDTH; x++) {
            const uint8_t left = pixel_of(frame, x - 1U, y);
            const uint8_t right = pixel_of(frame, x, y);

            sum += (left > right) ? (uint32_t)left - right : (uint32_t)right - left;
        }
    }
    return sum;
}

/** One frame through both stages. */
static bool run_frame(uint32_t frame)
{
    NvSciSyncFence framed = NvSciSyncFenceInitializer;
    NvSciSyncFence edged = NvSciSyncFenceInitializer;
    NvSciError status = NvSciSyncObjGenerateFence(g_camera.frame, &framed);
    uint32_t sum = 0U;

    if (status == NvSciError_Success) {
        g_wanted = frame;
        status = await(&framed);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncObjGenerateFence(g_camera.edges, &edged);
    }
    if (status == NvSciError_Success) {
        find_edges(g_camera.pixels[frame % 2U], g_camera.pixels[2]);
        status = NvSciSyncObjSignal(g_camera.edges);
    }
    if (status == NvSciError_Success) {
        status = await(&edged);
        sum = sum_of(g_camera.pixels[2]);
    }
    return (status == NvSciError_Success) && (g_signal_status == NvSciError_Success) &&
           (sum == expected_of(frame));
}

/** Nothing is made in this phase: a call that would is refused, and the watchdog sees it. */
static bool making_is_refused(void)
{
    NvSciSyncAttrList list = NULL;

    return NvSciSyncAttrListCreate(g_camera.sync, &list) == NvSciError_InvalidState;
}

static bool run(void)
{
    bool fine = true;

    board_on_tick(on_tick);
    for (uint32_t frame = 1U; (frame <= FRAMES) && fine; frame++) {
        fine = run_frame(frame) && feed(0U, 0U);
    }
    board_on_tick(NULL);
    return fine && (g_taken == FRAMES) && making_is_refused() && feed(0U, 1U);
}

/* ---------------------------------------------------------------- DEINIT */

/** Gives everything back; once more, to see that a stale handle is told from a live one. */
static bool give_back(void)
{
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciBufObjFree(g_camera.buffers[i]);
    }
    NvSciSyncObjFree(g_camera.frame);
    NvSciSyncObjFree(g_camera.edges);
    NvSciSyncCpuWaitContextFree(g_camera.context);
    NvSciSyncModuleClose(g_camera.sync);
    NvSciBufModuleClose(g_camera.buf);
    NvSciSyncObjFree(g_camera.frame);
    return feed(1U, 1U);
}

/** Says by how many bytes the memory for buffers is too small, if that is why a module was refused.
 */
static void tell_missing(void)
{
    RingfenceFault fault;
    char digits[11] = {0};
    uint32_t at = sizeof(digits) - 1U;

    if ((RingfenceGetLastFault(&fault) == NvSciError_Success) &&
        (fault.kind == RINGFENCE_FAULT_ARENA_TOO_SMALL)) {
        for (uint32_t rest = fault.missing; (rest > 0U) && (at > 0U); rest /= 10U) {
            at--;
            digits[at] = (char)('0' + (char)(rest % 10U));
        }
        board_print("camera: bytes missing for buffers: ");
        board_print(&digits[at]);
        board_print("\n");
    }
}

/** Nothing is left in any pool. */
static bool all_is_back(void)
{
    bool back = true;

    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        back = back && (RingfenceGetPoolUsage((RingfencePool)pool, &usage) == NvSciError_Success) &&
               (usage.inUse == 0U);
    }
    return back;
}

int main(void)
{
    bool fine = (make_all() == NvSciError_Success) &&
                (RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success);

    fine = fine && run();
    fine = fine && (RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT) == NvSciError_Success);
    fine = fine && give_back() && all_is_back();
    fine = fine && (RingfenceAdvancePhase(RINGFENCE_PHASE_INIT) == NvSciError_Success);
    if (!fine) {
        tell_missing();
    }
    board_print(fine ? "camera: all frames right\n" : "camera: failed\n");
    return fine ? 0 : FAILED;
}
