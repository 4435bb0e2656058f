/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvsciipc.h
 * Types and constants of channels between processes.
 */
/* @satisfies RF-CORE-090 RF-CORE-091 */
#ifndef NVSCIIPC_H
#define NVSCIIPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscierror.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One end of a channel. */
typedef uint64_t NvSciIpcEndpoint;

/** Geometry of a channel; the same in both directions. */
typedef struct NvSciIpcEndpointInfo {
    /** Frames that a direction holds. */
    uint32_t nframes;
    /** Bytes of one frame. */
    uint32_t frame_size;
} NvSciIpcEndpointInfo;

/** Length of an endpoint's name at most, its terminating zero counted in. */
#define NVSCIIPC_MAX_ENDPOINT_NAME 64U

/** Time-out that never ends. */
#define NVSCIIPC_INFINITE_WAIT (-1LL)

/** Unread data are there. */
#define NV_SCI_IPC_EVENT_READ 0x01U
/** There is room for a frame. */
#define NV_SCI_IPC_EVENT_WRITE 0x02U
/** The connection was made. */
#define NV_SCI_IPC_EVENT_CONN_EST 0x04U
/** The peer reset the channel. */
#define NV_SCI_IPC_EVENT_CONN_RESET 0x08U
/** The peer has read all that was written. */
#define NV_SCI_IPC_EVENT_WRITE_EMPTY 0x10U
/** An asynchronous error is waiting. */
#define NV_SCI_IPC_EVENT_ASYNC_ERROR 0x20U
/** Every bit that may come with a new connection. */
#define NV_SCI_IPC_EVENT_CONN_EST_ALL                                                              \
    (NV_SCI_IPC_EVENT_CONN_EST | NV_SCI_IPC_EVENT_WRITE | NV_SCI_IPC_EVENT_WRITE_EMPTY |           \
     NV_SCI_IPC_EVENT_READ)

#ifdef __cplusplus
}
#endif

#endif /* NVSCIIPC_H */
