/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file main.c
 * Frames go through NvSciStreams to consumers of the CPU and of CUDA, in one process or in several.
 * Each consumer compares each byte. show.h has the stream.
 *
 * Each process of a stream is a child of this one, which calls neither CUDA nor the library.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ringfence.h"
#include "show.h"

#define FRAMES       300U
#define FRAMES_QUICK 40U
/** Bytes of a frame. */
#define BYTES       (4U << 20U)
#define BYTES_QUICK (1U << 20U)
/** Seconds after which a process ends whatever it waits for. */
#define SECONDS_MAX 240U
/** Processes of a stream at most. */
#define PROCESSES 3U
/** Bytes of the name of a space of endpoints. */
#define NAME_MAX_BYTES 17

static const ShowPlan g_plans[] = {
    {"CPU camera    -> multicast -> CPU consumer, CUDA consumer",
     1U,
     3U,
     {{false, 1U}, {false, 1U}, {true, 1U}},
     false},
    {"CUDA producer -> multicast -> CPU consumer, CUDA consumer",
     1U,
     3U,
     {{true, 1U}, {false, 1U}, {true, 1U}},
     false},
    {"1: CUDA producer -> 2: CUDA consumer, memory of the GPU",
     2U,
     2U,
     {{true, 1U}, {true, 2U}},
     true},
    {"1: CUDA producer -> 2: CUDA consumer, memory of the CPU",
     2U,
     2U,
     {{true, 1U}, {true, 2U}},
     false},
    {"1: CPU camera    -> multicast -> 1: CUDA consumer, 2: CPU consumer",
     2U,
     3U,
     {{false, 1U}, {true, 1U}, {false, 2U}},
     false},
    {"1: CUDA producer -> multicast -> 1: CPU consumer, 2: CUDA consumer",
     2U,
     3U,
     {{true, 1U}, {false, 1U}, {true, 2U}},
     false},
    {"1: CPU camera    -> multicast -> 2: CPU consumer, 3: CUDA consumer",
     3U,
     3U,
     {{false, 1U}, {false, 2U}, {true, 3U}},
     false},
    {"1: CUDA producer -> multicast -> 2: CUDA consumer, 3: CUDA consumer, memory of the GPU",
     3U,
     3U,
     {{true, 1U}, {true, 2U}, {true, 3U}},
     true}};

/** What the user asked for. */
typedef struct {
    bool quick;
    uint32_t processes;
    /** The process that ends itself; 0: none. */
    uint32_t kill;
} Options;

/* ---------------------------------------------------------------- a process of a stream */

/** What waits in the driver can be ended in no other way. */
static void give_up(int number)
{
    static const char text[] = "stream: the frames do not come to an end\n";

    (void)number;
    (void)!write(STDERR_FILENO, text, sizeof(text) - 1U);
    _exit(EXIT_FAILURE);
}

static bool go_to(RingfencePhase phase)
{
    return OK(RingfenceAdvancePhase(phase));
}

/** All of one process. */
static bool run_process(Show *show, ShowResult *results)
{
    bool good = show_open(show, results) && go_to(RINGFENCE_PHASE_RUNTIME) && show_play(show);

    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        good = go_to(RINGFENCE_PHASE_DEINIT) && good;
    }
    return show_close(show) && good;
}

/** Endpoints of these processes are for them alone, so another run has its own. */
static bool take_space(void)
{
    char space[NAME_MAX_BYTES];

    (void)snprintf(space, sizeof(space), "stream-%x", (unsigned int)getpid());
    return setenv("RINGFENCE_NVSCIIPC_SPACE", space, 0) == 0;
}

/** Starts a process; -1 if there is none. */
static pid_t start_process(Show *show, ShowResult *results)
{
    pid_t child = -1;

    /* What is in the buffers would be written by both. */
    (void)fflush(stdout);
    child = fork();
    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)signal(SIGALRM, give_up);
        (void)alarm(SECONDS_MAX);
        exit(run_process(show, results) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    if (child < 0) {
        (void)fprintf(stderr, "stream: fork: %s\n", strerror(errno));
    }
    return child;
}

/* ---------------------------------------------------------------- a stream */

