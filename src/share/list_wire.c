/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_wire.c
 * Attribute lists as bytes.
 *
 *   unreconciled  slots, 0, then each slot: hops, keys; each hop; each key
 *   reconciled    routes, keys, then each route: hops, access, rights, each hop; each key
 *   access        1 if the CPU has access; 2 times the rights that engines asked for
 *   key           key, bytes, the value, zeros up to a multiple of 8
 *
 * Keys stand in the order of the table. Hops and rights are numbers of 64 bits, all others of 32.
 * So are the numbers that values are made of, each in its own width: a value is the same bytes on
 * every target.
 */
#include "core/assert.h"
#include "share/share.h"

/** Access of a route: that of the CPU, and above it the rights of engines. */
#define ACCESS_CPU    1U
#define ACCESS_ENGINE 1U
#define ACCESS_ALL    ((LIST_PERM_ALL << ACCESS_ENGINE) | ACCESS_CPU)

/* ---------------------------------------------------------------- writing */

/** Value of a key as the receiver sees it; without a grant, of an unreconciled list, as it is.
 * Rights that are granted are written to `perm`. */
static AttrValue value_for(const ListClass *cls, uint32_t row, uint32_t key, const ListGrant *grant,
                           uint64_t *perm)
{
    AttrValue value = list_value(cls, row, key);

    if (grant == NULL) {
        /* A note of this process is of no use elsewhere. */
        value.len = (key == cls->note) ? 0U : value.len;
    } else {
        if (key == cls->actual_perm) {
            attr_put_number(&cls->table->keys[key], perm, 0U, grant->perm);
            value.bytes = perm;
            value.len = (grant->perm == 0U) ? 0U : (size_t)cls->table->keys[key].element_size;
        }
        if (key == cls->need_cpu) {
            value.bytes = &grant->cpu;
            value.len = sizeof(grant->cpu);
        }
    }
    return value;
}

static uint32_t count_keys(const ListClass *cls, uint32_t row, const ListGrant *grant)
{
    uint64_t perm = 0U;
    uint32_t count = 0U;

    for (uint32_t key = 0U; key < cls->table->count; key++) {
        if (value_for(cls, row, key, grant, &perm).len > 0U) {
            count++;
        }
    }
    return count;
}

/** Writes a key. */
static void put_key(const AttrKey *key, AttrValue value, WireOut *out)
{
    uint8_t *place = NULL;

    ASSERT(value.len <= attr_room(key));
    wire_put32(out, key->key);
    wire_put32(out, (uint32_t)value.len);
    place = wire_put_place(out, value.len);
    if (place != NULL) {
        attr_copy_little_endian(key, place, value.bytes, value.len);
    }
}

/**
 * Writes the keys that a row has.
 * @satisfies RF-SHARE-027
 */
static void put_keys(const ListClass *cls, uint32_t row, const ListGrant *grant, WireOut *out)
{
    uint64_t perm = 0U;

    for (uint32_t key = 0U; key < cls->table->count; key++) {
        const AttrValue value = value_for(cls, row, key, grant, &perm);

        if (value.len > 0U) {
            put_key(&cls->table->keys[key], value, out);
        }
    }
}

/** Writes the first hops of a route. */
static void put_hops(const ListRoute *route, uint32_t count, WireOut *out)
{
    for (uint32_t i = 0U; i < count; i++) {
        wire_put64(out, route->hops[i]);
    }
}

/** @satisfies RF-SHARE-010 */
void list_wire_put_unreconciled(const ListClass *cls, const ListInputs *inputs, WireOut *out)
{
    ListCursor cursor = list_first(inputs);

    wire_put32(out, inputs->slots);
    wire_put32(out, 0U);
    for (uint32_t i = 0U; i < inputs->slots; i++) {
        const ListRoute *const route = &cls->rows[cursor.row].route[0];

        ASSERT(route->count <= RINGFENCE_CFG_HOPS);
        ASSERT(cls->rows[cursor.row].routes == 1U);
        wire_put32(out, route->count);
        wire_put32(out, count_keys(cls, cursor.row, NULL));
        put_hops(route, route->count, out);
        put_keys(cls, cursor.row, NULL, out);
        (void)list_next(cls, &cursor);
    }
}

/** Access of a route as a number. */
static uint32_t access_of(const ListRoute *route)
{
    return ((uint32_t)route->engine << ACCESS_ENGINE) | (route->cpu ? ACCESS_CPU : 0U);
}

