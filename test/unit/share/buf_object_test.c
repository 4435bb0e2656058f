/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_object_test.c
 * Buffer objects over a channel, both ends in this process.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "buf/buf.h"
#include "buf_lists.h"
#include "core/pool.h"
#include "ipc_fixture.h"
#include "native.h"
#include "share/share.h"

#define RAW_SIZE 5000U
/** Bytes of a descriptor that tests change. */
#define BLOB_MAX RINGFENCE_CFG_DESCRIPTOR_BYTES
/** Where a descriptor has its CRC. */
#define CRC_AT 12U

#define ACCESS(perm) PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, perm)
#define CPU_ACCESS   PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)

#define RO   NvSciBufAccessPerm_Readonly
#define RW   NvSciBufAccessPerm_ReadWrite
#define AUTO NvSciBufAccessPerm_Auto

/** Exporter, importer and one more channel; what the exporter shares. */
typedef struct {
    /** The exporter has end zero. */
    Pair pair;
    Pair other;
    NvSciBufObj object;
    /** The list as the importer has it. */
    NvSciBufAttrList list;
} Share;

static int setup(void **state)
{
    return ipc_begin(state) + buf_module_up(state);
}

static int teardown(void **state)
{
    go_to_init();
    NvSciBufModuleClose(g_module);
    return ipc_end(state);
}

#define share_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

/* ---------------------------------------------------------------- carrying */

/** Takes an unreconciled list from one end to the other, and frees it. */
static NvSciBufAttrList carry_ask(NvSciBufAttrList list, NvSciIpcEndpoint from, NvSciIpcEndpoint to)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufAttrList carried = NULL;

    assert_status(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, from, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciBufAttrListIpcImportUnreconciled(g_module, to, bytes, size, &carried),
                  NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(list);
    return carried;
}

/** Takes the list of an object from one end to the other. */
static NvSciBufAttrList carry_list(NvSciBufObj object, NvSciIpcEndpoint from, NvSciIpcEndpoint to)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList carried = NULL;

    assert_status(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListIpcExportReconciled(list, from, &bytes, &size),
                  NvSciError_Success);
    assert_status(
        NvSciBufAttrListIpcImportReconciled(g_module, to, bytes, size, NULL, 0U, &carried),
        NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    return carried;
}

static NvSciBufAttrList raw_list(NvSciBufAttrValAccessPerm perm)
{
    return LIST(TYPES(NvSciBufType_RawBuffer),
                PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, RAW_SIZE), ACCESS(perm), CPU_ACCESS);
}

/** An object that a list asks for which comes over a channel. */
static NvSciBufObj object_for(NvSciBufAttrList asked)
{
    NvSciBufAttrList lists[] = {raw_list(RW), asked};
    const NvSciBufAttrList reconciled = buf_reconciled(lists, 2U);
    NvSciBufObj object = NULL;

    assert_status(NvSciBufObjAlloc(reconciled, &object), NvSciError_Success);
    NvSciBufAttrListFree(reconciled);
    return object;
}

static Share share_with(NvSciBufAttrList asked)
{
    Share share = {0};

    share.pair = make_pair("ipc_test_0", "ipc_test_1");
    share.other = make_pair("nvscistream_0", "nvscistream_1");
    share.object = object_for(carry_ask(asked, share.pair.one, share.pair.zero));
    share.list = carry_list(share.object, share.pair.zero, share.pair.one);
    return share;
}

static Share share_of(NvSciBufAttrValAccessPerm perm)
{
    return share_with(raw_list(perm));
}

static void end_share(Share *share)
{
    NvSciBufObjFree(share->object);
    NvSciBufAttrListFree(share->list);
    close_pair(&share->pair);
    close_pair(&share->other);
}

static NvSciBufObjIpcExportDescriptor exported(const Share *share, NvSciBufAttrValAccessPerm perm)
{
    NvSciBufObjIpcExportDescriptor desc;

    assert_status(NvSciBufObjIpcExport(share->object, perm, share->pair.zero, &desc),
                  NvSciError_Success);
    return desc;
}

static NvSciError try_import(const Share *share, const NvSciBufObjIpcExportDescriptor *desc,
                             NvSciBufAttrValAccessPerm least, NvSciBufObj *object)
{
    return NvSciBufObjIpcImport(share->pair.one, desc, share->list, least, 0, object);
}

static NvSciBufObj imported(const Share *share, NvSciBufAttrValAccessPerm perm)
{
    const NvSciBufObjIpcExportDescriptor desc = exported(share, perm);
    NvSciBufObj object = NULL;

    assert_status(try_import(share, &desc, AUTO, &object), NvSciError_Success);
    return object;
}

/** A call that must be refused: with this status, a fault of this kind or none, and no object. */
static void expect_refusal(const Share *share, const NvSciBufObjIpcExportDescriptor *desc,
                           NvSciBufAttrValAccessPerm least, NvSciError status,
                           RingfenceFaultKind kind)
{
    const uint32_t taken = in_use_of_all();
    const uint32_t faults = ipc_fault_count();
    const uint32_t open = open_descriptors();
    NvSciBufObj object = NULL;

    assert_status(try_import(share, desc, least, &object), status);
    assert_null(object);
    assert_int_equal(ipc_fault_count(), faults + ((kind == RINGFENCE_FAULT_NONE) ? 0U : 1U));
    if (kind != RINGFENCE_FAULT_NONE) {
        assert_int_equal(ipc_fault_kind(), kind);
    }
    assert_int_equal(in_use_of_all(), taken);
    assert_true(open_descriptors() <= open);
}

static uint64_t perm_of(NvSciBufObj object)
{
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    return buf_get(list, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U);
}

static const uint8_t *read_pointer(NvSciBufObj object)
{
    const void *pointer = NULL;

    assert_status(NvSciBufObjGetConstCpuPtr(object, &pointer), NvSciError_Success);
    return pointer;
}

static uint8_t *write_pointer(NvSciBufObj object)
{
    void *pointer = NULL;

    assert_status(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_Success);
    return pointer;
}

/* ---------------------------------------------------------------- objects */

/**
 * @verifies RF-SHARE-070
 * @verifies RF-SHARE-077
 * @verifies RF-BUF-061
 */
