/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscistream_types.h
 * Types and constants of streams. nvscistream.h has the functions, and says what a stream is.
 */
/* @satisfies RF-CORE-090 RF-CORE-091 */
#ifndef NVSCISTREAM_TYPES_H
#define NVSCISTREAM_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscisync.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
/** Major version of this interface. */
static const uint32_t NvSciStreamMajorVersion = 4U;
/** Minor version of this interface. */
static const uint32_t NvSciStreamMinorVersion = 2U;
#else
/** Major version of this interface. */
#define NvSciStreamMajorVersion (4U)
/** Minor version of this interface. */
#define NvSciStreamMinorVersion (2U)
#endif

/** A block of a stream, by the number that made it known to this process; 0 is none. */
typedef uintptr_t NvSciStreamBlock;

/** A packet, by the number that the library gives it at one block: at the pool and at each endpoint
 * it may be another one for the same packet. */
typedef uintptr_t NvSciStreamPacket;

/** A packet, by the number that the program gives it at one block; not 0, so a pointer fits. */
typedef uintptr_t NvSciStreamCookie;

/** No packet. */
static NvSciStreamPacket const NvSciStreamPacket_Invalid = 0U;

/** No cookie. */
static NvSciStreamCookie const NvSciStreamCookie_Invalid = 0U;

/** Limits of the library that NvSciStreamAttributeQuery() gives. */
typedef enum {
    /** Elements of a packet at most: RINGFENCE_CFG_STREAM_ELEMENTS. */
    NvSciStreamQueryableAttrib_MaxElements = 0,
    /** Sync objects of an endpoint at most, one for each element: the same number. */
    NvSciStreamQueryableAttrib_MaxSyncObj = 1,
    /** Outputs of a multicast block at most: RINGFENCE_CFG_STREAM_CONSUMERS. */
    NvSciStreamQueryableAttrib_MaxMulticastOutputs = 2
} NvSciStreamQueryableAttrib;

/** Whose data a query asks for. */
typedef enum {
    /** The producer. */
    NvSciStreamBlockType_Producer = 0,
    /** A consumer. */
    NvSciStreamBlockType_Consumer = 1,
    /** The pool. */
    NvSciStreamBlockType_Pool = 2
} NvSciStreamBlockType;

/** Groups of setup that NvSciStreamBlockSetupStatusSet() marks as complete. */
typedef enum {
    /** Endpoints: their elements are listed. Primary pool: the elements of the packets are. */
    NvSciStreamSetup_ElementExport = 0x01,
    /** Pool: the lists of the endpoints were read. Endpoints: the list of the pool was. */
    NvSciStreamSetup_ElementImport = 0x02,
    /** Pool: all packets are complete. */
    NvSciStreamSetup_PacketExport = 0x11,
    /** Endpoints: all packets have a status. Pool: the statuses were read. */
    NvSciStreamSetup_PacketImport = 0x12,
    /** Endpoints: what they need of sync objects to wait for is set. */
    NvSciStreamSetup_WaiterAttrExport = 0x21,
    /** Endpoints: what the other side needs of sync objects was read. */
    NvSciStreamSetup_WaiterAttrImport = 0x22,
    /** Endpoints: the sync objects that they signal are set. */
    NvSciStreamSetup_SignalObjExport = 0x31,
    /** Endpoints: the sync objects of the other side were read. */
    NvSciStreamSetup_SignalObjImport = 0x32,
    /** Multicast: go on with the consumers that are connected; others can come later. */
    NvSciStreamSetup_Connect = 0x41,
    /** Producer with checksums: those of the consumers are as they should be. */
    NvSciStreamSetup_CrcImport = 0x51,
    /** Consumer with checksums: its checksums were handed to the producer. */
    NvSciStreamSetup_CrcExport = 0x52
} NvSciStreamSetup;

/** Events of a block, which NvSciStreamBlockEventQuery() gives. */
typedef enum {
    /** Every path from the producer ends in a consumer: setup can begin. All blocks, once; once
     * more at the producer when a consumer came late. */
    NvSciStreamEventType_Connected = 0x4004,
    /** Nothing useful comes any more. All blocks, once, last. */
    NvSciStreamEventType_Disconnected = 0x4005,
    /** What the other side needs of sync objects is there: NvSciStreamBlockElementWaiterAttrGet().
     * Endpoints. */
    NvSciStreamEventType_WaiterAttr = 0x4013,
    /** The sync objects of the other side are there: NvSciStreamBlockElementSignalObjGet().
     * Endpoints. */
    NvSciStreamEventType_SignalObj = 0x4014,
    /** Lists of elements are there: NvSciStreamBlockElementAttrGet(). Primary pool: those of the
     * endpoints. Secondary pool and endpoints: that of the primary pool. */
    NvSciStreamEventType_Elements = 0x4026,
    /** A packet was made: NvSciStreamBlockPacketNewHandleGet(). Endpoints, once for each packet. */
    NvSciStreamEventType_PacketCreate = 0x4030,
    /** A packet was deleted: NvSciStreamBlockPacketOldCookieGet(). Endpoints, once for each packet.
     */
    NvSciStreamEventType_PacketDelete = 0x4032,
    /** Each endpoint has said whether it takes a packet: NvSciStreamPoolPacketStatusAcceptGet().
     * Pool, once for each packet. */
    NvSciStreamEventType_PacketStatus = 0x4037,
    /** There will be no more packets. Endpoints. */
    NvSciStreamEventType_PacketsComplete = 0x4038,
    /** Producer: a packet is free to be written. Consumer: a packet came to be read. Once for each:
     * NvSciStreamProducerPacketGet(), NvSciStreamConsumerPacketAcquire(). */
    NvSciStreamEventType_PacketReady = 0x4040,
    /** Setup is complete: packets can move. All blocks, once. */
    NvSciStreamEventType_SetupComplete = 0x4050,
    /** All consumers with checksums have marked CrcExport. Producer with checksums. */
    NvSciStreamEventType_Validate = 0x4060,
    /** Something went wrong that no call was there to be told of: NvSciStreamBlockErrorGet(). */
    NvSciStreamEventType_Error = 0x40FF
} NvSciStreamEventType;

#ifdef __cplusplus
}
#endif

#endif /* NVSCISTREAM_TYPES_H */
