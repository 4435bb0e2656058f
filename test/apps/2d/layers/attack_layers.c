/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack_layers.c
 * A client of layers and compose parameters that does what it should not: tokens that are stale, of
 * another engine or made up, engines that are none or of the other generation, layers without a
 * source, buffers that are gone, full tables, waits that do not end, wrong phases, children. Each
 * attack has a process of its own, must end soon, and leave nothing behind.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../attack.h"
#include "buffers.h"

#define WIDTH  64U
#define HEIGHT 32U
#define BAD    NVMEDIA_STATUS_BAD_PARAMETER
#define NOT    NVMEDIA_STATUS_NOT_SUPPORTED
#define STATE  NVMEDIA_STATUS_UNDEFINED_STATE
#define MANY   5000U

/* The first generation's, whose headers are not for one source with those of the second. */
#undef NvMedia2DCreate
#undef NvMedia2DDestroy
NvMedia2D *NvMedia2DCreate(NvMediaDevice *device);
void NvMedia2DDestroy(NvMedia2D *i2d);
NvMediaStatus NvMedia2DDestroyEx(NvMedia2D *i2d);
NvMediaStatus NvMedia2DCreate_v6(NvMedia2D **handle, const NvMedia2DAttributes *attr);
NvMediaStatus NvMedia2DDestroy_v6(NvMedia2D *handle);

typedef struct {
    Place place;
    NvMedia2D *engine;
    Picture input;
    Picture output;
    NvSciSyncObj go;
    NvSciSyncObj done;
} Bench;

static void bench_open(Bench *bench)
{
    (void)memset(bench, 0, sizeof(*bench));
    modules_open(&bench->place);
    CALL(NvMedia2DCreate_v6(&bench->engine, NULL));
    buffer_make(&bench->place, bench->engine, &kind_rgba, WIDTH, HEIGHT, &bench->input);
    buffer_make(&bench->place, bench->engine, &kind_yuv420, WIDTH, HEIGHT, &bench->output);
    bench->go = sync_of(cpu_list(&bench->place, NvSciSyncAccessPerm_SignalOnly),
                        engine_sync_list(&bench->place, bench->engine, NVMEDIA_WAITER), NULL);
    bench->done = sync_of(engine_sync_list(&bench->place, bench->engine, NVMEDIA_SIGNALER),
                          cpu_list(&bench->place, NvSciSyncAccessPerm_WaitOnly), NULL);
    CALL(NvMedia2DRegisterNvSciSyncObj(bench->engine, NVMEDIA_PRESYNCOBJ, bench->go));
    CALL(NvMedia2DRegisterNvSciSyncObj(bench->engine, NVMEDIA_EOFSYNCOBJ, bench->done));
}

/** Ends what there is but the engine. */
static void bench_free(Bench *bench)
{
    picture_free(&bench->input);
    picture_free(&bench->output);
    NvSciSyncObjFree(bench->go);
    NvSciSyncObjFree(bench->done);
    modules_close(&bench->place);
    nothing_is_left();
}

static void bench_close(Bench *bench)
{
    CALL(NvMedia2DDestroy_v6(bench->engine));
    bench_free(bench);
}

/** A copy of the input, to be composed. */
static NvMedia2DComposeParameters copy(const Bench *bench)
{
    return copy_begin(bench->engine, bench->input.object, bench->output.object);
}

/** Whether the engine works. */
static bool works(const Bench *bench)
{
    static uint32_t seed = 300U;
    const Yuv yuv = yuv_of(&bench->output, &kind_yuv420);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    /* Operations that nobody waits for may read the input still. */
    compose(bench->engine, copy(bench), bench->done, &fence);
    fence_await(&bench->place, &fence);
    seed++;
    pattern_draw(&bench->input, seed);
    compose(bench->engine, copy(bench), bench->done, &fence);
    fence_await(&bench->place, &fence);
    return yuv_faults(&yuv, WIDTH, HEIGHT, seed, 1U) == 0U;
}

/* ---------------------------------------------------------------- engines and tokens */