static void both_ends_have_the_same_bytes(void **state)
{
    Share share = share_of(RW);
    const NvSciBufObj object = imported(&share, AUTO);
    uint8_t *const here = write_pointer(share.object);
    uint8_t *const there = write_pointer(object);

    (void)state;
    assert_ptr_not_equal(here, there);
    here[0] = 11U;
    there[RAW_SIZE - 1U] = 22U;
    assert_int_equal(there[0], 11U);
    assert_int_equal(here[RAW_SIZE - 1U], 22U);
    assert_ptr_equal(read_pointer(object), there);
    assert_int_equal(perm_of(object), RW);
    assert_status(NvSciBufObjValidate(object), NvSciError_Success);
    assert_status(NvSciBufObjFlushCpuCacheRange(object, 0U, RAW_SIZE), NvSciError_Success);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-077 */
static void readers_have_no_writable_mapping(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObj object = imported(&share, AUTO);
    NvSciBufObj more = NULL;
    void *pointer = NULL;
    const BufObject *inside = NULL;

    (void)state;
    write_pointer(share.object)[3] = 33U;
    assert_int_equal(read_pointer(object)[3], 33U);
    assert_int_equal(perm_of(object), RO);
    assert_status(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_BadParameter);
    assert_null(pointer);
    assert_status(NvSciBufObjDupWithReducePerm(object, RW, &more), NvSciError_BadParameter);
    assert_null(more);
    assert_status(NvSciBufObjDupWithReducePerm(object, RO, &more), NvSciError_Success);
    NvSciBufObjFree(more);
    assert_status(NvSciBufObjValidate(object), NvSciError_Success);
    assert_status(NvSciBufObjFlushCpuCacheRange(object, 0U, RAW_SIZE), NvSciError_Success);
    assert_status(buf_object_find(OP_BUF_OBJ_DUP, object, &inside), NvSciError_Success);
    assert_null(buf_object_memory(inside)->base);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-077 */
static void writers_can_make_readers(void **state)
{
    Share share = share_of(RW);
    const NvSciBufObj object = imported(&share, AUTO);
    NvSciBufObj reader = NULL;

    (void)state;
    assert_status(NvSciBufObjDupWithReducePerm(object, RO, &reader), NvSciError_Success);
    NvSciBufObjFree(object);
    write_pointer(share.object)[7] = 77U;
    assert_int_equal(read_pointer(reader)[7], 77U);
    assert_int_equal(perm_of(reader), RO);
    NvSciBufObjFree(reader);
    end_share(&share);
}

/** @verifies RF-SHARE-077 */
static void cpu_access_is_what_each_end_asked_for(void **state)
{
    Share share = share_with(LIST(TYPES(NvSciBufType_RawBuffer), ACCESS(RW)));
    const NvSciBufObj object = imported(&share, AUTO);
    const void *pointer = NULL;

    (void)state;
    assert_non_null(write_pointer(share.object));
    assert_status(NvSciBufObjGetConstCpuPtr(object, &pointer), NvSciError_BadParameter);
    assert_null(pointer);
    assert_status(NvSciBufObjFlushCpuCacheRange(object, 0U, 1U), NvSciError_NotPermitted);
    assert_status(NvSciBufObjValidate(object), NvSciError_Success);
    NvSciBufObjFree(object);
    end_share(&share);
}

/**
 * What the caches need is the same at both ends, whichever of them has the CPU that caches.
 * @verifies RF-BUF-053
 * @verifies RF-SHARE-077
 */
static void caches_count_the_cpu_of_any_end(void **state)
{
    static const bool exporter_has[] = {false, true};
    const NvSciBufPeerHwEngine engine = {NvSciBufHwEngName_Vi, NvSciBufPlatformName_Orin};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(exporter_has); i++) {
        const Pair pair = make_pair("ipc_test_0", "ipc_test_1");
        NvSciBufAttrList lists[2] = {
            RECIPE(RECIPE_IMAGE, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, exporter_has[i]),
                   PAIR(NvSciBufGeneralAttrKey_EnableCpuCache, bool, true),
                   PAIR(NvSciBufGeneralAttrKey_PeerHwEngineArray, NvSciBufPeerHwEngine, engine)),
            RECIPE(RECIPE_IMAGE,
                   PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, !exporter_has[i])),
        };
        Share share = {.pair = pair};
        NvSciBufAttrList reconciled = NULL;
        NvSciBufObj object = NULL;
        const void *pointer = NULL;

        lists[1] = carry_ask(lists[1], pair.one, pair.zero);
        reconciled = buf_reconciled(lists, 2U);
        assert_int_equal(buf_get(reconciled, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U),
                         exporter_has[i]);
        ASSERT_U8(reconciled, NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency, 1U);
        assert_status(NvSciBufObjAlloc(reconciled, &share.object), NvSciError_Success);
        NvSciBufAttrListFree(reconciled);
        share.list = carry_list(share.object, pair.zero, pair.one);
        assert_int_equal(buf_get(share.list, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U),
                         !exporter_has[i]);
        ASSERT_U8(share.list, NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency, 1U);
        object = imported(&share, AUTO);
        assert_status(NvSciBufObjGetConstCpuPtr(object, &pointer),
                      exporter_has[i] ? NvSciError_BadParameter : NvSciError_Success);
        assert_status(NvSciBufObjFlushCpuCacheRange(object, 0U, 64U),
                      exporter_has[i] ? NvSciError_NotPermitted : NvSciError_Success);
        assert_status(NvSciBufObjValidate(object), NvSciError_Success);
        NvSciBufObjFree(object);
        NvSciBufObjFree(share.object);
        NvSciBufAttrListFree(share.list);
        close_pair(&pair);
    }
}

/**
 * @verifies RF-SHARE-070
 * @verifies RF-SHARE-077
 */
static void pixels_are_those_of_the_other_end(void **state)
{
    NvSciBufAttrList asked = RECIPE(RECIPE_IMAGE, CPU_ACCESS);
    Share share = {0};
    NvSciBufAttrList lists[2];
    NvSciBufAttrList reconciled = NULL;
    NvSciBufObj object = NULL;
    static uint8_t from[2][640U * 480U];
    static uint8_t into[2][640U * 480U];
    const void *sources[] = {from[0], from[1]};
    void *targets[] = {into[0], into[1]};
    const uint32_t sizes[] = {sizeof(from[0]), sizeof(from[1])};
    const uint32_t pitches[] = {640U, 640U};

    (void)state;
    share.pair = make_pair("ipc_test_0", "ipc_test_1");
    share.other = make_pair("nvscistream_0", "nvscistream_1");
    lists[0] = RECIPE(RECIPE_IMAGE, CPU_ACCESS, ACCESS(RW));
    lists[1] = carry_ask(asked, share.pair.one, share.pair.zero);
    reconciled = buf_reconciled(lists, 2U);
    assert_status(NvSciBufObjAlloc(reconciled, &share.object), NvSciError_Success);
    NvSciBufAttrListFree(reconciled);
    share.list = carry_list(share.object, share.pair.zero, share.pair.one);
    object = imported(&share, AUTO);
    for (size_t i = 0U; i < sizeof(from[0]); i++) {
        from[0][i] = (uint8_t)(i % 251U);
        from[1][i] = (uint8_t)(i % 241U);
    }
    assert_status(NvSciBufObjPutPixels(object, NULL, sources, sizes, pitches),
                  NvSciError_BadParameter);
    assert_status(NvSciBufObjPutPixels(share.object, NULL, sources, sizes, pitches),
                  NvSciError_Success);
    assert_status(NvSciBufObjGetPixels(object, NULL, targets, sizes, pitches), NvSciError_Success);
    assert_memory_equal(into[0], from[0], 640U * 480U);
    assert_memory_equal(into[1], from[1], 640U * 240U);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-086 */
static void memory_outlives_the_object_that_gave_it(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObj object = imported(&share, AUTO);
    const NvSciBufObjIpcExportDescriptor later = exported(&share, AUTO);
    NvSciBufObj second = NULL;

    (void)state;
    write_pointer(share.object)[9] = 99U;
    NvSciBufObjFree(share.object);
    assert_status(try_import(&share, &later, AUTO, &second), NvSciError_Success);
    assert_int_equal(read_pointer(object)[9], 99U);
    assert_int_equal(read_pointer(second)[9], 99U);
    NvSciBufObjFree(object);
    NvSciBufObjFree(second);
    share.object = NULL;
    end_share(&share);
}

/* ---------------------------------------------------------------- rights */

/** What is asked for, exported and imported, and what comes of it. */
typedef struct {
    NvSciBufAttrValAccessPerm asked;
    NvSciBufAttrValAccessPerm given;
    NvSciError export_status;
    NvSciBufAttrValAccessPerm least;
    NvSciError import_status;
    NvSciBufAttrValAccessPerm result;
} RightsCase;

static const RightsCase g_rights[] = {
    {RO, AUTO, NvSciError_Success, AUTO, NvSciError_Success, RO},
    {RO, AUTO, NvSciError_Success, RO, NvSciError_Success, RO},
    {RO, AUTO, NvSciError_Success, RW, NvSciError_AccessDenied, RO},
    {RO, RO, NvSciError_Success, AUTO, NvSciError_Success, RO},
    {RO, RO, NvSciError_Success, RO, NvSciError_Success, RO},
    {RO, RO, NvSciError_Success, RW, NvSciError_AccessDenied, RO},
    {RO, RW, NvSciError_Success, AUTO, NvSciError_Success, RW},
    {RO, RW, NvSciError_Success, RO, NvSciError_Success, RW},
    {RO, RW, NvSciError_Success, RW, NvSciError_Success, RW},
    {RW, AUTO, NvSciError_Success, AUTO, NvSciError_Success, RW},
    {RW, AUTO, NvSciError_Success, RO, NvSciError_Success, RW},
    {RW, AUTO, NvSciError_Success, RW, NvSciError_Success, RW},
    {RW, RO, NvSciError_InvalidOperation, AUTO, NvSciError_Success, RO},
    {RW, RW, NvSciError_Success, AUTO, NvSciError_Success, RW},
    {RW, RW, NvSciError_Success, RO, NvSciError_Success, RW},
    {RW, RW, NvSciError_Success, RW, NvSciError_Success, RW},
};

/**
 * @verifies RF-SHARE-072
 * @verifies RF-SHARE-073
 * @verifies RF-SHARE-081
 */
static void rights_follow_the_table(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_rights); i++) {
        const RightsCase *const row = &g_rights[i];
        Share share = share_of(row->asked);
        NvSciBufObjIpcExportDescriptor desc = {{0U}};
        NvSciBufObj object = NULL;

        assert_status(NvSciBufObjIpcExport(share.object, row->given, share.pair.zero, &desc),
                      row->export_status);
        if (row->export_status == NvSciError_Success) {
            assert_status(try_import(&share, &desc, row->least, &object), row->import_status);
            if (row->import_status == NvSciError_AccessDenied) {
                assert_null(object);
                /* It was not claimed. */
                assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
            }
            assert_int_equal(perm_of(object), row->result);
            NvSciBufObjFree(object);
        } else {
            assert_int_equal(desc.data[0], 0U);
        }
        end_share(&share);
    }
}

