/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file null_calls_test.c
 * What a phase does not admit is refused and counted whatever the arguments are.
 */
#include "cudla.h"
#include "dla/translate.h"
#include "null_calls.h"
#include "ringfence.h"

static void call_all(void)
{
    NULL_STATUS(cudlaGetVersion, (NULL));
    NULL_STATUS(cudlaDeviceGetCount, (NULL));
    NULL_STATUS(cudlaCreateDevice, (0U, NULL, 0U));
    NULL_STATUS(cudlaDestroyDevice, (NULL));
    NULL_STATUS(cudlaDeviceGetAttribute, (NULL, (cudlaDevAttributeType)0, NULL));
    NULL_STATUS(cudlaModuleLoadFromMemory, (NULL, NULL, 0U, NULL, 0U));
    NULL_STATUS(cudlaModuleGetAttributes, (NULL, (cudlaModuleAttributeType)0, NULL));
    NULL_STATUS(cudlaModuleUnload, (NULL, 0U));
    NULL_STATUS(cudlaMemRegister, (NULL, NULL, 0U, NULL, 0U));
    NULL_STATUS(cudlaMemUnregister, (NULL, NULL));
    NULL_STATUS(cudlaImportExternalMemory, (NULL, NULL, NULL, 0U));
    NULL_STATUS(cudlaImportExternalSemaphore, (NULL, NULL, NULL, 0U));
    NULL_STATUS(cudlaGetNvSciSyncAttributes, (NULL, 0U));
    NULL_STATUS(cudlaSubmitTask, (NULL, NULL, 0U, NULL, 0U));
    NULL_STATUS(cudlaGetLastError, (NULL));
    NULL_STATUS(cudlaSetTaskTimeoutInMs, (NULL, 0U));
    NULL_STATUS(ringfenceDlaTranslateReport, (NULL, NULL, NULL, 0U, NULL));
    NULL_RESULT(ringfenceDlaStatusName, ((cudlaStatus)0), NULL);
    NULL_STATUS(ringfenceDlaGetUsage, ((RingfenceDlaTable)0, NULL));
}

/**
 * Each function of libringfence_dla, called with NULL and zero: one that RUNTIME does not admit
 * says so and is counted once, one that it admits is not counted; and the same in DEINIT.
 * @verifies RF-DLA-003
 */
static void refusals_do_not_depend_on_arguments(void **state)
{
    (void)state;
    null_walk(call_all, 900U, 1000U, (uint32_t)cudlaErrorUnsupportedOperation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_do_not_depend_on_arguments)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
