/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kit_test.c
 * The kit between two ends in one process, each with a kit of its own.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "core/pool.h"
#include "ipc_fixture.h"
#include "ringfence_cfg.h"
#include "ringfence_kit.h"

/** Longest wait for what must come. */
#define SOON 20000000
/** A wait for what does not come, and by how much it may be late on a busy machine. */
#define SHORT 20000
#define LATE  5000000
/** Bytes of the longest message of the channels. */
#define LONGEST (FRAME_SIZE - RINGFENCE_KIT_HEAD)

/** One end, and what a thread of it does. */
typedef struct {
    RingfenceKit kit;
    RingfenceKitLink link;
    const char *name;
    NvSciError result;
} End;

static End g_near;
static End g_far;

static void *connect_end(void *end)
{
    End *const to = end;

    to->result = RingfenceKitConnect(&to->kit, &to->link, to->name, SOON);
    return NULL;
}

static void connect_ends(void)
{
    pthread_t thread;

    g_near.name = "ipc_test_0";
    g_far.name = "ipc_test_1";
    assert_status(RingfenceKitOpen(&g_near.kit), NvSciError_Success);
    assert_status(RingfenceKitOpen(&g_far.kit), NvSciError_Success);
    assert_int_equal(pthread_create(&thread, NULL, &connect_end, &g_far), 0);
    (void)connect_end(&g_near);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(g_near.result, NvSciError_Success);
    assert_status(g_far.result, NvSciError_Success);
}

static void part_ends(void)
{
    RingfenceKitDisconnect(&g_near.link);
    RingfenceKitDisconnect(&g_far.link);
    RingfenceKitClose(&g_near.kit);
    RingfenceKitClose(&g_far.kit);
}

static int kit_begin(void **state)
{
    const int result = ipc_begin(state);

    connect_ends();
    return result;
}

static int kit_end(void **state)
{
    go_to_init();
    part_ends();
    return ipc_end(state);
}

/** A test with both ends connected. */
#define kit_test(function) cmocka_unit_test_setup_teardown(function, kit_begin, kit_end)

static int64_t now_us(void)
{
    struct timespec now;

    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return ((int64_t)now.tv_sec * 1000000) + (now.tv_nsec / 1000);
}

/** Sends a byte of this value. */
static void send_byte(End *end, uint8_t byte)
{
    assert_status(RingfenceKitSend(&end->link, &byte, 1U, SOON), NvSciError_Success);
}

/** Takes a message, which must be a byte of this value. */
static void expect_byte(End *end, uint8_t expected)
{
    uint8_t byte = 0U;
    size_t size = 1U;

    assert_status(RingfenceKitReceive(&end->link, &byte, &size, SOON), NvSciError_Success);
    assert_int_equal(size, 1U);
    assert_int_equal(byte, expected);
}

/** Writes a frame as who has no kit, or lies. */
static void forge(const End *end, uint32_t mark, uint32_t length)
{
    uint8_t frame[128];
    uint32_t written = 0U;

    (void)memset(frame, 0xA5, sizeof(frame));
    for (uint32_t i = 0U; i < 4U; i++) {
        frame[i] = (uint8_t)(mark >> (8U * i));
        frame[4U + i] = (uint8_t)(length >> (8U * i));
    }
    assert_status(NvSciIpcWriteSafe(end->link.endpoint, frame, sizeof(frame), &written),
                  NvSciError_Success);
}

/* ---------------------------------------------------------------- connections */

/**
 * All that a kit takes is given back, also by a second close.
 * @verifies RF-KIT-001
 */
static void closing_gives_all_back(void **state)
{
    const uint32_t before = in_use_of_all();

    (void)state;
    connect_ends();
    assert_true(in_use_of_all() > before);
    part_ends();
    assert_int_equal(in_use_of_all(), before);
    part_ends();
    RingfenceKitDisconnect(NULL);
    RingfenceKitClose(NULL);
    assert_int_equal(in_use_of_all(), before);
}

/**
 * Where a table is full, opening a kit fails and leaves nothing.
 * @verifies RF-KIT-001
 */
static void full_tables_leave_no_kit(void **state)
{
    static RingfenceKit kits[RINGFENCE_CFG_EVENT_SERVICES];
    static RingfenceKit kit;
    NvSciLocalEvent *events[RINGFENCE_CFG_LOCAL_EVENTS] = {NULL};
    NvSciEventLoopService *service = NULL;
    uint32_t count = 0U;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_EVENT_SERVICES; i++) {
        assert_status(RingfenceKitOpen(&kits[i]), NvSciError_Success);
    }
    assert_status(RingfenceKitOpen(&kit), NvSciError_InsufficientMemory);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_EVENT_SERVICES; i++) {
        RingfenceKitClose(&kits[i]);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_SERVICE), 0U);
    assert_status(NvSciEventLoopServiceCreate(1U, &service), NvSciError_Success);
    while (service->EventService.CreateLocalEvent(&service->EventService, &events[count]) ==
           NvSciError_Success) {
        count++;
    }
    assert_status(RingfenceKitOpen(&kit), NvSciError_InsufficientMemory);
    assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_SERVICE), 1U);
    assert_null(kit.service);
    for (uint32_t i = 0U; i < count; i++) {
        events[i]->eventNotifier->Delete(events[i]->eventNotifier);
        events[i]->Delete(events[i]);
    }
    service->EventService.Delete(&service->EventService);
}

/** Times that a peer comes and goes at once. */
#define VISITS 300U

/** A peer without a kit: connects, says something, and is gone. */
static void *visit(void *unused)
{
    NvSciIpcEndpoint endpoint = 0U;
    const uint8_t frame[16] = {0U};
    uint32_t events = 0U;
    uint32_t written = 0U;
    const int64_t end = now_us() + SOON;

    (void)unused;
    if ((NvSciIpcOpenEndpoint("ipc_test_1", &endpoint) == NvSciError_Success) &&
        (NvSciIpcResetEndpointSafe(endpoint) == NvSciError_Success)) {
        while (((events & NV_SCI_IPC_EVENT_CONN_EST) == 0U) && (now_us() < end)) {
            (void)NvSciIpcGetEventSafe(endpoint, &events);
        }
        (void)NvSciIpcWriteSafe(endpoint, frame, sizeof(frame), &written);
        (void)NvSciIpcCloseEndpointSafe(endpoint, false);
    }
    return NULL;
}

/**
 * A connection is told once by the channel; a peer that writes and ends in that moment was there.
 * @verifies RF-KIT-002 RF-KIT-018
 */
static void peer_that_goes_at_once_was_there(void **state)
{
    static RingfenceKit kit;
    static RingfenceKitLink link;

    (void)state;
    assert_status(RingfenceKitOpen(&kit), NvSciError_Success);
    for (uint32_t i = 0U; i < VISITS; i++) {
        uint8_t byte = 0U;
        size_t size = 1U;
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, &visit, NULL), 0);
        assert_status(RingfenceKitConnect(&kit, &link, "ipc_test_0", SOON), NvSciError_Success);
        /* What it wrote is no message. */
        assert_status(RingfenceKitReceive(&link, &byte, &size, SOON), NvSciError_InconsistentData);
        assert_status(RingfenceKitReceive(&link, &byte, &size, SOON), NvSciError_ConnectionReset);
        assert_int_equal(pthread_join(thread, NULL), 0);
        RingfenceKitDisconnect(&link);
    }
    RingfenceKitClose(&kit);
    assert_status(RingfenceKitSend(&link, "", 0U, 0), NvSciError_BadParameter);
}

