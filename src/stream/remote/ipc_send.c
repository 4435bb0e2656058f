/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_send.c
 * What an IPC block sends: what its segment has and the other end does not know.
 *
 * Each step looks for one thing that was not sent. They are tried in the order of the list, so that
 * the marks of an endpoint follow what they speak of.
 */
#include "core/assert.h"
#include "core/feature.h"
#include "share/share.h"
#include "stream/chip/chip.h"
#include "stream/info.h"
#include "stream/protocol.h"
#include "stream/sync.h"
#include "stream/tree/queue.h"
#include "stream/tree/waiter.h"

/** Nothing is due. */
#define NOTHING NvSciError_NoStreamPacket

/** Where a step is. */
typedef struct {
    StreamIpc *row;
    StreamSegment *segment;
    StreamBlock *block;
} Sender;

/** Success: the message is whole. */
static NvSciError finish_message(Sender sender, LinkKind kind, const LinkCursor *cursor)
{
    return link_finish(&sender.row->out, kind, cursor) ? NvSciError_Success
                                                       : NvSciError_StreamInternalError;
}

/** First endpoint whose records go over the channel, and how many do. */
static uint32_t sides_of(Sender sender, uint32_t *first)
{
    *first = sender.row->is_source ? SIDE_PRODUCER : SIDE_CONSUMER_0;
    return sender.row->is_source ? 1U : sender.segment->consumers;
}

/** Endpoints of the other end that are known here: the first one, and how many there are. */
static uint32_t far_sides_of(Sender sender, uint32_t *first)
{
    *first =
        sender.row->is_source ? (SIDE_CONSUMER_0 + sender.block->first_consumer) : SIDE_PRODUCER;
    return sender.row->is_source ? sender.row->consumers : 1U;
}

/** Says whether each endpoint that speaks over the channel has a mark. */
static bool all_have(Sender sender, uint32_t first, uint32_t count, uint32_t mark)
{
    bool have = true;

    for (uint32_t i = first; i < (first + count); i++) {
        const StreamSide *const side = &sender.segment->sides[i];

        have = have && ((!side->is_present) || ((side->marks & mark) != 0U));
    }
    return have;
}

/* ---------------------------------------------------------------- the beginning */

static NvSciError send_hello(Sender sender)
{
    NvSciError status = NOTHING;

    if (!sender.row->hello_sent) {
        LinkCursor cursor = link_begin(&sender.row->out);

        link_put_hello(&cursor, ipc_hello(sender.row->is_source, sender.row->is_chip));
        status = finish_message(sender, MSG_HELLO, &cursor);
        sender.row->hello_sent = true;
    }
    return status;
}

/** Sends user infos of endpoints; all of them go before the stream is complete, but those of late
 * consumers. */
static NvSciError send_info(Sender sender)
{
    const uint32_t mark = sender.row->is_source ? LINK_CONNECTED : LINK_COMPLETE;
    const bool is_again = (sender.row->round != 0U);
    uint32_t first = 0U;
    const uint32_t count = sides_of(sender, &first);
    NvSciError status = NOTHING;

    if (((sender.row->progress & mark) == 0U) || is_again) {
        for (uint32_t i = first; (i < (first + count)) && (status == NOTHING); i++) {
            InfoView info = {0U, 0U, NULL};

            if (info_at(sender.segment, i, sender.row->infos[i], &info)) {
                LinkCursor cursor = link_begin(&sender.row->out);

                link_put_info(&cursor, i - first, info.type, info.data, info.size);
                status = finish_message(sender, MSG_INFO, &cursor);
                sender.row->infos[i]++;
            }
        }
    }
    return status;
}

/** All paths of this segment end: upstream is told. */
static NvSciError send_complete(Sender sender)
{
    const StreamSegment *const segment = sender.segment;
    NvSciError status = NOTHING;

    if (((sender.row->progress & LINK_COMPLETE) == 0U) && (segment->stage >= SEGMENT_NUMBERED)) {
        LinkCursor cursor = link_begin(&sender.row->out);
        uint64_t crc = 0U;
        uint64_t present = 0U;

        for (uint32_t i = 0U; i < segment->consumers; i++) {
            const StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + i];

            crc |= side->crc ? stream_bit(i) : 0U;
            present |= side->is_present ? stream_bit(i) : 0U;
        }
        link_put_complete(&cursor, segment->consumers, crc, present);
        status = finish_message(sender, MSG_COMPLETE, &cursor);
        sender.row->progress |= LINK_COMPLETE;
    }
    return status;
}

