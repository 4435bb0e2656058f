/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stress.c
 * A program by itself for a GPU: what the library does while streams of the program wait, a forked
 * child, and threads that make, use and end everything at once.
 *
 * Usage: stress [SECONDS]: how long each of the two runs of threads takes; 30 without it. A line
 * for each check, and at the end how many failed. A check that hangs ends the program.
 */
#define _GNU_SOURCE

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_stress.h"

#define SECONDS 30U
/** Seconds after which a check hangs. */
#define HANGS 60U

static int g_failed;
static const char *g_check = "";

static void hung(int number)
{
    static const char text[] = "FAILED: it hangs\n";

    (void)number;
    (void)!write(STDOUT_FILENO, g_check, strlen(g_check));
    (void)!write(STDOUT_FILENO, " ", 1U);
    (void)!write(STDOUT_FILENO, text, sizeof(text) - 1U);
    (void)!write(STDOUT_FILENO, "1 failed: not ok\n", 17U);
    _exit(1);
}

static void begin(const char *check, unsigned int seconds)
{
    g_check = check;
    g_stress.failures = 0;
    g_stress.stop = 0;
    (void)alarm(seconds);
}

static void end(void)
{
    (void)alarm(0U);
    if (g_stress.failures == 0) {
        (void)printf("%s ok\n", g_check);
    } else {
        (void)printf("%s FAILED: line %d, code %d, %d failures\n", g_check, g_stress.line,
                     g_stress.code, g_stress.failures);
        g_failed++;
    }
    (void)fflush(stdout);
}

/* ---------------------------------------------------------------- beside a stream that waits */

/** A stream that waits for a point of this thread. */
typedef struct {
    CUstream stream;
    NvSciSyncObj object;
    CUexternalSemaphore semaphore;
    NvSciSyncFence fence;
} Blocked;

static bool block(Actor *actor, Blocked *blocked, CUstream stream)
{
    blocked->stream = stream;
    blocked->fence = NvSciSyncFenceInitializer;
    blocked->object = stress_object(actor, STRESS_CPU, STRESS_WAITS, false);
    blocked->semaphore = stress_import(actor, blocked->object);
    return SCI(actor, NvSciSyncObjGenerateFence(blocked->object, &blocked->fence)) &&
           stress_wait(actor, blocked->semaphore, &blocked->fence, stream);
}

static void let_go(Actor *actor, Blocked *blocked)
{
    (void)CU(actor, cuStreamQuery(blocked->stream), CUDA_ERROR_NOT_READY);
    (void)SCI(actor, NvSciSyncObjSignal(blocked->object));
    (void)CU(actor, cuStreamSynchronize(blocked->stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&blocked->fence);
    stress_semaphore_end(actor, blocked->semaphore);
    NvSciSyncObjFree(blocked->object);
}

/** Signals an object with timestamps for the first time, in a stream of its own. */
static CUexternalSemaphore stamp(Actor *actor, NvSciSyncObj object, CUstream stream)
{
    const CUexternalSemaphore semaphore = stress_import(actor, object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)(stress_signal(actor, semaphore, &fence, stream) &&
           SCI(actor, NvSciSyncFenceWait(&fence, actor->wait, STRESS_PATIENCE_US)));
    NvSciSyncFenceClear(&fence);
    return semaphore;
}

/** Allocates, imports and maps buffers, and ends nothing of them before the stream goes on. */
static void beside(Actor *actor, CUstream stream, const char *check)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    NvSciBufObj objects[2] = {NULL, NULL};
    CUexternalMemory memories[2] = {NULL, NULL};
    CUdeviceptr pointers[2] = {0U, 0U};
    const NvSciSyncObj object = stress_object(actor, STRESS_SIGNALS, STRESS_CPU, true);
    CUexternalSemaphore semaphore = NULL;
    CUstream other = NULL;
    Blocked blocked;

    begin(check, HANGS);
    (void)CU(actor, cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    /* The first import with timestamps loads a kernel into the context, for which CUDA waits for
     * all its work. */
    stress_semaphore_end(actor, stamp(actor, object, other));
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&range, 0, sizeof(range));
    range.size = STRESS_BYTES;
    if (block(actor, &blocked, stream)) {
        for (size_t i = 0U; i < 2U; i++) {
            objects[i] = stress_buffer(actor, i == 0U);
            desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
            desc.handle.nvSciBufObject = objects[i];
            desc.size = STRESS_BYTES;
            (void)(CU(actor, ringfenceCuImportExternalMemory(&memories[i], &desc), CUDA_SUCCESS) &&
                   CU(actor,
                      ringfenceCuExternalMemoryGetMappedBuffer(&pointers[i], memories[i], &range),
                      CUDA_SUCCESS));
        }
        semaphore = stamp(actor, object, other);
        let_go(actor, &blocked);
    }
    stress_stream_end(actor, other, true);
    stress_semaphore_end(actor, semaphore);
    NvSciSyncObjFree(object);
    for (size_t i = 0U; i < 2U; i++) {
        if (pointers[i] != 0U) {
            stress_use(actor, pointers[i], i == 1U);
            stress_free(actor, pointers[i]);
            (void)CU(actor, ringfenceCuDestroyExternalMemory(memories[i]), CUDA_SUCCESS);
        }
        NvSciBufObjFree(objects[i]);
    }
    end();
}

