/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync.h
 * What the files of src/sync share: rows, keys, and the steps that trust their caller.
 *
 * A handle names a row of handles; that names an object; the object owns a timeline in shared
 * memory and a reconciled list. Modules, lists, objects and wait contexts change under the
 * library's lock. Fences, signals and waits work without it: they use the atomic words of the
 * object and its timeline only.
 */
#ifndef RINGFENCE_SYNC_SYNC_H
#define RINGFENCE_SYNC_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attr/list.h"
#include "attr/list_api.h"
#include "core/feature.h"
#include "core/phase.h"
#include "core/pool.h"
#include "nvscierror.h"
#include "nvscisync.h"
#include "port/atomic.h"
#include "port/channel.h"
#include "port/liveness.h"
#include "port/memory.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"
#include "sync/keys.def"

/* ---------------------------------------------------------------- keys (keys.def, keys.c) */

/* clang-format off */
#define SYNC_KEY_INDEX(name, ...) SYNC_KEY_##name,

/** Index of each key in the table, which is the order of merging. */
typedef enum {
    SYNC_KEYS_PUBLIC(SYNC_KEY_INDEX)
    SYNC_KEYS_PRIVATE(SYNC_KEY_INDEX)
    SYNC_KEY_COUNT
} SyncKey;
/* clang-format on */

/** Kind of list of this component. */
extern const ListClass g_sync_lists;

/** Reads a bool of a row; not set counts as false. */
bool sync_list_flag(uint32_t row, SyncKey key);

/** Reads a number of a row; not set counts as 0. */
uint64_t sync_list_number(uint32_t row, SyncKey key);

/** Who signals: bit i is GPU i of the reconciled list, as many as RINGFENCE_CFG_GPUS can be; above
 * them an engine that is no GPU, and the CPU. */
#define SYNC_SIGNALERS_ENGINE 0x10000U
#define SYNC_SIGNALERS_CPU    0x20000U

/** Stores a bool. */
void sync_list_put_flag(uint32_t row, SyncKey key, bool flag);

/** Stores a number as wide as the key's. */
void sync_list_put(uint32_t row, SyncKey key, uint64_t number);

/* ---------------------------------------------------------------- entering */

/** Takes the lock as ringfence_api_enter() does, and gives back objects that only fences kept. */
NvSciError sync_enter(PhaseOp op);

/* ---------------------------------------------------------------- lists */

/** What the public functions do in a way of their own (attr_list.c). */
extern const ListApi g_sync_api;

/** Makes the values of a reconciled list of inputs in an empty list (reconcile.c); g_list_conflict
 * says why, iff not Success. */
NvSciError sync_reconcile(const ListInputs *inputs, uint32_t result);

/** Says whether a reconciled list satisfies inputs. BadParameter iff not, or if they contradict
 * each other, and g_list_conflict says in which key, if it is one; InsufficientMemory iff there is
 * no row to compute in. */
NvSciError sync_list_validate(uint32_t index, const ListInputs *inputs);

/** What NvSciSyncObjAttachPeer() does; on error, `key` says what does not suit, if that is known
 * (attach.c). */
NvSciError sync_attach(NvSciSyncObj handle, const NvSciSyncAttrList lists[], size_t count,
                       FaultKey *key);

/** Says whether a reconciliation can have made the list of a row, all keys of which fit. */
bool sync_list_is_sound(uint32_t row);

/** Sets keys of a list for function `op`, all or none (attr_set.c). BadParameter iff there are
 * none, or one cannot be set; a fault report says which. */
NvSciError sync_list_set(PhaseOp op, uint32_t index, const NvSciSyncAttrKeyValuePair *pairs,
                         size_t count);

/** Leaves the object of a reconciled list to a driver, if it alone uses it and no other process
 * ever will; `signaller` is the slot that signals. Else no driver is in the list. */
void sync_exclusive_choose(const ListInputs *inputs, uint32_t signaller, uint32_t list);

/** Driver that a list is for, or that the object of a reconciled list is left to; 0: none. */
uint64_t sync_exclusive_driver(uint32_t row);

