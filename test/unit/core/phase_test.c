/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <ctype.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "admissions.h"
#include "core/fault.h"
#include "core/phase.h"
#include "leftovers.h"
#include "nvscisync.h"
#include "port/lock.h"
#include "ringfence_cfg.h"

#define PHASES         3U
#define TEXT_MAX       131072U
#define NAME_MAX_BYTES 64U

static const RingfencePhase g_phases[PHASES] = {RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME,
                                                RINGFENCE_PHASE_DEINIT};

/** Advances from INIT to a phase. */
static void go_to(RingfencePhase phase)
{
    for (uint32_t i = 1U; RingfenceCurrentPhase() != phase; i++) {
        assert_true(i < PHASES);
        assert_int_equal(RingfenceAdvancePhase(g_phases[i]), NvSciError_Success);
    }
}

static RingfenceRefusal last_refusal(void)
{
    RingfenceRefusal refusal;

    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    return refusal;
}

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

static RingfenceAdmission admission_of(size_t index)
{
    RingfenceAdmission admission;

    assert_int_equal(RingfenceGetAdmission(index, &admission), NvSciError_Success);
    return admission;
}

static uint32_t expected_phases(size_t function)
{
    return phases_of_group(g_functions[function].group, RINGFENCE_CFG_STRICT_INIT == 1U,
                           RINGFENCE_CFG_RUNTIME_QUERIES == 1U);
}

/**
 * Before anything happened, the phase is INIT, no call was refused and no fault was found. Runs
 * first.
 * @verifies RF-CORE-002 RF-CORE-004 RF-CORE-005
 */
static void nothing_is_recorded_at_first(void **state)
{
    const RingfenceRefusal refusal = last_refusal();
    const RingfenceFault fault = last_fault();

    (void)state;
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_INIT);
    assert_null(refusal.function);
    assert_int_equal(refusal.functionId, RINGFENCE_FUNCTION_NONE);
    assert_int_equal(refusal.phase, RINGFENCE_PHASE_INIT);
    assert_int_equal(refusal.count, 0U);
    assert_int_equal(refusal.total, 0U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NONE);
    assert_string_equal(fault.text, "no fault");
    assert_null(fault.function);
    assert_int_equal(fault.functionId, RINGFENCE_FUNCTION_NONE);
    assert_int_equal(fault.total, 0U);
    for (size_t i = 0U; i < FUNCTIONS; i++) {
        assert_int_equal(admission_of(i).refused, 0U);
    }
}

/**
 * From each phase, the one step to the next phase is taken; every other step is refused and the
 * phase stays.
 * @verifies RF-CORE-001 RF-CORE-002 RF-CORE-010
 */
static void only_the_step_to_the_next_phase_is_taken(void **state)
{
    (void)state;
    for (uint32_t from = 0U; from < PHASES; from++) {
        for (uint32_t to = 0U; to < PHASES; to++) {
            const bool follows = (to == ((from + 1U) % PHASES));

            go_to(g_phases[from]);
            assert_int_equal(RingfenceAdvancePhase(g_phases[to]),
                             follows ? NvSciError_Success : NvSciError_InvalidState);
            assert_int_equal(RingfenceCurrentPhase(), follows ? g_phases[to] : g_phases[from]);
            go_to_init();
        }
    }
}

/**
 * A number that is no phase is refused in every phase.
 * @verifies RF-CORE-011
 */
static void number_that_is_no_phase_is_refused(void **state)
{
    static const uint32_t numbers[] = {0U, 3U, 5U, 6U, 7U, 8U, 16U, 0x7FFFFFFFU, 0xFFFFFFFFU};

    (void)state;
    for (uint32_t from = 0U; from < PHASES; from++) {
        go_to(g_phases[from]);
        for (size_t i = 0U; i < (sizeof(numbers) / sizeof(numbers[0])); i++) {
            assert_int_equal(RingfenceAdvancePhase((RingfencePhase)numbers[i]),
                             NvSciError_BadParameter);
            assert_int_equal(RingfenceCurrentPhase(), g_phases[from]);
        }
        go_to_init();
    }
}

/**
 * The table of admissions names every function in the order of PhaseOp, with the phases of its
 * group.
 * @verifies RF-CORE-003 RF-CORE-012 RF-CORE-013 RF-CORE-014
 */
