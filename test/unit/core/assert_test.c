/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file assert_test.c
 * Assertions: what a report of one says, and that those of the library notice damaged state.
 *
 * A provocation damages the state of the library as no program can, does what asserts it, and mends
 * what it damaged. The last fault must then be the assertion of the file that it names.
 */
#include <string.h>
#include <unistd.h>

#include "attr/conflict.h"
#include "attr/dump.h"
#include "buf/buf.h"
#include "buf/layout.h"
#include "buf_make.h"
#include "core/assert.h"
#include "core/fault.h"
#include "ipc/ipc.h"
#include "nvscievent.h"
#include "own_table.h"
#include "port/descriptor.h"
#include "ringfence_engine.h"
#include "share/share.h"
#include "sync_inside.h"

#define TEST_OP      OP_SYNC_ATTR_LIST_CREATE
#define TEST_OP_NAME "NvSciSyncAttrListCreate"

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/** Says whether a path ends with another one. */
static bool ends_with(const char *path, const char *end)
{
    const size_t length = strlen(path);
    const size_t rest = strlen(end);

    return (length >= rest) && (strcmp(&path[length - rest], end) == 0);
}

/* ---------------------------------------------------------------- the report */

/** Asserts that a condition holds; gives the line of the assertion. */
static uint32_t assert_here(bool holds)
{
    ASSERT(holds);
    return (uint32_t)__LINE__ - 1U;
}

/**
 * An assertion that does not hold is counted, and reported with its file, its line and the function
 * that holds the lock; the code goes on.
 * @verifies RF-CORE-245
 */
static void failed_assertion_is_reported_with_its_place(void **state)
{
    const uint32_t before = last_fault().total;
    uint32_t line = 0U;

    (void)state;
    assert_int_equal(ringfence_api_enter(TEST_OP), NvSciError_Success);
    line = assert_here(false);
    ringfence_api_leave();
    assert_int_equal(last_fault().total, before + 1U);
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_INTERNAL);
    assert_string_equal(last_fault().text, "an assertion of the library does not hold");
    assert_string_equal(last_fault().function, TEST_OP_NAME);
    assert_true(ends_with(last_fault().file, "test/unit/core/assert_test.c"));
    assert_int_equal(last_fault().line, line);
}

/**
 * Where nobody holds the lock, the report names no function.
 * @verifies RF-CORE-245
 */
static void assertion_without_the_lock_names_no_function(void **state)
{
    const uint32_t before = last_fault().total;

    (void)state;
    assert_false(ASSERT_CHECK(before > before));
    assert_int_equal(last_fault().total, before + 1U);
    assert_null(last_fault().function);
    assert_true(ends_with(last_fault().file, "test/unit/core/assert_test.c"));
}

/**
 * An assertion that holds reports nothing.
 * @verifies RF-CORE-245
 */
static void assertion_that_holds_reports_nothing(void **state)
{
    const uint32_t before = last_fault().total;

    (void)state;
    (void)assert_here(true);
    assert_true(ASSERT_CHECK(before == before));
    assert_int_equal(last_fault().total, before);
}

/**
 * A fault that is no assertion has no place, also after one that had.
 * @verifies RF-CORE-245
 */
static void other_faults_have_no_place(void **state)
{
    (void)state;
    (void)assert_here(false);
    ringfence_fault_report(TEST_OP, RINGFENCE_FAULT_BAD_HANDLE);
    assert_string_equal(last_fault().file, "");
    assert_int_equal(last_fault().line, 0U);
}

/* ---------------------------------------------------------------- what is provoked */

/** What provocations damage. */
static struct {
    NvSciSyncModule module;
    uint32_t module_slot;
    NvSciSyncObj object;
    SyncObject *sync;
    NvSciSyncAttrList list;
    uint32_t row;
    NvSciBufObj buffer;
    BufObject *buf;
    NvSciIpcEndpoint ends[IPC_SIDES];
    IpcEndpoint *rows[IPC_SIDES];
    NvSciEventLoopService *service;
    EventService *events;
} g_scene;

