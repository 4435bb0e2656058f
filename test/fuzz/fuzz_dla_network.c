/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_dla_network.c
 * Networks whose values and layers fit each other more often than bytes by chance do: the input
 * says what layers there are, and how long dimensions are; then some bytes of what was written
 * become others. What is read as a network is opened, computed and closed.
 */
#define _GNU_SOURCE

#include "fuzz_networks.h"
#include "network_bytes.h"

#define SIDE_MOST   6U
#define LAYERS_MOST 8U
#define FLOAT_TYPE  1U
#define HALF_TYPE   2U
#define INT8_TYPE   4U
#define UINT8_TYPE  5U
#define INT32_TYPE  7U
#define NONE        UINT32_MAX
#define CHANGES     4U

static NbPlan g_plan;
static NbBytes g_bytes;
static DlaLoadable g_loadable;

/** What is left of the input. */
typedef struct {
    const uint8_t *bytes;
    size_t size;
} Input;

static uint32_t take(Input *input, uint32_t below)
{
    uint32_t taken = 0U;

    if (input->size > 0U) {
        taken = (uint32_t)input->bytes[0] % below;
        input->bytes++;
        input->size--;
    }
    return taken;
}

/** A value between layers, an output, or an output that is one of several values of it. */
static uint32_t add_value(Input *input, uint32_t type, const uint32_t dims[4])
{
    const uint32_t kind = take(input, 8U);
    const uint32_t between = (type == HALF_TYPE) ? FLOAT_TYPE : type;
    uint32_t index = 0U;

    if ((kind == 0U) && ((g_plan.inputs + g_plan.outputs) < 4U)) {
        index = nb_tensor(&g_plan, NB_OUTPUT, type, dims);
    } else if (kind == 1U) {
        index = nb_value(&g_plan, NB_OUTPUT, type, dims);
    } else {
        index = nb_value(&g_plan, NB_BETWEEN, between, dims);
    }
    return index;
}

/** A constant; a scale is not 0. */
static uint32_t add_constant(Input *input, uint32_t type, const uint32_t dims[4])
{
    const uint64_t before = g_plan.weight_bytes;
    const uint32_t index = nb_value(&g_plan, NB_CONSTANT, type, dims);

    if (g_plan.weight_bytes <= NB_WEIGHTS) {
        for (uint64_t i = before; i < g_plan.weight_bytes; i++) {
            g_plan.weights[i] = (type == FLOAT_TYPE) ? 0x3EU : (uint8_t)take(input, 256U);
        }
    }
    return index;
}

static uint32_t pick(Input *input)
{
    return take(input, g_plan.value_count);
}

static bool is_image(uint32_t index)
{
    return g_plan.values[index].rank == 4U;
}

static bool is_integer(uint32_t index)
{
    return (g_plan.values[index].type == INT8_TYPE) || (g_plan.values[index].type == UINT8_TYPE);
}

/** Fills a window, and the rows and columns that it makes. False: it makes none. */
static bool make_window(Input *input, NbLayer *layer, const uint32_t kernel[2],
                        const uint32_t from[4], uint32_t to[4])
{
    bool fits = true;

    for (uint32_t axis = 0U; axis < 2U; axis++) {
        const uint32_t stride = 1U + take(input, 3U);
        const uint32_t dilation = 1U + (take(input, 4U) / 3U);
        const uint32_t begin = take(input, kernel[axis]);
        const uint32_t end = take(input, kernel[axis]);
        const uint32_t extent = ((kernel[axis] - 1U) * dilation) + 1U;
        const uint32_t all = from[2U + axis] + begin + end;

        fits = fits && (extent <= all);
        to[2U + axis] = fits ? (((all - extent) / stride) + 1U) : 1U;
        layer->numbers[2U + axis] = stride;
        layer->numbers[4U + axis] = begin;
        layer->numbers[6U + axis] = end;
        layer->numbers[8U + axis] = dilation;
    }
    return fits;
}

