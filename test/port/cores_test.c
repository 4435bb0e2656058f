/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Cores on a host: each is a process that executes this program, and what they share is memory that
 * all of them have mapped. Of the buffers each has a copy of its own, as a cache that no other one
 * sees: nothing but RingfenceHookCacheFlush() brings one to the others.
 */
#define _GNU_SOURCE

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cores_play.h"
#include "hooks_cores.h"
#include "hooks_host.h"
#include "nvscibuf.h"
#include "port/atomic.h"
#include "port/channel.h"
#include "port/cores/cores.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/liveness.h"
#include "port/memory.h"
#include "port/random.h"
#include "port/secret.h"
#include "port/status.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

/** Seconds that the tests of one process may take. */
#define SECONDS 100U
#define BYTES   1000U
#define FILLED  0x5AU
/** Latest moment at which a core is reset in a session. */
#define LONGEST_US 120000U

static pid_t g_far;
static pid_t g_third;
static bool g_far_is_torn;

static const PortAddress g_near_name = {"near", PORT_SCOPE_USER, 0U, ""};
static const PortAddress g_far_name = {"far", PORT_SCOPE_USER, 0U, ""};
/** Between core 0 and core 2. */
static const PortAddress g_here_name = {"here", PORT_SCOPE_USER, 0U, ""};
static const PortAddress g_third_name = {"third", PORT_SCOPE_USER, 0U, ""};

/* ---------------------------------------------------------------- core 1 */

static void tell(const char *name, bool passed)
{
    if (!passed) {
        print_error("core %u: %s: failed\n", host_core(), name);
    }
}

static void die(void)
{
    (void)kill(getpid(), SIGKILL);
}

/** In a session that is torn core 0 may be the one that ends it. */
static void tell_of_far(const char *name, bool passed)
{
    if (!g_far_is_torn) {
        tell(name, passed);
    }
}

static const CoresRun g_far_run = {tell_of_far, NULL, die, "cores_1"};

/** Starts a core: an image of its own. What it does is the last word of its command line. */
static pid_t start_core(uint32_t core, const char *what)
{
    pid_t process = 0;

    host_core_starts(core);
    process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        (void)execl("/proc/self/exe", "cores_test", what, (char *)NULL);
        _exit(2);
    }
    host_core_runs(core, process);
    return process;
}

static void start_far(const char *what)
{
    g_far = start_core(1U, what);
}

/** Resets core 1. */
static void stop_far(void)
{
    assert_int_equal(kill(g_far, SIGKILL), 0);
    assert_int_equal(waitpid(g_far, NULL, 0), g_far);
    host_core_stops(1U);
    g_far = 0;
}

/** Core 1 ended by itself. */
static int far_status(void)
{
    int status = 0;

    assert_int_equal(waitpid(g_far, &status, 0), g_far);
    host_core_stops(1U);
    g_far = 0;
    return status;
}

/** Waits for a call, and answers it. */
static void answer(PortEndpoint *end, const PortAddress *own)
{
    PortStatus status = PORT_NOT_YET;

    port_endpoint_listen(end, true);
    while (status == PORT_NOT_YET) {
        status = port_link_accept(end, own);
    }
    assert_int_equal(status, PORT_OK);
}

/** Waits for a message. */
static PortStatus hear(const PortEndpoint *end, char text[16], PortParcel *parcel)
{
    uint64_t length = 0U;
    PortStatus status = PORT_NOT_YET;

    while (status == PORT_NOT_YET) {
        status = port_link_receive(end, text, 16U, &length, parcel);
    }
    return status;
}

static void far_waits_for_reset(void)
{
    for (;;) {
        (void)pause();
    }
}

/** Reserves memory, fills it and sends it, with a life line that it keeps. */
static int far_gives_memory(void)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortLiveness life = {-1, -1};
    PortParcel parcel = {2U, {-1, -1, -1, -1}};
    bool good = (port_memory_reserve(BYTES, 64U, &memory) == PORT_OK) &&
                (port_liveness_make(&life) == PORT_OK) &&
                (port_endpoint_open(&g_far_name, &end) == PORT_OK) &&
                (port_link_connect(&end, &g_near_name) == PORT_OK);

    if (good) {
        (void)memset(memory.base, FILLED, (size_t)memory.size);
        (void)port_cache_flush(memory.base, 0U, memory.size);
        parcel.descriptors[0] = memory.descriptor;
        parcel.descriptors[1] = life.watch;
        while (port_link_send(&end, "memory", 7U, &parcel) == PORT_NOT_YET) {
        }
        far_waits_for_reset();
    }
    return 1;
}

/** Ends an endpoint in order, after its last words. */
static int far_says_and_closes(void)
{
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    bool good = (port_endpoint_open(&g_far_name, &end) == PORT_OK) &&
                (port_link_connect(&end, &g_near_name) == PORT_OK);
    PortStatus status = PORT_NOT_YET;

    while (good && (status == PORT_NOT_YET)) {
        status = port_link_send(&end, "one", 4U, NULL);
    }
    good = good && (status == PORT_OK) && (port_link_send(&end, "two", 4U, NULL) == PORT_OK);
    port_endpoint_close(&end);
    return good ? 0 : 1;
}

/** Sends a word, as soon as the peer hears. */
static bool say(const PortEndpoint *end, const char *text, const PortParcel *parcel)
{
    PortStatus status = PORT_NOT_YET;

    while (status == PORT_NOT_YET) {
        status = port_link_send(end, text, strlen(text) + 1U, parcel);
    }
    return status == PORT_OK;
}

/** Core 2: gets memory of core 1 from core 0, and keeps it until core 0 says so, whatever becomes
 * of core 1. */
