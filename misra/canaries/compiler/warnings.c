/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations that the compiler finds with the warnings of mk/flags.mk. */
#include <stdint.h>

#define CANARY_ARGUMENT(x) ((x) + 1)

static kept(void) /* expect -Wimplicit-int */
{
    return 1;
}

static int32_t no_value(int32_t value)
{
    if (value == 1) {
        return kept();
    }
} /* expect -Wreturn-type */

uint32_t first(int32_t wide, const uint8_t *fixed, uint32_t array[4], int32_t unused);

uint32_t first(int32_t wide, const uint8_t *fixed, uint32_t array[4], int32_t unused) /* expect -Wunused-parameter */
{
    uint8_t narrow = 0U;
    uint32_t sum = 0U;
    uint32_t unset;
    uint8_t *writable = (uint8_t *)fixed; /* expect -Wcast-qual */
    uint8_t sized[wide]; /* expect -Wvla */

    narrow = wide; /* expect -Wconversion */
    sum = wide; /* expect -Wsign-conversion */
    sum += sizeof(array); /* expect -Wsizeof-array-argument */
    wide = wide++ + 1; /* expect -Wsequence-point */
    sum += undeclared(1); /* expect -Wimplicit-function-declaration */
    sized[0] = writable[0];
    sum += unset; /* expect -Wuninitialized */
nowhere: /* expect -Wunused-label */
    sum += (uint32_t)CANARY_ARGUMENT(
#if 1 /* expect -Wpedantic */
        1
#endif
    );
    return sum + narrow + sized[0] + (uint32_t)no_value(1);
}