/** The whole stream is complete: downstream is told. */
static NvSciError send_connected(Sender sender)
{
    const StreamSegment *const segment = sender.segment;
    NvSciError status = NOTHING;

    if (((sender.row->progress & LINK_CONNECTED) == 0U) && (segment->stage >= SEGMENT_COMPLETE)) {
        LinkCursor cursor = link_begin(&sender.row->out);

        link_put_connected(&cursor, segment->base + sender.block->first_consumer, segment->total,
                           segment->sides[SIDE_PRODUCER].crc ? 1U : 0U);
        status = finish_message(sender, MSG_CONNECTED, &cursor);
        sender.row->progress |= LINK_CONNECTED;
    }
    return status;
}

/* ---------------------------------------------------------------- elements */

/** Exports what a consumer needs, and what copies need beside it. */
static NvSciError export_element(const StreamIpc *row, NvSciBufAttrList list, void **bytes,
                                 size_t *size)
{
    NvSciBufAttrList copy = NULL;
    NvSciError status = NvSciError_Success;

    if (row->is_chip) {
        status = NvSciBufAttrListClone(list, &copy);
        if (status == NvSciError_Success) {
            status = chip_add_needs(row, &copy);
        }
        if (status == NvSciError_Success) {
            status = NvSciBufAttrListIpcExportUnreconciled(&copy, 1U, row->endpoint, bytes, size);
            NvSciBufAttrListFree(copy);
        }
    } else {
        status = NvSciBufAttrListIpcExportUnreconciled(&list, 1U, row->endpoint, bytes, size);
    }
    return status;
}

/** Sends what consumers can use. */
static NvSciError send_element(Sender sender)
{
    StreamIpc *const row = sender.row;
    NvSciError status = NOTHING;

    for (uint32_t i = 0U; (i < sender.segment->consumers) && (status == NOTHING); i++) {
        const uint32_t number = SIDE_CONSUMER_0 + i;
        const StreamSide *const side = &sender.segment->sides[number];

        if (side->is_present && ((side->marks & DONE_ELEMENT_EXPORT) != 0U) &&
            (row->elements[number] < side->elements.count)) {
            const StreamElement *const element = &side->elements.rows[row->elements[number]];
            NvSciBufAttrList const list = element->list;
            LinkCursor cursor = link_begin(&row->out);
            void *bytes = NULL;
            size_t size = 0U;

            status = export_element(row, list, &bytes, &size);
            if (status == NvSciError_Success) {
                link_put_element(&cursor, i, element->type, bytes, (uint32_t)size);
                NvSciBufAttrListFreeDesc(bytes);
                status = finish_message(sender, MSG_ELEMENT, &cursor);
                row->elements[number]++;
            }
        }
    }
    return status;
}

/** Exports the reconciled list of an element of the packets. NotPermitted iff nobody at the other
 * end asked for it, which is no fault. */
static NvSciError export_reconciled(Sender sender, NvSciBufAttrList list, void **bytes,
                                    size_t *size)
{
    StreamIpc *const row = sender.row;
    NvSciError status = NvSciError_NotPermitted;

    if (sender.block->stage == BLOCK_LATE) {
        status = ipc_late_export_list(row, sender.segment, sender.block, row->layout, bytes, size);
    } else if (share_buf_list_knows(IPC_OP, list, row->endpoint)) {
        status = NvSciBufAttrListIpcExportReconciled(list, row->endpoint, bytes, size);
    } else {
        /* Nobody asked. */
    }
    return status;
}

/** Exports the list of an element of the packets. FORM_NONE: nobody at the other end asked for it.
 */
static NvSciError export_layout(Sender sender, uint32_t *form, void **bytes, size_t *size)
{
    const StreamIpc *const row = sender.row;
    const NvSciBufAttrList list = sender.segment->layout.rows[row->layout].list;
    bool is_reconciled = false;
    NvSciError status = NvSciError_Success;

    *form = FORM_NONE;
    if (list != NULL) {
        status = NvSciBufAttrListIsReconciled(list, &is_reconciled);
        if ((status == NvSciError_Success) && is_reconciled) {
            status = export_reconciled(sender, list, bytes, size);
            if (status == NvSciError_NotPermitted) {
                status = NvSciError_Success;
            } else {
                *form = FORM_RECONCILED;
            }
        } else if (status == NvSciError_Success) {
            *form = FORM_UNRECONCILED;
            status = NvSciBufAttrListIpcExportUnreconciled(&list, 1U, row->endpoint, bytes, size);
        } else {
            /* The list does not live. */
        }
    }
    return status;
}

