/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file admission.c
 * The rows of the table of admissions, as numbers and names.
 */
#include "core/admission.h"

#define ADMISSION(id, number, name, phases)     ((uint32_t)(number) << ADMISSION_SHIFT) | (phases),
#define FUNCTION_NAME(id, number, name, phases) RINGFENCE_TEXT(name),

/**
 * The table of admissions, by records (PhaseOp plus one; 0: of no function): phases, and the
 * function's number above them.
 * @satisfies RF-CORE-012 RF-CORE-013 RF-CORE-014 RF-CORE-275
 */
const uint32_t g_admissions[(uint32_t)OP_COUNT + 1U] = {0U, API_TABLE(ADMISSION)};

/** Names of the functions, in the order of PhaseOp. Without texts nobody reads it. */
static const char *const g_function_names[OP_COUNT] = {API_TABLE(FUNCTION_NAME)};

const char *admission_name(uint32_t op)
{
    return (RINGFENCE_CFG_TEXTS == 1U) ? g_function_names[op] : "";
}

/** @satisfies RF-CORE-275 */
RingfenceFunctionId admission_number(uint32_t record)
{
    const uint32_t number = g_admissions[record] >> ADMISSION_SHIFT;

    return (RingfenceFunctionId)number;
}
