/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file overlap_test.c
 * Images of one memory by several handles: what a blit or a copy reads is not what it writes.
 */
#define _POSIX_C_SOURCE 200809L

#include "came_back.h"
#include "media_fixture.h"

/** Pixels of a row and rows. */
#define SIDE 16U

/** Two images, maybe of one memory. */
typedef struct {
    NvMediaImage *to;
    NvMediaImage *from;
} Images;

static Images images_of(const Bench *bench, NvSciBufObj to, NvSciBufObj from)
{
    const Images images = {image_of_buffer(bench, to), image_of_buffer(bench, from)};

    return images;
}

static void free_images(const Images *images)
{
    free_image(images->to);
    free_image(images->from);
}

/** Asserts that a call was refused, with the fault of an overlap. */
static void assert_overlap(NvMediaStatus status, uint32_t faults, const char *function)
{
    assert_int_equal(status, NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_OVERLAP);
    assert_string_equal(fault_function(), function);
}

/** Blits with rectangles. */
static NvMediaStatus blit_rects(const Bench *bench, const Images *images, const NvMediaRect *to,
                                const NvMediaRect *from)
{
    return NvMedia2DBlitEx(bench->engine, images->to, to, images->from, from, NULL, NULL);
}

/** Asserts that rectangles which share pixels are refused, and others are blitted. */
static void assert_judged(const Bench *bench, const Images *images)
{
    const NvMediaRect upper = {0U, 0U, SIDE, SIDE / 2U};
    const NvMediaRect lower = {0U, SIDE / 2U, SIDE, SIDE};
    const NvMediaRect left = {0U, 0U, SIDE / 2U, SIDE};
    const NvMediaRect right = {SIDE / 2U, 0U, SIDE, SIDE};
    const NvMediaRect middle = {0U, 4U, SIDE, 12U};
    const uint32_t faults = fault_count();

    assert_overlap(blit(bench->engine, images->to, images->from), faults, "NvMedia2DBlitEx");
    assert_overlap(blit_rects(bench, images, &lower, &middle), faults + 1U, "NvMedia2DBlitEx");
    assert_overlap(blit_rects(bench, images, &middle, &left), faults + 2U, "NvMedia2DBlitEx");
    assert_int_equal(blit_rects(bench, images, &lower, &upper), NVMEDIA_STATUS_OK);
    assert_int_equal(blit_rects(bench, images, &left, &right), NVMEDIA_STATUS_OK);
}

/**
 * Images of one buffer by a handle of the same rights and by one that may only be read share its
 * bytes.
 * @verifies RF-MEDIA-930
 */
static void handles_of_one_buffer_are_seen_as_one(void **state)
{
    Bench bench = bench_open();
    NvSciBufObj whole = buf_object_of(image_list(&bench, FORM_LUMA, SIDE, SIDE));
    NvSciBufObj other = NULL;
    NvSciBufObj reduced = NULL;
    uint32_t faults = 0U;
    Images images;

    (void)state;
    assert_status(NvSciBufObjDup(whole, &other), NvSciError_Success);
    assert_status(NvSciBufObjDupWithReducePerm(whole, NvSciBufAccessPerm_Readonly, &reduced),
                  NvSciError_Success);
    images = images_of(&bench, whole, other);
    assert_judged(&bench, &images);
    (void)byte_at(images.to, 0U, 0U, 0U);
    free_images(&images);
    faults = fault_count();
    images = images_of(&bench, whole, reduced);
    assert_int_equal(fault_count(), faults);
    assert_judged(&bench, &images);
    (void)byte_at(images.to, 0U, 0U, 0U);
    free_images(&images);
    NvSciBufObjFree(reduced);
    NvSciBufObjFree(other);
    NvSciBufObjFree(whole);
    bench_close(&bench);
}

/**
 * A buffer that came back from another process is the one that went there, also when that one is
 * gone; another one is not.
 * @verifies RF-MEDIA-931
 */
static void a_buffer_that_came_back_is_seen_as_the_same(void **state)
{
    Bench bench = bench_open();
    CameBack both = came_back_of(image_list(&bench, FORM_LUMA, SIDE, SIDE),
                                 image_list(&bench, FORM_LUMA, SIDE, SIDE));
    CameBack others = came_back_of(image_list(&bench, FORM_LUMA, SIDE, SIDE),
                                   image_list(&bench, FORM_LUMA, SIDE, SIDE));
    Images images = images_of(&bench, both.own, both.back);
    Images apart = {NULL, NULL};

    (void)state;
    assert_judged(&bench, &images);
    (void)byte_at(images.to, 0U, 0U, 0U);
    free_images(&images);
    images = images_of(&bench, both.back, both.own);
    assert_judged(&bench, &images);
    (void)byte_at(images.to, 0U, 0U, 0U);
    apart = images_of(&bench, others.back, others.own);
    assert_judged(&bench, &apart);
    assert_int_equal(blit(bench.engine, apart.to, images.from), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, images.to, apart.to), NVMEDIA_STATUS_OK);
    (void)byte_at(images.to, 0U, 0U, 0U);
    free_images(&images);
    free_images(&apart);
    came_back_free(&both);
    came_back_free(&others);
    bench_close(&bench);
}

/** A memory that takes the row of one that is gone is not taken for it.
 * @verifies RF-MEDIA-931
 */
static void memories_have_numbers_of_their_own(void **state)
{
    Bench bench = bench_open();
    CameBack both = came_back_of(image_list(&bench, FORM_LUMA, SIDE, SIDE),
                                 image_list(&bench, FORM_LUMA, SIDE, SIDE));
    NvMediaImage *const back = image_of_buffer(&bench, both.back);
    NvMediaImage *other = image_of_buffer(&bench, both.own);
    NvSciBufObj late = NULL;

    (void)state;
    free_image(other);
    NvSciBufObjFree(both.own);
    late = buf_object_of(image_list(&bench, FORM_LUMA, SIDE, SIDE));
    other = image_of_buffer(&bench, late);
    assert_int_equal(blit(bench.engine, other, back), NVMEDIA_STATUS_OK);
    (void)byte_at(other, 0U, 0U, 0U);
    free_image(other);
    free_image(back);
    NvSciBufObjFree(late);
    NvSciBufObjFree(both.back);
    bench_close(&bench);
}

/**
 * A plane is not copied onto itself, by whatever handle; planes of one memory that are apart are.
 * @verifies RF-MEDIA-932
 */
static void planes_are_not_copied_onto_themselves(void **state)
{
    Bench bench = bench_open();
    CameBack both = came_back_of(image_list(&bench, FORM_420, SIDE, SIDE),
                                 image_list(&bench, FORM_420, SIDE, SIDE));
    const Images images = images_of(&bench, both.own, both.back);

    (void)state;
    paint(images.to, 1U, 2U, 3U);
    for (uint32_t i = 0U; i < 3U; i++) {
        const uint32_t faults = fault_count();

        assert_overlap(NvMedia2DCopyPlaneNew(bench.engine, images.to, i, images.from, i), faults,
                       "NvMedia2DCopyPlaneNew");
    }
    assert_int_equal(NvMedia2DCopyPlaneNew(bench.engine, images.to, 1U, images.from, 2U),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(images.to, 1U, 7U, 7U), 3U);
    assert_int_equal(byte_at(images.to, 0U, 15U, 15U), 1U);
    free_images(&images);
    came_back_free(&both);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(handles_of_one_buffer_are_seen_as_one),
                                       sync_test(a_buffer_that_came_back_is_seen_as_the_same),
                                       sync_test(memories_have_numbers_of_their_own),
                                       sync_test(planes_are_not_copied_onto_themselves)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
