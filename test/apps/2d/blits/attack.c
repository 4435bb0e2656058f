/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack.c
 * A client of images and blits that does what it should not: handles that are none, stale or of the
 * other generation, arguments that lie, wrong phases, children, a system without threads, full
 * tables, engines that wait for themselves and for one another. Each attack has a process of its
 * own, must end soon, and leave nothing behind.
 */
#define _GNU_SOURCE

#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../attack.h"
#include "images.h"

#define WIDTH  64U
#define HEIGHT 32U
#define BAD    NVMEDIA_STATUS_BAD_PARAMETER
#define NOT    NVMEDIA_STATUS_NOT_SUPPORTED
#define STATE  NVMEDIA_STATUS_UNDEFINED_STATE
#define MANY   5000U

/* The second generation's, by its link names: the headers of both are not for one source. */
NvMediaStatus NvMedia2DCreate_v6(NvMedia2D **handle, const void *attr);
NvMediaStatus NvMedia2DDestroy_v6(NvMedia2D *handle);

typedef struct {
    Place place;
    NvMediaDevice *device;
    NvMedia2D *i2d;
    Frame input;
    Frame output;
    NvSciSyncObj go;
    NvSciSyncObj done;
} Bench;

static NvSciSyncAttrList engine_list(const Bench *bench, NvMedia2D *i2d,
                                     NvMediaNvSciSyncClientType type)
{
    NvSciSyncAttrList list = NULL;

    CALL(NvSciSyncAttrListCreate(bench->place.sync, &list));
    CALL(NvMedia2DFillNvSciSyncAttrList(i2d, list, type));
    return list;
}

static void bench_open(Bench *bench)
{
    (void)memset(bench, 0, sizeof(*bench));
    modules_open(&bench->place);
    CALL(NvMediaImageNvSciBufInit());
    bench->device = NvMediaDeviceCreate();
    CHECK(bench->device != NULL);
    bench->i2d = NvMedia2DCreate(bench->device);
    CHECK(bench->i2d != NULL);
    frame_make(&bench->place, bench->device, &surface_rgba, WIDTH, HEIGHT, &bench->input);
    frame_make(&bench->place, bench->device, &surface_yuv420, WIDTH, HEIGHT, &bench->output);
    bench->go = sync_of(cpu_list(&bench->place, NvSciSyncAccessPerm_SignalOnly),
                        engine_list(bench, bench->i2d, NVMEDIA_WAITER), NULL);
    bench->done = sync_of(engine_list(bench, bench->i2d, NVMEDIA_SIGNALER),
                          cpu_list(&bench->place, NvSciSyncAccessPerm_WaitOnly), NULL);
    CALL(NvMedia2DRegisterNvSciSyncObj(bench->i2d, NVMEDIA_PRESYNCOBJ, bench->go));
    CALL(NvMedia2DRegisterNvSciSyncObj(bench->i2d, NVMEDIA_EOFSYNCOBJ, bench->done));
}

static NvMediaStatus blit(const Bench *bench)
{
    return NvMedia2DBlitEx(bench->i2d, bench->output.image, NULL, bench->input.image, NULL, NULL,
                           NULL);
}

/** A blit whose end can be waited for. */
static void blit_to_wait(const Bench *bench, NvSciSyncFence *fence)
{
    CALL(NvMedia2DSetNvSciSyncObjforEOF(bench->i2d, bench->done));
    CALL(blit(bench));
    CALL(NvMedia2DGetEOFNvSciSyncFence(bench->i2d, bench->done, fence));
}

/** Whether the engine works. */
static bool works(const Bench *bench)
{
    static uint32_t seed = 100U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    seed++;
    frame_draw(bench->input.image, seed);
    blit_to_wait(bench, &fence);
    fence_await(&bench->place, &fence);
    return frame_faults(bench->output.image, seed) == 0U;
}

/** Ends what there is but the engine. */
static void bench_free(Bench *bench)
{
    frame_end(&bench->input);
    frame_end(&bench->output);
    NvMediaImageNvSciBufDeinit();
    NvMediaDeviceDestroy(bench->device);
    NvSciSyncObjFree(bench->go);
    NvSciSyncObjFree(bench->done);
    modules_close(&bench->place);
    nothing_is_left();
}

static void bench_close(Bench *bench)
{
    CALL(NvMedia2DDestroyEx(bench->i2d));
    bench_free(bench);
}

/* ---------------------------------------------------------------- handles */

static void try_engine(NvMedia2D *wrong, const Bench *bench)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const NvMediaImage *const in = bench->input.image;
    const NvMediaImage *const out = bench->output.image;

    CALL(NvSciSyncAttrListCreate(bench->place.sync, &list));
    REFUSED(NvMedia2DDestroyEx(wrong), BAD);
    NvMedia2DDestroy(wrong);
    REFUSED(NvMedia2DBlitEx(wrong, out, NULL, in, NULL, NULL, NULL), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(wrong, out, 0U, in, 0U), BAD);
    REFUSED(NvMedia2DImageRegister(wrong, in, NVMEDIA_ACCESS_MODE_READ), BAD);
    REFUSED(NvMedia2DImageUnRegister(wrong, in), BAD);
    REFUSED(NvMedia2DFillNvSciSyncAttrList(wrong, list, NVMEDIA_WAITER), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(wrong, NVMEDIA_EOFSYNCOBJ, bench->done), BAD);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(wrong, bench->done), BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(wrong, bench->done), BAD);
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(wrong, &fence), BAD);
    REFUSED(NvMedia2DGetEOFNvSciSyncFence(wrong, bench->done, &fence), BAD);
    NvSciSyncAttrListFree(list);
}

static void try_image(NvMediaImage *wrong, const Bench *bench)
{
    uint8_t bytes[WIDTH * 4U * HEIGHT];
    void *pointers[3] = {bytes, bytes, bytes};
    const uint32_t pitches[3] = {WIDTH * 4U, WIDTH * 4U, WIDTH * 4U};
    NvMediaImageSurfaceMap map;

    NvMediaImageDestroy(wrong);
    REFUSED(NvMediaImageLock(wrong, NVMEDIA_IMAGE_ACCESS_READ, &map), BAD);
    NvMediaImageUnlock(wrong);
    REFUSED(NvMediaImagePutBits(wrong, NULL, pointers, pitches), BAD);
    REFUSED(NvMediaImageGetBits(wrong, NULL, pointers, pitches), BAD);
    REFUSED(NvMedia2DBlitEx(bench->i2d, wrong, NULL, bench->input.image, NULL, NULL, NULL), BAD);
    REFUSED(NvMedia2DBlitEx(bench->i2d, bench->output.image, NULL, wrong, NULL, NULL, NULL), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(bench->i2d, wrong, 0U, bench->input.image, 0U), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(bench->i2d, bench->output.image, 0U, wrong, 0U), BAD);
    REFUSED(NvMedia2DImageRegister(bench->i2d, wrong, NVMEDIA_ACCESS_MODE_READ), BAD);
    REFUSED(NvMedia2DImageUnRegister(bench->i2d, wrong), BAD);
}

