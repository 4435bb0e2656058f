/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file descriptor.c
 * Comparing descriptors and giving them back, on Linux.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/descriptor.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "port/channel.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/posix/closer.h"

/** Since Linux 6.10; headers may be older. */
#define DESCRIPTOR_QUERY 1027
/** KCMP_FILE, which not all C libraries have. */
#define DESCRIPTOR_KCMP_FILE 0

/** Says whether descriptors name one opening of a file: memory of a device has one, whose
 * descriptor is copied. */
static bool descriptor_is_same_opening(int32_t one, int32_t other)
{
    const int answer = fcntl((int)one, DESCRIPTOR_QUERY, (int)other);
    bool same = (answer == 1);

    if (answer < 0) {
        const pid_t own = getpid();

        same = (syscall(SYS_kcmp, own, own, DESCRIPTOR_KCMP_FILE, (size_t)one, (size_t)other) == 0);
    }
    return same;
}

/** Memory of the system is a file, which is opened anew for those who may only read; files of a
 * device may be one for all its memory.
 * @satisfies RF-MEDIA-931 */
bool port_descriptor_is_same(int32_t one, int32_t other)
{
    bool same = (one == other) && (one >= 0);

    if ((!same) && (one >= 0) && (other >= 0)) {
        struct stat files[2];
        bool is_read = (fstat((int)one, &files[0]) == 0);

        if (is_read) {
            is_read = (fstat((int)other, &files[1]) == 0);
        }
        if (is_read && S_ISREG(files[0].st_mode)) {
            same = (files[0].st_dev == files[1].st_dev) && (files[0].st_ino == files[1].st_ino);
        } else if (is_read) {
            same = descriptor_is_same_opening(one, other);
        } else {
            /* One of them is none. */
        }
    }
    return same;
}

/** @satisfies RF-PORT-280 */
void ringfence_port_descriptor_close(int32_t descriptor)
{
    if (descriptor >= 0) {
        const int32_t held = ringfence_port_cancel_hold();
        const ChildClosing closing =
            port_child_knows(descriptor) ? port_child_close(descriptor) : CHILD_CLOSE_ALONE;

        if (closing == CHILD_CLOSE_ALONE) {
            port_child_close_told(descriptor);
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
