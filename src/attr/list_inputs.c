/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_inputs.c
 * Lists that a call takes together: one list of all their slots, their values merged, and who asked
 * for what.
 */
#include "attr/conflict.h"
#include "attr/list.h"
#include "core/assert.h"
#include "core/fault.h"
#include "core/feature.h"
#include "core/pool.h"

ListInputs list_inputs_begin(void)
{
    const ListInputs inputs = {0U, 0U, 0U, 0U, 0U};

    return inputs;
}

/** Why a list is no input beside others; LIST_CAUSE_NONE: it is one. */
static FaultListCause cause_of_input(const ListRow *row, const ListInputs *inputs)
{
    FaultListCause cause = LIST_CAUSE_NONE;

    if (row->is_input) {
        cause = LIST_CAUSE_TWICE;
    } else if (row->state == LIST_RECONCILED) {
        cause = LIST_CAUSE_RECONCILED;
    } else if (row->state == LIST_CONFLICT) {
        cause = LIST_CAUSE_CONFLICT;
    } else if ((inputs->count > 0U) && (row->module != inputs->module)) {
        cause = LIST_CAUSE_MODULE;
    } else {
        /* It is not reconciled, and of the same module. */
    }
    return cause;
}

/** @satisfies RF-CORE-051 RF-CORE-343 */
NvSciError list_inputs_add(PhaseOp op, const ListClass *cls, const void *handle, ListInputs *inputs)
{
    uint32_t index = 0U;
    NvSciError status = ringfence_pool_find(op, cls->pool, handle, &index);

    if (status == NvSciError_Success) {
        ListRow *const row = &cls->rows[index];
        const FaultListCause cause = cause_of_input(row, inputs);

        if (cause != LIST_CAUSE_NONE) {
            status = fault_of_list(op, cause);
        } else {
            ASSERT(row->slots > 0U);
            ASSERT(row->next_input == 0U);
            ASSERT(cls->needs[row->module] > 0U);
            row->is_input = true;
            row->next_input = 0U;
            if (inputs->count == 0U) {
                inputs->first = index;
            } else {
                cls->rows[inputs->last].next_input = index + 1U;
            }
            inputs->last = index;
            inputs->module = row->module;
            inputs->slots += row->slots;
            inputs->count++;
            ASSERT(inputs->slots >= inputs->count);
        }
    }
    return status;
}

NvSciError list_inputs_collect(PhaseOp op, const ListClass *cls, const void *lists, size_t count,
                               ListInputs *inputs)
{
    NvSciError status = NvSciError_Success;

    if ((lists == NULL) || (count == 0U)) {
        status = NvSciError_BadParameter;
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = list_inputs_add(op, cls, list_handle_at(lists, i), inputs);
    }
    return status;
}

NvSciError list_inputs_beside(PhaseOp op, const ListClass *cls, uint32_t other, const void *lists,
                              size_t count, ListInputs *inputs)
{
    NvSciError status = list_inputs_collect(op, cls, lists, count, inputs);

    if ((status == NvSciError_Success) && (inputs->module != cls->rows[other].module)) {
        status = fault_of_list(op, LIST_CAUSE_MODULE);
    }
    return status;
}

bool list_agree(PhaseOp op, const ListClass *cls, const void *lists, uint32_t count)
{
    bool agree = true;
    uint32_t module = 0U;

    if (ringfence_api_enter(op) == NvSciError_Success) {
        for (uint32_t i = 0U; i < count; i++) {
            uint32_t index = 0U;
            const NvSciError status = list_find(op, cls, list_handle_at(lists, i), &index);

            if (status == NvSciError_Success) {
                module = (i == 0U) ? cls->rows[index].module : module;
                agree = agree && (cls->rows[index].module == module);
            }
        }
        ringfence_api_leave();
    }
    return agree;
}

void list_inputs_end(const ListClass *cls, ListInputs *inputs)
{
    uint32_t index = inputs->first;

    for (uint32_t i = 0U; i < inputs->count; i++) {
        const uint32_t next = cls->rows[index].next_input;

        ASSERT(cls->rows[index].is_input);
        cls->rows[index].is_input = false;
        cls->rows[index].next_input = 0U;
        index = list_linked_row(next);
    }
    inputs->count = 0U;
}

