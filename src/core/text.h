/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file text.h
 * Writes text into a buffer of fixed size; what does not fit is cut, and the text always ends with
 * a zero.
 */
#ifndef RINGFENCE_CORE_TEXT_H
#define RINGFENCE_CORE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/** Where text goes. */
typedef struct {
    char *text;
    /** Bytes of text, its zero counted in; at least 1. */
    size_t size;
    /** Characters written, the zero not counted. */
    size_t used;
} TextOut;

/** Starts an empty text. */
TextOut text_begin(char *text, size_t size);

/** Appends characters up to a zero; nothing for NULL. */
void text_string(TextOut *out, const char *string);

/** Appends a number in decimal. */
void text_number(TextOut *out, uint64_t number);

/** Reads an unsigned number of 1, 2, 4 or 8 bytes in the machine's byte order. */
uint64_t text_element(const uint8_t *bytes, size_t size);

/**
 * Appends a value of `count` elements: numbers if an element is 1, 2, 4 or 8 bytes, hexadecimal
 * otherwise.
 */
void text_value(TextOut *out, const uint8_t *value, size_t element_size, size_t count);

#endif /* RINGFENCE_CORE_TEXT_H */
