/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cudla.h
 * cuDLA: tasks for a deep-learning accelerator (DLA), here for an engine that is software.
 *
 * A device handle is one engine. A module is a loadable that was read for a handle; it says which
 * tensors a task has. A registration is memory or a sync object that a handle may use; its name is
 * a pointer that is only a number (a cookie) and is never dereferenced. A task names a module, one
 * registration for each tensor, fences to wait for and objects to signal. It is put into the queue
 * of its handle and is carried out later, in the order of the queue, by a thread of the library.
 *
 * There are two modes. CUDLA_STANDALONE: memory and sync objects are those of NvSci, the CPU
 * computes. CUDLA_CUDA_DLA (hybrid): memory is that of CUDA, the order is that of a stream, and a
 * GPU computes. Everything is made in INIT; a submission takes nothing but a place in the queue.
 *
 * Loadables are those of the kind 'rfdla', which docs/dla-loadables.md describes and the tool rfdla
 * makes. Loadables for an accelerator of NVIDIA are refused with cudlaErrorUmd. A loadable with a
 * network needs oneDNN: docs/dla.md says what oneDNN takes from the heap, and when.
 *
 * For all functions: cudlaErrorUnsupportedOperation iff the current phase does not admit the
 * function, or RINGFENCE_CFG_DLA is 0; it is not listed again for that. A handle, module or cookie
 * that is stale, of another kind, or NULL, is refused, and is a fault report but for NULL. A
 * call that is refused for its arguments, for the mode of its device or since something is in use
 * is a fault report too, most of them RINGFENCE_FAULT_DLA_CALL, and RingfenceDescribeLastFault()
 * says in a line what to do; a cookie of a task that is NULL counts as such an argument. In a child
 * of fork() the handles of its parent are stale. Where several errors apply, any of them may be
 * returned. Results are unchanged on error. Threads: any thread may call any function at any time,
 * also for one handle, unless a function says more. A signal handler calls none, and none is a
 * cancellation point, as nvscisync.h says. docs/dla.md leads through a first task and has the table
 * of the choices that this manual makes.
 */
#ifndef RINGFENCE_CUDLA_H
#define RINGFENCE_CUDLA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- results */

/** What a call, or a task, came to. */
typedef enum {
    /** Done; of a submission: accepted. */
    cudlaSuccess = 0,
    /** A parameter is wrong. */
    cudlaErrorInvalidParam = 1,
    /** Something of which there is a fixed number is used up: rows of a table, places of a queue.
     */
    cudlaErrorOutOfResources = 2,
    /** The device handle could not be made. */
    cudlaErrorCreationFailed = 3,
    /** Memory or a sync object that is not registered for this handle. */
    cudlaErrorInvalidAddress = 4,
    /** The operating system failed. */
    cudlaErrorOs = 5,
    /** A call of CUDA failed. */
    cudlaErrorCuda = 6,
    /** The driver failed: bytes that are no loadable that it takes, or something is in use. */
    cudlaErrorUmd = 7,
    /** No device handle. */
    cudlaErrorInvalidDevice = 8,
    /** An attribute that there is not, or a list that does not fit. */
    cudlaErrorInvalidAttribute = 9,
    /** Driver and library do not match. Not returned by this library. */
    cudlaErrorIncompatibleDlaSWVersion = 10,
    /** The memory or the object is registered for this handle already; nothing happened. */
    cudlaErrorMemoryRegistered = 11,
    /** No module, or one of another handle. */
    cudlaErrorInvalidModule = 12,
    /** Not in this mode, not in this phase, or not at all. */
    cudlaErrorUnsupportedOperation = 13,
    /** A call of NvSci failed. */
    cudlaErrorNvSci = 14,

    /** A task had input that it could not use. */
    cudlaErrorDlaErrInvalidInput = 0x40000001,
    /** What a task waits for will not come: the process that signals is gone. */
    cudlaErrorDlaErrInvalidPreAction = 0x40000002,
    /** A task found no memory. */
    cudlaErrorDlaErrNoMem = 0x40000003,
    /** The engine was busy. */
    cudlaErrorDlaErrProcessorBusy = 0x40000004,
    /** The status of a task was not the expected one. */
    cudlaErrorDlaErrTaskStatusMismatch = 0x40000005,
    /** A task ran longer than the handle's time-out. */
    cudlaErrorDlaErrEngineTimeout = 0x40000006,
    /** A diagnostic task read other bytes than it had written. */
    cudlaErrorDlaErrDataMismatch = 0x40000007,

    /** Anything else. */
    cudlaErrorUnknown = 0x7fffffff
} cudlaStatus;

/* ---------------------------------------------------------------- choices */

/** Mode of a device handle. */
typedef enum {
    /** Hybrid: memory and order are CUDA's. */
    CUDLA_CUDA_DLA = 0,
    /** Memory and sync objects are NvSci's. */
    CUDLA_STANDALONE = 1
} cudlaMode;

/** Attribute of a device. */
typedef enum {
    /** unifiedAddressingSupported. */
    CUDLA_UNIFIED_ADDRESSING = 0,
    /** deviceVersion. */
    CUDLA_DEVICE_VERSION = 1
} cudlaDevAttributeType;

