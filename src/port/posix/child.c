/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file child.c
 * What a forked child must not keep of its parent, on Linux.
 *
 * A peer sees the end of a process when the last descriptor of a socket or of a liveness pipe is
 * closed. A child has copies of all. So those that tell the end are noted, one bit for each number,
 * and fork() has the child put a socket that is connected to nothing in their places: the numbers
 * stay taken, and what the child calls by mistake fails without touching its parent.
 *
 * What another process sent is noted as foreign. Closing it can take as long as that process likes,
 * so neither the lock nor a child waits for that: it is given up, and the thread of closer.c closes
 * it. A descriptor that is foreign and not noted is one that was given up.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls on this word alone
 */
#define _GNU_SOURCE

#include "port/posix/child.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
/* cppcheck-suppress misra-c2012-21.5 ; DEV-030 the mask of signals is behind this header */
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#include "port/atomic.h"
#include "port/lock.h"
#include "port/posix/limit.h"
#include "port/posix/refuse.h"
#include "port/random.h"

/** Numbers that a descriptor may have: what Linux allows unless it is told otherwise. */
#define NUMBERS   1048576U
#define WORD_BITS 32U

/** Over the notes, and over each call that makes or closes what they are about. */
static pthread_mutex_t g_child_lock = PTHREAD_MUTEX_INITIALIZER;
/** A bit for each descriptor that a child gives up. */
static uint32_t g_child_notes[NUMBERS / WORD_BITS];
/** A bit for each descriptor that another process sent, or that was given up. */
static uint32_t g_child_foreign[NUMBERS / WORD_BITS];
/** Words of these which may not be zero. */
static uint32_t g_child_words = 0U;
/** Whether the C library knows the functions below. */
static bool g_child_known = false;
/** Descriptors that were given up and are not closed. */
static PortAtomic32 g_child_given;
/** Signals that who has the lock took before, and whether they wait. */
static sigset_t g_child_signals;
static bool g_child_signals_wait = false;
/** Number of this process. */
static uint64_t g_child_number = 0U;

/**
 * A handler that forks would wait for the lock that its own thread has. Where the system refuses to
 * hold signals back that is noted, and they stay as they are.
 *
 * @satisfies RF-PORT-283 RF-PORT-352
 */
void port_child_hold(void)
{
    sigset_t all;
    sigset_t before;
    int error = 0;

    (void)sigfillset(&all);
    /* A step of a debugger comes in any case: the system ends a process that blocks it. */
    (void)sigdelset(&all, SIGTRAP);
    (void)sigemptyset(&before);
    error = pthread_sigmask(SIG_SETMASK, &all, &before);
    if (error != 0) {
        port_refuse(CALL_PTHREAD_SIGMASK, error);
    }
    (void)pthread_mutex_lock(&g_child_lock);
    g_child_signals = before;
    g_child_signals_wait = (error == 0);
}

void port_child_let(void)
{
    const sigset_t before = g_child_signals;
    const bool wait = g_child_signals_wait;

    (void)pthread_mutex_unlock(&g_child_lock);
    if (wait) {
        port_mask_restore(&before);
    }
}

/** Bit of a descriptor in its word. */
static uint32_t bit_of(uint32_t number)
{
    return (uint32_t)1U << (number % WORD_BITS);
}

/** Says whether a descriptor is memory. The system answers by itself: a file that a process serves
 * is not asked. */
static bool is_memory(uint32_t number)
{
    return fcntl((int)number, F_GET_SEALS) >= 0;
}

/** Says whether a descriptor is memory or a pipe, whose end nobody can hold up. */
static bool ends_plainly(uint32_t number)
{
    bool plain = is_memory(number);

    if (!plain) {
        plain = (fcntl((int)number, F_GETPIPE_SZ) >= 0);
    }
    return plain;
}

static bool is_from_others(uint32_t number)
{
    return (g_child_foreign[number / WORD_BITS] & bit_of(number)) != 0U;
}

/** Puts a socket that is connected to nothing in the place of a descriptor; nothing where the
 * system refuses that. A foreign one whose end could take its time stays as it is: nobody waits for
 * that. */
static void give_up(int blank, uint32_t number)
{
    const bool plain = ends_plainly(number);
    int made = -1;

    if (is_from_others(number) && (!plain)) {
        g_child_notes[number / WORD_BITS] &= ~bit_of(number);
        g_child_foreign[number / WORD_BITS] &= ~bit_of(number);
    } else {
        if (blank >= 0) {
            made = dup3(blank, (int)number, O_CLOEXEC);
        }
        if (made < 0) {
            (void)close((int)number);
            g_child_notes[number / WORD_BITS] &= ~bit_of(number);
        }
    }
}

/** In the child: gives up what was noted. */
static void forget_given(void)
{
    const int blank = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    for (uint32_t i = 0U; i < g_child_words; i++) {
        const uint32_t word = g_child_notes[i];

        for (uint32_t bit = 0U; bit < WORD_BITS; bit++) {
            if (((word >> bit) & 1U) != 0U) {
                give_up(blank, (i * WORD_BITS) + bit);
            }
        }
    }
    if (blank >= 0) {
        (void)close(blank);
    }
    g_child_number = 0U;
    port_child_let();
}

