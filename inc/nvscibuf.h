/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscibuf.h
 * Buffers that several engines share: attribute lists, their reconciliation, and the buffer
 * objects.
 *
 * A signal handler calls nothing of this, no function is a cancellation point, and a child of
 * fork() calls nothing of it: nvscisync.h says more.
 */
/* @satisfies RF-CORE-090 RF-CORE-091 RF-CORE-092 */
#ifndef NVSCIBUF_H
#define NVSCIBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__STDC_HOSTED__) && (__STDC_HOSTED__ == 1)
#include <stdlib.h>
#include <string.h>
#endif

#include "nvscierror.h"
#include "nvsciipc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constants: typed objects in C++, macros in C, so that both may use them as array sizes. */
#ifdef __cplusplus
static const uint32_t NvSciBufMajorVersion = 2U;
static const uint32_t NvSciBufMinorVersion = 11U;
static const uint32_t NV_SCI_BUF_TENSOR_MAX_DIMS = 8U;
static const uint32_t NV_SCI_BUF_IMAGE_MAX_PLANES = 3U;
static const uint32_t NV_SCI_BUF_PYRAMID_MAX_LEVELS = 10U;
static const uint32_t NVSCIBUF_EXPORT_DESC_SIZE = 32U;
static const uint32_t NV_SCI_BUF_ATTRKEY_BIT_COUNT = 16U;
static const uint32_t NV_SCI_BUF_DATATYPE_BIT_COUNT = 10U;
static const uint32_t NV_SCI_BUF_ATTR_KEY_TYPE_PUBLIC = 0U;
static const uint32_t NV_SCI_BUF_KEYTYPE_BIT_START = 26U;
static const uint32_t NV_SCI_BUF_GENERAL_ATTR_KEY_START = 0x00000U;
static const uint32_t NV_SCI_BUF_RAW_BUF_ATTR_KEY_START = 0x10000U;
static const uint32_t NV_SCI_BUF_IMAGE_ATTR_KEY_START = 0x20000U;
static const uint32_t NV_SCI_BUF_TENSOR_ATTR_KEY_START = 0x30000U;
static const uint32_t NV_SCI_BUF_ARRAY_ATTR_KEY_START = 0x40000U;
static const uint32_t NV_SCI_BUF_PYRAMID_ATTR_KEY_START = 0x50000U;
static const uint32_t NV_SCI_BUF_PEER_INFO_MAX_NUMBER = 128U;
static const uint32_t NV_SCI_BUF_PEER_INFO_SELF_SOCID = 0xFFFFFFFFU;
static const uint32_t NV_SCI_BUF_PEER_INFO_SELF_VMID = 0xFFFFFFFFU;
static const uint32_t NV_SCI_BUF_MAX_GPUS = 16U;
static const uint32_t NV_SCI_BUF_PEER_HW_ENGINE_MAX_NUMBER = 128U;
#else
/** Major version of this interface. */
#define NvSciBufMajorVersion                 (2U)
/** Minor version of this interface. */
#define NvSciBufMinorVersion                 (11U)
/** Dimensions of a tensor at most. */
#define NV_SCI_BUF_TENSOR_MAX_DIMS           (8U)
/** Planes of an image at most. */
#define NV_SCI_BUF_IMAGE_MAX_PLANES          (3U)
/** Levels of a pyramid at most. */
#define NV_SCI_BUF_PYRAMID_MAX_LEVELS        (10U)
/** Words of an exported object's descriptor. */
#define NVSCIBUF_EXPORT_DESC_SIZE            (32U)
/** Bits of a key's index. */
#define NV_SCI_BUF_ATTRKEY_BIT_COUNT         (16U)
/** Bits of a key's buffer type. */
#define NV_SCI_BUF_DATATYPE_BIT_COUNT        (10U)
/** Key type of the keys that applications use. */
#define NV_SCI_BUF_ATTR_KEY_TYPE_PUBLIC      (0U)
/** Lowest bit of a key's key type. */
#define NV_SCI_BUF_KEYTYPE_BIT_START         (26U)
/** First general key. */
#define NV_SCI_BUF_GENERAL_ATTR_KEY_START    (0x00000U)
/** First raw buffer key. */
#define NV_SCI_BUF_RAW_BUF_ATTR_KEY_START    (0x10000U)
/** First image key. */
#define NV_SCI_BUF_IMAGE_ATTR_KEY_START      (0x20000U)
/** First tensor key. */
#define NV_SCI_BUF_TENSOR_ATTR_KEY_START     (0x30000U)
/** First array key. */
#define NV_SCI_BUF_ARRAY_ATTR_KEY_START      (0x40000U)
/** First pyramid key. */
#define NV_SCI_BUF_PYRAMID_ATTR_KEY_START    (0x50000U)
/** Late peers of a list at most. */
#define NV_SCI_BUF_PEER_INFO_MAX_NUMBER      (128U)
/** A late peer on this SoC. */
#define NV_SCI_BUF_PEER_INFO_SELF_SOCID      (0xFFFFFFFFU)
/** A late peer in this virtual machine. */
#define NV_SCI_BUF_PEER_INFO_SELF_VMID       (0xFFFFFFFFU)
/** GPUs of a list at most. */
#define NV_SCI_BUF_MAX_GPUS                  (16U)
/** Engines of late peers of a list at most. */
#define NV_SCI_BUF_PEER_HW_ENGINE_MAX_NUMBER (128U)
#endif

/** Instance of the library that lists and objects belong to. */
typedef struct NvSciBufModuleRec *NvSciBufModule;
/** Attribute list. */
typedef struct NvSciBufAttrListRec *NvSciBufAttrList;
/** Buffer object. */
typedef struct NvSciBufObjRefRec *NvSciBufObj;
/** Buffer object that the callee does not change. */
typedef const struct NvSciBufObjRefRec *NvSciBufObjConst;

/** Kind of buffer; a list names one, or image and tensor together. */
typedef enum {
    NvSciBufType_General = 0,
    NvSciBufType_RawBuffer = 1,
    NvSciBufType_Image = 2,
    NvSciBufType_Tensor = 3,
    NvSciBufType_Array = 4,
    NvSciBufType_Pyramid = 5,
    NvSciBufType_MaxValid = 6,
    NvSciBufType_UpperBound = 6
} NvSciBufType;

/** @cond */
/* Values of keys are memory: enumerations have 32 bits in the library and in programs. */
#if defined(__cplusplus) && (__cplusplus >= 201103L)
static_assert(sizeof(NvSciBufType) == 4U, "compile with -fno-short-enums");
#elif defined(__STDC_VERSION__) && (__STDC_VERSION__ >= 201112L)
_Static_assert(sizeof(NvSciBufType) == 4U, "compile with -fno-short-enums");
#else
/* C before C11, C++ before C++11: compile with -fno-short-enums if this is an error. */
typedef char NvSciBufTypeHas32Bits[(sizeof(NvSciBufType) == 4U) ? 1 : -1];
#endif
/** @endcond */

/** Order of an image's pixels in memory. */
typedef enum {
    NvSciBufImage_BlockLinearType = 0,
    NvSciBufImage_PitchLinearType = 1
} NvSciBufAttrValImageLayoutType;

/** Whether an image is one frame or two interleaved fields. */
typedef enum {
    NvSciBufScan_ProgressiveType = 0,
    NvSciBufScan_InterlaceType = 1
} NvSciBufAttrValImageScanType;

/** Colour space of a plane. _SR: standard range, _ER: extended range. */
typedef enum {
    NvSciColorStd_SRGB = 0,
    NvSciColorStd_REC601_SR = 1,
    NvSciColorStd_REC601_ER = 2,
    NvSciColorStd_REC709_SR = 3,
    NvSciColorStd_REC709_ER = 4,
    NvSciColorStd_REC2020_RGB = 5,
    NvSciColorStd_REC2020_SR = 6,
    NvSciColorStd_REC2020_ER = 7,
    NvSciColorStd_YcCbcCrc_SR = 8,
    NvSciColorStd_YcCbcCrc_ER = 9,
    NvSciColorStd_SENSOR_RGBA = 10,
    NvSciColorStd_REQ2020PQ_ER = 11
} NvSciBufAttrValColorStd;

/** Type of a tensor's or array's element, or of an image's channel. */
typedef enum {
    NvSciDataType_Int4 = 0,
    NvSciDataType_Uint4 = 1,
    NvSciDataType_Int8 = 2,
    NvSciDataType_Uint8 = 3,
    NvSciDataType_Int16 = 4,
    NvSciDataType_Uint16 = 5,
    NvSciDataType_Int32 = 6,
    NvSciDataType_Uint32 = 7,
    NvSciDataType_Float16 = 8,
    NvSciDataType_Float32 = 9,
    NvSciDataType_FloatISP = 10,
    NvSciDataType_Bool = 11,
    NvSciDataType_UpperBound = 12
} NvSciBufAttrValDataType;

/** Family of a surface; only YUV is accepted. */
typedef enum {
    NvSciSurfType_YUV = 0,
    NvSciSurfType_RGBA = 1,
    NvSciSurfType_RAW = 2,
    NvSciSurfType_MaxValid = 3
} NvSciBufSurfType;

/** How the components of a surface are spread over planes. */
typedef enum {
    NvSciSurfMemLayout_Packed = 0,
    NvSciSurfMemLayout_SemiPlanar = 1,
    NvSciSurfMemLayout_Planar = 2,
    NvSciSurfMemLayout_MaxValid = 3
} NvSciBufSurfMemLayout;

