/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The producer is a kernel in another process, with a context of its own. Process 2 produces,
 * process 1 consumes; both have a function for each way, which run at the same time.
 */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "check.h"
#include "clock.h"
#include "exchange.h"
#include "interop.h"
#include "ringfence.h"
#include "ways.h"

/** Seconds until a stream is given up. */
#define PATIENCE_S 20.0

static const char who[] = "experiment";

/** Waits for a stream, but not for ever: the other process might be gone. */
static bool finish(cudaStream_t stream)
{
    const double end = clock_seconds() + PATIENCE_S;
    cudaError_t error = cudaStreamQuery(stream);

    while ((error == cudaErrorNotReady) && (clock_seconds() < end)) {
        error = cudaStreamQuery(stream);
    }
    return interop_check(error, "cudaStreamQuery");
}

/** The planes of an NV12 frame as kernels take them. */
static Rows luma_rows(uint8_t *frame, uint32_t side)
{
    const Rows rows = {frame, side, side, side};

    return rows;
}

static Rows chroma_rows(uint8_t *frame, uint32_t side)
{
    const Rows rows = {&frame[lab_luma_bytes(side)], side, side / 2U, side / 2U};

    return rows;
}

static bool produce(const Lab *lab, uint8_t *rgba, uint8_t *frame, uint32_t side)
{
    const Rows from = {rgba, 4U * side, side, side};
    const Rows luma = luma_rows(frame, side);
    const Rows chroma = chroma_rows(frame, side);

    return interop_check(kernels_nv12(&from, &luma, &chroma, lab->stream), "NV12 kernel");
}

/* ---------------------------------------------------------------- copies */

/** Says that a frame is in the common memory, or that it was taken from there. */
static bool tell(const Lab *lab, uint32_t iteration)
{
    return peer_send(lab->peer, MESSAGE_FIGURES, &iteration, sizeof(iteration));
}

static bool hear(const Lab *lab, uint32_t iteration)
{
    uint32_t heard = 0U;

    return peer_receive_into(lab->peer, MESSAGE_FIGURES, &heard, sizeof(heard)) &&
           (heard == iteration);
}

/** Copies luma to or from the common memory, and waits until that is done. */
static bool copy_luma(const Lab *lab, bool pinned, void *to, const void *from, size_t bytes,
                      enum cudaMemcpyKind kind)
{
    bool good = false;

    if (pinned) {
        good =
            interop_check(cudaMemcpyAsync(to, from, bytes, kind, lab->stream), "cudaMemcpyAsync");
    } else {
        good = interop_check(cudaMemcpy(to, from, bytes, kind), "cudaMemcpy");
    }
    return good && interop_check(cudaStreamSynchronize(lab->stream), "cudaStreamSynchronize");
}

static bool pin(const Lab *lab, bool pinned, size_t bytes)
{
    return (!pinned) || interop_check(cudaHostRegister(lab->common, bytes, cudaHostRegisterDefault),
                                      "cudaHostRegister");
}

static bool unpin(const Lab *lab, bool pinned)
{
    return (!pinned) || interop_check(cudaHostUnregister(lab->common), "cudaHostUnregister");
}

static bool copies_produce(Lab *lab, bool pinned, uint8_t *const rgba[VARIANTS], uint32_t side)
{
    const size_t bytes = lab_luma_bytes(side);
    uint8_t *frame = NULL;
    bool good = interop_check(cudaMalloc((void **)&frame, lab_frame_bytes(side)), "cudaMalloc") &&
                pin(lab, pinned, bytes);

    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        /* It converts the next frame while the other still takes the last one. */
        good = produce(lab, rgba[i % VARIANTS], frame, side) && ((i == 0U) || hear(lab, i - 1U)) &&
               copy_luma(lab, pinned, lab->common, frame, bytes, cudaMemcpyDeviceToHost) &&
               tell(lab, i);
    }
    good = good && hear(lab, lab->iterations - 1U);
    (void)cudaFree(frame);
    return unpin(lab, pinned) && good;
}

static bool copies_consume(Lab *lab, bool pinned, Times *times)
{
    const size_t bytes = lab_luma_bytes(lab->material->side);
    uint8_t *luma = NULL;
    double start = clock_seconds();
    bool good = interop_check(cudaMalloc((void **)&luma, bytes), "cudaMalloc") &&
                pin(lab, pinned, bytes) && lab_take_gray(lab);

    times->allocation = clock_seconds() - start;
    start = clock_seconds();
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = hear(lab, i) &&
               copy_luma(lab, pinned, luma, lab->common, bytes, cudaMemcpyHostToDevice) &&
               tell(lab, i) && lab_consume(lab, luma, i);
    }
    good = good && finish(lab->stream);
    times->operations = clock_seconds() - start;
    start = clock_seconds();
    lab_give_gray(lab);
    (void)cudaFree(luma);
    good = unpin(lab, pinned) && good;
    good = peer_agree(lab->peer, good);
    times->cleanup = clock_seconds() - start;
    return good;
}

