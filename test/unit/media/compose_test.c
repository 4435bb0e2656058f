/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compose_test.c
 * The second generation of NvMedia 2D: engines with attributes, tokens, layers, operations.
 */
#define _DEFAULT_SOURCE

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf_make.h"
#include "came_back.h"
#include "media/media.h"
#include "named_fault.h"
#include "nvmedia6/nvmedia_2d.h"
#include "nvmedia6/nvmedia_2d_sci.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "sync_fixture.h"
#include "told.h"
#include "torn.h"

/** Longest wait for what is to come, in microseconds. */
#define SOON_US 30000000
/** Pixels of a row and rows of an image. */
#define SIDE 16U
#define OK   NVMEDIA_STATUS_OK
#define BAD  NVMEDIA_STATUS_BAD_PARAMETER

/** An engine, and what makes objects for it. */
typedef struct {
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext context;
    NvMedia2D *engine;
} Bench;

/** A buffer and its bytes. */
typedef struct {
    NvSciBufObj object;
    uint8_t *bytes;
    uint32_t pitch;
} Picture;

static Bench bench_with(const NvMedia2DAttributes *attributes)
{
    Bench bench = {open_module(), NULL, NULL};

    bench.context = make_context(bench.sync);
    assert_int_equal(NvSciBufModuleOpen(&g_module), NvSciError_Success);
    assert_int_equal(NvMedia2DCreate(&bench.engine, attributes), OK);
    assert_non_null(bench.engine);
    return bench;
}

static Bench bench_open(void)
{
    return bench_with(NULL);
}

static void bench_close(Bench *bench)
{
    go_to_init();
    if (bench->engine != NULL) {
        assert_int_equal(NvMedia2DDestroy(bench->engine), OK);
    }
    NvSciSyncCpuWaitContextFree(bench->context);
    NvSciSyncModuleClose(bench->sync);
    NvSciBufModuleClose(g_module);
    g_module = NULL;
}

/** List of an image of one plane. */
static NvSciBufAttrList picture_list(const Bench *bench, NvSciBufAttrValColorFmt format,
                                     NvSciBufAttrValColorStd standard)
{
    const NvSciBufAttrList list =
        LIST(TYPES(NvSciBufType_Image),
             PAIR(NvSciBufImageAttrKey_Layout, NvSciBufAttrValImageLayoutType,
                  NvSciBufImage_PitchLinearType),
             PAIR(NvSciBufImageAttrKey_ScanType, NvSciBufAttrValImageScanType,
                  NvSciBufScan_ProgressiveType),
             PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 1U),
             PAIR(NvSciBufImageAttrKey_PlaneColorFormat, NvSciBufAttrValColorFmt, format),
             PAIR(NvSciBufImageAttrKey_PlaneColorStd, NvSciBufAttrValColorStd, standard),
             PAIR(NvSciBufImageAttrKey_PlaneWidth, uint32_t, SIDE),
             PAIR(NvSciBufImageAttrKey_PlaneHeight, uint32_t, SIDE),
             PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
             PAIR(NvSciBufGeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm,
                  NvSciBufAccessPerm_ReadWrite));

    assert_int_equal(NvMedia2DFillNvSciBufAttrList(bench->engine, list), OK);
    return list;
}

/** Where the bytes of a buffer are, which become all this one. */
static Picture picture_of(NvSciBufObj object, uint8_t byte)
{
    Picture picture = {object, NULL, 0U};
    NvSciBufAttrList list = NULL;
    void *pointer = NULL;

    assert_status(NvSciBufObjGetAttrList(picture.object, &list), NvSciError_Success);
    picture.pitch = (uint32_t)buf_get(list, NvSciBufImageAttrKey_PlanePitch, 4U, 0U);
    assert_status(NvSciBufObjGetCpuPtr(picture.object, &pointer), NvSciError_Success);
    picture.bytes = pointer;
    (void)memset(pointer, byte, (size_t)picture.pitch * SIDE);
    return picture;
}

/** A buffer of an image whose bytes are all this one. */
static Picture make_picture(const Bench *bench, NvSciBufAttrValColorFmt format, uint8_t byte)
{
    const bool is_rgb = (format == NvSciColor_A8B8G8R8);

    return picture_of(buf_object_of(picture_list(
                          bench, format, is_rgb ? NvSciColorStd_SRGB : NvSciColorStd_REC601_SR)),
                      byte);
}

/** A buffer of luma that is registered. */
static Picture luma(const Bench *bench, uint8_t byte)
{
    const Picture picture = make_picture(bench, NvSciColor_Y8, byte);

    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench->engine, picture.object), OK);
    return picture;
}

static void free_picture(const Bench *bench, Picture *picture)
{
    if (bench->engine != NULL) {
        assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench->engine, picture->object), OK);
    }
    NvSciBufObjFree(picture->object);
}

static uint8_t byte_of(const Picture *picture, uint32_t x, uint32_t y)
{
    return picture->bytes[((size_t)picture->pitch * y) + x];
}

static NvMedia2DComposeParameters token_of(const Bench *bench)
{
    NvMedia2DComposeParameters token = 0U;

    assert_int_equal(NvMedia2DGetComposeParameters(bench->engine, &token), OK);
    return token;
}

/** List of what the engine does with an object. */
static NvSciSyncAttrList engine_list(const Bench *bench, NvMediaNvSciSyncClientType type)
{
    const NvSciSyncAttrList list = make_list(bench->sync);

    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(bench->engine, list, type), OK);
    return list;
}

static NvSciSyncObj object_of_lists(NvSciSyncAttrList *lists)
{
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/** An object that the engine signals; it is registered. */
static NvSciSyncObj end_object(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {engine_list(bench, NVMEDIA_SIGNALER),
                                 make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitOnly, true)};
    const NvSciSyncObj object = object_of_lists(lists);

    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(bench->engine, NVMEDIA_EOFSYNCOBJ, object), OK);
    return object;
}

/** An object that the CPU signals; it is registered. */
static NvSciSyncObj begin_object(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {make_perm_list(bench->sync, NvSciSyncAccessPerm_SignalOnly, true),
                                 engine_list(bench, NVMEDIA_WAITER)};
    const NvSciSyncObj object = object_of_lists(lists);

    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(bench->engine, NVMEDIA_PRESYNCOBJ, object), OK);
    return object;
}

static void free_object(const Bench *bench, NvSciSyncObj object)
{
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench->engine, object), OK);
    NvSciSyncObjFree(object);
}