/* ---------------------------------------------------------------- a forked child */

static void fork_child(Actor *actor)
{
    const NvSciBufObj object = stress_buffer(actor, true);
    struct cudaExternalMemoryHandleDesc desc;
    cudaExternalMemory_t memory = NULL;
    pid_t child = -1;
    int status = 0;

    begin("a forked child gets cudaErrorInitializationError:", HANGS);
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
    desc.handle.nvSciBufObject = object;
    desc.size = STRESS_BYTES;
    (void)fflush(stdout);
    child = fork();
    if (child == 0) {
        _exit((int)ringfenceCudaImportExternalMemory(&memory, &desc));
    }
    if ((child < 0) || (waitpid(child, &status, 0) != child) || (!WIFEXITED(status)) ||
        (WEXITSTATUS(status) != (int)cudaErrorInitializationError)) {
        (void)stress_fail(__LINE__, status);
    }
    NvSciBufObjFree(object);
    end();
}

/* ---------------------------------------------------------------- all */

static bool set_up(Actor *actor)
{
    CUuuid uuid;

    (void)memset(&uuid, 0, sizeof(uuid));
    (void)(CU(actor, cuInit(0U), CUDA_SUCCESS) &&
           CU(actor, cuDeviceGet(&g_stress.device, 0), CUDA_SUCCESS) &&
           CU(actor, cuDevicePrimaryCtxRetain(&g_stress.context, g_stress.device), CUDA_SUCCESS) &&
           CU(actor, cuCtxSetCurrent(g_stress.context), CUDA_SUCCESS) &&
           CU(actor, cuDeviceGetUuid_v2(&uuid, g_stress.device), CUDA_SUCCESS) &&
           SCI(actor, NvSciSyncModuleOpen(&g_stress.sync)) &&
           SCI(actor, NvSciBufModuleOpen(&g_stress.buf)) &&
           SCI(actor, NvSciSyncCpuWaitContextAlloc(g_stress.sync, &actor->wait)));
    (void)memcpy(g_stress.gpu.bytes, uuid.bytes, sizeof(uuid.bytes));
    return g_stress.failures == 0;
}

/** Asserts that nothing of the library is taken. */
static void count_leftovers(void)
{
    begin("nothing is left:", HANGS);
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        if ((RingfenceGetPoolUsage((RingfencePool)pool, &usage) != NvSciError_Success) ||
            (usage.inUse != 0U)) {
            (void)stress_fail(__LINE__, (int)pool);
        }
    }
    end();
}

static void run_threads(const char *check, unsigned int seconds, bool phases)
{
    begin(check, seconds + HANGS);
    (void)stress_run(seconds, phases);
    end();
    (void)printf("  %lu rounds\n", (unsigned long)g_stress.rounds);
}

int main(int count, char **words)
{
    const unsigned int seconds = (count > 1) ? (unsigned int)strtoul(words[1], NULL, 10) : SECONDS;
    Actor actor;
    CUstream plain = NULL;

    (void)memset(&actor, 0, sizeof(actor));
    (void)signal(SIGALRM, &hung);
    begin("a GPU is there:", HANGS);
    (void)set_up(&actor);
    end();
    if (g_failed == 0) {
        (void)CU(&actor, cuStreamCreate(&plain, CU_STREAM_DEFAULT), CUDA_SUCCESS);
        beside(&actor, plain, "buffers, imports and signals beside a plain stream that waits:");
        beside(&actor, CU_STREAM_PER_THREAD, "the same beside the stream of the thread:");
        beside(&actor, NULL, "the same beside the stream NULL:");
        fork_child(&actor);
        run_threads("three threads at once:", seconds, false);
        run_threads("three threads while the phase changes:", seconds, true);
        (void)cuStreamDestroy(plain);
        NvSciSyncCpuWaitContextFree(actor.wait);
        NvSciSyncModuleClose(g_stress.sync);
        NvSciBufModuleClose(g_stress.buf);
        count_leftovers();
    }
    (void)printf("%d failed: %s\n", g_failed, (g_failed == 0) ? "ok" : "not ok");
    return (g_failed == 0) ? 0 : 1;
}
