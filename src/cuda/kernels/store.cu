/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file store.cu
 * The kernel of nodes that signal: one thread. It is compiled when the library is built, for each
 * architecture of test/tools/gpu.sh, and is embedded as the image that graph_image() gives.
 */
#include <stdint.h>

/** STREAM_OPERATIONS of the library. */
#define STORES 32

/** Pairs of an address and a point, laid out as the library's StreamOperation. */
struct Stores {
    struct {
        volatile uint64_t *word;
        uint64_t point;
    } pairs[STORES];
};

static_assert(sizeof(Stores) == 512, "the kernel's parameters");

/**
 * What came before is visible to the whole system before any of the points is, be it in a gate or in
 * a counter: the fence is before the first store. A point is stored if it is after what the word
 * has, modulo 2^64; loads and stores are single and relaxed, for the system.
 */
extern "C" __global__ void ringfence_store(const uint64_t count, const Stores stores)
{
    __threadfence_system();
#pragma unroll 1
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t point = stores.pairs[i].point;

        if ((int64_t)(point - *stores.pairs[i].word) > 0) {
            *stores.pairs[i].word = point;
        }
    }
}
