/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack_deaths.c
 * 2D in one process, the consumer of its images in another. One of them is killed at some moment of
 * the stream, in the middle of what it does. The other one is told, or finds out by itself; it does
 * what needs nobody, gives all back, and ends well.
 */
#define _GNU_SOURCE

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../attack.h"
#include "buffers.h"

#define WIDTH  256U
#define HEIGHT 192U
#define IMAGES 2U
#define DEATHS 60U
/** Frames that nobody sees the end of. */
#define MANY 1000000U

/** Each process writes a byte when it is set up. */
static int is_ready[2];

static void say_ready(void)
{
    CHECK(write(is_ready[1], "r", 1U) == 1);
}

/* ---------------------------------------------------------------- lines that may end */

/** Receives a fence; false: the other process is gone. */
static bool get_fence(const Line *line, NvSciSyncObj object, NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;
    const Message *message = NULL;

    if (line_is_cut(line)) {
        return false;
    }
    message = line_receive(line);
    CHECK(message->size == sizeof(desc));
    (void)memcpy(&desc, message->bytes, sizeof(desc));
    CALL(NvSciSyncIpcImportFence(object, &desc, fence));
    return true;
}

/** Sends a fence; false: the other process is gone. */
static bool put_fence(const Line *line, const NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;
    Message message;
    uint32_t sent = 0U;
    NvSciError error = NvSciSyncIpcExportFence(fence, line->endpoint, &desc);

    if (error == NvSciError_Success) {
        message.size = sizeof(desc);
        (void)memcpy(message.bytes, &desc, sizeof(desc));
        error = NvSciIpcWriteSafe(line->endpoint, &message, (uint32_t)(8U + sizeof(desc)), &sent);
    }
    CHECK((error == NvSciError_Success) || (error == NvSciError_ConnectionReset) ||
          (error == NvSciError_NoSuchProcess));
    return error == NvSciError_Success;
}

/* ---------------------------------------------------------------- 2D */

typedef struct {
    Place place;
    Line line;
    NvMedia2D *engine;
    Picture input;
    Picture outputs[IMAGES];
    NvSciSyncObj written;
    NvSciSyncObj read;
} Producer;

static void producer_open(Producer *producer)
{
    const Place *const place = &producer->place;

    (void)memset(producer, 0, sizeof(*producer));
    line_open("nvscisync_a_0", &producer->line);
    modules_open(&producer->place);
    CALL(NvMedia2DCreate(&producer->engine, NULL));
    buffer_make(place, producer->engine, &kind_rgba, WIDTH, HEIGHT, &producer->input);
    sync_share(place, &producer->line, engine_sync_list(place, producer->engine, NVMEDIA_SIGNALER),
               cpu_list(place, NvSciSyncAccessPerm_WaitOnly), &producer->written);
    sync_take(place, &producer->line, engine_sync_list(place, producer->engine, NVMEDIA_WAITER),
              &producer->read);
    CALL(NvMedia2DRegisterNvSciSyncObj(producer->engine, NVMEDIA_EOFSYNCOBJ, producer->written));
    CALL(NvMedia2DRegisterNvSciSyncObj(producer->engine, NVMEDIA_PRESYNCOBJ, producer->read));
    for (uint32_t i = 0U; i < IMAGES; i++) {
        NvSciBufObj object = NULL;

        buf_share(place, &producer->line,
                  engine_buf_list(place, producer->engine, &kind_nv12, WIDTH, HEIGHT),
                  NvSciBufAccessPerm_Readonly, &object);
        picture_open(object, true, &producer->outputs[i]);
        CALL(NvMedia2DRegisterNvSciBufObj(producer->engine, object));
    }
}

static void producer_close(Producer *producer)
{
    for (uint32_t i = 0U; i < IMAGES; i++) {
        buffer_end(producer->engine, &producer->outputs[i]);
    }
    buffer_end(producer->engine, &producer->input);
    CALL(NvMedia2DDestroy(producer->engine));
    NvSciSyncObjFree(producer->written);
    NvSciSyncObjFree(producer->read);
    modules_close(&producer->place);
    line_close(&producer->line);
    nothing_is_left();
}

/** A frame; false: the consumer is gone. */
static bool produce_frame(Producer *producer, uint32_t number, NvSciSyncFence *before,
                          NvSciSyncFence *after)
{
    NvMedia2DComposeParameters params = 0U;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    if ((number >= IMAGES) && !get_fence(&producer->line, producer->read, before)) {
        return false;
    }
    pattern_draw(&producer->input, number);
    params = copy_begin(producer->engine, producer->input.object,
                        producer->outputs[number % IMAGES].object);
    status = NvMedia2DInsertPreNvSciSyncFence(producer->engine, params, before);
    CHECK((status == NVMEDIA_STATUS_OK) || (status == NVMEDIA_STATUS_ERROR));
    compose(producer->engine, params, producer->written, after);
    if (!put_fence(&producer->line, after)) {
        return false;
    }
    /* It comes also when what it waits for does not. */
    CALL(NvSciSyncFenceWait(after, producer->place.waits, LONG_ENOUGH));
    return true;
}

