/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_network_test.c
 * Networks where a GPU would compute: they are refused.
 */
#define _GNU_SOURCE

#include "dla_alone.h"
#include "network_bytes.h"

#define FLOAT_TYPE 1U
#define BYTES      96U

static NbPlan g_network_plan;
static NbBytes g_network_bytes;

/** Loads a loadable with a network of one layer. */
static cudlaStatus load_network(cudlaDevHandle device, cudlaModule *module)
{
    static const uint32_t dims[4] = {1U, 2U, 3U, 4U};
    static const uint32_t inputs[3] = {0U, UINT32_MAX, UINT32_MAX};

    (void)memset(&g_network_plan, 0, sizeof(g_network_plan));
    (void)nb_tensor(&g_network_plan, NB_INPUT, FLOAT_TYPE, dims);
    (void)nb_layer(&g_network_plan, NB_ELTWISE,
                   nb_tensor(&g_network_plan, NB_OUTPUT, FLOAT_TYPE, dims), inputs);
    nb_write(&g_network_plan, &g_network_bytes);
    return cudlaModuleLoadFromMemory(device, g_network_bytes.bytes, g_network_bytes.size, module,
                                     CUDLA_MODULE_DEFAULT);
}

static RingfenceFaultKind last_kind(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.kind;
}

/**
 * A device in hybrid mode loads no network.
 * @verifies RF-DLA-229
 */
static void hybrid_mode_refuses_networks(void **state)
{
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;

    (void)state;
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_CUDA_DLA), cudlaSuccess);
    assert_int_equal(load_network(device, &module), cudlaErrorUnsupportedOperation);
    assert_null(module);
    assert_int_equal(last_kind(), RINGFENCE_FAULT_NETWORK_ON_GPU);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

/**
 * A task whose tensors are in the memory of a GPU computes no network, and none of it is submitted.
 * @verifies RF-DLA-229
 */
static void memory_of_a_gpu_takes_no_network(void **state)
{
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;
    cudlaStatus status = cudlaSuccess;

    (void)state;
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaSuccess);
    status = load_network(device, &module);
    if ((status == cudlaErrorUmd) && (last_kind() == RINGFENCE_FAULT_NO_NETWORKS)) {
        assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
        skip();
    }
    assert_int_equal(status, cudlaSuccess);
    for (uint32_t on_gpu = 1U; on_gpu < 4U; on_gpu++) {
        Place input;
        Place output;
        const uint64_t *inputs[1];
        cudlaTask task = {.moduleHandle = module,
                          .outputTensor = &output.cookie,
                          .numOutputTensors = 1U,
                          .inputTensor = inputs,
                          .numInputTensors = 1U};

        place_open(&input, BYTES, (on_gpu & 1U) != 0U);
        place_open(&output, BYTES, (on_gpu & 2U) != 0U);
        assert_int_equal(try_register(device, &input, CUDLA_READ_ONLY_PERM, &input.cookie),
                         cudlaSuccess);
        assert_int_equal(try_register(device, &output, 0U, &output.cookie), cudlaSuccess);
        inputs[0] = input.cookie;
        assert_int_equal(cudlaSubmitTask(device, &task, 1U, NULL, 0U),
                         cudlaErrorUnsupportedOperation);
        assert_int_equal(last_kind(), RINGFENCE_FAULT_NETWORK_ON_GPU);
        assert_int_equal(cudlaMemUnregister(device, input.cookie), cudlaSuccess);
        assert_int_equal(cudlaMemUnregister(device, output.cookie), cudlaSuccess);
        place_close(&input);
        place_close(&output);
    }
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(hybrid_mode_refuses_networks),
        cuda_test(memory_of_a_gpu_takes_no_network),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
