/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network_test.c
 * Networks of loadables: what is read, what is refused, and what is computed.
 */
#include <malloc.h>

#include "dla_fixture.h"
#include "network_bytes.h"

#define FLOAT_TYPE 1U
#define HALF_TYPE  2U
#define INT8_TYPE  4U
#define NO_VALUE   UINT32_MAX
#define CHAIN      8U

static NbPlan g_plan;
static NbBytes g_bytes;
static DlaLoadable g_loadable;

/** A network of layers that are `relu`, one behind the other. */
static void plan_chain(uint32_t layers)
{
    static const uint32_t dims[4] = {1U, 2U, 3U, 4U};
    uint32_t from = 0U;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    from = nb_tensor(&g_plan, NB_INPUT, FLOAT_TYPE, dims);
    for (uint32_t i = 0U; i < layers; i++) {
        const uint32_t inputs[3] = {from, NO_VALUE, NO_VALUE};
        const uint32_t to = (i == (layers - 1U)) ? nb_tensor(&g_plan, NB_OUTPUT, FLOAT_TYPE, dims)
                                                 : nb_value(&g_plan, NB_BETWEEN, FLOAT_TYPE, dims);

        (void)nb_layer(&g_plan, NB_ELTWISE, to, inputs);
        from = to;
    }
    nb_write(&g_plan, &g_bytes);
}

/** A convolution of 1 x 2 x 3 x 3 with three kernels of 2 x 2, and a bias. */
static void plan_convolution(uint32_t type)
{
    static const uint32_t image[4] = {1U, 2U, 3U, 3U};
    static const uint32_t kernels[4] = {3U, 2U, 2U, 2U};
    static const uint32_t bias[4] = {3U, 0U, 0U, 0U};
    static const uint32_t result[4] = {1U, 3U, 2U, 2U};
    uint32_t inputs[3] = {0U, 0U, 0U};
    uint32_t output = 0U;
    NbLayer *layer = NULL;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    inputs[0] = nb_tensor(&g_plan, NB_INPUT, type, image);
    inputs[1] = nb_value(&g_plan, NB_CONSTANT, FLOAT_TYPE, kernels);
    inputs[2] = nb_value(&g_plan, NB_CONSTANT, FLOAT_TYPE, bias);
    output = nb_tensor(&g_plan, NB_OUTPUT, type, result);
    layer = nb_layer(&g_plan, NB_CONVOLUTION, output, inputs);
    for (uint32_t i = 2U; i < 11U; i++) {
        /* Strides, dilations and groups are 1, pads 0. */
        layer->numbers[i] = ((i < 4U) || (i > 7U)) ? 1U : 0U;
    }
    for (uint32_t i = 0U; i < 27U; i++) {
        const float weight = (float)i - 9.0F;

        (void)memcpy(&g_plan.weights[4U * i], &weight, 4U);
    }
    nb_write(&g_plan, &g_bytes);
}

static DlaLoadableFault read_bytes(void)
{
    return loadable_read(g_bytes.bytes, g_bytes.size, &g_loadable);
}

/** Opens the network of g_bytes in row 0; skips the test where there is no library of networks. */
static void open_network(void)
{
    NetworkView view;
    NetworkStatus status = NETWORK_DONE;

    assert_int_equal(read_bytes(), DLA_LOADABLE_OK);
    assert_true(g_loadable.has_network);
    view = loadable_network(g_bytes.bytes, g_bytes.size, &g_loadable);
    status = network_open(0U, &view);
    if (status == NETWORK_NO_LIBRARY) {
        skip();
    }
    assert_int_equal(status, NETWORK_DONE);
    g_loadable.network = 0U;
}

/* ---------------------------------------------------------------- a host */

/** Questions that are answered with yes, and those that were asked. */
static uint32_t g_yes;
static uint32_t g_asked;

static bool goes_on(void *context)
{
    (void)context;
    g_asked++;
    return g_asked <= g_yes;
}

static void pause_for(void *context, uint64_t us)
{
    (void)context;
    (void)us;
}

static uint64_t time_us(void *context)
{
    (void)context;
    return 0U;
}

/** Computes a task with one input and one output. */
static cudlaStatus run_task(const void *input, void *output, uint32_t yes)
{
    const DlaHost host = {goes_on, pause_for, time_us, NULL};
    DlaTensors tensors;

    (void)memset(&tensors, 0, sizeof(tensors));
    tensors.inputs[0] = input;
    tensors.outputs[0] = output;
    g_yes = yes;
    g_asked = 0U;
    return loadable_run(&g_loadable, 1U, &tensors, &host);
}

/* ---------------------------------------------------------------- what is read */

/**
 * Records are those of the page, and nothing is taken of what is cut, too long or of other sizes.
 * @verifies RF-DLA-220
 */
