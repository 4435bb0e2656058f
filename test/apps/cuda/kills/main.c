/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file main.c
 * Processes are killed while a kernel of theirs runs. For each length of the kernel there are
 *
 * - producers: a kernel writes a frame, then the point of its fence; consumers of the CPU and of
 *   CUDA in this process wait for it, and ask again until the process is gone and some time longer.
 *   All answers must be one, and a frame that is taken must be whole.
 * - consumers that may write: a kernel writes to the packet that its process holds, or has released
 *   with a fence. No packet that this process gets back may be written to afterwards.
 *
 * This process goes through the phases with a new stream for each kill; the one that is killed is
 * this program, started anew.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "kernels.h"
#include "ringfence.h"
#include "show.h"

#define KILLS       200U
#define KILLS_QUICK 10U
#define SECONDS     540.0
#define WORDS       4096U
#define BYTES       (WORDS * sizeof(uint32_t))
/** Seconds that are watched behind the end of the process. */
#define AFTER_S 0.03
/** Frames before the one of the kill, at most. */
#define BEFORE 4
/** What this process writes into a packet that it got back. */
#define MINE           0x5A5A5A5AU
#define ENDPOINT_SPACE 17

static const uint32_t g_lengths[] = {200U, 1000U, 4000U, 12000U};

static const ShowPlan g_producer_dies = {
    "a producer is killed", 2U, 3U, {{true, 2U}, {false, 1U}, {true, 1U}}, false};
static const ShowPlan g_consumer_dies = {
    "a consumer is killed", 2U, 2U, {{false, 1U}, {true, 2U}}, false};

/** What was seen of all kills of a row. */
typedef struct {
    uint32_t kills;
    uint32_t broken;
    /** First answers, and those that differ from them. */
    uint32_t success;
    uint32_t refused;
    uint32_t changed;
    /** Waits of CUDA that were enqueued when a wait of the CPU had been refused. */
    uint32_t enqueued;
    /** Frames that were taken and are not whole. */
    uint32_t torn;
    /** Packets that came back and whose fences were reached, those of them that were written to
     * later, and packets whose fences were refused: the producer had them before the end. */
    uint32_t back;
    uint32_t dirty;
    uint32_t given_up;
    /** Writes that came when the process was gone, and behind the first refusal. */
    uint32_t late;
    uint32_t after_refusal;
    /** Longest times from the kill, milliseconds: first answer, last write, packet back. */
    double answer_ms;
    double write_ms;
    double back_ms;
    /** From the kill until the descriptor of the process is readable. */
    double gone_least_ms;
    double gone_most_ms;
} Row;

/** One kill. */
typedef struct {
    Show show;
    ShowResult results[SHOW_ENDS];
    pid_t victim;
    int process;
    double start;
    double gone;
    double last_write;
    double refused_at;
    NvSciError answer;
    bool answered;
} Kill;

static double ms_since(const Kill *kill)
{
    return (clock_seconds() - kill->start) * 1000.0;
}

static bool go_to(RingfencePhase phase)
{
    return OK(RingfenceAdvancePhase(phase));
}

static bool next_packet(const ShowEnd *end)
{
    return show_event(end->block, NvSciStreamEventType_PacketReady);
}

/* ---------------------------------------------------------------- the process that is killed */

/** Draws frames until it is killed: one kernel at a time, behind it its point. */
static bool produce(Show *show, uint32_t us)
{
    ShowEnd *const end = &show->ends[0];
    bool good = true;

    for (uint32_t frame = 1U; good; frame++) {
        NvSciStreamCookie cookie = 1U;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        good = next_packet(end) && OK(NvSciStreamProducerPacketGet(end->block, &cookie)) &&
               interop_check(
                   kernels_slow(end->mapped[cookie - 1U].pointer, WORDS, frame, us, end->stream),
                   "slow kernel") &&
               interop_check(interop_signal(end->signal, &fence, end->stream), "signal") &&
               OK(NvSciStreamBlockPacketFenceSet(end->block, end->packets[cookie - 1U],
                                                 SHOW_ELEMENT, &fence)) &&
               OK(NvSciStreamProducerPacketPresent(end->block, end->packets[cookie - 1U])) &&
               interop_check(cudaStreamSynchronize(end->stream), "cudaStreamSynchronize");
        NvSciSyncFenceClear(&fence);
    }
    return good;
}

