/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network_heap_test.c
 * What tasks of networks ask the system for in RUNTIME, in each thread: nothing.
 *
 * The test's own functions stand before those of the C library, for all libraries of the process.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "dla_fixture.h"
#include "network_bytes.h"
#include "port/atomic.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_HEAP 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define OWN_HEAP 0
#endif
#endif
#ifndef OWN_HEAP
#define OWN_HEAP 1
#endif

#define FLOAT_TYPE   1U
#define HALF_TYPE    2U
#define INT8_TYPE    4U
#define UINT8_TYPE   5U
#define INT32_TYPE   7U
#define NONE         UINT32_MAX
#define BUFFER_BYTES 4096U
#define TASKS        3U

static NbPlan g_plan;
static NbBytes g_bytes;

/* ---------------------------------------------------------------- what is asked for */

/** 1: it is counted. */
static PortAtomic32 g_counts;
static PortAtomic64 g_asked;

#if OWN_HEAP
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void)
{
    if (port_load32(&g_counts) == 1U) {
        (void)port_add64(&g_asked, 1U);
    }
}

void *malloc(size_t size)
{
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
    count();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    count();
    *to = __libc_memalign(alignment, size);
    return (*to == NULL) ? ENOMEM : 0;
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    void *place = MAP_FAILED;
    long made = 0;

    count();
    made = syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
    if (made != -1) {
        (void)memcpy(&place, &made, sizeof(place));
    }
    return place;
}
#endif

/* ---------------------------------------------------------------- networks */

static uint32_t tensor(uint32_t kind, uint32_t type, uint32_t n, uint32_t c, uint32_t h, uint32_t w)
{
    const uint32_t dims[4] = {n, c, h, w};

    return nb_tensor(&g_plan, kind, type, dims);
}

static uint32_t constant(uint32_t type, uint32_t n, uint32_t c, uint32_t h, uint32_t w)
{
    const uint32_t dims[4] = {n, c, h, w};
    const uint32_t index = nb_value(&g_plan, NB_CONSTANT, type, dims);
    const NbValue *const value = &g_plan.values[index];

    for (uint64_t i = 0U; i < value->bytes; i++) {
        /* A FLOAT of 0.19. */
        g_plan.weights[value->offset + i] = (type == FLOAT_TYPE) ? 0x3EU : 1U;
    }
    return index;
}

static NbLayer *layer(uint32_t kind, uint32_t output, uint32_t one, uint32_t two, uint32_t three)
{
    const uint32_t inputs[3] = {one, two, three};
    NbLayer *const made = nb_layer(&g_plan, kind, output, inputs);

    made->alpha = 0.5F;
    made->beta = 1.0F;
    return made;
}

/** A window of steps of 1 without padding. */
static void set_window(NbLayer *made, uint32_t kernel, uint32_t groups)
{
    for (uint32_t i = 0U; i < 2U; i++) {
        made->numbers[i] = kernel;
        made->numbers[2U + i] = 1U;
        made->numbers[8U + i] = 1U;
    }
    made->numbers[10] = groups;
}

static void plan_convolution(uint32_t groups)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 1U, 4U, 8U, 8U);
    const uint32_t weights = constant(FLOAT_TYPE, 4U, 4U / groups, 3U, 3U);
    const uint32_t bias = constant(FLOAT_TYPE, 4U, 0U, 0U, 0U);

    set_window(
        layer(NB_CONVOLUTION, tensor(NB_OUTPUT, FLOAT_TYPE, 1U, 4U, 6U, 6U), input, weights, bias),
        0U, groups);
}

static void plan_qconvolution(uint32_t groups)
{
    const uint32_t input = tensor(NB_INPUT, INT8_TYPE, 1U, 4U, 8U, 8U);
    const uint32_t weights = constant(INT8_TYPE, 4U, 4U / groups, 3U, 3U);
    const uint32_t factors = constant(FLOAT_TYPE, 4U, 0U, 0U, 0U);
    const uint32_t bias = constant(INT32_TYPE, 4U, 0U, 0U, 0U);
    NbLayer *const made = layer(NB_QCONVOLUTION, tensor(NB_OUTPUT, INT8_TYPE, 1U, 4U, 6U, 6U),
                                input, weights, factors);

    set_window(made, 0U, groups);
    made->inputs[3] = bias;
    made->input_count = 4U;
    made->numbers[12] = 3U;
}

