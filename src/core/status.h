/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file status.h
 * What a port call's result is to a caller of the library.
 */
#ifndef RINGFENCE_CORE_STATUS_H
#define RINGFENCE_CORE_STATUS_H

#include "nvscierror.h"
#include "port/status.h"

/**
 * Gives InsufficientMemory for PORT_NO_MEMORY, and ResourceError for any other failure.
 * @satisfies RF-CORE-093
 */
static inline NvSciError status_of_port(PortStatus port)
{
    NvSciError status = NvSciError_ResourceError;

    if (port == PORT_OK) {
        status = NvSciError_Success;
    } else if (port == PORT_NO_MEMORY) {
        status = NvSciError_InsufficientMemory;
    } else {
        status = NvSciError_ResourceError;
    }
    return status;
}

#endif /* RINGFENCE_CORE_STATUS_H */
