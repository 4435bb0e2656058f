/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_course.h
 * Streams of any shape, set up step by step, and what goes through them in one line each.
 *
 * A shape is a text: F is a consumer with a FIFO, B one with a mailbox, L2 a limiter of 2 packets
 * before what follows, P and R a present-sync and a return-sync block, 3(...) a multicast block
 * with three outputs. "2(F L1 2(BF))" has three consumers, 0 to 2, from left to right.
 *
 * Functions that do something assert that it was done.
 */
#ifndef RINGFENCE_TEST_STREAM_COURSE_H
#define RINGFENCE_TEST_STREAM_COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscistream.h"
#include "sync_fixture.h"

#define COURSE_BLOCKS    56U
#define COURSE_CONSUMERS 16U
/** The producer is the first one, consumer i is COURSE_CONSUMER(i). */
#define COURSE_ENDS        (COURSE_CONSUMERS + 1U)
#define COURSE_CONSUMER(i) ((i) + 1U)
#define COURSE_PACKETS     12U
#define COURSE_ELEMENTS    4U
/** No block. */
#define COURSE_NONE COURSE_BLOCKS

/** What a block of a stream is. */
typedef enum {
    COURSE_POOL = 0,
    COURSE_PRODUCER = 1,
    COURSE_FIFO = 2,
    COURSE_MAILBOX = 3,
    COURSE_END = 4,
    COURSE_LIMITER = 5,
    COURSE_MULTICAST = 6,
    COURSE_PRESENT_SYNC = 7,
    COURSE_RETURN_SYNC = 8
} CourseKind;

/** A block of a stream. */
typedef struct {
    CourseKind kind;
    NvSciStreamBlock block;
    /** It was made, and not deleted. */
    bool is_there;
    /** Block upstream, and the one that it is bound to. */
    uint32_t up;
    uint32_t partner;
    /** Packets of a limiter, outputs of a multicast block, number of a consumer. */
    uint32_t number;
} CourseBlock;

/** What a stream is to be. Elements are bits, by the consumer. */
typedef struct {
    const char *tree;
    uint32_t packets;
    uint32_t elements;
    uint32_t hidden[COURSE_CONSUMERS];
    uint32_t unused[COURSE_CONSUMERS];
    /** Endpoints that wait for nothing: bits, the producer's first. */
    uint32_t without_list;
} CourseShape;

/** How far a stream is set up. */
typedef enum {
    COURSE_NOTHING = 0,
    COURSE_MADE,
    COURSE_JOINED,
    COURSE_CONNECTED,
    COURSE_ELEMENTS_SENT,
    COURSE_ELEMENTS_CHOSEN,
    COURSE_ELEMENTS_TAKEN,
    COURSE_PACKETS_OFFERED,
    COURSE_PACKETS_SENT,
    COURSE_PACKETS_TAKEN,
    COURSE_PACKETS_ADMITTED,
    COURSE_WAITERS_SENT,
    COURSE_WAITERS_TAKEN,
    COURSE_SIGNALS_SENT,
    COURSE_SIGNALS_TAKEN,
    COURSE_READY
} CourseStep;

/** A stream. */
typedef struct {
    CourseShape shape;
    CourseStep step;
    NvSciBufModule buffers;
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    uint32_t block_count;
    /** The pool, the producer, then the others, each before those below it. */
    CourseBlock blocks[COURSE_BLOCKS];
    uint32_t consumers;
    /** Blocks of the endpoints. */
    uint32_t ends[COURSE_ENDS];
    /** Packets at the pool and at the endpoints. */
    NvSciStreamPacket made[COURSE_PACKETS];
    NvSciStreamPacket packets[COURSE_ENDS][COURSE_PACKETS];
    /** What the endpoints signal. */
    NvSciSyncObj objects[COURSE_ENDS];
    /** Reconciled list of each element. */
    NvSciBufAttrList lists[COURSE_ELEMENTS];
} Course;

/** Reads a shape; nothing is made. */
void course_plan(Course *course, const CourseShape *shape);

/** Goes on with setup until a step is done. */
void course_go_to(Course *course, CourseStep step);

/** A stream through which packets can go; without events that are due but PacketReady. */
void course_open(Course *course, const CourseShape *shape);

/** Deletes a block. */
void course_delete(Course *course, uint32_t block);

/** Deletes all blocks that are left, and all else. The phase must admit that. */
void course_close(Course *course);

/** Gives back what a stream has beside its blocks. */
void course_forget(Course *course);

/* ---------------------------------------------------------------- events */

/** The next event of a block, without waiting; 0: there is none. */
uint32_t course_event(NvSciStreamBlock block);

/** Asserts that the next event of a block is this one. */
void course_expect(NvSciStreamBlock block, NvSciStreamEventType event);

/** Asserts that there is none. */
void course_expect_none(NvSciStreamBlock block);

/* ---------------------------------------------------------------- packets */

/** Block of an endpoint. */
NvSciStreamBlock course_end(const Course *course, uint32_t end);

/** A list of what each end needs of an element; the caller frees it. */
NvSciBufAttrList course_buffer_list(const Course *course);

/** Cookie that an endpoint gives a packet, and the packet of a cookie. */
NvSciStreamCookie course_cookie(uint32_t end, uint32_t packet);
uint32_t course_packet(uint32_t end, NvSciStreamCookie cookie);

/** The producer takes a packet, and sends one. */
uint32_t course_get(const Course *course);
void course_present(const Course *course, uint32_t packet);

/** Both. */
uint32_t course_send(const Course *course);

/** A consumer takes a packet, and gives one back. */
uint32_t course_acquire(const Course *course, uint32_t consumer);
void course_release(const Course *course, uint32_t consumer, uint32_t packet);

/** Asserts that a consumer has nothing to take. */
void course_expect_empty(const Course *course, uint32_t consumer);

#endif /* RINGFENCE_TEST_STREAM_COURSE_H */
