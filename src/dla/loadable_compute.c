/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable_compute.c
 * Words, bytes and elements that steps write, a piece at a time: after each piece the host is asked
 * whether to go on.
 */
#include <string.h>

#include "dla/loadable_compute.h"

/** Bytes between two questions. */
#define PIECE_BYTES 65536U
/** What an element counts as, since it takes longer than its bytes. */
#define ELEMENT_COST 16U
#define PIECE_ITEMS  (PIECE_BYTES / ELEMENT_COST)

/** Counts what was done, and asks the host when a piece is over. False: the task is to end. */
static bool go_on(LoadableWork *work, uint64_t cost)
{
    if (work->left > cost) {
        work->left -= cost;
    } else {
        work->left = PIECE_BYTES;
        if (!work->ended) {
            work->ended = !work->host->goes_on(work->host->context);
        }
    }
    return !work->ended;
}

static uint64_t least(uint64_t one, uint64_t other)
{
    return (one < other) ? one : other;
}

/* ---------------------------------------------------------------- words */

/** Adds what an input gives to a digest. */
static uint64_t digest_input(LoadableWork *work, uint32_t k)
{
    const uint64_t size = work->loadable->tensors[k].size;
    const uint8_t *const from = work->tensors->inputs[k];
    uint64_t digest = dla_digest_part(size, k, UINT64_MAX);
    uint64_t at = 0U;

    while ((at < size) && (!work->ended)) {
        const uint64_t end = at + least(size - at, PIECE_BYTES);

        while ((end - at) >= DLA_WORD_BYTES) {
            digest += dla_digest_part(dla_get(&from[at], DLA_WORD_BYTES), k, at / DLA_WORD_BYTES);
            at += DLA_WORD_BYTES;
        }
        if (end > at) {
            digest +=
                dla_digest_part(dla_get(&from[at], (uint32_t)(end - at)), k, at / DLA_WORD_BYTES);
            at = end;
        }
        (void)go_on(work, PIECE_BYTES);
    }
    return digest;
}

/** Writes the words of an output. */
static void write_words(LoadableWork *work, uint8_t *to, uint64_t size, uint64_t base)
{
    uint64_t at = 0U;

    while ((at < size) && (!work->ended)) {
        const uint64_t end = at + least(size - at, PIECE_BYTES);

        while ((end - at) >= DLA_WORD_BYTES) {
            dla_put(&to[at], dla_output_word(base, at / DLA_WORD_BYTES), DLA_WORD_BYTES);
            at += DLA_WORD_BYTES;
        }
        if (end > at) {
            dla_put(&to[at], dla_output_word(base, at / DLA_WORD_BYTES), (uint32_t)(end - at));
            at = end;
        }
        (void)go_on(work, PIECE_BYTES);
    }
}

/** DLA_MIX, DLA_STAMP. */
static void compute_mix(LoadableWork *work, const DlaStep *step, uint64_t task)
{
    uint8_t *const to = work->tensors->outputs[step->output];
    uint64_t digest = 0U;
    uint64_t base = 0U;

    for (uint32_t k = 0U; k < work->loadable->inputs; k++) {
        if (loadable_step_has(step, k)) {
            digest += digest_input(work, k);
        }
    }
    base = dla_output_base(digest, step->output, step->number, task);
    write_words(work, to, loadable_step_output(work->loadable, step)->size, base);
}

/* ---------------------------------------------------------------- bytes */

/** Sets bytes of an output. */
static void set_bytes(LoadableWork *work, uint8_t *to, uint64_t size, uint8_t byte)
{
    uint64_t at = 0U;

    while ((at < size) && (!work->ended)) {
        const uint64_t count = least(size - at, PIECE_BYTES);

        (void)memset(&to[at], (int32_t)byte, (size_t)count);
        at += count;
        (void)go_on(work, count);
    }
}

static void compute_fill(LoadableWork *work, const DlaStep *step)
{
    uint8_t *const to = work->tensors->outputs[step->output];

    set_bytes(work, to, loadable_step_output(work->loadable, step)->size, (uint8_t)step->number);
}

