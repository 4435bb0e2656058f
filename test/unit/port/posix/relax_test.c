/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file relax_test.c
 * Waiting a little for a store.
 */
#include "leftovers.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "port/posix/relax.h"
#include "port/wait.h"
#include "ringfence_cfg.h"

/** Microseconds of many waits that are tolerated; the machine may be busy. */
#define TURNS   1000U
#define MANY_US 2000000U

/**
 * One bit of what the CPU says of itself says whether it can wait for a store.
 * @verifies RF-PORT-256
 */
static void the_bit_of_the_cpu_says_it(void **state)
{
    (void)state;
    for (uint32_t bit = 0U; bit < 32U; bit++) {
        assert_int_equal(port_relax_has_monitor(1U << bit), bit == 5U);
        assert_int_equal(port_relax_has_monitor(~(1U << bit)), bit != 5U);
    }
}

static void *store_word(void *word)
{
    port_store64(word, 1U);
    return NULL;
}

/**
 * Who waits for a store goes on, whether the word is what it was, differs already, or is stored to.
 * Without UMWAIT, or where it is not asked for, that is a pause.
 * @verifies RF-PORT-256
 */
static void who_waits_for_a_store_goes_on(void **state)
{
    const uint64_t begin = ringfence_port_time_us();
    PortAtomic64 word;
    pthread_t thread;

    (void)state;
    if (RINGFENCE_CFG_SPIN_MONITOR == 0U) {
        assert_false(port_can_monitor());
    }
    if ((RINGFENCE_CFG_SPIN_MONITOR == 0U) || port_can_monitor()) {
        port_store64(&word, 0U);
        for (uint32_t i = 0U; i < TURNS; i++) {
            port_monitor(&word, 0U);
            port_monitor(&word, 1U);
        }
        assert_true((ringfence_port_time_us() - begin) < MANY_US);
        assert_int_equal(pthread_create(&thread, NULL, store_word, &word), 0);
        while (port_load64(&word) == 0U) {
            port_monitor(&word, 0U);
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_bit_of_the_cpu_says_it, nothing_is_left),
        cmocka_unit_test_teardown(who_waits_for_a_store_goes_on, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/relax", tests, NULL, NULL);
}
