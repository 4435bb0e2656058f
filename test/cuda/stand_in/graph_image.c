/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file graph_image.c
 * An image for the driver without a GPU, which does not look into it, in place of the one that
 * takes nvcc.
 */
#include "cuda/driver/cuda_driver.h"

static const uint8_t g_image[] = {1U};

const void *graph_image(size_t *length)
{
    *length = sizeof(g_image);
    return g_image;
}
