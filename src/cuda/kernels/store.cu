/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file store.cu
 * The kernels of the library, of one thread each: stores of nodes that signal, the same with
 * timestamps, and the reading of the GPU's clock. They are compiled when the library is built, for
 * each architecture of test/tools/gpu.sh, and are embedded as the image that graph_image() gives.
 */
#include <stdint.h>

/** STREAM_OPERATIONS and STREAM_CHUNK of the library. */
#define STORES 32
#define STAMPS 16

/** RINGFENCE_ENGINE_STAMPING. */
#define STAMPING 1

#define NS_PER_US 1000
#define US_PER_S  1000000

/** A time is made no earlier than the one before, if it is so by less than this: the clock was
 * compared anew meanwhile. */
#define BACK_US 1000

/** Pairs of an address and a point, laid out as the library's StreamOperation. */
struct Stores {
    struct {
        volatile uint64_t *word;
        uint64_t point;
    } pairs[STORES];
};

static_assert(sizeof(Stores) == 512, "the kernel's parameters");

/** RingfenceEngineTimestamp. */
struct Timestamp {
    uint64_t time_us;
    uint64_t mark;
};

/** Timestamps of some of the stores, laid out as the library's StreamStamps. */
struct Stamps {
    uint64_t count;
    /** What the library's clock was ahead of the GPU's, in nanoseconds, modulo 2^64, when the GPU's
     * had gpu_ns, and how much of that comes with each second. */
    uint64_t gpu_ns;
    uint64_t ahead_ns;
    int64_t drift_ns;
    /** No time is before this one. */
    uint64_t earliest_us;
    struct {
        volatile Timestamp *slot;
        /** Slot of the point before. */
        volatile const Timestamp *previous;
        uint64_t mark;
        /** Which store it is. */
        uint64_t store;
    } entries[STAMPS];
};

static_assert(sizeof(Stamps) == 552, "the kernel's parameters");

/** Nanoseconds. */
static __device__ inline uint64_t clock_ns()
{
    uint64_t now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/** The library's clock by the GPU's, in microseconds. */
static __device__ inline uint64_t time_by(const Stamps &stamps, const uint64_t gpu_ns)
{
    const int64_t since_us = (int64_t)(gpu_ns - stamps.gpu_ns) / NS_PER_US;
    const int64_t drift_ns = (since_us * stamps.drift_ns) / US_PER_S;
    const uint64_t time_us = (gpu_ns + stamps.ahead_ns + (uint64_t)drift_ns) / NS_PER_US;

    return (time_us < stamps.earliest_us) ? stamps.earliest_us : time_us;
}

/** A point is stored if it is after what the word has, modulo 2^64. */
static __device__ inline bool is_ahead(const uint64_t point, const volatile uint64_t *const word)
{
    return (int64_t)(point - *word) > 0;
}

/** Loads and stores are single and relaxed, for the system. */
static __device__ inline void store_all(const uint64_t count, const Stores &stores)
{
#pragma unroll 1
    for (uint64_t i = 0; i < count; i++) {
        if (is_ahead(stores.pairs[i].point, stores.pairs[i].word)) {
            *stores.pairs[i].word = stores.pairs[i].point;
        }
    }
}

/**
 * What came before is visible to the whole system before any of the points is, be it in a waiter
 * counter or in a counter: the fence is before the first store.
 */
extern "C" __global__ void ringfence_store(const uint64_t count, const Stores stores)
{
    __threadfence_system();
    store_all(count, stores);
}

/**
 * Stores the points, and the time of now for some of them, in slots that readers look at at any
 * time: a slot says that it is being written, then has the time, then whose it is, then the points
 * are stored; a fence is between each two. A point that is not stored leaves its slot alone.
 */
extern "C" __global__ void ringfence_stamp(const uint64_t count, const Stores stores,
                                           const Stamps stamps)
{
    uint64_t time_us = time_by(stamps, clock_ns());
    uint32_t due = 0;

    __threadfence_system();
#pragma unroll 1
    for (uint64_t i = 0; i < stamps.count; i++) {
        const uint64_t store = stamps.entries[i].store;

        if (is_ahead(stores.pairs[store].point, stores.pairs[store].word)) {
            if (stamps.entries[i].previous->mark == (stamps.entries[i].mark + 1)) {
                const uint64_t before_us = stamps.entries[i].previous->time_us;

                if ((before_us - time_us) < BACK_US) {
                    time_us = before_us;
                }
            }
            due |= 1U << i;
            stamps.entries[i].slot->mark = STAMPING;
        }
    }
    __threadfence_system();
#pragma unroll 1
    for (uint64_t i = 0; i < stamps.count; i++) {
        if ((due & (1U << i)) != 0) {
            stamps.entries[i].slot->time_us = time_us;
        }
    }
    __threadfence_system();
#pragma unroll 1
    for (uint64_t i = 0; i < stamps.count; i++) {
        if ((due & (1U << i)) != 0) {
            stamps.entries[i].slot->mark = stamps.entries[i].mark;
        }
    }
    __threadfence_system();
    store_all(count, stores);
}

/** Says what the GPU's clock has. */
extern "C" __global__ void ringfence_clock(volatile uint64_t *const word)
{
    *word = clock_ns();
}
