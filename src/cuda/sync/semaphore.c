/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file semaphore.c
 * Sync objects as external semaphores: attributes, import, the end of an import, and what contexts
 * that failed leave to be settled.
 */
#include "cuda/sync/semaphore.h"

#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/handle.h"
#include "core/phase_keep.h"
#include "cuda/driver/result.h"
#include "port/atomic.h"
#include "port/lock.h"

CudaSemaphore g_semaphores[RINGFENCE_CFG_CUDA_SEMAPHORES];
PortAtomicWord g_semaphore_words[RINGFENCE_CFG_CUDA_SEMAPHORES];

bool semaphore_is_ours(const void *handle)
{
    return handle_is_ours(handle);
}

/** @satisfies RF-CUDA-007 */
CUresult semaphore_find(PhaseOp op, const void *handle, CudaSemaphore **semaphore)
{
    CUresult result = CUDA_SUCCESS;

    *semaphore = semaphore_of(handle);
    if (*semaphore == NULL) {
        uint32_t index = 0U;

        /* The pool reports it. */
        (void)ringfence_pool_find(op, RINGFENCE_POOL_CUDA_SEMAPHORE, handle, &index);
        result = CUDA_ERROR_INVALID_HANDLE;
    }
    return result;
}

/** Says whether the list of an object names a GPU, and at which place. */
static bool sync_list_names_gpu(NvSciSyncObj object, const NvSciRmGpuId *gpu, uint32_t *place)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrKeyValuePair pair;
    NvSciError status = NvSciSyncObjGetAttrList(object, &list);
    bool names = false;

    (void)memset(&pair, 0, sizeof(pair));
    pair.attrKey = NvSciSyncAttrKey_GpuId;
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListGetAttrs(list, &pair, 1U);
    }
    if ((status == NvSciError_Success) && (pair.value != NULL)) {
        names = context_names_gpu(pair.value, pair.len, gpu, place);
    }
    return names;
}

/** Leaves a GPU what its lists asked for: one that did not ask to signal only waits, at the counter
 * if another one of this process signals.
 * @satisfies RF-CUDA-200 RF-CUDA-201 */