static void try_engine(NvMedia2D *wrong, const Bench *bench)
{
    NvMedia2DComposeParameters params = copy(bench);
    NvMedia2DComposeResult result = {0U};
    NvMedia2DFilterBuffer buffer = 0U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciBufAttrList list = NULL;
    NvSciSyncAttrList sync_list = NULL;

    CALL(NvSciBufAttrListCreate(bench->place.buf, &list));
    CALL(NvSciSyncAttrListCreate(bench->place.sync, &sync_list));
    REFUSED(NvMedia2DDestroy_v6(wrong), BAD);
    REFUSED(NvMedia2DGetComposeParameters(wrong, &params), BAD);
    REFUSED(NvMedia2DSetSrcFilter(wrong, params, 0U, NVMEDIA_2D_FILTER_LOW), BAD);
    REFUSED(NvMedia2DSetSrcGeometry(wrong, params, 0U, NULL, NULL, NVMEDIA_2D_TRANSFORM_NONE), BAD);
    REFUSED(NvMedia2DSetSrcBlendMode(wrong, params, 0U, NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA, 0.5F),
            BAD);
    REFUSED(NvMedia2DCreateFilterBuffer(wrong, &buffer), BAD);
    REFUSED(NvMedia2DDestroyFilterBuffer(wrong, buffer), BAD);
    REFUSED(NvMedia2DCompose(wrong, params, &result), BAD);
    REFUSED(NvMedia2DFillNvSciBufAttrList(wrong, list), BAD);
    REFUSED(NvMedia2DFillNvSciSyncAttrList(wrong, sync_list, NVMEDIA_WAITER), BAD);
    REFUSED(NvMedia2DRegisterNvSciBufObj(wrong, bench->input.object), BAD);
    REFUSED(NvMedia2DUnregisterNvSciBufObj(wrong, bench->input.object), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(wrong, NVMEDIA_EOFSYNCOBJ, bench->done), BAD);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(wrong, bench->done), BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(wrong, params, bench->done), BAD);
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(wrong, params, &fence), BAD);
    REFUSED(NvMedia2DGetEOFNvSciSyncFence(wrong, &result, &fence), BAD);
    REFUSED(NvMedia2DSetSrcNvSciBufObj(wrong, params, 0U, bench->input.object), BAD);
    REFUSED(NvMedia2DSetDstNvSciBufObj(wrong, params, bench->output.object), BAD);
    CALL(NvMedia2DCompose(bench->engine, params, NULL));
    NvSciBufAttrListFree(list);
    NvSciSyncAttrListFree(sync_list);
}

/** Waits until the queue is empty. */
static void settle(const Bench *bench)
{
    CHECK(works(bench));
}

static void wrong_engines(void)
{
    const uintptr_t numbers[] = {0U, 1U, 8U, 4096U, UINTPTR_MAX, UINTPTR_MAX - 7U, 1U << 31U};
    NvMediaDevice *const device = NvMediaDeviceCreate();
    NvMedia2D *const of_first = NvMedia2DCreate(device);
    NvMedia2D *stale = NULL;
    Bench bench;

    CHECK(of_first != NULL);
    bench_open(&bench);
    CALL(NvMedia2DCreate_v6(&stale, NULL));
    CALL(NvMedia2DDestroy_v6(stale));
    for (size_t i = 0U; i < COUNT_OF(numbers); i++) {
        try_engine(as_pointer(numbers[i]), &bench);
    }
    settle(&bench);
    try_engine(stale, &bench);
    try_engine(of_first, &bench);
    try_engine((NvMedia2D *)(void *)device, &bench);
    try_engine((NvMedia2D *)(void *)bench.input.object, &bench);
    REFUSED(NvMedia2DDestroyEx(bench.engine), BAD);
    NvMedia2DDestroy(bench.engine);
    for (uintptr_t bit = 0U; bit < 64U; bit++) {
        settle(&bench);
        try_engine(as_pointer((uintptr_t)bench.engine ^ ((uintptr_t)1U << bit)), &bench);
    }
    CHECK(works(&bench));
    CALL(NvMedia2DDestroyEx(of_first));
    NvMediaDeviceDestroy(device);
    bench_close(&bench);
}

