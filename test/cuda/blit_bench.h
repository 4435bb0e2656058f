/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_bench.h
 * Images on the GPU and beside it: what the tests of blits on a GPU share.
 */
#ifndef RINGFENCE_TEST_BLIT_BENCH_H
#define RINGFENCE_TEST_BLIT_BENCH_H

#include "cuda_fixture.h"

#include <stdlib.h>

#include "blit/blit.h"
#include "blit/cuda/blit_cuda.h"
#include "blit/cuda/planes.h"
#include "ringfence_engine.h"

#define ENGINE 0U
/** Bytes before and behind the planes of a linear image, which nothing may write. */
#define BENCH_GUARD 256U

/** A format, and the colours of planes of NvSciBuf that hold it. */
typedef struct {
    const char *name;
    BlitFormat format;
    NvSciBufAttrValColorFmt colours[BLIT_PLANES];
} BenchFormat;

#define NO_COMPONENT                                                                               \
    {                                                                                              \
        0U, 0U, 0U, 0U, 0U                                                                         \
    }

static const BenchFormat g_bench_formats[] = {
    {"RGBA",
     {BLIT_MODEL_RGB,
      1U,
      8U,
      1U,
      {{0U, 0U, 4U, 0U, 0U}, {0U, 1U, 4U, 0U, 0U}, {0U, 2U, 4U, 0U, 0U}, {0U, 3U, 4U, 0U, 0U}}},
     {NvSciColor_A8B8G8R8}},
    {"BGRX",
     {BLIT_MODEL_RGB,
      1U,
      8U,
      1U,
      {{0U, 2U, 4U, 0U, 0U}, {0U, 1U, 4U, 0U, 0U}, {0U, 0U, 4U, 0U, 0U}, NO_COMPONENT}},
     {NvSciColor_A8R8G8B8}},
    {"NV12",
     {BLIT_MODEL_YUV,
      2U,
      8U,
      1U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 0U, 2U, 1U, 1U}, {1U, 1U, 2U, 1U, 1U}, NO_COMPONENT}},
     {NvSciColor_Y8, NvSciColor_V8U8}},
    {"NV21",
     {BLIT_MODEL_YUV,
      2U,
      8U,
      1U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 1U, 2U, 1U, 1U}, {1U, 0U, 2U, 1U, 1U}, NO_COMPONENT}},
     {NvSciColor_Y8, NvSciColor_U8V8}},
    {"I420",
     {BLIT_MODEL_YUV,
      3U,
      8U,
      1U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 0U, 1U, 1U, 1U}, {2U, 0U, 1U, 1U, 1U}, NO_COMPONENT}},
     {NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8}},
    {"YV12",
     {BLIT_MODEL_YUV,
      3U,
      8U,
      1U,
      {{0U, 0U, 1U, 0U, 0U}, {2U, 0U, 1U, 1U, 1U}, {1U, 0U, 1U, 1U, 1U}, NO_COMPONENT}},
     {NvSciColor_Y8, NvSciColor_V8, NvSciColor_U8}},
    {"I422",
     {BLIT_MODEL_YUV,
      3U,
      8U,
      1U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 0U, 1U, 1U, 0U}, {2U, 0U, 1U, 1U, 0U}, NO_COMPONENT}},
     {NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8}},
    {"422R",
     {BLIT_MODEL_YUV,
      2U,
      8U,
      1U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 0U, 2U, 0U, 1U}, {1U, 1U, 2U, 0U, 1U}, NO_COMPONENT}},
     {NvSciColor_Y8, NvSciColor_V8U8}},
    {"I444",
     {BLIT_MODEL_YUV,
      3U,
      8U,
      1U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 0U, 1U, 0U, 0U}, {2U, 0U, 1U, 0U, 0U}, NO_COMPONENT}},
     {NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8}},
    {"YUYV",
     {BLIT_MODEL_YUV,
      1U,
      8U,
      1U,
      {{0U, 0U, 2U, 0U, 0U}, {0U, 1U, 4U, 1U, 0U}, {0U, 3U, 4U, 1U, 0U}, NO_COMPONENT}},
     {NvSciColor_Y8U8Y8V8}},
    {"VYUY",
     {BLIT_MODEL_YUV,
      1U,
      8U,
      1U,
      {{0U, 1U, 2U, 0U, 0U}, {0U, 2U, 4U, 1U, 0U}, {0U, 0U, 4U, 1U, 0U}, NO_COMPONENT}},
     {NvSciColor_V8Y8U8Y8}},
    {"AYUV",
     {BLIT_MODEL_YUV,
      1U,
      8U,
      1U,
      {{0U, 2U, 4U, 0U, 0U}, {0U, 1U, 4U, 0U, 0U}, {0U, 0U, 4U, 0U, 0U}, {0U, 3U, 4U, 0U, 0U}}},
     {NvSciColor_A8Y8U8V8}},
    {"Y8",
     {BLIT_MODEL_YUV, 1U, 8U, 1U, {{0U, 0U, 1U, 0U, 0U}, NO_COMPONENT, NO_COMPONENT, NO_COMPONENT}},
     {NvSciColor_Y8}},
    {"P010",
     {BLIT_MODEL_YUV,
      2U,
      10U,
      2U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 0U, 2U, 1U, 1U}, {1U, 1U, 2U, 1U, 1U}, NO_COMPONENT}},
     {NvSciColor_Y10, NvSciColor_V10U10}},
    {"P016",
     {BLIT_MODEL_YUV,
      2U,
      16U,
      2U,
      {{0U, 0U, 1U, 0U, 0U}, {1U, 0U, 2U, 1U, 1U}, {1U, 1U, 2U, 1U, 1U}, NO_COMPONENT}},
     {NvSciColor_Y16, NvSciColor_V16U16}},
};

