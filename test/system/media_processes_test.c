/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_processes_test.c
 * A process with a 2D engine, and one that gives it frames: buffers, objects and fences of both;
 * either of them is killed at any moment.
 */
#define _GNU_SOURCE

#include "engine_peers.h"

#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_image_nvscibuf.h"

#define WIDTH  64U
#define HEIGHT 48U

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

/* ---------------------------------------------------------------- frames */

static uint8_t byte_of(uint32_t frame, size_t x, size_t y)
{
    return (uint8_t)((frame * 37U) + (x * 5U) + (y * 3U));
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

static void write_frame(const Shared *shared, uint8_t *bytes, uint32_t frame)
{
    const size_t pitch = pitch_of(shared->buffers[0]);

    for (size_t i = 0U; i < (WIDTH * HEIGHT); i++) {
        bytes[((i / WIDTH) * pitch) + (i % WIDTH)] = byte_of(frame, i % WIDTH, i / WIDTH);
    }
}

static void check_frame(const Shared *shared, const uint8_t *bytes, uint32_t frame)
{
    const size_t pitch = pitch_of(shared->buffers[1]);

    for (size_t i = 0U; i < (WIDTH * HEIGHT); i++) {
        CHECK(bytes[((i / WIDTH) * pitch) + (i % WIDTH)] == byte_of(frame, i % WIDTH, i / WIDTH));
    }
}

/* ---------------------------------------------------------------- tests */

/**
 * Frames go to an engine of another process and back: each output is that of its input.
 * @verifies RF-MEDIA-050
 * @verifies RF-MEDIA-051
 */
static void frames_go_through_another_process(void **state)
{
    (void)state;
    run_both();
}

/**
 * A process with an engine is killed at any moment: who waits for its blits gets them done, or an
 * error.
 * @verifies RF-MEDIA-054
 */
static void killed_engine_leaves_no_waiter(void **state)
{
    (void)state;
    kill_often(1U);
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
    kill_often(0U);
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
