/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file camera.c
 * A camera without an operating system: an interrupt handler fills buffers in turn, two stages work
 * on the frames, and a watchdog reads the library's fault report.
 *
 *   timer interrupt = camera --framed--> stages: edges, sum
 *                            <--freed---
 *
 * Two buffers are in flight: while the stages have one, the camera has the other. Fences of a sync
 * object are reached in the order in which they were made, one by each signal. So the fence of a
 * frame is made before the camera takes it: those of the first two frames by main(), each later one
 * by the handler, when it has signalled the frame two before.
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

#define FRAMES      32U
#define WIDTH       64U
#define HEIGHT      32U
#define FRAME_BYTES ((uint64_t)WIDTH * HEIGHT)
/** Buffers of frames that are in flight, and the fences of frames: of those in flight, and of those
 * that come after them. */
#define IN_FLIGHT 2U
#define FENCES    (2U * IN_FLIGHT)
/** The buffer of the edges is behind those of the frames. */
#define BUFFERS (IN_FLIGHT + 1U)
/** Ticks that a frame may take: a tenth of a second. */
#define PATIENCE (100000U / BOARD_TICK_US)
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
    /** A wait and a look of the handler that comes meanwhile: each has a context. */
    NvSciSyncCpuWaitContext context;
    NvSciSyncCpuWaitContext context_of_handler;
    /** Signalled by the camera: a frame is in its buffer. */
    NvSciSyncObj framed;
    /** Signalled by the stages: a buffer may be filled again. */
    NvSciSyncObj freed;
    NvSciBufObj buffers[BUFFERS];
    uint8_t *pixels[BUFFERS];
} Camera;

static Camera g_camera;

/* ---------------------------------------------------------------- interrupt */

/** Frames are counted from 1. The fence of frame n that says when it is there is in place n modulo
 * FENCES, the one that says when its buffer is free in place n modulo IN_FLIGHT. */
static NvSciSyncFence g_framed[FENCES];
static NvSciSyncFence g_freed[IN_FLIGHT];
/** Frames that the camera has taken. */
static volatile uint32_t g_taken;
static volatile uint32_t g_patience = PATIENCE;
/** The first error of the handler. */
static volatile NvSciError g_handler_status = NvSciError_Success;

/** What the sensor sees. */
static uint8_t pixel_of(uint32_t frame, uint32_t x, uint32_t y)
{
    return (uint8_t)((x * frame) ^ (y * 3U));
}

/** Puts a frame into memory, as a camera's DMA would. */
static void fill(uint32_t frame)
{
    uint8_t *const pixels = g_camera.pixels[frame % IN_FLIGHT];

    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            pixels[(y * WIDTH) + x] = pixel_of(frame, x, y);
        }
    }
}

/** Makes the fence that the stages wait for before they work on a frame. */
static NvSciError promise(uint32_t frame)
{
    return NvSciSyncObjGenerateFence(g_camera.framed, &g_framed[frame % FENCES]);
}

/**
 * Takes the next frame, if its buffer is free. The order counts: the fence for the buffer is made
 * before the stages know of the frame, since they signal it; and the place of the fence that is
 * promised is free, since the buffer of that frame's forerunner came back.
 */
static NvSciError take_frame(uint32_t frame)
{
    NvSciSyncFence *const freed = &g_freed[frame % IN_FLIGHT];
    NvSciError status = NvSciSyncFenceWait(freed, g_camera.context_of_handler, 0);

    if (status == NvSciError_Success) {
        fill(frame);
        status = NvSciSyncObjGenerateFence(g_camera.freed, freed);
        if (status == NvSciError_Success) {
            g_taken = frame;
            status = NvSciSyncObjSignal(g_camera.framed);
        }
        if (status == NvSciError_Success) {
            status = promise(frame + IN_FLIGHT);
        }
    } else if (status == NvSciError_Timeout) {
        /* The stages are late: the sensor is looked at again at the next tick. */
        status = NvSciError_Success;
    } else {
        /* An error is the caller's. */
    }
    return status;
}

