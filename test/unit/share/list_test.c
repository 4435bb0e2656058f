/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_test.c
 * Lists of both kinds that go to a peer and come back: what both have in common.
 */
#define _GNU_SOURCE

#include "share_lists.h"

/** Changed bytes that were accepted. */
static uint32_t g_accepted;

/** A list that asks for nothing. */
static void *mute_list(const ShareKind *share)
{
    return kind_list(share->kind, module_of(share), 0U);
}

/** Rights and CPU access of a list are these. */
static void assert_grant(const ShareKind *share, const void *list, uint64_t perm, bool cpu)
{
    assert_int_equal(number_in(share, row_of(share, list), share->actual_perm), perm);
    assert_int_equal(number_in(share, row_of(share, list), share->need_cpu), cpu ? 1U : 0U);
}

/* ---------------------------------------------------------------- unreconciled lists */

/**
 * Each key that an application can set, with one element and with as many as fit, reaches the peer
 * unchanged, and cannot be set there; so does a list that asks for nothing.
 * @verifies RF-SHARE-010 RF-SHARE-012 RF-SHARE-021 RF-SHARE-023
 */
static void every_key_reaches_the_peer(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        const bool flag = true;
        KindPair pair = {share->kind->flag, &flag, sizeof(flag)};

        for (uint32_t round = 0U; round < 3U; round++) {
            void *const list = mute_list(share);
            bool reconciled = true;
            void *came = NULL;

            if (round > 0U) {
                fill_row(share, row_of(share, list), round == 2U);
            }
            came = pass_lists(share, &list, 1U, &hop);
            assert_true(same_values(share, row_of(share, list), row_of(share, came)));
            assert_int_equal(share->kind->slots(came), 1U);
            assert_result(share->kind->is_reconciled(came, &reconciled), NvSciError_Success);
            assert_false(reconciled);
            assert_result(share->kind->set(came, &pair, 1U), NvSciError_BadParameter);
            share->kind->free(list);
            share->kind->free(came);
        }
    }
    close_hop(&hop);
}

/** The last fault is that a limit was too small, in a function of a kind. */
static void assert_limit(const ShareKind *share, const char *function, const char *limit,
                         uint64_t asked, uint64_t allowed)
{
    const size_t length = strlen(share->kind->prefix);

    assert_int_equal(share_fault().kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(share_fault().limit, limit);
    assert_memory_equal(share_fault().function, share->kind->prefix, length);
    assert_string_equal(&share_fault().function[length], function);
    assert_int_equal(share_fault().asked, asked);
    assert_int_equal(share_fault().allowed, allowed);
}

/**
 * The largest descriptor of one slot fits; what does not fit takes nothing, and the report names
 * the macro and the bytes.
 * @verifies RF-SHARE-005 RF-SHARE-203
 */
static void largest_slot_fits(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *lists[16];
        void *bytes = &lists;
        size_t size = 5U;

        for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
            lists[i] = mute_list(share);
            fill_row(share, row_of(share, lists[i]), true);
            ListRow *const row = &share->cls->rows[row_of(share, lists[i])];
            row->route[0].count = RINGFENCE_CFG_HOPS;
            for (uint32_t h = 0U; h < RINGFENCE_CFG_HOPS; h++) {
                row->route[0].hops[h] = 1U + h;
            }
        }
        send_lists(share, lists, 1U, hop.near, &g_bytes);
        print_message("largest slot of a list of %s: %zu bytes\n", share->kind->prefix,
                      g_bytes.size);
        assert_in_range(g_bytes.size, 1U, RINGFENCE_CFG_DESCRIPTOR_BYTES);
        const uint32_t taken = in_use_of_all();
        assert_result(share->export_unreconciled(lists, COUNT_OF(lists), hop.near, &bytes, &size),
                      NvSciError_InsufficientMemory);
        assert_ptr_equal(bytes, &lists);
        assert_int_equal(size, 5U);
        assert_int_equal(in_use_of_all(), taken);
        /* A head, the number of slots, and for each what one slot took behind these. */
        assert_limit(share, "AttrListIpcExportUnreconciled", "RINGFENCE_CFG_DESCRIPTOR_BYTES",
                     WIRE_HEAD + 8U + (COUNT_OF(lists) * (g_bytes.size - WIRE_HEAD - 8U)),
                     RINGFENCE_CFG_DESCRIPTOR_BYTES);
        kind_free(share->kind, lists, COUNT_OF(lists));
    }
    close_hop(&hop);
}

/**
 * The largest reconciled list fits: each key, outputs too, as long as it can be, and as many routes
 * as there can be, as long as they can be.
 * @verifies RF-SHARE-005
 */
