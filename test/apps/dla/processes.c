/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file processes.c
 * The engine in a process of its own. Frames and their fences come from another process, which is
 * killed at each step: the task that waits for it ends, what it signals is signalled, and the next
 * one is computed. Results go to another process: when that of the engine is killed at each step,
 * who waits there is told.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nvsciipc.h"
#include "parts.h"

#define SIZE          2048U
#define FRAMES        4U
#define MESSAGE_BYTES 24000U

/* ---------------------------------------------------------------- messages */

typedef struct {
    NvSciIpcEndpoint endpoint;
    int32_t descriptor;
} Line;

typedef struct {
    uint64_t size;
    uint8_t bytes[MESSAGE_BYTES];
} Message;

static void line_await(const Line *line, uint32_t wanted)
{
    struct pollfd entry = {line->descriptor, POLLIN, 0};
    uint32_t events = 0U;

    CALL(NvSciIpcGetEventSafe(line->endpoint, &events));
    while ((events & wanted) == 0U) {
        CHECK((events & NV_SCI_IPC_EVENT_CONN_RESET) == 0U);
        CHECK(poll(&entry, 1U, LONG_ENOUGH / 1000) == 1);
        CALL(NvSciIpcGetEventSafe(line->endpoint, &events));
    }
}

static void line_open(const char *name, Line *line)
{
    CALL(NvSciIpcInit());
    CALL(NvSciIpcOpenEndpoint(name, &line->endpoint));
    CALL(NvSciIpcGetLinuxEventFd(line->endpoint, &line->descriptor));
    CALL(NvSciIpcResetEndpointSafe(line->endpoint));
    line_await(line, NV_SCI_IPC_EVENT_CONN_EST);
}

static void line_close(const Line *line)
{
    CALL(NvSciIpcCloseEndpointSafe(line->endpoint, false));
    NvSciIpcDeinit();
}

static void line_send(const Line *line, const void *bytes, size_t size)
{
    static Message message;
    uint32_t sent = 0U;

    CHECK(size <= MESSAGE_BYTES);
    message.size = size;
    (void)memcpy(message.bytes, bytes, size);
    CALL(NvSciIpcWriteSafe(line->endpoint, &message, (uint32_t)(8U + size), &sent));
}

static const Message *line_receive(const Line *line)
{
    static Message message;
    uint32_t bytes = 0U;

    line_await(line, NV_SCI_IPC_EVENT_READ);
    CALL(NvSciIpcReadSafe(line->endpoint, &message, (uint32_t)sizeof(message), &bytes));
    CHECK(message.size <= MESSAGE_BYTES);
    return &message;
}

static void send_fence(const Line *line, const NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;

    (void)memset(&desc, 0, sizeof(desc));
    CALL(NvSciSyncIpcExportFence(fence, line->endpoint, &desc));
    line_send(line, &desc, sizeof(desc));
}

static void receive_fence(const Line *line, NvSciSyncObj object, NvSciSyncFence *fence)
{
    const Message *const message = line_receive(line);
    NvSciSyncFenceIpcExportDescriptor desc;

    CHECK(message->size == sizeof(desc));
    (void)memcpy(&desc, message->bytes, sizeof(desc));
    CALL(NvSciSyncIpcImportFence(object, &desc, fence));
}

/* ---------------------------------------------------------------- objects of two processes */

static void send_sync_list(const Line *line, NvSciSyncAttrList list)
{
    void *desc = NULL;
    size_t size = 0U;

    CALL(NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, line->endpoint, &desc, &size));
    line_send(line, desc, size);
    NvSciSyncAttrListFreeDesc(desc);
}

/** Makes an object of its own list and of that of the other process, and passes it on. */
static void share_sync(const Place *place, const Line *line, NvSciSyncAttrList list,
                       NvSciSyncObj *object)
{
    const Message *const message = line_receive(line);
    NvSciSyncAttrList both[2] = {list, NULL};
    NvSciSyncAttrList conflict = NULL;
    void *desc = NULL;
    size_t size = 0U;

    CALL(NvSciSyncAttrListIpcImportUnreconciled(place->sync, line->endpoint, message->bytes,
                                                (size_t)message->size, &both[1]));
    CALL(NvSciSyncAttrListReconcileAndObjAlloc(both, 2U, object, &conflict));
    CALL(NvSciSyncIpcExportAttrListAndObj(*object, NvSciSyncAccessPerm_WaitOnly, line->endpoint,
                                          &desc, &size));
    line_send(line, desc, size);
    NvSciSyncAttrListAndObjFreeDesc(desc);
    NvSciSyncAttrListFree(both[1]);
}

