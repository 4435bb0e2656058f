/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file available.c
 * How much memory the machine and the control groups of this process have left.
 *
 * A process that reserves more is not told: the kernel ends one. So the files that say what is left
 * are read before. What they do not say is no bound.
 *
 *   /proc/meminfo                 MemAvailable
 *   /proc/self/cgroup             the groups, from which each one up to the root is looked at
 *   version 2, /sys/fs/cgroup     memory.max, memory.current, memory.stat
 *   version 1, .../memory         memory.limit_in_bytes, memory.usage_in_bytes, memory.stat
 *   /proc/self/limits, statm      the limits of this process, and what counts in them
 *
 * Pages of files, which the kernel drops when a group is full, count as left.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/lock.h"
#include "port/memory.h"
#include "port/posix/child.h"

/** Bytes that are looked at of a file of groups, of a file of numbers, of a line of seven numbers,
 * and of one number; bytes of a path. */
#define GROUPS_BYTES 4096U
#define STAT_BYTES   2048U
#define STATM_BYTES  256U
#define NUMBER_BYTES 32U
#define PATH_BYTES   1024U

/** What a process needs besides: a part of what is left, for the tables of pages, and bytes. */
#define ROOM_SHARE 64U
#define ROOM_BYTES 1048576U

#define KIB     1024U
#define DECIMAL 10U

/** The files of a group that say what it may have, what it has, and of what. */
typedef struct {
    const char *folder;
    const char *limit;
    const char *usage;
    const char *stat;
    /** Lines of `stat`: pages of files that nobody used of late, and those that somebody did. */
    const char *inactive;
    const char *active;
} GroupFiles;

/** The places where groups are, of version 2 and of version 1. */
static const GroupFiles g_unified[] = {{"/sys/fs/cgroup", "/memory.max", "/memory.current",
                                        "/memory.stat", "inactive_file ", "active_file "},
                                       {"/sys/fs/cgroup/unified", "/memory.max", "/memory.current",
                                        "/memory.stat", "inactive_file ", "active_file "}};
static const GroupFiles g_of_memory = {"/sys/fs/cgroup/memory",  "/memory.limit_in_bytes",
                                       "/memory.usage_in_bytes", "/memory.stat",
                                       "total_inactive_file ",   "total_active_file "};

static uint64_t sum_at_most(uint64_t left, uint64_t right, uint64_t most)
{
    return ((left > most) || (right > (most - left))) ? most : (left + right);
}

static uint64_t lesser(uint64_t left, uint64_t right)
{
    return (left < right) ? left : right;
}

/* ---------------------------------------------------------------- files */

/** Reads the beginning of a file, and ends it with a zero. False: there is none, or it is empty. */
static bool read_file(const char *path, char *text, size_t size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    size_t used = 0U;

    if (file >= 0) {
        ssize_t count = 1;

        while ((count > 0) && (used < (size - 1U))) {
            count = read(file, &text[used], (size - 1U) - used);
            if (count > 0) {
                used += (size_t)count;
            }
        }
        (void)port_child_close_now((int32_t)file);
    }
    text[used] = '\0';
    return used > 0U;
}

/** How many bytes are from one place of a text to a later one. */
static size_t bytes_between(const char *from, const char *to)
{
    /* cppcheck-suppress misra-c2012-18.4 ; DEV-046 both are places of one text */
    const ptrdiff_t count = to - from;

    return (size_t)count;
}

/** Reads a decimal number behind blanks. One that does not fit is the greatest; false: there is
 * none. */
static bool read_decimal(const char *text, uint64_t *number)
{
    const char *at = text;
    uint64_t value = 0U;
    bool is_number = false;
    bool fits = true;

    while (*at == ' ') {
        at = &at[1];
    }
    while ((*at >= '0') && (*at <= '9')) {
        const uint64_t digit = (uint64_t)*at - (uint64_t)'0';

        fits = fits && (value <= ((UINT64_MAX - digit) / DECIMAL));
        value = fits ? ((value * DECIMAL) + digit) : UINT64_MAX;
        is_number = true;
        at = &at[1];
    }
    if (is_number) {
        *number = value;
    }
    return is_number;
}

/** Behind the end of a line; the end of the text if it is the last one. */
static const char *next_line(const char *line)
{
    const char *const end = strchr(line, (int)'\n');

    return (end == NULL) ? &line[strlen(line)] : &end[1];
}

