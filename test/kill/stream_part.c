/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_part.h"

#include <stdio.h>

#include "ringfence.h"

/** Type of the only element, and its index. */
#define PICTURE 7U
#define ELEMENT 0U
/** Bytes of a buffer, and its words. */
#define BUFFER_BYTES 4096U
#define LAST_WORD    ((BUFFER_BYTES / sizeof(uint64_t)) - 1U)
/** Microseconds that a wait may take at most. */
#define WAIT_US 30000000

void part_wrong(Part *part, const char *call, NvSciError status)
{
    RingfenceFault fault = {0};

    (void)RingfenceGetLastFault(&fault);
    (void)fprintf(stderr, "kill: role %d: %s: %s; last fault: %s\n", (int)part->role, call,
                  RingfenceErrorName(status), fault.text);
    part->end = END_WRONG;
}

bool part_did(Part *part, const char *call, NvSciError status)
{
    if (status != NvSciError_Success) {
        part_wrong(part, call, status);
    }
    return (status == NvSciError_Success);
}

#define DO(part, call) ((void)part_did(part, #call, call))

/* ---------------------------------------------------------------- lists */

static NvSciBufAttrList list_buffer(Part *part, const Player *player)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BUFFER_BYTES;
    const uint64_t align = 64U;
    const bool cpu = true;
    const NvSciBufAttrValAccessPerm perm =
        (player == &part->producer) ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    DO(part, NvSciBufAttrListCreate(part->bufs, &list));
    DO(part, NvSciBufAttrListSetAttrs(list, pairs, 5U));
    return list;
}

static NvSciSyncAttrList list_sync(Part *part, NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    DO(part, NvSciSyncAttrListCreate(part->syncs, &list));
    DO(part, NvSciSyncAttrListSetAttrs(list, pairs, 2U));
    return list;
}

/* ---------------------------------------------------------------- setup */

static void mark(Part *part, const Seen *seen, NvSciStreamSetup group)
{
    DO(part, NvSciStreamBlockSetupStatusSet(seen->block, group, true));
}

static void offer_element(Part *part, const Player *player)
{
    const NvSciBufAttrList list = list_buffer(part, player);

    DO(part, NvSciStreamBlockElementAttrSet(player->seen->block, PICTURE, list));
    mark(part, player->seen, NvSciStreamSetup_ElementExport);
    NvSciBufAttrListFree(list);
}

static void make_packet(Part *part, uint32_t number, NvSciBufAttrList made)
{
    const NvSciStreamBlock pool = part->pool->block;
    NvSciBufObj buffer = NULL;

    DO(part, NvSciStreamPoolPacketCreate(pool, number + 1U, &part->made[number]));
    DO(part, NvSciBufObjAlloc(made, &buffer));
    DO(part, NvSciStreamPoolPacketInsertBuffer(pool, part->made[number], ELEMENT, buffer));
    DO(part, NvSciStreamPoolPacketComplete(pool, part->made[number]));
    NvSciBufObjFree(buffer);
}

static void fill_pool(Part *part)
{
    const NvSciStreamBlock pool = part->pool->block;
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList made = NULL;
    NvSciBufAttrList conflict = NULL;

    DO(part, NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Producer, ELEMENT, NULL,
                                            &lists[0]));
    DO(part, NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Consumer, ELEMENT, NULL,
                                            &lists[1]));
    mark(part, part->pool, NvSciStreamSetup_ElementImport);
    DO(part, NvSciBufAttrListReconcile(lists, 2U, &made, &conflict));
    DO(part, NvSciStreamBlockElementAttrSet(pool, PICTURE, made));
    mark(part, part->pool, NvSciStreamSetup_ElementExport);
    for (uint32_t p = 0U; p < PACKETS; p++) {
        make_packet(part, p, made);
    }
    mark(part, part->pool, NvSciStreamSetup_PacketExport);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(made);
}

static void check_status(Part *part)
{
    part->statuses++;
    if (part->statuses == PACKETS) {
        for (uint32_t p = 0U; p < PACKETS; p++) {
            bool accepted = false;

            DO(part,
               NvSciStreamPoolPacketStatusAcceptGet(part->pool->block, part->made[p], &accepted));
            if (!accepted) {
                part_wrong(part, "status", NvSciError_InconsistentData);
            }
        }
        mark(part, part->pool, NvSciStreamSetup_PacketImport);
    }
}

static void take_elements(Part *part, const Player *player)
{
    const NvSciSyncAttrList list = list_sync(part, NvSciSyncAccessPerm_WaitOnly);

    mark(part, player->seen, NvSciStreamSetup_ElementImport);
    DO(part, NvSciStreamBlockElementWaiterAttrSet(player->seen->block, ELEMENT, list));
    mark(part, player->seen, NvSciStreamSetup_WaiterAttrExport);
    NvSciSyncAttrListFree(list);
}

