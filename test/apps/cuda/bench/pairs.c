/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pairs. Where two streams are measured, one waits at a gate until all is enqueued, so that
 * what is timed is the streams alone; CUDA events of the first stream take the time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_cuda.h"
#include "check.h"
#include "interop.h"
#include "kernels.h"
#include "ringfence.h"

/** Samples that one mechanism takes before it is the turn of the next. */
#define BLOCK 100U
/** Calls that are timed one by one before the streams are let go. */
#define CALLS 25U
/** Nanoseconds in which a stream comes to its wait, before the CPU signals. */
#define SETTLE_NS 15000U
#define NANO      1e9

/** Words of the common memory: gates of the two processes, then those of lines. */
#define WORD_GATE   0U
#define WORD_GATE_2 1U
#define WORD_LINES  2U

/** What process 2 is told. */
typedef enum { ORDER_OPEN = 1, ORDER_RUN = 2, ORDER_CLOSE = 3, ORDER_END = 4 } OrderKind;

typedef struct {
    uint32_t order;
    uint32_t pair;
    uint32_t kind;
    uint32_t count;
} Order;

/** A pair that is open: a line in each direction for each mechanism. */
typedef struct {
    Bench *bench;
    PairName name;
    bool has[KINDS];
    Line line[KINDS][2];
    cudaStream_t stream[2];
    int device[2];
    cudaEvent_t begin;
    cudaEvent_t end;
    uint64_t gate;
} OpenPair;

_Static_assert((CALLS <= EVENTS) && (HOPS <= EVENTS), "events");
_Static_assert((WORD_LINES + (WORDS_OF_KIND * (uint32_t)KINDS)) <= 64U, "words");

static const char who[] = "bench";

static bool with_peer(PairName name)
{
    return (name == PAIR_PROCESSES) || (name == PAIR_PROCESSES_BARE) ||
           (name == PAIR_SIGNAL_PEER) || (name == PAIR_WAIT_PEER);
}

/**
 * Something to do between a wait and a signal: a kernel that does nothing. Without it CUDA leaves
 * events out that have nothing to stand behind.
 */
static bool work(const OpenPair *pair, uint32_t end)
{
    bool good = true;

    if (pair->device[0] != pair->device[1]) {
        (void)cudaSetDevice(pair->device[end]);
    }
    if (pair->name != PAIR_PROCESSES_BARE) {
        good = interop_check(kernels_nothing(pair->stream[end]), "empty kernel");
    }
    return good;
}

/** Which mechanisms a pair is measured with. */
static void choose_kinds(PairName name, bool has[KINDS])
{
    const bool peer = with_peer(name);

    has[KIND_OURS] = true;
    has[KIND_MEMOPS] = true;
    has[KIND_EVENTS] = !peer;
    has[KIND_IPC_EVENTS] = peer;
    has[KIND_TWO] = (name == PAIR_SIGNAL_PEER) || (name == PAIR_PROCESSES_BARE);
    has[KIND_ASKED] = (name == PAIR_SIGNAL_PEER) || (name == PAIR_SIGNAL_CPU);
}

/** Ends of the line in a direction, as this process sees them. */
static Ends ends_of(const Bench *bench, PairName name, uint32_t direction)
{
    Ends ends = ENDS_STREAMS;

    if (with_peer(name)) {
        const bool first = (bench->peer->self == PROCESS_FIRST);

        ends = (first == (direction == 0U)) ? ENDS_TO_PEER : ENDS_FROM_PEER;
    } else if ((name == PAIR_CPU) || (name == PAIR_SIGNAL_CPU) || (name == PAIR_WAIT_CPU)) {
        ends = (direction == 0U) ? ENDS_CPU_TO_GPU : ENDS_GPU_TO_CPU;
    } else {
        /* Streams of one process. */
    }
    return ends;
}

/** Opens a pair, in both processes where there are two, and goes to RUNTIME. */
static bool open_pair(OpenPair *pair, Bench *bench, PairName name)
{
    const int other = (name == PAIR_DEVICES) ? 1 : 0;
    bool good = true;

    (void)memset(pair, 0, sizeof(*pair));
    pair->bench = bench;
    pair->name = name;
    pair->device[1] = other;
    pair->stream[0] = bench->stream[0][0];
    pair->stream[1] = bench->stream[other][1];
    choose_kinds(name, pair->has);
    for (uint32_t kind = 0U; (kind < (uint32_t)KINDS) && good; kind++) {
        for (uint32_t i = 0U; (i < 2U) && good && pair->has[kind]; i++) {
            good = line_open(&pair->line[kind][i], bench, (Kind)kind, ends_of(bench, name, i),
                             pair->device[i], pair->device[1U - i], WORD_LINES + i);
        }
    }
    pair->has[KIND_IPC_EVENTS] = pair->has[KIND_IPC_EVENTS] && (!bench->no_ipc_events);
    return good && interop_check(cudaSetDevice(0), "cudaSetDevice") &&
           interop_check(cudaEventCreate(&pair->begin), "cudaEventCreate") &&
           interop_check(cudaEventCreate(&pair->end), "cudaEventCreate") &&
           (check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), who,
                       "RingfenceAdvancePhase") == NvSciError_Success);
}

