/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations of the chapters on flow of control, functions and pointers. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static va_list arguments; /* expect 17.1 */

static uint32_t returns(uint32_t value)
{
    return value;
}

static uint32_t recursive(uint32_t value)
{
    return recursive(value - 1U); /* expect 17.2 */
}

static uint32_t loops(uint32_t count)
{
    uint32_t i = 0U;
    uint32_t sum = 0U;

    for (i = 0U; i < count; sum++) { /* expect 14.2 */
        sum = sum + 1U;
    }
again:
    while (sum < 10U) { /* expect 15.4 */
        if (sum == 5U) {
            break;
        }
        if (sum == 6U) {
            break;
        }
        sum = sum + 1U;
    }
    if (sum == 3U) {
        goto again; /* expect 15.1 15.2 */
    }
    if (sum == 4U) {
        goto inner; /* expect 15.3 */
    }
    {
inner:
        sum = 1U;
    }
    if (sum == 7U) /* expect 15.6 */
        sum = 8U;
    if (sum == 8U) {
        return 1U; /* expect 15.5 */
    }
    if (sum == 1U) {
        sum = 2U;
    } else if (sum == 3U) {
        sum = 4U;
    } /* expect 15.7 */
    return sum;
}

static uint32_t switches(uint32_t value, bool flag)
{
    uint32_t result = 0U;

    switch (value) { /* expect 16.4 */
    case 1U:
        result = 1U;
    case 2U: /* expect 16.3 */
        result = 2U;
        break;
    }
    switch (value) {
    case 1U:
        result = 3U;
        break;
    default: /* expect 16.5 */
        result = 4U;
        break;
    case 2U:
        result = 5U;
        break;
    }
    switch (value) { /* expect 16.6 */
    default:
        result = 6U;
        break;
    }
    switch (flag) { /* expect 16.7 */
    case true:
        result = 7U;
        break;
    default:
        result = 8U;
        break;
    }
    switch (value) {
    case 1U:
        {
    case 3U: /* expect 16.2 */
            result = 9U;
        }
        break;
    default:
        result = 10U;
        break;
    }
    switch (value) {
        result = 11U; /* expect 16.1 */
    case 1U:
        result = 12U;
        break;
    default:
        result = 13U;
        break;
    }
    return result;
}

static void calls(uint32_t array[static 2], uint32_t size) /* expect 17.6 */
{
    uint32_t sized_at_run_time[size]; /* expect 18.8 */
    uint32_t ***deep = NULL; /* expect 18.5 */
    uint32_t *pointer = &array[0];

    returns(1U); /* expect 17.7 */
    pointer = pointer + 1U; /* expect 18.4 */
}