static void add_convolution(Input *input, uint32_t from)
{
    const uint32_t *const dims = g_plan.values[from].dims;
    const bool quantized = is_integer(from);
    const uint32_t groups = ((dims[1] % 2U) == 0U) ? (1U + take(input, 2U)) : 1U;
    const uint32_t out = groups * (1U + take(input, 4U));
    const uint32_t kernels[4] = {out, dims[1] / groups, 1U + take(input, 3U), 1U + take(input, 3U)};
    const uint32_t one[4] = {out, 0U, 0U, 0U};
    uint32_t to[4] = {dims[0], out, 0U, 0U};
    uint32_t inputs[3] = {from, NONE, NONE};
    NbLayer made = {0};
    NbLayer *layer = NULL;
    uint32_t bias = NONE;

    if (make_window(input, &made, &kernels[2], dims, to)) {
        inputs[1] = add_constant(input, quantized ? INT8_TYPE : FLOAT_TYPE, kernels);
        if (quantized || (take(input, 2U) == 1U)) {
            inputs[2] = add_constant(input, FLOAT_TYPE, one);
        }
        bias = (quantized && (take(input, 2U) == 1U)) ? add_constant(input, INT32_TYPE, one) : NONE;
        layer = nb_layer(&g_plan, quantized ? NB_QCONVOLUTION : NB_CONVOLUTION,
                         add_value(input, quantized ? INT8_TYPE : FLOAT_TYPE, to), inputs);
        (void)memcpy(layer->numbers, made.numbers, sizeof(made.numbers));
        layer->numbers[10] = groups;
        if (quantized) {
            layer->numbers[12] = take(input, 3U);
            layer->numbers[13] = take(input, 3U);
        }
        if (bias != NONE) {
            layer->inputs[3] = bias;
            layer->input_count = 4U;
        }
    }
}

static void add_pool(Input *input, uint32_t from)
{
    const NbValue *const value = &g_plan.values[from];
    const uint32_t kernel[2] = {1U + take(input, 4U), 1U + take(input, 4U)};
    const uint32_t inputs[3] = {from, NONE, NONE};
    const uint32_t variant = is_integer(from) ? 0U : take(input, 3U);
    uint32_t to[4] = {value->dims[0], value->dims[1], 0U, 0U};
    NbLayer made = {0};

    if (make_window(input, &made, kernel, value->dims, to)) {
        NbLayer *const layer =
            nb_layer(&g_plan, NB_POOL, add_value(input, value->type, to), inputs);

        (void)memcpy(layer->numbers, made.numbers, sizeof(made.numbers));
        layer->numbers[0] = kernel[0];
        layer->numbers[1] = kernel[1];
        layer->variant = variant;
    }
}

/** A product with a constant or with another input. */
static void add_matmul(Input *input, uint32_t from)
{
    const NbValue *const value = &g_plan.values[from];
    const bool quantized = is_integer(from);
    const uint32_t columns = 1U + take(input, SIDE_MOST);
    uint32_t weights[4] = {1U, 1U, 1U, 1U};
    uint32_t to[4] = {0U, 0U, 0U, 0U};
    const uint32_t one[4] = {columns, 0U, 0U, 0U};
    uint32_t bias[4] = {0U, 0U, 0U, 0U};
    uint32_t inputs[3] = {from, NONE, NONE};
    NbLayer *layer = NULL;

    if (value->rank >= 2U) {
        for (uint32_t i = 0U; i < 4U; i++) {
            to[i] = value->dims[i];
            weights[i] = (i < value->rank) ? weights[i] : 0U;
            bias[i] = weights[i];
        }
        if (take(input, 3U) == 0U) {
            weights[0] = (value->rank > 2U) ? value->dims[0] : weights[0];
        }
        weights[value->rank - 2U] = value->dims[value->rank - 1U];
        weights[value->rank - 1U] = columns;
        to[value->rank - 1U] = columns;
        bias[value->rank - 1U] = (take(input, 2U) == 0U) ? columns : 1U;
        inputs[1] = add_constant(input, quantized ? INT8_TYPE : FLOAT_TYPE, weights);
        if (quantized) {
            inputs[2] = add_constant(input, FLOAT_TYPE, one);
        } else if (take(input, 2U) == 1U) {
            inputs[2] = add_constant(input, FLOAT_TYPE, bias);
        }
        layer = nb_layer(&g_plan, quantized ? NB_QMATMUL : NB_MATMUL,
                         add_value(input, quantized ? UINT8_TYPE : FLOAT_TYPE, to), inputs);
        layer->numbers[12] = quantized ? take(input, 3U) : 0U;
        layer->numbers[13] = quantized ? take(input, 3U) : 0U;
    }
}

