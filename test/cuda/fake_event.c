/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_event.c
 * Events: a record of one is an operation of a stream, and a wait for one is a wait for the record
 * that was the newest when it was asked for.
 *
 * An event is recorded in streams of its own context alone; any stream may wait for it. What waits
 * for a record keeps it, so an event may be destroyed at any time.
 */
#define _GNU_SOURCE 1
#include "fake_internal.h"

#include <stdlib.h>
#include <time.h>

/** A record of an event. */
struct FakeRecord {
    unsigned int users;
    bool done;
};

struct CUevent_st {
    CUevent next;
    CUcontext context;
    /** The newest one; NULL: there was none yet, which counts as done. */
    FakeRecord *record;
};

static CUevent g_events;

/** Under the lock. */
static void drop(FakeRecord *record)
{
    if (record != NULL) {
        record->users--;
        if (record->users == 0U) {
            free(record);
        }
    }
}

bool fake_record_is_done(FakeRecord *record)
{
    bool done = false;

    (void)pthread_mutex_lock(&g_fake_lock);
    done = record->done;
    (void)pthread_mutex_unlock(&g_fake_lock);
    return done;
}

void fake_record_finish(FakeRecord *record, bool reached)
{
    (void)pthread_mutex_lock(&g_fake_lock);
    record->done = record->done || reached;
    drop(record);
    (void)pthread_mutex_unlock(&g_fake_lock);
}

unsigned int fake_live_events(void)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (CUevent other = g_events; other != NULL; other = other->next) {
        count++;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return count;
}

/** Under the lock. */
static bool is_event(CUevent event)
{
    bool found = false;

    for (CUevent other = g_events; other != NULL; other = other->next) {
        found = found || (other == event);
    }
    if (!found) {
        fake_dead();
    }
    return found;
}

void fake_event_end_all(CUcontext context)
{
    CUevent *link = &g_events;

    (void)pthread_mutex_lock(&g_fake_lock);
    while (*link != NULL) {
        const CUevent event = *link;

        if (event->context == context) {
            *link = event->next;
            if (event->record != NULL) {
                /* Whoever waits for it waits no more. */
                event->record->done = true;
            }
            drop(event->record);
            free(event);
        } else {
            link = &(*link)->next;
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
}

FAKE_EXPORT CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    const unsigned int known =
        (unsigned int)CU_EVENT_BLOCKING_SYNC | (unsigned int)CU_EVENT_DISABLE_TIMING;
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(event), flags, 0U, 0U);

    if ((status == CUDA_SUCCESS) && ((event == NULL) || ((flags & ~known) != 0U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        const CUevent made = calloc(1U, sizeof(*made));

        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        if (made != NULL) {
            made->context = fake_context();
            (void)pthread_mutex_lock(&g_fake_lock);
            made->next = g_events;
            g_events = made;
            (void)pthread_mutex_unlock(&g_fake_lock);
            *event = made;
        }
    }
    return status;
}

FAKE_EXPORT CUresult cuEventDestroy_v2(CUevent event)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(event), 0U, 0U, 0U);
    CUevent *link = &g_events;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while ((*link != NULL) && (*link != event)) {
            link = &(*link)->next;
        }
        status = is_event(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
        if (status == CUDA_SUCCESS) {
            *link = event->next;
            drop(event->record);
            free(event);
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/** Takes a new record for an event, or its newest one, for an operation of a stream. */
static CUresult take(CUevent event, CUstream stream, bool is_new, FakeRecord **record)
{
    FakeRecord *const made = is_new ? calloc(1U, sizeof(*made)) : NULL;
    CUresult status = CUDA_SUCCESS;

    (void)pthread_mutex_lock(&g_fake_lock);
    if ((!is_event(event)) || (is_new && (event->context != fake_stream_context(stream)))) {
        status = CUDA_ERROR_INVALID_HANDLE;
    } else if (is_new && (made == NULL)) {
        status = CUDA_ERROR_OUT_OF_MEMORY;
    } else {
        if (is_new) {
            drop(event->record);
            event->record = made;
            made->users = 1U;
        }
        *record = event->record;
        if (*record != NULL) {
            (*record)->users++;
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    if (status != CUDA_SUCCESS) {
        free(made);
    }
    return status;
}

FAKE_EXPORT CUresult cuEventRecord(CUevent event, CUstream stream)
{
    CUstream found = stream;
    FakeRecord *record = NULL;
    CUresult status = fake_stream_enter(__func__, &found, fake_word(event));

    if (status == CUDA_SUCCESS) {
        status = take(event, found, true, &record);
    }
    return (status == CUDA_SUCCESS) ? fake_stream_record(found, record, true) : status;
}

FAKE_EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    CUstream found = stream;
    FakeRecord *record = NULL;
    CUresult status = fake_stream_enter(__func__, &found, fake_word(event));

    if ((status == CUDA_SUCCESS) && (flags != 0U)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        status = take(event, found, false, &record);
    }
    if ((status == CUDA_SUCCESS) && (record != NULL)) {
        status = fake_stream_record(found, record, false);
    }
    return status;
}

/** Gives the newest record of an event, which the caller uses, and its context; NULL: there was
 * none yet. */
static CUresult newest(CUevent event, FakeRecord **record, CUcontext *context)
{
    CUresult status = CUDA_SUCCESS;

    *record = NULL;
    (void)pthread_mutex_lock(&g_fake_lock);
    if (!is_event(event)) {
        status = CUDA_ERROR_INVALID_HANDLE;
    } else {
        *context = event->context;
        *record = event->record;
        if (*record != NULL) {
            (*record)->users++;
        }
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return status;
}

/** A context that failed for good says so here, too. The second argument of the call, as a test
 * sees it, is the mode of captures of the thread. */
FAKE_EXPORT CUresult cuEventQuery(CUevent event)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(event), fake_stream_mode(), 0U, 0U);
    FakeRecord *record = NULL;
    CUcontext context = NULL;

    if (status == CUDA_SUCCESS) {
        status = newest(event, &record, &context);
    }
    if (status == CUDA_SUCCESS) {
        status = fake_context_failure(context);
    }
    if (record != NULL) {
        if ((status == CUDA_SUCCESS) && !fake_record_is_done(record)) {
            status = CUDA_ERROR_NOT_READY;
        }
        fake_record_finish(record, false);
    }
    return status;
}

FAKE_EXPORT CUresult cuEventSynchronize(CUevent event)
{
    const struct timespec pause = {0, 50000L};
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(event), fake_stream_mode(), 0U, 0U);
    FakeRecord *record = NULL;
    CUcontext context = NULL;

    if (status == CUDA_SUCCESS) {
        status = newest(event, &record, &context);
    }
    if (status == CUDA_SUCCESS) {
        status = fake_context_failure(context);
    }
    if (record != NULL) {
        while ((status == CUDA_SUCCESS) && !fake_record_is_done(record)) {
            (void)nanosleep(&pause, NULL);
            status = fake_context_failure(context);
        }
        fake_record_finish(record, false);
    }
    return status;
}
