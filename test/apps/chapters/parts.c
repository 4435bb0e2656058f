/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

void parts_call(NvSciError got, NvSciError wanted, const char *call, const char *file, int line)
{
    if (got != wanted) {
        (void)fprintf(stderr, "%s:%d: %s: 0x%x, not 0x%x\n", file, line, call, (unsigned)got,
                      (unsigned)wanted);
        exit(EXIT_FAILURE);
    }
}

void parts_check(bool holds, const char *condition, const char *file, int line)
{
    if (!holds) {
        (void)fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
        exit(EXIT_FAILURE);
    }
}

/* ---------------------------------------------------------------- modules and lists */

void modules_open(Modules *modules)
{
    CALL(NvSciBufModuleOpen(&modules->buf));
    CALL(NvSciSyncModuleOpen(&modules->sync));
}

void modules_close(const Modules *modules)
{
    NvSciBufModuleClose(modules->buf);
    NvSciSyncModuleClose(modules->sync);
}

NvSciBufAttrList buf_list(const Modules *modules, uint32_t size, NvSciBufAttrValAccessPerm perm)
{
    NvSciBufAttrList list = NULL;
    NvSciBufType type = NvSciBufType_RawBuffer;
    const bool cpu = true;
    const uint64_t bytes = size;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufRawBufferAttrKey_Size, &bytes, sizeof(bytes)},
    };

    CALL(NvSciBufAttrListCreate(modules->buf, &list));
    CALL(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    return list;
}

NvSciSyncAttrList sync_list(const Modules *modules, NvSciSyncAccessPerm perm)
{
    NvSciSyncAttrList list = NULL;
    const bool cpu = true;
    NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };

    CALL(NvSciSyncAttrListCreate(modules->sync, &list));
    CALL(NvSciSyncAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    return list;
}

/* ---------------------------------------------------------------- processes */

NvSciIpcEndpoint endpoint_open(const char *name)
{
    NvSciIpcEndpoint endpoint = 0U;

    CALL(NvSciIpcInit());
    CALL(NvSciIpcOpenEndpoint(name, &endpoint));
    CALL(NvSciIpcResetEndpointSafe(endpoint));
    return endpoint;
}

void endpoint_close(NvSciIpcEndpoint endpoint)
{
    CALL(NvSciIpcCloseEndpointSafe(endpoint, false));
    NvSciIpcDeinit();
}

void in_two_processes(void (*parent)(int peer, uint32_t round),
                      void (*child)(int peer, uint32_t round), uint32_t round)
{
    int peers[2] = {-1, -1};
    int status = -1;
    pid_t other = -1;

    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, peers) == 0);
    other = fork();
    CHECK(other >= 0);
    if (other == 0) {
        (void)close(peers[0]);
        child(peers[1], round);
        _exit(EXIT_SUCCESS);
    }
    (void)close(peers[1]);
    parent(peers[0], round);
    (void)close(peers[0]);
    CHECK((waitpid(other, &status, 0) == other) && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == EXIT_SUCCESS);
}

/* ---------------------------------------------------------------- events */

bool event_comes(NvSciStreamBlock block, int64_t microseconds, NvSciStreamEventType *event)
{
    const NvSciError status = NvSciStreamBlockEventQuery(block, microseconds, event);

    if (status != NvSciError_Success) {
        REFUSED(status, NvSciError_Timeout);
    }
    return status == NvSciError_Success;
}

void pool_events(Pool *pool)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (event_comes(pool->block, 0, &event)) {
        pool_event(pool, event);
    }
}

void end_events(End *end)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (event_comes(end->block, 0, &event)) {
        end_event(end, event);
    }
}

/* ---------------------------------------------------------------- pool */

/** Packets have the elements that the producer has and a consumer wants. */
static void pool_reconcile(Pool *pool, uint32_t producers, uint32_t consumers)
{
    for (uint32_t i = 0U; i < producers; i++) {
        NvSciBufAttrList both[2] = {NULL, NULL};
        NvSciBufAttrList conflict = NULL;
        uint32_t type = 0U;
        uint32_t other = 0U;
        uint32_t found = 0U;

        CALL(NvSciStreamBlockElementAttrGet(pool->block, NvSciStreamBlockType_Producer, i, &type,
                                            &both[0]));
        while (found < consumers) {
            CALL(NvSciStreamBlockElementAttrGet(pool->block, NvSciStreamBlockType_Consumer, found,
                                                &other, NULL));
            if (other == type) {
                break;
            }
            found++;
        }
        if (found < consumers) {
            CALL(NvSciStreamBlockElementAttrGet(pool->block, NvSciStreamBlockType_Consumer, found,
                                                NULL, &both[1]));
            pool->types[pool->elementCount] = type;
            CALL(NvSciBufAttrListReconcile(both, 2U, &pool->lists[pool->elementCount], &conflict));
            pool->elementCount++;
            NvSciBufAttrListFree(both[1]);
        }
        NvSciBufAttrListFree(both[0]);
    }
}

