/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_test.c
 * Sync objects of 2D engines: lists, registrations, and which engine signals one.
 */
#include "media_fixture.h"

/** Rights in a list. */
static uint64_t perm_of(NvSciSyncAttrList list)
{
    return number_of(list, NvSciSyncAttrKey_RequiredPerm);
}

/**
 * A list is filled with the rights of what the engine does, and with its name; for one engine and
 * for all alike.
 * @verifies RF-MEDIA-030
 */
static void lists_have_the_rights_of_the_client(void **state)
{
    static const NvSciSyncAccessPerm perms[] = {NvSciSyncAccessPerm_SignalOnly,
                                                NvSciSyncAccessPerm_WaitOnly,
                                                NvSciSyncAccessPerm_WaitSignal};
    Bench bench = bench_open();

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(perms); i++) {
        const NvMediaNvSciSyncClientType type = (NvMediaNvSciSyncClientType)i;
        NvSciSyncAttrList list = engine_list(&bench, type);
        NvSciSyncAttrList all = make_list(bench.sync);
        NvSciBufPeerHwEngine engine = {NvSciBufHwEngName_Invalid, NvSciBufPlatformName_LowerBound};
        const void *value = NULL;
        size_t length = 0U;

        assert_int_equal(perm_of(list), perms[i]);
        assert_status(
            NvSciSyncAttrListGetAttr(list, NvSciSyncAttrKey_PeerHwEngineArray, &value, &length),
            NvSciError_Success);
        assert_int_equal(length, sizeof(engine));
        (void)memcpy(&engine, value, sizeof(engine));
        assert_int_equal(engine.engName, NvSciBufHwEngName_Vic);
        assert_int_equal(ringfenceMediaFillNvSciSyncAttrList(all, type), NVMEDIA_STATUS_OK);
        assert_int_equal(perm_of(all), perms[i]);
        NvSciSyncAttrListFree(list);
        NvSciSyncAttrListFree(all);
    }
    bench_close(&bench);
}

/**
 * What is no client, no list, or a list that has one of the keys is refused, and the list stays as
 * it is.
 * @verifies RF-MEDIA-030
 */
static void lists_that_cannot_be_filled_are_refused(void **state)
{
    static const NvSciSyncAttrValPrimitiveType primitive =
        NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    Bench bench = bench_open();
    NvSciSyncAttrList list = make_list(bench.sync);
    const void *value = NULL;
    size_t length = 0U;

    (void)state;
    assert_int_equal(
        NvMedia2DFillNvSciSyncAttrList(bench.engine, list, (NvMediaNvSciSyncClientType)3),
        NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(bench.engine, NULL, NVMEDIA_WAITER),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    set_key(list, NvSciSyncAttrKey_PrimitiveInfo, &primitive, sizeof(primitive));
    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(bench.engine, list, NVMEDIA_WAITER),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_status(NvSciSyncAttrListGetAttr(list, NvSciSyncAttrKey_RequiredPerm, &value, &length),
                  NvSciError_Success);
    assert_int_equal(length, 0U);
    NvSciSyncAttrListFree(list);
    list = make_perm_list(bench.sync, NvSciSyncAccessPerm_WaitOnly, true);
    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(bench.engine, list, NVMEDIA_WAITER),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    NvSciSyncAttrListFree(list);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- registrations */

/** The status of registering an object. */
static NvMediaStatus try_register(const Bench *bench, uint32_t type, NvSciSyncObj object)
{
    return NvMedia2DRegisterNvSciSyncObj(bench->engine, (NvMediaNvSciSyncObjType)type, object);
}

/**
 * An object is registered once, for what 2D has, and unregistered once.
 * @verifies RF-MEDIA-031
 */
static void objects_are_registered_once(void **state)
{
    Bench bench = bench_open();
    NvSciSyncObj object = chain_object(&bench);
    NvSciSyncObj other = NULL;

    (void)state;
    assert_status(NvSciSyncObjDup(object, &other), NvSciError_Success);
    assert_int_equal(try_register(&bench, NVMEDIA_SOFSYNCOBJ, object),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(try_register(&bench, NVMEDIA_SOF_PRESYNCOBJ, object),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(try_register(&bench, 5U, object), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(try_register(&bench, NVMEDIA_PRESYNCOBJ, NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, object),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(try_register(&bench, NVMEDIA_EOF_PRESYNCOBJ, object), NVMEDIA_STATUS_OK);
    assert_int_equal(try_register(&bench, NVMEDIA_EOFSYNCOBJ, object),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(try_register(&bench, NVMEDIA_EOFSYNCOBJ, other), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, object), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, object),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(other);
    bench_close(&bench);
}

/**
 * As many objects as configured are registered, and one more is refused.
 * @verifies RF-MEDIA-034
 */
static void there_are_as_many_registrations_as_configured(void **state)
{
    static NvSciSyncObj objects[RINGFENCE_CFG_2D_REGISTRATIONS + 1U];
    Bench bench = bench_open();

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(objects); i++) {
        objects[i] = begin_object(&bench);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, objects[i]);
    }
    assert_int_equal(
        try_register(&bench, NVMEDIA_PRESYNCOBJ, objects[RINGFENCE_CFG_2D_REGISTRATIONS]),
        NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, objects[1]), NVMEDIA_STATUS_OK);
    assert_int_equal(
        try_register(&bench, NVMEDIA_PRESYNCOBJ, objects[RINGFENCE_CFG_2D_REGISTRATIONS]),
        NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    bench.engine = NULL;
    for (uint32_t i = 0U; i < COUNT_OF(objects); i++) {
        NvSciSyncObjFree(objects[i]);
    }
    bench_close(&bench);
}

/** An object of two lists, of which one names a GPU. */
static NvSciSyncObj object_of_gpu(const Bench *bench)
{
    const NvSciRmGpuId gpu = {{7U}};
    NvSciSyncAttrList lists[] = {make_perm_list(bench->sync, NvSciSyncAccessPerm_SignalOnly, false),
                                 engine_list(bench, NVMEDIA_WAITER)};

    set_key(lists[0], NvSciSyncAttrKey_GpuId, &gpu, sizeof(gpu));
    return object_of_lists(lists);
}

/** An object for the CPU alone. */
static NvSciSyncObj object_of_cpu(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {make_perm_list(bench->sync, NvSciSyncAccessPerm_SignalOnly, true),
                                 make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitOnly, true)};

    return object_of_lists(lists);
}

/** An object that an engine without a name signals and waits for. */
static NvSciSyncObj object_of_nobody(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitSignal, false),
                                 make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitOnly, true)};

    return object_of_lists(lists);
}

