/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kit_process_test.c
 * The kit between processes of which one is killed: before it connected, while the other waits for
 * it, and while the other waits for somebody else.
 */
#define _GNU_SOURCE

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "ipc_fixture.h"
#include "ringfence_kit.h"

/** Longest wait for what must come, microseconds. */
#define SOON 60000000
/** A wait for what does not come. */
#define SHORT 100000
/** Messages that a peer sends before it is killed. */
#define WORDS 3U

/** Ends a child with the line at which it failed. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                  \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

static RingfenceKit g_kit;
static RingfenceKitLink g_link;
static RingfenceKitLink g_other;

/** From a child to the test: it is where it is to be killed. */
static int g_there[2];

static int deaths_begin(void **state)
{
    const int result = ipc_begin(state);

    assert_status(RingfenceKitOpen(&g_kit), NvSciError_Success);
    assert_int_equal(pipe(g_there), 0);
    return result;
}

static int deaths_end(void **state)
{
    RingfenceKitDisconnect(&g_link);
    RingfenceKitDisconnect(&g_other);
    RingfenceKitClose(&g_kit);
    assert_int_equal(close(g_there[0]), 0);
    assert_int_equal(close(g_there[1]), 0);
    return ipc_end(state);
}

#define deaths_test(function) cmocka_unit_test_setup_teardown(function, deaths_begin, deaths_end)

/** Says that the moment has come, and waits for the signal. */
static void wait_to_be_killed(void)
{
    CHECK(write(g_there[1], "", 1U) == 1);
    for (;;) {
        (void)pause();
    }
}

/** The kit of a child, which has nothing of its parent's. */
static RingfenceKit g_child_kit;

static void connect_child(RingfenceKitLink *link, const char *name)
{
    CHECK(RingfenceKitOpen(&g_child_kit) == NvSciError_Success);
    CHECK(RingfenceKitConnect(&g_child_kit, link, name, SOON) == NvSciError_Success);
}

/** Opens the endpoint, takes no step towards a connection, and is killed. */
static void dies_before_it_connects(void)
{
    NvSciIpcEndpoint endpoint = 0U;

    CHECK(NvSciIpcInit() == NvSciError_Success);
    CHECK(NvSciIpcOpenEndpoint("ipc_test_1", &endpoint) == NvSciError_Success);
    CHECK(NvSciIpcResetEndpointSafe(endpoint) == NvSciError_Success);
    wait_to_be_killed();
}

static void dies_connected(void)
{
    static RingfenceKitLink link;

    connect_child(&link, "ipc_test_1");
    wait_to_be_killed();
}

/** Sends some messages before it is killed. */
static void dies_after_some_words(void)
{
    static RingfenceKitLink link;

    connect_child(&link, "ipc_test_1");
    for (uint8_t i = 0U; i < WORDS; i++) {
        CHECK(RingfenceKitSend(&link, &i, 1U, SOON) == NvSciError_Success);
    }
    wait_to_be_killed();
}

/** Sends many messages, one each millisecond, and says goodbye. */
static void speaks_for_a_while(void)
{
    static RingfenceKitLink link;
    uint8_t byte = 0U;
    size_t size = 1U;

    connect_child(&link, "nvscisync_a_1");
    CHECK(RingfenceKitReceive(&link, &byte, &size, SOON) == NvSciError_Success);
    for (uint32_t i = 0U; i < 100U; i++) {
        (void)usleep(1000U);
        CHECK(RingfenceKitSend(&link, &byte, 1U, SOON) == NvSciError_Success);
    }
    CHECK(RingfenceKitSayGoodbye(&link, SOON) == NvSciError_Success);
    RingfenceKitDisconnect(&link);
    RingfenceKitClose(&g_child_kit);
    _exit(0);
}

static pid_t start(void (*role)(void))
{
    pid_t child = -1;

    (void)fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)alarm(CASE_SECONDS);
        role();
        _exit(1);
    }
    return child;
}