static void a_network_is_read_as_a_whole(void **state)
{
    (void)state;
    plan_convolution(FLOAT_TYPE);
    assert_int_equal(read_bytes(), DLA_LOADABLE_OK);
    assert_true(g_loadable.has_network);
    assert_int_equal(g_loadable.steps[0].operation, DLA_NETWORK);
    for (size_t cut = 1U; cut < (g_bytes.size - g_bytes.network); cut++) {
        nb_write(&g_plan, &g_bytes);
        g_bytes.size -= cut;
        lb_put(&g_bytes.bytes[56], g_bytes.size - g_bytes.network, 8U);
        nb_mend(&g_bytes);
        assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
    }
    /* Without a network it is 1.0, and has no step for one. */
    nb_write(&g_plan, &g_bytes);
    lb_put(&g_bytes.bytes[10], 0U, 2U);
    nb_mend(&g_bytes);
    assert_int_equal(read_bytes(), DLA_LOADABLE_LENGTH);
    g_bytes.size = g_bytes.network;
    lb_put(&g_bytes.bytes[56], 0U, 8U);
    nb_mend(&g_bytes);
    assert_int_equal(read_bytes(), DLA_LOADABLE_STEP);
    for (size_t at = 8U; at < NB_HEADER; at += 4U) {
        nb_write(&g_plan, &g_bytes);
        g_bytes.bytes[g_bytes.network + at] ^= 1U;
        nb_mend(&g_bytes);
        assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
    }
    assert_non_null(strstr(loadable_fault_text(DLA_LOADABLE_NETWORK), "network"));
}

/**
 * More layers or values than there is room for are told as such.
 * @verifies RF-DLA-220
 */
static void a_network_has_so_many_layers_and_values(void **state)
{
    static const uint32_t dims[4] = {1U, 0U, 0U, 0U};

    (void)state;
    plan_chain(256U);
    assert_int_equal(read_bytes(), DLA_LOADABLE_OK);
    plan_chain(257U);
    assert_int_equal(read_bytes(), DLA_LOADABLE_TOO_MANY);
    plan_chain(1U);
    while (g_plan.value_count < 1024U) {
        (void)nb_value(&g_plan, NB_CONSTANT, INT8_TYPE, dims);
    }
    g_plan.weight_bytes = 1022U;
    nb_write(&g_plan, &g_bytes);
    assert_int_equal(read_bytes(), DLA_LOADABLE_OK);
    (void)nb_value(&g_plan, NB_CONSTANT, INT8_TYPE, dims);
    nb_write(&g_plan, &g_bytes);
    assert_int_equal(read_bytes(), DLA_LOADABLE_TOO_MANY);
}

/** A change of a field of the convolution: of a value or of its layer. */
typedef struct {
    size_t at;
    uint64_t number;
} Change;

#define VALUE_AT(index, field) (NB_HEADER + ((index)*NB_VALUE) + (field))
#define LAYER_AT(field)        (NB_HEADER + (4U * NB_VALUE) + (field))
#define NUMBER_AT(place)       LAYER_AT(48U + (4U * (place)))

/** Values: 0 the image, 1 kernels, 2 bias, 3 the result. */
static const Change g_changes[] = {
    /* Kind, tensor, type, rank, dimensions, place and size of a value. */
    {VALUE_AT(0U, 0U), 0U},
    {VALUE_AT(0U, 0U), 4U},
    {VALUE_AT(0U, 0U), 5U},
    {VALUE_AT(0U, 4U), 1U},
    {VALUE_AT(3U, 4U), 1U},
    {VALUE_AT(0U, 8U), 2U},
    {VALUE_AT(1U, 8U), 3U},
    {VALUE_AT(1U, 8U), 7U},
    {VALUE_AT(0U, 12U), 3U},
    {VALUE_AT(0U, 12U), 0U},
    {VALUE_AT(0U, 12U), 5U},
    {VALUE_AT(0U, 20U), 1U},
    {VALUE_AT(1U, 16U), 2U},
    {VALUE_AT(1U, 16U), 0U},
    {VALUE_AT(1U, 16U), 0x40000000U},
    {VALUE_AT(2U, 20U), 1U},
    {VALUE_AT(2U, 32U), 92U},
    {VALUE_AT(2U, 40U), 8U},
    {VALUE_AT(0U, 40U), 1U},
    {VALUE_AT(0U, 48U), 1U},
    {VALUE_AT(0U, 60U), 1U},
    /* Kind, variant, output, inputs. */
    {LAYER_AT(0U), 0U},
    {LAYER_AT(0U), 15U},
    {LAYER_AT(4U), 1U},
    {LAYER_AT(8U), 0U},
    {LAYER_AT(8U), 4U},
    {LAYER_AT(12U), 0U},
    {LAYER_AT(12U), 1U},
    {LAYER_AT(12U), 4U},
    {LAYER_AT(12U), 9U},
    {LAYER_AT(16U), 3U},
    {LAYER_AT(16U), 4U},
    {LAYER_AT(20U), 0U},
    {LAYER_AT(24U), 1U},
    {LAYER_AT(28U), 1U},
    /* Kernel, strides, pads, dilations, groups, what is behind them, factors. */
    {NUMBER_AT(0U), 2U},
    {NUMBER_AT(2U), 0U},
    {NUMBER_AT(2U), 2U},
    {NUMBER_AT(3U), 0x10000U},
    {NUMBER_AT(4U), 1U},
    {NUMBER_AT(7U), 2U},
    {NUMBER_AT(8U), 0U},
    {NUMBER_AT(8U), 3U},
    {NUMBER_AT(10U), 0U},
    {NUMBER_AT(10U), 2U},
    {NUMBER_AT(11U), 1U},
    {NUMBER_AT(13U), 1U},
    {LAYER_AT(104U), 0x7FC00000U},
    {LAYER_AT(108U), 0x7F800000U},
};

