/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network_bytes.h
 * Writes rfdla loadables with networks, as docs/dla-loadables.md has them: nothing here is the
 * library's.
 */
#ifndef RINGFENCE_TEST_NETWORK_BYTES_H
#define RINGFENCE_TEST_NETWORK_BYTES_H

#include "loadable_bytes.h"

#define NB_HEADER     32U
#define NB_VALUE      64U
#define NB_LAYER      112U
#define NB_VALUES_MAX 1100U
#define NB_LAYERS_MAX 300U
#define NB_WEIGHTS    131072U
#define NB_BYTES_MAX  262144U

enum { NB_INPUT = 1, NB_OUTPUT, NB_CONSTANT, NB_BETWEEN };
enum { NB_CONVOLUTION = 1, NB_POOL, NB_MATMUL, NB_ELTWISE, NB_BINARY, NB_CONCAT, NB_SOFTMAX };
enum { NB_RESAMPLE = 8, NB_RESHAPE, NB_TRANSPOSE, NB_QUANTIZE, NB_DEQUANTIZE };
enum { NB_QCONVOLUTION = 13, NB_QMATMUL };

/** A value as it is in the bytes. */
typedef struct {
    uint32_t kind;
    uint32_t tensor;
    uint32_t type;
    uint32_t rank;
    uint32_t dims[4];
    uint64_t offset;
    uint64_t bytes;
} NbValue;

/** A layer as it is in the bytes. */
typedef struct {
    uint32_t kind;
    uint32_t variant;
    uint32_t output;
    uint32_t input_count;
    uint32_t inputs[8];
    uint32_t numbers[14];
    float alpha;
    float beta;
} NbLayer;

/** What is to be written: a loadable of one step, which is its network. */
typedef struct {
    uint32_t inputs;
    uint32_t outputs;
    cudlaModuleTensorDescriptor tensors[4];
    uint32_t value_count;
    NbValue values[NB_VALUES_MAX];
    uint32_t layer_count;
    NbLayer layers[NB_LAYERS_MAX];
    uint64_t weight_bytes;
    uint8_t weights[NB_WEIGHTS];
} NbPlan;

/** The bytes. */
typedef struct {
    size_t size;
    /** Where the network begins. */
    size_t network;
    uint8_t bytes[NB_BYTES_MAX];
} NbBytes;

static inline uint64_t nb_element_bytes(uint32_t type)
{
    uint64_t bytes = 1U;

    if ((type == 1U) || (type == 7U)) {
        bytes = 4U;
    } else if (type == 2U) {
        bytes = 2U;
    }
    return bytes;
}

static inline void nb_put_value(uint8_t *to, const NbValue *value)
{
    lb_put(&to[0], value->kind, 4U);
    lb_put(&to[4], value->tensor, 4U);
    lb_put(&to[8], value->type, 4U);
    lb_put(&to[12], value->rank, 4U);
    for (size_t i = 0U; i < 4U; i++) {
        lb_put(&to[16U + (4U * i)], value->dims[i], 4U);
    }
    lb_put(&to[32], value->offset, 8U);
    lb_put(&to[40], value->bytes, 8U);
}

static inline void nb_put_layer(uint8_t *to, const NbLayer *layer)
{
    lb_put(&to[0], layer->kind, 4U);
    lb_put(&to[4], layer->variant, 4U);
    lb_put(&to[8], layer->output, 4U);
    lb_put(&to[12], layer->input_count, 4U);
    for (size_t i = 0U; i < 8U; i++) {
        lb_put(&to[16U + (4U * i)], layer->inputs[i], 4U);
    }
    for (size_t i = 0U; i < 14U; i++) {
        lb_put(&to[48U + (4U * i)], layer->numbers[i], 4U);
    }
    (void)memcpy(&to[104], &layer->alpha, 4U);
    (void)memcpy(&to[108], &layer->beta, 4U);
}

/** Adds a value of up to four dimensions; a 0 ends them. Gives its index. */
static inline uint32_t nb_value(NbPlan *plan, uint32_t kind, uint32_t type, const uint32_t dims[4])
{
    NbValue *const value = &plan->values[plan->value_count];
    uint64_t bytes = nb_element_bytes(type);

    (void)memset(value, 0, sizeof(*value));
    value->kind = kind;
    value->type = type;
    while ((value->rank < 4U) && (dims[value->rank] > 0U)) {
        value->dims[value->rank] = dims[value->rank];
        bytes *= dims[value->rank];
        value->rank++;
    }
    if (kind == (uint32_t)NB_CONSTANT) {
        value->offset = plan->weight_bytes;
        value->bytes = bytes;
        plan->weight_bytes += bytes;
    }
    plan->value_count++;
    return plan->value_count - 1U;
}

