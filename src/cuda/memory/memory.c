/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.c
 * Buffers as external memory.
 *
 * Memory that the CPU can access is registered, and a mapping is an address inside it. Memory of
 * the device that imports it, for writing, is passed on to CUDA under the handle type that it
 * knows; the row keeps what comes back, and CUDA makes its mappings and arrays. Memory of a device
 * that may only be read, or is another device's, is mapped here, and a mapping is an address inside
 * it.
 */
#include <string.h>

#include "core/fault.h"
#include "core/handle.h"
#include "cuda/driver/result.h"
#include "cuda/memory/cuda_memory.h"
#include "cuda/memory/vmm_mapping.h"
#include "cuda/sync/cuda_sync.h"
#include "gpu/driver.h"
#include "port/atomic.h"
#include "port/descriptor.h"
#include "port/lock.h"
#include "port/status.h"

/** An imported buffer. */
typedef struct {
    RingfenceEngineBuf map;
    CUdeviceptr device;
    /** Bytes that the program stated: what can be mapped. */
    uint64_t size;
    /** CUDA makes the mappings of this memory. */
    bool is_native;
    /** CUDA's handle of it; NULL: CUDA has none any more. */
    CUexternalMemory native;
    /** Context in which CUDA imported it. */
    CudaContext context;
    /** Where memory of a device is mapped; if nothing is, the memory is registered. */
    CudaSpan span;
    uint32_t registration;
    uint32_t mappings;
    /** The handle is gone; the last mapping ends the import. */
    bool destroyed;
} CudaMemory;

/** A pointer or an array that was given out. */
typedef struct {
    /** 0: none. Read without a lock, so that foreign pointers cost none. */
    PortAtomic64 address;
    uint32_t memory;
    /** It is the handle of an array. */
    bool is_array;
} CudaMapping;

/** Counts of mappings by a part of their address; zero: no such address is mapped. */
#define MAPPING_KINDS 1024U

/** What is to be freed: a pointer, or an array and the number of its handle. */
typedef struct {
    CUdeviceptr pointer;
    CUmipmappedArray array;
} MappingPlace;

static CudaMemory g_memories[RINGFENCE_CFG_CUDA_MEMORIES];
static CudaMapping g_mappings[RINGFENCE_CFG_CUDA_MAPPINGS];
static PortAtomic32 g_mapping_kinds[MAPPING_KINDS];

bool memory_is_ours(const void *handle)
{
    return handle_is_ours(handle);
}

/* ---------------------------------------------------------------- import */

/** What a buffer is to the device that imports it. */
typedef struct {
    CUdevice device;
    NvSciRmGpuId gpu;
    /** The buffer is in the memory of this device. */
    CUdevice home;
} MemoryPlace;

/** GPUs that the list of a buffer names with a key. */
static NvSciError listed_gpus(NvSciBufObj object, NvSciBufAttrKey key,
                              NvSciBufAttrKeyValuePair *pair)
{
    NvSciBufAttrList list = NULL;
    NvSciError status = NvSciBufObjGetAttrList(object, &list);

    (void)memset(pair, 0, sizeof(*pair));
    pair->key = key;
    if (status == NvSciError_Success) {
        status = NvSciBufAttrListGetAttrs(list, pair, 1U);
    }
    if ((status == NvSciError_Success) && (pair->value == NULL)) {
        status = NvSciError_BadParameter;
    }
    return status;
}

