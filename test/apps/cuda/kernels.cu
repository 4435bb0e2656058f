/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"

/** Threads of a block, and pixels of a thread where it can take many at a time. */
#define THREADS 256U
#define PIXELS  16U
/** Blocks of a kernel that goes through all of a memory. */
#define BLOCKS 1024U

/** Columns of 2 x 2 pixels that a thread converts where it can take many at a time. */
#define COLUMNS 4U
/** Threads that run in step. */
#define WARP 32U

/** Pixels that are read and written in one access. */
union Pack {
    uint4 words;
    uint8_t bytes[PIXELS];
};

static __device__ uint8_t gray_of(uint8_t luma)
{
    const uint32_t above = (luma > 16U) ? ((uint32_t)luma - 16U) : 0U;
    const uint32_t level = ((298U * above) + 128U) >> 8U;

    return (uint8_t)((level > 255U) ? 255U : level);
}

static __global__ void gray_kernel(Rows luma, Rows gray, bool packed)
{
    const uint32_t x = ((blockIdx.x * blockDim.x) + threadIdx.x) * PIXELS;
    const uint8_t *const from = &luma.first[((size_t)luma.pitch * blockIdx.y) + x];
    uint8_t *const to = &gray.first[((size_t)gray.pitch * blockIdx.y) + x];

    if (packed && ((x + PIXELS) <= luma.width)) {
        Pack pack;

        pack.words = *(const uint4 *)from;
        for (uint32_t i = 0U; i < PIXELS; i++) {
            pack.bytes[i] = gray_of(pack.bytes[i]);
        }
        *(uint4 *)to = pack.words;
    } else {
        for (uint32_t i = 0U; (i < PIXELS) && ((x + i) < luma.width); i++) {
            to[i] = gray_of(from[i]);
        }
    }
}

/** The same of luma that is an array. */
static __global__ void gray_surface_kernel(cudaSurfaceObject_t luma, Rows gray, bool packed)
{
    const uint32_t x = ((blockIdx.x * blockDim.x) + threadIdx.x) * PIXELS;
    const int y = (int)blockIdx.y;
    uint8_t *const to = &gray.first[((size_t)gray.pitch * blockIdx.y) + x];

    if (packed && ((x + PIXELS) <= gray.width)) {
        Pack pack;

        pack.words = surf2Dread<uint4>(luma, (int)x, y);
        for (uint32_t i = 0U; i < PIXELS; i++) {
            pack.bytes[i] = gray_of(pack.bytes[i]);
        }
        *(uint4 *)to = pack.words;
    } else {
        for (uint32_t i = 0U; (i < PIXELS) && ((x + i) < gray.width); i++) {
            to[i] = gray_of(surf2Dread<unsigned char>(luma, (int)(x + i), y));
        }
    }
}

/** The formulas of pixels.h for a block of 2 x 2 pixels. */
static __global__ void nv12_kernel(Rows rgba, Rows luma, Rows chroma)
{
    const uint32_t x = (blockIdx.x * blockDim.x) + threadIdx.x;
    const uint32_t y = blockIdx.y;
    uint32_t red = 0U;
    uint32_t green = 0U;
    uint32_t blue = 0U;

    if (x < chroma.width) {
        for (uint32_t i = 0U; i < 2U; i++) {
            const size_t row = (2U * (size_t)y) + i;
            const uint8_t *const from = &rgba.first[(rgba.pitch * row) + (8U * (size_t)x)];
            uint8_t *const to = &luma.first[(luma.pitch * row) + (2U * (size_t)x)];

            for (uint32_t j = 0U; j < 2U; j++) {
                const uchar4 one = *(const uchar4 *)&from[4U * j];

                to[j] = (uint8_t)(16U +
                                  (((66U * one.x) + (129U * one.y) + (25U * one.z) + 128U) >> 8U));
                red += one.x;
                green += one.y;
                blue += one.z;
            }
        }
        red = (red + 2U) >> 2U;
        green = (green + 2U) >> 2U;
        blue = (blue + 2U) >> 2U;
        uint8_t *const uv = &chroma.first[((size_t)chroma.pitch * y) + (2U * (size_t)x)];

        /* 32768 is 128 << 8 and keeps all positive. */
        uv[0] = (uint8_t)((32768U + 128U + (112U * blue) - (38U * red) - (74U * green)) >> 8U);
        uv[1] = (uint8_t)((32768U + 128U + (112U * red) - (94U * green) - (18U * blue)) >> 8U);
    }
}

/** Eight bytes that are written in one access. */
union Half {
    uint2 words;
    uint8_t bytes[2U * COLUMNS];
};

