/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file quick_test.c
 * What the functions of the runtime path do by themselves: they refuse what their full forms
 * refuse, and the words that they write are apart.
 */
#include "sync/quick.h"

#include "sync/object.h"
#include "sync_inside.h"

/** What calls with something wrong must leave as it was. */
typedef struct {
    Scene scene;
    /** Of a point that was reached, and of one that was not. */
    NvSciSyncFence reached;
    NvSciSyncFence pending;
    PortPair uses;
    uint32_t pins;
    uint64_t issued;
    uint64_t value;
} Plain;

static Plain plain_open(void)
{
    Plain plain = {.scene = scene_open((Traits){0})};
    const SyncObject *const object = object_of(plain.scene.object);

    assert_status(NvSciSyncObjGenerateFence(plain.scene.object, &plain.reached),
                  NvSciError_Success);
    assert_status(NvSciSyncObjSignal(plain.scene.object), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(plain.scene.object, &plain.pending),
                  NvSciError_Success);
    assert_true(object->is_plain);
    assert_true(quick_is_of(object, &plain.reached));
    assert_true(quick_is_context(object, plain.scene.context));
    plain.uses = port_load_pair(&object->uses);
    plain.pins = port_load32(&object->pins);
    plain.issued = port_load64(&object->issued);
    plain.value = timeline_value(object);
    return plain;
}

static void plain_check(const Plain *plain)
{
    const SyncObject *const object = object_of(plain->scene.object);

    assert_int_equal(port_load_pair(&object->uses), plain->uses);
    assert_int_equal(port_load32(&object->pins), plain->pins);
    assert_int_equal(port_load64(&object->issued), plain->issued);
    assert_int_equal(timeline_value(object), plain->value);
}

static void plain_close(Plain *plain)
{
    NvSciSyncFenceClear(&plain->reached);
    NvSciSyncFenceClear(&plain->pending);
    scene_close(&plain->scene);
}

/** Calls of a test that were refused, and those that were not. */
typedef struct {
    uint32_t refused;
    uint32_t accepted;
} Tally;

static void count(Tally *tally, NvSciError status, RingfenceFaultKind kind)
{
    static uint32_t faults;
    const bool reported = (fault_count() != faults) && (fault_kind() == kind);

    if ((status == NvSciError_BadParameter) && reported) {
        tally->refused++;
    } else {
        tally->accepted++;
    }
    faults = fault_count();
}

/** Each call that takes a handle in the runtime path, with a wrong one. */
static void try_handle(Plain *plain, uintptr_t word, Tally *tally)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    count(tally, NvSciSyncObjSignal((NvSciSyncObj)word), RINGFENCE_FAULT_BAD_HANDLE);
    count(tally, NvSciSyncObjGenerateFence((NvSciSyncObj)word, &fence), RINGFENCE_FAULT_BAD_HANDLE);
    assert_true(quick_content(0U, &fence) == 0U);
    (void)plain;
}

/** A wait with a wrong context, for a point that was reached. */
static void try_context(Plain *plain, uintptr_t word, Tally *tally)
{
    count(tally, NvSciSyncFenceWait(&plain->reached, (NvSciSyncCpuWaitContext)word, 0),
          RINGFENCE_FAULT_BAD_HANDLE);
}

typedef void (*TryWord)(Plain *plain, uintptr_t word, Tally *tally);

/** All changes of one, two and three bits of a word. */
static void try_words(TryWord try, Plain *plain, const void *handle, Tally *tally)
{
    const uintptr_t good = (uintptr_t)handle;
    const uint32_t bits = 8U * (uint32_t)sizeof(good);

    for (uint32_t i = 0U; i < bits; i++) {
        const uintptr_t one = good ^ ((uintptr_t)1U << i);

        try(plain, one, tally);
        for (uint32_t j = 0U; j < i; j++) {
            const uintptr_t two = one ^ ((uintptr_t)1U << j);

            try(plain, two, tally);
            for (uint32_t k = 0U; k < j; k++) {
                try(plain, two ^ ((uintptr_t)1U << k), tally);
            }
        }
    }
}

/** Changes of up to three of 64 bits. */
#define CHANGES_OF_A_WORD (64U + 2016U + 41664U)

/**
 * Handles of which up to three bits were changed are refused by what signals, makes fences and
 * waits, with a fault report; no object is touched.
 * @verifies RF-SYNC-240
 */
