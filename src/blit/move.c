/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file move.c
 * Pixels that stay what they are: planes are copied, mirrored and turned in units of bytes where
 * both images lie alike, else components are moved one by one.
 */
#include <libyuv/planar_functions.h>
#include <libyuv/rotate.h>
#include <string.h>

#include "blit/blit.h"
#include "blit/pipeline.h"
#include "core/assert.h"

/** Units of a tile that is turned at one time. */
#define TILE_COLUMNS 16U
#define TILE_ROWS    8U
/** Bytes of a unit at most: four samples of two bytes. */
#define UNIT_MAX 8U
/** Bytes of words that libyuv's shuffles take. */
#define WORD_BYTES 4U
/** Bytes of a shuffle. */
#define SHUFFLE_BYTES 16U

/** Component c of the destination is one of the source as it is. */
static bool component_stays(const BlitJob *job, uint32_t c)
{
    const BlitComponent *to = &job->destination->format.component[c];
    const bool is_there = job->source->format.component[c].step != 0U;
    const bool is_same = (c == BLIT_ALPHA) || job->mix[c].is_same;

    return (to->step == 0U) || (is_there && is_same && (job->shift_x[c] == to->shift_x) &&
                                (job->shift_y[c] == to->shift_y));
}

bool blit_move_can(const BlitJob *job)
{
    bool can = (job->blend == BLIT_BLEND_DISABLED) && (job->source_width == job->width) &&
               (job->source_height == job->height) &&
               (job->source->format.bits == job->destination->format.bits);

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        can = can && component_stays(job, c);
    }
    return can;
}

/** How a plane of the destination can be moved as a whole. */
typedef struct {
    /** The component whose samples lie closest; BLIT_COMPONENTS: the plane has none. */
    uint32_t closest;
    /** The source has the same components with the same steps. */
    bool has_same_steps;
    /** All have the same step: a unit of bytes holds one of each. */
    bool is_uniform;
    /** They are in the same order. */
    bool is_same_order;
    /** Sixteenths of the samples that stand for a component. */
    uint32_t sixteenths;
    /** Planes of the source: a bit for each. */
    uint32_t planes;
} PlaneMove;

/** Adds a component of the plane. */
static void plane_add(const BlitJob *job, uint32_t c, PlaneMove *move)
{
    const BlitFormat *to = &job->destination->format;
    const BlitComponent *a = &job->source->format.component[c];
    const BlitComponent *b = &to->component[c];
    const uint32_t closest = (move->closest == BLIT_COMPONENTS) ? c : move->closest;

    ASSERT(b->step != 0U);
    ASSERT(a->plane < BLIT_PLANES);
    move->has_same_steps = move->has_same_steps && (a->step == b->step);
    move->is_same_order = move->is_same_order && (a->offset == b->offset);
    move->is_uniform = move->is_uniform && (to->component[closest].step == b->step);
    move->closest = (b->step < to->component[closest].step) ? c : closest;
    move->sixteenths += 16U / b->step;
    move->planes |= (uint32_t)1U << a->plane;
}

static PlaneMove plane_move(const BlitJob *job, uint32_t p)
{
    PlaneMove move = {BLIT_COMPONENTS, true, true, true, 0U, 0U};

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *b = &job->destination->format.component[c];

        if ((b->step != 0U) && (b->plane == p)) {
            plane_add(job, c, &move);
        }
    }
    return move;
}

/** Each bit of a sample counts, in both images alike. */
static bool samples_are_full(const BlitJob *job)
{
    const BlitFormat *from = &job->source->format;
    const BlitFormat *to = &job->destination->format;

    return (from->sample_bytes == to->sample_bytes) && (from->bits == (8U * from->sample_bytes));
}

/** Whether the bytes of a plane can be moved as they are, but for their order in a word. */
static bool plane_stays(const BlitJob *job, const PlaneMove *move)
{
    const bool is_straight = (!job->swaps) && (!job->flips_x);
    const bool is_word =
        blit_store_is_word(&job->source->format) && blit_store_is_word(&job->destination->format);
    /* Each sample stands for a component, of one plane. */
    const bool is_whole = (move->sixteenths == 16U) && ((move->planes & (move->planes - 1U)) == 0U);

    return samples_are_full(job) && is_whole && move->has_same_steps &&
           (is_straight || move->is_uniform) && (move->is_same_order || is_word);
}

/** A plane that is moved: bytes of the source rectangle and of the destination rectangle. */
typedef struct {
    const uint8_t *from;
    uint8_t *to;
    ptrdiff_t from_pitch;
    ptrdiff_t to_pitch;
    /** Units of the destination's plane. */
    uint32_t columns;
    uint32_t rows;
    size_t unit;
} Bytes;

