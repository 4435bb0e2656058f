/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_stranger_test.c
 * Who may be at the other end of a channel, where the kernel cannot say who that is.
 */
#define _GNU_SOURCE

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include "instrumented.h"
#include "ipc/ipc.h"
#include "namespaces.h"
#include "port/descriptor.h"
#include "port/posix/child.h"
#include "port/posix/closer.h"
#include "port/posix/peer.h"
#include "port/wait.h"

/** Users and groups of the test, outside of each namespace. */
#define OWNER    1000
#define STRANGER 2000
/** What the kernel shows for an id that has no number. */
#define OVERFLOW 65534
/** A group that both are in. */
#define SHARED 4242
/** Looks for a peer. */
#define LOOKS 400U

static char g_table[] = "/tmp/ringfence-strangers-XXXXXX";
static int g_says[2];

static int stranger_begin(void **state)
{
    static const char text[] = "INTER_PROCESS user_0 user_1 4 64\n"
                               "INTER_PROCESS over_0 over_1 4 64 65534\n"
                               "INTER_PROCESS group_0 group_1 4 64 1234\n"
                               "INTER_PROCESS shared_0 shared_1 4 64 4242\n"
                               "INTER_PROCESS nvscisync_a_0 nvscisync_a_1 16 24576\n"
                               "INTER_THREAD itc_test_0 itc_test_1 16 24576\n";
    int file = -1;

    (void)strcpy(strrchr(g_table, '-') + 1, "XXXXXX");
    file = mkstemp(g_table);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, sizeof(text) - 1U), sizeof(text) - 1U);
    assert_int_equal(fchmod(file, 0644), 0);
    assert_int_equal(close(file), 0);
    assert_int_equal(pipe(g_says), 0);
    /* The addresses are known: they are apart from those of other runs. */
    (void)unshare(CLONE_NEWNET);
    return peers_begin(state);
}

static int stranger_end(void **state)
{
    assert_int_equal(unlink(g_table), 0);
    assert_int_equal(close(g_says[0]), 0);
    assert_int_equal(close(g_says[1]), 0);
    return nothing_is_left(state);
}

#define stranger_test(function)                                                                    \
    cmocka_unit_test_setup_teardown(function, stranger_begin, stranger_end)

/* ---------------------------------------------------------------- one process in a namespace */

/** A process in a user namespace, and whoever calls it. */
typedef struct {
    const char *name;
    /** Numbers inside: lines of the maps; NULL: there is no namespace. */
    const char *users;
    const char *groups;
    /** The namespace is there, without a map. */
    bool unmapped;
    uid_t uid;
    gid_t gid;
    /** Endpoint that it opens, and what that gives. */
    const char *endpoint;
    NvSciError opened;
    /** Scope of the address of that endpoint, which the other one calls by hand, and whether it is
     * let in. */
    const char *scope;
    uid_t caller;
    gid_t caller_group;
    bool let_in;
} Case;

static const Case g_cases[] = {
    /* The namespace has the number that strangers are shown with. */
    {"own user is the overflow id", "65534 1000 1", "100 1000 1", false, OWNER, OWNER, "user_0",
     NvSciError_NotPermitted, NULL, 0, 0, false},
    {"own user has no number", NULL, NULL, true, OWNER, OWNER, "user_0", NvSciError_NotPermitted,
     NULL, 0, 0, false},
    {"own user has another number", "77 1000 1", "77 1000 1", false, OWNER, OWNER, "user_0",
     NvSciError_Success, "user-77", STRANGER, STRANGER, false},
    {"the same user outside", "77 1000 1", "77 1000 1", false, OWNER, OWNER, "user_0",
     NvSciError_Success, "user-77", OWNER, OWNER, true},
    {"own group is the overflow id", "77 1000 1", "65534 1000 1", false, OWNER, OWNER, "over_0",
     NvSciError_NotPermitted, NULL, 0, 0, false},
    {"own group has no number", "77 1000 1", NULL, false, OWNER, OWNER, "over_0",
     NvSciError_NotPermitted, NULL, 0, 0, false},
    {"own user is the overflow id, and the line has a group", "65534 1000 1", "1234 1000 1", false,
     OWNER, OWNER, "group_0", NvSciError_Success, "group-1234", STRANGER, STRANGER, false},
    {"a member", "65534 1000 1", "1234 1000 1", false, OWNER, OWNER, "group_0", NvSciError_Success,
     "group-1234", STRANGER, OWNER, true},
    {"root of another namespace", "0 1000 1", "65534 1000 1", false, OWNER, OWNER, "over_0",
     NvSciError_Success, "group-65534", STRANGER, STRANGER, false},
    /* No namespace: the number is a user like others. */
    {"the overflow id without a namespace", NULL, NULL, false, OVERFLOW, OVERFLOW, "user_0",
     NvSciError_Success, "user-65534", OVERFLOW, OVERFLOW, true},
    {"a stranger without a namespace", NULL, NULL, false, OVERFLOW, OVERFLOW, "user_0",
     NvSciError_Success, "user-65534", STRANGER, STRANGER, false},
    {"the overflow group without a namespace", NULL, NULL, false, OWNER, OVERFLOW, "over_0",
     NvSciError_Success, "group-65534", STRANGER, OVERFLOW, true},
};