static void take_sync(const Place *place, const Line *line, NvSciSyncAttrList list,
                      NvSciSyncObj *object)
{
    const Message *message = NULL;

    send_sync_list(line, list);
    message = line_receive(line);
    CALL(NvSciSyncIpcImportAttrListAndObj(place->sync, line->endpoint, message->bytes,
                                          (size_t)message->size, &list, 1U,
                                          NvSciSyncAccessPerm_WaitOnly, 0, object));
}

static NvSciBufAttrList buf_list(const Place *place, NvSciBufAttrValAccessPerm perm)
{
    NvSciBufAttrList list = NULL;
    NvSciBufType type = NvSciBufType_RawBuffer;
    const bool cpu = true;
    const uint64_t bytes = SIZE;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufRawBufferAttrKey_Size, &bytes, sizeof(bytes)},
    };

    CALL(NvSciBufAttrListCreate(place->buf, &list));
    CALL(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    return list;
}

/** The process that writes makes the buffer. */
static void share_buf(const Place *place, const Line *line, Tensor *tensor)
{
    const Message *const message = line_receive(line);
    NvSciBufAttrList both[2] = {buf_list(place, NvSciBufAccessPerm_ReadWrite), NULL};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    void *desc = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    CALL(NvSciBufAttrListIpcImportUnreconciled(place->buf, line->endpoint, message->bytes,
                                               (size_t)message->size, &both[1]));
    CALL(NvSciBufAttrListReconcile(both, 2U, &reconciled, &conflict));
    CALL(NvSciBufObjAlloc(reconciled, &tensor->object));
    CALL(NvSciBufIpcExportAttrListAndObj(tensor->object, NvSciBufAccessPerm_Readonly,
                                         line->endpoint, &desc, &size));
    line_send(line, desc, size);
    NvSciBufAttrListAndObjFreeDesc(desc);
    CALL(NvSciBufObjGetCpuPtr(tensor->object, &bytes));
    tensor->bytes = bytes;
    tensor->size = SIZE;
    NvSciBufAttrListFree(both[0]);
    NvSciBufAttrListFree(both[1]);
    NvSciBufAttrListFree(reconciled);
}

static void take_buf(const Place *place, const Line *line, Tensor *tensor)
{
    NvSciBufAttrList list = buf_list(place, NvSciBufAccessPerm_Readonly);
    const Message *message = NULL;
    void *desc = NULL;
    size_t size = 0U;

    CALL(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, line->endpoint, &desc, &size));
    line_send(line, desc, size);
    NvSciBufAttrListFreeDesc(desc);
    message = line_receive(line);
    CALL(NvSciBufIpcImportAttrListAndObj(place->buf, line->endpoint, message->bytes,
                                         (size_t)message->size, &list, 1U,
                                         NvSciBufAccessPerm_Readonly, 0, &tensor->object));
    tensor->size = SIZE;
    NvSciBufAttrListFree(list);
}

/* ---------------------------------------------------------------- processes */

/** Ends at a step without a word. */
static void step(uint32_t now, uint32_t dies)
{
    if (now == dies) {
        (void)raise(SIGKILL);
    }
}

/** Both in processes of their own. The one that may be killed comes first. */
static void in_two(void (*victim)(uint32_t dies), void (*other)(uint32_t dies), uint32_t dies,
                   bool is_killed)
{
    int status = -1;
    pid_t children[2];

    for (int i = 0; i < 2; i++) {
        children[i] = fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) {
            ((i == 0) ? victim : other)(dies);
            _exit(EXIT_SUCCESS);
        }
    }
    CHECK(waitpid(children[1], &status, 0) == children[1]);
    if (!(WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS))) {
        (void)fprintf(stderr, "processes: the survivor of step %u ends badly\n", (unsigned)dies);
        (void)kill(children[0], SIGKILL);
        exit(EXIT_FAILURE);
    }
    CHECK(waitpid(children[0], &status, 0) == children[0]);
    CHECK(is_killed ? (WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL))
                    : (WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS)));
}

/* ---------------------------------------------------------------- frames from another process */

/** Steps 1 to FRAMES: before the signal of that frame; FRAMES + n: behind it. 0: does not die. */
static void write_frames(uint32_t dies)
{
    const Wish wish = {false, false};
    Place place;
    Line line;
    Tensor frames[FRAMES];
    NvSciSyncObj object = NULL;
    NvSciSyncAttrList list = NULL;

    (void)memset(frames, 0, sizeof(frames));
    line_open("nvscisync_a_0", &line);
    place_open(&place);
    CALL(NvSciSyncAttrListCreate(place.sync, &list));
    event_list_cpu(list, NvSciSyncAccessPerm_SignalOnly, wish);
    share_sync(&place, &line, list, &object);
    NvSciSyncAttrListFree(list);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        share_buf(&place, &line, &frames[i]);
    }
    for (uint32_t i = 0U; i < FRAMES; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        CALL(NvSciSyncObjGenerateFence(object, &fence));
        send_fence(&line, &fence);
        NvSciSyncFenceClear(&fence);
    }
    /* The tasks are in the queue. */
    (void)line_receive(&line);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        tensor_fill(&frames[i], i);
        step(i + 1U, dies);
        CALL(NvSciSyncObjSignal(object));
        step(FRAMES + i + 1U, dies);
    }
    (void)line_receive(&line);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        NvSciBufObjFree(frames[i].object);
    }
    NvSciSyncObjFree(object);
    place_close(&place);
    line_close(&line);
}

