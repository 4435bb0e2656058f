/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>

#include "blit_images.h"
#include "leftovers.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_HEAP 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define OWN_HEAP 0
#endif
#endif
#ifndef OWN_HEAP
#define OWN_HEAP 1
#endif

/** Rows that may be written between two questions. */
#define ROWS_PER_QUESTION 16U
/** Bytes that are no pixel's. */
#define FILLER  0xA5
#define THREADS 2U
#define ROUNDS  100U

static BiMemory g_from;
static BiMemory g_to[THREADS + 1U];
static BiMemory g_alone[THREADS];
static BiMemory g_then;
static BlitOperation g_operation;

/* ---------------------------------------------------------------- a heap that counts */

static uint64_t g_taken;

#if OWN_HEAP
/* All that the process takes comes through here: the C library's own functions are behind. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    g_taken++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    g_taken++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    g_taken++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    g_taken++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    g_taken++;
    *to = __libc_memalign(alignment, size);
    return (*to == NULL) ? 12 : 0;
}
#endif

/* ---------------------------------------------------------------- operations */

static const BlitFormat *format_of(const char *name)
{
    const BlitFormat *format = NULL;

    for (uint32_t i = 0U; i < BI_FORMATS; i++) {
        if (strcmp(g_bi_formats[i].name, name) == 0) {
            format = &g_bi_formats[i].format;
        }
    }
    assert_non_null(format);
    return format;
}

/** A way through src/blit. */
typedef struct {
    const char *from;
    const char *to;
    BlitTransform transform;
    BlitFilter filter;
    BlitBlend blend;
    uint32_t side;
} Way;

static const Way g_ways[] = {
    {"RGBA8", "I420", BLIT_TRANSFORM_NONE, BLIT_FILTER_OFF, BLIT_BLEND_DISABLED, 96U},
    {"RGBA8", "RGBA8", BLIT_TRANSFORM_NONE, BLIT_FILTER_OFF, BLIT_BLEND_DISABLED, 96U},
    {"RGBA8", "BGRA8", BLIT_TRANSFORM_FLIP_HORIZONTAL, BLIT_FILTER_OFF, BLIT_BLEND_DISABLED, 96U},
    {"NV12", "NV12", BLIT_TRANSFORM_ROTATE_90, BLIT_FILTER_OFF, BLIT_BLEND_DISABLED, 96U},
    {"I420", "NV12", BLIT_TRANSFORM_ROTATE_180, BLIT_FILTER_OFF, BLIT_BLEND_DISABLED, 96U},
    {"YUYV", "RGBA8", BLIT_TRANSFORM_TRANSPOSE, BLIT_FILTER_OFF, BLIT_BLEND_CONSTANT, 48U},
    {"RGBA8", "NV12", BLIT_TRANSFORM_NONE, BLIT_FILTER_LOW, BLIT_BLEND_STRAIGHT, 48U},
    {"NV12", "RGBA8", BLIT_TRANSFORM_ROTATE_270, BLIT_FILTER_HIGH, BLIT_BLEND_DISABLED, 64U},
    {"AYUV16", "RGBA16", BLIT_TRANSFORM_NONE, BLIT_FILTER_MEDIUM, BLIT_BLEND_PREMULTIPLIED, 120U},
};
#define WAYS (sizeof(g_ways) / sizeof(g_ways[0]))

/** A square of 96 pixels into one of another side. */
static void make(const Way *way)
{
    BlitLayer *layer = &g_operation.layer[0];

    (void)memset(&g_operation, 0, sizeof(g_operation));
    g_operation.destination = bi_image(&g_to[0], format_of(way->to), way->side, way->side, 2U, 0U);
    g_operation.layers = 1U;
    layer->source = bi_image(&g_from, format_of(way->from), 96U, 96U, 2U, 0U);
    layer->source_rect = (BlitRect){0U, 0U, 96U, 96U};
    layer->destination_rect = (BlitRect){0U, 0U, way->side, way->side};
    layer->transform = way->transform;
    layer->filter = way->filter;
    layer->blend = way->blend;
    layer->alpha = 0.5F;
    (void)memset(g_to, FILLER, sizeof(g_to));
    assert_int_equal(blit_check(&g_operation), BLIT_OK);
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
}

static int fill(void **state)
{
    uint64_t seed = 17U;

    (void)state;
    bi_fill(&g_from, &seed);
    return 0;
}

static int forget(void **state)
{
    blit_forget();
    return nothing_is_left(state);
}

/** Who is asked, and says after some questions that it is over. */
typedef struct {
    uint64_t questions;
    uint64_t patience;
} Host;

static bool goes_on(void *context)
{
    Host *const host = context;

    host->questions++;
    if (host->questions == (host->patience + 1U)) {
        (void)memcpy(&g_then, &g_to[0], sizeof(g_then));
    }
    return host->questions <= host->patience;
}

/**
 * Each way asks for each few rows, and writes nothing once it was told not to go on, whenever that
 * is.
 * @verifies RF-BLIT-024 RF-BLIT-025
 */