static int third_keeps_memory(void)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    PortParcel none = {0U, {-1, -1, -1, -1}};
    char text[16] = "";
    bool good = (port_endpoint_open(&g_third_name, &end) == PORT_OK) &&
                (port_link_connect(&end, &g_here_name) == PORT_OK) &&
                (hear(&end, text, &parcel) == PORT_OK) && (parcel.count == 2U);

    good = good && (port_memory_adopt(parcel.descriptors[0], BYTES, 64U, true, &memory) == PORT_OK);
    good = good && (!port_liveness_is_over(parcel.descriptors[1])) && say(&end, "got", NULL);
    /* Core 1 is reset now. */
    good = good && (hear(&end, text, &none) == PORT_OK) &&
           port_liveness_is_over(parcel.descriptors[1]);
    ((uint8_t *)memory.base)[0] = 1U;
    good = good && say(&end, "over", NULL) && (hear(&end, text, &none) == PORT_OK);
    /* And has made memory of its own, not in this place. */
    good = good && (((uint8_t *)memory.base)[0] == 1U);
    port_memory_release(&memory);
    ringfence_port_descriptor_close(parcel.descriptors[1]);
    good = good && say(&end, "gone", NULL) && (hear(&end, text, &none) == PORT_CLOSED);
    port_endpoint_close(&end);
    return good ? 0 : 1;
}

static int far_main(const char *what)
{
    int status = 2;

    host_core_is((strcmp(what, "third") == 0) ? 2U : 1U);
    if (strcmp(what, "third") == 0) {
        status = third_keeps_memory();
    } else if (strcmp(what, "dies") == 0) {
        status = (play_far(&g_far_run, true) == 0U) ? 0 : 1;
    } else if (strcmp(what, "stays") == 0) {
        status = (play_far(&g_far_run, false) == 0U) ? 0 : 1;
    } else if (strncmp(what, "torn ", 5U) == 0) {
        const long us = strtol(&what[5], NULL, 10);
        const struct itimerval timer = {{0, 0}, {us / 1000000L, us % 1000000L}};

        g_far_is_torn = true;
        (void)setitimer(ITIMER_REAL, &timer, NULL);
        status = (play_far(&g_far_run, false) == 0U) ? 0 : 1;
    } else if (strcmp(what, "memory") == 0) {
        status = far_gives_memory();
    } else if (strcmp(what, "words") == 0) {
        status = far_says_and_closes();
    } else {
        status = 2;
    }
    return status;
}

/* ---------------------------------------------------------------- the whole way */

static uint32_t g_sessions;

static void start_session(void)
{
    if (g_sessions > 0U) {
        assert_true(WIFSIGNALED(far_status()));
    }
    start_far((g_sessions == 0U) ? "dies" : "stays");
    g_sessions++;
}

static const CoresRun g_near_run = {tell, start_session, NULL, "cores_0"};

/**
 * Lists, objects, buffers and fences go from core to core, in both directions; what one core was
 * owed by another that was reset it is not owed for ever, and all memory comes back. The caches of
 * buffers do not see each other, and no list asks for one: flushes bring the bytes over, channels
 * need none.
 * @verifies RF-PORT-100 RF-PORT-101 RF-PORT-104 RF-PORT-105
 * @verifies RF-BUF-053 RF-PORT-330
 */
static void two_cores_share(void **state)
{
    (void)state;
    assert_int_equal(play_near(&g_near_run), 0U);
    assert_int_equal(far_status(), 0);
}

/** When core 1 is reset in the next session, and how much later in each one after that. */
static uint32_t g_torn_us;

static void start_torn(void)
{
    char what[32];

    (void)snprintf(what, sizeof(what), "torn %u", g_torn_us);
    start_far(what);
}

/**
 * Core 1 is reset at any moment: core 0 comes to its end, nothing stays in use, and the next
 * session is a whole one.
 * @verifies RF-PORT-101 RF-PORT-102 RF-PORT-106
 */
static void a_core_is_reset_at_any_moment(void **state)
{
    const CoresRun run = {tell, start_torn, NULL, "cores_0"};

    (void)state;
    for (g_torn_us = 300U; g_torn_us < LONGEST_US; g_torn_us += g_torn_us / 4U) {
        assert_int_equal(play_torn(&run), 0U);
        (void)far_status();
    }
    g_sessions = 0U;
    assert_int_equal(play_near(&g_near_run), 0U);
    assert_int_equal(far_status(), 0);
}

/* ---------------------------------------------------------------- parts of it */

/** Opens an endpoint, starts core 1, and gets the memory and the life line that it sends. */
static void get_memory(PortEndpoint *end, PortMemory *memory, int32_t *watch)
{
    char text[16] = "";
    PortParcel parcel = {0U, {-1, -1, -1, -1}};

    assert_int_equal(port_endpoint_open(&g_near_name, end), PORT_OK);
    start_far("memory");
    answer(end, &g_near_name);
    assert_int_equal(hear(end, text, &parcel), PORT_OK);
    assert_string_equal(text, "memory");
    assert_int_equal(parcel.count, 2U);
    assert_int_equal(port_memory_adopt(parcel.descriptors[0], BYTES, 64U, true, memory), PORT_OK);
    *watch = parcel.descriptors[1];
}

static void assert_filled(const PortMemory *memory)
{
    const uint8_t *const bytes = memory->base;

    for (uint64_t i = 0U; i < memory->size; i++) {
        assert_int_equal(bytes[i], FILLED);
    }
}

/**
 * Memory of a core that was reset stays with who uses it: the core does not give it out again when
 * it has been started anew, before it is free. A link to that core is over at once.
 * @verifies RF-PORT-101 RF-PORT-102 RF-IPC-210
 */