static void largest_reconciled_list_fits(void **state)
{
    static uint64_t words[RINGFENCE_CFG_DESCRIPTOR_BYTES / 8U];
    static const uint8_t value[8192];

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *const list = mute_list(share);
        const uint32_t index = row_of(share, list);
        ListRow *const row = &share->cls->rows[index];
        WireOut out = wire_begin(words, sizeof(words), share->with_object);

        for (uint32_t key = 0U; key < share->cls->table->count; key++) {
            const AttrKey *const attr = &share->cls->table->keys[key];
            const AttrValue put = {value, (size_t)attr->max_count * attr->element_size};

            assert_in_range(put.len, 1U, sizeof(value));
            list_put(share->cls, index, key, put);
        }
        row->routes = RINGFENCE_CFG_ROUTES;
        for (uint32_t i = 0U; i < RINGFENCE_CFG_ROUTES; i++) {
            row->route[i].count = RINGFENCE_CFG_HOPS;
            row->route[i].perm = 3U;
            row->route[i].hops[RINGFENCE_CFG_HOPS - 1U] = 9U;
        }
        list_wire_put_reconciled(share->cls, index, 9U, &out);
        assert_true(wire_end(&out));
        print_message("largest reconciled list of %s: %zu bytes\n", share->kind->prefix, out.used);
        /* An object beside it takes no more than the descriptor of one. */
        assert_in_range(out.used + share->object_size, 1U, RINGFENCE_CFG_DESCRIPTOR_BYTES);
        share->kind->free(list);
    }
}

/**
 * A frame of each channel of the built-in table holds the largest descriptor.
 * @verifies RF-SHARE-009
 */
static void frames_of_the_built_in_table_hold_a_descriptor(void **state)
{
    static IpcTable table;
    size_t length = 0U;
    const char *const text = ipc_builtin_table(&length);

    (void)state;
    assert_true(ipc_table_parse(text, length, &table));
    assert_int_not_equal(table.count, 0U);
    for (uint32_t i = 0U; i < table.count; i++) {
        assert_in_range(RINGFENCE_CFG_DESCRIPTOR_BYTES, 1U, table.channels[i].frame_size);
    }
}

/**
 * An import for which there are too few rows takes none.
 * @verifies RF-SHARE-015
 */
static void short_of_rows_nothing_is_taken(void **state)
{
    static void *all[RINGFENCE_CFG_SYNC_LISTS + RINGFENCE_CFG_BUF_LISTS];
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *const lists[3] = {share->ask(1U, false), share->ask(1U, false),
                                share->ask(1U, false)};
        void *came = NULL;
        uint32_t count = 0U;

        send_lists(share, lists, 3U, hop.near, &g_bytes);
        while (share->kind->create(module_of(share), &all[count]) == NvSciError_Success) {
            count++;
        }
        for (uint32_t left = 0U; left < 3U; left++) {
            const uint32_t taken = in_use_of_all();

            assert_result(import_unreconciled(share, hop.far, &g_bytes, &came),
                          NvSciError_InsufficientMemory);
            assert_null(came);
            assert_int_equal(in_use_of_all(), taken);
            count--;
            share->kind->free(all[count]);
        }
        assert_result(import_unreconciled(share, hop.far, &g_bytes, &came), NvSciError_Success);
        share->kind->free(came);
        kind_free(share->kind, all, count);
        kind_free(share->kind, lists, 3U);
    }
    close_hop(&hop);
}

/**
 * Slots of several lists, and of lists of several slots, arrive as the slots of one list.
 * @verifies RF-SHARE-010 RF-SHARE-021
 */
static void slots_arrive_in_order(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *const lists[3] = {share->ask(1U, true), share->sample(share->samples - 1U),
                                share->ask(share->more, false)};
        void *both[2] = {NULL, lists[2]};
        void *came = NULL;
        uint32_t row = 0U;

        assert_result(share->kind->append(lists, 2U, &both[0]), NvSciError_Success);
        came = pass_lists(share, both, 2U, &hop);
        assert_int_equal(share->kind->slots(came), 3U);
        for (uint32_t slot = 0U; slot < 3U; slot++) {
            assert_int_equal(list_slot(share->cls, row_of(share, came), slot, &row),
                             NvSciError_Success);
            assert_true(same_values(share, row_of(share, lists[slot]), row));
        }
        share->kind->free(came);
        share->kind->free(both[0]);
        kind_free(share->kind, lists, 3U);
    }
    close_hop(&hop);
}

/**
 * A list passes through RINGFENCE_CFG_HOPS channels, and not through one more: the fault names that
 * limit.
 * @verifies RF-SHARE-014 RF-SHARE-230
 */
