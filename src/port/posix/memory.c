/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.c
 * Shareable memory on Linux: a memfd, mapped writable and, on request, read-only.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "port/atomic.h"
#include "port/descriptor.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/posix/child.h"
#include "port/posix/digits.h"
#include "port/posix/file.h"
#include "port/posix/foreign.h"
#include "port/posix/limit.h"
#include "port/posix/refuse.h"
#include "port/status.h"
#include "port/wait.h"

/** Bytes of a file that are allocated at a time. An interrupted call undoes its own bytes, so that
 * a large step would never end in a program whose timers fire often. */
#define BACKING_STEP 262144U
/** Bytes between two looks at what the system has left: a multiple of the step. */
#define LOOK_STEP 16777216U
/** Bytes of a file for one byte that the system needs for its pages, and bytes for the rest of the
 * process. */
#define TABLES_SHARE  64U
#define PROCESS_SHARE 1048576U
/** A look that finds so much left is good for small reservations of so many bytes together, for so
 * many milliseconds. */
#define SPARE_LEAST 67108864U
#define SPARE_BYTES 1048576U
#define SPARE_MS    100U
/** Bytes of a small reservation at most. */
#define SMALL_BYTES 65536U
/** In the word of what is spare: the bytes are below the time up to which they are. */
#define SPARE_SHIFT 24U
#define SPARE_MASK  0xFFFFFFU
#define US_PER_MS   1000U
/** Signals that may interrupt one step. */
#define INTERRUPTIONS_MAX 16U

/** Bytes that reservations under way have still to allocate. */
static PortAtomic64 g_promised;
/** Bytes that need no look of their own; above SPARE_SHIFT the millisecond up to which. */
static PortAtomic64 g_spare;

/** Mapping with an alignment: address space first, the file over its aligned part. */
typedef struct {
    void *address;
    PortStatus status;
} Mapping;

/** @satisfies RF-PORT-007 RF-PORT-012 */
static PortStatus status_of_errno(int error)
{
    PortStatus status = PORT_FAILED;

    if ((error == ENOMEM) || (error == ENOSPC) || (error == EFBIG) || (error == EOVERFLOW) ||
        (error == EINVAL)) {
        status = PORT_NO_MEMORY;
    } else if ((error == EMFILE) || (error == ENFILE)) {
        status = PORT_NO_RESOURCE;
    } else {
        status = PORT_FAILED;
    }
    return status;
}

/**
 * What an error of a call is to a caller of the port; it is noted.
 *
 * @satisfies RF-PORT-350
 */
static PortStatus status_of_mapping(PortCall call, int error)
{
    port_refuse(call, error);
    return status_of_errno(error);
}

/** Nothing is set aside before it is asked for. */
uint64_t port_memory_missing(void)
{
    return 0U;
}

/**
 * More than the machine's memory can never be backed; asking the kernel for it would end the
 * process.
 * @satisfies RF-PORT-005
 */
bool port_file_fits(uint64_t size)
{
    struct sysinfo info = {0};
    const int result = sysinfo(&info);

    if (result != 0) {
        port_refuse(CALL_SYSINFO, errno);
    }
    return (result == 0) && (size <= ((uint64_t)info.totalram * (uint64_t)info.mem_unit));
}

static void unmap(uint8_t *start, uint64_t size)
{
    if (size > 0U) {
        if (munmap(start, (size_t)size) != 0) {
            port_refuse(CALL_MUNMAP, errno);
        }
    }
}

/** Bytes from an address to the next multiple of the alignment. */
static uint64_t distance_to_multiple(const uint8_t *start, uint64_t alignment)
{
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-002 the system places mappings by their address */
    const uint64_t address = (uint64_t)(uintptr_t)start;

    return (alignment - (address & (alignment - 1U))) & (alignment - 1U);
}

/**
 * Maps the descriptor at a multiple of the alignment. What is left over of the addresses had no
 * memory.
 * @satisfies RF-PORT-004 RF-BUF-201
 */