static const Case *g_case;

/** Opens the endpoint, and looks for callers until the test is done. */
static void owner(void)
{
    NvSciIpcEndpoint handle = 0U;
    NvSciError status = NvSciError_Unknown;

    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK(become(g_case->uid, g_case->gid));
    if (g_case->unmapped || (g_case->users != NULL)) {
        CHECK(enter_users(g_case->users, g_case->groups));
    }
    CHECK_OK(NvSciIpcInit());
    status = NvSciIpcOpenEndpoint(g_case->endpoint, &handle);
    CHECK_STATUS(status, g_case->opened);
    if (status == NvSciError_Success) {
        struct pollfd entry = {.fd = -1, .events = POLLIN};

        CHECK_OK(NvSciIpcGetLinuxEventFd(handle, &entry.fd));
        CHECK_OK(NvSciIpcResetEndpointSafe(handle));
        CHECK(write(g_says[1], "x", 1U) == 1);
        for (uint32_t i = 0U; i < LOOKS; i++) {
            uint32_t events = 0U;

            CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
            (void)poll(&entry, 1U, 50);
        }
    }
}

/** Calls an endpoint by hand; says whether there came an offer with memory. */
static bool is_let_in(const char *scope, const char *name)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const size_t length = (size_t)snprintf(&to.sun_path[1], sizeof(to.sun_path) - 1U,
                                           "ringfence/%s/%s/%s", scope, own_space(), name);
    const int file = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    char byte = '\0';

    CHECK(file >= 0);
    CHECK(connect(file, (struct sockaddr *)&to,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1U + length)) == 0);
    return recv(file, &byte, 1U, 0) == 1;
}

static void caller(void)
{
    CHECK(become(g_case->caller, g_case->caller_group));
    CHECK(is_let_in(g_case->scope, g_case->endpoint) == g_case->let_in);
}

static bool can_enter_users(void)
{
    return (geteuid() == 0U) && become(OWNER, OWNER) && enter_users("7 1000 1", "7 1000 1");
}

/**
 * A process that the kernel cannot tell from others lets none of them in, and cannot open what it
 * would have to: neither by its user nor by a group.
 * @verifies RF-PORT-230 RF-PORT-231
 */
static void strangers_are_refused(void **state)
{
    (void)state;
    if (!child_can(can_enter_users)) {
        SKIP_ALOUD("this user may not make user namespaces and change its user");
    }
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        pid_t first = -1;
        bool fine = true;

        g_case = &g_cases[i];
        first = start_role(owner);
        if (g_case->opened == NvSciError_Success) {
            char byte = '\0';

            assert_int_equal(read(g_says[0], &byte, 1U), 1);
            fine = ended_by(start_role(caller), 0);
            assert_int_equal(kill(first, SIGKILL), 0);
            fine = ended_by(first, SIGKILL) && fine;
        } else {
            fine = ended_by(first, 0);
        }
        if (!fine) {
            print_error("%s\n", g_case->name);
        }
        assert_true(fine);
    }
}

/* ---------------------------------------------------------------- ends that refuse each other */

/** Faults of both ends. */
static atomic_uint *g_faults;
static bool g_swapped;

/** Follows the descriptor of an endpoint until it is not ready for long. */
static void come_to_rest(const char *name)
{
    NvSciIpcEndpoint handle = 0U;
    struct pollfd entry = {.fd = -1, .events = POLLIN};
    uint32_t looks = 0U;
    RingfenceFault fault;

    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint(name, &handle));
    CHECK_OK(NvSciIpcGetLinuxEventFd(handle, &entry.fd));
    CHECK_OK(NvSciIpcResetEndpointSafe(handle));
    while ((looks < LOOKS) && (poll(&entry, 1U, 5000) == 1)) {
        uint32_t events = 0U;

        CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
        CHECK((events & NV_SCI_IPC_EVENT_CONN_EST) == 0U);
        looks++;
    }
    CHECK(looks < LOOKS);
    CHECK_OK(RingfenceGetLastFault(&fault));
    (void)atomic_fetch_add(g_faults, fault.total);
    CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
}

/** Has the number of the other end in a namespace of its own. */
static void end_with_a_number(void)
{
    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK(become(OWNER, OWNER));
    CHECK(enter_users("2000 1000 1", "2000 1000 1"));
    come_to_rest(g_swapped ? "user_1" : "user_0");
}

static void end_of_that_number(void)
{
    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK(become(STRANGER, STRANGER));
    come_to_rest(g_swapped ? "user_0" : "user_1");
}

