/* SPDX-License-Identifier: Apache-2.0 */
#include "blits.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"

static const char *const who = "blits";

/** Memories that frames are copied to. */
#define STAGES 2U

/* ---------------------------------------------------------------- sharing */

/** What a run with sharing takes and gives back. */
typedef struct {
    Picture ring[RING];
    /** The engine signals it when a frame is there; CUDA and the CPU wait. */
    NvSciSyncObj full;
    cudaExternalSemaphore_t full_semaphore;
    /** CUDA signals it when a frame was read; the engine waits. */
    NvSciSyncObj empty;
    cudaExternalSemaphore_t empty_semaphore;
    NvSciSyncFence fences[AHEAD];
    cudaEvent_t read[AHEAD];
} Sharing;

/** Reconciles lists, and frees them. */
static bool make_object(NvSciSyncAttrList *lists, uint32_t count, NvSciSyncObj *object)
{
    NvSciSyncAttrList conflict = NULL;
    const NvSciError status =
        NvSciSyncAttrListReconcileAndObjAlloc(lists, count, object, &conflict);

    return check_sync_reconcile(status, who, conflict) == NvSciError_Success;
}

/** Lists of the engine, of CUDA, and of the CPU, which waits. */
static bool fill_lists(const Scene *scene, bool engine_signals, NvSciSyncAttrList lists[3])
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    bool good = true;

    for (uint32_t i = 0U; (i < 3U) && good; i++) {
        good = (check_call(NvSciSyncAttrListCreate(scene->sync, &lists[i]), who,
                           "NvSciSyncAttrListCreate") == NvSciError_Success);
    }
    return good &&
           scene_check(
               NvMedia2DFillNvSciSyncAttrList(scene->blitter, lists[0],
                                              engine_signals ? NVMEDIA_SIGNALER : NVMEDIA_WAITER),
               "NvMedia2DFillNvSciSyncAttrList") &&
           interop_check(cudaDeviceGetNvSciSyncAttributes(lists[1], 0,
                                                          engine_signals ? cudaNvSciSyncAttrWait
                                                                         : cudaNvSciSyncAttrSignal),
                         "cudaDeviceGetNvSciSyncAttributes") &&
           (check_call(NvSciSyncAttrListSetAttrs(lists[2], pairs, 2U), who,
                       "NvSciSyncAttrListSetAttrs") == NvSciError_Success);
}

/** Makes a sync object of the engine and CUDA, and registers it with both. */
static bool make_sync(const Scene *scene, bool engine_signals, NvSciSyncObj *object,
                      cudaExternalSemaphore_t *semaphore)
{
    NvSciSyncAttrList lists[3] = {NULL, NULL, NULL};
    bool good = fill_lists(scene, engine_signals, lists) &&
                make_object(lists, engine_signals ? 3U : 2U, object) &&
                scene_check(NvMedia2DRegisterNvSciSyncObj(
                                scene->blitter,
                                engine_signals ? NVMEDIA_EOFSYNCOBJ : NVMEDIA_PRESYNCOBJ, *object),
                            "NvMedia2DRegisterNvSciSyncObj") &&
                interop_import_sync(*object, semaphore);

    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    return good;
}

static bool take(const Scene *scene, Sharing *sharing)
{
    bool good = make_sync(scene, true, &sharing->full, &sharing->full_semaphore) &&
                make_sync(scene, false, &sharing->empty, &sharing->empty_semaphore);

    for (uint32_t i = 0U; (i < RING) && good; i++) {
        good = scene_share(scene, &sharing->ring[i]);
    }
    for (uint32_t i = 0U; (i < AHEAD) && good; i++) {
        good = interop_check(cudaEventCreateWithFlags(&sharing->read[i], cudaEventDisableTiming),
                             "cudaEventCreateWithFlags");
    }
    return good;
}

static void give_sync(const Scene *scene, NvSciSyncObj *object, cudaExternalSemaphore_t *semaphore)
{
    interop_destroy_sync(semaphore);
    if (*object != NULL) {
        (void)NvMedia2DUnregisterNvSciSyncObj(scene->blitter, *object);
        NvSciSyncObjFree(*object);
    }
}

static void give(const Scene *scene, Sharing *sharing)
{
    for (uint32_t i = 0U; i < RING; i++) {
        scene_drop(scene, &sharing->ring[i]);
    }
    for (uint32_t i = 0U; i < AHEAD; i++) {
        NvSciSyncFenceClear(&sharing->fences[i]);
        if (sharing->read[i] != NULL) {
            (void)cudaEventDestroy(sharing->read[i]);
        }
    }
    give_sync(scene, &sharing->full, &sharing->full_semaphore);
    give_sync(scene, &sharing->empty, &sharing->empty_semaphore);
}

