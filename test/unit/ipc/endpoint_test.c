/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <grp.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "ipc_fixture.h"
#include "ringfence_cfg.h"

#define STRANGER 12345U

/** Process that the last fault names. */
static uint32_t holder_of_fault(void)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.process;
}

/** Replaces the table by a text. */
static void use_table(const char *text)
{
    NvSciIpcDeinit();
    own_table_use(text);
    assert_status(NvSciIpcInit(), NvSciError_Success);
}

/**
 * An endpoint that cannot be opened gives its documented error, and nothing is taken.
 * @verifies RF-IPC-015 RF-IPC-016 RF-CORE-331 RF-IPC-313
 */
static void endpoint_that_cannot_be_opened_says_why(void **state)
{
    NvSciIpcEndpoint handle = 77U;
    char long_name[100];
    char text[256];
    RingfenceFault fault;

    (void)state;
    (void)memset(long_name, 'a', sizeof(long_name));
    long_name[sizeof(long_name) - 1U] = '\0';
    assert_status(NvSciIpcOpenEndpoint(NULL, &handle), NvSciError_BadParameter);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", NULL), NvSciError_BadParameter);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_9", &handle), NvSciError_NoSuchEntry);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_NO_ENDPOINT);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text,
                        "NvSciIpcOpenEndpoint: name is not in the endpoint table; name "
                        "'ipc_test_9', table: RINGFENCE_NVSCIIPC_CFG; open a name of that table, "
                        "or set RINGFENCE_NVSCIIPC_CFG to a file that has it");
    assert_status(NvSciIpcOpenEndpoint("", &handle), NvSciError_NoSuchEntry);
    assert_status(NvSciIpcOpenEndpoint(long_name, &handle), NvSciError_NoSuchEntry);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(strlen(fault.endpoint), NVSCIIPC_MAX_ENDPOINT_NAME - 1U);
    assert_memory_equal(fault.endpoint, long_name, NVSCIIPC_MAX_ENDPOINT_NAME - 1U);
    use_table("INTER_VM vm_0 3\nINTER_CHIP chip_0 0105\nINTER_CHIP_PCIE pcie_0 0000\n");
    assert_status(NvSciIpcOpenEndpoint("vm_0", &handle), NvSciError_NotSupported);
    assert_status(NvSciIpcOpenEndpoint("chip_0", &handle), NvSciError_NotSupported);
    assert_status(NvSciIpcOpenEndpoint("pcie_0", &handle), NvSciError_NotSupported);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "NvSciIpcOpenEndpoint: channel does not take the call as it is; "
                              "endpoint 'pcie_0': its line names one end, which leaves this "
                              "machine; give it two");
    assert_int_equal(handle, 77U);
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * Both ends of a channel say that its line of the table asks for more memory than there is.
 * @verifies RF-IPC-311
 */
static void rings_that_do_not_fit_are_told(void **state)
{
    static const char *const names[] = {"huge_0", "huge_1"};
    NvSciIpcEndpoint handle = 77U;
    char text[256];
    char expected[256];

    (void)state;
    use_table("INTER_PROCESS huge_0 huge_1 65536 16777216\n");
    for (uint32_t end = 0U; end < 2U; end++) {
        const uint32_t faults = ipc_fault_count();

        assert_status(NvSciIpcOpenEndpoint(names[end], &handle), NvSciError_InsufficientMemory);
        assert_int_equal(handle, 77U);
        assert_int_equal(ipc_fault_count(), faults + 1U);
        assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
        (void)snprintf(expected, sizeof(expected),
                       "NvSciIpcOpenEndpoint: channel does not take the call as it is; endpoint "
                       "'%s': memory for the channel is short; its line of the endpoint table "
                       "needs fewer or smaller frames",
                       names[end]);
        assert_string_equal(text, expected);
    }
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * An endpoint is open once, and a second open says which process has it; closed, it can be opened
 * again, and the old handle is stale.
 * @verifies RF-IPC-017 RF-IPC-018 RF-IPC-044 RF-IPC-242
 */
static void second_open_is_busy(void **state)
{
    const NvSciIpcEndpoint first = open_endpoint("ipc_test_0");
    NvSciIpcEndpoint second = 0U;

    (void)state;
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &second), NvSciError_Busy);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_ENDPOINT_TAKEN);
    assert_int_equal(holder_of_fault(), (uint32_t)getpid());
    assert_int_equal(second, 0U);
    close_endpoint_of(first);
    second = open_endpoint("ipc_test_0");
    assert_true(second != first);
    assert_status(NvSciIpcCloseEndpointSafe(first, true), NvSciError_BadParameter);
    NvSciIpcCloseEndpoint(second);
    assert_int_equal(in_use_of(RINGFENCE_POOL_IPC_ENDPOINT), 0U);
}

