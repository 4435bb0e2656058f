/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/memory.h"
#include "port/status.h"
#include "port/wait.h"
#include "process_maps.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MIB          1048576U
#define GUARD        0x5A

/** Access that the system grants to an address: "rw-s" and the like; empty: it is not mapped. */
static void access_of(const void *address, char access[5])
{
    FILE *const file = fopen("/proc/self/maps", "r");
    char line[512];

    assert_non_null(file);
    access[0] = '\0';
    while (fgets(line, sizeof(line), file) != NULL) {
        unsigned long begin = 0U;
        unsigned long end = 0U;
        char granted[5] = "";

        assert_int_equal(sscanf(line, "%lx-%lx %4s", &begin, &end, granted), 3);
        if (((uintptr_t)address >= begin) && ((uintptr_t)address < end)) {
            (void)memcpy(access, granted, 5U);
        }
    }
    assert_int_equal(fclose(file), 0);
}

static PortMemory reserve(uint64_t size, uint64_t alignment)
{
    PortMemory memory;

    assert_int_equal(port_memory_reserve(size, alignment, &memory), PORT_OK);
    assert_non_null(memory.base);
    assert_null(memory.view);
    assert_true(memory.descriptor >= 0);
    return memory;
}

/** A memory that nobody wrote to, and whether it still is that. */
static PortMemory untouched(void)
{
    PortMemory memory;

    (void)memset(&memory, GUARD, sizeof(memory));
    return memory;
}

static void assert_untouched(const PortMemory *memory)
{
    const uint8_t *const bytes = (const uint8_t *)memory;

    for (size_t i = 0U; i < sizeof(*memory); i++) {
        assert_int_equal(bytes[i], GUARD);
    }
}

/**
 * A page is a power of two, the same at each call.
 * @verifies RF-PORT-001
 */
static void page_size_is_a_constant_power_of_two(void **state)
{
    const uint64_t page = port_page_size();

    (void)state;
    assert_true(page >= 4096U);
    assert_int_equal(page & (page - 1U), 0U);
    assert_int_equal(port_page_size(), page);
    assert_int_equal(page, (uint64_t)sysconf(_SC_PAGESIZE));
}

/**
 * Memory is whole pages, zeroed, and can be written from its first byte to its last, also when it
 * was another memory before.
 * @verifies RF-PORT-002 RF-PORT-003
 */
static void memory_is_whole_pages_of_zeros(void **state)
{
    const uint64_t page = port_page_size();
    const uint64_t sizes[] = {1U, 7U, page - 1U, page, page + 1U, (3U * page) - 1U, MIB + 1U};

    (void)state;
    for (size_t i = 0U; i < COUNT(sizes); i++) {
        for (uint32_t turn = 0U; turn < 2U; turn++) {
            PortMemory memory = reserve(sizes[i], 1U);
            uint8_t *const bytes = memory.base;

            assert_true(memory.size >= sizes[i]);
            assert_true(memory.size < (sizes[i] + page));
            assert_int_equal(memory.size % page, 0U);
            for (uint64_t at = 0U; at < memory.size; at++) {
                assert_int_equal(bytes[at], 0U);
            }
            (void)memset(bytes, 0xFF, (size_t)memory.size);
            port_memory_release(&memory);
        }
    }
}

/**
 * Memory and its read-only view begin at a multiple of any power of two up to 2 MiB, and of a page.
 * @verifies RF-PORT-004 RF-PORT-008
 */
static void memory_is_aligned(void **state)
{
    const uint64_t page = port_page_size();

    (void)state;
    for (uint64_t alignment = 1U; alignment <= (2U * MIB); alignment *= 2U) {
        const uint64_t expected = (alignment < page) ? page : alignment;
        PortMemory memory = reserve(page + 1U, alignment);

        assert_int_equal(memory.alignment, expected);
        assert_int_equal((uintptr_t)memory.base % expected, 0U);
        assert_int_equal(port_memory_view(&memory), PORT_OK);
        assert_int_equal((uintptr_t)memory.view % expected, 0U);
        ((uint8_t *)memory.base)[memory.size - 1U] = 3U;
        assert_int_equal(((const uint8_t *)memory.view)[memory.size - 1U], 3U);
        port_memory_release(&memory);
    }
}