static void try_token(const Bench *bench, NvMedia2DComposeParameters wrong)
{
    NvMedia2D *const engine = bench->engine;
    NvMedia2DComposeResult result = {77U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    REFUSED(NvMedia2DSetSrcFilter(engine, wrong, 0U, NVMEDIA_2D_FILTER_LOW), BAD);
    REFUSED(NvMedia2DSetSrcGeometry(engine, wrong, 0U, NULL, NULL, NVMEDIA_2D_TRANSFORM_NONE), BAD);
    REFUSED(NvMedia2DSetSrcBlendMode(engine, wrong, 0U, NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA, 0.5F),
            BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(engine, wrong, bench->done), BAD);
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(engine, wrong, &fence), BAD);
    REFUSED(NvMedia2DSetSrcNvSciBufObj(engine, wrong, 0U, bench->input.object), BAD);
    REFUSED(NvMedia2DSetDstNvSciBufObj(engine, wrong, bench->output.object), BAD);
    REFUSED(NvMedia2DCompose(engine, wrong, &result), BAD);
    CHECK(result.operationId == 77U);
}

static void wrong_tokens(void)
{
    NvMedia2DComposeParameters params = 0U;
    NvMedia2DComposeParameters other = 0U;
    NvMedia2D *second = NULL;
    Bench bench;

    bench_open(&bench);
    CALL(NvMedia2DCreate_v6(&second, NULL));
    for (uint32_t i = 0U; i < 5U; i++) {
        CALL(NvMedia2DGetComposeParameters(second, &other));
    }
    params = copy(&bench);
    CALL(NvMedia2DCompose(bench.engine, params, NULL));
    try_token(&bench, params);
    try_token(&bench, 0U);
    try_token(&bench, UINT32_MAX);
    if (other != params) {
        try_token(&bench, other);
    }
    params = copy(&bench);
    for (uint32_t bit = 0U; bit < 32U; bit++) {
        try_token(&bench, params ^ (1U << bit));
    }
    CALL(NvMedia2DCompose(bench.engine, params, NULL));
    CHECK(works(&bench));
    CALL(NvMedia2DDestroy_v6(second));
    bench_close(&bench);
}

/* ---------------------------------------------------------------- arguments */

static void wrong_layers(const Bench *bench, NvMedia2DComposeParameters params)
{
    NvMedia2D *const engine = bench->engine;
    const NvMediaRect empty[] = {{0U, 0U, 0U, 0U}, {4U, 4U, 4U, 8U}, {8U, 4U, 4U, 8U}};
    const float alphas[] = {-0.5F, 1.5F, -1.0e30F, 1.0e30F, (float)(0.0 / 0.0)};

    REFUSED(NvMedia2DSetSrcFilter(engine, params, NVMEDIA_2D_MAX_LAYERS, NVMEDIA_2D_FILTER_LOW),
            BAD);
    REFUSED(NvMedia2DSetSrcFilter(engine, params, UINT32_MAX, NVMEDIA_2D_FILTER_LOW), BAD);
    REFUSED(NvMedia2DSetSrcFilter(engine, params, 0U, (NvMedia2DFilter)0), BAD);
    REFUSED(NvMedia2DSetSrcFilter(engine, params, 0U, (NvMedia2DFilter)5), BAD);
    REFUSED(NvMedia2DSetSrcGeometry(engine, params, NVMEDIA_2D_MAX_LAYERS, NULL, NULL,
                                    NVMEDIA_2D_TRANSFORM_NONE),
            BAD);
    REFUSED(NvMedia2DSetSrcGeometry(engine, params, 0U, NULL, NULL, (NvMedia2DTransform)8), BAD);
    for (size_t i = 0U; i < COUNT_OF(empty); i++) {
        REFUSED(
            NvMedia2DSetSrcGeometry(engine, params, 0U, &empty[i], NULL, NVMEDIA_2D_TRANSFORM_NONE),
            BAD);
        REFUSED(
            NvMedia2DSetSrcGeometry(engine, params, 0U, NULL, &empty[i], NVMEDIA_2D_TRANSFORM_NONE),
            BAD);
    }
    for (size_t i = 0U; i < COUNT_OF(alphas); i++) {
        REFUSED(NvMedia2DSetSrcBlendMode(engine, params, 0U, NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA,
                                         alphas[i]),
                BAD);
    }
    REFUSED(NvMedia2DSetSrcBlendMode(engine, params, 0U, (NvMedia2DBlendMode)0, 0.5F), BAD);
    REFUSED(NvMedia2DSetSrcBlendMode(engine, params, 0U, (NvMedia2DBlendMode)5, 0.5F), BAD);
    REFUSED(NvMedia2DSetSrcBlendMode(engine, params, NVMEDIA_2D_MAX_LAYERS,
                                     NVMEDIA_2D_BLEND_MODE_DISABLED, 0.5F),
            BAD);
    REFUSED(NvMedia2DSetSrcNvSciBufObj(engine, params, NVMEDIA_2D_MAX_LAYERS, bench->input.object),
            BAD);
    REFUSED(NvMedia2DSetSrcNvSciBufObj(engine, params, 0U, NULL), BAD);
    REFUSED(NvMedia2DSetDstNvSciBufObj(engine, params, NULL), BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(engine, params, NULL), BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(engine, params, bench->go), BAD);
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(engine, params, NULL), BAD);
}

