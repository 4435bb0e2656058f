/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_api_test.c
 * Modules and attribute lists of both kinds: their life, setting and reading keys, appending,
 * cloning, text, reconciling.
 */
#include "list_kinds.h"
#include "nvscibuf.h"
#include "sync_fixture.h"

/** One list of each kind, for calls that care for the kind. */
typedef struct {
    void *module;
    void *object;
    /** Of the number 1. */
    void *writable;
    /** Of one slot, a copy of the writable one. */
    void *appended;
    void *reconciled;
    void *conflict;
    /** The object's own. */
    void *bound;
} Kinds;

static Kinds kinds_open(const ListKind *kind)
{
    Kinds kinds = {.module = kind_module(kind)};

    kinds.writable = kind_list(kind, kinds.module, 1U);
    assert_status(kind->append(&kinds.writable, 1U, &kinds.appended), NvSciError_Success);
    kinds.reconciled = kind_reconciled(kind, kinds.module);
    kinds.conflict = kind_conflict(kind, kinds.module);
    assert_status(kind->alloc(kinds.reconciled, &kinds.object), NvSciError_Success);
    assert_status(kind->list_of(kinds.object, &kinds.bound), NvSciError_Success);
    return kinds;
}

static void kinds_close(const ListKind *kind, const Kinds *kinds)
{
    void *const lists[] = {kinds->writable, kinds->appended, kinds->reconciled, kinds->conflict};

    kind_free(kind, lists, COUNT_OF(lists));
    kind->free_object(kinds->object);
    kind->close(kinds->module);
}

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/** The last fault is of a function of a kind of lists. */
static void assert_kind_of(const ListKind *kind, const char *function, RingfenceFaultKind fault)
{
    const size_t length = strlen(kind->prefix);

    assert_memory_equal(fault_function(), kind->prefix, length);
    assert_string_equal(&fault_function()[length], function);
    assert_int_equal(fault_kind(), fault);
}

/** It is a handle that the function did not take. */
static void assert_fault_of(const ListKind *kind, const char *function)
{
    assert_kind_of(kind, function, RINGFENCE_FAULT_BAD_HANDLE);
}

/* ---------------------------------------------------------------- modules */

/**
 * Two modules are two instances: their lists are not appended.
 * @verifies RF-SYNC-001 RF-BUF-001
 */
static void modules_are_independent(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const modules[] = {kind_module(kind), kind_module(kind)};
        void *const lists[] = {kind_list(kind, modules[0], 1U), kind_list(kind, modules[1], 1U)};
        void *appended = NULL;

        assert_non_null(modules[0]);
        assert_ptr_not_equal(modules[0], modules[1]);
        assert_int_equal(in_use_of(kind->modules), 2U);
        assert_status(kind->append(lists, 2U, &appended), NvSciError_BadParameter);
        assert_null(appended);
        kind_free(kind, lists, COUNT_OF(lists));
        kind->close(modules[0]);
        kind->close(modules[1]);
    }
}

/**
 * Opening a module needs somewhere to put its handle.
 * @verifies RF-SYNC-001 RF-BUF-001
 */
static void opening_into_null_is_refused(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        assert_status(kind->open(NULL), NvSciError_BadParameter);
    }
}

/**
 * As many modules open as there are slots, not one more, and all again after they were closed; one
 * that is closed makes room.
 * @verifies RF-SYNC-087 RF-BUF-001
 */
static void all_modules_open_and_no_more(void **state)
{
    static void *modules[RINGFENCE_CFG_SYNC_MODULES + RINGFENCE_CFG_BUF_MODULES];

    (void)state;
    FOR_BOTH (kind) {
        for (uint32_t round = 0U; round < 2U; round++) {
            const uint32_t failures = exhausted(kind->modules);
            void *extra = NULL;

            for (uint32_t i = 0U; i < kind->modules_max; i++) {
                modules[i] = kind_module(kind);
            }
            assert_status(kind->open(&extra), NvSciError_InsufficientMemory);
            assert_null(extra);
            assert_int_equal(exhausted(kind->modules), failures + 1U);
            assert_int_equal(in_use_of(kind->modules), kind->modules_max);
            kind->close(modules[0]);
            modules[0] = kind_module(kind);
            for (uint32_t i = 0U; i < kind->modules_max; i++) {
                kind->close(modules[i]);
            }
            assert_int_equal(in_use_of(kind->modules), 0U);
        }
    }
}

/**
 * A closed module admits nothing new, and is not closed again; nor is what is no module. NULL is no
 * fault.
 * @verifies RF-SYNC-002 RF-BUF-002 RF-BUF-028
 */
static void a_closed_module_is_stale(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *const other = kind_module(kind);
        void *const witness = kind_empty(kind, other);
        void *list = NULL;
        const uint32_t faults = fault_count();

        kind->close(module);
        kind->close(NULL);
        assert_int_equal(fault_count(), faults);
        assert_status(kind->create(module, &list), NvSciError_BadParameter);
        assert_null(list);
        assert_int_equal(fault_count(), faults + 1U);
        assert_fault_of(kind, "AttrListCreate");
        kind->close(module);
        assert_int_equal(fault_count(), faults + 2U);
        assert_fault_of(kind, "ModuleClose");
        kind->close(witness);
        assert_int_equal(fault_count(), faults + 3U);
        assert_int_equal(kind->slots(witness), 1U);
        kind->free(witness);
        kind->close(other);
    }
}

/**
 * The library fits programs of its major version, up to its minor version.
 * @verifies RF-SYNC-003 RF-BUF-003
 */
static void versions_fit_up_to_the_minor_version(void **state)
{
    (void)state;
    assert_int_equal(NvSciSyncMajorVersion, 2U);
    assert_int_equal(NvSciSyncMinorVersion, 8U);
    FOR_BOTH (kind) {
        const struct {
            uint32_t major;
            uint32_t minor;
            bool fits;
        } cases[] = {{kind->major, kind->minor, true},
                     {kind->major, kind->minor - 1U, true},
                     {kind->major, 0U, true},
                     {kind->major, kind->minor + 1U, false},
                     {kind->major - 1U, kind->minor, false},
                     {kind->major + 1U, kind->minor, false},
                     {kind->major + 1U, 0U, false},
                     {kind->major, UINT32_MAX, false},
                     {UINT32_MAX, 0U, false},
                     {0U, 0U, false}};

        for (size_t i = 0U; i < COUNT_OF(cases); i++) {
            bool fits = !cases[i].fits;

            assert_status(kind->check_version(cases[i].major, cases[i].minor, &fits),
                          NvSciError_Success);
            assert_int_equal(fits, cases[i].fits);
        }
        assert_status(kind->check_version(kind->major, kind->minor, NULL), NvSciError_BadParameter);
    }
}

/* ---------------------------------------------------------------- life of lists */

