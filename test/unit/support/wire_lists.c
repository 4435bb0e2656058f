/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wire_lists.c
 * Lists whose numbers differ in all their bytes, so that an order that is wrong shows.
 */
#include "wire_lists.h"

#include "buf_lists.h"

/* clang-format off */
#define GPU_A {{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F}}
#define GPU_B {{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F}}
/* In this order as numbers, and in the other one as bytes with the lowest first. */
#define PLACE_1 {0x00000201U, 0xFFFFFFFFU, 0x0102030405060708U}
#define PLACE_2 {0x00000302U, 0x00000100U, 0U}
#define PLACE_3 {0x00000403U, 0x01020304U, 1U}
#define ENGINE_1 {NvSciBufHwEngName_Vic, NvSciBufPlatformName_Orin}
#define ENGINE_2 {NvSciBufHwEngName_Isp, NvSciBufPlatformName_Orin}
/* clang-format on */
#define GEN(name) NvSciBufGeneralAttrKey_##name
#define IMG(name) NvSciBufImageAttrKey_##name
#define TEN(name) NvSciBufTensorAttrKey_##name
#define RAW(name) NvSciBufRawBufferAttrKey_##name

/** Sync objects' keys and their elements. */
#define SYNC_PAIR(key, type, ...)                                                                  \
    {                                                                                              \
        NvSciSyncAttrKey_##key, (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__})   \
    }

/** Every general key and every key of images but those of surfaces. */
static NvSciBufAttrList image_list(void)
{
    const NvSciBufAttrValGpuCompression compression = {GPU_A,
                                                       NvSciBufCompressionType_GenericCompressible};

    return LIST(TYPES(NvSciBufType_Image), PAIR(GEN(NeedCpuAccess), bool, true),
                PAIR(GEN(RequiredPerm), NvSciBufAttrValAccessPerm, NvSciBufAccessPerm_ReadWrite),
                PAIR(GEN(EnableCpuCache), bool, true), PAIR(GEN(GpuId), NvSciRmGpuId, GPU_B, GPU_A),
                PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU_B),
                PAIR(GEN(EnableGpuCache), NvSciBufAttrValGpuCache, {GPU_A, true}),
                PAIR(GEN(EnableGpuCompression), NvSciBufAttrValGpuCompression, compression),
                PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, PLACE_3, PLACE_1),
                PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, ENGINE_2, ENGINE_1),
                PAIR(IMG(Layout), uint32_t, NvSciBufImage_BlockLinearType),
                PAIR(IMG(TopPadding), uint64_t, 0x0102030405060708U, 2U),
                PAIR(IMG(BottomPadding), uint64_t, 3U, 0x0908070605040302U),
                PAIR(IMG(LeftPadding), uint64_t, 4U, 5U), PAIR(IMG(RightPadding), uint64_t, 6U, 7U),
                PAIR(IMG(VprFlag), bool, false), PAIR(IMG(PlaneCount), uint32_t, 2U),
                PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Y8, NvSciColor_V8U8),
                PAIR(IMG(PlaneColorStd), uint32_t, NvSciColorStd_REQ2020PQ_ER, NvSciColorStd_SRGB),
                PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 0x00010000U, 0x80000000U),
                PAIR(IMG(PlaneWidth), uint32_t, 0x01020304U, 320U),
                PAIR(IMG(PlaneHeight), uint32_t, 480U, 0x04030201U),
                PAIR(IMG(ScanType), uint32_t, NvSciBufScan_InterlaceType),
                PAIR(IMG(ImageCount), uint64_t, 1U));
}

