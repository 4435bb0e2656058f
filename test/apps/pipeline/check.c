/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdio.h>

#include "ringfence.h"

/** Room for the line of a conflict. */
#define LINE_MAX_BYTES 512U

NvSciError check_call(NvSciError status, const char *who, const char *call)
{
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "pipeline: %s: %s: %s\n", who, call, RingfenceErrorName(status));
    }
    return status;
}

void check_say(const char *who, const char *what)
{
    (void)fprintf(stderr, "pipeline: %s: %s\n", who, what);
}

/** Prints the reason that a conflict list holds, or that there is none to be had. */
static void say_conflict(const char *who, const char *call, NvSciError status, const void *conflict)
{
    RingfenceConflict reason;
    char line[LINE_MAX_BYTES] = {'\0'};
    NvSciError told = RingfenceExplainConflict(conflict, &reason);

    if (told == NvSciError_Success) {
        told = RingfenceFormatConflict(&reason, line, sizeof(line));
    }
    if (told == NvSciError_Success) {
        (void)fprintf(stderr, "pipeline: %s: %s: %s: %s\n", who, call, RingfenceErrorName(status),
                      line);
    } else {
        (void)check_call(status, who, call);
    }
}

NvSciError check_buf_reconcile(NvSciError status, const char *who, NvSciBufAttrList conflict)
{
    if (status != NvSciError_Success) {
        say_conflict(who, "NvSciBufAttrListReconcile", status, conflict);
        NvSciBufAttrListFree(conflict);
    }
    return status;
}

NvSciError check_sync_reconcile(NvSciError status, const char *who, NvSciSyncAttrList conflict)
{
    if (status != NvSciError_Success) {
        say_conflict(who, "NvSciSyncAttrListReconcile", status, conflict);
        NvSciSyncAttrListFree(conflict);
    }
    return status;
}
