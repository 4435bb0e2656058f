/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file space.c
 * Memory of channels on Linux: files without a name, mapped at addresses that stay.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "port/descriptor.h"
#include "port/memory.h"
#include "port/posix/file.h"
#include "port/posix/foreign.h"
#include "port/posix/refuse.h"
#include "port/status.h"

uint32_t port_va_count(void)
{
    return PORT_VA_MOST;
}

static PortStatus status_of_map(int error)
{
    return (error == ENOMEM) ? PORT_NO_MEMORY : PORT_FAILED;
}

/** Has addresses for memory of another process.
 * @satisfies RF-IPC-311 */
static PortStatus hold_addresses(uint64_t size, PortMemory *memory)
{
    PortStatus status = PORT_OK;
    const uint64_t page = port_page_size();
    const uint64_t rounded = ((size + page) - 1U) & ~(page - 1U);
    uint8_t *space = NULL;

    if (!port_file_fits(rounded * PORT_VA_MOST)) {
        /* The other end has as many memories, so it would not come. */
        status = PORT_NO_MEMORY;
    } else {
        space = mmap(NULL, (size_t)rounded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                     -1, 0);
        if (space == MAP_FAILED) {
            const int error = errno;

            port_refuse(CALL_MMAP, error);
            status = status_of_map(error);
        }
    }
    if (status == PORT_OK) {
        memory->base = space;
        memory->view = NULL;
        memory->size = rounded;
        memory->alignment = page;
        memory->descriptor = -1;
    }
    return status;
}

/** @satisfies RF-IPC-225 RF-IPC-270 */
PortStatus port_va_reserve(uint64_t size, bool makes, PortMemory *memory)
{
    PortStatus status = PORT_OK;

    if (makes) {
        status = port_memory_reserve(size, 1U, memory);
        if (status == PORT_OK) {
            status = port_memory_keep_open(memory);
            if (status != PORT_OK) {
                port_memory_release(memory);
            }
        }
    } else {
        status = hold_addresses(size, memory);
    }
    return status;
}

PortStatus port_va_make(PortMemory *memory)
{
    int32_t descriptor = -1;
    PortStatus status = port_file_make(memory->size, &descriptor);

    if (status == PORT_OK) {
        (void)fcntl((int)descriptor, F_ADD_SEALS, F_SEAL_SEAL);
        if (port_map_over(memory->base, memory->size, PROT_READ | PROT_WRITE, descriptor)) {
            ringfence_port_descriptor_close(memory->descriptor);
            memory->descriptor = descriptor;
        } else {
            status = status_of_map(errno);
            ringfence_port_descriptor_close(descriptor);
        }
    }
    return status;
}

/** Says whether memory that another process has, or had, is as a channel needs it, and stays so: it
 * can be read and written, and takes no seal any more. */
static bool is_usable(int32_t descriptor, uint64_t size)
{
    const int seals = port_foreign_seals(descriptor, size);
    const int mode = (seals < 0) ? -1 : port_foreign_mode(descriptor);
    const int asked = F_SEAL_SEAL | F_SEAL_WRITE | F_SEAL_FUTURE_WRITE;

    return (seals >= 0) && ((seals & asked) == F_SEAL_SEAL) && (mode >= 0) &&
           ((mode & O_ACCMODE) == O_RDWR);
}

/** @satisfies RF-IPC-271 */
PortStatus port_va_renew(const PortMemory *memory)
{
    const size_t bytes = (size_t)memory->size;
    PortStatus status = PORT_FAILED;

    if (is_usable(memory->descriptor, memory->size)) {
        void *const place = memory->base;

        if (port_populate(place, bytes, PROT_READ | PROT_WRITE, (int)memory->descriptor)) {
            (void)memset(place, 0, bytes);
            status = PORT_OK;
        }
    }
    return status;
}

/** Has nothing at a place; its addresses are held. */
static void empty_place(const PortMemory *memory, int over)
{
    const void *const held = mmap(memory->base, (size_t)memory->size, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | over, -1, 0);

    /* Where it fails what was there stays. */
    (void)held;
}

/**
 * Maps a file over the addresses that are held, and asks for no others. The file takes no seal any
 * more, so nothing that its process does can have the call fail; where the system has no memory for
 * it, the addresses are held again.
 *
 * @satisfies RF-PORT-049 RF-IPC-270
 */
static PortStatus take_place(const PortMemory *memory, int32_t descriptor)
{
    PortStatus status = PORT_OK;
    const size_t bytes = (size_t)memory->size;
    void *const place = memory->base;
    const void *const mapped =
        mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, (int)descriptor, 0);

    if (mapped == MAP_FAILED) {
        const int error = errno;

        port_refuse(CALL_MMAP, error);
        status = status_of_map(error);
        empty_place(memory, MAP_FIXED_NOREPLACE);
    } else if (!port_populate(place, bytes, PROT_READ | PROT_WRITE, (int)descriptor)) {
        status = PORT_FAILED;
        empty_place(memory, MAP_FIXED);
    } else {
        status = PORT_OK;
    }
    return status;
}

PortStatus port_va_adopt(PortMemory *memory, int32_t descriptor)
{
    PortStatus status = PORT_FAILED;

    /* Memory that takes no seal any more refuses this one. */
    (void)fcntl((int)descriptor, F_ADD_SEALS, F_SEAL_SEAL);
    if (is_usable(descriptor, memory->size)) {
        status = take_place(memory, descriptor);
    }
    return status;
}
