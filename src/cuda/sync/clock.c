/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clock.c
 * The clocks of GPUs beside the library's.
 *
 * A kernel reads the GPU's clock between two looks at the library's; that is a bracket around what
 * the library's clock is ahead. What several brackets have in common is kept, and its middle is the
 * reading. The clocks run at different rates, so a thread compares them again and again, and notes
 * what the difference gains in a second.
 *
 * An import waits for the GPU. The thread does not: a GPU that does not answer soon is asked again
 * when it has.
 */
#include "cuda/sync/cuda_semaphore.h"

#include <string.h>

#include "core/status.h"
#include "cuda/driver/driver.h"
#include "cuda/driver/result.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "port/task.h"
#include "port/wait.h"

/** Brackets at least, and at most. */
#define ROUNDS_MIN 8U
#define ROUNDS_MAX 32U
/** Width of a reading that needs no further brackets. */
#define FINE_NS 8000U
/** Widest reading that an import takes, and the thread. */
#define IMPORT_NS 1000000U
#define THREAD_NS 200000U
/** How long a GPU is looked at. */
#define LOOK_US 500U
/** Until the second reading, between two others, and between two looks of the thread. */
#define FIRST_US  250000U
#define PERIOD_US 1000000U
/** Shortest time that shows a rate, and how much of a new one is taken. */
#define RATE_US     200000U
#define RATE_SMOOTH 4
#define NS_PER_US   1000U
#define US_PER_S    1000000
/** Where the GPU says its time: a word behind the counter that is the driver's to use. Imports of
 * one object in several contexts have one each, up to the last. */
#define WORD_OFFSET 8U
#define WORD_LAST   56U
/** Differences of less than this are forward, modulo 2^64. */
#define FORWARD 0x8000000000000000ULL

/** What the library's clock is ahead, at least and at most, modulo 2^64, and when. */
typedef struct {
    uint64_t low;
    uint64_t high;
    uint64_t gpu_ns;
} Bracket;

/** How a GPU is asked. */
typedef struct {
    const CudaDriver *driver;
    const CudaGraphs *graphs;
    /** Waits for a GPU that is busy. */
    bool patient;
} ClockQuery;

/** Semaphores whose clocks are compared; under the mutex. NULL: a free place. */
static CudaSemaphore *g_clock_rows[RINGFENCE_CFG_CUDA_SEMAPHORES];
static uint32_t g_clock_count;
static PortAtomic32 g_clock_mutex;
/** 1: the thread shall end. */
static PortAtomic32 g_clock_ends;
static PortTask g_clock_task;

/* ---------------------------------------------------------------- brackets */

/** Looks whether the GPU has said its time. */
static CUresult await_answer(const ClockQuery *asking, CudaClock *clock, uint64_t begin_us)
{
    uint64_t told_ns = port_load64(clock->word);
    CUresult result = CUDA_SUCCESS;

    while ((told_ns == 0U) && (ringfence_port_time_us() < (begin_us + LOOK_US))) {
        told_ns = port_load64(clock->word);
    }
    if (told_ns != 0U) {
        clock->asked = false;
    } else if (asking->patient) {
        result = result_of_gpu(gpu_lane_wait(asking->driver->gpu, &clock->lane));
        clock->asked = (result != CUDA_SUCCESS);
    } else {
        result = CUDA_ERROR_NOT_READY;
    }
    return result;
}

/** One bracket. */
static CUresult take_bracket(const ClockQuery *asking, CudaClock *clock, Bracket *bracket)
{
    CUdeviceptr word = clock->device_word;
    void *arguments[1] = {&word};
    uint64_t begin_us = 0U;
    CUkernel kernel = NULL;
    CUresult result = kernel_load(asking->graphs, KERNEL_CLOCK, &kernel);

    port_store64(clock->word, 0U);
    begin_us = ringfence_port_time_us();
    if (result == CUDA_SUCCESS) {
        result = kernel_launch(asking->graphs, kernel, clock->lane.stream, arguments);
    }
    if (result == CUDA_SUCCESS) {
        clock->asked = true;
        result = await_answer(asking, clock, begin_us);
    }
    if (result == CUDA_SUCCESS) {
        /* The library's clock shows whole microseconds. */
        const uint64_t end_us = ringfence_port_time_us() + 1U;

        bracket->gpu_ns = port_load64(clock->word);
        bracket->low = (begin_us * NS_PER_US) - bracket->gpu_ns;
        bracket->high = (end_us * NS_PER_US) - bracket->gpu_ns;
    }
    return result;
}

