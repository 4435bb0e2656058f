/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file faults.c
 * Tasks that take long, fail or hang, as their loadables say, and a queue that is full: each one
 * signals, cudlaGetLastError() tells, and the tasks behind it are computed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define SIZE  256U
#define QUEUE 4096U

static const Wish plain = {false, false};

/** Runs a task; says whether its output is what it should be. */
static bool computes(Bench *bench, uint64_t number)
{
    Work work;

    (void)memset(bench->output.bytes, 0, SIZE);
    tensor_fill(&bench->input, number);
    work_fill(&work, bench->module, &bench->input, &bench->output);
    work_do(&bench->place, bench->device, &work, &bench->done);
    return model_holds(bench->input.bytes, SIZE, number, bench->output.bytes, SIZE);
}

/** The third task fails; the error stays, and a later one takes its place. */
static void fail(cudlaStatus with)
{
    Bench bench;
    Loadable loadable;

    loadable_begin(&loadable);
    loadable_input(&loadable, "in", SIZE);
    loadable_output(&loadable, "out", SIZE);
    loadable_step(&loadable, STEP_FAIL, 0U, 0U, (uint64_t)with, 3U);
    loadable_step(&loadable, STEP_FAIL, 0U, 0U, cudlaErrorDlaErrNoMem, 5U);
    loadable_step(&loadable, STEP_STAMP, 0U, 1U, 0U, 0U);
    loadable_end(&loadable);
    bench_open(&bench, &loadable, SIZE, plain);
    CHECK(computes(&bench, 1U));
    CHECK(computes(&bench, 2U));
    CALL(cudlaGetLastError(bench.device));
    CHECK(!computes(&bench, 3U));
    REFUSED(cudlaGetLastError(bench.device), with);
    REFUSED(cudlaGetLastError(bench.device), with);
    CHECK(computes(&bench, 4U));
    REFUSED(cudlaGetLastError(bench.device), with);
    CHECK(!computes(&bench, 5U));
    REFUSED(cudlaGetLastError(bench.device), cudlaErrorDlaErrNoMem);
    CHECK(computes(&bench, 6U));
    bench_close(&bench);
}

