/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limits.c
 * What the rows of all files share.
 */
#define _GNU_SOURCE

#include "limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/stamp.h"

/** Where the macros stand, each with its comment before it. */
#define CONFIGURATION "cfg/ringfence_cfg.h"
/** Bytes of that file at most, and of a comment. */
#define FILE_BYTES    131072U
#define COMMENT_BYTES 2048U
/** Bytes of a report as text. */
#define TEXT_BYTES 512U
/** Seconds that a row may take. */
#define ROW_SECONDS 300U

#define VALUE_NAME(name, value) name,

/** All values of a build, each macro of ringfence_cfg.h among them. */
static const char *const g_stamped[] = {STAMP_ROWS(VALUE_NAME)};

#define STAMPED (sizeof(g_stamped) / sizeof(g_stamped[0]))

/* ---------------------------------------------------------------- in the process of a row */

/** The row, and what it has shown. */
static const LimitRow *g_row;
static uint32_t g_named;
static uint32_t g_went_on;

static void end_row(const char *why)
{
    char text[TEXT_BYTES] = "";

    (void)RingfenceDescribeLastFault(text, sizeof(text));
    (void)fprintf(stderr, "%s: %s; last fault: %s\n", g_row->macro, why, text);
    _exit(1);
}

void limit_must(bool worked, const char *call, int line)
{
    if (!worked) {
        (void)fprintf(stderr, "line %d: %s\n", line, call);
        end_row("a call failed on the way");
    }
}

void limit_is_named_as(const char *name, bool refused, uint64_t allowed)
{
    char text[TEXT_BYTES] = "";
    char wanted[TEXT_BYTES];
    RingfenceFault fault;

    if (!refused) {
        end_row("the call was not refused");
    }
    if (RingfenceGetLastFault(&fault) != NvSciError_Success) {
        end_row("there is no fault");
    }
    if ((fault.kind != RINGFENCE_FAULT_LIMIT) && (fault.kind != RINGFENCE_FAULT_BAD_PAIR) &&
        (fault.kind != RINGFENCE_FAULT_BAD_TABLE)) {
        end_row("the fault is of another kind");
    }
    if ((strcmp(fault.limit, name) != 0) || (fault.function == NULL) ||
        (fault.allowed != allowed) || (fault.asked <= allowed)) {
        (void)fprintf(stderr, "%s: asked %" PRIu64 ", allowed %" PRIu64 "\n", fault.limit,
                      fault.asked, fault.allowed);
        end_row("the fault does not name it");
    }
    (void)snprintf(wanted, sizeof(wanted), "%s: asked for %" PRIu64 ", allowed %" PRIu64, name,
                   fault.asked, allowed);
    if ((RingfenceDescribeLastFault(text, sizeof(text)) != NvSciError_Success) ||
        (strstr(text, wanted) == NULL)) {
        end_row("the text does not name it");
    }
    g_named++;
}

void limit_is_named_at(bool refused, uint64_t allowed)
{
    limit_is_named_as(g_row->macro, refused, allowed);
}

void limit_is_named(bool refused)
{
    limit_is_named_at(refused, g_row->value);
}

void limit_is_said(bool refused, const char *text, uint64_t number)
{
    char digits[32];

    (void)snprintf(digits, sizeof(digits), "%" PRIu64, number);
    if (!refused) {
        end_row("the call was not refused");
    }
    if ((strstr(text, g_row->macro) == NULL) || (strstr(text, digits) == NULL)) {
        (void)fprintf(stderr, "%s\n", text);
        end_row("the text does not name it");
    }
    g_named++;
}

void limit_is_cut(const char *text, size_t size)
{
    if ((size != g_row->value) || (strlen(text) != (size - 1U))) {
        (void)fprintf(stderr, "%zu of %zu bytes: %s\n", strlen(text), size, text);
        end_row("the text is not cut");
    }
    g_named++;
}

void limit_is_not_met(bool worked)
{
    if (!worked) {
        end_row("the call was refused");
    }
    g_named++;
}

void limit_goes_on(bool worked)
{
    if (!worked) {
        end_row("what was given back cannot be had");
    }
    if (g_named == 0U) {
        end_row("nothing was refused before");
    }
    g_went_on++;
}

/* ---------------------------------------------------------------- the rows */

/** Uses a capacity up in a child. */
static bool run_row(const LimitRow *row)
{
    const pid_t child = fork();
    int status = -1;

    if (child == 0) {
        (void)alarm(ROW_SECONDS);
        g_row = row;
        row->use();
        if ((g_named == 0U) || (g_went_on == 0U)) {
            end_row("the row shows nothing");
        }
        _exit(0);
    }
    return (child > 0) && (waitpid(child, &status, 0) == child) && WIFEXITED(status) &&
           (WEXITSTATUS(status) == 0);
}