/** Chroma subsampling of a surface. */
typedef enum {
    NvSciSurfSampleType_420 = 0,
    NvSciSurfSampleType_422 = 1,
    NvSciSurfSampleType_444 = 2,
    NvSciSurfSampleType_422R = 3,
    NvSciSurfSampleType_400 = 4,
    NvSciSurfSampleType_MaxValid = 5
} NvSciBufSurfSampleType;

/** Bits per component; Layout_<luma>_<chroma>_<chroma> names unequal depths. */
typedef enum {
    NvSciSurfBPC_Layout_16_8_8 = 0,
    NvSciSurfBPC_Layout_10_8_8 = 1,
    NvSciSurfBPC_8 = 2,
    NvSciSurfBPC_10 = 3,
    NvSciSurfBPC_12 = 4,
    NvSciSurfBPC_14 = 5,
    NvSciSurfBPC_16 = 6,
    NvSciSurfBPC_MaxValid = 7
} NvSciBufSurfBPC;

/** Order of the chroma components. */
typedef enum {
    NvSciSurfComponentOrder_YUV = 0,
    NvSciSurfComponentOrder_YVU = 1,
    NvSciSurfComponentOrder_Luma = 2,
    NvSciSurfComponentOrder_MaxValid = 3
} NvSciBufSurfComponentOrder;

/** Compression that a GPU may apply to a buffer. */
typedef enum {
    NvSciBufCompressionType_None = 0,
    NvSciBufCompressionType_GenericCompressible = 1
} NvSciBufCompressionType;

/** Hardware engine of a late peer. */
typedef enum {
    NvSciBufHwEngName_Invalid = 0,
    NvSciBufHwEngName_Display = 4,
    NvSciBufHwEngName_Isp = 11,
    NvSciBufHwEngName_Vi = 12,
    NvSciBufHwEngName_Csi = 30,
    NvSciBufHwEngName_Vic = 106,
    NvSciBufHwEngName_Gpu = 107,
    NvSciBufHwEngName_MSENC = 109,
    NvSciBufHwEngName_NVDEC = 117,
    NvSciBufHwEngName_NVJPG = 118,
    NvSciBufHwEngName_PVA = 121,
    NvSciBufHwEngName_DLA = 122,
    NvSciBufHwEngName_PCIe = 123,
    NvSciBufHwEngName_OFA = 124,
    NvSciBufHwEngName_NPM = 125,
    NvSciBufHwEngName_Num = 126
} NvSciBufHwEngName;

/** Platform of a late peer's engine. */
typedef enum {
    NvSciBufPlatformName_LowerBound = 0,
    NvSciBufPlatformName_Orin = 1,
    NvSciBufPlatformName_PG189 = 2,
    NvSciBufPlatformName_PG199 = 3,
    NvSciBufPlatformName_UpperBound = 4
} NvSciBufPlatformName;

/** Rights on a buffer. Readonly is lower than ReadWrite. Auto is only for export and import. */
typedef enum {
    NvSciBufAccessPerm_Readonly = 1,
    NvSciBufAccessPerm_ReadWrite = 3,
    NvSciBufAccessPerm_Auto = 4,
    NvSciBufAccessPerm_Invalid = 5
} NvSciBufAttrValAccessPerm;

/**
 * Pixel format of a plane.
 *
 * A name lists the components from the most to the least significant bit; X<n> are n unused bits.
 * In the four packed 4:2:2 formats it lists the bytes in memory order.
 */
typedef enum {
    NvSciColor_LowerBound = 0,
    NvSciColor_Bayer8RGGB = 1,
    NvSciColor_Bayer8CCCC = 2,
    NvSciColor_Bayer8BGGR = 3,
    NvSciColor_Bayer8GBRG = 4,
    NvSciColor_Bayer8GRBG = 5,
    NvSciColor_Bayer16BGGR = 6,
    NvSciColor_Bayer16CCCC = 7,
    NvSciColor_Bayer16GBRG = 8,
    NvSciColor_Bayer16GRBG = 9,
    NvSciColor_Bayer16RGGB = 10,
    NvSciColor_Bayer16RCCB = 11,
    NvSciColor_Bayer16BCCR = 12,
    NvSciColor_Bayer16CRBC = 13,
    NvSciColor_Bayer16CBRC = 14,
    NvSciColor_Bayer16RCCC = 15,
    NvSciColor_Bayer16CCCR = 16,
    NvSciColor_Bayer16CRCC = 17,
    NvSciColor_Bayer16CCRC = 18,
    NvSciColor_X2Bayer14GBRG = 19,
    NvSciColor_X4Bayer12GBRG = 20,
    NvSciColor_X6Bayer10GBRG = 21,
    NvSciColor_X2Bayer14GRBG = 22,
    NvSciColor_X4Bayer12GRBG = 23,
    NvSciColor_X6Bayer10GRBG = 24,
    NvSciColor_X2Bayer14BGGR = 25,
    NvSciColor_X4Bayer12BGGR = 26,
    NvSciColor_X6Bayer10BGGR = 27,
    NvSciColor_X2Bayer14RGGB = 28,
    NvSciColor_X4Bayer12RGGB = 29,
    NvSciColor_X6Bayer10RGGB = 30,
    NvSciColor_X2Bayer14CCCC = 31,
    NvSciColor_X4Bayer12CCCC = 32,
    NvSciColor_X6Bayer10CCCC = 33,
    NvSciColor_X4Bayer12RCCB = 34,
    NvSciColor_X4Bayer12BCCR = 35,
    NvSciColor_X4Bayer12CRBC = 36,
    NvSciColor_X4Bayer12CBRC = 37,
    NvSciColor_X4Bayer12RCCC = 38,
    NvSciColor_X4Bayer12CCCR = 39,
    NvSciColor_X4Bayer12CRCC = 40,
    NvSciColor_X4Bayer12CCRC = 41,
    NvSciColor_Signed_X2Bayer14CCCC = 42,
    NvSciColor_Signed_X4Bayer12CCCC = 43,
    NvSciColor_Signed_X6Bayer10CCCC = 44,
    NvSciColor_Signed_Bayer16CCCC = 45,
    NvSciColor_FloatISP_Bayer16CCCC = 46,
    NvSciColor_FloatISP_Bayer16RGGB = 47,
    NvSciColor_FloatISP_Bayer16BGGR = 48,
    NvSciColor_FloatISP_Bayer16GRBG = 49,
    NvSciColor_FloatISP_Bayer16GBRG = 50,
    NvSciColor_FloatISP_Bayer16RCCB = 51,
    NvSciColor_FloatISP_Bayer16BCCR = 52,
    NvSciColor_FloatISP_Bayer16CRBC = 53,
    NvSciColor_FloatISP_Bayer16CBRC = 54,
    NvSciColor_FloatISP_Bayer16RCCC = 55,
    NvSciColor_FloatISP_Bayer16CCCR = 56,
    NvSciColor_FloatISP_Bayer16CRCC = 57,
    NvSciColor_FloatISP_Bayer16CCRC = 58,
    NvSciColor_X12Bayer20CCCC = 59,
    NvSciColor_X12Bayer20BGGR = 60,
    NvSciColor_X12Bayer20RGGB = 61,
    NvSciColor_X12Bayer20GRBG = 62,
    NvSciColor_X12Bayer20GBRG = 63,
    NvSciColor_X12Bayer20RCCB = 64,
    NvSciColor_X12Bayer20BCCR = 65,
    NvSciColor_X12Bayer20CRBC = 66,
    NvSciColor_X12Bayer20CBRC = 67,
    NvSciColor_X12Bayer20RCCC = 68,
    NvSciColor_X12Bayer20CCCR = 69,
    NvSciColor_X12Bayer20CRCC = 70,
    NvSciColor_X12Bayer20CCRC = 71,
    NvSciColor_Signed_X12Bayer20CCCC = 72,
    NvSciColor_Signed_X12Bayer20GBRG = 73,
    NvSciColor_U8V8 = 74,
    NvSciColor_U8_V8 = 75,
    NvSciColor_V8U8 = 76,
    NvSciColor_V8_U8 = 77,
    NvSciColor_U10V10 = 78,
    NvSciColor_V10U10 = 79,
    NvSciColor_U12V12 = 80,
    NvSciColor_V12U12 = 81,
    NvSciColor_U16V16 = 82,
    NvSciColor_V16U16 = 83,
    NvSciColor_Y8 = 84,
    NvSciColor_Y10 = 85,
    NvSciColor_Y12 = 86,
    NvSciColor_Y16 = 87,
    NvSciColor_U8 = 88,
    NvSciColor_V8 = 89,
    NvSciColor_U10 = 90,
    NvSciColor_V10 = 91,
    NvSciColor_U12 = 92,
    NvSciColor_V12 = 93,
    NvSciColor_U16 = 94,
    NvSciColor_V16 = 95,
    NvSciColor_A8Y8U8V8 = 96,
    NvSciColor_Y8U8Y8V8 = 97,
    NvSciColor_Y8V8Y8U8 = 98,
    NvSciColor_U8Y8V8Y8 = 99,
    NvSciColor_V8Y8U8Y8 = 100,
    NvSciColor_A16Y16U16V16 = 101,
    NvSciColor_A8 = 102,
    NvSciColor_Signed_A8 = 103,
    NvSciColor_B8G8R8A8 = 104,
    NvSciColor_A8R8G8B8 = 105,
    NvSciColor_A8B8G8R8 = 106,
    NvSciColor_A2R10G10B10 = 107,
    NvSciColor_A16 = 108,
    NvSciColor_Signed_A16 = 109,
    NvSciColor_Signed_R16G16 = 110,
    NvSciColor_A16B16G16R16 = 111,
    NvSciColor_Signed_A16B16G16R16 = 112,
    NvSciColor_Float_A16B16G16R16 = 113,
    NvSciColor_A32 = 114,
    NvSciColor_Signed_A32 = 115,
    NvSciColor_Float_A16 = 116,
    NvSciColor_X6Bayer10BGGI_RGGI = 117,
    NvSciColor_X6Bayer10GBIG_GRIG = 118,
    NvSciColor_X6Bayer10GIBG_GIRG = 119,
    NvSciColor_X6Bayer10IGGB_IGGR = 120,
    NvSciColor_X6Bayer10RGGI_BGGI = 121,
    NvSciColor_X6Bayer10GRIG_GBIG = 122,
    NvSciColor_X6Bayer10GIRG_GIBG = 123,
    NvSciColor_X6Bayer10IGGR_IGGB = 124,
    NvSciColor_X4Bayer12BGGI_RGGI = 125,
    NvSciColor_X4Bayer12GBIG_GRIG = 126,
    NvSciColor_X4Bayer12GIBG_GIRG = 127,
    NvSciColor_X4Bayer12IGGB_IGGR = 128,
    NvSciColor_X4Bayer12RGGI_BGGI = 129,
    NvSciColor_X4Bayer12GRIG_GBIG = 130,
    NvSciColor_X4Bayer12GIRG_GIBG = 131,
    NvSciColor_X4Bayer12IGGR_IGGB = 132,
    NvSciColor_X2Bayer14BGGI_RGGI = 133,
    NvSciColor_X2Bayer14GBIG_GRIG = 134,
    NvSciColor_X2Bayer14GIBG_GIRG = 135,
    NvSciColor_X2Bayer14IGGB_IGGR = 136,
    NvSciColor_X2Bayer14RGGI_BGGI = 137,
    NvSciColor_X2Bayer14GRIG_GBIG = 138,
    NvSciColor_X2Bayer14GIRG_GIBG = 139,
    NvSciColor_X2Bayer14IGGR_IGGB = 140,
    NvSciColor_Bayer16BGGI_RGGI = 141,
    NvSciColor_Bayer16GBIG_GRIG = 142,
    NvSciColor_Bayer16GIBG_GIRG = 143,
    NvSciColor_Bayer16IGGB_IGGR = 144,
    NvSciColor_Bayer16RGGI_BGGI = 145,
    NvSciColor_Bayer16GRIG_GBIG = 146,
    NvSciColor_Bayer16GIRG_GIBG = 147,
    NvSciColor_Bayer16IGGR_IGGB = 148,
    NvSciColor_X4Bayer12RGGB_RJ = 149,
    NvSciColor_R8 = 150,
    NvSciColor_G8 = 151,
    NvSciColor_B8 = 152,
    NvSciColor_UpperBound = 153
} NvSciBufAttrValColorFmt;