/** Submits a blit of a frame whose end is signalled; gives the fence. */
static bool submit(const Scene *scene, const Sharing *sharing, uint32_t frame,
                   NvSciSyncFence *fence)
{
    return scene_check(NvMedia2DSetNvSciSyncObjforEOF(scene->blitter, sharing->full),
                       "NvMedia2DSetNvSciSyncObjforEOF") &&
           scene_check(NvMedia2DBlitEx(scene->blitter, sharing->ring[frame % RING].image, NULL,
                                       scene->rgba[frame % VARIANTS], NULL, NULL, NULL),
                       "NvMedia2DBlitEx") &&
           scene_check(NvMedia2DGetEOFNvSciSyncFence(scene->blitter, sharing->full, fence),
                       "NvMedia2DGetEOFNvSciSyncFence");
}

/** A frame: the engine waits until its image was read, CUDA until it is there. */
static bool share_frame(const Scene *scene, Sharing *sharing, NvSciSyncFence empty[RING],
                        uint32_t frame)
{
    const Picture *const picture = &sharing->ring[frame % RING];
    const uint32_t turn = frame % AHEAD;
    bool good = true;

    if (frame >= AHEAD) {
        /* The queue of the engine has an end. */
        good = interop_check(cudaEventSynchronize(sharing->read[turn]), "cudaEventSynchronize");
    }
    if (frame >= RING) {
        good = good &&
               scene_check(NvMedia2DInsertPreNvSciSyncFence(scene->blitter, &empty[frame % RING]),
                           "NvMedia2DInsertPreNvSciSyncFence");
    }
    return good && submit(scene, sharing, frame, &sharing->fences[turn]) &&
           interop_check(
               interop_wait(sharing->full_semaphore, &sharing->fences[turn], scene->stream),
               "cudaWaitExternalSemaphoresAsync") &&
           scene_consume(scene, picture, frame) &&
           interop_check(
               interop_signal(sharing->empty_semaphore, &empty[frame % RING], scene->stream),
               "cudaSignalExternalSemaphoresAsync") &&
           interop_check(cudaEventRecord(sharing->read[turn], scene->stream), "cudaEventRecord");
}

static bool finish(const Scene *scene)
{
    return interop_check(cudaStreamSynchronize(scene->stream), "cudaStreamSynchronize");
}

static bool share(const Scene *scene, Times *times)
{
    NvSciSyncFence empty[RING] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                                  NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    Sharing sharing;
    double start = clock_seconds();
    bool good = false;

    (void)memset(&sharing, 0, sizeof(sharing));
    good = take(scene, &sharing);
    times->allocation = clock_seconds() - start;
    start = clock_seconds();
    for (uint32_t i = 0U; (i < scene->iterations) && good; i++) {
        good = share_frame(scene, &sharing, empty, i);
    }
    good = finish(scene) && good;
    times->operations = clock_seconds() - start;
    start = clock_seconds();
    for (uint32_t i = 0U; i < RING; i++) {
        NvSciSyncFenceClear(&empty[i]);
    }
    give(scene, &sharing);
    times->cleanup = clock_seconds() - start;
    return good;
}

/* ---------------------------------------------------------------- alone */

/** Waits with the CPU for the end of a blit. */
static bool await(const Scene *scene, const NvSciSyncFence *fence)
{
    return check_call(NvSciSyncFenceWait(fence, scene->wait, -1), who, "NvSciSyncFenceWait") ==
           NvSciError_Success;
}

/** The engine makes all frames. */
static bool produce_all(const Scene *scene, Sharing *sharing)
{
    bool good = true;

    for (uint32_t i = 0U; (i < scene->iterations) && good; i++) {
        NvSciSyncFence *const fence = &sharing->fences[i % AHEAD];

        good = ((i < AHEAD) || await(scene, fence)) && submit(scene, sharing, i, fence);
    }
    return good && await(scene, &sharing->fences[(scene->iterations - 1U) % AHEAD]);
}

/** The consumer reads as many. */
static bool consume_all(const Scene *scene, const Sharing *sharing)
{
    bool good = true;

    for (uint32_t i = 0U; (i < scene->iterations) && good; i++) {
        good = scene_consume(scene, &sharing->ring[i % RING], i);
    }
    return finish(scene) && good;
}

static bool alone(const Scene *scene, Times *times)
{
    Sharing sharing;
    double start = clock_seconds();
    bool good = false;

    (void)memset(&sharing, 0, sizeof(sharing));
    good = take(scene, &sharing);
    times->allocation = clock_seconds() - start;
    start = clock_seconds();
    good = good && produce_all(scene, &sharing);
    times->producer = clock_seconds() - start;
    start = clock_seconds();
    good = good && consume_all(scene, &sharing);
    times->consumer = clock_seconds() - start;
    times->operations = times->producer + times->consumer;
    start = clock_seconds();
    give(scene, &sharing);
    times->cleanup = clock_seconds() - start;
    return good;
}

/* ---------------------------------------------------------------- copies */

/** What a run with copies takes and gives back. */
typedef struct {
    bool is_pinned;
    Picture picture;
    uint8_t *stage[STAGES];
    cudaEvent_t copied[STAGES];
    /** Luma in memory of the GPU. */
    Picture luma;
} Copies;

