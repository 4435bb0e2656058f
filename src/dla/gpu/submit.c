/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file submit.c
 * Tasks: each is a row of kernels in the stream of its caller, one or more for each step. A kernel
 * does nothing if a step before it failed; the last one says that the task is over, and how.
 */
#include <string.h>

#include "dla/arithmetic.h"
#include "dla/gpu/hybrid.h"
#include "dla/gpu/row.h"

#define US_NS 1000U
/** The place of the size of an input in its digest. */
#define SIZE_PLACE UINT64_MAX

/** A task on its way into a stream. */
typedef struct {
    const HybridRow *row;
    const HybridTask *task;
    void *stream;
    /** Records of statistics so far. */
    uint64_t records;
    GpuResult result;
    HybridWork work;
} Submission;

/* ---------------------------------------------------------------- kernels */

/** Puts a kernel of one thread into the stream, unless one before was refused. */
static void put_single(Submission *made, uint32_t kind)
{
    if (made->result == GPU_CUDA_SUCCESS) {
        made->work.kind = kind;
        made->result = hybrid_launch(made->row, &made->work, 1U, made->stream);
    }
}

/** The same for a kernel of many threads. */
static void put_bulk(Submission *made, uint32_t kind, uint64_t items)
{
    const uint64_t blocks = (items / HYBRID_THREADS) + 1U;

    if (made->result == GPU_CUDA_SUCCESS) {
        made->work.kind = kind;
        made->result = hybrid_launch(made->row, &made->work,
                                     (blocks < HYBRID_BLOCKS) ? (uint32_t)blocks : HYBRID_BLOCKS,
                                     made->stream);
    }
}

/** Words of so many bytes. */
static uint64_t words_of(uint64_t bytes)
{
    return (bytes / DLA_WORD_BYTES) + 1U;
}

/* ---------------------------------------------------------------- steps */

/** DLA_MIX, DLA_STAMP. */
static void put_digest(Submission *made, const DlaStep *step)
{
    const DlaLoadable *const loadable = made->task->loadable;
    HybridWork *const work = &made->work;

    work->number = 0U;
    for (uint32_t i = 0U; i < loadable->inputs; i++) {
        if (loadable_step_has(step, i)) {
            work->number += dla_digest_part(loadable->tensors[i].size, i, SIZE_PLACE);
        }
    }
    put_single(made, HYBRID_SET);
    for (uint32_t i = 0U; i < loadable->inputs; i++) {
        if (loadable_step_has(step, i)) {
            work->inputs[0].address = made->task->inputs[i];
            work->input_size = loadable->tensors[i].size;
            work->number = i;
            put_bulk(made, HYBRID_DIGEST, words_of(work->input_size));
        }
    }
    work->number = step->number;
    work->task = (step->operation == DLA_STAMP) ? made->task->number : 0U;
    work->extent[0] = step->output;
    put_bulk(made, HYBRID_EXPAND, words_of(work->output_size));
}

/** DLA_COPY, DLA_FILL. */
static void hybrid_put_bytes(Submission *made, const DlaStep *step)
{
    const uint32_t input = loadable_step_first(step);
    HybridWork *const work = &made->work;

    work->inputs[0].address = made->task->inputs[input];
    work->input_size = made->task->loadable->tensors[input].size;
    work->number = step->number;
    put_bulk(made, (step->operation == DLA_COPY) ? HYBRID_COPY : HYBRID_FILL,
             words_of(work->output_size));
}

/** Tells a kernel how the elements of a tensor lie; gives its type. */
static uint32_t place_tensor(HybridPlace *place, const cudlaModuleTensorDescriptor *tensor,
                             uint64_t address)
{
    DlaLayout layout;

    (void)memset(&layout, 0, sizeof(layout));
    /* A loadable that was read has such elements. */
    (void)loadable_layout(tensor, &layout);
    place->address = address;
    place->n_stride = layout.n_stride;
    place->c_stride = layout.c_stride;
    place->h_stride = layout.h_stride;
    place->w_stride = layout.w_stride;
    place->group = layout.group;
    return layout.type;
}

