/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file claim.h
 * Which engine of this process signals a sync object: the first one that does. All engines that are
 * software look at one word in the memory of the object, also those of another library.
 */
#ifndef RINGFENCE_WORKER_CLAIM_H
#define RINGFENCE_WORKER_CLAIM_H

#include <stdbool.h>

#include "ringfence_engine.h"

/**
 * Has no other engine signal an object from now on. No system call but one for the number of the
 * process.
 *
 * @param[in]  sync      map of an object that engines of this process may signal
 * @param[in]  owner     row of the engine, of at least 64 bytes
 * @param[out] is_first  the engine did not have the claim before
 *
 * @return false iff another engine of this process has the claim
 */
bool worker_claim(const RingfenceEngineSync *sync, const void *owner, bool *is_first);

/** Says whether another engine of this process signals an object. */
bool worker_is_claimed(const RingfenceEngineSync *sync, const void *owner);

/** Gives the claim of an engine back; one that it does not have is left. */
void worker_give_claim(const RingfenceEngineSync *sync, const void *owner);

#endif /* RINGFENCE_WORKER_CLAIM_H */
