/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable_bytes.h
 * Writes rfdla loadables, as docs/dla-loadables.md has them: nothing here is the library's.
 */
#ifndef RINGFENCE_TEST_LOADABLE_BYTES_H
#define RINGFENCE_TEST_LOADABLE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cudla.h"

#define LB_HEADER 64U
#define LB_TENSOR 168U
#define LB_STEP   64U
#define LB_CRC_AT 24U
/** Tensors and steps that there is room for: more than the library takes. */
#define LB_TENSORS_MAX 80U
#define LB_STEPS_MAX   300U

/** Operations by their number in the bytes. */
enum { LB_MIX = 1, LB_STAMP, LB_COPY, LB_FILL, LB_AFFINE, LB_ADD, LB_DELAY, LB_FAIL, LB_HANG };

/** A step as it is in the bytes. */
typedef struct {
    uint32_t operation;
    uint32_t output;
    uint64_t inputs;
    uint64_t number;
    uint64_t task;
    float scale;
    float shift;
} LbStep;

/** What is to be written. */
typedef struct {
    uint32_t inputs;
    uint32_t outputs;
    uint32_t statistics;
    uint32_t step_count;
    cudlaModuleTensorDescriptor tensors[LB_TENSORS_MAX];
    LbStep steps[LB_STEPS_MAX];
} LbPlan;

/** The bytes. */
typedef struct {
    size_t size;
    uint8_t bytes[LB_HEADER + (LB_TENSORS_MAX * LB_TENSOR) + (LB_STEPS_MAX * LB_STEP)];
} LbBytes;

static inline void lb_put(uint8_t *to, uint64_t number, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        to[i] = (uint8_t)(number >> (8U * i));
    }
}

/** CRC-32 of zlib. */
static inline uint32_t lb_crc(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0U; i < size; i++) {
        crc ^= bytes[i];
        for (uint32_t bit = 0U; bit < 8U; bit++) {
            crc = (crc >> 1U) ^ (0xEDB88320U & (0U - (crc & 1U)));
        }
    }
    return ~crc;
}

/** Writes the CRC that fits the bytes as they are. */
static inline void lb_seal(uint8_t *bytes, size_t size)
{
    lb_put(&bytes[LB_CRC_AT], 0U, 4U);
    lb_put(&bytes[LB_CRC_AT], lb_crc(bytes, size), 4U);
}

static inline void lb_write_tensor(uint8_t *to, const cudlaModuleTensorDescriptor *tensor)
{
    (void)memcpy(to, tensor->name, sizeof(tensor->name));
    lb_put(&to[88], tensor->size, 8U);
    lb_put(&to[96], tensor->n, 8U);
    lb_put(&to[104], tensor->c, 8U);
    lb_put(&to[112], tensor->h, 8U);
    lb_put(&to[120], tensor->w, 8U);
    to[128] = tensor->dataFormat;
    to[129] = tensor->dataType;
    to[130] = tensor->dataCategory;
    to[131] = tensor->pixelFormat;
    to[132] = tensor->pixelMapping;
    for (size_t i = 0U; i < 8U; i++) {
        lb_put(&to[136U + (4U * i)], tensor->stride[i], 4U);
    }
}

static inline void lb_write_step(uint8_t *to, const LbStep *step)
{
    lb_put(&to[0], step->operation, 4U);
    lb_put(&to[4], step->output, 4U);
    lb_put(&to[8], step->inputs, 8U);
    lb_put(&to[16], step->number, 8U);
    lb_put(&to[24], step->task, 8U);
    (void)memcpy(&to[32], &step->scale, 4U);
    (void)memcpy(&to[36], &step->shift, 4U);
}

/** Writes a loadable. */
static inline void lb_write(const LbPlan *plan, LbBytes *out)
{
    static const uint8_t magic[8] = {'R', 'F', 'D', 'L', 'A', 0U, 13U, 10U};
    const uint32_t tensors = plan->inputs + plan->outputs + plan->statistics;
    uint8_t *to = out->bytes;

    (void)memset(out, 0, sizeof(*out));
    out->size = LB_HEADER + (tensors * (size_t)LB_TENSOR) + (plan->step_count * (size_t)LB_STEP);
    (void)memcpy(to, magic, sizeof(magic));
    lb_put(&to[8], 1U, 2U);
    lb_put(&to[12], LB_HEADER, 4U);
    lb_put(&to[16], out->size, 8U);
    lb_put(&to[32], plan->inputs, 4U);
    lb_put(&to[36], plan->outputs, 4U);
    lb_put(&to[40], plan->statistics, 4U);
    lb_put(&to[44], plan->step_count, 4U);
    lb_put(&to[48], LB_TENSOR, 4U);
    lb_put(&to[52], LB_STEP, 4U);
    to = &to[LB_HEADER];
    for (uint32_t i = 0U; i < tensors; i++) {
        lb_write_tensor(to, &plan->tensors[i]);
        to = &to[LB_TENSOR];
    }
    for (uint32_t i = 0U; i < plan->step_count; i++) {
        lb_write_step(to, &plan->steps[i]);
        to = &to[LB_STEP];
    }
    lb_seal(out->bytes, out->size);
}

/** A tensor of bytes. */
static inline cudlaModuleTensorDescriptor lb_raw(const char *name, uint64_t size)
{
    cudlaModuleTensorDescriptor tensor;

    (void)memset(&tensor, 0, sizeof(tensor));
    (void)strncpy(tensor.name, name, sizeof(tensor.name) - 1U);
    tensor.size = size;
    tensor.n = 1U;
    tensor.c = 1U;
    tensor.h = 1U;
    tensor.w = size;
    tensor.dataFormat = CUDLA_DATA_FORMAT_NCHW;
    tensor.dataType = CUDLA_DATA_TYPE_UINT8;
    tensor.dataCategory = CUDLA_DATA_CATEGORY_FEATURE;
    tensor.pixelFormat = CUDLA_PIXEL_FORMAT_FEATURE;
    /* Of n as well: sizes of more than 32 bits have no strides. */
    tensor.stride[0] = 1U;
    tensor.stride[1] = (uint32_t)size;
    tensor.stride[2] = (uint32_t)size;
    tensor.stride[3] = (uint32_t)size;
    return tensor;
}

/** An NCHW tensor without padding, of elements of `bytes`. */
static inline cudlaModuleTensorDescriptor lb_packed(const char *name, uint8_t type, uint32_t bytes,
                                                    const uint32_t dims[4])
{
    cudlaModuleTensorDescriptor tensor = lb_raw(name, 0U);

    tensor.dataType = type;
    tensor.n = dims[0];
    tensor.c = dims[1];
    tensor.h = dims[2];
    tensor.w = dims[3];
    tensor.stride[0] = bytes;
    tensor.stride[1] = bytes * dims[3];
    tensor.stride[2] = tensor.stride[1] * dims[2];
    tensor.stride[3] = tensor.stride[2] * dims[1];
    tensor.size = (uint64_t)tensor.stride[3] * dims[0];
    return tensor;
}

/** The plan of one input and one output of so many bytes, and a step that mixes. */
static inline void lb_plan_mix(LbPlan *plan, uint64_t input, uint64_t output)
{
    (void)memset(plan, 0, sizeof(*plan));
    plan->inputs = 1U;
    plan->outputs = 1U;
    plan->step_count = 1U;
    plan->tensors[0] = lb_raw("in", input);
    plan->tensors[1] = lb_raw("out", output);
    plan->steps[0].operation = LB_MIX;
    plan->steps[0].inputs = 1U;
}

#endif /* RINGFENCE_TEST_LOADABLE_BYTES_H */
