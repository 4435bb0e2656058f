/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer.h
 * The other process of a pipeline in two processes: its start and its end, and messages to it.
 *
 * Both processes take the same way through the program and call these functions in the same order.
 * Where a function takes a Peer, NULL says that there is one process alone.
 */
#ifndef PIPELINE_PEER_H
#define PIPELINE_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "nvsciipc.h"

/** Number of the process that the user started, and of the one that it starts. */
#define PROCESS_FIRST  1U
#define PROCESS_SECOND 2U

/** What a message holds. */
typedef enum {
    /** Unreconciled lists. */
    MESSAGE_LISTS = 1,
    /** A reconciled list. */
    MESSAGE_RECONCILED = 2,
    /** A buffer. */
    MESSAGE_BUFFER = 3,
    /** A sync object with its list. */
    MESSAGE_SYNC = 4,
    /** Figures for what is printed. */
    MESSAGE_FIGURES = 5,
    /** Fences of one frame. */
    MESSAGE_FENCES = 6,
    /** How things went up to here. */
    MESSAGE_VERDICT = 7
} MessageKind;

/** The other process. */
typedef struct {
    /** Endpoints NAME_0 and NAME_1; NULL: nvscistream. */
    const char *channel;
    /** Which of the two this process is. */
    uint32_t self;
    /** The other. */
    pid_t process;
    /** Process 1: status that the other ended with, once it has ended. */
    int status;
    bool ended;
    /** The other has gone before its time. This was said. */
    bool lost;
    /** Where process 1 passes the turn on to process 2; the sockets' end is that of process 1. */
    int turn[2];
    NvSciIpcEndpoint endpoint;
    bool open;
    int32_t event;
    /** Room for one frame of the channel. */
    uint8_t *frame;
    uint32_t frame_size;
    /** The other has told how it went, and nobody has asked yet. */
    bool told;
    bool verdict;
} Peer;

/**
 * Starts the second process, which returns from here too. Nothing of the library has been called
 * before.
 *
 * @return false iff it cannot be started; this has been said
 */
bool peer_start(Peer *peer);

/** Name of this process, for messages. */
const char *peer_name(const Peer *peer);

/** True iff what process `number` has is in this process. */
bool peer_is_here(const Peer *peer, uint32_t number);

/**
 * Opens the channel between the two and waits for the connection.
 *
 * @return false iff there is none; this has been said
 */
bool peer_open(Peer *peer);

/**
 * Opens this process's end of a further channel, and resets it: endpoints NAME_2 and NAME_3 are
 * those of number 1. The caller closes it.
 */
NvSciError peer_open_further(const Peer *peer, uint32_t number, NvSciIpcEndpoint *endpoint);

/** True iff the other process lives. */
bool peer_lives(Peer *peer);

/** True iff the other process has told that it failed, or has closed the channel. Does not wait. */
bool peer_gave_up(Peer *peer);

/** Closes the channel. */
void peer_close(Peer *peer);

/** Sends a message. False iff it cannot be sent; this has been said. */
bool peer_send(Peer *peer, MessageKind kind, const void *bytes, size_t size);

/**
 * Waits for a message of one kind.
 *
 * @param[in]  most   bytes at most
 * @param[out] bytes  the message; it stays until the next call with this peer
 * @param[out] size   its length
 *
 * @return false iff none will come: the other process is gone, which has been said, or it had to
 * give up, which it says itself
 */
bool peer_receive(Peer *peer, MessageKind kind, size_t most, const void **bytes, size_t *size);

/** peer_receive() of a message of one size, into a buffer of the caller. */
bool peer_receive_into(Peer *peer, MessageKind kind, void *bytes, size_t size);

/**
 * Tells the other process how it went, and waits until it tells the same.
 *
 * @return true iff all went well in both
 */
bool peer_agree(Peer *peer, bool good);

/**
 * Process 2: waits until process 1 passes the turn on. Process 1: returns at once.
 *
 * @return false iff process 1 ended without doing so; this has been said
 */
bool peer_await_turn(Peer *peer);

/** Process 1: passes the turn on. */
void peer_pass_turn(const Peer *peer);

/** Process 1: waits for the end of the other. True iff it ended well. */
bool peer_join(Peer *peer);

#endif /* PIPELINE_PEER_H */
