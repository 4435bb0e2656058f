/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack_more.c
 * Many short tasks, whose places, memory and modules are wanted back at once; tasks that hand each
 * other the turn; as many events as there can be; processes that end while tasks hang.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../attack.h"
#include "parts.h"

#define SIZE   128U
#define ROUNDS 2000U
#define PLACES 64U
#define EVENTS 16U

static const Wish simple = {false, false};
static const Wish deterministic = {true, false};

/* ---------------------------------------------------------------- wanted back at once */

/** Who waited for the end of the last task finds all places free, and nothing in use. */
static void back_at_once(void)
{
    Bench bench;
    Loadable loadable;
    Work work;
    cudlaTask tasks[PLACES];

    loadable_simple(&loadable, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, simple);
    for (uint32_t round = 0U; round < ROUNDS; round++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        const uint32_t count = ((round % 2U) == 0U) ? PLACES : 1U;

        work_fill(&work, bench.module, &bench.input, &bench.output);
        for (uint32_t i = 0U; i < count; i++) {
            tasks[i] = work.task;
        }
        work_signal(&work, &bench.done, &fence);
        tasks[count - 1U] = work.task;
        CALL(cudlaSubmitTask(bench.device, tasks, count, NULL, 0U));
        CALL(NvSciSyncFenceWait(&fence, bench.place.waits, LONG_ENOUGH));
        if ((round % 4U) == 1U) {
            CALL(cudlaMemUnregister(bench.device, bench.input.cookie));
            CALL(cudlaModuleUnload(bench.module, 0U));
            CALL(cudlaMemUnregister(bench.device, bench.done.cookie));
            bench.module = module_load(bench.device, &loadable, 0U);
            tensor_import(bench.device, &bench.input, 0U);
            event_import(bench.device, &bench.done);
        }
        NvSciSyncFenceClear(&fence);
    }
    CALL(cudlaGetLastError(bench.device));
    bench_close(&bench);
}

/* ---------------------------------------------------------------- turns */

/** CPU and engine in turn: no wake-up is lost, neither of the one nor of the other. */
static void turns_with_cpu(void)
{
    Bench bench;
    Loadable loadable;
    Work work;

    loadable_simple(&loadable, STEP_STAMP, SIZE);
    bench_open(&bench, &loadable, SIZE, deterministic);
    for (uint64_t round = 1U; round <= ROUNDS; round++) {
        NvSciSyncFence before = NvSciSyncFenceInitializer;
        NvSciSyncFence after = NvSciSyncFenceInitializer;

        CALL(NvSciSyncFenceUpdateFence(bench.go.object, 0U, round, &before));
        work_fill(&work, bench.module, &bench.input, &bench.output);
        work_wait(&work, &before);
        work_signal(&work, &bench.done, &after);
        if ((round % 3U) == 0U) {
            CALL(NvSciSyncObjSignal(bench.go.object));
            CALL(work_submit(bench.device, &work));
        } else {
            CALL(work_submit(bench.device, &work));
            CALL(NvSciSyncObjSignal(bench.go.object));
        }
        CALL(NvSciSyncFenceWait(&after, bench.place.waits, LONG_ENOUGH));
        CHECK(model_holds(bench.input.bytes, SIZE, round, bench.output.bytes, SIZE));
        NvSciSyncFenceClear(&before);
        NvSciSyncFenceClear(&after);
    }
    bench_close(&bench);
}

/** Two handles that wait for each other's task of the round, with whole queues in advance. */
static void turns_of_handles(void)
{
    Bench bench;
    Loadable loadable;
    Work work;
    Event links[2];
    Event others[2];
    Tensor tensor;
    cudlaModule modules[2];
    cudlaDevHandle devices[2];
    NvSciSyncFence last = NvSciSyncFenceInitializer;

    loadable_simple(&loadable, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, simple);
    devices[0] = bench.device;
    devices[1] = device_open(0U);
    modules[0] = bench.module;
    modules[1] = module_load(devices[1], &loadable, 0U);
    tensor_make(&bench.place, devices[1], SIZE, &tensor);
    for (int i = 0; i < 2; i++) {
        event_alloc(&bench.place, DLA_TO_DLA, deterministic, &links[i]);
        others[i] = links[i];
        event_import(devices[i], &links[i]);
        event_import(devices[1 - i], &others[i]);
    }
    for (uint64_t block = 0U; block < 20U; block++) {
        for (uint64_t i = 1U; i <= (PLACES - 1U); i++) {
            const uint64_t round = (block * (PLACES - 1U)) + i;

            for (int side = 1; side >= 0; side--) {
                NvSciSyncFence before = NvSciSyncFenceInitializer;
                const uint64_t awaited = (side == 0) ? (round - 1U) : round;

                CALL(NvSciSyncFenceUpdateFence(others[1 - side].object, 0U, awaited, &before));
                if (side == 0) {
                    work_fill(&work, modules[0], &bench.input, &bench.input);
                } else {
                    work_fill(&work, modules[1], &tensor, &tensor);
                }
                work_wait(&work, &before);
                work_signal(&work, &links[side], NULL);
                CALL(work_submit(devices[side], &work));
                NvSciSyncFenceClear(&before);
            }
        }
        /* One that waits for the last round, on a handle that has one place left. */
        CALL(NvSciSyncFenceUpdateFence(others[1].object, 0U, (block + 1U) * (PLACES - 1U), &last));
        work_fill(&work, modules[0], &bench.input, &bench.output);
        work_wait(&work, &last);
        work_do(&bench.place, devices[0], &work, &bench.done);
    }
    NvSciSyncFenceClear(&last);
    for (int i = 0; i < 2; i++) {
        CALL(cudlaGetLastError(devices[i]));
        CALL(cudlaMemUnregister(devices[i], links[i].cookie));
        CALL(cudlaMemUnregister(devices[1 - i], others[i].cookie));
        NvSciSyncObjFree(links[i].object);
    }
    tensor_end(devices[1], &tensor);
    CALL(cudlaDestroyDevice(devices[1]));
    bench_close(&bench);
}

