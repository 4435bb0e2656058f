/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_compose_forbidden_test.c
 * Every function that RUNTIME admits of the second generation of NvMedia 2D, and its operations, in
 * a process that may take nothing: neither the threads that call nor those of the engines.
 */
#define _GNU_SOURCE

#include "buf_make.h"
#include "forbidden.h"
#include "nvmedia6/nvmedia_2d.h"
#include "nvmedia6/nvmedia_2d_sci.h"
#include "sync_fixture.h"

#define SOON_US 30000000
#define SIDE    32U
#define TURNS   4U
#define FENCES  (RINGFENCE_CFG_2D_TASKS + 2U)
#define OK      NVMEDIA_STATUS_OK
/** Numbers of the functions of the second generation. */
#define FIRST_NUMBER 1101U
#define LAST_NUMBER  1199U

/** Engines that prepare and that are used, images, and objects of both ends. */
typedef struct {
    NvSciSyncCpuWaitContext context;
    NvMedia2D *engines[2];
    NvSciBufObj from;
    NvSciBufObj to;
    uint8_t *bytes[2];
    NvSciSyncObj begin;
    NvSciSyncObj end;
} Stage;

static Stage g_stage;
static NvSciSyncFence g_ends[FENCES];

/** A buffer of luma that both engines have. */
static NvSciBufObj make_picture(uint8_t **bytes)
{
    const NvSciBufAttrList list = LIST(
        TYPES(NvSciBufType_Image),
        PAIR(NvSciBufImageAttrKey_Layout, NvSciBufAttrValImageLayoutType,
             NvSciBufImage_PitchLinearType),
        PAIR(NvSciBufImageAttrKey_ScanType, NvSciBufAttrValImageScanType,
             NvSciBufScan_ProgressiveType),
        PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 1U),
        PAIR(NvSciBufImageAttrKey_PlaneColorFormat, NvSciBufAttrValColorFmt, NvSciColor_Y8),
        PAIR(NvSciBufImageAttrKey_PlaneColorStd, NvSciBufAttrValColorStd, NvSciColorStd_REC601_SR),
        PAIR(NvSciBufImageAttrKey_PlaneWidth, uint32_t, SIDE),
        PAIR(NvSciBufImageAttrKey_PlaneHeight, uint32_t, SIDE),
        PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
        PAIR(NvSciBufGeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm,
             NvSciBufAccessPerm_ReadWrite));
    NvSciBufObj object = NULL;
    void *pointer = NULL;

    CHECK(NvMedia2DFillNvSciBufAttrList(g_stage.engines[0], list) == OK);
    object = buf_object_of(list);
    CHECK_OK(NvSciBufObjGetCpuPtr(object, &pointer));
    *bytes = pointer;
    for (uint32_t i = 0U; i < COUNT_OF(g_stage.engines); i++) {
        CHECK(NvMedia2DRegisterNvSciBufObj(g_stage.engines[i], object) == OK);
    }
    return object;
}

/** An object of one end, which the second engine has. */
static NvSciSyncObj make_end(NvSciSyncModule module, NvMediaNvSciSyncClientType client,
                             NvSciSyncAccessPerm perm, NvMediaNvSciSyncObjType type)
{
    NvSciSyncAttrList lists[] = {make_list(module), make_perm_list(module, perm, true)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    CHECK(NvMedia2DFillNvSciSyncAttrList(g_stage.engines[1], lists[0], client) == OK);
    CHECK_OK(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict));
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    CHECK(NvMedia2DRegisterNvSciSyncObj(g_stage.engines[1], type, object) == OK);
    return object;
}

/** Opens all in the process that uses it: a thread does not go along with a fork. */
static void stage_open(void)
{
    NvSciSyncModule module = NULL;

    (void)setenv("CMOCKA_TEST_ABORT", "1", 1);
    module = open_module();
    g_stage.context = make_context(module);
    CHECK_OK(NvSciBufModuleOpen(&g_module));
    for (uint32_t i = 0U; i < COUNT_OF(g_stage.engines); i++) {
        CHECK(NvMedia2DCreate(&g_stage.engines[i], NULL) == OK);
    }
    g_stage.from = make_picture(&g_stage.bytes[0]);
    g_stage.to = make_picture(&g_stage.bytes[1]);
    g_stage.begin =
        make_end(module, NVMEDIA_WAITER, NvSciSyncAccessPerm_SignalOnly, NVMEDIA_PRESYNCOBJ);
    g_stage.end =
        make_end(module, NVMEDIA_SIGNALER, NvSciSyncAccessPerm_WaitOnly, NVMEDIA_EOFSYNCOBJ);
}

/* ---------------------------------------------------------------- operations */

/** An operation of two layers that makes the image smaller with a filter. */
static void set_layers(NvMedia2D *engine, NvMedia2DComposeParameters token, NvMedia2DFilter filter)
{
    const NvMediaRect small = {0U, 0U, SIDE / 2U, SIDE / 2U};

    for (uint32_t i = 0U; i < 2U; i++) {
        CHECK(NvMedia2DSetSrcNvSciBufObj(engine, token, i, g_stage.from) == OK);
        CHECK(NvMedia2DSetSrcFilter(engine, token, i, filter) == OK);
        CHECK(NvMedia2DSetSrcBlendMode(engine, token, i,
                                       (i == 0U) ? NVMEDIA_2D_BLEND_MODE_DISABLED
                                                 : NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA,
                                       0.5F) == OK);
    }
    CHECK(NvMedia2DSetSrcGeometry(engine, token, 1U, NULL, &small, NVMEDIA_2D_TRANSFORM_NONE) ==
          OK);
    CHECK(NvMedia2DSetDstNvSciBufObj(engine, token, g_stage.to) == OK);
}

