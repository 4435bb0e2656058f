/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_wire_test.c
 * Lists as bytes, of a kind that is neither of buffers nor of sync objects.
 */
#define _GNU_SOURCE

#include "share_fixture.h"

#include "list_class.h"
#include "wire_put.h"

#define HERE  0x1111222233334444ULL
#define THERE 0x5555666677778888ULL
#define ROOM  4096U

static uint64_t g_words[ROOM / 8U];

/** Bytes that a test writes by hand. */
static WireOut begin(WireKind kind)
{
    return wire_begin(g_words, ROOM, kind);
}

static NvSciError read_unreconciled(WireOut *out, uint32_t *list)
{
    WireIn in;

    assert_true(wire_end(out));
    assert_int_equal(wire_open(&in, g_words, out->used, WIRE_BUF_UNRECONCILED), WIRE_OK);
    return list_wire_get_unreconciled(&g_class, 3U, HERE, &in, list);
}

static NvSciError read_reconciled(WireOut *out, uint32_t *list)
{
    WireIn in;

    assert_true(wire_end(out));
    assert_int_equal(wire_open(&in, g_words, out->used, WIRE_BUF_RECONCILED), WIRE_OK);
    return list_wire_get_reconciled(&g_class, 3U, &in, list);
}

static void put_key(WireOut *out, uint32_t key, const void *bytes, uint32_t len)
{
    wire_put32(out, key);
    wire_put32(out, len);
    wire_put_bytes(out, bytes, len);
}

/** One slot with `keys` keys to come and no hop. */
static WireOut begin_slot(uint32_t keys)
{
    WireOut out = begin(WIRE_BUF_UNRECONCILED);

    wire_put32(&out, 1U);
    wire_put32(&out, 0U);
    wire_put32(&out, 0U);
    wire_put32(&out, keys);
    return out;
}

static void refused(WireOut *out, NvSciError expected)
{
    uint32_t list = 99U;
    const uint32_t taken = in_use_of(CLASS_POOL);

    assert_result(read_unreconciled(out, &list), expected);
    assert_int_equal(list, 99U);
    assert_int_equal(in_use_of(CLASS_POOL), taken);
}

/**
 * Slots go there and come back with their keys, and with the endpoint as a further hop.
 * @verifies RF-SHARE-010
 * @verifies RF-SHARE-014
 */
static void slots_survive_the_way(void **state)
{
    const uint32_t list = new_long_list(3U, 3U);
    ListInputs inputs = list_inputs_begin();
    uint32_t came = 0U;
    uint32_t row = 0U;
    WireOut out = begin(WIRE_BUF_UNRECONCILED);

    (void)state;
    assert_int_equal(list_slot(&g_class, list, 1U, &row), NvSciError_Success);
    g_class.rows[row].route[0].count = 1U;
    g_class.rows[row].route[0].hops[0] = THERE;
    add_input(&inputs, list, NvSciError_Success);
    list_wire_put_unreconciled(&g_class, &inputs, &out);
    list_inputs_end(&g_class, &inputs);
    assert_result(read_unreconciled(&out, &came), NvSciError_Success);
    assert_int_equal(g_class.rows[came].slots, 3U);
    assert_int_equal(g_class.rows[came].state, LIST_APPENDED);
    assert_int_equal(g_class.rows[came].module, 3U);
    for (uint32_t slot = 0U; slot < 3U; slot++) {
        assert_int_equal(list_slot(&g_class, came, slot, &row), NvSciError_Success);
        const ListRoute *const route = &g_class.rows[row].route[0];
        uint64_t number = 99U;

        (void)memcpy(&number, list_value(&g_class, row, KEY_WIDE).bytes, sizeof(number));
        assert_int_equal(number, slot);
        assert_int_equal(g_class.rows[row].routes, 1U);
        assert_int_equal(route->count, (slot == 1U) ? 2U : 1U);
        assert_true(route->hops[route->count - 1U] == HERE);
        assert_true((slot != 1U) || (route->hops[0] == THERE));
    }
    list_destroy(&g_class, came);
    list_destroy(&g_class, list);
}

/**
 * Keys stand in the order of the table, each once.
 * @verifies RF-SHARE-013
 */
