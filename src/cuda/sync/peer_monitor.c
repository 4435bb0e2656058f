/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer_monitor.c
 * The watcher: one thread that notices when a process that signals is gone, and opens the waiter
 * counters that streams of this process wait for.
 *
 * A stream cannot look at a liveness pipe, and its program may sit in a call of CUDA. So a thread
 * sleeps on the lines of all semaphores whose signaller is another process, from the first such
 * import to the end of the last. It makes no call of CUDA. Its lock is held while it looks at the
 * rows, not while it sleeps: who changes a row sets its event.
 *
 * What the GPU of a dead process had begun may still store in a waiter counter. So waiter counters
 * that were opened are opened again, at intervals that grow.
 */
#include "cuda/sync/cuda_semaphore.h"

#include "core/assert.h"
#include "core/status.h"
#include "cuda/driver/result.h"
#include "port/atomic.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/liveness.h"
#include "port/lock.h"
#include "port/status.h"
#include "port/task.h"
#include "port/wait.h"

/** First and last interval between two looks at waiter counters that were opened. */
#define LOOK_FIRST_US 1000
#define LOOK_LAST_US  512000
/** No limit. */
#define FOR_EVER (-1)

/** A semaphore; object NULL: none. */
typedef struct {
    NvSciSyncObj object;
    /** -1: the line is over. */
    int32_t life;
} WatchRow;

/** Rows by slot of the semaphores; under g_watch_mutex. */
static WatchRow g_watch_rows[RINGFENCE_CFG_CUDA_SEMAPHORES];
static uint32_t g_watch_count;
static PortAtomic32 g_watch_mutex;
static int32_t g_watch_event = -1;
/** 1: the thread shall end. */
static PortAtomic32 g_watch_ends;
static PortTask g_watch_task;
/** Lines that the thread sleeps on; its own. */
static int32_t g_watch_lines[RINGFENCE_CFG_CUDA_SEMAPHORES];

/** Takes the lock of the rows. A forked child has no thread that would give it back. */
static void lock_rows(void)
{
    if (!ringfence_port_task_is_here(&g_watch_task)) {
        port_store32(&g_watch_mutex, 0U);
    }
    ringfence_port_mutex_lock(&g_watch_mutex);
}

/** Looks at all rows; gives the lines to sleep on, and says whether another one is over. */
static uint32_t look_at_rows(bool *more)
{
    uint32_t count = 0U;

    *more = false;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        WatchRow *const row = &g_watch_rows[i];
        bool over = false;

        if (row->object != NULL) {
            (void)RingfenceEngineSyncCheck(row->object, &over);
            if (over && (row->life >= 0)) {
                row->life = -1;
                *more = true;
            }
            if (row->life >= 0) {
                g_watch_lines[count] = row->life;
                count++;
            }
        }
    }
    return count;
}

/** Next interval after one. */
static int64_t next_look(int64_t look_us)
{
    return ((look_us == FOR_EVER) || (look_us >= LOOK_LAST_US)) ? FOR_EVER : (look_us * 2);
}

/** @satisfies RF-CUDA-062 */
static void peer_monitor_run(void *context)
{
    int64_t look_us = FOR_EVER;
    PortStatus status = PORT_OK;

    (void)context;
    while (port_load32(&g_watch_ends) == 0U) {
        uint32_t count = 0U;
        bool more = false;

        ringfence_port_event_clear(g_watch_event);
        ringfence_port_mutex_lock(&g_watch_mutex);
        count = look_at_rows(&more);
        ringfence_port_mutex_unlock(&g_watch_mutex);
        if (more) {
            look_us = LOOK_FIRST_US;
        } else if (status == PORT_TIMED_OUT) {
            look_us = next_look(look_us);
        } else {
            /* The event was set: an import takes nothing from the time that waiter counters are
             * looked at. */
        }
        status = PORT_OK;
        if (port_load32(&g_watch_ends) == 0U) {
            status = ringfence_port_liveness_sleep(g_watch_lines, count, g_watch_event, look_us);
        }
        if (status == PORT_FAILED) {
            /* The system is short of something: looks now and then. */
            (void)ringfence_port_sleep(&g_watch_ends, 0U, (int64_t)RINGFENCE_CFG_LIFE_CHECK_US);
        }
    }
}

/** Starts the thread if this process has none; what a forked child has of its parent's goes.
 * @satisfies RF-CUDA-063 */
static CUresult start_watcher(void)
{
    NvSciError status = NvSciError_Success;

    if (!ringfence_port_task_is_here(&g_watch_task)) {
        ringfence_port_descriptor_close(g_watch_event);
        g_watch_event = -1;
        g_watch_task.run = &peer_monitor_run;
        g_watch_task.name = "ringfence";
        port_store32(&g_watch_ends, 0U);
        status = status_of_port(ringfence_port_event_make(&g_watch_event));
        if (status == NvSciError_Success) {
            status = status_of_port(ringfence_port_task_start(&g_watch_task));
            if (status != NvSciError_Success) {
                ringfence_port_descriptor_close(g_watch_event);
                g_watch_event = -1;
            }
        }
    }
    return result_of(status);
}

/** Ends the thread, if this process started it. */
static void stop_watcher(void)
{
    if (ringfence_port_task_is_here(&g_watch_task)) {
        port_store32(&g_watch_ends, 1U);
        ringfence_port_event_set(g_watch_event);
    }
    ringfence_port_task_join(&g_watch_task);
    ringfence_port_descriptor_close(g_watch_event);
    g_watch_event = -1;
}

/** @satisfies RF-CUDA-062 RF-CUDA-063 */
CUresult peer_monitor_add(uint32_t index, const RingfenceEngineSync *map)
{
    CUresult result = CUDA_SUCCESS;

    if (map->life >= 0) {
        result = start_watcher();
        if (result == CUDA_SUCCESS) {
            lock_rows();
            ASSERT(g_watch_rows[index].object == NULL);
            ASSERT(g_watch_count < RINGFENCE_CFG_CUDA_SEMAPHORES);
            g_watch_rows[index].object = map->object;
            g_watch_rows[index].life = map->life;
            g_watch_count++;
            ringfence_port_mutex_unlock(&g_watch_mutex);
            ringfence_port_event_set(g_watch_event);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-062 */
void peer_monitor_remove(uint32_t index)
{
    if (g_watch_rows[index].object != NULL) {
        lock_rows();
        ASSERT(g_watch_count > 0U);
        g_watch_rows[index].object = NULL;
        g_watch_count--;
        ringfence_port_mutex_unlock(&g_watch_mutex);
        if (g_watch_count == 0U) {
            stop_watcher();
        } else if (ringfence_port_task_is_here(&g_watch_task)) {
            ringfence_port_event_set(g_watch_event);
        } else {
            /* Nobody sleeps on the line. */
        }
    }
}
