/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_child_test.c
 * Processes that have children when they end.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "peers.h"
#include "port/descriptor.h"
#include "port/posix/child.h"

/** Forks of the test in which other threads open and close. */
#define FORKS 200U
/** Descriptors that a child looks at. */
#define LOOK_MAX 256

/** Line between the test and a child of a role: the child lives until the test closes its end. */
static int g_stay[2];
/** What a role says to the test. */
static int g_says[2];

static int child_begin(void **state)
{
    assert_int_equal(pipe(g_stay), 0);
    assert_int_equal(pipe(g_says), 0);
    return peers_begin(state);
}

static int child_end(void **state)
{
    for (size_t i = 0U; i < 2U; i++) {
        if (g_stay[i] >= 0) {
            assert_int_equal(close(g_stay[i]), 0);
        }
        assert_int_equal(close(g_says[i]), 0);
    }
    return nothing_is_left(state);
}

#define child_test(function) cmocka_unit_test_setup_teardown(function, child_begin, child_end)

static void say(void)
{
    CHECK(write(g_says[1], "x", 1U) == 1);
}

static void await_word(void)
{
    char byte = '\0';

    assert_int_equal(read(g_says[0], &byte, 1U), 1);
}

/* ---------------------------------------------------------------- the end of a parent */

/** How a process gets a child that lives on. */
typedef enum { BY_FORK, BY_FORK_TWICE, BY_SPAWN, BY_KINDS } Birth;

static Birth g_birth;

/** Lives until the test ends. */
static void stay(void)
{
    char byte = '\0';

    (void)close(g_stay[1]);
    (void)read(g_stay[0], &byte, 1U);
    _exit(0);
}

/** Another program that lives as long. */
static void spawn_other(void)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)"cat", NULL};
    char *const environment[] = {NULL};
    pid_t child = -1;

    CHECK(posix_spawn_file_actions_init(&actions) == 0);
    CHECK(posix_spawn_file_actions_adddup2(&actions, g_stay[0], 0) == 0);
    CHECK(posix_spawn_file_actions_addclose(&actions, g_stay[1]) == 0);
    CHECK(posix_spawnp(&child, "cat", &actions, NULL, arguments, environment) == 0);
    CHECK(posix_spawn_file_actions_destroy(&actions) == 0);
}

static void bear(void)
{
    if (g_birth == BY_SPAWN) {
        spawn_other();
    } else if (fork() == 0) {
        if ((g_birth == BY_FORK) || (fork() == 0)) {
            stay();
        }
        stay();
    } else {
        /* The parent. */
    }
}

/** Owes a signal, has a child, and is killed. */
static void doomed_parent(void)
{
    const Side side = open_signaler();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CHECK_OK(NvSciSyncObjGenerateFence(side.object, &fence));
    send_fence(side.channel, &fence);
    bear();
    say();
    (void)pause();
}

/** The peer that got the right to signal has a child, and is killed. */
static void doomed_parent_peer(void)
{
    Side side = {open_sync(), join(A_1), NULL, NULL};
    const NvSciSyncAttrList list = ask_for(side.module, NvSciSyncAccessPerm_SignalOnly, false);

    send_lists(side.channel, &list, 1U);
    side.object = receive_object_and_right(side.module, side.channel, list);
    bear();
    say();
    (void)pause();
}

/** Waits for a signal that does not come, and for the end of the connection. */
static void wait_for_the_end(const Side *side, NvSciSyncFence *fence)
{
    CHECK_STATUS(NvSciSyncFenceWait(fence, side->context, -1), NvSciError_NoSuchProcess);
    NvSciSyncFenceClear(fence);
    await_event(side->channel, NV_SCI_IPC_EVENT_CONN_RESET);
    close_side(side);
}

static void bereft_waiter(void)
{
    const Side side = open_waiter();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    receive_fence(side.channel, side.object, &fence);
    wait_for_the_end(&side, &fence);
}

static void bereft_host(void)
{
    Side side = {open_sync(), join(A_0), NULL, NULL};
    NvSciSyncAttrList lists[2] = {ask_for(side.module, NvSciSyncAccessPerm_WaitOnly, false), NULL};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(side.module, &side.context));
    lists[1] = receive_list(side.module, side.channel);
    side.object = make_of(lists, 2U);
    send_object_and_right(side.channel, side.object);
    CHECK_OK(NvSciSyncFenceUpdateFence(side.object, 0U, 1U, &fence));
    wait_for_the_end(&side, &fence);
}