/**
 * Two ends that refuse each other, as one has the number of the other one's user in a namespace of
 * its own, come to rest: their descriptors are not ready for ever, and there is a fault for each
 * call that was refused, a few at most.
 * @verifies RF-IPC-227 RF-IPC-228 RF-PORT-230
 */
static void ends_of_one_number_come_to_rest(void **state)
{
    const Role roles[] = {end_with_a_number, end_of_that_number};

    (void)state;
    if (!child_can(can_enter_users)) {
        SKIP_ALOUD("this user may not make user namespaces and change its user");
    }
    g_faults =
        mmap(NULL, sizeof(*g_faults), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(g_faults != MAP_FAILED);
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        g_swapped = (turn == 1U);
        atomic_store(g_faults, 0U);
        run_roles(roles, COUNT_OF(roles));
        assert_in_range(atomic_load(g_faults), 1U, 4U);
    }
    assert_int_equal(munmap(g_faults, sizeof(*g_faults)), 0);
}

/* ---------------------------------------------------------------- many groups */

static size_t g_groups;
static bool g_member;

/** Becomes a user with many groups; the last of them is the one of the line. */
static bool become_member(uid_t uid)
{
    static gid_t groups[65536];

    for (size_t i = 0U; i < g_groups; i++) {
        groups[i] = (gid_t)(100000U + i);
    }
    if (g_member && (g_groups > 0U)) {
        groups[g_groups - 1U] = SHARED;
    }
    return (setgroups(g_groups, groups) == 0) && (setresgid(uid, uid, uid) == 0) &&
           (setresuid(uid, uid, uid) == 0);
}

static void meet(const char *name, uid_t uid)
{
    NvSciIpcEndpoint handle = 0U;

    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK(become_member(uid));
    CHECK_OK(NvSciIpcInit());
    if (g_member) {
        uint64_t word = uid;
        uint32_t bytes = 0U;

        handle = join(name);
        CHECK_OK(NvSciIpcWriteSafe(handle, &word, sizeof(word), &bytes));
        await_event(handle, NV_SCI_IPC_EVENT_READ);
        CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
    } else {
        CHECK_STATUS(NvSciIpcOpenEndpoint(name, &handle), NvSciError_NotPermitted);
    }
}

static void first_member(void)
{
    meet("shared_0", OWNER);
}

static void second_member(void)
{
    meet("shared_1", STRANGER);
}

static bool can_have_groups(void)
{
    return (geteuid() == 0U) && become_member(OWNER);
}

/**
 * Members of a group meet, however many other groups they have; who is no member may not open.
 * @verifies RF-PORT-232
 */
static void a_member_may_have_many_groups(void **state)
{
    static const size_t counts[] = {1U, 256U, 257U, 1000U, 65536U};
    const Role roles[] = {first_member, second_member};

    (void)state;
    g_groups = 65536U;
    if (!child_can(can_have_groups)) {
        SKIP_ALOUD("this user may not choose its groups");
    }
    for (size_t i = 0U; i < COUNT_OF(counts); i++) {
        g_groups = counts[i];
        g_member = true;
        run_roles(roles, COUNT_OF(roles));
        g_member = false;
        run_roles(roles, COUNT_OF(roles));
    }
}

/* ---------------------------------------------------------------- no /proc */

static uid_t g_uid;
static bool g_in_namespace;
static char g_number[] = "/tmp/ringfence-overflow-XXXXXX";

static void enter_without_proc(void)
{
    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK(leave_proc());
    CHECK(become(g_uid, (gid_t)g_uid));
}

static void signaler_without_proc(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Side side;

    enter_without_proc();
    side = open_signaler();
    CHECK_OK(NvSciSyncObjGenerateFence(side.object, &fence));
    send_fence(side.channel, &fence);
    CHECK_OK(NvSciSyncObjSignal(side.object));
    listen_to(side.channel);
    NvSciSyncFenceClear(&fence);
    close_side(&side);
}

static void waiter_without_proc(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Side side;

    enter_without_proc();
    side = open_waiter();
    receive_fence(side.channel, side.object, &fence);
    CHECK_OK(NvSciSyncFenceWait(&fence, side.context, -1));
    /* The right is held by the seal. */
    CHECK(inside(side.object)->parts.memory.base == NULL);
    CHECK(mmap(NULL, 4096U, PROT_READ | PROT_WRITE, MAP_SHARED,
               (int)inside(side.object)->parts.memory.descriptor, 0) == MAP_FAILED);
    tell(side.channel);
    NvSciSyncFenceClear(&fence);
    close_side(&side);
}

/** Without /proc nothing says whether that id is one user. */
static void overflow_without_proc(void)
{
    NvSciIpcEndpoint handle = 0U;

    enter_without_proc();
    CHECK_OK(NvSciIpcInit());
    CHECK_STATUS(NvSciIpcOpenEndpoint(A_0, &handle), NvSciError_NotPermitted);
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_0", &handle));
    CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
}

