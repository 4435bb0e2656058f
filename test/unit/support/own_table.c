/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file own_table.c
 * The table is a file in memory, so that nothing is left of a run that is killed. A child that
 * changes it gets a file of its own.
 */
#define _GNU_SOURCE

#include "own_table.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

/** Channels of the built-in table. */
#define BUILT_IN "cfg/nvsciipc.cfg"
#define VARIABLE "RINGFENCE_NVSCIIPC_CFG"
#define SPACE    "RINGFENCE_NVSCIIPC_SPACE"
/** Bytes of the path of the file. */
#define PATH_BYTES 32U

static char g_space[16];
static char g_path[PATH_BYTES];
static FILE *g_table;
static pid_t g_owner;

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

const char *own_space(void)
{
    if (g_space[0] == '\0') {
        uint32_t number = 0U;

        need(getrandom(&number, sizeof(number), 0U) == (ssize_t)sizeof(number), "getrandom");
        (void)snprintf(g_space, sizeof(g_space), "test%08x", (unsigned int)number);
    }
    return g_space;
}

/** The file is made here as well, so that tests that count descriptors count it at once. */
void own_table_begin(void)
{
    make_table();
    need(setenv(SPACE, own_space(), 1) == 0, "setenv");
    need(setenv(VARIABLE, BUILT_IN, 1) == 0, "setenv");
}

void own_table_use(const char *text)
{
    make_table();
    need(fputs(text, g_table) >= 0, "fputs");
    need(fflush(g_table) == 0, "fflush");
    need(setenv(SPACE, own_space(), 1) == 0, "setenv");
    need(setenv(VARIABLE, g_path, 1) == 0, "setenv");
}
