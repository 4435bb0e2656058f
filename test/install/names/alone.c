/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that opens CUDA's driver, twice. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * The driver is opened all the same; what the preload library says, who runs this program reads.
 * @verifies RF-CUDA-214
 */
static bool driver_is_there(void)
{
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);

    return (driver != NULL) && (dlopen("libcuda.so.1", RTLD_NOW) == driver) &&
           (dlsym(driver, "cuInit") != NULL);
}

int main(void)
{
    const bool works = driver_is_there();

    (void)puts(works ? "it has the driver" : "it has no driver");
    return works ? 0 : 1;
}
