/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file object.c
 * Buffer objects: handles, rights, memory.
 *
 * A handle names an object, an object has a list and rights of its own, and objects that differ in
 * their rights alone share a memory. Everything that a call needs is taken before anything of it
 * can be seen, and given back if a later step fails.
 *
 * Reserving, mapping and releasing memory takes as long as it is large, so it is done without the
 * library's lock: the slots are taken and filled first, and the handle is given out last. What is
 * given back is out of the tables before.
 */
#include "buf/buf.h"

#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "core/status.h"
#include "port/atomic.h"
#include "port/descriptor.h"
#include "port/lock.h"

/** A handle. */
typedef struct {
    uint32_t object;
    /** It is a driver's, for an engine. */
    bool is_map;
} BufHandle;

/** Memory behind objects. */
typedef struct {
    PortMemory memory;
    /** What engines know it by, which no other memory ever has; 0: none has asked. Under the lock.
     */
    uint64_t number;
    /** Further objects that use it, with fewer rights. */
    uint32_t views;
    /** Another process may write it, or it is another's: it is not for this one to seal. */
    bool has_writers;
    /** Nobody can map it for writing any more. */
    bool is_sealed;
    /** It is a device's, and not mapped. */
    bool is_device;
} BufMemory;

static BufHandle g_buf_handles[RINGFENCE_CFG_BUF_HANDLES];
static BufObject g_buf_objects[RINGFENCE_CFG_BUF_OBJECTS];
static BufMemory g_buf_memories[RINGFENCE_CFG_BUF_MEMORIES];

/** Bytes of all memories, and of those that are being reserved. Under the lock. */
static uint64_t g_buf_bytes;

/** Numbers that memories were given. Under the lock. */
static uint64_t g_buf_numbers;

/* ---------------------------------------------------------------- finding */

/** @satisfies RF-BUF-028 */
static NvSciError find_index(PhaseOp op, NvSciBufObj handle, uint32_t *index)
{
    uint32_t row = 0U;
    const NvSciError status = ringfence_pool_find(op, RINGFENCE_POOL_BUF_HANDLE, handle, &row);

    if (status == NvSciError_Success) {
        *index = g_buf_handles[row].object;
    }
    return status;
}

NvSciError buf_object_find(PhaseOp op, NvSciBufObj handle, const BufObject **object)
{
    uint32_t index = 0U;
    const NvSciError status = find_index(op, handle, &index);

    if (status == NvSciError_Success) {
        *object = &g_buf_objects[index];
    }
    return status;
}

const PortMemory *buf_object_memory(const BufObject *object)
{
    return &g_buf_memories[object->memory].memory;
}

/** @satisfies RF-BUF-057 */
void *buf_object_writable(const BufObject *object)
{
    const bool may_write = (object->permission == NvSciBufAccessPerm_ReadWrite);

    return may_write ? g_buf_memories[object->memory].memory.base : NULL;
}

const void *buf_object_base(const BufObject *object)
{
    const void *base = buf_object_writable(object);

    if (base == NULL) {
        base = g_buf_memories[object->memory].memory.view;
    }
    return base;
}

/** @satisfies RF-ENGINE-201 */
bool buf_object_engines_write(const BufObject *object)
{
    const ListGrant own = list_grant(&g_buf_lists, object->list, 0U);

    return (object->permission == NvSciBufAccessPerm_ReadWrite) && buf_perm_writes(own.engine);
}

bool buf_object_is_device(const BufObject *object)
{
    return g_buf_memories[object->memory].is_device;
}

/** Says whether rows are of one memory: one of them came from who has the other. */
static bool is_one_memory(const BufMemory *one, const BufMemory *other)
{
    bool is_one = one->has_writers || other->has_writers;

    if (is_one) {
        is_one = port_descriptor_is_same(one->memory.descriptor, other->memory.descriptor);
    }
    return is_one;
}

