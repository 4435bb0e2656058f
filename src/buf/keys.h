/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys.h
 * The row of AttrKey that a row of keys.def becomes, for the table of all keys and for that of raw
 * buffers alone.
 */
#ifndef RINGFENCE_BUF_KEYS_H
#define RINGFENCE_BUF_KEYS_H

#include "buf/buf.h"

_Static_assert(BUF_WORDS >= LIST_WORDS_MIN, "a slot must be able to hold a conflict");
_Static_assert(BUF_KEYS <= (LIST_KEY_SET_WORDS * LIST_KEYS_PER_WORD),
               "a key set must hold all keys");
_Static_assert((RINGFENCE_CFG_PEERS * sizeof(NvSciBufPeerLocationInfo)) <= UINT16_MAX,
               "a value's length must fit 16 bits");

#define BUF_WORD_OF(name) ((uint16_t)((size_t)offsetof(BufValues, of_##name) / sizeof(uint64_t)))

#define BUF_KEY_ROW(name, key, group, type, count, direction, domain, rule, check, low, high)      \
    {NvSciBuf##key,                                                                                \
     RINGFENCE_TEXT("NvSciBuf" #key),                                                              \
     NvSciBufType_##group,                                                                         \
     (uint16_t)sizeof(type),                                                                       \
     (count),                                                                                      \
     BUF_WORD_OF(name),                                                                            \
     ATTR_##direction,                                                                             \
     ATTR_##domain,                                                                                \
     RINGFENCE_RULE_##rule,                                                                        \
     ATTR_CHECK_##check,                                                                           \
     (low),                                                                                        \
     (high)},

#endif /* RINGFENCE_BUF_KEYS_H */
