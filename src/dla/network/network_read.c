/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network_read.c
 * The bytes of networks: their records, and whether values and layers fit each other.
 */
#include <string.h>

#include "dla/arithmetic.h"
#include "dla/network/network.h"
#include "dla/network/shapes.h"

#define HEADER_BYTES NETWORK_HEADER_BYTES
#define VALUE_BYTES  NETWORK_VALUE_RECORD
#define LAYER_BYTES  NETWORK_LAYER_RECORD
/** CRC-32 with its bits reflected. */
#define CRC_POLYNOMIAL 0xEDB88320U
#define BITS_PER_BYTE  8U

static uint32_t network_get32(const uint8_t *from)
{
    return (uint32_t)dla_get(from, 4U);
}

/* ---------------------------------------------------------------- records */

/** @satisfies RF-DLA-220 */
uint64_t network_values(const NetworkView *view)
{
    return dla_get(&view->bytes[0], 4U);
}

/** @satisfies RF-DLA-220 */
uint64_t network_layers(const NetworkView *view)
{
    return dla_get(&view->bytes[4], 4U);
}

static uint64_t network_weights(const NetworkView *view)
{
    return dla_get(&view->bytes[16], 8U);
}

static const uint8_t *value_at(const NetworkView *view, uint64_t index)
{
    return &view->bytes[HEADER_BYTES + (VALUE_BYTES * index)];
}

static const uint8_t *layer_at(const NetworkView *view, uint64_t index)
{
    return &view->bytes[HEADER_BYTES + (VALUE_BYTES * network_values(view)) +
                        (LAYER_BYTES * index)];
}

/** @satisfies RF-DLA-220 */
NetworkValue network_value(const NetworkView *view, uint32_t index)
{
    const uint8_t *const from = value_at(view, index);
    NetworkValue value;

    (void)memset(&value, 0, sizeof(value));
    value.kind = network_get32(&from[0]);
    value.tensor = network_get32(&from[4]);
    value.type = network_get32(&from[8]);
    value.rank = network_get32(&from[12]);
    for (size_t i = 0U; i < NETWORK_RANK; i++) {
        value.dims[i] = network_get32(&from[16U + (4U * i)]);
    }
    value.offset = dla_get(&from[32], 8U);
    value.bytes = dla_get(&from[40], 8U);
    return value;
}

/** @satisfies RF-DLA-220 */
NetworkLayer network_layer(const NetworkView *view, uint32_t index)
{
    const uint8_t *const from = layer_at(view, index);
    NetworkLayer layer;
    uint32_t bits = 0U;

    (void)memset(&layer, 0, sizeof(layer));
    layer.kind = network_get32(&from[0]);
    layer.variant = network_get32(&from[4]);
    layer.output = network_get32(&from[8]);
    layer.input_count = network_get32(&from[12]);
    for (size_t i = 0U; i < NETWORK_INPUTS; i++) {
        layer.inputs[i] = network_get32(&from[16U + (4U * i)]);
    }
    for (size_t i = 0U; i < NETWORK_NUMBERS; i++) {
        layer.numbers[i] = network_get32(&from[48U + (4U * i)]);
    }
    bits = network_get32(&from[104]);
    dla_copy(&layer.alpha, &bits, sizeof(layer.alpha));
    bits = network_get32(&from[108]);
    dla_copy(&layer.beta, &bits, sizeof(layer.beta));
    return layer;
}

uint64_t network_records(const NetworkView *view)
{
    return HEADER_BYTES + (VALUE_BYTES * network_values(view)) +
           (LAYER_BYTES * network_layers(view));
}

uint32_t network_crc(uint32_t crc, const uint8_t *bytes, uint64_t size)
{
    uint32_t sum = crc;

    for (uint64_t i = 0U; i < size; i++) {
        sum ^= bytes[i];
        for (uint32_t bit = 0U; bit < BITS_PER_BYTE; bit++) {
            sum = ((sum & 1U) == 1U) ? ((sum >> 1U) ^ CRC_POLYNOMIAL) : (sum >> 1U);
        }
    }
    return sum;
}

const uint8_t *network_constant(const NetworkView *view, const NetworkValue *value)
{
    return &view->weights[value->offset];
}

/** @satisfies RF-DLA-220 */
bool network_is_whole(const NetworkView *view)
{
    bool is_whole = (view->size >= HEADER_BYTES);

    if (is_whole) {
        const uint64_t records = network_records(view);

        is_whole = (network_get32(&view->bytes[8]) == VALUE_BYTES) &&
                   (network_get32(&view->bytes[12]) == LAYER_BYTES) &&
                   (dla_get(&view->bytes[24], 8U) == 0U) && (records <= view->size) &&
                   (network_weights(view) == (view->size - records));
    }
    return is_whole;
}

/** @satisfies RF-DLA-220 */
bool network_is_too_large(const NetworkView *view)
{
    return (network_values(view) > NETWORK_VALUES) || (network_layers(view) > NETWORK_LAYERS);
}

/* ---------------------------------------------------------------- values */

/** Says whether the type and the dimensions are such, and not too large. */
static bool is_array(const NetworkValue *value)
{
    uint64_t bytes = network_type_bytes(value->type);
    bool is_one = (bytes > 0U) && (value->rank > 0U) && (value->rank <= NETWORK_RANK);

    for (uint32_t i = 0U; is_one && (i < NETWORK_RANK); i++) {
        if (i < value->rank) {
            bytes *= value->dims[i];
            is_one = (bytes > 0U) && (bytes <= NETWORK_VALUE_BYTES);
        } else {
            is_one = (value->dims[i] == 0U);
        }
    }
    return is_one;
}

