/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file same_errors_test.c
 * The same mistake, mismatch or death, made with sync objects and with buffers: the same error and
 * the same fault, but where the page says otherwise.
 *
 * One process stands for two: the peer has the near end of a channel, its list asks; the owner has
 * the far end, makes the object and exports it.
 */
#define _GNU_SOURCE

#include <stdio.h>

#include "share_lists.h"

/** Calls until both ends of a channel are connected. */
#define LOOKS 200U
/** Slots of lists that are taken to fill a table. */
#define LISTS_MAX 4096U

/** Ways over a channel; those from the fourth on are imports. */
typedef enum {
    EXPORT_ASKED = 0,
    EXPORT_LIST,
    EXPORT_OBJECT,
    EXPORT_BOTH,
    IMPORT_ASKED,
    IMPORT_LIST,
    IMPORT_OBJECT,
    IMPORT_BOTH,
    WAYS
} Way;

static const char *const g_ways[WAYS] = {"export of an unreconciled list",
                                         "export of a reconciled list",
                                         "export of an object",
                                         "export of list and object",
                                         "import of an unreconciled list",
                                         "import of a reconciled list",
                                         "import of an object",
                                         "import of list and object"};

#define BIT(way)    (1U << (uint32_t)(way))
#define ALL_EXPORTS 0x0FU
#define ALL_IMPORTS 0xF0U

/** Descriptor of an object of either kind. */
typedef union {
    NvSciSyncObjIpcExportDescriptor sync;
    NvSciBufObjIpcExportDescriptor buf;
    uint8_t bytes[1024];
} ObjectBytes;

/** What a call is given. */
typedef struct {
    NvSciIpcEndpoint over;
    void *module;
    void *asked;
    void *list;
    void *object;
    uint64_t perm;
    void *const *own;
    size_t own_count;
} Given;

/** Two ends with all that can go over the channel. */
typedef struct {
    const ShareKind *share;
    Hop hop;
    Hop other;
    Deal deal;
    void *object;
    /** The list of the object as the peer has it. */
    void *list;
    Received sent_asked;
    Received sent_list;
    Received sent_both;
    ObjectBytes sent_object;
    /** Given to an export and to an import. */
    Given at_owner;
    Given at_peer;
    /** Lists that take what others need. */
    void *fillers[LISTS_MAX];
    uint32_t filled;
} Scene;

static Scene g_scene;

/* ---------------------------------------------------------------- calls */

static NvSciError import_object(const Given *given, const ObjectBytes *bytes, void **object)
{
    NvSciError status = NvSciError_Success;

    if (g_scene.share == SHARE_SYNC) {
        status = NvSciSyncObjIpcImport(given->over, &bytes->sync, given->list, given->perm, -1,
                                       (NvSciSyncObj *)object);
    } else {
        status =
            NvSciBufObjIpcImport(given->over, &bytes->buf, given->list,
                                 (NvSciBufAttrValAccessPerm)given->perm, -1, (NvSciBufObj *)object);
    }
    return status;
}

static NvSciError export_object(const Given *given, ObjectBytes *bytes)
{
    NvSciError status = NvSciError_Success;

    if (g_scene.share == SHARE_SYNC) {
        status = NvSciSyncObjIpcExport(given->object, given->perm, given->over, &bytes->sync);
    } else {
        status = NvSciBufObjIpcExport(given->object, (NvSciBufAttrValAccessPerm)given->perm,
                                      given->over, &bytes->buf);
    }
    return status;
}

static NvSciError import_both(const Given *given, const Received *bytes, void **object)
{
    NvSciError status = NvSciError_Success;

    if (g_scene.share == SHARE_SYNC) {
        status = NvSciSyncIpcImportAttrListAndObj(
            given->module, given->over, bytes->at.bytes, bytes->size,
            (const NvSciSyncAttrList *)(const void *)given->own, given->own_count, given->perm, -1,
            (NvSciSyncObj *)object);
    } else {
        status = NvSciBufIpcImportAttrListAndObj(
            given->module, given->over, bytes->at.bytes, bytes->size,
            (const NvSciBufAttrList *)(const void *)given->own, given->own_count,
            (NvSciBufAttrValAccessPerm)given->perm, -1, (NvSciBufObj *)object);
    }
    return status;
}