/** Operations that are not whole: each is refused, and can be completed. */
static void unfinished(const Bench *bench)
{
    NvMedia2D *const engine = bench->engine;
    const NvMediaRect outside = {0U, 0U, WIDTH + 2U, HEIGHT};
    const NvMediaRect odd = {1U, 0U, 11U, 10U};
    const NvMediaRect tiny = {0U, 0U, 2U, 2U};
    NvMedia2DComposeParameters params = 0U;

    CALL(NvMedia2DGetComposeParameters(engine, &params));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    CALL(NvMedia2DSetDstNvSciBufObj(engine, params, bench->output.object));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    CALL(NvMedia2DSetSrcFilter(engine, params, 1U, NVMEDIA_2D_FILTER_OFF));
    CALL(NvMedia2DSetSrcNvSciBufObj(engine, params, 0U, bench->input.object));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    CALL(NvMedia2DSetSrcNvSciBufObj(engine, params, 1U, bench->output.object));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    CALL(NvMedia2DSetSrcNvSciBufObj(engine, params, 1U, bench->input.object));
    CALL(NvMedia2DSetSrcGeometry(engine, params, 1U, &outside, NULL, NVMEDIA_2D_TRANSFORM_NONE));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    CALL(NvMedia2DSetSrcGeometry(engine, params, 1U, NULL, &odd, NVMEDIA_2D_TRANSFORM_NONE));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    CALL(NvMedia2DSetSrcGeometry(engine, params, 1U, NULL, &tiny, NVMEDIA_2D_TRANSFORM_NONE));
    REFUSED(NvMedia2DCompose(engine, params, NULL), NOT);
    CALL(NvMedia2DSetSrcGeometry(engine, params, 1U, NULL, NULL, NVMEDIA_2D_TRANSFORM_NONE));
    CALL(NvMedia2DCompose(engine, params, NULL));
}

/** A buffer, or an object, whose registration ends while a token names it. */
static void gone(const Bench *bench)
{
    NvMedia2D *const engine = bench->engine;
    NvMedia2DComposeParameters params = copy(bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CALL(NvMedia2DUnregisterNvSciBufObj(engine, bench->input.object));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    REFUSED(NvMedia2DSetSrcNvSciBufObj(engine, params, 0U, bench->input.object), BAD);
    REFUSED(NvMedia2DUnregisterNvSciBufObj(engine, bench->input.object), BAD);
    CALL(NvMedia2DRegisterNvSciBufObj(engine, bench->input.object));
    REFUSED(NvMedia2DRegisterNvSciBufObj(engine, bench->input.object), BAD);
    CALL(NvMedia2DSetSrcNvSciBufObj(engine, params, 0U, bench->input.object));
    CALL(NvMedia2DSetNvSciSyncObjforEOF(engine, params, bench->done));
    CALL(NvMedia2DUnregisterNvSciSyncObj(engine, bench->done));
    REFUSED(NvMedia2DCompose(engine, params, NULL), BAD);
    CALL(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_EOFSYNCOBJ, bench->done));
    compose(engine, params, bench->done, &fence);
    fence_await(&bench->place, &fence);
}

