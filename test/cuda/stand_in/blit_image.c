/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_image.c
 * An image of the kernels of blits for the driver without a GPU, which does not look into it, in
 * place of the one that takes nvcc.
 */
#include "blit/cuda/driver.h"

static const uint8_t g_image[] = {1U};

const void *blit_image(size_t *length)
{
    *length = sizeof(g_image);
    return g_image;
}
