/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench_cuda.h"
#include "check.h"
#include "exchange.h"
#include "interop.h"
#include "kernels.h"

/** Looks before a reader of a box sleeps between them, and how long. */
#define SPINS  200000U
#define NAP_NS 200000L

static const char who[] = "bench";

uint64_t bench_now(void)
{
    struct timespec now = {0, 0L};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000000U) + (uint64_t)now.tv_nsec;
}

/* ---------------------------------------------------------------- what lasts */

/** Finds a function of the driver; false: it has none of this name. */
static bool find_function(void *driver, const char *name, void *place)
{
    void *const function = (driver != NULL) ? dlsym(driver, name) : NULL;

    (void)memcpy(place, &function, sizeof(function));
    return function != NULL;
}

/** Finds the driver's memory operations, as a program without the library would. */
static bool find_memops(Bench *bench)
{
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
    const bool good = find_function(driver, "cuStreamWriteValue64_v2", &bench->write_value) &&
                      find_function(driver, "cuStreamWaitValue64_v2", &bench->wait_value) &&
                      find_function(driver, "cuStreamBatchMemOp_v2", &bench->batch) &&
                      find_function(driver, "cuStreamIsCapturing", &bench->is_capturing);

    if (!good) {
        check_say(who, "the driver has no stream memory operations");
    }
    return good;
}

static bool open_device(Bench *bench, int device)
{
    bool good = interop_check(cudaSetDevice(device), "cudaSetDevice") &&
                interop_gpu(device, &bench->gpu[device]) &&
                interop_check(kernels_usable(), "kernels for this GPU");

    for (uint32_t i = 0U; (i < 2U) && good; i++) {
        good = interop_check(
            cudaStreamCreateWithFlags(&bench->stream[device][i], cudaStreamNonBlocking),
            "cudaStreamCreateWithFlags");
    }
    return good;
}

bool bench_open(Bench *bench, Peer *peer, Common *common)
{
    int count = 0;
    bool good = interop_check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");

    (void)memset(bench, 0, sizeof(*bench));
    bench->peer = peer;
    bench->common = common;
    bench->devices = (count < (int)DEVICES) ? count : (int)DEVICES;
    for (int i = bench->devices - 1; (i >= 0) && good; i--) {
        good = open_device(bench, i);
    }
    good = good && find_memops(bench) &&
           interop_check(cudaHostRegister(common, sizeof(*common),
                                          cudaHostRegisterPortable | cudaHostRegisterMapped),
                         "cudaHostRegister") &&
           (check_call(NvSciSyncModuleOpen(&bench->sync), who, "NvSciSyncModuleOpen") ==
            NvSciError_Success);
    return good && (check_call(NvSciSyncCpuWaitContextAlloc(bench->sync, &bench->wait), who,
                               "NvSciSyncCpuWaitContextAlloc") == NvSciError_Success);
}

void bench_close(Bench *bench)
{
    if (bench->wait != NULL) {
        NvSciSyncCpuWaitContextFree(bench->wait);
    }
    if (bench->sync != NULL) {
        NvSciSyncModuleClose(bench->sync);
        (void)cudaHostUnregister(bench->common);
    }
    for (int i = 0; i < bench->devices; i++) {
        (void)cudaSetDevice(i);
        (void)cudaStreamDestroy(bench->stream[i][0]);
        (void)cudaStreamDestroy(bench->stream[i][1]);
    }
}

/* ---------------------------------------------------------------- boxes */

/** False iff the other process has ended. */
static bool partner_lives(const Peer *peer)
{
    siginfo_t info;
    bool alive = (getppid() == peer->process);

    if (peer->self == PROCESS_FIRST) {
        (void)memset(&info, 0, sizeof(info));
        alive = (waitid(P_PID, (id_t)peer->process, &info, WEXITED | WNOHANG | WNOWAIT) == 0) &&
                (info.si_pid == 0);
    }
    return alive;
}

/** Waits until a number is there; after many looks it sleeps between them. */
static bool await_number(const Bench *bench, _Atomic uint32_t *number, uint32_t wanted)
{
    const struct timespec nap = {0, NAP_NS};
    const uint64_t end = bench_now() + (6U * PATIENCE_NS);
    uint32_t looks = 0U;
    bool there = (atomic_load(number) == wanted);
    bool alive = true;

    while ((!there) && alive && ((looks < SPINS) || (bench_now() < end))) {
        looks += 1U;
        if (looks > SPINS) {
            (void)nanosleep(&nap, NULL);
            alive = partner_lives(bench->peer);
        }
        there = (atomic_load(number) == wanted);
    }
    if (!there) {
        check_say(who, "the other process does not answer");
    }
    return there;
}