#define BENCH_FORMATS (uint32_t) COUNT_OF(g_bench_formats)

/** Where an image is. */
typedef enum {
    /** Rows in memory of the GPU, and in memory that the CPU sees. */
    PLACE_GPU = 0,
    PLACE_HOST = 1,
    /** Arrays in memory of the GPU. */
    PLACE_ARRAY = 2,
    PLACES = 3
} Place;

/** An image, and what the CPU has in its place. */
typedef struct {
    const char *name;
    BlitImage image;
    Place place;
    /** All bytes of a linear image, and of rows without gaps of an image of arrays. */
    uint8_t *cpu;
    uint8_t *read;
    size_t bytes;
    /** From the first byte to that of each plane. */
    size_t at[BLIT_PLANES];
    NvSciBufObj object;
    RingfenceEngineBuf map;
    BlitGpuMemory memory;
    BlitGpuImage gpu;
    /** Linear memory of the GPU for calls of CUDA. */
    CUexternalMemory external;
    CUdeviceptr pointer;
} BenchImage;

static inline uint32_t bench_random(void)
{
    static uint64_t s_state = 11U;

    s_state = (s_state * 6364136223846793005U) + 1442695040888963407U;
    return (uint32_t)(s_state >> 33U);
}

/** A block-linear image of NvSciBuf, and where its planes are. */
static inline NvSciBufObj bench_arrays(const BenchFormat *format, const BlitImage *image,
                                       uint64_t offsets[BLIT_PLANES])
{
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const NvSciBufAttrValImageLayoutType layout = NvSciBufImage_BlockLinearType;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const uint32_t planes = image->format.planes;
    uint32_t widths[BLIT_PLANES] = {0U};
    uint32_t heights[BLIT_PLANES] = {0U};
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)},
        {NvSciBufImageAttrKey_Layout, &layout, sizeof(layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &planes, sizeof(planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, format->colours,
         planes * sizeof(format->colours[0])},
        {NvSciBufImageAttrKey_PlaneWidth, widths, planes * sizeof(widths[0])},
        {NvSciBufImageAttrKey_PlaneHeight, heights, planes * sizeof(heights[0])}};
    NvSciBufAttrKeyValuePair offset = {NvSciBufImageAttrKey_PlaneOffset, NULL, 0U};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    for (uint32_t i = 0U; i < planes; i++) {
        const BlitGpuPlane plane = blit_gpu_plane(image, i);

        widths[i] = plane.row_bytes / (plane.channels * image->format.sample_bytes);
        heights[i] = plane.rows;
    }
    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    assert_int_equal(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListGetAttrs(list, &offset, 1U), NvSciError_Success);
    (void)memcpy(offsets, offset.value, planes * sizeof(offsets[0]));
    return object;
}

