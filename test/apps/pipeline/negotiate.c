/* SPDX-License-Identifier: Apache-2.0 */
#include "negotiate.h"

#include <string.h>

#include "check.h"
#include "exchange.h"

/** Lists of a ring at most: one for the writer, one for each reader. */
#define BUF_LISTS (1U + READERS)
/** Lists of a sync object at most: one for each stage, one for the application. */
#define SYNC_LISTS (STAGES + 1U)

/**
 * Has each end of a ring that is in this process make its list. `count` is the number of lists
 * made, also on failure.
 */
static NvSciError ask_ends(const Peer *peer, NvSciBufModule module, const Link *link,
                           const PictureSize *size, const Engine engines[STAGES],
                           NvSciBufAttrList lists[BUF_LISTS], size_t *count)
{
    const Engine *const writer = &engines[link->writer];
    NvSciError status = NvSciError_Success;

    *count = 0U;
    if (links_is_here(peer, link->writer)) {
        status = engine_buffer_list(writer, &writer->output, size, module, &lists[0]);
        *count = (status == NvSciError_Success) ? 1U : 0U;
    }
    for (uint32_t i = 0U; (i < link->readers) && (status == NvSciError_Success); i++) {
        const Engine *const reader = &engines[link->reader[i].stage];

        if (links_is_here(peer, link->reader[i].stage)) {
            status = engine_buffer_list(reader, &reader->input[link->reader[i].input], size, module,
                                        &lists[*count]);
            *count += (status == NvSciError_Success) ? 1U : 0U;
        }
    }
    return status;
}

/** Attaches a buffer to the writer and to the readers of its ring, as far as they are here. */
static NvSciError hand_out(const Peer *peer, const Link *link, uint32_t packet, NvSciBufObj object,
                           Engine engines[STAGES])
{
    Engine *const writer = &engines[link->writer];
    NvSciError status = NvSciError_Success;

    if (links_is_here(peer, link->writer)) {
        status = engine_attach_buffer(writer, &writer->output, packet, object);
    }
    for (uint32_t i = 0U; (i < link->readers) && (status == NvSciError_Success); i++) {
        Engine *const reader = &engines[link->reader[i].stage];

        if (links_is_here(peer, link->reader[i].stage)) {
            status =
                engine_attach_buffer(reader, &reader->input[link->reader[i].input], packet, object);
        }
    }
    return status;
}

NvSciError negotiate_bytes(NvSciBufAttrList reconciled, uint64_t *bytes)
{
    NvSciBufAttrKeyValuePair pair = {NvSciBufImageAttrKey_Size, NULL, 0U};
    const NvSciError status = check_call(NvSciBufAttrListGetAttrs(reconciled, &pair, 1U),
                                         "application", "NvSciBufAttrListGetAttrs");

    if ((status == NvSciError_Success) && (pair.len >= sizeof(uint64_t))) {
        *bytes = PACKETS * *(const uint64_t *)pair.value;
    }
    return status;
}

/**
 * Allocates the buffers of a ring, and sends them to the other process if it reads the ring. The
 * engines' own handles keep them.
 */
static NvSciError allocate(Peer *peer, NvSciBufAttrList reconciled, const Link *link,
                           Engine engines[STAGES])
{
    const bool crosses = links_crosses(peer, link);
    NvSciError status = NvSciError_Success;

    if (crosses) {
        status = exchange_send_reconciled(peer, reconciled);
    }
    for (uint32_t i = 0U; (i < PACKETS) && (status == NvSciError_Success); i++) {
        NvSciBufObj object = NULL;

        status =
            check_call(NvSciBufObjAlloc(reconciled, &object), "application", "NvSciBufObjAlloc");
        if (status == NvSciError_Success) {
            status = hand_out(peer, link, i, object, engines);
            if (crosses && (status == NvSciError_Success)) {
                status = exchange_send_buffer(peer, object);
            }
            NvSciBufObjFree(object);
        }
    }
    return status;
}

void negotiate_layout(const Surface *surface, RingFigures *figures)
{
    for (uint32_t i = 0U; i < surface->planes; i++) {
        figures->pitch[i] = surface->plane[i].pitch;
        figures->offset[i] = (uint64_t)(surface->plane[i].read - surface->plane[0].read);
    }
}

/** Reconciles what was asked for, here and in the other process, and allocates. */
static NvSciError make_ring(Peer *peer, NvSciBufModule module, const Link *link,
                            NvSciBufAttrList lists[BUF_LISTS], size_t *count,
                            Engine engines[STAGES], RingFigures *figures)
{
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciError status = NvSciError_Success;

    if (links_crosses(peer, link)) {
        status = exchange_take_buf_lists(peer, module, &lists[*count]);
        *count += (status == NvSciError_Success) ? 1U : 0U;
    }
    if (status == NvSciError_Success) {
        status = NvSciBufAttrListReconcile(lists, *count, &reconciled, &conflict);
        status = check_buf_reconcile(status, engines[link->writer].name, conflict);
    }
    if (status == NvSciError_Success) {
        status = negotiate_bytes(reconciled, &figures->bytes);
        if (status == NvSciError_Success) {
            status = allocate(peer, reconciled, link, engines);
        }
        NvSciBufAttrListFree(reconciled);
    }
    if (status == NvSciError_Success) {
        negotiate_layout(&engines[link->writer].output.surface[0], figures);
    }
    return status;
}

