/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_own_cost_test.c
 * What a signal and a wait of the library's own cost beside the driver's calls in them:
 * instructions, counted one by one in a child. What runs inside a call of the driver is not
 * counted.
 */
#define _GNU_SOURCE

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake.h"
#include "leftovers.h"
#include "nvscisync.h"

/** Calls of each kind; the cheapest counts. */
#define ROUNDS 8U
/** Seconds after which a child that hangs is ended. */
#define HANG_SECONDS 400U

/** Kinds of calls, in the order in which they are made. */
typedef enum {
    KIND_NONE,
    KIND_SIGNAL,
    KIND_WAIT,
    KIND_WAIT_EXPIRED,
    KIND_SIGNAL_EVENT,
    KIND_WAIT_EVENT,
    KIND_SIGNAL_FOUR,
    KIND_SIGNAL_CLEARED,
    KIND_END
} Kind;

/** A kind, and the most instructions that it may have. */
typedef struct {
    const char *name;
    long most;
} Limit;

static const Limit g_limits[KIND_END] = {
    {"", 0L},
    {"signal", 245L},
    {"wait", 190L},
    {"wait for what has expired", 180L},
    {"signal by an event", 270L},
    {"wait for an event", 245L},
    {"signal of four objects", 2050L},
    {"signal with a fence that was cleared", 220L},
};

/** Kind of call that the child is in. */
static volatile long g_kind;
static NvSciSyncModule g_module;

/* ---------------------------------------------------------------- the child */

/** Leaves the child: what it lacks shows in the parent. */
static void need(bool good)
{
    if (!good) {
        _exit(2);
    }
}

/** All that a call is given is written; the count begins. */
static void begin(Kind kind)
{
    atomic_signal_fence(memory_order_seq_cst);
    g_kind = (long)kind;
    atomic_signal_fence(memory_order_seq_cst);
}

static NvSciSyncAttrList list_of(int flags, NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    need(NvSciSyncAttrListCreate(g_module, &list) == NvSciError_Success);
    if (flags == 0) {
        need(NvSciSyncAttrListSetAttrs(list, pairs, 2U) == NvSciError_Success);
    } else {
        need(cudaDeviceGetNvSciSyncAttributes(list, 0, flags) == cudaSuccess);
    }
    return list;
}

/** An object that streams signal, wait for, or both; the CPU has the other side. */
static NvSciSyncObj object_of(bool signals, bool waits)
{
    NvSciSyncAttrList lists[2] = {
        list_of(signals ? cudaNvSciSyncAttrSignal : 0, NvSciSyncAccessPerm_SignalOnly),
        list_of(waits ? cudaNvSciSyncAttrWait : 0, NvSciSyncAccessPerm_WaitOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    need(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict) ==
         NvSciError_Success);
    return object;
}

static cudaExternalSemaphore_t import_of(NvSciSyncObj object)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    cudaExternalSemaphore_t semaphore = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    need(cudaImportExternalSemaphore(&semaphore, &desc) == cudaSuccess);
    return semaphore;
}

static void signal_counted(Kind kind, const cudaExternalSemaphore_t *semaphores,
                           NvSciSyncFence *fences, unsigned int count, cudaStream_t stream)
{
    struct cudaExternalSemaphoreSignalParams params[4];
    cudaError_t error = cudaSuccess;

    (void)memset(params, 0, sizeof(params));
    for (unsigned int i = 0U; i < count; i++) {
        params[i].params.nvSciSync.fence = &fences[i];
    }
    begin(kind);
    error = cudaSignalExternalSemaphoresAsync(semaphores, params, count, stream);
    g_kind = (long)KIND_NONE;
    need(error == cudaSuccess);
}

static void wait_counted(Kind kind, cudaExternalSemaphore_t semaphore, NvSciSyncFence *fence,
                         cudaStream_t stream)
{
    struct cudaExternalSemaphoreWaitParams params;
    cudaError_t error = cudaSuccess;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    begin(kind);
    error = cudaWaitExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
    g_kind = (long)KIND_NONE;
    need(error == cudaSuccess);
}