/** The elements of a secondary pool are those of the primary one. It has buffers of its own for
 * those that its consumer uses. */
static void pool_take_list(Pool *pool, uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        NvSciBufAttrList list = NULL;
        NvSciBufAttrList conflict = NULL;
        bool reconciled = false;

        CALL(NvSciStreamBlockElementAttrGet(pool->block, NvSciStreamBlockType_Consumer, i,
                                            &pool->types[i], &list));
        if (list != NULL) {
            CALL(NvSciBufAttrListIsReconciled(list, &reconciled));
        }
        if ((list != NULL) && !reconciled) {
            CALL(NvSciBufAttrListReconcile(&list, 1U, &pool->lists[i], &conflict));
            NvSciBufAttrListFree(list);
        } else {
            pool->lists[i] = list;
        }
        pool->elementCount++;
    }
}

static void pool_packets(Pool *pool)
{
    for (uint32_t p = 0U; p < pool->packetCount; p++) {
        CALL(
            NvSciStreamPoolPacketCreate(pool->block, (NvSciStreamCookie)p + 1U, &pool->packets[p]));
        for (uint32_t i = 0U; i < pool->elementCount; i++) {
            NvSciBufObj buffer = NULL;

            if (pool->lists[i] != NULL) {
                CALL(NvSciBufObjAlloc(pool->lists[i], &buffer));
                CALL(NvSciStreamPoolPacketInsertBuffer(pool->block, pool->packets[p], i, buffer));
                NvSciBufObjFree(buffer);
            }
        }
        CALL(NvSciStreamPoolPacketComplete(pool->block, pool->packets[p]));
    }
    CALL(NvSciStreamBlockSetupStatusSet(pool->block, NvSciStreamSetup_PacketExport, true));
}

static void pool_elements(Pool *pool)
{
    uint32_t producers = 0U;
    uint32_t consumers = 0U;

    CALL(NvSciStreamBlockElementCountGet(pool->block, NvSciStreamBlockType_Producer, &producers));
    CALL(NvSciStreamBlockElementCountGet(pool->block, NvSciStreamBlockType_Consumer, &consumers));
    if (pool->secondary) {
        pool_take_list(pool, producers);
    } else {
        pool_reconcile(pool, producers, consumers);
    }
    CALL(NvSciStreamBlockSetupStatusSet(pool->block, NvSciStreamSetup_ElementImport, true));
    if (!pool->secondary) {
        for (uint32_t i = 0U; i < pool->elementCount; i++) {
            CALL(NvSciStreamBlockElementAttrSet(pool->block, pool->types[i], pool->lists[i]));
        }
        if (pool->hides) {
            CALL(
                NvSciStreamBlockElementNotVisible(pool->block, pool->hiddenType, pool->hiddenFrom));
        }
        CALL(NvSciStreamBlockSetupStatusSet(pool->block, NvSciStreamSetup_ElementExport, true));
    }
    pool_packets(pool);
}

static void pool_status(Pool *pool)
{
    pool->answered++;
    if (pool->answered == pool->packetCount) {
        for (uint32_t p = 0U; p < pool->packetCount; p++) {
            bool accepted = false;

            CALL(NvSciStreamPoolPacketStatusAcceptGet(pool->block, pool->packets[p], &accepted));
            CHECK(accepted);
        }
        CALL(NvSciStreamBlockSetupStatusSet(pool->block, NvSciStreamSetup_PacketImport, true));
    }
}

void pool_event(Pool *pool, NvSciStreamEventType event)
{
    CHECK(!pool->ended);
    switch (event) {
    case NvSciStreamEventType_Connected:
        break;
    case NvSciStreamEventType_Elements:
        pool_elements(pool);
        break;
    case NvSciStreamEventType_PacketStatus:
        pool_status(pool);
        break;
    case NvSciStreamEventType_SetupComplete:
        pool->complete = true;
        break;
    case NvSciStreamEventType_Disconnected:
        pool->ended = true;
        break;
    default:
        CHECK(!"event of a pool");
        break;
    }
}