/**
 * A new list has one slot, no key, and is not reconciled; also in the slot of a freed list.
 * @verifies RF-SYNC-010 RF-BUF-004 RF-BUF-007 RF-BUF-010
 */
static void a_new_list_is_empty(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);

        for (uint32_t i = 0U; i <= kind->lists_max; i++) {
            void *const list = kind_empty(kind, module);
            bool reconciled = true;

            assert_int_equal(kind->slots(list), 1U);
            assert_status(kind->is_reconciled(list, &reconciled), NvSciError_Success);
            assert_false(reconciled);
            for (uint32_t key = kind->first_key; key <= kind->last_key; key++) {
                assert_int_equal(kind_read(kind, list, 0U, key).len, 0U);
            }
            kind_set_flag(kind, list, true);
            kind->free(list);
        }
        kind->close(module);
    }
}

/**
 * A list needs a module and somewhere to put its handle.
 * @verifies RF-SYNC-010 RF-BUF-004
 */
static void making_a_list_of_nothing_is_refused(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *list = NULL;

        assert_status(kind->create(NULL, &list), NvSciError_BadParameter);
        assert_status(kind->create(module, NULL), NvSciError_BadParameter);
        assert_null(list);
        kind->close(module);
    }
}

/** No slot is left: each function that needs one fails cleanly. */
static void assert_no_slot_is_left(const ListKind *kind, void *module, void *const *lists)
{
    const uint64_t number = 3U;
    KindPair pair = {kind->number, &number, sizeof(number)};
    const uint32_t failures = exhausted(kind->lists);
    void *extra = NULL;
    void *conflict = NULL;
    void *object = NULL;
    bool valid = true;

    assert_status(kind->create(module, &extra), NvSciError_InsufficientMemory);
    assert_status(kind->clone(lists[1], &extra), NvSciError_InsufficientMemory);
    assert_status(kind->append(&lists[1], 1U, &extra), NvSciError_InsufficientMemory);
    assert_status(kind->reconcile(&lists[1], 1U, &extra, &conflict), NvSciError_InsufficientMemory);
    assert_status(kind->reconcile_and_alloc(&lists[1], 1U, &object, &conflict),
                  NvSciError_InsufficientMemory);
    assert_status(kind->validate(lists[0], &lists[1], 1U, &valid), NvSciError_InsufficientMemory);
    assert_false(valid);
    assert_status(kind->validate_pairs(lists[0], &pair, 1U), NvSciError_InsufficientMemory);
    assert_null(extra);
    assert_null(conflict);
    assert_null(object);
    assert_int_equal(exhausted(kind->lists), failures + 7U);
    assert_int_equal(in_use_of(kind->lists), kind->lists_max);
}

/**
 * As many lists as there are slots, not one more, and all again after they were freed. What needs
 * a slot fails cleanly in between, and what needs two where one is left. An object has its own.
 * @verifies RF-SYNC-087 RF-BUF-004 RF-BUF-035
 */
static void all_lists_are_made_and_no_more(void **state)
{
    static void *lists[RINGFENCE_CFG_SYNC_LISTS + RINGFENCE_CFG_BUF_LISTS];

    (void)state;
    FOR_BOTH (kind) {
        const uint64_t number = 3U;
        KindPair pair = {kind->number, &number, sizeof(number)};
        void *const module = kind_module(kind);
        const uint32_t last = kind->lists_max - 1U;

        for (uint32_t round = 0U; round < 2U; round++) {
            void *object = NULL;
            void *extra = NULL;

            lists[0] = kind_reconciled(kind, module);
            for (uint32_t i = 1U; i <= last; i++) {
                lists[i] = kind_list(kind, module, 3U);
            }
            assert_no_slot_is_left(kind, module, lists);
            kind->free(lists[last]);
            assert_status(kind->validate_pairs(lists[0], &pair, 1U), NvSciError_InsufficientMemory);
            assert_status(kind->append(&lists[1], 2U, &extra), NvSciError_InsufficientMemory);
            assert_null(extra);
            assert_int_equal(in_use_of(kind->lists), last);
            assert_status(kind->clone(lists[1], &lists[last]), NvSciError_Success);
            assert_status(kind->alloc(lists[0], &object), NvSciError_Success);
            kind->free_object(object);
            kind_free(kind, lists, kind->lists_max);
        }
        kind->close(module);
    }
}

/**
 * A list of several slots takes all of them or none.
 * @verifies RF-SYNC-087 RF-BUF-035
 */
static void a_list_that_does_not_fit_takes_no_slot(void **state)
{
    static void *lists[RINGFENCE_CFG_SYNC_LISTS + RINGFENCE_CFG_BUF_LISTS];

    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *appended = NULL;
        void *copy = NULL;
        uint32_t count = 0U;

        while (in_use_of(kind->lists) < (kind->lists_max - 5U)) {
            lists[count] = kind_list(kind, module, 0U);
            count++;
        }
        assert_status(kind->append(lists, 3U, &appended), NvSciError_Success);
        for (uint32_t free_slots = 2U; free_slots > 0U; free_slots--) {
            const PoolState before = pools_now();

            assert_status(kind->append(lists, 3U, &copy), NvSciError_InsufficientMemory);
            assert_status(kind->clone(appended, &copy), NvSciError_InsufficientMemory);
            assert_null(copy);
            assert_pools(&before);
            lists[count] = kind_list(kind, module, 0U);
            count++;
        }
        kind->free(appended);
        kind_free(kind, lists, count);
        kind->close(module);
    }
}

/**
 * Freeing gives back every slot of a list; NULL is no fault, a second time is one.
 * @verifies RF-SYNC-011 RF-BUF-005 RF-BUF-028
 */
static void freeing_gives_back_all_slots(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *const lists[] = {kind_list(kind, module, 0U), kind_list(kind, module, 0U),
                               kind_list(kind, module, 0U)};
        const uint32_t faults = fault_count();
        void *appended = NULL;

        assert_status(kind->append(lists, 3U, &appended), NvSciError_Success);
        assert_int_equal(in_use_of(kind->lists), 6U);
        kind->free(appended);
        assert_int_equal(in_use_of(kind->lists), 3U);
        kind->free(NULL);
        assert_int_equal(fault_count(), faults);
        kind->free(appended);
        assert_int_equal(fault_count(), faults + 1U);
        assert_fault_of(kind, "AttrListFree");
        assert_int_equal(in_use_of(kind->lists), 3U);
        kind_free(kind, lists, COUNT_OF(lists));
        kind->close(module);
    }
}

/**
 * The list of an object cannot be freed: that is a fault, and the list stays readable.
 * @verifies RF-SYNC-043 RF-BUF-005
 */