/** What two brackets have in common; the second one, if nothing. */
static Bracket intersect(const Bracket *first, const Bracket *second)
{
    Bracket both = *second;

    if ((first->low - second->low) < FORWARD) {
        both.low = first->low;
    }
    if ((second->high - first->high) < FORWARD) {
        both.high = first->high;
    }
    if ((both.high - both.low) >= FORWARD) {
        both = *second;
    }
    return both;
}

/** What several brackets have in common. CUDA_ERROR_NOT_READY iff the GPU is too busy. */
static CUresult take_reading(const ClockQuery *asking, CudaClock *clock, Bracket *best)
{
    CUresult result = take_bracket(asking, clock, best);
    uint64_t width = best->high - best->low;

    for (uint32_t i = 1U;
         (i < ROUNDS_MAX) && (result == CUDA_SUCCESS) && ((i < ROUNDS_MIN) || (width > FINE_NS));
         i++) {
        Bracket next = {0U, 0U, 0U};

        result = take_bracket(asking, clock, &next);
        if (result == CUDA_SUCCESS) {
            *best = intersect(best, &next);
            width = best->high - best->low;
        }
    }
    if ((result == CUDA_SUCCESS) && (width > (asking->patient ? IMPORT_NS : THREAD_NS))) {
        result = CUDA_ERROR_NOT_READY;
    }
    return result;
}

/* ---------------------------------------------------------------- readings */

/** What the difference gains in a second, by the reading before and one of now; smoothed, if it was
 * known before. */
static int64_t drift_by(const CudaClock *clock, uint64_t ahead_ns, uint64_t now_us)
{
    const uint64_t passed = now_us - clock->at_us;
    const uint64_t gained = ahead_ns - clock->last.ahead_ns;
    const int64_t time_us = (int64_t)passed;
    const int64_t gain_ns = (int64_t)gained;
    int64_t drift_ns = clock->last.drift_ns;

    if ((passed >= RATE_US) && ((gained + passed) < (2U * passed))) {
        const int64_t seen_ns = (gain_ns * US_PER_S) / time_us;

        drift_ns = (drift_ns == 0) ? seen_ns : (drift_ns + ((seen_ns - drift_ns) / RATE_SMOOTH));
    }
    return drift_ns;
}

/** Passes a reading out: who reads takes the place that is current, and looks again afterwards. */
static void publish_reading(CudaClock *clock, const Bracket *bracket)
{
    const uint32_t count = port_load32(&clock->count) + 1U;
    const uint64_t ahead_ns = bracket->low + ((bracket->high - bracket->low) / 2U);
    const uint64_t now_us = ringfence_port_time_us();
    ClockPlace *const place = &clock->places[count & 1U];

    clock->last.drift_ns = (count > 1U) ? drift_by(clock, ahead_ns, now_us) : 0;
    clock->last.ahead_ns = ahead_ns;
    clock->last.gpu_ns = bracket->gpu_ns;
    clock->at_us = now_us;
    clock->due_us = now_us + ((count > 1U) ? PERIOD_US : FIRST_US);
    port_store64(&place->gpu_ns, clock->last.gpu_ns);
    port_store64(&place->ahead_ns, clock->last.ahead_ns);
    port_store64(&place->drift_ns, (uint64_t)clock->last.drift_ns);
    port_store32(&clock->count, count);
}

void clock_read(const CudaClock *clock, ClockReading *reading)
{
    uint32_t count = 0U;

    do {
        const ClockPlace *place = NULL;

        count = port_load32(&clock->count);
        place = &clock->places[count & 1U];
        reading->gpu_ns = port_load64(&place->gpu_ns);
        reading->ahead_ns = port_load64(&place->ahead_ns);
        reading->drift_ns = (int64_t)port_load64(&place->drift_ns);
    } while (port_load32(&clock->count) != count);
}