/** @satisfies RF-MEDIA-931 */
uint64_t buf_object_number(const BufObject *object)
{
    BufMemory *const row = &g_buf_memories[object->memory];

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_BUF_MEMORIES) && (row->number == 0U); i++) {
        const BufMemory *const other = &g_buf_memories[i];

        if ((other->number != 0U) && feature_enabled(RINGFENCE_CFG_SHARING)) {
            row->number = is_one_memory(row, other) ? other->number : 0U;
        }
    }
    if (row->number == 0U) {
        g_buf_numbers++;
        row->number = g_buf_numbers;
    }
    return row->number;
}

/* ---------------------------------------------------------------- life */

/** Pools of BufSlots. Without a memory of its own an object takes the first two. */
static const RingfencePool g_slot_pools[BUF_SLOTS] = {
    RINGFENCE_POOL_BUF_HANDLE, RINGFENCE_POOL_BUF_OBJECT, RINGFENCE_POOL_BUF_MEMORY};
#define SLOTS_OF_VIEW BUF_SLOT_MEMORY

static void give_slots(const BufSlots *slots, uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        ringfence_pool_give(g_slot_pools[i], slots->at[i]);
    }
}

/**
 * Takes the first slots of an object, or none.
 *
 * @satisfies RF-BUF-035
 */
static NvSciError take_slots(BufSlots *slots, uint32_t count)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = ringfence_pool_take(g_slot_pools[i], &slots->at[i]);
        if (status != NvSciError_Success) {
            give_slots(slots, i);
        }
    }
    return status;
}

/** Makes a handle of an object in a slot that was taken: the program's, or a driver's. */
static NvSciBufObj name_object(uint32_t handle, uint32_t object, bool is_map)
{
    ASSERT(object < RINGFENCE_CFG_BUF_OBJECTS);
    ASSERT(g_buf_objects[object].handles > 0U);
    g_buf_handles[handle].object = object;
    g_buf_handles[handle].is_map = is_map;
    return ringfence_pool_handle(RINGFENCE_POOL_BUF_HANDLE, handle);
}

/** Says whether a peer of a list asked for the right to write. */
static bool peers_write(uint32_t list)
{
    const ListRow *const row = &g_buf_lists.rows[list];
    bool write = false;

    for (uint32_t i = 0U; (i < row->routes) && feature_enabled(RINGFENCE_CFG_SHARING); i++) {
        if ((row->route[i].count > 0U) && buf_perm_writes(row->route[i].perm)) {
            write = true;
        }
    }
    return write;
}

/**
 * Fills the object of slots that were taken, with the list `list` and these rights. Nobody can find
 * it before its handle is given out.
 *
 * @satisfies RF-BUF-054
 */
static void fill_object(const BufSlots *slots, uint32_t list, NvSciBufAttrValAccessPerm permission)
{
    const uint32_t index = slots->at[BUF_SLOT_OBJECT];
    BufObject *const object = &g_buf_objects[index];
    BufMemory *const memory = &g_buf_memories[slots->at[BUF_SLOT_MEMORY]];

    ASSERT(g_buf_lists.rows[list].state == LIST_RECONCILED);
    ASSERT(object->size > 0U);
    if (peers_write(list)) {
        memory->has_writers = true;
    }
    object->module = g_buf_lists.rows[list].module;
    object->memory = slots->at[BUF_SLOT_MEMORY];
    object->handles = 1U;
    object->permission = permission;
    object->has_cpu_access = buf_flag(list, BUF_GENERAL_NEED_CPU_ACCESS);
    object->needs_flush = buf_flag(list, BUF_GENERAL_CPU_NEED_SW_CACHE_COHERENCY);
    if (feature_enabled(LIST_READERS)) {
        object->list = list_bind(&g_buf_lists, list, index);
        buf_put_number(object->list, BUF_GENERAL_ACTUAL_PERM, (uint64_t)permission);
    }
    list_module_hold(&g_buf_lists, object->module);
}