/** Writes to an address in a process of its own; gives the signal that ended it, 0 if none did. */
static int signal_of_write(const void *address)
{
    int status = 0;
    const pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        volatile uint8_t *const byte = (volatile uint8_t *)(uintptr_t)address;

        (void)signal(SIGSEGV, SIG_DFL);
        *byte = 1U;
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/**
 * A view shows what was written, before and after it was made, and cannot be written.
 * @verifies RF-PORT-008 RF-PORT-009
 */
static void view_shows_the_bytes_and_cannot_be_written(void **state)
{
    const uint64_t page = port_page_size();
    PortMemory memory = reserve(2U * page, 1U);
    uint8_t *const bytes = memory.base;
    const uint8_t *view;
    char access[5];

    (void)state;
    bytes[0] = 11U;
    assert_int_equal(port_memory_view(&memory), PORT_OK);
    view = memory.view;
    assert_non_null(view);
    assert_ptr_not_equal(view, bytes);
    bytes[page] = 22U;
    assert_int_equal(view[0], 11U);
    assert_int_equal(view[page], 22U);
    assert_int_equal(port_memory_view(&memory), PORT_OK);
    assert_ptr_equal(memory.view, view);
    access_of(view, access);
    assert_string_equal(access, "r--s");
    access_of(bytes, access);
    assert_string_equal(access, "rw-s");
    assert_int_equal(signal_of_write(view), SIGSEGV);
    assert_int_equal(signal_of_write(bytes), 0);
    port_memory_release(&memory);
}

/**
 * Release gives back both mappings and the descriptor; a second release does nothing.
 * @verifies RF-PORT-010
 */
static void release_gives_everything_back(void **state)
{
    const uint64_t page = port_page_size();

    (void)state;
    for (uint64_t alignment = 1U; alignment <= (2U * MIB); alignment *= 8U) {
        for (uint32_t views = 0U; views < 2U; views++) {
            const Held before = held_now();
            PortMemory memory = reserve(3U * page, alignment);
            char access[5];
            const void *base = memory.base;

            if (views == 1U) {
                assert_int_equal(port_memory_view(&memory), PORT_OK);
            }
            assert_int_equal(held_now().descriptors, before.descriptors + 1U);
            assert_int_equal(held_now().memories, before.memories + views + 1U);
            port_memory_release(&memory);
            assert_null(memory.base);
            assert_null(memory.view);
            assert_int_equal(memory.descriptor, -1);
            access_of(base, access);
            assert_string_equal(access, "");
            assert_held(before);
            port_memory_release(&memory);
            assert_held(before);
        }
    }
}

/**
 * Sizes and alignments that the machine cannot have are refused as short of memory, at once, and
 * nothing is taken.
 * @verifies RF-PORT-005 RF-PORT-006
 */
static void too_much_is_refused_at_once(void **state)
{
    struct sysinfo info;
    uint64_t total;
    const uint64_t begin = ringfence_port_time_us();
    const Held before = held_now();

    (void)state;
    assert_int_equal(sysinfo(&info), 0);
    total = (uint64_t)info.totalram * info.mem_unit;
    {
        const struct {
            uint64_t size;
            uint64_t alignment;
        } cases[] = {
            {UINT64_MAX, 1U},    {UINT64_MAX - 4095U, 4096U}, {(uint64_t)INT64_MAX + 1U, 1U},
            {INT64_MAX, 1U},     {INT64_MAX - 4096U, 1U},     {INT64_MAX - 8192U, 4096U},
            {total + 4096U, 1U}, {total + 1U, 2U * MIB},      {1U, 1ULL << 63U},
            {1U, 1ULL << 62U},   {1U, 1ULL << 61U},           {4096U, 1ULL << 56U},
        };

        for (size_t i = 0U; i < COUNT(cases); i++) {
            PortMemory memory = untouched();

            assert_int_equal(port_memory_reserve(cases[i].size, cases[i].alignment, &memory),
                             PORT_NO_MEMORY);
            assert_untouched(&memory);
        }
    }
    assert_held(before);
    assert_true((ringfence_port_time_us() - begin) < 2000000U);
}

/**
 * A process that may open no more descriptors is short of a resource, and can reserve again when it
 * may.
 * @verifies RF-PORT-006 RF-PORT-007
 */
static void short_of_descriptors_is_reported(void **state)
{
    PortMemory memory = untouched();
    struct rlimit limit;
    struct rlimit none;
    const Held before = held_now();

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = 0U;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    assert_int_equal(port_memory_reserve(1U, 1U, &memory), PORT_NO_RESOURCE);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_untouched(&memory);
    assert_held(before);
    memory = reserve(1U, 1U);
    port_memory_release(&memory);
}

/**
 * The memory's descriptor does not pass to other programs, and its size is fixed for all who have
 * it.
 * @verifies RF-PORT-011
 */
static void descriptor_is_private_and_of_fixed_size(void **state)
{
    const uint64_t page = port_page_size();
    PortMemory memory = reserve(2U * page, 1U);

    (void)state;
    assert_true((fcntl(memory.descriptor, F_GETFD) & FD_CLOEXEC) != 0);
    assert_int_equal(lseek(memory.descriptor, 0, SEEK_END), memory.size);
    assert_int_equal(ftruncate(memory.descriptor, 0), -1);
    assert_int_equal(errno, EPERM);
    assert_int_equal(ftruncate(memory.descriptor, (off_t)(3U * page)), -1);
    assert_int_equal(errno, EPERM);
    port_memory_release(&memory);
}

/**
 * A memory whose descriptor has the number 0, in a process without standard input, is given back
 * like any other.
 * @verifies RF-PORT-010
 */
static void descriptor_zero_is_given_back(void **state)
{
    const int saved = dup(0);
    PortMemory memory;
    int32_t descriptor;
    int flags;

    (void)state;
    assert_true(saved > 0);
    assert_int_equal(close(0), 0);
    memory = reserve(1U, 1U);
    descriptor = memory.descriptor;
    port_memory_release(&memory);
    flags = fcntl(0, F_GETFD);
    assert_int_equal(dup2(saved, 0), 0);
    assert_int_equal(close(saved), 0);
    assert_int_equal(descriptor, 0);
    assert_int_equal(flags, -1);
}

/**
 * Many memories live side by side and do not touch each other.
 * @verifies RF-PORT-002 RF-PORT-010
 */
static void memories_are_apart(void **state)
{
    const Held before = held_now();
    PortMemory memories[32];

    (void)state;
    for (uint32_t i = 0U; i < COUNT(memories); i++) {
        memories[i] = reserve(5000U, 1U);
        (void)memset(memories[i].base, (int)i, (size_t)memories[i].size);
    }
    for (uint32_t i = 0U; i < COUNT(memories); i++) {
        const uint8_t *const bytes = memories[i].base;

        for (uint64_t at = 0U; at < memories[i].size; at++) {
            assert_int_equal(bytes[at], i);
        }
        port_memory_release(&memories[i]);
    }
    assert_held(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(page_size_is_a_constant_power_of_two, nothing_is_left),
        cmocka_unit_test_teardown(memory_is_whole_pages_of_zeros, nothing_is_left),
        cmocka_unit_test_teardown(memory_is_aligned, nothing_is_left),
        cmocka_unit_test_teardown(view_shows_the_bytes_and_cannot_be_written, nothing_is_left),
        cmocka_unit_test_teardown(release_gives_everything_back, nothing_is_left),
        cmocka_unit_test_teardown(too_much_is_refused_at_once, nothing_is_left),
        cmocka_unit_test_teardown(short_of_descriptors_is_reported, nothing_is_left),
        cmocka_unit_test_teardown(descriptor_is_private_and_of_fixed_size, nothing_is_left),
        cmocka_unit_test_teardown(descriptor_zero_is_given_back, nothing_is_left),
        cmocka_unit_test_teardown(memories_are_apart, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/memory", tests, NULL, NULL);
}
