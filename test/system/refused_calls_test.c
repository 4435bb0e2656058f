/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refused_calls_test.c
 * Each system call of the library is refused once, wherever it stands.
 *
 * A filter of system calls asks a thread of the test for each call of one kind. The thread refuses
 * the n-th of them and lets all others pass. Around that a program connects, shares objects, waits
 * and ends; what fails is done again. A row of the table for each call says what must come.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <grp.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "closed.h"
#include "instrumented.h"
#include "nvscibuf.h"
#include "nvscievent.h"
#include "port/descriptor.h"
#include "port/liveness.h"
#include "port/posix/child.h"
#include "port/posix/file.h"
#include "port/posix/peer.h"
#include "port/refusal.h"
#include "port/wait.h"
#include "refused.h"
#include "stream_stage.h"

/** Faults that name the call since it was refused. */
static uint32_t g_told;
/** Faults when the round began. */
static uint32_t g_faults;

/* ---------------------------------------------------------------- what the program does */

/** What a program has. */
typedef struct {
    NvSciIpcEndpoint ends[2];
    NvSciSyncModule syncs;
    NvSciBufModule bufs;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
    NvSciSyncObj far;
} Program;

/** Looks for an event of an end; an error of the look is judged. */
static bool look(NvSciIpcEndpoint end, uint32_t wanted)
{
    uint32_t events = 0U;
    const NvSciError status = NvSciIpcGetEventSafe(end, &events);

    if (status != NvSciError_Success) {
        judge(status, "NvSciIpcGetEventSafe");
    }
    return (events & wanted) != 0U;
}

/** Looks for an event for five seconds at most. */
static void find(NvSciIpcEndpoint end, uint32_t wanted)
{
    uint32_t looks = 0U;

    while ((!look(end, wanted)) && (looks < 5000U)) {
        (void)usleep(1000U);
        looks++;
    }
    CHECK(looks < 5000U);
}

static void open_channel(Program *program)
{
    bool has[2] = {false, false};
    uint32_t looks = 0U;

    DO(NvSciIpcInit());
    DO(NvSciIpcOpenEndpoint(A_0, &program->ends[0]));
    DO(NvSciIpcOpenEndpoint(A_1, &program->ends[1]));
    DO(NvSciIpcResetEndpointSafe(program->ends[0]));
    DO(NvSciIpcResetEndpointSafe(program->ends[1]));
    while (!(has[0] && has[1])) {
        for (uint32_t i = 0U; i < 2U; i++) {
            has[i] = look(program->ends[i], NV_SCI_IPC_EVENT_CONN_EST) || has[i];
        }
        (void)usleep(200U);
        looks++;
        CHECK(looks < 20000U);
    }
}

/** Frames in both directions, and a look in vain. */
static void use_channel(const Program *program)
{
    for (uint32_t i = 0U; i < 6U; i++) {
        const NvSciIpcEndpoint from = program->ends[i % 2U];
        const NvSciIpcEndpoint to = program->ends[1U - (i % 2U)];
        uint32_t in = 0U;
        uint32_t bytes = 0U;
        NvSciError status = NvSciIpcReadSafe(to, &in, sizeof(in), &bytes);

        if (status != NvSciError_InsufficientMemory) {
            judge(status, "NvSciIpcReadSafe");
        }
        /* The reader says that it waits. */
        (void)look(to, 0U);
        DO(NvSciIpcWriteSafe(from, &i, sizeof(i), &bytes));
        find(to, NV_SCI_IPC_EVENT_READ);
        DO(NvSciIpcReadSafe(to, &in, sizeof(in), &bytes));
        CHECK(in == i);
        /* Looks of one tick of the clock are one. */
        (void)usleep(11000U);
    }
}

static void close_channel(const Program *program)
{
    DO(NvSciIpcCloseEndpointSafe(program->ends[0], true));
    DO(NvSciIpcCloseEndpointSafe(program->ends[1], true));
    NvSciIpcDeinit();
}

/** Makes an object that one end signals, and gives it to the other end. What was claimed and could
 * not be taken is offered again. */
static void share_sync(Program *program)
{
    NvSciSyncAttrList lists[2] = {ask_for(program->syncs, NvSciSyncAccessPerm_WaitSignal, false),
                                  ask_for(program->syncs, NvSciSyncAccessPerm_WaitOnly, false)};
    NvSciSyncAttrList come = NULL;
    NvSciSyncAttrList conflict = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    DO(NvSciSyncAttrListIpcExportUnreconciled(&lists[1], 1U, program->ends[1], &bytes, &size));
    DO(NvSciSyncAttrListIpcImportUnreconciled(program->syncs, program->ends[0], bytes, size,
                                              &come));
    NvSciSyncAttrListFreeDesc(bytes);
    {
        const NvSciSyncAttrList both[2] = {lists[0], come};

        DO(NvSciSyncAttrListReconcileAndObjAlloc(both, 2U, &program->object, &conflict));
    }
    program->far = NULL;
    for (uint32_t try = 0U; (try < 4U) && (program->far == NULL); try++) {
        NvSciError status = NvSciError_Success;

        DO(NvSciSyncIpcExportAttrListAndObj(program->object, NvSciSyncAccessPerm_WaitOnly,
                                            program->ends[0], &bytes, &size));
        status = NvSciSyncIpcImportAttrListAndObj(program->syncs, program->ends[1], bytes, size,
                                                  &lists[1], 1U, NvSciSyncAccessPerm_Auto, 0,
                                                  &program->far);
        if (status != NvSciError_Success) {
            judge(status, "NvSciSyncIpcImportAttrListAndObj");
        }
        NvSciSyncAttrListAndObjFreeDesc(bytes);
    }
    CHECK(program->far != NULL);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(come);
}

/** Longer than a slice of a wait, which looks then whether the signaller lives. */
#define LIFE_US ((int64_t)RINGFENCE_CFG_LIFE_CHECK_US + 20000)

