/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reconcile_test.c
 * Reconciliation: what it gives, that order and grouping do not matter, why it fails, validation.
 * attr/list_api_test.c has its arguments and results.
 */
#include "native.h"
#include "sync_inside.h"

#define SYNCPOINT NvSciSyncAttrValPrimitiveType_Syncpoint
#define NARROW    NvSciSyncAttrValPrimitiveType_SysmemSemaphore
#define WIDE      NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b

/* ---------------------------------------------------------------- lists by description */

/** Elements that a description can have of one key. */
#define FEW 3U

/** What a list says. Elements of arrays are told apart by one byte; 0 ends them. */
typedef struct {
    NvSciSyncAccessPerm perm;
    bool cpu;
    bool insensitive;
    bool timestamps;
    bool deterministic;
    uint8_t primitives[FEW];
    uint8_t peers[FEW];
    uint8_t gpus[FEW];
    uint8_t engines[FEW];
} Description;

static const Description g_descriptions[] = {
    {NvSciSyncAccessPerm_SignalOnly, true, false, false, false, {0}, {0}, {0}, {0}},
    {NvSciSyncAccessPerm_SignalOnly, false, false, false, false, {WIDE, NARROW}, {0}, {0}, {0}},
    {NvSciSyncAccessPerm_WaitOnly, true, false, true, false, {0}, {0}, {0}, {0}},
    {NvSciSyncAccessPerm_WaitOnly, false, true, false, false, {NARROW}, {0}, {0}, {0}},
    {NvSciSyncAccessPerm_WaitSignal, true, false, false, false, {WIDE}, {0}, {0}, {0}},
    {0U, false, false, false, true, {0}, {0}, {9U, 4U}, {0}},
    {NvSciSyncAccessPerm_WaitOnly, false, false, false, false, {0}, {7U, 3U}, {4U, 6U}, {0}},
    {0U, true, false, false, false, {SYNCPOINT, WIDE}, {0}, {0}, {8U, 2U}},
    {NvSciSyncAccessPerm_WaitOnly, false, false, false, false, {SYNCPOINT}, {0}, {0}, {0}},
    {0U, false, false, true, false, {0}, {3U, 5U, 3U}, {0}, {2U}},
};

#define DESCRIPTIONS COUNT_OF(g_descriptions)

/** Sets an array key to elements of `size` bytes: numbers of 32 bits, or ids whose first byte is
 * the element's number. */
static void set_elements(NvSciSyncAttrList list, NvSciSyncAttrKey key, size_t size,
                         const uint8_t elements[FEW])
{
    uint8_t value[FEW * sizeof(NvSciRmGpuId)] = {0U};
    size_t count = 0U;

    while ((count < FEW) && (elements[count] != 0U)) {
        const uint64_t number = elements[count];

        if (size == sizeof(uint32_t)) {
            (void)memcpy(&value[count * size], native_bytes(&number, size), size);
        } else {
            value[count * size] = elements[count];
        }
        count++;
    }
    if (count > 0U) {
        set_key(list, key, value, count * size);
    }
}

static NvSciSyncAttrList make_described(NvSciSyncModule module, const Description *description)
{
    const NvSciSyncAttrList list = make_list(module);

    if (description->perm != 0U) {
        set_key(list, NvSciSyncAttrKey_RequiredPerm, &description->perm, sizeof(uint64_t));
    }
    set_flag(list, NvSciSyncAttrKey_NeedCpuAccess, description->cpu);
    if (description->insensitive) {
        set_flag(list, NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports, true);
    }
    if (description->timestamps) {
        set_flag(list, NvSciSyncAttrKey_WaiterRequireTimestamps, true);
    }
    if (description->deterministic) {
        set_flag(list, NvSciSyncAttrKey_RequireDeterministicFences, true);
    }
    set_elements(list, NvSciSyncAttrKey_PrimitiveInfo, sizeof(uint32_t), description->primitives);
    set_elements(list, NvSciSyncAttrKey_PeerLocationInfo, sizeof(NvSciBufPeerLocationInfo),
                 description->peers);
    set_elements(list, NvSciSyncAttrKey_GpuId, sizeof(NvSciRmGpuId), description->gpus);
    set_elements(list, NvSciSyncAttrKey_PeerHwEngineArray, sizeof(NvSciBufPeerHwEngine),
                 description->engines);
    return list;
}

/* ---------------------------------------------------------------- outcomes */

/** Bytes of a value that an outcome holds; the values of these tests are shorter. */
#define OUTCOME_VALUE 128U

/** All that a reconciliation gives: its status, and the values or what they conflict about. */
typedef struct {
    NvSciError status;
    uint32_t conflict_key;
    RingfenceRule conflict_rule;
    size_t lens[NvSciSyncAttrKey_UpperBound];
    uint8_t values[NvSciSyncAttrKey_UpperBound][OUTCOME_VALUE];
} Outcome;

static void read_values(NvSciSyncAttrList list, Outcome *outcome)
{
    for (uint32_t key = 1U; key < (uint32_t)NvSciSyncAttrKey_UpperBound; key++) {
        const void *value = NULL;

        assert_status(
            NvSciSyncAttrListGetAttr(list, (NvSciSyncAttrKey)key, &value, &outcome->lens[key]),
            NvSciError_Success);
        assert_in_range(outcome->lens[key], 0U, OUTCOME_VALUE);
        if (value != NULL) {
            (void)memcpy(outcome->values[key], value, outcome->lens[key]);
        }
    }
}

