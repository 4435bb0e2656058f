/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_external.c
 * Imports from others: memory behind the descriptors of cuMemExportToShareableHandle(), with arrays
 * in it that are copied like those of a GPU, in an order of their own, and semaphores that do
 * nothing: the record of calls shows what was asked of them. The NvSci types are refused, as by the
 * driver of a desktop.
 */
#include "fake_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define LEVELS 16U

/** Arrays lie in tiles of this many bytes and rows. */
#define TILE_BYTES 64U
#define TILE_ROWS  8U

struct CUarray_st {
    CUmipmappedArray of;
};

struct CUmipmappedArray_st {
    CUmipmappedArray next;
    CUDA_ARRAY3D_DESCRIPTOR about;
    unsigned char *base;
    uint64_t mapped;
    /** Where level 0 begins, and bytes of its rows. */
    uint64_t offset;
    uint64_t row_bytes;
    unsigned int levels;
    struct CUarray_st level[LEVELS];
};

struct CUextMemory_st {
    CUexternalMemory next;
    int fd;
    uint64_t bytes;
    uint64_t whole;
};

struct CUextSemaphore_st {
    CUexternalSemaphore next;
};

/** A surface object; its address is the object. */
typedef struct Surface {
    struct Surface *next;
    CUarray array;
} Surface;

static Surface *g_surfaces;
static CUexternalMemory g_memories;
static CUmipmappedArray g_arrays;
static CUexternalSemaphore g_semaphores;

unsigned int fake_live_external(FakeKind kind)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (CUexternalMemory one = g_memories; (one != NULL) && (kind == FAKE_EXTERNAL_MEMORY);
         one = one->next) {
        count++;
    }
    for (CUmipmappedArray one = g_arrays; (one != NULL) && (kind == FAKE_ARRAYS); one = one->next) {
        count++;
    }
    for (const Surface *one = g_surfaces; (one != NULL) && (kind == FAKE_SURFACES);
         one = one->next) {
        count++;
    }
    for (CUexternalSemaphore one = g_semaphores; (one != NULL) && (kind == FAKE_SEMAPHORES);
         one = one->next) {
        count++;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return count;
}

/* ---------------------------------------------------------------- memory */

static bool has_memory(CUexternalMemory memory)
{
    bool found = false;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (CUexternalMemory one = g_memories; one != NULL; one = one->next) {
        found = found || (one == memory);
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return found;
}

static CUresult check_import(const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *about, uint64_t *whole)
{
    CUresult status = CUDA_SUCCESS;

    if (about == NULL) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else if (about->type != CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    } else if (fake_device_of(about->handle.fd, whole) < 0) {
        status = CUDA_ERROR_UNKNOWN;
    } else if (about->size == 0U) {
        /* A size that the memory has not is believed, as measured with a driver. */
        status = CUDA_ERROR_INVALID_VALUE;
    } else {
        status = CUDA_SUCCESS;
    }
    return status;
}

/** After success the descriptor belongs to the import. */
FAKE_EXPORT CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                            const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *about)
{
    const uint64_t type = (about == NULL) ? 0U : (uint64_t)about->type;
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(memory), type,
                   (about == NULL) ? 0U : about->size, (about == NULL) ? 0U : about->flags);
    uint64_t whole = 0U;

    if (status == CUDA_SUCCESS) {
        status = (memory == NULL) ? CUDA_ERROR_INVALID_VALUE : check_import(about, &whole);
    }
    if (status == CUDA_SUCCESS) {
        const CUexternalMemory made = calloc(1U, sizeof(*made));

        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (made != NULL) {
            made->fd = about->handle.fd;
            made->bytes = about->size;
            made->whole = whole;
            (void)pthread_mutex_lock(&g_fake_lock);
            made->next = g_memories;
            g_memories = made;
            (void)pthread_mutex_unlock(&g_fake_lock);
            *memory = made;
        }
    }
    return status;
}