/** Name of an attribute. The value type, the direction and the merge rule of each key are in
 * docs/attributes-buf.md. */
typedef enum {
    NvSciBufAttrKey_LowerBound = 0x0,
    /** NvSciBufType[] */
    NvSciBufGeneralAttrKey_Types = 0x00001,
    /** bool */
    NvSciBufGeneralAttrKey_NeedCpuAccess = 0x00002,
    /** NvSciBufAttrValAccessPerm (RO/RW only, Auto not allowed) */
    NvSciBufGeneralAttrKey_RequiredPerm = 0x00003,
    /** bool */
    NvSciBufGeneralAttrKey_EnableCpuCache = 0x00004,
    /** NvSciRmGpuId[] */
    NvSciBufGeneralAttrKey_GpuId = 0x00005,
    /** bool */
    NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency = 0x00006,
    /** NvSciBufAttrValAccessPerm */
    NvSciBufGeneralAttrKey_ActualPerm = 0x00007,
    /** NvSciRmGpuId */
    NvSciBufGeneralAttrKey_VidMem_GpuId = 0x00008,
    /** NvSciBufAttrValGpuCache[] */
    NvSciBufGeneralAttrKey_EnableGpuCache = 0x00009,
    /** NvSciBufAttrValGpuCache[] */
    NvSciBufGeneralAttrKey_GpuSwNeedCacheCoherency = 0x0000a,
    /** NvSciBufAttrValGpuCompression[] */
    NvSciBufGeneralAttrKey_EnableGpuCompression = 0x0000b,
    /** NvSciBufPeerLocationInfo[] */
    NvSciBufGeneralAttrKey_PeerLocationInfo = 0x0000c,
    /** NvSciBufPeerHwEngine[] */
    NvSciBufGeneralAttrKey_PeerHwEngineArray = 0x0000d,
    /** uint64_t > 0, bytes */
    NvSciBufRawBufferAttrKey_Size = 0x10000,
    /** uint64_t power of two, bytes */
    NvSciBufRawBufferAttrKey_Align = 0x10001,
    /** NvSciBufAttrValImageLayoutType */
    NvSciBufImageAttrKey_Layout = 0x20000,
    /** uint64_t[] px */
    NvSciBufImageAttrKey_TopPadding = 0x20001,
    /** uint64_t[] px */
    NvSciBufImageAttrKey_BottomPadding = 0x20002,
    /** uint64_t[] px */
    NvSciBufImageAttrKey_LeftPadding = 0x20003,
    /** uint64_t[] px */
    NvSciBufImageAttrKey_RightPadding = 0x20004,
    /** bool; true does not reconcile */
    NvSciBufImageAttrKey_VprFlag = 0x20005,
    /** uint64_t bytes */
    NvSciBufImageAttrKey_Size = 0x20006,
    /** uint64_t bytes */
    NvSciBufImageAttrKey_Alignment = 0x20007,
    /** uint32_t 1..3 */
    NvSciBufImageAttrKey_PlaneCount = 0x20008,
    /** NvSciBufAttrValColorFmt[] */
    NvSciBufImageAttrKey_PlaneColorFormat = 0x20009,
    /** NvSciBufAttrValColorStd[] */
    NvSciBufImageAttrKey_PlaneColorStd = 0x2000a,
    /** uint32_t[] power of two, bytes */
    NvSciBufImageAttrKey_PlaneBaseAddrAlign = 0x2000b,
    /** uint32_t[] px */
    NvSciBufImageAttrKey_PlaneWidth = 0x2000c,
    /** uint32_t[] px */
    NvSciBufImageAttrKey_PlaneHeight = 0x2000d,
    /** NvSciBufAttrValImageScanType */
    NvSciBufImageAttrKey_ScanType = 0x2000e,
    /** Deprecated name of NvSciBufImageAttrKey_ScanType. */
    NvSciBufImageAttrKey_PlaneScanType = 0x2000e,
    /** uint32_t[] */
    NvSciBufImageAttrKey_PlaneBitsPerPixel = 0x2000f,
    /** uint64_t[] bytes */
    NvSciBufImageAttrKey_PlaneOffset = 0x20010,
    /** NvSciBufAttrValDataType[] */
    NvSciBufImageAttrKey_PlaneDatatype = 0x20011,
    /** uint8_t[] */
    NvSciBufImageAttrKey_PlaneChannelCount = 0x20012,
    /** uint64_t[] bytes */
    NvSciBufImageAttrKey_PlaneSecondFieldOffset = 0x20013,
    /** uint32_t[] bytes */
    NvSciBufImageAttrKey_PlanePitch = 0x20014,
    /** uint32_t[] px */
    NvSciBufImageAttrKey_PlaneAlignedHeight = 0x20015,
    /** uint64_t[] bytes */
    NvSciBufImageAttrKey_PlaneAlignedSize = 0x20016,
    /** uint64_t, only 1 */
    NvSciBufImageAttrKey_ImageCount = 0x20017,
    /** NvSciBufSurfType */
    NvSciBufImageAttrKey_SurfType = 0x20018,
    /** NvSciBufSurfMemLayout */
    NvSciBufImageAttrKey_SurfMemLayout = 0x20019,
    /** NvSciBufSurfSampleType */
    NvSciBufImageAttrKey_SurfSampleType = 0x2001a,
    /** NvSciBufSurfBPC */
    NvSciBufImageAttrKey_SurfBPC = 0x2001b,
    /** NvSciBufSurfComponentOrder */
    NvSciBufImageAttrKey_SurfComponentOrder = 0x2001c,
    /** uint32_t px */
    NvSciBufImageAttrKey_SurfWidthBase = 0x2001d,
    /** uint32_t px */
    NvSciBufImageAttrKey_SurfHeightBase = 0x2001e,
    /** NvSciBufAttrValColorStd */
    NvSciBufImageAttrKey_SurfColorStd = 0x2001f,
    /** NvSciBufAttrValDataType, Int4..Float32 */
    NvSciBufTensorAttrKey_DataType = 0x30000,
    /** uint32_t 1..8 */
    NvSciBufTensorAttrKey_NumDims = 0x30001,
    /** uint64_t[], >= NumDims elements */
    NvSciBufTensorAttrKey_SizePerDim = 0x30002,
    /** uint32_t[] powers of two, >= NumDims elements */
    NvSciBufTensorAttrKey_AlignmentPerDim = 0x30003,
    /** uint64_t[] bytes, non-increasing */
    NvSciBufTensorAttrKey_StridesPerDim = 0x30004,
    /** NvSciBufAttrValColorFmt */
    NvSciBufTensorAttrKey_PixelFormat = 0x30005,
    /** uint64_t power of two */
    NvSciBufTensorAttrKey_BaseAddrAlign = 0x30006,
    /** uint64_t bytes */
    NvSciBufTensorAttrKey_Size = 0x30007,
    /** NvSciBufAttrValDataType, Int4..Bool */
    NvSciBufArrayAttrKey_DataType = 0x40000,
    /** uint64_t bytes, >= size of data type */
    NvSciBufArrayAttrKey_Stride = 0x40001,
    /** uint64_t elements */
    NvSciBufArrayAttrKey_Capacity = 0x40002,
    /** uint64_t bytes */
    NvSciBufArrayAttrKey_Size = 0x40003,
    /** uint64_t bytes */
    NvSciBufArrayAttrKey_Alignment = 0x40004,
    /** uint32_t 1..10 */
    NvSciBufPyramidAttrKey_NumLevels = 0x50000,
    /** float, 0 < s <= 1 */
    NvSciBufPyramidAttrKey_Scale = 0x50001,
    /** uint64_t[] bytes */
    NvSciBufPyramidAttrKey_LevelOffset = 0x50002,
    /** uint64_t[] bytes */
    NvSciBufPyramidAttrKey_LevelSize = 0x50003,
    /** uint64_t bytes */
    NvSciBufPyramidAttrKey_Alignment = 0x50004,
    NvSciBufAttrKey_UpperBound = 0x3ffffff
} NvSciBufAttrKey;