static CUresult keep_rights(const CudaCaller *caller, uint32_t place, RingfenceEngineSync *map)
{
    CUresult result = CUDA_SUCCESS;

    if (map->maySignal && ((map->signalers & (1U << place)) == 0U)) {
        map->maySignal = false;
        map->timestamps = NULL;
        map->gate = NULL;
    }
    if ((!map->maySignal) && (!map->mayWait)) {
        ringfence_fault_report(caller->op, RINGFENCE_FAULT_NO_RIGHT);
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return result;
}

/** Says whether GPUs wait for the waiter counter of an object: another process signals. */
static bool waits_at_gate(const RingfenceEngineSync *map)
{
    return (map->gate != NULL) && (!map->maySignal);
}

/** Registers what GPUs wait for and store in: counter and waiter counter for who signals, one of
 * them for who may only wait.
 * @satisfies RF-CUDA-060 */
static CUresult register_words(const CudaDriver *driver, CudaSemaphore *row)
{
    const RingfenceEngineSync *const map = &row->map;
    const CudaPages counter = {map->constCounter, map->bytes, map->counter != NULL};
    const CudaPages gate = {map->gate, map->gateBytes, true};
    uint32_t registration = 0U;
    bool stays = false;
    CUresult result = registration_take(driver, waits_at_gate(map) ? &gate : &counter,
                                        &row->counter, &registration);

    if ((result == CUDA_SUCCESS) && (map->gate != NULL) && map->maySignal) {
        result = registration_take(driver, &gate, &row->gate, &row->gate_registration);
        if (result != CUDA_SUCCESS) {
            (void)registration_drop(driver, registration, &stays);
        }
    }
    if (result == CUDA_SUCCESS) {
        row->shared = shared_object_begin(registration);
    }
    return result;
}

/** Registers the waiter counter again, because the counter's registration stays. A semaphore
 * without its waiter counter would leave waiters behind: it can only be destroyed. */
static void restore_gate(const CudaDriver *driver, CudaSemaphore *row)
{
    const CudaPages gate = {row->map.gate, row->map.gateBytes, true};
    const CUresult result = registration_take(driver, &gate, &row->gate, &row->gate_registration);

    if (result != CUDA_SUCCESS) {
        row->gate = 0U;
        row->signals = SINGLE_NOT;
        row->waits = SINGLE_NOT;
        row->map.maySignal = false;
        row->map.mayWait = false;
    }
}

/** Ends the registrations of counter and waiter counter. If the driver refuses, both stay. */
static CUresult drop_words(const CudaDriver *driver, CudaSemaphore *row, bool *stay)
{
    const bool gated = (row->gate != 0U);
    CUresult result = CUDA_SUCCESS;

    *stay = false;
    if (gated) {
        result = registration_drop(driver, row->gate_registration, stay);
    }
    if (!(*stay)) {
        const CUresult second = registration_drop(driver, row->shared->registration, stay);

        result = (result == CUDA_SUCCESS) ? second : result;
        if (*stay && gated) {
            restore_gate(driver, row);
        }
    }
    return result;
}

/** Takes back what an import made in CUDA; its object stays mapped. */
static void detach(const CudaDriver *driver, CudaSemaphore *row)
{
    bool stay = false;

    (void)event_ring_end(driver, row);
    gpu_timestamp_pause(driver, row);
    gpu_timestamp_end(row);
    (void)drop_words(driver, row, &stay);
    shared_object_end(row->shared);
}

/** Registers what GPUs use, and makes ready what signals need beside it: the kernel and the clock,
 * or events.
 * @satisfies RF-CUDA-126 */
static CUresult attach_words(const CudaDriver *driver, const NvSciRmGpuId *gpu, CudaSemaphore *row)
{
    CUresult result = register_words(driver, row);

    if (result == CUDA_SUCCESS) {
        result = (row->map.timestamps != NULL) ? gpu_timestamp_begin(driver, row)
                                               : event_ring_begin(driver, gpu, row);
        if (result != CUDA_SUCCESS) {
            detach(driver, row);
        }
    }
    return result;
}

/** Says how calls of one entry signal and wait. */
static void choose_ways(CudaSemaphore *row)
{
    const SingleWay way = event_ring_serves(row) ? SINGLE_EVENT : SINGLE_STORE;

    if (row->map.maySignal && (row->map.timestamps == NULL)) {
        row->signals = way;
    }
    if (row->map.mayWait) {
        row->waits = way;
    }
}

/** Fills the row of an object that is mapped.
 * @satisfies RF-CUDA-011 RF-CUDA-021 */
static CUresult attach(const CudaCaller *caller, const CudaDriver *driver, CudaSemaphore *row)
{
    NvSciRmGpuId gpu;
    CUdevice device = 0;
    uint32_t place = 0U;
    int wide = 0;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&gpu, 0, sizeof(gpu));
    result = context_gpu(driver, &device, &gpu);
    if (result == CUDA_SUCCESS) {
        if (!sync_list_names_gpu(row->map.object, &gpu, &place)) {
            ringfence_fault_report(caller->op, RINGFENCE_FAULT_OTHER_GPU);
            result = CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (result == CUDA_SUCCESS) {
        result = keep_rights(caller, place, &row->map);
    }
    if (result == CUDA_SUCCESS) {
        result = driver->device_attribute(&wide, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS,
                                          device);
    }
    if ((result == CUDA_SUCCESS) && (wide == 0)) {
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (result == CUDA_SUCCESS) {
        result = context_current(driver, &row->context);
    }
    if (result == CUDA_SUCCESS) {
        choose_ways(row);
        result = attach_words(driver, &gpu, row);
    }
    return result;
}

/** Imports an object that is mapped into a slot that was taken. The map is the row's on success. */
static CUresult import_into(const CudaCaller *caller, const CudaDriver *driver,
                            const RingfenceEngineSync *map, uint32_t index)
{
    CudaSemaphore *const row = &g_semaphores[index];
    const RingfenceEngineHealth health = {NULL, &semaphore_look};
    CUresult result = CUDA_SUCCESS;

    (void)memset(row, 0, sizeof(*row));
    row->map = *map;
    row->imports = 1U;
    /* Another driver that was first looks after its own engines. */
    (void)RingfenceEngineSetHealth(&health);
    result = attach(caller, driver, row);
    if (result == CUDA_SUCCESS) {
        result = peer_monitor_add(index, &row->map);
        if (result != CUDA_SUCCESS) {
            detach(driver, row);
        }
    }
    if (result != CUDA_SUCCESS) {
        row->map.object = NULL;
    }
    return result;
}

/** Imports an object that is mapped for the first time in the current context. */
static CUresult import_first(const CudaCaller *caller, const CudaDriver *driver,
                             const RingfenceEngineSync *map, uint32_t *index)
{
    CUresult result = slot_take(caller, RINGFENCE_POOL_CUDA_SEMAPHORE, index);

    if (result == CUDA_SUCCESS) {
        result = import_into(caller, driver, map, *index);
        if (result == CUDA_SUCCESS) {
            const void *const handle = ringfence_pool_handle(RINGFENCE_POOL_CUDA_SEMAPHORE, *index);

            port_store_word(&g_semaphore_words[*index], handle_bits(handle));
        } else {
            slot_give(RINGFENCE_POOL_CUDA_SEMAPHORE, *index);
        }
    }
    return result;
}

/** Finds the import of an object in a context. One that can only be destroyed is none. */
/* cppcheck-suppress constParameter ; DEV-046 a context is a handle of CUDA */
static bool find_import(const RingfenceEngineSync *map, CUcontext context, uint32_t *index)
{
    bool found = false;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_CUDA_SEMAPHORES) && (!found); i++) {
        const CudaSemaphore *const row = &g_semaphores[i];

        found = (row->map.object != NULL) && (row->context.handle == context) &&
                (row->map.constCounter == map->constCounter) &&
                (row->map.maySignal || row->map.mayWait);
        if (found) {
            *index = i;
        }
    }
    return found;
}

/** Asks the driver whether the current context, which has the handle of an import's, is still that
 * one and knows its pages: it may have been reset.
 * @satisfies RF-CUDA-231 */
static CUresult ask_import(const CudaDriver *driver, const CudaSemaphore *row)
{
    const RingfenceEngineSync *const map = &row->map;
    CUdeviceptr pointer = 0U;
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    if (context_is_there(driver, &row->context)) {
        result = driver->host_pointer(
            &pointer, without_const(waits_at_gate(map) ? map->gate : map->constCounter), 0U);
    }
    return result;
}

/**
 * Imports an object that is mapped: a further import in one context shares the row of the first.
 * @satisfies RF-CUDA-202
 */
static CUresult import_mapped(const CudaCaller *caller, const CudaDriver *driver,
                              RingfenceEngineSync *map, uint32_t *index)
{
    CUcontext context = NULL;
    bool shared = false;
    CUresult result = driver->context_get(&context);

    if (result == CUDA_SUCCESS) {
        shared = find_import(map, context, index);
        result = shared ? ask_import(driver, &g_semaphores[*index])
                        : import_first(caller, driver, map, index);
    }
    if (shared && (result == CUDA_SUCCESS)) {
        g_semaphores[*index].imports++;
    }
    if (shared || (result != CUDA_SUCCESS)) {
        RingfenceEngineSyncUnmap(map);
    }
    return result;
}

/** @satisfies RF-CUDA-010 */
CUresult semaphore_import(const CudaCaller *caller, const void *object, unsigned int flags,
                          void **handle)
{
    const CudaDriver *driver = NULL;
    RingfenceEngineSync map;
    uint32_t index = 0U;
    int32_t held = 0;
    CUresult result = caller_admit(caller);

    (void)memset(&map, 0, sizeof(map));
    if ((result == CUDA_SUCCESS) && ((handle == NULL) || (flags != 0U))) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        result = context_begin(caller, &driver);
    }
    if (result == CUDA_SUCCESS) {
        result = import_begin(caller, &held);
        if (result == CUDA_SUCCESS) {
            result = result_of_handle(RingfenceEngineSyncMap(without_const(object), &map));
        }
        if (result == CUDA_SUCCESS) {
            result = import_mapped(caller, driver, &map, &index);
        }
        if (result == CUDA_SUCCESS) {
            *handle = ringfence_pool_handle(RINGFENCE_POOL_CUDA_SEMAPHORE, index);
        }
        import_end(held);
    }
    return result;
}