/** Two values of one shape, or one and a constant that is repeated. */
static void add_binary(Input *input, uint32_t from)
{
    const NbValue *const value = &g_plan.values[from];
    const uint32_t turned = take(input, 2U);
    uint32_t dims[4] = {0U, 0U, 0U, 0U};
    uint32_t inputs[3] = {from, from, NONE};

    for (uint32_t i = 0U; i < value->rank; i++) {
        dims[i] = (take(input, 2U) == 0U) ? 1U : value->dims[i];
    }
    inputs[1U - turned] = add_constant(input, FLOAT_TYPE, dims);
    inputs[turned] = from;
    nb_layer(&g_plan, NB_BINARY, add_value(input, FLOAT_TYPE, value->dims), inputs)->variant =
        take(input, 6U);
}

static void add_concat(Input *input, uint32_t from)
{
    const NbValue *const value = &g_plan.values[from];
    const uint32_t count = 1U + take(input, 8U);
    const uint32_t axis = take(input, value->rank);
    const uint32_t inputs[3] = {from, NONE, NONE};
    uint32_t dims[4];
    NbLayer *layer = NULL;

    (void)memcpy(dims, value->dims, sizeof(dims));
    dims[axis] *= count;
    layer = nb_layer(&g_plan, NB_CONCAT, add_value(input, value->type, dims), inputs);
    for (uint32_t i = 0U; i < count; i++) {
        layer->inputs[i] = from;
    }
    layer->input_count = count;
    layer->numbers[0] = axis;
}

/** Layers that change places: reshape, transpose, resample. */
static void add_places(Input *input, uint32_t from, uint32_t kind)
{
    const NbValue *const value = &g_plan.values[from];
    const uint32_t inputs[3] = {from, NONE, NONE};
    const uint32_t turn = take(input, value->rank);
    uint32_t numbers[4] = {0U, 0U, 0U, 0U};
    uint32_t dims[4] = {0U, 0U, 0U, 0U};
    NbLayer *layer = NULL;

    for (uint32_t i = 0U; i < value->rank; i++) {
        numbers[i] = (kind == (uint32_t)NB_TRANSPOSE) ? ((i + turn) % value->rank) : 0U;
        dims[i] = value->dims[numbers[i]];
    }
    if (kind == (uint32_t)NB_RESHAPE) {
        (void)memset(dims, 0, sizeof(dims));
        dims[0] = 1U;
        for (uint32_t i = 0U; i < value->rank; i++) {
            dims[i / 2U] = (i == 2U) ? value->dims[i] : (dims[i / 2U] * value->dims[i]);
        }
    } else if (kind == (uint32_t)NB_RESAMPLE) {
        dims[0] = value->dims[0];
        dims[1] = value->dims[1];
        dims[2] = 1U + take(input, 3U * SIDE_MOST);
        dims[3] = 1U + take(input, 3U * SIDE_MOST);
    }
    layer = nb_layer(&g_plan, kind, add_value(input, value->type, dims), inputs);
    layer->variant = (kind == (uint32_t)NB_RESAMPLE) ? take(input, 2U) : 0U;
    (void)memcpy(layer->numbers, numbers, sizeof(numbers));
}

