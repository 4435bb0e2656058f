/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event.c
 * Events, waiting for several descriptors, and the table of endpoints, without an operating system.
 */
#include "port/event.h"
#include "port/cores/cores.h"
#include "port/task.h"
#include "port/wait.h"
#include "ringfence_port.h"

/** @satisfies RF-PORT-040 */
PortStatus ringfence_port_event_make(int32_t *event)
{
    const CoresDescriptor made = {.kind = CORES_EVENT};
    PortStatus status = PORT_NO_RESOURCE;

    cores_lock();
    status = cores_descriptor_take(&made, event);
    cores_unlock();
    return status;
}

static void store_set(int32_t event, uint32_t is_set)
{
    CoresDescriptor *const row = cores_descriptor(event);

    if (row != NULL) {
        port_store32(&row->is_set, is_set);
    }
}

/** @satisfies RF-PORT-041 */
void ringfence_port_event_set(int32_t event)
{
    store_set(event, 1U);
    RingfenceHookWake();
}

/** @satisfies RF-PORT-041 */
void ringfence_port_event_clear(int32_t event)
{
    store_set(event, 0U);
}

/** Says whether a descriptor is ready; `sound` becomes false if nobody can wait for it. No lock: a
 * row changes its kind when nobody waits for it any more. */
static bool is_ready(int32_t descriptor, bool *sound)
{
    const CoresDescriptor *const row = cores_descriptor(descriptor);
    bool ready = false;

    if (row == NULL) {
        *sound = false;
    } else if (row->kind == CORES_EVENT) {
        ready = (port_load32(&row->is_set) != 0U);
    } else if (row->kind == CORES_WAITER) {
        ready = (cores_link_look(row->name.index) != 0U);
    } else {
        *sound = false;
    }
    return ready;
}

/** Looks at all; says whether one is ready or cannot be. */
static bool look_at_all(PortWatch *watches, uint32_t count, bool *sound)
{
    bool any = false;

    for (uint32_t i = 0U; i < count; i++) {
        watches[i].ready = is_ready(watches[i].descriptor, sound);
        any = any || watches[i].ready;
    }
    return any || (!*sound);
}

/** Rests until something may be ready: for a slice at most, as the peer may have no way to end the
 * rest. */
static PortStatus rest_once(PortWatch *watches, uint32_t count, uint64_t longest_us, bool *sound)
{
    const uint64_t slice = RINGFENCE_CFG_LIFE_CHECK_US;
    const uint32_t rest_us = (uint32_t)((longest_us < slice) ? longest_us : slice);
    const uint32_t state = RingfenceHookEnterCritical();
    RingfenceHookResult result = RINGFENCE_HOOK_DONE;

    if (!look_at_all(watches, count, sound)) {
        result = RingfenceHookIdle(rest_us);
    }
    RingfenceHookLeaveCritical(state);
    return (result == RINGFENCE_HOOK_DONE) ? PORT_OK : PORT_FAILED;
}

/** @satisfies RF-PORT-042 RF-PORT-043 RF-PORT-107 */
PortStatus port_watch(PortWatch *watches, uint32_t count, int64_t timeout_us)
{
    const uint64_t begin_us = ringfence_port_time_us();
    PortStatus status = PORT_OK;
    bool sound = true;
    bool done = look_at_all(watches, count, &sound);

    while (!done) {
        const uint64_t waited_us = ringfence_port_time_us() - begin_us;

        if ((timeout_us >= 0) && (waited_us >= (uint64_t)timeout_us)) {
            status = PORT_TIMED_OUT;
            done = true;
        } else {
            const uint64_t left_us =
                (timeout_us < 0) ? UINT64_MAX : ((uint64_t)timeout_us - waited_us);

            status = rest_once(watches, count, left_us, &sound);
            done = true;
            if (status == PORT_OK) {
                done = look_at_all(watches, count, &sound);
            }
        }
    }
    return sound ? status : PORT_FAILED;
}

/** @satisfies RF-PORT-044 */
uint64_t port_thread(void)
{
    return RingfenceHookThread();
}

/** There is no environment. */
PortStatus port_space_read(char *space)
{
    (void)space;
    return PORT_NOT_YET;
}

/** There are no files: the table is the one that is built in. */
PortStatus port_table_read(PortTable table, char *text, uint64_t capacity, uint64_t *length)
{
    (void)table;
    (void)text;
    (void)capacity;
    (void)length;
    return PORT_NOT_YET;
}