static void plan_pool(uint32_t variant)
{
    const uint32_t type = (variant == 3U) ? UINT8_TYPE : FLOAT_TYPE;
    const uint32_t input = tensor(NB_INPUT, type, 1U, 4U, 8U, 8U);
    NbLayer *const made =
        layer(NB_POOL, tensor(NB_OUTPUT, type, 1U, 4U, 7U, 7U), input, NONE, NONE);

    set_window(made, 2U, 0U);
    made->variant = variant % 3U;
}

/** 0: by a constant, with a bias; 1: by another input; 2: in a batch; 3: of integers. */
static void plan_matmul(uint32_t variant)
{
    uint32_t input = 0U;

    if (variant == 0U) {
        input = tensor(NB_INPUT, FLOAT_TYPE, 4U, 8U, 0U, 0U);
        const uint32_t weights = constant(FLOAT_TYPE, 8U, 16U, 0U, 0U);
        const uint32_t bias = constant(FLOAT_TYPE, 1U, 16U, 0U, 0U);

        (void)layer(NB_MATMUL, tensor(NB_OUTPUT, FLOAT_TYPE, 4U, 16U, 0U, 0U), input, weights,
                    bias);
    } else if (variant == 1U) {
        input = tensor(NB_INPUT, FLOAT_TYPE, 4U, 8U, 0U, 0U);
        const uint32_t other = tensor(NB_INPUT, FLOAT_TYPE, 8U, 16U, 0U, 0U);

        (void)layer(NB_MATMUL, tensor(NB_OUTPUT, FLOAT_TYPE, 4U, 16U, 0U, 0U), input, other, NONE);
    } else if (variant == 2U) {
        input = tensor(NB_INPUT, FLOAT_TYPE, 1U, 3U, 4U, 8U);
        const uint32_t other = tensor(NB_INPUT, FLOAT_TYPE, 2U, 3U, 8U, 4U);

        (void)layer(NB_MATMUL, tensor(NB_OUTPUT, FLOAT_TYPE, 2U, 3U, 4U, 4U), input, other, NONE);
    } else {
        input = tensor(NB_INPUT, UINT8_TYPE, 4U, 8U, 0U, 0U);
        const uint32_t weights = constant(INT8_TYPE, 8U, 16U, 0U, 0U);
        const uint32_t factors = constant(FLOAT_TYPE, 16U, 0U, 0U, 0U);

        layer(NB_QMATMUL, tensor(NB_OUTPUT, INT8_TYPE, 4U, 16U, 0U, 0U), input, weights, factors)
            ->numbers[12] = 3U;
    }
}

static void plan_eltwise(uint32_t variant)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 1U, 2U, 3U, 4U);

    layer(NB_ELTWISE, tensor(NB_OUTPUT, FLOAT_TYPE, 1U, 2U, 3U, 4U), input, NONE, NONE)->variant =
        variant;
}

static void plan_half(uint32_t variant)
{
    const uint32_t input = tensor(NB_INPUT, HALF_TYPE, 1U, 2U, 3U, 4U);

    layer(NB_ELTWISE, tensor(NB_OUTPUT, HALF_TYPE, 1U, 2U, 3U, 4U), input, NONE, NONE)->variant =
        variant;
}

static void plan_binary(uint32_t variant)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U);
    const uint32_t other = tensor(NB_INPUT, FLOAT_TYPE, 1U, 3U, 1U, 8U);

    layer(NB_BINARY, tensor(NB_OUTPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U), input, other, NONE)->variant =
        variant;
}

