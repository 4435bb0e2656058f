/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds of chapters 13 to 17: none of this is part of the library. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t next; uint32_t limit; bool broken; } Cursor;

static uint32_t g_turns;
static uint32_t g_log[4];

static bool step(Cursor *cursor)
{
    cursor->next++;
    return cursor->next < cursor->limit;
}

static uint32_t count_turn(void)
{
    g_turns = g_turns + 1U;
    return g_turns;
}

static uint32_t reset_turns(void)
{
    g_turns = 0U;
    return 4U;
}

static bool step_far(Cursor *cursor)
{
    return step(cursor);
}

static uint32_t pure(uint32_t value)
{
    return value + 1U;
}

/* ---------------------------------------------------------------- 13 */

uint32_t side_effects(Cursor *cursor, uint32_t value, volatile uint32_t *device)
{
    const uint32_t pair[2] = {count_turn(), 1U}; /* seed 13.1 */
    uint32_t row[2] = {value++, value}; /* seed 13.1 */
    Cursor copy = {*device, 1U, false}; /* seed 13.1 */
    uint32_t size = 0U;
    uint32_t other = 0U;

    size = count_turn() + reset_turns(); /* seed 13.2 */
    size = value++ + value; /* seed 13.2 13.3 */
    row[value] = value++; /* seed 13.2 13.3 */
    size = g_turns + count_turn(); /* seed 13.2 */
    size = pure(value) + (value = 3U); /* seed 13.2 13.4 */
    g_log[count_turn() & 3U] = value--; /* seed 13.3 */
    size = (size++) * 3U; /* seed 13.3 */
    size = other = 3U; /* seed 13.4 */
    if ((size = other) != 0U) { /* seed 13.4 */
        size = 1U;
    }
    g_log[other = 1U] = 2U; /* seed 13.4 */
    if ((value > 1U) && step(cursor)) { /* seed 13.5 */
        size = 2U;
    }
    copy.broken = cursor->broken || step_far(&copy); /* seed 13.5 */
    while ((value > 0U) || ((value = size) > 3U)) { /* seed 13.5 */
        size = 0U;
    }
    size = ((value == 1U) || (*device == 3U)) ? 1U : 2U; /* seed 13.5 */
    size = (uint32_t)sizeof(value = 3U); /* seed 13.6 */
    size = (uint32_t)sizeof(count_turn()); /* seed 13.6 */
    size = (uint32_t)sizeof(*cursor) + (uint32_t)sizeof(g_log[value++]); /* seed 13.6 */
    return size + pair[0] + row[0];
}

/* ---------------------------------------------------------------- 14 */

uint32_t loops(uint32_t count, int32_t sign, uint8_t byte, const uint32_t *words)
{
    uint32_t sum = 0U;
    uint32_t i = 0U;
    float real = 0.0f;
    const uint32_t limit = 4U;

    for (real = 1.0f; real < 2.0f; real += 0.5f) { /* seed 14.1 */
        sum = sum + 1U;
    }
    for (double at = 0.0; at < 1.0; at += 0.1) { /* seed 14.1 */
        sum = sum + 1U;
    }
    while (real < 3.0f) { /* seed 14.1 */
        real = real + 0.5f;
    }
    for (i = 0U; i < count; i++) { /* seed 14.2 */
        i = i + sum;
    }
    for (i = 0U; sum < count; i++) { /* seed 14.2 */
        sum = sum + 2U;
    }
    for (; i < count; sum++) { /* seed 14.2 */
        sum = sum + 1U;
    }
    if (limit > 3U) { /* seed 14.3 */
        sum = 1U;
    }
    if (byte < 256U) { /* seed 14.3 */
        sum = 2U;
    }
    if ((count > 4U) && (count < 3U)) { /* seed 14.3 */
        sum = 3U;
    }
    while (sizeof(sum) == 2U) { /* seed 14.3 */
        sum = 4U;
    }
    sum = (count >= 0U) ? 1U : 2U; /* seed 14.3 */
    if (count) { /* seed 14.4 */
        sum = 5U;
    }
    while (words) { /* seed 14.4 */
        words = NULL;
    }
    sum = (sign & 1) ? 1U : 2U; /* seed 14.4 */
    do {
        sum = sum - 1U;
    } while (sum); /* seed 14.4 */
    return sum;
}

/* ---------------------------------------------------------------- 15 */

uint32_t jumps(uint32_t count, const uint32_t *words)
{
    uint32_t sum = 0U;

    if (words == NULL) {
        goto out; /* seed 15.1 */
    }
    for (uint32_t i = 0U; i < count; i++) {
        if (words[i] == 4U) {
            goto out; /* seed 15.1 */
        }
    }
retry:
    sum = sum + 1U;
    if (sum < 4U) {
        goto retry; /* seed 15.1 15.2 */
    }
    if (sum == 7U) {
        goto within; /* seed 15.3 */
    }
    while (sum < 5U) {
within:
        sum = sum + 1U;
    }
out:
    return sum;
}