/** Composes, and waits until that is done. */
static NvMediaStatus compose_and_wait(const Bench *bench, NvMedia2DComposeParameters token,
                                      NvSciSyncObj end)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMedia2DComposeResult result = {0U};
    NvMediaStatus status = NvMedia2DSetNvSciSyncObjforEOF(bench->engine, token, end);

    assert_int_equal(status, OK);
    status = NvMedia2DCompose(bench->engine, token, &result);
    if (status == OK) {
        assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench->engine, &result, &fence), OK);
        assert_status(NvSciSyncFenceWait(&fence, bench->context, SOON_US), NvSciError_Success);
        NvSciSyncFenceClear(&fence);
    }
    return status;
}

/* ---------------------------------------------------------------- engines */

/**
 * The version is that of the header.
 * @verifies RF-MEDIA-002
 */
static void the_version_is_told(void **state)
{
    NvMediaVersion version = {9U, 9U, 9U};

    (void)state;
    assert_int_equal(NvMedia2DGetVersion(NULL), BAD);
    assert_int_equal(NvMedia2DGetVersion(&version), OK);
    assert_int_equal(version.major, 8U);
    assert_int_equal(version.minor, 0U);
    assert_int_equal(version.patch, 0U);
}

/**
 * Attributes have ranges, and an engine needs a place.
 * @verifies RF-MEDIA-073
 * @verifies RF-MEDIA-085
 */
static void attributes_have_ranges(void **state)
{
    static const NvMedia2DAttributes bad[] = {{0U, 1U, 1U, 1U, 0U},
                                              {RINGFENCE_CFG_2D_TASKS + 1U, 1U, 1U, 1U, 0U},
                                              {1U, 0U, 1U, 1U, 0U},
                                              {1U, RINGFENCE_CFG_2D_REGISTRATIONS + 1U, 1U, 1U, 0U},
                                              {1U, 1U, RINGFENCE_CFG_2D_REGISTRATIONS + 1U, 1U, 0U},
                                              {1U, 1U, 1U, NVMEDIA_2D_MAX_FILTER_BUFFERS + 1U, 0U},
                                              {1U, 1U, 1U, 1U, 1U}};
    static const RingfenceFaultKind faults[] = {
        RINGFENCE_FAULT_2D_ATTRIBUTE, RINGFENCE_FAULT_LIMIT, RINGFENCE_FAULT_2D_ATTRIBUTE,
        RINGFENCE_FAULT_LIMIT,        RINGFENCE_FAULT_LIMIT, RINGFENCE_FAULT_2D_ATTRIBUTE,
        RINGFENCE_FAULT_2D_ATTRIBUTE};
    NvMedia2D *engine = NULL;

    (void)state;
    assert_int_equal(NvMedia2DCreate(NULL, NULL), BAD);
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        assert_named(faults[i], BAD, NvMedia2DCreate(&engine, &bad[i]));
    }
    assert_null(engine);
}

/**
 * There are as many engines as configured, and one more is refused.
 * @verifies RF-MEDIA-020
 */
static void there_are_as_many_engines_as_configured(void **state)
{
    NvMedia2D *engines[RINGFENCE_CFG_2D_ENGINES];
    NvMedia2D *more = NULL;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        assert_int_equal(NvMedia2DCreate(&engines[i], NULL), OK);
    }
    assert_int_equal(NvMedia2DCreate(&more, NULL), NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_null(more);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        assert_int_equal(NvMedia2DDestroy(engines[i]), OK);
        assert_int_equal(NvMedia2DDestroy(engines[i]), BAD);
    }
}

/** The last fault is that of a limit, by its name. */
static void assert_limit(const char *name, uint64_t allowed)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, name);
    assert_int_equal(fault.allowed, allowed);
    assert_int_equal(fault.asked, allowed + 1U);
}

/**
 * An engine has as much as its attributes say: tokens, buffers, sync objects and filter buffers.
 * What is one more names the attribute, as no macro helps.
 * @verifies RF-MEDIA-955
 * @verifies RF-MEDIA-073
 * @verifies RF-MEDIA-074
 * @verifies RF-MEDIA-077
 */
static void an_engine_has_what_its_attributes_say(void **state)
{
    static const NvMedia2DAttributes attributes = {2U, 2U, 1U, 1U, 0U};
    Bench bench = bench_with(&attributes);
    Picture pictures[] = {luma(&bench, 1U), luma(&bench, 2U)};
    Picture more = make_picture(&bench, NvSciColor_Y8, 3U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncAttrList lists[] = {make_perm_list(bench.sync, NvSciSyncAccessPerm_SignalOnly, true),
                                 engine_list(&bench, NVMEDIA_WAITER)};
    NvSciSyncObj other = object_of_lists(lists);
    const NvMedia2DComposeParameters first = token_of(&bench);
    const NvMedia2DComposeParameters second = token_of(&bench);
    NvMedia2DComposeParameters third = 0U;
    NvMedia2DFilterBuffer filter = 0U;
    NvMedia2DFilterBuffer next = 0U;

    (void)state;
    assert_int_not_equal(first, second);
    assert_int_equal(NvMedia2DGetComposeParameters(bench.engine, &third),
                     NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_limit("NvMedia2DAttributes.numComposeParameters", 2U);
    assert_int_equal(NvMedia2DGetComposeParameters(bench.engine, NULL), BAD);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench.engine, more.object),
                     NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_limit("NvMedia2DAttributes.maxRegisteredBuffers", 2U);
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_PRESYNCOBJ, other),
                     NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_limit("NvMedia2DAttributes.maxRegisteredSyncs", 1U);
    assert_int_equal(NvMedia2DCreateFilterBuffer(bench.engine, NULL), BAD);
    assert_int_equal(NvMedia2DCreateFilterBuffer(bench.engine, &filter), OK);
    assert_int_equal(NvMedia2DCreateFilterBuffer(bench.engine, &next),
                     NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_limit("NvMedia2DAttributes.maxFilterBuffers", 1U);
    assert_int_equal(NvMedia2DDestroyFilterBuffer(bench.engine, filter + 1U), BAD);
    assert_int_equal(NvMedia2DDestroyFilterBuffer(bench.engine, filter), OK);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_2D_TOKEN);
    assert_int_equal(NvMedia2DDestroyFilterBuffer(bench.engine, filter), BAD);
    assert_int_equal(NvMedia2DCreateFilterBuffer(bench.engine, &next), OK);
    assert_int_not_equal(next, filter);
    free_object(&bench, begin);
    NvSciSyncObjFree(other);
    NvSciBufObjFree(more.object);
    free_picture(&bench, &pictures[0]);
    free_picture(&bench, &pictures[1]);
    bench_close(&bench);
}

