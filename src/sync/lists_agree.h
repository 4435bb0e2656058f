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
#include "nvscisync.h"

/** Says whether lists that live are of one module. Takes the library's lock. */
bool sync_lists_agree(PhaseOp op, const NvSciSyncAttrList lists[], uint32_t count);

#endif /* RINGFENCE_SYNC_LISTS_AGREE_H */
