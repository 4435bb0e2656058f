/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file foreign.c
 * Memory whose file another process has, and may change at any moment.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/posix/foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "port/memory.h"
#include "port/posix/refuse.h"

/* MADV_POPULATE_READ and MADV_POPULATE_WRITE of Linux 5.14, which headers of some C libraries do
 * not name. */
#define ADVICE_READ  22
#define ADVICE_WRITE 23

/** What the system counts the bytes of a file in. */
#define BLOCK_SIZE 512U

/**
 * Says whether a file that has seals has pages of the ordinary size. Huge ones come from a store of
 * their own: a page that the other process gives back can then be missing, and an access ends the
 * process.
 */
static bool is_ordinary(int file)
{
    struct statfs system = {0};
    const bool is_told = (fstatfs(file, &system) == 0);

    if (!is_told) {
        port_refuse(CALL_FSTATFS, errno);
    }
    return is_told && ((uint32_t)system.f_type != (uint32_t)HUGETLBFS_MAGIC);
}

/** Says whether the pages of a file are there: this process would pay for those that are not. One
 * may be missing, so that nobody keeps others from the page of a sync object's waiters. */
static bool is_backed(const struct stat *file)
{
    const uint64_t there = (uint64_t)file->st_blocks * BLOCK_SIZE;

    return (there + port_page_size()) >= (uint64_t)file->st_size;
}

/** The seals of a file; negative: it is no memory, or the system does not tell. */
static int seals_of(int file)
{
    const int seals = fcntl(file, F_GET_SEALS);
    const int error = (seals < 0) ? errno : 0;

    /* What is no memory has none. */
    if ((error != 0) && (error != EINVAL) && (error != EBADF)) {
        port_refuse(CALL_FCNTL, error);
    }
    return seals;
}

/**
 * The seals are asked for first. Only memory has them, and the system answers that by itself;
 * whatever else is asked of a file could be held up by a process that serves it.
 *
 * @satisfies RF-PORT-032 RF-PORT-048
 */
int port_foreign_seals(int32_t descriptor, uint64_t size)
{
    const int needed = F_SEAL_SHRINK | F_SEAL_GROW;
    const int seals = seals_of((int)descriptor);
    struct stat file = {0};
    bool fits = (seals >= 0) && ((seals & needed) == needed);

    if (fits) {
        fits = is_ordinary((int)descriptor);
    }
    if (fits) {
        fits = (fstat((int)descriptor, &file) == 0);
        if (!fits) {
            port_refuse(CALL_FSTAT, errno);
        }
    }
    if (fits && (file.st_size == (off_t)size)) {
        fits = is_backed(&file);
    } else {
        fits = false;
    }
    return fits ? seals : -1;
}

int port_foreign_mode(int32_t descriptor)
{
    const int mode = fcntl((int)descriptor, F_GETFL);

    if (mode < 0) {
        port_refuse(CALL_FCNTL, errno);
    }
    return mode;
}

/** Bytes that are mapped page by page at a time: the system lets no other thread map meanwhile, and
 * more of what is missing is not paid for. At first it is so many pages. */
#define POPULATE_STEP  ((size_t)1024U * 1024U)
#define POPULATE_FIRST 2U

/** Bytes that the system has for a file, wherever they are. */
static uint64_t bytes_with_pages(int file)
{
    struct stat now = {0};
    const bool is_told = (fstat(file, &now) == 0);

    if (!is_told) {
        port_refuse(CALL_FSTAT, errno);
    }
    return is_told ? ((uint64_t)now.st_blocks * BLOCK_SIZE) : 0U;
}

/** @satisfies RF-PORT-284 */
bool port_populate(uint8_t *place, size_t bytes, int protection, int file)
{
    const uint32_t writes = (uint32_t)protection & (uint32_t)PROT_WRITE;
    int advice = ADVICE_READ;
    const uint64_t most = bytes_with_pages(file) + port_page_size();
    size_t step = (size_t)port_page_size() * POPULATE_FIRST;
    size_t at = 0U;
    bool has_pages = true;

    if (writes != 0U) {
        advice = ADVICE_WRITE;
    }

    while ((at < bytes) && has_pages) {
        const size_t left = bytes - at;
        const size_t now = (left < step) ? left : step;

        (void)madvise(&place[at], now, advice);
        has_pages = (bytes_with_pages(file) <= most);
        at += now;
        if (step < POPULATE_STEP) {
            step *= 2U;
        }
    }
    return has_pages;
}

/**
 * The file is mapped elsewhere first: a call that replaces a mapping can fail when it has given up
 * the old one, if the other process seals the file at that moment, and another thread could be
 * given the addresses.
 *
 * @satisfies RF-PORT-049
 */
bool port_map_over(void *place, uint64_t size, int protection, int32_t descriptor)
{
    const size_t bytes = (size_t)size;
    bool mapped = false;
    void *const fresh = mmap(NULL, bytes, protection, MAP_SHARED, (int)descriptor, 0);

    if (fresh == MAP_FAILED) {
        port_refuse(CALL_MMAP, errno);
    } else {
        if (port_populate(fresh, bytes, protection, (int)descriptor)) {
            mapped =
                (mremap(fresh, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) != MAP_FAILED);
            if (!mapped) {
                port_refuse(CALL_MREMAP, errno);
            }
        } else {
            errno = EBADF;
        }
        if (!mapped) {
            const int error = errno;

            (void)munmap(fresh, bytes);
            errno = error;
        }
    }
    return mapped;
}