/** Asserts that an engine is refused everywhere. */
static void assert_refused(NvMedia2D *engine, uint32_t faults)
{
    const uint32_t before = fault_count();
    NvMedia2DComposeParameters token = 0U;
    NvMedia2DFilterBuffer filter = 0U;
    const NvMedia2DComposeResult result = {1U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_int_equal(NvMedia2DDestroy(engine), BAD);
    assert_int_equal(NvMedia2DGetComposeParameters(engine, &token), BAD);
    assert_int_equal(NvMedia2DSetSrcFilter(engine, 0U, 0U, NVMEDIA_2D_FILTER_OFF), BAD);
    assert_int_equal(NvMedia2DSetSrcGeometry(engine, 0U, 0U, NULL, NULL, NVMEDIA_2D_TRANSFORM_NONE),
                     BAD);
    assert_int_equal(NvMedia2DSetSrcBlendMode(engine, 0U, 0U, NVMEDIA_2D_BLEND_MODE_DISABLED, 1.0F),
                     BAD);
    assert_int_equal(NvMedia2DCreateFilterBuffer(engine, &filter), BAD);
    assert_int_equal(NvMedia2DDestroyFilterBuffer(engine, 0U), BAD);
    assert_int_equal(NvMedia2DCompose(engine, 0U, NULL), BAD);
    assert_int_equal(NvMedia2DFillNvSciBufAttrList(engine, NULL), BAD);
    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(engine, NULL, NVMEDIA_WAITER), BAD);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(engine, NULL), BAD);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(engine, NULL), BAD);
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_PRESYNCOBJ, NULL), BAD);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(engine, NULL), BAD);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(engine, 0U, NULL), BAD);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, 0U, &fence), BAD);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(engine, &result, &fence), BAD);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, 0U, 0U, NULL), BAD);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(engine, 0U, NULL), BAD);
    assert_int_equal(fault_count() - before, faults);
}

/**
 * Engines that are gone, of the first generation or none are refused with a report; NULL is
 * refused.
 * @verifies RF-MEDIA-004
 * @verifies RF-MEDIA-005
 */
static void handles_that_are_none_are_refused(void **state)
{
    NvMediaDevice *const device = NvMediaDeviceCreate();
    NvMedia2D *engine = NULL;
    NvMedia2D *again = NULL;

    (void)state;
    assert_int_equal(NvMedia2DCreate(&engine, NULL), OK);
    assert_int_equal(NvMedia2DDestroy(engine), OK);
    assert_int_equal(NvMedia2DCreate(&again, NULL), OK);
    assert_ptr_not_equal(engine, again);
    assert_refused(NULL, 0U);
    assert_refused(engine, 19U);
    assert_refused((NvMedia2D *)(void *)device, 19U);
    assert_int_equal(NvMedia2DDestroy(again), OK);
    NvMediaDeviceDestroy(device);
}

/**
 * In RUNTIME nothing is made or ended; in DEINIT nothing is prepared or done.
 * @verifies RF-MEDIA-003
 */
static void phases_admit_what_they_are_for(void **state)
{
    const NvMediaStatus no = NVMEDIA_STATUS_UNDEFINED_STATE;
    Bench bench = bench_open();
    NvMedia2D *more = NULL;
    NvMedia2DComposeParameters token = 0U;
    NvMedia2DFilterBuffer filter = 0U;
    NvMediaVersion version;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(NvMedia2DCreate(&more, NULL), no);
    assert_int_equal(NvMedia2DDestroy(bench.engine), no);
    assert_int_equal(NvMedia2DCreateFilterBuffer(bench.engine, &filter), no);
    assert_int_equal(NvMedia2DDestroyFilterBuffer(bench.engine, 0U), no);
    assert_int_equal(NvMedia2DFillNvSciBufAttrList(bench.engine, NULL), no);
    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(bench.engine, NULL, NVMEDIA_WAITER), no);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench.engine, NULL), no);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench.engine, NULL), no);
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_PRESYNCOBJ, NULL), no);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, NULL), no);
    assert_int_equal(NvMedia2DGetComposeParameters(bench.engine, &token), OK);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_int_equal(NvMedia2DGetComposeParameters(bench.engine, &token), no);
    assert_int_equal(NvMedia2DSetSrcFilter(bench.engine, token, 0U, NVMEDIA_2D_FILTER_OFF), no);
    assert_int_equal(
        NvMedia2DSetSrcGeometry(bench.engine, token, 0U, NULL, NULL, NVMEDIA_2D_TRANSFORM_NONE),
        no);
    assert_int_equal(
        NvMedia2DSetSrcBlendMode(bench.engine, token, 0U, NVMEDIA_2D_BLEND_MODE_DISABLED, 1.0F),
        no);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, NULL), no);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, NULL), no);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, token, NULL), no);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, token, NULL), no);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, NULL, NULL), no);
    assert_int_equal(NvMedia2DCompose(bench.engine, token, NULL), no);
    assert_int_equal(NvMedia2DGetVersion(&version), no);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- buffers */

/**
 * A list gets the name of the engine, and one that names engines already is refused.
 * @verifies RF-MEDIA-070
 */
static void lists_of_buffers_name_the_engine(void **state)
{
    Bench bench = bench_open();
    NvSciBufAttrList list = picture_list(&bench, NvSciColor_Y8, NvSciColorStd_REC601_SR);
    const BufPair pair = buf_read(list, NvSciBufGeneralAttrKey_PeerHwEngineArray);
    NvSciBufPeerHwEngine engine;

    (void)state;
    assert_int_equal(pair.len, sizeof(engine));
    (void)memcpy(&engine, pair.value, sizeof(engine));
    assert_int_equal(engine.engName, NvSciBufHwEngName_Vic);
    assert_int_equal(NvMedia2DFillNvSciBufAttrList(bench.engine, list), BAD);
    assert_int_equal(NvMedia2DFillNvSciBufAttrList(bench.engine, NULL), BAD);
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

/**
 * A buffer is registered once, also by another handle, and kept; what is no image is refused.
 * @verifies RF-MEDIA-071
 * @verifies RF-MEDIA-018
 * @verifies RF-MEDIA-081
 * @verifies RF-MEDIA-083
 */
static void buffers_are_registered_once(void **state)
{
    Bench bench = bench_open();
    Picture picture = make_picture(&bench, NvSciColor_Y8, 1U);
    NvSciBufObj raw = buf_raw_object(64U);
    NvSciBufObj other = NULL;
    const uint32_t objects = in_use_of(RINGFENCE_POOL_BUF_OBJECT);

    (void)state;
    assert_status(NvSciBufObjDup(picture.object, &other), NvSciError_Success);
    assert_named(RINGFENCE_FAULT_2D_FORMAT, NVMEDIA_STATUS_NOT_SUPPORTED,
                 NvMedia2DRegisterNvSciBufObj(bench.engine, raw));
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench.engine, NULL), BAD);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DUnregisterNvSciBufObj(bench.engine, picture.object));
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench.engine, picture.object), OK);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DRegisterNvSciBufObj(bench.engine, picture.object));
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DRegisterNvSciBufObj(bench.engine, other));
    NvSciBufObjFree(other);
    NvSciBufObjFree(picture.object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), objects);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench.engine, picture.object), OK);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), objects - 1U);
    NvSciBufObjFree(raw);
    bench_close(&bench);
}

