/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file row.c
 * Handles of hybrid mode: what is reserved when one is made, what tells of tasks that failed, and
 * how tasks end with their handle.
 *
 * The page of a handle is memory of the library, which CUDA registers for its GPUs: it can be read
 * whatever becomes of the context.
 */
#include "dla/gpu/row.h"

#include <stddef.h>
#include <string.h>

#include "core/fault.h"
#include "core/phase.h"
#include "dla/gpu/hybrid.h"
#include "port/atomic.h"
#include "port/wait.h"

/** How long tasks have to end when their handle is destroyed, and how often they are looked at. */
#define HYBRID_PATIENCE_US 1000000U
#define HYBRID_LOOK_US     200

/** Words of a page that nothing uses, before and behind the part that is registered: that part is
 * on no page of the system with another one or with other data, also where pages have 64 KiB. */
#define HYBRID_WORDS_BEFORE 512U
#define HYBRID_WORDS_ALL    10240U
#define HYBRID_WORDS_DONE   (HYBRID_WORDS_ALL - HYBRID_WORDS_BEFORE - 2U)

/** What the CPU and the GPU share. */
typedef struct {
    PortAtomic64 stop;
    PortAtomic32 error;
    PortAtomic64 done[HYBRID_WORDS_DONE];
} HybridPage;

/** A page, and what is before it. */
typedef struct {
    uint64_t before[HYBRID_WORDS_BEFORE];
    HybridPage page;
} HybridPlot;

_Static_assert((size_t)offsetof(HybridPage, stop) == (size_t)HYBRID_PAGE_STOP, "kernels read it");
_Static_assert((size_t)offsetof(HybridPage, error) == (size_t)HYBRID_PAGE_ERROR,
               "kernels write it");
_Static_assert((size_t)offsetof(HybridPage, done) == (size_t)HYBRID_PAGE_DONE, "kernels write it");
_Static_assert(RINGFENCE_CFG_DLA_TASKS <= 1024U, "tasks fit on the part of a page that is used");
_Static_assert((RINGFENCE_CFG_DLA_HANDLES * RINGFENCE_CFG_DLA_TASKS) <= HYBRID_SLOTS,
               "each task has words");
_Static_assert(sizeof(HybridWork) <= 4096U, "parameters of a kernel");

/** Bytes of a page that are registered. */
#define HYBRID_USED_BYTES (HYBRID_PAGE_DONE + (RINGFENCE_CFG_DLA_TASKS * 8U))

static HybridRow g_hybrid_rows[RINGFENCE_CFG_DLA_HANDLES];
static HybridPlot g_plots[RINGFENCE_CFG_DLA_HANDLES];

_Static_assert((size_t)offsetof(HybridPlot, page) == sizeof(g_plots[0].before),
               "what is before a page ends there");

/* ---------------------------------------------------------------- rows */

HybridRow *hybrid_row(uint32_t row)
{
    HybridRow *found = NULL;

    if ((row < RINGFENCE_CFG_DLA_HANDLES) && g_hybrid_rows[row].is_open) {
        found = &g_hybrid_rows[row];
    }
    return found;
}

bool hybrid_is_free(uint32_t row, uint32_t place)
{
    return port_load64_acquire(&g_plots[row].page.done[place]) >=
           port_load64_relaxed(&g_hybrid_rows[row].issued[place]);
}

bool hybrid_find_done(uint32_t row, const HybridTask *task, uint32_t *done)
{
    bool found = false;

    if (task->place > 0U) {
        *done = task->place - 1U;
        found = hybrid_is_free(row, *done);
    } else {
        for (uint32_t i = 0U; (i < RINGFENCE_CFG_DLA_TASKS) && (!found); i++) {
            *done = (uint32_t)((g_hybrid_rows[row].tickets + i) % RINGFENCE_CFG_DLA_TASKS);
            found = hybrid_is_free(row, *done);
        }
    }
    return found;
}

uint32_t hybrid_room(uint32_t row)
{
    uint32_t room = 0U;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_TASKS; i++) {
        if (hybrid_is_free(row, i)) {
            room++;
        }
    }
    return room;
}

bool hybrid_are_over(uint32_t row)
{
    return hybrid_room(row) == RINGFENCE_CFG_DLA_TASKS;
}

void hybrid_make_over(uint32_t row)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_TASKS; i++) {
        port_store64_release(&g_plots[row].page.done[i],
                             port_load64_relaxed(&g_hybrid_rows[row].issued[i]));
    }
}

