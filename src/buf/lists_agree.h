/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lists_agree.h
 * What streams ask of lists that others set.
 */
#ifndef RINGFENCE_BUF_LISTS_AGREE_H
#define RINGFENCE_BUF_LISTS_AGREE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/admission.h"
#include "core/fault.h"
#include "nvscibuf.h"

/** Says whether lists that live are of one module. Takes the library's lock. */
bool buf_lists_agree(PhaseOp op, const NvSciBufAttrList lists[], uint32_t count);

/** Says whether a buffer that lives gives what a list asks for. ReconciliationFailed or Overflow
 * iff it does not, and the key that does not suit. Takes the library's lock. */
NvSciError buf_suits(PhaseOp op, NvSciBufObj handle, NvSciBufAttrList list, FaultKey *key);

/** Name of a key of lists of buffers; NULL: there is no such key. No lock. */
const char *buf_key_name(uint32_t key);

#endif /* RINGFENCE_BUF_LISTS_AGREE_H */