/** Gives back all that fill_object() took. */
static void empty_object(uint32_t index)
{
    ASSERT(g_buf_objects[index].module < RINGFENCE_CFG_BUF_MODULES);
    list_unbind(&g_buf_lists, index);
    list_module_drop(&g_buf_lists, g_buf_objects[index].module);
}

/** Starts a memory that no object uses. */
static void begin_memory(BufMemory *row, bool is_device)
{
    ASSERT(row->views == 0U);
    ASSERT(row->memory.base == NULL);
    ASSERT(row->memory.view == NULL);
    row->views = 0U;
    row->number = 0U;
    row->has_writers = false;
    row->is_sealed = false;
    row->is_device = is_device;
    row->memory.descriptor = -1;
}

/**
 * Counts the bytes of a buffer that is to be made.
 *
 * @satisfies RF-BUF-202
 */
static NvSciError count_bytes(PhaseOp op, uint64_t size)
{
    NvSciError status = NvSciError_Success;

    if (feature_enabled(RINGFENCE_CFG_SHARING)) {
        const uint64_t most = (uint64_t)RINGFENCE_CFG_ALL_BUFFERS_MIB * BUF_MIB;
        uint64_t left = 0U;

        if (g_buf_bytes < most) {
            left = most - g_buf_bytes;
        }
        if (size > left) {
            fault_report_limit(op, FAULT_LIMIT_ALL_BUFFERS_MIB, size, left);
            status = NvSciError_InsufficientMemory;
        } else {
            g_buf_bytes += size;
        }
    }
    return status;
}

/** Corrects the count: memory has other bytes than were counted, or is given back. */
static void count_again(uint64_t counted, uint64_t bytes)
{
    if (feature_enabled(RINGFENCE_CFG_SHARING)) {
        ASSERT(g_buf_bytes >= counted);
        g_buf_bytes = (g_buf_bytes - counted) + bytes;
    }
}

static BufMemory *memory_of(const BufMaking *making)
{
    return &g_buf_memories[making->slots.at[BUF_SLOT_MEMORY]];
}

static BufObject *object_of(const BufMaking *making)
{
    return &g_buf_objects[making->slots.at[BUF_SLOT_OBJECT]];
}

/** @satisfies RF-BUF-035 RF-BUF-205 */
NvSciError buf_making_begin(PhaseOp op, uint32_t list, NvSciBufAttrValAccessPerm permission,
                            BufMaking *making)
{
    NvSciError status = take_slots(&making->slots, BUF_SLOTS);

    if (status == NvSciError_Success) {
        BufObject *const object = object_of(making);

        buf_memory_need(list, &object->size, &making->alignment);
        status = count_bytes(op, object->size);
        if (status == NvSciError_Success) {
            buf_device_plan(list, &making->device);
            begin_memory(memory_of(making), buf_device_is_wanted(list));
            fill_object(&making->slots, list, permission);
        } else {
            give_slots(&making->slots, BUF_SLOTS);
        }
    }
    return status;
}

/** @satisfies RF-BUF-205 */
NvSciError buf_making_end(const BufMaking *making, NvSciError made, NvSciBufObj *handle)
{
    const BufSlots *const slots = &making->slots;
    const uint64_t counted = object_of(making)->size;

    if (made == NvSciError_Success) {
        /* The memory may have been rounded up. */
        ASSERT(memory_of(making)->memory.size >= counted);
        ASSERT(object_of(making)->handles == 1U);
        count_again(counted, memory_of(making)->memory.size);
        *handle = name_object(slots->at[BUF_SLOT_HANDLE], slots->at[BUF_SLOT_OBJECT], false);
    } else {
        count_again(counted, 0U);
        empty_object(slots->at[BUF_SLOT_OBJECT]);
        give_slots(slots, BUF_SLOTS);
    }
    return made;
}

/** Says whether memory is a device's. */
static bool is_of_device(const BufMemory *row)
{
    return feature_enabled(RINGFENCE_CFG_ENGINES) && row->is_device;
}

