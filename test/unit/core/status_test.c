/* SPDX-License-Identifier: Apache-2.0 */
#include "core/status.h"
#include "leftovers.h"

/**
 * Every result of the port is an error code to the caller: short of memory as such, and any other
 * failure as a resource that failed.
 * @verifies RF-CORE-093
 */
static void result_of_the_port_is_an_error_code(void **state)
{
    static const struct {
        PortStatus port;
        NvSciError expected;
    } cases[] = {
        {PORT_OK, NvSciError_Success},
        {PORT_NO_MEMORY, NvSciError_InsufficientMemory},
        {PORT_NO_RESOURCE, NvSciError_ResourceError},
        {PORT_TIMED_OUT, NvSciError_ResourceError},
        {PORT_FAILED, NvSciError_ResourceError},
    };

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        assert_int_equal(status_of_port(cases[i].port), cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(result_of_the_port_is_an_error_code, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/status", tests, NULL, NULL);
}