/**
 * @verifies RF-SHARE-070
 * @verifies RF-SHARE-085
 * @verifies RF-SHARE-072
 */
static void rights_follow_the_table_with_the_list(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_rights); i++) {
        const RightsCase *const row = &g_rights[i];
        Share share = share_of(row->asked);
        void *bytes = NULL;
        size_t size = 0U;
        NvSciBufObj object = NULL;

        assert_status(NvSciBufIpcExportAttrListAndObj(share.object, row->given, share.pair.zero,
                                                      &bytes, &size),
                      row->export_status);
        if (row->export_status == NvSciError_Success) {
            assert_status(NvSciBufIpcImportAttrListAndObj(g_module, share.pair.one, bytes, size,
                                                          NULL, 0U, row->least, 0, &object),
                          row->import_status);
            if (row->import_status == NvSciError_Success) {
                assert_int_equal(perm_of(object), row->result);
                assert_status(NvSciBufObjValidate(object), NvSciError_Success);
            }
            NvSciBufObjFree(object);
            NvSciBufAttrListAndObjFreeDesc(bytes);
        } else {
            assert_null(bytes);
        }
        end_share(&share);
    }
}

/** @verifies RF-SHARE-074 */
static void the_greatest_right_is_that_of_auto(void **state)
{
    static const NvSciBufAttrValAccessPerm asked[] = {RO, RW};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(asked); i++) {
        Share share = share_of(asked[i]);
        NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Invalid;

        assert_status(NvSciBufObjGetMaxPerm(share.object, share.pair.zero, &perm),
                      NvSciError_Success);
        assert_int_equal(perm, asked[i]);
        perm = NvSciBufAccessPerm_Invalid;
        assert_status(NvSciBufObjGetMaxPerm(share.object, share.other.zero, &perm),
                      NvSciError_NotPermitted);
        assert_status(NvSciBufObjGetMaxPerm(share.object, share.pair.zero, NULL),
                      NvSciError_BadParameter);
        assert_status(NvSciBufObjGetMaxPerm(NULL, share.pair.zero, &perm), NvSciError_BadParameter);
        assert_status(NvSciBufObjGetMaxPerm(share.object, 1U, &perm), NvSciError_BadParameter);
        assert_int_equal(perm, NvSciBufAccessPerm_Invalid);
        end_share(&share);
    }
}

/**
 * @verifies RF-SHARE-073
 * @verifies RF-BUF-062
 */
static void a_read_only_object_gives_no_right_to_write(void **state)
{
    Share share = share_of(RW);
    NvSciBufObjIpcExportDescriptor desc = {{0U}};
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Invalid;
    NvSciBufObj reader = NULL;

    (void)state;
    assert_status(NvSciBufObjDupWithReducePerm(share.object, RO, &reader), NvSciError_Success);
    assert_status(NvSciBufObjIpcExport(reader, AUTO, share.pair.zero, &desc),
                  NvSciError_InvalidOperation);
    assert_status(NvSciBufObjIpcExport(reader, RO, share.pair.zero, &desc),
                  NvSciError_InvalidOperation);
    assert_status(NvSciBufObjIpcExport(reader, RW, share.pair.zero, &desc),
                  NvSciError_BadParameter);
    assert_status(NvSciBufObjGetMaxPerm(reader, share.pair.zero, &perm),
                  NvSciError_InvalidOperation);
    NvSciBufObjFree(reader);
    end_share(&share);

    share = share_of(RO);
    assert_status(NvSciBufObjDupWithReducePerm(share.object, RO, &reader), NvSciError_Success);
    assert_status(NvSciBufObjIpcExport(reader, RW, share.pair.zero, &desc),
                  NvSciError_BadParameter);
    assert_status(NvSciBufObjIpcExport(reader, AUTO, share.pair.zero, &desc), NvSciError_Success);
    NvSciBufObjFree(reader);
    end_share(&share);
}

static int seals_of(NvSciBufObj object)
{
    const BufObject *inside = NULL;

    assert_status(buf_object_find(OP_BUF_OBJ_DUP, object, &inside), NvSciError_Success);
    return fcntl(buf_object_memory(inside)->descriptor, F_GET_SEALS);
}

/**
 * @verifies RF-BUF-062
 * @verifies RF-BUF-063
 */
static void memory_is_sealed_before_a_reader_has_it(void **state)
{
    Share share = share_of(RO);
    NvSciBufObjIpcExportDescriptor desc = {{0U}};
    NvSciBufAttrList late = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObj reader = NULL;

    (void)state;
    assert_int_equal(seals_of(share.object) & F_SEAL_FUTURE_WRITE, 0);
    object = imported(&share, AUTO);
    assert_int_not_equal(seals_of(share.object) & F_SEAL_FUTURE_WRITE, 0);
    /* The exporter's own mapping goes on. */
    write_pointer(share.object)[0] = 1U;
    assert_int_equal(read_pointer(object)[0], 1U);
    assert_status(NvSciBufObjDupWithReducePerm(share.object, RO, &reader), NvSciError_Success);
    assert_int_equal(read_pointer(reader)[0], 1U);
    NvSciBufObjFree(reader);
    assert_status(NvSciBufObjIpcExport(share.object, RW, share.pair.zero, &desc),
                  NvSciError_BadParameter);
    late = carry_ask(raw_list(RW), share.other.one, share.other.zero);
    assert_status(NvSciBufObjAttachPeer(share.object, &late, 1U), NvSciError_ReconciliationFailed);
    assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.other.zero, &desc),
                  NvSciError_NotPermitted);
    NvSciBufAttrListFree(late);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-BUF-063 */
