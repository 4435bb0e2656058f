/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_driver_test.c
 * The driver without a GPU does what tests rely on.
 */
#define _GNU_SOURCE 1
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cuda.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fake.h"

#define PAGE        4096U
#define GRANULE     ((size_t)2U << 20U)
#define CHECK(call) assert_int_equal((call), CUDA_SUCCESS)

static const FakeControl *g_control;
static CUcontext g_context;

static int begin(void **state)
{
    (void)state;
    g_control = fake_control();
    assert_non_null(g_control);
    g_control->reset();
    CHECK(cuInit(0U));
    CHECK(cuDevicePrimaryCtxRetain(&g_context, 0));
    CHECK(cuCtxSetCurrent(g_context));
    assert_int_equal(fake_live(g_control), 1U);
    return 0;
}

/** Every test leaves nothing behind. */
static int end(void **state)
{
    (void)state;
    g_control->reset();
    CHECK(cuCtxSetCurrent(NULL));
    CHECK(cuDevicePrimaryCtxRelease(0));
    assert_int_equal(fake_live(g_control), 0U);
    return 0;
}

static void pause_ms(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000L, (milliseconds % 1000L) * 1000000L};

    (void)nanosleep(&time, NULL);
}

static volatile uint64_t *shared_page(int protection)
{
    void *const page = mmap(NULL, PAGE, protection, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(page, MAP_FAILED);
    return page;
}

static void give_page(volatile uint64_t *page)
{
    assert_int_equal(munmap((void *)(uintptr_t)page, PAGE), 0);
}

static CUdeviceptr registered(volatile uint64_t *page, unsigned int flags)
{
    void *const host = (void *)(uintptr_t)page;
    CUdeviceptr address = 0U;

    CHECK(cuMemHostRegister(host, PAGE, flags | CU_MEMHOSTREGISTER_DEVICEMAP));
    CHECK(cuMemHostGetDevicePointer(&address, host, 0U));
    return address;
}

static void unregister(volatile uint64_t *page)
{
    CHECK(cuMemHostUnregister((void *)(uintptr_t)page));
}

/* ---------------------------------------------------------------- devices and contexts */

static void devices_have_different_uuids(void **state)
{
    CUuuid first;
    CUuuid second;
    CUdevice device = -1;
    int count = 0;

    (void)state;
    CHECK(cuDeviceGetCount(&count));
    assert_int_equal(count, FAKE_DEVICES);
    CHECK(cuDeviceGet(&device, 1));
    assert_int_equal(device, 1);
    CHECK(cuDeviceGetUuid(&first, 0));
    CHECK(cuDeviceGetUuid(&second, 1));
    assert_memory_not_equal(&first, &second, sizeof(first));
    assert_int_equal(cuDeviceGet(&device, 2), CUDA_ERROR_INVALID_DEVICE);
    g_control->devices(1U);
    assert_int_equal(cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
}

static void a_device_can_lack_an_attribute(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    const CUdeviceptr address = registered(page, 0U);
    int value = 0;

    (void)state;
    g_control->attribute(0, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0);
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0));
    assert_int_equal(value, 0);
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 1));
    assert_int_equal(value, 1);
    assert_int_equal(cuStreamWriteValue64(NULL, address, 1U, 0U), CUDA_ERROR_NOT_SUPPORTED);
    g_control->reset();
    CHECK(cuStreamWriteValue64(NULL, address, 1U, 0U));
    CHECK(cuStreamSynchronize(NULL));
    unregister(page);
    give_page(page);
}

static void a_thread_has_the_context_that_it_set(void **state)
{
    CUcontext other = NULL;
    CUcontext found = NULL;
    CUdevice device = -1;

    (void)state;
    CHECK(cuDevicePrimaryCtxRetain(&other, 1));
    CHECK(cuCtxPushCurrent(other));
    CHECK(cuCtxGetDevice(&device));
    assert_int_equal(device, 1);
    CHECK(cuCtxPopCurrent(&found));
    assert_ptr_equal(found, other);
    CHECK(cuCtxGetCurrent(&found));
    assert_ptr_equal(found, g_context);
    CHECK(cuDevicePrimaryCtxRelease(1));
    assert_int_equal(cuCtxSetCurrent(other), CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxSetCurrent(NULL));
    assert_int_equal(cuCtxGetDevice(&device), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuDevicePrimaryCtxRelease(1), CUDA_ERROR_INVALID_CONTEXT);
}

