/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wire_lists.h
 * Lists with values of every shape, the same on every target: what goes over the wire in tests of
 * its format.
 */
#ifndef RINGFENCE_TEST_WIRE_LISTS_H
#define RINGFENCE_TEST_WIRE_LISTS_H

#include "nvscibuf.h"
#include "nvscisync.h"

/** Unreconciled lists of buffers that name every key together. */
#define WIRE_BUF_LISTS 5U
/** Pairs of lists of buffers that reconcile. */
#define WIRE_BUF_PAIRS 7U
/** Lists of sync objects that name every key together, and reconcile: one signals, one waits. */
#define WIRE_SYNC_LISTS 2U

/** Makes the lists that need not reconcile. Buffers belong to g_module of buf_make.h. */
void wire_buf_lists(NvSciBufAttrList lists[WIRE_BUF_LISTS]);

/** Makes two lists that reconcile; the second one is who asks from elsewhere. */
void wire_buf_pair(uint32_t which, NvSciBufAttrList lists[2]);

void wire_sync_lists(NvSciSyncModule module, NvSciSyncAttrList lists[WIRE_SYNC_LISTS]);

#endif /* RINGFENCE_TEST_WIRE_LISTS_H */
