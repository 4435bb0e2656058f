/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reconcile.c
 * Reconciliation of sync lists: merge, validate, compute outputs. And its inverse: does a list
 * satisfy others.
 */
#include <string.h>

#include "attr/conflict.h"
#include "core/assert.h"
#include "core/pool.h"
#include "sync/keys.h"
#include "sync/sync.h"

/** Slots that any configuration has at most. */
#define SLOTS_MAX 65536U
/** Lists that signal of which a conflict tells. */
#define SIGNALLERS_KEPT 2U

/** Who signals and who waits among the inputs. */
typedef struct {
    uint32_t signallers;
    /** The first two of them. */
    ListCursor signaller[SIGNALLERS_KEPT];
    ListCursor timestamp_waiter;
    bool cpu_signals;
    /** An engine signals that writes timestamps. */
    bool engine_stamps;
    bool wants_timestamps;
} ReconcileRoles;

/** Primitives that a timeline can be made of, the preferred one first. */
static const uint32_t g_primitives[] = {
    (uint32_t)NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b,
    (uint32_t)NvSciSyncAttrValPrimitiveType_SysmemSemaphore};

static const AttrKey *key_row(SyncKey key)
{
    return &g_sync_lists.table->keys[key];
}

/** Counts one slot of the inputs. */
static void count_roles(const ListCursor *cursor, ReconcileRoles *roles)
{
    const uint32_t perm = (uint32_t)sync_list_number(cursor->row, SYNC_KEY_REQUIRED_PERM);
    const bool cpu = sync_list_flag(cursor->row, SYNC_KEY_NEED_CPU_ACCESS);

    if ((perm & (uint32_t)NvSciSyncAccessPerm_SignalOnly) != 0U) {
        if (roles->signallers < SIGNALLERS_KEPT) {
            roles->signaller[roles->signallers] = *cursor;
        }
        roles->signallers++;
        roles->cpu_signals = cpu;
        if (feature_enabled(RINGFENCE_CFG_TIMESTAMP_SLOTS)) {
            roles->engine_stamps = sync_list_flag(cursor->row, SYNC_KEY_ENGINE_STAMPS);
        }
    }
    if (((perm & (uint32_t)NvSciSyncAccessPerm_WaitOnly) != 0U) && cpu &&
        (!roles->wants_timestamps) && sync_list_flag(cursor->row, SYNC_KEY_TIMESTAMPS)) {
        roles->timestamp_waiter = *cursor;
        roles->wants_timestamps = true;
    }
}

/** The roles of the inputs that are reconciled at this moment. Under the lock. */
static const ReconcileRoles *find_roles(const ListInputs *inputs)
{
    static ReconcileRoles roles;
    ListCursor cursor = list_first(inputs);

    (void)memset(&roles, 0, sizeof(roles));
    for (uint32_t i = 0U; i < inputs->slots; i++) {
        count_roles(&cursor, &roles);
        (void)list_next(&g_sync_lists, &cursor);
    }
    ASSERT(roles.signallers <= inputs->slots);
    return &roles;
}

/** Reports a conflict about a key, of a list if `cursor` is one. */
static NvSciError refuse_lists(NvSciError error, RingfenceRule rule, SyncKey key,
                               const ListCursor *cursor)
{
    conflict_begin(&g_list_conflict, error, key_row(key), rule);
    if (cursor != NULL) {
        conflict_from_list(&g_list_conflict.first, &g_sync_lists, cursor, (uint32_t)key);
    }
    return error;
}

/** Names another list of the conflict. */
static void refuse_lists_too(SyncKey key, const ListCursor *cursor)
{
    conflict_from_list(&g_list_conflict.second, &g_sync_lists, cursor, (uint32_t)key);
}

/**
 * One list signals, one at least waits, and who wants timestamps can have them.
 * @satisfies RF-SYNC-035 RF-SYNC-038
 */
