/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer.c
 * What all imports and exports of lists begin with: the endpoint, and the bytes.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
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

/** @satisfies RF-IPC-262 */
NvSciError share_take(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint)
{
    IpcEndpoint *taken = NULL;
    NvSciError status = ipc_take(op, handle, &taken);

    if (status == NvSciError_Success) {
        if (ipc_shares_objects(taken)) {
            *endpoint = taken;
        } else {
            ringfence_fault_report(op, RINGFENCE_FAULT_MEMORY_BOUNDARY);
            ipc_leave(taken);
            status = NvSciError_NotSupported;
        }
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

/** Bytes that a slot takes at least. */
#define SLOT_BYTES 8U

uint32_t share_slots(const WireIn *in)
{
    WireIn copy = *in;
    const uint32_t slots = wire_get32(&copy);
    const uint64_t rest = (uint64_t)copy.length - (uint64_t)copy.at;

    ASSERT(copy.at <= copy.length);
    return (((uint64_t)slots * SLOT_BYTES) <= rest) ? slots : 0U;
}

/** Rows that came over an endpoint and were not given back. O(rows that were ever taken). */
static uint32_t rows_of_peer(const ListClass *cls, uint64_t identity)
{
    const uint32_t rows = pool_ever_taken(cls->pool);
    uint32_t count = 0U;

    ASSERT(identity != 0U);
    for (uint32_t row = 0U; row < rows; row++) {
        if (cls->rows[row].peer == identity) {
            count++;
        }
    }
    return count;
}

/** @satisfies RF-SHARE-202 */
NvSciError share_admit_slots(PhaseOp op, const ListClass *cls, uint64_t identity, uint32_t slots)
{
    const uint32_t held = rows_of_peer(cls, identity);
    uint32_t left = 0U;
    NvSciError status = NvSciError_Success;

    if (held < RINGFENCE_CFG_PEER_LISTS) {
        left = RINGFENCE_CFG_PEER_LISTS - held;
    }
    if (slots > left) {
        fault_report_limit(op, FAULT_LIMIT_PEER_LISTS, (uint64_t)slots, (uint64_t)left);
        status = NvSciError_InsufficientMemory;
    }
    return status;
}

/** @satisfies RF-SHARE-019 RF-SHARE-230 */
void share_report(PhaseOp op, NvSciError status)
{
    const bool is_flaw = (status == NvSciError_BadParameter) || (status == NvSciError_NotSupported);

    if (is_flaw) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    } else if (status == NvSciError_Overflow) {
        /* The list has passed through as many processes as it may. */
        fault_report_limit(op, FAULT_LIMIT_HOPS, (uint64_t)RINGFENCE_CFG_HOPS + 1U,
                           RINGFENCE_CFG_HOPS);
    } else {
        /* The bytes are sound. */
    }
}