bool box_put(const Bench *bench, const void *bytes, size_t size)
{
    Box *const box = &bench->common->box[bench->peer->self - PROCESS_FIRST];
    const uint32_t turn = atomic_load(&box->written);
    const bool good = await_number(bench, &box->read, turn);

    if (good) {
        (void)memcpy(box->bytes, bytes, size);
        atomic_store(&box->written, turn + 1U);
    }
    return good;
}

bool box_get(const Bench *bench, void *bytes, size_t size)
{
    Box *const box = &bench->common->box[PROCESS_SECOND - bench->peer->self];
    const uint32_t turn = atomic_load(&box->read) + 1U;
    const bool good = await_number(bench, &box->written, turn);

    if (good) {
        (void)memcpy(bytes, box->bytes, size);
        atomic_store(&box->read, turn);
    }
    return good;
}

/* ---------------------------------------------------------------- lines */

static NvSciError list_of_cpu(const Bench *bench, NvSciSyncAccessPerm perm, NvSciSyncAttrList *list)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };
    NvSciError status =
        check_call(NvSciSyncAttrListCreate(bench->sync, list), who, "NvSciSyncAttrListCreate");

    if (status == NvSciError_Success) {
        status = check_call(NvSciSyncAttrListSetAttrs(*list, pairs, 2U), who,
                            "NvSciSyncAttrListSetAttrs");
    }
    return status;
}

static NvSciError list_of_gpu(const Bench *bench, int device, int flags, NvSciSyncAttrList *list)
{
    NvSciError status =
        check_call(NvSciSyncAttrListCreate(bench->sync, list), who, "NvSciSyncAttrListCreate");

    if ((status == NvSciError_Success) &&
        (!interop_check(cudaDeviceGetNvSciSyncAttributes(*list, device, flags),
                        "cudaDeviceGetNvSciSyncAttributes"))) {
        status = NvSciError_ResourceError;
    }
    return status;
}

/** Makes the list of the signaller or of the waiter of a line. */
static NvSciError list_of_end(const Line *line, bool signals, NvSciSyncAttrList *list)
{
    const Ends cpu_end = signals ? ENDS_CPU_TO_GPU : ENDS_GPU_TO_CPU;

    return (line->ends == cpu_end)
               ? list_of_cpu(
                     line->bench,
                     signals ? NvSciSyncAccessPerm_SignalOnly : NvSciSyncAccessPerm_WaitOnly, list)
               : list_of_gpu(line->bench, line->device[signals ? 0 : 1],
                             signals ? cudaNvSciSyncAttrSignal : cudaNvSciSyncAttrWait, list);
}

/** Makes the object of a line. Between processes, the signaller makes it. */
static NvSciError make_object(Line *line)
{
    Peer *const peer = line->bench->peer;
    const bool crosses = (line->ends == ENDS_TO_PEER);
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciError status = list_of_end(line, true, &lists[0]);

    if ((status == NvSciError_Success) && crosses) {
        status = exchange_take_sync_lists(peer, line->bench->sync, &lists[1]);
    } else if (status == NvSciError_Success) {
        status = list_of_end(line, false, &lists[1]);
    } else {
        /* It was said. */
    }
    if (status == NvSciError_Success) {
        status = check_sync_reconcile(
            NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &line->object, &conflict), who,
            conflict);
    }
    if ((status == NvSciError_Success) && crosses) {
        status = exchange_send_sync(peer, line->object);
    }
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return status;
}

static NvSciError take_object(Line *line)
{
    Peer *const peer = line->bench->peer;
    NvSciSyncAttrList list = NULL;
    NvSciError status = list_of_end(line, false, &list);

    if (status == NvSciError_Success) {
        status = exchange_send_sync_lists(peer, &list, 1U);
    }
    if (status == NvSciError_Success) {
        status = exchange_take_sync(peer, line->bench->sync, &list, 1U, &line->object);
    }
    NvSciSyncAttrListFree(list);
    return status;
}

static bool open_ours(Line *line)
{
    const bool signals = (line->ends != ENDS_CPU_TO_GPU) && (line->ends != ENDS_FROM_PEER);
    const bool waits = (line->ends != ENDS_GPU_TO_CPU) && (line->ends != ENDS_TO_PEER);
    const NvSciError status =
        (line->ends == ENDS_FROM_PEER) ? take_object(line) : make_object(line);
    bool good = (status == NvSciError_Success);

    if (good && signals) {
        good = interop_check(cudaSetDevice(line->device[0]), "cudaSetDevice") &&
               interop_import_sync(line->object, &line->signaler);
    }
    if (good && waits) {
        good = interop_check(cudaSetDevice(line->device[1]), "cudaSetDevice") &&
               interop_import_sync(line->object, &line->waiter);
    }
    return good;
}

