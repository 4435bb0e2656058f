/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_late.c
 * Buffers and sync objects for consumers that come late through a channel.
 *
 * An object can be exported to whom its list names, and those who come late are not there. What
 * they ask for is attached for the time of the export: then it has been checked that the object
 * suits them, and the list has as much room for the next ones as before.
 */
#include "buf/lists_agree.h"
#include "core/fault.h"
#include "share/share.h"
#include "stream/remote.h"
#include "stream/remote/ipc.h"
#include "sync/lists_agree.h"

/** Lists of the consumers behind a channel. */
typedef struct {
    uint32_t count;
    NvSciBufAttrList bufs[RINGFENCE_CFG_STREAM_CONSUMERS];
    NvSciSyncAttrList syncs[RINGFENCE_CFG_STREAM_CONSUMERS];
} LateLists;

/** What consumers behind a channel ask of the buffers of an element. */
static void find_buf_lists(const StreamSegment *segment, const StreamBlock *block, uint32_t element,
                           LateLists *lists)
{
    const uint32_t type = segment->layout.rows[element].type;

    for (uint32_t i = 0U; i < block->consumers; i++) {
        const StreamElements *const own = &segment->sides[stream_side_number(block) + i].elements;

        for (uint32_t e = 0U; e < own->count; e++) {
            if ((own->rows[e].type == type) && (lists->count < RINGFENCE_CFG_STREAM_CONSUMERS)) {
                lists->bufs[lists->count] = own->rows[e].list;
                lists->count++;
            }
        }
    }
}

/** What consumers behind a channel ask of what is signalled for an element. */
static void find_sync_lists(const StreamSegment *segment, const StreamBlock *block,
                            uint32_t element, LateLists *lists)
{
    for (uint32_t i = 0U; i < block->consumers; i++) {
        const StreamSide *const side = &segment->sides[stream_side_number(block) + i];

        if (side->waiters[element] != NULL) {
            lists->syncs[lists->count] = side->waiters[element];
            lists->count++;
        }
    }
}

/** Causes of faults, by REASON_. */
static const FaultCause g_late_causes[REASONS] = {
    FAULT_CAUSE_NONE,         FAULT_CAUSE_LATE_BUFFERS, FAULT_CAUSE_LATE_SIGNALS,
    FAULT_CAUSE_LATE_WAITERS, FAULT_CAUSE_LATE_PACKET,  FAULT_CAUSE_LATE_NUMBERS,
    FAULT_CAUSE_NONE};

/** @satisfies RF-STREAM-245 RF-STREAM-250 RF-STREAM-251 */
bool ipc_late_report(uint32_t why, const FaultKey *what)
{
    const char *name = "";
    bool is_true = (why < REASONS);

    if (what->key == 0U) {
        /* No attribute is to blame. */
    } else if (why == REASON_BUFFERS) {
        name = buf_key_name(what->key);
    } else if (why == REASON_SIGNALS) {
        name = sync_key_name(what->key);
    } else {
        name = NULL;
    }
    is_true = is_true && (name != NULL);
    if (is_true && (why == REASON_HOPS)) {
        fault_report_limit(IPC_OP, FAULT_LIMIT_HOPS, what->asked, what->has);
    } else if (is_true && (why != REASON_NONE)) {
        fault_report_late(IPC_OP, g_late_causes[why], what, name);
    } else {
        /* There is nothing to report. */
    }
    return is_true;
}

/** @satisfies RF-STREAM-250 */
void ipc_pass_reason(const StreamIpc *row, const StreamSegment *segment)
{
    /* A stream that is not set up ends as a whole; one that is ends behind a destination. */
    const bool ends = (segment->stage < SEGMENT_READY) || (!row->is_source);

    for (uint32_t link = segment->blocks; (link != STREAM_NONE) && ends;
         link = stream_block(link)->next) {
        const StreamBlock *const block = stream_block(link);

        if (ipc_has_row(block)) {
            StreamIpc *const other = ipc_of(block);

            if ((other != row) && (!other->is_over) && (other->reason == NvSciError_Success)) {
                other->reason = row->reason;
                other->why = row->why;
                other->what = row->what;
            }
        }
    }
}

/** Notes why lists cannot be attached. That a table is full is another reason: there is a fault for
 * it, or it is tried again. */