/** A fence that another thread waits for without limit. */
static NvSciSyncFence g_awaited;
static NvSciSyncCpuWaitContext g_waits_with;

static void *wait_for_signal(void *context)
{
    (void)context;
    DO(NvSciSyncFenceWait(&g_awaited, g_waits_with, -1));
    return NULL;
}

/** Waits of an object, here and at the other end. */
static void use_sync(Program *program)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence far = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    NvSciError status = NvSciError_Success;
    pthread_t thread;

    DO(NvSciSyncObjGenerateFence(program->object, &fence));
    DO(NvSciSyncIpcExportFence(&fence, program->ends[0], &desc));
    DO(NvSciSyncIpcImportFence(program->far, &desc, &far));
    status = NvSciSyncFenceWait(&far, program->context, LIFE_US);
    if (status != NvSciError_Timeout) {
        judge(status, "NvSciSyncFenceWait");
    }
    g_awaited = fence;
    DO(NvSciSyncCpuWaitContextAlloc(program->syncs, &g_waits_with));
    while (pthread_create(&thread, NULL, wait_for_signal, NULL) != 0) {
        /* It is the test's own call that is refused. */
        CHECK(port_load32(&g_was_refused) != 0U);
    }
    (void)usleep(3000U);
    DO(NvSciSyncObjSignal(program->object));
    CHECK(pthread_join(thread, NULL) == 0);
    NvSciSyncCpuWaitContextFree(g_waits_with);
    DO(NvSciSyncFenceWait(&far, program->context, 1000000));
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&far);
    NvSciSyncObjFree(program->object);
    NvSciSyncObjFree(program->far);
}

static NvSciBufAttrList ask_for_buffer(const Program *program, NvSciBufAttrValAccessPerm perm)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const bool cpu = true;
    const uint64_t size = 8192U;
    const uint64_t align = 64U;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    DO(NvSciBufAttrListCreate(program->bufs, &list));
    DO(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

/** Maps pages a second time, as is done for a driver beside the library. What is refused is told by
 * the next function. */
static void map_again(const void *pages)
{
    void *again = ringfence_port_pages_again(pages, 8192U);

    if (again == NULL) {
        RingfencePoolUsage usage;

        CHECK_OK(RingfenceGetPoolUsage(RINGFENCE_POOL_SYNC_OBJECT, &usage));
        judge(NvSciError_ResourceError, "ringfence_port_pages_again");
        again = ringfence_port_pages_again(pages, 8192U);
    }
    CHECK((again != NULL) && (((const uint8_t *)again)[8191] == 0x5AU));
    ringfence_port_pages_end(again, 8192U);
}

/** Makes a buffer, gives it to the other end with rights, and reads there what was written here. */
static void share_buffer(const Program *program, NvSciBufAttrValAccessPerm perm)
{
    NvSciBufAttrList lists[2] = {ask_for_buffer(program, NvSciBufAccessPerm_ReadWrite),
                                 ask_for_buffer(program, perm)};
    NvSciBufAttrList come = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObj far = NULL;
    void *bytes = NULL;
    size_t size = 0U;
    void *from = NULL;
    const void *to = NULL;

    DO(NvSciBufAttrListIpcExportUnreconciled(&lists[1], 1U, program->ends[1], &bytes, &size));
    DO(NvSciBufAttrListIpcImportUnreconciled(program->bufs, program->ends[0], bytes, size, &come));
    NvSciBufAttrListFreeDesc(bytes);
    {
        const NvSciBufAttrList both[2] = {lists[0], come};

        DO(NvSciBufAttrListReconcileAndObjAlloc(both, 2U, &object, &conflict));
    }
    for (uint32_t try = 0U; (try < 4U) && (far == NULL); try++) {
        NvSciError status = NvSciError_Success;

        DO(NvSciBufIpcExportAttrListAndObj(object, perm, program->ends[0], &bytes, &size));
        status = NvSciBufIpcImportAttrListAndObj(program->bufs, program->ends[1], bytes, size,
                                                 &lists[1], 1U, perm, 0, &far);
        if (status != NvSciError_Success) {
            judge(status, "NvSciBufIpcImportAttrListAndObj");
        }
        NvSciBufAttrListAndObjFreeDesc(bytes);
    }
    CHECK(far != NULL);
    DO(NvSciBufObjGetCpuPtr(object, &from));
    (void)memset(from, 0x5A, 8192U);
    DO(NvSciBufObjGetConstCpuPtr(far, &to));
    CHECK(((const uint8_t *)to)[8191] == 0x5AU);
    DO(NvSciBufObjGetConstCpuPtr(object, &to));
    map_again(to);
    NvSciBufObjFree(object);
    NvSciBufObjFree(far);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(come);
}

/** An event of this process that is signalled and awaited, and a wait in vain. */
static void use_events(void)
{
    NvSciEventLoopService *service = NULL;
    NvSciLocalEvent *event = NULL;
    NvSciError status = NvSciError_Success;

    DO(NvSciEventLoopServiceCreateSafe(1U, NULL, &service));
    DO(service->EventService.CreateLocalEvent(&service->EventService, &event));
    for (uint32_t i = 0U; i < 2U; i++) {
        DO(event->Signal(event));
        DO(service->WaitForEvent(event->eventNotifier, 1000000));
    }
    status = service->WaitForEvent(event->eventNotifier, 100);
    /* An event that could not be taken back is told once more. */
    if ((status != NvSciError_Timeout) && (status != NvSciError_Success)) {
        judge(status, "WaitForEvent");
    }
    event->eventNotifier->Delete(event->eventNotifier);
    event->Delete(event);
    service->EventService.Delete(&service->EventService);
}

/** All of it. */
static void run_program(void)
{
    Program program;

    (void)memset(&program, 0, sizeof(program));
    open_channel(&program);
    use_channel(&program);
    DO(NvSciSyncModuleOpen(&program.syncs));
    DO(NvSciBufModuleOpen(&program.bufs));
    DO(NvSciSyncCpuWaitContextAlloc(program.syncs, &program.context));
    share_sync(&program);
    use_sync(&program);
    share_buffer(&program, NvSciBufAccessPerm_Readonly);
    share_buffer(&program, NvSciBufAccessPerm_ReadWrite);
    use_events();
    NvSciSyncCpuWaitContextFree(program.context);
    NvSciBufModuleClose(program.bufs);
    NvSciSyncModuleClose(program.syncs);
    close_channel(&program);
}

/** Descriptors that are open. */
static uint32_t descriptors(void)
{
    uint32_t count = 0U;

    await_closer();
    for (int i = 0; i < 256; i++) {
        if (fcntl(i, F_GETFD) >= 0) {
            count++;
        }
    }
    return count;
}

/** Mappings of the library's memory. */
static uint32_t mappings(void)
{
    FILE *const maps = fopen("/proc/self/maps", "r");
    uint32_t count = 0U;
    char line[512];

    CHECK(maps != NULL);
    while (fgets(line, (int)sizeof(line), maps) != NULL) {
        count += (strstr(line, "memfd:ringfence") != NULL) ? 1U : 0U;
    }
    (void)fclose(maps);
    return count;
}

/* ---------------------------------------------------------------- calls of few programs */

/** Takes the note of the port, which names the refused call. `failed`: what was asked for failed.
 */
static void judge_note(bool failed)
{
    PortRefusal refusal = {"", 0U};

    if (port_refusal_take(&refusal)) {
        CHECK(port_load32(&g_was_refused) != 0U);
        CHECK(strcmp(refusal.call, g_row->call) == 0);
        CHECK(refusal.error == port_load32(&g_errno));
        g_told++;
    }
    if (failed) {
        CHECK(port_load32(&g_was_refused) != 0U);
        g_failures++;
    }
}

/** Has calls for which newer systems have others refused as older systems refuse these. */
static void make_older(void)
{
    static bool is_older = false;
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        /* F_DUPFD_QUERY */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1027U, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getsockopt, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        /* SO_PEERPIDFD */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 77U, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOPROTOOPT),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {(unsigned short)COUNT_OF(filter), filter};

    if (!is_older) {
        CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
        CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
        is_older = true;
    }
}

