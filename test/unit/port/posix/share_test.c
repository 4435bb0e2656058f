/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/descriptor.h"
#include "port/liveness.h"
#include "port/memory.h"
#include "port/posix/child.h"
#include "port/posix/digits.h"
#include "port/random.h"
#include "port/refused.h"
#include "port/refused.h"
#include "port/status.h"
#include "process_maps.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SIZE         8192U
#define GUARD        0x5A
/** Looks before a wait is given up; each is followed by a sleep of a millisecond. */
#define LOOKS_MAX 20000U

static PortMemory reserve(void)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};

    assert_int_equal(port_memory_reserve(SIZE, 1U, &memory), PORT_OK);
    return memory;
}

static int32_t share(const PortMemory *memory, bool writable)
{
    int32_t descriptor = -1;

    assert_int_equal(port_memory_share(memory, writable, &descriptor), PORT_OK);
    assert_true(descriptor >= 0);
    assert_int_equal(fcntl(descriptor, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    return descriptor;
}

/** Adopts, and asserts that a refusal leaves all as it was. */
static void expect_refusal(int32_t descriptor, uint64_t size, bool writable, PortStatus expected)
{
    const Held before = held_now();
    PortMemory memory;
    PortMemory guard;

    (void)memset(&memory, GUARD, sizeof(memory));
    (void)memset(&guard, GUARD, sizeof(guard));
    assert_int_equal(port_memory_adopt(descriptor, size, 1U, writable, &memory), expected);
    assert_memory_equal(&memory, &guard, sizeof(memory));
    assert_held(before);
}

/** Whether a descriptor can be mapped for writing, or written to. */
static bool can_be_written(int32_t descriptor)
{
    void *const address = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, (int)descriptor, 0);
    const bool mapped = (address != MAP_FAILED);
    const bool written = (pwrite(descriptor, "x", 1U, 0) == 1);

    if (mapped) {
        assert_int_equal(munmap(address, SIZE), 0);
    }
    return mapped || written;
}

/** The same file, opened once more by the name that the system gives to a descriptor. */
static int open_again(int32_t descriptor, int mode)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", descriptor);
    return open(path, mode | O_CLOEXEC);
}

/**
 * Memory that is adopted is the same memory: who writes is seen by all, and it is as large and as
 * aligned as asked; what is adopted for reading is mapped for reading alone.
 * @verifies RF-PORT-032 RF-PORT-033
 */
static void adopted_memory_is_the_same_memory(void **state)
{
    static const uint64_t alignments[] = {1U, 65536U, 2097152U};
    PortMemory memory = reserve();
    uint8_t *const bytes = memory.base;

    (void)state;
    for (size_t i = 0U; i < (2U * COUNT(alignments)); i++) {
        const bool writable = ((i & 1U) != 0U);
        const uint64_t alignment = alignments[i / 2U];
        PortMemory adopted = {NULL, NULL, 0U, 0U, -1};
        const int32_t descriptor = share(&memory, writable);

        assert_int_equal(port_memory_adopt(descriptor, SIZE - 1U, alignment, writable, &adopted),
                         PORT_OK);
        assert_int_equal(adopted.descriptor, descriptor);
        assert_int_equal(adopted.size, SIZE);
        if (writable) {
            assert_null(adopted.view);
            assert_int_equal((uintptr_t)adopted.base % alignment, 0U);
            ((uint8_t *)adopted.base)[i] = (uint8_t)(i + 1U);
            assert_int_equal(bytes[i], i + 1U);
        } else {
            assert_null(adopted.base);
            assert_int_equal((uintptr_t)adopted.view % alignment, 0U);
            bytes[SIZE - 1U] = (uint8_t)(i + 1U);
            assert_int_equal(((const uint8_t *)adopted.view)[SIZE - 1U], i + 1U);
        }
        port_memory_release(&adopted);
    }
    port_memory_release(&memory);
    assert_int_equal(held_now().memories, 0U);
}

/**
 * What is no memory of the asked size, could change its size, or cannot be written as asked is
 * refused, and nothing is left of the attempt.
 * @verifies RF-PORT-032
 */
