/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file enumerator.c
 * The names of the enumerators that are values of keys.
 *
 * A table of names is as long as its last enumerator needs, and its index is the value.
 */
#include "core/enumerator.h"

#include <stdbool.h>

#include "core/feature.h"
#include "nvscibuf.h"
#include "nvscisync.h"

#define ENUMERATOR(enumerator) [(enumerator)] = RINGFENCE_TEXT(#enumerator)

static const char *const g_type_names[] = {
    ENUMERATOR(NvSciBufType_General), ENUMERATOR(NvSciBufType_RawBuffer),
    ENUMERATOR(NvSciBufType_Image),   ENUMERATOR(NvSciBufType_Tensor),
    ENUMERATOR(NvSciBufType_Array),   ENUMERATOR(NvSciBufType_Pyramid)};

static const char *const g_buf_perm_names[] = {ENUMERATOR(NvSciBufAccessPerm_Readonly),
                                               ENUMERATOR(NvSciBufAccessPerm_ReadWrite),
                                               ENUMERATOR(NvSciBufAccessPerm_Auto)};

static const char *const g_layout_names[] = {ENUMERATOR(NvSciBufImage_BlockLinearType),
                                             ENUMERATOR(NvSciBufImage_PitchLinearType)};

static const char *const g_scan_names[] = {ENUMERATOR(NvSciBufScan_ProgressiveType),
                                           ENUMERATOR(NvSciBufScan_InterlaceType)};