/**
 * As many endpoints are open and connected as the configuration says, which is as many as the
 * interface has by default; one more is refused with the name of the limit.
 * @verifies RF-IPC-015 RF-IPC-218
 */
static void pool_of_endpoints_has_an_end(void **state)
{
    static char text[((RINGFENCE_CFG_IPC_ENDPOINTS / 2U) + 1U) * 48U];
    static NvSciIpcEndpoint handles[RINGFENCE_CFG_IPC_ENDPOINTS];
    struct rlimit files = {0U, 0U};
    char name[32];
    NvSciIpcEndpoint more = 0U;
    RingfenceFault fault;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    if (files.rlim_max < (64U + (14U * (rlim_t)RINGFENCE_CFG_IPC_ENDPOINTS))) {
        skip();
    }
    files.rlim_cur = files.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
    for (uint32_t i = 0U; i <= (RINGFENCE_CFG_IPC_ENDPOINTS / 2U); i++) {
        char line[48];

        (void)snprintf(line, sizeof(line), "INTER_THREAD many_%u_0 many_%u_1 1 64\n", i, i);
        (void)strcat(text, line);
    }
    use_table(text);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        (void)snprintf(name, sizeof(name), "many_%u_%u", i / 2U, i % 2U);
        handles[i] = open_endpoint(name);
    }
    (void)snprintf(name, sizeof(name), "many_%u_%u", RINGFENCE_CFG_IPC_ENDPOINTS / 2U,
                   RINGFENCE_CFG_IPC_ENDPOINTS % 2U);
    assert_status(NvSciIpcOpenEndpoint(name, &more), NvSciError_InsufficientMemory);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "RINGFENCE_CFG_IPC_ENDPOINTS");
    assert_string_equal(fault.function, "NvSciIpcOpenEndpoint");
    assert_int_equal(fault.asked, RINGFENCE_CFG_IPC_ENDPOINTS + 1U);
    assert_int_equal(fault.allowed, RINGFENCE_CFG_IPC_ENDPOINTS);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i += 2U) {
        const Pair pair = {handles[i], handles[i + 1U]};

        reset_endpoint_of(pair.zero);
        reset_endpoint_of(pair.one);
        connect_pair(&pair);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        close_endpoint_of(handles[i]);
    }
}

/** Calls every function that takes a handle with one that is bad. */
static void expect_all(NvSciIpcEndpoint handle, NvSciError expected)
{
    uint8_t bytes[64] = {0};
    uint32_t count = 7U;
    int32_t signed_count = 7;
    const volatile void *read_frame = NULL;
    volatile void *write_frame = NULL;
    NvSciIpcEndpointInfo info = {7U, 7U};

    assert_status(NvSciIpcReadSafe(handle, bytes, 64U, &count), expected);
    assert_status(NvSciIpcRead(handle, bytes, 64U, &signed_count), expected);
    assert_status(NvSciIpcWriteSafe(handle, bytes, 64U, &count), expected);
    assert_status(NvSciIpcWrite(handle, bytes, 64U, &signed_count), expected);
    assert_status(NvSciIpcReadGetNextFrame(handle, &read_frame), expected);
    assert_status(NvSciIpcReadAdvance(handle), expected);
    assert_status(NvSciIpcWriteGetNextFrame(handle, &write_frame), expected);
    assert_status(NvSciIpcWriteAdvance(handle), expected);
    assert_status(NvSciIpcGetEvent(handle, &count), expected);
    assert_status(NvSciIpcGetEventSafe(handle, &count), expected);
    assert_status(NvSciIpcGetEndpointInfo(handle, &info), expected);
    assert_status(NvSciIpcGetLinuxEventFd(handle, &signed_count), expected);
    assert_status(NvSciIpcResetEndpointSafe(handle), expected);
    NvSciIpcResetEndpoint(handle);
    assert_status(NvSciIpcEnableNotification(handle, false), expected);
    assert_status(NvSciIpcGetAsyncErrors(handle, &count), expected);
    assert_int_equal(count, 7U);
    assert_int_equal(signed_count, 7);
    assert_null(read_frame);
    assert_null(write_frame);
    assert_int_equal(info.nframes, 7U);
}

