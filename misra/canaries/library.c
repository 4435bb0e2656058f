/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations of the chapters on the standard library and on resources. */
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <setjmp.h> /* expect 21.4 */
#include <signal.h> /* expect 21.5 */
#include <stdint.h>
#include <stdio.h> /* expect 21.6 */
#include <stdlib.h>
#include <string.h>
#include <tgmath.h> /* expect 21.11 */
#include <time.h> /* expect 21.10 */

struct holey {
    uint8_t byte;
    uint32_t word;
};

static int order(const void *a, const void *b);

static fexcept_t flags; /* expect 21.12 */

static void heap(void)
{
    uint8_t *bytes = (uint8_t *)malloc(8U); /* expect 21.3 */
    const int number = atoi("3"); /* expect 21.7 */

    abort(); /* expect 21.8 */
    qsort(bytes, 8U, 1U, order); /* expect 21.9 */
    (void)system("true"); /* expect 21.21 */
}

static void memory(const char *text, const struct holey *a, const struct holey *b, uint32_t *words)
{
    char name[4] = "abc";
    uint16_t halves[4] = {0U};

    if (memcmp(name, "abc", 4U) == 0) { /* expect 21.14 */
        words[0] = 1U;
    }
    (void)memcpy(words, halves, 4U); /* expect 21.15 */
    if (memcmp(a, b, sizeof(*a)) == 0) { /* expect 21.16 */
        words[0] = 2U;
    }
}

static void results(void)
{
    struct lconv *conventions = localeconv();
    const char *first = setlocale(LC_ALL, 0);
    const char *second = NULL;

    conventions->decimal_point = "."; /* expect 21.19 */
    second = setlocale(LC_ALL, "C");
    (void)puts(first); /* expect 21.20 */
}

static void files(FILE *stream)
{
    FILE copy = *stream; /* expect 22.5 */
    char letter = (char)getchar();

    if (letter != EOF) { /* expect 22.7 */
        letter = 'a';
    }
}

static int32_t errors(const char *text)
{
    int32_t result = 0;
    long value = strtol(text, NULL, 10); /* expect 22.8 22.9 */

    result = (int32_t)value;
    result = result + 1;
    if (errno != 0) { /* expect 22.10 */
        result = 0;
    }
    return result;
}
