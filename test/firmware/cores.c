/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores.c
 * Images on two cores of one board that share memory: test/port/cores_play.c. Core 0 counts the
 * checks that both make of one another, and ends the run; so does core 1 if one of its own fails.
 */
#include <stdio.h>

#include "board.h"
#include "cores_board.h"
#include "cores_play.h"
#include "ringfence_port.h"

static uint32_t g_passed;

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
    board_core_start(1U);
}

static void die(void)
{
    board_core_off();
}

int main(void)
{
    const CoresRun run = {tell, start, die};
    uint32_t failed = 0U;
    char line[80];

    if (RingfenceHookCore() == 0U) {
        failed = play_near(&run);
        (void)snprintf(line, sizeof(line), "tests: %u passed, 0 left out\n", (unsigned)g_passed);
        board_print(line);
    } else {
        failed = play_far(&run, RingfenceHookCoreLife(1U) == 1U);
        if (failed == 0U) {
            board_core_off();
        }
    }
    return (failed == 0U) ? 0 : 1;
}