static void give_back_twice(void)
{
    uint32_t slot = 0U;

    assert_int_equal(ringfence_pool_take(RINGFENCE_POOL_FENCE, &slot), NvSciError_Success);
    ringfence_pool_give(RINGFENCE_POOL_FENCE, slot);
    ringfence_pool_give(RINGFENCE_POOL_FENCE, slot);
}

static void bind_what_is_not_reserved(void)
{
    pool_bind(RINGFENCE_POOL_SYNC_LIST, g_scene.row);
}

static void hold_module_that_nothing_needs(void)
{
    uint32_t *const needs = &g_sync_lists.needs[g_scene.module_slot];
    const uint32_t before = *needs;

    *needs = 0U;
    list_module_hold(&g_sync_lists, g_scene.module_slot);
    *needs = before;
}

static void find_module_that_nothing_needs(void)
{
    uint32_t *const needs = &g_sync_lists.needs[g_scene.module_slot];
    const uint32_t before = *needs;
    uint32_t index = 0U;

    *needs = 0U;
    assert_int_equal(list_module_find(TEST_OP, &g_sync_lists, g_scene.module, &index),
                     NvSciError_Success);
    *needs = before;
}

static void take_rows_that_are_not_clean(void)
{
    NvSciSyncAttrList list = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_LISTS; i++) {
        g_sync_lists.rows[i].is_bound = (i != g_scene.row);
    }
    assert_int_equal(NvSciSyncAttrListCreate(g_scene.module, &list), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_LISTS; i++) {
        g_sync_lists.rows[i].is_bound = false;
    }
    NvSciSyncAttrListFree(list);
}

static void free_list_that_is_an_input(void)
{
    NvSciSyncAttrList list = make_list(g_scene.module);
    uint32_t row = 0U;

    assert_int_equal(list_find(TEST_OP, &g_sync_lists, list, &row), NvSciError_Success);
    g_sync_lists.rows[row].is_input = true;
    NvSciSyncAttrListFree(list);
    g_sync_lists.rows[row].is_input = false;
}

static void bind_list_that_is_not_reconciled(void)
{
    const uint32_t object = RINGFENCE_CFG_SYNC_OBJECTS - 1U;

    (void)list_bind(&g_sync_lists, g_scene.row, object);
    list_unbind(&g_sync_lists, object);
}

static void put_value_that_is_too_long(void)
{
    const uint8_t bytes[2] = {1U, 0U};
    const AttrValue value = {bytes, sizeof(bytes)};

    list_put(&g_sync_lists, g_scene.row, (uint32_t)SYNC_KEY_NEED_CPU_ACCESS, value);
    list_unset(&g_sync_lists, g_scene.row, (uint32_t)SYNC_KEY_NEED_CPU_ACCESS);
}

static void add_input_with_a_link(void)
{
    ListInputs inputs = list_inputs_begin();

    g_sync_lists.rows[g_scene.row].next_input = 1U;
    assert_int_equal(list_inputs_add(TEST_OP, &g_sync_lists, g_scene.list, &inputs),
                     NvSciError_Success);
    list_inputs_end(&g_sync_lists, &inputs);
}

static void end_input_that_is_none(void)
{
    ListInputs inputs = list_inputs_begin();

    assert_int_equal(list_inputs_add(TEST_OP, &g_sync_lists, g_scene.list, &inputs),
                     NvSciError_Success);
    g_sync_lists.rows[g_scene.row].is_input = false;
    list_inputs_end(&g_sync_lists, &inputs);
}

static void add_route_of_a_slot_without_one(void)
{
    NvSciSyncAttrList list = make_reconciled(g_scene.module);
    uint32_t target = 0U;

    assert_int_equal(list_find(TEST_OP, &g_sync_lists, list, &target), NvSciError_Success);
    g_sync_lists.rows[g_scene.row].routes = 0U;
    assert_int_equal(list_route_add(&g_sync_lists, g_scene.row, target), NvSciError_Success);
    g_sync_lists.rows[g_scene.row].routes = 1U;
    NvSciSyncAttrListFree(list);
}

static void store_conflict_that_is_none(void)
{
    NvSciSyncAttrList list = make_list(g_scene.module);
    RingfenceConflict conflict;
    uint32_t row = 0U;

    (void)memset(&conflict, 0, sizeof(conflict));
    conflict.error = NvSciError_Success;
    assert_int_equal(list_find(TEST_OP, &g_sync_lists, list, &row), NvSciError_Success);
    conflict_store(&g_sync_lists, row, &conflict);
    NvSciSyncAttrListFree(list);
}