/* ---------------------------------------------------------------- the thread */

/** Compares the clocks of a semaphore if it is time, and if the GPU has no question still to
 * answer. */
static void look_at_clock(const ClockQuery *asking, CudaSemaphore *row)
{
    CudaClock *const clock = &row->clock;
    Bracket bracket = {0U, 0U, 0U};
    bool due = false;

    /* Who paused it has the question, without the lock. */
    if (!clock->paused) {
        if (clock->asked) {
            clock->asked = (port_load64(clock->word) == 0U);
        }
        due = (!clock->asked) && (ringfence_port_time_us() >= clock->due_us);
    }
    if (due) {
        /* A stream of a context that is gone must not go to the driver. */
        if (context_enter(asking->driver, &row->context) == CUDA_SUCCESS) {
            if (take_reading(asking, clock, &bracket) == CUDA_SUCCESS) {
                publish_reading(clock, &bracket);
            }
            context_leave(asking->driver);
        }
    }
}

/** @satisfies RF-CUDA-123 */
static void clock_run(void *context)
{
    ClockQuery asking = {NULL, NULL, false};
    CUresult result = driver_open(&asking.driver);

    (void)context;
    if (result == CUDA_SUCCESS) {
        result = driver_open_graphs(&asking.graphs);
    }
    while ((result == CUDA_SUCCESS) && (port_load32(&g_clock_ends) == 0U)) {
        (void)ringfence_port_sleep(&g_clock_ends, 0U, (int64_t)FIRST_US);
        ringfence_port_mutex_lock(&g_clock_mutex);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
            if ((g_clock_rows[i] != NULL) && (port_load32(&g_clock_ends) == 0U)) {
                look_at_clock(&asking, g_clock_rows[i]);
            }
        }
        ringfence_port_mutex_unlock(&g_clock_mutex);
    }
}

/** Takes the lock of the rows. A forked child has no thread that would give it back. */
static void lock_clocks(void)
{
    if (!ringfence_port_task_is_here(&g_clock_task)) {
        port_store32(&g_clock_mutex, 0U);
    }
    ringfence_port_mutex_lock(&g_clock_mutex);
}

/** Starts the thread if this process has none. */
static CUresult start_clock(void)
{
    NvSciError status = NvSciError_Success;

    if (!ringfence_port_task_is_here(&g_clock_task)) {
        g_clock_task.run = &clock_run;
        g_clock_task.name = "ringfence clock";
        port_store32(&g_clock_ends, 0U);
        status = status_of_port(ringfence_port_task_start(&g_clock_task));
    }
    return result_of(status);
}

/** Ends the thread, if this process started it. */
static void stop_thread(void)
{
    if (ringfence_port_task_is_here(&g_clock_task)) {
        port_store32(&g_clock_ends, 1U);
        ringfence_port_wake(&g_clock_ends);
    }
    ringfence_port_task_join(&g_clock_task);
}

/** Lets the thread look at a semaphore. */
static CUresult add_row(CudaSemaphore *row)
{
    bool added = false;
    CUresult result = start_clock();

    if (result == CUDA_SUCCESS) {
        lock_clocks();
        for (uint32_t i = 0U; (i < RINGFENCE_CFG_CUDA_SEMAPHORES) && (!added); i++) {
            if (g_clock_rows[i] == NULL) {
                g_clock_rows[i] = row;
                added = true;
            }
        }
        g_clock_count++;
        ringfence_port_mutex_unlock(&g_clock_mutex);
    }
    return result;
}

/** Has the thread look at a semaphore no more. */
static void remove_row(const CudaSemaphore *row)
{
    lock_clocks();
    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        if (g_clock_rows[i] == row) {
            g_clock_rows[i] = NULL;
            g_clock_count--;
        }
    }
    ringfence_port_mutex_unlock(&g_clock_mutex);
    if (g_clock_count == 0U) {
        stop_thread();
    }
}

/* ---------------------------------------------------------------- life */

