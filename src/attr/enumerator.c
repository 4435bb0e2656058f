/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file enumerator.c
 * The names of the enumerators that are values of keys.
 *
 * A table of names is as long as its last enumerator needs, and its index is the value.
 */
#include "attr/enumerator.h"

#include <stdbool.h>

#include "attr/single.h"
#include "core/feature.h"
#include "nvscibuf.h"
#include "nvscisync.h"

static const char *const g_type_names[(uint32_t)NvSciBufType_Pyramid + 1U] = {
    [NvSciBufType_General] = RINGFENCE_TEXT("NvSciBufType_General"),
    [NvSciBufType_RawBuffer] = RINGFENCE_TEXT("NvSciBufType_RawBuffer"),
    [NvSciBufType_Image] = RINGFENCE_TEXT("NvSciBufType_Image"),
    [NvSciBufType_Tensor] = RINGFENCE_TEXT("NvSciBufType_Tensor"),
    [NvSciBufType_Array] = RINGFENCE_TEXT("NvSciBufType_Array"),
    [NvSciBufType_Pyramid] = RINGFENCE_TEXT("NvSciBufType_Pyramid")};

static const char *const g_buf_perm_names[(uint32_t)NvSciBufAccessPerm_Auto + 1U] = {
    [NvSciBufAccessPerm_Readonly] = RINGFENCE_TEXT("NvSciBufAccessPerm_Readonly"),
    [NvSciBufAccessPerm_ReadWrite] = RINGFENCE_TEXT("NvSciBufAccessPerm_ReadWrite"),
    [NvSciBufAccessPerm_Auto] = RINGFENCE_TEXT("NvSciBufAccessPerm_Auto")};

static const char *const g_layout_names[(uint32_t)NvSciBufImage_PitchLinearType + 1U] = {
    [NvSciBufImage_BlockLinearType] = RINGFENCE_TEXT("NvSciBufImage_BlockLinearType"),
    [NvSciBufImage_PitchLinearType] = RINGFENCE_TEXT("NvSciBufImage_PitchLinearType")};

static const char *const g_scan_names[(uint32_t)NvSciBufScan_InterlaceType + 1U] = {
    [NvSciBufScan_ProgressiveType] = RINGFENCE_TEXT("NvSciBufScan_ProgressiveType"),
    [NvSciBufScan_InterlaceType] = RINGFENCE_TEXT("NvSciBufScan_InterlaceType")};