static void load_conflict_of_another_list(void)
{
    RingfenceConflict conflict;

    conflict_load(&g_sync_lists, g_scene.row, &conflict);
}

static void begin_conflict_that_is_none(void)
{
    RingfenceConflict conflict;

    conflict_begin(&conflict, NvSciError_Success, &g_sync_lists.table->keys[0],
                   RINGFENCE_RULE_EQUAL);
}

static void merge_nothing(void)
{
    const uint8_t byte = 0U;
    const AttrValue value = {&byte, 0U};
    uint64_t words[1] = {0U};
    uint16_t length = 0U;

    (void)attr_merge(&g_sync_lists.table->keys[SYNC_KEY_NEED_CPU_ACCESS], words, &length, value);
}

static void drop_text_of_another_owner(void)
{
    uint32_t owner = 0U;
    uint32_t other = 0U;
    TextOut out;

    assert_int_equal(dump_take(&owner, &out), NvSciError_Success);
    other = owner;
    dump_drop(&other);
}

static void free_text_whose_owner_has_none(void)
{
    uint32_t owner = 0U;
    uint32_t number = 0U;
    TextOut out;

    assert_int_equal(dump_take(&owner, &out), NvSciError_Success);
    number = owner;
    owner = 0U;
    assert_true(dump_free(out.text));
    owner = number;
    dump_drop(&owner);
}

static void begin_text_without_room(void)
{
    char text[1];

    (void)text_begin(text, 0U);
}

/* ---------------------------------------------------------------- sync */

static void duplicate_object_without_handle(void)
{
    NvSciSyncObj copy = NULL;

    g_scene.sync->handles = 0U;
    assert_int_equal(NvSciSyncObjDup(g_scene.object, &copy), NvSciError_Success);
    g_scene.sync->handles = 2U;
    NvSciSyncObjFree(copy);
}

static void free_handle_that_was_not_counted(void)
{
    NvSciSyncObj copy = NULL;

    assert_int_equal(NvSciSyncObjDup(g_scene.object, &copy), NvSciError_Success);
    g_scene.sync->handles = 0U;
    NvSciSyncObjFree(copy);
    g_scene.sync->handles = 1U;
}

static void duplicate_object_that_is_marked(void)
{
    NvSciSyncObj copy = NULL;

    port_store32(&g_scene.sync->orphan, 1U);
    assert_int_equal(NvSciSyncObjDup(g_scene.object, &copy), NvSciError_Success);
    port_store32(&g_scene.sync->orphan, 0U);
    NvSciSyncObjFree(copy);
}

static void note_more_ways_than_there_can_be(void)
{
    for (uint32_t i = 0U; i < SYNC_WAYS; i++) {
        port_store32(&g_scene.sync->ways[i], i + 1U);
    }
    sync_object_note_way(g_scene.sync, UINT64_MAX);
    for (uint32_t i = 0U; i < SYNC_WAYS; i++) {
        port_store32(&g_scene.sync->ways[i], 0U);
    }
}

static void make_parts_that_are_there(void)
{
    SyncBacking parts;
    uint8_t byte = 0U;

    (void)memset(&parts, 0, sizeof(parts));
    sync_backing_unnamed(&parts);
    parts.memory.base = &byte;
    assert_int_equal(sync_backing_make(&g_scene.sync->shape, &parts), NvSciError_Success);
    sync_backing_release(&parts);
}

static void place_timeline_in_too_little_memory(void)
{
    static SyncObject object;

    (void)memcpy(&object, g_scene.sync, sizeof(object));
    object.parts.memory.size = 0U;
    timeline_map(&object);
}

static void shape_object_of_a_list_that_is_not_reconciled(void)
{
    SyncShape shape;

    sync_object_shape(g_scene.row, 0U, &shape);
}

static void leave_the_signaller_to_itself(void)
{
    ListInputs inputs = list_inputs_begin();

    assert_int_equal(list_inputs_add(TEST_OP, &g_sync_lists, g_scene.list, &inputs),
                     NvSciError_Success);
    sync_exclusive_choose(&inputs, g_scene.row, g_scene.row);
    list_inputs_end(&g_sync_lists, &inputs);
}