ListCursor list_first(const ListInputs *inputs)
{
    const ListCursor cursor = {0U, 0U, inputs->first, inputs->first};

    return cursor;
}

bool list_next(const ListClass *cls, ListCursor *cursor)
{
    const uint32_t next_slot = cls->rows[cursor->row].next;
    const uint32_t next_list = cls->rows[cursor->head].next_input;
    bool more = true;

    if (feature_enabled(RINGFENCE_CFG_EXTRAS) && (next_slot != 0U)) {
        cursor->row = next_slot - 1U;
        cursor->slot++;
    } else if (next_list != 0U) {
        cursor->head = next_list - 1U;
        cursor->row = cursor->head;
        cursor->list++;
        cursor->slot = 0U;
    } else {
        more = false;
    }
    return more;
}

/** @satisfies RF-CORE-049 RF-CORE-050 */
NvSciError list_append(const ListClass *cls, const ListInputs *inputs, uint32_t *index)
{
    uint32_t first = 0U;
    ListCursor cursor = list_first(inputs);
    NvSciError status = list_create(cls, inputs->module, LIST_APPENDED, &first);

    ASSERT(inputs->count > 0U);
    if (status == NvSciError_Success) {
        uint32_t to = first;

        list_copy_values(cls, cursor.row, first);
        for (uint32_t i = 1U; (i < inputs->slots) && (status == NvSciError_Success); i++) {
            (void)list_next(cls, &cursor);
            status = list_add_slot(cls, first, to, &to);
            if (status == NvSciError_Success) {
                list_copy_values(cls, cursor.row, to);
            } else {
                list_destroy(cls, first);
            }
        }
    }
    if (status == NvSciError_Success) {
        ASSERT(cls->rows[first].slots == inputs->slots);
        *index = first;
    }
    return status;
}

/** @satisfies RF-CORE-052 */
bool list_merge(const ListClass *cls, const ListInputs *inputs, uint32_t key, uint32_t result,
                RingfenceConflict *conflict)
{
    const AttrKey *const attr = &cls->table->keys[key];
    uint64_t *const words = list_words_of(cls, result, key);
    uint16_t *const length = list_length_of(cls, result, key);
    ListCursor cursor = list_first(inputs);
    bool merged = true;
    bool more = true;

    ASSERT(inputs->count > 0U);
    ASSERT(!cls->rows[result].is_input);
    while (more) {
        const AttrValue value = list_value(cls, cursor.row, key);

        if (value.len > 0U) {
            merged = attr_merge(attr, words, length, value);
        }
        if (merged) {
            more = list_next(cls, &cursor);
        } else {
            more = false;
        }
    }
    if (!merged) {
        ListCursor first = cursor;

        (void)list_first_setter(cls, inputs, key, &first);
        conflict_begin(conflict, NvSciError_ReconciliationFailed, attr, attr->rule);
        conflict_from_list(&conflict->first, cls, &first, key);
        conflict_from_list(&conflict->second, cls, &cursor, key);
    }
    return merged;
}

bool list_first_setter(const ListClass *cls, const ListInputs *inputs, uint32_t key,
                       ListCursor *cursor)
{
    ListCursor at = list_first(inputs);
    bool found = false;
    bool more = true;

    while (more) {
        found = (*list_length_of(cls, at.row, key) > 0U);
        if (found) {
            *cursor = at;
            more = false;
        } else {
            more = list_next(cls, &at);
        }
    }
    return found;
}

uint32_t list_unsatisfied(const ListClass *cls, const ListInputs *inputs, uint32_t reconciled,
                          uint32_t recomputed)
{
    const uint32_t count = cls->table->count;
    uint32_t found = count;
    bool is_given = false;

    for (uint32_t key = 0U; (key < count) && (!is_given); key++) {
        if (!attr_satisfied(&cls->table->keys[key], list_value(cls, reconciled, key),
                            list_value(cls, recomputed, key))) {
            ListCursor cursor = list_first(inputs);

            is_given = list_first_setter(cls, inputs, key, &cursor);
            found = (is_given || (found == count)) ? key : found;
        }
    }
    return found;
}

