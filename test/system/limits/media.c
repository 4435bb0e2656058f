/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media.c
 * How the capacities of NvMedia 2D are used up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engines.h"
#include "media/media_fixture.h"
#include "ringfence_cfg.h"

/* A call is refused before the queue of an engine is full. */
_Static_assert(RINGFENCE_CFG_2D_FENCES >= NVMEDIA_2D_MAX_PRENVSCISYNCFENCES,
               "fences of an operation are as many as the interface allows");

/** Every bench has a device and an engine. */
static void devices(void)
{
    NvMediaDevice *made[RINGFENCE_CFG_2D_DEVICES] = {NULL};
    Bench bench = bench_open();

    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_DEVICES - 1U); i++) {
        made[i] = NvMediaDeviceCreate();
        HOLDS(made[i] != NULL);
    }
    limit_is_named(NvMediaDeviceCreate() == NULL);
    NvMediaDeviceDestroy(made[0]);
    made[0] = NvMediaDeviceCreate();
    limit_goes_on(made[0] != NULL);
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_DEVICES - 1U); i++) {
        NvMediaDeviceDestroy(made[i]);
    }
    bench_close(&bench);
}

static void engines(void)
{
    NvMedia2D *made[RINGFENCE_CFG_2D_ENGINES] = {NULL};
    Bench bench = bench_open();

    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_ENGINES - 1U); i++) {
        made[i] = make_engine(&bench);
    }
    limit_is_named(NvMedia2DCreate(bench.device) == NULL);
    NvMedia2DDestroy(made[0]);
    made[0] = NvMedia2DCreate(bench.device);
    limit_goes_on(made[0] != NULL);
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_ENGINES - 1U); i++) {
        NvMedia2DDestroy(made[i]);
    }
    bench_close(&bench);
}

static void images(void)
{
    Bench bench = bench_open();
    const NvSciBufObj object = buf_object_of(image_list(&bench, FORM_LUMA, 8U, 8U));
    NvMediaImage *made[RINGFENCE_CFG_2D_IMAGES];
    NvMediaImage *more = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        made[i] = image_of_buffer(&bench, object);
    }
    limit_is_named(NvMediaImageCreateFromNvSciBuf(bench.device, object, &more) !=
                   NVMEDIA_STATUS_OK);
    free_image(made[0]);
    limit_goes_on(NvMediaImageCreateFromNvSciBuf(bench.device, object, &made[0]) ==
                  NVMEDIA_STATUS_OK);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        free_image(made[i]);
    }
    NvSciBufObjFree(object);
    bench_close(&bench);
}

/** Sync objects of an engine. */
static void registrations(void)
{
    NvSciSyncObj objects[RINGFENCE_CFG_2D_REGISTRATIONS + 1U];
    Bench bench = bench_open();

    for (uint32_t i = 0U; i <= RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        objects[i] = begin_object(&bench);
        if (i < RINGFENCE_CFG_2D_REGISTRATIONS) {
            register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, objects[i]);
        }
    }
    limit_is_named(NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_PRESYNCOBJ,
                                                 objects[RINGFENCE_CFG_2D_REGISTRATIONS]) !=
                   NVMEDIA_STATUS_OK);
    HOLDS(NvMedia2DUnregisterNvSciSyncObj(bench.engine, objects[0]) == NVMEDIA_STATUS_OK);
    limit_goes_on(NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_PRESYNCOBJ,
                                                objects[RINGFENCE_CFG_2D_REGISTRATIONS]) ==
                  NVMEDIA_STATUS_OK);
}

/** Images of an engine. */
static void registered_images(void)
{
    Bench bench = bench_open();
    const NvSciBufObj object = buf_object_of(image_list(&bench, FORM_LUMA, 8U, 8U));
    NvMediaImage *made[RINGFENCE_CFG_2D_REGISTRATIONS + 1U];

    HOLDS(RINGFENCE_CFG_2D_REGISTRATIONS < RINGFENCE_CFG_2D_IMAGES);
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        made[i] = image_of_buffer(&bench, object);
        if (i < RINGFENCE_CFG_2D_REGISTRATIONS) {
            HOLDS(NvMedia2DImageRegister(bench.engine, made[i], NVMEDIA_ACCESS_MODE_READ) ==
                  NVMEDIA_STATUS_OK);
        }
    }
    limit_is_named(NvMedia2DImageRegister(bench.engine, made[RINGFENCE_CFG_2D_REGISTRATIONS],
                                          NVMEDIA_ACCESS_MODE_READ) != NVMEDIA_STATUS_OK);
    HOLDS(NvMedia2DImageUnRegister(bench.engine, made[0]) == NVMEDIA_STATUS_OK);
    limit_goes_on(NvMedia2DImageRegister(bench.engine, made[RINGFENCE_CFG_2D_REGISTRATIONS],
                                         NVMEDIA_ACCESS_MODE_READ) == NVMEDIA_STATUS_OK);
}

