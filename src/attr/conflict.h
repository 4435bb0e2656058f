/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file conflict.h
 * Why a reconciliation failed: building the report, and writing it as text.
 */
#ifndef RINGFENCE_ATTR_CONFLICT_H
#define RINGFENCE_ATTR_CONFLICT_H

#include <stdint.h>

#include "attr/attr.h"
#include "core/text.h"
#include "ringfence.h"

/** Starts the report of a conflict about a key. Both sides are empty. */
void conflict_begin(RingfenceConflict *conflict, NvSciError error, const AttrKey *key,
                    RingfenceRule rule);

/** A side of a conflict: a value of a key that the library supports or computed. */
void conflict_from_library(RingfenceConflictSide *side, const AttrKey *key, AttrValue value);

/** Writes a report as one line. */
void conflict_text(TextOut *out, const RingfenceConflict *conflict);

#endif /* RINGFENCE_ATTR_CONFLICT_H */
