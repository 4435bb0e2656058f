/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file descriptor.c
 * Giving descriptors back, on Linux.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/descriptor.h"

#include <unistd.h>

#include "port/channel.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/posix/closer.h"

/** @satisfies RF-PORT-280 */
void ringfence_port_descriptor_close(int32_t descriptor)
{
    if (descriptor >= 0) {
        const int32_t held = ringfence_port_cancel_hold();
        const ChildClosing closing =
            port_child_knows(descriptor) ? port_child_close(descriptor) : CHILD_CLOSE_ALONE;

        if (closing == CHILD_CLOSE_ALONE) {
            (void)close((int)descriptor);
        } else if (closing == CHILD_CLOSE_LATER) {
            port_closer_wake();
        } else {
            /* It is closed. */
        }
        ringfence_port_cancel_resume(held);
    }
}

void port_parcel_close(PortParcel *parcel)
{
    for (uint32_t i = 0U; i < parcel->count; i++) {
        ringfence_port_descriptor_close(parcel->descriptors[i]);
    }
    parcel->count = 0U;
}