static Outcome reconcile(const NvSciSyncAttrList lists[], size_t count)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    Outcome outcome;

    (void)memset(&outcome, 0, sizeof(outcome));
    (void)memset(&list, 0xA5, sizeof(list));
    (void)memset(&conflict, 0xA5, sizeof(conflict));
    outcome.status = NvSciSyncAttrListReconcile(lists, count, &list, &conflict);
    if (outcome.status == NvSciError_Success) {
        assert_null(conflict);
        read_values(list, &outcome);
    } else {
        RingfenceConflict reason;

        assert_null(list);
        assert_status(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
        assert_status(reason.error, outcome.status);
        outcome.conflict_key = reason.key;
        outcome.conflict_rule = reason.rule;
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(conflict);
    return outcome;
}

static void assert_outcome(const Outcome *actual, const Outcome *expected)
{
    assert_status(actual->status, expected->status);
    assert_int_equal(actual->conflict_key, expected->conflict_key);
    assert_int_equal(actual->conflict_rule, expected->conflict_rule);
    assert_memory_equal(actual->lens, expected->lens, sizeof(expected->lens));
    assert_memory_equal(actual->values, expected->values, sizeof(expected->values));
}

/* ---------------------------------------------------------------- what the rules say */

static void expect(Outcome *outcome, NvSciSyncAttrKey key, uint64_t number, size_t len)
{
    (void)memcpy(outcome->values[key], native_bytes(&number, len), len);
    outcome->lens[key] = len;
}

static void expect_conflict(Outcome *outcome, NvSciError status, NvSciSyncAttrKey key,
                            RingfenceRule rule)
{
    (void)memset(outcome, 0, sizeof(*outcome));
    outcome->status = status;
    outcome->conflict_key = (uint32_t)key;
    outcome->conflict_rule = rule;
}

/** Sets of numbers are masks, so that they come out sorted and once each. */
static void expect_set(Outcome *outcome, NvSciSyncAttrKey key, uint32_t mask, size_t size)
{
    size_t count = 0U;

    for (uint32_t element = 0U; element < 32U; element++) {
        if (((mask >> element) & 1U) == 1U) {
            outcome->values[key][count * size] = (uint8_t)element;
            count++;
        }
    }
    outcome->lens[key] = count * size;
}

static uint32_t mask_of(const uint8_t elements[FEW])
{
    uint32_t mask = 0U;

    for (size_t i = 0U; (i < FEW) && (elements[i] != 0U); i++) {
        mask |= 1U << elements[i];
    }
    return mask;
}

/** What all lists say together. */
typedef struct {
    uint32_t signalers;
    uint32_t waiters;
    bool cpu_signals;
    bool wants_timestamps;
    uint32_t primitives;
    uint32_t peers;
    uint32_t gpus;
    uint32_t engines;
    Description all;
} Sum;

static Sum sum_of(const Description *const descriptions[], size_t count)
{
    Sum sum;

    (void)memset(&sum, 0, sizeof(sum));
    sum.primitives = UINT32_MAX;
    for (size_t i = 0U; i < count; i++) {
        const Description *const one = descriptions[i];
        const bool signals = ((one->perm & NvSciSyncAccessPerm_SignalOnly) != 0U);
        const bool waits = ((one->perm & NvSciSyncAccessPerm_WaitOnly) != 0U);

        sum.signalers += signals ? 1U : 0U;
        sum.waiters += waits ? 1U : 0U;
        sum.cpu_signals = sum.cpu_signals || (signals && one->cpu);
        sum.wants_timestamps = sum.wants_timestamps || (waits && one->cpu && one->timestamps);
        sum.all.perm |= one->perm;
        sum.all.cpu = sum.all.cpu || one->cpu;
        sum.all.insensitive = sum.all.insensitive || one->insensitive;
        sum.all.deterministic = sum.all.deterministic || one->deterministic;
        if (mask_of(one->primitives) != 0U) {
            sum.primitives &= mask_of(one->primitives);
        }
        sum.peers |= mask_of(one->peers);
        sum.gpus |= mask_of(one->gpus);
        sum.engines |= mask_of(one->engines);
    }
    return sum;
}

/** The outcome that the rules of docs/attributes-sync.md give. */
static Outcome expected_of(const Description *const descriptions[], size_t count)
{
    const Sum sum = sum_of(descriptions, count);
    const bool wide = ((sum.primitives & (1U << WIDE)) != 0U);
    const bool narrow = ((sum.primitives & (1U << NARROW)) != 0U);
    Outcome outcome;

    (void)memset(&outcome, 0, sizeof(outcome));
    outcome.status = NvSciError_Success;
    expect(&outcome, NvSciSyncAttrKey_NeedCpuAccess, sum.all.cpu ? 1U : 0U, sizeof(bool));
    expect(&outcome, NvSciSyncAttrKey_RequiredPerm, sum.all.perm, sizeof(uint64_t));
    expect(&outcome, NvSciSyncAttrKey_ActualPerm, sum.all.perm, sizeof(uint64_t));
    expect(&outcome, NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports,
           sum.all.insensitive ? 1U : 0U, sizeof(bool));
    expect(&outcome, NvSciSyncAttrKey_WaiterRequireTimestamps, sum.wants_timestamps ? 1U : 0U,
           sizeof(bool));
    expect(&outcome, NvSciSyncAttrKey_RequireDeterministicFences, sum.all.deterministic ? 1U : 0U,
           sizeof(bool));
    expect(&outcome, NvSciSyncAttrKey_NumTimestampSlots,
           sum.wants_timestamps ? RINGFENCE_CFG_TIMESTAMP_SLOTS : 0U, sizeof(uint32_t));
    expect(&outcome, NvSciSyncAttrKey_NumTaskStatusSlots, RINGFENCE_CFG_TASK_STATUS_SLOTS,
           sizeof(uint32_t));
    expect(&outcome, NvSciSyncAttrKey_MaxPrimitiveValue, wide ? UINT64_MAX : UINT32_MAX,
           sizeof(uint64_t));
    expect(&outcome, NvSciSyncAttrKey_PrimitiveInfo, wide ? WIDE : NARROW, sizeof(uint32_t));
    expect_set(&outcome, NvSciSyncAttrKey_PeerLocationInfo, sum.peers,
               sizeof(NvSciBufPeerLocationInfo));
    expect_set(&outcome, NvSciSyncAttrKey_GpuId, sum.gpus, sizeof(NvSciRmGpuId));
    expect_set(&outcome, NvSciSyncAttrKey_PeerHwEngineArray, sum.engines,
               sizeof(NvSciBufPeerHwEngine));
    if (sum.primitives == 0U) {
        expect_conflict(&outcome, NvSciError_ReconciliationFailed, NvSciSyncAttrKey_PrimitiveInfo,
                        RINGFENCE_RULE_INTERSECTION);
    } else if (sum.signalers != 1U) {
        expect_conflict(&outcome, NvSciError_UnsupportedConfig, NvSciSyncAttrKey_RequiredPerm,
                        RINGFENCE_RULE_ONE_SIGNALER);
    } else if (sum.waiters == 0U) {
        expect_conflict(&outcome, NvSciError_UnsupportedConfig, NvSciSyncAttrKey_RequiredPerm,
                        RINGFENCE_RULE_SOME_WAITER);
    } else if (sum.wants_timestamps && (!sum.cpu_signals)) {
        expect_conflict(&outcome, NvSciError_UnsupportedConfig,
                        NvSciSyncAttrKey_WaiterRequireTimestamps, RINGFENCE_RULE_SUPPORTED);
    } else if ((!wide) && (!narrow)) {
        expect_conflict(&outcome, NvSciError_ReconciliationFailed, NvSciSyncAttrKey_PrimitiveInfo,
                        RINGFENCE_RULE_INTERSECTION);
    } else {
        /* All rules hold. */
    }
    return outcome;
}

/* ---------------------------------------------------------------- every order and grouping */

/** Lists of one case at most, and the cases that there are. One thread does it all: the sanitizer
 * of threads need not see the largest cases. */
#if defined(__SANITIZE_THREAD__)
#define TOGETHER 3U
#define CASES    175U
#else
#define TOGETHER 4U
#define CASES    385U
#endif

/** Goes on to the next permutation in lexical order; false after the last. */
static bool next_permutation(uint32_t order[], size_t count)
{
    size_t pivot = count - 1U;
    size_t left = 0U;
    size_t right = count - 1U;
    bool more = false;

    while ((pivot > 0U) && (order[pivot - 1U] > order[pivot])) {
        pivot--;
    }
    if (pivot > 0U) {
        size_t swap = count - 1U;
        const uint32_t smaller = order[pivot - 1U];

        while (order[swap] < smaller) {
            swap--;
        }
        order[pivot - 1U] = order[swap];
        order[swap] = smaller;
        for (left = pivot; left < right; left++) {
            const uint32_t kept = order[left];

            order[left] = order[right];
            order[right] = kept;
            right--;
        }
        more = true;
    }
    return more;
}

/**
 * Reconciles lists in groups: bit i of `cuts` starts a new group before list i + 1. Each group of
 * several is appended first; `nested` appends the groups as well.
 */
static Outcome reconcile_grouped(const NvSciSyncAttrList lists[], size_t count, uint32_t cuts,
                                 bool nested)
{
    NvSciSyncAttrList groups[TOGETHER];
    NvSciSyncAttrList made[TOGETHER + 1U];
    size_t group_count = 0U;
    size_t made_count = 0U;
    size_t start = 0U;
    Outcome outcome;

    for (size_t end = 1U; end <= count; end++) {
        if ((end == count) || (((cuts >> (end - 1U)) & 1U) == 1U)) {
            groups[group_count] = lists[start];
            if ((end - start) > 1U) {
                assert_status(NvSciSyncAttrListAppendUnreconciled(&lists[start], end - start,
                                                                  &groups[group_count]),
                              NvSciError_Success);
                made[made_count] = groups[group_count];
                made_count++;
            }
            group_count++;
            start = end;
        }
    }
    if (nested) {
        assert_status(NvSciSyncAttrListAppendUnreconciled(groups, group_count, &made[made_count]),
                      NvSciError_Success);
        outcome = reconcile(&made[made_count], 1U);
        made_count++;
    } else {
        outcome = reconcile(groups, group_count);
    }
    for (size_t i = 0U; i < made_count; i++) {
        NvSciSyncAttrListFree(made[i]);
    }
    return outcome;
}

/** Every order and grouping of some lists gives what the rules say. */
static void check_together(const NvSciSyncAttrList all[], const uint32_t members[], size_t count)
{
    const Description *descriptions[TOGETHER];
    uint32_t order[TOGETHER];
    Outcome expected;
    bool more = true;

    for (size_t i = 0U; i < count; i++) {
        order[i] = members[i];
        descriptions[i] = &g_descriptions[members[i]];
    }
    expected = expected_of(descriptions, count);
    while (more) {
        NvSciSyncAttrList lists[TOGETHER];

        for (size_t i = 0U; i < count; i++) {
            lists[i] = all[order[i]];
        }
        for (uint32_t cuts = 0U; cuts < (1U << (count - 1U)); cuts++) {
            const Outcome flat = reconcile_grouped(lists, count, cuts, false);
            const Outcome nested = reconcile_grouped(lists, count, cuts, true);

            assert_outcome(&flat, &expected);
            assert_outcome(&nested, &expected);
        }
        more = next_permutation(order, count);
    }
}

/**
 * Any one to four of the described lists give the outcome that the rules say, in every order and
 * in every grouping: reconciliation is commutative and associative.
 * @verifies RF-SYNC-030
 * @verifies RF-SYNC-034
 * @verifies RF-SYNC-037
 * @verifies RF-SYNC-039
 */
static void order_and_grouping_do_not_matter(void **state)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList all[DESCRIPTIONS];
    uint32_t cases = 0U;

    (void)state;
    for (size_t i = 0U; i < DESCRIPTIONS; i++) {
        all[i] = make_described(module, &g_descriptions[i]);
    }
    for (uint32_t subset = 1U; subset < (1U << DESCRIPTIONS); subset++) {
        uint32_t members[DESCRIPTIONS];
        size_t count = 0U;

        for (uint32_t i = 0U; i < DESCRIPTIONS; i++) {
            if (((subset >> i) & 1U) == 1U) {
                members[count] = i;
                count++;
            }
        }
        if (count <= TOGETHER) {
            check_together(all, members, count);
            cases++;
        }
    }
    assert_int_equal(cases, CASES);
    for (size_t i = 0U; i < DESCRIPTIONS; i++) {
        NvSciSyncAttrListFree(all[i]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * A list beside its own clone gives what it gives alone, if it does not signal: reconciliation is
 * idempotent. A signaller beside its clone is a second signaller.
 * @verifies RF-SYNC-034
 */
static void a_list_beside_its_clone_adds_nothing(void **state)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList all[DESCRIPTIONS];
    NvSciSyncAttrList clones[DESCRIPTIONS];

    (void)state;
    for (size_t i = 0U; i < DESCRIPTIONS; i++) {
        all[i] = make_described(module, &g_descriptions[i]);
        assert_status(NvSciSyncAttrListClone(all[i], &clones[i]), NvSciError_Success);
    }
    for (size_t i = 0U; i < DESCRIPTIONS; i++) {
        for (size_t j = 0U; j < DESCRIPTIONS; j++) {
            const NvSciSyncAttrList twice[] = {all[i], all[j], clones[i]};
            const size_t once = (i == j) ? 1U : 2U;
            const bool signals = ((g_descriptions[i].perm & NvSciSyncAccessPerm_SignalOnly) != 0U);
            const NvSciSyncAttrList with_clone[] = {all[i], clones[i]};
            const Outcome alone = reconcile(twice, once);
            const Outcome both = (i == j) ? reconcile(with_clone, 2U) : reconcile(twice, 3U);

            if (!signals) {
                assert_outcome(&both, &alone);
            } else if (both.conflict_key != (uint32_t)NvSciSyncAttrKey_PrimitiveInfo) {
                assert_status(both.status, NvSciError_UnsupportedConfig);
                assert_int_equal(both.conflict_rule, RINGFENCE_RULE_ONE_SIGNALER);
            } else {
                assert_outcome(&both, &alone);
            }
        }
    }
    for (size_t i = 0U; i < DESCRIPTIONS; i++) {
        NvSciSyncAttrListFree(all[i]);
        NvSciSyncAttrListFree(clones[i]);
    }
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- single rules */

/**
 * The 64-bit semaphore comes before the 32-bit one, wherever they stand; without a wish it is the
 * 64-bit one.
 * @verifies RF-SYNC-036
 */
static void the_wide_semaphore_is_preferred(void **state)
{
    static const struct {
        uint32_t first[5];
        size_t first_count;
        uint32_t second[5];
        size_t second_count;
        uint32_t chosen;
    } cases[] = {
        {{0U}, 0U, {0U}, 0U, WIDE},
        {{NARROW, WIDE}, 2U, {0U}, 0U, WIDE},
        {{WIDE, NARROW}, 2U, {0U}, 0U, WIDE},
        {{NARROW}, 1U, {0U}, 0U, NARROW},
        {{NARROW, NARROW, NARROW}, 3U, {WIDE, NARROW}, 2U, NARROW},
        {{1U, 2U, 3U, 4U, 5U}, 5U, {5U, 4U, 3U, 2U, 1U}, 5U, WIDE},
        {{1U, 2U, 3U}, 3U, {3U, 2U, 1U}, 3U, NARROW},
        {{SYNCPOINT, NARROW}, 2U, {NARROW, WIDE}, 2U, NARROW},
    };
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciSyncAttrList lists[] = {
            make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, true),
            make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true)};
        Outcome outcome;

        if (cases[i].first_count > 0U) {
            set_key(lists[0], NvSciSyncAttrKey_PrimitiveInfo, cases[i].first,
                    cases[i].first_count * sizeof(uint32_t));
        }
        if (cases[i].second_count > 0U) {
            set_key(lists[1], NvSciSyncAttrKey_PrimitiveInfo, cases[i].second,
                    cases[i].second_count * sizeof(uint32_t));
        }
        outcome = reconcile(lists, 2U);
        assert_status(outcome.status, NvSciError_Success);
        assert_int_equal(outcome.lens[NvSciSyncAttrKey_PrimitiveInfo], sizeof(uint32_t));
        assert_memory_equal(outcome.values[NvSciSyncAttrKey_PrimitiveInfo], &cases[i].chosen,
                            sizeof(uint32_t));
        NvSciSyncAttrListFree(lists[0]);
        NvSciSyncAttrListFree(lists[1]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Timestamps need a slot that waits with CPU access and asks, and a CPU that signals.
 * @verifies RF-SYNC-038
 */
static void timestamps_are_negotiated(void **state)
{
    static const struct {
        NvSciSyncAccessPerm asking_perm;
        bool asking_cpu;
        bool cpu_signals;
        NvSciError status;
        bool timestamps;
    } cases[] = {
        {NvSciSyncAccessPerm_WaitOnly, true, true, NvSciError_Success, true},
        {NvSciSyncAccessPerm_WaitOnly, true, false, NvSciError_UnsupportedConfig, false},
        {NvSciSyncAccessPerm_WaitOnly, false, true, NvSciError_Success, false},
        {NvSciSyncAccessPerm_WaitOnly, false, false, NvSciError_Success, false},
        {0U, true, true, NvSciError_Success, false},
    };
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const Description asking = {
            .perm = cases[i].asking_perm, .cpu = cases[i].asking_cpu, .timestamps = true};
        const NvSciSyncAttrList lists[] = {
            make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, cases[i].cpu_signals),
            make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, false),
            make_described(module, &asking)};
        const Outcome outcome = reconcile(lists, COUNT_OF(lists));

        assert_status(outcome.status, cases[i].status);
        assert_int_equal(outcome.values[NvSciSyncAttrKey_WaiterRequireTimestamps][0],
                         cases[i].timestamps);
        for (size_t j = 0U; j < COUNT_OF(lists); j++) {
            NvSciSyncAttrListFree(lists[j]);
        }
    }
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- why it fails */

/** Side of a conflict that is expected. */
typedef struct {
    RingfenceOrigin origin;
    NvSciSyncAttrKey key;
    size_t list;
    size_t slot;
    size_t len;
    /** First bytes of the value. */
    uint8_t value[8];
} ExpectedSide;

/** Lists, and why they cannot be reconciled. */
typedef struct {
    Description lists[3];
    size_t count;
    /** Append the last two. */
    bool appended;
    NvSciError error;
    NvSciSyncAttrKey key;
    RingfenceRule rule;
    ExpectedSide first;
    ExpectedSide second;
    const char *line;
} Conflicting;

#define SIGNALS_CPU                                                                                \
    {                                                                                              \
        .perm = NvSciSyncAccessPerm_SignalOnly, .cpu = true                                        \
    }
#define SIGNALS_ENGINE                                                                             \
    {                                                                                              \
        .perm = NvSciSyncAccessPerm_SignalOnly                                                     \
    }
#define WAITS_CPU                                                                                  \
    {                                                                                              \
        .perm = NvSciSyncAccessPerm_WaitOnly, .cpu = true                                          \
    }
#define NO_SIDE                                                                                    \
    {                                                                                              \
        RINGFENCE_ORIGIN_NONE, (NvSciSyncAttrKey)0, 0U, 0U, 0U,                                    \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }

static const Conflicting g_conflicts[] = {
    {{WAITS_CPU},
     1U,
     false,
     NvSciError_UnsupportedConfig,
     NvSciSyncAttrKey_RequiredPerm,
     RINGFENCE_RULE_ONE_SIGNALER,
     NO_SIDE,
     NO_SIDE,
     "NvSciSyncAttrKey_RequiredPerm: exactly one list may signal (NvSciError_UnsupportedConfig)"},
    {{{0}},
     1U,
     false,
     NvSciError_UnsupportedConfig,
     NvSciSyncAttrKey_RequiredPerm,
     RINGFENCE_RULE_ONE_SIGNALER,
     NO_SIDE,
     NO_SIDE,
     "NvSciSyncAttrKey_RequiredPerm: exactly one list may signal (NvSciError_UnsupportedConfig)"},
    {{WAITS_CPU, SIGNALS_CPU, {.perm = NvSciSyncAccessPerm_WaitSignal}},
     3U,
     false,
     NvSciError_UnsupportedConfig,
     NvSciSyncAttrKey_RequiredPerm,
     RINGFENCE_RULE_ONE_SIGNALER,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_RequiredPerm, 1U, 0U, 8U, {2U}},
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_RequiredPerm, 2U, 0U, 8U, {3U}},
     "NvSciSyncAttrKey_RequiredPerm: exactly one list may signal; "
     "list 1 slot 0 has NvSciSyncAttrKey_RequiredPerm = "
     "NvSciSyncAccessPerm_SignalOnly; "
     "list 2 slot 0 has NvSciSyncAttrKey_RequiredPerm = "
     "NvSciSyncAccessPerm_WaitSignal (NvSciError_UnsupportedConfig)"},
    {{SIGNALS_CPU, SIGNALS_ENGINE, {.perm = NvSciSyncAccessPerm_WaitSignal}},
     3U,
     true,
     NvSciError_UnsupportedConfig,
     NvSciSyncAttrKey_RequiredPerm,
     RINGFENCE_RULE_ONE_SIGNALER,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_RequiredPerm, 0U, 0U, 8U, {2U}},
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_RequiredPerm, 1U, 0U, 8U, {2U}},
     "NvSciSyncAttrKey_RequiredPerm: exactly one list may signal; "
     "list 0 slot 0 has NvSciSyncAttrKey_RequiredPerm = "
     "NvSciSyncAccessPerm_SignalOnly; "
     "list 1 slot 0 has NvSciSyncAttrKey_RequiredPerm = "
     "NvSciSyncAccessPerm_SignalOnly (NvSciError_UnsupportedConfig)"},
    {{{.cpu = true}, SIGNALS_CPU},
     2U,
     false,
     NvSciError_UnsupportedConfig,
     NvSciSyncAttrKey_RequiredPerm,
     RINGFENCE_RULE_SOME_WAITER,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_RequiredPerm, 1U, 0U, 8U, {2U}},
     NO_SIDE,
     "NvSciSyncAttrKey_RequiredPerm: some list must be able to wait; "
     "list 1 slot 0 has NvSciSyncAttrKey_RequiredPerm = "
     "NvSciSyncAccessPerm_SignalOnly (NvSciError_UnsupportedConfig)"},
    {{SIGNALS_CPU, {.perm = NvSciSyncAccessPerm_WaitOnly, .primitives = {SYNCPOINT}}},
     2U,
     false,
     NvSciError_ReconciliationFailed,
     NvSciSyncAttrKey_PrimitiveInfo,
     RINGFENCE_RULE_INTERSECTION,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_PrimitiveInfo, 1U, 0U, 4U, {SYNCPOINT}},
     {RINGFENCE_ORIGIN_LIBRARY, NvSciSyncAttrKey_PrimitiveInfo, 0U, 0U, 8U, {4U, 0U, 0U, 0U, 2U}},
     "NvSciSyncAttrKey_PrimitiveInfo: some element must be in all lists; "
     "list 1 slot 0 has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_Syncpoint; "
     "the library has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b,"
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphore (NvSciError_ReconciliationFailed)"},
    {{{.perm = NvSciSyncAccessPerm_SignalOnly, .primitives = {SYNCPOINT, WIDE}},
      WAITS_CPU,
      {.perm = NvSciSyncAccessPerm_WaitOnly, .primitives = {SYNCPOINT}}},
     3U,
     true,
     NvSciError_ReconciliationFailed,
     NvSciSyncAttrKey_PrimitiveInfo,
     RINGFENCE_RULE_INTERSECTION,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_PrimitiveInfo, 1U, 1U, 4U, {SYNCPOINT}},
     {RINGFENCE_ORIGIN_LIBRARY, NvSciSyncAttrKey_PrimitiveInfo, 0U, 0U, 8U, {4U, 0U, 0U, 0U, 2U}},
     "NvSciSyncAttrKey_PrimitiveInfo: some element must be in all lists; "
     "list 1 slot 1 has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_Syncpoint; "
     "the library has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b,"
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphore (NvSciError_ReconciliationFailed)"},
    {{WAITS_CPU,
      {.perm = NvSciSyncAccessPerm_SignalOnly, .primitives = {SYNCPOINT, WIDE}},
      {.primitives = {NARROW, SYNCPOINT}}},
     3U,
     false,
     NvSciError_ReconciliationFailed,
     NvSciSyncAttrKey_PrimitiveInfo,
     RINGFENCE_RULE_INTERSECTION,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_PrimitiveInfo, 1U, 0U, 8U, {1U, 0U, 0U, 0U, 4U}},
     {RINGFENCE_ORIGIN_LIBRARY, NvSciSyncAttrKey_PrimitiveInfo, 0U, 0U, 8U, {4U, 0U, 0U, 0U, 2U}},
     "NvSciSyncAttrKey_PrimitiveInfo: some element must be in all lists; "
     "list 1 slot 0 has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_Syncpoint,"
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b; "
     "the library has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b,"
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphore (NvSciError_ReconciliationFailed)"},
    {{{.perm = NvSciSyncAccessPerm_SignalOnly, .primitives = {WIDE}},
      WAITS_CPU,
      {.perm = NvSciSyncAccessPerm_WaitOnly, .primitives = {NARROW}}},
     3U,
     true,
     NvSciError_ReconciliationFailed,
     NvSciSyncAttrKey_PrimitiveInfo,
     RINGFENCE_RULE_INTERSECTION,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_PrimitiveInfo, 0U, 0U, 4U, {WIDE}},
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_PrimitiveInfo, 1U, 1U, 4U, {NARROW}},
     "NvSciSyncAttrKey_PrimitiveInfo: some element must be in all lists; "
     "list 0 slot 0 has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b; "
     "list 1 slot 1 has NvSciSyncAttrKey_PrimitiveInfo = "
     "NvSciSyncAttrValPrimitiveType_SysmemSemaphore (NvSciError_ReconciliationFailed)"},
    {{SIGNALS_ENGINE,
      {.perm = NvSciSyncAccessPerm_WaitOnly, .timestamps = true},
      {.perm = NvSciSyncAccessPerm_WaitOnly, .cpu = true, .timestamps = true}},
     3U,
     false,
     NvSciError_UnsupportedConfig,
     NvSciSyncAttrKey_WaiterRequireTimestamps,
     RINGFENCE_RULE_SUPPORTED,
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_WaiterRequireTimestamps, 2U, 0U, 1U, {1U}},
     {RINGFENCE_ORIGIN_LIST, NvSciSyncAttrKey_NeedCpuAccess, 0U, 0U, 1U, {0U}},
     "NvSciSyncAttrKey_WaiterRequireTimestamps: the value must be supported; "
     "list 2 slot 0 has NvSciSyncAttrKey_WaiterRequireTimestamps = 1; "
     "list 0 slot 0 has NvSciSyncAttrKey_NeedCpuAccess = 0 (NvSciError_UnsupportedConfig)"},
};