/** Two descriptors of one opening are one. */
static void compare_descriptors(void)
{
    const int32_t one = (int32_t)eventfd(0U, EFD_CLOEXEC);
    const int32_t other = (int32_t)fcntl((int)one, F_DUPFD_CLOEXEC, 0);

    make_older();
    CHECK((one >= 0) && (other >= 0));
    CHECK(port_descriptor_is_same(one, other) == (port_load32(&g_was_refused) == 0U));
    judge_note(false);
    CHECK((close((int)one) == 0) && (close((int)other) == 0));
}

/** Sockets whose other ends another process made: the test. */
static int g_pair[2] = {-1, -1};

/** A descriptor of the process at the other end of a link. */
static void open_process(void)
{
    const PortEndpoint endpoint = {.waiter = -1, .event = -1, .name = -1, .link = g_pair[0]};
    int32_t process = -1;
    PortStatus status = PORT_OK;

    make_older();
    status = port_link_process(&endpoint, &process);
    CHECK((status == PORT_OK) == (process >= 0));
    CHECK(status != PORT_CLOSED);
    judge_note(status != PORT_OK);
    ringfence_port_descriptor_close(process);
}

/** Says whether a process lives that does not. */
static void ask_for_gone(void)
{
    static const PortAddress address = {"refused_0", PORT_SCOPE_USER, 0U, ""};
    PortPeer peer = {(uint32_t)geteuid(), 0U};
    const pid_t child = fork();

    CHECK(child >= 0);
    if (child == 0) {
        _exit(0);
    }
    CHECK(waitpid(child, NULL, 0) == child);
    peer.process = (uint32_t)child;
    CHECK(port_peer_may_take(&address) == PORT_OK);
    CHECK(port_peer_is_gone(&peer) == (port_load32(&g_was_refused) == 0U));
    judge_note(false);
}

/** A group, and a user who is a member of it and nothing else. */
#define GROUP    54321U
#define STRANGER 54322U

/** A member of a group opens an endpoint of a channel of that group. */
static void be_member(void)
{
    static bool is_member = false;
    NvSciIpcEndpoint end = 0U;

    if (!is_member) {
        const gid_t group = GROUP;

        own_table_use("INTER_PROCESS refused_group_0 refused_group_1 1 64 54321\n");
        CHECK(setgroups(1U, &group) == 0);
        CHECK(setresgid(STRANGER, STRANGER, STRANGER) == 0);
        CHECK(setresuid(STRANGER, STRANGER, STRANGER) == 0);
        CHECK(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0);
        is_member = true;
    }
    DO(NvSciIpcInit());
    DO(NvSciIpcOpenEndpoint("refused_group_0", &end));
    DO(NvSciIpcCloseEndpointSafe(end, true));
    NvSciIpcDeinit();
}

/** A child that was forked has no life line of its parent, whose end others see. */
static void fork_beside(void)
{
    PortLiveness life = {-1, -1};
    int ready[2] = {-1, -1};
    int over[2] = {-1, -1};
    char byte = '\0';
    pid_t child = -1;

    CHECK(port_liveness_make(&life) == PORT_OK);
    CHECK((pipe2(ready, O_CLOEXEC) == 0) && (pipe2(over, O_CLOEXEC) == 0));
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        (void)close(over[1]);
        (void)write(ready[1], "r", 1U);
        (void)read(over[0], &byte, 1U);
        _exit(0);
    }
    CHECK(read(ready[0], &byte, 1U) == 1);
    ringfence_port_descriptor_close(life.keep);
    CHECK(port_liveness_is_over(life.watch));
    judge_note(false);
    ringfence_port_descriptor_close(life.watch);
    CHECK((close(over[0]) == 0) && (close(over[1]) == 0));
    CHECK(waitpid(child, NULL, 0) == child);
    CHECK((close(ready[0]) == 0) && (close(ready[1]) == 0));
}

