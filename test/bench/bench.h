/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bench.h
 * What the measurements of hops share. A hop is a one-way handover from who signals to who waits;
 * two sides, threads or processes, hand over in turns, and half of a round trip is one sample.
 *
 * clock.c has the time, cpus.c where the sides run, pair.c the two sides, hops.c the table of cells
 * and the program; transports/ has a file for each way to hand over.
 */
#ifndef RINGFENCE_BENCH_H
#define RINGFENCE_BENCH_H

#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Bytes between two words that are not to share a cache line, with the line that is fetched along.
 */
#define BENCH_LINE 128
/** Sides of a pair. */
#define SIDES 2U
/** Hops in each direction between two preparations, at most. */
#define BLOCK_MAX 8192U
/** Memory that the sides of a pair share. */
#define ROOM_BYTES (4U << 20)

/* ------------------------------------------------------------------------------------------- clock
 */

/** Chooses the clock and measures it. Before the first fork. */
void bench_clock_begin(void);
/** Ticks since some moment. */
uint64_t bench_now(void);
/** Ticks of a second. */
double bench_ticks_per_second(void);
/** Nanoseconds that bench_now() takes. */
double bench_clock_cost(void);
/** "rdtscp" or "clock_gettime". */
const char *bench_clock_name(void);
/** Is busy for a number of ticks. */
void bench_spin(uint64_t ticks);

/* -------------------------------------------------------------------------------------------- CPUs
 */

/** Where the two sides run. */
typedef struct {
    /** Different ones, where the process may use two. */
    int cpu[SIDES];
    /** CPUs that the process may use. */
    unsigned int allowed;
    /** Both are hardware threads of one core. */
    bool same_core;
    /** Both have the same last level of cache. */
    bool same_cache;
} Cpus;

/** Chooses two CPUs: of different cores and with one last level of cache where there are such. */
void bench_cpus_choose(Cpus *cpus);
/** Judges two CPUs that the caller chose. */
void bench_cpus_judge(Cpus *cpus);
/** Keeps this thread on one of two CPUs; the same number twice: on that one. */
bool bench_pin(int one, int other);

/* ------------------------------------------------------------------------------------------- pairs
 */

typedef struct Pair Pair;

/** One side of a pair, in its own thread or process. */
typedef struct {
    Pair *pair;
    /** 0 begins each round trip and takes the time, 1 answers. */
    uint32_t index;
    /** What the transport keeps for this side. */
    void *own;
} Side;

/** A way to hand over. Functions return whether all went well; those that are NULL have nothing to
 * do. */
typedef struct {
    /** As the tables name it. */
    const char *name;
    /** Of another library, which may not work on this machine: then it is left out. */
    bool of_others;
    /** Once, before there are two sides. */
    bool (*open)(Pair *pair);
    /** In each side, both at the same time. */
    bool (*join)(Side *side);
    /** Before a block of so many hops in each direction, in both sides at the same time. */
    bool (*prepare)(Side *side, uint32_t hops);
    /** Signals the other side. */
    bool (*send)(Side *side);
    /** Waits until the other side has signalled once more. */
    bool (*wait)(Side *side);
    /** In each side that has joined, at the end. */
    void (*leave)(Side *side);
} Transport;

/** How the sides of a cell run. */
typedef struct {
    const Transport *transport;
    /** Two processes; else two threads. */
    bool processes;
    /** CPU of each side. */
    int cpu[SIDES];
    /** Ticks between a return and the next signal, in which the other side falls asleep; 0: none.
     */
    uint64_t gap;
} Cell;

/** What the program and both sides share. */
struct Pair {
    Cell cell;
    /** Begins a block. */
    sem_t go[SIDES];
    /** A block has ended, or a side has joined. */
    sem_t done[SIDES];
    /** Of the block that begins; no hops: leave. */
    uint32_t warm;
    uint32_t hops;
    /** Whether a side is as it should be. */
    bool good[SIDES];
    /** Ticks that side 1 was busy between the signals of a round trip. */
    uint64_t away;
    /** Times that side 0 gave up the CPU itself in all measured hops. */
    uint64_t sleeps;
    /** Samples that are there: ticks of round trips. */
    uint32_t count;
    /** Room for samples. */
    uint32_t room_count;
    uint64_t *sample;
    /** For bench_meet(). */
    _Atomic uint32_t arrived;
    _Atomic uint32_t turn;
    /** Number of the pair, from 0 on. */
    uint32_t number;
    /** What the transport shares; all zero at first. */
    _Alignas(BENCH_LINE) unsigned char room[ROOM_BYTES];
};

/** Returns when both sides have called it. */
void bench_meet(Side *side);
/** Says what went wrong in a side. Returns false. */
bool bench_fail(const Side *side, const char *what);
/** Starts a process with two sides. Returns it, or -1. */
pid_t bench_pair_start(Pair *pair);

/* -------------------------------------------------------------------------------------- transports
 */

extern const Transport transport_line;
extern const Transport transport_futex;
extern const Transport transport_eventfd;
extern const Transport transport_semaphore;
extern const Transport transport_pipe;
extern const Transport transport_condition;
/** Fences made before the hops. */
extern const Transport transport_ours_threads;
extern const Transport transport_ours_processes;
/** Each hop makes its fence, hands it over, and clears it. */
extern const Transport transport_ours_fences_threads;
extern const Transport transport_ours_fences_processes;
/** The same; descriptors go as frames of a channel. */
extern const Transport transport_ours_channel_processes;

/** NULL where the program was built without these packages. */
extern const Transport *const transport_iceoryx_polling;
extern const Transport *const transport_iceoryx_waitset;
extern const Transport *const transport_cyclonedds;

#endif /* RINGFENCE_BENCH_H */
