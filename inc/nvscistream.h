/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscistream.h
 * Streams: packets of buffers go from a producer to consumers and back, with fences that say when
 * what is in them may be read, and when they may be written again.
 *
 * A stream is made of blocks. A producer is bound to a pool, which owns the packets, a consumer to
 * a queue, which holds packets that it has not acquired yet. Between them stand blocks that copy
 * packets to several consumers (multicast), hold them back (limiter), wait for their fences
 * (present-sync, return-sync) or lead to another process (IPC source and destination). Everything
 * is set up in INIT; then packets move and nothing is negotiated or taken from a table.
 *
 * Phases: setup in INIT; packets, fences, errors and what moves them in INIT and RUNTIME (fences in
 * RUNTIME alone, if RINGFENCE_CFG_STRICT_INIT is 1); events in every phase; deleting in INIT and
 * DEINIT. docs/streams.md leads through a first stream and has the table of the choices that this
 * manual makes.
 *
 * These are the 66 functions of NvSciStream 4.2, as of DRIVE OS 6.0.10. Seven functions of 5.x that
 * 6.x has no more are not here: NvSciStreamBlockSyncRequirements, NvSciStreamBlockSyncObjCount,
 * NvSciStreamBlockSyncObject, NvSciStreamBlockPacketElementCount, NvSciStreamBlockPacketAttr,
 * NvSciStreamBlockPacketAccept, NvSciStreamBlockElementAccept.
 *
 * Setup. Each step is a set of calls between an event and a mark: the event has come when
 * NvSciStreamBlockEventQuery() gave it, the mark is NvSciStreamBlockSetupStatusSet().
 *
 *     block          after                    calls                               mark
 *     all            -                        create, BlockConnect                -
 *     endpoints      Connected                ElementAttrSet                      ElementExport
 *     pool           Elements                 ElementCountGet, ElementAttrGet     ElementImport
 *     pool           -                        ElementAttrSet, ElementNotVisible   ElementExport
 *     endpoints      Elements                 ElementCountGet, ElementAttrGet,    ElementImport
 *                                             consumer: ElementUsageSet
 *     pool           ElementExport            PacketCreate, InsertBuffer,         PacketExport
 *                                             PacketComplete
 *     endpoints      PacketCreate (each),     PacketNewHandleGet,                 PacketImport
 *                    PacketsComplete          PacketBufferGet, PacketStatusSet
 *     pool           PacketStatus (each)      PacketStatusAcceptGet               PacketImport
 *     endpoints      ElementImport            ElementWaiterAttrSet                WaiterAttrExport
 *     endpoints      WaiterAttr               ElementWaiterAttrGet                WaiterAttrImport
 *     endpoints      WaiterAttrImport         ElementSignalObjSet                 SignalObjExport
 *     endpoints      SignalObj                ElementSignalObjGet                 SignalObjImport
 *     CRC consumer   PacketImport,            -                                   CrcExport
 *                    SignalObjImport
 *     CRC producer   Validate                 -                                   CrcImport
 *     all            SetupComplete            streaming                           -
 *
 * Packets and sync objects are set up in either order, or in turns. A call before its window gives
 * NotYetAvailable, one after its mark NoLongerAvailable. A mark or a call before its window is a
 * fault report, RINGFENCE_FAULT_STREAM_ORDER, that says which event, mark or data is missing; the
 * same call again is none, nor is what a program asks for until it comes, as a packet or its
 * status. So is a call or a mark of another kind of block, one after its window, and a packet, a
 * cookie, an index, a list, an object or a fence that does not fit. Until Connected was
 * queried on a block, it takes these calls: NvSciStreamBlockEventServiceSetup(),
 * NvSciStreamBlockInternalEventServiceSetup(), NvSciStreamPacketSendSync(),
 * NvSciStreamBlockUserInfoSet(), NvSciStreamBlockConnect(), NvSciStreamBlockEventQuery(),
 * NvSciStreamBlockErrorGet(), NvSciStreamBlockHandleInternalEvents(), NvSciStreamBlockDelete(), and
 * the mark Connect of a multicast block. All others give StreamNotConnected.
 *
 * Names of blocks are numbers and are looked up: one that is stale, of another process or 0 gives
 * StreamBadBlock, such a packet StreamBadPacket, and both are fault reports but for 0. Where
 * several errors apply, any of them may be returned; results are unchanged on error. Calls of
 * several threads take turns, also for one block, so no call gives Busy. An interrupt handler takes
 * no turn: without an operating system one that calls gets InvalidState, and nothing happens. A
 * signal handler must call nothing of this: the thread that it interrupts may hold the turn, or a
 * lock of the C library, and both would wait for ever. No function is a cancellation point, and a
 * child of fork() calls nothing of this: nvscisync.h says more.
 *
 * Lists and objects that a program hands over are copied or referred to: its own handles stay its
 * own, and it may free them at once. Those that it gets are its own to free.
 *
 * Memory boundaries. IPC blocks with an endpoint of an INTER_CHIP line share no memory and no
 * objects. The source may have a queue, the destination has a pool of its own, the secondary one,
 * whose packets the consumers behind it get; the pool of the producer is the primary one. Payloads
 * are copied by the CPU, which needs access to the buffers of both pools; an original goes back
 * when it is copied. Both blocks wait for fences, so what they need is among what WaiterAttr tells
 * of; behind a boundary nobody signals, and fences from there are cleared.
 * docs/streams-boundary.md.
 *
 * Late consumers. A stream with a multicast block can begin with some of its consumers, by the mark
 * Connect. When SetupComplete was queried on the multicast block, blocks of a further consumer can
 * be connected to it, and are set up as the first ones were, in INIT, which admits streaming too.
 * They may be behind an IPC source: the group that was marked comes when all paths of the process
 * there end. What a late consumer asks for is checked then: if what there is does not suit it, or
 * it refuses a packet, its source has an Error, its destination the same one, and its part of the
 * stream is disconnected; in both processes RINGFENCE_FAULT_LATE_REFUSED of ringfence.h says why,
 * and which key does not suit. Behind an IPC destination they come to outputs that were free when
 * the stream became complete, if the producer's process is in INIT too; of elements that nobody
 * there used there are no buffers. A late consumer in a process that has the buffers, the
 * producer's or one behind a channel, is told by the call that sets a list that does not suit.
 *
 * Checksums. Functions that end with WithCrc do what those without do, and fold what they hand over
 * into checksums of the caller's, by CRC-32 (polynomial 0x04C11DB7, bits reflected, no inversion).
 * Both ends come to the same checksum if they make the same calls in the same order, and are handed
 * the same. What they are not handed alike, both leave out of their calls:
 *
 * - fences that a present-sync or a return-sync block between them waits for: they are cleared;
 * - an element that is hidden from the consumer, and those behind it in the order of the pool: the
 *   consumer has other indices;
 * - an element that the consumer does not use: behind a channel it has no list and no buffer there;
 * - a sync object that nobody at the other end of a channel waits for, and fences of its element;
 * - across a memory boundary buffers, sync objects and fences: each side has its own;
 * - lists of consumers, where several list an element: the pool is given all of them as one.
 */
/* @satisfies RF-CORE-090 RF-CORE-091 RF-CORE-092 */
#ifndef NVSCISTREAM_H
#define NVSCISTREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscistream_types.h"
#include "nvscisync.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- limits */

/**
 * Gives a limit of the library.
 *
 * @param[in]  attr   which limit
 * @param[out] value  the limit; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff attr is no NvSciStreamQueryableAttrib, or value is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib const attr, int32_t *const value);

/* ---------------------------------------------------------------- blocks */