static void wrong_arguments(void)
{
    const NvMedia2DAttributes wrong[] = {{0U, 4U, 4U, 0U, 0U},    {1025U, 4U, 4U, 0U, 0U},
                                         {4U, 0U, 4U, 0U, 0U},    {4U, 1025U, 4U, 0U, 0U},
                                         {4U, 4U, 2000U, 0U, 0U}, {4U, 4U, 4U, 17U, 0U},
                                         {4U, 4U, 4U, 0U, 1U}};
    const Kind raw = {1U, {NvSciColor_Bayer8RGGB}, {1U}, {1U}, NvSciColorStd_SENSOR_RGBA};
    NvMedia2DComposeParameters params = 0U;
    NvMedia2DComposeResult result = {1000000U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMedia2D *engine = NULL;
    NvSciBufAttrList list = NULL;
    Picture picture;
    Bench bench;

    REFUSED(NvMedia2DGetVersion(NULL), BAD);
    REFUSED(NvMedia2DCreate_v6(NULL, NULL), BAD);
    for (size_t i = 0U; i < COUNT_OF(wrong); i++) {
        REFUSED(NvMedia2DCreate_v6(&engine, &wrong[i]), BAD);
    }
    CHECK(engine == NULL);
    bench_open(&bench);
    REFUSED(NvMedia2DGetComposeParameters(bench.engine, NULL), BAD);
    REFUSED(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &result, &fence), BAD);
    REFUSED(NvMedia2DGetEOFNvSciSyncFence(bench.engine, NULL, &fence), BAD);
    CALL(NvMedia2DGetComposeParameters(bench.engine, &params));
    wrong_layers(&bench, params);
    CALL(NvMedia2DSetSrcNvSciBufObj(bench.engine, params, 0U, bench.input.object));
    CALL(NvMedia2DSetDstNvSciBufObj(bench.engine, params, bench.output.object));
    CALL(NvMedia2DCompose(bench.engine, params, &result));
    /* No object was set for it. */
    REFUSED(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &result, &fence), BAD);
    unfinished(&bench);
    CHECK(works(&bench));
    gone(&bench);
    /* What is no image of a format that there is. */
    CALL(NvSciBufAttrListCreate(bench.place.buf, &list));
    picture_list(list, &raw, WIDTH, HEIGHT, NvSciBufAccessPerm_ReadWrite);
    picture_make(list, &picture);
    REFUSED(NvMedia2DRegisterNvSciBufObj(bench.engine, picture.object), NOT);
    REFUSED(NvMedia2DRegisterNvSciBufObj(bench.engine, NULL), BAD);
    picture_free(&picture);
    REFUSED(NvMedia2DFillNvSciBufAttrList(bench.engine, NULL), BAD);
    REFUSED(NvMedia2DFillNvSciBufAttrList(bench.engine, list), BAD);
    CHECK(works(&bench));
    bench_close(&bench);
}

/* ---------------------------------------------------------------- full tables */

static void full_tokens(void)
{
    const NvMedia2DAttributes few = {3U, 2U, 1U, 2U, 0U};
    NvMedia2DComposeParameters params[4] = {0U, 0U, 0U, 0U};
    NvMedia2DFilterBuffer buffers[3] = {0U, 0U, 0U};
    NvMedia2D *engine = NULL;
    Picture third;
    Bench bench;

    bench_open(&bench);
    CALL(NvMedia2DCreate_v6(&engine, &few));
    for (uint32_t i = 0U; i < 3U; i++) {
        CALL(NvMedia2DGetComposeParameters(engine, &params[i]));
        for (uint32_t k = 0U; k < i; k++) {
            CHECK(params[k] != params[i]);
        }
    }
    REFUSED(NvMedia2DGetComposeParameters(engine, &params[3]),
            NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    CALL(NvMedia2DRegisterNvSciBufObj(engine, bench.input.object));
    CALL(NvMedia2DRegisterNvSciBufObj(engine, bench.output.object));
    picture_make(engine_buf_list(&bench.place, engine, &kind_rgba, 4U, 4U), &third);
    REFUSED(NvMedia2DRegisterNvSciBufObj(engine, third.object), NVMEDIA_STATUS_OUT_OF_MEMORY);
    CALL(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_PRESYNCOBJ, bench.go));
    REFUSED(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_EOFSYNCOBJ, bench.done),
            NVMEDIA_STATUS_OUT_OF_MEMORY);
    CALL(NvMedia2DCreateFilterBuffer(engine, &buffers[0]));
    CALL(NvMedia2DCreateFilterBuffer(engine, &buffers[1]));
    REFUSED(NvMedia2DCreateFilterBuffer(engine, &buffers[2]), NVMEDIA_STATUS_OUT_OF_MEMORY);
    CALL(NvMedia2DDestroyFilterBuffer(engine, buffers[0]));
    REFUSED(NvMedia2DDestroyFilterBuffer(engine, buffers[0]), BAD);
    CALL(NvMedia2DCreateFilterBuffer(engine, &buffers[2]));
    /* A token comes back with the operation. */
    CALL(NvMedia2DSetSrcNvSciBufObj(engine, params[1], 0U, bench.input.object));
    CALL(NvMedia2DSetDstNvSciBufObj(engine, params[1], bench.output.object));
    CALL(NvMedia2DCompose(engine, params[1], NULL));
    CALL(NvMedia2DGetComposeParameters(engine, &params[3]));
    CHECK(params[3] != params[1]);
    CALL(NvMedia2DDestroy_v6(engine));
    picture_free(&third);
    bench_close(&bench);
}

