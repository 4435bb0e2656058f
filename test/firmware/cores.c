/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores.c
 * Images on the cores of one board that share memory: test/port/cores_play.c, which core 0 plays
 * with each of the others in turn. It counts the checks of its own, and ends the run; so does
 * another core if one of its own fails. Of three cores, core 1 lives on while core 0 plays with
 * core 2.
 */
#include <stdio.h>

#include "board.h"
#include "cores_board.h"
#include "cores_play.h"
#include "ringfence_port.h"

static uint32_t g_passed;
/** Core that is to be started. */
static uint32_t g_next;

/** Between core 0 and each of the others. */
static const char *const g_near_ends[] = {"cores_0", "cores_6"};
static const char *const g_far_ends[] = {"cores_1", "cores_7"};

static void tell(const char *name, bool passed)
{
    if (passed) {
        g_passed++;
    } else {
        board_print("cores: failed ");
        board_print(name);
        board_print("\n");
    }
}

static void start(void)
{
    board_core_start(g_next);
}

static void die(void)
{
    board_core_off();
}

/** A core that has played stays, so that it is seen by those that play. */
static _Noreturn void stay(void)
{
    for (;;) {
        const uint32_t state = RingfenceHookEnterCritical();

        (void)RingfenceHookIdle(1000U);
        RingfenceHookLeaveCritical(state);
    }
}

static uint32_t play_first(void)
{
    uint32_t failed = 0U;
    char line[80];

    for (g_next = 1U; (g_next < BOARD_CORES) && (failed == 0U); g_next++) {
        const CoresRun run = {tell, start, die, g_near_ends[g_next - 1U]};

        failed = play_near(&run);
    }
    (void)snprintf(line, sizeof(line), "tests: %u passed, 0 left out\n", (unsigned)g_passed);
    board_print(line);
    return failed;
}

static uint32_t play_other(uint32_t core)
{
    const CoresRun run = {tell, start, die, g_far_ends[core - 1U]};
    const uint32_t failed = play_far(&run, RingfenceHookCoreLife(core) == 1U);

    if ((failed == 0U) && (BOARD_CORES > 2U) && (core == 1U)) {
        stay();
    }
    if (failed == 0U) {
        board_core_off();
    }
    return failed;
}

int main(void)
{
    const uint32_t core = RingfenceHookCore();
    const uint32_t failed = (core == 0U) ? play_first() : play_other(core);

    return (failed == 0U) ? 0 : 1;
}