/** Layers whose output has the dimensions of the input. */
static void add_alike(Input *input, uint32_t from, uint32_t kind)
{
    const NbValue *const value = &g_plan.values[from];
    const uint32_t inputs[3] = {from, NONE, NONE};
    const uint32_t integer = (take(input, 2U) == 0U) ? INT8_TYPE : UINT8_TYPE;
    NbLayer *const layer = nb_layer(
        &g_plan, kind,
        add_value(input, (kind == (uint32_t)NB_QUANTIZE) ? integer : FLOAT_TYPE, value->dims),
        inputs);

    if (kind == (uint32_t)NB_ELTWISE) {
        layer->variant = take(input, 14U);
    } else if (kind == (uint32_t)NB_SOFTMAX) {
        layer->variant = take(input, 2U);
        layer->numbers[0] = take(input, value->rank);
    } else {
        layer->numbers[0] = take(input, 128U);
    }
    layer->alpha = ((float)take(input, 16U) + 1.0F) / 8.0F;
    layer->beta = layer->alpha;
}

static void add_layer(Input *input)
{
    const uint32_t from = pick(input);
    const uint32_t kind = take(input, 10U);

    if (is_image(from) && (kind < 3U)) {
        if (kind == 0U) {
            add_convolution(input, from);
        } else if (kind == 1U) {
            add_pool(input, from);
        } else if (!is_integer(from)) {
            add_places(input, from, NB_RESAMPLE);
        }
    } else if (kind < 4U) {
        add_matmul(input, from);
    } else if (kind < 6U) {
        add_places(input, from, (kind == 4U) ? NB_RESHAPE : NB_TRANSPOSE);
    } else if (kind == 6U) {
        add_concat(input, from);
    } else if (is_integer(from)) {
        add_alike(input, from, NB_DEQUANTIZE);
    } else if (kind == 7U) {
        add_binary(input, from);
    } else {
        static const uint32_t kinds[3] = {NB_ELTWISE, NB_SOFTMAX, NB_QUANTIZE};

        add_alike(input, from, kinds[take(input, 3U)]);
    }
}

/** Writes what the input says. False: it has more weights than there is room for. */
static bool make(Input *input)
{
    static const uint32_t types[4] = {FLOAT_TYPE, HALF_TYPE, INT8_TYPE, UINT8_TYPE};
    const uint32_t count = 1U + take(input, LAYERS_MOST);

    (void)memset(&g_plan, 0, sizeof(g_plan));
    for (uint32_t i = 0U; i < (1U + take(input, 2U)); i++) {
        const uint32_t rank = 1U + take(input, 4U);
        uint32_t dims[4] = {0U, 0U, 0U, 0U};

        for (uint32_t k = 0U; k < rank; k++) {
            dims[k] = 1U + take(input, SIDE_MOST);
        }
        (void)nb_tensor(&g_plan, NB_INPUT, types[take(input, 4U)], dims);
    }
    for (uint32_t i = 0U; (i < count) && (g_plan.weight_bytes <= NB_WEIGHTS); i++) {
        add_layer(input);
    }
    if (g_plan.outputs == 0U) {
        /* A loadable has one. */
        NbValue last = g_plan.values[g_plan.value_count - 1U];
        const uint32_t inputs[3] = {g_plan.value_count - 1U, NONE, NONE};

        (void)nb_layer(&g_plan, NB_RESHAPE, nb_tensor(&g_plan, NB_OUTPUT, last.type, last.dims),
                       inputs);
    }
    return g_plan.weight_bytes <= NB_WEIGHTS;
}

/** Changes some bytes behind the header, as the input says. */
static void change(Input *input)
{
    const uint32_t changes = take(input, CHANGES);

    for (uint32_t i = 0U; i < changes; i++) {
        const size_t room = g_bytes.size - LB_HEADER;
        const size_t at = ((size_t)take(input, 256U) * 256U) + take(input, 256U);

        g_bytes.bytes[LB_HEADER + (at % room)] ^= (uint8_t)take(input, 256U);
    }
    nb_mend(&g_bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = {data, size};

    if (fuzz_is_first()) {
        networks_begin();
    }
    fuzz_begin();
    if (make(&input)) {
        nb_write(&g_plan, &g_bytes);
        change(&input);
        if (loadable_read(g_bytes.bytes, g_bytes.size, &g_loadable) == DLA_LOADABLE_OK) {
            const NetworkView view = loadable_network(g_bytes.bytes, g_bytes.size, &g_loadable);

            networks_compute(&view);
        }
    }
    fuzz_end();
    return 0;
}
