/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_import_test.c
 * Images that a GPU can use: whose memory is taken, whose is not, and what becomes of it.
 */
#define _GNU_SOURCE

#include "blit_bench.h"

#include "blit/cuda/driver.h"

#define WIDTH  64U
#define HEIGHT 16U
/** Formats of g_bench_formats. */
#define RGBA 0U
#define NV12 2U
#define I420 4U

/* What the library declares for itself is what CUDA's headers declare. */
_Static_assert(sizeof(GpuProperties) == sizeof(CUmemAllocationProp), "size");
_Static_assert(offsetof(GpuProperties, location) == offsetof(CUmemAllocationProp, location),
               "location");
_Static_assert(offsetof(GpuProperties, location.id) == offsetof(CUmemAllocationProp, location.id),
               "device");
_Static_assert(sizeof(GpuAccess) == sizeof(CUmemAccessDesc), "size");
_Static_assert(sizeof(GpuExternal) == sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC), "size");
_Static_assert(offsetof(GpuExternal, descriptor) ==
                   offsetof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC, handle.fd),
               "descriptor");
_Static_assert(offsetof(GpuExternal, size) == offsetof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC, size),
               "size");
_Static_assert(offsetof(GpuExternal, flags) == offsetof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC, flags),
               "flags");
_Static_assert(sizeof(GpuArray) == sizeof(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC), "size");
_Static_assert(offsetof(GpuArray, width) ==
                   offsetof(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.Width),
               "width");
_Static_assert(offsetof(GpuArray, channels) ==
                   offsetof(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.NumChannels),
               "channels");
_Static_assert(offsetof(GpuArray, array_flags) ==
                   offsetof(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.Flags),
               "flags");
_Static_assert(offsetof(GpuArray, levels) ==
                   offsetof(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, numLevels),
               "levels");
_Static_assert(sizeof(GpuResource) == sizeof(CUDA_RESOURCE_DESC), "size");
_Static_assert(offsetof(GpuResource, array) == offsetof(CUDA_RESOURCE_DESC, res.array.hArray),
               "array");
_Static_assert(offsetof(GpuResource, flags) == offsetof(CUDA_RESOURCE_DESC, flags), "flags");
_Static_assert(sizeof(GpuCopy) == sizeof(CUDA_MEMCPY2D), "size");
_Static_assert(offsetof(GpuCopy, to.array) == offsetof(CUDA_MEMCPY2D, dstArray), "array");
_Static_assert(offsetof(GpuCopy, from.pitch) == offsetof(CUDA_MEMCPY2D, srcPitch), "pitch");
_Static_assert(offsetof(GpuCopy, height) == offsetof(CUDA_MEMCPY2D, Height), "height");

static BenchImage g_from;
static BenchImage g_to;

static void make_both(Place from, Place to)
{
    bench_make(&g_from, RGBA, WIDTH, HEIGHT, from, 0U);
    bench_make(&g_to, NV12, WIDTH, HEIGHT, to, 0U);
    bench_fill(&g_from);
    bench_fill(&g_to);
}

static void end_both(void)
{
    bench_end(&g_from);
    bench_end(&g_to);
}

static void compare_both(void)
{
    const BlitOperation operation = bench_operation(&g_from, &g_to);

    bench_compare(&operation, &g_from, &g_to, 0U);
}

/**
 * An engine opens on the GPU that it is told, and on that one alone.
 * @verifies RF-BLIT-202
 */
static void engine_has_one_gpu(void **state)
{
    uint8_t nobody[BLIT_GPU_UUID_BYTES] = {1U};

    (void)state;
    assert_true(blit_gpu_is_there());
    assert_true(blit_gpu_is_open(ENGINE));
    assert_false(blit_gpu_is_open(ENGINE + 1U));
    assert_int_equal(blit_gpu_open(ENGINE, g_scene.gpu.bytes), BLIT_GPU_OK);
    assert_int_equal(blit_gpu_open(ENGINE, NULL), BLIT_GPU_OK);
    assert_int_equal(blit_gpu_open(ENGINE + 1U, nobody), BLIT_GPU_UNKNOWN);
    assert_false(blit_gpu_is_open(ENGINE + 1U));
    assert_int_equal(blit_gpu_open(RINGFENCE_CFG_2D_ENGINES, NULL), BLIT_GPU_FAILED);
    assert_int_equal(blit_gpu_open(ENGINE + 1U, NULL), BLIT_GPU_OK);
    assert_true(blit_gpu_is_open(ENGINE + 1U));
    blit_gpu_close(ENGINE + 1U);
    blit_gpu_close(ENGINE + 1U);
    assert_false(blit_gpu_is_open(ENGINE + 1U));
}

