/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stdio.c
 * The numbers and texts of a line.
 */
#include "stdio.h"

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

#define DIGITS_MAX 24U
#define LINE_MOST  256U

/** A text that grows and is cut at its end. */
typedef struct {
    char *text;
    size_t size;
    size_t length;
} Line;

static void put(Line *line, char character)
{
    if ((line->length + 1U) < line->size) {
        line->text[line->length] = character;
    }
    line->length++;
}

/** Puts a text, or the first `most` characters of it. */
static void put_text(Line *line, const char *text, int most)
{
    const char *const all = (text == NULL) ? "(null)" : text;

    for (int i = 0; (i < most) && (all[i] != '\0'); i++) {
        put(line, all[i]);
    }
}

static void put_number(Line *line, unsigned long long number, unsigned base)
{
    char digits[DIGITS_MAX];
    unsigned count = 0U;
    unsigned long long rest = number;

    do {
        digits[count] = "0123456789abcdef"[rest % base];
        rest /= base;
        count++;
    } while (rest != 0U);
    while (count > 0U) {
        count--;
        put(line, digits[count]);
    }
}

/** What stands between the percent sign and the letter: l or ll or z. */
static unsigned long long number_of(va_list *arguments, unsigned longs, bool is_signed)
{
    unsigned long long number = 0U;

    if (is_signed) {
        const long long value = (longs > 1U)    ? va_arg(*arguments, long long)
                                : (longs == 1U) ? va_arg(*arguments, long)
                                                : va_arg(*arguments, int);
        number = (unsigned long long)value;
    } else if (longs > 1U) {
        number = va_arg(*arguments, unsigned long long);
    } else if (longs == 1U) {
        number = va_arg(*arguments, unsigned long);
    } else {
        number = va_arg(*arguments, unsigned);
    }
    return number;
}

static void put_signed(Line *line, unsigned long long number)
{
    if (number > (unsigned long long)INT64_MAX) {
        put(line, '-');
        put_number(line, 0ULL - number, 10U);
    } else {
        put_number(line, number, 10U);
    }
}

/** One conversion; `most`: characters of a text. */
static void convert(Line *line, char letter, unsigned longs, int most, va_list *arguments)
{
    switch (letter) {
    case 'c':
        put(line, (char)va_arg(*arguments, int));
        break;
    case 's':
        put_text(line, va_arg(*arguments, const char *), most);
        break;
    case 'p':
        put_text(line, "0x", 2);
        put_number(line, (uintptr_t)va_arg(*arguments, void *), 16U);
        break;
    case 'd':
        put_signed(line, number_of(arguments, longs, true));
        break;
    case 'u':
        put_number(line, number_of(arguments, longs, false), 10U);
        break;
    case 'x':
        put_number(line, number_of(arguments, longs, false), 16U);
        break;
    default:
        put(line, letter);
        break;
    }
}

int vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    Line line = {text, size, 0U};
    va_list rest;

    va_copy(rest, arguments);
    for (const char *at = format; *at != '\0'; at++) {
        unsigned longs = 0U;
        int most = INT32_MAX;

        if (*at != '%') {
            put(&line, *at);
            continue;
        }
        at++;
        if ((at[0] == '.') && (at[1] == '*')) {
            most = va_arg(rest, int);
            at = &at[2];
        }
        while ((*at == 'l') || (*at == 'z')) {
            longs++;
            at++;
        }
        convert(&line, *at, longs, most, &rest);
    }
    va_end(rest);
    if (size > 0U) {
        text[(line.length < size) ? line.length : (size - 1U)] = '\0';
    }
    return (int)line.length;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    int length = 0;
    va_list arguments;

    va_start(arguments, format);
    length = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}

int printf(const char *format, ...)
{
    char text[LINE_MOST];
    int length = 0;
    va_list arguments;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    board_print(text);
    return length;
}
