/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase.c
 * One word for the phase, what it admits by the table of admissions, and one record of refusals.
 */
#include "core/phase.h"

#include <stddef.h>

#include "core/admission.h"
#include "core/changed.h"
#include "core/count.h"
#include "core/fault.h"
#include "core/kept.h"
#include "core/phase_keep.h"
#include "core/tables.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "port/refused.h"
#include "ringfence_cfg.h"

/** Number of phases. The phase word is an index; zero stands for INIT, so that it needs no
 * initialisation. */
#define PHASE_WORDS 3U

/** Records hold an operation's index plus one, so that zero means none. What is written while
 * threads signal and wait is apart from the phase word. */
typedef struct {
    PORT_OWN_LINE PortAtomic32 phase_word;
    PORT_OWN_LINE PortAtomic32 refused_total;
    PortAtomic32 refused_op;
    PortAtomic32 refused_word;
    /** What stays because of it. */
    PortAtomic32 refused_name;
    PortAtomic32 refused[OP_COUNT];
} PhaseState;

static PhaseState g_phase;

#define ROW_IS_ASKED(id, number, name, phases)                                                     \
    &&((!ASKS_FOR_SIGNALS(id)) || ((phases) == ADMIT_SIGNAL)) &&                                   \
        ((!ASKS_FOR_NONE(id)) || ((phases) == ADMIT_ALWAYS))

_Static_assert(((uint32_t)OP_COUNT > 0U) API_TABLE(ROW_IS_ASKED),
               "functions ask for what their rows say");

/** Whether a phase that a word stands for admits no functions whose row is ADMIT_SIGNAL. */
#define NO_SIGNALS(word) (((ADMIT_SIGNAL >> (word)) & 1U) ^ 1U)

/* The first phase word is 0. */
PhaseSignals g_phase_signals = {{NO_SIGNALS(0U) * PORT_QUICK}};

_Static_assert(((uint32_t)RINGFENCE_PHASE_INIT == 1U) &&
                   ((uint32_t)RINGFENCE_PHASE_RUNTIME == 2U) &&
                   ((uint32_t)RINGFENCE_PHASE_DEINIT == 4U),
               "the phase word is the place of its bit in a row of the table of admissions");

/** The phase that the phase word stands for. */
static RingfencePhase phase_of_word(uint32_t word)
{
    const uint32_t bit = (uint32_t)1U << word;

    return (RingfencePhase)bit;
}

/** @satisfies RF-CORE-244 */
void phase_note_name(uint32_t name)
{
    if (RINGFENCE_CFG_EXTRAS == 1U) {
        port_store32_relaxed(&g_phase.refused_name, name);
    }
}

/** Records that a function was refused in the phase that the word stands for. */
static void record_refusal(PhaseOp op, uint32_t word)
{
    core_count(&g_phase.refused[op]);
    core_count(&g_phase.refused_total);
    port_store32_relaxed(&g_phase.refused_word, word);
    port_store32_relaxed(&g_phase.refused_name, 0U);
    port_store32_release(&g_phase.refused_op, (uint32_t)op + 1U);
}

/** Reports that a handler calls which the configuration does not have, and refuses it.
 * @satisfies RF-PORT-250 */
static inline NvSciError refuse_handler(PhaseOp op)
{
    ringfence_fault_report(op, RINGFENCE_FAULT_IN_HANDLER);
    return NvSciError_InvalidState;
}

/** @satisfies RF-CORE-015 */
PORT_HOT NvSciError ringfence_phase_admit(PhaseOp op)
{
    NvSciError status = NvSciError_Success;
    const uint32_t word = port_load32_acquire(&g_phase.phase_word);

    if (port_handler_calls()) {
        status = refuse_handler(op);
    } else if (((g_admissions[(uint32_t)op + 1U] >> word) & 1U) == 0U) {
        record_refusal(op, word);
        status = NvSciError_InvalidState;
    } else {
        /* It is admitted. */
    }
    return status;
}

