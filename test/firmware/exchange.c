/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exchange.c
 * Descriptors that go from one kind of machine to another.
 *
 *   exchange write FILE   exports lists, objects and a fence, and writes their descriptors
 *   exchange read FILE    imports those that another machine wrote, and compares every value with
 *                         what it would have written itself
 *
 * Lists arrive whole. The memory of an object stays on its machine: its descriptor must be
 * understood up to the token, which names nothing here. A fence is imported for an object that is
 * given the name of the one over there.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf/buf.h"
#include "buf_lists.h"
#include "core/pool.h"
#include "ipc_fixture.h"
#include "native.h"
#include "share/share.h"
#include "sync/object.h"
#include "sync/sync.h"
#include "wire_lists.h"

/** Descriptors in the order of the file. */
enum {
    BUF_LISTS = 0,
    BUF_PAIRS = 1,
    BUF_OBJECT = BUF_PAIRS + WIRE_BUF_PAIRS,
    BUF_BOTH,
    SYNC_LISTS,
    SYNC_PAIR,
    SYNC_OBJECT,
    SYNC_BOTH,
    SENT_FENCE,
    RECORDS
};

/** Fences before the one that is exported, that one included. */
#define POINTS 3U
/** Words of an offer before what is random: of a buffer, and of a sync object. */
#define OFFER_WORDS 3U
/** Recipe whose object is exported. */
#define OBJECT_OF RECIPE_IMAGE

/** One descriptor. */
typedef struct {
    uint8_t bytes[RINGFENCE_CFG_DESCRIPTOR_BYTES];
    size_t size;
} Record;

static Record g_own[RECORDS];
static Record g_theirs[RECORDS];

/** Who makes objects, and who asked for them: both ends of a channel of this process. */
static NvSciIpcEndpoint g_near;
static NvSciIpcEndpoint g_far;
static NvSciSyncModule g_sync;
static NvSciBufObj g_buffer;
static NvSciSyncObj g_object;

#define SURE(call) assert_string_equal(RingfenceErrorName(call), "NvSciError_Success")

static void keep(uint32_t which, const void *bytes, size_t size)
{
    assert_in_range(size, WIRE_HEAD, sizeof(g_own[which].bytes));
    (void)memcpy(g_own[which].bytes, bytes, size);
    g_own[which].size = size;
}

static uint32_t fault_kind(void)
{
    RingfenceFault fault;

    SURE(RingfenceGetLastFault(&fault));
    return (uint32_t)fault.kind;
}

/* ---------------------------------------------------------------- buffers */

/** The list of who asks, as it arrives where objects are made. */
static NvSciBufAttrList buf_asked(NvSciBufAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufAttrList came = NULL;

    SURE(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, g_far, &bytes, &size));
    SURE(NvSciBufAttrListIpcImportUnreconciled(g_module, g_near, bytes, size, &came));
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(list);
    return came;
}

/** Makes an object of a list and exports it, alone and with its list. */
static void export_buffer(NvSciBufAttrList list)
{
    NvSciBufObjIpcExportDescriptor desc;
    void *bytes = NULL;
    size_t size = 0U;

    SURE(NvSciBufObjAlloc(list, &g_buffer));
    SURE(NvSciBufObjIpcExport(g_buffer, NvSciBufAccessPerm_Auto, g_near, &desc));
    keep(BUF_OBJECT, &desc, sizeof(desc));
    SURE(NvSciBufIpcExportAttrListAndObj(g_buffer, NvSciBufAccessPerm_Auto, g_near, &bytes, &size));
    keep(BUF_BOTH, bytes, size);
    NvSciBufAttrListAndObjFreeDesc(bytes);
}

static void export_buffers(void)
{
    NvSciBufAttrList lists[WIRE_BUF_LISTS];
    void *bytes = NULL;
    size_t size = 0U;

    wire_buf_lists(lists);
    SURE(NvSciBufAttrListIpcExportUnreconciled(lists, WIRE_BUF_LISTS, g_near, &bytes, &size));
    keep(BUF_LISTS, bytes, size);
    NvSciBufAttrListFreeDesc(bytes);
    buf_free_lists(lists, WIRE_BUF_LISTS);
    for (uint32_t which = 0U; which < WIRE_BUF_PAIRS; which++) {
        NvSciBufAttrList list = NULL;

        wire_buf_pair(which, lists);
        lists[1] = buf_asked(lists[1]);
        list = buf_reconciled(lists, 2U);
        SURE(NvSciBufAttrListIpcExportReconciled(list, g_near, &bytes, &size));
        keep(BUF_PAIRS + which, bytes, size);
        NvSciBufAttrListFreeDesc(bytes);
        if (which == (uint32_t)OBJECT_OF) {
            export_buffer(list);
        }
        NvSciBufAttrListFree(list);
    }
}

