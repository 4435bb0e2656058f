/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kill.c
 * Kills a process at each point of a session, and looks at what the other one makes of it.
 *
 * A point is the entry or the end of a function of the library: all of it is compiled with
 * -finstrument-functions. With --steps a process ends up to so many instructions behind the point:
 * the processor traps behind each of them (x86-64). For each point and each role, two processes play a session, and one of
 * them kills itself with SIGKILL when it gets there. The other one must see that its peer is gone,
 * or come to the end; it must give everything back; and with a new peer it must then play a whole
 * session, over the endpoint that it kept open or over one that it opens anew.
 *
 * Usage: kill [--from N] [--every N] [--workers N] [--steps N]: every Nth point (1) from the Nth on (1), in so many processes
 * at a time (1), up to N instructions behind each (at the point itself). --names NAME: endpoints NAME_a_0, NAME_a_1, and
 * for the second process NAME_b_0, NAME_b_1 (nvscisync). --kind N: the Nth kind of sessions alone.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "session.h"

/** Seconds that one point may take until it counts as a hang. */
#define POINT_SECONDS 120
/** Channels: a worker has one. */
#define WORKERS_MAX 2U

/** What the processes of a point share. */
typedef struct {
    /** Points that the counting session had. */
    _Atomic uint64_t points;
    /** The victim is dead. */
    atomic_uint peer_dead;
    /** Never set: who plays with a survivor waits for it. */
    atomic_uint never;
    /** The survivor is through with its first session. */
    atomic_uint first_over;
    /** The new peer is there. */
    atomic_uint go;
} Shared;

static Shared *g_shared;
static unsigned int g_worker;
/** What the processes play. */
static uint32_t g_kind;
/** The first point. */
static uint64_t g_from = 1U;
/** Kinds that are played, from that one on. */
static uint32_t g_kinds = UINT32_MAX;
/** What the names of the endpoints begin with. */
static const char *g_names = "nvscisync";

/* ---------------------------------------------------------------- points */

/** Points that this process has passed; the one at which it ends. */
static _Atomic uint64_t g_passed;
static uint64_t g_target;
static atomic_int g_counts;

/** Instructions behind a point at most; 0: at the point itself. */
static uint64_t g_steps_max;
/** Instructions that this process has left; 0: it does not count them. */
static volatile uint64_t g_steps_left;

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

static void end_here(void)
{
    (void)kill(getpid(), SIGKILL);
}

#if defined(__x86_64__)
/** The processor trapped behind an instruction. */
static void count_step(int number)
{
    (void)number;
    g_steps_left--;
    if (g_steps_left == 0U) {
        end_here();
    }
}

/** Ends the process so many instructions further on. */
static void end_behind(uint64_t steps)
{
    const struct sigaction action = {.sa_handler = count_step};
    sigset_t traps;

    /* Threads of the library have all signals blocked. */
    (void)sigemptyset(&traps);
    (void)sigaddset(&traps, SIGTRAP);
    (void)pthread_sigmask(SIG_UNBLOCK, &traps, NULL);
    (void)sigaction(SIGTRAP, &action, NULL);
    g_steps_left = steps;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\t"
                     "lea 128(%%rsp), %%rsp"
                     :
                     :
                     : "cc", "memory");
}
#else
static void end_behind(uint64_t steps)
{
    (void)steps;
    (void)fprintf(stderr, "kill: --steps needs x86-64\n");
    _exit(1);
}
#endif

/** The same number for the same point in each run, spread over 1 to g_steps_max. */
static uint64_t steps_behind(uint64_t point)
{
    return 1U + (((point * 0x9E3779B97F4A7C15ULL) >> 32U) % g_steps_max);
}

static void pass_point(void)
{
    if ((atomic_load_explicit(&g_counts, memory_order_relaxed) != 0) &&
        ((atomic_fetch_add_explicit(&g_passed, 1U, memory_order_relaxed) + 1U) == g_target)) {
        if (g_steps_max == 0U) {
            end_here();
        } else {
            end_behind(steps_behind(g_target));
        }
    }
}

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)function;
    (void)site;
    pass_point();
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
    pass_point();
}

/* ---------------------------------------------------------------- processes */

static const char *name_of(Role role)
{
    static char name[NVSCIIPC_MAX_ENDPOINT_NAME];

    (void)snprintf(name, sizeof(name), "%s_%c_%d", g_names, (g_worker == 0U) ? 'a' : 'b',
                   (int)role);
    return name;
}

static unsigned int open_files(void)
{
    DIR *const directory = opendir("/proc/self/fd");
    unsigned int count = 0U;

    while ((directory != NULL) && (readdir(directory) != NULL)) {
        count++;
    }
    (void)closedir(directory);
    return count;
}

