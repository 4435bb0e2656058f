/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file channels.c
 * Messages between two processes, by channels and by other ways: how long one takes, and how many
 * there are in a second.
 *
 * Usage: channels [quick]. Prints tables of Markdown. All cells of a round are measured one after
 * another; a figure is the median of the rounds. Each message has a number, which the other side
 * looks at; with a copy, all its bytes are copied, in place, none.
 */
#define _GNU_SOURCE

#include <mqueue.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "channels.h"
#include "nvsciipc.h"
#include "ringfence.h"

#define SIZES      5U
#define WAYS_MAX   7U
#define ROUNDS_MAX 9U
/** Messages of a round, and those that do not count. */
#define TURNS  4000U
#define STREAM 40000U
#define WARM   500U
/** Seconds after which a run that hangs is ended. */
#define HANG_SECONDS 600U
#define NS_PER_S     1e9

static const size_t g_sizes[SIZES] = {64U, 256U, 1024U, 4096U, MESSAGE_MAX};

/** What both processes share. */
typedef struct {
    _Atomic uint32_t arrived;
    _Atomic uint32_t failed;
} Shared;

static Shared *g_shared;
static End g_end;

/* ---------------------------------------------------------------- Ringfence */

static NvSciIpcEndpoint g_endpoint;
static int32_t g_descriptor;

static bool is_good(NvSciError status)
{
    return status == NvSciError_Success;
}

static bool ours_join(End *end)
{
    uint32_t events = 0U;
    bool good = is_good(NvSciIpcInit());

    good = good && is_good(NvSciIpcOpenEndpoint((end->index == 0U) ? "ipc_test_0" : "ipc_test_1",
                                                &g_endpoint));
    good = good && is_good(NvSciIpcGetLinuxEventFd(g_endpoint, &g_descriptor)) &&
           is_good(NvSciIpcResetEndpointSafe(g_endpoint));
    while (good && ((events & NV_SCI_IPC_EVENT_CONN_EST) == 0U)) {
        struct pollfd entry = {g_descriptor, POLLIN, 0};

        good = is_good(NvSciIpcGetEventSafe(g_endpoint, &events));
        if ((events & NV_SCI_IPC_EVENT_CONN_EST) == 0U) {
            (void)poll(&entry, 1U, 1000);
        }
    }
    return good && is_good(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
}

/** Sleeps until the endpoint has news. */
static bool ours_sleep(void)
{
    struct pollfd entry = {g_descriptor, POLLIN, 0};
    uint32_t events = 0U;
    bool good = is_good(NvSciIpcGetEventSafe(g_endpoint, &events));

    if (good && ((events & (NV_SCI_IPC_EVENT_READ | NV_SCI_IPC_EVENT_CONN_RESET)) == 0U)) {
        good = (poll(&entry, 1U, -1) == 1);
    }
    return good;
}

static bool ours_send(End *end)
{
    uint32_t bytes = 0U;
    NvSciError status = NvSciError_InsufficientMemory;

    end->sent++;
    (void)memcpy(end->bytes, &end->sent, sizeof(end->sent));
    while (status == NvSciError_InsufficientMemory) {
        status = NvSciIpcWriteSafe(g_endpoint, end->bytes, (uint32_t)end->size, &bytes);
    }
    return is_good(status);
}

static bool is_next(End *end, const void *bytes)
{
    uint64_t number = 0U;

    (void)memcpy(&number, bytes, sizeof(number));
    end->received++;
    return number == end->received;
}

static bool ours_receive(End *end)
{
    uint32_t bytes = 0U;
    NvSciError status = NvSciError_InsufficientMemory;

    while (status == NvSciError_InsufficientMemory) {
        status = NvSciIpcReadSafe(g_endpoint, end->bytes, (uint32_t)end->size, &bytes);
    }
    return is_good(status) && is_next(end, end->bytes);
}

static bool ours_receive_asleep(End *end)
{
    uint32_t bytes = 0U;
    NvSciError status = NvSciError_InsufficientMemory;
    bool good = true;

    while (good && (status == NvSciError_InsufficientMemory)) {
        status = NvSciIpcReadSafe(g_endpoint, end->bytes, (uint32_t)end->size, &bytes);
        if (status == NvSciError_InsufficientMemory) {
            good = ours_sleep();
        }
    }
    return good && is_good(status) && is_next(end, end->bytes);
}

static bool ours_send_in_place(End *end)
{
    volatile void *frame = NULL;
    NvSciError status = NvSciError_InsufficientMemory;

    while (status == NvSciError_InsufficientMemory) {
        status = NvSciIpcWriteGetNextFrame(g_endpoint, &frame);
    }
    if (is_good(status)) {
        end->sent++;
        *(volatile uint64_t *)frame = end->sent;
        status = NvSciIpcWriteAdvance(g_endpoint);
    }
    return is_good(status);
}

static bool ours_receive_in_place(End *end)
{
    const volatile void *frame = NULL;
    NvSciError status = NvSciError_InsufficientMemory;
    bool good = false;

    while (status == NvSciError_InsufficientMemory) {
        status = NvSciIpcReadGetNextFrame(g_endpoint, &frame);
    }
    if (is_good(status)) {
        end->received++;
        good = (*(const volatile uint64_t *)frame == end->received) &&
               is_good(NvSciIpcReadAdvance(g_endpoint));
    }
    return good;
}

static void ours_leave(End *end)
{
    (void)end;
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    (void)NvSciIpcCloseEndpointSafe(g_endpoint, false);
    NvSciIpcDeinit();
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_INIT);
}