/** Runs the kernel of signals once, without a store: CUDA loads it into a context when it first
 * runs there, and may wait for all work of the context then.
 * @satisfies RF-CUDA-254 */
static CUresult run_stamp(const ClockQuery *asking, const GpuLane *lane)
{
    StoreArguments none;
    StreamStamps stamps;
    CUkernel kernel = NULL;
    CUresult result = kernel_load(asking->graphs, KERNEL_STAMP, &kernel);

    (void)memset(&none, 0, sizeof(none));
    (void)memset(&stamps, 0, sizeof(stamps));
    if (result == CUDA_SUCCESS) {
        const CUstream stream = lane->stream;
        void *arguments[3] = {&none.count, none.stores, &stamps};

        result = kernel_launch(asking->graphs, kernel, stream, arguments);
    }
    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(gpu_lane_wait(asking->driver->gpu, lane));
    }
    return result;
}

/** Compares the clocks for the first time, in a stream that nothing of the program holds up. */
static CUresult begin_in_stream(const ClockQuery *asking, CudaSemaphore *row)
{
    Bracket bracket = {0U, 0U, 0U};
    CUresult result = run_stamp(asking, &row->clock.lane);

    if (result == CUDA_SUCCESS) {
        result = take_reading(asking, &row->clock, &bracket);
    }
    if (result == CUDA_SUCCESS) {
        publish_reading(&row->clock, &bracket);
        result = add_row(row);
    }
    if (result != CUDA_SUCCESS) {
        (void)gpu_lane_close(asking->driver->gpu, &row->clock.lane);
    }
    return result;
}

/** Says whether the clock of another import has a word. Needs import_lock(). */
static bool word_is_taken(const PortAtomic64 *word)
{
    bool taken = false;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        if (g_clock_rows[i] != NULL) {
            taken = taken || (g_clock_rows[i]->clock.word == word);
        }
    }
    return taken;
}

/** Gives an import a word that no other one has: the answers of two contexts are no answer.
 * @satisfies RF-CUDA-237 */
static CUresult take_word(CudaSemaphore *row)
{
    uint8_t *const counter = row->map.counter;
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    for (uint32_t at = WORD_OFFSET; (at <= WORD_LAST) && (result != CUDA_SUCCESS);
         at += WORD_OFFSET) {
        void *const word = &counter[at];

        if (!word_is_taken(word)) {
            row->clock.word = word;
            row->clock.device_word = row->counter + at;
            result = CUDA_SUCCESS;
        }
    }
    return result;
}

/** @satisfies RF-CUDA-122 RF-CUDA-251 */
CUresult clock_begin(const CudaDriver *driver, const CudaGraphs *graphs, CudaSemaphore *row)
{
    const ClockQuery asking = {driver, graphs, true};
    CUkernel unused = NULL;
    CUresult result = kernel_load(graphs, KERNEL_CLOCK, &unused);

    if (result == CUDA_SUCCESS) {
        result = take_word(row);
    }
    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(gpu_lane_open(driver->gpu, &row->clock.lane));
    }
    if (result == CUDA_SUCCESS) {
        result = begin_in_stream(&asking, row);
    }
    return result;
}

/** Lets the thread ask, or not; it is not asking when this returns. */
static void set_paused(CudaSemaphore *row, bool paused)
{
    lock_clocks();
    row->clock.paused = paused;
    ringfence_port_mutex_unlock(&g_clock_mutex);
}

/** @satisfies RF-CUDA-123 */
void clock_pause(const CudaDriver *driver, CudaSemaphore *row)
{
    set_paused(row, true);
    if (row->clock.asked) {
        if (context_is_there(driver, &row->context)) {
            (void)gpu_lane_wait(driver->gpu, &row->clock.lane);
        }
        row->clock.asked = false;
    }
}

void clock_resume(CudaSemaphore *row)
{
    set_paused(row, false);
}

/** @satisfies RF-CUDA-123 RF-CUDA-231 */
void clock_end(CudaSemaphore *row)
{
    remove_row(row);
    if (context_is_there(driver_known(), &row->context)) {
        (void)gpu_lane_close(driver_known()->gpu, &row->clock.lane);
    }
}