NvSciError phase_answer(PhaseOp op, bool answer, bool *place)
{
    NvSciError status = ringfence_phase_admit(op);

    if ((status == NvSciError_Success) && (place == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        *place = answer;
    }
    return status;
}

/** @satisfies RF-STREAM-152 */
NvSciError phase_refuse_handler(PhaseOp op)
{
    NvSciError status = NvSciError_InvalidState;

    if (port_handler_calls()) {
        status = refuse_handler(op);
    } else {
        record_refusal(op, port_load32_acquire(&g_phase.phase_word));
    }
    return status;
}

/** @satisfies RF-CORE-015 RF-CORE-016 RF-CORE-084 RF-CORE-105 */
NvSciError ringfence_api_enter(PhaseOp op)
{
    NvSciError status = NvSciError_InvalidState;

    if (port_may_block()) {
        ringfence_port_lock();
        status = ringfence_phase_admit(op);
        if (status == NvSciError_Success) {
            port_store32_relaxed(&g_fault_entered, (uint32_t)op + 1U);
            port_refusal_drop();
        } else {
            ringfence_port_unlock();
        }
    } else {
        status = phase_refuse_handler(op);
    }
    return status;
}

void ringfence_api_leave(void)
{
    if (port_refusal_is_noted()) {
        fault_report_call(port_load32_relaxed(&g_fault_entered));
    }
    port_store32_relaxed(&g_fault_entered, 0U);
    ringfence_port_unlock();
}

/** Where the lock guards the port's own tables of memory too, it is kept.
 * @satisfies RF-CORE-201 */
int32_t core_memory_begin(void)
{
    int32_t held = 0;

    if (RINGFENCE_CFG_ATOMICS == 0U) {
        port_store32_relaxed(&g_fault_entered, 0U);
        held = port_memory_begin();
    }
    return held;
}

/** @satisfies RF-CORE-201 */
void core_memory_end(PhaseOp op, int32_t held)
{
    if (RINGFENCE_CFG_ATOMICS == 0U) {
        port_memory_end(held);
        port_store32_relaxed(&g_fault_entered, (uint32_t)op + 1U);
    }
}

/** Takes the locks that keep the phase: those of parts, and the library's. */
static void lock_all(void)
{
    phase_parts_take();
    port_lock_alone();
}

/** Gives back what lock_all() took. */
static void unlock_all(void)
{
    ringfence_port_unlock();
    phase_parts_give();
}

/** Takes the library's lock when nothing is under way that the phase must not change in. Calls that
 * are under way may need the locks to end, so these are given back until the last has ended.
 * @satisfies RF-STREAM-130 RF-CORE-313 */
static void lock_alone(void)
{
    if (PHASE_KEEPS == 1U) {
        bool is_begun = false;

        phase_change_asks();
        while (!is_begun) {
            lock_all();
            is_begun = phase_change_begins();
            if (!is_begun) {
                unlock_all();
                phase_change_waits();
            }
        }
    } else {
        lock_all();
    }
}

/** Gives back what lock_alone() took. */
static void unlock_alone(void)
{
    if (PHASE_KEEPS == 1U) {
        phase_change_ends();
    }
    unlock_all();
}

/** @satisfies RF-CORE-001 RF-CORE-010 RF-CORE-011 RF-CORE-016 */
NvSciError RingfenceAdvancePhase(RingfencePhase next)
{
    NvSciError status = NvSciError_BadParameter;
    uint32_t next_word = 0U;

    for (uint32_t word = 0U; word < PHASE_WORDS; word++) {
        if (phase_of_word(word) == next) {
            next_word = word;
            status = NvSciError_Success;
        }
    }
    if (!port_may_block()) {
        status = NvSciError_InvalidState;
        if (port_handler_calls()) {
            status = refuse_handler(OP_ADVANCE_PHASE);
        }
    }
    if (status == NvSciError_Success) {
        lock_alone();
        if (next_word == ((port_load32_relaxed(&g_phase.phase_word) + 1U) % PHASE_WORDS)) {
            const uint32_t no_signals = NO_SIGNALS(next_word);

            port_store32_release(&g_phase.phase_word, next_word);
            if (PORT_QUICK == 1U) {
                port_store64_release(&g_phase_signals.refused, no_signals);
            }
        } else {
            status = NvSciError_InvalidState;
        }
        unlock_alone();
        if (status == NvSciError_Success) {
            phase_changed();
        }
    }
    return status;
}

/** @satisfies RF-CORE-002 */
RingfencePhase RingfenceCurrentPhase(void)
{
    return phase_of_word(port_load32_acquire(&g_phase.phase_word));
}

/** @satisfies RF-CORE-003 */
NvSciError RingfenceGetAdmission(size_t index, RingfenceAdmission *admission)
{
    NvSciError status = NvSciError_Success;

    if (admission == NULL) {
        status = NvSciError_BadParameter;
    } else if (index >= (size_t)OP_COUNT) {
        status = NvSciError_IndexOutOfRange;
    } else {
        admission->function = admission_name((uint32_t)index);
        admission->functionId = admission_number((uint32_t)index + 1U);
        admission->phases = g_admissions[index + 1U] & ADMISSION_PHASES;
        admission->refused = port_load32_relaxed(&g_phase.refused[index]);
    }
    return status;
}

/** @satisfies RF-CORE-004 */
NvSciError RingfenceGetLastRefusal(RingfenceRefusal *refusal)
{
    NvSciError status = NvSciError_Success;

    if (refusal == NULL) {
        status = NvSciError_BadParameter;
    } else {
        const uint32_t op = port_load32_acquire(&g_phase.refused_op);

        refusal->function = NULL;
        refusal->functionId = admission_number(op);
        refusal->phase = phase_of_word(port_load32_relaxed(&g_phase.refused_word));
        refusal->count = 0U;
        refusal->total = port_load32_relaxed(&g_phase.refused_total);
        refusal->pool = kept_pool(kept_name(&g_phase.refused_name));
        refusal->slot = kept_name(&g_phase.refused_name) & PHASE_NAME_SLOT;
        if (op != 0U) {
            refusal->function = admission_name(op - 1U);
            refusal->count = port_load32_relaxed(&g_phase.refused[op - 1U]);
        }
    }
    return status;
}