static void close_pair(OpenPair *pair)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        (void)check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), who,
                         "RingfenceAdvancePhase");
    }
    for (uint32_t kind = 0U; kind < (uint32_t)KINDS; kind++) {
        line_close(&pair->line[kind][0]);
        line_close(&pair->line[kind][1]);
    }
    (void)cudaEventDestroy(pair->begin);
    (void)cudaEventDestroy(pair->end);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        (void)check_call(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), who, "RingfenceAdvancePhase");
    }
}

/** Holds a stream of the first device until open_gate(). */
static bool close_gate(OpenPair *pair, cudaStream_t stream, uint32_t word)
{
    pair->gate += 1U;
    pair->gate = (atomic_load(&pair->bench->common->word[word][0]) >= pair->gate)
                     ? (atomic_load(&pair->bench->common->word[word][0]) + 1U)
                     : pair->gate;
    return gate_wait(pair->bench, word, stream, 0, pair->gate);
}

static void open_gate(const OpenPair *pair, uint32_t word)
{
    gate_open(pair->bench, word, pair->gate);
}

/* ---------------------------------------------------------------- CPU and GPU */

static void settle(void)
{
    const uint64_t end = bench_now() + SETTLE_NS;

    while (bench_now() < end) {
        /* The stream is on its way to the wait. */
    }
}

/** CPU to GPU to CPU by fences: the CPU signals, the stream waits and signals, the CPU waits. */
static bool trip_ours(OpenPair *pair, double *sample)
{
    Line *const there = &pair->line[KIND_OURS][0];
    Line *const back = &pair->line[KIND_OURS][1];
    Token to = {0};
    Token from = {0};
    uint64_t start = 0U;
    NvSciError status = check_call(NvSciSyncObjGenerateFence(there->object, &to.fence), who,
                                   "NvSciSyncObjGenerateFence");
    bool good = (status == NvSciError_Success) && line_wait(there, pair->stream[0], &to) &&
                work(pair, 0U) && line_signal(back, pair->stream[0], &from);

    settle();
    start = bench_now();
    if (good) {
        status = NvSciSyncObjSignal(there->object);
        status = (status == NvSciError_Success)
                     ? NvSciSyncFenceWait(&from.fence, pair->bench->wait, PATIENCE_US)
                     : status;
        *sample = (double)(bench_now() - start);
        good = (check_call(status, who, "round trip") == NvSciError_Success);
    }
    line_drop(&to);
    line_drop(&from);
    return good;
}

/** The same with words of memory that the CPU writes and reads. */
static bool trip_memops(OpenPair *pair, double *sample)
{
    Line *const there = &pair->line[KIND_MEMOPS][0];
    Line *const back = &pair->line[KIND_MEMOPS][1];
    Token to = {0};
    Token from = {0};
    uint64_t start = 0U;
    bool good = false;

    there->value += 1U;
    to.value = there->value;
    good = line_wait(there, pair->stream[0], &to) && work(pair, 0U) &&
           line_signal(back, pair->stream[0], &from);
    settle();
    start = bench_now();
    if (good) {
        atomic_store(there->word, to.value);
        while ((atomic_load(back->word) < from.value) && ((bench_now() - start) < PATIENCE_NS)) {
            /* It comes. */
        }
        *sample = (double)(bench_now() - start);
        good = (atomic_load(back->word) >= from.value);
    }
    return good;
}

/** A CPU cannot signal an event: it enqueues the work when it is ready, and looks at an event. */
static bool trip_events(OpenPair *pair, double *sample)
{
    Token token = {0};
    const uint64_t start = bench_now();
    Line *const line = &pair->line[KIND_EVENTS][1];
    bool good = work(pair, 0U) && line_signal(line, pair->stream[0], &token);

    while (good && (cudaEventQuery(line->event[token.value]) == cudaErrorNotReady) &&
           ((bench_now() - start) < PATIENCE_NS)) {
        /* It comes. */
    }
    *sample = (double)(bench_now() - start);
    return good;
}

