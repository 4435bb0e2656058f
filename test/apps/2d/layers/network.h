/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network.h
 * A task of cuDLA for one tensor, for programs of this folder: it is in a source of its own, which
 * uses what the programs of test/apps/dla share.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscisync.h"

/** Makes a device with one module, whose input and output have so many bytes. */
void network_open(uint32_t bytes);
void network_close(void);
/** The input, for the CPU to write. */
uint8_t *network_input(void);
/** Submits a task that waits for network_start(). */
void network_submit(void);
void network_start(void);
/** Waits for the task; whether its output is that of the input that was written. */
bool network_finish(void);

#endif /* NETWORK_H */
