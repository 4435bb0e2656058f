/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations of the chapters on initialisation, essential types, casts and expressions. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct two {
    int32_t a[2];
    int32_t b;
};
struct opaque;

static int32_t helper(int32_t value);

static void initialisers(void)
{
    int32_t step = 0;
    struct two flat = {1, 2, 3}; /* expect 9.2 */
    int32_t partly[4] = {1, 2}; /* expect 9.3 */
    int32_t again[2] = {[0] = 1, [0] = 2}; /* expect 9.4 */
    int32_t unsized[] = {[0] = 1, [1] = 2}; /* expect 9.5 */
    int32_t effects[2] = {step++, 1}; /* expect 13.1 */
}

static uint32_t arithmetic(uint32_t wide, uint16_t narrow, int32_t sign, bool flag, char letter)
{
    uint16_t small = 0U;
    uint8_t byte = 0U;
    uint64_t huge = 0U;
    float real = 1.0f;

    if (sign << 1U) { /* expect 10.1 14.4 */
        small = wide; /* expect 10.3 */
    }
    letter = 'a' + letter; /* expect 10.2 */
    wide = wide + sign; /* expect 10.4 */
    flag = (bool)sign; /* expect 10.5 */
    huge = narrow + small; /* expect 10.6 */
    huge = huge + (narrow + small); /* expect 10.7 */
    huge = (uint64_t)(narrow + small); /* expect 10.8 */
    wide = wide << 40U; /* expect 12.2 */
    wide = wide + 1U * 2U; /* expect 12.1 */
    uint32_t one = 1U, two = 2U; /* expect 12.3 */
    huge = 0U - 1U; /* expect 12.4 */
    for (real = 0.0f; real < 1.0f; real += 0.1f) { /* expect 14.1 */
        wide = 1U;
    }
    return wide;
}

static void casts(uintptr_t number, void *any, const uint32_t *fixed, struct opaque *hidden)
{
    int32_t (*call)(int32_t) = helper;
    uint8_t *bytes = NULL;
    uint16_t *halves = NULL;
    uint32_t *words = NULL;
    double real = 1.0;

    any = (void *)call; /* expect 11.1 */
    bytes = (uint8_t *)hidden; /* expect 11.2 */
    words = (uint32_t *)halves; /* expect 11.3 */
    words = (uint32_t *)number; /* expect 11.4 */
    words = any; /* expect 11.5 */
    any = (void *)0x1000U; /* expect 11.6 */
    real = (double)(float)words; /* expect 11.7 */
    words = (uint32_t *)fixed; /* expect 11.8 */
    words = 0; /* expect 11.9 */
}

static uint32_t effects(uint32_t *place, uint32_t count)
{
    uint32_t value = *place;
    size_t size = 0U;

    value = count++ + value; /* expect 13.3 */
    if ((value = count) == 1U) { /* expect 13.4 */
        value = 1U;
    }
    if ((value == 1U) && (count++ == 2U)) { /* expect 13.5 */
        value = 2U;
    }
    size = sizeof(count++); /* expect 13.6 */
    return value + (uint32_t)size;
}