/** Attribute of a module. */
typedef enum {
    /** numInputTensors. */
    CUDLA_NUM_INPUT_TENSORS = 0,
    /** numOutputTensors. */
    CUDLA_NUM_OUTPUT_TENSORS = 1,
    /** inputTensorDesc: fills an array of that many. */
    CUDLA_INPUT_TENSOR_DESCRIPTORS = 2,
    /** outputTensorDesc: fills an array of that many. */
    CUDLA_OUTPUT_TENSOR_DESCRIPTORS = 3,
    /** numOutputTensors: how many statistics tensors there are; 0: none. */
    CUDLA_NUM_OUTPUT_TASK_STATISTICS = 4,
    /** outputTensorDesc: fills an array of that many. */
    CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS = 5
} cudlaModuleAttributeType;

/** How a module is loaded. */
typedef enum {
    CUDLA_MODULE_DEFAULT = 0,
    /** Diagnostic tasks (CUDLA_SUBMIT_DIAGNOSTICS_TASK) may name the module. */
    CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS = 1
} cudlaModuleLoadFlags;

/** How memory is registered; a set of bits. */
typedef enum {
    CUDLA_READ_WRITE_PERM = 0,
    /** Tasks only read the memory; it cannot be an output. */
    CUDLA_READ_ONLY_PERM = 1,
    /** The memory takes the statistics of tasks, and nothing else. */
    CUDLA_TASK_STATISTICS = 2
} cudlaAccessPermissionFlags;

/** What a handle does with a sync object; a set of bits. */
typedef enum {
    CUDLA_NVSCISYNC_ATTR_WAIT = 1,
    CUDLA_NVSCISYNC_ATTR_SIGNAL = 2
} cudlaNvSciSyncAttributes;

/** When a fence expires. */
typedef enum {
    /** When the task is over (end of frame). As a wait event: a fence. */
    CUDLA_NVSCISYNC_FENCE = 1,
    /** When the waits of the task are over and it starts (start of frame). */
    CUDLA_NVSCISYNC_FENCE_SOF = 2
} cudlaFenceType;

/** How tasks are submitted; a set of bits. */
typedef enum {
    /** All of the submission holds, but nothing is computed: no tensor is read or written. */
    CUDLA_SUBMIT_NOOP = 1,
    /** A promise that no other thread submits to the handle at the same time. Ignored. */
    CUDLA_SUBMIT_SKIP_LOCK_ACQUIRE = 2,
    /** The tasks test the engine and its memory; see cudlaSubmitTask(). */
    CUDLA_SUBMIT_DIAGNOSTICS_TASK = 4
} cudlaSubmissionFlags;

/* ---------------------------------------------------------------- tensors */

/** Strides of a tensor descriptor. */
#define CUDLA_LOADABLE_TENSOR_DESC_NUM_STRIDES 8U

/* Order of the elements: cudlaModuleTensorDescriptor.dataFormat. */
#define CUDLA_DATA_FORMAT_UNKNOWN 0U /**< Elements in the order UNKNOWN. */
#define CUDLA_DATA_FORMAT_NCHW    1U /**< Elements in the order NCHW. */
#define CUDLA_DATA_FORMAT_NHWC    2U /**< Elements in the order NHWC. */
#define CUDLA_DATA_FORMAT_NCxHWx  3U /**< Elements in the order NCxHWx. */

/* What an element is: cudlaModuleTensorDescriptor.dataType. */
#define CUDLA_DATA_TYPE_UNKNOWN 0U /**< Elements of type UNKNOWN. */
#define CUDLA_DATA_TYPE_FLOAT   1U /**< Elements of type FLOAT. */
#define CUDLA_DATA_TYPE_HALF    2U /**< Elements of type HALF. */
#define CUDLA_DATA_TYPE_INT16   3U /**< Elements of type INT16. */
#define CUDLA_DATA_TYPE_INT8    4U /**< Elements of type INT8. */
#define CUDLA_DATA_TYPE_UINT8   5U /**< Elements of type UINT8. */
#define CUDLA_DATA_TYPE_UINT16  6U /**< Elements of type UINT16. */

/* What a tensor is for: cudlaModuleTensorDescriptor.dataCategory. */
#define CUDLA_DATA_CATEGORY_IMAGE   0U /**< Tensor of category IMAGE. */
#define CUDLA_DATA_CATEGORY_WEIGHT  1U /**< Tensor of category WEIGHT. */
#define CUDLA_DATA_CATEGORY_FEATURE 2U /**< Tensor of category FEATURE. */
#define CUDLA_DATA_CATEGORY_PLANAR  3U /**< Tensor of category PLANAR. */
#define CUDLA_DATA_CATEGORY_BIAS    4U /**< Tensor of category BIAS. */