/** One attribute: a key, and a value of `len` bytes. */
typedef struct {
    /** Which attribute. */
    NvSciBufAttrKey key;
    /** Its elements. */
    const void *value;
    /** Bytes of the value. */
    size_t len;
} NvSciBufAttrKeyValuePair;

/** Identity of a GPU: its UUID. All zero: no GPU. */
typedef struct {
    /** The UUID's bytes, in the order in which CUDA gives them. */
    uint8_t bytes[16];
} NvSciRmGpuId;

/** Whether a GPU caches the buffer. */
typedef struct {
    /** Which GPU. */
    NvSciRmGpuId gpuId;
    /** Whether it caches the buffer, or needs cache maintenance by software. */
    bool cacheability;
} NvSciBufAttrValGpuCache;

/** Compression that a GPU applies to the buffer. */
typedef struct {
    /** Which GPU. */
    NvSciRmGpuId gpuId;
    /** How it compresses the buffer. */
    NvSciBufCompressionType compressionType;
} NvSciBufAttrValGpuCompression;

/** Rectangle of pixels; x1 and y1 are the first column and row outside. */
typedef struct {
    /** First column. */
    uint64_t x0;
    /** First row. */
    uint64_t y0;
    /** First column to the right. */
    uint64_t x1;
    /** First row below. */
    uint64_t y1;
} NvSciBufRect;

/** Descriptor of an exported object. */
typedef struct {
    /** Opaque words. */
    uint64_t data[NVSCIBUF_EXPORT_DESC_SIZE];
} __attribute__((packed)) NvSciBufObjIpcExportDescriptor;

/** Where a late peer runs. */
typedef struct {
    /** SoC, or NV_SCI_BUF_PEER_INFO_SELF_SOCID. */
    uint32_t socID;
    /** Virtual machine, or NV_SCI_BUF_PEER_INFO_SELF_VMID. */
    uint32_t vmID;
    /** Not used. */
    uint64_t reserved;
} __attribute__((packed)) NvSciBufPeerLocationInfo;

/** Engine that a late peer uses. */
typedef struct {
    /** Which engine. */
    NvSciBufHwEngName engName;
    /** On which platform. */
    NvSciBufPlatformName platName;
} __attribute__((packed)) NvSciBufPeerHwEngine;

/**
 * Makes an empty unreconciled list of one slot.
 *
 * @param[in]  module       open module that the list belongs to
 * @param[out] newAttrList  list, owned by the caller until NvSciBufAttrListFree(); unchanged on
 *                          error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff module is no open module, or newAttrList is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_LISTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(bytes of a slot).
 */
NvSciError NvSciBufAttrListCreate(NvSciBufModule module, NvSciBufAttrList *newAttrList);

/**
 * Frees a list: all its slots, and its text. Pointers to its values end here.
 *
 * @param[in] attrList  live list of the caller; NULL is a no-op. What is no live list, or is the
 *                      list of an object, is a fault report and stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread, while no other uses the list.
 * O(slots).
 */
void NvSciBufAttrListFree(NvSciBufAttrList attrList);

/**
 * Sets attributes of a list's slot 0: all of them, or none. Values are copied. A key can be set
 * once.
 *
 * NvSciBufGeneralAttrKey_Types must be set before a key of a type, or in the same call at any
 * place of the array. Image keys belong to pyramids too. The types, counts and ranges of values are
 * in docs/attributes-buf.md. A clone loses the values that the types it is given do not have. Of
 * several pairs that cannot be set the first one decides the error. One that cannot be set is a
 * fault report, RINGFENCE_FAULT_BAD_PAIR, which says which pair and why.
 *
 * @param[in] attrList   unreconciled list that was created or cloned
 * @param[in] pairArray  keys and values; not read after the call
 * @param[in] pairCount  pairs
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff attrList is no live list or cannot be set (reconciled,
 *                                  appended, a conflict list, the list of an object), pairArray is
 *                                  NULL, pairCount is 0, or a pair's key is unknown, output-only,
 *                                  set before, twice in the array, or of a type that is not in
 *                                  Types, or its value is NULL, of a wrong length, or out of the
 *                                  key's range
 * @retval NvSciError_NotSupported  iff a pair's key is one of GPUs, engines or late peers, and
 *                                  RINGFENCE_CFG_ENGINES is 0, or none of raw buffers, and
 *                                  RINGFENCE_CFG_TYPES is 0
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(pairCount x keys).
 */
NvSciError NvSciBufAttrListSetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount);

/**
 * Gives the number of slots of a list: one for each list that was appended to it.
 *
 * @param[in] attrList  live list
 *
 * @return number of slots; 0 iff attrList is no live list, or the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(1).
 */
size_t NvSciBufAttrListGetSlotCount(NvSciBufAttrList attrList);

/**
 * Reads attributes of a list's slot 0.
 *
 * @param[in]     attrList   live list, no conflict list
 * @param[in,out] pairArray  keys in; out: pointers to values and their bytes, NULL and 0 for keys
 *                           that are not set. A value stays where it is until the list is freed;
 *                           it is aligned to 8 bytes and zero up to 8 bytes at least. On error
 *                           some pairs may have been written
 * @param[in]     pairCount  pairs
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff attrList is no live list or a conflict list, pairArray is
 *                                  NULL, pairCount is 0, or a key is unknown, output-only and the
 *                                  list unreconciled, or input-only and the list reconciled
 * @retval NvSciError_InvalidState  iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(pairCount x keys).
 */
NvSciError NvSciBufAttrListGetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount);

/**
 * Reads attributes of one slot of a list.
 *
 * @param[in]     attrList   live list, no conflict list
 * @param[in]     slotIndex  0 to NvSciBufAttrListGetSlotCount() less one
 * @param[in,out] pairArray  as for NvSciBufAttrListGetAttrs()
 * @param[in]     pairCount  pairs
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff the list has no such slot, or NvSciBufAttrListGetAttrs()
 *                                  would return it
 * @retval NvSciError_InvalidState  iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(slotIndex +
 * pairCount x keys).
 */
NvSciError NvSciBufAttrListSlotGetAttrs(NvSciBufAttrList attrList, size_t slotIndex,
                                        NvSciBufAttrKeyValuePair *pairArray, size_t pairCount);

/**
 * Writes a list as text: its state, then each slot's keys and values; for a conflict list, why
 * reconciliation failed.
 *
 * @param[in]  attrList  live list of any kind
 * @param[out] buf       text, ends with a zero. It belongs to the list: it ends when the list is
 *                       freed or written as text again, or with RingfenceDescriptorFree(), not
 *                       with free(). Unchanged on error
 * @param[out] len       bytes of the text, its zero counted in, RINGFENCE_CFG_DUMP_BYTES at most
 *                       (a longer text is cut)
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_TEXTS is 0
 * @retval NvSciError_BadParameter        iff attrList is no live list, or buf or len is NULL
 * @retval NvSciError_InsufficientMemory  iff RINGFENCE_CFG_DUMPS other lists have a text
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(bytes of the text).
 */
NvSciError NvSciBufAttrListDebugDump(NvSciBufAttrList attrList, void **buf, size_t *len);

