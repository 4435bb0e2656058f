/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cancel_test.c
 * Threads that are cancelled while they are in the port.
 */
#define _GNU_SOURCE

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/atomic.h"
#include "port/channel.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/exit.h"
#include "port/handler.h"
#include "port/liveness.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/origin.h"
#include "port/random.h"
#include "port/refused.h"
#include "port/secret.h"
#include "port/status.h"
#include "port/task.h"
#include "port/wait.h"
#include "process_maps.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/** Time that a call which sleeps may take. */
#define SHORT_US 2000
#define SIZE     8192U

static int begin(void **state)
{
    (void)state;
    (void)alarm(400U);
    return 0;
}

static int end(void **state)
{
    (void)alarm(0U);
    return nothing_is_left(state);
}

#define cancel_test(function) cmocka_unit_test_setup_teardown(function, begin, end)

/* ---------------------------------------------------------------- what the calls are given */

/** Something of each kind. */
typedef struct {
    PortMemory memory;
    PortMemory space;
    PortMemory place;
    PortMemory made;
    int32_t shared;
    PortLiveness life;
    PortLiveness made_life;
    int32_t event;
    int32_t made_bell;
    int32_t copy;
    PortEndpoint caller;
    PortEndpoint called;
    PortEndpoint made_endpoint;
    PortParcel parcel;
    PortTask task;
    PortAtomic32 word;
} Fixture;

static const PortAddress g_caller = {"cancel_caller", PORT_SCOPE_PROCESS, 0U, ""};
static const PortAddress g_called = {"cancel_called", PORT_SCOPE_PROCESS, 0U, ""};
static const PortAddress g_third = {"cancel_third", PORT_SCOPE_PROCESS, 0U, ""};

static void do_nothing(void *context)
{
    (void)context;
}

static void prepare(Fixture *fixture)
{
    const PortMemory none = {NULL, NULL, 0U, 0U, -1};
    const PortEndpoint closed = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};

    (void)memset(fixture, 0, sizeof(*fixture));
    fixture->made = none;
    fixture->made_endpoint = closed;
    fixture->made_bell = -1;
    fixture->copy = -1;
    fixture->made_life.keep = -1;
    fixture->made_life.watch = -1;
    assert_int_equal(port_memory_reserve(SIZE, 1U, &fixture->memory), PORT_OK);
    assert_int_equal(port_memory_share(&fixture->memory, true, &fixture->shared), PORT_OK);
    assert_int_equal(port_va_reserve(SIZE, true, &fixture->space), PORT_OK);
    assert_int_equal(port_liveness_make(&fixture->life), PORT_OK);
    assert_int_equal(ringfence_port_event_make(&fixture->event), PORT_OK);
    assert_int_equal(port_endpoint_open(&g_caller, &fixture->caller), PORT_OK);
    assert_int_equal(port_endpoint_open(&g_called, &fixture->called), PORT_OK);
    assert_int_equal(port_endpoint_stock(&fixture->caller), PORT_OK);
    assert_int_equal(port_va_reserve(SIZE, false, &fixture->place), PORT_OK);
    fixture->task.run = do_nothing;
    fixture->task.name = "cancel";
}

static void link_both(Fixture *fixture)
{
    assert_int_equal(port_link_connect(&fixture->caller, &g_called), PORT_OK);
    assert_int_equal(port_link_accept(&fixture->called, &g_called), PORT_OK);
}

static void tidy(Fixture *fixture)
{
    ringfence_port_task_join(&fixture->task);
    port_parcel_close(&fixture->parcel);
    port_endpoint_close(&fixture->made_endpoint);
    port_endpoint_close(&fixture->called);
    port_endpoint_close(&fixture->caller);
    ringfence_port_descriptor_close(fixture->copy);
    ringfence_port_descriptor_close(fixture->made_bell);
    ringfence_port_descriptor_close(fixture->event);
    ringfence_port_descriptor_close(fixture->made_life.keep);
    ringfence_port_descriptor_close(fixture->made_life.watch);
    ringfence_port_descriptor_close(fixture->life.keep);
    ringfence_port_descriptor_close(fixture->life.watch);
    ringfence_port_descriptor_close(fixture->shared);
    port_memory_release(&fixture->space);
    port_memory_release(&fixture->place);
    port_memory_release(&fixture->made);
    port_memory_release(&fixture->memory);
}