/* What a pixel is, if a tensor is an image: cudlaModuleTensorDescriptor.pixelFormat. */
#define CUDLA_PIXEL_FORMAT_R8                0U  /**< Pixels R8. */
#define CUDLA_PIXEL_FORMAT_R10               1U  /**< Pixels R10. */
#define CUDLA_PIXEL_FORMAT_R12               2U  /**< Pixels R12. */
#define CUDLA_PIXEL_FORMAT_R16               3U  /**< Pixels R16. */
#define CUDLA_PIXEL_FORMAT_R16_I             4U  /**< Pixels R16_I. */
#define CUDLA_PIXEL_FORMAT_R16_F             5U  /**< Pixels R16_F. */
#define CUDLA_PIXEL_FORMAT_A16B16G16R16      6U  /**< Pixels A16B16G16R16. */
#define CUDLA_PIXEL_FORMAT_X16B16G16R16      7U  /**< Pixels X16B16G16R16. */
#define CUDLA_PIXEL_FORMAT_A16B16G16R16_F    8U  /**< Pixels A16B16G16R16_F. */
#define CUDLA_PIXEL_FORMAT_A16Y16U16V16      9U  /**< Pixels A16Y16U16V16. */
#define CUDLA_PIXEL_FORMAT_V16U16Y16A16      10U /**< Pixels V16U16Y16A16. */
#define CUDLA_PIXEL_FORMAT_A16Y16U16V16_F    11U /**< Pixels A16Y16U16V16_F. */
#define CUDLA_PIXEL_FORMAT_A8B8G8R8          12U /**< Pixels A8B8G8R8. */
#define CUDLA_PIXEL_FORMAT_A8R8G8B8          13U /**< Pixels A8R8G8B8. */
#define CUDLA_PIXEL_FORMAT_B8G8R8A8          14U /**< Pixels B8G8R8A8. */
#define CUDLA_PIXEL_FORMAT_R8G8B8A8          15U /**< Pixels R8G8B8A8. */
#define CUDLA_PIXEL_FORMAT_X8B8G8R8          16U /**< Pixels X8B8G8R8. */
#define CUDLA_PIXEL_FORMAT_X8R8G8B8          17U /**< Pixels X8R8G8B8. */
#define CUDLA_PIXEL_FORMAT_B8G8R8X8          18U /**< Pixels B8G8R8X8. */
#define CUDLA_PIXEL_FORMAT_R8G8B8X8          19U /**< Pixels R8G8B8X8. */
#define CUDLA_PIXEL_FORMAT_A2B10G10R10       20U /**< Pixels A2B10G10R10. */
#define CUDLA_PIXEL_FORMAT_A2R10G10B10       21U /**< Pixels A2R10G10B10. */
#define CUDLA_PIXEL_FORMAT_B10G10R10A2       22U /**< Pixels B10G10R10A2. */
#define CUDLA_PIXEL_FORMAT_R10G10B10A2       23U /**< Pixels R10G10B10A2. */
#define CUDLA_PIXEL_FORMAT_A2Y10U10V10       24U /**< Pixels A2Y10U10V10. */
#define CUDLA_PIXEL_FORMAT_V10U10Y10A2       25U /**< Pixels V10U10Y10A2. */
#define CUDLA_PIXEL_FORMAT_A8Y8U8V8          26U /**< Pixels A8Y8U8V8. */
#define CUDLA_PIXEL_FORMAT_V8U8Y8A8          27U /**< Pixels V8U8Y8A8. */
#define CUDLA_PIXEL_FORMAT_Y8___U8V8_N444    28U /**< Pixels Y8___U8V8_N444. */
#define CUDLA_PIXEL_FORMAT_Y8___V8U8_N444    29U /**< Pixels Y8___V8U8_N444. */
#define CUDLA_PIXEL_FORMAT_Y10___U10V10_N444 30U /**< Pixels Y10___U10V10_N444. */
#define CUDLA_PIXEL_FORMAT_Y10___V10U10_N444 31U /**< Pixels Y10___V10U10_N444. */
#define CUDLA_PIXEL_FORMAT_Y12___U12V12_N444 32U /**< Pixels Y12___U12V12_N444. */
#define CUDLA_PIXEL_FORMAT_Y12___V12U12_N444 33U /**< Pixels Y12___V12U12_N444. */
#define CUDLA_PIXEL_FORMAT_Y16___U16V16_N444 34U /**< Pixels Y16___U16V16_N444. */
#define CUDLA_PIXEL_FORMAT_Y16___V16U16_N444 35U /**< Pixels Y16___V16U16_N444. */
#define CUDLA_PIXEL_FORMAT_FEATURE           36U /**< Pixels FEATURE. */
#define CUDLA_PIXEL_FORMAT_UNKNOWN           37U /**< Pixels UNKNOWN. */

/* Where pixels are in memory: cudlaModuleTensorDescriptor.pixelMapping. */
#define CUDLA_PIXEL_MAPPING_PITCH_LINEAR 0U /**< Rows one after the other, with padding. */

/** What a module says of a tensor. */
typedef struct {
    /** Ends with a zero. */
    char name[81];
    /** Bytes that the memory of the tensor has at least, all padding counted. */
    uint64_t size;
    /** Batches. */
    uint64_t n;
    /** Channels. */
    uint64_t c;
    /** Rows. */
    uint64_t h;
    /** Columns. */
    uint64_t w;
    /** CUDLA_DATA_FORMAT_... */
    uint8_t dataFormat;
    /** CUDLA_DATA_TYPE_... */
    uint8_t dataType;
    /** CUDLA_DATA_CATEGORY_... */
    uint8_t dataCategory;
    /** CUDLA_PIXEL_FORMAT_... */
    uint8_t pixelFormat;
    /** CUDLA_PIXEL_MAPPING_... */
    uint8_t pixelMapping;
    /** Bytes from an element to the next one in each direction, the innermost first. */
    uint32_t stride[CUDLA_LOADABLE_TENSOR_DESC_NUM_STRIDES];
} cudlaModuleTensorDescriptor;

/* ---------------------------------------------------------------- handles and values */

/** An engine. NULL: none. */
typedef struct cudlaDevHandle_t *cudlaDevHandle;

/** A loadable that was read for a device handle. NULL: none. */
typedef struct cudlaModule_t *cudlaModule;