/**
 * Values and layers that contradict each other are refused, whatever contradicts.
 * @verifies RF-DLA-221
 */
static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0U; i < (sizeof(g_changes) / sizeof(g_changes[0])); i++) {
        plan_convolution(FLOAT_TYPE);
        lb_put(&g_bytes.bytes[g_bytes.network + g_changes[i].at], g_changes[i].number, 4U);
        nb_mend(&g_bytes);
        (void)memset(&g_loadable, 0xA5, sizeof(g_loadable));
        assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
        assert_int_equal(g_loadable.inputs, 0xA5A5A5A5U);
    }
}

/** A chain of two layers whose input and output have a second value each, which another layer makes
 * of the first input. */
static void plan_second_values(bool of_input)
{
    static const uint32_t dims[4] = {1U, 2U, 3U, 4U};
    const uint32_t inputs[3] = {0U, NO_VALUE, NO_VALUE};

    plan_chain(2U);
    if (of_input) {
        (void)nb_value(&g_plan, NB_INPUT, FLOAT_TYPE, dims);
    } else {
        (void)nb_layer(&g_plan, NB_ELTWISE, nb_value(&g_plan, NB_OUTPUT, FLOAT_TYPE, dims), inputs);
    }
    nb_write(&g_plan, &g_bytes);
}

/**
 * Two values of one input, or of one output, are refused; an input and an output of one index are
 * two tensors.
 * @verifies RF-DLA-340
 */
static void a_tensor_has_one_value(void **state)
{
    (void)state;
    plan_chain(2U);
    assert_int_equal(read_bytes(), DLA_LOADABLE_OK);
    plan_second_values(true);
    assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
    plan_second_values(false);
    assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
}

/** Adds an output of a kind of layer, and says how it is read. */
static DlaLoadableFault layer_of(uint32_t kind, uint32_t variant, const uint32_t *numbers,
                                 const uint32_t from[4], const uint32_t to[4])
{
    const uint32_t inputs[3] = {0U, NO_VALUE, NO_VALUE};
    NbLayer *layer = NULL;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    (void)nb_tensor(&g_plan, NB_INPUT, (kind == (uint32_t)NB_DEQUANTIZE) ? INT8_TYPE : FLOAT_TYPE,
                    from);
    (void)nb_tensor(&g_plan, NB_OUTPUT, (kind == (uint32_t)NB_QUANTIZE) ? INT8_TYPE : FLOAT_TYPE,
                    to);
    layer = nb_layer(&g_plan, kind, 1U, inputs);
    layer->variant = variant;
    for (uint32_t i = 0U; i < 10U; i++) {
        layer->numbers[i] = numbers[i];
    }
    layer->alpha = 0.5F;
    nb_write(&g_plan, &g_bytes);
    return read_bytes();
}

/**
 * Each kind of layers without weights has the dimensions that it makes, and no others.
 * @verifies RF-DLA-221
 */
