/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault_text_test.c
 * Faults in words.
 */
#include <stdio.h>
#include <string.h>

#include "core/phase.h"
#include "leftovers.h"

#define ROOM  256U
#define GUARD 0x5A

/** What an operating system alone has: calls that it refuses, and numbers of errors. */
#if (__STDC_HOSTED__ == 1)
#define OF_LINUX(text) text
#else
#define OF_LINUX(text) ""
#endif

/** What to do, behind what was detected. */
#define HANDLE_HINT "; give one of the function's kind that this process got and has not freed"
#define TAKEN_HINT  "; open the other name of its line, or close it there first"
#define KEY_HINT    "; give a key of the header of this kind of lists"
#define NAME_HINT   "; open a name of that table, or set RINGFENCE_NVSCIIPC_CFG to a file that has it"

/** A fault of a kind of which nothing else is known. */
static RingfenceFault fault_of(RingfenceFaultKind kind)
{
    const RingfenceFault fault = {.kind = kind,
                                  .text = "text",
                                  .function = "Function",
                                  .limit = "",
                                  .pool = RINGFENCE_POOL_COUNT,
                                  .file = "",
                                  .keyName = "",
                                  .causeText = ""};

    return fault;
}

static void assert_line(const RingfenceFault *fault, const char *line)
{
    char text[ROOM];

    assert_int_equal(RingfenceFormatFault(fault, text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, line);
}

/**
 * The line has the function, if there is one, what was detected, and what that kind of fault says
 * beside it, and of other kinds nothing.
 * @verifies RF-CORE-256 RF-CORE-350
 */
static void line_says_what_the_fault_says(void **state)
{
    RingfenceFault fault = fault_of(RINGFENCE_FAULT_NONE);

    (void)state;
    fault.slot = 5U;
    fault.line = 6U;
    fault.missing = 7U;
    fault.asked = 9U;
    fault.allowed = 8U;
    fault.pair = 2U;
    fault.key = 77U;
    assert_line(&fault, "Function: text");
    fault.function = NULL;
    assert_line(&fault, "text");
    fault.kind = RINGFENCE_FAULT_BAD_HANDLE;
    assert_line(&fault, "text" OF_LINUX(HANDLE_HINT));
    fault.pool = RINGFENCE_POOL_SYNC_LIST;
    assert_line(&fault, "text; slot 5 of sync list slots" OF_LINUX(HANDLE_HINT));
    fault.kind = RINGFENCE_FAULT_INTERNAL;
    assert_line(&fault, "text");
    fault.file = "a.c";
    assert_line(&fault, "text; a.c:6");
    fault.kind = RINGFENCE_FAULT_ENDPOINT_TAKEN;
    assert_line(&fault, "text" OF_LINUX(TAKEN_HINT));
    fault.process = 123U;
    assert_line(&fault, "text; process 123 opened it" OF_LINUX(TAKEN_HINT));
    fault.kind = RINGFENCE_FAULT_ARENA_TOO_SMALL;
    assert_line(&fault, "text; 7 bytes are missing");
    fault.kind = RINGFENCE_FAULT_LIMIT;
    fault.limit = "MACRO";
    assert_line(&fault, "text; MACRO: asked for 9, allowed 8" OF_LINUX("; ask for less"));
    fault.limit = "RINGFENCE_CFG_FENCES";
    assert_line(&fault, "text; RINGFENCE_CFG_FENCES: asked for 9, allowed 8" OF_LINUX(
                            "; free or finish some, or build with a greater one"));
    fault.limit = "MACRO";
    fault.kind = RINGFENCE_FAULT_BAD_PAIR;
    fault.cause = RINGFENCE_PAIR_UNKNOWN_KEY;
    fault.causeText = "cause";
    assert_line(&fault, "text; pair 2, key 77: cause" RINGFENCE_TEXT_OF_CHANNELS(
                            "; MACRO: asked for 9, allowed 8") OF_LINUX(KEY_HINT));
    fault.kind = RINGFENCE_FAULT_BAD_TABLE;
    assert_line(&fault, "text" RINGFENCE_TEXT_OF_CHANNELS(
                            "; a.c, line 6: cause; MACRO: asked for 9, allowed 8"));
    fault.limit = "";
    assert_line(&fault, "text" RINGFENCE_TEXT_OF_CHANNELS("; a.c, line 6: cause"));
    fault.kind = RINGFENCE_FAULT_BAD_PAIR;
    assert_line(&fault, "text; pair 2, key 77: cause" OF_LINUX(KEY_HINT));
    fault.keyName = "Key";
    assert_line(&fault, "text; pair 2, key 77 Key: cause" OF_LINUX(KEY_HINT));
    fault.cause = RINGFENCE_PAIR_NO_PAIRS;
    assert_line(&fault, "text: cause" OF_LINUX("; give an array of one pair or more"));
}

/**
 * The line of a call that the system refused has the call and its errno, and what to do where that
 * is known.
 * @verifies RF-CORE-321 RF-CORE-345
 */
static void line_says_which_limit_to_raise(void **state)
{
    RingfenceFault fault = fault_of(RINGFENCE_FAULT_CALL_REFUSED);

    (void)state;
    fault.limit = "open";
    fault.asked = 13U;
    assert_line(&fault, "Function: text" OF_LINUX("; open: errno 13"));
    fault.asked = 24U;
    assert_line(
        &fault,
        "Function: text" OF_LINUX(
            "; open: errno 24; raise the limit of open files of the process ('ulimit -n')"));
    fault.asked = 23U;
    assert_line(&fault, "Function: text" OF_LINUX("; open: errno 23; raise the limit of open files "
                                                  "of the system ('sysctl fs.file-max')"));
}

/**
 * The line of a call that a stream or a channel does not take says why, that of a name has the name
 * and the table; that of a list or an access says what to do too.
 * @verifies RF-CORE-330 RF-CORE-331 RF-CORE-343
 */
static void line_says_what_to_do(void **state)
{
    static const RingfenceFaultKind kinds[] = {
        RINGFENCE_FAULT_STREAM_ORDER, RINGFENCE_FAULT_CHANNEL_ORDER, RINGFENCE_FAULT_LIST_ORDER,
        RINGFENCE_FAULT_NO_ACCESS};
    RingfenceFault fault = fault_of(RINGFENCE_FAULT_NO_ENDPOINT);

    (void)state;
    (void)memcpy(fault.endpoint, "cam0", 5U);
    assert_line(&fault, "Function: text" OF_LINUX(NAME_HINT));
    fault.file = "/etc/nvsciipc.cfg";
    assert_line(&fault,
                "Function: text; name 'cam0', table: /etc/nvsciipc.cfg" OF_LINUX(NAME_HINT));
    for (size_t i = 0U; i < 4U; i++) {
        fault = fault_of(kinds[i]);
        assert_line(&fault, "Function: text");
        fault.causeText = "do this first";
        assert_line(&fault, "Function: text: do this first");
    }
    fault = fault_of(RINGFENCE_FAULT_CHANNEL_ORDER);
    (void)memcpy(fault.endpoint, "cam0", 5U);
    fault.causeText = "do this first";
    assert_line(&fault, "Function: text; endpoint 'cam0': do this first");
}

/**
 * The line of an end that found no peer has the end, its table and, where they are known, the
 * network namespace and the user.
 * @verifies RF-IPC-312
 */
static void line_says_where_a_peer_was_looked_for(void **state)
{
    RingfenceFault fault = fault_of(RINGFENCE_FAULT_NO_PEER);

    (void)state;
    (void)memcpy(fault.endpoint, "cam0", 5U);
    fault.file = "built-in table";
    fault.causeText = "cause";
    assert_line(&fault, "Function: text; endpoint 'cam0', table: built-in table: cause");
    fault.asked = 4026531840U;
    fault.allowed = 1000U;
    assert_line(&fault, "Function: text; endpoint 'cam0', table: built-in table, network namespace "
                        "4026531840, user 1000: cause");
}

/**
 * The line of an endpoint table has where it came from, the line, if one is broken, and why.
 * @verifies RF-IPC-322
 */
static void line_says_what_is_wrong_with_a_table(void **state)
{
    RingfenceFault fault = fault_of(RINGFENCE_FAULT_BAD_TABLE);

    (void)state;
    assert_line(&fault, "Function: text");
    fault.file = "/etc/nvsciipc.cfg";
    fault.causeText = "reason";
    assert_line(&fault, "Function: text" RINGFENCE_TEXT_OF_CHANNELS("; /etc/nvsciipc.cfg: reason"));
    fault.line = 3U;
    assert_line(&fault,
                "Function: text" RINGFENCE_TEXT_OF_CHANNELS("; /etc/nvsciipc.cfg, line 3: reason"));
}

/**
 * A handle that streams do not take, or that is a wait context, is told with what is to be given.
 * @verifies RF-CORE-348
 */
static void line_says_which_handle_to_give(void **state)
{
    RingfenceFault fault = fault_of(RINGFENCE_FAULT_BAD_HANDLE);

    (void)state;
    fault.functionId = RINGFENCE_FUNCTION_STREAM_ATTRIBUTE_QUERY;
    assert_line(&fault, "Function: text" OF_LINUX("; give a block that is not deleted, and the "
                                                  "handle of a packet, which is not its cookie"));
    fault.functionId = RINGFENCE_FUNCTION_SYNC_FENCE_WAIT;
    fault.pool = RINGFENCE_POOL_SYNC_WAIT_CONTEXT;
    assert_line(&fault, "Function: text; slot 0 of CPU wait contexts" OF_LINUX(
                            "; give a live wait context of the module that the object is of"));
}

/**
 * The line of a late consumer that is refused has the key, if one is to blame, with both values if
 * they are numbers, and says why.
 * @verifies RF-STREAM-245 RF-STREAM-251
 */
static void line_says_why_a_late_consumer_is_refused(void **state)
{
    RingfenceFault fault = fault_of(RINGFENCE_FAULT_LATE_REFUSED);

    (void)state;
    fault.causeText = "cause";
    assert_line(&fault, "Function: text: cause");
    fault.key = 77U;
    assert_line(&fault, "Function: text; key 77: cause");
    fault.keyName = "Key";
    assert_line(&fault, "Function: text; key 77 Key: cause");
    fault.asked = 8192U;
    fault.allowed = 4096U;
    assert_line(&fault, "Function: text; key 77 Key, asked for 8192, there is 4096: cause");
    fault.asked = 4096U;
    assert_line(&fault, "Function: text; key 77 Key: cause");
}

/**
 * The last fault is written in one call, as it is in two.
 * @verifies RF-CORE-333
 */
static void last_fault_is_described(void **state)
{
    RingfenceFault fault;
    char text[ROOM];
    char other[ROOM] = "";

    (void)state;
    NvSciSyncAttrListFree((NvSciSyncAttrList)(uintptr_t)0x55AAU);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(RingfenceFormatFault(&fault, other, sizeof(other)), NvSciError_Success);
    assert_int_equal(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, other);
    assert_non_null(strstr(text, "NvSciSyncAttrListFree: handle is stale"));
    (void)memset(text, GUARD, sizeof(text));
    assert_int_equal(RingfenceDescribeLastFault(text, 6U), NvSciError_Success);
    assert_string_equal(text, "NvSci");
    assert_int_equal(text[6], GUARD);
    assert_int_equal(RingfenceDescribeLastFault(NULL, sizeof(text)), NvSciError_BadParameter);
    assert_int_equal(RingfenceDescribeLastFault(text, 0U), NvSciError_BadParameter);
}

/**
 * A fault can be formatted as it was read.
 * @verifies RF-CORE-256
 */
static void what_was_read_can_be_formatted(void **state)
{
    static const uint8_t flag = 2U;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, &flag, 1U};
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    RingfenceFault fault;

    (void)state;
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_line(&fault, "no fault");
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_line(&fault,
                "NvSciSyncAttrListSetAttrs: list does not take a pair of a key and a value; "
                "pair 0, key 1 NvSciSyncAttrKey_NeedCpuAccess: "
                "value is not one that the key can have" OF_LINUX(
                    "; give one that the page of attributes has for the key"));
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * A report of zeros is a line too.
 * @verifies RF-CORE-256
 */
static void zeros_can_be_formatted(void **state)
{
    (void)state;
    for (uint32_t kind = 0U; kind <= ((uint32_t)RINGFENCE_FAULT_2D_ATTRIBUTE + 1U); kind++) {
        RingfenceFault fault;
        char text[ROOM] = "?";

        (void)memset(&fault, 0, sizeof(fault));
        fault.kind = (RingfenceFaultKind)kind;
        assert_int_equal(RingfenceFormatFault(&fault, text, sizeof(text)), NvSciError_Success);
        assert_int_not_equal(text[0], '?');
    }
}

/**
 * A line that is longer than its place is cut, and ends with a zero; nothing behind is written.
 * @verifies RF-CORE-256
 */
static void line_is_cut_and_ends(void **state)
{
    static const char whole[] = "Function: text";
    const RingfenceFault fault = fault_of(RINGFENCE_FAULT_NO_DEVICE);

    (void)state;
    for (size_t size = 1U; size <= sizeof(whole); size++) {
        char text[ROOM];

        (void)memset(text, GUARD, sizeof(text));
        assert_int_equal(RingfenceFormatFault(&fault, text, size), NvSciError_Success);
        assert_memory_equal(text, whole, size - 1U);
        assert_int_equal(text[size - 1U], '\0');
        assert_int_equal(text[size], GUARD);
    }
}

/** @verifies RF-CORE-256 */
static void line_needs_a_fault_and_room(void **state)
{
    const RingfenceFault fault = fault_of(RINGFENCE_FAULT_BAD_LENGTH);
    char text[ROOM];

    (void)state;
    (void)memset(text, GUARD, sizeof(text));
    assert_int_equal(RingfenceFormatFault(NULL, text, sizeof(text)), NvSciError_BadParameter);
    assert_int_equal(RingfenceFormatFault(&fault, NULL, sizeof(text)), NvSciError_BadParameter);
    assert_int_equal(RingfenceFormatFault(&fault, text, 0U), NvSciError_BadParameter);
    assert_int_equal(text[0], GUARD);
}

static void assert_refusal(const char *line)
{
    char text[ROOM];

    assert_int_equal(RingfenceDescribeLastRefusal(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, line);
}

/**
 * The last refusal is written with the function, its phase, and when to call it.
 * @verifies RF-CORE-344
 */
static void last_refusal_says_when_to_call(void **state)
{
    NvSciSyncModule module = NULL;
    NvSciSyncModule other = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceRefusal refusal;
    char text[ROOM];

    (void)state;
    assert_refusal("no call was refused because of its phase");
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_int_equal(NvSciSyncModuleOpen(&other), NvSciError_InvalidState);
    assert_refusal("NvSciSyncModuleOpen was called in RINGFENCE_PHASE_RUNTIME; it is admitted in "
                   "RINGFENCE_PHASE_INIT: call it before "
                   "RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME)");
    NvSciSyncModuleClose(module);
    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    (void)snprintf(text, sizeof(text),
                   "NvSciSyncModuleClose was called in RINGFENCE_PHASE_RUNTIME; it is admitted in "
                   "RINGFENCE_PHASE_INIT and RINGFENCE_PHASE_DEINIT: call it after "
                   "RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT); slot %u of sync modules "
                   "stays taken",
                   (unsigned int)refusal.slot);
    assert_refusal(text);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(NvSciSyncModuleOpen(&other), NvSciError_InvalidState);
    assert_refusal("NvSciSyncModuleOpen was called in RINGFENCE_PHASE_DEINIT; it is admitted in "
                   "RINGFENCE_PHASE_INIT: call it before "
                   "RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME)");
    assert_int_equal(NvSciSyncFenceDup(&fence, &fence), NvSciError_InvalidState);
    assert_refusal("NvSciSyncFenceDup was called in RINGFENCE_PHASE_DEINIT; it is admitted in "
                   "RINGFENCE_PHASE_INIT and RINGFENCE_PHASE_RUNTIME: call it before "
                   "RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT)");
    NvSciSyncModuleClose(module);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    assert_int_equal(phase_refuse_handler(OP_SYNC_MODULE_OPEN), NvSciError_InvalidState);
    assert_refusal("NvSciSyncModuleOpen was called in an interrupt handler: call it in a thread");
    (void)memset(text, GUARD, sizeof(text));
    assert_int_equal(RingfenceDescribeLastRefusal(text, 6U), NvSciError_Success);
    assert_string_equal(text, "NvSci");
    assert_int_equal(text[6], GUARD);
    assert_int_equal(RingfenceDescribeLastRefusal(NULL, sizeof(text)), NvSciError_BadParameter);
    assert_int_equal(RingfenceDescribeLastRefusal(text, 0U), NvSciError_BadParameter);
}

/**
 * Each refusal is written with all phases that the table of admissions has for the function, and
 * fits a line of 256 bytes.
 * @verifies RF-CORE-344
 */
static void each_refusal_has_the_phases_of_the_table(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME,
                                            RINGFENCE_PHASE_DEINIT};
    RingfenceAdmission row;

    (void)state;
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    for (uint32_t op = 0U; RingfenceGetAdmission(op, &row) == NvSciError_Success; op++) {
        if (ringfence_phase_admit((PhaseOp)op) != NvSciError_Success) {
            char text[256];
            const char *admitted = NULL;

            assert_int_equal(RingfenceDescribeLastRefusal(text, sizeof(text)), NvSciError_Success);
            assert_memory_equal(text, row.function, strlen(row.function));
            assert_int_equal(text[strlen(text) - 1U], ')');
            admitted = strstr(text, "; it is admitted in ");
            assert_non_null(admitted);
            *strstr(admitted, ": call it ") = '\0';
            for (size_t i = 0U; i < 3U; i++) {
                assert_int_equal(strstr(admitted, RingfencePhaseName(phases[i])) != NULL,
                                 (row.phases & (uint32_t)phases[i]) != 0U);
            }
        }
    }
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_was_read_can_be_formatted, nothing_is_left),
        cmocka_unit_test_teardown(line_says_what_the_fault_says, nothing_is_left),
        cmocka_unit_test_teardown(line_says_what_to_do, nothing_is_left),
        cmocka_unit_test_teardown(line_says_where_a_peer_was_looked_for, nothing_is_left),
        cmocka_unit_test_teardown(line_says_what_is_wrong_with_a_table, nothing_is_left),
        cmocka_unit_test_teardown(line_says_which_handle_to_give, nothing_is_left),
        cmocka_unit_test_teardown(line_says_why_a_late_consumer_is_refused, nothing_is_left),
        cmocka_unit_test_teardown(line_says_which_limit_to_raise, nothing_is_left),
        cmocka_unit_test_teardown(last_fault_is_described, nothing_is_left),
        cmocka_unit_test_teardown(last_refusal_says_when_to_call, nothing_is_left),
        cmocka_unit_test_teardown(each_refusal_has_the_phases_of_the_table, nothing_is_left),
        cmocka_unit_test_teardown(zeros_can_be_formatted, nothing_is_left),
        cmocka_unit_test_teardown(line_is_cut_and_ends, nothing_is_left),
        cmocka_unit_test_teardown(line_needs_a_fault_and_room, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/fault_text", tests, NULL, NULL);
}
