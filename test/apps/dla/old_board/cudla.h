/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cudla.h
 * What cuDLA declared before release 12.4, as far as the recorder needs it: no flags of modules, no
 * permissions of memory, no statistics, no macros for descriptors.
 */
#ifndef RINGFENCE_TEST_OLD_BOARD_CUDLA_H
#define RINGFENCE_TEST_OLD_BOARD_CUDLA_H

#include <stddef.h>
#include <stdint.h>

typedef struct cudlaDevHandle_t *cudlaDevHandle;
typedef struct cudlaModule_t *cudlaModule;

typedef enum { CUDLA_CUDA_DLA = 0, CUDLA_STANDALONE = 1 } cudlaMode;

typedef enum {
    cudlaSuccess = 0,
    cudlaErrorInvalidParam = 1,
    cudlaErrorOutOfResources = 2,
    cudlaErrorCreationFailed = 3,
    cudlaErrorInvalidAddress = 4,
    cudlaErrorOs = 5,
    cudlaErrorCuda = 6,
    cudlaErrorUmd = 7,
    cudlaErrorInvalidDevice = 8,
    cudlaErrorInvalidAttribute = 9,
    cudlaErrorIncompatibleDlaSWVersion = 10,
    cudlaErrorMemoryRegistered = 11,
    cudlaErrorInvalidModule = 12,
    cudlaErrorUnsupportedOperation = 13,
    cudlaErrorNvSci = 14,
    cudlaErrorUnknown = 0x7fffffff
} cudlaStatus;

typedef enum {
    CUDLA_NUM_INPUT_TENSORS = 0,
    CUDLA_NUM_OUTPUT_TENSORS = 1,
    CUDLA_INPUT_TENSOR_DESCRIPTORS = 2,
    CUDLA_OUTPUT_TENSOR_DESCRIPTORS = 3
} cudlaModuleAttributeType;

typedef struct {
    char name[81];
    uint64_t size;
    uint64_t n;
    uint64_t c;
    uint64_t h;
    uint64_t w;
    uint8_t dataFormat;
    uint8_t dataType;
    uint8_t dataCategory;
    uint8_t pixelFormat;
    uint8_t pixelMapping;
    uint32_t stride[8];
} cudlaModuleTensorDescriptor;

typedef union {
    uint32_t numInputTensors;
    uint32_t numOutputTensors;
    cudlaModuleTensorDescriptor *inputTensorDesc;
    cudlaModuleTensorDescriptor *outputTensorDesc;
} cudlaModuleAttribute;

cudlaStatus cudlaCreateDevice(uint64_t const device, cudlaDevHandle *const devHandle,
                              uint32_t const flags);
cudlaStatus cudlaDestroyDevice(cudlaDevHandle const devHandle);
cudlaStatus cudlaModuleLoadFromMemory(cudlaDevHandle const devHandle, const uint8_t *const pModule,
                                      size_t const moduleSize, cudlaModule *const hModule,
                                      uint32_t const flags);
cudlaStatus cudlaModuleGetAttributes(cudlaModule const hModule,
                                     cudlaModuleAttributeType const attrType,
                                     cudlaModuleAttribute *const attribute);
cudlaStatus cudlaModuleUnload(cudlaModule const hModule, uint32_t const flags);

#endif /* RINGFENCE_TEST_OLD_BOARD_CUDLA_H */