/** Opens both ends of the channel, whose owners are gone. */
static void heir(void)
{
    NvSciIpcEndpoint handle = 0U;

    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint(A_0, &handle));
    CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
    CHECK_OK(NvSciIpcOpenEndpoint(A_1, &handle));
    CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
    NvSciIpcDeinit();
}

static void end_of_a_parent(Role parent, Role other)
{
    const pid_t doomed = start_role(parent);
    const pid_t bereft = start_role(other);

    await_word();
    assert_int_equal(kill(doomed, SIGKILL), 0);
    assert_true(ended_by(doomed, SIGKILL));
    assert_true(ended_by(bereft, 0));
    assert_true(ended_by(start_role(heir), 0));
}

/**
 * When a process is killed whose children live on, waits for it end, its connection ends, and
 * another process can open its endpoint.
 * @verifies RF-PORT-220
 */
static void children_do_not_hide_the_end_of_their_parent(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)BY_KINDS; i++) {
        g_birth = (Birth)i;
        end_of_a_parent(doomed_parent, bereft_waiter);
        end_of_a_parent(doomed_parent_peer, bereft_host);
    }
    assert_int_equal(close(g_stay[1]), 0);
    g_stay[1] = -1;
}

/* ---------------------------------------------------------------- what a child does by mistake */

static void connect_both(NvSciIpcEndpoint zero, NvSciIpcEndpoint one)
{
    uint32_t events[2] = {0U, 0U};

    CHECK_OK(NvSciIpcResetEndpointSafe(zero));
    CHECK_OK(NvSciIpcResetEndpointSafe(one));
    while (((events[0] & events[1]) & NV_SCI_IPC_EVENT_CONN_EST) == 0U) {
        uint32_t now = 0U;

        CHECK_OK(NvSciIpcGetEventSafe(zero, &now));
        events[0] |= now;
        CHECK_OK(NvSciIpcGetEventSafe(one, &now));
        events[1] |= now;
    }
}

/** A child that closes one end and resets the other one leaves those of its parent connected. */
static void careless_parent(void)
{
    NvSciIpcEndpoint zero = 0U;
    NvSciIpcEndpoint one = 0U;
    struct pollfd entry = {.fd = -1, .events = POLLIN};
    uint64_t word = 5U;
    uint32_t bytes = 0U;
    uint32_t events = 0U;
    pid_t child = -1;

    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_0", &zero));
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_1", &one));
    CHECK_OK(NvSciIpcGetLinuxEventFd(one, &entry.fd));
    connect_both(zero, one);
    CHECK_OK(NvSciIpcGetEventSafe(one, &events));
    child = fork();
    if (child == 0) {
        (void)NvSciIpcResetEndpointSafe(zero);
        (void)NvSciIpcCloseEndpointSafe(zero, true);
        (void)NvSciIpcCloseEndpointSafe(one, true);
        _exit(0);
    }
    CHECK(ended_by(child, 0));
    /* Who sleeps on the descriptor is woken over the link. */
    CHECK_OK(NvSciIpcGetEventSafe(one, &events));
    CHECK(poll(&entry, 1U, 0) == 0);
    CHECK_OK(NvSciIpcWriteSafe(zero, &word, sizeof(word), &bytes));
    CHECK(poll(&entry, 1U, 10000) == 1);
    word = 0U;
    CHECK_OK(NvSciIpcReadSafe(one, &word, sizeof(word), &bytes));
    CHECK(word == 5U);
    for (uint32_t i = 0U; i < 100U; i++) {
        CHECK_OK(NvSciIpcGetEventSafe(one, &events));
        CHECK((events & NV_SCI_IPC_EVENT_CONN_RESET) == 0U);
    }
    CHECK_OK(NvSciIpcCloseEndpointSafe(zero, true));
    CHECK_OK(NvSciIpcCloseEndpointSafe(one, true));
    NvSciIpcDeinit();
}

/**
 * A child that resets and closes endpoints of its parent does not touch those of the parent.
 * @verifies RF-PORT-220
 */
static void a_child_cannot_end_a_connection_of_its_parent(void **state)
{
    (void)state;
    assert_true(ended_by(start_role(careless_parent), 0));
}

/* ---------------------------------------------------------------- numbers */

/**
 * A descriptor of the program that took the number of a closed one stays with a child.
 * @verifies RF-PORT-220
 */
