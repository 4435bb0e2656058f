/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file torn.h
 * Arguments that change while a call reads them: they lie across the end of a page, and the first
 * read behind it changes a word before it.
 */
#ifndef RINGFENCE_TEST_TORN_H
#define RINGFENCE_TEST_TORN_H

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "leftovers.h"

/** The memory, and what is to be changed. */
static struct {
    uint8_t *pages;
    size_t page;
    /** Where the change is, and what is written. */
    uint8_t *at;
    uint8_t bytes[4];
    size_t size;
    struct sigaction before;
    volatile sig_atomic_t reads;
} g_torn;

/** Changes what was read already, and has the read go on. */
static void torn_change(int number, siginfo_t *info, void *context)
{
    const uintptr_t at = (uintptr_t)info->si_addr;
    const uintptr_t second = (uintptr_t)&g_torn.pages[g_torn.page];

    (void)context;
    if ((at >= second) && (at < (second + g_torn.page)) && (g_torn.reads == 0)) {
        g_torn.reads = 1;
        for (size_t i = 0U; i < g_torn.size; i++) {
            g_torn.at[i] = g_torn.bytes[i];
        }
        (void)mprotect(&g_torn.pages[g_torn.page], g_torn.page, PROT_READ | PROT_WRITE);
    } else {
        (void)sigaction(number, &g_torn.before, NULL);
    }
}

static inline void torn_begin(void)
{
    struct sigaction action;

    (void)memset(&action, 0, sizeof(action));
    action.sa_sigaction = &torn_change;
    action.sa_flags = SA_SIGINFO;
    assert_int_equal(sigaction(SIGSEGV, &action, &g_torn.before), 0);
    g_torn.page = (size_t)sysconf(_SC_PAGESIZE);
    g_torn.pages =
        mmap(NULL, 2U * g_torn.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(g_torn.pages != MAP_FAILED);
}

static inline void torn_end(void)
{
    assert_int_equal(munmap(g_torn.pages, 2U * g_torn.page), 0);
    assert_int_equal(sigaction(SIGSEGV, &g_torn.before, NULL), 0);
}

/** Puts an argument across the end of a page, `before` bytes of it before; when what is behind is
 * first read, the bytes at `at` become those of `value`. */
static inline void *torn_put(const void *argument, size_t size, size_t before, size_t at,
                             const void *value, size_t value_size)
{
    uint8_t *const place = &g_torn.pages[g_torn.page - before];

    assert_true((at + value_size) <= before);
    assert_true(value_size <= sizeof(g_torn.bytes));
    (void)memcpy(place, argument, size);
    (void)memcpy(g_torn.bytes, value, value_size);
    g_torn.size = value_size;
    g_torn.at = &place[at];
    g_torn.reads = 0;
    assert_int_equal(mprotect(&g_torn.pages[g_torn.page], g_torn.page, PROT_NONE), 0);
    return place;
}

/** Asserts that the argument was read. */
static inline void torn_was_read(void)
{
    assert_int_equal(g_torn.reads, 1);
}

#endif /* RINGFENCE_TEST_TORN_H */