static bool trip(OpenPair *pair, Kind kind, double *sample)
{
    bool good = false;

    if (kind == KIND_OURS) {
        good = trip_ours(pair, sample);
    } else if (kind == KIND_MEMOPS) {
        good = trip_memops(pair, sample);
    } else {
        good = trip_events(pair, sample);
    }
    return good;
}

/* ---------------------------------------------------------------- streams */

/** Enqueues one round trip of two streams of this process. */
static bool enqueue_trip(OpenPair *pair, Kind kind, Token token[2])
{
    Line *const there = &pair->line[kind][0];
    Line *const back = &pair->line[kind][1];

    return work(pair, 0U) && line_signal(there, pair->stream[0], &token[0]) &&
           line_wait(there, pair->stream[1], &token[0]) && work(pair, 1U) &&
           line_signal(back, pair->stream[1], &token[1]) &&
           line_wait(back, pair->stream[0], &token[1]);
}

/** One round trip with the other process; this one begins. */
static bool enqueue_with_peer(OpenPair *pair, Kind kind, Token token[2])
{
    Line *const there = &pair->line[kind][0];
    Line *const back = &pair->line[kind][1];

    return work(pair, 0U) && line_signal(there, pair->stream[0], &token[0]) &&
           line_send(there, &token[0]) && line_take(back, &token[1]) &&
           line_wait(back, pair->stream[0], &token[1]);
}

/** The other process's part of it. */
static bool answer_peer(OpenPair *pair, Kind kind)
{
    Line *const there = &pair->line[kind][0];
    Line *const back = &pair->line[kind][1];
    Token token[2] = {{0}, {0}};
    const bool good = line_take(there, &token[0]) && line_wait(there, pair->stream[0], &token[0]) &&
                      work(pair, 0U) && line_signal(back, pair->stream[0], &token[1]) &&
                      line_send(back, &token[1]);

    line_drop(&token[0]);
    line_drop(&token[1]);
    return good;
}

/** Takes the time of HOPS round trips, and gives that of one. */
static bool hops(OpenPair *pair, Kind kind, double *sample)
{
    Token token[HOPS][2];
    float milliseconds = 0.0F;
    bool good = close_gate(pair, pair->stream[0], WORD_GATE) &&
                interop_check(cudaSetDevice(0), "cudaSetDevice") &&
                interop_check(cudaEventRecord(pair->begin, pair->stream[0]), "cudaEventRecord");

    (void)memset(token, 0, sizeof(token));
    for (uint32_t i = 0U; (i < HOPS) && good; i++) {
        good = with_peer(pair->name) ? enqueue_with_peer(pair, kind, token[i])
                                     : enqueue_trip(pair, kind, token[i]);
    }
    good = good && interop_check(cudaSetDevice(0), "cudaSetDevice") &&
           interop_check(cudaEventRecord(pair->end, pair->stream[0]), "cudaEventRecord");
    settle();
    open_gate(pair, WORD_GATE);
    good = good && stream_finish(pair->stream[0]) &&
           interop_check(cudaEventElapsedTime(&milliseconds, pair->begin, pair->end),
                         "cudaEventElapsedTime");
    for (uint32_t i = 0U; i < HOPS; i++) {
        line_drop(&token[i][0]);
        line_drop(&token[i][1]);
    }
    *sample = ((double)milliseconds * 1e6) / HOPS;
    return good;
}

/* ---------------------------------------------------------------- calls */

/** Times CALLS signals one by one, each behind a kernel; nothing holds them up. */
static bool time_signals(OpenPair *pair, Kind kind, double sample[CALLS])
{
    /* The line that this process's stream signals. */
    const bool cpu = (pair->name == PAIR_SIGNAL_CPU);
    Line *const line = &pair->line[kind][cpu ? 1 : 0];
    Token token[CALLS];
    bool good = true;

    (void)memset(token, 0, sizeof(token));
    for (uint32_t i = 0U; (i < CALLS) && good; i++) {
        uint64_t start = 0U;

        good = work(pair, 0U);
        start = bench_now();
        good = good && line_signal(line, pair->stream[0], &token[i]);
        sample[i] = (double)(bench_now() - start);
    }
    good = good && stream_finish(pair->stream[0]);
    for (uint32_t i = 0U; i < CALLS; i++) {
        line_drop(&token[i]);
    }
    return good;
}

/** Times a wait for what is not signalled yet. A kernel stands behind it. */
static bool time_wait(OpenPair *pair, Line *line, uint32_t end, const Token *token, double *sample)
{
    const uint64_t start = bench_now();
    const bool good = line_wait(line, pair->stream[end], token);

    *sample = (double)(bench_now() - start);
    return good && work(pair, end);
}