static Mapping map_aligned(int descriptor, uint64_t size, uint64_t alignment, int protection)
{
    Mapping mapping = {NULL, PORT_OK};
    const uint64_t slack = alignment - port_page_size();
    uint8_t *const space = mmap(NULL, (size_t)(size + slack), PROT_NONE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (space == MAP_FAILED) {
        mapping.status = status_of_mapping(CALL_MMAP, errno);
    } else {
        const uint64_t before = distance_to_multiple(space, alignment);

        if (!port_map_over(&space[before], size, protection, (int32_t)descriptor)) {
            mapping.status = status_of_errno(errno);
            unmap(space, size + slack);
        } else {
            mapping.address = &space[before];
            unmap(space, before);
            unmap(&space[before + size], slack - before);
        }
    }
    return mapping;
}

/**
 * Allocates a range of a file. A signal may interrupt that; then it is tried again, a bounded
 * number of times.
 * @satisfies RF-PORT-013
 */
static bool back_range(int file, uint64_t start, uint64_t size)
{
    const int32_t held = ringfence_port_cancel_hold();
    int result = fallocate(file, 0, (off_t)start, (off_t)size);

    for (uint32_t i = 0U; (i < INTERRUPTIONS_MAX) && (result != 0); i++) {
        /* cppcheck-suppress misra-c2012-22.10 ; DEV-009 fallocate() sets errno when it fails */
        if (errno == EINTR) {
            result = fallocate(file, 0, (off_t)start, (off_t)size);
        }
    }
    if (result != 0) {
        port_refuse(CALL_FALLOCATE, errno);
    }
    ringfence_port_cancel_resume(held);
    return result == 0;
}

/** Says whether the system has so many bytes left, and some for the tables of their pages and the
 * rest of the process. */
static bool is_left(uint64_t size, uint64_t left)
{
    const uint64_t more = (size / TABLES_SHARE) + PROCESS_SHARE;

    return (left >= more) && (size <= (left - more));
}

uint64_t port_memory_spare(uint64_t size)
{
    const uint64_t left = port_memory_left();
    const uint64_t promised = port_load64(&g_promised);
    const uint64_t more = (promised + ((promised + size) / TABLES_SHARE)) + PROCESS_SHARE;
    uint64_t room = 0U;

    if (left > more) {
        room = left - more;
    }
    return (room < size) ? room : size;
}

/** Milliseconds of the clock that never goes back. */
static uint64_t now_ms(void)
{
    return ringfence_port_time_us() / US_PER_MS;
}

/** Notes that a look found a lot. */
static void note_spare(uint64_t left)
{
    if (left >= SPARE_LEAST) {
        port_store64(&g_spare, ((now_ms() + SPARE_MS) << SPARE_SHIFT) | SPARE_BYTES);
    }
}

/** Takes bytes of what a look found a moment ago; false: a look is needed.
 * @satisfies RF-PORT-241 */
static bool take_spare(uint64_t size)
{
    uint64_t spare = port_load64(&g_spare);
    bool taken = false;
    bool fits = (size <= SMALL_BYTES) && ((spare >> SPARE_SHIFT) > now_ms());

    while (fits && (!taken)) {
        fits = ((spare & SPARE_MASK) >= size);
        if (fits) {
            taken = port_swap64_if(&g_spare, spare, spare - size);
            spare = port_load64(&g_spare);
        }
    }
    return taken;
}

/**
 * Looks at what the system has left, and promises bytes to a reservation if they are there besides
 * all that was promised before.
 * @satisfies RF-PORT-241
 */
static bool look_and_promise(uint64_t size)
{
    const uint64_t left = port_memory_left();
    uint64_t promised = port_load64(&g_promised);
    bool fits = is_left(promised + size, left);
    bool done = false;

    while (fits && (!done)) {
        done = port_swap64_if(&g_promised, promised, promised + size);
        if (!done) {
            promised = port_load64(&g_promised);
            fits = is_left(promised + size, left);
        }
    }
    if (done) {
        note_spare(left);
    }
    return done;
}

/** Promises bytes to a reservation, if the system has them. */
static bool promise(uint64_t size)
{
    bool done = take_spare(size);

    if (done) {
        (void)port_add64(&g_promised, size);
    } else {
        done = look_and_promise(size);
    }
    return done;
}

/** Takes back a promise, of which the file has what it needed. */
static void settle_promise(uint64_t size)
{
    (void)port_add64(&g_promised, 0U - size);
}

/**
 * Allocates all bytes of a file, in steps. Other processes take memory meanwhile, so it is looked
 * again and again whether what is promised is left; memory that is not is ENOMEM.
 * @satisfies RF-PORT-241
 */
static bool back_file(int file, uint64_t size)
{
    bool backed = promise(size);
    uint64_t start = 0U;

    if (!backed) {
        errno = ENOMEM;
    }
    while ((start < size) && backed) {
        const uint64_t rest = size - start;
        const uint64_t step = (rest < BACKING_STEP) ? rest : BACKING_STEP;

        if ((start > 0U) && ((start % LOOK_STEP) == 0U)) {
            backed = is_left(port_load64(&g_promised), port_memory_left());
        }
        if (backed) {
            backed = back_range(file, start, step);
        } else {
            errno = ENOMEM;
        }
        if (backed) {
            settle_promise(step);
            start += step;
        } else {
            const int error = errno;

            settle_promise(rest);
            errno = error;
        }
    }
    return backed;
}

/**
 * Makes a file of `size` zeroed, allocated bytes. Other users cannot open it anew for writing.
 * @satisfies RF-PORT-011 RF-PORT-046
 */
static PortStatus make_file(uint64_t size, int *descriptor)
{
    PortStatus status = PORT_OK;
    const int file = memfd_create("ringfence", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const int error = (file < 0) ? errno : port_file_resize(file, size);

    if (file < 0) {
        status = status_of_mapping(CALL_MEMFD_CREATE, error);
    } else if (error != 0) {
        status = status_of_errno(error);
    } else if (fchmod(file, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH) != 0) {
        status = status_of_mapping(CALL_FCHMOD, errno);
    } else if (!back_file(file, size)) {
        status = status_of_errno(errno);
    } else if (fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
        status = status_of_mapping(CALL_FCNTL, errno);
    } else {
        *descriptor = file;
    }
    if (status != PORT_OK) {
        ringfence_port_descriptor_close((int32_t)file);
    }
    return status;
}

/** Checked sum and rounding; says whether the mapping's size can be expressed and backed at all. */
static bool plan_size(uint64_t size, uint64_t alignment, uint64_t *rounded)
{
    const uint64_t page = port_page_size();
    bool fits = (size <= ((uint64_t)INT64_MAX - page)) && (alignment <= ((uint64_t)INT64_MAX / 2U));

    if (fits) {
        *rounded = ((size + page) - 1U) & ~(page - 1U);
        fits = (*rounded <= ((uint64_t)INT64_MAX - alignment));
    }
    if (fits) {
        fits = port_file_fits(*rounded);
    }
    return fits;
}

PortStatus port_file_make(uint64_t size, int32_t *descriptor)
{
    PortStatus status = PORT_NO_MEMORY;
    uint64_t rounded = 0U;
    int file = -1;

    if (plan_size(size, port_page_size(), &rounded)) {
        status = make_file(rounded, &file);
    }
    if (status == PORT_OK) {
        *descriptor = (int32_t)file;
    }
    return status;
}

/** @satisfies RF-PORT-002 RF-PORT-003 RF-PORT-006 */
PortStatus port_memory_reserve(uint64_t size, uint64_t alignment, PortMemory *memory)
{
    PortStatus status = PORT_OK;
    const uint64_t page = port_page_size();
    const uint64_t step = (alignment < page) ? page : alignment;
    uint64_t rounded = 0U;
    int descriptor = -1;

    if (!plan_size(size, step, &rounded)) {
        status = PORT_NO_MEMORY;
    }
    if (status == PORT_OK) {
        status = make_file(rounded, &descriptor);
    }
    if (status == PORT_OK) {
        const Mapping mapping = map_aligned(descriptor, rounded, step, PROT_READ | PROT_WRITE);

        status = mapping.status;
        if (status == PORT_OK) {
            memory->base = mapping.address;
            memory->view = NULL;
            memory->size = rounded;
            memory->alignment = step;
            memory->descriptor = (int32_t)descriptor;
        } else {
            ringfence_port_descriptor_close((int32_t)descriptor);
        }
    }
    return status;
}

/** @satisfies RF-PORT-008 RF-PORT-009 */
PortStatus port_memory_view(PortMemory *memory)
{
    PortStatus status = PORT_OK;

    if (memory->view == NULL) {
        const Mapping mapping =
            map_aligned(memory->descriptor, memory->size, memory->alignment, PROT_READ);

        status = mapping.status;
        memory->view = mapping.address;
    }
    return status;
}

/** Says whether a descriptor is memory of this size that stays as it is. */
static PortStatus check_memory(int32_t descriptor, uint64_t size, bool writable)
{
    const int seals = port_foreign_seals(descriptor, size);
    const int mode = port_foreign_mode(descriptor);
    const int forbidding = F_SEAL_WRITE | F_SEAL_FUTURE_WRITE;
    PortStatus status = PORT_OK;

    if ((seals < 0) || (mode < 0) || ((mode & O_ACCMODE) == O_WRONLY)) {
        /* What is open for writing alone cannot be mapped at all. */
        status = PORT_FAILED;
    } else if (writable && (((mode & O_ACCMODE) != O_RDWR) || ((seals & forbidding) != 0))) {
        status = PORT_DENIED;
    } else {
        status = PORT_OK;
    }
    return status;
}

/** @satisfies RF-PORT-032 */
PortStatus port_memory_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, bool writable,
                             PortMemory *memory)
{
    PortStatus status = PORT_FAILED;
    const uint64_t page = port_page_size();
    const uint64_t step = (alignment < page) ? page : alignment;
    uint64_t rounded = 0U;

    if (plan_size(size, step, &rounded)) {
        status = check_memory(descriptor, rounded, writable);
    }
    if (status == PORT_OK) {
        const int protection = writable ? (PROT_READ | PROT_WRITE) : PROT_READ;
        const Mapping mapping = map_aligned((int)descriptor, rounded, step, protection);

        status = mapping.status;
        if (status == PORT_OK) {
            memory->base = writable ? mapping.address : NULL;
            memory->view = writable ? NULL : mapping.address;
            memory->size = rounded;
            memory->alignment = step;
            memory->descriptor = descriptor;
        }
    }
    return status;
}

/** Opens what a descriptor names once more, for reading only. */
static int open_again(int32_t descriptor)
{
    static const char prefix[] = "/proc/self/fd/";
    char path[sizeof(prefix) + PORT_DIGITS_MAX];
    size_t at = sizeof(prefix) - 1U;
    int file = -1;
    int32_t held = 0;

    (void)memset(path, 0, sizeof(path));
    (void)memcpy(path, prefix, at);
    port_digits((uint32_t)descriptor, &path[at]);
    held = ringfence_port_cancel_hold();
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        const int error = errno;

        /* Without /proc there is no such name. */
        if (error != ENOENT) {
            port_refuse(CALL_OPEN, error);
        }
    }
    ringfence_port_cancel_resume(held);
    return file;
}