static void take_packet(Part *part, Player *player)
{
    const NvSciStreamBlock block = player->seen->block;
    const uint32_t number = player->taken % PACKETS;
    NvSciBufObj buffer = NULL;
    const void *memory = NULL;
    void *drawn = NULL;

    DO(part, NvSciStreamBlockPacketNewHandleGet(block, &player->packets[number]));
    DO(part, NvSciStreamBlockPacketBufferGet(block, player->packets[number], ELEMENT, &buffer));
    if (player == &part->producer) {
        DO(part, NvSciBufObjGetCpuPtr(buffer, &drawn));
    } else {
        DO(part, NvSciBufObjGetConstCpuPtr(buffer, &memory));
        drawn = (void *)(uintptr_t)memory;
    }
    player->memory[number] = drawn;
    NvSciBufObjFree(buffer);
    player->taken++;
    DO(part, NvSciStreamBlockPacketStatusSet(block, player->packets[number], player->taken,
                                             NvSciError_Success));
}

/** What a late consumer needs: the player's object stays as it is. */
static void take_late_waiter(Part *part, const Player *player)
{
    NvSciSyncAttrList list = NULL;

    DO(part, NvSciStreamBlockElementWaiterAttrGet(player->seen->block, ELEMENT, &list));
    mark(part, player->seen, NvSciStreamSetup_WaiterAttrImport);
    NvSciSyncAttrListFree(list);
}

static void make_signal(Part *part, Player *player)
{
    const NvSciStreamBlock block = player->seen->block;
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;

    DO(part, NvSciStreamBlockElementWaiterAttrGet(block, ELEMENT, &lists[0]));
    mark(part, player->seen, NvSciStreamSetup_WaiterAttrImport);
    lists[1] = list_sync(part, NvSciSyncAccessPerm_SignalOnly);
    DO(part, NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &player->signal, &conflict));
    DO(part, NvSciStreamBlockElementSignalObjSet(block, ELEMENT, player->signal));
    mark(part, player->seen, NvSciStreamSetup_SignalObjExport);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(conflict);
}

/* ---------------------------------------------------------------- payloads */

/** Waits for the fence that an endpoint left. False: its process is gone. */
static bool wait_for(Part *part, const Player *player, uint32_t packet, uint32_t of)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Success;

    status = NvSciStreamBlockPacketFenceGet(player->seen->block, player->packets[packet], of,
                                            ELEMENT, &fence);
    /* Of late consumers it is not known how many there are. */
    if ((status != NvSciError_IndexOutOfRange) || (part->fan == NULL)) {
        (void)part_did(part, "PacketFenceGet", status);
    }
    status = NvSciSyncFenceWait(&fence, part->context, WAIT_US);
    NvSciSyncFenceClear(&fence);
    if ((status != NvSciError_Success) && (status != NvSciError_NoSuchProcess)) {
        part_wrong(part, "FenceWait", status);
    }
    return status == NvSciError_Success;
}

/** Puts a fence into a packet: it is reached when the player signals next. */
static void promise(Part *part, const Player *player, uint32_t packet)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    DO(part, NvSciSyncObjGenerateFence(player->signal, &fence));
    DO(part, NvSciStreamBlockPacketFenceSet(player->seen->block, player->packets[packet], ELEMENT,
                                            &fence));
    NvSciSyncFenceClear(&fence);
}

/** Sends a packet, then draws into it; when all payloads were sent it keeps the packet. */
static void produce(Part *part, Player *player)
{
    NvSciStreamCookie cookie = 1U;
    uint32_t packet = 0U;

    DO(part, NvSciStreamProducerPacketGet(player->seen->block, &cookie));
    packet = (uint32_t)(cookie - 1U) % PACKETS;
    for (uint32_t i = 0U; i < part->all_consumers; i++) {
        (void)wait_for(part, player, packet, i);
    }
    if (player->payloads == PAYLOADS) {
        player->kept++;
    } else {
        promise(part, player, packet);
        DO(part, NvSciStreamProducerPacketPresent(player->seen->block, player->packets[packet]));
        player->payloads++;
        player->memory[packet][0] = player->payloads;
        player->memory[packet][LAST_WORD] = player->payloads;
        DO(part, NvSciSyncObjSignal(player->signal));
    }
}

