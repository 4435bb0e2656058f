/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bench.h
 * The table: the same work with sharing and fences, and with copies and joins.
 */
#ifndef PIPELINE_BENCH_H
#define PIPELINE_BENCH_H

#include <stdbool.h>

#include "device.h"
#include "image.h"
#include "options.h"
#include "peer.h"

/**
 * Measures all sizes and prints the table. With two processes, sharing is measured across both, and
 * process 1 prints. With a device, engine B runs on it.
 *
 * @return false iff something failed, or a frame was not as computed; this has been said on
 * standard error
 */
bool bench_run(const Options *options, const Image *image, Peer *peer, Device *device);

#endif /* PIPELINE_BENCH_H */
