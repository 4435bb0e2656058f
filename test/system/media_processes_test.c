/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_processes_test.c
 * A process with a 2D engine, and one that gives it frames: buffers, objects and fences of both;
 * either of them is killed at any moment.
 */
#define _GNU_SOURCE

#include "peers.h"

#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_image_nvscibuf.h"
#include "nvscibuf.h"

#define FRAMES 8U
#define WIDTH  64U
#define HEIGHT 48U
/** Kills of each process, and the latest moment of one, in microseconds. */
#define KILLS       40U
#define KILL_US_MAX 4000U
/** Pause before each frame, so that kills meet different ones. */
#define PACE_US 300U

/** Lines to the test: each process says when it is ready. */
static int g_ready[2];

/** What both have. */
typedef struct {
    NvSciSyncModule sync;
    NvSciBufModule buf;
    NvSciIpcEndpoint channel;
    /** Signalled by the client, and by the engine. */
    NvSciSyncObj begin;
    NvSciSyncObj end;
    NvSciBufObj buffers[2];
    NvSciSyncFence begins[FRAMES];
    NvSciSyncFence ends[FRAMES];
} Shared;

static void say_ready(void)
{
    const uint8_t byte = 1U;

    CHECK(write(g_ready[1], &byte, sizeof(byte)) == (ssize_t)sizeof(byte));
}

/* ---------------------------------------------------------------- lists, buffers */

/** A list that was filled for an engine. */
static NvSciSyncAttrList engine_list(NvSciSyncModule module, NvMediaNvSciSyncClientType type)
{
    NvSciSyncAttrList list = NULL;

    CHECK_OK(NvSciSyncAttrListCreate(module, &list));
    CHECK(ringfenceMediaFillNvSciSyncAttrList(list, type) == NVMEDIA_STATUS_OK);
    return list;
}

/** List of an image of luma. */
static NvSciBufAttrList buffer_list(NvSciBufModule module)
{
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const NvSciBufAttrValImageLayoutType layout = NvSciBufImage_PitchLinearType;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const NvSciBufAttrValColorFmt format = NvSciColor_Y8;
    const uint32_t planes = 1U;
    const uint32_t width = WIDTH;
    const uint32_t height = HEIGHT;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufImageAttrKey_Layout, &layout, sizeof(layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &planes, sizeof(planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, &format, sizeof(format)},
        {NvSciBufImageAttrKey_PlaneWidth, &width, sizeof(width)},
        {NvSciBufImageAttrKey_PlaneHeight, &height, sizeof(height)}};
    NvSciBufAttrList list = NULL;

    CHECK_OK(NvSciBufAttrListCreate(module, &list));
    CHECK_OK(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

/** Makes the buffers, and gives them to the peer, whose list comes first. */
static void give_buffers(Shared *shared)
{
    static Bytes bytes;
    NvSciBufAttrList lists[2] = {buffer_list(shared->buf), NULL};
    size_t size = get(shared->channel, &bytes, sizeof(bytes));

    CHECK_OK(NvSciBufAttrListIpcImportUnreconciled(shared->buf, shared->channel, &bytes, size,
                                                   &lists[1]));
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciBufAttrList conflict = NULL;
        void *text = NULL;

        CHECK_OK(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &shared->buffers[i], &conflict));
        CHECK_OK(NvSciBufIpcExportAttrListAndObj(shared->buffers[i], NvSciBufAccessPerm_Auto,
                                                 shared->channel, &text, &size));
        put(shared->channel, text, size);
        NvSciBufAttrListAndObjFreeDesc(text);
    }
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
}

static void take_buffers(Shared *shared)
{
    static Bytes bytes;
    NvSciBufAttrList list = buffer_list(shared->buf);
    void *text = NULL;
    size_t size = 0U;

    CHECK_OK(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, shared->channel, &text, &size));
    put(shared->channel, text, size);
    NvSciBufAttrListFreeDesc(text);
    for (uint32_t i = 0U; i < 2U; i++) {
        size = get(shared->channel, &bytes, sizeof(bytes));
        CHECK_OK(NvSciBufIpcImportAttrListAndObj(shared->buf, shared->channel, &bytes, size, &list,
                                                 1U, NvSciBufAccessPerm_Auto, 0,
                                                 &shared->buffers[i]));
    }
    NvSciBufAttrListFree(list);
}

static void share_begin(Shared *shared, const char *channel)
{
    (void)memset(shared, 0, sizeof(*shared));
    shared->sync = open_sync();
    CHECK_OK(NvSciBufModuleOpen(&shared->buf));
    shared->channel = join(channel);
}

/** Gives all back; nothing may be left. */
static void share_end(Shared *shared)
{
    for (uint32_t i = 0U; i < FRAMES; i++) {
        NvSciSyncFenceClear(&shared->begins[i]);
        NvSciSyncFenceClear(&shared->ends[i]);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciBufObjFree(shared->buffers[i]);
    }
    NvSciSyncObjFree(shared->begin);
    NvSciSyncObjFree(shared->end);
    NvSciBufModuleClose(shared->buf);
    part(shared->sync, shared->channel);
}