/** Adds a value that is a tensor without gaps, NCHW, with this value's dimensions. */
static inline uint32_t nb_tensor(NbPlan *plan, uint32_t kind, uint32_t type, const uint32_t dims[4])
{
    const uint32_t index = nb_value(plan, kind, type, dims);
    NbValue *const value = &plan->values[index];
    cudlaModuleTensorDescriptor *const tensor = &plan->tensors[plan->inputs + plan->outputs];
    uint64_t counts[4] = {1U, 1U, 1U, 1U};
    uint64_t bytes = nb_element_bytes(type);

    for (uint32_t i = 0U; i < value->rank; i++) {
        counts[(value->rank == 1U) ? 1U : i] = value->dims[i];
    }
    (void)memset(tensor, 0, sizeof(*tensor));
    tensor->name[0] = (char)('a' + (int)(plan->inputs + plan->outputs));
    tensor->n = counts[0];
    tensor->c = counts[1];
    tensor->h = counts[2];
    tensor->w = counts[3];
    tensor->dataFormat = CUDLA_DATA_FORMAT_NCHW;
    tensor->dataType = (uint8_t)type;
    for (size_t i = 0U; i < 4U; i++) {
        tensor->stride[i] = (uint32_t)bytes;
        bytes *= counts[3U - i];
    }
    tensor->size = bytes;
    if (kind == (uint32_t)NB_INPUT) {
        value->tensor = plan->inputs;
        plan->inputs++;
    } else {
        value->tensor = plan->outputs;
        plan->outputs++;
    }
    return index;
}

/** Adds a layer of up to three values; UINT32_MAX: none. */
static inline NbLayer *nb_layer(NbPlan *plan, uint32_t kind, uint32_t output,
                                const uint32_t inputs[3])
{
    NbLayer *const layer = &plan->layers[plan->layer_count];

    (void)memset(layer, 0, sizeof(*layer));
    layer->kind = kind;
    layer->output = output;
    while ((layer->input_count < 3U) && (inputs[layer->input_count] != UINT32_MAX)) {
        layer->inputs[layer->input_count] = inputs[layer->input_count];
        layer->input_count++;
    }
    plan->layer_count++;
    return layer;
}

/** Makes the length and the CRC those of the bytes. */
static inline void nb_mend(NbBytes *made)
{
    uint32_t crc = UINT32_MAX;

    lb_put(&made->bytes[16], made->size, 8U);
    lb_put(&made->bytes[LB_CRC_AT], 0U, 4U);
    for (size_t i = 0U; i < made->size; i++) {
        crc ^= made->bytes[i];
        for (uint32_t bit = 0U; bit < 8U; bit++) {
            crc = (crc >> 1U) ^ (((crc & 1U) == 1U) ? 0xEDB88320U : 0U);
        }
    }
    lb_put(&made->bytes[LB_CRC_AT], ~crc, 4U);
}

/** Writes a plan. */
static inline void nb_write(const NbPlan *plan, NbBytes *made)
{
    const uint32_t tensors = plan->inputs + plan->outputs;
    uint8_t *const bytes = made->bytes;
    size_t at = LB_HEADER;

    (void)memset(made, 0, sizeof(*made));
    (void)memcpy(bytes, "RFDLA\0\r\n", 8U);
    lb_put(&bytes[8], 1U, 2U);
    lb_put(&bytes[10], 1U, 2U);
    lb_put(&bytes[12], LB_HEADER, 4U);
    lb_put(&bytes[32], plan->inputs, 4U);
    lb_put(&bytes[36], plan->outputs, 4U);
    lb_put(&bytes[44], 1U, 4U);
    lb_put(&bytes[48], LB_TENSOR, 4U);
    lb_put(&bytes[52], LB_STEP, 4U);
    for (uint32_t i = 0U; i < tensors; i++) {
        const cudlaModuleTensorDescriptor *const tensor = &plan->tensors[i];

        (void)memcpy(&bytes[at], tensor->name, 80U);
        lb_put(&bytes[at + 88U], tensor->size, 8U);
        lb_put(&bytes[at + 96U], tensor->n, 8U);
        lb_put(&bytes[at + 104U], tensor->c, 8U);
        lb_put(&bytes[at + 112U], tensor->h, 8U);
        lb_put(&bytes[at + 120U], tensor->w, 8U);
        bytes[at + 128U] = tensor->dataFormat;
        bytes[at + 129U] = tensor->dataType;
        for (size_t k = 0U; k < 4U; k++) {
            lb_put(&bytes[at + 136U + (4U * k)], tensor->stride[k], 4U);
        }
        at += LB_TENSOR;
    }
    lb_put(&bytes[at], 10U, 4U);
    at += LB_STEP;
    made->network = at;
    lb_put(&bytes[at], plan->value_count, 4U);
    lb_put(&bytes[at + 4U], plan->layer_count, 4U);
    lb_put(&bytes[at + 8U], NB_VALUE, 4U);
    lb_put(&bytes[at + 12U], NB_LAYER, 4U);
    lb_put(&bytes[at + 16U], plan->weight_bytes, 8U);
    at += NB_HEADER;
    for (uint32_t i = 0U; i < plan->value_count; i++) {
        nb_put_value(&bytes[at], &plan->values[i]);
        at += NB_VALUE;
    }
    for (uint32_t i = 0U; i < plan->layer_count; i++) {
        nb_put_layer(&bytes[at], &plan->layers[i]);
        at += NB_LAYER;
    }
    (void)memcpy(&bytes[at], plan->weights, (size_t)plan->weight_bytes);
    at += (size_t)plan->weight_bytes;
    lb_put(&bytes[56], at - made->network, 8U);
    made->size = at;
    nb_mend(made);
}

#endif /* RINGFENCE_TEST_NETWORK_BYTES_H */