static const char *const g_color_names[] = {ENUMERATOR(NvSciColor_Bayer8RGGB),
                                            ENUMERATOR(NvSciColor_Bayer8CCCC),
                                            ENUMERATOR(NvSciColor_Bayer8BGGR),
                                            ENUMERATOR(NvSciColor_Bayer8GBRG),
                                            ENUMERATOR(NvSciColor_Bayer8GRBG),
                                            ENUMERATOR(NvSciColor_Bayer16BGGR),
                                            ENUMERATOR(NvSciColor_Bayer16CCCC),
                                            ENUMERATOR(NvSciColor_Bayer16GBRG),
                                            ENUMERATOR(NvSciColor_Bayer16GRBG),
                                            ENUMERATOR(NvSciColor_Bayer16RGGB),
                                            ENUMERATOR(NvSciColor_Bayer16RCCB),
                                            ENUMERATOR(NvSciColor_Bayer16BCCR),
                                            ENUMERATOR(NvSciColor_Bayer16CRBC),
                                            ENUMERATOR(NvSciColor_Bayer16CBRC),
                                            ENUMERATOR(NvSciColor_Bayer16RCCC),
                                            ENUMERATOR(NvSciColor_Bayer16CCCR),
                                            ENUMERATOR(NvSciColor_Bayer16CRCC),
                                            ENUMERATOR(NvSciColor_Bayer16CCRC),
                                            ENUMERATOR(NvSciColor_X2Bayer14GBRG),
                                            ENUMERATOR(NvSciColor_X4Bayer12GBRG),
                                            ENUMERATOR(NvSciColor_X6Bayer10GBRG),
                                            ENUMERATOR(NvSciColor_X2Bayer14GRBG),
                                            ENUMERATOR(NvSciColor_X4Bayer12GRBG),
                                            ENUMERATOR(NvSciColor_X6Bayer10GRBG),
                                            ENUMERATOR(NvSciColor_X2Bayer14BGGR),
                                            ENUMERATOR(NvSciColor_X4Bayer12BGGR),
                                            ENUMERATOR(NvSciColor_X6Bayer10BGGR),
                                            ENUMERATOR(NvSciColor_X2Bayer14RGGB),
                                            ENUMERATOR(NvSciColor_X4Bayer12RGGB),
                                            ENUMERATOR(NvSciColor_X6Bayer10RGGB),
                                            ENUMERATOR(NvSciColor_X2Bayer14CCCC),
                                            ENUMERATOR(NvSciColor_X4Bayer12CCCC),
                                            ENUMERATOR(NvSciColor_X6Bayer10CCCC),
                                            ENUMERATOR(NvSciColor_X4Bayer12RCCB),
                                            ENUMERATOR(NvSciColor_X4Bayer12BCCR),
                                            ENUMERATOR(NvSciColor_X4Bayer12CRBC),
                                            ENUMERATOR(NvSciColor_X4Bayer12CBRC),
                                            ENUMERATOR(NvSciColor_X4Bayer12RCCC),
                                            ENUMERATOR(NvSciColor_X4Bayer12CCCR),
                                            ENUMERATOR(NvSciColor_X4Bayer12CRCC),
                                            ENUMERATOR(NvSciColor_X4Bayer12CCRC),
                                            ENUMERATOR(NvSciColor_Signed_X2Bayer14CCCC),
                                            ENUMERATOR(NvSciColor_Signed_X4Bayer12CCCC),
                                            ENUMERATOR(NvSciColor_Signed_X6Bayer10CCCC),
                                            ENUMERATOR(NvSciColor_Signed_Bayer16CCCC),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16CCCC),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16RGGB),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16BGGR),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16GRBG),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16GBRG),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16RCCB),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16BCCR),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16CRBC),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16CBRC),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16RCCC),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16CCCR),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16CRCC),
                                            ENUMERATOR(NvSciColor_FloatISP_Bayer16CCRC),
                                            ENUMERATOR(NvSciColor_X12Bayer20CCCC),
                                            ENUMERATOR(NvSciColor_X12Bayer20BGGR),
                                            ENUMERATOR(NvSciColor_X12Bayer20RGGB),
                                            ENUMERATOR(NvSciColor_X12Bayer20GRBG),
                                            ENUMERATOR(NvSciColor_X12Bayer20GBRG),
                                            ENUMERATOR(NvSciColor_X12Bayer20RCCB),
                                            ENUMERATOR(NvSciColor_X12Bayer20BCCR),
                                            ENUMERATOR(NvSciColor_X12Bayer20CRBC),
                                            ENUMERATOR(NvSciColor_X12Bayer20CBRC),
                                            ENUMERATOR(NvSciColor_X12Bayer20RCCC),
                                            ENUMERATOR(NvSciColor_X12Bayer20CCCR),
                                            ENUMERATOR(NvSciColor_X12Bayer20CRCC),
                                            ENUMERATOR(NvSciColor_X12Bayer20CCRC),
                                            ENUMERATOR(NvSciColor_Signed_X12Bayer20CCCC),
                                            ENUMERATOR(NvSciColor_Signed_X12Bayer20GBRG),
                                            ENUMERATOR(NvSciColor_U8V8),
                                            ENUMERATOR(NvSciColor_U8_V8),
                                            ENUMERATOR(NvSciColor_V8U8),
                                            ENUMERATOR(NvSciColor_V8_U8),
                                            ENUMERATOR(NvSciColor_U10V10),
                                            ENUMERATOR(NvSciColor_V10U10),
                                            ENUMERATOR(NvSciColor_U12V12),
                                            ENUMERATOR(NvSciColor_V12U12),
                                            ENUMERATOR(NvSciColor_U16V16),
                                            ENUMERATOR(NvSciColor_V16U16),
                                            ENUMERATOR(NvSciColor_Y8),
                                            ENUMERATOR(NvSciColor_Y10),
                                            ENUMERATOR(NvSciColor_Y12),
                                            ENUMERATOR(NvSciColor_Y16),
                                            ENUMERATOR(NvSciColor_U8),
                                            ENUMERATOR(NvSciColor_V8),
                                            ENUMERATOR(NvSciColor_U10),
                                            ENUMERATOR(NvSciColor_V10),
                                            ENUMERATOR(NvSciColor_U12),
                                            ENUMERATOR(NvSciColor_V12),
                                            ENUMERATOR(NvSciColor_U16),
                                            ENUMERATOR(NvSciColor_V16),
                                            ENUMERATOR(NvSciColor_A8Y8U8V8),
                                            ENUMERATOR(NvSciColor_Y8U8Y8V8),
                                            ENUMERATOR(NvSciColor_Y8V8Y8U8),
                                            ENUMERATOR(NvSciColor_U8Y8V8Y8),
                                            ENUMERATOR(NvSciColor_V8Y8U8Y8),
                                            ENUMERATOR(NvSciColor_A16Y16U16V16),
                                            ENUMERATOR(NvSciColor_A8),
                                            ENUMERATOR(NvSciColor_Signed_A8),
                                            ENUMERATOR(NvSciColor_B8G8R8A8),
                                            ENUMERATOR(NvSciColor_A8R8G8B8),
                                            ENUMERATOR(NvSciColor_A8B8G8R8),
                                            ENUMERATOR(NvSciColor_A2R10G10B10),
                                            ENUMERATOR(NvSciColor_A16),
                                            ENUMERATOR(NvSciColor_Signed_A16),
                                            ENUMERATOR(NvSciColor_Signed_R16G16),
                                            ENUMERATOR(NvSciColor_A16B16G16R16),
                                            ENUMERATOR(NvSciColor_Signed_A16B16G16R16),
                                            ENUMERATOR(NvSciColor_Float_A16B16G16R16),
                                            ENUMERATOR(NvSciColor_A32),
                                            ENUMERATOR(NvSciColor_Signed_A32),
                                            ENUMERATOR(NvSciColor_Float_A16),
                                            ENUMERATOR(NvSciColor_X6Bayer10BGGI_RGGI),
                                            ENUMERATOR(NvSciColor_X6Bayer10GBIG_GRIG),
                                            ENUMERATOR(NvSciColor_X6Bayer10GIBG_GIRG),
                                            ENUMERATOR(NvSciColor_X6Bayer10IGGB_IGGR),
                                            ENUMERATOR(NvSciColor_X6Bayer10RGGI_BGGI),
                                            ENUMERATOR(NvSciColor_X6Bayer10GRIG_GBIG),
                                            ENUMERATOR(NvSciColor_X6Bayer10GIRG_GIBG),
                                            ENUMERATOR(NvSciColor_X6Bayer10IGGR_IGGB),
                                            ENUMERATOR(NvSciColor_X4Bayer12BGGI_RGGI),
                                            ENUMERATOR(NvSciColor_X4Bayer12GBIG_GRIG),
                                            ENUMERATOR(NvSciColor_X4Bayer12GIBG_GIRG),
                                            ENUMERATOR(NvSciColor_X4Bayer12IGGB_IGGR),
                                            ENUMERATOR(NvSciColor_X4Bayer12RGGI_BGGI),
                                            ENUMERATOR(NvSciColor_X4Bayer12GRIG_GBIG),
                                            ENUMERATOR(NvSciColor_X4Bayer12GIRG_GIBG),
                                            ENUMERATOR(NvSciColor_X4Bayer12IGGR_IGGB),
                                            ENUMERATOR(NvSciColor_X2Bayer14BGGI_RGGI),
                                            ENUMERATOR(NvSciColor_X2Bayer14GBIG_GRIG),
                                            ENUMERATOR(NvSciColor_X2Bayer14GIBG_GIRG),
                                            ENUMERATOR(NvSciColor_X2Bayer14IGGB_IGGR),
                                            ENUMERATOR(NvSciColor_X2Bayer14RGGI_BGGI),
                                            ENUMERATOR(NvSciColor_X2Bayer14GRIG_GBIG),
                                            ENUMERATOR(NvSciColor_X2Bayer14GIRG_GIBG),
                                            ENUMERATOR(NvSciColor_X2Bayer14IGGR_IGGB),
                                            ENUMERATOR(NvSciColor_Bayer16BGGI_RGGI),
                                            ENUMERATOR(NvSciColor_Bayer16GBIG_GRIG),
                                            ENUMERATOR(NvSciColor_Bayer16GIBG_GIRG),
                                            ENUMERATOR(NvSciColor_Bayer16IGGB_IGGR),
                                            ENUMERATOR(NvSciColor_Bayer16RGGI_BGGI),
                                            ENUMERATOR(NvSciColor_Bayer16GRIG_GBIG),
                                            ENUMERATOR(NvSciColor_Bayer16GIRG_GIBG),
                                            ENUMERATOR(NvSciColor_Bayer16IGGR_IGGB),
                                            ENUMERATOR(NvSciColor_X4Bayer12RGGB_RJ),
                                            ENUMERATOR(NvSciColor_R8),
                                            ENUMERATOR(NvSciColor_G8),
                                            ENUMERATOR(NvSciColor_B8)};