/** Makes an image with `pad` bytes behind each row, and imports it. */
static inline void bench_make(BenchImage *made, uint32_t format, uint32_t width, uint32_t height,
                              Place place, uint32_t pad)
{
    BlitImage *const image = &made->image;
    const bool is_array = (place == PLACE_ARRAY);

    (void)memset(made, 0, sizeof(*made));
    image->format = g_bench_formats[format].format;
    image->colour.full_range = ((format % 3U) == 1U);
    image->colour.standard = (BlitStandard)(format % 4U);
    image->width = width;
    image->height = height;
    made->name = g_bench_formats[format].name;
    made->place = place;
    made->bytes = BENCH_GUARD;
    for (uint32_t i = 0U; i < image->format.planes; i++) {
        const BlitGpuPlane plane = blit_gpu_plane(image, i);

        image->pitch[i] = plane.row_bytes + (is_array ? 0U : pad);
        made->at[i] = made->bytes;
        made->memory.offset[i] = made->bytes;
        made->bytes += ((size_t)image->pitch[i] * plane.rows) + BENCH_GUARD;
        made->bytes -= made->bytes % BENCH_GUARD;
    }
    made->bytes += BENCH_GUARD;
    made->cpu = calloc(1U, made->bytes);
    made->read = calloc(1U, made->bytes);
    assert_non_null(made->cpu);
    assert_non_null(made->read);
    for (uint32_t i = 0U; i < image->format.planes; i++) {
        image->plane[i] = &made->cpu[made->at[i]];
    }
    if (is_array) {
        made->object = bench_arrays(&g_bench_formats[format], image, made->memory.offset);
    } else {
        made->object = raw_buffer(made->bytes, place == PLACE_HOST, &g_scene.gpu);
    }
    assert_int_equal(RingfenceEngineBufMap(made->object, &made->map), NvSciError_Success);
    made->memory.is_device = made->map.isDevice;
    made->memory.descriptor = made->map.descriptor;
    made->memory.base = made->map.constBase;
    made->memory.size = made->map.isDevice ? made->map.size : made->map.bytes;
    made->memory.writable = true;
    made->memory.is_block_linear = is_array;
    (void)memcpy(made->memory.home, g_scene.gpu.bytes, sizeof(made->memory.home));
    if (place == PLACE_GPU) {
        made->external = import_buffer(made->object, made->bytes);
        assert_cu(try_map(made->external, 0U, made->bytes, &made->pointer), CUDA_SUCCESS);
    }
    assert_int_equal(blit_gpu_import(ENGINE, &made->memory, image, &made->gpu), BLIT_GPU_OK);
}

static inline void bench_end(BenchImage *made)
{
    blit_gpu_unimport(ENGINE, &made->gpu);
    assert_false(made->gpu.is_there);
    if (made->external != NULL) {
        assert_cu(ringfenceCuMemFree(made->pointer), CUDA_SUCCESS);
        assert_cu(ringfenceCuDestroyExternalMemory(made->external), CUDA_SUCCESS);
    }
    RingfenceEngineBufUnmap(&made->map);
    NvSciBufObjFree(made->object);
    free(made->cpu);
    free(made->read);
    (void)memset(made, 0, sizeof(*made));
}

/** All of a plane. */
static inline BlitGpuPart bench_part(const BenchImage *made, uint32_t i)
{
    const BlitGpuPlane plane = blit_gpu_plane(&made->image, i);
    const BlitGpuPart part = {
        i, 0U, 0U, plane.row_bytes, plane.rows, made->image.pitch[i], made->image.pitch[i]};

    return part;
}

/** Gives the GPU the bytes of the CPU. */
static inline void bench_send(const BenchImage *made)
{
    if (made->place == PLACE_GPU) {
        assert_cu(cuMemcpyHtoD(made->pointer, made->cpu, made->bytes), CUDA_SUCCESS);
    } else if (made->place == PLACE_HOST) {
        (void)memcpy(made->map.base, made->cpu, made->bytes);
    } else {
        for (uint32_t i = 0U; i < made->image.format.planes; i++) {
            const BlitGpuPart part = bench_part(made, i);

            assert_int_equal(blit_gpu_write(ENGINE, &made->gpu, &part, &made->cpu[made->at[i]]),
                             BLIT_GPU_OK);
        }
    }
}

/** Random values on both sides. */
static inline void bench_fill(BenchImage *made)
{
    for (size_t i = 0U; i < made->bytes; i++) {
        made->cpu[i] = (uint8_t)bench_random();
    }
    bench_send(made);
}

