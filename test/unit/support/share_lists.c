/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file share_lists.c
 * Lists of both kinds that go to a peer and come back.
 */
#define _GNU_SOURCE

#include "share_lists.h"

#include "buf/buf.h"
#include "buf_lists.h"
#include "core/pool.h"
#include "nvscisync.h"
#include "sync/sync.h"

/** Bytes of the largest buffer that a test allocates. */
#define BUFFER_MAX 16777216U

Received g_bytes;
Received g_changed;
static void *g_sync_module;

int share_lists_up(void **state)
{
    (void)share_begin(state);
    g_sync_module = kind_module(SHARE_SYNC->kind);
    return buf_module_up(state);
}

int share_lists_down(void **state)
{
    go_to_init();
    SHARE_SYNC->kind->close(g_sync_module);
    g_sync_module = NULL;
    NvSciBufModuleClose(g_module);
    g_module = NULL;
    return share_end(state);
}

void *module_of(const ShareKind *share)
{
    return (share == SHARE_SYNC) ? g_sync_module : g_module;
}

uint32_t row_of(const ShareKind *share, const void *list)
{
    uint32_t index = 0U;

    assert_int_equal(ringfence_pool_find(OP_BUF_ATTR_LIST_CREATE, share->cls->pool, list, &index),
                     NvSciError_Success);
    return index;
}

uint64_t number_in(const ShareKind *share, uint32_t row, uint32_t key)
{
    const AttrValue value = list_value(share->cls, row, key);

    assert_in_range(value.len, 1U, sizeof(uint64_t));
    return native_number(value.bytes, value.len);
}

bool same_values(const ShareKind *share, uint32_t left, uint32_t right)
{
    const AttrTable *const table = share->cls->table;
    bool same = true;

    for (uint32_t key = 0U; (key < table->count) && same; key++) {
        const AttrValue a = list_value(share->cls, left, key);
        const AttrValue b = list_value(share->cls, right, key);

        same = (a.len == b.len) && ((a.len == 0U) || (memcmp(a.bytes, b.bytes, a.len) == 0));
        if (!same) {
            print_error("%s differs\n", table->keys[key].name);
        }
    }
    return same;
}

void fill_row(const ShareKind *share, uint32_t row, bool whole)
{
    for (uint32_t key = 0U; key < share->cls->table->count; key++) {
        const AttrKey *const attr = &share->cls->table->keys[key];
        uint8_t ones[4096] = {0};
        uint8_t value[4096] = {0};
        const size_t len = (whole ? attr->max_count : 1U) * (size_t)attr->element_size;

        assert_in_range(len, 1U, sizeof(value));
        for (size_t at = 0U; at < len; at += attr->element_size) {
            ones[at] = 1U;
        }
        attr_copy_little_endian(attr, value, ones, len);
        if (attr->direction != ATTR_OUTPUT) {
            const AttrValue put = {value, share->special(key, value, len)};

            assert_true(attr_value_fits(attr, put));
            list_put(share->cls, row, key, put);
        }
    }
}

/* ---------------------------------------------------------------- over a channel */

void receive(const ShareKind *share, void *bytes, size_t size, Received *received)
{
    assert_in_range(size, WIRE_HEAD, sizeof(received->at));
    (void)memcpy(received->at.bytes, bytes, size);
    received->size = size;
    share->free_desc(bytes);
}

void send_lists(const ShareKind *share, void *const *lists, size_t count, NvSciIpcEndpoint over,
                Received *received)
{
    void *bytes = NULL;
    size_t size = 0U;

    assert_result(share->export_unreconciled(lists, count, over, &bytes, &size),
                  NvSciError_Success);
    receive(share, bytes, size, received);
}

void send_reconciled(const ShareKind *share, void *list, NvSciIpcEndpoint over, Received *received)
{
    void *bytes = NULL;
    size_t size = 0U;

    assert_result(share->export_reconciled(list, over, &bytes, &size), NvSciError_Success);
    receive(share, bytes, size, received);
}

NvSciError import_unreconciled(const ShareKind *share, NvSciIpcEndpoint over,
                               const Received *received, void **list)
{
    return share->import_unreconciled(module_of(share), over, received->at.bytes, received->size,
                                      list);
}

NvSciError import_reconciled(const ShareKind *share, NvSciIpcEndpoint over,
                             const Received *received, void *const *lists, size_t count,
                             void **list)
{
    return share->import_reconciled(module_of(share), over, received->at.bytes, received->size,
                                    lists, count, list);
}

void *pass_lists(const ShareKind *share, void *const *lists, size_t count, const Hop *hop)
{
    void *list = NULL;

    send_lists(share, lists, count, hop->near, &g_bytes);
    assert_result(import_unreconciled(share, hop->far, &g_bytes, &list), NvSciError_Success);
    return list;
}

void *return_list(const ShareKind *share, void *list, const Hop *hop, void *const *lists,
                  size_t count)
{
    void *back = NULL;

    send_reconciled(share, list, hop->far, &g_bytes);
    assert_result(import_reconciled(share, hop->near, &g_bytes, lists, count, &back),
                  NvSciError_Success);
    return back;
}

