/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file process.c
 * What tells this process from others, and what the system tells each process, on Linux.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/atomic.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/posix/refuse.h"
#include "port/random.h"
#include "port/status.h"
#include "port/wait.h"

#define MIX_STEP     0x9E3779B97F4A7C15ULL
#define MIX_FACTOR_1 0xBF58476D1CE4E5B9ULL
#define MIX_FACTOR_2 0x94D049BB133111EBULL
#define MIX_SHIFT_1  30U
#define MIX_SHIFT_2  27U
#define MIX_SHIFT_3  31U
/** The number of a process lies below the time. */
#define TIME_SHIFT 22U

/** Bytes that the system gives whole. */
#define RANDOM_MAX 256U
/** Page of a system that does not tell: rounding to less than a page is corrected by the system. */
#define PAGE_SIZE_LEAST 4096U

/** Fills bytes with random ones. Gives 0, or the error of the system: EIO if it gave fewer. */
static int draw_bytes(void *bytes, uint64_t size)
{
    int error = EINVAL;

    if (size <= RANDOM_MAX) {
        const int32_t held = ringfence_port_cancel_hold();

        do {
            const ssize_t count = getrandom(bytes, (size_t)size, 0U);

            if (count < 0) {
                error = errno;
            } else {
                error = (count == (ssize_t)size) ? 0 : EIO;
            }
        } while (error == EINTR);
        ringfence_port_cancel_resume(held);
    }
    return error;
}

/** @satisfies RF-PORT-035 */
PortStatus port_random(void *bytes, uint64_t size)
{
    const int error = draw_bytes(bytes, size);

    if (error != 0) {
        port_refuse(CALL_GETRANDOM, error);
    }
    return (error == 0) ? PORT_OK : PORT_FAILED;
}

/** @satisfies RF-PORT-001 */
uint64_t port_page_size(void)
{
    const long size = sysconf(_SC_PAGESIZE);

    return (size > 0L) ? (uint64_t)size : PAGE_SIZE_LEAST;
}

/** Maps different numbers to different ones, and a change of one bit to one of half of all. */
static uint64_t mix(uint64_t number)
{
    uint64_t mixed = number + MIX_STEP;

    mixed = (mixed ^ (mixed >> MIX_SHIFT_1)) * MIX_FACTOR_1;
    mixed = (mixed ^ (mixed >> MIX_SHIFT_2)) * MIX_FACTOR_2;
    return mixed ^ (mixed >> MIX_SHIFT_3);
}

PortOnce64 g_port_first_secret;

/** Place of the number of this process, which a forked child finds empty; NULL: there is none.
 * Under the library's lock. */
static uint64_t *g_wiped_secret;

/** Asks the system for that place, once. */
static void ask_for_place(void)
{
    static bool is_asked = false;
    const size_t size = (size_t)port_page_size();

    if (!is_asked) {
        void *const page =
            mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        is_asked = true;
        if (page != MAP_FAILED) {
            if (madvise(page, size, MADV_WIPEONFORK) == 0) {
                g_wiped_secret = page;
            } else {
                (void)munmap(page, size);
            }
        }
    }
}

/** Draws the number of this process, unless it has one. */
static uint64_t drawn_secret(void)
{
    static uint64_t secret;
    /* Process that drew it; 0: none did. */
    static pid_t owner;
    const pid_t process = getpid();

    if (owner != process) {
        if (draw_bytes(&secret, sizeof(secret)) != 0) {
            secret = mix((ringfence_port_time_us() << TIME_SHIFT) ^ (uint64_t)process);
        }
        if (owner == 0) {
            port_once64_put(&g_port_first_secret, secret);
        }
        owner = process;
    }
    return secret;
}

/** @satisfies RF-CORE-205 RF-CORE-206 RF-CORE-207 RF-SYNC-200 */
uint64_t port_secret(void)
{
    uint64_t secret = (g_wiped_secret != NULL) ? *g_wiped_secret : 0U;

    if (secret == 0U) {
        secret = drawn_secret();
        ask_for_place();
        if (g_wiped_secret != NULL) {
            *g_wiped_secret = secret;
        }
    }
    return secret;
}
