/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file signal.h
 * Signals, which no image has.
 */
#ifndef RINGFENCE_FIRMWARE_SIGNAL_H
#define RINGFENCE_FIRMWARE_SIGNAL_H

#define SIGSEGV 11
#define SIG_DFL ((void (*)(int))0)

void (*signal(int number, void (*handler)(int)))(int);

#endif /* RINGFENCE_FIRMWARE_SIGNAL_H */
