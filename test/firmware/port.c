/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file port.c
 * The checks that every port passes, on the board itself: what is to be done later is done by the
 * interrupt handler of the board's timer.
 */
#include <stddef.h>

#include "board.h"
#include "conformance.h"
#include "sections.h"

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

static void result(const char *check, ConformanceResult what)
{
    static const char *const words[] = {[CONFORMANCE_PASSED] = "port: passed ",
                                        [CONFORMANCE_FAILED] = "port: failed ",
                                        [CONFORMANCE_LEFT_OUT] = "port: left out "};

    board_print(words[what]);
    board_print(check);
    board_print("\n");
}

int main(void)
{
    const ConformanceRun run = {later, board_on_tick, result};
    uint32_t failed = 0U;

    failed = sections(&run);
    board_on_tick(on_tick);
    failed += conformance(&run);
    return (failed == 0U) ? 0 : 1;
}
