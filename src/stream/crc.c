/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file crc.c
 * Functions with a checksum: they do what those without do, and fold what was handed over into
 * checksums of the caller's.
 *
 * What is folded is what both ends see alike: numbers and bytes of the program, the layout in lists
 * of buffers, whether there is a sync object, the point of a fence. Numbers are folded with their
 * lowest byte first.
 */
#include "stream/element.h"
#include "stream/info.h"
#include "stream/packet.h"
#include "stream/sync.h"

/** CRC-32 with its bits reflected. */
#define CRC_POLYNOMIAL 0xEDB88320U
#define BITS_PER_BYTE  8U
/** Bytes of a number that is folded. */
#define BYTES_PER_NUMBER 8U

/** Folds bytes. */
static uint32_t fold_bytes(uint32_t crc, const uint8_t *bytes, size_t count)
{
    uint32_t folded = crc;

    for (size_t i = 0U; i < count; i++) {
        folded ^= bytes[i];
        for (uint32_t bit = 0U; bit < BITS_PER_BYTE; bit++) {
            folded = ((folded & 1U) == 1U) ? ((folded >> 1U) ^ CRC_POLYNOMIAL) : (folded >> 1U);
        }
    }
    return folded;
}

/** Folds a number. */
static uint32_t fold_number(uint32_t crc, uint64_t number)
{
    uint64_t left = number;
    uint32_t folded = crc;

    for (uint32_t i = 0U; i < BYTES_PER_NUMBER; i++) {
        const uint8_t byte = (uint8_t)(left & 0xFFU);

        folded = fold_bytes(folded, &byte, sizeof(byte));
        left >>= BITS_PER_BYTE;
    }
    return folded;
}

/* ---------------------------------------------------------------- lists and objects */

/** The keys that say what a buffer is like: its types, and what is set for each of them. */
static const NvSciBufAttrKey g_layout_keys[] = {NvSciBufGeneralAttrKey_Types,
                                                NvSciBufRawBufferAttrKey_Size,
                                                NvSciBufRawBufferAttrKey_Align,
                                                NvSciBufImageAttrKey_Layout,
                                                NvSciBufImageAttrKey_TopPadding,
                                                NvSciBufImageAttrKey_BottomPadding,
                                                NvSciBufImageAttrKey_LeftPadding,
                                                NvSciBufImageAttrKey_RightPadding,
                                                NvSciBufImageAttrKey_Size,
                                                NvSciBufImageAttrKey_Alignment,
                                                NvSciBufImageAttrKey_PlaneCount,
                                                NvSciBufImageAttrKey_PlaneColorFormat,
                                                NvSciBufImageAttrKey_PlaneColorStd,
                                                NvSciBufImageAttrKey_PlaneBaseAddrAlign,
                                                NvSciBufImageAttrKey_PlaneWidth,
                                                NvSciBufImageAttrKey_PlaneHeight,
                                                NvSciBufImageAttrKey_PlaneScanType,
                                                NvSciBufImageAttrKey_PlaneOffset,
                                                NvSciBufImageAttrKey_PlanePitch,
                                                NvSciBufImageAttrKey_PlaneAlignedHeight,
                                                NvSciBufImageAttrKey_PlaneAlignedSize,
                                                NvSciBufImageAttrKey_ImageCount,
                                                NvSciBufImageAttrKey_SurfType,
                                                NvSciBufImageAttrKey_SurfMemLayout,
                                                NvSciBufImageAttrKey_SurfSampleType,
                                                NvSciBufImageAttrKey_SurfBPC,
                                                NvSciBufImageAttrKey_SurfComponentOrder,
                                                NvSciBufImageAttrKey_SurfWidthBase,
                                                NvSciBufImageAttrKey_SurfHeightBase,
                                                NvSciBufTensorAttrKey_DataType,
                                                NvSciBufTensorAttrKey_NumDims,
                                                NvSciBufTensorAttrKey_SizePerDim,
                                                NvSciBufTensorAttrKey_AlignmentPerDim,
                                                NvSciBufTensorAttrKey_StridesPerDim,
                                                NvSciBufTensorAttrKey_PixelFormat,
                                                NvSciBufTensorAttrKey_BaseAddrAlign,
                                                NvSciBufTensorAttrKey_Size,
                                                NvSciBufArrayAttrKey_DataType,
                                                NvSciBufArrayAttrKey_Stride,
                                                NvSciBufArrayAttrKey_Capacity,
                                                NvSciBufArrayAttrKey_Size,
                                                NvSciBufArrayAttrKey_Alignment,
                                                NvSciBufPyramidAttrKey_NumLevels,
                                                NvSciBufPyramidAttrKey_Scale,
                                                NvSciBufPyramidAttrKey_LevelOffset,
                                                NvSciBufPyramidAttrKey_LevelSize,
                                                NvSciBufPyramidAttrKey_Alignment};