static void memory_outlives_its_core(void **state)
{
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortMemory first = {NULL, NULL, 0U, 0U, -1};
    PortMemory second = {NULL, NULL, 0U, 0U, -1};
    PortMemory third = {NULL, NULL, 0U, 0U, -1};
    const void *first_base = NULL;
    int32_t watch = -1;

    (void)state;
    get_memory(&end, &first, &watch);
    assert_filled(&first);
    assert_false(port_liveness_is_over(watch));
    assert_false(port_link_is_over(&end));
    stop_far();
    assert_true(port_liveness_is_over(watch));
    assert_true(port_link_is_over(&end));
    ringfence_port_descriptor_close(watch);
    port_endpoint_close(&end);
    first_base = first.base;

    get_memory(&end, &second, &watch);
    assert_ptr_not_equal(second.base, first_base);
    assert_filled(&first);
    stop_far();
    assert_true(port_liveness_is_over(watch));
    ringfence_port_descriptor_close(watch);
    port_endpoint_close(&end);
    port_memory_release(&first);
    port_memory_release(&second);

    get_memory(&end, &third, &watch);
    assert_ptr_equal(third.base, first_base);
    stop_far();
    ringfence_port_descriptor_close(watch);
    port_endpoint_close(&end);
    port_memory_release(&third);
}

static void assert_heard(const PortEndpoint *end, const char *word)
{
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    char text[16] = "";

    assert_int_equal(hear(end, text, &parcel), PORT_OK);
    assert_string_equal(text, word);
}

/**
 * Memory of a core goes on to a third one, and stays with it when its own core is reset and the one
 * between has given it back.
 * @verifies RF-PORT-101 RF-PORT-102 RF-PORT-106
 */
static void memory_goes_on_to_a_third_core(void **state)
{
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortEndpoint here = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortParcel parcel = {2U, {-1, -1, -1, -1}};
    const void *first_base = NULL;
    int32_t watch = -1;
    int status = 0;

    (void)state;
    get_memory(&end, &memory, &watch);
    first_base = memory.base;
    assert_int_equal(port_endpoint_open(&g_here_name, &here), PORT_OK);
    g_third = start_core(2U, "third");
    answer(&here, &g_here_name);
    parcel.descriptors[0] = memory.descriptor;
    parcel.descriptors[1] = watch;
    assert_true(say(&here, "memory", &parcel));
    port_memory_release(&memory);
    ringfence_port_descriptor_close(watch);
    assert_heard(&here, "got");
    stop_far();
    port_endpoint_close(&end);
    assert_true(say(&here, "reset", NULL));
    assert_heard(&here, "over");

    get_memory(&end, &memory, &watch);
    assert_ptr_not_equal(memory.base, first_base);
    stop_far();
    ringfence_port_descriptor_close(watch);
    port_endpoint_close(&end);
    port_memory_release(&memory);
    assert_true(say(&here, "release", NULL));
    assert_heard(&here, "gone");

    get_memory(&end, &memory, &watch);
    assert_ptr_equal(memory.base, first_base);
    stop_far();
    ringfence_port_descriptor_close(watch);
    port_endpoint_close(&end);
    port_memory_release(&memory);
    port_endpoint_close(&here);
    assert_int_equal(waitpid(g_third, &status, 0), g_third);
    host_core_stops(2U);
    assert_int_equal(status, 0);
}

/**
 * What a peer said before it closed can be read; then the link is over.
 * @verifies RF-PORT-105
 */
static void last_words_are_heard(void **state)
{
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    char text[16] = "";

    (void)state;
    assert_int_equal(port_endpoint_open(&g_near_name, &end), PORT_OK);
    start_far("words");
    answer(&end, &g_near_name);
    assert_int_equal(far_status(), 0);
    assert_true((port_endpoint_look(&end) & PORT_READY_LINK) != 0U);
    assert_true(port_link_is_over(&end));
    assert_int_equal(hear(&end, text, &parcel), PORT_OK);
    assert_string_equal(text, "one");
    assert_int_equal(hear(&end, text, &parcel), PORT_OK);
    assert_string_equal(text, "two");
    assert_int_equal(hear(&end, text, &parcel), PORT_CLOSED);
    assert_int_equal(port_link_send(&end, "", 1U, NULL), PORT_CLOSED);
    port_endpoint_close(&end);
}

/** Two ends of a channel in one image. */
typedef struct {
    PortEndpoint near;
    PortEndpoint far;
} Pair;

static void open_pair(Pair *pair)
{
    assert_int_equal(port_endpoint_open(&g_near_name, &pair->near), PORT_OK);
    assert_int_equal(port_endpoint_open(&g_far_name, &pair->far), PORT_OK);
}

static void link_pair(Pair *pair)
{
    assert_int_equal(port_link_connect(&pair->far, &g_near_name), PORT_OK);
    assert_int_equal(port_link_accept(&pair->near, &g_near_name), PORT_OK);
}

static void close_pair(Pair *pair)
{
    port_endpoint_close(&pair->near);
    port_endpoint_close(&pair->far);
}

/**
 * A name has one opener, who notices notifications and connections when it listens; one is accepted
 * once.
 * @verifies RF-PORT-105
 */