/* ---------------------------------------------------------------- sync objects */

static NvSciSyncAttrList sync_asked(NvSciSyncAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList came = NULL;

    SURE(NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, g_far, &bytes, &size));
    SURE(NvSciSyncAttrListIpcImportUnreconciled(g_sync, g_near, bytes, size, &came));
    NvSciSyncAttrListFreeDesc(bytes);
    NvSciSyncAttrListFree(list);
    return came;
}

/** Makes an object of a list and exports it, alone and with its list, and a fence of it. */
static void export_object(NvSciSyncAttrList list)
{
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncFenceIpcExportDescriptor fence_desc;
    void *bytes = NULL;
    size_t size = 0U;

    SURE(NvSciSyncObjAlloc(list, &g_object));
    SURE(NvSciSyncObjIpcExport(g_object, NvSciSyncAccessPerm_WaitOnly, g_near, &desc));
    keep(SYNC_OBJECT, &desc, sizeof(desc));
    SURE(NvSciSyncIpcExportAttrListAndObj(g_object, NvSciSyncAccessPerm_WaitOnly, g_near, &bytes,
                                          &size));
    keep(SYNC_BOTH, bytes, size);
    NvSciSyncAttrListAndObjFreeDesc(bytes);
    for (uint32_t i = 0U; i < POINTS; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        SURE(NvSciSyncObjGenerateFence(g_object, &fence));
        SURE(NvSciSyncIpcExportFence(&fence, g_near, &fence_desc));
        NvSciSyncFenceClear(&fence);
    }
    keep(SENT_FENCE, &fence_desc, sizeof(fence_desc));
}

