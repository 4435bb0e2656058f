/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file child.h
 * What a forked child must not keep of its parent.
 */
#ifndef RINGFENCE_PORT_POSIX_CHILD_H
#define RINGFENCE_PORT_POSIX_CHILD_H

#include <stdbool.h>
#include <stdint.h>

#include "port/status.h"

/**
 * Has a forked child give up the descriptors that were noted. PORT_OK or PORT_NO_MEMORY. Init only.
 */
PortStatus port_child_begin(void);

/**
 * Holds fork() back, of other threads and of handlers of signals, so that no child has a descriptor
 * that was made and not noted yet. Signals of the thread wait meanwhile: one whose handler forks
 * would wait for itself. No call between this one and port_child_let() may block, or close what
 * another process made.
 */
void port_child_hold(void);

/** Lets fork() of other threads go on after port_child_hold(). */
void port_child_let(void);

/** Notes a descriptor until ringfence_port_descriptor_close(); a negative one is none. Only between
 * port_child_hold() and port_child_let(). */
void port_child_note(int32_t descriptor);

/** Notes a descriptor that another process sent. Only between port_child_hold() and
 * port_child_let(). */
void port_child_note_foreign(int32_t descriptor);

/** Says whether notes can be made of a descriptor: its number is small enough. */
bool port_child_knows(int32_t descriptor);

/** Says whether another process sent a descriptor. Only between port_child_hold() and
 * port_child_let(). */
bool port_child_is_foreign(int32_t descriptor);

/** Gives a descriptor up of which notes can be made: nobody uses it any more, and who takes it
 * closes it. A child keeps what it has of it. Only between port_child_hold() and port_child_let().
 */
void port_child_give(int32_t descriptor);

/** What becomes of a descriptor. */
typedef enum {
    /** It is closed. */
    CHILD_CLOSED,
    /** The caller closes it, without port_child_hold(). */
    CHILD_CLOSE_ALONE,
    /** It was given up. */
    CHILD_CLOSE_LATER
} ChildClosing;

/** Forgets a descriptor of which notes can be made, and closes it or says who does. */
ChildClosing port_child_close(int32_t descriptor);

/** Closes a descriptor here and now, once: what the system refuses to close stays until the process
 * ends. Gives the error of a refusal, or 0. */
int port_child_close_now(int32_t descriptor);

/** The same; a refusal is noted. */
void port_child_close_told(int32_t descriptor);

/** Takes a descriptor that was given up, to close it; negative: there is none. */
int32_t port_child_take_given(void);

/** Says that what was taken is closed. */
void port_child_closed(void);

/** How many descriptors were given up and are not closed. */
uint32_t port_child_given(void);

/**
 * Gives the random number by which this process is known only to itself: a child that it forks
 * draws another one. PORT_OK or PORT_FAILED. Init only.
 */
PortStatus port_child_draw(void);

/** That number; 0: it was not drawn. */
uint64_t port_child_number(void);

#endif /* RINGFENCE_PORT_POSIX_CHILD_H */