/* ---------------------------------------------------------------- the calls */

/* clang-format off */
static void c_reserve(Fixture *f)       { (void)port_memory_reserve(SIZE, 1U, &f->made); }
static void c_missing(Fixture *f)       { (void)f; (void)port_memory_missing(); }
static void c_left(Fixture *f)          { (void)f; (void)port_memory_left(); }
static void c_room(Fixture *f)          { (void)f; (void)ringfence_port_memory_room(true); }
static void c_same(Fixture *f)          { (void)port_descriptor_is_same(f->shared, f->shared); }
static void c_spare(Fixture *f)         { (void)f; (void)port_memory_spare(1U); }
static void c_view(Fixture *f)          { (void)port_memory_view(&f->memory); }
static void c_pages(Fixture *f)
{
    void *again = ringfence_port_pages_again(f->memory.base, SIZE);

    if (again != NULL) { ringfence_port_pages_end(again, SIZE); }
}
static void c_adopt(Fixture *f)
{
    if (port_memory_adopt(f->shared, SIZE, 1U, true, &f->made) == PORT_OK) { f->shared = -1; }
}
static void c_share(Fixture *f)         { (void)port_memory_share(&f->memory, false, &f->copy); }
static void c_seal(Fixture *f)          { (void)port_memory_seal(&f->memory); }
static void c_keep_open(Fixture *f)     { (void)port_memory_keep_open(&f->memory); }
static void c_counter(Fixture *f)       { (void)port_counter_reserve(64U, &f->made); }
static void c_release(Fixture *f)       { port_memory_release(&f->memory); }
static void c_page(Fixture *f)          { (void)f; (void)port_page_size(); }
static void c_lock(Fixture *f)          { (void)f; ringfence_port_lock(); ringfence_port_unlock(); }
static void c_alone(Fixture *f)         { (void)f; port_lock_alone(); ringfence_port_unlock(); }
static void c_step(Fixture *f)
{
    int32_t held = 0;

    ringfence_port_lock();
    held = port_memory_begin();
    (void)port_memory_reserve(SIZE, 1U, &f->made);
    port_memory_end(held);
    ringfence_port_unlock();
}
static void c_may_block(Fixture *f)     { (void)f; (void)port_may_block(); }
static void c_handler_calls(Fixture *f) { (void)f; (void)port_handler_calls(); }
static void c_in_handler(Fixture *f)    { (void)f; (void)port_in_handler(); }
static void c_hold(Fixture *f)          { (void)f; ringfence_port_cancel_resume(ringfence_port_cancel_hold()); }
static void c_time(Fixture *f)          { (void)f; (void)ringfence_port_time_us(); }
static void c_sleep(Fixture *f)         { (void)ringfence_port_sleep(&f->word, 0U, SHORT_US); }
static void c_wake(Fixture *f)          { ringfence_port_wake(&f->word); }
static void c_sleep_in(Fixture *f)      { (void)port_sleep_within(&f->word, 0U, SHORT_US); }
static void c_wake_in(Fixture *f)       { port_wake_within(&f->word); }
static void c_relax(Fixture *f)         { (void)f; port_relax(); }
static void c_can_monitor(Fixture *f)   { (void)f; (void)port_can_monitor(); }
static void c_monitor(Fixture *f)       { PortAtomic64 w = {0U}; (void)f; if (port_can_monitor()) { port_monitor(&w, 0U); } }
static void c_yield(Fixture *f)         { (void)f; ringfence_port_yield(); }
static void c_mutex(Fixture *f)         { ringfence_port_mutex_lock(&f->word); ringfence_port_mutex_unlock(&f->word); }
static void c_coherent(Fixture *f)      { (void)f; (void)port_cache_is_coherent(); }
static void c_flush(Fixture *f)         { (void)port_cache_flush(f->memory.base, 0U, 64U); }
static void c_random(Fixture *f)        { uint64_t w; (void)f; (void)port_random(&w, sizeof(w)); }
static void c_secret(Fixture *f)        { (void)f; (void)port_secret(); }
static void c_first_secret(Fixture *f)  { (void)f; (void)port_first_secret(); }
static void c_once(Fixture *f)          { (void)f; (void)port_once64_get(&g_port_first_secret); }
static void c_life_make(Fixture *f)     { (void)port_liveness_make(&f->made_life); }
static void c_life_fits(Fixture *f)     { (void)port_liveness_fits(&f->life); }
static void c_life_over(Fixture *f)     { (void)port_liveness_is_over(f->life.watch); }
static void c_life_sleep(Fixture *f)
{
    (void)ringfence_port_liveness_sleep(&f->life.watch, 1U, f->event, SHORT_US);
}
static void c_task_start(Fixture *f)    { (void)ringfence_port_task_start(&f->task); }
static void c_task_here(Fixture *f)     { (void)ringfence_port_task_is_here(&f->task); }
static void c_task_process(Fixture *f)  { (void)f; (void)ringfence_port_task_process(); }
static void c_task_join(Fixture *f)     { (void)ringfence_port_task_start(&f->task); ringfence_port_task_join(&f->task); }
static void c_table(Fixture *f)
{
    static char text[65536];
    uint64_t length;
    (void)f;
    (void)port_table_read(PORT_TABLE_OF_ENVIRONMENT, text, sizeof(text), &length);
}
static void c_space(Fixture *f)
{
    char space[PORT_SPACE_MAX + 1U];
    (void)f;
    (void)port_space_read(space);
}
static void c_holder(Fixture *f)        { (void)f; (void)port_endpoint_holder(&g_called); }
static void c_decline(Fixture *f)       { (void)f; port_endpoint_decline(&g_called); }
static void c_open(Fixture *f)          { (void)port_endpoint_open(&g_third, &f->made_endpoint); }
static void c_close(Fixture *f)         { port_endpoint_close(&f->called); }
static void c_descriptor(Fixture *f)    { (void)port_endpoint_descriptor(&f->called); }
static void c_listen(Fixture *f)        { port_endpoint_listen(&f->called, true); }
static void c_set(Fixture *f)          { port_endpoint_set(&f->called); }
static void c_clear(Fixture *f)          { port_endpoint_clear(&f->called); }
static void c_look(Fixture *f)          { (void)port_endpoint_look(&f->called); }
static void c_forget(Fixture *f)        { bool no = false; (void)port_endpoint_drop_backlog(&f->called, &g_called, &no); }
static void c_notify(Fixture *f)         { (void)port_link_notify(&f->caller, &g_called); }
static void c_stock(Fixture *f)         { (void)port_endpoint_stock(&f->called); }
static void c_process(Fixture *f)
{
    int32_t process = -1;

    if (port_link_process(&f->caller, &process) == PORT_OK) {
        port_endpoint_expect(&f->caller, process);
        (void)port_process_is_over(process);
        ringfence_port_descriptor_close(process);
    }
}
static void c_over(Fixture *f)          { (void)port_process_is_over(f->life.watch); }
static void c_expect(Fixture *f)        { port_endpoint_expect(&f->caller, f->life.watch); }
static void c_peer(Fixture *f)          { (void)port_link_peer(&f->caller); }
static void c_gone(Fixture *f)          { const PortPeer own = {0U, (uint32_t)getpid()}; (void)f; (void)port_peer_is_gone(&own); }
static void c_space_count(Fixture *f)   { (void)f; (void)port_va_count(); }
static void c_space_renew(Fixture *f)   { (void)port_va_renew(&f->space); }
static void c_connect(Fixture *f)          { (void)port_link_connect(&f->caller, &g_called); }
static void c_accept(Fixture *f)        { (void)port_link_accept(&f->called, &g_called); }
static void c_link_over(Fixture *f)     { f->caller.looked_ns = 0U; (void)port_link_is_over(&f->caller); }
static void c_drop(Fixture *f)          { port_link_drop(&f->called); }
static void c_send(Fixture *f)          { (void)port_link_send(&f->caller, "x", 1U, NULL); }
static void c_receive(Fixture *f)
{
    char byte;
    uint64_t length;
    (void)port_link_receive(&f->called, &byte, 1U, &length, &f->parcel);
}
static void c_parcel(Fixture *f)        { f->parcel.count = 1U; f->parcel.descriptors[0] = f->shared; f->shared = -1; port_parcel_close(&f->parcel); }
static void c_copy(Fixture *f)          { (void)ringfence_port_descriptor_copy(f->shared, &f->copy); }
static void c_close_one(Fixture *f)     { ringfence_port_descriptor_close(f->shared); f->shared = -1; }
static void c_bell_make(Fixture *f)     { (void)ringfence_port_event_make(&f->made_bell); }
static void c_event_set(Fixture *f)     { ringfence_port_event_set(f->event); }
static void c_event_clear(Fixture *f)     { ringfence_port_event_clear(f->event); }
static void c_watch(Fixture *f)         { PortWatch w = {f->event, false}; (void)port_watch(&w, 1U, SHORT_US); }
static void c_origin(Fixture *f)        { char path[64]; port_origin(f, path, sizeof(path)); }
static void c_nothing(void *context)    { (void)context; }
static void c_exit_call(Fixture *f)     { port_exit_call((PortRoutine){&c_nothing, f}, (PortRoutine){&c_nothing, f}); }
static void c_noted(Fixture *f)         { (void)f; (void)port_refusal_is_noted(); }
static void c_own(Fixture *f)           { (void)f; (void)port_refusal_is_own(); }
static void c_lack(Fixture *f)          { (void)f; (void)port_refusal_is_lack(); }
static void c_note_drop(Fixture *f)     { (void)f; port_refusal_drop(); }
static void c_note_forget(Fixture *f)   { (void)f; port_refusal_forget(); }
static void c_pass_on(Fixture *f)       { (void)f; port_refusal_pass_on(); }
static void c_hint(Fixture *f)          { (void)f; (void)port_refusal_hint(0U); }
static void c_take(Fixture *f)          { PortRefusal r; (void)f; (void)port_refusal_take(&r); }
static void c_thread(Fixture *f)        { (void)f; (void)port_thread(); }
static void c_space_reserve(Fixture *f) { (void)port_va_reserve(SIZE, true, &f->made); }
static void c_space_make(Fixture *f)
{
    (void)port_va_make(&f->space);
}
static void c_space_adopt(Fixture *f)   { (void)port_va_adopt(&f->place, f->shared); }
/* clang-format on */

