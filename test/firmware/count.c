/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file count.c
 * Instructions of the functions that phase RUNTIME is made of, each on the way that it takes when
 * nothing is to be waited for.
 *
 * A function is called ROUNDS times FENCES times; calls of an empty function are subtracted.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "board.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_port.h"

/** As many as fit into the memory of the board. */
#ifndef FENCES
#define FENCES 100U
#endif
#define ROUNDS 10U
#define FAILED 1

static NvSciSyncObj g_object;
static NvSciSyncCpuWaitContext g_context;
static NvSciSyncFence g_fences[FENCES];
static bool g_fine = true;

/** Counts of one function, of all its calls. */
typedef struct {
    const char *name;
    NvSciError (*call)(uint32_t i);
    uint64_t steps;
} Count;

static NvSciError nothing(uint32_t i)
{
    (void)i;
    return NvSciError_Success;
}

static NvSciError generate(uint32_t i)
{
    return NvSciSyncObjGenerateFence(g_object, &g_fences[i]);
}

static NvSciError signal(uint32_t i)
{
    (void)i;
    return NvSciSyncObjSignal(g_object);
}

static NvSciError wait(uint32_t i)
{
    return NvSciSyncFenceWait(&g_fences[i], g_context, 1000000);
}

static NvSciError clear(uint32_t i)
{
    NvSciSyncFenceClear(&g_fences[i]);
    return NvSciError_Success;
}

/** In this order a fence is made, reached, waited for and cleared. */
static Count g_counts[] = {{"empty", nothing, 0U},
                           {"generate", generate, 0U},
                           {"signal", signal, 0U},
                           {"wait", wait, 0U},
                           {"clear", clear, 0U}};

#define COUNTS (sizeof(g_counts) / sizeof(g_counts[0]))

/** No tick comes between. */
static void count(Count *one)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const uint64_t begin = board_counter();
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < FENCES; i++) {
        const NvSciError now = one->call(i);

        status = (status == NvSciError_Success) ? now : status;
    }
    one->steps += board_counter() - begin;
    RingfenceHookLeaveCritical(state);
    g_fine = g_fine && (status == NvSciError_Success);
}

static NvSciError open(void)
{
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciError status = NvSciSyncModuleOpen(&module);

    status = (status != 0) ? status : NvSciSyncAttrListCreate(module, &list);
    status = (status != 0) ? status : NvSciSyncAttrListSetAttrs(list, pairs, 2U);
    status = (status != 0) ? status
                           : NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &g_object, &conflict);
    status = (status != 0) ? status : NvSciSyncCpuWaitContextAlloc(module, &g_context);
    return (status != 0) ? status : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
}

int main(void)
{
    char line[80];

    if (open() != NvSciError_Success) {
        board_print("count: no object\n");
        return FAILED;
    }
    for (uint32_t round = 0U; round < ROUNDS; round++) {
        for (size_t i = 0U; i < COUNTS; i++) {
            count(&g_counts[i]);
        }
    }
    for (size_t i = 1U; i < COUNTS; i++) {
        const uint64_t calls = (uint64_t)FENCES * ROUNDS;
        const uint64_t steps = g_counts[i].steps - g_counts[0].steps;
        const uint64_t per_call = ((steps * board_counter_step) + (calls / 2U)) / calls;

        (void)snprintf(line, sizeof(line), "count: %s %u\n", g_counts[i].name, (unsigned)per_call);
        board_print(line);
    }
    return g_fine ? 0 : FAILED;
}