uint32_t jumps_more(uint32_t count, uint32_t value)
{
    uint32_t sum = 0U;

again:
    while (count > sum) {
        sum = sum + value;
        if (sum == 6U) {
            goto again; /* seed 15.1 15.2 */
        }
    }
    if (value == 1U) {
        goto other; /* seed 15.3 */
    } else {
other:
        sum = 2U;
    }
    switch (value) {
    case 1U:
        goto second; /* seed 15.3 */
        break;
    case 2U:
second:
        sum = 3U;
        break;
    default:
        sum = 4U;
        break;
    }
    do {
        sum = sum + 1U;
    } while (sum < 3U);
once:
    if (sum > 90U) {
        sum = sum - 1U;
        goto once; /* seed 15.2 */
    }
    return sum;
}

uint32_t ends(uint32_t count, const uint32_t *words)
{
    uint32_t found = 0U;

    for (uint32_t i = 0U; i < count; i++) { /* seed 15.4 */
        if (words[i] == 1U) {
            break;
        }
        if (words[i] == 2U) {
            found = i;
            break;
        }
    }
    while (found < 4U) { /* seed 15.4 */
        found = found + 1U;
        if (found == 2U) {
            break;
        } else if (found == 3U) {
            break;
        } else {
            /* Goes on. */
        }
    }
    do { /* seed 15.4 */
        found = found + 1U;
        if (found == 1U) {
            break;
        }
        if (found == 9U) {
            goto end;
        }
    } while (found < 10U);
end:
    if (words == NULL) {
        return 3U; /* seed 15.5 */
    }
    for (uint32_t i = 0U; i < count; i++) {
        if (words[i] == 3U) {
            return i; /* seed 15.5 */
        }
    }
    switch (found) {
    case 1U:
        return 7U; /* seed 15.5 */
    default:
        found = 0U;
        break;
    }
    if (found == 1U) /* seed 15.6 */
        found = 2U;
    for (uint32_t i = 0U; i < count; i++) /* seed 15.6 */
        found = found + i;
    while (found > 10U) /* seed 15.6 */
        found = found - 1U;
    if (found == 2U) {
        found = 3U;
    } else /* seed 15.6 */
        found = 4U;
    if (found == 3U) {
        found = 4U;
    } else if (count == 1U) {
        found = 5U;
    } else if (count == 2U) {
        found = 6U;
    } /* seed 15.7 */
    if (count == 3U) {
        if (found == 5U) {
            found = 6U;
        } else if (found == 6U) {
            found = 7U;
        } /* seed 15.7 */
    }
    for (uint32_t i = 0U; i < count; i++) {
        if (i == found) {
            found = 1U;
        } else if (i > found) {
            found = 2U;
        /* seed 15.7 */ } else {
        }
    }
    return found;
}

/* ---------------------------------------------------------------- 16 */

uint32_t switches(uint32_t value, bool flag, int32_t sign)
{
    uint32_t result = 0U;

    switch (value) {
        uint32_t inner; /* seed 16.1 */
    case 0U:
        inner = 1U;
        result = inner;
        break;
    default:
        result = 2U;
        break;
    }
    switch (value) {
    case 1U:
        result = 1U;
        break;
    case 2U:
        if (flag) {
    case 3U: /* seed 16.2 */
            result = 2U;
        }
        break;
    default:
        result = 3U;
        break;
    }
    switch (value) {
    case 1U:
        while (result < 4U) {
            result = result + 1U;
        default: /* seed 16.2 */
            result = result + 2U;
        }
        break;
    case 2U:
        result = 3U;
        break;
    }
    switch (value) {
    case 1U:
        {
            result = 1U;
        case 4U: /* seed 16.2 */
            result = 2U;
        }
        break;
    default:
        result = 3U;
        break;
    }
    switch (sign) {
    case 1:
        result = 1U;
    case 2: /* seed 16.3 */
        result = 2U;
        break;
    case 3:
        if (flag) {
            break;
        }
    default: /* seed 16.3 */
        result = 3U;
        break;
    }
    switch (sign) {
    case 7:
        result = 1U;
        break;
    default:
        result = 3U;
    } /* seed 16.3 */
    switch (value) { /* seed 16.4 */
    case 1U:
        result = 1U;
        break;
    case 2U:
        result = 2U;
        break;
    }
    for (uint32_t i = 0U; i < value; i++) {
        switch (i) { /* seed 16.4 */
        case 1U:
        case 2U:
            result = 2U;
            break;
        case 3U:
            result = 5U;
            break;
        }
    }
    switch (sign) { /* seed 16.4 */
    case -1:
        result = 4U;
        break;
    case -2:
        result = 6U;
        break;
    }
    switch (value) {
    case 1U:
        result = 1U;
        break;
    default: /* seed 16.5 */
        result = 4U;
        break;
    case 2U:
        result = 2U;
        break;
    }
    switch (sign) {
    case 1:
        result = 1U;
        break;
    case 5:
    default: /* seed 16.5 */
    case 6:
        result = 2U;
        break;
    }
    switch (value) {
    case 4U:
        result = 4U;
        break;
    case 5U:
        result = 1U;
        break;
    default: /* seed 16.5 */
        break;
    case 6U:
        result = 2U;
        break;
    case 7U:
        result = 3U;
        break;
    }
    switch (value) { /* seed 16.6 */
    case 1U:
    default:
        result = 1U;
        break;
    }
    switch (sign) { /* seed 16.6 */
    default:
        result = 1U;
        break;
    }
    switch (value) { /* seed 16.6 */
    case 1U:
    case 2U:
    case 3U:
    default:
        result = result + 1U;
        break;
    }
    switch (flag) { /* seed 16.7 */
    case false:
        result = 1U;
        break;
    default:
        result = 2U;
        break;
    }
    switch (value == 3U) { /* seed 16.7 */
    case 1:
        result = 3U;
        break;
    default:
        result = 4U;
        break;
    }
    switch (!flag) { /* seed 16.7 */
    case 0:
        result = 5U;
        break;
    default:
        result = 6U;
        break;
    }
    return result;
}