static void memory_without_proc(void)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    int32_t descriptor = -1;

    enter_without_proc();
    CHECK(port_memory_reserve(4096U, 1U, &memory) == PORT_OK);
    CHECK(port_memory_share(&memory, true, &descriptor) == PORT_OK);
    ringfence_port_descriptor_close(descriptor);
    /* Nothing would hold a reader. */
    CHECK(port_memory_share(&memory, false, &descriptor) == PORT_FAILED);
    CHECK(port_memory_seal(&memory) == PORT_OK);
    CHECK(port_memory_share(&memory, false, &descriptor) == PORT_OK);
    CHECK(mmap(NULL, 4096U, PROT_READ | PROT_WRITE, MAP_SHARED, (int)descriptor, 0) == MAP_FAILED);
    CHECK(write((int)descriptor, "x", 1U) < 0);
    CHECK(fallocate((int)descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096) < 0);
    ringfence_port_descriptor_close(descriptor);
    port_memory_release(&memory);
}

/** The overflow id is what the system says that it is. */
static void overflow_of_the_system(void)
{
    NvSciIpcEndpoint handle = 0U;

    CHECK(unshare(CLONE_NEWNS) == 0);
    CHECK(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0);
    CHECK(mount(g_number, "/proc/sys/kernel/overflowuid", NULL, MS_BIND, NULL) == 0);
    CHECK(become(OWNER, OWNER));
    if (g_in_namespace) {
        CHECK(enter_users("1000 1000 1", "1000 1000 1"));
    }
    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK_OK(NvSciIpcInit());
    CHECK_STATUS(NvSciIpcOpenEndpoint(A_0, &handle),
                 g_in_namespace ? NvSciError_NotPermitted : NvSciError_Success);
}

/**
 * An overflow id other than the usual one is found.
 * @verifies RF-PORT-231
 */
static void another_overflow_id_is_found(void **state)
{
    int file = -1;

    (void)state;
    if (!child_can(can_enter_users)) {
        SKIP_ALOUD("this user may not make user namespaces and change its user");
    }
    (void)strcpy(strrchr(g_number, '-') + 1, "XXXXXX");
    file = mkstemp(g_number);
    assert_true(file >= 0);
    assert_int_equal(write(file, "1000\n", 5U), 5);
    assert_int_equal(fchmod(file, 0644), 0);
    assert_int_equal(close(file), 0);
    g_in_namespace = false;
    assert_true(ended_by(start_role(overflow_of_the_system), 0));
    g_in_namespace = true;
    assert_true(ended_by(start_role(overflow_of_the_system), 0));
    assert_int_equal(unlink(g_number), 0);
}

static bool can_leave_proc(void)
{
    return leave_proc();
}

/**
 * Without /proc sync objects are shared, what is not sealed goes to no reader, and the overflow id
 * is nobody.
 * @verifies RF-PORT-233 RF-PORT-234
 */
static void proc_is_not_needed(void **state)
{
    const Role roles[] = {signaler_without_proc, waiter_without_proc};

    (void)state;
    if (!child_can(can_leave_proc)) {
        SKIP_ALOUD("this user may make no mount namespaces");
    }
    g_uid = OWNER;
    run_roles(roles, COUNT_OF(roles));
    assert_true(ended_by(start_role(memory_without_proc), 0));
    g_uid = OVERFLOW;
    assert_true(ended_by(start_role(overflow_without_proc), 0));
}

/* ---------------------------------------------------------------- what takes long to close */

/** Seconds that the sockets of the test linger: longer than all that the test does meanwhile. */
#define LINGER_S 20U
/** Descriptors of a message at most. */
#define RIGHTS_MAX 253
/** Option of a socket that says whether it takes descriptors. */
#define PASS_RIGHTS 83

/** How an endpoint comes to close what others sent. */
typedef struct {
    const char *name;
    const char *endpoint;
    uid_t caller;
    /** Descriptors of the message. */
    int count;
    /** The endpoint is closed; else it is asked for events. */
    bool closes;
    /** The system cannot refuse descriptors of strangers. */
    bool is_old;
} Slow;

/** The last one needs a system that can refuse. */
static const Slow g_slows[] = {
    {"a stranger that is refused", "user_0", STRANGER, RIGHTS_MAX, false, true},
    {"a stranger that nobody accepted", "user_0", STRANGER, RIGHTS_MAX, true, true},
    {"a stranger that calls the second end", "user_1", STRANGER, RIGHTS_MAX, false, true},
    {"a peer that sends more than a parcel", "user_0", OWNER, RIGHTS_MAX, false, false},
    {"a peer that sends a parcel", "user_0", OWNER, 4, false, false},
    {"a peer that sends more than a parcel to an older system", "user_0", OWNER, RIGHTS_MAX, false,
     true},
    {"a stranger whom the system refuses", "user_0", STRANGER, RIGHTS_MAX, false, false},
};

static const Slow *g_slow;
/** What the caller says when it has sent, and what the owner says when it is done. */
static int g_sent[2];
static int g_done[2];
static bool g_is_old;
/** Whether this system can refuse descriptors. */
static bool g_knows;