/** A row of luma, and the sums of colours for chroma, of pixels that were read in one access. */
static __device__ void take_row(const uint4 *from, Half *luma, uint3 colours[COLUMNS])
{
    for (uint32_t i = 0U; i < 2U; i++) {
        const uint4 four = from[i];
        const uint32_t words[4] = {four.x, four.y, four.z, four.w};

        for (uint32_t j = 0U; j < 4U; j++) {
            const uint32_t red = words[j] & 0xFFU;
            const uint32_t green = (words[j] >> 8U) & 0xFFU;
            const uint32_t blue = (words[j] >> 16U) & 0xFFU;
            uint3 *const colour = &colours[(2U * i) + (j / 2U)];

            luma->bytes[(4U * i) + j] =
                (uint8_t)(16U + (((66U * red) + (129U * green) + (25U * blue) + 128U) >> 8U));
            colour->x += red;
            colour->y += green;
            colour->z += blue;
        }
    }
}

/** The same as nv12_kernel() for 8 x 2 pixels of a thread, whose rows are aligned. */
static __global__ void nv12_packed_kernel(Rows rgba, Rows luma, Rows chroma)
{
    const uint32_t x = ((blockIdx.x * blockDim.x) + threadIdx.x) * COLUMNS;
    const uint32_t y = blockIdx.y;
    uint3 colours[COLUMNS] = {};

    if (x < chroma.width) {
        Half uv;

        for (uint32_t i = 0U; i < 2U; i++) {
            const size_t row = (2U * (size_t)y) + i;
            Half levels;

            take_row((const uint4 *)&rgba.first[(rgba.pitch * row) + (8U * (size_t)x)], &levels,
                     colours);
            *(uint2 *)&luma.first[(luma.pitch * row) + (2U * (size_t)x)] = levels.words;
        }
        for (uint32_t i = 0U; i < COLUMNS; i++) {
            const uint32_t red = (colours[i].x + 2U) >> 2U;
            const uint32_t green = (colours[i].y + 2U) >> 2U;
            const uint32_t blue = (colours[i].z + 2U) >> 2U;

            uv.bytes[2U * i] =
                (uint8_t)((32768U + 128U + (112U * blue) - (38U * red) - (74U * green)) >> 8U);
            uv.bytes[(2U * i) + 1U] =
                (uint8_t)((32768U + 128U + (112U * red) - (94U * green) - (18U * blue)) >> 8U);
        }
        *(uint2 *)&chroma.first[((size_t)chroma.pitch * y) + (2U * (size_t)x)] = uv.words;
    }
}

/** Adds what the threads of a block have to one number. All threads of the block call it. */
static __device__ void add_up(uint64_t mine, uint64_t *sum)
{
    __shared__ unsigned long long all;
    unsigned long long part = mine;

    if (threadIdx.x == 0U) {
        all = 0U;
    }
    for (uint32_t i = WARP / 2U; i > 0U; i /= 2U) {
        part += __shfl_down_sync(0xFFFFFFFFU, part, i);
    }
    __syncthreads();
    if ((threadIdx.x % WARP) == 0U) {
        (void)atomicAdd(&all, part);
    }
    __syncthreads();
    if (threadIdx.x == 0U) {
        (void)atomicAdd((unsigned long long *)sum, all);
    }
}

static __global__ void sum_kernel(Rows gray, uint64_t *sum, bool packed)
{
    const uint8_t *const from = &gray.first[(size_t)gray.pitch * blockIdx.x];
    const uint64_t row = (uint64_t)gray.width * blockIdx.x;
    uint64_t mine = 0U;

    for (uint32_t x = threadIdx.x * PIXELS; x < gray.width; x += blockDim.x * PIXELS) {
        if (packed && ((x + PIXELS) <= gray.width)) {
            Pack pack;

            pack.words = *(const uint4 *)&from[x];
            for (uint32_t i = 0U; i < PIXELS; i++) {
                mine += KERNELS_TERM(pack.bytes[i], row + x + i);
            }
        } else {
            for (uint32_t i = 0U; (i < PIXELS) && ((x + i) < gray.width); i++) {
                mine += KERNELS_TERM(from[x + i], row + x + i);
            }
        }
    }
    add_up(mine, sum);
}

static __global__ void read_kernel(const uint4 *from, size_t count, uint64_t *sink)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    uint32_t mine = 0U;

    for (size_t i = ((size_t)blockIdx.x * blockDim.x) + threadIdx.x; i < count; i += step) {
        const uint4 one = from[i];

        mine += one.x ^ one.y ^ one.z ^ one.w;
    }
    add_up(mine, sink);
}

static __global__ void draw_kernel(uint8_t *to, size_t bytes, uint64_t frame)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;

    for (size_t i = ((size_t)blockIdx.x * blockDim.x) + threadIdx.x; i < bytes; i += step) {
        to[i] = KERNELS_BYTE(frame, i);
    }
}

static __global__ void compare_kernel(const uint8_t *from, size_t bytes, uint64_t frame,
                                      uint64_t *same)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    uint64_t mine = 0U;

    for (size_t i = ((size_t)blockIdx.x * blockDim.x) + threadIdx.x; i < bytes; i += step) {
        mine += (from[i] == KERNELS_BYTE(frame, i)) ? 1U : 0U;
    }
    add_up(mine, same);
}

