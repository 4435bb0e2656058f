/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdint.h>

#include "numbers.h"
#include "nvsciipc.h"

/**
 * Every constant of channels has the value of the API, and every type its layout.
 * @verifies RF-CORE-090 RF-CORE-091
 */
static void constants_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NVSCIIPC_MAX_ENDPOINT_NAME, 64U),
        NUMBER(NVSCIIPC_INFINITE_WAIT, UINT64_MAX),
        NUMBER(NV_SCI_IPC_EVENT_READ, 0x01U),
        NUMBER(NV_SCI_IPC_EVENT_WRITE, 0x02U),
        NUMBER(NV_SCI_IPC_EVENT_CONN_EST, 0x04U),
        NUMBER(NV_SCI_IPC_EVENT_CONN_RESET, 0x08U),
        NUMBER(NV_SCI_IPC_EVENT_WRITE_EMPTY, 0x10U),
        NUMBER(NV_SCI_IPC_EVENT_ASYNC_ERROR, 0x20U),
        NUMBER(NV_SCI_IPC_EVENT_CONN_EST_ALL, 0x17U),
        NUMBER(NV_SCI_ASYNC_PCIE_EDMA_XFER_ERROR, 0x1U),
        NUMBER(NV_SCI_ASYNC_PCIE_AER_UNCORRECTABLE_FATAL, 0x2U),
        NUMBER(NV_SCI_ASYNC_PCIE_AER_UNCORRECTABLE_NONFATAL, 0x4U),
        NUMBER(NV_SCI_ASYNC_PCIE_VALIDATION_ERROR, 0x8U),
        NUMBER(sizeof(NvSciIpcEndpoint), 8U),
        NUMBER(sizeof(NvSciIpcEndpointInfo), 8U),
        NUMBER(offsetof(NvSciIpcEndpointInfo, nframes), 0U),
        NUMBER(offsetof(NvSciIpcEndpointInfo, frame_size), 4U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(constants_have_the_values_of_the_api, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/ipc", tests, NULL, NULL);
}