/** Says whether one of the inputs came from another process. */
bool sync_exclusive_is_foreign(const ListInputs *inputs);

/* ---------------------------------------------------------------- objects */

/** One timestamp. `mark` is the complement of the point that was signalled at `time_us`, so that
 * zeroed memory holds no point's time. */
typedef struct {
    PortAtomic64 time_us;
    PortAtomic64 mark;
} SyncTimestamp;

/** One task status, as NvSciSyncTaskStatus lays it out. */
typedef struct {
    PortAtomic64 time_us;
    PortAtomic64 rest;
} SyncTaskStatus;

/** The part of an object's memory that the signaller writes. The value counts signals; a point of
 * 32 bits is its lower half. What is unused is for the driver of an engine that signals. */
typedef struct {
    PortAtomic64 value;
    uint64_t unused[7];
} SyncCounter;

/** What waiters write; a memory of its own. Nothing but a needless wake-up, a wake-up that comes a
 * slice late, a look whether the signaller lives, or an engine of a waiter that goes on too soon or
 * too late, follows from what stands here while the signaller lives. When he is gone, it can make
 * points that were reached count as not reached. */
typedef struct {
    /** The waiter counter: the copy of the counter for engines that wait in other processes than
     * the signaller's, if the object has one. Whoever waits can open it when nobody is left who
     * signals. */
    PortAtomic64 gate;
    /** Complement of the counter when its signaller was first found gone; 0: he was not. */
    PortAtomic64 end;
    /** Not 0: somebody found him gone, or says so. */
    PortAtomic32 over;
    /** Not 0: who signalled gave the object back, or somebody says so. */
    PortAtomic32 given_back;
    uint64_t unused[5];
    /** Not 0: somebody may sleep. */
    PortAtomic32 asleep;
    /** Waiters sleep on this word. */
    PortAtomic32 wakeups;
} SyncWaiters;

/** Where an object's memory can be written. All NULL: this process may not signal. */
typedef struct {
    SyncCounter *counter;
    SyncTimestamp *timestamps;
    SyncTaskStatus *task_statuses;
} SyncWritable;

/** What the system has of an object. */
typedef struct {
    /** Counter, timestamps, task statuses; `base` is NULL if this process may not signal. */
    PortMemory memory;
    /** Page that waiters write. */
    PortMemory waiting;
    /** Liveness pipe to the process that signals. There is none before the object leaves its
     * process. */
    PortLiveness life;
    /** Names the timeline in all processes: random. */
    uint64_t identity[2];
    /** Signals are stored in the waiter counter too. The same in all processes. */
    bool gate;
} SyncBacking;

/** What a reconciled list says of an object. */
typedef struct {
    uint32_t timestamp_slots;
    uint32_t task_status_slots;
    /** Largest value of a point: of 64 bits, or of 32 bits; those wrap. */
    uint64_t max_value;
    bool cpu_signals;
    bool cpu_waits;
    /** Fences of the object may come over any endpoint. */
    bool any_way;
    /** This process may signal, and may wait: by the CPU or by an engine. */
    bool may_signal;
    bool may_wait;
    /** Engines of this process may signal, and may wait: a list of one asked for it. */
    bool engine_signals;
    bool engine_waits;
    /** An engine may be the one that signals: it wakes nobody, so waiters look by themselves. */
    bool is_polled;
} SyncShape;

/** Ways that an object can go to other processes. */
#define SYNC_WAYS ((RINGFENCE_CFG_SHARING == 1U) ? RINGFENCE_CFG_ROUTES : 1U)

/* Parts of `uses` of an object: calls by fence that use its memory now, one for all handles, and
 * fences that need it. */
#define SYNC_PIN         ((PortPair)1U)
#define SYNC_HAS_HANDLES ((PortPair)1U << (PORT_PAIR_SHIFT - 1U))
#define SYNC_FENCE       ((PortPair)1U << PORT_PAIR_SHIFT)
/** There are more fences than can be. */
#define SYNC_TOO_MANY ((((PortPair)0U - 1U) >> 1U) + 1U)