static __device__ uint64_t now_ns(void)
{
    uint64_t ns = 0U;

    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
    return ns;
}

/** One thread, so that the order of its writes is that of the code. */
static __global__ void slow_kernel(volatile uint32_t *to, size_t words, uint32_t value, uint64_t us)
{
    const uint64_t end = now_ns() + (us * 1000U);
    uint32_t beat = value << 16U;

    for (size_t i = 1U; i < (words / 2U); i++) {
        to[i] = value;
    }
    while (now_ns() < end) {
        beat++;
        to[0] = beat;
        __threadfence_system();
    }
    for (size_t i = words / 2U; i < words; i++) {
        to[i] = value;
    }
    __threadfence_system();
}

static __global__ void empty_kernel(void)
{
}

static uint32_t blocks_for(uint32_t width, uint32_t pixels)
{
    return (width + (THREADS * pixels) - 1U) / (THREADS * pixels);
}

/** Says whether rows are aligned to an access of 16 bytes. */
static bool packs(const Rows *rows)
{
    return ((rows->pitch % PIXELS) == 0U) && (((uintptr_t)rows->first % PIXELS) == 0U);
}

cudaError_t kernels_usable(void)
{
    static const void *const all[] = {(const void *)gray_kernel,        (const void *)nv12_kernel,
                                      (const void *)nv12_packed_kernel, (const void *)sum_kernel,
                                      (const void *)read_kernel,        (const void *)draw_kernel,
                                      (const void *)compare_kernel,     (const void *)empty_kernel,
                                      (const void *)gray_surface_kernel, (const void *)slow_kernel};
    cudaFuncAttributes attributes;
    cudaError_t error = cudaSuccess;

    for (size_t i = 0U; (i < (sizeof(all) / sizeof(all[0]))) && (error == cudaSuccess); i++) {
        error = cudaFuncGetAttributes(&attributes, all[i]);
    }
    return error;
}

cudaError_t kernels_gray(const Rows *luma, const Rows *gray, cudaStream_t stream)
{
    const dim3 grid(blocks_for(luma->width, PIXELS), luma->height);

    gray_kernel<<<grid, THREADS, 0, stream>>>(*luma, *gray, packs(luma) && packs(gray));
    return cudaGetLastError();
}

cudaError_t kernels_gray_surface(cudaSurfaceObject_t luma, const Rows *gray, cudaStream_t stream)
{
    const dim3 grid(blocks_for(gray->width, PIXELS), gray->height);

    gray_surface_kernel<<<grid, THREADS, 0, stream>>>(luma, *gray, packs(gray));
    return cudaGetLastError();
}

cudaError_t kernels_nv12(const Rows *rgba, const Rows *luma, const Rows *chroma,
                         cudaStream_t stream)
{
    if (packs(rgba) && packs(luma) && packs(chroma) && ((chroma->width % COLUMNS) == 0U)) {
        const dim3 grid(blocks_for(chroma->width, COLUMNS), chroma->height);

        nv12_packed_kernel<<<grid, THREADS, 0, stream>>>(*rgba, *luma, *chroma);
    } else {
        const dim3 grid(blocks_for(chroma->width, 1U), chroma->height);

        nv12_kernel<<<grid, THREADS, 0, stream>>>(*rgba, *luma, *chroma);
    }
    return cudaGetLastError();
}

cudaError_t kernels_sum(const Rows *gray, uint64_t *sum, cudaStream_t stream)
{
    sum_kernel<<<gray->height, THREADS, 0, stream>>>(*gray, sum, packs(gray));
    return cudaGetLastError();
}

cudaError_t kernels_draw(uint8_t *to, size_t bytes, uint64_t frame, cudaStream_t stream)
{
    draw_kernel<<<BLOCKS, THREADS, 0, stream>>>(to, bytes, frame);
    return cudaGetLastError();
}

cudaError_t kernels_slow(void *to, size_t words, uint32_t value, uint64_t us, cudaStream_t stream)
{
    slow_kernel<<<1, 1, 0, stream>>>((uint32_t *)to, words, value, us);
    return cudaGetLastError();
}

cudaError_t kernels_compare(const uint8_t *from, size_t bytes, uint64_t frame, uint64_t *same,
                            cudaStream_t stream)
{
    compare_kernel<<<BLOCKS, THREADS, 0, stream>>>(from, bytes, frame, same);
    return cudaGetLastError();
}

cudaError_t kernels_nothing(cudaStream_t stream)
{
    empty_kernel<<<1, 1, 0, stream>>>();
    return cudaGetLastError();
}

cudaError_t kernels_read(const void *from, size_t bytes, uint64_t *sink, cudaStream_t stream)
{
    read_kernel<<<BLOCKS, THREADS, 0, stream>>>((const uint4 *)from, bytes / sizeof(uint4), sink);
    return cudaGetLastError();
}
