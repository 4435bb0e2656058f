/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file threads_test.c
 * Streams whose endpoints are threads that sleep until an event comes, and blocks that are deleted
 * meanwhile.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <time.h>

#include "stream/rows.h"
#include "stream_course.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define PAYLOADS 4000U
#define ROUNDS   100U
#else
#define PAYLOADS 20000U
#define ROUNDS   400U
#endif

/** An endpoint that a thread plays. */
typedef struct {
    const Course *course;
    uint32_t end;
    /** Payloads that went through it; how many it waits for, if it is not to the end. */
    uint32_t count;
    uint32_t goal;
    /** Numbers of payloads, by packet: written by the producer before it presents, read by
     * consumers before they release. NULL: consumers may lose packets that they hold. */
    uint32_t *payloads;
    /** Every payload comes to it. */
    bool in_order;
    bool fine;
    /** What it waited for last. */
    NvSciError last;
    NvSciStreamEventType event;
    pthread_t thread;
} Player;

/** Sleeps until an event comes; false: it is another one, or there is none any more. */
static bool wait_ready(Player *player)
{
    player->last =
        NvSciStreamBlockEventQuery(course_end(player->course, player->end), -1, &player->event);
    return (player->last == NvSciError_Success) &&
           (player->event == NvSciStreamEventType_PacketReady);
}

static void *produce(void *argument)
{
    Player *const player = argument;
    const NvSciStreamBlock producer = course_end(player->course, 0U);

    while (((player->goal == 0U) || (player->count < player->goal)) && wait_ready(player)) {
        NvSciStreamCookie cookie = 0U;
        uint32_t packet = 0U;
        NvSciError status = NvSciStreamProducerPacketGet(producer, &cookie);

        if (status == NvSciError_Success) {
            packet = (uint32_t)(cookie - course_cookie(0U, 0U));
            player->count++;
            if (player->payloads != NULL) {
                player->payloads[packet] = player->count;
            }
            status = NvSciStreamProducerPacketPresent(producer, player->course->packets[0][packet]);
        }
        player->fine = player->fine && (status == NvSciError_Success);
    }
    return NULL;
}

static void *consume(void *argument)
{
    Player *const player = argument;
    const NvSciStreamBlock end = course_end(player->course, player->end);
    uint32_t last = 0U;

    while (((player->goal == 0U) || (last < player->goal)) && wait_ready(player)) {
        NvSciStreamCookie cookie = 0U;
        uint32_t packet = 0U;
        uint32_t payload = 0U;
        NvSciError status = NvSciStreamConsumerPacketAcquire(end, &cookie);

        if (status == NvSciError_Success) {
            packet = (uint32_t)(cookie - course_cookie(player->end, 0U));
            if (player->payloads != NULL) {
                payload = player->payloads[packet];
                player->fine = player->fine &&
                               (player->in_order ? (payload == (last + 1U)) : (payload > last));
                last = payload;
            }
            player->count++;
            status =
                NvSciStreamConsumerPacketRelease(end, player->course->packets[player->end][packet]);
        }
        player->fine = player->fine && (status == NvSciError_Success);
    }
    return NULL;
}

static Player player_of(const Course *course, uint32_t end, uint32_t *payloads, uint32_t goal)
{
    const uint32_t block = course->ends[end];
    const uint32_t queue = course->blocks[block].partner;

    return (Player){.course = course,
                    .end = end,
                    .payloads = payloads,
                    .goal = goal,
                    .in_order = (course->blocks[queue].kind == COURSE_FIFO),
                    .fine = true};
}

static void start(Player *player)
{
    assert_int_equal(
        pthread_create(&player->thread, NULL, (player->end == 0U) ? produce : consume, player), 0);
}

static void join(Player *player)
{
    assert_int_equal(pthread_join(player->thread, NULL), 0);
    assert_true(player->fine);
}

/** Sends PAYLOADS payloads through a stream; each endpoint has a thread. */
static void run_threads(const CourseShape *shape)
{
    uint32_t payloads[COURSE_PACKETS] = {0U};
    Player players[COURSE_ENDS];
    Course course;

    course_open(&course, shape);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t i = 0U; i <= course.consumers; i++) {
        players[i] = player_of(&course, i, payloads, PAYLOADS);
        start(&players[i]);
    }
    for (uint32_t i = 0U; i <= course.consumers; i++) {
        join(&players[i]);
        assert_int_equal(players[i].last, NvSciError_Success);
        if ((i == 0U) || players[i].in_order) {
            assert_int_equal(players[i].count, PAYLOADS);
        }
    }
    go_to(RINGFENCE_PHASE_DEINIT);
    course_close(&course);
    go_to_init();
}

/**
 * A producer and consumers that sleep in their queries until something comes pass thousands of
 * payloads on, in order, with few packets and with many; no wake-up is lost. A mailbox gives newer
 * ones alone, and the last one.
 * @verifies RF-STREAM-051
 * @verifies RF-STREAM-043
 */