static void names_are_found(void **state)
{
    Pair pair;
    PortEndpoint other = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    bool declined = true;

    (void)state;
    assert_int_equal(port_endpoint_open(&g_near_name, &pair.near), PORT_OK);
    assert_int_equal(port_endpoint_open(&g_near_name, &other), PORT_BUSY);
    assert_int_equal(port_endpoint_holder(&g_near_name), 0U);
    assert_int_equal(port_link_connect(&pair.near, &g_far_name), PORT_NOT_YET);
    port_endpoint_close(&pair.near);
    open_pair(&pair);
    assert_int_equal(port_endpoint_descriptor(&pair.near), -1);
    port_endpoint_listen(&pair.near, true);
    assert_int_equal(port_endpoint_look(&pair.near), 0U);
    assert_int_equal(port_link_notify(&pair.far, &g_near_name), PORT_OK);
    assert_int_equal(port_endpoint_look(&pair.near), PORT_READY_CONNECT);
    assert_true(port_endpoint_drop_backlog(&pair.near, &g_near_name, &declined));
    assert_false(declined);
    assert_false(port_endpoint_drop_backlog(&pair.near, &g_near_name, &declined));
    port_endpoint_decline(&g_near_name);
    assert_false(port_endpoint_drop_backlog(&pair.near, &g_near_name, &declined));
    assert_false(declined);
    assert_int_equal(port_endpoint_look(&pair.near), 0U);
    port_endpoint_set(&pair.near);
    assert_int_equal(port_endpoint_look(&pair.near), PORT_READY_EVENT);
    port_endpoint_clear(&pair.near);
    assert_int_equal(port_link_connect(&pair.far, &g_near_name), PORT_OK);
    assert_int_equal(port_link_send(&pair.far, "", 1U, NULL), PORT_NOT_YET);
    assert_int_equal(port_endpoint_look(&pair.near), PORT_READY_CONNECT);
    assert_int_equal(port_link_accept(&pair.near, &g_near_name), PORT_OK);
    assert_int_equal(port_link_accept(&pair.near, &g_near_name), PORT_NOT_YET);
    close_pair(&pair);
}

/** What was written late for an earlier link, or is for another endpoint, is passed over. */
static void hear_past_strange_messages(const Pair *pair)
{
    CoresEndpoint *const row = &cores_record(cores_own())->endpoints[pair->far.name];

    for (uint8_t turn = 0U; turn < 2U; turn++) {
        CoresMessage *const strange = &row->messages[port_load32(&row->written) % CORES_MESSAGES];
        const uint8_t sent = turn + 70U;
        PortParcel parcel = {0U, {-1, -1, -1, -1}};
        uint8_t byte = 0U;
        uint64_t length = 0U;

        assert_int_equal(port_link_send(&pair->far, "x", 1U, NULL), PORT_OK);
        if (turn == 0U) {
            strange->link--;
        } else {
            strange->to++;
        }
        assert_int_equal(port_link_send(&pair->far, &sent, 1U, NULL), PORT_OK);
        assert_int_equal(port_link_receive(&pair->near, &byte, 1U, &length, &parcel), PORT_OK);
        assert_int_equal(byte, sent);
        assert_int_equal(port_link_receive(&pair->near, &byte, 1U, &length, &parcel), PORT_NOT_YET);
    }
}

/**
 * Messages come in their order, as many as fit; those of one link are not heard on the next one.
 * @verifies RF-PORT-105
 */
static void messages_belong_to_a_link(void **state)
{
    Pair pair;
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    uint8_t bytes[200] = {0U};
    uint64_t length = 0U;
    uint8_t sent = 0U;

    (void)state;
    open_pair(&pair);
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        link_pair(&pair);
        assert_int_equal(port_link_receive(&pair.near, bytes, 200U, &length, &parcel),
                         PORT_NOT_YET);
        sent = 0U;
        while (port_link_send(&pair.far, &sent, 1U, NULL) == PORT_OK) {
            sent++;
        }
        assert_true(sent > (2U * RINGFENCE_CFG_PARCELS));
        for (uint8_t i = 0U; i < (uint8_t)(sent - 3U); i++) {
            assert_int_equal(port_link_receive(&pair.near, bytes, 200U, &length, &parcel), PORT_OK);
            assert_int_equal(length, 1U);
            assert_int_equal(bytes[0], i);
        }
        /* Three are left. */
        port_link_drop(&pair.near);
        assert_int_equal(port_link_send(&pair.far, &sent, 1U, NULL), PORT_CLOSED);
        assert_int_equal(port_link_receive(&pair.far, bytes, 200U, &length, &parcel), PORT_CLOSED);
        port_link_drop(&pair.far);
    }
    link_pair(&pair);
    hear_past_strange_messages(&pair);
    assert_int_equal(port_link_send(&pair.near, bytes, 200U, NULL), PORT_FAILED);
    assert_int_equal(port_link_send(&pair.near, bytes, 100U, NULL), PORT_OK);
    assert_int_equal(port_link_receive(&pair.far, bytes, 99U, &length, &parcel), PORT_FAILED);
    assert_int_equal(port_link_receive(&pair.far, bytes, 99U, &length, &parcel), PORT_NOT_YET);
    close_pair(&pair);
}

static size_t bytes_in_use(void)
{
    RingfenceArenaUsage usage = {0U, 0U, 0U, 0U};

    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    return usage.inUse;
}

/**
 * What is on its way stays though the sender has closed it, and no longer than the link.
 * @verifies RF-PORT-102 RF-PORT-106
 */