static void layers_have_the_dimensions_that_they_make(void **state)
{
    static const struct {
        uint32_t kind;
        uint32_t variant;
        uint32_t numbers[10];
        uint32_t from[4];
        uint32_t to[4];
        bool fits;
    } cases[] = {
        {NB_POOL,
         0U,
         {2U, 2U, 1U, 1U, 0U, 0U, 0U, 0U, 1U, 1U},
         {1U, 2U, 5U, 4U},
         {1U, 2U, 4U, 3U},
         true},
        {NB_POOL,
         0U,
         {2U, 2U, 1U, 1U, 0U, 0U, 0U, 0U, 1U, 1U},
         {1U, 2U, 5U, 4U},
         {1U, 2U, 4U, 4U},
         false},
        {NB_POOL,
         0U,
         {2U, 2U, 1U, 1U, 0U, 0U, 0U, 0U, 1U, 1U},
         {1U, 2U, 5U, 4U},
         {1U, 3U, 4U, 3U},
         false},
        {NB_POOL,
         3U,
         {2U, 2U, 1U, 1U, 0U, 0U, 0U, 0U, 1U, 1U},
         {1U, 2U, 5U, 4U},
         {1U, 2U, 4U, 3U},
         false},
        {NB_POOL,
         0U,
         {2U, 2U, 1U, 1U, 0U, 0U, 0U, 0U, 2U, 2U},
         {1U, 2U, 5U, 4U},
         {1U, 2U, 3U, 2U},
         true},
        {NB_POOL,
         1U,
         {2U, 2U, 1U, 1U, 0U, 0U, 0U, 0U, 2U, 2U},
         {1U, 2U, 5U, 4U},
         {1U, 2U, 3U, 2U},
         false},
        {NB_ELTWISE, 13U, {0U}, {2U, 3U}, {2U, 3U}, true},
        {NB_ELTWISE, 14U, {0U}, {2U, 3U}, {2U, 3U}, false},
        {NB_ELTWISE, 0U, {0U}, {2U, 3U}, {3U, 2U}, false},
        {NB_CONCAT, 0U, {1U}, {2U, 3U}, {2U, 3U}, true},
        {NB_CONCAT, 0U, {1U}, {2U, 3U}, {2U, 4U}, false},
        {NB_CONCAT, 0U, {2U}, {2U, 3U}, {2U, 3U}, false},
        {NB_SOFTMAX, 1U, {1U}, {2U, 3U}, {2U, 3U}, true},
        {NB_SOFTMAX, 0U, {2U}, {2U, 3U}, {2U, 3U}, false},
        {NB_RESAMPLE, 1U, {0U}, {1U, 2U, 3U, 4U}, {1U, 2U, 5U, 9U}, true},
        {NB_RESAMPLE, 1U, {0U}, {1U, 2U, 3U, 4U}, {1U, 3U, 5U, 9U}, false},
        {NB_RESHAPE, 0U, {0U}, {2U, 3U, 4U}, {8U, 3U}, true},
        {NB_RESHAPE, 0U, {0U}, {2U, 3U, 4U}, {8U, 2U}, false},
        {NB_TRANSPOSE, 0U, {1U, 2U, 0U}, {2U, 3U, 4U}, {3U, 4U, 2U}, true},
        {NB_TRANSPOSE, 0U, {1U, 1U, 0U}, {2U, 2U, 2U}, {2U, 2U, 2U}, false},
        {NB_TRANSPOSE, 0U, {1U, 2U, 3U}, {2U, 2U, 2U}, {2U, 2U, 2U}, false},
        {NB_TRANSPOSE, 0U, {1U, 2U, 0U}, {2U, 3U, 4U}, {3U, 2U, 4U}, false},
        {NB_QUANTIZE, 0U, {127U}, {2U, 3U}, {2U, 3U}, true},
        {NB_QUANTIZE, 0U, {0xFFFFFF80U}, {2U, 3U}, {2U, 3U}, true},
        {NB_QUANTIZE, 0U, {128U}, {2U, 3U}, {2U, 3U}, false},
        {NB_DEQUANTIZE, 0U, {0xFFFFFF80U}, {2U, 3U}, {2U, 3U}, true},
        {NB_DEQUANTIZE, 0U, {0xFFFFFF7FU}, {2U, 3U}, {2U, 3U}, false},
        {NB_DEQUANTIZE, 0U, {0U}, {2U, 3U}, {3U, 2U}, false},
        {NB_BINARY, 0U, {0U}, {2U, 3U}, {2U, 3U}, false},
        {NB_MATMUL, 0U, {0U}, {2U, 3U}, {2U, 3U}, false},
    };

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        assert_int_equal(
            layer_of(cases[i].kind, cases[i].variant, cases[i].numbers, cases[i].from, cases[i].to),
            cases[i].fits ? DLA_LOADABLE_OK : DLA_LOADABLE_NETWORK);
    }
}

/* ---------------------------------------------------------------- what is computed */

/**
 * A convolution gives what the sum over its window is, also where tensors have gaps and other
 * orders.
 * @verifies RF-DLA-222
 * @verifies RF-DLA-223
 */
static void a_convolution_is_computed(void **state)
{
    static const uint32_t places[2] = {CUDLA_DATA_FORMAT_NCHW, CUDLA_DATA_FORMAT_NHWC};

    (void)state;
    for (size_t form = 0U; form < 2U; form++) {
        float input[64];
        float output[64];
        /* n, c, h, w: with gaps in each of them. */
        const bool is_nchw = (places[form] == CUDLA_DATA_FORMAT_NCHW);
        const uint32_t c_stride = is_nchw ? 26U : 1U;
        const uint32_t h_stride = is_nchw ? 8U : 14U;
        const uint32_t w_stride = is_nchw ? 2U : 4U;

        plan_convolution(FLOAT_TYPE);
        for (uint32_t t = 0U; t < 2U; t++) {
            cudlaModuleTensorDescriptor *const tensor = &g_plan.tensors[t];

            tensor->dataFormat = (uint8_t)places[form];
            tensor->stride[0] = 4U * (is_nchw ? w_stride : c_stride);
            tensor->stride[1] = 4U * (is_nchw ? h_stride : w_stride);
            tensor->stride[2] = 4U * (is_nchw ? c_stride : h_stride);
            tensor->stride[3] = 4U * 64U;
            tensor->size = is_nchw ? 320U : 256U;
        }
        nb_write(&g_plan, &g_bytes);
        open_network();
        for (uint32_t i = 0U; i < 64U; i++) {
            input[i] = (float)((i * 7U) % 11U) - 5.0F;
            output[i] = -77.0F;
        }
        assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
        for (uint32_t k = 0U; k < 3U; k++) {
            for (uint32_t place = 0U; place < 4U; place++) {
                float *const found =
                    &output[(k * c_stride) + ((place / 2U) * h_stride) + ((place % 2U) * w_stride)];
                float sum = (float)(24U + k) - 9.0F;

                for (uint32_t i = 0U; i < 8U; i++) {
                    const uint32_t h = (place / 2U) + ((i / 2U) % 2U);
                    const uint32_t w = (place % 2U) + (i % 2U);

                    sum += ((float)((k * 8U) + i) - 9.0F) *
                           input[((i / 4U) * c_stride) + (h * h_stride) + (w * w_stride)];
                }
                assert_true(*found == sum);
                *found = -77.0F;
            }
        }
        /* What is no element stays. */
        for (uint32_t i = 0U; i < 64U; i++) {
            assert_true(output[i] == -77.0F);
        }
        network_close(0U);
    }
}