static void full_queue(void)
{
    NvSciSyncFence gate = NvSciSyncFenceInitializer;
    NvSciSyncFence end = NvSciSyncFenceInitializer;
    uint32_t first = 0U;
    Bench bench;

    bench_open(&bench);
    for (uint32_t round = 0U; round < 3U; round++) {
        NvMediaStatus status = NVMEDIA_STATUS_OK;
        NvMedia2DComposeParameters params = copy(&bench);
        NvMedia2DComposeResult result = {0U};
        uint32_t count = 0U;

        CALL(NvSciSyncObjGenerateFence(bench.go, &gate));
        for (uint32_t i = 0U; i < NVMEDIA_2D_MAX_PRE_FENCES; i++) {
            CALL(NvMedia2DInsertPreNvSciSyncFence(bench.engine, params, &gate));
        }
        REFUSED(NvMedia2DInsertPreNvSciSyncFence(bench.engine, params, &gate),
                NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
        while ((count < MANY) && (status == NVMEDIA_STATUS_OK)) {
            CALL(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, params, bench.done));
            status = NvMedia2DCompose(bench.engine, params, &result);
            if (status == NVMEDIA_STATUS_OK) {
                count++;
                params = copy(&bench);
            }
        }
        REFUSED(status, NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
        CHECK((round == 0U) || (count == first));
        first = count;
        CALL(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &result, &end));
        CHECK(!fence_is_over(&bench.place, &end));
        CALL(NvSciSyncObjSignal(bench.go));
        fence_await(&bench.place, &end);
        /* The token of the refused one is as it was. */
        CALL(NvMedia2DCompose(bench.engine, params, &result));
        CALL(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &result, &end));
        fence_await(&bench.place, &end);
        CHECK(works(&bench));
    }
    NvSciSyncFenceClear(&gate);
    bench_close(&bench);
}

static void full_engines(void)
{
    static NvMedia2D *engines[MANY];
    uint32_t first = 0U;

    for (uint32_t round = 0U; round < 2U; round++) {
        uint32_t count = 0U;
        NvMediaStatus status = NVMEDIA_STATUS_OK;

        while ((count < MANY) && (status == NVMEDIA_STATUS_OK)) {
            status = NvMedia2DCreate_v6(&engines[count], NULL);
            count += (status == NVMEDIA_STATUS_OK) ? 1U : 0U;
        }
        REFUSED(status, NVMEDIA_STATUS_OUT_OF_MEMORY);
        CHECK((round == 0U) || (count == first));
        first = count;
        for (uint32_t i = 0U; i < count; i++) {
            CALL(NvMedia2DDestroy_v6(engines[i]));
        }
    }
    nothing_is_left();
}

/* ---------------------------------------------------------------- waits, phases, children */

