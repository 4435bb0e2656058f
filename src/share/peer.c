/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer.c
 * What all imports and exports of lists begin with: the endpoint, and the bytes.
 */
#include "share/share.h"

/** @satisfies RF-SHARE-020 */
NvSciError share_endpoint(PhaseOp op, NvSciIpcEndpoint handle, uint64_t *identity)
{
    IpcEndpoint *endpoint = NULL;
    const NvSciError status = ipc_take(op, handle, &endpoint);

    if (status == NvSciError_Success) {
        *identity = endpoint->identity;
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-SHARE-003 */
NvSciError share_open(PhaseOp op, const void *bytes, size_t size, WireKind kind, WireIn *in)
{
    NvSciError status = NvSciError_BadParameter;

    if ((bytes != NULL) && (size > 0U)) {
        const WireState state = descriptor_copy(op, bytes, size, kind, in);

        if (state == WIRE_OK) {
            status = NvSciError_Success;
        } else if (state == WIRE_OTHER_VERSION) {
            status = NvSciError_NotSupported;
        } else {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** @satisfies RF-SHARE-019 */
void share_report(PhaseOp op, NvSciError status)
{
    const bool is_flaw = (status == NvSciError_BadParameter) ||
                         (status == NvSciError_NotSupported) || (status == NvSciError_Overflow);

    if (is_flaw) {
        fault_report(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
}