/** Waits for the end of a process, and says how it ended unless it ended well. */
static bool ended_well(pid_t child, uint32_t number)
{
    int status = 0;
    pid_t found = -1;

    do {
        found = waitpid(child, &status, 0);
    } while ((found < 0) && (errno == EINTR));
    if (WIFSIGNALED(status)) {
        (void)fprintf(stderr, "stream: process %u was ended by signal %d\n", number,
                      WTERMSIG(status));
    }
    return (found == child) && WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS);
}

/** A line for a stream whose ends did all that they should. */
static void report(const ShowPlan *plan, const Show *show, const ShowResult *results)
{
    uint64_t checked = 0U;
    double seconds = 0.0;

    for (uint32_t i = 0U; i < plan->ends; i++) {
        checked += results[i].checked;
        seconds = (results[i].seconds > seconds) ? results[i].seconds : seconds;
    }
    (void)printf("%s: %u frames of %llu bytes, %.1f frames per second, %llu bytes checked\n",
                 plan->text, show->frames, (unsigned long long)show->bytes,
                 (double)show->frames / seconds, (unsigned long long)checked);
    (void)fflush(stdout);
}

/** Runs all processes of a stream. */
static bool run_stream(const ShowPlan *plan, const Options *options, ShowResult *results)
{
    pid_t children[PROCESSES];
    bool well[PROCESSES];
    Show show;
    bool good = true;

    (void)memset(results, 0, SHOW_ENDS * sizeof(results[0]));
    (void)memset(&show, 0, sizeof(show));
    show.plan = plan;
    show.bytes = options->quick ? BYTES_QUICK : BYTES;
    show.frames = options->quick ? FRAMES_QUICK : FRAMES;
    for (uint32_t i = 0U; i < plan->processes; i++) {
        show.process = i + 1U;
        show.dies = (options->kill == show.process);
        children[i] = start_process(&show, results);
    }
    for (uint32_t i = 0U; i < plan->processes; i++) {
        well[i] = (children[i] > 0) && ended_well(children[i], i + 1U);
        good = well[i] && good;
    }
    for (uint32_t i = 0U; (i < plan->processes) && (!good); i++) {
        if (well[i]) {
            (void)fprintf(stderr, "stream: process %u: all %u frames went through, none is wrong\n",
                          i + 1U, show.frames);
        }
    }
    if (good) {
        report(plan, &show, results);
    } else {
        (void)fprintf(stderr, "stream: %s: failed\n", plan->text);
    }
    return good;
}

/* ---------------------------------------------------------------- all of them */

/** A number from 1 to PROCESSES, of one digit. */
static bool read_number(const char *text, uint32_t *number)
{
    const bool good = (text != NULL) && (text[0] > '0') &&
                      (text[0] <= (char)('0' + (int)PROCESSES)) && (text[1] == '\0');

    *number = good ? (uint32_t)(text[0] - '0') : 0U;
    return good;
}

static bool read_options(int count, char *const arguments[], Options *options)
{
    bool good = true;

    options->quick = false;
    options->processes = 1U;
    options->kill = 0U;
    for (int i = 1; (i < count) && good; i++) {
        if (strcmp(arguments[i], "--quick") == 0) {
            options->quick = true;
        } else if (strcmp(arguments[i], "--procs") == 0) {
            i++;
            good = read_number(arguments[i], &options->processes);
        } else if (strcmp(arguments[i], "--kill") == 0) {
            i++;
            good = read_number(arguments[i], &options->kill);
        } else {
            good = false;
        }
    }
    return good && (options->kill <= options->processes);
}

/** Runs all streams that have as many processes; each shares results with this one. */
static bool run_all(const Options *options)
{
    ShowResult *const results = mmap(NULL, SHOW_ENDS * sizeof(results[0]), PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const bool ready = (results != MAP_FAILED) && take_space();
    bool good = ready;

    for (size_t i = 0U; (i < (sizeof(g_plans) / sizeof(g_plans[0]))) && ready; i++) {
        if (g_plans[i].processes == options->processes) {
            good = run_stream(&g_plans[i], options, results) && good;
        }
    }
    if (!ready) {
        (void)fprintf(stderr, "stream: %s\n", strerror(errno));
    }
    return good;
}

int main(int argc, char *argv[])
{
    Options options;
    bool good = read_options(argc, argv, &options);

    if (good) {
        good = run_all(&options);
    } else {
        (void)fprintf(stderr, "Usage: %s [--quick] [--procs 1|2|3] [--kill PROCESS]\n", argv[0]);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