static Bytes moved_bytes(const BlitJob *job, uint32_t c)
{
    const BlitImage *image = job->source;
    const BlitRect *rect = &job->layer->source_rect;
    const BlitComponent *a = &image->format.component[c];
    const BlitComponent *b = &job->destination->format.component[c];
    const size_t sample = image->format.sample_bytes;
    const size_t row = (size_t)rect->y0 >> a->shift_y;
    const size_t column = (size_t)rect->x0 >> a->shift_x;
    const size_t inside = b->offset * sample;
    Bytes bytes;

    bytes.unit = (size_t)a->step * sample;
    bytes.from_pitch = (ptrdiff_t)image->pitch[a->plane];
    bytes.to_pitch = (ptrdiff_t)job->destination->pitch[b->plane];
    bytes.from = &image->plane[a->plane][(row * image->pitch[a->plane]) + (column * bytes.unit)];
    bytes.to = &blit_store_at(job, c, 0U)[-(ptrdiff_t)inside];
    bytes.columns = job->width >> b->shift_x;
    bytes.rows = job->height >> b->shift_y;
    return bytes;
}

static void mirror_row(const Bytes *bytes, const uint8_t *from, uint8_t *to)
{
    const int columns = (int)bytes->columns;

    ASSERT(columns > 0);
    if (bytes->unit == 1U) {
        MirrorPlane(from, columns, to, columns, columns, 1);
    } else if (bytes->unit == WORD_BYTES) {
        (void)ARGBMirror(from, columns * (int)WORD_BYTES, to, columns * (int)WORD_BYTES, columns,
                         1);
    } else {
        for (uint32_t x = 0U; x < bytes->columns; x++) {
            const size_t column = (size_t)bytes->columns - 1U - x;

            (void)memcpy(&to[x * bytes->unit], &from[column * bytes->unit], bytes->unit);
        }
    }
}

/** Rows that stay rows. */
static void move_rows(BlitJob *job, const Bytes *bytes)
{
    for (uint32_t y = 0U; (y < bytes->rows) && (!job->is_stopped); y++) {
        if (blit_job_goes_on(job)) {
            const uint32_t row = job->flips_y ? (bytes->rows - 1U - y) : y;
            const uint8_t *from = &bytes->from[(ptrdiff_t)row * bytes->from_pitch];
            uint8_t *to = &bytes->to[(ptrdiff_t)y * bytes->to_pitch];

            if (job->flips_x) {
                mirror_row(bytes, from, to);
            } else {
                (void)memcpy(to, from, bytes->columns * bytes->unit);
            }
        }
    }
}

/** Columns and rows of a tile change places: `columns` of the source are rows from `to` on. */
static void turn_tile(const Bytes *bytes, const uint8_t *from, ptrdiff_t from_pitch, uint8_t *to,
                      ptrdiff_t to_pitch, uint32_t columns, uint32_t rows)
{
    uint8_t tile[TILE_ROWS][TILE_COLUMNS * UNIT_MAX];
    const size_t unit = bytes->unit;

    ASSERT(unit <= UNIT_MAX);
    ASSERT(columns <= TILE_COLUMNS);
    ASSERT(rows <= TILE_ROWS);
    for (uint32_t y = 0U; y < rows; y++) {
        (void)memcpy(tile[y], &from[(ptrdiff_t)y * from_pitch], columns * unit);
    }
    for (uint32_t x = 0U; x < columns; x++) {
        uint8_t *row = &to[(ptrdiff_t)x * to_pitch];

        if (unit == WORD_BYTES) {
            for (uint32_t y = 0U; y < rows; y++) {
                (void)memcpy(&row[y * WORD_BYTES], &tile[y][x * WORD_BYTES], WORD_BYTES);
            }
        } else {
            for (uint32_t y = 0U; y < rows; y++) {
                (void)memcpy(&row[y * unit], &tile[y][x * unit], unit);
            }
        }
    }
}

/** Turns `count` columns of the source into rows of the destination. */
static void turn_strip(const Bytes *bytes, const uint8_t *from, ptrdiff_t from_pitch, uint8_t *to,
                       ptrdiff_t to_pitch, uint32_t count)
{
    if (bytes->unit == 1U) {
        TransposePlane(from, (int)from_pitch, to, (int)to_pitch, (int)count, (int)bytes->columns);
    } else {
        for (uint32_t y = 0U; y < bytes->columns; y += TILE_ROWS) {
            const uint32_t left = bytes->columns - y;

            turn_tile(bytes, &from[(ptrdiff_t)y * from_pitch], from_pitch, &to[y * bytes->unit],
                      to_pitch, count, (left < TILE_ROWS) ? left : TILE_ROWS);
        }
    }
}

/** Columns that become rows: a strip of them at one time. Backwards columns begin at the last row
 * of the strip, backwards rows at the last one of the source. */
