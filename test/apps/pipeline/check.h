/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file check.h
 * What the program says when a call fails: one line on standard error.
 */
#ifndef PIPELINE_CHECK_H
#define PIPELINE_CHECK_H

#include "nvscibuf.h"
#include "nvscisync.h"

/** Says which call failed for whom, and how. Returns `status`, so that a call can be wrapped. */
NvSciError check_call(NvSciError status, const char *who, const char *call);

/**
 * check_call() for a reconciliation of buffer lists: says why it failed, and frees the conflict
 * list.
 */
NvSciError check_buf_reconcile(NvSciError status, const char *who, NvSciBufAttrList conflict);

/**
 * check_call() for a reconciliation of sync lists: says why it failed, and frees the conflict
 * list.
 */
NvSciError check_sync_reconcile(NvSciError status, const char *who, NvSciSyncAttrList conflict);

/** Says what failed that is no NvSci call. */
void check_say(const char *who, const char *what);

#endif /* PIPELINE_CHECK_H */
