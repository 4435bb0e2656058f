/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file init_counts.c
 * Instructions of functions of INIT for some numbers of lists: a line for each function and number,
 * as counts.c has them. test/tools/bench_counts.py looks whether they are linear.
 *
 * Usage: init_counts [LISTS]...  numbers of lists, 1 to 64; without, 1, 4, 8 and 16
 *        init_counts times       prints a table of Markdown of the time that the calls take
 *
 * Both ends of a channel are in this process.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ends.h"
#include "nvscibuf.h"
#include "nvsciipc.h"
#include "nvscisync.h"
#include "own_table.h"
#include "ringfence.h"
#include "steps.h"

/** Most lists of a call. */
#define LISTS_MAX 64U
/** Seconds after which a run that hangs is ended. */
#define HANG_SECONDS 500U
#define IMAGE_SIDE   1024U
/** GPUs and engines that lists name in turn. */
#define GPUS 4U

/** Runs of which the median time is taken. */
#define TIMES     21U
#define NS_PER_S  1000000000LL
#define NS_PER_US 1000.0

/** What the counted calls of a case executed; or the nanoseconds that they took. */
static Steps g_sums;
static int64_t g_ns;
static bool g_is_timed;
static NvSciSyncModule g_sync;
static NvSciBufModule g_buf;
static NvSciIpcEndpoint g_near;
static NvSciIpcEndpoint g_far;

static int64_t now_ns(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return ((int64_t)time.tv_sec * NS_PER_S) + time.tv_nsec;
}

/** The next call of a function counts. */
static void begin(uintptr_t function)
{
    if (g_is_timed) {
        g_ns -= now_ns();
    } else {
        steps_count(function, &g_sums);
    }
}

/** The call has returned, with this result. */
static void need_end(NvSciError status, int line)
{
    if (g_is_timed) {
        g_ns += now_ns();
    }
    need_at(status == NvSciError_Success, __FILE__, line);
}

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---------------------------------------------------------------- lists */

static NvSciRmGpuId gpu_of(uint32_t place)
{
    NvSciRmGpuId gpu;

    (void)memset(&gpu, 0, sizeof(gpu));
    gpu.bytes[0] = (uint8_t)(1U + (place % GPUS));
    return gpu;
}

/** A list of the CPU and of a GPU. The first one signals, all others wait. */
static NvSciSyncAttrList sync_list(uint32_t place)
{
    const NvSciSyncAccessPerm perm =
        (place == 0U) ? NvSciSyncAccessPerm_WaitSignal : NvSciSyncAccessPerm_WaitOnly;
    const NvSciRmGpuId gpu = gpu_of(place);
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                               {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_GpuId, &gpu, sizeof(gpu)}};
    NvSciSyncAttrList list = NULL;

    NEED_OK(NvSciSyncAttrListCreate(g_sync, &list));
    NEED_OK(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

static NvSciBufAttrList raw_list(uint32_t place)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = true;
    const uint64_t size = 4096U;
    const uint64_t align = (uint64_t)64U << (place % GPUS);
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    NEED_OK(NvSciBufAttrListCreate(g_buf, &list));
    NEED_OK(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

/** A list of an image of two planes, of the CPU and of a GPU. */
static NvSciBufAttrList image_list(uint32_t place)
{
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = true;
    const NvSciBufAttrValImageLayoutType layout = NvSciBufImage_PitchLinearType;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const uint32_t planes = 2U;
    const NvSciBufAttrValColorFmt formats[] = {NvSciColor_Y8, NvSciColor_V8U8};
    const uint32_t widths[] = {IMAGE_SIDE, IMAGE_SIDE / 2U};
    const uint32_t aligns[] = {64U << (place % GPUS), 64U << (place % GPUS)};
    const NvSciRmGpuId gpu = gpu_of(place);
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu)},
        {NvSciBufImageAttrKey_Layout, &layout, sizeof(layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &planes, sizeof(planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, formats, sizeof(formats)},
        {NvSciBufImageAttrKey_PlaneWidth, widths, sizeof(widths)},
        {NvSciBufImageAttrKey_PlaneHeight, widths, sizeof(widths)},
        {NvSciBufImageAttrKey_PlaneBaseAddrAlign, aligns, sizeof(aligns)}};
    NvSciBufAttrList list = NULL;

    NEED_OK(NvSciBufAttrListCreate(g_buf, &list));
    NEED_OK(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

/* ---------------------------------------------------------------- sync lists and objects */

static NvSciSyncAttrList g_sync_lists[LISTS_MAX];
static NvSciBufAttrList g_buf_lists[LISTS_MAX];

static void make_sync_lists(uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        g_sync_lists[i] = sync_list(i);
    }
}

static void free_sync_lists(uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(g_sync_lists[i]);
    }
}

static void sync_reconcile(uint32_t count)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;

    make_sync_lists(count);
    begin((uintptr_t)NvSciSyncAttrListReconcile);
    need_end(NvSciSyncAttrListReconcile(g_sync_lists, count, &list, &conflict), __LINE__);
    free_sync_lists(count);
    NvSciSyncAttrListFree(list);
}