void hybrid_stop(uint32_t row)
{
    port_store64(&g_plots[row].page.stop, g_hybrid_rows[row].tickets + 1U);
}

/* ---------------------------------------------------------------- results */

cudlaStatus hybrid_status(GpuResult result)
{
    cudlaStatus status = cudlaErrorCuda;

    switch (result) {
    case GPU_CUDA_SUCCESS:
        status = cudlaSuccess;
        break;
    case GPU_CUDA_OUT_OF_MEMORY:
        status = cudlaErrorOutOfResources;
        break;
    case GPU_CUDA_NO_BINARY:
    case GPU_CUDA_CAPTURE_IMPLICIT:
        status = cudlaErrorUnsupportedOperation;
        break;
    default:
        status = cudlaErrorCuda;
        break;
    }
    return status;
}

/** @satisfies RF-DLA-300 */
bool hybrid_is_there(void)
{
    const GpuDriver *const driver = gpu_driver();
    size_t length = 0U;

    (void)hybrid_image(&length);
    return (length > 0U) && (driver != NULL);
}

void hybrid_forget_error(uint32_t row)
{
    port_store32_release(&g_plots[row].page.error, (uint32_t)cudlaSuccess);
}

/** @satisfies RF-DLA-306 */
cudlaStatus hybrid_last_error(uint32_t row)
{
    cudlaStatus status = cudlaErrorInvalidDevice;

    if (hybrid_row(row) != NULL) {
        const uint32_t error = port_load32_acquire(&g_plots[row].page.error);

        /* The kernels write it: a number that is none is an error, too. */
        status = loadable_status(error);
        if ((status == cudlaSuccess) && (error != (uint32_t)cudlaSuccess)) {
            status = cudlaErrorUnknown;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- closing */

/** CUDA has forgotten the page then. */
bool hybrid_is_lost(const GpuDriver *driver, uint32_t row)
{
    uint64_t pointer = 0U;
    GpuResult result = driver->context_push(g_hybrid_rows[row].context);

    if (result == GPU_CUDA_SUCCESS) {
        void *popped = NULL;

        result = driver->host_pointer(&pointer, &g_plots[row].page, 0U);
        (void)driver->context_pop(&popped);
    }
    return result != GPU_CUDA_SUCCESS;
}

/** @satisfies RF-DLA-353 */
void hybrid_look(uint32_t row)
{
    const HybridRow *const had = hybrid_row(row);

    if ((had != NULL) && (!hybrid_are_over(row))) {
        if (hybrid_is_lost(had->driver, row)) {
            hybrid_make_over(row);
        }
    }
}

/** Gives the context of a row back: its page is registered no more. */
static void hybrid_forget(const GpuDriver *driver, uint32_t row)
{
    HybridRow *const had = &g_hybrid_rows[row];

    if (had->is_retained) {
        (void)driver->primary_release(had->device);
    }
    had->is_retained = false;
    had->context = NULL;
    (void)memset(&had->lane, 0, sizeof(had->lane));
    /* What is not over now never will be. */
    hybrid_make_over(row);
}

/** Gives the page and the context of a row back; they stay with it if the driver refuses, though
 * the context works. */
static void hybrid_release(const GpuDriver *driver, uint32_t row)
{
    GpuResult result = driver->context_push(g_hybrid_rows[row].context);

    if (result == GPU_CUDA_SUCCESS) {
        void *popped = NULL;

        (void)gpu_lane_close(driver, &g_hybrid_rows[row].lane);
        result = driver->host_unregister(&g_plots[row].page);
        (void)driver->context_pop(&popped);
    }
    if (result == GPU_CUDA_SUCCESS) {
        hybrid_forget(driver, row);
    } else if (hybrid_is_lost(driver, row)) {
        hybrid_forget(driver, row);
    } else {
        /* It is tried again when the row is opened. */
    }
}

/** Says whether no task of a row is left that could write its page. */
static bool is_settled(const GpuDriver *driver, uint32_t row)
{
    return hybrid_are_over(row) ? true : hybrid_is_lost(driver, row);
}

/** Releases a row if none of its tasks is left that could write its page. */
static void settle(const GpuDriver *driver, uint32_t row)
{
    if (is_settled(driver, row)) {
        hybrid_release(driver, row);
    }
}

/** @satisfies RF-DLA-307 */
void hybrid_close(uint32_t row)
{
    static const PortAtomic32 word;
    HybridRow *const had = hybrid_row(row);

    if (had != NULL) {
        const GpuDriver *const driver = had->driver;
        const uint64_t start_us = ringfence_port_time_us();

        had->is_open = false;
        hybrid_stop(row);
        while ((!is_settled(driver, row)) &&
               ((ringfence_port_time_us() - start_us) < HYBRID_PATIENCE_US)) {
            (void)ringfence_port_sleep(&word, 0U, HYBRID_LOOK_US);
        }
        settle(driver, row);
    }
}

/* ---------------------------------------------------------------- opening */

GpuResult hybrid_launch(const HybridRow *row, HybridWork *work, uint32_t blocks, void *stream)
{
    const bool is_single = work->kind <= HYBRID_END;
    const HybridKernel kernel = is_single ? HYBRID_SINGLE : HYBRID_BULK;
    void *arguments[] = {work};

    return row->driver->launch(row->kernels[kernel], blocks, 1U, 1U,
                               is_single ? 1U : HYBRID_THREADS, 1U, 1U, 0U, stream, arguments,
                               NULL);
}

/** Runs both kernels once: CUDA loads them into a context when they first run there. */
static GpuResult warm(const GpuDriver *driver, const HybridRow *row)
{
    HybridWork work;
    GpuLane lane;
    GpuResult result = gpu_lane_open(driver, &lane);

    (void)memset(&work, 0, sizeof(work));
    if (result == GPU_CUDA_SUCCESS) {
        GpuResult ended = GPU_CUDA_SUCCESS;

        work.kind = HYBRID_NOTHING;
        result = hybrid_launch(row, &work, 1U, lane.stream);
        if (result == GPU_CUDA_SUCCESS) {
            /* It has no bytes to fill. */
            work.kind = HYBRID_FILL;
            result = hybrid_launch(row, &work, 1U, lane.stream);
        }
        if (result == GPU_CUDA_SUCCESS) {
            result = gpu_lane_wait(driver, &lane);
        }
        ended = gpu_lane_close(driver, &lane);
        result = (result == GPU_CUDA_SUCCESS) ? ended : result;
    }
    return result;
}

/** Registers the page of a row. The context is current. */
static GpuResult register_page(const GpuDriver *driver, uint32_t row, bool *is_registered)
{
    GpuResult result =
        driver->host_register(&g_plots[row].page, HYBRID_USED_BYTES, HYBRID_REGISTER_FLAGS);

    *is_registered = (result == GPU_CUDA_SUCCESS);
    if (*is_registered) {
        result = driver->host_pointer(&g_hybrid_rows[row].page, &g_plots[row].page, 0U);
    }
    return result;
}

/** Registers the page of a row in its context, and loads the kernels there; gives the context back
 * if that fails. */
static GpuResult prepare(const GpuDriver *driver, uint32_t row)
{
    bool is_registered = false;
    GpuResult result = driver->context_push(g_hybrid_rows[row].context);

    if (result == GPU_CUDA_SUCCESS) {
        void *popped = NULL;

        result = register_page(driver, row, &is_registered);
        if (result == GPU_CUDA_SUCCESS) {
            result = warm(driver, &g_hybrid_rows[row]);
        }
        (void)driver->context_pop(&popped);
    }
    if (result == GPU_CUDA_SUCCESS) {
        /* It is ready. */
    } else if (is_registered) {
        hybrid_release(driver, row);
    } else {
        hybrid_forget(driver, row);
    }
    return result;
}

/** A context that a row is opened in. */
typedef struct {
    void *context;
    bool is_retained;
    int32_t device;
} HybridHome;

/** Finds the context: the primary one of a GPU; where none is named the current one, or the primary
 * one of the first GPU. */
static GpuResult hybrid_find_home(const GpuDriver *driver, const HybridGpu *gpu, HybridHome *home)
{
    GpuResult result = GPU_CUDA_SUCCESS;

    home->context = NULL;
    home->device = 0;
    if (gpu != NULL) {
        result = gpu_find_device(driver, gpu->bytes, &home->device);
    } else {
        result = driver->context_get(&home->context);
    }
    home->is_retained = false;
    if ((result == GPU_CUDA_SUCCESS) && (home->context == NULL)) {
        result = driver->primary_retain(&home->context, home->device);
        home->is_retained = (result == GPU_CUDA_SUCCESS);
    }
    return result;
}

/** Opens a row in a context: that of tasks which are left, or one that it is prepared in. */
static cudlaStatus open_in(const GpuDriver *driver, uint32_t row, const HybridHome *home)
{
    HybridRow *const made = &g_hybrid_rows[row];
    cudlaStatus status = cudlaSuccess;

    if (made->context == NULL) {
        made->context = home->context;
        made->is_retained = home->is_retained;
        made->device = home->device;
        status = hybrid_status(prepare(driver, row));
    } else {
        status = (made->context == home->context) ? cudlaSuccess : cudlaErrorOutOfResources;
        if (home->is_retained) {
            (void)driver->primary_release(home->device);
        }
    }
    return status;
}

/** Says in a fault report that there is nothing that runs on a GPU.
 * @satisfies RF-DLA-300 RF-DLA-301 */
static cudlaStatus report_lack(PhaseOp op, cudlaStatus status)
{
    ringfence_fault_report(op, RINGFENCE_FAULT_NO_KERNELS);
    return status;
}

/** Finds the driver and the kernels. */
static cudlaStatus find_kernels(HybridRow *row, PhaseOp op)
{
    cudlaStatus status = cudlaSuccess;

    row->driver = gpu_driver();
    if (row->driver == NULL) {
        status = report_lack(op, cudlaErrorCuda);
    } else {
        status = hybrid_status(row->driver->init(0U));
    }
    if (status == cudlaSuccess) {
        GpuResult result = GPU_CUDA_SUCCESS;

        row->kernels = hybrid_kernels(&result);
        status = hybrid_status(result);
    }
    return status;
}

/** @satisfies RF-DLA-302 RF-DLA-303 */
cudlaStatus hybrid_row_open(uint32_t row, PhaseOp op, const HybridGpu *gpu)
{
    HybridRow *const made = &g_hybrid_rows[row];
    HybridHome home = {NULL, false, 0};
    cudlaStatus status = find_kernels(made, op);

    if (status == cudlaSuccess) {
        status = hybrid_status(hybrid_find_home(made->driver, gpu, &home));
    }
    if (status == cudlaSuccess) {
        if (made->context != NULL) {
            settle(made->driver, row);
        }
        status = open_in(made->driver, row, &home);
    }
    if (status == cudlaErrorUnsupportedOperation) {
        status = report_lack(op, status);
    }
    if (status == cudlaSuccess) {
        hybrid_forget_error(row);
        made->is_open = true;
    }
    return status;
}

cudlaStatus hybrid_open(uint32_t row)
{
    return hybrid_row_open(row, OP_DLA_CREATE_DEVICE, NULL);
}

/* ---------------------------------------------------------------- memory */

/** Success iff the bytes are within an allocation of a device. The context is current. */
static cudlaStatus hybrid_check_memory(const GpuDriver *driver, uint64_t address, size_t size)
{
    uint32_t type = 0U;
    uint32_t managed = 0U;
    uint64_t base = 0U;
    size_t bytes = 0U;
    GpuResult result = driver->pointer_attribute(&type, HYBRID_ATTRIBUTE_TYPE, address);
    bool fits = false;

    if (result == GPU_CUDA_SUCCESS) {
        result = driver->pointer_attribute(&managed, HYBRID_ATTRIBUTE_MANAGED, address);
    }
    if (result == GPU_CUDA_SUCCESS) {
        result = driver->address_range(&base, &bytes, address);
    }
    if (result == GPU_CUDA_SUCCESS) {
        fits = (type == HYBRID_TYPE_DEVICE) && (managed == 0U) && (size <= bytes) &&
               ((address - base) <= (bytes - size));
    }
    return fits ? cudlaSuccess : cudlaErrorInvalidAddress;
}

/** @satisfies RF-DLA-304 */
cudlaStatus hybrid_register(uint32_t row, uint64_t address, size_t size)
{
    const HybridRow *const had = hybrid_row(row);
    cudlaStatus status = (had == NULL) ? cudlaErrorInvalidDevice : cudlaSuccess;

    if (status == cudlaSuccess) {
        status = hybrid_status(had->driver->context_push(had->context));
    }
    if (status == cudlaSuccess) {
        void *popped = NULL;

        status = hybrid_check_memory(had->driver, address, size);
        (void)had->driver->context_pop(&popped);
    }
    return status;
}
