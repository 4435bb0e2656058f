/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file import.c
 * Images in memory that a GPU can use.
 *
 * Shared memory of the CPU is mapped once more before it is registered: CUDA takes the same
 * addresses once, and a program may register them as well. Memory of a GPU is mapped at addresses
 * of the library's, where the driver checks its size. Planes of block-linear images are arrays,
 * which external memory of CUDA has.
 */
#include <string.h>

#include "blit/cuda/driver.h"
#include "blit/cuda/planes.h"
#include "gpu/gpu.h"
#include "port/descriptor.h"
#include "port/memory.h"
#include "port/status.h"

/* ---------------------------------------------------------------- memory of the CPU */

/** Says whether the planes of a linear image end within its memory. */
static bool memory_holds(const BlitGpuMemory *memory, const BlitImage *image)
{
    bool fit = true;

    for (uint32_t i = 0U; i < image->format.planes; i++) {
        const BlitGpuPlane plane = blit_gpu_plane(image, i);
        const uint32_t before = plane.rows - 1U;
        const uint64_t last = (uint64_t)before * image->pitch[i];

        if (memory->offset[i] > memory->size) {
            fit = false;
        } else if ((last + plane.row_bytes) > (memory->size - memory->offset[i])) {
            fit = false;
        } else {
            /* It ends before. */
        }
    }
    return fit;
}

/** Registers memory of the CPU; what is done is in `made`.
 * @satisfies RF-BLIT-203 */
static BlitGpuStatus import_host(const BlitGpuRow *row, const BlitGpuMemory *memory,
                                 BlitGpuImage *made)
{
    const uint32_t flags =
        GPU_CUDA_REGISTER_MAPPED | (memory->writable ? 0U : GPU_CUDA_REGISTER_READ_ONLY);
    void *const again = ringfence_port_pages_again(memory->base, (size_t)memory->size);
    BlitGpuStatus status = (again == NULL) ? BLIT_GPU_NO_ROOM : BLIT_GPU_OK;

    if (again != NULL) {
        status = blit_gpu_status(row->driver->host_register(again, (size_t)memory->size, flags));
        if (status == BLIT_GPU_OK) {
            made->host = again;
            made->bytes = memory->size;
            status = blit_gpu_status(row->driver->host_pointer(&made->address, again, 0U));
        } else {
            ringfence_port_pages_end(again, (size_t)memory->size);
        }
    }
    return status;
}

/** Gives memory of the CPU back. It stays mapped if CUDA does not forget it, though its context
 * works: the GPU may use it. */
static void release_host(const BlitGpuRow *row, const BlitGpuImage *image)
{
    void *const host = image->host;
    uint64_t pointer = 0U;
    bool stays = false;

    if (row->driver->host_unregister(host) != GPU_CUDA_SUCCESS) {
        stays = (row->driver->host_pointer(&pointer, host, 0U) == GPU_CUDA_SUCCESS);
    }
    if (!stays) {
        ringfence_port_pages_end(host, (size_t)image->bytes);
    }
}

/* ---------------------------------------------------------------- memory of a GPU */

/** Makes the array of a plane, and a surface object of it. */
static GpuResult make_surface(const BlitGpuRow *row, const BlitGpuMemory *memory,
                              const BlitImage *image, uint32_t index, BlitGpuImage *made)
{
    const BlitGpuPlane plane = blit_gpu_plane(image, index);
    const uint32_t element_bytes = (uint32_t)plane.channels * image->format.sample_bytes;
    const uint32_t columns = plane.row_bytes / element_bytes;
    GpuArray about;
    GpuResource resource;
    GpuResult result = GPU_CUDA_SUCCESS;

    (void)memset(&about, 0, sizeof(about));
    (void)memset(&resource, 0, sizeof(resource));
    about.offset = memory->offset[index];
    about.width = columns;
    about.height = plane.rows;
    about.format = BLIT_CUDA_UINT16;
    if (image->format.sample_bytes == 1U) {
        about.format = BLIT_CUDA_UINT8;
    }
    about.channels = plane.channels;
    about.array_flags = BLIT_CUDA_ARRAY_SURFACE;
    about.levels = 1U;
    result = row->driver->memory_array(&made->mipmap[index], made->external, &about);
    if (result == GPU_CUDA_SUCCESS) {
        result = row->driver->array_level(&made->array[index], made->mipmap[index], 0U);
    }
    if (result == GPU_CUDA_SUCCESS) {
        resource.array = made->array[index];
        result = row->driver->surface_create(&made->plane[index], &resource);
        if (result != GPU_CUDA_SUCCESS) {
            made->plane[index] = 0U;
        }
    }
    return result;
}

/** Imports memory as external memory, which arrays can be in.
 * @satisfies RF-BLIT-206 */
