/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file boundary_test.c
 * Channels across a memory boundary: frames and lists go over them, objects do not.
 */
#define _GNU_SOURCE

#include "ipc_peers.h"
#include "nvscibuf.h"
#include "nvscisync.h"

/** The channel of the built-in table that crosses a boundary. */
#define NEAR "nvscic2c_pcie_s0_c5_1"
#define FAR  "nvscic2c_pcie_s0_c6_1"

/** What an end can share. */
typedef struct {
    NvSciBufModule bufs;
    NvSciSyncModule syncs;
    NvSciBufAttrList buf_list;
    NvSciSyncAttrList sync_list;
    NvSciBufObj buffer;
    NvSciSyncObj object;
} Goods;

static NvSciBufAttrList raw_list(NvSciBufModule module)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = 4096U;
    const uint64_t align = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

static NvSciSyncAttrList cpu_list(NvSciSyncModule module)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

static Goods make_goods(void)
{
    Goods goods = {0};
    NvSciBufAttrList buf_conflict = NULL;
    NvSciSyncAttrList sync_conflict = NULL;

    assert_status(NvSciBufModuleOpen(&goods.bufs), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&goods.syncs), NvSciError_Success);
    goods.buf_list = raw_list(goods.bufs);
    goods.sync_list = cpu_list(goods.syncs);
    assert_status(
        NvSciBufAttrListReconcileAndObjAlloc(&goods.buf_list, 1U, &goods.buffer, &buf_conflict),
        NvSciError_Success);
    assert_status(
        NvSciSyncAttrListReconcileAndObjAlloc(&goods.sync_list, 1U, &goods.object, &sync_conflict),
        NvSciError_Success);
    return goods;
}

static void end_goods(const Goods *goods)
{
    NvSciBufObjFree(goods->buffer);
    NvSciSyncObjFree(goods->object);
    NvSciBufAttrListFree(goods->buf_list);
    NvSciSyncAttrListFree(goods->sync_list);
    NvSciBufModuleClose(goods->bufs);
    NvSciSyncModuleClose(goods->syncs);
}

/** Asserts that a call was refused for the boundary, and reported once. */
static void expect_boundary(NvSciError status, uint32_t faults)
{
    assert_status(status, NvSciError_NotSupported);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_MEMORY_BOUNDARY);
    assert_int_equal(ipc_fault_count(), faults + 1U);
}

/**
 * The ends of an INTER_CHIP line connect, and frames go both ways.
 * @verifies RF-IPC-261
 */
static void frames_cross_a_boundary(void **state)
{
    const Pair pair = make_pair(NEAR, FAR);
    NvSciIpcEndpointInfo info = {0U, 0U};
    uint64_t word = 4711U;
    uint64_t came = 0U;
    uint32_t bytes = 0U;

    (void)state;
    assert_status(NvSciIpcGetEndpointInfo(pair.zero, &info), NvSciError_Success);
    assert_int_equal(info.frame_size, FRAME_SIZE);
    assert_status(NvSciIpcWriteSafe(pair.zero, &word, sizeof(word), &bytes), NvSciError_Success);
    assert_status(NvSciIpcReadSafe(pair.one, &came, sizeof(came), &bytes), NvSciError_Success);
    assert_int_equal(came, word);
    word = 815U;
    assert_status(NvSciIpcWriteSafe(pair.one, &word, sizeof(word), &bytes), NvSciError_Success);
    assert_status(NvSciIpcReadSafe(pair.zero, &came, sizeof(came), &bytes), NvSciError_Success);
    assert_int_equal(came, word);
    close_pair(&pair);
}

/**
 * The end in another process connects as well.
 * @verifies RF-IPC-261
 */
static void a_process_crosses_a_boundary(void **state)
{
    uint64_t came = 0U;
    uint32_t bytes = 0U;
    int result = -1;
    NvSciIpcEndpoint end = 0U;
    pid_t child = 0;

    (void)state;
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const uint64_t word = 99U;

        end = child_connect(FAR);
        CHILD_CHECK(NvSciIpcWriteSafe(end, &word, sizeof(word), &bytes) == NvSciError_Success);
        CHILD_CHECK(child_wait(end, NV_SCI_IPC_EVENT_CONN_RESET));
        _exit(0);
    }
    end = open_endpoint(NEAR);
    reset_endpoint_of(end);
    (void)wait_for(end, NV_SCI_IPC_EVENT_READ);
    assert_status(NvSciIpcReadSafe(end, &came, sizeof(came), &bytes), NvSciError_Success);
    assert_int_equal(came, 99U);
    close_endpoint_of(end);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
}

/**
 * No export of an object crosses it, alone or with its list, and the fault says why. Lists do.
 * @verifies RF-IPC-262
 */
static void objects_do_not_cross_a_boundary(void **state)
{
    const Pair pair = make_pair(NEAR, FAR);
    const Goods goods = make_goods();
    NvSciBufObjIpcExportDescriptor buf_desc;
    NvSciSyncObjIpcExportDescriptor sync_desc;
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Invalid;
    NvSciBufAttrList carried = NULL;
    void *bytes = NULL;
    size_t size = 0U;
    const uint32_t faults = ipc_fault_count();

    (void)state;
    expect_boundary(
        NvSciBufObjIpcExport(goods.buffer, NvSciBufAccessPerm_Auto, pair.zero, &buf_desc), faults);
    expect_boundary(NvSciBufIpcExportAttrListAndObj(goods.buffer, NvSciBufAccessPerm_Auto,
                                                    pair.zero, &bytes, &size),
                    faults + 1U);
    expect_boundary(NvSciBufObjGetMaxPerm(goods.buffer, pair.zero, &perm), faults + 2U);
    expect_boundary(
        NvSciSyncObjIpcExport(goods.object, NvSciSyncAccessPerm_Auto, pair.zero, &sync_desc),
        faults + 3U);
    expect_boundary(NvSciSyncIpcExportAttrListAndObj(goods.object, NvSciSyncAccessPerm_Auto,
                                                     pair.zero, &bytes, &size),
                    faults + 4U);
    assert_null(bytes);
    assert_int_equal(size, 0U);
    assert_status(
        NvSciBufAttrListIpcExportUnreconciled(&goods.buf_list, 1U, pair.zero, &bytes, &size),
        NvSciError_Success);
    assert_status(
        NvSciBufAttrListIpcImportUnreconciled(goods.bufs, pair.one, bytes, size, &carried),
        NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(carried);
    end_goods(&goods);
    close_pair(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(frames_cross_a_boundary),
        ipc_test(a_process_crosses_a_boundary),
        ipc_test(objects_do_not_cross_a_boundary),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
