/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase_test.c
 * Which functions of buffers run in which phase; a refusal is counted and changes nothing.
 */
#include "buf_lists.h"

#include <string.h>

#define CPU PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)

/** What the calls work on. Made in INIT, freed in INIT. */
typedef struct {
    NvSciBufModule module;
    NvSciBufAttrList list;
    NvSciBufAttrList reconciled;
    NvSciBufObj object;
} World;

static uint8_t g_pixels[2][640U * 480U];

/** Calls a function with sound arguments. Gives its status; Success for those that have none. */
typedef NvSciError (*Call)(World *world);

static NvSciError module_open(World *world)
{
    NvSciBufModule module = NULL;
    const NvSciError status = NvSciBufModuleOpen(&module);

    (void)world;
    if (status == NvSciError_Success) {
        NvSciBufModuleClose(module);
    }
    return status;
}

static NvSciError module_close(World *world)
{
    NvSciBufModuleClose(world->module);
    return NvSciError_Success;
}

static NvSciError check_version(World *world)
{
    bool compatible = false;

    (void)world;
    return NvSciBufCheckVersionCompatibility(2U, 11U, &compatible);
}

static NvSciError list_create(World *world)
{
    NvSciBufAttrList list = NULL;
    const NvSciError status = NvSciBufAttrListCreate(world->module, &list);

    if (list != NULL) {
        NvSciBufAttrListFree(list);
    }
    return status;
}

static NvSciError list_free(World *world)
{
    NvSciBufAttrListFree(world->list);
    return NvSciError_Success;
}

static NvSciError list_set(World *world)
{
    return SET(world->list, PAIR(NvSciBufGeneralAttrKey_EnableCpuCache, bool, true));
}

static NvSciError list_slots(World *world)
{
    return (NvSciBufAttrListGetSlotCount(world->list) == 1U) ? NvSciError_Success
                                                             : NvSciError_InvalidState;
}

static NvSciError list_get(World *world)
{
    BufPair pair = {NvSciBufGeneralAttrKey_Types, NULL, 0U};

    return NvSciBufAttrListGetAttrs(world->list, &pair, 1U);
}

static NvSciError list_slot_get(World *world)
{
    BufPair pair = {NvSciBufGeneralAttrKey_Types, NULL, 0U};

    return NvSciBufAttrListSlotGetAttrs(world->list, 0U, &pair, 1U);
}

static NvSciError list_dump(World *world)
{
    void *text = NULL;
    size_t len = 0U;

    return NvSciBufAttrListDebugDump(world->list, &text, &len);
}

static NvSciError list_reconcile(World *world)
{
    NvSciBufAttrList reconciled = world->list;
    NvSciBufAttrList conflict = world->list;
    const NvSciError status = NvSciBufAttrListReconcile(&world->list, 1U, &reconciled, &conflict);

    assert_int_equal(reconciled == NULL, status != NvSciError_Success);
    assert_null(conflict);
    if (reconciled != NULL) {
        NvSciBufAttrListFree(reconciled);
    }
    return status;
}

static NvSciError list_clone(World *world)
{
    NvSciBufAttrList list = NULL;
    const NvSciError status = NvSciBufAttrListClone(world->list, &list);

    if (list != NULL) {
        NvSciBufAttrListFree(list);
    }
    return status;
}

static NvSciError list_append(World *world)
{
    NvSciBufAttrList list = NULL;
    const NvSciError status = NvSciBufAttrListAppendUnreconciled(&world->list, 1U, &list);

    if (list != NULL) {
        NvSciBufAttrListFree(list);
    }
    return status;
}

static NvSciError list_is_reconciled(World *world)
{
    bool reconciled = false;

    return NvSciBufAttrListIsReconciled(world->list, &reconciled);
}

static NvSciError list_validate(World *world)
{
    bool valid = false;

    return NvSciBufAttrListValidateReconciled(world->reconciled, &world->list, 1U, &valid);
}

static NvSciError list_validate_attrs(World *world)
{
    const BufPair pair = CPU;

    return NvSciBufAttrListValidateReconciledAgainstAttrs(world->reconciled, &pair, 1U);
}

static NvSciError list_reconcile_and_alloc(World *world)
{
    NvSciBufAttrList conflict = world->list;
    NvSciBufObj object = world->object;
    const NvSciError status =
        NvSciBufAttrListReconcileAndObjAlloc(&world->list, 1U, &object, &conflict);

    assert_int_equal(object == NULL, status != NvSciError_Success);
    assert_null(conflict);
    if (object != NULL) {
        NvSciBufObjFree(object);
    }
    return status;
}