/**
 * Merges unreconciled lists, validates the result and computes its outputs.
 *
 * Every slot of every list takes part. The result does not depend on their order. The rules of the
 * keys, what is mandatory, and the formulas of the outputs are in docs/attributes-buf.md. Where a
 * driver of GPUs was named (RingfenceEngineSetMemory()), it is asked whether the buffer can be
 * used.
 *
 * Both answers are set to NULL first, whatever they held, even if the call is refused. Then
 * success gives a reconciled list; attributes that do not reconcile give a conflict list, which
 * RingfenceExplainConflict() and NvSciBufAttrListDebugDump() read; a malformed call or a lack of
 * slots gives neither.
 *
 * @param[in]  inputArray             unreconciled lists of one module, each once; they stay the
 *                                    caller's
 * @param[in]  inputCount             lists
 * @param[out] newReconciledAttrList  reconciled list, owned by the caller; NULL on error
 * @param[out] newConflictList        conflict list, owned by the caller; NULL on success
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter           iff an argument is NULL, inputCount is 0, an input is
 *                                           no live unreconciled list, of another module or given
 *                                           twice; or, with a conflict list, a mandatory key is
 *                                           not set or a value cannot be had
 * @retval NvSciError_ReconciliationFailed   iff values conflict, or the buffer or its alignment
 *                                           would be above RINGFENCE_CFG_BUFFER_MIB; with a
 *                                           conflict list
 * @retval NvSciError_NotSupported           iff a combination of values cannot be had; with a
 *                                           conflict list, or RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_Overflow               iff an output does not fit its width; with a conflict
 *                                           list
 * @retval NvSciError_InsufficientResource   iff the lists come from more than RINGFENCE_CFG_ROUTES
 *                                           processes, this one included; with a conflict list
 * @retval NvSciError_InsufficientMemory     iff all RINGFENCE_CFG_BUF_LISTS are taken
 * @retval NvSciError_InvalidState           iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots x keys), and the time of a driver of GPUs that is asked.
 */
NvSciError NvSciBufAttrListReconcile(const NvSciBufAttrList inputArray[], size_t inputCount,
                                     NvSciBufAttrList *newReconciledAttrList,
                                     NvSciBufAttrList *newConflictList);

/**
 * Copies a list. A copy of an unreconciled list can be set, and each of its keys once more. A copy
 * of a list that came from a peer counts as that peer's in a reconciliation, with the keys that were
 * set in it too: rights and CPU access are for the peer.
 *
 * @param[in]  origAttrList  live list that names its types, no conflict list
 * @param[out] newAttrList   copy, owned by the caller; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff origAttrList is no live list, a conflict list, or has
 *                                        no types in slot 0, or newAttrList is NULL
 * @retval NvSciError_InsufficientMemory  iff fewer of RINGFENCE_CFG_BUF_LISTS are free than the
 *                                        list has slots
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots).
 */
NvSciError NvSciBufAttrListClone(NvSciBufAttrList origAttrList, NvSciBufAttrList *newAttrList);

/**
 * Makes one list of the slots of several, in their order. It cannot be set.
 *
 * @param[in]  inputUnreconciledAttrListArray  unreconciled lists of one module, each once, that
 *                                             all name their types; they stay the caller's
 * @param[in]  inputUnreconciledAttrListCount  lists
 * @param[out] newUnreconciledAttrList         list, owned by the caller; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff an argument is NULL, the count is 0, or an input is
 *                                        no live unreconciled list, of another module, given
 *                                        twice, or has a slot without types
 * @retval NvSciError_InsufficientMemory  iff fewer of RINGFENCE_CFG_BUF_LISTS are free than the
 *                                        inputs have slots
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots).
 */
NvSciError
NvSciBufAttrListAppendUnreconciled(const NvSciBufAttrList inputUnreconciledAttrListArray[],
                                   size_t inputUnreconciledAttrListCount,
                                   NvSciBufAttrList *newUnreconciledAttrList);

/**
 * Says whether a list is reconciled.
 *
 * @param[in]  attrList      live list of any kind
 * @param[out] isReconciled  true for a reconciled list, false for an unreconciled or a conflict
 *                           list; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff attrList is no live list, or isReconciled is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciBufAttrListIsReconciled(NvSciBufAttrList attrList, bool *isReconciled);

/**
 * Checks whether a reconciled list satisfies unreconciled ones.
 *
 * The unreconciled lists are reconciled once more; what they leave open is taken from the
 * reconciled list. Then each key is compared by its check in docs/attributes-buf.md.
 *
 * @param[in]  reconciledAttrList         reconciled list
 * @param[in]  unreconciledAttrListArray  unreconciled lists of its module, each once
 * @param[in]  unreconciledAttrListCount  lists
 * @param[out] isReconcileListValid       the verdict; written on Success, ReconciliationFailed,
 *                                        Overflow and InsufficientMemory
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_CHECKS is 0
 * @retval NvSciError_BadParameter          iff reconciledAttrList is no live reconciled list,
 *                                          another argument is NULL, the count is 0, or an input
 *                                          is no live unreconciled list, of another module, or
 *                                          given twice
 * @retval NvSciError_ReconciliationFailed  iff it does not satisfy them, or they do not reconcile
 * @retval NvSciError_Overflow              iff an output of the unreconciled lists does not fit
 *                                          its width
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_BUF_LISTS are taken: one is
 *                                          needed to compute in
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots x keys).
 */
NvSciError NvSciBufAttrListValidateReconciled(NvSciBufAttrList reconciledAttrList,
                                              const NvSciBufAttrList unreconciledAttrListArray[],
                                              size_t unreconciledAttrListCount,
                                              bool *isReconcileListValid);

/**
 * Makes one more handle of an object.
 *
 * @param[in]  bufObj  live object
 * @param[out] dupObj  handle, to be freed like any other; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff bufObj is no live object, or dupObj is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciBufObjDup(NvSciBufObj bufObj, NvSciBufObj *dupObj);

/**
 * Reconciles lists and allocates an object for the result.
 *
 * Both answers are set to NULL first, whatever they held.
 *
 * @param[in]  attrListArray    unreconciled lists of one module, each once; they stay the caller's
 * @param[in]  attrListCount    lists
 * @param[out] bufObj           object, owned by the caller; NULL on error
 * @param[out] newConflictList  conflict list, owned by the caller; NULL unless attributes do not
 *                              reconcile
 *
 * @retval NvSciError_Success
 * @retval NvSciError_ReconciliationFailed, NvSciError_NotSupported, NvSciError_Overflow,
 *         NvSciError_InsufficientResource
 *         iff NvSciBufAttrListReconcile() would return it; with a conflict list
 * @retval NvSciError_BadParameter
 *         iff NvSciBufAttrListReconcile() would return it, or bufObj is NULL
 * @retval NvSciError_InsufficientMemory, NvSciError_ResourceError
 *         iff NvSciBufAttrListReconcile() or NvSciBufObjAlloc() would return it
 * @retval NvSciError_InvalidState
 *         iff the phase is not INIT
 *
 * Phase INIT. Any thread; others go on while memory is cleared. O(slots x keys), and the time of
 * clearing the memory.
 */
NvSciError NvSciBufAttrListReconcileAndObjAlloc(const NvSciBufAttrList attrListArray[],
                                                size_t attrListCount, NvSciBufObj *bufObj,
                                                NvSciBufAttrList *newConflictList);

/**
 * Frees a handle of an object. With its last handle the object and its list are gone, with the
 * last object its memory.
 *
 * @param[in] bufObj  handle; NULL is a no-op. What names no live object is a fault report
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread, while no other uses the handle.
 * O(1), and unmapping.
 */
void NvSciBufObjFree(NvSciBufObj bufObj);

/**
 * Gives the list of an object: reconciled, with the object's own rights in
 * NvSciBufGeneralAttrKey_ActualPerm.
 *
 * @param[in]  bufObj       live object
 * @param[out] bufAttrList  list; belongs to the object and ends with it: not to be freed.
 *                          Unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff bufObj is no live object, or bufAttrList is NULL
 * @retval NvSciError_InvalidState  iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(1).
 */
NvSciError NvSciBufObjGetAttrList(NvSciBufObj bufObj, NvSciBufAttrList *bufAttrList);

/**
 * Gives the address of a buffer for reading and writing.
 *
 * @param[in]  bufObj  live object whose list asks for CPU access and whose rights are ReadWrite
 * @param[out] ptr     first byte; valid until the object is gone. Unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff bufObj is no live object, has no CPU access or is read-
 *                                  only (fault reports, the latter two
 *                                  RINGFENCE_FAULT_NO_ACCESS), or ptr is NULL
 * @retval NvSciError_InvalidState  iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(1).
 */
NvSciError NvSciBufObjGetCpuPtr(NvSciBufObj bufObj, void **ptr);

/**
 * Gives the address of a buffer for reading. That of a read-only object cannot be written: the
 * pages are mapped so.
 *
 * @param[in]  bufObj  live object whose list asks for CPU access
 * @param[out] ptr     first byte; valid until the object is gone. Unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff bufObj is no live object or has no CPU access (fault
 *                                  reports, the latter RINGFENCE_FAULT_NO_ACCESS), or ptr is NULL
 * @retval NvSciError_InvalidState  iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(1).
 */
NvSciError NvSciBufObjGetConstCpuPtr(NvSciBufObj bufObj, const void **ptr);

