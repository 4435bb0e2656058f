/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file session.h
 * A whole session of two processes, from the channel to giving everything back. session.c has one of
 * lists, objects and fences, stream.c some of streams.
 */
#ifndef RINGFENCE_TEST_KILL_SESSION_H
#define RINGFENCE_TEST_KILL_SESSION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "nvsciipc.h"

/** Which part a process plays. */
typedef enum {
    /** Reconciles, allocates, exports, signals; has the producer. */
    ROLE_SIGNALER = 0,
    /** Asks, imports, waits; has consumers. */
    ROLE_WAITER = 1
} Role;

/** How it came to its end. */
typedef enum {
    /** All steps were made. */
    END_COMPLETE = 0,
    /** The peer was gone, and every call said so. */
    END_PEER_GONE = 1,
    /** A call gave what it may not; it was said on standard error. */
    END_WRONG = 2,
    /** The peer was gone before it said a word; the session goes on with the next one. */
    END_WAITS = 3
} End;

/** An end of a channel that may outlive a session. */
typedef struct {
    bool open;
    /** Not 0: the peer is known to be dead, so a connection that is not there will not come. */
    const atomic_uint *peer_dead;
    NvSciIpcEndpoint endpoint;
    int32_t descriptor;
} Line;

/** Opens the end of a channel that a role has. */
bool line_open(const char *name, Line *line);

/** Closes it. */
void line_close(Line *line);

/** Name of a kind of sessions; NULL: there are no more. */
const char *session_name(uint32_t kind);

/** Says whether sessions of a kind can have one line, one after the other: an endpoint that had a
 * service cannot have another one when that is gone. */
bool session_shares_line(uint32_t kind);

/** Runs a session over an open line, and gives back all that it took but the line. One that ended
 * with END_WAITS has all that it took, and is run again. */
End session_run(Role role, uint32_t kind, Line *line);

/** Says whether nothing is in use but `endpoints` endpoints; says on standard error what is. */
bool session_left_nothing(uint32_t endpoints);

#endif /* RINGFENCE_TEST_KILL_SESSION_H */
