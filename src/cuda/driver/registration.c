/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file registration.c
 * Host memory that CUDA knows. CUDA takes the same pages once, so imports of one object share.
 */
#include "cuda/driver/cuda_driver.h"

#include <string.h>

#include "core/assert.h"

/** A registration; no users: the row is free. */
typedef struct {
    CudaPages pages;
    /** Context in which it was made. */
    CudaContext context;
    uint32_t users;
} Registration;

static Registration g_registrations[REGISTRATIONS];

/** Row of these pages, else a free one. */
static uint32_t row_for(const CudaPages *pages)
{
    uint32_t row = REGISTRATIONS;
    bool shared = false;

    for (uint32_t i = 0U; (i < REGISTRATIONS) && (!shared); i++) {
        const Registration *const one = &g_registrations[i];

        if (one->users == 0U) {
            row = (row == REGISTRATIONS) ? i : row;
        } else if (one->pages.base == pages->base) {
            row = i;
            shared = true;
        } else {
            shared = false;
        }
    }
    return row;
}

/** Makes CUDA know pages, in all contexts.
 * @satisfies RF-CUDA-012 */
static CUresult register_pages(const CudaDriver *driver, const CudaPages *pages)
{
    unsigned int flags = CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_PORTABLE;

    if (!pages->writable) {
        flags |= CU_MEMHOSTREGISTER_READ_ONLY;
    }
    return driver->host_register(without_const(pages->base), (size_t)pages->bytes, flags);
}

/**
 * The address is asked for in each context that imports: one that cannot map host memory says so.
 *
 * @satisfies RF-CUDA-012
 */
CUresult registration_take(const CudaDriver *driver, const CudaPages *pages, CUdeviceptr *device,
                           uint32_t *index)
{
    const uint32_t row = row_for(pages);
    bool stays = false;
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    if (row < REGISTRATIONS) {
        Registration *const registration = &g_registrations[row];

        result = CUDA_SUCCESS;
        if (registration->users == 0U) {
            result = context_current(driver, &registration->context);
            if (result == CUDA_SUCCESS) {
                result = register_pages(driver, pages);
            }
            registration->pages = *pages;
        }
        if (result == CUDA_SUCCESS) {
            registration->users++;
            *index = row;
            result = driver->host_pointer(device, without_const(pages->base), 0U);
            if (result != CUDA_SUCCESS) {
                (void)registration_drop(driver, row, &stays);
            }
        }
    }
    return result;
}

/** Says whether CUDA still knows pages, after it refused to forget them: not if their context is
 * gone or failed for good. */
static bool is_known(const CudaDriver *driver, const Registration *registration, CUresult refusal)
{
    CUdeviceptr pointer = 0U;
    bool known = false;

    if (!result_is_final(refusal)) {
        known = (driver->host_pointer(&pointer, without_const(registration->pages.base), 0U) ==
                 CUDA_SUCCESS);
    }
    return known;
}

/** Makes CUDA forget pages, in the context that registered them, or in the current one if that one
 * is gone. */
static CUresult unregister_pages(const CudaDriver *driver, const Registration *registration,
                                 bool *stays)
{
    const bool entered = (context_enter(driver, &registration->context) == CUDA_SUCCESS);
    const CUresult result = driver->host_unregister(without_const(registration->pages.base));

    *stays = false;
    if (result != CUDA_SUCCESS) {
        *stays = is_known(driver, registration, result);
    }
    if (entered) {
        context_leave(driver);
    }
    return result;
}

void registration_awaits(uint32_t index, CudaContext *context)
{
    ASSERT(index < REGISTRATIONS);
    if (g_registrations[index].users == 1U) {
        *context = g_registrations[index].context;
    }
}

/** @satisfies RF-CUDA-012 RF-CUDA-101 */
CUresult registration_drop(const CudaDriver *driver, uint32_t index, bool *stays)
{
    Registration *const registration = &g_registrations[index];
    CUresult result = CUDA_SUCCESS;

    ASSERT(index < REGISTRATIONS);
    ASSERT(registration->users > 0U);
    *stays = false;
    if (registration->users == 1U) {
        result = unregister_pages(driver, registration, stays);
    }
    if (!(*stays)) {
        registration->users--;
        if (registration->users == 0U) {
            (void)memset(registration, 0, sizeof(*registration));
        }
    }
    return result;
}