/** The functions that set_layers() called of an engine in RUNTIME. */
static void note_layers(void)
{
    note_call("NvMedia2DSetSrcNvSciBufObj");
    note_call("NvMedia2DSetSrcFilter");
    note_call("NvMedia2DSetSrcBlendMode");
    note_call("NvMedia2DSetSrcGeometry");
    note_call("NvMedia2DSetDstNvSciBufObj");
}

/** Composes behind a fence; a token that was refused stays. */
static NvMediaStatus try_compose(NvMedia2DComposeParameters token, NvMedia2DFilter filter,
                                 const NvSciSyncFence *begin, NvSciSyncFence *end)
{
    NvMedia2D *const engine = g_stage.engines[1];
    NvMedia2DComposeResult result = {0U};
    NvMediaStatus status = OK;

    set_layers(engine, token, filter);
    note_layers();
    CHECK(NvMedia2DInsertPreNvSciSyncFence(engine, token, begin) == OK);
    note_call("NvMedia2DInsertPreNvSciSyncFence_v6");
    CHECK(NvMedia2DSetNvSciSyncObjforEOF(engine, token, g_stage.end) == OK);
    note_call("NvMedia2DSetNvSciSyncObjforEOF_v6");
    status = NvMedia2DCompose(engine, token, &result);
    note_call("NvMedia2DCompose");
    if (status == OK) {
        CHECK(NvMedia2DGetEOFNvSciSyncFence(engine, &result, end) == OK);
        note_call("NvMedia2DGetEOFNvSciSyncFence_v6");
    }
    return status;
}

/** Waits for the end of an operation. Its thread may have taken something until then. */
static void await_end(NvSciSyncFence *fence)
{
    CHECK_OK(NvSciSyncFenceWait(fence, g_stage.context, SOON_US));
    NvSciSyncFenceClear(fence);
    check_nothing_taken("an operation");
}

/** Operations behind one that waits, until no more are taken; then all of them are done, and the
 * one that was refused. */
static void fill_the_queue(NvMedia2DFilter filter)
{
    NvSciSyncFence begin = NvSciSyncFenceInitializer;
    NvMedia2DComposeParameters token = 0U;
    NvMediaStatus status = OK;
    uint32_t count = 0U;

    CHECK_OK(NvSciSyncObjGenerateFence(g_stage.begin, &begin));
    while ((status == OK) && (count < FENCES)) {
        CHECK(NvMedia2DGetComposeParameters(g_stage.engines[1], &token) == OK);
        note_call("NvMedia2DGetComposeParameters");
        status = try_compose(token, filter, &begin, &g_ends[count]);
        count++;
    }
    CHECK(status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    CHECK(count > 1U);
    CHECK_OK(NvSciSyncObjSignal(g_stage.begin));
    for (uint32_t i = 0U; i < (count - 1U); i++) {
        await_end(&g_ends[i]);
    }
    CHECK(try_compose(token, filter, &begin, &g_ends[0]) == OK);
    await_end(&g_ends[0]);
    NvSciSyncFenceClear(&begin);
}

/** The engine that is used has done no operation in INIT; the other one prepared the graphs. */
static void use_engine(void)
{
    NvMedia2DComposeParameters token = 0U;

    stage_open();
    CHECK(NvMedia2DGetComposeParameters(g_stage.engines[0], &token) == OK);
    set_layers(g_stage.engines[0], token, NVMEDIA_2D_FILTER_HIGH);
    CHECK(NvMedia2DCompose(g_stage.engines[0], token, NULL) == OK);
    CHECK(NvMedia2DDestroy(g_stage.engines[0]) == OK);
    (void)memset(g_stage.bytes[0], 0x44, SIDE);
    (void)memset(g_stage.bytes[1], 0, SIDE);
    begin_runtime();
    for (uint32_t turn = 0U; turn < TURNS; turn++) {
        fill_the_queue(NVMEDIA_2D_FILTER_HIGH);
        fill_the_queue(NVMEDIA_2D_FILTER_OFF);
    }
    CHECK(g_stage.bytes[1][0] != 0U);
}

/**
 * Operations of the second generation take nothing in RUNTIME, from the first one on.
 * @verifies RF-CORE-310 RF-BLIT-023
 */
static void operations_take_nothing(void **state)
{
    (void)state;
    assert_true(ended_by(start_role(use_engine), 0));
    end_forbidden();
}

/* ---------------------------------------------------------------- all of them */

static bool is_of_second_generation(const RingfenceAdmission *row)
{
    return ((uint32_t)row->functionId >= FIRST_NUMBER) &&
           ((uint32_t)row->functionId <= LAST_NUMBER);
}

/**
 * No function of the second generation that RUNTIME admits is left out by the test above.
 * @verifies RF-CORE-310
 */
static void every_admitted_function_was_called(void **state)
{
    (void)state;
    assert_int_equal(functions_not_called(is_of_second_generation), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_take_nothing),
        cmocka_unit_test(every_admitted_function_was_called),
    };

    return share_notes()
               ? cmocka_run_group_tests_name("system/media_compose_forbidden", tests, NULL, NULL)
               : 1;
}
