/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase.h
 * The phase machine, the table of admissions, and the fault report.
 */
#ifndef RINGFENCE_CORE_PHASE_H
#define RINGFENCE_CORE_PHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscierror.h"
#include "ringfence.h"

/** Every public function; the index of its row in the table of admissions. */
typedef enum {
    OP_SYNC_MODULE_OPEN = 0,
    OP_SYNC_MODULE_CLOSE,
    OP_SYNC_CPU_WAIT_CONTEXT_ALLOC,
    OP_SYNC_CPU_WAIT_CONTEXT_FREE,
    OP_SYNC_ATTR_LIST_CREATE,
    OP_SYNC_ATTR_LIST_FREE,
    OP_SYNC_ATTR_LIST_IS_RECONCILED,
    OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED,
    OP_SYNC_ATTR_LIST_SET_ATTRS,
    OP_SYNC_ATTR_LIST_GET_ATTRS,
    OP_SYNC_ATTR_LIST_GET_SLOT_COUNT,
    OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED,
    OP_SYNC_ATTR_LIST_CLONE,
    OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS,
    OP_SYNC_ATTR_LIST_RECONCILE,
    OP_SYNC_ATTR_LIST_DEBUG_DUMP,
    OP_SYNC_FENCE_CLEAR,
    OP_SYNC_FENCE_DUP,
    OP_SYNC_OBJ_ALLOC,
    OP_SYNC_OBJ_DUP,
    OP_SYNC_OBJ_GET_ATTR_LIST,
    OP_SYNC_OBJ_FREE,
    OP_SYNC_OBJ_GENERATE_FENCE,
    OP_SYNC_OBJ_SIGNAL,
    OP_SYNC_FENCE_WAIT,
    OP_SYNC_FENCE_GET_TIMESTAMP,
    OP_SYNC_ATTR_LIST_GET_ATTR,
    OP_SYNC_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC,
    OP_SYNC_CHECK_VERSION_COMPATIBILITY,
    OP_SYNC_FENCE_EXTRACT_FENCE,
    OP_SYNC_FENCE_UPDATE_FENCE,
    OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT,
    OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT,
    OP_SYNC_FENCE_EXTRACT_TIMESTAMP_SLOT,
    OP_SYNC_FENCE_GET_TASK_STATUS,
    OP_SYNC_FILL_C2C_ATTRS,
    OP_SYNC_OBJ_VALIDATE,
    OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,
    OP_SYNC_FENCE_WAIT_WITH_MODE,
    OP_BUF_ATTR_LIST_CREATE,
    OP_BUF_ATTR_LIST_FREE,
    OP_BUF_ATTR_LIST_SET_ATTRS,
    OP_BUF_ATTR_LIST_GET_SLOT_COUNT,
    OP_BUF_ATTR_LIST_GET_ATTRS,
    OP_BUF_ATTR_LIST_SLOT_GET_ATTRS,
    OP_BUF_ATTR_LIST_DEBUG_DUMP,
    OP_BUF_ATTR_LIST_RECONCILE,
    OP_BUF_ATTR_LIST_CLONE,
    OP_BUF_ATTR_LIST_APPEND_UNRECONCILED,
    OP_BUF_ATTR_LIST_IS_RECONCILED,
    OP_BUF_ATTR_LIST_VALIDATE_RECONCILED,
    OP_BUF_OBJ_DUP,
    OP_BUF_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC,
    OP_BUF_OBJ_FREE,
    OP_BUF_OBJ_GET_ATTR_LIST,
    OP_BUF_OBJ_GET_CPU_PTR,
    OP_BUF_OBJ_GET_CONST_CPU_PTR,
    OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE,
    OP_BUF_OBJ_ALLOC,
    OP_BUF_OBJ_DUP_WITH_REDUCE_PERM,
    OP_BUF_MODULE_OPEN,
    OP_BUF_MODULE_CLOSE,
    OP_BUF_CHECK_VERSION_COMPATIBILITY,
    OP_BUF_OBJ_GET_PIXELS,
    OP_BUF_OBJ_PUT_PIXELS,
    OP_BUF_OBJ_VALIDATE,
    OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,
    OP_ADVANCE_PHASE,
    OP_CURRENT_PHASE,
    OP_GET_ADMISSION,
    OP_GET_LAST_REFUSAL,
    OP_GET_POOL_USAGE,
    OP_GET_LAST_FAULT,
    OP_EXPLAIN_CONFLICT,
    OP_FORMAT_CONFLICT,
    OP_FENCE_TAKE,
    OP_FENCE_GIVE,
    OP_FENCE_DESC_TAKE,
    OP_FENCE_DESC_GIVE,
    OP_SYNC_OBJ_SET_TASK_STATUS,
    OP_ERROR_NAME,
    OP_COUNT
} PhaseOp;

/** Says whether the current phase admits the function; counts the refusal if not. No lock, no
 * system call. */
NvSciError phase_admit(PhaseOp op);

/**
 * Takes the library's lock for a function that changes tables, if the phase admits it.
 *
 * The phase cannot change until core_leave(). Success: the caller must call core_leave().
 */
NvSciError core_enter(PhaseOp op);

/** Gives the library's lock back. */
void core_leave(void);

/** Records a misuse that was detected. */
void fault_report(PhaseOp op, RingfenceFaultKind kind);

/** Records an internal fault, of the function that holds the lock, if the condition does not hold;
 * gives the condition. Needs the lock. */
bool fault_check(bool holds);

#endif /* RINGFENCE_CORE_PHASE_H */
