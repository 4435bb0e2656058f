/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_object_test.c
 * Sync objects over a channel, both ends in this process.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <sys/mman.h>

#include "core/pool.h"
#include "ipc_fixture.h"
#include "native.h"
#include "nvscisync.h"
#include "port/descriptor.h"
#include "share/share.h"
#include "sync/sync.h"

#define WAIT   NvSciSyncAccessPerm_WaitOnly
#define SIGNAL NvSciSyncAccessPerm_SignalOnly
#define BOTH   NvSciSyncAccessPerm_WaitSignal
#define AUTO   NvSciSyncAccessPerm_Auto

/** Where the descriptor of an object has its numbers, counted in words of 64 bits. */
#define WORD_CRC     1U
#define WORD_PERM    2U
#define WORD_SLOTS   3U
#define WORD_MAX     4U
#define WORD_CONTEXT 7U
#define WORD_TOKEN   8U
#define WORD_END     10U

/** Exporter, importer and one more channel; what the exporter shares. */
typedef struct {
    NvSciSyncModule module;
    /** The exporter has end zero. */
    Pair pair;
    Pair other;
    NvSciSyncObj object;
    /** The list as the importer has it. */
    NvSciSyncAttrList list;
} Share;

static int setup(void **state)
{
    return ipc_begin(state);
}

#define share_test(function) cmocka_unit_test_setup_teardown(function, setup, ipc_end)

