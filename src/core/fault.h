/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault.h
 * The fault report: misuses that were detected, limits that were reached, assertions.
 */
#ifndef RINGFENCE_CORE_FAULT_H
#define RINGFENCE_CORE_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/admission.h"
#include "core/tables.h"
#include "nvscierror.h"
#include "port/atomic.h"
#include "port/refused.h"
#include "ringfence.h"

/** Records a misuse that was detected. */
void ringfence_fault_report(PhaseOp op, RingfenceFaultKind kind);

/** Records a handle that a function does not take, with the slot that it names. */
void fault_report_name(PhaseOp op, uint32_t name);

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
#define FAULT_COMPARES ((__STDC_HOSTED__ == 1) ? 1U : 0U)

#define FAULT_LIMIT_ID(limit, text) limit,

/** Limits that a fault report names. */
typedef enum { FAULT_LIMIT_NONE = 0, LIMIT_TABLE(FAULT_LIMIT_ID) FAULT_LIMIT_COUNT } FaultLimit;

/** Records that a limit was reached: what was asked for, and what the limit allows. */
void fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed);

/** 1: a pool that is full is a fault. A firmware without channels leaves that out. */
#define FAULT_OF_POOLS RINGFENCE_CFG_CHANNELS

/** Records that one slot more than a pool has was asked for, by the macro of its capacity: a fault
 * of the function that holds the lock. */
void fault_report_full(const char *macro, uint32_t capacity);

/** The same as fault_report_limit(), where a pool that is full is a fault. */
static inline void fault_report_capacity(PhaseOp op, FaultLimit limit, uint64_t asked,
                                         uint64_t allowed)
{
    if (FAULT_OF_POOLS == 1U) {
        fault_report_limit(op, limit, asked, allowed);
    }
}

/** Records a misuse that is one because a limit was reached, if more was asked for than is allowed.
 */
void fault_report_above(PhaseOp op, RingfenceFaultKind kind, FaultLimit limit, uint64_t asked,
                        uint64_t allowed);

/** The same as fault_report_limit(), for the libraries beside this one. */
void ringfence_fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed);

/** 1: misuse of a wait context, timestamps that nobody asked for, marks of streams that are forgotten
 * and blocks of none are faults. A firmware without channels leaves that out. */
#define FAULT_OF_WAITS RINGFENCE_CFG_CHANNELS

#define FAULT_CAUSE_ID(cause, text) cause,

/** Why a stream or a channel does not take a call. */
typedef enum { FAULT_CAUSE_NONE = 0, CAUSE_TABLE(FAULT_CAUSE_ID) FAULT_CAUSE_COUNT } FaultCause;

/** Records that a stream or a channel does not take a call, and why: RINGFENCE_FAULT_STREAM_ORDER
 * or RINGFENCE_FAULT_CHANNEL_ORDER. */
void fault_report_order(PhaseOp op, RingfenceFaultKind kind, FaultCause cause);

/** Records that a channel does not take a call, and why: RINGFENCE_FAULT_CHANNEL_ORDER. `endpoint`
 * is the name of its end; "": of none. */
void fault_report_channel(PhaseOp op, FaultCause cause, const char *endpoint);

/** An end of a channel that found no peer. */
typedef struct {
    FaultCause cause;
    /** Its name, and where the endpoint table came from, a constant text. */
    const char *endpoint;
    const char *table;
    /** Number of the network namespace, and of the user, as this process sees it; 0: they are not
     * known, or are none of its address. */
    uint64_t network;
    uint64_t user;
} FaultAbsence;

/** Records that an end of a channel found no peer. */
void fault_report_absence(PhaseOp op, const FaultAbsence *absence);

/** An attribute that does not suit; 0: none is to blame. What is asked for under it and what there
 * is, as numbers; both are 0 where they are none. */
typedef struct {
    uint32_t key;
    uint64_t asked;
    uint64_t has;
} FaultKey;

/** Records that a late consumer of a stream is refused, and why: the attribute that does not suit,
 * and its name, a constant text; "": none is to blame. */
