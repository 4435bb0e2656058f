/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file port_test.c
 * Every call of the Linux port to the system fails in turn, for every reason that the port tells
 * apart.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fault.h"
#include "leftovers.h"
#include "port/atomic.h"
#include "port/channel.h"
#include "port/descriptor.h"
#include "port/liveness.h"
#include "port/memory.h"
#include "port/random.h"
#include "port/secret.h"
#include "port/status.h"
#include "port/wait.h"
#include "process_maps.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define GUARD        0x5A
/** The first wrapped call is the port's own function. */
#define FIRST_INSIDE 2U

/** What the C library's sysconf() is called inside it. */
long __sysconf(int name);

static bool g_page_size_unknown;

/** Stands in for the C library's: fails if it was told to. Sanitizers call it before they are
 * ready. */
__attribute__((no_sanitize("thread"), no_sanitize("address"))) long sysconf(int name)
{
    long value = -1;

    if ((!g_page_size_unknown) || (name != _SC_PAGESIZE)) {
        value = __sysconf(name);
    }
    return value;
}

static const struct {
    int error;
    PortStatus status;
} g_reasons[] = {
    {ENOMEM, PORT_NO_MEMORY},    {ENOSPC, PORT_NO_MEMORY}, {EFBIG, PORT_NO_MEMORY},
    {EOVERFLOW, PORT_NO_MEMORY}, {EINVAL, PORT_NO_MEMORY}, {EMFILE, PORT_NO_RESOURCE},
    {ENFILE, PORT_NO_RESOURCE},  {EACCES, PORT_FAILED},    {EPERM, PORT_FAILED},
    {ENOSYS, PORT_FAILED},       {EIO, PORT_FAILED},
};

static void assert_untouched(const PortMemory *memory)
{
    const uint8_t *const bytes = (const uint8_t *)memory;

    for (size_t i = 0U; i < sizeof(*memory); i++) {
        assert_int_equal(bytes[i], GUARD);
    }
}

/**
 * Whichever call of a reservation fails, and why, the result says the reason, the record is as it
 * was, and neither a descriptor nor a mapping is left; the same reservation then succeeds.
 * @verifies RF-PORT-006 RF-PORT-007 RF-PORT-012
 */
static void reserve_fails_cleanly_at_every_call(void **state)
{
    static const char *const names[] = {"sysinfo", "memfd_create", "ftruncate", "fallocate",
                                        "fcntl",   "mmap",         "mmap"};
    static const uint64_t alignments[] = {1U, 2097152U};

    (void)state;
    for (size_t a = 0U; a < COUNT(alignments); a++) {
        for (size_t r = 0U; r < COUNT(g_reasons); r++) {
            for (uint32_t call = 0U; call < COUNT(names); call++) {
                const Held before = held_now();
                PortStatus status;
                PortMemory memory;

                (void)memset(&memory, GUARD, sizeof(memory));
                fault_arm(call + FIRST_INSIDE, g_reasons[r].error);
                status = port_memory_reserve(5000U, alignments[a], &memory);
                assert_true(fault_disarm());
                assert_string_equal(fault_name(), names[call]);
                /* A machine whose memory is not known has none. */
                assert_int_equal(status, (call == 0U) ? PORT_NO_MEMORY : g_reasons[r].status);
                assert_untouched(&memory);
                assert_held(before);
            }
        }
        {
            PortMemory memory;

            fault_arm(COUNT(names) + FIRST_INSIDE, EIO);
            assert_int_equal(port_memory_reserve(5000U, alignments[a], &memory), PORT_OK);
            assert_false(fault_disarm());
            port_memory_release(&memory);
        }
    }
}

/**
 * Memory is allocated in steps. A step that a signal interrupts is tried again, and the memory is
 * whole; a step that fails for another reason ends the reservation, and nothing is left.
 * @verifies RF-PORT-002 RF-PORT-006 RF-PORT-012 RF-PORT-013
 */
