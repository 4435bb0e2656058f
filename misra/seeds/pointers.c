/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds of chapters 2, 18 and 19, and rule 8.13: none of this is part of the library. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct { uint32_t *first; uint32_t count; } Rows;
typedef struct { uint32_t a; uint32_t b; } Pair;

static Rows g_rows;
static uint32_t *g_kept;
static uint32_t *g_table[4];

static uint32_t plus_one(uint32_t value)
{
    return value + 1U;
}

/* ---------------------------------------------------------------- 2.1, 2.2, 2.6, 2.7 */

uint32_t unreachable(uint32_t value)
{
    uint32_t sum = value;

    while (true) {
        sum = sum + 1U;
    }
    sum = 3U; /* seed 2.1 */
    return sum;
}

uint32_t unreachable_after(uint32_t value)
{
    switch (value) {
    case 1U:
        return 1U;
        g_kept = NULL; /* seed 2.1 */
        break;
    default:
        break;
    }
    return value;
    g_kept = NULL; /* seed 2.1 */
}

uint32_t without_effect(uint32_t value, const Pair *pair)
{
    uint32_t never_read = value; /* seed 2.2 */
    uint32_t copy = value;

    copy = copy; /* seed 2.2 */
    value + 1U; /* seed 2.2 */
    pair->a == 3U; /* seed 2.2 */
    (void)plus_one(value); /* seed 2.2 */
    copy |= 0U; /* seed 2.2 */
    never_read = 7U; /* seed 2.2 */
    if (value == 3U) {
        copy = 9U; /* seed 2.2 */
    }
    return value;
}

uint32_t labels(uint32_t value)
{
unused: /* seed 2.6 */
    if (value > 1U) {
inner: /* seed 2.6 */
        g_kept = NULL;
    }
    switch (value) {
    case 1U:
defualt: /* seed 2.6 */
        g_kept = NULL;
        break;
    default:
        break;
    }
    return value;
}

uint32_t parameter_ignored(uint32_t value, uint32_t flags) /* seed 2.7 */
{
    return value;
}

static void many_ignored(Rows *rows, const Pair *pair) /* seed 2.7 */
{
    rows->count = 0U;
}

void none_used(bool flag) /* seed 2.7 */
{
    g_kept = NULL;
}

/* ---------------------------------------------------------------- 8.13 */

uint32_t sum_rows(Rows *rows) /* seed 8.13 */
{
    return rows->count + 1U;
}

uint32_t sum_words(uint32_t *words, uint32_t count) /* seed 8.13 */
{
    uint32_t sum = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        sum += words[i];
    }
    return sum;
}

uint32_t sum_local(const Rows *rows, uint8_t bytes[4]) /* seed 8.13 */
{
    return rows->count + bytes[0];
}

bool compares(uint8_t *left, const uint8_t *right) /* seed 8.13 */
{
    return memcmp(left, right, 4U) == 0;
}

uint32_t local_pointer(Pair pairs[2])
{
    Pair *const first = &pairs[0]; /* seed 8.13 */

    pairs[1].a = 3U;
    return first->a;
}

/* ---------------------------------------------------------------- 18 */

uint32_t outside(uint32_t at)
{
    uint32_t table[4] = {1U, 2U, 3U, 4U};
    uint32_t *end = &table[5]; /* seed 18.1 */
    uint32_t sum = 0U;

    for (uint32_t i = 0U; i <= 4U; i++) {
        sum += table[i]; /* seed 18.1 */
    }
    if (at == 4U) {
        table[at] = 1U; /* seed 18.1 */
    }
    *(table + 6) = 2U; /* seed 18.1 18.4 */
    return sum + *end;
}

ptrdiff_t differences(uint32_t *pointer)
{
    uint32_t left[4] = {1U, 2U, 3U, 4U};
    uint32_t right[4] = {1U, 2U, 3U, 4U};
    const uint32_t *first = &left[1];
    const uint32_t *second = &right[2];
    ptrdiff_t sum = first - second; /* seed 18.2 */

    sum += &left[0] - &right[1]; /* seed 18.2 */
    sum += right - left; /* seed 18.2 */
    if (first < second) { /* seed 18.3 */
        sum = 1;
    }
    if (&right[0] >= &left[3]) { /* seed 18.3 */
        sum = 2;
    }
    while (left > right) { /* seed 18.3 */
        sum = 3;
    }
    pointer = pointer + 2; /* seed 18.4 */
    pointer += 3; /* seed 18.4 */
    first = left + 1; /* seed 18.4 */
    second = second - 1; /* seed 18.4 */
    return sum + *first + *second + *pointer;
}

typedef uint32_t ***Deep; /* seed 18.5 */
static uint32_t deep_parameter(uint32_t ***words) /* seed 18.5 */
{
    uint32_t ****deeper = &words; /* seed 18.5 */

    return ****deeper;
}

struct deep_member {
    const char ***names; /* seed 18.5 */
};

void keeps(Rows *rows, uint32_t value)
{
    uint32_t local = value;
    uint32_t table[4] = {1U, 2U, 3U, 4U};
    uint32_t *alias = &local;

    g_kept = &local; /* seed 18.6 */
    rows->first = table; /* seed 18.6 */
    g_table[1] = &table[2]; /* seed 18.6 */
    g_rows.first = alias; /* seed 18.6 */
}

const uint32_t *gives(uint32_t value)
{
    const uint32_t table[2] = {value, 1U};

    return &table[value & 1U]; /* seed 18.6 */
}

uint32_t from_block(uint32_t value)
{
    uint32_t *pointer = NULL;

    {
        uint32_t inner = value;

        pointer = &inner; /* seed 18.6 */
    }
    return *pointer;
}

struct flexible_words { uint32_t count; uint32_t words[]; }; /* seed 18.7 */
typedef struct {
    Pair head;
    Pair pairs[]; /* seed 18.7 */
} FlexiblePairs;
struct flexible_text {
    uint8_t length;
    char text[]; /* seed 18.7 */
};

uint32_t sized(uint32_t count, const FlexiblePairs *pairs)
{
    uint8_t bytes[count]; /* seed 18.8 */
    uint32_t grid[2][count + 1U]; /* seed 18.8 */
    Pair rows[pairs->head.a]; /* seed 18.8 */

    bytes[0] = 1U;
    grid[0][0] = bytes[0];
    rows[0].a = grid[0][0];
    return rows[0].a + deep_parameter(NULL);
}

/* ---------------------------------------------------------------- 19 */

void overlaps(uint32_t at)
{
    uint8_t bytes[16] = {0U};
    union { Pair pair; uint32_t words[2]; } both; /* seed 19.2 */

    (void)memcpy(&bytes[1], &bytes[0], 8U); /* seed 19.1 */
    (void)memcpy(bytes, bytes + 4, 8U); /* seed 19.1 */
    (void)memcpy(&bytes[2], bytes, 6U); /* seed 19.1 */
    both.pair.a = at;
    g_kept = NULL;
    many_ignored(&g_rows, &both.pair);
}

union number { uint32_t word; float real; }; /* seed 19.2 */
typedef struct {
    Pair head;
    union { uint32_t word; uint8_t bytes[4]; } tail; /* seed 19.2 */
} Tagged;