static NvSciError export_both(const Given *given, Received *kept)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = NvSciError_Success;

    if (g_scene.share == SHARE_SYNC) {
        status = NvSciSyncIpcExportAttrListAndObj(given->object, given->perm, given->over, &bytes,
                                                  &size);
    } else {
        status = NvSciBufIpcExportAttrListAndObj(
            given->object, (NvSciBufAttrValAccessPerm)given->perm, given->over, &bytes, &size);
    }
    if (status == NvSciError_Success) {
        (void)memcpy(kept->at.bytes, bytes, size);
        kept->size = size;
        g_scene.share->free_desc_with_object(bytes);
    }
    return status;
}

/** An export; what it gives is freed. */
static NvSciError go_out(Way way, const Given *given)
{
    const ShareKind *const share = g_scene.share;
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = NvSciError_Success;

    if (way == EXPORT_ASKED) {
        status = share->export_unreconciled(&given->asked, 1U, given->over, &bytes, &size);
    } else if (way == EXPORT_LIST) {
        status = share->export_reconciled(given->list, given->over, &bytes, &size);
    } else if (way == EXPORT_OBJECT) {
        ObjectBytes object;

        status = export_object(given, &object);
    } else {
        static Received both;

        status = export_both(given, &both);
    }
    if (bytes != NULL) {
        share->free_desc(bytes);
    }
    return status;
}

/** An import; what it gives is freed. */
static NvSciError come_in(Way way, const Given *given)
{
    const ShareKind *const share = g_scene.share;
    void *made = NULL;
    NvSciError status = NvSciError_Success;

    if (way == IMPORT_ASKED) {
        status = share->import_unreconciled(given->module, given->over, g_scene.sent_asked.at.bytes,
                                            g_scene.sent_asked.size, &made);
    } else if (way == IMPORT_LIST) {
        status =
            share->import_reconciled(given->module, given->over, g_scene.sent_list.at.bytes,
                                     g_scene.sent_list.size, given->own, given->own_count, &made);
    } else if (way == IMPORT_OBJECT) {
        status = import_object(given, &g_scene.sent_object, &made);
    } else {
        status = import_both(given, &g_scene.sent_both, &made);
    }
    if ((made != NULL) && ((way == IMPORT_OBJECT) || (way == IMPORT_BOTH))) {
        share->kind->free_object(made);
    } else if (made != NULL) {
        share->kind->free(made);
    } else {
        /* It made nothing. */
    }
    return status;
}

/* ---------------------------------------------------------------- scenes */

static uint32_t events_at(NvSciIpcEndpoint end)
{
    uint32_t events = 0U;

    assert_result(NvSciIpcGetEventSafe(end, &events), NvSciError_Success);
    return events;
}