static void interrupted_step_is_tried_again(void **state)
{
    /* Four steps of 256 KiB, and one of the rest. */
    const uint64_t size = 1048577U;
    const uint32_t steps = 5U;
    const uint32_t first_step = FIRST_INSIDE + 3U;
    const Held before = held_now();
    PortMemory memory;

    (void)state;
    for (uint32_t step = 0U; step < steps; step++) {
        fault_arm(first_step + step, EINTR);
        assert_int_equal(port_memory_reserve(size, 1U, &memory), PORT_OK);
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), "fallocate");
        for (uint64_t at = 0U; at < memory.size; at++) {
            assert_int_equal(((const uint8_t *)memory.base)[at], 0U);
        }
        port_memory_release(&memory);
        assert_held(before);
        fault_arm(first_step + step, ENOSPC);
        assert_int_equal(port_memory_reserve(size, 1U, &memory), PORT_NO_MEMORY);
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), "fallocate");
        assert_held(before);
    }
    fault_arm(first_step + steps, EIO);
    assert_int_equal(port_memory_reserve(size, 1U, &memory), PORT_FAILED);
    assert_true(fault_disarm());
    assert_string_equal(fault_name(), "fcntl");
    assert_held(before);
}

/**
 * Whichever call of viewing fails, and why, the result says the reason, the memory is as it was,
 * and no mapping is left; viewing then succeeds.
 * @verifies RF-PORT-006 RF-PORT-008 RF-PORT-012
 */
static void view_fails_cleanly_at_every_call(void **state)
{
    static const uint64_t alignments[] = {1U, 2097152U};

    (void)state;
    for (size_t a = 0U; a < COUNT(alignments); a++) {
        PortMemory memory;
        uint8_t *bytes;

        assert_int_equal(port_memory_reserve(5000U, alignments[a], &memory), PORT_OK);
        bytes = memory.base;
        bytes[4999] = 77U;
        for (size_t r = 0U; r < COUNT(g_reasons); r++) {
            for (uint32_t call = 0U; call < 2U; call++) {
                const Held before = held_now();
                PortStatus status;

                fault_arm(call + FIRST_INSIDE, g_reasons[r].error);
                status = port_memory_view(&memory);
                assert_true(fault_disarm());
                assert_string_equal(fault_name(), "mmap");
                assert_int_equal(status, g_reasons[r].status);
                assert_null(memory.view);
                assert_ptr_equal(memory.base, bytes);
                assert_int_equal(bytes[4999], 77U);
                assert_held(before);
            }
        }
        assert_int_equal(port_memory_view(&memory), PORT_OK);
        assert_int_equal(((const uint8_t *)memory.view)[4999], 77U);
        port_memory_release(&memory);
        assert_int_equal(held_now().memories, 0U);
    }
}

/**
 * What the system answers to a sleep is a time-out, a wake-up or a failure, by its reason.
 * @verifies RF-PORT-023 RF-PORT-027 RF-PORT-028 RF-PORT-351
 */
static void sleep_tells_the_reasons_apart(void **state)
{
    static const struct {
        int error;
        PortStatus status;
    } cases[] = {
        {ETIMEDOUT, PORT_TIMED_OUT}, {EAGAIN, PORT_OK},     {EINTR, PORT_OK},
        {EFAULT, PORT_FAILED},       {EINVAL, PORT_FAILED}, {ENOSYS, PORT_FAILED},
    };
    static const int64_t longer[] = {-1, 1000001, INT64_MAX};
    PortAtomic32 word;

    (void)state;
    port_store32(&word, 0U);
    for (size_t i = 0U; i < COUNT(cases); i++) {
        PortStatus status;

        fault_arm(FIRST_INSIDE, cases[i].error);
        status = ringfence_port_sleep(&word, 0U, 1);
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), "syscall");
        assert_int_equal(status, cases[i].status);
    }
    /* The time of a sleep of more than a second is the port's own. */
    for (size_t i = 0U; i < COUNT(longer); i++) {
        fault_arm(FIRST_INSIDE, ETIMEDOUT);
        assert_int_equal(ringfence_port_sleep(&word, 0U, longer[i]), PORT_OK);
        assert_true(fault_disarm());
    }
}