static void the_list_of_an_object_stays(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        const uint32_t faults = fault_count();

        kind->free(kinds.bound);
        assert_int_equal(fault_count(), faults + 1U);
        assert_kind_of(kind, "AttrListFree", RINGFENCE_FAULT_LIST_ORDER);
        assert_non_null(strstr(last_fault().causeText, "it goes with the object"));
        assert_int_equal(kind_number(kind, kinds.bound, 0U, kind->result), 3U);
        kinds_close(kind, &kinds);
    }
}

/**
 * Each kind of list says whether it is reconciled, and how many slots it has.
 * @verifies RF-SYNC-012 RF-SYNC-017 RF-BUF-007 RF-BUF-010
 */
static void lists_say_what_they_are(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        void *copy = NULL;
        bool answer = false;

        assert_status(kind->clone(kinds.reconciled, &copy), NvSciError_Success);
        {
            const struct {
                void *list;
                bool reconciled;
                size_t slots;
            } cases[] = {{kinds.writable, false, 1U},
                         {kinds.appended, false, 1U},
                         {kinds.conflict, false, kind->conflict_slots},
                         {kinds.reconciled, true, 1U},
                         {kinds.bound, true, 1U},
                         {copy, true, 1U}};

            for (size_t i = 0U; i < COUNT_OF(cases); i++) {
                answer = !cases[i].reconciled;
                assert_status(kind->is_reconciled(cases[i].list, &answer), NvSciError_Success);
                assert_int_equal(answer, cases[i].reconciled);
                assert_int_equal(kind->slots(cases[i].list), cases[i].slots);
                assert_status(kind->is_reconciled(cases[i].list, NULL), NvSciError_BadParameter);
            }
        }
        assert_status(kind->is_reconciled(NULL, &answer), NvSciError_BadParameter);
        assert_int_equal(kind->slots(NULL), 0U);
        kind->free(copy);
        kinds_close(kind, &kinds);
    }
}

/** The last fault is a list that a call of a kind did not take, and says what to do. */
static void assert_order(const ListKind *kind, const char *function, const char *cause)
{
    const RingfenceFault fault = last_fault();
    const size_t length = strlen(kind->prefix);

    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIST_ORDER);
    assert_memory_equal(fault.function, kind->prefix, length);
    assert_string_equal(&fault.function[length], function);
    assert_string_equal(fault.causeText, cause);
}

/**
 * A list that is not in the state that a call takes is a fault, which says what to do.
 * @verifies RF-CORE-343
 */
static void a_list_in_another_state_is_told(void **state)
{
    static const char *const conflict =
        "it says why reconciling failed; read it with RingfenceExplainConflict() and free it";

    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        void *const other_module = kind_module(kind);
        void *const other = kind_list(kind, other_module, 1U);
        void *const twice[] = {kinds.writable, kinds.writable};
        void *const apart[] = {kinds.writable, other};
        KindPair pair = {kind->number, NULL, 0U};
        void *list = NULL;
        const uint32_t faults = fault_count();

        assert_status(kind->append(&kinds.reconciled, 1U, &list), NvSciError_BadParameter);
        assert_order(kind, "AttrListAppendUnreconciled",
                     "it is reconciled; give lists that are not");
        assert_status(kind->append(&kinds.conflict, 1U, &list), NvSciError_BadParameter);
        assert_order(kind, "AttrListAppendUnreconciled", conflict);
        assert_status(kind->append(twice, 2U, &list), NvSciError_BadParameter);
        assert_order(kind, "AttrListAppendUnreconciled",
                     "it is given twice; give each list one time");
        assert_status(kind->append(apart, 2U, &list), NvSciError_BadParameter);
        assert_order(kind, "AttrListAppendUnreconciled",
                     "it is of another module than the others; open one module for all");
        assert_status(kind->clone(kinds.conflict, &list), NvSciError_BadParameter);
        assert_order(kind, "AttrListClone", conflict);
        assert_status(kind->get(kinds.conflict, &pair, 1U), NvSciError_BadParameter);
        assert_order(kind, "AttrListGetAttrs", conflict);
        assert_int_equal(fault_count(), faults + 6U);
        if (kind->needs_types) {
            void *empty = NULL;

            assert_status(kind->create(kinds.module, &empty), NvSciError_Success);
            assert_status(kind->clone(empty, &list), NvSciError_BadParameter);
            assert_order(kind, "AttrListClone",
                         "it has no NvSciBufGeneralAttrKey_Types; set that first");
            assert_status(kind->append(&empty, 1U, &list), NvSciError_BadParameter);
            assert_order(kind, "AttrListAppendUnreconciled",
                         "it has no NvSciBufGeneralAttrKey_Types; set that first");
            kind->free(empty);
        }
        assert_null(list);
        kind->free(other);
        kind->close(other_module);
        kinds_close(kind, &kinds);
    }
}

/* ---------------------------------------------------------------- setting and reading */

/**
 * Only lists that were created, or cloned of unreconciled ones, can be set.
 * @verifies RF-SYNC-013 RF-BUF-006 RF-BUF-012
 */
static void other_lists_cannot_be_set(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        const bool flag = true;
        KindPair pair = {kind->flag, &flag, sizeof(flag)};
        void *const refusing[] = {NULL, kinds.appended, kinds.reconciled, kinds.conflict,
                                  kinds.bound};

        for (size_t i = 0U; i < COUNT_OF(refusing); i++) {
            assert_status(kind->set(refusing[i], &pair, 1U), NvSciError_BadParameter);
        }
        assert_status(kind->set(kinds.writable, NULL, 1U), NvSciError_BadParameter);
        assert_status(kind->set(kinds.writable, &pair, 0U), NvSciError_BadParameter);
        assert_status(kind->set(kinds.writable, &pair, 1U), NvSciError_Success);
        kinds_close(kind, &kinds);
    }
}

/** The last fault is a pair of a key that a call of a kind refused. */
static void assert_pair(const ListKind *kind, const char *function, const RingfenceFault *expected)
{
    const RingfenceFault fault = last_fault();
    const size_t length = strlen(kind->prefix);

    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_PAIR);
    assert_memory_equal(fault.function, kind->prefix, length);
    assert_string_equal(&fault.function[length], function);
    assert_int_equal(fault.pair, expected->pair);
    assert_int_equal(fault.key, expected->key);
    assert_string_equal(fault.keyName, expected->keyName);
    assert_int_equal(fault.cause, expected->cause);
    assert_int_not_equal(fault.causeText[0], '\0');
    assert_string_equal(fault.limit, expected->limit);
    assert_int_equal(fault.asked, expected->asked);
    assert_int_equal(fault.allowed, expected->allowed);
}

/**
 * A pair that a list does not take is named: its place, its key, and why.
 * @verifies RF-CORE-255 RF-SYNC-230 RF-BUF-215
 */
