/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_stress.h
 * Threads that import, signal, wait, map, free, make and destroy everything of CUDA at once, and
 * one that changes the phase: what the test with any driver and the program for a GPU share.
 *
 * Each step says what went wrong by its line and code; nothing here ends the program. A call that a
 * phase refuses is made again until one admits it.
 */
#ifndef RINGFENCE_TEST_CUDA_STRESS_H
#define RINGFENCE_TEST_CUDA_STRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_cuda.h"

#define STRESS_THREADS 3
#define STRESS_BYTES   4096U
#define STRESS_LARGE   ((size_t)2U << 20U)
/** Microseconds after which a wait of the CPU fails. */
#define STRESS_PATIENCE_US 100000000

#define STRESS_SIGNALS CUDA_NVSCISYNC_ATTR_SIGNAL
#define STRESS_WAITS   CUDA_NVSCISYNC_ATTR_WAIT
#define STRESS_CPU     0

/** What all threads have. */
typedef struct {
    CUdevice device;
    CUcontext context;
    NvSciRmGpuId gpu;
    NvSciSyncModule sync;
    NvSciBufModule buf;
    /** The phase changes meanwhile. */
    bool phases;
    /** An object that all threads import. */
    NvSciSyncObj common;
    int stop;
    int failures;
    /** Where the first failure was, and its code. */
    int line;
    int code;
    uint64_t rounds;
} Stress;

static Stress g_stress;
/** What needs a phase without changing it has this for reading. */
static pthread_rwlock_t g_stress_gate = PTHREAD_RWLOCK_INITIALIZER;

/** What a thread has. */
typedef struct {
    pthread_t thread;
    uint64_t random;
    NvSciSyncCpuWaitContext wait;
    CUdeviceptr memory;
    CUresult last;
    NvSciError error;
} Actor;

/* ---------------------------------------------------------------- steps */

static inline bool stress_fail(int line, int code)
{
    if (__atomic_fetch_add(&g_stress.failures, 1, __ATOMIC_SEQ_CST) == 0) {
        __atomic_store_n(&g_stress.line, line, __ATOMIC_SEQ_CST);
        __atomic_store_n(&g_stress.code, code, __ATOMIC_SEQ_CST);
    }
    __atomic_store_n(&g_stress.stop, 1, __ATOMIC_SEQ_CST);
    return false;
}

static inline void stress_pause(long us)
{
    const struct timespec pause = {0, us * 1000L};

    (void)nanosleep(&pause, NULL);
}

static inline bool stress_refused(bool refused)
{
    if (refused) {
        stress_pause(20L);
    }
    return refused && g_stress.phases;
}

/** Makes a call of CUDA's API until the phase admits it; true if it gave a code. */
#define CU(actor, call, expected)                                                                  \
    (stress_cu_loop(actor, call),                                                                  \
     ((actor)->last == (expected)) || stress_fail(__LINE__, (int)(actor)->last))
#define stress_cu_loop(actor, call)                                                                \
    __extension__({                                                                                \
        do {                                                                                       \
            (actor)->last = (CUresult)(call);                                                      \
        } while (stress_refused((actor)->last == CUDA_ERROR_NOT_PERMITTED));                       \
        (actor)->last;                                                                             \
    })

/** The same of NvSci. */
#define SCI(actor, call)                                                                           \
    (stress_sci_loop(actor, call),                                                                 \
     ((actor)->error == NvSciError_Success) || stress_fail(__LINE__, (int)(actor)->error))
#define stress_sci_loop(actor, call)                                                               \
    __extension__({                                                                                \
        do {                                                                                       \
            (actor)->error = (call);                                                               \
        } while (stress_refused((actor)->error == NvSciError_InvalidState));                       \
        (actor)->error;                                                                            \
    })

/** A call that says nothing, in a phase that admits it. */
#define END(call)                                                                                  \
    do {                                                                                           \
        bool done_ = false;                                                                        \
                                                                                                   \
        while (!done_) {                                                                           \
            (void)pthread_rwlock_rdlock(&g_stress_gate);                                           \
            if (RingfenceCurrentPhase() != RINGFENCE_PHASE_RUNTIME) {                              \
                call;                                                                              \
                done_ = true;                                                                      \
            }                                                                                      \
            (void)pthread_rwlock_unlock(&g_stress_gate);                                           \
            if (!done_) {                                                                          \
                stress_pause(20L);                                                                 \
            }                                                                                      \
        }                                                                                          \
    } while (false)

