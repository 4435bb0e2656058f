/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file available_test.c
 * What the system has left, read from files that are there, are not, or say anything. The source is
 * included beside the one of the library, with calls of its own to open and read.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/memory.h"

static int fake_open(const char *path, int flags);
static ssize_t fake_read(int file, void *bytes, size_t size);
static int fake_close(int file);

#define open                       fake_open
#define read                       fake_read
#define port_child_close_now       fake_close
#define port_memory_left           left_of_fakes
#define ringfence_port_memory_room room_of_fakes

#include "port/posix/available.c"

#undef open
#undef read
#undef port_child_close_now
#undef port_memory_left
#undef ringfence_port_memory_room

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define FILES_MAX    12U
#define UNBOUNDED    UINT64_MAX
#define MIB          1048576U
#define FIRST_FILE   100

#define V1 "/sys/fs/cgroup/memory"
#define V2 "/sys/fs/cgroup"
#define V3 "/sys/fs/cgroup/unified"

/** A file, and what it holds; NULL: it is there and cannot be read. */
typedef struct {
    const char *path;
    const char *text;
} File;

typedef struct {
    const char *name;
    File files[FILES_MAX];
    uint64_t left;
} Case;

static const File *g_files;
static size_t g_places[FILES_MAX];
/** Bytes that a read gives at most. */
static size_t g_chunk;
static uint32_t g_open;

static int fake_open(const char *path, int flags)
{
    int file = -1;

    assert_int_equal(flags & O_ACCMODE, O_RDONLY);
    assert_true((flags & O_CLOEXEC) != 0);
    errno = ENOENT;
    for (size_t i = 0U; i < FILES_MAX; i++) {
        if ((g_files[i].path != NULL) && (strcmp(g_files[i].path, path) == 0)) {
            file = FIRST_FILE + (int)i;
            g_places[i] = 0U;
            g_open++;
        }
    }
    return file;
}

static ssize_t fake_read(int file, void *bytes, size_t size)
{
    const size_t i = (size_t)(file - FIRST_FILE);
    ssize_t count = -1;

    assert_true(i < FILES_MAX);
    errno = EIO;
    if (g_files[i].text != NULL) {
        const size_t rest = strlen(&g_files[i].text[g_places[i]]);
        size_t given = (rest < size) ? rest : size;

        given = (given < g_chunk) ? given : g_chunk;
        (void)memcpy(bytes, &g_files[i].text[g_places[i]], given);
        g_places[i] += given;
        count = (ssize_t)given;
    }
    return count;
}

static int fake_close(int file)
{
    assert_true(file >= FIRST_FILE);
    g_open--;
    return 0;
}

static void assert_left(const Case *one)
{
    static const size_t chunks[] = {SIZE_MAX, 7U, 1U};

    for (size_t c = 0U; c < COUNT(chunks); c++) {
        uint64_t left = 0U;

        g_files = one->files;
        g_chunk = chunks[c];
        g_open = 0U;
        left = left_of_fakes();
        if (left != one->left) {
            print_error("%s: %llu\n", one->name, (unsigned long long)left);
        }
        assert_true(left == one->left);
        assert_int_equal(g_open, 0U);
    }
}

/**
 * What the machine has available is the bound; a file that is not there, is empty, cannot be read
 * or says something else is none.
 * @verifies RF-PORT-241
 */
static void machine_is_a_bound(void **state)
{
    static const Case cases[] = {
        {"nothing", {{NULL, NULL}}, UNBOUNDED},
        {"ordinary",
         {{"/proc/meminfo", "MemTotal:  9 kB\nMemFree:   3 kB\nMemAvailable:     5 kB\nX: 1 kB\n"}},
         5120U},
        {"no such line", {{"/proc/meminfo", "MemTotal: 9 kB\nMemFree: 3 kB\n"}}, UNBOUNDED},
        {"another key that ends so", {{"/proc/meminfo", "XMemAvailable: 9 kB\n"}}, UNBOUNDED},
        {"no number", {{"/proc/meminfo", "MemAvailable: much\n"}}, UNBOUNDED},
        {"empty", {{"/proc/meminfo", ""}}, UNBOUNDED},
        {"unreadable", {{"/proc/meminfo", NULL}}, UNBOUNDED},
        {"cut off", {{"/proc/meminfo", "MemAvailable: 12"}}, UNBOUNDED},
        {"huge", {{"/proc/meminfo", "MemAvailable: 99999999999999999999999 kB\n"}}, UNBOUNDED},
        {"most that fits",
         {{"/proc/meminfo", "MemAvailable: 18014398509481982 kB\n"}},
         18014398509481982U * 1024U},
        {"too great for bytes",
         {{"/proc/meminfo", "MemAvailable: 18014398509481983 kB\n"}},
         UNBOUNDED},
    };

    (void)state;
    for (size_t i = 0U; i < COUNT(cases); i++) {
        assert_left(&cases[i]);
    }
}