static void produce(void)
{
    const Kind *const kind = &kind_nv12;
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    NvMedia2DComposeParameters params = 0U;
    Producer producer;
    uint32_t number = 0U;
    Yuv yuv;

    producer_open(&producer);
    say_ready();
    while ((number < MANY) && produce_frame(&producer, number, &before, &after)) {
        number++;
    }
    /* What needs nobody is done still. */
    CALL(NvSciSyncFenceWait(&after, producer.place.waits, LONG_ENOUGH));
    pattern_draw(&producer.input, 7U);
    params = copy_begin(producer.engine, producer.input.object, producer.outputs[0].object);
    compose(producer.engine, params, producer.written, &after);
    CALL(NvSciSyncFenceWait(&after, producer.place.waits, LONG_ENOUGH));
    yuv = yuv_of(&producer.outputs[0], kind);
    CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, 7U, 1U) == 0U);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    producer_close(&producer);
}

/* ---------------------------------------------------------------- the consumer */

/** A frame; false: 2D is gone. */
static bool consume_frame(const Place *place, const Line *line, NvSciSyncObj written,
                          NvSciSyncObj read, const Picture *picture, uint32_t number)
{
    const Yuv yuv = yuv_of(picture, &kind_nv12);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence promise = NvSciSyncFenceInitializer;
    NvSciError error = NvSciError_Success;
    bool goes_on = get_fence(line, written, &fence);

    if (goes_on) {
        CALL(NvSciSyncObjGenerateFence(read, &promise));
        goes_on = put_fence(line, &promise);
        error = NvSciSyncFenceWait(&fence, place->waits, LONG_ENOUGH);
        CHECK((error == NvSciError_Success) || (error == NvSciError_NoSuchProcess));
        goes_on = goes_on && (error == NvSciError_Success);
    }
    if (error == NvSciError_Success) {
        CHECK(!goes_on || (yuv_faults(&yuv, WIDTH, HEIGHT, number, 1U) == 0U));
    }
    if (goes_on) {
        CALL(NvSciSyncObjSignal(read));
    }
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&promise);
    return goes_on;
}

static void consume(void)
{
    NvSciSyncObj written = NULL;
    NvSciSyncObj read = NULL;
    Picture pictures[IMAGES];
    Place place;
    Line line;
    uint32_t number = 0U;

    line_open("nvscisync_a_1", &line);
    modules_open(&place);
    sync_take(&place, &line, cpu_list(&place, NvSciSyncAccessPerm_WaitOnly), &written);
    sync_share(&place, &line, cpu_list(&place, NvSciSyncAccessPerm_SignalOnly), NULL, &read);
    for (uint32_t i = 0U; i < IMAGES; i++) {
        NvSciBufAttrList list = NULL;
        NvSciBufObj object = NULL;

        CALL(NvSciBufAttrListCreate(place.buf, &list));
        picture_list(list, &kind_nv12, WIDTH, HEIGHT, NvSciBufAccessPerm_Readonly);
        buf_take(&place, &line, list, NvSciBufAccessPerm_Readonly, &object);
        picture_open(object, false, &pictures[i]);
    }
    say_ready();
    while ((number < MANY) &&
           consume_frame(&place, &line, written, read, &pictures[number % IMAGES], number)) {
        number++;
    }
    for (uint32_t i = 0U; i < IMAGES; i++) {
        picture_free(&pictures[i]);
    }
    NvSciSyncObjFree(written);
    NvSciSyncObjFree(read);
    modules_close(&place);
    line_close(&line);
    nothing_is_left();
}

/* ---------------------------------------------------------------- deaths */

/** Kills one of the two so many microseconds after both are set up. */
static void kill_one(uint32_t victim, useconds_t later)
{
    pid_t children[2];

    CHECK(pipe(is_ready) == 0);
    for (uint32_t i = 0U; i < 2U; i++) {
        children[i] = fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) {
            (void)alarm(120U);
            ((i == 0U) ? produce : consume)();
            exit(EXIT_SUCCESS);
        }
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        struct pollfd entry = {is_ready[0], POLLIN, 0};
        char byte = '\0';

        CHECK((poll(&entry, 1U, LONG_ENOUGH / 1000) == 1) && (read(is_ready[0], &byte, 1U) == 1));
    }
    (void)usleep(later);
    CHECK(kill(children[victim], SIGKILL) == 0);
    for (uint32_t i = 0U; i < 2U; i++) {
        int status = -1;

        CHECK(waitpid(children[i], &status, 0) == children[i]);
        if (i == victim) {
            CHECK(WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL));
        } else if (!WIFEXITED(status) || (WEXITSTATUS(status) != EXIT_SUCCESS)) {
            (void)fprintf(stderr, "attack_deaths: %s ends with 0x%x, the other one after %u us\n",
                          (i == 0U) ? "2D" : "the consumer", (unsigned)status, (unsigned)later);
            exit(EXIT_FAILURE);
        }
    }
    (void)close(is_ready[0]);
    (void)close(is_ready[1]);
}

int main(void)
{
    uint32_t state = 12345U;

    for (uint32_t i = 0U; i < DEATHS; i++) {
        state = (state * 1664525U) + 1013904223U;
        kill_one(i % 2U, (useconds_t)((state >> 8U) % 30000U));
    }
    (void)printf("attack_deaths: %u processes were killed, and the other one went on\n", DEATHS);
    return EXIT_SUCCESS;
}
