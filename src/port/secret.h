/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file secret.h
 * The number of the process, for whoever has no lock.
 */
#ifndef RINGFENCE_PORT_SECRET_H
#define RINGFENCE_PORT_SECRET_H

#include <stdint.h>

#include "port/atomic.h"
#include "port/random.h"

/** What port_secret() gave first; 0 before. Any thread, no lock. */
PORT_SHORT uint64_t port_first_secret(void)
{
    return port_once64_get(&g_port_first_secret);
}

#endif /* RINGFENCE_PORT_SECRET_H */