static void too_many_hops_are_refused(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    RingfenceFault fault;

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *list = mute_list(share);
        void *next = NULL;

        for (uint32_t i = 0U; i < RINGFENCE_CFG_HOPS; i++) {
            next = pass_lists(share, &list, 1U, &hop);
            assert_int_equal(share->cls->rows[row_of(share, next)].route[0].count, i + 1U);
            share->kind->free(list);
            list = next;
        }
        send_lists(share, &list, 1U, hop.near, &g_bytes);
        const uint32_t taken = in_use_of_all();
        assert_result(import_unreconciled(share, hop.far, &g_bytes, &next), NvSciError_Overflow);
        assert_int_equal(in_use_of_all(), taken);
        assert_result(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(fault.limit, "RINGFENCE_CFG_HOPS");
        assert_int_equal(fault.asked, RINGFENCE_CFG_HOPS + 1U);
        assert_int_equal(fault.allowed, RINGFENCE_CFG_HOPS);
        share->kind->free(list);
    }
    close_hop(&hop);
}

/* ---------------------------------------------------------------- reconciled lists */

/**
 * Slots that were appended to a list, and copied with it, keep the peer that they came from: each
 * peer gets what it asked for.
 * @verifies RF-SHARE-010 RF-SHARE-011 RF-SHARE-014
 */
static void copies_of_slots_keep_their_peer(void **state)
{
    const Hop left = open_hop("hop_0_near", "hop_0_far");
    const Hop right = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        for (uint32_t cpu = 0U; cpu < 2U; cpu++) {
            void *const asked[2] = {share->ask(share->more, cpu == 0U), share->ask(1U, cpu == 1U)};
            void *const parts[3] = {pass_lists(share, &asked[0], 1U, &left), share->ask(1U, true),
                                    pass_lists(share, &asked[1], 1U, &right)};
            void *joined = NULL;
            void *copy = NULL;

            assert_result(share->kind->append(parts, 3U, &joined), NvSciError_Success);
            assert_result(share->kind->clone(joined, &copy), NvSciError_Success);
            void *const done = reconcile(share, &copy, 1U);
            void *const at_left = return_list(share, done, &left, &asked[0], 1U);
            assert_grant(share, at_left, share->more, cpu == 0U);
            void *const at_right = return_list(share, done, &right, &asked[1], 1U);
            assert_grant(share, at_right, 1U, cpu == 1U);
            void *const made[] = {at_right, at_left, done, copy, joined};
            kind_free(share->kind, made, COUNT_OF(made));
            kind_free(share->kind, parts, 3U);
            kind_free(share->kind, asked, 2U);
        }
    }
    close_hop(&left);
    close_hop(&right);
}

/** Imports g_bytes as the other end of a deal does; way 0: as an unreconciled list. */
static NvSciError import_way(const ShareKind *share, const Hop *hop, uint32_t way, void **list)
{
    return (way == 0U) ? import_unreconciled(share, hop->far, &g_bytes, list)
                       : import_reconciled(share, hop->near, &g_bytes, NULL, 0U, list);
}

/**
 * A list that another version of the library wrote is refused as such, and can be imported as it
 * was.
 * @verifies RF-SHARE-003 RF-SHARE-007
 */
static void lists_of_another_version_are_refused(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        const Deal deal = share->deal(&hop, 0U);

        for (uint32_t way = 0U; way < 2U; way++) {
            const uint32_t faults = share_fault().total + 1U;
            void *list = NULL;

            if (way > 0U) {
                send_reconciled(share, deal.reconciled, hop.far, &g_bytes);
            }
            g_bytes.at.bytes[4]++;
            assert_result(import_way(share, &hop, way, &list), NvSciError_NotSupported);
            assert_null(list);
            assert_int_equal(share_fault().total, faults);
            assert_int_equal(share_fault().kind, RINGFENCE_FAULT_OTHER_VERSION);
            g_bytes.at.bytes[4]--;
            assert_result(import_way(share, &hop, way, &list), NvSciError_Success);
            share->kind->free(list);
        }
        free_deal(share, &deal);
    }
    close_hop(&hop);
}

/**
 * A list that does not give the importer what it asks for is refused; so are inputs that are none.
 * @verifies RF-SHARE-024
 */
