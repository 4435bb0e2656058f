/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla.h
 * What the files of src/dla that are behind cudla.h share: the rows of device handles, modules and
 * registrations, and their names.
 *
 * Two kinds of locks guard the rows. dla_lock() is for making and ending rows of all tables; the
 * lock of a device is for its queue, and for what a submission reads. The former is taken first.
 */
#ifndef RINGFENCE_DLA_DLA_H
#define RINGFENCE_DLA_DLA_H

#include <stdbool.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/phase.h"
#include "cudla.h"
#include "dla/gpu/hybrid.h"
#include "dla/loadable.h"
#include "port/atomic.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"
#include "worker/gauge.h"
#include "worker/name.h"
#include "worker/queue.h"

/** Fences that one task waits for, or objects that it signals: its own, and those of an event-only
 * submission. */
#define DLA_TASK_EVENTS (2U * RINGFENCE_CFG_DLA_EVENTS)
/** Registrations that a task uses. */
#define DLA_TASK_USES (RINGFENCE_CFG_DLA_TENSORS + (2U * DLA_TASK_EVENTS))

typedef struct DlaDevice DlaDevice;
typedef struct DlaModule DlaModule;

typedef struct DlaRegistration DlaRegistration;

/** A signal. */
typedef struct {
    WorkerPoint point;
    /** The program's; NULL: it computes the fence itself. */
    NvSciSyncFence *fence;
    /** The object. */
    const DlaRegistration *object;
    /** No device signalled the object before. */
    bool is_first;
} DlaMade;

/** A place of a queue, or an event-only submission. */
typedef struct {
    WorkerJob job;
    DlaDevice *device;
    /** What is computed; NULL: nothing. */
    DlaModule *module;
    /** Number of the task among those of its module. */
    uint64_t number;
    /** Number of the task in the queue. */
    uint64_t sequence;
    bool is_diagnostic;
    /** Hybrid mode: it was filled, and is not in a stream yet. */
    bool is_filled;
    /** How the computation ended. */
    cudlaStatus status;
    DlaTensors tensors;
    /** What is handed to CUDA: in hybrid mode, and where a tensor is in the memory of a GPU. */
    HybridTask coupled;
    bool is_on_gpu;

    /** Rows of the registrations that the task uses. */
    uint32_t uses[DLA_TASK_USES];
    uint32_t use_count;
    /** What it waits for. */
    WorkerPoint waits[DLA_TASK_EVENTS];
    uint32_t wait_count;
    /** What it signals itself, in the order of the points: at its start, then at its end. */
    DlaMade made[RINGFENCE_CFG_DLA_EVENTS];
    uint32_t signal_count;
    uint32_t made_starts;
    /** Those whose fences were made. */
    uint32_t made_count;
    /** Fences that the program computes itself; of the others what they were before. Of each signal
     * one. */
    NvSciSyncFence own[RINGFENCE_CFG_DLA_EVENTS];

    /** What the worker signals. */
    WorkerPoint starts[DLA_TASK_EVENTS];
    WorkerPoint ends[DLA_TASK_EVENTS];
} DlaEntry;

/** Event-only submissions of a device: the one that is not spent, and the one being made. */
#define DLA_EVENT_ROWS 2U

/** A device handle. */
struct DlaDevice {
    WorkerHandle handle;
    PortAtomic32 lock;
    bool is_taken;
    bool is_hybrid;
    /** 1: cudlaDestroyDevice() was called, and a load for it is to end. */
    PortAtomic32 is_to_end;
    /** Of the task that failed last. */
    PortAtomic32 last_error;
    /** Time that a task may take. */
    uint64_t limit_us;
    /** Standalone mode: who computes, and the numbers of its tasks. */
    WorkerQueue jobs;
    /** The event-only submission that is not spent; NULL: there is none. */
    DlaEntry *pending;
    DlaEntry events[DLA_EVENT_ROWS];
    /** In hybrid mode the places of hybrid.h. */
    DlaEntry queue[RINGFENCE_CFG_DLA_TASKS];
};