static const char *const g_color_names[(uint32_t)NvSciColor_B8 + 1U] = {
    [NvSciColor_Bayer8RGGB] = RINGFENCE_TEXT("NvSciColor_Bayer8RGGB"),
    [NvSciColor_Bayer8CCCC] = RINGFENCE_TEXT("NvSciColor_Bayer8CCCC"),
    [NvSciColor_Bayer8BGGR] = RINGFENCE_TEXT("NvSciColor_Bayer8BGGR"),
    [NvSciColor_Bayer8GBRG] = RINGFENCE_TEXT("NvSciColor_Bayer8GBRG"),
    [NvSciColor_Bayer8GRBG] = RINGFENCE_TEXT("NvSciColor_Bayer8GRBG"),
    [NvSciColor_Bayer16BGGR] = RINGFENCE_TEXT("NvSciColor_Bayer16BGGR"),
    [NvSciColor_Bayer16CCCC] = RINGFENCE_TEXT("NvSciColor_Bayer16CCCC"),
    [NvSciColor_Bayer16GBRG] = RINGFENCE_TEXT("NvSciColor_Bayer16GBRG"),
    [NvSciColor_Bayer16GRBG] = RINGFENCE_TEXT("NvSciColor_Bayer16GRBG"),
    [NvSciColor_Bayer16RGGB] = RINGFENCE_TEXT("NvSciColor_Bayer16RGGB"),
    [NvSciColor_Bayer16RCCB] = RINGFENCE_TEXT("NvSciColor_Bayer16RCCB"),
    [NvSciColor_Bayer16BCCR] = RINGFENCE_TEXT("NvSciColor_Bayer16BCCR"),
    [NvSciColor_Bayer16CRBC] = RINGFENCE_TEXT("NvSciColor_Bayer16CRBC"),
    [NvSciColor_Bayer16CBRC] = RINGFENCE_TEXT("NvSciColor_Bayer16CBRC"),
    [NvSciColor_Bayer16RCCC] = RINGFENCE_TEXT("NvSciColor_Bayer16RCCC"),
    [NvSciColor_Bayer16CCCR] = RINGFENCE_TEXT("NvSciColor_Bayer16CCCR"),
    [NvSciColor_Bayer16CRCC] = RINGFENCE_TEXT("NvSciColor_Bayer16CRCC"),
    [NvSciColor_Bayer16CCRC] = RINGFENCE_TEXT("NvSciColor_Bayer16CCRC"),
    [NvSciColor_X2Bayer14GBRG] = RINGFENCE_TEXT("NvSciColor_X2Bayer14GBRG"),
    [NvSciColor_X4Bayer12GBRG] = RINGFENCE_TEXT("NvSciColor_X4Bayer12GBRG"),
    [NvSciColor_X6Bayer10GBRG] = RINGFENCE_TEXT("NvSciColor_X6Bayer10GBRG"),
    [NvSciColor_X2Bayer14GRBG] = RINGFENCE_TEXT("NvSciColor_X2Bayer14GRBG"),
    [NvSciColor_X4Bayer12GRBG] = RINGFENCE_TEXT("NvSciColor_X4Bayer12GRBG"),
    [NvSciColor_X6Bayer10GRBG] = RINGFENCE_TEXT("NvSciColor_X6Bayer10GRBG"),
    [NvSciColor_X2Bayer14BGGR] = RINGFENCE_TEXT("NvSciColor_X2Bayer14BGGR"),
    [NvSciColor_X4Bayer12BGGR] = RINGFENCE_TEXT("NvSciColor_X4Bayer12BGGR"),
    [NvSciColor_X6Bayer10BGGR] = RINGFENCE_TEXT("NvSciColor_X6Bayer10BGGR"),
    [NvSciColor_X2Bayer14RGGB] = RINGFENCE_TEXT("NvSciColor_X2Bayer14RGGB"),
    [NvSciColor_X4Bayer12RGGB] = RINGFENCE_TEXT("NvSciColor_X4Bayer12RGGB"),
    [NvSciColor_X6Bayer10RGGB] = RINGFENCE_TEXT("NvSciColor_X6Bayer10RGGB"),
    [NvSciColor_X2Bayer14CCCC] = RINGFENCE_TEXT("NvSciColor_X2Bayer14CCCC"),
    [NvSciColor_X4Bayer12CCCC] = RINGFENCE_TEXT("NvSciColor_X4Bayer12CCCC"),
    [NvSciColor_X6Bayer10CCCC] = RINGFENCE_TEXT("NvSciColor_X6Bayer10CCCC"),
    [NvSciColor_X4Bayer12RCCB] = RINGFENCE_TEXT("NvSciColor_X4Bayer12RCCB"),
    [NvSciColor_X4Bayer12BCCR] = RINGFENCE_TEXT("NvSciColor_X4Bayer12BCCR"),
    [NvSciColor_X4Bayer12CRBC] = RINGFENCE_TEXT("NvSciColor_X4Bayer12CRBC"),
    [NvSciColor_X4Bayer12CBRC] = RINGFENCE_TEXT("NvSciColor_X4Bayer12CBRC"),
    [NvSciColor_X4Bayer12RCCC] = RINGFENCE_TEXT("NvSciColor_X4Bayer12RCCC"),
    [NvSciColor_X4Bayer12CCCR] = RINGFENCE_TEXT("NvSciColor_X4Bayer12CCCR"),
    [NvSciColor_X4Bayer12CRCC] = RINGFENCE_TEXT("NvSciColor_X4Bayer12CRCC"),
    [NvSciColor_X4Bayer12CCRC] = RINGFENCE_TEXT("NvSciColor_X4Bayer12CCRC"),
    [NvSciColor_Signed_X2Bayer14CCCC] = RINGFENCE_TEXT("NvSciColor_Signed_X2Bayer14CCCC"),
    [NvSciColor_Signed_X4Bayer12CCCC] = RINGFENCE_TEXT("NvSciColor_Signed_X4Bayer12CCCC"),
    [NvSciColor_Signed_X6Bayer10CCCC] = RINGFENCE_TEXT("NvSciColor_Signed_X6Bayer10CCCC"),
    [NvSciColor_Signed_Bayer16CCCC] = RINGFENCE_TEXT("NvSciColor_Signed_Bayer16CCCC"),
    [NvSciColor_FloatISP_Bayer16CCCC] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16CCCC"),
    [NvSciColor_FloatISP_Bayer16RGGB] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16RGGB"),
    [NvSciColor_FloatISP_Bayer16BGGR] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16BGGR"),
    [NvSciColor_FloatISP_Bayer16GRBG] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16GRBG"),
    [NvSciColor_FloatISP_Bayer16GBRG] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16GBRG"),
    [NvSciColor_FloatISP_Bayer16RCCB] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16RCCB"),
    [NvSciColor_FloatISP_Bayer16BCCR] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16BCCR"),
    [NvSciColor_FloatISP_Bayer16CRBC] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16CRBC"),
    [NvSciColor_FloatISP_Bayer16CBRC] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16CBRC"),
    [NvSciColor_FloatISP_Bayer16RCCC] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16RCCC"),
    [NvSciColor_FloatISP_Bayer16CCCR] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16CCCR"),
    [NvSciColor_FloatISP_Bayer16CRCC] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16CRCC"),
    [NvSciColor_FloatISP_Bayer16CCRC] = RINGFENCE_TEXT("NvSciColor_FloatISP_Bayer16CCRC"),
    [NvSciColor_X12Bayer20CCCC] = RINGFENCE_TEXT("NvSciColor_X12Bayer20CCCC"),
    [NvSciColor_X12Bayer20BGGR] = RINGFENCE_TEXT("NvSciColor_X12Bayer20BGGR"),
    [NvSciColor_X12Bayer20RGGB] = RINGFENCE_TEXT("NvSciColor_X12Bayer20RGGB"),
    [NvSciColor_X12Bayer20GRBG] = RINGFENCE_TEXT("NvSciColor_X12Bayer20GRBG"),
    [NvSciColor_X12Bayer20GBRG] = RINGFENCE_TEXT("NvSciColor_X12Bayer20GBRG"),
    [NvSciColor_X12Bayer20RCCB] = RINGFENCE_TEXT("NvSciColor_X12Bayer20RCCB"),
    [NvSciColor_X12Bayer20BCCR] = RINGFENCE_TEXT("NvSciColor_X12Bayer20BCCR"),
    [NvSciColor_X12Bayer20CRBC] = RINGFENCE_TEXT("NvSciColor_X12Bayer20CRBC"),
    [NvSciColor_X12Bayer20CBRC] = RINGFENCE_TEXT("NvSciColor_X12Bayer20CBRC"),
    [NvSciColor_X12Bayer20RCCC] = RINGFENCE_TEXT("NvSciColor_X12Bayer20RCCC"),
    [NvSciColor_X12Bayer20CCCR] = RINGFENCE_TEXT("NvSciColor_X12Bayer20CCCR"),
    [NvSciColor_X12Bayer20CRCC] = RINGFENCE_TEXT("NvSciColor_X12Bayer20CRCC"),
    [NvSciColor_X12Bayer20CCRC] = RINGFENCE_TEXT("NvSciColor_X12Bayer20CCRC"),
    [NvSciColor_Signed_X12Bayer20CCCC] = RINGFENCE_TEXT("NvSciColor_Signed_X12Bayer20CCCC"),
    [NvSciColor_Signed_X12Bayer20GBRG] = RINGFENCE_TEXT("NvSciColor_Signed_X12Bayer20GBRG"),
    [NvSciColor_U8V8] = RINGFENCE_TEXT("NvSciColor_U8V8"),
    [NvSciColor_U8_V8] = RINGFENCE_TEXT("NvSciColor_U8_V8"),
    [NvSciColor_V8U8] = RINGFENCE_TEXT("NvSciColor_V8U8"),
    [NvSciColor_V8_U8] = RINGFENCE_TEXT("NvSciColor_V8_U8"),
    [NvSciColor_U10V10] = RINGFENCE_TEXT("NvSciColor_U10V10"),
    [NvSciColor_V10U10] = RINGFENCE_TEXT("NvSciColor_V10U10"),
    [NvSciColor_U12V12] = RINGFENCE_TEXT("NvSciColor_U12V12"),
    [NvSciColor_V12U12] = RINGFENCE_TEXT("NvSciColor_V12U12"),
    [NvSciColor_U16V16] = RINGFENCE_TEXT("NvSciColor_U16V16"),
    [NvSciColor_V16U16] = RINGFENCE_TEXT("NvSciColor_V16U16"),
    [NvSciColor_Y8] = RINGFENCE_TEXT("NvSciColor_Y8"),
    [NvSciColor_Y10] = RINGFENCE_TEXT("NvSciColor_Y10"),
    [NvSciColor_Y12] = RINGFENCE_TEXT("NvSciColor_Y12"),
    [NvSciColor_Y16] = RINGFENCE_TEXT("NvSciColor_Y16"),
    [NvSciColor_U8] = RINGFENCE_TEXT("NvSciColor_U8"),
    [NvSciColor_V8] = RINGFENCE_TEXT("NvSciColor_V8"),
    [NvSciColor_U10] = RINGFENCE_TEXT("NvSciColor_U10"),
    [NvSciColor_V10] = RINGFENCE_TEXT("NvSciColor_V10"),
    [NvSciColor_U12] = RINGFENCE_TEXT("NvSciColor_U12"),
    [NvSciColor_V12] = RINGFENCE_TEXT("NvSciColor_V12"),
    [NvSciColor_U16] = RINGFENCE_TEXT("NvSciColor_U16"),
    [NvSciColor_V16] = RINGFENCE_TEXT("NvSciColor_V16"),
    [NvSciColor_A8Y8U8V8] = RINGFENCE_TEXT("NvSciColor_A8Y8U8V8"),
    [NvSciColor_Y8U8Y8V8] = RINGFENCE_TEXT("NvSciColor_Y8U8Y8V8"),
    [NvSciColor_Y8V8Y8U8] = RINGFENCE_TEXT("NvSciColor_Y8V8Y8U8"),
    [NvSciColor_U8Y8V8Y8] = RINGFENCE_TEXT("NvSciColor_U8Y8V8Y8"),
    [NvSciColor_V8Y8U8Y8] = RINGFENCE_TEXT("NvSciColor_V8Y8U8Y8"),
    [NvSciColor_A16Y16U16V16] = RINGFENCE_TEXT("NvSciColor_A16Y16U16V16"),
    [NvSciColor_A8] = RINGFENCE_TEXT("NvSciColor_A8"),
    [NvSciColor_Signed_A8] = RINGFENCE_TEXT("NvSciColor_Signed_A8"),
    [NvSciColor_B8G8R8A8] = RINGFENCE_TEXT("NvSciColor_B8G8R8A8"),
    [NvSciColor_A8R8G8B8] = RINGFENCE_TEXT("NvSciColor_A8R8G8B8"),
    [NvSciColor_A8B8G8R8] = RINGFENCE_TEXT("NvSciColor_A8B8G8R8"),
    [NvSciColor_A2R10G10B10] = RINGFENCE_TEXT("NvSciColor_A2R10G10B10"),
    [NvSciColor_A16] = RINGFENCE_TEXT("NvSciColor_A16"),
    [NvSciColor_Signed_A16] = RINGFENCE_TEXT("NvSciColor_Signed_A16"),
    [NvSciColor_Signed_R16G16] = RINGFENCE_TEXT("NvSciColor_Signed_R16G16"),
    [NvSciColor_A16B16G16R16] = RINGFENCE_TEXT("NvSciColor_A16B16G16R16"),
    [NvSciColor_Signed_A16B16G16R16] = RINGFENCE_TEXT("NvSciColor_Signed_A16B16G16R16"),
    [NvSciColor_Float_A16B16G16R16] = RINGFENCE_TEXT("NvSciColor_Float_A16B16G16R16"),
    [NvSciColor_A32] = RINGFENCE_TEXT("NvSciColor_A32"),
    [NvSciColor_Signed_A32] = RINGFENCE_TEXT("NvSciColor_Signed_A32"),
    [NvSciColor_Float_A16] = RINGFENCE_TEXT("NvSciColor_Float_A16"),
    [NvSciColor_X6Bayer10BGGI_RGGI] = RINGFENCE_TEXT("NvSciColor_X6Bayer10BGGI_RGGI"),
    [NvSciColor_X6Bayer10GBIG_GRIG] = RINGFENCE_TEXT("NvSciColor_X6Bayer10GBIG_GRIG"),
    [NvSciColor_X6Bayer10GIBG_GIRG] = RINGFENCE_TEXT("NvSciColor_X6Bayer10GIBG_GIRG"),
    [NvSciColor_X6Bayer10IGGB_IGGR] = RINGFENCE_TEXT("NvSciColor_X6Bayer10IGGB_IGGR"),
    [NvSciColor_X6Bayer10RGGI_BGGI] = RINGFENCE_TEXT("NvSciColor_X6Bayer10RGGI_BGGI"),
    [NvSciColor_X6Bayer10GRIG_GBIG] = RINGFENCE_TEXT("NvSciColor_X6Bayer10GRIG_GBIG"),
    [NvSciColor_X6Bayer10GIRG_GIBG] = RINGFENCE_TEXT("NvSciColor_X6Bayer10GIRG_GIBG"),
    [NvSciColor_X6Bayer10IGGR_IGGB] = RINGFENCE_TEXT("NvSciColor_X6Bayer10IGGR_IGGB"),
    [NvSciColor_X4Bayer12BGGI_RGGI] = RINGFENCE_TEXT("NvSciColor_X4Bayer12BGGI_RGGI"),
    [NvSciColor_X4Bayer12GBIG_GRIG] = RINGFENCE_TEXT("NvSciColor_X4Bayer12GBIG_GRIG"),
    [NvSciColor_X4Bayer12GIBG_GIRG] = RINGFENCE_TEXT("NvSciColor_X4Bayer12GIBG_GIRG"),
    [NvSciColor_X4Bayer12IGGB_IGGR] = RINGFENCE_TEXT("NvSciColor_X4Bayer12IGGB_IGGR"),
    [NvSciColor_X4Bayer12RGGI_BGGI] = RINGFENCE_TEXT("NvSciColor_X4Bayer12RGGI_BGGI"),
    [NvSciColor_X4Bayer12GRIG_GBIG] = RINGFENCE_TEXT("NvSciColor_X4Bayer12GRIG_GBIG"),
    [NvSciColor_X4Bayer12GIRG_GIBG] = RINGFENCE_TEXT("NvSciColor_X4Bayer12GIRG_GIBG"),
    [NvSciColor_X4Bayer12IGGR_IGGB] = RINGFENCE_TEXT("NvSciColor_X4Bayer12IGGR_IGGB"),
    [NvSciColor_X2Bayer14BGGI_RGGI] = RINGFENCE_TEXT("NvSciColor_X2Bayer14BGGI_RGGI"),
    [NvSciColor_X2Bayer14GBIG_GRIG] = RINGFENCE_TEXT("NvSciColor_X2Bayer14GBIG_GRIG"),
    [NvSciColor_X2Bayer14GIBG_GIRG] = RINGFENCE_TEXT("NvSciColor_X2Bayer14GIBG_GIRG"),
    [NvSciColor_X2Bayer14IGGB_IGGR] = RINGFENCE_TEXT("NvSciColor_X2Bayer14IGGB_IGGR"),
    [NvSciColor_X2Bayer14RGGI_BGGI] = RINGFENCE_TEXT("NvSciColor_X2Bayer14RGGI_BGGI"),
    [NvSciColor_X2Bayer14GRIG_GBIG] = RINGFENCE_TEXT("NvSciColor_X2Bayer14GRIG_GBIG"),
    [NvSciColor_X2Bayer14GIRG_GIBG] = RINGFENCE_TEXT("NvSciColor_X2Bayer14GIRG_GIBG"),
    [NvSciColor_X2Bayer14IGGR_IGGB] = RINGFENCE_TEXT("NvSciColor_X2Bayer14IGGR_IGGB"),
    [NvSciColor_Bayer16BGGI_RGGI] = RINGFENCE_TEXT("NvSciColor_Bayer16BGGI_RGGI"),
    [NvSciColor_Bayer16GBIG_GRIG] = RINGFENCE_TEXT("NvSciColor_Bayer16GBIG_GRIG"),
    [NvSciColor_Bayer16GIBG_GIRG] = RINGFENCE_TEXT("NvSciColor_Bayer16GIBG_GIRG"),
    [NvSciColor_Bayer16IGGB_IGGR] = RINGFENCE_TEXT("NvSciColor_Bayer16IGGB_IGGR"),
    [NvSciColor_Bayer16RGGI_BGGI] = RINGFENCE_TEXT("NvSciColor_Bayer16RGGI_BGGI"),
    [NvSciColor_Bayer16GRIG_GBIG] = RINGFENCE_TEXT("NvSciColor_Bayer16GRIG_GBIG"),
    [NvSciColor_Bayer16GIRG_GIBG] = RINGFENCE_TEXT("NvSciColor_Bayer16GIRG_GIBG"),
    [NvSciColor_Bayer16IGGR_IGGB] = RINGFENCE_TEXT("NvSciColor_Bayer16IGGR_IGGB"),
    [NvSciColor_X4Bayer12RGGB_RJ] = RINGFENCE_TEXT("NvSciColor_X4Bayer12RGGB_RJ"),
    [NvSciColor_R8] = RINGFENCE_TEXT("NvSciColor_R8"),
    [NvSciColor_G8] = RINGFENCE_TEXT("NvSciColor_G8"),
    [NvSciColor_B8] = RINGFENCE_TEXT("NvSciColor_B8")};