static void plan_concat(uint32_t type)
{
    const uint32_t input = tensor(NB_INPUT, type, 2U, 3U, 4U, 8U);
    const uint32_t other = tensor(NB_INPUT, type, 2U, 1U, 4U, 8U);

    layer(NB_CONCAT, tensor(NB_OUTPUT, type, 2U, 4U, 4U, 8U), input, other, NONE)->numbers[0] = 1U;
}

static void plan_softmax(uint32_t variant)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U);
    NbLayer *const made =
        layer(NB_SOFTMAX, tensor(NB_OUTPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U), input, NONE, NONE);

    made->numbers[0] = 1U + variant;
    made->variant = variant;
}

static void plan_resample(uint32_t variant)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U);

    layer(NB_RESAMPLE, tensor(NB_OUTPUT, FLOAT_TYPE, 2U, 3U, 7U, 9U), input, NONE, NONE)->variant =
        variant;
}

static void plan_reshape(uint32_t variant)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U);

    layer(NB_RESHAPE, tensor(NB_OUTPUT, FLOAT_TYPE, 6U, 32U, 0U, 0U), input, NONE, NONE)->variant =
        variant;
}

static void plan_transpose(uint32_t first)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U);
    NbLayer *const made =
        layer(NB_TRANSPOSE, tensor(NB_OUTPUT, FLOAT_TYPE, 8U, 4U, 3U, 2U), input, NONE, NONE);

    for (uint32_t i = 0U; i < 4U; i++) {
        made->numbers[i] = (first + 3U) - i;
    }
}

static void plan_quantize(uint32_t zero)
{
    const uint32_t input = tensor(NB_INPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U);

    layer(NB_QUANTIZE, tensor(NB_OUTPUT, INT8_TYPE, 2U, 3U, 4U, 8U), input, NONE, NONE)
        ->numbers[0] = zero;
}

static void plan_dequantize(uint32_t zero)
{
    const uint32_t input = tensor(NB_INPUT, UINT8_TYPE, 2U, 3U, 4U, 8U);

    layer(NB_DEQUANTIZE, tensor(NB_OUTPUT, FLOAT_TYPE, 2U, 3U, 4U, 8U), input, NONE, NONE)
        ->numbers[0] = zero;
}

/** A network of one layer. */
typedef struct {
    void (*plan)(uint32_t variant);
    uint32_t variant;
} Kind;

static const Kind g_weighted[] = {
    {plan_convolution, 1U},  {plan_convolution, 2U}, {plan_qconvolution, 1U},
    {plan_qconvolution, 2U}, {plan_matmul, 0U},      {plan_matmul, 1U},
    {plan_matmul, 2U},       {plan_matmul, 3U},      {plan_pool, 0U},
    {plan_pool, 1U},         {plan_pool, 2U},        {plan_pool, 3U},
};

static const Kind g_of_elements[] = {
    {plan_eltwise, 0U}, {plan_eltwise, 1U},  {plan_eltwise, 2U},  {plan_eltwise, 3U},
    {plan_eltwise, 4U}, {plan_eltwise, 5U},  {plan_eltwise, 6U},  {plan_eltwise, 7U},
    {plan_eltwise, 8U}, {plan_eltwise, 9U},  {plan_eltwise, 10U}, {plan_eltwise, 11U},
    {plan_half, 0U},    {plan_eltwise, 12U}, {plan_eltwise, 13U},
};

static const Kind g_of_places[] = {
    {plan_binary, 0U},         {plan_binary, 3U},        {plan_binary, 5U},
    {plan_concat, FLOAT_TYPE}, {plan_concat, INT8_TYPE}, {plan_softmax, 0U},
    {plan_softmax, 1U},        {plan_resample, 0U},      {plan_resample, 1U},
    {plan_reshape, 0U},        {plan_transpose, 0U},     {plan_quantize, 0U},
    {plan_quantize, 3U},       {plan_dequantize, 0U},    {plan_dequantize, 3U},
};

/* ---------------------------------------------------------------- tests */