/* ---------------------------------------------------------------- the process with the engine */

/** An engine, and its images. */
typedef struct {
    NvMediaDevice *device;
    NvMedia2D *engine;
    NvMediaImage *images[2];
} Engine;

static void open_engine(Engine *engine)
{
    CHECK(NvMediaImageNvSciBufInit() == NVMEDIA_STATUS_OK);
    engine->device = NvMediaDeviceCreate();
    CHECK(engine->device != NULL);
    engine->engine = NvMedia2DCreate(engine->device);
    CHECK(engine->engine != NULL);
}

/** Objects and buffers: asks for one to wait for, makes the other. */
static void share_engine(Engine *engine, Shared *shared)
{
    NvSciSyncAttrList lists[2] = {engine_list(shared->sync, NVMEDIA_WAITER), NULL};

    send_lists(shared->channel, &lists[0], 1U);
    shared->begin = receive_object(shared->sync, shared->channel, lists[0]);
    NvSciSyncAttrListFree(lists[0]);
    lists[0] = engine_list(shared->sync, NVMEDIA_SIGNALER);
    lists[1] = receive_list(shared->sync, shared->channel);
    shared->end = make_of(lists, 2U);
    send_object(shared->channel, shared->end);
    take_buffers(shared);
    for (uint32_t i = 0U; i < 2U; i++) {
        CHECK(NvMediaImageCreateFromNvSciBuf(engine->device, shared->buffers[i],
                                             &engine->images[i]) == NVMEDIA_STATUS_OK);
        CHECK(NvMedia2DImageRegister(engine->engine, engine->images[i],
                                     (i == 0U)
                                         ? NVMEDIA_ACCESS_MODE_READ
                                         : NVMEDIA_ACCESS_MODE_READ_WRITE) == NVMEDIA_STATUS_OK);
    }
    CHECK(NvMedia2DRegisterNvSciSyncObj(engine->engine, NVMEDIA_PRESYNCOBJ, shared->begin) ==
          NVMEDIA_STATUS_OK);
    CHECK(NvMedia2DRegisterNvSciSyncObj(engine->engine, NVMEDIA_EOFSYNCOBJ, shared->end) ==
          NVMEDIA_STATUS_OK);
}

/** Submits a blit for each frame, and sends the fences of their ends. */
static void submit_frames(const Engine *engine, Shared *shared)
{
    for (uint32_t i = 0U; i < FRAMES; i++) {
        receive_fence(shared->channel, shared->begin, &shared->begins[i]);
        CHECK(NvMedia2DInsertPreNvSciSyncFence(engine->engine, &shared->begins[i]) ==
              NVMEDIA_STATUS_OK);
        CHECK(NvMedia2DSetNvSciSyncObjforEOF(engine->engine, shared->end) == NVMEDIA_STATUS_OK);
        CHECK(NvMedia2DBlitEx(engine->engine, engine->images[1], NULL, engine->images[0], NULL,
                              NULL, NULL) == NVMEDIA_STATUS_OK);
        CHECK(NvMedia2DGetEOFNvSciSyncFence(engine->engine, shared->end, &shared->ends[i]) ==
              NVMEDIA_STATUS_OK);
        send_fence(shared->channel, &shared->ends[i]);
    }
}

/** A process that blits. Its blits end when they are done, or when their client is gone. */
static void engine_role(void)
{
    Shared shared;
    Engine engine;

    share_begin(&shared, A_1);
    (void)memset(&engine, 0, sizeof(engine));
    open_engine(&engine);
    share_engine(&engine, &shared);
    submit_frames(&engine, &shared);
    say_ready();
    while (NvMedia2DUnregisterNvSciSyncObj(engine.engine, shared.begin) == NVMEDIA_STATUS_PENDING) {
        (void)usleep(100U);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        CHECK(NvMedia2DImageUnRegister(engine.engine, engine.images[i]) == NVMEDIA_STATUS_OK);
        NvMediaImageDestroy(engine.images[i]);
    }
    CHECK(NvMedia2DUnregisterNvSciSyncObj(engine.engine, shared.end) == NVMEDIA_STATUS_OK);
    CHECK(NvMedia2DDestroyEx(engine.engine) == NVMEDIA_STATUS_OK);
    NvMediaDeviceDestroy(engine.device);
    NvMediaImageNvSciBufDeinit();
    share_end(&shared);
}

/* ---------------------------------------------------------------- the process with frames */

static uint8_t byte_of(uint32_t frame, size_t x, size_t y)
{
    return (uint8_t)((frame * 37U) + (x * 5U) + (y * 3U));
}

static void share_client(Shared *shared)
{
    NvSciSyncAttrList lists[2] = {ask_for(shared->sync, NvSciSyncAccessPerm_SignalOnly, false),
                                  receive_list(shared->sync, shared->channel)};

    shared->begin = make_of(lists, 2U);
    send_object(shared->channel, shared->begin);
    lists[0] = ask_for(shared->sync, NvSciSyncAccessPerm_WaitOnly, false);
    send_lists(shared->channel, lists, 1U);
    shared->end = receive_object(shared->sync, shared->channel, lists[0]);
    NvSciSyncAttrListFree(lists[0]);
    give_buffers(shared);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        CHECK_OK(NvSciSyncObjGenerateFence(shared->begin, &shared->begins[i]));
        send_fence(shared->channel, &shared->begins[i]);
        receive_fence(shared->channel, shared->end, &shared->ends[i]);
    }
}