static const char *const g_color_std_names[] = {
    ENUMERATOR(NvSciColorStd_SRGB),        ENUMERATOR(NvSciColorStd_REC601_SR),
    ENUMERATOR(NvSciColorStd_REC601_ER),   ENUMERATOR(NvSciColorStd_REC709_SR),
    ENUMERATOR(NvSciColorStd_REC709_ER),   ENUMERATOR(NvSciColorStd_REC2020_RGB),
    ENUMERATOR(NvSciColorStd_REC2020_SR),  ENUMERATOR(NvSciColorStd_REC2020_ER),
    ENUMERATOR(NvSciColorStd_YcCbcCrc_SR), ENUMERATOR(NvSciColorStd_YcCbcCrc_ER),
    ENUMERATOR(NvSciColorStd_SENSOR_RGBA), ENUMERATOR(NvSciColorStd_REQ2020PQ_ER)};

static const char *const g_data_type_names[] = {
    ENUMERATOR(NvSciDataType_Int4),     ENUMERATOR(NvSciDataType_Uint4),
    ENUMERATOR(NvSciDataType_Int8),     ENUMERATOR(NvSciDataType_Uint8),
    ENUMERATOR(NvSciDataType_Int16),    ENUMERATOR(NvSciDataType_Uint16),
    ENUMERATOR(NvSciDataType_Int32),    ENUMERATOR(NvSciDataType_Uint32),
    ENUMERATOR(NvSciDataType_Float16),  ENUMERATOR(NvSciDataType_Float32),
    ENUMERATOR(NvSciDataType_FloatISP), ENUMERATOR(NvSciDataType_Bool)};

