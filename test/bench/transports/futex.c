/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file futex.c
 * The limit of a waiter that sleeps: a word, and the kernel's wait and wake for it.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../bench.h"

typedef struct {
    _Alignas(BENCH_LINE) _Atomic uint32_t sent;
} Word;

static Word *word_of(const Side *side, uint32_t index)
{
    return &((Word *)(void *)side->pair->room)[index];
}

static long futex(const Side *side, Word *word, int operation, uint32_t value)
{
    const int flag = side->pair->cell.processes ? 0 : FUTEX_PRIVATE_FLAG;

    return syscall(SYS_futex, &word->sent, operation | flag, value, NULL, NULL, 0);
}

static bool futex_send(Side *side)
{
    Word *const mine = word_of(side, side->index);

    (void)atomic_fetch_add(&mine->sent, 1U);
    return (futex(side, mine, FUTEX_WAKE, 1U) >= 0) || bench_fail(side, "FUTEX_WAKE");
}

static bool futex_wait(Side *side)
{
    Word *const other = word_of(side, 1U - side->index);
    const uint32_t mine = atomic_load(&word_of(side, side->index)->sent);
    const uint32_t before = (side->index == 0U) ? (mine - 1U) : mine;
    bool good = true;

    while (good && (atomic_load(&other->sent) == before)) {
        good = (futex(side, other, FUTEX_WAIT, before) == 0) || (errno == EAGAIN) ||
               (errno == EINTR) || bench_fail(side, "FUTEX_WAIT");
    }
    return good;
}

const Transport transport_futex = {"futex", false, NULL, NULL, NULL, futex_send, futex_wait, NULL};
