/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys_test.c
 * Every key: its size, direction, values and type, through the public functions.
 */
#include "buf_make.h"

#include <string.h>

#include "ringfence_cfg.h"

#define IN  1
#define OUT 2
/* clang-format off */
#define GPU1 {{1}}
#define NONE {NvSciBufAttrKey_LowerBound, NULL, 0U}
/* clang-format on */

/** A key as the interface describes it. */
typedef struct {
    /** A value that may be set; for outputs, any value of one element. */
    BufPair good;
    size_t size;
    /** Elements at most. */
    size_t max;
    int direction;
    NvSciBufType type;
    /** Values of the right length that may not be set; key 0 ends them. */
    BufPair bad[4];
} KeyCase;

#define K(name)  NvSciBuf##name
#define GENERAL  NvSciBufType_General
#define RAW      NvSciBufType_RawBuffer
#define IMAGE    NvSciBufType_Image
#define TENSOR   NvSciBufType_Tensor
#define ARRAY    NvSciBufType_Array
#define PYRAMID  NvSciBufType_Pyramid
#define FORMAT   NvSciBufAttrValColorFmt
#define STANDARD NvSciBufAttrValColorStd
#define TOP      ((uint64_t)1U << 63U)

/* clang-format off */
#define NUMBER_KEY(name, type, max, direction, group, good, ...) \
    {PAIR(K(name), type, good), sizeof(type), (max), (direction), (group), {__VA_ARGS__}}
#define BAD(name, type, ...) PAIR(K(name), type, __VA_ARGS__)