static const char *const g_surf_type_names[] = {
    ENUMERATOR(NvSciSurfType_YUV), ENUMERATOR(NvSciSurfType_RGBA), ENUMERATOR(NvSciSurfType_RAW)};

static const char *const g_surf_layout_names[] = {ENUMERATOR(NvSciSurfMemLayout_Packed),
                                                  ENUMERATOR(NvSciSurfMemLayout_SemiPlanar),
                                                  ENUMERATOR(NvSciSurfMemLayout_Planar)};

static const char *const g_sample_names[] = {
    ENUMERATOR(NvSciSurfSampleType_420), ENUMERATOR(NvSciSurfSampleType_422),
    ENUMERATOR(NvSciSurfSampleType_444), ENUMERATOR(NvSciSurfSampleType_422R),
    ENUMERATOR(NvSciSurfSampleType_400)};

static const char *const g_bpc_names[] = {ENUMERATOR(NvSciSurfBPC_Layout_16_8_8),
                                          ENUMERATOR(NvSciSurfBPC_Layout_10_8_8),
                                          ENUMERATOR(NvSciSurfBPC_8),
                                          ENUMERATOR(NvSciSurfBPC_10),
                                          ENUMERATOR(NvSciSurfBPC_12),
                                          ENUMERATOR(NvSciSurfBPC_14),
                                          ENUMERATOR(NvSciSurfBPC_16)};

