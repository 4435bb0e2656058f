/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file processes.c
 * 2D in one process, the consumer in another: images for reading and the object of the ends go
 * there, an object of the consumer comes back. Each blit waits for the consumer to have read the
 * image before it is written again; no process waits for the other one but by fences.
 *
 * Then the consumer is killed between two frames, and the producer: who waits is told, and goes on.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "images.h"

#define WIDTH  320U
#define HEIGHT 200U
#define IMAGES 2U
#define FRAMES 24U

/** 0: nobody dies. */
static uint32_t dies_at;
static bool producer_dies;

/** Sends a fence to the other process, which may be gone. */
static void pass_on(const Line *line, const NvSciSyncFence *fence, bool may_be_gone)
{
    NvSciSyncFenceIpcExportDescriptor desc;
    Message message;
    uint32_t sent = 0U;

    if (!may_be_gone) {
        send_fence(line, fence);
    } else if (NvSciSyncIpcExportFence(fence, line->endpoint, &desc) == NvSciError_Success) {
        message.size = sizeof(desc);
        (void)memcpy(message.bytes, &desc, sizeof(desc));
        (void)NvSciIpcWriteSafe(line->endpoint, &message, (uint32_t)(8U + sizeof(desc)), &sent);
    }
}

typedef struct {
    Place place;
    Line line;
    NvMediaDevice *device;
    NvMedia2D *i2d;
    Frame input;
    Picture pixels;
    NvMediaImage *outputs[IMAGES];
    NvSciBufObj objects[IMAGES];
    NvSciSyncObj written;
    NvSciSyncObj read;
    /** Nobody signals it. */
    NvSciSyncObj never;
} Producer;

static void producer_open(Producer *producer)
{
    NvSciSyncAttrList list = NULL;

    (void)memset(producer, 0, sizeof(*producer));
    line_open("nvscisync_a_0", &producer->line);
    modules_open(&producer->place);
    producer->device = NvMediaDeviceCreate();
    CHECK(producer->device != NULL);
    producer->i2d = NvMedia2DCreate(producer->device);
    CHECK(producer->i2d != NULL);
    CALL(NvMediaImageNvSciBufInit());
    frame_make(&producer->place, producer->device, &surface_rgba, WIDTH, HEIGHT, &producer->input);
    picture_open(producer->input.object, true, &producer->pixels);
    CALL(NvSciSyncAttrListCreate(producer->place.sync, &list));
    CALL(NvMedia2DFillNvSciSyncAttrList(producer->i2d, list, NVMEDIA_SIGNALER));
    sync_share(&producer->place, &producer->line, list,
               cpu_list(&producer->place, NvSciSyncAccessPerm_WaitOnly), &producer->written);
    CALL(NvSciSyncAttrListCreate(producer->place.sync, &list));
    CALL(NvMedia2DFillNvSciSyncAttrList(producer->i2d, list, NVMEDIA_WAITER));
    sync_take(&producer->place, &producer->line, list, &producer->read);
    CALL(NvMedia2DRegisterNvSciSyncObj(producer->i2d, NVMEDIA_EOFSYNCOBJ, producer->written));
    CALL(NvMedia2DRegisterNvSciSyncObj(producer->i2d, NVMEDIA_PRESYNCOBJ, producer->read));
    CALL(NvSciSyncAttrListCreate(producer->place.sync, &list));
    CALL(NvMedia2DFillNvSciSyncAttrList(producer->i2d, list, NVMEDIA_WAITER));
    producer->never =
        sync_of(cpu_list(&producer->place, NvSciSyncAccessPerm_SignalOnly), list, NULL);
    CALL(NvMedia2DRegisterNvSciSyncObj(producer->i2d, NVMEDIA_PRESYNCOBJ, producer->never));
    for (uint32_t i = 0U; i < IMAGES; i++) {
        buf_share(&producer->place, &producer->line,
                  frame_list(&producer->place, producer->device, &surface_yuv420, WIDTH, HEIGHT,
                             NvSciBufAccessPerm_ReadWrite),
                  NvSciBufAccessPerm_Readonly, &producer->objects[i]);
        CALL(NvMediaImageCreateFromNvSciBuf(producer->device, producer->objects[i],
                                            &producer->outputs[i]));
        CALL(NvMedia2DImageRegister(producer->i2d, producer->outputs[i],
                                    NVMEDIA_ACCESS_MODE_READ_WRITE));
    }
}

