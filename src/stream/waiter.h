/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter.h
 * What a block has that waits for fences on the CPU: present-sync and return-sync.
 *
 * Its packets are in the queue of the block, in the order in which they arrived, and stay there
 * until the fences of the first one have expired. A thread waits for them; it sleeps while the
 * queue is empty.
 */
#ifndef RINGFENCE_STREAM_WAITER_H
#define RINGFENCE_STREAM_WAITER_H

#include <stdint.h>

#include "port/task.h"
#include "stream/stream.h"

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

#endif /* RINGFENCE_STREAM_WAITER_H */