static void wait_for_nobody(void)
{
    NvSciSyncFence gate = NvSciSyncFenceInitializer;
    NvSciSyncFence ends[3];
    Bench bench;

    (void)memset(ends, 0, sizeof(ends));
    bench_open(&bench);
    CALL(NvSciSyncObjGenerateFence(bench.go, &gate));
    for (uint32_t i = 0U; i < 3U; i++) {
        const NvMedia2DComposeParameters params = copy(&bench);

        CALL(NvMedia2DInsertPreNvSciSyncFence(bench.engine, params, &gate));
        compose(bench.engine, params, bench.done, &ends[i]);
    }
    REFUSED(NvSciSyncFenceWait(&ends[0], bench.place.waits, 20000), NvSciError_Timeout);
    REFUSED(NvMedia2DUnregisterNvSciBufObj(bench.engine, bench.input.object),
            NVMEDIA_STATUS_PENDING);
    REFUSED(NvMedia2DUnregisterNvSciBufObj(bench.engine, bench.output.object),
            NVMEDIA_STATUS_PENDING);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(bench.engine, bench.go), NVMEDIA_STATUS_PENDING);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(bench.engine, bench.done), NVMEDIA_STATUS_PENDING);
    CALL(NvMedia2DDestroy_v6(bench.engine));
    for (uint32_t i = 0U; i < 3U; i++) {
        fence_await(&bench.place, &ends[i]);
    }
    NvSciSyncFenceClear(&gate);
    bench_free(&bench);
}

/** One object is not signalled by two engines, until the first one lets it go. */
static void two_signallers(void)
{
    NvMedia2D *second = NULL;
    NvMedia2DComposeParameters params = 0U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Bench bench;

    bench_open(&bench);
    CHECK(works(&bench));
    CALL(NvMedia2DCreate_v6(&second, NULL));
    CALL(NvMedia2DRegisterNvSciBufObj(second, bench.input.object));
    CALL(NvMedia2DRegisterNvSciBufObj(second, bench.output.object));
    CALL(NvMedia2DRegisterNvSciSyncObj(second, NVMEDIA_EOFSYNCOBJ, bench.done));
    params = copy_begin(second, bench.input.object, bench.output.object);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(second, params, bench.done), BAD);
    CALL(NvMedia2DUnregisterNvSciSyncObj(bench.engine, bench.done));
    compose(second, params, bench.done, &fence);
    fence_await(&bench.place, &fence);
    CALL(NvMedia2DDestroy_v6(second));
    bench_close(&bench);
}