static void a_made_context_is_current_until_it_is_destroyed(void **state)
{
    CUcontext made = NULL;
    CUcontext found = NULL;

    (void)state;
    CHECK(cuCtxCreate_v4(&made, NULL, 0U, 1));
    CHECK(cuCtxGetCurrent(&found));
    assert_ptr_equal(found, made);
    CHECK(cuCtxDestroy(made));
    CHECK(cuCtxGetCurrent(&found));
    assert_ptr_equal(found, g_context);
}

/* ---------------------------------------------------------------- streams */

typedef struct {
    unsigned int order[4];
    unsigned int count;
} Steps;

static Steps g_steps;

static void CUDA_CB step(void *data)
{
    const unsigned int *const number = data;

    g_steps.order[g_steps.count % 4U] = *number;
    g_steps.count++;
}

static void a_stream_works_in_order(void **state)
{
    static unsigned int numbers[3] = {1U, 2U, 3U};
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    const CUdeviceptr address = registered(page, 0U);
    CUstream stream = NULL;

    (void)state;
    g_steps = (Steps){{0U}, 0U};
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamWaitValue64(stream, address, 1U, CU_STREAM_WAIT_VALUE_GEQ));
    for (unsigned int row = 0U; row < 3U; row++) {
        CHECK(cuLaunchHostFunc(stream, step, &numbers[row]));
    }
    CHECK(cuStreamWriteValue64(stream, address + 8U, 9U, 0U));
    pause_ms(20L);
    assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
    assert_int_equal(page[1], 0U);
    __atomic_store_n(page, 1U, __ATOMIC_RELEASE);
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuStreamQuery(stream));
    assert_int_equal(g_steps.count, 3U);
    for (unsigned int row = 0U; row < 3U; row++) {
        assert_int_equal(g_steps.order[row], numbers[row]);
    }
    assert_int_equal(page[1], 9U);
    CHECK(cuStreamDestroy(stream));
    assert_int_equal(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
    unregister(page);
    give_page(page);
}

