/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "pixels.h"

/** Nanoseconds that a thread looks for work before it sleeps, and looks between two looks at the
 * clock. */
#define SPIN_NS 500000U
#define LOOKS   64U
/** Pairs of rows that a thread takes at a time. */
#define CHUNK 16U

static struct {
    pthread_t thread[POOL_MAX];
    uint32_t threads;
    /** Threads that work; the others look on. */
    _Atomic uint32_t used;
    /** Next pair of rows to convert. */
    _Atomic uint32_t next;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    /** Number of the frame to convert; changes under `lock`. */
    _Atomic uint32_t turn;
    _Atomic uint32_t left;
    bool stopping;
    const Surface *rgba;
    const Surface *nv12;
} g_pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .ready = PTHREAD_COND_INITIALIZER};

/** Rows `first` to `end` less one of a surface; both count rows of luma. */
static Surface slice(const Surface *from, uint32_t first, uint32_t end)
{
    Surface part = *from;

    for (uint32_t i = 0U; i < part.planes; i++) {
        Plane *const plane = &part.plane[i];
        const uint32_t share = (i == 0U) ? 1U : 2U;

        plane->read = plane_row(plane, first / share);
        if (plane->write != NULL) {
            plane->write = plane_row_to_write(plane, first / share);
        }
        plane->height = (end - first) / share;
    }
    return part;
}

/** Converts rows until there are none left. */
static void convert_some(void)
{
    const uint32_t pairs = g_pool.rgba->plane[0].height / 2U;
    uint32_t first = atomic_fetch_add(&g_pool.next, CHUNK);

    while (first < pairs) {
        const uint32_t end = ((pairs - first) < CHUNK) ? pairs : (first + CHUNK);
        const Surface rgba = slice(g_pool.rgba, 2U * first, 2U * end);
        const Surface nv12 = slice(g_pool.nv12, 2U * first, 2U * end);

        pixels_rgba_to_nv12(&rgba, &nv12);
        first = atomic_fetch_add(&g_pool.next, CHUNK);
    }
}

static uint64_t now(void)
{
    struct timespec time = {0, 0L};

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return ((uint64_t)time.tv_sec * 1000000000U) + (uint64_t)time.tv_nsec;
}

/** Waits for another turn than the one that was. */
static uint32_t await_turn(uint32_t last)
{
    const uint64_t end = now() + SPIN_NS;
    uint32_t turn = atomic_load(&g_pool.turn);

    while ((turn == last) && (now() < end)) {
        for (uint32_t i = 0U; (i < LOOKS) && (turn == last); i++) {
            turn = atomic_load(&g_pool.turn);
        }
    }
    if (turn == last) {
        (void)pthread_mutex_lock(&g_pool.lock);
        turn = atomic_load(&g_pool.turn);
        while (turn == last) {
            (void)pthread_cond_wait(&g_pool.ready, &g_pool.lock);
            turn = atomic_load(&g_pool.turn);
        }
        (void)pthread_mutex_unlock(&g_pool.lock);
    }
    return turn;
}

static void *pool_main(void *argument)
{
    const uint32_t self = (uint32_t)(uintptr_t)argument;
    uint32_t turn = await_turn(0U);

    while (!g_pool.stopping) {
        if (self < atomic_load(&g_pool.used)) {
            convert_some();
        }
        (void)atomic_fetch_sub(&g_pool.left, 1U);
        turn = await_turn(turn);
    }
    return NULL;
}

static void next_turn(void)
{
    (void)pthread_mutex_lock(&g_pool.lock);
    (void)atomic_fetch_add(&g_pool.turn, 1U);
    (void)pthread_cond_broadcast(&g_pool.ready);
    (void)pthread_mutex_unlock(&g_pool.lock);
}

uint32_t pool_start(void)
{
    cpu_set_t cpus;
    uint32_t wanted = 1U;

    if (sched_getaffinity(0, sizeof(cpus), &cpus) == 0) {
        wanted = (uint32_t)CPU_COUNT(&cpus);
    }
    if (wanted > POOL_MAX) {
        wanted = POOL_MAX;
    }
    g_pool.threads = wanted;
    for (uint32_t i = 1U; (i < wanted) && (g_pool.threads == wanted); i++) {
        /* The thread that asks is one of them. */
        if (pthread_create(&g_pool.thread[i], NULL, pool_main, (void *)(uintptr_t)i) != 0) {
            g_pool.threads = i;
        }
    }
    atomic_store(&g_pool.used, g_pool.threads);
    return g_pool.threads;
}

void pool_use(uint32_t threads)
{
    atomic_store(&g_pool.used, threads);
}

void pool_convert(const Surface *rgba, const Surface *nv12)
{
    g_pool.rgba = rgba;
    g_pool.nv12 = nv12;
    atomic_store(&g_pool.next, 0U);
    atomic_store(&g_pool.left, g_pool.threads - 1U);
    next_turn();
    convert_some();
    while (atomic_load(&g_pool.left) > 0U) {
        /* The last rows are being converted. */
    }
}

void pool_stop(void)
{
    g_pool.stopping = true;
    next_turn();
    for (uint32_t i = 1U; i < g_pool.threads; i++) {
        (void)pthread_join(g_pool.thread[i], NULL);
    }
}
