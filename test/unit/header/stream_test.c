/* SPDX-License-Identifier: Apache-2.0 */
#include "nvscistream.h"

#include <stddef.h>
#include <stdint.h>

#include "numbers.h"

/**
 * Every constant of streams has the value of the API.
 * @verifies RF-CORE-090
 */
static void constants_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NvSciStreamMajorVersion, 4U),
        NUMBER(NvSciStreamMinorVersion, 2U),
        NUMBER(NvSciStreamPacket_Invalid, 0U),
        NUMBER(NvSciStreamCookie_Invalid, 0U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Every enumerator of streams has the value of the API.
 * @verifies RF-CORE-090
 */
static void enumerations_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NvSciStreamQueryableAttrib_MaxElements, 0U),
        NUMBER(NvSciStreamQueryableAttrib_MaxSyncObj, 1U),
        NUMBER(NvSciStreamQueryableAttrib_MaxMulticastOutputs, 2U),
        NUMBER(NvSciStreamBlockType_Producer, 0U),
        NUMBER(NvSciStreamBlockType_Consumer, 1U),
        NUMBER(NvSciStreamBlockType_Pool, 2U),
        NUMBER(NvSciStreamSetup_ElementExport, 0x01U),
        NUMBER(NvSciStreamSetup_ElementImport, 0x02U),
        NUMBER(NvSciStreamSetup_PacketExport, 0x11U),
        NUMBER(NvSciStreamSetup_PacketImport, 0x12U),
        NUMBER(NvSciStreamSetup_WaiterAttrExport, 0x21U),
        NUMBER(NvSciStreamSetup_WaiterAttrImport, 0x22U),
        NUMBER(NvSciStreamSetup_SignalObjExport, 0x31U),
        NUMBER(NvSciStreamSetup_SignalObjImport, 0x32U),
        NUMBER(NvSciStreamSetup_Connect, 0x41U),
        NUMBER(NvSciStreamSetup_CrcImport, 0x51U),
        NUMBER(NvSciStreamSetup_CrcExport, 0x52U),
        NUMBER(NvSciStreamEventType_Connected, 0x4004U),
        NUMBER(NvSciStreamEventType_Disconnected, 0x4005U),
        NUMBER(NvSciStreamEventType_WaiterAttr, 0x4013U),
        NUMBER(NvSciStreamEventType_SignalObj, 0x4014U),
        NUMBER(NvSciStreamEventType_Elements, 0x4026U),
        NUMBER(NvSciStreamEventType_PacketCreate, 0x4030U),
        NUMBER(NvSciStreamEventType_PacketDelete, 0x4032U),
        NUMBER(NvSciStreamEventType_PacketStatus, 0x4037U),
        NUMBER(NvSciStreamEventType_PacketsComplete, 0x4038U),
        NUMBER(NvSciStreamEventType_PacketReady, 0x4040U),
        NUMBER(NvSciStreamEventType_SetupComplete, 0x4050U),
        NUMBER(NvSciStreamEventType_Validate, 0x4060U),
        NUMBER(NvSciStreamEventType_Error, 0x40FFU),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Names of blocks and packets, and cookies, are numbers that a pointer fits in.
 * @verifies RF-CORE-091
 */
