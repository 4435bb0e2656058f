/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file own_table.c
 * The table is a file in memory, so that nothing is left of a run that is killed. A child that
 * changes it gets a file of its own.
 */
#define _GNU_SOURCE

#include "own_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

/** Channels of the built-in table. */
#define BUILT_IN "cfg/nvsciipc.cfg"
#define VARIABLE "RINGFENCE_NVSCIIPC_CFG"
/** Bytes of a name with its end, of the path of the file, and of a line of the built-in table. */
#define NAME_BYTES 64U
#define PATH_BYTES 32U
#define LINE_BYTES 256U
/** Names that a thread may use at one time. */
#define NAMES 4U

static char g_prefix[16];
static char g_path[PATH_BYTES];
static FILE *g_table;
static pid_t g_owner;
/** The table has the built-in channels. A child may be reading it, so it is not written once more. */
static bool g_is_built_in;

/** Ends the test, or the child: there is nothing that could be tested. */
static void need(bool holds, const char *what)
{
    if (!holds) {
        perror(what);
        _exit(3);
    }
}

/** An empty file, open also in the children. */
static void make_table(void)
{
    if (g_owner != getpid()) {
        const int file = memfd_create("own_table", 0U);

        need(file >= 0, "memfd_create");
        if (g_table != NULL) {
            /* The parent's. */
            (void)fclose(g_table);
        }
        g_table = fdopen(file, "w");
        need(g_table != NULL, "fdopen");
        (void)snprintf(g_path, sizeof(g_path), "/proc/self/fd/%d", file);
        g_owner = getpid();
    }
    rewind(g_table);
    need(ftruncate(fileno(g_table), 0) == 0, "ftruncate");
}

/** Writes the lines of a table; the words of a line that are names of endpoints get the prefix. */
static void put_lines(const char *text)
{
    static const char blanks[] = " \t\n";
    const char *line = text;
    uint32_t word = 0U;

    for (const char *at = text; *at != '\0'; at++) {
        const bool begins =
            (strchr(blanks, *at) == NULL) && ((at == text) || (strchr(blanks, at[-1]) != NULL));

        if ((at != text) && (at[-1] == '\n')) {
            line = at;
            word = 0U;
        }
        if (begins && (line[0] != '#') &&
            ((word == 1U) || ((word == 2U) && ((strncmp(line, "INTER_T", 7U) == 0) ||
                                               (strncmp(line, "INTER_P", 7U) == 0))))) {
            need(fputs(g_prefix, g_table) >= 0, "fputs");
        }
        word += begins ? 1U : 0U;
        need(fputc(*at, g_table) != EOF, "fputc");
    }
}

static void publish_table(void)
{
    need(fflush(g_table) == 0, "fflush");
    need(setenv(VARIABLE, g_path, 1) == 0, "setenv");
}

void own_table_begin(void)
{
    if (g_prefix[0] == '\0') {
        uint32_t number = 0U;

        need(getrandom(&number, sizeof(number), 0U) == (ssize_t)sizeof(number), "getrandom");
        (void)snprintf(g_prefix, sizeof(g_prefix), "t%08x_", (unsigned int)number);
    }
    if (!g_is_built_in) {
        FILE *const file = fopen(BUILT_IN, "r");
        char line[LINE_BYTES];

        need(file != NULL, BUILT_IN);
        make_table();
        while (fgets(line, sizeof(line), file) != NULL) {
            put_lines(line);
        }
        (void)fclose(file);
    }
    g_is_built_in = true;
    publish_table();
}

void own_table_use(const char *text)
{
    make_table();
    put_lines(text);
    g_is_built_in = false;
    publish_table();
}

const char *own_name(const char *name)
{
    static _Thread_local char names[NAMES][NAME_BYTES];
    static _Thread_local uint32_t turn;
    const char *const table = getenv(VARIABLE);
    const char *result = name;

    if ((name != NULL) && (table != NULL) && (strcmp(table, g_path) == 0) &&
        ((strlen(name) + strlen(g_prefix)) < NAME_BYTES)) {
        turn = (turn + 1U) % NAMES;
        (void)strcpy(names[turn], g_prefix);
        (void)strcat(names[turn], name);
        result = names[turn];
    }
    return result;
}