void pool_free(Pool *pool)
{
    for (uint32_t i = 0U; i < pool->elementCount; i++) {
        if (pool->lists[i] != NULL) {
            NvSciBufAttrListFree(pool->lists[i]);
        }
    }
}

/* ---------------------------------------------------------------- producer, consumer: setup */

static void mark(const End *end, NvSciStreamSetup group)
{
    CALL(NvSciStreamBlockSetupStatusSet(end->block, group, true));
}

void end_connected(End *end)
{
    const NvSciBufAttrValAccessPerm perm =
        end->producer ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;

    CALL(NvSciStreamBlockConsumerCountGet(end->block, &end->consumers));
    CHECK((end->consumers >= 1U) && (end->consumers <= MAX_CONSUMERS));
    for (uint32_t i = 0U; i < end->wantedCount; i++) {
        NvSciBufAttrList list = buf_list(end->modules, end->wanted[i].size, perm);

        CALL(NvSciStreamBlockElementAttrSet(end->block, end->wanted[i].type, list));
        NvSciBufAttrListFree(list);
    }
    mark(end, NvSciStreamSetup_ElementExport);
    CALL(NvSciSyncCpuWaitContextAlloc(end->modules->sync, &end->waits));
    end->connected = true;
}

/** Which of its elements an end uses, and what it needs to wait for them. */
void end_elements(End *end)
{
    CALL(
        NvSciStreamBlockElementCountGet(end->block, NvSciStreamBlockType_Pool, &end->elementCount));
    CHECK(end->elementCount <= MAX_ELEMENTS);
    for (uint32_t i = 0U; i < end->elementCount; i++) {
        uint32_t type = 0U;

        CALL(NvSciStreamBlockElementAttrGet(end->block, NvSciStreamBlockType_Pool, i, &type, NULL));
        end->elements[i] = NULL;
        for (uint32_t k = 0U; k < end->wantedCount; k++) {
            if (end->wanted[k].type == type) {
                end->elements[i] = &end->wanted[k];
            }
        }
        if (end->elements[i] == NULL) {
            CHECK(!end->producer);
            CALL(NvSciStreamBlockElementUsageSet(end->block, i, false));
        }
    }
    mark(end, NvSciStreamSetup_ElementImport);
    for (uint32_t i = 0U; i < end->elementCount; i++) {
        NvSciSyncAttrList list = NULL;

        if ((end->elements[i] != NULL) && end->elements[i]->fences) {
            list = sync_list(end->modules, NvSciSyncAccessPerm_WaitOnly);
        }
        CALL(NvSciStreamBlockElementWaiterAttrSet(end->block, i, list));
        NvSciSyncAttrListFree(list);
    }
    mark(end, NvSciStreamSetup_WaiterAttrExport);
}

Packet *end_packet_of(End *end, NvSciStreamCookie cookie)
{
    CHECK((cookie >= 1U) && (cookie <= end->packetCount));
    return &end->packets[cookie - 1U];
}

void end_packet(End *end)
{
    Packet *const packet = &end->packets[end->packetCount];

    CHECK(end->packetCount < MAX_PACKETS);
    CALL(NvSciStreamBlockPacketNewHandleGet(end->block, &packet->handle));
    for (uint32_t i = 0U; i < end->elementCount; i++) {
        if (end->elements[i] != NULL) {
            CALL(NvSciStreamBlockPacketBufferGet(end->block, packet->handle, i,
                                                 &packet->buffers[i]));
            if (end->producer) {
                void *bytes = NULL;

                CALL(NvSciBufObjGetCpuPtr(packet->buffers[i], &bytes));
                packet->written[i] = (uint8_t *)bytes;
            } else {
                const void *bytes = NULL;

                CALL(NvSciBufObjGetConstCpuPtr(packet->buffers[i], &bytes));
                packet->read[i] = (const uint8_t *)bytes;
            }
        }
    }
    end->packetCount++;
    CALL(NvSciStreamBlockPacketStatusSet(end->block, packet->handle,
                                         (NvSciStreamCookie)end->packetCount, NvSciError_Success));
}