static const char *const g_color_std_names[(uint32_t)NvSciColorStd_REQ2020PQ_ER + 1U] = {
    [NvSciColorStd_SRGB] = RINGFENCE_TEXT("NvSciColorStd_SRGB"),
    [NvSciColorStd_REC601_SR] = RINGFENCE_TEXT("NvSciColorStd_REC601_SR"),
    [NvSciColorStd_REC601_ER] = RINGFENCE_TEXT("NvSciColorStd_REC601_ER"),
    [NvSciColorStd_REC709_SR] = RINGFENCE_TEXT("NvSciColorStd_REC709_SR"),
    [NvSciColorStd_REC709_ER] = RINGFENCE_TEXT("NvSciColorStd_REC709_ER"),
    [NvSciColorStd_REC2020_RGB] = RINGFENCE_TEXT("NvSciColorStd_REC2020_RGB"),
    [NvSciColorStd_REC2020_SR] = RINGFENCE_TEXT("NvSciColorStd_REC2020_SR"),
    [NvSciColorStd_REC2020_ER] = RINGFENCE_TEXT("NvSciColorStd_REC2020_ER"),
    [NvSciColorStd_YcCbcCrc_SR] = RINGFENCE_TEXT("NvSciColorStd_YcCbcCrc_SR"),
    [NvSciColorStd_YcCbcCrc_ER] = RINGFENCE_TEXT("NvSciColorStd_YcCbcCrc_ER"),
    [NvSciColorStd_SENSOR_RGBA] = RINGFENCE_TEXT("NvSciColorStd_SENSOR_RGBA"),
    [NvSciColorStd_REQ2020PQ_ER] = RINGFENCE_TEXT("NvSciColorStd_REQ2020PQ_ER")};