static void try_device(NvMediaDevice *wrong, const Bench *bench)
{
    NvMediaSurfAllocAttr attrs[8];
    NvSciBufAttrList list = NULL;
    NvMediaImage *image = NULL;

    surface_attrs(&surface_rgba, WIDTH, HEIGHT, attrs);
    CALL(NvSciBufAttrListCreate(bench->place.buf, &list));
    NvMediaDeviceDestroy(wrong);
    CHECK(NvMedia2DCreate(wrong) == NULL);
    CHECK(NvMediaImageCreateNew(wrong, surface_type(&surface_rgba), attrs, 8U, 0U) == NULL);
    REFUSED(NvMediaImageFillNvSciBufAttrs(wrong, surface_type(&surface_rgba), attrs, 8U, 0U, list),
            BAD);
    REFUSED(NvMediaImageCreateFromNvSciBuf(wrong, bench->input.object, &image), BAD);
    CHECK(image == NULL);
    NvSciBufAttrListFree(list);
}

/** A copy of an image's structure is no image, nor is one whose fields were changed. */
static void copied_image(const Bench *bench)
{
    NvMediaImage copy = *bench->input.image;
    NvMediaImage *const image = bench->input.image;
    const NvMediaImage kept = *image;

    try_image(&copy, bench);
    image->width = 60000U;
    image->height = 60000U;
    image->type = bench->output.image->type;
    image->colorStd = 77U;
    CHECK(blit(bench) == NVMEDIA_STATUS_OK);
    *image = kept;
    image->imgPriv = as_pointer(8U);
    (void)blit(bench);
    *image = kept;
    CHECK(works(bench));
}

static void wrong_handles(void)
{
    const uintptr_t numbers[] = {0U, 1U, 8U, 4096U, UINTPTR_MAX, UINTPTR_MAX - 7U, 1U << 31U};
    NvMedia2D *of_second = NULL;
    NvMedia2D *stale = NULL;
    NvMediaDevice *stale_device = NULL;
    NvMediaImage *stale_image = NULL;
    uint64_t number = 0U;
    Bench bench;

    bench_open(&bench);
    stale_device = NvMediaDeviceCreate();
    stale = NvMedia2DCreate(stale_device);
    CHECK(stale != NULL);
    stale_image = image_new(stale_device, &surface_rgba, WIDTH, HEIGHT);
    NvMediaImageDestroy(stale_image);
    NvMedia2DDestroy(stale);
    NvMediaDeviceDestroy(stale_device);
    CALL(NvMedia2DCreate_v6(&of_second, NULL));
    for (size_t i = 0U; i < COUNT_OF(numbers); i++) {
        try_engine(as_pointer(numbers[i]), &bench);
        try_image(as_pointer(numbers[i]), &bench);
        try_device(as_pointer(numbers[i]), &bench);
    }
    try_engine(as_pointer((uintptr_t)&number), &bench);
    try_engine(stale, &bench);
    try_engine(of_second, &bench);
    try_engine((NvMedia2D *)(void *)bench.device, &bench);
    try_engine((NvMedia2D *)(void *)bench.input.image, &bench);
    try_image(stale_image, &bench);
    try_image((NvMediaImage *)(void *)bench.i2d, &bench);
    try_image((NvMediaImage *)(void *)of_second, &bench);
    try_image((NvMediaImage *)(void *)bench.device, &bench);
    try_device(stale_device, &bench);
    try_device((NvMediaDevice *)(void *)bench.i2d, &bench);
    REFUSED(NvMedia2DDestroy_v6(bench.i2d), BAD);
    for (uintptr_t bit = 0U; bit < 64U; bit++) {
        const uintptr_t flip = (uintptr_t)1U << bit;

        try_engine(as_pointer((uintptr_t)bench.i2d ^ flip), &bench);
        try_device(as_pointer((uintptr_t)bench.device ^ flip), &bench);
        if (((uintptr_t)bench.input.image ^ flip) != (uintptr_t)bench.output.image) {
            try_image(as_pointer((uintptr_t)bench.input.image ^ flip), &bench);
        }
    }
    copied_image(&bench);
    CHECK(works(&bench));
    CALL(NvMedia2DDestroy_v6(of_second));
    bench_close(&bench);
}

/* ---------------------------------------------------------------- arguments */

static void wrong_blits(const Bench *bench)
{
    const NvMediaImage *const in = bench->input.image;
    const NvMediaImage *const out = bench->output.image;
    const NvMediaRect wrong[] = {
        {0U, 0U, 0U, 0U},     {10U, 10U, 10U, 20U}, {10U, 10U, 20U, 10U},
        {20U, 10U, 10U, 20U}, {0U, 0U, 65U, 32U},   {0U, 0U, 64U, 33U},
        {64U, 32U, 66U, 34U}, {0U, 0U, 65535U, 2U}, {65534U, 65534U, 65535U, 65535U},
    };
    const NvMediaRect odd[] = {
        {1U, 0U, 11U, 10U}, {0U, 1U, 10U, 11U}, {0U, 0U, 11U, 10U}, {0U, 0U, 10U, 11U}};
    NvMedia2DBlitParameters params;

    for (size_t i = 0U; i < COUNT_OF(wrong); i++) {
        REFUSED(NvMedia2DBlitEx(bench->i2d, out, &wrong[i], in, NULL, NULL, NULL), BAD);
        REFUSED(NvMedia2DBlitEx(bench->i2d, out, NULL, in, &wrong[i], NULL, NULL), BAD);
    }
    for (size_t i = 0U; i < COUNT_OF(odd); i++) {
        REFUSED(NvMedia2DBlitEx(bench->i2d, out, &odd[i], in, NULL, NULL, NULL), BAD);
    }
    REFUSED(NvMedia2DBlitEx(bench->i2d, out, NULL, out, NULL, NULL, NULL), BAD);
    (void)memset(&params, 0, sizeof(params));
    params.validFields = 16U;
    REFUSED(NvMedia2DBlitEx(bench->i2d, out, NULL, in, NULL, &params, NULL), BAD);
    for (uint32_t bit = 0U; bit < 4U; bit++) {
        (void)memset(&params, 0xFF, sizeof(params));
        params.validFields = 1U << bit;
        if (bit != 1U) {
            REFUSED(NvMedia2DBlitEx(bench->i2d, out, NULL, in, NULL, &params, NULL), BAD);
        }
    }
    /* What is not named is not looked at. */
    (void)memset(&params, 0xFF, sizeof(params));
    params.validFields = 0U;
    CALL(NvMedia2DBlitEx(bench->i2d, out, NULL, in, NULL, &params, NULL));
    params.validFields = NVMEDIA_2D_BLIT_PARAMS_FILTER;
    params.filter = (NvMedia2DStretchFilter)0;
    REFUSED(NvMedia2DBlitEx(bench->i2d, out, NULL, in, NULL, &params, NULL), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(bench->i2d, out, 3U, in, 0U), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(bench->i2d, out, 0U, in, 1U), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(bench->i2d, out, UINT32_MAX, in, UINT32_MAX), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(bench->i2d, out, 0U, in, 0U), BAD);
    REFUSED(NvMedia2DCopyPlaneNew(bench->i2d, out, 0U, out, 0U), BAD);
}