static const KeyCase g_cases[] = {
    NUMBER_KEY(GeneralAttrKey_Types, NvSciBufType, 5, IN | OUT, GENERAL, RAW,
               BAD(GeneralAttrKey_Types, uint32_t, 0), BAD(GeneralAttrKey_Types, uint32_t, 6),
               BAD(GeneralAttrKey_Types, uint32_t, 1, 0)),
    NUMBER_KEY(GeneralAttrKey_NeedCpuAccess, bool, 1, IN | OUT, GENERAL, true,
               BAD(GeneralAttrKey_NeedCpuAccess, uint8_t, 2)),
    NUMBER_KEY(GeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm, 1, IN, GENERAL, NvSciBufAccessPerm_ReadWrite,
               BAD(GeneralAttrKey_RequiredPerm, uint32_t, 0), BAD(GeneralAttrKey_RequiredPerm, uint32_t, 2),
               BAD(GeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm, NvSciBufAccessPerm_Auto)),
    NUMBER_KEY(GeneralAttrKey_EnableCpuCache, bool, 1, IN | OUT, GENERAL, true,
               BAD(GeneralAttrKey_EnableCpuCache, uint8_t, 255)),
    NUMBER_KEY(GeneralAttrKey_GpuId, NvSciRmGpuId, RINGFENCE_CFG_GPUS, IN | OUT, GENERAL, GPU1, NONE),
    NUMBER_KEY(GeneralAttrKey_CpuNeedSwCacheCoherency, bool, 1, OUT, GENERAL, true, NONE),
    NUMBER_KEY(GeneralAttrKey_ActualPerm, NvSciBufAttrValAccessPerm, 1, OUT, GENERAL, NvSciBufAccessPerm_Readonly, NONE),
    NUMBER_KEY(GeneralAttrKey_VidMem_GpuId, NvSciRmGpuId, 1, IN | OUT, GENERAL, GPU1, NONE),
    {PAIR(K(GeneralAttrKey_EnableGpuCache), NvSciBufAttrValGpuCache, {GPU1, true}), 17, 1, IN | OUT, GENERAL,
     {BAD(GeneralAttrKey_EnableGpuCache, uint8_t, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)}},
    {PAIR(K(GeneralAttrKey_GpuSwNeedCacheCoherency), NvSciBufAttrValGpuCache, {GPU1, true}), 17, RINGFENCE_CFG_GPUS, OUT, GENERAL, {NONE}},
    {PAIR(K(GeneralAttrKey_EnableGpuCompression), NvSciBufAttrValGpuCompression, {GPU1, NvSciBufCompressionType_GenericCompressible}),
     20, RINGFENCE_CFG_GPUS, IN | OUT, GENERAL,
     {BAD(GeneralAttrKey_EnableGpuCompression, NvSciBufAttrValGpuCompression, {GPU1, NvSciBufCompressionType_None}),
      BAD(GeneralAttrKey_EnableGpuCompression, uint32_t, 0, 0, 0, 0, 2),
      BAD(GeneralAttrKey_EnableGpuCompression, NvSciBufAttrValGpuCompression, {GPU1, NvSciBufCompressionType_None},
          {GPU1, NvSciBufCompressionType_GenericCompressible})}},
    {PAIR(K(GeneralAttrKey_PeerLocationInfo), NvSciBufPeerLocationInfo, {0xFFFFFFFFU, 0xFFFFFFFFU, 0U}),
     16, RINGFENCE_CFG_PEERS, IN | OUT, GENERAL, {NONE}},
    {PAIR(K(GeneralAttrKey_PeerHwEngineArray), NvSciBufPeerHwEngine, {NvSciBufHwEngName_Vic, NvSciBufPlatformName_Orin}),
     8, RINGFENCE_CFG_PEERS, IN | OUT, GENERAL,
     {BAD(GeneralAttrKey_PeerHwEngineArray, uint32_t, 0, 1), BAD(GeneralAttrKey_PeerHwEngineArray, uint32_t, 106, 0),
      BAD(GeneralAttrKey_PeerHwEngineArray, uint32_t, 106, 1, 106, 4),
      BAD(GeneralAttrKey_PeerHwEngineArray, uint32_t, 106, 4, 106, 1)}},

    NUMBER_KEY(RawBufferAttrKey_Size, uint64_t, 1, IN | OUT, RAW, 65536U, BAD(RawBufferAttrKey_Size, uint64_t, 0)),
    NUMBER_KEY(RawBufferAttrKey_Align, uint64_t, 1, IN | OUT, RAW, TOP,
               BAD(RawBufferAttrKey_Align, uint64_t, 3), BAD(RawBufferAttrKey_Align, uint64_t, UINT64_MAX)),

    NUMBER_KEY(ImageAttrKey_Layout, uint32_t, 1, IN | OUT, IMAGE, 1U, BAD(ImageAttrKey_Layout, uint32_t, 2)),
    NUMBER_KEY(ImageAttrKey_TopPadding, uint64_t, 3, IN | OUT, IMAGE, 7U, NONE),
    NUMBER_KEY(ImageAttrKey_BottomPadding, uint64_t, 3, IN | OUT, IMAGE, 7U, NONE),
    NUMBER_KEY(ImageAttrKey_LeftPadding, uint64_t, 3, IN | OUT, IMAGE, 7U, NONE),
    NUMBER_KEY(ImageAttrKey_RightPadding, uint64_t, 3, IN | OUT, IMAGE, 7U, NONE),
    NUMBER_KEY(ImageAttrKey_VprFlag, bool, 1, IN | OUT, IMAGE, true, BAD(ImageAttrKey_VprFlag, uint8_t, 2)),
    NUMBER_KEY(ImageAttrKey_Size, uint64_t, 1, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_Alignment, uint64_t, 1, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlaneCount, uint32_t, 1, IN | OUT, IMAGE, 3U,
               BAD(ImageAttrKey_PlaneCount, uint32_t, 0), BAD(ImageAttrKey_PlaneCount, uint32_t, 4)),
    NUMBER_KEY(ImageAttrKey_PlaneColorFormat, FORMAT, 3, IN | OUT, IMAGE, NvSciColor_B8,
               BAD(ImageAttrKey_PlaneColorFormat, uint32_t, 0), BAD(ImageAttrKey_PlaneColorFormat, uint32_t, 84, 153)),
    NUMBER_KEY(ImageAttrKey_PlaneColorStd, STANDARD, 3, IN | OUT, IMAGE, NvSciColorStd_REQ2020PQ_ER,
               BAD(ImageAttrKey_PlaneColorStd, uint32_t, 12)),
    NUMBER_KEY(ImageAttrKey_PlaneBaseAddrAlign, uint32_t, 3, IN | OUT, IMAGE, 0x80000000U,
               BAD(ImageAttrKey_PlaneBaseAddrAlign, uint32_t, 0), BAD(ImageAttrKey_PlaneBaseAddrAlign, uint32_t, 256, 257)),
    NUMBER_KEY(ImageAttrKey_PlaneWidth, uint32_t, 3, IN | OUT, IMAGE, 0xFFFFFFFFU, BAD(ImageAttrKey_PlaneWidth, uint32_t, 0)),
    NUMBER_KEY(ImageAttrKey_PlaneHeight, uint32_t, 3, IN | OUT, IMAGE, 1U, BAD(ImageAttrKey_PlaneHeight, uint32_t, 1, 0)),
    NUMBER_KEY(ImageAttrKey_ScanType, uint32_t, 1, IN | OUT, IMAGE, 1U, BAD(ImageAttrKey_ScanType, uint32_t, 2)),
    NUMBER_KEY(ImageAttrKey_PlaneBitsPerPixel, uint32_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlaneOffset, uint64_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlaneDatatype, uint32_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlaneChannelCount, uint8_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlaneSecondFieldOffset, uint64_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlanePitch, uint32_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlaneAlignedHeight, uint32_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_PlaneAlignedSize, uint64_t, 3, OUT, IMAGE, 1U, NONE),
    NUMBER_KEY(ImageAttrKey_ImageCount, uint64_t, 1, IN | OUT, IMAGE, 1U,
               BAD(ImageAttrKey_ImageCount, uint64_t, 0), BAD(ImageAttrKey_ImageCount, uint64_t, 2)),
    NUMBER_KEY(ImageAttrKey_SurfType, uint32_t, 1, IN | OUT, IMAGE, 0U,
               BAD(ImageAttrKey_SurfType, NvSciBufSurfType, NvSciSurfType_RGBA),
               BAD(ImageAttrKey_SurfType, NvSciBufSurfType, NvSciSurfType_RAW), BAD(ImageAttrKey_SurfType, uint32_t, 3)),
    NUMBER_KEY(ImageAttrKey_SurfMemLayout, uint32_t, 1, IN | OUT, IMAGE, 2U, BAD(ImageAttrKey_SurfMemLayout, uint32_t, 3)),
    NUMBER_KEY(ImageAttrKey_SurfSampleType, uint32_t, 1, IN | OUT, IMAGE, 4U, BAD(ImageAttrKey_SurfSampleType, uint32_t, 5)),
    NUMBER_KEY(ImageAttrKey_SurfBPC, uint32_t, 1, IN | OUT, IMAGE, 6U, BAD(ImageAttrKey_SurfBPC, uint32_t, 7)),
    NUMBER_KEY(ImageAttrKey_SurfComponentOrder, uint32_t, 1, IN | OUT, IMAGE, 2U, BAD(ImageAttrKey_SurfComponentOrder, uint32_t, 3)),
    NUMBER_KEY(ImageAttrKey_SurfWidthBase, uint32_t, 1, IN | OUT, IMAGE, 1920U, BAD(ImageAttrKey_SurfWidthBase, uint32_t, 0)),
    NUMBER_KEY(ImageAttrKey_SurfHeightBase, uint32_t, 1, IN | OUT, IMAGE, 1080U, BAD(ImageAttrKey_SurfHeightBase, uint32_t, 0)),
    NUMBER_KEY(ImageAttrKey_SurfColorStd, STANDARD, 1, IN | OUT, IMAGE, NvSciColorStd_SRGB, BAD(ImageAttrKey_SurfColorStd, uint32_t, 12)),

    NUMBER_KEY(TensorAttrKey_DataType, uint32_t, 1, IN | OUT, TENSOR, NvSciDataType_Float32,
               BAD(TensorAttrKey_DataType, uint32_t, NvSciDataType_FloatISP), BAD(TensorAttrKey_DataType, uint32_t, NvSciDataType_Bool),
               BAD(TensorAttrKey_DataType, uint32_t, 12)),
    NUMBER_KEY(TensorAttrKey_NumDims, uint32_t, 1, IN | OUT, TENSOR, 8U,
               BAD(TensorAttrKey_NumDims, uint32_t, 0), BAD(TensorAttrKey_NumDims, uint32_t, 9)),
    NUMBER_KEY(TensorAttrKey_SizePerDim, uint64_t, 8, IN | OUT, TENSOR, 3U, NONE),
    NUMBER_KEY(TensorAttrKey_AlignmentPerDim, uint32_t, 8, IN | OUT, TENSOR, 4U, BAD(TensorAttrKey_AlignmentPerDim, uint32_t, 4, 0)),
    NUMBER_KEY(TensorAttrKey_StridesPerDim, uint64_t, 8, OUT, TENSOR, 1U, NONE),
    NUMBER_KEY(TensorAttrKey_PixelFormat, FORMAT, 1, IN | OUT, TENSOR, NvSciColor_A8B8G8R8,
               BAD(TensorAttrKey_PixelFormat, uint32_t, 0), BAD(TensorAttrKey_PixelFormat, uint32_t, 153)),
    NUMBER_KEY(TensorAttrKey_BaseAddrAlign, uint64_t, 1, IN | OUT, TENSOR, TOP,
               BAD(TensorAttrKey_BaseAddrAlign, uint64_t, 0), BAD(TensorAttrKey_BaseAddrAlign, uint64_t, 6)),
    NUMBER_KEY(TensorAttrKey_Size, uint64_t, 1, OUT, TENSOR, 1U, NONE),

    NUMBER_KEY(ArrayAttrKey_DataType, uint32_t, 1, IN | OUT, ARRAY, NvSciDataType_Bool, BAD(ArrayAttrKey_DataType, uint32_t, 12)),
    NUMBER_KEY(ArrayAttrKey_Stride, uint64_t, 1, IN | OUT, ARRAY, 4U, BAD(ArrayAttrKey_Stride, uint64_t, 0)),
    NUMBER_KEY(ArrayAttrKey_Capacity, uint64_t, 1, IN | OUT, ARRAY, 100U, BAD(ArrayAttrKey_Capacity, uint64_t, 0)),
    NUMBER_KEY(ArrayAttrKey_Size, uint64_t, 1, OUT, ARRAY, 1U, NONE),
    NUMBER_KEY(ArrayAttrKey_Alignment, uint64_t, 1, OUT, ARRAY, 1U, NONE),

    NUMBER_KEY(PyramidAttrKey_NumLevels, uint32_t, 1, IN | OUT, PYRAMID, 10U,
               BAD(PyramidAttrKey_NumLevels, uint32_t, 0), BAD(PyramidAttrKey_NumLevels, uint32_t, 11)),
    NUMBER_KEY(PyramidAttrKey_Scale, float, 1, IN | OUT, PYRAMID, 1.0F,
               BAD(PyramidAttrKey_Scale, float, 0.0F), BAD(PyramidAttrKey_Scale, float, -0.5F),
               BAD(PyramidAttrKey_Scale, float, 1.0000001F)),
    NUMBER_KEY(PyramidAttrKey_LevelOffset, uint64_t, 10, OUT, PYRAMID, 1U, NONE),
    NUMBER_KEY(PyramidAttrKey_LevelSize, uint64_t, 10, OUT, PYRAMID, 1U, NONE),
    NUMBER_KEY(PyramidAttrKey_Alignment, uint64_t, 1, OUT, PYRAMID, 1U, NONE)};
