/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dump.h
 * The texts that lists are written as. A text belongs to one list.
 */
#ifndef RINGFENCE_ATTR_DUMP_H
#define RINGFENCE_ATTR_DUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "nvscierror.h"

/** Starts the text that `owner` names (index plus one), taking one if it is 0. InsufficientMemory
 * iff all are taken. Needs the lock. */
NvSciError dump_take(uint32_t *owner, TextOut *out);

/** Gives back the text that `owner` names, if any; `owner` becomes 0. Needs the lock. */
void dump_drop(uint32_t *owner);

/** Says whether an address lies in the storage of texts. No lock. */
bool dump_contains(const void *address);

/** Gives a text back before its owner does. False: there is no text that begins at the address. */
bool dump_free(const void *address);

#endif /* RINGFENCE_ATTR_DUMP_H */
