/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limit.h
 * Calls for which the system may send this process a signal, without the signal.
 */
#ifndef RINGFENCE_PORT_POSIX_LIMIT_H
#define RINGFENCE_PORT_POSIX_LIMIT_H

/* cppcheck-suppress misra-c2012-21.5 ; DEV-030 the mask of signals is behind this header */
#include <signal.h>
#include <stdint.h>

/**
 * Gives a file a size. More than RLIMIT_FSIZE allows is an error and no signal.
 *
 * @return 0, or the number of the error
 */
int port_file_resize(int file, uint64_t size);

/** Gives the calling thread the mask of signals that it had before. A refused call is noted, and
 * made once more. */
void port_mask_restore(const sigset_t *before);

#endif /* RINGFENCE_PORT_POSIX_LIMIT_H */
