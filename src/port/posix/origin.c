/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file origin.c
 * Files that the process was loaded from.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/origin.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/** The address to look for, and where the path goes. */
typedef struct {
    uintptr_t address;
    char *path;
    size_t size;
    bool found;
    /** The program itself was looked at: it is the first object. */
    bool is_beyond;
} OriginSearch;

/** Says whether an object was loaded to an address. */
static bool object_has(const struct dl_phdr_info *info, uintptr_t address)
{
    bool has = false;

    for (uint32_t i = 0U; i < (uint32_t)info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
        const uintptr_t begin = (uintptr_t)info->dlpi_addr + (uintptr_t)part->p_vaddr;

        if (part->p_type == (uint32_t)PT_LOAD) {
            has = has || ((address >= begin) && ((address - begin) < (uintptr_t)part->p_memsz));
        }
    }
    return has;
}

/** Copies the name of the object that has the address: it may be unloaded later. That of the
 * program is empty, whatever the C library calls it. */
static int copy_origin(struct dl_phdr_info *info, size_t size, void *data)
{
    OriginSearch *const search = data;

    (void)size;
    if (object_has(info, search->address)) {
        const size_t length = search->is_beyond ? strlen(info->dlpi_name) : 0U;
        const size_t from = (length < search->size) ? 0U : ((length + 1U) - search->size);

        (void)memcpy(search->path, &info->dlpi_name[from], length - from);
        search->path[length - from] = '\0';
        search->found = true;
    }
    search->is_beyond = true;
    return search->found ? 1 : 0;
}

/** @satisfies RF-PORT-257 */
void port_origin(const void *address, char *path, size_t size)
{
    OriginSearch search = {0U, path, size, false, false};

    /* The dynamic linker has addresses as numbers. */
    (void)memcpy(&search.address, &address, sizeof(search.address));
    path[0] = '\0';
    (void)dl_iterate_phdr(&copy_origin, &search);
}