static inline uint32_t stress_random(Actor *actor, uint32_t below)
{
    actor->random = (actor->random * 6364136223846793005U) + 1442695040888963407U;
    return (uint32_t)(actor->random >> 33U) % below;
}

/* ---------------------------------------------------------------- streams */

/** A stream as programs make them, one that waits for none, or one that is there. */
static inline CUstream stress_stream(Actor *actor, bool *made)
{
    const uint32_t kind = stress_random(actor, 6U);
    CUstream stream = NULL;

    *made = (kind > 1U);
    if (kind == 0U) {
        stream = CU_STREAM_PER_THREAD;
    } else if (kind > 1U) {
        *made = CU(actor,
                   cuStreamCreate(&stream, (kind < 5U) ? (unsigned int)CU_STREAM_DEFAULT
                                                       : (unsigned int)CU_STREAM_NON_BLOCKING),
                   CUDA_SUCCESS);
    } else {
        /* The stream NULL. */
    }
    return stream;
}

static inline void stress_stream_end(Actor *actor, CUstream stream, bool made)
{
    (void)CU(actor, cuStreamSynchronize(stream), CUDA_SUCCESS);
    if (made) {
        (void)CU(actor, cuStreamDestroy(stream), CUDA_SUCCESS);
    }
}

/* ---------------------------------------------------------------- sync objects */

static inline NvSciSyncAttrList stress_side(Actor *actor, int flags, NvSciSyncAccessPerm perm,
                                            bool stamped)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair cpu[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes, sizeof(yes)}};
    NvSciSyncAttrList list = NULL;

    if (!SCI(actor, NvSciSyncAttrListCreate(g_stress.sync, &list))) {
        list = NULL;
    } else if (flags == STRESS_CPU) {
        (void)SCI(actor, NvSciSyncAttrListSetAttrs(list, cpu, stamped ? 3U : 2U));
    } else {
        (void)CU(actor, ringfenceCuDeviceGetNvSciSyncAttributes(list, g_stress.device, flags),
                 CUDA_SUCCESS);
    }
    return list;
}

static inline NvSciSyncObj stress_object(Actor *actor, int signaler, int waiter, bool stamped)
{
    NvSciSyncAttrList lists[2] = {
        stress_side(actor, signaler, NvSciSyncAccessPerm_SignalOnly, false),
        stress_side(actor, waiter, NvSciSyncAccessPerm_WaitOnly, stamped)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    if ((lists[0] != NULL) && (lists[1] != NULL)) {
        (void)SCI(actor, NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict));
    }
    END(NvSciSyncAttrListFree(lists[0]));
    END(NvSciSyncAttrListFree(lists[1]));
    return object;
}

static inline CUexternalSemaphore stress_import(Actor *actor, NvSciSyncObj object)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore semaphore = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = object;
    /* With timestamps, where the GPU is too busy to tell the time. */
    while (stress_cu_loop(actor, ringfenceCuImportExternalSemaphore(&semaphore, &desc)) ==
           CUDA_ERROR_NOT_READY) {
        stress_pause(100L);
    }
    return CU(actor, actor->last, CUDA_SUCCESS) ? semaphore : NULL;
}

static inline bool stress_signal(Actor *actor, CUexternalSemaphore semaphore, NvSciSyncFence *fence,
                                 CUstream stream)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return CU(actor, ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, stream),
              CUDA_SUCCESS);
}

static inline bool stress_wait(Actor *actor, CUexternalSemaphore semaphore, NvSciSyncFence *fence,
                               CUstream stream)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return CU(actor, ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, stream),
              CUDA_SUCCESS);
}

static inline void stress_semaphore_end(Actor *actor, CUexternalSemaphore semaphore)
{
    if (semaphore != NULL) {
        (void)CU(actor,
                 (stress_random(actor, 2U) == 0U)
                     ? (int)ringfenceCuDestroyExternalSemaphore(semaphore)
                     : (int)ringfenceCudaDestroyExternalSemaphore((void *)semaphore),
                 CUDA_SUCCESS);
    }
}