/** Takes the bytes of the GPU. */
static inline void bench_receive(const BenchImage *made)
{
    if (made->place == PLACE_GPU) {
        assert_cu(cuMemcpyDtoH(made->read, made->pointer, made->bytes), CUDA_SUCCESS);
    } else if (made->place == PLACE_HOST) {
        (void)memcpy(made->read, made->map.constBase, made->bytes);
    } else {
        (void)memcpy(made->read, made->cpu, made->bytes);
        for (uint32_t i = 0U; i < made->image.format.planes; i++) {
            const BlitGpuPart part = bench_part(made, i);

            assert_int_equal(blit_gpu_read(ENGINE, &made->gpu, &part, &made->read[made->at[i]]),
                             BLIT_GPU_OK);
        }
    }
}

/** Greatest difference between samples of the GPU and of the CPU; what is between planes and rows
 * is the same. */
static inline uint32_t bench_difference(const BenchImage *made)
{
    const uint32_t bytes = made->image.format.sample_bytes;
    uint32_t most = 0U;

    bench_receive(made);
    for (size_t i = 0U; i < made->bytes; i += bytes) {
        const uint32_t low = (uint32_t)abs((int)made->cpu[i] - (int)made->read[i]);
        const int one = made->cpu[i] + ((bytes == 2U) ? (256 * made->cpu[i + 1U]) : 0);
        const int other = made->read[i] + ((bytes == 2U) ? (256 * made->read[i + 1U]) : 0);
        const uint32_t apart = (bytes == 2U) ? (uint32_t)abs(one - other) : low;

        most = (apart > most) ? apart : most;
    }
    return most;
}

/* ---------------------------------------------------------------- operations */

static inline bool bench_goes_on(void *context)
{
    (void)context;
    return true;
}

/** An operation of one layer from one image to another. */
static inline BlitOperation bench_operation(const BenchImage *from, const BenchImage *to)
{
    BlitOperation operation;

    (void)memset(&operation, 0, sizeof(operation));
    operation.destination = to->image;
    operation.layers = 1U;
    operation.layer[0].source = from->image;
    operation.layer[0].source_rect = (BlitRect){0U, 0U, from->image.width, from->image.height};
    operation.layer[0].destination_rect = (BlitRect){0U, 0U, to->image.width, to->image.height};
    operation.layer[0].filter = BLIT_FILTER_OFF;
    operation.layer[0].blend = BLIT_BLEND_DISABLED;
    operation.layer[0].alpha = 1.0F;
    return operation;
}

/** Does an operation on the CPU. */
static inline void bench_by_cpu(const BlitOperation *operation)
{
    assert_int_equal(blit_check(operation), BLIT_OK);
    assert_int_equal(blit_prepare(operation), BLIT_OK);
    assert_int_equal(blit_run(operation, blit_scratch(0U), bench_goes_on, NULL), BLIT_OK);
    blit_forget();
}

/** Does an operation of layers with one source on both, and compares. */
static inline void bench_compare(const BlitOperation *operation, const BenchImage *from,
                                 BenchImage *to, uint32_t apart)
{
    const BlitGpuImage *sources[BLIT_LAYERS];
    uint32_t difference = 0U;

    for (uint32_t i = 0U; i < BLIT_LAYERS; i++) {
        sources[i] = &from->gpu;
    }
    bench_by_cpu(operation);
    assert_int_equal(blit_gpu_run(ENGINE, operation, &to->gpu, sources, bench_goes_on, NULL),
                     BLIT_GPU_OK);
    difference = bench_difference(to);
    if (difference > apart) {
        const BlitLayer *const layer = &operation->layer[0];

        fail_msg("%u apart: %s %u x %u to %s %u x %u, transform %d, filter %d, blend %d",
                 difference, from->name, from->image.width, from->image.height, to->name,
                 to->image.width, to->image.height, (int)layer->transform, (int)layer->filter,
                 (int)layer->blend);
    }
}

static inline int bench_up(void **state)
{
    const int result = scene_up(state);

    assert_int_equal(blit_gpu_open(ENGINE, g_scene.gpu.bytes), BLIT_GPU_OK);
    return result;
}

static inline int bench_down(void **state)
{
    blit_gpu_close(ENGINE);
    return scene_down(state);
}

#define blit_test(function) cmocka_unit_test_setup_teardown(function, bench_up, bench_down)

#endif /* RINGFENCE_TEST_BLIT_BENCH_H */