static void memory_with_writers_is_not_sealed(void **state)
{
    Share share = share_of(RO);
    NvSciBufAttrList late = carry_ask(raw_list(RW), share.other.one, share.other.zero);
    NvSciBufObjIpcExportDescriptor desc = {{0U}};
    NvSciBufObj object = NULL;
    NvSciBufObj writer = NULL;

    (void)state;
    assert_status(NvSciBufObjAttachPeer(share.object, &late, 1U), NvSciError_Success);
    NvSciBufAttrListFree(late);
    object = imported(&share, AUTO);
    assert_int_equal(seals_of(share.object) & F_SEAL_FUTURE_WRITE, 0);
    assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.other.zero, &desc),
                  NvSciError_Success);
    assert_status(NvSciBufObjIpcImport(share.other.one, &desc, share.list, RW, 0, &writer),
                  NvSciError_Success);
    write_pointer(writer)[5] = 55U;
    assert_int_equal(read_pointer(object)[5], 55U);
    NvSciBufObjFree(writer);
    NvSciBufObjFree(object);
    end_share(&share);

    /* The same after an explicit right to write. */
    share = share_of(RO);
    writer = imported(&share, RW);
    object = imported(&share, RO);
    assert_int_equal(seals_of(share.object) & F_SEAL_FUTURE_WRITE, 0);
    /* An importer does not seal. */
    assert_int_equal(perm_of(object), RO);
    NvSciBufObjFree(writer);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-075 */
static void readers_cannot_map_for_writing(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObj object = imported(&share, AUTO);
    const BufObject *inside = NULL;
    char path[64];
    int again = -1;
    int file = -1;

    (void)state;
    assert_status(buf_object_find(OP_BUF_OBJ_DUP, object, &inside), NvSciError_Success);
    file = buf_object_memory(inside)->descriptor;
    assert_int_equal(fcntl(file, F_GETFL) & O_ACCMODE, O_RDONLY);
    assert_ptr_equal(mmap(NULL, 4096U, PROT_WRITE, MAP_SHARED, file, 0), MAP_FAILED);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    again = open(path, O_RDWR | O_CLOEXEC);
    if (again >= 0) {
        assert_ptr_equal(mmap(NULL, 4096U, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0),
                         MAP_FAILED);
        assert_int_equal(write(again, "x", 1U), -1);
        assert_int_equal(fallocate(again, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096), -1);
        (void)close(again);
    }
    assert_int_equal(
        mprotect((void *)(uintptr_t)read_pointer(object), 4096U, PROT_READ | PROT_WRITE), -1);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-PORT-046 */
static void other_users_cannot_open_memory_for_writing(void **state)
{
    Share share = share_of(RO);
    const BufObject *inside = NULL;
    struct stat file = {0};

    (void)state;
    assert_status(buf_object_find(OP_BUF_OBJ_DUP, share.object, &inside), NvSciError_Success);
    assert_int_equal(fstat(buf_object_memory(inside)->descriptor, &file), 0);
    assert_int_equal(file.st_mode & 0777U, 0644U);
    end_share(&share);
}

/* ---------------------------------------------------------------- the way */

/** @verifies RF-SHARE-071 */
static void who_did_not_ask_gets_nothing(void **state)
{
    Share share = share_of(RO);
    NvSciBufObjIpcExportDescriptor desc = {{0U}};
    void *bytes = NULL;
    size_t size = 0U;
    const uint32_t taken = in_use_of_all();

    (void)state;
    assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.other.zero, &desc),
                  NvSciError_NotPermitted);
    assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.pair.one, &desc),
                  NvSciError_NotPermitted);
    assert_status(
        NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.other.zero, &bytes, &size),
        NvSciError_NotPermitted);
    assert_null(bytes);
    assert_int_equal(desc.data[0], 0U);
    assert_int_equal(in_use_of_all(), taken);
    end_share(&share);
}

/** @verifies RF-SHARE-082 */
static void a_buffer_is_imported_once_over_its_own_channel(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciBufObj object = NULL;
    const uint32_t faults = ipc_fault_count();

    (void)state;
    assert_status(NvSciBufObjIpcImport(share.other.one, &desc, share.list, AUTO, 0, &object),
                  NvSciError_BadParameter);
    assert_status(NvSciBufObjIpcImport(share.pair.zero, &desc, share.list, AUTO, 0, &object),
                  NvSciError_BadParameter);
    assert_int_equal(ipc_fault_count(), faults + 2U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_NOT_OFFERED);
    assert_null(object);
    assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
    expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_NOT_OFFERED);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-082 */
static void a_reset_ends_what_was_not_imported(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciBufObjIpcExportDescriptor none = {{0U}};

    (void)state;
    reset_endpoint_of(share.pair.one);
    expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_NOT_OFFERED);
    reset_endpoint_of(share.pair.zero);
    assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.pair.zero, &none),
                  NvSciError_ConnectionReset);
    assert_int_equal(none.data[0], 0U);
    connect_pair(&share.pair);
    expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_NOT_OFFERED);
    NvSciBufObjFree(imported(&share, AUTO));
    end_share(&share);
}

/**
 * @verifies RF-SHARE-087
 * @verifies RF-SHARE-070
 */
static void a_process_between_passes_on_what_it_has(void **state)
{
    static const struct {
        NvSciBufAttrValAccessPerm middle;
        NvSciBufAttrValAccessPerm last;
    } rows[] = {{RO, RO}, {RW, RO}, {RO, RW}, {RW, RW}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(rows); i++) {
        const Pair up = make_pair("ipc_test_0", "ipc_test_1");
        const Pair down = make_pair("nvscistream_0", "nvscistream_1");
        const NvSciBufAttrValAccessPerm sum =
            ((rows[i].middle == RW) || (rows[i].last == RW)) ? RW : RO;
        NvSciBufAttrList asks[2];
        NvSciBufAttrList both = NULL;
        Share above = {.pair = up};
        Share below = {.pair = down};
        NvSciBufObj last = NULL;

        asks[0] = carry_ask(raw_list(rows[i].last), down.one, down.zero);
        asks[1] = raw_list(rows[i].middle);
        assert_status(NvSciBufAttrListAppendUnreconciled(asks, 2U, &both), NvSciError_Success);
        buf_free_lists(asks, 2U);
        above.object = object_for(carry_ask(both, up.one, up.zero));
        above.list = carry_list(above.object, up.zero, up.one);
        below.object = imported(&above, AUTO);
        assert_int_equal(perm_of(below.object), sum);
        below.list = carry_list(below.object, down.zero, down.one);
        last = imported(&below, AUTO);
        assert_int_equal(perm_of(last), rows[i].last);
        write_pointer(above.object)[1] = 41U;
        assert_int_equal(read_pointer(last)[1], 41U);
        if (sum == RO) {
            NvSciBufObjIpcExportDescriptor desc;

            assert_status(NvSciBufObjIpcExport(below.object, RW, down.zero, &desc),
                          NvSciError_BadParameter);
        }
        NvSciBufObjFree(last);
        NvSciBufObjFree(below.object);
        NvSciBufObjFree(above.object);
        NvSciBufAttrListFree(below.list);
        NvSciBufAttrListFree(above.list);
        close_pair(&up);
        close_pair(&down);
    }
}

/* ---------------------------------------------------------------- late peers */

/**
 * @verifies RF-SHARE-088
 * @verifies RF-BUF-064
 */