/** How many frames are signalled by a process that dies at a step. */
static uint32_t frames_of(uint32_t dies)
{
    uint32_t frames = FRAMES;

    if (dies != 0U) {
        frames = (dies <= FRAMES) ? (dies - 1U) : (dies - FRAMES);
    }
    return frames;
}

static void compute_frames(uint32_t dies)
{
    const uint32_t good = frames_of(dies);
    Place place;
    Line line;
    Loadable loadable;
    Event go;
    Event done;
    Tensor frames[FRAMES];
    Tensor results[FRAMES];
    Work work;
    NvSciSyncFence before[FRAMES];
    NvSciSyncFence after[FRAMES];
    NvSciSyncAttrList list = NULL;
    const cudlaDevHandle device = device_open(0U);
    cudlaModule module = NULL;
    uint8_t frame[SIZE];
    const Tensor model = {NULL, frame, SIZE, NULL};

    (void)memset(&go, 0, sizeof(go));
    (void)memset(frames, 0, sizeof(frames));
    (void)memset(before, 0, sizeof(before));
    (void)memset(after, 0, sizeof(after));
    line_open("nvscisync_a_1", &line);
    place_open(&place);
    loadable_simple(&loadable, STEP_MIX, SIZE);
    module = module_load(device, &loadable, 0U);
    CALL(NvSciSyncAttrListCreate(place.sync, &list));
    event_list_dla(list, CUDLA_NVSCISYNC_ATTR_WAIT);
    take_sync(&place, &line, list, &go.object);
    NvSciSyncAttrListFree(list);
    event_import(device, &go);
    event_make(&place, device, DLA_TO_CPU, &done);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        take_buf(&place, &line, &frames[i]);
        tensor_import(device, &frames[i], CUDLA_READ_ONLY_PERM);
        tensor_make(&place, device, SIZE, &results[i]);
    }
    for (uint32_t i = 0U; i < FRAMES; i++) {
        receive_fence(&line, go.object, &before[i]);
        work_fill(&work, module, &frames[i], &results[i]);
        work_wait(&work, &before[i]);
        work_signal(&work, &done, &after[i]);
        CALL(work_submit(device, &work));
    }
    line_send(&line, "go", 2U);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        bool holds = false;

        CALL(NvSciSyncFenceWait(&after[i], place.waits, LONG_ENOUGH));
        tensor_fill(&model, i);
        holds = model_holds(frame, SIZE, 0U, results[i].bytes, SIZE);
        CHECK(holds == (i < good));
        if (i >= good) {
            REFUSED(cudlaGetLastError(device), cudlaErrorDlaErrInvalidPreAction);
        }
        NvSciSyncFenceClear(&before[i]);
        NvSciSyncFenceClear(&after[i]);
    }
    REFUSED(cudlaGetLastError(device),
            (good == FRAMES) ? cudlaSuccess : cudlaErrorDlaErrInvalidPreAction);
    if (dies == 0U) {
        line_send(&line, "end", 3U);
    }
    /* What does not need the other process is computed still. */
    tensor_fill(&results[1], 77U);
    work_fill(&work, module, &results[1], &results[0]);
    work_do(&place, device, &work, &done);
    CHECK(model_holds(results[1].bytes, SIZE, 0U, results[0].bytes, SIZE));
    for (uint32_t i = 0U; i < FRAMES; i++) {
        tensor_end(device, &frames[i]);
        tensor_end(device, &results[i]);
    }
    event_end(device, &go);
    event_end(device, &done);
    CALL(cudlaModuleUnload(module, 0U));
    CALL(cudlaDestroyDevice(device));
    place_close(&place);
    line_close(&line);
}

/* ---------------------------------------------------------------- results to another process */

/** Steps: 1 before the submission, 2 behind it, 3 while a task is computed, 4 when it is done and
 * the next one is not. */
