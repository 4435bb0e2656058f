/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds of chapters 21 and 22: none of this is part of the library. */
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <setjmp.h> /* seed 21.4 */
#include <signal.h> /* seed 21.5 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h> /* seed 21.6 */
#include <stdlib.h>
#include <string.h>
#include <tgmath.h> /* seed 21.11 */
#include <time.h> /* seed 21.10 */
#include <wchar.h> /* seed 21.6 */

typedef struct { uint8_t byte; uint32_t word; } Holes;
typedef union { uint32_t word; uint8_t bytes[4]; } Both;

extern int strcmp(const char *left, const char *right); /* seed 21.2 */
static uint32_t __seed_state; /* seed 21.2 */
static uint32_t _Seed_state; /* seed 21.2 */

static jmp_buf g_back; /* seed 21.4 */
static FILE *g_log; /* seed 21.6 */
static volatile sig_atomic_t g_flag;

static void on_signal(int number)
{
    g_flag = number;
}

static int compare(const void *left, const void *right)
{
    return (left < right) ? -1 : 1;
}

uint32_t memory(uint32_t count)
{
    uint8_t *bytes = (uint8_t *)calloc(count, 4U); /* seed 21.3 */
    uint8_t *more = (uint8_t *)realloc(bytes, 8U); /* seed 21.3 */
    uint8_t *aligned = aligned_alloc(16U, 32U); /* seed 21.3 */

    free(more); /* seed 21.3 */
    if (setjmp(g_back) == 0) { /* seed 21.4 */
        longjmp(g_back, 1); /* seed 21.4 */
    }
    (void)signal(2, on_signal); /* seed 21.5 */
    (void)raise(2); /* seed 21.5 */
    (void)printf("text"); /* seed 21.6 */
    (void)fputs("text", g_log); /* seed 21.6 */
    return (uint32_t)aligned[0] + __seed_state + _Seed_state;
}

int32_t conversions(const char *text, uint32_t *words)
{
    int32_t value = atoi(text); /* seed 21.7 */
    const long longer = atol(text); /* seed 21.7 */
    const double real = atof(text); /* seed 21.7 */

    if (value < 0) {
        exit(1); /* seed 21.8 */
    }
    if (longer == 3) {
        abort(); /* seed 21.8 */
    }
    value += (getenv("HOME") != NULL) ? 1 : 0; /* seed 21.8 */
    _Exit(2); /* seed 21.8 */
    qsort(words, 4U, sizeof(words[0]), compare); /* seed 21.9 */
    if (bsearch(text, words, 4U, sizeof(words[0]), compare) != NULL) { /* seed 21.9 */
        value = 1;
    }
    value += (int32_t)time(NULL); /* seed 21.10 */
    value += (int32_t)clock(); /* seed 21.10 */
    value += (int32_t)sqrt(real); /* seed 21.11 */
    value += (int32_t)fabs(real); /* seed 21.11 */
    qsort(words, 2U, 4U, &compare); /* seed 21.9 */
    (void)feclearexcept(FE_ALL_EXCEPT); /* seed 21.12 */
    if (fetestexcept(FE_INVALID) != 0) { /* seed 21.12 */
        (void)feraiseexcept(FE_INVALID); /* seed 21.12 */
    }
    return value;
}

int32_t characters(const char *text, int32_t number)
{
    int32_t sum = isdigit(300); /* seed 21.13 */

    sum += isspace(-7); /* seed 21.13 */
    sum += toupper(0x1234); /* seed 21.13 */
    if (memcmp(text, "name", 4U) == 0) { /* seed 21.14 */
        sum = 1;
    }
    return sum + number;
}

uint32_t blocks(const Holes *left, const Holes *right, const Both *both, uint32_t *words, const float *reals)
{
    uint16_t halves[4] = {0U, 0U, 0U, 0U};
    char first[8] = "first";
    char second[8] = "second";
    float more[2] = {1.0f, 2.0f};
    uint32_t sum = 0U;

    if (memcmp(first, second, 8U) == 0) { /* seed 21.14 */
        sum = 1U;
    }
    sum += (uint32_t)(memcmp(&first[0], "first", 5U) == 0); /* seed 21.14 */
    (void)memcpy(words, halves, 8U); /* seed 21.15 */
    (void)memmove(halves, left, 4U); /* seed 21.15 */
    if (memcmp(words, halves, 4U) == 0) { /* seed 21.15 */
        sum = 2U;
    }
    if (memcmp(left, right, sizeof(*left)) == 0) { /* seed 21.16 */
        sum = 3U;
    }
    if (memcmp(both, both + 1, sizeof(*both)) == 0) { /* seed 21.16 */
        sum = 4U;
    }
    if (memcmp(reals, more, sizeof(more)) == 0) { /* seed 21.16 */
        sum = 5U;
    }
    (void)strcpy(first, "much too long for it"); /* seed 21.17 */
    (void)strcat(second, "much too long for it"); /* seed 21.17 */
    (void)strncpy(first, "much too long for it", 20U); /* seed 21.18 */
    (void)memset(halves, 0, 16U); /* seed 21.18 */
    (void)memcpy(more, reals, 12U); /* seed 21.18 */
    return sum + (uint32_t)first[0];
}

size_t unended(void)
{
    const char open[3] = {'a', 'b', 'c'};

    return strlen(open); /* seed 21.17 */
}