/**
 * The current context of a thread is as it was.
 * @verifies RF-BLIT-202
 */
static void context_of_the_caller_stays(void **state)
{
    CUcontext current = NULL;

    (void)state;
    make_both(PLACE_GPU, PLACE_HOST);
    assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    compare_both();
    assert_cu(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    assert_null(current);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    end_both();
}

/**
 * Memory of the CPU that the program has registered with CUDA itself can be imported, and the other
 * way round; each ends by itself.
 * @verifies RF-BLIT-203
 */
static void memory_of_the_cpu_is_registered_twice(void **state)
{
    CUexternalMemory external = NULL;
    BlitGpuImage more;

    (void)state;
    make_both(PLACE_HOST, PLACE_HOST);
    external = import_buffer(g_to.object, g_to.map.size);
    (void)memset(&more, 0, sizeof(more));
    assert_int_equal(blit_gpu_import(ENGINE, &g_to.memory, &g_to.image, &more), BLIT_GPU_OK);
    compare_both();
    blit_gpu_unimport(ENGINE, &g_to.gpu);
    g_to.gpu = more;
    bench_fill(&g_from);
    compare_both();
    assert_cu(ringfenceCuDestroyExternalMemory(external), CUDA_SUCCESS);
    bench_fill(&g_from);
    compare_both();
    end_both();
}

/**
 * A buffer that may only be read is a source, in memory of the CPU and in that of a GPU.
 * @verifies RF-BLIT-203
 * @verifies RF-BLIT-204
 */
static void sources_need_no_right_to_write(void **state)
{
    (void)state;
    for (uint32_t place = 0U; place < (uint32_t)PLACES; place++) {
        NvSciBufObj reader = NULL;
        RingfenceEngineBuf map;

        make_both((Place)place, PLACE_GPU);
        assert_int_equal(
            NvSciBufObjDupWithReducePerm(g_from.object, NvSciBufAccessPerm_Readonly, &reader),
            NvSciError_Success);
        assert_int_equal(RingfenceEngineBufMap(reader, &map), NvSciError_Success);
        assert_null(map.base);
        blit_gpu_unimport(ENGINE, &g_from.gpu);
        g_from.memory.descriptor = map.descriptor;
        g_from.memory.base = map.constBase;
        g_from.memory.writable = false;
        assert_int_equal(blit_gpu_import(ENGINE, &g_from.memory, &g_from.image, &g_from.gpu),
                         BLIT_GPU_OK);
        compare_both();
        blit_gpu_unimport(ENGINE, &g_from.gpu);
        RingfenceEngineBufUnmap(&map);
        NvSciBufObjFree(reader);
        end_both();
    }
}

/** An import is refused with this status, and `made` stays as it is. */
static void assert_refused(const BlitGpuMemory *memory, const BlitImage *image,
                           BlitGpuStatus status)
{
    BlitGpuImage made;

    (void)memset(&made, 0, sizeof(made));
    assert_int_equal(blit_gpu_import(ENGINE, memory, image, &made), status);
    assert_false(made.is_there);
}

/**
 * Memory that is not what it was said to be is refused: another size, another GPU, no memory of a
 * GPU, planes that it does not hold.
 * @verifies RF-BLIT-205
 */
static void memory_is_looked_at(void **state)
{
    BlitGpuMemory memory;
    BlitImage image;

    (void)state;
    make_both(PLACE_GPU, PLACE_HOST);
    memory = g_from.memory;
    memory.size += (uint64_t)64U << 20U;
    assert_refused(&memory, &g_from.image, BLIT_GPU_UNREACHABLE);
    memory.size = UINT64_MAX;
    assert_refused(&memory, &g_from.image, BLIT_GPU_UNREACHABLE);
    memory = g_from.memory;
    memory.home[0] ^= 1U;
    assert_refused(&memory, &g_from.image, BLIT_GPU_UNREACHABLE);
    memory = g_from.memory;
    memory.descriptor = g_to.map.descriptor;
    assert_refused(&memory, &g_from.image, BLIT_GPU_UNREACHABLE);
    memory = g_from.memory;
    memory.offset[0] = memory.size - 1U;
    assert_refused(&memory, &g_from.image, BLIT_GPU_UNREACHABLE);
    memory.offset[0] = UINT64_MAX;
    assert_refused(&memory, &g_from.image, BLIT_GPU_UNREACHABLE);
    image = g_to.image;
    image.height = 65535U;
    assert_refused(&g_to.memory, &image, BLIT_GPU_UNREACHABLE);
    compare_both();
    end_both();
}

/** Copies a plane out of an array that the library for CUDA maps. */
static void read_array(const BenchImage *image, CUexternalMemory external, uint32_t index)
{
    const BlitGpuPlane plane = blit_gpu_plane(&image->image, index);
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;
    CUDA_MEMCPY2D copy;
    CUmipmappedArray array = NULL;
    CUarray level = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&copy, 0, sizeof(copy));
    desc.offset = image->memory.offset[index];
    desc.arrayDesc.Width = plane.row_bytes / plane.channels;
    desc.arrayDesc.Height = plane.rows;
    desc.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    desc.arrayDesc.NumChannels = plane.channels;
    desc.numLevels = 1U;
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&array, external, &desc),
              CUDA_SUCCESS);
    assert_cu(ringfenceCuMipmappedArrayGetLevel(&level, array, 0U), CUDA_SUCCESS);
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = level;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = &image->read[image->at[index]];
    copy.dstPitch = plane.row_bytes;
    copy.WidthInBytes = plane.row_bytes;
    copy.Height = plane.rows;
    assert_cu(cuMemcpy2D(&copy), CUDA_SUCCESS);
    assert_cu(ringfenceCuMipmappedArrayDestroy(array), CUDA_SUCCESS);
}

