/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_dla.c
 * The kernels of hybrid mode, compiled for the CPU: one thread after the other.
 */
#define _GNU_SOURCE 1
#include "fake_internal.h"

#include <time.h>

#define NAP_NS 50000L

/** What the kernels have of a GPU. */
#define KERNEL    static
#define DEVICE    static
#define PARAMETER const

/** The thread that runs, and how many there are. */
static _Thread_local uint64_t t_item;
static _Thread_local uint64_t t_items;

DEVICE uint64_t first_item(void)
{
    return t_item;
}

DEVICE uint64_t item_stride(void)
{
    return t_items;
}

DEVICE uint64_t clock_ns(void)
{
    return fake_clock();
}

DEVICE void add_word(uint64_t *word, uint64_t addend)
{
    *word += addend;
}

DEVICE void fence(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

DEVICE void nap(void)
{
    const struct timespec pause = {0, NAP_NS};

    (void)nanosleep(&pause, NULL);
}

DEVICE uint64_t load64(uint64_t address)
{
    return __atomic_load_n((const uint64_t *)(uintptr_t)address, __ATOMIC_SEQ_CST);
}

DEVICE void store32(uint64_t address, uint32_t value)
{
    __atomic_store_n((uint32_t *)(uintptr_t)address, value, __ATOMIC_SEQ_CST);
}

DEVICE void store64(uint64_t address, uint64_t value)
{
    __atomic_store_n((uint64_t *)(uintptr_t)address, value, __ATOMIC_SEQ_CST);
}

#include "dla/gpu/behaviours.cu"

/* ---------------------------------------------------------------- running */

void fake_dla_run(const FakeKernel *kernel)
{
    t_items = kernel->threads;
    if (kernel->kind == FAKE_DLA_SINGLE) {
        ringfence_dla_single(kernel->work);
    } else {
        for (t_item = 0U; t_item < t_items; t_item++) {
            ringfence_dla_bulk(kernel->work);
        }
    }
}

/* ---------------------------------------------------------------- addresses */

static bool resolve(uint64_t *address, uint64_t bytes, bool write, CUdevice device)
{
    void *const place = fake_resolve((CUdeviceptr)*address, bytes, write, device);

    *address = fake_word(place);
    return place != NULL;
}

/** Bytes up to the end of the last element of a tensor. */
static uint64_t extent_of(const HybridWork *work, const HybridPlace *place, uint32_t type)
{
    return ((work->extent[0] - 1U) * place->n_stride) +
           (((work->extent[1] - 1U) / place->group) * place->c_stride) +
           ((work->extent[2] - 1U) * place->h_stride) + ((work->extent[3] - 1U) * place->w_stride) +
           dla_type_bytes(type);
}

bool fake_dla_resolve(FakeKernel *kernel, CUdevice device)
{
    HybridWork *const work = &kernel->work;
    bool fits = (work->kind == HYBRID_NOTHING) || (work->kind == HYBRID_FILL) ||
                resolve(&work->page, HYBRID_PAGE_DONE + ((work->done + 1U) * sizeof(uint64_t)),
                        true, device);

    if ((work->kind == HYBRID_DIGEST) || (work->kind == HYBRID_COPY)) {
        fits = fits && resolve(&work->inputs[0].address, work->input_size, false, device);
    }
    if ((((work->kind >= HYBRID_EXPAND) && (work->kind <= HYBRID_FILL)) ||
         (work->kind >= HYBRID_PATTERN)) &&
        (work->output_size > 0U)) {
        fits = fits && resolve(&work->output.address, work->output_size, true, device);
    }
    for (uint32_t i = 0U;
         (i < work->count) && ((work->kind == HYBRID_HEAD) || (work->kind == HYBRID_MARK)); i++) {
        fits = fits && resolve(&work->inputs[i].address, work->inputs[i].n_stride, true, device);
    }
    if ((work->kind == HYBRID_AFFINE) || (work->kind == HYBRID_ADD)) {
        fits = fits && resolve(&work->output.address,
                               extent_of(work, &work->output, work->output_type), true, device);
        for (uint32_t i = 0U; i < work->count; i++) {
            fits =
                fits && resolve(&work->inputs[i].address,
                                extent_of(work, &work->inputs[i], work->input_type), false, device);
        }
    }
    return fits;
}