/* clang-format on */

/** A list of the key's type; the key Types itself gets an empty one. */
static NvSciBufAttrList list_for(const KeyCase *key)
{
    NvSciBufAttrList list = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    if (key->good.key != NvSciBufGeneralAttrKey_Types) {
        const NvSciBufType type = (key->type == GENERAL) ? RAW : key->type;

        assert_int_equal(SET(list, TYPES(type)), NvSciError_Success);
    }
    return list;
}

/** The table has each key of the interface once. */
static void all_keys_are_tested(void **state)
{
    (void)state;
    assert_int_equal(COUNT_OF(g_cases), 65U);
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        for (size_t k = 0U; k < i; k++) {
            assert_int_not_equal(g_cases[i].good.key, g_cases[k].good.key);
        }
    }
}

/**
 * A key that the library writes can be neither set nor read before reconciliation.
 * @verifies RF-BUF-006
 * @verifies RF-BUF-008
 */
static void outputs_are_the_librarys(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        const KeyCase *const key = &g_cases[i];

        if (key->direction == OUT) {
            NvSciBufAttrList list = list_for(key);
            BufPair pair = key->good;

            assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
            assert_int_equal(NvSciBufAttrListGetAttrs(list, &pair, 1U), NvSciError_BadParameter);
            NvSciBufAttrListFree(list);
        }
    }
}