/** One stream writes and signals, another one waits and reads. */
static inline void stress_streams(Actor *actor)
{
    const NvSciSyncObj object = stress_object(actor, STRESS_SIGNALS, STRESS_WAITS, false);
    CUexternalSemaphore ends[2] = {NULL, NULL};
    CUstream streams[2] = {NULL, NULL};
    bool made[2] = {false, false};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    for (size_t i = 0U; (i < 2U) && (object != NULL); i++) {
        ends[i] = stress_import(actor, object);
        streams[i] = stress_stream(actor, &made[i]);
    }
    for (uint32_t i = 0U; (i < 4U) && (ends[0] != NULL) && (ends[1] != NULL); i++) {
        const unsigned char value = (unsigned char)(1U + stress_random(actor, 250U));
        unsigned char copy[64];
        bool right = true;

        (void)memset(copy, 0, sizeof(copy));
        right = CU(actor, cuMemsetD8Async(actor->memory, value, sizeof(copy), streams[0]),
                   CUDA_SUCCESS) &&
                stress_signal(actor, ends[0], &fence, streams[0]) &&
                stress_wait(actor, ends[1], &fence, streams[1]) &&
                CU(actor, cuMemcpyDtoHAsync(copy, actor->memory, sizeof(copy), streams[1]),
                   CUDA_SUCCESS) &&
                CU(actor, cuStreamSynchronize(streams[1]), CUDA_SUCCESS);
        for (size_t k = 0U; (k < sizeof(copy)) && right; k++) {
            right = (copy[k] == value) || stress_fail(__LINE__, (int)copy[k]);
        }
    }
    NvSciSyncFenceClear(&fence);
    for (size_t i = 0U; (i < 2U) && (object != NULL); i++) {
        stress_stream_end(actor, streams[i], made[i]);
        stress_semaphore_end(actor, ends[i]);
    }
    END(NvSciSyncObjFree(object));
}

/** Signals an object a few times; the CPU waits for each. */
static inline void stress_signal_cpu(Actor *actor, NvSciSyncObj object)
{
    CUexternalSemaphore semaphore = (object != NULL) ? stress_import(actor, object) : NULL;
    bool made = false;
    const CUstream stream = stress_stream(actor, &made);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool right = (semaphore != NULL);

    for (uint32_t i = 0U; (i < 4U) && right; i++) {
        right = stress_signal(actor, semaphore, &fence, stream) &&
                SCI(actor, NvSciSyncFenceWait(&fence, actor->wait, STRESS_PATIENCE_US));
    }
    NvSciSyncFenceClear(&fence);
    stress_stream_end(actor, stream, made);
    stress_semaphore_end(actor, semaphore);
}

static inline void stress_cpu_waits(Actor *actor)
{
    const NvSciSyncObj object =
        stress_object(actor, STRESS_SIGNALS, STRESS_CPU, stress_random(actor, 3U) == 0U);

    stress_signal_cpu(actor, object);
    END(NvSciSyncObjFree(object));
}

static inline void stress_common(Actor *actor)
{
    stress_signal_cpu(actor, g_stress.common);
}

/** A stream waits for the CPU, which signals afterwards; where the phase changes, before. */
static inline void stress_cpu_signals(Actor *actor)
{
    const NvSciSyncObj object = stress_object(actor, STRESS_CPU, STRESS_WAITS, false);
    CUexternalSemaphore semaphore = (object != NULL) ? stress_import(actor, object) : NULL;
    bool made = false;
    const CUstream stream = stress_stream(actor, &made);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool right = (semaphore != NULL);

    for (uint32_t i = 0U; (i < 4U) && right; i++) {
        right = SCI(actor, NvSciSyncObjGenerateFence(object, &fence));
        if (g_stress.phases) {
            right = right && SCI(actor, NvSciSyncObjSignal(object)) &&
                    stress_wait(actor, semaphore, &fence, stream);
        } else {
            right = right && stress_wait(actor, semaphore, &fence, stream) &&
                    SCI(actor, NvSciSyncObjSignal(object));
        }
    }
    NvSciSyncFenceClear(&fence);
    stress_stream_end(actor, stream, made);
    stress_semaphore_end(actor, semaphore);
    END(NvSciSyncObjFree(object));
}