/** DLA_AFFINE, DLA_ADD. */
static void put_elements(Submission *made, const DlaStep *step)
{
    const DlaLoadable *const loadable = made->task->loadable;
    const cudlaModuleTensorDescriptor *const output = loadable_step_output(loadable, step);
    HybridWork *const work = &made->work;

    work->output_type = place_tensor(&work->output, output, work->output.address);
    work->count = 0U;
    for (uint32_t i = 0U; i < loadable->inputs; i++) {
        if (loadable_step_has(step, i)) {
            work->input_type = place_tensor(&work->inputs[work->count], &loadable->tensors[i],
                                            made->task->inputs[i]);
            work->count++;
        }
    }
    work->extent[0] = output->n;
    work->extent[1] = output->c;
    work->extent[2] = output->h;
    work->extent[3] = output->w;
    work->scale = step->scale;
    work->shift = step->shift;
    put_bulk(made, (step->operation == DLA_ADD) ? HYBRID_ADD : HYBRID_AFFINE,
             output->n * output->c * output->h * output->w);
}

/** DLA_DELAY, DLA_FAIL, DLA_HANG. */
static void put_event(Submission *made, const DlaStep *step)
{
    uint32_t kind = HYBRID_HANG;

    if (step->operation == DLA_DELAY) {
        kind = HYBRID_DELAY;
    } else if (step->operation == DLA_FAIL) {
        kind = HYBRID_FAIL;
    } else {
        kind = HYBRID_HANG;
    }
    made->work.number = step->number;
    put_single(made, kind);
}

/* ---------------------------------------------------------------- statistics */

/** Begins the reports, or adds a step to them. */
static void put_report(Submission *made, uint32_t kind)
{
    const DlaLoadable *const loadable = made->task->loadable;
    const cudlaModuleTensorDescriptor *const first =
        &loadable->tensors[loadable->inputs + loadable->outputs];
    HybridWork *const work = &made->work;

    work->count = 0U;
    for (uint32_t i = 0U; i < loadable->statistics; i++) {
        if (made->task->statistics[i] != 0U) {
            work->inputs[work->count].address = made->task->statistics[i];
            work->inputs[work->count].n_stride = first[i].size;
            work->count++;
        }
    }
    if (work->count > 0U) {
        put_single(made, kind);
    }
}

/** The record of a step.
 * @satisfies RF-DLA-310 */
static void hybrid_put_record(Submission *made, uint32_t index)
{
    const DlaLoadable *const loadable = made->task->loadable;
    const DlaStep *const step = &loadable->steps[index];

    made->work.number = index;
    made->work.extent[0] = (uint64_t)step->operation;
    made->work.extent[1] = step->output;
    made->work.extent[2] = loadable_step_bytes(loadable, step);
    made->work.extent[3] = made->records;
    put_report(made, HYBRID_MARK);
    made->records++;
}

/* ---------------------------------------------------------------- tasks */

static void put_step(Submission *made, const DlaStep *step)
{
    const DlaLoadable *const loadable = made->task->loadable;

    made->work.output.address = made->task->outputs[step->output];
    made->work.output_size = loadable_step_output(loadable, step)->size;
    switch (step->operation) {
    case DLA_MIX:
    case DLA_STAMP:
        put_digest(made, step);
        break;
    case DLA_COPY:
    case DLA_FILL:
        hybrid_put_bytes(made, step);
        break;
    case DLA_AFFINE:
    case DLA_ADD:
        put_elements(made, step);
        break;
    default:
        put_event(made, step);
        break;
    }
}

/** Writes the numbers of a diagnostic task into all outputs, or looks at them. */
static void put_diagnosis(Submission *made, uint32_t kind)
{
    const DlaLoadable *const loadable = made->task->loadable;
    HybridWork *const work = &made->work;

    for (uint32_t i = 0U; i < loadable->outputs; i++) {
        work->output.address = made->task->outputs[i];
        work->output_size = loadable->tensors[loadable->inputs + i].size;
        work->number = i;
        put_bulk(made, kind, words_of(work->output_size));
    }
}