static void a_child_keeps_descriptors_of_the_program(void **state)
{
    const PortAddress address = {"child_keeps", PORT_SCOPE_PROCESS, 0U, ""};
    PortEndpoint endpoint = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortLiveness life = {-1, -1};
    int files[8];
    pid_t child = -1;

    (void)state;
    assert_int_equal(port_liveness_make(&life), PORT_OK);
    assert_int_equal(port_endpoint_open(&address, &endpoint), PORT_OK);
    ringfence_port_descriptor_close(life.watch);
    ringfence_port_descriptor_close(life.keep);
    port_endpoint_close(&endpoint);
    for (size_t i = 0U; i < COUNT_OF(files); i += 2U) {
        assert_int_equal(pipe(&files[i]), 0);
    }
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        for (size_t i = 0U; i < COUNT_OF(files); i += 2U) {
            char byte = '\0';

            CHECK(write(files[i + 1U], "y", 1U) == 1);
            CHECK((read(files[i], &byte, 1U) == 1) && (byte == 'y'));
        }
        leave_child();
    }
    assert_true(ended_by(child, 0));
    for (size_t i = 0U; i < COUNT_OF(files); i++) {
        assert_int_equal(close(files[i]), 0);
    }
}

static PortAtomic32 g_stop;

/** Makes and closes lines and endpoints. */
static void *make_and_close(void *context)
{
    const PortAddress *const address = context;

    while (port_load32(&g_stop) == 0U) {
        PortEndpoint endpoint = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
        PortLiveness life = {-1, -1};
        PortStatus status = PORT_OK;

        CHECK(port_liveness_make(&life) == PORT_OK);
        /* A child that did not run yet has the address still. */
        status = port_endpoint_open(address, &endpoint);
        CHECK((status == PORT_OK) || (status == PORT_BUSY));
        port_endpoint_close(&endpoint);
        ringfence_port_descriptor_close(life.keep);
        ringfence_port_descriptor_close(life.watch);
    }
    return NULL;
}

/** Says whether a child has a pipe that it did not have before, or a socket that listens. */
static bool has_inherited(const bool *had)
{
    bool found = false;

    for (int file = 0; file < LOOK_MAX; file++) {
        struct stat status;
        int listens = 0;
        socklen_t size = sizeof(listens);

        if ((!had[file]) && (fstat(file, &status) == 0)) {
            found = found || S_ISFIFO(status.st_mode);
            if (S_ISSOCK(status.st_mode) &&
                (getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0)) {
                found = found || (listens != 0);
            }
        }
    }
    return found;
}

/**
 * No child has a line or an address of its parent, at whatever moment it was forked.
 * @verifies RF-PORT-220
 */
static void a_fork_at_each_moment_keeps_nothing(void **state)
{
    static const PortAddress addresses[2] = {{"child_a", PORT_SCOPE_PROCESS, 0U, ""},
                                             {"child_b", PORT_SCOPE_PROCESS, 0U, ""}};
    pthread_t threads[2];
    bool had[LOOK_MAX];

    (void)state;
    for (int file = 0; file < LOOK_MAX; file++) {
        had[file] = (fcntl(file, F_GETFD) >= 0);
    }
    port_store32(&g_stop, 0U);
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(
            pthread_create(&threads[i], NULL, make_and_close, (void *)(uintptr_t)&addresses[i]), 0);
    }
    for (uint32_t i = 0U; i < FORKS; i++) {
        const pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0) {
            _exit(has_inherited(had) ? 1 : 0);
        }
        assert_true(ended_by(child, 0));
    }
    port_store32(&g_stop, 1U);
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}

/* ---------------------------------------------------------------- names */

/** Opens both ends of a channel of threads, in a PID namespace of its own. */
static void open_as_the_first(void)
{
    NvSciIpcEndpoint zero = 0U;
    NvSciIpcEndpoint one = 0U;

    CHECK(getpid() == 1);
    /* The table of the run has a name in /proc, where this process is not. */
    CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", "cfg/nvsciipc.cfg", 1) == 0);
    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_0", &zero));
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_1", &one));
    connect_both(zero, one);
    say();
    stay();
}

/** Has a child that is the first process of a namespace; 77: the system does not let. */
static void make_namespace(void)
{
    pid_t child = -1;

    if (unshare(CLONE_NEWPID) != 0) {
        _exit(77);
    }
    child = fork();
    if (child == 0) {
        open_as_the_first();
    }
    (void)close(g_stay[1]);
    CHECK(ended_by(child, 0));
}