/** Writes to each packet that comes until it is killed; every other one is released at once, with a
 * fence of the kernel. */
static bool overwrite(Show *show, uint32_t us)
{
    ShowEnd *const end = &show->ends[0];
    bool good = true;

    for (uint32_t frame = 1U; good; frame++) {
        NvSciStreamCookie cookie = 1U;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        const bool waits = ((frame % 2U) == 0U);

        good = next_packet(end) && OK(NvSciStreamConsumerPacketAcquire(end->block, &cookie)) &&
               interop_check(
                   kernels_slow(end->mapped[cookie - 1U].pointer, WORDS, frame, us, end->stream),
                   "slow kernel") &&
               interop_check(interop_signal(end->signal, &fence, end->stream), "signal") &&
               ((!waits) || interop_check(cudaStreamSynchronize(end->stream), "synchronize")) &&
               OK(NvSciStreamBlockPacketFenceSet(end->block, end->packets[cookie - 1U],
                                                 SHOW_ELEMENT, &fence)) &&
               OK(NvSciStreamConsumerPacketRelease(end->block, end->packets[cookie - 1U]));
        NvSciSyncFenceClear(&fence);
    }
    return good;
}

static int be_victim(const ShowPlan *plan, uint32_t us)
{
    static Show show;
    static ShowResult results[SHOW_ENDS];
    bool good = false;

    show.plan = plan;
    show.process = 2U;
    show.bytes = BYTES;
    show.consumers_write = (plan == &g_consumer_dies);
    good = show_open(&show, results) && go_to(RINGFENCE_PHASE_RUNTIME);
    if (good) {
        good = (plan == &g_producer_dies) ? produce(&show, us) : overwrite(&show, us);
    }
    return EXIT_FAILURE;
}

static pid_t start_victim(const ShowPlan *plan, uint32_t us)
{
    char length[16];
    char self[] = "/proc/self/exe";
    char mark[] = "--victim";
    char producer[] = "producer";
    char consumer[] = "consumer";
    char *const arguments[] = {self, mark, (plan == &g_producer_dies) ? producer : consumer, length,
                               NULL};
    pid_t child = -1;

    (void)snprintf(length, sizeof(length), "%u", us);
    (void)fflush(stdout);
    child = vfork();
    if (child == 0) {
        (void)execv(self, arguments);
        _exit(EXIT_FAILURE);
    }
    return child;
}

/* ---------------------------------------------------------------- killing */

static bool open_kill(Kill *kill, const ShowPlan *plan, uint32_t us)
{
    (void)memset(kill, 0, sizeof(*kill));
    kill->process = -1;
    kill->show.plan = plan;
    kill->show.process = 1U;
    kill->show.bytes = BYTES;
    kill->show.consumers_write = (plan == &g_consumer_dies);
    kill->victim = start_victim(plan, us);
    if (kill->victim > 0) {
        kill->process = (int)syscall(SYS_pidfd_open, kill->victim, 0);
    }
    return (kill->process >= 0) && show_open(&kill->show, kill->results) &&
           go_to(RINGFENCE_PHASE_RUNTIME);
}

static void do_kill(Kill *kill, uint32_t us)
{
    (void)usleep((useconds_t)(rand() % (int)(us + 1000U)));
    kill->start = clock_seconds();
    (void)syscall(SYS_pidfd_send_signal, kill->process, SIGKILL, NULL, 0);
}

/** Notes whether the process is gone; says whether it is so for long enough. */
static bool is_over(Kill *kill)
{
    struct pollfd look = {.fd = kill->process, .events = POLLIN};

    if ((kill->gone == 0.0) && (poll(&look, 1U, 0) == 1)) {
        kill->gone = ms_since(kill);
    }
    return (kill->gone != 0.0) && (ms_since(kill) > (kill->gone + (AFTER_S * 1000.0)));
}