static void note_late_why(StreamIpc *row, NvSciError status, uint32_t why, const FaultKey *key)
{
    if ((status != NvSciError_Success) && (status != NvSciError_InsufficientResource) &&
        (status != NvSciError_InsufficientMemory)) {
        row->why = why;
        row->what = *key;
    }
}

/** Attaches lists to a buffer; `is_new`: they are to be forgotten. */
static NvSciError attach_buf(StreamIpc *row, const LateLists *lists, NvSciBufObj object,
                             bool *is_new)
{
    FaultKey key = {0U, 0U, 0U};
    NvSciError status = NvSciError_Success;

    if (lists->count > 0U) {
        *is_new = !share_buf_knows(IPC_OP, object, row->endpoint);
        status = share_buf_attach(object, lists->bufs, lists->count, &key);
        note_late_why(row, status, REASON_BUFFERS, &key);
    }
    return status;
}

/** Forgets lists that were attached to a buffer. */
static void detach_buf(const StreamIpc *row, NvSciBufObj object, bool is_new)
{
    if (is_new) {
        share_buf_forget(IPC_OP, object, row->endpoint);
    }
}

/** Buffer of an element; NULL: no packet has one. */
static NvSciBufObj find_buffer(const StreamSegment *segment, uint32_t element)
{
    NvSciBufObj found = NULL;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if (((packet->inserted >> element) & 1U) == 1U) {
            found = packet->buffers[element];
        }
    }
    return found;
}

bool ipc_can_send(const StreamBlock *block, NvSciSyncObj object)
{
    bool can = true;

    if (ipc_has_row(block) && (!chip_is(block))) {
        can = share_sync_knows(IPC_OP, object, ipc_of(block)->endpoint);
    }
    return can;
}

/** @satisfies RF-STREAM-122 */
NvSciError ipc_late_export_list(StreamIpc *row, const StreamSegment *segment,
                                const StreamBlock *block, uint32_t element, void **bytes,
                                size_t *size)
{
    const NvSciBufObj object = find_buffer(segment, element);
    LateLists lists = {0};
    bool is_new = false;
    NvSciError status = NvSciError_NotPermitted;

    find_buf_lists(segment, block, element, &lists);
    if ((object != NULL) && (lists.count > 0U)) {
        status = attach_buf(row, &lists, object, &is_new);
        if (status == NvSciError_Success) {
            NvSciBufAttrList list = NULL;

            status = NvSciBufObjGetAttrList(object, &list);
            if (status == NvSciError_Success) {
                status = NvSciBufAttrListIpcExportReconciled(list, row->endpoint, bytes, size);
            }
            detach_buf(row, object, is_new);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-122 */
NvSciError ipc_late_export_buffer(StreamIpc *row, const StreamSegment *segment,
                                  const StreamBlock *block, uint32_t element, NvSciBufObj object,
                                  void **bytes, size_t *size)
{
    LateLists lists = {0};
    bool is_new = false;
    NvSciError status = NvSciError_Success;

    find_buf_lists(segment, block, element, &lists);
    status = attach_buf(row, &lists, object, &is_new);
    if (status == NvSciError_Success) {
        status = NvSciBufIpcExportAttrListAndObj(object, NvSciBufAccessPerm_Auto, row->endpoint,
                                                 bytes, size);
        detach_buf(row, object, is_new);
    }
    return status;
}

/** @satisfies RF-STREAM-122 */
NvSciError ipc_late_export_signal(StreamIpc *row, const StreamSegment *segment,
                                  const StreamBlock *block, uint32_t element, NvSciSyncObj object,
                                  void **bytes, size_t *size)
{
    const bool is_new = !share_sync_knows(IPC_OP, object, row->endpoint);
    LateLists lists = {0};
    FaultKey key = {0U, 0U, 0U};
    NvSciError status = NvSciError_Success;

    find_sync_lists(segment, block, element, &lists);
    if (lists.count > 0U) {
        status = share_sync_attach(object, lists.syncs, lists.count, &key);
        note_late_why(row, status, REASON_SIGNALS, &key);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncIpcExportAttrListAndObj(object, NvSciSyncAccessPerm_WaitOnly,
                                                  row->endpoint, bytes, size);
        if (is_new) {
            share_sync_forget(IPC_OP, object, row->endpoint);
        }
    }
    return status;
}