void *reconcile(const ShareKind *share, void *const *lists, size_t count)
{
    void *reconciled = NULL;
    void *conflict = NULL;

    assert_result(share->kind->reconcile(lists, count, &reconciled, &conflict), NvSciError_Success);
    return reconciled;
}

void free_deal(const ShareKind *share, const Deal *deal)
{
    void *const lists[] = {deal->reconciled, deal->own, deal->came, deal->asked};

    kind_free(share->kind, lists, COUNT_OF(lists));
}

/* ---------------------------------------------------------------- sync lists */

static void *sync_ask(uint64_t perm, bool cpu)
{
    void *const list = kind_empty(SHARE_SYNC->kind, g_sync_module);
    KindPair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};

    assert_result(SHARE_SYNC->kind->set(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

static void *sync_sample(uint32_t number)
{
    void *const list = kind_empty(SHARE_SYNC->kind, g_sync_module);

    (void)number;
    fill_row(SHARE_SYNC, row_of(SHARE_SYNC, list), false);
    return list;
}

/** A waiter and a signaler; odd numbers: with timestamps, from 2 on: with 32 bits. */
static Deal sync_deal(const Hop *hop, uint32_t number)
{
    static const bool wants = true;
    static const NvSciSyncAttrValPrimitiveType type = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    KindPair timestamps = {NvSciSyncAttrKey_WaiterRequireTimestamps, &wants, sizeof(wants)};
    KindPair narrow = {NvSciSyncAttrKey_PrimitiveInfo, &type, sizeof(type)};
    Deal deal = {sync_ask(NvSciSyncAccessPerm_WaitOnly, true), NULL,
                 sync_ask(NvSciSyncAccessPerm_SignalOnly, true), NULL};
    void *both[2] = {NULL, deal.own};

    if ((number & 1U) != 0U) {
        assert_result(SHARE_SYNC->kind->set(deal.asked, &timestamps, 1U), NvSciError_Success);
    }
    if ((number & 2U) != 0U) {
        assert_result(SHARE_SYNC->kind->set(deal.own, &narrow, 1U), NvSciError_Success);
    }
    deal.came = pass_lists(SHARE_SYNC, &deal.asked, 1U, hop);
    both[0] = deal.came;
    deal.reconciled = reconcile(SHARE_SYNC, both, 2U);
    return deal;
}

static size_t sync_special(uint32_t key, uint8_t *value, size_t len)
{
    (void)key;
    (void)value;
    return len;
}

static void sync_use(void *list)
{
    void *object = NULL;

    assert_result(SHARE_SYNC->kind->alloc(list, &object), NvSciError_Success);
    SHARE_SYNC->kind->free_object(object);
}

/* ---------------------------------------------------------------- buffer lists */

static void *buf_ask(uint64_t perm, bool cpu)
{
    return RECIPE(RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, (uint32_t)perm),
                  PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, cpu));
}

static void *buf_sample(uint32_t number)
{
    return buf_recipe((BufRecipeIndex)number);
}

static Deal buf_deal(const Hop *hop, uint32_t number)
{
    Deal deal = {
        RECIPE((BufRecipeIndex)number, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)),
        NULL, NULL, NULL};

    deal.came = pass_lists(SHARE_BUF, &deal.asked, 1U, hop);
    deal.reconciled = reconcile(SHARE_BUF, &deal.came, 1U);
    return deal;
}

/** Whatever the types are. */
static size_t buf_special(uint32_t key, uint8_t *value, size_t len)
{
    size_t kept = len;

    if (key == BUF_PYRAMID_SCALE) {
        const float scale = 0.5F;

        (void)memcpy(value, &scale, sizeof(scale));
    } else if (key == BUF_IMAGE_SURF_TYPE) {
        (void)memset(value, 0, len);
    } else if (key == BUF_GENERAL_TYPES) {
        for (uint32_t type = 1U; type <= BUF_TYPES_MAX; type++) {
            (void)memcpy(&value[(type - 1U) * sizeof(type)], &type, sizeof(type));
        }
        kept = BUF_TYPES_MAX * 4U;
    } else if (key == BUF_GENERAL_PEER_HW_ENGINE_ARRAY) {
        NvSciBufPeerHwEngine engine;

        (void)memset(&engine, 0, sizeof(engine));
        engine.engName = NvSciBufHwEngName_Display;
        engine.platName = NvSciBufPlatformName_Orin;
        for (size_t at = 0U; at < len; at += sizeof(engine)) {
            (void)memcpy(&value[at], &engine, sizeof(engine));
        }
    } else if (key == BUF_GENERAL_ENABLE_GPU_CACHE) {
        value[sizeof(NvSciRmGpuId)] = 1U;
        kept = sizeof(NvSciBufAttrValGpuCache);
    } else if (key == BUF_GENERAL_ENABLE_GPU_COMPRESSION) {
        NvSciBufAttrValGpuCompression wish;

        (void)memset(&wish, 0, sizeof(wish));
        wish.compressionType = NvSciBufCompressionType_GenericCompressible;
        for (size_t at = 0U; at < len; at += sizeof(wish)) {
            (void)memcpy(&value[at], &wish, sizeof(wish));
        }
    } else {
        /* One is a value of every other key. */
    }
    return kept;
}