/** An object that an engine and the CPU signal. */
static NvSciSyncObj object_of_both(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {engine_list(bench, NVMEDIA_SIGNALER),
                                 make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitOnly, true)};

    set_flag(lists[0], NvSciSyncAttrKey_NeedCpuAccess, true);
    return object_of_lists(lists);
}

/**
 * Objects that the CPU or a GPU signals are not signalled by an engine; those that no list of an
 * engine asked to wait for are not waited for; those of lists that were not filled for an engine
 * are not taken. Each is reported and nothing of it is kept.
 * @verifies RF-MEDIA-032
 * @verifies RF-MEDIA-033
 */
static void objects_that_an_engine_cannot_serve_are_refused(void **state)
{
    Bench bench = bench_open();
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncObj end = end_object(&bench);
    NvSciSyncObj gpu = object_of_gpu(&bench);
    NvSciSyncObj cpu = object_of_cpu(&bench);
    NvSciSyncObj nobody = object_of_nobody(&bench);
    NvSciSyncObj both = object_of_both(&bench);
    const struct {
        NvMediaNvSciSyncObjType type;
        NvSciSyncObj object;
    } cases[] = {{NVMEDIA_EOFSYNCOBJ, begin},  {NVMEDIA_EOF_PRESYNCOBJ, begin},
                 {NVMEDIA_PRESYNCOBJ, end},    {NVMEDIA_EOF_PRESYNCOBJ, end},
                 {NVMEDIA_EOFSYNCOBJ, gpu},    {NVMEDIA_EOFSYNCOBJ, cpu},
                 {NVMEDIA_PRESYNCOBJ, cpu},    {NVMEDIA_PRESYNCOBJ, nobody},
                 {NVMEDIA_EOFSYNCOBJ, nobody}, {NVMEDIA_EOFSYNCOBJ, both}};
    const uint32_t handles = in_use_of(RINGFENCE_POOL_SYNC_HANDLE);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const uint32_t faults = fault_count();

        assert_int_equal(try_register(&bench, cases[i].type, cases[i].object),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        assert_int_equal(fault_count(), faults + 1U);
        assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), handles);
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, gpu);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, gpu), NVMEDIA_STATUS_OK);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    NvSciSyncObjFree(gpu);
    NvSciSyncObjFree(cpu);
    NvSciSyncObjFree(nobody);
    NvSciSyncObjFree(both);
    bench_close(&bench);
}

/**
 * Objects are set for the end that are registered for it; others are refused with a report.
 * @verifies RF-MEDIA-054
 */
static void ends_are_objects_that_are_registered_for_it(void **state)
{
    Bench bench = bench_open();
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncObj end = end_object(&bench);

    (void)state;
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_2D_REGISTRATION);
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, begin),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_OK);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

/**
 * What was set of an object for the next blit goes with its registration, and the fence of a blit
 * too.
 * @verifies RF-MEDIA-037
 */
static void what_was_set_goes_with_the_registration(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncObj end = end_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, end), NVMEDIA_STATUS_OK);
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    (void)byte_at(to, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, end, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    (void)byte_at(to, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, end), NVMEDIA_STATUS_OK);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(end);
    NvSciSyncObjFree(begin);
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- who signals */

/**
 * An object is signalled by the engine that did so first, until it ends the registration: another
 * one is refused with a report, when the object is set and when it is to be signalled.
 * @verifies RF-MEDIA-035
 */
static void one_engine_signals_an_object(void **state)
{
    Bench bench = bench_open();
    NvMedia2D *const other = make_engine(&bench);
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj end = end_object(&bench);

    (void)state;
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    register_sync(other, NVMEDIA_EOFSYNCOBJ, end);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(other, end), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(other, from, to), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(other, end), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    (void)byte_at(to, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(other, to, from), NVMEDIA_STATUS_OK);
    (void)byte_at(to, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DDestroyEx(other), NVMEDIA_STATUS_OK);
    free_image(from);
    free_image(to);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(lists_have_the_rights_of_the_client),
                                       sync_test(lists_that_cannot_be_filled_are_refused),
                                       sync_test(objects_are_registered_once),
                                       sync_test(there_are_as_many_registrations_as_configured),
                                       sync_test(objects_that_an_engine_cannot_serve_are_refused),
                                       sync_test(ends_are_objects_that_are_registered_for_it),
                                       sync_test(what_was_set_goes_with_the_registration),
                                       sync_test(one_engine_signals_an_object)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
