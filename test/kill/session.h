/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file session.h
 * A whole session of two processes: channel, lists, objects, fences, and giving everything back.
 */
#ifndef RINGFENCE_TEST_KILL_SESSION_H
#define RINGFENCE_TEST_KILL_SESSION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "nvsciipc.h"

/** Which part a process plays. */
typedef enum {
    /** Reconciles, allocates, exports, signals. */
    ROLE_SIGNALER = 0,
    /** Asks, imports, waits. */
    ROLE_WAITER = 1
} Role;

/** How it came to its end. */
typedef enum {
    /** All steps were made. */
    END_COMPLETE = 0,
    /** The peer was gone, and every call said so. */
    END_PEER_GONE = 1,
    /** A call gave what it may not; it was said on standard error. */
    END_WRONG = 2
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

/** Runs a session over an open line, and gives back all that it took but the line. */
End session_run(Role role, Line *line);

/** Says whether nothing is in use but `endpoints` endpoints; says on standard error what is. */
bool session_left_nothing(uint32_t endpoints);

#endif /* RINGFENCE_TEST_KILL_SESSION_H */