/** Says whether no new mapping of a file can be written. */
static bool is_sealed(int32_t descriptor)
{
    const int seals = fcntl((int)descriptor, F_GET_SEALS);

    return (seals >= 0) && ((seals & F_SEAL_FUTURE_WRITE) != 0);
}

/**
 * Makes a descriptor that cannot be written through. Without /proc there is no name to open the
 * file by; then only the seal holds the reader.
 *
 * @satisfies RF-PORT-033 RF-PORT-234
 */
static int make_readable(int32_t descriptor)
{
    int made = open_again(descriptor);
    const int error = (made < 0) ? errno : 0;

    if (error == ENOENT) {
        const bool sealed = is_sealed(descriptor);

        made = sealed ? fcntl((int)descriptor, F_DUPFD_CLOEXEC, 0) : -1;
    }
    return made;
}

/** @satisfies RF-PORT-033 */
PortStatus port_memory_share(const PortMemory *memory, bool writable, int32_t *descriptor)
{
    PortStatus status = PORT_DENIED;

    /* Who may not write it cannot pass that on. */
    if ((!writable) || (memory->base != NULL)) {
        const int made = writable ? fcntl((int)memory->descriptor, F_DUPFD_CLOEXEC, 0)
                                  : make_readable(memory->descriptor);

        status = (made >= 0) ? PORT_OK : status_of_errno(errno);
        if ((status != PORT_OK) && writable) {
            port_refuse(CALL_FCNTL, errno);
        }
        if (status == PORT_OK) {
            *descriptor = (int32_t)made;
        }
    }
    return status;
}