static const char *const g_data_type_names[(uint32_t)NvSciDataType_Bool + 1U] = {
    [NvSciDataType_Int4] = RINGFENCE_TEXT("NvSciDataType_Int4"),
    [NvSciDataType_Uint4] = RINGFENCE_TEXT("NvSciDataType_Uint4"),
    [NvSciDataType_Int8] = RINGFENCE_TEXT("NvSciDataType_Int8"),
    [NvSciDataType_Uint8] = RINGFENCE_TEXT("NvSciDataType_Uint8"),
    [NvSciDataType_Int16] = RINGFENCE_TEXT("NvSciDataType_Int16"),
    [NvSciDataType_Uint16] = RINGFENCE_TEXT("NvSciDataType_Uint16"),
    [NvSciDataType_Int32] = RINGFENCE_TEXT("NvSciDataType_Int32"),
    [NvSciDataType_Uint32] = RINGFENCE_TEXT("NvSciDataType_Uint32"),
    [NvSciDataType_Float16] = RINGFENCE_TEXT("NvSciDataType_Float16"),
    [NvSciDataType_Float32] = RINGFENCE_TEXT("NvSciDataType_Float32"),
    [NvSciDataType_FloatISP] = RINGFENCE_TEXT("NvSciDataType_FloatISP"),
    [NvSciDataType_Bool] = RINGFENCE_TEXT("NvSciDataType_Bool")};