/** Kills a child that is where it wants to be. */
static void kill_there(pid_t child)
{
    char byte = 1;
    int status = 0;

    assert_int_equal(read(g_there[0], &byte, 1U), 1);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

/** Kills a child after a while, from another process: this one waits meanwhile. */
static pid_t kill_later(pid_t child)
{
    const pid_t killer = fork();

    assert_true(killer >= 0);
    if (killer == 0) {
        char byte = 1;

        CHECK(read(g_there[0], &byte, 1U) == 1);
        (void)usleep(SHORT);
        CHECK(kill(child, SIGKILL) == 0);
        _exit(0);
    }
    return killer;
}

static void reap(pid_t child)
{
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static NvSciError receive_byte(RingfenceKitLink *link, uint8_t *byte, int64_t timeout_us)
{
    size_t size = 1U;

    return RingfenceKitReceive(link, byte, &size, timeout_us);
}

/**
 * A peer that is killed before it connected is no peer: the wait ends with the time, and the next
 * process connects.
 * @verifies RF-KIT-002
 */
static void peer_that_dies_before_it_connects(void **state)
{
    pid_t child = start(&dies_before_it_connects);

    (void)state;
    kill_there(child);
    assert_status(RingfenceKitConnect(&g_kit, &g_link, "ipc_test_0", SHORT),
                  NvSciError_Timeout);
    child = start(&dies_before_it_connects);
    assert_status(RingfenceKitConnect(&g_kit, &g_link, "ipc_test_0", SHORT),
                  NvSciError_Timeout);
    kill_there(child);
    child = start(&dies_connected);
    assert_status(RingfenceKitConnect(&g_kit, &g_link, "ipc_test_0", SOON),
                  NvSciError_Success);
    kill_there(child);
}

/**
 * A peer that is killed meanwhile ends a wait for a message, one for a free frame, and one for
 * several links, however long they were to take.
 * @verifies RF-KIT-014
 */
static void death_ends_waits(void **state)
{
    (void)state;
    for (uint32_t way = 0U; way < 3U; way++) {
        RingfenceKitLink *const links[] = {&g_link};
        bool ready[1] = {false};
        uint8_t byte = 0U;
        NvSciError status = NvSciError_Success;
        const pid_t child = start(&dies_connected);
        const pid_t killer = kill_later(child);

        assert_status(RingfenceKitConnect(&g_kit, &g_link, "ipc_test_0", SOON),
                      NvSciError_Success);
        if (way == 0U) {
            status = receive_byte(&g_link, &byte, -1);
        } else if (way == 1U) {
            while (status == NvSciError_Success) {
                status = RingfenceKitSend(&g_link, &byte, 1U, -1);
            }
        } else {
            assert_status(RingfenceKitWait(links, 1U, -1, ready), NvSciError_Success);
            assert_true(ready[0]);
            status = receive_byte(&g_link, &byte, -1);
        }
        assert_status(status, NvSciError_ConnectionReset);
        reap(killer);
        reap(child);
        RingfenceKitDisconnect(&g_link);
    }
}

/**
 * What a peer sent before it was killed is taken first, also if this process waited for another
 * link meanwhile, and was woken often.
 * @verifies RF-KIT-014
 */
static void words_of_the_dead_are_heard(void **state)
{
    const pid_t talker = start(&speaks_for_a_while);
    const pid_t child = start(&dies_after_some_words);
    uint8_t byte = 0U;
    uint32_t heard = 0U;
    NvSciError status = NvSciError_Success;

    (void)state;
    assert_status(RingfenceKitConnect(&g_kit, &g_other, "nvscisync_a_0", SOON),
                  NvSciError_Success);
    assert_status(RingfenceKitConnect(&g_kit, &g_link, "ipc_test_0", SOON),
                  NvSciError_Success);
    kill_there(child);
    assert_status(RingfenceKitSend(&g_other, &byte, 1U, SOON), NvSciError_Success);
    while (status == NvSciError_Success) {
        status = receive_byte(&g_other, &byte, SOON);
        heard += (status == NvSciError_Success) ? 1U : 0U;
    }
    assert_status(status, NvSciError_EndOfFile);
    assert_int_equal(heard, 100U);
    for (uint8_t i = 0U; i < WORDS; i++) {
        assert_status(receive_byte(&g_link, &byte, SOON), NvSciError_Success);
        assert_int_equal(byte, i);
    }
    assert_status(receive_byte(&g_link, &byte, SOON), NvSciError_ConnectionReset);
    reap(talker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {deaths_test(peer_that_dies_before_it_connects),
                                       deaths_test(death_ends_waits),
                                       deaths_test(words_of_the_dead_are_heard)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