static void table_admits_each_function_by_its_group(void **state)
{
    (void)state;
    assert_int_equal(FUNCTIONS, OP_COUNT);
    for (size_t i = 0U; i < FUNCTIONS; i++) {
        const RingfenceAdmission admission = admission_of(i);

        assert_int_equal(g_functions[i].op, i);
        assert_string_equal(admission.function, g_functions[i].name);
        assert_int_equal(admission.phases, expected_phases(i));
    }
}

/**
 * Each function has a number of its own in all reports, and each table has one: those that were
 * published, which stay.
 * @verifies RF-CORE-275
 */
static void numbers_stay(void **state)
{
    static const RingfencePool pools[] = {RINGFENCE_POOL_SYNC_MODULE,
                                          RINGFENCE_POOL_SYNC_LIST,
                                          RINGFENCE_POOL_SYNC_OBJECT,
                                          RINGFENCE_POOL_SYNC_HANDLE,
                                          RINGFENCE_POOL_SYNC_WAIT_CONTEXT,
                                          RINGFENCE_POOL_FENCE,
                                          RINGFENCE_POOL_FENCE_DESC,
                                          RINGFENCE_POOL_BUF_MODULE,
                                          RINGFENCE_POOL_BUF_LIST,
                                          RINGFENCE_POOL_BUF_OBJECT,
                                          RINGFENCE_POOL_BUF_HANDLE,
                                          RINGFENCE_POOL_BUF_MEMORY,
                                          RINGFENCE_POOL_DUMP,
                                          RINGFENCE_POOL_IPC_ENDPOINT,
                                          RINGFENCE_POOL_DESCRIPTOR,
                                          RINGFENCE_POOL_EVENT_SERVICE,
                                          RINGFENCE_POOL_EVENT_NOTIFIER,
                                          RINGFENCE_POOL_LOCAL_EVENT,
                                          RINGFENCE_POOL_CUDA_SEMAPHORE,
                                          RINGFENCE_POOL_CUDA_MEMORY,
                                          RINGFENCE_POOL_CUDA_MAPPING,
                                          RINGFENCE_POOL_STREAM_BLOCK,
                                          RINGFENCE_POOL_STREAM_PACKET,
                                          RINGFENCE_POOL_STREAM_INFO};

    (void)state;
    assert_int_equal(RINGFENCE_FUNCTION_SYNC_MODULE_OPEN, 101);
    assert_int_equal(RINGFENCE_FUNCTION_ENGINE_SYNC_WAIT, 616);
    assert_int_equal(RINGFENCE_FUNCTION_CUDA_GRAPH_SET_EXEC_WAIT, 738);
    assert_int_equal(RINGFENCE_FUNCTION_DLA_SET_TIMEOUT, 916);
    assert_int_equal(RINGFENCE_FUNCTION_MEDIA_FILL_SYNC_OF_ALL, 1031);
    assert_int_equal(RINGFENCE_FUNCTION_MEDIA6_SET_DESTINATION, 1121);
    assert_int_equal(RINGFENCE_FUNCTION_STREAM_BLOCK_PACKET_FENCE_GET_WITH_CRC, 866);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (size_t i = 0U; i < FUNCTIONS; i++) {
        assert_int_equal(admission_of(i).functionId, g_functions[i].number);
        ringfence_fault_report(g_functions[i].op, RINGFENCE_FAULT_BAD_HANDLE);
        assert_int_equal(last_fault().functionId, g_functions[i].number);
        if (ringfence_phase_admit(g_functions[i].op) != NvSciError_Success) {
            assert_int_equal(last_refusal().functionId, g_functions[i].number);
        }
        for (size_t other = 0U; other < i; other++) {
            assert_int_not_equal(g_functions[i].number, g_functions[other].number);
        }
    }
    go_to_init();
    assert_int_equal(sizeof(pools) / sizeof(pools[0]), RINGFENCE_POOL_COUNT);
    for (uint32_t i = 0U; i < (uint32_t)RINGFENCE_POOL_COUNT; i++) {
        assert_int_equal(pools[i], i);
    }
}

/**
 * A row behind the table, and a row to nowhere, are refused, and nothing is written.
 * @verifies RF-CORE-003
 */
static void row_that_is_not_there_is_refused(void **state)
{
    static const size_t rows[] = {OP_COUNT, OP_COUNT + 1U, SIZE_MAX};
    RingfenceAdmission admission;
    RingfenceAdmission before;

    (void)state;
    (void)memset(&admission, 0x5A, sizeof(admission));
    (void)memcpy(&before, &admission, sizeof(admission));
    for (size_t i = 0U; i < (sizeof(rows) / sizeof(rows[0])); i++) {
        assert_int_equal(RingfenceGetAdmission(rows[i], &admission), NvSciError_IndexOutOfRange);
        assert_memory_equal(&admission, &before, sizeof(admission));
    }
    assert_int_equal(RingfenceGetAdmission(0U, NULL), NvSciError_BadParameter);
}

