/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file feature.h
 * Features of the library that a configuration leaves out.
 *
 * A function of a feature that is left out gives NotSupported and does nothing else. Whether a
 * feature is there is a constant, so the compiler keeps nothing of what the function would do.
 */
#ifndef RINGFENCE_CORE_FEATURE_H
#define RINGFENCE_CORE_FEATURE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/phase.h"
#include "nvscierror.h"
#include "ringfence_cfg.h"

/** Says whether a feature is there; `choice` is its macro, 0 if not. */
static inline bool feature_enabled(uint32_t choice)
{
    return choice != 0U;
}

/**
 * ringfence_phase_admit() for a function of a feature; NotSupported iff the feature is left out.
 * @satisfies RF-CORE-119
 */
static inline NvSciError feature_admit(uint32_t choice, PhaseOp op)
{
    return feature_enabled(choice) ? ringfence_phase_admit(op) : NvSciError_NotSupported;
}

/**
 * ringfence_api_enter() for a function of a feature; NotSupported iff the feature is left out.
 * @satisfies RF-CORE-119
 */
static inline NvSciError feature_enter(uint32_t choice, PhaseOp op)
{
    return feature_enabled(choice) ? ringfence_api_enter(op) : NvSciError_NotSupported;
}

#endif /* RINGFENCE_CORE_FEATURE_H */