void wire_buf_lists(NvSciBufAttrList lists[WIRE_BUF_LISTS])
{
    lists[0] = image_list();
    lists[1] = RECIPE(RECIPE_SURFACE, PAIR(IMG(SurfWidthBase), uint32_t, 0x01020304U),
                      PAIR(IMG(SurfColorStd), uint32_t, NvSciColorStd_SRGB));
    lists[2] =
        RECIPE(RECIPE_IMAGE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 256U, 65536U, 1U),
               PAIR(TEN(SizePerDim), uint64_t, 1U, 0x0102030405060708U, 3U, 4U),
               PAIR(TEN(BaseAddrAlign), uint64_t, 0x0000000100000000U));
    lists[3] = LIST(TYPES(NvSciBufType_Array, NvSciBufType_RawBuffer),
                    PAIR(NvSciBufArrayAttrKey_DataType, uint32_t, NvSciDataType_Uint32),
                    PAIR(NvSciBufArrayAttrKey_Stride, uint64_t, 4U),
                    PAIR(NvSciBufArrayAttrKey_Capacity, uint64_t, 0x0807060504030201U),
                    PAIR(RAW(Size), uint64_t, 0x1122334455667788U),
                    PAIR(RAW(Align), uint64_t, 0x0000010000000000U));
    lists[4] = RECIPE(RECIPE_PYRAMID, PAIR(NvSciBufPyramidAttrKey_Scale, float, 0.625F));
}

void wire_buf_pair(uint32_t which, NvSciBufAttrList lists[2])
{
    const BufPair *const types = g_recipes[which].pairs;
    const NvSciBufAttrValGpuCompression compression = {GPU_A,
                                                       NvSciBufCompressionType_GenericCompressible};
    const BufPair pairs[] = {
        types[0],
        PAIR(GEN(RequiredPerm), NvSciBufAttrValAccessPerm, NvSciBufAccessPerm_ReadWrite),
        PAIR(GEN(NeedCpuAccess), bool, true),
        PAIR(GEN(GpuId), NvSciRmGpuId, GPU_B, GPU_A),
        PAIR(GEN(EnableGpuCompression), NvSciBufAttrValGpuCompression, compression),
        PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, PLACE_3, PLACE_2)};

    lists[0] = RECIPE((BufRecipeIndex)which,
                      PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, PLACE_1, PLACE_2));
    lists[1] = buf_list_of(pairs, COUNT_OF(pairs));
}

/** A list of sync objects. */
static NvSciSyncAttrList sync_list(NvSciSyncModule module, const NvSciSyncAttrKeyValuePair *pairs,
                                   size_t count)
{
    NvSciSyncAttrList list = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, count), NvSciError_Success);
    return list;
}

void wire_sync_lists(NvSciSyncModule module, NvSciSyncAttrList lists[WIRE_SYNC_LISTS])
{
    const NvSciSyncAttrKeyValuePair signals[] = {
        SYNC_PAIR(NeedCpuAccess, bool, true),
        SYNC_PAIR(RequiredPerm, uint64_t, NvSciSyncAccessPerm_SignalOnly),
        SYNC_PAIR(RequireDeterministicFences, bool, true),
        SYNC_PAIR(PrimitiveInfo, NvSciSyncAttrValPrimitiveType,
                  NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b,
                  NvSciSyncAttrValPrimitiveType_SysmemSemaphore),
        SYNC_PAIR(PeerLocationInfo, NvSciBufPeerLocationInfo, PLACE_1, PLACE_2),
    };
    const NvSciSyncAttrKeyValuePair waits[] = {
        SYNC_PAIR(NeedCpuAccess, bool, true),
        SYNC_PAIR(RequiredPerm, uint64_t, NvSciSyncAccessPerm_WaitOnly),
        SYNC_PAIR(WaiterContextInsensitiveFenceExports, bool, true),
        SYNC_PAIR(WaiterRequireTimestamps, bool, true),
        SYNC_PAIR(PrimitiveInfo, NvSciSyncAttrValPrimitiveType,
                  NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b),
        SYNC_PAIR(PeerLocationInfo, NvSciBufPeerLocationInfo, PLACE_3, PLACE_2),
        SYNC_PAIR(GpuId, NvSciRmGpuId, GPU_B, GPU_A),
        SYNC_PAIR(PeerHwEngineArray, NvSciBufPeerHwEngine, ENGINE_2, ENGINE_1),
    };

    lists[0] = sync_list(module, signals, COUNT_OF(signals));
    lists[1] = sync_list(module, waits, COUNT_OF(waits));
}