static void assert_side(const RingfenceConflictSide *actual, const ExpectedSide *expected)
{
    assert_int_equal(actual->origin, expected->origin);
    assert_int_equal(actual->key, expected->key);
    assert_int_equal(actual->list, expected->list);
    assert_int_equal(actual->slot, expected->slot);
    assert_int_equal(actual->len, expected->len);
    assert_memory_equal(actual->value, expected->value, sizeof(expected->value));
}

static void check_conflict(NvSciSyncModule module, const Conflicting *expected)
{
    NvSciSyncAttrList lists[3] = {NULL, NULL, NULL};
    NvSciSyncAttrList given[3] = {NULL, NULL, NULL};
    size_t given_count = expected->count;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    RingfenceConflict reason;
    char line[512];

    for (size_t i = 0U; i < expected->count; i++) {
        lists[i] = make_described(module, &expected->lists[i]);
        given[i] = lists[i];
    }
    if (expected->appended) {
        given_count = 2U;
        assert_status(NvSciSyncAttrListAppendUnreconciled(&lists[1], 2U, &given[1]),
                      NvSciError_Success);
    }
    (void)memset(&list, 0xA5, sizeof(list));
    (void)memset(&conflict, 0xA5, sizeof(conflict));
    assert_status(NvSciSyncAttrListReconcile(given, given_count, &list, &conflict),
                  expected->error);
    assert_null(list);
    assert_status(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
    assert_status(reason.error, expected->error);
    assert_int_equal(reason.key, expected->key);
    assert_int_equal(reason.rule, expected->rule);
    assert_side(&reason.first, &expected->first);
    assert_side(&reason.second, &expected->second);
    assert_status(RingfenceFormatConflict(&reason, line, sizeof(line)), NvSciError_Success);
    assert_string_equal(line, expected->line);
    NvSciSyncAttrListFree(conflict);
    if (expected->appended) {
        NvSciSyncAttrListFree(given[1]);
    }
    for (size_t i = 0U; i < expected->count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
}

/**
 * A conflict list names the key, the rule, both values and who brought them.
 * @verifies RF-SYNC-028
 * @verifies RF-SYNC-035
 * @verifies RF-SYNC-038
 */
static void a_conflict_list_says_why(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_conflicts); i++) {
        check_conflict(module, &g_conflicts[i]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Sets that do not fit into their key together conflict; as many as fit do not.
 * @verifies RF-SYNC-028
 * @verifies RF-SYNC-030
 */
static void sets_that_do_not_fit_together_conflict(void **state)
{
    static const struct {
        NvSciSyncAttrKey key;
        size_t size;
        size_t capacity;
    } cases[] = {
        {NvSciSyncAttrKey_GpuId, sizeof(NvSciRmGpuId), RINGFENCE_CFG_GPUS},
        {NvSciSyncAttrKey_PeerLocationInfo, sizeof(NvSciBufPeerLocationInfo), RINGFENCE_CFG_PEERS},
        {NvSciSyncAttrKey_PeerHwEngineArray, sizeof(NvSciBufPeerHwEngine), RINGFENCE_CFG_PEERS},
    };
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        for (size_t excess = 0U; excess < 2U; excess++) {
            static uint8_t all[(RINGFENCE_CFG_PEERS + 1U) * sizeof(NvSciBufPeerLocationInfo)];
            const NvSciSyncAttrList lists[] = {
                make_perm_list(module, NvSciSyncAccessPerm_WaitSignal, true), make_list(module)};
            const size_t count = cases[i].capacity;
            NvSciSyncAttrList list = NULL;
            NvSciSyncAttrList conflict = NULL;

            (void)memset(all, 0, sizeof(all));
            for (size_t element = 0U; element <= count; element++) {
                all[element * cases[i].size] = (uint8_t)(count - element);
            }
            set_key(lists[0], cases[i].key, all, count * cases[i].size);
            set_key(lists[1], cases[i].key, &all[excess * cases[i].size], count * cases[i].size);
            assert_status(NvSciSyncAttrListReconcile(lists, 2U, &list, &conflict),
                          (excess == 0U) ? NvSciError_Success : NvSciError_ReconciliationFailed);
            if (excess == 0U) {
                const void *value = NULL;
                size_t len = 0U;

                assert_status(NvSciSyncAttrListGetAttr(list, cases[i].key, &value, &len),
                              NvSciError_Success);
                assert_int_equal(len, count * cases[i].size);
                assert_int_equal(((const uint8_t *)value)[0], 1U);
            } else {
                RingfenceConflict reason;

                assert_status(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
                assert_int_equal(reason.key, cases[i].key);
                assert_int_equal(reason.rule, RINGFENCE_RULE_UNION);
                assert_int_equal(reason.first.list, 0U);
                assert_int_equal(reason.second.list, 1U);
                assert_int_equal(reason.second.len, count * cases[i].size);
                assert_memory_equal(reason.second.value, &all[cases[i].size],
                                    RINGFENCE_CONFLICT_VALUE_MAX);
            }
            NvSciSyncAttrListFree(list);
            NvSciSyncAttrListFree(conflict);
            NvSciSyncAttrListFree(lists[0]);
            NvSciSyncAttrListFree(lists[1]);
        }
    }
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- validation */

/** A reconciled list of described lists. */
static NvSciSyncAttrList reconciled_of(NvSciSyncModule module, const Description *descriptions,
                                       size_t count)
{
    NvSciSyncAttrList lists[DESCRIPTIONS];
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;

    for (size_t i = 0U; i < count; i++) {
        lists[i] = make_described(module, &descriptions[i]);
    }
    assert_status(NvSciSyncAttrListReconcile(lists, count, &reconciled, &conflict),
                  NvSciError_Success);
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    return reconciled;
}

/**
 * A reconciled list satisfies all lists it was made of, any of them, and those that ask for less.
 * @verifies RF-SYNC-032
 */
static void a_reconciled_list_satisfies_its_inputs(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (uint32_t subset = 1U; subset < (1U << DESCRIPTIONS); subset++) {
        Description descriptions[DESCRIPTIONS];
        const Description *pointers[DESCRIPTIONS];
        size_t count = 0U;

        for (uint32_t i = 0U; i < DESCRIPTIONS; i++) {
            if (((subset >> i) & 1U) == 1U) {
                descriptions[count] = g_descriptions[i];
                pointers[count] = &g_descriptions[i];
                count++;
            }
        }
        if ((count <= 3U) && (expected_of(pointers, count).status == NvSciError_Success)) {
            const NvSciSyncAttrList reconciled = reconciled_of(module, descriptions, count);
            NvSciSyncAttrList lists[TOGETHER];
            bool valid = false;

            for (size_t i = 0U; i < count; i++) {
                lists[i] = make_described(module, &descriptions[i]);
                valid = false;
                assert_status(
                    NvSciSyncAttrListValidateReconciled(reconciled, &lists[i], 1U, &valid),
                    NvSciError_Success);
                assert_true(valid);
            }
            valid = false;
            assert_status(NvSciSyncAttrListValidateReconciled(reconciled, lists, count, &valid),
                          NvSciError_Success);
            assert_true(valid);
            for (size_t i = 0U; i < count; i++) {
                NvSciSyncAttrListFree(lists[i]);
            }
            NvSciSyncAttrListFree(reconciled);
        }
    }
    NvSciSyncModuleClose(module);
}

/** What a list asks for, and whether a plain reconciled list gives it. */
static const struct {
    Description asked;
    bool satisfied;
} g_validations[] = {
    {{0}, true},
    {{.perm = NvSciSyncAccessPerm_WaitOnly}, true},
    {{.perm = NvSciSyncAccessPerm_SignalOnly}, true},
    {{.perm = NvSciSyncAccessPerm_WaitSignal}, true},
    {{.cpu = true}, false},
    {{.insensitive = true}, false},
    {{.deterministic = true}, false},
    {{.perm = NvSciSyncAccessPerm_WaitOnly, .timestamps = true}, true},
    {{.perm = NvSciSyncAccessPerm_WaitOnly, .cpu = true, .timestamps = true}, false},
    {{.primitives = {WIDE}}, true},
    {{.primitives = {NARROW, WIDE}}, true},
    {{.primitives = {NARROW}}, false},
    {{.primitives = {SYNCPOINT}}, false},
    {{.peers = {1U}}, true},
    {{.peers = {1U, 2U}}, false},
    {{.gpus = {1U}}, true},
    {{.gpus = {2U}}, false},
    {{.engines = {1U}}, true},
    {{.engines = {3U}}, false},
};

/**
 * A reconciled list does not satisfy a list that asks for more, key by key.
 * @verifies RF-SYNC-032
 */
static void a_list_that_asks_for_more_is_not_satisfied(void **state)
{
    static const Description plain = {
        .perm = NvSciSyncAccessPerm_WaitSignal, .peers = {1U}, .gpus = {1U}, .engines = {1U}};
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList reconciled = reconciled_of(module, &plain, 1U);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_validations); i++) {
        const NvSciSyncAttrList list = make_described(module, &g_validations[i].asked);
        bool valid = !g_validations[i].satisfied;

        assert_status(NvSciSyncAttrListValidateReconciled(reconciled, &list, 1U, &valid),
                      g_validations[i].satisfied ? NvSciError_Success : NvSciError_BadParameter);
        assert_int_equal(valid, g_validations[i].satisfied);
        NvSciSyncAttrListFree(list);
    }
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncModuleClose(module);
}

/**
 * Lists that contradict each other are not satisfied, though each of them alone is.
 * @verifies RF-SYNC-032
 */
static void contradictions_are_not_satisfied(void **state)
{
    static const Description wide = {.primitives = {WIDE}};
    static const Description narrow = {.primitives = {NARROW}};
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList reconciled = make_reconciled(module);
    const NvSciSyncAttrList lists[] = {make_described(module, &wide),
                                       make_described(module, &narrow)};
    bool valid = true;

    (void)state;
    assert_status(NvSciSyncAttrListValidateReconciled(reconciled, lists, 2U, &valid),
                  NvSciError_BadParameter);
    assert_false(valid);
    assert_status(NvSciSyncAttrListValidateReconciled(reconciled, lists, 1U, &valid),
                  NvSciError_Success);
    assert_true(valid);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncModuleClose(module);
}

/**
 * Rights that were not granted are not satisfied. Lists of one process always grant both, so the
 * list is made to grant less.
 * @verifies RF-SYNC-032
 * @verifies RF-SYNC-033
 */
static void missing_rights_are_not_satisfied(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList reconciled = make_reconciled(module);
    const NvSciSyncAttrList signaler = make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, true);
    const NvSciSyncAttrList waiter = make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true);
    uint32_t row = 0U;
    bool valid = true;

    (void)state;
    assert_status(list_find(OP_SYNC_OBJ_VALIDATE, &g_sync_lists, reconciled, &row),
                  NvSciError_Success);
    sync_list_put(row, SYNC_KEY_ACTUAL_PERM, NvSciSyncAccessPerm_WaitOnly);
    assert_status(NvSciSyncAttrListValidateReconciled(reconciled, &signaler, 1U, &valid),
                  NvSciError_BadParameter);
    assert_false(valid);
    assert_status(NvSciSyncAttrListValidateReconciled(reconciled, &waiter, 1U, &valid),
                  NvSciError_Success);
    assert_true(valid);
    assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, NULL, 0U,
                                                                  NvSciSyncAccessPerm_WaitOnly),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, NULL, 0U,
                                                                  NvSciSyncAccessPerm_SignalOnly),
                  NvSciError_AttrListValidationFailed);
    assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, NULL, 0U,
                                                                  NvSciSyncAccessPerm_WaitSignal),
                  NvSciError_AttrListValidationFailed);
    NvSciSyncAttrListFree(signaler);
    NvSciSyncAttrListFree(waiter);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncModuleClose(module);
}

