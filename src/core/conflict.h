/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file conflict.h
 * Why a reconciliation failed: building the report, keeping it in a conflict list, writing it as
 * text.
 */
#ifndef RINGFENCE_CORE_CONFLICT_H
#define RINGFENCE_CORE_CONFLICT_H

#include <stdint.h>

#include "core/attr.h"
#include "core/list.h"
#include "core/text.h"
#include "ringfence.h"

/** Starts the report of a conflict about a key. Both sides are empty. */
RingfenceConflict conflict_begin(NvSciError error, const AttrKey *key, RingfenceRule rule);

/** A side of a conflict: the value of a key that a list brought. */
RingfenceConflictSide conflict_from_list(const ListClass *cls, const ListPlace *place,
                                         uint32_t key);

/** A side of a conflict: a value of a key that the library supports or computed. */
RingfenceConflictSide conflict_from_library(const AttrKey *key, AttrValue value);

/** Makes the list a conflict list that holds the report. */
void conflict_store(const ListClass *cls, uint32_t index, const RingfenceConflict *conflict);

/** Reads the report of a conflict list. */
void conflict_load(const ListClass *cls, uint32_t index, RingfenceConflict *conflict);

/** Writes a report as one line. */
void conflict_text(TextOut *out, const RingfenceConflict *conflict);

#endif /* RINGFENCE_CORE_CONFLICT_H */