/**
 * Makes a producer, the upstream end of a stream, and binds its pool to it. A producer has one
 * output, and no input. A pool is bound when the producer is made and belongs to it from then on;
 * it is not connected.
 *
 * A producer without checksums: NvSciStreamProducerCreate2() with crcValidate false.
 *
 * @param[in]  pool      pool that is bound to nothing
 * @param[out] producer  block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff producer is NULL, or pool is a block of another type
 * @retval NvSciError_StreamBadBlock        iff pool is no block that lives
 * @retval NvSciError_InsufficientResource  iff pool is bound already
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS or
 * RINGFENCE_CFG_STREAM_SEGMENTS are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamProducerCreate(NvSciStreamBlock const pool, NvSciStreamBlock *const producer);

/**
 * Makes a producer, and says whether the program checks its setup: NvSciStreamProducerCreate().
 * With crcValidate there is no SetupComplete before the producer marked CrcImport. It is to do so
 * when it has Validate and has compared its checksums with those of the consumers, which the
 * program carries from one to the other.
 *
 * @param[in]  pool         pool that is bound to nothing
 * @param[in]  crcValidate  whether setup waits for CrcImport
 * @param[out] producer     block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff producer is NULL, or pool is a block of another type
 * @retval NvSciError_StreamBadBlock        iff pool is no block that lives
 * @retval NvSciError_InsufficientResource  iff pool is bound already
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS or
 * RINGFENCE_CFG_STREAM_SEGMENTS are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamProducerCreate2(NvSciStreamBlock const pool, bool const crcValidate,
                                      NvSciStreamBlock *const producer);

/**
 * Makes a consumer, a downstream end of a stream, and binds its queue to it. A consumer has one
 * input, and no output. A queue is bound when the consumer is made and belongs to it from then on;
 * it is not connected.
 *
 * A consumer without checksums: NvSciStreamConsumerCreate2() with crcValidate false.
 *
 * @param[in]  queue     FIFO or mailbox queue that is bound to nothing
 * @param[out] consumer  block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff consumer is NULL, or queue is a block of another
 * type
 * @retval NvSciError_StreamBadBlock        iff queue is no block that lives
 * @retval NvSciError_InsufficientResource  iff queue is bound already
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamConsumerCreate(NvSciStreamBlock const queue,
                                     NvSciStreamBlock *const consumer);

/**
 * Makes a consumer, and says whether the program checks its setup: NvSciStreamConsumerCreate().
 * With crcValidate there is no SetupComplete before the consumer marked CrcExport.
 *
 * @param[in]  queue        FIFO or mailbox queue that is bound to nothing
 * @param[in]  crcValidate  whether setup waits for CrcExport
 * @param[out] consumer     block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff consumer is NULL, or queue is a block of another
 * type
 * @retval NvSciError_StreamBadBlock        iff queue is no block that lives
 * @retval NvSciError_InsufficientResource  iff queue is bound already
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamConsumerCreate2(NvSciStreamBlock const queue, bool const crcValidate,
                                      NvSciStreamBlock *const consumer);

/**
 * Makes a pool with a fixed number of packets, for a producer. All of them must be made and taken
 * by every endpoint before packets move. It gives the producer the packet that was returned longest
 * ago.
 *
 * @param[in]  numPackets  packets, from 1
 * @param[out] pool        block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff pool is NULL, or numPackets is 0
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_BLOCKS are taken, or
 * numPackets is more than RINGFENCE_CFG_STREAM_PACKETS
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamStaticPoolCreate(uint32_t const numPackets, NvSciStreamBlock *const pool);

/**
 * Makes a queue that holds every packet until it is acquired, in the order in which they were
 * presented.
 *
 * @param[out] queue  block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff queue is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_BLOCKS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamFifoQueueCreate(NvSciStreamBlock *const queue);

/**
 * Makes a queue of one packet: a newer one takes the place of the one that waits, which goes back
 * upstream at once with the fences of its producer.
 *
 * @param[out] queue  block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff queue is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_BLOCKS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamMailboxQueueCreate(NvSciStreamBlock *const queue);

/**
 * Makes a block with one input and several outputs. Each packet goes to all outputs, and back
 * upstream when every one has returned it. What consumers say comes to the producer side together,
 * and with the index of the consumer where it stands for one of them: consumers are counted along
 * the outputs in the order in which these were connected, those of a nested multicast block in its
 * place.
 *
 * It does not protect consumers from each other: a limiter or a return-sync block does.
 *
 * @param[in]  outputCount  outputs, from 1
 * @param[out] multicast    block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff multicast is NULL, or outputCount is 0 or more than
 * RINGFENCE_CFG_STREAM_CONSUMERS
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_BLOCKS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamMulticastCreate(uint32_t const outputCount,
                                      NvSciStreamBlock *const multicast);

/**
 * Makes a block with one input and one output that lets so many packets be downstream at one time.
 * A packet that meets as many goes back upstream at once. It belongs before a consumer that is not
 * trusted; packets that such a consumer keeps are lost to the others, so the pool needs as many
 * more.
 *
 * @param[in]  maxPackets  packets, from 1
 * @param[out] limiter     block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff limiter is NULL, or maxPackets is 0
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_BLOCKS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamLimiterCreate(uint32_t const maxPackets, NvSciStreamBlock *const limiter);

/**
 * Makes a block with one input and one output that waits, on the CPU, until the fences of the
 * producer of a packet have expired, and passes the packet on without them. Packets stay in their
 * order. It belongs before consumers that read without fences.
 *
 * It waits in a thread of the library, and adds a waiter with CPU access to the waiter attributes
 * that pass it. A fence that cannot be waited for stays with the packet, which goes on to those
 * consumers below that wait themselves, and the block gets the error: NoSuchProcess if the process
 * that signals is gone. If the block is deleted, packets that wait in it go back upstream, within
 * two times RINGFENCE_CFG_LIFE_CHECK_US microseconds.
 *
 * @param[in]  syncModule   module of the sync objects of the stream
 * @param[out] presentSync  block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff presentSync is NULL, or syncModule is no module that
 * lives
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_BLOCKS,
 * RINGFENCE_CFG_SYNC_WAIT_CONTEXTS or RINGFENCE_CFG_SYNC_LISTS are taken
 * @retval NvSciError_NotSupported        iff there is no operating system
 * @retval NvSciError_ResourceError       iff the system gives no thread
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamPresentSyncCreate(NvSciSyncModule const syncModule,
                                        NvSciStreamBlock *const presentSync);

/**
 * Makes a block with one input and one output that waits, on the CPU, until the fences of the
 * consumers of a packet have expired, and returns the packet upstream without them. A consumer that
 * does not signal holds up its own packets alone. It belongs between a limiter and a consumer.
 *
 * It waits in a thread of the library, and adds a waiter with CPU access to the waiter attributes
 * that pass it. A fence that cannot be waited for stays with the packet, which goes on, and the
 * block gets the error: NoSuchProcess if the process that signals is gone. If the block is deleted,
 * packets that wait in it go on with their fences, within two times RINGFENCE_CFG_LIFE_CHECK_US
 * microseconds. So do those that wait for a consumer that is deleted, if the producer has a list of
 * a waiter for these fences.
 *
 * @param[in]  syncModule  module of the sync objects of the stream
 * @param[out] returnSync  block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff returnSync is NULL, or syncModule is no module that
 * lives
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_BLOCKS,
 * RINGFENCE_CFG_SYNC_WAIT_CONTEXTS or RINGFENCE_CFG_SYNC_LISTS are taken
 * @retval NvSciError_NotSupported        iff there is no operating system
 * @retval NvSciError_ResourceError       iff the system gives no thread
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciStreamReturnSyncCreate(NvSciSyncModule const syncModule,
                                       NvSciStreamBlock *const returnSync);

/**
 * Makes an IPC source, the end of a stream in this process: what comes to its input goes on in
 * another process, at the IPC destination of the peer of its endpoint. Buffers are shared; what the
 * consumers there do not use is not sent.
 *
 * The program may have used the endpoint before. It must have left no message unread and must have
 * reset it; from now on it is the block's, which connects it. The program touches it again when the
 * block was deleted and all that came from the stream was freed, and closes it then.
 *
 * NvSciStreamIpcSrcCreate2() without a queue.
 *
 * @param[in]  ipcEndpoint  open endpoint, reset
 * @param[in]  syncModule   module for the sync objects and lists of the stream in this process:
 * that of the lists of the other endpoints here
 * @param[in]  bufModule    module for its buffers and lists, likewise
 * @param[out] ipc          block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff ipc is NULL, or a module does not live
 * @retval NvSciError_InsufficientResource  iff the endpoint has a block
 * @retval NvSciError_NotInitialized        iff ipcEndpoint is no open endpoint
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_CHANNELS is 0, or there is no
 * operating system
 * @retval NvSciError_StreamInternalError   iff the endpoint was not reset since it was opened, and
 * its line of the table has no '=': RINGFENCE_FAULT_CHANNEL_ORDER
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS or
 * RINGFENCE_CFG_STREAM_IPC_BLOCKS are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1); some system calls.
 */
NvSciError NvSciStreamIpcSrcCreate(NvSciIpcEndpoint const ipcEndpoint,
                                   NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                                   NvSciStreamBlock *const ipc);

/**
 * Makes an IPC source: NvSciStreamIpcSrcCreate(), or one across a memory boundary, for an endpoint
 * of an INTER_CHIP line. That one keeps payloads in a queue until the destination has room for
 * them: all in a FIFO, the newest one in a mailbox; without a queue, in a FIFO of its own.
 *
 * The program may have used the endpoint before. It must have left no message unread and must have
 * reset it; from now on it is the block's, which connects it. The program touches it again when the
 * block was deleted and all that came from the stream was freed, and closes it then.
 *
 * @param[in]  ipcEndpoint  open endpoint, reset
 * @param[in]  syncModule   module for the sync objects and lists of the stream in this process:
 * that of the lists of the other endpoints here
 * @param[in]  bufModule    module for its buffers and lists, likewise
 * @param[in]  queue        0; across a memory boundary, 0 or a queue without a consumer
 * @param[out] ipc          block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff ipc is NULL, a module does not live, or queue is a
 * block that is no queue, or is not 0 and the endpoint is none of an INTER_CHIP line
 * @retval NvSciError_StreamBadBlock        iff queue is neither 0 nor a block that lives
 * @retval NvSciError_InsufficientResource  iff the endpoint has a block, or the queue is bound
 * @retval NvSciError_NotInitialized        iff ipcEndpoint is no open endpoint
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_CHANNELS is 0, or there is no
 * operating system
 * @retval NvSciError_StreamInternalError   iff the endpoint was not reset since it was opened, and
 * its line of the table has no '=': RINGFENCE_FAULT_CHANNEL_ORDER
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS or
 * RINGFENCE_CFG_STREAM_IPC_BLOCKS are taken; across a memory boundary also
 * RINGFENCE_CFG_SYNC_WAIT_CONTEXTS or RINGFENCE_CFG_SYNC_LISTS
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1); some system calls.
 */
NvSciError NvSciStreamIpcSrcCreate2(NvSciIpcEndpoint const ipcEndpoint,
                                    NvSciSyncModule const syncModule,
                                    NvSciBufModule const bufModule, NvSciStreamBlock const queue,
                                    NvSciStreamBlock *const ipc);

/**
 * Makes an IPC destination, the beginning of a stream in this process: its output goes on with what
 * comes from the IPC source at the peer of its endpoint. Buffers are shared.
 *
 * The program may have used the endpoint before. It must have left no message unread and must have
 * reset it; from now on it is the block's, which connects it. The program touches it again when the
 * block was deleted and all that came from the stream was freed, and closes it then.
 *
 * NvSciStreamIpcDstCreate2() without a pool.
 *
 * @param[in]  ipcEndpoint  open endpoint, reset
 * @param[in]  syncModule   module for the sync objects and lists of the stream in this process:
 * that of the lists of the other endpoints here
 * @param[in]  bufModule    module for its buffers and lists, likewise
 * @param[out] ipc          block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff ipc is NULL, a module does not live, or the endpoint
 * is an INTER_CHIP one
 * @retval NvSciError_InsufficientResource  iff the endpoint has a block
 * @retval NvSciError_NotInitialized        iff ipcEndpoint is no open endpoint
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_CHANNELS is 0, or there is no
 * operating system
 * @retval NvSciError_StreamInternalError   iff the endpoint was not reset since it was opened, and
 * its line of the table has no '=': RINGFENCE_FAULT_CHANNEL_ORDER
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS,
 * RINGFENCE_CFG_STREAM_SEGMENTS or RINGFENCE_CFG_STREAM_IPC_BLOCKS are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1); some system calls.
 */