static void wrong_images(const Bench *bench)
{
    NvMediaSurfAllocAttr attrs[8];
    const NvMediaSurfaceType type = surface_type(&surface_yuv420);
    const uint32_t wrong[][2] = {{0U, 32U},        {32U, 0U},
                                 {31U, 32U},       {32U, 31U},
                                 {65536U, 32U},    {32U, 65536U},
                                 {UINT32_MAX, 2U}, {2U, UINT32_MAX},
                                 {8194U, 32U},     {UINT32_MAX - 1U, UINT32_MAX - 1U}};
    NvSciBufAttrList list = NULL;
    NvMediaImage *image = NULL;

    CALL(NvSciBufAttrListCreate(bench->place.buf, &list));
    for (size_t i = 0U; i < COUNT_OF(wrong); i++) {
        surface_attrs(&surface_yuv420, wrong[i][0], wrong[i][1], attrs);
        CHECK(NvMediaImageCreateNew(bench->device, type, attrs, 8U, 0U) == NULL);
    }
    for (uint32_t i = 0U; i < 8U; i++) {
        surface_attrs(&surface_yuv420, WIDTH, HEIGHT, attrs);
        attrs[i].value = 99U;
        if (i > 1U) {
            CHECK(NvMediaImageCreateNew(bench->device, type, attrs, 8U, 0U) == NULL);
            CHECK(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 0U, list) != 0);
        }
        surface_attrs(&surface_yuv420, WIDTH, HEIGHT, attrs);
        attrs[i].type = (NvMediaSurfAllocAttrType)99;
        CHECK(NvMediaImageCreateNew(bench->device, type, attrs, 8U, 0U) == NULL);
        REFUSED(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 0U, list), BAD);
        surface_attrs(&surface_yuv420, WIDTH, HEIGHT, attrs);
        attrs[i].type = attrs[(i + 1U) % 8U].type;
        CHECK(NvMediaImageCreateNew(bench->device, type, attrs, 8U, 0U) == NULL);
        CHECK(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 0U, list) != 0);
    }
    surface_attrs(&surface_yuv420, WIDTH, HEIGHT, attrs);
    CHECK(NvMediaImageCreateNew(bench->device, type, NULL, 8U, 0U) == NULL);
    CHECK(NvMediaImageCreateNew(bench->device, type, attrs, 0U, 0U) == NULL);
    CHECK(NvMediaImageCreateNew(bench->device, type, attrs, 8U, 1U) == NULL);
    for (uint32_t bit = 0U; bit < 32U; bit++) {
        image = NvMediaImageCreateNew(bench->device, type ^ (1U << bit), attrs, 8U, 0U);
        CHECK((image == NULL) || (image->type == (type ^ (1U << bit))));
        NvMediaImageDestroy(image);
    }
    REFUSED(NvMediaImageFillNvSciBufAttrs(bench->device, type, NULL, 8U, 0U, list), BAD);
    REFUSED(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 1U, list), BAD);
    REFUSED(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 0U, NULL), BAD);
    REFUSED(NvMediaImageFillNvSciBufAttrs(bench->device, 0U, attrs, 8U, 0U, list), NOT);
    CALL(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 0U, list));
    REFUSED(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 0U, list), BAD);
    NvSciBufAttrListFree(list);
    REFUSED(NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, 8U, 0U, list), BAD);
    REFUSED(NvMediaImageCreateFromNvSciBuf(bench->device, NULL, &image), BAD);
    REFUSED(NvMediaImageCreateFromNvSciBuf(bench->device, bench->input.object, NULL), BAD);
}

static void wrong_bits(const Bench *bench)
{
    static uint8_t bytes[WIDTH * HEIGHT * 4U];
    const NvMediaImage *const out = bench->output.image;
    void *pointers[3] = {bytes, bytes, bytes};
    uint32_t pitches[3] = {WIDTH, WIDTH / 2U, WIDTH / 2U};
    const NvMediaRect odd = {1U, 0U, 5U, 4U};
    const NvMediaRect outside = {0U, 0U, WIDTH + 2U, HEIGHT};
    NvMediaImageSurfaceMap map;

    REFUSED(NvMediaImageGetBits(out, NULL, NULL, pitches), BAD);
    REFUSED(NvMediaImageGetBits(out, NULL, pointers, NULL), BAD);
    REFUSED(NvMediaImagePutBits(out, NULL, NULL, pitches), BAD);
    REFUSED(NvMediaImagePutBits(out, NULL, pointers, NULL), BAD);
    REFUSED(NvMediaImageGetBits(out, &odd, pointers, pitches), BAD);
    REFUSED(NvMediaImageGetBits(out, &outside, pointers, pitches), BAD);
    for (uint32_t i = 0U; i < 3U; i++) {
        pointers[i] = NULL;
        REFUSED(NvMediaImageGetBits(out, NULL, pointers, pitches), BAD);
        REFUSED(NvMediaImagePutBits(out, NULL, pointers, pitches), BAD);
        pointers[i] = bytes;
        pitches[i]--;
        REFUSED(NvMediaImageGetBits(out, NULL, pointers, pitches), BAD);
        REFUSED(NvMediaImagePutBits(out, NULL, pointers, pitches), BAD);
        pitches[i]++;
    }
    CALL(NvMediaImageGetBits(out, NULL, pointers, pitches));
    REFUSED(NvMediaImageLock(out, 0U, &map), BAD);
    REFUSED(NvMediaImageLock(out, 4U, &map), BAD);
    REFUSED(NvMediaImageLock(out, UINT32_MAX, &map), BAD);
    REFUSED(NvMediaImageLock(out, NVMEDIA_IMAGE_ACCESS_READ, NULL), BAD);
    CALL(NvMediaImageLock(out, NVMEDIA_IMAGE_ACCESS_READ_WRITE, &map));
    CHECK((map.surfaces == 3U) && (map.width == WIDTH) && (map.height == HEIGHT));
    REFUSED(NvMediaImageLock(out, NVMEDIA_IMAGE_ACCESS_READ, &map), NVMEDIA_STATUS_PENDING);
    REFUSED(blit(bench), BAD);
    NvMediaImageUnlock(bench->output.image);
    NvMediaImageUnlock(bench->output.image);
    CALL(blit(bench));
}

