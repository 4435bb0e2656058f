/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Setup of a producer or consumer: it says what its engine needs, takes the packets, and exchanges
 * sync objects with the other side.
 */
#include "check.h"
#include "stream_parts.h"

/** Bytes of the element that has a frame's number: one line of a cache. */
#define NUMBER_BYTES 64U
/** Ends of an engine at most: its inputs and its output. */
#define ENGINE_ENDS (INPUTS + 1U)

/** Makes a list of what an end needs of the element that has a frame's number. */
static NvSciError make_number_list(const End *end, NvSciBufModule module, NvSciBufAttrList *list)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = NUMBER_BYTES;
    const uint64_t alignment = NUMBER_BYTES;
    const bool yes = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &end->port->perm, sizeof(end->port->perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &alignment, sizeof(alignment)},
    };

    return engine_list_of(end->engine->name, module, pairs, sizeof(pairs) / sizeof(pairs[0]), list);
}

/** Connected: says which elements the end has or wants. */
static NvSciError offer(const Streams *streams, const End *end)
{
    const char *const who = end->engine->name;
    const NvSciBufModule module = streams->machine.buf_module;
    NvSciBufAttrList lists[ELEMENTS] = {NULL, NULL};
    NvSciError status =
        engine_buffer_list(end->engine, end->port, &streams->size, module, &lists[ELEMENT_PICTURE]);

    if (status == NvSciError_Success) {
        status = make_number_list(end, module, &lists[ELEMENT_NUMBER]);
    }
    for (uint32_t i = 0U; (i < ELEMENTS) && (status == NvSciError_Success); i++) {
        status = check_call(NvSciStreamBlockElementAttrSet(end->block, i, lists[i]), who,
                            "NvSciStreamBlockElementAttrSet");
    }
    if (status == NvSciError_Success) {
        status = stream_mark(who, end->block, NvSciStreamSetup_ElementExport);
    }
    for (uint32_t i = 0U; i < ELEMENTS; i++) {
        NvSciBufAttrListFree(lists[i]);
    }
    return status;
}

/** Elements: takes them as they are, and says what the engine needs to wait for the picture. */
static NvSciError take_elements(const Streams *streams, const End *end)
{
    const char *const who = end->engine->name;
    NvSciSyncAttrList list = NULL;
    NvSciError status = stream_mark(who, end->block, NvSciStreamSetup_ElementImport);

    if (status == NvSciError_Success) {
        status = engine_wait_list(end->engine, streams->machine.sync_module, &list);
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciStreamBlockElementWaiterAttrSet(end->block, ELEMENT_PICTURE, list),
                            who, "NvSciStreamBlockElementWaiterAttrSet");
    }
    if (status == NvSciError_Success) {
        status = stream_mark(who, end->block, NvSciStreamSetup_WaiterAttrExport);
    }
    NvSciSyncAttrListFree(list);
    return status;
}

/** Takes a packet's picture. */
static NvSciError take_picture(const End *end, uint32_t place)
{
    NvSciBufObj buffer = NULL;
    NvSciError status = check_call(
        NvSciStreamBlockPacketBufferGet(end->block, end->packet[place], ELEMENT_PICTURE, &buffer),
        end->engine->name, "NvSciStreamBlockPacketBufferGet");

    if (status == NvSciError_Success) {
        status = engine_attach_buffer(end->engine, end->port, place, buffer);
        NvSciBufObjFree(buffer);
    }
    return status;
}

/** Takes the place of a packet where the frame's number is. */
static NvSciError take_number(End *end, uint32_t place)
{
    const char *const who = end->engine->name;
    NvSciBufObj buffer = NULL;
    const void *read = NULL;
    void *write = NULL;
    NvSciError status = check_call(
        NvSciStreamBlockPacketBufferGet(end->block, end->packet[place], ELEMENT_NUMBER, &buffer),
        who, "NvSciStreamBlockPacketBufferGet");

    if (status == NvSciError_Success) {
        if (end->writes) {
            status = check_call(NvSciBufObjGetCpuPtr(buffer, &write), who, "NvSciBufObjGetCpuPtr");
        } else {
            status = check_call(NvSciBufObjGetConstCpuPtr(buffer, &read), who,
                                "NvSciBufObjGetConstCpuPtr");
        }
        end->number_to_write[place] = write;
        end->number[place] = read;
        /* The packet keeps the memory. */
        NvSciBufObjFree(buffer);
    }
    return status;
}

/** PacketCreate: takes a packet. */
static NvSciError take_packet(End *end)
{
    const uint32_t place = end->packets;
    const char *const who = end->engine->name;
    NvSciError status = NvSciError_Overflow;

    if (place < PACKETS) {
        status = check_call(NvSciStreamBlockPacketNewHandleGet(end->block, &end->packet[place]),
                            who, "NvSciStreamBlockPacketNewHandleGet");
    }
    if (status == NvSciError_Success) {
        status = take_picture(end, place);
    }
    if (status == NvSciError_Success) {
        status = take_number(end, place);
    }
    if (status == NvSciError_Success) {
        end->packets += 1U;
        status = check_call(NvSciStreamBlockPacketStatusSet(end->block, end->packet[place],
                                                            end->packets, NvSciError_Success),
                            who, "NvSciStreamBlockPacketStatusSet");
    }
    return status;
}