/** Comes once in a millisecond. The watchdog bites if nobody fed it. */
static void on_tick(void)
{
    const uint32_t frame = g_taken + 1U;
    const NvSciError status = g_handler_status;

    if ((frame <= CAMERA_STOPS_AFTER) && (status == NvSciError_Success)) {
        g_handler_status = take_frame(frame);
    }
    g_patience--;
    if (g_patience == 0U) {
        board_print("camera: the watchdog bites\n");
        board_exit(BITTEN);
    }
}

/* ---------------------------------------------------------------- watchdog */

/** Prints a number of up to ten digits. */
static void print_number(uint32_t number)
{
    static const char digits[] = "0123456789";
    char text[11] = {0};
    uint32_t at = (uint32_t)sizeof(text) - 1U;
    uint32_t rest = number;

    do {
        at--;
        text[at] = digits[rest % 10U];
        rest /= 10U;
    } while ((rest > 0U) && (at > 0U));
    board_print(&text[at]);
}

/** Names a function by its number, which docs/phases.md has: the profile leaves out the names. */
static void tell(const char *what, RingfenceFunctionId function)
{
    board_print(what);
    print_number((uint32_t)function);
    board_print("\n");
}

/** Feeds the watchdog if the library has nothing to report beyond what was expected. */
static bool feed(uint32_t faults, uint32_t refusals)
{
    RingfenceFault fault = {.kind = RINGFENCE_FAULT_NONE};
    RingfenceRefusal refusal = {.function = NULL};
    const NvSciError fault_status = RingfenceGetLastFault(&fault);
    const NvSciError refusal_status = RingfenceGetLastRefusal(&refusal);
    bool fine = (fault_status == NvSciError_Success) && (refusal_status == NvSciError_Success);

    if (fine && (fault.total != faults)) {
        tell("camera: fault in function ", fault.functionId);
        fine = false;
    } else if (fine && (refusal.total != refusals)) {
        tell("camera: refused was function ", refusal.functionId);
        fine = false;
    } else if (fine) {
        g_patience = PATIENCE;
    } else {
        /* The watchdog bites. */
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
    /* cppcheck-suppress misra-c2012-11.5 ; DEV-070 memory of a buffer has no type of its own */
    *pixels = memory;
    return status;
}

static NvSciError make_all(void)
{
    NvSciError status = NvSciSyncModuleOpen(&g_camera.sync);

    if (status == NvSciError_Success) {
        status = NvSciBufModuleOpen(&g_camera.buf);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncCpuWaitContextAlloc(g_camera.sync, &g_camera.context);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncCpuWaitContextAlloc(g_camera.sync, &g_camera.context_of_handler);
    }
    if (status == NvSciError_Success) {
        status = make_sync(&g_camera.framed);
    }
    if (status == NvSciError_Success) {
        status = make_sync(&g_camera.freed);
    }
    for (uint32_t i = 0U; (i < BUFFERS) && (status == NvSciError_Success); i++) {
        status = make_buffer(&g_camera.buffers[i], &g_camera.pixels[i]);
    }
    return status;
}

/* ---------------------------------------------------------------- RUNTIME */

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

            sum += (left > right) ? ((uint32_t)left - right) : ((uint32_t)right - left);
        }
    }
    return sum;
}

/** One frame through both stages. Its buffer is the camera's again before the second one. */
static bool run_frame(uint32_t frame)
{
    NvSciSyncFence *const framed = &g_framed[frame % FENCES];
    uint8_t *const edges = g_camera.pixels[IN_FLIGHT];
    NvSciError status = NvSciSyncFenceWait(framed, g_camera.context, WAIT_US);
    NvSciError handler_status = NvSciError_Success;
    uint32_t sum = 0U;

    NvSciSyncFenceClear(framed);
    if (status == NvSciError_Success) {
        find_edges(g_camera.pixels[frame % IN_FLIGHT], edges);
        status = NvSciSyncObjSignal(g_camera.freed);
        sum = sum_of(edges);
    }
    handler_status = g_handler_status;
    return (status == NvSciError_Success) && (handler_status == NvSciError_Success) &&
           (sum == expected_of(frame));
}

/** Nothing is made in this phase: a call that would is refused, and the watchdog sees it. */
static bool making_is_refused(void)
{
    NvSciSyncAttrList list = NULL;

    return NvSciSyncAttrListCreate(g_camera.sync, &list) == NvSciError_InvalidState;
}