static void import_is_validated(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        const Deal deal = share->deal(&hop, 0U);
        void *const back = return_list(share, deal.reconciled, &hop, NULL, 0U);
        void *const more = share->ask(share->more, true);
        void *const twice[2] = {deal.asked, deal.asked};
        void *const stale[2] = {deal.asked, NULL};
        void *const other = kind_module(share->kind);
        void *const foreign = kind_list(share->kind, other, 0U);
        void *list = back;
        const uint32_t taken = in_use_of_all();
        const uint32_t faults = share_fault().total;

        assert_result(import_reconciled(share, hop.near, &g_bytes, &more, 1U, &list),
                      NvSciError_AttrListValidationFailed);
        assert_result(import_reconciled(share, hop.near, &g_bytes, twice, 2U, &list), share->twice);
        assert_result(import_reconciled(share, hop.near, &g_bytes, &back, 1U, &list),
                      NvSciError_BadParameter);
        assert_result(import_reconciled(share, hop.near, &g_bytes, &foreign, 1U, &list),
                      NvSciError_BadParameter);
        assert_result(import_reconciled(share, hop.near, &g_bytes, stale, 2U, &list),
                      NvSciError_BadParameter);
        assert_ptr_equal(list, back);
        assert_result(import_reconciled(share, hop.near, &g_bytes, twice, 0U, &list),
                      share->of_none);
        share->kind->free((list == back) ? NULL : list);
        list = back;
        /* Of an array of no list and no array at all, one kind takes the first and the other one
         * the second for no check. */
        assert_result(import_reconciled(share, hop.near, &g_bytes, NULL, 7U, &list),
                      (share->of_none == NvSciError_Success) ? NvSciError_BadParameter
                                                             : NvSciError_Success);
        share->kind->free((list == back) ? NULL : list);
        /* A list twice, one that is reconciled, and one of another module. */
        assert_int_equal(share_fault().total, faults + 3U);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_LIST_ORDER);
        assert_int_equal(in_use_of_all(), taken);
        void *const made[] = {back, more, foreign};
        kind_free(share->kind, made, COUNT_OF(made));
        share->kind->close(other);
        free_deal(share, &deal);
    }
    close_hop(&hop);
}

/**
 * Lists from more processes than a list can tell apart do not reconcile, and the conflict says so.
 * @verifies RF-CORE-100
 */
static void too_many_origins_conflict(void **state)
{
    (void)state;
    FOR_BOTH_SHARED (share) {
        void *lists[RINGFENCE_CFG_ROUTES + 1U];
        void *done = NULL;
        void *conflict = NULL;
        RingfenceConflict reason;

        for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
            lists[i] = share->ask((i == 0U) ? share->more : 1U, true);
            if (i > 0U) {
                ListRoute *const route = &share->cls->rows[row_of(share, lists[i])].route[0];

                route->count = 1U;
                route->hops[0] = i;
            }
        }
        assert_result(share->kind->reconcile(lists, COUNT_OF(lists), &done, &conflict),
                      NvSciError_InsufficientResource);
        assert_null(done);
        assert_result(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
        assert_int_equal(reason.rule, RINGFENCE_RULE_ORIGINS);
        assert_int_equal(reason.error, NvSciError_InsufficientResource);
        share->kind->free(conflict);
        assert_result(share->kind->reconcile(lists, COUNT_OF(lists) - 1U, &done, &conflict),
                      NvSciError_Success);
        share->kind->free(done);
        kind_free(share->kind, lists, COUNT_OF(lists));
    }
}

/** Lists of which no object can be made, the second one over a channel; in a list of two slots
 * `joined` says. Gives the conflict list. */
static void *conflict_over(const ShareKind *share, const Hop *hop, bool joined)
{
    const bool is_sync = (share == SHARE_SYNC);
    void *const own = kind_list(share->kind, module_of(share), is_sync ? 2U : 1U);
    void *const asked = kind_list(share->kind, module_of(share), 2U);
    void *const came = pass_lists(share, &asked, 1U, hop);
    void *both[] = {own, came};
    void *all = NULL;
    void *done = NULL;
    void *conflict = NULL;

    if (joined) {
        assert_result(share->kind->append(both, 2U, &all), NvSciError_Success);
        assert_int_not_equal(share->kind->reconcile(&all, 1U, &done, &conflict),
                             NvSciError_Success);
        share->kind->free(all);
    } else {
        assert_int_not_equal(share->kind->reconcile(both, 2U, &done, &conflict),
                             NvSciError_Success);
    }
    assert_non_null(conflict);
    share->kind->free(own);
    share->kind->free(came);
    share->kind->free(asked);
    return conflict;
}

/** The line of a conflict has the first part, and not the second one. */
static void assert_in_line(const RingfenceConflict *reason, const char *part, const char *other)
{
    char line[512];

    assert_result(RingfenceFormatConflict(reason, line, sizeof(line)), NvSciError_Success);
    if (strstr(line, part) == NULL) {
        print_error("no '%s' in '%s'\n", part, line);
    }
    assert_non_null(strstr(line, part));
    assert_null(strstr(line, other));
}

/**
 * A conflict names the endpoint over which a slot came, also if a list of this process has it now,
 * and none of a slot of this process.
 * @verifies RF-CORE-258
 */