static void close_kill(Kill *kill, Row *row)
{
    int status = 0;

    if (kill->victim > 0) {
        (void)waitpid(kill->victim, &status, 0);
    }
    (void)close(kill->process);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        (void)go_to(RINGFENCE_PHASE_DEINIT);
    }
    (void)show_close(&kill->show);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        (void)go_to(RINGFENCE_PHASE_INIT);
    }
    row->kills++;
    row->write_ms = (kill->last_write > row->write_ms) ? kill->last_write : row->write_ms;
    row->gone_most_ms = (kill->gone > row->gone_most_ms) ? kill->gone : row->gone_most_ms;
    if ((row->gone_least_ms == 0.0) || (kill->gone < row->gone_least_ms)) {
        row->gone_least_ms = kill->gone;
    }
    if ((kill->gone != 0.0) && (kill->last_write > kill->gone)) {
        row->late++;
    }
    if ((kill->refused_at != 0.0) && (kill->last_write > kill->refused_at)) {
        row->after_refusal++;
    }
}

/* ---------------------------------------------------------------- a producer is killed */

/** The packet that is asked about, and its fences, of the CPU and of CUDA. */
typedef struct {
    volatile const uint32_t *words;
    uint32_t beat;
    uint32_t frame;
    /** Number of the packet at each consumer. */
    uint32_t packets[2];
    NvSciSyncFence cpu;
    NvSciSyncFence gpu;
    cudaStream_t asks;
} Asked;

static bool is_whole(const Asked *asked)
{
    bool whole = true;

    for (uint32_t i = 1U; i < WORDS; i++) {
        whole = whole && (asked->words[i] == asked->frame);
    }
    return whole;
}

/** An answer came: all are to be the first one. */
static void take_answer(Kill *kill, const Asked *asked, NvSciError answer, Row *row)
{
    if (!kill->answered) {
        kill->answered = true;
        kill->answer = answer;
        row->success += (answer == NvSciError_Success) ? 1U : 0U;
        row->refused += (answer == NvSciError_NoSuchProcess) ? 1U : 0U;
        row->answer_ms = (ms_since(kill) > row->answer_ms) ? ms_since(kill) : row->answer_ms;
        if (answer == NvSciError_NoSuchProcess) {
            kill->refused_at = ms_since(kill);
        }
    } else if (answer != kill->answer) {
        row->changed++;
    } else {
        /* It is the same. */
    }
    if ((answer == NvSciError_Success) && (!is_whole(asked))) {
        row->torn++;
    }
}

static void ask_cpu(Kill *kill, const Asked *asked, int64_t timeout_us, Row *row)
{
    const NvSciError answer = NvSciSyncFenceWait(&asked->cpu, kill->show.ends[0].wait, timeout_us);

    if (answer != NvSciError_Timeout) {
        take_answer(kill, asked, answer, row);
    }
}

/** A wait that is enqueued is no answer before the process is gone: the consumer of CUDA has an end
 * of its own to see, and what is enqueued until then is reported as a fault. */
static void ask_gpu(Kill *kill, const Asked *asked, Row *row)
{
    const cudaError_t error = interop_wait(kill->show.ends[1].others[0], &asked->gpu, asked->asks);

    if (error == cudaErrorExternalDevice) {
        (void)cudaGetLastError();
        take_answer(kill, asked, NvSciError_NoSuchProcess, row);
    } else if (error != cudaSuccess) {
        (void)fprintf(stderr, "kills: a wait of CUDA gives %s\n", cudaGetErrorName(error));
        row->broken++;
    } else if (kill->answered && (kill->answer == NvSciError_Success)) {
        /* It is the same. */
    } else if (kill->gone != 0.0) {
        take_answer(kill, asked, NvSciError_Success, row);
    } else {
        row->enqueued += kill->answered ? 1U : 0U;
    }
}