/**
 * A connection that nobody takes up ends with the time, and leaves nothing open.
 * @verifies RF-KIT-002
 */
static void nobody_comes_in_time(void **state)
{
    static RingfenceKit kit;
    static RingfenceKitLink link;
    int64_t begin = 0;

    (void)state;
    assert_status(RingfenceKitOpen(&kit), NvSciError_Success);
    for (int64_t wait = 0; wait <= SHORT; wait += SHORT) {
        begin = now_us();
        assert_status(RingfenceKitConnect(&kit, &link, "ipc_test_0", wait), NvSciError_Timeout);
        assert_in_range(now_us() - begin, wait, wait + LATE);
        assert_int_equal(in_use_of(RINGFENCE_POOL_IPC_ENDPOINT), 0U);
        assert_null(link.kit);
    }
    assert_status(RingfenceKitConnect(&kit, &link, "no_such_endpoint", SOON),
                  NvSciError_NoSuchEntry);
    assert_status(RingfenceKitConnect(&kit, &link, "ipc_test_0", -2), NvSciError_BadParameter);
    RingfenceKitClose(&kit);
    assert_status(RingfenceKitConnect(&kit, &link, "ipc_test_0", SOON), NvSciError_BadParameter);
}

/**
 * Arguments that may not be are refused, and nothing is taken.
 * @verifies RF-KIT-016
 */
