/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_api.c
 * The public functions of lists and modules, for both kinds of list.
 */
#include "attr/list_api.h"

#include "attr/conflict.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "core/feature.h"
#include "core/pool.h"
#include "port/memory.h"

/** Enters a function of a feature; NotSupported iff the feature is left out. */
static inline NvSciError enter(uint32_t choice, PhaseOp op, const ListApi *api)
{
    return feature_enabled(choice) ? api->enter(op) : NvSciError_NotSupported;
}

/* ---------------------------------------------------------------- modules */

/**
 * Opens a module, if there is memory for what belongs to it.
 * @satisfies RF-BUF-071
 */
static NvSciError open_module(PhaseOp op, const ListApi *api, uint32_t *index)
{
    const uint64_t missing = api->needs_memory ? port_memory_missing() : 0U;
    NvSciError status = NvSciError_InsufficientMemory;

    if (missing > 0U) {
        fault_report_missing(op, RINGFENCE_FAULT_ARENA_TOO_SMALL, missing);
    } else {
        status = list_module_open(api->cls, index);
    }
    return status;
}

NvSciError list_api_module_open(PhaseOp op, const ListApi *api, void *place)
{
    NvSciError status = api->enter(op);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = (place != NULL) ? open_module(op, api, &index) : NvSciError_BadParameter;
        if (status == NvSciError_Success) {
            pool_put_handle(api->cls->modules, index, place);
        }
        ringfence_api_leave();
    }
    return status;
}

void list_api_module_close(PhaseOp op, const ListApi *api, const void *handle)
{
    if (api->enter(op) == NvSciError_Success) {
        list_module_close(op, api->cls, handle);
        ringfence_api_leave();
    } else {
        phase_note_kept(handle);
    }
}

/* ---------------------------------------------------------------- one list */

NvSciError list_api_create(PhaseOp op, const ListApi *api, const void *module, void *place)
{
    NvSciError status = api->enter(op);

    if (status == NvSciError_Success) {
        uint32_t owner = 0U;
        uint32_t index = 0U;

        status = list_module_find(op, api->cls, module, &owner);
        if (place == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_create(api->cls, owner, LIST_WRITABLE, &index);
        }
        if (status == NvSciError_Success) {
            pool_put_handle(api->cls->pool, index, place);
        }
        ringfence_api_leave();
    }
    return status;
}

void list_api_free(PhaseOp op, const ListApi *api, const void *handle)
{
    if (api->enter(op) == NvSciError_Success) {
        list_free_handle(op, api->cls, handle);
        ringfence_api_leave();
    } else {
        phase_note_kept(handle);
    }
}

NvSciError list_api_find(PhaseOp op, const ListApi *api, const void *handle, uint32_t *index)
{
    NvSciError status = api->enter(op);

    if (status == NvSciError_Success) {
        status = list_find(op, api->cls, handle, index);
        if (status != NvSciError_Success) {
            ringfence_api_leave();
        }
    }
    return status;
}

NvSciError list_api_is_reconciled(PhaseOp op, const ListApi *api, const void *handle, bool *answer)
{
    uint32_t index = 0U;
    NvSciError status = list_api_find_feature(RINGFENCE_CFG_EXTRAS, op, api, handle, &index);

    if (status == NvSciError_Success) {
        if (answer == NULL) {
            status = NvSciError_BadParameter;
        } else {
            *answer = (api->cls->rows[index].state == LIST_RECONCILED);
        }
        ringfence_api_leave();
    }
    return status;
}

size_t list_api_slot_count(PhaseOp op, const ListApi *api, const void *handle)
{
    size_t count = 0U;
    uint32_t index = 0U;

    if (list_api_find_feature(RINGFENCE_CFG_EXTRAS, op, api, handle, &index) ==
        NvSciError_Success) {
        const ListRow *const list = &api->cls->rows[index];

        if ((!api->reads_all) || (list->state != LIST_CONFLICT)) {
            count = (size_t)list->slots;
        }
        ringfence_api_leave();
    }
    return count;
}

/** Reads a key of a row of a list. */
static NvSciError read_key(const ListApi *api, const ListCursor *at, uint32_t key, AttrValue *value)
{
    NvSciError status = NvSciError_BadParameter;

    if (!api->reads_all) {
        status = list_read(api->cls, at->head, at->row, key, value);
    } else {
        const uint32_t index = attr_index(api->cls->table, key);

        if (index < api->private_keys) {
            *value = list_value(api->cls, at->row, index);
            status = NvSciError_Success;
        }
    }
    return status;
}

/** Reads pairs of a row of a list, or only says whether they can be read. */
static NvSciError read_pairs(const ListApi *api, const ListCursor *at, uint8_t *pairs, size_t count,
                             bool writes)
{
    NvSciError status = NvSciError_Success;

    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        ListPair pair;
        AttrValue value = {NULL, 0U};

        bytes_copy(&pair, &pairs[i * sizeof(pair)], sizeof(pair));
        status = read_key(api, at, pair.key, &value);
        if ((status == NvSciError_Success) && writes) {
            pair.value = value.bytes;
            pair.len = value.len;
            bytes_copy(&pairs[i * sizeof(pair)], &pair, sizeof(pair));
        }
    }
    return status;
}

