/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file child.c
 * What a forked child must not keep of its parent, on Linux.
 *
 * A peer sees the end of a process when the last descriptor of a socket or of a liveness pipe is
 * closed. A child has copies of all. So those that tell the end are noted, one bit for each number,
 * and fork() has the child put a socket that is connected to nothing in their places: the numbers
 * stay taken, and what the child calls by mistake fails without touching its parent.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls on this word alone
 */
#define _GNU_SOURCE

#include "port/posix/child.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#include "port/descriptor.h"
#include "port/lock.h"
#include "port/random.h"

/** Numbers that a descriptor may have: what Linux allows unless it is told otherwise. */
#define NUMBERS   1048576U
#define WORD_BITS 32U

/** Over the notes, and over each call that makes or closes what they are about. */
static pthread_mutex_t g_child_lock = PTHREAD_MUTEX_INITIALIZER;
/** A bit for each descriptor that a child gives up. */
static uint32_t g_child_notes[NUMBERS / WORD_BITS];
/** Words of that which may not be zero. */
static uint32_t g_child_words = 0U;
/** Whether the C library knows the functions below. */
static bool g_child_known = false;
/** Number of this process. */
static uint64_t g_child_number = 0U;

void port_child_hold(void)
{
    (void)pthread_mutex_lock(&g_child_lock);
}

void port_child_let(void)
{
    (void)pthread_mutex_unlock(&g_child_lock);
}

/** Bit of a descriptor in its word. */
static uint32_t bit_of(uint32_t number)
{
    return (uint32_t)1U << (number % WORD_BITS);
}

/** Puts a socket that is connected to nothing in the place of a descriptor, or nothing. */
static void give_up(int blank, uint32_t number)
{
    if (blank >= 0) {
        (void)dup3(blank, (int)number, O_CLOEXEC);
    } else {
        (void)close((int)number);
        g_child_notes[number / WORD_BITS] &= ~bit_of(number);
    }
}

/** In the child: gives up what was noted. */
static void forget(void)
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
        g_child_known = (pthread_atfork(&port_child_hold, &port_child_let, &forget) == 0);
    }
    known = g_child_known;
    port_child_let();
    return known ? PORT_OK : PORT_NO_MEMORY;
}

/** @satisfies RF-PORT-220 */
void port_child_note(int32_t descriptor)
{
    const uint32_t number = (uint32_t)descriptor;

    if (number < NUMBERS) {
        const uint32_t word = number / WORD_BITS;

        g_child_notes[word] |= bit_of(number);
        if (g_child_words <= word) {
            g_child_words = word + 1U;
        }
    }
}

void ringfence_port_descriptor_close(int32_t descriptor)
{
    if (descriptor >= 0) {
        const uint32_t number = (uint32_t)descriptor;
        const int32_t held = ringfence_port_cancel_hold();

        port_child_hold();
        if (number < NUMBERS) {
            g_child_notes[number / WORD_BITS] &= ~bit_of(number);
        }
        (void)close((int)descriptor);
        port_child_let();
        ringfence_port_cancel_resume(held);
    }
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
