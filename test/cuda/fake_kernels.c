/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_kernels.c
 * Code of devices: one library with the kernels of ours, whose image is not looked at. What they do
 * is done by the CPU.
 */
#define _GNU_SOURCE 1
#include "fake_internal.h"

#include <time.h>

/** As src/cuda/kernels has them. */
#define STAMPING  1U
#define NS_PER_US 1000U
#define US_PER_S  1000000
#define BACK_US   1000U

static const char *const g_names[FAKE_KERNELS] = {
    "ringfence_store",       "ringfence_stamp",    "ringfence_clock",
    "ringfence_dla_single",  "ringfence_dla_bulk", "ringfence_blit_pick",
    "ringfence_blit_filter", "ringfence_blit_420", "ringfence_blit_copy"};

/** Their addresses are the handles. */
static int g_library;
static int g_kernels[FAKE_KERNELS];

/* ---------------------------------------------------------------- running */

static uint64_t load(uint64_t address)
{
    return __atomic_load_n((const uint64_t *)(uintptr_t)address, __ATOMIC_SEQ_CST);
}

static void store(uint64_t address, uint64_t value)
{
    __atomic_store_n((uint64_t *)(uintptr_t)address, value, __ATOMIC_SEQ_CST);
}

static uint64_t time_now(const FakeKernel *kernel)
{
    const uint64_t gpu_ns = fake_clock();
    const int64_t since_us = (int64_t)(gpu_ns - kernel->stamps.gpu_ns) / (int64_t)NS_PER_US;
    const int64_t drift_ns = (since_us * kernel->stamps.drift_ns) / US_PER_S;
    const uint64_t time_us = (gpu_ns + kernel->stamps.ahead_ns + (uint64_t)drift_ns) / NS_PER_US;

    return (time_us < kernel->stamps.earliest_us) ? kernel->stamps.earliest_us : time_us;
}

static bool is_ahead(const FakeKernel *kernel, uint64_t which)
{
    return (int64_t)(kernel->stores[which].point - load(kernel->stores[which].word)) > 0;
}

/** A slot is a time and a mark. */
static void stamp(const FakeKernel *kernel)
{
    uint64_t time_us = time_now(kernel);
    uint32_t due = 0U;

    for (uint64_t i = 0U; i < kernel->stamps.count; i++) {
        const uint64_t slot = kernel->stamps.entries[i].slot;
        const uint64_t previous = kernel->stamps.entries[i].previous;

        if (is_ahead(kernel, kernel->stamps.entries[i].store)) {
            if (load(previous + sizeof(uint64_t)) == (kernel->stamps.entries[i].mark + 1U)) {
                const uint64_t before_us = load(previous);

                time_us = ((before_us - time_us) < BACK_US) ? before_us : time_us;
            }
            due |= 1U << i;
            store(slot + sizeof(uint64_t), STAMPING);
        }
    }
    for (uint64_t i = 0U; i < kernel->stamps.count; i++) {
        if ((due & (1U << i)) != 0U) {
            store(kernel->stamps.entries[i].slot, time_us);
        }
    }
    for (uint64_t i = 0U; i < kernel->stamps.count; i++) {
        if ((due & (1U << i)) != 0U) {
            store(kernel->stamps.entries[i].slot + sizeof(uint64_t),
                  kernel->stamps.entries[i].mark);
        }
    }
}

void fake_kernel_run(const FakeKernel *kernel)
{
    const struct timespec pause = {0, (long)fake_slow() * (long)NS_PER_US};

    if (pause.tv_nsec > 0) {
        (void)nanosleep(&pause, NULL);
    }
    if (kernel->kind == FAKE_CLOCK) {
        store(kernel->stores[0].word, fake_clock());
    } else if (kernel->kind >= FAKE_BLIT_PICK) {
        fake_blit_run(kernel);
    } else if (kernel->kind >= FAKE_DLA_SINGLE) {
        fake_dla_run(kernel);
    } else {
        if (kernel->kind == FAKE_STAMP) {
            stamp(kernel);
        }
        for (uint64_t i = 0U; i < kernel->count; i++) {
            if (is_ahead(kernel, i)) {
                store(kernel->stores[i].word, kernel->stores[i].point);
            }
        }
    }
}

/* ---------------------------------------------------------------- parameters */