static void reconcile_into_another_list(void)
{
    NvSciSyncAttrList input = make_perm_list(g_scene.module, NvSciSyncAccessPerm_WaitSignal, true);
    NvSciSyncAttrList list = make_list(g_scene.module);
    ListInputs inputs = list_inputs_begin();
    uint32_t row = 0U;

    assert_int_equal(list_find(TEST_OP, &g_sync_lists, list, &row), NvSciError_Success);
    assert_int_equal(list_inputs_add(TEST_OP, &g_sync_lists, input, &inputs), NvSciError_Success);
    (void)sync_reconcile(&inputs, row);
    list_inputs_end(&g_sync_lists, &inputs);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(input);
}

/* ---------------------------------------------------------------- buffers, engines */

static void duplicate_buffer_without_handle(void)
{
    NvSciBufObj copy = NULL;

    g_scene.buf->handles = 0U;
    assert_int_equal(NvSciBufObjDup(g_scene.buffer, &copy), NvSciError_Success);
    g_scene.buf->handles = 2U;
    NvSciBufObjFree(copy);
}

static void free_buffer_that_was_not_counted(void)
{
    NvSciBufObj copy = NULL;

    assert_int_equal(NvSciBufObjDup(g_scene.buffer, &copy), NvSciError_Success);
    g_scene.buf->handles = 0U;
    NvSciBufObjFree(copy);
    g_scene.buf->handles = 1U;
}

static void let_others_write_what_is_sealed(void)
{
    int32_t descriptor = -1;

    assert_int_equal(buf_object_share(g_scene.buf, false, &descriptor), NvSciError_Success);
    ringfence_port_descriptor_close(descriptor);
    buf_object_has_writer(g_scene.buf);
}

static void lay_out_plane_without_bits(void)
{
    ImageShape shape;
    ImageLayout layout;

    (void)memset(&shape, 0, sizeof(shape));
    shape.count = 1U;
    shape.fields = 1U;
    shape.pitch_align = 1U;
    shape.height_align = 1U;
    shape.size_align = 1U;
    shape.planes[0].base_align = 1U;
    assert_int_equal(layout_image(&shape, &layout), BUF_KEY_COUNT);
}

static void map_buffer_that_is_larger_than_its_memory(void)
{
    const uint64_t size = g_scene.buf->size;
    RingfenceEngineBuf map;

    g_scene.buf->size = UINT64_MAX;
    assert_int_equal(RingfenceEngineBufMap(g_scene.buffer, &map), NvSciError_Success);
    g_scene.buf->size = size;
    RingfenceEngineBufUnmap(&map);
}

static void map_object_without_counter(void)
{
    const SyncCounter *const counter = g_scene.sync->counter;
    RingfenceEngineSync map;

    g_scene.sync->counter = NULL;
    assert_int_equal(RingfenceEngineSyncMap(g_scene.object, &map), NvSciError_Success);
    g_scene.sync->counter = counter;
    RingfenceEngineSyncUnmap(&map);
}

/* ---------------------------------------------------------------- channels, events */

static void open_endpoint_with_parcels_left(void)
{
    NvSciIpcCloseEndpoint(g_scene.ends[1]);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        ipc_row(i)->unclaimed = 1U;
    }
    assert_int_equal(NvSciIpcOpenEndpoint("ipc_test_1", &g_scene.ends[1]), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        ipc_row(i)->unclaimed = 0U;
    }
}

static void store_parcel_with_too_many_descriptors(void)
{
    const IpcToken token = {{1U, 2U}};
    PortParcel parcel = {PORT_PARCEL_MAX + 1U, {-1, -1, -1, -1}};

    assert_true(ipc_parcel_store(g_scene.rows[0], token, &parcel));
    ipc_parcel_find(g_scene.rows[0], token)->parcel.count = 0U;
}

static void settle_more_than_was_sent(void)
{
    g_scene.rows[0]->unclaimed = RINGFENCE_CFG_PARCELS + 1U;
    assert_true(ipc_parcel_settle(g_scene.rows[0]));
    g_scene.rows[0]->unclaimed = 0U;
}