/** Each function of the port. */
static const struct {
    const char *name;
    void (*call)(Fixture *fixture);
    bool linked;
} g_calls[] = {
    {"port_memory_reserve", c_reserve, false},
    {"port_memory_missing", c_missing, false},
    {"port_memory_left", c_left, false},
    {"ringfence_port_memory_room", c_room, false},
    {"port_descriptor_is_same", c_same, false},
    {"port_memory_spare", c_spare, false},
    {"port_memory_view", c_view, false},
    {"ringfence_port_pages_again", c_pages, false},
    {"ringfence_port_pages_end", c_pages, false},
    {"port_memory_adopt", c_adopt, false},
    {"port_memory_share", c_share, false},
    {"port_memory_seal", c_seal, false},
    {"port_memory_keep_open", c_keep_open, false},
    {"port_counter_reserve", c_counter, false},
    {"port_memory_release", c_release, false},
    {"port_page_size", c_page, false},
    {"ringfence_port_lock", c_lock, false},
    {"ringfence_port_unlock", c_lock, false},
    {"port_lock_alone", c_alone, false},
    {"port_memory_begin", c_step, false},
    {"port_memory_end", c_step, false},
    {"port_may_block", c_may_block, false},
    {"port_handler_calls", c_handler_calls, false},
    {"port_in_handler", c_in_handler, false},
    {"ringfence_port_cancel_hold", c_hold, false},
    {"ringfence_port_cancel_resume", c_hold, false},
    {"ringfence_port_time_us", c_time, false},
    {"ringfence_port_sleep", c_sleep, false},
    {"ringfence_port_wake", c_wake, false},
    {"port_sleep_within", c_sleep_in, false},
    {"port_wake_within", c_wake_in, false},
    {"port_relax", c_relax, false},
    {"port_can_monitor", c_can_monitor, false},
    {"port_monitor", c_monitor, false},
    {"ringfence_port_yield", c_yield, false},
    {"ringfence_port_mutex_lock", c_mutex, false},
    {"ringfence_port_mutex_unlock", c_mutex, false},
    {"port_cache_is_coherent", c_coherent, false},
    {"port_cache_flush", c_flush, false},
    {"port_random", c_random, false},
    {"port_secret", c_secret, false},
    {"port_first_secret", c_first_secret, false},
    {"port_once64_get", c_once, false},
    {"port_liveness_make", c_life_make, false},
    {"port_liveness_fits", c_life_fits, false},
    {"port_liveness_is_over", c_life_over, false},
    {"ringfence_port_liveness_sleep", c_life_sleep, false},
    {"ringfence_port_task_start", c_task_start, false},
    {"ringfence_port_task_is_here", c_task_here, false},
    {"ringfence_port_task_process", c_task_process, false},
    {"ringfence_port_task_join", c_task_join, false},
    {"port_table_read", c_table, false},
    {"port_endpoint_open", c_open, false},
    {"port_space_read", c_space, false},
    {"port_endpoint_holder", c_holder, false},
    {"port_endpoint_decline", c_decline, false},
    {"port_endpoint_close", c_close, true},
    {"port_endpoint_descriptor", c_descriptor, false},
    {"port_endpoint_listen", c_listen, false},
    {"port_endpoint_set", c_set, false},
    {"port_endpoint_clear", c_clear, false},
    {"port_endpoint_look", c_look, true},
    {"port_endpoint_drop_backlog", c_forget, false},
    {"port_endpoint_stock", c_stock, false},
    {"port_link_notify", c_notify, false},
    {"port_link_peer", c_peer, true},
    {"port_link_process", c_process, true},
    {"port_process_is_over", c_over, false},
    {"port_endpoint_expect", c_expect, false},
    {"port_peer_is_gone", c_gone, false},
    {"port_link_connect", c_connect, false},
    {"port_link_accept", c_accept, false},
    {"port_link_is_over", c_link_over, true},
    {"port_link_drop", c_drop, true},
    {"port_link_send", c_send, true},
    {"port_link_receive", c_receive, true},
    {"port_parcel_close", c_parcel, false},
    {"ringfence_port_descriptor_copy", c_copy, false},
    {"ringfence_port_descriptor_close", c_close_one, false},
    {"ringfence_port_event_make", c_bell_make, false},
    {"ringfence_port_event_set", c_event_set, false},
    {"ringfence_port_event_clear", c_event_clear, false},
    {"port_watch", c_watch, false},
    {"port_origin", c_origin, false},
    {"port_exit_call", c_exit_call, false},
    {"port_refusal_is_noted", c_noted, false},
    {"port_load32_relaxed", c_noted, false},
    {"port_refusal_is_own", c_own, false},
    {"port_refusal_is_lack", c_lack, false},
    {"port_refusal_drop", c_note_drop, false},
    {"port_refusal_forget", c_note_forget, false},
    {"port_refusal_pass_on", c_pass_on, false},
    {"port_refusal_hint", c_hint, false},
    {"port_refusal_take", c_take, false},
    {"port_thread", c_thread, false},
    {"port_va_reserve", c_space_reserve, false},
    {"port_va_count", c_space_count, false},
    {"port_va_make", c_space_make, false},
    {"port_va_renew", c_space_renew, false},
    {"port_va_adopt", c_space_adopt, false},
};