static NvSciSyncAttrList asking(NvSciSyncModule module, uint64_t perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/** Takes an unreconciled list from one end to the other, and frees it. */
static NvSciSyncAttrList carry_ask(NvSciSyncModule module, NvSciSyncAttrList list,
                                   NvSciIpcEndpoint from, NvSciIpcEndpoint to)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList carried = NULL;

    assert_status(NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, from, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportUnreconciled(module, to, bytes, size, &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    NvSciSyncAttrListFree(list);
    return carried;
}

/** Takes the list of an object from one end to the other. */
static NvSciSyncAttrList carry_list(NvSciSyncModule module, NvSciSyncObj object,
                                    NvSciIpcEndpoint from, NvSciIpcEndpoint to)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList carried = NULL;

    assert_status(NvSciSyncObjGetAttrList(object, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcExportReconciled(list, from, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportReconciled(module, to, bytes, size, NULL, 0U, &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    return carried;
}

/** An object for which the peer asks for rights; this process asks for the others. */
static Share share_of(uint64_t asked)
{
    Share share = {0};
    NvSciSyncAttrList lists[2];
    NvSciSyncAttrList conflict = NULL;

    assert_status(NvSciSyncModuleOpen(&share.module), NvSciError_Success);
    share.pair = make_pair("ipc_test_0", "ipc_test_1");
    share.other = make_pair("nvscistream_0", "nvscistream_1");
    lists[0] = asking(share.module, (asked == WAIT) ? BOTH : WAIT);
    lists[1] =
        carry_ask(share.module, asking(share.module, asked), share.pair.one, share.pair.zero);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &share.object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    share.list = carry_list(share.module, share.object, share.pair.zero, share.pair.one);
    return share;
}

static void end_share(Share *share)
{
    NvSciSyncObjFree(share->object);
    NvSciSyncAttrListFree(share->list);
    close_pair(&share->pair);
    close_pair(&share->other);
    NvSciSyncModuleClose(share->module);
}

static NvSciSyncObjIpcExportDescriptor exported(const Share *share, uint64_t perm)
{
    NvSciSyncObjIpcExportDescriptor desc;

    assert_status(NvSciSyncObjIpcExport(share->object, perm, share->pair.zero, &desc),
                  NvSciError_Success);
    return desc;
}

static NvSciError try_import(const Share *share, const NvSciSyncObjIpcExportDescriptor *desc,
                             uint64_t perm, NvSciSyncObj *object)
{
    return NvSciSyncObjIpcImport(share->pair.one, desc, share->list, perm, 0, object);
}

static NvSciSyncObj imported(const Share *share, const NvSciSyncObjIpcExportDescriptor *desc,
                             uint64_t perm)
{
    NvSciSyncObj object = NULL;

    assert_status(try_import(share, desc, perm, &object), NvSciError_Success);
    return object;
}

static const SyncObject *inside(NvSciSyncObj handle)
{
    SyncObject *object = NULL;

    assert_status(sync_object_find(OP_SYNC_OBJ_VALIDATE, handle, &object), NvSciError_Success);
    return object;
}

static uint64_t perm_of(NvSciSyncObj object)
{
    NvSciSyncAttrList list = NULL;
    const void *value = NULL;
    size_t size = 0U;

    assert_status(NvSciSyncObjGetAttrList(object, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListGetAttr(list, NvSciSyncAttrKey_ActualPerm, &value, &size),
                  NvSciError_Success);
    return *(const uint64_t *)value;
}

/** Makes the CRC right after words were changed. */
static void correct_crc(NvSciSyncObjIpcExportDescriptor *desc)
{
    const uint32_t length = (uint32_t)little_endian_64(desc->payload[WORD_CRC]);
    const uint64_t crc = wire_crc(desc, length);

    desc->payload[WORD_CRC] = little_endian_64(length | (crc << 32U));
}

/** Asserts that an import is refused with a fault, and that nothing was made or left. */
static void expect_refusal(const Share *share, const NvSciSyncObjIpcExportDescriptor *desc,
                           RingfenceFaultKind kind)
{
    const uint32_t faults = ipc_fault_count();
    NvSciSyncObj object = NULL;

    assert_status(try_import(share, desc, AUTO, &object), NvSciError_BadParameter);
    assert_null(object);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), kind);
}

/* ---------------------------------------------------------------- rights */

static const uint64_t g_perms[] = {WAIT, SIGNAL, BOTH};
static const uint64_t g_tried[] = {0U, WAIT, SIGNAL, BOTH, 4U, 7U, AUTO, AUTO | WAIT};

/**
 * An export gives what was asked for, no more and no less; Auto is what was asked for.
 * @verifies RF-SHARE-041 RF-SHARE-042
 */
static void exports_follow_what_was_asked_for(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_perms); i++) {
        for (size_t j = 0U; j < COUNT_OF(g_tried); j++) {
            Share share = share_of(g_perms[i]);
            const bool fits = (g_tried[j] == g_perms[i]) || (g_tried[j] == AUTO);
            NvSciSyncObjIpcExportDescriptor desc = {{0U}};

            assert_status(NvSciSyncObjIpcExport(share.object, g_tried[j], share.pair.zero, &desc),
                          fits ? NvSciError_Success : NvSciError_BadParameter);
            if (fits) {
                const NvSciSyncObj object = imported(&share, &desc, AUTO);

                assert_int_equal(perm_of(object), g_perms[i]);
                NvSciSyncObjFree(object);
            } else {
                assert_int_equal(desc.payload[0], 0U);
            }
            end_share(&share);
        }
    }
}

/**
 * An import takes up what was passed on or less; each right is what it says.
 * @verifies RF-SHARE-049 RF-SHARE-050
 */
static void imports_take_no_more_than_was_passed_on(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_perms); i++) {
        for (size_t j = 0U; j < COUNT_OF(g_tried); j++) {
            Share share = share_of(g_perms[i]);
            const NvSciSyncObjIpcExportDescriptor desc = exported(&share, AUTO);
            const uint64_t taken = (g_tried[j] == AUTO) ? g_perms[i] : g_tried[j];
            const bool fits = (taken > 0U) && ((taken & ~g_perms[i]) == 0U);
            NvSciSyncObj object = NULL;

            assert_status(try_import(&share, &desc, g_tried[j], &object),
                          fits ? NvSciError_Success : NvSciError_BadParameter);
            if (fits) {
                const bool signals = ((taken & SIGNAL) != 0U);

                assert_int_equal(perm_of(object), taken);
                assert_int_equal(inside(object)->shape.cpu_signals, signals);
                assert_int_equal(inside(object)->shape.cpu_waits, (taken & WAIT) != 0U);
                assert_int_equal(inside(object)->parts.memory.base != NULL, signals);
                assert_int_equal(inside(object)->parts.life.keep >= 0, signals);
                assert_status(NvSciSyncObjSignal(object),
                              signals ? NvSciError_Success : NvSciError_BadParameter);
                assert_status(NvSciSyncObjValidate(object), NvSciError_Success);
                assert_int_equal(port_load64(&inside(share.object)->counter->value),
                                 signals ? 1U : 0U);
                NvSciSyncObjFree(object);
            } else {
                /* The descriptor was not spent. */
                NvSciSyncObjFree(imported(&share, &desc, AUTO));
            }
            end_share(&share);
        }
    }
}

/**
 * List and object go together to a peer that waits alone; nobody signals through them.
 * @verifies RF-SHARE-042
 */
