/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dla/arithmetic.h"
#include "leftovers.h"

#define HALF_INFINITE 0x7C00U
#define RANDOMS       200000U

/** Numbers that are the same in each run. */
static uint64_t next_random(uint64_t *state)
{
    *state = (*state * 6364136223846793005U) + 1442695040888963407U;
    return *state ^ (*state >> 29U);
}

/** The value of a half that is not negative, by the definition of its fields. */
static double half_value(uint32_t half)
{
    const uint32_t place = half >> 10U;
    double value = (double)(half & 0x3FFU) / 1024.0;
    double power = 1.0;

    if (place > 0U) {
        value += 1.0;
    }
    for (uint32_t i = (place > 0U) ? place : 1U; i > 15U; i--) {
        power *= 2.0;
    }
    for (uint32_t i = (place > 0U) ? place : 1U; i < 15U; i++) {
        power /= 2.0;
    }
    return value * power;
}

static uint64_t stored(uint32_t type, double value)
{
    uint8_t bytes[8] = {0U};

    dla_store(bytes, type, value);
    return dla_get(bytes, dla_type_bytes(type));
}

static double loaded(uint32_t type, uint64_t bits)
{
    uint8_t bytes[8] = {0U};

    dla_put(bytes, bits, 8U);
    return dla_load(bytes, type);
}

static double not_a_number(void)
{
    return dla_double(0x7FF8000000000000U);
}

static double infinite(void)
{
    return dla_double(0x7FF0000000000000U);
}

/**
 * Each half is read as its value, and stored as it was; each NaN as the one without sign.
 * @verifies RF-DLA-215
 */
static void every_half_is_stored_as_it_was_read(void **state)
{
    (void)state;
    for (uint32_t half = 0U; half < HALF_INFINITE; half++) {
        assert_true(loaded(DLA_TYPE_HALF, half) == half_value(half));
        assert_true(loaded(DLA_TYPE_HALF, half | 0x8000U) == -half_value(half));
        assert_int_equal(stored(DLA_TYPE_HALF, loaded(DLA_TYPE_HALF, half)), half);
        assert_int_equal(stored(DLA_TYPE_HALF, loaded(DLA_TYPE_HALF, half | 0x8000U)),
                         half | 0x8000U);
    }
    assert_int_equal(stored(DLA_TYPE_HALF, loaded(DLA_TYPE_HALF, HALF_INFINITE)), HALF_INFINITE);
    assert_int_equal(stored(DLA_TYPE_HALF, loaded(DLA_TYPE_HALF, 0xFC00U)), 0xFC00U);
    for (uint32_t half = HALF_INFINITE + 1U; half < 0x8000U; half++) {
        assert_int_equal(stored(DLA_TYPE_HALF, loaded(DLA_TYPE_HALF, half)), 0x7E00U);
        assert_int_equal(stored(DLA_TYPE_HALF, loaded(DLA_TYPE_HALF, half | 0x8000U)), 0x7E00U);
    }
}

/**
 * What lies between two halves becomes the nearer one, and the even one of two that are as near.
 * @verifies RF-DLA-215
 */
static void half_is_rounded_to_nearest_even(void **state)
{
    (void)state;
    for (uint32_t half = 0U; half < (HALF_INFINITE - 1U); half++) {
        const double middle = (half_value(half) + half_value(half + 1U)) / 2.0;
        const uint64_t bits = dla_bits(middle);

        assert_int_equal(stored(DLA_TYPE_HALF, middle), half + (half & 1U));
        assert_int_equal(stored(DLA_TYPE_HALF, dla_double(bits - 1U)), half);
        assert_int_equal(stored(DLA_TYPE_HALF, dla_double(bits + 1U)), half + 1U);
        assert_int_equal(stored(DLA_TYPE_HALF, -middle), 0x8000U | (half + (half & 1U)));
    }
    assert_int_equal(stored(DLA_TYPE_HALF, 65519.99), 0x7BFFU);
    assert_int_equal(stored(DLA_TYPE_HALF, 65520.0), HALF_INFINITE);
    assert_int_equal(stored(DLA_TYPE_HALF, -1.0e300), 0xFC00U);
    assert_int_equal(stored(DLA_TYPE_HALF, dla_double(1U)), 0U);
}

/** What the processor makes of a double. */
static uint64_t float_by_processor(double value)
{
    const float narrow = (float)value;
    uint32_t bits = 0U;

    (void)memcpy(&bits, &narrow, sizeof(bits));
    return bits;
}

/**
 * A float is stored as the processor rounds it, and read as it is; each NaN is the one without
 * sign.
 * @verifies RF-DLA-215
 */