#define LAYOUT_KEYS ((uint32_t)(sizeof(g_layout_keys) / sizeof(g_layout_keys[0])))

/** Folds a key of a slot, if it is set. */
static uint32_t fold_key(uint32_t crc, NvSciBufAttrList list, size_t slot, NvSciBufAttrKey key)
{
    NvSciBufAttrKeyValuePair pair = {key, NULL, 0U};
    uint32_t folded = crc;

    (void)NvSciBufAttrListSlotGetAttrs(list, slot, &pair, 1U);
    /* A key that the list does not have leaves the pair as it was. */
    if (pair.len > 0U) {
        folded = fold_number(folded, (uint32_t)key);
        folded = fold_bytes(folded, pair.value, pair.len);
    }
    return folded;
}

/** Folds a list of a buffer. */
static uint32_t fold_list(uint32_t crc, NvSciBufAttrList list)
{
    const size_t slots = NvSciBufAttrListGetSlotCount(list);
    uint32_t folded = fold_number(crc, slots);

    for (size_t slot = 0U; slot < slots; slot++) {
        for (uint32_t i = 0U; i < LAYOUT_KEYS; i++) {
            folded = fold_key(folded, list, slot, g_layout_keys[i]);
        }
    }
    return folded;
}

/** Folds the place and the list of a buffer, if there is one.
 * @satisfies RF-STREAM-217 */
static uint32_t fold_buffer(uint32_t crc, uint32_t index, NvSciBufObj object)
{
    NvSciBufAttrList list = NULL;
    uint32_t folded = fold_number(crc, index);

    if (object != NULL) {
        (void)NvSciBufObjGetAttrList(object, &list);
        folded = fold_list(folded, list);
    }
    return folded;
}

/** Folds the place of a sync object, and whether there is one. */
static uint32_t fold_signal(uint32_t crc, uint32_t index, bool is_there)
{
    return fold_number(fold_number(crc, index), is_there ? 1U : 0U);
}

/** Folds the place of a fence, and its point, if it has one.
 * @satisfies RF-STREAM-217 */
static uint32_t fold_fence(uint32_t crc, uint32_t index, const NvSciSyncFence *fence)
{
    uint64_t id = 0U;
    uint64_t value = 0U;
    uint32_t folded = fold_number(crc, index);

    if (NvSciSyncFenceExtractFence(fence, &id, &value) == NvSciError_Success) {
        folded = fold_number(fold_number(folded, id), value);
    }
    return folded;
}