/**
 * In every phase, every function is admitted or refused as the table says. A refusal is counted for
 * its function, once, and is the last one; an admission leaves no trace.
 * @verifies RF-CORE-003 RF-CORE-004 RF-CORE-015
 */
static void refusal_is_counted_and_named(void **state)
{
    (void)state;
    for (uint32_t phase = 0U; phase < PHASES; phase++) {
        go_to(g_phases[phase]);
        for (size_t i = 0U; i < FUNCTIONS; i++) {
            const RingfenceAdmission row = admission_of(i);
            const RingfenceRefusal before = last_refusal();
            const bool admitted = ((row.phases & (uint32_t)g_phases[phase]) != 0U);
            const NvSciError status = ringfence_phase_admit(g_functions[i].op);
            const RingfenceRefusal after = last_refusal();

            assert_int_equal(status, admitted ? NvSciError_Success : NvSciError_InvalidState);
            if (admitted) {
                assert_ptr_equal(after.function, before.function);
                assert_int_equal(after.count, before.count);
                assert_int_equal(after.total, before.total);
                assert_int_equal(admission_of(i).refused, row.refused);
            } else {
                assert_string_equal(after.function, g_functions[i].name);
                assert_int_equal(after.phase, g_phases[phase]);
                assert_int_equal(after.count, row.refused + 1U);
                assert_int_equal(after.total, before.total + 1U);
                assert_int_equal(admission_of(i).refused, row.refused + 1U);
            }
        }
        go_to_init();
    }
    assert_int_equal(RingfenceGetLastRefusal(NULL), NvSciError_BadParameter);
}

/**
 * A function that changes tables holds the lock if it was admitted, and does not hold it if it was
 * refused.
 * @verifies RF-CORE-016
 */
static void lock_is_held_exactly_when_admitted(void **state)
{
    (void)state;
    for (uint32_t phase = 0U; phase < PHASES; phase++) {
        go_to(g_phases[phase]);
        for (size_t i = 0U; i < FUNCTIONS; i++) {
            const bool admitted = ((expected_phases(i) & (uint32_t)g_phases[phase]) != 0U);
            const NvSciError status = ringfence_api_enter(g_functions[i].op);

            assert_int_equal(status, admitted ? NvSciError_Success : NvSciError_InvalidState);
            if (admitted) {
                ringfence_api_leave();
            }
            /* A lock that was still held would never be got here. */
            ringfence_port_lock();
            ringfence_port_unlock();
        }
        go_to_init();
    }
}

/** Where another thread is with advancing the phase. */
static atomic_int g_advanced;

static void *advance_to_runtime(void *unused)
{
    (void)unused;
    atomic_store(&g_advanced, 1);
    if (RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success) {
        atomic_store(&g_advanced, 2);
    }
    return NULL;
}

static void sleep_ms(long milliseconds)
{
    const struct timespec pause = {0, milliseconds * 1000000L};

    (void)nanosleep(&pause, NULL);
}

/**
 * The phase does not change while a function that changes tables is under way.
 * @verifies RF-CORE-016
 */
static void phase_waits_for_functions_that_change_tables(void **state)
{
    pthread_t thread;

    (void)state;
    atomic_store(&g_advanced, 0);
    assert_int_equal(ringfence_api_enter(OP_SYNC_MODULE_OPEN), NvSciError_Success);
    assert_int_equal(pthread_create(&thread, NULL, advance_to_runtime, NULL), 0);
    while (atomic_load(&g_advanced) == 0) {
        sleep_ms(1);
    }
    sleep_ms(20);
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_INIT);
    assert_int_equal(atomic_load(&g_advanced), 1);
    ringfence_api_leave();
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(atomic_load(&g_advanced), 2);
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_RUNTIME);
    go_to_init();
}

/**
 * A public function that is refused changes no table and none of its arguments.
 * @verifies RF-CORE-015
 */
