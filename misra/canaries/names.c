/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations of the chapters on names, comments, constants and declarations. */
#include "names.h"

#include <stdbool.h>

typedef int32_t canary_unused_t; /* expect 2.3 */
struct canary_unused_tag { /* expect 2.4 */
    int32_t only;
};
#define CANARY_UNUSED 1 /* expect 2.5 */

typedef int32_t canary_type_t; /* expect 5.6 */

int32_t canary_shared = 1; /* expect 8.6 */
int32_t canary_undeclared = 2; /* expect 8.4 */
static int32_t file_counter; /* expect 5.9 */
static uint32_t one_user = 3U; /* expect 8.9 */
static int32_t odd_static(int32_t value);
extern int32_t declared_twice; /* expect 8.5 */

static _Thread_local uint32_t atomic_word; /* expect 1.4 */

/* A comment that opens /* a second time  expect 3.1 */

#define long_macro_name_of_thirty_two_characters_and_some_more_so_that_it_is_over_63_a 1
#define long_macro_name_of_thirty_two_characters_and_some_more_so_that_it_is_over_63_b 2 /* expect 5.4 */

int32_t long_external_name_of_more_than_63_characters_as_c11_has_it_at_most_a = 1;
int32_t long_external_name_of_more_than_63_characters_as_c11_has_it_at_most_b = 2; /* expect 5.1 */

#define macro_and_name(x) ((x) + 1)
struct bits {
    int8_t bad_type : 3; /* expect 6.1 */
    signed int one_bit : 1; /* expect 6.2 */
};

struct flexible {
    uint32_t length;
    uint8_t bytes[]; /* expect 18.7 */
};

union either { /* expect 19.2 */
    uint32_t word;
    uint8_t byte;
};

enum repeated { REPEATED_A = 1, REPEATED_B, REPEATED_C = 3, REPEATED_D = 2, REPEATED_E }; /* expect 8.12 */

uint32_t canary_alone(uint32_t value) /* expect 8.7 */
{
    return value + one_user;
}

static uint32_t uses_alone(void)
{
    return canary_alone(1U) + (uint32_t)atomic_word + (uint32_t)file_counter;
}

inline uint32_t not_static_inline(uint32_t value); /* expect 8.10 */
inline uint32_t not_static_inline(uint32_t value)
{
    return value;
}

static uint32_t no_prototype() /* expect 8.2 */
{
    return uses_alone();
}

static uint32_t (*no_parameters)(); /* expect 8.2 */

static void restricted(uint32_t *restrict target) /* expect 8.14 */
{
    *target = no_prototype();
}

static uint32_t odd_constants(void)
{
    const uint32_t octal = 017; /* expect 7.1 */
    const uint32_t no_suffix = 0x80000000; /* expect 7.2 */
    const long small_l = 1l; /* expect 7.3 */
    char *text = "writable"; /* expect 7.4 */
    const char *escape = "\x41g"; /* expect 4.1 */
    const char *trigraph = "??="; /* expect 4.2 */
    uint32_t macro_and_name = 5U; /* expect 5.5 */
    int32_t long_local_name_of_more_than_63_characters_as_c11_has_it_at_most_in_a = 1;
    int32_t long_local_name_of_more_than_63_characters_as_c11_has_it_at_most_in_b = 2; /* expect 5.2 */

    return octal + no_suffix;
}

static void no_effect(uint32_t value, uint32_t unused) /* expect 2.7 */
{
    value = value + 0; /* expect 2.2 */
}

static uint32_t shadow(uint32_t value)
{
    uint32_t inner = value;
    {
        uint32_t inner = 2U; /* expect shadowVariable */
        value = inner; /* expect 17.8 */
    }
    return inner;
}

int32_t canary_five_eight(int32_t value) /* expect 5.8 */
{
    return value;
}

extern int32_t relinked;
static int32_t relinked = 1;

// A line comment expect 3.2 \
   that goes on