/**
 * What is set is read back; unset keys read as NULL; a key can be set once.
 * @verifies RF-BUF-006
 * @verifies RF-BUF-008
 */
static void inputs_are_set_once_and_read_back(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        const KeyCase *const key = &g_cases[i];

        if (key->direction != OUT) {
            NvSciBufAttrList list = list_for(key);
            BufPair pair = {key->good.key, key, 1U};

            assert_int_equal(NvSciBufAttrListGetAttrs(list, &pair, 1U), NvSciError_Success);
            assert_null(pair.value);
            assert_int_equal(pair.len, 0U);
            pair = key->good;
            assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
            assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
            pair = buf_read(list, key->good.key);
            assert_int_equal(pair.len, key->good.len);
            assert_memory_equal(pair.value, key->good.value, pair.len);
            assert_int_equal((uintptr_t)pair.value % 8U, 0U);
            NvSciBufAttrListFree(list);
        }
    }
}

/** Sets `len` bytes of a key that repeat its good value. */
static NvSciError set_length(const KeyCase *key, size_t len)
{
    static uint8_t bytes[4096];
    NvSciBufAttrList list = list_for(key);
    BufPair pair = {key->good.key, bytes, len};
    NvSciError status = NvSciError_Unknown;

    assert_true(len <= sizeof(bytes));
    for (size_t at = 0U; at < len; at++) {
        bytes[at] = ((const uint8_t *)key->good.value)[at % key->size];
    }
    status = NvSciBufAttrListSetAttrs(list, &pair, 1U);
    NvSciBufAttrListFree(list);
    return status;
}