/**
 * A system that does not tell its page size is taken to have the smallest one, and memory can be
 * reserved.
 * @verifies RF-PORT-001
 */
static void unknown_page_size_is_the_smallest(void **state)
{
    PortMemory memory;
    PortStatus status;
    uint64_t page;

    (void)state;
    g_page_size_unknown = true;
    page = port_page_size();
    status = port_memory_reserve(5000U, 1U, &memory);
    g_page_size_unknown = false;
    assert_int_equal(page, 4096U);
    assert_int_equal(status, PORT_OK);
    assert_int_equal(memory.size, 8192U);
    ((uint8_t *)memory.base)[8191] = 1U;
    port_memory_release(&memory);
    assert_int_equal(held_now().memories, 0U);
}

/** A system call, and what its failure for want of descriptors and for another reason gives. */
typedef struct {
    const char *name;
    PortStatus short_of;
    PortStatus other;
} Step;

/** Calls of the port that take something for other processes. */
typedef enum { LIFE, SHARE_READING, SHARE_WRITING, ADOPT, SEAL, RANDOM, TASK_COUNT } Task;

/** What a task makes. */
typedef struct {
    PortLiveness life;
    PortMemory memory;
    int32_t descriptor;
    uint64_t number;
} Made;

static PortStatus run_task(Task task, const PortMemory *memory, int32_t descriptor, Made *made)
{
    PortStatus status = PORT_FAILED;

    switch (task) {
    case LIFE:
        status = port_liveness_make(&made->life);
        break;
    case SHARE_READING:
        status = port_memory_share(memory, false, &made->descriptor);
        break;
    case SHARE_WRITING:
        status = port_memory_share(memory, true, &made->descriptor);
        break;
    case ADOPT:
        status = port_memory_adopt(descriptor, 5000U, 1U, false, &made->memory);
        break;
    case SEAL:
        status = port_memory_seal(memory);
        break;
    default:
        status = port_random(&made->number, sizeof(made->number));
        break;
    }
    return status;
}

/** Gives back what a task made. */
static void undo_task(Task task, Made *made)
{
    if (task == LIFE) {
        ringfence_port_descriptor_close(made->life.keep);
        ringfence_port_descriptor_close(made->life.watch);
    } else if ((task == SHARE_READING) || (task == SHARE_WRITING)) {
        ringfence_port_descriptor_close(made->descriptor);
    } else if (task == ADOPT) {
        made->memory.descriptor = -1;
        port_memory_release(&made->memory);
    }
}

/**
 * Whichever call of the system fails while something is shared with other processes, the result
 * says the reason, the caller's record is as it was, and nothing is left; the same then succeeds.
 * @verifies RF-PORT-012 RF-PORT-032 RF-PORT-033 RF-PORT-034 RF-PORT-035 RF-PORT-036
 */