/**
 * The group of this process and those above it are bounds, in both versions and wherever they are
 * mounted; the least holds. Pages of files count as left. A group without a limit, and one that
 * does not tell, is none.
 * @verifies RF-PORT-242
 */
static void groups_are_bounds(void **state)
{
    static const Case cases[] = {
        {"version 2",
         {{"/proc/self/cgroup", "0::/a/b\n"},
          {V2 "/a/b/memory.max", "1000000\n"},
          {V2 "/a/b/memory.current", "400000\n"}},
         600000U},
        {"version 2, of the two",
         {{"/proc/self/cgroup", "9:cpu:/\n0::/a\n"},
          {V3 "/a/memory.max", "1000000\n"},
          {V3 "/a/memory.current", "400000\n"}},
         600000U},
        {"one above is narrower",
         {{"/proc/self/cgroup", "0::/a/b/c\n"},
          {V2 "/a/b/c/memory.max", "max\n"},
          {V2 "/a/b/c/memory.current", "1\n"},
          {V2 "/a/b/memory.max", "5000\n"},
          {V2 "/a/b/memory.current", "1000\n"},
          {V2 "/a/memory.max", "6000\n"},
          {V2 "/a/memory.current", "5999\n"}},
         1U},
        {"the root of a namespace",
         {{"/proc/self/cgroup", "0::/\n"},
          {V2 "/memory.max", "5000\n"},
          {V2 "/memory.current", "1000\n"}},
         4000U},
        {"path of another namespace",
         {{"/proc/self/cgroup", "0::/docker/0123456789\n"},
          {V2 "/memory.max", "5000\n"},
          {V2 "/memory.current", "1000\n"}},
         4000U},
        {"no limit",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "max\n"},
          {V2 "/a/memory.current", "5\n"}},
         UNBOUNDED},
        {"full",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "5\n"},
          {V2 "/a/memory.current", "9\n"}},
         0U},
        {"nothing allowed",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "0\n"},
          {V2 "/a/memory.current", "9\n"},
          {V2 "/a/memory.stat", "inactive_file 50\n"}},
         0U},
        {"use is not told", {{"/proc/self/cgroup", "0::/a\n"}, {V2 "/a/memory.max", "77\n"}}, 77U},
        {"limit is not told",
         {{"/proc/self/cgroup", "0::/a\n"}, {V2 "/a/memory.current", "7\n"}},
         UNBOUNDED},
        {"limit is unreadable",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", NULL},
          {V2 "/a/memory.current", "7\n"}},
         UNBOUNDED},
        {"limit is nonsense",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "-5\n"},
          {V2 "/a/memory.current", "7\n"}},
         UNBOUNDED},
        {"limit is huge",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "99999999999999999999\n"},
          {V2 "/a/memory.current", "7\n"}},
         UINT64_MAX - 7U},
        {"pages of files",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "1000\n"},
          {V2 "/a/memory.current", "990\n"},
          {V2 "/a/memory.stat", "anon 5\nfile 7\ninactive_file 300\nactive_file 20\n"}},
         330U},
        {"more pages of files than there can be",
         {{"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "1000\n"},
          {V2 "/a/memory.current", "990\n"},
          {V2 "/a/memory.stat", "inactive_file 18446744073709551615\nactive_file 20\n"}},
         1000U},
        {"version 1",
         {{"/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/p/q\n0::/\n"},
          {V1 "/p/q/memory.limit_in_bytes", "9223372036854771712\n"},
          {V1 "/p/q/memory.usage_in_bytes", "12\n"},
          {V1 "/p/memory.limit_in_bytes", "5000\n"},
          {V1 "/p/memory.usage_in_bytes", "4500\n"},
          {V1 "/p/memory.stat",
           "inactive_file 400\ntotal_inactive_file 100\ntotal_active_file 50\n"},
          {V1 "/memory.limit_in_bytes", "9223372036854771712\n"}},
         650U},
        {"version 1, two controllers",
         {{"/proc/self/cgroup", "5:cpu,memory:/x\n"},
          {V1 "/x/memory.limit_in_bytes", "50\n"},
          {V1 "/x/memory.usage_in_bytes", "20\n"}},
         30U},
        {"another controller whose name begins so",
         {{"/proc/self/cgroup", "5:memoryx,xmemory:/x\n"},
          {V1 "/x/memory.limit_in_bytes", "50\n"},
          {V1 "/x/memory.usage_in_bytes", "20\n"}},
         UNBOUNDED},
        {"lines that are none",
         {{"/proc/self/cgroup", "\n:\n::\n5:memory\nmemory\n0::\n0::a"},
          {V2 "/a/memory.max", "1\n"},
          {V2 "a/memory.max", "1\n"},
          {V1 "/memory.limit_in_bytes", "max\n"}},
         UNBOUNDED},
        {"a line that is cut off",
         {{"/proc/self/cgroup", "0::/a/b"},
          {V2 "/a/memory.max", "1\n"},
          {V2 "/a/b/memory.max", "2\n"}},
         UNBOUNDED},
        {"machine and group",
         {{"/proc/meminfo", "MemAvailable: 1 kB\n"},
          {"/proc/self/cgroup", "0::/a\n"},
          {V2 "/a/memory.max", "2000\n"},
          {V2 "/a/memory.current", "0\n"}},
         1024U},
        {"no file of groups", {{"/proc/self/cgroup", NULL}, {V2 "/memory.max", "2\n"}}, UNBOUNDED},
    };

    (void)state;
    for (size_t i = 0U; i < COUNT(cases); i++) {
        assert_left(&cases[i]);
    }
}

