/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file enumerator_test.c
 * Values by the names of their enumerators. What the names are is read from the headers.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attr/enumerator.h"
#include "leftovers.h"
#include "nvscibuf.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define HEADER_BYTES 131072U
#define ROOM         512U
#define VALUES       200U
#define NAME_BYTES   64U

static char g_header[HEADER_BYTES];
static char g_names[VALUES][NAME_BYTES];

static void read_header(const char *path)
{
    FILE *const file = fopen(path, "r");
    size_t length = 0U;

    assert_non_null(file);
    length = fread(g_header, 1U, sizeof(g_header) - 1U, file);
    assert_true(length < (sizeof(g_header) - 1U));
    g_header[length] = '\0';
    assert_int_equal(fclose(file), 0);
}

/** Says whether an enumerator is a bound, or says that there is no value. */
static bool is_bound(const char *name)
{
    return (strstr(name, "Bound") != NULL) || (strstr(name, "MaxValid") != NULL) ||
           (strstr(name, "Invalid") != NULL);
}

/** Notes the lines "NAME = NUMBER," of the enumeration of a type. Gives how many there were. */
static uint32_t read_enumerators(const char *type)
{
    char end[NAME_BYTES];
    uint32_t count = 0U;
    const char *stop = NULL;
    const char *at = g_header;

    (void)memset(g_names, 0, sizeof(g_names));
    (void)snprintf(end, sizeof(end), "} %s;", type);
    stop = strstr(g_header, end);
    assert_non_null(stop);
    for (const char *next = strstr(at, "typedef enum {"); (next != NULL) && (next < stop);
         next = strstr(&next[1], "typedef enum {")) {
        at = next;
    }
    for (at = strchr(at, '\n'); at < stop; at = strchr(&at[1], '\n')) {
        char name[NAME_BYTES] = "";
        unsigned int value = 0U;

        if ((sscanf(at, " %63[A-Za-z0-9_] = %u", name, &value) == 2) && (!is_bound(name))) {
            assert_true(value < VALUES);
            (void)strcpy(g_names[value], name);
            count++;
        }
    }
    return count;
}

static const char *text_of(const char *key, const void *value, size_t size, size_t count)
{
    static char text[ROOM];
    TextOut out = text_begin(text, sizeof(text));

    text_of_key(&out, key, value, size, count);
    return text;
}

/** Each value of a key has the name of its enumerator, or is a number. */
static void assert_names(const char *key, const char *type)
{
    assert_true(read_enumerators(type) > 1U);
    for (uint32_t value = 0U; value < VALUES; value++) {
        char number[NAME_BYTES];

        (void)snprintf(number, sizeof(number), "%u", (unsigned int)value);
        assert_string_equal(text_of(key, &value, sizeof(value), 1U),
                            (g_names[value][0] != '\0') ? g_names[value] : number);
    }
}

/**
 * Each key whose values are enumerators of a header has their names.
 * @verifies RF-CORE-257
 */
static void values_have_the_names_of_the_headers(void **state)
{
    static const struct {
        const char *key;
        const char *type;
    } keys[] = {{"NvSciBufGeneralAttrKey_Types", "NvSciBufType"},
                {"NvSciBufGeneralAttrKey_RequiredPerm", "NvSciBufAttrValAccessPerm"},
                {"NvSciBufGeneralAttrKey_ActualPerm", "NvSciBufAttrValAccessPerm"},
                {"NvSciBufImageAttrKey_Layout", "NvSciBufAttrValImageLayoutType"},
                {"NvSciBufImageAttrKey_PlaneColorFormat", "NvSciBufAttrValColorFmt"},
                {"NvSciBufImageAttrKey_PlaneColorStd", "NvSciBufAttrValColorStd"},
                {"NvSciBufImageAttrKey_ScanType", "NvSciBufAttrValImageScanType"},
                {"NvSciBufImageAttrKey_PlaneDatatype", "NvSciBufAttrValDataType"},
                {"NvSciBufImageAttrKey_SurfType", "NvSciBufSurfType"},
                {"NvSciBufImageAttrKey_SurfMemLayout", "NvSciBufSurfMemLayout"},
                {"NvSciBufImageAttrKey_SurfSampleType", "NvSciBufSurfSampleType"},
                {"NvSciBufImageAttrKey_SurfBPC", "NvSciBufSurfBPC"},
                {"NvSciBufImageAttrKey_SurfComponentOrder", "NvSciBufSurfComponentOrder"},
                {"NvSciBufImageAttrKey_SurfColorStd", "NvSciBufAttrValColorStd"},
                {"NvSciBufTensorAttrKey_DataType", "NvSciBufAttrValDataType"},
                {"NvSciBufTensorAttrKey_PixelFormat", "NvSciBufAttrValColorFmt"},
                {"NvSciBufArrayAttrKey_DataType", "NvSciBufAttrValDataType"}};

    (void)state;
    read_header("inc/nvscibuf.h");
    for (size_t i = 0U; i < COUNT(keys); i++) {
        assert_names(keys[i].key, keys[i].type);
    }
    read_header("inc/nvscisync.h");
    assert_names("NvSciSyncAttrKey_PrimitiveInfo", "NvSciSyncAttrValPrimitiveType");
}