/** BadAddress iff there is no checksum, if the phase admits the function at all. */
static NvSciError check_place(PhaseOp op, const uint32_t *crc)
{
    NvSciError status = NvSciError_Success;

    if (crc == NULL) {
        status = phase_admit_thread(op);
        if (status == NvSciError_Success) {
            status = NvSciError_BadAddress;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- setting */

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamBlockUserInfoSetWithCrc(NvSciStreamBlock const block, uint32_t const userType,
                                              uint32_t const dataSize, void const *const data,
                                              uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_USER_INFO_SET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = info_set(op, block, userType, dataSize, data);
    }
    if (status == NvSciError_Success) {
        *crc = fold_bytes(fold_number(fold_number(*crc, userType), dataSize), data, dataSize);
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamBlockElementAttrSetWithCrc(NvSciStreamBlock const block,
                                                 uint32_t const userType,
                                                 NvSciBufAttrList const bufAttrList,
                                                 uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_ELEMENT_ATTR_SET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = element_set(op, block, userType, bufAttrList);
    }
    if (status == NvSciError_Success) {
        *crc = fold_list(fold_number(*crc, userType), bufAttrList);
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamPoolPacketInsertBufferWithCrc(NvSciStreamBlock const pool,
                                                    NvSciStreamPacket const handle,
                                                    uint32_t const index, NvSciBufObj const bufObj,
                                                    uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_POOL_PACKET_INSERT_BUFFER_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = packet_insert(op, pool, handle, index, bufObj);
    }
    if (status == NvSciError_Success) {
        *crc = fold_buffer(*crc, index, bufObj);
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamBlockElementSignalObjSetWithCrc(NvSciStreamBlock const block,
                                                      uint32_t const elemIndex,
                                                      NvSciSyncObj const signalSyncObj,
                                                      uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_SET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = signal_set(op, block, elemIndex, signalSyncObj);
    }
    if (status == NvSciError_Success) {
        *crc = fold_signal(*crc, elemIndex, signalSyncObj != NULL);
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamBlockPacketFenceSetWithCrc(NvSciStreamBlock const block,
                                                 NvSciStreamPacket const handle,
                                                 uint32_t const elemIndex,
                                                 NvSciSyncFence const *const postfence,
                                                 uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_PACKET_FENCE_SET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = fence_set(op, block, handle, elemIndex, postfence);
    }
    if (status == NvSciError_Success) {
        *crc = fold_fence(*crc, elemIndex, postfence);
    }
    return status;
}

/* ---------------------------------------------------------------- getting */

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamBlockUserInfoGetWithCrc(NvSciStreamBlock const block,
                                              NvSciStreamBlockType const queryBlockType,
                                              uint32_t const queryBlockIndex,
                                              uint32_t const userType, uint32_t *const dataSize,
                                              void *const data, uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_USER_INFO_GET_WITH_CRC;
    const uint32_t room = (dataSize == NULL) ? 0U : *dataSize;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = info_get(op, block, queryBlockType, queryBlockIndex, userType, dataSize, data);
    }
    if (status == NvSciError_Success) {
        const uint32_t given = (*dataSize < room) ? *dataSize : room;

        *crc = fold_number(fold_number(*crc, userType), *dataSize);
        if (data != NULL) {
            *crc = fold_bytes(*crc, data, given);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 RF-STREAM-217 */
NvSciError NvSciStreamBlockElementAttrGetWithCrc(NvSciStreamBlock const block,
                                                 NvSciStreamBlockType const queryBlockType,
                                                 uint32_t const elemIndex, uint32_t *const userType,
                                                 NvSciBufAttrList *const bufAttrList,
                                                 uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_ELEMENT_ATTR_GET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = element_get(op, block, queryBlockType, elemIndex, userType, bufAttrList);
    }
    if (status == NvSciError_Success) {
        if (userType != NULL) {
            *crc = fold_number(*crc, *userType);
        }
        if ((bufAttrList != NULL) && (*bufAttrList != NULL)) {
            *crc = fold_list(*crc, *bufAttrList);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamBlockPacketBufferGetWithCrc(NvSciStreamBlock const block,
                                                  NvSciStreamPacket const handle,
                                                  uint32_t const elemIndex,
                                                  NvSciBufObj *const bufObj, size_t const crcCount,
                                                  uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_PACKET_BUFFER_GET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = packet_buffer(op, block, handle, elemIndex, bufObj);
    }
    if (status == NvSciError_Success) {
        for (size_t i = 0U; i < crcCount; i++) {
            crc[i] = fold_buffer(crc[i], elemIndex, *bufObj);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError NvSciStreamBlockElementSignalObjGetWithCrc(NvSciStreamBlock const block,
                                                      uint32_t const queryBlockIndex,
                                                      uint32_t const elemIndex,
                                                      NvSciSyncObj *const signalSyncObj,
                                                      uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_GET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = signal_get(op, block, queryBlockIndex, elemIndex, signalSyncObj);
    }
    if (status == NvSciError_Success) {
        *crc = fold_signal(*crc, elemIndex, *signalSyncObj != NULL);
    }
    return status;
}

/** @satisfies RF-STREAM-104 RF-STREAM-105 */
NvSciError
NvSciStreamBlockPacketFenceGetWithCrc(NvSciStreamBlock const block, NvSciStreamPacket const handle,
                                      uint32_t const queryBlockIndex, uint32_t const elemIndex,
                                      NvSciSyncFence *const prefence, uint32_t *const crc)
{
    const PhaseOp op = OP_STREAM_BLOCK_PACKET_FENCE_GET_WITH_CRC;
    NvSciError status = check_place(op, crc);

    if (status == NvSciError_Success) {
        status = fence_get(op, block, handle, queryBlockIndex, elemIndex, prefence);
    }
    if (status == NvSciError_Success) {
        *crc = fold_fence(*crc, elemIndex, prefence);
    }
    return status;
}