static NvSciError obj_alloc(World *world)
{
    NvSciBufObj object = NULL;
    const NvSciError status = NvSciBufObjAlloc(world->reconciled, &object);

    if (object != NULL) {
        NvSciBufObjFree(object);
    }
    return status;
}

static NvSciError obj_dup(World *world)
{
    NvSciBufObj object = NULL;
    const NvSciError status = NvSciBufObjDup(world->object, &object);

    if (object != NULL) {
        NvSciBufObjFree(object);
    }
    return status;
}

static NvSciError obj_reduce(World *world)
{
    NvSciBufObj object = NULL;
    const NvSciError status =
        NvSciBufObjDupWithReducePerm(world->object, NvSciBufAccessPerm_Readonly, &object);

    if (object != NULL) {
        NvSciBufObjFree(object);
    }
    return status;
}

static NvSciError obj_free(World *world)
{
    NvSciBufObjFree(world->object);
    return NvSciError_Success;
}

static NvSciError obj_list(World *world)
{
    NvSciBufAttrList list = NULL;

    return NvSciBufObjGetAttrList(world->object, &list);
}

static NvSciError obj_pointer(World *world)
{
    void *pointer = NULL;

    return NvSciBufObjGetCpuPtr(world->object, &pointer);
}

static NvSciError obj_const_pointer(World *world)
{
    const void *pointer = NULL;

    return NvSciBufObjGetConstCpuPtr(world->object, &pointer);
}

static NvSciError obj_flush(World *world)
{
    return NvSciBufObjFlushCpuCacheRange(world->object, 0U, 64U);
}

static NvSciError obj_get_pixels(World *world)
{
    void *planes[] = {g_pixels[0], g_pixels[1]};
    const uint32_t sizes[] = {sizeof(g_pixels[0]), sizeof(g_pixels[1])};
    const uint32_t pitches[] = {640U, 640U};

    return NvSciBufObjGetPixels(world->object, NULL, planes, sizes, pitches);
}

static NvSciError obj_put_pixels(World *world)
{
    const void *planes[] = {g_pixels[0], g_pixels[1]};
    const uint32_t sizes[] = {sizeof(g_pixels[0]), sizeof(g_pixels[1])};
    const uint32_t pitches[] = {640U, 640U};

    return NvSciBufObjPutPixels(world->object, NULL, planes, sizes, pitches);
}

static NvSciError obj_attach(World *world)
{
    return NvSciBufObjAttachPeer(world->object, &world->list, 1U);
}

static NvSciError obj_validate(World *world)
{
    return NvSciBufObjValidate(world->object);
}

/** Every function of buffers, and the phases that must admit it. */
typedef struct {
    const char *name;
    Call call;
    uint32_t phases;
    /** It returns nothing. */
    bool is_silent;
} Function;

#define INIT  ((uint32_t)RINGFENCE_PHASE_INIT)
#define FREE  (INIT | (uint32_t)RINGFENCE_PHASE_DEINIT)
#define FLUSH (INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME)

static const Function g_functions[] = {
    {"NvSciBufAttrListCreate", list_create, INIT, false},
    {"NvSciBufAttrListFree", list_free, FREE, true},
    {"NvSciBufAttrListSetAttrs", list_set, INIT, false},
    {"NvSciBufAttrListGetSlotCount", list_slots, INIT, false},
    {"NvSciBufAttrListGetAttrs", list_get, INIT, false},
    {"NvSciBufAttrListSlotGetAttrs", list_slot_get, INIT, false},
    {"NvSciBufAttrListDebugDump", list_dump, INIT, false},
    {"NvSciBufAttrListReconcile", list_reconcile, INIT, false},
    {"NvSciBufAttrListClone", list_clone, INIT, false},
    {"NvSciBufAttrListAppendUnreconciled", list_append, INIT, false},
    {"NvSciBufAttrListIsReconciled", list_is_reconciled, INIT, false},
    {"NvSciBufAttrListValidateReconciled", list_validate, INIT, false},
    {"NvSciBufObjDup", obj_dup, INIT, false},
    {"NvSciBufAttrListReconcileAndObjAlloc", list_reconcile_and_alloc, INIT, false},
    {"NvSciBufObjFree", obj_free, FREE, true},
    {"NvSciBufObjGetAttrList", obj_list, INIT, false},
    {"NvSciBufObjGetCpuPtr", obj_pointer, INIT, false},
    {"NvSciBufObjGetConstCpuPtr", obj_const_pointer, INIT, false},
    {"NvSciBufObjFlushCpuCacheRange", obj_flush, FLUSH, false},
    {"NvSciBufObjAlloc", obj_alloc, INIT, false},
    {"NvSciBufObjDupWithReducePerm", obj_reduce, INIT, false},
    {"NvSciBufModuleOpen", module_open, INIT, false},
    {"NvSciBufModuleClose", module_close, FREE, true},
    {"NvSciBufCheckVersionCompatibility", check_version, INIT, false},
    {"NvSciBufObjGetPixels", obj_get_pixels, INIT, false},
    {"NvSciBufObjPutPixels", obj_put_pixels, INIT, false},
    {"NvSciBufObjValidate", obj_validate, INIT, false},
    {"NvSciBufAttrListValidateReconciledAgainstAttrs", list_validate_attrs, INIT, false},
    {"NvSciBufObjAttachPeer", obj_attach, INIT, false}};