/** Value of an attribute of a device. */
typedef union {
    /** 0: no; else yes. */
    uint8_t unifiedAddressingSupported;
    /** The generation of the engine: 2. */
    uint32_t deviceVersion;
} cudlaDevAttribute;

/** Value of an attribute of a module. */
typedef union {
    /** CUDLA_NUM_INPUT_TENSORS. */
    uint32_t numInputTensors;
    /** CUDLA_NUM_OUTPUT_TENSORS, CUDLA_NUM_OUTPUT_TASK_STATISTICS. */
    uint32_t numOutputTensors;
    /** CUDLA_INPUT_TENSOR_DESCRIPTORS: array of the caller, to be filled. */
    cudlaModuleTensorDescriptor *inputTensorDesc;
    /** CUDLA_OUTPUT_TENSOR_DESCRIPTORS, CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS: the same. */
    cudlaModuleTensorDescriptor *outputTensorDesc;
} cudlaModuleAttribute;

/** A buffer to import. */
typedef struct cudlaExternalMemoryHandleDesc_t {
    /** The NvSciBufObj. */
    const void *extBufObject;
    /** Bytes, from its first, that tasks use: as much as the tensor has, not more than the buffer
     * has. */
    unsigned long long size;
} cudlaExternalMemoryHandleDesc;

/** A sync object to import. */
typedef struct cudlaExternalSemaphoreHandleDesc_t {
    /** The NvSciSyncObj. */
    const void *extSyncObject;
} cudlaExternalSemaphoreHandleDesc;

/** A fence of a task. */
typedef struct {
    /** The NvSciSyncFence. */
    void *fence;
    /** When it expires. Fences to wait for: CUDLA_NVSCISYNC_FENCE or CUDLA_NVSCISYNC_FENCE_SOF,
     * which makes no difference. */
    cudlaFenceType type;
} CudlaFence;

/** What a task waits for. */
typedef struct {
    /** Fences of objects that were imported into the handle, and cleared fences. The same fence may
     * be there twice. */
    const CudlaFence *preFences;
    /** Number of entries. */
    uint32_t numEvents;
} cudlaWaitEvents;

/** What a task signals. */
typedef struct {
    /** Cookies of the objects. One object may be there several times. */
    uint64_t *const *devPtrs;
    /** A fence for each of them. What `fence` names is overwritten during the call with the fence
     * of this signal, so it must have been zeroed once (NvSciSyncFenceInitializer). NULL: the
     * program computes the fence itself; only for objects with deterministic fences. */
    CudlaFence *eofFences;
    /** Number of entries. */
    uint32_t numEvents;
} cudlaSignalEvents;

/** A task. */
typedef struct {
    /** The module that is computed. */
    cudlaModule moduleHandle;
    /** Cookies of the outputs in the order of the module's descriptors; behind them those of the
     * statistics, or none of these. */
    uint64_t *const *outputTensor;
    /** The module's number of outputs; if there are statistics, their number is added. */
    uint32_t numOutputTensors;
    /** The module's number of inputs. */
    uint32_t numInputTensors;
    /** Cookies of the inputs in the order of the module's descriptors. */
    const uint64_t *const *inputTensor;
    /** NULL: the task waits for nothing but the tasks before it. */
    const cudlaWaitEvents *waitEvents;
    /** NULL: it signals nothing. */
    cudlaSignalEvents *signalEvents;
} cudlaTask;

/* ---------------------------------------------------------------- devices */

/**
 * Says which version of cuDLA the header has.
 *
 * @param[out] version  1000000 * major + 1000 * minor + patch: 1002001
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam  iff version is NULL
 *
 * Phase INIT. O(1), no lock, no system call.
 */
cudlaStatus cudlaGetVersion(uint64_t *const version);

/**
 * Says how many engines there are.
 *
 * @param[out] pNumDevices  RINGFENCE_CFG_DLA_ENGINES
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam  iff pNumDevices is NULL
 *
 * Phase INIT. O(1), no lock, no system call.
 */
cudlaStatus cudlaDeviceGetCount(uint64_t *const pNumDevices);

/**
 * Makes a device handle. Several may be of one engine: each has a queue, and in standalone mode a
 * thread of its own, so that they do not wait for one another.
 *
 * @param[in]  device     number of the engine, from 0
 * @param[out] devHandle  the handle, the caller's until cudlaDestroyDevice()
 * @param[in]  flags      a cudlaMode
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam          iff device is not less than the number of engines, which
 *                                         RINGFENCE_FAULT_LIMIT says, devHandle is NULL, or flags is
 *                                         no cudlaMode
 * @retval cudlaErrorOutOfResources        iff all RINGFENCE_CFG_DLA_HANDLES are taken
 * @retval cudlaErrorCreationFailed        iff no thread can be started, or the process is a child
 *                                         that was forked while its parent had handles
 * @retval cudlaErrorCuda                  iff the mode is hybrid, and there is no driver of CUDA 12
 *                                         or later, or it refuses
 * @retval cudlaErrorUnsupportedOperation  iff the mode is hybrid, and the library was built without
 *                                         a compiler of CUDA or has no kernels for the GPU
 *
 * Phase INIT. O(RINGFENCE_CFG_DLA_HANDLES), and a thread is started.
 */
cudlaStatus cudlaCreateDevice(uint64_t const device, cudlaDevHandle *const devHandle,
                              uint32_t const flags);