/** For each element that the other side waits for, a sync object that this end signals. */
void end_waiters_in(End *end)
{
    for (uint32_t i = 0U; i < end->elementCount; i++) {
        NvSciSyncAttrList both[2] = {NULL, NULL};
        NvSciSyncAttrList conflict = NULL;

        CALL(NvSciStreamBlockElementWaiterAttrGet(end->block, i, &both[0]));
        if ((both[0] != NULL) && (end->elements[i] != NULL) && end->elements[i]->fences) {
            both[1] = sync_list(end->modules, NvSciSyncAccessPerm_SignalOnly);
            CALL(NvSciSyncAttrListReconcileAndObjAlloc(both, 2U, &end->signals[i], &conflict));
            NvSciSyncAttrListFree(both[1]);
        }
        NvSciSyncAttrListFree(both[0]);
    }
    mark(end, NvSciStreamSetup_WaiterAttrImport);
}

void end_signals_out(End *end)
{
    for (uint32_t i = 0U; i < end->elementCount; i++) {
        if (end->signals[i] != NULL) {
            CALL(NvSciStreamBlockElementSignalObjSet(end->block, i, end->signals[i]));
        }
    }
    mark(end, NvSciStreamSetup_SignalObjExport);
}

void end_signals_in(End *end)
{
    const uint32_t count = end->producer ? end->consumers : 1U;

    for (uint32_t c = 0U; c < count; c++) {
        for (uint32_t i = 0U; i < end->elementCount; i++) {
            NvSciSyncObj other = NULL;

            CALL(NvSciStreamBlockElementSignalObjGet(end->block, c, i, &other));
            if (other != NULL) {
                CHECK(end->others[c][i] == NULL);
                end->others[c][i] = other;
            }
        }
    }
    mark(end, NvSciStreamSetup_SignalObjImport);
}

void end_event(End *end, NvSciStreamEventType event)
{
    CHECK(!end->ended);
    switch (event) {
    case NvSciStreamEventType_Connected:
        end_connected(end);
        break;
    case NvSciStreamEventType_Elements:
        end_elements(end);
        break;
    case NvSciStreamEventType_PacketCreate:
        end_packet(end);
        break;
    case NvSciStreamEventType_PacketsComplete:
        mark(end, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_WaiterAttr:
        end_waiters_in(end);
        end_signals_out(end);
        break;
    case NvSciStreamEventType_SignalObj:
        end_signals_in(end);
        break;
    case NvSciStreamEventType_SetupComplete:
        end->complete = true;
        break;
    case NvSciStreamEventType_PacketReady:
        end->ready++;
        break;
    case NvSciStreamEventType_Disconnected:
        end->ended = true;
        break;
    default:
        CHECK(!"event of an end");
        break;
    }
}

/** Forgets the sync objects that the earlier consumer of a new one's index had. */
static void forget_others(End *producer)
{
    for (uint32_t c = 0U; c < producer->consumers; c++) {
        bool is_new = false;

        CALL(NvSciStreamNewConsumerGet(producer->block, c, &is_new));
        for (uint32_t i = 0U; is_new && (i < producer->elementCount); i++) {
            if (producer->others[c][i] != NULL) {
                NvSciSyncObjFree(producer->others[c][i]);
                producer->others[c][i] = NULL;
            }
        }
    }
}

void end_later_event(End *producer, NvSciStreamEventType event)
{
    switch (event) {
    case NvSciStreamEventType_Connected:
        forget_others(producer);
        break;
    case NvSciStreamEventType_WaiterAttr:
        for (uint32_t i = 0U; i < producer->elementCount; i++) {
            NvSciSyncAttrList list = NULL;

            CALL(NvSciStreamBlockElementWaiterAttrGet(producer->block, i, &list));
            NvSciSyncAttrListFree(list);
        }
        mark(producer, NvSciStreamSetup_WaiterAttrImport);
        break;
    default:
        end_event(producer, event);
        break;
    }
}

void end_free(End *end)
{
    for (uint32_t p = 0U; p < end->packetCount; p++) {
        for (uint32_t i = 0U; i < end->elementCount; i++) {
            if (end->packets[p].buffers[i] != NULL) {
                NvSciBufObjFree(end->packets[p].buffers[i]);
            }
        }
    }
    for (uint32_t i = 0U; i < end->elementCount; i++) {
        if (end->signals[i] != NULL) {
            NvSciSyncObjFree(end->signals[i]);
        }
        for (uint32_t c = 0U; c < MAX_CONSUMERS; c++) {
            if (end->others[c][i] != NULL) {
                NvSciSyncObjFree(end->others[c][i]);
            }
        }
    }
    NvSciSyncCpuWaitContextFree(end->waits);
}

/* ---------------------------------------------------------------- payloads */

static uint8_t byte_of(uint32_t number, uint32_t type, uint32_t at)
{
    return (at < 4U) ? (uint8_t)(number >> (8U * at))
                     : (uint8_t)((number * 31U) + (type * 7U) + (at * 13U) + (at >> 8U));
}

static void fill(const Packet *packet, uint32_t index, const Element *element, uint32_t number)
{
    for (uint32_t at = 0U; at < element->size; at++) {
        packet->written[index][at] = byte_of(number, element->type, at);
    }
}

static uint32_t number_of(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | ((uint32_t)bytes[1] << 8U) | ((uint32_t)bytes[2] << 16U) |
           ((uint32_t)bytes[3] << 24U);
}

static uint32_t read_whole(const Packet *packet, uint32_t index, const Element *element)
{
    const uint32_t number = number_of(packet->read[index]);

    for (uint32_t at = 0U; at < element->size; at++) {
        CHECK(packet->read[index][at] == byte_of(number, element->type, at));
    }
    return number;
}

static void wait_for(const End *end, NvSciStreamPacket handle, uint32_t other, uint32_t index)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    if (end->get_sum != NULL) {
        CALL(NvSciStreamBlockPacketFenceGetWithCrc(end->block, handle, other, index, &fence,
                                                   end->get_sum));
    } else {
        CALL(NvSciStreamBlockPacketFenceGet(end->block, handle, other, index, &fence));
    }
    CALL(NvSciSyncFenceWait(&fence, end->waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&fence);
}

static void promise(const End *end, NvSciStreamPacket handle, uint32_t index)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CALL(NvSciSyncObjGenerateFence(end->signals[index], &fence));
    if (end->set_sum != NULL) {
        CALL(
            NvSciStreamBlockPacketFenceSetWithCrc(end->block, handle, index, &fence, end->set_sum));
    } else {
        CALL(NvSciStreamBlockPacketFenceSet(end->block, handle, index, &fence));
    }
    NvSciSyncFenceClear(&fence);
}