/* ---------------------------------------------------------------- of the system */

/** Reading and writing descriptor of each end. */
static int g_read[2];
static int g_write[2];

static bool pipe_open(uint32_t run, size_t size)
{
    int there[2] = {-1, -1};
    int back[2] = {-1, -1};
    const bool good = (pipe(there) == 0) && (pipe(back) == 0);

    (void)run;
    (void)size;
    g_read[0] = back[0];
    g_write[0] = there[1];
    g_read[1] = there[0];
    g_write[1] = back[1];
    return good;
}

static bool socket_open(uint32_t run, size_t size)
{
    int ends[2] = {-1, -1};
    const bool good = (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);

    (void)run;
    (void)size;
    g_read[0] = ends[0];
    g_write[0] = ends[0];
    g_read[1] = ends[1];
    g_write[1] = ends[1];
    return good;
}

static bool bytes_send(End *end)
{
    size_t done = 0U;
    ssize_t count = 1;

    end->sent++;
    (void)memcpy(end->bytes, &end->sent, sizeof(end->sent));
    while ((done < end->size) && (count > 0)) {
        count = write(g_write[end->index], &end->bytes[done], end->size - done);
        done += (count > 0) ? (size_t)count : 0U;
    }
    return done == end->size;
}

static bool bytes_receive(End *end)
{
    size_t done = 0U;
    ssize_t count = 1;

    while ((done < end->size) && (count > 0)) {
        count = read(g_read[end->index], &end->bytes[done], end->size - done);
        done += (count > 0) ? (size_t)count : 0U;
    }
    return (done == end->size) && is_next(end, end->bytes);
}

/** In each process: closes what both have. The first process keeps nothing for the next run. */
static void bytes_leave(End *end)
{
    for (uint32_t i = 0U; i < 2U; i++) {
        (void)close(g_read[i]);
        (void)close(g_write[i]);
    }
    (void)end;
}

static mqd_t g_queue[2];

static bool queue_open(uint32_t run, size_t size)
{
    struct mq_attr attr = {.mq_maxmsg = 10, .mq_msgsize = (long)size};
    bool good = true;

    for (uint32_t i = 0U; i < 2U; i++) {
        char name[64];

        (void)snprintf(name, sizeof(name), "/ringfence_%d_%u_%u", (int)getpid(), run, i);
        g_queue[i] = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attr);
        good = good && (g_queue[i] != (mqd_t)-1);
        (void)mq_unlink(name);
    }
    return good;
}