/**
 * Ends a device handle with its modules and registrations. Tasks that are not over are ended: the
 * one that runs within some milliseconds, on a GPU within about a second, in a network when its
 * layer is over (docs/dla.md says how long one takes), the others without a
 * start; what they signal is
 * signalled, with a task status that says failure where the object has task statuses. Handle,
 * modules and cookies are stale afterwards.
 *
 * @param[in] devHandle  handle
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidDevice  iff devHandle is no handle
 *
 * Phases INIT DEINIT. Other calls for the handle end first, or find it stale. Waits for the thread.
 */
cudlaStatus cudlaDestroyDevice(cudlaDevHandle const devHandle);

/**
 * Reads an attribute of a device.
 *
 * @param[in]  devHandle   handle
 * @param[in]  attrib      which one
 * @param[out] pAttribute  CUDLA_UNIFIED_ADDRESSING: 1 in hybrid mode, 0 in standalone mode;
 *                         CUDLA_DEVICE_VERSION: 2
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidDevice     iff devHandle is no handle
 * @retval cudlaErrorInvalidParam      iff pAttribute is NULL
 * @retval cudlaErrorInvalidAttribute  iff there is no such attribute
 *
 * Any phase. O(1), no system call but one that names the process.
 */
cudlaStatus cudlaDeviceGetAttribute(cudlaDevHandle const devHandle,
                                    cudlaDevAttributeType const attrib,
                                    cudlaDevAttribute *const pAttribute);

/**
 * Says how the tasks of a handle failed last. It does not change what is said, and the error stays
 * until the handle is destroyed or a later task fails; tasks that succeed do not change it. It is
 * set before the task signals its end, so who waited for the fence sees it.
 *
 * @param[in] devHandle  handle
 *
 * @retval cudlaSuccess                          no task failed
 * @retval cudlaErrorInvalidDevice               iff devHandle is no handle
 * @retval cudlaErrorDlaErrInvalidPreAction      a task was not started, because the process that
 *                                               signals what it waits for is gone
 * @retval cudlaErrorDlaErrEngineTimeout         a task ran longer than the time-out
 * @retval cudlaErrorCuda                        CUDA refused a task on a GPU, or failed during it
 * @retval cudlaErrorDlaErrDataMismatch          a diagnostic task read other bytes than it wrote
 * @retval cudlaErrorInvalidParam, cudlaErrorOutOfResources, cudlaErrorCreationFailed,
 * cudlaErrorInvalidAddress, cudlaErrorOs, cudlaErrorUmd, cudlaErrorInvalidAttribute,
 * cudlaErrorIncompatibleDlaSWVersion, cudlaErrorMemoryRegistered, cudlaErrorInvalidModule,
 * cudlaErrorUnsupportedOperation, cudlaErrorNvSci, cudlaErrorDlaErrInvalidInput,
 * cudlaErrorDlaErrNoMem, cudlaErrorDlaErrProcessorBusy, cudlaErrorDlaErrTaskStatusMismatch,
 * cudlaErrorUnknown  iff a step of the loadable says that it fails in this way, which each of the
 * others above may be as well; cudlaErrorUnknown also iff a network could not be computed
 *
 * Any phase. O(1), no lock; in hybrid mode CUDA may be asked.
 */
cudlaStatus cudlaGetLastError(cudlaDevHandle const devHandle);

/**
 * Sets how long a task of the handle may run, its waits not counted. It holds for tasks that are
 * submitted later. 30000 until it is set. A task that runs longer is ended, and the handle goes on
 * with the next one.
 *
 * @param[in] devHandle  handle
 * @param[in] timeout    milliseconds, from 1 to 1000000
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam   iff timeout is 0 or more than 1000000
 * @retval cudlaErrorInvalidDevice  iff devHandle is no handle
 *
 * Phase INIT. O(1).
 */
cudlaStatus cudlaSetTaskTimeoutInMs(cudlaDevHandle const devHandle, uint32_t const timeout);

/* ---------------------------------------------------------------- modules */

/**
 * Reads a loadable for a handle. A handle may have several modules.
 *
 * @param[in]  devHandle   handle
 * @param[in]  pModule     bytes of the loadable; not needed after the call. They may change
 *                         meanwhile: what is loaded is what was looked at
 * @param[in]  moduleSize  number of the bytes
 * @param[out] hModule     the module, the caller's until cudlaModuleUnload() or
 *                         cudlaDestroyDevice()
 * @param[in]  flags       a cudlaModuleLoadFlags
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidDevice   iff devHandle is no handle
 * @retval cudlaErrorInvalidParam    iff pModule or hModule is NULL, moduleSize is 0, or flags is no
 *                                   cudlaModuleLoadFlags
 * @retval cudlaErrorOutOfResources  iff all RINGFENCE_CFG_DLA_MODULES of all handles are taken, or
 *                                   the loadable has more than RINGFENCE_CFG_DLA_TENSORS tensors,
 *                                   RINGFENCE_CFG_DLA_STEPS steps, or 256 layers or 1024 values of
 *                                   a network; or its network takes more memory than the system
 *                                   has left, or one of its layers has more operations than a
 *                                   layer may, which is a fault report with both numbers; or
 *                                   oneDNN refuses it for memory
 * @retval cudlaErrorUmd             iff the bytes are no loadable of the kind 'rfdla', or it is
 *                                   damaged, contradicts itself, or is of a later version; or its
 *                                   weights changed during the call; or it has a network, and there
 *                                   is no library of networks, or oneDNN cannot compute a layer,
 *                                   takes memory for it that was not reserved, or needs more time
 *                                   for it than a task may take; that is a fault report
 * @retval cudlaErrorUnsupportedOperation  iff the mode is hybrid and the loadable has a network;
 *                                   that is a fault report
 *
 * A network is computed twice, by the thread of the handle, with whatever numbers are in memory:
 * what its tasks need is there then. Its memory is touched during the call. Where the handle is
 * destroyed meanwhile by another thread, the call ends between two layers with
 * cudlaErrorInvalidDevice. Tasks of the handle wait for it, and have their time nevertheless.
 * Meanwhile calls of other threads wait that make or end handles, modules or registrations, those
 * of other handles included, and a change of the phase does; submissions do not.
 *
 * Phase INIT. O(moduleSize), and twice what a task of its network takes.
 */