/** Reserves memory: of the system, or of a device. Without the lock. */
static NvSciError reserve(const BufMaking *making)
{
    const uint64_t size = object_of(making)->size;
    BufMemory *const row = memory_of(making);

    return is_of_device(row)
               ? buf_device_reserve(&making->device, size, making->alignment, &row->memory)
               : status_of_port(port_memory_reserve(size, making->alignment, &row->memory));
}

/**
 * Reports that the system has less memory than a buffer needs. Memory can be refused for other
 * reasons as well.
 *
 * @satisfies RF-BUF-203
 */
static void report_shortage(PhaseOp op, const BufMaking *making, NvSciError status)
{
    if ((status == NvSciError_InsufficientMemory) && (!is_of_device(memory_of(making)))) {
        const uint64_t size = object_of(making)->size;
        const uint64_t room = port_memory_spare(size);

        if (room < size) {
            fault_report_limit(op, FAULT_LIMIT_SYSTEM_MEMORY, size, room);
        }
    }
}

/** @satisfies RF-BUF-204 */
PORT_APART NvSciError buf_object_alloc(PhaseOp op, uint32_t list, NvSciBufObj *handle)
{
    BufMaking making;
    NvSciError status = buf_making_begin(op, list, NvSciBufAccessPerm_ReadWrite, &making);

    if (status == NvSciError_Success) {
        const int32_t held = core_memory_begin();

        status = reserve(&making);
        if (feature_enabled(RINGFENCE_CFG_SHARING)) {
            report_shortage(op, &making, status);
        }
        core_memory_end(op, held);
        status = buf_making_end(&making, status, handle);
    }
    return status;
}

/** Makes memory of what another process sent: mapped, or a device's. Without the lock. */
static NvSciError adopt(const BufMaking *making, int32_t descriptor)
{
    const bool writable = (object_of(making)->permission == NvSciBufAccessPerm_ReadWrite);
    const uint64_t size = object_of(making)->size;
    BufMemory *const row = memory_of(making);
    NvSciError status = NvSciError_BadParameter;

    if (is_of_device(row)) {
        buf_device_adopt(descriptor, size, making->alignment, &row->memory);
        status = NvSciError_Success;
    } else {
        const PortStatus port =
            port_memory_adopt(descriptor, size, making->alignment, writable, &row->memory);

        if ((port != PORT_FAILED) && (port != PORT_DENIED)) {
            status = status_of_port(port);
        }
    }
    return status;
}

/** @satisfies RF-BUF-061 RF-BUF-204 RF-SHARE-086 RF-ENGINE-023 */
NvSciError buf_making_adopt(PhaseOp op, const BufMaking *making, int32_t descriptor,
                            NvSciBufObj *handle)
{
    NvSciError status = NvSciError_Success;
    int32_t held = 0;

    /* Whom the memory's owner gives it to, is not known here. */
    ASSERT(descriptor >= 0);
    ASSERT(!memory_of(making)->is_sealed);
    memory_of(making)->has_writers = true;
    held = core_memory_begin();
    status = adopt(making, descriptor);
    if (status != NvSciError_Success) {
        ringfence_port_descriptor_close(descriptor);
    }
    core_memory_end(op, held);
    return buf_making_end(making, status, handle);
}

/* ---------------------------------------------------------------- sharing */

/** @satisfies RF-BUF-062 */
NvSciBufAttrValAccessPerm buf_object_passes(const BufObject *object)
{
    return g_buf_memories[object->memory].is_sealed ? NvSciBufAccessPerm_Readonly
                                                    : object->permission;
}

