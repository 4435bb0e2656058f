/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attach.c
 * Peers that come when an object is there already.
 */
#include "buf/buf.h"
#include "buf/lists_agree.h"
#include "core/assert.h"
#include "core/fault.h"

static const FaultKey g_no_key = {0U, 0U, 0U};

/** Says that rights do not suit. */
static void note_rights(FaultKey *key, uint64_t has)
{
    key->key = (uint32_t)NvSciBufGeneralAttrKey_RequiredPerm;
    key->asked = (uint64_t)NvSciBufAccessPerm_ReadWrite;
    key->has = has;
}

/** Compares an object with inputs.
 * @satisfies RF-STREAM-245 RF-STREAM-251 */
static NvSciError compare_inputs(PhaseOp op, const BufObject *object, const ListInputs *inputs,
                                 FaultKey *key)
{
    NvSciError status = NvSciError_Success;

    if (!list_api_inputs_complete(&g_buf_api, inputs)) {
        status = fault_of_list(op, LIST_CAUSE_TYPES);
    }
    if (status == NvSciError_Success) {
        ASSERT(g_buf_lists.rows[object->list].state == LIST_RECONCILED);
        g_list_conflict.key = 0U;
        status = buf_list_validate(object->list, inputs);
        if ((RINGFENCE_CFG_STREAMS == 1U) && (status != NvSciError_Success)) {
            list_note_key(&g_buf_lists, inputs, object->list, key);
            if (key->key == (uint32_t)NvSciBufGeneralAttrKey_RequiredPerm) {
                note_rights(key, buf_number(object->list, BUF_GENERAL_ACTUAL_PERM));
            }
        }
    }
    return status;
}

/** @satisfies RF-BUF-064 RF-BUF-058 RF-SHARE-204 RF-STREAM-245 */
NvSciError buf_attach(NvSciBufObj handle, const NvSciBufAttrList lists[], size_t count,
                      FaultKey *key)
{
    const PhaseOp op = OP_BUF_OBJ_ATTACH_PEER;
    NvSciError status = feature_enter(RINGFENCE_CFG_SHARING, op);

    *key = g_no_key;
    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        const BufObject *object = NULL;

        status = buf_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            status = list_inputs_beside(op, &g_buf_lists, object->list, lists, count, &inputs);
        }
        if (status == NvSciError_Success) {
            status = compare_inputs(op, object, &inputs, key);
        }
        if (status == NvSciError_Success) {
            status = buf_object_attach(op, object, &inputs);
            if (status == NvSciError_ReconciliationFailed) {
                note_rights(key, (uint64_t)NvSciBufAccessPerm_Readonly);
            }
        }
        list_inputs_end(&g_buf_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-STREAM-252 */
NvSciError buf_suits(PhaseOp op, NvSciBufObj handle, NvSciBufAttrList list, FaultKey *key)
{
    NvSciError status = ringfence_api_enter(op);

    *key = g_no_key;
    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        const BufObject *object = NULL;

        status = buf_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            /* A list of another module has no part in the buffer, and can be compared. */
            status = list_inputs_collect(op, &g_buf_lists, &list, 1U, &inputs);
        }
        if (status == NvSciError_Success) {
            status = compare_inputs(op, object, &inputs, key);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}

const char *buf_key_name(uint32_t key)
{
    return list_key_name(&g_buf_lists, key);
}

/** @satisfies RF-BUF-064 */
NvSciError NvSciBufObjAttachPeer(NvSciBufObj bufObj, const NvSciBufAttrList inputArray[],
                                 size_t inputCount)
{
    FaultKey key = g_no_key;

    return buf_attach(bufObj, inputArray, inputCount, &key);
}
