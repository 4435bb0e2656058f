/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file graph.c
 * Graphs of zimg: all planes of a source are stretched at one time, from float to float, row by
 * row. zimg knows nothing of formats, colours or blending here.
 */
#include <string.h>
#include <zimg.h>

#include "blit/blit.h"
#include "blit/pipeline.h"
#include "core/assert.h"
#include "port/atomic.h"

/** No parameter of a filter. */
#define UNUSED_PARAMETER 0.0

typedef struct {
    BlitGraphKey key;
    zimg_filter_graph *graph;
    size_t own_bytes;
    uint32_t rows_in;
    uint32_t rows_out;
} Graph;

static Graph g_blit_graphs[RINGFENCE_CFG_2D_GRAPHS];
/** Rows of g_blit_graphs that are there. */
static PortAtomic32 g_count;
/** The most that ever were. */
static PortAtomic32 g_count_most;

/** Memory of one run of a graph. */
typedef struct {
    BlitJob *job;
    const Graph *graph;
    zimg_image_buffer_const in;
    zimg_image_buffer out;
    float *own;
    /** First sample of each plane's window, and samples from a row to the next. */
    float *to[BLIT_COMPONENTS];
    float *from[BLIT_COMPONENTS];
    size_t pitch_in[BLIT_COMPONENTS];
    size_t pitch_out[BLIT_COMPONENTS];
} Run;

static BlitGraphKey key_of(const BlitJob *job)
{
    BlitGraphKey key;

    (void)memset(&key, 0, sizeof(key));
    key.source_width = job->source_width;
    key.source_height = job->source_height;
    key.width = job->width;
    key.height = job->height;
    key.filter = (uint32_t)job->layer->filter;
    key.planes = 1U;
    if (job->reads[1] || job->reads[2]) {
        key.planes = BLIT_COLOURS;
        key.shift_x = job->shift_x[1];
        key.shift_y = job->shift_y[1];
    }
    if (job->reads[BLIT_ALPHA]) {
        key.planes = BLIT_COMPONENTS;
    }
    ASSERT(key.width > 0U);
    ASSERT(key.height > 0U);
    return key;
}

static bool key_is_same(const BlitGraphKey *a, const BlitGraphKey *b)
{
    return (a->source_width == b->source_width) && (a->source_height == b->source_height) &&
           (a->width == b->width) && (a->height == b->height) && (a->planes == b->planes) &&
           (a->filter == b->filter) && (a->shift_x == b->shift_x) && (a->shift_y == b->shift_y);
}

static const Graph *graph_find(const BlitGraphKey *key)
{
    const uint32_t count = port_load32_acquire(&g_count);
    const Graph *found = NULL;

    ASSERT(count <= RINGFENCE_CFG_2D_GRAPHS);
    for (uint32_t i = 0U; (i < count) && (found == NULL); i++) {
        if (key_is_same(&g_blit_graphs[i].key, key)) {
            found = &g_blit_graphs[i];
        }
    }
    return found;
}

static size_t aligned(size_t bytes)
{
    return (bytes + (BLIT_ALIGN - 1U)) & ~((size_t)BLIT_ALIGN - 1U);
}

/** Samples of a row, and rows, of the source's plane p. */
static uint32_t plane_width(const BlitGraphKey *key, uint32_t p)
{
    return ((p == 1U) || (p == 2U)) ? (key->source_width >> key->shift_x) : key->source_width;
}

static uint32_t plane_height(const BlitGraphKey *key, uint32_t p)
{
    return ((p == 1U) || (p == 2U)) ? (key->source_height >> key->shift_y) : key->source_height;
}

/** Rows of a window of plane p: a power of two, or all. */
static uint32_t window_rows(uint32_t rows, uint32_t height)
{
    return (rows > height) ? height : rows;
}

