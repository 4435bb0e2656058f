/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file shapes.c
 * What layers demand of the types and dimensions of their values.
 */
#include "dla/network/shapes.h"

#include "dla/loadable.h"

/** Most that a number of a convolution or a pool may be. */
#define NUMBER_MAX 0xFFFFU
/** Largest scale or parameter. */
#define FACTOR_MAX          3.0e38F
#define VARIANTS_OF_ELTWISE 14U
#define VARIANTS_OF_BINARY  6U
#define VARIANTS_OF_POOL    3U
#define AXES_MAX            3U
#define ZERO_OFFSET         128U

/** What a kind of layers has. */
typedef struct {
    uint32_t inputs_min;
    uint32_t inputs_max;
    /** Variants are 0 to this. */
    uint32_t variants;
    /** Its values have floating point, and are of one type each. */
    bool is_float;
    /** Only the numbers from the first to the one before this one count; the others are 0. */
    uint32_t numbers;
} LayerRule;

/** By kind; there is none of number 0. */
static const LayerRule g_layer_rules[] = {
    {1U, 0U, 0U, false, 0U},
    {2U, 3U, 1U, true, 11U},
    {1U, 1U, VARIANTS_OF_POOL, false, 10U},
    {2U, 3U, 1U, true, 0U},
    {1U, 1U, VARIANTS_OF_ELTWISE, true, 0U},
    {2U, 2U, VARIANTS_OF_BINARY, true, 0U},
    {1U, NETWORK_INPUTS, 1U, false, 1U},
    {1U, 1U, 2U, true, 1U},
    {1U, 1U, 2U, true, 0U},
    {1U, 1U, 1U, false, 0U},
    {1U, 1U, 1U, false, NETWORK_RANK},
    {1U, 1U, 1U, false, 1U},
    {1U, 1U, 1U, false, 1U},
    {3U, 4U, 1U, false, NETWORK_NUMBERS},
    {3U, 3U, 1U, false, NETWORK_NUMBERS},
};

/* ---------------------------------------------------------------- types */

uint32_t network_type_bytes(uint32_t type)
{
    uint32_t bytes = 0U;

    switch (type) {
    case NETWORK_FLOAT:
    case NETWORK_INT32:
        bytes = 4U;
        break;
    case NETWORK_HALF:
        bytes = 2U;
        break;
    case NETWORK_INT8:
    case NETWORK_UINT8:
        bytes = 1U;
        break;
    default:
        bytes = 0U;
        break;
    }
    return bytes;
}

uint64_t network_elements(const NetworkValue *value)
{
    uint64_t count = 1U;

    for (uint32_t i = 0U; i < value->rank; i++) {
        count *= value->dims[i];
    }
    return count;
}

static bool is_constant(const NetworkValue *value)
{
    return value->kind == NETWORK_CONSTANT;
}

static bool is_floating(const NetworkValue *value)
{
    return (value->type == NETWORK_FLOAT) || (value->type == NETWORK_HALF);
}

static bool is_integer(const NetworkValue *value)
{
    return (value->type == NETWORK_INT8) || (value->type == NETWORK_UINT8);
}

/** Says whether two values hold the same numbers: HALF is computed as FLOAT. */
static bool is_alike(const NetworkValue *one, const NetworkValue *other)
{
    return (is_floating(one) && is_floating(other)) || (one->type == other->type);
}

/** Says whether two values have the same dimensions, but for one; NETWORK_RANK: all. */
static bool has_dims(const NetworkValue *one, const NetworkValue *other, uint32_t except)
{
    bool same = (one->rank == other->rank);

    for (uint32_t i = 0U; i < NETWORK_RANK; i++) {
        same = same && ((i == except) || (one->dims[i] == other->dims[i]));
    }
    return same;
}

/** Says whether a zero point is a number of a type; it is a signed number of 32 bits. */
static bool is_zero_point(uint32_t number, uint32_t type)
{
    bool is_one = false;

    if (type == NETWORK_INT8) {
        is_one = ((number + ZERO_OFFSET) <= UINT8_MAX);
    } else {
        is_one = (type == NETWORK_UINT8) && (number <= UINT8_MAX);
    }
    return is_one;
}