NvSciError NvSciStreamIpcDstCreate(NvSciIpcEndpoint const ipcEndpoint,
                                   NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                                   NvSciStreamBlock *const ipc);

/**
 * Makes an IPC destination: NvSciStreamIpcDstCreate(), or one across a memory boundary, for an
 * endpoint of an INTER_CHIP line. That one has a pool, the secondary one, to whose packets payloads
 * are copied.
 *
 * The program may have used the endpoint before. It must have left no message unread and must have
 * reset it; from now on it is the block's, which connects it. The program touches it again when the
 * block was deleted and all that came from the stream was freed, and closes it then.
 *
 * @param[in]  ipcEndpoint  open endpoint, reset
 * @param[in]  syncModule   module for the sync objects and lists of the stream in this process:
 * that of the lists of the other endpoints here
 * @param[in]  bufModule    module for its buffers and lists, likewise
 * @param[in]  pool         0; across a memory boundary, a pool without a producer
 * @param[out] ipc          block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff ipc is NULL, a module does not live, pool is not 0
 * and the endpoint is none of an INTER_CHIP line, or it is one and pool is no pool
 * @retval NvSciError_StreamBadBlock        iff pool is neither 0 nor a block that lives
 * @retval NvSciError_InsufficientResource  iff the endpoint has a block, or the pool is bound
 * @retval NvSciError_NotInitialized        iff ipcEndpoint is no open endpoint
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_CHANNELS is 0, or there is no
 * operating system
 * @retval NvSciError_StreamInternalError   iff the endpoint was not reset since it was opened, and
 * its line of the table has no '=': RINGFENCE_FAULT_CHANNEL_ORDER
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_STREAM_BLOCKS,
 * RINGFENCE_CFG_STREAM_SEGMENTS or RINGFENCE_CFG_STREAM_IPC_BLOCKS are taken; across a memory
 * boundary also RINGFENCE_CFG_SYNC_WAIT_CONTEXTS or RINGFENCE_CFG_SYNC_LISTS
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1); some system calls.
 */
NvSciError NvSciStreamIpcDstCreate2(NvSciIpcEndpoint const ipcEndpoint,
                                    NvSciSyncModule const syncModule,
                                    NvSciBufModule const bufModule, NvSciStreamBlock const pool,
                                    NvSciStreamBlock *const ipc);

/* ---------------------------------------------------------------- before a block is connected */

/**
 * Gives a block's events to an event service: the notifier has a new event when the block has one.
 * After it has, call NvSciStreamBlockEventQuery() until it gives Timeout. Events may be notified
 * without cause. It comes before all other calls for the block but NvSciStreamPacketSendSync();
 * that another block binds it is no call.
 *
 * @param[in]  block          block for which there was no such call
 * @param[in]  eventService   live event service; it must live until the notifier was deleted
 * @param[out] eventNotifier  notifier, until its Delete; the program deletes it; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_BadParameter        iff eventService is no live service, or eventNotifier is
 * NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_LOCAL_EVENTS or
 * RINGFENCE_CFG_EVENT_NOTIFIERS are taken, or memory is used up
 * @retval NvSciError_ResourceError       iff descriptors are used up, or the system refused for
 * another reason
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_CHANNELS is 0
 * @retval NvSciError_InvalidState        iff another call was made for the block before, or the
 * phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_EVENT_SERVICES).
 */
NvSciError NvSciStreamBlockEventServiceSetup(NvSciStreamBlock const block,
                                             NvSciEventService *const eventService,
                                             NvSciEventNotifier **const eventNotifier);

/**
 * Lets an event service of the program do the reading and writing of an IPC block, in the thread
 * that waits there; without it, a thread of the library does. The notifiers have handlers, which do
 * the work: the program only waits, and deletes the notifiers after the block. It must not set
 * handlers for them.
 *
 * There are 3: frames of the channel, what is to be sent, and the end of the block.
 *
 * @param[in]     block               IPC source or destination that is not connected yet
 * @param[in]     eventService        live event service; it must live until the notifiers were
 * deleted
 * @param[in,out] notifierCount       in: room of the array, out: notifiers; unchanged on error
 * @param[out]    eventNotifierArray  notifiers; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no IPC block
 * @retval NvSciError_BadParameter        iff eventService is no live service, or notifierCount or
 * eventNotifierArray is NULL
 * @retval NvSciError_AlreadyDone         iff that was done before for the block
 * @retval NvSciError_InsufficientMemory  iff *notifierCount is less than 3, all
 * RINGFENCE_CFG_LOCAL_EVENTS or RINGFENCE_CFG_EVENT_NOTIFIERS are taken, or memory is used up
 * @retval NvSciError_ResourceError       iff descriptors are used up, or the system refused for
 * another reason
 * @retval NvSciError_InvalidState        iff the block is connected, its endpoint has a notifier of
 * another event service, or the phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_EVENT_SERVICES).
 */
NvSciError NvSciStreamBlockInternalEventServiceSetup(NvSciStreamBlock const block,
                                                     NvSciEventService *const eventService,
                                                     uint32_t *const notifierCount,
                                                     NvSciEventNotifier **const eventNotifierArray);

/**
 * Lets an IPC block send packets from the thread that presents or releases them, and not from the
 * one that does its other reading and writing. The channel must have room:
 * NvSciStreamProducerPacketPresent() and NvSciStreamConsumerPacketRelease() fail where it has none.
 * Across a memory boundary that is a frame: the thread copies as much as 64 frames and the room in
 * the channel let it, if no fence is pending and the destination has a free packet; the rest
 * follows as for other blocks. It comes before all other calls for the block but
 * NvSciStreamBlockEventServiceSetup().
 *
 * @param[in] block  IPC source or destination for which there was no such call
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock  iff block is no block that lives
 * @retval NvSciError_NotSupported    iff block is no IPC block
 * @retval NvSciError_InvalidState    iff another call was made for the block before, or the phase
 * is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamPacketSendSync(NvSciStreamBlock const block);

/**
 * Attaches bytes to an endpoint, which the other blocks of the stream can read while it is set up.
 * The library does not look at them.
 *
 * @param[in] block     producer or consumer that is not connected yet
 * @param[in] userType  number that the program gives it; one info of each at a block
 * @param[in] dataSize  bytes
 * @param[in] data      dataSize bytes, which are copied
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadParameter        iff data is NULL
 * @retval NvSciError_AlreadyInUse        iff the block has an info with this userType
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_INFOS are taken, or dataSize
 * is more than RINGFENCE_CFG_STREAM_INFO_BYTES
 * @retval NvSciError_NoLongerAvailable   iff the block is connected
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(dataSize), no system call.
 */
NvSciError NvSciStreamBlockUserInfoSet(NvSciStreamBlock const block, uint32_t const userType,
                                       uint32_t const dataSize, void const *const data);

/**
 * Connects the next free output of a block with the input of another one. The stream is complete
 * when every path from the producer ends in a consumer, across all processes; then each block has
 * Connected. Connections are made in any order. A connection stays until one of its blocks is
 * deleted; no other block can take that one's place.
 *
 * @param[in] upstream    block with an output that is free
 * @param[in] downstream  block whose input is free
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock        iff upstream or downstream is no block that lives
 * @retval NvSciError_AccessDenied          iff one of them is a pool or a queue:
 * RINGFENCE_FAULT_STREAM_ORDER, as for the next two
 * @retval NvSciError_InsufficientResource  iff upstream has no free output, downstream no free
 * input, which a consumer and a producer do not have at all; or the stream would have more than
 * RINGFENCE_CFG_STREAM_CONSUMERS consumers, counted with free outputs of multicast blocks that are
 * marked Connect: RINGFENCE_FAULT_LIMIT
 * @retval NvSciError_BadParameter          iff downstream leads to upstream
 * @retval NvSciError_ResourceError, NvSciError_InsufficientMemory
 *                                          iff one of them is an IPC block that has no event
 * service of the program, and the system gives no thread, no descriptor or no memory
 * @retval NvSciError_InvalidState          iff upstream is a multicast block that has gone on
 * without the missing consumers, and SetupComplete was not yet queried on it, or since the last
 * group came, or a group was marked Connect at it and has not come, or one is set up anywhere in
 * this process's part of the stream; or it is in a group that was marked Connect and is not part of
 * the stream yet: RINGFENCE_FAULT_STREAM_ORDER; or the phase is not INIT
 *
 * Phase INIT. Any thread. O(blocks of the stream in this process).
 */
NvSciError NvSciStreamBlockConnect(NvSciStreamBlock const upstream,
                                   NvSciStreamBlock const downstream);

/* ---------------------------------------------------------------- events */

/**
 * Takes the next event of a block: Connected first, Disconnected after all that is still of use.
 * Packets, lists and objects that an event tells of are got by the functions that the event names.
 *
 * Without an event service it waits, if timeoutUsec says so. With one it does not: the notifier
 * tells when to ask.
 *
 * @param[in]  block        block
 * @param[in]  timeoutUsec  microseconds to wait; 0 looks once, -1 waits for ever
 * @param[out] event        event; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock  iff block is no block that lives
 * @retval NvSciError_Timeout         iff there is no event when the time ends. If the time is not 0
 * and the block could have set a mark of setup, it is a fault report that says which
 * @retval NvSciError_BadParameter    iff event is NULL, timeoutUsec is less than -1, or is not 0
 * and the block has an event service
 * @retval NvSciError_ResourceError   iff the system cannot put the thread to sleep
 *
 * Any phase. Any thread. O(1), of a block that nothing comes to any more O(packets of the pool); no
 * system call if there is an event, or timeoutUsec is 0.
 */
NvSciError NvSciStreamBlockEventQuery(NvSciStreamBlock const block, int64_t const timeoutUsec,
                                      NvSciStreamEventType *const event);