static Hop connected(const char *near, const char *far)
{
    const Hop hop = open_hop(near, far);
    uint32_t seen_near = 0U;
    uint32_t seen_far = 0U;

    assert_result(NvSciIpcResetEndpointSafe(hop.near), NvSciError_Success);
    assert_result(NvSciIpcResetEndpointSafe(hop.far), NvSciError_Success);
    for (uint32_t i = 0U; (i < LOOKS) && ((seen_near & seen_far & NV_SCI_IPC_EVENT_CONN_EST) == 0U);
         i++) {
        seen_near |= events_at(hop.near);
        seen_far |= events_at(hop.far);
    }
    assert_true((seen_near & seen_far & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
    return hop;
}

/** The peer asks to wait, or to read, and the owner signals, or writes; or the other way round. */
static void begin_scene(const ShareKind *share, bool asks_more)
{
    const uint64_t automatic = (share == SHARE_SYNC) ? (uint64_t)NvSciSyncAccessPerm_Auto
                                                     : (uint64_t)NvSciBufAccessPerm_Auto;
    Deal *const deal = &g_scene.deal;
    void *both[2] = {NULL, NULL};

    g_scene.share = share;
    g_scene.hop = connected("hop_0_near", "hop_0_far");
    g_scene.other = connected("hop_1_near", "hop_1_far");
    deal->asked = share->ask(asks_more ? share->more : 1U, true);
    deal->own = share->ask(asks_more ? 1U : share->more, true);
    send_lists(share, &deal->asked, 1U, g_scene.hop.near, &g_scene.sent_asked);
    assert_result(import_unreconciled(share, g_scene.hop.far, &g_scene.sent_asked, &deal->came),
                  NvSciError_Success);
    both[0] = deal->came;
    both[1] = deal->own;
    deal->reconciled = reconcile(share, both, 2U);
    assert_result(share->kind->alloc(deal->reconciled, &g_scene.object), NvSciError_Success);
    send_reconciled(share, deal->reconciled, g_scene.hop.far, &g_scene.sent_list);
    assert_result(
        import_reconciled(share, g_scene.hop.near, &g_scene.sent_list, NULL, 0U, &g_scene.list),
        NvSciError_Success);
    g_scene.at_owner = (Given){.over = g_scene.hop.far,
                               .module = module_of(share),
                               .asked = deal->own,
                               .list = deal->reconciled,
                               .object = g_scene.object,
                               .perm = automatic};
    g_scene.at_peer = (Given){.over = g_scene.hop.near,
                              .module = module_of(share),
                              .list = g_scene.list,
                              .perm = automatic};
    assert_result(export_object(&g_scene.at_owner, &g_scene.sent_object), NvSciError_Success);
    if (!asks_more) {
        assert_result(export_both(&g_scene.at_owner, &g_scene.sent_both), NvSciError_Success);
    }
}

static void end_scene(void)
{
    const ShareKind *const share = g_scene.share;
    const NvSciIpcEndpoint ends[] = {g_scene.hop.near, g_scene.hop.far, g_scene.other.near,
                                     g_scene.other.far};

    kind_free(share->kind, g_scene.fillers, g_scene.filled);
    g_scene.filled = 0U;
    share->kind->free_object(g_scene.object);
    share->kind->free(g_scene.list);
    free_deal(share, &g_scene.deal);
    for (size_t i = 0U; i < COUNT_OF(ends); i++) {
        if (ends[i] != 0U) {
            assert_result(NvSciIpcCloseEndpointSafe(ends[i], false), NvSciError_Success);
        }
    }
}

/* ---------------------------------------------------------------- situations */

/** Nothing is wrong. */
static void nothing_wrong(void)
{
}

/** The endpoint of the call was closed. */
static void closed_endpoint(void)
{
    const Hop hop = open_hop("hop_2_near", "hop_2_far");

    close_hop(&hop);
    g_scene.at_owner.over = hop.far;
    g_scene.at_peer.over = hop.near;
}

/** The endpoint of the call is that of another channel. */
static void other_endpoint(void)
{
    g_scene.at_owner.over = g_scene.other.far;
    g_scene.at_peer.over = g_scene.other.near;
}

static void close_end(NvSciIpcEndpoint *end)
{
    assert_result(NvSciIpcCloseEndpointSafe(*end, false), NvSciError_Success);
    *end = 0U;
}

static void see_reset(NvSciIpcEndpoint end)
{
    uint32_t seen = 0U;

    for (uint32_t i = 0U; (i < LOOKS) && ((seen & NV_SCI_IPC_EVENT_CONN_RESET) == 0U); i++) {
        seen |= events_at(end);
    }
    assert_true((seen & NV_SCI_IPC_EVENT_CONN_RESET) != 0U);
}

/** The peer of an export is gone, and this side has not noticed. */
static void peer_is_gone(void)
{
    close_end(&g_scene.hop.near);
}

/** The peer of an export is gone, and this side has seen that. */
static void peer_was_gone(void)
{
    close_end(&g_scene.hop.near);
    see_reset(g_scene.hop.far);
}

/** The owner is gone; what it sent is still there. */
static void owner_is_gone(void)
{
    close_end(&g_scene.hop.far);
}

/** The owner is gone, and this side has seen that: what it sent is gone as well. */
static void owner_was_gone(void)
{
    close_end(&g_scene.hop.far);
    see_reset(g_scene.hop.near);
}

/** What the call is about was freed. */
static void stale_handle(void)
{
    const ShareKind *const share = g_scene.share;
    void *const module = kind_module(share->kind);
    void *const asked = share->ask(1U, true);
    void *const both[2] = {g_scene.deal.came, g_scene.deal.own};
    void *const list = reconcile(share, both, 2U);
    void *object = NULL;

    assert_result(share->kind->alloc(list, &object), NvSciError_Success);
    share->kind->free_object(object);
    share->kind->free(list);
    share->kind->free(asked);
    share->kind->close(module);
    g_scene.at_owner.asked = asked;
    g_scene.at_owner.list = list;
    g_scene.at_owner.object = object;
    g_scene.at_peer.module = module;
    g_scene.at_peer.list = list;
}

/** Changes a byte of all that was sent. */
static void change_bytes(size_t at)
{
    g_scene.sent_asked.at.bytes[at]++;
    g_scene.sent_list.at.bytes[at]++;
    g_scene.sent_both.at.bytes[at]++;
    g_scene.sent_object.bytes[at]++;
}

/** Another version of the library wrote the bytes. */
static void other_version(void)
{
    change_bytes(4U);
}

/** The bytes were damaged. */
static void damaged_bytes(void)
{
    change_bytes(24U);
}

/** The bytes are a descriptor of another kind. */
static void other_descriptor(void)
{
    const Received asked = g_scene.sent_asked;

    g_scene.sent_asked = g_scene.sent_list;
    g_scene.sent_list = g_scene.sent_both;
    g_scene.sent_both = asked;
    (void)memcpy(g_scene.sent_object.bytes, asked.at.bytes, g_scene.share->object_size);
}

/** The object was imported before. */
static void imported_before(void)
{
    assert_result(come_in(IMPORT_OBJECT, &g_scene.at_peer), NvSciError_Success);
    assert_result(come_in(IMPORT_BOTH, &g_scene.at_peer), NvSciError_Success);
}

/** An array of one list twice. */
static void list_twice(void)
{
    static void *twice[2];

    twice[0] = g_scene.deal.asked;
    twice[1] = g_scene.deal.asked;
    g_scene.at_peer.own = twice;
    g_scene.at_peer.own_count = 2U;
}

/** A list that the object's list does not satisfy: it asks for more rights. */
static void list_asks_more(void)
{
    static void *more[1];

    g_scene.share->kind->free(g_scene.deal.asked);
    g_scene.deal.asked = g_scene.share->ask(g_scene.share->more, true);
    more[0] = g_scene.deal.asked;
    g_scene.at_peer.own = more;
    g_scene.at_peer.own_count = 1U;
}

/** An import asks for more rights than were passed on. */
static void right_above(void)
{
    g_scene.at_peer.perm = 3U;
}

/** An export gives less than the peer asked for. */
static void right_below(void)
{
    g_scene.at_owner.perm = 1U;
}

/** A right that is none. */
static void no_right(void)
{
    g_scene.at_owner.perm = 77U;
    g_scene.at_peer.perm = 77U;
}

/** An unreconciled list in the place of a reconciled one, and the other way round. */
static void other_list(void)
{
    g_scene.at_owner.asked = g_scene.deal.reconciled;
    g_scene.at_owner.list = g_scene.deal.own;
    g_scene.at_peer.list = g_scene.deal.asked;
}

/** As many parcels are under way as there may be. */
static void parcels_unclaimed(void)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_PARCELS) && (status == NvSciError_Success); i++) {
        ObjectBytes bytes;

        status = export_object(&g_scene.at_owner, &bytes);
    }
}