static void types_have_the_layout_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(sizeof(NvSciStreamBlock), sizeof(void *)),
        NUMBER(sizeof(NvSciStreamPacket), sizeof(void *)),
        NUMBER(sizeof(NvSciStreamCookie), sizeof(void *)),
        NUMBER(_Generic((NvSciStreamBlock)0U, uintptr_t : 1U, default : 0U), 1U),
        NUMBER(_Generic((NvSciStreamPacket)0U, uintptr_t : 1U, default : 0U), 1U),
        NUMBER(_Generic((NvSciStreamCookie)0U, uintptr_t : 1U, default : 0U), 1U),
        NUMBER(sizeof(NvSciStreamQueryableAttrib), 4U),
        NUMBER(sizeof(NvSciStreamBlockType), 4U),
        NUMBER(sizeof(NvSciStreamSetup), 4U),
        NUMBER(sizeof(NvSciStreamEventType), 4U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Every function of nvscistream.h has the parameters and the result of the API.
 * @verifies RF-CORE-092
 */
static void functions_have_their_prototypes(void **state)
{
    static const Prototype prototypes[] = {
        PROTOTYPE(NvSciStreamAttributeQuery, NvSciError, NvSciStreamQueryableAttrib const attr,
                  int32_t *const value),
        PROTOTYPE(NvSciStreamProducerCreate, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamBlock *const producer),
        PROTOTYPE(NvSciStreamProducerCreate2, NvSciError, NvSciStreamBlock const pool,
                  bool const crcValidate, NvSciStreamBlock *const producer),
        PROTOTYPE(NvSciStreamConsumerCreate, NvSciError, NvSciStreamBlock const queue,
                  NvSciStreamBlock *const consumer),
        PROTOTYPE(NvSciStreamConsumerCreate2, NvSciError, NvSciStreamBlock const queue,
                  bool const crcValidate, NvSciStreamBlock *const consumer),
        PROTOTYPE(NvSciStreamStaticPoolCreate, NvSciError, uint32_t const numPackets,
                  NvSciStreamBlock *const pool),
        PROTOTYPE(NvSciStreamFifoQueueCreate, NvSciError, NvSciStreamBlock *const queue),
        PROTOTYPE(NvSciStreamMailboxQueueCreate, NvSciError, NvSciStreamBlock *const queue),
        PROTOTYPE(NvSciStreamMulticastCreate, NvSciError, uint32_t const outputCount,
                  NvSciStreamBlock *const multicast),
        PROTOTYPE(NvSciStreamLimiterCreate, NvSciError, uint32_t const maxPackets,
                  NvSciStreamBlock *const limiter),
        PROTOTYPE(NvSciStreamPresentSyncCreate, NvSciError, NvSciSyncModule const syncModule,
                  NvSciStreamBlock *const presentSync),
        PROTOTYPE(NvSciStreamReturnSyncCreate, NvSciError, NvSciSyncModule const syncModule,
                  NvSciStreamBlock *const returnSync),
        PROTOTYPE(NvSciStreamIpcSrcCreate, NvSciError, NvSciIpcEndpoint const ipcEndpoint,
                  NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                  NvSciStreamBlock *const ipc),
        PROTOTYPE(NvSciStreamIpcSrcCreate2, NvSciError, NvSciIpcEndpoint const ipcEndpoint,
                  NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                  NvSciStreamBlock const queue, NvSciStreamBlock *const ipc),
        PROTOTYPE(NvSciStreamIpcDstCreate, NvSciError, NvSciIpcEndpoint const ipcEndpoint,
                  NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                  NvSciStreamBlock *const ipc),
        PROTOTYPE(NvSciStreamIpcDstCreate2, NvSciError, NvSciIpcEndpoint const ipcEndpoint,
                  NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                  NvSciStreamBlock const pool, NvSciStreamBlock *const ipc),
        PROTOTYPE(NvSciStreamBlockEventServiceSetup, NvSciError, NvSciStreamBlock const block,
                  NvSciEventService *const eventService, NvSciEventNotifier **const eventNotifier),
        PROTOTYPE(NvSciStreamBlockInternalEventServiceSetup, NvSciError,
                  NvSciStreamBlock const block, NvSciEventService *const eventService,
                  uint32_t *const notifierCount, NvSciEventNotifier **const eventNotifierArray),
        PROTOTYPE(NvSciStreamPacketSendSync, NvSciError, NvSciStreamBlock const block),
        PROTOTYPE(NvSciStreamBlockUserInfoSet, NvSciError, NvSciStreamBlock const block,
                  uint32_t const userType, uint32_t const dataSize, void const *const data),
        PROTOTYPE(NvSciStreamBlockConnect, NvSciError, NvSciStreamBlock const upstream,
                  NvSciStreamBlock const downstream),
        PROTOTYPE(NvSciStreamBlockEventQuery, NvSciError, NvSciStreamBlock const block,
                  int64_t const timeoutUsec, NvSciStreamEventType *const event),
        PROTOTYPE(NvSciStreamBlockErrorGet, NvSciError, NvSciStreamBlock const block,
                  NvSciError *const status),
        PROTOTYPE(NvSciStreamBlockHandleInternalEvents, NvSciError, NvSciStreamBlock const block),
        PROTOTYPE(NvSciStreamBlockConsumerCountGet, NvSciError, NvSciStreamBlock const block,
                  uint32_t *const numConsumers),
        PROTOTYPE(NvSciStreamConsumerIndexGet, NvSciError, NvSciStreamBlock const consumer,
                  uint32_t *const index),
        PROTOTYPE(NvSciStreamNewConsumerGet, NvSciError, NvSciStreamBlock const producer,
                  uint32_t const consumerIndex, bool *const newConnected),
        PROTOTYPE(NvSciStreamBlockUserInfoGet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamBlockType const queryBlockType, uint32_t const queryBlockIndex,
                  uint32_t const userType, uint32_t *const dataSize, void *const data),
        PROTOTYPE(NvSciStreamBlockSetupStatusSet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamSetup const setupType, bool const completed),
        PROTOTYPE(NvSciStreamBlockElementAttrSet, NvSciError, NvSciStreamBlock const block,
                  uint32_t const userType, NvSciBufAttrList const bufAttrList),
        PROTOTYPE(NvSciStreamBlockElementCountGet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamBlockType const queryBlockType, uint32_t *const numElements),
        PROTOTYPE(NvSciStreamBlockElementAttrGet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamBlockType const queryBlockType, uint32_t const elemIndex,
                  uint32_t *const userType, NvSciBufAttrList *const bufAttrList),
        PROTOTYPE(NvSciStreamBlockElementNotVisible, NvSciError, NvSciStreamBlock const pool,
                  uint32_t const userType, uint32_t const consumerIndex),
        PROTOTYPE(NvSciStreamBlockElementUsageSet, NvSciError, NvSciStreamBlock const block,
                  uint32_t const elemIndex, bool const used),
        PROTOTYPE(NvSciStreamPoolPacketCreate, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamCookie const cookie, NvSciStreamPacket *const handle),
        PROTOTYPE(NvSciStreamPoolPacketInsertBuffer, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamPacket const handle, uint32_t const index, NvSciBufObj const bufObj),
        PROTOTYPE(NvSciStreamPoolPacketComplete, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamPacket const handle),
        PROTOTYPE(NvSciStreamBlockPacketNewHandleGet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket *const handle),
        PROTOTYPE(NvSciStreamBlockPacketBufferGet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket const handle, uint32_t const elemIndex,
                  NvSciBufObj *const bufObj),
        PROTOTYPE(NvSciStreamBlockPacketStatusSet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket const handle, NvSciStreamCookie const cookie,
                  NvSciError const status),
        PROTOTYPE(NvSciStreamPoolPacketStatusAcceptGet, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamPacket const handle, bool *const accepted),
        PROTOTYPE(NvSciStreamPoolPacketStatusValueGet, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamPacket const handle, NvSciStreamBlockType const queryBlockType,
                  uint32_t const queryBlockIndex, NvSciError *const status),
        PROTOTYPE(NvSciStreamPoolPacketDelete, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamPacket const handle),
        PROTOTYPE(NvSciStreamBlockPacketOldCookieGet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamCookie *const cookie),
        PROTOTYPE(NvSciStreamBlockElementWaiterAttrSet, NvSciError, NvSciStreamBlock const block,
                  uint32_t const elemIndex, NvSciSyncAttrList const waitSyncAttrList),
        PROTOTYPE(NvSciStreamBlockElementWaiterAttrGet, NvSciError, NvSciStreamBlock const block,
                  uint32_t const elemIndex, NvSciSyncAttrList *const waitSyncAttrList),
        PROTOTYPE(NvSciStreamBlockElementSignalObjSet, NvSciError, NvSciStreamBlock const block,
                  uint32_t const elemIndex, NvSciSyncObj const signalSyncObj),
        PROTOTYPE(NvSciStreamBlockElementSignalObjGet, NvSciError, NvSciStreamBlock const block,
                  uint32_t const queryBlockIndex, uint32_t const elemIndex,
                  NvSciSyncObj *const signalSyncObj),
        PROTOTYPE(NvSciStreamProducerPacketGet, NvSciError, NvSciStreamBlock const producer,
                  NvSciStreamCookie *const cookie),
        PROTOTYPE(NvSciStreamProducerPacketPresent, NvSciError, NvSciStreamBlock const producer,
                  NvSciStreamPacket const handle),
        PROTOTYPE(NvSciStreamConsumerPacketAcquire, NvSciError, NvSciStreamBlock const consumer,
                  NvSciStreamCookie *const cookie),
        PROTOTYPE(NvSciStreamConsumerPacketRelease, NvSciError, NvSciStreamBlock const consumer,
                  NvSciStreamPacket const handle),
        PROTOTYPE(NvSciStreamBlockPacketFenceSet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket const handle, uint32_t const elemIndex,
                  NvSciSyncFence const *const postfence),
        PROTOTYPE(NvSciStreamBlockPacketFenceGet, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket const handle, uint32_t const queryBlockIndex,
                  uint32_t const elemIndex, NvSciSyncFence *const prefence),
        PROTOTYPE(NvSciStreamBlockDisconnect, NvSciError, NvSciStreamBlock const block),
        PROTOTYPE(NvSciStreamBlockDelete, NvSciError, NvSciStreamBlock const block),
        PROTOTYPE(NvSciStreamBlockUserInfoSetWithCrc, NvSciError, NvSciStreamBlock const block,
                  uint32_t const userType, uint32_t const dataSize, void const *const data,
                  uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockUserInfoGetWithCrc, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamBlockType const queryBlockType, uint32_t const queryBlockIndex,
                  uint32_t const userType, uint32_t *const dataSize, void *const data,
                  uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockElementAttrSetWithCrc, NvSciError, NvSciStreamBlock const block,
                  uint32_t const userType, NvSciBufAttrList const bufAttrList, uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockElementAttrGetWithCrc, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamBlockType const queryBlockType, uint32_t const elemIndex,
                  uint32_t *const userType, NvSciBufAttrList *const bufAttrList,
                  uint32_t *const crc),
        PROTOTYPE(NvSciStreamPoolPacketInsertBufferWithCrc, NvSciError, NvSciStreamBlock const pool,
                  NvSciStreamPacket const handle, uint32_t const index, NvSciBufObj const bufObj,
                  uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockPacketBufferGetWithCrc, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket const handle, uint32_t const elemIndex,
                  NvSciBufObj *const bufObj, size_t const crcCount, uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockElementSignalObjSetWithCrc, NvSciError,
                  NvSciStreamBlock const block, uint32_t const elemIndex,
                  NvSciSyncObj const signalSyncObj, uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockElementSignalObjGetWithCrc, NvSciError,
                  NvSciStreamBlock const block, uint32_t const queryBlockIndex,
                  uint32_t const elemIndex, NvSciSyncObj *const signalSyncObj, uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockPacketFenceSetWithCrc, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket const handle, uint32_t const elemIndex,
                  NvSciSyncFence const *const postfence, uint32_t *const crc),
        PROTOTYPE(NvSciStreamBlockPacketFenceGetWithCrc, NvSciError, NvSciStreamBlock const block,
                  NvSciStreamPacket const handle, uint32_t const queryBlockIndex,
                  uint32_t const elemIndex, NvSciSyncFence *const prefence, uint32_t *const crc),
    };

    (void)state;
    assert_int_equal(sizeof(prototypes) / sizeof(prototypes[0]), 66U);
    assert_prototypes(prototypes, sizeof(prototypes) / sizeof(prototypes[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(constants_have_the_values_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(enumerations_have_the_values_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(types_have_the_layout_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(functions_have_their_prototypes, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/stream", tests, NULL, NULL);
}
