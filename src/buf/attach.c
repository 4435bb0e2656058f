/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attach.c
 * Peers that come when an object is there already.
 */
#include "buf/buf.h"
#include "core/assert.h"

/** @satisfies RF-BUF-064 RF-BUF-058 RF-SHARE-204 */
NvSciError NvSciBufObjAttachPeer(NvSciBufObj bufObj, const NvSciBufAttrList inputArray[],
                                 size_t inputCount)
{
    const PhaseOp op = OP_BUF_OBJ_ATTACH_PEER;
    NvSciError status = feature_enter(RINGFENCE_CFG_SHARING, op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        const BufObject *object = NULL;

        status = buf_object_find(op, bufObj, &object);
        if (status == NvSciError_Success) {
            status =
                list_inputs_beside(op, &g_buf_lists, object->list, inputArray, inputCount, &inputs);
        }
        if ((status == NvSciError_Success) && (!list_api_inputs_complete(&g_buf_api, &inputs))) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            ASSERT(g_buf_lists.rows[object->list].state == LIST_RECONCILED);
            status = buf_list_validate(object->list, &inputs);
        }
        if (status == NvSciError_Success) {
            status = buf_object_attach(op, object, &inputs);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}