/** All slots of lists are taken. */
static void no_list_is_free(void)
{
    void *list = NULL;

    while (g_scene.share->kind->create(module_of(g_scene.share), &list) == NvSciError_Success) {
        assert_true(g_scene.filled < LISTS_MAX);
        g_scene.fillers[g_scene.filled] = list;
        g_scene.filled++;
    }
}

/** As many lists came over the endpoint as may be held. */
static void peer_holds_many(void)
{
    void *list = NULL;

    while (import_unreconciled(g_scene.share, g_scene.hop.near, &g_scene.sent_asked, &list) ==
           NvSciError_Success) {
        assert_true(g_scene.filled < LISTS_MAX);
        g_scene.fillers[g_scene.filled] = list;
        g_scene.filled++;
    }
}

/** The program is in RUNTIME. */
static void phase_runtime(void)
{
    assert_result(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
}

/* ---------------------------------------------------------------- what is expected */

#define OK   NvSciError_Success
#define BAD  NvSciError_BadParameter
#define NONE RINGFENCE_FAULT_NONE

/** An error and the fault that goes with it. */
typedef struct {
    NvSciError error;
    RingfenceFaultKind fault;
} Result;

/** A situation, the ways that it is for, and what they give. */
typedef struct {
    const char *name;
    void (*arrange)(void);
    uint32_t ways;
    Result sync;
    Result buf;
    /** The peer asks to signal, or to write. */
    bool asks_more;
} Row;

/* clang-format off */
#define SAME(name, arrange, ways, error, fault) {(name), (arrange), (ways), {(error), (fault)}, {(error), (fault)}, false}

#define RECONCILED_LISTS (BIT(EXPORT_LIST) | BIT(IMPORT_LIST))
#define EXPORTED_OBJECTS (BIT(EXPORT_OBJECT) | BIT(EXPORT_BOTH))
#define IMPORTED_OBJECTS (BIT(IMPORT_OBJECT) | BIT(IMPORT_BOTH))
#define UNRECONCILED     (BIT(EXPORT_ASKED) | BIT(IMPORT_ASKED))

static const Row g_rows[] = {
    SAME("nothing is wrong", nothing_wrong, ALL_EXPORTS | ALL_IMPORTS, OK, NONE),
    SAME("an endpoint that is closed", closed_endpoint, ALL_EXPORTS | ALL_IMPORTS, BAD, RINGFENCE_FAULT_BAD_HANDLE),
    SAME("a handle that is stale", stale_handle, ALL_EXPORTS | ALL_IMPORTS, BAD, RINGFENCE_FAULT_BAD_HANDLE),
    SAME("RUNTIME", phase_runtime, ALL_EXPORTS | ALL_IMPORTS, NvSciError_InvalidState, NONE),

    SAME("lists over another endpoint", other_endpoint, UNRECONCILED | BIT(IMPORT_LIST), OK, NONE),
    {"an export to a peer that did not ask", other_endpoint, BIT(EXPORT_LIST) | EXPORTED_OBJECTS,
     {BAD, RINGFENCE_FAULT_NO_ACCESS}, {NvSciError_NotPermitted, RINGFENCE_FAULT_NO_ACCESS}, false},
    SAME("an object that came over another endpoint", other_endpoint, IMPORTED_OBJECTS, BAD, RINGFENCE_FAULT_NOT_OFFERED),

    SAME("lists for a peer that is gone", peer_is_gone, BIT(EXPORT_ASKED) | BIT(EXPORT_LIST), OK, NONE),
    SAME("an object for a peer that is gone", peer_is_gone, EXPORTED_OBJECTS, NvSciError_ConnectionReset, NONE),
    SAME("an object for a peer whose end was reported", peer_was_gone, EXPORTED_OBJECTS, NvSciError_ConnectionReset, NONE),
    SAME("what came from an owner that is gone", owner_is_gone, ALL_IMPORTS, OK, NONE),
    SAME("lists of an owner whose end was reported", owner_was_gone, BIT(IMPORT_ASKED) | BIT(IMPORT_LIST), OK, NONE),
    SAME("an object of an owner whose end was reported", owner_was_gone, IMPORTED_OBJECTS, BAD, RINGFENCE_FAULT_NOT_OFFERED),

    SAME("lists of another version", other_version, BIT(IMPORT_ASKED) | BIT(IMPORT_LIST), NvSciError_NotSupported, RINGFENCE_FAULT_OTHER_VERSION),
    {"an object of another version", other_version, IMPORTED_OBJECTS,
     {BAD, RINGFENCE_FAULT_OTHER_VERSION}, {NvSciError_NotSupported, RINGFENCE_FAULT_OTHER_VERSION}, false},
    SAME("bytes that were damaged", damaged_bytes, ALL_IMPORTS, BAD, RINGFENCE_FAULT_BAD_DESCRIPTOR),
    SAME("bytes of another kind", other_descriptor, ALL_IMPORTS, BAD, RINGFENCE_FAULT_BAD_DESCRIPTOR),
    SAME("an object that was imported before", imported_before, IMPORTED_OBJECTS, BAD, RINGFENCE_FAULT_NOT_OFFERED),

    SAME("a list of the other state", other_list, BIT(EXPORT_ASKED), BAD, RINGFENCE_FAULT_LIST_ORDER),
    SAME("a list that is not reconciled", other_list, BIT(EXPORT_LIST) | BIT(IMPORT_OBJECT), BAD, RINGFENCE_FAULT_NOT_RECONCILED),
    {"an import with a list twice", list_twice, BIT(IMPORT_LIST) | BIT(IMPORT_BOTH),
     {BAD, RINGFENCE_FAULT_LIST_ORDER}, {NvSciError_AttrListValidationFailed, RINGFENCE_FAULT_LIST_ORDER}, false},
    SAME("a list that does not satisfy those of the importer", list_asks_more, BIT(IMPORT_LIST), NvSciError_AttrListValidationFailed, NONE),
    {"an object whose list does not satisfy those of the importer", list_asks_more, BIT(IMPORT_BOTH),
     {BAD, NONE}, {NvSciError_AttrListValidationFailed, NONE}, false},
    {"an import with a right above the one passed on", right_above, IMPORTED_OBJECTS,
     {BAD, RINGFENCE_FAULT_NO_ACCESS}, {NvSciError_AccessDenied, RINGFENCE_FAULT_NO_ACCESS}, false},
    {"an export with a right below the one asked for", right_below, EXPORTED_OBJECTS,
     {BAD, RINGFENCE_FAULT_NO_ACCESS}, {NvSciError_InvalidOperation, RINGFENCE_FAULT_NO_ACCESS}, true},
    SAME("a right that is none", no_right, EXPORTED_OBJECTS | IMPORTED_OBJECTS, BAD, NONE),

    SAME("too many parcels under way", parcels_unclaimed, EXPORTED_OBJECTS, NvSciError_InsufficientResource, RINGFENCE_FAULT_LIMIT),
    SAME("no list is free", no_list_is_free, BIT(IMPORT_ASKED) | BIT(IMPORT_LIST) | BIT(IMPORT_BOTH), NvSciError_InsufficientMemory, RINGFENCE_FAULT_LIMIT),
    SAME("the peer has as many lists here as it may", peer_holds_many, BIT(IMPORT_ASKED) | BIT(IMPORT_LIST), NvSciError_InsufficientMemory, RINGFENCE_FAULT_LIMIT),
};
/* clang-format on */

/** Does one call in a situation. */
static Result result_of(const ShareKind *share, const Row *row, Way way)
{
    Result result = {NvSciError_Unknown, RINGFENCE_FAULT_NONE};
    uint32_t faults = 0U;

    begin_scene(share, row->asks_more);
    row->arrange();
    faults = share_fault().total;
    result.error =
        (way < IMPORT_ASKED) ? go_out(way, &g_scene.at_owner) : come_in(way, &g_scene.at_peer);
    if (share_fault().total != faults) {
        result.fault = share_fault().kind;
    }
    go_to_init();
    end_scene();
    return result;
}

/** Asserts what one way gives for a kind. */
static void assert_row(const ShareKind *share, const Row *row, Way way)
{
    const Result expected = (share == SHARE_SYNC) ? row->sync : row->buf;
    const Result result = result_of(share, row, way);

    if ((result.error != expected.error) || (result.fault != expected.fault)) {
        print_error("%s, %s, %s: %s, fault %u\n", share->kind->prefix, row->name, g_ways[way],
                    RingfenceErrorName(result.error), (unsigned int)result.fault);
    }
    assert_int_equal(result.error, expected.error);
    assert_int_equal(result.fault, expected.fault);
}

/**
 * What goes wrong over a channel gives sync objects and buffers the errors of the table.
 * @verifies RF-SHARE-040 RF-SHARE-070
 */
static void what_goes_wrong_has_its_error(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_rows); i++) {
        for (uint32_t way = 0U; way < (uint32_t)WAYS; way++) {
            if ((g_rows[i].ways & BIT(way)) != 0U) {
                assert_row(SHARE_SYNC, &g_rows[i], (Way)way);
                assert_row(SHARE_BUF, &g_rows[i], (Way)way);
            }
        }
    }
}