/** Says whether all elements of the packets were sent, or came. */
static bool layout_is_known(Sender sender)
{
    return (!sender.row->is_source) ||
           (((sender.segment->pool_marks & DONE_ELEMENT_EXPORT) != 0U) &&
            (sender.row->layout >= sender.segment->layout.count));
}

/** Sends the elements of the packets, once it is known who lists them. */
static NvSciError send_layout(Sender sender)
{
    const StreamSegment *const segment = sender.segment;
    StreamIpc *const row = sender.row;
    uint32_t first = 0U;
    const uint32_t count = far_sides_of(sender, &first);
    NvSciError status = NOTHING;

    if (((segment->pool_marks & DONE_ELEMENT_EXPORT) != 0U) &&
        all_have(sender, first, count, DONE_ELEMENT_EXPORT) &&
        (row->layout < segment->layout.count)) {
        const StreamElement *const element = &segment->layout.rows[row->layout];
        LinkCursor cursor = link_begin(&row->out);
        uint64_t hidden = 0U;
        uint32_t form = FORM_NONE;
        void *bytes = NULL;
        size_t size = 0U;

        for (uint32_t i = 0U; i < count; i++) {
            if (((segment->sides[first + i].hidden >> row->layout) & 1U) == 1U) {
                hidden |= stream_bit(i);
            }
        }
        status = export_layout(sender, &form, &bytes, &size);
        if (status == NvSciError_Success) {
            link_put_layout(&cursor, row->layout, element->type, hidden, form, bytes,
                            (uint32_t)size);
            NvSciBufAttrListFreeDesc(bytes);
            status = finish_message(sender, MSG_LAYOUT, &cursor);
            row->layout++;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- packets */

/** Says whether a consumer at the other end uses an element. */
static bool is_used(Sender sender, uint32_t element)
{
    uint32_t first = 0U;
    const uint32_t count = far_sides_of(sender, &first);
    bool used = false;

    for (uint32_t i = first; i < (first + count); i++) {
        const StreamSide *const side = &sender.segment->sides[i];

        used =
            used || (side->is_present && ((((side->unused | side->hidden) >> element) & 1U) == 0U));
    }
    return used;
}

/** Oldest packet that is to be sent; false: there is none. */
static bool find_packet(Sender sender, uint32_t *packet)
{
    bool found = false;

    for (uint32_t link = sender.segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const at = &g_stream_packets[stream_row(link)];
        const PacketPlace place = at->place;
        const IpcPacketState state = sender.row->packets[at->number].state;

        if ((place != PACKET_BUILT) && (place != PACKET_DELETED) &&
            ((state == IPC_PACKET_UNKNOWN) || (state == IPC_PACKET_BUILT))) {
            *packet = stream_row(link);
            found = true;
        }
    }
    return found;
}

/** Sends the next buffer of a packet, or that there is none more.
 * @satisfies RF-STREAM-140 */
static NvSciError send_buffer(Sender sender, uint32_t packet)
{
    const StreamPacket *const from = &g_stream_packets[packet];
    IpcPacket *const to = &sender.row->packets[from->number];
    LinkCursor cursor = link_begin(&sender.row->out);
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = NOTHING;

    while ((to->buffers < sender.segment->layout.count) &&
           ((((from->inserted >> to->buffers) & 1U) == 0U) || (!is_used(sender, to->buffers)))) {
        to->buffers++;
    }
    to->local = stream_link(packet);
    if (to->buffers == sender.segment->layout.count) {
        link_put_offer(&cursor, from->number, to->generation);
        status = finish_message(sender, MSG_OFFER, &cursor);
        to->state = IPC_PACKET_KNOWN;
        to->buffers = 0U;
    } else if (ipc_parcels_are_full(IPC_OP, sender.row->endpoint)) {
        status = NvSciError_InsufficientResource;
    } else {
        const NvSciBufObj object = from->buffers[to->buffers];

        status = (sender.block->stage == BLOCK_LATE)
                     ? ipc_late_export_buffer(sender.row, sender.segment, sender.block, to->buffers,
                                              object, &bytes, &size)
                     : NvSciBufIpcExportAttrListAndObj(object, NvSciBufAccessPerm_Auto,
                                                       sender.row->endpoint, &bytes, &size);
        if (status == NvSciError_Success) {
            link_put_buffer(&cursor, from->number, to->buffers, bytes, (uint32_t)size);
            NvSciBufAttrListAndObjFreeDesc(bytes);
            status = finish_message(sender, MSG_BUFFER, &cursor);
            to->state = IPC_PACKET_BUILT;
            to->buffers++;
        }
    }
    return status;
}

/** Sends packets, once it is known which of their elements are used. */
static NvSciError send_packet(Sender sender)
{
    uint32_t first = 0U;
    const uint32_t count = far_sides_of(sender, &first);
    uint32_t packet = 0U;
    NvSciError status = NOTHING;

    if (all_have(sender, first, count, DONE_ELEMENT_IMPORT)) {
        const bool found = find_packet(sender, &packet);

        if (found) {
            status = send_buffer(sender, packet);
        }
    }
    return status;
}

/** Sends which packets were deleted. */
static NvSciError send_delete(Sender sender)
{
    NvSciError status = NOTHING;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_STREAM_PACKETS) && (status == NOTHING); i++) {
        IpcPacket *const packet = &sender.row->packets[i];

        if (packet->state == IPC_PACKET_GONE) {
            LinkCursor cursor = link_begin(&sender.row->out);

            link_put_delete(&cursor, i);
            status = finish_message(sender, MSG_DELETE, &cursor);
            packet->state = IPC_PACKET_UNKNOWN;
            packet->buffers = 0U;
            packet->generation++;
        }
    }
    return status;
}

/** Sends an answer for a packet that was not sent. */
static NvSciError send_answer(Sender sender, uint32_t number, const StreamPacket *packet)
{
    IpcPacket *const known = &sender.row->packets[number];
    NvSciError status = NOTHING;

    for (uint32_t i = 0U; (i < sender.segment->consumers) && (status == NOTHING); i++) {
        const uint64_t bit = stream_bit(SIDE_CONSUMER_0 + i);

        if (sender.segment->sides[SIDE_CONSUMER_0 + i].is_present &&
            ((packet->answered & bit) != 0U) && ((known->answers & bit) == 0U)) {
            LinkCursor cursor = link_begin(&sender.row->out);

            link_put_status(&cursor, i, number, known->generation,
                            (uint32_t)packet->answers[SIDE_CONSUMER_0 + i]);
            status = finish_message(sender, MSG_STATUS, &cursor);
            known->answers |= bit;
        }
    }
    return status;
}

/** Sends answers for packets. */
static NvSciError send_status(Sender sender)
{
    NvSciError status = NOTHING;

    for (uint32_t link = sender.segment->packets; (link != STREAM_NONE) && (status == NOTHING);
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if ((packet->place != PACKET_BUILT) && (packet->place != PACKET_DELETED)) {
            status = send_answer(sender, sender.row->numbers[stream_row(link)], packet);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- sync objects */

/** Says whether an endpoint is one that setup is gone through for: all at first, then late ones. */
static bool is_asked_for(Sender sender, uint32_t side)
{
    return (sender.row->round == 0U) ||
           ((sender.row->round & stream_bit(side - SIDE_CONSUMER_0)) != 0U);
}

/** First consumer that uses an element, of those that setup is gone through for; the producer on
 * the way down. False: nobody does. At first who waits between may be alone. */
static bool find_waiter(Sender sender, uint32_t element, uint32_t *number)
{
    uint32_t first = 0U;
    const uint32_t count = sides_of(sender, &first);
    bool is_found = sender.row->is_source;

    *number = 0U;
    for (uint32_t i = first; (i < (first + count)) && (!is_found); i++) {
        const StreamSide *const side = &sender.segment->sides[i];

        if (side->is_present && is_asked_for(sender, i) &&
            ((((side->unused | side->hidden) >> element) & 1U) == 0U)) {
            *number = i - first;
            is_found = true;
        }
    }
    return is_found || (sender.row->round == 0U);
}

/** Sends a list of what those who wait for an element need, in the name of one of them. */
static NvSciError send_waiter_list(Sender sender, uint32_t number, uint32_t element,
                                   NvSciSyncAttrList list)
{
    LinkCursor cursor = link_begin(&sender.row->out);
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status =
        NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, sender.row->endpoint, &bytes, &size);

    if (status == NvSciError_Success) {
        link_put_waiter(&cursor, number, element, bytes, (uint32_t)size);
        NvSciSyncAttrListFreeDesc(bytes);
        status = finish_message(sender, MSG_WAITER, &cursor);
    }
    return status;
}

/** Sends what those on this side that wait for an element need together. */
static NvSciError send_waiters_of(Sender sender, uint32_t element)
{
    const uint64_t round = (sender.row->round == 0U) ? SYNC_OF_ALL : sender.row->round;
    NvSciSyncAttrList list = NULL;
    uint32_t number = 0U;
    NvSciError status = NOTHING;

    if (find_waiter(sender, element, &number)) {
        status = sync_combine(sender.segment, sender.block, sender.row->is_source ? 0U : round,
                              element, &list);
    }
    if ((status == NvSciError_Success) && (list == NULL)) {
        status = NOTHING;
    } else if (status == NvSciError_Success) {
        status = send_waiter_list(sender, number, element, list);
        NvSciSyncAttrListFree(list);
    } else {
        /* Nobody waits, or it cannot be sent. */
    }
    return status;
}

/** Sends what those on this side who wait need. */
static NvSciError send_waiter(Sender sender)
{
    StreamIpc *const row = sender.row;
    uint32_t first = 0U;
    const uint32_t count = sides_of(sender, &first);
    NvSciError status = NOTHING;

    if ((!row->waiters_sent) && layout_is_known(sender) &&
        all_have(sender, first, count, DONE_WAITER_EXPORT)) {
        while ((row->waiters < sender.segment->layout.count) && (status == NOTHING)) {
            status = send_waiters_of(sender, row->waiters);
            row->waiters++;
        }
        row->waiters_sent = (row->waiters >= sender.segment->layout.count);
    }
    return status;
}

/** Says whether somebody at the other end waits for an element, and is among those for whom the
 * object was made: a block there may wait for an element that no consumer behind it uses. */
static bool is_waited_for(Sender sender, uint32_t element)
{
    uint32_t first = 0U;
    const uint32_t count = far_sides_of(sender, &first);
    bool awaited = false;

    for (uint32_t i = first; i < (first + count); i++) {
        const StreamSide *const side = &sender.segment->sides[i];
        const bool uses = (((side->unused | side->hidden) >> element) & 1U) == 0U;

        awaited = awaited || (uses && (side->waiters[element] != NULL));
    }
    return awaited;
}

/** Sends the object that an endpoint signals for an element. */
static NvSciError send_object(Sender sender, uint32_t number, uint32_t element, NvSciSyncObj object)
{
    StreamIpc *const row = sender.row;
    uint32_t first = 0U;
    LinkCursor cursor = link_begin(&row->out);
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = NvSciError_Success;

    (void)sides_of(sender, &first);
    if (ipc_parcels_are_full(IPC_OP, row->endpoint)) {
        status = NvSciError_InsufficientResource;
    } else if (row->is_source && ((sender.block->stage == BLOCK_LATE) || row->is_joined)) {
        status = ipc_late_export_signal(row, sender.segment, sender.block, element, object, &bytes,
                                        &size);
    } else {
        status = NvSciSyncIpcExportAttrListAndObj(object, NvSciSyncAccessPerm_WaitOnly,
                                                  row->endpoint, &bytes, &size);
    }
    if (status == NvSciError_Success) {
        link_put_signal(&cursor, number - first, element, bytes, (uint32_t)size);
        NvSciSyncAttrListAndObjFreeDesc(bytes);
        status = finish_message(sender, MSG_SIGNAL, &cursor);
        row->shared[number] |= 1U << element;
    }
    return status;
}

/** Says whether an endpoint is there, and has set what it signals. */
static bool signals_are_set(const StreamSide *side)
{
    return side->is_present && ((side->marks & DONE_SIGNAL_EXPORT) != 0U);
}

/** Says whether an endpoint signals an element, somebody at the other end waits for that, and it
 * was not sent. */
static bool is_to_share(Sender sender, uint32_t number, uint32_t element)
{
    return (sender.segment->sides[number].signals[element] != NULL) &&
           (((sender.row->shared[number] >> element) & 1U) == 0U) && is_waited_for(sender, element);
}

/** Sends the objects that endpoints signal, as far as somebody waits for them, once that is known.
 */
static NvSciError send_signal(Sender sender)
{
    StreamIpc *const row = sender.row;
    uint32_t first = 0U;
    uint32_t far = 0U;
    const uint32_t count = sides_of(sender, &first);
    const uint32_t far_count = far_sides_of(sender, &far);
    uint32_t left = count;
    NvSciError status = NOTHING;

    if (!all_have(sender, far, far_count, DONE_WAITER_EXPORT)) {
        left = 0U;
    }
    for (uint32_t i = first; (i < (first + left)) && (status == NOTHING); i++) {
        const StreamSide *const side = &sender.segment->sides[i];

        while (signals_are_set(side) && (status == NOTHING) &&
               (row->signals[i] < sender.segment->layout.count)) {
            const uint32_t element = row->signals[i];
            NvSciSyncObj const object = side->signals[element];

            if (is_to_share(sender, i, element)) {
                status = send_object(sender, i, element, object);
            }
            if (status != NvSciError_InsufficientResource) {
                row->signals[i]++;
            }
        }
    }
    return status;
}

/* ---------------------------------------------------------------- marks */

/** Marks of an endpoint, as far as what they speak of was sent. A producer that goes on with late
 * consumers has some of them again; who was told of them knows them. */
static uint32_t marks_of(Sender sender, uint32_t number)
{
    uint32_t marks = sender.segment->sides[number].marks;

    if ((!sender.row->waiters_sent) && (!sender.row->is_chip)) {
        marks &= ~DONE_WAITER_EXPORT;
    }
    if ((!sender.row->is_chip) && (sender.row->signals[number] < sender.segment->layout.count)) {
        marks &= ~DONE_SIGNAL_EXPORT;
    }
    marks &= ~chip_withheld(sender.row, sender.segment);
    return marks | sender.row->marks[number];
}

/** Marks of the pool. Those of packets follow all packets; who was told of them knows them. */
static uint32_t pool_marks_of(Sender sender)
{
    uint32_t marks = 0U;
    uint32_t packet = 0U;
    uint32_t first = 0U;
    const uint32_t count = far_sides_of(sender, &first);
    const bool is_left = find_packet(sender, &packet);

    if (sender.row->is_source) {
        marks = sender.segment->pool_marks & ipc_pool_marks(sender.row);
    }
    if (!layout_is_known(sender)) {
        marks &= ~DONE_ELEMENT_EXPORT;
    }
    if ((!all_have(sender, first, count, DONE_ELEMENT_IMPORT)) || is_left) {
        marks &= ~(DONE_PACKET_EXPORT | DONE_PACKET_IMPORT);
    }
    return marks | sender.row->pool_marks;
}

/** Sends marks. */
static NvSciError send_marks(Sender sender)
{
    StreamIpc *const row = sender.row;
    const uint32_t pool = pool_marks_of(sender);
    uint32_t first = 0U;
    const uint32_t count = sides_of(sender, &first);
    NvSciError status = NOTHING;

    for (uint32_t i = first; (i < (first + count)) && (status == NOTHING); i++) {
        const uint32_t marks = marks_of(sender, i);

        if (sender.segment->sides[i].is_present &&
            ((marks != row->marks[i]) || (pool != row->pool_marks))) {
            LinkCursor cursor = link_begin(&row->out);

            link_put_marks(&cursor, i - first, marks, pool, sender.segment->sides[i].unused);
            status = finish_message(sender, MSG_MARKS, &cursor);
            row->marks[i] = marks;
            row->pool_marks = pool;
        }
    }
    return status;
}

/** Sends that setup is complete. */
static NvSciError send_ready(Sender sender)
{
    NvSciError status = NOTHING;

    if ((sender.segment->stage >= SEGMENT_READY) && (sender.block->stage != BLOCK_LATE) &&
        (!sender.row->is_joined) && ((sender.row->progress & LINK_READY) == 0U)) {
        const LinkCursor cursor = link_begin(&sender.row->out);

        status = finish_message(sender, MSG_READY, &cursor);
        sender.row->progress |= ipc_is_ready(sender.row);
    }
    return status;
}

/* ---------------------------------------------------------------- payloads */

/** Puts a fence into a message. */
static NvSciError put_fence(LinkCursor *cursor, const NvSciSyncFence *fence, uint64_t identity)
{
    ShareFence packed = {{0U, 0U, 0U, 0U, 0U}};
    const NvSciError status = share_pack_fence(IPC_OP, fence, identity, &packed);

    for (uint32_t i = 0U; i < SHARE_FENCE_WORDS; i++) {
        link_put64(cursor, packed.words[i]);
    }
    return status;
}

/** Puts the fences of an endpoint whose objects the other end has into a message.
 * @satisfies RF-STREAM-141 */
static NvSciError put_fences(Sender sender, LinkCursor *cursor, const StreamPacket *packet,
                             uint32_t side)
{
    uint32_t left = 0U;
    uint32_t e = 0U;
    uint64_t identity = 0U;
    NvSciError status = NvSciError_Success;

    if ((packet->fenced & stream_bit(side)) != 0U) {
        left = packet->fences[side].set & sender.row->shared[side];
    }
    link_put32(cursor, left);
    if (left != 0U) {
        status = share_endpoint(IPC_OP, sender.row->endpoint, &identity);
    }
    while ((left != 0U) && (status == NvSciError_Success)) {
        if ((left & 1U) == 1U) {
            status = put_fence(cursor, &packet->fences[side].fences[e], identity);
        }
        left >>= 1U;
        e++;
    }
    return status;
}

/** Sends the first payload of the queue downstream. */
static NvSciError send_payload(Sender sender)
{
    StreamBlock *const block = sender.block;
    NvSciError status = NOTHING;

    if ((block->queue.count > 0U) && ((sender.row->progress & LINK_FLOWS) != 0U)) {
        const uint32_t packet = queue_take(&block->queue, block->first_consumer);
        LinkCursor cursor = link_begin(&sender.row->out);

        link_put_payload(&cursor, g_stream_packets[packet].number);
        status = put_fences(sender, &cursor, &g_stream_packets[packet], SIDE_PRODUCER);
        g_stream_packets[packet].held |= block->leaves;
        if (status == NvSciError_Success) {
            status = finish_message(sender, MSG_PAYLOAD, &cursor);
        }
        if (block->cut && (block->queue.count == 0U)) {
            stream_tell(block);
        }
    }
    return status;
}

/** Sends the first packet that is to go back upstream. */
static NvSciError send_return(Sender sender)
{
    StreamSegment *const segment = sender.segment;
    NvSciError status = NOTHING;

    if (segment->home.count > 0U) {
        const uint32_t packet = queue_take(&segment->home, 0U);
        LinkCursor cursor = link_begin(&sender.row->out);

        link_put_return(&cursor, sender.row->numbers[packet]);
        status = NvSciError_Success;
        for (uint32_t i = 0U; (i < segment->consumers) && (status == NvSciError_Success); i++) {
            status = put_fences(sender, &cursor, &g_stream_packets[packet], SIDE_CONSUMER_0 + i);
        }
        sender.row->packets[sender.row->numbers[packet]].state = IPC_PACKET_KNOWN;
        if (status == NvSciError_Success) {
            status = finish_message(sender, MSG_RETURN, &cursor);
        }
    }
    return status;
}

/** Says whether packets are still to come to a source from above; in DEINIT none does. */
static bool packets_come(Sender sender)
{
    const RingfencePhase phase = RingfenceCurrentPhase();
    bool come = false;

    if (feature_enabled(PORT_HAS_TASKS) && (phase != RINGFENCE_PHASE_DEINIT) &&
        (!stream_is_loose(sender.segment))) {
        come = waiter_keeps_from(sender.segment, sender.block);
    }
    return come;
}

/** Says whether something is still to follow: at a source what waits above it, at a destination
 * what blocks below it have. A block that ends now waits for nothing.
 * @satisfies RF-STREAM-077 RF-STREAM-210 */
static bool something_follows(Sender sender)
{
    bool follows = false;

    if (!sender.row->ends_now) {
        follows = sender.row->is_source ? packets_come(sender) : ipc_has_packets(sender.row);
    }
    return follows;
}

/** Sends why late consumers do not come, or a stream ends that is not set up. Nothing else of setup
 * follows. */
static NvSciError send_reason(Sender sender)
{
    StreamIpc *const row = sender.row;
    NvSciError status = NOTHING;

    if ((row->reason != NvSciError_Success) && (!row->reason_sent)) {
        LinkCursor cursor = link_begin(&row->out);

        link_put_reason(&cursor, (uint32_t)row->reason, row->why, row->what.key, row->what.asked,
                        row->what.has);
        status = finish_message(sender, MSG_REASON, &cursor);
        row->reason_sent = true;
    }
    return status;
}

/** Sends that nothing follows. */
static NvSciError send_end(Sender sender)
{
    NvSciError status = NOTHING;
    bool is_due = sender.block->cut && (!sender.row->end_sent);

    if (is_due) {
        is_due = !something_follows(sender);
    }
    if (is_due) {
        const LinkCursor cursor = link_begin(&sender.row->out);

        status = finish_message(sender, MSG_END, &cursor);
        sender.row->end_sent = true;
    }
    return status;
}

/* ---------------------------------------------------------------- the order */

/* Steps of setup. */
#define STEP_INFO          0U
#define STEP_COMPLETE_LINK 1U
#define STEP_JOINS         2U
#define STEP_ELEMENTS      3U
#define STEP_DELETES       4U
#define STEP_PACKETS       5U
#define STEP_WAITERS       6U
#define STEP_SIGNALS       7U
#define STEP_MARKS         8U
#define STEP_READY         9U
#define SEND_STEPS         10U

/** Takes a step of setup. */
static NvSciError take_step(Sender sender, uint32_t step)
{
    const bool is_source = sender.row->is_source;
    NvSciError status = NOTHING;

    switch (step) {
    case STEP_INFO:
        status = send_info(sender);
        break;
    case STEP_COMPLETE_LINK:
        status = is_source ? send_connected(sender) : send_complete(sender);
        break;
    case STEP_JOINS:
        status = ipc_join_next(sender.row, sender.segment);
        break;
    case STEP_ELEMENTS:
        status = is_source ? send_layout(sender) : send_element(sender);
        break;
    case STEP_DELETES:
        status = is_source ? send_delete(sender) : NOTHING;
        break;
    case STEP_PACKETS:
        status = is_source ? send_packet(sender) : send_status(sender);
        break;
    case STEP_WAITERS:
        status = send_waiter(sender);
        break;
    case STEP_SIGNALS:
        status = send_signal(sender);
        break;
    case STEP_MARKS:
        status = send_marks(sender);
        break;
    default:
        /* That setup is complete. */
        status = is_source ? send_ready(sender) : NOTHING;
        break;
    }
    return status;
}

/** Says whether a step is one across a memory boundary: packets and sync objects stay on their
 * side. */
static bool step_crosses(uint32_t step)
{
    return (step == STEP_INFO) || (step == STEP_COMPLETE_LINK) || (step == STEP_ELEMENTS) ||
           (step == STEP_MARKS) || (step == STEP_READY);
}

/** Says whether a step may be due. Before the whole stream is complete there is nothing but infos,
 * and that this part is; once it is set up there are deleted packets alone, and who comes late. */
static bool step_is_due(const StreamIpc *row, uint32_t step)
{
    bool is_due = (step <= STEP_COMPLETE_LINK);

    if (((row->progress & LINK_READY) != 0U) || row->is_held) {
        is_due = (step == STEP_DELETES) || (step == STEP_JOINS);
    } else if ((row->progress & LINK_CONNECTED) != 0U) {
        is_due = true;
    } else {
        /* The beginning. */
    }
    return is_due && ((!row->is_chip) || step_crosses(step));
}

/** What is due of setup. It stands apart from the way of payloads, which needs few registers. */
PORT_APART static NvSciError next_of_setup(Sender sender)
{
    NvSciError status = NOTHING;

    for (uint32_t i = 0U; (i < SEND_STEPS) && (status == NOTHING); i++) {
        if (step_is_due(sender.row, i)) {
            status = take_step(sender, i);
        }
    }
    if (status == NOTHING) {
        /* A question that waits for packets is asked later. */
        sender.row->is_dirty = (sender.row->joins != 0U);
    }
    return status;
}

/** Says whether setup may be spoken of. */
static bool may_set_up(Sender sender)
{
    return sender.row->is_dirty && (sender.row->reason == NvSciError_Success) &&
           (!stream_is_loose(sender.segment)) && (sender.segment->stage >= SEGMENT_NUMBERED) &&
           (sender.block->stage != BLOCK_APART) &&
           ((sender.segment->stage >= SEGMENT_READY) || (!sender.block->cut));
}

/** Sends a packet. */
static NvSciError send_packets(Sender sender)
{
    NvSciError status = NOTHING;

    if (sender.row->is_chip) {
        status = chip_next(sender.row, sender.segment, sender.block);
    } else if (sender.row->is_source) {
        status = send_payload(sender);
    } else {
        status = send_return(sender);
    }
    return status;
}

/** @satisfies RF-STREAM-132 */
NvSciError ipc_next(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    const Sender sender = {row, segment, block};
    NvSciError status = send_hello(sender);

    if ((status == NOTHING) && (!row->end_sent)) {
        const bool is_answered = ((row->progress & LINK_HELLO) != 0U);

        if (is_answered && may_set_up(sender)) {
            status = next_of_setup(sender);
        }
        if (is_answered && (status == NOTHING)) {
            status = send_packets(sender);
        }
        if (status == NOTHING) {
            status = send_reason(sender);
        }
        /* Who has said nothing yet is told of the end too. */
        if (status == NOTHING) {
            status = send_end(sender);
        }
    }
    return status;
}
