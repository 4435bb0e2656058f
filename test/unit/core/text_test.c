/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "leftovers.h"

#define ROOM  128U
#define GUARD 0x5A

/** A text with bytes around it that nobody may write. */
typedef struct {
    char before[16];
    char text[ROOM];
    char after[16];
} Guarded;

static void guard(Guarded *room)
{
    (void)memset(room, GUARD, sizeof(*room));
}

/** Bytes outside of the first `size` bytes of the text are as guard() left them. */
static void assert_guards(const Guarded *room, size_t size)
{
    for (size_t i = 0U; i < sizeof(room->before); i++) {
        assert_int_equal(room->before[i], GUARD);
        assert_int_equal(room->after[i], GUARD);
    }
    for (size_t i = size; i < ROOM; i++) {
        assert_int_equal(room->text[i], GUARD);
    }
}

/** Writes something of everything. */
static void write_all(TextOut *out)
{
    static const uint8_t bytes[] = {0x00U, 0x0FU, 0xA0U, 0xFFU, 0x1EU};
    static const uint16_t halves[] = {1U, 65535U};

    text_string(out, "text ");
    text_number(out, 18446744073709551615ULL);
    text_string(out, NULL);
    text_string(out, "");
    text_string(out, " ");
    text_value(out, bytes, sizeof(bytes), 1U);
    text_string(out, " ");
    text_value(out, (const uint8_t *)halves, sizeof(halves[0]), 2U);
    text_string(out, " ");
    text_value(out, bytes, 2U * sizeof(bytes[0]), 0U);
}

/**
 * A text is cut to its room, ends with a zero, and nothing behind the room is written, for every
 * size of the room.
 * @verifies RF-CORE-070
 */
static void text_is_cut_at_every_size(void **state)
{
    static const char whole[] = "text 18446744073709551615 000fa0ff1e 1,65535 ";

    (void)state;
    for (size_t size = 1U; size <= ROOM; size++) {
        Guarded room;
        TextOut out;
        const size_t kept = (size > strlen(whole)) ? strlen(whole) : (size - 1U);

        guard(&room);
        out = text_begin(room.text, size);
        assert_int_equal(room.text[0], '\0');
        assert_guards(&room, 1U);
        write_all(&out);
        assert_int_equal(out.used, kept);
        assert_int_equal(strlen(room.text), kept);
        assert_memory_equal(room.text, whole, kept);
        assert_guards(&room, kept + 1U);
    }
}

/**
 * Numbers are written in decimal, without leading zeros.
 * @verifies RF-CORE-071
 */
static void numbers_are_decimal(void **state)
{
    static const uint64_t others[] = {0U, UINT32_MAX, (uint64_t)UINT32_MAX + 1U, UINT64_MAX};
    uint64_t power = 1U;

    (void)state;
    for (uint32_t digits = 0U; digits < 20U; digits++) {
        const uint64_t numbers[] = {power - 1U, power, power + 1U, others[digits % 4U]};

        for (size_t i = 0U; i < 4U; i++) {
            char text[32];
            char expected[32];
            TextOut out = text_begin(text, sizeof(text));

            text_number(&out, numbers[i]);
            (void)snprintf(expected, sizeof(expected), "%" PRIu64, numbers[i]);
            assert_string_equal(text, expected);
        }
        power *= 10U;
    }
}

/**
 * Elements of 1, 2, 4 and 8 bytes are written as numbers, others as bytes, wherever they stand.
 * @verifies RF-CORE-071
 */
static void values_are_written_by_their_element_size(void **state)
{
    static const uint8_t one[] = {0U, 7U, 255U};
    static const uint16_t two[] = {256U, 65535U};
    static const uint32_t four[] = {0U, 4294967295U};
    static const uint64_t eight[] = {4294967296U};
    static const uint8_t sixteen[] = {1U, 2U,  3U,  4U,  5U,  6U,  7U,  8U,
                                      9U, 10U, 11U, 12U, 13U, 14U, 15U, 16U};
    static const struct {
        const void *value;
        size_t element_size;
        size_t count;
        const char *expected;
    } cases[] = {
        {one, 1U, 3U, "0,7,255"},
        {one, 1U, 1U, "0"},
        {one, 1U, 0U, ""},
        {one, 3U, 1U, "0007ff"},
        {two, 2U, 2U, "256,65535"},
        {four, 4U, 2U, "0,4294967295"},
        {eight, 8U, 1U, "4294967296"},
        {sixteen, 5U, 3U, "0102030405,060708090a,0b0c0d0e0f"},
        {sixteen, 16U, 1U, "0102030405060708090a0b0c0d0e0f10"},
    };

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        for (size_t offset = 0U; offset < 8U; offset++) {
            uint8_t moved[32] = {0U};
            char text[ROOM];
            TextOut out = text_begin(text, sizeof(text));

            (void)memcpy(&moved[offset], cases[i].value, cases[i].element_size * cases[i].count);
            text_value(&out, &moved[offset], cases[i].element_size, cases[i].count);
            assert_string_equal(text, cases[i].expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(text_is_cut_at_every_size, nothing_is_left),
        cmocka_unit_test_teardown(numbers_are_decimal, nothing_is_left),
        cmocka_unit_test_teardown(values_are_written_by_their_element_size, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/text", tests, NULL, NULL);
}