FAKE_EXPORT CUresult cuDestroyExternalMemory(CUexternalMemory memory)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(memory), 0U, 0U, 0U);
    CUexternalMemory *link = &g_memories;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while ((*link != NULL) && (*link != memory)) {
            link = &(*link)->next;
        }
        status = (*link == NULL) ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
        if (status == CUDA_SUCCESS) {
            *link = memory->next;
            (void)close(memory->fd);
            free(memory);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** Free it with cuMemFree(). */
FAKE_EXPORT CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *address, CUexternalMemory memory,
                                                     const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *about)
{
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(address), fake_word(memory),
                   (about == NULL) ? 0U : about->offset, (about == NULL) ? 0U : about->size);

    if ((status == CUDA_SUCCESS) && !has_memory(memory)) {
        status = CUDA_ERROR_INVALID_HANDLE;
    }
    if ((status == CUDA_SUCCESS) &&
        ((address == NULL) || (about == NULL) || (about->flags != 0U) || (about->size == 0U) ||
         (about->size > memory->bytes) || (about->offset > (memory->bytes - about->size)))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if ((status == CUDA_SUCCESS) && ((about->offset + about->size) > memory->whole)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        void *const base = fake_external_map(memory->fd, memory->whole);

        status = (base == NULL) ? CUDA_ERROR_OUT_OF_MEMORY
                                : fake_external_buffer_add(base, memory->whole, about->offset,
                                                           about->size, address);
    }
    return status;
}

/* ---------------------------------------------------------------- arrays */

/** Bytes of a pixel; 0: there is no such format. */
static uint64_t pixel_bytes(const CUDA_ARRAY3D_DESCRIPTOR *about)
{
    const unsigned int format = (unsigned int)about->Format;
    const unsigned int channels = about->NumChannels;
    uint64_t bytes = 0U;

    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        bytes = 1U;
        break;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        bytes = 2U;
        break;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        bytes = 4U;
        break;
    default:
        /* Formats whose pixels no test looks at. */
        bytes = ((format >= (unsigned int)CU_AD_FORMAT_UNORM_INT_101010_2) && (channels >= 1U))
                    ? 1U
                    : 0U;
        break;
    }
    return (channels == 3U)
               ? bytes
               : (((channels == 1U) || (channels == 2U) || (channels == 4U)) ? (bytes * channels)
                                                                             : 0U);
}

/** Bytes that CUDA wants for an array. */
static uint64_t array_bytes(const CUDA_ARRAY3D_DESCRIPTOR *about)
{
    const uint64_t row =
        ((about->Width * pixel_bytes(about)) + TILE_BYTES - 1U) & ~(uint64_t)(TILE_BYTES - 1U);
    const uint64_t rows = (about->Height + TILE_ROWS - 1U) & ~(uint64_t)(TILE_ROWS - 1U);

    return row * rows;
}

static CUresult check_array(CUexternalMemory memory,
                            const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *about)
{
    CUresult status = CUDA_SUCCESS;

    if ((about->numLevels == 0U) || (about->numLevels > LEVELS) ||
        (pixel_bytes(&about->arrayDesc) == 0U) || (about->arrayDesc.Width == 0U) ||
        (about->arrayDesc.Height == 0U)) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else if ((about->offset > memory->bytes) ||
               (array_bytes(&about->arrayDesc) > (memory->bytes - about->offset)) ||
               (memory->bytes > memory->whole)) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else {
        status = CUDA_SUCCESS;
    }
    return status;
}

/** Where a byte of a row is. */
static unsigned char *array_at(CUarray array, uint64_t byte, uint64_t row)
{
    const CUmipmappedArray of = array->of;
    const uint64_t tiles = (of->row_bytes + TILE_BYTES - 1U) / TILE_BYTES;
    const uint64_t tile = ((row / TILE_ROWS) * tiles) + (byte / TILE_BYTES);

    return &of->base[of->offset + (tile * TILE_BYTES * TILE_ROWS) +
                     ((row % TILE_ROWS) * TILE_BYTES) + (byte % TILE_BYTES)];
}

/** One side of a copy. */
typedef struct {
    CUmemorytype type;
    unsigned char *host;
    CUdeviceptr device;
    CUarray array;
    size_t pitch;
    size_t x;
    size_t y;
    bool write;
} Side;