/** Both consumers take the next packet; the fences of it are kept. */
static bool take_frame(const Kill *kill, Asked *asked, uint32_t frame)
{
    const Show *const show = &kill->show;
    NvSciStreamCookie cookie = 1U;
    NvSciStreamCookie other = 1U;
    const bool good =
        next_packet(&show->ends[0]) && next_packet(&show->ends[1]) &&
        OK(NvSciStreamConsumerPacketAcquire(show->ends[0].block, &cookie)) &&
        OK(NvSciStreamConsumerPacketAcquire(show->ends[1].block, &other)) &&
        OK(NvSciStreamBlockPacketFenceGet(show->ends[0].block, show->ends[0].packets[cookie - 1U],
                                          0U, SHOW_ELEMENT, &asked->cpu)) &&
        OK(NvSciStreamBlockPacketFenceGet(show->ends[1].block, show->ends[1].packets[other - 1U],
                                          0U, SHOW_ELEMENT, &asked->gpu));
    const void *const words = show->ends[0].read[cookie - 1U];

    asked->words = words;
    asked->packets[0] = (uint32_t)cookie - 1U;
    asked->packets[1] = (uint32_t)other - 1U;
    asked->frame = frame;
    return good;
}

/** Frames that go through whole, before the one of the kill. */
static bool pass_frame(const Kill *kill, Asked *asked, uint32_t frame)
{
    const Show *const show = &kill->show;
    bool good = take_frame(kill, asked, frame) &&
                OK(NvSciSyncFenceWait(&asked->cpu, show->ends[0].wait, SHOW_PATIENCE_US));

    if (good && (!is_whole(asked))) {
        (void)fprintf(stderr, "kills: frame %u is not whole\n", frame);
        good = false;
    }
    for (uint32_t i = 0U; (i < 2U) && good; i++) {
        good = OK(NvSciStreamConsumerPacketRelease(show->ends[i].block,
                                                   show->ends[i].packets[asked->packets[i]]));
    }
    return good;
}

/** Asks until the process is gone for long enough. */
static void ask_on(Kill *kill, Asked *asked, Row *row)
{
    uint32_t turn = 0U;

    while ((!is_over(kill)) && (ms_since(kill) < 10000.0)) {
        if (asked->words[0] != asked->beat) {
            asked->beat = asked->words[0];
            kill->last_write = ms_since(kill);
        }
        if ((turn % 64U) == 0U) {
            ask_gpu(kill, asked, row);
        }
        ask_cpu(kill, asked, 0, row);
        turn++;
    }
    ask_cpu(kill, asked, 1000000, row);
    ask_gpu(kill, asked, row);
    if (cudaStreamSynchronize(asked->asks) != cudaSuccess) {
        row->broken++;
    }
}

static bool kill_producer(uint32_t us, Row *row)
{
    static Kill kill;
    const uint32_t before = (uint32_t)(rand() % BEFORE);
    Asked asked;
    bool good = open_kill(&kill, &g_producer_dies, us);

    (void)memset(&asked, 0, sizeof(asked));
    good = good && interop_check(cudaStreamCreateWithFlags(&asked.asks, cudaStreamNonBlocking),
                                 "cudaStreamCreateWithFlags");
    for (uint32_t i = 1U; (i <= before) && good; i++) {
        good = pass_frame(&kill, &asked, i);
    }
    good = good && take_frame(&kill, &asked, before + 1U);
    if (good) {
        ask_gpu(&kill, &asked, row);
    }
    do_kill(&kill, us);
    if (good) {
        ask_on(&kill, &asked, row);
    } else {
        row->broken++;
    }
    NvSciSyncFenceClear(&asked.cpu);
    NvSciSyncFenceClear(&asked.gpu);
    if (asked.asks != NULL) {
        (void)cudaStreamDestroy(asked.asks);
    }
    close_kill(&kill, row);
    return good;
}

/* ---------------------------------------------------------------- a consumer is killed */

/** Packets that came back behind the kill, as bits, and those whose fences are asked. */
typedef struct {
    uint32_t asked;
    NvSciSyncFence fences[SHOW_PACKETS];
    uint32_t mine;
    uint32_t dirty;
    uint32_t beats[SHOW_PACKETS];
} Back;

static bool present(const ShowEnd *end, uint32_t p)
{
    return OK(NvSciStreamProducerPacketPresent(end->block, end->packets[p]));
}