bool fake_kernel_read(const void *handle, void *const *parameters, FakeKernel *kernel)
{
    bool known = false;

    (void)memset(kernel, 0, sizeof(*kernel));
    for (unsigned int i = 0U; i < (unsigned int)FAKE_KERNELS; i++) {
        if (handle == &g_kernels[i]) {
            kernel->kind = (FakeKernelKind)i;
            known = parameters != NULL;
        }
    }
    if (known && (kernel->kind == FAKE_CLOCK)) {
        kernel->count = 1U;
        (void)memcpy(&kernel->stores[0].word, parameters[0], sizeof(uint64_t));
    } else if (known && (kernel->kind >= FAKE_BLIT_PICK)) {
        (void)memcpy(&kernel->blit, parameters[0], sizeof(kernel->blit));
    } else if (known && (kernel->kind >= FAKE_DLA_SINGLE)) {
        (void)memcpy(&kernel->work, parameters[0], sizeof(kernel->work));
    } else if (known) {
        (void)memcpy(&kernel->count, parameters[0], sizeof(kernel->count));
        (void)memcpy(kernel->stores, parameters[1], sizeof(kernel->stores));
        if (kernel->kind == FAKE_STAMP) {
            (void)memcpy(&kernel->stamps, parameters[2], sizeof(kernel->stamps));
        }
        known = (kernel->count <= FAKE_STORES) && (kernel->stamps.count <= FAKE_STAMPS);
    } else {
        /* It is none. */
    }
    return known;
}

static bool resolve(uint64_t *address, uint64_t bytes, CUdevice device)
{
    void *const place = fake_resolve((CUdeviceptr)*address, bytes, true, device);

    *address = fake_word(place);
    return place != NULL;
}

bool fake_kernel_resolve(FakeKernel *kernel, CUdevice device)
{
    const uint64_t slot = 2U * sizeof(uint64_t);
    bool fits = true;

    if (kernel->kind >= FAKE_BLIT_PICK) {
        fits = fake_blit_resolve(kernel, device);
    } else if (kernel->kind >= FAKE_DLA_SINGLE) {
        fits = fake_dla_resolve(kernel, device);
    } else {
        fits = true;
    }

    for (uint64_t i = 0U; i < kernel->count; i++) {
        fits = fits && resolve(&kernel->stores[i].word, sizeof(uint64_t), device);
    }
    for (uint64_t i = 0U; i < kernel->stamps.count; i++) {
        fits = fits && resolve(&kernel->stamps.entries[i].slot, slot, device) &&
               resolve(&kernel->stamps.entries[i].previous, slot, device) &&
               (kernel->stamps.entries[i].store < kernel->count);
    }
    return fits;
}

/* ---------------------------------------------------------------- code */

FAKE_EXPORT CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *options,
                                       void **values, unsigned int count,
                                       CUlibraryOption *library_options, void **library_values,
                                       unsigned int library_count)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(library), fake_word(code), count, library_count);

    (void)options;
    (void)values;
    (void)library_options;
    (void)library_values;
    if ((status == CUDA_SUCCESS) && ((library == NULL) || (code == NULL))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        void *const only = &g_library;

        *library = only;
    }
    return status;
}

FAKE_EXPORT CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(kernel), fake_word(library), 0U, 0U);
    void *found = NULL;

    for (unsigned int i = 0U; i < (unsigned int)FAKE_KERNELS; i++) {
        found = (strcmp(name, g_names[i]) == 0) ? &g_kernels[i] : found;
    }
    if ((status == CUDA_SUCCESS) && (found == NULL)) {
        status = CUDA_ERROR_NOT_FOUND;
    }
    if (status == CUDA_SUCCESS) {
        *kernel = found;
    }
    return status;
}

/** Kernels of one thread alone, but for those of many. */
FAKE_EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                    unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                    unsigned int block_z, unsigned int shared, CUstream stream,
                                    void **parameters, void **extra)
{
    const unsigned int threads = grid_x * grid_y * grid_z * block_x * block_y * block_z;
    FakeKernel kernel;
    CUstream found = stream;
    CUresult status = fake_stream_enter(__func__, &found, fake_word(function));

    if ((status == CUDA_SUCCESS) && ((threads == 0U) || (shared != 0U) || (extra != NULL) ||
                                     !fake_kernel_read(function, parameters, &kernel) ||
                                     ((kernel.kind < FAKE_DLA_BULK) && (threads != 1U)))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    kernel.threads = threads;
    kernel.extent[0] = grid_x * block_x;
    kernel.extent[1] = grid_y * block_y;
    kernel.extent[2] = grid_z * block_z;
    return (status == CUDA_SUCCESS) ? fake_stream_kernel(found, &kernel) : status;
}