static void list_and_object_go_to_waiters_alone(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_perms); i++) {
        Share share = share_of(g_perms[i]);

        for (size_t j = 0U; j < COUNT_OF(g_tried); j++) {
            const bool known = (g_tried[j] == WAIT) || (g_tried[j] == AUTO);
            const bool fits = known && (g_perms[i] == WAIT);
            void *bytes = NULL;
            size_t size = 0U;

            assert_status(NvSciSyncIpcExportAttrListAndObj(share.object, g_tried[j],
                                                           share.pair.zero, &bytes, &size),
                          fits ? NvSciError_Success : NvSciError_BadParameter);
            for (size_t k = 0U; fits && (k < COUNT_OF(g_tried)); k++) {
                const bool takes = (g_tried[k] == WAIT) || (g_tried[k] == AUTO);
                NvSciSyncObj object = NULL;
                const NvSciError status = NvSciSyncIpcImportAttrListAndObj(
                    share.module, share.pair.one, bytes, size, NULL, 0U, g_tried[k], 0, &object);

                /* The first that fits takes it. */
                assert_status(status, (takes && (g_tried[k] == WAIT)) ? NvSciError_Success
                                                                      : NvSciError_BadParameter);
                NvSciSyncObjFree(object);
            }
            NvSciSyncAttrListAndObjFreeDesc(bytes);
        }
        end_share(&share);
    }
}

/**
 * Who did not ask gets nothing, nor does anybody over an endpoint without a connection.
 * @verifies RF-SHARE-041
 */
static void who_did_not_ask_gets_nothing(void **state)
{
    Share share = share_of(WAIT);
    NvSciSyncObjIpcExportDescriptor desc = {{0U}};

    (void)state;
    assert_status(NvSciSyncObjIpcExport(share.object, AUTO, share.other.zero, &desc),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcExport(share.object, AUTO, share.pair.one, &desc),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcExport(share.object, AUTO, 0U, &desc), NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcExport(share.object, AUTO, share.pair.zero, NULL),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcExport(NULL, AUTO, share.pair.zero, &desc),
                  NvSciError_BadParameter);
    reset_endpoint_of(share.pair.zero);
    assert_status(NvSciSyncObjIpcExport(share.object, AUTO, share.pair.zero, &desc),
                  NvSciError_ConnectionReset);
    assert_int_equal(desc.payload[0], 0U);
    end_share(&share);
}

/**
 * The counter is sealed before a process that waits has it, unless another one has still to map it;
 * that one seals it.
 * @verifies RF-SHARE-045
 */
static void the_counter_is_sealed(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_perms); i++) {
        Share share = share_of(g_perms[i]);
        const int32_t file = inside(share.object)->parts.memory.descriptor;
        NvSciSyncObjIpcExportDescriptor desc;
        NvSciSyncObj object = NULL;

        assert_int_equal(fcntl(file, F_GET_SEALS) & F_SEAL_FUTURE_WRITE, 0);
        desc = exported(&share, AUTO);
        assert_int_equal((fcntl(file, F_GET_SEALS) & F_SEAL_FUTURE_WRITE) != 0, g_perms[i] == WAIT);
        object = imported(&share, &desc, AUTO);
        assert_true((fcntl(file, F_GET_SEALS) & F_SEAL_FUTURE_WRITE) != 0);
        NvSciSyncObjFree(object);
        end_share(&share);
    }
}

/* ---------------------------------------------------------------- descriptors */

/**
 * An object is imported once, over the channel that it was exported over.
 * @verifies RF-SHARE-047
 */
static void an_object_is_imported_once_over_its_channel(void **state)
{
    Share share = share_of(WAIT);
    const NvSciSyncObjIpcExportDescriptor desc = exported(&share, AUTO);
    const uint32_t faults = ipc_fault_count();
    NvSciSyncObj object = NULL;

    (void)state;
    assert_status(NvSciSyncObjIpcImport(share.other.one, &desc, share.list, AUTO, 0, &object),
                  NvSciError_BadParameter);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_NOT_OFFERED);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    object = imported(&share, &desc, AUTO);
    expect_refusal(&share, &desc, RINGFENCE_FAULT_NOT_OFFERED);
    NvSciSyncObjFree(object);
    expect_refusal(&share, &desc, RINGFENCE_FAULT_NOT_OFFERED);
    end_share(&share);
}

/**
 * A descriptor in which a byte was changed is refused and not spent; so is one that was sealed anew
 * but is of another object's list.
 * @verifies RF-SHARE-048
 */