/* ---------------------------------------------------------------- events */

/** As many events as a task may have, and as many more of an event-only submission. */
static void many_events(void)
{
    Bench bench;
    Loadable loadable;
    Work works[2];
    uint64_t *signals[EVENTS + 1U];
    CudlaFence after[2][EVENTS + 1U];
    CudlaFence before[2][EVENTS + 1U];
    static NvSciSyncFence ends[2][EVENTS];
    static NvSciSyncFence begins[2][EVENTS];
    Event objects[EVENTS];

    loadable_simple(&loadable, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, deterministic);
    for (uint32_t i = 0U; i < EVENTS; i++) {
        event_make(&bench.place, bench.device, DLA_TO_CPU, &objects[i]);
    }
    for (uint32_t round = 0U; round < 40U; round++) {
        (void)memset(&works[0], 0, sizeof(works[0]));
        work_fill(&works[1], bench.module, &bench.input, &bench.output);
        for (uint32_t k = 0U; k < 2U; k++) {
            for (uint32_t i = 0U; i < EVENTS; i++) {
                const uint64_t point = (round * 2U * EVENTS) + (k * EVENTS) + i + 1U;

                CALL(NvSciSyncFenceUpdateFence(bench.go.object, 0U, point, &begins[k][i]));
                before[k][i].fence = &begins[k][i];
                before[k][i].type = CUDLA_NVSCISYNC_FENCE;
                signals[i] = objects[i].cookie;
                after[k][i].fence = &ends[k][i];
                after[k][i].type = CUDLA_NVSCISYNC_FENCE;
            }
            signals[EVENTS] = objects[0].cookie;
            after[k][EVENTS] = after[k][0];
            before[k][EVENTS] = before[k][0];
            works[k].waits.preFences = before[k];
            works[k].task.waitEvents = &works[k].waits;
            works[k].signals.devPtrs = signals;
            works[k].signals.eofFences = after[k];
            works[k].task.signalEvents = &works[k].signals;
            works[k].waits.numEvents = EVENTS + 1U;
            works[k].signals.numEvents = EVENTS;
            REFUSED(work_submit(bench.device, &works[k]), cudlaErrorOutOfResources);
            works[k].waits.numEvents = EVENTS;
            works[k].signals.numEvents = EVENTS + 1U;
            REFUSED(work_submit(bench.device, &works[k]), cudlaErrorOutOfResources);
            works[k].signals.numEvents = EVENTS;
            CALL(cudlaSubmitTask(bench.device, &works[k].task, 1U, NULL,
                                 ((round % 2U) == 0U) ? 0U : CUDLA_SUBMIT_NOOP));
        }
        for (uint32_t i = 0U; i < (2U * EVENTS); i++) {
            REFUSED(NvSciSyncFenceWait(&ends[1][0], bench.place.waits, 0), NvSciError_Timeout);
            CALL(NvSciSyncObjSignal(bench.go.object));
        }
        for (uint32_t k = 0U; k < 2U; k++) {
            for (uint32_t i = 0U; i < EVENTS; i++) {
                CALL(NvSciSyncFenceWait(&ends[k][i], bench.place.waits, LONG_ENOUGH));
                NvSciSyncFenceClear(&ends[k][i]);
                NvSciSyncFenceClear(&begins[k][i]);
            }
        }
    }
    CALL(cudlaGetLastError(bench.device));
    for (uint32_t i = 0U; i < EVENTS; i++) {
        event_end(bench.device, &objects[i]);
    }
    bench_close(&bench);
}