/** @satisfies RF-CUDA-031 */
static CUresult check_request(const CudaCaller *caller, const CudaDriver *driver,
                              const RingfenceEngineBuf *map, const MemoryRequest *request,
                              MemoryPlace *place)
{
    NvSciBufAttrKeyValuePair gpus;
    uint32_t listed = 0U;
    CUresult result = CUDA_SUCCESS;

    result = context_gpu(driver, &place->device, &place->gpu);
    if (result == CUDA_SUCCESS) {
        /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
        const NvSciError status = listed_gpus(map->object, NvSciBufGeneralAttrKey_GpuId, &gpus);

        bool names = (status == NvSciError_Success);

        if (names) {
            names = context_names_gpu(gpus.value, gpus.len, &place->gpu, &listed);
        }
        if (!names) {
            ringfence_fault_report(caller->op, RINGFENCE_FAULT_OTHER_GPU);
            result = CUDA_ERROR_INVALID_VALUE;
        } else if ((request->size == 0U) || (request->size > map->size)) {
            ringfence_fault_report(caller->op, RINGFENCE_FAULT_OUT_OF_BUFFER);
            result = CUDA_ERROR_INVALID_VALUE;
        } else {
            result = CUDA_SUCCESS;
        }
    }
    return result;
}

/** Finds the device whose memory a buffer is in. */
static CUresult find_home(const CudaCaller *caller, const CudaDriver *driver,
                          const RingfenceEngineBuf *map, MemoryPlace *place)
{
    NvSciBufAttrKeyValuePair pair;
    /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
    const NvSciError status = listed_gpus(map->object, NvSciBufGeneralAttrKey_VidMem_GpuId, &pair);
    NvSciRmGpuId gpu;
    CUresult result = result_of(status);

    (void)memset(&gpu, 0, sizeof(gpu));
    place->home = place->device;
    if (result == CUDA_SUCCESS) {
        (void)memcpy(&gpu, pair.value, sizeof(gpu));
        if (memcmp(gpu.bytes, place->gpu.bytes, sizeof(gpu.bytes)) != 0) {
            result = device_result(caller, context_find_device(driver, &gpu, &place->home));
        }
    }
    return result;
}

/** What the memory of a device is to be mapped as. */
static GpuShare vmm_share(const RingfenceEngineBuf *map, const MemoryPlace *place)
{
    const GpuShare share = {map->descriptor, map->size, place->home, place->device, map->writable};

    return share;
}

/**
 * Imports memory of a device: the same call with a handle type that CUDA knows. CUDA believes any
 * size there, so the memory is looked at before.
 * @satisfies RF-CUDA-033 RF-CUDA-043
 */
static CUresult map_native(const CudaDriver *driver, CudaMemory *row, const MemoryPlace *place,
                           unsigned int flags)
{
    const GpuShare share = vmm_share(&row->map, place);
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    int32_t copy = -1;
    CUresult result = vmm_check(driver, &share);

    if (result == CUDA_SUCCESS) {
        result = context_current(driver, &row->context);
    }
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    desc.size = row->size;
    desc.flags = flags;
    if (result == CUDA_SUCCESS) {
        result = CUDA_ERROR_OPERATING_SYSTEM;
        if (ringfence_port_descriptor_copy(row->map.descriptor, &copy) == PORT_OK) {
            desc.handle.fd = (int)copy;
            result = driver->import_memory(&row->native, &desc);
            row->is_native = (result == CUDA_SUCCESS);
            if (result != CUDA_SUCCESS) {
                ringfence_port_descriptor_close(copy);
            }
        }
    }
    return result;
}

/** Registers memory that the CPU can access.
 * @satisfies RF-CUDA-032 */
static CUresult map_host(const CudaDriver *driver, CudaMemory *row)
{
    const RingfenceEngineBuf *const map = &row->map;
    const CudaPages pages = {map->constBase, map->bytes, map->base != NULL};
    const CudaPages writable = {map->base, map->bytes, true};

    return registration_take(driver, (map->base != NULL) ? &writable : &pages, &row->device,
                             &row->registration);
}

/** Maps memory of a device at addresses of our own.
 * @satisfies RF-CUDA-041 RF-CUDA-042 */
static CUresult map_device(const CudaDriver *driver, CudaMemory *row, const MemoryPlace *place)
{
    const GpuShare share = vmm_share(&row->map, place);
    const CUresult result = vmm_map(driver, &share, &row->span);

    row->device = row->span.place.address;
    return result;
}

