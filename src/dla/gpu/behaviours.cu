/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file behaviours.cu
 * The kernels of hybrid mode: what steps of loadables do, on a GPU. They are compiled when the
 * library is built, for each architecture of test/tools/gpu.sh, and are embedded as the image that
 * hybrid_image() gives.
 *
 * Threads of a kernel do not know of each other. So the CPU can do what a kernel does, one thread
 * after the other: test/cuda/fake_dla.c compiles this file as C, and has what stands under
 * __CUDACC__ itself.
 */
#ifdef __CUDACC__
#include <stdint.h>

#define DLA_SHARED __host__ __device__ static inline
#define KERNEL     extern "C" __global__
#define DEVICE     static __device__ inline
#define PARAMETER  const __grid_constant__
#endif

#include "../arithmetic.h"
#include "work.h"

#define NS_PER_US 1000U

/** cudlaErrorDlaErrEngineTimeout; cudlaErrorUnknown, for tasks that end with their handle. */
#define STATUS_TIMEOUT 0x40000006U
#define STATUS_STOPPED 0x7FFFFFFFU
/** cudlaErrorDlaErrDataMismatch. */
#define STATUS_MISMATCH 0x40000007U

#define REPORT_HEAD   32U
#define REPORT_RECORD 40U

/** What a task has on the GPU. */
typedef struct {
    uint64_t digest;
    uint64_t start_ns;
    /** When the step before was over. */
    uint64_t mark_ns;
    /** cudlaStatus. */
    uint64_t status;
    /** 1: the reports of statistics take no more records. */
    uint64_t is_reported;
} Words;

#ifdef __CUDACC__
static __device__ Words g_words[HYBRID_SLOTS];

/** First item of the calling thread, and what lies between its items. */
DEVICE uint64_t first_item()
{
    return ((uint64_t)blockIdx.x * blockDim.x) + threadIdx.x;
}

DEVICE uint64_t item_stride()
{
    return (uint64_t)gridDim.x * blockDim.x;
}

DEVICE uint64_t clock_ns()
{
    uint64_t now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

DEVICE void add_word(uint64_t *const word, const uint64_t addend)
{
    atomicAdd((unsigned long long *)word, (unsigned long long)addend);
}

/** What came before is visible to the whole system before what comes behind. */
DEVICE void fence()
{
    __threadfence_system();
}

DEVICE void nap()
{
    __nanosleep(2000U);
}

/** Words that the CPU and the GPU share. */
DEVICE uint64_t load64(const uint64_t address)
{
    return *(const volatile uint64_t *)(uintptr_t)address;
}

DEVICE void store32(const uint64_t address, const uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)address = value;
}

DEVICE void store64(const uint64_t address, const uint64_t value)
{
    *(volatile uint64_t *)(uintptr_t)address = value;
}
#else
static Words g_words[HYBRID_SLOTS];
#endif

/* ---------------------------------------------------------------- bytes */

/** Bytes of a number. */
DEVICE uint8_t *bytes_at(const uint64_t address)
{
    return (uint8_t *)(uintptr_t)address;
}

/** Bytes of word i of a tensor. */
DEVICE uint32_t word_bytes(const uint64_t size, const uint64_t i)
{
    const uint64_t rest = size - (i * DLA_WORD_BYTES);

    return (rest < DLA_WORD_BYTES) ? (uint32_t)rest : DLA_WORD_BYTES;
}

/** Word i of a tensor. */
DEVICE uint64_t get_word(const uint64_t address, const uint64_t size, const uint64_t i)
{
    const uint64_t place = address + (i * DLA_WORD_BYTES);
    const uint32_t bytes = word_bytes(size, i);

    return ((bytes == DLA_WORD_BYTES) && ((place % DLA_WORD_BYTES) == 0U))
               ? *(const uint64_t *)(uintptr_t)place
               : dla_get(bytes_at(place), bytes);
}

DEVICE void put_word(const uint64_t address, const uint64_t size, const uint64_t i,
                     const uint64_t word)
{
    const uint64_t place = address + (i * DLA_WORD_BYTES);
    const uint32_t bytes = word_bytes(size, i);

    if ((bytes == DLA_WORD_BYTES) && ((place % DLA_WORD_BYTES) == 0U)) {
        *(uint64_t *)(uintptr_t)place = word;
    } else {
        dla_put(bytes_at(place), word, bytes);
    }
}

/** Words of so many bytes. */
DEVICE uint64_t words_of(const uint64_t size)
{
    return (size + (DLA_WORD_BYTES - 1U)) / DLA_WORD_BYTES;
}

/* ---------------------------------------------------------------- the page of the handle */

/** Says whether the task is to end. */
DEVICE int is_stopped(const HybridWork *const work)
{
    return work->ticket < load64(work->page + HYBRID_PAGE_STOP);
}