/**
 * Writes the CPU's cache lines of a range back to memory and drops them, if
 * NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency of the object's list is true; otherwise there is
 * nothing to do. So engines, and other cores, see what the CPU wrote, and the CPU what they wrote.
 *
 * @param[in] bufObj  live object whose list asks for CPU access
 * @param[in] offset  first byte of the range, from the start of the buffer
 * @param[in] len     bytes, not 0
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff bufObj is no live object, len is 0, or the range ends
 *                                  behind the buffer
 * @retval NvSciError_NotPermitted  iff the object has no CPU access, a fault report:
 *                                  RINGFENCE_FAULT_NO_ACCESS
 * @retval NvSciError_Overflow      iff offset + len is no number of 64 bits
 * @retval NvSciError_ResourceError iff the machine's cache refused
 * @retval NvSciError_InvalidState  iff the phase is DEINIT (or INIT, if RINGFENCE_CFG_STRICT_INIT
 *                                  is 1)
 *
 * Phases INIT RUNTIME. Any thread; while no other frees the handle, if there is something to do, or
 * if RINGFENCE_CFG_INTERRUPTS is 1. No lock in RUNTIME; in INIT the library's lock, unless
 * RINGFENCE_CFG_INTERRUPTS is 1. O(len).
 */
NvSciError NvSciBufObjFlushCpuCacheRange(NvSciBufObj bufObj, uint64_t offset, uint64_t len);

/**
 * Allocates a buffer for a reconciled list: zeroed, backed, aligned as the list says. The object
 * has rights to read and write.
 *
 * @param[in]  reconciledAttrList  reconciled list; it stays the caller's, the object has a copy
 * @param[out] bufObj              object, owned by the caller until NvSciBufObjFree(); unchanged
 *                                 on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff reconciledAttrList is no live list, or not reconciled,
 *                                        a fault report: RINGFENCE_FAULT_NOT_RECONCILED; or bufObj
 *                                        is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES,
 *                                        RINGFENCE_CFG_BUF_OBJECTS or RINGFENCE_CFG_BUF_MEMORIES
 *                                        are taken; all buffers together would be above
 *                                        RINGFENCE_CFG_ALL_BUFFERS_MIB, or the machine or a control
 *                                        group of this process has not so much memory left, fault
 *                                        reports RINGFENCE_FAULT_LIMIT with the bytes; or address
 *                                        space is short
 * @retval NvSciError_ResourceError       iff another resource of the system is short, or the list
 *                                        asks for the memory of a GPU
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread; others go on while memory is cleared. O(1), and the time of clearing the
 * memory.
 */
NvSciError NvSciBufObjAlloc(NvSciBufAttrList reconciledAttrList, NvSciBufObj *bufObj);

/**
 * Duplicates a handle with the same rights or fewer.
 *
 * With fewer rights the duplicate is an object of its own on the same memory, with a list of its
 * own.
 *
 * @param[in]  bufObj       live object
 * @param[in]  reducedPerm  NvSciBufAccessPerm_Readonly or NvSciBufAccessPerm_ReadWrite
 * @param[out] newBufObj    handle, owned by the caller; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff bufObj is no live object, reducedPerm is another
 *                                        value or more than the object's rights, or newBufObj is
 *                                        NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES are taken or, with
 *                                        fewer rights, all RINGFENCE_CFG_BUF_OBJECTS, or address
 *                                        space is short
 * @retval NvSciError_ResourceError       iff another resource of the system is short
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread; others go on during the mapping. O(1), and a mapping.
 */
NvSciError NvSciBufObjDupWithReducePerm(NvSciBufObj bufObj, NvSciBufAttrValAccessPerm reducedPerm,
                                        NvSciBufObj *newBufObj);

/**
 * Opens a module: what lists and objects belong to. Modules are independent of each other.
 *
 * @param[out] newModule  module, owned by the caller until NvSciBufModuleClose(); unchanged on
 *                        error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff newModule is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_MODULES are taken, or memory for
 *                                        buffers is short: RINGFENCE_FAULT_ARENA_TOO_SMALL
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciBufModuleOpen(NvSciBufModule *newModule);

/**
 * Closes a module. Its handle is stale at once; its lists and objects go on working, and its slot
 * is given back with the last of them.
 *
 * @param[in] module  open module; NULL is a no-op. What is no open module is a fault report
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread, while no other uses the module.
 * O(1).
 */
void NvSciBufModuleClose(NvSciBufModule module);

/**
 * Says whether a program that was built for a version runs on this library.
 *
 * @param[in]  majorVer      NvSciBufMajorVersion that the program was built with
 * @param[in]  minorVer      NvSciBufMinorVersion that the program was built with
 * @param[out] isCompatible  true iff the major version is the library's and the minor version is
 *                           not greater; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff isCompatible is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no lock.
 */
NvSciError NvSciBufCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                             bool *isCompatible);

/**
 * Copies pixels of an image to memory of the caller, plane by plane. Where CpuNeedSwCacheCoherency
 * is true, flush first.
 *
 * Row y of a plane begins at PlaneOffset + PlanePitch x y; of an interlaced image, row y is row y
 * / 2 of field y % 2. Padding lies behind the picture, to the right and below. A pyramid is copied
 * as its level 0.
 *
 * @param[in]  bufObj       live object
 * @param[in]  rect         part of each plane, in pixels, the last column and row excluded; NULL:
 *                          all. Not for YUV formats
 * @param[out] dstPtrs      first byte of each plane of the caller
 * @param[in]  dstPtrSizes  bytes of each of them
 * @param[in]  dstPitches   bytes from row to row of each of them
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff bufObj is no live object, no image or pyramid, or has no
 *                                  CPU access; an array is NULL; a pointer is NULL; a size or
 *                                  pitch is 0; a row has more bytes than its pitch; a plane is
 *                                  smaller than pitch x (rows - 1) + bytes of a row; planes of the
 *                                  caller overlap each other or the buffer; or rect is given for a
 *                                  YUV plane, is empty or inverted, or is not inside each plane
 * @retval NvSciError_NotSupported  iff the image is block-linear, or RINGFENCE_CFG_PIXELS or
 *                                  RINGFENCE_CFG_TYPES is 0
 * @retval NvSciError_InvalidState  iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread, while no other frees
 * the handle. The lock is not held while pixels are copied. O(bytes).
 */
NvSciError NvSciBufObjGetPixels(NvSciBufObj bufObj, const NvSciBufRect *rect, void **dstPtrs,
                                const uint32_t *dstPtrSizes, const uint32_t *dstPitches);

/**
 * Copies pixels from memory of the caller to an image, plane by plane. Where
 * CpuNeedSwCacheCoherency is true, flush afterwards.
 *
 * Addressing is that of NvSciBufObjGetPixels().
 *
 * @param[in] bufObj       live object whose rights are ReadWrite
 * @param[in] rect         part of each plane, in pixels, the last column and row excluded; NULL:
 *                         all. Not for YUV formats
 * @param[in] srcPtrs      first byte of each plane of the caller
 * @param[in] srcPtrSizes  bytes of each of them
 * @param[in] srcPitches   bytes from row to row of each of them
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff bufObj is no live object, no image or pyramid, or has no
 *                                  CPU access or no right to write; an array is NULL; a pointer is
 *                                  NULL; a size or pitch is 0; a row has more bytes than its
 *                                  pitch; a plane is smaller than pitch x (rows - 1) + bytes of a
 *                                  row; planes of the caller overlap each other or the buffer; or
 *                                  rect is given for a YUV plane, is empty or inverted, or is not
 *                                  inside each plane
 * @retval NvSciError_NotSupported  iff the image is block-linear, or RINGFENCE_CFG_PIXELS or
 *                                  RINGFENCE_CFG_TYPES is 0
 * @retval NvSciError_InvalidState  iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread, while no other frees
 * the handle. The lock is not held while pixels are copied. O(bytes).
 */
NvSciError NvSciBufObjPutPixels(NvSciBufObj bufObj, const NvSciBufRect *rect, const void **srcPtrs,
                                const uint32_t *srcPtrSizes, const uint32_t *srcPitches);

/**
 * Checks that an object is what its list says: size, alignment, rights, CPU access, and a mapping
 * that allows them.
 *
 * @param[in] bufObj  live object
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported         iff RINGFENCE_CFG_CHECKS is 0
 * @retval NvSciError_BadParameter         iff bufObj is no live object
 * @retval NvSciError_ObjValidationFailed  iff it is not what its list says
 * @retval NvSciError_InvalidState         iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciBufObjValidate(NvSciBufObj bufObj);

/**
 * Checks whether a reconciled list satisfies attributes, as NvSciBufAttrListValidateReconciled()
 * does for a list of them.
 *
 * @param[in] reconciledAttrList  reconciled list
 * @param[in] pairArray           attributes; types that are not among them are those of the list
 * @param[in] pairCount           pairs
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported              iff RINGFENCE_CFG_CHECKS is 0
 * @retval NvSciError_BadParameter              iff reconciledAttrList is no live reconciled list,
 *                                              pairArray is NULL, pairCount is 0, or a pair could
 *                                              not be set in a new list
 * @retval NvSciError_AttrListValidationFailed  iff the list does not satisfy them
 * @retval NvSciError_InsufficientMemory        iff fewer than two of RINGFENCE_CFG_BUF_LISTS are
 *                                              free: they are needed to compute in
 * @retval NvSciError_InvalidState              iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(keys).
 */
NvSciError NvSciBufAttrListValidateReconciledAgainstAttrs(const NvSciBufAttrList reconciledAttrList,
                                                          const NvSciBufAttrKeyValuePair *pairArray,
                                                          const size_t pairCount);

