/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_blit_test.c
 * Blits on a GPU where calls of the driver fail, and which calls there are.
 */
#define _GNU_SOURCE

#include "blit_bench.h"
#include "fake.h"
#include "fake_hold.h"

/** Calls that no function makes as many of. */
#define CALLS_MAX 200U
#define WIDTH     32U
#define HEIGHT    8U
/** Formats of g_bench_formats. */
#define RGBA 0U
#define NV12 2U
#define I420 4U
#define P016 14U

static BenchImage g_from;
static BenchImage g_to;
static const FakeControl *g_fake;

static int set_up(void **state)
{
    const int result = bench_up(state);

    g_fake = fake_control();
    g_fake->reset();
    return result;
}

static int tear_down(void **state)
{
    g_fake->reset();
    return bench_down(state);
}

#define fake_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static void make_both(Place from, Place to)
{
    bench_make(&g_from, RGBA, WIDTH, HEIGHT, from, 0U);
    bench_make(&g_to, I420, WIDTH, HEIGHT, to, 0U);
    bench_fill(&g_from);
    bench_fill(&g_to);
}

static void end_both(void)
{
    bench_end(&g_from);
    bench_end(&g_to);
}

/** What is alive but contexts. */
static unsigned int live(void)
{
    return fake_live(g_fake) - g_fake->live(FAKE_CONTEXTS);
}

/** Says whether call n since the reset was one of this function. */
static bool was(unsigned int n, const char *name)
{
    FakeCall call;

    return g_fake->call(n - 1U, &call) && (strcmp(call.name, name) == 0);
}

/** Makes the context of the test current again: a pop that was refused left another one there. */
static void restore_context(void)
{
    CUcontext popped = NULL;

    g_fake->reset();
    assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    while (cuCtxPopCurrent(&popped) == CUDA_SUCCESS) {
    }
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
}

/**
 * Each call of the driver that opens an engine fails once: nothing is left of the engine, and the
 * same call then succeeds.
 * @verifies RF-BLIT-202
 */
static void engine_that_cannot_be_opened_leaves_nothing(void **state)
{
    const unsigned int before = live();
    const unsigned int contexts = g_fake->live(FAKE_CONTEXTS);
    unsigned int refused = 0U;
    bool all = false;

    (void)state;
    for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
        BlitGpuStatus status = BLIT_GPU_OK;

        g_fake->reset();
        assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
        status = blit_gpu_open(ENGINE + 1U, g_scene.gpu.bytes);
        all = g_fake->count(NULL) < n;
        restore_context();
        if (status == BLIT_GPU_OK) {
            blit_gpu_close(ENGINE + 1U);
        } else {
            refused++;
        }
        assert_false(blit_gpu_is_open(ENGINE + 1U));
        assert_int_equal(live(), before);
        assert_int_equal(g_fake->live(FAKE_CONTEXTS), contexts);
        assert_int_equal(blit_gpu_open(ENGINE + 1U, g_scene.gpu.bytes), BLIT_GPU_OK);
        blit_gpu_close(ENGINE + 1U);
    }
    assert_true(all);
    assert_true(refused > 8U);
}

/**
 * Each call of the driver that imports an image fails once: nothing is left of it, and the same
 * call then succeeds.
 * @verifies RF-BLIT-203
 * @verifies RF-BLIT-204
 */