static void blit_that_is_stopped_writes_nothing_more(void **state)
{
    (void)state;
    for (size_t i = 0U; i < WAYS; i++) {
        Host all = {0U, UINT64_MAX - 1U};

        make(&g_ways[i]);
        assert_int_equal(blit_run(&g_operation, blit_scratch(0U), goes_on, &all), BLIT_OK);
        assert_true(all.questions >= (g_ways[i].side / ROWS_PER_QUESTION));
        for (uint64_t patience = 0U; patience < all.questions; patience++) {
            Host host = {0U, patience};

            make(&g_ways[i]);
            assert_int_equal(blit_run(&g_operation, blit_scratch(0U), goes_on, &host),
                             BLIT_STOPPED);
            assert_int_equal(host.questions, patience + 1U);
            assert_memory_equal(&g_then, &g_to[0], sizeof(g_then));
        }
    }
}

/**
 * Between two questions at most 16 rows of a plane are written.
 * @verifies RF-BLIT-025
 */
static void few_rows_are_written_between_questions(void **state)
{
    static BiMemory last;

    (void)state;
    for (size_t i = 0U; i < WAYS; i++) {
        Host all = {0U, UINT64_MAX - 1U};

        make(&g_ways[i]);
        assert_int_equal(blit_run(&g_operation, blit_scratch(0U), goes_on, &all), BLIT_OK);
        (void)memset(&last, FILLER, sizeof(last));
        for (uint64_t patience = 0U; patience < all.questions; patience++) {
            const BlitImage *image = &g_operation.destination;
            Host host = {0U, patience};

            make(&g_ways[i]);
            (void)blit_run(&g_operation, blit_scratch(0U), goes_on, &host);
            for (uint32_t p = 0U; p < image->format.planes; p++) {
                uint32_t rows = 0U;

                for (uint32_t y = 0U; y < image->height; y++) {
                    const size_t at = BI_MARGIN + ((size_t)y * image->pitch[p]);

                    rows +=
                        (memcmp(&last.bytes[p][at], &g_to[0].bytes[p][at], image->pitch[p]) != 0)
                            ? 1U
                            : 0U;
                }
                assert_true(rows <= ROWS_PER_QUESTION);
            }
            (void)memcpy(&last, &g_to[0], sizeof(last));
        }
    }
}

/**
 * No way takes memory, nor does one that is stopped.
 * @verifies RF-BLIT-023
 */
static void blit_takes_no_memory(void **state)
{
    /* Else a compiler takes nothing. */
    void *volatile own = NULL;

    (void)state;
    if (OWN_HEAP == 0) {
        skip();
    }
    g_taken = 0U;
    own = malloc(1U);
    free(own);
    assert_true(g_taken > 0U);
    for (size_t i = 0U; i < WAYS; i++) {
        Host all = {0U, UINT64_MAX - 1U};
        Host some = {0U, 3U};
        uint64_t taken = 0U;

        make(&g_ways[i]);
        taken = g_taken;
        (void)blit_run(&g_operation, blit_scratch(0U), goes_on, &all);
        (void)blit_run(&g_operation, blit_scratch(0U), goes_on, &some);
        assert_int_equal(g_taken, taken);
    }
}

/** An operation of a thread. */
typedef struct {
    BlitOperation operation;
    uint32_t scratch;
    BlitStatus status;
} Task;

static bool always(void *context)
{
    (void)context;
    return true;
}

static void *run_task(void *context)
{
    Task *const task = context;

    for (uint32_t i = 0U; i < ROUNDS; i++) {
        task->status = blit_run(&task->operation, blit_scratch(task->scratch), always, NULL);
    }
    return NULL;
}

/**
 * Threads that draw different operations at one time write what each writes alone.
 * @verifies RF-BLIT-026
 */
static void threads_do_not_disturb_each_other(void **state)
{
    static Task tasks[THREADS];

    (void)state;
    for (size_t i = 0U; i < WAYS; i++) {
        pthread_t threads[THREADS];

        for (uint32_t t = 0U; t < THREADS; t++) {
            Way way = g_ways[(i + t) % WAYS];

            way.blend = BLIT_BLEND_DISABLED;
            make(&way);
            assert_int_equal(blit_run(&g_operation, blit_scratch(0U), always, NULL), BLIT_OK);
            (void)memcpy(&g_alone[t], &g_to[0], sizeof(g_alone[t]));
            tasks[t].operation = g_operation;
            tasks[t].operation.destination =
                bi_elsewhere(&g_operation.destination, &g_to[0], &g_to[1U + t]);
            tasks[t].scratch = t;
        }
        for (uint32_t t = 0U; t < THREADS; t++) {
            assert_int_equal(pthread_create(&threads[t], NULL, run_task, &tasks[t]), 0);
        }
        for (uint32_t t = 0U; t < THREADS; t++) {
            assert_int_equal(pthread_join(threads[t], NULL), 0);
            assert_int_equal(tasks[t].status, BLIT_OK);
            assert_memory_equal(&g_alone[t], &g_to[1U + t], sizeof(g_alone[t]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(blit_that_is_stopped_writes_nothing_more, forget),
        cmocka_unit_test_teardown(few_rows_are_written_between_questions, forget),
        cmocka_unit_test_teardown(blit_takes_no_memory, forget),
        cmocka_unit_test_teardown(threads_do_not_disturb_each_other, forget),
    };

    return cmocka_run_group_tests(tests, fill, NULL);
}