/** Where a byte of a side is; NULL: nowhere that may be used so. */
static unsigned char *side_at(const Side *side, size_t x, size_t y)
{
    unsigned char *place = NULL;

    if (side->type == CU_MEMORYTYPE_HOST) {
        place = &side->host[((side->y + y) * side->pitch) + side->x + x];
    } else if (side->type == CU_MEMORYTYPE_DEVICE) {
        place = fake_resolve(side->device + ((side->y + y) * side->pitch) + side->x + x, 1U,
                             side->write, fake_context()->device);
    } else if ((side->array != NULL) && ((side->x + x) < side->array->of->row_bytes) &&
               ((side->y + y) < side->array->of->about.Height)) {
        place = array_at(side->array, side->x + x, side->y + y);
    } else {
        place = NULL;
    }
    return place;
}

/** Copies at once. */
static CUresult copy_sides(const CUDA_MEMCPY2D *copy)
{
    const Side from = {copy->srcMemoryType, (unsigned char *)(uintptr_t)copy->srcHost,
                       copy->srcDevice,     copy->srcArray,
                       copy->srcPitch,      copy->srcXInBytes,
                       copy->srcY,          false};
    const Side to = {copy->dstMemoryType, copy->dstHost,     copy->dstDevice, copy->dstArray,
                     copy->dstPitch,      copy->dstXInBytes, copy->dstY,      true};
    CUresult status = CUDA_SUCCESS;

    for (size_t i = 0U; (i < (copy->WidthInBytes * copy->Height)) && (status == CUDA_SUCCESS);
         i++) {
        const size_t x = i % copy->WidthInBytes;
        const size_t y = i / copy->WidthInBytes;
        const unsigned char *const source = side_at(&from, x, y);
        unsigned char *const target = side_at(&to, x, y);

        if ((source == NULL) || (target == NULL)) {
            status = CUDA_ERROR_INVALID_VALUE;
        } else {
            *target = *source;
        }
    }
    return status;
}

/** After all work of the context. */
FAKE_EXPORT CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(copy), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (copy == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        fake_stream_sync(fake_context(), true);
        status = copy_sides(copy);
    }
    return status;
}

/** After all work of the stream, and before the call returns. A cancellation point, as functions of
 * a driver may be. */
FAKE_EXPORT CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    CUstream found = stream;
    CUresult status = fake_stream_enter(__func__, &found, fake_word(copy));

    pthread_testcancel();
    if ((status == CUDA_SUCCESS) && (copy == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        fake_stream_drain(found);
        status = copy_sides(copy);
    }
    return status;
}

FAKE_EXPORT CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *about, CUarray array)
{
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(about), fake_word(array), 0U, 0U);

    if ((status == CUDA_SUCCESS) && ((about == NULL) || (array == NULL))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        *about = array->of->about;
    }
    return status;
}

FAKE_EXPORT CUresult
cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *array, CUexternalMemory memory,
                                        const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *about)
{
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(array), fake_word(memory),
                   (about == NULL) ? 0U : about->offset, (about == NULL) ? 0U : about->numLevels);

    if ((status == CUDA_SUCCESS) && !has_memory(memory)) {
        status = CUDA_ERROR_INVALID_HANDLE;
    }
    if ((status == CUDA_SUCCESS) && ((array == NULL) || (about == NULL))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        status = check_array(memory, about);
    }
    if (status == CUDA_SUCCESS) {
        const CUmipmappedArray made = calloc(1U, sizeof(*made));
        void *const base = fake_external_map(memory->fd, memory->whole);

        status = ((made == NULL) || (base == NULL)) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (status != CUDA_SUCCESS) {
            free(made);
            if (base != NULL) {
                (void)munmap(base, memory->whole);
            }
        } else {
            made->about = about->arrayDesc;
            made->base = base;
            made->mapped = memory->whole;
            made->offset = about->offset;
            made->row_bytes = about->arrayDesc.Width * pixel_bytes(&about->arrayDesc);
            made->levels = about->numLevels;
            (void)pthread_mutex_lock(&g_fake_lock);
            made->next = g_arrays;
            g_arrays = made;
            (void)pthread_mutex_unlock(&g_fake_lock);
            *array = made;
        }
    }
    return status;
}