void produce(End *producer, uint32_t number)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    Packet *packet = NULL;

    CALL(NvSciStreamProducerPacketGet(producer->block, &cookie));
    packet = end_packet_of(producer, cookie);
    for (uint32_t i = 0U; i < producer->elementCount; i++) {
        for (uint32_t c = 0U; c < producer->consumers; c++) {
            wait_for(producer, packet->handle, c, i);
        }
        if (producer->signals[i] != NULL) {
            promise(producer, packet->handle, i);
        } else {
            fill(packet, i, producer->elements[i], number);
        }
    }
    CALL(NvSciStreamProducerPacketPresent(producer->block, packet->handle));
    for (uint32_t i = 0U; i < producer->elementCount; i++) {
        if (producer->signals[i] != NULL) {
            fill(packet, i, producer->elements[i], number);
            CALL(NvSciSyncObjSignal(producer->signals[i]));
        }
    }
}

uint32_t consume(End *consumer)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    Packet *packet = NULL;
    uint32_t numbers[MAX_ELEMENTS] = {0U};
    uint32_t number = 0U;

    CALL(NvSciStreamConsumerPacketAcquire(consumer->block, &cookie));
    packet = end_packet_of(consumer, cookie);
    for (uint32_t i = 0U; i < consumer->elementCount; i++) {
        if (consumer->elements[i] != NULL) {
            wait_for(consumer, packet->handle, 0U, i);
            if (consumer->signals[i] != NULL) {
                promise(consumer, packet->handle, i);
            } else {
                numbers[i] = read_whole(packet, i, consumer->elements[i]);
            }
        }
    }
    CALL(NvSciStreamConsumerPacketRelease(consumer->block, packet->handle));
    for (uint32_t i = 0U; i < consumer->elementCount; i++) {
        if (consumer->signals[i] != NULL) {
            numbers[i] = read_whole(packet, i, consumer->elements[i]);
            CALL(NvSciSyncObjSignal(consumer->signals[i]));
        }
        if (consumer->elements[i] != NULL) {
            CHECK((number == 0U) || (numbers[i] == number));
            number = numbers[i];
        }
    }
    return number;
}

void other_events(Other *other)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (event_comes(other->block, 0, &event)) {
        CHECK(!other->ended);
        switch (event) {
        case NvSciStreamEventType_Connected:
            CHECK(!other->connected);
            other->connected = true;
            break;
        case NvSciStreamEventType_SetupComplete:
            other->complete = true;
            break;
        case NvSciStreamEventType_Disconnected:
            other->ended = true;
            break;
        default:
            CHECK(!"event of a block between the ends");
            break;
        }
    }
}