static void arguments_are_checked(void **state)
{
    static RingfenceKit closed;
    RingfenceKitLink left = g_near.link;
    RingfenceKitLink *const lefts[] = {&left};
    bool is_ready[1] = {true};
    RingfenceKitLink none;
    RingfenceKitLink *links[] = {&g_near.link, &g_far.link};
    bool ready[2] = {true, true};
    uint8_t byte = 0U;
    size_t size = 1U;
    uint64_t number = 0U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceKitLayout layout;
    NvSciBufAttrList list = NULL;
    NvSciSyncAttrList of_sync = NULL;

    (void)state;
    (void)memset(&none, 0, sizeof(none));
    send_byte(&g_far, 7U);
    assert_status(RingfenceKitOpen(NULL), NvSciError_BadParameter);
    assert_status(RingfenceKitOpen(&g_near.kit), NvSciError_BadParameter);
    assert_status(RingfenceKitConnect(&g_near.kit, &g_near.link, "nvscisync_a_0", 0),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitConnect(&g_near.kit, &none, "nvscisync_a_0", -2),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitSend(NULL, &byte, 1U, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitSend(&none, &byte, 1U, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitSend(&g_near.link, NULL, 1U, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitSend(&g_near.link, &byte, 1U, -2), NvSciError_BadParameter);
    assert_status(RingfenceKitSayGoodbye(NULL, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitReceive(NULL, &byte, &size, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitReceive(&none, &byte, &size, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitReceive(&g_near.link, NULL, &size, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitReceive(&g_near.link, &byte, NULL, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitReceive(&g_near.link, &byte, &size, -2), NvSciError_BadParameter);
    assert_status(RingfenceKitTakeBufList(&none, &list, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitTakeBufList(&g_near.link, NULL, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitTakeSyncList(&g_near.link, NULL, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitTakeBufObj(&g_near.link, NULL, 0U, NvSciBufAccessPerm_Auto, NULL, 0),
                  NvSciError_BadParameter);
    assert_status(
        RingfenceKitTakeSyncObj(&g_near.link, NULL, 0U, NvSciSyncAccessPerm_Auto, NULL, 0),
        NvSciError_BadParameter);
    assert_status(RingfenceKitGiveBufLists(&none, &list, 1U, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitGiveSyncLists(&none, &of_sync, 1U, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitGiveBufObj(&none, NULL, NvSciBufAccessPerm_Auto, 0),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitGiveSyncObj(&none, NULL, NvSciSyncAccessPerm_Auto, 0),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitGiveFence(&none, &fence, 0U, 0), NvSciError_BadParameter);
    assert_status(RingfenceKitConnect(NULL, &none, "nvscisync_a_0", 0), NvSciError_BadParameter);
    assert_status(RingfenceKitConnect(&g_near.kit, NULL, "nvscisync_a_0", 0),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitTakeFence(&g_near.link, NULL, &fence, NULL, 0),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitTakeFence(&g_near.link, NULL, NULL, &number, 0),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitWait(links, 2U, 0, ready), NvSciError_BadParameter);
    assert_status(RingfenceKitWait(NULL, 1U, 0, ready), NvSciError_BadParameter);
    assert_status(RingfenceKitWait(links, 1U, 0, NULL), NvSciError_BadParameter);
    assert_status(RingfenceKitWait(links, 1U, -2, ready), NvSciError_BadParameter);
    links[0] = NULL;
    assert_status(RingfenceKitWait(links, 1U, 0, ready), NvSciError_BadParameter);
    links[0] = &none;
    assert_status(RingfenceKitWait(links, 1U, 0, ready), NvSciError_BadParameter);
    assert_true(ready[0] && ready[1]);
    assert_status(RingfenceKitCreateImageList(&g_near.kit, NULL, &list), NvSciError_BadParameter);
    assert_status(RingfenceKitCreateSyncList(NULL, NvSciSyncAccessPerm_WaitOnly, &of_sync),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitCreateSyncList(&g_near.kit, NvSciSyncAccessPerm_WaitOnly, NULL),
                  NvSciError_BadParameter);
    assert_status(RingfenceKitGetLayout(NULL, &layout), NvSciError_BadParameter);
    expect_byte(&g_near, 7U);
    /* A link whose kit was closed. */
    left.kit = &closed;
    assert_status(RingfenceKitWait(lefts, 1U, SOON, is_ready), NvSciError_BadParameter);
    assert_true(is_ready[0]);
    assert_status(RingfenceKitSend(&left, "", 0U, SOON), NvSciError_BadParameter);
}

/* ---------------------------------------------------------------- messages */

/**
 * A message arrives with its bytes and its length, from none to all that a frame holds.
 * @verifies RF-KIT-005
 */
static void messages_arrive_with_their_length(void **state)
{
    static uint8_t sent[LONGEST + 1U];
    static uint8_t got[LONGEST];
    size_t none = 0U;
    const size_t sizes[] = {0U, 1U, 55U, 56U, 57U, 1000U, LONGEST - 1U, LONGEST};

    (void)state;
    for (size_t i = 0U; i < sizeof(sent); i++) {
        sent[i] = (uint8_t)(i * 7U);
    }
    for (size_t i = 0U; i < COUNT_OF(sizes); i++) {
        size_t size = sizeof(got);

        (void)memset(got, 0, sizeof(got));
        assert_status(RingfenceKitSend(&g_near.link, sent, sizes[i], 0), NvSciError_Success);
        assert_status(RingfenceKitReceive(&g_far.link, got, &size, SOON), NvSciError_Success);
        assert_int_equal(size, sizes[i]);
        assert_memory_equal(got, sent, sizes[i]);
    }
    assert_status(RingfenceKitSend(&g_near.link, NULL, 0U, 0), NvSciError_Success);
    assert_status(RingfenceKitReceive(&g_far.link, NULL, &none, SOON), NvSciError_Success);
    assert_int_equal(none, 0U);
    assert_status(RingfenceKitSend(&g_near.link, sent, LONGEST + 1U, 0), NvSciError_TooBig);
    assert_status(RingfenceKitSend(&g_near.link, sent, SIZE_MAX, 0), NvSciError_TooBig);
    send_byte(&g_near, 3U);
    expect_byte(&g_far, 3U);
}

/**
 * A message that does not fit the room of who takes it says its length and stays.
 * @verifies RF-KIT-006
 */
static void message_without_room_stays(void **state)
{
    const uint8_t sent[] = {1U, 2U, 3U};
    uint8_t got[3] = {0U, 0U, 0U};
    size_t size = 2U;

    (void)state;
    assert_status(RingfenceKitSend(&g_near.link, sent, sizeof(sent), 0), NvSciError_Success);
    assert_status(RingfenceKitReceive(&g_far.link, got, &size, SOON), NvSciError_TooBig);
    assert_int_equal(size, 3U);
    assert_int_equal(got[0], 0U);
    assert_status(RingfenceKitReceive(&g_far.link, got, &size, 0), NvSciError_Success);
    assert_memory_equal(got, sent, sizeof(sent));
}

/**
 * A frame that lies about its length, or is none of a kit, is an error and is dropped.
 * @verifies RF-KIT-013
 */
static void lying_frames_are_dropped(void **state)
{
    static uint8_t got[LONGEST];
    const uint32_t message = 0x524B0101U;
    const struct {
        uint32_t mark;
        uint32_t length;
    } lies[] = {{message, LONGEST + 1U}, {message, 0xFFFFFFFFU}, {0U, 1U},
                {0x524B0100U, 1U},       {0x524B0108U, 1U},      {0x524B0201U, 1U}};
    size_t size = sizeof(got);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(lies); i++) {
        forge(&g_near, lies[i].mark, lies[i].length);
        send_byte(&g_near, (uint8_t)i);
        assert_status(RingfenceKitReceive(&g_far.link, got, &size, SOON),
                      NvSciError_InconsistentData);
        assert_int_equal(size, sizeof(got));
        expect_byte(&g_far, (uint8_t)i);
    }
    forge(&g_near, message, 120U);
    assert_status(RingfenceKitReceive(&g_far.link, got, &size, SOON), NvSciError_Success);
    assert_int_equal(size, 120U);
}

/**
 * What is of another kind than is asked for stays for the call that takes it.
 * @verifies RF-KIT-015
 */
static void message_of_another_kind_stays(void **state)
{
    NvSciBufAttrList list = NULL;
    NvSciSyncAttrList sync_list = NULL;
    NvSciBufObj object = NULL;
    NvSciSyncObj sync = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t number = 0U;

    (void)state;
    send_byte(&g_near, 9U);
    assert_status(RingfenceKitTakeBufList(&g_far.link, &list, SOON), NvSciError_NoDesiredMessage);
    assert_status(RingfenceKitTakeSyncList(&g_far.link, &sync_list, SOON),
                  NvSciError_NoDesiredMessage);
    assert_status(
        RingfenceKitTakeBufObj(&g_far.link, NULL, 0U, NvSciBufAccessPerm_Auto, &object, SOON),
        NvSciError_NoDesiredMessage);
    assert_status(
        RingfenceKitTakeSyncObj(&g_far.link, NULL, 0U, NvSciSyncAccessPerm_Auto, &sync, SOON),
        NvSciError_NoDesiredMessage);
    assert_status(RingfenceKitTakeFence(&g_far.link, sync, &fence, &number, SOON),
                  NvSciError_NoDesiredMessage);
    expect_byte(&g_far, 9U);
}

/** Takes one message after a while. */
static void *take_late(void *end)
{
    (void)usleep(SHORT);
    expect_byte(end, 0U);
    return NULL;
}

/**
 * Where all frames are full, sending waits for the time that it was given, and goes on when the
 * peer takes a message.
 * @verifies RF-KIT-005
 */
static void full_ring_waits(void **state)
{
    pthread_t thread;
    const int64_t begin = now_us();
    const uint8_t last = FRAMES;

    (void)state;
    for (uint8_t i = 0U; i < FRAMES; i++) {
        assert_status(RingfenceKitSend(&g_near.link, &i, 1U, 0), NvSciError_Success);
    }
    assert_status(RingfenceKitSend(&g_near.link, &last, 1U, SHORT), NvSciError_Timeout);
    assert_in_range(now_us() - begin, SHORT, LATE);
    assert_status(RingfenceKitSayGoodbye(&g_near.link, 0), NvSciError_Timeout);
    assert_int_equal(pthread_create(&thread, NULL, &take_late, &g_far), 0);
    assert_status(RingfenceKitSend(&g_near.link, &last, 1U, SOON), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    for (uint8_t i = 1U; i <= FRAMES; i++) {
        expect_byte(&g_far, i);
    }
}

static void *part_far_late(void *nothing)
{
    (void)usleep(SHORT);
    RingfenceKitDisconnect(&g_far.link);
    return nothing;
}

/**
 * A peer that goes while this end waits for room has its last messages taken: the wait ends, and
 * so does each further one, as often as it is tried. So may a wait for messages be.
 * @verifies RF-KIT-040
 */
static void last_messages_survive_a_full_ring(void **state)
{
    RingfenceKitLink *const links[] = {&g_near.link};
    bool ready = false;
    pthread_t thread;
    const uint8_t byte = 1U;
    uint8_t more = 0U;
    size_t size = 1U;

    (void)state;
    while (RingfenceKitSend(&g_near.link, &byte, 1U, 0) == NvSciError_Success) {
    }
    send_byte(&g_far, 6U);
    send_byte(&g_far, 7U);
    assert_int_equal(pthread_create(&thread, NULL, &part_far_late, NULL), 0);
    for (uint32_t i = 0U; i < 40U; i++) {
        assert_status(RingfenceKitSend(&g_near.link, &byte, 1U, SOON), NvSciError_ConnectionReset);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    for (uint32_t i = 0U; i < 40U; i++) {
        assert_status(RingfenceKitWait(links, 1U, SOON, &ready), NvSciError_Success);
        assert_true(ready);
    }
    expect_byte(&g_near, 6U);
    expect_byte(&g_near, 7U);
    assert_status(RingfenceKitReceive(&g_near.link, &more, &size, SOON),
                  NvSciError_ConnectionReset);
}

/** Sends a byte each millisecond until there is no room. */
static void *send_on(void *end)
{
    End *const from = end;
    const uint8_t byte = 5U;

    while (RingfenceKitSend(&from->link, &byte, 1U, 0) == NvSciError_Success) {
        (void)usleep(1000U);
    }
    return NULL;
}

/**
 * What comes meanwhile and is not waited for does not prolong a wait.
 * @verifies RF-KIT-005
 */
static void other_news_do_not_prolong_a_wait(void **state)
{
    pthread_t thread;
    const uint8_t byte = 0U;
    int64_t begin = 0;

    (void)state;
    while (RingfenceKitSend(&g_near.link, &byte, 1U, 0) == NvSciError_Success) {
    }
    assert_int_equal(pthread_create(&thread, NULL, &send_on, &g_far), 0);
    begin = now_us();
    assert_status(RingfenceKitSend(&g_near.link, &byte, 1U, SHORT), NvSciError_Timeout);
    assert_in_range(now_us() - begin, SHORT, LATE);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/**
 * A message that does not come ends the wait with the time.
 * @verifies RF-KIT-005
 */
static void no_message_comes_in_time(void **state)
{
    uint8_t byte = 1U;
    size_t size = 1U;
    const int64_t begin = now_us();

    (void)state;
    assert_status(RingfenceKitReceive(&g_near.link, &byte, &size, 0), NvSciError_Timeout);
    assert_status(RingfenceKitReceive(&g_near.link, &byte, &size, SHORT), NvSciError_Timeout);
    assert_in_range(now_us() - begin, SHORT, LATE);
    assert_int_equal(size, 1U);
}

/* ---------------------------------------------------------------- several links */

/** Two more ends, on the kits of the others. */
static End g_near_2;
static End g_far_2;

static void *connect_far_2(void *unused)
{
    g_far_2.result = RingfenceKitConnect(&g_far.kit, &g_far_2.link, "nvscisync_a_1", SOON);
    return unused;
}

static void connect_second(void)
{
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, &connect_far_2, NULL), 0);
    g_near_2.result = RingfenceKitConnect(&g_near.kit, &g_near_2.link, "nvscisync_a_0", SOON);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(g_near_2.result, NvSciError_Success);
    assert_status(g_far_2.result, NvSciError_Success);
}

static void *send_late(void *end)
{
    (void)usleep(SHORT);
    send_byte(end, 4U);
    return NULL;
}

/**
 * A wait for several links says which have a message; one that is not there is not ready.
 * @verifies RF-KIT-003
 */
static void wait_says_which_links_are_ready(void **state)
{
    RingfenceKitLink *const links[] = {&g_near.link, NULL, &g_near_2.link};
    bool ready[] = {true, true, true};
    pthread_t thread;

    (void)state;
    connect_second();
    assert_status(RingfenceKitWait(links, 3U, SHORT, ready), NvSciError_Timeout);
    assert_true(ready[0] && ready[1] && ready[2]);
    assert_int_equal(pthread_create(&thread, NULL, &send_late, &g_far_2), 0);
    assert_status(RingfenceKitWait(links, 3U, SOON, ready), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true((!ready[0]) && (!ready[1]) && ready[2]);
    send_byte(&g_far, 8U);
    assert_status(RingfenceKitWait(links, 3U, -1, ready), NvSciError_Success);
    assert_true(ready[0] && (!ready[1]) && ready[2]);
    expect_byte(&g_near_2, 4U);
    expect_byte(&g_near, 8U);
    assert_status(RingfenceKitSayGoodbye(&g_far_2.link, SOON), NvSciError_Success);
    for (uint32_t i = 0U; i < 3U; i++) {
        uint8_t byte = 0U;
        size_t size = 1U;

        assert_status(RingfenceKitWait(links, 3U, -1, ready), NvSciError_Success);
        assert_true((!ready[0]) && ready[2]);
        assert_status(RingfenceKitReceive(&g_near_2.link, &byte, &size, 0), NvSciError_EndOfFile);
    }
    RingfenceKitDisconnect(&g_far_2.link);
    RingfenceKitDisconnect(&g_near_2.link);
}

/**
 * A peer that closes ends the waits for it, once what it sent was taken; no other link's.
 * @verifies RF-KIT-014
 */
static void closed_link_is_told(void **state)
{
    RingfenceKitLink *const links[] = {&g_near.link, &g_near_2.link};
    bool ready[2] = {false, true};
    uint8_t byte = 0U;
    size_t size = 1U;

    (void)state;
    connect_second();
    send_byte(&g_far, 6U);
    RingfenceKitDisconnect(&g_far.link);
    expect_byte(&g_near, 6U);
    assert_status(RingfenceKitWait(links, 2U, SOON, ready), NvSciError_Success);
    assert_true(ready[0] && (!ready[1]));
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(RingfenceKitReceive(&g_near.link, &byte, &size, SOON),
                      NvSciError_ConnectionReset);
        assert_status(RingfenceKitSend(&g_near.link, &byte, 1U, SOON), NvSciError_ConnectionReset);
        assert_status(RingfenceKitSayGoodbye(&g_near.link, SOON), NvSciError_ConnectionReset);
    }
    assert_status(RingfenceKitReceive(&g_near_2.link, &byte, &size, SHORT), NvSciError_Timeout);
    RingfenceKitDisconnect(&g_far_2.link);
    RingfenceKitDisconnect(&g_near_2.link);
}

/**
 * A goodbye comes after all that was sent before, and stays; the other direction is not affected.
 * @verifies RF-KIT-004
 */
static void goodbye_comes_last_and_stays(void **state)
{
    uint8_t byte = 0U;
    size_t size = 1U;
    NvSciBufAttrList list = NULL;

    (void)state;
    send_byte(&g_near, 1U);
    send_byte(&g_near, 2U);
    assert_status(RingfenceKitSayGoodbye(&g_near.link, SOON), NvSciError_Success);
    expect_byte(&g_far, 1U);
    expect_byte(&g_far, 2U);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(RingfenceKitReceive(&g_far.link, &byte, &size, SOON), NvSciError_EndOfFile);
        assert_status(RingfenceKitTakeBufList(&g_far.link, &list, SOON), NvSciError_EndOfFile);
    }
    send_byte(&g_far, 3U);
    expect_byte(&g_near, 3U);
    RingfenceKitDisconnect(&g_near.link);
    assert_status(RingfenceKitReceive(&g_far.link, &byte, &size, SOON), NvSciError_EndOfFile);
}

/* ---------------------------------------------------------------- lists, objects, fences */

/** A list of an end that asks for an image. */
static NvSciBufAttrList image_list(const End *end, RingfenceKitFormat format,
                                   NvSciBufAttrValAccessPerm perm)
{
    const RingfenceKitImage image = {format, 641U, 481U, perm, true, NULL};
    NvSciBufAttrList list = NULL;

    assert_status(RingfenceKitCreateImageList(&end->kit, &image, &list), NvSciError_Success);
    return list;
}

static NvSciSyncAttrList sync_list(const End *end, NvSciSyncAccessPerm perm)
{
    NvSciSyncAttrList list = NULL;

    assert_status(RingfenceKitCreateSyncList(&end->kit, perm, &list), NvSciError_Success);
    return list;
}

/**
 * A list goes to the allocator in one call, and a buffer with its list comes back in one.
 * @verifies RF-KIT-007
 */
static void buffers_are_handed_over(void **state)
{
    const NvSciBufAttrList reader =
        image_list(&g_far, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_Readonly);
    NvSciBufAttrList lists[2] = {
        image_list(&g_near, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_ReadWrite), NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj made = NULL;
    NvSciBufObj got = NULL;
    void *writable = NULL;
    const void *readable = NULL;

    (void)state;
    assert_status(RingfenceKitGiveBufLists(&g_far.link, &reader, 1U, SOON), NvSciError_Success);
    assert_status(RingfenceKitTakeBufList(&g_near.link, &lists[1], SOON), NvSciError_Success);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &made, &conflict),
                  NvSciError_Success);
    assert_status(RingfenceKitGiveBufObj(&g_near.link, made, NvSciBufAccessPerm_Auto, SOON),
                  NvSciError_Success);
    assert_status(
        RingfenceKitTakeBufObj(&g_far.link, &reader, 1U, NvSciBufAccessPerm_Readonly, &got, SOON),
        NvSciError_Success);
    assert_status(NvSciBufObjGetCpuPtr(made, &writable), NvSciError_Success);
    assert_status(NvSciBufObjGetConstCpuPtr(got, &readable), NvSciError_Success);
    assert_true(NvSciBufObjGetCpuPtr(got, &writable) != NvSciError_Success);
    (void)memcpy(writable, "ring", 4U);
    assert_memory_equal(readable, "ring", 4U);
    NvSciBufObjFree(got);
    NvSciBufObjFree(made);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(reader);
}

/** Takes all rows of a pool; gives how many. */
static uint32_t take_all(RingfencePool pool, uint32_t *rows)
{
    uint32_t count = 0U;

    while (ringfence_pool_take(pool, &rows[count]) == NvSciError_Success) {
        count++;
    }
    return count;
}

static void give_all(RingfencePool pool, const uint32_t *rows, uint32_t count)
{
    for (uint32_t i = count; i > 0U; i--) {
        ringfence_pool_give(pool, rows[i - 1U]);
    }
}

/**
 * A buffer, a sync object and lists that find a full table stay, and can be taken when there is
 * room; a buffer that is refused as well.
 * @verifies RF-KIT-041
 */
static void full_tables_leave_the_message(void **state)
{
    static const RingfencePool pools[] = {RINGFENCE_POOL_BUF_LIST, RINGFENCE_POOL_BUF_OBJECT,
                                          RINGFENCE_POOL_BUF_HANDLE};
    static uint32_t rows[4096];
    NvSciBufAttrList lists[2] = {
        image_list(&g_near, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_ReadWrite), NULL};
    const NvSciBufAttrList reader =
        image_list(&g_far, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_Readonly);
    const NvSciBufAttrList other =
        image_list(&g_far, RINGFENCE_KIT_NV21, NvSciBufAccessPerm_Readonly);
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj made = NULL;
    NvSciBufObj got = NULL;
    uint32_t count = 0U;

    (void)state;
    assert_status(RingfenceKitGiveBufLists(&g_far.link, &reader, 1U, SOON), NvSciError_Success);
    count = take_all(RINGFENCE_POOL_BUF_LIST, rows);
    assert_status(RingfenceKitTakeBufList(&g_near.link, &lists[1], SOON),
                  NvSciError_InsufficientMemory);
    give_all(RINGFENCE_POOL_BUF_LIST, rows, count);
    assert_status(RingfenceKitTakeBufList(&g_near.link, &lists[1], SOON), NvSciError_Success);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &made, &conflict),
                  NvSciError_Success);
    /* More often than an endpoint may have unclaimed. */
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_PARCELS + 6U); i++) {
        const RingfencePool pool = pools[i % 3U];
        const bool refused = ((i & 1U) != 0U);

        assert_status(RingfenceKitGiveBufObj(&g_near.link, made, NvSciBufAccessPerm_Auto, SOON),
                      NvSciError_Success);
        count = take_all(pool, rows);
        assert_status(RingfenceKitTakeBufObj(&g_far.link, refused ? &other : &reader, 1U,
                                             NvSciBufAccessPerm_Auto, &got, SOON),
                      NvSciError_InsufficientMemory);
        assert_null(got);
        give_all(pool, rows, count);
        if (refused) {
            assert_true(RingfenceKitTakeBufObj(&g_far.link, &other, 1U, NvSciBufAccessPerm_Auto,
                                               &got, SOON) != NvSciError_Success);
        } else {
            assert_status(RingfenceKitTakeBufObj(&g_far.link, &reader, 1U, NvSciBufAccessPerm_Auto,
                                                 &got, SOON),
                          NvSciError_Success);
            NvSciBufObjFree(got);
        }
        got = NULL;
    }
    NvSciBufObjFree(made);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(reader);
    NvSciBufAttrListFree(other);
}

/** Each second one is more than an endpoint may have unclaimed. */
#define REFUSALS (2U * (RINGFENCE_CFG_PARCELS + 6U))

/**
 * What came with an object that is refused is given back, also where a list to compare it with is
 * none of the kit's: neither end runs out of what it has for objects on their way.
 * @verifies RF-KIT-007 RF-KIT-017
 */
static void refused_buffers_leave_nothing(void **state)
{
    const NvSciBufAttrList reader =
        image_list(&g_far, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_Readonly);
    const NvSciBufAttrList other =
        image_list(&g_far, RINGFENCE_KIT_NV21, NvSciBufAccessPerm_Readonly);
    const NvSciBufAttrList foreign =
        image_list(&g_near, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_Readonly);
    NvSciBufAttrList lists[2] = {
        image_list(&g_near, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_ReadWrite), NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj made = NULL;
    NvSciBufObj got = NULL;

    (void)state;
    assert_status(RingfenceKitGiveBufLists(&g_far.link, &reader, 1U, SOON), NvSciError_Success);
    assert_status(RingfenceKitTakeBufList(&g_near.link, &lists[1], SOON), NvSciError_Success);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &made, &conflict),
                  NvSciError_Success);
    for (uint32_t i = 0U; i < REFUSALS; i++) {
        assert_status(RingfenceKitGiveBufObj(&g_near.link, made, NvSciBufAccessPerm_Auto, SOON),
                      NvSciError_Success);
        assert_true(RingfenceKitTakeBufObj(&g_far.link, ((i % 2U) == 0U) ? &other : &foreign, 1U,
                                           NvSciBufAccessPerm_Auto, &got,
                                           SOON) != NvSciError_Success);
        assert_null(got);
    }
    assert_status(RingfenceKitGiveBufObj(&g_near.link, made, NvSciBufAccessPerm_Auto, SOON),
                  NvSciError_Success);
    assert_status(
        RingfenceKitTakeBufObj(&g_far.link, &reader, 1U, NvSciBufAccessPerm_Auto, &got, SOON),
        NvSciError_Success);
    NvSciBufObjFree(got);
    NvSciBufObjFree(made);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(reader);
    NvSciBufAttrListFree(other);
    NvSciBufAttrListFree(foreign);
}

/** Says and takes a sync object that the far end asked for; `near` is what this end asks for. */
static void make_sync(NvSciSyncAccessPerm near, NvSciSyncAccessPerm far, NvSciSyncObj made[2])
{
    const NvSciSyncAttrList asked = sync_list(&g_far, far);
    NvSciSyncAttrList lists[2] = {sync_list(&g_near, near), NULL};
    NvSciSyncAttrList conflict = NULL;

    assert_status(RingfenceKitGiveSyncLists(&g_far.link, &asked, 1U, SOON), NvSciError_Success);
    assert_status(RingfenceKitTakeSyncList(&g_near.link, &lists[1], SOON), NvSciError_Success);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &made[0], &conflict),
                  NvSciError_Success);
    assert_status(RingfenceKitGiveSyncObj(&g_near.link, made[0], NvSciSyncAccessPerm_Auto, SOON),
                  NvSciError_Success);
    assert_status(RingfenceKitTakeSyncObj(&g_far.link, &asked, 1U, far, &made[1], SOON),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(asked);
}

/**
 * A sync object goes with its list in one call, the right to signal with it where the peer asked
 * for it.
 * @verifies RF-KIT-008
 */
static void sync_objects_are_handed_over(void **state)
{
    const NvSciSyncAccessPerm wait = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAccessPerm signal = NvSciSyncAccessPerm_SignalOnly;

    (void)state;
    for (uint32_t far = 0U; far < 2U; far++) {
        NvSciSyncObj objects[2] = {NULL, NULL};
        NvSciSyncObj *const signaller = &objects[far];
        NvSciSyncObj *const waiter = &objects[1U - far];
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        make_sync((far == 1U) ? wait : signal, (far == 1U) ? signal : wait, objects);
        assert_status(NvSciSyncObjGenerateFence(*waiter, &fence), NvSciError_BadParameter);
        assert_status(NvSciSyncObjGenerateFence(*signaller, &fence), NvSciError_Success);
        assert_status(NvSciSyncObjSignal(*signaller), NvSciError_Success);
        NvSciSyncFenceClear(&fence);
        NvSciSyncObjFree(objects[0]);
        NvSciSyncObjFree(objects[1]);
    }
}

/**
 * The same for sync objects.
 * @verifies RF-KIT-008 RF-KIT-017
 */
static void refused_sync_objects_leave_nothing(void **state)
{
    const NvSciSyncAttrList other = sync_list(&g_far, NvSciSyncAccessPerm_SignalOnly);
    const NvSciSyncAttrList asked = sync_list(&g_far, NvSciSyncAccessPerm_WaitOnly);
    NvSciSyncAttrList lists[2] = {sync_list(&g_near, NvSciSyncAccessPerm_SignalOnly), NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj made = NULL;
    NvSciSyncObj got = NULL;

    (void)state;
    assert_status(RingfenceKitGiveSyncLists(&g_far.link, &asked, 1U, SOON), NvSciError_Success);
    assert_status(RingfenceKitTakeSyncList(&g_near.link, &lists[1], SOON), NvSciError_Success);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &made, &conflict),
                  NvSciError_Success);
    for (uint32_t i = 0U; i < REFUSALS; i++) {
        assert_status(RingfenceKitGiveSyncObj(&g_near.link, made, NvSciSyncAccessPerm_Auto, SOON),
                      NvSciError_Success);
        assert_true(RingfenceKitTakeSyncObj(&g_far.link, &other, 1U, NvSciSyncAccessPerm_Auto, &got,
                                            SOON) != NvSciError_Success);
        assert_null(got);
    }
    assert_status(RingfenceKitGiveSyncObj(&g_near.link, made, NvSciSyncAccessPerm_Auto, SOON),
                  NvSciError_Success);
    assert_status(
        RingfenceKitTakeSyncObj(&g_far.link, &asked, 1U, NvSciSyncAccessPerm_Auto, &got, SOON),
        NvSciError_Success);
    NvSciSyncObjFree(got);
    NvSciSyncObjFree(made);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(asked);
    NvSciSyncAttrListFree(other);
}

/**
 * A fence goes to the peer with its number in RUNTIME, and is reached there by the signal.
 * @verifies RF-KIT-009
 */
static void fences_are_handed_over_in_runtime(void **state)
{
    const uint64_t numbers[] = {0U, 3U, 0x1122334455667788U, UINT64_MAX};
    NvSciSyncObj objects[2] = {NULL, NULL};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    make_sync(NvSciSyncAccessPerm_SignalOnly, NvSciSyncAccessPerm_WaitOnly, objects);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(numbers); i++) {
        NvSciSyncFence got = NvSciSyncFenceInitializer;
        uint64_t number = ~numbers[i];

        assert_status(NvSciSyncObjGenerateFence(objects[0], &fence), NvSciError_Success);
        assert_status(RingfenceKitGiveFence(&g_near.link, &fence, numbers[i], SOON),
                      NvSciError_Success);
        assert_status(RingfenceKitTakeFence(&g_far.link, objects[1], &got, &number, SOON),
                      NvSciError_Success);
        assert_true(number == numbers[i]);
        assert_status(NvSciSyncFenceWait(&got, g_far.kit.context, 0), NvSciError_Timeout);
        assert_status(NvSciSyncObjSignal(objects[0]), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&got, g_far.kit.context, 0), NvSciError_Success);
        NvSciSyncFenceClear(&got);
    }
    NvSciSyncFenceClear(&fence);
    go_to_init();
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
}

/**
 * What is no list, no object or no fence behind a right head is an error and is dropped.
 * @verifies RF-KIT-013
 */
static void bytes_that_are_no_object_are_dropped(void **state)
{
    NvSciBufAttrList list = NULL;
    NvSciSyncAttrList of_sync = NULL;
    NvSciBufObj object = NULL;
    NvSciSyncObj sync = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t number = 5U;
    RingfenceFault fault;
    uint32_t before = 0U;

    (void)state;
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    before = fault.total;
    for (uint32_t kind = 2U; kind <= 6U; kind++) {
        forge(&g_near, 0x524B0100U + kind, 100U);
    }
    forge(&g_near, 0x524B0105U, 2000U);
    send_byte(&g_near, 1U);
    assert_status(RingfenceKitTakeBufList(&g_far.link, &list, SOON), NvSciError_BadParameter);
    assert_status(
        RingfenceKitTakeBufObj(&g_far.link, NULL, 0U, NvSciBufAccessPerm_Auto, &object, SOON),
        NvSciError_BadParameter);
    /* The fault of each is that of its bytes. */
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, before + 2U);
    assert_status(RingfenceKitTakeSyncList(&g_far.link, &of_sync, SOON), NvSciError_BadParameter);
    assert_status(
        RingfenceKitTakeSyncObj(&g_far.link, NULL, 0U, NvSciSyncAccessPerm_Auto, &sync, SOON),
        NvSciError_InconsistentData);
    assert_status(RingfenceKitTakeFence(&g_far.link, NULL, &fence, &number, SOON),
                  NvSciError_InconsistentData);
    assert_status(
        RingfenceKitTakeSyncObj(&g_far.link, NULL, 0U, NvSciSyncAccessPerm_Auto, &sync, SOON),
        NvSciError_BadParameter);
    expect_byte(&g_far, 1U);
    assert_true((list == NULL) && (of_sync == NULL) && (object == NULL) && (sync == NULL));
    assert_true(number == 5U);
}

/**
 * What cannot be exported is not sent.
 * @verifies RF-KIT-007
 */
static void what_cannot_be_exported_is_not_sent(void **state)
{
    const NvSciBufAttrList list =
        image_list(&g_near, RINGFENCE_KIT_GRAY8, NvSciBufAccessPerm_ReadWrite);
    const NvSciSyncAttrList asked = sync_list(&g_near, NvSciSyncAccessPerm_WaitSignal);
    NvSciSyncAttrList conflict_of_sync = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj made = NULL;
    NvSciSyncObj sync = NULL;
    const NvSciSyncFence broken = {{1U, 2U, 3U, 4U, 5U, 6U}};

    (void)state;
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &made, &conflict),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(&asked, 1U, &sync, &conflict_of_sync),
                  NvSciError_Success);
    assert_status(RingfenceKitGiveBufLists(&g_near.link, NULL, 1U, SOON), NvSciError_BadParameter);
    assert_status(RingfenceKitGiveSyncLists(&g_near.link, NULL, 1U, SOON), NvSciError_BadParameter);
    /* The peer asked for neither. */
    assert_true(RingfenceKitGiveBufObj(&g_near.link, made, NvSciBufAccessPerm_Auto, SOON) !=
                NvSciError_Success);
    assert_true(RingfenceKitGiveSyncObj(&g_near.link, sync, NvSciSyncAccessPerm_Auto, SOON) !=
                NvSciError_Success);
    assert_status(RingfenceKitGiveFence(&g_near.link, &broken, 0U, SOON), NvSciError_BadParameter);
    send_byte(&g_near, 2U);
    expect_byte(&g_far, 2U);
    NvSciBufObjFree(made);
    NvSciSyncObjFree(sync);
    NvSciSyncAttrListFree(asked);
    NvSciBufAttrListFree(list);
}