static void changed_descriptors_are_refused(void **state)
{
    static const uint32_t words[] = {WORD_SLOTS, WORD_MAX, WORD_TOKEN, WORD_TOKEN + 1U};
    Share share = share_of(WAIT);
    const NvSciSyncObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciSyncObjIpcExportDescriptor changed;

    (void)state;
    for (size_t i = 0U; i < (WORD_END * sizeof(uint64_t)); i++) {
        uint8_t *const bytes = (uint8_t *)&changed;

        changed = desc;
        bytes[i] ^= 0x40U;
        expect_refusal(&share, &changed,
                       ((i == 4U) || (i == 5U)) ? RINGFENCE_FAULT_OTHER_VERSION
                                                : RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    for (size_t i = 0U; i < COUNT_OF(words); i++) {
        changed = desc;
        changed.payload[words[i]] ^= little_endian_64(1U);
        correct_crc(&changed);
        expect_refusal(&share, &changed,
                       (words[i] >= WORD_TOKEN) ? RINGFENCE_FAULT_NOT_OFFERED
                                                : RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    /* A waiter counter, where no list names a GPU. */
    changed = desc;
    changed.payload[WORD_SLOTS] ^= little_endian_64(1ULL << 63U);
    correct_crc(&changed);
    expect_refusal(&share, &changed, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    /* A bit that says nothing. */
    changed = desc;
    changed.payload[WORD_SLOTS] ^= 1ULL << 62U;
    correct_crc(&changed);
    expect_refusal(&share, &changed, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    changed = desc;
    changed.payload[WORD_PERM] = little_endian_64(AUTO);
    correct_crc(&changed);
    expect_refusal(&share, &changed, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    /* No context, and one that is too wide. */
    changed = desc;
    changed.payload[WORD_CONTEXT] = 0U;
    correct_crc(&changed);
    expect_refusal(&share, &changed, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    changed.payload[WORD_CONTEXT] = little_endian_64(1ULL << 32U);
    correct_crc(&changed);
    expect_refusal(&share, &changed, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    NvSciSyncObjFree(imported(&share, &desc, AUTO));
    end_share(&share);
}

/** Sends a parcel of one's own making, and a descriptor that names it. */
static NvSciSyncObjIpcExportDescriptor forged(const Share *share, uint64_t perm,
                                              const PortParcel *parcel)
{
    NvSciSyncObjIpcExportDescriptor desc = exported(share, AUTO);
    IpcEndpoint *endpoint = NULL;
    IpcToken token = {{0U, 0U}};

    /* The right one is claimed and thrown away. */
    NvSciSyncObjFree(imported(share, &desc, AUTO));
    assert_status(ipc_take(OP_SYNC_OBJ_IPC_EXPORT, share->pair.zero, &endpoint),
                  NvSciError_Success);
    assert_status(ipc_parcel_send(endpoint, parcel, &token), NvSciError_Success);
    ipc_leave(endpoint);
    desc.payload[WORD_PERM] = little_endian_64(perm);
    desc.payload[WORD_TOKEN] = little_endian_64(token.words[0]);
    desc.payload[WORD_TOKEN + 1U] = little_endian_64(token.words[1]);
    correct_crc(&desc);
    return desc;
}

/**
 * What is no memory that fits the list and the rights is refused, and nothing of it is kept.
 * @verifies RF-SHARE-050
 */
static void forged_parcels_are_refused(void **state)
{
    Share share = share_of(WAIT);
    const SyncBacking *const parts = &inside(share.object)->parts;
    PortMemory small = {0};
    int32_t reader = -1;
    uint32_t descriptors = 0U;
    const int file = memfd_create("foreign", MFD_ALLOW_SEALING);
    int32_t writer = -1;
    PortLiveness line = {-1, -1};

    (void)state;
    assert_int_equal(ftruncate(file, (off_t)parts->memory.size), 0);
    assert_int_equal(port_liveness_make(&line), PORT_OK);
    assert_int_equal(port_memory_share(&parts->memory, true, &writer), PORT_OK);
    assert_int_equal(port_memory_reserve(1U, 1U, &small), PORT_OK);
    assert_int_equal(port_memory_share(&parts->memory, false, &reader), PORT_OK);
    const struct {
        uint64_t perm;
        PortParcel parcel;
    } cases[] = {
        {WAIT, {1U, {reader, -1, -1, -1}}},
        {WAIT, {2U, {reader, parts->waiting.descriptor, -1, -1}}},
        {WAIT, {4U, {reader, parts->waiting.descriptor, file, file}}},
        {WAIT, {3U, {small.descriptor, parts->waiting.descriptor, file, -1}}},
        {WAIT, {3U, {file, parts->waiting.descriptor, file, -1}}},
        {WAIT, {3U, {reader, parts->memory.descriptor, file, -1}}},
        {WAIT, {3U, {reader, file, file, -1}}},
        {WAIT, {3U, {STDIN_FILENO, STDIN_FILENO, STDIN_FILENO, -1}}},
        {BOTH, {3U, {reader, parts->waiting.descriptor, file, -1}}},
        {BOTH, {4U, {reader, parts->waiting.descriptor, file, file}}},
        {SIGNAL, {4U, {reader, parts->waiting.descriptor, file, file}}},
        /* What is no line could block a wait, or never end one. */
        {WAIT, {3U, {reader, parts->waiting.descriptor, file, -1}}},
        {WAIT, {3U, {reader, parts->waiting.descriptor, line.keep, -1}}},
        {BOTH, {4U, {writer, parts->waiting.descriptor, file, line.keep}}},
        {BOTH, {4U, {writer, parts->waiting.descriptor, line.watch, file}}},
        {BOTH, {4U, {writer, parts->waiting.descriptor, line.watch, line.watch}}},
    };
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciSyncObjIpcExportDescriptor desc =
            forged(&share, cases[i].perm, &cases[i].parcel);
        NvSciSyncObj object = NULL;

        descriptors = open_descriptors();
        if (cases[i].perm == SIGNAL) {
            assert_status(try_import(&share, &desc, SIGNAL, &object), NvSciError_BadParameter);
        } else {
            expect_refusal(&share, &desc, RINGFENCE_FAULT_NOT_OFFERED);
        }
        assert_null(object);
        assert_true(open_descriptors() <= descriptors);
    }
    ringfence_port_descriptor_close(reader);
    ringfence_port_descriptor_close(writer);
    ringfence_port_descriptor_close(line.watch);
    ringfence_port_descriptor_close(line.keep);
    ringfence_port_descriptor_close(file);
    port_memory_release(&small);
    end_share(&share);
}

/**
 * A waiter cannot seal the page that all write, so the process that signals can import after it.
 * @verifies RF-SHARE-056
 */
static void a_waiter_seals_nothing(void **state)
{
    Share share = share_of(BOTH);
    const NvSciSyncObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciSyncObj object = NULL;

    (void)state;
    assert_int_equal(
        fcntl(inside(share.object)->parts.waiting.descriptor, F_ADD_SEALS, F_SEAL_FUTURE_WRITE),
        -1);
    assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_Success);
    NvSciSyncObjFree(object);
    end_share(&share);
}

/**
 * With all slots taken nothing is claimed, and the descriptor can be imported later.
 * @verifies RF-SHARE-048
 */
static void a_shortage_spends_nothing(void **state)
{
    static NvSciSyncObj more[RINGFENCE_CFG_SYNC_HANDLES];
    Share share = share_of(WAIT);
    const NvSciSyncObjIpcExportDescriptor desc = exported(&share, AUTO);
    NvSciSyncObj object = NULL;
    size_t count = 0U;

    (void)state;
    while (NvSciSyncObjDup(share.object, &more[count]) == NvSciError_Success) {
        count++;
    }
    assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_InsufficientMemory);
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncObjFree(more[i]);
    }
    NvSciSyncObjFree(imported(&share, &desc, AUTO));
    end_share(&share);
}

/**
 * Arguments of an import are checked before anything is spent.
 * @verifies RF-SHARE-048
 */
static void arguments_of_an_import_are_checked(void **state)
{
    Share share = share_of(WAIT);
    const NvSciSyncObjIpcExportDescriptor desc = exported(&share, AUTO);
    const NvSciSyncAttrList plain = asking(share.module, WAIT);
    const NvSciSyncAttrList signals = asking(share.module, SIGNAL);
    const NvSciSyncAttrList twice[] = {plain, plain};
    NvSciSyncModule module = NULL;
    NvSciSyncObj object = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_status(NvSciSyncObjIpcImport(0U, &desc, share.list, AUTO, 0, &object),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcImport(share.pair.one, NULL, share.list, AUTO, 0, &object),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcImport(share.pair.one, &desc, NULL, AUTO, 0, &object),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcImport(share.pair.one, &desc, plain, AUTO, 0, &object),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncObjIpcImport(share.pair.one, &desc, share.list, AUTO, 0, NULL),
                  NvSciError_BadParameter);
    NvSciSyncObjFree(imported(&share, &desc, AUTO));
    assert_status(
        NvSciSyncIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, NULL),
        NvSciError_BadParameter);
    assert_status(
        NvSciSyncIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, NULL, &size),
        NvSciError_BadParameter);
    assert_status(
        NvSciSyncIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
        NvSciError_Success);
    const struct {
        NvSciSyncModule module;
        NvSciIpcEndpoint channel;
        const void *bytes;
        size_t size;
        const NvSciSyncAttrList *lists;
        size_t count;
        NvSciSyncObj *object;
    } cases[] = {
        {NULL, share.pair.one, bytes, size, NULL, 0U, &object},
        {share.module, 0U, bytes, size, NULL, 0U, &object},
        {share.module, share.pair.one, NULL, size, NULL, 0U, &object},
        {share.module, share.pair.one, bytes, 0U, NULL, 0U, &object},
        {share.module, share.pair.one, bytes, size - 1U, NULL, 0U, &object},
        {share.module, share.pair.one, bytes, size, NULL, 1U, &object},
        {share.module, share.pair.one, bytes, size, twice, 2U, &object},
        {share.module, share.pair.one, bytes, size, &share.list, 1U, &object},
        {share.module, share.pair.one, bytes, size, &signals, 1U, &object},
        {module, share.pair.one, bytes, size, &plain, 1U, &object},
        {share.module, share.pair.one, bytes, size, NULL, 0U, NULL},
        {share.module, share.pair.one, &desc, sizeof(desc), NULL, 0U, &object},
    };
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciError status = NvSciSyncIpcImportAttrListAndObj(
            cases[i].module, cases[i].channel, cases[i].bytes, cases[i].size, cases[i].lists,
            cases[i].count, AUTO, 0, cases[i].object);

        assert_status(status, NvSciError_BadParameter);
        assert_null(object);
    }
    assert_status(NvSciSyncIpcImportAttrListAndObj(share.module, share.pair.one, bytes, size,
                                                   &plain, 1U, AUTO, 0, &object),
                  NvSciError_Success);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListAndObjFreeDesc(bytes);
    NvSciSyncAttrListFree(plain);
    NvSciSyncAttrListFree(signals);
    NvSciSyncModuleClose(module);
    end_share(&share);
}

/* ---------------------------------------------------------------- late peers */

/**
 * Late peers are attached together or not at all; one that signals, or that the object does not
 * satisfy, is refused.
 * @verifies RF-SHARE-051
 * @verifies RF-SHARE-204
 * @verifies RF-CORE-343
 */
static void late_peers_are_attached_all_or_none(void **state)
{
    Share share = share_of(WAIT);
    ListRow *const row = &g_sync_lists.rows[inside(share.object)->list];
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes,
                                            sizeof(yes)};
    NvSciSyncAttrList timed = asking(share.module, WAIT);
    NvSciSyncAttrList late[4] = {NULL, NULL, NULL, NULL};
    NvSciSyncObjIpcExportDescriptor desc;
    uint32_t routes = 0U;
    RingfenceFault fault;

    (void)state;
    assert_status(NvSciSyncAttrListSetAttrs(timed, &pair, 1U), NvSciError_Success);
    late[0] =
        carry_ask(share.module, asking(share.module, WAIT), share.other.one, share.other.zero);
    late[1] = carry_ask(share.module, asking(share.module, WAIT), share.pair.zero, share.pair.one);
    late[2] =
        carry_ask(share.module, asking(share.module, SIGNAL), share.other.one, share.other.zero);
    late[3] = carry_ask(share.module, timed, share.other.one, share.other.zero);
    assert_status(NvSciSyncObjAttachPeer(share.object, NULL, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncObjAttachPeer(share.object, late, 0U), NvSciError_BadParameter);
    assert_status(NvSciSyncObjAttachPeer(NULL, late, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncObjAttachPeer(share.object, &late[2], 1U), NvSciError_BadParameter);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_ACCESS);
    assert_string_equal(fault.causeText, "a peer that is attached may wait, and not signal");
    assert_status(NvSciSyncObjAttachPeer(share.object, &late[3], 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncObjAttachPeer(share.object, &share.list, 1U), NvSciError_BadParameter);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIST_ORDER);
    routes = row->routes;
    /* Room for one more. */
    row->routes = RINGFENCE_CFG_ROUTES - 1U;
    assert_status(NvSciSyncObjAttachPeer(share.object, late, 2U), NvSciError_InsufficientResource);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "RINGFENCE_CFG_ROUTES");
    assert_string_equal(fault.function, "NvSciSyncObjAttachPeer");
    assert_int_equal(fault.allowed, RINGFENCE_CFG_ROUTES);
    assert_int_equal(row->routes, RINGFENCE_CFG_ROUTES - 1U);
    row->routes = routes;
    assert_status(NvSciSyncObjIpcExport(share.object, AUTO, share.other.zero, &desc),
                  NvSciError_BadParameter);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_ACCESS);
    assert_string_equal(fault.causeText, "no list that came over the endpoint was reconciled; "
                                         "import the peer's list over it, and reconcile that too");
    assert_status(NvSciSyncObjAttachPeer(share.object, late, 2U), NvSciError_Success);
    assert_status(NvSciSyncObjIpcExport(share.object, AUTO, share.other.zero, &desc),
                  NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(late); i++) {
        NvSciSyncAttrListFree(late[i]);
    }
    end_share(&share);
}

