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

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "closed.h"
#include "instrumented.h"
#include "nvscibuf.h"
#include "nvscievent.h"
#include "peers.h"
#include "port/atomic.h"
#include "stream_stage.h"

/** What comes of a call that is refused. */
typedef enum {
    /** Somewhere an error, whose fault names the call; nowhere another error. */
    OUT_ERROR,
    /** The library does what it was asked for nevertheless, and a fault names the call. */
    OUT_TOLD,
    /** The library can do without. */
    OUT_NONE
} Outcome;

/** A system call. */
typedef struct {
    /** Functions of the C library that make it: names of test/tools/symbols.allow. */
    const char *functions;
    long number;
    /** Another number of it; -1: there is none. */
    long other;
    /** Its name in a fault. */
    const char *call;
    Outcome outcome;
    /** What is not given back when it is refused may be left. */
    bool leaves;
    /** It makes a descriptor. */
    bool opens;
} Row;

static const Row g_rows[] = {
    {"accept4", SYS_accept4, -1, "accept4", OUT_ERROR, false, true},
    {"bind", SYS_bind, -1, "bind", OUT_ERROR, false, false},
    {"close", SYS_close, -1, "close", OUT_TOLD, true, false},
    {"connect", SYS_connect, -1, "connect", OUT_ERROR, false, false},
    {"epoll_create1", SYS_epoll_create1, -1, "epoll_create1", OUT_ERROR, false, true},
    {"epoll_ctl", SYS_epoll_ctl, -1, "epoll_ctl", OUT_ERROR, false, false},
    {"epoll_wait", SYS_epoll_pwait,
#ifdef SYS_epoll_wait
     SYS_epoll_wait,
#else
     -1,
#endif
     "epoll_wait", OUT_ERROR, false, false},
    {"eventfd", SYS_eventfd2, -1, "eventfd", OUT_ERROR, false, true},
    {"fallocate", SYS_fallocate, -1, "fallocate", OUT_ERROR, false, false},
    {"fchmod", SYS_fchmod, -1, "fchmod", OUT_ERROR, false, false},
    {"fcntl", SYS_fcntl, -1, "fcntl", OUT_ERROR, false, true},
    {"fstat", SYS_newfstatat, SYS_fstat, "fstat", OUT_ERROR, false, false},
    {"fstatfs", SYS_fstatfs, -1, "fstatfs", OUT_ERROR, false, false},
    {"ftruncate", SYS_ftruncate, -1, "ftruncate", OUT_ERROR, false, false},
    {"syscall", SYS_futex, -1, "futex", OUT_ERROR, false, false},
    {"getrandom", SYS_getrandom, -1, "getrandom", OUT_ERROR, false, false},
    {"getsockopt", SYS_getsockopt, -1, "getsockopt", OUT_ERROR, false, false},
    {"listen", SYS_listen, -1, "listen", OUT_ERROR, false, false},
    {"memfd_create", SYS_memfd_create, -1, "memfd_create", OUT_ERROR, false, true},
    {"mmap", SYS_mmap, -1, "mmap", OUT_ERROR, false, false},
    {"mremap", SYS_mremap, -1, "mremap", OUT_ERROR, false, false},
    {"munmap", SYS_munmap, -1, "munmap", OUT_TOLD, true, false},
    {"open", SYS_openat, -1, "open", OUT_ERROR, false, true},
    {"pipe2", SYS_pipe2, -1, "pipe2", OUT_ERROR, false, true},
    {"poll", SYS_poll, -1, "poll", OUT_ERROR, false, false},
    {"ppoll", SYS_ppoll, -1, "ppoll", OUT_ERROR, false, false},
    {"pthread_create", SYS_clone3, SYS_clone, "pthread_create", OUT_ERROR, false, false},
    {"pthread_sigmask", SYS_rt_sigprocmask, -1, "pthread_sigmask", OUT_ERROR, false, false},
    {"read eventfd_read", SYS_read, -1, "read", OUT_ERROR, false, false},
    {"recvmsg", SYS_recvmsg, -1, "recvmsg", OUT_ERROR, false, true},
    {"sendmsg", SYS_sendmsg, -1, "sendmsg", OUT_ERROR, false, false},
    {"socket", SYS_socket, -1, "socket", OUT_ERROR, false, true},
    {"sysinfo", SYS_sysinfo, -1, "sysinfo", OUT_ERROR, false, false},
    {"eventfd_write", SYS_write, -1, "write", OUT_ERROR, false, false},
    /* Closing a socket ends it too. */
    {"shutdown", SYS_shutdown, -1, "", OUT_NONE, false, false},
    /* Older systems do not know the options that it sets. */
    {"setsockopt", SYS_setsockopt, -1, "", OUT_NONE, false, false},
    /* Pages come when they are touched; a child that has the number of its parent draws another. */
    {"madvise", SYS_madvise, -1, "", OUT_NONE, false, false},
    /* Memory that a peer had is not offered to another one then. */
    {"kill", SYS_kill, -1, "", OUT_NONE, false, false},
    /* Descriptors that cannot be compared are not one. */
    {"syscall", SYS_kcmp, -1, "", OUT_NONE, false, false},
    /* Where the system has SO_PEERPIDFD it is not called. */
    {"syscall", SYS_pidfd_open, -1, "", OUT_NONE, false, false},
    /* Root is not asked for its groups. */
    {"getgroups", SYS_getgroups, -1, "", OUT_NONE, false, false},
    /* In a child that was forked alone. */
    {"dup3", SYS_dup3, -1, "", OUT_NONE, false, false},
    /* A wait spins on without it. */
    {"sched_yield", SYS_sched_yield, -1, "", OUT_NONE, false, false},
    /* A signal for a file that is too large. */
    {"sigpending", SYS_rt_sigpending, -1, "", OUT_NONE, false, false},
    {"sigtimedwait", SYS_rt_sigtimedwait, -1, "", OUT_NONE, false, false}};

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

