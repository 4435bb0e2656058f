/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file beside.h
 * What each library beside libringfence has in itself: whether both are of one build.
 */
#ifndef RINGFENCE_BESIDE_BESIDE_H
#define RINGFENCE_BESIDE_BESIDE_H

#include <stdint.h>

#include "core/feature.h"
#include "core/phase.h"
#include "nvscierror.h"
#include "port/atomic.h"

/** 1: libringfence has compared the stamps, and they are the same. */
extern PORT_INSIDE PortAtomic32 g_beside_fits;

/** Lets libringfence compare the stamps. InvalidState iff they differ; it has reported it then. */
NvSciError beside_compare(void);

/** Success, or InvalidState iff libringfence is of another build: then no other function of its
 * inside may be called. The comparison is made once if the builds are the same. */
static inline NvSciError beside_fits(void)
{
    return (port_load32_acquire(&g_beside_fits) == 1U) ? NvSciError_Success : beside_compare();
}

/** feature_admit() of a libringfence of the same build; InvalidState of another one. */
static inline NvSciError beside_admit(uint32_t choice, PhaseOp op)
{
    return (beside_fits() == NvSciError_Success) ? feature_admit(choice, op)
                                                 : NvSciError_InvalidState;
}

#endif /* RINGFENCE_BESIDE_BESIDE_H */
