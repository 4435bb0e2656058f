/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exit.h
 * Threads that end inside a function of the program that the library calls.
 */
#ifndef RINGFENCE_PORT_EXIT_H
#define RINGFENCE_PORT_EXIT_H

/** A function and what it is called with. */
typedef struct {
    void (*function)(void *argument);
    void *argument;
} PortRoutine;

/** Makes the call `body`. If the thread ends in it, `ended` is called, behind what the program
 * pushed in that function. Without an operating system no thread ends. Takes nothing. */
void port_exit_call(PortRoutine body, PortRoutine ended);

#endif /* RINGFENCE_PORT_EXIT_H */