static NvSciError check_roles(const ReconcileRoles *roles, uint32_t result)
{
    const uint32_t perm = (uint32_t)sync_list_number(result, SYNC_KEY_REQUIRED_PERM);
    const ListCursor *const signaller = &roles->signaller[0];
    NvSciError status = NvSciError_Success;

    if (roles->signallers != 1U) {
        const bool some = (roles->signallers > 1U);

        status = refuse_lists(NvSciError_UnsupportedConfig, RINGFENCE_RULE_ONE_SIGNALER,
                              SYNC_KEY_REQUIRED_PERM, some ? signaller : NULL);
        if (some) {
            refuse_lists_too(SYNC_KEY_REQUIRED_PERM, &roles->signaller[1]);
        }
    } else if ((perm & (uint32_t)NvSciSyncAccessPerm_WaitOnly) == 0U) {
        status = refuse_lists(NvSciError_UnsupportedConfig, RINGFENCE_RULE_SOME_WAITER,
                              SYNC_KEY_REQUIRED_PERM, signaller);
    } else if (roles->wants_timestamps && (((!roles->cpu_signals) && (!roles->engine_stamps)) ||
                                           (!feature_enabled(RINGFENCE_CFG_TIMESTAMP_SLOTS)))) {
        status = refuse_lists(NvSciError_UnsupportedConfig, RINGFENCE_RULE_SUPPORTED,
                              SYNC_KEY_TIMESTAMPS, &roles->timestamp_waiter);
        refuse_lists_too(SYNC_KEY_NEED_CPU_ACCESS, signaller);
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** Largest value of a point of a primitive. */
static uint64_t greatest_value(uint32_t primitive)
{
    const bool wide =
        (primitive == (uint32_t)NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b);

    return wide ? UINT64_MAX : (uint64_t)UINT32_MAX;
}

/** The primitive that the library prefers among those that a row allows; 0: it supports none of
 * them. A row that says nothing allows all. */
static uint32_t primitive_of(uint32_t row)
{
    const AttrKey *const key = key_row(SYNC_KEY_PRIMITIVE);
    const AttrValue allowed = list_value(&g_sync_lists, row, (uint32_t)SYNC_KEY_PRIMITIVE);
    const size_t count = allowed.len / sizeof(uint32_t);
    uint32_t preferred = (count == 0U) ? g_primitives[0] : 0U;

    for (size_t i = 0U; i < count; i++) {
        const uint32_t primitive = (uint32_t)attr_number(key, allowed, i);

        if ((primitive == g_primitives[0]) ||
            ((primitive == g_primitives[1]) && (preferred == 0U))) {
            preferred = primitive;
        }
    }
    return preferred;
}

/** The library supports none of the primitives that all lists allow: names the first list that
 * allows none of the library's, or else the first that sets the key. */
static NvSciError refuse_primitives(const ListInputs *inputs)
{
    const AttrValue library = {g_primitives, sizeof(g_primitives)};
    ListCursor cursor = list_first(inputs);
    bool more = true;

    while (more && (primitive_of(cursor.row) != 0U)) {
        more = list_next(&g_sync_lists, &cursor);
    }
    if (!more) {
        (void)list_first_setter(&g_sync_lists, inputs, (uint32_t)SYNC_KEY_PRIMITIVE, &cursor);
    }
    (void)refuse_lists(NvSciError_ReconciliationFailed, RINGFENCE_RULE_INTERSECTION,
                       SYNC_KEY_PRIMITIVE, &cursor);
    conflict_from_library(&g_list_conflict.second, key_row(SYNC_KEY_PRIMITIVE), library);
    return NvSciError_ReconciliationFailed;
}

/**
 * Chooses the primitive: the first that the library prefers among those that all lists allow.
 * @satisfies RF-SYNC-036
 */
static NvSciError choose_primitive(const ListInputs *inputs, uint32_t result)
{
    const uint32_t chosen = primitive_of(result);
    NvSciError status = NvSciError_Success;

    if (chosen != 0U) {
        sync_list_put(result, SYNC_KEY_PRIMITIVE, chosen);
        sync_list_put(result, SYNC_KEY_MAX_VALUE, greatest_value(chosen));
    } else {
        status = refuse_primitives(inputs);
    }
    return status;
}

/**
 * Merges all keys of the inputs that lists can set.
 * @satisfies RF-SYNC-034
 */
static bool merge_sync_keys(const ListInputs *inputs, uint32_t result)
{
    bool merged = true;

    for (uint32_t key = 0U; (key < (uint32_t)SYNC_KEY_COUNT) && merged; key++) {
        merged = list_merge(&g_sync_lists, inputs, key, result, &g_list_conflict);
    }
    return merged;
}

/** Number that a reconciled list has under a key: what was merged, 0 if no list set it, or what the
 * library knows. */
static uint64_t output_of(const ReconcileRoles *roles, uint32_t result, uint32_t key)
{
    uint32_t merged = key;
    uint64_t number = 0U;

    if (key == (uint32_t)SYNC_KEY_ACTUAL_PERM) {
        /* All lists together get the rights that they need. */
        merged = (uint32_t)SYNC_KEY_REQUIRED_PERM;
    }
    if (key != (uint32_t)SYNC_KEY_TIMESTAMPS) {
        number = list_number(&g_sync_lists, result, merged);
    } else if (feature_enabled(RINGFENCE_CFG_TIMESTAMP_SLOTS) && roles->wants_timestamps) {
        number = 1U;
    } else {
        /* Whoever asked for them cannot wait for them. */
    }
    return number;
}

/** Fills in what no list set, and the rights. */
static void complete_sync(const ReconcileRoles *roles, uint32_t result)
{
    for (uint32_t key = 0U; key <= (uint32_t)SYNC_KEY_TASK_STATUS_SLOTS; key++) {
        list_put_number(&g_sync_lists, result, key, output_of(roles, result, key));
    }
}

/** Says whether a GPU is among those of a slot. */
static bool list_names_gpu(uint32_t row, const NvSciRmGpuId *gpu)
{
    const AttrValue value = list_value(&g_sync_lists, row, (uint32_t)SYNC_KEY_GPU_ID);
    const NvSciRmGpuId *const gpus = value.bytes;
    bool named = false;

    for (size_t i = 0U; (i < (value.len / sizeof(*gpu))) && (!named); i++) {
        named = (memcmp(gpus[i].bytes, gpu->bytes, sizeof(gpu->bytes)) == 0);
    }
    return named;
}

/** GPUs of a reconciled list that the list which signals names. */
static uint64_t signalling_gpus(uint32_t signaller, uint32_t result)
{
    const AttrValue all = list_value(&g_sync_lists, result, (uint32_t)SYNC_KEY_GPU_ID);
    const NvSciRmGpuId *const gpus = all.bytes;
    uint64_t signaling = 0U;

    for (size_t i = 0U; i < (all.len / sizeof(*gpus)); i++) {
        if (list_names_gpu(signaller, &gpus[i])) {
            signaling |= ((uint64_t)1U << i);
        }
    }
    return signaling;
}

/**
 * Says who signals: the CPU, if the list asks for its access, and the engines that it names, or one
 * without a name.
 * @satisfies RF-SYNC-220
 */
static uint64_t computed_signallers(uint32_t signaller, uint32_t result)
{
    const bool cpu = sync_list_flag(signaller, SYNC_KEY_NEED_CPU_ACCESS);
    uint64_t signallers = cpu ? (uint64_t)SYNC_SIGNALERS_CPU : 0U;
    bool named = false;

    if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
        named = (list_value(&g_sync_lists, signaller, (uint32_t)SYNC_KEY_PEER_ENGINE).len > 0U);
        signallers |= signalling_gpus(signaller, result);
    }
    if (named || (signallers == 0U)) {
        signallers |= SYNC_SIGNALERS_ENGINE;
    }
    return signallers;
}

/**
 * Computes what only the library writes.
 * @satisfies RF-SYNC-039
 */
static void compute_outputs(const ReconcileRoles *roles, uint32_t result)
{
    ASSERT(roles->signallers == 1U);
    complete_sync(roles, result);
    sync_list_put(result, SYNC_KEY_SIGNALERS, computed_signallers(roles->signaller[0].row, result));
    if (feature_enabled(RINGFENCE_CFG_TIMESTAMP_SLOTS) && roles->wants_timestamps) {
        sync_list_put(result, SYNC_KEY_TIMESTAMP_SLOTS, RINGFENCE_CFG_TIMESTAMP_SLOTS);
    }
    if (feature_enabled(RINGFENCE_CFG_TASK_STATUS_SLOTS)) {
        sync_list_put(result, SYNC_KEY_TASK_STATUS_SLOTS, RINGFENCE_CFG_TASK_STATUS_SLOTS);
    }
}

/** @satisfies RF-SYNC-028 */
NvSciError sync_reconcile(const ListInputs *inputs, uint32_t result)
{
    const ReconcileRoles *const roles = find_roles(inputs);
    NvSciError status = NvSciError_ReconciliationFailed;

    ASSERT(g_sync_lists.rows[result].state == LIST_RECONCILED);
    if (merge_sync_keys(inputs, result)) {
        status = check_roles(roles, result);
    }
    if (status == NvSciError_Success) {
        status = choose_primitive(inputs, result);
    }
    if (status == NvSciError_Success) {
        compute_outputs(roles, result);
        sync_exclusive_choose(inputs, roles->signaller[0].row, result);
    }
    return status;
}

/* ---------------------------------------------------------------- validation */

/** Compares a reconciled list with what the same inputs ask for now, key by key; the conflict says
 * in which it does not give that. */
static bool satisfies(const ListInputs *inputs, uint32_t reconciled, uint32_t asked)
{
    uint32_t key = list_unsatisfied(&g_sync_lists, inputs, reconciled, asked);

    if (key == (uint32_t)SYNC_KEY_ACTUAL_PERM) {
        /* What lists set. */
        key = (uint32_t)SYNC_KEY_REQUIRED_PERM;
    }
    if (key < (uint32_t)SYNC_KEY_COUNT) {
        (void)refuse_lists(NvSciError_BadParameter, key_row((SyncKey)key)->rule, (SyncKey)key,
                           NULL);
    }
    return key == (uint32_t)SYNC_KEY_COUNT;
}

NvSciError sync_list_validate(uint32_t index, const ListInputs *inputs)
{
    uint32_t asked = 0U;
    NvSciError status = list_create(&g_sync_lists, inputs->module, LIST_RECONCILED, &asked);

    ASSERT(g_sync_lists.rows[index].state == LIST_RECONCILED);
    if (status == NvSciError_Success) {
        const ReconcileRoles *const roles = find_roles(inputs);
        bool satisfied = merge_sync_keys(inputs, asked);

        if (satisfied) {
            complete_sync(roles, asked);
            satisfied = (list_route_all(&g_sync_lists, inputs, asked) == NvSciError_Success);
        }
        if (satisfied) {
            satisfied = satisfies(inputs, index, asked);
        }
        if (!satisfied) {
            status = NvSciError_BadParameter;
        }
        list_destroy(&g_sync_lists, asked);
    }
    return status;
}

/** Keys that each reconciled list has. */
static bool has_sync_outputs(uint32_t row)
{
    static const SyncKey keys[] = {SYNC_KEY_NEED_CPU_ACCESS,
                                   SYNC_KEY_REQUIRED_PERM,
                                   SYNC_KEY_ACTUAL_PERM,
                                   SYNC_KEY_TIMESTAMPS,
                                   SYNC_KEY_CONTEXT_INSENSITIVE,
                                   SYNC_KEY_DETERMINISTIC,
                                   SYNC_KEY_TIMESTAMP_SLOTS,
                                   SYNC_KEY_TASK_STATUS_SLOTS,
                                   SYNC_KEY_MAX_VALUE,
                                   SYNC_KEY_PRIMITIVE,
                                   SYNC_KEY_SIGNALERS};
    bool has = true;

    for (uint32_t i = 0U; i < (sizeof(keys) / sizeof(keys[0])); i++) {
        has = has && (list_value(&g_sync_lists, row, (uint32_t)keys[i]).len > 0U);
    }
    return has;
}

/** Says whether a row names one primitive, one that there is, and its greatest value. */
static bool is_primitive_sound(uint32_t row)
{
    const AttrValue primitive = list_value(&g_sync_lists, row, (uint32_t)SYNC_KEY_PRIMITIVE);
    const uint32_t chosen = primitive_of(row);

    return (primitive.len == sizeof(chosen)) && (chosen != 0U) &&
           (sync_list_number(row, SYNC_KEY_MAX_VALUE) == greatest_value(chosen));
}

/** Says whether the CPU or the engine that signals writes timestamps. */
static bool is_timed_by_somebody(uint32_t row)
{
    return sync_list_cpu_signals(row) || sync_list_flag(row, SYNC_KEY_ENGINE_STAMPS);
}

/** Says whether somebody signals, and of GPUs those alone that the list names.
 * @satisfies RF-SHARE-220 */
static bool is_signalled_by_known(uint32_t row)
{
    const uint64_t others = (uint64_t)SYNC_SIGNALERS_CPU | SYNC_SIGNALERS_ENGINE;
    const uint64_t signallers = sync_list_number(row, SYNC_KEY_SIGNALERS);
    const size_t named = list_value(&g_sync_lists, row, (uint32_t)SYNC_KEY_GPU_ID).len;
    const uint64_t gpus = ((uint64_t)1U << (named / sizeof(NvSciRmGpuId))) - 1U;

    return (signallers != 0U) && ((signallers & ~(others | gpus)) == 0U);
}

/** Says whether a row has as many slots as there can be, and timestamps iff somebody writes them.
 */
static bool are_slots_sound(uint32_t row)
{
    const uint64_t times = sync_list_number(row, SYNC_KEY_TIMESTAMP_SLOTS);
    const uint64_t tasks = sync_list_number(row, SYNC_KEY_TASK_STATUS_SLOTS);
    const bool timed = sync_list_flag(row, SYNC_KEY_TIMESTAMPS);
    const bool bounded = (times <= SLOTS_MAX) && (tasks > 0U) && (tasks <= SLOTS_MAX);

    return bounded && ((times > 0U) == timed) && ((!timed) || is_timed_by_somebody(row));
}

/** @satisfies RF-SHARE-017 RF-ENGINE-051 */
bool sync_list_is_sound(uint32_t row)
{
    bool sound = has_sync_outputs(row);

    if (sound) {
        const uint64_t perm = sync_list_number(row, SYNC_KEY_REQUIRED_PERM);

        /* One list signals and one at least waits. */
        sound = (perm == NvSciSyncAccessPerm_WaitSignal) && are_slots_sound(row);
        /* What is left to a driver of one process is no other's. */
        sound = sound && is_primitive_sound(row) && is_signalled_by_known(row) &&
                (sync_exclusive_driver(row) == 0U);
    }
    return sound;
}