/** Says whether a route leaves this process over an endpoint. */
static bool goes_through(const ListRoute *route, uint64_t identity)
{
    return (route->count > 0U) && (route->hops[route->count - 1U] == identity);
}

/** @satisfies RF-SHARE-011 */
void list_wire_put_reconciled(const ListClass *cls, uint32_t list, uint64_t identity, WireOut *out)
{
    const ListGrant grant = list_grant(cls, list, identity);
    const ListRow *const row = &cls->rows[list];
    uint32_t count = 0U;

    for (uint32_t i = 0U; i < row->routes; i++) {
        count += goes_through(&row->route[i], identity) ? 1U : 0U;
    }
    ASSERT(row->routes <= RINGFENCE_CFG_ROUTES);
    wire_put32(out, count);
    wire_put32(out, count_keys(cls, list, &grant));
    for (uint32_t i = 0U; i < row->routes; i++) {
        const ListRoute *const route = &row->route[i];

        if (goes_through(route, identity)) {
            wire_put32(out, route->count - 1U);
            wire_put32(out, access_of(route));
            wire_put64(out, route->perm);
            put_hops(route, route->count - 1U, out);
        }
    }
    put_keys(cls, list, &grant, out);
}

/* ---------------------------------------------------------------- reading */

/**
 * Reads a key into a row. `next` is the index of the first key that may come: the next one. A row
 * with a value that is refused is given back by the caller.
 * @satisfies RF-SHARE-012 RF-SHARE-013 RF-SHARE-027
 */
static NvSciError get_key(const ListClass *cls, WireIn *in, uint32_t row, uint32_t *next)
{
    NvSciError status = NvSciError_BadParameter;
    const AttrTable *const table = cls->table;
    const uint32_t key = attr_index(table, wire_get32(in));
    const size_t len = (size_t)wire_get32(in);
    const void *const bytes = wire_get_bytes(in, len);
    const AttrValue value = {bytes, len};

    if ((value.bytes != NULL) && (key < table->count)) {
        const AttrKey *const attr = &table->keys[key];
        const bool admitted =
            (attr->direction != ATTR_OUTPUT) || (cls->rows[row].state == LIST_RECONCILED);

        if ((key + 1U) == *next) {
            status = NvSciError_NotSupported;
        } else if ((key >= *next) && admitted && attr_length_fits(attr, len)) {
            list_put_little_endian(cls, row, key, value);
            if (attr_value_fits(attr, list_value(cls, row, key))) {
                *next = key + 1U;
                status = NvSciError_Success;
            }
        } else {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

static NvSciError get_keys(const ListClass *cls, WireIn *in, uint32_t row, uint32_t count)
{
    NvSciError status = NvSciError_Success;
    uint32_t next = 0U;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = get_key(cls, in, row, &next);
    }
    return status;
}

/** Reads hops into a route. BadParameter iff there are too many, or one is none. */
static NvSciError get_hops(WireIn *in, ListRoute *route, uint32_t count)
{
    NvSciError status =
        (count <= RINGFENCE_CFG_HOPS) ? NvSciError_Success : NvSciError_BadParameter;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        route->hops[i] = wire_get64(in);
        if (route->hops[i] == 0U) {
            status = NvSciError_BadParameter;
        }
    }
    route->count = (status == NvSciError_Success) ? count : 0U;
    return status;
}

/**
 * Reads a slot, which came over an endpoint.
 * @satisfies RF-SHARE-014
 */
static NvSciError get_slot(const ListClass *cls, WireIn *in, uint32_t row, uint64_t identity)
{
    const uint32_t hops = wire_get32(in);
    const uint32_t keys = wire_get32(in);
    ListRow *const slot = &cls->rows[row];
    ListRoute *const route = &slot->route[0];
    NvSciError status = get_hops(in, route, hops);

    if ((status == NvSciError_Success) && (hops == RINGFENCE_CFG_HOPS)) {
        status = NvSciError_Overflow;
    }
    if (status == NvSciError_Success) {
        ASSERT(hops < RINGFENCE_CFG_HOPS);
        ASSERT(identity != 0U);
        route->hops[hops] = identity;
        route->count = hops + 1U;
        slot->routes = 1U;
        status = get_keys(cls, in, row, keys);
    }
    return status;
}

/** Reads all slots of a list whose first row is there. */
static NvSciError get_slots(const ListClass *cls, WireIn *in, uint32_t first, uint32_t slots,
                            uint64_t identity)
{
    uint32_t row = first;
    NvSciError status = get_slot(cls, in, first, identity);

    for (uint32_t i = 1U; (i < slots) && (status == NvSciError_Success); i++) {
        status = in->sound ? list_add_slot(cls, first, row, &row) : NvSciError_BadParameter;
        if (status == NvSciError_Success) {
            status = get_slot(cls, in, row, identity);
        }
    }
    return status;
}

/** Ends the reading of a list: gives it, or gives its rows back. */
static NvSciError finish_list(const ListClass *cls, const WireIn *in, NvSciError read,
                              uint32_t index, uint32_t *list)
{
    NvSciError status = read;

    if ((status == NvSciError_Success) && (!wire_close(in))) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        ASSERT(in->at <= in->length);
        *list = index;
    } else {
        list_destroy(cls, index);
    }
    return status;
}

