/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file task_stack_test.c
 * Stacks of threads of the library in a program with much data of its threads.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/status.h"
#include "port/task.h"

/** Bytes that each thread of this program has of its own: the C library has them on the stack. */
#define OWN_BYTES 255000U
/** Bytes of its stack that a thread uses. */
#define STACK_USED 131072U

static _Thread_local uint8_t g_own[OWN_BYTES] __attribute__((aligned(4096)));

/** What a thread finds out. */
typedef struct {
    uint64_t own;
    uint64_t stack;
} Sums;

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

static uint64_t sum_of(const volatile uint8_t *bytes, size_t count)
{
    uint64_t sum = 0U;

    for (size_t i = 0U; i < count; i++) {
        sum += bytes[i];
    }
    return sum;
}

static void use_all(void *context)
{
    Sums *const sums = context;
    uint8_t stack[STACK_USED];

    (void)memset(stack, 1, sizeof(stack));
    (void)memset(g_own, 2, sizeof(g_own));
    sums->own = sum_of(g_own, sizeof(g_own));
    sums->stack = sum_of(stack, sizeof(stack));
}

/**
 * A thread of the library has its stack besides what the program has for each thread.
 * @verifies RF-PORT-340
 */
static void a_task_has_its_stack_besides_data_of_threads(void **state)
{
    Sums sums = {0U, 0U};
    PortTask task = {use_all, &sums, "a name", 0U, 0};

    (void)state;
    assert_int_equal(ringfence_port_task_start(&task), PORT_OK);
    ringfence_port_task_join(&task);
    assert_int_equal(sums.own, 2U * OWN_BYTES);
    assert_int_equal(sums.stack, STACK_USED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_task_has_its_stack_besides_data_of_threads, begin, end),
    };

    return cmocka_run_group_tests_name("port/posix/task stack", tests, NULL, NULL);
}