/**
 * Every function refuses a handle that is no open endpoint, and every one but closing asks for the
 * initialisation first.
 * @verifies RF-IPC-013 RF-IPC-014
 */
static void handle_of_nothing_is_refused(void **state)
{
    const NvSciIpcEndpoint stale = open_endpoint("itc_test_0");
    const NvSciIpcEndpoint live = open_endpoint("itc_test_1");

    (void)state;
    close_endpoint_of(stale);
    expect_all(stale, NvSciError_BadParameter);
    expect_all(0U, NvSciError_BadParameter);
    expect_all(0x123456789ABCDEF0U, NvSciError_BadParameter);
    expect_all(live ^ 1U, NvSciError_BadParameter);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    NvSciIpcDeinit();
    expect_all(live, NvSciError_NotInitialized);
    close_endpoint_of(live);
}

/**
 * The geometry is that of the table, and the descriptor is one that can be polled.
 * @verifies RF-IPC-019 RF-IPC-041
 */
static void endpoint_tells_its_geometry(void **state)
{
    const NvSciIpcEndpoint handle = open_endpoint("nvscisync_a_1");
    NvSciIpcEndpointInfo info;
    int32_t fd = -1;

    (void)state;
    assert_status(NvSciIpcGetEndpointInfo(handle, &info), NvSciError_Success);
    assert_int_equal(info.nframes, FRAMES);
    assert_int_equal(info.frame_size, FRAME_SIZE);
    assert_status(NvSciIpcGetEndpointInfo(handle, NULL), NvSciError_BadParameter);
    assert_status(NvSciIpcGetLinuxEventFd(handle, &fd), NvSciError_Success);
    assert_true(fd >= 0);
    assert_status(NvSciIpcGetLinuxEventFd(handle, NULL), NvSciError_BadParameter);
    assert_false(is_ready(handle, 0));
    close_endpoint_of(handle);
}

/**
 * A phase that does not admit a function gets InvalidState, and nothing happens; RUNTIME reads,
 * writes and reports, DEINIT resets and closes.
 * @verifies RF-IPC-021
 */
static void phases_admit_what_they_are_for(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    NvSciIpcEndpoint handle = 0U;
    NvSciIpcEndpointInfo info;
    uint8_t bytes[64] = {1};
    uint32_t count = 0U;
    int32_t fd = -1;

    (void)state;
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(NvSciIpcInit(), NvSciError_InvalidState);
    NvSciIpcDeinit();
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &handle), NvSciError_InvalidState);
    assert_status(NvSciIpcGetLinuxEventFd(pair.zero, &fd), NvSciError_InvalidState);
    assert_status(NvSciIpcResetEndpointSafe(pair.zero), NvSciError_InvalidState);
    NvSciIpcResetEndpoint(pair.zero);
    assert_status(NvSciIpcCloseEndpointSafe(pair.zero, true), NvSciError_InvalidState);
    NvSciIpcCloseEndpoint(pair.zero);
    assert_status(NvSciIpcWriteSafe(pair.zero, bytes, 64U, &count), NvSciError_Success);
    assert_int_equal(events_of(pair.one) & NV_SCI_IPC_EVENT_READ, NV_SCI_IPC_EVENT_READ);
    assert_status(NvSciIpcReadSafe(pair.one, bytes, 64U, &count), NvSciError_Success);
    assert_status(NvSciIpcGetEndpointInfo(pair.one, &info), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_status(NvSciIpcWriteSafe(pair.zero, bytes, 64U, &count), NvSciError_InvalidState);
    assert_status(NvSciIpcReadSafe(pair.one, bytes, 64U, &count), NvSciError_InvalidState);
    assert_status(NvSciIpcGetEventSafe(pair.one, &count), NvSciError_InvalidState);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &handle), NvSciError_InvalidState);
    reset_endpoint_of(pair.zero);
    close_pair(&pair);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
}