/** The library's calls come here: an older system does not know the option. */
int setsockopt(int file, int level, int name, const void *value, socklen_t size)
{
    int result = -1;

    if (g_is_old && (level == SOL_SOCKET) && (name == PASS_RIGHTS)) {
        errno = ENOPROTOOPT;
    } else {
        result = (int)syscall(SYS_setsockopt, file, level, name, value, size);
    }
    return result;
}

static void hear(int file)
{
    char byte = '\0';

    CHECK(read(file, &byte, 1U) == 1);
}

static void say_to(int file)
{
    CHECK(write(file, "x", 1U) == 1);
}

/** Has a child, and opens another endpoint. */
static void go_on_with_other_things(void)
{
    NvSciIpcEndpoint other = 0U;
    uint32_t events = 0U;
    int status = -1;
    const pid_t child = fork();

    CHECK(child >= 0);
    if (child == 0) {
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK_OK(NvSciIpcOpenEndpoint("nvscisync_a_0", &other));
    CHECK_OK(NvSciIpcResetEndpointSafe(other));
    CHECK_OK(NvSciIpcGetEventSafe(other, &events));
    CHECK_OK(NvSciIpcCloseEndpointSafe(other, true));
}

/** Says whether the caller sends when the owner has let it in: before that the system refuses it.
 */
static bool is_let_in_first(void)
{
    return (g_slow->caller == OWNER) && (!g_slow->is_old);
}

/** Is done with all while what it was sent is not closed yet. */
static void owner_of_slow_things(void)
{
    NvSciIpcEndpoint handle = 0U;
    uint32_t events = 0U;
    uint64_t begin_us = 0U;
    RingfenceFault fault;

    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK(become(OWNER, OWNER));
    g_is_old = g_slow->is_old;
    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint(g_slow->endpoint, &handle));
    CHECK_OK(NvSciIpcResetEndpointSafe(handle));
    CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
    say_to(g_says[1]);
    hear(g_sent[0]);
    begin_us = ringfence_port_time_us();
    if (is_let_in_first()) {
        CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
        hear(g_sent[0]);
    }
    if (g_slow->closes) {
        CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
    }
    for (uint32_t i = 0U; (i < 4U) && (!g_slow->closes); i++) {
        CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
    }
    /* Nobody judges a peer that left before it was let in, or who calls the second end. */
    if (is_let_in_first()) {
        CHECK_OK(RingfenceGetLastFault(&fault));
        CHECK(fault.kind == RINGFENCE_FAULT_BAD_PEER);
    }
    if (g_slow->is_old || (g_slow->caller == OWNER)) {
        /* A child has what is not closed yet, and may be the last to close it. */
        CHECK(port_child_given() != 0U);
        go_on_with_other_things();
    } else {
        CHECK(port_child_given() == 0U);
    }
    /* The caller holds the other end: nothing but time has ended what lingers. */
    CHECK(ringfence_port_time_us() < (begin_us + (LINGER_S * 1000000U)));
    say_to(g_done[1]);
    while (port_child_given() != 0U) {
        (void)poll(NULL, 0U, 1);
    }
}

/** Makes a connection whose sending end lingers with a full queue. The loopback of a new network is
 * down. */
static void make_lingering(int ends[2])
{
    const struct linger linger = {.l_onoff = 1, .l_linger = (int)LINGER_S};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    struct ifreq loopback = {.ifr_name = "lo", .ifr_flags = IFF_UP};
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    static const char bytes[4096];

    CHECK(listener >= 0);
    (void)ioctl(listener, SIOCSIFFLAGS, &loopback);
    CHECK(bind(listener, (struct sockaddr *)&address, size) == 0);
    CHECK(listen(listener, 1) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&address, &size) == 0);
    ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(connect(ends[0], (struct sockaddr *)&address, size) == 0);
    ends[1] = accept(listener, NULL, NULL);
    CHECK(ends[1] >= 0);
    CHECK(setsockopt(ends[0], SOL_SOCKET, SO_LINGER, &linger, sizeof(linger)) == 0);
    while (send(ends[0], bytes, sizeof(bytes), MSG_DONTWAIT) > 0) {
    }
    CHECK(close(listener) == 0);
}

/** Sends one descriptor many times; says whether the system took it. */
static bool send_often(int link, int file, int count)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(RIGHTS_MAX * sizeof(int))];
    } control = {.room = {0}};
    char byte = 'x';
    struct iovec part = {&byte, 1U};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1U,
                             .msg_control = &control,
                             .msg_controllen = (socklen_t)CMSG_SPACE((size_t)count * sizeof(int))};

    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = (socklen_t)CMSG_LEN((size_t)count * sizeof(int));
    for (int i = 0; i < count; i++) {
        (void)memcpy(CMSG_DATA(&control.head) + ((size_t)i * sizeof(int)), &file, sizeof(file));
    }
    /* Some C libraries send no more than a few hundred bytes beside a message. */
    return syscall(SYS_sendmsg, link, &message, 0) == 1;
}

