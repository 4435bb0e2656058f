/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file port.c
 * The checks that every port passes, on the board itself: what is to be done later is done by the
 * interrupt handler of the board's timer.
 */
#include <stddef.h>

#include "board.h"
#include "conformance.h"

static void (*volatile g_work)(void);

static void on_tick(void)
{
    void (*const work)(void) = g_work;

    if (work != NULL) {
        g_work = NULL;
        work();
    }
}

static void later(void (*work)(void))
{
    g_work = work;
}

static void result(const char *check, bool passed)
{
    board_print(passed ? "port: passed " : "port: failed ");
    board_print(check);
    board_print("\n");
}

int main(void)
{
    const ConformanceRun run = {later, result};
    uint32_t failed = 0U;

    board_on_tick(on_tick);
    failed = conformance(&run);
    return (failed == 0U) ? 0 : 1;
}