static void keys_stand_once_and_in_order(void **state)
{
    const uint8_t bytes[16] = {1U};
    uint32_t list = 0U;
    WireOut out = begin_slot(2U);

    (void)state;
    put_key(&out, NUMBER_OF(KEY_FLAG), bytes, 1U);
    put_key(&out, NUMBER_OF(KEY_BLOCK), bytes, 16U);
    assert_result(read_unreconciled(&out, &list), NvSciError_Success);
    list_destroy(&g_class, list);
    out = begin_slot(2U);
    put_key(&out, NUMBER_OF(KEY_FLAG), bytes, 1U);
    put_key(&out, NUMBER_OF(KEY_FLAG), bytes, 1U);
    refused(&out, NvSciError_NotSupported);
    out = begin_slot(2U);
    put_key(&out, NUMBER_OF(KEY_BLOCK), bytes, 16U);
    put_key(&out, NUMBER_OF(KEY_FLAG), bytes, 1U);
    refused(&out, NvSciError_BadParameter);
}

/**
 * Keys that are unknown or output-only, and values of a wrong length or out of their domain, are
 * refused.
 * @verifies RF-SHARE-012
 */
static void keys_are_checked_as_if_they_were_set(void **state)
{
    static const struct {
        uint32_t key;
        uint32_t len;
        uint8_t first;
    } cases[] = {{NUMBER_OF(KEY_COUNT), 1U, 0U},  {0U, 1U, 0U},
                 {NUMBER_OF(KEY_OUT), 4U, 1U},    {NUMBER_OF(KEY_FLAG), 1U, 2U},
                 {NUMBER_OF(KEY_FLAG), 2U, 1U},   {NUMBER_OF(KEY_FLAG), 0U, 0U},
                 {NUMBER_OF(KEY_HALF), 3U, 1U},   {NUMBER_OF(KEY_HALF), 8U, 1U},
                 {NUMBER_OF(KEY_BLOCK), 64U, 1U}, {NUMBER_OF(KEY_RANGE), 4U, 9U}};
    uint8_t bytes[64] = {0};

    (void)state;
    for (uint32_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        WireOut out = begin_slot(1U);

        bytes[0] = cases[i].first;
        put_key(&out, cases[i].key, bytes, cases[i].len);
        refused(&out, NvSciError_BadParameter);
    }
}

/**
 * Counts that do not fit what follows are refused in a time that the bytes bound.
 * @verifies RF-SHARE-003
 * @verifies RF-SHARE-012
 * @verifies RF-SHARE-014
 */
static void counts_are_held_against_the_bytes(void **state)
{
    static const uint32_t counts[] = {0U, 2U, 1000U, UINT32_MAX};
    const uint8_t flag = 1U;
    WireOut out = begin_slot(1U);

    (void)state;
    /* Slots. */
    for (uint32_t i = 0U; i < 4U; i++) {
        out = begin(WIRE_BUF_UNRECONCILED);
        wire_put32(&out, counts[i]);
        wire_put32(&out, 0U);
        wire_put64(&out, 0U);
        refused(&out, NvSciError_BadParameter);
    }
    /* What is reserved. */
    out = begin(WIRE_BUF_UNRECONCILED);
    wire_put32(&out, 1U);
    wire_put32(&out, 1U);
    wire_put64(&out, 0U);
    refused(&out, NvSciError_BadParameter);
    /* Keys: too many, and too few. */
    for (uint32_t i = 0U; i < 4U; i++) {
        out = begin_slot(counts[i]);
        put_key(&out, NUMBER_OF(KEY_FLAG), &flag, 1U);
        refused(&out, NvSciError_BadParameter);
    }
    /* Hops: more than there can be, none where one is said to be, and one that is none. */
    static const uint32_t hops[] = {RINGFENCE_CFG_HOPS + 1U, UINT32_MAX, 1U};
    for (uint32_t i = 0U; i < 3U; i++) {
        out = begin(WIRE_BUF_UNRECONCILED);
        wire_put32(&out, 1U);
        wire_put32(&out, 0U);
        wire_put32(&out, hops[i]);
        wire_put32(&out, 0U);
        wire_put64(&out, 0U);
        refused(&out, NvSciError_BadParameter);
    }
    out = begin(WIRE_BUF_UNRECONCILED);
    wire_put32(&out, 1U);
    wire_put32(&out, 0U);
    wire_put32(&out, RINGFENCE_CFG_HOPS);
    wire_put32(&out, 0U);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_HOPS; i++) {
        wire_put64(&out, 1U + i);
    }
    refused(&out, NvSciError_Overflow);
}