/**
 * Gives the first error that came to a block since the last such call, after the event Error. Those
 * that came behind it are lost. While a stream is set up, such an error is its end: delete it.
 * Later a packet may be lost.
 *
 * @param[in]  block   block
 * @param[out] status  error; NvSciError_Success if there was none; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock  iff block is no block that lives
 * @retval NvSciError_BadAddress      iff status is NULL
 * @retval NvSciError_InvalidState    iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockErrorGet(NvSciStreamBlock const block, NvSciError *const status);

/**
 * Does the reading and writing of an IPC block that is to be done, and does not wait. For programs
 * that set up NvSciStreamBlockInternalEventServiceSetup() and do not wait there, with the
 * notifications of the endpoint disabled.
 *
 * @param[in] block  IPC source or destination
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock  iff block is no block that lives
 * @retval NvSciError_NotSupported    iff block is no IPC block
 * @retval NvSciError_InvalidState    iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(messages that have come and that are to be sent); across a
 * memory boundary no more than 64 frames.
 */
NvSciError NvSciStreamBlockHandleInternalEvents(NvSciStreamBlock const block);

/* ---------------------------------------------------------------- setup */

/**
 * Gives the number of consumers downstream of a block, 1 for a consumer; those that may still come
 * late are among them.
 *
 * @param[in]  block         block
 * @param[out] numConsumers  consumers; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_BadAddress          iff numConsumers is NULL
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockConsumerCountGet(NvSciStreamBlock const block,
                                            uint32_t *const numConsumers);

/**
 * Gives the index by which the producer side knows a consumer.
 *
 * @param[in]  consumer  consumer
 * @param[out] index     index, from 0; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff consumer is no block that lives
 * @retval NvSciError_NotSupported        iff consumer is no consumer
 * @retval NvSciError_BadAddress          iff index is NULL
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the consumer
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamConsumerIndexGet(NvSciStreamBlock const consumer, uint32_t *const index);

/**
 * Says whether a consumer is one of those for whom the last Connected came: the producer reads its
 * sync objects anew, and those of the others are NULL because they stay.
 *
 * @param[in]  producer       producer
 * @param[in]  consumerIndex  index of the consumer
 * @param[out] newConnected   whether it is; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff producer is no block that lives
 * @retval NvSciError_NotSupported        iff producer is no producer
 * @retval NvSciError_BadAddress          iff newConnected is NULL
 * @retval NvSciError_IndexOutOfRange     iff there is no such consumer
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the producer
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamNewConsumerGet(NvSciStreamBlock const producer, uint32_t const consumerIndex,
                                     bool *const newConnected);

/**
 * Reads an info that was attached to an endpoint by NvSciStreamBlockUserInfoSet().
 *
 * @param[in]     block            block
 * @param[in]     queryBlockType   NvSciStreamBlockType_Producer or NvSciStreamBlockType_Consumer
 * @param[in]     queryBlockIndex  index of the consumer; 0 for the producer
 * @param[in]     userType         number of the info
 * @param[in,out] dataSize         in: room of data, out: bytes of the info, which may be more;
 * unchanged on error
 * @param[out]    data             the first *dataSize bytes; NULL: only the size is asked for, and
 * *dataSize must be 0
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock         iff block is no block that lives
 * @retval NvSciError_BadAddress             iff dataSize is NULL, or data is NULL and *dataSize is
 * not 0
 * @retval NvSciError_BadParameter           iff queryBlockType is none of the two
 * @retval NvSciError_IndexOutOfRange        iff there is no such producer or consumer
 * @retval NvSciError_StreamInfoNotProvided  iff it has no info with this userType
 * @retval NvSciError_StreamNotConnected     iff Connected was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable      iff SetupComplete was queried on the block; not while
 * late consumers are set up, if it is the producer or the pool
 * @retval NvSciError_InvalidState           iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(*dataSize + infos), no system call.
 */
NvSciError NvSciStreamBlockUserInfoGet(NvSciStreamBlock const block,
                                       NvSciStreamBlockType const queryBlockType,
                                       uint32_t const queryBlockIndex, uint32_t const userType,
                                       uint32_t *const dataSize, void *const data);

/**
 * Marks a group of setup as complete: what was set in it is sent to the blocks that need it, and
 * its functions give NoLongerAvailable from now on.
 *
 * What is to go through a channel is exported later, by what drives the IPC blocks, and imported at
 * the other end. If a table is full there (RINGFENCE_CFG_BUF_LISTS, RINGFENCE_CFG_SYNC_LISTS,
 * RINGFENCE_CFG_BUF_OBJECTS, RINGFENCE_CFG_BUF_HANDLES, RINGFENCE_CFG_SYNC_OBJECTS,
 * RINGFENCE_CFG_SYNC_HANDLES, RINGFENCE_CFG_STREAM_PACKETS, RINGFENCE_CFG_DESCRIPTORS), the IPC
 * block of that end has the Error InsufficientMemory, and its part of the stream ends: free rows
 * before setup, or delete the blocks and set them up anew.
 *
 *     group             block          after                         with
 *     ElementExport     endpoint       Connected                     an element
 *                       primary pool   ElementImport                 an element
 *     ElementImport     all            Elements                      -
 *     PacketExport      primary pool   ElementExport                 numPackets complete packets
 *                       secondary      ElementImport                 numPackets complete packets
 *     PacketImport      endpoint       ElementImport,                a status for each packet
 *                                      PacketsComplete
 *                       pool           PacketExport, PacketStatus    each packet taken by each
 *                                      of each packet                endpoint
 *     WaiterAttrExport  endpoint       ElementImport                 (a late consumer) a list for
 *                                                                    what the producer signals
 *     WaiterAttrImport  endpoint       ElementImport, WaiterAttr     -
 *     SignalObjExport   endpoint       WaiterAttrImport              -
 *     SignalObjImport   endpoint       ElementImport, SignalObj      -
 *     Connect           multicast      -                             -
 *     Connect, again    multicast      a further consumer            -
 *     CrcExport         CRC consumer   PacketImport,                 -
 *                                      SignalObjImport
 *     CrcImport         CRC producer   Validate                      -
 *
 * @param[in] block      block that has this group
 * @param[in] setupType  the group
 * @param[in] completed  true
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff setupType is no group of this type of block; of
 * Connect, iff late consumers would be behind a memory boundary
 * @retval NvSciError_BadParameter        iff completed is false, or setupType is no
 * NvSciStreamSetup
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block, or
 * Disconnected was; Connect asks for neither
 * @retval NvSciError_NotYetAvailable     iff what stands under 'after' was not yet marked or
 * queried on the block; of Connect, iff the stream goes on by it, and no consumer was connected
 * since, or not all paths to new ones end; an IPC source is an end
 * @retval NvSciError_InsufficientData    iff what stands under 'with' is missing, PacketImport is
 * marked at a pool one of whose packets was refused, or at a late consumer that refused one, which
 * RINGFENCE_FAULT_LATE_REFUSED says
 * @retval NvSciError_InsufficientResource  iff, with free outputs that Connect is marked for, and
 * with those that came late, there are more than RINGFENCE_CFG_STREAM_CONSUMERS consumers, which
 * RINGFENCE_FAULT_LIMIT says, or so many free numbers are not in a row, which
 * RINGFENCE_FAULT_LATE_REFUSED says
 * @retval NvSciError_AlreadyDone         iff the group is marked; of Connect, iff it is marked and
 * the stream is not complete, or the process behind an IPC source that was connected since is not
 * there, or the stream became complete without it
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(consumers x elements x packets).
 */
NvSciError NvSciStreamBlockSetupStatusSet(NvSciStreamBlock const block,
                                          NvSciStreamSetup const setupType, bool const completed);

/* ---------------------------------------------------------------- setup: elements */

/**
 * Appends an element to a block's list. Endpoints list what they offer or want; the pool lists the
 * elements that packets have, whose indices everybody uses from then on.
 *
 * @param[in] block        producer, consumer or primary pool
 * @param[in] userType     number that the program gives the element; the same at all blocks
 * @param[in] bufAttrList  list, which is copied: of an endpoint what it needs, of a pool what the
 * buffers are made of
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer, consumer or primary pool
 * @retval NvSciError_BadParameter        iff bufAttrList is no list that lives, names no type of
 * buffers, is a reconciled list of an endpoint, or one of a consumer that is of another module than
 * those that other consumers set for userType
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff block is a pool and Elements was not yet queried on it
 * @retval NvSciError_NoLongerAvailable   iff ElementExport was marked on the block
 * @retval NvSciError_AlreadyInUse        iff the block lists userType already
 * @retval NvSciError_ReconciliationFailed  iff block is a late consumer whose process has buffers
 * of userType that do not give what bufAttrList asks for; RINGFENCE_FAULT_LATE_REFUSED says which
 * key does not suit, and what both have under it. Not without RINGFENCE_CFG_CHECKS
 * @retval NvSciError_Overflow            iff the block lists RINGFENCE_CFG_STREAM_ELEMENTS already
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_LISTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(elements + slots of all lists of userType), no system call.
 */
NvSciError NvSciStreamBlockElementAttrSet(NvSciStreamBlock const block, uint32_t const userType,
                                          NvSciBufAttrList const bufAttrList);

/**
 * Gives the number of elements that a block is told of. The primary pool is told of those of the
 * producer, and of those of all consumers together; a secondary pool has the list of the primary
 * pool for both. Endpoints are told of the pool's, a consumer without those that are not visible to
 * it.
 *
 * @param[in]  block           pool, producer or consumer
 * @param[in]  queryBlockType  whose elements: NvSciStreamBlockType_Producer or
 * NvSciStreamBlockType_Consumer at a pool, NvSciStreamBlockType_Pool at an endpoint, any of them at
 * a secondary pool
 * @param[out] numElements     elements; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no pool, producer or consumer
 * @retval NvSciError_BadAddress          iff numElements is NULL
 * @retval NvSciError_BadParameter        iff queryBlockType is none that the block is told of
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff Elements was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff ElementImport was marked on the block
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockElementCountGet(NvSciStreamBlock const block,
                                           NvSciStreamBlockType const queryBlockType,
                                           uint32_t *const numElements);

/**
 * Gives an element that a block is told of.
 *
 * @param[in]  block           pool, producer or consumer
 * @param[in]  queryBlockType  whose elements, as for NvSciStreamBlockElementCountGet()
 * @param[in]  elemIndex       index of the element, from 0
 * @param[out] userType        number of the element; may be NULL; unchanged on error
 * @param[out] bufAttrList     copy of its list, which the caller frees; NULL at a secondary pool if
 * no consumer uses the element, and behind a channel if no consumer there lists and uses it: such
 * an element counts as unused there; may be NULL; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no pool, producer or consumer
 * @retval NvSciError_BadAddress          iff userType and bufAttrList are both NULL
 * @retval NvSciError_BadParameter        iff queryBlockType is none that the block is told of, or
 * it has no such element; or several consumers list it, and a list that came through a channel is
 * of another module than the others: that of its IPC block
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff Elements was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff ElementImport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_LISTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the list), no system call.
 */
