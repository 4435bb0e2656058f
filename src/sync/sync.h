/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync.h
 * What the files of src/sync share: rows, keys, and the steps that trust their caller.
 *
 * A handle names a row of handles; that names an object; the object owns a timeline in shared memory and a
 * reconciled list. Modules, lists, objects and wait contexts change under the library's lock. Fences, signals
 * and waits work without it: they use the atomic words of the object and its timeline alone.
 */
#ifndef RINGFENCE_SYNC_SYNC_H
#define RINGFENCE_SYNC_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/list.h"
#include "core/phase.h"
#include "nvscierror.h"
#include "nvscisync.h"
#include "port/port.h"
#include "ringfence_cfg.h"

/* ---------------------------------------------------------------- keys */

/** Index of each key in the table, which is the order of merging. */
typedef enum {
    SYNC_KEY_NEED_CPU_ACCESS = 0,
    SYNC_KEY_REQUIRED_PERM = 1,
    SYNC_KEY_ACTUAL_PERM = 2,
    SYNC_KEY_CONTEXT_INSENSITIVE = 3,
    SYNC_KEY_TIMESTAMPS = 4,
    SYNC_KEY_DETERMINISTIC = 5,
    SYNC_KEY_TIMESTAMP_SLOTS = 6,
    SYNC_KEY_TASK_STATUS_SLOTS = 7,
    SYNC_KEY_MAX_VALUE = 8,
    SYNC_KEY_PRIMITIVE = 9,
    SYNC_KEY_PEER_LOCATION = 10,
    SYNC_KEY_GPU_ID = 11,
    SYNC_KEY_PEER_ENGINE = 12,
    /** Private: the list that signals needs CPU access, so the CPU signals. */
    SYNC_KEY_CPU_SIGNALS = 13,
    SYNC_KEY_COUNT = 14
} SyncKey;

/** Kind of list of this room. */
extern const ListClass g_sync_lists;

/** Reads a bool of a row; not set counts as false. */
bool sync_list_flag(uint32_t row, SyncKey key);

/** Reads the rights that a row holds under a key; not set counts as none. */
uint64_t sync_list_perm(uint32_t row, SyncKey key);

/** Stores a bool. */
void sync_list_put_flag(uint32_t row, SyncKey key, bool flag);

/** Stores a number of 32 bits. */
void sync_list_put32(uint32_t row, SyncKey key, uint32_t number);

/** Stores a number of 64 bits. */
void sync_list_put64(uint32_t row, SyncKey key, uint64_t number);

/* ---------------------------------------------------------------- modules */

/** Takes the lock as core_enter() does, and gives back objects that fences alone kept. */
NvSciError sync_enter(PhaseOp op);

/** One more list, object or wait context needs the module. */
void sync_module_hold(uint32_t module);

/** One fewer does. */
void sync_module_drop(uint32_t module);

/* ---------------------------------------------------------------- lists */

/** Adds all lists of an array to the inputs of a call. BadParameter iff the array is NULL or empty, or one does not fit. */
NvSciError sync_inputs_add(PhaseOp op, const NvSciSyncAttrList array[], size_t count,
                           ListInputs *inputs);

/** Reconciles lists into `list`, or makes `conflict` of them. Both are rows; SYNC_NO_ROW: none. */
NvSciError sync_reconcile(const ListInputs *inputs, uint32_t *list, uint32_t *conflict);

#define SYNC_NO_ROW 0xFFFFFFFFU

/** Handle of a list for the caller. */
NvSciSyncAttrList sync_list_handle(uint32_t index);

/* ---------------------------------------------------------------- objects */

/** One timestamp. `value` is the point that was signalled at `time_us`. */
typedef struct {
    PortAtomic64 time_us;
    PortAtomic64 value;
} SyncTimestamp;

/** One task status, as NvSciSyncTaskStatus lays it out. */
typedef struct {
    PortAtomic64 time_us;
    PortAtomic64 rest;
} SyncTaskStatus;

/** The part of an object's memory that the signaller writes. */
typedef struct {
    PortAtomic64 value;
    uint64_t unused[7];
} SyncCounter;

/** The part of an object's memory that waiters write; on a page of its own. */
typedef struct {
    PortAtomic32 sleepers;
    PortAtomic32 wakeups;
} SyncWaiters;

/** A sync object. What is not atomic does not change while the object lives. */
typedef struct {
    uint32_t module;
    /** Handles that name the object. Under the lock. */
    uint32_t handles;
    /** Row of the object's list. */
    uint32_t list;
    uint32_t timestamp_slots;
    uint32_t task_status_slots;
    /** Largest value of the counter; it wraps behind it if it is of 32 bits. */
    uint64_t max_value;
    bool cpu_signals;
    bool cpu_waits;
    /** Fences and waits that need the object. */
    PortAtomic32 fences;
    /** 1: there is no handle any more; the object goes with its last fence. */
    PortAtomic32 orphan;
    /** Points of the timeline that fences were made for. */
    PortAtomic64 issued;
    PortMemory memory;
    SyncCounter *counter;
    SyncTimestamp *timestamps;
    SyncTaskStatus *task_statuses;
    SyncWaiters *waiters;
} SyncObject;

/** All objects, by slot index. */
extern SyncObject g_sync_objects[RINGFENCE_CFG_SYNC_OBJECTS];

/** Finds the object that a handle names. BadParameter iff there is none. No lock. */
NvSciError sync_object_find(PhaseOp op, NvSciSyncObj handle, uint32_t *index);

/** Makes an object for a reconciled list, and a first handle. Under the lock. */
NvSciError sync_object_alloc(uint32_t list, NvSciSyncObj *handle);

/** One more fence or wait needs the object. InvalidState iff too many do. No lock. */
NvSciError sync_object_hold(uint32_t index);

/** One fewer does; takes the lock if the object goes with it and the phase is not RUNTIME. */
void sync_object_drop(PhaseOp op, uint32_t index);

/** Gives back the objects that have neither handle nor fence. Under the lock. */
void sync_object_sweep(void);

/* ---------------------------------------------------------------- timeline */

/** Bytes of shared memory that a timeline needs, and where its parts stand. */
void timeline_place(SyncObject *object);

/** Bytes of shared memory that a timeline needs. */
uint64_t timeline_size(uint32_t timestamp_slots, uint32_t task_status_slots);

/** Says whether the counter has reached the point. No system call. */
bool timeline_reached(const SyncObject *object, uint64_t threshold);

/** Reserves the next point. Overflow iff there is none that can be told from those behind. */
NvSciError timeline_reserve(SyncObject *object, uint64_t *threshold);

/** Advances the counter by one and wakes who sleeps. Overflow iff a 64-bit counter is at its end. */
NvSciError timeline_signal(SyncObject *object);

/** Waits for a point. Timeout iff the time ends first; ResourceError iff the system cannot sleep. */
NvSciError timeline_wait(const SyncObject *object, uint64_t threshold, int64_t timeout_us,
                         NvSciSyncWaitMode mode);

#endif /* RINGFENCE_SYNC_SYNC_H */