static void image_that_cannot_be_imported_leaves_nothing(void **state)
{
    (void)state;
    for (uint32_t place = 0U; place < (uint32_t)PLACES; place++) {
        unsigned int before = 0U;
        unsigned int refused = 0U;
        bool all = false;

        make_both(PLACE_GPU, (Place)place);
        blit_gpu_unimport(ENGINE, &g_to.gpu);
        before = live();
        for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
            BlitGpuStatus status = BLIT_GPU_OK;

            g_fake->reset();
            assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
            status = blit_gpu_import(ENGINE, &g_to.memory, &g_to.image, &g_to.gpu);
            all = g_fake->count(NULL) < n;
            /* A handle that the driver does not take back stays with the driver. */
            before += was(n, "cuMemRelease") ? 1U : 0U;
            restore_context();
            if (status == BLIT_GPU_OK) {
                blit_gpu_unimport(ENGINE, &g_to.gpu);
            } else {
                assert_false(g_to.gpu.is_there);
                refused++;
            }
            assert_int_equal(live(), before);
        }
        assert_true(all);
        assert_true(refused > 2U);
        assert_int_equal(blit_gpu_import(ENGINE, &g_to.memory, &g_to.image, &g_to.gpu),
                         BLIT_GPU_OK);
        end_both();
    }
}

/**
 * Each call of the driver that an operation makes fails once: the caller is told, and the next
 * operation draws.
 * @verifies RF-BLIT-211
 */
static void operation_that_fails_is_told(void **state)
{
    const BlitGpuImage *sources[BLIT_LAYERS];
    BlitOperation operation;
    bool all = false;

    (void)state;
    make_both(PLACE_GPU, PLACE_ARRAY);
    operation = bench_operation(&g_from, &g_to);
    operation.layers = 3U;
    for (uint32_t i = 0U; i < BLIT_LAYERS; i++) {
        operation.layer[i] = operation.layer[0];
        sources[i] = &g_from.gpu;
    }
    for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
        BlitGpuStatus status = BLIT_GPU_OK;

        g_fake->reset();
        assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
        status = blit_gpu_run(ENGINE, &operation, &g_to.gpu, sources, bench_goes_on, NULL);
        all = g_fake->count(NULL) < n;
        /* That the context or the mode of captures was not given back is no failure of the
         * operation. */
        assert_int_equal(status, (all || was(n, "cuCtxPopCurrent_v2") ||
                                  was(n, "cuThreadExchangeStreamCaptureMode"))
                                     ? BLIT_GPU_OK
                                     : BLIT_GPU_FAILED);
        restore_context();
    }
    assert_true(all);
    bench_fill(&g_to);
    bench_compare(&operation, &g_from, &g_to, 0U);
    end_both();
}

/**
 * So it is where the driver has no memory left, or no such device.
 * @verifies RF-BLIT-211
 */
static void operation_that_is_refused_has_one_answer(void **state)
{
    static const CUresult codes[] = {CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_INVALID_DEVICE,
                                     CUDA_ERROR_NO_BINARY_FOR_GPU};
    const BlitGpuImage *sources[BLIT_LAYERS] = {&g_from.gpu};
    BlitOperation operation;

    (void)state;
    make_both(PLACE_GPU, PLACE_GPU);
    operation = bench_operation(&g_from, &g_to);
    for (size_t i = 0U; i < COUNT_OF(codes); i++) {
        g_fake->reset();
        assert_true(g_fake->refuse("cuLaunchKernel", 1U, codes[i]));
        assert_int_equal(blit_gpu_run(ENGINE, &operation, &g_to.gpu, sources, bench_goes_on, NULL),
                         BLIT_GPU_FAILED);
    }
    end_both();
}

/**
 * A copy ends with its rectangle, also in images whose last samples of colour cover fewer pixels
 * than the others.
 * @verifies RF-BLIT-207
 */
static void copy_ends_with_its_rectangle(void **state)
{
    static const uint32_t formats[] = {NV12, I420, P016};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(formats); i++) {
        for (uint32_t width = 49U; width <= 50U; width++) {
            BlitOperation operation;

            bench_make(&g_from, formats[i], 49U, 9U, PLACE_ARRAY, 0U);
            bench_make(&g_to, formats[i], width, 9U, PLACE_ARRAY, 0U);
            bench_fill(&g_from);
            bench_fill(&g_to);
            operation = bench_operation(&g_from, &g_to);
            operation.layer[0].source_rect = (BlitRect){0U, 0U, 46U, 8U};
            operation.layer[0].destination_rect = operation.layer[0].source_rect;
            bench_compare(&operation, &g_from, &g_to, 0U);
            end_both();
        }
    }
}

