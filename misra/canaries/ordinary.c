/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations that the checker's ordinary checks find. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void takes_four(uint8_t bytes[4])
{
    bytes[0] = 1U;
}

static int32_t flow(uint32_t size)
{
    uint8_t two[2] = {1U, 2U};
    int32_t unset;
    int32_t order = 1;

    order = order++ + order; /* expect unknownEvaluationOrder */
    if (size < 0U) { /* expect unsignedLessThanZero */
        order = 2;
    }
    takes_four(two); /* expect argumentSize */
    two[2] = 3U; /* expect arrayIndexOutOfBounds */
    return unset; /* expect uninitvar */
    order = 4; /* expect unreachableCode */
}

static int32_t always(void)
{
    const int32_t one = 1;
    int32_t result = 0;

    if (one == 1) { /* expect knownConditionTrueFalse */
        result = 1;
    }
    result = 2;
    return result;
}

static uint32_t reads(uint32_t *values) /* expect constParameter */
{
    uint32_t unused = values[0]; /* expect unreadVariable */
    return values[1];
}

static int32_t ends(int32_t value)
{
    if (value == 1) {
        return 1;
    } /* expect missingReturn */
}

static const uint8_t *dangles(void)
{
    uint8_t local[2] = {1U, 2U};
    return local; /* expect returnDanglingLifetime */
}

static int32_t pointers(void)
{
    uint8_t left[2] = {1U, 2U};
    uint8_t right[2] = {1U, 2U};
    int32_t result = 0;

    result = (int32_t)(&left[0] - &right[0]); /* expect comparePointers */
    if (&left[0] < &right[0]) { /* expect comparePointers */
        result = 1;
    }
    return result;
}

static int32_t library(void)
{
    char text[4] = "abc";
    uint8_t *heap = malloc(4U);

    (void)memcpy(&text[0], &text[1], 2U); /* expect overlappingWriteFunction */
    (void)strcpy(text, "abcdefgh"); /* expect bufferAccessOutOfBounds */
    (void)memset(text, 0, 8U); /* expect bufferAccessOutOfBounds */
    free(text); /* expect autovarInvalidDeallocation */
    return isalpha(1000); /* expect invalidFunctionArg memleak */
}

static void files(void)
{
    FILE *first = fopen("name", "w");
    FILE *second = fopen("name", "r"); /* expect incompatibleFileOpen */
    FILE *third = fopen("other", "r");

    (void)fputc(1, third); /* expect writeReadOnlyFile */
    (void)fclose(first);
    (void)fputc(1, first); /* expect useClosedFile */
}