cudlaStatus cudlaModuleLoadFromMemory(cudlaDevHandle const devHandle, const uint8_t *const pModule,
                                      size_t const moduleSize, cudlaModule *const hModule,
                                      uint32_t const flags);

/**
 * Reads an attribute of a module.
 *
 * @param[in]     hModule    module
 * @param[in]     attrType   which one
 * @param[in,out] attribute  a number; or the place of an array of the caller, which is filled with
 *                           as many descriptors as there are tensors
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidModule     iff hModule is no module
 * @retval cudlaErrorInvalidParam      iff attribute is NULL, or its array is although there are
 *                                     tensors
 * @retval cudlaErrorInvalidAttribute  iff there is no such attribute
 *
 * Any phase. O(tensors), no system call but one that names the process.
 */
cudlaStatus cudlaModuleGetAttributes(cudlaModule const hModule,
                                     cudlaModuleAttributeType const attrType,
                                     cudlaModuleAttribute *const attribute);

/**
 * Ends a module.
 *
 * @param[in] hModule  module
 * @param[in] flags    0
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidModule  iff hModule is no module
 * @retval cudlaErrorInvalidParam   iff flags is not 0
 * @retval cudlaErrorUmd            iff a task of the module is not over: its end was not signalled,
 *                                  or in hybrid mode its stream has not passed it. The module stays
 *
 * Phases INIT DEINIT. O(1), no wait for a task.
 */
cudlaStatus cudlaModuleUnload(cudlaModule const hModule, uint32_t const flags);

/* ---------------------------------------------------------------- registrations */

/**
 * Registers memory of CUDA. Hybrid mode only.
 *
 * @param[in]  devHandle  handle in hybrid mode
 * @param[in]  ptr        pointer that CUDA gave; the memory must last until it is unregistered
 * @param[in]  size       bytes from there
 * @param[out] devPtr     the cookie, the caller's until cudlaMemUnregister() or
 *                        cudlaDestroyDevice()
 * @param[in]  flags      0 or CUDLA_TASK_STATISTICS
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidDevice         iff devHandle is no handle
 * @retval cudlaErrorInvalidParam          iff ptr or devPtr is NULL, size is 0, or flags is another
 * @retval cudlaErrorInvalidAddress        iff ptr is no memory of CUDA of that size
 * @retval cudlaErrorMemoryRegistered      iff ptr is registered for the handle
 * @retval cudlaErrorOutOfResources        iff all RINGFENCE_CFG_DLA_REGISTRATIONS of all handles
 *                                         are taken
 * @retval cudlaErrorCuda                  iff CUDA refuses
 * @retval cudlaErrorUnsupportedOperation  iff the mode is standalone
 *
 * Phase INIT. O(RINGFENCE_CFG_DLA_REGISTRATIONS).
 */
cudlaStatus cudlaMemRegister(cudlaDevHandle const devHandle, const uint64_t *const ptr,
                             size_t const size, uint64_t **const devPtr, uint32_t const flags);

/**
 * Ends a registration: memory of CUDA, a buffer or a sync object.
 *
 * @param[in] devHandle  handle
 * @param[in] devPtr     its cookie
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidDevice   iff devHandle is no handle
 * @retval cudlaErrorInvalidAddress  iff devPtr is no cookie of the handle
 * @retval cudlaErrorUmd             iff a task that uses it is not over: its end was not signalled,
 *                                   or in hybrid mode its stream has not passed it; or an
 *                                   event-only submission that is not spent names it. The
 *                                   registration stays
 *
 * Phases INIT DEINIT. O(1), no wait for a task.
 */
cudlaStatus cudlaMemUnregister(cudlaDevHandle const devHandle, const uint64_t *const devPtr);