/** @satisfies RF-BUF-063 RF-ENGINE-022 */
NvSciError buf_object_share(const BufObject *object, bool writable, int32_t *descriptor)
{
    BufMemory *const row = &g_buf_memories[object->memory];
    const PortMemory *const memory = &row->memory;
    PortStatus port = PORT_OK;

    ASSERT(memory->descriptor >= 0);
    ASSERT(!(writable && row->is_sealed));
    if (row->is_device) {
        port = ringfence_port_descriptor_copy(memory->descriptor, descriptor);
    } else {
        if ((!writable) && (!row->has_writers) && (!row->is_sealed)) {
            port = port_memory_seal(memory);
            row->is_sealed = (port == PORT_OK);
        }
        if (port == PORT_OK) {
            port = port_memory_share(memory, writable, descriptor);
        }
    }
    return status_of_port(port);
}

void buf_object_has_writer(const BufObject *object)
{
    ASSERT(!g_buf_memories[object->memory].is_sealed);
    g_buf_memories[object->memory].has_writers = true;
}

/** @satisfies RF-BUF-064 */
NvSciError buf_object_attach(PhaseOp op, const BufObject *object, const ListInputs *inputs)
{
    ListRow before;
    NvSciError status = list_route_more(op, &g_buf_lists, inputs, object->list, &before);

    if ((status == NvSciError_Success) && peers_write(object->list)) {
        BufMemory *const row = &g_buf_memories[object->memory];

        if (row->is_sealed) {
            g_buf_lists.rows[object->list] = before;
            status = NvSciError_ReconciliationFailed;
        } else {
            row->has_writers = true;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- life */

/**
 * Gives an object back, and its memory if nothing else uses it: as long as that takes, its slot
 * stays taken, and nobody can find it.
 *
 * @satisfies RF-BUF-204
 */
static void object_destroy(PhaseOp op, uint32_t index)
{
    const uint32_t at = g_buf_objects[index].memory;
    BufMemory *const row = &g_buf_memories[at];

    ASSERT(at < RINGFENCE_CFG_BUF_MEMORIES);
    ASSERT(row->views < RINGFENCE_CFG_BUF_OBJECTS);
    ASSERT(row->memory.size >= g_buf_objects[index].size);
    empty_object(index);
    ringfence_pool_give(RINGFENCE_POOL_BUF_OBJECT, index);
    if (row->views > 0U) {
        row->views--;
    } else {
        const uint64_t bytes = row->memory.size;
        int32_t held = 0;

        /* Its descriptor will be another one's. */
        row->number = 0U;
        held = core_memory_begin();
        port_memory_release(&row->memory);
        core_memory_end(op, held);
        ASSERT(row->memory.base == NULL);
        ASSERT(row->memory.view == NULL);
        count_again(bytes, 0U);
        ringfence_pool_give(RINGFENCE_POOL_BUF_MEMORY, at);
    }
}

/** Makes one more handle of an object, for the program or for a driver. */
static NvSciError duplicate(uint32_t index, bool is_map, NvSciBufObj *handle)
{
    uint32_t row = 0U;
    const NvSciError status = ringfence_pool_take(RINGFENCE_POOL_BUF_HANDLE, &row);

    if (status == NvSciError_Success) {
        ASSERT(g_buf_objects[index].handles > 0U);
        ASSERT(g_buf_objects[index].handles < RINGFENCE_CFG_BUF_HANDLES);
        g_buf_objects[index].handles++;
        *handle = name_object(row, index, is_map);
    }
    return status;
}

/** Gives a handle back, and with the last one the object. BadParameter iff it is none of this
 * kind. */
static NvSciError drop_buf_handle(PhaseOp op, NvSciBufObj handle, bool is_map)
{
    uint32_t row = 0U;
    NvSciError status = ringfence_pool_find(op, RINGFENCE_POOL_BUF_HANDLE, handle, &row);

    if ((status == NvSciError_Success) && (g_buf_handles[row].is_map != is_map)) {
        fault_report_handle(op, handle);
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        const uint32_t index = g_buf_handles[row].object;

        ASSERT(index < RINGFENCE_CFG_BUF_OBJECTS);
        ASSERT(g_buf_objects[index].handles > 0U);
        ringfence_pool_give(RINGFENCE_POOL_BUF_HANDLE, row);
        g_buf_objects[index].handles--;
        if (g_buf_objects[index].handles == 0U) {
            object_destroy(op, index);
        }
    }
    return status;
}

/** @satisfies RF-ENGINE-014 */
NvSciError buf_object_map(PhaseOp op, NvSciBufObj handle, NvSciBufObj *own)
{
    uint32_t index = 0U;
    NvSciError status = find_index(op, handle, &index);

    if (status == NvSciError_Success) {
        status = duplicate(index, true, own);
    }
    return status;
}

/** @satisfies RF-ENGINE-015 */
NvSciError buf_object_unmap(PhaseOp op, NvSciBufObj own)
{
    return drop_buf_handle(op, own, true);
}

/**
 * Gives a memory a mapping that cannot be written. A device's has none at all. Without the lock.
 *
 * @satisfies RF-ENGINE-026
 */
static NvSciError make_view(PortMemory *memory, bool is_device)
{
    return is_device ? NvSciError_Success : status_of_port(port_memory_view(memory));
}

/** Gives a memory the mapping that was made, unless another thread was first: then that one stays,
 * and the other goes. */
static void keep_view(PhaseOp op, BufMemory *row, const PortMemory *made)
{
    PortMemory extra = {NULL, NULL, made->size, made->alignment, -1};

    ASSERT(made->size == row->memory.size);
    ASSERT(made->base == row->memory.base);
    if (row->memory.view == NULL) {
        row->memory.view = made->view;
    } else if (row->memory.view != made->view) {
        int32_t held = 0;

        extra.view = made->view;
        held = core_memory_begin();
        port_memory_release(&extra);
        core_memory_end(op, held);
    } else {
        /* It was there before. */
    }
}

/**
 * Makes an object of the same memory that may only be read.
 *
 * @satisfies RF-BUF-204
 */
static NvSciError reduce(PhaseOp op, uint32_t index, NvSciBufObj *handle)
{
    const BufObject *const source = &g_buf_objects[index];
    BufSlots slots;
    NvSciError status = take_slots(&slots, SLOTS_OF_VIEW);

    if (status == NvSciError_Success) {
        BufMemory *const row = &g_buf_memories[source->memory];
        const bool is_device = is_of_device(row);
        PortMemory memory = row->memory;
        int32_t held = 0;

        ASSERT(source->permission == NvSciBufAccessPerm_ReadWrite);
        ASSERT(row->views < RINGFENCE_CFG_BUF_OBJECTS);
        row->views++;
        slots.at[BUF_SLOT_MEMORY] = source->memory;
        g_buf_objects[slots.at[BUF_SLOT_OBJECT]].size = source->size;
        fill_object(&slots, source->list, NvSciBufAccessPerm_Readonly);
        held = core_memory_begin();
        status = make_view(&memory, is_device);
        core_memory_end(op, held);
        if (status == NvSciError_Success) {
            keep_view(op, row, &memory);
            *handle = name_object(slots.at[BUF_SLOT_HANDLE], slots.at[BUF_SLOT_OBJECT], false);
        } else {
            ringfence_pool_give(RINGFENCE_POOL_BUF_HANDLE, slots.at[BUF_SLOT_HANDLE]);
            object_destroy(op, slots.at[BUF_SLOT_OBJECT]);
        }
    }
    return status;
}

/**
 * Says whether an object is what its list says.
 *
 * @satisfies RF-ENGINE-025
 */
static bool is_consistent(const BufObject *object)
{
    const BufMemory *const row = &g_buf_memories[object->memory];
    const PortMemory *const memory = &row->memory;
    const uint64_t permission = buf_number(object->list, BUF_GENERAL_ACTUAL_PERM);
    const bool cpu_access = buf_flag(object->list, BUF_GENERAL_NEED_CPU_ACCESS);
    uint64_t size = 0U;
    uint64_t alignment = 0U;
    bool is_right = false;

    buf_memory_need(object->list, &size, &alignment);
    is_right = (object->size == size) && (memory->size >= size) && (memory->alignment >= alignment);
    is_right = is_right && (permission == (uint64_t)object->permission);
    is_right = is_right && (cpu_access == object->has_cpu_access);
    is_right = is_right && (row->is_device == buf_device_is_wanted(object->list));
    is_right = is_right && ((buf_object_base(object) == NULL) == row->is_device);
    /* What a device has is known only by its descriptor. */
    is_right = is_right && ((memory->descriptor >= 0) || (!row->is_device));
    return is_right;
}

/* ---------------------------------------------------------------- entry points */

/** @satisfies RF-BUF-017 RF-BUF-058 */
NvSciError NvSciBufObjAlloc(NvSciBufAttrList reconciledAttrList, NvSciBufObj *bufObj)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_ALLOC);

    if (status == NvSciError_Success) {
        uint32_t list = 0U;

        status = list_find_reconciled(OP_BUF_OBJ_ALLOC, &g_buf_lists, reconciledAttrList, &list);
        if (bufObj == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = buf_object_alloc(OP_BUF_OBJ_ALLOC, list, bufObj);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-018 RF-BUF-058 */
NvSciError NvSciBufObjDup(NvSciBufObj bufObj, NvSciBufObj *dupObj)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_DUP);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = find_index(OP_BUF_OBJ_DUP, bufObj, &index);
        if (dupObj == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = duplicate(index, false, dupObj);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-019 RF-BUF-058 */
NvSciError NvSciBufObjDupWithReducePerm(NvSciBufObj bufObj, NvSciBufAttrValAccessPerm reducedPerm,
                                        NvSciBufObj *newBufObj)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_DUP_WITH_REDUCE_PERM);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;
        const bool is_permission = (reducedPerm == NvSciBufAccessPerm_Readonly) ||
                                   (reducedPerm == NvSciBufAccessPerm_ReadWrite);

        status = find_index(OP_BUF_OBJ_DUP_WITH_REDUCE_PERM, bufObj, &index);
        if ((newBufObj == NULL) || (!is_permission)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            const NvSciBufAttrValAccessPerm held = g_buf_objects[index].permission;

            if (reducedPerm == held) {
                status = duplicate(index, false, newBufObj);
            } else if (held == NvSciBufAccessPerm_ReadWrite) {
                status = reduce(OP_BUF_OBJ_DUP_WITH_REDUCE_PERM, index, newBufObj);
            } else {
                status = fault_of_access(OP_BUF_OBJ_DUP_WITH_REDUCE_PERM, ACCESS_CAUSE_ABOVE);
            }
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-020 RF-BUF-058 RF-ENGINE-015 */
void NvSciBufObjFree(NvSciBufObj bufObj)
{
    if (ringfence_api_enter(OP_BUF_OBJ_FREE) == NvSciError_Success) {
        (void)drop_buf_handle(OP_BUF_OBJ_FREE, bufObj, false);
        ringfence_api_leave();
    } else {
        phase_note_kept(bufObj);
    }
}

/** @satisfies RF-BUF-021 RF-BUF-058 */
NvSciError NvSciBufObjGetAttrList(NvSciBufObj bufObj, NvSciBufAttrList *bufAttrList)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_GET_ATTR_LIST);

    if (status == NvSciError_Success) {
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_GET_ATTR_LIST, bufObj, &object);
        if (bufAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *bufAttrList = ringfence_pool_handle(RINGFENCE_POOL_BUF_LIST, object->list);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-022 RF-BUF-058 RF-ENGINE-024 RF-CORE-343 */
NvSciError NvSciBufObjGetCpuPtr(NvSciBufObj bufObj, void **ptr)
{
    NvSciError status = ringfence_api_enter(OP_BUF_OBJ_GET_CPU_PTR);

    if (status == NvSciError_Success) {
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_GET_CPU_PTR, bufObj, &object);
        if (ptr == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            void *const base = buf_object_writable(object);

            if (!object->has_cpu_access) {
                status = fault_of_access(OP_BUF_OBJ_GET_CPU_PTR, ACCESS_CAUSE_BUF_CPU);
            } else if (base == NULL) {
                status = fault_of_access(OP_BUF_OBJ_GET_CPU_PTR, ACCESS_CAUSE_BUF_WRITE);
            } else {
                *ptr = base;
            }
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-023 RF-BUF-058 RF-ENGINE-024 */
NvSciError NvSciBufObjGetConstCpuPtr(NvSciBufObj bufObj, const void **ptr)
{
    NvSciError status = ringfence_api_enter(OP_BUF_OBJ_GET_CONST_CPU_PTR);

    if (status == NvSciError_Success) {
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_GET_CONST_CPU_PTR, bufObj, &object);
        if (ptr == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            if (object->has_cpu_access) {
                *ptr = buf_object_base(object);
            } else {
                status = fault_of_access(OP_BUF_OBJ_GET_CONST_CPU_PTR, ACCESS_CAUSE_BUF_CPU);
            }
        }
        ringfence_api_leave();
    }
    return status;
}

/** Checks a range of a buffer that is to be flushed. */
static NvSciError check_range(const BufObject *object, uint64_t offset, uint64_t len)
{
    NvSciError status = NvSciError_Success;
    bool fits = true;
    const uint64_t end = checked_add(offset, len, &fits);

    if (!fits) {
        status = NvSciError_Overflow;
    } else if ((len == 0U) || (end > object->size)) {
        status = NvSciError_BadParameter;
    } else if (!object->has_cpu_access) {
        (void)fault_of_access(OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE, ACCESS_CAUSE_BUF_CPU);
        status = NvSciError_NotPermitted;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** Takes the lock, if another thread may free or allocate: nobody does in RUNTIME. Where interrupt
 * handlers flush, who could not wait, nobody takes it; says whether it was taken. */
static inline bool lock_to_flush(void)
{
    const bool locks = (!feature_enabled(RINGFENCE_CFG_INTERRUPTS)) &&
                       (RingfenceCurrentPhase() != RINGFENCE_PHASE_RUNTIME);

    if (locks) {
        ringfence_port_lock();
    }
    return locks;
}

static inline void unlock_if(bool locked)
{
    if (locked) {
        ringfence_port_unlock();
    }
}

/**
 * Takes no lock in RUNTIME, and holds none while it flushes.
 *
 * @satisfies RF-BUF-024 RF-BUF-058 RF-BUF-206
 */
NvSciError NvSciBufObjFlushCpuCacheRange(NvSciBufObj bufObj, uint64_t offset, uint64_t len)
{
    const BufObject *object = NULL;
    NvSciError status = ringfence_phase_admit(OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE);

    if (status == NvSciError_Success) {
        const bool locked = lock_to_flush();

        status = buf_object_find(OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE, bufObj, &object);
        if (status == NvSciError_Success) {
            status = check_range(object, offset, len);
        }
        if ((status == NvSciError_Success) && object->needs_flush) {
            const void *const base = buf_object_base(object);

            unlock_if(locked);
            status = status_of_port(port_cache_flush(base, offset, len));
        } else {
            unlock_if(locked);
        }
    }
    return status;
}

/** @satisfies RF-BUF-025 RF-BUF-058 */
NvSciError NvSciBufObjValidate(NvSciBufObj bufObj)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_CHECKS, OP_BUF_OBJ_VALIDATE);

    if (status == NvSciError_Success) {
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_VALIDATE, bufObj, &object);
        if ((status == NvSciError_Success) && (!is_consistent(object))) {
            status = NvSciError_ObjValidationFailed;
        }
        ringfence_api_leave();
    }
    return status;
}