/** Whether a result differs between the kinds. */
static bool differs(const Row *row)
{
    return (row->sync.error != row->buf.error) || (row->sync.fault != row->buf.fault);
}

/**
 * The page has a line for each row of the table whose errors differ, and no other; faults do not
 * differ.
 * @verifies RF-SHARE-040 RF-SHARE-070
 */
static void the_page_says_where_the_kinds_differ(void **state)
{
    static char page[65536];
    FILE *const file = fopen("docs/sharing.md", "r");
    size_t length = 0U;
    uint32_t lines = 0U;
    const char *table = NULL;
    const char *end = NULL;

    (void)state;
    assert_non_null(file);
    length = fread(page, 1U, sizeof(page) - 1U, file);
    page[length] = '\0';
    assert_int_equal(fclose(file), 0);
    table = strstr(page, "\n## Errors of both kinds\n");
    assert_non_null(table);
    end = strstr(&table[1], "\n## ");
    assert_non_null(end);
    page[end - page] = '\0';
    for (size_t i = 0U; i < COUNT_OF(g_rows); i++) {
        const Row *const row = &g_rows[i];
        char line[256];

        assert_int_equal(row->sync.fault, row->buf.fault);
        (void)snprintf(line, sizeof(line), "\n| %s | `%s` | `%s` |\n", row->name,
                       RingfenceErrorName(row->sync.error), RingfenceErrorName(row->buf.error));
        if ((strstr(table, line) != NULL) != differs(row)) {
            print_error("docs/sharing.md, errors of both kinds:%s", line);
        }
        assert_true((strstr(table, line) != NULL) == differs(row));
        lines += differs(row) ? 1U : 0U;
    }
    for (const char *at = strstr(table, "| `NvSciError_"); at != NULL;
         at = strstr(strchr(at, '\n'), "| `NvSciError_")) {
        lines--;
    }
    assert_int_equal(lines, 0U);
}