static uint32_t window_in(const Graph *graph, uint32_t p)
{
    const bool is_small = (p == 1U) || (p == 2U);
    uint32_t rows = graph->rows_in;

    if ((rows != ZIMG_BUFFER_MAX) && is_small) {
        rows >>= graph->key.shift_y;
    }
    return window_rows(rows, plane_height(&graph->key, p));
}

static size_t pitch_of(uint32_t samples)
{
    return aligned((size_t)samples * sizeof(float));
}

/** Bytes of all that a graph needs to run. */
static size_t graph_bytes(const Graph *graph)
{
    size_t bytes = aligned(graph->own_bytes);

    for (uint32_t p = 0U; p < graph->key.planes; p++) {
        bytes += pitch_of(plane_width(&graph->key, p)) * window_in(graph, p);
        bytes += pitch_of(graph->key.width) * window_rows(graph->rows_out, graph->key.height);
    }
    return bytes;
}

static void parameters_set(uint32_t filter, zimg_graph_builder_params *parameters)
{
    zimg_graph_builder_params_default(parameters, ZIMG_API_VERSION);
    parameters->resample_filter = ZIMG_RESIZE_BILINEAR;
    parameters->filter_param_a = UNUSED_PARAMETER;
    parameters->filter_param_b = UNUSED_PARAMETER;
    if (filter == (uint32_t)BLIT_FILTER_MEDIUM) {
        parameters->resample_filter = ZIMG_RESIZE_BICUBIC;
        parameters->filter_param_a = BLIT_CUBIC_B;
        parameters->filter_param_b = BLIT_CUBIC_C;
    }
    if (filter == (uint32_t)BLIT_FILTER_HIGH) {
        parameters->resample_filter = ZIMG_RESIZE_LANCZOS;
        parameters->filter_param_a = BLIT_LANCZOS_LOBES;
    }
    parameters->resample_filter_uv = parameters->resample_filter;
    parameters->filter_param_a_uv = parameters->filter_param_a;
    parameters->filter_param_b_uv = parameters->filter_param_b;
}

static void formats_set(const BlitGraphKey *key, zimg_image_format *from, zimg_image_format *to)
{
    zimg_image_format_default(from, ZIMG_API_VERSION);
    from->width = key->source_width;
    from->height = key->source_height;
    from->pixel_type = ZIMG_PIXEL_FLOAT;
    from->subsample_w = key->shift_x;
    from->subsample_h = key->shift_y;
    from->color_family = (key->planes == 1U) ? ZIMG_COLOR_GREY : ZIMG_COLOR_YUV;
    from->chroma_location = ZIMG_CHROMA_CENTER;
    /* Straight alpha would be multiplied with the colours before they are stretched. */
    from->alpha = (key->planes == BLIT_COMPONENTS) ? ZIMG_ALPHA_PREMULTIPLIED : ZIMG_ALPHA_NONE;
    *to = *from;
    to->width = key->width;
    to->height = key->height;
    to->subsample_w = 0U;
    to->subsample_h = 0U;
}

/** Asks a graph what it needs. */
static bool graph_ask(Graph *graph)
{
    unsigned needed = 0U;
    unsigned made = 0U;
    zimg_error_code_e error = zimg_filter_graph_get_tmp_size(graph->graph, &graph->own_bytes);

    if (error == ZIMG_ERROR_SUCCESS) {
        error = zimg_filter_graph_get_input_buffering(graph->graph, &needed);
    }
    if (error == ZIMG_ERROR_SUCCESS) {
        error = zimg_filter_graph_get_output_buffering(graph->graph, &made);
    }
    graph->rows_in = needed;
    graph->rows_out = made;
    return error == ZIMG_ERROR_SUCCESS;
}