static void a_conflict_names_the_endpoint_of_a_slot(void **state)
{
    const Hop other = open_hop("hop_1_near", "hop_1_far");
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        for (uint32_t joined = 0U; joined < 2U; joined++) {
            void *const conflict = conflict_over(share, &hop, joined == 1U);
            RingfenceConflict reason;
            void *text = NULL;
            size_t len = 0U;

            assert_result(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
            assert_false(reason.first.isImported);
            assert_int_equal(reason.first.endpoint, 0U);
            assert_string_equal(reason.firstEndpoint, "");
            assert_true(reason.second.isImported);
            assert_int_equal(reason.second.endpoint, hop.far);
            assert_string_equal(reason.secondEndpoint, "hop_0_far");
            assert_int_equal(reason.second.slot, joined);
            assert_in_line(&reason,
                           (joined == 1U) ? "; list 0 (over hop_0_far) slot 1 has "
                                          : "; list 1 (over hop_0_far) slot 0 has ",
                           "closed");
            assert_in_line(&reason, "; list 0 slot 0 has ", "first");
            assert_result(share->kind->dump(conflict, &text, &len), NvSciError_Success);
            assert_non_null(strstr(text, "(over hop_0_far)"));
            share->kind->free(conflict);
        }
    }
    close_hop(&hop);
    close_hop(&other);
}

/**
 * Where that endpoint is closed, the conflict says so, also if another one took its place.
 * @verifies RF-CORE-258
 */
static void a_conflict_says_that_an_endpoint_is_closed(void **state)
{
    (void)state;
    FOR_BOTH_SHARED (share) {
        Hop hop = open_hop("hop_0_near", "hop_0_far");
        void *const conflict = conflict_over(share, &hop, false);
        RingfenceConflict reason;

        close_hop(&hop);
        for (uint32_t again = 0U; again < 2U; again++) {
            (void)memset(&reason, 0x5A, sizeof(reason));
            assert_result(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
            assert_true(reason.second.isImported);
            assert_int_equal(reason.second.endpoint, 0U);
            assert_string_equal(reason.secondEndpoint, "");
            assert_in_line(&reason, "; list 1 (over an endpoint that is closed) slot 0 has ",
                           "hop_0");
            if (again == 0U) {
                hop = open_hop("hop_0_near", "hop_0_far");
            }
        }
        close_hop(&hop);
        share->kind->free(conflict);
    }
}

/* ---------------------------------------------------------------- arguments */

/**
 * Each argument is checked, and nothing is taken or written when one is wrong.
 * @verifies RF-SHARE-020 RF-SHARE-021 RF-SHARE-022 RF-SHARE-023 RF-SHARE-024
 */
static void wrong_arguments_are_refused(void **state)
{
    static const NvSciIpcEndpoint none = 12345U;
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        const Deal deal = share->deal(&hop, 0U);
        void *const module = module_of(share);
        void *const other = kind_module(share->kind);
        void *const foreign = kind_list(share->kind, other, 0U);
        void *const asked = deal.asked;
        void *const done = deal.reconciled;
        void *const twice[2] = {asked, asked};
        void *const mixed[2] = {asked, foreign};
        const uint8_t *const in = g_bytes.at.bytes;
        const size_t length = g_bytes.size;
        const uint8_t *const granted = g_changed.at.bytes;
        void *list = NULL;
        void *bytes = NULL;
        size_t size = 0U;

        send_reconciled(share, done, hop.far, &g_changed);
        const size_t granted_length = g_changed.size;
        const uint32_t taken = in_use_of_all();
#define BAD(call) assert_result((call), NvSciError_BadParameter)
        BAD(share->export_unreconciled(NULL, 1U, hop.near, &bytes, &size));
        BAD(share->export_unreconciled(&asked, 0U, hop.near, &bytes, &size));
        BAD(share->export_unreconciled(&done, 1U, hop.near, &bytes, &size));
        BAD(share->export_unreconciled(twice, 2U, hop.near, &bytes, &size));
        BAD(share->export_unreconciled(mixed, 2U, hop.near, &bytes, &size));
        BAD(share->export_unreconciled(&asked, 1U, none, &bytes, &size));
        BAD(share->export_unreconciled(&asked, 1U, hop.near, NULL, &size));
        BAD(share->export_unreconciled(&asked, 1U, hop.near, &bytes, NULL));
        BAD(share->export_reconciled(asked, hop.far, &bytes, &size));
        BAD(share->export_reconciled(NULL, hop.far, &bytes, &size));
        BAD(share->export_reconciled(done, none, &bytes, &size));
        BAD(share->export_reconciled(done, hop.far, NULL, &size));
        BAD(share->export_reconciled(done, hop.far, &bytes, NULL));
        BAD(share->import_unreconciled(NULL, hop.far, in, length, &list));
        BAD(share->import_unreconciled(module, none, in, length, &list));
        BAD(share->import_unreconciled(module, hop.far, NULL, length, &list));
        BAD(share->import_unreconciled(module, hop.far, in, 0U, &list));
        BAD(share->import_unreconciled(module, hop.far, in, length, NULL));
        /* A descriptor of the other kind; all that follow are of this one. */
        BAD(share->import_reconciled(module, hop.far, in, length, NULL, 0U, &list));
        BAD(share->import_reconciled(module, hop.near, granted, granted_length, &foreign, 1U,
                                     &list));
        BAD(share->import_reconciled(NULL, hop.near, granted, granted_length, NULL, 0U, &list));
        BAD(share->import_reconciled(module, none, granted, granted_length, NULL, 0U, &list));
        BAD(share->import_reconciled(module, hop.near, NULL, granted_length, NULL, 0U, &list));
        BAD(share->import_reconciled(module, hop.near, granted, 0U, NULL, 0U, &list));
        BAD(share->import_reconciled(module, hop.near, granted, granted_length, NULL, 0U, NULL));
#undef BAD
        assert_null(bytes);
        assert_null(list);
        assert_int_equal(size, 0U);
        assert_int_equal(in_use_of_all(), taken);
        assert_result(
            share->import_reconciled(module, hop.near, granted, granted_length, NULL, 0U, &list),
            NvSciError_Success);
        share->kind->free(list);
        share->kind->free(foreign);
        share->kind->close(other);
        free_deal(share, &deal);
    }
    close_hop(&hop);
}