static void hang(void)
{
    Bench bench;
    Loadable loadable;

    loadable_behind(&loadable, STEP_HANG, 0U, 2U, STEP_STAMP, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    CALL(cudlaSetTaskTimeoutInMs(bench.device, 1000U));
    CHECK(computes(&bench, 1U));
    CHECK(!computes(&bench, 2U));
    REFUSED(cudlaGetLastError(bench.device), cudlaErrorDlaErrEngineTimeout);
    CHECK(computes(&bench, 3U));
    bench_close(&bench);
}

/** A wait is no run: a task that waits longer than the time-out is computed. */
static void wait_long(void)
{
    Bench bench;
    Loadable loadable;
    Work work;
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;

    loadable_simple(&loadable, STEP_STAMP, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    CALL(cudlaSetTaskTimeoutInMs(bench.device, 10000U));
    CALL(NvSciSyncObjGenerateFence(bench.go.object, &before));
    CALL(cudlaSetTaskTimeoutInMs(bench.device, 1000U));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_wait(&work, &before);
    work_signal(&work, &bench.done, &after);
    CALL(work_submit(bench.device, &work));
    REFUSED(NvSciSyncFenceWait(&after, bench.place.waits, 1300000), NvSciError_Timeout);
    CALL(NvSciSyncObjSignal(bench.go.object));
    CALL(NvSciSyncFenceWait(&after, bench.place.waits, LONG_ENOUGH));
    CALL(cudlaGetLastError(bench.device));
    CHECK(model_holds(bench.input.bytes, SIZE, 1U, bench.output.bytes, SIZE));
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    bench_close(&bench);
}

/** A task whose delay is longer than the time-out; then one that is not. */
static void delay(void)
{
    Bench bench;
    Loadable loadable;

    loadable_behind(&loadable, STEP_DELAY, 2000U, 0U, STEP_STAMP, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    CHECK(computes(&bench, 1U));
    CALL(cudlaGetLastError(bench.device));
    bench_close(&bench);
    loadable_behind(&loadable, STEP_DELAY, 600000000U, 0U, STEP_STAMP, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    CALL(cudlaSetTaskTimeoutInMs(bench.device, 20U));
    CHECK(!computes(&bench, 1U));
    REFUSED(cudlaGetLastError(bench.device), cudlaErrorDlaErrEngineTimeout);
    bench_close(&bench);
}

/** Fills the queue behind a task that waits, twice: all or nothing, and all places come back. */
static void fill_queue(void)
{
    Bench bench;
    Loadable loadable;
    Work work;
    Work first;
    cudlaTask many[2];
    uint32_t places = 0U;

    loadable_simple(&loadable, STEP_STAMP, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    work_fill(&work, bench.module, &bench.input, &bench.output);
    for (uint32_t round = 0U; round < 2U; round++) {
        NvSciSyncFence before = NvSciSyncFenceInitializer;
        NvSciSyncFence after = NvSciSyncFenceInitializer;
        uint32_t accepted = 1U;
        cudlaStatus status = cudlaSuccess;

        CALL(NvSciSyncObjGenerateFence(bench.go.object, &before));
        work_fill(&first, bench.module, &bench.input, &bench.output);
        work_wait(&first, &before);
        CALL(work_submit(bench.device, &first));
        while ((status == cudlaSuccess) && (accepted < QUEUE)) {
            status = work_submit(bench.device, &work);
            accepted += (status == cudlaSuccess) ? 1U : 0U;
        }
        CHECK((status == cudlaErrorOutOfResources) && (accepted > 2U));
        CHECK((places == 0U) || (places == accepted));
        places = accepted;
        REFUSED(work_submit(bench.device, &work), cudlaErrorOutOfResources);
        CALL(NvSciSyncObjSignal(bench.go.object));
        /* A place is free when a task is over: then the last one is asked to signal. */
        work_signal(&work, &bench.done, &after);
        do {
            status = work_submit(bench.device, &work);
        } while (status == cudlaErrorOutOfResources);
        CALL(status);
        CALL(NvSciSyncFenceWait(&after, bench.place.waits, LONG_ENOUGH));
        CHECK(model_holds(bench.input.bytes, SIZE, ((uint64_t)places + 1U) * (round + 1U),
                          bench.output.bytes, SIZE));
        work.task.signalEvents = NULL;
        NvSciSyncFenceClear(&before);
        NvSciSyncFenceClear(&after);
    }

    /* Two tasks where there is place for one: none is taken. */
    {
        NvSciSyncFence before = NvSciSyncFenceInitializer;
        NvSciSyncFence after = NvSciSyncFenceInitializer;

        CALL(NvSciSyncObjGenerateFence(bench.go.object, &before));
        work_fill(&first, bench.module, &bench.input, &bench.output);
        work_wait(&first, &before);
        CALL(work_submit(bench.device, &first));
        for (uint32_t i = 2U; i < places; i++) {
            CALL(work_submit(bench.device, &work));
        }
        many[0] = work.task;
        many[1] = work.task;
        REFUSED(cudlaSubmitTask(bench.device, many, 2U, NULL, 0U), cudlaErrorOutOfResources);
        work_signal(&work, &bench.done, &after);
        CALL(work_submit(bench.device, &work));
        CALL(NvSciSyncObjSignal(bench.go.object));
        CALL(NvSciSyncFenceWait(&after, bench.place.waits, LONG_ENOUGH));
        CHECK(model_holds(bench.input.bytes, SIZE, (((uint64_t)places + 1U) * 2U) + places,
                          bench.output.bytes, SIZE));
        NvSciSyncFenceClear(&before);
        NvSciSyncFenceClear(&after);
    }
    CALL(cudlaGetLastError(bench.device));
    bench_close(&bench);
}

/** A handle is destroyed while a task hangs and others wait: all that they signal comes. */
static void destroy(void)
{
    Bench bench;
    Loadable loadable;
    Work work;
    NvSciSyncFence fences[3] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                                NvSciSyncFenceInitializer};

    loadable_behind(&loadable, STEP_HANG, 0U, 0U, STEP_STAMP, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    work_fill(&work, bench.module, &bench.input, &bench.output);
    for (uint32_t i = 0U; i < 3U; i++) {
        work_signal(&work, &bench.done, &fences[i]);
        CALL(work_submit(bench.device, &work));
    }
    CALL(cudlaDestroyDevice(bench.device));
    for (uint32_t i = 0U; i < 3U; i++) {
        CALL(NvSciSyncFenceWait(&fences[i], bench.place.waits, LONG_ENOUGH));
        NvSciSyncFenceClear(&fences[i]);
    }
    REFUSED(cudlaMemUnregister(bench.device, bench.input.cookie), cudlaErrorInvalidDevice);
    REFUSED(cudlaModuleUnload(bench.module, 0U), cudlaErrorInvalidModule);
    NvSciBufObjFree(bench.input.object);
    NvSciBufObjFree(bench.output.object);
    NvSciSyncObjFree(bench.go.object);
    NvSciSyncObjFree(bench.done.object);
    place_close(&bench.place);
}

int main(void)
{
    fail(cudlaErrorDlaErrInvalidInput);
    fail(cudlaErrorDlaErrTaskStatusMismatch);
    fail(cudlaErrorUnknown);
    hang();
    wait_long();
    delay();
    fill_queue();
    destroy();
    (void)printf("faults: delays, failures, hangs and full queues end as they are documented\n");
    return EXIT_SUCCESS;
}
