/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lists.h
 * What attribute lists say of 2D engines.
 */
#ifndef RINGFENCE_MEDIA_LISTS_H
#define RINGFENCE_MEDIA_LISTS_H

#include <stdbool.h>
#include <stddef.h>

#include "nvscibuf.h"

/** Entry of a list of engines that stands for the 2D engine. */
NvSciBufPeerHwEngine media_list_engine(void);

/** Says whether the value of such a key names it. */
bool media_list_names_engine(const void *value, size_t length);

#endif /* RINGFENCE_MEDIA_LISTS_H */