/* ---------------------------------------------------------------- windows */

/** Says whether a stride, a dilation or a side of a kernel is one. */
static bool is_number(uint64_t number)
{
    return (number > 0U) && (number <= NUMBER_MAX);
}

/** Says whether a window of a convolution or a pool makes the rows or columns that an output has.
 */
static bool window_fits(const NetworkLayer *layer, uint32_t axis, uint32_t kernel, uint32_t from,
                        uint32_t to)
{
    const uint64_t stride = layer->numbers[NETWORK_STRIDE + axis];
    const uint64_t begin = layer->numbers[NETWORK_BEGIN + axis];
    const uint64_t end = layer->numbers[NETWORK_END + axis];
    const uint64_t dilation = layer->numbers[NETWORK_DILATION + axis];
    bool fits = is_number(stride) && is_number(dilation) && is_number(kernel);

    if (fits) {
        const uint64_t extent = (((uint64_t)kernel - 1U) * dilation) + 1U;
        const uint64_t all = from + begin + end;

        fits = (begin < extent) && (end < extent) && (begin <= NUMBER_MAX) && (end <= NUMBER_MAX) &&
               (extent <= all);
        fits = fits && ((((all - extent) / stride) + 1U) == to);
    }
    return fits;
}

/** Says whether values are images, and their windows fit. */
static bool windows_fit(const NetworkLayer *layer, const NetworkShapes *shapes,
                        const uint32_t kernel[2])
{
    const NetworkValue *const from = &shapes->inputs[0];
    const NetworkValue *const to = &shapes->output;
    bool fit = (from->rank == NETWORK_RANK) && (to->rank == NETWORK_RANK) &&
               (from->dims[0] == to->dims[0]);

    for (uint32_t axis = 0U; axis < 2U; axis++) {
        fit = fit &&
              window_fits(layer, axis, kernel[axis], from->dims[2U + axis], to->dims[2U + axis]);
    }
    return fit;
}

/** Says whether a bias has a number for each channel. */
static bool bias_fits(const NetworkValue *bias, uint32_t channels)
{
    return is_constant(bias) && (bias->rank == 1U) && (bias->dims[0] == channels);
}

/** Says whether the weights of a convolution fit; its kernel is theirs. */
static bool weights_fit(const NetworkLayer *layer, const NetworkShapes *shapes, uint32_t bias)
{
    const NetworkValue *const weights = &shapes->inputs[1];
    const uint64_t groups = layer->numbers[NETWORK_GROUPS];
    const uint32_t channels = shapes->inputs[0].dims[1];
    bool fit = (weights->rank == NETWORK_RANK) && is_constant(weights) && (groups > 0U) &&
               ((weights->dims[1] * groups) == channels) &&
               (weights->dims[0] == shapes->output.dims[1]);

    if (fit) {
        fit = ((weights->dims[0] % groups) == 0U);
    }
    if (fit && (layer->input_count > bias)) {
        fit = bias_fits(&shapes->inputs[bias], weights->dims[0]);
    }
    return fit && (layer->numbers[NETWORK_KERNEL] == 0U) &&
           (layer->numbers[NETWORK_KERNEL + 1U] == 0U);
}

static bool convolution_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    return weights_fit(layer, shapes, 2U) && windows_fit(layer, shapes, &shapes->inputs[1].dims[2]);
}

static bool pool_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    const bool is_max = (layer->variant == 0U);
    const bool dense =
        (layer->numbers[NETWORK_DILATION] == 1U) && (layer->numbers[NETWORK_DILATION + 1U] == 1U);

    return (shapes->inputs[0].dims[1] == shapes->output.dims[1]) &&
           is_alike(&shapes->inputs[0], &shapes->output) &&
           (is_max || (dense && is_floating(&shapes->output))) &&
           windows_fit(layer, shapes, &layer->numbers[NETWORK_KERNEL]);
}

