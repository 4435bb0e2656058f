/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blits.h
 * The experiment with NvMedia 2D: an engine makes YUV 4:2:0 of RGBA, a CUDA consumer makes gray of
 * its luma, again and again. What all ways to hand frames on have in common.
 *
 * sharing:  a ring of images that are NvSciBuf buffers, which CUDA maps; NvSciSync fences say when
 *           one is full and when it is free, and nobody copies.
 * pageable: an image that nobody else has; NvMediaImageGetBits() copies it to memory of malloc(),
 *           cudaMemcpyAsync() copies luma to the GPU, and the CPU waits for the kernels.
 * pinned:   the same with two page-locked memories in turn: the next frame is made meanwhile.
 * alone:    nobody hands anything on: the engine makes all frames by itself, then the consumer
 * reads as many by itself.
 */
#ifndef BLITS_BLITS_H
#define BLITS_BLITS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#include "interop.h"
#include "kernels.h"
#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_image.h"
#include "nvmedia_image_nvscibuf.h"

/** Different frames: no divisor in common with the images of the ring. */
#define VARIANTS 3U
/** Images of the ring. */
#define RING 4U
/** Blits that are submitted and not consumed, at most. */
#define AHEAD 16U
/** Iterations at most. */
#define ITERATIONS_MAX 200U
/** Planes of YUV 4:2:0. */
#define PLANES 3U

/** Where the engine works: on the CPU, with images in memory that the GPU reads in place; or on the
 * GPU, with block-linear images in its memory. */
typedef enum { ENGINE_CPU = 0, ENGINE_GPU = 1, ENGINES = 2 } Engine;

typedef enum { WAY_PAGEABLE = 0, WAY_PINNED = 1, WAY_SHARING = 2, WAY_ALONE = 3, WAYS = 4 } Way;

/** What a run took, in seconds. */
typedef struct {
    double allocation;
    double operations;
    double cleanup;
    /** Of WAY_ALONE: the engine's part of the operations, and the consumer's. */
    double producer;
    double consumer;
} Times;

/** What is made once for an engine. */
typedef struct {
    Engine engine;
    uint32_t side;
    uint32_t iterations;
    NvMediaDevice *device;
    NvMedia2D *blitter;
    NvSciBufModule buf;
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext wait;
    cudaStream_t stream;
    NvSciRmGpuId gpu;
    NvMediaImage *rgba[VARIANTS];
    /** Checksums of the gray frames that must come out, and those that did, in memory of the GPU.
     */
    uint64_t expected[VARIANTS];
    uint64_t *sums;
    /** Output of the consumer, in memory of the GPU. */
    Rows gray;
} Scene;

/** An image of YUV 4:2:0, and what CUDA has of its luma. */
typedef struct {
    NvMediaImage *image;
    NvSciBufObj object;
    cudaExternalMemory_t memory;
    /** Rows, or an array with a surface. */
    Rows luma;
    void *pointer;
    cudaMipmappedArray_t mipmap;
    cudaSurfaceObject_t surface;
} Picture;

/** Opens what lasts, makes the frames of the engine and computes what must come out. */
bool scene_open(Scene *scene, Engine engine, uint32_t side);
void scene_close(Scene *scene);

/** Says that a call of NvMedia failed, if it did. */
bool scene_check(NvMediaStatus status, const char *call);

/** Makes an image that CUDA shares, and maps its luma. */
bool scene_share(const Scene *scene, Picture *picture);
/** Makes an image that nobody else has: NvMediaImageCreateNew(), or memory of the engine's GPU. */
bool scene_own(const Scene *scene, Picture *picture);
void scene_drop(const Scene *scene, Picture *picture);

/** Enqueues the consumer's work on a frame: gray, and its checksum. */
bool scene_consume(const Scene *scene, const Picture *picture, uint32_t iteration);

/** Compares the checksums of all frames. */
bool scene_is_right(const Scene *scene);

/** Does all iterations in a way. */
bool ways_run(Scene *scene, Way way, Times *times);

#endif /* BLITS_BLITS_H */