/* ---------------------------------------------------------------- contexts that failed */

/** 1: something is to be settled. */
static PortAtomic32 g_settle_due;

/** Asks the driver for something of an import that costs little; a context that failed has no
 * answer but its error. Says whether the context failed or is gone, or has lost the import's pages:
 * nobody stores its points then. That says nothing of other imports.
 * @satisfies RF-CUDA-233 */
static bool has_failed(const CudaDriver *driver, const CudaSemaphore *row)
{
    CUdeviceptr pointer = 0U;
    CUresult result = context_enter(driver, &row->context);
    bool failed = result_is_final(result) || (result == CUDA_ERROR_INVALID_CONTEXT);

    if (result == CUDA_SUCCESS) {
        result = driver->host_pointer(&pointer, row->map.counter, 0U);
        failed = result_is_lost(result);
        context_leave(driver);
    }
    return failed;
}

static bool is_signaller(const CudaSemaphore *row)
{
    return (row->map.object != NULL) && row->map.maySignal;
}

/** Asks for all imports that signal. The current context need not be one of theirs, and a context
 * that failed does not tell which one a stream is of. */
static void look_at_contexts(const CudaDriver *driver)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        CudaSemaphore *const row = &g_semaphores[i];

        row->failed = false;
        if (is_signaller(row)) {
            row->failed = has_failed(driver, row);
        }
    }
}