static void parcels_are_kept_on_their_way(void **state)
{
    Pair pair;
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortMemory came = {NULL, NULL, 0U, 0U, -1};
    PortParcel parcel = {1U, {-1, -1, -1, -1}};
    char text[16] = "";

    (void)state;
    open_pair(&pair);
    link_pair(&pair);
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_OK);
        (void)memset(memory.base, FILLED, BYTES);
        parcel.count = 1U;
        parcel.descriptors[0] = memory.descriptor;
        assert_int_equal(port_link_send(&pair.near, "m", 2U, &parcel), PORT_OK);
        port_memory_release(&memory);
        assert_true(bytes_in_use() >= BYTES);
        if (turn == 0U) {
            assert_int_equal(hear(&pair.far, text, &parcel), PORT_OK);
            assert_int_equal(parcel.count, 1U);
            assert_int_equal(port_memory_adopt(parcel.descriptors[0], BYTES, 64U, false, &came),
                             PORT_OK);
            assert_null(came.base);
            assert_int_equal(((const uint8_t *)came.view)[BYTES - 1U], FILLED);
            port_memory_release(&came);
            assert_int_equal(bytes_in_use(), 0U);
        }
    }
    port_link_drop(&pair.near);
    assert_int_equal(bytes_in_use(), 0U);
    /* What it named is another memory's now. */
    assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_OK);
    assert_int_equal(hear(&pair.far, text, &parcel), PORT_NO_RESOURCE);
    assert_int_equal(parcel.count, 0U);
    port_memory_release(&memory);
    close_pair(&pair);
}

/**
 * Rights go along with a descriptor, and a seal ends the making of writers.
 * @verifies RF-PORT-103
 */
static void rights_are_kept(void **state)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortMemory reader = {NULL, NULL, 0U, 0U, -1};
    PortMemory none = {NULL, NULL, 0U, 0U, -1};
    int32_t reads = -1;
    PortMemory first = {NULL, NULL, 0U, 0U, -1};
    int32_t writes = -1;

    (void)state;
    assert_int_equal(port_memory_reserve(BYTES, 64U, &first), PORT_OK);
    assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_OK);
    port_memory_release(&first);
    assert_int_equal(port_memory_share(&memory, false, &reads), PORT_OK);
    assert_int_equal(port_memory_share(&memory, true, &writes), PORT_OK);
    assert_int_equal(port_memory_adopt(reads, BYTES, 64U, true, &none), PORT_DENIED);
    assert_int_equal(port_memory_adopt(reads, 2U * BYTES, 64U, false, &none), PORT_FAILED);
    assert_int_equal(port_memory_adopt(reads, BYTES, 1U << 20U, false, &none), PORT_FAILED);
    assert_int_equal(port_memory_adopt(-1, BYTES, 64U, false, &none), PORT_FAILED);
    assert_int_equal(port_memory_adopt(reads, BYTES, 64U, false, &reader), PORT_OK);
    assert_ptr_equal(reader.view, memory.base);
    assert_int_equal(port_memory_share(&reader, true, &reads), PORT_DENIED);
    assert_int_equal(port_memory_seal(&reader), PORT_OK);
    assert_int_equal(port_memory_adopt(writes, BYTES, 64U, true, &none), PORT_DENIED);
    assert_int_equal(port_memory_keep_open(&memory), PORT_FAILED);
    port_memory_release(&reader);
    port_memory_release(&memory);
    ringfence_port_descriptor_close(writes);
    assert_int_equal(bytes_in_use(), 0U);
    assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_OK);
    assert_int_equal(port_memory_keep_open(&memory), PORT_OK);
    assert_int_equal(port_memory_seal(&memory), PORT_FAILED);
    port_memory_release(&memory);
}

/**
 * The cache gives back lines of memory of others when it is taken and when it is given back.
 * @verifies RF-PORT-108
 */
static void lines_of_the_cache_go_back(void **state)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortMemory reader = {NULL, NULL, 0U, 0U, -1};
    int32_t reads = -1;

    (void)state;
    assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_OK);
    assert_int_equal(port_memory_share(&memory, false, &reads), PORT_OK);
    g_host_hooks.flushes = 0U;
    assert_int_equal(port_memory_adopt(reads, BYTES, 64U, false, &reader), PORT_OK);
    assert_int_equal(g_host_hooks.flushes, 1U);
    assert_ptr_equal(g_host_hooks.flushed, memory.base);
    port_memory_release(&reader);
    assert_int_equal(g_host_hooks.flushes, 2U);
    assert_true(g_host_hooks.flushed_size >= BYTES);
    port_memory_release(&memory);
    assert_int_equal(g_host_hooks.flushes, 3U);
}

/**
 * The memory of a channel lies where caches see each other, and counts there; memory of buffers is
 * none for a channel, whoever sends it.
 * @verifies RF-PORT-104 RF-PORT-330
 */
static void channels_lie_where_caches_see_each_other(void **state)
{
    PortMemory channel = {NULL, NULL, 0U, 0U, -1};
    PortMemory buffer = {NULL, NULL, 0U, 0U, -1};
    PortMemory other = {NULL, NULL, 0U, 0U, -1};
    RingfenceArenaUsage before = {0U, 0U, 0U, 0U};
    RingfenceArenaUsage usage = {0U, 0U, 0U, 0U};
    const uint8_t *shared = NULL;

    (void)state;
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_COUNTERS, &before));
    shared = (const uint8_t *)cores_record(0U);
    assert_int_equal(port_va_reserve(BYTES, true, &channel), PORT_OK);
    assert_true(((const uint8_t *)channel.base >= shared) &&
                ((const uint8_t *)channel.base < &shared[sizeof(CoresShared)]));
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_COUNTERS, &usage));
    assert_int_equal(usage.inUse - before.inUse, 1024U);
    assert_true(usage.size > RINGFENCE_CFG_CHANNEL_BYTES);
    assert_int_equal(bytes_in_use(), 0U);
    assert_int_equal(port_va_reserve(RINGFENCE_CFG_CHANNEL_BYTES, true, &other), PORT_NO_MEMORY);
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_COUNTERS, &usage));
    assert_int_equal(usage.missing, 1024U);

    assert_int_equal(port_va_reserve(BYTES, false, &other), PORT_OK);
    assert_int_equal(port_memory_reserve(BYTES, 64U, &buffer), PORT_OK);
    assert_int_equal(buffer.size, other.size);
    assert_int_equal(port_va_adopt(&other, buffer.descriptor), PORT_FAILED);
    port_memory_release(&buffer);
    port_memory_release(&other);
    port_memory_release(&channel);
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_COUNTERS, &usage));
    assert_int_equal(usage.inUse, before.inUse);
}

