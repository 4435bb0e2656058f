/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file planes.c
 * Sizes of planes.
 */
#include "blit/cuda/planes.h"

/** A plane is full if the parts of its samples that are components add up to this. */
#define WHOLE 256U

/** Samples of so many pixels; the last one may cover fewer than the others. */
static uint32_t samples_of(uint32_t pixels, uint8_t shift)
{
    const uint32_t more = ((uint32_t)1U << shift) - 1U;

    return (pixels + more) >> shift;
}

BlitGpuPlane blit_gpu_plane(const BlitImage *image, uint32_t index)
{
    BlitGpuPlane plane = {0U, 0U, 0U, 0U, 0U, false};
    uint32_t parts = 0U;

    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        const BlitComponent *const component = &image->format.component[i];

        if ((component->step > 0U) && (component->plane == index)) {
            parts += WHOLE / component->step;
            if ((plane.channels == 0U) || (component->step < plane.channels)) {
                plane.channels = component->step;
                plane.shift_x = component->shift_x;
                plane.shift_y = component->shift_y;
                plane.row_bytes = samples_of(image->width, component->shift_x) *
                                  ((uint32_t)component->step * image->format.sample_bytes);
                plane.rows = samples_of(image->height, component->shift_y);
            }
        }
    }
    /* Bits of a sample that are not of its value are not copied either. */
    plane.is_full =
        (parts == WHOLE) && (image->format.bits == (8U * (uint32_t)image->format.sample_bytes));
    return plane;
}