/* ---------------------------------------------------------------- the filter */

/** Calls until the one that is refused; 0: none is. */
static PortAtomic32 g_left;
static PortAtomic32 g_errno;
/** A call was refused. */
static PortAtomic32 g_was_refused;
/** Number of the descriptor whose close was refused, and one; 0: none was. Closes of it since. */
static PortAtomic32 g_unclosed;
static PortAtomic32 g_closed_again;
/** 0: there is no filter yet; else the descriptor that asks, and one. */
static PortAtomic32 g_listener;
/** For ever: all calls are refused. */
static PortAtomic32 g_for_ever;
static const Row *g_row;

/** Says whether the call is the library's: of futex the C library makes many by itself, and ends
 * the process when one fails. */
static bool is_of_library(const struct seccomp_notif *asked)
{
    bool is = true;

    if (asked->data.nr == SYS_futex) {
        static uint64_t place;

        if (place == 0U) {
            place = (uint64_t)(uintptr_t)dlsym(RTLD_NEXT, "syscall");
        }
        is = (asked->data.instruction_pointer >= place) &&
             (asked->data.instruction_pointer < (place + 64U));
    }
    return is;
}

static bool is_to_refuse(const struct seccomp_notif *asked)
{
    bool refuses = false;

    if (is_of_library(asked)) {
        uint32_t left = port_load32(&g_left);

        while ((left > 0U) && (!port_swap32_if(&g_left, left, left - 1U))) {
            left = port_load32(&g_left);
        }
        refuses = (left == 1U) || (port_load32(&g_for_ever) != 0U);
    }
    return refuses;
}

/** Counts the closes of what could not be closed: the number may be another thread's by then. */
static void note_close(const struct seccomp_notif *asked, bool refuses)
{
    if (asked->data.nr == SYS_close) {
        const uint32_t number = (uint32_t)asked->data.args[0] + 1U;

        if (number == port_load32(&g_unclosed)) {
            (void)port_add32(&g_closed_again, 1U);
        } else if (refuses) {
            port_store32(&g_unclosed, number);
        } else {
            /* Another one. */
        }
    }
}

/** Answers the filter. Under no filter itself. */
static void *answer(void *context)
{
    (void)context;
    while (port_load32(&g_listener) == 0U) {
        (void)sched_yield();
    }
    for (;;) {
        struct seccomp_notif asked;
        struct seccomp_notif_resp reply;
        const int listener = (int)port_load32(&g_listener) - 1;

        (void)memset(&asked, 0, sizeof(asked));
        (void)memset(&reply, 0, sizeof(reply));
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) == 0) {
            const bool refuses = is_to_refuse(&asked);

            reply.id = asked.id;
            note_close(&asked, refuses);
            if (refuses) {
                reply.error = -(int)port_load32(&g_errno);
                port_store32(&g_was_refused, 1U);
            } else {
                reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
            }
            (void)ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
        }
    }
    return NULL;
}

/** From now on the calls of a row are asked for, in this thread and those that it starts. */
static void filter_calls(const Row *row)
{
    const uint32_t other = (uint32_t)((row->other >= 0) ? row->other : row->number);
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)row->number, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {(unsigned short)COUNT_OF(filter), filter};
    pthread_t thread;
    long listener = -1;

    g_row = row;
    CHECK(pthread_create(&thread, NULL, answer, NULL) == 0);
    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    listener =
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    CHECK(listener >= 0);
    port_store32(&g_listener, (uint32_t)listener + 1U);
}

/* ---------------------------------------------------------------- what comes */

/** Errors of functions, and faults that name the call, since the call was refused. */
static uint32_t g_failures;
static uint32_t g_told;
/** Faults when the round began. */
static uint32_t g_faults;

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    CHECK(RingfenceGetLastFault(&fault) == NvSciError_Success);
    return fault;
}