/** Presents packets; one whose fence is refused, or still pending, is left alone. */
static bool feed(Kill *kill, double seconds)
{
    const ShowEnd *const end = &kill->show.ends[0];
    const double until = clock_seconds() + seconds;
    bool good = true;

    while ((clock_seconds() < until) && good) {
        NvSciStreamEventType event = NvSciStreamEventType_Error;
        const NvSciError status = NvSciStreamBlockEventQuery(end->block, 1000, &event);
        NvSciStreamCookie cookie = 1U;

        if (status == NvSciError_Success) {
            NvSciSyncFence fence = NvSciSyncFenceInitializer;

            good = show_is(event, NvSciStreamEventType_PacketReady) &&
                   OK(NvSciStreamProducerPacketGet(end->block, &cookie)) &&
                   OK(NvSciStreamBlockPacketFenceGet(end->block, end->packets[cookie - 1U], 0U,
                                                     SHOW_ELEMENT, &fence)) &&
                   OK(NvSciSyncFenceWait(&fence, end->wait, SHOW_PATIENCE_US)) &&
                   present(end, (uint32_t)cookie - 1U);
            NvSciSyncFenceClear(&fence);
        }
    }
    return good;
}

/** A packet is free, and this process writes to it. */
static void write_packet(const Kill *kill, Back *back, uint32_t p, Row *row)
{
    void *const bytes = kill->show.ends[0].written[p];
    uint32_t *const words = bytes;

    for (uint32_t i = 0U; i < WORDS; i++) {
        words[i] = MINE;
    }
    back->mine |= 1U << p;
    row->back++;
    row->back_ms = (ms_since(kill) > row->back_ms) ? ms_since(kill) : row->back_ms;
}

/** Takes what comes back, and its fence. */
static void take_back(const Kill *kill, Back *back)
{
    const ShowEnd *const end = &kill->show.ends[0];
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciStreamCookie cookie = 1U;

    if ((NvSciStreamBlockEventQuery(end->block, 0, &event) == NvSciError_Success) &&
        (event == NvSciStreamEventType_PacketReady) &&
        (NvSciStreamProducerPacketGet(end->block, &cookie) == NvSciError_Success) &&
        OK(NvSciStreamBlockPacketFenceGet(end->block, end->packets[cookie - 1U], 0U, SHOW_ELEMENT,
                                          &back->fences[cookie - 1U]))) {
        back->asked |= 1U << (uint32_t)(cookie - 1U);
    }
}

/** Writes to the packets whose fences are reached; leaves those alone whose fences are refused. */
static void use_back(const Kill *kill, Back *back, Row *row)
{
    for (uint32_t p = 0U; p < SHOW_PACKETS; p++) {
        const uint32_t bit = 1U << p;

        if ((back->asked & bit) != 0U) {
            const NvSciError status =
                NvSciSyncFenceWait(&back->fences[p], kill->show.ends[0].wait, 0);

            if (status == NvSciError_Success) {
                write_packet(kill, back, p, row);
            } else if (status != NvSciError_Timeout) {
                row->given_up++;
            } else {
                continue;
            }
            back->asked &= ~bit;
            NvSciSyncFenceClear(&back->fences[p]);
        }
    }
}

/** Looks for writes to all packets: to those that came back, and to others. */
static void look_at_packets(Kill *kill, Back *back)
{
    for (uint32_t p = 0U; p < SHOW_PACKETS; p++) {
        void *const bytes = kill->show.ends[0].written[p];
        volatile const uint32_t *const words = bytes;
        const uint32_t bit = 1U << p;
        const uint32_t beat = words[0];

        if ((back->mine & bit) != 0U) {
            if ((beat != MINE) || (words[WORDS / 4U] != MINE) || (words[WORDS - 1U] != MINE)) {
                back->dirty |= bit;
            }
        }
        if ((beat != back->beats[p]) && (beat != MINE)) {
            back->beats[p] = beat;
            kill->last_write = ms_since(kill);
        }
    }
}