/* ---------------------------------------------------------------- sharing */

/** What each process has of the ring. */
typedef struct {
    NvSciBufObj buffer[RING_GPU];
    Mapped mapped[RING_GPU];
    /** Signalled by the producer's stream, and by the consumer's. */
    NvSciSyncObj full;
    NvSciSyncObj empty;
    cudaExternalSemaphore_t full_semaphore;
    cudaExternalSemaphore_t empty_semaphore;
} Sharing;

/** Process 2 makes the ring, of what both need. */
static NvSciError make_buffers(const Lab *lab, Sharing *sharing, uint64_t size)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciError status =
        lab_buffer_list(lab, size, false, true, true, NvSciBufAccessPerm_ReadWrite, &lists[0]);

    if (status == NvSciError_Success) {
        status = exchange_take_buf_lists(lab->peer, lab->buf, &lists[1]);
    }
    if (status == NvSciError_Success) {
        status = check_buf_reconcile(NvSciBufAttrListReconcile(lists, 2U, &reconciled, &conflict),
                                     who, conflict);
    }
    if (status == NvSciError_Success) {
        status = exchange_send_reconciled(lab->peer, reconciled);
    }
    for (uint32_t i = 0U; (i < lab->ring) && (status == NvSciError_Success); i++) {
        status =
            check_call(NvSciBufObjAlloc(reconciled, &sharing->buffer[i]), who, "NvSciBufObjAlloc");
        if (status == NvSciError_Success) {
            status = exchange_send_buffer(lab->peer, sharing->buffer[i]);
        }
    }
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(reconciled);
    return status;
}

/** Process 1 says what it needs, and takes the ring. */
static NvSciError get_buffers(const Lab *lab, Sharing *sharing, uint64_t size)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciError status =
        lab_buffer_list(lab, size, false, true, true, NvSciBufAccessPerm_Readonly, &list);

    if (status == NvSciError_Success) {
        status = exchange_send_buf_lists(lab->peer, &list, 1U);
    }
    if (status == NvSciError_Success) {
        status = exchange_take_reconciled(lab->peer, lab->buf, &list, 1U, &reconciled);
    }
    for (uint32_t i = 0U; (i < lab->ring) && (status == NvSciError_Success); i++) {
        status = exchange_take_buffer(lab->peer, reconciled, &sharing->buffer[i]);
    }
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(reconciled);
    return status;
}

/** Makes the sync object that this process signals, for the waiter in the other. */
static NvSciError make_sync(const Lab *lab, NvSciSyncObj *object)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciError status = lab_gpu_list(lab, true, &lists[0]);

    if (status == NvSciError_Success) {
        status = exchange_take_sync_lists(lab->peer, lab->sync, &lists[1]);
    }
    if (status == NvSciError_Success) {
        status = check_sync_reconcile(
            NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, object, &conflict), who, conflict);
    }
    if (status == NvSciError_Success) {
        status = exchange_send_sync(lab->peer, *object);
    }
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return status;
}

/** Takes the sync object that the other process signals. */
static NvSciError get_sync(const Lab *lab, NvSciSyncObj *object)
{
    NvSciSyncAttrList list = NULL;
    NvSciError status = lab_gpu_list(lab, false, &list);

    if (status == NvSciError_Success) {
        status = exchange_send_sync_lists(lab->peer, &list, 1U);
    }
    if (status == NvSciError_Success) {
        status = exchange_take_sync(lab->peer, lab->sync, &list, 1U, object);
    }
    NvSciSyncAttrListFree(list);
    return status;
}

/** Makes or takes everything, imports it, and goes to RUNTIME. Both processes take the same turns.
 */
static bool sharing_take(const Lab *lab, Sharing *sharing, uint32_t side, bool produces)
{
    const uint64_t size = lab_frame_bytes(side);
    NvSciError status =
        produces ? make_buffers(lab, sharing, size) : get_buffers(lab, sharing, size);
    bool good = true;

    if (status == NvSciError_Success) {
        status = produces ? make_sync(lab, &sharing->full) : get_sync(lab, &sharing->full);
    }
    if (status == NvSciError_Success) {
        status = produces ? get_sync(lab, &sharing->empty) : make_sync(lab, &sharing->empty);
    }
    good = (status == NvSciError_Success) &&
           interop_import_sync(sharing->full, &sharing->full_semaphore) &&
           interop_import_sync(sharing->empty, &sharing->empty_semaphore);
    for (uint32_t i = 0U; (i < lab->ring) && good; i++) {
        good = interop_import_buffer(sharing->buffer[i], size, &sharing->mapped[i]);
    }
    return good && (check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), who,
                               "RingfenceAdvancePhase") == NvSciError_Success);
}

