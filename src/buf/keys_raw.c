/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys_raw.c
 * The attribute keys of a library that has only raw buffers, in the place of keys.c: others are
 * unknown.
 */
#include "buf/keys.h"

static const AttrKey g_raw_keys[BUF_IMAGE_LAYOUT] = {BUF_KEYS_ALWAYS(BUF_KEY_ROW)};

const AttrTable g_buf_table = {g_raw_keys, (uint32_t)BUF_IMAGE_LAYOUT, BUF_WORDS};