/** A thread gives its turn away, or goes on. */
static void give_turn(void)
{
    ringfence_port_yield();
    judge_note(false);
}

/** A file that is larger than a limit allows: the signal for that does not come. */
static void make_too_large(void)
{
    const struct timespec at_once = {0};
    struct rlimit all;
    struct rlimit small;
    PortRefusal refusal = {"", 0U};
    sigset_t waiting;
    sigset_t one;
    int32_t file = -1;
    bool is_refused = false;

    CHECK(getrlimit(RLIMIT_FSIZE, &all) == 0);
    small = all;
    small.rlim_cur = 4096U;
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    CHECK(port_file_make(65536U, &file) == PORT_NO_MEMORY);
    CHECK(setrlimit(RLIMIT_FSIZE, &all) == 0);
    is_refused = (port_load32(&g_was_refused) != 0U);
    CHECK(port_refusal_take(&refusal));
    CHECK(strcmp(refusal.call, is_refused ? g_row->call : "ftruncate") == 0);
    CHECK(refusal.error == (is_refused ? port_load32(&g_errno) : (uint32_t)EFBIG));
    (void)sigemptyset(&one);
    (void)sigaddset(&one, SIGXFSZ);
    CHECK(sigpending(&waiting) == 0);
    CHECK((sigismember(&waiting, SIGXFSZ) == 1) == is_refused);
    if (is_refused) {
        g_told++;
        CHECK(sigtimedwait(&one, NULL, &at_once) == SIGXFSZ);
        CHECK(pthread_sigmask(SIG_UNBLOCK, &one, NULL) == 0);
    }
}

/* ---------------------------------------------------------------- the rows */

static const Row g_rows[] = {
    {"accept4", SYS_accept4, -1, "accept4", OUT_ERROR, false, NULL},
    {"bind", SYS_bind, -1, "bind", OUT_ERROR, false, NULL},
    {"close", SYS_close, -1, "close", OUT_TOLD, true, NULL},
    {"connect", SYS_connect, -1, "connect", OUT_ERROR, false, NULL},
    {"epoll_create1", SYS_epoll_create1, -1, "epoll_create1", OUT_ERROR, false, NULL},
    {"epoll_ctl", SYS_epoll_ctl, -1, "epoll_ctl", OUT_ERROR, false, NULL},
    {"epoll_wait", SYS_epoll_pwait,
#ifdef SYS_epoll_wait
     SYS_epoll_wait,
#else
     -1,
#endif
     "epoll_wait", OUT_ERROR, false, NULL},
    {"eventfd", SYS_eventfd2, -1, "eventfd", OUT_ERROR, false, NULL},
    {"fallocate", SYS_fallocate, -1, "fallocate", OUT_ERROR, false, NULL},
    {"fchmod", SYS_fchmod, -1, "fchmod", OUT_ERROR, false, NULL},
    {"fcntl", SYS_fcntl, -1, "fcntl", OUT_ERROR, false, NULL},
    {"fstat stat", SYS_newfstatat, SYS_fstat, "fstat", OUT_ERROR, false, NULL},
    {"fstatfs", SYS_fstatfs, -1, "fstatfs", OUT_ERROR, false, NULL},
    {"ftruncate", SYS_ftruncate, -1, "ftruncate", OUT_ERROR, false, NULL},
    {"syscall", SYS_futex, -1, "futex", OUT_ERROR, false, NULL},
    {"getrandom", SYS_getrandom, -1, "getrandom", OUT_ERROR, false, NULL},
    {"getsockopt", SYS_getsockopt, -1, "getsockopt", OUT_ERROR, false, NULL},
    {"listen", SYS_listen, -1, "listen", OUT_ERROR, false, NULL},
    {"memfd_create", SYS_memfd_create, -1, "memfd_create", OUT_ERROR, false, NULL},
    {"mmap", SYS_mmap, -1, "mmap", OUT_ERROR, false, NULL},
    {"mremap", SYS_mremap, -1, "mremap", OUT_ERROR, false, NULL},
    {"munmap", SYS_munmap, -1, "munmap", OUT_TOLD, true, NULL},
    {"open", SYS_openat, -1, "open", OUT_ERROR, false, NULL},
    {"pipe2", SYS_pipe2, -1, "pipe2", OUT_ERROR, false, NULL},
    {"poll", SYS_poll, -1, "poll", OUT_ERROR, false, NULL},
    {"ppoll", SYS_ppoll, -1, "ppoll", OUT_ERROR, false, NULL},
    {"pthread_create", SYS_clone3, SYS_clone, "pthread_create", OUT_ERROR, false, NULL},
    {"pthread_sigmask", SYS_rt_sigprocmask, -1, "pthread_sigmask", OUT_ERROR, false, NULL},
    {"read eventfd_read", SYS_read, -1, "read", OUT_ERROR, false, NULL},
    {"recvmsg", SYS_recvmsg, -1, "recvmsg", OUT_ERROR, false, NULL},
    {"sendmsg", SYS_sendmsg, -1, "sendmsg", OUT_ERROR, false, NULL},
    {"socket", SYS_socket, -1, "socket", OUT_ERROR, false, NULL},
    {"sysinfo", SYS_sysinfo, -1, "sysinfo", OUT_ERROR, false, NULL},
    {"eventfd_write", SYS_write, -1, "write", OUT_ERROR, false, NULL},
    /* It asks for its groups. */
    {"getgroups", SYS_getgroups, -1, "getgroups", OUT_ERROR, false, be_member},
    /* Without a name of the system no process is waited for. ENOSYS: the system is older. */
    {"syscall", SYS_pidfd_open, -1, "pidfd_open", OUT_ERROR, false, open_process},
    /* The file could not be made in any case. */
    {"sigtimedwait", SYS_rt_sigtimedwait, -1, "sigtimedwait", OUT_TOLD, false, make_too_large},
    /* Closing a socket ends it too. */
    {"shutdown", SYS_shutdown, -1, "shutdown", OUT_NONE, false, NULL},
    /* Older systems do not know the options that it sets. */
    {"setsockopt", SYS_setsockopt, -1, "setsockopt", OUT_NONE, false, NULL},
    /* Pages come when they are touched; a child that has the number of its parent draws another. */
    {"madvise", SYS_madvise, -1, "madvise", OUT_NONE, false, NULL},
    /* Memory that a peer had is not offered to another one then. */
    {"kill", SYS_kill, -1, "kill", OUT_NONE, false, ask_for_gone},
    /* Descriptors that cannot be compared are not one. */
    {"syscall", SYS_kcmp, -1, "kcmp", OUT_NONE, false, compare_descriptors},
    /* What a forked child cannot replace it closes. */
    {"dup3", SYS_dup3, -1, "dup3", OUT_NONE, false, fork_beside},
    /* A wait spins on without it. */
    {"sched_yield", SYS_sched_yield, -1, "sched_yield", OUT_NONE, false, give_turn},
    /* A signal for a file that is too large is not looked for before. */
    {"sigpending", SYS_rt_sigpending, -1, "sigpending", OUT_NONE, false, NULL}};

