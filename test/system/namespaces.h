/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file namespaces.h
 * Children in namespaces of their own.
 */
#ifndef RINGFENCE_TEST_NAMESPACES_H
#define RINGFENCE_TEST_NAMESPACES_H

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "peers.h"

/** Says aloud that a test proves nothing here. */
#define SKIP_ALOUD(why)                                                                            \
    do {                                                                                           \
        print_message("SKIPPED: %s\n", why);                                                       \
        skip();                                                                                    \
    } while (0)

static inline bool write_text(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const size_t length = strlen(text);
    const bool written = (file >= 0) && (write(file, text, length) == (ssize_t)length);

    if (file >= 0) {
        (void)close(file);
    }
    return written;
}

/** Becomes a user and group outside all others, without rights. */
static inline bool become(uid_t uid, gid_t gid)
{
    /* The files of the process belong to it again. */
    return (setgroups(0U, NULL) == 0) && (setresgid(gid, gid, gid) == 0) &&
           (setresuid(uid, uid, uid) == 0) && (prctl(PR_SET_DUMPABLE, 1) == 0);
}

/** Makes a user namespace in which this process has other numbers; without a line, none. */
static inline bool enter_users(const char *users, const char *groups)
{
    bool fine = (unshare(CLONE_NEWUSER) == 0);

    if (fine && (users != NULL)) {
        fine = write_text("/proc/self/uid_map", users);
    }
    if (fine && (groups != NULL)) {
        fine =
            write_text("/proc/self/setgroups", "deny") && write_text("/proc/self/gid_map", groups);
    }
    return fine;
}

/** Takes /proc away from this process. */
static inline bool leave_proc(void)
{
    return (unshare(CLONE_NEWNS) == 0) &&
           (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0) &&
           (umount2("/proc", MNT_DETACH) == 0);
}

/** Says whether a child can do something. */
static inline bool child_can(bool (*what)(void))
{
    const pid_t child = fork();
    int status = -1;

    assert_true(child >= 0);
    if (child == 0) {
        _exit(what() ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status == 0;
}

#endif /* RINGFENCE_TEST_NAMESPACES_H */
