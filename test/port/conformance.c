/* SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include <stddef.h>

#include "port/atomic.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/random.h"
#include "port/status.h"
#include "port/wait.h"
#include "ringfence_cfg.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/** A wake-up takes less, a sleep that nobody ends lasts longer. */
#define LONG_US 5000000
/** A sleep that nobody ends. */
#define SHORT_US 20000
#define TURNS    200U
/** Looks at a clock that goes on see it advance before that, however long its steps are. */
#define PATIENCE 20000000U

/* ---------------------------------------------------------------- memory */

static bool is_filled(const PortMemory *memory, uint8_t byte)
{
    const uint8_t *const bytes = memory->base;
    bool filled = true;

    for (uint64_t i = 0U; i < memory->size; i++) {
        filled = filled && (bytes[i] == byte);
    }
    return filled;
}

static void fill(PortMemory *memory, uint8_t byte)
{
    volatile uint8_t *const bytes = memory->base;

    for (uint64_t i = 0U; i < memory->size; i++) {
        bytes[i] = byte;
    }
}

static PortMemory nothing(void)
{
    const PortMemory none = {NULL, NULL, 0U, 0U, -1};

    return none;
}

static bool page_is_power_of_two(const ConformanceRun *run)
{
    const uint64_t page = port_page_size();

    (void)run;
    return (page >= 8U) && ((page & (page - 1U)) == 0U) && (page == port_page_size());
}

/**
 * Memory is zero, large enough, in whole pages, aligned, and nobody else's; also the second time.
 * @verifies RF-PORT-002 RF-PORT-003 RF-PORT-004
 */
static bool memory_is_zero_and_ones_own(const ConformanceRun *run)
{
    PortMemory one = nothing();
    PortMemory two = nothing();
    bool good = true;

    (void)run;
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        good = good && (port_memory_reserve(100U, 1U, &one) == PORT_OK);
        good = good && (port_memory_reserve(200U, 64U, &two) == PORT_OK);
        good = good && (one.size >= 100U) && ((one.size % port_page_size()) == 0U);
        good = good && (two.size >= 200U) && (((uintptr_t)two.base % 64U) == 0U);
        good = good && is_filled(&one, 0U) && is_filled(&two, 0U);
        if (good) {
            fill(&one, 0xA5U);
            fill(&two, 0x5AU);
            good = is_filled(&one, 0xA5U) && is_filled(&two, 0x5AU);
        }
        good = good && (port_memory_view(&two) == PORT_OK) && (two.view != NULL);
        port_memory_release(&one);
        port_memory_release(&two);
        good = good && (one.base == NULL) && (two.base == NULL) && (two.view == NULL);
    }
    return good;
}

/**
 * What cannot be had is refused, and the record stays.
 * @verifies RF-PORT-005 RF-PORT-006
 */
static bool too_much_is_refused(const ConformanceRun *run)
{
    static const uint64_t sizes[] = {(uint64_t)1U << 50U, (uint64_t)INT64_MAX, UINT64_MAX};
    bool good = true;

    (void)run;
    for (size_t i = 0U; i < COUNT(sizes); i++) {
        PortMemory memory = nothing();

        good = good && (port_memory_reserve(sizes[i], 8U, &memory) == PORT_NO_MEMORY);
        good = good && (port_memory_reserve(8U, (uint64_t)1U << 62U, &memory) == PORT_NO_MEMORY);
        good = good && (memory.base == NULL) && (memory.size == 0U) && (memory.descriptor == -1);
    }
    return good;
}

/**
 * Memory is adopted with its own size alone, also where a larger one has the same lower half.
 * @verifies RF-PORT-103
 */
static bool another_size_is_refused(const ConformanceRun *run)
{
    const uint64_t half = (uint64_t)1U << 32U;
    PortMemory memory = nothing();
    PortMemory other = nothing();
    int32_t descriptor = -1;
    bool good = (port_memory_reserve(100U, 1U, &memory) == PORT_OK);

    (void)run;
    /* Where nobody is there to adopt it, it cannot be shared either. */
    if (good && (port_memory_share(&memory, true, &descriptor) == PORT_OK)) {
        const uint64_t sizes[] = {memory.size + half, memory.size + (half << 31U),
                                  memory.size + port_page_size(), UINT64_MAX};

        for (size_t i = 0U; i < COUNT(sizes); i++) {
            good = good && (port_memory_adopt(descriptor, sizes[i], 1U, true, &other) != PORT_OK);
        }
        good = good && (port_memory_adopt(descriptor, memory.size, 1U, true, &other) == PORT_OK);
        good = good && (other.size == memory.size);
        port_memory_release(&other);
    }
    port_memory_release(&memory);
    return good;
}

