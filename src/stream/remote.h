/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file remote.h
 * What a segment asks of the blocks through which its stream goes on elsewhere, and tells them.
 * Where there are no channels no_ipc.c and no_chip.c have these functions: nobody is behind a
 * channel, nothing waits for one, and what is told is for nobody.
 */
#ifndef RINGFENCE_STREAM_REMOTE_H
#define RINGFENCE_STREAM_REMOTE_H

#include "stream/stream.h"

/** Consumers behind an IPC source; 0: it is not known yet. Without channels 0. */
uint32_t ipc_consumers(const StreamBlock *block);

/** Says whether one of them is there, and whether it validates CRC. Without channels neither. */
bool ipc_consumer_is_present(const StreamBlock *block, uint32_t consumer);
bool ipc_consumer_has_crc(const StreamBlock *block, uint32_t consumer);

/** Something of setup has changed for an IPC block. */
void ipc_changed(const StreamBlock *block);

/** A packet was deleted: those at the other end of IPC sources are to be told. */
void ipc_packet_gone(const StreamSegment *segment, uint32_t packet);

/** Tells the process of the producer that consumers came late behind an IPC destination, or are
 * gone before they were set up: bits of their numbers. It is told with what has changed. */
void ipc_join(const StreamBlock *block, uint64_t numbers);
void ipc_part(const StreamBlock *block, uint64_t numbers);

/** A group of late consumers is set up: those behind an IPC source can be told. */
void ipc_joined(const StreamBlock *block);

/** Goes on with consumers that came late behind IPC sources while the phase, or another group, did
 * not admit it. Needs INIT. (ipc_join.c) */
void ipc_ask_again(StreamSegment *segment);

/** Says whether a sync object can be sent over the channel of a block, if it has one that objects
 * go over. (ipc_late.c) Without channels it can: none has to go over one. */
bool ipc_can_send(const StreamBlock *block, NvSciSyncObj object);

/** Says whether a block sends packets from the thread that presents or releases them. Without
 * channels it does not. */
bool ipc_sends_at_once(const StreamBlock *block);

/** An IPC block has a packet to send. */
void ipc_send_soon(StreamBlock *block);

/** Says whether a packet can be sent downstream, or upstream, by blocks that do so at once. Without
 * channels they can. */
bool ipc_has_room(const StreamSegment *segment, bool is_down);

/* Looking at channels (ipc_look.c). All need the segment. */

/** Who waits for an event is about to spin: it looks at the channels itself, if nobody else waits
 * for what comes through them. */
void ipc_look_begin(StreamSegment *segment);

/** Reads what has come through the channels that are looked at, and sends what is due. */
void ipc_look(StreamSegment *segment);

/** Who waits is about to sleep: does the same, and leaves the channels to the threads. */
void ipc_look_end(StreamSegment *segment);

/** An IPC block is about to be connected: starts what drives it. ResourceError iff there is no
 * thread. Without channels Success. */
NvSciError ipc_start(const StreamBlock *block);

/** An IPC block is deleted: what drives it ends, and the connection. A destination goes on as long
 * as blocks below it have packets; `is_last`: all blocks of its segment are deleted. Needs the
 * shape, and no segment. */
void ipc_end(StreamBlock *block, bool is_last);

/* Memory boundaries (ipc_chip_rows.c, ipc_chip_link.c). */

/** Says whether a block is an IPC block across a memory boundary whose row it still has. Without
 * channels none is. */
bool chip_is(const StreamBlock *block);

/** List of what an IPC block across a memory boundary needs to wait for producers, or for
 * consumers; NULL: the block is none, or waits for none of theirs. Without channels NULL. */
NvSciSyncAttrList chip_waiter_list(const StreamBlock *block, bool of_producers);

/** (ipc_chip_link.c) IPC blocks across memory boundaries answer for packets, as far as it is known
 * what they copy: they accept those whose memory they can reach. */
void chip_answer(StreamSegment *segment);

/** Says whether a block begins a segment and has a pool: packets come home there. Without channels
 * that of a producer. */
bool chip_has_pool(const StreamBlock *block);

#endif /* RINGFENCE_STREAM_REMOTE_H */