NvSciError NvSciStreamBlockElementAttrGet(NvSciStreamBlock const block,
                                          NvSciStreamBlockType const queryBlockType,
                                          uint32_t const elemIndex, uint32_t *const userType,
                                          NvSciBufAttrList *const bufAttrList);

/**
 * Hides an element of the pool's list from a consumer: it is not told of it, gets no buffers of it,
 * and its indices are those of the others. Elements are visible to all unless this is called.
 * Whoever comes late with the index does not see it either.
 *
 * @param[in] pool           primary pool
 * @param[in] userType       number of an element that the pool lists
 * @param[in] consumerIndex  index of the consumer
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no primary pool
 * @retval NvSciError_BadParameter        iff the pool lists no such element, or there is no such
 * consumer
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool
 * @retval NvSciError_NotYetAvailable     iff Elements was not yet queried on the pool
 * @retval NvSciError_NoLongerAvailable   iff ElementExport was marked on the pool
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(elements), no system call.
 */
NvSciError NvSciStreamBlockElementNotVisible(NvSciStreamBlock const pool, uint32_t const userType,
                                             uint32_t const consumerIndex);

/**
 * Says whether a consumer uses an element; it does unless this is called. What it needs to wait for
 * an element that it does not use is ignored, and its process may not get the buffers. An element
 * whose list or buffers stay in the process upstream, as nobody behind the channel listed or used
 * it, stays unused.
 *
 * @param[in] block      consumer
 * @param[in] elemIndex  index of the element
 * @param[in] used       whether it is used
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no consumer
 * @retval NvSciError_BadParameter        iff there is no such element, or the list that was set
 *                                        for its waiter is of another module than those of other
 *                                        consumers that use it
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff Elements was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff ElementImport was marked on the block
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(packets), no system call.
 */
NvSciError NvSciStreamBlockElementUsageSet(NvSciStreamBlock const block, uint32_t const elemIndex,
                                           bool const used);

/* ---------------------------------------------------------------- setup: packets */

/**
 * Adds a packet to a pool. Its buffers are inserted next.
 *
 * @param[in]  pool    pool
 * @param[in]  cookie  number by which the pool's program knows the packet
 * @param[out] handle  packet at the pool; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no pool
 * @retval NvSciError_BadAddress          iff handle is NULL
 * @retval NvSciError_StreamBadCookie     iff cookie is NvSciStreamCookie_Invalid
 * @retval NvSciError_AlreadyInUse        iff a packet of the pool has this cookie
 * @retval NvSciError_Overflow            iff the pool has numPackets packets
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool
 * @retval NvSciError_NotYetAvailable     iff ElementExport was not yet marked on the pool, of a
 * secondary one ElementImport
 * @retval NvSciError_NoLongerAvailable   iff PacketExport was marked on the pool
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_PACKETS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(packets of the pool), no system call.
 */
NvSciError NvSciStreamPoolPacketCreate(NvSciStreamBlock const pool, NvSciStreamCookie const cookie,
                                       NvSciStreamPacket *const handle);

/**
 * Gives a packet the buffer of an element, in place of one that it may have.
 *
 * @param[in] pool    pool
 * @param[in] handle  packet of the pool
 * @param[in] index   index of the element
 * @param[in] bufObj  buffer; the packet has a reference of its own
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no pool
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the pool
 * @retval NvSciError_BadParameter        iff bufObj is no object that lives
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_InconsistentData    iff pool is a secondary one, and no consumer uses the
 * element; or it is a primary one, and bufObj has less bytes or rights than the list of the element
 * says, other planes, formats or strides, or another type
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool
 * @retval NvSciError_NotYetAvailable     iff ElementExport was not yet marked on the pool, of a
 * secondary one ElementImport
 * @retval NvSciError_NoLongerAvailable   iff the packet is complete, or PacketExport was marked on
 * the pool
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES are taken, or
 * the list of the element is not reconciled, and none of RINGFENCE_CFG_BUF_LISTS is free
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the list), no system call.
 */
NvSciError NvSciStreamPoolPacketInsertBuffer(NvSciStreamBlock const pool,
                                             NvSciStreamPacket const handle, uint32_t const index,
                                             NvSciBufObj const bufObj);

/**
 * Says that a packet has all its buffers, and sends it to the endpoints: those that have marked
 * ElementImport get PacketCreate.
 *
 * @param[in] pool    pool
 * @param[in] handle  packet of the pool
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no pool
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the pool
 * @retval NvSciError_InsufficientData    iff an element has no buffer; of a secondary pool, one
 * that a consumer uses
 * @retval NvSciError_AlreadyDone         iff the packet is complete
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool, or
 * Disconnected was
 * @retval NvSciError_NotYetAvailable     iff ElementExport was not yet marked on the pool, of a
 * secondary one ElementImport
 * @retval NvSciError_NoLongerAvailable   iff PacketExport was marked on the pool
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * What goes through a channel is made later: NvSciStreamBlockSetupStatusSet() says what comes of a
 * full table.
 *
 * Phase INIT. Any thread. O(consumers x elements).
 */
NvSciError NvSciStreamPoolPacketComplete(NvSciStreamBlock const pool,
                                         NvSciStreamPacket const handle);

/**
 * Gives a packet that PacketCreate told of; each one once.
 *
 * @param[in]  block   producer or consumer
 * @param[out] handle  packet at this block; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadAddress          iff handle is NULL
 * @retval NvSciError_NoStreamPacket      iff there is no new packet of which PacketCreate was
 * queried
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff ElementImport was not yet marked on the block
 * @retval NvSciError_NoLongerAvailable   iff PacketImport was marked on the block
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockPacketNewHandleGet(NvSciStreamBlock const block,
                                              NvSciStreamPacket *const handle);

/**
 * Gives the buffer of an element of a packet. A producer may write it; a consumer has at least the
 * rights that its list asked for.
 *
 * @param[in]  block      producer or consumer
 * @param[in]  handle     packet at this block
 * @param[in]  elemIndex  index of the element
 * @param[out] bufObj     buffer, which the caller frees; NULL if the consumer does not use the
 * element and its process does not have it; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the block
 * @retval NvSciError_BadAddress          iff bufObj is NULL
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff ElementImport was not yet marked on the block
 * @retval NvSciError_NoLongerAvailable   iff PacketImport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockPacketBufferGet(NvSciStreamBlock const block,
                                           NvSciStreamPacket const handle, uint32_t const elemIndex,
                                           NvSciBufObj *const bufObj);

/**
 * Says whether an endpoint takes a packet. With Success the cookie is what
 * NvSciStreamProducerPacketGet() and NvSciStreamConsumerPacketAcquire() give for it; with another
 * status the packet is rejected, and the pool can read that status.
 *
 * @param[in] block   producer or consumer
 * @param[in] handle  packet at this block
 * @param[in] cookie  number by which this endpoint's program knows the packet
 * @param[in] status  NvSciError_Success, or why the packet is rejected
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the block
 * @retval NvSciError_BadParameter        iff status is NvSciError_StreamInternalError
 * @retval NvSciError_StreamBadCookie     iff status is Success and cookie is
 * NvSciStreamCookie_Invalid
 * @retval NvSciError_AlreadyInUse        iff status is Success and a packet of the block has this
 * cookie
 * @retval NvSciError_AlreadyDone         iff the packet has a status of this endpoint
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block, or
 * Disconnected was
 * @retval NvSciError_NotYetAvailable     iff ElementImport was not yet marked on the block
 * @retval NvSciError_NoLongerAvailable   iff PacketImport was marked on the block
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(packets of the pool), no system call unless a thread waits.
 */
NvSciError NvSciStreamBlockPacketStatusSet(NvSciStreamBlock const block,
                                           NvSciStreamPacket const handle,
                                           NvSciStreamCookie const cookie, NvSciError const status);

/**
 * Says whether every endpoint has taken a packet.
 *
 * @param[in]  pool      pool
 * @param[in]  handle    packet of the pool
 * @param[out] accepted  whether all have; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no pool
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the pool
 * @retval NvSciError_BadAddress          iff accepted is NULL
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool
 * @retval NvSciError_NotYetAvailable     iff an endpoint has not yet given the packet a status
 * @retval NvSciError_NoLongerAvailable   iff PacketImport was marked on the pool
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(consumers), no system call.
 */
NvSciError NvSciStreamPoolPacketStatusAcceptGet(NvSciStreamBlock const pool,
                                                NvSciStreamPacket const handle,
                                                bool *const accepted);