static void export_objects(void)
{
    NvSciSyncAttrList lists[WIRE_SYNC_LISTS];
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    wire_sync_lists(g_sync, lists);
    SURE(NvSciSyncAttrListIpcExportUnreconciled(lists, WIRE_SYNC_LISTS, g_near, &bytes, &size));
    keep(SYNC_LISTS, bytes, size);
    NvSciSyncAttrListFreeDesc(bytes);
    lists[1] = sync_asked(lists[1]);
    SURE(NvSciSyncAttrListReconcile(lists, WIRE_SYNC_LISTS, &list, &conflict));
    SURE(NvSciSyncAttrListIpcExportReconciled(list, g_near, &bytes, &size));
    keep(SYNC_PAIR, bytes, size);
    NvSciSyncAttrListFreeDesc(bytes);
    export_object(list);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

/* ---------------------------------------------------------------- comparing */

/** Asserts that two lists have the same slots with the same values, as numbers of this machine. */
static void assert_same(const ListClass *cls, const void *own, const void *theirs)
{
    uint32_t left = 0U;
    uint32_t right = 0U;
    uint32_t left_row = 0U;
    uint32_t right_row = 0U;

    assert_int_equal(list_find(OP_BUF_ATTR_LIST_CREATE, cls, own, &left), NvSciError_Success);
    assert_int_equal(list_find(OP_BUF_ATTR_LIST_CREATE, cls, theirs, &right), NvSciError_Success);
    assert_int_equal(cls->rows[left].slots, cls->rows[right].slots);
    for (uint32_t slot = 0U; slot < cls->rows[left].slots; slot++) {
        assert_int_equal(list_slot(cls, left, slot, &left_row), NvSciError_Success);
        assert_int_equal(list_slot(cls, right, slot, &right_row), NvSciError_Success);
        for (uint32_t key = 0U; key < cls->table->count; key++) {
            const AttrValue a = list_value(cls, left_row, key);
            const AttrValue b = list_value(cls, right_row, key);

            assert_int_equal(a.len, b.len);
            assert_true((a.len == 0U) || (memcmp(a.bytes, b.bytes, a.len) == 0));
        }
    }
}

/** Asserts that both descriptors say the same of an object, up to what is random; gives the rest.
 */
static WireIn assert_same_offer(uint32_t which, WireKind kind)
{
    WireIn own;
    WireIn theirs;

    assert_int_equal(wire_open(&own, g_own[which].bytes, g_own[which].size, kind), WIRE_OK);
    assert_int_equal(wire_open(&theirs, g_theirs[which].bytes, g_theirs[which].size, kind),
                     WIRE_OK);
    for (uint32_t i = 0U; i < OFFER_WORDS; i++) {
        assert_int_equal(wire_get64(&own), wire_get64(&theirs));
    }
    return theirs;
}

static void import_buffers(void)
{
    NvSciBufObj object = NULL;
    NvSciBufObjIpcExportDescriptor desc;
    NvSciBufAttrList lists[WIRE_BUF_LISTS];
    NvSciBufAttrList own = NULL;
    NvSciBufAttrList theirs = NULL;
    const Record *record = &g_theirs[BUF_LISTS];

    wire_buf_lists(lists);
    SURE(NvSciBufAttrListAppendUnreconciled(lists, WIRE_BUF_LISTS, &own));
    SURE(NvSciBufAttrListIpcImportUnreconciled(g_module, g_far, record->bytes, record->size,
                                               &theirs));
    assert_same(&g_buf_lists, own, theirs);
    buf_free_lists(lists, WIRE_BUF_LISTS);
    NvSciBufAttrListFree(own);
    NvSciBufAttrListFree(theirs);
    for (uint32_t which = 0U; which < WIRE_BUF_PAIRS; which++) {
        const Record *const mine = &g_own[BUF_PAIRS + which];

        record = &g_theirs[BUF_PAIRS + which];
        SURE(NvSciBufAttrListIpcImportReconciled(g_module, g_far, mine->bytes, mine->size, NULL, 0U,
                                                 &own));
        SURE(NvSciBufAttrListIpcImportReconciled(g_module, g_far, record->bytes, record->size, NULL,
                                                 0U, &theirs));
        assert_same(&g_buf_lists, own, theirs);
        NvSciBufAttrListFree(own);
        if (which == (uint32_t)OBJECT_OF) {
            (void)memcpy(&desc, g_theirs[BUF_OBJECT].bytes, sizeof(desc));
            assert_int_equal(
                NvSciBufObjIpcImport(g_far, &desc, theirs, NvSciBufAccessPerm_Auto, 0, &object),
                NvSciError_BadParameter);
            assert_int_equal(fault_kind(), RINGFENCE_FAULT_NOT_OFFERED);
        }
        NvSciBufAttrListFree(theirs);
    }
    (void)assert_same_offer(BUF_OBJECT, WIRE_BUF_OBJECT);
    (void)assert_same_offer(BUF_BOTH, WIRE_BUF_LIST_AND_OBJECT);
    record = &g_theirs[BUF_BOTH];
    assert_int_equal(NvSciBufIpcImportAttrListAndObj(g_module, g_far, record->bytes, record->size,
                                                     NULL, 0U, NvSciBufAccessPerm_Auto, 0, &object),
                     NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NOT_OFFERED);
}

/** The fence is reached when as many points are signalled as over there. */
static void import_fence(WireIn *offer)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    NvSciSyncCpuWaitContext context = NULL;
    SyncObject *object = NULL;

    (void)memcpy(&desc, g_theirs[SENT_FENCE].bytes, sizeof(desc));
    assert_int_equal(NvSciSyncIpcImportFence(g_object, &desc, &fence), NvSciError_BadParameter);
    assert_int_equal(sync_object_pin_handle(OP_SYNC_OBJ_SIGNAL, g_object, &object),
                     NvSciError_Success);
    object->parts.identity[0] = wire_get64(offer);
    object->parts.identity[1] = wire_get64(offer);
    sync_object_unpin(object);
    SURE(NvSciSyncIpcImportFence(g_object, &desc, &fence));
    SURE(NvSciSyncCpuWaitContextAlloc(g_sync, &context));
    for (uint32_t i = 0U; i < POINTS; i++) {
        assert_int_equal(NvSciSyncFenceWait(&fence, context, 0), NvSciError_Timeout);
        SURE(NvSciSyncObjSignal(g_object));
    }
    SURE(NvSciSyncFenceWait(&fence, context, 0));
    NvSciSyncFenceClear(&fence);
    NvSciSyncCpuWaitContextFree(context);
}