static void move_columns(BlitJob *job, const Bytes *bytes)
{
    const uint8_t *from = bytes->from;
    uint8_t *to = bytes->to;
    const ptrdiff_t from_pitch = bytes->from_pitch;
    const ptrdiff_t to_pitch = bytes->to_pitch;

    for (uint32_t y = 0U; (y < bytes->rows) && (!job->is_stopped); y += TILE_COLUMNS) {
        if (blit_job_goes_on(job)) {
            const uint32_t left = bytes->rows - y;
            const uint32_t count = (left < TILE_COLUMNS) ? left : TILE_COLUMNS;
            size_t first_column = y;
            size_t first_row = 0U;
            size_t to_row = y;

            if (job->flips_x) {
                first_column = (size_t)left - count;
                to_row = ((size_t)y + count) - 1U;
            }
            if (job->flips_y) {
                first_row = (size_t)bytes->columns - 1U;
            }
            turn_strip(bytes,
                       &from[(first_row * (size_t)from_pitch) + (first_column * bytes->unit)],
                       job->flips_y ? -from_pitch : from_pitch, &to[to_row * (size_t)to_pitch],
                       job->flips_x ? -to_pitch : to_pitch, count);
        }
    }
}

/** Puts the bytes of words in the order of the destination, which they have been moved to. */
static void shuffle(BlitJob *job, const Bytes *bytes)
{
    uint8_t order[SHUFFLE_BYTES];

    ASSERT(bytes->unit == WORD_BYTES);
    (void)memset(order, 0, sizeof(order));
    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        order[job->destination->format.component[c].offset] =
            job->source->format.component[c].offset;
    }
    for (uint32_t i = WORD_BYTES; i < SHUFFLE_BYTES; i++) {
        order[i] = (uint8_t)(order[i - WORD_BYTES] + WORD_BYTES);
    }
    for (uint32_t y = 0U; (y < bytes->rows) && (!job->is_stopped); y++) {
        if (blit_job_goes_on(job)) {
            uint8_t *row = &bytes->to[(ptrdiff_t)y * bytes->to_pitch];
            const uint32_t pitch_bytes = bytes->columns * WORD_BYTES;
            const int pitch = (int)pitch_bytes;

            (void)ARGBShuffle(row, pitch, row, pitch, order, (int)bytes->columns, 1);
        }
    }
}

/** Moves a component on its own. */
static void move_component(BlitJob *job, uint32_t c)
{
    const BlitComponent *to = &job->destination->format.component[c];
    const uint32_t rows = job->height >> to->shift_y;
    const uint32_t count = job->width >> to->shift_x;

    for (uint32_t y = 0U; (y < rows) && (!job->is_stopped); y++) {
        if (blit_job_goes_on(job)) {
            blit_store_row(job, c, y, count, blit_source_row(job, c, y));
        }
    }
}

/** Moves U and V together, into samples that lie side by side. */
static void move_colours(BlitJob *job)
{
    const BlitComponent *to = &job->destination->format.component[1];
    const uint32_t rows = job->height >> to->shift_y;
    const uint32_t count = job->width >> to->shift_x;

    for (uint32_t y = 0U; (y < rows) && (!job->is_stopped); y++) {
        if (blit_job_goes_on(job)) {
            const uint16_t *u = blit_source_row(job, 1U, y);
            const uint16_t *v = blit_source_row(job, 2U, y);

            blit_store_colours(job, y, count, u, v);
        }
    }
}

static void move_components(BlitJob *job, uint32_t p)
{
    const BlitFormat *to = &job->destination->format;

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        if ((to->component[c].step == 0U) || (to->component[c].plane != p)) {
            /* It is not here. */
        } else if (!blit_store_is_pair(to)) {
            move_component(job, c);
        } else if (c == 1U) {
            move_colours(job);
        } else if (c != 2U) {
            move_component(job, c);
        } else {
            /* It was moved with U. */
        }
    }
}

static void move_plane(BlitJob *job, uint32_t p)
{
    const PlaneMove move = plane_move(job, p);

    ASSERT(p < BLIT_PLANES);
    if (move.closest == BLIT_COMPONENTS) {
        /* Nothing of the plane is written. */
    } else if (plane_stays(job, &move)) {
        const Bytes bytes = moved_bytes(job, move.closest);

        if (job->swaps) {
            move_columns(job, &bytes);
        } else {
            move_rows(job, &bytes);
        }
        if (!move.is_same_order) {
            shuffle(job, &bytes);
        }
    } else {
        move_components(job, p);
    }
}

/** @satisfies RF-BLIT-010 RF-BLIT-011 */
void blit_move(BlitJob *job)
{
    for (uint32_t p = 0U; p < job->destination->format.planes; p++) {
        move_plane(job, p);
    }
}
