/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores_play.h
 * What images on two cores do with one another: lists, objects, buffers and fences go from one to
 * the other. Needs no C library but memcpy() and memcmp(), so that it runs on the machine itself.
 */
#ifndef RINGFENCE_TEST_PORT_CORES_PLAY_H
#define RINGFENCE_TEST_PORT_CORES_PLAY_H

#include <stdbool.h>
#include <stdint.h>

/** What the play needs of who runs it. */
typedef struct {
    /** Told of each check. */
    void (*result)(const char *check, bool passed);
    /** Core 0: has the other core begin anew, with play_far(). */
    void (*start)(void);
    /** The other core: ends it in the middle of all, with nothing given back. Does not return. */
    void (*die)(void);
    /** This core's end of the channel to the other one. */
    const char *end;
} CoresRun;

/** What core 0 does: two sessions; in the first one the other core dies. Gives the number of checks
 * that failed. Ends in phase INIT with nothing left. */
uint32_t play_near(const CoresRun *run);

/** What core 0 does in one session in which the other core is reset at any moment, or not at all.
 * Gives 1 if memory stays in use. */
uint32_t play_torn(const CoresRun *run);

/** What the other core does in one session, which it does not survive if `dies`. */
uint32_t play_far(const CoresRun *run, bool dies);

#endif /* RINGFENCE_TEST_PORT_CORES_PLAY_H */