static void changed_handles_are_refused(void **state)
{
    Plain plain = plain_open();
    Tally tally = {0U, 0U};

    (void)state;
    try_words(try_handle, &plain, plain.scene.object, &tally);
    assert_int_equal(tally.accepted, 0U);
    assert_int_equal(tally.refused, 2U * CHANGES_OF_A_WORD);
    try_words(try_context, &plain, plain.scene.context, &tally);
    assert_int_equal(tally.accepted, 0U);
    assert_int_equal(tally.refused, 3U * CHANGES_OF_A_WORD);
    plain_check(&plain);
    plain_close(&plain);
}

/**
 * So are contexts while a wait uses the context, and that one with them.
 * @verifies RF-SYNC-240
 */
static void changed_handles_of_a_used_context_are_refused(void **state)
{
    Plain plain = plain_open();
    Tally tally = {0U, 0U};
    uint32_t index = 0U;

    (void)state;
    assert_status(wait_context_find(OP_SYNC_FENCE_WAIT, plain.scene.context, &index),
                  NvSciError_Success);
    assert_status(wait_context_begin(index), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&plain.reached, plain.scene.context, 0),
                  NvSciError_AlreadyInUse);
    assert_status(NvSciSyncFenceWait(&plain.reached, NULL, 0), NvSciError_BadParameter);
    try_words(try_context, &plain, plain.scene.context, &tally);
    assert_int_equal(tally.accepted, 0U);
    assert_int_equal(tally.refused, CHANGES_OF_A_WORD);
    wait_context_end(index);
    assert_status(NvSciSyncFenceWait(&plain.reached, plain.scene.context, 0), NvSciError_Success);
    plain_check(&plain);
    plain_close(&plain);
}

/** Each call that takes a fence in the runtime path, with a wrong one. */
static void try_fence(Plain *plain, const NvSciSyncFence *wrong, Tally *tally)
{
    NvSciSyncFence fence = *wrong;
    NvSciSyncFence target = NvSciSyncFenceInitializer;

    count(tally, NvSciSyncFenceWait(wrong, plain->scene.context, 0), RINGFENCE_FAULT_BAD_FENCE);
    count(tally, NvSciSyncFenceDup(wrong, &target), RINGFENCE_FAULT_BAD_FENCE);
    count(tally, NvSciSyncFenceDup(&plain->reached, &fence), RINGFENCE_FAULT_BAD_FENCE);
    count(tally, NvSciSyncObjGenerateFence(plain->scene.object, &fence), RINGFENCE_FAULT_BAD_FENCE);
    NvSciSyncFenceClear(&fence);
    count(tally, NvSciError_BadParameter, RINGFENCE_FAULT_BAD_FENCE);
    assert_true(quick_content(0U, &target) == 0U);
    assert_true(quick_content(0U, &fence) == 0U);
}

/** All changes of one and two bits of a fence. */
static void try_fences(Plain *plain, const NvSciSyncFence *good, Tally *tally)
{
    const uint32_t bits = 8U * (uint32_t)sizeof(*good);
    NvSciSyncFence fence = *good;

    for (uint32_t i = 0U; i < bits; i++) {
        fence.payload[i / 64U] ^= (uint64_t)1U << (i % 64U);
        try_fence(plain, &fence, tally);
        for (uint32_t j = 0U; j < i; j++) {
            fence.payload[j / 64U] ^= (uint64_t)1U << (j % 64U);
            try_fence(plain, &fence, tally);
            fence.payload[j / 64U] ^= (uint64_t)1U << (j % 64U);
        }
        fence.payload[i / 64U] ^= (uint64_t)1U << (i % 64U);
    }
}

/**
 * Fences of which up to two of the 384 bits were changed are refused by what waits, duplicates,
 * overwrites and clears, with a fault report; nothing is counted. misuse_test.c has those of which
 * three were changed.
 * @verifies RF-SYNC-240
 */
static void changed_fences_are_refused(void **state)
{
    Plain plain = plain_open();
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    Tally tally = {0U, 0U};

    (void)state;
    try_fences(&plain, &plain.reached, &tally);
    try_fences(&plain, &cleared, &tally);
    assert_int_equal(tally.accepted, 0U);
    assert_int_equal(tally.refused, 2U * 5U * (384U + 73536U));
    plain_check(&plain);
    plain_close(&plain);
}

/**
 * Time-outs are refused or served alike, whether the point was reached or not.
 * @verifies RF-SYNC-075
 */