/** A process that plays one session and perhaps does not live to its end. */
static void play_victim(Role role, uint64_t target)
{
    Line line = {.peer_dead = &g_shared->never};
    End end = END_WRONG;

    g_target = target;
    atomic_store(&g_counts, 1);
    if (line_open(name_of(role), &line)) {
        end = session_run(role, g_kind, &line);
        line_close(&line);
    }
    atomic_store(&g_counts, 0);
    if (end != END_COMPLETE) {
        (void)fprintf(stderr, "kill: a session in which nobody dies ended with %d\n", (int)end);
    }
    atomic_store(&g_shared->points, atomic_load(&g_passed));
    _exit((end == END_COMPLETE) ? 0 : 1);
}

/** Waits for the new peer. */
static void await_go(void)
{
    while (atomic_load(&g_shared->go) == 0U) {
        const struct timespec pause = {0, 200000};

        (void)nanosleep(&pause, NULL);
    }
    atomic_store(&g_shared->peer_dead, 0U);
}

/** A process that plays with one that dies, and then with one that lives. */
static void play_survivor(Role role, bool keeps)
{
    Line line = {.peer_dead = &g_shared->peer_dead};
    const unsigned int files = open_files();
    bool good = line_open(name_of(role), &line);
    const End first = good ? session_run(role, g_kind, &line) : END_WRONG;

    good = (first != END_WRONG);
    if (good && (first != END_WAITS)) {
        good = session_left_nothing(1U);
        if (!keeps) {
            line_close(&line);
            good = good && session_left_nothing(0U);
        }
    }
    atomic_store(&g_shared->first_over, good ? 1U : 2U);
    if (good) {
        await_go();
        good = line.open || line_open(name_of(role), &line);
    }
    if (good) {
        const End second = session_run(role, g_kind, &line);

        good = (second == END_COMPLETE);
        if (!good) {
            (void)fprintf(stderr, "kill: the sessions ended with %d and %d\n", (int)first,
                          (int)second);
        }
    }
    line_close(&line);
    good = good && session_left_nothing(0U);
    if (good && (open_files() != files)) {
        (void)fprintf(stderr, "kill: descriptors are left open\n");
        good = false;
    }
    _exit(good ? 0 : 1);
}

/** Waits until the survivor is through with its first session. False: it failed or hangs. */
static bool await_first(void)
{
    const time_t limit = time(NULL) + POINT_SECONDS;

    while ((atomic_load(&g_shared->first_over) == 0U) && (time(NULL) < limit)) {
        const struct timespec pause = {0, 100000};

        (void)nanosleep(&pause, NULL);
    }
    return atomic_load(&g_shared->first_over) == 1U;
}

/** Waits for a process to end. Gives its status; -1: it hangs. */
static int await_end(pid_t process)
{
    const time_t limit = time(NULL) + POINT_SECONDS;
    int status = -1;
    pid_t ended = 0;

    while ((ended == 0) && (time(NULL) < limit)) {
        const struct timespec pause = {0, 200000};

        ended = waitpid(process, &status, WNOHANG);
        if (ended == 0) {
            (void)nanosleep(&pause, NULL);
        }
    }
    if (ended != process) {
        (void)kill(process, SIGKILL);
        (void)waitpid(process, NULL, 0);
        status = -1;
    }
    return status;
}

static bool ended_well(int status)
{
    return (status != -1) && WIFEXITED(status) && (WEXITSTATUS(status) == 0);
}

/** Says whether a process ended itself. While signals are blocked, as where a thread is made, a trap
 * ends it. */
static bool was_killed(int status)
{
    return (status != -1) && WIFSIGNALED(status) &&
           ((WTERMSIG(status) == SIGKILL) ||
            ((g_steps_max > 0U) && (WTERMSIG(status) == SIGTRAP)));
}

/** Plays one point. `reached`: the victim got there. */
static bool play_point(Role victim_role, uint64_t target, bool *reached)
{
    const Role survivor_role = (victim_role == ROLE_SIGNALER) ? ROLE_WAITER : ROLE_SIGNALER;
    pid_t survivor = 0;
    pid_t victim = 0;
    pid_t fresh = 0;
    int status = 0;
    int survivor_status = 0;
    bool good = true;

    atomic_store(&g_shared->peer_dead, 0U);
    atomic_store(&g_shared->go, 0U);
    atomic_store(&g_shared->first_over, 0U);
    survivor = fork();
    if (survivor == 0) {
        play_survivor(survivor_role, session_shares_line(g_kind) && ((target % 2U) == 0U));
    }
    victim = fork();
    if (victim == 0) {
        play_victim(victim_role, target);
    }
    status = await_end(victim);
    *reached = was_killed(status);
    good = *reached || ended_well(status);
    atomic_store(&g_shared->peer_dead, 1U);
    good = await_first() && good;
    if (good) {
        fresh = fork();
        if (fresh == 0) {
            play_victim(victim_role, 0U);
        }
        atomic_store(&g_shared->go, 1U);
    } else {
        (void)kill(survivor, SIGKILL);
    }
    survivor_status = await_end(survivor);
    status = good ? await_end(fresh) : 0;
    if ((!good) || (!ended_well(survivor_status)) || (!ended_well(status))) {
        (void)fprintf(stderr, "kill: %s, role %d killed at point %llu: survivor %x, new peer %x\n",
                      session_name(g_kind), (int)victim_role, (unsigned long long)target,
                      (unsigned int)survivor_status, (unsigned int)status);
        good = false;
    }
    return good;
}

