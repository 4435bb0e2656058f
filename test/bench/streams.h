/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file streams.h
 * Ways to move payloads from one producer to consumers, as test/bench/streams.c measures them.
 */
#ifndef RINGFENCE_BENCH_STREAMS_H
#define RINGFENCE_BENCH_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOW_CONSUMERS_MAX 4U
#define FLOW_ENDS_MAX      (FLOW_CONSUMERS_MAX + 1U)
/** Buffers that go round; as many may wait for a consumer. */
#define FLOW_PACKETS 8U

/** A producer, end 0, and its consumers, ends 1 and up. Each has a thread, or a process. */
typedef struct {
    uint32_t consumers;
    /** Bytes of each payload. */
    size_t size;
    /** Who waits sleeps; else it looks again and again. */
    bool asleep;
    /** There are fewer CPUs than ends: who looks again lets others run meanwhile. */
    bool yields;
    /** Ends are processes, else threads of one. */
    bool processes;
    /** Another number each time; the process that opens the flow has it too. */
    uint32_t run;
} Flow;

/** A way to move payloads. Functions return whether all went well; NULL: nothing to do. */
typedef struct {
    const char *name;
    /** Which flows it can have. */
    bool threads;
    bool processes;
    /** Before there are ends. */
    bool (*open)(const Flow *flow);
    /** In each end. */
    bool (*join)(const Flow *flow, uint32_t end);
    /** The producer waits for a buffer that is free. NULL: it failed. */
    void *(*begin)(const Flow *flow);
    /** The producer gives it to all consumers. */
    bool (*present)(const Flow *flow);
    /** A consumer waits for the next payload. NULL: it failed. */
    const void *(*acquire)(const Flow *flow, uint32_t end);
    bool (*release)(const Flow *flow, uint32_t end);
    /** In each end, once all are done. */
    void (*leave)(const Flow *flow, uint32_t end);
} StreamWay;

/** What a consumer, or a producer that finds no buffer, does between two looks. */
void flow_pause(const Flow *flow);

extern const StreamWay stream_way_ours;
/** With a fence of each end for each payload. */
extern const StreamWay stream_way_ours_fences;
/** iceoryx, where there is one; NULL where not. */
extern const StreamWay *const stream_way_iceoryx;

/* ---------------------------------------------------------------- a run (streams_run.c) */

/** Payloads of one run whose time is kept, at most. */
#define FLOW_SAMPLES_MAX 4096U

/** What a run is to do. */
typedef struct {
    const StreamWay *way;
    Flow flow;
    /** Payloads one by one, with the time of each; else as many as go in a second. */
    bool one_by_one;
    /** Payloads that count, and those before them. */
    uint32_t count;
    uint32_t warm;
    /** CPU of each end. */
    int cpu[FLOW_ENDS_MAX];
} FlowRun;

/** What it gave. */
typedef struct {
    /** Ticks from the call that presents until a consumer has the payload, by consumer. */
    uint64_t samples[FLOW_CONSUMERS_MAX][FLOW_SAMPLES_MAX];
    /** Ticks of all payloads. */
    uint64_t ticks;
    /** Payloads that each consumer had, those before included. */
    uint64_t arrived[FLOW_CONSUMERS_MAX];
    /** Times that a consumer gave up its CPU itself, by consumer. */
    uint64_t sleeps[FLOW_CONSUMERS_MAX];
} FlowResult;

/** Memory that all ends share. Once, before the first run. */
bool flow_begin(void);

/** Runs in a process of its own; NULL: it failed. The result is good until the next run. */
const FlowResult *flow_run(const FlowRun *run);

/** By how many ticks the clock of one CPU is ahead of that of another, and the most that this may
 * be wrong by. */
bool flow_clock_offset(int one, int other, int64_t *ahead, uint64_t *within);

#endif /* RINGFENCE_BENCH_STREAMS_H */
