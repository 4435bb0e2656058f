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

/** Sets the counter of an object, as if it had been signalled that often. */
void set_timeline(NvSciSyncObj handle, uint64_t value);

#endif /* RINGFENCE_TEST_SYNC_INSIDE_H */
