/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file forms_test.c
 * The short forms of the runtime path and their full forms: two objects live the same life, one of
 * which has no short form; each call gives the same, and leaves the same.
 */
#include "sync_inside.h"

/** Calls of a life, and lives. */
#define STEPS 4000U
#define LIVES 8U
/** Fences of each object. */
#define FENCES 4U
/** Words of a fence. */
#define WORDS 6U

/** One of the two objects, and what is its own. */
typedef struct {
    Scene scene;
    SyncObject *object;
    NvSciSyncFence fences[FENCES];
} Side;

/** What a call is made with. */
typedef struct {
    uint32_t call;
    uint32_t fence;
    uint32_t other;
    /** Which of the arguments is wrong, and how; most are none. */
    uint32_t wrong;
    uint32_t bit;
} Step;

/** What a call left. */
typedef struct {
    NvSciError status;
    uint32_t faults;
    RingfenceFaultKind kind;
    PortPair uses;
    uint32_t pins;
    uint64_t issued;
    uint64_t value;
    uint64_t points[FENCES];
    bool cleared[FENCES];
} Outcome;

static uint32_t g_random;

static uint32_t draw(uint32_t below)
{
    g_random = (g_random * 1664525U) + 1013904223U;
    return (g_random >> 8U) % below;
}

static Side side_open(bool full)
{
    Side side = {.scene = scene_open((Traits){0})};

    side.object = object_of(side.scene.object);
    assert_true(side.object->is_plain);
    if (full) {
        side.object->is_plain = false;
        side.object->wait_tag = 0U;
        side.object->far_tag = 0U;
        port_store64(&side.object->name, (uint64_t)slot_of(side.scene.object) ^ 1U);
    }
    return side;
}

static void side_close(Side *side)
{
    for (uint32_t i = 0U; i < FENCES; i++) {
        NvSciSyncFenceClear(&side->fences[i]);
    }
    assert_int_equal(fences_of(side->object), 0U);
    scene_close(&side->scene);
}

/** Handle for a step: that of the object; NULL; one of another kind; one with a bit changed. */
static uintptr_t handle_of(const Side *side, const Step *step, uintptr_t right)
{
    uintptr_t word = right;

    if (step->wrong == 1U) {
        word = 0U;
    } else if (step->wrong == 2U) {
        word = (uintptr_t)side->scene.module;
    } else if (step->wrong == 3U) {
        word ^= (uintptr_t)1U << (step->bit % 64U);
    } else {
        /* It is the right one. */
    }
    return word;
}

static int64_t timeout_of(const Step *step)
{
    static const int64_t timeouts[] = {0, 1, 30, -2, INT64_MIN, INT64_MAX, -1};
    int64_t timeout = 0;

    if (step->wrong == 4U) {
        timeout = timeouts[step->bit % (COUNT_OF(timeouts) - 1U)];
    }
    /* Nobody signals during a wait. */
    return ((timeout == INT64_MAX) && (NvSciSyncFenceMaxTimeout >= INT64_MAX)) ? 0 : timeout;
}

static NvSciError call_of(Side *side, const Step *step)
{
    const NvSciSyncObj object = (NvSciSyncObj)handle_of(side, step, (uintptr_t)side->scene.object);
    const NvSciSyncCpuWaitContext context =
        (NvSciSyncCpuWaitContext)handle_of(side, step, (uintptr_t)side->scene.context);
    NvSciSyncFence *const fence = (step->wrong == 5U) ? NULL : &side->fences[step->fence];
    NvSciError status = NvSciError_Success;

    switch (step->call) {
    case 0U:
        status = NvSciSyncObjGenerateFence(object, fence);
        break;
    case 1U:
        status = NvSciSyncObjSignal(object);
        break;
    case 2U:
        status = NvSciSyncFenceDup(fence, (step->wrong == 6U) ? NULL : &side->fences[step->other]);
        break;
    case 3U:
        status = NvSciSyncFenceWait(fence, context, timeout_of(step));
        break;
    default:
        NvSciSyncFenceClear(fence);
        break;
    }
    return status;
}

/** Makes a call of a step, with a bit of the fence changed that is put back if the call kept it. */
static Outcome outcome_of(Side *side, const Step *step)
{
    uint64_t *const word = &side->fences[step->fence].payload[(step->bit / 64U) % WORDS];
    const uint64_t flip = (step->wrong == 7U) ? ((uint64_t)1U << (step->bit % 64U)) : 0U;
    const uint64_t damaged = *word ^ flip;
    const uint32_t faults = fault_count();
    Outcome outcome = {0};

    *word = damaged;
    outcome.status = call_of(side, step);
    outcome.faults = fault_count() - faults;
    outcome.kind = (outcome.faults > 0U) ? fault_kind() : RINGFENCE_FAULT_NONE;
    if ((flip != 0U) && (step->call != 4U)) {
        *word ^= flip;
    }
    outcome.uses = port_load_pair(&side->object->uses);
    outcome.pins = port_load32(&side->object->pins);
    outcome.issued = port_load64(&side->object->issued);
    outcome.value = timeline_value(side->object);
    for (uint32_t i = 0U; i < FENCES; i++) {
        outcome.points[i] = side->fences[i].payload[1];
        outcome.cleared[i] = (side->fences[i].payload[0] == 0U);
    }
    return outcome;
}

static void assert_same(const Outcome *quick, const Outcome *full)
{
    assert_status(quick->status, full->status);
    assert_int_equal(quick->faults, full->faults);
    assert_int_equal(quick->kind, full->kind);
    assert_int_equal(quick->uses, full->uses);
    assert_int_equal(quick->pins, 0U);
    assert_int_equal(quick->issued, full->issued);
    assert_int_equal(quick->value, full->value);
    assert_memory_equal(quick->points, full->points, sizeof(quick->points));
    assert_memory_equal(quick->cleared, full->cleared, sizeof(quick->cleared));
}

static void next_step(Side *quick, Side *full, uint32_t *refused)
{
    const bool lost = (draw(64U) == 0U);
    Step step = {draw(5U), draw(FENCES), draw(FENCES), draw(16U), draw(64U * WORDS)};
    Outcome of_quick;
    Outcome of_full;

    /* A fence that was cleared with a bit changed leaves what it held. */
    step.wrong = ((step.wrong == 7U) && (step.call == 4U)) ? 0U : step.wrong;
    if (lost) {
        go_to((RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) ? RINGFENCE_PHASE_DEINIT
                                                                   : RINGFENCE_PHASE_RUNTIME);
    }
    of_quick = outcome_of(quick, &step);
    of_full = outcome_of(full, &step);
    assert_same(&of_quick, &of_full);
    *refused += (of_quick.status != NvSciError_Success) ? 1U : 0U;
}

/**
 * @verifies RF-SYNC-045
 * @verifies RF-SYNC-046
 * @verifies RF-SYNC-060
 * @verifies RF-SYNC-061
 * @verifies RF-SYNC-064
 * @verifies RF-SYNC-240
 */
static void an_object_without_short_forms_lives_the_same_life(void **state)
{
    (void)state;
    g_random = 1U;
    for (uint32_t life = 0U; life < LIVES; life++) {
        Side quick = side_open(false);
        Side full = side_open(true);
        uint32_t refused = 0U;

        for (uint32_t i = 0U; i < STEPS; i++) {
            next_step(&quick, &full, &refused);
        }
        assert_true((refused > (STEPS / 10U)) && (refused < (STEPS - (STEPS / 10U))));
        go_to(RINGFENCE_PHASE_INIT);
        side_close(&quick);
        side_close(&full);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(an_object_without_short_forms_lives_the_same_life),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