/** Makes the memory of a row known to the device that imports it. */
static CUresult map_row(const CudaDriver *driver, CudaMemory *row, const MemoryPlace *place,
                        unsigned int flags)
{
    const RingfenceEngineBuf *const map = &row->map;
    CUresult result = CUDA_SUCCESS;

    if (!map->isDevice) {
        result = map_host(driver, row);
    } else if (map->writable && (place->home == place->device)) {
        result = map_native(driver, row, place, flags);
    } else {
        result = map_device(driver, row, place);
    }
    return result;
}

/** Imports memory as a row; the map is the row's on success.
 * @satisfies RF-CUDA-030 */
static CUresult import_row(const CudaCaller *caller, const CudaDriver *driver,
                           const RingfenceEngineBuf *map, const MemoryPlace *place,
                           const MemoryRequest *request, void **handle)
{
    uint32_t index = 0U;
    CUresult result = slot_take(caller, RINGFENCE_POOL_CUDA_MEMORY, &index);

    if (result == CUDA_SUCCESS) {
        CudaMemory *const row = &g_memories[index];

        (void)memset(row, 0, sizeof(*row));
        row->map = *map;
        row->size = request->size;
        result = map_row(driver, row, place, request->flags);
        if (result == CUDA_SUCCESS) {
            *handle = ringfence_pool_handle(RINGFENCE_POOL_CUDA_MEMORY, index);
        } else {
            slot_give(RINGFENCE_POOL_CUDA_MEMORY, index);
        }
    }
    return result;
}

/** Imports a buffer that is mapped; the map is a row's on success. */
static CUresult import_map(const CudaCaller *caller, const CudaDriver *driver,
                           const RingfenceEngineBuf *map, const MemoryRequest *request,
                           void **handle)
{
    MemoryPlace place;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&place, 0, sizeof(place));
    result = check_request(caller, driver, map, request, &place);
    if ((result == CUDA_SUCCESS) && map->isDevice) {
        result = find_home(caller, driver, map, &place);
    }
    if (result == CUDA_SUCCESS) {
        result = import_row(caller, driver, map, &place, request, handle);
    }
    return result;
}

/** Imports a buffer under import_lock(). */
static CUresult import_buffer(const CudaCaller *caller, const CudaDriver *driver,
                              const MemoryRequest *request, void **handle)
{
    RingfenceEngineBuf map;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&map, 0, sizeof(map));
    result = result_of_handle(RingfenceEngineBufMap(without_const(request->object), &map));
    if (result == CUDA_SUCCESS) {
        result = import_map(caller, driver, &map, request, handle);
        if (result != CUDA_SUCCESS) {
            RingfenceEngineBufUnmap(&map);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-030 */
CUresult memory_import(const CudaCaller *caller, const MemoryRequest *request, void **handle)
{
    const CudaDriver *driver = NULL;
    int32_t held = 0;
    CUresult result = caller_admit(caller);

    if ((result == CUDA_SUCCESS) &&
        ((handle == NULL) ||
         ((request->flags & ~(unsigned int)CUDA_EXTERNAL_MEMORY_DEDICATED) != 0U))) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        result = context_begin(caller, &driver);
    }
    if (result == CUDA_SUCCESS) {
        result = import_begin(caller, &held);
        if (result == CUDA_SUCCESS) {
            result = import_buffer(caller, driver, request, handle);
        }
        import_end(held);
    }
    return result;
}

/* ---------------------------------------------------------------- mappings */

/** Count that an address belongs to. */
static PortAtomic32 *kind_of(CUdeviceptr pointer)
{
    const uint64_t address = (uint64_t)pointer;
    const uint64_t mixed =
        (address >> 40U) ^ (address >> 30U) ^ (address >> 20U) ^ (address >> 10U) ^ address;

    return &g_mapping_kinds[mixed % MAPPING_KINDS];
}

/** Row of a pointer that was given out; RINGFENCE_CFG_CUDA_MAPPINGS: none. */
static uint32_t mapping_of(CUdeviceptr pointer)
{
    const uint32_t count = port_load32_acquire(kind_of(pointer));
    uint32_t row = RINGFENCE_CFG_CUDA_MAPPINGS;

    if ((count != 0U) && (pointer != 0U)) {
        for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_MAPPINGS; i++) {
            if (port_load64_acquire(&g_mappings[i].address) == (uint64_t)pointer) {
                row = i;
            }
        }
    }
    return row;
}