static void what_is_no_such_memory_is_refused(void **state)
{
    PortMemory memory = reserve();
    const int32_t reader = share(&memory, false);
    const int32_t writer = share(&memory, true);
    const int unsealed = memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const int half_sealed = memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const int never_sealed = memfd_create("other", MFD_CLOEXEC);
    const int sparse = memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    FILE *const file = tmpfile();
    int ends[2];

    (void)state;
    assert_non_null(file);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(ftruncate(unsealed, SIZE), 0);
    assert_int_equal(ftruncate(half_sealed, SIZE), 0);
    assert_int_equal(fcntl(half_sealed, F_ADD_SEALS, F_SEAL_SHRINK), 0);
    assert_int_equal(ftruncate(never_sealed, SIZE), 0);
    assert_int_equal(fallocate(unsealed, 0, 0, SIZE), 0);
    assert_int_equal(fallocate(half_sealed, 0, 0, SIZE), 0);
    assert_int_equal(fallocate(never_sealed, 0, 0, SIZE), 0);
    assert_int_equal(ftruncate(sparse, SIZE), 0);
    assert_int_equal(fcntl(sparse, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
    assert_int_equal(ftruncate(fileno(file), SIZE), 0);
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        const bool writable = (turn == 1U);

        expect_refusal(writer, SIZE + 1U, writable, PORT_FAILED);
        expect_refusal(writer, SIZE / 2U, writable, PORT_FAILED);
        expect_refusal(writer, UINT64_MAX, writable, PORT_FAILED);
        expect_refusal(unsealed, SIZE, writable, PORT_FAILED);
        expect_refusal(half_sealed, SIZE, writable, PORT_FAILED);
        expect_refusal(never_sealed, SIZE, writable, PORT_FAILED);
        expect_refusal(sparse, SIZE, writable, PORT_FAILED);
        expect_refusal(fileno(file), SIZE, writable, PORT_FAILED);
        expect_refusal(ends[0], SIZE, writable, PORT_FAILED);
        expect_refusal(-1, SIZE, writable, PORT_FAILED);
        expect_refusal(9999, SIZE, writable, PORT_FAILED);
    }
    expect_refusal(reader, SIZE, true, PORT_DENIED);
    assert_int_equal(port_memory_seal(&memory), PORT_OK);
    expect_refusal(writer, SIZE, true, PORT_DENIED);
    ringfence_port_descriptor_close(reader);
    ringfence_port_descriptor_close(writer);
    assert_int_equal(close(unsealed), 0);
    assert_int_equal(close(half_sealed), 0);
    assert_int_equal(close(never_sealed), 0);
    assert_int_equal(close(sparse), 0);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(close(ends[1]), 0);
    assert_int_equal(fclose(file), 0);
    port_memory_release(&memory);
}

/**
 * A copy of a descriptor that another process sent is closed as that one is; a copy of an own one
 * is not.
 * @verifies RF-PORT-280
 */
static void copies_of_what_others_sent_are_foreign(void **state)
{
    (void)state;
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        const bool foreign = (turn == 1U);
        const int32_t file = (int32_t)open("/dev/null", O_RDONLY | O_CLOEXEC);
        int32_t copy = -1;

        assert_true(file >= 0);
        if (foreign) {
            port_child_hold();
            port_child_note_foreign(file);
            port_child_let();
        }
        assert_int_equal(ringfence_port_descriptor_copy(file, &copy), PORT_OK);
        port_child_hold();
        assert_int_equal(port_child_is_foreign(copy), foreign);
        port_child_let();
        ringfence_port_descriptor_close(file);
        ringfence_port_descriptor_close(copy);
        assert_true(fcntl(file, F_GETFD) < 0);
        assert_true(fcntl(copy, F_GETFD) < 0);
    }
    assert_int_equal(port_child_given(), 0U);
}

/**
 * Descriptors of one memory are the same, also one that may only be read, and copies of what is no
 * file are; others are not.
 * @verifies RF-MEDIA-931
 */