/** @satisfies RF-PORT-060 */
PortStatus ringfence_port_descriptor_copy(int32_t descriptor, int32_t *copy)
{
    PortStatus status = PORT_OK;
    int made = -1;

    port_child_hold();
    made = fcntl((int)descriptor, F_DUPFD_CLOEXEC, 0);
    if (made < 0) {
        status = status_of_mapping(CALL_FCNTL, errno);
    } else if (port_child_is_foreign(descriptor)) {
        port_child_note_foreign((int32_t)made);
    } else {
        /* It is this process's own. */
    }
    port_child_let();
    if (status == PORT_OK) {
        *copy = (int32_t)made;
    }
    return status;
}

/** @satisfies RF-PORT-034 */
PortStatus port_memory_seal(const PortMemory *memory)
{
    const int seals = fcntl((int)memory->descriptor, F_GET_SEALS);
    PortStatus status = PORT_FAILED;

    if (seals >= 0) {
        if ((seals & F_SEAL_FUTURE_WRITE) != 0) {
            status = PORT_OK;
        } else if ((seals & F_SEAL_SEAL) != 0) {
            /* Its maker lets nobody add one: that is no refusal of the system. */
            status = PORT_FAILED;
        } else if (fcntl((int)memory->descriptor, F_ADD_SEALS, F_SEAL_FUTURE_WRITE) == 0) {
            status = PORT_OK;
        } else {
            port_refuse(CALL_FCNTL, errno);
            status = PORT_FAILED;
        }
    } else {
        port_refuse(CALL_FCNTL, errno);
    }
    return status;
}