/**
 * Registers a buffer of NvSciBuf. Standalone mode only. The buffer is kept: its own handles may be
 * freed.
 *
 * The engine is the CPU, and for tasks with a tensor in the memory of a GPU that GPU: the one of
 * the first such buffer of the handle. From that buffer on all buffers of the handle are mapped for
 * the GPU as well. What a task writes is what the rights of the object and of the lists of this
 * process admit.
 *
 * @param[in]  devHandle  handle in standalone mode
 * @param[in]  desc       the buffer, and how much of it tasks use; not needed after the call
 * @param[out] devPtr     the cookie, the caller's until cudlaMemUnregister() or
 *                        cudlaDestroyDevice()
 * @param[in]  flags      bits of cudlaAccessPermissionFlags, CUDLA_READ_ONLY_PERM and
 *                        CUDLA_TASK_STATISTICS not together
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidDevice         iff devHandle is no handle
 * @retval cudlaErrorInvalidParam          iff desc or devPtr is NULL, flags is another, or the size
 *                                         is 0 or more than that of the buffer
 * @retval cudlaErrorInvalidAttribute      iff the buffer may only be read, and flags is not
 *                                         CUDLA_READ_ONLY_PERM
 * @retval cudlaErrorMemoryRegistered      iff the buffer is registered for the handle
 * @retval cudlaErrorOutOfResources        iff all RINGFENCE_CFG_DLA_REGISTRATIONS of all handles
 *                                         are taken, or all RINGFENCE_CFG_BUF_HANDLES
 * @retval cudlaErrorNvSci                 iff the object is no live buffer
 * @retval cudlaErrorCuda                  iff the buffer is in the memory of a GPU, or another one
 * of the handle is, and CUDA refused to map it: also because it is not what its list says
 * @retval cudlaErrorUnsupportedOperation  iff the mode is hybrid; or the buffer is in the memory of
 * a GPU that is not there or that the GPU of the handle cannot use, or nothing of the library runs
 * there. The latter are fault reports
 *
 * Phase INIT. O(RINGFENCE_CFG_DLA_REGISTRATIONS).
 */
cudlaStatus cudlaImportExternalMemory(cudlaDevHandle const devHandle,
                                      const cudlaExternalMemoryHandleDesc *const desc,
                                      uint64_t **const devPtr, uint32_t const flags);

/**
 * Registers a sync object of NvSciSync, to wait for or to signal. Standalone mode only. The object
 * is kept: its own handles may be freed.
 *
 * An object is signalled by one device handle: the first one that does so, until it ends the
 * registration.
 *
 * @param[in]  devHandle  handle in standalone mode
 * @param[in]  desc       the object; not needed after the call
 * @param[out] devPtr     the cookie, the caller's until cudlaMemUnregister() or
 *                        cudlaDestroyDevice()
 * @param[in]  flags      0
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidDevice         iff devHandle is no handle
 * @retval cudlaErrorInvalidParam          iff desc or devPtr is NULL, or flags is not 0
 * @retval cudlaErrorInvalidAttribute      iff no list of an engine of this process asked to wait
 *                                         for the object or to signal it; that is a fault report
 * @retval cudlaErrorMemoryRegistered      iff the object is registered for the handle
 * @retval cudlaErrorOutOfResources        iff all RINGFENCE_CFG_DLA_REGISTRATIONS of all handles
 *                                         are taken, or all RINGFENCE_CFG_SYNC_HANDLES
 * @retval cudlaErrorNvSci                 iff the object is no live sync object
 * @retval cudlaErrorUnsupportedOperation  iff the mode is hybrid
 *
 * Phase INIT. O(RINGFENCE_CFG_DLA_REGISTRATIONS).
 */
cudlaStatus cudlaImportExternalSemaphore(cudlaDevHandle const devHandle,
                                         const cudlaExternalSemaphoreHandleDesc *const desc,
                                         uint64_t **const devPtr, uint32_t const flags);

/**
 * Sets in a list of NvSciSync what a device handle needs to wait for an object or to signal it.
 *
 * @param[in] attrList  the NvSciSyncAttrList, unreconciled, without NvSciSyncAttrKey_RequiredPerm
 * @param[in] flags     bits of cudlaNvSciSyncAttributes, at least one
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam      iff attrList is NULL, or flags has no bit or another one
 * @retval cudlaErrorInvalidAttribute  iff attrList is no live list, is reconciled, was imported or
 *                                     appended, or has the key already. The list is unchanged
 *
 * Phase INIT. O(1).
 */
cudlaStatus cudlaGetNvSciSyncAttributes(uint64_t *attrList, uint32_t const flags);

/* ---------------------------------------------------------------- tasks */