/**
 * A sync object. What is not atomic does not change while the object lives. Words that calls by
 * fence write, those that calls by handle write, and those that stay the same are in lines of their
 * own. Late calls write `uses` and `pins`, and look at `name` and `orphan`, though the slot holds
 * another object, or none.
 * @satisfies RF-SYNC-241
 */
typedef struct {
    /** Fences, handles, and calls by fence. 0: nothing but calls by handle may need the object. */
    PORT_OWN_LINE PortAtomicPair uses;
    /** Name of the slot, if points have 64 bits; else what is the name of no fence that leads here.
     * Not kept if PORT_QUICK is 0. */
    PORT_OWN_LINE PortAtomic64 name;
    /** 1: there is no handle any more; the object goes with the last use and the last pin. 0 also
     * where there is no object. */
    PortAtomic32 orphan;
    /** First of what is zero before an object is made. */
    uint32_t module;
    /** What the name of the object contributes to the check of its fences; the process's number
     * too. Not kept if PORT_QUICK is 0. */
    uint64_t key;
    /** wait_context_tag() of the module of contexts that wait for points by nothing but a
     * comparison; 0: there are none, or this process does not signal. Not kept if PORT_QUICK is 0.
     */
    uint64_t wait_tag;
    /** The same, whoever signals. */
    uint64_t far_tag;
    /** The CPU signals points of 64 bits, and does nothing else at a signal. */
    bool is_plain;
    /** An engine of this process signals points of 64 bits, and a fence of one has a task status
     * and no timestamp. */
    bool is_engine_plain;
    const SyncCounter *counter;
    SyncWaiters *waiters;
    SyncWritable writable;
    /** Handles that name the object. Under the lock. */
    uint32_t handles;
    /** Row of the object's list, if objects have lists; it tells the object's slot in any case. */
    uint32_t list;
    SyncShape shape;
    const SyncTimestamp *timestamps;
    const SyncTaskStatus *task_statuses;
    /** 1: other processes have the object, so waiters sleep in slices. */
    PortAtomic32 shared;
    /** 1: another process signals, and parts.life.watch says whether it lives. */
    PortAtomic32 watched;
    /** Not 0: it does not; that is known, or was reported too. */
    PortAtomic32 peer_dead;
    /** Microseconds, lower half, at which a wait asked last whether it lives. */
    PortAtomic32 looked_us;
    /** Largest value that an engine of this process was told to wait for. */
    PortAtomic64 awaited;
    /** Complement of the last point that counts as reached, as nobody is left who signals; 0: not
     * known. It does not change then. */
    PortAtomic64 end;
    /** The endpoint over which the object came, and its context there; 0: it was made here. */
    uint64_t came_over;
    uint32_t context;
    /** Contexts of the endpoints over which it went to others; 0: no further one. */
    PortAtomic32 ways[SYNC_WAYS];
    SyncBacking parts;
    /** Points of the timeline that were passed out or reached; never less than the counter's value.
     */
    PORT_OWN_LINE PortAtomic64 issued;
    /** Point that a signal of this process reached last, or an earlier one. What the counter is
     * expected to be: no more than that. */
    PortAtomic64 last_reached;
    /** Points up to here could be distinguished by the counter when it was last looked at. */
    PortAtomic64 window_end;
    /** Not 0: there are task statuses of points of an engine that failed. Last of what is zero
     * before an object is made. */
    PortAtomic32 has_failures;
    /** Calls by handle that use the object's memory now. 0 if PORT_QUICK is 0. */
    PortAtomic32 pins;
} SyncObject;

/** A handle. */
typedef struct {
    PortAtomic32 object;
    /** 1: it is a driver's, for an engine. */
    PortAtomic32 is_map;
} SyncHandle;

/** All handles, by slot index. */
extern PORT_INSIDE SyncHandle g_sync_handles[RINGFENCE_CFG_SYNC_HANDLES];