/** The frames, and what the camera promised beyond them. */
static bool run(void)
{
    bool fine = true;

    for (uint32_t frame = 1U; (frame <= IN_FLIGHT) && fine; frame++) {
        fine = (promise(frame) == NvSciError_Success);
    }
    board_on_tick(&on_tick);
    for (uint32_t frame = 1U; (frame <= FRAMES) && fine; frame++) {
        fine = run_frame(frame);
        if (fine) {
            fine = feed(0U, 0U);
        }
    }
    board_on_tick(NULL);
    for (uint32_t i = 0U; i < FENCES; i++) {
        NvSciSyncFenceClear(&g_framed[i]);
    }
    for (uint32_t i = 0U; i < IN_FLIGHT; i++) {
        NvSciSyncFenceClear(&g_freed[i]);
    }
    if (fine) {
        fine = (g_taken == FRAMES);
    }
    if (fine) {
        fine = making_is_refused();
    }
    if (fine) {
        fine = feed(0U, 1U);
    }
    return fine;
}

/* ---------------------------------------------------------------- DEINIT */

/** Gives everything back; once more, to see that a stale handle is told from a live one. */
static bool give_back(void)
{
    for (uint32_t i = 0U; i < BUFFERS; i++) {
        NvSciBufObjFree(g_camera.buffers[i]);
    }
    NvSciSyncObjFree(g_camera.framed);
    NvSciSyncObjFree(g_camera.freed);
    NvSciSyncCpuWaitContextFree(g_camera.context);
    NvSciSyncCpuWaitContextFree(g_camera.context_of_handler);
    NvSciSyncModuleClose(g_camera.sync);
    NvSciBufModuleClose(g_camera.buf);
    NvSciSyncObjFree(g_camera.framed);
    return feed(1U, 1U);
}

/** Says by how many bytes the memory for buffers is too small, if that is why a module was refused.
 */
static void tell_missing(void)
{
    RingfenceFault fault = {.kind = RINGFENCE_FAULT_NONE};
    const NvSciError status = RingfenceGetLastFault(&fault);

    if ((status == NvSciError_Success) && (fault.kind == RINGFENCE_FAULT_ARENA_TOO_SMALL)) {
        board_print("camera: bytes missing for buffers: ");
        print_number(fault.missing);
        board_print("\n");
    }
}

/** Nothing is left in the tables that the application uses. */
static bool all_is_back(void)
{
    static const RingfencePool pools[] = {
        RINGFENCE_POOL_SYNC_MODULE, RINGFENCE_POOL_SYNC_LIST,         RINGFENCE_POOL_SYNC_OBJECT,
        RINGFENCE_POOL_SYNC_HANDLE, RINGFENCE_POOL_SYNC_WAIT_CONTEXT, RINGFENCE_POOL_BUF_MODULE,
        RINGFENCE_POOL_BUF_LIST,    RINGFENCE_POOL_BUF_OBJECT,        RINGFENCE_POOL_BUF_HANDLE,
        RINGFENCE_POOL_BUF_MEMORY};
    bool back = true;

    for (uint32_t i = 0U; i < (sizeof(pools) / sizeof(pools[0])); i++) {
        RingfencePoolUsage usage = {.name = NULL};
        const NvSciError status = RingfenceGetPoolUsage(pools[i], &usage);

        back = back && (status == NvSciError_Success) && (usage.inUse == 0U);
    }
    return back;
}

/** Takes a step to the next phase if all was well before it. */
static bool advance(bool fine, RingfencePhase next)
{
    bool done = fine;

    if (fine) {
        done = (RingfenceAdvancePhase(next) == NvSciError_Success);
    }
    return done;
}

int main(void)
{
    bool fine = (make_all() == NvSciError_Success);

    fine = advance(fine, RINGFENCE_PHASE_RUNTIME);
    if (fine) {
        fine = run();
    }
    fine = advance(fine, RINGFENCE_PHASE_DEINIT);
    if (fine) {
        fine = give_back();
    }
    if (fine) {
        fine = all_is_back();
    }
    fine = advance(fine, RINGFENCE_PHASE_INIT);
    if (!fine) {
        tell_missing();
    }
    board_print(fine ? "camera: all frames right\n" : "camera: failed\n");
    return fine ? 0 : FAILED;
}