/* ---------------------------------------------------------------- phases */

/**
 * Objects are exported, imported and attached in INIT alone.
 * @verifies RF-SHARE-057
 */
static void phases_are_kept(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};
    Share share = share_of(WAIT);
    const NvSciSyncObjIpcExportDescriptor desc = exported(&share, AUTO);
    const NvSciSyncAttrList list = asking(share.module, WAIT);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        NvSciSyncObjIpcExportDescriptor none = {{0U}};
        NvSciSyncObj object = NULL;
        void *bytes = NULL;
        size_t size = 0U;

        assert_status(RingfenceAdvancePhase(phases[i]), NvSciError_Success);
        assert_status(NvSciSyncObjIpcExport(share.object, AUTO, share.pair.zero, &none),
                      NvSciError_InvalidState);
        assert_status(
            NvSciSyncIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size),
            NvSciError_InvalidState);
        assert_status(try_import(&share, &desc, AUTO, &object), NvSciError_InvalidState);
        assert_status(NvSciSyncIpcImportAttrListAndObj(share.module, share.pair.one, &desc,
                                                       sizeof(desc), NULL, 0U, AUTO, 0, &object),
                      NvSciError_InvalidState);
        assert_status(NvSciSyncObjAttachPeer(share.object, &list, 1U), NvSciError_InvalidState);
        assert_null(object);
        assert_null(bytes);
        assert_int_equal(none.payload[0], 0U);
    }
    go_to_init();
    NvSciSyncObjFree(imported(&share, &desc, AUTO));
    NvSciSyncAttrListFree(list);
    end_share(&share);
}