/** Row of the handle of a sync object that a word leads to; the first one, if there is none. */
static inline uint32_t sync_handle_row(uintptr_t word)
{
    const uint32_t row = pool_row(word, RINGFENCE_CFG_SYNC_HANDLES);

    return (row < RINGFENCE_CFG_SYNC_HANDLES) ? row : 0U;
}

/** Says whether a word is the handle of its row; 0 is, until a handle was taken. What a row has
 * while no handle is valid has the index of another row, and leads there. To the row of a table of
 * one all words lead: there the index must be that of the row, too. */
static inline bool sync_is_handle(uint32_t row, uintptr_t word)
{
    return ((RINGFENCE_CFG_SYNC_HANDLES > 1U) || (((uint32_t)word & POOL_INDEX_MASK) == row)) &&
           (port_load_word(&g_sync_handle_slots[row].word) == word);
}

/** Parts of which an object can have timestamps or task statuses, made here or by another process.
 */
#define SYNC_SLOTS                                                                                 \
    (RINGFENCE_CFG_TIMESTAMP_SLOTS + RINGFENCE_CFG_TASK_STATUS_SLOTS + RINGFENCE_CFG_SHARING)

/** Says whether signals of an object are stored in a waiter counter. */
static inline bool has_gate(const SyncObject *object)
{
    return feature_enabled(RINGFENCE_CFG_ENGINES) && feature_enabled(RINGFENCE_CFG_SHARING) &&
           object->parts.gate;
}

/** Says whether an engine may signal an object, so that waiters look by themselves. */
static inline bool is_polled(const SyncObject *object)
{
    return feature_enabled(RINGFENCE_CFG_ENGINES) && object->shape.is_polled;
}

/** All objects, by slot index. */
extern PORT_INSIDE SyncObject g_sync_objects[RINGFENCE_CFG_SYNC_OBJECTS];

/** Slot of an object: lists of objects follow all others, in the order of slots. */
static inline uint32_t sync_object_index(const SyncObject *object)
{
    return object->list - RINGFENCE_CFG_SYNC_LISTS;
}

/** Finds the object that a handle names. BadParameter iff there is none. No lock. */
NvSciError sync_object_find(PhaseOp op, NvSciSyncObj handle, SyncObject **object);

/** Slots of an object and of its first handle. */
typedef struct {
    uint32_t object;
    uint32_t handle;
} SyncSlots;

/** Finds what a reconciled list says of an object on which this process has rights. */
void sync_object_shape(uint32_t list, uint64_t perm, SyncShape *shape);

/** Says whether a list names a GPU. */
bool sync_list_has_gpu(uint32_t list);

/** Says whether a new object of a list has a waiter counter: a GPU may wait in another process than
 * the one that signals. */
bool sync_list_wants_gate(uint32_t list);

/** Takes the slots of a new object of a reconciled list, on which this process has rights; gives it
 * its shape, and parts of which there is nothing yet. InsufficientMemory iff there are no slots.
 * Under the lock. */
NvSciError sync_object_take(uint32_t list, uint64_t perm, SyncSlots *slots);

/** Gives them back, with what parts there are. */
void sync_object_give(const SyncSlots *slots);

/** Makes an object in its slots, when its parts are made: of the same list and rights. */
NvSciSyncObj sync_object_finish(const SyncSlots *slots, uint32_t list, uint64_t perm);

/** Makes an object for a reconciled list, and a first handle. Under the lock. */
NvSciError sync_object_alloc(uint32_t list, NvSciSyncObj *handle);

/** Makes a handle for a driver, which no program can free. BadParameter iff there is no such
 * object, InsufficientMemory iff there is no handle left. Under the lock. */
NvSciError sync_object_map(PhaseOp op, NvSciSyncObj handle, NvSciSyncObj *own);

/** Gives back the handle of a driver. BadParameter iff it is none, a fault report. Under the
 * lock. */
NvSciError sync_object_unmap(PhaseOp op, NvSciSyncObj own);

/** One more fence needs an object that the caller has pinned. InvalidState iff too many do. No
 * lock.
 */
NvSciError sync_object_hold(SyncObject *object);