static const char *const g_surf_type_names[(uint32_t)NvSciSurfType_RAW + 1U] = {
    [NvSciSurfType_YUV] = RINGFENCE_TEXT("NvSciSurfType_YUV"),
    [NvSciSurfType_RGBA] = RINGFENCE_TEXT("NvSciSurfType_RGBA"),
    [NvSciSurfType_RAW] = RINGFENCE_TEXT("NvSciSurfType_RAW")};

static const char *const g_surf_layout_names[(uint32_t)NvSciSurfMemLayout_Planar + 1U] = {
    [NvSciSurfMemLayout_Packed] = RINGFENCE_TEXT("NvSciSurfMemLayout_Packed"),
    [NvSciSurfMemLayout_SemiPlanar] = RINGFENCE_TEXT("NvSciSurfMemLayout_SemiPlanar"),
    [NvSciSurfMemLayout_Planar] = RINGFENCE_TEXT("NvSciSurfMemLayout_Planar")};

static const char *const g_sample_names[(uint32_t)NvSciSurfSampleType_400 + 1U] = {
    [NvSciSurfSampleType_420] = RINGFENCE_TEXT("NvSciSurfSampleType_420"),
    [NvSciSurfSampleType_422] = RINGFENCE_TEXT("NvSciSurfSampleType_422"),
    [NvSciSurfSampleType_444] = RINGFENCE_TEXT("NvSciSurfSampleType_444"),
    [NvSciSurfSampleType_422R] = RINGFENCE_TEXT("NvSciSurfSampleType_422R"),
    [NvSciSurfSampleType_400] = RINGFENCE_TEXT("NvSciSurfSampleType_400")};