/** Rights of a list by hand. */
static void grant(uint32_t list, uint32_t perm, uint8_t cpu)
{
    put(list, KEY_OUT, &perm, sizeof(perm));
    put(list, KEY_FLAG, &cpu, sizeof(cpu));
}

/**
 * A reconciled list arrives with the routes behind the endpoint, less the own hop, and with what
 * they ask for together.
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-016
 */
static void routes_behind_an_endpoint_arrive(void **state)
{
    const uint32_t list = new_list(3U, LIST_RECONCILED);
    ListRow *const row = &g_class.rows[list];
    const ListRoute routes[] = {{{0U}, 0U, true, 0U, 2U},
                                {{HERE}, 1U, false, 1U, 1U},
                                {{THERE, HERE}, 2U, true, 2U, 2U},
                                {{HERE, THERE}, 2U, true, 3U, 3U}};
    uint32_t came = 0U;
    uint32_t perm = 0U;
    WireOut out = begin(WIRE_BUF_RECONCILED);

    (void)state;
    row->routes = 4U;
    (void)memcpy(row->route, routes, sizeof(routes));
    grant(list, 2U, 0U);
    list_wire_put_reconciled(&g_class, list, HERE, &out);
    assert_result(read_reconciled(&out, &came), NvSciError_Success);
    const ListRow *const got = &g_class.rows[came];
    assert_int_equal(got->state, LIST_RECONCILED);
    assert_int_equal(got->routes, 2U);
    assert_int_equal(got->route[0].count, 0U);
    assert_false(got->route[0].cpu);
    assert_int_equal(got->route[0].perm, 1U);
    assert_int_equal(got->route[0].engine, 1U);
    assert_int_equal(got->route[1].count, 1U);
    assert_true(got->route[1].hops[0] == THERE);
    assert_true(got->route[1].cpu);
    assert_int_equal(got->route[1].perm, 2U);
    assert_int_equal(got->route[1].engine, 2U);
    (void)memcpy(&perm, list_value(&g_class, came, KEY_OUT).bytes, sizeof(perm));
    assert_int_equal(perm, 3U);
    assert_int_equal(*(const uint8_t *)list_value(&g_class, came, KEY_FLAG).bytes, 1U);
    list_destroy(&g_class, came);
    list_destroy(&g_class, list);
}

/** A route and a key, by hand. */
typedef struct {
    uint32_t routes;
    uint32_t hops;
    /** CPU access, and twice the rights of engines. */
    uint32_t access;
    uint64_t perm;
    uint64_t hop;
    /** What the list says that it may. */
    uint32_t all_perm;
    uint8_t all_cpu;
} Claim;

/**
 * Routes that cannot be, and rights that are not theirs, are refused.
 * @verifies RF-SHARE-016
 */