/**
 * HALF is read and written, and computed as FLOAT.
 * @verifies RF-DLA-222
 */
static void tensors_of_half_are_converted(void **state)
{
    uint16_t input[18];
    uint16_t output[12];

    (void)state;
    plan_convolution(HALF_TYPE);
    open_network();
    for (size_t i = 0U; i < 18U; i++) {
        input[i] = 0x3C00U;
    }
    assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
    /* 8 weights of 0 to 7 less 9, and the bias of 15: -29. */
    assert_int_equal(output[0], 0xCF40U);
    network_close(0U);
}

/**
 * A tensor of another type, other dimensions or a format in groups is no place of a value.
 * @verifies RF-DLA-222
 */
static void tensors_are_those_of_the_values(void **state)
{
    (void)state;
    plan_convolution(FLOAT_TYPE);
    g_plan.tensors[0].dataFormat = CUDLA_DATA_FORMAT_NCxHWx;
    nb_write(&g_plan, &g_bytes);
    assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
    plan_convolution(FLOAT_TYPE);
    g_plan.tensors[1].c = 4U;
    nb_write(&g_plan, &g_bytes);
    assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
    plan_convolution(FLOAT_TYPE);
    g_plan.tensors[0].stride[0] = 6U;
    g_plan.tensors[0].stride[1] = 20U;
    g_plan.tensors[0].stride[2] = 60U;
    g_plan.tensors[0].size = 512U;
    nb_write(&g_plan, &g_bytes);
    assert_int_equal(read_bytes(), DLA_LOADABLE_NETWORK);
}

/** A product of integers: 1 x 2 by 2 x 2, with zero points. */
static void plan_integers(void)
{
    static const uint32_t row[4] = {1U, 2U, 0U, 0U};
    static const uint32_t square[4] = {2U, 2U, 0U, 0U};
    static const uint32_t pair[4] = {2U, 0U, 0U, 0U};
    static const float scales[2] = {0.5F, 0.25F};
    uint32_t inputs[3] = {0U, 0U, 0U};
    NbLayer *layer = NULL;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    inputs[0] = nb_tensor(&g_plan, NB_INPUT, INT8_TYPE, row);
    inputs[1] = nb_value(&g_plan, NB_CONSTANT, INT8_TYPE, square);
    inputs[2] = nb_value(&g_plan, NB_CONSTANT, FLOAT_TYPE, pair);
    layer = nb_layer(&g_plan, NB_QMATMUL, nb_tensor(&g_plan, NB_OUTPUT, INT8_TYPE, row), inputs);
    layer->numbers[12] = 3U;
    layer->numbers[13] = (uint32_t)-2;
    (void)memcpy(g_plan.weights, "\x01\x02\x03\x04", 4U);
    (void)memcpy(&g_plan.weights[4], scales, sizeof(scales));
    nb_write(&g_plan, &g_bytes);
}

/**
 * Integers are multiplied with their zero points and scales, and limited to their range.
 * @verifies RF-DLA-224
 */
static void integers_are_computed_with_scales(void **state)
{
    const int8_t input[2] = {13, 23};
    const int8_t large[2] = {103, 103};
    int8_t output[2] = {0, 0};

    (void)state;
    plan_integers();
    open_network();
    /* (10 + 60) / 2 - 2 and (20 + 80) / 4 - 2. */
    assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
    assert_int_equal(output[0], 33);
    assert_int_equal(output[1], 23);
    assert_int_equal(run_task(large, output, UINT32_MAX), cudlaSuccess);
    assert_int_equal(output[0], 127);
    network_close(0U);
}

/** How a network is opened that has so many values of its input, and of its output. Nothing looks
 * at its bytes before. */
static NetworkStatus open_values(uint32_t inputs, uint32_t outputs)
{
    static const uint32_t dims[4] = {1U, 2U, 3U, 4U};
    const uint32_t from[3] = {0U, NO_VALUE, NO_VALUE};
    NetworkView view;

    (void)memset(&view, 0, sizeof(view));
    plan_chain(1U);
    for (uint32_t i = 1U; i < inputs; i++) {
        (void)nb_value(&g_plan, NB_INPUT, FLOAT_TYPE, dims);
    }
    for (uint32_t i = 1U; i < outputs; i++) {
        (void)nb_layer(&g_plan, NB_ELTWISE, nb_value(&g_plan, NB_OUTPUT, FLOAT_TYPE, dims), from);
    }
    nb_write(&g_plan, &g_bytes);
    view.bytes = &g_bytes.bytes[g_bytes.network];
    view.size = g_bytes.size - g_bytes.network;
    view.tensors = g_plan.tensors;
    view.inputs = 1U;
    view.outputs = 1U;
    return network_open(0U, &view);
}