/**
 * There is memory for every sync object, and again after it was given back.
 * @verifies RF-PORT-084
 */
static bool every_object_has_memory(const ConformanceRun *run)
{
    static PortMemory counters[RINGFENCE_CFG_SYNC_OBJECTS];
    static PortMemory waiters[RINGFENCE_CFG_SYNC_OBJECTS];
    const uint64_t most = PORT_COUNTER_BYTES +
                          ((uint64_t)RINGFENCE_CFG_TIMESTAMP_SLOTS * PORT_TIMESTAMP_BYTES) +
                          ((uint64_t)RINGFENCE_CFG_TASK_STATUS_SLOTS * PORT_TASK_STATUS_BYTES);
    bool good = true;

    (void)run;
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
            counters[i] = nothing();
            waiters[i] = nothing();
            good = good && (port_counter_reserve(most, &counters[i]) == PORT_OK);
            good = good && (port_counter_reserve(PORT_WAITERS_BYTES, &waiters[i]) == PORT_OK);
            good = good && (counters[i].size >= most) && (((uintptr_t)counters[i].base % 8U) == 0U);
            good = good && (waiters[i].size >= PORT_WAITERS_BYTES);
            good = good && (((uintptr_t)waiters[i].base % 8U) == 0U);
            if (good) {
                good = is_filled(&counters[i], 0U) && is_filled(&waiters[i], 0U);
                fill(&counters[i], (uint8_t)(i + 1U));
                fill(&waiters[i], (uint8_t)(i + 2U));
            }
        }
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
            good = good && is_filled(&counters[i], (uint8_t)(i + 1U)) &&
                   is_filled(&waiters[i], (uint8_t)(i + 2U));
            port_memory_release(&counters[i]);
            port_memory_release(&waiters[i]);
        }
    }
    return good;
}

/* ---------------------------------------------------------------- words, time, sleep */

/**
 * Words of 32 and 64 bits do what their names say, also past the lower half.
 * @verifies RF-PORT-080
 */
static bool words_count(const ConformanceRun *run)
{
    static PortAtomic32 narrow;
    static PortAtomic64 wide;
    const uint64_t edge = UINT32_MAX;
    bool good = true;

    (void)run;
    port_store32(&narrow, UINT32_MAX);
    good = good && (port_add32(&narrow, 2U) == 1U) && (port_sub32(&narrow, 1U) == 0U);
    good = good && (!port_swap32_if(&narrow, 1U, 7U)) && (port_load32(&narrow) == 0U);
    good = good && port_swap32_if(&narrow, 0U, 7U) && (port_load32_acquire(&narrow) == 7U);
    port_store64(&wide, edge);
    good = good && (port_add64(&wide, 1U) == (edge + 1U)) && (port_load64(&wide) == (edge + 1U));
    good =
        good && (!port_swap64_if(&wide, 0U, 7U)) && port_swap64_if(&wide, edge + 1U, edge * edge);
    good = good && (port_load64_acquire(&wide) == (edge * edge));
    return good;
}

/** Whether it does: no other check waits for the end of a time that does not pass. */
static bool g_time_goes_on;

/**
 * The clock advances, and never goes back; one that stands still is found out.
 * @verifies RF-PORT-021
 */
static bool time_goes_on(const ConformanceRun *run)
{
    const uint64_t begin = ringfence_port_time_us();
    uint64_t last = begin;
    uint32_t patience = PATIENCE;
    bool good = true;

    (void)run;
    while (good && ((last - begin) < SHORT_US)) {
        const uint64_t now = ringfence_port_time_us();

        patience = (now == last) ? (patience - 1U) : PATIENCE;
        good = (now >= last) && (patience > 0U);
        last = now;
    }
    g_time_goes_on = good;
    return good;
}

/**
 * Nobody sleeps on a word that has changed, and a sleep ends with its time.
 * @verifies RF-PORT-081
 */