static void routes_and_rights_must_agree(void **state)
{
    static const Claim sound = {1U, 1U, 1U, 3U, THERE, 3U, 1U};
    static const Claim claims[] = {
        {0U, 1U, 1U, 3U, THERE, 3U, 1U}, {RINGFENCE_CFG_ROUTES + 1U, 1U, 1U, 3U, THERE, 3U, 1U},
        {2U, 1U, 1U, 3U, THERE, 3U, 1U}, {1U, RINGFENCE_CFG_HOPS + 1U, 1U, 3U, THERE, 3U, 1U},
        {1U, 1U, 9U, 3U, THERE, 3U, 1U}, {1U, 1U, 1U, 4U, THERE, 4U, 1U},
        {1U, 1U, 1U, 3U, 0U, 3U, 1U},    {1U, 1U, 1U, 1U, THERE, 3U, 1U},
        {1U, 1U, 6U, 3U, THERE, 3U, 1U}, {1U, 1U, 1U, 3U, THERE, 3U, 0U},
        {1U, 1U, 1U, 3U, THERE, 1U, 1U},
    };
    uint32_t list = 99U;

    (void)state;
    for (uint32_t i = 0U; i <= (sizeof(claims) / sizeof(claims[0])); i++) {
        const Claim *const claim = (i == 0U) ? &sound : &claims[i - 1U];
        const uint32_t taken = in_use_of(CLASS_POOL);
        const uint32_t all_perm = little_endian_32(claim->all_perm);
        WireOut out = begin(WIRE_BUF_RECONCILED);

        wire_put32(&out, claim->routes);
        wire_put32(&out, 2U);
        wire_put32(&out, claim->hops);
        wire_put32(&out, claim->access);
        wire_put64(&out, claim->perm);
        wire_put64(&out, claim->hop);
        put_key(&out, NUMBER_OF(KEY_FLAG), &claim->all_cpu, 1U);
        put_key(&out, NUMBER_OF(KEY_OUT), &all_perm, 4U);
        if (i == 0U) {
            assert_result(read_reconciled(&out, &list), NvSciError_Success);
            list_destroy(&g_class, list);
            list = 99U;
        } else {
            assert_result(read_reconciled(&out, &list), NvSciError_BadParameter);
        }
        assert_int_equal(list, 99U);
        assert_int_equal(in_use_of(CLASS_POOL), taken);
    }
    /* Without the keys of the grant. */
    WireOut out = begin(WIRE_BUF_RECONCILED);
    wire_put32(&out, 1U);
    wire_put32(&out, 0U);
    wire_put64(&out, 0U);
    wire_put64(&out, 0U);
    assert_result(read_reconciled(&out, &list), NvSciError_BadParameter);
}

/** A reconciled list of routes that start at the receiver and ask for nothing. */
static WireOut begin_routes(uint32_t routes)
{
    const uint32_t perm = 0U;
    const uint8_t cpu = 0U;
    WireOut out = begin(WIRE_BUF_RECONCILED);

    wire_put32(&out, routes);
    wire_put32(&out, 2U);
    for (uint32_t i = 0U; i < routes; i++) {
        wire_put32(&out, 0U);
        wire_put32(&out, 0U);
        wire_put64(&out, 0U);
    }
    put_key(&out, NUMBER_OF(KEY_FLAG), &cpu, 1U);
    put_key(&out, NUMBER_OF(KEY_OUT), &perm, 4U);
    return out;
}

/**
 * A reconciled list has a route, and no more than a list can hold, however sound they are.
 * @verifies RF-SHARE-016
 */
static void as_many_routes_as_a_list_holds(void **state)
{
    static const struct {
        uint32_t routes;
        NvSciError expected;
    } cases[] = {{0U, NvSciError_BadParameter},
                 {1U, NvSciError_Success},
                 {RINGFENCE_CFG_ROUTES, NvSciError_Success},
                 {RINGFENCE_CFG_ROUTES + 1U, NvSciError_BadParameter}};

    (void)state;
    for (uint32_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        const uint32_t taken = in_use_of(CLASS_POOL);
        WireOut out = begin_routes(cases[i].routes);
        uint32_t list = 99U;

        assert_result(read_reconciled(&out, &list), cases[i].expected);
        if (cases[i].expected == NvSciError_Success) {
            assert_int_equal(g_class.rows[list].routes, cases[i].routes);
            list_destroy(&g_class, list);
        } else {
            assert_int_equal(list, 99U);
        }
        assert_int_equal(in_use_of(CLASS_POOL), taken);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(slots_survive_the_way, nothing_is_left),
        cmocka_unit_test_teardown(keys_stand_once_and_in_order, nothing_is_left),
        cmocka_unit_test_teardown(keys_are_checked_as_if_they_were_set, nothing_is_left),
        cmocka_unit_test_teardown(counts_are_held_against_the_bytes, nothing_is_left),
        cmocka_unit_test_teardown(routes_behind_an_endpoint_arrive, nothing_is_left),
        cmocka_unit_test_teardown(routes_and_rights_must_agree, nothing_is_left),
        cmocka_unit_test_teardown(as_many_routes_as_a_list_holds, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, make_class, NULL);
}