static void descriptors_of_one_memory_are_the_same(void **state)
{
    PortMemory memory = reserve();
    PortMemory other = reserve();
    int32_t reader = -1;
    int32_t writer = -1;
    int32_t copy = -1;
    int ends[2];

    (void)state;
    assert_int_equal(port_memory_share(&memory, false, &reader), PORT_OK);
    assert_int_equal(port_memory_share(&memory, true, &writer), PORT_OK);
    assert_true(port_descriptor_is_same(memory.descriptor, memory.descriptor));
    assert_true(port_descriptor_is_same(memory.descriptor, reader));
    assert_true(port_descriptor_is_same(reader, writer));
    assert_false(port_descriptor_is_same(memory.descriptor, other.descriptor));
    assert_false(port_descriptor_is_same(memory.descriptor, -1));
    assert_false(port_descriptor_is_same(-1, -1));
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(ringfence_port_descriptor_copy(ends[0], &copy), PORT_OK);
    assert_true(port_descriptor_is_same(ends[0], copy));
    assert_false(port_descriptor_is_same(ends[0], ends[1]));
    assert_false(port_descriptor_is_same(copy, reader));
    ringfence_port_descriptor_close(copy);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(close(ends[1]), 0);
    ringfence_port_descriptor_close(reader);
    ringfence_port_descriptor_close(writer);
    port_memory_release(&memory);
    port_memory_release(&other);
}

/** Bytes of memory that has its pages where nobody sees them. */
#define LARGE 67108864

/** Bytes that the system has for a file. */
static uint64_t bytes_of(int file)
{
    struct stat now;

    assert_int_equal(fstat(file, &now), 0);
    return (uint64_t)now.st_blocks * 512U;
}

/**
 * Memory whose pages lie behind its end, at any place of it, is refused before this process has
 * paid for more than a little.
 * @verifies RF-PORT-284
 */