static void sleepers_pass_all_payloads_on(void **state)
{
    static const char *const trees[] = {"F", "B", "2(FF)", "2(FB)", "3(F 2(FB) F)"};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(trees); i++) {
        const CourseShape one = {.tree = trees[i], .packets = 1U, .elements = 1U};
        const CourseShape many = {.tree = trees[i], .packets = 5U, .elements = 1U};

        run_threads(&one);
        run_threads(&many);
    }
}

/* ---------------------------------------------------------------- deleting */

/** Deletes a block while its stream is in use, in INIT, and ends the threads by deleting the
 * producer. Each thread comes to an end: of its block, or of the stream. */
static void delete_under_way(uint32_t round)
{
    const CourseShape shape = {.tree = "3(F L2 F B)", .packets = 4U, .elements = 1U};
    Player players[COURSE_ENDS];
    Course course;
    uint32_t block;

    course_open(&course, &shape);
    block = round % course.block_count;
    for (uint32_t i = 0U; i <= course.consumers; i++) {
        players[i] = player_of(&course, i, NULL, 0U);
        start(&players[i]);
    }
    for (volatile uint32_t spin = 0U; spin < ((round * 37U) % 20000U); spin++) {
        /* Somewhere in the middle of something. */
    }
    course_delete(&course, block);
    if (course.blocks[course.ends[0]].is_there) {
        course_delete(&course, course.ends[0]);
    }
    for (uint32_t i = 0U; i <= course.consumers; i++) {
        assert_int_equal(pthread_join(players[i].thread, NULL), 0);
        if (players[i].last == NvSciError_Success) {
            assert_int_equal(players[i].event, NvSciStreamEventType_Disconnected);
        } else {
            assert_status(players[i].last, NvSciError_StreamBadBlock);
            assert_false(course.blocks[course.ends[i]].is_there);
        }
    }
    course_close(&course);
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * A thread that sleeps in a query, or uses a stream, while another one deletes a block comes to an
 * end: Disconnected, or StreamBadBlock if it was its own.
 * @verifies RF-STREAM-006
 * @verifies RF-STREAM-051
 * @verifies RF-STREAM-061
 * @verifies RF-STREAM-062
 */
static void threads_end_with_their_stream(void **state)
{
    (void)state;
    for (uint32_t round = 0U; round < ROUNDS; round++) {
        delete_under_way(round);
    }
}

/** Sleeps at a block until there is no event any more but the end. */
static void *sleep_at(void *argument)
{
    Player *const player = argument;

    player->last =
        NvSciStreamBlockEventQuery(player->course->blocks[player->end].block, -1, &player->event);
    return NULL;
}

/** Threads that sleep at blocks, or are about to. */
static uint32_t count_sleepers(void)
{
    uint32_t count = 0U;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_BLOCKS; i++) {
        count += port_load32(&g_stream_wakes[i].sleepers);
    }
    return count;
}

/**
 * Threads that sleep at each block of a stream that is set up no further are woken when one of its
 * blocks is deleted.
 * @verifies RF-STREAM-051
 * @verifies RF-STREAM-060
 */
static void sleepers_of_all_blocks_are_woken(void **state)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    static const CourseStep steps[] = {COURSE_MADE, COURSE_CONNECTED, COURSE_ELEMENTS_TAKEN};
    const CourseShape shape = {.tree = "2(FL1F)", .packets = 1U, .elements = 1U};

    (void)state;
    for (uint32_t i = 0U; i < (3U * COUNT_OF(steps)); i++) {
        Player players[COURSE_BLOCKS];
        Course course;

        course_plan(&course, &shape);
        course_go_to(&course, steps[i / 3U]);
        for (uint32_t b = 0U; b < course.block_count; b++) {
            players[b] = (Player){.course = &course, .end = b};
            assert_int_equal(pthread_create(&players[b].thread, NULL, sleep_at, &players[b]), 0);
        }
        /* They are on their way, or asleep. */
        while (((i % 3U) == 2U) && (count_sleepers() < course.block_count)) {
            (void)nanosleep(&pause, NULL);
        }
        for (uint32_t b = 0U; b < course.block_count; b++) {
            course_delete(&course, b);
        }
        for (uint32_t b = 0U; b < course.block_count; b++) {
            assert_int_equal(pthread_join(players[b].thread, NULL), 0);
            assert_true((players[b].last == NvSciError_StreamBadBlock) ||
                        ((players[b].last == NvSciError_Success) &&
                         (players[b].event == NvSciStreamEventType_Disconnected)));
        }
        course_forget(&course);
        assert_int_equal(in_use_of_all(), 0U);
    }
}

/** Begins to sleep at a block. */
static void start_sleeper(Player *player, const Course *course, uint32_t block)
{
    const struct timespec pause = {.tv_nsec = 5000000};

    *player = (Player){.course = course, .end = block};
    assert_int_equal(count_sleepers(), 0U);
    assert_int_equal(pthread_create(&player->thread, NULL, sleep_at, player), 0);
    while (count_sleepers() == 0U) {
        (void)nanosleep(&pause, NULL);
    }
    (void)nanosleep(&pause, NULL);
}

static void expect_woken(const Player *player, NvSciStreamEventType event)
{
    assert_int_equal(pthread_join(player->thread, NULL), 0);
    assert_status(player->last, NvSciError_Success);
    assert_int_equal(player->event, event);
}