static void a_late_peer_gets_the_object(void **state)
{
    Share share = share_of(RO);
    NvSciBufAttrList late = carry_ask(raw_list(RO), share.other.one, share.other.zero);
    Share with = {.pair = share.other, .object = share.object};
    NvSciBufObjIpcExportDescriptor desc = {{0U}};
    NvSciBufObj object = NULL;

    (void)state;
    assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.other.zero, &desc),
                  NvSciError_NotPermitted);
    assert_status(NvSciBufObjAttachPeer(share.object, &late, 1U), NvSciError_Success);
    /* Once more changes nothing. */
    assert_status(NvSciBufObjAttachPeer(share.object, &late, 1U), NvSciError_Success);
    NvSciBufAttrListFree(late);
    with.list = carry_list(share.object, share.other.zero, share.other.one);
    object = imported(&with, AUTO);
    write_pointer(share.object)[2] = 12U;
    assert_int_equal(read_pointer(object)[2], 12U);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(with.list);
    end_share(&share);
}

/** @verifies RF-BUF-064 */
static void a_late_peer_that_does_not_fit_is_refused(void **state)
{
    Share share = share_of(RO);
    NvSciBufAttrList late[2] = {NULL};
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Invalid;

    (void)state;
    late[0] = carry_ask(raw_list(RO), share.other.one, share.other.zero);
    late[1] = LIST(TYPES(NvSciBufType_RawBuffer),
                   PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, RAW_SIZE + 1U));
    assert_status(NvSciBufObjAttachPeer(share.object, late, 2U), NvSciError_ReconciliationFailed);
    assert_status(NvSciBufObjGetMaxPerm(share.object, share.other.zero, &perm),
                  NvSciError_NotPermitted);
    buf_free_lists(late, 2U);
    end_share(&share);
}

/** The last fault is a list in another state, with what to do. */
static void assert_list_order(const char *cause)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIST_ORDER);
    assert_string_equal(fault.function, "NvSciBufObjAttachPeer");
    assert_string_equal(fault.causeText, cause);
}

/** @verifies RF-BUF-064 RF-CORE-343 */
static void malformed_attaching_is_refused(void **state)
{
    Share share = share_of(RO);
    NvSciBufModule module = NULL;
    NvSciBufAttrList good = raw_list(RO);
    NvSciBufAttrList twice[] = {good, good};
    NvSciBufAttrList foreign = NULL;
    NvSciBufAttrList bare = NULL;
    const BufPair types = TYPES(NvSciBufType_RawBuffer);

    (void)state;
    assert_status(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_status(NvSciBufAttrListCreate(module, &foreign), NvSciError_Success);
    assert_status(buf_set_in(foreign, &types, 1U), NvSciError_Success);
    assert_status(NvSciBufAttrListCreate(g_module, &bare), NvSciError_Success);
    assert_status(NvSciBufObjAttachPeer(NULL, &good, 1U), NvSciError_BadParameter);
    assert_status(NvSciBufObjAttachPeer(share.object, NULL, 1U), NvSciError_BadParameter);
    assert_status(NvSciBufObjAttachPeer(share.object, &good, 0U), NvSciError_BadParameter);
    assert_status(NvSciBufObjAttachPeer(share.object, twice, 2U), NvSciError_BadParameter);
    assert_status(NvSciBufObjAttachPeer(share.object, &share.list, 1U), NvSciError_BadParameter);
    assert_status(NvSciBufObjAttachPeer(share.object, &foreign, 1U), NvSciError_BadParameter);
    assert_list_order("it is of another module than the others; open one module for all");
    assert_status(NvSciBufObjAttachPeer(share.object, &bare, 1U), NvSciError_BadParameter);
    assert_list_order("it has no NvSciBufGeneralAttrKey_Types; set that first");
    twice[1] = foreign;
    assert_status(NvSciBufObjAttachPeer(share.object, twice, 2U), NvSciError_BadParameter);
    assert_status(NvSciBufObjAttachPeer(share.object, &good, 1U), NvSciError_Success);
    NvSciBufAttrListFree(good);
    NvSciBufAttrListFree(foreign);
    NvSciBufAttrListFree(bare);
    NvSciBufModuleClose(module);
    end_share(&share);
}

/** @verifies RF-BUF-064 RF-SHARE-204 */
static void all_late_peers_count_or_none(void **state)
{
    Share share = share_of(RO);
    NvSciBufAttrList late = raw_list(RO);
    uint32_t index = 0U;
    uint32_t row = 0U;
    uint32_t before = 0U;
    const BufObject *inside = NULL;
    RingfenceFault fault;

    (void)state;
    assert_status(list_find(OP_BUF_OBJ_DUP, &g_buf_lists, late, &index), NvSciError_Success);
    assert_status(buf_object_find(OP_BUF_OBJ_DUP, share.object, &inside), NvSciError_Success);
    row = inside->list;
    before = g_buf_lists.rows[row].routes;
    g_buf_lists.rows[index].route[0].count = 1U;
    for (uint32_t i = before; i < RINGFENCE_CFG_ROUTES; i++) {
        g_buf_lists.rows[index].route[0].hops[0] = 1000U + i;
        assert_status(NvSciBufObjAttachPeer(share.object, &late, 1U), NvSciError_Success);
    }
    assert_int_equal(g_buf_lists.rows[row].routes, RINGFENCE_CFG_ROUTES);
    g_buf_lists.rows[index].route[0].hops[0] = 999U;
    assert_status(NvSciBufObjAttachPeer(share.object, &late, 1U), NvSciError_InsufficientResource);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "RINGFENCE_CFG_ROUTES");
    assert_string_equal(fault.function, "NvSciBufObjAttachPeer");
    assert_int_equal(fault.allowed, RINGFENCE_CFG_ROUTES);
    assert_int_equal(g_buf_lists.rows[row].routes, RINGFENCE_CFG_ROUTES);
    /* One that fits and one that does not: neither counts. */
    g_buf_lists.rows[row].routes = RINGFENCE_CFG_ROUTES - 1U;
    {
        NvSciBufAttrList both[] = {late, raw_list(RO)};

        assert_status(list_find(OP_BUF_OBJ_DUP, &g_buf_lists, both[1], &index), NvSciError_Success);
        g_buf_lists.rows[index].route[0].count = 1U;
        g_buf_lists.rows[index].route[0].hops[0] = 998U;
        assert_status(NvSciBufObjAttachPeer(share.object, both, 2U),
                      NvSciError_InsufficientResource);
        assert_int_equal(g_buf_lists.rows[row].routes, RINGFENCE_CFG_ROUTES - 1U);
        buf_free_lists(both, 2U);
    }
    end_share(&share);
}

/* ---------------------------------------------------------------- hostile bytes */

static void correct_crc(uint8_t *bytes, size_t length)
{
    const uint32_t crc = wire_crc(bytes, length);

    for (uint32_t i = 0U; i < sizeof(crc); i++) {
        bytes[CRC_AT + i] = (uint8_t)(crc >> (8U * i));
    }
}

