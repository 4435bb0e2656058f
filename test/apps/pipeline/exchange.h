/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exchange.h
 * Lists, buffers and sync objects on their way between the two processes: what one exports the
 * other imports. Each function says what failed.
 */
#ifndef PIPELINE_EXCHANGE_H
#define PIPELINE_EXCHANGE_H

#include "nvscibuf.h"
#include "nvscisync.h"

#include "peer.h"

/** Sends the lists of this process's ends of a ring. */
NvSciError exchange_send_buf_lists(Peer *peer, const NvSciBufAttrList lists[], size_t count);

/** Takes the other process's lists, all in one. */
NvSciError exchange_take_buf_lists(Peer *peer, NvSciBufModule module, NvSciBufAttrList *list);

/** Sends a reconciled list. */
NvSciError exchange_send_reconciled(Peer *peer, NvSciBufAttrList list);

/** Takes a reconciled list, if it satisfies the lists of this process. */
NvSciError exchange_take_reconciled(Peer *peer, NvSciBufModule module, const NvSciBufAttrList own[],
                                    size_t count, NvSciBufAttrList *list);

/** Sends a buffer, to be read alone. */
NvSciError exchange_send_buffer(Peer *peer, NvSciBufObj object);

/** Takes a buffer. */
NvSciError exchange_take_buffer(Peer *peer, NvSciBufAttrList reconciled, NvSciBufObj *object);

/** Sends the lists of this process's waiters. */
NvSciError exchange_send_sync_lists(Peer *peer, const NvSciSyncAttrList lists[], size_t count);

/** Takes the lists of the other process's waiters, all in one. */
NvSciError exchange_take_sync_lists(Peer *peer, NvSciSyncModule module, NvSciSyncAttrList *list);

/** Sends a sync object, to be waited for alone. */
NvSciError exchange_send_sync(Peer *peer, NvSciSyncObj object);

/** Takes a sync object, if its list satisfies the lists of this process. */
NvSciError exchange_take_sync(Peer *peer, NvSciSyncModule module, const NvSciSyncAttrList own[],
                              size_t count, NvSciSyncObj *object);

#endif /* PIPELINE_EXCHANGE_H */