/**
 * A buffer that an operation uses is not unregistered, and is when that is over.
 * @verifies RF-MEDIA-072
 */
static void buffers_in_use_stay_registered(void **state)
{
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncObj end = end_object(&bench);
    NvMedia2DComposeParameters token = token_of(&bench);
    NvMedia2DComposeResult result = {0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 3U, from.object), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object), OK);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, token, &fence), OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, token, end), OK);
    assert_int_equal(NvMedia2DCompose(bench.engine, token, &result), OK);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench.engine, from.object),
                     NVMEDIA_STATUS_PENDING);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench.engine, to.object),
                     NVMEDIA_STATUS_PENDING);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_PENDING);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, end), NVMEDIA_STATUS_PENDING);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &result, &fence), OK);
    assert_status(NvSciSyncFenceWait(&fence, bench.context, SOON_US), NvSciError_Success);
    assert_int_equal(byte_of(&to, 0U, 0U), 1U);
    NvSciSyncFenceClear(&fence);
    free_object(&bench, begin);
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- tokens */

/**
 * A token goes back with the operation, and is stale then; one that was refused stays.
 * @verifies RF-MEDIA-074
 * @verifies RF-MEDIA-078
 * @verifies RF-MEDIA-084
 */
static void tokens_go_back_with_their_operation(void **state)
{
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    NvSciSyncObj end = end_object(&bench);
    const NvMedia2DComposeParameters token = token_of(&bench);
    NvMedia2DComposeParameters next = 0U;

    (void)state;
    assert_named(RINGFENCE_FAULT_2D_INCOMPLETE, BAD, NvMedia2DCompose(bench.engine, token, NULL));
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
    assert_named(RINGFENCE_FAULT_2D_INCOMPLETE, BAD, NvMedia2DCompose(bench.engine, token, NULL));
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, from.object), OK);
    assert_named(RINGFENCE_FAULT_OVERLAP, BAD, NvMedia2DCompose(bench.engine, token, NULL));
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object), OK);
    assert_int_equal(compose_and_wait(&bench, token, end), OK);
    assert_int_equal(byte_of(&to, 5U, 5U), 1U);
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD, NvMedia2DCompose(bench.engine, token, NULL));
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object));
    next = token_of(&bench);
    assert_int_not_equal(next, token);
    assert_named(RINGFENCE_FAULT_2D_INCOMPLETE, BAD, NvMedia2DCompose(bench.engine, next, NULL));
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/**
 * What one engine gave out is none of another one, though both gave out as many; and what names a
 * filter buffer names no operation.
 * @verifies RF-MEDIA-084
 */
static void engines_know_their_own_tokens_and_results(void **state)
{
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    /* Nothing puts the engines in an order. */
    Picture other = luma(&bench, 2U);
    NvSciSyncObj end = end_object(&bench);
    Bench second = bench;
    NvMedia2DComposeParameters tokens[2] = {0U, 0U};
    NvMedia2DComposeParameters token = 0U;
    NvMedia2DFilterBuffer filters[2] = {0U, 0U};
    NvMedia2DComposeResult results[2] = {{0U}, {0U}};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvMedia2DCreate(&second.engine, NULL), OK);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(second.engine, from.object), OK);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(second.engine, other.object), OK);
    tokens[0] = token_of(&bench);
    tokens[1] = token_of(&second);
    assert_int_not_equal(tokens[0], tokens[1]);
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DSetSrcNvSciBufObj(second.engine, tokens[0], 0U, from.object));
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DSetDstNvSciBufObj(bench.engine, tokens[1], to.object));
    assert_int_equal(NvMedia2DCreateFilterBuffer(bench.engine, &filters[0]), OK);
    assert_int_equal(NvMedia2DCreateFilterBuffer(second.engine, &filters[1]), OK);
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DDestroyFilterBuffer(second.engine, filters[0]));
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DDestroyFilterBuffer(bench.engine, tokens[0]));
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DSetDstNvSciBufObj(bench.engine, filters[0], to.object));
    for (uint32_t i = 0U; i < 2U; i++) {
        const Bench *const each = (i == 0U) ? &bench : &second;
        const Picture *const written = (i == 0U) ? &to : &other;

        assert_int_equal(NvMedia2DDestroyFilterBuffer(each->engine, filters[i]), OK);
        assert_int_equal(NvMedia2DSetSrcNvSciBufObj(each->engine, tokens[i], 0U, from.object), OK);
        assert_int_equal(NvMedia2DSetDstNvSciBufObj(each->engine, tokens[i], written->object), OK);
    }
    assert_int_equal(NvMedia2DCompose(second.engine, tokens[1], &results[1]), OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, tokens[0], end), OK);
    assert_int_equal(NvMedia2DCompose(bench.engine, tokens[0], &results[0]), OK);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_TASKS; i++) {
        /* Whatever number it has there, the second engine knows no result of the first. */
        assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                     NvMedia2DGetEOFNvSciSyncFence(second.engine, &results[0], &fence));
        token = token_of(&second);
        assert_int_equal(NvMedia2DSetSrcNvSciBufObj(second.engine, token, 0U, from.object), OK);
        assert_int_equal(NvMedia2DSetDstNvSciBufObj(second.engine, token, other.object), OK);
        while (NvMedia2DCompose(second.engine, token, NULL) ==
               NVMEDIA_STATUS_INSUFFICIENT_BUFFERING) {
        }
    }
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &results[0], &fence), OK);
    assert_status(NvSciSyncFenceWait(&fence, bench.context, SOON_US), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(NvMedia2DDestroy(second.engine), OK);
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    free_picture(&bench, &other);
    bench_close(&bench);
}

/** Asserts what a table of the engine with the most has, and how many more it had at most. */
static void assert_usage(RingfenceMediaTable table, uint32_t in_use, uint32_t least)
{
    RingfenceMediaUsage usage;

    assert_int_equal(ringfenceMediaGetUsage(table, &usage), OK);
    assert_int_equal(usage.inUse, in_use);
    assert_true(usage.highWater >= least);
}