/* ---------------------------------------------------------------- fences on the way */

/** An object of one process, as one between two others has it, and the last one. */
typedef struct {
    NvSciSyncModule module;
    Pair near;
    Pair far;
    NvSciSyncObj objects[3];
} Chain;

/** Takes an object on to the next process, which signals if `perm` includes it. */
static NvSciSyncObj carry_object(const Chain *chain, NvSciSyncObj object, const Pair *pair)
{
    NvSciSyncAttrList list = carry_list(chain->module, object, pair->zero, pair->one);
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncObj carried = NULL;

    assert_status(NvSciSyncObjIpcExport(object, AUTO, pair->zero, &desc), NvSciError_Success);
    assert_status(NvSciSyncObjIpcImport(pair->one, &desc, list, AUTO, 0, &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFree(list);
    return carried;
}

/** The first one signals, or the last one. */
static Chain chain_of(bool any_way, bool first_signals)
{
    Chain chain;
    NvSciSyncAttrList lists[3];
    NvSciSyncAttrList conflict = NULL;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports,
                                            &any_way, sizeof(any_way)};

    (void)memset(&chain, 0, sizeof(chain));
    assert_status(NvSciSyncModuleOpen(&chain.module), NvSciError_Success);
    chain.near = make_pair("ipc_test_0", "ipc_test_1");
    chain.far = make_pair("nvscistream_0", "nvscistream_1");
    lists[0] = asking(chain.module, first_signals ? SIGNAL : WAIT);
    lists[1] = carry_ask(chain.module, asking(chain.module, WAIT), chain.near.one, chain.near.zero);
    lists[2] = asking(chain.module, first_signals ? WAIT : SIGNAL);
    assert_status(NvSciSyncAttrListSetAttrs(lists[2], &pair, 1U), NvSciError_Success);
    lists[2] = carry_ask(chain.module, lists[2], chain.far.one, chain.far.zero);
    lists[2] = carry_ask(chain.module, lists[2], chain.near.one, chain.near.zero);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 3U, &chain.objects[0], &conflict),
                  NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    chain.objects[1] = carry_object(&chain, chain.objects[0], &chain.near);
    chain.objects[2] = carry_object(&chain, chain.objects[1], &chain.far);
    return chain;
}

