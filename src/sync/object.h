/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file object.h
 * How functions enter, and how calls keep an object in its place: what is no call of a function
 * where all is as usual.
 */
#ifndef RINGFENCE_SYNC_OBJECT_H
#define RINGFENCE_SYNC_OBJECT_H

#include <stdint.h>

#include "core/feature.h"
#include "core/phase.h"
#include "nvscierror.h"
#include "port/atomic.h"
#include "sync/sync.h"

/** Enters a function of an optional feature; NotSupported iff the feature is left out. */
static inline NvSciError sync_enter_feature(uint32_t choice, PhaseOp op)
{
    return feature_enabled(choice) ? sync_enter(op) : NvSciError_NotSupported;
}

/** Pins the object of a fence, which may be another one now, or none. No lock. */
static inline void sync_object_pin_fence(SyncObject *object)
{
    (void)port_add_pair(&object->uses, SYNC_PIN);
}

/** Takes that pin back; takes the lock if the object goes with it and the phase is not RUNTIME. */
static inline void sync_object_unpin_fence(SyncObject *object)
{
    if (port_add_pair(&object->uses, (PortPair)0U - SYNC_PIN) == 0U) {
        sync_object_look(object);
    }
}

/** Pins the object of a handle, which may be another one now, or none. Who signals has a word of
 * his own for that; if PORT_QUICK is 0, it is that of calls by fence. No lock. */
static inline void sync_object_pin(SyncObject *object)
{
    if (feature_enabled(PORT_QUICK)) {
        (void)port_add32(&object->pins, 1U);
    } else {
        sync_object_pin_fence(object);
    }
}

/** Takes back the pin of a handle; takes the lock if the object goes with it and the phase is not
 * RUNTIME. Who frees the last handle says so and then looks at the pins, so one of the two sees the
 * other. */
static inline void sync_object_unpin(SyncObject *object)
{
    if (feature_enabled(PORT_QUICK)) {
        (void)port_sub32(&object->pins, 1U);
        if (port_load32(&object->orphan) != 0U) {
            sync_object_look(object);
        }
    } else {
        sync_object_unpin_fence(object);
    }
}

#endif /* RINGFENCE_SYNC_OBJECT_H */