/** Tells the other process what the readers here need, and takes the buffers that it made. */
static NvSciError take_ring(Peer *peer, NvSciBufModule module, const Link *link,
                            const NvSciBufAttrList lists[BUF_LISTS], size_t count,
                            Engine engines[STAGES])
{
    NvSciBufAttrList reconciled = NULL;
    NvSciError status = exchange_send_buf_lists(peer, lists, count);

    if (status == NvSciError_Success) {
        status = exchange_take_reconciled(peer, module, lists, count, &reconciled);
    }
    for (uint32_t i = 0U; (i < PACKETS) && (status == NvSciError_Success); i++) {
        NvSciBufObj object = NULL;

        status = exchange_take_buffer(peer, reconciled, &object);
        if (status == NvSciError_Success) {
            status = hand_out(peer, link, i, object, engines);
            NvSciBufObjFree(object);
        }
    }
    if (reconciled != NULL) {
        NvSciBufAttrListFree(reconciled);
    }
    return status;
}

NvSciError negotiate_tell_figures(Peer *peer, bool made_here, RingFigures *figures)
{
    bool good = true;

    if ((peer != NULL) && made_here) {
        good = peer_send(peer, MESSAGE_FIGURES, figures, sizeof(*figures));
    } else if (peer != NULL) {
        good = peer_receive_into(peer, MESSAGE_FIGURES, figures, sizeof(*figures));
    } else {
        /* Everybody who prints them is here. */
    }
    return good ? NvSciError_Success : NvSciError_ConnectionReset;
}

NvSciError negotiate_buffers(Peer *peer, NvSciBufModule module, const Link *link,
                             const PictureSize *size, Engine engines[STAGES], RingFigures *figures)
{
    const bool made_here = links_is_here(peer, link->writer);
    NvSciBufAttrList lists[BUF_LISTS] = {NULL};
    size_t count = 0U;
    NvSciError status = ask_ends(peer, module, link, size, engines, lists, &count);

    (void)memset(figures, 0, sizeof(*figures));
    if ((status == NvSciError_Success) && made_here) {
        status = make_ring(peer, module, link, lists, &count, engines, figures);
    } else if ((status == NvSciError_Success) && (count > 0U)) {
        status = take_ring(peer, module, link, lists, count, engines);
    } else {
        /* The ring is in the other process alone. */
    }
    for (size_t i = 0U; i < count; i++) {
        NvSciBufAttrListFree(lists[i]);
    }
    if (status == NvSciError_Success) {
        status = negotiate_tell_figures(peer, made_here, figures);
    }
    return status;
}

/**
 * Has the signaller and all waiters that are in this process make their lists. `count` is the
 * number made, also on failure.
 */
static NvSciError ask_stages(const Peer *peer, NvSciSyncModule module, Stage stage,
                             const Engine engines[STAGES], NvSciSyncAttrList lists[SYNC_LISTS],
                             size_t *count)
{
    NvSciError status = NvSciError_Success;

    *count = 0U;
    if (links_is_here(peer, stage)) {
        status = engine_signal_list(&engines[stage], module, &lists[0]);
        *count = (status == NvSciError_Success) ? 1U : 0U;
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        if (links_joined(stage, (Stage)i) && links_is_here(peer, (Stage)i)) {
            status = engine_wait_list(&engines[i], module, &lists[*count]);
            *count += (status == NvSciError_Success) ? 1U : 0U;
        }
    }
    if ((status == NvSciError_Success) && (stage == STAGE_SINK) &&
        peer_is_here(peer, AWAITING_PROCESS)) {
        status = engine_cpu_wait_list("application", module, &lists[*count]);
        *count += (status == NvSciError_Success) ? 1U : 0U;
    }
    return status;
}

/** Reconciles what was asked for, here and in the other process, and allocates. */
static NvSciError make_sync(Peer *peer, NvSciSyncModule module, Stage stage,
                            NvSciSyncAttrList lists[SYNC_LISTS], size_t *count, Engine *engine)
{
    const bool crosses = links_fence_crosses(peer, stage);
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciError status = NvSciError_Success;

    if (crosses) {
        status = exchange_take_sync_lists(peer, module, &lists[*count]);
        *count += (status == NvSciError_Success) ? 1U : 0U;
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListReconcile(lists, *count, &reconciled, &conflict);
        status = check_sync_reconcile(status, engine->name, conflict);
    }
    if (status == NvSciError_Success) {
        status =
            check_call(NvSciSyncObjAlloc(reconciled, &object), engine->name, "NvSciSyncObjAlloc");
        NvSciSyncAttrListFree(reconciled);
    }
    if (status == NvSciError_Success) {
        engine_attach_sync(engine, object);
        if (crosses) {
            status = exchange_send_sync(peer, object);
        }
    }
    return status;
}

/** Tells the other process what the waiters here need, and takes the sync object that it made. */
static NvSciError take_sync(Peer *peer, NvSciSyncModule module,
                            const NvSciSyncAttrList lists[SYNC_LISTS], size_t count, Engine *engine)
{
    NvSciSyncObj object = NULL;
    NvSciError status = exchange_send_sync_lists(peer, lists, count);

    if (status == NvSciError_Success) {
        status = exchange_take_sync(peer, module, lists, count, &object);
    }
    if (status == NvSciError_Success) {
        engine_attach_sync(engine, object);
    }
    return status;
}

NvSciError negotiate_sync(Peer *peer, NvSciSyncModule module, Stage stage, Engine engines[STAGES])
{
    NvSciSyncAttrList lists[SYNC_LISTS] = {NULL};
    size_t count = 0U;
    NvSciError status = ask_stages(peer, module, stage, engines, lists, &count);

    if ((status == NvSciError_Success) && links_is_here(peer, stage)) {
        status = make_sync(peer, module, stage, lists, &count, &engines[stage]);
    } else if ((status == NvSciError_Success) && (count > 0U)) {
        status = take_sync(peer, module, lists, count, &engines[stage]);
    } else {
        /* All who wait are in the other process. */
    }
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    return status;
}
