/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file numbers.h
 * Tables of names and of what they must stand for.
 */
#ifndef RINGFENCE_TEST_NUMBERS_H
#define RINGFENCE_TEST_NUMBERS_H

#include <stdbool.h>

#include "leftovers.h"

/** A name and the number that it must stand for. */
typedef struct {
    const char *name;
    uint64_t actual;
    uint64_t expected;
} Number;

/* clang-format off */
#define NUMBER(name, expected) {#name, (uint64_t)(name), (expected)}
/* clang-format on */

static inline void assert_numbers(const Number *numbers, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        if (numbers[i].actual != numbers[i].expected) {
            print_error("%s is %llu\n", numbers[i].name, (unsigned long long)numbers[i].actual);
        }
        assert_int_equal(numbers[i].actual, numbers[i].expected);
    }
}

#define ASSERT_NUMBERS(numbers) assert_numbers((numbers), sizeof(numbers) / sizeof((numbers)[0]))

/** A function, and whether it is declared with the type it must have. */
typedef struct {
    const char *name;
    bool fits;
} Prototype;

/* clang-format off */
#define PROTOTYPE(name, result, ...) {#name, _Generic(&(name), result(*)(__VA_ARGS__) : true, default : false)}
/* clang-format on */

static inline void assert_prototypes(const Prototype *prototypes, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        if (!prototypes[i].fits) {
            print_error("%s has another type\n", prototypes[i].name);
        }
        assert_true(prototypes[i].fits);
    }
}

#endif /* RINGFENCE_TEST_NUMBERS_H */
