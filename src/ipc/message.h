/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file message.h
 * What the two ends of a link say to each other, as they send it.
 */
#ifndef RINGFENCE_IPC_MESSAGE_H
#define RINGFENCE_IPC_MESSAGE_H

#include <stdint.h>

#include "ipc/ipc.h"

/** What a message says. */
typedef enum {
    /** Side 0 sends the memory. */
    MESSAGE_OFFER = 1,
    /** Side 1 has taken it. */
    MESSAGE_ACCEPT = 2,
    /** There is something to do. */
    MESSAGE_WAKE = 3,
    /** The sender resets the channel. */
    MESSAGE_RESET = 4,
    /** Descriptors and their token. */
    MESSAGE_PARCEL = 5,
    /** The sender has claimed a parcel. */
    MESSAGE_CLAIMED = 6
} MessageKind;

/** A message of the handshake. All other messages but parcels are only its first word. */
typedef struct {
    uint32_t kind;
    uint32_t magic;
    uint32_t version;
    uint32_t nframes;
    uint32_t frame_size;
    /** Parcels that may be unclaimed. */
    uint32_t parcels;
    char names[IPC_SIDES][NVSCIIPC_MAX_ENDPOINT_NAME];
} Message;

/** What comes with descriptors. */
typedef struct {
    uint32_t kind;
    uint32_t rest;
    IpcToken token;
} ParcelMessage;

/** Sends a message that is only its first word. */
PortStatus ipc_send_word(const IpcEndpoint *endpoint, MessageKind kind);

#endif /* RINGFENCE_IPC_MESSAGE_H */
