/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_stage.h
 * Parts of a stream that several processes have, each of which answers the events of its blocks: a
 * program as a loop.
 *
 * Packets have one element, a buffer that the CPU writes and reads. The producer writes the number
 * of the payload, each consumer looks whether it is greater than the last one.
 */
#ifndef RINGFENCE_TEST_STREAM_STAGE_H
#define RINGFENCE_TEST_STREAM_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscistream.h"
#include "nvscisync.h"

/** Packets of a stream, and most blocks of a stage. */
#define STAGE_PACKETS 3U
#define STAGE_BLOCKS  24U

/** Type of the element of packets. */
#define STAGE_TYPE 90U

/** Cookie of the first packet at an endpoint. */
#define STAGE_COOKIE_0 500U

/** Microseconds after which something that should come has failed. */
#define STAGE_LIMIT_US 30000000U

/** What a block is to its program. */
typedef enum { STAGE_OTHER, STAGE_POOL, STAGE_PRODUCER, STAGE_CONSUMER } StageRole;

/** A block, and what its program knows of it. */
typedef struct {
    NvSciStreamBlock block;
    StageRole role;
    /** Events that came. */
    uint32_t connected;
    uint32_t ready;
    bool disconnected;
    /** First error that it told of. */
    NvSciError error;
    /** A consumer refuses packets; it asks for more bytes than the buffers have. */
    bool refuses;
    bool is_greedy;
    /** A consumer asks to write the buffers; it waits with timestamps. */
    bool writes;
    bool is_timed;
    /** It waits for nothing. */
    bool is_blind;
    /** A consumer lists the secret element as well. Elements that it sees. */
    bool is_curious;
    uint32_t elements;
    NvSciStreamPacket packets[STAGE_PACKETS];
    uint64_t *memory[STAGE_PACKETS];
    uint32_t taken;
    NvSciSyncObj signal;
    /** Sync objects that it was given; the producer with the last group. */
    uint32_t given;
    /** Packets that a producer may get, and did not as nothing flows. */
    uint32_t owed;
    /** Payloads, the number of the last one, and how many were not greater than the one before. */
    uint32_t payloads;
    uint64_t last;
    uint32_t wrong;
} StageNode;

/** Blocks of one process. Those that are deleted are 0. */
typedef struct {
    NvSciBufModule bufs;
    NvSciSyncModule syncs;
    NvSciSyncCpuWaitContext context;
    StageNode nodes[STAGE_BLOCKS];
    uint32_t count;
    StageNode *pool;
    StageNode *producer;
    NvSciStreamPacket made[STAGE_PACKETS];
    uint32_t statuses;
    /** Packets have one more element, which consumers from this index on do not see; 0: they have
     * none. */
    uint32_t secret_from;
    /** Consumers that the producer asks about; 0: as many as there may be. */
    uint32_t consumers;
    /** The producer presents. */
    bool flows;
    /** Results of calls do not matter: somebody may be gone. */
    bool is_lenient;
    /** Events that were answered. */
    uint32_t answered;
} Stage;

/** Begins a stage: opens modules. */
void stage_begin(Stage *stage);

/** Deletes all blocks that are left, and closes the modules. */
void stage_end(Stage *stage);

/** Adds a block that was made. The node stays where it is until stage_drop(). */
StageNode *stage_add(Stage *stage, NvSciStreamBlock block);

/** Makes a pool and a producer; a consumer with a FIFO. */
StageNode *stage_add_producer(Stage *stage);
StageNode *stage_add_consumer(Stage *stage);

/** Makes a multicast block of which outputs may stay free. */
StageNode *stage_add_open_multicast(Stage *stage, uint32_t outputs);

/** Makes a list that buffers like those of the packets can be made of; the caller frees it. */
NvSciBufAttrList stage_reconciled_list(const Stage *stage);

/** Connects two blocks. */
void stage_connect(const StageNode *up, const StageNode *down);

/** Deletes a block, and forgets it; a consumer with its queue, which was added before it. */
void stage_drop(Stage *stage, StageNode *node);

/** Answers one event of each block; false: there was none. */
bool stage_turn(Stage *stage);

/** Answers events of two stages of one process until a number is at least `least`; the second one
 * may be NULL. False: it took too long. */
bool stage_until(Stage *stage, Stage *other, const uint32_t *number, uint32_t least);

/** Answers events until a flag is set. */
bool stage_until_set(Stage *stage, Stage *other, const bool *flag);

#endif /* RINGFENCE_TEST_STREAM_STAGE_H */