static void sync_append(uint32_t count)
{
    NvSciSyncAttrList list = NULL;

    make_sync_lists(count);
    begin((uintptr_t)NvSciSyncAttrListAppendUnreconciled);
    need_end(NvSciSyncAttrListAppendUnreconciled(g_sync_lists, count, &list), __LINE__);
    free_sync_lists(count);
    begin((uintptr_t)NvSciSyncAttrListFree);
    NvSciSyncAttrListFree(list);
    need_end(NvSciError_Success, __LINE__);
}

/** Exports lists, and imports them as one list of as many slots. */
static void sync_carry(uint32_t count)
{
    NvSciSyncAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    make_sync_lists(count);
    begin((uintptr_t)NvSciSyncAttrListIpcExportUnreconciled);
    need_end(NvSciSyncAttrListIpcExportUnreconciled(g_sync_lists, count, g_far, &bytes, &size),
             __LINE__);
    begin((uintptr_t)NvSciSyncAttrListIpcImportUnreconciled);
    need_end(NvSciSyncAttrListIpcImportUnreconciled(g_sync, g_near, bytes, size, &list), __LINE__);
    NvSciSyncAttrListFreeDesc(bytes);
    NvSciSyncAttrListFree(list);
    free_sync_lists(count);
}

/** Reconciles, exports and imports an object whose lists come from the far end but for the first,
 * and checks it there against all of them. */
static void sync_share(uint32_t count)
{
    NvSciSyncAttrList asked = NULL;
    NvSciSyncAttrList both[2] = {NULL, NULL};
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncObj there = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        g_sync_lists[i] = sync_list(i + 1U);
    }
    NEED_OK(NvSciSyncAttrListIpcExportUnreconciled(g_sync_lists, count, g_far, &bytes, &size));
    NEED_OK(NvSciSyncAttrListIpcImportUnreconciled(g_sync, g_near, bytes, size, &asked));
    NvSciSyncAttrListFreeDesc(bytes);
    both[0] = sync_list(0U);
    both[1] = asked;
    NEED_OK(NvSciSyncAttrListReconcile(both, 2U, &list, &conflict));
    begin((uintptr_t)NvSciSyncObjAlloc);
    need_end(NvSciSyncObjAlloc(list, &object), __LINE__);
    begin((uintptr_t)NvSciSyncIpcExportAttrListAndObj);
    need_end(NvSciSyncIpcExportAttrListAndObj(object, NvSciSyncAccessPerm_WaitOnly, g_near, &bytes,
                                              &size),
             __LINE__);
    begin((uintptr_t)NvSciSyncIpcImportAttrListAndObj);
    need_end(NvSciSyncIpcImportAttrListAndObj(g_sync, g_far, bytes, size, g_sync_lists, count,
                                              NvSciSyncAccessPerm_WaitOnly, 0, &there),
             __LINE__);
    NvSciSyncAttrListAndObjFreeDesc(bytes);
    begin((uintptr_t)NvSciSyncObjFree);
    NvSciSyncObjFree(there);
    need_end(NvSciError_Success, __LINE__);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(both[0]);
    NvSciSyncAttrListFree(asked);
    free_sync_lists(count);
}

/* ---------------------------------------------------------------- buffers */

static void make_buf_lists(NvSciBufAttrList (*make)(uint32_t place), uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        g_buf_lists[i] = make(i);
    }
}

static void free_buf_lists(uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        NvSciBufAttrListFree(g_buf_lists[i]);
    }
}

static void buf_reconcile(NvSciBufAttrList (*make)(uint32_t place), uint32_t count)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;

    make_buf_lists(make, count);
    begin((uintptr_t)NvSciBufAttrListReconcile);
    need_end(NvSciBufAttrListReconcile(g_buf_lists, count, &list, &conflict), __LINE__);
    free_buf_lists(count);
    NvSciBufAttrListFree(list);
}

static void raw_reconcile(uint32_t count)
{
    buf_reconcile(raw_list, count);
}

static void image_reconcile(uint32_t count)
{
    buf_reconcile(image_list, count);
}

static void raw_carry(uint32_t count)
{
    NvSciBufAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    make_buf_lists(raw_list, count);
    begin((uintptr_t)NvSciBufAttrListIpcExportUnreconciled);
    need_end(NvSciBufAttrListIpcExportUnreconciled(g_buf_lists, count, g_far, &bytes, &size),
             __LINE__);
    begin((uintptr_t)NvSciBufAttrListIpcImportUnreconciled);
    need_end(NvSciBufAttrListIpcImportUnreconciled(g_buf, g_near, bytes, size, &list), __LINE__);
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(list);
    free_buf_lists(count);
}

