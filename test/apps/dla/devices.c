/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file devices.c
 * Several handles, on all engines and twice on the first one, each with two modules: their queues
 * do not wait for one another, tasks of one queue run in its order, and nothing of one is taken by
 * another.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define SIZE        512U
#define MAX_HANDLES 4U

typedef struct {
    cudlaDevHandle device;
    cudlaModule modules[2];
    Tensor input;
    Tensor middle;
    Tensor output;
    Event done;
} Lane;

static void lane_open(const Place *place, uint64_t engine, Lane *lane)
{
    Loadable loadable;

    lane->device = device_open(engine);
    loadable_simple(&loadable, STEP_MIX, SIZE);
    lane->modules[0] = module_load(lane->device, &loadable, 0U);
    loadable_simple(&loadable, STEP_STAMP, SIZE);
    lane->modules[1] = module_load(lane->device, &loadable, 0U);
    CHECK(lane->modules[0] != lane->modules[1]);
    tensor_make(place, lane->device, SIZE, &lane->input);
    tensor_make(place, lane->device, SIZE, &lane->middle);
    tensor_make(place, lane->device, SIZE, &lane->output);
    event_make(place, lane->device, DLA_TO_CPU, &lane->done);
}

static void lane_close(Lane *lane)
{
    CALL(cudlaGetLastError(lane->device));
    tensor_end(lane->device, &lane->input);
    tensor_end(lane->device, &lane->middle);
    tensor_end(lane->device, &lane->output);
    event_end(lane->device, &lane->done);
    CALL(cudlaModuleUnload(lane->modules[1], 0U));
    CALL(cudlaModuleUnload(lane->modules[0], 0U));
    CALL(cudlaDestroyDevice(lane->device));
}

/** Two tasks in one submission: the second one reads what the first one wrote. */
static void lane_run(const Place *place, Lane *lane, uint64_t number)
{
    Work works[2];
    cudlaTask tasks[2];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    tensor_fill(&lane->input, number);
    work_fill(&works[0], lane->modules[0], &lane->input, &lane->middle);
    work_fill(&works[1], lane->modules[1], &lane->middle, &lane->output);
    work_signal(&works[1], &lane->done, &fence);
    tasks[0] = works[0].task;
    tasks[1] = works[1].task;
    CALL(cudlaSubmitTask(lane->device, tasks, 2U, NULL, 0U));
    /* They are the caller's again, but for the fence. */
    (void)memset(works, 0, sizeof(works));
    (void)memset(tasks, 0, sizeof(tasks));
    CALL(NvSciSyncFenceWait(&fence, place->waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&fence);
    CHECK(model_holds(lane->input.bytes, SIZE, 0U, lane->middle.bytes, SIZE));
    CHECK(model_holds(lane->middle.bytes, SIZE, number, lane->output.bytes, SIZE));
}

/** What is another handle's is refused. */
static void lane_mixed(const Lane *lane, const Lane *other)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Work work;

    work_fill(&work, other->modules[0], &lane->input, &lane->output);
    REFUSED(work_submit(lane->device, &work), cudlaErrorInvalidModule);
    work_fill(&work, lane->modules[0], &other->input, &lane->output);
    REFUSED(work_submit(lane->device, &work), cudlaErrorInvalidAddress);
    work_fill(&work, lane->modules[0], &lane->input, &other->output);
    REFUSED(work_submit(lane->device, &work), cudlaErrorInvalidAddress);
    work_fill(&work, lane->modules[0], &lane->input, &lane->output);
    work_signal(&work, &other->done, &fence);
    REFUSED(work_submit(lane->device, &work), cudlaErrorInvalidAddress);
    REFUSED(cudlaMemUnregister(lane->device, other->input.cookie), cudlaErrorInvalidAddress);
}

/** A queue whose first task waits holds no other one up. */
static void lane_held(const Place *place, Lane *held, Lane *free_one, uint64_t number)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Event go;
    Work work;

    event_make(place, held->device, CPU_TO_DLA, &go);
    CALL(NvSciSyncObjGenerateFence(go.object, &before));
    work_fill(&work, held->modules[0], &held->input, &held->output);
    work_wait(&work, &before);
    work_signal(&work, &held->done, &after);
    CALL(work_submit(held->device, &work));
    lane_run(place, free_one, number);
    REFUSED(NvSciSyncFenceWait(&after, place->waits, 1000), NvSciError_Timeout);
    CALL(NvSciSyncObjSignal(go.object));
    CALL(NvSciSyncFenceWait(&after, place->waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    event_end(held->device, &go);
}

int main(void)
{
    Place place;
    Lane lanes[MAX_HANDLES];
    uint64_t engines = 0U;
    uint32_t count = 0U;

    (void)memset(lanes, 0, sizeof(lanes));
    place_open(&place);
    CALL(cudlaDeviceGetCount(&engines));
    for (uint64_t engine = 0U; (engine < engines) && (count < (MAX_HANDLES - 1U)); engine++) {
        lane_open(&place, engine, &lanes[count]);
        count++;
    }
    lane_open(&place, 0U, &lanes[count]);
    count++;
    for (uint64_t number = 1U; number <= 5U; number++) {
        for (uint32_t i = 0U; i < count; i++) {
            lane_run(&place, &lanes[i], number);
        }
    }
    lane_mixed(&lanes[0], &lanes[1]);
    lane_mixed(&lanes[count - 1U], &lanes[0]);
    lane_held(&place, &lanes[0], &lanes[1], 6U);
    lane_held(&place, &lanes[1], &lanes[0], 6U);
    for (uint32_t i = 0U; i < count; i++) {
        lane_close(&lanes[i]);
    }
    place_close(&place);
    (void)printf("devices: %u handles with two modules each\n", (unsigned)count);
    return EXIT_SUCCESS;
}