static void producer_close(Producer *producer)
{
    for (uint32_t i = 0U; i < IMAGES; i++) {
        CALL(NvMedia2DImageUnRegister(producer->i2d, producer->outputs[i]));
        NvMediaImageDestroy(producer->outputs[i]);
    }
    frame_end(&producer->input);
    NvMediaImageNvSciBufDeinit();
    CALL(NvMedia2DUnregisterNvSciSyncObj(producer->i2d, producer->written));
    CALL(NvMedia2DUnregisterNvSciSyncObj(producer->i2d, producer->read));
    CALL(NvMedia2DUnregisterNvSciSyncObj(producer->i2d, producer->never));
    CALL(NvMedia2DDestroyEx(producer->i2d));
    NvMediaDeviceDestroy(producer->device);
    for (uint32_t i = 0U; i < IMAGES; i++) {
        NvSciBufObjFree(producer->objects[i]);
    }
    NvSciSyncObjFree(producer->written);
    NvSciSyncObjFree(producer->read);
    NvSciSyncObjFree(producer->never);
    modules_close(&producer->place);
    line_close(&producer->line);
}

/** What is left when the consumer is gone: its fences are refused, and blits that need nobody are
 * done. */
static void producer_goes_on(Producer *producer, const NvSciSyncFence *dead)
{
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(producer->i2d, dead), NVMEDIA_STATUS_ERROR);
    pattern_draw(&producer->pixels, 99U);
    CALL(NvMedia2DBlitEx(producer->i2d, producer->outputs[0], NULL, producer->input.image, NULL,
                         NULL, NULL));
    CHECK(frame_faults(producer->outputs[0], 99U) == 0U);
}

/** Dies with a blit in the queue, whose fence the consumer has. */
static void producer_ends(Producer *producer, uint32_t number)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CALL(NvSciSyncObjGenerateFence(producer->never, &fence));
    CALL(NvMedia2DInsertPreNvSciSyncFence(producer->i2d, &fence));
    CALL(NvMedia2DSetNvSciSyncObjforEOF(producer->i2d, producer->written));
    CALL(NvMedia2DBlitEx(producer->i2d, producer->outputs[number % IMAGES], NULL,
                         producer->input.image, NULL, NULL, NULL));
    CALL(NvMedia2DGetEOFNvSciSyncFence(producer->i2d, producer->written, &fence));
    send_fence(&producer->line, &fence);
    (void)raise(SIGKILL);
}

static void produce(void)
{
    Producer producer;
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;

    producer_open(&producer);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        NvMediaStatus status = NVMEDIA_STATUS_OK;

        if (producer_dies && (i == dies_at)) {
            producer_ends(&producer, i);
        }
        pattern_draw(&producer.pixels, i);
        if (i >= IMAGES) {
            receive_fence(&producer.line, producer.read, &before);
            CALL(NvMedia2DInsertPreNvSciSyncFence(producer.i2d, &before));
        }
        CALL(NvMedia2DSetNvSciSyncObjforEOF(producer.i2d, producer.written));
        status = NvMedia2DBlitEx(producer.i2d, producer.outputs[i % IMAGES], NULL,
                                 producer.input.image, NULL, NULL, NULL);
        CALL(status);
        CALL(NvMedia2DGetEOFNvSciSyncFence(producer.i2d, producer.written, &after));
        pass_on(&producer.line, &after, (dies_at != 0U) && (i >= dies_at));
        if ((dies_at != 0U) && !producer_dies && (i == (dies_at + IMAGES - 1U))) {
            /* The consumer, who has promised to read, dies: the blit ends without a start. */
            fence_await(&producer.place, &after);
            CHECK(frame_faults(producer.outputs[i % IMAGES], i) > 0U);
            producer_goes_on(&producer, &before);
            break;
        }
        /* The input is written again. */
        fence_await(&producer.place, &after);
    }
    NvSciSyncFenceClear(&before);
    if (dies_at == 0U) {
        (void)line_receive(&producer.line);
    }
    producer_close(&producer);
}

