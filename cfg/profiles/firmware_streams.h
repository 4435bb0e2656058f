/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file firmware_streams.h
 * Profile of a small firmware with one stream, for STREAMS=1: a pool of four packets of one element,
 * a producer, two consumers behind a multicast block, limiters. All else is that of firmware_small.
 * The command line goes before it.
 */
#ifndef RINGFENCE_PROFILE_FIRMWARE_STREAMS_H
#define RINGFENCE_PROFILE_FIRMWARE_STREAMS_H

/* Blocks: pool, producer, multicast, and queue, consumer and limiter of each branch. */
#ifndef RINGFENCE_CFG_STREAM_BLOCKS
#define RINGFENCE_CFG_STREAM_BLOCKS 9U
#endif
/* An event loop over all blocks, with channels: CORES=1. */
#ifndef RINGFENCE_CFG_LOCAL_EVENTS
#define RINGFENCE_CFG_LOCAL_EVENTS 9U
#endif
#ifndef RINGFENCE_CFG_EVENT_NOTIFIERS
#define RINGFENCE_CFG_EVENT_NOTIFIERS 13U
#endif
#ifndef RINGFENCE_CFG_STREAM_PACKETS
#define RINGFENCE_CFG_STREAM_PACKETS 4U
#endif
#ifndef RINGFENCE_CFG_STREAM_ELEMENTS
#define RINGFENCE_CFG_STREAM_ELEMENTS 1U
#endif
#ifndef RINGFENCE_CFG_STREAM_CONSUMERS
#define RINGFENCE_CFG_STREAM_CONSUMERS 2U
#endif

/* Each endpoint waits for fences. */
#ifndef RINGFENCE_CFG_SYNC_WAIT_CONTEXTS
#define RINGFENCE_CFG_SYNC_WAIT_CONTEXTS 3U
#endif

#include "profiles/firmware_small.h"

#endif /* RINGFENCE_PROFILE_FIRMWARE_STREAMS_H */
