/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stamps.c
 * Times of the start and of the end of tasks, as the guide reads them: from fences whose waiter
 * asked for timestamps.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define SIZE  64U
#define TASKS 3U
/* Microseconds that a task takes at least. */
#define TAKES 3000U

int main(void)
{
    const Wish wish = {false, true};
    Place place;
    Loadable loadable;
    Tensor input;
    Tensor output;
    Event begin;
    Event end;
    Event go;
    Work work;
    uint64_t *signals[2];
    CudlaFence fences[2];
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence marks[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    uint64_t latest = 0U;
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;

    place_open(&place);
    device = device_open(0U);
    loadable_behind(&loadable, STEP_DELAY, TAKES, 0U, STEP_MIX, SIZE);
    module = module_load(device, &loadable, 0U);
    tensor_make(&place, device, SIZE, &input);
    tensor_make(&place, device, SIZE, &output);
    event_alloc(&place, DLA_TO_CPU, wish, &begin);
    event_import(device, &begin);
    event_alloc(&place, DLA_TO_CPU, wish, &end);
    event_import(device, &end);
    event_make(&place, device, CPU_TO_DLA, &go);
    for (uint32_t i = 0U; i < TASKS; i++) {
        uint64_t times[2] = {0U, 0U};

        CALL(NvSciSyncObjGenerateFence(go.object, &before));
        work_fill(&work, module, &input, &output);
        work_wait(&work, &before);
        signals[0] = begin.cookie;
        signals[1] = end.cookie;
        fences[0].fence = &marks[0];
        fences[0].type = CUDLA_NVSCISYNC_FENCE_SOF;
        fences[1].fence = &marks[1];
        fences[1].type = CUDLA_NVSCISYNC_FENCE;
        work.signals.devPtrs = signals;
        work.signals.eofFences = fences;
        work.signals.numEvents = 2U;
        work.task.signalEvents = &work.signals;
        CALL(work_submit(device, &work));
        /* The start is that of the task, which comes behind what it waits for. */
        REFUSED(NvSciSyncFenceWait(&marks[0], place.waits, 2000), NvSciError_Timeout);
        CALL(NvSciSyncObjSignal(go.object));
        for (uint32_t k = 0U; k < 2U; k++) {
            CALL(NvSciSyncFenceWait(&marks[k], place.waits, LONG_ENOUGH));
            CALL(NvSciSyncFenceGetTimestamp(&marks[k], &times[k]));
            NvSciSyncFenceClear(&marks[k]);
        }
        NvSciSyncFenceClear(&before);
        CHECK((times[0] != 0U) && (times[0] >= latest) && (times[1] >= (times[0] + TAKES)));
        CHECK((times[1] - times[0]) < LONG_ENOUGH);
        latest = times[1];
    }
    CALL(cudlaGetLastError(device));
    tensor_end(device, &input);
    tensor_end(device, &output);
    event_end(device, &begin);
    event_end(device, &end);
    event_end(device, &go);
    CALL(cudlaModuleUnload(module, 0U));
    CALL(cudlaDestroyDevice(device));
    place_close(&place);
    (void)printf("stamps: start and end of %u tasks\n", TASKS);
    return EXIT_SUCCESS;
}
