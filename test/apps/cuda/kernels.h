/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kernels.h
 * The work of engines on a GPU. Each function enqueues one kernel and does not wait for it.
 * Pointers are for the device; the formulas are those of test/apps/pipeline/pixels.h.
 */
#ifndef CUDA_APPS_KERNELS_H
#define CUDA_APPS_KERNELS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Rows of bytes in memory that a device can read or write. */
typedef struct {
    uint8_t *first;
    /** Bytes from a row to the next. */
    uint32_t pitch;
    uint32_t width;
    uint32_t height;
} Rows;

/**
 * Loads all kernels on the current device; cudaSuccess iff they were compiled for it. What is
 * loaded by its first launch may have to wait for the device, which may be waiting for the CPU.
 */
cudaError_t kernels_usable(void);

/** Gray levels of luma; both have the same width and height. */
cudaError_t kernels_gray(const Rows *luma, const Rows *gray, cudaStream_t stream);

/** The same of luma that is a surface of an array of bytes. */
cudaError_t kernels_gray_surface(cudaSurfaceObject_t luma, const Rows *gray, cudaStream_t stream);

/** NV12 of RGBA; width and height are even. `rgba->width` counts pixels, `chroma->width` pairs. */
cudaError_t kernels_nv12(const Rows *rgba, const Rows *luma, const Rows *chroma,
                         cudaStream_t stream);

/** Adds the sum of the KERNELS_TERM of all pixels, row after row, to `*sum`. */
cudaError_t kernels_sum(const Rows *gray, uint64_t *sum, cudaStream_t stream);

/** What pixel number `index` adds to a checksum: a factor that is odd, so that each bit counts. */
#define KERNELS_TERM(pixel, index)                                                                 \
    (((uint64_t)(pixel) + 1U) * ((((uint64_t)(index) + 1U) * 0x9E3779B97F4A7C15U) | 1U))

/** Byte number `index` of frame number `frame`. */
#define KERNELS_BYTE(frame, index)                                                                 \
    ((uint8_t)((((uint64_t)(index) + ((uint64_t)(frame)*0x9E3779B1U) + 1U) *                       \
                0x9E3779B97F4A7C15U) >>                                                            \
               56U))

/** Writes all bytes of a frame. */
cudaError_t kernels_draw(uint8_t *to, size_t bytes, uint64_t frame, cudaStream_t stream);

/** Adds the number of bytes that are those of a frame to `*same`. */
cudaError_t kernels_compare(const uint8_t *from, size_t bytes, uint64_t frame, uint64_t *same,
                            cudaStream_t stream);

/** Writes a frame of 32-bit words for so many microseconds: the first half at once, the second half
 * in the end, all with one value but the first word, which is counted up all the while. */
cudaError_t kernels_slow(void *to, size_t words, uint32_t value, uint64_t us, cudaStream_t stream);

/** A kernel that does nothing. */
cudaError_t kernels_nothing(cudaStream_t stream);

/** Reads all of a memory, to measure how fast that is; `*sink` is overwritten with no meaning. */
cudaError_t kernels_read(const void *from, size_t bytes, uint64_t *sink, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif /* CUDA_APPS_KERNELS_H */