static void a_refused_pair_is_named(void **state)
{
    static const bool flag = true;
    static const bool two_flags[] = {true, true};
    static const uint8_t no_flag = 2U;

    (void)state;
    FOR_BOTH (kind) {
        const bool is_sync = (kind == &g_list_kinds[0]);
        const char *const name = is_sync ? "NvSciSyncAttrKey_RequireDeterministicFences"
                                         : "NvSciBufGeneralAttrKey_NeedCpuAccess";
        const uint32_t output = is_sync ? (uint32_t)NvSciSyncAttrKey_ActualPerm
                                        : (uint32_t)NvSciBufGeneralAttrKey_ActualPerm;
        const struct {
            KindPair pair;
            RingfencePairCause cause;
            const char *name;
        } cases[] = {
            {{99U, &flag, 1U}, RINGFENCE_PAIR_UNKNOWN_KEY, ""},
            {{output, &flag, 1U},
             RINGFENCE_PAIR_OUTPUT_KEY,
             is_sync ? "NvSciSyncAttrKey_ActualPerm" : "NvSciBufGeneralAttrKey_ActualPerm"},
            {{kind->flag, NULL, 1U}, RINGFENCE_PAIR_NULL_VALUE, name},
            {{kind->flag, &flag, 0U}, RINGFENCE_PAIR_LENGTH, name},
            {{kind->flag, two_flags, 2U}, RINGFENCE_PAIR_LENGTH, name},
            {{kind->flag, &no_flag, 1U}, RINGFENCE_PAIR_VALUE, name}};
        void *const module = kind_module(kind);
        void *const list = kind_empty(kind, module);

        for (size_t i = 0U; i < COUNT_OF(cases); i++) {
            static const uint64_t number = 1U;
            static const NvSciBufType raw = NvSciBufType_RawBuffer;
            const KindPair good = {kind->number, &number, sizeof(number)};
            const KindPair types = {NvSciBufGeneralAttrKey_Types, &raw, sizeof(raw)};
            const bool is_two = (RINGFENCE_CFG_CHANNELS == 1U) && (cases[i].pair.len == 2U);
            const RingfenceFault expected = {.limit = is_two ? "elements of the key" : "",
                                             .asked = is_two ? 2U : 0U,
                                             .allowed = is_two ? 1U : 0U,
                                             .pair = is_sync ? 1U : 2U,
                                             .key = cases[i].pair.key,
                                             .keyName = cases[i].name,
                                             .cause = cases[i].cause};
            KindPair pairs[3] = {good, is_sync ? cases[i].pair : types, cases[i].pair};

            assert_status(kind->set(list, pairs, is_sync ? 2U : 3U), NvSciError_BadParameter);
            assert_pair(kind, "AttrListSetAttrs", &expected);
        }
        kind->free(list);
        kind->close(module);
    }
}

/** Faults of pairs have a limit where there are channels. */
#define HAS_LIMITS (RINGFENCE_CFG_CHANNELS == 1U)

/** Sets one element more than a key takes, and asserts what the fault says of it. */
static void assert_too_many(const ListKind *kind, uint32_t key, size_t element, uint64_t most,
                            const char *limit)
{
    static const uint8_t bytes[(RINGFENCE_CFG_PEERS + 1U) * sizeof(NvSciBufPeerLocationInfo)];
    void *const module = kind_module(kind);
    void *const list = kind_empty(kind, module);
    KindPair pair = {key, bytes, element * ((size_t)most + 1U)};
    RingfenceFault fault;
    char text[256];

    assert_in_range(pair.len, 1U, sizeof(bytes));
    assert_status(kind->set(list, &pair, 1U), NvSciError_BadParameter);
    fault = last_fault();
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_PAIR);
    assert_int_equal(fault.cause, RINGFENCE_PAIR_LENGTH);
    assert_string_equal(fault.limit, limit);
    assert_int_equal(fault.asked, most + 1U);
    assert_int_equal(fault.allowed, most);
    assert_status(RingfenceFormatFault(&fault, text, sizeof(text)), NvSciError_Success);
    assert_non_null(strstr(text, "length does not fit the key; "));
    assert_non_null(strstr(text, limit));
    kind->free(list);
    kind->close(module);
}

/**
 * Too many elements are named with the macro that sets how many there may be, or as elements of the
 * key; a length that is no whole element, or none, has no limit.
 * @verifies RF-CORE-350
 */
static void too_many_elements_are_named(void **state)
{
    static const struct {
        uint32_t list;
        uint32_t key;
        size_t element;
        uint64_t most;
        const char *limit;
    } cases[] = {
        {0U, NvSciSyncAttrKey_GpuId, sizeof(NvSciRmGpuId), RINGFENCE_CFG_GPUS,
         "RINGFENCE_CFG_GPUS"},
        {0U, NvSciSyncAttrKey_PeerLocationInfo, sizeof(NvSciBufPeerLocationInfo),
         RINGFENCE_CFG_PEERS, "RINGFENCE_CFG_PEERS"},
        {0U, NvSciSyncAttrKey_PeerHwEngineArray, sizeof(NvSciBufPeerHwEngine), RINGFENCE_CFG_PEERS,
         "RINGFENCE_CFG_PEERS"},
        {0U, NvSciSyncAttrKey_PrimitiveInfo, sizeof(NvSciSyncAttrValPrimitiveType), 5U,
         "elements of the key"},
        {1U, NvSciBufGeneralAttrKey_GpuId, sizeof(NvSciRmGpuId), RINGFENCE_CFG_GPUS,
         "RINGFENCE_CFG_GPUS"},
        {1U, NvSciBufGeneralAttrKey_EnableGpuCache, sizeof(NvSciBufAttrValGpuCache),
         RINGFENCE_CFG_GPUS, "RINGFENCE_CFG_GPUS"},
        {1U, NvSciBufGeneralAttrKey_EnableGpuCompression, sizeof(NvSciBufAttrValGpuCompression),
         RINGFENCE_CFG_GPUS, "RINGFENCE_CFG_GPUS"},
        {1U, NvSciBufGeneralAttrKey_PeerLocationInfo, sizeof(NvSciBufPeerLocationInfo),
         RINGFENCE_CFG_PEERS, "RINGFENCE_CFG_PEERS"},
        {1U, NvSciBufGeneralAttrKey_PeerHwEngineArray, sizeof(NvSciBufPeerHwEngine),
         RINGFENCE_CFG_PEERS, "RINGFENCE_CFG_PEERS"},
        {1U, NvSciBufGeneralAttrKey_VidMem_GpuId, sizeof(NvSciRmGpuId), 1U, "elements of the key"},
    };

    (void)state;
    for (size_t i = 0U; HAS_LIMITS && (i < COUNT_OF(cases)); i++) {
        assert_too_many(&g_list_kinds[cases[i].list], cases[i].key, cases[i].element, cases[i].most,
                        cases[i].limit);
    }
}