uint32_t limit_run(const LimitRows *rows)
{
    uint32_t failed = 0U;

    for (size_t i = 0U; i < rows->count; i++) {
        const LimitRow *const row = &rows->rows[i];

        if ((row->kind == LIMIT_USED_UP) && ((row->use == NULL) || (!run_row(row)))) {
            (void)fprintf(stderr, "%s fails\n", row->macro);
            failed++;
        }
    }
    return failed;
}

/* ---------------------------------------------------------------- all macros */

/** Reads the configuration; ends the program if that is not there. */
static const char *configuration(void)
{
    static char text[FILE_BYTES];

    if (text[0] == '\0') {
        FILE *const file = fopen(CONFIGURATION, "r");
        size_t size = 0U;

        if (file == NULL) {
            perror(CONFIGURATION);
            exit(3);
        }
        size = fread(text, 1U, sizeof(text) - 1U, file);
        text[size] = '\0';
        (void)fclose(file);
        if (size == (sizeof(text) - 1U)) {
            (void)fprintf(stderr, "%s is longer than the test reads\n", CONFIGURATION);
            exit(3);
        }
    }
    return text;
}

/** Copies the comment that stands before the default of a macro; false: it has none. */
static bool comment_of(const char *macro, char *comment)
{
    char line[96];
    const char *const text = configuration();
    const char *at = NULL;
    const char *begin = NULL;
    size_t length = 0U;

    (void)snprintf(line, sizeof(line), "\n */\n#ifndef %s\n", macro);
    at = strstr(text, line);
    if (at == NULL) {
        return false;
    }
    begin = at;
    while ((begin > text) && (strncmp(begin, "/**", 3U) != 0)) {
        begin--;
    }
    length = (size_t)(at - begin);
    if (length >= COMMENT_BYTES) {
        return false;
    }
    (void)memcpy(comment, begin, length);
    comment[length] = '\0';
    return true;
}

/** Says whether what a row calls its macro is what the configuration says of it. Whatever has a
 * table is used up. */
static bool fits_comment(const LimitRow *row)
{
    char comment[COMMENT_BYTES];
    bool fits = comment_of(row->macro, comment);

    if (!fits) {
        return false;
    }
    switch (row->kind) {
    case LIMIT_CHOICE:
        fits = (strstr(comment, "@range 0 to 1\n") != NULL) ||
               (strstr(comment, "@range 0 to 2\n") != NULL);
        break;
    case LIMIT_ROUNDING:
        fits = (strcasestr(comment, "power of two") != NULL) ||
               (strstr(comment, "power\n * of two") != NULL) ||
               (strstr(comment, "A\n * power of two") != NULL);
        break;
    case LIMIT_PATIENCE:
        fits = (strstr(comment, "Microseconds that a wait") != NULL) ||
               (strstr(comment, "Times that a wait") != NULL);
        break;
    case LIMIT_OF_FIRMWARE:
        fits = (strstr(comment, "static memory that buffers are taken from") != NULL) ||
               (strstr(comment, "cores share memory") != NULL) ||
               (strstr(comment, "share memory where there is no operating system") != NULL);
        break;
    default:
        fits = (row->use != NULL);
        break;
    }
    return fits && ((row->kind == LIMIT_USED_UP) || (strstr(comment, "@table") == NULL));
}

/** Rows of a macro; there may be several ways to use it up. */
static uint32_t rows_of(const LimitRows all[], size_t count, const char *macro)
{
    uint32_t rows = 0U;

    for (size_t i = 0U; i < count; i++) {
        for (size_t k = 0U; k < all[i].count; k++) {
            if (strcmp(all[i].rows[k].macro, macro) == 0) {
                rows += fits_comment(&all[i].rows[k]) ? 1U : 0U;
            }
        }
    }
    return rows;
}

static bool begins_with(const char *name, const char *begin)
{
    return strncmp(name, begin, strlen(begin)) == 0;
}

uint32_t limit_unknown(const LimitRows all[], size_t count, const char *begin,
                       const char *const others[], uint32_t *seen)
{
    uint32_t unknown = 0U;

    *seen = 0U;
    for (size_t i = 0U; i < STAMPED; i++) {
        bool counts = begins_with(g_stamped[i], begin);

        for (size_t k = 0U; others[k] != NULL; k++) {
            counts = counts && (!begins_with(g_stamped[i], others[k]));
        }
        if (counts) {
            (*seen)++;
            if (rows_of(all, count, g_stamped[i]) == 0U) {
                (void)fprintf(stderr, "%s has no row, or one that its comment belies\n",
                              g_stamped[i]);
                unknown++;
            }
        }
    }
    return unknown;
}
