/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attach.c
 * Peers that come when an object is there already.
 */
#include "core/fault.h"
#include "sync/lists_agree.h"
#include "sync/object.h"
#include "sync/sync.h"

static const FaultKey g_no_sync_key = {0U, 0U, 0U};

/** Rights that the inputs ask for: bits. */
static uint64_t asked_rights(const ListInputs *inputs)
{
    ListCursor cursor = list_first(inputs);
    uint64_t perm = 0U;

    for (uint32_t i = 0U; i < inputs->slots; i++) {
        perm |= sync_list_number(cursor.row, SYNC_KEY_REQUIRED_PERM);
        (void)list_next(&g_sync_lists, &cursor);
    }
    return perm;
}

/** Compares an object with the lists of inputs.
 * @satisfies RF-STREAM-245 RF-STREAM-251 */
static NvSciError compare_sync_inputs(PhaseOp op, const SyncObject *object,
                                      const ListInputs *inputs, FaultKey *key)
{
    const uint64_t rights = asked_rights(inputs);
    const bool kept =
        (sync_exclusive_driver(object->list) != 0U) && sync_exclusive_is_foreign(inputs);
    NvSciError status = NvSciError_BadParameter;

    g_list_conflict.key = 0U;
    if ((rights & (uint64_t)NvSciSyncAccessPerm_SignalOnly) != 0U) {
        key->key = (uint32_t)NvSciSyncAttrKey_RequiredPerm;
        key->asked = rights;
        key->has = (uint64_t)NvSciSyncAccessPerm_WaitOnly;
        status = fault_of_access(op, ACCESS_CAUSE_LATE);
    } else if (kept) {
        status = NvSciError_BadParameter;
    } else {
        status = sync_list_validate(object->list, inputs);
        if ((RINGFENCE_CFG_STREAMS == 1U) && (status != NvSciError_Success)) {
            list_note_key(&g_sync_lists, inputs, object->list, key);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-051 RF-SHARE-057 RF-ENGINE-051 RF-STREAM-245 */
NvSciError sync_attach(NvSciSyncObj handle, const NvSciSyncAttrList lists[], size_t count,
                       FaultKey *key)
{
    const PhaseOp op = OP_SYNC_OBJ_ATTACH_PEER;
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_SHARING, op);

    *key = g_no_sync_key;
    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        SyncObject *object = NULL;

        status = sync_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            status = list_inputs_beside(op, &g_sync_lists, object->list, lists, count, &inputs);
        }
        if (status == NvSciError_Success) {
            status = compare_sync_inputs(op, object, &inputs, key);
        }
        if (status == NvSciError_Success) {
            ListRow before;

            status = list_route_more(op, &g_sync_lists, &inputs, object->list, &before);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-STREAM-252 */
NvSciError sync_suits(PhaseOp op, NvSciSyncObj handle, NvSciSyncAttrList list, FaultKey *key)
{
    NvSciError status = ringfence_api_enter(op);

    *key = g_no_sync_key;
    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        SyncObject *object = NULL;

        status = sync_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            status = list_inputs_collect(op, &g_sync_lists, &list, 1U, &inputs);
        }
        if (status == NvSciError_Success) {
            g_list_conflict.key = 0U;
            status = sync_list_validate(object->list, &inputs);
            if (status != NvSciError_Success) {
                list_note_key(&g_sync_lists, &inputs, object->list, key);
            }
        }
        list_inputs_end(&g_sync_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}

const char *sync_key_name(uint32_t key)
{
    return list_key_name(&g_sync_lists, key);
}

/** @satisfies RF-SHARE-051 */
NvSciError NvSciSyncObjAttachPeer(NvSciSyncObj syncObj, const NvSciSyncAttrList inputArray[],
                                  size_t inputCount)
{
    FaultKey key = g_no_sync_key;

    return sync_attach(syncObj, inputArray, inputCount, &key);
}
