/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file main.c
 * The benchmark: what it takes to signal and to wait across CPU, streams, devices and processes,
 * beside what CUDA has for that. No result is judged by the exit status.
 *
 * bench_cuda.h has the mechanisms, pairs.c what is measured with them.
 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_cuda.h"
#include "check.h"
#include "second.h"

/** Samples of each mechanism, and seconds that a pair may take. */
#define SAMPLES       10000U
#define SAMPLES_QUICK 500U
#define SECONDS       9.0
#define SECONDS_QUICK 2.0

/** What is to be reached: times of ours beside those of memory operations, and of what CUDA has. */
#define TARGET_RAW  1.1
#define TARGET_CUDA 1.0

static const char *const pair_names[PAIRS] = {
    [PAIR_CPU] = "round trip CPU - GPU - CPU",
    [PAIR_STREAMS] = "round trip of two streams",
    [PAIR_PROCESSES] = "round trip of two processes",
    [PAIR_PROCESSES_BARE] = "the same without kernels",
    [PAIR_SIGNAL] = "call: signal to a stream",
    [PAIR_WAIT] = "call: wait for a stream",
    [PAIR_SIGNAL_CPU] = "call: signal to the CPU",
    [PAIR_WAIT_CPU] = "call: wait for the CPU",
    [PAIR_SIGNAL_PEER] = "call: signal to a process",
    [PAIR_WAIT_PEER] = "call: wait for a process",
    [PAIR_DEVICES] = "round trip of two devices",
};

static const char *const kind_names[KINDS] = {"NvSciSync",   "memory operations",
                                              "CUDA events", "CUDA IPC events",
                                              "two stores",  "query and store"};

static int compare(const void *one, const void *other)
{
    const double a = *(const double *)one;
    const double b = *(const double *)other;

    return (a > b) - (a < b);
}

/** A sample such that this share of all, of a thousand, is not above it, in microseconds. */
static double quantile(const Pair *pair, uint32_t kind, uint32_t thousandths)
{
    const uint32_t count = pair->count[kind];
    const uint32_t at = (uint32_t)(((uint64_t)count * thousandths) / 1000U);

    return (count == 0U) ? 0.0 : (pair->sample[kind][(at < count) ? at : (count - 1U)] / 1e3);
}

/** Time of ours beside that of the best of what CUDA has; 0: it has nothing. */
static double ratio_to_cuda(const Pair *pair)
{
    const double ours = quantile(pair, KIND_OURS, 500U);
    double ratio = 0.0;

    for (uint32_t kind = KIND_EVENTS; kind <= (uint32_t)KIND_IPC_EVENTS; kind++) {
        if (pair->has[kind]) {
            const double one = ours / quantile(pair, kind, 500U);

            ratio = (one > ratio) ? one : ratio;
        }
    }
    return ratio;
}

static void print_pair(const Pair *pair)
{
    const double raw = quantile(pair, KIND_OURS, 500U) / quantile(pair, KIND_MEMOPS, 500U);
    const double cuda = ratio_to_cuda(pair);
    const bool misses = (raw > TARGET_RAW) || (cuda > TARGET_CUDA);

    for (uint32_t kind = 0U; kind < (uint32_t)KINDS; kind++) {
        if (pair->has[kind]) {
            (void)printf("%-28s %-18s %7u %9.2f %9.2f %9.2f", (kind == 0U) ? pair->name : "",
                         kind_names[kind], pair->count[kind], quantile(pair, kind, 500U),
                         quantile(pair, kind, 990U), quantile(pair, kind, 999U));
            if (kind == (uint32_t)KIND_OURS) {
                (void)printf("  %6.2f", raw);
                if (cuda > 0.0) {
                    (void)printf("  %6.2f", cuda);
                } else {
                    (void)printf("  %6s", "-");
                }
                (void)printf("%s", misses ? "  misses the target" : "");
            } else if (kind >= (uint32_t)KIND_TWO) {
                (void)printf("  %6.2f",
                             quantile(pair, KIND_OURS, 500U) / quantile(pair, kind, 500U));
            } else {
                /* What is compared with. */
            }
            (void)printf("\n");
        }
    }
    (void)fflush(stdout);
}