/**
 * A key that is set a second time is named, and whether this call or an earlier one set it.
 * @verifies RF-CORE-255
 */
static void a_key_that_is_set_again_is_named(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const bool flag = true;
        KindPair twice[] = {{kind->flag, &flag, 1U}, {kind->flag, &flag, 1U}};
        RingfenceFault expected = {.limit = "",
                                   .pair = 1U,
                                   .key = kind->flag,
                                   .keyName = (kind == &g_list_kinds[0])
                                                  ? "NvSciSyncAttrKey_RequireDeterministicFences"
                                                  : "NvSciBufGeneralAttrKey_NeedCpuAccess",
                                   .cause = RINGFENCE_PAIR_TWICE};
        void *const module = kind_module(kind);
        void *const list = kind_empty(kind, module);

        assert_status(kind->set(list, twice, 2U), NvSciError_BadParameter);
        assert_pair(kind, "AttrListSetAttrs", &expected);
        assert_status(kind->set(list, twice, 1U), NvSciError_Success);
        assert_status(kind->set(list, &twice[1], 1U), NvSciError_BadParameter);
        expected.pair = 0U;
        expected.cause = RINGFENCE_PAIR_SET_BEFORE;
        assert_pair(kind, "AttrListSetAttrs", &expected);
        kind->free(list);
        kind->close(module);
    }
}

/**
 * So are a list that takes no key, and an array in which there is none; other functions that take
 * pairs say the same under their names.
 * @verifies RF-CORE-255
 */
static void lists_that_take_no_key_are_named(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        const bool flag = true;
        KindPair pair = {kind->flag, &flag, 1U};
        void *const closed[] = {kinds.appended, kinds.reconciled, kinds.conflict, kinds.bound};
        RingfenceFault expected = {.limit = "",
                                   .key = kind->flag,
                                   .keyName = (kind == &g_list_kinds[0])
                                                  ? "NvSciSyncAttrKey_RequireDeterministicFences"
                                                  : "NvSciBufGeneralAttrKey_NeedCpuAccess",
                                   .cause = RINGFENCE_PAIR_LIST_CLOSED};

        for (size_t i = 0U; i < COUNT_OF(closed); i++) {
            assert_status(kind->set(closed[i], &pair, 1U), NvSciError_BadParameter);
            assert_pair(kind, "AttrListSetAttrs", &expected);
        }
        pair.value = NULL;
        expected.cause = RINGFENCE_PAIR_NULL_VALUE;
        assert_status(kind->validate_pairs(kinds.reconciled, &pair, 1U), NvSciError_BadParameter);
        assert_pair(kind, "AttrListValidateReconciledAgainstAttrs", &expected);
        expected = (RingfenceFault){.limit = "", .keyName = "", .cause = RINGFENCE_PAIR_NO_PAIRS};
        assert_status(kind->set(kinds.writable, NULL, 1U), NvSciError_BadParameter);
        assert_pair(kind, "AttrListSetAttrs", &expected);
        assert_status(kind->set(kinds.writable, &pair, 0U), NvSciError_BadParameter);
        assert_pair(kind, "AttrListSetAttrs", &expected);
        kinds_close(kind, &kinds);
    }
}

/**
 * Reading gives each key its value, in the order of the pairs, and a place that stays.
 * @verifies RF-SYNC-014 RF-SYNC-022 RF-BUF-008
 */
static void reading_gives_the_values_and_they_stay(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *const list = kind_list(kind, module, 1U);
        KindPair pairs[] = {
            {kind->flag, module, 9U}, {kind->number, NULL, 0U}, {kind->number, NULL, 0U}};
        const void *kept = NULL;

        assert_status(kind->get(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
        assert_null(pairs[0].value);
        assert_int_equal(pairs[0].len, 0U);
        assert_int_equal(*(const uint64_t *)pairs[1].value, 1U);
        assert_int_equal(pairs[1].len, sizeof(uint64_t));
        assert_ptr_equal(pairs[2].value, pairs[1].value);
        kept = pairs[1].value;
        kind_set_flag(kind, list, true);
        assert_status(kind->get(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
        assert_true(*(const bool *)pairs[0].value);
        assert_int_equal(pairs[0].len, sizeof(bool));
        assert_ptr_equal(pairs[1].value, kept);
        kind->free(list);
        kind->close(module);
    }
}

/**
 * Reading refuses what it cannot read. Where it looks at all keys first, the pairs stay as they
 * are.
 * @verifies RF-SYNC-014 RF-SYNC-015 RF-BUF-008
 */
static void reading_nothing_is_refused(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        KindPair pairs[] = {{kind->flag, NULL, 77U}, {UINT32_MAX, NULL, 77U}};

        assert_status(kind->get(NULL, pairs, 1U), NvSciError_BadParameter);
        assert_status(kind->get(kinds.conflict, pairs, 1U), NvSciError_BadParameter);
        assert_status(kind->get(kinds.writable, NULL, 1U), NvSciError_BadParameter);
        assert_status(kind->get(kinds.writable, pairs, 0U), NvSciError_BadParameter);
        assert_status(kind->get_slot(kinds.writable, 1U, pairs, 1U), NvSciError_BadParameter);
        assert_status(kind->get_slot(kinds.writable, SIZE_MAX, pairs, 1U), NvSciError_BadParameter);
        assert_status(kind->get_slot(NULL, 0U, pairs, 1U), NvSciError_BadParameter);
        assert_status(kind->get_slot(kinds.conflict, 0U, pairs, 1U), NvSciError_BadParameter);
        assert_status(kind->get_slot(kinds.writable, 0U, NULL, 1U), NvSciError_BadParameter);
        assert_status(kind->get_slot(kinds.writable, 0U, pairs, 0U), NvSciError_BadParameter);
        assert_int_equal(pairs[0].len, 77U);
        assert_status(kind->get(kinds.writable, pairs, 2U), NvSciError_BadParameter);
        assert_int_equal(pairs[0].len, kind->reads_all ? 77U : 0U);
        pairs[0].len = 77U;
        assert_status(kind->get_slot(kinds.writable, 0U, pairs, 2U), NvSciError_BadParameter);
        assert_int_equal(pairs[0].len, kind->reads_all ? 77U : 0U);
        kinds_close(kind, &kinds);
    }
}

/* ---------------------------------------------------------------- several slots */

/**
 * An appended list has the slots of all lists in their order, and copies of their values.
 * @verifies RF-SYNC-015 RF-SYNC-017 RF-SYNC-018 RF-BUF-007 RF-BUF-008 RF-BUF-012
 */
static void appending_keeps_order_and_values(void **state)
{
    static const uint64_t numbers[] = {0U, 1U, 2U, 1U};

    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *const first[] = {kind_list(kind, module, 1U), kind_list(kind, module, 2U)};
        void *second[] = {kind_list(kind, module, 0U), NULL, first[0]};
        KindPair pair = {kind->number, NULL, 0U};
        void *all = NULL;

        assert_status(kind->append(first, 2U, &second[1]), NvSciError_Success);
        assert_status(kind->append(second, 3U, &all), NvSciError_Success);
        kind_free(kind, second, COUNT_OF(second));
        kind->free(first[1]);
        assert_int_equal(kind->slots(all), COUNT_OF(numbers));
        for (size_t slot = 0U; slot < COUNT_OF(numbers); slot++) {
            assert_int_equal(kind_number(kind, all, slot, kind->number), numbers[slot]);
        }
        assert_status(kind->get_slot(all, COUNT_OF(numbers), &pair, 1U), NvSciError_BadParameter);
        kind->free(all);
        kind->close(module);
    }
}

/**
 * Appending takes live unreconciled lists of one module, each once. A refused call leaves no trace
 * on its lists.
 * @verifies RF-SYNC-018 RF-BUF-012
 */
static void appending_what_does_not_fit_is_refused(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        void *const other = kind_module(kind);
        void *const foreign = kind_list(kind, other, 1U);
        void *const empty = kind_empty(kind, kinds.module);
        void *const same[] = {kinds.writable, kinds.appended, kinds.writable};
        void *const refused[] = {NULL,           kinds.writable, kinds.reconciled,
                                 kinds.conflict, kinds.bound,    foreign};
        void *const untyped[] = {empty, kinds.writable};
        void *made = NULL;
        const PoolState before = pools_now();

        for (size_t i = 0U; i < COUNT_OF(refused); i++) {
            void *const pair[] = {kinds.writable, refused[i]};

            assert_status(kind->append(pair, 2U, &made), NvSciError_BadParameter);
        }
        assert_status(kind->append(same, 3U, &made), NvSciError_BadParameter);
        assert_status(kind->append(NULL, 1U, &made), NvSciError_BadParameter);
        assert_status(kind->append(same, 0U, &made), NvSciError_BadParameter);
        assert_status(kind->append(same, 1U, NULL), NvSciError_BadParameter);
        assert_null(made);
        assert_pools(&before);
        assert_status(kind->append(untyped, 2U, &made),
                      kind->needs_types ? NvSciError_BadParameter : NvSciError_Success);
        kind->free(made);
        assert_status(kind->append(same, 2U, &made), NvSciError_Success);
        kind->free(made);
        kind->free(foreign);
        kind->free(empty);
        kind->close(other);
        kinds_close(kind, &kinds);
    }
}

