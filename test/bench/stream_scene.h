/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_scene.h
 * A stream for measurements: a producer, and consumers with queues. It is that of one process, with
 * channels between its ends or without, or each end is in a process of its own. What goes wrong
 * ends the program.
 */
#ifndef RINGFENCE_BENCH_STREAM_SCENE_H
#define RINGFENCE_BENCH_STREAM_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscistream.h"

#define SCENE_CONSUMERS_MAX 16U
#define SCENE_ENDS_MAX      (SCENE_CONSUMERS_MAX + 1U)
#define SCENE_PACKETS_MAX   64U
#define SCENE_ELEMENTS_MAX  8U

/** A stream, or the part of it in this process. The producer is end 0, consumer n is end n + 1. */
typedef struct {
    /** Ends in this process. */
    uint32_t first;
    uint32_t last;
    uint32_t consumers;
    uint32_t packets;
    uint32_t elements;
    NvSciStreamBlock pool;
    NvSciStreamBlock multicast;
    NvSciStreamBlock queues[SCENE_CONSUMERS_MAX];
    /** IPC blocks of this process that it drives itself: without a thread of the library. Sources
     * come first. */
    NvSciStreamBlock driven[2U * SCENE_CONSUMERS_MAX];
    uint32_t driven_count;
    NvSciStreamBlock ends[SCENE_ENDS_MAX];
    /** What each end signals for each element. */
    NvSciSyncObj signals[SCENE_ENDS_MAX][SCENE_ELEMENTS_MAX];
    /** Handles of the packets at each end, and the buffers. Cookies are places in it, plus one. */
    NvSciStreamPacket handles[SCENE_ENDS_MAX][SCENE_PACKETS_MAX];
    NvSciBufObj buffers[SCENE_ENDS_MAX][SCENE_PACKETS_MAX][SCENE_ELEMENTS_MAX];
} StreamScene;

/** Ends the program unless a call succeeded. */
void scene_need(NvSciError status, const char *what, int line);

#define SCENE_NEED(call) scene_need((call), #call, __LINE__)

/** Makes a stream that can be used: with a multicast block if there are several consumers, and with
 * one element. */
void scene_make(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs, uint32_t consumers,
                uint32_t packets, uint64_t bytes);

/** Makes a stream of this process whose consumers each have a channel: from endpoint
 * nvscistream_`channel` on, and scene_drive() does the work of the IPC blocks. How many consumers,
 * packets and elements there are stands in `scene`. */
void scene_make_joined(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs,
                       uint32_t channel, uint64_t bytes);

/** Makes the part of a stream that has one end, as scene_make() does; each other end is made by
 * another process meanwhile. How many consumers, packets and elements there are stands in `scene`.
 * Channels are those of the endpoints nvscistream_0 and up. `drives`: scene_drive() does the work
 * of the IPC blocks, else a thread of the library does. */
void scene_make_part(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs, uint32_t end,
                     bool drives, uint64_t bytes);

/** Does the work of the IPC blocks that this process drives. */
void scene_drive(const StreamScene *scene);

/** An end takes a packet that PacketReady tells of; gives its place. Waits at most so many
 * microseconds; negative: without end. */
uint32_t scene_take(const StreamScene *scene, uint32_t end, int64_t timeout);

/** An end gives a packet on. */
void scene_give(const StreamScene *scene, uint32_t end, uint32_t packet);

#endif /* RINGFENCE_BENCH_STREAM_SCENE_H */