/** Measures a pair and prints it. */
static bool run_pair(Bench *bench, PairName name, bool quick)
{
    static double sample[KINDS][SAMPLES + 1000U];
    Pair pair;
    bool good = false;

    (void)memset(&pair, 0, sizeof(pair));
    pair.name = pair_names[name];
    for (uint32_t kind = 0U; kind < (uint32_t)KINDS; kind++) {
        pair.sample[kind] = sample[kind];
    }
    good = pair_measure(bench, name, quick ? SAMPLES_QUICK : SAMPLES,
                        quick ? SECONDS_QUICK : SECONDS, &pair);
    for (uint32_t kind = 0U; (kind < (uint32_t)KINDS) && good; kind++) {
        qsort(sample[kind], pair.count[kind], sizeof(sample[kind][0]), compare);
    }
    if (good) {
        print_pair(&pair);
    }
    return good;
}

static void print_notes(const Bench *bench)
{
    static const char *const notes[] = {
        "NvSciSync: cudaSignalExternalSemaphoresAsync, cudaWaitExternalSemaphoresAsync,",
        "  NvSciSyncObjSignal, NvSciSyncFenceWait.",
        "memory operations: cuStreamWriteValue64, cuStreamWaitValue64 on words of memory that is",
        "  registered with cudaHostRegister.",
        "two stores: the same, but a signal is two stores in one call, cuStreamBatchMemOp: a",
        "  signal of NvSciSync to another process stores counter and waiter counter.",
        "query and store: the calls of the driver in a signal of NvSciSync, without the library:",
        "  cuStreamIsCapturing, then the store, or two to another process. Beside both: NvSciSync",
        "  / this one.",
        "Round trips: each stream waits, runs a kernel that does nothing, and signals.",
        "CPU - GPU - CPU: all is enqueued; from the CPU's signal until the CPU saw the stream's.",
        "  A CPU cannot signal an event: there it is from the launch of the kernel until",
        "  cudaEventQuery says that the event behind it is done.",
        "Streams, devices, processes: there and back, the mean of 4; all is enqueued before the",
        "  first begins; taken with two CUDA events in the first stream.",
        "call: from the call of the function until it returns. A signal stands behind a kernel; a",
        "  wait is for what is not signalled yet, and a kernel stands behind it.",
    };

    if (bench->devices < 2) {
        (void)printf("two devices: left out, there is one\n");
    }
    if (bench->no_ipc_events) {
        (void)printf("CUDA IPC events: left out, CUDA refuses them here\n");
    }
    (void)printf(
        "\nmicroseconds. The mechanisms took turns of 100 samples. raw: p50 of NvSciSync / "
        "that of memory operations.\n"
        "CUDA: p50 of NvSciSync / that of the events in the pair. Targets: %.1f and %.1f.\n",
        TARGET_RAW, TARGET_CUDA);
    for (size_t i = 0U; i < (sizeof(notes) / sizeof(notes[0])); i++) {
        (void)printf("%s\n", notes[i]);
    }
}

static bool run_all(Bench *bench, bool quick)
{
    bool good = true;

    (void)printf("\n%-28s %-18s %7s %9s %9s %9s  %6s  %6s\n", "pair", "mechanism", "samples", "p50",
                 "p99", "p99.9", "raw", "CUDA");
    for (uint32_t name = 0U; (name < (uint32_t)PAIRS) && good; name++) {
        if ((name != (uint32_t)PAIR_DEVICES) || (bench->devices > 1)) {
            good = run_pair(bench, (PairName)name, quick);
        }
    }
    if (good) {
        print_notes(bench);
    }
    return good;
}

int main(int argc, char *argv[])
{
    Peer peer;
    Bench bench;
    uint8_t *common = NULL;
    const int count = second_start(argc, argv, sizeof(Common), &peer, &common);
    bool good = (count > 0);

    if (good && (count > 1) && (strcmp(argv[1], "--quick") != 0)) {
        (void)fprintf(stderr, "Usage: %s [--quick]\n", argv[0]);
        good = false;
    }
    if (good) {
        good = bench_open(&bench, &peer, (Common *)(void *)common);
        /* Both open the channel in any case: who fails says so there. */
        if (peer_open(&peer)) {
            good = peer_agree(&peer, good);
        } else {
            good = false;
        }
        if (good && (peer.self == PROCESS_SECOND)) {
            good = pair_serve(&bench);
        } else if (good) {
            good = run_all(&bench, count > 1);
            if (good) {
                good = pair_end(&bench);
            } else {
                /* It waits for what does not come. */
                (void)kill(peer.process, SIGKILL);
            }
        } else {
            /* What failed has been said. */
        }
        bench_close(&bench);
        peer_close(&peer);
    }
    if (peer.self == PROCESS_FIRST) {
        good = peer_join(&peer) && good;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