/** @satisfies RF-CUDA-036 */
bool memory_is_mapped(CUdeviceptr pointer)
{
    return mapping_of(pointer) < RINGFENCE_CFG_CUDA_MAPPINGS;
}

/** Says whether a range is in the part of a buffer that was imported. */
static bool is_inside(const CudaMemory *memory, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc)
{
    return (desc->size != 0U) && (desc->size <= memory->size) &&
           (desc->offset <= (memory->size - desc->size));
}

/** Notes what was given out for a memory. */
static void add_mapping(uint32_t row, uint32_t index, CUdeviceptr address, bool is_array)
{
    CudaMapping *const mapping = &g_mappings[row];

    mapping->memory = index;
    mapping->is_array = is_array;
    g_memories[index].mappings++;
    port_store64(&mapping->address, (uint64_t)address);
    (void)port_add32(kind_of(address), 1U);
}

/** Success, or CUDA_ERROR_CONTEXT_IS_DESTROYED iff CUDA's handle of a memory went with its context.
 * @satisfies RF-CUDA-234 */
static CUresult check_native(const CudaDriver *driver, const CudaMemory *memory)
{
    return context_is_there(driver, &memory->context) ? CUDA_SUCCESS
                                                      : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

/** Address of a range; CUDA makes it if the memory is CUDA's own. */
static CUresult address_of(const CudaCaller *caller, const CudaMemory *memory,
                           const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc, CUdeviceptr *address)
{
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory->is_native) {
        result = context_begin(caller, &driver);
        if (result == CUDA_SUCCESS) {
            result = check_native(driver, memory);
        }
        if (result == CUDA_SUCCESS) {
            result = driver->memory_buffer(address, memory->native, desc);
        }
    } else {
        *address = memory->device + (CUdeviceptr)desc->offset;
    }
    return result;
}

/** Maps a range of a row under import_lock().
 * @satisfies RF-CUDA-034 */