/**
 * RUNTIME admits messages and waits, and neither opening nor closing: what it refuses stays as it
 * is.
 * @verifies RF-KIT-005
 */
static void runtime_has_messages_alone(void **state)
{
    static RingfenceKit kit;
    RingfenceKitLink *const links[] = {&g_far.link};
    static RingfenceKitLink link;
    const NvSciBufAttrList given =
        image_list(&g_near, RINGFENCE_KIT_GRAY8, NvSciBufAccessPerm_Readonly);
    NvSciBufAttrList list = NULL;
    NvSciSyncObj object = NULL;
    bool ready[1] = {false};
    uint32_t before = 0U;
    uint8_t bytes[1] = {0U};
    size_t size = 1U;

    (void)state;
    assert_status(RingfenceKitGiveBufLists(&g_near.link, &given, 1U, SOON), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    /* A list that came too late is refused without a wait, and stays until INIT. */
    assert_status(RingfenceKitTakeBufList(&g_far.link, &list, SOON), NvSciError_InvalidState);
    assert_status(RingfenceKitTakeBufList(&g_near.link, &list, -1), NvSciError_InvalidState);
    assert_status(
        RingfenceKitTakeSyncObj(&g_near.link, NULL, 0U, NvSciSyncAccessPerm_Auto, &object, -1),
        NvSciError_InvalidState);
    go_to_init();
    assert_status(RingfenceKitTakeBufList(&g_far.link, &list, SOON), NvSciError_Success);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(given);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    before = in_use_of_all();
    send_byte(&g_near, 1U);
    assert_status(RingfenceKitWait(links, 1U, SOON, ready), NvSciError_Success);
    assert_true(ready[0]);
    expect_byte(&g_far, 1U);
    assert_status(RingfenceKitOpen(&kit), NvSciError_InvalidState);
    assert_status(RingfenceKitConnect(&g_near.kit, &link, "nvscisync_a_0", SOON),
                  NvSciError_InvalidState);
    RingfenceKitDisconnect(&g_near.link);
    RingfenceKitClose(&g_near.kit);
    assert_int_equal(in_use_of_all(), before);
    send_byte(&g_near, 2U);
    expect_byte(&g_far, 2U);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_status(RingfenceKitSayGoodbye(&g_near.link, SOON), NvSciError_InvalidState);
    assert_status(RingfenceKitReceive(&g_far.link, bytes, &size, SOON), NvSciError_InvalidState);
    ready[0] = false;
    assert_status(RingfenceKitWait(links, 1U, SOON, ready), NvSciError_InvalidState);
    assert_false(ready[0]);
}

/* ---------------------------------------------------------------- attributes */

/** What a format is: its planes. */
typedef struct {
    RingfenceKitFormat format;
    uint32_t planes;
    NvSciBufAttrValColorFmt colors[3];
    uint32_t bytes[3];
} Expected;

/** A key of a list must have these bytes. */
static void expect_key(NvSciBufAttrList list, NvSciBufAttrKey key, const void *value, size_t size)
{
    NvSciBufAttrKeyValuePair pair = {key, NULL, 0U};

    assert_status(NvSciBufAttrListGetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_int_equal(pair.len, size);
    assert_memory_equal(pair.value, value, size);
}

/**
 * Each usual image has the planes of its name, and the layout says where they are.
 * @verifies RF-KIT-010
 */
static void images_have_the_planes_of_their_names(void **state)
{
    const Expected rows[] = {
        {RINGFENCE_KIT_NV12, 2U, {NvSciColor_Y8, NvSciColor_V8U8}, {1U, 2U}},
        {RINGFENCE_KIT_NV21, 2U, {NvSciColor_Y8, NvSciColor_U8V8}, {1U, 2U}},
        {RINGFENCE_KIT_YUV420, 3U, {NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8}, {1U, 1U, 1U}},
        {RINGFENCE_KIT_RGBA8, 1U, {NvSciColor_A8B8G8R8}, {4U}},
        {RINGFENCE_KIT_BGRA8, 1U, {NvSciColor_A8R8G8B8}, {4U}},
        {RINGFENCE_KIT_GRAY8, 1U, {NvSciColor_Y8}, {1U}}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(rows); i++) {
        const NvSciBufAttrList list =
            image_list(&g_near, rows[i].format, NvSciBufAccessPerm_ReadWrite);
        NvSciBufAttrList conflict = NULL;
        NvSciBufObj object = NULL;
        RingfenceKitLayout layout;
        uint64_t at = 0U;

        expect_key(list, NvSciBufImageAttrKey_PlaneColorFormat, rows[i].colors,
                   rows[i].planes * sizeof(rows[i].colors[0]));
        assert_status(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                      NvSciError_Success);
        assert_status(RingfenceKitGetLayout(object, &layout), NvSciError_Success);
        assert_int_equal(layout.planeCount, rows[i].planes);
        for (uint32_t plane = 0U; plane < RINGFENCE_KIT_PLANES; plane++) {
            const RingfenceKitPlane *const has = &layout.planes[plane];
            const bool there = (plane < rows[i].planes);

            assert_int_equal(has->bytesPerPixel, there ? rows[i].bytes[plane] : 0U);
            assert_int_equal(has->width, there ? ((plane == 0U) ? 641U : 321U) : 0U);
            assert_int_equal(has->height, there ? ((plane == 0U) ? 481U : 241U) : 0U);
            assert_true(has->pitch >= (has->width * has->bytesPerPixel));
            assert_true((!there) || (has->offset >= at));
            at = has->offset + ((uint64_t)has->pitch * has->height);
            assert_true(layout.size >= at);
        }
        NvSciBufObjFree(object);
        NvSciBufAttrListFree(list);
    }
}

/**
 * Access of the CPU, rights and the GPU are those of the description; what is none is refused.
 * @verifies RF-KIT-010
 */
static void images_ask_for_what_is_described(void **state)
{
    const NvSciRmGpuId gpu = {{1U, 2U, 3U}};
    RingfenceKitImage image = {RINGFENCE_KIT_RGBA8,         16U,   8U,
                               NvSciBufAccessPerm_Readonly, false, &gpu};
    const bool cpu = false;
    const uint32_t width = 16U;
    const uint32_t height = 8U;
    NvSciBufAttrList list = NULL;

    (void)state;
    image.width = 0U;
    assert_status(RingfenceKitCreateImageList(&g_near.kit, &image, &list), NvSciError_BadParameter);
    image.width = width;
    image.format = (RingfenceKitFormat)6;
    assert_status(RingfenceKitCreateImageList(&g_near.kit, &image, &list), NvSciError_BadParameter);
    image.format = RINGFENCE_KIT_RGBA8;
    assert_status(RingfenceKitCreateImageList(&g_near.kit, &image, NULL), NvSciError_BadParameter);
    assert_status(RingfenceKitCreateImageList(&g_near.kit, &image, &list), NvSciError_Success);
    expect_key(list, NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu));
    expect_key(list, NvSciBufGeneralAttrKey_RequiredPerm, &image.perm, sizeof(image.perm));
    expect_key(list, NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu));
    expect_key(list, NvSciBufImageAttrKey_PlaneWidth, &width, sizeof(width));
    expect_key(list, NvSciBufImageAttrKey_PlaneHeight, &height, sizeof(height));
    NvSciBufAttrListFree(list);
}

