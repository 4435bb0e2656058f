/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stamp.c
 * Stamps of libraries beside this one: the first difference is reported.
 */
#include "core/stamp.h"

#include <stdbool.h>
#include <string.h>

#include "core/fault.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "port/origin.h"

#define STAMP_NAME(name, value) RINGFENCE_TEXT(name),

static const uint64_t g_stamp[STAMP_SIZE] = STAMP_VALUES;

static const char *const g_stamp_names[STAMP_SIZE] = {
    RINGFENCE_TEXT("version of the interface"), RINGFENCE_TEXT("number of values of the stamp"),
    STAMP_ROWS(STAMP_NAME)};

/** Files that are kept: of three kinds of libraries, and of one that came back. */
#define STAMP_KEPT 4U

/** The file of a library that differs; it does not change any more. */
typedef struct {
    char path[STAMP_PATH];
} StampFile;

static StampFile g_stamp_files[STAMP_KEPT];
static uint32_t g_stamp_kept;
static PortAtomic32 g_stamp_mutex;

/** Place of the first value that differs; STAMP_SIZE: none. */
static uint32_t first_difference(const uint64_t *stamp)
{
    uint32_t place = 0U;
    bool differs = false;

    while ((place < STAMP_SIZE) && (!differs)) {
        differs = (stamp[place] != g_stamp[place]);
        if (!differs) {
            place++;
        }
    }
    return place;
}

/** Says whether two paths are the same; behind their ends there are zeros. */
static bool are_same_paths(const char *left, const char *right)
{
    bool same = true;

    for (uint32_t i = 0U; (i < STAMP_PATH) && same; i++) {
        same = (left[i] == right[i]);
    }
    return same;
}

/** File of a library, which is kept: the library may be unloaded. Where there is no place for it,
 * it is not known. The loader is asked first, as it has a lock of its own. */
static const char *file_of(const uint64_t *stamp)
{
    const char *file = NULL;
    char path[STAMP_PATH];

    (void)memset(path, 0, sizeof(path));
    port_origin(stamp, path, sizeof(path));
    ringfence_port_mutex_lock(&g_stamp_mutex);
    for (uint32_t i = 0U; i < g_stamp_kept; i++) {
        if (are_same_paths(g_stamp_files[i].path, path)) {
            file = g_stamp_files[i].path;
        }
    }
    if ((file == NULL) && (g_stamp_kept < STAMP_KEPT)) {
        StampFile *const fresh = &g_stamp_files[g_stamp_kept];

        (void)memcpy(fresh->path, path, sizeof(path));
        file = fresh->path;
        g_stamp_kept++;
    }
    ringfence_port_mutex_unlock(&g_stamp_mutex);
    return (file == NULL) ? "a file that is not known" : file;
}

/** @satisfies RF-CORE-315 RF-CORE-316 */
NvSciError ringfence_stamp_check(const uint64_t *stamp)
{
    const uint32_t place = first_difference(stamp);
    NvSciError status = NvSciError_Success;

    if (place < STAMP_SIZE) {
        const char *const file = file_of(stamp);
        const FaultBuild build = {g_stamp_names[place], file, stamp[place], g_stamp[place]};

        fault_report_build(&build);
        status = NvSciError_InvalidState;
    }
    return status;
}

void stamp_own_file(char *path, size_t size)
{
    port_origin(g_stamp, path, size);
}