/**
 * Puts tasks into the queue of a handle: all of them or none. They are carried out in the order of
 * the array, behind what the handle was given before. Arrays and structures are not needed after
 * the call; modules and registrations are, until the tasks are over.
 *
 * Standalone mode. A task starts when its fences to wait for have expired and the task before it is
 * over. It signals its start and its end, also if it fails: then with a task status that says
 * failure, where the object has task statuses, and cudlaGetLastError() tells. The fences to signal
 * are written during the call, also before the task starts.
 *
 * Event-only submission: numTasks is 1, and inputTensor and outputTensor of the task are NULL.
 * Nothing is queued. The fences to wait for are added to those of the first task of the next
 * submission that is none, what it signals to what the last task of that one signals. A later
 * event-only submission replaces it: what the replaced one was to signal is signalled as failed
 * when the queue is there, and its waits are dropped. Its moduleHandle is not looked at. Until it
 * is spent, an object that it signals may not be signalled by tasks before the place of its signal.
 *
 * Diagnostic tasks (CUDLA_SUBMIT_DIAGNOSTICS_TASK) have no input, and the outputs of the module,
 * which was loaded with CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS. Each output is filled with numbers
 * of its own, then all are read again; a difference is cudlaErrorDlaErrDataMismatch.
 *
 * @param[in] devHandle   handle
 * @param[in] ptrToTasks  tasks
 * @param[in] numTasks    how many
 * @param[in] stream      standalone mode: NULL. Hybrid mode: the stream of CUDA, which orders them
 * @param[in] flags       bits of cudlaSubmissionFlags
 *
 * @retval cudlaSuccess                    the tasks will be carried out
 * @retval cudlaErrorInvalidDevice         iff devHandle is no handle
 * @retval cudlaErrorInvalidParam          iff ptrToTasks is NULL, numTasks is 0, or flags has
 *                                         another bit; stream is not NULL in standalone mode; the
 *                                         numbers of tensors are not those of the module, or an
 *                                         array is NULL that has entries; a type is no
 *                                         cudlaFenceType; a fence pointer is NULL, but for a signal
 *                                         of an object with deterministic fences; an output may
 *                                         only be read, takes statistics, or a statistics tensor
 *                                         does not; memory is smaller than its tensor; or an object
 *                                         is signalled in an order that contradicts an event-only
 *                                         submission
 * @retval cudlaErrorInvalidModule         iff a module is none, or of another handle
 * @retval cudlaErrorInvalidAddress        iff a cookie is none of this handle, or of another kind;
 *                                         or a fence to wait for is of an object that is not
 *                                         imported into this handle
 * @retval cudlaErrorInvalidAttribute      iff an object may not be signalled, or not be waited for,
 *                                         by this process's engines, or another handle signals it
 * @retval cudlaErrorOutOfResources        iff the queue, which has RINGFENCE_CFG_DLA_TASKS places,
 *                                         has not as many free ones; or a task waits for more than
 *                                         RINGFENCE_CFG_DLA_EVENTS fences, or signals more than so
 *                                         many
 * @retval cudlaErrorNvSci                 iff the bytes of a fence are not what the library wrote,
 *                                         or the timeline of an object has no next point; the bytes
 *                                         of a fence to wait for may also name no object that is
 *                                         imported, which is cudlaErrorInvalidAddress
 * @retval cudlaErrorDlaErrInvalidPreAction iff the process that signals a fence to wait for was
 *                                         found to be gone
 * @retval cudlaErrorCuda                  iff the mode is hybrid and CUDA refuses
 * @retval cudlaErrorUnsupportedOperation  iff one of inputTensor and outputTensor is NULL, but for
 *                                         a module without that kind and for diagnostic tasks; an
 *                                         event-only submission has several tasks or is diagnostic;
 *                                         a diagnostic task's module was not loaded for it; or the
 *                                         mode is hybrid and a task waits, signals or is
 *                                         diagnostic, there is none but events, or the stream is
 *                                         being captured; or a module has a network and a tensor of
 *                                         its task is in the memory of a GPU
 *
 * Phases INIT RUNTIME. O(tasks and their entries). In standalone mode no memory is taken, and no
 * system call made but those that name the process, and one that wakes the thread if it sleeps. In
 * hybrid mode that holds for the library; CUDA's driver, which it asks to enqueue kernels, may take
 * memory and make system calls.
 */
cudlaStatus cudlaSubmitTask(cudlaDevHandle const devHandle, const cudlaTask *const ptrToTasks,
                            uint32_t const numTasks, void *const stream, uint32_t const flags);

/* ---------------------------------------------------------------- text */

/**
 * Gives the name of a result, as it stands above. An extension of this library.
 *
 * @param[in] status  any value
 *
 * @return constant text; "cudlaStatus_(unknown)" for a value that is no result, and "" without
 * RINGFENCE_CFG_TEXTS. Never NULL.
 *
 * Any phase. O(number of results), no system call.
 */
const char *ringfenceDlaStatusName(cudlaStatus status);

/* ---------------------------------------------------------------- use of the tables */

/** A table of the library. */
typedef enum {
    /** Device handles. */
    RINGFENCE_DLA_TABLE_HANDLES = 0,
    /** Modules of all device handles. */
    RINGFENCE_DLA_TABLE_MODULES = 1,
    /** Memory and sync objects that are registered, of all device handles. */
    RINGFENCE_DLA_TABLE_REGISTRATIONS = 2,
    /** Tasks that are not over: each device handle has a queue of its own, and the numbers are
     * those of the one that has, or had, the most. */
    RINGFENCE_DLA_TABLE_TASKS = 3,
    RINGFENCE_DLA_TABLE_COUNT = 4
} RingfenceDlaTable;

/** Use of one table. */
typedef struct {
    /** Name of the table; "" without RINGFENCE_CFG_TEXTS. */
    const char *name;
    /** Rows that there are. */
    uint32_t capacity;
    /** Rows taken now. */
    uint32_t inUse;
    /** Most rows that were taken at one time since the process began. */
    uint32_t highWater;
    /** Macro of ringfence_cfg.h that sets the capacity; "" without RINGFENCE_CFG_TEXTS. */
    const char *macro;
} RingfenceDlaUsage;

/**
 * Reads the use of a table, as RingfenceGetPoolUsage() does for those of the other libraries. An
 * extension of this library.
 *
 * A module counts from the end of its load on. In hybrid mode a task counts until its stream has
 * passed it.
 *
 * @param[in]  table  which table
 * @param[out] usage  the caller's; its use; the texts are constants. Unchanged on error
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam  iff usage is NULL or there is no such table
 *
 * Any phase, also where RINGFENCE_CFG_DLA is 0. Any thread; it waits for none, and while others
 * take and give rows, the numbers may be of different moments. O(1); of tasks
 * O(RINGFENCE_CFG_DLA_HANDLES x RINGFENCE_CFG_DLA_TASKS). No system call.
 */
cudlaStatus ringfenceDlaGetUsage(RingfenceDlaTable table, RingfenceDlaUsage *usage);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_CUDLA_H */