/** A module without inputs; memory that is input and output. */
static void no_inputs(void)
{
    Bench bench;
    Loadable loadable;
    Work work;

    loadable_begin(&loadable);
    loadable_output(&loadable, "out", SIZE);
    loadable_step(&loadable, STEP_FILL, 0U, 0U, 0x3CU, 0U);
    loadable_end(&loadable);
    bench_open(&bench, &loadable, SIZE, simple);
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work.task.inputTensor = NULL;
    work.task.numInputTensors = 0U;
    work_do(&bench.place, bench.device, &work, &bench.done);
    CHECK((bench.output.bytes[0] == 0x3CU) && (bench.output.bytes[SIZE - 1U] == 0x3CU));
    bench_close(&bench);
}

/** Says in the status of the task that it failed, where the object has such. */
static void task_status(void)
{
    Bench bench;
    Loadable loadable;
    Work work;

    loadable_begin(&loadable);
    loadable_input(&loadable, "in", SIZE);
    loadable_output(&loadable, "out", SIZE);
    loadable_step(&loadable, STEP_FAIL, 0U, 0U, cudlaErrorDlaErrInvalidInput, 2U);
    loadable_step(&loadable, STEP_HANG, 0U, 0U, 0U, 4U);
    loadable_step(&loadable, STEP_MIX, 0U, 1U, 0U, 0U);
    loadable_end(&loadable);
    bench_open(&bench, &loadable, SIZE, simple);
    CALL(cudlaSetTaskTimeoutInMs(bench.device, 1000U));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    for (uint32_t task = 1U; task <= 300U; task++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciSyncTaskStatus status;

        (void)memset(&status, 0xEE, sizeof(status));
        work_signal(&work, &bench.done, &fence);
        CALL(work_submit(bench.device, &work));
        CALL(NvSciSyncFenceWait(&fence, bench.place.waits, LONG_ENOUGH));
        CALL(NvSciSyncFenceGetTaskStatus(&fence, &status));
        /* A status is that of this task, not of an earlier one in the same slot. */
        CHECK((status.status == (uint16_t)NvSciSyncTaskStatus_Failure) ==
              ((task == 2U) || (task == 4U)));
        NvSciSyncFenceClear(&fence);
    }
    bench_close(&bench);
}

/* ---------------------------------------------------------------- processes */

static unsigned open_files(void)
{
    DIR *const directory = opendir("/proc/self/fd");
    unsigned count = 0U;

    CHECK(directory != NULL);
    while (readdir(directory) != NULL) {
        count++;
    }
    (void)closedir(directory);
    return count;
}

/** The process ends while a task hangs, others wait, and nothing was given back. */
static void leave(void)
{
    Bench bench;
    Loadable loadable;
    Work work;

    loadable_behind(&loadable, STEP_HANG, 0U, 0U, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, simple);
    CALL(cudlaSetTaskTimeoutInMs(bench.device, 1000000U));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    for (int i = 0; i < 4; i++) {
        CALL(work_submit(bench.device, &work));
    }
    exit(EXIT_SUCCESS);
}

static pthread_t g_main;
static atomic_uint g_signals;
static atomic_uint g_strays;

static void on_signal(int number)
{
    (void)number;
    atomic_fetch_add(&g_signals, 1U);
    if (pthread_equal(pthread_self(), g_main) == 0) {
        atomic_fetch_add(&g_strays, 1U);
    }
}

/** Signals of the process are no business of the engine's thread, and no files stay open. */
static void signals_and_files(void)
{
    const unsigned files = open_files();
    const struct timespec pause = {0, 20000000};
    struct sigaction action;
    sigset_t set;
    Bench bench;
    Loadable loadable;

    g_main = pthread_self();
    (void)memset(&action, 0, sizeof(action));
    action.sa_handler = on_signal;
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    loadable_simple(&loadable, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, simple);
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGUSR1);
    CHECK(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
    CHECK(kill(getpid(), SIGUSR1) == 0);
    (void)nanosleep(&pause, NULL);
    CHECK(atomic_load(&g_signals) == 0U);
    CHECK(pthread_sigmask(SIG_UNBLOCK, &set, NULL) == 0);
    CHECK((atomic_load(&g_signals) == 1U) && (atomic_load(&g_strays) == 0U));
    bench_close(&bench);
    CHECK(open_files() == files);
}

int main(void)
{
    static const Attack attacks[] = {
        ATTACK(back_at_once), ATTACK(turns_with_cpu),   ATTACK(turns_of_handles),
        ATTACK(many_events),  ATTACK(no_inputs),        ATTACK(task_status),
        ATTACK(leave),        ATTACK(signals_and_files)};

    return attack_all("attack_more", attacks, sizeof(attacks) / sizeof(attacks[0]));
}
