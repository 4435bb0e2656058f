/* SPDX-License-Identifier: Apache-2.0 */
#include "network.h"

#include "../../dla/parts.h"

static Bench bench;
static NvSciSyncFence before;
static NvSciSyncFence after;

void network_open(uint32_t bytes)
{
    const Wish none = {false, false};
    Loadable loadable;

    loadable_simple(&loadable, STEP_MIX, bytes);
    bench_open(&bench, &loadable, bytes, none);
}

void network_close(void)
{
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    bench_close(&bench);
}

uint8_t *network_input(void)
{
    return bench.input.bytes;
}

void network_submit(void)
{
    Work work;

    CALL(NvSciSyncObjGenerateFence(bench.go.object, &before));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_wait(&work, &before);
    work_signal(&work, &bench.done, &after);
    CALL(work_submit(bench.device, &work));
}

void network_start(void)
{
    CALL(NvSciSyncObjSignal(bench.go.object));
}

bool network_finish(void)
{
    CALL(NvSciSyncFenceWait(&after, bench.place.waits, LONG_ENOUGH));
    CALL(cudlaGetLastError(bench.device));
    return model_holds(bench.input.bytes, bench.input.size, 0U, bench.output.bytes,
                       bench.output.size);
}