/* ---------------------------------------------------------------- other layers */

/** Says whether one dimension is another one, or is repeated to be it. */
static bool is_spread(uint32_t from, uint32_t to)
{
    return (from == to) || (from == 1U);
}

/** Says whether dimensions before `end` are those of the output, or are repeated. */
static bool are_spread(const NetworkValue *from, const NetworkValue *to, uint32_t end)
{
    bool fit = (from->rank == to->rank);

    for (uint32_t i = 0U; fit && (i < end); i++) {
        fit = is_spread(from->dims[i], to->dims[i]);
    }
    return fit;
}

/** Says whether two factors have the dimensions of a product of matrices. */
static bool product_fits(const NetworkShapes *shapes)
{
    const NetworkValue *const one = &shapes->inputs[0];
    const NetworkValue *const other = &shapes->inputs[1];
    const NetworkValue *const to = &shapes->output;
    bool fit = (to->rank >= 2U);

    if (fit) {
        const uint32_t column = to->rank - 1U;
        const uint32_t row = to->rank - 2U;

        fit = are_spread(one, to, row) && are_spread(other, to, row) &&
              (one->dims[row] == to->dims[row]) && (other->dims[column] == to->dims[column]) &&
              (one->dims[column] == other->dims[row]);
        for (uint32_t i = 0U; i < row; i++) {
            fit = fit && ((one->dims[i] == to->dims[i]) || (other->dims[i] == to->dims[i]));
        }
    }
    return fit;
}

static bool matmul_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    const NetworkValue *const bias = &shapes->inputs[2];
    bool fits = product_fits(shapes);

    if (fits && (layer->input_count == 3U)) {
        fits = are_spread(bias, &shapes->output, NETWORK_RANK) && (bias->rank <= NETWORK_RANK);
    }
    return fits;
}

static bool binary_fits(const NetworkShapes *shapes)
{
    const NetworkValue *const to = &shapes->output;
    bool fits = are_spread(&shapes->inputs[0], to, to->rank) &&
                are_spread(&shapes->inputs[1], to, to->rank);

    for (uint32_t i = 0U; i < to->rank; i++) {
        fits = fits && ((shapes->inputs[0].dims[i] == to->dims[i]) ||
                        (shapes->inputs[1].dims[i] == to->dims[i]));
    }
    return fits;
}

static bool concat_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    const uint32_t axis = layer->numbers[0];
    uint64_t all = 0U;
    bool fits = (axis < shapes->output.rank);

    for (uint32_t i = 0U; fits && (i < layer->input_count); i++) {
        fits = has_dims(&shapes->inputs[i], &shapes->output, axis) &&
               is_alike(&shapes->inputs[i], &shapes->output);
        all += shapes->inputs[i].dims[axis];
    }
    return fits && (all == shapes->output.dims[axis]);
}

static bool resample_fits(const NetworkShapes *shapes)
{
    const NetworkValue *const from = &shapes->inputs[0];

    return (from->rank == NETWORK_RANK) && (shapes->output.rank == NETWORK_RANK) &&
           (from->dims[0] == shapes->output.dims[0]) && (from->dims[1] == shapes->output.dims[1]);
}

static bool transpose_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    const NetworkValue *const from = &shapes->inputs[0];
    const NetworkValue *const to = &shapes->output;
    uint32_t seen = 0U;
    bool fits = (from->rank == to->rank) && is_alike(from, to);

    for (uint32_t i = 0U; fits && (i < NETWORK_RANK); i++) {
        const uint32_t axis = layer->numbers[i];

        if (i < to->rank) {
            fits = (axis < to->rank) && (((seen >> (axis & AXES_MAX)) & 1U) == 0U);
            fits = fits && (from->dims[axis & AXES_MAX] == to->dims[i]);
            seen |= 1U << (axis & AXES_MAX);
        } else {
            fits = (axis == 0U);
        }
    }
    return fits;
}

/* ---------------------------------------------------------------- integers */

