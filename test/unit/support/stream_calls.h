/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_calls.h
 * Calls of streams for one block by name: for tests that make each call for each type of block.
 */
#ifndef RINGFENCE_TEST_STREAM_CALLS_H
#define RINGFENCE_TEST_STREAM_CALLS_H

#include "stream_fixture.h"

/** Blocks of the stream that calls are made for. */
typedef enum {
    KIND_PRODUCER,
    KIND_CONSUMER,
    KIND_POOL,
    KIND_FIFO,
    KIND_MAILBOX,
    KIND_MULTICAST,
    KIND_LIMITER,
    KIND_PRESENT_SYNC,
    KIND_RETURN_SYNC,
    KINDS
} Kind;

/** Kinds that there are: the last two have threads of the library. */
#define KINDS_HERE (FLOW_CAN_WAIT ? (uint32_t)KINDS : (uint32_t)KIND_PRESENT_SYNC)

/** Two consumers behind limiters and, where there are some, blocks that wait, the first with a
 * mailbox. KIND_CONSUMER is
 * the second. */
extern const FlowPlan g_call_plan;

/** Block of a kind in a stream of that plan. */
NvSciStreamBlock block_of(const Flow *flow, Kind kind);

const char *kind_name(Kind kind);

/** Type of the user info of the producer that is asked for. */
#define CALL_INFO 77U

/** What calls hand over. */
typedef struct {
    NvSciBufAttrList list;
    NvSciBufObj buffer;
    NvSciSyncAttrList waiter;
} CallSpares;

/** A call for a block with arguments that are right as far as the stream has them: packets of
 * endpoint `end`, the first element. What it gives out is freed. */
typedef NvSciError (*StreamCall)(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end);

/** A call. */
typedef struct {
    /** Without NvSciStream. */
    const char *name;
    StreamCall call;
    /** It changes nothing, or nothing that another call sees. */
    bool is_pure;
    /** Phases beside INIT that admit it. */
    bool in_runtime;
    bool in_deinit;
} NamedCall;

extern const NamedCall g_stream_calls[];
extern const size_t g_stream_call_count;

CallSpares make_spares(const Flow *flow);

void free_spares(const CallSpares *spares);

/** Makes a call for a kind of block. */
NvSciError call_kind(const Flow *flow, const CallSpares *spares, const NamedCall *call, Kind kind);

#endif /* RINGFENCE_TEST_STREAM_CALLS_H */
