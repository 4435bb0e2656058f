/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_memory.c
 * Memory: registered host memory, buffers, and allocations that are mapped into reserved addresses
 * and passed on as descriptors. Device memory is memory of the host, behind memfds.
 */
#define _GNU_SOURCE 1
#include "fake_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/** What lies between the address of registered memory in the process and on the device. */
#define DEVICE_OFFSET ((uint64_t)1U << 56U)
#define NAME          "ringfence-fake-device-"

typedef struct Allocation {
    struct Allocation *next;
    int fd;
    uint64_t bytes;
    int device;
    bool exportable;
    unsigned int handles;
    unsigned int mappings;
} Allocation;

typedef struct Range {
    struct Range *next;
    FakeKind kind;
    CUdeviceptr address;
    uint64_t bytes;
    unsigned char *base;
    bool access[FAKE_DEVICES];
    bool write[FAKE_DEVICES];
    CUcontext context;
    bool portable;
    bool device_mapped;
    Allocation *allocation;
    void *mapped;
    uint64_t mapped_bytes;
} Range;

static Range *g_ranges;
static Allocation *g_allocations;

/* ---------------------------------------------------------------- ranges, under the lock */

static Range *range_at(FakeKind kind, CUdeviceptr address)
{
    Range *found = NULL;

    for (Range *range = g_ranges; range != NULL; range = range->next) {
        found = ((range->kind == kind) && (range->address == address)) ? range : found;
    }
    return found;
}

static bool overlaps(FakeKind kind, CUdeviceptr address, uint64_t bytes)
{
    bool found = false;

    for (const Range *range = g_ranges; range != NULL; range = range->next) {
        found = found || ((range->kind == kind) && (address < (range->address + range->bytes)) &&
                          (range->address < (address + bytes)));
    }
    return found;
}

static Range *range_add(FakeKind kind, CUdeviceptr address, uint64_t bytes, unsigned char *base)
{
    Range *const range = calloc(1U, sizeof(*range));

    if (range != NULL) {
        range->kind = kind;
        range->address = address;
        range->bytes = bytes;
        range->base = base;
        for (unsigned int device = 0U; device < FAKE_DEVICES; device++) {
            range->access[device] = true;
            range->write[device] = true;
        }
        range->next = g_ranges;
        g_ranges = range;
    }
    return range;
}

static void range_remove(const Range *gone)
{
    Range **link = &g_ranges;
    Range *range = NULL;

    while ((*link != NULL) && (*link != gone)) {
        link = &(*link)->next;
    }
    range = *link;
    if (range != NULL) {
        *link = range->next;
        free(range);
    }
}