/** Builds the graph of `key` into a row. */
static BlitStatus graph_build(const BlitGraphKey *key, Graph *graph)
{
    zimg_image_format from;
    zimg_image_format to;
    zimg_graph_builder_params parameters;
    BlitStatus status = BLIT_OK;
    bool is_known = false;

    (void)memset(&from, 0, sizeof(from));
    (void)memset(&to, 0, sizeof(to));
    (void)memset(&parameters, 0, sizeof(parameters));
    (void)memset(graph, 0, sizeof(*graph));
    graph->key = *key;
    formats_set(key, &from, &to);
    parameters_set(key->filter, &parameters);
    graph->graph = zimg_filter_graph_build(&from, &to, &parameters);
    if (graph->graph != NULL) {
        is_known = graph_ask(graph);
    }
    if (!is_known) {
        status = BLIT_NO_MEMORY;
    } else {
        status = (graph_bytes(graph) <= BLIT_POOL_BYTES) ? BLIT_OK : BLIT_BAD_SCALE;
    }
    if (status != BLIT_OK) {
        zimg_filter_graph_free(graph->graph);
        zimg_clear_last_error();
    }
    return status;
}

static void graph_note_most(uint32_t count)
{
    if (count > port_load32_relaxed(&g_count_most)) {
        port_store32_relaxed(&g_count_most, count);
    }
}

uint32_t blit_graphs(uint32_t *most)
{
    *most = port_load32_relaxed(&g_count_most);
    return port_load32_relaxed(&g_count);
}

/** Builds what a layer needs and is not there. */
static BlitStatus layer_prepare(const BlitImage *destination, const BlitLayer *layer)
{
    BlitJob job;
    BlitStatus status = BLIT_OK;

    blit_job_begin(&job, destination, layer);
    if (blit_job_is_filtered(&job)) {
        const BlitGraphKey key = key_of(&job);
        const uint32_t count = port_load32_relaxed(&g_count);

        if (graph_find(&key) != NULL) {
            status = BLIT_OK;
        } else if (count == RINGFENCE_CFG_2D_GRAPHS) {
            status = BLIT_NO_GRAPH;
        } else {
            status = graph_build(&key, &g_blit_graphs[count]);
            if (status == BLIT_OK) {
                port_store32_release(&g_count, count + 1U);
                graph_note_most(count + 1U);
            }
        }
    }
    return status;
}

/** @satisfies RF-BLIT-020 RF-BLIT-021 RF-BLIT-022 */
BlitStatus blit_prepare(const BlitOperation *operation)
{
    BlitStatus status = BLIT_OK;

    for (uint32_t i = 0U; (i < operation->layers) && (status == BLIT_OK); i++) {
        status = layer_prepare(&operation->destination, &operation->layer[i]);
    }
    return status;
}

/** @satisfies RF-BLIT-020 */
BlitStatus blit_is_prepared(const BlitOperation *operation)
{
    BlitStatus status = BLIT_OK;

    for (uint32_t i = 0U; i < operation->layers; i++) {
        BlitJob job;

        blit_job_begin(&job, &operation->destination, &operation->layer[i]);
        if (blit_job_is_filtered(&job)) {
            const BlitGraphKey key = key_of(&job);

            if (graph_find(&key) == NULL) {
                status = BLIT_NOT_PREPARED;
            }
        }
    }
    return status;
}

/** @satisfies RF-BLIT-020 */
void blit_forget(void)
{
    const uint32_t count = port_load32_relaxed(&g_count);

    port_store32_release(&g_count, 0U);
    for (uint32_t i = 0U; i < count; i++) {
        ASSERT(g_blit_graphs[i].graph != NULL);
        zimg_filter_graph_free(g_blit_graphs[i].graph);
        g_blit_graphs[i].graph = NULL;
    }
}

/** Fills a row of a plane's window. */
static void row_fill(Run *run, uint32_t p, uint32_t row)
{
    const uint32_t window = run->in.plane[p].mask;
    const uint32_t place = row & window;
    float *to = &run->to[p][place * run->pitch_in[p]];
    const uint32_t count = plane_width(&run->graph->key, p);

    ASSERT(p < run->graph->key.planes);
    if (run->job->reads[p]) {
        const uint16_t *from = blit_source_row(run->job, p, row);

        for (uint32_t i = 0U; i < count; i++) {
            to[i] = (float)from[i];
        }
    } else {
        for (uint32_t i = 0U; i < count; i++) {
            to[i] = (float)run->job->scratch->pixel[p][0];
        }
    }
}

