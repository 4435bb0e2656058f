/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_mourn.c
 * What an IPC source does when the process at the other end was ended: packets that it may still
 * write to are kept back until it is gone with all that it had.
 */
#include "core/status.h"
#include "ipc/ipc.h"
#include "port/descriptor.h"
#include "stream/remote/ipc.h"
#include "stream/tree/payload.h"

/** @satisfies RF-STREAM-230 */
NvSciError ipc_know_process(StreamIpc *row)
{
    NvSciError status = NvSciError_Success;

    /* Across a memory boundary the other end has no buffer of this one. */
    if (row->is_source && (!row->is_chip) && (row->process < 0)) {
        const PortStatus port = ipc_open_process(IPC_OP, row->endpoint, &row->process);

        row->is_unknown = (port == PORT_FAILED);
        if ((port == PORT_NO_RESOURCE) || (port == PORT_NO_MEMORY)) {
            status = status_of_port(port);
        }
    }
    return status;
}

/** Nothing of the process is needed any more. */
static void forget(StreamIpc *row)
{
    if (row->mourns && row->has_service) {
        ipc_forget_process(IPC_OP, row->endpoint);
    }
    row->mourns = false;
    if (row->process >= 0) {
        ringfence_port_descriptor_close(row->process);
        row->process = -1;
    }
}

/** @satisfies RF-STREAM-230 RF-STREAM-232 */
void ipc_mourn(StreamIpc *row, StreamSegment *segment, const StreamBlock *block)
{
    if (row->is_unknown) {
        hold_begin(segment, block);
        hold_for_good(segment, block);
    } else if (row->process >= 0) {
        hold_begin(segment, block);
        row->mourns = true;
        ipc_mourn_on(row, segment, block);
    } else {
        /* It is this process, or was gone when it was looked for. */
    }
}

/** @satisfies RF-STREAM-231 */
void ipc_mourn_on(StreamIpc *row, StreamSegment *segment, const StreamBlock *block)
{
    if (row->mourns) {
        if (port_process_is_over(row->process)) {
            forget(row);
            hold_end(segment, block);
        } else if (row->has_service) {
            /* Each call of the handler ends what it was called for. */
            ipc_expect_process(IPC_OP, row->endpoint, row->process);
        } else {
            /* The thread of the row waits for it. */
        }
    }
}

/** @satisfies RF-STREAM-232 */
void ipc_mourn_last(StreamIpc *row, StreamSegment *segment, const StreamBlock *block)
{
    ipc_mourn_on(row, segment, block);
    if (row->mourns) {
        hold_for_good(segment, block);
    }
    forget(row);
}