static bool queue_send(End *end)
{
    end->sent++;
    (void)memcpy(end->bytes, &end->sent, sizeof(end->sent));
    return mq_send(g_queue[end->index], (const char *)end->bytes, end->size, 0U) == 0;
}

static bool queue_receive(End *end)
{
    const ssize_t count = mq_receive(g_queue[1U - end->index], (char *)end->bytes, end->size, NULL);

    return (count == (ssize_t)end->size) && is_next(end, end->bytes);
}

static void queue_leave(End *end)
{
    (void)end;
    (void)mq_close(g_queue[0]);
    (void)mq_close(g_queue[1]);
}

static const Way g_ways[] = {
    {"Ringfence, in place, polling", NULL, ours_join, ours_send_in_place, ours_receive_in_place,
     ours_leave},
    {"Ringfence, copies, polling", NULL, ours_join, ours_send, ours_receive, ours_leave},
    {"Ringfence, copies, asleep", NULL, ours_join, ours_send, ours_receive_asleep, ours_leave},
    {"pipe", pipe_open, NULL, bytes_send, bytes_receive, bytes_leave},
    {"socketpair", socket_open, NULL, bytes_send, bytes_receive, bytes_leave},
    {"POSIX message queue", queue_open, NULL, queue_send, queue_receive, queue_leave},
};

/* ---------------------------------------------------------------- a run */

/** What a run gave. */
typedef struct {
    double one_way_ns;
    double per_second;
} Result;

static int by_size(const void *left, const void *right)
{
    const double difference = *(const double *)left - *(const double *)right;

    return (difference > 0.0) - (difference < 0.0);
}

/** Waits until both processes are here, or one has failed. */
static bool meet(uint32_t count)
{
    (void)atomic_fetch_add(&g_shared->arrived, 1U);
    while ((atomic_load(&g_shared->arrived) < count) && (atomic_load(&g_shared->failed) == 0U)) {
        (void)usleep(100U);
    }
    return atomic_load(&g_shared->failed) == 0U;
}

/** There and back, one message at a time. Half of the median of all. */
static bool play_turns(const Way *way, End *end, uint32_t turns, double *one_way_ns)
{
    static double samples[TURNS];
    bool good = true;

    for (uint32_t i = 0U; (i < (turns + WARM)) && good; i++) {
        const uint64_t start = bench_now();

        good = (end->index == 0U) ? (way->send(end) && way->receive(end))
                                  : (way->receive(end) && way->send(end));
        if (i >= WARM) {
            samples[i - WARM] = (double)(bench_now() - start);
        }
    }
    qsort(samples, turns, sizeof(samples[0]), by_size);
    *one_way_ns = samples[turns / 2U] / 2.0 * NS_PER_S / bench_ticks_per_second();
    return good;
}

/** All in one direction; the last one is answered. */
static bool play_stream(const Way *way, End *end, uint32_t count, double *per_second)
{
    const uint64_t start = bench_now();
    bool good = true;

    for (uint32_t i = 0U; (i < count) && good; i++) {
        good = (end->index == 0U) ? way->send(end) : way->receive(end);
    }
    good = good && ((end->index == 0U) ? way->receive(end) : way->send(end));
    *per_second = (double)count * bench_ticks_per_second() / (double)(bench_now() - start);
    return good;
}

static bool play(const Way *way, End *end, uint32_t part, Result *result)
{
    bool good = ((way->join == NULL) || way->join(end)) && meet(2U);

    good = good && play_turns(way, end, TURNS / part, &result->one_way_ns) &&
           play_stream(way, end, STREAM / part, &result->per_second);
    if (!good) {
        atomic_store(&g_shared->failed, 1U);
    }
    good = meet(4U) && good;
    way->leave(end);
    return good;
}