/**
 * Buffers and tokens are counted, until they go back or their engine is gone.
 * @verifies RF-MEDIA-086
 */
static void buffers_and_tokens_are_counted(void **state)
{
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    NvSciSyncObj end = end_object(&bench);
    const NvMedia2DComposeParameters token = token_of(&bench);

    (void)state;
    (void)token_of(&bench);
    assert_usage(RINGFENCE_MEDIA_TABLE_TOKENS, 2U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_BUFFERS, 2U, 2U);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object), OK);
    assert_int_equal(compose_and_wait(&bench, token, end), OK);
    assert_usage(RINGFENCE_MEDIA_TABLE_TOKENS, 1U, 2U);
    free_object(&bench, end);
    free_picture(&bench, &from);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_BUFFERS, 1U, 2U);
    assert_int_equal(NvMedia2DDestroy(bench.engine), OK);
    bench.engine = NULL;
    assert_usage(RINGFENCE_MEDIA_TABLE_TOKENS, 0U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_BUFFERS, 0U, 2U);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/**
 * Layers, buffers and values that are none are refused.
 * @verifies RF-MEDIA-075
 * @verifies RF-MEDIA-076
 * @verifies RF-MEDIA-082
 * @verifies RF-MEDIA-085 RF-MEDIA-089
 */
static void setters_refuse_what_is_none(void **state)
{
    const NvMediaRect empty = {4U, 4U, 4U, 8U};
    const NvMediaRect flat = {4U, 4U, 8U, 4U};
    Bench bench = bench_open();
    Picture picture = luma(&bench, 1U);
    Picture other = make_picture(&bench, NvSciColor_Y8, 1U);
    NvSciBufObj reduced = NULL;
    NvMedia2D *const engine = bench.engine;
    const NvMedia2DComposeParameters token = token_of(&bench);

    (void)state;
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DSetSrcNvSciBufObj(engine, token, 16U, picture.object));
    assert_line_tells("NvMedia2DSetSrcNvSciBufObj", "give a layer below NVMEDIA_2D_MAX_LAYERS");
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 15U, picture.object), OK);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, other.object));
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DSetDstNvSciBufObj(engine, token, other.object));
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(engine, token, NULL), BAD);
    assert_status(NvSciBufObjDupWithReducePerm(other.object, NvSciBufAccessPerm_Readonly, &reduced),
                  NvSciError_Success);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(engine, reduced), OK);
    assert_named(RINGFENCE_FAULT_NO_RIGHT, BAD, NvMedia2DSetDstNvSciBufObj(engine, token, reduced));
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, reduced), OK);
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DSetSrcFilter(engine, token, 16U, NVMEDIA_2D_FILTER_LOW));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DSetSrcFilter(engine, token, 0U, (NvMedia2DFilter)0));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DSetSrcFilter(engine, token, 0U, (NvMedia2DFilter)5));
    assert_line_tells("NvMedia2DSetSrcFilter", "give NVMEDIA_2D_FILTER_OFF");
    assert_int_equal(NvMedia2DSetSrcFilter(engine, token, 0U, NVMEDIA_2D_FILTER_HIGH), OK);
    assert_named(
        RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
        NvMedia2DSetSrcGeometry(engine, token, 16U, NULL, NULL, NVMEDIA_2D_TRANSFORM_NONE));
    assert_named(
        RINGFENCE_FAULT_2D_RECTANGLE, BAD,
        NvMedia2DSetSrcGeometry(engine, token, 0U, &empty, NULL, NVMEDIA_2D_TRANSFORM_NONE));
    assert_named(
        RINGFENCE_FAULT_2D_RECTANGLE, BAD,
        NvMedia2DSetSrcGeometry(engine, token, 0U, NULL, &flat, NVMEDIA_2D_TRANSFORM_NONE));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DSetSrcGeometry(engine, token, 0U, NULL, NULL, (NvMedia2DTransform)8));
    assert_line_tells("NvMedia2DSetSrcGeometry", "give a transform");
    assert_named(
        RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
        NvMedia2DSetSrcBlendMode(engine, token, 16U, NVMEDIA_2D_BLEND_MODE_DISABLED, 1.0F));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DSetSrcBlendMode(engine, token, 0U, (NvMedia2DBlendMode)0, 1.0F));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DSetSrcBlendMode(engine, token, 0U, (NvMedia2DBlendMode)5, 1.0F));
    assert_named(
        RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
        NvMedia2DSetSrcBlendMode(engine, token, 0U, NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA, 1.5F));
    assert_named(
        RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
        NvMedia2DSetSrcBlendMode(engine, token, 0U, NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA, -0.5F));
    assert_line_tells("NvMedia2DSetSrcBlendMode", "an alpha from 0 to 1");
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(engine, reduced), OK);
    NvSciBufObjFree(reduced);
    NvSciBufObjFree(other.object);
    free_picture(&bench, &picture);
    bench_close(&bench);
}

/**
 * A token of an engine is none of another one, nor is one of a filter buffer; an image that no blit
 * takes whole is refused where it is registered.
 * @verifies RF-MEDIA-084
 * @verifies RF-MEDIA-080
 */
static void tokens_and_images_of_others_are_named(void **state)
{
    static const uint32_t widths[] = {1921U, 961U};
    static const uint32_t heights[] = {1081U, 541U};
    static const NvSciBufAttrValColorFmt formats[] = {NvSciColor_Y8, NvSciColor_V8U8};
    static const NvSciBufAttrValColorStd standards[] = {NvSciColorStd_REC601_SR,
                                                        NvSciColorStd_REC601_SR};
    Bench bench = bench_open();
    Bench other = bench;
    Picture picture = luma(&bench, 1U);
    NvMedia2DComposeParameters token = token_of(&bench);
    NvSciBufObj odd =
        buf_object_of(LIST(TYPES(NvSciBufType_Image),
                           PAIR(NvSciBufImageAttrKey_Layout, NvSciBufAttrValImageLayoutType,
                                NvSciBufImage_PitchLinearType),
                           PAIR(NvSciBufImageAttrKey_ScanType, NvSciBufAttrValImageScanType,
                                NvSciBufScan_ProgressiveType),
                           PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 2U),
                           {NvSciBufImageAttrKey_PlaneColorFormat, formats, sizeof(formats)},
                           {NvSciBufImageAttrKey_PlaneColorStd, standards, sizeof(standards)},
                           {NvSciBufImageAttrKey_PlaneWidth, widths, sizeof(widths)},
                           {NvSciBufImageAttrKey_PlaneHeight, heights, sizeof(heights)},
                           PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)));

    (void)state;
    assert_int_equal(NvMedia2DCreate(&other.engine, NULL), OK);
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD, NvMedia2DCompose(other.engine, token, NULL));
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DSetSrcNvSciBufObj(other.engine, token, 0U, picture.object));
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD, NvMedia2DDestroyFilterBuffer(other.engine, token));
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DUnregisterNvSciBufObj(other.engine, picture.object));
    assert_named(RINGFENCE_FAULT_ODD_IMAGE, NVMEDIA_STATUS_NOT_SUPPORTED,
                 NvMedia2DRegisterNvSciBufObj(bench.engine, odd));
    assert_int_equal(NvMedia2DDestroy(other.engine), OK);
    NvSciBufObjFree(odd);
    free_picture(&bench, &picture);
    bench_close(&bench);
}

