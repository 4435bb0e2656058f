/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listings of a guide for cuDLA in standalone mode, as they are printed: a device, its module,
 * buffers of NvSciBuf, a task that waits for a fence and signals one, and the time of its end. What
 * "handle error" stands for is a line that says where.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "cudla.hpp"

/** Bytes of a tensor. */
#define TENSOR 100U

static cudlaDevHandle devHandle;
static cudlaModule moduleHandle;
static cudlaStatus err;
static NvSciError sciError;
static NvSciBufModule g_buffers;
static NvSciSyncModule g_module;
static NvSciSyncCpuWaitContext g_context;
/** Of an object that the task signals. */
static NvSciSyncAttrList g_end_list;
static uint8_t *g_bytes[2];

/** The guide has one listing for both modes, and the flag of this one in its text. */
static void make_device()
{
#define CUDLA_CUDA_DLA CUDLA_STANDALONE
#include "hybrid_device.inc"
#undef CUDLA_CUDA_DLA
    check(ret == cudlaSuccess, "cudlaCreateDevice");
    ::devHandle = devHandle;
}

static void load(const uint8_t *loadableData, size_t file_size)
{
#include "hybrid_module.inc"
    check((numInputTensors == 1U) && (numOutputTensors == 1U), "numbers of tensors");
    check((inputTensorDesc[0].size == TENSOR) && (outputTensorDesc[0].size == TENSOR), "sizes");
    std::free(inputTensorDesc);
    std::free(outputTensorDesc);
}

/* ---------------------------------------------------------------- buffers */

/** A reconciled list of a tensor: the listing takes it for given. */
static NvSciBufAttrList tensor_list()
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = TENSOR;
    const uint64_t alignment = 64U;
    const bool yes = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &alignment, sizeof(alignment)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &yes, sizeof(yes)}};
    NvSciBufAttrList list = nullptr;
    NvSciBufAttrList reconciled = nullptr;
    NvSciBufAttrList conflict = nullptr;

    CALL(NvSciBufAttrListCreate(g_buffers, &list));
    CALL(NvSciBufAttrListSetAttrs(list, pairs, 5U));
    CALL(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict));
    NvSciBufAttrListFree(list);
    return reconciled;
}

/** The listing of a buffer, for each of two: it has one, and says that all are made so. */
static uint64_t *make_buffer(NvSciBufObj *made, uint8_t **bytes)
{
    const NvSciBufAttrList reconciledInputAttrList = tensor_list();
    const uint32_t size = TENSOR;
    void *pointer = nullptr;
#include "dla_memory.inc"
    CALL(NvSciBufObjGetCpuPtr(inputBufObj, &pointer));
    NvSciBufAttrListFree(reconciledInputAttrList);
    *made = inputBufObj;
    *bytes = static_cast<uint8_t *>(pointer);
    return inputBufObjRegPtr;
}

/* ---------------------------------------------------------------- sync objects */

#include "dla_waiter.inc"

/** The module, the context and the list that the listing of timestamps makes. */
static void make_end_list()
{
    NvSciSyncObj syncObj = nullptr;
#include "dla_lists.inc"
    NvSciSyncObjFree(syncObj);
    NvSciSyncAttrListFree(waiterAttrListObj);
    NvSciSyncAttrListFree(signalerAttrListObj);
    g_end_list = nvSciSyncReconciledListObj;
    g_module = syncModule;
    g_context = nvSciCtx;
}

/** The page has no first lines of this one: it fills a list as the listing of a waiter does. */
static NvSciError fillDeterministicAttrList(NvSciSyncAttrList list)
{
    NvSciSyncAttrKeyValuePair keyValue[2];

    (void)std::memset(keyValue, 0, sizeof(keyValue));
#include "dla_deterministic.inc"
}

/** A reconciled list of an object that the CPU signals, with deterministic fences: the listing of a
 * task takes it for given. */