/** @satisfies RF-SHARE-012 RF-SHARE-015 */
NvSciError list_wire_get_unreconciled(const ListClass *cls, uint32_t module, uint64_t identity,
                                      WireIn *in, uint32_t *list)
{
    const uint32_t slots = wire_get32(in);
    const uint32_t reserved = wire_get32(in);
    uint32_t first = 0U;
    const bool sound = (slots > 0U) && (reserved == 0U) && in->sound;
    NvSciError status =
        sound ? list_create(cls, module, LIST_APPENDED, &first) : NvSciError_BadParameter;

    if (status == NvSciError_Success) {
        status = get_slots(cls, in, first, slots, identity);
        status = finish_list(cls, in, status, first, list);
    }
    return status;
}

/** Reads a route of a reconciled list. */
static NvSciError get_route(WireIn *in, ListRoute *route)
{
    const uint32_t hops = wire_get32(in);
    const uint32_t access = wire_get32(in);
    const uint64_t perm = wire_get64(in);
    NvSciError status = NvSciError_BadParameter;

    if ((access <= ACCESS_ALL) && (perm <= LIST_PERM_ALL)) {
        route->cpu = ((access & ACCESS_CPU) != 0U);
        route->engine = (uint8_t)(access >> ACCESS_ENGINE);
        route->perm = perm;
        status = get_hops(in, route, hops);
    }
    return status;
}

/** Says whether rights and CPU access of a list are what its routes ask for together. */
static bool grants_agree(const ListClass *cls, uint32_t list)
{
    const AttrKey *const keys = cls->table->keys;
    const ListRow *const row = &cls->rows[list];
    const AttrValue perm = list_value(cls, list, cls->actual_perm);
    const AttrValue cpu = list_value(cls, list, cls->need_cpu);
    uint64_t all_perm = 0U;
    uint64_t all_cpu = 0U;
    bool agree = (perm.len > 0U) && (cpu.len > 0U);

    for (uint32_t i = 0U; i < row->routes; i++) {
        all_perm |= row->route[i].perm;
        all_cpu |= row->route[i].cpu ? 1U : 0U;
    }
    if (agree) {
        agree = (attr_number(&keys[cls->actual_perm], perm, 0U) == all_perm) &&
                (attr_number(&keys[cls->need_cpu], cpu, 0U) == all_cpu);
    }
    return agree;
}

/** Reads routes and keys of a reconciled list whose row is there. */
static NvSciError get_list(const ListClass *cls, WireIn *in, uint32_t index, uint32_t routes,
                           uint32_t keys)
{
    ListRow *const row = &cls->rows[index];
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < routes) && (status == NvSciError_Success); i++) {
        status = get_route(in, &row->route[i]);
    }
    row->routes = routes;
    if (status == NvSciError_Success) {
        status = get_keys(cls, in, index, keys);
    }
    if ((status == NvSciError_Success) && (!grants_agree(cls, index))) {
        status = NvSciError_BadParameter;
    }
    return status;
}

/** @satisfies RF-SHARE-016 RF-SHARE-015 */
NvSciError list_wire_get_reconciled(const ListClass *cls, uint32_t module, WireIn *in,
                                    uint32_t *list)
{
    const uint32_t routes = wire_get32(in);
    const uint32_t keys = wire_get32(in);
    uint32_t index = 0U;
    const bool sound = (routes > 0U) && (routes <= RINGFENCE_CFG_ROUTES);
    NvSciError status =
        sound ? list_create(cls, module, LIST_RECONCILED, &index) : NvSciError_BadParameter;

    if (status == NvSciError_Success) {
        status = get_list(cls, in, index, routes, keys);
        status = finish_list(cls, in, status, index, list);
    }
    return status;
}
