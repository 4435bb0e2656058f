/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bench_cuda.h
 * What the benchmark has, and a Line: one of several mechanisms by which one stream, or the CPU,
 * lets another one wait.
 */
#ifndef BENCH_CUDA_H
#define BENCH_CUDA_H

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscisync.h"
#include "peer.h"

/** Hops in each direction of a round trip of streams, which is one sample. */
#define HOPS 4U
/** Events of a line. None is recorded again while a stream is behind a gate. */
#define EVENTS 25U
/** Devices that are used at most. */
#define DEVICES 2U
/** Microseconds and seconds until something is given up. */
#define PATIENCE_US 20000000
#define PATIENCE_NS 20000000000U

/** The mechanisms. */
typedef enum {
    /** NvSciSync, by CUDA's external semaphores. */
    KIND_OURS = 0,
    /** cuStreamWriteValue64 and cuStreamWaitValue64 on a word of registered memory. */
    KIND_MEMOPS = 1,
    /** CUDA events. */
    KIND_EVENTS = 2,
    /** CUDA events of another process. */
    KIND_IPC_EVENTS = 3,
    /** As KIND_MEMOPS, but a signal is two stores in one call, as for who waits in another process.
     */
    KIND_TWO = 4,
    /** What a signal of ours asks of the driver: whether the stream is captured, and the store or
     * the two stores. */
    KIND_ASKED = 5,
    KINDS = 6
} Kind;

/** Who signals and who waits. */
typedef enum {
    ENDS_STREAMS = 0,
    ENDS_CPU_TO_GPU = 1,
    ENDS_GPU_TO_CPU = 2,
    /** This process signals, or the other one does. */
    ENDS_TO_PEER = 3,
    ENDS_FROM_PEER = 4
} Ends;

/** What the waiter gets from the signaller. */
typedef struct {
    uint64_t value;
    NvSciSyncFence fence;
    NvSciSyncFenceIpcExportDescriptor desc;
} Token;

/** A post box in memory that two processes have in common. One writes, the other reads. */
typedef struct {
    _Atomic uint32_t written;
    _Atomic uint32_t read;
    uint8_t bytes[256];
} Box;

/** The memory that both processes have in common; all zero at first. */
typedef struct {
    /** Words of lines; each has a cache line of its own. */
    _Atomic uint64_t word[64][8];
    Box box[2];
} Common;

/** Everything that lasts. */
typedef struct {
    Peer *peer;
    Common *common;
    int devices;
    NvSciRmGpuId gpu[DEVICES];
    cudaStream_t stream[DEVICES][2];
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext wait;
    CUresult (*write_value)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
    CUresult (*wait_value)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
    CUresult (*batch)(CUstream, unsigned int, CUstreamBatchMemOpParams *, unsigned int);
    CUresult (*is_capturing)(CUstream, CUstreamCaptureStatus *);
    /** Words of `common` that are taken. */
    uint32_t words;
    /** IPC events were refused by CUDA. */
    bool no_ipc_events;
} Bench;

/** See above. */
typedef struct {
    Bench *bench;
    Kind kind;
    Ends ends;
    /** Devices of the signaller and of the waiter. */
    int device[2];
    NvSciSyncObj object;
    cudaExternalSemaphore_t signaler;
    cudaExternalSemaphore_t waiter;
    _Atomic uint64_t *word;
    CUdeviceptr address[2];
    /** A second word, of KIND_TWO and KIND_ASKED; 0: a signal is one store. */
    CUdeviceptr beside;
    uint64_t value;
    cudaEvent_t event[EVENTS];
    uint32_t next;
} Line;

/** Words of the lines of one kind: as many lines, and a second word for each. */
#define WORDS_OF_KIND 10U

/** Nanoseconds of a clock that only goes on. */
uint64_t bench_now(void);

/** Opens modules and streams, registers the common memory. */
bool bench_open(Bench *bench, Peer *peer, Common *common);
void bench_close(Bench *bench);

/** Sends and takes a message that is at most as long as a box. */
bool box_put(const Bench *bench, const void *bytes, size_t size);
bool box_get(const Bench *bench, void *bytes, size_t size);

/**
 * Makes a line, in phase INIT. One that crosses processes is made in both at the same time, there
 * with the opposite ends. `word` is the number of its word; a kind has WORDS_OF_KIND of them.
 */
bool line_open(Line *line, Bench *bench, Kind kind, Ends ends, int from, int to, uint32_t word);
void line_close(Line *line);

/** Enqueues a signal or a wait. */
bool line_signal(Line *line, cudaStream_t stream, Token *token);
bool line_wait(Line *line, cudaStream_t stream, const Token *token);

/** Sends a token to the other process, or takes one from it. */
bool line_send(const Line *line, Token *token);
bool line_take(const Line *line, Token *token);

/** A token that will not be used any more. */
void line_drop(Token *token);

/** A wait for a word of the common memory, and the store that ends it. */
bool gate_wait(const Bench *bench, uint32_t word, cudaStream_t stream, int device, uint64_t value);
void gate_open(const Bench *bench, uint32_t word, uint64_t value);

/** Looks at a stream until it is done. */
bool stream_finish(cudaStream_t stream);

/* ---------------------------------------------------------------- pairs */

/** Samples of one pair by all mechanisms, in nanoseconds. */
typedef struct {
    const char *name;
    double *sample[KINDS];
    uint32_t count[KINDS];
    bool has[KINDS];
} Pair;

/** The pairs; process 2 is told which one it helps with. */
typedef enum {
    PAIR_CPU = 0,
    PAIR_STREAMS = 1,
    PAIR_SIGNAL = 2,
    PAIR_WAIT = 3,
    PAIR_SIGNAL_CPU = 4,
    PAIR_WAIT_CPU = 5,
    PAIR_SIGNAL_PEER = 6,
    PAIR_WAIT_PEER = 7,
    PAIR_PROCESSES = 8,
    /** Without a kernel between wait and signal. */
    PAIR_PROCESSES_BARE = 9,
    PAIR_DEVICES = 10,
    PAIRS = 11
} PairName;

/** Measures a pair: `samples` of each mechanism in blocks in turn, less if `seconds` are over. */
bool pair_measure(Bench *bench, PairName name, uint32_t samples, double seconds, Pair *pair);

/** Process 2: helps with pairs until there is no more. */
bool pair_serve(Bench *bench);

/** Process 1: lets process 2 end. */
bool pair_end(Bench *bench);

#endif /* BENCH_CUDA_H */
