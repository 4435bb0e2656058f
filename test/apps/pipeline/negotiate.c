/* SPDX-License-Identifier: Apache-2.0 */
#include "negotiate.h"

#include <string.h>

#include "check.h"

/** Lists of a ring at most: one for the writer, one for each reader. */
#define BUF_LISTS (1U + READERS)
/** Lists of a sync object at most: one for each stage, one for the application. */
#define SYNC_LISTS (STAGES + 1U)

/** Has each end of a ring make its list. `count` is the number of lists made, also on failure. */
static NvSciError ask_ends(NvSciBufModule module, const Link *link, const PictureSize *size,
                           const Engine engines[STAGES], NvSciBufAttrList lists[BUF_LISTS],
                           size_t *count)
{
    const Engine *const writer = &engines[link->writer];
    NvSciError status = engine_buffer_list(writer, &writer->output, size, module, &lists[0]);

    *count = (status == NvSciError_Success) ? 1U : 0U;
    for (uint32_t i = 0U; (i < link->readers) && (status == NvSciError_Success); i++) {
        const Engine *const reader = &engines[link->reader[i].stage];

        status = engine_buffer_list(reader, &reader->input[link->reader[i].input], size, module,
                                    &lists[*count]);
        if (status == NvSciError_Success) {
            *count += 1U;
        }
    }
    return status;
}

/** Attaches a buffer to the writer and to the readers of its ring. */
static NvSciError hand_out(const Link *link, uint32_t packet, NvSciBufObj object,
                           Engine engines[STAGES])
{
    Engine *const writer = &engines[link->writer];
    NvSciError status = engine_attach_buffer(writer, &writer->output, packet, object);

    for (uint32_t i = 0U; (i < link->readers) && (status == NvSciError_Success); i++) {
        Engine *const reader = &engines[link->reader[i].stage];

        status =
            engine_attach_buffer(reader, &reader->input[link->reader[i].input], packet, object);
    }
    return status;
}

/** Adds the size of all buffers of a ring. */
static NvSciError add_bytes(NvSciBufAttrList reconciled, uint64_t *bytes)
{
    NvSciBufAttrKeyValuePair pair = {NvSciBufImageAttrKey_Size, NULL, 0U};
    const NvSciError status = check_call(NvSciBufAttrListGetAttrs(reconciled, &pair, 1U),
                                         "application", "NvSciBufAttrListGetAttrs");

    if ((status == NvSciError_Success) && (pair.len >= sizeof(uint64_t))) {
        *bytes += PACKETS * *(const uint64_t *)pair.value;
    }
    return status;
}

/** Allocates the buffers of a ring. The engines' own handles keep them. */
static NvSciError allocate(NvSciBufAttrList reconciled, const Link *link, Engine engines[STAGES])
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < PACKETS) && (status == NvSciError_Success); i++) {
        NvSciBufObj object = NULL;

        status =
            check_call(NvSciBufObjAlloc(reconciled, &object), "application", "NvSciBufObjAlloc");
        if (status == NvSciError_Success) {
            status = hand_out(link, i, object, engines);
            NvSciBufObjFree(object);
        }
    }
    return status;
}

NvSciError negotiate_buffers(NvSciBufModule module, const Link *link, const PictureSize *size,
                             Engine engines[STAGES], uint64_t *bytes)
{
    NvSciBufAttrList lists[BUF_LISTS] = {NULL};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    size_t count = 0U;
    NvSciError status = ask_ends(module, link, size, engines, lists, &count);

    if (status == NvSciError_Success) {
        status = NvSciBufAttrListReconcile(lists, count, &reconciled, &conflict);
        status = check_buf_reconcile(status, engines[link->writer].name, conflict);
    }
    for (size_t i = 0U; i < count; i++) {
        NvSciBufAttrListFree(lists[i]);
    }
    if (status == NvSciError_Success) {
        status = add_bytes(reconciled, bytes);
        if (status == NvSciError_Success) {
            status = allocate(reconciled, link, engines);
        }
        NvSciBufAttrListFree(reconciled);
    }
    return status;
}

/** True iff one of two stages reads what the other writes. */
static bool linked(Stage one, Stage other)
{
    bool found = false;

    for (uint32_t i = 0U; i < LINKS; i++) {
        for (uint32_t j = 0U; j < links[i].readers; j++) {
            const Stage reader = links[i].reader[j].stage;

            found = found || ((links[i].writer == one) && (reader == other)) ||
                    ((links[i].writer == other) && (reader == one));
        }
    }
    return found;
}

/**
 * Has the signaller and all waiters make their lists. `count` is the number made, also on failure.
 */
static NvSciError ask_stages(NvSciSyncModule module, Stage stage, const Engine engines[STAGES],
                             NvSciSyncAttrList lists[SYNC_LISTS], size_t *count)
{
    NvSciError status = engine_signal_list(&engines[stage], module, &lists[0]);

    *count = (status == NvSciError_Success) ? 1U : 0U;
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        const bool waits = linked(stage, (Stage)i);

        if (waits) {
            status = engine_wait_list(&engines[i], module, &lists[*count]);
        }
        if (waits && (status == NvSciError_Success)) {
            *count += 1U;
        }
    }
    if ((status == NvSciError_Success) && (stage == STAGE_SINK)) {
        status = engine_cpu_wait_list("application", module, &lists[*count]);
        if (status == NvSciError_Success) {
            *count += 1U;
        }
    }
    return status;
}

NvSciError negotiate_sync(NvSciSyncModule module, Stage stage, Engine engines[STAGES])
{
    NvSciSyncAttrList lists[SYNC_LISTS] = {NULL};
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    size_t count = 0U;
    NvSciError status = ask_stages(module, stage, engines, lists, &count);

    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListReconcile(lists, count, &reconciled, &conflict);
        status = check_sync_reconcile(status, engines[stage].name, conflict);
    }
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciSyncObjAlloc(reconciled, &object), engines[stage].name,
                            "NvSciSyncObjAlloc");
        NvSciSyncAttrListFree(reconciled);
    }
    if (status == NvSciError_Success) {
        engine_attach_sync(&engines[stage], object);
    }
    return status;
}