/** Looks at a payload: the one that follows, or a later one. */
static void look(Part *part, Player *player, uint32_t packet)
{
    const uint64_t number = player->memory[packet][0];
    const bool follows =
        player->is_lossy ? (number > player->last) : (number == (player->last + 1U));

    if ((!follows) || (player->memory[packet][LAST_WORD] != number)) {
        part_wrong(part, "payload", NvSciError_InconsistentData);
    }
    player->last = number;
}

static void consume(Part *part, Player *player)
{
    NvSciStreamCookie cookie = 1U;
    uint32_t packet = 0U;

    DO(part, NvSciStreamConsumerPacketAcquire(player->seen->block, &cookie));
    packet = (uint32_t)(cookie - 1U) % PACKETS;
    if (wait_for(part, player, packet, 0U)) {
        look(part, player, packet);
    }
    player->payloads++;
    if (player->manner == MANNER_KEEPS) {
        player->kept++;
    } else {
        promise(part, player, packet);
        DO(part, NvSciStreamConsumerPacketRelease(player->seen->block, player->packets[packet]));
        if (player->manner == MANNER_RELEASES) {
            DO(part, NvSciSyncObjSignal(player->signal));
        }
    }
}

/* ---------------------------------------------------------------- events */

static void answer_as_player(Part *part, Player *player, NvSciStreamEventType event)
{
    switch (event) {
    case NvSciStreamEventType_Connected:
        if (player->taken == 0U) {
            offer_element(part, player);
        }
        break;
    case NvSciStreamEventType_Elements:
        take_elements(part, player);
        break;
    case NvSciStreamEventType_PacketCreate:
        take_packet(part, player);
        break;
    case NvSciStreamEventType_PacketsComplete:
        mark(part, player->seen, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_WaiterAttr:
        if (player->signal == NULL) {
            make_signal(part, player);
        } else {
            take_late_waiter(part, player);
        }
        break;
    case NvSciStreamEventType_SignalObj:
        mark(part, player->seen, NvSciStreamSetup_SignalObjImport);
        break;
    case NvSciStreamEventType_PacketReady:
        if ((player == &part->producer) && part->is_held) {
            part->held++;
        } else if (player == &part->producer) {
            produce(part, player);
        } else {
            consume(part, player);
        }
        break;
    default:
        /* Noted. */
        break;
    }
}

/** An error that no call returned: the other process is gone in the middle of something. */
static void fetch_error(Part *part, const Seen *seen)
{
    NvSciError error = NvSciError_Success;

    DO(part, NvSciStreamBlockErrorGet(seen->block, &error));
    if ((error != NvSciError_NoSuchProcess) && (error != NvSciError_ConnectionReset)) {
        part_wrong(part, "Error", error);
    }
}

static void note(Part *part, Seen *seen, NvSciStreamEventType event)
{
    seen->connected = seen->connected || (event == NvSciStreamEventType_Connected);
    seen->ready = seen->ready || (event == NvSciStreamEventType_SetupComplete);
    seen->disconnected = seen->disconnected || (event == NvSciStreamEventType_Disconnected);
    if (event == NvSciStreamEventType_Error) {
        fetch_error(part, seen);
    }
}

static void answer(Part *part, Seen *seen, NvSciStreamEventType event)
{
    note(part, seen, event);
    if ((seen == part->pool) && (event == NvSciStreamEventType_Elements)) {
        fill_pool(part);
    } else if ((seen == part->pool) && (event == NvSciStreamEventType_PacketStatus)) {
        check_status(part);
    } else if (seen == part->producer.seen) {
        answer_as_player(part, &part->producer, event);
    } else {
        for (uint32_t i = 0U; i < part->players; i++) {
            if (part->consumers[i].seen == seen) {
                answer_as_player(part, &part->consumers[i], event);
            }
        }
    }
}

bool part_turn(Part *part)
{
    bool any = false;

    for (uint32_t i = 0U; i < part->count; i++) {
        Seen *const seen = &part->blocks[i];
        NvSciStreamEventType event = NvSciStreamEventType_Error;

        while ((part->end != END_WRONG) && (!seen->disconnected) &&
               (NvSciStreamBlockEventQuery(seen->block, 0, &event) == NvSciError_Success)) {
            answer(part, seen, event);
            any = true;
        }
    }
    return any;
}

void part_let_go(Part *part)
{
    part->is_held = false;
    while (part->held > 0U) {
        part->held--;
        produce(part, &part->producer);
    }
}

void part_wait(Part *part, int64_t timeout_us)
{
    Seen *const seen = &part->blocks[part->waits % part->count];
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    part->waits++;
    if ((!seen->disconnected) &&
        (NvSciStreamBlockEventQuery(seen->block, timeout_us, &event) == NvSciError_Success)) {
        answer(part, seen, event);
    }
}