/** Notes the contexts of an object that failed. In the turn. */
static void fail_contexts(SharedObject *shared)
{
    PendingPoints *const pending = &shared->pending;
    bool all = true;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        if (is_signaller(&g_semaphores[i]) && (g_semaphores[i].shared == shared)) {
            if (g_semaphores[i].failed) {
                pending->failed = true;
                pending_fail(pending, &g_semaphores[i].context.handle);
            } else {
                all = false;
            }
        }
    }
    if (all) {
        pending_fail_all(pending);
    }
}

/** Finishes the points of an object that are pending in contexts that failed; false: its turn did
 * not come.
 * @satisfies RF-CUDA-064 RF-CUDA-102 RF-CUDA-103 */
static bool settle_row(const CudaDriver *driver, CudaSemaphore *row)
{
    SharedObject *const shared = row->shared;
    const bool taken = turn_take_soon(&shared->turn);

    if (taken) {
        fail_contexts(shared);
        if (event_ring_serves(row)) {
            event_ring_catch_up(driver, row);
        }
        (void)pending_finish(&shared->pending, row->map.object);
        ringfence_port_mutex_unlock(&shared->turn);
    }
    return taken;
}

/** Finishes the pending points of all objects whose contexts failed, each through one import;
 * false: a turn did not come. Needs import_lock(). */
static bool settle_all(const CudaDriver *driver)
{
    bool done = true;

    look_at_contexts(driver);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        CudaSemaphore *const row = &g_semaphores[i];

        /* Pending points of a context that is gone may wait for those of another one. */
        if (is_signaller(row) && (row->failed || row->shared->pending.failed)) {
            done = settle_row(driver, row) && done;
        }
    }
    return done;
}

/** Settles all objects; what becomes due from now on is due again. */
static bool settle_now(const CudaDriver *driver)
{
    port_store32(&g_settle_due, 0U);
    return settle_all(driver);
}

/** Settles what was left while import_lock() was taken.
 * @satisfies RF-CUDA-103 */
static void settle_due(void)
{
    const CudaDriver *driver = NULL;
    bool more = (port_load32(&g_settle_due) != 0U);

    if (more) {
        more = (driver_open(&driver) == CUDA_SUCCESS);
    }
    while (more) {
        /* Who has the lock sees what is due when it gives the lock back. */
        more = import_try_lock();
        if (more) {
            const bool done = settle_now(driver);

            import_leave();
            more = done && (port_load32(&g_settle_due) != 0U);
            if (!done) {
                port_store32(&g_settle_due, 1U);
            }
        }
    }
}