static void sharing_fails_cleanly_at_every_call(void **state)
{
    static const Step steps[TASK_COUNT][5] = {
        [LIFE] = {{"pipe2", PORT_NO_RESOURCE, PORT_FAILED}, {"fchmod", PORT_FAILED, PORT_FAILED}},
        [SHARE_READING] = {{"open", PORT_NO_RESOURCE, PORT_FAILED}},
        [SHARE_WRITING] = {{"fcntl", PORT_NO_RESOURCE, PORT_FAILED}},
        [ADOPT] = {{"sysinfo", PORT_FAILED, PORT_FAILED},
                   {"fcntl", PORT_FAILED, PORT_FAILED},
                   {"fcntl", PORT_FAILED, PORT_FAILED},
                   {"mmap", PORT_NO_RESOURCE, PORT_FAILED},
                   {"mmap", PORT_NO_RESOURCE, PORT_FAILED}},
        [SEAL] = {{"fcntl", PORT_FAILED, PORT_FAILED}, {"fcntl", PORT_FAILED, PORT_FAILED}},
        [RANDOM] = {{"getrandom", PORT_FAILED, PORT_FAILED}},
    };
    PortMemory memory;
    PortLiveness first;
    int32_t descriptor = -1;

    (void)state;
    /* The first line tells the C library of children. */
    assert_int_equal(port_liveness_make(&first), PORT_OK);
    ringfence_port_descriptor_close(first.keep);
    ringfence_port_descriptor_close(first.watch);
    assert_int_equal(port_memory_reserve(5000U, 1U, &memory), PORT_OK);
    assert_int_equal(port_memory_share(&memory, false, &descriptor), PORT_OK);
    for (uint32_t task = 0U; task < (uint32_t)TASK_COUNT; task++) {
        const Held before = held_now();
        Made made;
        Made guard;

        (void)memset(&guard, GUARD, sizeof(guard));
        for (uint32_t call = 0U; (call < 5U) && (steps[task][call].name != NULL); call++) {
            for (uint32_t turn = 0U; turn < 2U; turn++) {
                const Step *const step = &steps[task][call];
                PortStatus status;

                (void)memset(&made, GUARD, sizeof(made));
                fault_arm_system(call + 1U, (turn == 0U) ? EMFILE : EIO);
                status = run_task((Task)task, &memory, descriptor, &made);
                assert_true(fault_disarm());
                assert_string_equal(fault_name(), step->name);
                assert_int_equal(status, (turn == 0U) ? step->short_of : step->other);
                assert_memory_equal(&made, &guard, sizeof(made));
                assert_held(before);
            }
        }
        assert_int_equal(run_task((Task)task, &memory, descriptor, &made), PORT_OK);
        undo_task((Task)task, &made);
        assert_held(before);
    }
    ringfence_port_descriptor_close(descriptor);
    port_memory_release(&memory);
}

/**
 * Of a descriptor that is no memory nothing is asked but whether it is: its file may be one that
 * another process serves, and that one need not answer.
 * @verifies RF-PORT-048
 */
static void files_that_are_no_memory_are_not_asked(void **state)
{
    FILE *const file = tmpfile();
    PortMemory memory;
    PortMemory space;
    uint32_t looks = 0U;
    int ends[2];

    (void)state;
    assert_non_null(file);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(port_va_reserve(8192U, false, &space), PORT_OK);
    const int others[] = {fileno(file), ends[0], STDIN_FILENO, -1};

    looks = fault_file_looks();
    for (size_t i = 0U; i < (sizeof(others) / sizeof(others[0])); i++) {
        assert_int_equal(port_memory_adopt(others[i], 8192U, 1U, false, &memory), PORT_FAILED);
        assert_int_equal(port_va_adopt(&space, others[i]), PORT_FAILED);
    }
    assert_int_equal(fault_file_looks(), looks);
    port_memory_release(&space);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(close(ends[1]), 0);
    assert_int_equal(fclose(file), 0);
}

/**
 * No file is mapped in the place of addresses that are in use by a call that could give them up and
 * fail then, as the process that has the file lets it. A channel's end maps the file over addresses
 * that it holds when no seal can be put on it any more; whatever fails, they are no hole.
 * @verifies RF-PORT-049 RF-IPC-270
 */
