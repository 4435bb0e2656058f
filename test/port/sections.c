/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sections.c
 * The checks of critical sections. A periodic interrupt says what a section is: its handler counts,
 * and a thread looks whether the count changes.
 *
 * No clock is asked within a section, as it may be one that its interrupt advances. How long a
 * thread has to look until a tick has come is counted once, with interrupts admitted.
 */
#include "sections.h"

#include <stdbool.h>
#include <stddef.h>

#include "ringfence_cfg.h"
#include "ringfence_port.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/** A rest that a pending interrupt ends takes less. */
#define LONG_US 5000000U
/** Looks that see a tick, if ticks come. */
#define PATIENCE 20000000U
#define TURNS    8U

static volatile uint32_t g_ticks;
/** Handlers that were told that they are none. */
static volatile uint32_t g_untold;
/** Looks from one tick to the next one; 0: none came. */
static uint32_t g_period;

/** A handler has sections as well, and they end as they began. */
static void on_tick(void)
{
    const uint32_t outer = RingfenceHookEnterCritical();
    const uint32_t inner = RingfenceHookEnterCritical();

    g_ticks++;
    g_untold += RingfenceHookInInterrupt() ? 0U : 1U;
    RingfenceHookLeaveCritical(inner);
    g_untold += RingfenceHookInInterrupt() ? 0U : 1U;
    RingfenceHookLeaveCritical(outer);
}

/** Looks until a tick comes; gives the number of looks, `most` if none came. */
static uint32_t look_for_tick(uint32_t most)
{
    const uint32_t seen = g_ticks;
    uint32_t looks = 0U;

    while ((g_ticks == seen) && (looks < most)) {
        looks++;
    }
    return looks;
}

/** A tick comes, soon. */
static bool tick_comes(void)
{
    return look_for_tick(PATIENCE) < PATIENCE;
}

/** None comes, though its time is over. Begins soon after a tick: one is pending then, not two. */
static bool ticks_are_held_back(void)
{
    const uint32_t most = g_period + (g_period / 2U);

    return look_for_tick(most) == most;
}

static bool ticks_come(void)
{
    bool good = tick_comes();

    for (uint32_t turn = 0U; (turn < TURNS) && good; turn++) {
        const uint32_t looks = look_for_tick(PATIENCE);

        good = (looks < PATIENCE);
        g_period = (good && (looks > g_period)) ? looks : g_period;
    }
    g_period = good ? g_period : 0U;
    return good;
}

static bool handlers_know_what_they_are(void)
{
    bool good = true;

    g_untold = 0U;
    for (uint32_t turn = 0U; (turn < TURNS) && good; turn++) {
        const uint32_t state = RingfenceHookEnterCritical();

        good = !RingfenceHookInInterrupt();
        RingfenceHookLeaveCritical(state);
        good = good && (!RingfenceHookInInterrupt()) && tick_comes();
    }
    return good && (!RingfenceHookInInterrupt()) && (g_untold == 0U);
}

static bool a_section_holds_handlers_back(void)
{
    bool good = true;

    for (uint32_t turn = 0U; (turn < TURNS) && good; turn++) {
        uint32_t state = 0U;

        good = tick_comes();
        state = RingfenceHookEnterCritical();
        good = good && ticks_are_held_back();
        RingfenceHookLeaveCritical(state);
        good = good && tick_comes();
    }
    return good;
}

/** The section that ends is within another one, and that within a third. */
static bool the_end_of_an_inner_section_admits_none(void)
{
    bool good = true;

    for (uint32_t turn = 0U; (turn < TURNS) && good; turn++) {
        uint32_t states[3] = {0U, 0U, 0U};

        good = tick_comes();
        for (size_t i = 0U; i < COUNT(states); i++) {
            states[i] = RingfenceHookEnterCritical();
        }
        RingfenceHookLeaveCritical(states[2]);
        /* In turn behind the first end and behind the second one, so that one tick is pending. */
        good = good && (((turn % 2U) == 0U) || ticks_are_held_back());
        RingfenceHookLeaveCritical(states[1]);
        good = good && (((turn % 2U) == 1U) || ticks_are_held_back());
        RingfenceHookLeaveCritical(states[0]);
        good = good && tick_comes();
    }
    return good;
}

/** The interrupt is pending when the rest begins. A rest that admits it first and then sleeps lasts
 * until the next tick: each time, while a machine that does other work is as late now and then. */
static bool a_pending_interrupt_ends_rest(void)
{
    bool good = true;
    bool is_prompt = false;

    for (uint32_t turn = 0U; (turn < TURNS) && good; turn++) {
        const uint64_t begin_us = RingfenceHookTimeUs();
        uint32_t state = 0U;
        uint32_t seen = 0U;

        good = tick_comes();
        state = RingfenceHookEnterCritical();
        seen = g_ticks;
        good = good && ticks_are_held_back();
        good = good && (RingfenceHookIdle(2U * LONG_US) == RINGFENCE_HOOK_DONE);
        is_prompt = is_prompt || ((g_ticks - seen) <= 1U);
        RingfenceHookLeaveCritical(state);
        good = good && tick_comes() && ((RingfenceHookTimeUs() - begin_us) < (uint64_t)LONG_US);
    }
    return good && is_prompt;
}

static bool rest_returns_within_its_section(void)
{
    bool good = true;

    for (uint32_t turn = 0U; (turn < TURNS) && good; turn++) {
        uint32_t state = 0U;

        good = tick_comes();
        state = RingfenceHookEnterCritical();
        good = good && (RingfenceHookIdle(2U * LONG_US) == RINGFENCE_HOOK_DONE);
        good = good && ticks_are_held_back();
        RingfenceHookLeaveCritical(state);
        good = good && tick_comes();
    }
    return good;
}

uint32_t sections(const ConformanceRun *run)
{
    static const struct {
        const char *name;
        bool (*check)(void);
    } checks[] = {{"ticks come", ticks_come},
                  {"handlers know what they are", handlers_know_what_they_are},
                  {"a section holds handlers back", a_section_holds_handlers_back},
                  {"the end of an inner section admits none", the_end_of_an_inner_section_admits_none},
                  {"a pending interrupt ends rest", a_pending_interrupt_ends_rest},
                  {"rest returns within its section", rest_returns_within_its_section}};
    const bool interrupts = (RINGFENCE_CFG_INTERRUPTS == 1U) && (run->on_tick != NULL);
    uint32_t failed = 0U;

    g_period = 0U;
    if (interrupts) {
        run->on_tick(on_tick);
    }
    for (size_t i = 0U; i < COUNT(checks); i++) {
        ConformanceResult result = CONFORMANCE_LEFT_OUT;

        /* Without ticks the others would look at nothing. */
        if (interrupts && ((i == 0U) || (g_period > 0U))) {
            result = checks[i].check() ? CONFORMANCE_PASSED : CONFORMANCE_FAILED;
        }
        run->result(checks[i].name, result);
        failed += (result == CONFORMANCE_FAILED) ? 1U : 0U;
    }
    if (interrupts) {
        run->on_tick(NULL);
    }
    return failed;
}
