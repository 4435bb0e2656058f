/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ipc_fixture.h"
#include "port/channel.h"
#include "ringfence_cfg.h"

#define SPACE "RINGFENCE_NVSCIIPC_SPACE"

static RingfenceIpcTableError table_error(void)
{
    RingfenceIpcTableError error;

    assert_status(RingfenceGetIpcTableError(&error), NvSciError_Success);
    return error;
}

/**
 * The file that the environment names is the table; its endpoints can be opened, the built-in ones
 * not.
 * @verifies RF-IPC-004 RF-IPC-010
 */
static void table_of_the_environment_comes_first(void **state)
{
    NvSciIpcEndpoint handle = 0U;
    NvSciIpcEndpointInfo info;

    (void)state;
    NvSciIpcDeinit();
    own_table_use("INTER_THREAD own_0 own_1 3 128\n");
    assert_status(NvSciIpcInit(), NvSciError_Success);
    assert_string_equal(table_error().source, "RINGFENCE_NVSCIIPC_CFG");
    assert_int_equal(table_error().line, 0U);
    assert_string_equal(table_error().reason, "no flaw");
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &handle), NvSciError_NoSuchEntry);
    handle = open_endpoint("own_1");
    assert_status(NvSciIpcGetEndpointInfo(handle, &info), NvSciError_Success);
    assert_int_equal(info.nframes, 3U);
    assert_int_equal(info.frame_size, 128U);
    close_endpoint_of(handle);
}

/**
 * Without a variable and without a file of the system, the built-in table is read.
 * @verifies RF-IPC-004
 */
static void builtin_table_comes_last(void **state)
{
    (void)state;
    NvSciIpcDeinit();
    assert_int_equal(unsetenv("RINGFENCE_NVSCIIPC_CFG"), 0);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    if (access("/etc/nvsciipc.cfg", F_OK) == 0) {
        assert_string_equal(table_error().source, "/etc/nvsciipc.cfg");
    } else {
        assert_string_equal(table_error().source, "built-in table");
        close_endpoint_of(open_endpoint("itc_test_0"));
    }
}

/**
 * A broken table fails the initialisation, is a fault, and its line and reason can be asked for.
 * @verifies RF-IPC-005
 */
static void broken_table_is_reported_with_its_line(void **state)
{
    NvSciIpcEndpoint handle = 0U;
    const uint32_t faults = ipc_fault_count();

    (void)state;
    NvSciIpcDeinit();
    own_table_use("# head\nINTER_THREAD own_0 own_1 3 128\nINTER_THREAD own_2 own_3 3 100\n");
    assert_status(NvSciIpcInit(), NvSciError_NotPermitted);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_TABLE);
    assert_int_equal(table_error().line, 3U);
    assert_string_equal(table_error().reason, "frame size is out of range or no multiple of 64");
    assert_status(NvSciIpcOpenEndpoint("own_0", &handle), NvSciError_NotInitialized);
    assert_status(RingfenceGetIpcTableError(NULL), NvSciError_BadParameter);
}

/**
 * A file that is not there, is a folder, or is too long fails the initialisation; no other table
 * takes its place.
 * @verifies RF-IPC-004 RF-IPC-005
 */
static void table_that_cannot_be_read_is_no_table(void **state)
{
    static const char *const paths[] = {"build/no/such/file", "build", ""};
    static char text[RINGFENCE_CFG_IPC_TABLE_BYTES + 2U];

    (void)state;
    NvSciIpcDeinit();
    for (size_t i = 0U; i < COUNT_OF(paths); i++) {
        assert_int_equal(setenv("RINGFENCE_NVSCIIPC_CFG", paths[i], 1), 0);
        assert_status(NvSciIpcInit(), NvSciError_NotPermitted);
        assert_int_equal(table_error().line, 0U);
        assert_string_equal(table_error().reason,
                            "file cannot be read or is longer than RINGFENCE_CFG_IPC_TABLE_BYTES; "
                            "give the path of one that can be read");
    }
    (void)memset(text, '#', sizeof(text) - 1U);
    own_table_use(text);
    assert_status(NvSciIpcInit(), NvSciError_NotPermitted);
}

/**
 * A space whose name is none fails the initialisation, and says so; no table is read. Without the
 * variable, or with a name of each length, there are endpoints.
 * @verifies RF-IPC-241
 */
