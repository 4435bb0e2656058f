/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hybrid_image.c
 * An image of the kernels of hybrid mode for the driver without a GPU, which does not look into it,
 * in place of the one that takes nvcc.
 */
#include "dla/gpu/driver.h"

static const uint8_t g_image[] = {1U};

const void *hybrid_image(size_t *length)
{
    *length = sizeof(g_image);
    return g_image;
}