/** Functions of symbols.allow that make no system call, or one that cannot fail. */
static const char g_callless[] =
    " memcpy memset memcmp memchr strchr strlen strncmp strcmp __errno_location sysconf "
    "clock_gettime "
    "pthread_mutex_lock pthread_mutex_unlock secure_getenv getpid geteuid getegid pthread_self "
    "pthread_join pthread_attr_init pthread_attr_setstacksize pthread_attr_destroy "
    "dl_iterate_phdr sigfillset sigdelset sigemptyset sigaddset sigismember pthread_setname_np "
    "pthread_setcancelstate __pthread_register_cancel __pthread_unregister_cancel "
    "__pthread_unwind_next __sigsetjmp pthread_atfork "
    "__register_atfork ";

/* ---------------------------------------------------------------- rounds */

/** Rows at one time: they wait most of the time. */
#define AT_ONCE 6U
/** Rounds of a row at most, whatever is left. */
#define ROUNDS_MAX 100U
/** Rounds with errors beside the first one. */
#define ROUNDS_MORE 3U

static const int g_errors[] = {EPERM, ENOSYS, EMFILE};

/** Signals that the calling thread holds back, a bit for each. */
static uint64_t signals_held(void)
{
    sigset_t now;
    uint64_t held = 0U;

    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &now) == 0);
    for (int i = 1; i < 64; i++) {
        held |= (sigismember(&now, i) == 1) ? ((uint64_t)1U << (uint32_t)i) : 0U;
    }
    return held;
}

/** Has a signal held back, so that a mask without signals is seen. */
static void hold_one(void)
{
    sigset_t one;

    (void)sigemptyset(&one);
    (void)sigaddset(&one, SIGUSR1);
    CHECK(pthread_sigmask(SIG_BLOCK, &one, NULL) == 0);
    CHECK(signals_held() == ((uint64_t)1U << (uint32_t)SIGUSR1));
}

/** Does what makes the calls of the row. */
static void make_calls(void)
{
    if (g_row->makes != NULL) {
        g_row->makes();
    } else {
        run_program();
    }
}

/** Runs the program while the n-th call is refused. False: there were fewer. */
static bool run_round(uint32_t n, int error)
{
    const uint32_t open = descriptors();
    const uint32_t mapped = mappings();
    const uint64_t held = signals_held();
    RingfenceFault fault;

    if (g_row->leaves) {
        name_space();
    }
    g_faults = last_fault().total;
    g_failures = 0U;
    port_store32(&g_was_refused, 0U);
    port_store32(&g_unclosed, 0U);
    port_store32(&g_errno, (uint32_t)error);
    port_store32(&g_left, n);
    make_calls();
    port_store32(&g_left, 0U);
    CHECK(signals_held() == held);
    /* What came behind the last function. */
    judge_note(false);
    fault = last_fault();
    if (fault.total != g_faults) {
        CHECK(port_load32(&g_was_refused) != 0U);
        /* Nobody else is blamed. */
        CHECK(names_call(&fault));
        g_told++;
    }
    CHECK(port_load32(&g_closed_again) == 0U);
    if (!g_row->leaves) {
        CHECK(descriptors() == open);
        CHECK(mappings() == mapped);
    }
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        CHECK_OK(RingfenceGetPoolUsage((RingfencePool)pool, &usage));
        CHECK(usage.inUse == 0U);
    }
    return port_load32(&g_was_refused) != 0U;
}

/** Refuses the calls of a row one by one. */
static void refuse_row(void)
{
    const Row *const row = g_row;
    uint32_t rounds = 0U;
    uint32_t failures = 0U;

    name_space();
    hold_one();
    /* What is done once is done. */
    make_calls();
    filter_calls(row);
    for (size_t i = 0U; i < COUNT_OF(g_errors); i++) {
        const uint32_t most = (i == 0U) ? ROUNDS_MAX : ROUNDS_MORE;
        const uint32_t before = rounds;

        for (uint32_t n = 1U; (n <= most) && run_round(n, g_errors[i]); n++) {
            rounds++;
            failures += g_failures;
        }
        /* It was made, and refused, with each errno. */
        CHECK(rounds > before);
    }
    (void)printf("%-16s %3u refused, %3u errors, %3u told\n", row->call, rounds, failures, g_told);
    (void)fflush(stdout);
    if (row->outcome == OUT_NONE) {
        CHECK((failures == 0U) && (g_told == 0U));
    } else {
        CHECK(g_told > 0U);
        CHECK((failures > 0U) == (row->outcome == OUT_ERROR));
    }
}

