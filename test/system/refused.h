/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refused.h
 * A system call that is refused, by a filter of system calls, to a program of a test.
 *
 * The filter asks a thread of the test for each call of one kind. The thread refuses the n-th of
 * them, or all from one on, and lets the others pass.
 */
#ifndef RINGFENCE_TEST_REFUSED_H
#define RINGFENCE_TEST_REFUSED_H

#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "peers.h"
#include "port/atomic.h"

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
    /** Its name, also in a fault. */
    const char *call;
    Outcome outcome;
    /** What is not given back when it is refused may be left. */
    bool leaves;
    /** What makes it; NULL: the program does. */
    void (*makes)(void);
} Row;

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

/** Where functions of the C library begin that make calls. */
static uint64_t g_syscall_place;
static uint64_t g_sigmask_place;

/** Where a function of the C library begins. A sanitizer may stand before it. */
static inline uint64_t place_of(const char *function)
{
    void *const library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    void *const place = dlsym((library != NULL) ? library : RTLD_DEFAULT, function);

    CHECK(place != NULL);
    return (uint64_t)(uintptr_t)place;
}

/** Says whether the function of the C library that begins at a place makes a call. */
static inline bool is_made_at(const struct seccomp_notif *asked, uint64_t place)
{
    const uint64_t at = asked->data.instruction_pointer;

    return (at >= place) && (at < (place + 160U));
}

/** Says whether the call is the library's. The C library makes many of futex by itself, and ends
 * the process when one fails; it masks signals around a thread that it makes, and goes on without.
 */
static inline bool is_of_library(const struct seccomp_notif *asked)
{
    bool is = true;

    if (asked->data.nr == SYS_futex) {
        is = is_made_at(asked, g_syscall_place);
    } else if (asked->data.nr == SYS_rt_sigprocmask) {
        is = is_made_at(asked, g_sigmask_place);
    } else {
        /* All are. */
    }
    return is;
}

static inline bool is_to_refuse(const struct seccomp_notif *asked)
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
static inline void note_close(const struct seccomp_notif *asked, bool refuses)
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
static inline void *answer(void *context)
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
static inline void filter_calls(const Row *row)
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
    g_syscall_place = place_of("syscall");
    g_sigmask_place = place_of("pthread_sigmask");
    CHECK(pthread_create(&thread, NULL, answer, NULL) == 0);
    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    listener =
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    CHECK(listener >= 0);
    port_store32(&g_listener, (uint32_t)listener + 1U);
}

/* ---------------------------------------------------------------- what comes */

/** Names the space of addresses of a program: others run at the same time, and what could not be
 * closed keeps its address. */
static inline void name_space(void)
{
    static uint32_t round = 0U;
    char space[16] = "";

    round++;
    (void)snprintf(space, sizeof(space), "r%x-%x", (unsigned)getpid(), round);
    CHECK(setenv("RINGFENCE_NVSCIIPC_SPACE", space, 1) == 0);
}

/** Errors of functions since the call was refused. */
static uint32_t g_failures;

static inline RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    CHECK(RingfenceGetLastFault(&fault) == NvSciError_Success);
    return fault;
}

/** Says whether a fault names the refused call. A thread that cannot be made says so, whatever of
 * it the system refused. */
static inline bool names_call(const RingfenceFault *fault)
{
    const bool is_thread = (fault->kind == RINGFENCE_FAULT_CALL_REFUSED) &&
                           (strcmp(fault->limit, "pthread_create") == 0);

    return is_thread ||
           ((fault->kind == RINGFENCE_FAULT_CALL_REFUSED) &&
            (strcmp(fault->limit, g_row->call) == 0) && (fault->asked == port_load32(&g_errno)));
}

/** Looks at a function that failed. */
static inline void judge(NvSciError status, const char *what)
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

#endif /* RINGFENCE_TEST_REFUSED_H */
