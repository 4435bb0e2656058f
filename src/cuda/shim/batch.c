/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file batch.c
 * Semaphores of a program that keeps CUDA's names: which of several are the library's.
 */
#include "cuda/shim/batch.h"

#include <string.h>

/** Says whether an entry of an array of semaphores is the library's. */
static bool entry_is_ours(const void *semaphores, unsigned int index)
{
    const uint8_t *const bytes = semaphores;
    const void *const entry = &bytes[(size_t)index * sizeof(CUexternalSemaphore)];
    const void *handle = NULL;

    (void)memcpy(&handle, entry, sizeof(handle));
    return handle_is_ours(handle);
}

/** @satisfies RF-CUDA-040 */
bool ringfenceWrapAny(const void *semaphores, unsigned int count)
{
    bool ours = false;

    for (unsigned int i = 0U; (semaphores != NULL) && (i < count); i++) {
        ours = ours || entry_is_ours(semaphores, i);
    }
    return ours;
}

/** @satisfies RF-CUDA-040 */
unsigned int ringfenceWrapRun(const void *semaphores, unsigned int from, unsigned int count,
                              bool ours)
{
    unsigned int end = from + 1U;

    while ((end < count) && (entry_is_ours(semaphores, end) == ours)) {
        end++;
    }
    return end - from;
}
