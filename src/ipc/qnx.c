/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file qnx.c
 * Functions of channels that belong to QNX.
 */
#include "core/phase.h"
#include "nvsciipc.h"

/** What such a function gives. */
static NvSciError refuse(PhaseOp op)
{
    const NvSciError status = ringfence_phase_admit(op);

    return (status == NvSciError_Success) ? NvSciError_NotSupported : status;
}

/** @satisfies RF-IPC-221 */
NvSciError NvSciIpcSetQnxPulseParam(NvSciIpcEndpoint handle, int32_t coid, int16_t pulsePriority,
                                    int16_t pulseCode, void *pulseValue)
{
    (void)handle;
    (void)coid;
    (void)pulsePriority;
    (void)pulseCode;
    (void)pulseValue;
    return refuse(OP_IPC_SET_QNX_PULSE_PARAM);
}

/** @satisfies RF-IPC-221 */
NvSciError NvSciIpcSetQnxPulseParamSafe(NvSciIpcEndpoint handle, int32_t coid,
                                        int16_t pulsePriority, int16_t pulseCode)
{
    (void)handle;
    (void)coid;
    (void)pulsePriority;
    (void)pulseCode;
    return refuse(OP_IPC_SET_QNX_PULSE_PARAM_SAFE);
}

/** @satisfies RF-IPC-221 */
int32_t NvSciIpcWaitEventQnx(int32_t chid, int64_t microseconds, uint32_t bytes, void *pulse)
{
    (void)chid;
    (void)microseconds;
    (void)bytes;
    (void)pulse;
    return (int32_t)refuse(OP_IPC_WAIT_EVENT_QNX);
}

/** @satisfies RF-IPC-221 */
NvSciError NvSciIpcInspectEventQnx(int32_t chid, uint16_t numEvents, uint32_t epCount,
                                   NvSciIpcEndpoint **epHandleArray)
{
    (void)chid;
    (void)numEvents;
    (void)epCount;
    (void)epHandleArray;
    return refuse(OP_IPC_INSPECT_EVENT_QNX);
}
