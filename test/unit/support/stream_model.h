/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_model.h
 * What a stream has to do with its packets, in the plainest words: where each one is, by packet and
 * consumer. Limiters count what is below them each time anew.
 *
 * Each operation is done with the stream and with the model, and asserts that the stream gives what
 * the model says.
 */
#ifndef RINGFENCE_TEST_STREAM_MODEL_H
#define RINGFENCE_TEST_STREAM_MODEL_H

#include "stream_course.h"

/** Where a packet is at one consumer. */
typedef enum { MODEL_AWAY = 0, MODEL_QUEUED = 1, MODEL_HELD = 2 } ModelAt;

/** Where a packet is. */
typedef enum { MODEL_HOME = 0, MODEL_PRODUCED = 1, MODEL_DOWN = 2, MODEL_GONE = 3 } ModelPlace;

/** A stream and what it has to do. */
typedef struct {
    Course course;
    ModelPlace place[COURSE_PACKETS];
    ModelAt at[COURSE_PACKETS][COURSE_CONSUMERS];
    /** When a packet came home, and when it came to a consumer. Those that came home in one call
     * have one time. */
    uint32_t home_since[COURSE_PACKETS];
    uint32_t since[COURSE_PACKETS][COURSE_CONSUMERS];
    uint32_t now;
    bool is_doomed[COURSE_PACKETS];
    /** Whether new payloads come to a consumer. */
    bool is_live[COURSE_CONSUMERS];
    /** Blocks that are cut off, and those that were told so. */
    bool is_cut[COURSE_BLOCKS];
    bool is_told[COURSE_BLOCKS];
    /** Packets that an endpoint was told of and did not take yet. */
    uint32_t ready_told[COURSE_ENDS];
    /** Packets that it was not told yet that they are deleted. */
    uint32_t deletes[COURSE_ENDS];
} Model;

/** A stream that is set up, with nothing on its way. */
void model_open(Model *model, const CourseShape *shape);

/** Whether the packets of an endpoint can be taken. */
uint32_t model_ready(const Model *model, uint32_t end);

/** The producer takes a packet; gives its number. If there is none it is refused: COURSE_PACKETS.
 */
uint32_t model_get(Model *model);

/** The producer sends a packet; it is refused if it does not have it. */
void model_present(Model *model, uint32_t packet);

/** A consumer takes a packet, and gives one back. */
uint32_t model_acquire(Model *model, uint32_t consumer);
void model_release(Model *model, uint32_t consumer, uint32_t packet);

/** The pool deletes a packet. */
void model_doom(Model *model, uint32_t packet);

/** A block is deleted. */
void model_delete(Model *model, uint32_t block);

/** Asks a block for one event. */
void model_ask(Model *model, uint32_t block);

/** Asks all blocks until they have none. */
void model_ask_all(Model *model);

/** Packets in the pool. */
uint32_t model_home(const Model *model);

/** Carries out `steps` operations that a number chooses; `deletes`: blocks and packets too. */
void model_play(Model *model, uint64_t *number, uint32_t steps, bool deletes);

/** The next of a row of numbers that look random. */
uint32_t model_number(uint64_t *number, uint32_t below);

#endif /* RINGFENCE_TEST_STREAM_MODEL_H */