/**
 * Gives the status that an endpoint gave a packet.
 *
 * @param[in]  pool             pool
 * @param[in]  handle           packet of the pool
 * @param[in]  queryBlockType   NvSciStreamBlockType_Producer or NvSciStreamBlockType_Consumer
 * @param[in]  queryBlockIndex  index of the consumer; 0 for the producer
 * @param[out] status           status; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no pool
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the pool
 * @retval NvSciError_BadAddress          iff status is NULL
 * @retval NvSciError_BadParameter        iff queryBlockType is none of the two
 * @retval NvSciError_IndexOutOfRange     iff there is no such producer or consumer
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool
 * @retval NvSciError_NotYetAvailable     iff an endpoint has not yet given the packet a status, or
 * the consumer of the index is not there
 * @retval NvSciError_NoLongerAvailable   iff PacketImport was marked on the pool
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamPoolPacketStatusValueGet(NvSciStreamBlock const pool,
                                               NvSciStreamPacket const handle,
                                               NvSciStreamBlockType const queryBlockType,
                                               uint32_t const queryBlockIndex,
                                               NvSciError *const status);

/**
 * Takes a packet out of a pool: at once if it is there, else when it returns. The endpoints get
 * PacketDelete. Before PacketExport another one can be made in its place. Its buffers are given
 * back with that; those of one that returns in RUNTIME later, when all endpoints have called
 * NvSciStreamBlockPacketOldCookieGet() for it, or all blocks of the stream in this process are
 * deleted.
 *
 * @param[in] pool    pool
 * @param[in] handle  packet of the pool; stale afterwards
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no pool
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the pool
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(packets + consumers x elements).
 */
NvSciError NvSciStreamPoolPacketDelete(NvSciStreamBlock const pool, NvSciStreamPacket const handle);

/**
 * Gives a packet that PacketDelete told of, each one once, and frees what the block has of it; its
 * handle is stale afterwards.
 *
 * @param[in]  block   producer or consumer
 * @param[out] cookie  cookie that the endpoint gave the packet; NvSciStreamCookie_Invalid if it
 * gave none; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadAddress          iff cookie is NULL
 * @retval NvSciError_NoStreamPacket      iff there is no deleted packet of which PacketDelete was
 * queried
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff ElementImport was not yet marked on the block
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(packets + consumers x elements).
 */
NvSciError NvSciStreamBlockPacketOldCookieGet(NvSciStreamBlock const block,
                                              NvSciStreamCookie *const cookie);

/* ---------------------------------------------------------------- setup: sync objects */

/**
 * Says what an endpoint needs of sync objects to wait for an element: a list of a waiter. Without
 * one, the endpoint does not wait: whoever passes it the packet has finished with the element
 * before. So a consumer without one ends the waiting of the others for this element, unless a
 * present-sync block is before it; a late one is refused where the producer signals.
 *
 * @param[in] block             producer or consumer
 * @param[in] elemIndex         index of the element
 * @param[in] waitSyncAttrList  list, which is copied; NULL: none
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_BadParameter        iff waitSyncAttrList is neither NULL nor an unreconciled
 * list that lives, or it is of another module than those of other consumers, and of present-sync
 * blocks, for the element; of a producer, than those of return-sync blocks; of a late consumer, iff
 * the producer's object for the element, if this process has it, does not give what the list asks
 * for, which RINGFENCE_FAULT_LATE_REFUSED says with the key; not without RINGFENCE_CFG_CHECKS
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff Elements was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff WaiterAttrExport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_LISTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of all lists for the element), no system call.
 */
NvSciError NvSciStreamBlockElementWaiterAttrSet(NvSciStreamBlock const block,
                                                uint32_t const elemIndex,
                                                NvSciSyncAttrList const waitSyncAttrList);

/**
 * Gives what the other side needs of sync objects to wait for an element: at the producer, the
 * lists of all consumers as one, if each consumer that uses the element has one, or a present-sync
 * block before it. An endpoint reconciles it with its own list of a signaller, and
 * allocates the sync object that it signals.
 *
 * @param[in]  block             producer or consumer
 * @param[in]  elemIndex         index of the element
 * @param[out] waitSyncAttrList  copy of the list, which the caller frees; NULL: somebody does not
 * wait, finish with the element before passing the packet on; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadAddress          iff waitSyncAttrList is NULL
 * @retval NvSciError_BadParameter        iff several wait for the element, and a list that came
 * through a channel is of another module than the others: that of its IPC block
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff WaiterAttr was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff WaiterAttrImport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_LISTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the list), no system call.
 */
NvSciError NvSciStreamBlockElementWaiterAttrGet(NvSciStreamBlock const block,
                                                uint32_t const elemIndex,
                                                NvSciSyncAttrList *const waitSyncAttrList);

/**
 * Gives the sync object whose fences an endpoint sends with an element: one that was reconciled
 * with what NvSciStreamBlockElementWaiterAttrGet() gave. Without one it sends none.
 *
 * @param[in] block          producer or consumer
 * @param[in] elemIndex      index of the element
 * @param[in] signalSyncObj  sync object, to which the block has a reference of its own; NULL: none
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_InconsistentData    iff signalSyncObj is not NULL, and the endpoint does not
 * use the element, nobody of the other side who uses it waits for it, the object lacks what one who
 * waits asked for, or it was not reconciled with the list of one who waits in another process
 * @retval NvSciError_BadParameter        iff signalSyncObj is neither NULL nor an object that
 * lives; or several wait for the element, and a list that came through a channel is of another
 * module than the others: that of its IPC block
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff WaiterAttrImport was not yet marked on the block
 * @retval NvSciError_NoLongerAvailable   iff SignalObjExport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_HANDLES are taken, or
 * fewer than two of RINGFENCE_CFG_SYNC_LISTS are free
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists), no system call.
 */
NvSciError NvSciStreamBlockElementSignalObjSet(NvSciStreamBlock const block,
                                               uint32_t const elemIndex,
                                               NvSciSyncObj const signalSyncObj);

/**
 * Gives the sync object whose fences an endpoint of the other side sends with an element.
 *
 * @param[in]  block            producer or consumer
 * @param[in]  queryBlockIndex  at the producer index of the consumer; at a consumer 0
 * @param[in]  elemIndex        index of the element
 * @param[out] signalSyncObj    sync object, which the caller frees; NULL: there is none, or, after
 * a late consumer came, it stays as it was; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadAddress          iff signalSyncObj is NULL
 * @retval NvSciError_IndexOutOfRange     iff there is no such consumer or element
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff SignalObj was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff SignalObjImport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockElementSignalObjGet(NvSciStreamBlock const block,
                                               uint32_t const queryBlockIndex,
                                               uint32_t const elemIndex,
                                               NvSciSyncObj *const signalSyncObj);

/* ---------------------------------------------------------------- streaming */

/**
 * Takes a free packet from the pool, for the producer to write: one for each PacketReady. The
 * producer holds it until it presents it, and may hold several. Its own fences of the last time are
 * cleared; NvSciStreamBlockPacketFenceGet() has those to wait for before writing.
 *
 * @param[in]  producer  producer
 * @param[out] cookie    cookie that the producer gave the packet; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff producer is no block that lives
 * @retval NvSciError_NotSupported        iff producer is no producer
 * @retval NvSciError_BadAddress          iff cookie is NULL
 * @retval NvSciError_NoStreamPacket      iff no packet is free; or if the stream has ended, and
 *                                        Disconnected was queried, or no PacketReady that was
 *                                        queried is left
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the producer
 * @retval NvSciError_NotYetAvailable     iff SetupComplete was not yet queried on the producer
 * @retval NvSciError_InvalidState        iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(elements of the packet), no system call.
 */
NvSciError NvSciStreamProducerPacketGet(NvSciStreamBlock const producer,
                                        NvSciStreamCookie *const cookie);

/**
 * Sends a packet that the producer holds downstream, with the fences that were set.
 *
 * @param[in] producer  producer
 * @param[in] handle    packet that the producer holds
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock            iff producer is no block that lives
 * @retval NvSciError_NotSupported              iff producer is no producer
 * @retval NvSciError_StreamBadPacket           iff handle is no packet of the producer
 * @retval NvSciError_StreamPacketInaccessible  iff the producer does not hold it
 * @retval NvSciError_StreamNotConnected        iff Connected was not yet queried on the producer,
 * or Disconnected was
 * @retval NvSciError_NotYetAvailable           iff SetupComplete was not yet queried on the
 * producer
 * @retval NvSciError_InsufficientResource      iff an IPC block sends it at once
 * (NvSciStreamPacketSendSync()), and the channel has no room
 * @retval NvSciError_InvalidState              iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(consumers x elements of the packet); no system call unless a
 * thread waits for it, or it goes to another process.
 */
NvSciError NvSciStreamProducerPacketPresent(NvSciStreamBlock const producer,
                                            NvSciStreamPacket const handle);

/**
 * Takes the next packet from the queue, for the consumer to read: one for each PacketReady. The
 * consumer holds it until it releases it, and may hold several. Its own fences of the last time are
 * cleared; NvSciStreamBlockPacketFenceGet() has those to wait for before reading.
 *
 * @param[in]  consumer  consumer
 * @param[out] cookie    cookie that the consumer gave the packet; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff consumer is no block that lives
 * @retval NvSciError_NotSupported        iff consumer is no consumer
 * @retval NvSciError_BadAddress          iff cookie is NULL
 * @retval NvSciError_NoStreamPacket      iff the queue is empty
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the consumer
 * @retval NvSciError_NotYetAvailable     iff SetupComplete was not yet queried on the consumer
 * @retval NvSciError_InvalidState        iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(elements of the packet), no system call.
 */
NvSciError NvSciStreamConsumerPacketAcquire(NvSciStreamBlock const consumer,
                                            NvSciStreamCookie *const cookie);

/**
 * Returns a packet that the consumer holds upstream, with the fences that were set. Packets are
 * released in any order, also after Disconnected: other consumers may need them.
 *
 * @param[in] consumer  consumer
 * @param[in] handle    packet that the consumer holds
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock            iff consumer is no block that lives
 * @retval NvSciError_NotSupported              iff consumer is no consumer
 * @retval NvSciError_StreamBadPacket           iff handle is no packet of the consumer
 * @retval NvSciError_StreamPacketInaccessible  iff the consumer does not hold it
 * @retval NvSciError_StreamNotConnected        iff Connected was not yet queried on the consumer
 * @retval NvSciError_NotYetAvailable           iff SetupComplete was not yet queried on the
 * consumer
 * @retval NvSciError_InsufficientResource      iff an IPC block sends it at once
 * (NvSciStreamPacketSendSync()), and the channel has no room
 * @retval NvSciError_InvalidState              iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(elements of the packet); no system call unless a thread waits
 * for it, or it goes to another process.
 */
