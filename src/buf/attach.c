/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attach.c
 * Peers that come when an object is there already.
 */
#include "buf/buf.h"
#include "core/assert.h"
#include "core/fault.h"

/** @satisfies RF-BUF-064 RF-BUF-058 RF-SHARE-204 RF-STREAM-245 */
NvSciError buf_attach(NvSciBufObj handle, const NvSciBufAttrList lists[], size_t count,
                      uint32_t *key)
{
    const PhaseOp op = OP_BUF_OBJ_ATTACH_PEER;
    NvSciError status = feature_enter(RINGFENCE_CFG_SHARING, op);

    *key = 0U;
    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        const BufObject *object = NULL;

        status = buf_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            status = list_inputs_beside(op, &g_buf_lists, object->list, lists, count, &inputs);
        }
        if ((status == NvSciError_Success) && (!list_api_inputs_complete(&g_buf_api, &inputs))) {
            status = fault_of_list(op, LIST_CAUSE_TYPES);
        }
        if (status == NvSciError_Success) {
            ASSERT(g_buf_lists.rows[object->list].state == LIST_RECONCILED);
            g_list_conflict.key = 0U;
            status = buf_list_validate(object->list, &inputs);
            *key = (status == NvSciError_Success) ? 0U : g_list_conflict.key;
        }
        if (status == NvSciError_Success) {
            status = buf_object_attach(op, object, &inputs);
            if (status == NvSciError_ReconciliationFailed) {
                *key = (uint32_t)NvSciBufGeneralAttrKey_RequiredPerm;
            }
        }
        list_inputs_end(&g_buf_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-064 */
NvSciError NvSciBufObjAttachPeer(NvSciBufObj bufObj, const NvSciBufAttrList inputArray[],
                                 size_t inputCount)
{
    uint32_t key = 0U;

    return buf_attach(bufObj, inputArray, inputCount, &key);
}
