/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that has cuDLA's names: it sees the installed headers and libraries
 * alone. C11 and C++17. With an argument it loads that file. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cudla.h"

/** Loads a file of a few KiB for a device, and asks for its tensors. */
static bool loads(cudlaDevHandle device, const char *path)
{
    static uint8_t bytes[65536];
    cudlaModule module = NULL;
    cudlaModuleAttribute inputs;
    size_t size = 0U;
    FILE *const file = fopen(path, "rb");

    if (file != NULL) {
        size = fread(bytes, 1U, sizeof(bytes), file);
        (void)fclose(file);
    }
    return (size > 0U) &&
           (cudlaModuleLoadFromMemory(device, bytes, size, &module, 0U) == cudlaSuccess) &&
           (cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, &inputs) == cudlaSuccess) &&
           (inputs.numInputTensors > 0U) && (cudlaModuleUnload(module, 0U) == cudlaSuccess);
}

int main(int argc, char **argv)
{
    uint64_t version = 0U;
    uint64_t devices = 0U;
    cudlaDevHandle device = NULL;
    bool works = (cudlaGetVersion(&version) == cudlaSuccess) && (version > 0U) &&
                 (cudlaDeviceGetCount(&devices) == cudlaSuccess) && (devices > 0U) &&
                 (cudlaCreateDevice(0U, &device, CUDLA_STANDALONE) == cudlaSuccess);

    works = works && ((argc < 2) || loads(device, argv[1]));
    works = works && (cudlaGetLastError(device) == cudlaSuccess) &&
            (cudlaDestroyDevice(device) == cudlaSuccess);
    return works ? EXIT_SUCCESS : EXIT_FAILURE;
}