/** None of it may leave the buffer. */
static void buf_use(void *list)
{
    static uint8_t room[3][1024U * 1024U];
    NvSciBufObj object = NULL;
    uint64_t size = 0U;
    uint64_t alignment = 0U;

    buf_memory_need(row_of(SHARE_BUF, list), &size, &alignment);
    if ((size > 0U) && (size <= BUFFER_MAX) && (alignment <= BUFFER_MAX)) {
        void *planes[3] = {room[0], room[1], room[2]};
        const void *sources[3] = {room[0], room[1], room[2]};
        const uint32_t sizes[3] = {sizeof(room[0]), sizeof(room[0]), sizeof(room[0])};
        const uint32_t pitches[3] = {1024U, 1024U, 1024U};

        assert_result(NvSciBufObjAlloc(list, &object), NvSciError_Success);
        (void)NvSciBufObjGetPixels(object, NULL, planes, sizes, pitches);
        (void)NvSciBufObjPutPixels(object, NULL, sources, sizes, pitches);
        NvSciBufObjFree(object);
    }
}

/* ---------------------------------------------------------------- the table */

/* clang-format off */
#define FUNCTIONS(kind, PRE) \
    static NvSciError kind##_export_unreconciled(void *const *lists, size_t count, NvSciIpcEndpoint over, void **bytes, size_t *size) { \
        return PRE##AttrListIpcExportUnreconciled((const PRE##AttrList *)(const void *)lists, count, over, bytes, size); } \
    static NvSciError kind##_export_reconciled(void *list, NvSciIpcEndpoint over, void **bytes, size_t *size) { \
        return PRE##AttrListIpcExportReconciled((PRE##AttrList)list, over, bytes, size); } \
    static NvSciError kind##_import_unreconciled(void *module, NvSciIpcEndpoint over, const void *bytes, size_t size, void **list) { \
        return PRE##AttrListIpcImportUnreconciled((PRE##Module)module, over, bytes, size, (PRE##AttrList *)(void *)list); } \
    static NvSciError kind##_import_reconciled(void *module, NvSciIpcEndpoint over, const void *bytes, size_t size, \
                                               void *const *lists, size_t count, void **list) { \
        return PRE##AttrListIpcImportReconciled((PRE##Module)module, over, bytes, size, (const PRE##AttrList *)(const void *)lists, \
                                                count, (PRE##AttrList *)(void *)list); }

FUNCTIONS(sync, NvSciSync)
FUNCTIONS(buf, NvSciBuf)

#define ROW(name, PRE) \
    .ask = name##_ask, .sample = name##_sample, .deal = name##_deal, .special = name##_special, .use = name##_use, \
    .export_unreconciled = name##_export_unreconciled, .export_reconciled = name##_export_reconciled, \
    .import_unreconciled = name##_import_unreconciled, .import_reconciled = name##_import_reconciled, \
    .free_desc = PRE##AttrListFreeDesc, .free_desc_with_object = PRE##AttrListAndObjFreeDesc
/* clang-format on */

const ShareKind g_share_kinds[2] = {{.kind = &g_list_kinds[0],
                                     .cls = &g_sync_lists,
                                     .reconciled = WIRE_SYNC_RECONCILED,
                                     .with_object = WIRE_SYNC_LIST_AND_OBJECT,
                                     .object_size = sizeof(NvSciSyncObjIpcExportDescriptor),
                                     .actual_perm = (uint32_t)SYNC_KEY_ACTUAL_PERM,
                                     .need_cpu = (uint32_t)SYNC_KEY_NEED_CPU_ACCESS,
                                     .more = NvSciSyncAccessPerm_SignalOnly,
                                     .twice = NvSciError_BadParameter,
                                     .of_none = NvSciError_Success,
                                     .samples = 1U,
                                     .deals = 4U,
                                     ROW(sync, NvSciSync)},
                                    {.kind = &g_list_kinds[1],
                                     .cls = &g_buf_lists,
                                     .reconciled = WIRE_BUF_RECONCILED,
                                     .with_object = WIRE_BUF_LIST_AND_OBJECT,
                                     .object_size = sizeof(NvSciBufObjIpcExportDescriptor),
                                     .actual_perm = (uint32_t)BUF_GENERAL_ACTUAL_PERM,
                                     .need_cpu = (uint32_t)BUF_GENERAL_NEED_CPU_ACCESS,
                                     .more = NvSciBufAccessPerm_ReadWrite,
                                     .twice = NvSciError_AttrListValidationFailed,
                                     .of_none = NvSciError_BadParameter,
                                     .samples = RECIPE_COUNT,
                                     .deals = RECIPE_COUNT,
                                     ROW(buf, NvSciBuf)}};