/** A module of a network of one layer. */
static cudlaModule load_kind(const Bench *bench, const Kind *kind)
{
    cudlaModule module = NULL;
    cudlaStatus status = cudlaSuccess;
    RingfenceFault fault;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    kind->plan(kind->variant);
    nb_write(&g_plan, &g_bytes);
    status = cudlaModuleLoadFromMemory(bench->device, g_bytes.bytes, g_bytes.size, &module,
                                       CUDLA_MODULE_DEFAULT);
    if ((status == cudlaErrorUmd) && (RingfenceGetLastFault(&fault) == NvSciError_Success) &&
        (fault.kind == RINGFENCE_FAULT_NO_NETWORKS)) {
        skip();
    }
    assert_int_equal(status, cudlaSuccess);
    return module;
}

/** Loads modules in INIT, and computes tasks of each in RUNTIME. */
static void compute_all(const Kind *kinds, size_t count)
{
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    uint64_t *const cookie = import_sync(&bench, end);
    Memory memory[3] = {make_memory(&bench, BUFFER_BYTES, CUDLA_READ_ONLY_PERM),
                        make_memory(&bench, BUFFER_BYTES, CUDLA_READ_ONLY_PERM),
                        make_memory(&bench, BUFFER_BYTES, 0U)};
    cudlaModule modules[RINGFENCE_CFG_DLA_MODULES];
    uint32_t inputs[RINGFENCE_CFG_DLA_MODULES];

    assert_true(count <= RINGFENCE_CFG_DLA_MODULES);
    for (size_t i = 0U; i < count; i++) {
        modules[i] = load_kind(&bench, &kinds[i]);
        inputs[i] = g_plan.inputs;
    }
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (size_t i = 0U; i < (TASKS * count); i++) {
        NvSciSyncFence after = NvSciSyncFenceInitializer;
        const size_t at = i % count;
        Job job;

        job_begin(&job, modules[at]);
        for (uint32_t k = 0U; k < inputs[at]; k++) {
            job_input(&job, &memory[k]);
        }
        job_output(&job, &memory[2]);
        job_signal(&job, cookie, &after, CUDLA_NVSCISYNC_FENCE);
        port_store64(&g_asked, 0U);
        port_store32(&g_counts, 1U);
        assert_int_equal(submit(&bench, &job), cudlaSuccess);
        await(&bench, &after);
        port_store32(&g_counts, 0U);
        NvSciSyncFenceClear(&after);
        assert_int_equal(cudlaGetLastError(bench.device), cudlaSuccess);
        assert_int_equal(port_load64(&g_asked), 0U);
    }
    go_to(RINGFENCE_PHASE_DEINIT);
    for (size_t i = 0U; i < 3U; i++) {
        free_memory(&memory[i]);
    }
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

/**
 * Convolutions, products and pools ask for nothing, from the first task on.
 * @verifies RF-DLA-345
 * @verifies RF-DLA-346
 */
static void layers_with_weights_ask_for_nothing(void **state)
{
    (void)state;
    if (OWN_HEAP == 0) {
        skip();
    }
    compute_all(g_weighted, sizeof(g_weighted) / sizeof(g_weighted[0]));
}

/**
 * Layers of elements ask for nothing, from the first task on.
 * @verifies RF-DLA-345
 * @verifies RF-DLA-346
 */
static void layers_of_elements_ask_for_nothing(void **state)
{
    (void)state;
    if (OWN_HEAP == 0) {
        skip();
    }
    compute_all(g_of_elements, sizeof(g_of_elements) / sizeof(g_of_elements[0]));
}

/**
 * Layers that join, move or scale elements ask for nothing, from the first task on.
 * @verifies RF-DLA-345
 * @verifies RF-DLA-346
 */
static void layers_of_places_ask_for_nothing(void **state)
{
    (void)state;
    if (OWN_HEAP == 0) {
        skip();
    }
    compute_all(g_of_places, sizeof(g_of_places) / sizeof(g_of_places[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(layers_with_weights_ask_for_nothing),
        sync_test(layers_of_elements_ask_for_nothing),
        sync_test(layers_of_places_ask_for_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
