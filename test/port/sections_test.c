/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The checks of sections.c on a host, whose hooks may have interrupts: hooks of one's own have them
 * if they bring board_on_tick() of docs/examples/firmware/board.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sections.h"

void board_on_tick(void (*function)(void)) __attribute__((weak));

static void tell(const char *check, ConformanceResult result)
{
    if (result == CONFORMANCE_FAILED) {
        print_error("port: %s: failed\n", check);
    }
    if (result == CONFORMANCE_LEFT_OUT) {
        print_message("# port: left out %s\n", check);
    }
}

/**
 * Sections hold handlers back, handlers know what they are, and a rest ends within its section.
 * @verifies RF-PORT-082 RF-PORT-083
 */
static void sections_hold_handlers_back(void **state)
{
    const ConformanceRun run = {NULL, board_on_tick, tell};

    (void)state;
    if (board_on_tick == NULL) {
        (void)sections(&run);
        skip();
    }
    assert_int_equal(sections(&run), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sections_hold_handlers_back)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