/** One fewer needs an object that the caller has pinned; a fault report if none did. No lock. */
void sync_object_drop(PhaseOp op, SyncObject *object);

/** Takes a fence away from an object that the caller has pinned; false: there is none. No lock. */
bool sync_object_take_fence(SyncObject *object);

/** Fences that need an object. No lock. */
static inline uint32_t sync_object_fences(const SyncObject *object)
{
    return (uint32_t)(port_load_pair(&object->uses) >> PORT_PAIR_SHIFT);
}

/** Nothing needs some object any more, or nothing but fences that were counted when it had no name:
 * gives it back, or notes that somebody must. No lock before. */
void sync_object_settle(void);

/** Gives an object back if nothing needs it any more; takes the lock then, unless the phase is
 * RUNTIME. To be called by whoever took the last use or the last pin away. */
void sync_object_look(const SyncObject *object);

/** Keeps the memory of the object of a handle for the time of a call, whoever frees the handle
 * meanwhile. BadParameter iff there is none. No lock. */
NvSciError sync_object_pin_handle(PhaseOp op, NvSciSyncObj handle, SyncObject **object);

/** Pins the object of a handle, which must be one that the CPU signals if `signals`. BadParameter
 * iff there is none, or it is no such object. No lock. */
NvSciError sync_object_pin_for(PhaseOp op, NvSciSyncObj handle, bool signals, SyncObject **object);

/** Pins the object of a handle unless the handle is a map's, which keeps the object by itself; says
 * whether there is a pin. BadParameter iff there is no object. No lock. */
NvSciError sync_object_pin_unless_map(PhaseOp op, NvSciSyncObj handle, SyncObject **object,
                                      bool *pinned);

/** Context of what an object sends over an endpoint: both ends of the channel have the same for it,
 * whoever of them sends. Never 0. No lock. */
uint32_t sync_object_context(const SyncObject *object, uint64_t identity);

/** Notes that an object went over an endpoint. Under the lock. */
void sync_object_note_way(SyncObject *object, uint64_t identity);

/** Says whether a fence with a context came a way that the object came or went; 0: the exporter's
 * object leaves the way open, and so must this one. No lock. */
bool sync_object_knows_way(const SyncObject *object, uint32_t context);

/** Gives back the objects that have neither handle nor fence. Under the lock. */
void sync_object_sweep(void);

/* ---------------------------------------------------------------- parts of an object */

/** Makes zeroed parts such of which there is nothing yet: the system has no name for them. */
void sync_backing_unnamed(SyncBacking *parts);

/** Reserves the memory of a new object, of whose parts there is nothing yet; they say before
 * whether it has a waiter counter. InsufficientMemory or ResourceError iff the system refuses; what
 * was taken until then is to be released. */
NvSciError sync_backing_make(const SyncShape *shape, SyncBacking *parts);

/**
 * Makes parts of what another process sent: memory, page, watching end, and the keeping end if it
 * passed on the right to signal. What was sent belongs to the parts or is closed; the parcel is
 * empty afterwards.
 *
 * @param[in]     shape    what the list of the object says
 * @param[in]     granted  rights that were passed on
 * @param[in]     perm     rights that are taken up
 * @param[in,out] parcel   what was sent
 * @param[in,out] parts    parts; name and waiter counter stay as they are, all else is unchanged on
 * failure
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        it is not what the list and the rights say
 * @retval NvSciError_InsufficientMemory  the system has no memory
 * @retval NvSciError_ResourceError       the system refuses
 */
NvSciError sync_backing_adopt(const SyncShape *shape, uint64_t granted, uint64_t perm,
                              PortParcel *parcel, SyncBacking *parts);

/**
 * Makes a parcel of an object for a process that gets rights on it. sync_parcel_close() must
 * follow. Under the lock.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter   the right to signal was passed on before
 * @retval NvSciError_ResourceError  the system refuses
 */
NvSciError sync_parcel_make(SyncObject *object, uint64_t perm, PortParcel *parcel);

/** Closes what was made only for a parcel. */
void sync_parcel_close(PortParcel *parcel);

