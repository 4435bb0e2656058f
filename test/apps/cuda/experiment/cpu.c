/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The producer is the CPU's threads. It writes each frame with all of them.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"
#include "interop.h"
#include "pool.h"
#include "ringfence.h"
#include "ways.h"

/** Microseconds until a fence is given up. */
#define PATIENCE_US 20000000

static const char who[] = "experiment";

static void produce(const Lab *lab, uint32_t iteration, uint8_t *frame)
{
    const Surface nv12 = lab_surface(frame, lab->material->side);

    pool_convert(&lab->material->rgba[iteration % VARIANTS].surface, &nv12);
}

/* ---------------------------------------------------------------- copies */

/** What a run with copies has. */
typedef struct {
    bool pinned;
    uint8_t *frame;
    uint8_t *luma;
} Copies;

static bool copies_take(Lab *lab, Copies *copies)
{
    const uint32_t side = lab->material->side;
    bool good = true;

    if (copies->pinned) {
        good = interop_check(
            cudaHostAlloc((void **)&copies->frame, lab_frame_bytes(side), cudaHostAllocDefault),
            "cudaHostAlloc");
    } else {
        copies->frame = malloc(lab_frame_bytes(side));
        good = (copies->frame != NULL);
    }
    return good &&
           interop_check(cudaMalloc((void **)&copies->luma, lab_luma_bytes(side)), "cudaMalloc") &&
           lab_take_gray(lab);
}

static bool copies_frame(Lab *lab, const Copies *copies, uint32_t iteration)
{
    const size_t bytes = lab_luma_bytes(lab->material->side);
    bool good = true;

    produce(lab, iteration, copies->frame);
    if (copies->pinned) {
        good = interop_check(cudaMemcpyAsync(copies->luma, copies->frame, bytes,
                                             cudaMemcpyHostToDevice, lab->stream),
                             "cudaMemcpyAsync");
    } else {
        good = interop_check(cudaMemcpy(copies->luma, copies->frame, bytes, cudaMemcpyHostToDevice),
                             "cudaMemcpy");
    }
    return good && lab_consume(lab, copies->luma, iteration) &&
           interop_check(cudaStreamSynchronize(lab->stream), "cudaStreamSynchronize");
}

static void copies_give(Lab *lab, Copies *copies)
{
    lab_give_gray(lab);
    (void)cudaFree(copies->luma);
    if (copies->pinned) {
        (void)cudaFreeHost(copies->frame);
    } else {
        free(copies->frame);
    }
}

static bool run_copies(Lab *lab, bool pinned, Times *times)
{
    Copies copies = {pinned, NULL, NULL};
    double start = clock_seconds();
    bool good = copies_take(lab, &copies);

    times->allocation = clock_seconds() - start;
    start = clock_seconds();
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = copies_frame(lab, &copies, i);
    }
    times->operations = clock_seconds() - start;
    start = clock_seconds();
    copies_give(lab, &copies);
    times->cleanup = clock_seconds() - start;
    return good;
}

/* ---------------------------------------------------------------- sharing */

/** What a run with sharing has. */
typedef struct {
    NvSciBufObj buffer[RING_CPU];
    uint8_t *frame[RING_CPU];
    Mapped mapped[RING_CPU];
    /** Signalled by the CPU when a frame is there, and by the stream when it was read. */
    NvSciSyncObj full;
    NvSciSyncObj empty;
    cudaExternalSemaphore_t full_semaphore;
    cudaExternalSemaphore_t empty_semaphore;
    NvSciSyncFence was_read[RING_CPU];
} Sharing;

/** Reconciles what the producer and the consumer need of a buffer, and makes the ring. */
static NvSciError take_buffers(const Lab *lab, Sharing *sharing)
{
    const uint64_t size = lab_frame_bytes(lab->material->side);
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciError status =
        lab_buffer_list(lab, size, true, false, false, NvSciBufAccessPerm_ReadWrite, &lists[0]);

    if (status == NvSciError_Success) {
        status =
            lab_buffer_list(lab, size, false, true, false, NvSciBufAccessPerm_Readonly, &lists[1]);
    }
    if (status == NvSciError_Success) {
        status = check_buf_reconcile(NvSciBufAttrListReconcile(lists, 2U, &reconciled, &conflict),
                                     who, conflict);
    }
    for (uint32_t i = 0U; (i < RING_CPU) && (status == NvSciError_Success); i++) {
        void *pointer = NULL;

        status =
            check_call(NvSciBufObjAlloc(reconciled, &sharing->buffer[i]), who, "NvSciBufObjAlloc");
        if (status == NvSciError_Success) {
            status = check_call(NvSciBufObjGetCpuPtr(sharing->buffer[i], &pointer), who,
                                "NvSciBufObjGetCpuPtr");
            sharing->frame[i] = pointer;
        }
        if ((status == NvSciError_Success) &&
            (!interop_import_buffer(sharing->buffer[i], size, &sharing->mapped[i]))) {
            status = NvSciError_ResourceError;
        }
    }
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(reconciled);
    return status;
}