/** Number of the line that begins with `key`; 0 if there is none that is whole. */
static uint64_t number_of_line(const char *text, const char *key)
{
    const size_t length = strlen(key);
    const char *line = text;
    uint64_t number = 0U;
    bool found = false;

    while ((*line != '\0') && (!found)) {
        const bool is_whole = (strchr(line, (int)'\n') != NULL);

        if (is_whole && (strncmp(line, key, length) == 0)) {
            found = read_decimal(&line[length], &number);
        }
        line = next_line(line);
    }
    return number;
}

/* ---------------------------------------------------------------- groups */

/** Writes the path of a file of a group. False: it is too long. */
static bool join(const char *folder, const char *group, size_t length, const char *name,
                 char path[PATH_BYTES])
{
    const size_t before = strlen(folder);
    const size_t behind = strlen(name) + 1U;
    const bool fits = ((before + length + behind) <= PATH_BYTES);

    if (fits) {
        (void)memcpy(path, folder, before);
        (void)memcpy(&path[before], group, length);
        (void)memcpy(&path[before + length], name, behind);
    }
    return fits;
}

/** Reads a file of a group that holds one number. False: there is none, as where it is 'max'. */
static bool read_of_group(const GroupFiles *files, const char *group, size_t length,
                          const char *name, uint64_t *number)
{
    char path[PATH_BYTES];
    char text[NUMBER_BYTES];
    bool is_number = false;

    if (join(files->folder, group, length, name, path)) {
        if (read_file(path, text, sizeof(text))) {
            is_number = read_decimal(text, number);
        }
    }
    return is_number;
}

/** Bytes of a group that the kernel can drop. */
static uint64_t droppable(const GroupFiles *files, const char *group, size_t length)
{
    char path[PATH_BYTES];
    char text[STAT_BYTES];
    uint64_t bytes = 0U;

    if (join(files->folder, group, length, files->stat, path)) {
        if (read_file(path, text, sizeof(text))) {
            bytes = sum_at_most(number_of_line(text, files->inactive),
                                number_of_line(text, files->active), UINT64_MAX);
        }
    }
    return bytes;
}

/** Bytes that a group has left; UINT64_MAX: it has no bound, or does not tell. */
static uint64_t left_of_group(const GroupFiles *files, const char *group, size_t length)
{
    uint64_t left = UINT64_MAX;
    uint64_t limit = 0U;

    if (read_of_group(files, group, length, files->limit, &limit)) {
        uint64_t usage = 0U;

        (void)read_of_group(files, group, length, files->usage, &usage);
        left = sum_at_most(limit - lesser(usage, limit), droppable(files, group, length), limit);
    }
    return left;
}

/**
 * The least that a group and those above it have left.
 *
 * @satisfies RF-PORT-242
 */
static uint64_t left_of_groups(const GroupFiles *files, const char *group, size_t length)
{
    uint64_t left = left_of_group(files, group, 0U);
    size_t at = length;

    while (at > 1U) {
        left = lesser(left, left_of_group(files, group, at));
        at--;
        while ((at > 1U) && (group[at] != '/')) {
            at--;
        }
    }
    return left;
}

/** Says whether a list of controllers, separated by commas, names the one of memory. */
static bool names_memory(const char *controllers, size_t length)
{
    static const char memory[] = "memory";
    const size_t size = sizeof(memory) - 1U;
    bool names = false;
    size_t begin = 0U;

    for (size_t i = 0U; i <= length; i++) {
        if ((i == length) || (controllers[i] == ',')) {
            const bool is_as_long = ((i - begin) == size);

            names = names || (is_as_long && (strncmp(&controllers[begin], memory, size) == 0));
            begin = i + 1U;
        }
    }
    return names;
}

/** What the groups of one line have left: a number, controllers, the path of the group. */
static uint64_t left_of_line(const char *line, size_t length)
{
    const char *const end = &line[length];
    const char *const first = memchr(line, (int)':', length);
    const char *second = NULL;
    uint64_t left = UINT64_MAX;

    if (first != NULL) {
        second = memchr(&first[1], (int)':', bytes_between(first, end) - 1U);
    }
    if (second != NULL) {
        const size_t controllers = bytes_between(first, second) - 1U;
        const size_t path = bytes_between(second, end) - 1U;

        if (controllers == 0U) {
            left = lesser(left_of_groups(&g_unified[0], &second[1], path),
                          left_of_groups(&g_unified[1], &second[1], path));
        } else if (names_memory(&first[1], controllers)) {
            left = left_of_groups(&g_of_memory, &second[1], path);
        } else {
            /* The group of another controller. */
        }
    }
    return left;
}