static void reserved_addresses_are_never_given_up(void **state)
{
    uint32_t before = fault_replacements();
    PortMemory memory;
    PortMemory adopted;
    PortMemory space;
    PortMemory other;
    int32_t descriptor = -1;
    bool failed = true;

    (void)state;
    assert_int_equal(port_memory_reserve(8192U, 65536U, &memory), PORT_OK);
    assert_int_equal(port_memory_share(&memory, true, &descriptor), PORT_OK);
    assert_int_equal(port_memory_adopt(descriptor, 8192U, 65536U, true, &adopted), PORT_OK);
    assert_int_equal(port_va_reserve(8192U, true, &space), PORT_OK);
    assert_int_equal(port_va_reserve(8192U, false, &other), PORT_OK);
    assert_int_equal(port_va_make(&space), PORT_OK);
    assert_int_equal(fault_replacements(), before);
    assert_int_equal(port_va_adopt(&other, space.descriptor), PORT_OK);
    assert_int_equal(fault_replacements(), before + 1U);
    ((uint8_t *)space.base)[8191] = 7U;
    assert_int_equal(((uint8_t *)other.base)[8191], 7U);
    for (uint32_t call = 1U; failed; call++) {
        const void *const base = other.base;

        fault_arm_system(call, EPERM);
        (void)port_va_adopt(&other, adopted.descriptor);
        failed = fault_disarm();
        assert_ptr_equal(other.base, base);
        /* What is mapped there stays, or comes: the addresses are no hole. */
        assert_true((((uint8_t *)other.base)[8191] == 7U) || (((uint8_t *)other.base)[8191] == 0U));
        assert_int_equal(port_va_adopt(&other, space.descriptor), PORT_OK);
        assert_int_equal(((uint8_t *)other.base)[8191], 7U);
    }
    port_memory_release(&other);
    port_memory_release(&space);
    port_memory_release(&adopted);
    port_memory_release(&memory);
}

/* ---------------------------------------------------------------- opening */

/** What is made, and a call that fails meanwhile. */
typedef struct {
    PortScope scope;
    bool line;
    const char *name;
    int error;
    PortStatus status;
} Opening;

/** In a child, which has no number of its own yet: makes something while the n-th call fails. Gives
 * 0: another call failed; 1: the result is the right one; 2: it is not; 3: no call failed. */
static int open_with_fault(const Opening *row, uint32_t n)
{
    const PortAddress address = {"fault_opening", row->scope, 100U, ""};
    PortEndpoint endpoint = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortLiveness life = {-1, -1};
    PortStatus status;
    uint32_t before;
    bool failed;
    int result = 0;

    if ((row->scope == PORT_SCOPE_GROUP) && (geteuid() == 0U)) {
        /* Root may open without being a member. */
        if (setresuid(1000, 1000, 1000) != 0) {
            _exit(2);
        }
    }
    before = fault_open_descriptors();
    fault_arm_system(n, row->error);
    status = row->line ? port_liveness_make(&life) : port_endpoint_open(&address, &endpoint);
    failed = fault_disarm();
    if (!failed) {
        result = 3;
    } else if (strcmp(fault_name(), row->name) == 0) {
        const bool clean = (status == PORT_OK) || (fault_open_descriptors() == before);

        result = ((status == row->status) && clean) ? 1 : 2;
    } else {
        result = 0;
    }
    return result;
}

/**
 * What the port asks the system of users, groups and children fails for each reason: the result
 * says which, and nothing is left.
 * @verifies RF-PORT-220 RF-PORT-221 RF-PORT-231 RF-PORT-232 RF-PORT-233
 */