static void pages_behind_the_end_do_not_count(void **state)
{
    /* What has its pages at the beginning. */
    static const off_t parts[] = {0, 65536, LARGE / 2};

    (void)state;
    for (size_t i = 0U; i < (sizeof(parts) / sizeof(parts[0])); i++) {
        const int file = memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        PortMemory space = {NULL, NULL, 0U, 0U, -1};
        uint64_t before = 0U;

        assert_int_equal(ftruncate(file, LARGE), 0);
        assert_int_equal(fallocate(file, FALLOC_FL_KEEP_SIZE, LARGE, LARGE - parts[i]), 0);
        if (parts[i] > 0) {
            assert_int_equal(fallocate(file, 0, 0, parts[i]), 0);
        }
        assert_int_equal(fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
        before = bytes_of(file);
        assert_in_range(before, LARGE, LARGE + 4096);
        expect_refusal(file, LARGE, false, PORT_FAILED);
        expect_refusal(file, LARGE, true, PORT_FAILED);
        assert_int_equal(port_va_reserve(LARGE, true, &space), PORT_OK);
        assert_int_equal(port_va_adopt(&space, file), PORT_FAILED);
        port_memory_release(&space);
        assert_in_range(bytes_of(file), before, before + 3U * 1048576U);
        assert_int_equal(close(file), 0);
    }
}

/**
 * Memory of huge pages is refused: a page of it that another process gives back could not be had
 * again.
 * @verifies RF-PORT-048
 */
static void memory_of_huge_pages_is_refused(void **state)
{
    const uint64_t size = 2097152U;
    const int huge = memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_HUGETLB);

    (void)state;
    if ((huge < 0) || (ftruncate(huge, (off_t)size) != 0)) {
        ringfence_port_descriptor_close(huge);
        skip();
    }
    assert_int_equal(fcntl(huge, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
    expect_refusal(huge, size, false, PORT_FAILED);
    expect_refusal(huge, size, true, PORT_FAILED);
    assert_int_equal(close(huge), 0);
}

/**
 * A descriptor for reading can be mapped for reading alone; who may only read cannot make one for
 * writing, but one more for reading.
 * @verifies RF-PORT-033
 */
static void descriptor_for_reading_gives_no_more(void **state)
{
    PortMemory memory = reserve();
    PortMemory adopted = {NULL, NULL, 0U, 0U, -1};
    int32_t reader = share(&memory, false);
    const int32_t writer = share(&memory, true);
    int32_t more = -7;

    (void)state;
    assert_true(can_be_written(writer));
    assert_false(can_be_written(reader));
    assert_int_equal(fcntl(reader, F_GETFL) & O_ACCMODE, O_RDONLY);
    assert_int_equal(port_memory_adopt(reader, SIZE, 1U, false, &adopted), PORT_OK);
    assert_int_equal(port_memory_share(&adopted, true, &more), PORT_DENIED);
    assert_int_equal(more, -7);
    more = share(&adopted, false);
    assert_false(can_be_written(more));
    ringfence_port_descriptor_close(more);
    ringfence_port_descriptor_close(writer);
    port_memory_release(&adopted);
    port_memory_release(&memory);
}

/**
 * After the sealing no descriptor can be mapped for writing, old, new or opened again through its
 * path; the mapping of before still writes, and a second sealing changes nothing.
 * @verifies RF-PORT-034 RF-PORT-033
 */
static void sealed_memory_gets_no_new_writers(void **state)
{
    PortMemory memory = reserve();
    const int32_t reader = share(&memory, false);
    const int32_t writer = share(&memory, true);
    const int before = open_again(reader, O_RDWR);

    (void)state;
    assert_true(before >= 0);
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        const int32_t late_reader = share(&memory, false);
        int again[2];
        PortMemory adopted = {NULL, NULL, 0U, 0U, -1};

        if (turn == 0U) {
            assert_true(can_be_written(before));
        }
        assert_int_equal(port_memory_seal(&memory), PORT_OK);
        again[0] = open_again(late_reader, O_RDWR);
        again[1] = open_again(memory.descriptor, O_RDWR);
        assert_false(can_be_written(before));
        assert_false(can_be_written(reader));
        assert_false(can_be_written(writer));
        assert_false(can_be_written(late_reader));
        assert_false(can_be_written(memory.descriptor));
        for (size_t i = 0U; i < COUNT(again); i++) {
            assert_true((again[i] < 0) || (!can_be_written(again[i])));
            ringfence_port_descriptor_close(again[i]);
        }
        assert_int_equal(port_memory_adopt(late_reader, SIZE, 1U, false, &adopted), PORT_OK);
        /* A mapping for reading cannot be made writable afterwards. */
        assert_int_equal(mprotect((void *)(uintptr_t)adopted.view, SIZE, PROT_READ | PROT_WRITE),
                         -1);
        ((uint8_t *)memory.base)[turn] = 7U;
        assert_int_equal(((const uint8_t *)adopted.view)[turn], 7U);
        port_memory_release(&adopted);
    }
    assert_int_equal(close(before), 0);
    ringfence_port_descriptor_close(reader);
    ringfence_port_descriptor_close(writer);
    port_memory_release(&memory);
    assert_int_equal(port_memory_seal(&memory), PORT_FAILED);
}

/**
 * Memory that stays open is sealed by nobody, and can still be adopted for writing.
 * @verifies RF-PORT-050
 */
static void memory_that_stays_open_is_never_sealed(void **state)
{
    static const int seals[] = {F_SEAL_WRITE, F_SEAL_FUTURE_WRITE, F_SEAL_SEAL};
    PortMemory memory = reserve();
    PortMemory adopted = {NULL, NULL, 0U, 0U, -1};
    const int32_t writer = share(&memory, true);

    (void)state;
    assert_int_equal(port_memory_keep_open(&memory), PORT_OK);
    for (size_t i = 0U; i < COUNT(seals); i++) {
        assert_int_equal(fcntl(writer, F_ADD_SEALS, seals[i]), -1);
    }
    assert_int_equal(port_memory_seal(&memory), PORT_FAILED);
    assert_int_equal(port_memory_keep_open(&memory), PORT_FAILED);
    assert_int_equal(port_memory_adopt(writer, SIZE, 1U, true, &adopted), PORT_OK);
    port_memory_release(&adopted);
    port_memory_release(&memory);
}

/** A memfd that a peer made, with seals, opened anew. */
static int32_t hostile(int seals, int mode)
{
    const int made = memfd_create("hostile", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int opened = -1;

    assert_true(made >= 0);
    assert_int_equal(ftruncate(made, SIZE), 0);
    assert_int_equal(fallocate(made, 0, 0, SIZE), 0);
    assert_int_equal(fcntl(made, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | seals), 0);
    opened = open_again(made, mode);
    assert_true(opened >= 0);
    assert_int_equal(close(made), 0);
    return opened;
}

/** What a descriptor of a peer lets nobody do is not a call that the system refused.
 * @verifies RF-PORT-350 */
static void fault_of_a_descriptor_is_no_refusal(void **state)
{
    PortMemory space = {NULL, NULL, 0U, 0U, -1};
    PortMemory sealed = {NULL, NULL, 0U, 0U, -1};
    int32_t descriptor = hostile(F_SEAL_SEAL, O_RDONLY);

    (void)state;
    port_refusal_drop();
    assert_int_equal(port_va_reserve(SIZE, false, &space), PORT_OK);
    assert_int_equal(port_va_adopt(&space, descriptor), PORT_FAILED);
    assert_false(port_refusal_is_own());
    port_memory_release(&space);
    ringfence_port_descriptor_close(descriptor);
    descriptor = hostile(0, O_WRONLY);
    expect_refusal(descriptor, SIZE, false, PORT_FAILED);
    assert_false(port_refusal_is_own());
    ringfence_port_descriptor_close(descriptor);
    sealed.descriptor = hostile(F_SEAL_SEAL, O_RDWR);
    assert_int_equal(port_memory_seal(&sealed), PORT_FAILED);
    assert_false(port_refusal_is_own());
    ringfence_port_descriptor_close(sealed.descriptor);
}

/** Leaves a note: what is no descriptor cannot be sealed. */
static void *leave_a_note(void *context)
{
    const PortMemory none = {NULL, NULL, 0U, 0U, -1};

    (void)context;
    assert_int_equal(port_memory_seal(&none), PORT_FAILED);
    return NULL;
}

/** A note ends with its thread, however many leave one.
 * @verifies RF-PORT-350 */
static void note_is_its_threads(void **state)
{
    PortRefusal refusal = {"", 0U};

    (void)state;
    port_refusal_drop();
    for (uint32_t i = 0U; i < 40U; i++) {
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, leave_a_note, NULL), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
    }
    assert_false(port_refusal_take(&refusal));
    (void)leave_a_note(NULL);
    assert_true(port_refusal_take(&refusal));
    assert_string_equal(refusal.call, "fcntl");
    assert_int_equal(refusal.error, EBADF);
    (void)leave_a_note(NULL);
    port_refusal_drop();
    assert_false(port_refusal_is_own());
}

/**
 * Random bytes are all of those that were asked for, differ each time, and nothing else is written;
 * more than the system gives at once is refused.
 * @verifies RF-PORT-035
 */
static void random_bytes_differ(void **state)
{
    uint64_t seen[64];
    uint8_t bytes[258];
    uint32_t changed = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT(seen); i++) {
        assert_int_equal(port_random(&seen[i], sizeof(seen[i])), PORT_OK);
        for (size_t k = 0U; k < i; k++) {
            assert_true(seen[i] != seen[k]);
        }
    }
    (void)memset(bytes, GUARD, sizeof(bytes));
    assert_int_equal(port_random(bytes, 257U), PORT_FAILED);
    assert_int_equal(port_random(bytes, 256U), PORT_OK);
    assert_int_equal(bytes[256], GUARD);
    assert_int_equal(bytes[257], GUARD);
    for (size_t i = 0U; i < 256U; i++) {
        changed += (bytes[i] != GUARD) ? 1U : 0U;
    }
    /* A byte stays the same with probability 1/256. */
    assert_true(changed > 200U);
}