static void phases(void)
{
    const NvMediaRect part = {0U, 0U, 40U, 20U};
    const NvMediaRect other = {0U, 0U, 40U, 22U};
    NvMedia2DComposeParameters params = 0U;
    NvMedia2DFilterBuffer buffer = 0U;
    NvMedia2D *engine = NULL;
    NvSciBufAttrList list = NULL;
    Bench bench;

    bench_open(&bench);
    CALL(NvSciBufAttrListCreate(bench.place.buf, &list));
    params = copy(&bench);
    CALL(NvMedia2DSetSrcFilter(bench.engine, params, 0U, NVMEDIA_2D_FILTER_LOW));
    CALL(NvMedia2DSetSrcGeometry(bench.engine, params, 0U, NULL, &part, NVMEDIA_2D_TRANSFORM_NONE));
    CALL(NvMedia2DCompose(bench.engine, params, NULL));
    CALL(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    REFUSED(NvMedia2DCreate_v6(&engine, NULL), STATE);
    REFUSED(NvMedia2DDestroy_v6(bench.engine), STATE);
    REFUSED(NvMedia2DFillNvSciBufAttrList(bench.engine, list), STATE);
    REFUSED(NvMedia2DRegisterNvSciBufObj(bench.engine, bench.input.object), STATE);
    REFUSED(NvMedia2DUnregisterNvSciBufObj(bench.engine, bench.input.object), STATE);
    REFUSED(NvMedia2DCreateFilterBuffer(bench.engine, &buffer), STATE);
    params = copy(&bench);
    CALL(NvMedia2DSetSrcFilter(bench.engine, params, 0U, NVMEDIA_2D_FILTER_LOW));
    CALL(
        NvMedia2DSetSrcGeometry(bench.engine, params, 0U, NULL, &other, NVMEDIA_2D_TRANSFORM_NONE));
    REFUSED(NvMedia2DCompose(bench.engine, params, NULL), NOT);
    CALL(NvMedia2DSetSrcGeometry(bench.engine, params, 0U, NULL, &part, NVMEDIA_2D_TRANSFORM_NONE));
    CALL(NvMedia2DCompose(bench.engine, params, NULL));
    CHECK(works(&bench));
    CALL(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    REFUSED(NvMedia2DGetComposeParameters(bench.engine, &params), STATE);
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

static void children(void)
{
    NvSciSyncFence gate = NvSciSyncFenceInitializer;
    NvMedia2DComposeParameters params = 0U;
    Bench bench;

    bench_open(&bench);
    CALL(NvSciSyncObjGenerateFence(bench.go, &gate));
    params = copy(&bench);
    CALL(NvMedia2DInsertPreNvSciSyncFence(bench.engine, params, &gate));
    CALL(NvMedia2DCompose(bench.engine, params, NULL));
    params = copy(&bench);
    for (int i = 0; i < 2; i++) {
        int status = -1;
        const pid_t child = fork();

        CHECK(child >= 0);
        if (child == 0) {
            NvMedia2D *engine = NULL;

            (void)alarm(100U);
            REFUSED(NvMedia2DCompose(bench.engine, params, NULL), BAD);
            REFUSED(NvMedia2DGetComposeParameters(bench.engine, &params), BAD);
            REFUSED(NvMedia2DCreate_v6(&engine, NULL), NVMEDIA_STATUS_ERROR);
            REFUSED(NvMedia2DDestroy_v6(bench.engine), BAD);
            exit(EXIT_SUCCESS);
        }
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS));
    }
    CALL(NvSciSyncObjSignal(bench.go));
    CALL(NvMedia2DCompose(bench.engine, params, NULL));
    CHECK(works(&bench));
    NvSciSyncFenceClear(&gate);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- threads */

#define THREADS 4U
#define ROUNDS  200U

static Bench shared;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/** Tokens are prepared by all threads together; one at a time composes. */
static void *compose_many(void *argument)
{
    const uint32_t number = (uint32_t)(uintptr_t)argument;
    NvSciSyncCpuWaitContext waits = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Picture input;
    Picture output;
    Yuv yuv;

    CALL(NvSciSyncCpuWaitContextAlloc(shared.place.sync, &waits));
    buffer_make(&shared.place, shared.engine, &kind_rgba, WIDTH, HEIGHT, &input);
    buffer_make(&shared.place, shared.engine, &kind_nv21, WIDTH, HEIGHT, &output);
    yuv = yuv_of(&output, &kind_nv21);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        NvMedia2DComposeParameters params = 0U;

        pattern_draw(&input, (number * ROUNDS) + i);
        params = copy_begin(shared.engine, input.object, output.object);
        CHECK(pthread_mutex_lock(&one_at_a_time) == 0);
        compose(shared.engine, params, shared.done, &fence);
        CHECK(pthread_mutex_unlock(&one_at_a_time) == 0);
        CALL(NvSciSyncFenceWait(&fence, waits, LONG_ENOUGH));
        CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, (number * ROUNDS) + i, 1U) == 0U);
    }
    NvSciSyncFenceClear(&fence);
    buffer_end(shared.engine, &input);
    buffer_end(shared.engine, &output);
    NvSciSyncCpuWaitContextFree(waits);
    return NULL;
}

static void threads(void)
{
    pthread_t all[THREADS];

    bench_open(&shared);
    for (uint32_t i = 0U; i < THREADS; i++) {
        CHECK(pthread_create(&all[i], NULL, compose_many, (void *)(uintptr_t)(i + 1U)) == 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        CHECK(pthread_join(all[i], NULL) == 0);
    }
    CHECK(works(&shared));
    bench_close(&shared);
}

int main(void)
{
    static const Attack attacks[] = {
        ATTACK(wrong_engines),   ATTACK(wrong_tokens),   ATTACK(wrong_arguments),
        ATTACK(full_tokens),     ATTACK(full_queue),     ATTACK(full_engines),
        ATTACK(wait_for_nobody), ATTACK(two_signallers), ATTACK(phases),
        ATTACK(children),        ATTACK(threads)};

    return attack_all("attack_layers", attacks, sizeof(attacks) / sizeof(attacks[0]));
}