/** Two processes, each on its CPU. */
static bool run(const Way *way, size_t size, uint32_t part, const Cpus *cpus, Result *result)
{
    static uint32_t number;
    int status = 1;
    bool good = false;
    pid_t child = -1;

    number++;
    g_end.run = number;
    g_end.size = size;
    g_end.sent = 0U;
    g_end.received = 0U;
    g_end.index = 0U;
    atomic_store(&g_shared->arrived, 0U);
    atomic_store(&g_shared->failed, 0U);
    good = (way->open == NULL) || way->open(number, size);
    /* A process of its own for each side: what a library keeps ends with it. */
    child = good ? fork() : -1;
    if (child == 0) {
        const pid_t other = fork();

        g_end.index = (other == 0) ? 1U : 0U;
        (void)alarm(HANG_SECONDS);
        good = (other >= 0) && bench_pin(cpus->cpu[g_end.index], cpus->cpu[g_end.index]) &&
               play(way, &g_end, part, result);
        if (other > 0) {
            good = (waitpid(other, &status, 0) == other) && (status == 0) && good;
        }
        _exit(good ? 0 : 1);
    }
    if (way->leave == bytes_leave) {
        bytes_leave(&g_end);
    } else if (way->leave == queue_leave) {
        queue_leave(&g_end);
    } else {
        /* The parent has nothing. */
    }
    return (child > 0) && (waitpid(child, &status, 0) == child) && (status == 0);
}

/* ---------------------------------------------------------------- the tables */

static double g_one_way[WAYS_MAX][SIZES][ROUNDS_MAX];
static double g_per_second[WAYS_MAX][SIZES][ROUNDS_MAX];
static bool g_works[WAYS_MAX][SIZES];

static double median(double samples[ROUNDS_MAX], uint32_t count)
{
    qsort(samples, count, sizeof(samples[0]), by_size);
    return samples[count / 2U];
}

static void print_table(const char *title, const Way *const *ways, uint32_t count,
                        double figures[WAYS_MAX][SIZES][ROUNDS_MAX], uint32_t rounds)
{
    (void)printf("\n%s\n\n| way |", title);
    for (uint32_t i = 0U; i < SIZES; i++) {
        (void)printf(" %u |", (unsigned int)g_sizes[i]);
    }
    (void)printf("\n|---|---|---|---|---|---|\n");
    for (uint32_t way = 0U; way < count; way++) {
        (void)printf("| %s |", ways[way]->name);
        for (uint32_t i = 0U; i < SIZES; i++) {
            if (g_works[way][i]) {
                (void)printf(" %.0f |", median(figures[way][i], rounds));
            } else {
                (void)printf(" - |");
            }
        }
        (void)printf("\n");
    }
}

int main(int argc, char **argv)
{
    const bool quick = (argc > 1) && (strcmp(argv[1], "quick") == 0);
    const uint32_t rounds = quick ? 3U : ROUNDS_MAX;
    Result *const result =
        mmap(NULL, sizeof(Result), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const Way *ways[WAYS_MAX];
    uint32_t count = 0U;
    Cpus cpus;

    g_shared =
        mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bench_clock_begin();
    bench_cpus_choose(&cpus);
    if (cpus.cpu[0] == cpus.cpu[1]) {
        (void)printf("channels: left out, as there is one CPU\n");
        return 0;
    }
    for (uint32_t i = 0U; i < (sizeof(g_ways) / sizeof(g_ways[0])); i++) {
        ways[count] = &g_ways[i];
        count++;
    }
    if ((way_iceoryx != NULL) && (getenv("RINGFENCE_BENCH_ROUDI") != NULL)) {
        ways[count] = way_iceoryx;
        count++;
    }
    for (uint32_t round = 0U; round < rounds; round++) {
        for (uint32_t way = 0U; way < count; way++) {
            for (uint32_t i = 0U; i < SIZES; i++) {
                const bool works = run(ways[way], g_sizes[i], quick ? 10U : 1U, &cpus, result);

                g_works[way][i] = works && ((round == 0U) || g_works[way][i]);
                g_one_way[way][i][round] = result->one_way_ns;
                g_per_second[way][i][round] = result->per_second / 1000.0;
            }
        }
    }
    print_table("One message, nanoseconds from one process to the other, by its bytes", ways, count,
                g_one_way, rounds);
    print_table("Thousands of messages in a second, one direction, by their bytes", ways, count,
                g_per_second, rounds);
    return g_works[0][0] ? 0 : 1;
}