void import_unlock(void)
{
    import_leave();
    settle_due();
}

CUresult import_begin(const CudaCaller *caller, int32_t *held)
{
    import_lock();
    return import_keep(caller, held);
}

void import_end(int32_t held)
{
    import_let(held);
    import_unlock();
}

/** @satisfies RF-CUDA-064 RF-CUDA-103 */
void semaphore_settle(CUresult result)
{
    if (result_is_final(result)) {
        port_store32(&g_settle_due, 1U);
        settle_due();
    }
}

/** @satisfies RF-CUDA-065 */
void semaphore_look(void *context)
{
    const CudaDriver *driver = NULL;
    const CUresult result = driver_open(&driver);

    (void)context;
    if (result == CUDA_SUCCESS) {
        /* Who has the lock may wait for streams, and they for the caller; there is a next look. */
        if (import_try_lock()) {
            (void)settle_all(driver);
            import_unlock();
        }
    }
}

/** Ends an import, or says why it stays.
 * @satisfies RF-CUDA-101 RF-CUDA-238 */
static CUresult end_import(const CudaDriver *driver, uint32_t index)
{
    CudaSemaphore *const row = &g_semaphores[index];
    RingfenceEngineSync *const map = &row->map;
    const bool records = row->records;
    bool stays = true;
    CUresult result = event_ring_end(driver, row);

    ASSERT(row->imports == 1U);
    ASSERT(row->shared != NULL);
    if (result == CUDA_SUCCESS) {
        if (map->maySignal) {
            if (has_failed(driver, row)) {
                (void)settle_all(driver);
            }
        }
        gpu_timestamp_pause(driver, row);
        result = drop_words(driver, row, &stays);
        if (stays && records) {
            event_ring_resume(driver, row);
        }
    }
    if (stays) {
        gpu_timestamp_resume(row);
    } else {
        /* The pages are gone: the clock is not asked again. */
        gpu_timestamp_end(row);
        peer_monitor_remove(index);
        shared_object_end(row->shared);
        port_store_word(&g_semaphore_words[index], 0U);
        RingfenceEngineSyncUnmap(map);
        slot_give(RINGFENCE_POOL_CUDA_SEMAPHORE, index);
    }
    return result;
}

/** Contexts of the registrations of an import: counter or waiter counter, and the other one. */
#define END_CONTEXTS 2U

/** Gives the contexts whose work the driver waits for before it ends what an import has, unless the
 * import stays as events are under way. */
static void end_awaits(const CudaDriver *driver, const void *handle, CudaContext *contexts)
{
    CudaSemaphore *const row = semaphore_of(handle);

    if (row != NULL) {
        bool may_end = false;

        if (row->imports == 1U) {
            may_end = event_ring_may_end(driver, row);
        }
        if (may_end) {
            registration_awaits(row->shared->registration, &contexts[0]);
            if (row->gate != 0U) {
                registration_awaits(row->gate_registration, &contexts[1]);
            }
        }
    }
}

/** Takes import_lock() for the end of an import behind the work that the driver waits for. Without
 * the lock meanwhile, and the phase may change: what streams wait for may come behind an import, or
 * such a change.
 * @satisfies RF-CUDA-235 RF-CUDA-270 */
static void lock_end(const CudaDriver *driver, const void *handle)
{
    CudaContext awaited[END_CONTEXTS] = {{NULL, 0U}, {NULL, 0U}};
    bool waits = true;

    while (waits) {
        CudaContext contexts[END_CONTEXTS];

        (void)memset(contexts, 0, sizeof(contexts));
        import_lock();
        end_awaits(driver, handle, contexts);
        waits = context_is_due(&contexts[0], &awaited[0]);
        if (!waits) {
            waits = context_is_due(&contexts[1], &awaited[1]);
        }
        if (waits) {
            import_unlock();
            for (uint32_t i = 0U; i < END_CONTEXTS; i++) {
                if (context_is_due(&contexts[i], &awaited[i])) {
                    context_await(driver, &contexts[i]);
                    awaited[i] = contexts[i];
                }
            }
        }
    }
}