/** @verifies RF-SHARE-080 */
static void changed_descriptors_are_refused(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    const size_t used = 16U + (5U * 8U);
    NvSciBufObj object = NULL;

    (void)state;
    for (size_t bit = 0U; bit < (used * 8U); bit++) {
        NvSciBufObjIpcExportDescriptor changed = desc;
        uint8_t *const bytes = (uint8_t *)&changed;
        const bool is_version = ((bit / 8U) >= 4U) && ((bit / 8U) < 6U);

        bytes[bit / 8U] ^= (uint8_t)(1U << (bit % 8U));
        assert_int_not_equal(try_import(&share, &changed, AUTO, &object), NvSciError_Success);
        assert_null(object);
        correct_crc(bytes, used);
        /* The right to write is seen through when it is claimed: see there. */
        if (((bit / 8U) != 16U) || ((bit % 8U) != 1U)) {
            if ((bit / 8U) < CRC_AT) {
                assert_status(try_import(&share, &changed, AUTO, &object),
                              is_version ? NvSciError_NotSupported : NvSciError_BadParameter);
            } else if ((bit / 8U) >= 16U) {
                assert_status(try_import(&share, &changed, AUTO, &object), NvSciError_BadParameter);
            } else {
                /* The CRC itself was put right. */
            }
        }
        assert_null(object);
    }
    /* None of them spent it. */
    assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-083 */
static void a_reader_that_claims_to_be_a_writer_gets_nothing(void **state)
{
    Share share = share_of(RO);
    NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    uint8_t *const bytes = (uint8_t *)&desc;

    (void)state;
    bytes[16] = (uint8_t)RW;
    correct_crc(bytes, 16U + (5U * 8U));
    expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_NOT_OFFERED);
    end_share(&share);
}

static NvSciError try_both(const Share *share, const void *bytes, size_t size, NvSciBufObj *object)
{
    return NvSciBufIpcImportAttrListAndObj(g_module, share->pair.one, bytes, size, NULL, 0U, AUTO,
                                           0, object);
}

/**
 * @verifies RF-SHARE-080
 * @verifies RF-SHARE-085
 */
static void changed_and_cut_blobs_are_refused(void **state)
{
    Share share = share_of(RO);
    void *bytes = NULL;
    size_t size = 0U;
    static uint8_t changed[BLOB_MAX];
    NvSciBufObj object = NULL;
    const uint32_t taken = in_use_of_all() + 1U;

    (void)state;
    assert_status(
        NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
        NvSciError_Success);
    for (size_t length = 0U; length < size; length++) {
        assert_status(try_both(&share, bytes, length, &object), NvSciError_BadParameter);
    }
    for (size_t at = 0U; at < size; at++) {
        memcpy(changed, bytes, size);
        changed[at] ^= 0x40U;
        assert_int_not_equal(try_both(&share, changed, size, &object), NvSciError_Success);
        assert_null(object);
        assert_int_equal(in_use_of_all(), taken);
    }
    /* Another size in the descriptor than in the list, then a token that is none. */
    memcpy(changed, bytes, size);
    changed[24U] ^= 1U;
    correct_crc(changed, size);
    assert_status(try_both(&share, changed, size, &object), NvSciError_BadParameter);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_DESCRIPTOR);
    memcpy(changed, bytes, size);
    changed[40U] ^= 1U;
    correct_crc(changed, size);
    assert_status(try_both(&share, changed, size, &object), NvSciError_BadParameter);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_NOT_OFFERED);
    assert_int_equal(in_use_of_all(), taken);
    assert_status(try_both(&share, bytes, size, &object), NvSciError_Success);
    NvSciBufObjFree(object);
    NvSciBufAttrListAndObjFreeDesc(bytes);
    end_share(&share);
}

/** @verifies RF-SHARE-085 */
static void a_list_that_comes_along_is_checked(void **state)
{
    Share share = share_of(RO);
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufModule module = NULL;
    NvSciBufAttrList foreign = NULL;
    NvSciBufAttrList good = raw_list(RO);
    NvSciBufAttrList larger = LIST(TYPES(NvSciBufType_RawBuffer),
                                   PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, RAW_SIZE * 2U));
    NvSciBufAttrList twice[] = {good, good};
    NvSciBufObj object = NULL;

    (void)state;
    assert_status(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_status(NvSciBufAttrListCreate(module, &foreign), NvSciError_Success);
    assert_status(
        NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
        NvSciError_Success);
#define IMPORT(lists, count)                                                                       \
    NvSciBufIpcImportAttrListAndObj(g_module, share.pair.one, bytes, size, (lists), (count), AUTO, \
                                    0, &object)
    assert_status(IMPORT(&larger, 1U), NvSciError_AttrListValidationFailed);
    assert_status(IMPORT(twice, 2U), NvSciError_AttrListValidationFailed);
    assert_status(IMPORT(&good, 0U), NvSciError_BadParameter);
    assert_status(IMPORT(&foreign, 1U), NvSciError_BadParameter);
    assert_status(IMPORT(&share.list, 1U), NvSciError_BadParameter);
    assert_null(object);
    assert_status(IMPORT(&good, 1U), NvSciError_Success);
#undef IMPORT
    assert_int_equal(perm_of(object), RO);
    NvSciBufObjFree(object);
    NvSciBufAttrListAndObjFreeDesc(bytes);
    NvSciBufAttrListFree(good);
    NvSciBufAttrListFree(larger);
    NvSciBufAttrListFree(foreign);
    NvSciBufModuleClose(module);
    end_share(&share);
}

/** @verifies RF-SHARE-080 */
static void a_list_of_another_buffer_is_refused(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciBufAttrList mine = share.list;
    NvSciBufObj object = NULL;

    (void)state;
    share.list = buf_reconciled_one(LIST(
        TYPES(NvSciBufType_RawBuffer), PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 4U * 4096U)));
    expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    NvSciBufAttrListFree(share.list);
    share.list = mine;
    assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** Sends descriptors by hand, and gives what an exporter that offers them would hand over. */
static NvSciBufObjIpcExportDescriptor offer_by_hand(const Share *share, const int *files,
                                                    uint32_t count, NvSciBufAttrValAccessPerm perm)
{
    NvSciBufObjIpcExportDescriptor desc = {{0U}};
    WireOut out = wire_begin(&desc, sizeof(desc), WIRE_BUF_OBJECT);
    IpcEndpoint *endpoint = NULL;
    IpcToken token = {{0U, 0U}};
    PortParcel parcel = {count, {-1, -1, -1, -1}};
    const BufObject *inside = NULL;
    uint64_t size = 0U;
    uint64_t alignment = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        parcel.descriptors[i] = files[i];
    }
    assert_status(buf_object_find(OP_BUF_OBJ_DUP, share->object, &inside), NvSciError_Success);
    buf_memory_need(inside->list, &size, &alignment);
    assert_status(ipc_take(OP_BUF_OBJ_IPC_EXPORT, share->pair.zero, &endpoint), NvSciError_Success);
    assert_status(ipc_parcel_send(endpoint, &parcel, &token), NvSciError_Success);
    ipc_leave(endpoint);
    wire_put64(&out, (uint64_t)perm);
    wire_put64(&out, size);
    wire_put64(&out, alignment);
    wire_put64(&out, token.words[0]);
    wire_put64(&out, token.words[1]);
    assert_true(wire_end(&out));
    return desc;
}

static int memory_file(off_t size, int seals)
{
    const int file = memfd_create("hostile", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, size), 0);
    if (size > 0) {
        assert_int_equal(fallocate(file, 0, 0, size), 0);
    }
    if (seals != 0) {
        assert_int_equal(fcntl(file, F_ADD_SEALS, seals), 0);
    }
    return file;
}

/**
 * @verifies RF-SHARE-083
 * @verifies RF-BUF-061
 */
