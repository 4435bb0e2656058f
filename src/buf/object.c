/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file object.c
 * Buffer objects: handles, rights, memory.
 *
 * A handle names an object, an object has a list and rights of its own, and objects that differ in
 * their rights alone share a memory. Everything that a call needs is taken before anything of it
 * can be seen, and given back if a later step fails.
 */
#include "buf/buf.h"

#include "core/pool.h"
#include "core/status.h"

/** A handle. */
typedef struct {
    uint32_t object;
    /** It is an engine's. */
    bool is_map;
} BufHandle;

/** Memory behind objects. */
typedef struct {
    PortMemory memory;
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

/* ---------------------------------------------------------------- finding */

/** @satisfies RF-BUF-028 */
static NvSciError find_index(PhaseOp op, NvSciBufObj handle, uint32_t *index)
{
    uint32_t row = 0U;
    const NvSciError status = pool_find(op, RINGFENCE_POOL_BUF_HANDLE, handle, &row);

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

/* ---------------------------------------------------------------- life */

/** Pools of BufSlots. Without a memory of its own an object takes the first two. */
static const RingfencePool g_slot_pools[BUF_SLOTS] = {
    RINGFENCE_POOL_BUF_HANDLE, RINGFENCE_POOL_BUF_OBJECT, RINGFENCE_POOL_BUF_MEMORY};
#define SLOTS_OF_VIEW BUF_SLOT_MEMORY

static void give_slots(const BufSlots *slots, uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        pool_give(g_slot_pools[i], slots->at[i]);
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
        status = pool_take(g_slot_pools[i], &slots->at[i]);
        if (status != NvSciError_Success) {
            give_slots(slots, i);
        }
    }
    return status;
}

/** @satisfies RF-BUF-035 */
NvSciError buf_slots_take(BufSlots *slots)
{
    return take_slots(slots, BUF_SLOTS);
}

void buf_slots_give(const BufSlots *slots)
{
    give_slots(slots, BUF_SLOTS);
}

/** Makes a handle of an object in a slot that was taken: the program's, or an engine's. */
static NvSciBufObj name_object(uint32_t handle, uint32_t object, bool is_map)
{
    g_buf_handles[handle].object = object;
    g_buf_handles[handle].is_map = is_map;
    return pool_handle(RINGFENCE_POOL_BUF_HANDLE, handle);
}

/** Says whether a peer of a list asked for the right to write. */
static bool peers_write(uint32_t list)
{
    const ListRow *const row = &g_buf_lists.rows[list];
    bool write = false;

    for (uint32_t i = 0U; (i < row->routes) && part_is_in(RINGFENCE_CFG_SHARING); i++) {
        if ((row->route[i].count > 0U) && buf_perm_writes(row->route[i].perm)) {
            write = true;
        }
    }
    return write;
}

/**
 * Makes an object of slots that were taken, whose size and memory are known, with the list `list`
 * and these rights. Gives its handle.
 *
 * @satisfies RF-BUF-054
 */
static NvSciBufObj publish(const BufSlots *slots, uint32_t list,
                           NvSciBufAttrValAccessPerm permission)
{
    const uint32_t index = slots->at[BUF_SLOT_OBJECT];
    BufObject *const object = &g_buf_objects[index];
    BufMemory *const memory = &g_buf_memories[slots->at[BUF_SLOT_MEMORY]];

    if (peers_write(list)) {
        memory->has_writers = true;
    }
    object->module = g_buf_lists.rows[list].module;
    object->memory = slots->at[BUF_SLOT_MEMORY];
    object->handles = 1U;
    object->permission = permission;
    object->has_cpu_access = buf_flag(list, BUF_GENERAL_NEED_CPU_ACCESS);
    object->needs_flush = buf_flag(list, BUF_GENERAL_CPU_NEED_SW_CACHE_COHERENCY);
    if (part_is_in(LIST_READERS)) {
        object->list = list_bind(&g_buf_lists, list, index);
        buf_put_number(object->list, BUF_GENERAL_ACTUAL_PERM, (uint64_t)permission);
    }
    list_module_hold(&g_buf_lists, object->module);
    return name_object(slots->at[BUF_SLOT_HANDLE], index, false);
}

/** Starts a memory that no object uses, for an object with the list `list`. Gives its alignment. */
static uint64_t begin_memory(const BufSlots *slots, uint32_t list)
{
    BufObject *const object = &g_buf_objects[slots->at[BUF_SLOT_OBJECT]];
    BufMemory *const row = &g_buf_memories[slots->at[BUF_SLOT_MEMORY]];
    uint64_t alignment = 0U;

    buf_memory_need(list, &object->size, &alignment);
    row->views = 0U;
    row->has_writers = false;
    row->is_sealed = false;
    row->is_device = buf_device_is_wanted(list);
    return alignment;
}

/** Reserves what a list needs: of the system, or of a device. */
static NvSciError reserve(const BufSlots *slots, uint32_t list)
{
    const uint64_t alignment = begin_memory(slots, list);
    const uint64_t size = g_buf_objects[slots->at[BUF_SLOT_OBJECT]].size;
    BufMemory *const row = &g_buf_memories[slots->at[BUF_SLOT_MEMORY]];

    return row->is_device ? buf_device_reserve(list, size, alignment, &row->memory)
                          : status_of_port(port_memory_reserve(size, alignment, &row->memory));
}

NvSciError buf_object_alloc(uint32_t list, NvSciBufObj *handle)
{
    BufSlots slots;
    NvSciError status = buf_slots_take(&slots);

    if (status == NvSciError_Success) {
        status = reserve(&slots, list);
        if (status == NvSciError_Success) {
            *handle = publish(&slots, list, NvSciBufAccessPerm_ReadWrite);
        } else {
            buf_slots_give(&slots);
        }
    }
    return status;
}

/** Makes memory of what another process sent: mapped, or a device's. */
static NvSciError adopt_memory(const BufSlots *slots, uint32_t list, int32_t descriptor,
                               bool writable)
{
    const uint64_t alignment = begin_memory(slots, list);
    const uint64_t size = g_buf_objects[slots->at[BUF_SLOT_OBJECT]].size;
    BufMemory *const row = &g_buf_memories[slots->at[BUF_SLOT_MEMORY]];
    NvSciError status = NvSciError_BadParameter;

    if (row->is_device) {
        buf_device_adopt(descriptor, size, alignment, &row->memory);
        status = NvSciError_Success;
    } else {
        const PortStatus port =
            port_memory_adopt(descriptor, size, alignment, writable, &row->memory);

        if ((port != PORT_FAILED) && (port != PORT_DENIED)) {
            status = status_of_port(port);
        }
    }
    /* Whom the memory's owner gives it to, is not known here. */
    row->has_writers = true;
    return status;
}

/** @satisfies RF-BUF-061 RF-SHARE-086 RF-ENGINE-023 */
NvSciError buf_object_adopt(const BufSlots *slots, uint32_t list, int32_t descriptor,
                            NvSciBufAttrValAccessPerm permission, NvSciBufObj *handle)
{
    const bool writable = (permission == NvSciBufAccessPerm_ReadWrite);
    const NvSciError status = adopt_memory(slots, list, descriptor, writable);

    if (status == NvSciError_Success) {
        *handle = publish(slots, list, permission);
    }
    return status;
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

    if (row->is_device) {
        port = port_descriptor_copy(memory->descriptor, descriptor);
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
    g_buf_memories[object->memory].has_writers = true;
}

/** @satisfies RF-BUF-064 */
NvSciError buf_object_attach(const BufObject *object, const ListInputs *inputs)
{
    NvSciError status = NvSciError_Success;
    const ListRow before = g_buf_lists.rows[object->list];
    ListPlace place = list_first(inputs);

    for (uint32_t i = 0U; (i < inputs->slots) && (status == NvSciError_Success); i++) {
        status = list_route_add(&g_buf_lists, place.row, object->list);
        (void)list_next(&g_buf_lists, &place);
    }
    if ((status == NvSciError_Success) && peers_write(object->list)) {
        BufMemory *const row = &g_buf_memories[object->memory];

        if (row->is_sealed) {
            status = NvSciError_ReconciliationFailed;
        } else {
            row->has_writers = true;
        }
    }
    if (status != NvSciError_Success) {
        g_buf_lists.rows[object->list] = before;
    }
    return status;
}

/* ---------------------------------------------------------------- life */

static void object_destroy(uint32_t index)
{
    const BufObject *const object = &g_buf_objects[index];
    BufMemory *const memory = &g_buf_memories[object->memory];

    list_unbind(&g_buf_lists, index);
    if (memory->views > 0U) {
        memory->views--;
    } else {
        port_memory_release(&memory->memory);
        pool_give(RINGFENCE_POOL_BUF_MEMORY, object->memory);
    }
    list_module_drop(&g_buf_lists, object->module);
    pool_give(RINGFENCE_POOL_BUF_OBJECT, index);
}

/** Makes one more handle of an object, for the program or for an engine. */
static NvSciError duplicate(uint32_t index, bool is_map, NvSciBufObj *handle)
{
    uint32_t row = 0U;
    const NvSciError status = pool_take(RINGFENCE_POOL_BUF_HANDLE, &row);

    if (status == NvSciError_Success) {
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
    NvSciError status = pool_find(op, RINGFENCE_POOL_BUF_HANDLE, handle, &row);

    if ((status == NvSciError_Success) && (g_buf_handles[row].is_map != is_map)) {
        fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        const uint32_t index = g_buf_handles[row].object;

        pool_give(RINGFENCE_POOL_BUF_HANDLE, row);
        g_buf_objects[index].handles--;
        if (g_buf_objects[index].handles == 0U) {
            object_destroy(index);
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
 * Gives a memory a mapping that cannot be written. A device's has none at all.
 *
 * @satisfies RF-ENGINE-026
 */
static NvSciError make_view(BufMemory *row)
{
    PortMemory *const memory = &row->memory;

    return row->is_device ? NvSciError_Success : status_of_port(port_memory_view(memory));
}

/** Makes an object of the same memory that may only be read. */
static NvSciError reduce(uint32_t index, NvSciBufObj *handle)
{
    const BufObject *const source = &g_buf_objects[index];
    BufSlots slots;
    NvSciError status = take_slots(&slots, SLOTS_OF_VIEW);

    if (status == NvSciError_Success) {
        status = make_view(&g_buf_memories[source->memory]);
        if (status == NvSciError_Success) {
            g_buf_memories[source->memory].views++;
            slots.at[BUF_SLOT_MEMORY] = source->memory;
            g_buf_objects[slots.at[BUF_SLOT_OBJECT]].size = source->size;
            *handle = publish(&slots, source->list, NvSciBufAccessPerm_Readonly);
        } else {
            give_slots(&slots, SLOTS_OF_VIEW);
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
    /* What a device has is known by its descriptor alone. */
    is_right = is_right && ((memory->descriptor >= 0) || (!row->is_device));
    return is_right;
}

/* ---------------------------------------------------------------- entry points */

/** @satisfies RF-BUF-017 RF-BUF-058 */
NvSciError NvSciBufObjAlloc(NvSciBufAttrList reconciledAttrList, NvSciBufObj *bufObj)
{
    NvSciError status = part_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_ALLOC);

    if (status == NvSciError_Success) {
        uint32_t list = 0U;

        status = list_find_reconciled(OP_BUF_OBJ_ALLOC, &g_buf_lists, reconciledAttrList, &list);
        if (bufObj == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = buf_object_alloc(list, bufObj);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-018 RF-BUF-058 */
NvSciError NvSciBufObjDup(NvSciBufObj bufObj, NvSciBufObj *dupObj)
{
    NvSciError status = part_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_DUP);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = find_index(OP_BUF_OBJ_DUP, bufObj, &index);
        if (dupObj == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = duplicate(index, false, dupObj);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-019 RF-BUF-058 */
NvSciError NvSciBufObjDupWithReducePerm(NvSciBufObj bufObj, NvSciBufAttrValAccessPerm reducedPerm,
                                        NvSciBufObj *newBufObj)
{
    NvSciError status = part_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_DUP_WITH_REDUCE_PERM);

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
                status = reduce(index, newBufObj);
            } else {
                status = NvSciError_BadParameter;
            }
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-020 RF-BUF-058 RF-ENGINE-015 */
void NvSciBufObjFree(NvSciBufObj bufObj)
{
    if (core_enter(OP_BUF_OBJ_FREE) == NvSciError_Success) {
        (void)drop_buf_handle(OP_BUF_OBJ_FREE, bufObj, false);
        core_leave();
    }
}

/** @satisfies RF-BUF-021 RF-BUF-058 */
NvSciError NvSciBufObjGetAttrList(NvSciBufObj bufObj, NvSciBufAttrList *bufAttrList)
{
    NvSciError status = part_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_OBJ_GET_ATTR_LIST);

    if (status == NvSciError_Success) {
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_GET_ATTR_LIST, bufObj, &object);
        if (bufAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *bufAttrList = buf_list_handle(object->list);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-022 RF-BUF-058 RF-ENGINE-024 */
NvSciError NvSciBufObjGetCpuPtr(NvSciBufObj bufObj, void **ptr)
{
    NvSciError status = core_enter(OP_BUF_OBJ_GET_CPU_PTR);

    if (status == NvSciError_Success) {
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_GET_CPU_PTR, bufObj, &object);
        if (ptr == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            void *const base = buf_object_writable(object);

            if ((base == NULL) || (!object->has_cpu_access)) {
                status = NvSciError_BadParameter;
            } else {
                *ptr = base;
            }
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-023 RF-BUF-058 RF-ENGINE-024 */
NvSciError NvSciBufObjGetConstCpuPtr(NvSciBufObj bufObj, const void **ptr)
{
    NvSciError status = core_enter(OP_BUF_OBJ_GET_CONST_CPU_PTR);

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
                status = NvSciError_BadParameter;
            }
        }
        core_leave();
    }
    return status;
}

/** Checks a range of a buffer. */
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
        status = NvSciError_NotPermitted;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/**
 * Takes no lock, so that it can run while others negotiate.
 *
 * @satisfies RF-BUF-024 RF-BUF-058
 */
NvSciError NvSciBufObjFlushCpuCacheRange(NvSciBufObj bufObj, uint64_t offset, uint64_t len)
{
    const BufObject *object = NULL;
    NvSciError status = phase_admit(OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE);

    if (status == NvSciError_Success) {
        status = buf_object_find(OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE, bufObj, &object);
    }
    if (status == NvSciError_Success) {
        status = check_range(object, offset, len);
    }
    if ((status == NvSciError_Success) && object->needs_flush) {
        status = status_of_port(port_cache_flush(buf_object_base(object), offset, len));
    }
    return status;
}

/** @satisfies RF-BUF-025 RF-BUF-058 */
NvSciError NvSciBufObjValidate(NvSciBufObj bufObj)
{
    NvSciError status = part_enter(RINGFENCE_CFG_CHECKS, OP_BUF_OBJ_VALIDATE);

    if (status == NvSciError_Success) {
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_VALIDATE, bufObj, &object);
        if ((status == NvSciError_Success) && (!is_consistent(object))) {
            status = NvSciError_ObjValidationFailed;
        }
        core_leave();
    }
    return status;
}