static void caller_with_slow_things(void)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const size_t length =
        (size_t)snprintf(&to.sun_path[1], sizeof(to.sun_path) - 1U, "ringfence/user-%d/%s/%s",
                         OWNER, own_space(), g_slow->endpoint);
    const int link = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    int ends[2] = {-1, -1};
    bool took = false;

    make_lingering(ends);
    CHECK(become(g_slow->caller, (gid_t)g_slow->caller));
    CHECK(connect(link, (struct sockaddr *)&to,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1U + length)) == 0);
    if (is_let_in_first()) {
        char offer[256];

        say_to(g_sent[1]);
        CHECK(recv(link, offer, sizeof(offer), 0) > 0);
    }
    took = send_often(link, ends[0], g_slow->count);
    CHECK(took == (g_slow->is_old || (g_slow->caller == OWNER)));
    if (took) {
        CHECK(close(ends[0]) == 0);
    }
    CHECK(close(link) == 0);
    say_to(g_sent[1]);
    hear(g_done[0]);
}

/**
 * Whatever another process sends, closing it holds nobody up: descriptors that take their time to
 * close, of strangers and of peers, are still open when the end has refused them, when a fork has
 * returned, and when another endpoint was opened and closed. A system that can refuse descriptors
 * of strangers does.
 * @verifies RF-PORT-280 RF-PORT-282
 */
static void slow_closing_holds_nobody_up(void **state)
{
    const int on = 1;
    const int probe = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

    (void)state;
    if (THREADS_ARE_INSTRUMENTED) {
        SKIP_ALOUD("the thread that closes is not there with this sanitizer");
    }
    g_knows = (setsockopt(probe, SOL_SOCKET, PASS_RIGHTS, &on, sizeof(on)) == 0);
    assert_int_equal(close(probe), 0);
    if (!child_can(can_enter_users)) {
        SKIP_ALOUD("this user may not make user namespaces and change its user");
    }
    for (size_t i = 0U; i < (COUNT_OF(g_slows) - (g_knows ? 0U : 1U)); i++) {
        pid_t first = -1;
        pid_t second = -1;
        bool fine = false;

        g_slow = &g_slows[i];
        assert_int_equal(pipe(g_sent), 0);
        assert_int_equal(pipe(g_done), 0);
        first = start_role(owner_of_slow_things);
        hear(g_says[0]);
        second = start_role(caller_with_slow_things);
        fine = ended_by(first, 0);
        fine = ended_by(second, 0) && fine;
        if (!fine) {
            print_error("%s\n", g_slow->name);
        }
        assert_true(fine);
        for (size_t k = 0U; k < 2U; k++) {
            assert_int_equal(close(g_sent[k]), 0);
            assert_int_equal(close(g_done[k]), 0);
        }
    }
}

static void owner_of_many_slow_things(void)
{
    NvSciIpcEndpoint zero = 0U;
    NvSciIpcEndpoint one = 0U;
    uint32_t events = 0U;
    uint32_t seen = 0U;
    int ends[2] = {-1, -1};

    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    make_lingering(ends);
    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_0", &zero));
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_1", &one));
    CHECK_OK(NvSciIpcResetEndpointSafe(zero));
    CHECK_OK(NvSciIpcResetEndpointSafe(one));
    port_closer_give(ends[0]);
    for (uint32_t i = 2U; i < CLOSER_MAX; i++) {
        port_closer_give(dup(STDERR_FILENO));
    }
    /* One is left: the second end calls. */
    CHECK_OK(NvSciIpcGetEventSafe(one, &events));
    port_closer_give(dup(STDERR_FILENO));
    CHECK_STATUS(NvSciIpcGetEventSafe(zero, &events), NvSciError_ResourceError);
    CHECK_OK(NvSciIpcResetEndpointSafe(one));
    CHECK_STATUS(NvSciIpcGetEventSafe(one, &events), NvSciError_ResourceError);
    CHECK(port_child_given() == CLOSER_MAX);
    /* The other end of what lingers is gone. */
    CHECK(close(ends[1]) == 0);
    while ((seen & NV_SCI_IPC_EVENT_CONN_EST) == 0U) {
        NvSciError status = NvSciIpcGetEventSafe(zero, &events);

        seen |= events;
        CHECK((status == NvSciError_Success) || (status == NvSciError_ResourceError));
        status = NvSciIpcGetEventSafe(one, &events);
        CHECK((status == NvSciError_Success) || (status == NvSciError_ResourceError));
    }
    while (port_child_given() != 0U) {
        (void)poll(NULL, 0U, 1);
    }
    CHECK_OK(NvSciIpcCloseEndpointSafe(zero, true));
    CHECK_OK(NvSciIpcCloseEndpointSafe(one, true));
}

/**
 * While many descriptors wait to be closed no connection is made or accepted, and the endpoints say
 * why; they connect when the descriptors are closed.
 * @verifies RF-PORT-281
 */