/** A loadable that was read for a device. */
struct DlaModule {
    WorkerName name;
    bool is_taken;
    bool has_diagnostics;
    /** Row of its device. */
    PortAtomic32 device;
    /** Tasks that compute. */
    uint64_t tasks;
    /** Number of the last task of the device that names it. */
    uint64_t last_use;
    DlaLoadable loadable;
};

/** What is registered. */
typedef enum { DLA_NOTHING = 0, DLA_BUFFER = 1, DLA_SYNC = 2, DLA_POINTER = 3 } DlaKind;

/** Memory or a sync object that a device uses. */
struct DlaRegistration {
    WorkerName name;
    /** Row of the device, plus one; 0: the row is nobody's. Who has the lock of a device may read
     * the rest of its rows. */
    PortAtomic32 owner;
    DlaKind kind;
    uint32_t device;
    /** Index of this row. */
    uint32_t index;
    /** Number of the last task of the device that uses it. */
    uint64_t last_use;

    /** DLA_BUFFER, DLA_POINTER: bytes that tasks use. */
    uint64_t size;
    /** It takes statistics, and nothing else. */
    bool takes_statistics;

    /** DLA_BUFFER. */
    RingfenceEngineBuf buffer;
    /** Tasks may write it. */
    bool is_written;
    /** NULL: tasks only read it, or it is in the memory of a GPU. */
    uint8_t *base;
    const uint8_t *const_base;

    /** DLA_BUFFER: how the GPU of the device uses it. */
    HybridMemory on_gpu;

    /** Where it is in CUDA; 0: it is not. */
    uint64_t address;

    /** DLA_SYNC. */
    RingfenceEngineSync sync;
    bool may_signal;
    /** The program may compute its fences. */
    bool is_deterministic;
};

/** Reports that a call is not taken, and what is to be done about it; gives the status. */
cudlaStatus dla_refuse(PhaseOp op, FaultEngineCause cause, cudlaStatus status);

/** Reports that a queue has no room for the tasks of a call. In RUNTIME that is a fault only if
 * they are more than a queue ever has: else the program waits. */
void dla_report_tasks(PhaseOp op, uint32_t count);

extern DlaDevice g_dla_devices[RINGFENCE_CFG_DLA_HANDLES];
extern DlaModule g_dla_modules[RINGFENCE_CFG_DLA_MODULES];
extern DlaRegistration g_dla_registrations[RINGFENCE_CFG_DLA_REGISTRATIONS];

/** How full the tables are that all devices share. Written under dla_lock(). */
extern WorkerGauge g_dla_devices_used;
extern WorkerGauge g_dla_modules_used;
extern WorkerGauge g_dla_registrations_used;

/** Registrations that were ever taken are those before this one. */
extern PortAtomic32 g_dla_registrations_end;

/* ---------------------------------------------------------------- all files */

/** Says whether the feature is there and the phase admits a function: cudlaSuccess or
 * cudlaErrorUnsupportedOperation. */
cudlaStatus dla_admit(PhaseOp op);

/** Guards the making and ending of rows. Functions of CUDA are called under it, which are no place
 * to end the thread: the call keeps the phase, so that it is not cancelled. */
void dla_lock(void);
void dla_unlock(void);

/** What needs dla_lock() states that somebody has it. */
bool dla_is_locked(void);

/** Device that a handle names; cudlaErrorInvalidDevice: none, or one of the parent process. */
cudlaStatus dla_device_find(PhaseOp op, const void *handle, uint32_t *row);

/** Locks that the call of a function for a device takes: dla_lock(), that of the device. */
typedef enum { DLA_LOCK_ROWS = 1, DLA_LOCK_DEVICE = 2, DLA_LOCK_BOTH = 3 } DlaLocks;

/** A call of a function for a device. The function fills the first two. */
typedef struct {
    PhaseOp op;
    DlaLocks locks;
    /** Row of the device. */
    uint32_t row;
    /** What ringfence_phase_keep() gave. */
    int32_t held;
} DlaCall;

/** Begins a call: the phase does not change, and the device that the handle names is there, before
 * dla_leave(). An error begins none: cudlaErrorUnsupportedOperation, as dla_admit(), or
 * cudlaErrorInvalidDevice. */
