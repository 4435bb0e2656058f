/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_external.c
 * Imports from others: memory behind the descriptors of cuMemExportToShareableHandle(), and
 * semaphores that do nothing: the record of calls shows what was asked of them. The NvSci types are
 * refused, as by the driver of a desktop.
 */
#include "fake_internal.h"

#include <stdlib.h>
#include <unistd.h>

#define LEVELS 16U

struct CUarray_st {
    CUmipmappedArray of;
};

struct CUmipmappedArray_st {
    CUmipmappedArray next;
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
    if ((status == CUDA_SUCCESS) &&
        ((array == NULL) || (about == NULL) || (about->numLevels == 0U) ||
         (about->numLevels > LEVELS) || (about->offset >= memory->bytes))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        const CUmipmappedArray made = calloc(1U, sizeof(*made));

        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (made != NULL) {
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
            free(array);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
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