/**
 * The row of a network takes as many tensors as it has room for, whatever was looked at before.
 * @verifies RF-DLA-341
 */
static void a_row_takes_the_tensors_that_it_has_room_for(void **state)
{
    const uint32_t room = 2U * RINGFENCE_CFG_DLA_TENSORS;

    (void)state;
    plan_chain(1U);
    open_network();
    network_close(0U);
    assert_int_equal(open_values(room - 2U, 2U), NETWORK_DONE);
    network_close(0U);
    assert_int_equal(open_values(room - 1U, 2U), NETWORK_NO_MEMORY);
    assert_int_equal(open_values(room, 31U), NETWORK_NO_MEMORY);
    assert_int_equal(open_values(room + 1U, 1U), NETWORK_NO_MEMORY);
    assert_int_equal(open_values(1U, room), NETWORK_NO_MEMORY);
    /* The row is free, and the next one whole. */
    assert_int_equal(open_values(1U, 1U), NETWORK_DONE);
    network_close(0U);
}

/**
 * The host is asked before each layer; the task ends there.
 * @verifies RF-DLA-225
 */
static void a_network_ends_between_layers(void **state)
{
    float input[24] = {1.0F};
    float output[24];
    uint32_t all = 0U;

    (void)state;
    plan_chain(CHAIN);
    open_network();
    assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
    all = g_asked;
    assert_true(all > CHAIN);
    for (uint32_t yes = 0U; yes < all; yes++) {
        output[0] = 7.0F;
        assert_int_equal(run_task(input, output, yes), cudlaErrorDlaErrEngineTimeout);
        assert_int_equal(g_asked, yes + 1U);
        assert_true(output[0] == 7.0F);
    }
    assert_int_equal(run_task(input, output, all), cudlaSuccess);
    assert_true(output[0] == 1.0F);
    network_close(0U);
}

/**
 * A network that is not open computes nothing, and the task fails.
 * @verifies RF-DLA-225
 */
static void a_network_that_is_not_open_fails(void **state)
{
    float input[24] = {1.0F};
    float output[24] = {7.0F};

    (void)state;
    plan_chain(1U);
    open_network();
    network_close(0U);
    network_close(0U);
    assert_int_equal(run_task(input, output, UINT32_MAX), cudlaErrorUnknown);
    assert_true(output[0] == 7.0F);
}

/**
 * What tasks need is there when the network is open: they leave the heap as it is, and closing
 * gives back what the row had.
 * @verifies RF-DLA-226
 */
static void tasks_leave_the_heap_as_it_is(void **state)
{
    float input[24] = {1.0F};
    float output[24];
    struct mallinfo2 before;

    (void)state;
    plan_chain(CHAIN);
    open_network();
    assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
    before = mallinfo2();
    for (uint32_t i = 0U; i < 100U; i++) {
        assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
    }
    assert_int_equal(mallinfo2().uordblks, before.uordblks);
    network_close(0U);
    /* oneDNN keeps primitives in a cache of its own, which the second one finds. */
    open_network();
    network_close(0U);
    before = mallinfo2();
    for (uint32_t i = 0U; i < 100U; i++) {
        open_network();
        network_close(0U);
    }
    /* Less than a row has. The allocator keeps some small blocks. */
    assert_true(mallinfo2().uordblks <= (before.uordblks + 16384U));
}

/* ---------------------------------------------------------------- through cudla.h */

/**
 * A module with a network is loaded, computes in the thread of its device, and is unloaded; a row
 * is used again.
 * @verifies RF-DLA-223
 * @verifies RF-DLA-226
 */
static void a_module_computes_its_network(void **state)
{
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    uint64_t *const cookie = import_sync(&bench, end);
    Memory input;
    Memory output;
    cudlaModule module = NULL;
    float row[24];

    (void)state;
    plan_chain(2U);
    open_network();
    network_close(0U);
    input = make_memory(&bench, 96U, CUDLA_READ_ONLY_PERM);
    output = make_memory(&bench, 96U, 0U);
    for (size_t i = 0U; i < 24U; i++) {
        row[i] = (float)i - 12.0F;
    }
    for (uint32_t turn = 0U; turn < (2U * RINGFENCE_CFG_DLA_MODULES); turn++) {
        NvSciSyncFence after = NvSciSyncFenceInitializer;
        Job job;

        assert_int_equal(cudlaModuleLoadFromMemory(bench.device, g_bytes.bytes, g_bytes.size,
                                                   &module, CUDLA_MODULE_DEFAULT),
                         cudlaSuccess);
        (void)memcpy(input.bytes, row, sizeof(row));
        (void)memset(output.bytes, 0xA5, 96U);
        job_begin(&job, module);
        job_input(&job, &input);
        job_output(&job, &output);
        job_signal(&job, cookie, &after, CUDLA_NVSCISYNC_FENCE);
        assert_int_equal(submit(&bench, &job), cudlaSuccess);
        await(&bench, &after);
        NvSciSyncFenceClear(&after);
        for (size_t i = 0U; i < 24U; i++) {
            float found = 0.0F;

            (void)memcpy(&found, &output.bytes[4U * i], 4U);
            assert_true(found == ((row[i] > 0.0F) ? row[i] : 0.0F));
        }
        assert_int_equal(cudlaGetLastError(bench.device), cudlaSuccess);
        assert_int_equal(cudlaModuleUnload(module, 0U), cudlaSuccess);
    }
    free_memory(&input);
    free_memory(&output);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

/**
 * A network that does not fit is refused, and reported as a bad loadable.
 * @verifies RF-DLA-221
 */
static void a_module_with_a_bad_network_is_refused(void **state)
{
    Bench bench = bench_open();
    cudlaModule module = NULL;
    RingfenceFault fault;

    (void)state;
    plan_convolution(FLOAT_TYPE);
    lb_put(&g_bytes.bytes[g_bytes.network + NUMBER_AT(10U)], 3U, 4U);
    nb_mend(&g_bytes);
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, g_bytes.bytes, g_bytes.size, &module,
                                               CUDLA_MODULE_DEFAULT),
                     cudlaErrorUmd);
    assert_null(module);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_LOADABLE);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- numbers that are not finite */