FAKE_EXPORT CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array,
                                              unsigned int index)
{
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(level), fake_word(array), index, 0U);
    CUmipmappedArray found = NULL;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        for (CUmipmappedArray one = g_arrays; one != NULL; one = one->next) {
            found = (one == array) ? one : found;
        }
        if (found == NULL) {
            status = CUDA_ERROR_INVALID_HANDLE;
        } else if ((level == NULL) || (index >= found->levels)) {
            status = CUDA_ERROR_INVALID_VALUE;
        } else {
            found->level[index].of = found;
            *level = &found->level[index];
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuMipmappedArrayDestroy(CUmipmappedArray array)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(array), 0U, 0U, 0U);
    CUmipmappedArray *link = &g_arrays;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while ((*link != NULL) && (*link != array)) {
            link = &(*link)->next;
        }
        status = (*link == NULL) ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
        if (status == CUDA_SUCCESS) {
            *link = array->next;
            (void)munmap(array->base, array->mapped);
            free(array);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/* ---------------------------------------------------------------- surfaces */

/** Under the lock. */
static bool has_array(CUarray array)
{
    bool found = false;

    for (CUmipmappedArray one = g_arrays; one != NULL; one = one->next) {
        found = found || (array == &one->level[0]);
    }
    return found;
}

/** Of level 0 of an array that was made for it. */
FAKE_EXPORT CUresult cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *about)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(surface),
                                 (about == NULL) ? 0U : fake_word(about->res.array.hArray), 0U, 0U);
    Surface *const made = calloc(1U, sizeof(*made));

    if ((status == CUDA_SUCCESS) && ((surface == NULL) || (about == NULL) || (made == NULL) ||
                                     (about->resType != CU_RESOURCE_TYPE_ARRAY))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        if (has_array(about->res.array.hArray) &&
            ((about->res.array.hArray->of->about.Flags & CUDA_ARRAY3D_SURFACE_LDST) != 0U)) {
            made->array = about->res.array.hArray;
            made->next = g_surfaces;
            g_surfaces = made;
            *surface = fake_word(made);
        } else {
            status = CUDA_ERROR_INVALID_HANDLE;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    if (status != CUDA_SUCCESS) {
        free(made);
    }
    return status;
}

FAKE_EXPORT CUresult cuSurfObjectDestroy(CUsurfObject surface)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, surface, 0U, 0U, 0U);
    Surface **link = &g_surfaces;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while ((*link != NULL) && (fake_word(*link) != surface)) {
            link = &(*link)->next;
        }
        status = (*link == NULL) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
        if (status == CUDA_SUCCESS) {
            Surface *const gone = *link;

            *link = gone->next;
            free(gone);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

unsigned char *fake_surface_at(uint64_t surface, uint64_t byte, uint64_t row)
{
    unsigned char *place = NULL;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (const Surface *one = g_surfaces; one != NULL; one = one->next) {
        if ((fake_word(one) == surface) && has_array(one->array) &&
            (byte < one->array->of->row_bytes) && (row < one->array->of->about.Height)) {
            place = array_at(one->array, byte, row);
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return place;
}

/* ---------------------------------------------------------------- semaphores */

static CUresult check_semaphores(const CUexternalSemaphore *semaphores, const void *parameters,
                                 unsigned int count)
{
    CUresult status =
        ((semaphores == NULL) || (parameters == NULL)) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (unsigned int row = 0U; (row < count) && (status == CUDA_SUCCESS); row++) {
        bool found = false;

        for (CUexternalSemaphore one = g_semaphores; one != NULL; one = one->next) {
            found = found || (one == semaphores[row]);
        }
        status = found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return status;
}

/** After success the descriptor belongs to the import. */
FAKE_EXPORT CUresult cuImportExternalSemaphore(CUexternalSemaphore *semaphore,
                                               const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *about)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(semaphore),
                                 (about == NULL) ? 0U : (uint64_t)about->type,
                                 (about == NULL) ? 0U : about->flags, 0U);

    if ((status == CUDA_SUCCESS) && ((semaphore == NULL) || (about == NULL))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if ((status == CUDA_SUCCESS) && (about->type != CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD) &&
        (about->type != CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD)) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (status == CUDA_SUCCESS) {
        const CUexternalSemaphore made = calloc(1U, sizeof(*made));

        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (made != NULL) {
            (void)close(about->handle.fd);
            (void)pthread_mutex_lock(&g_fake_lock);
            made->next = g_semaphores;
            g_semaphores = made;
            (void)pthread_mutex_unlock(&g_fake_lock);
            *semaphore = made;
        }
    }
    return status;
}

FAKE_EXPORT CUresult cuDestroyExternalSemaphore(CUexternalSemaphore semaphore)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(semaphore), 0U, 0U, 0U);
    CUexternalSemaphore *link = &g_semaphores;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while ((*link != NULL) && (*link != semaphore)) {
            link = &(*link)->next;
        }
        status = (*link == NULL) ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
        if (status == CUDA_SUCCESS) {
            *link = semaphore->next;
            free(semaphore);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** Checks, and nothing else: the record of calls has the number and the first semaphore. */
static CUresult use(CUstream stream, const CUexternalSemaphore *semaphores, const void *parameters,
                    unsigned int count)
{
    return (fake_stream_find(stream) == NULL) ? CUDA_ERROR_INVALID_HANDLE
                                              : check_semaphores(semaphores, parameters, count);
}

FAKE_EXPORT CUresult cuSignalExternalSemaphoresAsync(
    const CUexternalSemaphore *semaphores, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *parameters,
    unsigned int count, CUstream stream)
{
    const CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(stream), count,
                   ((semaphores == NULL) || (count == 0U)) ? 0U : fake_word(semaphores[0]),
                   ((parameters == NULL) || (count == 0U)) ? 0U : parameters[0].params.fence.value);

    return (status == CUDA_SUCCESS) ? use(stream, semaphores, parameters, count) : status;
}

FAKE_EXPORT CUresult cuWaitExternalSemaphoresAsync(
    const CUexternalSemaphore *semaphores, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *parameters,
    unsigned int count, CUstream stream)
{
    const CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(stream), count,
                   ((semaphores == NULL) || (count == 0U)) ? 0U : fake_word(semaphores[0]),
                   ((parameters == NULL) || (count == 0U)) ? 0U : parameters[0].params.fence.value);

    return (status == CUDA_SUCCESS) ? use(stream, semaphores, parameters, count) : status;
}

/** The lists of NvSci are not known here, as to the driver of an ordinary machine. */
FAKE_EXPORT CUresult cuDeviceGetNvSciSyncAttributes(void *list, CUdevice device, int flags)
{
    (void)fake_enter(__func__, NEEDS_INIT, fake_word(list), (uint64_t)device, (uint64_t)flags, 0U);
    return CUDA_ERROR_NOT_SUPPORTED;
}

/* What programs call that are compiled for per-thread default streams. */
FAKE_EXPORT CUresult cuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *semaphores, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *parameters,
    unsigned int count, CUstream stream);
FAKE_EXPORT CUresult cuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *semaphores, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *parameters,
    unsigned int count, CUstream stream)
{
    return cuSignalExternalSemaphoresAsync(semaphores, parameters, count,
                                           (stream == NULL) ? CU_STREAM_PER_THREAD : stream);
}

FAKE_EXPORT CUresult cuWaitExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *semaphores, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *parameters,
    unsigned int count, CUstream stream);
FAKE_EXPORT CUresult cuWaitExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *semaphores, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *parameters,
    unsigned int count, CUstream stream)
{
    return cuWaitExternalSemaphoresAsync(semaphores, parameters, count,
                                         (stream == NULL) ? CU_STREAM_PER_THREAD : stream);
}