/** A parcel was sent: the object is shared, and the right to signal is passed on with it. Under the
 * lock. */
void sync_parcel_sent(SyncObject *object, uint64_t perm);

/** Nobody maps the counter for writing any more. To be called by who signals, once he has mapped
 * it. ResourceError iff the system refuses. */
NvSciError sync_backing_seal(const SyncBacking *parts);

/** Gives back what the system has. */
void sync_backing_release(SyncBacking *parts);

/* ---------------------------------------------------------------- waiter counters */

/** How far an open waiter counter is ahead of the counter: engines compare modulo 2^64, and take
 * what is less than 2^63 behind for reached. Half of that is left for points on either side. */
#define SYNC_GATE_OPEN 0x4000000000000000ULL

/** Notes that an engine is told to wait for a value. To be called before it is looked whether
 * somebody is left who signals. */
void waiter_counter_expect(SyncObject *object, uint64_t value);

/** Nobody is left who signals, and a point will not be reached: opens the waiter counter and
 * reports that, once for an object. */
void waiter_counter_report(PhaseOp op, SyncObject *object);

/** Looks whether somebody is left who signals, and if not, opens the waiter counter and says true.
 * Reports it if an engine was told to wait for a point that is not reached. One system call. */
bool waiter_counter_check(PhaseOp op, SyncObject *object);

/* ---------------------------------------------------------------- the end of who signals (final.c)
 */

/* What is known of the process that signals. */
#define DEATH_UNKNOWN  0U
#define DEATH_KNOWN    1U
#define DEATH_REPORTED 2U

/** Says whether nobody is left who could signal, and fixes then which points were reached. One
 * system call if another process should. */
bool timeline_is_abandoned(SyncObject *object);

/** Says whether nobody ever said that the signaller of an object is gone: what the counter has
 * reached, is reached. To be asked once the counter was read. */
static inline bool final_is_open(const SyncObject *object)
{
    return (!feature_enabled(RINGFENCE_CFG_SHARING)) ||
           ((port_load32(&object->waiters->over) | port_load32(&object->peer_dead)) == 0U);
}

/** Says whether a point that the counter has reached is reached, where !final_is_open(). */
bool final_reached(SyncObject *object, uint64_t point);

/** Last point that is reached, in the number that the counter has there. */
uint64_t final_value(const SyncObject *object);

/* ---------------------------------------------------------------- health of engines */

/** Says who knows whether engines of this process work. AlreadyInUse iff another one was said.
 * Under the lock. */
NvSciError health_set(const RingfenceEngineHealth *health);

/** Lets him look, if somebody was said. */
void health_look(void);

/* ---------------------------------------------------------------- wait contexts */

/** Finds a wait context. BadParameter iff there is none. No lock. */
NvSciError wait_context_find(PhaseOp op, NvSciSyncCpuWaitContext handle, uint32_t *index);

/** Bits below a tag: those of an index, at most. */
#define WAIT_TAG_SHIFT 16U

/** A wait context. */
typedef struct {
    /** Exclusive or of its handle and the tag of its module while no wait uses it; else what
     * no handle with the index of this row gives. Not kept if PORT_QUICK is 0. */
    PORT_OWN_LINE PortAtomic64 idle;
    /** 1 while a wait uses it. */
    PortAtomic32 busy;
    PortAtomic32 module;
} SyncContext;

/** All wait contexts, by slot index. */
extern PORT_INSIDE SyncContext g_sync_contexts[RINGFENCE_CFG_SYNC_WAIT_CONTEXTS];

/** What a module contributes to the words of its wait contexts: those of two modules differ in 8
 * bits at least, and have no bit where the index of a handle is. */
static inline uint64_t wait_context_tag(uint32_t module)
{
    return (((uint64_t)module + 1U) * 0x9E3779B97F4A7C15U) << WAIT_TAG_SHIFT;
}

/** Module of a wait context. */
uint32_t wait_context_module(uint32_t index);

/** Starts a wait. AlreadyInUse iff the context serves another one. */
NvSciError wait_context_begin(uint32_t index);