/**
 * A reconciled list is checked against pairs and rights.
 * @verifies RF-SYNC-033
 */
static void pairs_and_rights_are_checked(void **state)
{
    static const bool yes = true;
    static const bool no = false;
    static const bool twice_no[] = {false, false};
    static const uint8_t neither = 2U;
    static const uint64_t wait = NvSciSyncAccessPerm_WaitOnly;
    static const uint64_t all = NvSciSyncAccessPerm_WaitSignal;
    static const uint32_t both[] = {NARROW, WIDE};
    static const uint32_t narrow = NARROW;
    static const NvSciRmGpuId gpu = {{1U}};
    static const struct {
        NvSciSyncAttrKeyValuePair pair;
        NvSciSyncAccessPerm perm;
        NvSciError status;
    } cases[] = {
        {{NvSciSyncAttrKey_NeedCpuAccess, &no, 1U}, 3U, NvSciError_Success},
        {{NvSciSyncAttrKey_RequiredPerm, &wait, 8U}, 3U, NvSciError_Success},
        {{NvSciSyncAttrKey_RequiredPerm, &all, 8U}, 1U, NvSciError_Success},
        {{NvSciSyncAttrKey_RequiredPerm, &all, 8U}, 2U, NvSciError_Success},
        {{NvSciSyncAttrKey_PrimitiveInfo, both, 8U}, 3U, NvSciError_Success},
        {{NvSciSyncAttrKey_NeedCpuAccess, &yes, 1U}, 3U, NvSciError_AttrListValidationFailed},
        {{NvSciSyncAttrKey_RequireDeterministicFences, &yes, 1U},
         3U,
         NvSciError_AttrListValidationFailed},
        {{NvSciSyncAttrKey_PrimitiveInfo, &narrow, 4U}, 3U, NvSciError_AttrListValidationFailed},
        {{NvSciSyncAttrKey_GpuId, &gpu, sizeof(gpu)}, 3U, NvSciError_AttrListValidationFailed},
        {{NvSciSyncAttrKey_NeedCpuAccess, &neither, 1U}, 3U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_NeedCpuAccess, twice_no, 2U}, 3U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_NeedCpuAccess, NULL, 1U}, 3U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_ActualPerm, &wait, 8U}, 3U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_LowerBound, &no, 1U}, 3U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_UpperBound, &no, 1U}, 3U, NvSciError_BadParameter},
        {{(NvSciSyncAttrKey)(1UL << 26U), &no, 1U}, 3U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_NeedCpuAccess, &no, 1U}, 0U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_NeedCpuAccess, &no, 1U}, 4U, NvSciError_BadParameter},
        {{NvSciSyncAttrKey_NeedCpuAccess, &no, 1U},
         NvSciSyncAccessPerm_Auto,
         NvSciError_BadParameter},
    };
    static const Description engine = {.perm = NvSciSyncAccessPerm_WaitSignal};
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList reconciled = reconciled_of(module, &engine, 1U);
    const NvSciSyncAttrList conflict = make_conflict(module);
    const NvSciSyncAttrList unreconciled = make_list(module);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciSyncAttrKeyValuePair pairs[] = {
            {NvSciSyncAttrKey_WaiterRequireTimestamps, &no, 1U}, cases[i].pair};
        const NvSciSyncAttrKeyValuePair twice[] = {cases[i].pair, cases[i].pair};

        assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, &cases[i].pair,
                                                                      1U, cases[i].perm),
                      cases[i].status);
        assert_status(
            NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, pairs, 2U, cases[i].perm),
            cases[i].status);
        assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, twice, 2U, 3U),
                      NvSciError_BadParameter);
        assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(NULL, pairs, 2U, 3U),
                      NvSciError_BadParameter);
    }
    assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, NULL, 0U, 3U),
                  NvSciError_Success);
    assert_status(
        NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, &cases[0].pair, 0U, 3U),
        NvSciError_Success);
    assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(reconciled, NULL, 1U, 3U),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(conflict, NULL, 0U, 3U),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(unreconciled, NULL, 0U, 3U),
                  NvSciError_BadParameter);
    NvSciSyncAttrListFree(unreconciled);
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncModuleClose(module);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(order_and_grouping_do_not_matter),
        sync_test(a_list_beside_its_clone_adds_nothing),
        sync_test(the_wide_semaphore_is_preferred),
        sync_test(timestamps_are_negotiated),
        sync_test(a_conflict_list_says_why),
        sync_test(sets_that_do_not_fit_together_conflict),
        sync_test(a_reconciled_list_satisfies_its_inputs),
        sync_test(a_list_that_asks_for_more_is_not_satisfied),
        sync_test(contradictions_are_not_satisfied),
        sync_test(missing_rights_are_not_satisfied),
        sync_test(pairs_and_rights_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