void fault_report_late(PhaseOp op, FaultCause cause, const FaultKey *key, const char *name);

/** What is to be done about a list, or for an access that reconciled lists do not give. */
typedef enum {
    LIST_CAUSE_NONE = 0,
    LIST_CAUSE_TABLE(FAULT_CAUSE_ID) LIST_CAUSE_COUNT
} FaultListCause;

/** Records that a list is not in the state that a call takes, or that lists do not give an access:
 * RINGFENCE_FAULT_LIST_ORDER or RINGFENCE_FAULT_NO_ACCESS. */
void fault_report_list(PhaseOp op, RingfenceFaultKind kind, FaultListCause cause);

/** Records that a call does not take a list. BadParameter. Causes are words alone: a library
 * without texts does not look for them. */
static inline NvSciError fault_of_list(PhaseOp op, FaultListCause cause)
{
    if (RINGFENCE_CFG_TEXTS == 1U) {
        fault_report_list(op, RINGFENCE_FAULT_LIST_ORDER, cause);
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_LIST_ORDER);
    }
    return NvSciError_BadParameter;
}

/** Records that reconciled lists do not give an access. BadParameter. */
static inline NvSciError fault_of_access(PhaseOp op, FaultListCause cause)
{
    if (RINGFENCE_CFG_TEXTS == 1U) {
        fault_report_list(op, RINGFENCE_FAULT_NO_ACCESS, cause);
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_ACCESS);
    }
    return NvSciError_BadParameter;
}

/** What is to be done about a fault of an engine that is software. */
typedef enum {
    ENGINE_CAUSE_NONE = 0,
    ENGINE_CAUSE_TABLE(FAULT_CAUSE_ID) ENGINE_CAUSE_COUNT
} FaultEngineCause;

/** Records a misuse that an engine which is software detected, and what is to be done about it. */
void ringfence_fault_report_cause(PhaseOp op, RingfenceFaultKind kind, FaultEngineCause cause);

/** Records that a name is not in the endpoint table; `source` is where that came from, a constant
 * text. */
void fault_report_endpoint(PhaseOp op, const char *name, const char *source);

/** Notes what the next report of a table that cannot be used says: where the table came from, the
 * line, and why; constant texts. */
void fault_note_table(const char *source, uint32_t line, const char *reason);

/** A pair of a key and a value that a list does not take. */
typedef struct {
    RingfencePairCause cause;
    /** Its place in the array of the call. */
    size_t place;
    /** Its key as the program gave it, and the name of that; "" for one that is unknown. */
    uint32_t key;
    const char *name;
    /** What it is above, if it has too many elements, how many it has, and how many the key takes.
     */
    FaultLimit limit;
    uint64_t asked;
    uint64_t allowed;
} FaultPair;

/** Records a pair that a list does not take. */
void fault_report_pair(PhaseOp op, const FaultPair *pair);

/** Records the call that the system refused to the calling thread last, if the port has noted one:
 * of a function, by its record; 0: of none. */
void fault_report_call(uint32_t op_record);

/** The same, of a function. */
void fault_report_refusal(PhaseOp op);

/** The same at the end of a function: two instructions while nothing was refused. */
static inline void fault_refusals(PhaseOp op)
{
    if (port_refusal_is_noted()) {
        fault_report_refusal(op);
    }
}

/** Says whether the system refused a call to the calling thread since port_refusal_drop(): what
 * failed then is not the peer's fault, or the program's. */
static inline bool fault_is_refused(void)
{
    return port_refusal_is_noted() && port_refusal_is_own();
}

/** Records an assertion that does not hold: an internal fault of the function that holds the lock
 * at that moment, if one does. Called by the macros of core/assert.h alone, also in the libraries
 * beside this one. Any thread. */
void ringfence_fault_assert(const char *file, uint32_t line);

/** Function that holds the library's lock, plus one; 0: none does. Written under the lock. */
extern PORT_INSIDE PortAtomic32 g_fault_entered;

#endif /* RINGFENCE_CORE_FAULT_H */