/** Finds the ends of an engine. All are in this process, as it is. */
static uint32_t ends_of(Streams *streams, const Engine *engine, End *ends[ENGINE_ENDS])
{
    uint32_t count = 0U;

    for (uint32_t l = 0U; l < LINKS; l++) {
        for (uint32_t e = 0U; e < ENDS; e++) {
            End *const end = &streams->hop[l].end[e];

            if ((end->engine == engine) && (count < ENGINE_ENDS)) {
                ends[count] = end;
                count += 1U;
            }
        }
    }
    return count;
}

/** Makes the sync object that an engine signals, for all who wait at the other sides of its ends.
 */
static NvSciError make_sync(const Streams *streams, Engine *engine, End *const ends[ENGINE_ENDS],
                            uint32_t count)
{
    NvSciSyncAttrList lists[1U + ENGINE_ENDS] = {NULL};
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciError status = engine_signal_list(engine, streams->machine.sync_module, &lists[0]);

    for (uint32_t i = 0U; i < count; i++) {
        lists[1U + i] = ends[i]->waiters;
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListReconcile(lists, 1U + (size_t)count, &reconciled, &conflict);
        status = check_sync_reconcile(status, engine->name, conflict);
    }
    if (status == NvSciError_Success) {
        status =
            check_call(NvSciSyncObjAlloc(reconciled, &object), engine->name, "NvSciSyncObjAlloc");
        NvSciSyncAttrListFree(reconciled);
    }
    if (status == NvSciError_Success) {
        engine_attach_sync(engine, object);
        status = engine_attach_signaler(engine, engine->self, object);
    }
    NvSciSyncAttrListFree(lists[0]);
    return status;
}

/** Gives an engine's sync object to the other side of one of its ends. */
static NvSciError give_sync(const End *end)
{
    const char *const who = end->engine->name;
    NvSciError status = NvSciError_Success;

    if (!end->watches) {
        status = check_call(
            NvSciStreamBlockElementSignalObjSet(end->block, ELEMENT_PICTURE, end->engine->done),
            who, "NvSciStreamBlockElementSignalObjSet");
    }
    if (status == NvSciError_Success) {
        status = stream_mark(who, end->block, NvSciStreamSetup_SignalObjExport);
    }
    return status;
}

/**
 * WaiterAttr: keeps what the other side waits with. When all ends of the engine have that, there
 * is one sync object for all of them. Who watches has none: it is done when it releases.
 */
static NvSciError take_waiters(Streams *streams, End *end)
{
    const char *const who = end->engine->name;
    End *ends[ENGINE_ENDS] = {NULL};
    const uint32_t count = ends_of(streams, end->engine, ends);
    bool complete = true;
    NvSciError status =
        check_call(NvSciStreamBlockElementWaiterAttrGet(end->block, ELEMENT_PICTURE, &end->waiters),
                   who, "NvSciStreamBlockElementWaiterAttrGet");

    if (status == NvSciError_Success) {
        status = stream_mark(who, end->block, NvSciStreamSetup_WaiterAttrImport);
    }
    end->asked = true;
    for (uint32_t i = 0U; i < count; i++) {
        complete = complete && ends[i]->asked;
    }
    if (complete && (status == NvSciError_Success) && (!end->watches)) {
        status = make_sync(streams, end->engine, ends, count);
    }
    for (uint32_t i = 0U; complete && (i < count) && (status == NvSciError_Success); i++) {
        status = give_sync(ends[i]);
    }
    return status;
}

/** Tells a device of one that signals for it; others find what they wait for in the fences. */
static NvSciError introduce(const End *end, uint32_t index, Stage other)
{
    NvSciSyncObj object = NULL;
    NvSciError status =
        check_call(NvSciStreamBlockElementSignalObjGet(end->block, index, ELEMENT_PICTURE, &object),
                   end->engine->name, "NvSciStreamBlockElementSignalObjGet");

    if ((status == NvSciError_Success) && (object != NULL)) {
        status = engine_attach_signaler(end->engine, (uint32_t)other, object);
        NvSciSyncObjFree(object);
    }
    return status;
}

/** SignalObj: the other side's sync objects are there. */
static NvSciError take_signals(const End *end)
{
    const uint32_t count = end->writes ? end->link->readers : 1U;
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = introduce(end, i, end->writes ? end->link->reader[i].stage : end->link->writer);
    }
    if (status == NvSciError_Success) {
        status = stream_mark(end->engine->name, end->block, NvSciStreamSetup_SignalObjImport);
    }
    return status;
}

NvSciError stream_end_event(Streams *streams, End *end, NvSciStreamEventType event)
{
    NvSciError status = NvSciError_Success;

    switch (event) {
    case NvSciStreamEventType_Connected:
        status = offer(streams, end);
        break;
    case NvSciStreamEventType_Elements:
        status = take_elements(streams, end);
        break;
    case NvSciStreamEventType_PacketCreate:
        status = take_packet(end);
        break;
    case NvSciStreamEventType_PacketsComplete:
        status = stream_mark(end->engine->name, end->block, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_WaiterAttr:
        status = take_waiters(streams, end);
        break;
    case NvSciStreamEventType_SignalObj:
        status = take_signals(end);
        break;
    case NvSciStreamEventType_SetupComplete:
        end->ready = true;
        break;
    default:
        status = stream_other_event(end->engine->name, end->block, event);
        break;
    }
    return status;
}