static void claim_parcel_over_another(void)
{
    const IpcToken token = {{1U, 2U}};
    PortParcel parcel = {1U, {-1, -1, -1, -1}};

    assert_true(ipc_parcel_store(g_scene.rows[0], token, &parcel));
    parcel.count = 1U;
    assert_true(ipc_parcel_claim(g_scene.rows[0], token, &parcel));
    g_scene.rows[0]->untold = 0U;
}

static void send_parcel_without_token(void)
{
    const IpcToken token = {{0U, 0U}};
    const PortParcel parcel = {1U, {-1, -1, -1, -1}};

    (void)ipc_send_parcel(g_scene.rows[0], token, &parcel);
}

static void knock_from_the_wrong_side(void)
{
    g_scene.rows[1]->owes_notify = true;
    (void)ipc_notify_peer(g_scene.rows[1]);
    g_scene.rows[1]->owes_notify = false;
}

static void reset_endpoint_with_too_long_a_frame(void)
{
    g_scene.rows[0]->longest = UINT64_MAX;
    NvSciIpcResetEndpoint(g_scene.ends[0]);
    g_scene.rows[0]->longest = 0U;
}

static void format_ring_that_is_too_small(void)
{
    IpcShared shared;
    static IpcEndpoint endpoint;

    (void)memset(&shared, 0, sizeof(shared));
    endpoint.memory.base = &shared;
    ipc_ring_format(&endpoint);
}

static void change_service_with_too_few_members(void)
{
    EventService *const service = g_scene.events;

    service->notifiers = 1U;
    event_service_change(service);
    service->notifiers = 0U;
}

static void add_notifier_to_an_ended_service(void)
{
    EventNotifier *notifier = NULL;
    EventService *const service = g_scene.events;

    service->ended = true;
    assert_int_equal(event_notifier_make(service, NULL, -1, &notifier), NvSciError_Success);
    service->ended = false;
    notifier->face.Delete(&notifier->face);
}

static void make_local_event_of_a_row_in_use(void)
{
    NvSciLocalEvent *event = NULL;
    NvSciEventService *const service = &g_scene.service->EventService;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        g_local_events[i].notifier = &g_event_notifiers[RINGFENCE_CFG_EVENT_NOTIFIERS - 1U];
    }
    assert_int_equal(service->CreateLocalEvent(service, &event), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        if (&g_local_events[i].face != event) {
            g_local_events[i].notifier = NULL;
        }
    }
    event->eventNotifier->Delete(event->eventNotifier);
    event->Delete(event);
}

static void make_service_of_a_row_in_use(void)
{
    NvSciEventLoopService *service = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_EVENT_SERVICES; i++) {
        g_event_services[i].members = 1U;
    }
    assert_int_equal(NvSciEventLoopServiceCreate(1U, &service), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_EVENT_SERVICES; i++) {
        g_event_services[i].members = 0U;
    }
    service->EventService.Delete(&service->EventService);
}

static void wait_for_notifiers_that_are_gone(void)
{
    EventService *const service = g_scene.events;

    service->notifiers = 1U;
    service->members = 1U;
    assert_int_equal(g_scene.service->WaitForMultipleEventsExt(&g_scene.service->EventService, NULL,
                                                               0U, 0, NULL),
                     NvSciError_Timeout);
    service->notifiers = 0U;
    service->members = 0U;
}

/* ---------------------------------------------------------------- sharing */

static void publish_descriptor_that_is_not_whole(void)
{
    uint32_t index = 0U;
    WireOut out;
    void *bytes = NULL;
    size_t size = 0U;

    assert_int_equal(descriptor_take(WIRE_SYNC_UNRECONCILED, &index, &out), NvSciError_Success);
    out.wanted++;
    assert_int_equal(descriptor_publish(TEST_OP, index, &out, &bytes, &size), NvSciError_Success);
    descriptor_give(index);
}