/**
 * An operation launches kernels, waits, and reserves nothing. The wait breaks no capture of another
 * thread, and leaves this one as it was.
 * @verifies RF-BLIT-208
 */
static void operation_reserves_nothing(void **state)
{
    const BlitGpuImage *sources[BLIT_LAYERS];
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    BlitOperation operation;
    FakeCall call;

    (void)state;
    make_both(PLACE_GPU, PLACE_GPU);
    operation = bench_operation(&g_from, &g_to);
    operation.layers = 2U;
    operation.layer[1] = operation.layer[0];
    operation.layer[1].filter = BLIT_FILTER_HIGH;
    operation.layer[1].source_rect = (BlitRect){0U, 0U, 16U, 4U};
    sources[0] = &g_from.gpu;
    sources[1] = &g_from.gpu;
    /* A test before refused to give it back. */
    assert_cu(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
    g_fake->reset();
    assert_int_equal(blit_gpu_run(ENGINE, &operation, &g_to.gpu, sources, bench_goes_on, NULL),
                     BLIT_GPU_OK);
    assert_int_equal(g_fake->count("cuLaunchKernel"), 2U);
    assert_int_equal(g_fake->count("cuEventRecord"), 1U);
    assert_int_equal(g_fake->count("cuEventSynchronize"), 1U);
    assert_int_equal(g_fake->count("cuThreadExchangeStreamCaptureMode"), 2U);
    assert_int_equal(g_fake->count("cuCtxPushCurrent_v2"), 1U);
    assert_int_equal(g_fake->count("cuCtxPopCurrent_v2"), 1U);
    assert_int_equal(g_fake->count(NULL), 8U);
    assert_true(was(6U, "cuEventSynchronize"));
    assert_true(g_fake->call(5U, &call));
    assert_int_equal(call.arguments[1], CU_STREAM_CAPTURE_MODE_RELAXED);
    mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    assert_cu(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
    assert_int_equal(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
    end_both();
}

/**
 * An engine is opened, and blits and copies of the program end, while a tool makes questions about
 * streams wait for the stream NULL, on which the program has work that does not end.
 * @verifies RF-CUDA-255
 */
static void blits_wait_for_their_own_work(void **state)
{
    const BlitGpuImage *sources[BLIT_LAYERS] = {&g_from.gpu};
    const BlitGpuPart part = {.row_bytes = 4U, .rows = 1U, .pitch = 4U, .plane_pitch = 4U};
    uint8_t bytes[4] = {1U, 2U, 3U, 4U};
    uint8_t copy[4] = {0U};
    BlitOperation operation;
    Hold hold;

    (void)state;
    make_both(PLACE_GPU, PLACE_GPU);
    operation = bench_operation(&g_from, &g_to);
    hold_begin(&hold);
    assert_int_equal(blit_gpu_open(ENGINE + 1U, g_scene.gpu.bytes), BLIT_GPU_OK);
    assert_int_equal(blit_gpu_run(ENGINE, &operation, &g_to.gpu, sources, bench_goes_on, NULL),
                     BLIT_GPU_OK);
    assert_int_equal(blit_gpu_write(ENGINE, &g_from.gpu, &part, bytes), BLIT_GPU_OK);
    assert_int_equal(blit_gpu_read(ENGINE, &g_from.gpu, &part, copy), BLIT_GPU_OK);
    assert_true(hold_end(&hold));
    assert_memory_equal(copy, bytes, sizeof(bytes));
    blit_gpu_close(ENGINE + 1U);
    end_both();
}

/**
 * Memory of the CPU that the driver does not forget stays mapped: the GPU may still use it.
 * @verifies RF-BLIT-203
 */
static void memory_that_stays_registered_stays_mapped(void **state)
{
    const void *host = NULL;
    unsigned char bytes[8];

    (void)state;
    make_both(PLACE_GPU, PLACE_HOST);
    host = g_to.gpu.host;
    assert_true(g_fake->refuse("cuMemHostUnregister", 1U, CUDA_ERROR_UNKNOWN));
    blit_gpu_unimport(ENGINE, &g_to.gpu);
    assert_memory_equal(host, g_to.map.constBase, sizeof(bytes));
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 1U);
    assert_cu(cuMemHostUnregister((void *)(uintptr_t)host), CUDA_SUCCESS);
    end_both();
}

/**
 * An engine that is open stays on its GPU; memory of another GPU is mapped if the engine's can
 * reach it, and arrays are of the GPU that has them.
 * @verifies RF-BLIT-202
 * @verifies RF-BLIT-205
 */
static void other_gpus_are_told_apart(void **state)
{
    CUuuid uuid;
    CUdevice second = 0;
    uint8_t bytes[BLIT_GPU_UUID_BYTES];

    (void)state;
    assert_cu(cuDeviceGet(&second, 1), CUDA_SUCCESS);
    assert_cu(cuDeviceGetUuid_v2(&uuid, second), CUDA_SUCCESS);
    (void)memcpy(bytes, uuid.bytes, sizeof(bytes));
    assert_int_equal(blit_gpu_open(ENGINE, bytes), BLIT_GPU_NO_ROOM);
    assert_int_equal(blit_gpu_open(ENGINE + 1U, bytes), BLIT_GPU_OK);
    for (uint32_t place = 0U; place < (uint32_t)PLACES; place++) {
        BlitGpuImage other;
        const bool is_array = ((Place)place == PLACE_ARRAY);

        make_both(PLACE_GPU, (Place)place);
        (void)memset(&other, 0, sizeof(other));
        assert_int_equal(blit_gpu_import(ENGINE + 1U, &g_to.memory, &g_to.image, &other),
                         is_array ? BLIT_GPU_UNREACHABLE : BLIT_GPU_OK);
        blit_gpu_unimport(ENGINE + 1U, &other);
        g_fake->reach(false);
        assert_int_equal(blit_gpu_import(ENGINE + 1U, &g_to.memory, &g_to.image, &other),
                         ((Place)place == PLACE_HOST) ? BLIT_GPU_OK : BLIT_GPU_UNREACHABLE);
        g_fake->reach(true);
        blit_gpu_unimport(ENGINE + 1U, &other);
        end_both();
    }
    blit_gpu_close(ENGINE + 1U);
}

/**
 * A GPU that the kernels were not compiled for, and one without memory, are said.
 * @verifies RF-BLIT-201
 */
static void gpu_without_kernels_is_said(void **state)
{
    (void)state;
    assert_true(g_fake->refuse("cuLaunchKernel", 1U, CUDA_ERROR_NO_BINARY_FOR_GPU));
    assert_int_equal(blit_gpu_open(ENGINE + 1U, NULL), BLIT_GPU_UNKNOWN);
    assert_true(g_fake->refuse("cuStreamCreate", 1U, CUDA_ERROR_OUT_OF_MEMORY));
    assert_int_equal(blit_gpu_open(ENGINE + 1U, NULL), BLIT_GPU_NO_ROOM);
    g_fake->devices(0U);
    assert_false(blit_gpu_is_there());
    g_fake->devices(FAKE_DEVICES);
    assert_true(blit_gpu_is_there());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fake_test(engine_that_cannot_be_opened_leaves_nothing),
        fake_test(image_that_cannot_be_imported_leaves_nothing),
        fake_test(operation_that_fails_is_told),
        fake_test(operation_that_is_refused_has_one_answer),
        fake_test(copy_ends_with_its_rectangle),
        fake_test(operation_reserves_nothing),
        fake_test(blits_wait_for_their_own_work),
        fake_test(memory_that_stays_registered_stays_mapped),
        fake_test(other_gpus_are_told_apart),
        fake_test(gpu_without_kernels_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