static NvSciSyncAttrList begin_list()
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)};
    const void *value = nullptr;
    size_t length = 0U;
    NvSciSyncAttrList lists[2] = {nullptr, nullptr};
    NvSciSyncAttrList reconciled = nullptr;
    NvSciSyncAttrList conflict = nullptr;

    CALL(NvSciSyncAttrListCreate(g_module, &lists[0]));
    CALL(NvSciSyncAttrListCreate(g_module, &lists[1]));
    CALL(NvSciSyncAttrListSetAttrs(lists[0], &pair, 1U));
    CALL(fillDeterministicAttrList(lists[0]));
    CALL(cudlaGetNvSciSyncAttributes(reinterpret_cast<uint64_t *>(lists[1]),
                                     CUDLA_NVSCISYNC_ATTR_WAIT));
    CALL(NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict));
    CALL(NvSciSyncAttrListGetAttr(reconciled, NvSciSyncAttrKey_RequireDeterministicFences, &value,
                                  &length));
    check((length == sizeof(bool)) && *static_cast<const bool *>(value), "deterministic fences");
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return reconciled;
}

/* ---------------------------------------------------------------- a task */

/** What the listing leaves to who provides the data: until then nothing is computed. */
static void signal_input(NvSciSyncObj object)
{
    (void)usleep(20000U);
    check(g_bytes[1][0] == 0xEEU, "a task that began before its fence");
    for (unsigned i = 0U; i < TENSOR; i++) {
        g_bytes[0][i] = (uint8_t)((i * 3U) + 1U);
    }
    CALL(NvSciSyncObjSignal(object));
}

static void run()
{
    const NvSciSyncAttrList nvSciSyncReconciledListObj1 = begin_list();
    const NvSciSyncAttrList nvSciSyncReconciledListObj2 = g_end_list;
    const NvSciSyncCpuWaitContext nvSciCtx = g_context;
    NvSciSyncObj syncObj1 = nullptr;
    NvSciSyncObj syncObj2 = nullptr;
    NvSciBufObj objects[2] = {nullptr, nullptr};
    uint64_t *inputBufObjRegPtr = make_buffer(&objects[0], &g_bytes[0]);
    uint64_t *outputBufObjRegPtr = make_buffer(&objects[1], &g_bytes[1]);

    (void)std::memset(g_bytes[1], 0xEE, TENSOR);
#include "dla_task.inc"
#include "dla_timestamp.inc"
    check(cudlaGetLastError(devHandle) == cudlaSuccess, "cudlaGetLastError");
    check(model_holds(g_bytes[0], TENSOR, 0U, g_bytes[1], TENSOR), "what the task computed");
    NvSciSyncFenceClear(&preFence);
    NvSciSyncFenceClear(&eofFence);
    CALL(cudlaMemUnregister(devHandle, inputBufObjRegPtr));
    CALL(cudlaMemUnregister(devHandle, outputBufObjRegPtr));
    CALL(cudlaMemUnregister(devHandle, nvSciSyncObjRegPtr1));
    CALL(cudlaMemUnregister(devHandle, nvSciSyncObjRegPtr2));
    std::free(preFences);
    std::free(waitEvents);
    std::free(devPtrs);
    std::free(signalEvents->eofFences);
    std::free(signalEvents);
    NvSciSyncObjFree(syncObj1);
    NvSciSyncObjFree(syncObj2);
    NvSciBufObjFree(objects[0]);
    NvSciBufObjFree(objects[1]);
    NvSciSyncAttrListFree(nvSciSyncReconciledListObj1);
}

int main()
{
    static Loadable loadable;

    (void)alarm(300U);
    loadable_simple(&loadable, STEP_MIX, TENSOR);
    CALL(NvSciBufModuleOpen(&g_buffers));
    make_device();
    load(loadable.bytes, loadable.size);
    make_end_list();
    run();
    CALL(cudlaModuleUnload(moduleHandle, 0U));
    CALL(cudlaDestroyDevice(devHandle));
    NvSciSyncAttrListFree(g_end_list);
    NvSciSyncCpuWaitContextFree(g_context);
    NvSciSyncModuleClose(g_module);
    NvSciBufModuleClose(g_buffers);
    if (g_failed == 0) {
        (void)std::printf("dla: the listings of cuDLA in standalone mode\n");
    }
    return (g_failed == 0) ? 0 : 1;
}