/**
 * Writes unreconciled lists as bytes for the peer of a channel. The peer reads one list, with a
 * slot for each slot of them.
 *
 * The channel need not be connected. The application sends the bytes.
 *
 * @param[in]  unreconciledAttrListArray  live unreconciled lists of one module, each once
 * @param[in]  unreconciledAttrListCount  their number
 * @param[in]  ipcEndpoint                open endpoint over which the bytes will be sent
 * @param[out] descBuf                    bytes of the library, until NvSciBufAttrListFreeDesc();
 *                                        unchanged on error
 * @param[out] descLen                    number of bytes, at most RINGFENCE_CFG_DESCRIPTOR_BYTES;
 *                                        unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff the array is NULL or empty, one of its lists is no
 * live unreconciled list, belongs to another module or is there twice, ipcEndpoint is no open
 * endpoint, or descBuf or descLen is NULL
 * @retval NvSciError_InsufficientMemory  iff RINGFENCE_CFG_DESCRIPTORS are not freed yet, or the
 *                                        lists need more than RINGFENCE_CFG_DESCRIPTOR_BYTES, a
 *                                        fault report
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists + RINGFENCE_CFG_DESCRIPTOR_BYTES).
 */
NvSciError NvSciBufAttrListIpcExportUnreconciled(const NvSciBufAttrList unreconciledAttrListArray[],
                                                 size_t unreconciledAttrListCount,
                                                 NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                                 size_t *descLen);

/**
 * Writes a reconciled list as bytes for the peer of a channel: ActualPerm and NeedCpuAccess are
 * what that peer asked for, and those whose lists came through it.
 *
 * The channel need not be connected. The application sends the bytes.
 *
 * NvSciSync has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  reconciledAttrList  live reconciled list
 * @param[in]  ipcEndpoint         open endpoint over which the bytes will be sent; an input of the
 *                                 reconciliation came over it
 * @param[out] descBuf             bytes of the library, until NvSciBufAttrListFreeDesc(); unchanged
 *                                 on error
 * @param[out] descLen             number of bytes, at most RINGFENCE_CFG_DESCRIPTOR_BYTES;
 * unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff reconciledAttrList is no live reconciled list,
 *                                        ipcEndpoint is no open endpoint, or descBuf or descLen is
 *                                        NULL
 * @retval NvSciError_NotPermitted        iff no input of the reconciliation came over the endpoint
 * @retval NvSciError_InsufficientMemory  iff RINGFENCE_CFG_DESCRIPTORS are not freed yet, or the
 * list needs more than RINGFENCE_CFG_DESCRIPTOR_BYTES, a fault report
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_DESCRIPTOR_BYTES).
 */
NvSciError NvSciBufAttrListIpcExportReconciled(NvSciBufAttrList reconciledAttrList,
                                               NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                               size_t *descLen);

/**
 * Makes an unreconciled list of the bytes that a peer exported. No key of it can be set, its slots
 * are those of the lists that were exported, and it remembers the channel over which it came.
 *
 * The bytes are copied first, and checked as if an application set each key.
 *
 * @param[in]  module                        live module of the new list
 * @param[in]  ipcEndpoint                   open endpoint over which the bytes came
 * @param[in]  descBuf                       the bytes
 * @param[in]  descLen                       their number; more than were exported do not matter
 * @param[out] importedUnreconciledAttrList  new list, to be freed by the caller; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff module is no live module, ipcEndpoint is no open
 *                                        endpoint, descBuf or importedUnreconciledAttrList is NULL,
 *                                        descLen is 0, or the bytes are no unreconciled list, were
 *                                        damaged, or hold what an application cannot set (the last
 *                                        three are fault reports)
 * @retval NvSciError_NotSupported        iff the bytes are of another version of the library, or a
 *                                        key is twice in a slot; a fault report
 * @retval NvSciError_Overflow            iff a slot has come through RINGFENCE_CFG_HOPS channels
 *                                        already; a fault report
 * @retval NvSciError_InsufficientMemory  iff fewer list slots are free than the list has, or the
 *                                        endpoint would hold more than RINGFENCE_CFG_PEER_LISTS of
 *                                        them, a fault report
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(descLen + list slots).
 */
NvSciError NvSciBufAttrListIpcImportUnreconciled(NvSciBufModule module,
                                                 NvSciIpcEndpoint ipcEndpoint, const void *descBuf,
                                                 size_t descLen,
                                                 NvSciBufAttrList *importedUnreconciledAttrList);

/**
 * Makes a reconciled list of the bytes that a peer exported, and checks that it gives the
 * caller's own lists what they ask for, as NvSciBufAttrListValidateReconciled() does.
 *
 * The bytes are copied first. Then the list is computed again from its own inputs, and one whose
 * sizes, offsets, pitches or alignments differ is refused; so both sides need the same layout
 * configuration.
 *
 * NvSciSync has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  module                          live module of the new list
 * @param[in]  ipcEndpoint                     open endpoint over which the bytes came
 * @param[in]  descBuf                         the bytes
 * @param[in]  descLen                         their number; more than were exported do not matter
 * @param[in]  inputUnreconciledAttrListArray  live unreconciled lists of the module, each once;
 *                                             NULL: none
 * @param[in]  inputUnreconciledAttrListCount  their number
 * @param[out] importedReconciledAttrList      new list, to be freed by the caller; unchanged on
 *                                             error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter              iff module is no live module, ipcEndpoint is no open
 *                                              endpoint, descBuf or importedReconciledAttrList is
 *                                              NULL, descLen is 0, the array is not NULL and its
 *                                              number is 0, one of its lists is no live
 * unreconciled list or belongs to another module, or the bytes are no reconciled list, were
 * damaged, or no reconciliation can have made them (the last three are fault reports)
 * @retval NvSciError_NotSupported              iff the bytes are of another version of the library,
 *                                              or a key is there twice; a fault report
 * @retval NvSciError_AttrListValidationFailed  iff the list does not satisfy the caller's lists,
 * they contradict each other, or one is there twice
 * @retval NvSciError_InsufficientMemory        iff fewer than three list slots are free, the
 *                                              endpoint would hold more than
 *                                              RINGFENCE_CFG_PEER_LISTS, or the buffer would be
 *                                              above RINGFENCE_CFG_BUFFER_MIB; the last two are
 *                                              fault reports
 * @retval NvSciError_InvalidState              iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(descLen + slots of the lists).
 */
NvSciError NvSciBufAttrListIpcImportReconciled(
    NvSciBufModule module, NvSciIpcEndpoint ipcEndpoint, const void *descBuf, size_t descLen,
    const NvSciBufAttrList inputUnreconciledAttrListArray[], size_t inputUnreconciledAttrListCount,
    NvSciBufAttrList *importedReconciledAttrList);

/**
 * Frees the bytes of an exported list. NULL is a no-op.
 *
 * @param[in] descBuf  bytes that one of the two export functions of lists gave; anything else is a
 *                     fault report and stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
 */
void NvSciBufAttrListFreeDesc(void *descBuf);

/**
 * Frees the bytes of an exported list and object. NULL is a no-op.
 *
 * @param[in] attrListAndObjDescBuf  bytes that NvSciBufIpcExportAttrListAndObj() gave; anything
 * else is a fault report and stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
 */
void NvSciBufAttrListAndObjFreeDesc(void *attrListAndObjDescBuf);

/**
 * Offers an object to the peer of an endpoint. The peer takes it with NvSciBufObjIpcImport(), once;
 * how the descriptor comes to it is the program's business.
 *
 * The peer must have asked: an unreconciled list of the object came over this endpoint, before the
 * reconciliation or in NvSciBufObjAttachPeer(). It gets what all who are reached over the endpoint
 * asked for, or more if accPerm says so. Memory that is given to a reader, and that no peer asked
 * to write, cannot be given to a writer afterwards; docs/sharing.md has what holds a reader back.
 * The memory stays until all processes that have it are done with it, whatever becomes of the
 * object here.
 *
 * NvSciSync has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  bufObj       live object
 * @param[in]  accPerm      NvSciBufAccessPerm_Readonly, NvSciBufAccessPerm_ReadWrite, or
 *                          NvSciBufAccessPerm_Auto: as much as the peer asked for
 * @param[in]  ipcEndpoint  open endpoint with a connection
 * @param[out] exportData   descriptor; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff bufObj is no live object, ipcEndpoint no open
 *                                          endpoint, accPerm another value or more than the object
 *                                          can give (it is read-only, or its memory went to a
 *                                          reader), or exportData is NULL
 * @retval NvSciError_NotSupported          iff the endpoint is one of an INTER_CHIP line, whose
 *                                          peer shares no memory; a fault report,
 *                                          RINGFENCE_FAULT_MEMORY_BOUNDARY
 * @retval NvSciError_NotPermitted          iff no list of the object came over the endpoint
 * @retval NvSciError_InvalidOperation      iff the peer asked for more than accPerm or, with
 *                                          NvSciBufAccessPerm_Auto, than the object's own rights
 * @retval NvSciError_ConnectionReset       iff the endpoint has no connection
 * @retval NvSciError_InsufficientResource  iff the peer has RINGFENCE_CFG_PARCELS objects to take
 *                                          already, or did not read what was sent before
 * @retval NvSciError_InsufficientMemory    iff the system has no memory
 * @retval NvSciError_ResourceError         iff the system has no descriptor to spare, or cannot
 *                                          keep a reader from writing
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(peers), and some system calls.
 */
NvSciError NvSciBufObjIpcExport(NvSciBufObj bufObj, NvSciBufAttrValAccessPerm accPerm,
                                NvSciIpcEndpoint ipcEndpoint,
                                NvSciBufObjIpcExportDescriptor *exportData);