static bool is_scale(float scale)
{
    return (scale > 0.0F) && (scale <= FACTOR_MAX);
}

static bool quantize_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    return is_floating(&shapes->inputs[0]) && is_scale(layer->alpha) &&
           has_dims(&shapes->inputs[0], &shapes->output, NETWORK_RANK) &&
           is_zero_point(layer->numbers[0], shapes->output.type);
}

static bool dequantize_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    return is_floating(&shapes->output) && is_scale(layer->alpha) &&
           has_dims(&shapes->inputs[0], &shapes->output, NETWORK_RANK) &&
           is_zero_point(layer->numbers[0], shapes->inputs[0].type);
}

/** Says whether factors are one for all columns or channels, or one for each. */
static bool scales_fit(const NetworkValue *scales, uint32_t columns)
{
    return is_constant(scales) && (scales->type == NETWORK_FLOAT) && (scales->rank == 1U) &&
           is_spread(scales->dims[0], columns);
}

/** Says whether the zero points of a quantized product are numbers of its types. */
static bool zeros_fit(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    return (layer->numbers[NETWORK_GROUPS + 1U] == 0U) &&
           is_zero_point(layer->numbers[NETWORK_ZERO_IN], shapes->inputs[0].type) &&
           is_zero_point(layer->numbers[NETWORK_ZERO_OUT], shapes->output.type);
}

/** Says whether the types, the scales and the zero points of a quantized product fit. */
static bool integers_fit(const NetworkLayer *layer, const NetworkShapes *shapes, uint32_t columns)
{
    const NetworkValue *const weights = &shapes->inputs[1];
    bool fit = is_integer(&shapes->inputs[0]) && is_integer(&shapes->output) &&
               is_constant(weights) && (weights->type == NETWORK_INT8) &&
               scales_fit(&shapes->inputs[2], columns);

    if (fit && (layer->input_count == 4U)) {
        fit = (shapes->inputs[3].type == NETWORK_INT32);
    }
    return fit && zeros_fit(layer, shapes);
}

static bool qconvolution_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    return integers_fit(layer, shapes, shapes->output.dims[1]) && weights_fit(layer, shapes, 3U) &&
           windows_fit(layer, shapes, &shapes->inputs[1].dims[2]);
}

static bool qmatmul_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    bool fits = product_fits(shapes);

    for (uint32_t i = 0U; i < NETWORK_ZERO_IN; i++) {
        fits = fits && (layer->numbers[i] == 0U);
    }
    return fits && integers_fit(layer, shapes, shapes->output.dims[(shapes->output.rank - 1U)]);
}

/* ---------------------------------------------------------------- all kinds */

/** Says whether a factor is finite. */
static bool is_factor(float factor)
{
    return (factor >= -FACTOR_MAX) && (factor <= FACTOR_MAX);
}

/** Says whether all values of a layer have floating point, where its kind wants that. */
static bool types_fit(const NetworkLayer *layer, const NetworkShapes *shapes, const LayerRule *rule)
{
    bool fit = (!rule->is_float) || is_floating(&shapes->output);

    for (uint32_t i = 0U; fit && rule->is_float && (i < layer->input_count); i++) {
        fit = is_floating(&shapes->inputs[i]);
    }
    return fit;
}

/** Says whether what a kind of layers has is there, and no more. */
static bool rule_fits(const NetworkLayer *layer, const NetworkShapes *shapes, const LayerRule *rule)
{
    bool fits = (layer->input_count >= rule->inputs_min) &&
                (layer->input_count <= rule->inputs_max) && (layer->variant < rule->variants) &&
                is_factor(layer->alpha) && is_factor(layer->beta);

    for (uint32_t i = rule->numbers; i < NETWORK_NUMBERS; i++) {
        fits = fits && (layer->numbers[i] == 0U);
    }
    return fits && types_fit(layer, shapes, rule);
}