/** All steps that are done in a task. */
static void put_steps(Submission *made)
{
    const DlaLoadable *const loadable = made->task->loadable;

    made->work.task = made->task->number;
    put_report(made, HYBRID_HEAD);
    for (uint32_t i = 0U; i < loadable->step_count; i++) {
        if (loadable_step_is_due(&loadable->steps[i], made->task->number)) {
            put_step(made, &loadable->steps[i]);
            hybrid_put_record(made, i);
        }
    }
}

/** What a task puts between its begin and its end. */
static void put_inner(Submission *made)
{
    if (made->task->noop) {
        /* It has no step. */
    } else if (made->task->diagnoses) {
        put_diagnosis(made, HYBRID_PATTERN);
        put_diagnosis(made, HYBRID_VERIFY);
    } else {
        put_steps(made);
    }
}

/** @satisfies RF-DLA-305 RF-DLA-308 RF-DLA-311 RF-DLA-312 */
cudlaStatus hybrid_put_task(uint32_t index, HybridRow *row, const HybridTask *task, void *stream)
{
    Submission made;
    uint32_t done = 0U;
    cudlaStatus status =
        hybrid_find_done(index, task, &done) ? cudlaSuccess : cudlaErrorOutOfResources;

    if (status == cudlaSuccess) {
        (void)memset(&made, 0, sizeof(made));
        made.row = row;
        made.task = task;
        made.stream = stream;
        row->tickets++;
        made.work.slot = (index * RINGFENCE_CFG_DLA_TASKS) + done;
        made.work.done = done;
        made.work.page = row->page;
        made.work.ticket = row->tickets;
        made.work.limit_ns = task->noop ? UINT64_MAX : (task->limit_us * US_NS);
        put_single(&made, HYBRID_BEGIN);
        if (made.result == GPU_CUDA_SUCCESS) {
            port_store64_relaxed(&row->issued[done], row->tickets);
            put_inner(&made);
            status = hybrid_status(made.result);
            /* What was begun is ended in any case. */
            made.result = GPU_CUDA_SUCCESS;
            put_single(&made, HYBRID_END);
        }
        if (status == cudlaSuccess) {
            status = hybrid_status(made.result);
        }
    }
    return status;
}

/** Success iff the stream can take a task. The context is current.
 * @satisfies RF-DLA-309 */
static cudlaStatus check_stream(const HybridRow *row, void *stream)
{
    uintptr_t number = 0U;
    int32_t capture = 0;
    void *context = row->context;
    GpuResult result = row->driver->is_capturing(stream, &capture);
    cudlaStatus status = cudlaSuccess;

    /* CUDA's names for streams are numbers. */
    (void)memcpy(&number, &stream, sizeof(number));
    if ((result == GPU_CUDA_SUCCESS) && (number > HYBRID_STREAM_LEGACY)) {
        result = row->driver->stream_context(stream, &context);
    }
    if ((number == HYBRID_STREAM_PER_THREAD) || (capture != 0)) {
        status = cudlaErrorUnsupportedOperation;
    } else if (result != GPU_CUDA_SUCCESS) {
        status = hybrid_status(result);
    } else if (context != row->context) {
        status = cudlaErrorInvalidParam;
    } else {
        status = cudlaSuccess;
    }
    return status;
}

/** @satisfies RF-DLA-305 */
cudlaStatus hybrid_submit(uint32_t row, const HybridTask *task, void *stream)
{
    HybridRow *const had = hybrid_row(row);
    cudlaStatus status = (had == NULL) ? cudlaErrorInvalidDevice : cudlaSuccess;

    if (status == cudlaSuccess) {
        status = hybrid_status(had->driver->context_push(had->context));
    }
    if (status == cudlaSuccess) {
        void *popped = NULL;

        status = check_stream(had, stream);
        if (status == cudlaSuccess) {
            status = hybrid_put_task(row, had, task, stream);
        }
        (void)had->driver->context_pop(&popped);
    }
    return status;
}