/**
 * A value is whole elements, one at least, no more than the key can hold.
 * @verifies RF-BUF-006
 */
static void lengths_are_checked(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        const KeyCase *const key = &g_cases[i];

        if (key->direction != OUT) {
            assert_int_equal(key->good.len % key->size, 0U);
            assert_int_equal(set_length(key, 0U), NvSciError_BadParameter);
            assert_int_equal(set_length(key, key->size - 1U), NvSciError_BadParameter);
            assert_int_equal(set_length(key, key->size), NvSciError_Success);
            assert_int_equal(set_length(key, key->size + 1U), (key->size == 1U) && (key->max > 1U)
                                                                  ? NvSciError_Success
                                                                  : NvSciError_BadParameter);
            assert_int_equal(set_length(key, key->size * key->max), NvSciError_Success);
            assert_int_equal(set_length(key, key->size * (key->max + 1U)), NvSciError_BadParameter);
        }
    }
}

/**
 * A value outside the key's domain is refused, and the key stays unset.
 * @verifies RF-BUF-006
 */
static void values_are_checked(void **state)
{
    size_t checked = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        const KeyCase *const key = &g_cases[i];

        for (size_t k = 0U; (k < COUNT_OF(key->bad)) && (key->bad[k].value != NULL); k++) {
            NvSciBufAttrList list = list_for(key);
            BufPair pair = key->bad[k];

            assert_int_equal(pair.key, key->good.key);
            assert_int_equal(pair.len % key->size, 0U);
            assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
            assert_int_equal(buf_read(list, pair.key).len, 0U);
            pair = key->good;
            assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
            NvSciBufAttrListFree(list);
            checked++;
        }
    }
    assert_true(checked > 50U);
}