/* ---------------------------------------------------------------- memory */

static inline NvSciBufObj stress_buffer(Actor *actor, bool cpu)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = STRESS_BYTES;
    const NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &g_stress.gpu, sizeof(g_stress.gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &g_stress.gpu, sizeof(g_stress.gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    NvSciBufAttrKeyValuePair copy[6];

    (void)memcpy(copy, pairs, sizeof(copy));
    if (SCI(actor, NvSciBufAttrListCreate(g_stress.buf, &list))) {
        (void)(SCI(actor, NvSciBufAttrListSetAttrs(list, copy, cpu ? 5U : 6U)) &&
               SCI(actor, NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict)));
        END(NvSciBufAttrListFree(list));
    }
    return object;
}

static inline void stress_free(Actor *actor, CUdeviceptr pointer)
{
    (void)CU(actor,
             (stress_random(actor, 2U) == 0U) ? (int)ringfenceCuMemFree(pointer)
                                              : (int)ringfenceCudaFree((void *)(uintptr_t)pointer),
             CUDA_SUCCESS);
}

/** Writes and reads a mapping in a stream; memory of the GPU is zero before. */
static inline void stress_use(Actor *actor, CUdeviceptr pointer, bool is_new)
{
    const unsigned char value = (unsigned char)(1U + stress_random(actor, 250U));
    bool made = false;
    const CUstream stream = stress_stream(actor, &made);
    unsigned char copy[2][64];
    bool right = true;

    (void)memset(copy, 0, sizeof(copy));
    right = CU(actor, cuMemcpyDtoHAsync(copy[0], pointer, sizeof(copy[0]), stream), CUDA_SUCCESS) &&
            CU(actor, cuMemsetD8Async(pointer, value, sizeof(copy[1]), stream), CUDA_SUCCESS) &&
            CU(actor, cuMemcpyDtoHAsync(copy[1], pointer, sizeof(copy[1]), stream), CUDA_SUCCESS);
    stress_stream_end(actor, stream, made);
    for (size_t i = 0U; (i < sizeof(copy[0])) && right; i++) {
        right = (((!is_new) || (copy[0][i] == 0U)) && (copy[1][i] == value)) ||
                stress_fail(__LINE__, (int)copy[0][i]);
    }
}