/**
 * A line lives as long as one of its keeping ends; no other descriptor is an end of one.
 * @verifies RF-PORT-102
 */
static void lines_live_with_their_keepers(void **state)
{
    PortLiveness life = {-1, -1};
    PortLiveness turned = {-1, -1};
    int32_t kept = -1;

    (void)state;
    assert_int_equal(port_liveness_make(&life), PORT_OK);
    assert_true(port_liveness_fits(&life));
    turned.keep = life.watch;
    turned.watch = life.keep;
    assert_false(port_liveness_fits(&turned));
    assert_int_equal(ringfence_port_descriptor_copy(life.keep, &kept), PORT_OK);
    ringfence_port_descriptor_close(life.keep);
    assert_false(port_liveness_is_over(life.watch));
    ringfence_port_descriptor_close(kept);
    assert_true(port_liveness_is_over(life.watch));
    ringfence_port_descriptor_close(life.watch);
}

/**
 * A wait for events and endpoints ends with one that is ready, or with its time.
 * @verifies RF-PORT-107
 */
static void waits_end(void **state)
{
    Pair pair;
    PortWatch watches[2];
    int32_t event = -1;

    (void)state;
    open_pair(&pair);
    assert_int_equal(ringfence_port_event_make(&event), PORT_OK);
    watches[0].descriptor = event;
    watches[1].descriptor = pair.near.waiter;
    assert_int_equal(port_watch(watches, 2U, 2000), PORT_TIMED_OUT);
    ringfence_port_event_set(event);
    assert_int_equal(port_watch(watches, 2U, -1), PORT_OK);
    assert_true(watches[0].ready);
    assert_false(watches[1].ready);
    ringfence_port_event_clear(event);
    port_endpoint_set(&pair.near);
    assert_int_equal(port_watch(watches, 2U, -1), PORT_OK);
    assert_false(watches[0].ready);
    assert_true(watches[1].ready);
    port_endpoint_clear(&pair.near);
    ringfence_port_descriptor_close(event);
    assert_int_equal(port_watch(watches, 2U, -1), PORT_FAILED);
    close_pair(&pair);
}

/**
 * Without a descriptor nothing is taken, and all works again when there is one.
 * @verifies RF-PORT-102 RF-PORT-105
 */
static void shortage_takes_nothing(void **state)
{
    static int32_t events[1000];
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortLiveness life = {-1, -1};
    uint32_t count = 0U;

    (void)state;
    while ((count < 1000U) && (ringfence_port_event_make(&events[count]) == PORT_OK)) {
        count++;
    }
    assert_true((count > 10U) && (count < 1000U));
    for (uint32_t i = 0U; i < 100U; i++) {
        assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_NO_RESOURCE);
        assert_int_equal(port_counter_reserve(64U, &memory), PORT_NO_RESOURCE);
        assert_int_equal(port_endpoint_open(&g_near_name, &end), PORT_NO_RESOURCE);
        assert_int_equal(port_liveness_make(&life), PORT_NO_RESOURCE);
    }
    assert_int_equal(bytes_in_use(), 0U);
    count--;
    ringfence_port_descriptor_close(events[count]);
    assert_int_equal(port_liveness_make(&life), PORT_NO_RESOURCE);
    assert_int_equal(port_endpoint_open(&g_near_name, &end), PORT_OK);
    port_endpoint_close(&end);
    assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_OK);
    port_memory_release(&memory);
    while (count > 0U) {
        count--;
        ringfence_port_descriptor_close(events[count]);
    }
    assert_int_equal(port_liveness_make(&life), PORT_OK);
    assert_false(port_liveness_is_over(life.watch));
    ringfence_port_descriptor_close(life.keep);
    ringfence_port_descriptor_close(life.watch);
}

/**
 * Without shared memory nothing is had, and a module says how much it is; with it, later calls
 * succeed.
 * @verifies RF-PORT-100 RF-PORT-109
 * @verifies RF-CORE-205
 */
static void memory_must_be_there(void **state)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    PortEndpoint end = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortLiveness life = {-1, -1};
    NvSciBufModule module = NULL;
    RingfenceFault fault;
    const size_t buffers = (size_t)RINGFENCE_CFG_CORES * CORES_BUFFER_BYTES;
    const size_t lacks = sizeof(CoresShared) + ((buffers >= sizeof(CoresShared)) ? buffers : 0U);
    uint64_t word = 0U;

    (void)state;
    host_shared_memory_has(1000U);
    assert_int_equal(port_memory_reserve(BYTES, 64U, &memory), PORT_FAILED);
    assert_int_equal(port_counter_reserve(64U, &memory), PORT_FAILED);
    assert_int_equal(port_endpoint_open(&g_near_name, &end), PORT_FAILED);
    assert_int_not_equal(port_liveness_make(&life), PORT_OK);
    assert_int_equal(port_random(&word, sizeof(word)), PORT_FAILED);
    host_shared_memory_has(SIZE_MAX);
    host_shared_memory_is_off(8U);
    assert_int_equal(port_random(&word, sizeof(word)), PORT_FAILED);
    host_shared_memory_is_off(0U);
    host_shared_memory_has(sizeof(CoresShared) - 1U);
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_InsufficientMemory);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_ARENA_TOO_SMALL);
    assert_int_equal(fault.missing, lacks);
    host_shared_memory_has(SIZE_MAX);
    assert_int_equal(port_memory_missing(), 0U);
    assert_int_equal(port_random(&word, sizeof(word)), PORT_OK);
    word = port_secret();
    assert_int_equal(word & 7U, RingfenceHookCore());
    assert_true((word >> 3U) != 0U);
    assert_int_equal(port_secret(), word);
    assert_int_equal(port_first_secret(), word);
}

