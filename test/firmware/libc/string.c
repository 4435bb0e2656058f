/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file string.c
 * Memory, word by word where it can be, and text. Built with -fno-builtin and without loop
 * patterns, so that no function becomes a call of itself.
 */
#include "string.h"

#include <stdbool.h>
#include <stdint.h>

/** A word that may alias what it is part of. */
typedef uintptr_t __attribute__((may_alias)) Word;

#define WORD sizeof(Word)

static bool whole(const void *a, const void *b)
{
    return (((uintptr_t)a | (uintptr_t)b) % WORD) == 0U;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    uint8_t *bytes = to;
    const uint8_t *source = from;
    size_t left = size;

    if (whole(to, from)) {
        for (; left >= WORD; left -= WORD) {
            *(Word *)(void *)bytes = *(const Word *)(const void *)source;
            bytes += WORD;
            source += WORD;
        }
    }
    for (; left > 0U; left--) {
        *bytes = *source;
        bytes++;
        source++;
    }
    return to;
}

void *memset(void *to, int value, size_t size)
{
    const Word word = (Word)(uint8_t)value * (UINTPTR_MAX / 255U);
    uint8_t *bytes = to;
    size_t left = size;

    if (whole(to, to)) {
        for (; left >= WORD; left -= WORD) {
            *(Word *)(void *)bytes = word;
            bytes += WORD;
        }
    }
    for (; left > 0U; left--) {
        *bytes = (uint8_t)value;
        bytes++;
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *left = a;
    const uint8_t *right = b;
    size_t rest = size;
    int result = 0;

    if (whole(a, b)) {
        while ((rest >= WORD) &&
               (*(const Word *)(const void *)left == *(const Word *)(const void *)right)) {
            left += WORD;
            right += WORD;
            rest -= WORD;
        }
    }
    for (; (rest > 0U) && (result == 0); rest--) {
        result = (int)*left - (int)*right;
        left++;
        right++;
    }
    return result;
}

size_t strlen(const char *text)
{
    size_t length = 0U;

    while (text[length] != '\0') {
        length++;
    }
    return length;
}

int strncmp(const char *a, const char *b, size_t size)
{
    int result = 0;

    for (size_t i = 0U; i < size; i++) {
        result = (int)(uint8_t)a[i] - (int)(uint8_t)b[i];
        if ((result != 0) || (a[i] == '\0')) {
            break;
        }
    }
    return result;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strstr(const char *text, const char *part)
{
    const size_t length = strlen(part);
    const char *at = text;

    while ((*at != '\0') && (strncmp(at, part, length) != 0)) {
        at++;
    }
    return (strncmp(at, part, length) == 0) ? (char *)(uintptr_t)at : NULL;
}
