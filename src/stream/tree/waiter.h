/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter.h
 * What a block has that waits for fences on the CPU: present-sync and return-sync.
 *
 * Its packets are in the queue of the block, in the order in which they arrived, and stay there
 * until the fences of the first one have expired. A thread waits for them; it sleeps while the
 * queue is empty.
 */
#ifndef RINGFENCE_STREAM_TREE_WAITER_H
#define RINGFENCE_STREAM_TREE_WAITER_H

#include <stdint.h>

#include "port/task.h"
#include "stream/rows.h"

/** What a block has that waits for fences. */
typedef struct {
    /** Changes when the thread is to look again. */
    PortAtomic32 changes;
    /** 1: the thread sleeps, or is about to. */
    PortAtomic32 asleep;
    /** 1: the thread shall end. */
    PortAtomic32 ends;
    /** Of the thread. */
    NvSciSyncCpuWaitContext context;
    /** What it adds to the attributes of those who wait; NULL: the block is gone. */
    NvSciSyncAttrList list;
    PortTask task;
} StreamWaiter;

/** By the rows of blocks. */
extern StreamWaiter g_stream_waiters[RINGFENCE_CFG_STREAM_BLOCKS];

/** Has the thread of a row look again. */
void waiter_wake(StreamWaiter *waiter);

/** The endpoints whose fences of a packet a block waits for: bits by side. Needs the segment. */
uint64_t waiter_sides(const StreamBlock *block, const StreamPacket *packet);

/* Each block that waits has a thread: without PORT_HAS_TASKS there are none. */

/** A packet arrives at a block that waits for its fences. False: there are none to wait for. Needs
 * the segment. */
bool waiter_take(StreamBlock *block, uint32_t packet);

/** Says whether a packet has fences that a block waits for. */
bool waiter_has_fences(const StreamBlock *block, const StreamPacket *packet);

/** Takes the packet in front of those that wait in a block. There must be one. */
uint32_t waiter_next(StreamBlock *block);

/** Packets in a block do not wait for some leaves any more. Looks at the one in front: gives a link
 * to it if it waits for no leaf any more, else it is the last one then; STREAM_NONE. */
uint32_t waiter_turn(StreamBlock *block, uint64_t leaves);

/** Says whether a packet waits on its way down to a block. */
bool waiter_keeps_from(const StreamSegment *segment, const StreamBlock *block);

/** List of what a block that waits for fences needs of producers, or of consumers; NULL: it waits
 * for none of theirs. */
NvSciSyncAttrList waiter_list(const StreamBlock *block, bool of_producers);

/** Ends the thread of a block that waits for fences, and gives back what it has. Packets stay
 * where they are. Needs the shape, and no segment. (waiter_task.c) */
void waiter_end(const StreamBlock *block);

#endif /* RINGFENCE_STREAM_TREE_WAITER_H */