static void many_slow_ends_put_connections_off(void **state)
{
    (void)state;
    if (THREADS_ARE_INSTRUMENTED) {
        SKIP_ALOUD("the thread that closes is not there with this sanitizer");
    }
    if (!child_can(can_enter_users)) {
        SKIP_ALOUD("this user may not make user namespaces and change its user");
    }
    assert_true(ended_by(start_role(owner_of_many_slow_things), 0));
}

/** Closes the last endpoint while something slow that came over it was not claimed. */
static void owner_of_an_unclaimed_slow_thing(void)
{
    NvSciIpcEndpoint ends[2] = {0U, 0U};
    IpcEndpoint *from = NULL;
    IpcToken token = {{0U, 0U}};
    PortParcel parcel = {.count = 1U};
    int slow[2] = {-1, -1};
    uint32_t events = 0U;
    uint32_t seen = 0U;
    uint64_t begin_us = 0U;

    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    make_lingering(slow);
    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_0", &ends[0]));
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_1", &ends[1]));
    CHECK_OK(NvSciIpcResetEndpointSafe(ends[0]));
    CHECK_OK(NvSciIpcResetEndpointSafe(ends[1]));
    while ((seen & NV_SCI_IPC_EVENT_CONN_EST) == 0U) {
        CHECK_OK(NvSciIpcGetEventSafe(ends[0], &events));
        CHECK_OK(NvSciIpcGetEventSafe(ends[1], &events));
        seen |= events;
        CHECK_OK(NvSciIpcGetEventSafe(ends[0], &events));
    }
    CHECK_OK(ipc_enter(OP_IPC_GET_EVENT_SAFE, ends[1], &from));
    parcel.descriptors[0] = slow[0];
    CHECK_OK(ipc_parcel_send(from, &parcel, &token));
    ipc_leave(from);
    CHECK(close(slow[0]) == 0);
    CHECK_OK(NvSciIpcGetEventSafe(ends[0], &events));
    CHECK_OK(NvSciIpcCloseEndpointSafe(ends[1], true));
    begin_us = ringfence_port_time_us();
    CHECK_OK(NvSciIpcCloseEndpointSafe(ends[0], true));
    CHECK(port_child_given() == 1U);
    CHECK(ringfence_port_time_us() < (begin_us + (LINGER_S * 500000U)));
    /* The other end of what lingers is gone. */
    CHECK(close(slow[1]) == 0);
    while (port_child_given() != 0U) {
        (void)poll(NULL, 0U, 1);
    }
}

/**
 * What takes its time to close, came over the last endpoint and was not claimed is still open when
 * that endpoint is closed: nobody waits for it.
 * @verifies RF-PORT-280
 */
static void closing_the_last_end_waits_for_no_unclaimed_parcel(void **state)
{
    (void)state;
    if (THREADS_ARE_INSTRUMENTED) {
        SKIP_ALOUD("the thread that closes is not there with this sanitizer");
    }
    if (!child_can(can_enter_users)) {
        SKIP_ALOUD("this user may not make user namespaces and change its user");
    }
    assert_true(ended_by(start_role(owner_of_an_unclaimed_slow_thing), 0));
}

/** Looks for a process of a user that is gone. */
static bool is_gone(uint32_t user)
{
    const pid_t child = fork();
    const PortPeer peer = {user, (uint32_t)child};

    CHECK(child >= 0);
    if (child == 0) {
        _exit(0);
    }
    CHECK(!port_peer_is_gone(&peer));
    CHECK(waitpid(child, NULL, 0) == child);
    return port_peer_is_gone(&peer);
}

static void looker_in_a_namespace(void)
{
    const PortAddress own = {"user_0", PORT_SCOPE_USER, 0U, ""};

    CHECK(become(OWNER, OWNER));
    CHECK(enter_users("77 1000 1", "77 1000 1"));
    CHECK(port_peer_may_take(&own) == PORT_OK);
    CHECK(is_gone(77U));
    /* The next process that is shown so may be of any user. */
    CHECK(!is_gone(OVERFLOW));
}

/**
 * A process whose user has no number counts as one that lives on: the memory that it had goes to
 * nobody else, as who is shown with the same id may be another user.
 * @verifies RF-IPC-271
 */
static void who_has_no_number_is_never_gone(void **state)
{
    (void)state;
    if (!child_can(can_enter_users)) {
        SKIP_ALOUD("this user may not make user namespaces and change its user");
    }
    assert_true(ended_by(start_role(looker_in_a_namespace), 0));
}

/* ---------------------------------------------------------------- ends that cannot meet */

/** Namespaces and users that two ends told of. */
typedef struct {
    uint64_t network[2];
    uint64_t user[2];
} Places;

static Places *g_places;

