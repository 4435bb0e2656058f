/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_of.h
 * What streams ask of a fence beside the public interface.
 */
#ifndef RINGFENCE_SYNC_FENCE_OF_H
#define RINGFENCE_SYNC_FENCE_OF_H

#include <stdbool.h>

#include "nvscisync.h"

/** Says whether a fence names the object of a handle, which the caller keeps. Whether its other
 * bytes are sound is for whoever uses it to say. No lock. */
bool sync_fence_is_of(const NvSciSyncFence *fence, NvSciSyncObj kept);

#endif /* RINGFENCE_SYNC_FENCE_OF_H */