/** Ends a wait. */
void wait_context_end(uint32_t index);

/* ---------------------------------------------------------------- fences */

/** What a fence says. */
typedef struct {
    /** It is bound to no object. */
    bool cleared;
    /** Slot of the object. */
    uint32_t object;
    /** Name of that slot, by which it is distinguished from the same slot of another object. */
    uint64_t name;
    uint64_t point;
    /** Slot of the timestamp, plus one; 0: none. */
    uint32_t timestamp;
    /** Slot of the task status, plus one; 0: none. */
    uint32_t task_status;
} FenceView;

/**
 * Reads a fence, and pins its object if it has one, until fence_read_end().
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff fence is NULL, its bytes are not what the library wrote, or
 * its object is gone; the latter two are fault reports
 */
NvSciError fence_read(PhaseOp op, const NvSciSyncFence *fence, FenceView *view);

/** Ends the use of a fence that was read. */
void fence_read_end(const FenceView *view);

/** Reads a fence of an object that the caller keeps in its place; nothing is pinned. False: it is
 * no such fence, and fence_read() says what it is. */
bool fence_read_kept(const SyncObject *object, const NvSciSyncFence *fence, FenceView *view);

/** Overwrites a fence with what a view says: cleared, or a point and slots of the object that the
 * caller has pinned. The fence changes only on success. */
NvSciError fence_bind(PhaseOp op, const FenceView *view, NvSciSyncFence *fence);

/** Says whether a point and slots are such as the object of a view has. */
bool fence_fits_object(const FenceView *view);

/** Overwrites a fence with the next point of an object, and gives the value that the counter has
 * then. Fence and value change only on success. */
NvSciError fence_generate(PhaseOp op, SyncObject *object, NvSciSyncFence *fence, uint64_t *value);

/**
 * Takes back the point of a fence, if it is the newest one of an object that the caller has pinned,
 * and clears the fence.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff fence is NULL or cleared, its bytes are not what the library
 *                                  wrote, or it is another object's
 * @retval NvSciError_InvalidState  iff a later point was passed out, or the point is reached
 */
NvSciError fence_abandon(PhaseOp op, SyncObject *object, NvSciSyncFence *fence);

/* ---------------------------------------------------------------- timeline */

/** Bytes of memory that counter, timestamps and task statuses need. */
uint64_t timeline_size(const SyncShape *shape);

/** Finds the parts of a timeline in the object's memory. */
void timeline_map(SyncObject *object);

/** Makes every task status of a new timeline invalid. */
void timeline_clear(SyncObject *object);

/** Makes whoever sleeps look at the object anew. */
void timeline_wake_all(SyncObject *object);

/** Says whether the point is reached: the counter is there, and was before its signaller was found
 * gone. No system call, unless somebody says that he is. */
bool timeline_reached(SyncObject *object, uint64_t point);

/** Points that the counter has; what is written late by who is gone counts, too. */
uint64_t timeline_value(const SyncObject *object);

/** Says whether a value of the counter is a point or behind it on the timeline. */
bool timeline_is_past(const SyncObject *object, uint64_t value, uint64_t point);

/** Reserves the next point, and gives the value that the counter has there. 0 iff there is none, or
 * none that could be distinguished from those behind. */
uint64_t timeline_reserve(SyncObject *object);

/** Takes back a point that was reserved. InvalidState iff a later one was, or it is reached. */
NvSciError timeline_unreserve(SyncObject *object, uint64_t point);

/** Where a point is, as seen from the counter. */
typedef struct {
    /** The counter has reached it. */
    bool reached;
    /** The point: the value that the counter has there. */
    uint64_t point;
    /** What the counter lacks; 0: it has reached the point. */
    uint64_t ahead;
} SyncDistance;

/** Looks from the counter to a point, once; a point that only the counter has reached is not
 * reached, and 0 ahead. No system call, unless somebody says that the signaller is gone. */
SyncDistance timeline_distance(SyncObject *object, uint64_t point);