/** Number at a place of a value; 0 behind its end. */
static uint64_t number_at(const AttrKey *key, AttrValue value, size_t index)
{
    return (((index + 1U) * (size_t)key->element_size) <= value.len)
               ? attr_number(key, value, index)
               : 0U;
}

/** Notes the first element in which two values differ; none if elements are no numbers. */
static void note_numbers(const AttrKey *attr, AttrValue asked, AttrValue has, FaultKey *key)
{
    const bool is_number = ((size_t)attr->element_size <= sizeof(uint64_t));
    const size_t count = (is_number ? asked.len : 0U) / (size_t)attr->element_size;

    for (size_t i = 0U; (i < count) && (key->asked == key->has); i++) {
        key->asked = number_at(attr, asked, i);
        key->has = number_at(attr, has, i);
    }
    if (key->asked == key->has) {
        key->asked = 0U;
        key->has = 0U;
    }
}

const char *list_key_name(const ListClass *cls, uint32_t key)
{
    const uint32_t index = attr_index(cls->table, key);

    return (index < cls->table->count) ? cls->table->keys[index].name : NULL;
}

/** @satisfies RF-STREAM-251 */
void list_note_key(const ListClass *cls, const ListInputs *inputs, uint32_t reconciled,
                   FaultKey *key)
{
    const uint32_t index = attr_index(cls->table, g_list_conflict.key);

    key->key = g_list_conflict.key;
    if ((key->key != 0U) && (index < cls->table->count)) {
        const AttrKey *const attr = &cls->table->keys[index];
        const AttrValue has = list_value(cls, reconciled, index);
        ListCursor cursor = list_first(inputs);

        for (uint32_t slot = 0U; slot < inputs->slots; slot++) {
            const AttrValue asked = list_value(cls, cursor.row, index);

            if ((key->asked == key->has) && (!attr_satisfied(attr, has, asked))) {
                note_numbers(attr, asked, has, key);
            }
            (void)list_next(cls, &cursor);
        }
    }
}

/* ---------------------------------------------------------------- origins */

static bool same_origin(const ListRoute *left, const ListRoute *right)
{
    bool same = (left->count == right->count);

    for (uint32_t i = 0U; (i < left->count) && same; i++) {
        same = (left->hops[i] == right->hops[i]);
    }
    return same;
}

/** Rights that a slot asks for. */
static uint64_t perm_of(const ListClass *cls, uint32_t row)
{
    const uint64_t perm = list_number(cls, row, cls->required_perm);

    return (perm != 0U) ? perm : cls->default_perm;
}

/** Says whether a slot is for an engine: it names one, or asks for no access by the CPU. */
static bool list_is_for_engine(const ListClass *cls, uint32_t row)
{
    return (list_number(cls, row, cls->need_cpu) == 0U) ||
           (list_value(cls, row, cls->gpu).len > 0U) ||
           (list_value(cls, row, cls->engine).len > 0U);
}

/** Rights that a slot asks for an engine: one that it names, or one that it has to be for, as no
 * CPU is to have access. Where a slot that asks for nothing has some rights, it leaves them open.
 * @satisfies RF-CORE-240 */
static uint8_t engine_perm_of(const ListClass *cls, uint32_t row)
{
    uint64_t perm = list_number(cls, row, cls->required_perm);

    if ((perm == 0U) && (cls->default_perm != 0U)) {
        perm = LIST_PERM_ALL;
    }
    if (!list_is_for_engine(cls, row)) {
        perm = 0U;
    }
    return (uint8_t)(perm & LIST_PERM_ALL);
}

