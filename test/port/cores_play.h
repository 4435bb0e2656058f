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
    /** Core 0: has core 1 begin anew, with play_far(). */
    void (*start)(void);
    /** Core 1: ends it in the middle of all, with nothing given back. Does not return. */
    void (*die)(void);
} CoresRun;

/** What core 0 does: two sessions; in the first one core 1 dies. Gives the number of checks that
 * failed. Ends in phase INIT with nothing left. */
uint32_t play_near(const CoresRun *run);

/** What core 0 does in one session in which core 1 is reset at any moment, or not at all. Gives 1
 * if memory stays in use. */
uint32_t play_torn(const CoresRun *run);

/** What core 1 does in one session, which it does not survive if `dies`. */
uint32_t play_far(const CoresRun *run, bool dies);

#endif /* RINGFENCE_TEST_PORT_CORES_PLAY_H */