static void wrong_syncs(const Bench *bench)
{
    NvMedia2D *const i2d = bench->i2d;
    NvSciSyncAttrList list = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence broken = NvSciSyncFenceInitializer;
    const NvSciSyncObj of_cpu =
        sync_of(cpu_list(&bench->place, NvSciSyncAccessPerm_SignalOnly),
                cpu_list(&bench->place, NvSciSyncAccessPerm_WaitOnly), NULL);

    CALL(NvSciSyncAttrListCreate(bench->place.sync, &list));
    REFUSED(NvMedia2DFillNvSciSyncAttrList(i2d, NULL, NVMEDIA_WAITER), BAD);
    REFUSED(NvMedia2DFillNvSciSyncAttrList(i2d, list, (NvMediaNvSciSyncClientType)3), BAD);
    CALL(NvMedia2DFillNvSciSyncAttrList(i2d, list, NVMEDIA_SIGNALER_WAITER));
    REFUSED(NvMedia2DFillNvSciSyncAttrList(i2d, list, NVMEDIA_WAITER), BAD);
    NvSciSyncAttrListFree(list);
    REFUSED(NvMedia2DFillNvSciSyncAttrList(i2d, list, NVMEDIA_WAITER), BAD);

    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_EOFSYNCOBJ, NULL), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_EOFSYNCOBJ, bench->done), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_PRESYNCOBJ, bench->done), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_EOFSYNCOBJ, of_cpu), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_PRESYNCOBJ, of_cpu), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, (NvMediaNvSciSyncObjType)5, of_cpu), BAD);
    CALL(NvMedia2DUnregisterNvSciSyncObj(i2d, bench->done));
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_SOFSYNCOBJ, bench->done), NOT);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_SOF_PRESYNCOBJ, bench->done), NOT);
    /* Nobody asked for a wait of the engine. */
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_EOF_PRESYNCOBJ, bench->done), BAD);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_PRESYNCOBJ, bench->done), BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(i2d, bench->done), BAD);
    CALL(NvMedia2DRegisterNvSciSyncObj(i2d, NVMEDIA_EOFSYNCOBJ, bench->done));

    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(i2d, NULL), BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(i2d, bench->go), BAD);
    REFUSED(NvMedia2DSetNvSciSyncObjforEOF(i2d, of_cpu), BAD);
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(i2d, NULL), BAD);
    CALL(NvSciSyncObjGenerateFence(of_cpu, &fence));
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(i2d, &fence), BAD);
    CALL(NvSciSyncObjGenerateFence(bench->go, &fence));
    for (size_t i = 0U; i < sizeof(broken); i++) {
        (void)memcpy(&broken, &fence, sizeof(broken));
        ((uint8_t *)&broken)[i] ^= 0x10U;
        REFUSED(NvMedia2DInsertPreNvSciSyncFence(i2d, &broken), BAD);
    }
    REFUSED(NvMedia2DGetEOFNvSciSyncFence(i2d, bench->go, &fence), BAD);
    REFUSED(NvMedia2DGetEOFNvSciSyncFence(i2d, bench->done, NULL), BAD);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(i2d, of_cpu), BAD);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(i2d, NULL), BAD);
    for (uint32_t i = 0U; i < NVMEDIA_2D_MAX_PRENVSCISYNCFENCES; i++) {
        CALL(NvMedia2DInsertPreNvSciSyncFence(i2d, &fence));
    }
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(i2d, &fence), NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    CALL(NvSciSyncObjSignal(bench->go));
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(of_cpu);
}

static void wrong_arguments(void)
{
    Bench bench;

    REFUSED(NvMedia2DGetVersion(NULL), BAD);
    REFUSED(NvMedia2DNvSciSyncGetVersion(NULL), BAD);
    REFUSED(NvMediaImageNvSciBufGetVersion(NULL), BAD);
    NvMediaImageNvSciBufDeinit();
    bench_open(&bench);
    wrong_blits(&bench);
    wrong_images(&bench);
    wrong_bits(&bench);
    wrong_syncs(&bench);
    CHECK(works(&bench));
    bench_close(&bench);
}

/* ---------------------------------------------------------------- sizes */

/** Colours of a rectangle of an RGBA image, which must be copied to `to` and nowhere else. */
static void copy_part(const Bench *bench, const NvMediaRect *from, const NvMediaRect *to)
{
    Frame copy;
    Picture picture;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    frame_make(&bench->place, bench->device, &surface_rgba, WIDTH, HEIGHT, &copy);
    picture_open(copy.object, true, &picture);
    pattern_draw(&picture, 3U);
    CALL(NvMedia2DSetNvSciSyncObjforEOF(bench->i2d, bench->done));
    CALL(NvMedia2DBlitEx(bench->i2d, copy.image, to, bench->input.image, from, NULL, NULL));
    CALL(NvMedia2DGetEOFNvSciSyncFence(bench->i2d, bench->done, &fence));
    fence_await(&bench->place, &fence);
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            const bool is_in = (x >= to->x0) && (x < to->x1) && (y >= to->y0) && (y < to->y1);
            const Pixel wanted = is_in
                                     ? pattern(2U, from->x0 + (x - to->x0), from->y0 + (y - to->y0))
                                     : pattern(3U, x, y);
            const Pixel got = pixel_get(&picture, x, y);

            CHECK(memcmp(&got, &wanted, sizeof(got)) == 0);
        }
    }
    frame_end(&copy);
}

static void edges(void)
{
    const NvMediaRect parts[][2] = {
        {{0U, 0U, 1U, 1U}, {0U, 0U, 1U, 1U}},      {{63U, 31U, 64U, 32U}, {0U, 0U, 1U, 1U}},
        {{0U, 0U, 1U, 1U}, {63U, 31U, 64U, 32U}},  {{0U, 0U, 64U, 1U}, {0U, 31U, 64U, 32U}},
        {{0U, 0U, 1U, 32U}, {63U, 0U, 64U, 32U}},  {{1U, 1U, 64U, 32U}, {0U, 0U, 63U, 31U}},
        {{7U, 5U, 20U, 18U}, {11U, 3U, 24U, 16U}},
    };
    Bench bench;

    bench_open(&bench);
    frame_draw(bench.input.image, 2U);
    for (size_t i = 0U; i < COUNT_OF(parts); i++) {
        copy_part(&bench, &parts[i][0], &parts[i][1]);
    }
    bench_close(&bench);
}

/** Images of these sizes; each is blitted whole into one of the same size, and turned back. */
static void sizes(void)
{
    const uint32_t all[][2] = {{1U, 1U},    {1U, 2U},    {2U, 1U},    {3U, 5U},
                               {1U, 999U},  {999U, 1U},  {8191U, 2U}, {8192U, 1U},
                               {8192U, 3U}, {7U, 8192U}, {257U, 129U}};
    const NvMediaTransform turns[][2] = {
        {NVMEDIA_TRANSFORM_NONE, NVMEDIA_TRANSFORM_NONE},
        {NVMEDIA_TRANSFORM_ROTATE_180, NVMEDIA_TRANSFORM_ROTATE_180},
        {NVMEDIA_TRANSFORM_FLIP_VERTICAL, NVMEDIA_TRANSFORM_FLIP_VERTICAL}};
    Bench bench;

    bench_open(&bench);
    for (size_t i = 0U; i < COUNT_OF(all); i++) {
        Frame frames[3];
        Picture first;
        Picture last;

        for (uint32_t k = 0U; k < 3U; k++) {
            frame_make(&bench.place, bench.device, &surface_rgba, all[i][0], all[i][1], &frames[k]);
        }
        picture_open(frames[0].object, true, &first);
        picture_open(frames[2].object, true, &last);
        pattern_draw(&first, (uint32_t)i);
        for (size_t t = 0U; t < COUNT_OF(turns); t++) {
            NvMedia2DBlitParameters params = {NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM,
                                              NVMEDIA_2D_STRETCH_FILTER_OFF, 0U, turns[t][0],
                                              NVMEDIA_COLOR_STANDARD_ITUR_BT_601};
            NvMediaImageSurfaceMap map;

            pattern_draw(&last, 77U);
            CALL(NvMedia2DBlitEx(bench.i2d, frames[1].image, NULL, frames[0].image, NULL, &params,
                                 NULL));
            params.dstTransform = turns[t][1];
            CALL(NvMedia2DBlitEx(bench.i2d, frames[2].image, NULL, frames[1].image, NULL, &params,
                                 NULL));
            CALL(NvMediaImageLock(frames[2].image, NVMEDIA_IMAGE_ACCESS_READ, &map));
            NvMediaImageUnlock(frames[2].image);
            for (uint32_t y = 0U; y < all[i][1]; y++) {
                CHECK(memcmp(&first.plane[0][(size_t)y * first.pitch[0]],
                             &last.plane[0][(size_t)y * last.pitch[0]],
                             (size_t)all[i][0] * 4U) == 0);
            }
        }
        for (uint32_t k = 0U; k < 3U; k++) {
            frame_end(&frames[k]);
        }
    }
    bench_close(&bench);
}