/**
 * A token that names a buffer or an object whose registration ended is not composed, though another
 * one is in its place.
 * @verifies RF-MEDIA-072
 * @verifies RF-MEDIA-036
 * @verifies RF-MEDIA-081
 */
static void tokens_of_what_is_gone_are_refused(void **state)
{
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    NvSciSyncObj end = end_object(&bench);
    NvMedia2DComposeParameters token = token_of(&bench);

    (void)state;
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object), OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, token, end), OK);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench.engine, from.object), OK);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench.engine, from.object), OK);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD, NvMedia2DCompose(bench.engine, token, NULL));
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, end), OK);
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_EOFSYNCOBJ, end), OK);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD, NvMedia2DCompose(bench.engine, token, NULL));
    assert_int_equal(compose_and_wait(&bench, token, end), OK);
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- operations */

/**
 * Layers are drawn in the order of their indices, each into its rectangle, with its blending; one
 * without rectangles covers all.
 * @verifies RF-MEDIA-078
 */
static void layers_are_drawn_in_their_order(void **state)
{
    const NvMediaRect half = {0U, 0U, SIDE / 2U, SIDE};
    const NvMediaRect corner = {0U, 0U, 4U, 4U};
    Bench bench = bench_open();
    Picture below = luma(&bench, 40U);
    Picture above = luma(&bench, 80U);
    Picture to = luma(&bench, 0U);
    NvSciSyncObj end = end_object(&bench);
    NvMedia2D *const engine = bench.engine;
    const NvMedia2DComposeParameters token = token_of(&bench);

    (void)state;
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 7U, above.object), OK);
    assert_int_equal(
        NvMedia2DSetSrcGeometry(engine, token, 7U, &half, &half, NVMEDIA_2D_TRANSFORM_NONE), OK);
    assert_int_equal(
        NvMedia2DSetSrcBlendMode(engine, token, 7U, NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA, 0.5F),
        OK);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 9U, above.object), OK);
    assert_int_equal(NvMedia2DSetSrcGeometry(engine, token, 9U, &corner, &corner,
                                             NVMEDIA_2D_TRANSFORM_ROTATE_90),
                     OK);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 2U, below.object), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(engine, token, to.object), OK);
    assert_int_equal(compose_and_wait(&bench, token, end), OK);
    assert_int_equal(byte_of(&to, 1U, 1U), 80U);
    assert_int_equal(byte_of(&to, 5U, 5U), 60U);
    assert_int_equal(byte_of(&to, 12U, 5U), 40U);
    free_object(&bench, end);
    free_picture(&bench, &below);
    free_picture(&bench, &above);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/**
 * A layer of which something is set, and that has no source, and rectangles outside are refused.
 * @verifies RF-MEDIA-078
 * @verifies RF-MEDIA-058
 * @verifies RF-MEDIA-084
 */
static void layers_that_are_not_whole_are_refused(void **state)
{
    const NvMediaRect outside = {0U, 0U, SIDE + 2U, SIDE};
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    NvMedia2D *const engine = bench.engine;
    NvMedia2DComposeParameters token = token_of(&bench);

    (void)state;
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, from.object), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(engine, token, to.object), OK);
    assert_int_equal(
        NvMedia2DSetSrcGeometry(engine, token, 0U, &outside, NULL, NVMEDIA_2D_TRANSFORM_NONE), OK);
    assert_named(RINGFENCE_FAULT_2D_RECTANGLE, BAD, NvMedia2DCompose(engine, token, NULL));
    assert_int_equal(
        NvMedia2DSetSrcGeometry(engine, token, 0U, NULL, NULL, NVMEDIA_2D_TRANSFORM_NONE), OK);
    assert_int_equal(NvMedia2DSetSrcFilter(engine, token, 1U, NVMEDIA_2D_FILTER_OFF), OK);
    assert_named(RINGFENCE_FAULT_2D_INCOMPLETE, BAD, NvMedia2DCompose(engine, token, NULL));
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 1U, from.object), OK);
    assert_int_equal(NvMedia2DCompose(engine, token, NULL), OK);
    assert_int_equal(NvMedia2DDestroy(engine), OK);
    bench.engine = NULL;
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/**
 * Sixteen fences are waited for, and one more is refused, by the name of the interface.
 * @verifies RF-MEDIA-051
 * @verifies RF-MEDIA-955
 */
static void sixteen_fences_are_waited_for(void **state)
{
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncObj end = end_object(&bench);
    NvMedia2DComposeParameters token = token_of(&bench);
    NvMedia2DComposeResult result = {0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (uint32_t i = 0U; i < NVMEDIA_2D_MAX_PRE_FENCES; i++) {
        assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
        assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, token, &fence), OK);
    }
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, token, &fence),
                     NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_limit("NVMEDIA_2D_MAX_PRE_FENCES", NVMEDIA_2D_MAX_PRE_FENCES);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object), OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, token, end), OK);
    assert_int_equal(NvMedia2DCompose(bench.engine, token, &result), OK);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &result, &fence), OK);
    for (uint32_t i = 0U; i < NVMEDIA_2D_MAX_PRE_FENCES; i++) {
        assert_status(NvSciSyncFenceWait(&fence, bench.context, 0), NvSciError_Timeout);
        assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    }
    assert_status(NvSciSyncFenceWait(&fence, bench.context, SOON_US), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    free_object(&bench, begin);
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/**
 * Results name their operations, the fences of the last ones of a queue are there, and those of
 * older ones, of operations without an object and of none are not.
 * @verifies RF-MEDIA-055
 * @verifies RF-MEDIA-056
 * @verifies RF-MEDIA-084
 */
static void results_name_their_operations(void **state)
{
    static NvMedia2DComposeResult results[RINGFENCE_CFG_2D_TASKS + 1U];
    Bench bench = bench_open();
    Picture from = luma(&bench, 1U);
    Picture to = luma(&bench, 2U);
    NvSciSyncObj end = end_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMedia2DComposeResult other = {0U};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(results); i++) {
        const NvMedia2DComposeParameters token = token_of(&bench);

        assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
        assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object), OK);
        if (i != 5U) {
            assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, token, end), OK);
        }
        assert_int_equal(NvMedia2DCompose(bench.engine, token, &results[i]), OK);
        if (i != 5U) {
            assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &results[i], &fence), OK);
            assert_status(NvSciSyncFenceWait(&fence, bench.context, SOON_US), NvSciError_Success);
        }
        if (i > 0U) {
            assert_int_equal(results[i].operationId, results[i - 1U].operationId + 1U);
        }
    }
    assert_named(RINGFENCE_FAULT_2D_TOKEN, BAD,
                 NvMedia2DGetEOFNvSciSyncFence(bench.engine, &results[0], &fence));
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &results[1], &fence), OK);
    assert_named(RINGFENCE_FAULT_2D_INCOMPLETE, BAD,
                 NvMedia2DGetEOFNvSciSyncFence(bench.engine, &results[5], &fence));
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &other, &fence), BAD);
    other.operationId = results[RINGFENCE_CFG_2D_TASKS].operationId + 1U;
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &other, &fence), BAD);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, NULL, &fence), BAD);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, &results[1], NULL), BAD);
    NvSciSyncFenceClear(&fence);
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/**
 * In RUNTIME an operation with a filter is taken if one like it was submitted in INIT, and else
 * refused with a report.
 * @verifies RF-MEDIA-059
 */