/**
 * What a blit writes into arrays is what a program finds in the arrays that it maps itself, without
 * the flag for surfaces.
 * @verifies RF-BLIT-206
 */
static void arrays_are_those_of_programs(void **state)
{
    static const uint32_t formats[] = {RGBA, NV12, I420};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(formats); i++) {
        CUexternalMemory external = NULL;
        BlitOperation operation;

        bench_make(&g_from, RGBA, 200U, 150U, PLACE_GPU, 0U);
        bench_make(&g_to, formats[i], 200U, 150U, PLACE_ARRAY, 0U);
        bench_fill(&g_from);
        bench_fill(&g_to);
        operation = bench_operation(&g_from, &g_to);
        bench_compare(&operation, &g_from, &g_to, 0U);
        (void)memset(g_to.read, 0, g_to.bytes);
        external = import_buffer(g_to.object, g_to.map.size);
        for (uint32_t k = 0U; k < g_to.image.format.planes; k++) {
            const BlitGpuPlane plane = blit_gpu_plane(&g_to.image, k);

            read_array(&g_to, external, k);
            assert_memory_equal(&g_to.read[g_to.at[k]], &g_to.cpu[g_to.at[k]],
                                (size_t)plane.row_bytes * plane.rows);
        }
        assert_cu(ringfenceCuDestroyExternalMemory(external), CUDA_SUCCESS);
        end_both();
    }
}

/** Says so many times that a blit is to go on. */
static bool goes_on_for(void *context)
{
    uint32_t *const left = context;
    const bool goes_on = (*left > 0U);

    *left -= goes_on ? 1U : 0U;
    return goes_on;
}

/**
 * A blit that is stopped leaves out the layers that were not drawn.
 * @verifies RF-BLIT-209
 */
static void stopped_blit_leaves_layers_out(void **state)
{
    const BlitGpuImage *sources[BLIT_LAYERS];
    BlitOperation operation;
    uint32_t left = 1U;

    (void)state;
    make_both(PLACE_GPU, PLACE_GPU);
    operation = bench_operation(&g_from, &g_to);
    operation.layers = 2U;
    operation.layer[0].destination_rect.x1 = WIDTH / 2U;
    operation.layer[1] = operation.layer[0];
    operation.layer[1].destination_rect = (BlitRect){WIDTH / 2U, 0U, WIDTH, HEIGHT};
    for (uint32_t i = 0U; i < BLIT_LAYERS; i++) {
        sources[i] = &g_from.gpu;
    }
    assert_int_equal(blit_gpu_run(ENGINE, &operation, &g_to.gpu, sources, goes_on_for, &left),
                     BLIT_GPU_STOPPED);
    operation.layers = 1U;
    bench_by_cpu(&operation);
    assert_int_equal(bench_difference(&g_to), 0U);
    end_both();
}

