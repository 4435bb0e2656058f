/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file text.c
 * Text without stdio.
 */
#include "core/text.h"

#include <stdbool.h>

#include "core/assert.h"
#include "core/bytes.h"

#define DECIMAL_DIGITS_MAX 20U

static const char g_hex_digits[] = "0123456789abcdef";

/** @satisfies RF-CORE-070 */
static void text_character(TextOut *out, char character)
{
    ASSERT(out->used < out->size);
    if ((out->used + 1U) < out->size) {
        out->text[out->used] = character;
        out->used++;
        out->text[out->used] = '\0';
    }
}

TextOut text_begin(char *text, size_t size)
{
    const TextOut out = {text, size, 0U};

    ASSERT(size > 0U);
    text[0] = '\0';
    return out;
}

void text_string(TextOut *out, const char *string)
{
    if (string != NULL) {
        for (size_t i = 0U; string[i] != '\0'; i++) {
            text_character(out, string[i]);
        }
    }
}

/** @satisfies RF-CORE-071 */
void text_number(TextOut *out, uint64_t number)
{
    char digits[DECIMAL_DIGITS_MAX];
    uint32_t first = 0U;
    uint64_t rest = number;

    for (uint32_t i = DECIMAL_DIGITS_MAX; i > 0U; i--) {
        digits[i - 1U] = g_hex_digits[rest % 10U];
        rest /= 10U;
    }
    while ((first < (DECIMAL_DIGITS_MAX - 1U)) && (digits[first] == '0')) {
        first++;
    }
    for (uint32_t i = first; i < DECIMAL_DIGITS_MAX; i++) {
        text_character(out, digits[i]);
    }
}

/** Appends bytes, two hexadecimal digits each. */
static void text_hex(TextOut *out, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        text_character(out, g_hex_digits[bytes[i] >> 4U]);
        text_character(out, g_hex_digits[bytes[i] & 0x0FU]);
    }
}

uint64_t text_element(const uint8_t *bytes, size_t size)
{
    uint64_t number = 0U;

    if (size == sizeof(uint8_t)) {
        number = bytes[0];
    } else if (size == sizeof(uint16_t)) {
        uint16_t half = 0U;
        bytes_copy(&half, bytes, sizeof(half));
        number = half;
    } else if (size == sizeof(uint32_t)) {
        uint32_t word = 0U;
        bytes_copy(&word, bytes, sizeof(word));
        number = word;
    } else {
        bytes_copy(&number, bytes, sizeof(number));
    }
    return number;
}

/** @satisfies RF-CORE-071 */
void text_value(TextOut *out, const uint8_t *value, size_t element_size, size_t count)
{
    const bool is_number = (element_size == sizeof(uint8_t)) ||
                           (element_size == sizeof(uint16_t)) ||
                           (element_size == sizeof(uint32_t)) || (element_size == sizeof(uint64_t));

    for (size_t i = 0U; i < count; i++) {
        if (i > 0U) {
            text_character(out, ',');
        }
        if (is_number) {
            text_number(out, text_element(&value[i * element_size], element_size));
        } else {
            text_hex(out, &value[i * element_size], element_size);
        }
    }
}