/** A stream behind a gate will signal, after a kernel each time. */
static bool waits_for_stream(OpenPair *pair, Kind kind, double sample[CALLS])
{
    Line *const line = &pair->line[kind][0];
    Token token[CALLS];
    bool good = close_gate(pair, pair->stream[0], WORD_GATE);

    (void)memset(token, 0, sizeof(token));
    for (uint32_t i = 0U; (i < CALLS) && good; i++) {
        good = work(pair, 0U) && line_signal(line, pair->stream[0], &token[i]) &&
               time_wait(pair, line, 1U, &token[i], &sample[i]);
    }
    open_gate(pair, WORD_GATE);
    good = good && stream_finish(pair->stream[0]) && stream_finish(pair->stream[1]);
    for (uint32_t i = 0U; i < CALLS; i++) {
        line_drop(&token[i]);
    }
    return good;
}

/** Takes a point that the CPU will signal. */
static bool promise(Line *line, Token *token)
{
    bool good = true;

    if (line->kind == KIND_OURS) {
        good = (check_call(NvSciSyncObjGenerateFence(line->object, &token->fence), who,
                           "NvSciSyncObjGenerateFence") == NvSciError_Success);
    } else {
        line->value += 1U;
        token->value = line->value;
    }
    return good;
}

static bool keep_promise(Line *line, const Token *token)
{
    bool good = true;

    if (line->kind == KIND_OURS) {
        good = (check_call(NvSciSyncObjSignal(line->object), who, "NvSciSyncObjSignal") ==
                NvSciError_Success);
    } else {
        atomic_store(line->word, token->value);
    }
    return good;
}

/** The CPU will signal, by fences or by a word. */
static bool waits_for_cpu(OpenPair *pair, Kind kind, double sample[CALLS])
{
    Line *const line = &pair->line[kind][0];
    Token token[CALLS];
    bool good = true;

    (void)memset(token, 0, sizeof(token));
    for (uint32_t i = 0U; (i < CALLS) && good; i++) {
        good = promise(line, &token[i]) && time_wait(pair, line, 1U, &token[i], &sample[i]);
    }
    for (uint32_t i = 0U; (i < CALLS) && good; i++) {
        good = keep_promise(line, &token[i]);
    }
    good = good && stream_finish(pair->stream[1]);
    for (uint32_t i = 0U; i < CALLS; i++) {
        line_drop(&token[i]);
    }
    return good;
}

/** The other process will signal, behind a gate that is opened here. */
static bool waits_for_peer(OpenPair *pair, Kind kind, double sample[CALLS])
{
    Line *const line = &pair->line[kind][1];
    Token token[CALLS];
    uint64_t gate = 0U;
    bool good = box_get(pair->bench, &gate, sizeof(gate));

    (void)memset(token, 0, sizeof(token));
    for (uint32_t i = 0U; (i < CALLS) && good; i++) {
        good = line_take(line, &token[i]) && time_wait(pair, line, 0U, &token[i], &sample[i]);
    }
    gate_open(pair->bench, WORD_GATE_2, gate);
    good = good && stream_finish(pair->stream[0]);
    for (uint32_t i = 0U; i < CALLS; i++) {
        line_drop(&token[i]);
    }
    return good;
}

/** The other process's part of it. */
static bool signal_to_peer(OpenPair *pair, Kind kind)
{
    Line *const line = &pair->line[kind][1];
    bool good = close_gate(pair, pair->stream[0], WORD_GATE_2) &&
                box_put(pair->bench, &pair->gate, sizeof(pair->gate));

    for (uint32_t i = 0U; (i < CALLS) && good; i++) {
        Token token = {0};

        good =
            work(pair, 0U) && line_signal(line, pair->stream[0], &token) && line_send(line, &token);
        line_drop(&token);
    }
    return good && stream_finish(pair->stream[0]);
}

/* ---------------------------------------------------------------- measuring */

/** Samples that one call of take() gives. */
static uint32_t step_of(PairName name)
{
    return ((name >= PAIR_SIGNAL) && (name <= PAIR_WAIT_PEER)) ? CALLS : 1U;
}

/** Takes one step of samples. */
static bool take(OpenPair *pair, Kind kind, double *sample)
{
    bool good = false;

    switch (pair->name) {
    case PAIR_CPU:
        good = trip(pair, kind, sample);
        break;
    case PAIR_SIGNAL:
    case PAIR_SIGNAL_CPU:
    case PAIR_SIGNAL_PEER:
        good = time_signals(pair, kind, sample);
        break;
    case PAIR_WAIT:
        good = waits_for_stream(pair, kind, sample);
        break;
    case PAIR_WAIT_CPU:
        good = (kind == KIND_EVENTS) ? waits_for_stream(pair, kind, sample)
                                     : waits_for_cpu(pair, kind, sample);
        break;
    case PAIR_WAIT_PEER:
        good = waits_for_peer(pair, kind, sample);
        break;
    default:
        good = hops(pair, kind, sample);
        break;
    }
    return good;
}

