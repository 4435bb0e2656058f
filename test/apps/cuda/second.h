/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file second.h
 * The start of a second process, before the first one has called CUDA: a fork, and this program
 * again in it. Both get memory that they have in common.
 */
#ifndef CUDA_APPS_SECOND_H
#define CUDA_APPS_SECOND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "peer.h"

/**
 * Starts the second process, or finds out that this is it.
 *
 * @param[in]  count      as main() has it
 * @param[in]  arguments  as main() has it; the second process gets the same ones, and two of its
 * own
 * @param[in]  bytes      size of the common memory, which is all zero
 * @param[out] peer       the other process; peer->self says which this is
 * @param[out] common     memory of both
 *
 * @return the number of arguments that are the user's; 0 iff it failed, which has been said
 */
int second_start(int count, char *const arguments[], size_t bytes, Peer *peer, uint8_t **common);

#endif /* CUDA_APPS_SECOND_H */