/** An image may be higher than a blit can be; a part of it can be blitted. */
static void very_high(void)
{
    const NvMediaRect end = {0U, 65534U, 2U, 65535U};
    Bench bench;
    Frame high;
    Frame line;
    Picture picture;

    bench_open(&bench);
    frame_make(&bench.place, bench.device, &surface_rgba, 2U, 65535U, &high);
    frame_make(&bench.place, bench.device, &surface_rgba, 2U, 1U, &line);
    picture_open(line.object, true, &picture);
    frame_draw(high.image, 6U);
    CALL(NvMedia2DBlitEx(bench.i2d, line.image, NULL, high.image, &end, NULL, NULL));
    /* It stays while the blit uses it; if that is over, the second call finds no image. */
    NvMediaImageDestroy(high.image);
    CALL(NvMedia2DDestroyEx(bench.i2d));
    frame_end(&high);
    frame_end(&line);
    bench_free(&bench);
}

/** Stretches at the limits, each with each filter; one flat colour stays what it is. */
static void stretches(void)
{
    const NvMediaRect small = {0U, 0U, 4U, 2U};
    const NvMediaRect smaller = {0U, 0U, 3U, 2U};
    Bench bench;
    Frame flat;
    Frame output;
    Picture picture;
    Picture result;

    bench_open(&bench);
    frame_make(&bench.place, bench.device, &surface_rgba, WIDTH, HEIGHT, &flat);
    frame_make(&bench.place, bench.device, &surface_rgba, WIDTH, HEIGHT, &output);
    picture_open(flat.object, true, &picture);
    picture_open(output.object, true, &result);
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            const Pixel grey = {90U, 90U, 200U, 255U};

            pixel_put(&picture, x, y, grey);
        }
    }
    for (uint32_t filter = 1U; filter <= 4U; filter++) {
        NvMedia2DBlitParameters params;
        NvMediaImageSurfaceMap map;

        (void)memset(&params, 0, sizeof(params));
        params.validFields = NVMEDIA_2D_BLIT_PARAMS_FILTER;
        params.filter = (NvMedia2DStretchFilter)filter;
        pattern_draw(&result, 5U);
        CALL(NvMedia2DBlitEx(bench.i2d, output.image, NULL, flat.image, &small, &params, NULL));
        CALL(NvMediaImageLock(output.image, NVMEDIA_IMAGE_ACCESS_READ, &map));
        NvMediaImageUnlock(output.image);
        for (uint32_t y = 0U; y < HEIGHT; y++) {
            for (uint32_t x = 0U; x < WIDTH; x++) {
                const Pixel got = pixel_get(&result, x, y);

                CHECK((got.red >= 89U) && (got.red <= 91U) && (got.blue >= 199U) &&
                      (got.blue <= 201U) && (got.alpha >= 254U));
            }
        }
        CALL(NvMedia2DBlitEx(bench.i2d, output.image, &small, flat.image, NULL, &params, NULL));
        REFUSED(NvMedia2DBlitEx(bench.i2d, output.image, NULL, flat.image, &smaller, &params, NULL),
                NOT);
        REFUSED(NvMedia2DBlitEx(bench.i2d, output.image, &smaller, flat.image, NULL, &params, NULL),
                NOT);
    }
    CALL(NvMedia2DDestroyEx(bench.i2d));
    frame_end(&flat);
    frame_end(&output);
    bench_free(&bench);
}

/* ---------------------------------------------------------------- waits that do not end */

/** A blit waits for what nobody signals; the engine is destroyed all the same. */
static void wait_for_nobody(void)
{
    Bench bench;
    NvSciSyncFence never = NvSciSyncFenceInitializer;
    NvSciSyncFence ends[3];

    (void)memset(ends, 0, sizeof(ends));
    bench_open(&bench);
    frame_draw(bench.input.image, 1U);
    CALL(NvSciSyncObjGenerateFence(bench.go, &never));
    CALL(NvMedia2DInsertPreNvSciSyncFence(bench.i2d, &never));
    for (uint32_t i = 0U; i < 3U; i++) {
        blit_to_wait(&bench, &ends[i]);
    }
    REFUSED(NvSciSyncFenceWait(&ends[0], bench.place.waits, 20000), NvSciError_Timeout);
    /* What is in use stays. */
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(bench.i2d, bench.go), NVMEDIA_STATUS_PENDING);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(bench.i2d, bench.done), NVMEDIA_STATUS_PENDING);
    NvMediaImageDestroy(bench.input.image);
    NvMediaImageDestroy(bench.output.image);
    NvMediaDeviceDestroy(bench.device);
    CHECK(!fence_is_over(&bench.place, &ends[2]));
    CALL(NvMedia2DDestroyEx(bench.i2d));
    for (uint32_t i = 0U; i < 3U; i++) {
        fence_await(&bench.place, &ends[i]);
    }
    CHECK(frame_faults(bench.output.image, 1U) > 0U);
    NvSciSyncFenceClear(&never);
    bench_free(&bench);
}

/** An image that is waited for in a thread, while its engine is destroyed by another one. */
static void *lock_image(void *argument)
{
    NvMediaImageSurfaceMap map;

    CALL(NvMediaImageLock(argument, NVMEDIA_IMAGE_ACCESS_READ, &map));
    NvMediaImageUnlock(argument);
    return NULL;
}

static void lock_and_destroy(void)
{
    Bench bench;
    NvSciSyncFence never = NvSciSyncFenceInitializer;
    pthread_t thread;

    bench_open(&bench);
    CALL(NvSciSyncObjGenerateFence(bench.go, &never));
    CALL(NvMedia2DInsertPreNvSciSyncFence(bench.i2d, &never));
    CALL(blit(&bench));
    CHECK(pthread_create(&thread, NULL, lock_image, bench.output.image) == 0);
    (void)usleep(20000);
    CALL(NvMedia2DDestroyEx(bench.i2d));
    CHECK(pthread_join(thread, NULL) == 0);
    NvSciSyncFenceClear(&never);
    bench_free(&bench);
}