/** This image has its part of the shared memory, whichever tests ran before. */
static void take_part(void)
{
    uint64_t word = 0U;

    assert_int_equal(port_random(&word, sizeof(word)), PORT_OK);
}

/**
 * Images that were not built for the same memory do not see one another.
 * @verifies RF-PORT-101
 */
static void images_that_differ_do_not_meet(void **state)
{
    CoresLayout *layout = NULL;
    uint32_t life = 0U;

    (void)state;
    take_part();
    layout = &cores_record(1U)->layout;
    for (uint32_t i = 0U; i < CORES_WORDS; i++) {
        const uint32_t word = port_load32(&cores_record(0U)->layout.words[i]);

        host_core_starts(1U);
        life = RingfenceHookCoreLife(1U);
        (void)memcpy(layout, &cores_record(0U)->layout, sizeof(*layout));
        port_store32(&layout->words[i], word + 1U);
        assert_int_equal(cores_life(1U), 0U);
        port_store32(&cores_record(1U)->life, life);
        assert_int_equal(cores_life(1U), 0U);
        port_store32(&layout->words[i], word);
        assert_int_equal(cores_life(1U), life);
        assert_int_equal(cores_life(1U), life);
    }
    host_core_stops(1U);
    assert_int_equal(cores_life(1U), 0U);
}

/** A word of what must be the same in all images. */
typedef struct {
    const char *name;
    uint32_t value;
} LayoutWord;

#define LAYOUT_WORD(value)                                                                         \
    {                                                                                              \
#value, (uint32_t)(value)                                                                  \
    }

/**
 * Each choice of a build on which the shared memory depends is a word of the layout: one that is
 * left out, or that another one stands for, is named here.
 * @verifies RF-PORT-101
 */
static void the_layout_has_each_word(void **state)
{
    static const LayoutWord words[] = {LAYOUT_WORD(CORES_VERSION),
                                       LAYOUT_WORD(sizeof(CoresRecord)),
                                       LAYOUT_WORD(CORES_BUFFER_BYTES),
                                       LAYOUT_WORD(RINGFENCE_CFG_BUFFER_BYTES),
                                       LAYOUT_WORD(CORES_CHANNEL_BYTES),
                                       LAYOUT_WORD(RINGFENCE_CFG_CORES),
                                       LAYOUT_WORD(RINGFENCE_CFG_SYNC_OBJECTS),
                                       LAYOUT_WORD(RINGFENCE_CFG_BUF_MEMORIES),
                                       LAYOUT_WORD(RINGFENCE_CFG_IPC_ENDPOINTS),
                                       LAYOUT_WORD(RINGFENCE_CFG_PARCELS),
                                       LAYOUT_WORD(RINGFENCE_CFG_CACHE_LINE),
                                       LAYOUT_WORD(RINGFENCE_CFG_ATOMICS),
                                       LAYOUT_WORD(RINGFENCE_CFG_TIMESTAMP_SLOTS),
                                       LAYOUT_WORD(RINGFENCE_CFG_TASK_STATUS_SLOTS)};
    const uint32_t count = (uint32_t)(sizeof(words) / sizeof(words[0]));
    uint32_t missing = 0U;

    (void)state;
    take_part();
    for (uint32_t i = 0U; i < count; i++) {
        const bool is_there = (i < CORES_WORDS) &&
                              (port_load32(&cores_record(0U)->layout.words[i]) == words[i].value);

        if (!is_there) {
            print_message("word %u of the layout is not %s, %u\n", (unsigned)i, words[i].name,
                          (unsigned)words[i].value);
            missing++;
        }
    }
    assert_int_equal(missing, 0U);
    assert_int_equal(CORES_WORDS, count);
}

static uint32_t g_noise;

/** A number that is small as often as not. */
static uint32_t noise(void)
{
    uint32_t number = 0U;

    g_noise = (g_noise * 1664525U) + 1013904223U;
    number = g_noise >> 8U;
    if ((g_noise & 0x10U) != 0U) {
        number %= 5U;
    } else if ((g_noise & 0x20U) != 0U) {
        number |= 0xFF000000U;
    } else {
        number ^= number << 13U;
    }
    return number;
}

static void make_noise(void *to, size_t size)
{
    uint32_t *const words = to;

    for (size_t i = 0U; i < (size / sizeof(words[0])); i++) {
        words[i] = noise();
    }
}

/** Names memory that is there, of a size that somebody asks for, at a place that may not be. */
static void name_memory(CoresRecord *record, CoresReference *reference)
{
    const uint32_t index = noise() % CORES_MEMORIES;
    CoresResource *const resource = &record->resources[index];

    port_store32(&resource->size, 1024U);
    reference->kind = (uint32_t)CORES_MEMORY;
    reference->name.core = 1U;
    reference->name.index = index;
    reference->name.generation = port_load32(&resource->generation);
}

/** What core 1 has in its record is nonsense, but it calls the endpoint "near", and has messages.
 */