static void write_slot_without_route(void)
{
    ListInputs inputs = list_inputs_begin();
    uint64_t bytes[64];
    WireOut out = wire_begin(bytes, sizeof(bytes), WIRE_SYNC_UNRECONCILED);

    assert_int_equal(list_inputs_add(TEST_OP, &g_sync_lists, g_scene.list, &inputs),
                     NvSciError_Success);
    g_sync_lists.rows[g_scene.row].routes = 0U;
    list_wire_put_unreconciled(&g_sync_lists, &inputs, &out);
    g_sync_lists.rows[g_scene.row].routes = 1U;
    list_inputs_end(&g_sync_lists, &inputs);
}

static void count_slots_behind_the_end(void)
{
    const WireIn in = {NULL, 0U, 8U, false};

    (void)share_slots(&in);
}

/** A provocation, and the file whose assertion it must fail. */
typedef struct {
    const char *file;
    void (*provoke)(void);
} Provocation;

static const Provocation g_provocations[] = {
    {"src/core/pool.c", &give_back_twice},
    {"src/core/pool.c", &bind_what_is_not_reserved},
    {"src/attr/list.c", &hold_module_that_nothing_needs},
    {"src/attr/list.c", &find_module_that_nothing_needs},
    {"src/attr/list.c", &take_rows_that_are_not_clean},
    {"src/attr/list.c", &free_list_that_is_an_input},
    {"src/attr/list.c", &bind_list_that_is_not_reconciled},
    {"src/attr/list.c", &put_value_that_is_too_long},
    {"src/attr/list_inputs.c", &add_input_with_a_link},
    {"src/attr/list_inputs.c", &end_input_that_is_none},
    {"src/attr/list_inputs.c", &add_route_of_a_slot_without_one},
    {"src/attr/list_conflict.c", &store_conflict_that_is_none},
    {"src/attr/list_conflict.c", &load_conflict_of_another_list},
    {"src/attr/conflict.c", &begin_conflict_that_is_none},
    {"src/attr/attr.c", &merge_nothing},
    {"src/attr/dump.c", &drop_text_of_another_owner},
    {"src/attr/dump.c", &free_text_whose_owner_has_none},
    {"src/core/text.c", &begin_text_without_room},
    {"src/sync/object.c", &duplicate_object_without_handle},
    {"src/sync/object.c", &free_handle_that_was_not_counted},
    {"src/sync/object.c", &duplicate_object_that_is_marked},
    {"src/sync/object.c", &note_more_ways_than_there_can_be},
    {"src/sync/backing.c", &make_parts_that_are_there},
    {"src/sync/timeline.c", &place_timeline_in_too_little_memory},
    {"src/sync/shape.c", &shape_object_of_a_list_that_is_not_reconciled},
    {"src/sync/exclusive.c", &leave_the_signaller_to_itself},
    {"src/sync/reconcile.c", &reconcile_into_another_list},
    {"src/buf/object.c", &duplicate_buffer_without_handle},
    {"src/buf/object.c", &free_buffer_that_was_not_counted},
    {"src/buf/object.c", &let_others_write_what_is_sealed},
    {"src/buf/types/layout.c", &lay_out_plane_without_bits},
    {"src/engine/buf_driver.c", &map_buffer_that_is_larger_than_its_memory},
    {"src/engine/sync_driver.c", &map_object_without_counter},
    {"src/ipc/endpoint.c", &open_endpoint_with_parcels_left},
    {"src/ipc/unclaimed.c", &store_parcel_with_too_many_descriptors},
    {"src/ipc/unclaimed.c", &settle_more_than_was_sent},
    {"src/ipc/parcel.c", &claim_parcel_over_another},
    {"src/ipc/message.c", &send_parcel_without_token},
    {"src/ipc/connect.c", &knock_from_the_wrong_side},
    {"src/ipc/connect.c", &reset_endpoint_with_too_long_a_frame},
    {"src/ipc/ring.c", &format_ring_that_is_too_small},
    {"src/ipc/event_rows.c", &change_service_with_too_few_members},
    {"src/ipc/event_notifier.c", &add_notifier_to_an_ended_service},
    {"src/ipc/event_local.c", &make_local_event_of_a_row_in_use},
    {"src/ipc/event_service.c", &make_service_of_a_row_in_use},
    {"src/ipc/event_loop.c", &wait_for_notifiers_that_are_gone},
    {"src/share/descriptor.c", &publish_descriptor_that_is_not_whole},
    {"src/share/list_wire.c", &write_slot_without_route},
    {"src/share/peer.c", &count_slots_behind_the_end},
};

