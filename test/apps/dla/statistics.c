/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file statistics.c
 * A client of layer statistics: several tensors, a report of each task, and tasks without one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define REPORT 1024U
#define TAKES  2000U

static uint64_t read_at(const uint8_t *bytes, size_t at, size_t size)
{
    uint64_t value = 0U;

    for (size_t i = 0U; i < size; i++) {
        value |= (uint64_t)bytes[at + i] << (8U * i);
    }
    return value;
}

static void check_report(const uint8_t *report, uint64_t task)
{
    static const uint32_t operations[] = {STEP_MIX, STEP_DELAY, STEP_STAMP};
    uint64_t end = 0U;

    CHECK(memcmp(report, "RFSTAT\r\n", 8U) == 0);
    CHECK((read_at(report, 8U, 2U) == 1U) && (read_at(report, 12U, 4U) == 32U));
    CHECK((read_at(report, 16U, 4U) == 3U) && (read_at(report, 20U, 4U) == 40U));
    CHECK(read_at(report, 24U, 8U) == task);
    for (size_t i = 0U; i < 3U; i++) {
        const size_t at = 32U + (40U * i);

        CHECK(read_at(report, at, 4U) == i);
        CHECK(read_at(report, at + 4U, 4U) == operations[i]);
        CHECK(read_at(report, at + 16U, 8U) >= end);
        end = read_at(report, at + 16U, 8U) + read_at(report, at + 24U, 8U);
    }
    CHECK(read_at(report, 32U + 40U + 24U, 8U) >= TAKES);
    CHECK(read_at(report, 32U + 32U, 8U) == (100U + 33U + 64U));
    CHECK(read_at(report, 32U + 80U + 32U, 8U) == (33U + 7U));
}

/** The tensors are those of the loadable, in its order. */
static uint32_t ask(cudlaModule module, cudlaModuleTensorDescriptor *descriptors)
{
    cudlaModuleAttribute attribute;
    uint32_t count = 0U;

    CALL(cudlaModuleGetAttributes(module, CUDLA_NUM_OUTPUT_TASK_STATISTICS, &attribute));
    count = attribute.numOutputTensors;
    attribute.outputTensorDesc = descriptors;
    CALL(cudlaModuleGetAttributes(module, CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS, &attribute));
    return count;
}

int main(void)
{
    Place place;
    Loadable loadable;
    Tensor inputs[2];
    Tensor outputs[2];
    Tensor report;
    Event done;
    Work work;
    cudlaModuleTensorDescriptor descriptors[1];
    uint8_t wanted[64];
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;
    Bytes bytes[2];

    place_open(&place);
    device = device_open(0U);
    loadable_begin(&loadable);
    loadable_input(&loadable, "left", 100U);
    loadable_input(&loadable, "right", 33U);
    loadable_output(&loadable, "both", 64U);
    loadable_output(&loadable, "one", 7U);
    loadable_statistics(&loadable, "layers", REPORT);
    loadable_step(&loadable, STEP_MIX, 0U, 3U, 11U, 0U);
    loadable_step(&loadable, STEP_DELAY, 0U, 0U, TAKES, 0U);
    loadable_step(&loadable, STEP_STAMP, 1U, 2U, 0U, 0U);
    loadable_end(&loadable);
    module = module_load(device, &loadable, 0U);
    CHECK(ask(module, descriptors) == 1U);
    CHECK((strcmp(descriptors[0].name, "layers") == 0) && (descriptors[0].size == REPORT));
    tensor_make(&place, device, 100U, &inputs[0]);
    tensor_make(&place, device, 33U, &inputs[1]);
    tensor_make(&place, device, 64U, &outputs[0]);
    tensor_make(&place, device, 7U, &outputs[1]);
    tensor_alloc(&place, REPORT, &report);
    tensor_import(device, &report, CUDLA_TASK_STATISTICS);
    event_make(&place, device, DLA_TO_CPU, &done);
    work_fill(&work, module, &inputs[0], &outputs[0]);
    work.inputs[1] = inputs[1].cookie;
    work.outputs[1] = outputs[1].cookie;
    work.outputs[2] = report.cookie;
    work.task.numInputTensors = 2U;
    bytes[0].bytes = inputs[0].bytes;
    bytes[0].size = 100U;
    bytes[1].bytes = inputs[1].bytes;
    bytes[1].size = 33U;
    for (uint64_t task = 1U; task <= 4U; task++) {
        const bool asks = (task % 2U) == 0U;
        const Recipe mix = {0U, 11U, 0U};

        tensor_fill(&inputs[0], task);
        tensor_fill(&inputs[1], task + 100U);
        (void)memset(report.bytes, 0, REPORT);
        work.task.numOutputTensors = asks ? 3U : 2U;
        work_do(&place, device, &work, &done);
        model_mix(bytes, 2U, mix, wanted, 64U);
        CHECK(memcmp(outputs[0].bytes, wanted, 64U) == 0);
        if (asks) {
            check_report(report.bytes, task);
        } else {
            CHECK(report.bytes[0] == 0U);
        }
    }
    /* A report goes to memory that takes statistics, and nothing else goes there. */
    work.outputs[2] = outputs[1].cookie;
    work.task.numOutputTensors = 3U;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    work.outputs[1] = report.cookie;
    work.task.numOutputTensors = 2U;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    CALL(cudlaGetLastError(device));
    for (uint32_t i = 0U; i < 2U; i++) {
        tensor_end(device, &inputs[i]);
        tensor_end(device, &outputs[i]);
    }
    tensor_end(device, &report);
    event_end(device, &done);
    CALL(cudlaModuleUnload(module, 0U));
    CALL(cudlaDestroyDevice(device));
    place_close(&place);
    (void)printf("statistics: reports of two tasks of four\n");
    return EXIT_SUCCESS;
}
