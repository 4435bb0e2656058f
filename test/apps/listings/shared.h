/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the programs around listings of one process share: results that are looked at, and what is
 * on its way from one side to the other.
 */
#ifndef LISTINGS_SHARED_H
#define LISTINGS_SHARED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOTE(call)         note((call), #call)
#define GIVE(bytes, count) give((bytes), (count))
#define TAKE(bytes, count) ((bytes) = g_bytes, (count) = g_count)

static char g_bytes[32768];
static size_t g_count;

static void note(NvSciError status, const char *what)
{
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "%s: error 0x%x\n", what, (unsigned)status);
        _exit(1);
    }
}

static void give(const void *bytes, size_t count)
{
    note((count <= sizeof(g_bytes)) ? NvSciError_Success : NvSciError_Overflow, "room");
    (void)memcpy(g_bytes, bytes, count);
    g_count = count;
}

#endif /* LISTINGS_SHARED_H */
