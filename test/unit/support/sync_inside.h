/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_inside.h
 * For tests of src/sync that look behind its public functions.
 */
#ifndef RINGFENCE_TEST_SYNC_INSIDE_H
#define RINGFENCE_TEST_SYNC_INSIDE_H

#include "sync/sync.h"
#include "sync_fixture.h"

/** An object in a given slot. */
NvSciSyncObj make_object_in_slot(NvSciSyncModule module, Traits traits, uint32_t slot);

/** Slot of the object behind a handle. */
uint32_t slot_of(NvSciSyncObj handle);

/** Object behind a handle. */
SyncObject *object_of(NvSciSyncObj handle);

/** Fences that need an object. */
static inline uint32_t fences_of(const SyncObject *object)
{
    return sync_object_fences(object);
}

/** Calls that use an object, by handle or by fence. */
static inline uint32_t pins_of(const SyncObject *object)
{
    const PortPair uses = port_load_pair(&object->uses) & (SYNC_HAS_HANDLES - 1U);

    return port_load32(&object->pins) + (uint32_t)uses;
}

/** Sets the fences that need an object. */
static inline void put_fences(SyncObject *object, uint32_t fences)
{
    const PortPair others = port_load_pair(&object->uses) & (SYNC_FENCE - 1U);

    (void)port_add_pair(&object->uses,
                        (((PortPair)fences * SYNC_FENCE) | others) - port_load_pair(&object->uses));
}

/** Sets the counter of an object, as if it had been signalled that often. */
void set_timeline(NvSciSyncObj handle, uint64_t value);

#endif /* RINGFENCE_TEST_SYNC_INSIDE_H */
