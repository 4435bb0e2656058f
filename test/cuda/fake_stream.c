/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_stream.c
 * Streams: each has a thread that carries out its operations one after another.
 *
 * Each context has a stream NULL, and one for per-thread streams, which all threads share. As the
 * real ones: an operation on NULL waits for all that streams of its context without
 * CU_STREAM_NON_BLOCKING have before it, and what comes to these afterwards waits for it.
 */
#define _GNU_SOURCE 1
#include "fake_internal.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#define POLL_NS 50000L

typedef enum {
    OP_NONE,
    OP_WAIT,
    OP_WRITE,
    OP_KERNEL,
    OP_HOST,
    OP_COPY,
    OP_SET,
    OP_RECORD,
    OP_AWAIT
} OpKind;

typedef struct Op {
    struct Op *next;
    OpKind kind;
    unsigned int flags;
    /** Its place among the operations of all streams. */
    uint64_t place;
    uint64_t value;
    uint64_t bytes;
    void *to;
    const void *from;
    CUhostFn function;
} Op;

struct CUstream_st {
    CUstream next;
    CUcontext context;
    unsigned int flags;
    bool implicit;
    /** The stream NULL. */
    bool legacy;
    bool closing;
    /** Nothing of what it has is done any more. */
    bool dropped;
    /** What is enqueued goes here; NULL: it is carried out. */
    CUgraph captured;
    unsigned int pending;
    /** Place of the operation that is under way; 0: none. */
    uint64_t running;
    Op *first;
    Op *last;
    pthread_cond_t changed;
};

static CUstream g_streams;
/** Those that nobody made. */
static CUstream g_implicit;
/** The place of the newest operation. */
static uint64_t g_places;
/** An operation of any stream ended. */
static pthread_cond_t g_progress = PTHREAD_COND_INITIALIZER;

/* ---------------------------------------------------------------- the thread */

/** The condition of a wait; "not less" counts around the end of the numbers. */
static bool is_reached(const Op *op)
{
    const uint64_t now = __atomic_load_n((const uint64_t *)op->from, __ATOMIC_ACQUIRE);
    bool reached = false;

    switch (op->flags & 3U) {
    case CU_STREAM_WAIT_VALUE_GEQ:
        reached = ((now - op->value) >> 63U) == 0U;
        break;
    case CU_STREAM_WAIT_VALUE_EQ:
        reached = now == op->value;
        break;
    case CU_STREAM_WAIT_VALUE_AND:
        reached = (now & op->value) != 0U;
        break;
    default:
        reached = ~(now | op->value) != 0U;
        break;
    }
    return reached;
}

static bool is_dropped(CUstream stream)
{
    bool dropped = false;

    (void)pthread_mutex_lock(&g_fake_lock);
    dropped = stream->dropped;
    (void)pthread_mutex_unlock(&g_fake_lock);
    return dropped || (fake_context_failure(stream->context) != CUDA_SUCCESS);
}

static void carry_out(const Op *op, CUstream stream)
{
    const struct timespec pause = {0, POLL_NS};
    const bool failed = is_dropped(stream);

    switch (failed ? OP_NONE : op->kind) {
    case OP_NONE:
        /* A record has users that are no more. */
        if ((op->kind == OP_RECORD) || (op->kind == OP_AWAIT)) {
            fake_record_finish(op->to, false);
        }
        break;
    case OP_WAIT:
        while (!is_dropped(stream) && !is_reached(op)) {
            (void)nanosleep(&pause, NULL);
        }
        break;
    case OP_WRITE:
        __atomic_store_n((uint64_t *)op->to, op->value, __ATOMIC_RELEASE);
        break;
    case OP_KERNEL:
        fake_kernel_run(op->to);
        break;
    case OP_HOST:
        op->function(op->to);
        break;
    case OP_RECORD:
        fake_record_finish(op->to, true);
        break;
    case OP_AWAIT:
        while (!fake_record_is_done(op->to) && !is_dropped(stream)) {
            (void)nanosleep(&pause, NULL);
        }
        fake_record_finish(op->to, false);
        break;
    case OP_COPY:
        (void)memmove(op->to, op->from, op->bytes);
        break;
    default:
        (void)memset(op->to, (int)op->value, op->bytes);
        break;
    }
}