static const char *const g_bpc_names[(uint32_t)NvSciSurfBPC_16 + 1U] = {
    [NvSciSurfBPC_Layout_16_8_8] = RINGFENCE_TEXT("NvSciSurfBPC_Layout_16_8_8"),
    [NvSciSurfBPC_Layout_10_8_8] = RINGFENCE_TEXT("NvSciSurfBPC_Layout_10_8_8"),
    [NvSciSurfBPC_8] = RINGFENCE_TEXT("NvSciSurfBPC_8"),
    [NvSciSurfBPC_10] = RINGFENCE_TEXT("NvSciSurfBPC_10"),
    [NvSciSurfBPC_12] = RINGFENCE_TEXT("NvSciSurfBPC_12"),
    [NvSciSurfBPC_14] = RINGFENCE_TEXT("NvSciSurfBPC_14"),
    [NvSciSurfBPC_16] = RINGFENCE_TEXT("NvSciSurfBPC_16")};

static const char *const g_component_names[(uint32_t)NvSciSurfComponentOrder_Luma + 1U] = {
    [NvSciSurfComponentOrder_YUV] = RINGFENCE_TEXT("NvSciSurfComponentOrder_YUV"),
    [NvSciSurfComponentOrder_YVU] = RINGFENCE_TEXT("NvSciSurfComponentOrder_YVU"),
    [NvSciSurfComponentOrder_Luma] = RINGFENCE_TEXT("NvSciSurfComponentOrder_Luma")};