/** @satisfies RF-CORE-100 */
NvSciError list_route_add(const ListClass *cls, uint32_t slot, uint32_t list)
{
    NvSciError status = NvSciError_Success;
    ListRow *const target = &cls->rows[list];
    const ListRoute *const origin = &cls->rows[slot].route[0];
    uint32_t at = 0U;

    ASSERT(target->routes <= RINGFENCE_CFG_ROUTES);
    ASSERT(cls->rows[slot].routes == 1U);
    ASSERT(origin->count <= RINGFENCE_CFG_HOPS);
    while ((at < target->routes) && (!same_origin(&target->route[at], origin))) {
        at++;
    }
    if (at == RINGFENCE_CFG_ROUTES) {
        status = NvSciError_InsufficientResource;
    } else {
        ListRoute *const route = &target->route[at];

        if (at == target->routes) {
            *route = *origin;
            route->cpu = false;
            route->engine = 0U;
            route->perm = 0U;
            target->routes++;
        }
        route->perm |= perm_of(cls, slot);
        route->engine |= engine_perm_of(cls, slot);
        if (list_number(cls, slot, cls->need_cpu) != 0U) {
            route->cpu = true;
        }
    }
    return status;
}

NvSciError list_route_more(PhaseOp op, const ListClass *cls, const ListInputs *inputs,
                           uint32_t list, ListRow *before)
{
    ListCursor cursor = list_first(inputs);
    NvSciError status = NvSciError_Success;

    ASSERT(cls->rows[list].is_bound);
    *before = cls->rows[list];
    for (uint32_t i = 0U; (i < inputs->slots) && (status == NvSciError_Success); i++) {
        status = list_route_add(cls, cursor.row, list);
        (void)list_next(cls, &cursor);
    }
    if (status != NvSciError_Success) {
        cls->rows[list] = *before;
        fault_report_limit(op, FAULT_LIMIT_ROUTES, (uint64_t)RINGFENCE_CFG_ROUTES + 1U,
                           RINGFENCE_CFG_ROUTES);
    }
    return status;
}

/** Last hop of a route: the endpoint that it came over; 0: it is this process's own. */
static uint64_t last_hop(const ListRoute *route)
{
    return (route->count > 0U) ? route->hops[route->count - 1U] : 0U;
}

void list_route_forget(const ListClass *cls, uint32_t list, uint64_t identity)
{
    ListRow *const row = &cls->rows[list];
    uint32_t kept = 0U;

    ASSERT(row->is_bound);
    for (uint32_t i = 0U; i < row->routes; i++) {
        if (last_hop(&row->route[i]) != identity) {
            row->route[kept] = row->route[i];
            kept++;
        }
    }
    row->routes = kept;
}

/** @satisfies RF-CORE-100 */
NvSciError list_route_all(const ListClass *cls, const ListInputs *inputs, uint32_t list)
{
    NvSciError status = NvSciError_Success;
    ListCursor cursor = list_first(inputs);

    cls->rows[list].routes = 0U;
    for (uint32_t i = 0U;
         (i < inputs->slots) && (status == NvSciError_Success) && feature_enabled(LIST_ROUTES);
         i++) {
        status = list_route_add(cls, cursor.row, list);
        (void)list_next(cls, &cursor);
    }
    if (status == NvSciError_Success) {
        const ListGrant own = list_grant(cls, list, 0U);

        list_put_number(cls, list, cls->need_cpu, own.cpu ? 1U : 0U);
    }
    return status;
}

/** @satisfies RF-CORE-101 */
ListGrant list_grant(const ListClass *cls, uint32_t list, uint64_t identity)
{
    ListGrant grant = {false, false, 0U, 0U};
    const ListRow *const row = &cls->rows[list];

    if (!feature_enabled(LIST_ROUTES)) {
        /* All that the list asks for, this process asked for. */
        grant.any = true;
        grant.cpu = (list_number(cls, list, cls->need_cpu) != 0U);
        grant.perm = perm_of(cls, list);
        grant.engine = LIST_PERM_ALL;
    }
    for (uint32_t i = 0U; (i < row->routes) && feature_enabled(LIST_ROUTES); i++) {
        const ListRoute *const route = &row->route[i];

        if (last_hop(route) == identity) {
            grant.any = true;
            grant.cpu = grant.cpu || route->cpu;
            grant.perm |= route->perm;
            grant.engine |= route->engine;
        }
    }
    return grant;
}