static void graphs_are_built_in_init(void **state)
{
    const NvMediaRect half = {0U, 0U, SIDE / 2U, SIDE / 2U};
    const NvMediaRect other = {0U, 0U, SIDE / 4U, SIDE / 4U};
    Bench bench = bench_open();
    Picture from = luma(&bench, 50U);
    Picture to = luma(&bench, 0U);
    NvSciSyncObj end = end_object(&bench);
    NvMedia2D *const engine = bench.engine;
    NvMedia2DComposeParameters token = 0U;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        token = token_of(&bench);
        assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, from.object), OK);
        assert_int_equal(NvMedia2DSetDstNvSciBufObj(engine, token, to.object), OK);
        assert_int_equal(NvMedia2DSetSrcFilter(engine, token, 0U, NVMEDIA_2D_FILTER_MEDIUM), OK);
        assert_int_equal(
            NvMedia2DSetSrcGeometry(engine, token, 0U, &half, NULL, NVMEDIA_2D_TRANSFORM_NONE), OK);
        assert_int_equal(compose_and_wait(&bench, token, end), OK);
        assert_int_equal(byte_of(&to, 9U, 9U), 50U);
        go_to(RINGFENCE_PHASE_RUNTIME);
    }
    token = token_of(&bench);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, from.object), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(engine, token, to.object), OK);
    assert_int_equal(NvMedia2DSetSrcFilter(engine, token, 0U, NVMEDIA_2D_FILTER_MEDIUM), OK);
    assert_int_equal(
        NvMedia2DSetSrcGeometry(engine, token, 0U, &other, NULL, NVMEDIA_2D_TRANSFORM_NONE), OK);
    assert_int_equal(NvMedia2DCompose(engine, token, NULL), NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_GRAPH);
    go_to_init();
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- threads */

/** Composes many times. */
typedef struct {
    const Bench *bench;
    Picture *from;
    Picture *to;
    uint32_t failed;
} Composer;

#define OPERATIONS 200U

static void *compose_often(void *context)
{
    Composer *const composer = context;
    NvMedia2D *const engine = composer->bench->engine;
    uint32_t taken = 0U;

    while (taken < OPERATIONS) {
        NvMedia2DComposeParameters token = 0U;
        NvMediaStatus status = NvMedia2DGetComposeParameters(engine, &token);

        if (status == OK) {
            status = NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, composer->from->object);
            composer->failed += (status != OK) ? 1U : 0U;
            status = NvMedia2DSetDstNvSciBufObj(engine, token, composer->to->object);
            composer->failed += (status != OK) ? 1U : 0U;
            do {
                status = NvMedia2DCompose(engine, token, NULL);
            } while (status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
            composer->failed += (status != OK) ? 1U : 0U;
            taken++;
        } else {
            composer->failed += (status != NVMEDIA_STATUS_INSUFFICIENT_BUFFERING) ? 1U : 0U;
        }
    }
    return NULL;
}

/**
 * Threads prepare and submit operations of one engine at one time.
 * @verifies RF-MEDIA-050
 * @verifies RF-MEDIA-074
 */
static void threads_compose_at_one_time(void **state)
{
    Bench bench = bench_open();
    Picture from = luma(&bench, 9U);
    Picture first = luma(&bench, 0U);
    Picture second = luma(&bench, 0U);
    NvSciSyncObj end = end_object(&bench);
    Composer composers[] = {{&bench, &from, &first, 0U}, {&bench, &from, &second, 0U}};
    pthread_t threads[COUNT_OF(composers)];
    NvMedia2DComposeParameters token = 0U;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (size_t i = 0U; i < COUNT_OF(composers); i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, compose_often, &composers[i]), 0);
    }
    for (size_t i = 0U; i < COUNT_OF(composers); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(composers[i].failed, 0U);
    }
    do {
        token = token_of(&bench);
        assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
        assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, first.object), OK);
    } while (compose_and_wait(&bench, token, end) == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_int_equal(byte_of(&first, 3U, 3U), 9U);
    assert_int_equal(byte_of(&second, 3U, 3U), 9U);
    go_to_init();
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &first);
    free_picture(&bench, &second);
    bench_close(&bench);
}

/**
 * A layer whose source came back from another process as the memory of the destination is refused,
 * unless its rectangles are apart.
 * @verifies RF-MEDIA-930
 */