/**
 * Two processes that have one number, in two PID namespaces, both open a channel of threads; they
 * do not name it by what their parent drew.
 * @verifies RF-PORT-221
 */
static void a_number_of_two_processes_is_no_conflict(void **state)
{
    pid_t children[2];
    int status = -1;

    (void)state;
    assert_int_equal(port_child_draw(), PORT_OK);
    children[0] = start_role(make_namespace);
    if ((waitpid(children[0], &status, WNOHANG) == children[0]) ||
        ((usleep(200000U) == 0) && (waitpid(children[0], &status, WNOHANG) == children[0]))) {
        if (WIFEXITED(status) && (WEXITSTATUS(status) == 77)) {
            print_message("SKIPPED: this user may make no PID namespace\n");
            skip();
        }
        fail();
    }
    await_word();
    children[1] = start_role(make_namespace);
    await_word();
    assert_int_equal(close(g_stay[1]), 0);
    g_stay[1] = -1;
    assert_true(ended_by(children[0], 0));
    assert_true(ended_by(children[1], 0));
}

/* ---------------------------------------------------------------- forks in handlers of signals */

/** A signal comes in each call of the library that makes a descriptor. */
static bool g_interrupts;
static uint32_t g_handled;

/** POSIX allows fork() here. */
static void fork_in_handler(int signal)
{
    const pid_t child = fork();

    (void)signal;
    if (child == 0) {
        _exit(0);
    }
    CHECK(ended_by(child, 0));
    g_handled++;
}

static void interrupt(void)
{
    if (g_interrupts) {
        (void)raise(SIGUSR1);
    }
}

/* The library's calls come here. */
int socket(int domain, int type, int protocol)
{
    const int file = (int)syscall(SYS_socket, domain, type, protocol);

    interrupt();
    return file;
}

ssize_t recvmsg(int file, struct msghdr *message, int flags)
{
    const ssize_t count = syscall(SYS_recvmsg, file, message, flags);
    const int error = errno;

    interrupt();
    errno = error;
    return count;
}

int epoll_create1(int flags)
{
    const int file = (int)syscall(SYS_epoll_create1, flags);

    interrupt();
    return file;
}

int pipe2(int ends[2], int flags)
{
    const int result = (int)syscall(SYS_pipe2, ends, flags);

    interrupt();
    return result;
}

static void interrupted_process(void)
{
    const struct sigaction action = {.sa_handler = fork_in_handler};
    NvSciIpcEndpoint zero = 0U;
    NvSciIpcEndpoint one = 0U;
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncModule module = NULL;
    NvSciSyncObj object = NULL;
    sigset_t before;
    sigset_t behind;

    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    CHECK(sigprocmask(SIG_SETMASK, NULL, &before) == 0);
    module = open_sync();
    g_interrupts = true;
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_0", &zero));
    CHECK_OK(NvSciIpcOpenEndpoint("itc_test_1", &one));
    connect_both(zero, one);
    lists[0] = ask_for(module, NvSciSyncAccessPerm_WaitSignal, false);
    object = make_of(lists, 1U);
    CHECK_OK(NvSciIpcCloseEndpointSafe(zero, true));
    CHECK_OK(NvSciIpcCloseEndpointSafe(one, true));
    g_interrupts = false;
    NvSciSyncObjFree(object);
    NvSciSyncModuleClose(module);
    NvSciIpcDeinit();
    /* At least a socket and a queue of events of each end, a message, and a life line. */
    CHECK(g_handled >= 6U);
    CHECK(sigprocmask(SIG_SETMASK, NULL, &behind) == 0);
    CHECK(sigismember(&before, SIGUSR1) == sigismember(&behind, SIGUSR1));
}

/**
 * A handler of a signal may fork wherever the signal comes: also while the library holds other
 * forks back. Signals are taken afterwards as they were before.
 * @verifies RF-PORT-283
 */
static void a_handler_may_fork_at_each_moment(void **state)
{
    (void)state;
    assert_true(ended_by(start_role(interrupted_process), 0));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        child_test(children_do_not_hide_the_end_of_their_parent),
        child_test(a_child_cannot_end_a_connection_of_its_parent),
        child_test(a_child_keeps_descriptors_of_the_program),
        child_test(a_fork_at_each_moment_keeps_nothing),
        child_test(a_number_of_two_processes_is_no_conflict),
        child_test(a_handler_may_fork_at_each_moment),
    };

    return cmocka_run_group_tests_name("ipc_child", tests, NULL, NULL);
}