/** What an object of one list has for a layout. */
static NvSciError layout_of(NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    RingfenceKitLayout layout = {77U, 0U, {{0U, 0U, 0U, 0U, 0U}}};
    NvSciError status = NvSciError_Success;

    assert_status(NvSciBufAttrListCreate(g_near.kit.bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, count), NvSciError_Success);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                  NvSciError_Success);
    status = RingfenceKitGetLayout(object, &layout);
    assert_true(layout.size == 77U);
    assert_status(RingfenceKitGetLayout(object, NULL), NvSciError_BadParameter);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(list);
    return status;
}

/**
 * What is no image, or is not stored line by line, has no layout.
 * @verifies RF-KIT-010
 */
static void other_buffers_have_no_layout(void **state)
{
    const NvSciBufType raw = NvSciBufType_RawBuffer;
    const NvSciBufType type = NvSciBufType_Image;
    const uint64_t size = 4096U;
    const NvSciBufAttrValImageLayoutType block = NvSciBufImage_BlockLinearType;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const uint32_t one = 1U;
    const uint32_t length = 64U;
    const NvSciBufAttrValColorFmt color = NvSciColor_Y8;
    NvSciBufAttrKeyValuePair of_raw[] = {{NvSciBufGeneralAttrKey_Types, &raw, sizeof(raw)},
                                         {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrKeyValuePair of_blocks[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufImageAttrKey_Layout, &block, sizeof(block)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &one, sizeof(one)},
        {NvSciBufImageAttrKey_PlaneColorFormat, &color, sizeof(color)},
        {NvSciBufImageAttrKey_PlaneWidth, &length, sizeof(length)},
        {NvSciBufImageAttrKey_PlaneHeight, &length, sizeof(length)}};

    (void)state;
    assert_status(layout_of(of_raw, COUNT_OF(of_raw)), NvSciError_BadParameter);
    assert_status(layout_of(of_blocks, COUNT_OF(of_blocks)), NvSciError_NotSupported);
}

/**
 * A list of a sync object that was filled asks for the CPU and for these rights.
 * @verifies RF-KIT-011
 */
static void sync_lists_ask_for_rights(void **state)
{
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_SignalOnly;
    const NvSciSyncAttrList list = sync_list(&g_near, perm);
    NvSciSyncAttrList none = NULL;
    NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_NeedCpuAccess, NULL, 0U},
                                         {NvSciSyncAttrKey_RequiredPerm, NULL, 0U}};

    (void)state;
    assert_status(NvSciSyncAttrListGetAttrs(list, pairs, 2U), NvSciError_Success);
    assert_int_equal(*(const bool *)pairs[0].value, true);
    assert_true(*(const NvSciSyncAccessPerm *)pairs[1].value == perm);
    assert_status(RingfenceKitCreateSyncList(&g_near.kit, 0U, &none), NvSciError_BadParameter);
    assert_null(none);
    NvSciSyncAttrListFree(list);
}