/** Says whether a layer fits that gives each element of its input a place or another value. */
static bool places_fit(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    const NetworkValue *const from = &shapes->inputs[0];
    bool fits = false;

    switch (layer->kind) {
    case NETWORK_RESAMPLE:
        fits = resample_fits(shapes);
        break;
    case NETWORK_RESHAPE:
        fits = (network_elements(from) == network_elements(&shapes->output)) &&
               is_alike(from, &shapes->output);
        break;
    case NETWORK_TRANSPOSE:
        fits = transpose_fits(layer, shapes);
        break;
    case NETWORK_QUANTIZE:
        fits = quantize_fits(layer, shapes);
        break;
    case NETWORK_DEQUANTIZE:
        fits = dequantize_fits(layer, shapes);
        break;
    default:
        /* Eltwise, softmax; the latter has an axis. */
        fits = has_dims(from, &shapes->output, NETWORK_RANK) && (layer->numbers[0] < from->rank);
        break;
    }
    return fits;
}

/** Says whether the values of a layer have the dimensions that it makes. */
static bool shapes_fit(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    bool fits = false;

    switch (layer->kind) {
    case NETWORK_CONVOLUTION:
        fits = convolution_fits(layer, shapes);
        break;
    case NETWORK_POOL:
        fits = pool_fits(layer, shapes);
        break;
    case NETWORK_MATMUL:
        fits = matmul_fits(layer, shapes);
        break;
    case NETWORK_BINARY:
        fits = binary_fits(shapes);
        break;
    case NETWORK_CONCAT:
        fits = concat_fits(layer, shapes);
        break;
    case NETWORK_QCONVOLUTION:
        fits = qconvolution_fits(layer, shapes);
        break;
    case NETWORK_QMATMUL:
        fits = qmatmul_fits(layer, shapes);
        break;
    default:
        fits = places_fit(layer, shapes);
        break;
    }
    return fits;
}

/** @satisfies RF-DLA-221 */
bool network_layer_fits(const NetworkLayer *layer, const NetworkShapes *shapes)
{
    bool fits = (layer->kind >= NETWORK_CONVOLUTION) && (layer->kind <= NETWORK_QMATMUL);

    if (fits) {
        fits = rule_fits(layer, shapes, &g_layer_rules[layer->kind]);
    }
    return fits && shapes_fit(layer, shapes);
}

/* ---------------------------------------------------------------- tensors */

/** Says whether dimensions of a tensor are those of a value; a single one is c. */
static bool tensor_has(const uint64_t counts[NETWORK_RANK], const NetworkValue *value)
{
    bool has = true;

    for (uint32_t i = 0U; i < NETWORK_RANK; i++) {
        /* A single one is c: the first is beyond all then. */
        const uint32_t at = i - ((value->rank == 1U) ? 1U : 0U);
        uint64_t count = 1U;

        if (at < value->rank) {
            count = value->dims[at];
        }
        has = has && (counts[i] == count);
    }
    return has;
}

/** @satisfies RF-DLA-222 */
bool network_tensor(const cudlaModuleTensorDescriptor *tensor, const NetworkValue *value,
                    NetworkTensor *place)
{
    const uint64_t counts[NETWORK_RANK] = {tensor->n, tensor->c, tensor->h, tensor->w};
    DlaLayout layout;
    bool fits = loadable_layout(tensor, &layout) && (layout.group == 1U) &&
                (tensor->dataFormat != CUDLA_DATA_FORMAT_NCxHWx) &&
                (tensor->dataType == value->type) && tensor_has(counts, value);

    if (fits) {
        const uint64_t strides[NETWORK_RANK] = {layout.n_stride, layout.c_stride, layout.h_stride,
                                                layout.w_stride};

        for (uint32_t i = 0U; i < value->rank; i++) {
            const uint32_t at = (value->rank == 1U) ? 1U : i;
            /* A stride of a single element does not count. */
            const uint64_t bytes = (counts[at] > 1U) ? strides[at] : layout.bytes;

            place->strides[i] = bytes / layout.bytes;
            fits = fits && ((bytes % layout.bytes) == 0U);
        }
    }
    return fits;
}
