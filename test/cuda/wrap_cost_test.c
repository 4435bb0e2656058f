/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_cost_test.c
 * What it costs that calls for CUDA's own things go through the library: instructions, counted one
 * by one in a child.
 */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake.h"

/** Instructions that may come on top. */
#define MOST 300L
/** Calls of each kind; the cheapest counts. */
#define ROUNDS 4
/** Kinds of calls: each function directly, and through the library. */
#define KINDS 6

/** What the linker makes of CUDA's names; NULL where the preload library stands in front. */
cudaError_t __real_cudaFree(void *pointer) __attribute__((weak));
CUresult __real_cuMemFree_v2(CUdeviceptr pointer) __attribute__((weak));

/** CUDA's functions themselves, and what the program calls. */
static cudaError_t (*g_free[2])(void *pointer);
static CUresult (*g_free_number[2])(CUdeviceptr pointer);
static cudaError_t (*g_signal[2])(const cudaExternalSemaphore_t *semaphores,
                                  const struct cudaExternalSemaphoreSignalParams *params,
                                  unsigned int count, cudaStream_t stream);
cudaError_t
__real_cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *semaphores,
                                         const struct cudaExternalSemaphoreSignalParams *params,
                                         unsigned int count, cudaStream_t stream)
    __attribute__((weak));

/** Kind of call that the child is in, from 1; 0: none; KINDS + 1: done. */
static volatile long g_kind;

static void look(void *place, const char *library, const char *name)
{
    /* dlopen() may be the one of the preload library. */
    void *const handle = dlmopen(LM_ID_BASE, library, RTLD_NOW | RTLD_NOLOAD);
    void *const found = (handle != NULL) ? dlsym(handle, name) : NULL;

    (void)memcpy(place, &found, sizeof(found));
}

static void find_functions(void)
{
    g_free[0] = __real_cudaFree;
    g_free_number[0] = __real_cuMemFree_v2;
    g_signal[0] = __real_cudaSignalExternalSemaphoresAsync;
    if (g_free[0] == NULL) {
        look(&g_free[0], "libcudart.so.13", "cudaFree");
        look(&g_free_number[0], "libcuda.so.1", "cuMemFree_v2");
        look(&g_signal[0], "libcudart.so.13", "cudaSignalExternalSemaphoresAsync");
    }
    g_free[1] = cudaFree;
    g_free_number[1] = cuMemFree;
    g_signal[1] = cudaSignalExternalSemaphoresAsync;
}

/** Each call fails in the same way: nothing of it is CUDA's. */
static void make_calls(void)
{
    struct cudaExternalSemaphoreSignalParams params;
    cudaExternalSemaphore_t semaphore = NULL;

    (void)memset(&params, 0, sizeof(params));
    for (int round = 0; round <= ROUNDS; round++) {
        for (int i = 0; i < 2; i++) {
            g_kind = (round == 0) ? 0 : (1 + i);
            (void)g_free[i](&params);
            g_kind = (round == 0) ? 0 : (3 + i);
            (void)g_free_number[i](4096U);
            g_kind = (round == 0) ? 0 : (5 + i);
            (void)g_signal[i](&semaphore, &params, 1U, NULL);
            g_kind = 0;
        }
    }
    g_kind = KINDS + 1;
}

/** Steps through the child; gives the fewest instructions of each kind. */
static bool count_instructions(pid_t child, long fewest[KINDS + 2])
{
    long before = 0;
    long count = 0;
    int status = 0;
    bool going = waitpid(child, &status, 0) == child;

    while (going && (before <= KINDS)) {
        going = (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0) &&
                (waitpid(child, &status, 0) == child) && WIFSTOPPED(status);
        if (going) {
            const long now = ptrace(PTRACE_PEEKDATA, child, &g_kind, NULL);

            if (now != before) {
                if ((before > 0) && ((fewest[before] == 0) || (count < fewest[before]))) {
                    fewest[before] = count;
                }
                count = 0;
                before = now;
            }
            count++;
        }
    }
    return going;
}

/**
 * A call for something of CUDA's own has a few instructions more than without the library.
 * @verifies RF-CUDA-056
 */
static void foreign_calls_cost_a_few_instructions(void **state)
{
    long fewest[KINDS + 2] = {0};
    bool counted = false;
    pid_t child = -1;

    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(RINGFENCE_TEST_COVERAGE)
    skip();
#endif
    if (fake_control() == NULL) {
        skip();
    }
    find_functions();
    for (int i = 0; i < 2; i++) {
        assert_true((g_free[i] != NULL) && (g_free_number[i] != NULL) && (g_signal[i] != NULL));
        assert_true((i == 0) || (g_free[0] != g_free[1]));
    }
    child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
            _exit(3);
        }
        (void)raise(SIGSTOP);
        make_calls();
        _exit(0);
    }
    assert_true(child > 0);
    counted = count_instructions(child, fewest);
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
    assert_true(counted);
    for (int kind = 1; kind <= KINDS; kind += 2) {
        print_message("kind %d: %ld instructions, %ld through the library\n", kind, fewest[kind],
                      fewest[kind + 1]);
        assert_true(fewest[kind] > 0);
        assert_in_range(fewest[kind + 1], 1, fewest[kind] + MOST);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_calls_cost_a_few_instructions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