static void float_is_rounded_as_the_processor_does(void **state)
{
    uint64_t random = 1U;

    (void)state;
    for (uint32_t i = 0U; i < RANDOMS; i++) {
        const uint64_t bits = next_random(&random);
        /* Exponents around those of a float, and halves of its last place. */
        const uint64_t place = 860U + ((bits >> 52U) % 300U);
        const uint64_t rest = (i % 2U) == 0U ? bits : (bits & ~0x1FFFFFFFU) | 0x10000000U;
        const double value =
            dla_double((bits & ((uint64_t)1U << 63U)) | (place << 52U) | (rest & 0xFFFFFFFFFFFFFU));
        const uint32_t narrow = (uint32_t)bits;
        float read = 0.0F;

        assert_int_equal(stored(DLA_TYPE_FLOAT, value), float_by_processor(value));
        (void)memcpy(&read, &narrow, sizeof(read));
        if ((narrow & 0x7FFFFFFFU) <= 0x7F800000U) {
            assert_true(loaded(DLA_TYPE_FLOAT, narrow) == (double)read);
            assert_int_equal(stored(DLA_TYPE_FLOAT, loaded(DLA_TYPE_FLOAT, narrow)), narrow);
        } else {
            assert_int_equal(stored(DLA_TYPE_FLOAT, loaded(DLA_TYPE_FLOAT, narrow)), 0x7FC00000U);
        }
    }
    assert_int_equal(stored(DLA_TYPE_FLOAT, 3.5e38), 0x7F800000U);
    assert_int_equal(stored(DLA_TYPE_FLOAT, -infinite()), 0xFF800000U);
    assert_int_equal(stored(DLA_TYPE_FLOAT, -0.0), 0x80000000U);
    assert_int_equal(stored(DLA_TYPE_FLOAT, dla_double(0xFFF0000000000001U)), 0x7FC00000U);
}

/** The nearest whole number within limits, by looking at each one around. */
static int32_t nearest(double value, int32_t lowest, int32_t highest)
{
    const int32_t around = (value >= (double)highest)  ? highest
                           : (value <= (double)lowest) ? lowest
                                                       : (int32_t)value;
    int32_t best = around;
    double best_distance = 1.0e300;

    for (int32_t one = around - 1; one <= (around + 1); one++) {
        const double distance = (value > (double)one) ? value - (double)one : (double)one - value;

        if ((one >= lowest) && (one <= highest) &&
            ((distance < best_distance) || ((distance <= best_distance) && ((one % 2) == 0)))) {
            best = one;
            best_distance = distance;
        }
    }
    return best;
}

/**
 * Whole types take the nearest number, the even one of two, the nearest there is of those that are
 * too large, and 0 for a NaN.
 * @verifies RF-DLA-215
 */
static void whole_types_are_rounded_and_saturate(void **state)
{
    static const struct {
        uint32_t type;
        int32_t lowest;
        int32_t highest;
        uint32_t mask;
    } types[] = {
        {DLA_TYPE_INT8, -128, 127, 0xFFU},
        {DLA_TYPE_UINT8, 0, 255, 0xFFU},
        {DLA_TYPE_INT16, -32768, 32767, 0xFFFFU},
        {DLA_TYPE_UINT16, 0, 65535, 0xFFFFU},
    };

    (void)state;
    for (size_t i = 0U; i < (sizeof(types) / sizeof(types[0])); i++) {
        const int32_t lowest = types[i].lowest;
        const int32_t highest = types[i].highest;

        for (int32_t quarter = (lowest - 2) * 4; quarter <= ((highest + 2) * 4); quarter++) {
            const double value = (double)quarter / 4.0;
            const int32_t whole = nearest(value, lowest, highest);

            assert_int_equal(stored(types[i].type, value), (uint32_t)whole & types[i].mask);
            assert_true(loaded(types[i].type, (uint32_t)whole & types[i].mask) == (double)whole);
        }
        assert_int_equal(stored(types[i].type, not_a_number()), 0U);
        assert_int_equal(stored(types[i].type, infinite()), (uint32_t)highest & types[i].mask);
        assert_int_equal(stored(types[i].type, -infinite()), (uint32_t)lowest & types[i].mask);
        assert_int_equal(stored(types[i].type, -1.0e-300), 0U);
        assert_int_equal(stored(types[i].type, dla_double(0x3FDFFFFFFFFFFFFFU)), 0U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_half_is_stored_as_it_was_read, nothing_is_left),
        cmocka_unit_test_teardown(half_is_rounded_to_nearest_even, nothing_is_left),
        cmocka_unit_test_teardown(float_is_rounded_as_the_processor_does, nothing_is_left),
        cmocka_unit_test_teardown(whole_types_are_rounded_and_saturate, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