/** Bytes from a row of a buffer to the next. */
static size_t pitch_of(NvSciBufObj object)
{
    NvSciBufAttrKeyValuePair pair = {NvSciBufImageAttrKey_PlanePitch, NULL, 0U};
    NvSciBufAttrList list = NULL;
    uint32_t pitch = 0U;

    CHECK_OK(NvSciBufObjGetAttrList(object, &list));
    CHECK_OK(NvSciBufAttrListGetAttrs(list, &pair, 1U));
    CHECK(pair.len == sizeof(pitch));
    (void)memcpy(&pitch, pair.value, sizeof(pitch));
    return pitch;
}

/** Writes a frame, has it blitted and looks at it; false: nobody blits any more. */
static bool run_frame(const Shared *shared, NvSciSyncCpuWaitContext context, uint32_t frame)
{
    const size_t pitch = pitch_of(shared->buffers[0]);
    uint8_t *bytes[2] = {NULL, NULL};
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < 2U; i++) {
        CHECK_OK(NvSciBufObjGetCpuPtr(shared->buffers[i], (void **)&bytes[i]));
    }
    for (size_t i = 0U; i < (WIDTH * HEIGHT); i++) {
        bytes[0][((i / WIDTH) * pitch) + (i % WIDTH)] = byte_of(frame, i % WIDTH, i / WIDTH);
    }
    CHECK_OK(NvSciSyncObjSignal(shared->begin));
    status = NvSciSyncFenceWait(&shared->ends[frame], context, -1);
    CHECK((status == NvSciError_Success) || (status == NvSciError_NoSuchProcess));
    for (size_t i = 0U; (i < (WIDTH * HEIGHT)) && (status == NvSciError_Success); i++) {
        CHECK(bytes[1][((i / WIDTH) * pitch) + (i % WIDTH)] ==
              byte_of(frame, i % WIDTH, i / WIDTH));
    }
    return status == NvSciError_Success;
}

/** A process with frames. Once the engine is gone no frame is blitted. */
static void client_role(void)
{
    NvSciSyncCpuWaitContext context = NULL;
    bool blits = true;
    Shared shared;

    share_begin(&shared, A_0);
    CHECK_OK(NvSciSyncCpuWaitContextAlloc(shared.sync, &context));
    share_client(&shared);
    say_ready();
    for (uint32_t i = 0U; i < FRAMES; i++) {
        (void)usleep(PACE_US);
        if (blits) {
            blits = run_frame(&shared, context, i);
        } else {
            CHECK(!run_frame(&shared, context, i));
        }
    }
    NvSciSyncCpuWaitContextFree(context);
    share_end(&shared);
}

/* ---------------------------------------------------------------- tests */

static int processes_begin(void **state)
{
    assert_int_equal(pipe(g_ready), 0);
    return peers_begin(state);
}

static int processes_end(void **state)
{
    assert_int_equal(close(g_ready[0]), 0);
    assert_int_equal(close(g_ready[1]), 0);
    return nothing_is_left(state);
}

#define processes_test(function)                                                                   \
    cmocka_unit_test_setup_teardown(function, processes_begin, processes_end)

/**
 * Frames go to an engine of another process and back: each output is that of its input.
 * @verifies RF-MEDIA-050
 * @verifies RF-MEDIA-051
 */
static void frames_go_through_another_process(void **state)
{
    const Role roles[] = {client_role, engine_role};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/** Starts both, and kills one of them after so long. The other one must end well. */
static void kill_one(uint32_t which, uint32_t after_us)
{
    const Role roles[] = {client_role, engine_role};
    pid_t children[2];
    uint8_t byte = 0U;
    int status = 0;

    for (uint32_t i = 0U; i < 2U; i++) {
        children[i] = start_role(roles[i]);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(read(g_ready[0], &byte, sizeof(byte)), sizeof(byte));
    }
    (void)usleep(after_us);
    (void)kill(children[which], SIGKILL);
    assert_int_equal(waitpid(children[which], &status, 0), children[which]);
    assert_true(ended_by(children[1U - which], 0));
}

/**
 * A process with an engine is killed at any moment: who waits for its blits gets them done, or an
 * error.
 * @verifies RF-MEDIA-054
 */
static void killed_engine_leaves_no_waiter(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < KILLS; i++) {
        kill_one(1U, (i * KILL_US_MAX) / KILLS);
    }
}

/**
 * A process that gives an engine frames is killed at any moment: its blits end, and what the engine
 * has can be given back.
 * @verifies RF-MEDIA-036
 * @verifies RF-MEDIA-024
 */
static void killed_client_leaves_no_blit(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < KILLS; i++) {
        kill_one(0U, (i * KILL_US_MAX) / KILLS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        processes_test(frames_go_through_another_process),
        processes_test(killed_engine_leaves_no_waiter),
        processes_test(killed_client_leaves_no_blit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