NvSciError NvSciStreamConsumerPacketRelease(NvSciStreamBlock const consumer,
                                            NvSciStreamPacket const handle);

/**
 * Gives a packet the fence of an element that the other side has to wait for, in place of one that
 * it may have: one of the sync object that NvSciStreamBlockElementSignalObjSet() announced.
 *
 * @param[in] block      producer or consumer
 * @param[in] handle     packet that the block holds
 * @param[in] elemIndex  index of the element
 * @param[in] postfence  fence, which is duplicated; a cleared one: none
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock            iff block is no block that lives
 * @retval NvSciError_NotSupported              iff block is no producer or consumer
 * @retval NvSciError_StreamBadPacket           iff handle is no packet of the block
 * @retval NvSciError_StreamPacketInaccessible  iff the block does not hold the packet
 * @retval NvSciError_BadAddress                iff postfence is NULL
 * @retval NvSciError_BadParameter              iff the bytes of postfence are not what the library
 * wrote, or its object is gone (fault reports)
 * @retval NvSciError_IndexOutOfRange           iff there is no such element
 * @retval NvSciError_InconsistentData          iff postfence is not cleared, and the block does not
 * use the element, announced no sync object for it, or another one than that of postfence
 * @retval NvSciError_StreamNotConnected        iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable           iff SetupComplete was not yet queried on the block
 * @retval NvSciError_InvalidState              iff its object has as many fences as it can, or the
 * phase is DEINIT (or INIT, if RINGFENCE_CFG_STRICT_INIT is 1)
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockPacketFenceSet(NvSciStreamBlock const block,
                                          NvSciStreamPacket const handle, uint32_t const elemIndex,
                                          NvSciSyncFence const *const postfence);

/**
 * Gives the fence of an element to wait for before the packet's buffer is used: at the producer
 * that of one consumer, at a consumer that of the producer. The caller clears it. Fences of a
 * process that is gone give NoSuchProcess to those who wait.
 *
 * @param[in]  block            producer or consumer
 * @param[in]  handle           packet that the block holds
 * @param[in]  queryBlockIndex  at the producer index of the consumer; at a consumer 0
 * @param[in]  elemIndex        index of the element
 * @param[out] prefence         fence to overwrite, which must have been zeroed once; cleared if
 * there is nothing to wait for; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock            iff block is no block that lives
 * @retval NvSciError_NotSupported              iff block is no producer or consumer
 * @retval NvSciError_StreamBadPacket           iff handle is no packet of the block
 * @retval NvSciError_StreamPacketInaccessible  iff the block does not hold the packet
 * @retval NvSciError_BadAddress                iff prefence is NULL
 * @retval NvSciError_BadParameter              iff there is a fence, and the bytes of prefence are
 * not what the library wrote, which is a fault report; where there is none, such bytes are a fault
 * report too, and made zero
 * @retval NvSciError_IndexOutOfRange           iff there is no such consumer or element
 * @retval NvSciError_StreamNotConnected        iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable           iff SetupComplete was not yet queried on the block
 * @retval NvSciError_InvalidState              iff its object has as many fences as it can, or the
 * phase is DEINIT (or INIT, if RINGFENCE_CFG_STRICT_INIT is 1)
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockPacketFenceGet(NvSciStreamBlock const block,
                                          NvSciStreamPacket const handle,
                                          uint32_t const queryBlockIndex, uint32_t const elemIndex,
                                          NvSciSyncFence *const prefence);

/* ---------------------------------------------------------------- ends */

/**
 * Cuts off the process at the other end of an IPC source, as if it had ended: for one that hangs.
 * The packets that it has come home. Those that it had released before keep their fences, which may
 * stay pending: wait for them with a time-out, or leave that consumer out. Both sides get
 * Disconnected.
 *
 * @param[in] block  IPC source
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no IPC source
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_InvalidState        iff SetupComplete was not yet queried on the block, or the
 * phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(packets x elements).
 */
NvSciError NvSciStreamBlockDisconnect(NvSciStreamBlock const block);

/**
 * Deletes a block. Its name is stale at once, its notifiers have no event again. Pools and queues
 * go with the block that they are bound to. The other blocks get Disconnected: a consumer when it
 * has acquired what was presented, the others when nothing of use comes any more. If one consumer
 * of several is gone, the others go on, and its packets count as returned. Packets that were held
 * are free when all blocks of the stream are gone.
 *
 * An IPC source is cut off as by NvSciStreamBlockDisconnect(). If the process at its other end was
 * ended, the call waits until that is gone with all that it had, for a second at most: its packets
 * are handed out then. An IPC destination keeps its endpoint, and what the program drives it with,
 * as long as consumers below it have packets that they did not release.
 * An IPC block that a service of the program drives sends here what was presented or released
 * before DEINIT and not sent: that phase admits no wait, so no handler is called.
 *
 * @param[in] block  block; stale afterwards
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock  iff block is no block that lives
 * @retval NvSciError_InvalidState    iff the phase is RUNTIME
 *
 * Phases INIT DEINIT. Any thread. O(blocks + packets x elements of the stream in this process).
 */
NvSciError NvSciStreamBlockDelete(NvSciStreamBlock const block);

/* ---------------------------------------------------------------- checksums */

/**
 * NvSciStreamBlockUserInfoSet(), and folds userType, dataSize and the bytes into a checksum.
 *
 * @param[in]     block     producer or consumer that is not connected yet
 * @param[in]     userType  number that the program gives it; one info of each at a block
 * @param[in]     dataSize  bytes
 * @param[in]     data      dataSize bytes, which are copied
 * @param[in,out] crc       checksum: start value, then with what was handed over; unchanged on
 * error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadAddress          iff crc is NULL
 * @retval NvSciError_BadParameter        iff data is NULL
 * @retval NvSciError_AlreadyInUse        iff the block has an info with this userType
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_STREAM_INFOS are taken, or dataSize
 * is more than RINGFENCE_CFG_STREAM_INFO_BYTES
 * @retval NvSciError_NoLongerAvailable   iff the block is connected
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(dataSize), no system call.
 */
NvSciError NvSciStreamBlockUserInfoSetWithCrc(NvSciStreamBlock const block, uint32_t const userType,
                                              uint32_t const dataSize, void const *const data,
                                              uint32_t *const crc);

/**
 * NvSciStreamBlockUserInfoGet(), and folds userType, the size and the bytes that were copied into a
 * checksum.
 *
 * @param[in]     block            block
 * @param[in]     queryBlockType   NvSciStreamBlockType_Producer or NvSciStreamBlockType_Consumer
 * @param[in]     queryBlockIndex  index of the consumer; 0 for the producer
 * @param[in]     userType         number of the info
 * @param[in,out] dataSize         in: room of data, out: bytes of the info, which may be more;
 * unchanged on error
 * @param[out]    data             the first *dataSize bytes; NULL: only the size is asked for, and
 * *dataSize must be 0
 * @param[in,out] crc              checksum: start value, then with what was handed over; unchanged
 * on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock         iff block is no block that lives
 * @retval NvSciError_BadAddress             iff crc is NULL, dataSize is NULL, or data is NULL and
 * *dataSize is not 0
 * @retval NvSciError_BadParameter           iff queryBlockType is none of the two
 * @retval NvSciError_IndexOutOfRange        iff there is no such producer or consumer
 * @retval NvSciError_StreamInfoNotProvided  iff it has no info with this userType
 * @retval NvSciError_StreamNotConnected     iff Connected was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable      iff SetupComplete was queried on the block
 * @retval NvSciError_InvalidState           iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(*dataSize + infos), no system call.
 */
NvSciError NvSciStreamBlockUserInfoGetWithCrc(NvSciStreamBlock const block,
                                              NvSciStreamBlockType const queryBlockType,
                                              uint32_t const queryBlockIndex,
                                              uint32_t const userType, uint32_t *const dataSize,
                                              void *const data, uint32_t *const crc);

/**
 * NvSciStreamBlockElementAttrSet(), and folds userType and the values of the list into a checksum.
 *
 * @param[in]     block        producer, consumer or primary pool
 * @param[in]     userType     number that the program gives the element; the same at all blocks
 * @param[in]     bufAttrList  list, which is copied: of an endpoint what it needs, of a pool what
 * the buffers are made of
 * @param[in,out] crc          checksum: start value, then with what was handed over; unchanged on
 * error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer, consumer or primary pool
 * @retval NvSciError_BadAddress          iff crc is NULL
 * @retval NvSciError_BadParameter        iff bufAttrList is no list that lives, names no type of
 * buffers, is a reconciled list of an endpoint, or one of a consumer that is of another module than
 * those that other consumers set for userType
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff block is a pool and Elements was not yet queried on it
 * @retval NvSciError_NoLongerAvailable   iff ElementExport was marked on the block
 * @retval NvSciError_AlreadyInUse        iff the block lists userType already
 * @retval NvSciError_ReconciliationFailed  iff block is a late consumer whose process has buffers
 * of userType that do not give what bufAttrList asks for, with RINGFENCE_FAULT_LATE_REFUSED
 * @retval NvSciError_Overflow            iff the block lists RINGFENCE_CFG_STREAM_ELEMENTS already
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_LISTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(elements + bytes of the list), no system call.
 */
NvSciError NvSciStreamBlockElementAttrSetWithCrc(NvSciStreamBlock const block,
                                                 uint32_t const userType,
                                                 NvSciBufAttrList const bufAttrList,
                                                 uint32_t *const crc);