static World make_world(void)
{
    World world = {NULL, NULL, NULL, NULL};
    NvSciBufAttrList conflict = NULL;

    assert_int_equal(NvSciBufModuleOpen(&world.module), NvSciError_Success);
    g_module = world.module;
    world.list = RECIPE(RECIPE_IMAGE, CPU);
    assert_int_equal(NvSciBufAttrListReconcile(&world.list, 1U, &world.reconciled, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciBufObjAlloc(world.reconciled, &world.object), NvSciError_Success);
    return world;
}

/** Frees what is left of a world. What was freed already is a fault report, nothing more. */
static void free_world(World *world)
{
    NvSciBufObjFree(world->object);
    NvSciBufAttrListFree(world->reconciled);
    NvSciBufAttrListFree(world->list);
    NvSciBufModuleClose(world->module);
}

static void go_to(RingfencePhase phase)
{
    if (phase != RINGFENCE_PHASE_INIT) {
        assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    }
    if (phase == RINGFENCE_PHASE_DEINIT) {
        assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    }
}

/** Says whether a function is one of src/share, which has tests of its own. */
static bool is_of_share(const char *function)
{
    return (strstr(function, "Ipc") != NULL) || (strstr(function, "FreeDesc") != NULL) ||
           (strcmp(function, "NvSciBufObjGetMaxPerm") == 0);
}

/**
 * The table here has each function of src/buf in the table of admissions, with the same phases.
 * @verifies RF-BUF-058
 */
static void all_functions_are_tested(void **state)
{
    RingfenceAdmission admission;
    size_t found = 0U;

    (void)state;
    for (size_t row = 0U; RingfenceGetAdmission(row, &admission) == NvSciError_Success; row++) {
        if ((strncmp(admission.function, "NvSciBuf", 8U) == 0) &&
            (!is_of_share(admission.function))) {
            bool known = false;

            for (size_t i = 0U; i < COUNT_OF(g_functions); i++) {
                if (strcmp(admission.function, g_functions[i].name) == 0) {
                    assert_int_equal(admission.phases, g_functions[i].phases);
                    known = true;
                }
            }
            assert_true(known);
            found++;
        }
    }
    assert_int_equal(found, COUNT_OF(g_functions));
}

/**
 * Each function in each phase: admitted, it works; refused, it says so, the refusal names it, and
 * no slot is taken or given back.
 * @verifies RF-BUF-058
 */
static void phases_are_kept(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME,
                                            RINGFENCE_PHASE_DEINIT};

    (void)state;
    for (size_t p = 0U; p < COUNT_OF(phases); p++) {
        for (size_t i = 0U; i < COUNT_OF(g_functions); i++) {
            const Function *const function = &g_functions[i];
            const bool admitted = (function->phases & (uint32_t)phases[p]) != 0U;
            World world = make_world();
            RingfenceRefusal before;
            RingfenceRefusal after;
            const uint32_t taken = in_use_of_all();
            NvSciError status = NvSciError_Unknown;

            go_to(phases[p]);
            assert_int_equal(RingfenceGetLastRefusal(&before), NvSciError_Success);
            status = function->call(&world);
            assert_int_equal(RingfenceGetLastRefusal(&after), NvSciError_Success);
            if (admitted) {
                assert_int_equal(status, NvSciError_Success);
                assert_int_equal(after.total, before.total);
            } else {
                assert_int_equal(status, function->is_silent ? NvSciError_Success
                                                             : NvSciError_InvalidState);
                assert_true(after.total > before.total);
                assert_string_equal(after.function, function->name);
                assert_int_equal(after.phase, phases[p]);
                assert_int_equal(in_use_of_all(), taken);
            }
            go_to_init();
            free_world(&world);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_functions_are_tested),
                                       cmocka_unit_test_teardown(phases_are_kept, nothing_is_left)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
