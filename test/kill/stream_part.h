/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_part.h
 * The part of a stream in one process: its blocks, and what their program does at each event.
 */
#ifndef RINGFENCE_TEST_KILL_STREAM_PART_H
#define RINGFENCE_TEST_KILL_STREAM_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscievent.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "session.h"

/** Packets of the pool, payloads of a session, blocks and consumers of a process. */
#define PACKETS   3U
#define PAYLOADS  5U
#define BLOCKS    16U
#define CONSUMERS 3U

/** A block, and the events that it had. */
typedef struct {
    NvSciStreamBlock block;
    /** It ends with the other process. */
    bool is_far;
    bool connected;
    bool ready;
    bool disconnected;
} Seen;

/** What a consumer does with packets. */
typedef enum {
    /** Releases each. */
    MANNER_RELEASES = 0,
    /** Releases none. */
    MANNER_KEEPS = 1,
    /** Releases each with a fence that is reached by nothing. */
    MANNER_NEVER_SIGNALS = 2
} Manner;

/** A producer or a consumer. */
typedef struct {
    Seen *seen;
    Manner manner;
    /** Not each payload comes to it. */
    bool is_lossy;
    NvSciStreamPacket packets[PACKETS];
    uint64_t *memory[PACKETS];
    uint32_t taken;
    NvSciSyncObj signal;
    /** Payloads that went through it, the last one, and packets that it kept. */
    uint32_t payloads;
    uint64_t last;
    uint32_t kept;
} Player;

/** The part of a stream in this process. */
typedef struct {
    Role role;
    const Line *line;
    End end;
    NvSciBufModule bufs;
    NvSciSyncModule syncs;
    NvSciSyncCpuWaitContext context;
    Seen blocks[BLOCKS];
    uint32_t count;
    /** Multicast block that the channel is connected to late; NULL: there is none. It is. */
    Seen *fan;
    bool is_linked;
    /** Payloads wait until it is known who takes part: packets that the producer was told of. */
    bool is_held;
    uint32_t held;
    Seen *pool;
    NvSciStreamPacket made[PACKETS];
    uint32_t statuses;
    Player producer;
    Player consumers[CONSUMERS];
    uint32_t players;
    /** Waits so far. */
    uint32_t waits;
    /** Consumers of the whole stream. */
    uint32_t all_consumers;
    NvSciEventLoopService *loop;
    NvSciEventNotifier *notifiers[BLOCKS];
    NvSciEventNotifier *inside[3];
} Part;

/** Notes that a call gave what it may not. */
void part_wrong(Part *part, const char *call, NvSciError status);

/** Takes the result of a call that may not fail. */
bool part_did(Part *part, const char *call, NvSciError status);

/** Answers the events of all blocks until none is due. Says whether there was one. */
bool part_turn(Part *part);

/** Payloads wait no more. */
void part_let_go(Part *part);

/** Waits for an event of one of the blocks, another one each time, and answers it. */
void part_wait(Part *part, int64_t timeout_us);

#endif /* RINGFENCE_TEST_KILL_STREAM_PART_H */
