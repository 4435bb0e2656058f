/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_cuda.h
 * Blits on a GPU: memory that a kernel of the library can use, and operations on it.
 *
 * CUDA's driver is opened when blit_gpu_open() is called first. An engine is a row of
 * RINGFENCE_CFG_2D_ENGINES with the primary context of one GPU and a stream of its own. Calls for
 * one engine are made one at a time, by any thread; those of several engines may be made at one
 * time. The current context of the calling thread is as it was when a call returns.
 *
 * What comes out is what blit_run() writes on the CPU: the same samples where no filter is used, at
 * most 1 apart where one is.
 */
#ifndef RINGFENCE_BLIT_CUDA_BLIT_CUDA_H
#define RINGFENCE_BLIT_CUDA_BLIT_CUDA_H

#include <stdbool.h>
#include <stdint.h>

#include "blit/blit.h"

/** Bytes of the UUID of a GPU. */
#define BLIT_GPU_UUID_BYTES 16U

typedef enum {
    BLIT_GPU_OK = 0,
    /** There is no driver of CUDA 12 or later, or the library was built without kernels. */
    BLIT_GPU_NONE = 1,
    /** No GPU has this UUID, or the kernels were not compiled for it. */
    BLIT_GPU_UNKNOWN = 2,
    /** Another GPU than the engine's has the memory, and the engine's cannot reach it; or the
     * memory is not what it was said to be: its size or its GPU. */
    BLIT_GPU_UNREACHABLE = 3,
    /** The GPU or the system has no memory left, or an engine is open on another GPU. */
    BLIT_GPU_NO_ROOM = 4,
    /** The blit was stopped; layers that were not drawn are left out. */
    BLIT_GPU_STOPPED = 5,
    /** The driver refused, or the GPU failed. */
    BLIT_GPU_FAILED = 6
} BlitGpuStatus;

/** Memory that is to be imported, as RingfenceEngineBufMap() gives it, and where an image is in it.
 */
typedef struct {
    /** It is in the memory of a GPU: `descriptor` and `size` say which memory. False: `base`. */
    bool is_device;
    /** The GPU whose memory it is; not looked at for memory of the CPU. */
    uint8_t home[BLIT_GPU_UUID_BYTES];
    /** The caller's; it may be closed after the import. */
    int32_t descriptor;
    /** First byte, of a page, of shared memory of the CPU. */
    const void *base;
    /** Bytes: those of the buffer in memory of a GPU, those that are mapped from `base`. */
    uint64_t size;
    /** It is an image that blits write. Else it is imported for reading alone. */
    bool writable;
    /** Memory of a GPU: planes are arrays. `pitch` of the image is not looked at then. */
    bool is_block_linear;
    /** From the first byte of the memory to that of each plane. */
    uint64_t offset[BLIT_PLANES];
} BlitGpuMemory;

/** An image that an engine's GPU can use; the caller's, all zero at first. The members are the
 * room's own. */
typedef struct {
    /** Something is imported. */
    bool is_there;
    /** Planes are surface objects; else addresses of the GPU. */
    bool is_array;
    uint64_t plane[BLIT_PLANES];
    /** Memory of the CPU: a second mapping of the same pages, which is registered with CUDA. */
    void *host;
    /** Bytes of `host` or of `address`. */
    uint64_t bytes;
    /** Memory of a GPU: where it is mapped. */
    uint64_t address;
    /** CUexternalMemory, CUmipmappedArray and CUarray of each plane. */
    void *external;
    void *mipmap[BLIT_PLANES];
    void *array[BLIT_PLANES];
} BlitGpuImage;

/** Says whether there are kernels, a driver and a GPU. Init only. */
bool blit_gpu_is_there(void);

/**
 * Prepares an engine: primary context, stream, kernels. Nothing to do if it is open on this GPU.
 * Init only.
 *
 * @param[in] engine  less than RINGFENCE_CFG_2D_ENGINES
 * @param[in] uuid    BLIT_GPU_UUID_BYTES bytes; NULL: the first GPU
 *
 * @return BLIT_GPU_OK, BLIT_GPU_NONE, BLIT_GPU_UNKNOWN, BLIT_GPU_NO_ROOM or BLIT_GPU_FAILED;
 * nothing is left of a call that failed
 */
BlitGpuStatus blit_gpu_open(uint32_t engine, const uint8_t *uuid);

/** Says whether blit_gpu_open() has succeeded. */
bool blit_gpu_is_open(uint32_t engine);

/** Gives the stream and the context of an engine back; nothing to do if it is not open. Its images
 * are not imported any more, and none of its blits is under way. Init and de-init only. */
void blit_gpu_close(uint32_t engine);

/**
 * Makes an image known to the GPU of an engine, which is open. Init only.
 *
 * @param[in]  engine  which
 * @param[in]  memory  where it is
 * @param[in]  image   format, size and pitch; its `plane` is not looked at
 * @param[out] made    what blit_gpu_run() takes; unchanged on failure
 *
 * @return BLIT_GPU_OK, BLIT_GPU_UNREACHABLE, BLIT_GPU_NO_ROOM or BLIT_GPU_FAILED; nothing is left
 * of a call that failed
 */
BlitGpuStatus blit_gpu_import(uint32_t engine, const BlitGpuMemory *memory, const BlitImage *image,
                              BlitGpuImage *made);

/** Ends an import; all zero afterwards. One that is not there is a no-op. No blit with it is under
 * way. Init and de-init only. */
void blit_gpu_unimport(uint32_t engine, BlitGpuImage *image);

/**
 * Does an operation that blit_check() gave BLIT_OK for, and waits until it is done: one launch of a
 * kernel for each layer. No graph of blit_prepare() is needed.
 *
 * @param[in] engine       which; it is open
 * @param[in] operation    what is drawn; `plane` of its images is not looked at
 * @param[in] destination  its destination, imported as writable by this engine
 * @param[in] sources      the source of each layer, imported by this engine
 * @param[in] goes_on      asked before each layer
 * @param[in] context      given to goes_on
 *
 * @return BLIT_GPU_OK, BLIT_GPU_STOPPED or BLIT_GPU_FAILED. Nothing is under way any more when it
 * returns, unless the GPU failed
 */
BlitGpuStatus blit_gpu_run(uint32_t engine, const BlitOperation *operation,
                           const BlitGpuImage *destination, const BlitGpuImage *const *sources,
                           BlitGoesOn goes_on, void *context);

/** Part of a plane, and where its bytes are in memory of the CPU, which need not be shared. */
typedef struct {
    uint32_t plane;
    /** Bytes of a row of the plane that are left out, and rows. */
    uint32_t x_bytes;
    uint32_t y;
    /** Bytes of a row, and rows. */
    uint32_t row_bytes;
    uint32_t rows;
    /** Bytes from a row to the next on the side of the CPU. */
    uint32_t pitch;
    /** Bytes from a row to the next in the plane; not looked at in block-linear images. */
    uint32_t plane_pitch;
} BlitGpuPart;

/** Copies a part of a plane to memory of the CPU, and waits. BLIT_GPU_OK or BLIT_GPU_FAILED. */
BlitGpuStatus blit_gpu_read(uint32_t engine, const BlitGpuImage *image, const BlitGpuPart *part,
                            uint8_t *to);

/** Copies memory of the CPU to a part of a plane, and waits. BLIT_GPU_OK or BLIT_GPU_FAILED. */
BlitGpuStatus blit_gpu_write(uint32_t engine, const BlitGpuImage *image, const BlitGpuPart *part,
                             const uint8_t *from);

#endif /* RINGFENCE_BLIT_CUDA_BLIT_CUDA_H */
