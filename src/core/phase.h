/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase.h
 * The phase machine, the table of admissions, and the fault report.
 */
#ifndef RINGFENCE_CORE_PHASE_H
#define RINGFENCE_CORE_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/api.h"
#include "nvscierror.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

#define API_ID(id, number, name, phases)        id,
#define API_ID_BEHIND(id, number, name, phases) , id

/** Every public function; the index of its row in the table of admissions. */
typedef enum { API_TABLE(API_ID) OP_COUNT API_LEFT_OUT(API_ID_BEHIND) } PhaseOp;

/** Whether the current phase admits functions whose row is ADMIT_SIGNAL. */
typedef struct {
    /** 0: it does. Not kept if PORT_QUICK is 0. */
    PORT_OWN_LINE PortAtomic64 refused;
} PhaseSignals;

extern PORT_INSIDE PhaseSignals g_phase_signals;

/** 0 iff the current phase admits functions whose row is ADMIT_SIGNAL; nothing is counted. To be
 * asked if PORT_QUICK is 1. */
static inline uint64_t phase_refuses_signals(void)
{
    return port_load64_acquire(&g_phase_signals.refused);
}

/** Says whether the current phase admits the function; counts the refusal if not. No lock, no
 * system call. */
NvSciError ringfence_phase_admit(PhaseOp op);

/** Counts or reports that an interrupt handler calls a function that takes a lock. InvalidState. */
NvSciError phase_refuse_handler(PhaseOp op);

/** ringfence_phase_admit() for a function that takes a lock of its own; InvalidState iff the phase
 * does not admit it, or an interrupt handler calls. */
static inline NvSciError phase_admit_thread(PhaseOp op)
{
    return port_in_handler() ? phase_refuse_handler(op) : ringfence_phase_admit(op);
}

/** ringfence_phase_admit() for a function that gives an answer and nothing else. BadParameter iff
 * there is no place for it. */
NvSciError phase_answer(PhaseOp op, bool answer, bool *place);

/**
 * Takes the library's lock for a function that changes tables, if the phase admits it.
 *
 * The phase cannot change until ringfence_api_leave(). Success: the caller must call
 * ringfence_api_leave().
 */
NvSciError ringfence_api_enter(PhaseOp op);

/** Gives the library's lock back. */
void ringfence_api_leave(void);

/**
 * Gives the lock back in the middle of a function, for calls of the port that reserve, map or
 * release memory. The phase does not change before core_memory_end(); all else may. So what others
 * can find must be whole, and what the function goes on with must be its own.
 */
int32_t core_memory_begin(void);

/** Takes the lock again, for function `op`. `held` is what core_memory_begin() gave. */
void core_memory_end(PhaseOp op, int32_t held);

/** Holds the phase for a function that is made of several others, each of which takes the library's
 * lock: it does not change before phase_release(). Not recursive; before the library's lock. An
 * interrupt handler takes nothing here, and is refused by what the function asks next. */
void phase_hold(void);

/** Lets the phase change again. */
void phase_release(void);

/** Parts of the library that hold the phase one by one: each segment of a stream, and the blocks
 * without one. */
#define PHASE_PARTS (RINGFENCE_CFG_STREAM_SEGMENTS + 1U)

/** Mutex of a part. */
typedef struct {
    PORT_OWN_LINE PortAtomic32 mutex;
} PhasePart;

extern PORT_INSIDE PhasePart g_phase_parts[PHASE_PARTS];

/** Takes a part. The phase does not change before phase_part_give(). Not recursive; behind
 * phase_hold(), before the library's lock. */
static inline void phase_part_take(uint32_t part)
{
    ringfence_port_mutex_lock(&g_phase_parts[part].mutex);
}

/** Gives a part back. */
static inline void phase_part_give(uint32_t part)
{
    ringfence_port_mutex_unlock(&g_phase_parts[part].mutex);
}

/** Records a misuse that was detected. */
void ringfence_fault_report(PhaseOp op, RingfenceFaultKind kind);

/** Name of a slot in reports: the table, plus one, above its index; 0: none. */
#define PHASE_NAME_SHIFT 16U
#define PHASE_NAME_SLOT  0xFFFFU

/** Records a handle that a function does not take, with the slot that it names. */
void fault_report_name(PhaseOp op, uint32_t name);

/** Notes with the last refusal which slot stays. */
void phase_note_name(uint32_t name);

/** Records memory that is too small, with the bytes that are missing. */
void fault_report_missing(PhaseOp op, RingfenceFaultKind kind, uint64_t bytes);

/** Records an endpoint that is open already, with the process that opened it; 0: it cannot be told.
 */
void fault_report_taken(PhaseOp op, uint32_t process);

/** What differs between this library and one beside it that is of another build. */
typedef struct {
    /** The name of the value and the file of the other library; they stay. */
    const char *name;
    const char *file;
    /** The other library's value, and this one's. */
    uint64_t asked;
    uint64_t allowed;
} FaultBuild;

/** Records that a library beside this one is of another build; of no function, as its places may be
 * others. */
void fault_report_build(const FaultBuild *build);

/** 1: libraries of other builds may stand beside this one. Without an operating system there are
 * none. */
#define PHASE_COMPARES ((__STDC_HOSTED__ == 1) ? 1U : 0U)

/** Limits that a fault report names. */
typedef enum {
    FAULT_LIMIT_NONE = 0,
    FAULT_LIMIT_BUFFER_MIB,
    FAULT_LIMIT_ALL_BUFFERS_MIB,
    FAULT_LIMIT_SYSTEM_MEMORY,
    FAULT_LIMIT_PEER_LISTS,
    FAULT_LIMIT_ROUTES,
    FAULT_LIMIT_DESCRIPTOR_BYTES,
    FAULT_LIMIT_IPC_ENDPOINTS,
    FAULT_LIMIT_EVENT_NOTIFIERS,
    FAULT_LIMIT_STREAM_CONSUMERS,
    FAULT_LIMIT_STREAM_PACKETS,
    FAULT_LIMIT_STREAM_ELEMENTS,
    FAULT_LIMIT_STREAM_INFO_BYTES,
    FAULT_LIMIT_IPC_CALLS,
    FAULT_LIMIT_IPC_MEMORIES,
    FAULT_LIMIT_LAYER_OPERATIONS,
    FAULT_LIMIT_COUNT
} FaultLimit;

/** Records that a limit was reached: what was asked for, and what the limit allows. */
void fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed);

/** The same, for the libraries beside this one. */
void ringfence_fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed);

/** A pair of a key and a value that a list does not take. */
typedef struct {
    RingfencePairCause cause;
    /** Its place in the array of the call. */
    size_t place;
    /** Its key as the program gave it, and the name of that; "" for one that is unknown. */
    uint32_t key;
    const char *name;
} FaultPair;

/** Records a pair that a list does not take. */
void fault_report_pair(PhaseOp op, const FaultPair *pair);

/** Records an assertion that does not hold: an internal fault of the function that holds the lock
 * at that moment, if one does. Called by the macros of core/assert.h alone. Any thread. */
void fault_assert(const char *file, uint32_t line);

#endif /* RINGFENCE_CORE_PHASE_H */