/**
 * Lists are exported and imported in INIT alone; a refused call is counted and changes nothing.
 * @verifies RF-CORE-013 RF-CORE-014 RF-CORE-015
 */
static void lists_are_shared_in_init_alone(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        const Deal deal = share->deal(&hop, 0U);
        void *list = NULL;
        void *bytes = NULL;
        size_t size = 0U;

        for (uint32_t i = 0U; i < COUNT_OF(phases); i++) {
            const uint32_t taken = in_use_of_all();
            RingfenceRefusal before;
            RingfenceRefusal after;

            assert_result(RingfenceAdvancePhase(phases[i]), NvSciError_Success);
            assert_result(RingfenceGetLastRefusal(&before), NvSciError_Success);
#define REFUSED(call) assert_result((call), NvSciError_InvalidState)
            REFUSED(share->export_unreconciled(&deal.asked, 1U, hop.near, &bytes, &size));
            REFUSED(share->export_reconciled(deal.reconciled, hop.far, &bytes, &size));
            REFUSED(import_unreconciled(share, hop.far, &g_bytes, &list));
            REFUSED(import_reconciled(share, hop.far, &g_bytes, NULL, 0U, &list));
#undef REFUSED
            assert_result(RingfenceGetLastRefusal(&after), NvSciError_Success);
            assert_int_equal(after.total, before.total + 4U);
            assert_null(list);
            assert_null(bytes);
            assert_int_equal(in_use_of_all(), taken);
        }
        go_to_init();
        free_deal(share, &deal);
    }
    close_hop(&hop);
}

/* ---------------------------------------------------------------- descriptors */

/**
 * Descriptors run out, and a descriptor is freed once, by the function of its kind alone; NULL is
 * no fault.
 * @verifies RF-SHARE-004 RF-SHARE-006 RF-SHARE-025
 */
static void descriptors_run_out_and_are_freed(void **state)
{
    static void *all[RINGFENCE_CFG_DESCRIPTORS];
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *const asked = share->ask(1U, false);
        void *bytes = NULL;
        size_t size = 0U;

        for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
            assert_result(share->export_unreconciled(&asked, 1U, hop.near, &all[i], &size),
                          NvSciError_Success);
        }
        assert_result(share->export_unreconciled(&asked, 1U, hop.near, &bytes, &size),
                      NvSciError_InsufficientMemory);
        assert_null(bytes);
        const uint32_t faults = share_fault().total;
        share->free_desc_with_object(all[0]);
        assert_int_equal(share_fault().total, faults + 1U);
        assert_string_equal(strstr(share_fault().function, "AttrList"), "AttrListAndObjFreeDesc");
        assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), RINGFENCE_CFG_DESCRIPTORS);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
            share->free_desc(all[i]);
        }
        assert_int_equal(share_fault().total, faults + 1U);
        share->free_desc(all[0]);
        assert_int_equal(share_fault().total, faults + 2U);
        share->free_desc(NULL);
        share->free_desc_with_object(NULL);
        assert_int_equal(share_fault().total, faults + 2U);
        share->kind->free(asked);
    }
    close_hop(&hop);
}

