/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lab.h
 * The experiment: a producer makes YUV 4:2:0 of RGBA, a CUDA consumer makes gray of that, again and
 * again. What all ways to do so have in common: the frames, the consumer's work, and its check.
 */
#ifndef EXPERIMENT_LAB_H
#define EXPERIMENT_LAB_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#include "image.h"
#include "kernels.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "peer.h"
#include "profile.h"

/** Different frames. Seven has no divisor in common with the buffers of a ring. */
#define VARIANTS 7U
/** Buffers of a ring: so many frames are in flight. A GPU that two processes use goes from one to
 * the other when one has nothing to do; so the more frames are in flight, the less often. One
 * side sends that many messages before it takes one: no more than two channels of 16 hold. */
#define RING_CPU 2U
#define RING_GPU 32U
/** Iterations at most. */
#define ITERATIONS_MAX 200U

/** The ways to hand a frame on; WAY_ALONE hands nothing on, and is what limits the others. */
typedef enum { WAY_PAGEABLE = 0, WAY_PINNED = 1, WAY_SHARING = 2, WAY_ALONE = 3, WAYS = 4 } Way;

/** Which experiment is run: who produces. */
typedef enum { PRODUCER_CPU = 0, PRODUCER_GPU = 1 } Producer;

/** One run: what process 1 tells process 2 to do with it. */
typedef struct {
    uint32_t side;
    uint32_t iterations;
    uint32_t way;
    /** Buffers between the processes, RING_GPU at most. */
    uint32_t ring;
    /** It takes a profile. */
    uint32_t profiles;
    /** Process 2 shall end. */
    uint32_t end;
} Order;

/** Everything that is made once for each size. */
typedef struct {
    uint32_t side;
    Image rgba[VARIANTS];
    /** What must come out, and its checksum. */
    Image gray[VARIANTS];
    uint64_t sum[VARIANTS];
} Material;

/** The consumer. Its stream and what the check needs are there for all runs. */
typedef struct {
    Peer *peer;
    cudaStream_t stream;
    NvSciRmGpuId gpu;
    NvSciBufModule buf;
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext wait;
    /** Memory of both processes, for copies between them. */
    uint8_t *common;
    const Material *material;
    uint32_t iterations;
    /** Buffers between the processes. */
    uint32_t ring;
    /** NULL: none is taken. */
    Profile *profile;
    /** Output of the run, in memory of the GPU. */
    Rows gray;
    /** Checksums of all frames, and the first and the last frame, in memory of the GPU. */
    uint64_t *sums;
    uint8_t *kept[2];
} Lab;

/** Bytes of the luma plane, and of an NV12 frame. */
uint64_t lab_luma_bytes(uint32_t side);
uint64_t lab_frame_bytes(uint32_t side);

/** Opens what lasts: modules, and on the current device a stream and room for checksums. */
bool lab_open(Lab *lab, Peer *peer);
void lab_close(Lab *lab);

/** Makes the frames and, for a consumer, computes what must come out of them. */
bool material_make(Material *material, uint32_t side, bool expected);
void material_free(Material *material);

/** The surface of an NV12 frame of packed rows. */
Surface lab_surface(uint8_t *bytes, uint32_t side);

/** Takes and gives back room to keep frames for the check. Not part of what is timed. */
bool lab_keep(Lab *lab, const Material *material);
void lab_keep_end(Lab *lab);

/** Takes and gives back the output of a run. */
bool lab_take_gray(Lab *lab);
void lab_give_gray(Lab *lab);

/** Enqueues the consumer's work on one frame: gray, and its checksum. */
bool lab_consume(Lab *lab, const uint8_t *luma, uint32_t iteration);

/** Compares all checksums, and all pixels of the first and the last frame. */
bool lab_check(Lab *lab);

/** List of a raw buffer. `cpu` and `gpu` say who uses it, `video` that it is memory of the GPU. */
NvSciError lab_buffer_list(const Lab *lab, uint64_t size, bool cpu, bool gpu, bool video,
                           NvSciBufAttrValAccessPerm perm, NvSciBufAttrList *list);

/** List of a CPU that signals or waits, and of a GPU that does. */
NvSciError lab_cpu_list(const Lab *lab, NvSciSyncAccessPerm perm, NvSciSyncAttrList *list);
NvSciError lab_gpu_list(const Lab *lab, bool signals, NvSciSyncAttrList *list);

#endif /* EXPERIMENT_LAB_H */