/** Where a word is for a device. */
static bool address_of(const Bench *bench, uint32_t word, int device, CUdeviceptr *address)
{
    void *pointer = NULL;
    const bool good =
        interop_check(cudaSetDevice(device), "cudaSetDevice") &&
        interop_check(cudaHostGetDevicePointer(&pointer, &bench->common->word[word][0], 0U),
                      "cudaHostGetDevicePointer");

    *address = (CUdeviceptr)(uintptr_t)pointer;
    return good;
}

static bool open_memops(Line *line, uint32_t word)
{
    const bool crosses = (line->ends == ENDS_TO_PEER) || (line->ends == ENDS_FROM_PEER);
    bool good = true;

    line->word = &line->bench->common->word[word][0];
    line->value = atomic_load(line->word);
    if ((line->kind == KIND_TWO) || ((line->kind == KIND_ASKED) && crosses)) {
        good = address_of(line->bench, word + (WORDS_OF_KIND / 2U), line->device[0], &line->beside);
    }
    return good && address_of(line->bench, word, line->device[0], &line->address[0]) &&
           address_of(line->bench, word, line->device[1], &line->address[1]);
}

static bool open_events(Line *line)
{
    bool good = interop_check(cudaSetDevice(line->device[0]), "cudaSetDevice");

    for (uint32_t i = 0U; (i < EVENTS) && good; i++) {
        good = interop_check(cudaEventCreateWithFlags(&line->event[i], cudaEventDisableTiming),
                             "cudaEventCreateWithFlags");
    }
    return good;
}

/** Events of the signaller, whose handles go to the waiter. What CUDA refuses is left out. */
static bool open_ipc_events(Line *line)
{
    cudaIpcEventHandle_t handle[EVENTS];
    cudaError_t error = cudaSuccess;
    bool good = true;

    (void)memset(handle, 0, sizeof(handle));
    for (uint32_t i = 0U; (i < EVENTS) && (line->ends == ENDS_TO_PEER); i++) {
        if (error == cudaSuccess) {
            error = cudaEventCreateWithFlags(&line->event[i],
                                             cudaEventDisableTiming | cudaEventInterprocess);
        }
        if (error == cudaSuccess) {
            error = cudaIpcGetEventHandle(&handle[i], line->event[i]);
        }
    }
    if (line->ends == ENDS_TO_PEER) {
        for (uint32_t i = 0U; (i < EVENTS) && good; i++) {
            good = box_put(line->bench, &handle[i], sizeof(handle[i]));
        }
        good = good && box_put(line->bench, &error, sizeof(error));
    } else {
        for (uint32_t i = 0U; (i < EVENTS) && good; i++) {
            good = box_get(line->bench, &handle[i], sizeof(handle[i]));
        }
        good = good && box_get(line->bench, &error, sizeof(error));
        for (uint32_t i = 0U; (i < EVENTS) && (error == cudaSuccess); i++) {
            error = cudaIpcOpenEventHandle(&line->event[i], handle[i]);
        }
    }
    if (error != cudaSuccess) {
        (void)cudaGetLastError();
        (void)fprintf(stderr, "bench: no CUDA IPC events: %s\n", cudaGetErrorString(error));
        line->bench->no_ipc_events = true;
    }
    return good;
}

bool line_open(Line *line, Bench *bench, Kind kind, Ends ends, int from, int to, uint32_t word)
{
    bool good = false;

    (void)memset(line, 0, sizeof(*line));
    line->bench = bench;
    line->kind = kind;
    line->ends = ends;
    line->device[0] = from;
    line->device[1] = to;
    switch (kind) {
    case KIND_OURS:
        good = open_ours(line);
        break;
    case KIND_MEMOPS:
    case KIND_TWO:
    case KIND_ASKED:
        good = open_memops(line, word + (WORDS_OF_KIND * (uint32_t)kind));
        break;
    case KIND_EVENTS:
        good = open_events(line);
        break;
    default:
        good = open_ipc_events(line);
        break;
    }
    return good;
}

void line_close(Line *line)
{
    interop_destroy_sync(&line->signaler);
    interop_destroy_sync(&line->waiter);
    if (line->object != NULL) {
        NvSciSyncObjFree(line->object);
    }
    for (uint32_t i = 0U; i < EVENTS; i++) {
        if (line->event[i] != NULL) {
            (void)cudaEventDestroy(line->event[i]);
        }
    }
    (void)memset(line, 0, sizeof(*line));
}

/** The device of an end is the current one; there is only something to do if there are two. */
static void use_end(const Line *line, uint32_t end)
{
    if (line->device[0] != line->device[1]) {
        (void)cudaSetDevice(line->device[end]);
    }
}