static bool send_order(Bench *bench, OrderKind kind, PairName name, Kind mechanism, uint32_t count)
{
    const Order order = {(uint32_t)kind, (uint32_t)name, (uint32_t)mechanism, count};

    return box_put(bench, &order, sizeof(order));
}

/** Takes a block of samples; `sample` is NULL for one that only warms up. */
static bool take_block(OpenPair *open, Kind kind, uint32_t block, double *sample)
{
    const uint32_t step = step_of(open->name);
    double unused[CALLS] = {0.0};
    bool good = true;

    if (with_peer(open->name)) {
        good = send_order(open->bench, ORDER_RUN, open->name, kind, block / step);
    }
    for (uint32_t i = 0U; (i < block) && good; i += step) {
        good = take(open, kind, (sample != NULL) ? &sample[i] : unused);
    }
    return good;
}

/** Lets the mechanisms take turns until there are enough samples, or the time is over. */
static bool measure(OpenPair *open, uint32_t samples, double seconds, Pair *pair)
{
    const uint64_t end = bench_now() + (uint64_t)(seconds * NANO);
    bool good = true;

    for (uint32_t kind = 0U; (kind < (uint32_t)KINDS) && good; kind++) {
        pair->has[kind] = open->has[kind];
        good = (!open->has[kind]) || take_block(open, (Kind)kind, BLOCK, NULL);
    }
    for (uint32_t done = 0U; (done < samples) && good && (bench_now() < end); done += BLOCK) {
        for (uint32_t kind = 0U; (kind < (uint32_t)KINDS) && good; kind++) {
            if (open->has[kind]) {
                good = take_block(open, (Kind)kind, BLOCK, &pair->sample[kind][done]);
                pair->count[kind] = done + BLOCK;
            }
        }
    }
    return good;
}

bool pair_measure(Bench *bench, PairName name, uint32_t samples, double seconds, Pair *pair)
{
    OpenPair open;
    bool good = true;

    if (with_peer(name)) {
        good = send_order(bench, ORDER_OPEN, name, KIND_OURS, 0U);
    }
    good = good && open_pair(&open, bench, name);
    if (good && with_peer(name)) {
        good = peer_agree(bench->peer, good);
    }
    if (good) {
        good = measure(&open, samples, seconds, pair);
    }
    if (with_peer(name)) {
        good = send_order(bench, ORDER_CLOSE, name, KIND_OURS, 0U) && good;
    }
    close_pair(&open);
    if (!good) {
        check_say(who, pair->name);
    }
    return good;
}

/* ---------------------------------------------------------------- process 2 */

/** Does its part of a block. */
static bool serve_block(OpenPair *pair, const Order *order)
{
    const bool answers =
        (order->pair == (uint32_t)PAIR_PROCESSES) || (order->pair == (uint32_t)PAIR_PROCESSES_BARE);
    const uint32_t trips = answers ? HOPS : 1U;
    bool good = true;

    for (uint32_t i = 0U; (i < (order->count * trips)) && good; i++) {
        if (answers) {
            good = answer_peer(pair, (Kind)order->kind);
        } else if (order->pair == (uint32_t)PAIR_WAIT_PEER) {
            good = signal_to_peer(pair, (Kind)order->kind);
        } else {
            /* Nobody waits for what is signalled. */
        }
    }
    return good;
}

bool pair_serve(Bench *bench)
{
    OpenPair pair;
    Order order = {0U, 0U, 0U, 0U};
    bool good = true;

    while (good && (order.order != (uint32_t)ORDER_END)) {
        good = box_get(bench, &order, sizeof(order));
        if (good && (order.order == (uint32_t)ORDER_OPEN)) {
            good = open_pair(&pair, bench, (PairName)order.pair);
            good = peer_agree(bench->peer, good);
        } else if (good && (order.order == (uint32_t)ORDER_RUN)) {
            good = serve_block(&pair, &order);
        } else if (good && (order.order == (uint32_t)ORDER_CLOSE)) {
            good = stream_finish(pair.stream[0]);
            close_pair(&pair);
        } else {
            /* It was the end. */
        }
    }
    return good;
}

bool pair_end(Bench *bench)
{
    return send_order(bench, ORDER_END, PAIR_CPU, KIND_OURS, 0U);
}