/**
 * A producer that sleeps is woken when a packet comes home that was deleted meanwhile.
 * @verifies RF-STREAM-035
 * @verifies RF-STREAM-051
 */
static void sleeper_is_told_of_a_deleted_packet(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 1U};
    Player sleeper;
    Course course;

    (void)state;
    course_open(&course, &shape);
    course_expect(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    (void)course_send(&course);
    (void)course_acquire(&course, 0U);
    assert_status(NvSciStreamPoolPacketDelete(course.blocks[0].block, course.made[0]),
                  NvSciError_Success);
    start_sleeper(&sleeper, &course, course.ends[0]);
    course_release(&course, 0U, 0U);
    expect_woken(&sleeper, NvSciStreamEventType_PacketDelete);
    course_close(&course);
}

/**
 * A thread that sleeps at a consumer whose producer is gone is woken when another thread takes the
 * last packet.
 * @verifies RF-STREAM-051
 * @verifies RF-STREAM-062
 */
static void sleeper_is_told_of_the_end_behind_the_last_packet(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 2U, .elements = 1U};
    Player sleeper;
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_send(&course);
    course_expect(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    course_delete(&course, course.ends[0]);
    start_sleeper(&sleeper, &course, course.ends[1]);
    (void)course_acquire(&course, 0U);
    expect_woken(&sleeper, NvSciStreamEventType_Disconnected);
    course_close(&course);
}

/**
 * A thread that sleeps at a consumer whose producer is gone, while a packet waits there, is woken
 * when the consumer is deleted.
 * @verifies RF-STREAM-006
 * @verifies RF-STREAM-051
 */
static void sleeper_of_a_deleted_block_is_woken(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 1U};
    Player sleeper;
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_send(&course);
    course_expect(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    course_delete(&course, course.ends[0]);
    start_sleeper(&sleeper, &course, course.ends[1]);
    course_delete(&course, course.ends[1]);
    assert_int_equal(pthread_join(sleeper.thread, NULL), 0);
    assert_status(sleeper.last, NvSciError_StreamBadBlock);
    course_close(&course);
}

/* ---------------------------------------------------------------- several threads at one block */

/** One of the threads at a consumer was told of its end. */
static PortAtomic32 g_is_over;

/** Takes and returns what comes until the stream ends; several threads do so at one consumer. */
static void *share_consumer(void *argument)
{
    Player *const player = argument;
    const NvSciStreamBlock end = course_end(player->course, player->end);
    const NvSciStreamPacket *const packets = player->course->packets[player->end];
    bool goes_on = true;

    while (goes_on) {
        const bool is_over = (port_load32(&g_is_over) == 1U);
        NvSciStreamCookie cookie = 0U;
        const NvSciError status = NvSciStreamConsumerPacketAcquire(end, &cookie);

        if (status == NvSciError_Success) {
            const NvSciStreamPacket packet = packets[cookie - course_cookie(player->end, 0U)];

            player->count++;
            player->fine = player->fine &&
                           (NvSciStreamConsumerPacketRelease(end, packet) == NvSciError_Success);
        } else {
            player->fine = player->fine && (status == NvSciError_NoStreamPacket);
            player->last = NvSciStreamBlockEventQuery(end, 1000, &player->event);
            if ((player->last == NvSciError_Success) &&
                (player->event == NvSciStreamEventType_Disconnected)) {
                port_store32(&g_is_over, 1U);
            }
            goes_on = !is_over;
        }
    }
    return NULL;
}

/**
 * Calls of several threads for one block take turns: each packet is acquired by one of them.
 * @verifies RF-STREAM-043
 * @verifies RF-STREAM-044
 */
static void threads_share_a_block(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 5U, .elements = 1U};
    Player players[4];
    Player producer;
    uint32_t sum = 0U;
    Course course;

    (void)state;
    port_store32(&g_is_over, 0U);
    course_open(&course, &shape);
    producer = player_of(&course, 0U, NULL, PAYLOADS);
    for (uint32_t i = 0U; i < COUNT_OF(players); i++) {
        players[i] = player_of(&course, 1U, NULL, 0U);
        assert_int_equal(pthread_create(&players[i].thread, NULL, share_consumer, &players[i]), 0);
    }
    start(&producer);
    join(&producer);
    assert_int_equal(producer.count, PAYLOADS);
    course_delete(&course, course.ends[0]);
    for (uint32_t i = 0U; i < COUNT_OF(players); i++) {
        join(&players[i]);
        sum += players[i].count;
    }
    assert_int_equal(sum, PAYLOADS);
    course_close(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(sleepers_pass_all_payloads_on),
        sync_test(threads_end_with_their_stream),
        sync_test(sleepers_of_all_blocks_are_woken),
        sync_test(sleeper_is_told_of_a_deleted_packet),
        sync_test(sleeper_is_told_of_the_end_behind_the_last_packet),
        sync_test(sleeper_of_a_deleted_block_is_woken),
        sync_test(threads_share_a_block),
    };

    return cmocka_run_group_tests_name("stream/threads", tests, NULL, NULL);
}