static void run_engine(uint32_t dies)
{
    Place place;
    Line line;
    Loadable loadable;
    Event done;
    Tensor frame;
    Tensor results[2];
    Work work;
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    NvSciSyncAttrList list = NULL;
    const cudlaDevHandle device = device_open(0U);
    cudlaModule module = NULL;

    (void)memset(&done, 0, sizeof(done));
    line_open("nvscisync_a_0", &line);
    place_open(&place);
    loadable_behind(&loadable, STEP_HANG, 0U, (dies == 0U) ? 9U : 2U, STEP_MIX, SIZE);
    module = module_load(device, &loadable, 0U);
    CALL(NvSciSyncAttrListCreate(place.sync, &list));
    event_list_dla(list, CUDLA_NVSCISYNC_ATTR_SIGNAL);
    share_sync(&place, &line, list, &done.object);
    NvSciSyncAttrListFree(list);
    event_import(device, &done);
    tensor_make(&place, device, SIZE, &frame);
    tensor_fill(&frame, 5U);
    step(1U, dies);
    for (uint32_t i = 0U; i < 2U; i++) {
        (void)memset(&results[i], 0, sizeof(results[i]));
        share_buf(&place, &line, &results[i]);
        tensor_import(device, &results[i], 0U);
        work_fill(&work, module, &frame, &results[i]);
        work_signal(&work, &done, &fences[i]);
        CALL(work_submit(device, &work));
        step(2U + i, dies);
        send_fence(&line, &fences[i]);
    }
    (void)line_receive(&line);
    step(4U, dies);
    (void)line_receive(&line);
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciSyncFenceClear(&fences[i]);
        tensor_end(device, &results[i]);
    }
    tensor_end(device, &frame);
    event_end(device, &done);
    CALL(cudlaDestroyDevice(device));
    place_close(&place);
    line_close(&line);
}

/** Waits for both results, or sees that there is nobody who signals. */
static void see_results(uint32_t dies)
{
    const Wish wish = {false, false};
    Place place;
    Line line;
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj done = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Tensor result;
    const void *bytes = NULL;
    uint8_t frame[SIZE];
    const Tensor model = {NULL, frame, SIZE, NULL};
    uint64_t value = 0U;

    tensor_fill(&model, 5U);
    line_open("nvscisync_a_1", &line);
    place_open(&place);
    CALL(NvSciSyncAttrListCreate(place.sync, &list));
    event_list_cpu(list, NvSciSyncAccessPerm_WaitOnly, wish);
    take_sync(&place, &line, list, &done);
    NvSciSyncAttrListFree(list);
    if ((dies == 0U) || (dies == 4U)) {
        for (uint32_t i = 0U; i < 2U; i++) {
            (void)memset(&result, 0, sizeof(result));
            take_buf(&place, &line, &result);
            receive_fence(&line, done, &fence);
            if ((i == 1U) && (dies == 4U)) {
                line_send(&line, "die", 3U);
                REFUSED(NvSciSyncFenceWait(&fence, place.waits, LONG_ENOUGH),
                        NvSciError_NoSuchProcess);
            } else {
                CALL(NvSciSyncFenceWait(&fence, place.waits, LONG_ENOUGH));
                CALL(NvSciBufObjGetConstCpuPtr(result.object, &bytes));
                CHECK(model_holds(frame, SIZE, 0U, bytes, SIZE));
            }
            NvSciBufObjFree(result.object);
        }
        if (dies == 0U) {
            line_send(&line, "all", 3U);
            line_send(&line, "end", 3U);
        }
    } else {
        if (dies > 1U) {
            (void)memset(&result, 0, sizeof(result));
            take_buf(&place, &line, &result);
            NvSciBufObjFree(result.object);
        }
        if (dies > 2U) {
            receive_fence(&line, done, &fence);
            CALL(NvSciSyncFenceExtractFence(&fence, &value, &value));
            CALL(NvSciSyncFenceWait(&fence, place.waits, LONG_ENOUGH));
            (void)memset(&result, 0, sizeof(result));
            take_buf(&place, &line, &result);
            NvSciBufObjFree(result.object);
        }
        /* A point that the engine would have signalled some time. */
        CALL(NvSciSyncFenceUpdateFence(done, 0U, value + 1000U, &fence));
        REFUSED(NvSciSyncFenceWait(&fence, place.waits, LONG_ENOUGH), NvSciError_NoSuchProcess);
    }
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(done);
    place_close(&place);
    line_close(&line);
}

int main(void)
{
    for (uint32_t dies = 0U; dies <= (2U * FRAMES); dies++) {
        in_two(write_frames, compute_frames, dies, dies != 0U);
    }
    for (uint32_t dies = 0U; dies <= 4U; dies++) {
        in_two(run_engine, see_results, dies, dies != 0U);
    }
    (void)printf("processes: %u steps of a producer and 4 of an engine that were killed\n",
                 2U * FRAMES);
    return EXIT_SUCCESS;
}