/** How the task is over, and that it is. */
DEVICE void end_task(const HybridWork *const work, Words *const words)
{
    if ((words->status == 0U) && ((clock_ns() - words->start_ns) > work->limit_ns)) {
        words->status = STATUS_TIMEOUT;
    }
    if ((words->status != 0U) && !is_stopped(work)) {
        store32(work->page + HYBRID_PAGE_ERROR, (uint32_t)words->status);
    }
    fence();
    store64(work->page + HYBRID_PAGE_DONE + (work->done * (uint64_t)sizeof(uint64_t)),
            work->ticket);
}

/* ---------------------------------------------------------------- time */

/** Passes time: until the task's is over, the handle ends or so much has passed. */
DEVICE void pass(const HybridWork *const work, Words *const words, const uint64_t ns)
{
    const uint64_t from_ns = clock_ns();
    uint64_t now_ns = from_ns;

    while ((words->status == 0U) && ((now_ns - from_ns) < ns)) {
        if ((now_ns - words->start_ns) >= work->limit_ns) {
            words->status = STATUS_TIMEOUT;
        } else if (is_stopped(work)) {
            words->status = STATUS_STOPPED;
        } else {
            nap();
        }
        now_ns = clock_ns();
    }
}

/** A delay in nanoseconds; the longest there is if it is longer. */
DEVICE uint64_t delay_ns(const uint64_t us)
{
    return (us < (UINT64_MAX / NS_PER_US)) ? (us * NS_PER_US) : UINT64_MAX;
}

/* ---------------------------------------------------------------- statistics */

/** The head of a report, as docs/dla-loadables.md has it; a statistics tensor has room for it. */
DEVICE void put_head(uint8_t *const report, const uint64_t task)
{
    dla_put(report, 0x0A0D544154534652U, 8U);
    dla_put(&report[8], 1U, 4U);
    dla_put(&report[12], REPORT_HEAD, 4U);
    dla_put(&report[16], 0U, 4U);
    dla_put(&report[20], REPORT_RECORD, 4U);
    dla_put(&report[24], task, 8U);
}

/** A step's record, and how many there are, if it fits. */
DEVICE void put_record(const HybridWork *const work, const uint64_t index, const Words *const words,
                       const uint64_t now_ns)
{
    uint8_t *const report = bytes_at(work->inputs[index].address);
    const uint64_t offset = REPORT_HEAD + (work->extent[3] * REPORT_RECORD);

    if ((offset + REPORT_RECORD) <= work->inputs[index].n_stride) {
        uint8_t *const record = &report[offset];

        dla_put(record, work->number, 4U);
        dla_put(&record[4], work->extent[0], 4U);
        dla_put(&record[8], work->extent[1], 4U);
        dla_put(&record[12], 0U, 4U);
        dla_put(&record[16], (words->mark_ns - words->start_ns) / NS_PER_US, 8U);
        dla_put(&record[24], (now_ns - words->mark_ns) / NS_PER_US, 8U);
        dla_put(&record[32], work->extent[2], 8U);
        dla_put(&report[16], work->extent[3] + 1U, 4U);
    }
}

DEVICE void put_heads(const HybridWork *const work)
{
    for (uint32_t i = 0U; i < work->count; i++) {
        put_head(bytes_at(work->inputs[i].address), work->task);
    }
}

/** The record of a step; that of the one which failed is the last. */
DEVICE void put_records(const HybridWork *const work, Words *const words)
{
    const uint64_t now_ns = clock_ns();

    for (uint32_t i = 0U; (i < work->count) && (words->is_reported == 0U); i++) {
        put_record(work, i, words, now_ns);
    }
    words->mark_ns = now_ns;
    words->is_reported = (words->status != 0U) ? 1U : 0U;
}

/* ---------------------------------------------------------------- elements */

/** Where an element of a tensor is. */
DEVICE uint8_t *element_at(const HybridWork *const work, const HybridPlace *const place,
                           const uint32_t type, const uint64_t element)
{
    const uint64_t row = element / work->extent[3];
    const uint64_t plane = row / work->extent[2];
    DlaLayout layout;

    layout.n = work->extent[0];
    layout.c = work->extent[1];
    layout.h = work->extent[2];
    layout.w = work->extent[3];
    layout.n_stride = place->n_stride;
    layout.c_stride = place->c_stride;
    layout.h_stride = place->h_stride;
    layout.w_stride = place->w_stride;
    layout.group = place->group;
    layout.type = type;
    layout.bytes = dla_type_bytes(type);
    return bytes_at(place->address + dla_offset(&layout, plane / work->extent[1],
                                                plane % work->extent[1], row % work->extent[2],
                                                element % work->extent[3]));
}

/** The value of an element of an input. */
DEVICE double value_at(const HybridWork *const work, const uint32_t input, const uint64_t element)
{
    return dla_load(element_at(work, &work->inputs[input], work->input_type, element),
                    work->input_type);
}

/** What an element of the output becomes. */
DEVICE double result_at(const HybridWork *const work, const uint64_t element)
{
    double value = value_at(work, 0U, element);

    if (work->kind == HYBRID_AFFINE) {
        value = dla_affine(value, work->scale, work->shift);
    } else {
        for (uint32_t i = 1U; i < work->count; i++) {
            value = value + value_at(work, i, element);
        }
    }
    return value;
}