/** Says whether a stream has something to do that came before a place. Under the lock. */
static bool has_before(CUstream stream, uint64_t place)
{
    return ((stream->running != 0U) && (stream->running < place)) ||
           ((stream->running == 0U) && (stream->first != NULL) && (stream->first->place < place));
}

/** Says whether an operation waits for one of the stream NULL, or the other way round. */
static bool is_held_up(CUstream stream, uint64_t place)
{
    bool held_up = false;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (CUstream other = g_implicit; other != NULL; other = other->next) {
        if ((other->context == stream->context) && (other->legacy != stream->legacy)) {
            held_up = held_up || has_before(other, place);
        }
    }
    for (CUstream other = stream->legacy ? g_streams : NULL; other != NULL; other = other->next) {
        if ((other->context == stream->context) && (other->flags == 0U)) {
            held_up = held_up || has_before(other, place);
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return held_up;
}

/** Waits for what comes before an operation in other streams. */
static void await_turn(CUstream stream, uint64_t place)
{
    const struct timespec pause = {0, POLL_NS};

    while ((stream->flags == 0U) && !is_dropped(stream) && is_held_up(stream, place)) {
        (void)nanosleep(&pause, NULL);
    }
}

/** Ends, and takes the stream with it, when the stream is closed and empty. */
static void *work(void *argument)
{
    const CUstream stream = argument;
    bool ended = false;

    while (!ended) {
        Op *op = NULL;

        (void)pthread_mutex_lock(&g_fake_lock);
        while ((stream->first == NULL) && !stream->closing) {
            (void)pthread_cond_wait(&stream->changed, &g_fake_lock);
        }
        op = stream->first;
        if (op != NULL) {
            stream->first = op->next;
            stream->last = (op->next == NULL) ? NULL : stream->last;
            stream->running = op->place;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
        ended = op == NULL;
        if (!ended) {
            await_turn(stream, op->place);
            carry_out(op, stream);
            if (op->kind == OP_KERNEL) {
                free(op->to);
            }
            free(op);
            (void)pthread_mutex_lock(&g_fake_lock);
            stream->pending--;
            stream->running = 0U;
            (void)pthread_cond_broadcast(&stream->changed);
            (void)pthread_cond_broadcast(&g_progress);
            (void)pthread_mutex_unlock(&g_fake_lock);
        }
    }
    (void)pthread_cond_destroy(&stream->changed);
    free(stream);
    return NULL;
}

/** The signals of the process are not for this thread. */
static bool start(CUstream stream)
{
    sigset_t all;
    sigset_t before;
    pthread_t thread;
    bool started = false;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&thread, NULL, work, stream) == 0;
    if (started) {
        (void)pthread_detach(thread);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static CUstream stream_new(CUcontext context, unsigned int flags, bool implicit)
{
    CUstream stream = calloc(1U, sizeof(*stream));

    if (stream != NULL) {
        stream->context = context;
        stream->flags = flags;
        stream->implicit = implicit;
        (void)pthread_cond_init(&stream->changed, NULL);
        if (!start(stream)) {
            (void)pthread_cond_destroy(&stream->changed);
            free(stream);
            stream = NULL;
        }
    }
    return stream;
}

/* ---------------------------------------------------------------- finding */

/** The stream NULL of a context, or that of its threads; it is made when it is first used. Under
 * the lock. */
static CUstream implicit_of(CUcontext context, bool legacy)
{
    CUstream found = NULL;

    for (CUstream other = g_implicit; other != NULL; other = other->next) {
        found = ((other->context == context) && (other->legacy == legacy)) ? other : found;
    }
    if ((found == NULL) && (context != NULL)) {
        found = stream_new(context, 0U, true);
        if (found != NULL) {
            found->legacy = legacy;
            found->next = g_implicit;
            g_implicit = found;
        }
    }
    return found;
}

CUstream fake_stream_find(CUstream stream)
{
    CUstream found = NULL;
    const CUcontext context = fake_context();

    (void)pthread_mutex_lock(&g_fake_lock);
    if ((stream == NULL) || (stream == CU_STREAM_LEGACY) || (stream == CU_STREAM_PER_THREAD)) {
        found = implicit_of(context, stream != CU_STREAM_PER_THREAD);
    } else {
        for (CUstream other = g_streams; other != NULL; other = other->next) {
            found = (other == stream) ? stream : found;
        }
        if (found == NULL) {
            fake_dead();
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return found;
}

CUcontext fake_stream_context(CUstream stream)
{
    return stream->context;
}

CUdevice fake_stream_device(CUstream stream)
{
    return stream->context->device;
}

unsigned int fake_live_streams(void)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (CUstream other = g_streams; other != NULL; other = other->next) {
        count++;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return count;
}

/** Lets a stream end when it is empty. */
static void end_stream(CUstream stream)
{
    (void)pthread_mutex_lock(&g_fake_lock);
    stream->closing = true;
    (void)pthread_cond_broadcast(&stream->changed);
    (void)pthread_mutex_unlock(&g_fake_lock);
}

void fake_stream_end_implicit(CUcontext context)
{
    CUstream *link = &g_implicit;

    (void)pthread_mutex_lock(&g_fake_lock);
    while (*link != NULL) {
        const CUstream stream = *link;

        if (stream->context == context) {
            *link = stream->next;
            stream->closing = true;
            (void)pthread_cond_broadcast(&stream->changed);
        } else {
            link = &stream->next;
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
}

/** Takes the streams of a context from a list, and lets them end without what they have to do. */
static void drop_streams(CUstream *link, CUcontext context)
{
    while (*link != NULL) {
        const CUstream stream = *link;

        if (stream->context == context) {
            *link = stream->next;
            stream->dropped = true;
            stream->closing = true;
            (void)pthread_cond_broadcast(&stream->changed);
        } else {
            link = &stream->next;
        }
    }
}

void fake_stream_end_all(CUcontext context)
{
    (void)pthread_mutex_lock(&g_fake_lock);
    drop_streams(&g_streams, context);
    drop_streams(&g_implicit, context);
    (void)pthread_cond_broadcast(&g_progress);
    (void)pthread_mutex_unlock(&g_fake_lock);
}

/* ---------------------------------------------------------------- queues */

/** Copies of the operations, all of them or none. */
static CUresult enqueue(CUstream stream, const Op *ops, size_t count)
{
    Op *first = NULL;
    Op **link = &first;
    Op *last = NULL;
    CUresult status = CUDA_SUCCESS;

    for (size_t row = 0U; (row < count) && (status == CUDA_SUCCESS); row++) {
        *link = malloc(sizeof(**link));
        if (*link == NULL) {
            status = CUDA_ERROR_OUT_OF_MEMORY;
        } else {
            **link = ops[row];
            (*link)->next = NULL;
            last = *link;
            link = &last->next;
        }
    }
    (void)pthread_mutex_lock(&g_fake_lock);
    for (Op *op = first; op != NULL; op = op->next) {
        g_places++;
        op->place = g_places;
    }
    if ((status == CUDA_SUCCESS) && (first != NULL)) {
        if (stream->last == NULL) {
            stream->first = first;
        } else {
            stream->last->next = first;
        }
        stream->last = last;
        stream->pending += (unsigned int)count;
        first = NULL;
        (void)pthread_cond_broadcast(&stream->changed);
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    while (first != NULL) {
        Op *const next = first->next;

        free(first);
        first = next;
    }
    return status;
}

static void drain(CUstream stream)
{
    (void)pthread_mutex_lock(&g_fake_lock);
    while (stream->pending > 0U) {
        (void)pthread_cond_wait(&stream->changed, &g_fake_lock);
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
}

void fake_stream_drain(CUstream stream)
{
    drain(stream);
}

/** Says whether a stream of a context has something to do. Under the lock. */
static bool is_busy(CUcontext context, bool blocking_only)
{
    bool busy = false;

    for (CUstream other = g_implicit; other != NULL; other = other->next) {
        busy = busy || ((other->context == context) && (other->pending > 0U));
    }
    for (CUstream other = g_streams; other != NULL; other = other->next) {
        busy = busy || ((other->context == context) && (other->pending > 0U) &&
                        ((!blocking_only) || (other->flags == 0U)));
    }
    return busy;
}

void fake_stream_sync(CUcontext context, bool blocking_only)
{
    (void)pthread_mutex_lock(&g_fake_lock);
    while (is_busy(context, blocking_only)) {
        (void)pthread_cond_wait(&g_progress, &g_fake_lock);
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
}

/* ---------------------------------------------------------------- streams */

FAKE_EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(stream), flags, 0U, 0U);

    if ((status == CUDA_SUCCESS) &&
        ((stream == NULL) || (flags > (unsigned int)CU_STREAM_NON_BLOCKING))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        const CUstream made = stream_new(fake_context(), flags, false);

        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (made != NULL) {
            (void)pthread_mutex_lock(&g_fake_lock);
            made->next = g_streams;
            g_streams = made;
            (void)pthread_mutex_unlock(&g_fake_lock);
            *stream = made;
        }
    }
    return status;
}

/** Returns at once; what the stream has still to do is done. */
FAKE_EXPORT CUresult cuStreamDestroy_v2(CUstream stream)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(stream), 0U, 0U, 0U);
    CUstream *link = &g_streams;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while ((*link != NULL) && (*link != stream)) {
            link = &(*link)->next;
        }
        status = (*link == NULL) ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
        if (status == CUDA_SUCCESS) {
            *link = stream->next;
        } else {
            fake_dead();
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    if (status == CUDA_SUCCESS) {
        end_stream(stream);
    }
    return status;
}

/** What every function on a stream begins with. */
static CUresult enter_stream(const char *name, CUstream *stream, uint64_t second, uint64_t third,
                             uint64_t fourth)
{
    CUresult status = fake_enter(name, NEEDS_CONTEXT, fake_word(*stream), second, third, fourth);

    if (status == CUDA_SUCCESS) {
        *stream = fake_stream_find(*stream);
        status = (*stream == NULL) ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
    }
    if (status == CUDA_SUCCESS) {
        status = fake_context_failure((*stream)->context);
    }
    return status;
}

CUresult fake_stream_enter(const char *name, CUstream *stream, uint64_t second)
{
    return enter_stream(name, stream, second, 0U, 0U);
}

/** Says whether the stream NULL of a context has something to do. Under the lock. */
static bool is_null_busy(CUcontext context)
{
    bool busy = false;

    for (CUstream other = g_implicit; other != NULL; other = other->next) {
        busy = busy || ((other->context == context) && other->legacy && (other->pending > 0U));
    }
    return busy;
}

/** Waits for the stream NULL of a context, if a test wants that. */
static void await_null(CUcontext context)
{
    if (fake_is_sanitized()) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while (is_null_busy(context)) {
            (void)pthread_cond_wait(&g_progress, &g_fake_lock);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
}

FAKE_EXPORT CUresult cuStreamSynchronize(CUstream stream)
{
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        await_null(found->context);
    }
    if ((status == CUDA_SUCCESS) && found->legacy) {
        fake_stream_sync(found->context, true);
    } else if (status == CUDA_SUCCESS) {
        drain(found);
    } else {
        /* There is nothing to wait for. */
    }
    return status;
}

FAKE_EXPORT CUresult cuStreamQuery(CUstream stream)
{
    CUstream found = stream;
    CUresult status = enter_stream(__func__, &found, 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        await_null(found->context);
        (void)pthread_mutex_lock(&g_fake_lock);
        status = (found->pending > 0U) ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, fake_word(context), 0U, 0U);

    if (status == CUDA_SUCCESS) {
        *context = found->context;
    }
    return status;
}

/** A test may have streams say that they are captured. */
FAKE_EXPORT CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *capture)
{
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, fake_word(capture), 0U, 0U);

    if (status == CUDA_SUCCESS) {
        *capture = ((found->captured == NULL) && !fake_is_capturing())
                       ? CU_STREAM_CAPTURE_STATUS_NONE
                       : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    }
    return status;
}

static _Thread_local CUstreamCaptureMode t_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

uint64_t fake_stream_mode(void)
{
    return (uint64_t)t_mode;
}

/** The mode of a capture is not looked at: questions about events note that of the thread. */
FAKE_EXPORT CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    const CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(mode), 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        const CUstreamCaptureMode before = t_mode;

        t_mode = *mode;
        *mode = before;
    }
    return status;
}

FAKE_EXPORT CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode)
{
    CUstream found = stream;
    CUresult status = enter_stream(__func__, &found, (uint64_t)mode, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (found->implicit || (found->captured != NULL))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        found->captured = fake_graph_new();
        status = (found->captured == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    return status;
}

FAKE_EXPORT CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    CUstream found = stream;
    CUresult status = enter_stream(__func__, &found, fake_word(graph), 0U, 0U);

    if ((status == CUDA_SUCCESS) && (found->captured == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        *graph = found->captured;
        found->captured = NULL;
    }
    return status;
}

FAKE_EXPORT CUresult cuCtxSynchronize(void)
{
    const CUresult status = fake_enter(__func__, NEEDS_CONTEXT, 0U, 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        fake_stream_sync(fake_context(), false);
    }
    return status;
}

/* ---------------------------------------------------------------- operations */

void fake_stream_host(CUstream stream, CUhostFn function, void *data)
{
    const Op op = {.kind = OP_HOST, .function = function, .to = data};

    (void)enqueue(stream, &op, 1U);
}

CUresult fake_stream_record(CUstream stream, FakeRecord *record, bool reaches)
{
    const Op op = {.kind = reaches ? OP_RECORD : OP_AWAIT, .to = record};
    const CUresult status = enqueue(stream, &op, 1U);

    if (status != CUDA_SUCCESS) {
        fake_record_finish(record, reaches);
    }
    return status;
}

FAKE_EXPORT CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    const Op op = {.kind = OP_HOST, .function = function, .to = data};
    CUstream found = stream;
    CUresult status = enter_stream(__func__, &found, fake_word(data), 0U, 0U);

    if ((status == CUDA_SUCCESS) && (function == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    return (status == CUDA_SUCCESS) ? enqueue(found, &op, 1U) : status;
}

/** An operation on a 64-bit word, checked; its addresses become those of this process. */
static CUresult word_op(CUstream stream, Op *op, OpKind kind, CUdeviceptr address, uint64_t value,
                        unsigned int flags)
{
    const CUdevice device = fake_stream_device(stream);
    const bool write = kind != OP_WAIT;
    const unsigned int known = write ? 0U : 3U;
    void *const place = fake_resolve(address, sizeof(uint64_t), write, device);
    CUresult status = CUDA_SUCCESS;

    if (fake_attribute_get(device, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS) == 0) {
        status = CUDA_ERROR_NOT_SUPPORTED;
    } else if (((flags & ~known) != 0U) || ((address % sizeof(uint64_t)) != 0U) ||
               (place == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else {
        *op = (Op){.kind = kind, .flags = flags, .value = value, .to = place, .from = place};
    }
    return status;
}

/** Carries out memory operations of a stream that was found, or records them if it is captured. */
static CUresult batch_on(CUstream found, const CUstreamBatchMemOpParams *parameters,
                         unsigned int count)
{
    Op ops[256];
    CUresult status = CUDA_SUCCESS;

    for (unsigned int row = 0U; (row < count) && (status == CUDA_SUCCESS); row++) {
        const CUstreamBatchMemOpParams *const one = &parameters[row];

        switch (one->operation) {
        case CU_STREAM_MEM_OP_WAIT_VALUE_64:
            status = word_op(found, &ops[row], OP_WAIT, one->waitValue.address,
                             one->waitValue.value64, one->waitValue.flags);
            break;
        case CU_STREAM_MEM_OP_WRITE_VALUE_64:
            status = word_op(found, &ops[row], OP_WRITE, one->writeValue.address,
                             one->writeValue.value64, one->writeValue.flags);
            break;
        default:
            status = CUDA_ERROR_NOT_SUPPORTED;
            break;
        }
    }
    if ((status == CUDA_SUCCESS) && (found->captured != NULL)) {
        status = fake_graph_record(found->captured, parameters, count);
    } else if (status == CUDA_SUCCESS) {
        status = enqueue(found, ops, count);
    } else {
        /* The code of the operation that is wrong. */
    }
    return status;
}

CUresult fake_stream_batch(CUstream stream, const CUstreamBatchMemOpParams *parameters,
                           unsigned int count)
{
    const CUstream found = fake_stream_find(stream);

    return (found == NULL) ? CUDA_ERROR_INVALID_HANDLE : batch_on(found, parameters, count);
}

CUresult fake_stream_kernel(CUstream stream, const FakeKernel *kernel)
{
    FakeKernel *const copy = malloc(sizeof(*copy));
    const Op op = {.kind = OP_KERNEL, .to = copy};
    CUresult status = (copy == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;

    if ((status == CUDA_SUCCESS) && (stream->captured != NULL)) {
        status = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    if (status == CUDA_SUCCESS) {
        *copy = *kernel;
        if (!fake_kernel_resolve(copy, fake_stream_device(stream))) {
            status = CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (status == CUDA_SUCCESS) {
        status = enqueue(stream, &op, 1U);
    }
    if (status != CUDA_SUCCESS) {
        free(copy);
    }
    return status;
}

FAKE_EXPORT CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr address, cuuint64_t value,
                                            unsigned int flags)
{
    CUstreamBatchMemOpParams one;
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, address, value, flags);

    (void)memset(&one, 0, sizeof(one));
    one.waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
    one.waitValue.address = address;
    one.waitValue.value64 = value;
    one.waitValue.flags = flags;
    return (status == CUDA_SUCCESS) ? batch_on(found, &one, 1U) : status;
}

FAKE_EXPORT CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr address, cuuint64_t value,
                                             unsigned int flags)
{
    CUstreamBatchMemOpParams one;
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, address, value, flags);

    (void)memset(&one, 0, sizeof(one));
    one.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
    one.writeValue.address = address;
    one.writeValue.value64 = value;
    one.writeValue.flags = flags;
    return (status == CUDA_SUCCESS) ? batch_on(found, &one, 1U) : status;
}

/** Waits and writes of 64 bits, 256 at most as the real one; other operations are not supported. */
FAKE_EXPORT CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count,
                                           CUstreamBatchMemOpParams *parameters, unsigned int flags)
{
    CUstream found = stream;
    CUresult status = enter_stream(__func__, &found, count, fake_word(parameters), flags);

    if ((status == CUDA_SUCCESS) && ((parameters == NULL) || (count > 256U) || (flags != 0U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    return (status == CUDA_SUCCESS) ? batch_on(found, parameters, count) : status;
}

/* ---------------------------------------------------------------- copies */

static CUresult transfer(CUstream stream, OpKind kind, void *to, const void *from, uint64_t value,
                         uint64_t bytes)
{
    const Op op = {.kind = kind, .to = to, .from = from, .value = value, .bytes = bytes};
    CUresult status = CUDA_SUCCESS;

    if ((to == NULL) || ((kind == OP_COPY) && (from == NULL))) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else {
        status = enqueue(stream, &op, 1U);
    }
    return status;
}

/** A copy without a stream: everything before it is done, and so is the copy. */
static CUresult transfer_now(OpKind kind, void *to, const void *from, uint64_t value,
                             uint64_t bytes)
{
    const CUstream stream = fake_stream_find(NULL);
    CUresult status = (stream == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;

    if (status == CUDA_SUCCESS) {
        fake_stream_sync(fake_context(), true);
        status = transfer(stream, kind, to, from, value, bytes);
        drain(stream);
    }
    return status;
}

FAKE_EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    const CUresult status = fake_enter(__func__, NEEDS_CONTEXT, to, fake_word(from), bytes, 0U);

    return (status == CUDA_SUCCESS)
               ? transfer_now(OP_COPY, fake_resolve(to, bytes, true, fake_context()->device), from,
                              0U, bytes)
               : status;
}

FAKE_EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    const CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(to), from, bytes, 0U);

    return (status == CUDA_SUCCESS)
               ? transfer_now(OP_COPY, to, fake_resolve(from, bytes, false, fake_context()->device),
                              0U, bytes)
               : status;
}

FAKE_EXPORT CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t bytes)
{
    const CUresult status = fake_enter(__func__, NEEDS_CONTEXT, to, value, bytes, 0U);

    return (status == CUDA_SUCCESS)
               ? transfer_now(OP_SET, fake_resolve(to, bytes, true, fake_context()->device), NULL,
                              value, bytes)
               : status;
}

FAKE_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                                          CUstream stream)
{
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, to, fake_word(from), bytes);

    return (status == CUDA_SUCCESS)
               ? transfer(found, OP_COPY, fake_resolve(to, bytes, true, fake_stream_device(found)),
                          from, 0U, bytes)
               : status;
}

FAKE_EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, fake_word(to), from, bytes);

    return (status == CUDA_SUCCESS)
               ? transfer(found, OP_COPY, to,
                          fake_resolve(from, bytes, false, fake_stream_device(found)), 0U, bytes)
               : status;
}

FAKE_EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t bytes,
                                     CUstream stream)
{
    CUstream found = stream;
    const CUresult status = enter_stream(__func__, &found, to, value, bytes);

    return (status == CUDA_SUCCESS)
               ? transfer(found, OP_SET, fake_resolve(to, bytes, true, fake_stream_device(found)),
                          NULL, value, bytes)
               : status;
}