/** @satisfies RF-PORT-220 */
PortStatus port_child_begin(void)
{
    bool known = false;

    port_child_hold();
    if (!g_child_known) {
        g_child_known = (pthread_atfork(&port_child_hold, &port_child_let, &forget_given) == 0);
    }
    known = g_child_known;
    port_child_let();
    return known ? PORT_OK : PORT_NO_MEMORY;
}

bool port_child_knows(int32_t descriptor)
{
    return (uint32_t)descriptor < NUMBERS;
}

/** @satisfies RF-PORT-220 */
void port_child_note(int32_t descriptor)
{
    const uint32_t number = (uint32_t)descriptor;

    if (number < NUMBERS) {
        const uint32_t word = number / WORD_BITS;

        g_child_notes[word] |= bit_of(number);
        g_child_foreign[word] &= ~bit_of(number);
        if (g_child_words <= word) {
            g_child_words = word + 1U;
        }
    }
}

void port_child_note_foreign(int32_t descriptor)
{
    const uint32_t number = (uint32_t)descriptor;

    port_child_note(descriptor);
    if (number < NUMBERS) {
        g_child_foreign[number / WORD_BITS] |= bit_of(number);
    }
}

/** Says whether a descriptor was given up. */
static bool is_given(uint32_t number)
{
    return is_from_others(number) && ((g_child_notes[number / WORD_BITS] & bit_of(number)) == 0U);
}

bool port_child_is_foreign(int32_t descriptor)
{
    const uint32_t number = (uint32_t)descriptor;

    return (number < NUMBERS) && is_from_others(number) && (!is_given(number));
}

void port_child_give(int32_t descriptor)
{
    const uint32_t number = (uint32_t)descriptor;

    if (!is_given(number)) {
        port_child_note_foreign(descriptor);
        g_child_notes[number / WORD_BITS] &= ~bit_of(number);
        (void)port_add32(&g_child_given, 1U);
    }
}

/** Finds a descriptor that was given up; NUMBERS: there is none. */
static uint32_t find_given(void)
{
    uint32_t found = NUMBERS;

    for (uint32_t i = 0U; (i < g_child_words) && (found == NUMBERS); i++) {
        const uint32_t word = g_child_foreign[i] & ~g_child_notes[i];

        for (uint32_t bit = 0U; bit < WORD_BITS; bit++) {
            if (((word >> bit) & 1U) != 0U) {
                found = (i * WORD_BITS) + bit;
            }
        }
    }
    return found;
}

int32_t port_child_take_given(void)
{
    uint32_t number = NUMBERS;

    port_child_hold();
    number = find_given();
    if (number < NUMBERS) {
        g_child_foreign[number / WORD_BITS] &= ~bit_of(number);
    }
    port_child_let();
    return (number < NUMBERS) ? (int32_t)number : -1;
}

void port_child_closed(void)
{
    (void)port_sub32(&g_child_given, 1U);
}

uint32_t port_child_given(void)
{
    return port_load32(&g_child_given);
}

/** What the system gives for a close may be the answer of the file, which is closed nevertheless,
 * and other threads may have the number by now: nothing is closed a second time. */
int port_child_close_now(int32_t descriptor)
{
    const int error = (close((int)descriptor) != 0) ? errno : 0;
    /* Answers of files that tell of what was written before. */
    const bool is_of_file = (error == EINTR) || (error == EIO) || (error == EBADF) ||
                            (error == ENOSPC) || (error == EDQUOT);

    return is_of_file ? 0 : error;
}

void port_child_close_told(int32_t descriptor)
{
    const int error = port_child_close_now(descriptor);

    if (error != 0) {
        port_refuse(CALL_CLOSE, error);
    }
}

static ChildClosing closing_of(uint32_t number)
{
    const bool is_noted = (g_child_notes[number / WORD_BITS] & bit_of(number)) != 0U;
    ChildClosing closing = CHILD_CLOSE_ALONE;

    if (!is_from_others(number)) {
        closing = is_noted ? CHILD_CLOSED : CHILD_CLOSE_ALONE;
    } else if (!ends_plainly(number)) {
        closing = CHILD_CLOSE_LATER;
    } else {
        /* A child may keep memory, which may be large. */
        closing = is_memory(number) ? CHILD_CLOSE_ALONE : CHILD_CLOSED;
    }
    return closing;
}

/** What a child must not have is closed before a fork can come between. */
ChildClosing port_child_close(int32_t descriptor)
{
    const uint32_t number = (uint32_t)descriptor;
    ChildClosing closing = CHILD_CLOSE_ALONE;

    port_child_hold();
    closing = closing_of(number);
    if (closing == CHILD_CLOSE_LATER) {
        port_child_give(descriptor);
    } else {
        g_child_notes[number / WORD_BITS] &= ~bit_of(number);
        g_child_foreign[number / WORD_BITS] &= ~bit_of(number);
        if (closing == CHILD_CLOSED) {
            port_child_close_told(descriptor);
        }
    }
    port_child_let();
    return closing;
}

/** @satisfies RF-PORT-221 */
PortStatus port_child_draw(void)
{
    PortStatus status = port_child_begin();

    if ((status == PORT_OK) && (g_child_number == 0U)) {
        uint64_t number = 0U;

        status = port_random(&number, sizeof(number));
        if (status == PORT_OK) {
            g_child_number = (number == 0U) ? 1U : number;
        }
    }
    return status;
}

uint64_t port_child_number(void)
{
    return g_child_number;
}