/** Makes a sync object between the CPU and the GPU, and imports it. */
static NvSciError take_sync(const Lab *lab, bool gpu_signals, NvSciSyncObj *object,
                            cudaExternalSemaphore_t *semaphore)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciError status = lab_gpu_list(lab, gpu_signals, &lists[0]);

    if (status == NvSciError_Success) {
        status = lab_cpu_list(
            lab, gpu_signals ? NvSciSyncAccessPerm_WaitOnly : NvSciSyncAccessPerm_SignalOnly,
            &lists[1]);
    }
    if (status == NvSciError_Success) {
        status = check_sync_reconcile(
            NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, object, &conflict), who, conflict);
    }
    if ((status == NvSciError_Success) && (!interop_import_sync(*object, semaphore))) {
        status = NvSciError_ResourceError;
    }
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return status;
}

static bool sharing_take(Lab *lab, Sharing *sharing)
{
    NvSciError status = lab_take_gray(lab) ? NvSciError_Success : NvSciError_ResourceError;

    if (status == NvSciError_Success) {
        status = take_buffers(lab, sharing);
    }
    if (status == NvSciError_Success) {
        status = take_sync(lab, false, &sharing->full, &sharing->full_semaphore);
    }
    if (status == NvSciError_Success) {
        status = take_sync(lab, true, &sharing->empty, &sharing->empty_semaphore);
    }
    if (status == NvSciError_Success) {
        status = check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), who,
                            "RingfenceAdvancePhase");
    }
    return status == NvSciError_Success;
}

/** Has the stream wait for a frame, work on it, and signal; then makes the frame. */
static bool sharing_frame(Lab *lab, Sharing *sharing, uint32_t iteration)
{
    const uint32_t at = iteration % RING_CPU;
    NvSciSyncFence full = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Success;
    bool good = true;

    if (iteration >= RING_CPU) {
        status = check_call(NvSciSyncFenceWait(&sharing->was_read[at], lab->wait, PATIENCE_US), who,
                            "NvSciSyncFenceWait");
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciSyncObjGenerateFence(sharing->full, &full), who,
                            "NvSciSyncObjGenerateFence");
    }
    good =
        (status == NvSciError_Success) &&
        interop_check(interop_wait(sharing->full_semaphore, &full, lab->stream),
                      "cudaWaitExternalSemaphoresAsync") &&
        lab_consume(lab, sharing->mapped[at].pointer, iteration) &&
        interop_check(interop_signal(sharing->empty_semaphore, &sharing->was_read[at], lab->stream),
                      "cudaSignalExternalSemaphoresAsync");
    if (status == NvSciError_Success) {
        produce(lab, iteration, sharing->frame[at]);
        status = check_call(NvSciSyncObjSignal(sharing->full), who, "NvSciSyncObjSignal");
    }
    NvSciSyncFenceClear(&full);
    return good && (status == NvSciError_Success);
}

static void sharing_give(Lab *lab, Sharing *sharing)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        (void)check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), who,
                         "RingfenceAdvancePhase");
    }
    interop_destroy_sync(&sharing->full_semaphore);
    interop_destroy_sync(&sharing->empty_semaphore);
    for (uint32_t i = 0U; i < RING_CPU; i++) {
        interop_destroy_buffer(&sharing->mapped[i]);
        NvSciBufObjFree(sharing->buffer[i]);
    }
    NvSciSyncObjFree(sharing->full);
    NvSciSyncObjFree(sharing->empty);
    lab_give_gray(lab);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        (void)check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), who, "RingfenceAdvancePhase");
    }
}

static bool run_sharing(Lab *lab, Times *times)
{
    Sharing sharing;
    double start = clock_seconds();
    bool good = false;

    (void)memset(&sharing, 0, sizeof(sharing));
    good = sharing_take(lab, &sharing);
    times->allocation = clock_seconds() - start;
    start = clock_seconds();
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = sharing_frame(lab, &sharing, i);
    }
    for (uint32_t i = 0U; i < RING_CPU; i++) {
        if (good) {
            good = (check_call(NvSciSyncFenceWait(&sharing.was_read[i], lab->wait, PATIENCE_US),
                               who, "NvSciSyncFenceWait") == NvSciError_Success);
        }
        NvSciSyncFenceClear(&sharing.was_read[i]);
    }
    times->operations = clock_seconds() - start;
    start = clock_seconds();
    sharing_give(lab, &sharing);
    times->cleanup = clock_seconds() - start;
    return good;
}

/** The producer alone, in the same buffers. */
static bool run_alone(Lab *lab, Times *times)
{
    Sharing sharing;
    double start = 0.0;
    bool good = false;

    (void)memset(&sharing, 0, sizeof(sharing));
    good = sharing_take(lab, &sharing);
    start = clock_seconds();
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        produce(lab, i, sharing.frame[i % RING_CPU]);
    }
    times->producer = clock_seconds() - start;
    times->operations = times->producer;
    sharing_give(lab, &sharing);
    return good;
}

bool ways_cpu(Lab *lab, Way way, Times *times)
{
    bool good = false;

    if (way == WAY_SHARING) {
        good = run_sharing(lab, times);
    } else if (way == WAY_ALONE) {
        good = run_alone(lab, times);
    } else {
        good = run_copies(lab, way == WAY_PINNED, times);
    }
    return good;
}