/** Points of a session in which nobody dies. */
static uint64_t count_points(Role role)
{
    bool reached = false;

    return play_point(role, 0U, &reached) ? atomic_load(&g_shared->points) : 0U;
}

/** All points of one role that fall to this worker. */
static int play_role(Role role, uint64_t every, unsigned int workers)
{
    const uint64_t points = count_points(role);
    uint64_t kills = 0U;
    int failed = (points == 0U) ? 1 : 0;

    for (uint64_t n = g_from + (every * g_worker); (n <= points) && (failed == 0);
         n += every * workers) {
        bool reached = false;

        if (!play_point(role, n, &reached)) {
            failed = 1;
        }
        kills += reached ? 1U : 0U;
    }
    (void)printf("worker %u, %s, %s: %llu points in a session, killed at %llu of them\n",
                 g_worker, session_name(g_kind), (role == ROLE_SIGNALER) ? "signaler" : "waiter", (unsigned long long)points,
                 (unsigned long long)kills);
    (void)fflush(stdout);
    if ((kills == 0U) && (failed == 0)) {
        (void)fprintf(stderr, "kill: nobody was killed: is the library instrumented?\n");
        failed = 1;
    }
    return failed;
}

static void run_worker(unsigned int worker, uint64_t every, unsigned int workers)
{
    int failed = 0;

    g_worker = worker;
    g_shared = mmap(NULL, sizeof(*g_shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                    -1, 0);
    if (g_shared == MAP_FAILED) {
        _exit(1);
    }
    for (uint32_t i = 0U; (i < g_kinds) && (failed == 0) && (session_name(g_kind) != NULL); i++) {
        failed = play_role(ROLE_SIGNALER, every, workers);
        failed += play_role(ROLE_WAITER, every, workers);
        g_kind++;
    }
    _exit((failed == 0) ? 0 : 1);
}

static unsigned int number_of(const char *text)
{
    char *end = NULL;
    const unsigned long number = strtoul(text, &end, 10);

    if ((*end != '\0') || (number == 0UL) || (number > 1000000UL)) {
        (void)fprintf(stderr, "kill: not a number from 1 to 1000000: %s\n", text);
        exit(2);
    }
    return (unsigned int)number;
}

int main(int argc, char *argv[])
{
    uint64_t every = 1U;
    unsigned int workers = 1U;
    pid_t process[WORKERS_MAX] = {0};
    int failed = 0;

    for (int i = 1; (i + 1) < argc; i += 2) {
        if (strcmp(argv[i], "--from") == 0) {
            g_from = number_of(argv[i + 1]);
        } else if (strcmp(argv[i], "--every") == 0) {
            every = number_of(argv[i + 1]);
        } else if (strcmp(argv[i], "--workers") == 0) {
            workers = number_of(argv[i + 1]);
        } else if (strcmp(argv[i], "--steps") == 0) {
            g_steps_max = number_of(argv[i + 1]);
        } else if (strcmp(argv[i], "--kind") == 0) {
            g_kind = number_of(argv[i + 1]) - 1U;
            g_kinds = 1U;
        } else if (strcmp(argv[i], "--names") == 0) {
            g_names = argv[i + 1];
        } else {
            (void)fprintf(stderr,
                          "usage: kill [--from N] [--every N] [--workers N] [--steps N] [--names NAME] [--kind N]\n");
            return 2;
        }
    }
    if (workers > WORKERS_MAX) {
        workers = WORKERS_MAX;
    }
    for (unsigned int i = 0U; i < workers; i++) {
        process[i] = fork();
        if (process[i] == 0) {
            run_worker(i, every, workers);
        }
    }
    for (unsigned int i = 0U; i < workers; i++) {
        int status = 0;

        (void)waitpid(process[i], &status, 0);
        failed += ended_well(status) ? 0 : 1;
    }
    return (failed == 0) ? 0 : 1;
}