/**
 * What belongs to channels between chips and to QNX is refused, in each phase as the table of
 * admissions says, and nothing is written.
 * @verifies RF-IPC-221
 */
static void functions_of_other_systems_are_not_supported(void **state)
{
    static const NvSciError in_init[] = {NvSciError_NotSupported, NvSciError_InvalidState,
                                         NvSciError_InvalidState};
    static const NvSciError before_deinit[] = {NvSciError_NotSupported, NvSciError_NotSupported,
                                               NvSciError_InvalidState};
    static const RingfencePhase next[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT,
                                          RINGFENCE_PHASE_INIT};
    const NvSciIpcEndpoint handle = open_endpoint("itc_test_0");
    NvSciIpcEndpoint *handles[1] = {NULL};
    uint32_t errors = 7U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(next); i++) {
        assert_status(NvSciIpcSetQnxPulseParam(handle, 1, -1, 1, NULL), in_init[i]);
        assert_status(NvSciIpcSetQnxPulseParamSafe(handle, 1, -1, 1), in_init[i]);
        assert_int_equal(NvSciIpcWaitEventQnx(1, 0, 8U, &errors), (int32_t)before_deinit[i]);
        assert_status(NvSciIpcInspectEventQnx(1, 1U, 1U, handles), before_deinit[i]);
        assert_status(NvSciIpcGetAsyncErrors(handle, &errors), NvSciError_NotSupported);
        assert_int_equal(errors, 7U);
        assert_null(handles[0]);
        assert_status(RingfenceAdvancePhase(next[i]), NvSciError_Success);
    }
    close_endpoint_of(handle);
}

/** Runs a function as another user without groups, and gives its exit status. */
static int run_as_stranger(NvSciError (*call)(void))
{
    int status = -1;
    const pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        const bool changed = (setgroups(0U, NULL) == 0) && (setregid(STRANGER, STRANGER) == 0) &&
                             (setreuid(STRANGER, STRANGER) == 0);

        _exit(changed ? (int)((uint32_t)call() & 0xFFU) : 255);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static NvSciError open_and_close(void)
{
    NvSciIpcEndpoint handle = 0U;
    const NvSciError status = NvSciIpcOpenEndpoint("group_0", &handle);

    if (status == NvSciError_Success) {
        (void)NvSciIpcCloseEndpointSafe(handle, true);
    }
    return status;
}

/**
 * A channel with a group can be opened by members of it and by root alone.
 * @verifies RF-IPC-023
 */
static void stranger_to_the_group_is_refused(void **state)
{
    (void)state;
    if (geteuid() != 0U) {
        skip();
    }
    use_table("INTER_PROCESS group_0 group_1 1 64 54321\n");
    assert_status(open_and_close(), NvSciError_Success);
    assert_int_equal(run_as_stranger(open_and_close), (uint32_t)NvSciError_NotPermitted & 0xFFU);
    use_table("INTER_PROCESS group_0 group_1 1 64 12345\n");
    assert_int_equal(run_as_stranger(open_and_close), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(endpoint_that_cannot_be_opened_says_why),
        ipc_test(rings_that_do_not_fit_are_told),
        ipc_test(second_open_is_busy),
        ipc_test(pool_of_endpoints_has_an_end),
        ipc_test(handle_of_nothing_is_refused),
        ipc_test(endpoint_tells_its_geometry),
        ipc_test(phases_admit_what_they_are_for),
        ipc_test(functions_of_other_systems_are_not_supported),
        ipc_test(stranger_to_the_group_is_refused),
    };

    return cmocka_run_group_tests_name("ipc/endpoint", tests, NULL, NULL);
}