/** Makes all calls; the parent counts from the signal on. */
static void make_calls(void)
{
    NvSciSyncFence fences[4] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                                NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    NvSciSyncFence pending = NvSciSyncFenceInitializer;
    NvSciSyncFence local = NvSciSyncFenceInitializer;
    cudaExternalSemaphore_t signaled[4] = {NULL, NULL, NULL, NULL};
    cudaExternalSemaphore_t awaited = NULL;
    cudaExternalSemaphore_t both = NULL;
    NvSciSyncObj promised = NULL;
    cudaStream_t stream = NULL;

    need(NvSciSyncModuleOpen(&g_module) == NvSciError_Success);
    need((cudaSetDevice(0) == cudaSuccess) && (cudaStreamCreate(&stream) == cudaSuccess));
    for (unsigned int i = 0U; i < 4U; i++) {
        signaled[i] = import_of(object_of(true, false));
    }
    promised = object_of(false, true);
    awaited = import_of(promised);
    both = import_of(object_of(true, true));
    need(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success);
    (void)raise(SIGSTOP);
    for (unsigned int i = 0U; i < ROUNDS; i++) {
        signal_counted(KIND_SIGNAL, signaled, fences, 1U, stream);
        signal_counted(KIND_SIGNAL_FOUR, signaled, fences, 4U, stream);
        need(NvSciSyncObjGenerateFence(promised, &pending) == NvSciError_Success);
        wait_counted(KIND_WAIT, awaited, &pending, stream);
        need(NvSciSyncObjSignal(promised) == NvSciError_Success);
        wait_counted(KIND_WAIT_EXPIRED, awaited, &pending, stream);
        signal_counted(KIND_SIGNAL_EVENT, &both, &local, 1U, stream);
        wait_counted(KIND_WAIT_EVENT, both, &local, stream);
        NvSciSyncFenceClear(&fences[0]);
        signal_counted(KIND_SIGNAL_CLEARED, signaled, fences, 1U, stream);
    }
    g_kind = (long)KIND_END;
}

/* ---------------------------------------------------------------- the count */

/** Addresses of the driver's code. */
typedef struct {
    uintptr_t inside;
    uintptr_t from;
    uintptr_t to;
} Code;

static int find_code(struct dl_phdr_info *info, size_t size, void *data)
{
    Code *const code = data;
    bool found = false;

    (void)size;
    for (int i = 0; i < (int)info->dlpi_phnum; i++) {
        const uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        const uintptr_t to = from + info->dlpi_phdr[i].p_memsz;

        if ((info->dlpi_phdr[i].p_type == PT_LOAD) && ((info->dlpi_phdr[i].p_flags & PF_X) != 0U) &&
            (code->inside >= from) && (code->inside < to)) {
            code->from = from;
            code->to = to;
            found = true;
        }
    }
    return found ? 1 : 0;
}

/** Makes one step, or all of a call of the driver; false: the child ended. */
static bool step(pid_t child, const Code *driver, bool *counted)
{
    struct user_regs_struct registers;
    uintptr_t back = 0U;
    int status = 0;
    bool inside = false;
    bool going = false;

    do {
        going = (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0) &&
                (waitpid(child, &status, 0) == child) && WIFSTOPPED(status) &&
                (ptrace(PTRACE_GETREGS, child, NULL, &registers) == 0);
        if (going && !inside && (registers.rip >= driver->from) && (registers.rip < driver->to)) {
            back = (uintptr_t)ptrace(PTRACE_PEEKDATA, child, registers.rsp, NULL);
            inside = true;
        }
        *counted = !inside;
        inside = inside && (registers.rip != back);
    } while (going && inside);
    return going;
}

/** Steps through the child; gives the fewest instructions of each kind. */
static bool count_instructions(pid_t child, const Code *driver, long fewest[KIND_END])
{
    long before = (long)KIND_NONE;
    long count = 0;
    int status = 0;
    bool going = (waitpid(child, &status, 0) == child) && WIFSTOPPED(status);

    while (going && (before != (long)KIND_END)) {
        bool counted = false;

        going = step(child, driver, &counted);
        if (going) {
            const long now = ptrace(PTRACE_PEEKDATA, child, &g_kind, NULL);

            if (now != before) {
                if ((before != 0L) && ((fewest[before] == 0L) || (count < fewest[before]))) {
                    fewest[before] = count;
                }
                count = 0;
                before = now;
            }
            count += counted ? 1 : 0;
        }
    }
    return going;
}

/**
 * Signals and waits of the library's own have a limited number of instructions beside the driver's.
 * @verifies RF-CUDA-095
 */
static void own_calls_cost_few_instructions(void **state)
{
    long fewest[KIND_END] = {0};
    Code driver = {0U, 0U, 0U};
    CUresult (*const known)(unsigned int flags) = cuInit;
    bool counted = false;
    pid_t child = -1;

    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(RINGFENCE_TEST_COVERAGE)
    skip();
#endif
    if (fake_control() == NULL) {
        skip();
    }
    (void)memcpy(&driver.inside, &known, sizeof(driver.inside));
    assert_int_equal(dl_iterate_phdr(find_code, &driver), 1);
    child = fork();
    if (child == 0) {
        (void)alarm(HANG_SECONDS);
        need(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
        make_calls();
        _exit(0);
    }
    assert_true(child > 0);
    counted = count_instructions(child, &driver, fewest);
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
    assert_true(counted);
    for (int kind = (int)KIND_SIGNAL; kind < (int)KIND_END; kind++) {
        print_message("%s: %ld instructions beside the driver's, %ld at most\n",
                      g_limits[kind].name, fewest[kind], g_limits[kind].most);
    }
    for (int kind = (int)KIND_SIGNAL; kind < (int)KIND_END; kind++) {
        assert_in_range(fewest[kind], 1, g_limits[kind].most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_calls_cost_few_instructions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
