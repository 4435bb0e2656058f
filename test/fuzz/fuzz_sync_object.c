/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_sync_object.c
 * Descriptors of sync objects and of fences that a hostile peer changed and gave a CRC that fits.
 *
 * The first byte of the input says what is imported: 0 an object with its list, 1 one without, 2 an
 * object made of the input alone, 3 a fence, 4 a fence made of the input alone. Otherwise the rest
 * of the input are changes: where, 16 bits, and which byte.
 */
#define _GNU_SOURCE

#include "fuzz.h"
#include "fuzz_channel.h"
#include "nvsciipc.h"
#include "nvscisync.h"
#include "share/share.h"
#include "wire_put.h"

#define CHANGE_SIZE 3U
#define CRC_AT      12U
/** Bytes of the descriptor of an object without list. */
#define ALONE_SIZE 72U
#define KINDS      5U

static NvSciSyncModule g_module;
static NvSciIpcEndpoint g_from;
static NvSciIpcEndpoint g_to;
static NvSciSyncObj g_object;
static NvSciSyncAttrList g_list;
static NvSciSyncCpuWaitContext g_context;
static NvSciSyncFence g_fence;
static uint8_t g_bytes[RINGFENCE_CFG_DESCRIPTOR_BYTES];

static NvSciSyncAttrList make_list(NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &cpu, sizeof(cpu)},
    };
    NvSciSyncAttrList list = NULL;

    FUZZ_CHECK(NvSciSyncAttrListCreate(g_module, &list) == NvSciError_Success);
    FUZZ_CHECK(NvSciSyncAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])) ==
               NvSciError_Success);
    return list;
}

static NvSciError take_both(const void *bytes, size_t size, NvSciSyncObj *object)
{
    return NvSciSyncIpcImportAttrListAndObj(g_module, g_to, bytes, size, NULL, 0U,
                                            NvSciSyncAccessPerm_Auto, 0, object);
}

static NvSciError take_alone(const NvSciSyncObjIpcExportDescriptor *desc, NvSciSyncObj *object)
{
    return NvSciSyncObjIpcImport(g_to, desc, g_list, NvSciSyncAccessPerm_Auto, 0, object);
}

/** Makes an object that one end may have from the other, and its list there. */
static void set_up(void)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncAttrList wish = NULL;
    NvSciSyncAttrList own = NULL;
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncObj object = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    fuzz_connect(&g_from, &g_to);
    FUZZ_CHECK(NvSciSyncModuleOpen(&g_module) == NvSciError_Success);
    FUZZ_CHECK(NvSciSyncCpuWaitContextAlloc(g_module, &g_context) == NvSciError_Success);
    wish = make_list(NvSciSyncAccessPerm_WaitOnly);
    FUZZ_CHECK(NvSciSyncAttrListIpcExportUnreconciled(&wish, 1U, g_to, &bytes, &size) ==
               NvSciError_Success);
    FUZZ_CHECK(NvSciSyncAttrListIpcImportUnreconciled(g_module, g_from, bytes, size, &lists[0]) ==
               NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    lists[1] = make_list(NvSciSyncAccessPerm_SignalOnly);
    FUZZ_CHECK(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &g_object, &conflict) ==
               NvSciError_Success);
    FUZZ_CHECK(NvSciSyncObjGenerateFence(g_object, &g_fence) == NvSciError_Success);
    FUZZ_CHECK(NvSciSyncObjGetAttrList(g_object, &own) == NvSciError_Success);
    FUZZ_CHECK(NvSciSyncAttrListIpcExportReconciled(own, g_from, &bytes, &size) ==
               NvSciError_Success);
    FUZZ_CHECK(NvSciSyncAttrListIpcImportReconciled(g_module, g_to, bytes, size, NULL, 0U,
                                                    &g_list) == NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    NvSciSyncAttrListFree(wish);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    /* The first export makes what the object keeps. */
    FUZZ_CHECK(NvSciSyncObjIpcExport(g_object, NvSciSyncAccessPerm_Auto, g_from, &desc) ==
               NvSciError_Success);
    FUZZ_CHECK(take_alone(&desc, &object) == NvSciError_Success);
    NvSciSyncObjFree(object);
}

/** Changes bytes as the input says, and corrects the CRC. */
static void change(uint8_t *bytes, size_t length, const uint8_t *data, size_t size)
{
    uint32_t crc = 0U;

    for (size_t i = 0U; (i + CHANGE_SIZE) <= size; i += CHANGE_SIZE) {
        const size_t at = ((size_t)data[i] | ((size_t)data[i + 1U] << 8U)) % length;

        bytes[at] = data[i + 2U];
    }
    crc = wire_crc(bytes, length);
    for (uint32_t i = 0U; i < sizeof(crc); i++) {
        bytes[CRC_AT + i] = (uint8_t)(crc >> (8U * i));
    }
}