/**
 * Parts of planes are copied to memory of the program and back, in each place.
 * @verifies RF-BLIT-210
 */
static void parts_are_copied(void **state)
{
    (void)state;
    for (uint32_t place = 0U; place < (uint32_t)PLACES; place++) {
        static const uint32_t planes[] = {0U, 1U};
        uint8_t bytes[6U * 40U];

        make_both(PLACE_GPU, (Place)place);
        for (size_t i = 0U; i < COUNT_OF(planes); i++) {
            const BlitGpuPart part = {planes[i], 8U, 2U, 32U, 6U, 40U, g_to.image.pitch[i]};

            (void)memset(bytes, 0xA5, sizeof(bytes));
            assert_int_equal(blit_gpu_read(ENGINE, &g_to.gpu, &part, bytes), BLIT_GPU_OK);
            for (uint32_t y = 0U; y < 6U; y++) {
                uint8_t *const row =
                    &g_to.cpu[g_to.at[i] + ((size_t)(y + 2U) * g_to.image.pitch[i]) + 8U];

                assert_memory_equal(&bytes[y * 40U], row, 32U);
                assert_int_equal(bytes[(y * 40U) + 32U], 0xA5U);
                for (uint32_t x = 0U; x < 32U; x++) {
                    row[x] ^= 0xFFU;
                }
                (void)memcpy(&bytes[y * 40U], row, 32U);
            }
            assert_int_equal(blit_gpu_write(ENGINE, &g_to.gpu, &part, bytes), BLIT_GPU_OK);
        }
        assert_int_equal(bench_difference(&g_to), 0U);
        end_both();
    }
}

/**
 * Nothing is done for an engine that is not open.
 * @verifies RF-BLIT-202
 */
static void closed_engine_does_nothing(void **state)
{
    const BlitGpuPart part = {0U, 0U, 0U, 1U, 1U, 1U, 1U};
    const BlitGpuImage *sources[BLIT_LAYERS];
    BlitOperation operation;
    BlitGpuImage made;
    uint8_t byte = 0U;

    (void)state;
    make_both(PLACE_GPU, PLACE_GPU);
    operation = bench_operation(&g_from, &g_to);
    (void)memset(&made, 0, sizeof(made));
    sources[0] = &g_from.gpu;
    assert_int_equal(blit_gpu_import(ENGINE + 1U, &g_to.memory, &g_to.image, &made),
                     BLIT_GPU_FAILED);
    assert_int_equal(blit_gpu_run(ENGINE + 1U, &operation, &g_to.gpu, sources, bench_goes_on, NULL),
                     BLIT_GPU_FAILED);
    assert_int_equal(blit_gpu_read(ENGINE + 1U, &g_to.gpu, &part, &byte), BLIT_GPU_FAILED);
    blit_gpu_unimport(ENGINE, &made);
    assert_int_equal(bench_difference(&g_to), 0U);
    end_both();
}

/**
 * An engine opens, takes images and draws while the stream NULL of its context waits.
 * @verifies RF-BLIT-250
 */
static void blits_are_drawn_beside_the_stream_null(void **state)
{
    const NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore semaphore = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)state;
    blit_gpu_close(ENGINE);
    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &fence;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &fence), NvSciError_Success);
    assert_cu(ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, NULL), CUDA_SUCCESS);
    assert_int_equal(blit_gpu_open(ENGINE, NULL), BLIT_GPU_OK);
    make_both(PLACE_HOST, PLACE_ARRAY);
    compare_both();
    assert_cu(cuStreamQuery(NULL), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_cu(cuStreamSynchronize(NULL), CUDA_SUCCESS);
    end_both();
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        blit_test(engine_has_one_gpu),
        blit_test(context_of_the_caller_stays),
        blit_test(memory_of_the_cpu_is_registered_twice),
        blit_test(sources_need_no_right_to_write),
        blit_test(memory_is_looked_at),
        blit_test(arrays_are_those_of_programs),
        blit_test(stopped_blit_leaves_layers_out),
        blit_test(parts_are_copied),
        blit_test(closed_engine_does_nothing),
        blit_test(blits_are_drawn_beside_the_stream_null),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