/** Says whether this user cannot make the calls of a row. Root alone becomes somebody else. */
static bool is_out_of_reach(const Row *row)
{
    const bool is_out = (row->number == SYS_getgroups) && (geteuid() != 0U);

    if (is_out) {
        print_message("SKIPPED: %s: needs root\n", row->call);
    }
    return is_out;
}

/** Says whether what instruments this program makes a call for purposes of its own, and ends the
 * process if it is refused; or has no thread of the library close what others sent. */
static bool is_taken_by_tool(const Row *row)
{
    return IS_INSTRUMENTED && ((row->number == SYS_mmap) || (row->number == SYS_munmap) ||
                               (row->number == SYS_clone3));
}

/**
 * A call that the system refuses once gives an error or is done without, in bounded time. The fault
 * names the call and its errno. Nothing is left, and what is done again is done.
 * @verifies RF-CORE-320 RF-PORT-220 RF-PORT-350 RF-PORT-351 RF-PORT-352 RF-IPC-300
 */
static void refused_calls_are_told(void **state)
{
    uint32_t failed = 0U;
    const char *const only = getenv("RINGFENCE_TEST_CALL");

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, g_pair), 0);
    for (size_t begin = 0U; begin < COUNT_OF(g_rows); begin += AT_ONCE) {
        pid_t children[AT_ONCE] = {0};

        for (size_t i = 0U; (i < AT_ONCE) && ((begin + i) < COUNT_OF(g_rows)); i++) {
            g_row = &g_rows[begin + i];
            if (((only == NULL) || (strcmp(only, g_row->call) == 0)) &&
                (!is_taken_by_tool(g_row)) && (!is_out_of_reach(g_row))) {
                children[i] = start_role(refuse_row);
            }
        }
        for (size_t i = 0U; i < AT_ONCE; i++) {
            if ((children[i] != 0) && (!ended_by(children[i], 0))) {
                print_error("row of %s\n", g_rows[begin + i].functions);
                failed++;
            }
        }
    }
    assert_int_equal(close(g_pair[0]), 0);
    assert_int_equal(close(g_pair[1]), 0);
    assert_int_equal(failed, 0U);
}

/* ---------------------------------------------------------------- the table */

/** Says whether a word stands in a text of words. */
static bool has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    const char *at = strstr(text, word);
    bool found = false;

    while ((at != NULL) && (!found)) {
        found = ((at == text) || (at[-1] == ' ')) && ((at[length] == ' ') || (at[length] == '\0'));
        at = strstr(&at[1], word);
    }
    return found;
}

/** Each function of the C library that the port for Linux may call has a row, or makes no call.
 * @verifies RF-PORT-350 */
static void table_has_all_calls(void **state)
{
    FILE *const file = fopen("test/tools/symbols.allow", "r");
    char line[1024];
    uint32_t names = 0U;
    uint32_t missing = 0U;

    (void)state;
    assert_non_null(file);
    while (fgets(line, (int)sizeof(line), file) != NULL) {
        static const char room[] = "port/posix:";
        char *rest = NULL;
        const char *word = NULL;

        if (strncmp(line, room, sizeof(room) - 1U) == 0) {
            word = strtok_r(&line[sizeof(room) - 1U], " \n", &rest);
        }
        while (word != NULL) {
            bool found = has_word(g_callless, word);

            for (size_t i = 0U; (i < COUNT_OF(g_rows)) && (!found); i++) {
                found = has_word(g_rows[i].functions, word);
            }
            if (!found) {
                print_error("%s has no row\n", word);
                missing++;
            }
            names++;
            word = strtok_r(NULL, " \n", &rest);
        }
    }
    (void)fclose(file);
    assert_true(names > 40U);
    assert_int_equal(missing, 0U);
}

/* ---------------------------------------------------------------- for ever */

/** A look for events that the system refuses for ever is an error each time. */
static void look_in_vain(void)
{
    Program program;
    RingfenceFault fault;
    char text[128] = "";

    (void)memset(&program, 0, sizeof(program));
    DO(NvSciIpcInit());
    DO(NvSciIpcOpenEndpoint(A_0, &program.ends[0]));
    DO(NvSciIpcResetEndpointSafe(program.ends[0]));
    filter_calls(g_row);
    port_store32(&g_errno, EPERM);
    port_store32(&g_was_refused, 1U);
    port_store32(&g_for_ever, 1U);
    for (uint32_t i = 0U; i < 20U; i++) {
        uint32_t events = 0U;

        CHECK_STATUS(NvSciIpcGetEventSafe(program.ends[0], &events), NvSciError_ResourceError);
        judge(NvSciError_ResourceError, "NvSciIpcGetEventSafe");
    }
    fault = last_fault();
    CHECK_OK(RingfenceFormatFault(&fault, text, sizeof(text)));
    CHECK(strcmp(text, "NvSciIpcGetEventSafe: the system refused a call of the library; "
                       "epoll_wait: errno 1") == 0);
    port_store32(&g_for_ever, 0U);
    DO(NvSciIpcCloseEndpointSafe(program.ends[0], true));
    NvSciIpcDeinit();
    open_channel(&program);
    use_channel(&program);
    close_channel(&program);
}

/** Runs a role with the row of a call. */
static void run_with(const char *call, Role role)
{
    for (size_t i = 0U; i < COUNT_OF(g_rows); i++) {
        if (strcmp(g_rows[i].call, call) == 0) {
            g_row = &g_rows[i];
            run_roles(&role, 1U);
        }
    }
}

/**
 * @verifies RF-CORE-320 RF-CORE-321 RF-IPC-300
 */
static void look_that_is_refused_is_an_error(void **state)
{
    (void)state;
    run_with("epoll_wait", look_in_vain);
}

/** How often a reminder is refused. */
static uint32_t g_refusals;

