/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys.c
 * The attribute keys of buffers as data. A library of only raw buffers has keys_raw.c in the place
 * of this file.
 */
#include "buf/keys.h"

static const AttrKey g_buf_keys[BUF_KEY_COUNT] = {BUF_KEYS_ALWAYS(BUF_KEY_ROW)
                                                      BUF_KEYS_OF_TYPES(BUF_KEY_ROW)};

const AttrTable g_buf_table = {g_buf_keys, BUF_KEYS, BUF_WORDS};