/**
 * A key of a type needs that type in Types, set before or in the same call, in any order.
 * @verifies RF-BUF-006
 */
static void keys_of_a_type_need_the_type(void **state)
{
    static const NvSciBufType types[] = {RAW, IMAGE, TENSOR, ARRAY, PYRAMID};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        const KeyCase *const key = &g_cases[i];
        NvSciBufAttrList list = NULL;

        if ((key->direction != OUT) && (key->type != GENERAL)) {
            assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
            assert_int_equal(SET(list, key->good), NvSciError_BadParameter);
            assert_int_equal(SET(list, key->good, TYPES(key->type)), NvSciError_Success);
            NvSciBufAttrListFree(list);
            for (size_t t = 0U; t < COUNT_OF(types); t++) {
                const bool admitted =
                    (types[t] == key->type) || ((types[t] == PYRAMID) && (key->type == IMAGE));

                list = LIST(TYPES(types[t]));
                assert_int_equal(SET(list, key->good),
                                 admitted ? NvSciError_Success : NvSciError_BadParameter);
                NvSciBufAttrListFree(list);
            }
        }
    }
}

/**
 * An input-only key cannot be read from a reconciled list; all others can.
 * @verifies RF-BUF-008
 */
static void inputs_alone_are_hidden_after_reconciliation(void **state)
{
    NvSciBufAttrList list =
        buf_reconciled_one(LIST(TYPES(RAW), PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 64U),
                                PAIR(NvSciBufGeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm,
                                     NvSciBufAccessPerm_ReadWrite)));

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        BufPair pair = {g_cases[i].good.key, NULL, 0U};

        assert_int_equal(NvSciBufAttrListGetAttrs(list, &pair, 1U), (g_cases[i].direction == IN)
                                                                        ? NvSciError_BadParameter
                                                                        : NvSciError_Success);
    }
    NvSciBufAttrListFree(list);
}

/**
 * What is no key can be neither set nor read: between the keys, behind them, private key types.
 * @verifies RF-BUF-006
 * @verifies RF-BUF-008
 */
static void unknown_keys_are_refused(void **state)
{
    static const uint32_t keys[] = {0U,         0xEU,        0xFFFFU,   0x10002U, 0x20020U,
                                    0x30008U,   0x40005U,    0x50005U,  0x60000U, 0x3FFFFFFU,
                                    0x4000001U, 0xFFFFFFFFU, 0x4010000U};
    NvSciBufAttrList list = LIST(TYPES(RAW));

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(keys); i++) {
        const uint64_t value = 1U;
        BufPair pair = {(NvSciBufAttrKey)keys[i], &value, sizeof(value)};

        assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListGetAttrs(list, &pair, 1U), NvSciError_BadParameter);
    }
    NvSciBufAttrListFree(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_keys_are_tested),
        cmocka_unit_test_setup_teardown(outputs_are_the_librarys, buf_module_up, buf_module_down),
        cmocka_unit_test_setup_teardown(inputs_are_set_once_and_read_back, buf_module_up,
                                        buf_module_down),
        cmocka_unit_test_setup_teardown(lengths_are_checked, buf_module_up, buf_module_down),
        cmocka_unit_test_setup_teardown(values_are_checked, buf_module_up, buf_module_down),
        cmocka_unit_test_setup_teardown(keys_of_a_type_need_the_type, buf_module_up,
                                        buf_module_down),
        cmocka_unit_test_setup_teardown(inputs_alone_are_hidden_after_reconciliation, buf_module_up,
                                        buf_module_down),
        cmocka_unit_test_setup_teardown(unknown_keys_are_refused, buf_module_up, buf_module_down)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