/* ---------------------------------------------------------------- items */

/** The thread's words of the digest of an input. */
DEVICE void digest(const HybridWork *const work, Words *const words)
{
    const uint64_t items = words_of(work->input_size);
    uint64_t sum = 0U;

    for (uint64_t i = first_item(); i < items; i += item_stride()) {
        sum += dla_digest_part(get_word(work->inputs[0].address, work->input_size, i), work->number,
                               i);
    }
    if (sum != 0U) {
        add_word(&words->digest, sum);
    }
}

/** Word i of the numbers of a diagnostic task, as far as the output reaches. */
DEVICE uint64_t pattern_word(const HybridWork *const work, const uint64_t i)
{
    uint8_t bytes[DLA_WORD_BYTES];

    for (uint32_t k = 0U; k < DLA_WORD_BYTES; k++) {
        bytes[k] = dla_pattern_byte((uint32_t)work->number, (i * DLA_WORD_BYTES) + k);
    }
    return dla_get(bytes, word_bytes(work->output_size, i));
}

/** Looks at the thread's words of the output. */
DEVICE void verify(const HybridWork *const work, Words *const words)
{
    const uint64_t items = words_of(work->output_size);

    for (uint64_t i = first_item(); i < items; i += item_stride()) {
        if (get_word(work->output.address, work->output_size, i) != pattern_word(work, i)) {
            words->status = STATUS_MISMATCH;
        }
    }
}

/** A word of the output. */
DEVICE uint64_t word_at(const HybridWork *const work, const uint64_t base, const uint64_t i)
{
    uint64_t word = 0U;

    if (work->kind == HYBRID_EXPAND) {
        word = dla_output_word(base, i);
    } else if (work->kind == HYBRID_FILL) {
        word = work->number * 0x0101010101010101U;
    } else if (work->kind == HYBRID_PATTERN) {
        word = pattern_word(work, i);
    } else if (i < words_of(work->input_size)) {
        word = get_word(work->inputs[0].address, work->input_size, i);
    } else {
        word = 0U;
    }
    return word;
}

/** The thread's words of the output. */
DEVICE void write_words(const HybridWork *const work, const Words *const words)
{
    const uint64_t items = words_of(work->output_size);
    const uint64_t base = dla_output_base(words->digest, work->extent[0], work->number, work->task);

    for (uint64_t i = first_item(); i < items; i += item_stride()) {
        put_word(work->output.address, work->output_size, i, word_at(work, base, i));
    }
}

/** The thread's elements of the output. */
DEVICE void write_elements(const HybridWork *const work)
{
    const uint64_t items = work->extent[0] * work->extent[1] * work->extent[2] * work->extent[3];

    for (uint64_t i = first_item(); i < items; i += item_stride()) {
        dla_store(element_at(work, &work->output, work->output_type, i), work->output_type,
                  result_at(work, i));
    }
}

/* ---------------------------------------------------------------- kernels */

/** What a task that has not failed does with one thread. */
DEVICE void do_single(const HybridWork *const work, Words *const words)
{
    switch (work->kind) {
    case HYBRID_SET:
        words->digest = work->number;
        break;
    case HYBRID_DELAY:
        pass(work, words, delay_ns(work->number));
        break;
    case HYBRID_FAIL:
        words->status = work->number;
        break;
    case HYBRID_HANG:
        pass(work, words, UINT64_MAX);
        break;
    case HYBRID_HEAD:
        put_heads(work);
        break;
    default:
        break;
    }
}

/** One thread. */
KERNEL void ringfence_dla_single(PARAMETER HybridWork work)
{
    Words *const words = &g_words[work.slot];

    if (work.kind == HYBRID_BEGIN) {
        words->start_ns = clock_ns();
        words->mark_ns = words->start_ns;
        words->status = is_stopped(&work) ? STATUS_STOPPED : 0U;
        words->is_reported = (words->status != 0U) ? 1U : 0U;
    } else if (work.kind == HYBRID_END) {
        end_task(&work, words);
    } else if (work.kind == HYBRID_MARK) {
        put_records(&work, words);
    } else if ((work.kind != HYBRID_NOTHING) && (words->status == 0U)) {
        do_single(&work, words);
    } else {
        /* Nothing is to be done, or a step failed. */
    }
}

/** Many threads. */
KERNEL void ringfence_dla_bulk(PARAMETER HybridWork work)
{
    Words *const words = &g_words[work.slot];

    if (words->status != 0U) {
        /* A step failed. */
    } else if (work.kind == HYBRID_DIGEST) {
        digest(&work, words);
    } else if (work.kind == HYBRID_VERIFY) {
        verify(&work, words);
    } else if ((work.kind <= HYBRID_FILL) || (work.kind == HYBRID_PATTERN)) {
        write_words(&work, words);
    } else {
        write_elements(&work);
    }
}