/** zimg asks for rows from `i` on: as many as one row of U and V covers. */
static int rows_in(void *user, unsigned i, unsigned left, unsigned right)
{
    Run *run = (Run *)user;
    const BlitGraphKey *key = &run->graph->key;
    const uint32_t rows = (uint32_t)1U << key->shift_y;

    (void)left;
    (void)right;
    if (blit_job_goes_on(run->job)) {
        for (uint32_t p = 0U; p < key->planes; p++) {
            if ((p == 1U) || (p == 2U)) {
                row_fill(run, p, i >> key->shift_y);
            } else {
                for (uint32_t row = 0U; row < rows; row++) {
                    row_fill(run, p, i + row);
                }
            }
        }
    }
    /* An error would make zimg throw an exception, which takes memory: the rest is run for
     * nothing. */
    return 0;
}

/** zimg has row `i` ready. */
static int rows_out(void *user, unsigned i, unsigned left, unsigned right)
{
    Run *run = (Run *)user;
    float *pixels[BLIT_COMPONENTS] = {NULL, NULL, NULL, NULL};

    (void)left;
    (void)right;
    if (blit_job_goes_on(run->job)) {
        for (uint32_t p = 0U; p < BLIT_COMPONENTS; p++) {
            const uint32_t place = i & run->out.plane[p].mask;

            pixels[p] = run->job->reads[p] ? &run->from[p][place * run->pitch_out[p]]
                                           : run->job->scratch->absent[p];
        }
        blit_mix_real_row(run->job, i, pixels);
    }
    return 0;
}

/** Lays the windows of a run into the pool. */
static void run_begin(Run *run, BlitJob *job, const Graph *graph)
{
    float *pool = job->scratch->pool;
    size_t at = aligned(graph->own_bytes) / sizeof(*pool);

    (void)memset(run, 0, sizeof(*run));
    run->job = job;
    run->graph = graph;
    run->own = pool;
    run->in.version = ZIMG_API_VERSION;
    run->out.version = ZIMG_API_VERSION;
    for (uint32_t p = 0U; p < graph->key.planes; p++) {
        const size_t pitch_in = pitch_of(plane_width(&graph->key, p));
        const size_t pitch_out = pitch_of(graph->key.width);
        const uint32_t in = window_in(graph, p);
        const uint32_t out = window_rows(graph->rows_out, graph->key.height);

        run->pitch_in[p] = pitch_in / sizeof(*pool);
        run->pitch_out[p] = pitch_out / sizeof(*pool);
        run->to[p] = &pool[at];
        run->in.plane[p].data = &pool[at];
        run->in.plane[p].stride = (ptrdiff_t)pitch_in;
        run->in.plane[p].mask =
            zimg_select_buffer_mask((in == plane_height(&graph->key, p)) ? ZIMG_BUFFER_MAX : in);
        at += run->pitch_in[p] * in;
        run->from[p] = &pool[at];
        run->out.plane[p].data = &pool[at];
        run->out.plane[p].stride = (ptrdiff_t)pitch_out;
        run->out.plane[p].mask =
            zimg_select_buffer_mask((out == graph->key.height) ? ZIMG_BUFFER_MAX : out);
        at += run->pitch_out[p] * out;
    }
    ASSERT((at * sizeof(*pool)) <= BLIT_POOL_BYTES);
}

/** @satisfies RF-BLIT-012 */
void blit_graph_draw(BlitJob *job)
{
    const BlitGraphKey key = key_of(job);
    const Graph *graph = graph_find(&key);
    Run run;

    ASSERT(graph != NULL);
    if (graph != NULL) {
        run_begin(&run, job, graph);
        (void)zimg_filter_graph_process(graph->graph, &run.in, &run.out, run.own, &rows_in, &run,
                                        &rows_out, &run);
    }
}