cudlaStatus dla_enter(DlaCall *call, const void *handle);

/** Ends a call that was begun. */
void dla_leave(const DlaCall *call);

/** Module that a handle names. */
cudlaStatus dla_module_find(PhaseOp op, const void *handle, uint32_t *row);

/** Ends the modules of a device. Needs dla_lock(). */
void dla_module_end_all(uint32_t device);

/** Registration of a device that a cookie names; NULL: none. Needs the device's lock. */
DlaRegistration *dla_registration_find(PhaseOp op, uint32_t device, const void *cookie);

/** Registered sync object of a device that a fence is of; NULL: none. Needs the device's lock. */
DlaRegistration *dla_registration_of_fence(uint32_t device, const NvSciSyncFence *fence);

/** Makes a buffer that is being registered one that tasks reach: one in the memory of a GPU is
 * mapped there, with all others of the device; another one is mapped there if the device has such.
 * Needs both locks. */
cudlaStatus dla_reach(PhaseOp op, DlaRegistration *row);

/** Ends what dla_reach() made. */
void dla_unreach(DlaRegistration *row);

/** Notes that a task uses a registration. */
void dla_registration_use(DlaEntry *entry, const DlaRegistration *registration);

/** Has no other device signal an object from now on; false: one does. `is_first`: this one did not
 * signal it before. */
bool dla_registration_claim(const DlaRegistration *registration, bool *is_first);

/** Takes back a claim that was the first. */
void dla_registration_give_claim(const DlaRegistration *registration);

/** Ends the registrations of a device. Needs dla_lock(). */
void dla_registration_end_all(uint32_t device);

/* ---------------------------------------------------------------- tasks */

/** A submission. */
typedef struct {
    PhaseOp op;
    const cudlaTask *tasks;
    uint32_t count;
    uint32_t flags;
} DlaRequest;

/** A task that the program may change meanwhile: it is read once, and what follows uses the copy.
 * So are its arrays, each element of which is read once. */
cudlaTask dla_task_copy(const cudlaTask *task);

/** Says whether a task has events and no tensors. */
bool dla_task_is_events(const cudlaTask *task);

/** Fills a place with the module and the tensors of a task. Needs the device's lock. */
cudlaStatus dla_task_fill(const DlaRequest *request, uint32_t device, const cudlaTask *task,
                          DlaEntry *entry);

/** Fills a place with what a task waits for, and looks whether it may signal what it names. Needs
 * the device's lock. */
cudlaStatus dla_events_fill(const DlaRequest *request, uint32_t device, const cudlaTask *task,
                            DlaEntry *entry);

/** Says whether what a task signals fits behind an event-only submission, whose points are earlier
 * ones: an object of it may be signalled neither by tasks before the last one, nor before its own
 * signal. Needs the device's lock. */
bool dla_events_fit(const DlaEntry *entry, const DlaEntry *pending, bool is_last);

/** Makes the fences of a task that was filled. An error leaves those that were made, for
 * dla_events_abandon(). Needs the device's lock. */
cudlaStatus dla_events_make(const DlaRequest *request, DlaEntry *entry);

/** Takes back the points that were made, the newest first. */
void dla_events_abandon(DlaEntry *entry);

/** Says whether no task that is in a stream, of a device in hybrid mode, uses a module or a
 * registration; NULL: it is not asked for. Needs the device's lock. */
bool dla_streams_leave(uint32_t row, const DlaModule *module, const DlaRegistration *registration);

/** Puts the tasks of a submission into the queue of a device in standalone mode. Needs the device's
 * lock. */
cudlaStatus dla_queue_put(const DlaRequest *request, uint32_t device);

/** Ends what an event-only submission was to signal. The worker has ended. */
void dla_queue_end(DlaDevice *device);

/** Computes a diagnostic task. */
cudlaStatus dla_diagnose(const DlaLoadable *loadable, const DlaTensors *tensors,
                         const DlaHost *host);

#endif /* RINGFENCE_DLA_DLA_H */