static void end_chain(Chain *chain)
{
    for (size_t i = 0U; i < COUNT_OF(chain->objects); i++) {
        NvSciSyncObjFree(chain->objects[i]);
    }
    close_pair(&chain->near);
    close_pair(&chain->far);
    NvSciSyncModuleClose(chain->module);
}

/** Imports a fence, or sees that it is refused with a fault. */
static void expect_fence(NvSciSyncObj object, const NvSciSyncFenceIpcExportDescriptor *desc,
                         bool good, NvSciSyncFence *fence)
{
    const uint32_t faults = ipc_fault_count();

    assert_status(NvSciSyncIpcImportFence(object, desc, fence),
                  good ? NvSciError_Success : NvSciError_BadParameter);
    assert_int_equal(ipc_fault_count(), good ? faults : (faults + 1U));
    if (!good) {
        assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
}

/**
 * A fence goes the way of its object, process by process, in both directions. Bytes that skip one,
 * or that are for another channel, are refused, unless the list leaves the way open: then they are
 * the same at each step.
 * @verifies RF-SHARE-221
 * @verifies RF-SHARE-222
 * @verifies RF-SHARE-223
 */
static void fences_go_the_way_of_the_object(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        const bool any_way = ((i & 1U) != 0U);
        const bool first = ((i & 2U) != 0U);
        Chain chain = chain_of(any_way, first);
        const uint32_t from = first ? 0U : 2U;
        const uint32_t to = first ? 2U : 0U;
        const NvSciIpcEndpoint out[2] = {first ? chain.near.zero : chain.far.one,
                                         first ? chain.far.zero : chain.near.one};
        const NvSciIpcEndpoint astray = first ? chain.far.zero : chain.near.one;
        NvSciSyncFence fences[3] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                                    NvSciSyncFenceInitializer};
        NvSciSyncFenceIpcExportDescriptor first_desc;
        NvSciSyncFenceIpcExportDescriptor second_desc;

        assert_status(NvSciSyncObjGenerateFence(chain.objects[from], &fences[from]),
                      NvSciError_Success);
        assert_status(NvSciSyncIpcExportFence(&fences[from], astray, &first_desc),
                      NvSciError_Success);
        if (!first) {
            expect_fence(chain.objects[1], &first_desc, any_way, &fences[1]);
        }
        assert_status(NvSciSyncIpcExportFence(&fences[from], out[0], &first_desc),
                      NvSciError_Success);
        expect_fence(chain.objects[to], &first_desc, any_way, &fences[to]);
        expect_fence(chain.objects[1], &first_desc, true, &fences[1]);
        assert_status(NvSciSyncIpcExportFence(&fences[1], out[1], &second_desc),
                      NvSciError_Success);
        assert_int_equal(memcmp(&first_desc, &second_desc, sizeof(first_desc)) == 0, any_way);
        expect_fence(chain.objects[to], &second_desc, true, &fences[to]);
        for (uint32_t k = 0U; k < 3U; k++) {
            NvSciSyncFenceClear(&fences[k]);
        }
        end_chain(&chain);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        share_test(exports_follow_what_was_asked_for),
        share_test(imports_take_no_more_than_was_passed_on),
        share_test(list_and_object_go_to_waiters_alone),
        share_test(who_did_not_ask_gets_nothing),
        share_test(the_counter_is_sealed),
        share_test(an_object_is_imported_once_over_its_channel),
        share_test(changed_descriptors_are_refused),
        share_test(fences_go_the_way_of_the_object),
        share_test(forged_parcels_are_refused),
        share_test(a_waiter_seals_nothing),
        share_test(a_shortage_spends_nothing),
        share_test(arguments_of_an_import_are_checked),
        share_test(late_peers_are_attached_all_or_none),
        share_test(phases_are_kept),
    };

    return cmocka_run_group_tests_name("share/sync_object", tests, NULL, NULL);
}