/**
 * A clone of an unreconciled list has its values and can be set once again; neither changes the
 * other.
 * @verifies RF-SYNC-019 RF-BUF-011
 */
static void a_clone_is_independent_and_writable(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const uint64_t number = 2U;
        KindPair pair = {kind->number, &number, sizeof(number)};
        const Kinds kinds = kinds_open(kind);
        void *copies[2] = {NULL, NULL};

        assert_status(kind->clone(kinds.writable, &copies[0]), NvSciError_Success);
        assert_status(kind->clone(kinds.appended, &copies[1]), NvSciError_Success);
        for (size_t i = 0U; i < COUNT_OF(copies); i++) {
            assert_int_equal(kind_number(kind, copies[i], 0U, kind->number), 1U);
            assert_status(kind->set(copies[i], &pair, 1U), NvSciError_Success);
            assert_status(kind->set(copies[i], &pair, 1U), NvSciError_BadParameter);
            assert_int_equal(kind_number(kind, copies[i], 0U, kind->number), 2U);
            kind->free(copies[i]);
        }
        assert_int_equal(kind_number(kind, kinds.writable, 0U, kind->number), 1U);
        kinds_close(kind, &kinds);
    }
}

/**
 * A clone of several slots has them all; its first can be set.
 * @verifies RF-SYNC-019 RF-BUF-011
 */
static void a_clone_has_all_slots(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *const lists[] = {kind_list(kind, module, 0U), kind_list(kind, module, 2U),
                               kind_list(kind, module, 1U)};
        void *appended = NULL;
        void *copy = NULL;

        assert_status(kind->append(lists, 3U, &appended), NvSciError_Success);
        assert_status(kind->clone(appended, &copy), NvSciError_Success);
        kind->free(appended);
        assert_int_equal(kind->slots(copy), 3U);
        kind_set_number(kind, copy, 3U);
        for (size_t slot = 0U; slot < 3U; slot++) {
            assert_int_equal(kind_number(kind, copy, slot, kind->number), 3U - slot);
        }
        kind->free(copy);
        kind_free(kind, lists, COUNT_OF(lists));
        kind->close(module);
    }
}

/**
 * A clone of a reconciled list is one too: objects can be made of it, keys cannot be set. Conflict
 * lists are not cloned.
 * @verifies RF-SYNC-019 RF-BUF-011
 */
static void a_clone_of_a_reconciled_list_is_reconciled(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        const bool flag = true;
        KindPair pair = {kind->flag, &flag, sizeof(flag)};
        void *const empty = kind_empty(kind, kinds.module);
        void *copy = NULL;
        void *object = NULL;

        assert_status(kind->clone(kinds.bound, &copy), NvSciError_Success);
        assert_int_equal(kind_number(kind, copy, 0U, kind->result), 3U);
        assert_status(kind->set(copy, &pair, 1U), NvSciError_BadParameter);
        assert_status(kind->alloc(copy, &object), NvSciError_Success);
        kind->free_object(object);
        kind->free(copy);
        copy = NULL;
        assert_status(kind->clone(kinds.conflict, &copy), NvSciError_BadParameter);
        assert_status(kind->clone(NULL, &copy), NvSciError_BadParameter);
        assert_status(kind->clone(kinds.bound, NULL), NvSciError_BadParameter);
        assert_null(copy);
        assert_status(kind->clone(empty, &copy),
                      kind->needs_types ? NvSciError_BadParameter : NvSciError_Success);
        kind->free(copy);
        kind->free(empty);
        kinds_close(kind, &kinds);
    }
}

/* ---------------------------------------------------------------- text */

/**
 * The text of a list says what kind it is, and every value that is set, slot by slot; the one of a
 * conflict list is the line that RingfenceFormatConflict() writes.
 * @verifies RF-SYNC-020 RF-BUF-009
 */
