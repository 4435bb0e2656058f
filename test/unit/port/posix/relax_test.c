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
 * Who relaxes on a word goes on, whether it is what it was, differs already, or is stored to.
 * @verifies RF-PORT-256
 */
static void who_relaxes_on_a_word_goes_on(void **state)
{
    const uint64_t begin = ringfence_port_time_us();
    PortAtomic64 word;
    pthread_t thread;

    (void)state;
    port_relax_choose();
    port_store64(&word, 0U);
    for (uint32_t i = 0U; i < TURNS; i++) {
        port_relax_on(&word, 0U);
        port_relax_on(&word, 1U);
    }
    assert_true((ringfence_port_time_us() - begin) < MANY_US);
    assert_int_equal(pthread_create(&thread, NULL, store_word, &word), 0);
    while (port_load64(&word) == 0U) {
        port_relax_on(&word, 0U);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_bit_of_the_cpu_says_it, nothing_is_left),
        cmocka_unit_test_teardown(who_relaxes_on_a_word_goes_on, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/relax", tests, NULL, NULL);
}