static void consume(void)
{
    const Kind *const kind = &kind_yuv420;
    Place place;
    Line line;
    NvSciSyncObj written = NULL;
    NvSciSyncObj read = NULL;
    Picture pictures[IMAGES];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    line_open("nvscisync_a_1", &line);
    modules_open(&place);
    sync_take(&place, &line, cpu_list(&place, NvSciSyncAccessPerm_WaitOnly), &written);
    sync_share(&place, &line, cpu_list(&place, NvSciSyncAccessPerm_SignalOnly), NULL, &read);
    for (uint32_t i = 0U; i < IMAGES; i++) {
        NvSciBufAttrList list = NULL;
        NvSciBufObj object = NULL;

        CALL(NvSciBufAttrListCreate(place.buf, &list));
        picture_list(list, kind, WIDTH, HEIGHT, NvSciBufAccessPerm_Readonly);
        buf_take(&place, &line, list, NvSciBufAccessPerm_Readonly, &object);
        picture_open(object, false, &pictures[i]);
    }
    for (uint32_t i = 0U; i < FRAMES; i++) {
        const Yuv yuv = yuv_of(&pictures[i % IMAGES], kind);
        NvSciSyncFence promise = NvSciSyncFenceInitializer;
        NvSciError error = NvSciError_Success;

        if (producer_dies && (i == dies_at)) {
            receive_fence(&line, written, &fence);
            REFUSED(NvSciSyncFenceWait(&fence, place.waits, LONG_ENOUGH), NvSciError_NoSuchProcess);
            CHECK(line_is_cut(&line));
            break;
        }
        receive_fence(&line, written, &fence);
        if (i < (FRAMES - IMAGES)) {
            CALL(NvSciSyncObjGenerateFence(read, &promise));
            pass_on(&line, &promise, producer_dies && ((i + IMAGES) >= dies_at));
            NvSciSyncFenceClear(&promise);
        }
        error = NvSciSyncFenceWait(&fence, place.waits, LONG_ENOUGH);
        CHECK(error == NvSciError_Success);
        CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, i, 1U) == 0U);
        if (!producer_dies && (dies_at != 0U) && (i == (dies_at - 1U))) {
            (void)raise(SIGKILL);
        }
        if (i < (FRAMES - IMAGES)) {
            CALL(NvSciSyncObjSignal(read));
        }
    }
    NvSciSyncFenceClear(&fence);
    if (dies_at == 0U) {
        line_send(&line, "end", 3U);
    }
    for (uint32_t i = 0U; i < IMAGES; i++) {
        picture_free(&pictures[i]);
    }
    NvSciSyncObjFree(written);
    NvSciSyncObjFree(read);
    modules_close(&place);
    line_close(&line);
}

/** One of them is killed; the other one must end well. */
static void with_a_death(uint32_t frame, bool is_producer)
{
    pid_t children[2];

    dies_at = frame;
    producer_dies = is_producer;
    for (int i = 0; i < 2; i++) {
        children[i] = fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) {
            ((i == 0) ? produce : consume)();
            exit(EXIT_SUCCESS);
        }
    }
    for (int i = 0; i < 2; i++) {
        int status = -1;

        CHECK(waitpid(children[i], &status, 0) == children[i]);
        if ((i == 0) == is_producer) {
            CHECK(WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL));
        } else {
            CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS));
        }
    }
}

int main(void)
{
    in_two(produce, consume);
    for (uint32_t frame = 3U; frame < 8U; frame++) {
        with_a_death(frame, true);
        with_a_death(frame, false);
    }
    (void)printf("processes: %u frames, and 10 deaths\n", FRAMES);
    return EXIT_SUCCESS;
}