/**
 * Descriptors of both kinds are freed in INIT and DEINIT, not in RUNTIME.
 * @verifies RF-SHARE-025 RF-CORE-013
 */
static void both_kinds_are_freed_by_phase(void **state)
{
    (void)state;
    FOR_BOTH_SHARED (share) {
        const WireKind kinds[] = {share->reconciled, share->with_object};
        void *bytes[2] = {NULL, NULL};
        RingfenceRefusal refusal;
        size_t size = 0U;

        for (uint32_t i = 0U; i < 2U; i++) {
            uint32_t index = 0U;
            WireOut out;

            assert_result(descriptor_take(kinds[i], &index, &out), NvSciError_Success);
            assert_result(descriptor_publish(OP_DESCRIPTOR_FREE, index, &out, &bytes[i], &size),
                          NvSciError_Success);
        }
        const uint32_t faults = share_fault().total;
        for (RingfencePhase phase = RINGFENCE_PHASE_RUNTIME; phase <= RINGFENCE_PHASE_DEINIT;
             phase = (RingfencePhase)(2U * (uint32_t)phase)) {
            assert_result(RingfenceAdvancePhase(phase), NvSciError_Success);
            share->free_desc_with_object(bytes[1]);
            share->free_desc(bytes[0]);
            assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR),
                             (phase == RINGFENCE_PHASE_RUNTIME) ? 2U : 0U);
            assert_result(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
            assert_string_equal(strstr(refusal.function, "AttrList"), "AttrListFreeDesc");
        }
        assert_int_equal(share_fault().total, faults);
        go_to_init();
    }
}

/**
 * free() of an existing program: descriptors and texts go back, everything else stays foreign.
 * @verifies RF-SHARE-008 RF-CORE-083
 */
static void any_address_can_be_offered(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *const asked = share->ask(1U, false);
        uint8_t mine[4];
        void *bytes = NULL;
        void *text = NULL;
        size_t size = 0U;
        RingfenceRefusal before;
        RingfenceRefusal after;

        assert_result(share->export_unreconciled(&asked, 1U, hop.near, &bytes, &size),
                      NvSciError_Success);
        assert_result(share->kind->dump(asked, &text, &size), NvSciError_Success);
        const uint32_t faults = share_fault().total;
        assert_result(RingfenceGetLastRefusal(&before), NvSciError_Success);
        assert_result(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
        assert_result(RingfenceDescriptorFree(mine), NvSciError_BadParameter);
        assert_result(RingfenceDescriptorFree(NULL), NvSciError_BadParameter);
        assert_result(RingfenceGetLastRefusal(&after), NvSciError_Success);
        assert_int_equal(after.total, before.total);
        assert_result(RingfenceDescriptorFree(bytes), NvSciError_InvalidState);
        assert_result(RingfenceDescriptorFree(text), NvSciError_InvalidState);
        go_to_init();
        assert_int_equal(share_fault().total, faults);
        assert_result(RingfenceDescriptorFree((uint8_t *)bytes + 8U), NvSciError_BadAddress);
        assert_result(RingfenceDescriptorFree((uint8_t *)text + 1U), NvSciError_BadAddress);
        assert_int_equal(share_fault().total, faults + 2U);
        assert_string_equal(share_fault().function, "RingfenceDescriptorFree");
        assert_result(RingfenceDescriptorFree(bytes), NvSciError_Success);
        assert_result(RingfenceDescriptorFree(text), NvSciError_Success);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 0U);
        assert_result(RingfenceDescriptorFree(bytes), NvSciError_BadAddress);
        assert_result(RingfenceDescriptorFree(text), NvSciError_BadAddress);
        assert_int_equal(share_fault().total, faults + 4U);
        /* The list takes a new text. */
        assert_result(share->kind->dump(asked, &text, &size), NvSciError_Success);
        share->kind->free(asked);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    }
    close_hop(&hop);
}

/* ---------------------------------------------------------------- hostile bytes */

/** Imports changed bytes; what is accepted is what they say. */
static void try_unreconciled(const ShareKind *share, const Hop *hop)
{
    const uint32_t taken = in_use_of_all();
    void *list = NULL;

    if (import_unreconciled(share, hop->far, &g_changed, &list) == NvSciError_Success) {
        const size_t hops = (size_t)little_endian(&g_changed.at.bytes[24], 4U);
        const uint32_t keys = (uint32_t)little_endian(&g_changed.at.bytes[28], 4U);

        assert_int_equal(little_endian(&g_changed.at.bytes[16], 4U), 1U);
        assert_true(row_is(share->cls, row_of(share, list), &g_changed, 32U + (8U * hops), keys));
        share->kind->free(list);
        g_accepted++;
    }
    assert_int_equal(in_use_of_all(), taken);
}

