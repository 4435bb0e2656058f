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
    NvSciError status = feature_enter(RINGFENCE_CFG_SHARING, OP_BUF_OBJ_ATTACH_PEER);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        const BufObject *object = NULL;

        status = buf_object_find(OP_BUF_OBJ_ATTACH_PEER, bufObj, &object);
        if (status == NvSciError_Success) {
            status = buf_inputs_collect(OP_BUF_OBJ_ATTACH_PEER, inputArray, inputCount, &inputs);
        }
        if ((status == NvSciError_Success) && (inputs.module != object->module)) {
            status = NvSciError_BadParameter;
        }
        if ((status == NvSciError_Success) && (!buf_inputs_have_types(&inputs))) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            ASSERT(g_buf_lists.rows[object->list].state == LIST_RECONCILED);
            status = buf_list_validate(object->list, &inputs);
        }
        if (status == NvSciError_Success) {
            status = buf_object_attach(object, &inputs);
            if (status == NvSciError_InsufficientResource) {
                fault_report_limit(OP_BUF_OBJ_ATTACH_PEER, FAULT_LIMIT_ROUTES,
                                   (uint64_t)RINGFENCE_CFG_ROUTES + 1U, RINGFENCE_CFG_ROUTES);
            }
        }
        list_inputs_end(&g_buf_lists, &inputs);
        api_leave();
    }
    return status;
}