static inline void stress_memory(Actor *actor)
{
    const bool cpu = (stress_random(actor, 2U) == 0U);
    const NvSciBufObj object = stress_buffer(actor, cpu);
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    CUexternalMemory memory = NULL;
    CUdeviceptr pointers[2] = {0U, 0U};
    const bool handle_first = (stress_random(actor, 2U) == 0U);

    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&range, 0, sizeof(range));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    desc.handle.nvSciBufObject = object;
    desc.size = STRESS_BYTES;
    range.size = STRESS_BYTES;
    if ((object != NULL) &&
        CU(actor, ringfenceCuImportExternalMemory(&memory, &desc), CUDA_SUCCESS)) {
        for (uint32_t i = 0U; i < 2U; i++) {
            if (CU(actor, ringfenceCuExternalMemoryGetMappedBuffer(&pointers[i], memory, &range),
                   CUDA_SUCCESS)) {
                stress_use(actor, pointers[i], (i == 0U) && (!cpu));
            }
        }
        if (handle_first) {
            (void)CU(actor, ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
        }
        for (uint32_t i = 0U; i < 2U; i++) {
            if (pointers[i] != 0U) {
                stress_free(actor, pointers[i]);
            }
        }
        if (!handle_first) {
            (void)CU(actor, ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
        }
    }
    END(NvSciBufObjFree(object));
}

/** Memory of the program's own, which it frees by the names that it has. */
static inline void stress_own(Actor *actor)
{
    for (uint32_t i = 0U; i < 8U; i++) {
        CUdeviceptr pointer = 0U;

        if (CU(actor, cuMemAlloc(&pointer, ((i % 2U) == 0U) ? STRESS_BYTES : STRESS_LARGE),
               CUDA_SUCCESS)) {
            stress_free(actor, pointer);
        }
    }
}

/* ---------------------------------------------------------------- threads */

static inline void *stress_act(void *argument)
{
    static void (*const acts[])(Actor *) = {&stress_streams,     &stress_cpu_waits, &stress_common,
                                            &stress_cpu_signals, &stress_memory,    &stress_own};
    Actor *const actor = argument;

    if (CU(actor, cuCtxSetCurrent(g_stress.context), CUDA_SUCCESS)) {
        while (__atomic_load_n(&g_stress.stop, __ATOMIC_SEQ_CST) == 0) {
            acts[stress_random(actor, (uint32_t)(sizeof(acts) / sizeof(acts[0])))](actor);
            (void)__atomic_fetch_add(&g_stress.rounds, 1U, __ATOMIC_RELAXED);
        }
        (void)CU(actor, cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    }
    return NULL;
}

/** Goes through the phases, and ends in INIT. */
static inline void *stress_change(void *argument)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT,
                                            RINGFENCE_PHASE_INIT};
    static const long pauses_us[] = {1000L, 500L, 2000L};
    const int *const end = argument;

    while (__atomic_load_n(end, __ATOMIC_SEQ_CST) == 0) {
        for (size_t i = 0U; i < (sizeof(phases) / sizeof(phases[0])); i++) {
            (void)pthread_rwlock_wrlock(&g_stress_gate);
            if (RingfenceAdvancePhase(phases[i]) != NvSciError_Success) {
                (void)stress_fail(__LINE__, (int)i);
            }
            (void)pthread_rwlock_unlock(&g_stress_gate);
            stress_pause(pauses_us[i]);
        }
    }
    return NULL;
}

/** Lets the threads act for some seconds; the device, its context, which is current, and the
 * modules are in g_stress. True if nothing went wrong. */
static inline bool stress_run(unsigned int seconds, bool phases)
{
    Actor actors[STRESS_THREADS];
    Actor first;
    pthread_t changer;
    int end = 0;

    (void)memset(actors, 0, sizeof(actors));
    (void)memset(&first, 0, sizeof(first));
    g_stress.phases = false;
    g_stress.stop = 0;
    g_stress.failures = 0;
    g_stress.rounds = 0U;
    g_stress.common = stress_object(&first, STRESS_SIGNALS, STRESS_CPU, false);
    for (size_t i = 0U; i < STRESS_THREADS; i++) {
        actors[i].random = (i * 7919U) + seconds;
        (void)SCI(&actors[i], NvSciSyncCpuWaitContextAlloc(g_stress.sync, &actors[i].wait));
        (void)CU(&actors[i], cuMemAlloc(&actors[i].memory, STRESS_BYTES), CUDA_SUCCESS);
    }
    g_stress.phases = phases;
    for (size_t i = 0U; i < STRESS_THREADS; i++) {
        (void)pthread_create(&actors[i].thread, NULL, &stress_act, &actors[i]);
    }
    if (phases) {
        (void)pthread_create(&changer, NULL, &stress_change, &end);
    }
    for (unsigned int i = 0U;
         (i < (seconds * 100U)) && (__atomic_load_n(&g_stress.stop, __ATOMIC_SEQ_CST) == 0); i++) {
        stress_pause(10000L);
    }
    __atomic_store_n(&g_stress.stop, 1, __ATOMIC_SEQ_CST);
    for (size_t i = 0U; i < STRESS_THREADS; i++) {
        (void)pthread_join(actors[i].thread, NULL);
    }
    __atomic_store_n(&end, 1, __ATOMIC_SEQ_CST);
    if (phases) {
        (void)pthread_join(changer, NULL);
    }
    g_stress.phases = false;
    for (size_t i = 0U; i < STRESS_THREADS; i++) {
        NvSciSyncCpuWaitContextFree(actors[i].wait);
        (void)CU(&actors[i], cuMemFree(actors[i].memory), CUDA_SUCCESS);
    }
    NvSciSyncObjFree(g_stress.common);
    return g_stress.failures == 0;
}

#endif /* RINGFENCE_TEST_CUDA_STRESS_H */