/** A fence of an object can be waited on and read. */
static void use_fence(NvSciSyncFence *fence)
{
    NvSciSyncTaskStatus status;
    uint64_t time = 0U;

    (void)NvSciSyncFenceWait(fence, g_context, 0);
    (void)NvSciSyncFenceGetTimestamp(fence, &time);
    (void)NvSciSyncFenceGetTaskStatus(fence, &status);
    NvSciSyncFenceClear(fence);
}

/** An object that came of an import can be waited on, and cannot be signalled. */
static void use(NvSciError status, NvSciSyncObj object)
{
    FUZZ_CHECK((status == NvSciError_Success) == (object != NULL));
    if (object != NULL) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        FUZZ_CHECK(NvSciSyncObjValidate(object) == NvSciError_Success);
        FUZZ_CHECK(NvSciSyncObjSignal(object) == NvSciError_BadParameter);
        FUZZ_CHECK(NvSciSyncObjGenerateFence(object, &fence) == NvSciError_BadParameter);
        FUZZ_CHECK(NvSciSyncFenceUpdateFence(object, 0U, 1U, &fence) == NvSciError_Success);
        use_fence(&fence);
        NvSciSyncObjFree(object);
    }
}

/** A changed descriptor with its list, then the one that was exported if it is not spent. */
static void import_both(const uint8_t *data, size_t size)
{
    void *blob = NULL;
    size_t length = 0U;
    NvSciSyncObj object = NULL;
    NvSciSyncObj right = NULL;
    NvSciError status = NvSciSyncIpcExportAttrListAndObj(g_object, NvSciSyncAccessPerm_Auto, g_from,
                                                         &blob, &length);

    FUZZ_CHECK(status == NvSciError_Success);
    (void)memcpy(g_bytes, blob, length);
    change(g_bytes, length, data, size);
    status = take_both(g_bytes, length, &object);
    use(status, object);
    status = take_both(blob, length, &right);
    use(status, right);
    NvSciSyncAttrListAndObjFreeDesc(blob);
}

static void import_alone(const uint8_t *data, size_t size)
{
    NvSciSyncObjIpcExportDescriptor right;
    NvSciSyncObjIpcExportDescriptor changed;
    NvSciSyncObj object = NULL;
    NvSciSyncObj again = NULL;
    NvSciError status = NvSciSyncObjIpcExport(g_object, NvSciSyncAccessPerm_Auto, g_from, &right);

    FUZZ_CHECK(status == NvSciError_Success);
    (void)memcpy(&changed, &right, sizeof(right));
    change((uint8_t *)&changed, ALONE_SIZE, data, size);
    status = take_alone(&changed, &object);
    use(status, object);
    status = take_alone(&right, &again);
    use(status, again);
}

/** A descriptor of which only head and CRC are sound. */
static void import_raw(const uint8_t *data, size_t size)
{
    WireOut out = wire_begin(g_bytes, sizeof(g_bytes), WIRE_SYNC_LIST_AND_OBJECT);
    NvSciSyncObj object = NULL;

    wire_put_bytes(&out, data, size);
    if (wire_end(&out)) {
        FUZZ_CHECK(take_both(g_bytes, out.used, &object) != NvSciError_Success);
        FUZZ_CHECK(object == NULL);
    }
}

static void import_fence(const NvSciSyncFenceIpcExportDescriptor *desc)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    if (NvSciSyncIpcImportFence(g_object, desc, &fence) == NvSciError_Success) {
        use_fence(&fence);
    } else {
        FUZZ_CHECK(memcmp(&fence, &NvSciSyncFenceInitializer, sizeof(fence)) == 0);
    }
}

static void import_changed_fence(const uint8_t *data, size_t size)
{
    NvSciSyncFenceIpcExportDescriptor desc;

    FUZZ_CHECK(NvSciSyncIpcExportFence(&g_fence, g_from, &desc) == NvSciError_Success);
    change((uint8_t *)&desc, sizeof(desc), data, size);
    import_fence(&desc);
}

static void import_raw_fence(const uint8_t *data, size_t size)
{
    NvSciSyncFenceIpcExportDescriptor desc;
    WireOut out = wire_begin(&desc, sizeof(desc), WIRE_SYNC_FENCE);
    const size_t room = sizeof(desc) - WIRE_HEAD;

    wire_put_bytes(&out, data, (size < room) ? size : room);
    FUZZ_CHECK(wire_end(&out));
    import_fence(&desc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const imports[KINDS])(const uint8_t *, size_t) = {
        import_both, import_alone, import_raw, import_changed_fence, import_raw_fence};

    if (fuzz_is_first()) {
        set_up();
    }
    fuzz_begin();
    if (size > 0U) {
        imports[data[0] % KINDS](&data[1], size - 1U);
    }
    fuzz_end();
    return 0;
}
