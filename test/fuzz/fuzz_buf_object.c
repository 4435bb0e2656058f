/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_buf_object.c
 * Descriptors of buffers that a hostile peer changed and gave a CRC that fits.
 *
 * The first byte of the input says what is imported: 0 a descriptor with its list, 1 one without, 2
 * a descriptor made of the input alone. Of the first two, the rest of the input are changes: where,
 * 16 bits, and which byte.
 */
#define _GNU_SOURCE

#include "fuzz.h"
#include "fuzz_channel.h"
#include "nvscibuf.h"
#include "nvsciipc.h"
#include "share/share.h"
#include "wire_put.h"

#define CHANGE_SIZE 3U
#define CRC_AT      12U
/** Bytes of a descriptor without list. */
#define ALONE_SIZE 56U

static NvSciBufModule g_module;
static NvSciIpcEndpoint g_from;
static NvSciIpcEndpoint g_to;
static NvSciBufObj g_object;
static NvSciBufAttrList g_list;
static uint8_t g_bytes[RINGFENCE_CFG_DESCRIPTOR_BYTES];

static NvSciBufAttrList make_list(NvSciBufAttrValAccessPerm perm)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = 5000U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
    };
    NvSciBufAttrList list = NULL;

    FUZZ_CHECK(NvSciBufAttrListCreate(g_module, &list) == NvSciError_Success);
    FUZZ_CHECK(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])) ==
               NvSciError_Success);
    return list;
}

/** Makes an object that one end may have from the other, and its list there. */
static void set_up(void)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList wish = NULL;
    NvSciBufAttrList own = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    fuzz_connect(&g_from, &g_to);
    FUZZ_CHECK(NvSciBufModuleOpen(&g_module) == NvSciError_Success);
    wish = make_list(NvSciBufAccessPerm_Readonly);
    FUZZ_CHECK(NvSciBufAttrListIpcExportUnreconciled(&wish, 1U, g_to, &bytes, &size) ==
               NvSciError_Success);
    FUZZ_CHECK(NvSciBufAttrListIpcImportUnreconciled(g_module, g_from, bytes, size, &lists[0]) ==
               NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    lists[1] = make_list(NvSciBufAccessPerm_ReadWrite);
    FUZZ_CHECK(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &g_object, &conflict) ==
               NvSciError_Success);
    FUZZ_CHECK(NvSciBufObjGetAttrList(g_object, &own) == NvSciError_Success);
    FUZZ_CHECK(NvSciBufAttrListIpcExportReconciled(own, g_from, &bytes, &size) ==
               NvSciError_Success);
    FUZZ_CHECK(NvSciBufAttrListIpcImportReconciled(g_module, g_to, bytes, size, NULL, 0U,
                                                   &g_list) == NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(wish);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
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

/** An object that came of an import can be used as its list says. */
static void use(NvSciError status, NvSciBufObj object)
{
    FUZZ_CHECK((status == NvSciError_Success) == (object != NULL));
    if (object != NULL) {
        const void *pointer = NULL;
        void *writable = NULL;
        NvSciBufAttrList list = NULL;
        NvSciBufAttrKeyValuePair size = {NvSciBufRawBufferAttrKey_Size, NULL, 0U};

        FUZZ_CHECK(NvSciBufObjValidate(object) == NvSciError_Success);
        FUZZ_CHECK(NvSciBufObjGetCpuPtr(object, &writable) == NvSciError_BadParameter);
        FUZZ_CHECK(NvSciBufObjGetAttrList(object, &list) == NvSciError_Success);
        FUZZ_CHECK(NvSciBufAttrListGetAttrs(list, &size, 1U) == NvSciError_Success);
        if ((NvSciBufObjGetConstCpuPtr(object, &pointer) == NvSciError_Success) &&
            (size.len == sizeof(uint64_t))) {
            const volatile uint8_t *const bytes = pointer;
            uint64_t length = 0U;

            (void)memcpy(&length, size.value, sizeof(length));
            FUZZ_CHECK((length > 0U) && ((bytes[0] | bytes[length - 1U]) == 0U));
        }
        NvSciBufObjFree(object);
    }
}

static NvSciError take_both(const void *bytes, size_t size, NvSciBufObj *object)
{
    return NvSciBufIpcImportAttrListAndObj(g_module, g_to, bytes, size, NULL, 0U,
                                           NvSciBufAccessPerm_Auto, 0, object);
}

/** A changed descriptor with its list, then the one that was exported if it is not spent. */
static void import_both(const uint8_t *data, size_t size)
{
    void *blob = NULL;
    size_t length = 0U;
    NvSciBufObj object = NULL;
    NvSciBufObj right = NULL;
    NvSciError status =
        NvSciBufIpcExportAttrListAndObj(g_object, NvSciBufAccessPerm_Auto, g_from, &blob, &length);

    FUZZ_CHECK(status == NvSciError_Success);
    (void)memcpy(g_bytes, blob, length);
    change(g_bytes, length, data, size);
    status = take_both(g_bytes, length, &object);
    use(status, object);
    status = take_both(blob, length, &right);
    use(status, right);
    NvSciBufAttrListAndObjFreeDesc(blob);
}

static NvSciError take_alone(const NvSciBufObjIpcExportDescriptor *desc, NvSciBufObj *object)
{
    return NvSciBufObjIpcImport(g_to, desc, g_list, NvSciBufAccessPerm_Auto, 0, object);
}

static void import_alone(const uint8_t *data, size_t size)
{
    NvSciBufObjIpcExportDescriptor right;
    NvSciBufObjIpcExportDescriptor changed;
    NvSciBufObj object = NULL;
    NvSciBufObj again = NULL;
    NvSciError status = NvSciBufObjIpcExport(g_object, NvSciBufAccessPerm_Auto, g_from, &right);

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
    WireOut out = wire_begin(g_bytes, sizeof(g_bytes), WIRE_BUF_LIST_AND_OBJECT);
    NvSciBufObj object = NULL;

    wire_put_bytes(&out, data, size);
    if (wire_end(&out)) {
        FUZZ_CHECK(take_both(g_bytes, out.used, &object) != NvSciError_Success);
        FUZZ_CHECK(object == NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (fuzz_is_first()) {
        set_up();
    }
    fuzz_begin();
    if (size > 0U) {
        switch (data[0] % 3U) {
        case 0U:
            import_both(&data[1], size - 1U);
            break;
        case 1U:
            import_alone(&data[1], size - 1U);
            break;
        default:
            import_raw(&data[1], size - 1U);
            break;
        }
    }
    fuzz_end();
    return 0;
}