static const char *const
    g_primitive_names[(uint32_t)NvSciSyncAttrValPrimitiveType_VidmemSemaphorePayload64b + 1U] = {
        [NvSciSyncAttrValPrimitiveType_Syncpoint] =
            RINGFENCE_TEXT("NvSciSyncAttrValPrimitiveType_Syncpoint"),
        [NvSciSyncAttrValPrimitiveType_SysmemSemaphore] =
            RINGFENCE_TEXT("NvSciSyncAttrValPrimitiveType_SysmemSemaphore"),
        [NvSciSyncAttrValPrimitiveType_VidmemSemaphore] =
            RINGFENCE_TEXT("NvSciSyncAttrValPrimitiveType_VidmemSemaphore"),
        [NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b] =
            RINGFENCE_TEXT("NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b"),
        [NvSciSyncAttrValPrimitiveType_VidmemSemaphorePayload64b] =
            RINGFENCE_TEXT("NvSciSyncAttrValPrimitiveType_VidmemSemaphorePayload64b")};

/** Bits: none, waiting, signalling, both. */
static const char *const g_sync_perm_names[] = {NULL,
                                                RINGFENCE_TEXT("NvSciSyncAccessPerm_WaitOnly"),
                                                RINGFENCE_TEXT("NvSciSyncAccessPerm_SignalOnly"),
                                                RINGFENCE_TEXT("NvSciSyncAccessPerm_WaitSignal")};

#define ARRAY_COUNT(names) ((uint32_t)(sizeof(names) / sizeof((names)[0])))

/** A key whose values are enumerators. */
typedef struct {
    /** Its name. */
    const char *key;
    const char *const *names;
    uint32_t count;
} KeyEnumerators;