static void sharing_give(Sharing *sharing)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        (void)check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), who,
                         "RingfenceAdvancePhase");
    }
    interop_destroy_sync(&sharing->full_semaphore);
    interop_destroy_sync(&sharing->empty_semaphore);
    for (uint32_t i = 0U; i < RING_GPU; i++) {
        interop_destroy_buffer(&sharing->mapped[i]);
        if (sharing->buffer[i] != NULL) {
            NvSciBufObjFree(sharing->buffer[i]);
        }
    }
    NvSciSyncObjFree(sharing->full);
    NvSciSyncObjFree(sharing->empty);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        (void)check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), who, "RingfenceAdvancePhase");
    }
}

/** Enqueues a signal and sends its fence. */
static bool signal_and_send(const Lab *lab, cudaExternalSemaphore_t semaphore)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    bool good = interop_check(interop_signal(semaphore, &fence, lab->stream),
                              "cudaSignalExternalSemaphoresAsync");

    profile_lap(lab->profile, PART_SIGNAL);
    if (good) {
        good = (check_call(NvSciSyncIpcExportFence(&fence, lab->peer->endpoint, &desc), who,
                           "NvSciSyncIpcExportFence") == NvSciError_Success) &&
               peer_send(lab->peer, MESSAGE_FENCES, &desc, sizeof(desc));
    }
    NvSciSyncFenceClear(&fence);
    profile_lap(lab->profile, PART_SEND);
    return good;
}

/** Takes a fence and enqueues a wait for it; without a semaphore, drops it. */
static bool take_and_wait(const Lab *lab, NvSciSyncObj object, cudaExternalSemaphore_t semaphore)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    bool good = peer_receive_into(lab->peer, MESSAGE_FENCES, &desc, sizeof(desc));

    profile_lap(lab->profile, PART_RECEIVE);
    if (good && (semaphore != NULL)) {
        good = (check_call(NvSciSyncIpcImportFence(object, &desc, &fence), who,
                           "NvSciSyncIpcImportFence") == NvSciError_Success);
        profile_lap(lab->profile, PART_IMPORT);
        good = good && interop_check(interop_wait(semaphore, &fence, lab->stream),
                                     "cudaWaitExternalSemaphoresAsync");
        profile_lap(lab->profile, PART_WAIT);
    }
    NvSciSyncFenceClear(&fence);
    return good;
}

/** Waits for room, makes a frame, and says so. */
static bool produce_shared(const Lab *lab, const Sharing *sharing, uint8_t *const rgba[VARIANTS],
                           uint32_t side, uint32_t frame)
{
    uint8_t *const place = sharing->mapped[frame % lab->ring].pointer;
    bool good = profile_mark(lab->profile, frame, MARK_BEGIN, lab->stream);

    if (frame >= lab->ring) {
        good = good && take_and_wait(lab, sharing->empty, sharing->empty_semaphore);
    }
    good = good && profile_mark(lab->profile, frame, MARK_READY, lab->stream) &&
           produce(lab, rgba[frame % VARIANTS], place, side);
    profile_lap(lab->profile, PART_LAUNCH);
    return good && profile_mark(lab->profile, frame, MARK_DONE, lab->stream) &&
           signal_and_send(lab, sharing->full_semaphore) &&
           profile_mark(lab->profile, frame, MARK_SIGNALLED, lab->stream);
}

static bool sharing_produce(Lab *lab, uint8_t *const rgba[VARIANTS], uint32_t side)
{
    Sharing sharing;
    bool good = false;
    uint32_t taken = 0U;

    (void)memset(&sharing, 0, sizeof(sharing));
    good = sharing_take(lab, &sharing, side, true);
    profile_start(lab->profile);
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = produce_shared(lab, &sharing, rgba, side, i);
        taken += (i >= lab->ring) ? 1U : 0U;
    }
    for (; (taken < lab->iterations) && good; taken++) {
        good = take_and_wait(lab, sharing.empty, NULL);
    }
    good = good && finish(lab->stream);
    sharing_give(&sharing);
    return good;
}