/**
 * Lists with values that do not agree are the same conflict for both kinds.
 * @verifies RF-SYNC-030 RF-BUF-013
 */
static void lists_that_do_not_agree_conflict(void **state)
{
    static const NvSciSyncAttrValPrimitiveType types[2] = {
        NvSciSyncAttrValPrimitiveType_SysmemSemaphore,
        NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b};
    static const uint64_t sizes[2] = {64U, 128U};

    (void)state;
    FOR_BOTH_SHARED (share) {
        void *lists[2];
        void *reconciled = NULL;
        void *conflict = NULL;
        RingfenceConflict reason;

        for (uint32_t i = 0U; i < 2U; i++) {
            KindPair type = {NvSciSyncAttrKey_PrimitiveInfo, &types[i], sizeof(types[i])};
            KindPair size = {NvSciBufRawBufferAttrKey_Size, &sizes[i], sizeof(sizes[i])};

            lists[i] = (share == SHARE_SYNC) ? share->ask(i + 1U, true)
                                             : kind_list(share->kind, module_of(share), 0U);
            assert_result(share->kind->set(lists[i], (share == SHARE_SYNC) ? &type : &size, 1U),
                          NvSciError_Success);
        }
        assert_result(share->kind->reconcile(lists, 2U, &reconciled, &conflict),
                      NvSciError_ReconciliationFailed);
        assert_result(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
        assert_int_equal(reason.first.list, 0U);
        assert_int_equal(reason.second.list, 1U);
        share->kind->free(conflict);
        kind_free(share->kind, lists, 2U);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        scene_test(what_goes_wrong_has_its_error),
        scene_test(the_page_says_where_the_kinds_differ),
        scene_test(lists_that_do_not_agree_conflict),
    };

    return cmocka_run_group_tests_name("share/same_errors", tests, NULL, NULL);
}