static void the_text_of_a_list_shows_its_values(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        void *const lists[] = {kinds.writable, kind_list(kind, kinds.module, 2U)};
        RingfenceConflict reason;
        char line[256];
        void *appended = NULL;
        void *text = NULL;
        size_t len = 0U;

        assert_status(kind->append(lists, 2U, &appended), NvSciError_Success);
        assert_status(kind->dump(appended, &text, &len), NvSciError_Success);
        assert_string_equal(text, kind->text);
        assert_int_equal(len, strlen(text) + 1U);
        assert_status(RingfenceExplainConflict(kinds.conflict, &reason), NvSciError_Success);
        assert_status(RingfenceFormatConflict(&reason, line, sizeof(line)), NvSciError_Success);
        assert_status(kind->dump(kinds.conflict, &text, &len), NvSciError_Success);
        assert_non_null(strstr(text, "conflict list\n"));
        assert_non_null(strstr(text, line));
        assert_status(kind->dump(kinds.bound, &text, &len), NvSciError_Success);
        assert_memory_equal(text, "reconciled list\n", 16U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 3U);
        kind->free(appended);
        kind->free(lists[1]);
        kinds_close(kind, &kinds);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    }
}

/** A list of 32 slots like that of a list; its text is longer than its room. */
static void *long_list(const ListKind *kind, void *list)
{
    static uint8_t peers[RINGFENCE_CFG_PEERS * sizeof(NvSciBufPeerLocationInfo)];
    KindPair pair = {kind->peers, peers, sizeof(peers)};
    void *all = NULL;

    assert_status(kind->clone(list, &all), NvSciError_Success);
    assert_status(kind->set(all, &pair, 1U), NvSciError_Success);
    for (uint32_t slots = 1U; slots < 32U; slots *= 2U) {
        void *halves[2] = {all, NULL};

        assert_status(kind->clone(all, &halves[1]), NvSciError_Success);
        assert_status(kind->append(halves, 2U, &all), NvSciError_Success);
        kind_free(kind, halves, COUNT_OF(halves));
    }
    return all;
}

/**
 * A list has one text, which ends with it; there are so many and no more. A longer text is cut.
 * @verifies RF-SYNC-020 RF-SYNC-087 RF-BUF-009
 */
static void texts_are_bounded(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *lists[RINGFENCE_CFG_DUMPS + 1U];
        void *texts[2] = {NULL, NULL};
        void *all = NULL;
        size_t len = 0U;

        for (uint32_t i = 0U; i <= RINGFENCE_CFG_DUMPS; i++) {
            lists[i] = kind_list(kind, module, 3U);
        }
        for (uint32_t i = 0U; i < RINGFENCE_CFG_DUMPS; i++) {
            assert_status(kind->dump(lists[i], &texts[0], &len), NvSciError_Success);
            assert_status(kind->dump(lists[i], &texts[1], &len), NvSciError_Success);
            assert_ptr_equal(texts[0], texts[1]);
            assert_int_equal(strlen(texts[0]) + 1U, len);
        }
        texts[0] = NULL;
        assert_status(kind->dump(lists[RINGFENCE_CFG_DUMPS], &texts[0], &len),
                      NvSciError_InsufficientMemory);
        assert_null(texts[0]);
        kind->free(lists[0]);
        assert_status(kind->dump(lists[RINGFENCE_CFG_DUMPS], &texts[0], &len), NvSciError_Success);
        kind->free(lists[1]);
        all = long_list(kind, lists[2]);
        assert_status(kind->dump(all, &texts[0], &len), NvSciError_Success);
        assert_int_equal(len, RINGFENCE_CFG_DUMP_BYTES);
        assert_int_equal(strlen(texts[0]), RINGFENCE_CFG_DUMP_BYTES - 1U);
        kind->free(all);
        kind_free(kind, &lists[2], RINGFENCE_CFG_DUMPS - 1U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
        kind->close(module);
    }
}

/**
 * A text needs a list and somewhere to put it.
 * @verifies RF-SYNC-020 RF-BUF-009
 */
static void text_of_nothing_is_refused(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *const list = kind_empty(kind, module);
        void *text = NULL;
        size_t len = 0U;

        assert_status(kind->dump(NULL, &text, &len), NvSciError_BadParameter);
        assert_status(kind->dump(list, NULL, &len), NvSciError_BadParameter);
        assert_status(kind->dump(list, &text, NULL), NvSciError_BadParameter);
        assert_null(text);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
        kind->free(list);
        kind->close(module);
    }
}

/* ---------------------------------------------------------------- reconciling */

/** A call that reconciles gives an error and neither result, whatever they held. */
static void assert_refused(const ListKind *kind, void *const *lists, size_t count)
{
    void *list = &list;
    void *conflict = &list;
    void *object = &list;

    assert_status(kind->reconcile(lists, count, &list, &conflict), NvSciError_BadParameter);
    assert_null(list);
    assert_null(conflict);
    conflict = &list;
    assert_status(kind->reconcile_and_alloc(lists, count, &object, &conflict),
                  NvSciError_BadParameter);
    assert_null(object);
    assert_null(conflict);
}

/**
 * Reconciling takes live unreconciled lists of one module, each once, and two places for its
 * results. Results are NULL on every error; nothing is taken, and the lists stay usable.
 * @verifies RF-SYNC-030 RF-SYNC-031 RF-SYNC-037 RF-BUF-013 RF-BUF-014
 */
static void reconciling_what_does_not_fit_is_refused(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        void *const other = kind_module(kind);
        void *const good = kind_list(kind, kinds.module, 3U);
        void *const foreign = kind_list(kind, other, 3U);
        void *const twice[] = {good, good};
        void *const refused[] = {NULL,           good,        kinds.reconciled,
                                 kinds.conflict, kinds.bound, foreign};
        const PoolState before = pools_now();
        void *list = &list;
        void *conflict = &list;
        void *object = &list;

        for (size_t i = 0U; i < COUNT_OF(refused); i++) {
            void *const pair[] = {good, refused[i]};

            assert_refused(kind, pair, 2U);
        }
        assert_refused(kind, NULL, 1U);
        assert_refused(kind, NULL, SIZE_MAX);
        assert_refused(kind, &good, 0U);
        assert_refused(kind, twice, SIZE_MAX);
        assert_status(kind->reconcile(&good, 1U, NULL, &conflict), NvSciError_BadParameter);
        assert_null(conflict);
        assert_status(kind->reconcile(&good, 1U, &list, NULL), NvSciError_BadParameter);
        assert_null(list);
        conflict = &list;
        assert_status(kind->reconcile_and_alloc(&good, 1U, NULL, &conflict),
                      NvSciError_BadParameter);
        assert_null(conflict);
        assert_status(kind->reconcile_and_alloc(&good, 1U, &object, NULL), NvSciError_BadParameter);
        assert_null(object);
        assert_pools(&before);
        assert_status(kind->reconcile(&good, 1U, &list, &conflict), NvSciError_Success);
        kind->free(list);
        kind->free(good);
        kind->free(foreign);
        kind->close(other);
        kinds_close(kind, &kinds);
    }
}

/**
 * Success gives a reconciled list and no conflict list, whatever the pointers held before; inputs
 * stay as they are, can be set, and can be used again.
 * @verifies RF-SYNC-030 RF-BUF-013
 */