/** Waits for a frame, reads it, and says so. */
static bool consume_shared(Lab *lab, const Sharing *sharing, uint32_t frame)
{
    bool good = profile_mark(lab->profile, frame, MARK_BEGIN, lab->stream) &&
                take_and_wait(lab, sharing->full, sharing->full_semaphore) &&
                profile_mark(lab->profile, frame, MARK_READY, lab->stream) &&
                lab_consume(lab, sharing->mapped[frame % lab->ring].pointer, frame);

    profile_lap(lab->profile, PART_LAUNCH);
    return good && profile_mark(lab->profile, frame, MARK_DONE, lab->stream) &&
           signal_and_send(lab, sharing->empty_semaphore) &&
           profile_mark(lab->profile, frame, MARK_SIGNALLED, lab->stream);
}

static bool sharing_consume(Lab *lab, Times *times)
{
    Sharing sharing;
    double start = clock_seconds();
    bool good = false;

    (void)memset(&sharing, 0, sizeof(sharing));
    good = lab_take_gray(lab) && sharing_take(lab, &sharing, lab->material->side, false);
    times->allocation = clock_seconds() - start;
    profile_start(lab->profile);
    start = clock_seconds();
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = consume_shared(lab, &sharing, i);
    }
    good = good && finish(lab->stream);
    times->operations = clock_seconds() - start;
    start = clock_seconds();
    sharing_give(&sharing);
    lab_give_gray(lab);
    good = peer_agree(lab->peer, good);
    times->cleanup = clock_seconds() - start;
    return good;
}

/* ---------------------------------------------------------------- alone */

/** Memory of as many frames as the ring has. */
static bool alone_take(const Lab *lab, uint64_t bytes, uint8_t *frame[RING_GPU])
{
    bool good = true;

    for (uint32_t i = 0U; (i < lab->ring) && good; i++) {
        good = interop_check(cudaMalloc((void **)&frame[i], bytes), "cudaMalloc");
    }
    return good;
}

static void alone_give(uint8_t *frame[RING_GPU])
{
    for (uint32_t i = 0U; i < RING_GPU; i++) {
        (void)cudaFree(frame[i]);
    }
}

/** Makes all frames, and tells the consumer how long that took. */
static bool alone_produce(const Lab *lab, uint8_t *const rgba[VARIANTS], uint32_t side)
{
    uint8_t *frame[RING_GPU] = {NULL};
    double start = 0.0;
    bool good = alone_take(lab, lab_frame_bytes(side), frame);

    start = clock_seconds();
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = produce(lab, rgba[i % VARIANTS], frame[i % lab->ring], side);
    }
    good = good && finish(lab->stream);
    start = clock_seconds() - start;
    alone_give(frame);
    return peer_send(lab->peer, MESSAGE_FIGURES, &start, sizeof(start)) && good;
}

/** Reads as many frames once the producer has made them all. */
static bool alone_consume(Lab *lab, Times *times)
{
    uint8_t *frame[RING_GPU] = {NULL};
    double start = 0.0;
    bool good =
        peer_receive_into(lab->peer, MESSAGE_FIGURES, &times->producer, sizeof(times->producer)) &&
        lab_take_gray(lab) && alone_take(lab, lab_frame_bytes(lab->material->side), frame);

    start = clock_seconds();
    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = lab_consume(lab, frame[i % lab->ring], i);
    }
    good = good && finish(lab->stream);
    times->consumer = clock_seconds() - start;
    times->operations = times->producer + times->consumer;
    lab_give_gray(lab);
    alone_give(frame);
    return peer_agree(lab->peer, good);
}

/* ---------------------------------------------------------------- ways */

bool ways_gpu(Lab *lab, Way way, Times *times)
{
    bool good = false;

    if (way == WAY_SHARING) {
        good = sharing_consume(lab, times);
    } else if (way == WAY_ALONE) {
        good = alone_consume(lab, times);
    } else {
        good = copies_consume(lab, way == WAY_PINNED, times);
    }
    return good;
}

bool ways_gpu_producer(Lab *lab, Way way, uint8_t *const rgba[VARIANTS], uint32_t side)
{
    bool good = false;

    if (way == WAY_SHARING) {
        good = sharing_produce(lab, rgba, side);
    } else if (way == WAY_ALONE) {
        good = alone_produce(lab, rgba, side);
    } else {
        good = copies_produce(lab, way == WAY_PINNED, rgba, side);
    }
    good = peer_agree(lab->peer, good);
    if (lab->profile != NULL) {
        Figures figures;

        good = good && profile_end(lab->profile, &figures) &&
               peer_send(lab->peer, MESSAGE_FIGURES, &figures, sizeof(figures));
    }
    return good;
}

bool ways_gpu_figures(const Lab *lab, Figures *figures)
{
    return peer_receive_into(lab->peer, MESSAGE_FIGURES, figures, sizeof(*figures));
}
