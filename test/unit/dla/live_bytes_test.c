/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file live_bytes_test.c
 * Loadables in memory that others change while they are loaded.
 *
 * What looks at the bytes is between the test and the library: layouts of tensors are looked at
 * after the CRC, and before anything is taken over; a network is opened behind all looks.
 */
#include "dla_fixture.h"
#include "network_bytes.h"

#define FLOAT_TYPE 1U
#define NO_VALUE   UINT32_MAX
/** Rows and columns of a matrix whose bytes are more than those of all records. */
#define SIDE 176U

static NbPlan g_plan;
static NbBytes g_bytes;
static LbPlan g_steps;
static LbBytes g_step_bytes;
static DlaLoadable g_loadable;
static DlaLoadable g_still;

/** What becomes others when it was looked at; NULL: nothing does. */
static uint8_t *g_live;
static size_t g_live_size;
/** What becomes others when a network is opened. */
static uint8_t *g_live_weights;

bool __real_loadable_layout(const cudlaModuleTensorDescriptor *tensor, DlaLayout *layout);
bool __wrap_loadable_layout(const cudlaModuleTensorDescriptor *tensor, DlaLayout *layout);
NetworkStatus __real_network_open(uint32_t row, const NetworkView *view);
NetworkStatus __wrap_network_open(uint32_t row, const NetworkView *view);

bool __wrap_loadable_layout(const cudlaModuleTensorDescriptor *tensor, DlaLayout *layout)
{
    if (g_live != NULL) {
        (void)memset(g_live, 0x7F, g_live_size);
        g_live = NULL;
    }
    return __real_loadable_layout(tensor, layout);
}

NetworkStatus __wrap_network_open(uint32_t row, const NetworkView *view)
{
    if (g_live_weights != NULL) {
        *g_live_weights ^= 0x80U;
    }
    return __real_network_open(row, view);
}

/** A loadable with steps that look at elements. */
static void plan_steps(void)
{
    (void)memset(&g_steps, 0, sizeof(g_steps));
    g_steps.inputs = 1U;
    g_steps.outputs = 1U;
    g_steps.step_count = 2U;
    for (uint32_t i = 0U; i < 2U; i++) {
        cudlaModuleTensorDescriptor *const tensor = &g_steps.tensors[i];

        tensor->name[0] = (char)('a' + (int)i);
        tensor->size = 16U;
        tensor->n = 1U;
        tensor->c = 1U;
        tensor->h = 1U;
        tensor->w = 4U;
        tensor->dataFormat = CUDLA_DATA_FORMAT_NCHW;
        tensor->dataType = CUDLA_DATA_TYPE_FLOAT;
        tensor->stride[0] = 4U;
        tensor->stride[1] = 16U;
        tensor->stride[2] = 16U;
        tensor->stride[3] = 16U;
        g_steps.steps[i].operation = LB_AFFINE;
        g_steps.steps[i].inputs = 1U;
        g_steps.steps[i].scale = 2.0F;
    }
    lb_write(&g_steps, &g_step_bytes);
}

/** A product of a row and a matrix of so many rows and columns. */
static void plan_matrix(uint32_t side)
{
    const uint32_t row[4] = {1U, side, 0U, 0U};
    const uint32_t square[4] = {side, side, 0U, 0U};
    uint32_t inputs[3] = {0U, 0U, NO_VALUE};

    (void)memset(&g_plan, 0, sizeof(g_plan));
    inputs[0] = nb_tensor(&g_plan, NB_INPUT, FLOAT_TYPE, row);
    inputs[1] = nb_value(&g_plan, NB_CONSTANT, FLOAT_TYPE, square);
    (void)nb_layer(&g_plan, NB_MATMUL, nb_tensor(&g_plan, NB_OUTPUT, FLOAT_TYPE, row), inputs);
    for (uint32_t i = 0U; i < side; i++) {
        const float one = 1.0F;

        (void)memcpy(&g_plan.weights[4U * ((side * i) + i)], &one, 4U);
    }
    nb_write(&g_plan, &g_bytes);
}

