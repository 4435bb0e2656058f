/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_blit.c
 * The kernels of blits, compiled for the CPU: one thread after the other.
 */
#define _GNU_SOURCE 1
#include "fake_internal.h"

#include <math.h>
#include <stdlib.h>

/** What the kernels have of a GPU. */
#define KERNEL    static void
#define DEVICE    static
#define PARAMETER const

/** Where the thread that runs is. */
static _Thread_local uint32_t t_x;
static _Thread_local uint32_t t_y;
static _Thread_local uint32_t t_z;

DEVICE uint32_t item_x(void)
{
    return t_x;
}

DEVICE uint32_t item_y(void)
{
    return t_y;
}

DEVICE uint32_t item_z(void)
{
    return t_z;
}

DEVICE float sine_of_pi(float t)
{
    return sinf(3.14159265F * t);
}

/** Bytes of any number, of a surface or of memory; a place that there is not ends the program. */
static void copy_surface(uint64_t surface, uint32_t x, uint32_t y, void *bytes, uint32_t count,
                         bool write)
{
    for (uint32_t i = 0U; i < count; i++) {
        unsigned char *const place = fake_surface_at(surface, x + i, y);

        if ((place == NULL) || ((x % count) != 0U)) {
            abort();
        }
        if (write) {
            *place = ((const unsigned char *)bytes)[i];
        } else {
            ((unsigned char *)bytes)[i] = *place;
        }
    }
}

static void copy_memory(uint64_t address, void *bytes, uint32_t count, bool write)
{
    void *const place = (void *)(uintptr_t)address;

    if ((address % count) != 0U) {
        abort();
    }
    (void)memcpy(write ? place : bytes, write ? bytes : place, count);
}

static uint32_t surface_get(uint64_t surface, uint32_t x, uint32_t y, uint32_t bytes)
{
    uint32_t value = 0U;

    copy_surface(surface, x, y, &value, bytes, false);
    return value;
}

static void surface_put(uint64_t surface, uint32_t x, uint32_t y, uint32_t bytes, uint32_t value)
{
    uint32_t copy = value;

    copy_surface(surface, x, y, &copy, bytes, true);
}

static uint32_t memory_get(uint64_t address, uint32_t bytes)
{
    uint32_t value = 0U;

    copy_memory(address, &value, bytes, false);
    return value;
}

static void memory_put(uint64_t address, uint32_t bytes, uint32_t value)
{
    uint32_t copy = value;

    copy_memory(address, &copy, bytes, true);
}

DEVICE BlitQuad surface_get_quad(uint64_t surface, uint32_t x, uint32_t y)
{
    BlitQuad quad;

    copy_surface(surface, x, y, &quad, sizeof(quad), false);
    return quad;
}

DEVICE void surface_put_quad(uint64_t surface, uint32_t x, uint32_t y, BlitQuad quad)
{
    copy_surface(surface, x, y, &quad, sizeof(quad), true);
}

DEVICE BlitQuad memory_get_quad(uint64_t address)
{
    BlitQuad quad;

    copy_memory(address, &quad, sizeof(quad), false);
    return quad;
}

DEVICE void memory_put_quad(uint64_t address, BlitQuad quad)
{
    copy_memory(address, &quad, sizeof(quad), true);
}

#include "blit/cuda/blit.cu"

/* ---------------------------------------------------------------- running */

/** One thread. */
static void run_thread(const FakeKernel *kernel)
{
    switch (kernel->kind) {
    case FAKE_BLIT_PICK:
        ringfence_blit_pick(kernel->blit);
        break;
    case FAKE_BLIT_FILTER:
        ringfence_blit_filter(kernel->blit);
        break;
    case FAKE_BLIT_420:
        ringfence_blit_420(kernel->blit);
        break;
    default:
        ringfence_blit_copy(kernel->blit);
        break;
    }
}

void fake_blit_run(const FakeKernel *kernel)
{
    for (t_z = 0U; t_z < kernel->extent[2]; t_z++) {
        for (t_y = 0U; t_y < kernel->extent[1]; t_y++) {
            for (t_x = 0U; t_x < kernel->extent[0]; t_x++) {
                run_thread(kernel);
            }
        }
    }
}

/* ---------------------------------------------------------------- addresses */

/** Makes addresses of planes those of this process; surfaces are looked up when they are used. */
static bool resolve_image(BlitWorkImage *image, bool write, CUdevice device)
{
    bool fits = true;

    for (uint32_t i = 0U; (i < BLIT_PLANES) && (image->is_array == 0U); i++) {
        if (image->rows[i] > 0U) {
            const uint64_t bytes =
                ((uint64_t)image->pitch[i] * (image->rows[i] - 1U)) + image->row_bytes[i];
            void *const place = fake_resolve((CUdeviceptr)image->plane[i], bytes, write, device);

            image->plane[i] = fake_word(place);
            fits = fits && (place != NULL);
        }
    }
    return fits;
}

bool fake_blit_resolve(FakeKernel *kernel, CUdevice device)
{
    const bool source = resolve_image(&kernel->blit.source, false, device);

    return resolve_image(&kernel->blit.destination, true, device) && source;
}