static void streams_do_not_wait_for_each_other(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    const CUdeviceptr address = registered(page, 0U);
    CUstream waits = NULL;
    CUstream signals = NULL;

    (void)state;
    CHECK(cuStreamCreate(&waits, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&signals, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamWaitValue64(waits, address, 5U, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuStreamWriteValue64(waits, address + 8U, 1U, 0U));
    CHECK(cuStreamWriteValue64(signals, address, 4U, 0U));
    CHECK(cuStreamSynchronize(signals));
    assert_int_equal(cuStreamQuery(waits), CUDA_ERROR_NOT_READY);
    CHECK(cuStreamWriteValue64(signals, address, 5U, 0U));
    CHECK(cuStreamSynchronize(waits));
    assert_int_equal(page[1], 1U);
    CHECK(cuStreamDestroy(waits));
    CHECK(cuStreamDestroy(signals));
    unregister(page);
    give_page(page);
}

/** What lies up to half the numbers ahead is reached, what lies further ahead is behind. */
static void not_less_counts_around_the_end(void **state)
{
    static const struct {
        uint64_t now;
        uint64_t wanted;
        bool reached;
    } cases[] = {{0U, 0U, true},
                 {1U, 0U, true},
                 {0U, 1U, false},
                 {2U, UINT64_MAX, true},
                 {UINT64_MAX, 2U, false},
                 {(uint64_t)1U << 62U, 7U, true},
                 {((uint64_t)1U << 63U) - 1U, 0U, true},
                 {(uint64_t)1U << 63U, 0U, false}};
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    const CUdeviceptr address = registered(page, 0U);
    CUstream stream = NULL;

    (void)state;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    for (size_t row = 0U; row < (sizeof(cases) / sizeof(cases[0])); row++) {
        __atomic_store_n(page, cases[row].now, __ATOMIC_RELEASE);
        CHECK(cuStreamWaitValue64(stream, address, cases[row].wanted, CU_STREAM_WAIT_VALUE_GEQ));
        if (!cases[row].reached) {
            pause_ms(10L);
            assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
            __atomic_store_n(page, cases[row].wanted, __ATOMIC_RELEASE);
        }
        CHECK(cuStreamSynchronize(stream));
    }
    CHECK(cuStreamDestroy(stream));
    unregister(page);
    give_page(page);
}

static void a_batch_is_taken_whole_or_not_at_all(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    const CUdeviceptr address = registered(page, 0U);
    CUstreamBatchMemOpParams batch[2];

    (void)state;
    (void)memset(batch, 0, sizeof(batch));
    batch[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
    batch[0].writeValue.address = address;
    batch[0].writeValue.value64 = 3U;
    batch[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
    batch[1].waitValue.address = address + PAGE;
    batch[1].waitValue.value64 = 3U;
    assert_int_equal(cuStreamBatchMemOp(NULL, 2U, batch, 0U), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuStreamSynchronize(NULL));
    assert_int_equal(page[0], 0U);
    batch[1].waitValue.address = address;
    CHECK(cuStreamBatchMemOp(NULL, 2U, batch, 0U));
    CHECK(cuStreamSynchronize(NULL));
    assert_int_equal(page[0], 3U);
    unregister(page);
    give_page(page);
}

/** A copy without a stream waits for streams that were not made to be independent. */
static void a_copy_waits_for_blocking_streams(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    CUdeviceptr buffer = 0U;
    CUstream stream = NULL;
    unsigned char bytes[4] = {0U};
    const unsigned char wanted[4] = {7U, 7U, 7U, 7U};

    (void)state;
    CHECK(cuMemAlloc(&buffer, 64U));
    CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    for (unsigned int round = 0U; round < 100U; round++) {
        CHECK(cuMemsetD8(buffer, 0U, 64U));
        CHECK(cuMemsetD8Async(buffer, 7U, 64U, stream));
        CHECK(cuMemcpyDtoH(bytes, buffer, sizeof(bytes)));
        assert_memory_equal(bytes, wanted, sizeof(bytes));
    }
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(buffer));
    assert_int_equal(cuMemFree(buffer), CUDA_ERROR_INVALID_VALUE);
    give_page(page);
}

/** The stream NULL waits for what plain streams have before it, and holds up what comes to them
 * behind it; other streams do as they like. */
static void the_stream_null_is_in_step_with_plain_streams(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    const CUdeviceptr address = registered(page, 0U);
    CUstream plain = NULL;
    CUstream later = NULL;
    CUstream free_one = NULL;

    (void)state;
    CHECK(cuStreamCreate(&plain, CU_STREAM_DEFAULT));
    CHECK(cuStreamCreate(&later, CU_STREAM_DEFAULT));
    CHECK(cuStreamCreate(&free_one, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamWaitValue64(plain, address, 1U, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuStreamWriteValue64(later, address + 8U, 1U, 0U));
    CHECK(cuStreamSynchronize(later));
    CHECK(cuStreamWriteValue64(NULL, address + 16U, 1U, 0U));
    CHECK(cuStreamWriteValue64(later, address + 8U, 2U, 0U));
    CHECK(cuStreamWriteValue64(CU_STREAM_PER_THREAD, address + 24U, 1U, 0U));
    CHECK(cuStreamWriteValue64(free_one, address + 32U, 1U, 0U));
    CHECK(cuStreamSynchronize(free_one));
    pause_ms(20L);
    assert_int_equal(cuStreamQuery(NULL), CUDA_ERROR_NOT_READY);
    assert_int_equal(cuStreamQuery(later), CUDA_ERROR_NOT_READY);
    assert_int_equal(page[1], 1U);
    assert_int_equal(page[2], 0U);
    assert_int_equal(page[3], 0U);
    __atomic_store_n(page, 1U, __ATOMIC_RELEASE);
    CHECK(cuStreamSynchronize(NULL));
    CHECK(cuCtxSynchronize());
    assert_int_equal(page[1], 2U);
    assert_int_equal(page[2], 1U);
    assert_int_equal(page[3], 1U);
    CHECK(cuStreamDestroy(plain));
    CHECK(cuStreamDestroy(later));
    CHECK(cuStreamDestroy(free_one));
    unregister(page);
    give_page(page);
}

/* ---------------------------------------------------------------- host memory */

static void memory_is_registered_once(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    void *const host = (void *)(uintptr_t)page;
    CUdeviceptr address = 0U;

    (void)state;
    assert_int_equal(cuMemHostUnregister(host), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    assert_int_equal(cuMemHostGetDevicePointer(&address, host, 0U), CUDA_ERROR_INVALID_VALUE);
    address = registered(page, 0U);
    assert_int_not_equal(address, (uint64_t)(uintptr_t)page);
    assert_int_equal(cuMemHostRegister(host, 8U, 0U), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    CHECK(cuMemsetD8(address + 8U, 1U, 1U));
    assert_int_equal(page[1], 1U);
    unregister(page);
    assert_int_equal(cuMemsetD8(address, 1U, 1U), CUDA_ERROR_INVALID_VALUE);
    give_page(page);
    assert_int_equal(cuMemHostRegister(host, PAGE, 0U), CUDA_ERROR_INVALID_VALUE);
}

static void read_only_memory_is_not_written(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ);
    CUdeviceptr address = 0U;

    (void)state;
    assert_int_equal(cuMemHostRegister((void *)(uintptr_t)page, PAGE, CU_MEMHOSTREGISTER_DEVICEMAP),
                     CUDA_ERROR_INVALID_VALUE);
    address = registered(page, CU_MEMHOSTREGISTER_READ_ONLY);
    assert_int_equal(cuStreamWriteValue64(NULL, address, 1U, 0U), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuStreamWaitValue64(NULL, address, 0U, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuStreamSynchronize(NULL));
    unregister(page);
    g_control->attribute(0, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 0);
    assert_int_equal(cuMemHostRegister((void *)(uintptr_t)page, PAGE, CU_MEMHOSTREGISTER_READ_ONLY),
                     CUDA_ERROR_NOT_SUPPORTED);
    give_page(page);
}

static void only_portable_memory_is_for_all_contexts(void **state)
{
    volatile uint64_t *const page = shared_page(PROT_READ | PROT_WRITE);
    CUdeviceptr address = registered(page, 0U);
    CUcontext other = NULL;

    (void)state;
    CHECK(cuDevicePrimaryCtxRetain(&other, 1));
    CHECK(cuCtxSetCurrent(other));
    assert_int_equal(cuMemHostGetDevicePointer(&address, (void *)(uintptr_t)page, 0U),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamWriteValue64(NULL, address, 1U, 0U), CUDA_ERROR_INVALID_VALUE);
    unregister(page);
    address = registered(page, CU_MEMHOSTREGISTER_PORTABLE);
    CHECK(cuCtxSetCurrent(g_context));
    CHECK(cuStreamWriteValue64(NULL, address, 1U, 0U));
    CHECK(cuStreamSynchronize(NULL));
    unregister(page);
    CHECK(cuDevicePrimaryCtxRelease(1));
    give_page(page);
}

/* ---------------------------------------------------------------- device memory */

static CUmemAllocationProp properties(void)
{
    CUmemAllocationProp wanted;

    (void)memset(&wanted, 0, sizeof(wanted));
    wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wanted.location.id = 0;
    wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    return wanted;
}

/** A descriptor of 2 MiB of device memory. */
static int exported(void)
{
    const CUmemAllocationProp wanted = properties();
    CUmemGenericAllocationHandle handle = 0U;
    size_t granularity = 0U;
    int fd = -1;

    CHECK(cuMemGetAllocationGranularity(&granularity, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    assert_int_equal(granularity, GRANULE);
    assert_int_equal(cuMemCreate(&handle, PAGE, &wanted, 0U), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemCreate(&handle, GRANULE, &wanted, 0U));
    CHECK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0U));
    CHECK(cuMemRelease(handle));
    assert_int_equal(cuMemRelease(handle), CUDA_ERROR_INVALID_VALUE);
    return fd;
}

/** Writes, or expects, a byte in the whole of imported memory. */
static CUresult use_import(int fd, bool write, unsigned char value)
{
    const CUDA_EXTERNAL_MEMORY_HANDLE_DESC about = {
        .type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD, .handle.fd = dup(fd), .size = 5000U};
    const CUDA_EXTERNAL_MEMORY_BUFFER_DESC part = {.offset = 1000U, .size = 4000U};
    CUexternalMemory memory = NULL;
    CUdeviceptr address = 0U;
    unsigned char found = 0U;
    CUresult status = cuImportExternalMemory(&memory, &about);

    if (status == CUDA_SUCCESS) {
        status = cuExternalMemoryGetMappedBuffer(&address, memory, &part);
    }
    if (status == CUDA_SUCCESS) {
        status = cuDestroyExternalMemory(memory);
    }
    if (status == CUDA_SUCCESS) {
        status =
            write ? cuMemsetD8(address, value, 4000U) : cuMemcpyDtoH(&found, address + 3999U, 1U);
    }
    if ((status == CUDA_SUCCESS) && !write && (found != value)) {
        status = CUDA_ERROR_UNKNOWN;
    }
    if (status == CUDA_SUCCESS) {
        status = cuMemFree(address);
    }
    return status;
}

static void two_imports_are_the_same_memory(void **state)
{
    const int fd = exported();

    (void)state;
    CHECK(use_import(fd, true, 0x5AU));
    CHECK(use_import(fd, false, 0x5AU));
    assert_int_equal(close(fd), 0);
}

static void foreign_handles_are_refused(void **state)
{
    const int fd = memfd_create("other", MFD_CLOEXEC);
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC about = {
        .type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD, .handle.fd = fd, .size = PAGE};
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC semaphore_about = {
        .type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC};
    CUexternalMemory memory = NULL;
    CUexternalSemaphore semaphore = NULL;

    (void)state;
    assert_int_equal(cuImportExternalMemory(&memory, &about), CUDA_ERROR_UNKNOWN);
    about.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    assert_int_equal(cuImportExternalMemory(&memory, &about), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuImportExternalSemaphore(&semaphore, &semaphore_about),
                     CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(close(fd), 0);
}

static void a_mapping_gives_what_was_granted(void **state)
{
    const int fd = exported();
    CUmemGenericAllocationHandle handle = 0U;
    CUmemAccessDesc access;
    CUdeviceptr address = 0U;
    unsigned char byte = 1U;

    (void)state;
    (void)memset(&access, 0, sizeof(access));
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
    CHECK(cuMemImportFromShareableHandle(&handle, (void *)(intptr_t)fd,
                                         CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    assert_int_equal(close(fd), 0);
    CHECK(cuMemAddressReserve(&address, 2U * GRANULE, 0U, 0U, 0U));
    assert_int_equal(address % GRANULE, 0U);
    CHECK(cuMemMap(address, GRANULE, 0U, handle, 0U));
    CHECK(cuMemRelease(handle));
    assert_int_equal(cuMemcpyDtoH(&byte, address, 1U), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemSetAccess(address, GRANULE, &access, 1U));
    CHECK(cuMemcpyDtoH(&byte, address, 1U));
    assert_int_equal(byte, 0U);
    assert_int_equal(cuMemsetD8(address, 1U, 1U), CUDA_ERROR_INVALID_VALUE);
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemSetAccess(address, GRANULE, &access, 1U));
    CHECK(cuMemsetD8(address, 1U, 1U));
    assert_int_equal(cuMemAddressFree(address, 2U * GRANULE), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(g_control->live(FAKE_ALLOCATIONS), 1U);
    CHECK(cuMemUnmap(address, GRANULE));
    assert_int_equal(g_control->live(FAKE_ALLOCATIONS), 0U);
    CHECK(cuMemAddressFree(address, 2U * GRANULE));
}

static void arrays_have_their_levels(void **state)
{
    const int fd = exported();
    const CUDA_EXTERNAL_MEMORY_HANDLE_DESC about = {
        .type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD, .handle.fd = fd, .size = GRANULE};
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC part = {
        .arrayDesc = {.Width = 8U,
                      .Height = 8U,
                      .Format = CU_AD_FORMAT_UNSIGNED_INT8,
                      .NumChannels = 1U},
        .numLevels = 2U};
    CUexternalMemory memory = NULL;
    CUmipmappedArray array = NULL;
    CUarray level[2] = {NULL, NULL};

    (void)state;
    CHECK(cuImportExternalMemory(&memory, &about));
    CHECK(cuExternalMemoryGetMappedMipmappedArray(&array, memory, &part));
    CHECK(cuMipmappedArrayGetLevel(&level[0], array, 0U));
    CHECK(cuMipmappedArrayGetLevel(&level[1], array, 1U));
    assert_ptr_not_equal(level[0], level[1]);
    assert_int_equal(cuMipmappedArrayGetLevel(&level[1], array, 2U), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMipmappedArrayDestroy(array));
    assert_int_equal(cuMipmappedArrayDestroy(array), CUDA_ERROR_INVALID_HANDLE);
    CHECK(cuDestroyExternalMemory(memory));
    assert_int_equal(cuDestroyExternalMemory(memory), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
}

static void foreign_semaphores_show_in_the_record(void **state)
{
    const int fd = memfd_create("semaphore", MFD_CLOEXEC);
    const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC about = {
        .type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD, .handle.fd = fd};
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    CUexternalSemaphore semaphore = NULL;
    FakeCall call;

    (void)state;
    (void)memset(&signal, 0, sizeof(signal));
    signal.params.fence.value = 12U;
    CHECK(cuImportExternalSemaphore(&semaphore, &about));
    g_control->reset();
    CHECK(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, NULL));
    assert_true(g_control->call(0U, &call));
    assert_string_equal(call.name, "cuSignalExternalSemaphoresAsync");
    assert_int_equal(call.arguments[1], 1U);
    assert_int_equal(call.arguments[2], (uint64_t)(uintptr_t)semaphore);
    assert_int_equal(call.arguments[3], 12U);
    CHECK(cuDestroyExternalSemaphore(semaphore));
    assert_int_equal(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, NULL),
                     CUDA_ERROR_INVALID_HANDLE);
}

/* ---------------------------------------------------------------- failures on request */

static void calls_fail_as_ordered(void **state)
{
    int count = 0;
    CUstream stream = NULL;

    (void)state;
    g_control->reset();
    assert_true(g_control->refuse("cuDeviceGetCount", 2U, CUDA_ERROR_UNKNOWN));
    CHECK(cuDeviceGetCount(&count));
    assert_int_equal(cuDeviceGetCount(&count), CUDA_ERROR_UNKNOWN);
    CHECK(cuDeviceGetCount(&count));
    assert_int_equal(g_control->count("cuDeviceGetCount"), 3U);
    assert_true(g_control->refuse("cuStreamCreate", 0U, CUDA_ERROR_OUT_OF_MEMORY));
    assert_int_equal(cuStreamCreate(&stream, 0U), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(cuStreamCreate(&stream, 0U), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(g_control->live(FAKE_STREAMS), 0U);
    CHECK(cuDeviceGetCount(&count));
    g_control->reset();
    assert_true(g_control->refuse(NULL, 2U, CUDA_ERROR_LAUNCH_FAILED));
    CHECK(cuDeviceGetCount(&count));
    assert_int_equal(cuDriverGetVersion(&count), CUDA_ERROR_LAUNCH_FAILED);
    CHECK(cuDriverGetVersion(&count));
    assert_int_equal(g_control->count(NULL), 3U);
}

static void errors_have_names(void **state)
{
    const char *name = NULL;

    (void)state;
    CHECK(cuGetErrorName(CUDA_ERROR_NOT_PERMITTED, &name));
    assert_string_equal(name, "CUDA_ERROR_NOT_PERMITTED");
    CHECK(cuGetErrorString(CUDA_ERROR_NOT_READY, &name));
    assert_non_null(name);
    assert_int_equal(cuGetErrorName((CUresult)998, &name), CUDA_ERROR_INVALID_VALUE);
    assert_null(name);
}

/* ---------------------------------------------------------------- processes */

/** The child has a driver of its own: it was made before cuInit(). Ends with the status of its last
 * call. */
static void child(int channel)
{
    CUcontext context = NULL;
    char byte = 0;
    char space[CMSG_SPACE(sizeof(int))];
    struct iovec part = {&byte, 1U};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1U, .msg_control = space, .msg_controllen = sizeof(space)};
    int fd = -1;
    CUresult status = CUDA_ERROR_UNKNOWN;

    (void)memset(space, 0, sizeof(space));
    if (recvmsg(channel, &message, 0) == 1) {
        (void)memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
        status = cuInit(0U);
    }
    if (status == CUDA_SUCCESS) {
        status = cuDevicePrimaryCtxRetain(&context, 0);
    }
    if (status == CUDA_SUCCESS) {
        status = cuCtxSetCurrent(context);
    }
    if (status == CUDA_SUCCESS) {
        status = use_import(fd, false, 0x33U);
    }
    if (status == CUDA_SUCCESS) {
        status = use_import(fd, true, 0x44U);
    }
    _exit((int)status & 0xFF);
}

static int g_channel = -1;
static pid_t g_child = -1;

static void send_descriptor(int fd)
{
    char byte = 1;
    union {
        char space[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } extra;
    struct iovec part = {&byte, 1U};
    const struct msghdr message = {.msg_iov = &part,
                                   .msg_iovlen = 1U,
                                   .msg_control = extra.space,
                                   .msg_controllen = sizeof(extra.space)};

    (void)memset(&extra, 0, sizeof(extra));
    extra.head.cmsg_level = SOL_SOCKET;
    extra.head.cmsg_type = SCM_RIGHTS;
    extra.head.cmsg_len = CMSG_LEN(sizeof(fd));
    (void)memcpy(CMSG_DATA(&extra.head), &fd, sizeof(fd));
    assert_int_equal(sendmsg(g_channel, &message, 0), 1);
}

static void exports_work_between_processes(void **state)
{
    const int fd = exported();
    int status = -1;

    (void)state;
    CHECK(use_import(fd, true, 0x33U));
    send_descriptor(fd);
    assert_int_equal(waitpid(g_child, &status, 0), g_child);
    g_child = -1;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), CUDA_SUCCESS);
    CHECK(use_import(fd, false, 0x44U));
    assert_int_equal(close(fd), 0);
}

static void a_child_of_a_process_with_a_driver_has_none(void **state)
{
    int count = 0;
    int status = -1;
    const pid_t pid = fork();

    (void)state;
    assert_int_not_equal(pid, -1);
    if (pid == 0) {
        _exit((int)cuDeviceGetCount(&count));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WEXITSTATUS(status), CUDA_ERROR_NOT_INITIALIZED);
}

/** Before cuInit() nothing works; the child for the last test is made here. */
static int before_everything(void **state)
{
    int pair[2] = {-1, -1};
    int count = 0;

    (void)state;
    assert_int_equal(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
    g_child = fork();
    assert_int_not_equal(g_child, -1);
    if (g_child == 0) {
        (void)close(pair[0]);
        child(pair[1]);
    }
    (void)close(pair[1]);
    g_channel = pair[0];
    return 0;
}

/** The end of the channel ends the child, too. */
static int after_everything(void **state)
{
    (void)state;
    (void)close(g_channel);
    if (g_child > 0) {
        (void)waitpid(g_child, NULL, 0);
    }
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(devices_have_different_uuids),
        TEST(a_device_can_lack_an_attribute),
        TEST(a_thread_has_the_context_that_it_set),
        TEST(a_made_context_is_current_until_it_is_destroyed),
        TEST(a_stream_works_in_order),
        TEST(streams_do_not_wait_for_each_other),
        TEST(not_less_counts_around_the_end),
        TEST(a_batch_is_taken_whole_or_not_at_all),
        TEST(a_copy_waits_for_blocking_streams),
        TEST(the_stream_null_is_in_step_with_plain_streams),
        TEST(memory_is_registered_once),
        TEST(read_only_memory_is_not_written),
        TEST(only_portable_memory_is_for_all_contexts),
        TEST(two_imports_are_the_same_memory),
        TEST(foreign_handles_are_refused),
        TEST(a_mapping_gives_what_was_granted),
        TEST(arrays_have_their_levels),
        TEST(foreign_semaphores_show_in_the_record),
        TEST(calls_fail_as_ordered),
        TEST(errors_have_names),
        TEST(exports_work_between_processes),
        TEST(a_child_of_a_process_with_a_driver_has_none),
    };

    return cmocka_run_group_tests(tests, before_everything, after_everything);
}