/** Reads bytes that become others at the first look at a tensor. */
static DlaLoadableFault read_live(uint8_t *bytes, size_t size)
{
    g_live = bytes;
    g_live_size = size;
    return loadable_read(bytes, size, &g_loadable);
}

/**
 * Bytes that become others between the look at them and their use are taken over as they were.
 * @verifies RF-DLA-342
 */
static void a_loadable_is_the_one_that_was_looked_at(void **state)
{
    (void)state;
    plan_steps();
    assert_int_equal(loadable_read(g_step_bytes.bytes, g_step_bytes.size, &g_still),
                     DLA_LOADABLE_OK);
    assert_int_equal(read_live(g_step_bytes.bytes, g_step_bytes.size), DLA_LOADABLE_OK);
    assert_null(g_live);
    assert_int_equal(g_step_bytes.bytes[0], 0x7F);
    assert_memory_equal(&g_loadable, &g_still, sizeof(g_still));
}

/**
 * The records of a network that become others while they are looked at stay those that were.
 * @verifies RF-DLA-342
 */
static void a_network_is_the_one_that_was_looked_at(void **state)
{
    NetworkView view;

    (void)state;
    plan_matrix(4U);
    assert_int_equal(read_live(g_bytes.bytes, g_bytes.size), DLA_LOADABLE_OK);
    view = loadable_network(g_bytes.bytes, g_bytes.size, &g_loadable);
    assert_int_equal(network_values(&view), 3U);
    assert_int_equal(network_layers(&view), 1U);
    for (uint32_t i = 0U; i < 3U; i++) {
        const NetworkValue value = network_value(&view, i);

        assert_int_equal(value.kind, g_plan.values[i].kind);
        assert_int_equal(value.bytes, g_plan.values[i].bytes);
        assert_memory_equal(value.dims, g_plan.values[i].dims, sizeof(value.dims));
    }
    assert_int_equal(network_layer(&view, 0U).output, 2U);
}

/** Loads the matrix, of whose bytes one becomes another when the network is opened. */
static cudlaStatus load_live(Bench *bench, size_t at, cudlaModule *module)
{
    cudlaStatus status = cudlaSuccess;
    RingfenceFault fault;

    g_live_weights = &g_bytes.bytes[at];
    status = cudlaModuleLoadFromMemory(bench->device, g_bytes.bytes, g_bytes.size, module,
                                       CUDLA_MODULE_DEFAULT);
    g_live_weights = NULL;
    if ((status == cudlaErrorUmd) && (RingfenceGetLastFault(&fault) == NvSciError_Success) &&
        (fault.kind == RINGFENCE_FAULT_NO_NETWORKS)) {
        bench_close(bench);
        skip();
    }
    return status;
}

/**
 * Weights that become others behind the last look at them are refused where they are used as they
 * lie, and are those that were looked at where they were copied.
 * @verifies RF-DLA-343
 */
static void weights_that_changed_are_refused(void **state)
{
    Bench bench = bench_open();
    cudlaModule module = NULL;
    RingfenceFault fault;

    (void)state;
    for (size_t back = 1U; back < (SIDE * SIDE * 4U); back += 4001U) {
        plan_matrix(SIDE);
        assert_int_equal(load_live(&bench, g_bytes.size - back, &module), cudlaErrorUmd);
        assert_null(module);
        assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_LOADABLE);
    }
    plan_matrix(SIDE);
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, g_bytes.bytes, g_bytes.size, &module,
                                               CUDLA_MODULE_DEFAULT),
                     cudlaSuccess);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaSuccess);
    plan_matrix(4U);
    assert_int_equal(load_live(&bench, g_bytes.size - 1U, &module), cudlaSuccess);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaSuccess);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loadable_is_the_one_that_was_looked_at),
        cmocka_unit_test(a_network_is_the_one_that_was_looked_at),
        sync_test(weights_that_changed_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