static void name_of_a_space_is_checked(void **state)
{
    static const char *const wrong[] = {"",     "12345678901234567", "a/b", "a b", "a\n",
                                        "\177", "\303\244"};
    static const char *const right[] = {"a", "1234567890123456", "!", "~.:x"};
    NvSciIpcEndpoint handle = 0U;

    (void)state;
    NvSciIpcDeinit();
    for (size_t i = 0U; i < COUNT_OF(wrong); i++) {
        const uint32_t faults = ipc_fault_count();

        assert_int_equal(setenv(SPACE, wrong[i], 1), 0);
        assert_status(NvSciIpcInit(), NvSciError_NotPermitted);
        assert_int_equal(ipc_fault_count(), faults + 1U);
        assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_TABLE);
        assert_string_equal(table_error().source, SPACE);
        assert_int_equal(table_error().line, 0U);
        assert_string_equal(
            table_error().reason,
            "space has no character, more than 16, a '/', or one that is not printed");
        assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &handle), NvSciError_NotInitialized);
    }
    for (size_t i = 0U; i < COUNT_OF(right); i++) {
        assert_int_equal(setenv(SPACE, right[i], 1), 0);
        assert_status(NvSciIpcInit(), NvSciError_Success);
        assert_string_equal(table_error().reason, "no flaw");
        close_endpoint_of(open_endpoint("itc_test_0"));
        NvSciIpcDeinit();
    }
    assert_int_equal(unsetenv(SPACE), 0);
    assert_status(NvSciIpcInit(), NvSciError_Success);
}

/** Begins the library in a space. Endpoints that are open stay where they are. */
static void begin_in(const char *space)
{
    NvSciIpcDeinit();
    assert_int_equal(setenv(SPACE, space, 1), 0);
    assert_status(NvSciIpcInit(), NvSciError_Success);
}

/** Sends a frame of one byte from one end to the other. */
static void pass_byte(const Pair *pair, uint8_t byte)
{
    uint8_t came = 0U;
    uint32_t moved = 0U;

    assert_status(NvSciIpcWriteSafe(pair->zero, &byte, 1U, &moved), NvSciError_Success);
    assert_status(NvSciIpcReadSafe(pair->one, &came, 1U, &moved), NvSciError_Success);
    assert_int_equal(came, byte);
}

/**
 * An endpoint of one space is not taken in another one, nor the same name without a space; its
 * peer is that of its own space, also when the library has begun anew in another one.
 * @verifies RF-IPC-240
 */
static void spaces_have_addresses_of_their_own(void **state)
{
    char group[96];
    char spaces[3][PORT_SPACE_MAX + 1U] = {"", "own", "other"};
    Pair pairs[3];
    NvSciIpcEndpoint handle = 0U;

    (void)state;
    /* Of this run, and one the beginning of the other. */
    (void)snprintf(spaces[1], sizeof(spaces[1]), "%s", own_space());
    (void)snprintf(spaces[2], sizeof(spaces[2]), "%s+", own_space());
    (void)snprintf(spaces[0], sizeof(spaces[0]), "+%s", own_space());
    for (size_t i = 0U; i < COUNT_OF(spaces); i++) {
        begin_in(spaces[i]);
        pairs[i].zero = open_endpoint("ipc_test_0");
        assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &handle), NvSciError_Busy);
    }
    for (size_t i = 0U; i < COUNT_OF(spaces); i++) {
        begin_in(spaces[i]);
        pairs[i].one = open_endpoint("ipc_test_1");
    }
    for (size_t i = 0U; i < COUNT_OF(spaces); i++) {
        reset_endpoint_of(pairs[i].zero);
        reset_endpoint_of(pairs[i].one);
        connect_pair(&pairs[i]);
    }
    for (size_t i = 0U; i < COUNT_OF(spaces); i++) {
        pass_byte(&pairs[i], (uint8_t)(i + 1U));
        close_pair(&pairs[i]);
    }
    /* A group that this process is a member of. */
    (void)snprintf(
        group, sizeof(group),
        "INTER_PROCESS mine_0 mine_1 4 64 %u\nINTER_PROCESS own/mine_0 own/mine_1 4 64\n",
        (unsigned int)getegid());
    own_table_use(group);
    begin_in(own_space());
    handle = open_endpoint("mine_0");
    NvSciIpcDeinit();
    assert_int_equal(unsetenv(SPACE), 0);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    close_endpoint_of(open_endpoint("mine_0"));
    close_endpoint_of(open_endpoint("own/mine_0"));
    close_endpoint_of(handle);
}

/**
 * Each initialisation is undone by one de-initialisation: the last one ends the library and tells
 * of endpoints that are open, and one more does nothing.
 * @verifies RF-IPC-011 RF-IPC-014 RF-IPC-215
 */