/** A network of one layer of three numbers, and of a second array of three. */
static void plan_numbers(uint32_t kind, uint32_t variant, uint32_t type)
{
    static const uint32_t dims[4] = {1U, 3U, 0U, 0U};
    uint32_t inputs[3] = {0U, NO_VALUE, NO_VALUE};
    NbLayer *layer = NULL;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    inputs[0] = nb_tensor(&g_plan, NB_INPUT, FLOAT_TYPE, dims);
    if (kind == (uint32_t)NB_BINARY) {
        inputs[1] = nb_value(&g_plan, NB_CONSTANT, FLOAT_TYPE, dims);
    }
    layer = nb_layer(&g_plan, kind, nb_tensor(&g_plan, NB_OUTPUT, type, dims), inputs);
    layer->variant = variant;
    if (kind == (uint32_t)NB_SOFTMAX) {
        layer->numbers[0] = 1U;
    }
}

#define PLUS_INF  0x7F800000U
#define MINUS_INF 0xFF800000U
#define NOT_ONE   0x7FC00001U
#define ONE       0x3F800000U

static bool bits_are_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFFU) > PLUS_INF;
}

/** Says whether what was found is what was wanted: the same bits, or both no number. */
static bool is_same(uint32_t found, uint32_t wanted)
{
    return (bits_are_nan(found) && bits_are_nan(wanted)) || (found == wanted);
}

/**
 * A function of a NaN is a NaN, and one of an infinity what the reference of ONNX makes of it.
 * @verifies RF-DLA-374
 */
static void functions_know_what_is_no_number(void **state)
{
    static const struct {
        uint32_t variant;
        float alpha;
        float beta;
        uint32_t plus;
        uint32_t minus;
    } cases[] = {
        {0U, 0.0F, 0.0F, PLUS_INF, 0U},
        {0U, 0.5F, 0.0F, PLUS_INF, MINUS_INF},
        {1U, 0.0F, 0.0F, ONE, 0U},
        {2U, 0.0F, 0.0F, ONE, 0xBF800000U},
        {3U, 0.5F, 0.0F, PLUS_INF, 0xBF000000U},
        {4U, -0.5F, 1.0F, ONE, 0xBF000000U},
        {5U, 0.0F, 0.0F, PLUS_INF, 0U},
        {6U, 0.0F, 0.0F, PLUS_INF, NOT_ONE},
        {7U, 0.0F, 0.0F, PLUS_INF, PLUS_INF},
        {8U, 0.0F, 0.0F, PLUS_INF, NOT_ONE},
        {9U, 0.0F, 0.0F, PLUS_INF, NOT_ONE},
        {10U, 1.0F, 0.0F, PLUS_INF, NOT_ONE},
        {10U, -1.0F, 0.0F, NOT_ONE, MINUS_INF},
        {11U, 0.0F, 0.0F, PLUS_INF, NOT_ONE},
        {12U, 0.0F, 0.0F, PLUS_INF, 0U},
        {13U, -2.0F, 1.0F, MINUS_INF, PLUS_INF},
    };

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        const uint32_t input[3] = {NOT_ONE, PLUS_INF, MINUS_INF};
        uint32_t output[3] = {0U, 0U, 0U};

        plan_numbers(NB_ELTWISE, cases[i].variant, FLOAT_TYPE);
        g_plan.layers[0].alpha = cases[i].alpha;
        g_plan.layers[0].beta = cases[i].beta;
        nb_write(&g_plan, &g_bytes);
        open_network();
        assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
        if (!(bits_are_nan(output[0]) && is_same(output[1], cases[i].plus) &&
              is_same(output[2], cases[i].minus))) {
            print_error("variant %u: %x %x %x\n", cases[i].variant, output[0], output[1],
                        output[2]);
        }
        assert_true(bits_are_nan(output[0]));
        assert_true(is_same(output[1], cases[i].plus));
        assert_true(is_same(output[2], cases[i].minus));
        network_close(0U);
    }
}