void *fake_resolve(CUdeviceptr address, uint64_t bytes, bool write, CUdevice device)
{
    void *place = NULL;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (const Range *range = g_ranges; range != NULL; range = range->next) {
        if ((range->kind != FAKE_RESERVATIONS) && (address >= range->address) &&
            (bytes <= range->bytes) && ((address - range->address) <= (range->bytes - bytes)) &&
            range->access[device] && (range->write[device] || !write)) {
            place = range->base + (address - range->address);
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return place;
}

unsigned int fake_live_memory(FakeKind kind)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (const Range *range = g_ranges; range != NULL; range = range->next) {
        count += (range->kind == kind) ? 1U : 0U;
    }
    for (const Allocation *one = g_allocations; (one != NULL) && (kind == FAKE_ALLOCATIONS);
         one = one->next) {
        count++;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return count;
}

/* ---------------------------------------------------------------- host memory */

/** How a stretch of the process is mapped: 0 in part not at all, 1 readable, 2 writable as well. */
static int protection_of(uintptr_t address, size_t bytes)
{
    FILE *const maps = fopen("/proc/self/maps", "re");
    const uintptr_t end = address + bytes;
    uintptr_t reached = address;
    int protection = 2;
    char line[512];

    while ((maps != NULL) && (reached < end) && (fgets(line, (int)sizeof(line), maps) != NULL)) {
        unsigned long from = 0UL;
        unsigned long to = 0UL;
        char flags[8] = "";

        if ((sscanf(line, "%lx-%lx %7s", &from, &to, flags) == 3) && (from <= reached) &&
            (reached < to)) {
            const int here = (flags[0] != 'r') ? 0 : ((flags[1] == 'w') ? 2 : 1);

            protection = (here < protection) ? here : protection;
            reached = to;
        }
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return (reached < end) ? 0 : protection;
}

static CUresult check_register(const void *host, size_t bytes, unsigned int flags)
{
    const CUdevice device = fake_context()->device;
    const bool read_only = (flags & CU_MEMHOSTREGISTER_READ_ONLY) != 0U;
    CUresult status = CUDA_SUCCESS;

    if (fake_attribute_get(device, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED) == 0) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    } else if (read_only &&
               (fake_attribute_get(device, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED) ==
                0)) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    } else if ((host == NULL) || (bytes == 0U) || (flags > 0xFU)) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else {
        status = (protection_of((uintptr_t)host, bytes) < (read_only ? 1 : 2))
                     ? CUDA_ERROR_INVALID_VALUE
                     : CUDA_SUCCESS;
    }
    return status;
}

FAKE_EXPORT CUresult cuMemHostRegister_v2(void *host, size_t bytes, unsigned int flags)
{
    const CUdeviceptr address = fake_word(host) + DEVICE_OFFSET;
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(host), bytes, flags, 0U);

    if (status == CUDA_SUCCESS) {
        status = check_register(host, bytes, flags);
    }
    if (status == CUDA_SUCCESS) {
        Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        if (overlaps(FAKE_REGISTRATIONS, address, bytes)) {
            status = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
        } else {
            range = range_add(FAKE_REGISTRATIONS, address, bytes, host);
            status = (range == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        }
        if (range != NULL) {
            range->context = fake_context();
            range->portable = (flags & CU_MEMHOSTREGISTER_PORTABLE) != 0U;
            range->device_mapped = (flags & CU_MEMHOSTREGISTER_DEVICEMAP) != 0U;
            for (unsigned int device = 0U; device < FAKE_DEVICES; device++) {
                range->access[device] =
                    range->portable || ((CUdevice)device == range->context->device);
                range->write[device] = (flags & CU_MEMHOSTREGISTER_READ_ONLY) == 0U;
            }
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** After all work of the context, as a driver was seen to do. */
FAKE_EXPORT CUresult cuMemHostUnregister(void *host)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(host), 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        fake_stream_sync(fake_context(), false);
    }
    if (status == CUDA_SUCCESS) {
        const Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        range = range_at(FAKE_REGISTRATIONS, fake_word(host) + DEVICE_OFFSET);
        status = (range == NULL) ? CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED : CUDA_SUCCESS;
        range_remove(range);
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** Any address within registered memory has one on the device. */
FAKE_EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *host,
                                                  unsigned int flags)
{
    const CUdeviceptr wanted = fake_word(host) + DEVICE_OFFSET;
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(address), fake_word(host), flags, 0U);

    if (status == CUDA_SUCCESS) {
        status = CUDA_ERROR_INVALID_VALUE;
        (void)pthread_mutex_lock(&g_fake_lock);
        for (const Range *range = g_ranges; (range != NULL) && (address != NULL) && (flags == 0U);
             range = range->next) {
            if ((range->kind == FAKE_REGISTRATIONS) && (wanted >= range->address) &&
                (wanted < (range->address + range->bytes)) && range->device_mapped &&
                (range->portable || (range->context == fake_context()))) {
                *address = wanted;
                status = CUDA_SUCCESS;
            }
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/* ---------------------------------------------------------------- buffers */

void fake_memory_end_all(CUcontext context)
{
    Range *range = NULL;

    (void)pthread_mutex_lock(&g_fake_lock);
    range = g_ranges;
    while (range != NULL) {
        Range *const next = range->next;

        if ((range->kind == FAKE_REGISTRATIONS) && (range->context == context)) {
            range_remove(range);
        }
        range = next;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
}

void *fake_external_map(int fd, uint64_t bytes)
{
    void *const base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    return (base == MAP_FAILED) ? NULL : base;
}

CUresult fake_external_buffer_add(void *base, uint64_t mapped, uint64_t offset, uint64_t size,
                                  CUdeviceptr *address)
{
    unsigned char *const begin = (unsigned char *)base + offset;
    Range *range = NULL;

    (void)pthread_mutex_lock(&g_fake_lock);
    range = range_add(FAKE_EXTERNAL_BUFFERS, fake_word(begin), size, begin);
    if (range != NULL) {
        range->mapped = base;
        range->mapped_bytes = mapped;
        *address = range->address;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return (range == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

FAKE_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(address), bytes, 0U, 0U);

    if ((status == CUDA_SUCCESS) && ((address == NULL) || (bytes == 0U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        void *const base =
            mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        range = (base == MAP_FAILED) ? NULL : range_add(FAKE_BUFFERS, fake_word(base), bytes, base);
        status = (range == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (range != NULL) {
            range->mapped = base;
            range->mapped_bytes = bytes;
            *address = range->address;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** Takes buffers and what was mapped from imports. As the real one it waits for what streams of the
 * context have still to do. */
FAKE_EXPORT CUresult cuMemFree_v2(CUdeviceptr address)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, address, 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (address != 0U)) {
        const Range *range = NULL;

        fake_stream_sync(fake_context(), false);
        (void)pthread_mutex_lock(&g_fake_lock);
        range = range_at(FAKE_BUFFERS, address);
        range = (range == NULL) ? range_at(FAKE_EXTERNAL_BUFFERS, address) : range;
        status = (range == NULL) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
        if (range != NULL) {
            (void)munmap(range->mapped, range->mapped_bytes);
        }
        range_remove(range);
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/* ---------------------------------------------------------------- what an address is */

/** The memory that an address is in. Under the lock. */
static const Range *range_of(CUdeviceptr address)
{
    const Range *found = NULL;

    for (const Range *range = g_ranges; range != NULL; range = range->next) {
        if ((range->kind != FAKE_RESERVATIONS) && (address >= range->address) &&
            (address < (range->address + range->bytes))) {
            found = range;
        }
    }
    return found;
}

FAKE_EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(base), fake_word(bytes), address, 0U);

    if (status == CUDA_SUCCESS) {
        const Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        range = range_of(address);
        status = (range == NULL) ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
        if (range != NULL) {
            *base = range->address;
            *bytes = range->bytes;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** The type of the memory, and that none is managed. */
FAKE_EXPORT CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute,
                                           CUdeviceptr address)
{
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(value), (uint64_t)attribute, address, 0U);

    if (status == CUDA_SUCCESS) {
        const Range *range = NULL;
        unsigned int number = 0U;

        (void)pthread_mutex_lock(&g_fake_lock);
        range = range_of(address);
        status = (range == NULL) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
        if ((range != NULL) && (attribute == CU_POINTER_ATTRIBUTE_MEMORY_TYPE)) {
            number = (range->kind == FAKE_REGISTRATIONS) ? (unsigned int)CU_MEMORYTYPE_HOST
                                                         : (unsigned int)CU_MEMORYTYPE_DEVICE;
        } else if ((range != NULL) && (attribute != CU_POINTER_ATTRIBUTE_IS_MANAGED)) {
            status = CUDA_ERROR_INVALID_VALUE;
        } else {
            /* None is. */
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
        if (status == CUDA_SUCCESS) {
            (void)memcpy(value, &number, sizeof(number));
        }
    }
    return status;
}

/* ---------------------------------------------------------------- allocations */

int fake_device_of(int fd, uint64_t *bytes)
{
    char path[64];
    char name[128];
    struct stat about;
    int device = -1;
    ssize_t length = 0;
    const char *found = NULL;

    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    length = readlink(path, name, sizeof(name) - 1U);
    if ((length > 0) && (fstat(fd, &about) == 0)) {
        name[length] = '\0';
        found = strstr(name, NAME);
        device = (found == NULL) ? -1 : (found[strlen(NAME)] - '0');
        *bytes = (uint64_t)about.st_size;
    }
    return device;
}

/** Takes the descriptor. Under the lock. */
static Allocation *allocation_add(int fd, uint64_t bytes, int device)
{
    Allocation *const made = calloc(1U, sizeof(*made));

    if (made != NULL) {
        made->fd = fd;
        made->bytes = bytes;
        made->device = device;
        made->handles = 1U;
        made->next = g_allocations;
        g_allocations = made;
    }
    return made;
}

/** Under the lock. */
static Allocation *allocation_find(CUmemGenericAllocationHandle handle)
{
    Allocation *found = NULL;

    for (Allocation *one = g_allocations; one != NULL; one = one->next) {
        found = ((fake_word(one) == handle) && (one->handles > 0U)) ? one : found;
    }
    return found;
}

/** It goes when neither a handle nor a mapping is left. Under the lock. */
static void allocation_drop(Allocation *allocation)
{
    Allocation **link = &g_allocations;

    if ((allocation->handles == 0U) && (allocation->mappings == 0U)) {
        while (*link != allocation) {
            link = &(*link)->next;
        }
        *link = allocation->next;
        (void)close(allocation->fd);
        free(allocation);
    }
}

static CUresult check_properties(const CUmemAllocationProp *properties)
{
    CUresult status = CUDA_SUCCESS;

    if ((properties == NULL) || (properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    } else if ((properties->location.id < 0) ||
               ((unsigned int)properties->location.id >= fake_device_count())) {
        status = CUDA_ERROR_INVALID_DEVICE;
    } else if (((unsigned int)properties->requestedHandleTypes &
                ~(unsigned int)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0U) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    } else if (fake_attribute_get(properties->location.id,
                                  CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) == 0) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    } else {
        status = CUDA_SUCCESS;
    }
    return status;
}

FAKE_EXPORT CUresult cuMemGetAllocationGranularity(size_t *granularity,
                                                   const CUmemAllocationProp *properties,
                                                   CUmemAllocationGranularity_flags option)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(granularity),
                                 fake_word(properties), (uint64_t)option, 0U);

    if (status == CUDA_SUCCESS) {
        status = check_properties(properties);
    }
    if ((status == CUDA_SUCCESS) && (granularity == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        *granularity = FAKE_GRANULARITY;
    }
    return status;
}

FAKE_EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                                 const CUmemAllocationProp *properties, unsigned long long flags)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(handle), bytes, fake_word(properties), flags);
    char name[64];
    int fd = -1;

    if (status == CUDA_SUCCESS) {
        status = check_properties(properties);
    }
    if ((status == CUDA_SUCCESS) && ((handle == NULL) || (bytes == 0U) ||
                                     ((bytes % FAKE_GRANULARITY) != 0U) || (flags != 0U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        Allocation *made = NULL;

        (void)snprintf(name, sizeof(name), NAME "%d", properties->location.id);
        fd = memfd_create(name, MFD_CLOEXEC);
        (void)pthread_mutex_lock(&g_fake_lock);
        if ((fd >= 0) && (ftruncate(fd, (off_t)bytes) == 0)) {
            made = allocation_add(fd, bytes, properties->location.id);
        }
        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (made != NULL) {
            made->exportable =
                properties->requestedHandleTypes == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
            *handle = fake_word(made);
        } else if (fd >= 0) {
            (void)close(fd);
        } else {
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, handle, 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        Allocation *found = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        found = allocation_find(handle);
        status = (found == NULL) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
        if (found != NULL) {
            found->handles--;
            allocation_drop(found);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** The descriptor is another one at each call, and the caller's. */
FAKE_EXPORT CUresult cuMemExportToShareableHandle(void *shareable,
                                                  CUmemGenericAllocationHandle handle,
                                                  CUmemAllocationHandleType type,
                                                  unsigned long long flags)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(shareable), handle, (uint64_t)type, flags);
    int fd = -1;

    if ((status == CUDA_SUCCESS) && ((shareable == NULL) || (flags != 0U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if ((status == CUDA_SUCCESS) && (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (status == CUDA_SUCCESS) {
        const Allocation *found = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        found = allocation_find(handle);
        if ((found == NULL) || !found->exportable) {
            status = CUDA_ERROR_INVALID_VALUE;
        } else {
            fd = dup(found->fd);
            status = (fd < 0) ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    if (status == CUDA_SUCCESS) {
        (void)memcpy(shareable, &fd, sizeof(fd));
    }
    return status;
}

/** The descriptor remains the caller's. */
FAKE_EXPORT CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle,
                                                    void *shareable, CUmemAllocationHandleType type)
{
    const int given = (int)(intptr_t)shareable;
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(handle), fake_word(shareable),
                                 (uint64_t)type, 0U);
    uint64_t bytes = 0U;
    const int device = fake_device_of(given, &bytes);

    if ((status == CUDA_SUCCESS) && (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    }
    if ((status == CUDA_SUCCESS) && ((handle == NULL) || (device < 0))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        const int fd = dup(given);
        Allocation *made = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        made = (fd < 0) ? NULL : allocation_add(fd, bytes, device);
        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (made != NULL) {
            made->exportable = true;
            *handle = fake_word(made);
        } else if (fd >= 0) {
            (void)close(fd);
        } else {
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                            CUmemGenericAllocationHandle handle)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(properties), handle, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        const Allocation *found = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        found = allocation_find(handle);
        status =
            ((found == NULL) || (properties == NULL)) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
        if (status == CUDA_SUCCESS) {
            (void)memset(properties, 0, sizeof(*properties));
            properties->type = CU_MEM_ALLOCATION_TYPE_PINNED;
            properties->location.type = CU_MEM_LOCATION_TYPE_DEVICE;
            properties->location.id = found->device;
            properties->requestedHandleTypes = found->exportable
                                                   ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
                                                   : CU_MEM_HANDLE_TYPE_NONE;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/* ---------------------------------------------------------------- addresses */

FAKE_EXPORT CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment,
                                         CUdeviceptr hint, unsigned long long flags)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(address), bytes, alignment, hint);
    const uint64_t step = (alignment > FAKE_GRANULARITY) ? alignment : FAKE_GRANULARITY;

    if ((status == CUDA_SUCCESS) &&
        ((address == NULL) || (bytes == 0U) || ((bytes % FAKE_GRANULARITY) != 0U) ||
         ((alignment & (alignment - 1U)) != 0U) || (flags != 0U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        unsigned char *const base =
            mmap(NULL, bytes + step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        if (base != MAP_FAILED) {
            const uint64_t skip = (step - (fake_word(base) % step)) % step;

            range = range_add(FAKE_RESERVATIONS, fake_word(base) + skip, bytes, base + skip);
        }
        status = (range == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (range != NULL) {
            range->mapped = base;
            range->mapped_bytes = bytes + step;
            *address = range->address;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, address, bytes, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        const Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        range = range_at(FAKE_RESERVATIONS, address);
        if ((range == NULL) || (range->bytes != bytes) || overlaps(FAKE_MAPPINGS, address, bytes)) {
            status = CUDA_ERROR_INVALID_VALUE;
        } else {
            (void)munmap(range->mapped, range->mapped_bytes);
            range_remove(range);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** Whether the stretch lies in one reservation. Under the lock. */
static unsigned char *reserved(CUdeviceptr address, uint64_t bytes)
{
    unsigned char *place = NULL;

    for (const Range *range = g_ranges; range != NULL; range = range->next) {
        if ((range->kind == FAKE_RESERVATIONS) && (address >= range->address) &&
            (bytes <= range->bytes) && ((address - range->address) <= (range->bytes - bytes))) {
            place = range->base + (address - range->address);
        }
    }
    return place;
}

/** No device may use the mapping before cuMemSetAccess(). */
FAKE_EXPORT CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                              CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, address, bytes, offset, handle);

    if ((status == CUDA_SUCCESS) &&
        ((bytes == 0U) || ((bytes % FAKE_GRANULARITY) != 0U) ||
         ((address % FAKE_GRANULARITY) != 0U) || (offset != 0U) || (flags != 0U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        Allocation *found = NULL;
        unsigned char *place = NULL;
        Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        found = allocation_find(handle);
        place = reserved(address, bytes);
        if ((found == NULL) || (place == NULL) || overlaps(FAKE_MAPPINGS, address, bytes)) {
            status = CUDA_ERROR_INVALID_VALUE;
        } else if (bytes != found->bytes) {
            /* As measured with a driver: an allocation is mapped as a whole. */
            status = CUDA_ERROR_NOT_SUPPORTED;
        } else if (mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, found->fd,
                        0) == MAP_FAILED) {
            status = CUDA_ERROR_OUT_OF_MEMORY;
        } else {
            range = range_add(FAKE_MAPPINGS, address, bytes, place);
            status = (range == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        }
        if (range != NULL) {
            (void)memset(range->access, 0, sizeof(range->access));
            range->allocation = found;
            found->mappings++;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, address, bytes, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        const Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        range = range_at(FAKE_MAPPINGS, address);
        if ((range == NULL) || (range->bytes != bytes)) {
            status = CUDA_ERROR_INVALID_VALUE;
        } else {
            (void)mmap(range->base, bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
            range->allocation->mappings--;
            allocation_drop(range->allocation);
            range_remove(range);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** One device of one mapping. */
static CUresult set_access(Range *range, const CUmemAccessDesc *access)
{
    CUresult status = CUDA_SUCCESS;

    if ((access->location.type != CU_MEM_LOCATION_TYPE_DEVICE) || (access->location.id < 0) ||
        ((unsigned int)access->location.id >= fake_device_count())) {
        status = CUDA_ERROR_INVALID_DEVICE;
    } else if ((access->location.id != range->allocation->device) && !fake_reach()) {
        status = CUDA_ERROR_INVALID_DEVICE;
    } else {
        range->access[access->location.id] = access->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
        range->write[access->location.id] = access->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    }
    return status;
}

FAKE_EXPORT CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes,
                                    const CUmemAccessDesc *access, size_t count)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, address, bytes, fake_word(access), count);

    if (status == CUDA_SUCCESS) {
        Range *range = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        range = range_at(FAKE_MAPPINGS, address);
        if ((range == NULL) || (range->bytes != bytes) || (access == NULL)) {
            status = CUDA_ERROR_INVALID_VALUE;
        }
        for (size_t row = 0U; (row < count) && (status == CUDA_SUCCESS); row++) {
            status = set_access(range, &access[row]);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}