/** In a child: the system gives no byte, and no error. */
static void draw_too_few(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {(unsigned short)COUNT(filter), filter};
    uint8_t bytes[16] = {0U};
    bool failed = false;

    if ((prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) ||
        (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)) {
        _exit(2);
    }
    errno = 0;
    failed = (port_random(bytes, sizeof(bytes)) == PORT_FAILED);
    _exit(failed ? 0 : 1);
}

/**
 * Fewer random bytes than were asked for are none.
 * @verifies RF-PORT-035
 */
static void too_few_random_bytes_are_none(void **state)
{
    const pid_t child = fork();
    int status = -1;

    (void)state;
    if (child == 0) {
        draw_too_few();
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/** Waits until a line is over. */
static bool becomes_over(int32_t watch)
{
    for (uint32_t i = 0U; (i < LOOKS_MAX) && (!port_liveness_is_over(watch)); i++) {
        (void)usleep(1000U);
    }
    return port_liveness_is_over(watch);
}

/** Keeps a line until it is killed. */
static pid_t keep_line(const PortLiveness *life)
{
    /* A child gives up what the port made: this one is the test's. */
    const int keep = dup(life->keep);
    const pid_t child = fork();

    assert_true((keep >= 0) && (child >= 0));
    if (child == 0) {
        (void)alarm(400U);
        for (;;) {
            (void)pause();
        }
    }
    assert_int_equal(close(keep), 0);
    return child;
}

/**
 * A line is over when the last of its keepers was killed, not before, and for all who watch; then
 * it stays over.
 * @verifies RF-PORT-036
 */
static void line_is_over_when_the_last_keeper_is_killed(void **state)
{
    (void)state;
    for (uint32_t keepers = 1U; keepers <= 3U; keepers++) {
        const Held before = held_now();
        PortLiveness life = {-1, -1};
        pid_t children[3];
        int more = -1;

        assert_int_equal(port_liveness_make(&life), PORT_OK);
        assert_int_equal(fcntl(life.watch, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
        assert_int_equal(fcntl(life.keep, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
        for (uint32_t i = 0U; i < keepers; i++) {
            children[i] = keep_line(&life);
        }
        more = dup(life.watch);
        assert_false(port_liveness_is_over(life.watch));
        ringfence_port_descriptor_close(life.keep);
        for (uint32_t i = 0U; i < keepers; i++) {
            assert_false(port_liveness_is_over(life.watch));
            assert_false(port_liveness_is_over(more));
            assert_int_equal(kill(children[i], SIGKILL), 0);
            assert_int_equal(waitpid(children[i], NULL, 0), children[i]);
        }
        assert_true(becomes_over(life.watch));
        assert_true(port_liveness_is_over(more));
        assert_true(port_liveness_is_over(life.watch));
        assert_int_equal(close(more), 0);
        ringfence_port_descriptor_close(life.watch);
        assert_held(before);
    }
}

/**
 * A line cannot be kept alive by somebody else: its watching end cannot be opened again for writing
 * by a process without rights.
 * @verifies RF-PORT-036
 */
static void watcher_cannot_keep_the_line(void **state)
{
    PortLiveness life = {-1, -1};
    struct stat file;

    (void)state;
    assert_int_equal(port_liveness_make(&life), PORT_OK);
    assert_int_equal(fstat(life.watch, &file), 0);
    assert_int_equal(file.st_mode & 0777U, 0U);
    assert_int_equal(write(life.watch, "x", 1U), -1);
    if (geteuid() != 0U) {
        assert_int_equal(open_again(life.watch, O_WRONLY), -1);
    } else {
        int status = -1;
        const pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0) {
            const bool changed = (setuid(12345U) == 0);

            _exit((changed && (open_again(life.watch, O_WRONLY) == -1)) ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    ringfence_port_descriptor_close(life.keep);
    ringfence_port_descriptor_close(life.watch);
}

/**
 * Ends of a pipe are ends of a line, each on its side; nothing else is one.
 * @verifies RF-PORT-047
 */
static void what_is_no_line_is_told(void **state)
{
    PortMemory memory = reserve();
    PortLiveness life = {-1, -1};

    (void)state;
    assert_int_equal(port_liveness_make(&life), PORT_OK);
    const int32_t others[] = {life.keep, memory.descriptor, -1, 9999};
    const PortLiveness watching = {-1, life.watch};

    assert_true(port_liveness_fits(&life));
    assert_true(port_liveness_fits(&watching));
    for (size_t i = 0U; i < COUNT(others); i++) {
        const PortLiveness bad_watch = {life.keep, others[i]};

        assert_false(port_liveness_fits(&bad_watch));
        if (i > 0U) {
            const PortLiveness bad_keep = {others[i], life.watch};

            assert_int_equal(port_liveness_fits(&bad_keep), others[i] == -1);
        }
    }
    const PortLiveness swapped = {life.watch, life.keep};

    assert_false(port_liveness_fits(&swapped));
    ringfence_port_descriptor_close(life.keep);
    ringfence_port_descriptor_close(life.watch);
    port_memory_release(&memory);
}

/**
 * A process that may open no more descriptors is told so.
 * @verifies RF-PORT-007 RF-PORT-033 RF-PORT-036
 */
static void short_of_descriptors_is_told(void **state)
{
    PortMemory memory = reserve();
    PortLiveness life = {-7, -7};
    int32_t descriptor = -7;
    struct rlimit before;
    struct rlimit none;
    PortStatus results[3];
    const int lowest = dup(STDIN_FILENO);

    (void)state;
    assert_int_equal(close(lowest), 0);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = (rlim_t)lowest;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    results[0] = port_memory_share(&memory, false, &descriptor);
    results[1] = port_memory_share(&memory, true, &descriptor);
    results[2] = port_liveness_make(&life);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    for (size_t i = 0U; i < COUNT(results); i++) {
        assert_int_equal(results[i], PORT_NO_RESOURCE);
    }
    assert_int_equal(descriptor, -7);
    assert_int_equal(life.keep, -7);
    assert_int_equal(life.watch, -7);
    port_memory_release(&memory);
}

/**
 * Numbers are written as decimal digits without leading zeros.
 * @verifies RF-PORT-033
 */
static void digits_are_decimal(void **state)
{
    static const uint32_t numbers[] = {0U,   1U,     9U,          10U,         99U,
                                       100U, 65535U, 1000000000U, 2147483648U, 4294967295U};
    char expected[32];
    char text[PORT_DIGITS_MAX + 2U];

    (void)state;
    for (size_t i = 0U; i < COUNT(numbers); i++) {
        (void)memset(text, GUARD, sizeof(text));
        (void)snprintf(expected, sizeof(expected), "%u", numbers[i]);
        port_digits(numbers[i], text);
        assert_string_equal(text, expected);
        assert_int_equal(text[strlen(expected) + 1U], GUARD);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(adopted_memory_is_the_same_memory, nothing_is_left),
        cmocka_unit_test_teardown(what_is_no_such_memory_is_refused, nothing_is_left),
        cmocka_unit_test_teardown(pages_behind_the_end_do_not_count, nothing_is_left),
        cmocka_unit_test_teardown(copies_of_what_others_sent_are_foreign, nothing_is_left),
        cmocka_unit_test_teardown(descriptors_of_one_memory_are_the_same, nothing_is_left),
        cmocka_unit_test_teardown(memory_of_huge_pages_is_refused, nothing_is_left),
        cmocka_unit_test_teardown(descriptor_for_reading_gives_no_more, nothing_is_left),
        cmocka_unit_test_teardown(sealed_memory_gets_no_new_writers, nothing_is_left),
        cmocka_unit_test_teardown(memory_that_stays_open_is_never_sealed, nothing_is_left),
        cmocka_unit_test_teardown(fault_of_a_descriptor_is_no_refusal, nothing_is_left),
        cmocka_unit_test_teardown(note_is_its_threads, nothing_is_left),
        cmocka_unit_test_teardown(random_bytes_differ, nothing_is_left),
        cmocka_unit_test_teardown(too_few_random_bytes_are_none, nothing_is_left),
        cmocka_unit_test_teardown(line_is_over_when_the_last_keeper_is_killed, nothing_is_left),
        cmocka_unit_test_teardown(watcher_cannot_keep_the_line, nothing_is_left),
        cmocka_unit_test_teardown(what_is_no_line_is_told, nothing_is_left),
        cmocka_unit_test_teardown(short_of_descriptors_is_told, nothing_is_left),
        cmocka_unit_test_teardown(digits_are_decimal, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/share", tests, NULL, NULL);
}