static bool kill_consumer(uint32_t us, Row *row)
{
    static Kill kill;
    Back back;
    bool good = open_kill(&kill, &g_consumer_dies, us) &&
                feed(&kill, 0.002 + ((double)(us * (uint32_t)(rand() % 4)) * 1.0e-6));

    (void)memset(&back, 0, sizeof(back));
    do_kill(&kill, us);
    for (uint32_t p = 0U; (p < SHOW_PACKETS) && good; p++) {
        void *const bytes = kill.show.ends[0].written[p];
        volatile const uint32_t *const words = bytes;

        back.beats[p] = words[0];
    }
    while (good && (!is_over(&kill)) && (ms_since(&kill) < 10000.0)) {
        take_back(&kill, &back);
        use_back(&kill, &back, row);
        look_at_packets(&kill, &back);
    }
    for (uint32_t p = 0U; p < SHOW_PACKETS; p++) {
        row->dirty += (back.dirty >> p) & 1U;
        NvSciSyncFenceClear(&back.fences[p]);
    }
    row->broken += good ? 0U : 1U;
    close_kill(&kill, row);
    return good;
}

/* ---------------------------------------------------------------- all of them */

static void print_row(const char *what, uint32_t us, const Row *row)
{
    (void)printf(
        "| %s | %.1f | %u | %u | %u | %u | %u | %u | %u | %u | %u | %u | %u | %u | %.1f | %.1f "
        "| %.1f | %.1f to %.1f |\n",
        what, (double)us / 1000.0, row->kills, row->broken, row->success, row->refused,
        row->changed, row->torn, row->enqueued, row->back, row->dirty, row->given_up,
        row->after_refusal, row->late, row->answer_ms, row->write_ms, row->back_ms,
        row->gone_least_ms, row->gone_most_ms);
    (void)fflush(stdout);
}

static void print_head(void)
{
    (void)printf(
        "| killed | kernel ms | kills | broken | first answer Success | NoSuchProcess | answers "
        "that changed | torn frames taken | waits enqueued behind a refusal | packets back, fence "
        "reached | of these written later | packets whose fence was refused | kills with "
        "writes behind the refusal | behind the end of the process | last first answer ms | last "
        "write ms | last packet back ms | process gone ms |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

/** All kills of one length and kind, as far as the time goes. */
static bool run_row(bool producers, uint32_t us, uint32_t kills, double until)
{
    Row row;
    bool good = true;

    (void)memset(&row, 0, sizeof(row));
    for (uint32_t i = 0U; (i < kills) && (row.broken < 5U) && (clock_seconds() < until); i++) {
        (void)(producers ? kill_producer(us, &row) : kill_consumer(us, &row));
    }
    good = (row.broken == 0U) && (row.changed == 0U) && (row.torn == 0U) && (row.dirty == 0U) &&
           (row.late == 0U);
    print_row(producers ? "producer" : "consumer", us, &row);
    return good;
}

static bool run_all(uint32_t kills, double seconds)
{
    const size_t count = sizeof(g_lengths) / sizeof(g_lengths[0]);
    const double start = clock_seconds();
    char space[ENDPOINT_SPACE];
    bool good = true;

    (void)snprintf(space, sizeof(space), "kills-%x", (unsigned int)getpid());
    (void)setenv("RINGFENCE_NVSCIIPC_SPACE", space, 0);
    srand(7U);
    print_head();
    /* Each row has its share of the time. */
    for (size_t i = 0U; i < (2U * count); i++) {
        const double until = start + ((seconds * (double)(i + 1U)) / (double)(2U * count));

        good = run_row((i % 2U) == 0U, g_lengths[i / 2U], kills, until) && good;
    }
    (void)printf("%s\n", good ? "all answers are final, and no packet was written to by the dead"
                              : "failed");
    return good;
}

int main(int argc, char *argv[])
{
    uint32_t kills = KILLS;
    double seconds = SECONDS;
    int status = EXIT_FAILURE;

    if ((argc == 4) && (strcmp(argv[1], "--victim") == 0)) {
        const bool producer = (strcmp(argv[2], "producer") == 0);

        status = be_victim(producer ? &g_producer_dies : &g_consumer_dies,
                           (uint32_t)strtoul(argv[3], NULL, 10));
    } else {
        if ((argc > 1) && (strcmp(argv[1], "--quick") == 0)) {
            kills = KILLS_QUICK;
        } else if (argc > 2) {
            kills = (uint32_t)strtoul(argv[1], NULL, 10);
            seconds = strtod(argv[2], NULL);
        } else {
            /* All of it. */
        }
        status = run_all(kills, seconds) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return status;
}