/** Stores a value in the word of a line, and beside it if the line has a second one. */
static bool store(const Line *line, cudaStream_t stream, uint64_t value)
{
    CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
    CUstreamBatchMemOpParams both[2];
    CUresult result = CUDA_SUCCESS;

    if (line->kind == KIND_ASKED) {
        result = line->bench->is_capturing(stream, &capture);
    }
    if (line->beside != 0U) {
        (void)memset(both, 0, sizeof(both));
        for (uint32_t i = 0U; i < 2U; i++) {
            both[i].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
            both[i].writeValue.address = (i == 0U) ? line->beside : line->address[0];
            both[i].writeValue.value64 = value;
            both[i].writeValue.flags = (unsigned int)CU_STREAM_WRITE_VALUE_DEFAULT;
        }
        result = (result == CUDA_SUCCESS) ? line->bench->batch(stream, 2U, both, 0U) : result;
    } else if (result == CUDA_SUCCESS) {
        result = line->bench->write_value(stream, line->address[0], value,
                                          CU_STREAM_WRITE_VALUE_DEFAULT);
    } else {
        /* The driver does not know the stream. */
    }
    return (result == CUDA_SUCCESS) && (capture == CU_STREAM_CAPTURE_STATUS_NONE);
}

bool line_signal(Line *line, cudaStream_t stream, Token *token)
{
    bool good = false;

    use_end(line, 0U);
    switch (line->kind) {
    case KIND_OURS:
        good = (interop_signal(line->signaler, &token->fence, stream) == cudaSuccess);
        break;
    case KIND_MEMOPS:
    case KIND_TWO:
    case KIND_ASKED:
        line->value += 1U;
        token->value = line->value;
        good = store(line, stream, line->value);
        break;
    default:
        token->value = line->next % EVENTS;
        line->next += 1U;
        good = (cudaEventRecord(line->event[token->value], stream) == cudaSuccess);
        break;
    }
    if (!good) {
        check_say(who, "a signal was refused");
    }
    return good;
}

bool line_wait(Line *line, cudaStream_t stream, const Token *token)
{
    bool good = false;

    use_end(line, 1U);
    switch (line->kind) {
    case KIND_OURS:
        good = (interop_wait(line->waiter, &token->fence, stream) == cudaSuccess);
        break;
    case KIND_MEMOPS:
    case KIND_TWO:
    case KIND_ASKED:
        good = (line->bench->wait_value(stream, line->address[1], token->value,
                                        CU_STREAM_WAIT_VALUE_GEQ) == CUDA_SUCCESS);
        break;
    default:
        good = (cudaStreamWaitEvent(stream, line->event[token->value], 0U) == cudaSuccess);
        break;
    }
    if (!good) {
        check_say(who, "a wait was refused");
    }
    return good;
}

bool line_send(const Line *line, Token *token)
{
    bool good = true;

    if (line->kind == KIND_OURS) {
        good = (check_call(NvSciSyncIpcExportFence(&token->fence, line->bench->peer->endpoint,
                                                   &token->desc),
                           who, "NvSciSyncIpcExportFence") == NvSciError_Success) &&
               box_put(line->bench, &token->desc, sizeof(token->desc));
    } else {
        good = box_put(line->bench, &token->value, sizeof(token->value));
    }
    return good;
}

bool line_take(const Line *line, Token *token)
{
    bool good = true;

    if (line->kind == KIND_OURS) {
        good = box_get(line->bench, &token->desc, sizeof(token->desc)) &&
               (check_call(NvSciSyncIpcImportFence(line->object, &token->desc, &token->fence), who,
                           "NvSciSyncIpcImportFence") == NvSciError_Success);
    } else {
        good = box_get(line->bench, &token->value, sizeof(token->value));
    }
    return good;
}

void line_drop(Token *token)
{
    NvSciSyncFenceClear(&token->fence);
}

/* ---------------------------------------------------------------- gates */

bool gate_wait(const Bench *bench, uint32_t word, cudaStream_t stream, int device, uint64_t value)
{
    CUdeviceptr address = 0U;

    return address_of(bench, word, device, &address) &&
           (bench->wait_value(stream, address, value, CU_STREAM_WAIT_VALUE_GEQ) == CUDA_SUCCESS);
}

void gate_open(const Bench *bench, uint32_t word, uint64_t value)
{
    atomic_store(&bench->common->word[word][0], value);
}

bool stream_finish(cudaStream_t stream)
{
    const uint64_t end = bench_now() + PATIENCE_NS;
    cudaError_t error = cudaStreamQuery(stream);

    while ((error == cudaErrorNotReady) && (bench_now() < end)) {
        error = cudaStreamQuery(stream);
    }
    return interop_check(error, "cudaStreamQuery");
}