static void try_reconciled(const ShareKind *share, const Hop *hop)
{
    const uint32_t taken = in_use_of_all();
    void *list = NULL;

    if (import_reconciled(share, hop->near, &g_changed, NULL, 0U, &list) == NvSciError_Success) {
        const uint32_t keys = (uint32_t)little_endian(&g_changed.at.bytes[20], 4U);
        const size_t hops = (size_t)little_endian(&g_changed.at.bytes[24], 4U);

        assert_int_equal(little_endian(&g_changed.at.bytes[16], 4U), 1U);
        assert_true(row_is(share->cls, row_of(share, list), &g_changed, 40U + (8U * hops), keys));
        share->use(list);
        share->kind->free(list);
        g_accepted++;
    }
    assert_int_equal(in_use_of_all(), taken);
}

/** Changes each bit of g_bytes, and cuts it at each length; with a CRC that fits. */
static void tamper(const ShareKind *share, const Hop *hop,
                   void (*attempt)(const ShareKind *share, const Hop *hop))
{
    g_accepted = 0U;
    g_changed = g_bytes;
    attempt(share, hop);
    assert_int_equal(g_accepted, 1U);
    for (size_t bit = 0U; bit < (g_bytes.size * 8U); bit++) {
        g_changed = g_bytes;
        g_changed.at.bytes[bit / 8U] ^= (uint8_t)(1U << (bit % 8U));
        reseal(&g_changed);
        attempt(share, hop);
    }
    /* Some bits of values may be either; none of the head may. */
    assert_in_range(g_accepted, 2U, (g_bytes.size - WIRE_HEAD) * 8U);
    g_accepted = 0U;
    for (size_t size = 0U; size < g_bytes.size; size++) {
        const uint32_t length = little_endian_32((uint32_t)size);

        g_changed = g_bytes;
        g_changed.size = size;
        if (size >= WIRE_HEAD) {
            (void)memcpy(&g_changed.at.bytes[8], &length, sizeof(length));
            reseal(&g_changed);
        }
        attempt(share, hop);
    }
    assert_int_equal(g_accepted, 0U);
}

/**
 * Whichever bit of an unreconciled list changes, and wherever it is cut: the import fails, or gives
 * what the bytes say.
 * @verifies RF-SHARE-012 RF-SHARE-013 RF-SHARE-015 RF-SHARE-019
 */
static void tampered_unreconciled_lists_do_no_harm(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        for (uint32_t i = 0U; i < share->samples; i++) {
            void *const list = share->sample(i);

            send_lists(share, &list, 1U, hop.near, &g_bytes);
            tamper(share, &hop, try_unreconciled);
            share->kind->free(list);
        }
    }
    close_hop(&hop);
}

/**
 * Whichever bit of a reconciled list changes, and wherever it is cut: the import fails, or gives a
 * list of which an object can be made, with a layout that fits it.
 * @verifies RF-SHARE-016 RF-SHARE-017 RF-SHARE-018
 */
static void tampered_reconciled_lists_do_no_harm(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    FOR_BOTH_SHARED (share) {
        for (uint32_t i = 0U; i < share->deals; i++) {
            const Deal deal = share->deal(&hop, i);
            void *const back = return_list(share, deal.reconciled, &hop, &deal.asked, 1U);

            tamper(share, &hop, try_reconciled);
            share->kind->free(back);
            free_deal(share, &deal);
        }
    }
    close_hop(&hop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scene_test(every_key_reaches_the_peer),
        scene_test(largest_slot_fits),
        scene_test(largest_reconciled_list_fits),
        scene_test(frames_of_the_built_in_table_hold_a_descriptor),
        scene_test(short_of_rows_nothing_is_taken),
        scene_test(slots_arrive_in_order),
        scene_test(too_many_hops_are_refused),
        scene_test(copies_of_slots_keep_their_peer),
        scene_test(lists_of_another_version_are_refused),
        scene_test(import_is_validated),
        scene_test(too_many_origins_conflict),
        scene_test(a_conflict_names_the_endpoint_of_a_slot),
        scene_test(a_conflict_says_that_an_endpoint_is_closed),
        scene_test(wrong_arguments_are_refused),
        scene_test(lists_are_shared_in_init_alone),
        scene_test(descriptors_run_out_and_are_freed),
        scene_test(both_kinds_are_freed_by_phase),
        scene_test(any_address_can_be_offered),
        scene_test(tampered_unreconciled_lists_do_no_harm),
        scene_test(tampered_reconciled_lists_do_no_harm),
    };

    return cmocka_run_group_tests_name("share/list", tests, NULL, NULL);
}
