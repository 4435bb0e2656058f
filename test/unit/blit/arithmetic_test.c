/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file arithmetic_test.c
 * Formulas that the kernels of a GPU have and the CPU leaves to zimg: kernels of filters, windows,
 * edges, and how values of filters become samples.
 */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "blit/arithmetic.h"

#define NEAR 1e-9

static const BlitFilter g_filters[] = {BLIT_FILTER_LOW, BLIT_FILTER_MEDIUM, BLIT_FILTER_HIGH};

#define FILTERS (sizeof(g_filters) / sizeof(g_filters[0]))

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) < NEAR);
}

/**
 * A triangle, a cubic with b 0 and c 1/2, a Lanczos window of 3; each is even, and 1 in its centre.
 * @verifies RF-BLIT-012
 */
static void kernels_have_their_values(void **state)
{
    const double square = 3.14159265358979323846 * 3.14159265358979323846;

    (void)state;
    for (size_t i = 0U; i < FILTERS; i++) {
        assert_near(blit_kernel(g_filters[i], 0.0), 1.0);
        for (uint32_t whole = 1U; whole < 5U; whole++) {
            assert_near(blit_kernel(g_filters[i], (double)whole), 0.0);
        }
        assert_near(blit_kernel(g_filters[i], -0.3), blit_kernel(g_filters[i], 0.3));
    }
    assert_near(blit_kernel(BLIT_FILTER_LOW, 0.25), 0.75);
    assert_near(blit_kernel(BLIT_FILTER_MEDIUM, 0.5), 0.5625);
    assert_near(blit_kernel(BLIT_FILTER_MEDIUM, 1.5), -0.0625);
    /* sin(pi/2) / (pi/2) * sin(pi/6) / (pi/6) */
    assert_near(blit_kernel(BLIT_FILTER_HIGH, 0.5), 6.0 / square);
    /* sin(3 pi/2) is -1, sin(pi/2) is 1 */
    assert_near(blit_kernel(BLIT_FILTER_HIGH, 1.5), -4.0 / (3.0 * square));
}

/**
 * A window has all samples whose weight is not 0, and its centre is where the pixel's is.
 * @verifies RF-BLIT-012
 */
static void windows_have_all_that_weighs(void **state)
{
    static const uint32_t sizes[][2] = {{16U, 16U}, {16U, 5U}, {5U, 16U},
                                        {64U, 4U},  {4U, 64U}, {7U, 3U}};

    (void)state;
    for (size_t n = 0U; n < (sizeof(sizes) / sizeof(sizes[0])); n++) {
        for (size_t f = 0U; f < FILTERS; f++) {
            for (uint32_t i = 0U; i < sizes[n][1]; i++) {
                const BlitWindow window = blit_window(g_filters[f], i, sizes[n][0], sizes[n][1]);
                const double ratio = (double)sizes[n][0] / (double)sizes[n][1];
                double sum = 0.0;

                assert_near(window.centre, ((double)i + 0.5) * ratio);
                assert_near(window.step, (ratio > 1.0) ? (1.0 / ratio) : 1.0);
                for (uint32_t k = 0U; k < window.taps; k++) {
                    sum += blit_window_weight(g_filters[f], &window, k);
                }
                assert_true(sum > 0.5);
                for (int64_t beyond = 1; beyond < 4; beyond++) {
                    const double before = (double)(window.first - beyond) + 0.5;
                    const double behind =
                        (double)(window.first + (int64_t)window.taps + beyond) - 0.5;

                    assert_near(blit_kernel(g_filters[f], (before - window.centre) * window.step),
                                0.0);
                    assert_near(blit_kernel(g_filters[f], (behind - window.centre) * window.step),
                                0.0);
                }
            }
        }
    }
}

/**
 * Samples beyond an edge are mirrored, and limited where the plane is smaller than that.
 * @verifies RF-BLIT-012
 */
static void samples_beyond_an_edge_are_mirrored(void **state)
{
    static const uint32_t three[] = {2U, 2U, 1U, 0U, 0U, 1U, 2U, 2U, 1U, 0U, 0U};

    (void)state;
    for (size_t i = 0U; i < (sizeof(three) / sizeof(three[0])); i++) {
        assert_int_equal(blit_mirrored((int64_t)i - 4, 3U), three[i]);
    }
    for (int64_t i = -9; i < 9; i++) {
        assert_int_equal(blit_mirrored(i, 1U), 0U);
    }
}

/**
 * Real values are rounded, halves up, and limited.
 * @verifies RF-BLIT-012
 */
static void real_values_are_rounded_and_limited(void **state)
{
    (void)state;
    assert_int_equal(blit_nearest_real(-3.0F, 255U), 0U);
    assert_int_equal(blit_nearest_real(0.49F, 255U), 0U);
    assert_int_equal(blit_nearest_real(0.5F, 255U), 1U);
    assert_int_equal(blit_nearest_real(254.5F, 255U), 255U);
    assert_int_equal(blit_nearest_real(300.0F, 255U), 255U);
    assert_true(blit_limited_real(-0.5F, 1023U) == 0.0F);
    assert_true(blit_limited_real(7.25F, 1023U) == 7.25F);
    assert_true(blit_limited_real(1024.0F, 1023U) == 1023.0F);
}

/**
 * Values of filters that are whole numbers are blended as samples are.
 * @verifies RF-BLIT-012
 */
static void real_values_are_blended_as_samples(void **state)
{
    static const BlitBlend modes[] = {BLIT_BLEND_STRAIGHT, BLIT_BLEND_PREMULTIPLIED};

    (void)state;
    for (uint32_t mode = 0U; mode < 2U; mode++) {
        for (uint32_t value = 0U; value < 256U; value += 5U) {
            for (uint32_t alpha = 0U; alpha < 256U; alpha += 51U) {
                const uint32_t whole = blit_blended(modes[mode], value, 77U, 16U, 255U, alpha, 255U,
                                                    blit_constant(0.5F));
                const uint32_t real = blit_blended_real(modes[mode], (float)value, 77U, 16U, 255U,
                                                        (float)alpha / 255.0F, blit_constant(0.5F));
                const uint32_t apart = (whole > real) ? (whole - real) : (real - whole);

                assert_true(apart <= 1U);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_have_their_values),
        cmocka_unit_test(windows_have_all_that_weighs),
        cmocka_unit_test(samples_beyond_an_edge_are_mirrored),
        cmocka_unit_test(real_values_are_rounded_and_limited),
        cmocka_unit_test(real_values_are_blended_as_samples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