/** Says whether a fault names the refused call. A thread that cannot be made says so, whatever of
 * it the system refused. */
static bool names_call(const RingfenceFault *fault)
{
    const bool is_thread = (fault->kind == RINGFENCE_FAULT_CALL_REFUSED) &&
                           (strcmp(fault->limit, "pthread_create") == 0);

    return is_thread ||
           ((fault->kind == RINGFENCE_FAULT_CALL_REFUSED) &&
            (strcmp(fault->limit, g_row->call) == 0) && (fault->asked == port_load32(&g_errno)));
}

/** Looks at a function that failed. */
static void judge(NvSciError status, const char *what)
{
    const RingfenceFault fault = last_fault();
    char text[256] = "";

    if ((port_load32(&g_was_refused) == 0U) || (!names_call(&fault))) {
        (void)RingfenceFormatFault(&fault, text, sizeof(text));
        (void)fprintf(stderr, "%s of %ld, errno %u: %s gives %s; last fault: %s\n", g_row->call,
                      g_row->number, port_load32(&g_errno), what, RingfenceErrorName(status), text);
        _exit(1);
    }
    g_failures++;
}

/** Does something, again if it fails. */
#define DO(call)                                                                                   \
    do {                                                                                           \
        NvSciError done_ = (call);                                                                 \
        for (uint32_t try_ = 0U; (try_ < 3U) && (done_ != NvSciError_Success); try_++) {           \
            judge(done_, #call);                                                                   \
            done_ = (call);                                                                        \
        }                                                                                          \
        CHECK_OK(done_);                                                                           \
    } while (0)

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

/* ---------------------------------------------------------------- rounds */

/** Rows at one time: they wait most of the time. */
#define AT_ONCE 6U
/** Rounds of a row at most, whatever is left. */
#define ROUNDS_MAX 100U
/** Rounds with errors beside the first one. */
#define ROUNDS_MORE 3U

static const int g_errors[] = {EPERM, ENOSYS, EMFILE};

/** Names the space of addresses of a round: others run at the same time, and what could not be
 * closed keeps its address. */
static void name_space(void)
{
    static uint32_t round = 0U;
    char space[16] = "";

    round++;
    (void)snprintf(space, sizeof(space), "r%x-%x", (unsigned)getpid(), round);
    CHECK(setenv("RINGFENCE_NVSCIIPC_SPACE", space, 1) == 0);
}

/** Runs the program while the n-th call is refused. False: there were fewer. */
static bool run_round(uint32_t n, int error)
{
    const uint32_t open = descriptors();
    const uint32_t mapped = mappings();
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
    run_program();
    port_store32(&g_left, 0U);
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
    const size_t errors = row->opens ? COUNT_OF(g_errors) : (COUNT_OF(g_errors) - 1U);
    uint32_t rounds = 0U;
    uint32_t failures = 0U;

    name_space();
    /* What is done once is done. */
    run_program();
    filter_calls(row);
    for (size_t i = 0U; i < errors; i++) {
        const uint32_t most = (i == 0U) ? ROUNDS_MAX : ROUNDS_MORE;

        for (uint32_t n = 1U; (n <= most) && run_round(n, g_errors[i]); n++) {
            rounds++;
            failures += g_failures;
        }
    }
    (void)printf("%-16s %3u refused, %3u errors, %3u told\n", row->call, rounds, failures, g_told);
    (void)fflush(stdout);
    if (row->outcome == OUT_NONE) {
        CHECK((failures == 0U) && (g_told == 0U));
    } else {
        CHECK(rounds > 0U);
        CHECK(g_told > 0U);
        CHECK((failures > 0U) == (row->outcome == OUT_ERROR));
    }
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
 * @verifies RF-CORE-320 RF-PORT-350 RF-PORT-351 RF-IPC-300
 */
static void refused_calls_are_told(void **state)
{
    uint32_t failed = 0U;
    const char *const only = getenv("RINGFENCE_TEST_CALL");

    (void)state;
    for (size_t begin = 0U; begin < COUNT_OF(g_rows); begin += AT_ONCE) {
        pid_t children[AT_ONCE] = {0};

        for (size_t i = 0U; (i < AT_ONCE) && ((begin + i) < COUNT_OF(g_rows)); i++) {
            g_row = &g_rows[begin + i];
            if (((only == NULL) || (strcmp(only, g_row->call) == 0)) &&
                (!is_taken_by_tool(g_row))) {
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

static const Row g_few = {"", -1, -1, "", OUT_ERROR, false, true};
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
                                       peers_test(stream_goes_on_unwoken),
                                       peers_test(event_that_is_not_told_is_late),
                                       peers_test(refused_calls_are_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
