/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_kinds.c
 * The two kinds of lists as a table.
 */
#include "list_kinds.h"

#include "leftovers.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence_cfg.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Handles, arrays of them and pairs of both kinds look alike. */
_Static_assert(sizeof(KindPair) == sizeof(NvSciSyncAttrKeyValuePair), "a pair is a pair");
_Static_assert(sizeof(KindPair) == sizeof(NvSciBufAttrKeyValuePair), "a pair is a pair");

/* clang-format off */
/* The functions of a kind, of which the names of functions and types begin alike. */
#define FUNCTIONS(kind, PRE) \
    static NvSciError kind##_open(void **module) { return PRE##ModuleOpen((PRE##Module *)(void *)module); } \
    static void kind##_close(void *module) { PRE##ModuleClose((PRE##Module)module); } \
    static NvSciError kind##_create(void *module, void **list) { \
        return PRE##AttrListCreate((PRE##Module)module, (PRE##AttrList *)(void *)list); } \
    static void kind##_free(void *list) { PRE##AttrListFree((PRE##AttrList)list); } \
    static NvSciError kind##_set(void *list, KindPair *pairs, size_t count) { \
        return PRE##AttrListSetAttrs((PRE##AttrList)list, (PRE##AttrKeyValuePair *)(void *)pairs, count); } \
    static NvSciError kind##_get(void *list, KindPair *pairs, size_t count) { \
        return PRE##AttrListGetAttrs((PRE##AttrList)list, (PRE##AttrKeyValuePair *)(void *)pairs, count); } \
    static NvSciError kind##_get_slot(void *list, size_t slot, KindPair *pairs, size_t count) { \
        return PRE##AttrListSlotGetAttrs((PRE##AttrList)list, slot, (PRE##AttrKeyValuePair *)(void *)pairs, count); } \
    static size_t kind##_slots(void *list) { return PRE##AttrListGetSlotCount((PRE##AttrList)list); } \
    static NvSciError kind##_is_reconciled(void *list, bool *answer) { \
        return PRE##AttrListIsReconciled((PRE##AttrList)list, answer); } \
    static NvSciError kind##_clone(void *list, void **copy) { \
        return PRE##AttrListClone((PRE##AttrList)list, (PRE##AttrList *)(void *)copy); } \
    static NvSciError kind##_append(void *const *lists, size_t count, void **all) { \
        return PRE##AttrListAppendUnreconciled((const PRE##AttrList *)(const void *)lists, count, (PRE##AttrList *)(void *)all); } \
    static NvSciError kind##_dump(void *list, void **text, size_t *len) { \
        return PRE##AttrListDebugDump((PRE##AttrList)list, text, len); } \
    static NvSciError kind##_reconcile(void *const *lists, size_t count, void **reconciled, void **conflict) { \
        return PRE##AttrListReconcile((const PRE##AttrList *)(const void *)lists, count, (PRE##AttrList *)(void *)reconciled, \
                                      (PRE##AttrList *)(void *)conflict); } \
    static NvSciError kind##_reconcile_and_alloc(void *const *lists, size_t count, void **object, void **conflict) { \
        return PRE##AttrListReconcileAndObjAlloc((const PRE##AttrList *)(const void *)lists, count, (PRE##Obj *)(void *)object, \
                                                 (PRE##AttrList *)(void *)conflict); } \
    static NvSciError kind##_validate(void *reconciled, void *const *lists, size_t count, bool *valid) { \
        return PRE##AttrListValidateReconciled((PRE##AttrList)reconciled, (const PRE##AttrList *)(const void *)lists, count, valid); } \
    static NvSciError kind##_alloc(void *reconciled, void **object) { \
        return PRE##ObjAlloc((PRE##AttrList)reconciled, (PRE##Obj *)(void *)object); } \
    static void kind##_free_object(void *object) { PRE##ObjFree((PRE##Obj)object); } \
    static NvSciError kind##_list_of(void *object, void **list) { \
        return PRE##ObjGetAttrList((PRE##Obj)object, (PRE##AttrList *)(void *)list); }

FUNCTIONS(sync, NvSciSync)
FUNCTIONS(buf, NvSciBuf)

static NvSciError sync_validate_pairs(void *reconciled, KindPair *pairs, size_t count)
{
    return NvSciSyncAttrListValidateReconciledAgainstAttrs((NvSciSyncAttrList)reconciled, (NvSciSyncAttrKeyValuePair *)(void *)pairs,
                                                           count, NvSciSyncAccessPerm_WaitSignal);
}

static NvSciError buf_validate_pairs(void *reconciled, KindPair *pairs, size_t count)
{
    return NvSciBufAttrListValidateReconciledAgainstAttrs((NvSciBufAttrList)reconciled, (NvSciBufAttrKeyValuePair *)(void *)pairs, count);
}
/* clang-format on */

#define ROW(kind)                                                                                  \
    .open = kind##_open, .close = kind##_close, .create = kind##_create, .free = kind##_free,      \
    .set = kind##_set, .get = kind##_get, .get_slot = kind##_get_slot, .slots = kind##_slots,      \
    .is_reconciled = kind##_is_reconciled, .clone = kind##_clone, .append = kind##_append,         \
    .dump = kind##_dump, .reconcile = kind##_reconcile,                                            \
    .reconcile_and_alloc = kind##_reconcile_and_alloc, .validate = kind##_validate,                \
    .validate_pairs = kind##_validate_pairs, .alloc = kind##_alloc,                                \
    .free_object = kind##_free_object, .list_of = kind##_list_of

const ListKind g_list_kinds[2] = {
    {.prefix = "NvSciSync",
     .modules = RINGFENCE_POOL_SYNC_MODULE,
     .lists = RINGFENCE_POOL_SYNC_LIST,
     .modules_max = RINGFENCE_CFG_SYNC_MODULES,
     .lists_max = RINGFENCE_CFG_SYNC_LISTS,
     .major = 2U,
     .minor = 8U,
     .first_key = 1U,
     .last_key = (uint32_t)NvSciSyncAttrKey_UpperBound - 1U,
     .flag = NvSciSyncAttrKey_RequireDeterministicFences,
     .number = NvSciSyncAttrKey_RequiredPerm,
     .peers = NvSciSyncAttrKey_PeerLocationInfo,
     .result = NvSciSyncAttrKey_ActualPerm,
     .apart = {NvSciSyncAccessPerm_WaitOnly, NvSciSyncAccessPerm_WaitOnly},
     .reads_all = true,
     .clears_answers = true,
     .text = "unreconciled list\n"
             "slot 0\n  NvSciSyncAttrKey_NeedCpuAccess = 1\n"
             "  NvSciSyncAttrKey_RequiredPerm = NvSciSyncAccessPerm_WaitOnly\n"
             "slot 1\n  NvSciSyncAttrKey_NeedCpuAccess = 1\n"
             "  NvSciSyncAttrKey_RequiredPerm = NvSciSyncAccessPerm_SignalOnly\n",
     .check_version = NvSciSyncCheckVersionCompatibility,
     ROW(sync)},
    {.prefix = "NvSciBuf",
     .modules = RINGFENCE_POOL_BUF_MODULE,
     .lists = RINGFENCE_POOL_BUF_LIST,
     .modules_max = RINGFENCE_CFG_BUF_MODULES,
     .lists_max = RINGFENCE_CFG_BUF_LISTS,
     .major = 2U,
     .minor = 11U,
     .first_key = NvSciBufGeneralAttrKey_Types,
     .last_key = NvSciBufGeneralAttrKey_GpuId,
     .flag = NvSciBufGeneralAttrKey_NeedCpuAccess,
     .number = NvSciBufRawBufferAttrKey_Size,
     .peers = NvSciBufGeneralAttrKey_PeerLocationInfo,
     .result = NvSciBufRawBufferAttrKey_Size,
     .apart = {1U, 2U},
     .needs_types = true,
     .conflict_slots = 1U,
     .text = "unreconciled list\n"
             "slot 0\n  NvSciBufGeneralAttrKey_Types = NvSciBufType_RawBuffer\n"
             "  NvSciBufRawBufferAttrKey_Size = 1\n"
             "slot 1\n  NvSciBufGeneralAttrKey_Types = NvSciBufType_RawBuffer\n"
             "  NvSciBufRawBufferAttrKey_Size = 2\n",
     .check_version = NvSciBufCheckVersionCompatibility,
     ROW(buf)}};

void *kind_module(const ListKind *kind)
{
    void *module = NULL;

    assert_int_equal(kind->open(&module), NvSciError_Success);
    return module;
}

void *kind_empty(const ListKind *kind, void *module)
{
    void *list = NULL;

    assert_int_equal(kind->create(module, &list), NvSciError_Success);
    return list;
}

void *kind_list(const ListKind *kind, void *module, uint64_t number)
{
    static const NvSciBufType raw = NvSciBufType_RawBuffer;
    static const bool cpu = true;
    KindPair types = {NvSciBufGeneralAttrKey_Types, &raw, sizeof(raw)};
    KindPair need_cpu = {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)};
    void *const list = kind_empty(kind, module);

    if (kind->needs_types) {
        assert_int_equal(kind->set(list, &types, 1U), NvSciError_Success);
    } else if (number != 0U) {
        assert_int_equal(kind->set(list, &need_cpu, 1U), NvSciError_Success);
    } else {
        /* This kind needs nothing. */
    }
    if (number != 0U) {
        kind_set_number(kind, list, number);
    }
    return list;
}

void *kind_reconciled(const ListKind *kind, void *module)
{
    void *const list = kind_list(kind, module, 3U);
    void *reconciled = NULL;
    void *conflict = NULL;

    assert_int_equal(kind->reconcile(&list, 1U, &reconciled, &conflict), NvSciError_Success);
    kind->free(list);
    return reconciled;
}

void *kind_conflict(const ListKind *kind, void *module)
{
    void *const lists[] = {kind_list(kind, module, kind->apart[0]),
                           kind_list(kind, module, kind->apart[1])};
    void *reconciled = NULL;
    void *conflict = NULL;

    assert_int_not_equal(kind->reconcile(lists, 2U, &reconciled, &conflict), NvSciError_Success);
    assert_null(reconciled);
    assert_non_null(conflict);
    kind_free(kind, lists, COUNT_OF(lists));
    return conflict;
}

void kind_free(const ListKind *kind, void *const *lists, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        kind->free(lists[i]);
    }
}

void kind_set_number(const ListKind *kind, void *list, uint64_t number)
{
    KindPair pair = {kind->number, &number, sizeof(number)};

    assert_int_equal(kind->set(list, &pair, 1U), NvSciError_Success);
}

void kind_set_flag(const ListKind *kind, void *list, bool flag)
{
    KindPair pair = {kind->flag, &flag, sizeof(flag)};

    assert_int_equal(kind->set(list, &pair, 1U), NvSciError_Success);
}

KindPair kind_read(const ListKind *kind, void *list, size_t slot, uint32_t key)
{
    KindPair pair = {key, list, 77U};

    assert_int_equal(kind->get_slot(list, slot, &pair, 1U), NvSciError_Success);
    assert_true((pair.value == NULL) == (pair.len == 0U));
    return pair;
}

uint64_t kind_number(const ListKind *kind, void *list, size_t slot, uint32_t key)
{
    const KindPair pair = kind_read(kind, list, slot, key);

    assert_true((pair.len == 0U) || (pair.len == sizeof(uint64_t)));
    return (pair.len == 0U) ? 0U : *(const uint64_t *)pair.value;
}