/** A write whose reminder is refused; the reader sleeps on its descriptor. */
static void remind_late(void)
{
    Program program;
    struct pollfd entry = {.events = POLLIN};
    const uint32_t number = 7U;
    uint32_t bytes = 0U;
    uint32_t in = 0U;

    (void)memset(&program, 0, sizeof(program));
    open_channel(&program);
    CHECK_OK(NvSciIpcGetLinuxEventFd(program.ends[1], &entry.fd));
    (void)look(program.ends[1], 0U);
    (void)look(program.ends[1], 0U);
    CHECK(poll(&entry, 1U, 0) == 0);
    filter_calls(g_row);
    port_store32(&g_errno, EPERM);
    port_store32(&g_left, 1U);
    CHECK_OK(NvSciIpcWriteSafe(program.ends[0], &number, sizeof(number), &bytes));
    judge(NvSciError_Success, "NvSciIpcWriteSafe");
    CHECK(poll(&entry, 1U, 0) == 0);
    /* The writer is told that it has something to do, each time that the reminder is refused. */
    entry.fd = -1;
    CHECK_OK(NvSciIpcGetLinuxEventFd(program.ends[0], &entry.fd));
    for (uint32_t i = 1U; i < g_refusals; i++) {
        CHECK(poll(&entry, 1U, 1000) == 1);
        /* Looks of one tick of the clock are one. */
        (void)usleep(11000U);
        port_store32(&g_left, 1U);
        for (uint32_t try = 0U; (try < 3U) && (port_load32(&g_left) > 0U); try++) {
            (void)look(program.ends[0], 0U);
        }
        CHECK(port_load32(&g_left) == 0U);
    }
    CHECK(poll(&entry, 1U, 1000) == 1);
    (void)look(program.ends[0], 0U);
    (void)look(program.ends[0], 0U);
    CHECK_OK(NvSciIpcGetLinuxEventFd(program.ends[1], &entry.fd));
    CHECK(poll(&entry, 1U, 1000) == 1);
    CHECK_OK(NvSciIpcReadSafe(program.ends[1], &in, sizeof(in), &bytes));
    CHECK(in == number);
    close_channel(&program);
}

/**
 * A frame is written although the reminder is refused; the reminder is sent later.
 * @verifies RF-IPC-301
 */
static void reminder_comes_later(void **state)
{
    (void)state;
    for (g_refusals = 1U; g_refusals < 4U; g_refusals++) {
        run_with("sendmsg", remind_late);
    }
}

/** Holding forks back, and letting them go, while the system refuses one of both masks. */
static void hold_and_let(void)
{
    hold_one();
    filter_calls(g_row);
    port_store32(&g_errno, EPERM);
    for (uint32_t n = 1U; n <= 2U; n++) {
        const uint64_t held = signals_held();

        g_told = 0U;
        port_store32(&g_was_refused, 0U);
        port_store32(&g_left, n);
        port_child_hold();
        port_child_let();
        CHECK(port_load32(&g_was_refused) != 0U);
        CHECK(signals_held() == held);
        judge_note(false);
        CHECK(g_told == 1U);
    }
}

/**
 * A thread has the mask of signals that it had, also where the system refuses to change it once.
 * @verifies RF-PORT-352
 */
static void masks_of_signals_come_back(void **state)
{
    (void)state;
    run_with("pthread_sigmask", hold_and_let);
}

/* ---------------------------------------------------------------- streams */

/** Payloads of a stream before its wake-ups are refused, and behind that. */
#define PAYLOADS_BEFORE 20U
#define PAYLOADS_BEHIND 4U

/** A stream over a channel whose producer cannot wake the thread that sends. */
static void stream_unwoken(void)
{
    static Stage up;
    static Stage down;
    Program program;
    NvSciStreamBlock blocks[2] = {0U, 0U};
    StageNode *nodes[2] = {NULL, NULL};
    StageNode *consumer = NULL;
    uint32_t least = 0U;
    RingfenceFault fault;

    (void)memset(&program, 0, sizeof(program));
    DO(NvSciIpcInit());
    DO(NvSciIpcOpenEndpoint(A_0, &program.ends[0]));
    DO(NvSciIpcOpenEndpoint(A_1, &program.ends[1]));
    DO(NvSciIpcResetEndpointSafe(program.ends[0]));
    DO(NvSciIpcResetEndpointSafe(program.ends[1]));
    stage_begin(&up);
    stage_begin(&down);
    DO(NvSciStreamIpcSrcCreate(program.ends[0], up.syncs, up.bufs, &blocks[0]));
    DO(NvSciStreamIpcDstCreate(program.ends[1], down.syncs, down.bufs, &blocks[1]));
    nodes[0] = stage_add(&up, blocks[0]);
    stage_connect(stage_add_producer(&up), nodes[0]);
    nodes[1] = stage_add(&down, blocks[1]);
    consumer = stage_add_consumer(&down);
    stage_connect(nodes[1], consumer);
    up.flows = true;
    CHECK(stage_until(&up, &down, &consumer->payloads, PAYLOADS_BEFORE));
    filter_calls(g_row);
    port_store32(&g_errno, EPERM);
    port_store32(&g_for_ever, 1U);
    least = consumer->payloads + PAYLOADS_BEHIND;
    while ((consumer->payloads < least) || (port_load32(&g_was_refused) == 0U)) {
        CHECK(stage_until(&up, &down, &consumer->payloads, consumer->payloads + 1U));
    }
    fault = last_fault();
    CHECK(names_call(&fault));
    CHECK((consumer->wrong == 0U) && (!consumer->disconnected));
    port_store32(&g_for_ever, 0U);
    CHECK(stage_until(&up, &down, &consumer->payloads, consumer->payloads + PAYLOADS_BEFORE));
    up.is_lenient = true;
    down.is_lenient = true;
    stage_end(&up);
    stage_end(&down);
    close_channel(&program);
}

/**
 * A producer whose wake-ups the system refuses goes on: the thread that sends looks by itself.
 * @verifies RF-PORT-351
 */
static void stream_goes_on_unwoken(void **state)
{
    (void)state;
    run_with("write", stream_unwoken);
}