static CUresult map_range(const CudaCaller *caller, uint32_t index,
                          const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc, CUdeviceptr *pointer)
{
    const CudaMemory *const memory = &g_memories[index];
    CUdeviceptr address = 0U;
    uint32_t row = 0U;
    CUresult result = CUDA_SUCCESS;

    if (desc->flags != 0U) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else if (!is_inside(memory, desc)) {
        ringfence_fault_report(caller->op, RINGFENCE_FAULT_OUT_OF_BUFFER);
        result = CUDA_ERROR_INVALID_VALUE;
    } else {
        result = slot_take(caller, RINGFENCE_POOL_CUDA_MAPPING, &row);
    }
    if (result == CUDA_SUCCESS) {
        result = address_of(caller, memory, desc, &address);
        if (result == CUDA_SUCCESS) {
            add_mapping(row, index, address, false);
            *pointer = address;
        } else {
            slot_give(RINGFENCE_POOL_CUDA_MAPPING, row);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-034 */
CUresult memory_map(const CudaCaller *caller, const void *handle,
                    const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc, CUdeviceptr *pointer)
{
    CUresult result = caller_admit(caller);

    if (result == CUDA_SUCCESS) {
        uint32_t index = 0U;
        int32_t held = 0;

        result = import_begin(caller, &held);
        if (result == CUDA_SUCCESS) {
            result = result_of_handle(
                ringfence_pool_find(caller->op, RINGFENCE_POOL_CUDA_MEMORY, handle, &index));
        }
        if (result == CUDA_SUCCESS) {
            result = map_range(caller, index, desc, pointer);
        }
        import_end(held);
    }
    return result;
}

/** Lets CUDA make an array, under import_lock().
 * @satisfies RF-CUDA-106 */
static CUresult make_array(const CudaCaller *caller, uint32_t index, const ArrayRequest *request,
                           CUmipmappedArray *array)
{
    const CudaMemory *const memory = &g_memories[index];
    const CudaDriver *driver = NULL;
    uint32_t row = 0U;
    CUresult result = slot_take(caller, RINGFENCE_POOL_CUDA_MAPPING, &row);

    if (result == CUDA_SUCCESS) {
        result = context_begin(caller, &driver);
        if (result == CUDA_SUCCESS) {
            result = check_native(driver, memory);
        }
        if (result == CUDA_SUCCESS) {
            result = driver->memory_array(array, memory->native, request->desc);
        }
        if (result == CUDA_SUCCESS) {
            add_mapping(row, index, device_number_of(*array), true);
        } else {
            slot_give(RINGFENCE_POOL_CUDA_MAPPING, row);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-037 RF-CUDA-106 */
CUresult memory_map_array(const CudaCaller *caller, const void *handle, const ArrayRequest *request,
                          CUmipmappedArray *array)
{
    CUresult result = caller_admit(caller);

    if (result == CUDA_SUCCESS) {
        uint32_t index = 0U;
        int32_t held = 0;

        result = import_begin(caller, &held);
        if (result == CUDA_SUCCESS) {
            result = result_of_handle(
                ringfence_pool_find(caller->op, RINGFENCE_POOL_CUDA_MEMORY, handle, &index));
        }
        if (result != CUDA_SUCCESS) {
            /* There is no such memory, or the phase has changed. */
        } else if (!g_memories[index].is_native) {
            result = CUDA_ERROR_NOT_SUPPORTED;
        } else if (request->result != CUDA_SUCCESS) {
            result = request->result;
        } else if (request->desc->offset >= g_memories[index].size) {
            ringfence_fault_report(caller->op, RINGFENCE_FAULT_OUT_OF_BUFFER);
            result = CUDA_ERROR_INVALID_VALUE;
        } else {
            result = make_array(caller, index, request, array);
        }
        import_end(held);
    }
    return result;
}

/* ---------------------------------------------------------------- end */

/** Lets CUDA end its own import. It stays if CUDA refuses. */
static CUresult end_native(const CudaDriver *driver, CudaMemory *memory, bool *stays)
{
    CUresult result = CUDA_SUCCESS;

    if (memory->native != NULL) {
        result = check_native(driver, memory);
        if (result == CUDA_SUCCESS) {
            result = driver->destroy_memory(memory->native);
        }
        *stays = result_keeps(result);
        if (!(*stays)) {
            memory->native = NULL;
        }
    }
    return result;
}

/** Ends an import that nobody uses any more. It stays if the driver refuses; one that has lost its
 * mapping by then can only be ended.
 * @satisfies RF-CUDA-101 */
static CUresult finish_memory(const CudaDriver *driver, uint32_t index, bool *stays)
{
    CudaMemory *const memory = &g_memories[index];
    RingfenceEngineBuf *const map = &memory->map;
    CUresult result = CUDA_SUCCESS;

    if (memory->is_native) {
        result = end_native(driver, memory, stays);
    } else if (memory->span.place.bytes != 0U) {
        result = vmm_unmap(driver, &memory->span, stays);
        memory->size = memory->span.mapped ? memory->size : 0U;
    } else {
        result = registration_drop(driver, memory->registration, stays);
    }
    if (!(*stays)) {
        RingfenceEngineBufUnmap(map);
        slot_give(RINGFENCE_POOL_CUDA_MEMORY, index);
    }
    return result;
}

/** Has CUDA end a pointer, or an array. */
static CUresult free_by_driver(const CudaDriver *driver, const MappingPlace *place)
{
    return (place->array != NULL) ? driver->array_destroy(place->array)
                                  : driver->free(place->pointer);
}

/** Lets CUDA end a mapping of its own memory, or an array in it. What went with its context may be
 * another's by now. */
static CUresult free_native(const CudaDriver *driver, const CudaMemory *memory,
                            const MappingPlace *place, bool *stays)
{
    CUresult result = check_native(driver, memory);

    if (result == CUDA_SUCCESS) {
        result = free_by_driver(driver, place);
    }
    *stays = result_keeps(result);
    return result;
}

/** Ends a mapping under import_lock(). */
static CUresult end_mapping(const CudaDriver *driver, const MappingPlace *place)
{
    const uint32_t row = mapping_of(place->pointer);
    bool stays = false;
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    if ((row < RINGFENCE_CFG_CUDA_MAPPINGS) &&
        (g_mappings[row].is_array == (place->array != NULL))) {
        const uint32_t index = g_mappings[row].memory;
        CudaMemory *const memory = &g_memories[index];

        result = memory->is_native ? free_native(driver, memory, place, &stays) : CUDA_SUCCESS;
        if ((!stays) && memory->destroyed && (memory->mappings == 1U)) {
            const CUresult ended = finish_memory(driver, index, &stays);

            result = (result == CUDA_SUCCESS) ? ended : result;
        }
        if (!stays) {
            memory->mappings--;
            (void)port_sub32(kind_of(place->pointer), 1U);
            port_store64(&g_mappings[row].address, 0U);
            slot_give(RINGFENCE_POOL_CUDA_MAPPING, row);
        }
    }
    return result;
}

/** Gives the context whose work the driver waits for before it ends memory, if there is one. */
static void memory_awaits(uint32_t index, CudaContext *context)
{
    const CudaMemory *const memory = &g_memories[index];

    if (memory->is_native) {
        *context = memory->context;
    } else if (memory->span.place.bytes != 0U) {
        *context = memory->span.context;
    } else {
        registration_awaits(memory->registration, context);
    }
}

/** Gives the context whose work the driver waits for before it ends a mapping, if there is one. */
static void mapping_awaits(const MappingPlace *place, CudaContext *context)
{
    const uint32_t row = mapping_of(place->pointer);

    if (row < RINGFENCE_CFG_CUDA_MAPPINGS) {
        const CudaMemory *const memory = &g_memories[g_mappings[row].memory];

        if (memory->is_native || (memory->destroyed && (memory->mappings == 1U))) {
            memory_awaits(g_mappings[row].memory, context);
        }
    }
}

/** Admits a caller, and finds the driver. */
static CUresult end_begins(const CudaCaller *caller, const CudaDriver **driver)
{
    CUresult result = caller_admit(caller);

    if (result == CUDA_SUCCESS) {
        result = context_begin(caller, driver);
    }
    return result;
}

/** Ends a mapping of a caller under import_lock().
 * @satisfies RF-CUDA-235 */
static CUresult free_own(const CudaCaller *caller, const CudaDriver *driver,
                         const MappingPlace *place)
{
    int32_t held = 0;
    CUresult result = import_keep(caller, &held);

    if (result == CUDA_SUCCESS) {
        result = end_mapping(driver, place);
    }
    import_let(held);
    return result;
}

/** Ends a mapping of a caller. What was the library's when the caller looked may be the program's
 * own by now: another thread freed it, and CUDA gave its address out again. What streams have to do
 * is waited for without the lock, for it may come behind an import, or a change of the phase.
 * @satisfies RF-CUDA-252 RF-CUDA-270 */
static CUresult free_place(const CudaCaller *caller, const MappingPlace *place)
{
    const CudaDriver *driver = NULL;
    CudaContext awaited = {NULL, 0U};
    bool is_own = false;
    bool waits = true;
    CUresult result = CUDA_SUCCESS;

    while (waits) {
        CudaContext context = {NULL, 0U};

        import_lock();
        is_own = memory_is_mapped(place->pointer);
        result = is_own ? end_begins(caller, &driver) : CUDA_SUCCESS;
        if (is_own && (result == CUDA_SUCCESS)) {
            mapping_awaits(place, &context);
        }
        waits = context_is_due(&context, &awaited);
        if (waits) {
            import_unlock();
            context_await(driver, &context);
            awaited = context;
        }
    }
    if (is_own && (result == CUDA_SUCCESS)) {
        result = free_own(caller, driver, place);
    }
    import_unlock();
    if (!is_own) {
        result = context_begin(caller, &driver);
        if (result == CUDA_SUCCESS) {
            result = free_by_driver(driver, place);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-035 */
CUresult memory_free(const CudaCaller *caller, CUdeviceptr pointer)
{
    const MappingPlace place = {pointer, NULL};

    return free_place(caller, &place);
}

/** @satisfies RF-CUDA-106 */
CUresult memory_free_array(const CudaCaller *caller, CUmipmappedArray array)
{
    const MappingPlace place = {device_number_of(array), array};

    return free_place(caller, &place);
}

/** @satisfies RF-CUDA-106 */
bool memory_is_array(const void *array)
{
    return memory_is_mapped(device_number_of(array));
}

/** Ends a row under import_lock(). */
static CUresult destroy_row(const CudaDriver *driver, uint32_t index)
{
    CudaMemory *const memory = &g_memories[index];
    bool stays = false;
    CUresult result = CUDA_SUCCESS;

    if (memory->mappings == 0U) {
        result = finish_memory(driver, index, &stays);
    } else {
        if (memory->is_native) {
            result = end_native(driver, memory, &stays);
        }
        if (!stays) {
            memory->destroyed = true;
            ringfence_port_lock();
            ringfence_pool_revoke(RINGFENCE_POOL_CUDA_MEMORY, index);
            ringfence_port_unlock();
        }
    }
    return result;
}

/** Ends a memory of a caller under import_lock(). */
static CUresult destroy_own(const CudaCaller *caller, const CudaDriver *driver, uint32_t index)
{
    int32_t held = 0;
    CUresult result = import_keep(caller, &held);

    if (result == CUDA_SUCCESS) {
        result = destroy_row(driver, index);
    }
    import_let(held);
    return result;
}

/** Finds a memory that is to be ended, and the context that its end waits for, if there is one.
 * CUDA destroys what it maps itself at once. */
static CUresult find_ended(const CudaCaller *caller, const void *handle, uint32_t *index,
                           CudaContext *context)
{
    const CUresult result = result_of_handle(
        ringfence_pool_find(caller->op, RINGFENCE_POOL_CUDA_MEMORY, handle, index));

    if (result == CUDA_SUCCESS) {
        if ((!g_memories[*index].is_native) && (g_memories[*index].mappings == 0U)) {
            memory_awaits(*index, context);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-035 RF-CUDA-270 */
CUresult memory_destroy(const CudaCaller *caller, const void *handle)
{
    const CudaDriver *driver = NULL;
    CudaContext awaited = {NULL, 0U};
    uint32_t index = 0U;
    CUresult result = end_begins(caller, &driver);

    if (result == CUDA_SUCCESS) {
        bool waits = true;

        while (waits) {
            CudaContext context = {NULL, 0U};

            import_lock();
            result = find_ended(caller, handle, &index, &context);
            waits = context_is_due(&context, &awaited);
            if (waits) {
                import_unlock();
                context_await(driver, &context);
                awaited = context;
            }
        }
        if (result == CUDA_SUCCESS) {
            result = destroy_own(caller, driver, index);
        }
        import_unlock();
    }
    return result;
}