/** Makes one of each thing that is damaged. */
static void open_scene(void)
{
    static const Traits traits = {false, false, false, false, false};
    NvSciBufAttrList list = NULL;
    const BufObject *found = NULL;

    g_scene.module = open_module();
    assert_int_equal(ringfence_pool_find(TEST_OP, RINGFENCE_POOL_SYNC_MODULE, g_scene.module,
                                         &g_scene.module_slot),
                     NvSciError_Success);
    g_scene.object = make_object(g_scene.module, traits);
    g_scene.sync = object_of(g_scene.object);
    g_scene.list = make_list(g_scene.module);
    assert_int_equal(list_find(TEST_OP, &g_sync_lists, g_scene.list, &g_scene.row),
                     NvSciError_Success);
    list = buf_reconciled_one(LIST(TYPES(NvSciBufType_RawBuffer),
                                   PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 4096U),
                                   PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)));
    assert_int_equal(NvSciBufObjAlloc(list, &g_scene.buffer), NvSciError_Success);
    NvSciBufAttrListFree(list);
    assert_int_equal(buf_object_find(TEST_OP, g_scene.buffer, &found), NvSciError_Success);
    g_scene.buf = (BufObject *)(uintptr_t)found;
    assert_int_equal(NvSciIpcInit(), NvSciError_Success);
    for (uint32_t i = 0U; i < IPC_SIDES; i++) {
        uint32_t row = 0U;

        assert_int_equal(
            NvSciIpcOpenEndpoint((i == 0U) ? "ipc_test_0" : "ipc_test_1", &g_scene.ends[i]),
            NvSciError_Success);
        assert_int_equal(ipc_find(TEST_OP, g_scene.ends[i], &row), NvSciError_Success);
        g_scene.rows[i] = ipc_row(row);
    }
    assert_int_equal(NvSciEventLoopServiceCreate(1U, &g_scene.service), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_EVENT_SERVICES; i++) {
        if (g_scene.service == &g_event_services[i].face) {
            g_scene.events = &g_event_services[i];
        }
    }
}

static void close_scene(void)
{
    g_scene.service->EventService.Delete(&g_scene.service->EventService);
    for (uint32_t i = 0U; i < IPC_SIDES; i++) {
        NvSciIpcCloseEndpoint(g_scene.ends[i]);
    }
    NvSciIpcDeinit();
    NvSciBufObjFree(g_scene.buffer);
    NvSciSyncAttrListFree(g_scene.list);
    NvSciSyncObjFree(g_scene.object);
    NvSciSyncModuleClose(g_scene.module);
}

/**
 * Damage is noticed by the file that keeps the state, and once it is mended the library goes on as
 * before.
 * @verifies RF-CORE-245
 */
static void damaged_state_is_noticed(void **state)
{
    (void)state;
    own_table_begin();
    for (size_t i = 0U; i < (sizeof(g_provocations) / sizeof(g_provocations[0])); i++) {
        const Provocation *const provocation = &g_provocations[i];
        PortRefusal refusal = {"", 0U};
        uint32_t faults = 0U;

        open_scene();
        faults = last_fault().total;
        provocation->provoke();
        if ((last_fault().total == faults) || (last_fault().kind != RINGFENCE_FAULT_INTERNAL) ||
            (!ends_with(last_fault().file, provocation->file))) {
            fail_msg("provocation %zu: %s was expected, and there is %s:%u", i, provocation->file,
                     last_fault().file, last_fault().line);
        }
        faults = last_fault().total;
        /* What the system said to a damaged descriptor. */
        (void)port_refusal_take(&refusal);
        close_scene();
        assert_int_equal(last_fault().total, faults);
        assert_int_equal(in_use_of_all(), 1U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_assertion_is_reported_with_its_place),
        cmocka_unit_test(assertion_without_the_lock_names_no_function),
        cmocka_unit_test(assertion_that_holds_reports_nothing),
        cmocka_unit_test(other_faults_have_no_place),
        cmocka_unit_test_setup_teardown(damaged_state_is_noticed, buf_module_up, buf_module_down),
    };

    return cmocka_run_group_tests_name("core/assert", tests, NULL, NULL);
}