/** A block that gets an event which the system does not let its service know. */
static void stream_untold(void)
{
    NvSciEventLoopService *service = NULL;
    NvSciEventNotifier *notifier = NULL;
    NvSciStreamBlock blocks[4] = {0U, 0U, 0U, 0U};
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    CHECK_OK(NvSciEventLoopServiceCreateSafe(1U, NULL, &service));
    CHECK_OK(NvSciStreamStaticPoolCreate(1U, &blocks[0]));
    CHECK_OK(NvSciStreamProducerCreate(blocks[0], &blocks[1]));
    CHECK_OK(NvSciStreamFifoQueueCreate(&blocks[2]));
    CHECK_OK(NvSciStreamConsumerCreate(blocks[2], &blocks[3]));
    CHECK_OK(NvSciStreamBlockEventServiceSetup(blocks[3], &service->EventService, &notifier));
    while (service->WaitForEvent(notifier, 1000) == NvSciError_Success) {
        CHECK_STATUS(NvSciStreamBlockEventQuery(blocks[3], 0, &event), NvSciError_Timeout);
    }
    filter_calls(g_row);
    port_store32(&g_errno, EPERM);
    port_store32(&g_for_ever, 1U);
    CHECK_OK(NvSciStreamBlockConnect(blocks[1], blocks[3]));
    CHECK(port_load32(&g_was_refused) != 0U);
    port_store32(&g_for_ever, 0U);
    CHECK_OK(service->WaitForEvent(notifier, 3000000));
    CHECK_OK(NvSciStreamBlockEventQuery(blocks[3], 0, &event));
    CHECK(event == NvSciStreamEventType_Connected);
    notifier->Delete(notifier);
    for (size_t i = 0U; i < COUNT_OF(blocks); i++) {
        (void)NvSciStreamBlockDelete(blocks[i]);
    }
    service->EventService.Delete(&service->EventService);
}

/**
 * An event of a block whose service the system does not let know is late, and not lost.
 * @verifies RF-PORT-351
 */
static void event_that_is_not_told_is_late(void **state)
{
    (void)state;
    run_with("write", stream_untold);
}

/* ---------------------------------------------------------------- few descriptors */

static const Row g_few = {"", -1, -1, "", OUT_ERROR, false, NULL};
/** Descriptors that a process may have when the library begins. */
static uint32_t g_room;

/** Says whether what failed is told as what it is. */
static void judge_few(NvSciError status)
{
    const RingfenceFault fault = last_fault();

    if (status != NvSciError_Success) {
        CHECK((fault.kind == RINGFENCE_FAULT_CALL_REFUSED) && (fault.asked == EMFILE));
        g_failures++;
    }
}

/** Takes a buffer of the other end while there is room for few descriptors; then with room. */
static void run_with_few(void)
{
    Program program;
    struct rlimit all;
    struct rlimit few;
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList come = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObj far = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    g_row = &g_few;
    (void)memset(&program, 0, sizeof(program));
    open_channel(&program);
    DO(NvSciBufModuleOpen(&program.bufs));
    lists[0] = ask_for_buffer(&program, NvSciBufAccessPerm_ReadWrite);
    lists[1] = ask_for_buffer(&program, NvSciBufAccessPerm_Readonly);
    DO(NvSciBufAttrListIpcExportUnreconciled(&lists[1], 1U, program.ends[1], &bytes, &size));
    DO(NvSciBufAttrListIpcImportUnreconciled(program.bufs, program.ends[0], bytes, size, &come));
    NvSciBufAttrListFreeDesc(bytes);
    {
        const NvSciBufAttrList both[2] = {lists[0], come};

        DO(NvSciBufAttrListReconcileAndObjAlloc(both, 2U, &object, &conflict));
    }
    CHECK(getrlimit(RLIMIT_NOFILE, &all) == 0);
    few = all;
    few.rlim_cur = g_room;
    DO(NvSciBufIpcExportAttrListAndObj(object, NvSciBufAccessPerm_Readonly, program.ends[0], &bytes,
                                       &size));
    CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
    for (uint32_t i = 0U; i < 3U; i++) {
        uint32_t events = 0U;

        judge_few(NvSciIpcGetEventSafe(program.ends[1], &events));
        judge_few(NvSciBufIpcImportAttrListAndObj(program.bufs, program.ends[1], bytes, size,
                                                  &lists[1], 1U, NvSciBufAccessPerm_Readonly, 0,
                                                  &far));
        CHECK(far == NULL);
    }
    CHECK(g_failures > 0U);
    CHECK(setrlimit(RLIMIT_NOFILE, &all) == 0);
    CHECK_OK(NvSciBufIpcImportAttrListAndObj(program.bufs, program.ends[1], bytes, size, &lists[1],
                                             1U, NvSciBufAccessPerm_Readonly, 0, &far));
    NvSciBufAttrListAndObjFreeDesc(bytes);
    NvSciBufObjFree(object);
    NvSciBufObjFree(far);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(come);
    NvSciBufModuleClose(program.bufs);
    close_channel(&program);
}

/**
 * Where a process may open no more descriptors, what a peer sent waits, and the fault says that
 * descriptors are used up; with more of them it comes.
 * @verifies RF-CORE-320 RF-IPC-300 RF-PORT-350
 */
static void few_descriptors_are_told(void **state)
{
    static const Role role = run_with_few;

    (void)state;
    for (g_room = 3U; g_room < 16U; g_room += 4U) {
        run_roles(&role, 1U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {peers_test(table_has_all_calls),
                                       peers_test(few_descriptors_are_told),
                                       peers_test(look_that_is_refused_is_an_error),
                                       peers_test(reminder_comes_later),
                                       peers_test(masks_of_signals_come_back),
                                       peers_test(stream_goes_on_unwoken),
                                       peers_test(event_that_is_not_told_is_late),
                                       peers_test(refused_calls_are_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
