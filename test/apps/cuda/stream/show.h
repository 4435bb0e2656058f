/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file show.h
 * An NvSciStream of one process with CUDA at its ends:
 *
 *     pool - producer --- multicast --- queue - consumer of the CPU
 *                                 \---- queue - consumer of CUDA
 *
 * The producer is the CPU or a stream of CUDA. A stream of CUDA waits for the fences of others and
 * signals its own: the CPU enqueues, and waits for none of its work while frames move.
 */
#ifndef STREAM_SHOW_H
#define STREAM_SHOW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "interop.h"
#include "nvscistream.h"

#define SHOW_PACKETS 4U
/** The ends, and how many of them are consumers. A consumer's index is its number less one. */
enum { END_PRODUCER = 0, END_CPU = 1, END_GPU = 2, SHOW_ENDS = 3, SHOW_CONSUMERS = 2 };
/** The only element of packets. */
#define SHOW_ELEMENT 0U
/** Until something is given up. */
#define SHOW_PATIENCE_US 20000000
#define SHOW_PATIENCE_S  20.0

/** An end of the stream. */
typedef struct {
    const char *name;
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
    /** Of CUDA: the same, its own signal, and what the others signal. */
    cudaStream_t stream;
    Mapped mapped[SHOW_PACKETS];
    cudaExternalSemaphore_t signal;
    cudaExternalSemaphore_t others[SHOW_CONSUMERS];
    /** Of a consumer: bytes that were what the producer wrote; CUDA counts them on the device. */
    uint64_t checked;
    uint64_t *count;
    /** All its calls succeeded. */
    bool good;
} ShowEnd;

typedef struct {
    NvSciBufModule buf;
    NvSciSyncModule sync;
    NvSciRmGpuId gpu;
    /** Bytes of a frame, and frames that go through. */
    uint64_t bytes;
    uint32_t frames;
    NvSciStreamBlock pool;
    NvSciStreamBlock multicast;
    NvSciStreamPacket made[SHOW_PACKETS];
    ShowEnd ends[SHOW_ENDS];
    /** Seconds that the frames took. */
    double seconds;
    /** An end has failed: the others stop. */
    atomic_bool failed;
} Show;

/** Says which call failed. Returns true iff none did. */
bool show_ok(NvSciError status, const char *call);
#define OK(call) show_ok((call), #call)

/** The next event of a block is this one. */
bool show_event(NvSciStreamBlock block, NvSciStreamEventType expected);

/** Makes the stream and sets it up, in phase INIT. What was made before a failure is there. */
bool show_open(Show *show, bool gpu_produces, uint64_t bytes, uint32_t frames);

/** Lets the frames through, in phase RUNTIME. */
bool show_play(Show *show);

/** Deletes the stream, and gives back all, in INIT or DEINIT; false: something is left. */
bool show_close(Show *show);

#endif /* STREAM_SHOW_H */