/** A thread that is cancelled while it waits for an image leaves the image usable. */
static void cancelled(void)
{
    Bench bench;
    NvSciSyncFence gate = NvSciSyncFenceInitializer;
    pthread_t thread;
    void *result = NULL;

    bench_open(&bench);
    CALL(NvSciSyncObjGenerateFence(bench.go, &gate));
    CALL(NvMedia2DInsertPreNvSciSyncFence(bench.i2d, &gate));
    CALL(blit(&bench));
    CHECK(pthread_create(&thread, NULL, lock_image, bench.output.image) == 0);
    (void)usleep(20000);
    CHECK(pthread_cancel(thread) == 0);
    (void)usleep(20000);
    CALL(NvSciSyncObjSignal(bench.go));
    CHECK(pthread_join(thread, &result) == 0);
    if (result == PTHREAD_CANCELED) {
        /* It may have ended with the lock. */
        NvMediaImageUnlock(bench.output.image);
    }
    CHECK(works(&bench));
    NvSciSyncFenceClear(&gate);
    bench_close(&bench);
}

/** Two engines of which each waits for the other one's first operation. */
static void wait_for_one_another(void)
{
    Bench bench;
    NvMedia2D *second = NULL;
    NvSciSyncObj objects[2];
    NvMedia2D *engines[2];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence ends[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequireDeterministicFences, &yes,
                                            sizeof(yes)};
    Frame outputs[2];

    bench_open(&bench);
    second = NvMedia2DCreate(bench.device);
    CHECK(second != NULL);
    engines[0] = bench.i2d;
    engines[1] = second;
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciSyncAttrList list = cpu_list(&bench.place, NvSciSyncAccessPerm_WaitOnly);

        CALL(NvSciSyncAttrListSetAttrs(list, &pair, 1U));
        objects[i] = sync_of(engine_list(&bench, engines[i], NVMEDIA_SIGNALER), list,
                             engine_list(&bench, engines[1U - i], NVMEDIA_WAITER));
        CALL(NvMedia2DRegisterNvSciSyncObj(engines[i], NVMEDIA_EOFSYNCOBJ, objects[i]));
        CALL(NvMedia2DRegisterNvSciSyncObj(engines[1U - i], NVMEDIA_PRESYNCOBJ, objects[i]));
        frame_make(&bench.place, bench.device, &surface_yuv420, WIDTH, HEIGHT, &outputs[i]);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        CALL(NvSciSyncFenceUpdateFence(objects[1U - i], 0U, 1U, &fence));
        CALL(NvMedia2DInsertPreNvSciSyncFence(engines[i], &fence));
        CALL(NvMedia2DSetNvSciSyncObjforEOF(engines[i], objects[i]));
        CALL(NvMedia2DBlitEx(engines[i], outputs[i].image, NULL, bench.input.image, NULL, NULL,
                             NULL));
        CALL(NvMedia2DGetEOFNvSciSyncFence(engines[i], objects[i], &ends[i]));
    }
    REFUSED(NvSciSyncFenceWait(&ends[0], bench.place.waits, 30000), NvSciError_Timeout);
    REFUSED(NvSciSyncFenceWait(&ends[1], bench.place.waits, 0), NvSciError_Timeout);
    /* The end of the first one lets the second one go. */
    CALL(NvMedia2DDestroyEx(bench.i2d));
    fence_await(&bench.place, &ends[0]);
    fence_await(&bench.place, &ends[1]);
    CALL(NvMedia2DDestroyEx(second));
    NvSciSyncFenceClear(&fence);
    for (uint32_t i = 0U; i < 2U; i++) {
        frame_end(&outputs[i]);
        NvSciSyncObjFree(objects[i]);
    }
    bench_free(&bench);
}

/* ---------------------------------------------------------------- phases */