static void foreign_memory_is_refused(void **state)
{
    const int fixed = F_SEAL_SHRINK | F_SEAL_GROW;
    const off_t size = 8192;
    const struct {
        off_t size;
        int seals;
        NvSciBufAttrValAccessPerm perm;
        bool is_taken;
    } rows[] = {
        {size, fixed, RW, true},
        {size, fixed, RO, true},
        {size, fixed | F_SEAL_WRITE, RO, true},
        {size, fixed | F_SEAL_FUTURE_WRITE, RO, true},
        {size, fixed | F_SEAL_FUTURE_WRITE, RW, false},
        {size, fixed | F_SEAL_WRITE, RW, false},
        {size - 4096, fixed, RO, false},
        {size + 4096, fixed, RO, false},
        {size - 1, fixed, RO, false},
        {size, 0, RO, false},
        {size, F_SEAL_SHRINK, RO, false},
        {size, F_SEAL_GROW, RO, false},
        {0, fixed, RO, false},
    };
    Share share = share_of(RW);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(rows); i++) {
        const int file = memory_file(rows[i].size, rows[i].seals);
        const NvSciBufObjIpcExportDescriptor desc = offer_by_hand(&share, &file, 1U, rows[i].perm);

        (void)close(file);
        if (rows[i].is_taken) {
            NvSciBufObj object = NULL;

            assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
            assert_status(NvSciBufObjValidate(object), NvSciError_Success);
            NvSciBufObjFree(object);
        } else {
            expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter,
                           RINGFENCE_FAULT_NOT_OFFERED);
        }
    }
    end_share(&share);
}

/**
 * @verifies RF-SHARE-082
 * @verifies RF-SHARE-083
 */
static void what_is_no_memory_is_refused(void **state)
{
    Share share = share_of(RW);
    const int memory = memory_file(8192, F_SEAL_SHRINK | F_SEAL_GROW);
    const int several[] = {memory, memory};
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int ends[2] = {-1, -1};
    const int *const files[] = {&null, &folder, &ends[0]};

    (void)state;
    assert_int_equal(pipe(ends), 0);
    for (size_t i = 0U; i < COUNT_OF(files); i++) {
        const NvSciBufObjIpcExportDescriptor desc = offer_by_hand(&share, files[i], 1U, RO);

        expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_NOT_OFFERED);
    }
    {
        const NvSciBufObjIpcExportDescriptor desc = offer_by_hand(&share, several, 2U, RO);

        expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_NOT_OFFERED);
        expect_refusal(&share, &desc, AUTO, NvSciError_BadParameter, RINGFENCE_FAULT_NOT_OFFERED);
    }
    (void)close(memory);
    (void)close(null);
    (void)close(folder);
    (void)close(ends[0]);
    (void)close(ends[1]);
    end_share(&share);
}

/* ---------------------------------------------------------------- arguments, shortage, phases */

/** @verifies RF-SHARE-070 */
static void arguments_of_an_export_are_checked(void **state)
{
    Share share = share_of(RO);
    NvSciBufObjIpcExportDescriptor desc = {{0U}};
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
#define FIXED(object, perm, end, out) NvSciBufObjIpcExport((object), (perm), (end), (out))
#define BLOB(object, perm, end, out, length)                                                       \
    NvSciBufIpcExportAttrListAndObj((object), (perm), (end), (out), (length))
    assert_status(FIXED(NULL, AUTO, share.pair.zero, &desc), NvSciError_BadParameter);
    assert_status(FIXED(share.object, NvSciBufAccessPerm_Invalid, share.pair.zero, &desc),
                  NvSciError_BadParameter);
    assert_status(FIXED(share.object, (NvSciBufAttrValAccessPerm)2, share.pair.zero, &desc),
                  NvSciError_BadParameter);
    assert_status(FIXED(share.object, AUTO, 0U, &desc), NvSciError_BadParameter);
    assert_status(FIXED(share.object, AUTO, share.pair.zero, NULL), NvSciError_BadParameter);
    assert_status(BLOB(NULL, AUTO, share.pair.zero, &bytes, &size), NvSciError_BadParameter);
    assert_status(BLOB(share.object, NvSciBufAccessPerm_Invalid, share.pair.zero, &bytes, &size),
                  NvSciError_BadParameter);
    assert_status(BLOB(share.object, AUTO, 0U, &bytes, &size), NvSciError_BadParameter);
    assert_status(BLOB(share.object, AUTO, share.pair.zero, NULL, &size), NvSciError_BadParameter);
    assert_status(BLOB(share.object, AUTO, share.pair.zero, &bytes, NULL), NvSciError_BadParameter);
#undef FIXED
#undef BLOB
    assert_null(bytes);
    assert_int_equal(desc.data[0], 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 0U);
    end_share(&share);
}

/** @verifies RF-SHARE-070 */
static void arguments_of_an_import_are_checked(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufAttrList open_list = raw_list(RO);
    NvSciBufObj object = NULL;

    (void)state;
    assert_status(
        NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
        NvSciError_Success);
#define FIXED(end, in, list, least, out)                                                           \
    NvSciBufObjIpcImport((end), (in), (list), (least), 0, (out))
#define BLOB(module, end, in, length, least, out)                                                  \
    NvSciBufIpcImportAttrListAndObj((module), (end), (in), (length), NULL, 0U, (least), 0, (out))
    assert_status(FIXED(0U, &desc, share.list, AUTO, &object), NvSciError_BadParameter);
    assert_status(FIXED(share.pair.one, NULL, share.list, AUTO, &object), NvSciError_BadParameter);
    assert_status(FIXED(share.pair.one, &desc, NULL, AUTO, &object), NvSciError_BadParameter);
    assert_status(FIXED(share.pair.one, &desc, open_list, AUTO, &object), NvSciError_BadParameter);
    assert_status(FIXED(share.pair.one, &desc, share.list, NvSciBufAccessPerm_Invalid, &object),
                  NvSciError_BadParameter);
    assert_status(FIXED(share.pair.one, &desc, share.list, AUTO, NULL), NvSciError_BadParameter);
    assert_status(BLOB(NULL, share.pair.one, bytes, size, AUTO, &object), NvSciError_BadParameter);
    assert_status(BLOB(g_module, 0U, bytes, size, AUTO, &object), NvSciError_BadParameter);
    assert_status(BLOB(g_module, share.pair.one, NULL, size, AUTO, &object),
                  NvSciError_BadParameter);
    assert_status(BLOB(g_module, share.pair.one, bytes, 0U, AUTO, &object),
                  NvSciError_BadParameter);
    assert_status(BLOB(g_module, share.pair.one, bytes, size, NvSciBufAccessPerm_Invalid, &object),
                  NvSciError_BadParameter);
    assert_status(BLOB(g_module, share.pair.one, bytes, size, AUTO, NULL), NvSciError_BadParameter);
    assert_null(object);
    /* Each descriptor is one of its own kind. */
    assert_status(BLOB(g_module, share.pair.one, &desc, sizeof(desc), AUTO, &object),
                  NvSciError_BadParameter);
    assert_status(FIXED(share.pair.one, bytes, share.list, AUTO, &object), NvSciError_BadParameter);
    /* Nothing was claimed. */
    assert_status(FIXED(share.pair.one, &desc, share.list, AUTO, &object), NvSciError_Success);
    NvSciBufObjFree(object);
    assert_status(BLOB(g_module, share.pair.one, bytes, size, AUTO, &object), NvSciError_Success);
    NvSciBufObjFree(object);
#undef FIXED
#undef BLOB
    NvSciBufAttrListAndObjFreeDesc(bytes);
    NvSciBufAttrListFree(open_list);
    end_share(&share);
}