NvSciError list_api_get(PhaseOp op, const ListApi *api, const void *handle, size_t slot,
                        void *pairs, size_t count)
{
    NvSciError status = enter(RINGFENCE_CFG_EXTRAS, op, api);

    if (status == NvSciError_Success) {
        ListCursor at = {0U, 0U, 0U, 0U};

        status = list_find_readable(op, api->cls, handle, &at.head);
        if ((pairs == NULL) || (count == 0U)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_slot(api->cls, at.head, slot, &at.row);
        }
        if ((status == NvSciError_Success) && api->reads_all) {
            status = read_pairs(api, &at, pairs, count, false);
        }
        if (status == NvSciError_Success) {
            status = read_pairs(api, &at, pairs, count, true);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Says whether a slot sets the key that it must. */
static bool is_complete(const ListApi *api, uint32_t row)
{
    return (api->needed == api->cls->table->count) ||
           (*list_length_of(api->cls, row, api->needed) > 0U);
}

NvSciError list_api_clone(PhaseOp op, const ListApi *api, const void *handle, void *place)
{
    NvSciError status = enter(RINGFENCE_CFG_EXTRAS, op, api);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;
        uint32_t copy = 0U;

        status = list_find_readable(op, api->cls, handle, &index);
        if (place == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = is_complete(api, index) ? list_clone(api->cls, index, &copy)
                                             : fault_of_list(op, LIST_CAUSE_TYPES);
        }
        if (status == NvSciError_Success) {
            pool_put_handle(api->cls->pool, copy, place);
        }
        ringfence_api_leave();
    }
    return status;
}

NvSciError list_api_dump(PhaseOp op, const ListApi *api, const void *handle, void **text,
                         size_t *len)
{
    uint32_t index = 0U;
    NvSciError status = list_api_find_feature(RINGFENCE_CFG_TEXTS, op, api, handle, &index);

    if (status == NvSciError_Success) {
        if ((text == NULL) || (len == NULL)) {
            status = NvSciError_BadParameter;
        } else {
            status = list_dump(api->cls, index, text, len);
        }
        ringfence_api_leave();
    }
    return status;
}

/* ---------------------------------------------------------------- several lists */

bool list_api_inputs_complete(const ListApi *api, const ListInputs *inputs)
{
    ListCursor cursor = list_first(inputs);
    bool all = true;

    for (uint32_t i = 0U; (i < inputs->slots) && all; i++) {
        all = is_complete(api, cursor.row);
        (void)list_next(api->cls, &cursor);
    }
    return all;
}

NvSciError list_api_append(PhaseOp op, const ListApi *api, const void *lists, size_t count,
                           void *place)
{
    NvSciError status = enter(RINGFENCE_CFG_EXTRAS, op, api);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        uint32_t index = 0U;

        status = list_inputs_collect(op, api->cls, lists, count, &inputs);
        if (place == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_api_inputs_complete(api, &inputs) ? list_append(api->cls, &inputs, &index)
                                                            : fault_of_list(op, LIST_CAUSE_TYPES);
        }
        if (status == NvSciError_Success) {
            pool_put_handle(api->cls->pool, index, place);
        }
        list_inputs_end(api->cls, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/** Empties the place of a result, so that a caller may free it whatever happens.
 * @satisfies RF-SYNC-037 */
static void clear_result(void *place)
{
    const void *const none = NULL;

    if (place != NULL) {
        bytes_copy(place, &none, sizeof(none));
    }
}

/** Makes an empty list the reconciled one of inputs, or a conflict list. Notes from where the
 * inputs came, and so whose CPU accesses are this process's; there may be too many places. Without
 * others all are. */
static NvSciError reconcile(const ListApi *api, const ListInputs *inputs, uint32_t list)
{
    const ListClass *const cls = api->cls;
    NvSciError status = api->reconcile(inputs, list);

    if ((status == NvSciError_Success) && feature_enabled(LIST_ROUTES)) {
        status = list_route_all(cls, inputs, list);
        ASSERT(cls->rows[list].routes > 0U);
        if (status != NvSciError_Success) {
            conflict_begin(&g_list_conflict, status, &cls->table->keys[cls->required_perm],
                           RINGFENCE_RULE_ORIGINS);
        }
    }
    if (status != NvSciError_Success) {
        ASSERT(g_list_conflict.error == status);
        conflict_store(cls, list, &g_list_conflict);
    }
    return status;
}

NvSciError list_api_enter_reconciled(uint32_t choice, PhaseOp op, const ListApi *api,
                                     const void *lists, size_t count, void *place, void *conflict,
                                     uint32_t *list)
{
    NvSciError status = enter(choice, op, api);

    clear_result(place);
    clear_result(conflict);
    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();

        status = list_inputs_collect(op, api->cls, lists, count, &inputs);
        if ((place == NULL) || (conflict == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_create(api->cls, inputs.module, LIST_RECONCILED, list);
        }
        if (status == NvSciError_Success) {
            status = reconcile(api, &inputs, *list);
            if (status != NvSciError_Success) {
                pool_put_handle(api->cls->pool, *list, conflict);
            }
        }
        list_inputs_end(api->cls, &inputs);
        if (status != NvSciError_Success) {
            ringfence_api_leave();
        }
    }
    return status;
}
