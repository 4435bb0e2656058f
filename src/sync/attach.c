/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attach.c
 * Peers that come when an object is there already.
 */
#include "core/fault.h"
#include "sync/object.h"
#include "sync/sync.h"

/** Says whether one of the inputs signals. */
static bool wants_signal(const ListInputs *inputs)
{
    ListCursor cursor = list_first(inputs);
    uint64_t perm = 0U;

    for (uint32_t i = 0U; i < inputs->slots; i++) {
        perm |= sync_list_number(cursor.row, SYNC_KEY_REQUIRED_PERM);
        (void)list_next(&g_sync_lists, &cursor);
    }
    return (perm & NvSciSyncAccessPerm_SignalOnly) != 0U;
}

/** @satisfies RF-SHARE-051 RF-SHARE-057 RF-ENGINE-051 RF-STREAM-245 */
NvSciError sync_attach(NvSciSyncObj handle, const NvSciSyncAttrList lists[], size_t count,
                       uint32_t *key)
{
    const PhaseOp op = OP_SYNC_OBJ_ATTACH_PEER;
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_SHARING, op);

    *key = 0U;
    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        SyncObject *object = NULL;

        status = sync_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            status = list_inputs_beside(op, &g_sync_lists, object->list, lists, count, &inputs);
        }
        if (status == NvSciError_Success) {
            const bool kept =
                (sync_exclusive_driver(object->list) != 0U) && sync_exclusive_is_foreign(&inputs);

            g_list_conflict.key = 0U;
            if (wants_signal(&inputs)) {
                *key = (uint32_t)NvSciSyncAttrKey_RequiredPerm;
                status = fault_of_access(op, ACCESS_CAUSE_LATE);
            } else if (kept) {
                status = NvSciError_BadParameter;
            } else {
                status = sync_list_validate(object->list, &inputs);
                if (status != NvSciError_Success) {
                    *key = g_list_conflict.key;
                }
            }
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

/** @satisfies RF-SHARE-051 */
NvSciError NvSciSyncObjAttachPeer(NvSciSyncObj syncObj, const NvSciSyncAttrList inputArray[],
                                  size_t inputCount)
{
    uint32_t key = 0U;

    return sync_attach(syncObj, inputArray, inputCount, &key);
}
