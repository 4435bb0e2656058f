/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cost.c
 * What a network takes: bytes of its values, operations of its layers.
 */
#include "dla/network/network.h"

/** Operations of an element where there is no sum. */
#define ELEMENT_OPERATIONS 4U
/** Those of a power and its sum. */
#define POWER_OPERATIONS 32U
/** Output channels of a group that a convolution computes at once. */
#define CHANNELS_AT_ONCE 8U

/** Says whether the value of a layer may lie in the bytes of another one. */
static bool is_alias(const NetworkLayer *layer)
{
    return (layer->kind == NETWORK_RESHAPE) || (layer->kind == NETWORK_TRANSPOSE);
}

/** Bytes of a value as it is computed: HALF as FLOAT. */
static uint64_t computed_bytes(const NetworkValue *value)
{
    const uint32_t type = (value->type == NETWORK_HALF) ? NETWORK_FLOAT : value->type;

    return network_elements(value) * network_type_bytes(type);
}

/** @satisfies RF-DLA-370 */
uint64_t network_bytes(const NetworkView *view)
{
    const uint32_t values = (uint32_t)network_values(view);
    const uint32_t layers = (uint32_t)network_layers(view);
    uint64_t bytes = 0U;

    /* No more than NETWORK_VALUES of NETWORK_VALUE_BYTES, some of them twice as large. */
    for (uint32_t i = 0U; i < values; i++) {
        const NetworkValue value = network_value(view, i);

        bytes += computed_bytes(&value);
    }
    for (uint32_t i = 0U; i < layers; i++) {
        const NetworkLayer layer = network_layer(view, i);

        if (is_alias(&layer)) {
            const NetworkValue value = network_value(view, layer.output);

            bytes -= computed_bytes(&value);
        }
    }
    return bytes;
}

/** @satisfies RF-DLA-372 */
uint64_t network_operations(const NetworkView *view, const NetworkLayer *layer)
{
    const NetworkValue output = network_value(view, layer->output);
    const NetworkValue input = network_value(view, layer->inputs[0]);
    uint64_t elements = network_elements(&output);
    uint64_t each = ELEMENT_OPERATIONS;

    /* An output has 2^30 elements at most, and each of them so many operations, or 2^32 in a pool:
     * the product has 64 bits, also where eight channels are counted for one. */
    switch (layer->kind) {
    case NETWORK_CONVOLUTION:
    case NETWORK_QCONVOLUTION: {
        const NetworkValue weights = network_value(view, layer->inputs[1]);
        const uint64_t channels =
            (uint64_t)weights.dims[0] / (uint64_t)layer->numbers[NETWORK_GROUPS];
        const uint64_t blocks = (channels + (CHANNELS_AT_ONCE - 1U)) / CHANNELS_AT_ONCE;

        each = network_elements(&weights) / weights.dims[0];
        elements = (elements / channels) * blocks * CHANNELS_AT_ONCE;
        break;
    }
    case NETWORK_MATMUL:
    case NETWORK_QMATMUL:
        each = input.dims[input.rank - 1U];
        break;
    case NETWORK_POOL:
        each = (uint64_t)layer->numbers[NETWORK_KERNEL] * layer->numbers[NETWORK_KERNEL + 1U];
        break;
    case NETWORK_SOFTMAX:
        each = POWER_OPERATIONS;
        break;
    default:
        /* It looks at each element. */
        break;
    }
    return elements * each;
}