/* ---------------------------------------------------------------- texts */

/**
 * A conflict and the last fault are lines of text, cut to the room that there is.
 * @verifies RF-KIT-012
 */
static void reasons_are_text(void **state)
{
    NvSciBufAttrList lists[2] = {
        image_list(&g_near, RINGFENCE_KIT_NV12, NvSciBufAccessPerm_Readonly),
        image_list(&g_near, RINGFENCE_KIT_NV21, NvSciBufAccessPerm_Readonly)};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    static RingfenceKitLink link;
    char text[256] = "";
    char few[8] = "";

    (void)state;
    assert_status(NvSciBufAttrListReconcile(lists, 2U, &reconciled, &conflict),
                  NvSciError_ReconciliationFailed);
    assert_status(RingfenceKitConflictText(conflict, text, sizeof(text)), NvSciError_Success);
    assert_non_null(strstr(text, "NvSciBufImageAttrKey_PlaneColorFormat"));
    assert_status(RingfenceKitConflictText(conflict, NULL, 1U), NvSciError_BadParameter);
    assert_status(RingfenceKitConflictText(conflict, text, 0U), NvSciError_BadParameter);
    assert_status(RingfenceKitConflictText(lists[0], text, sizeof(text)), NvSciError_BadParameter);
    assert_status(RingfenceKitConflictText(NULL, text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "");
    assert_status(RingfenceKitConnect(&g_near.kit, &link, "no_such_endpoint", 0),
                  NvSciError_NoSuchEntry);
    assert_status(RingfenceKitFaultText(text, sizeof(text)), NvSciError_Success);
    assert_memory_equal(text, "NvSciIpcOpenEndpoint", 20U);
    assert_true(strlen(text) > 22U);
    assert_status(RingfenceKitFaultText(few, sizeof(few)), NvSciError_Success);
    assert_string_equal(few, "NvSciIp");
    assert_status(RingfenceKitFaultText(few, 1U), NvSciError_Success);
    assert_string_equal(few, "");
    assert_status(RingfenceKitFaultText(few, 0U), NvSciError_BadParameter);
    assert_status(RingfenceKitFaultText(NULL, 1U), NvSciError_BadParameter);
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
}

/**
 * The fault of a limit says its name, what was asked for and what was allowed.
 * @verifies RF-KIT-012
 */
static void limits_are_text(void **state)
{
    static NvSciBufAttrList taken[RINGFENCE_CFG_PEER_LISTS];
    const NvSciBufAttrList list =
        image_list(&g_near, RINGFENCE_KIT_GRAY8, NvSciBufAccessPerm_Readonly);
    NvSciBufAttrList more = NULL;
    char text[256] = "";
    char expected[256] = "";

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_PEER_LISTS; i++) {
        assert_status(RingfenceKitGiveBufLists(&g_near.link, &list, 1U, SOON), NvSciError_Success);
        assert_status(RingfenceKitTakeBufList(&g_far.link, &taken[i], SOON), NvSciError_Success);
    }
    assert_status(RingfenceKitGiveBufLists(&g_near.link, &list, 1U, SOON), NvSciError_Success);
    assert_status(RingfenceKitTakeBufList(&g_far.link, &more, SOON), NvSciError_InsufficientMemory);
    (void)snprintf(expected, sizeof(expected),
                   "NvSciBufAttrListIpcImportUnreconciled: a limit was reached; "
                   "RINGFENCE_CFG_PEER_LISTS: asked for 1, allowed 0; "
                   "free or finish some, or build with a greater one");
    assert_status(RingfenceKitFaultText(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, expected);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_PEER_LISTS; i++) {
        NvSciBufAttrListFree(taken[i]);
    }
    NvSciBufAttrListFree(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {ipc_test(closing_gives_all_back),
                                       ipc_test(full_tables_leave_no_kit),
                                       ipc_test(nobody_comes_in_time),
                                       ipc_test(peer_that_goes_at_once_was_there),
                                       kit_test(arguments_are_checked),
                                       kit_test(messages_arrive_with_their_length),
                                       kit_test(message_without_room_stays),
                                       kit_test(lying_frames_are_dropped),
                                       kit_test(message_of_another_kind_stays),
                                       kit_test(full_ring_waits),
                                       kit_test(last_messages_survive_a_full_ring),
                                       kit_test(other_news_do_not_prolong_a_wait),
                                       kit_test(no_message_comes_in_time),
                                       kit_test(wait_says_which_links_are_ready),
                                       kit_test(closed_link_is_told),
                                       kit_test(goodbye_comes_last_and_stays),
                                       kit_test(buffers_are_handed_over),
                                       kit_test(refused_buffers_leave_nothing),
                                       kit_test(full_tables_leave_the_message),
                                       kit_test(sync_objects_are_handed_over),
                                       kit_test(refused_sync_objects_leave_nothing),
                                       kit_test(fences_are_handed_over_in_runtime),
                                       kit_test(bytes_that_are_no_object_are_dropped),
                                       kit_test(what_cannot_be_exported_is_not_sent),
                                       kit_test(runtime_has_messages_alone),
                                       kit_test(images_have_the_planes_of_their_names),
                                       kit_test(images_ask_for_what_is_described),
                                       kit_test(other_buffers_have_no_layout),
                                       kit_test(sync_lists_ask_for_rights),
                                       kit_test(reasons_are_text),
                                       kit_test(limits_are_text)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