/** Ends one of the imports that share a row. */
static CUresult destroy_import(const CudaCaller *caller, const CudaDriver *driver,
                               const void *handle)
{
    uint32_t index = 0U;
    CUresult result = result_of_handle(
        ringfence_pool_find(caller->op, RINGFENCE_POOL_CUDA_SEMAPHORE, handle, &index));

    if ((result == CUDA_SUCCESS) && (g_semaphores[index].imports > 1U)) {
        g_semaphores[index].imports--;
    } else if (result == CUDA_SUCCESS) {
        result = end_import(driver, index);
    } else {
        /* It is stale, or none. */
    }
    return result;
}

/** @satisfies RF-CUDA-013 RF-CUDA-202 RF-CUDA-235 */
CUresult semaphore_destroy(const CudaCaller *caller, const void *handle)
{
    const CudaDriver *driver = NULL;
    int32_t held = 0;
    CUresult result = caller_admit(caller);

    if (result == CUDA_SUCCESS) {
        result = context_begin(caller, &driver);
    }
    if (result == CUDA_SUCCESS) {
        lock_end(driver, handle);
        result = import_keep(caller, &held);
        if (result == CUDA_SUCCESS) {
            result = destroy_import(caller, driver, handle);
        }
        import_end(held);
    }
    return result;
}

/** Right that the flags of a program ask for; false: they are none. */
static bool right_of_flags(int flags, NvSciSyncAccessPerm *perm)
{
    bool valid = true;

    if (flags == CUDA_NVSCISYNC_ATTR_SIGNAL) {
        *perm = NvSciSyncAccessPerm_SignalOnly;
    } else if (flags == CUDA_NVSCISYNC_ATTR_WAIT) {
        *perm = NvSciSyncAccessPerm_WaitOnly;
    } else if (flags == (CUDA_NVSCISYNC_ATTR_SIGNAL + CUDA_NVSCISYNC_ATTR_WAIT)) {
        *perm = NvSciSyncAccessPerm_WaitSignal;
    } else {
        valid = false;
    }
    return valid;
}

/** Notes in a list that is filled whose it is, and that its GPU writes timestamps if it signals.
 * @satisfies RF-CUDA-120 */
static CUresult note_driver(NvSciSyncAttrList list, NvSciSyncAccessPerm perm)
{
    NvSciError status = RingfenceEngineSyncMark(list, EXCLUSIVE_DRIVER);

    if ((status == NvSciError_Success) && (perm != NvSciSyncAccessPerm_WaitOnly)) {
        if (gpu_timestamp_is_built()) {
            status = RingfenceEngineSyncStamps(list);
        }
    }
    return result_of(status);
}

/** Fills a list within a call that keeps the phase. */
static CUresult fill_list(const CudaCaller *caller, void *list, CUdevice device, int flags)
{
    const CudaDriver *driver = NULL;
    NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    NvSciRmGpuId gpu;
    bool reconciled = false;
    CUresult result = caller_admit(caller);

    (void)memset(&gpu, 0, sizeof(gpu));
    if (result == CUDA_SUCCESS) {
        if (!right_of_flags(flags, &perm)) {
            result = CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (result == CUDA_SUCCESS) {
        result = result_of_handle(NvSciSyncAttrListIsReconciled(list, &reconciled));
    }
    if (result == CUDA_SUCCESS) {
        result = driver_open(&driver);
    }
    if (result == CUDA_SUCCESS) {
        result = device_result(caller, result_of_gpu(driver->gpu->device_uuid(gpu.bytes, device)));
    }
    if (result == CUDA_SUCCESS) {
        result = result_of(RingfenceEngineSyncNeed(list, perm, &gpu));
    }
    if (result == CUDA_SUCCESS) {
        result = note_driver(list, perm);
    }
    return result;
}

/** @satisfies RF-CUDA-008 RF-CUDA-009 RF-CUDA-235 */
CUresult semaphore_attributes(const CudaCaller *caller, void *list, CUdevice device, int flags)
{
    const int32_t held = ringfence_phase_keep();
    const CUresult result = fill_list(caller, list, device, flags);

    ringfence_phase_let(held);
    return result;
}