static size_t luma_bytes(const Scene *scene)
{
    return (size_t)scene->side * scene->side;
}

static bool take_copies(const Scene *scene, Copies *copies)
{
    const size_t bytes = (luma_bytes(scene) * 3U) / 2U;
    bool good = scene_own(scene, &copies->picture) &&
                interop_check(cudaMalloc((void **)&copies->luma.luma.first, luma_bytes(scene)),
                              "cudaMalloc");

    copies->luma.luma.pitch = scene->side;
    copies->luma.luma.width = scene->side;
    copies->luma.luma.height = scene->side;
    for (uint32_t i = 0U; (i < STAGES) && good; i++) {
        if (copies->is_pinned) {
            good =
                interop_check(
                    cudaHostAlloc((void **)&copies->stage[i], bytes, cudaHostAllocDefault),
                    "cudaHostAlloc") &&
                interop_check(cudaEventCreateWithFlags(&copies->copied[i], cudaEventDisableTiming),
                              "cudaEventCreateWithFlags");
        } else if (i == 0U) {
            copies->stage[i] = malloc(bytes);
            good = (copies->stage[i] != NULL);
        } else {
            /* One is enough. */
        }
    }
    return good;
}

static void give_copies(const Scene *scene, Copies *copies)
{
    scene_drop(scene, &copies->picture);
    (void)cudaFree(copies->luma.luma.first);
    for (uint32_t i = 0U; i < STAGES; i++) {
        if (copies->is_pinned) {
            (void)cudaFreeHost(copies->stage[i]);
            if (copies->copied[i] != NULL) {
                (void)cudaEventDestroy(copies->copied[i]);
            }
        } else {
            free(copies->stage[i]);
        }
    }
}

/** Takes the planes of the image out, after the blit. */
static bool get_bits(const Scene *scene, const Copies *copies, uint8_t *stage)
{
    const uint32_t pitches[PLANES] = {scene->side, scene->side / 2U, scene->side / 2U};
    void *planes[PLANES] = {stage, &stage[luma_bytes(scene)],
                            &stage[(luma_bytes(scene) * 5U) / 4U]};

    return scene_check(NvMediaImageGetBits(copies->picture.image, NULL, planes, pitches),
                       "NvMediaImageGetBits");
}

/** Luma goes to the GPU in the stream of the consumer: without one it may be there later. */
static bool upload(const Scene *scene, const Copies *copies, const uint8_t *stage)
{
    return interop_check(cudaMemcpyAsync(copies->luma.luma.first, stage, luma_bytes(scene),
                                         cudaMemcpyHostToDevice, scene->stream),
                         "cudaMemcpyAsync");
}

static bool copy_frame(const Scene *scene, const Copies *copies, uint32_t frame)
{
    const uint32_t turn = copies->is_pinned ? (frame % STAGES) : 0U;
    bool good = scene_check(NvMedia2DBlitEx(scene->blitter, copies->picture.image, NULL,
                                            scene->rgba[frame % VARIANTS], NULL, NULL, NULL),
                            "NvMedia2DBlitEx");

    if (copies->is_pinned && (frame >= STAGES)) {
        good = good &&
               interop_check(cudaEventSynchronize(copies->copied[turn]), "cudaEventSynchronize");
    }
    good = good && get_bits(scene, copies, copies->stage[turn]) &&
           upload(scene, copies, copies->stage[turn]);
    if (copies->is_pinned) {
        good = good && interop_check(cudaEventRecord(copies->copied[turn], scene->stream),
                                     "cudaEventRecord");
    }
    good = good && scene_consume(scene, &copies->luma, frame);
    return copies->is_pinned ? good : (good && finish(scene));
}

static bool copy(const Scene *scene, bool is_pinned, Times *times)
{
    Copies copies;
    double start = clock_seconds();
    bool good = false;

    (void)memset(&copies, 0, sizeof(copies));
    copies.is_pinned = is_pinned;
    good = take_copies(scene, &copies);
    times->allocation = clock_seconds() - start;
    start = clock_seconds();
    for (uint32_t i = 0U; (i < scene->iterations) && good; i++) {
        good = copy_frame(scene, &copies, i);
    }
    good = finish(scene) && good;
    times->operations = clock_seconds() - start;
    start = clock_seconds();
    give_copies(scene, &copies);
    times->cleanup = clock_seconds() - start;
    return good;
}

bool ways_run(Scene *scene, Way way, Times *times)
{
    bool good = interop_check(cudaMemset(scene->sums, 0, ITERATIONS_MAX * sizeof(scene->sums[0])),
                              "cudaMemset");

    (void)memset(times, 0, sizeof(*times));
    if (!good) {
        check_say(who, "no checksums");
    } else if (way == WAY_SHARING) {
        good = share(scene, times) && scene_is_right(scene);
    } else if (way == WAY_ALONE) {
        good = alone(scene, times);
    } else {
        good = copy(scene, way == WAY_PINNED, times) && scene_is_right(scene);
    }
    return good;
}
