/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.h
 * The driver's functions, for calls that need not look for them.
 */
#ifndef RINGFENCE_CUDA_DRIVER_H
#define RINGFENCE_CUDA_DRIVER_H

#include "cuda/driver/cuda_driver.h"
#include "port/atomic.h"

/** The driver's functions, as driver_open() found them; it alone writes them. */
extern CudaDriver g_driver;

/** The driver's functions where driver_open() has succeeded before: who has a semaphore of ours
 * imported it. */
PORT_SHORT const CudaDriver *driver_known(void)
{
    return &g_driver;
}

#endif /* RINGFENCE_CUDA_DRIVER_H */