/** Finishes points that an engine will not reach any more: their task statuses say Failure, and
 * counter and waiter counter move over those that come next. Gives how many are not reached, or 0
 * if all said so before. This process must be the one that signals, by an engine. O(task status
 * slots and timestamp slots). */
uint64_t timeline_fail_points(SyncObject *object, const RingfenceEngineRange *ranges,
                              uint32_t count);

/** Reaches a point as an engine that the CPU runs, if it was passed out: time, counter and waiter
 * counter; wakes who sleeps. BadParameter iff it was not. This process must be the one that
 * signals, by an engine. */
NvSciError timeline_reach_point(SyncObject *object, uint64_t point);

/** Makes the task status of a point that is passed out again invalid, and gives its slot. */
uint32_t timeline_renew_task_status(SyncObject *object, uint64_t point);

/** Reaches the point behind `seen`, which was passed out, unless another thread does.
 * @satisfies RF-SYNC-046 */
static inline bool timeline_reach(SyncObject *object, uint64_t seen)
{
    const bool reached = port_swap64_if(&object->writable.counter->value, seen, seen + 1U);

    if (feature_enabled(PORT_QUICK) && reached) {
        port_store64_relaxed(&object->last_reached, seen + 1U);
    }
    return reached;
}

/** Advances the counter by one and wakes who sleeps. Overflow iff the timeline is at its end. */
NvSciError timeline_signal(SyncObject *object);

/** Looks how this CPU spins, and forgets what waits of a context learned of spinning. */
void spin_prepare(uint32_t context);

/** Says whether a wait of a context is to spin before it sleeps. RINGFENCE_CFG_SPIN_US must not be
 * 0. */
bool spin_is_due(uint32_t context);

/** Spins before a sleep, from `now_us` on, which becomes the time of the last look at the clock;
 * says whether the point was reached. RINGFENCE_CFG_SPIN_US at most, or the end of the wait. */
bool spin_before_sleep(SyncObject *object, uint64_t point, uint32_t context, uint64_t end_us,
                       uint64_t *now_us);

/** Spins until the point is reached or a time comes; says whether it was reached. The time of the
 * last look at the clock, if there was one, goes to `now_us`. */
bool spin_until(SyncObject *object, uint64_t point, bool yields, uint64_t end_us, uint64_t *now_us);

/**
 * Waits for a point that was not reached when the caller looked, with a context that no other wait
 * uses.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_Timeout        iff the time ends first
 * @retval NvSciError_NoSuchProcess  iff the process that signals is gone, and the point not reached
 * @retval NvSciError_ResourceError  iff the system cannot put the caller to sleep
 */
NvSciError timeline_wait(SyncObject *object, uint64_t point, int64_t timeout_us,
                         NvSciSyncWaitMode mode, uint32_t context);

/** Waits asleep, with the results of timeline_wait(), for a point that was not reached when the
 * caller looked. */
NvSciError timeline_wait_asleep(SyncObject *object, uint64_t point, int64_t timeout_us);

/** Slot of the timestamp that the signal of a point writes. The object must have timestamps. */
uint32_t timeline_timestamp_slot(const SyncObject *object, uint64_t point);

/** Reads the time of a point that was reached. NoLongerAvailable iff the slot holds a later
 * point's; NotYetAvailable iff it holds none or an earlier one's. */
NvSciError timeline_timestamp(const SyncObject *object, uint32_t slot, uint64_t point,
                              uint64_t *time_us);

/** Writes a task status, unless another thread writes the slot. The slot must exist. */
void timeline_put_task_status(SyncObject *object, uint32_t slot, const NvSciSyncTaskStatus *status);

/** Says whether a task status can be told from one that is being written. */
bool timeline_is_task_status(const NvSciSyncTaskStatus *status);

/** Reads a task status, as it was stored by one call. The slot must exist. NotYetAvailable iff it
 * is being written. */
NvSciError timeline_get_task_status(const SyncObject *object, uint32_t slot,
                                    NvSciSyncTaskStatus *status);

#endif /* RINGFENCE_SYNC_SYNC_H */