static void layers_of_the_memory_of_the_destination_are_refused(void **state)
{
    const NvMediaRect upper = {0U, 0U, SIDE, SIDE / 2U};
    const NvMediaRect lower = {0U, SIDE / 2U, SIDE, SIDE};
    Bench bench = bench_open();
    CameBack both = came_back_of(picture_list(&bench, NvSciColor_Y8, NvSciColorStd_REC601_SR),
                                 picture_list(&bench, NvSciColor_Y8, NvSciColorStd_REC601_SR));
    Picture apart = luma(&bench, 5U);
    const Picture to = picture_of(both.own, 7U);
    const NvSciSyncObj end = end_object(&bench);
    NvMedia2DComposeParameters token = token_of(&bench);
    RingfenceFault fault;

    (void)state;
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench.engine, both.own), OK);
    assert_int_equal(NvMedia2DRegisterNvSciBufObj(bench.engine, both.back), OK);
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, both.own), OK);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, apart.object), OK);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 1U, both.back), OK);
    assert_int_equal(compose_and_wait(&bench, token, end), BAD);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_OVERLAP);
    assert_int_equal(byte_of(&to, 3U, 3U), 7U);
    assert_int_equal(
        NvMedia2DSetSrcGeometry(bench.engine, token, 0U, &upper, &upper, NVMEDIA_2D_TRANSFORM_NONE),
        OK);
    assert_int_equal(
        NvMedia2DSetSrcGeometry(bench.engine, token, 1U, &upper, &lower, NVMEDIA_2D_TRANSFORM_NONE),
        OK);
    assert_int_equal(compose_and_wait(&bench, token, end), OK);
    assert_int_equal(byte_of(&to, 3U, SIDE - 1U), 5U);
    free_object(&bench, end);
    free_picture(&bench, &apart);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench.engine, both.own), OK);
    assert_int_equal(NvMedia2DUnregisterNvSciBufObj(bench.engine, both.back), OK);
    came_back_free(&both);
    bench_close(&bench);
}

/**
 * Attributes that change while they are read are taken as they were checked, or refused.
 * @verifies RF-MEDIA-934
 */
static void attributes_are_read_once(void **state)
{
    const NvMedia2DAttributes attributes = {1U, 1U, 1U, 1U, 0U};
    const uint32_t none = 0U;
    Bench bench = bench_open();
    const NvMedia2DAttributes *torn = NULL;
    NvMedia2D *engine = NULL;
    NvMediaStatus status = OK;

    (void)state;
    torn_begin();
    torn = torn_put(&attributes, sizeof(attributes), offsetof(NvMedia2DAttributes, flags),
                    offsetof(NvMedia2DAttributes, numComposeParameters), &none, sizeof(none));
    status = NvMedia2DCreate(&engine, torn);
    torn_was_read();
    if (status == OK) {
        NvMedia2DComposeParameters token = 0U;

        assert_int_equal(NvMedia2DGetComposeParameters(engine, &token), OK);
        assert_int_equal(NvMedia2DDestroy(engine), OK);
    } else {
        assert_int_equal(status, BAD);
    }
    torn_end();
    bench_close(&bench);
}

/**
 * A rectangle that changes while it is read is taken as it was checked, or refused.
 * @verifies RF-MEDIA-934
 */
static void rectangles_are_read_once(void **state)
{
    const NvMediaRect whole = {0U, 0U, SIDE, SIDE};
    const NvMediaRect empty = {SIDE, 0U, SIDE, SIDE};
    Bench bench = bench_open();
    Picture from = luma(&bench, 5U);
    Picture to = luma(&bench, 6U);
    const NvSciSyncObj end = end_object(&bench);
    const NvMedia2DComposeParameters token = token_of(&bench);
    const NvMediaRect *torn = NULL;
    NvMediaStatus status = OK;

    (void)state;
    assert_int_equal(NvMedia2DSetDstNvSciBufObj(bench.engine, token, to.object), OK);
    assert_int_equal(NvMedia2DSetSrcNvSciBufObj(bench.engine, token, 0U, from.object), OK);
    torn_begin();
    torn = torn_put(&whole, sizeof(whole), offsetof(NvMediaRect, y1), offsetof(NvMediaRect, x0),
                    &empty.x0, sizeof(empty.x0));
    status =
        NvMedia2DSetSrcGeometry(bench.engine, token, 0U, torn, NULL, NVMEDIA_2D_TRANSFORM_NONE);
    torn_was_read();
    assert_true((status == OK) || (status == BAD));
    assert_int_equal(compose_and_wait(&bench, token, end), OK);
    torn_end();
    free_object(&bench, end);
    free_picture(&bench, &from);
    free_picture(&bench, &to);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- children */

/** A child that takes longer than so many seconds waits for ever. */
#define CHILD_SECONDS 60U

/** What a child that was forked finds; 0: it is refused all that makes or ends something. */
static int child_of(const Bench *bench)
{
    NvMedia2D *made = NULL;
    bool refused = true;

    (void)alarm(CHILD_SECONDS);
    refused = (NvMedia2DCreate(&made, NULL) == NVMEDIA_STATUS_ERROR) && (made == NULL);
    refused = refused && (NvMedia2DDestroy(bench->engine) == BAD);
    refused = refused && (NvMedia2DRegisterNvSciBufObj(bench->engine, NULL) == BAD);
    refused = refused && (NvMedia2DUnregisterNvSciBufObj(bench->engine, NULL) == BAD);
    return refused ? 0 : 1;
}

/** Forks, and asserts that the child was refused. */
static void assert_child_is_refused(const Bench *bench)
{
    const pid_t child = fork();
    int result = -1;

    if (child == 0) {
        _exit(child_of(bench));
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
}

/**
 * A child that was forked is refused, also where a thread of its parent had a lock: with engines of
 * its parent and without one.
 * @verifies RF-MEDIA-006
 * @verifies RF-MEDIA-916
 */
static void a_forked_child_is_refused(void **state)
{
    Bench bench = bench_open();

    (void)state;
    assert_child_is_refused(&bench);
    assert_int_equal(NvMedia2DDestroy(bench.engine), OK);
    bench.engine = NULL;
    media_lock();
    assert_child_is_refused(&bench);
    media_unlock();
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* Before others use rows: both engines are at the same number then. */
        sync_test(engines_know_their_own_tokens_and_results),
        sync_test(the_version_is_told),
        sync_test(a_forked_child_is_refused),
        sync_test(attributes_have_ranges),
        sync_test(there_are_as_many_engines_as_configured),
        sync_test(an_engine_has_what_its_attributes_say),
        sync_test(handles_that_are_none_are_refused),
        sync_test(phases_admit_what_they_are_for),
        sync_test(lists_of_buffers_name_the_engine),
        sync_test(buffers_are_registered_once),
        sync_test(buffers_in_use_stay_registered),
        sync_test(tokens_go_back_with_their_operation),
        sync_test(buffers_and_tokens_are_counted),
        sync_test(setters_refuse_what_is_none),
        sync_test(tokens_and_images_of_others_are_named),
        sync_test(tokens_of_what_is_gone_are_refused),
        sync_test(layers_are_drawn_in_their_order),
        sync_test(layers_that_are_not_whole_are_refused),
        sync_test(sixteen_fences_are_waited_for),
        sync_test(results_name_their_operations),
        sync_test(graphs_are_built_in_init),
        sync_test(threads_compose_at_one_time),
        sync_test(layers_of_the_memory_of_the_destination_are_refused),
        sync_test(attributes_are_read_once),
        sync_test(rectangles_are_read_once)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