uint32_t switch_statement_first(uint32_t value)
{
    uint32_t result = 0U;

    switch (value) {
        result = 3U; /* seed 16.1 */
    case 1U:
        result = 1U;
        break;
    default:
        result = 2U;
        break;
    }
    switch (value) /* seed 16.1 */
    case 1U:
        result = 4U;
    return result;
}

/* ---------------------------------------------------------------- 17 */

static uint32_t sum_of(uint32_t count, ...)
{
    va_list list; /* seed 17.1 */
    uint32_t sum = 0U;

    va_start(list, count); /* seed 17.1 */
    for (uint32_t i = 0U; i < count; i++) {
        sum += va_arg(list, uint32_t); /* seed 17.1 */
    }
    va_end(list);
    return sum;
}

static uint32_t depth_of(uint32_t value)
{
    uint32_t depth = 0U;

    if (value > 0U) {
        depth = depth_of(value / 2U) + 1U; /* seed 17.2 */
    }
    return depth;
}

static bool is_odd(uint32_t value);

static bool is_even(uint32_t value)
{
    return (value == 0U) ? true : is_odd(value - 1U); /* seed 17.2 */
}

static bool is_odd(uint32_t value)
{
    return (value == 0U) ? false : is_even(value - 1U); /* seed 17.2 */
}

uint32_t undeclared(uint32_t value)
{
    uint32_t sum = not_declared_anywhere(value); /* seed 17.3 */

    if (value > 1U) {
        sum += (uint32_t)also_not_declared(); /* seed 17.3 */
    }
    later_defined(value); /* seed 17.3 */
    return sum + sum_of(1U, value) + depth_of(value);
}

int later_defined(uint32_t value)
{
    g_turns = value;
    return 1;
}

uint32_t no_end(uint32_t value)
{
    if (value > 1U) {
        return 1U;
    }
} /* seed 17.4 */

bool no_end_of_switch(uint32_t value)
{
    switch (value) {
    case 1U:
        return true;
    case 2U:
        return false;
    default:
        g_turns = 0U;
        break;
    }
} /* seed 17.4 */

uint32_t empty_return(uint32_t value)
{
    if (value > 1U) {
        return; /* seed 17.4 */
    }
    return value;
}

static uint32_t sum_four(const uint32_t words[4])
{
    return words[0] + words[3];
}

static void fill_grid(uint32_t grid[2][8])
{
    grid[0][0] = 1U;
}

uint32_t array_arguments(void)
{
    uint32_t three[3] = {1U, 2U, 3U};
    uint32_t grid[1][8] = {{0U}};
    static uint32_t one[1];

    fill_grid(grid); /* seed 17.5 */
    one[0] = sum_four(one); /* seed 17.5 */
    return sum_four(three); /* seed 17.5 */
}

uint32_t static_first(const uint32_t words[static 4], uint32_t at); /* seed 17.6 */
uint32_t static_first(const uint32_t words[static 4], uint32_t at) /* seed 17.6 */
{
    return words[at];
}

static void static_grid(uint8_t grid[static const 2]) /* seed 17.6 */
{
    grid[0] = 1U;
}

void dropped(Cursor *cursor, uint32_t value)
{
    bool (*next)(Cursor *at) = &step;

    step(cursor); /* seed 17.7 */
    if (value > 1U) {
        count_turn(); /* seed 17.7 */
    }
    next(cursor); /* seed 17.7 */
    for (value = 0U; value < 3U; pure(value)) { /* seed 17.7 */
        g_turns = value;
    }
}

uint32_t changed(uint32_t value, const uint32_t *words, Cursor cursor)
{
    value = value + 1U; /* seed 17.8 */
    words++; /* seed 17.8 */
    cursor.next = words[0]; /* seed 17.8 */
    if (value == 3U) {
        value *= 2U; /* seed 17.8 */
    }
    return value + cursor.next;
}

typedef bool (*Advance)(Cursor *cursor);

bool names(Advance *slot, Cursor *cursor)
{
    const Advance table[2] = {step, &step_far}; /* seed 17.12 */
    Advance one = step; /* seed 17.12 */

    *slot = step_far; /* seed 17.12 */
    if (one == step) { /* seed 17.12 */
        one = &step;
    }
    static_grid((uint8_t *)cursor);
    return table[0](cursor) && is_even(1U);
}