static void timeouts_of_reached_points_have_limits(void **state)
{
    Plain plain = plain_open();
    const int64_t wrong[] = {-2, INT64_MIN, NvSciSyncFenceMaxTimeout + 1, INT64_MAX};
    const int64_t right[] = {
        -1, 0, 1, ((int64_t)1 << 52U) - 2, ((int64_t)1 << 52U), NvSciSyncFenceMaxTimeout};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(wrong); i++) {
        assert_status(NvSciSyncFenceWait(&plain.reached, plain.scene.context, wrong[i]),
                      NvSciError_BadParameter);
    }
    for (size_t i = 0U; i < COUNT_OF(right); i++) {
        assert_status(NvSciSyncFenceWait(&plain.reached, plain.scene.context, right[i]),
                      NvSciError_Success);
    }
    assert_status(NvSciSyncFenceWait(&plain.pending, plain.scene.context, 0), NvSciError_Timeout);
    plain_check(&plain);
    plain_close(&plain);
}

/**
 * A fence that an object is not known by at once is served all the same.
 * @verifies RF-SYNC-240
 */
static void a_fence_that_is_not_known_at_once_is_served(void **state)
{
    Plain plain = plain_open();
    SyncObject *const object = object_of(plain.scene.object);
    const uint64_t name = port_load64(&object->name);
    NvSciSyncFence target = NvSciSyncFenceInitializer;

    (void)state;
    port_store64(&object->name, name ^ 1U);
    assert_status(NvSciSyncFenceDup(&plain.reached, &target), NvSciError_Success);
    assert_int_equal(fences_of(object), 3U);
    assert_status(NvSciSyncFenceWait(&target, plain.scene.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&target);
    port_store64(&object->name, name);
    plain_check(&plain);
    plain_close(&plain);
}

/**
 * What each call of a round does: points and fences are counted, a signal reaches one point, the
 * cleared fence is zero. At the end of the timeline there is no fence and no signal.
 * @verifies RF-SYNC-045
 * @verifies RF-SYNC-046
 * @verifies RF-SYNC-054
 * @verifies RF-SYNC-060
 * @verifies RF-SYNC-061
 */
static void a_round_of_a_plain_object_counts_and_zeroes(void **state)
{
    Plain plain = plain_open();
    const NvSciSyncObj handle = plain.scene.object;
    SyncObject *const object = object_of(handle);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(handle, &fence), NvSciError_Success);
    assert_int_equal(fences_of(object), 3U);
    assert_int_equal(fence.payload[1], 3U);
    assert_status(NvSciSyncFenceDup(&fence, &other), NvSciError_Success);
    assert_int_equal(fences_of(object), 4U);
    assert_memory_equal(&fence, &other, sizeof(fence));
    assert_status(NvSciSyncObjSignal(handle), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, plain.scene.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(handle), NvSciError_Success);
    assert_int_equal(timeline_value(object), 3U);
    assert_status(NvSciSyncFenceWait(&fence, plain.scene.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&other);
    assert_true(quick_content(0U, &other) == 0U);
    assert_int_equal(fences_of(object), 3U);
    /* A signal without a fence passes a point out. */
    assert_status(NvSciSyncObjSignal(handle), NvSciError_Success);
    assert_int_equal(port_load64(&object->issued), 4U);
    assert_int_equal(timeline_value(object), 4U);
    set_timeline(handle, UINT64_MAX);
    assert_status(NvSciSyncObjGenerateFence(handle, &other), NvSciError_Overflow);
    assert_status(NvSciSyncObjSignal(handle), NvSciError_Overflow);
    assert_int_equal(timeline_value(object), UINT64_MAX);
    assert_int_equal(port_load64(&object->issued), UINT64_MAX);
    assert_int_equal(pins_of(object), 0U);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(fences_of(object), 2U);
    plain_close(&plain);
}

/**
 * A cleared fence is no fence of the first object, even before there is one.
 * @verifies RF-SYNC-061
 */
static void a_cleared_fence_is_no_objects(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence target = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(port_load64(&g_sync_objects[0].name), 0U);
    assert_status(NvSciSyncFenceDup(&cleared, &target), NvSciError_Success);
    NvSciSyncFenceClear(&target);
    assert_int_equal(port_load_pair(&g_sync_objects[0].uses), 0U);
    assert_true(quick_content(0U, &target) == 0U);
    assert_status(NvSciSyncFenceWait(&cleared, NULL, 0), NvSciError_BadParameter);
    assert_status(NvSciSyncObjSignal(NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncObjGenerateFence(NULL, &target), NvSciError_BadParameter);
    assert_int_equal(port_load_pair(&g_sync_objects[0].uses), 0U);
}

/** Refusals of the phase, all functions together. */
static uint32_t refusals(void)
{
    RingfenceRefusal refusal;

    assert_status(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    return refusal.total;
}

/**
 * Where all but the phase is as usual, the phase refuses, and counts; clearing it admits.
 * @verifies RF-SYNC-086
 */
static void the_phase_refuses_what_is_as_usual_otherwise(void **state)
{
    Plain plain = plain_open();
    NvSciSyncFence target = NvSciSyncFenceInitializer;
    uint32_t before = 0U;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    before = refusals();
    assert_status(NvSciSyncFenceWait(&plain.reached, plain.scene.context, 0), NvSciError_Success);
    assert_status(NvSciSyncFenceDup(&plain.reached, &target), NvSciError_Success);
    NvSciSyncFenceClear(&target);
    assert_int_equal(refusals(), before);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_status(NvSciSyncObjGenerateFence(plain.scene.object, &target), NvSciError_InvalidState);
    assert_status(NvSciSyncFenceDup(&plain.reached, &target), NvSciError_InvalidState);
    assert_status(NvSciSyncObjSignal(plain.scene.object), NvSciError_InvalidState);
    assert_status(NvSciSyncFenceWait(&plain.reached, plain.scene.context, 0),
                  NvSciError_InvalidState);
    assert_int_equal(refusals(), before + 4U);
    plain_check(&plain);
    NvSciSyncFenceClear(&plain.pending);
    assert_int_equal(fences_of(object_of(plain.scene.object)), 1U);
    go_to(RINGFENCE_PHASE_INIT);
    plain_close(&plain);
}

/**
 * A wait that is the last use of an object gives it back when it ends.
 * @verifies RF-SYNC-090
 */
static void the_last_wait_gives_the_object_back(void **state)
{
    Plain plain = plain_open();
    SyncObject *const object = object_of(plain.scene.object);
    const NvSciSyncFence copy = plain.reached;

    (void)state;
    sync_object_pin_fence(object);
    NvSciSyncFenceClear(&plain.reached);
    NvSciSyncFenceClear(&plain.pending);
    NvSciSyncObjFree(plain.scene.object);
    plain.scene.object = NULL;
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    /* Another call ends while this one waits, so that nothing but this one is left. */
    (void)port_add_pair(&object->uses, (PortPair)0U - SYNC_PIN);
    assert_status(NvSciSyncFenceWait(&copy, plain.scene.context, 0), NvSciError_Success);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    scene_close(&plain.scene);
}

/**
 * An object for which the CPU may not wait has no context that waits for it.
 * @verifies RF-SYNC-064
 */
static void an_object_of_engines_is_not_waited_for(void **state)
{
    Scene scene = scene_open((Traits){.engine_signals = true, .engine_waits = true});
    const SyncObject *const object = object_of(scene.object);

    (void)state;
    assert_false(object->is_plain);
    assert_false(quick_is_context(object, scene.context));
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_BadParameter);
    scene_close(&scene);
}

static uint64_t line_of(const void *address)
{
    return (uint64_t)(uintptr_t)address / RINGFENCE_CFG_LINE_BYTES;
}

/**
 * No two of the words that different sides write are in one line: of who waits, of who signals, of
 * who asks for names and rights, of two objects, of two wait contexts, of the phase.
 * @verifies RF-SYNC-241
 */
static void words_of_different_writers_are_apart(void **state)
{
    const SyncObject *const object = &g_sync_objects[0];
    const uint64_t lines[] = {
        line_of(&object->uses),
        line_of(&object->name),
        line_of(&object->pins),
        line_of(&g_sync_objects[1].uses),
        line_of(&g_sync_contexts[0]),
        line_of(&g_sync_contexts[1]),
        line_of(&g_phase_signals.refused),
    };

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(lines); i++) {
        for (size_t j = 0U; j < i; j++) {
            assert_true(lines[i] != lines[j]);
        }
    }
    assert_true(line_of(&object->issued) == line_of(&object->pins));
    assert_true(line_of(&object->waiters) <= (line_of(&object->name) + 1U));
    assert_int_equal(sizeof(g_phase_signals), RINGFENCE_CFG_LINE_BYTES);
    assert_int_equal(sizeof(*object) % RINGFENCE_CFG_LINE_BYTES, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(a_cleared_fence_is_no_objects),
        sync_test(changed_handles_are_refused),
        sync_test(the_phase_refuses_what_is_as_usual_otherwise),
        sync_test(the_last_wait_gives_the_object_back),
        sync_test(an_object_of_engines_is_not_waited_for),
        sync_test(changed_handles_of_a_used_context_are_refused),
        sync_test(changed_fences_are_refused),
        sync_test(timeouts_of_reached_points_have_limits),
        sync_test(a_fence_that_is_not_known_at_once_is_served),
        sync_test(a_round_of_a_plain_object_counts_and_zeroes),
        sync_test(words_of_different_writers_are_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
