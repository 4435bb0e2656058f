/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file format_test.c
 * Bits, channels, data type and family of each colour format.
 */
#include "buf_make.h"

#include "buf/buf.h"

/** Formats in a row that are alike. */
typedef struct {
    uint32_t first;
    uint32_t last;
    uint8_t bits;
    uint8_t channels;
} Sizes;

static const Sizes g_sizes[] = {
    {1U, 5U, 8U, 1U},      {6U, 58U, 16U, 1U},    {59U, 72U, 32U, 1U},   {74U, 77U, 16U, 2U},
    {78U, 83U, 32U, 2U},   {84U, 84U, 8U, 1U},    {85U, 87U, 16U, 1U},   {88U, 89U, 8U, 1U},
    {90U, 95U, 16U, 1U},   {96U, 96U, 32U, 4U},   {97U, 100U, 16U, 2U},  {101U, 101U, 64U, 4U},
    {102U, 103U, 8U, 1U},  {104U, 107U, 32U, 4U}, {108U, 109U, 16U, 1U}, {110U, 110U, 32U, 2U},
    {111U, 113U, 64U, 4U}, {114U, 115U, 32U, 1U}, {116U, 149U, 16U, 1U}, {150U, 152U, 8U, 1U}};

typedef struct {
    uint32_t first;
    uint32_t last;
    NvSciBufAttrValDataType type;
} Kind;

static const Kind g_kinds[] = {
    {1U, 5U, NvSciDataType_Uint8},       {6U, 41U, NvSciDataType_Uint16},
    {42U, 45U, NvSciDataType_Int16},     {46U, 58U, NvSciDataType_FloatISP},
    {59U, 71U, NvSciDataType_Uint32},    {72U, 72U, NvSciDataType_Int32},
    {74U, 77U, NvSciDataType_Uint8},     {78U, 83U, NvSciDataType_Uint16},
    {84U, 84U, NvSciDataType_Uint8},     {85U, 87U, NvSciDataType_Uint16},
    {88U, 89U, NvSciDataType_Uint8},     {90U, 95U, NvSciDataType_Uint16},
    {96U, 100U, NvSciDataType_Uint8},    {101U, 101U, NvSciDataType_Uint16},
    {102U, 102U, NvSciDataType_Uint8},   {103U, 103U, NvSciDataType_Int8},
    {104U, 106U, NvSciDataType_Uint8},   {107U, 108U, NvSciDataType_Uint16},
    {109U, 110U, NvSciDataType_Int16},   {111U, 111U, NvSciDataType_Uint16},
    {112U, 112U, NvSciDataType_Int16},   {113U, 113U, NvSciDataType_Float16},
    {114U, 114U, NvSciDataType_Uint32},  {115U, 115U, NvSciDataType_Int32},
    {116U, 116U, NvSciDataType_Float16}, {117U, 149U, NvSciDataType_Uint16},
    {150U, 152U, NvSciDataType_Uint8}};

static BufFormatFamily family_of(uint32_t format)
{
    BufFormatFamily family = BUF_FORMAT_RGBA;

    if ((format <= 73U) || ((format >= 117U) && (format <= 149U))) {
        family = BUF_FORMAT_RAW;
    } else if (format <= 101U) {
        family = BUF_FORMAT_YUV;
    }
    return family;
}

/**
 * All 152 formats are described; 151 are supported.
 * @verifies RF-BUF-037
 */
static void all_formats_are_described(void **state)
{
    uint32_t sized = 0U;
    uint32_t typed = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_sizes); i++) {
        for (uint32_t f = g_sizes[i].first; f <= g_sizes[i].last; f++) {
            assert_int_equal(buf_format(f).bits, g_sizes[i].bits);
            assert_int_equal(buf_format(f).channels, g_sizes[i].channels);
            assert_int_equal(buf_format(f).family, family_of(f));
            sized++;
        }
    }
    for (size_t i = 0U; i < COUNT_OF(g_kinds); i++) {
        for (uint32_t f = g_kinds[i].first; f <= g_kinds[i].last; f++) {
            assert_int_equal(buf_format(f).data_type, g_kinds[i].type);
            typed++;
        }
    }
    assert_int_equal(sized, 151U);
    assert_int_equal(typed, 151U);
}

/** @verifies RF-BUF-037 */
static void other_numbers_are_no_format(void **state)
{
    static const uint64_t numbers[] = {0U, NvSciColor_Signed_X12Bayer20GBRG, 153U, 0xFFFFFFFFU,
                                       UINT64_MAX};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(numbers); i++) {
        assert_int_equal(buf_format(numbers[i]).bits, 0U);
    }
}

/** @verifies RF-BUF-033 */
static void elements_have_their_sizes(void **state)
{
    static const uint64_t sizes[] = {1U, 1U, 1U, 1U, 2U, 2U, 4U, 4U, 2U, 4U, 2U, 1U};

    (void)state;
    for (uint32_t type = 0U; type < 12U; type++) {
        assert_int_equal(buf_element_size(type), sizes[type]);
    }
    assert_int_equal(buf_element_size(12U), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_formats_are_described),
                                       cmocka_unit_test(other_numbers_are_no_format),
                                       cmocka_unit_test(elements_have_their_sizes)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