static void users_of_the_library_do_not_end_each_other(void **state)
{
    const uint32_t faults = ipc_fault_count();
    NvSciIpcEndpoint handle = 0U;

    (void)state;
    assert_status(NvSciIpcInit(), NvSciError_Success);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    handle = open_endpoint("itc_test_0");
    NvSciIpcDeinit();
    NvSciIpcDeinit();
    assert_int_equal(ipc_fault_count(), faults);
    assert_int_equal(events_of(handle), 0U);
    close_endpoint_of(handle);
    handle = 7U;
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciIpcDeinit();
        assert_status(NvSciIpcOpenEndpoint("itc_test_0", &handle), NvSciError_NotInitialized);
    }
    assert_int_equal(handle, 7U);
    assert_int_equal(ipc_fault_count(), faults + 3U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_CHANNEL_ORDER);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    close_endpoint_of(open_endpoint("itc_test_0"));
}

/**
 * The table is that of the first initialisation, until the last one was undone.
 * @verifies RF-IPC-010 RF-IPC-215
 */
static void table_is_read_by_the_first_user(void **state)
{
    (void)state;
    own_table_use("INTER_THREAD own_0 own_1 3 128\n");
    assert_status(NvSciIpcInit(), NvSciError_Success);
    close_endpoint_of(open_endpoint("itc_test_0"));
    NvSciIpcDeinit();
    NvSciIpcDeinit();
    assert_status(NvSciIpcInit(), NvSciError_Success);
    close_endpoint_of(open_endpoint("own_0"));
}

/**
 * One initialisation more than can be counted is refused and changes nothing; in RUNTIME none is
 * counted and none is undone.
 * @verifies RF-IPC-215
 */
static void initialisations_have_a_limit(void **state)
{
    NvSciIpcEndpoint handle = 0U;

    (void)state;
    for (uint32_t i = 1U; i < 65535U; i++) {
        assert_int_equal(NvSciIpcInit(), NvSciError_Success);
    }
    assert_status(NvSciIpcInit(), NvSciError_Overflow);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    NvSciIpcDeinit();
    assert_status(NvSciIpcInit(), NvSciError_InvalidState);
    go_to_init();
    for (uint32_t i = 1U; i < 65535U; i++) {
        NvSciIpcDeinit();
    }
    close_endpoint_of(open_endpoint("itc_test_0"));
    NvSciIpcDeinit();
    assert_status(NvSciIpcOpenEndpoint("itc_test_0", &handle), NvSciError_NotInitialized);
}

/**
 * De-initialisation with an open endpoint is a fault; the endpoint can still be closed, and does
 * nothing else.
 * @verifies RF-IPC-011 RF-IPC-018
 */
static void open_endpoint_survives_the_library(void **state)
{
    const NvSciIpcEndpoint handle = open_endpoint("itc_test_0");
    const uint32_t faults = ipc_fault_count();
    uint32_t events = 7U;

    (void)state;
    NvSciIpcDeinit();
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_STILL_OPEN);
    assert_status(NvSciIpcGetEventSafe(handle, &events), NvSciError_NotInitialized);
    assert_int_equal(events, 7U);
    assert_status(NvSciIpcCloseEndpointSafe(handle, false), NvSciError_Success);
    assert_status(NvSciIpcCloseEndpointSafe(handle, false), NvSciError_NotInitialized);
}

/**
 * The version fits if the major number is the same and the minor number not greater.
 * @verifies RF-IPC-012
 */
static void version_is_compared(void **state)
{
    bool fits = false;

    (void)state;
    assert_status(NvSciIpcCheckVersionCompatibility(1U, 4U, &fits), NvSciError_Success);
    assert_true(fits);
    assert_status(NvSciIpcCheckVersionCompatibility(1U, 5U, &fits), NvSciError_Success);
    assert_false(fits);
    assert_status(NvSciIpcCheckVersionCompatibility(1U, 0U, &fits), NvSciError_Success);
    assert_true(fits);
    assert_status(NvSciIpcCheckVersionCompatibility(2U, 0U, &fits), NvSciError_Success);
    assert_false(fits);
    assert_status(NvSciIpcCheckVersionCompatibility(1U, 4U, NULL), NvSciError_BadParameter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(table_of_the_environment_comes_first),
        ipc_test(builtin_table_comes_last),
        ipc_test(broken_table_is_reported_with_its_line),
        ipc_test(table_that_cannot_be_read_is_no_table),
        ipc_test(name_of_a_space_is_checked),
        ipc_test(spaces_have_addresses_of_their_own),
        ipc_test(users_of_the_library_do_not_end_each_other),
        ipc_test(table_is_read_by_the_first_user),
        ipc_test(initialisations_have_a_limit),
        ipc_test(open_endpoint_survives_the_library),
        ipc_test(version_is_compared),
    };

    return cmocka_run_group_tests_name("ipc/library", tests, NULL, NULL);
}