/**
 * A path or a file that is longer than there is room for is cut, and the groups above count.
 * @verifies RF-PORT-242
 */
static void long_paths_leave_the_groups_above(void **state)
{
    static char line[3000];
    static char lines[9000];
    static char path[3000];
    Case one = {"a long path",
                {{"/proc/self/cgroup", line}, {V2 "/a/memory.max", "30\n"}, {path, "3\n"}},
                30U};

    (void)state;
    for (size_t length = 900U; length < 2800U; length += 100U) {
        const bool fits = ((strlen(V2 "/a/") + length + sizeof("/memory.max")) <= 1024U);

        (void)snprintf(line, sizeof(line), "0::/a/%0*d\n", (int)length, 7);
        (void)snprintf(path, sizeof(path), V2 "/a/%0*d/memory.max", (int)length, 7);
        one.left = fits ? 3U : 30U;
        assert_left(&one);
    }
    /* The group stands behind what is read. */
    (void)memset(lines, (int)'x', sizeof(lines));
    (void)memcpy(&lines[5000], "\n0::/a\n", 8U);
    one.files[0].text = lines;
    one.left = UNBOUNDED;
    assert_left(&one);
}

/**
 * What a process may take is bounded by its limits too, of which less is left by what it has, but
 * not for bytes that have addresses already; a part is kept for what it needs besides.
 * @verifies RF-PORT-341
 */
static void limits_of_the_process_are_bounds(void **state)
{
    static const struct {
        const char *limits;
        const char *statm;
        uint64_t left;
    } cases[] = {
        {"Max address space     unlimited unlimited bytes\nMax data size  unlimited unlimited "
         "bytes\n",
         "256 1 1 1 0 256 0\n", 1024U * MIB},
        {"Max data size  unlimited\nMax address space         134217728    unlimited bytes\n",
         "16384 1 1 1 0 256 0\n", 64U * MIB},
        {"Max data size      67108864 67108864  bytes\nMax address space  134217728 unlimited "
         "bytes\n",
         "16384 1 1 1 0 8192 0\n", 32U * MIB},
        {"Max data size      67108864 67108864  bytes\n", "1 1 1 1 0 33192 0\n", 0U},
        {"Max data size      67108864 67108864  bytes\n", "1 1 1 1", 64U * MIB},
        {"Max data size      67108864 67108864  bytes\n", NULL, 1024U * MIB},
        {NULL, "1 1 1 1 0 33192 0\n", 1024U * MIB},
    };

    (void)state;
    g_chunk = SIZE_MAX;
    for (size_t i = 0U; i < COUNT(cases); i++) {
        const File files[FILES_MAX] = {{"/proc/meminfo", "MemAvailable: 1048576 kB\n"},
                                       {"/proc/self/limits", cases[i].limits},
                                       {"/proc/self/statm", cases[i].statm}};
        const uint64_t more = (cases[i].left / 64U) + MIB;

        g_files = files;
        g_open = 0U;
        assert_int_equal(room_of_fakes(false),
                         (cases[i].left > more) ? (cases[i].left - more) : 0U);
        assert_int_equal(room_of_fakes(true), (1008U * MIB) - MIB);
        assert_int_equal(g_open, 0U);
    }
    g_files = (const File[FILES_MAX]){{NULL, NULL}};
    assert_true(room_of_fakes(false) == UNBOUNDED);
}

/**
 * This machine tells something, and no more than it has.
 * @verifies RF-PORT-241
 */
static void this_machine_has_something_left(void **state)
{
    const uint64_t left = port_memory_left();

    (void)state;
    assert_true(left > MIB);
    assert_true(left < UNBOUNDED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(machine_is_a_bound, nothing_is_left),
        cmocka_unit_test_teardown(groups_are_bounds, nothing_is_left),
        cmocka_unit_test_teardown(long_paths_leave_the_groups_above, nothing_is_left),
        cmocka_unit_test_teardown(limits_of_the_process_are_bounds, nothing_is_left),
        cmocka_unit_test_teardown(this_machine_has_something_left, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/available", tests, NULL, NULL);
}