static void phases(void)
{
    Bench bench;
    NvMediaSurfAllocAttr attrs[8];
    NvSciBufAttrList list = NULL;
    NvSciSyncAttrList sync_list = NULL;
    NvMediaImage *image = NULL;
    NvMedia2DBlitParameters params;
    const NvMediaRect part = {0U, 0U, 40U, 20U};
    const NvMediaRect other = {0U, 0U, 40U, 22U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    bench_open(&bench);
    surface_attrs(&surface_rgba, WIDTH, HEIGHT, attrs);
    CALL(NvSciBufAttrListCreate(bench.place.buf, &list));
    CALL(NvSciSyncAttrListCreate(bench.place.sync, &sync_list));
    CHECK(works(&bench));
    (void)memset(&params, 0, sizeof(params));
    params.validFields = NVMEDIA_2D_BLIT_PARAMS_FILTER;
    params.filter = NVMEDIA_2D_STRETCH_FILTER_HIGH;
    CALL(NvMedia2DBlitEx(bench.i2d, bench.output.image, &part, bench.input.image, NULL, &params,
                         NULL));
    CALL(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    CHECK(NvMediaDeviceCreate() == NULL);
    CHECK(NvMedia2DCreate(bench.device) == NULL);
    CHECK(NvMediaImageCreateNew(bench.device, surface_type(&surface_rgba), attrs, 8U, 0U) == NULL);
    REFUSED(NvMediaImageNvSciBufInit(), STATE);
    REFUSED(NvMediaImageFillNvSciBufAttrs(bench.device, surface_type(&surface_rgba), attrs, 8U, 0U,
                                          list),
            STATE);
    REFUSED(NvMediaImageCreateFromNvSciBuf(bench.device, bench.input.object, &image), STATE);
    REFUSED(NvMedia2DDestroyEx(bench.i2d), STATE);
    NvMedia2DDestroy(bench.i2d);
    NvMediaDeviceDestroy(bench.device);
    NvMediaImageDestroy(bench.input.image);
    REFUSED(NvMedia2DImageRegister(bench.i2d, bench.input.image, NVMEDIA_ACCESS_MODE_READ), STATE);
    REFUSED(NvMedia2DImageUnRegister(bench.i2d, bench.input.image), STATE);
    REFUSED(NvMedia2DFillNvSciSyncAttrList(bench.i2d, sync_list, NVMEDIA_WAITER), STATE);
    REFUSED(NvMedia2DRegisterNvSciSyncObj(bench.i2d, NVMEDIA_EOFSYNCOBJ, bench.done), STATE);
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(bench.i2d, bench.done), STATE);
    /* What was done in INIT is done again; another size with a filter is not, without one it is. */
    CALL(NvMedia2DBlitEx(bench.i2d, bench.output.image, &part, bench.input.image, NULL, &params,
                         NULL));
    REFUSED(NvMedia2DBlitEx(bench.i2d, bench.output.image, &other, bench.input.image, NULL, &params,
                            NULL),
            NOT);
    params.filter = NVMEDIA_2D_STRETCH_FILTER_OFF;
    CALL(NvMedia2DBlitEx(bench.i2d, bench.output.image, &other, bench.input.image, NULL, &params,
                         NULL));
    CHECK(works(&bench));
    CALL(NvSciSyncObjGenerateFence(bench.go, &fence));
    CALL(NvMedia2DInsertPreNvSciSyncFence(bench.i2d, &fence));
    CALL(blit(&bench));
    CALL(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    REFUSED(blit(&bench), STATE);
    REFUSED(NvMedia2DInsertPreNvSciSyncFence(bench.i2d, &fence), STATE);
    NvSciSyncFenceClear(&fence);
    NvSciBufAttrListFree(list);
    NvSciSyncAttrListFree(sync_list);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- threads, signals, children */

#define THREADS 4U
#define ROUNDS  300U

static Bench shared;

/** Each thread has images of its own, and all have one engine. */
static void *submit_many(void *argument)
{
    const uint32_t number = (uint32_t)(uintptr_t)argument;
    Frame input;
    Frame output;

    frame_make(&shared.place, shared.device, &surface_rgba, WIDTH, HEIGHT, &input);
    frame_make(&shared.place, shared.device, &surface_yuv420, WIDTH, HEIGHT, &output);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        NvMediaStatus status = NVMEDIA_STATUS_OK;

        frame_draw(input.image, (number * ROUNDS) + i);
        do {
            status = NvMedia2DBlitEx(shared.i2d, output.image, NULL, input.image, NULL, NULL, NULL);
        } while (status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
        CALL(status);
        if ((i % 16U) == 0U) {
            CHECK(frame_faults(output.image, (number * ROUNDS) + i) == 0U);
        }
    }
    CHECK(frame_faults(output.image, (number * ROUNDS) + ROUNDS - 1U) == 0U);
    frame_end(&input);
    frame_end(&output);
    return NULL;
}

static void threads(void)
{
    pthread_t all[THREADS];

    bench_open(&shared);
    for (uint32_t i = 0U; i < THREADS; i++) {
        CHECK(pthread_create(&all[i], NULL, submit_many, (void *)(uintptr_t)(i + 1U)) == 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        CHECK(pthread_join(all[i], NULL) == 0);
    }
    CHECK(works(&shared));
    bench_close(&shared);
}

static void on_alarm(int number)
{
    (void)number;
}

/** System calls end early all the time. */
static void interrupted(void)
{
    struct sigaction action;
    struct itimerval often = {{0, 300}, {0, 300}};
    const struct itimerval never = {{0, 0}, {0, 0}};
    Bench bench;

    (void)memset(&action, 0, sizeof(action));
    action.sa_handler = on_alarm;
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    for (uint32_t i = 0U; i < 20U; i++) {
        bench_open(&bench);
        CHECK(works(&bench));
        bench_close(&bench);
    }
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
}

/** There is no thread to be had, then there is. */
static void no_threads(void)
{
    struct rlimit limit;
    NvMediaDevice *device = NULL;
    Bench bench;

    if ((getuid() == 0U) &&
        ((setgroups(0U, NULL) != 0) || (setresgid(54322U, 54322U, 54322U) != 0) ||
         (setresuid(54322U, 54322U, 54322U) != 0))) {
        (void)fprintf(stderr, "attack: root it is, and it stays\n");
        return;
    }
    CHECK(getrlimit(RLIMIT_NPROC, &limit) == 0);
    device = NvMediaDeviceCreate();
    CHECK(device != NULL);
    {
        const struct rlimit nobody = {1U, limit.rlim_max};

        CHECK(setrlimit(RLIMIT_NPROC, &nobody) == 0);
        CHECK(NvMedia2DCreate(device) == NULL);
        CHECK(NvMedia2DCreate(device) == NULL);
        NvMediaDeviceDestroy(device);
        nothing_is_left();
        CHECK(setrlimit(RLIMIT_NPROC, &limit) == 0);
    }
    bench_open(&bench);
    CHECK(works(&bench));
    bench_close(&bench);
}

/** A child has nothing of its parent, is told so, and does not hang; the parent goes on. */
static void child_of(const Bench *bench)
{
    int status = -1;
    const pid_t child = fork();

    CHECK(child >= 0);
    if (child == 0) {
        NvMediaImageSurfaceMap map;
        NvMediaVersion version;

        (void)alarm(100U);
        CALL(NvMedia2DGetVersion(&version));
        REFUSED(blit(bench), BAD);
        REFUSED(NvMediaImageLock(bench->input.image, NVMEDIA_IMAGE_ACCESS_READ, &map), BAD);
        REFUSED(NvMedia2DUnregisterNvSciSyncObj(bench->i2d, bench->done), BAD);
        REFUSED(NvMedia2DDestroyEx(bench->i2d), BAD);
        CHECK(NvMedia2DCreate(bench->device) == NULL);
        NvMediaImageDestroy(bench->input.image);
        NvMediaDeviceDestroy(bench->device);
        exit(EXIT_SUCCESS);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS));
}

static void children(void)
{
    Bench bench;
    NvSciSyncFence gate = NvSciSyncFenceInitializer;

    bench_open(&bench);
    for (int i = 0; i < 3; i++) {
        child_of(&bench);
        CHECK(works(&bench));
    }
    CALL(NvSciSyncObjGenerateFence(bench.go, &gate));
    CALL(NvMedia2DInsertPreNvSciSyncFence(bench.i2d, &gate));
    CALL(blit(&bench));
    child_of(&bench);
    CALL(NvSciSyncObjSignal(bench.go));
    CHECK(works(&bench));
    NvSciSyncFenceClear(&gate);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- full tables */

static void full_devices(void)
{
    static NvMediaDevice *devices[MANY];
    static NvMedia2D *engines[MANY];
    uint32_t first[2] = {0U, 0U};

    for (uint32_t round = 0U; round < 2U; round++) {
        uint32_t count = 0U;
        uint32_t made = 0U;

        while ((count < MANY) && ((devices[count] = NvMediaDeviceCreate()) != NULL)) {
            count++;
        }
        CHECK((count > 0U) && (count < MANY) && ((round == 0U) || (count == first[0])));
        first[0] = count;
        while ((made < MANY) &&
               ((engines[made] = NvMedia2DCreate(devices[made % count])) != NULL)) {
            made++;
        }
        CHECK((made > 0U) && (made < MANY) && ((round == 0U) || (made == first[1])));
        first[1] = made;
        /* A device stays while it has an engine. */
        NvMediaDeviceDestroy(devices[0]);
        for (uint32_t i = 0U; i < made; i++) {
            CALL(NvMedia2DDestroyEx(engines[i]));
        }
        for (uint32_t i = 0U; i < count; i++) {
            NvMediaDeviceDestroy(devices[i]);
        }
    }
    nothing_is_left();
}

static void full_images(void)
{
    static NvMediaImage *images[MANY];
    Bench bench;
    uint32_t first[2] = {0U, 0U};

    bench_open(&bench);
    for (uint32_t round = 0U; round < 2U; round++) {
        NvMediaStatus status = NVMEDIA_STATUS_OK;
        NvMediaSurfAllocAttr attrs[8];
        uint32_t count = 0U;
        uint32_t registered = 0U;

        surface_attrs(&surface_rgba, 4U, 4U, attrs);
        while ((count < MANY) &&
               ((images[count] = NvMediaImageCreateNew(bench.device, surface_type(&surface_rgba),
                                                       attrs, 8U, 0U)) != NULL)) {
            count++;
        }
        /* There may be fewer buffers than images; an image of a buffer that is there takes none. */
        while ((count < MANY) && (status == NVMEDIA_STATUS_OK)) {
            status =
                NvMediaImageCreateFromNvSciBuf(bench.device, bench.input.object, &images[count]);
            count += (status == NVMEDIA_STATUS_OK) ? 1U : 0U;
        }
        REFUSED(status, NVMEDIA_STATUS_OUT_OF_MEMORY);
        status = NVMEDIA_STATUS_OK;
        CHECK((count > 0U) && (count < MANY) && ((round == 0U) || (count == first[0])));
        first[0] = count;
        while ((registered < count) && (status == NVMEDIA_STATUS_OK)) {
            status =
                NvMedia2DImageRegister(bench.i2d, images[registered], NVMEDIA_ACCESS_MODE_READ);
            registered += (status == NVMEDIA_STATUS_OK) ? 1U : 0U;
        }
        CHECK((status == NVMEDIA_STATUS_OK) || (status == NVMEDIA_STATUS_OUT_OF_MEMORY));
        CHECK((round == 0U) || (registered == first[1]));
        first[1] = registered;
        /* It may only be read, and is kept. */
        REFUSED(NvMedia2DBlitEx(bench.i2d, images[0], NULL, bench.input.image, NULL, NULL, NULL),
                BAD);
        REFUSED(NvMedia2DImageRegister(bench.i2d, images[0], NVMEDIA_ACCESS_MODE_READ_WRITE), BAD);
        NvMediaImageDestroy(images[0]);
        for (uint32_t i = 0U; i < registered; i++) {
            CALL(NvMedia2DImageUnRegister(bench.i2d, images[i]));
        }
        REFUSED(NvMedia2DImageUnRegister(bench.i2d, images[0]), BAD);
        for (uint32_t i = 0U; i < count; i++) {
            NvMediaImageDestroy(images[i]);
        }
        CHECK(works(&bench));
    }
    bench_close(&bench);
}

static void full_queue(void)
{
    Bench bench;
    NvSciSyncFence gate = NvSciSyncFenceInitializer;
    uint32_t first = 0U;

    bench_open(&bench);
    for (uint32_t round = 0U; round < 3U; round++) {
        NvMediaStatus status = NVMEDIA_STATUS_OK;
        NvSciSyncFence end = NvSciSyncFenceInitializer;
        uint32_t count = 0U;

        CALL(NvSciSyncObjGenerateFence(bench.go, &gate));
        CALL(NvMedia2DInsertPreNvSciSyncFence(bench.i2d, &gate));
        while ((count < MANY) && (status == NVMEDIA_STATUS_OK)) {
            CALL(NvMedia2DSetNvSciSyncObjforEOF(bench.i2d, bench.done));
            status = blit(&bench);
            count += (status == NVMEDIA_STATUS_OK) ? 1U : 0U;
        }
        REFUSED(status, NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
        CHECK((round == 0U) || (count == first));
        first = count;
        CALL(NvMedia2DGetEOFNvSciSyncFence(bench.i2d, bench.done, &end));
        CHECK(!fence_is_over(&bench.place, &end));
        CALL(NvSciSyncObjSignal(bench.go));
        fence_await(&bench.place, &end);
        /* Who waited for the last one finds all places free, and what was set for the refused blit
         * still set. */
        CALL(blit(&bench));
        CALL(NvMedia2DGetEOFNvSciSyncFence(bench.i2d, bench.done, &end));
        fence_await(&bench.place, &end);
        CHECK(works(&bench));
    }
    NvSciSyncFenceClear(&gate);
    bench_close(&bench);
}

/** As many graphs as there are, and one more; all come back with the last engine. */
static void full_graphs(void)
{
    uint32_t first = 0U;

    for (uint32_t round = 0U; round < 2U; round++) {
        NvMediaStatus status = NVMEDIA_STATUS_OK;
        NvMedia2DBlitParameters params;
        Bench bench;
        uint32_t count = 0U;

        bench_open(&bench);
        (void)memset(&params, 0, sizeof(params));
        params.validFields = NVMEDIA_2D_BLIT_PARAMS_FILTER;
        params.filter = NVMEDIA_2D_STRETCH_FILTER_MEDIUM;
        for (uint32_t i = 0U; (i < 600U) && (status == NVMEDIA_STATUS_OK); i++) {
            const NvMediaRect part = {0U, 0U, (uint16_t)(6U + (2U * (i % 28U))),
                                      (uint16_t)(4U + (2U * (i / 28U) % 28U))};

            do {
                status = NvMedia2DBlitEx(bench.i2d, bench.output.image, &part, bench.input.image,
                                         NULL, &params, NULL);
            } while (status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
            count += (status == NVMEDIA_STATUS_OK) ? 1U : 0U;
        }
        REFUSED(status, NVMEDIA_STATUS_OUT_OF_MEMORY);
        CHECK((round == 0U) || (count == first));
        first = count;
        CHECK(works(&bench));
        bench_close(&bench);
    }
}

/** What was registered or made an image of stays, when its own handles are freed. */
static void freed_early(void)
{
    Bench bench;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t faults = 0U;

    bench_open(&bench);
    NvSciBufObjFree(bench.input.object);
    NvSciBufObjFree(bench.output.object);
    frame_draw(bench.input.image, 9U);
    CALL(NvMedia2DSetNvSciSyncObjforEOF(bench.i2d, bench.done));
    CALL(blit(&bench));
    CALL(NvMedia2DGetEOFNvSciSyncFence(bench.i2d, bench.done, &fence));
    fence_await(&bench.place, &fence);
    faults = frame_faults(bench.output.image, 9U);
    CHECK(faults == 0U);
    NvSciSyncObjFree(bench.go);
    NvSciSyncObjFree(bench.done);
    CALL(NvMedia2DUnregisterNvSciSyncObj(bench.i2d, bench.done));
    REFUSED(NvMedia2DUnregisterNvSciSyncObj(bench.i2d, bench.done), BAD);
    CALL(NvMedia2DUnregisterNvSciSyncObj(bench.i2d, bench.go));
    CALL(NvMedia2DDestroyEx(bench.i2d));
    NvMediaImageDestroy(bench.input.image);
    NvMediaImageDestroy(bench.output.image);
    NvMediaImageNvSciBufDeinit();
    NvMediaDeviceDestroy(bench.device);
    modules_close(&bench.place);
    nothing_is_left();
}

int main(void)
{
    static const Attack attacks[] = {ATTACK(wrong_handles),   ATTACK(wrong_arguments),
                                     ATTACK(edges),           ATTACK(sizes),
                                     ATTACK(very_high),       ATTACK(stretches),
                                     ATTACK(wait_for_nobody), ATTACK(lock_and_destroy),
                                     ATTACK(cancelled),       ATTACK(wait_for_one_another),
                                     ATTACK(phases),          ATTACK(threads),
                                     ATTACK(interrupted),     ATTACK(no_threads),
                                     ATTACK(children),        ATTACK(full_devices),
                                     ATTACK(full_images),     ATTACK(full_queue),
                                     ATTACK(full_graphs),     ATTACK(freed_early)};

    return attack_all("attack", attacks, sizeof(attacks) / sizeof(attacks[0]));
}
