/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cudla_test.c
 * What a program compiled with one header of cuDLA and linked with another library relies on:
 * values, places and sizes.
 */
#include <stddef.h>

#include "cudla.h"
#include "sync_fixture.h"

#define VALUE(name, number) _Static_assert((name) == (number), "value of " #name)
#define PLACE(type, member, here)                                                                  \
    _Static_assert(offsetof(type, member) == (here), #type "." #member)
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "bytes of " #type)
#define HAS_TYPE(function, type)                                                                   \
    _Static_assert(_Generic(&function, type : 1, default : 0), #function)

VALUE(CUDLA_CUDA_DLA, 0);
VALUE(CUDLA_STANDALONE, 1);
VALUE(CUDLA_UNIFIED_ADDRESSING, 0);
VALUE(CUDLA_DEVICE_VERSION, 1);
VALUE(CUDLA_NUM_INPUT_TENSORS, 0);
VALUE(CUDLA_NUM_OUTPUT_TENSORS, 1);
VALUE(CUDLA_INPUT_TENSOR_DESCRIPTORS, 2);
VALUE(CUDLA_OUTPUT_TENSOR_DESCRIPTORS, 3);
VALUE(CUDLA_NUM_OUTPUT_TASK_STATISTICS, 4);
VALUE(CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS, 5);
VALUE(CUDLA_MODULE_DEFAULT, 0);
VALUE(CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS, 1);
VALUE(CUDLA_READ_WRITE_PERM, 0);
VALUE(CUDLA_READ_ONLY_PERM, 1);
VALUE(CUDLA_TASK_STATISTICS, 2);
VALUE(CUDLA_NVSCISYNC_ATTR_WAIT, 1);
VALUE(CUDLA_NVSCISYNC_ATTR_SIGNAL, 2);
VALUE(CUDLA_NVSCISYNC_FENCE, 1);
VALUE(CUDLA_NVSCISYNC_FENCE_SOF, 2);
VALUE(CUDLA_SUBMIT_NOOP, 1);
VALUE(CUDLA_SUBMIT_SKIP_LOCK_ACQUIRE, 2);
VALUE(CUDLA_SUBMIT_DIAGNOSTICS_TASK, 4);

VALUE(cudlaSuccess, 0);
VALUE(cudlaErrorInvalidParam, 1);
VALUE(cudlaErrorOutOfResources, 2);
VALUE(cudlaErrorCreationFailed, 3);
VALUE(cudlaErrorInvalidAddress, 4);
VALUE(cudlaErrorOs, 5);
VALUE(cudlaErrorCuda, 6);
VALUE(cudlaErrorUmd, 7);
VALUE(cudlaErrorInvalidDevice, 8);
VALUE(cudlaErrorInvalidAttribute, 9);
VALUE(cudlaErrorIncompatibleDlaSWVersion, 10);
VALUE(cudlaErrorMemoryRegistered, 11);
VALUE(cudlaErrorInvalidModule, 12);
VALUE(cudlaErrorUnsupportedOperation, 13);
VALUE(cudlaErrorNvSci, 14);
VALUE(cudlaErrorDlaErrInvalidInput, 0x40000001);
VALUE(cudlaErrorDlaErrInvalidPreAction, 0x40000002);
VALUE(cudlaErrorDlaErrNoMem, 0x40000003);
VALUE(cudlaErrorDlaErrProcessorBusy, 0x40000004);
VALUE(cudlaErrorDlaErrTaskStatusMismatch, 0x40000005);
VALUE(cudlaErrorDlaErrEngineTimeout, 0x40000006);
VALUE(cudlaErrorDlaErrDataMismatch, 0x40000007);
VALUE(cudlaErrorUnknown, 0x7fffffff);

VALUE(CUDLA_LOADABLE_TENSOR_DESC_NUM_STRIDES, 8U);
VALUE(CUDLA_DATA_FORMAT_UNKNOWN, 0U);
VALUE(CUDLA_DATA_FORMAT_NCHW, 1U);
VALUE(CUDLA_DATA_FORMAT_NHWC, 2U);
VALUE(CUDLA_DATA_FORMAT_NCxHWx, 3U);
VALUE(CUDLA_DATA_TYPE_UNKNOWN, 0U);
VALUE(CUDLA_DATA_TYPE_FLOAT, 1U);
VALUE(CUDLA_DATA_TYPE_HALF, 2U);
VALUE(CUDLA_DATA_TYPE_INT16, 3U);
VALUE(CUDLA_DATA_TYPE_INT8, 4U);
VALUE(CUDLA_DATA_TYPE_UINT8, 5U);
VALUE(CUDLA_DATA_TYPE_UINT16, 6U);
VALUE(CUDLA_DATA_CATEGORY_IMAGE, 0U);
VALUE(CUDLA_DATA_CATEGORY_WEIGHT, 1U);
VALUE(CUDLA_DATA_CATEGORY_FEATURE, 2U);
VALUE(CUDLA_DATA_CATEGORY_PLANAR, 3U);
VALUE(CUDLA_DATA_CATEGORY_BIAS, 4U);
VALUE(CUDLA_PIXEL_FORMAT_R8, 0U);
VALUE(CUDLA_PIXEL_FORMAT_R10, 1U);
VALUE(CUDLA_PIXEL_FORMAT_R12, 2U);
VALUE(CUDLA_PIXEL_FORMAT_R16, 3U);
VALUE(CUDLA_PIXEL_FORMAT_R16_I, 4U);
VALUE(CUDLA_PIXEL_FORMAT_R16_F, 5U);
VALUE(CUDLA_PIXEL_FORMAT_A16B16G16R16, 6U);
VALUE(CUDLA_PIXEL_FORMAT_X16B16G16R16, 7U);
VALUE(CUDLA_PIXEL_FORMAT_A16B16G16R16_F, 8U);
VALUE(CUDLA_PIXEL_FORMAT_A16Y16U16V16, 9U);
VALUE(CUDLA_PIXEL_FORMAT_V16U16Y16A16, 10U);
VALUE(CUDLA_PIXEL_FORMAT_A16Y16U16V16_F, 11U);
VALUE(CUDLA_PIXEL_FORMAT_A8B8G8R8, 12U);
VALUE(CUDLA_PIXEL_FORMAT_A8R8G8B8, 13U);
VALUE(CUDLA_PIXEL_FORMAT_B8G8R8A8, 14U);
VALUE(CUDLA_PIXEL_FORMAT_R8G8B8A8, 15U);
VALUE(CUDLA_PIXEL_FORMAT_X8B8G8R8, 16U);
VALUE(CUDLA_PIXEL_FORMAT_X8R8G8B8, 17U);
VALUE(CUDLA_PIXEL_FORMAT_B8G8R8X8, 18U);
VALUE(CUDLA_PIXEL_FORMAT_R8G8B8X8, 19U);
VALUE(CUDLA_PIXEL_FORMAT_A2B10G10R10, 20U);
VALUE(CUDLA_PIXEL_FORMAT_A2R10G10B10, 21U);
VALUE(CUDLA_PIXEL_FORMAT_B10G10R10A2, 22U);
VALUE(CUDLA_PIXEL_FORMAT_R10G10B10A2, 23U);
VALUE(CUDLA_PIXEL_FORMAT_A2Y10U10V10, 24U);
VALUE(CUDLA_PIXEL_FORMAT_V10U10Y10A2, 25U);
VALUE(CUDLA_PIXEL_FORMAT_A8Y8U8V8, 26U);
VALUE(CUDLA_PIXEL_FORMAT_V8U8Y8A8, 27U);
VALUE(CUDLA_PIXEL_FORMAT_Y8___U8V8_N444, 28U);
VALUE(CUDLA_PIXEL_FORMAT_Y8___V8U8_N444, 29U);
VALUE(CUDLA_PIXEL_FORMAT_Y10___U10V10_N444, 30U);
VALUE(CUDLA_PIXEL_FORMAT_Y10___V10U10_N444, 31U);
VALUE(CUDLA_PIXEL_FORMAT_FEATURE, 36U);
VALUE(CUDLA_PIXEL_FORMAT_UNKNOWN, 37U);
VALUE(CUDLA_PIXEL_MAPPING_PITCH_LINEAR, 0U);

SIZE(cudlaStatus, 4U);
SIZE(cudlaFenceType, 4U);
SIZE(cudlaDevAttribute, 4U);

#if defined(__LP64__)
PLACE(cudlaModuleTensorDescriptor, name, 0U);
PLACE(cudlaModuleTensorDescriptor, size, 88U);
PLACE(cudlaModuleTensorDescriptor, n, 96U);
PLACE(cudlaModuleTensorDescriptor, c, 104U);
PLACE(cudlaModuleTensorDescriptor, h, 112U);
PLACE(cudlaModuleTensorDescriptor, w, 120U);
PLACE(cudlaModuleTensorDescriptor, dataFormat, 128U);
PLACE(cudlaModuleTensorDescriptor, dataType, 129U);
PLACE(cudlaModuleTensorDescriptor, dataCategory, 130U);
PLACE(cudlaModuleTensorDescriptor, pixelFormat, 131U);
PLACE(cudlaModuleTensorDescriptor, pixelMapping, 132U);
PLACE(cudlaModuleTensorDescriptor, stride, 136U);
SIZE(cudlaModuleTensorDescriptor, 168U);
PLACE(CudlaFence, fence, 0U);
PLACE(CudlaFence, type, 8U);
SIZE(CudlaFence, 16U);
PLACE(cudlaWaitEvents, preFences, 0U);
PLACE(cudlaWaitEvents, numEvents, 8U);
SIZE(cudlaWaitEvents, 16U);
PLACE(cudlaSignalEvents, devPtrs, 0U);
PLACE(cudlaSignalEvents, eofFences, 8U);
PLACE(cudlaSignalEvents, numEvents, 16U);
SIZE(cudlaSignalEvents, 24U);
PLACE(cudlaTask, moduleHandle, 0U);
PLACE(cudlaTask, outputTensor, 8U);
PLACE(cudlaTask, numOutputTensors, 16U);
PLACE(cudlaTask, numInputTensors, 20U);
PLACE(cudlaTask, inputTensor, 24U);
PLACE(cudlaTask, waitEvents, 32U);
PLACE(cudlaTask, signalEvents, 40U);
SIZE(cudlaTask, 48U);
PLACE(cudlaExternalMemoryHandleDesc, extBufObject, 0U);
PLACE(cudlaExternalMemoryHandleDesc, size, 8U);
SIZE(cudlaExternalMemoryHandleDesc, 16U);
PLACE(cudlaExternalSemaphoreHandleDesc, extSyncObject, 0U);
SIZE(cudlaExternalSemaphoreHandleDesc, 8U);
SIZE(cudlaModuleAttribute, 8U);
SIZE(cudlaDevHandle, 8U);
SIZE(cudlaModule, 8U);
SIZE(struct cudlaExternalMemoryHandleDesc_t, 16U);
SIZE(struct cudlaExternalSemaphoreHandleDesc_t, 8U);
#endif

HAS_TYPE(cudlaGetVersion, cudlaStatus (*)(uint64_t *));
HAS_TYPE(cudlaDeviceGetCount, cudlaStatus (*)(uint64_t *));
HAS_TYPE(cudlaCreateDevice, cudlaStatus (*)(uint64_t, cudlaDevHandle *, uint32_t));
HAS_TYPE(cudlaDestroyDevice, cudlaStatus (*)(cudlaDevHandle));
HAS_TYPE(cudlaDeviceGetAttribute,
         cudlaStatus (*)(cudlaDevHandle, cudlaDevAttributeType, cudlaDevAttribute *));
HAS_TYPE(cudlaModuleLoadFromMemory,
         cudlaStatus (*)(cudlaDevHandle, const uint8_t *, size_t, cudlaModule *, uint32_t));
HAS_TYPE(cudlaModuleGetAttributes,
         cudlaStatus (*)(cudlaModule, cudlaModuleAttributeType, cudlaModuleAttribute *));
HAS_TYPE(cudlaModuleUnload, cudlaStatus (*)(cudlaModule, uint32_t));
HAS_TYPE(cudlaMemRegister,
         cudlaStatus (*)(cudlaDevHandle, const uint64_t *, size_t, uint64_t **, uint32_t));
HAS_TYPE(cudlaMemUnregister, cudlaStatus (*)(cudlaDevHandle, const uint64_t *));
HAS_TYPE(cudlaImportExternalMemory,
         cudlaStatus (*)(cudlaDevHandle, const cudlaExternalMemoryHandleDesc *, uint64_t **,
                         uint32_t));
HAS_TYPE(cudlaImportExternalSemaphore,
         cudlaStatus (*)(cudlaDevHandle, const cudlaExternalSemaphoreHandleDesc *, uint64_t **,
                         uint32_t));
HAS_TYPE(cudlaGetNvSciSyncAttributes, cudlaStatus (*)(uint64_t *, uint32_t));
HAS_TYPE(cudlaSubmitTask,
         cudlaStatus (*)(cudlaDevHandle, const cudlaTask *, uint32_t, void *, uint32_t));
HAS_TYPE(cudlaGetLastError, cudlaStatus (*)(cudlaDevHandle));
HAS_TYPE(cudlaSetTaskTimeoutInMs, cudlaStatus (*)(cudlaDevHandle, uint32_t));

/**
 * The version and the number of engines.
 * @verifies RF-DLA-001
 */
static void version_and_count_are_told(void **state)
{
    uint64_t version = 0U;
    uint64_t count = 0U;

    (void)state;
    assert_int_equal(cudlaGetVersion(&version), cudlaSuccess);
    assert_int_equal(version, 1002001U);
    assert_int_equal(cudlaDeviceGetCount(&count), cudlaSuccess);
    assert_int_equal(count, RINGFENCE_CFG_DLA_ENGINES);
    assert_int_equal(cudlaGetVersion(NULL), cudlaErrorInvalidParam);
    assert_int_equal(cudlaDeviceGetCount(NULL), cudlaErrorInvalidParam);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(version_and_count_are_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
