/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Setup of a pool: it reconciles what the ends of its stream asked for, and makes the packets.
 */
#include "check.h"
#include "stream_parts.h"

/** Reads what one side wants of an element. */
static NvSciError get_wish(const char *who, NvSciStreamBlock pool, NvSciStreamBlockType side,
                           uint32_t element, NvSciBufAttrList *list)
{
    uint32_t type = ELEMENTS;
    NvSciError status = check_call(NvSciStreamBlockElementAttrGet(pool, side, element, &type, list),
                                   who, "NvSciStreamBlockElementAttrGet");

    if ((status == NvSciError_Success) && (type != element)) {
        check_say(who, "the elements are out of order");
        status = NvSciError_InconsistentData;
    }
    return status;
}

/** Reconciles what writer and readers want of an element. */
static NvSciError reconcile(const char *who, NvSciStreamBlock pool, uint32_t element,
                            NvSciBufAttrList *reconciled)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciError status = get_wish(who, pool, NvSciStreamBlockType_Producer, element, &lists[0]);

    if (status == NvSciError_Success) {
        status = get_wish(who, pool, NvSciStreamBlockType_Consumer, element, &lists[1]);
    }
    if (status == NvSciError_Success) {
        status = NvSciBufAttrListReconcile(lists, 2U, reconciled, &conflict);
        status = check_buf_reconcile(status, who, conflict);
    }
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    return status;
}

/** Gives a packet a buffer for an element. */
static NvSciError insert(const char *who, NvSciStreamBlock pool, NvSciStreamPacket packet,
                         uint32_t element, NvSciBufAttrList list)
{
    NvSciBufObj buffer = NULL;
    NvSciError status = check_call(NvSciBufObjAlloc(list, &buffer), who, "NvSciBufObjAlloc");

    if (status == NvSciError_Success) {
        status = check_call(NvSciStreamPoolPacketInsertBuffer(pool, packet, element, buffer), who,
                            "NvSciStreamPoolPacketInsertBuffer");
        /* The packet has its own reference. */
        NvSciBufObjFree(buffer);
    }
    return status;
}

/** Makes the packets. */
static NvSciError make_packets(Hop *hop, const NvSciBufAttrList lists[ELEMENTS])
{
    const End *const writer = &hop->end[0];
    const char *const who = writer->engine->name;
    NvSciError status = NvSciError_Success;

    for (uint32_t p = 0U; (p < PACKETS) && (status == NvSciError_Success); p++) {
        status = check_call(
            NvSciStreamPoolPacketCreate(writer->keeper, (NvSciStreamCookie)p + 1U, &hop->made[p]),
            who, "NvSciStreamPoolPacketCreate");
        for (uint32_t i = 0U; (i < ELEMENTS) && (status == NvSciError_Success); i++) {
            status = insert(who, writer->keeper, hop->made[p], i, lists[i]);
        }
        if (status == NvSciError_Success) {
            status = check_call(NvSciStreamPoolPacketComplete(writer->keeper, hop->made[p]), who,
                                "NvSciStreamPoolPacketComplete");
        }
    }
    return status;
}

/** Reads the wishes and says what packets are made of. */
static NvSciError list_elements(const char *who, NvSciStreamBlock pool,
                                NvSciBufAttrList lists[ELEMENTS])
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < ELEMENTS) && (status == NvSciError_Success); i++) {
        status = reconcile(who, pool, i, &lists[i]);
    }
    if (status == NvSciError_Success) {
        status = stream_mark(who, pool, NvSciStreamSetup_ElementImport);
    }
    for (uint32_t i = 0U; (i < ELEMENTS) && (status == NvSciError_Success); i++) {
        status = check_call(NvSciStreamBlockElementAttrSet(pool, i, lists[i]), who,
                            "NvSciStreamBlockElementAttrSet");
    }
    if (status == NvSciError_Success) {
        status = stream_mark(who, pool, NvSciStreamSetup_ElementExport);
    }
    return status;
}

/** Elements: reconciles them and makes the packets. */
static NvSciError fill(Hop *hop)
{
    const End *const writer = &hop->end[0];
    const char *const who = writer->engine->name;
    NvSciBufAttrList lists[ELEMENTS] = {NULL, NULL};
    NvSciError status = list_elements(who, writer->keeper, lists);

    if (status == NvSciError_Success) {
        status = negotiate_bytes(lists[ELEMENT_PICTURE], &hop->layout->bytes);
    }
    if (status == NvSciError_Success) {
        status = make_packets(hop, lists);
    }
    if (status == NvSciError_Success) {
        status = stream_mark(who, writer->keeper, NvSciStreamSetup_PacketExport);
    }
    for (uint32_t i = 0U; i < ELEMENTS; i++) {
        NvSciBufAttrListFree(lists[i]);
    }
    return status;
}

/** PacketStatus, once for each packet: behind the last one, whether all ends took all packets. */
static NvSciError count_answer(Hop *hop)
{
    const End *const writer = &hop->end[0];
    const char *const who = writer->engine->name;
    NvSciError status = NvSciError_Success;

    hop->answers += 1U;
    for (uint32_t p = 0U;
         (p < PACKETS) && (hop->answers == PACKETS) && (status == NvSciError_Success); p++) {
        bool taken = false;

        status =
            check_call(NvSciStreamPoolPacketStatusAcceptGet(writer->keeper, hop->made[p], &taken),
                       who, "NvSciStreamPoolPacketStatusAcceptGet");
        if ((status == NvSciError_Success) && (!taken)) {
            check_say(who, "a packet was not taken");
            status = NvSciError_InconsistentData;
        }
    }
    if ((hop->answers == PACKETS) && (status == NvSciError_Success)) {
        status = stream_mark(who, writer->keeper, NvSciStreamSetup_PacketImport);
    }
    return status;
}

NvSciError stream_pool_event(Hop *hop, NvSciStreamEventType event)
{
    NvSciError status = NvSciError_Success;

    switch (event) {
    case NvSciStreamEventType_Connected:
        /* The ends speak first. */
        break;
    case NvSciStreamEventType_Elements:
        status = fill(hop);
        break;
    case NvSciStreamEventType_PacketStatus:
        status = count_answer(hop);
        break;
    case NvSciStreamEventType_SetupComplete:
        hop->pool_ready = true;
        break;
    default:
        status = stream_other_event(hop->end[0].engine->name, hop->end[0].keeper, event);
        break;
    }
    return status;
}