/**
 * NvSciStreamBlockElementAttrGet(), and folds what was asked for of userType and the values of the
 * list into a checksum.
 *
 * @param[in]     block           pool, producer or consumer
 * @param[in]     queryBlockType  whose elements, as for NvSciStreamBlockElementCountGet()
 * @param[in]     elemIndex       index of the element, from 0
 * @param[out]    userType        number of the element; may be NULL; unchanged on error
 * @param[out]    bufAttrList     copy of its list, which the caller frees; NULL at a secondary pool
 * if no consumer uses the element, and behind a channel if no consumer there lists and uses it:
 * such an element counts as unused there; may be NULL; unchanged on error
 * @param[in,out] crc             checksum: start value, then with what was handed over; unchanged
 * on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no pool, producer or consumer
 * @retval NvSciError_BadAddress          iff crc is NULL, or userType and bufAttrList are both NULL
 * @retval NvSciError_BadParameter        iff queryBlockType is none that the block is told of, or
 * it has no such element; or several consumers list it, and a list that came through a channel is
 * of another module than the others: that of its IPC block
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff Elements was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff ElementImport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_LISTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(bytes of the list), no system call.
 */
NvSciError NvSciStreamBlockElementAttrGetWithCrc(NvSciStreamBlock const block,
                                                 NvSciStreamBlockType const queryBlockType,
                                                 uint32_t const elemIndex, uint32_t *const userType,
                                                 NvSciBufAttrList *const bufAttrList,
                                                 uint32_t *const crc);

/**
 * NvSciStreamPoolPacketInsertBuffer(), and folds the index and the values of the buffer's list into
 * a checksum.
 *
 * @param[in]     pool    pool
 * @param[in]     handle  packet of the pool
 * @param[in]     index   index of the element
 * @param[in]     bufObj  buffer; the packet has a reference of its own
 * @param[in,out] crc     checksum: start value, then with what was handed over; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff pool is no block that lives
 * @retval NvSciError_NotSupported        iff pool is no pool
 * @retval NvSciError_BadAddress          iff crc is NULL
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the pool
 * @retval NvSciError_BadParameter        iff bufObj is no object that lives
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_InconsistentData    iff pool is a secondary one, and no consumer uses the
 * element; or it is a primary one, and bufObj has less bytes or rights than the list of the element
 * says, other planes, formats or strides, or another type
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the pool
 * @retval NvSciError_NotYetAvailable     iff ElementExport was not yet marked on the pool, of a
 * secondary one ElementImport
 * @retval NvSciError_NoLongerAvailable   iff the packet is complete, or PacketExport was marked on
 * the pool
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES are taken, or
 * the list of the element is not reconciled, and none of RINGFENCE_CFG_BUF_LISTS is free
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(bytes of the list), no system call.
 */
NvSciError NvSciStreamPoolPacketInsertBufferWithCrc(NvSciStreamBlock const pool,
                                                    NvSciStreamPacket const handle,
                                                    uint32_t const index, NvSciBufObj const bufObj,
                                                    uint32_t *const crc);

/**
 * NvSciStreamBlockPacketBufferGet(), and folds the index and the values of the buffer's list into
 * several checksums: a producer has one for each consumer.
 *
 * @param[in]     block      producer or consumer
 * @param[in]     handle     packet at this block
 * @param[in]     elemIndex  index of the element
 * @param[out]    bufObj     buffer, which the caller frees; NULL if the consumer does not use the
 * element and its process does not have it; unchanged on error
 * @param[in]     crcCount   checksums
 * @param[in,out] crc        crcCount checksums: start values, then with what was handed over;
 * unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_StreamBadPacket     iff handle is no packet of the block
 * @retval NvSciError_BadAddress          iff bufObj or crc is NULL
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff ElementImport was not yet marked on the block
 * @retval NvSciError_NoLongerAvailable   iff PacketImport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(crcCount x bytes of the list), no system call.
 */
NvSciError NvSciStreamBlockPacketBufferGetWithCrc(NvSciStreamBlock const block,
                                                  NvSciStreamPacket const handle,
                                                  uint32_t const elemIndex,
                                                  NvSciBufObj *const bufObj, size_t const crcCount,
                                                  uint32_t *const crc);

/**
 * NvSciStreamBlockElementSignalObjSet(), and folds the index and the values of the object's list
 * into a checksum.
 *
 * @param[in]     block          producer or consumer
 * @param[in]     elemIndex      index of the element
 * @param[in]     signalSyncObj  sync object, to which the block has a reference of its own; NULL:
 * none
 * @param[in,out] crc            checksum: start value, then with what was handed over; unchanged on
 * error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadAddress          iff crc is NULL
 * @retval NvSciError_IndexOutOfRange     iff there is no such element
 * @retval NvSciError_InconsistentData    iff signalSyncObj is not NULL, and the endpoint does not
 * use the element, nobody of the other side who uses it waits for it, the object lacks what one who
 * waits asked for, or it was not reconciled with the list of one who waits in another process
 * @retval NvSciError_BadParameter        iff signalSyncObj is neither NULL nor an object that
 * lives; or several wait for the element, and a list that came through a channel is of another
 * module than the others: that of its IPC block
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff WaiterAttrImport was not yet marked on the block
 * @retval NvSciError_NoLongerAvailable   iff SignalObjExport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_HANDLES are taken, or
 * fewer than two of RINGFENCE_CFG_SYNC_LISTS are free
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(bytes of the list), no system call.
 */
NvSciError NvSciStreamBlockElementSignalObjSetWithCrc(NvSciStreamBlock const block,
                                                      uint32_t const elemIndex,
                                                      NvSciSyncObj const signalSyncObj,
                                                      uint32_t *const crc);

/**
 * NvSciStreamBlockElementSignalObjGet(), and folds the index and the values of the object's list
 * into a checksum.
 *
 * @param[in]     block            producer or consumer
 * @param[in]     queryBlockIndex  at the producer index of the consumer; at a consumer 0
 * @param[in]     elemIndex        index of the element
 * @param[out]    signalSyncObj    sync object, which the caller frees; NULL: there is none, or,
 * after a late consumer came, it stays as it was; unchanged on error
 * @param[in,out] crc              checksum: start value, then with what was handed over; unchanged
 * on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock      iff block is no block that lives
 * @retval NvSciError_NotSupported        iff block is no producer or consumer
 * @retval NvSciError_BadAddress          iff signalSyncObj or crc is NULL
 * @retval NvSciError_IndexOutOfRange     iff there is no such consumer or element
 * @retval NvSciError_StreamNotConnected  iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable     iff SignalObj was not yet queried on the block
 * @retval NvSciError_NoLongerAvailable   iff SignalObjImport was marked on the block
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(bytes of the list), no system call.
 */
NvSciError NvSciStreamBlockElementSignalObjGetWithCrc(NvSciStreamBlock const block,
                                                      uint32_t const queryBlockIndex,
                                                      uint32_t const elemIndex,
                                                      NvSciSyncObj *const signalSyncObj,
                                                      uint32_t *const crc);

/**
 * NvSciStreamBlockPacketFenceSet(), and folds the index and the point of the fence into a checksum.
 *
 * @param[in]     block      producer or consumer
 * @param[in]     handle     packet that the block holds
 * @param[in]     elemIndex  index of the element
 * @param[in]     postfence  fence, which is duplicated; a cleared one: none
 * @param[in,out] crc        checksum: start value, then with what was handed over; unchanged on
 * error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock            iff block is no block that lives
 * @retval NvSciError_NotSupported              iff block is no producer or consumer
 * @retval NvSciError_StreamBadPacket           iff handle is no packet of the block
 * @retval NvSciError_StreamPacketInaccessible  iff the block does not hold the packet
 * @retval NvSciError_BadAddress                iff postfence or crc is NULL
 * @retval NvSciError_BadParameter              iff the bytes of postfence are not what the library
 * wrote, or its object is gone (fault reports)
 * @retval NvSciError_IndexOutOfRange           iff there is no such element
 * @retval NvSciError_InconsistentData          iff postfence is not cleared, and the block does not
 * use the element, announced no sync object for it, or another one than that of postfence
 * @retval NvSciError_StreamNotConnected        iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable           iff SetupComplete was not yet queried on the block
 * @retval NvSciError_InvalidState              iff its object has as many fences as it can, or the
 * phase is DEINIT (or INIT, if RINGFENCE_CFG_STRICT_INIT is 1)
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciStreamBlockPacketFenceSetWithCrc(NvSciStreamBlock const block,
                                                 NvSciStreamPacket const handle,
                                                 uint32_t const elemIndex,
                                                 NvSciSyncFence const *const postfence,
                                                 uint32_t *const crc);

/**
 * NvSciStreamBlockPacketFenceGet(), and folds the index and the point of the fence into a checksum.
 *
 * @param[in]     block            producer or consumer
 * @param[in]     handle           packet that the block holds
 * @param[in]     queryBlockIndex  at the producer index of the consumer; at a consumer 0
 * @param[in]     elemIndex        index of the element
 * @param[out]    prefence         fence to overwrite, which must have been zeroed once; cleared if
 * there is nothing to wait for; unchanged on error
 * @param[in,out] crc              checksum: start value, then with what was handed over; unchanged
 * on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_StreamBadBlock            iff block is no block that lives
 * @retval NvSciError_NotSupported              iff block is no producer or consumer
 * @retval NvSciError_StreamBadPacket           iff handle is no packet of the block
 * @retval NvSciError_StreamPacketInaccessible  iff the block does not hold the packet
 * @retval NvSciError_BadAddress                iff prefence or crc is NULL
 * @retval NvSciError_BadParameter              iff there is a fence, and the bytes of prefence are
 * not what the library wrote, which is a fault report; where there is none, such bytes are a fault
 * report too, and made zero
 * @retval NvSciError_IndexOutOfRange           iff there is no such consumer or element
 * @retval NvSciError_StreamNotConnected        iff Connected was not yet queried on the block
 * @retval NvSciError_NotYetAvailable           iff SetupComplete was not yet queried on the block
 * @retval NvSciError_InvalidState              iff its object has as many fences as it can, or the
 * phase is DEINIT (or INIT, if RINGFENCE_CFG_STRICT_INIT is 1)
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError
NvSciStreamBlockPacketFenceGetWithCrc(NvSciStreamBlock const block, NvSciStreamPacket const handle,
                                      uint32_t const queryBlockIndex, uint32_t const elemIndex,
                                      NvSciSyncFence *const prefence, uint32_t *const crc);

#ifdef __cplusplus
}
#endif

#endif /* NVSCISTREAM_H */