static void compute_copy(LoadableWork *work, const DlaStep *step)
{
    const uint32_t k = loadable_step_first(step);
    const uint8_t *const from = work->tensors->inputs[k];
    uint8_t *const to = work->tensors->outputs[step->output];
    const uint64_t size = loadable_step_output(work->loadable, step)->size;
    const uint64_t both = least(size, work->loadable->tensors[k].size);
    uint64_t at = 0U;

    while ((at < both) && (!work->ended)) {
        const uint64_t count = least(both - at, PIECE_BYTES);

        /* The same memory may be bound twice. */
        (void)memmove(&to[at], &from[at], (size_t)count);
        at += count;
        (void)go_on(work, count);
    }
    set_bytes(work, &to[both], size - both, 0U);
}

/* ---------------------------------------------------------------- elements */

/** Tensors whose elements are computed. */
typedef struct {
    LoadableWork *work;
    const DlaStep *step;
    DlaLayout output;
    DlaLayout inputs[RINGFENCE_CFG_DLA_TENSORS];
} Elements;

/** The value of an element of the output. */
static double element_value(const Elements *elements, uint64_t n, uint64_t c, uint64_t h,
                            uint64_t w)
{
    const LoadableWork *const work = elements->work;
    const DlaStep *const step = elements->step;
    bool is_first = true;
    double value = 0.0;

    for (uint32_t k = 0U; k < work->loadable->inputs; k++) {
        if (loadable_step_has(step, k)) {
            const DlaLayout *const input = &elements->inputs[k];
            const double one =
                dla_load(&work->tensors->inputs[k][dla_offset(input, n, c, h, w)], input->type);

            value = is_first ? one : (value + one);
            is_first = false;
        }
    }
    return (step->operation == DLA_AFFINE) ? dla_affine(value, step->scale, step->shift) : value;
}

/** Computes the elements of a row. */
static void compute_row(Elements *elements, uint64_t n, uint64_t c, uint64_t h)
{
    const DlaLayout *const output = &elements->output;
    LoadableWork *const work = elements->work;
    uint8_t *const to = work->tensors->outputs[elements->step->output];
    uint64_t w = 0U;

    while ((w < output->w) && (!work->ended)) {
        const uint64_t end = w + least(output->w - w, PIECE_ITEMS);
        const uint64_t cost = (end - w) * ELEMENT_COST;

        while (w < end) {
            dla_store(&to[dla_offset(output, n, c, h, w)], output->type,
                      element_value(elements, n, c, h, w));
            w++;
        }
        (void)go_on(work, cost);
    }
}

/** DLA_AFFINE, DLA_ADD. */
static void compute_elements(LoadableWork *work, const DlaStep *step)
{
    Elements elements;
    uint64_t rows = 0U;

    (void)memset(&elements, 0, sizeof(elements));
    elements.work = work;
    elements.step = step;
    (void)loadable_layout(loadable_step_output(work->loadable, step), &elements.output);
    for (uint32_t k = 0U; k < work->loadable->inputs; k++) {
        if (loadable_step_has(step, k)) {
            (void)loadable_layout(&work->loadable->tensors[k], &elements.inputs[k]);
        }
    }
    /* No more than there are bytes: elements do not overlap. */
    rows = elements.output.n * elements.output.c * elements.output.h;
    for (uint64_t row = 0U; (row < rows) && (!work->ended); row++) {
        const uint64_t plane = row / elements.output.h;

        compute_row(&elements, plane / elements.output.c, plane % elements.output.c,
                    row % elements.output.h);
    }
}

/** @satisfies RF-DLA-206 RF-DLA-207 RF-DLA-208 RF-DLA-209 RF-DLA-210 */
void loadable_compute(LoadableWork *work, const DlaStep *step)
{
    switch (step->operation) {
    case DLA_MIX:
        compute_mix(work, step, 0U);
        break;
    case DLA_STAMP:
        compute_mix(work, step, work->task);
        break;
    case DLA_COPY:
        compute_copy(work, step);
        break;
    case DLA_FILL:
        compute_fill(work, step);
        break;
    default:
        compute_elements(work, step);
        break;
    }
}