static BlitGpuStatus make_surfaces(const BlitGpuRow *row, const BlitGpuMemory *memory,
                                   const BlitImage *image, BlitGpuImage *made)
{
    GpuExternal about;
    int32_t copy = -1;
    BlitGpuStatus status = BLIT_GPU_FAILED;

    (void)memset(&about, 0, sizeof(about));
    about.type = BLIT_CUDA_OPAQUE_FD;
    about.size = memory->size;
    if (ringfence_port_descriptor_copy(memory->descriptor, &copy) == PORT_OK) {
        about.descriptor = copy;
        status = blit_gpu_status(row->driver->import_memory(&made->external, &about));
        if (status != BLIT_GPU_OK) {
            /* After success the descriptor is CUDA's. */
            ringfence_port_descriptor_close(copy);
            made->external = NULL;
        }
    }
    made->is_array = (status == BLIT_GPU_OK);
    for (uint32_t i = 0U; (i < image->format.planes) && (status == BLIT_GPU_OK); i++) {
        status = blit_gpu_status(make_surface(row, memory, image, i, made));
    }
    return status;
}

/** Makes memory of a GPU known; what is done is in `made`. An array is of the GPU that has the
 * memory.
 * @satisfies RF-BLIT-204 RF-BLIT-205 */
static BlitGpuStatus import_device(const BlitGpuRow *row, const BlitGpuMemory *memory,
                                   const BlitImage *image, BlitGpuImage *made)
{
    GpuShare share = {memory->descriptor, memory->size, 0, row->device, memory->writable};
    GpuSpan span = {0U, 0U};
    bool other = (gpu_find_device(row->driver, memory->home, &share.home) != GPU_CUDA_SUCCESS) ||
                 (memory->is_block_linear && (share.home != row->device));
    BlitGpuStatus status = BLIT_GPU_UNREACHABLE;

    if (!other) {
        const GpuResult result = gpu_map(row->driver, &share, &span, &other);

        status = other ? BLIT_GPU_UNREACHABLE : blit_gpu_status(result);
    }
    if (status == BLIT_GPU_OK) {
        made->address = span.address;
        made->bytes = span.bytes;
    }
    if ((status == BLIT_GPU_OK) && memory->is_block_linear) {
        status = make_surfaces(row, memory, image, made);
    }
    return status;
}

/** Gives arrays and external memory back. */
static void release_surfaces(const BlitGpuRow *row, const BlitGpuImage *image)
{
    for (uint32_t i = 0U; i < BLIT_PLANES; i++) {
        if (image->is_array && (image->plane[i] != 0U)) {
            (void)row->driver->surface_destroy(image->plane[i]);
        }
        if (image->mipmap[i] != NULL) {
            (void)row->driver->destroy_array(image->mipmap[i]);
        }
    }
    if (image->external != NULL) {
        (void)row->driver->destroy_memory(image->external);
    }
}

/* ---------------------------------------------------------------- imports */

/** Gives back all that is there of an image. */
static void release_image(const BlitGpuRow *row, const BlitGpuImage *image)
{
    release_surfaces(row, image);
    if (image->host != NULL) {
        release_host(row, image);
    } else if (image->address != 0U) {
        const GpuSpan span = {image->address, image->bytes};

        (void)gpu_unmap(row->driver, &span);
    } else {
        /* There was no memory. */
    }
}

/** Imports in the context that is current. */
static BlitGpuStatus import_image(const BlitGpuRow *row, const BlitGpuMemory *memory,
                                  const BlitImage *image, BlitGpuImage *made)
{
    BlitGpuImage image_made;
    BlitGpuStatus status = BLIT_GPU_OK;

    (void)memset(&image_made, 0, sizeof(image_made));
    if ((!memory->is_block_linear) && (!memory_holds(memory, image))) {
        status = BLIT_GPU_UNREACHABLE;
    } else if (memory->is_device) {
        status = import_device(row, memory, image, &image_made);
    } else {
        status = import_host(row, memory, &image_made);
    }
    if (status == BLIT_GPU_OK) {
        for (uint32_t i = 0U; (i < image->format.planes) && (!image_made.is_array); i++) {
            image_made.plane[i] = image_made.address + memory->offset[i];
        }
        image_made.is_there = true;
        *made = image_made;
    } else {
        release_image(row, &image_made);
    }
    return status;
}

/** @satisfies RF-BLIT-203 RF-BLIT-204 */
BlitGpuStatus blit_gpu_import(uint32_t engine, const BlitGpuMemory *memory, const BlitImage *image,
                              BlitGpuImage *made)
{
    const BlitGpuRow *const row = blit_gpu_row(engine);
    BlitGpuStatus status = BLIT_GPU_FAILED;

    if (row != NULL) {
        status = blit_gpu_status(row->driver->context_push(row->context));
        if (status == BLIT_GPU_OK) {
            void *popped = NULL;

            status = import_image(row, memory, image, made);
            (void)row->driver->context_pop(&popped);
        }
    }
    return status;
}

void blit_gpu_unimport(uint32_t engine, BlitGpuImage *image)
{
    const BlitGpuRow *const row = blit_gpu_row(engine);

    if ((row != NULL) && image->is_there) {
        const bool is_pushed = (row->driver->context_push(row->context) == GPU_CUDA_SUCCESS);

        release_image(row, image);
        if (is_pushed) {
            void *popped = NULL;

            (void)row->driver->context_pop(&popped);
        }
    }
    (void)memset(image, 0, sizeof(*image));
}