/**
 * The greater and the lesser of a number and a NaN are a NaN, whichever of them it is, and a
 * softmax with one has no numbers.
 * @verifies RF-DLA-374
 */
static void what_is_no_number_is_not_lost(void **state)
{
    const uint32_t other[3] = {ONE, NOT_ONE, ONE};

    (void)state;
    for (uint32_t variant = 4U; variant < 6U; variant++) {
        const uint32_t input[3] = {NOT_ONE, ONE, PLUS_INF};
        uint32_t output[3] = {0U, 0U, 0U};

        plan_numbers(NB_BINARY, variant, FLOAT_TYPE);
        (void)memcpy(g_plan.weights, other, sizeof(other));
        nb_write(&g_plan, &g_bytes);
        open_network();
        assert_int_equal(run_task(input, output, UINT32_MAX), cudlaSuccess);
        assert_true(bits_are_nan(output[0]));
        assert_true(bits_are_nan(output[1]));
        assert_int_equal(output[2], (variant == 4U) ? PLUS_INF : ONE);
        network_close(0U);
    }
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        const uint32_t inputs[3][3] = {
            {ONE, NOT_ONE, ONE}, {ONE, ONE, PLUS_INF}, {MINUS_INF, MINUS_INF, MINUS_INF}};
        uint32_t output[3] = {0U, 0U, 0U};

        plan_numbers(NB_SOFTMAX, 0U, FLOAT_TYPE);
        nb_write(&g_plan, &g_bytes);
        open_network();
        assert_int_equal(run_task(inputs[turn], output, UINT32_MAX), cudlaSuccess);
        for (size_t i = 0U; i < 3U; i++) {
            assert_true(bits_are_nan(output[i]));
        }
        network_close(0U);
    }
}

/**
 * A bound of a clip of 3e38 or more is none.
 * @verifies RF-DLA-375
 */
static void a_clip_may_have_no_bounds(void **state)
{
    static const uint32_t larger[3] = {PLUS_INF, MINUS_INF, 0x7F7FFFFFU};
    uint32_t output[3] = {0U, 0U, 0U};

    (void)state;
    plan_numbers(NB_ELTWISE, 4U, FLOAT_TYPE);
    g_plan.layers[0].alpha = -3.0e38F;
    g_plan.layers[0].beta = 3.0e38F;
    nb_write(&g_plan, &g_bytes);
    open_network();
    assert_int_equal(run_task(larger, output, UINT32_MAX), cudlaSuccess);
    assert_memory_equal(output, larger, sizeof(larger));
    network_close(0U);
}

/**
 * What is too large for an integer is the largest or the least one, and a NaN 0.
 * @verifies RF-DLA-376
 */
static void integers_are_limited_for_certain(void **state)
{
    static const uint32_t types[2] = {INT8_TYPE, 5U};

    (void)state;
    for (size_t i = 0U; i < 2U; i++) {
        const uint32_t inputs[2][3] = {{NOT_ONE, PLUS_INF, MINUS_INF},
                                       /* 1, 1e10, -1e10. */
                                       {ONE, 0x501502F9U, 0xD01502F9U}};
        const uint8_t wanted[2][2][3] = {{{0U, 0x7FU, 0x80U}, {4U, 0x7FU, 0x80U}},
                                         {{0U, 0xFFU, 0U}, {4U, 0xFFU, 0U}}};

        plan_numbers(NB_QUANTIZE, 0U, types[i]);
        g_plan.layers[0].alpha = 0.5F;
        g_plan.layers[0].numbers[0] = 2U;
        nb_write(&g_plan, &g_bytes);
        open_network();
        for (size_t turn = 0U; turn < 2U; turn++) {
            uint8_t output[3] = {1U, 1U, 1U};

            assert_int_equal(run_task(inputs[turn], output, UINT32_MAX), cudlaSuccess);
            assert_memory_equal(output, wanted[i][turn], 3U);
        }
        network_close(0U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_is_read_as_a_whole),
        cmocka_unit_test(a_network_has_so_many_layers_and_values),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(layers_have_the_dimensions_that_they_make),
        cmocka_unit_test(a_tensor_has_one_value),
        cmocka_unit_test(a_convolution_is_computed),
        cmocka_unit_test(tensors_of_half_are_converted),
        cmocka_unit_test(tensors_are_those_of_the_values),
        cmocka_unit_test(integers_are_computed_with_scales),
        cmocka_unit_test(a_row_takes_the_tensors_that_it_has_room_for),
        cmocka_unit_test(a_network_ends_between_layers),
        cmocka_unit_test(a_network_that_is_not_open_fails),
        cmocka_unit_test(tasks_leave_the_heap_as_it_is),
        cmocka_unit_test(functions_know_what_is_no_number),
        cmocka_unit_test(what_is_no_number_is_not_lost),
        cmocka_unit_test(a_clip_may_have_no_bounds),
        cmocka_unit_test(integers_are_limited_for_certain),
        sync_test(a_module_computes_its_network),
        sync_test(a_module_with_a_bad_network_is_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