/**
 * Rights of sync objects are numbers of 64 bits with names; several elements are a list.
 * @verifies RF-CORE-257
 */
static void rights_and_several_elements_have_names(void **state)
{
    static const uint64_t perms[] = {NvSciSyncAccessPerm_WaitOnly, NvSciSyncAccessPerm_SignalOnly,
                                     NvSciSyncAccessPerm_WaitSignal, 0U, NvSciSyncAccessPerm_Auto};

    (void)state;
    assert_string_equal(text_of("NvSciSyncAttrKey_RequiredPerm", perms, sizeof(perms[0]), 5U),
                        "NvSciSyncAccessPerm_WaitOnly,NvSciSyncAccessPerm_SignalOnly,"
                        "NvSciSyncAccessPerm_WaitSignal,0,9223372036854775808");
    assert_string_equal(text_of("NvSciSyncAttrKey_ActualPerm", &perms[1], sizeof(perms[0]), 1U),
                        "NvSciSyncAccessPerm_SignalOnly");
    assert_string_equal(text_of("NvSciSyncAttrKey_RequiredPerm", perms, sizeof(perms[0]), 0U), "");
}

/**
 * Keys with numbers, keys that nobody knows, and no key at all have numbers.
 * @verifies RF-CORE-257
 */
static void other_values_are_numbers(void **state)
{
    static const uint32_t values[] = {1U, 2U};
    static const char *const keys[] = {"NvSciBufImageAttrKey_PlaneWidth",
                                       "NvSciBufGeneralAttrKey_Type",
                                       "NvSciBufGeneralAttrKey_TypesX", "", NULL};

    (void)state;
    for (size_t i = 0U; i < COUNT(keys); i++) {
        assert_string_equal(text_of(keys[i], values, sizeof(values[0]), 2U), "1,2");
    }
}

static const char *text_of_bits(uint32_t bits)
{
    return text_of("NvSciBufPyramidAttrKey_Scale", &bits, sizeof(bits), 1U);
}

/**
 * A scale is a decimal fraction, as short as tells it from all others; what is no scale has a text
 * too.
 * @verifies RF-CORE-347
 */
static void scale_is_a_decimal_fraction(void **state)
{
    static const struct {
        uint32_t bits;
        const char *text;
    } rows[] = {{0x3F000000U, "0.5"},
                {0x3F800000U, "1.0"},
                {0x3DCCCCCDU, "0.1"},
                {0x3F333333U, "0.7"},
                {0x3F3504F3U, "0.70710677"},
                {0x3EFFFFFFU, "0.49999997"},
                {0x3F000001U, "0.50000006"},
                {0x3F7FFFFFU, "0.99999994"},
                {0x3D800000U, "0.0625"},
                {0x3A83126FU, "0.001"},
                {0x38000000U, "0.000030517578"},
                {0x37FFFFFFU, "16777215 x 2^-39"},
                {0x00000001U, "1 x 2^-149"},
                {0x00000000U, "0.0"},
                {0x80000000U, "-0.0"},
                {0xBF000000U, "-0.5"},
                {0x40490FDBU, "3.1415927"},
                {0x4A7FFFFFU, "4194303.8"},
                {0x4A800000U, "8388608 x 2^-1"},
                {0x4B000000U, "8388608 x 2^0"},
                {0x7F7FFFFFU, "16777215 x 2^104"},
                {0x7F800000U, "infinity"},
                {0xFF800000U, "-infinity"},
                {0x7FC00000U, "NaN"}};
    static const float scales[] = {0.5F, 0.25F};

    (void)state;
    for (size_t i = 0U; i < COUNT(rows); i++) {
        assert_string_equal(text_of_bits(rows[i].bits), rows[i].text);
    }
    assert_string_equal(
        text_of("NvSciBufPyramidAttrKey_Scale", scales, sizeof(scales[0]), COUNT(scales)),
        "0.5,0.25");
}

/**
 * The text of a scale with a point is read as that scale again.
 * @verifies RF-CORE-347
 */
static void scale_is_read_as_it_was(void **state)
{
    (void)state;
    for (uint32_t bits = 0x38000000U; bits <= 0x3F800000U; bits += 4099U) {
        const float scale = strtof(text_of_bits(bits), NULL);
        uint32_t read = 0U;

        (void)memcpy(&read, &scale, sizeof(read));
        assert_int_equal(read, bits);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_the_names_of_the_headers),
        cmocka_unit_test(rights_and_several_elements_have_names),
        cmocka_unit_test(other_values_are_numbers),
        cmocka_unit_test(scale_is_a_decimal_fraction),
        cmocka_unit_test(scale_is_read_as_it_was),
    };

    return cmocka_run_group_tests_name("attr/enumerator", tests, NULL, NULL);
}
