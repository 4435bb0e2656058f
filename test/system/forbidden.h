/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file forbidden.h
 * A process that may take nothing: the system traps each call that would give memory, addresses,
 * files or sockets, in all its threads, and the functions of the heap are those here, for all
 * libraries of the process.
 */
#ifndef RINGFENCE_TEST_FORBIDDEN_H
#define RINGFENCE_TEST_FORBIDDEN_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "instrumented.h"
#include "peers.h"

/** Functions that were called, by their rows of the table of admissions; all processes share it. */
#define ROWS_MAX 512U

static bool *g_called;
/** Whether this process may take nothing, and what it took nevertheless. */
static volatile sig_atomic_t g_forbids;
static volatile sig_atomic_t g_taken = -1;
static const char *volatile g_heap_call;

/* ---------------------------------------------------------------- what is forbidden */

#if !IS_INSTRUMENTED
static void note_heap(const char *name)
{
    if (g_forbids != 0) {
        g_heap_call = name;
    }
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    note_heap("malloc");
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    note_heap("calloc");
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    note_heap("realloc");
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    note_heap("memalign");
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    note_heap("aligned_alloc");
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    note_heap("posix_memalign");
    *to = __libc_memalign(alignment, size);
    return (*to == NULL) ? ENOMEM : 0;
}
#endif

/** A call that is forbidden: it is noted, and refused. A thread that blocks signals, as those of
 * engines do, ends the process instead. */
static void on_call(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    g_taken = info->si_syscall;
#if defined(__x86_64__)
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
#elif defined(__i386__)
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EAX] = -EPERM;
#elif defined(__aarch64__)
    ((ucontext_t *)context)->uc_mcontext.regs[0] = (unsigned long long)-EPERM;
#else
    (void)context;
#endif
}

/* On 32 bits the C library maps by the call that counts pages. */
#ifdef SYS_mmap2
#define CALL_OF_MMAP SYS_mmap2
#else
#define CALL_OF_MMAP SYS_mmap
#endif

#define TRAP(number)                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP)

/** From now on, in all threads: a mapping goes over addresses that are held, and nothing is made.
 */
static void forbid(void)
{
    static struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        TRAP(SYS_memfd_create),
        TRAP(SYS_fallocate),
        TRAP(SYS_ftruncate),
        TRAP(SYS_openat),
#ifdef SYS_open
        TRAP(SYS_open),
#endif
        TRAP(SYS_socket),
        TRAP(SYS_socketpair),
        TRAP(SYS_brk),
        TRAP(SYS_mremap),
        TRAP(SYS_eventfd2),
        TRAP(SYS_epoll_create1),
        TRAP(SYS_pipe2),
        TRAP(SYS_clone),
        TRAP(SYS_clone3),
        TRAP(SYS_shmget),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CALL_OF_MMAP, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[3])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_FIXED, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {(unsigned short)COUNT_OF(filter), filter};
    struct sigaction action;

    (void)memset(&action, 0, sizeof(action));
    action.sa_sigaction = on_call;
    action.sa_flags = SA_SIGINFO;
    CHECK(sigaction(SIGSYS, &action, NULL) == 0);
    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    /* The threads that work for this one are under it too. */
    CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0);
    g_forbids = 1;
}

/** Ends a process whose function took something. */
static void check_nothing_taken(const char *function)
{
    if ((g_taken >= 0) || (g_heap_call != NULL)) {
        (void)fprintf(stderr, "%s made system call %d, heap: %s\n", function, (int)g_taken,
                      (g_heap_call != NULL) ? g_heap_call : "-");
        _exit(1);
    }
}

/** Notes that a function was called. */
static void note_call(const char *name)
{
    RingfenceAdmission row;
    bool found = false;

    for (size_t i = 0U;
         (i < ROWS_MAX) && (!found) && (RingfenceGetAdmission(i, &row) == NvSciError_Success);
         i++) {
        found = (strcmp(row.function, name) == 0);
        g_called[i] = g_called[i] || found;
    }
    if (!found) {
        (void)fprintf(stderr, "%s is no function\n", name);
        _exit(1);
    }
    check_nothing_taken(name);
}

/** Calls a function of RUNTIME; whatever it says, it takes nothing. */
#define TRY(name, call)                                                                            \
    do {                                                                                           \
        (void)(call);                                                                              \
        note_call(name);                                                                           \
    } while (0)

/** A filter that lets all pass proves nothing. */
static void prove_the_trap(void)
{
    CHECK(mmap(NULL, 4096U, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    CHECK(g_taken == CALL_OF_MMAP);
    g_taken = -1;
    {
        void *volatile heap = malloc(16U);

        free(heap);
    }
    CHECK(g_heap_call != NULL);
    g_heap_call = NULL;
    /* Of another library. */
    {
        char *volatile copy = strdup("taken");

        free(copy);
    }
    CHECK(g_heap_call != NULL);
    g_heap_call = NULL;
}

/** Begins RUNTIME. What instruments a program takes memory of its own: nothing is trapped there. */
static void begin_runtime(void)
{
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    if (!IS_INSTRUMENTED) {
        forbid();
        prove_the_trap();
    }
}

/** Ends a test of such processes: where nothing was trapped, it has shown nothing. */
static void end_forbidden(void)
{
    if (IS_INSTRUMENTED) {
        print_message("nothing is trapped under a sanitizer, and where lines are counted\n");
        skip();
    }
}

/** Whether all functions were called that RUNTIME admits and that belong here. */
static uint32_t functions_not_called(bool (*belongs)(const RingfenceAdmission *row))
{
    uint32_t missing = 0U;
    RingfenceAdmission row;

    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        const bool admits = ((row.phases & (uint32_t)RINGFENCE_PHASE_RUNTIME) != 0U);

        assert_true(i < ROWS_MAX);
        if (admits && (!g_called[i]) && belongs(&row)) {
            print_error("%s was not called\n", row.function);
            missing++;
        }
    }
    return missing;
}

/** Functions that were called are noted by all processes. */
static bool share_notes(void)
{
    g_called = mmap(NULL, ROWS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return g_called != MAP_FAILED;
}

#endif
