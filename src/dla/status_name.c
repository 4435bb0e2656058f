/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file status_name.c
 * Names of the results of cuDLA.
 */
#include <stddef.h>

#include "core/feature.h"
#include "cudla.h"
#include "ringfence_cfg.h"

/** A result and its name. */
typedef struct {
    cudlaStatus status;
    const char *name;
} DlaStatusName;

static const DlaStatusName g_dla_status_names[] = {
    {cudlaSuccess, RINGFENCE_TEXT("cudlaSuccess")},
    {cudlaErrorInvalidParam, RINGFENCE_TEXT("cudlaErrorInvalidParam")},
    {cudlaErrorOutOfResources, RINGFENCE_TEXT("cudlaErrorOutOfResources")},
    {cudlaErrorCreationFailed, RINGFENCE_TEXT("cudlaErrorCreationFailed")},
    {cudlaErrorInvalidAddress, RINGFENCE_TEXT("cudlaErrorInvalidAddress")},
    {cudlaErrorOs, RINGFENCE_TEXT("cudlaErrorOs")},
    {cudlaErrorCuda, RINGFENCE_TEXT("cudlaErrorCuda")},
    {cudlaErrorUmd, RINGFENCE_TEXT("cudlaErrorUmd")},
    {cudlaErrorInvalidDevice, RINGFENCE_TEXT("cudlaErrorInvalidDevice")},
    {cudlaErrorInvalidAttribute, RINGFENCE_TEXT("cudlaErrorInvalidAttribute")},
    {cudlaErrorIncompatibleDlaSWVersion, RINGFENCE_TEXT("cudlaErrorIncompatibleDlaSWVersion")},
    {cudlaErrorMemoryRegistered, RINGFENCE_TEXT("cudlaErrorMemoryRegistered")},
    {cudlaErrorInvalidModule, RINGFENCE_TEXT("cudlaErrorInvalidModule")},
    {cudlaErrorUnsupportedOperation, RINGFENCE_TEXT("cudlaErrorUnsupportedOperation")},
    {cudlaErrorNvSci, RINGFENCE_TEXT("cudlaErrorNvSci")},
    {cudlaErrorDlaErrInvalidInput, RINGFENCE_TEXT("cudlaErrorDlaErrInvalidInput")},
    {cudlaErrorDlaErrInvalidPreAction, RINGFENCE_TEXT("cudlaErrorDlaErrInvalidPreAction")},
    {cudlaErrorDlaErrNoMem, RINGFENCE_TEXT("cudlaErrorDlaErrNoMem")},
    {cudlaErrorDlaErrProcessorBusy, RINGFENCE_TEXT("cudlaErrorDlaErrProcessorBusy")},
    {cudlaErrorDlaErrTaskStatusMismatch, RINGFENCE_TEXT("cudlaErrorDlaErrTaskStatusMismatch")},
    {cudlaErrorDlaErrEngineTimeout, RINGFENCE_TEXT("cudlaErrorDlaErrEngineTimeout")},
    {cudlaErrorDlaErrDataMismatch, RINGFENCE_TEXT("cudlaErrorDlaErrDataMismatch")},
    {cudlaErrorUnknown, RINGFENCE_TEXT("cudlaErrorUnknown")}};

/** @satisfies RF-DLA-394 */
const char *ringfenceDlaStatusName(cudlaStatus status)
{
    const size_t count = sizeof(g_dla_status_names) / sizeof(g_dla_status_names[0]);
    const char *name = RINGFENCE_TEXT("cudlaStatus_(unknown)");

    for (size_t i = 0U; (i < count) && feature_enabled(RINGFENCE_CFG_TEXTS); i++) {
        if (g_dla_status_names[i].status == status) {
            name = g_dla_status_names[i].name;
        }
    }
    return name;
}