/** @verifies RF-SHARE-080 */
static void descriptors_of_another_length_are_refused(void **state)
{
    static const uint32_t lengths[] = {0U, 1U, 4U, 6U, 20U};
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciBufObj object = NULL;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(lengths); i++) {
        NvSciBufObjIpcExportDescriptor other = {{0U}};
        WireOut out = wire_begin(&other, sizeof(other), WIRE_BUF_OBJECT);

        for (uint32_t word = 0U; word < lengths[i]; word++) {
            /* Behind the head of two words. */
            wire_put64(&out, little_endian_64(desc.data[2U + word]));
        }
        assert_true(wire_end(&out));
        expect_refusal(&share, &other, AUTO, NvSciError_BadParameter,
                       RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-080 */
static void memory_of_a_gpu_is_not_imported_for_the_cpu(void **state)
{
    static const NvSciRmGpuId gpu = {{7U}};
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciBufAttrList mine = share.list;

    (void)state;
    share.list = buf_reconciled_one(
        LIST(TYPES(NvSciBufType_RawBuffer), PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, RAW_SIZE),
             PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
             PAIR(NvSciBufGeneralAttrKey_GpuId, NvSciRmGpuId, gpu),
             PAIR(NvSciBufGeneralAttrKey_VidMem_GpuId, NvSciRmGpuId, gpu)));
    expect_refusal(&share, &desc, AUTO, NvSciError_NotSupported, RINGFENCE_FAULT_NONE);
    NvSciBufAttrListFree(share.list);
    share.list = mine;
    end_share(&share);
}

/** @verifies RF-SHARE-084 */
static void a_shortage_leaves_the_buffer_to_be_imported(void **state)
{
    static const RingfencePool pools[] = {RINGFENCE_POOL_BUF_HANDLE, RINGFENCE_POOL_BUF_OBJECT,
                                          RINGFENCE_POOL_BUF_MEMORY};
    static uint32_t taken[4096];
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciBufObj object = NULL;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(pools); i++) {
        uint32_t count = 0U;

        while (ringfence_pool_take(pools[i], &taken[count]) == NvSciError_Success) {
            count++;
        }
        expect_refusal(&share, &desc, AUTO, NvSciError_InsufficientMemory, RINGFENCE_FAULT_LIMIT);
        while (count > 0U) {
            count--;
            ringfence_pool_give(pools[i], taken[count]);
        }
    }
    assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-076 */
static void an_export_without_a_descriptor_sends_nothing(void **state)
{
    static uint32_t taken[RINGFENCE_CFG_DESCRIPTORS];
    Share share = share_of(RO);
    void *bytes = NULL;
    size_t size = 0U;
    const uint32_t open = open_descriptors();

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
        assert_status(ringfence_pool_take(RINGFENCE_POOL_DESCRIPTOR, &taken[i]),
                      NvSciError_Success);
    }
    assert_status(
        NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
        NvSciError_InsufficientMemory);
    assert_null(bytes);
    assert_int_equal(open_descriptors(), open);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
        ringfence_pool_give(RINGFENCE_POOL_DESCRIPTOR, taken[i]);
    }
    end_share(&share);
}

/** @verifies RF-SHARE-076 */
static void an_export_without_room_sends_nothing(void **state)
{
    Share share = share_of(RO);
    NvSciBufObjIpcExportDescriptor descs[RINGFENCE_CFG_PARCELS];
    NvSciBufObjIpcExportDescriptor none = {{0U}};
    void *bytes = NULL;
    size_t size = 0U;
    uint32_t count = 0U;
    uint32_t open = 0U;
    NvSciBufObj object = NULL;

    (void)state;
    while ((count < RINGFENCE_CFG_PARCELS) &&
           (NvSciBufObjIpcExport(share.object, AUTO, share.pair.zero, &descs[count]) ==
            NvSciError_Success)) {
        count++;
    }
    assert_true(count > 0U);
    open = open_descriptors();
    assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.pair.zero, &none),
                  NvSciError_InsufficientResource);
    assert_status(
        NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
        NvSciError_InsufficientResource);
    assert_null(bytes);
    assert_int_equal(none.data[0], 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 0U);
    assert_int_equal(open_descriptors(), open);
    for (uint32_t i = 0U; i < count; i++) {
        assert_status(try_import(&share, &descs[i], AUTO, &object), NvSciError_Success);
        NvSciBufObjFree(object);
    }
    object = imported(&share, AUTO);
    NvSciBufObjFree(object);
    end_share(&share);
}

/** @verifies RF-SHARE-090 */
static void phases_are_kept(void **state)
{
    Share share = share_of(RO);
    const NvSciBufObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciBufAttrList list = raw_list(RO);
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    assert_status(
        NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
        NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        NvSciBufObjIpcExportDescriptor none = {{0U}};
        NvSciBufObj object = NULL;
        void *more = NULL;
        NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Invalid;
        const bool queries =
            (phases[i] == RINGFENCE_PHASE_RUNTIME) && (RINGFENCE_CFG_RUNTIME_QUERIES == 1U);

        assert_status(RingfenceAdvancePhase(phases[i]), NvSciError_Success);
        assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.pair.zero, &none),
                      NvSciError_InvalidState);
        assert_status(
            NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &more, &size),
            NvSciError_InvalidState);
        assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_InvalidState);
        assert_status(try_both(&share, bytes, size, &object), NvSciError_InvalidState);
        assert_status(NvSciBufObjAttachPeer(share.object, &list, 1U), NvSciError_InvalidState);
        assert_status(NvSciBufObjGetMaxPerm(share.object, share.pair.zero, &perm),
                      queries ? NvSciError_Success : NvSciError_InvalidState);
        assert_null(object);
        assert_null(more);
        assert_int_equal(none.data[0], 0U);
    }
    go_to_init();
    NvSciBufObjFree(imported(&share, AUTO));
    NvSciBufAttrListAndObjFreeDesc(bytes);
    NvSciBufAttrListFree(list);
    end_share(&share);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        share_test(both_ends_have_the_same_bytes),
        share_test(readers_have_no_writable_mapping),
        share_test(writers_can_make_readers),
        share_test(cpu_access_is_what_each_end_asked_for),
        share_test(caches_count_the_cpu_of_any_end),
        share_test(pixels_are_those_of_the_other_end),
        share_test(memory_outlives_the_object_that_gave_it),
        share_test(rights_follow_the_table),
        share_test(rights_follow_the_table_with_the_list),
        share_test(the_greatest_right_is_that_of_auto),
        share_test(a_read_only_object_gives_no_right_to_write),
        share_test(memory_is_sealed_before_a_reader_has_it),
        share_test(memory_with_writers_is_not_sealed),
        share_test(readers_cannot_map_for_writing),
        share_test(other_users_cannot_open_memory_for_writing),
        share_test(who_did_not_ask_gets_nothing),
        share_test(a_buffer_is_imported_once_over_its_own_channel),
        share_test(a_reset_ends_what_was_not_imported),
        share_test(a_process_between_passes_on_what_it_has),
        share_test(a_late_peer_gets_the_object),
        share_test(a_late_peer_that_does_not_fit_is_refused),
        share_test(malformed_attaching_is_refused),
        share_test(all_late_peers_count_or_none),
        share_test(changed_descriptors_are_refused),
        share_test(a_reader_that_claims_to_be_a_writer_gets_nothing),
        share_test(changed_and_cut_blobs_are_refused),
        share_test(a_list_that_comes_along_is_checked),
        share_test(a_list_of_another_buffer_is_refused),
        share_test(foreign_memory_is_refused),
        share_test(what_is_no_memory_is_refused),
        share_test(arguments_of_an_export_are_checked),
        share_test(arguments_of_an_import_are_checked),
        share_test(a_shortage_leaves_the_buffer_to_be_imported),
        share_test(descriptors_of_another_length_are_refused),
        share_test(memory_of_a_gpu_is_not_imported_for_the_cpu),
        share_test(an_export_without_a_descriptor_sends_nothing),
        share_test(an_export_without_room_sends_nothing),
        share_test(phases_are_kept),
    };

    return cmocka_run_group_tests_name("share/buf_object", tests, NULL, NULL);
}
