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
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "port/descriptor.h"
#include "port/memory.h"
#include "port/posix/file.h"
#include "port/posix/foreign.h"
#include "port/status.h"

/**
 * As many addresses again are needed for a moment when memory comes. A process that may not have
 * them is told here.
 *
 * @satisfies RF-IPC-225
 */
PortStatus port_va_reserve(uint64_t size, bool makes, PortMemory *memory)
{
    PortStatus status = PORT_OK;
    const uint64_t page = port_page_size();
    const uint64_t rounded = ((size + page) - 1U) & ~(page - 1U);
    uint8_t *const space = mmap(NULL, (size_t)rounded * 2U, PROT_NONE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    (void)makes;
    if (space == MAP_FAILED) {
        status = PORT_NO_MEMORY;
    } else {
        (void)munmap(&space[rounded], (size_t)rounded);
        memory->base = space;
        memory->view = NULL;
        memory->size = rounded;
        memory->alignment = page;
        memory->descriptor = -1;
    }
    return status;
}

static PortStatus status_of_map(int error)
{
    return (error == ENOMEM) ? PORT_NO_MEMORY : PORT_FAILED;
}

/** Maps a file over the reserved addresses. What was there stays if it cannot be done. */
static PortStatus place(void *start, uint64_t size, int32_t descriptor)
{
    PortStatus status = PORT_OK;

    if (!port_map_over(start, size, PROT_READ | PROT_WRITE, descriptor)) {
        status = status_of_map(errno);
    }
    return status;
}

PortStatus port_va_make(PortMemory *memory)
{
    int32_t descriptor = -1;
    PortStatus status = port_file_make(memory->size, &descriptor);

    if (status == PORT_OK) {
        status = place(memory->base, memory->size, descriptor);
        if (status == PORT_OK) {
            memory->descriptor = descriptor;
        } else {
            ringfence_port_descriptor_close(descriptor);
        }
    }
    return status;
}

PortStatus port_va_adopt(PortMemory *memory, int32_t descriptor)
{
    const int seals = port_foreign_seals(descriptor, memory->size);
    const int refused = F_SEAL_WRITE | F_SEAL_FUTURE_WRITE;
    PortStatus status = PORT_FAILED;

    if ((seals >= 0) && ((seals & refused) == 0)) {
        status = place(memory->base, memory->size, descriptor);
    }
    return status;
}