static void import_objects(void)
{
    NvSciSyncObj object = NULL;
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncAttrList lists[WIRE_SYNC_LISTS];
    NvSciSyncAttrList own = NULL;
    NvSciSyncAttrList theirs = NULL;
    const Record *const pair = &g_own[SYNC_PAIR];
    const Record *record = &g_theirs[SYNC_LISTS];
    WireIn offer;

    wire_sync_lists(g_sync, lists);
    SURE(NvSciSyncAttrListAppendUnreconciled(lists, WIRE_SYNC_LISTS, &own));
    SURE(NvSciSyncAttrListIpcImportUnreconciled(g_sync, g_far, record->bytes, record->size,
                                                &theirs));
    assert_same(&g_sync_lists, own, theirs);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(own);
    NvSciSyncAttrListFree(theirs);
    record = &g_theirs[SYNC_PAIR];
    SURE(NvSciSyncAttrListIpcImportReconciled(g_sync, g_far, pair->bytes, pair->size, NULL, 0U,
                                              &own));
    SURE(NvSciSyncAttrListIpcImportReconciled(g_sync, g_far, record->bytes, record->size, NULL, 0U,
                                              &theirs));
    assert_same(&g_sync_lists, own, theirs);
    NvSciSyncAttrListFree(own);
    (void)memcpy(&desc, g_theirs[SYNC_OBJECT].bytes, sizeof(desc));
    assert_int_equal(
        NvSciSyncObjIpcImport(g_far, &desc, theirs, NvSciSyncAccessPerm_WaitOnly, 0, &object),
        NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NOT_OFFERED);
    NvSciSyncAttrListFree(theirs);
    (void)assert_same_offer(SYNC_BOTH, WIRE_SYNC_LIST_AND_OBJECT);
    record = &g_theirs[SYNC_BOTH];
    assert_int_equal(NvSciSyncIpcImportAttrListAndObj(g_sync, g_far, record->bytes, record->size,
                                                      NULL, 0U, NvSciSyncAccessPerm_WaitOnly, 0,
                                                      &object),
                     NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NOT_OFFERED);
    offer = assert_same_offer(SYNC_OBJECT, WIRE_SYNC_OBJECT);
    import_fence(&offer);
}

/* ---------------------------------------------------------------- file */

static void write_file(const char *path)
{
    FILE *const file = fopen(path, "wb");

    assert_non_null(file);
    for (uint32_t i = 0U; i < RECORDS; i++) {
        const uint64_t size = little_endian_64(g_own[i].size);

        assert_int_equal(fwrite(&size, sizeof(size), 1U, file), 1U);
        assert_int_equal(fwrite(g_own[i].bytes, g_own[i].size, 1U, file), 1U);
    }
    assert_int_equal(fclose(file), 0);
}

static void read_file(const char *path)
{
    FILE *const file = fopen(path, "rb");

    assert_non_null(file);
    for (uint32_t i = 0U; i < RECORDS; i++) {
        uint64_t size = 0U;

        assert_int_equal(fread(&size, sizeof(size), 1U, file), 1U);
        g_theirs[i].size = (size_t)little_endian_64(size);
        assert_in_range(g_theirs[i].size, WIRE_HEAD, sizeof(g_theirs[i].bytes));
        assert_int_equal(fread(g_theirs[i].bytes, g_theirs[i].size, 1U, file), 1U);
    }
    assert_int_equal(fgetc(file), EOF);
    assert_int_equal(fclose(file), 0);
}

int main(int argc, char **argv)
{
    const bool reads = (argc == 3) && (strcmp(argv[1], "read") == 0);
    Pair pair;

    assert_true(reads || ((argc == 3) && (strcmp(argv[1], "write") == 0)));
    assert_int_equal(setenv("RINGFENCE_NVSCIIPC_CFG", "test/unit/support/share.cfg", 1), 0);
    SURE(NvSciIpcInit());
    pair = make_pair("hop_0_near", "hop_0_far");
    g_near = pair.zero;
    g_far = pair.one;
    assert_int_equal(buf_module_up(NULL), 0);
    SURE(NvSciSyncModuleOpen(&g_sync));
    export_buffers();
    export_objects();
    if (reads) {
        read_file(argv[2]);
        import_buffers();
        import_objects();
    } else {
        write_file(argv[2]);
    }
    NvSciBufObjFree(g_buffer);
    NvSciSyncObjFree(g_object);
    NvSciSyncModuleClose(g_sync);
    close_pair(&pair);
    NvSciIpcDeinit();
    assert_int_equal(buf_module_down(NULL), 0);
    print_message("exchange: %u descriptors %s\n", (unsigned)RECORDS, reads ? "read" : "written");
    return 0;
}