static void raw_share(uint32_t count)
{
    NvSciBufAttrList asked = NULL;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObj there = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    make_buf_lists(raw_list, count);
    NEED_OK(NvSciBufAttrListIpcExportUnreconciled(g_buf_lists, count, g_far, &bytes, &size));
    NEED_OK(NvSciBufAttrListIpcImportUnreconciled(g_buf, g_near, bytes, size, &asked));
    NvSciBufAttrListFreeDesc(bytes);
    NEED_OK(NvSciBufAttrListReconcile(&asked, 1U, &list, &conflict));
    begin((uintptr_t)NvSciBufObjAlloc);
    need_end(NvSciBufObjAlloc(list, &object), __LINE__);
    begin((uintptr_t)NvSciBufIpcExportAttrListAndObj);
    need_end(NvSciBufIpcExportAttrListAndObj(object, NvSciBufAccessPerm_ReadWrite, g_near, &bytes,
                                             &size),
             __LINE__);
    begin((uintptr_t)NvSciBufIpcImportAttrListAndObj);
    need_end(NvSciBufIpcImportAttrListAndObj(g_buf, g_far, bytes, size, g_buf_lists, count,
                                             NvSciBufAccessPerm_ReadWrite, 0, &there),
             __LINE__);
    NvSciBufAttrListAndObjFreeDesc(bytes);
    begin((uintptr_t)NvSciBufObjFree);
    NvSciBufObjFree(there);
    need_end(NvSciError_Success, __LINE__);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(asked);
    free_buf_lists(count);
}

/* ---------------------------------------------------------------- the cases */

typedef struct {
    const char *name;
    void (*run)(uint32_t count);
} Case;

static const Case g_cases[] = {
    {"NvSciSyncAttrListReconcile", sync_reconcile},
    {"NvSciSyncAttrListAppendUnreconciled and free", sync_append},
    {"NvSciSyncAttrList export and import, unreconciled", sync_carry},
    {"NvSciSyncObj alloc, export, import and free", sync_share},
    {"NvSciBufAttrListReconcile, raw", raw_reconcile},
    {"NvSciBufAttrListReconcile, image", image_reconcile},
    {"NvSciBufAttrList export and import, unreconciled, raw", raw_carry},
    {"NvSciBufObj alloc, export, import and free, raw", raw_share},
};

static void count_case(const Case *item, uint32_t count)
{
    g_sums = (Steps){0U, 0U, 0U};
    item->run(count);
    NEED(steps_are_over() && (g_sums.instructions > 0U));
    (void)printf("%s, %u\t%llu\t%llu\t%llu\t%llu\n", item->name, (unsigned int)count,
                 (unsigned long long)g_sums.instructions, (unsigned long long)g_sums.instructions,
                 (unsigned long long)g_sums.calls, (unsigned long long)g_sums.system_calls);
}

static int by_size(const void *left, const void *right)
{
    const int64_t one = *(const int64_t *)left;
    const int64_t other = *(const int64_t *)right;

    return (one > other) - (one < other);
}

/** Microseconds of a case: the median of some runs. */
static double time_case(const Case *item, uint32_t count)
{
    int64_t samples[TIMES];

    for (uint32_t i = 0U; i < TIMES; i++) {
        g_ns = 0;
        item->run(count);
        samples[i] = g_ns;
    }
    qsort(samples, TIMES, sizeof(samples[0]), by_size);
    return (double)samples[TIMES / 2U] / NS_PER_US;
}

/** Prints a table of Markdown: microseconds for 1 to 64 lists. */
static void print_times(void)
{
    g_is_timed = true;
    (void)printf("| microseconds; lists: | 1 | 2 | 4 | 8 | 16 | 32 | 64 |\n"
                 "|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        (void)printf("| %s |", g_cases[i].name);
        for (uint32_t count = 1U; count <= LISTS_MAX; count *= 2U) {
            (void)printf(" %.1f |", time_case(&g_cases[i], count));
        }
        (void)printf("\n");
    }
}

static void print_counts(int argc, char **argv)
{
    static const uint32_t usual[] = {1U, 4U, 8U, 16U};

    steps_print_compiler();
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        for (size_t j = 0U; (argc <= 1) && (j < COUNT_OF(usual)); j++) {
            count_case(&g_cases[i], usual[j]);
        }
        for (int j = 1; j < argc; j++) {
            const unsigned long count = strtoul(argv[j], NULL, 10);

            NEED((count >= 1U) && (count <= LISTS_MAX));
            count_case(&g_cases[i], (uint32_t)count);
        }
    }
}

int main(int argc, char **argv)
{
    (void)alarm(HANG_SECONDS);
    own_table_begin();
    NEED_OK(NvSciSyncModuleOpen(&g_sync));
    NEED_OK(NvSciBufModuleOpen(&g_buf));
    ends_connect(&g_near, &g_far);
    NEED(steps_begin((uintptr_t)NvSciSyncObjSignal));
    if ((argc == 2) && (strcmp(argv[1], "times") == 0)) {
        print_times();
    } else {
        print_counts(argc, argv);
    }
    return 0;
}