/** Operations that wait for a fence; once it is signalled there is room again. */
static void tasks(void)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    const NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    MUST(NvSciSyncObjGenerateFence(begin, &fence));
    HOLDS(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence) == NVMEDIA_STATUS_OK);
    for (uint32_t i = 0U; (i < LIMIT_THINGS) && (status == NVMEDIA_STATUS_OK); i++) {
        status = blit(bench.engine, to, from);
    }
    limit_is_named(status != NVMEDIA_STATUS_OK);
    MUST(NvSciSyncObjSignal(begin));
    /* A lock waits for the blits. */
    (void)byte_at(to, 0U, 0U, 0U);
    limit_goes_on(blit(bench.engine, to, from) == NVMEDIA_STATUS_OK);
}

/** Fences of an operation: the interface's number is met first, and is named. */
static void fences(void)
{
    Bench bench = bench_open();
    const NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMediaStatus status = NVMEDIA_STATUS_OK;
    uint32_t count = 0U;

    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    MUST(NvSciSyncObjGenerateFence(begin, &fence));
    while ((count < LIMIT_THINGS) && (status == NVMEDIA_STATUS_OK)) {
        status = NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence);
        count++;
    }
    HOLDS(count <= (RINGFENCE_CFG_2D_FENCES + 1U));
    limit_is_named_as("NVMEDIA_2D_MAX_PRENVSCISYNCFENCES", status != NVMEDIA_STATUS_OK,
                      NVMEDIA_2D_MAX_PRENVSCISYNCFENCES);
    NvMedia2DDestroy(bench.engine);
    bench.engine = make_engine(&bench);
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    limit_goes_on(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence) == NVMEDIA_STATUS_OK);
}

/** A blit of a width of its own; waits for room in the queue. */
static NvMediaStatus blit_of_width(const Bench *bench, NvMediaImage *to, NvMediaImage *from,
                                   uint32_t width)
{
    static const NvMedia2DBlitParameters params = {.validFields = NVMEDIA_2D_BLIT_PARAMS_FILTER,
                                                   .filter = NVMEDIA_2D_STRETCH_FILTER_LOW};
    const NvMediaRect rect = {0U, 0U, (uint16_t)width, 64U};
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    do {
        status = NvMedia2DBlitEx(bench->engine, to, &rect, from, NULL, &params, NULL);
    } while (status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    return status;
}

/** Scalings, each of other sizes; those that are not used make room when their engine ends. */
static void graphs(void)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 64U, 64U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 256U, 64U);
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    HOLDS(NvMedia2DImageRegister(bench.engine, from, NVMEDIA_ACCESS_MODE_READ) ==
          NVMEDIA_STATUS_OK);
    HOLDS(NvMedia2DImageRegister(bench.engine, to, NVMEDIA_ACCESS_MODE_READ_WRITE) ==
          NVMEDIA_STATUS_OK);
    for (uint32_t i = 0U; (i <= RINGFENCE_CFG_2D_GRAPHS) && (status == NVMEDIA_STATUS_OK); i++) {
        status = blit_of_width(&bench, to, from, 66U + (2U * i));
    }
    limit_is_named(status != NVMEDIA_STATUS_OK);
    /* One that is there is used again. */
    limit_goes_on(blit_of_width(&bench, to, from, 66U) == NVMEDIA_STATUS_OK);
}

static NvMediaImage *image_of_width(const Bench *bench, uint32_t width)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(width, 8U);

    return NvMediaImageCreateNew(bench->device, type_of(FORM_LUMA), attrs, COUNT_OF(attrs), 0U);
}

static void width(void)
{
    Bench bench = bench_open();

    limit_is_named(image_of_width(&bench, RINGFENCE_CFG_2D_WIDTH + 2U) == NULL);
    limit_goes_on(image_of_width(&bench, RINGFENCE_CFG_2D_WIDTH) != NULL);
}

LimitRows limit_rows_2d(void)
{
    static const LimitRow rows[] = {
        USED(2D_DEVICES, devices),
        USED(2D_ENGINES, engines),
        USED(2D_IMAGES, images),
        USED(2D_REGISTRATIONS, registrations),
        USED(2D_REGISTRATIONS, registered_images),
        USED(2D_TASKS, tasks),
        USED(2D_FENCES, fences),
        USED(2D_GRAPHS, graphs),
        USED(2D_WIDTH, width),
    };

    return (LimitRows){rows, COUNT_OF(rows)};
}