/** Says whether a value has the elements of its tensor, whose bytes it can be in. */
static bool is_of_tensor(const NetworkView *view, const NetworkValue *value)
{
    const bool is_input = (value->kind == NETWORK_INPUT);
    bool fits = (value->tensor < (is_input ? view->inputs : view->outputs)) &&
                (value->type != NETWORK_INT32);

    if (fits) {
        const cudlaModuleTensorDescriptor *const tensor =
            &view->tensors[value->tensor + (is_input ? 0U : view->inputs)];
        NetworkTensor place;

        fits = network_tensor(tensor, value, &place);
    }
    return fits;
}

/** Says whether a value has no bytes among the weights. */
static bool is_bare(const NetworkValue *value)
{
    return (value->offset == 0U) && (value->bytes == 0U);
}

/** Says whether the bytes of a constant follow those of the ones before it, and are its own. */
static bool constant_fits(const NetworkValue *value, uint64_t *weights)
{
    const bool fits = (value->tensor == 0U) && (value->offset == *weights) &&
                      (value->bytes == (network_elements(value) * network_type_bytes(value->type)));

    *weights += value->bytes;
    return fits;
}

/** Says whether a type is one that layers write. */
static bool is_between(const NetworkValue *value)
{
    return (value->tensor == 0U) && is_bare(value) && (value->type != NETWORK_HALF) &&
           (value->type != NETWORK_INT32);
}

/** Says whether a value is as its kind wants it; `weights` are the bytes of the constants before
 * it. */
static bool value_fits(const NetworkView *view, const NetworkValue *value, uint64_t *weights)
{
    bool fits = false;

    switch (value->kind) {
    case NETWORK_INPUT:
    case NETWORK_OUTPUT:
        fits = is_of_tensor(view, value) && is_bare(value);
        break;
    case NETWORK_CONSTANT:
        fits = constant_fits(value, weights);
        break;
    case NETWORK_BETWEEN:
        fits = is_between(value);
        break;
    default:
        fits = false;
        break;
    }
    return fits;
}

/** Tensors that values are of, by index. */
typedef struct {
    uint64_t inputs;
    uint64_t outputs;
} Tensors;

/** Says whether a value that fits is of no tensor that a value before it is of. */
static bool is_only_one(const NetworkValue *value, Tensors *seen)
{
    const bool is_input = (value->kind == NETWORK_INPUT);
    bool is_only = true;

    if (is_input || (value->kind == NETWORK_OUTPUT)) {
        uint64_t *const set = is_input ? &seen->inputs : &seen->outputs;

        is_only = (((*set >> value->tensor) & 1U) == 0U);
        *set |= (uint64_t)1U << value->tensor;
    }
    return is_only;
}

/** Says whether all values are as they must be, and the weights are those of the constants.
 * @satisfies RF-DLA-340 */
static bool values_fit(const NetworkView *view)
{
    const uint32_t count = (uint32_t)network_values(view);
    Tensors seen = {0U, 0U};
    uint64_t weights = 0U;
    bool fit = true;

    for (uint32_t i = 0U; fit && (i < count); i++) {
        const NetworkValue value = network_value(view, i);

        fit = is_array(&value) && (dla_get(&value_at(view, i)[48], 8U) == 0U) &&
              (dla_get(&value_at(view, i)[56], 8U) == 0U);
        if (fit) {
            fit = value_fits(view, &value, &weights);
        }
        if (fit) {
            fit = is_only_one(&value, &seen);
        }
        fit = fit && (weights <= network_weights(view));
    }
    return fit && (weights == network_weights(view));
}

/* ---------------------------------------------------------------- layers */

/** Says whether a value can be read: it is there before all layers, or was written. */
static bool is_written(const NetworkValue *value, const uint8_t *written, uint32_t index)
{
    return (value->kind == NETWORK_INPUT) || (value->kind == NETWORK_CONSTANT) ||
           (written[index] != 0U);
}

/** Says whether a layer fits its values; they are known then. */
static bool layer_fits(const NetworkView *view, const NetworkLayer *layer, uint8_t *written)
{
    const uint64_t count = network_values(view);
    NetworkShapes shapes;
    bool fits = (layer->input_count > 0U) && (layer->input_count <= NETWORK_INPUTS) &&
                (layer->output < count);

    (void)memset(&shapes, 0, sizeof(shapes));
    for (uint32_t i = 0U; fits && (i < NETWORK_INPUTS); i++) {
        if (i >= layer->input_count) {
            fits = (layer->inputs[i] == 0U);
        } else {
            fits = (layer->inputs[i] < count);
            if (fits) {
                shapes.inputs[i] = network_value(view, layer->inputs[i]);
                fits = is_written(&shapes.inputs[i], written, layer->inputs[i]);
            }
        }
    }
    if (fits) {
        shapes.output = network_value(view, layer->output);
        fits = (!is_written(&shapes.output, written, layer->output)) &&
               network_layer_fits(layer, &shapes);
        written[layer->output] = 1U;
    }
    return fits;
}

/** @satisfies RF-DLA-220 RF-DLA-221 */
bool network_fits(const NetworkView *view)
{
    uint8_t written[NETWORK_VALUES];
    const uint32_t layers = (uint32_t)network_layers(view);
    const uint32_t values = (uint32_t)network_values(view);
    bool fit = values_fit(view);

    (void)memset(written, 0, sizeof(written));
    for (uint32_t i = 0U; fit && (i < layers); i++) {
        const NetworkLayer layer = network_layer(view, i);

        fit = layer_fits(view, &layer, written);
    }
    for (uint32_t i = 0U; fit && (i < values); i++) {
        const NetworkValue value = network_value(view, i);

        fit = is_written(&value, written, i);
    }
    return fit;
}