static const char *const g_component_names[] = {ENUMERATOR(NvSciSurfComponentOrder_YUV),
                                                ENUMERATOR(NvSciSurfComponentOrder_YVU),
                                                ENUMERATOR(NvSciSurfComponentOrder_Luma)};

static const char *const g_primitive_names[] = {
    ENUMERATOR(NvSciSyncAttrValPrimitiveType_Syncpoint),
    ENUMERATOR(NvSciSyncAttrValPrimitiveType_SysmemSemaphore),
    ENUMERATOR(NvSciSyncAttrValPrimitiveType_VidmemSemaphore),
    ENUMERATOR(NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b),
    ENUMERATOR(NvSciSyncAttrValPrimitiveType_VidmemSemaphorePayload64b)};

static const char *const g_sync_perm_names[] = {ENUMERATOR(NvSciSyncAccessPerm_WaitOnly),
                                                ENUMERATOR(NvSciSyncAccessPerm_SignalOnly),
                                                ENUMERATOR(NvSciSyncAccessPerm_WaitSignal)};

/** A key whose values are enumerators. */
typedef struct {
    /** Its name. */
    const char *key;
    const char *const *names;
    uint32_t count;
} KeyEnumerators;

#define KEY_ROW(key, names)                                                                        \
    {                                                                                              \
        RINGFENCE_TEXT(#key), (names), (uint32_t)(sizeof(names) / sizeof((names)[0]))              \
    }

static const KeyEnumerators g_key_enumerators[] = {
    KEY_ROW(NvSciBufGeneralAttrKey_Types, g_type_names),
    KEY_ROW(NvSciBufGeneralAttrKey_RequiredPerm, g_buf_perm_names),
    KEY_ROW(NvSciBufGeneralAttrKey_ActualPerm, g_buf_perm_names),
    KEY_ROW(NvSciBufImageAttrKey_Layout, g_layout_names),
    KEY_ROW(NvSciBufImageAttrKey_PlaneColorFormat, g_color_names),
    KEY_ROW(NvSciBufImageAttrKey_PlaneColorStd, g_color_std_names),
    KEY_ROW(NvSciBufImageAttrKey_ScanType, g_scan_names),
    KEY_ROW(NvSciBufImageAttrKey_PlaneDatatype, g_data_type_names),
    KEY_ROW(NvSciBufImageAttrKey_SurfType, g_surf_type_names),
    KEY_ROW(NvSciBufImageAttrKey_SurfMemLayout, g_surf_layout_names),
    KEY_ROW(NvSciBufImageAttrKey_SurfSampleType, g_sample_names),
    KEY_ROW(NvSciBufImageAttrKey_SurfBPC, g_bpc_names),
    KEY_ROW(NvSciBufImageAttrKey_SurfComponentOrder, g_component_names),
    KEY_ROW(NvSciBufImageAttrKey_SurfColorStd, g_color_std_names),
    KEY_ROW(NvSciBufTensorAttrKey_DataType, g_data_type_names),
    KEY_ROW(NvSciBufTensorAttrKey_PixelFormat, g_color_names),
    KEY_ROW(NvSciBufArrayAttrKey_DataType, g_data_type_names),
    KEY_ROW(NvSciSyncAttrKey_RequiredPerm, g_sync_perm_names),
    KEY_ROW(NvSciSyncAttrKey_ActualPerm, g_sync_perm_names),
    KEY_ROW(NvSciSyncAttrKey_PrimitiveInfo, g_primitive_names)};

#define KEYS_WITH_ENUMERATORS ((uint32_t)(sizeof(g_key_enumerators) / sizeof(g_key_enumerators[0])))

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
            text_value(out, element, element_size, 1U);
        }
    }
}
