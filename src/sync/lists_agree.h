/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lists_agree.h
 * What streams ask of lists that others set.
 */
#ifndef RINGFENCE_SYNC_LISTS_AGREE_H
#define RINGFENCE_SYNC_LISTS_AGREE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/admission.h"
#include "core/fault.h"
#include "nvscisync.h"

/** Says whether lists that live are of one module. Takes the library's lock. */
bool sync_lists_agree(PhaseOp op, const NvSciSyncAttrList lists[], uint32_t count);

/** Says whether a sync object that lives gives what the list of one who waits asks for.
 * BadParameter iff it does not, and the key that does not suit. Takes the library's lock. */
NvSciError sync_suits(PhaseOp op, NvSciSyncObj handle, NvSciSyncAttrList list, FaultKey *key);

/** Name of a key of lists of sync objects; NULL: there is no such key. No lock. */
const char *sync_key_name(uint32_t key);

#endif /* RINGFENCE_SYNC_LISTS_AGREE_H */