static void success_gives_a_list_and_no_conflict(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        void *const module = kind_module(kind);
        void *const input = kind_list(kind, module, 3U);
        void *list = &list;
        void *conflict = &list;
        bool reconciled = false;

        assert_status(kind->reconcile(&input, 1U, &list, &conflict), NvSciError_Success);
        assert_null(conflict);
        assert_status(kind->is_reconciled(list, &reconciled), NvSciError_Success);
        assert_true(reconciled);
        assert_int_equal(kind_number(kind, list, 0U, kind->result), 3U);
        assert_status(kind->is_reconciled(input, &reconciled), NvSciError_Success);
        assert_false(reconciled);
        kind->free(list);
        kind_set_flag(kind, input, true);
        assert_status(kind->reconcile(&input, 1U, &list, &conflict), NvSciError_Success);
        kind->free(list);
        kind->free(input);
        kind->close(module);
    }
}

/**
 * Reconciling and allocating in one call gives the object of the two calls, and leaves no list; of
 * what conflicts it gives the conflict list, and no object.
 * @verifies RF-SYNC-028 RF-SYNC-031 RF-BUF-014
 */
static void reconciling_and_allocating_is_one_step(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        void *const input = kind_list(kind, kinds.module, 3U);
        void *const apart[] = {kind_list(kind, kinds.module, kind->apart[0]),
                               kind_list(kind, kinds.module, kind->apart[1])};
        const uint32_t lists = in_use_of(kind->lists);
        const uint32_t all = in_use_of_all();
        void *conflict = &conflict;
        void *object = NULL;
        void *own = NULL;
        void *texts[2] = {NULL, NULL};
        RingfenceConflict reasons[2];
        size_t len = 0U;

        assert_status(kind->reconcile_and_alloc(&input, 1U, &object, &conflict),
                      NvSciError_Success);
        assert_null(conflict);
        assert_int_equal(in_use_of(kind->lists), lists);
        assert_status(kind->list_of(object, &own), NvSciError_Success);
        assert_status(kind->dump(own, &texts[0], &len), NvSciError_Success);
        assert_status(kind->dump(kinds.bound, &texts[1], &len), NvSciError_Success);
        assert_string_equal(texts[0], texts[1]);
        kind->free_object(object);
        object = &object;
        assert_status(RingfenceExplainConflict(kinds.conflict, &reasons[0]), NvSciError_Success);
        assert_status(kind->reconcile_and_alloc(apart, 2U, &object, &conflict), reasons[0].error);
        assert_null(object);
        assert_status(RingfenceExplainConflict(conflict, &reasons[1]), NvSciError_Success);
        assert_int_equal(reasons[1].rule, reasons[0].rule);
        kind->free(conflict);
        assert_int_equal(in_use_of_all(), all + 1U); /* the text of the bound list */
        kind_free(kind, apart, COUNT_OF(apart));
        kind->free(input);
        kinds_close(kind, &kinds);
    }
}

/**
 * Validation takes a live reconciled list and live unreconciled lists of its module.
 * @verifies RF-SYNC-032 RF-BUF-015
 */
static void validating_what_does_not_fit_is_refused(void **state)
{
    (void)state;
    FOR_BOTH (kind) {
        const Kinds kinds = kinds_open(kind);
        void *const other = kind_module(kind);
        void *const good = kind_list(kind, kinds.module, 0U);
        void *const foreign = kind_list(kind, other, 0U);
        void *const reconciled = kinds.reconciled;
        void *const not_reconciled[] = {NULL, good, kinds.conflict};
        void *const not_input[] = {NULL, reconciled, kinds.conflict, foreign, good};
        const PoolState before = pools_now();
        bool valid = true;

        for (size_t i = 0U; i < COUNT_OF(not_reconciled); i++) {
            valid = true;
            assert_status(kind->validate(not_reconciled[i], &good, 1U, &valid),
                          NvSciError_BadParameter);
            assert_int_equal(valid, !kind->clears_answers);
        }
        for (size_t i = 0U; i < COUNT_OF(not_input); i++) {
            void *const pair[] = {good, not_input[i]};

            valid = true;
            assert_status(kind->validate(reconciled, pair, 2U, &valid), NvSciError_BadParameter);
            assert_int_equal(valid, !kind->clears_answers);
        }
        assert_status(kind->validate(reconciled, &foreign, 1U, &valid), NvSciError_BadParameter);
        assert_status(kind->validate(reconciled, NULL, 1U, &valid), NvSciError_BadParameter);
        assert_status(kind->validate(reconciled, &good, 0U, &valid), NvSciError_BadParameter);
        assert_status(kind->validate(reconciled, &good, 1U, NULL), NvSciError_BadParameter);
        assert_int_equal(valid, !kind->clears_answers);
        assert_pools(&before);
        assert_status(kind->validate(reconciled, &good, 1U, &valid), NvSciError_Success);
        assert_true(valid);
        kind->free(good);
        kind->free(foreign);
        kind->close(other);
        kinds_close(kind, &kinds);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(modules_are_independent),
        sync_test(opening_into_null_is_refused),
        sync_test(a_list_in_another_state_is_told),
        sync_test(all_modules_open_and_no_more),
        sync_test(a_closed_module_is_stale),
        sync_test(versions_fit_up_to_the_minor_version),
        sync_test(a_new_list_is_empty),
        sync_test(making_a_list_of_nothing_is_refused),
        sync_test(all_lists_are_made_and_no_more),
        sync_test(a_list_that_does_not_fit_takes_no_slot),
        sync_test(freeing_gives_back_all_slots),
        sync_test(the_list_of_an_object_stays),
        sync_test(lists_say_what_they_are),
        sync_test(other_lists_cannot_be_set),
        sync_test(a_refused_pair_is_named),
        sync_test(too_many_elements_are_named),
        sync_test(a_key_that_is_set_again_is_named),
        sync_test(lists_that_take_no_key_are_named),
        sync_test(reading_gives_the_values_and_they_stay),
        sync_test(reading_nothing_is_refused),
        sync_test(appending_keeps_order_and_values),
        sync_test(appending_what_does_not_fit_is_refused),
        sync_test(a_clone_is_independent_and_writable),
        sync_test(a_clone_has_all_slots),
        sync_test(a_clone_of_a_reconciled_list_is_reconciled),
        sync_test(the_text_of_a_list_shows_its_values),
        sync_test(texts_are_bounded),
        sync_test(text_of_nothing_is_refused),
        sync_test(reconciling_what_does_not_fit_is_refused),
        sync_test(success_gives_a_list_and_no_conflict),
        sync_test(reconciling_and_allocating_is_one_step),
        sync_test(validating_what_does_not_fit_is_refused),
    };

    return cmocka_run_group_tests_name("attr/list_api", tests, NULL, NULL);
}
