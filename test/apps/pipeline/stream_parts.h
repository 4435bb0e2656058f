/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_parts.h
 * What stream.c, stream_blocks.c, stream_setup.c, stream_end.c, stream_pool.c and stream_work.c
 * share: the streams of the pipeline as far as they are in this process.
 */
#ifndef PIPELINE_STREAM_PARTS_H
#define PIPELINE_STREAM_PARTS_H

#include <pthread.h>

#include "machine.h"
#include "nvscistream.h"
#include "run.h"

/** Elements of a packet: their indices, which are their numbers as well. */
#define ELEMENT_PICTURE 0U
/** The number of the frame. It is written before the packet moves, and needs no fences. */
#define ELEMENT_NUMBER 1U
#define ELEMENTS       2U

/** A stage's end of a stream: a producer or a consumer. It is here iff it has a block. */
typedef struct {
    const Link *link;
    Stage stage;
    bool writes;
    /** True iff it gets the newest frame alone. */
    bool watches;
    Engine *engine;
    Port *port;
    NvSciStreamBlock block;
    /** The writer's pool or the reader's queue. */
    NvSciStreamBlock keeper;
    /** Packets that it took; their cookies are their places in the array, from 1. */
    uint32_t packets;
    NvSciStreamPacket packet[PACKETS];
    const uint64_t *number[PACKETS];
    uint64_t *number_to_write[PACKETS];
    /** What the other side waits with, while setup needs it. */
    NvSciSyncAttrList waiters;
    bool asked;
    /** Setup is complete. */
    bool ready;
    EndFigures *figures;
} End;

/** A stream. */
typedef struct {
    End end[ENDS];
    NvSciStreamBlock multicast;
    NvSciStreamBlock ipc;
    /** How its pictures are laid out. */
    RingFigures *layout;
    /** The pool's packets, answers to them, and whether its setup is complete. */
    NvSciStreamPacket made[PACKETS];
    uint32_t answers;
    bool pool_ready;
} Hop;

/** All streams. */
typedef struct {
    Machine machine;
    const Run *run;
    RunResult *result;
    PictureSize size;
    Hop hop[LINKS];
    /** The channel of the stream that crosses. */
    NvSciIpcEndpoint endpoint;
    bool is_open;
    /** Guards what follows while threads run. */
    pthread_mutex_t lock;
    /** Nothing is to be done any more. */
    bool stopped;
    /** A call failed, or a frame is not as computed. */
    bool failed;
} Streams;

/** Makes the blocks of this process and connects them. */
NvSciError stream_make_blocks(Streams *streams);

/** Deletes the blocks, and closes the channel. */
void stream_delete_blocks(Streams *streams);

/** Sets up all blocks of this process: what they have to say to each other, until packets can move.
 */
NvSciError stream_setup(Streams *streams);

/** Does what an event of a producer or consumer asks for during setup. */
NvSciError stream_end_event(Streams *streams, End *end, NvSciStreamEventType event);

/** Does what an event of a pool asks for during setup. */
NvSciError stream_pool_event(Hop *hop, NvSciStreamEventType event);

/** What an event means that nobody waits for: an error, which is said, or the end of the stream. */
NvSciError stream_other_event(const char *who, NvSciStreamBlock block, NvSciStreamEventType event);

/** Marks a group of setup as complete. */
NvSciError stream_mark(const char *who, NvSciStreamBlock block, NvSciStreamSetup group);

/** Streams all frames with a thread for each stage of this process. */
NvSciError stream_work(Streams *streams);

#endif /* PIPELINE_STREAM_PARTS_H */
