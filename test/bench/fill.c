/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fill.c
 * Takes rows of the tables before main() does anything: what is counted then has rows near the end
 * of tables that are full but for what it needs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "nvscibuf.h"
#include "nvscievent.h"
#include "nvscisync.h"
#include "ringfence_cfg.h"

/** Rows that are left. */
#define LEFT 12U
/** Objects that are taken at most: each has mappings of its own, and the system has few. */
#define OBJECTS_MOST 4096U

static void need(NvSciError error, const char *what)
{
    if (error != NvSciError_Success) {
        (void)fprintf(stderr, "fill: %s: %d\n", what, (int)error);
        exit(2);
    }
}

/** Rows of a table that are to be taken. */
static uint32_t rows_of(uint32_t capacity)
{
    return (capacity > LEFT) ? (capacity - LEFT) : 0U;
}

static uint32_t least(uint32_t one, uint32_t other)
{
    return (one < other) ? one : other;
}

static void fill_sync_objects(NvSciSyncModule module, uint32_t rows, uint32_t handles)
{
    NvSciSyncObj object = NULL;
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;

    need(NvSciSyncAttrListCreate(module, &list), "list");
    need(NvSciSyncAttrListSetAttrs(list, pairs, 2U), "attributes");
    need(NvSciSyncAttrListReconcile(&list, 1U, &reconciled, &conflict), "reconciled list");
    for (uint32_t i = 0U; i < least(rows, OBJECTS_MOST); i++) {
        need(NvSciSyncObjAlloc(reconciled, &object), "sync object");
    }
    for (uint32_t i = OBJECTS_MOST; i < handles; i++) {
        NvSciSyncObj same = NULL;

        need(NvSciSyncObjDup(object, &same), "handle of a sync object");
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(reconciled);
}

static void fill_buffers(NvSciBufModule module, uint32_t rows)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = 64U;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;

    need(NvSciBufAttrListCreate(module, &list), "list");
    need(NvSciBufAttrListSetAttrs(list, pairs, 3U), "attributes");
    need(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict), "reconciled list");
    for (uint32_t i = 0U; i < least(rows, OBJECTS_MOST); i++) {
        NvSciBufObj object = NULL;

        need(NvSciBufObjAlloc(reconciled, &object), "buffer");
    }
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(reconciled);
}

/** Local events of a service that nobody waits on, each with a notifier and a descriptor. */
static void fill_events(uint32_t rows)
{
    struct rlimit files = {0U, 0U};
    NvSciEventLoopService *service = NULL;

    (void)getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    need(NvSciEventLoopServiceCreate(1U, &service), "event service");
    for (uint32_t i = 0U; i < rows; i++) {
        NvSciLocalEvent *event = NULL;

        need(service->EventService.CreateLocalEvent(&service->EventService, &event), "local event");
    }
}

static __attribute__((constructor)) void fill(void)
{
    NvSciSyncModule syncs = NULL;
    NvSciBufModule bufs = NULL;

    need(NvSciSyncModuleOpen(&syncs), "module");
    need(NvSciBufModuleOpen(&bufs), "module");
    for (uint32_t i = 0U; i < rows_of(RINGFENCE_CFG_SYNC_WAIT_CONTEXTS); i++) {
        NvSciSyncCpuWaitContext context = NULL;

        need(NvSciSyncCpuWaitContextAlloc(syncs, &context), "wait context");
    }
    /* Each object has a handle, and a list of its own. */
    fill_sync_objects(syncs,
                      rows_of(least(RINGFENCE_CFG_SYNC_OBJECTS,
                                    least(RINGFENCE_CFG_SYNC_HANDLES, RINGFENCE_CFG_SYNC_LISTS))),
                      rows_of(RINGFENCE_CFG_SYNC_HANDLES));
    fill_buffers(bufs, rows_of(least(least(RINGFENCE_CFG_BUF_OBJECTS, RINGFENCE_CFG_BUF_HANDLES),
                                     least(RINGFENCE_CFG_BUF_LISTS, RINGFENCE_CFG_BUF_MEMORIES))));
    fill_events(rows_of(least(RINGFENCE_CFG_LOCAL_EVENTS, RINGFENCE_CFG_EVENT_NOTIFIERS)));
}