/** Looks for a peer until a fault says that there is none, and tells where that was. */
static void look_for_nobody(uint32_t side)
{
    static const char *const names[] = {"user_0", "user_1"};
    NvSciEventLoopService *service = NULL;
    NvSciEventNotifier *notifier = NULL;
    NvSciIpcEndpoint handle = 0U;
    RingfenceFault fault = {.kind = RINGFENCE_FAULT_NONE};

    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", g_table, 1) == 0);
    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciEventLoopServiceCreateSafe(1U, NULL, &service));
    CHECK_OK(NvSciIpcOpenEndpointWithEventService(names[side], &handle, &service->EventService));
    CHECK_OK(NvSciIpcGetEventNotifier(handle, &notifier));
    CHECK_OK(NvSciIpcResetEndpointSafe(handle));
    while (fault.kind == RINGFENCE_FAULT_NONE) {
        uint32_t events = 77U;

        CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
        CHECK(events == 0U);
        CHECK_STATUS(service->WaitForEvent(notifier, 10000), NvSciError_Timeout);
        CHECK_OK(RingfenceGetLastFault(&fault));
    }
    CHECK(fault.kind == RINGFENCE_FAULT_NO_PEER);
    CHECK(strcmp(fault.endpoint, names[side]) == 0);
    CHECK(strcmp(fault.file, "RINGFENCE_NVSCIIPC_CFG") == 0);
    g_places->network[side] = fault.asked;
    g_places->user[side] = fault.allowed;
    CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
}

static bool can_leave_network(void)
{
    return (unshare(CLONE_NEWNET) == 0) || (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0);
}

static void end_that_stays(void)
{
    look_for_nobody(0U);
}

static void end_in_another_network(void)
{
    const uid_t user = geteuid();

    if (unshare(CLONE_NEWNET) != 0) {
        char line[64];

        CHECK(unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0);
        (void)snprintf(line, sizeof(line), "%u %u 1", (unsigned)user, (unsigned)user);
        CHECK(write_text("/proc/self/uid_map", line));
    }
    look_for_nobody(1U);
}

/** As `unshare -r` does it; a user that is root already is another one. */
static void end_of_another_user(void)
{
    char line[64];
    const unsigned user = (unsigned)geteuid();

    CHECK(unshare(CLONE_NEWUSER) == 0);
    (void)snprintf(line, sizeof(line), "%u %u 1", (user == 0U) ? 7U : 0U, user);
    CHECK(write_text("/proc/self/uid_map", line));
    look_for_nobody(1U);
}

static bool can_be_another_user(void)
{
    return unshare(CLONE_NEWUSER) == 0;
}

/** Both ends look in vain; says what they told. */
static Places places_of(Role other)
{
    const Role roles[] = {end_that_stays, other};
    Places told = {{0U, 0U}, {0U, 0U}};

    g_places =
        mmap(NULL, sizeof(*g_places), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(g_places, MAP_FAILED);
    run_roles(roles, COUNT_OF(roles));
    told = *g_places;
    assert_int_equal(munmap(g_places, sizeof(*g_places)), 0);
    return told;
}

/**
 * Ends in two network namespaces do not meet: each says so, with its own number.
 * @verifies RF-IPC-312
 */
static void ends_of_two_networks_say_where_they_look(void **state)
{
    Places told = {{0U, 0U}, {0U, 0U}};

    (void)state;
    if (!child_can(can_leave_network)) {
        SKIP_ALOUD("this user may not make network namespaces");
    }
    told = places_of(end_in_another_network);
    assert_true(told.network[0] != 0U);
    assert_true(told.network[1] != 0U);
    assert_true(told.network[0] != told.network[1]);
    assert_int_equal(told.user[0], told.user[1]);
}

/**
 * Ends whose user has two numbers, in two user namespaces, do not meet: each says so, with its own
 * number.
 * @verifies RF-IPC-312
 */
static void ends_of_two_numbers_say_who_they_are(void **state)
{
    Places told = {{0U, 0U}, {0U, 0U}};

    (void)state;
    if (!child_can(can_be_another_user)) {
        SKIP_ALOUD("this user may not make user namespaces");
    }
    told = places_of(end_of_another_user);
    assert_int_equal(told.network[0], told.network[1]);
    assert_int_equal(told.user[0], geteuid());
    assert_true(told.user[0] != told.user[1]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        stranger_test(strangers_are_refused),
        stranger_test(ends_of_one_number_come_to_rest),
        stranger_test(a_member_may_have_many_groups),
        stranger_test(proc_is_not_needed),
        stranger_test(another_overflow_id_is_found),
        stranger_test(slow_closing_holds_nobody_up),
        stranger_test(many_slow_ends_put_connections_off),
        stranger_test(closing_the_last_end_waits_for_no_unclaimed_parcel),
        stranger_test(who_has_no_number_is_never_gone),
        stranger_test(ends_of_two_networks_say_where_they_look),
        stranger_test(ends_of_two_numbers_say_who_they_are),
    };

    return cmocka_run_group_tests_name("ipc_stranger", tests, NULL, NULL);
}