/** What a thread does, and how far it came. */
typedef struct {
    Fixture *fixture;
    size_t row;
    bool returned;
    bool enabled;
} Errand;

static void *call_cancelled(void *context)
{
    Errand *const errand = context;
    int state = PTHREAD_CANCEL_DISABLE;

    (void)pthread_cancel(pthread_self());
    g_calls[errand->row].call(errand->fixture);
    errand->returned = true;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    errand->enabled = (state == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    return NULL;
}

/**
 * A thread that was cancelled before it calls a function of the port comes back from it, and is
 * cancelled behind it.
 * @verifies RF-PORT-211
 */
static void no_function_is_a_cancellation_point(void **state)
{
    (void)state;
    assert_int_equal(setenv("RINGFENCE_NVSCIIPC_CFG", "cfg/nvsciipc.cfg", 1), 0);
    for (size_t i = 0U; i < COUNT(g_calls); i++) {
        const Held before = held_now();
        Fixture fixture;
        Errand errand = {&fixture, i, false, false};
        pthread_t thread;
        void *result = NULL;

        prepare(&fixture);
        if (g_calls[i].linked) {
            link_both(&fixture);
        }
        assert_int_equal(pthread_create(&thread, NULL, call_cancelled, &errand), 0);
        assert_int_equal(pthread_join(thread, &result), 0);
        if ((!errand.returned) || (!errand.enabled) || (result != PTHREAD_CANCELED)) {
            print_error("%s: returned %d, cancellation restored %d\n", g_calls[i].name,
                        (int)errand.returned, (int)errand.enabled);
        }
        assert_true(errand.returned);
        assert_true(errand.enabled);
        assert_ptr_equal(result, PTHREAD_CANCELED);
        tidy(&fixture);
        /* The C library keeps stacks of threads. */
        assert_int_equal(held_now().descriptors, before.descriptors);
        assert_int_equal(held_now().memories, before.memories);
    }
}

/** Says whether the table has a function, of which the name is given from port_ on. */
static bool table_has(const char *name, size_t length)
{
    bool found = false;

    for (size_t i = 0U; i < COUNT(g_calls); i++) {
        const char *const own = strstr(g_calls[i].name, "port_");

        found = found ||
                ((own != NULL) && (strlen(own) == length) && (strncmp(own, name, length) == 0));
    }
    return found;
}

/** Looks at each function that a header declares; their number. */
static uint32_t functions_of(const char *path)
{
    static char text[131072];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = read(file, text, sizeof(text) - 1U);
    uint32_t found = 0U;

    assert_true((file >= 0) && (length > 0));
    text[length] = '\0';
    assert_int_equal(close(file), 0);
    for (const char *at = strstr(text, "port_"); at != NULL; at = strstr(at + 1, "port_")) {
        size_t name = 0U;

        while ((islower((unsigned char)at[name]) != 0) || (at[name] == '_') ||
               (isdigit((unsigned char)at[name]) != 0)) {
            name++;
        }
        if (at[name] == '(') {
            if (!table_has(at, name)) {
                print_error("%.*s of %s is not in the table\n", (int)name, at, path);
                fail();
            }
            found++;
        }
    }
    return found;
}

/**
 * The table above has each function that the port declares; those of atomic.h are inline.
 * @verifies RF-PORT-211
 */
static void every_function_of_the_port_was_tried(void **state)
{
    glob_t headers;
    uint32_t found = 0U;

    (void)state;
    assert_int_equal(glob("src/port/*.h", 0, NULL, &headers), 0);
    for (size_t i = 0U; i < headers.gl_pathc; i++) {
        if (strcmp(headers.gl_pathv[i], "src/port/atomic.h") != 0) {
            found += functions_of(headers.gl_pathv[i]);
        }
    }
    globfree(&headers);
    assert_true(found >= COUNT(g_calls));
}

/* ---------------------------------------------------------------- the lock */

static PortAtomic32 g_inside;
static PortAtomic32 g_go_on;

/** Holds the lock over a cancellation point of its own, as a driver might. */
static void *hold_the_lock(void *context)
{
    (void)context;
    ringfence_port_lock();
    port_store32(&g_inside, 1U);
    while (port_load32(&g_go_on) == 0U) {
        pthread_testcancel();
    }
    ringfence_port_unlock();
    for (;;) {
        pthread_testcancel();
    }
    return NULL;
}

/**
 * A thread is not cancelled while it has the library's lock, whatever is called under it.
 * @verifies RF-PORT-211
 */
static void a_cancelled_thread_gives_the_lock_back(void **state)
{
    pthread_t thread;
    void *result = NULL;

    (void)state;
    port_store32(&g_inside, 0U);
    port_store32(&g_go_on, 0U);
    assert_int_equal(pthread_create(&thread, NULL, hold_the_lock, NULL), 0);
    while (port_load32(&g_inside) == 0U) {
        ringfence_port_yield();
    }
    assert_int_equal(pthread_cancel(thread), 0);
    port_store32(&g_go_on, 1U);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, PTHREAD_CANCELED);
    ringfence_port_lock();
    ringfence_port_unlock();
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cancel_test(no_function_is_a_cancellation_point),
        cancel_test(every_function_of_the_port_was_tried),
        cancel_test(a_cancelled_thread_gives_the_lock_back),
    };

    return cmocka_run_group_tests_name("port/posix/cancel", tests, NULL, NULL);
}