void results(const char *name)
{
    struct lconv *rules = localeconv();
    char *home = setlocale(LC_ALL, NULL);
    const char *before = NULL;
    const char *after = NULL;

    rules->grouping = NULL; /* seed 21.19 */
    localeconv()->decimal_point = NULL; /* seed 21.19 */
    home[0] = 'a'; /* seed 21.19 */
    before = setlocale(LC_ALL, NULL);
    after = setlocale(LC_ALL, name);
    g_flag = (before[0] == after[0]); /* seed 21.20 */
    (void)system("ls"); /* seed 21.21 */
    if (system(name) == 0) { /* seed 21.21 */
        g_flag = 1;
    }
    g_flag = system(NULL); /* seed 21.21 */
}

int32_t kept_results(time_t first, time_t second)
{
    const char *one = ctime(&first);
    const struct tm *when = gmtime(&first);
    const char *two = ctime(&second);
    const struct tm *then = gmtime(&second);

    return (one[0] == two[0]) + /* seed 21.20 */
           (when->tm_sec == then->tm_sec); /* seed 21.20 */
}

/* ---------------------------------------------------------------- 22 */

void leak(uint32_t count)
{
    uint8_t *bytes = (uint8_t *)malloc(count);
    FILE *file = fopen("name", "r");

    if (bytes != NULL) {
        bytes[0] = 1U;
    }
} /* seed 22.1 */

int32_t leak_on_path(uint32_t count)
{
    uint8_t *bytes = (uint8_t *)malloc(count);

    if (count == 3U) {
        return 1; /* seed 22.1 */
    }
    free(bytes);
    return 0;
}

void leak_file(void)
{
    FILE *file = fopen("name", "r");

    (void)fgetc(file);
} /* seed 22.1 */

void wrong_free(void)
{
    uint8_t table[4] = {0U};
    static uint8_t rows[4];
    uint8_t *bytes = (uint8_t *)malloc(4U);

    free(&table[0]); /* seed 22.2 */
    free(rows); /* seed 22.2 */
    free(bytes);
    free(bytes); /* seed 22.2 */
}

void two_streams(void)
{
    FILE *writer = fopen("tmp", "w");
    FILE *reader = fopen("tmp", "r"); /* seed 22.3 */

    (void)fclose(writer);
    (void)fclose(reader);
}

void two_streams_more(void)
{
    FILE *reader = fopen("log", "r+");
    FILE *writer = fopen("log", "a"); /* seed 22.3 */

    (void)fclose(writer);
    (void)fclose(reader);
}

void two_streams_late(uint32_t value)
{
    FILE *first = fopen("state", "w");

    if (value == 1U) {
        FILE *second = fopen("state", "w"); /* seed 22.3 */

        (void)fclose(second);
    }
    (void)fclose(first);
}

void writes_reader(const char *text)
{
    FILE *file = fopen("name", "r");

    (void)fputs(text, file); /* seed 22.4 */
    (void)fprintf(file, "%s", text); /* seed 22.4 */
    (void)fwrite(text, 1U, 4U, file); /* seed 22.4 */
    (void)fclose(file);
}

void looks_into(FILE *file)
{
    const int32_t flags = (*file)._flags; /* seed 22.5 */
    FILE copy;

    g_flag = flags;
    copy = *file; /* seed 22.5 */
    if (file->_fileno == 3) { /* seed 22.5 */
        g_log = &copy;
    }
}

void after_close(void)
{
    FILE *file = fopen("name", "r");

    (void)fclose(file);
    (void)fgetc(file); /* seed 22.6 */
}

void after_close_twice(void)
{
    FILE *file = fopen("name", "w");

    (void)fclose(file);
    (void)fclose(file); /* seed 22.6 */
}

void after_close_flush(const char *text)
{
    FILE *file = fopen("name", "w");

    if (file != NULL) {
        (void)fclose(file);
        (void)fputs(text, file); /* seed 22.6 */
    }
}

int32_t ends_of_files(FILE *file)
{
    char letter = (char)fgetc(file);
    uint8_t byte = (uint8_t)getc(file);
    int32_t sum = 0;

    if (letter == EOF) { /* seed 22.7 */
        sum = 1;
    }
    if (EOF != byte) { /* seed 22.7 */
        sum = 2;
    }
    while ((char)getchar() != EOF) { /* seed 22.7 */
        sum = 3;
    }
    return sum;
}

int32_t numbers(const char *text, char **end)
{
    int32_t sum = 0;
    long value = strtol(text, end, 10); /* seed 22.8 22.9 */
    double real = 0.0;

    if (value > 3) {
        real = strtod(text, end); /* seed 22.8 22.9 */
        sum = (int32_t)real;
    }
    sum += (int32_t)strtoul(text, end, 0); /* seed 22.8 22.9 */
    return sum;
}

int32_t tests_errno(const char *text, FILE *file)
{
    int32_t sum = atoi(text);

    if (errno != 0) { /* seed 22.10 */
        sum = 1;
    }
    (void)fclose(file);
    if (errno == EINTR) { /* seed 22.10 */
        sum = 2;
    }
    sum += (int32_t)strlen(text);
    while (errno > 3) { /* seed 22.10 */
        sum = 3;
    }
    return sum;
}