static void refused_function_changes_nothing(void **state)
{
    NvSciSyncModule module = NULL;
    NvSciSyncModule other = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList copy = NULL;
    RingfenceConflict conflict;
    RingfenceConflict before;

    (void)state;
    (void)memset(&conflict, 0x5A, sizeof(conflict));
    (void)memcpy(&before, &conflict, sizeof(conflict));
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    for (uint32_t phase = 1U; phase < PHASES; phase++) {
        const uint32_t faults = last_fault().total;

        assert_int_equal(RingfenceAdvancePhase(g_phases[phase]), NvSciError_Success);
        assert_int_equal(NvSciSyncModuleOpen(&other), NvSciError_InvalidState);
        assert_string_equal(last_refusal().function, "NvSciSyncModuleOpen");
        assert_int_equal(NvSciSyncAttrListClone(list, &copy), NvSciError_InvalidState);
        assert_string_equal(last_refusal().function, "NvSciSyncAttrListClone");
        assert_int_equal(RingfenceExplainConflict(list, &conflict), NvSciError_InvalidState);
        assert_string_equal(last_refusal().function, "RingfenceExplainConflict");
        if (g_phases[phase] == RINGFENCE_PHASE_RUNTIME) {
            NvSciSyncAttrListFree(list);
            assert_string_equal(last_refusal().function, "NvSciSyncAttrListFree");
            NvSciSyncModuleClose(module);
            assert_string_equal(last_refusal().function, "NvSciSyncModuleClose");
        }
        assert_null(other);
        assert_null(copy);
        assert_memory_equal(&conflict, &before, sizeof(conflict));
        assert_int_equal(in_use_of_all(), 2U);
        assert_int_equal(last_fault().total, faults);
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
    go_to_init();
}

/* ---------------------------------------------------------------- the table against headers and
 * pages */

/** Reads a file of the repository, from whose root the tests run. */
static void read_file(const char *path, char *text, size_t size)
{
    FILE *const file = fopen(path, "r");
    size_t length;

    if (file == NULL) {
        print_error("%s cannot be read from here; run the tests in the repository's root\n", path);
    }
    assert_non_null(file);
    length = fread(text, 1U, size - 1U, file);
    assert_true(length < (size - 1U));
    text[length] = '\0';
    assert_int_equal(fclose(file), 0);
}

/** Makes comments and preprocessor lines blank. */
static void blank_comments(char *text)
{
    bool comment = false;
    bool directive = false;

    for (size_t i = 0U; text[i] != '\0'; i++) {
        const bool first = (i == 0U) || (text[i - 1U] == '\n');

        if ((!comment) && (!directive) && (text[i] == '/') && (text[i + 1U] == '*')) {
            comment = true;
        } else if ((!comment) && first && (text[i] == '#')) {
            directive = true;
        } else if (comment && (text[i] == '*') && (text[i + 1U] == '/')) {
            comment = false;
            text[i] = ' ';
            text[i + 1U] = ' ';
        } else if (directive && (text[i] == '\n')) {
            directive = (text[i - 1U] == '\\');
        } else {
            /* Nothing begins or ends here. */
        }
        if ((comment || directive) && (text[i] != '\n') && (text[i] != '\\')) {
            text[i] = ' ';
        }
    }
}

static bool in_word(char character)
{
    return (isalnum((unsigned char)character) != 0) || (character == '_');
}

/** Row of the table that names a function; OP_COUNT if there is none. */
static size_t row_of(const char *name)
{
    size_t row = OP_COUNT;

    for (size_t i = 0U; i < (size_t)OP_COUNT; i++) {
        if (strcmp(admission_of(i).function, name) == 0) {
            assert_int_equal(row, OP_COUNT);
            row = i;
        }
    }
    return row;
}

/** Cuts the end off that CUDA gives names for the default stream of a thread; false: there is none.
 */
static bool cut_stream_suffix(char *name)
{
    static const char suffix[] = "_ptsz";
    const size_t length = strlen(name);
    const size_t cut = sizeof(suffix) - 1U;
    const bool ends = (length > cut) && (strcmp(&name[length - cut], suffix) == 0);

    if (ends) {
        name[length - cut] = '\0';
    }
    return ends;
}

/** Counts a declaration. A function that is not in the table fails the test; one that differs from
 * another in the default stream alone has its row; the application's own is in no table. */
static void count_name(char *name, uint32_t *counts)
{
    const bool again = cut_stream_suffix(name);
    const bool is_hook = (strcmp(name, "RingfenceHookFault") == 0);
    const size_t row = row_of(name);

    if ((row == (size_t)OP_COUNT) && (!is_hook)) {
        print_error("%s is not in the table of admissions\n", name);
    }
    assert_true((row < (size_t)OP_COUNT) != is_hook);
    if ((!again) && (!is_hook)) {
        counts[row]++;
    }
}

/** Copies a word and gives its end. */
static size_t copy_word(const char *text, size_t start, char *word)
{
    size_t end = start;

    while (in_word(text[end])) {
        end++;
    }
    assert_true((end - start) < NAME_MAX_BYTES);
    (void)memcpy(word, &text[start], end - start);
    word[end - start] = '\0';
    return end;
}

/** Gives a word the suffix of the link names of the second generation of NvMedia, if the table has
 * that. */
static void give_link_name(char *word)
{
    char linked[NAME_MAX_BYTES + 4U];

    (void)snprintf(linked, sizeof(linked), "%s_v6", word);
    if (row_of(linked) < (size_t)OP_COUNT) {
        assert_true(strlen(linked) < NAME_MAX_BYTES);
        (void)memcpy(word, linked, strlen(linked) + 1U);
    }
}

/** Counts the declarations of each function of the table in the text of a header: functions, and
 * pointers to functions in structs, as "Struct.Member". */
static void count_declarations(const char *text, bool second_generation, uint32_t *counts)
{
    char owner[NAME_MAX_BYTES] = "";

    for (size_t i = 2U; text[i] != '\0'; i++) {
        if (in_word(text[i]) && (!in_word(text[i - 1U]))) {
            char word[NAME_MAX_BYTES];
            const size_t end = copy_word(text, i, word);
            const bool pointer = (text[i - 1U] == '*') && (text[i - 2U] == '(');

            if ((text[end] == ' ') && (text[end + 1U] == '{')) {
                (void)memcpy(owner, word, sizeof(word));
            } else if (pointer && (isupper((unsigned char)word[0]) != 0)) {
                char member[2U * NAME_MAX_BYTES];

                (void)snprintf(member, sizeof(member), "%s.%s", owner, word);
                count_name(member, counts);
            } else if ((text[end] == '(') && ((strncmp(word, "NvSci", 5U) == 0) ||
                                              (strncmp(word, "Ringfence", 9U) == 0) ||
                                              (strncmp(word, "ringfenceCu", 11U) == 0) ||
                                              (strncmp(word, "NvMedia", 7U) == 0) ||
                                              (strncmp(word, "ringfenceMedia", 14U) == 0) ||
                                              (strncmp(word, "ringfenceDla", 12U) == 0) ||
                                              (strncmp(word, "cudla", 5U) == 0))) {
                if (second_generation) {
                    give_link_name(word);
                }
                count_name(word, counts);
            } else {
                /* Another word. */
            }
        }
    }
}

/** Counts the one function of C that the header for C++ declares, which it calls as well. */
static void count_declarations_for_cpp(uint32_t *counts)
{
    static const char start[] = "\ncudlaStatus ringfenceDla";
    static char text[TEXT_MAX];

    read_file("inc/cudlaExternalEtbl.hpp", text, sizeof(text));
    for (const char *at = strstr(text, start); at != NULL; at = strstr(&at[1], start)) {
        char word[NAME_MAX_BYTES];

        (void)copy_word(strstr(at, "ringfenceDla"), 0U, word);
        count_name(word, counts);
    }
}

/**
 * Every function that the public headers declare is in the table once, and the table has no other.
 * @verifies RF-CORE-003
 */
static void table_has_every_declared_function_once(void **state)
{
    static const char *const headers[] = {
        "inc/nvscierror.h",     "inc/nvscibuf.h",    "inc/nvscisync.h", "inc/nvsciipc.h",
        "inc/nvscievent.h",     "inc/nvscistream.h", "inc/ringfence.h", "inc/ringfence_engine.h",
        "inc/ringfence_cuda.h", "inc/cudla.h"};
    static const char *const media_headers[] = {
        "inc/ringfence_nvmedia.h",      "inc/nvmedia_core.h",           "inc/nvmedia_surface.h",
        "inc/nvmedia_image.h",          "inc/nvmedia_image_nvscibuf.h", "inc/nvmedia_2d.h",
        "inc/nvmedia_2d_nvscisync.h",   "inc/nvmedia6/nvmedia_core.h",  "inc/nvmedia6/nvmedia_2d.h",
        "inc/nvmedia6/nvmedia_2d_sci.h"};
    static char text[TEXT_MAX];
    uint32_t counts[OP_COUNT] = {0U};

    (void)state;
    for (size_t i = 0U; i < (sizeof(headers) / sizeof(headers[0])); i++) {
        read_file(headers[i], text, sizeof(text));
        blank_comments(text);
        count_declarations(text, false, counts);
    }
    for (size_t i = 0U; i < (sizeof(media_headers) / sizeof(media_headers[0])); i++) {
        read_file(media_headers[i], text, sizeof(text));
        blank_comments(text);
        count_declarations(text, (strstr(media_headers[i], "nvmedia6/") != NULL), counts);
    }
    count_declarations_for_cpp(counts);
    for (size_t i = 0U; i < (size_t)OP_COUNT; i++) {
        if (counts[i] != 1U) {
            print_error("%s is declared %u times\n", admission_of(i).function, counts[i]);
        }
        assert_int_equal(counts[i], 1U);
    }
}

/** Cell of docs/phases.md for a group in a phase. */
static const char *cell_of(Group group, RingfencePhase phase)
{
    const bool admitted = ((phases_of_group(group, false, false) & (uint32_t)phase) != 0U);
    const bool strict = ((phases_of_group(group, true, false) & (uint32_t)phase) != 0U);
    const bool queries = ((phases_of_group(group, false, true) & (uint32_t)phase) != 0U);
    const char *cell = admitted ? "yes" : "-";

    if (admitted != strict) {
        cell = "yes (1)";
    } else if (admitted != queries) {
        cell = "- (2)";
    } else {
        cell = admitted ? "yes" : "-";
    }
    return cell;
}

/** Says whether a row of the page that begins so ends with a sentence, or with "-". */
static bool has_reason(const char *cell)
{
    const char *const end = strstr(cell, "\n");

    assert_non_null(end);
    assert_true((strncmp(cell, "- |\n", 4U) == 0) ||
                ((isupper((unsigned char)cell[0]) != 0) && (strncmp(&end[-3], ". |", 3U) == 0)));
    return cell[0] != '-';
}

/**
 * The page of the documentation has one row for each function, and it says what the table says: the
 * phases, and what needs the function in RUNTIME exactly if that admits it.
 * @verifies RF-CORE-003
 */
static void page_says_what_the_table_says(void **state)
{
    static char text[TEXT_MAX];
    size_t rows = 0U;
    const char *at;

    (void)state;
    read_file("docs/phases.md", text, sizeof(text));
    for (size_t i = 0U; i < FUNCTIONS; i++) {
        char row[256];

        const char *found = NULL;

        (void)snprintf(row, sizeof(row), "\n| `%s` | %u | %s | %s | %s | ", g_functions[i].name,
                       (unsigned)g_functions[i].number,
                       cell_of(g_functions[i].group, RINGFENCE_PHASE_INIT),
                       cell_of(g_functions[i].group, RINGFENCE_PHASE_RUNTIME),
                       cell_of(g_functions[i].group, RINGFENCE_PHASE_DEINIT));
        found = strstr(text, row);
        if (found == NULL) {
            print_error("docs/phases.md lacks this row:%s", row);
        }
        assert_non_null(found);
        assert_int_equal(has_reason(&found[strlen(row)]),
                         strcmp(cell_of(g_functions[i].group, RINGFENCE_PHASE_RUNTIME), "yes") ==
                             0);
    }
    for (at = strstr(text, "\n| `"); at != NULL; at = strstr(&at[1], "\n| `")) {
        rows++;
    }
    assert_int_equal(rows, FUNCTIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_is_recorded_at_first, nothing_is_left),
        cmocka_unit_test_teardown(only_the_step_to_the_next_phase_is_taken, nothing_is_left),
        cmocka_unit_test_teardown(number_that_is_no_phase_is_refused, nothing_is_left),
        cmocka_unit_test_teardown(table_admits_each_function_by_its_group, nothing_is_left),
        cmocka_unit_test_teardown(numbers_stay, nothing_is_left),
        cmocka_unit_test_teardown(row_that_is_not_there_is_refused, nothing_is_left),
        cmocka_unit_test_teardown(refusal_is_counted_and_named, nothing_is_left),
        cmocka_unit_test_teardown(lock_is_held_exactly_when_admitted, nothing_is_left),
        cmocka_unit_test_teardown(phase_waits_for_functions_that_change_tables, nothing_is_left),
        cmocka_unit_test_teardown(refused_function_changes_nothing, nothing_is_left),
        cmocka_unit_test_teardown(table_has_every_declared_function_once, nothing_is_left),
        cmocka_unit_test_teardown(page_says_what_the_table_says, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/phase", tests, NULL, NULL);
}