/** What the control groups of this process have left. */
static uint64_t left_of_process(void)
{
    char text[GROUPS_BYTES];
    const char *line = text;
    uint64_t left = UINT64_MAX;

    if (read_file("/proc/self/cgroup", text, sizeof(text))) {
        while (*line != '\0') {
            const char *const next = next_line(line);
            const size_t length = bytes_between(line, next);

            /* A line that was cut is none. */
            if (line[length - 1U] == '\n') {
                left = lesser(left, left_of_line(line, length - 1U));
            }
            line = next;
        }
    }
    return left;
}

/** What the machine has left. */
static uint64_t left_of_machine(void)
{
    char text[STAT_BYTES];
    uint64_t left = UINT64_MAX;

    if (read_file("/proc/meminfo", text, sizeof(text))) {
        const uint64_t kib = number_of_line(text, "MemAvailable:");

        if ((kib > 0U) && (kib < (UINT64_MAX / KIB))) {
            left = kib * KIB;
        }
    }
    return left;
}

/** @satisfies RF-PORT-241 RF-PORT-242 */
uint64_t port_memory_left(void)
{
    const int32_t held = ringfence_port_cancel_hold();
    const uint64_t left = lesser(left_of_machine(), left_of_process());

    ringfence_port_cancel_resume(held);
    return left;
}

/* ---------------------------------------------------------------- limits of the process */

/** A limit of the process, and the place of the number of pages that count in it. */
typedef struct {
    const char *limit;
    size_t usage;
} ProcessLimit;

/** The number in a place of a line, from 0; 0: the line is shorter. */
static uint64_t number_in_place(const char *line, size_t place)
{
    const char *at = line;
    uint64_t number = 0U;

    for (size_t i = 0U; (i < place) && (at != NULL); i++) {
        at = strchr(at, (int)' ');
        at = (at == NULL) ? NULL : &at[1];
    }
    if (at != NULL) {
        (void)read_decimal(at, &number);
    }
    return number;
}

/** What the limits of the process leave: of its addresses, and of its data, with which its stack
 * is counted here. */
static uint64_t left_of_limits(void)
{
    static const ProcessLimit limits[] = {{"Max address space ", 0U}, {"Max data size ", 5U}};
    const long size = sysconf(_SC_PAGESIZE);
    const uint64_t page = (size > 0) ? (uint64_t)size : 1U;
    char bounds[STAT_BYTES];
    char pages[STATM_BYTES];
    uint64_t left = UINT64_MAX;
    bool is_read = false;

    (void)memset(bounds, 0, sizeof(bounds));
    (void)memset(pages, 0, sizeof(pages));
    is_read = read_file("/proc/self/limits", bounds, sizeof(bounds));
    if (is_read) {
        is_read = read_file("/proc/self/statm", pages, sizeof(pages));
    }
    if (is_read) {
        for (size_t i = 0U; i < (sizeof(limits) / sizeof(limits[0])); i++) {
            const uint64_t used = number_in_place(pages, limits[i].usage);
            const uint64_t limit = number_of_line(bounds, limits[i].limit);

            /* One that there is not says 'unlimited'. */
            if ((limit > 0U) && (used < (UINT64_MAX / page))) {
                left = lesser(left, limit - lesser(limit, used * page));
            }
        }
    }
    return left;
}

/** @satisfies RF-PORT-341 */
uint64_t ringfence_port_memory_room(bool is_mapped)
{
    uint64_t room = port_memory_left();

    if (!is_mapped) {
        const int32_t held = ringfence_port_cancel_hold();

        room = lesser(room, left_of_limits());
        ringfence_port_cancel_resume(held);
    }
    if (room < UINT64_MAX) {
        const uint64_t rest = (room / ROOM_SHARE) + ROOM_BYTES;

        room -= lesser(room, rest);
    }
    return room;
}