static void opening_fails_cleanly_where_the_system_is_asked(void **state)
{
    static const Opening rows[] = {
        {PORT_SCOPE_PROCESS, false, "pthread_atfork", ENOMEM, PORT_NO_MEMORY},
        {PORT_SCOPE_PROCESS, true, "pthread_atfork", ENOMEM, PORT_NO_MEMORY},
        {PORT_SCOPE_PROCESS, false, "getrandom", EIO, PORT_FAILED},
        {PORT_SCOPE_USER, false, "pthread_atfork", ENOMEM, PORT_NO_MEMORY},
        {PORT_SCOPE_USER, false, "open", EMFILE, PORT_NO_RESOURCE},
        {PORT_SCOPE_USER, false, "open", ENFILE, PORT_NO_RESOURCE},
        {PORT_SCOPE_USER, false, "open", ENOMEM, PORT_NO_MEMORY},
        {PORT_SCOPE_USER, false, "open", ENOENT, PORT_OK},
        {PORT_SCOPE_USER, false, "open", EACCES, PORT_OK},
        {PORT_SCOPE_GROUP, false, "open", EMFILE, PORT_NO_RESOURCE},
    };

    (void)state;
    for (size_t i = 0U; i < COUNT(rows); i++) {
        uint32_t met = 0U;
        int status = 0;

        for (uint32_t n = 1U; (n < 100U) && (status != 3); n++) {
            const pid_t child = fork();

            assert_true(child >= 0);
            if (child == 0) {
                _exit(open_with_fault(&rows[i], n));
            }
            assert_int_equal(waitpid(child, &status, 0), child);
            assert_true(WIFEXITED(status));
            status = WEXITSTATUS(status);
            if (status == 2) {
                print_error("row %zu, call %u\n", i, n);
            }
            assert_int_not_equal(status, 2);
            met += (status == 1) ? 1U : 0U;
        }
        assert_true(met > 0U);
    }
}

/** Number of a child of this process that has none yet, and what a second call gives it. */
static void draw_in_child(bool refused, uint64_t numbers[2])
{
    int ends[2] = {-1, -1};
    int status = -1;
    pid_t child = -1;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool hit = true;

        if (refused) {
            fault_arm_system(1U, ENOSYS);
        }
        numbers[0] = port_secret();
        hit = refused ? fault_disarm() : true;
        numbers[1] = port_secret();
        _exit((hit && (write(ends[1], numbers, 16U) == 16)) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], numbers, 16U), 16);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

/**
 * Processes have different numbers, which stay the same, and are not 0, also where the system
 * refuses random bytes; a child does not have its parent's.
 * @verifies RF-CORE-205 RF-CORE-206 RF-CORE-207
 */
static void each_process_has_a_number_of_its_own(void **state)
{
    uint64_t seen[65];

    (void)state;
    seen[0] = port_secret();
    assert_int_equal(port_secret(), seen[0]);
    assert_true(port_first_secret() != 0U);
    for (uint32_t i = 1U; i < COUNT(seen); i++) {
        uint64_t numbers[2] = {0U, 0U};

        draw_in_child((i % 2U) == 0U, numbers);
        assert_true(numbers[0] != 0U);
        assert_int_equal(numbers[1], numbers[0]);
        for (uint32_t k = 0U; k < i; k++) {
            assert_true(seen[k] != numbers[0]);
        }
        seen[i] = numbers[0];
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* The first, as what it tries is done once in a process. */
        cmocka_unit_test_teardown(opening_fails_cleanly_where_the_system_is_asked, nothing_is_left),
        cmocka_unit_test_teardown(reserve_fails_cleanly_at_every_call, nothing_is_left),
        cmocka_unit_test_teardown(interrupted_step_is_tried_again, nothing_is_left),
        cmocka_unit_test_teardown(view_fails_cleanly_at_every_call, nothing_is_left),
        cmocka_unit_test_teardown(sleep_tells_the_reasons_apart, nothing_is_left),
        cmocka_unit_test_teardown(unknown_page_size_is_the_smallest, nothing_is_left),
        cmocka_unit_test_teardown(sharing_fails_cleanly_at_every_call, nothing_is_left),
        cmocka_unit_test_teardown(each_process_has_a_number_of_its_own, nothing_is_left),
        cmocka_unit_test(files_that_are_no_memory_are_not_asked),
        cmocka_unit_test(reserved_addresses_are_never_given_up),
    };

    return cmocka_run_group_tests_name("fault/port", tests, NULL, NULL);
}
