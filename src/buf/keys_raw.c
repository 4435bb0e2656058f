/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys_raw.c
 * The attribute keys of a library that has raw buffers alone, in the place of keys.c: others are
 * unknown.
 */
#include "buf/keys.h"

static const AttrKey g_raw_keys[BUF_IMAGE_LAYOUT] = {BUF_ROWS_OF_RAW};

const AttrTable g_buf_table = {g_raw_keys, (uint32_t)BUF_IMAGE_LAYOUT, BUF_WORDS};