/** @satisfies RF-PORT-050 */
PortStatus port_memory_keep_open(const PortMemory *memory)
{
    const int result = fcntl((int)memory->descriptor, F_ADD_SEALS, F_SEAL_SEAL);

    return (result == 0) ? PORT_OK : status_of_mapping(CALL_FCNTL, errno);
}

/** @satisfies RF-PORT-010 */
void port_memory_release(PortMemory *memory)
{
    if (memory->base != NULL) {
        unmap(memory->base, memory->size);
        memory->base = NULL;
    }
    if (memory->view != NULL) {
        /* cppcheck-suppress misra-c2012-11.4 ; DEV-003 unmapping takes a writable pointer and does
         * not write */
        unmap((uint8_t *)(uintptr_t)memory->view, memory->size);
        memory->view = NULL;
    }
    ringfence_port_descriptor_close(memory->descriptor);
    memory->descriptor = -1;
}

/**
 * mremap() of no byte makes another mapping of shared memory, also where new mappings for writing
 * are sealed off.
 *
 * @satisfies RF-PORT-353
 */
void *ringfence_port_pages_again(const void *pages, size_t bytes)
{
    void *place = NULL;
    void *again = NULL;

    /* The pages are not written through this pointer. */
    (void)memcpy(&place, &pages, sizeof(place));
    again = mremap(place, 0U, bytes, MREMAP_MAYMOVE);
    if (again == MAP_FAILED) {
        port_refuse_beside(CALL_MREMAP, errno);
        again = NULL;
    }
    return again;
}

/** @satisfies RF-PORT-353 */
void ringfence_port_pages_end(void *pages, size_t bytes)
{
    if (munmap(pages, bytes) != 0) {
        port_refuse_beside(CALL_MUNMAP, errno);
    }
}