static bool sleep_ends_with_its_time(const ConformanceRun *run)
{
    static PortAtomic32 word;
    const uint64_t begin = ringfence_port_time_us();
    bool good = g_time_goes_on && (ringfence_port_sleep(&word, 1U, LONG_US) == PORT_OK);
    uint64_t passed = ringfence_port_time_us() - begin;

    (void)run;
    good = good && (passed < (uint64_t)LONG_US);
    while (good && (passed < (2U * (uint64_t)SHORT_US))) {
        good = (ringfence_port_sleep(&word, 0U, SHORT_US) != PORT_FAILED);
        passed = ringfence_port_time_us() - begin;
    }
    return good && (passed < (uint64_t)LONG_US) && (ringfence_port_sleep(&word, 0U, 0) == PORT_TIMED_OUT);
}

static PortAtomic32 g_word;

static void wake(void)
{
    (void)port_add32(&g_word, 1U);
    ringfence_port_wake(&g_word);
}

/**
 * No wake-up is lost, whenever it comes.
 * @verifies RF-PORT-082
 */
static bool wake_ends_sleep(const ConformanceRun *run)
{
    bool good = g_time_goes_on;

    for (uint32_t turn = 0U; (turn < TURNS) && good; turn++) {
        const uint32_t seen = port_load32(&g_word);
        const uint64_t begin = ringfence_port_time_us();

        run->later(wake);
        while (good && (port_load32(&g_word) == seen)) {
            (void)ringfence_port_sleep(&g_word, seen, 2 * (int64_t)LONG_US);
            good = ((ringfence_port_time_us() - begin) < (uint64_t)LONG_US);
        }
    }
    return good;
}

/** Locks are free again after each use. */
static bool locks_open_again(const ConformanceRun *run)
{
    static PortAtomic32 mutex;

    (void)run;
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        ringfence_port_lock();
        ringfence_port_mutex_lock(&mutex);
        ringfence_port_mutex_unlock(&mutex);
        ringfence_port_unlock();
    }
    port_relax();
    ringfence_port_yield();
    return port_may_block() && (port_load32(&mutex) == 0U);
}

/** @verifies RF-PORT-087 */
static bool identities_differ(const ConformanceRun *run)
{
    uint64_t one[2] = {0U, 0U};
    uint64_t two[2] = {0U, 0U};
    const bool good =
        (port_random(one, sizeof(one)) == PORT_OK) && (port_random(two, sizeof(two)) == PORT_OK);

    (void)run;
    return good && ((one[0] != two[0]) || (one[1] != two[1]));
}

static bool cache_is_flushed(const ConformanceRun *run)
{
    PortMemory memory = nothing();
    bool good = (port_memory_reserve(300U, 1U, &memory) == PORT_OK);

    (void)run;
    if (good) {
        fill(&memory, 0x3CU);
        good = (port_cache_flush(memory.base, 1U, 270U) == PORT_OK) && is_filled(&memory, 0x3CU);
    }
    port_memory_release(&memory);
    return good;
}

uint32_t conformance(const ConformanceRun *run)
{
    static const struct {
        const char *name;
        bool (*check)(const ConformanceRun *run);
        bool needs_later;
    } checks[] = {{"page is a power of two", page_is_power_of_two, false},
                  {"memory is zero and one's own", memory_is_zero_and_ones_own, false},
                  {"too much is refused", too_much_is_refused, false},
                  {"another size is refused", another_size_is_refused, false},
                  {"every object has memory", every_object_has_memory, false},
                  {"words count", words_count, false},
                  {"time goes on", time_goes_on, false},
                  {"sleep ends with its time", sleep_ends_with_its_time, false},
                  {"wake ends sleep", wake_ends_sleep, true},
                  {"locks open again", locks_open_again, false},
                  {"identities differ", identities_differ, false},
                  {"cache is flushed", cache_is_flushed, false}};
    uint32_t failed = 0U;

    for (size_t i = 0U; i < COUNT(checks); i++) {
        ConformanceResult result = CONFORMANCE_LEFT_OUT;

        if ((!checks[i].needs_later) || (run->later != NULL)) {
            result = checks[i].check(run) ? CONFORMANCE_PASSED : CONFORMANCE_FAILED;
        }
        run->result(checks[i].name, result);
        failed += (result == CONFORMANCE_FAILED) ? 1U : 0U;
    }
    return failed;
}