static void call_with_nonsense(const PortEndpoint *near)
{
    CoresRecord *const record = cores_record(1U);
    CoresEndpoint *const row = &record->endpoints[1];
    const CoresEndpoint *const own = &cores_record(0U)->endpoints[near->name];

    make_noise(record->notifications, sizeof(record->notifications));
    make_noise(record->resources, sizeof(record->resources));
    make_noise(record->endpoints, sizeof(record->endpoints));
    (void)memcpy(row->name, "far", 4U);
    port_store32(&row->open, 1U);
    port_store32(&row->link, port_load32(&own->accepted) + 1U);
    port_store32(&row->peer, (uint32_t)near->name);
    port_store32(&row->target, port_load32(&own->opened));
    /* Now and then more than there can be. */
    port_store32(&row->first, port_load32(&row->written) - (noise() % (CORES_MESSAGES + 4U)));
    for (uint32_t i = 0U; i < CORES_MESSAGES; i++) {
        CoresMessage *const message = &row->messages[i];

        if ((noise() & 3U) != 0U) {
            message->link = port_load32(&row->link);
            message->to = (uint32_t)near->name;
            message->count %= PORT_PARCEL_MAX + 2U;
        }
        for (uint32_t k = 0U; k < PORT_PARCEL_MAX; k++) {
            message->references[k].name.core %= RINGFENCE_CFG_CORES + 1U;
            message->references[k].name.index %= CORES_RESOURCES + 2U;
            message->references[k].kind %= (uint32_t)CORES_WAITER + 2U;
            if ((noise() & 1U) != 0U) {
                name_memory(record, &message->references[k]);
            }
        }
    }
}

/** Uses whatever came as what it says that it is. */
static void use_parcel(PortParcel *parcel)
{
    for (uint32_t i = 0U; i < parcel->count; i++) {
        PortMemory memory = {NULL, NULL, 0U, 0U, -1};
        const uint64_t sizes[] = {64U, BYTES, RINGFENCE_CFG_BUFFER_BYTES, noise()};
        PortStatus status = PORT_FAILED;

        for (uint32_t k = 0U; (k < 4U) && (status != PORT_OK); k++) {
            status = port_memory_adopt(parcel->descriptors[i], sizes[k], 1U, false, &memory);
        }
        if (status == PORT_OK) {
            const volatile uint8_t *const bytes = memory.view;

            (void)bytes[0];
            (void)bytes[memory.size - 1U];
            port_memory_release(&memory);
        } else {
            (void)port_liveness_is_over(parcel->descriptors[i]);
            ringfence_port_descriptor_close(parcel->descriptors[i]);
        }
    }
    parcel->count = 0U;
}

/**
 * A core whose record is nonsense costs others their link with it, and nothing else: all that they
 * read of it stays within the shared memory, every call ends, and nothing stays in use.
 * @verifies RF-PORT-103 RF-PORT-105
 */
static void nonsense_of_a_core_is_survived(void **state)
{
    static CoresRecord before;
    PortEndpoint near = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    uint32_t came = 0U;

    (void)state;
    take_part();
    (void)memcpy(&before, cores_record(1U), sizeof(before));
    host_core_starts(1U);
    (void)memcpy(&cores_record(1U)->layout, &cores_record(0U)->layout, sizeof(CoresLayout));
    port_store32(&cores_record(1U)->life, RingfenceHookCoreLife(1U));
    for (uint32_t turn = 0U; turn < 400U; turn++) {
        PortParcel parcel = {0U, {-1, -1, -1, -1}};
        uint8_t bytes[CORES_BYTES];
        uint64_t length = 0U;

        g_noise = turn;
        assert_int_equal(port_endpoint_open(&g_near_name, &near), PORT_OK);
        port_endpoint_listen(&near, true);
        call_with_nonsense(&near);
        (void)port_endpoint_look(&near);
        (void)port_link_connect(&near, &g_third_name);
        if (port_link_accept(&near, &g_near_name) == PORT_OK) {
            for (uint32_t i = 0U; i < (2U * CORES_MESSAGES); i++) {
                const PortStatus status =
                    port_link_receive(&near, bytes, sizeof(bytes), &length, &parcel);

                came += ((status == PORT_OK) && (parcel.count > 0U)) ? 1U : 0U;
                assert_true((status != PORT_OK) || (length <= CORES_BYTES));
                use_parcel(&parcel);
            }
            (void)port_link_send(&near, bytes, 1U, NULL);
        }
        port_endpoint_close(&near);
        assert_int_equal(bytes_in_use(), 0U);
    }
    /* Some of it had a meaning. */
    assert_true(came > 10U);
    host_core_stops(1U);
    (void)memcpy(cores_record(1U), &before, sizeof(before));
}

int main(int argc, char *argv[])
{
    /* The first test needs a library that was not used yet. */
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_must_be_there),
                                       cmocka_unit_test(images_that_differ_do_not_meet),
                                       cmocka_unit_test(the_layout_has_each_word),
                                       cmocka_unit_test(nonsense_of_a_core_is_survived),
                                       cmocka_unit_test(names_are_found),
                                       cmocka_unit_test(messages_belong_to_a_link),
                                       cmocka_unit_test(parcels_are_kept_on_their_way),
                                       cmocka_unit_test(rights_are_kept),
                                       cmocka_unit_test(lines_of_the_cache_go_back),
                                       cmocka_unit_test(channels_lie_where_caches_see_each_other),
                                       cmocka_unit_test(lines_live_with_their_keepers),
                                       cmocka_unit_test(waits_end),
                                       cmocka_unit_test(shortage_takes_nothing),
                                       cmocka_unit_test(last_words_are_heard),
                                       cmocka_unit_test(memory_outlives_its_core),
                                       cmocka_unit_test(memory_goes_on_to_a_third_core),
                                       cmocka_unit_test(two_cores_share),
                                       cmocka_unit_test(a_core_is_reset_at_any_moment)};

    (void)alarm(SECONDS);
    return (argc > 1) ? far_main(argv[1]) : cmocka_run_group_tests(tests, NULL, NULL);
}