/* clang-format off */
static const KeyEnumerators g_key_enumerators[] = {
    {RINGFENCE_TEXT("NvSciBufGeneralAttrKey_Types"),            g_type_names,        ARRAY_COUNT(g_type_names)},
    {RINGFENCE_TEXT("NvSciBufGeneralAttrKey_RequiredPerm"),     g_buf_perm_names,    ARRAY_COUNT(g_buf_perm_names)},
    {RINGFENCE_TEXT("NvSciBufGeneralAttrKey_ActualPerm"),       g_buf_perm_names,    ARRAY_COUNT(g_buf_perm_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_Layout"),             g_layout_names,      ARRAY_COUNT(g_layout_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_PlaneColorFormat"),   g_color_names,       ARRAY_COUNT(g_color_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_PlaneColorStd"),      g_color_std_names,   ARRAY_COUNT(g_color_std_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_ScanType"),           g_scan_names,        ARRAY_COUNT(g_scan_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_PlaneDatatype"),      g_data_type_names,   ARRAY_COUNT(g_data_type_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_SurfType"),           g_surf_type_names,   ARRAY_COUNT(g_surf_type_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_SurfMemLayout"),      g_surf_layout_names, ARRAY_COUNT(g_surf_layout_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_SurfSampleType"),     g_sample_names,      ARRAY_COUNT(g_sample_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_SurfBPC"),            g_bpc_names,         ARRAY_COUNT(g_bpc_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_SurfComponentOrder"), g_component_names,   ARRAY_COUNT(g_component_names)},
    {RINGFENCE_TEXT("NvSciBufImageAttrKey_SurfColorStd"),       g_color_std_names,   ARRAY_COUNT(g_color_std_names)},
    {RINGFENCE_TEXT("NvSciBufTensorAttrKey_DataType"),          g_data_type_names,   ARRAY_COUNT(g_data_type_names)},
    {RINGFENCE_TEXT("NvSciBufTensorAttrKey_PixelFormat"),       g_color_names,       ARRAY_COUNT(g_color_names)},
    {RINGFENCE_TEXT("NvSciBufArrayAttrKey_DataType"),           g_data_type_names,   ARRAY_COUNT(g_data_type_names)},
    {RINGFENCE_TEXT("NvSciSyncAttrKey_RequiredPerm"),           g_sync_perm_names,   ARRAY_COUNT(g_sync_perm_names)},
    {RINGFENCE_TEXT("NvSciSyncAttrKey_ActualPerm"),             g_sync_perm_names,   ARRAY_COUNT(g_sync_perm_names)},
    {RINGFENCE_TEXT("NvSciSyncAttrKey_PrimitiveInfo"),          g_primitive_names,   ARRAY_COUNT(g_primitive_names)}
};
/* clang-format on */

/** The key whose values are floats. */
static const char g_single_key[] = RINGFENCE_TEXT("NvSciBufPyramidAttrKey_Scale");

#define KEYS_WITH_ENUMERATORS ARRAY_COUNT(g_key_enumerators)

static bool same_text(const char *left, const char *right)
{
    size_t at = 0U;

    while ((left[at] == right[at]) && (left[at] != '\0')) {
        at++;
    }
    return left[at] == right[at];
}

/** Name of a value among those of a key; NULL: it has none. */
static const char *enumerator_name(const KeyEnumerators *row, uint64_t value)
{
    return (value < (uint64_t)row->count) ? row->names[value] : NULL;
}

/** The enumerators of a key; NULL: its values are none. */
static const KeyEnumerators *enumerators_of(const char *key)
{
    const KeyEnumerators *found = NULL;

    for (uint32_t i = 0U; i < KEYS_WITH_ENUMERATORS; i++) {
        if (same_text(g_key_enumerators[i].key, key)) {
            found = &g_key_enumerators[i];
        }
    }
    return found;
}

/** Appends an element whose value is no enumerator. */
static void plain_element(TextOut *out, const char *key, const uint8_t *element, size_t size)
{
    if ((key != NULL) && (size == sizeof(uint32_t)) && same_text(g_single_key, key)) {
        text_single(out, (uint32_t)text_element(element, size));
    } else {
        text_value(out, element, size, 1U);
    }
}

/** @satisfies RF-CORE-257 */
void text_of_key(TextOut *out, const char *key, const uint8_t *value, size_t element_size,
                 size_t count)
{
    const KeyEnumerators *const row = (key != NULL) ? enumerators_of(key) : NULL;

    for (size_t i = 0U; i < count; i++) {
        const uint8_t *const element = &value[i * element_size];
        const char *name = NULL;

        if (i > 0U) {
            text_string(out, ",");
        }
        if (row != NULL) {
            name = enumerator_name(row, text_element(element, element_size));
        }
        if (name != NULL) {
            text_string(out, name);
        } else {
            plain_element(out, key, element, element_size);
        }
    }
}
