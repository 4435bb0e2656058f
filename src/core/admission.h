/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file admission.h
 * The table of admissions: the public functions, and the phases that admit each.
 */
#ifndef RINGFENCE_CORE_ADMISSION_H
#define RINGFENCE_CORE_ADMISSION_H

#include <stdint.h>

#include "core/reasons.h"
#include "core/tables.h"
#include "port/atomic.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

#define API_ID(id, number, name, phases)        id,
#define API_ID_BEHIND(id, number, name, phases) , id

/** Every public function; the index of its row in the table of admissions. */
typedef enum { API_TABLE(API_ID) OP_COUNT API_LEFT_OUT(API_ID_BEHIND) } PhaseOp;

#define PHASE_ALL                                                                                  \
    ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME |                          \
     (uint32_t)RINGFENCE_PHASE_DEINIT)

/** Creating, reconciling, allocating. */
#define ADMIT_INIT ((uint32_t)RINGFENCE_PHASE_INIT)
/** Freeing and closing. */
#define ADMIT_FREE ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_DEINIT)
/** Clearing a fence; what only reads the library's own state. */
#define ADMIT_ALWAYS (PHASE_ALL)
/**
 * Waiting and signalling, and what they need.
 * @satisfies RF-CORE-017
 */
#define ADMIT_SIGNAL                                                                               \
    ((uint32_t)RINGFENCE_PHASE_RUNTIME |                                                           \
     ((uint32_t)RINGFENCE_PHASE_INIT * (1U - RINGFENCE_CFG_STRICT_INIT)))
/** Frames and events of a channel: before RUNTIME they carry what is negotiated. Packets of a
 * stream. Blits: before RUNTIME they build what those of RUNTIME need. */
#define ADMIT_CHANNEL ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME)
/**
 * Queries of lists and objects, pixel copies.
 * @satisfies RF-CORE-018
 */
#define ADMIT_QUERY                                                                                \
    ((uint32_t)RINGFENCE_PHASE_INIT |                                                              \
     ((uint32_t)RINGFENCE_PHASE_RUNTIME * RINGFENCE_CFG_RUNTIME_QUERIES))

/** Where the number of a function is in its row, above the phases. */
#define ADMISSION_SHIFT  8U
#define ADMISSION_PHASES 0xFFU

/**
 * The table, by records (PhaseOp plus one; 0: of no function): phases, and the function's number
 * above them.
 */
extern PORT_INSIDE const uint32_t g_admissions[(uint32_t)OP_COUNT + 1U];

/** Name of a function, as reports have it; "" without texts. */
const char *admission_name(uint32_t op);

/** Number of a function of a record. */
RingfenceFunctionId admission_number(uint32_t record);

#endif /* RINGFENCE_CORE_ADMISSION_H */
