/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase.h
 * The phase machine.
 */
#ifndef RINGFENCE_CORE_PHASE_H
#define RINGFENCE_CORE_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/admission.h"
#include "nvscierror.h"
#include "port/atomic.h"
#include "port/handler.h"
#include "port/lock.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

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

/** Notes with the last refusal which slot stays. */
void phase_note_name(uint32_t name);

#endif /* RINGFENCE_CORE_PHASE_H */
