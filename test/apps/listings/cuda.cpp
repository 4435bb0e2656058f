/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listing "CUDA-NvSciSync API Usage" of a guide, as it is printed: a signaler and a waiter,
 * each with a context of CUDA, at the two ends of a channel in one thread. It opens one name twice
 * and resets nothing. It looks at no result; here each one has to be good.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <unistd.h>

static int g_failed;

/** What the listing assigns results to. */
struct Result {
    Result &operator=(NvSciError e)
    {
        if (e != NvSciError_Success) {
            (void)std::fprintf(stderr, "cuda: error 0x%x\n", (unsigned)e);
            g_failed++;
        }
        return *this;
    }
};

static void check(int status, const char *call)
{
    if (status != 0) {
        (void)std::fprintf(stderr, "cuda: %s gives %d\n", call, status);
        g_failed++;
    }
}

/* The function has had other parameters since. */
#undef cuCtxCreate
#define cuCtxCreate(context, flags, device)                                                        \
    check(cuCtxCreate_v2(context, flags, device), "cuCtxCreate")
extern "C" CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);

#define cudaDeviceGetNvSciSyncAttributes(...)                                                      \
    check(cudaDeviceGetNvSciSyncAttributes(__VA_ARGS__), "cudaDeviceGetNvSciSyncAttributes")
#define cudaImportExternalSemaphore(...)                                                           \
    check(cudaImportExternalSemaphore(__VA_ARGS__), "cudaImportExternalSemaphore")
#define cudaSignalExternalSemaphoresAsync(...)                                                     \
    check(cudaSignalExternalSemaphoresAsync(__VA_ARGS__), "cudaSignalExternalSemaphoresAsync")
#define cudaWaitExternalSemaphoresAsync(...)                                                       \
    check(cudaWaitExternalSemaphoresAsync(__VA_ARGS__), "cudaWaitExternalSemaphoresAsync")
#define cudaStreamSynchronize(stream) check(cudaStreamSynchronize(stream), "cudaStreamSynchronize")
#define cudaDestroyExternalSemaphore(semaphore)                                                    \
    check(cudaDestroyExternalSemaphore(semaphore), "cudaDestroyExternalSemaphore")

#define cudaImportExternalMemory(...)                                                              \
    check(cudaImportExternalMemory(__VA_ARGS__), "cudaImportExternalMemory")
#define cudaExternalMemoryGetMappedBuffer(...)                                                     \
    check(cudaExternalMemoryGetMappedBuffer(__VA_ARGS__), "cudaExternalMemoryGetMappedBuffer")

static void share_sync()
{
    Result err;
#include "cuda_sync.inc"
}

/** What the listing takes for given, and the ends that it has in words alone. */
static void share_buffer()
{
    const uint64_t SIZE = 4096U;
    Result err;
    NvSciBufModule module = nullptr;
    NvSciBufAttrList attrListBuffer = nullptr;
    NvSciBufAttrList attrListReconciledBuffer = nullptr;
    NvSciBufAttrList attrListConflictBuffer = nullptr;
    NvSciBufAttrList retList = nullptr;
    NvSciBufObj bufferObjRaw = nullptr;
    CUuuid uuid;
    CUdevice dev = 0;
    cudaExternalMemory_t extMemBuffer;
    void *dptr = nullptr;
    uint64_t ret_size = 0U;
    uint64_t offset = 0U;
    void *bytes = nullptr;

    (void)cudaFree(nullptr);
    err = NvSciBufModuleOpen(&module);
#include "cuda_buf.inc"
    check((int)cuCtxSynchronize(), "cuCtxSynchronize");
    err = NvSciBufObjGetCpuPtr(bufferObjRaw, &bytes);
    check((((unsigned char *)bytes)[ret_size - 1U] == 7U) ? 0 : 1, "what CUDA wrote");
    check(cudaFree(dptr), "cudaFree");
    check(cudaDestroyExternalMemory(extMemBuffer), "cudaDestroyExternalMemory");
    NvSciBufObjFree(bufferObjRaw);
    NvSciBufAttrListFree(attrListReconciledBuffer);
    NvSciBufAttrListFree(attrListBuffer);
    NvSciBufModuleClose(module);
}

int main()
{
    (void)alarm(300U);
    (void)cuInit(0U);
    share_buffer();
    share_sync();
    if (g_failed == 0) {
        (void)std::printf("cuda: the listings of CUDA with NvSciSync and NvSciBuf\n");
    }
    return (g_failed == 0) ? 0 : 1;
}