/**
 * Takes an object that the peer of an endpoint offers.
 *
 * The object has a list of its own: a copy of reconciledAttrList, with the object's rights in
 * NvSciBufGeneralAttrKey_ActualPerm. Its rights are those of the descriptor, also if less was asked
 * for. One that may not be written has no writable mapping.
 *
 * All is checked before the object is claimed; a call that fails then changes nothing. From there
 * on the descriptor is spent, also if the call fails: because what came is no memory of this size,
 * or because memory, address space or another resource of the system is short.
 *
 * NvSciSync has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  ipcEndpoint         open endpoint over which the object was exported
 * @param[in]  desc                descriptor; copied before it is looked at
 * @param[in]  reconciledAttrList  reconciled list of the object; it stays the caller's
 * @param[in]  minPermissions      least that is wanted: NvSciBufAccessPerm_Readonly,
 *                                 NvSciBufAccessPerm_ReadWrite, or NvSciBufAccessPerm_Auto:
 * whatever it is
 * @param[in]  timeoutUs           not used
 * @param[out] bufObj              object, owned by the caller until NvSciBufObjFree(); unchanged on
 *                                 error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff ipcEndpoint is no open endpoint, reconciledAttrList no
 *                                        live reconciled list or not the object's, minPermissions
 *                                        another value, desc or bufObj NULL, desc no descriptor of
 *                                        an object or damaged, or the object did not come over this
 *                                        endpoint and its connection, was imported before, or is no
 *                                        memory that fits the list; the last six are fault reports
 * @retval NvSciError_NotSupported        iff another version of the library wrote the descriptor,
 *                                        or the list asks for the memory of a GPU
 * @retval NvSciError_AccessDenied        iff minPermissions is more than was exported
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES,
 *                                        RINGFENCE_CFG_BUF_OBJECTS or RINGFENCE_CFG_BUF_MEMORIES
 *                                        are taken, all buffers together would be above
 *                                        RINGFENCE_CFG_ALL_BUFFERS_MIB, a fault report, or address
 *                                        space is short
 * @retval NvSciError_ResourceError       iff another resource of the system is short
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread; others go on during the mapping. O(1), and a mapping.
 */
NvSciError NvSciBufObjIpcImport(NvSciIpcEndpoint ipcEndpoint,
                                const NvSciBufObjIpcExportDescriptor *desc,
                                NvSciBufAttrList reconciledAttrList,
                                NvSciBufAttrValAccessPerm minPermissions, int64_t timeoutUs,
                                NvSciBufObj *bufObj);

/**
 * Offers an object and its list together: NvSciBufObjIpcExport(), and the list as
 * NvSciBufAttrListIpcExportReconciled() gives it to this peer.
 *
 * NvSciSync has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  bufObj                  live object
 * @param[in]  permissions             as for NvSciBufObjIpcExport()
 * @param[in]  ipcEndpoint             open endpoint with a connection
 * @param[out] attrListAndObjDesc      descriptor, owned by the caller until
 *                                     NvSciBufAttrListAndObjFreeDesc(); unchanged on error
 * @param[out] attrListAndObjDescSize  bytes of the descriptor; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter, NvSciError_NotSupported, NvSciError_NotPermitted,
 *         NvSciError_InvalidOperation, NvSciError_ConnectionReset,
 *         NvSciError_InsufficientResource, NvSciError_ResourceError
 *         iff NvSciBufObjIpcExport() would return it
 * @retval NvSciError_InsufficientMemory
 *         iff all RINGFENCE_CFG_DESCRIPTORS are taken, the descriptor is longer than
 *         RINGFENCE_CFG_DESCRIPTOR_BYTES, or NvSciBufObjIpcExport() would return it
 * @retval NvSciError_InvalidState
 *         iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(keys), and some system calls.
 */
NvSciError NvSciBufIpcExportAttrListAndObj(NvSciBufObj bufObj,
                                           NvSciBufAttrValAccessPerm permissions,
                                           NvSciIpcEndpoint ipcEndpoint, void **attrListAndObjDesc,
                                           size_t *attrListAndObjDescSize);

/**
 * Takes an object and its list. The list is the object's own: NvSciBufObjGetAttrList() gives it.
 *
 * The list is checked as NvSciBufAttrListIpcImportReconciled() does, the object as
 * NvSciBufObjIpcImport() does; when the descriptor is spent is said there.
 *
 * NvSciSync has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  module                  open module that the object belongs to
 * @param[in]  ipcEndpoint             open endpoint over which the object was exported
 * @param[in]  attrListAndObjDesc      descriptor; copied before it is looked at
 * @param[in]  attrListAndObjDescSize  bytes of the descriptor
 * @param[in]  attrList                unreconciled lists of the module that the list must satisfy,
 *                                     each once; NULL: none
 * @param[in]  count                   lists
 * @param[in]  minPermissions          as for NvSciBufObjIpcImport()
 * @param[in]  timeoutUs               not used
 * @param[out] bufObj                  object, owned by the caller until NvSciBufObjFree();
 *                                     unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter
 *         iff module is no open module, count is 0 and attrList not NULL, an input is no live
 *         unreconciled list or of another module, the bytes are no such descriptor, the list in
 *         them is not one that a correct reconciliation gives, or NvSciBufObjIpcImport() would
 *         return it
 * @retval NvSciError_AttrListValidationFailed
 *         iff the list does not satisfy the inputs, or one is given twice
 * @retval NvSciError_InsufficientMemory
 *         iff all RINGFENCE_CFG_BUF_LISTS are taken: one is needed to read in, and one more to
 *         compare; the buffer would be above RINGFENCE_CFG_BUFFER_MIB, a fault report; or
 *         NvSciBufObjIpcImport() would return it
 * @retval NvSciError_NotSupported, NvSciError_AccessDenied, NvSciError_ResourceError
 *         iff NvSciBufObjIpcImport() would return it
 * @retval NvSciError_InvalidState
 *         iff the phase is not INIT
 *
 * Phase INIT. Any thread; others go on during the mapping. O(slots x keys), and a mapping.
 */
NvSciError NvSciBufIpcImportAttrListAndObj(NvSciBufModule module, NvSciIpcEndpoint ipcEndpoint,
                                           const void *attrListAndObjDesc,
                                           size_t attrListAndObjDescSize,
                                           const NvSciBufAttrList attrList[], size_t count,
                                           NvSciBufAttrValAccessPerm minPermissions,
                                           int64_t timeoutUs, NvSciBufObj *bufObj);

/**
 * Lets late peers have an object: it is checked against their lists by the rule of
 * NvSciBufAttrListValidateReconciled(), then it can be exported over the endpoints that the lists
 * came from. All lists count, or none.
 *
 * What holds for the object does not hold for other objects of its memory. A late peer that asks to
 * write comes too late if the memory went to a reader before and no other peer asked to write.
 *
 * @param[in] bufObj      live object
 * @param[in] inputArray  unreconciled lists of the object's module that name their types, each
 *                        once; they stay the caller's
 * @param[in] inputCount  lists
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported           iff RINGFENCE_CFG_SHARING is 0
 * @retval NvSciError_BadParameter           iff bufObj is no live object, inputArray is NULL,
 *                                           inputCount is 0, or an input is no live unreconciled
 *                                           list, of another module, given twice, or has a slot
 *                                           without types
 * @retval NvSciError_ReconciliationFailed   iff the object does not satisfy the lists, they do not
 *                                           reconcile, one asks to write and comes too late, or
 * they alone come from more than RINGFENCE_CFG_ROUTES peers
 * @retval NvSciError_Overflow               iff an output of the lists does not fit its width
 * @retval NvSciError_InsufficientResource   iff with them more than RINGFENCE_CFG_ROUTES peers of
 *                                           the object would be known
 * @retval NvSciError_InsufficientMemory     iff all RINGFENCE_CFG_BUF_LISTS are taken: one is
 *                                           needed to compute in
 * @retval NvSciError_InvalidState           iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots x keys).
 */
NvSciError NvSciBufObjAttachPeer(NvSciBufObj bufObj, const NvSciBufAttrList inputArray[],
                                 size_t inputCount);

/**
 * Says what NvSciBufObjIpcExport() with NvSciBufAccessPerm_Auto gives to the peer of an endpoint.
 *
 * @param[in]  bufObj       live object
 * @param[in]  ipcEndpoint  open endpoint
 * @param[out] accPerm      NvSciBufAccessPerm_Readonly or NvSciBufAccessPerm_ReadWrite; unchanged
 * on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter      iff bufObj is no live object, ipcEndpoint no open endpoint,
 *                                      or accPerm is NULL
 * @retval NvSciError_NotSupported      iff the peer shares no memory, as for
 *                                      NvSciBufObjIpcExport()
 * @retval NvSciError_NotPermitted      iff no list of the object came over the endpoint
 * @retval NvSciError_InvalidOperation  iff the peer asked for more than the object's own rights
 * @retval NvSciError_InvalidState      iff the phase does not admit queries
 *
 * Phase INIT (RUNTIME too if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(peers).
 */
NvSciError NvSciBufObjGetMaxPerm(const NvSciBufObj bufObj, const NvSciIpcEndpoint ipcEndpoint,
                                 NvSciBufAttrValAccessPerm *accPerm);

#ifdef __cplusplus
}
#endif

#endif /* NVSCIBUF_H */
