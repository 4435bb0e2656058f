/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file show.h
 * An NvSciStream with CUDA at its ends, in one process or in several:
 *
 *     pool - producer --- multicast --- queue - consumer
 *                                 \---- IPC source ~ IPC destination --- queue - consumer
 *
 * Each end is the CPU or a stream of CUDA, and in a process of its plan; process 1 has pool,
 * producer and the multicast block, which is there if there are two consumers. A stream of CUDA
 * waits for the fences of others and signals its own: the CPU enqueues, and waits for none of its
 * work while frames move.
 *
 * Every process takes the same way through these functions, each with the ends that are there.
 */
#ifndef STREAM_SHOW_H
#define STREAM_SHOW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "interop.h"
#include "nvsciipc.h"
#include "nvscistream.h"

#define SHOW_PACKETS 4U
/** Ends at most: the producer, and consumers. A consumer's index is its number less one. */
#define SHOW_CONSUMERS 2U
#define SHOW_ENDS      (SHOW_CONSUMERS + 1U)
#define SHOW_PRODUCER  0U
/** The only element of packets. */
#define SHOW_ELEMENT 0U
/** Until something is given up. */
#define SHOW_PATIENCE_US 20000000
#define SHOW_PATIENCE_S  20.0

/** Who is where. */
typedef struct {
    /** What the report says of it. */
    const char *text;
    /** Processes, and ends, of which the first is the producer. */
    uint32_t processes;
    uint32_t ends;
    struct {
        bool gpu;
        /** Number of its process, from 1. */
        uint32_t process;
    } places[SHOW_ENDS];
    /** Buffers are in the memory of the GPU. */
    bool video;
} ShowPlan;

/** What an end did, for the report: memory of all processes. */
typedef struct {
    /** Of a consumer: bytes that were what the producer wrote. */
    uint64_t checked;
    /** Seconds that its frames took. */
    double seconds;
} ShowResult;

/** An end of the stream, in this process. */
typedef struct {
    uint32_t number;
    char name[32];
    bool gpu;
    NvSciStreamBlock block;
    NvSciStreamBlock queue;
    NvSciStreamPacket packets[SHOW_PACKETS];
    /** What it signals. */
    NvSciSyncObj object;
    /** Of the CPU: its pointers, and what it waits with. */
    uint8_t *written[SHOW_PACKETS];
    const uint8_t *read[SHOW_PACKETS];
    NvSciSyncCpuWaitContext wait;
    /** Of CUDA: the same, its own signal, what the others signal, and bytes that it found as they
     * were written, which the device counts. */
    cudaStream_t stream;
    Mapped mapped[SHOW_PACKETS];
    cudaExternalSemaphore_t signal;
    cudaExternalSemaphore_t others[SHOW_CONSUMERS];
    uint64_t *count;
    /** Consumers whose process has ended, as bits. */
    uint32_t gone;
    /** All its calls succeeded. */
    bool good;
    ShowResult *result;
} ShowEnd;

typedef struct {
    const ShowPlan *plan;
    /** Number of this process. */
    uint32_t process;
    /** This process ends itself in the middle. */
    bool dies;
    /** Consumers may write to the packets. */
    bool consumers_write;
    NvSciBufModule buf;
    NvSciSyncModule sync;
    NvSciRmGpuId gpu;
    /** Bytes of a frame, and frames that go through. */
    uint64_t bytes;
    uint32_t frames;
    NvSciStreamBlock pool;
    NvSciStreamBlock multicast;
    NvSciStreamPacket made[SHOW_PACKETS];
    /** IPC blocks and their endpoints: of each consumer that is in another process than the
     * producer, if one of the two is here. */
    NvSciStreamBlock ipc[SHOW_CONSUMERS];
    NvSciIpcEndpoint endpoints[SHOW_CONSUMERS];
    /** The ends that are here. */
    ShowEnd ends[SHOW_ENDS];
    uint32_t count;
    /** An end has failed: the others stop. */
    atomic_bool failed;
} Show;

/** What messages of this process begin with. */
const char *show_who(void);

/** Says which call failed. Returns true iff none did. */
bool show_ok(NvSciError status, const char *call);
#define OK(call) show_ok((call), #call)

/** Says which event came instead of another one. Returns true iff none did. */
bool show_is(NvSciStreamEventType event, NvSciStreamEventType expected);

/** The next event of a block is this one. */
bool show_event(NvSciStreamBlock block, NvSciStreamEventType expected);

/**
 * Makes the part of the stream that is in this process and sets it up, in phase INIT. `plan`,
 * `process`, `bytes` and `frames` are set, all else is 0. What was made before a failure is there.
 *
 * @param[in] results  for each end of the plan, of all processes
 */
bool show_open(Show *show, ShowResult *results);

/** Lets the frames through, in phase RUNTIME. */
bool show_play(Show *show);

/** Deletes the part of the stream that is here, and gives back all, in INIT or DEINIT; false:
 * something is left. */
bool show_close(Show *show);

#endif /* STREAM_SHOW_H */
