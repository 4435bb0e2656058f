/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout_array.c
 * How many bytes an array takes.
 */
#include "buf/buf.h"

/**
 * size = align_up(capacity x stride, size_align)
 *
 * @satisfies RF-BUF-034
 */
BufKey layout_array(uint64_t capacity, uint64_t stride, uint64_t size_align, uint64_t *size)
{
    bool fits = true;

    *size = checked_align(checked_multiply(capacity, stride, &fits), size_align, &fits);
    return fits ? BUF_KEY_COUNT : BUF_ARRAY_SIZE;
}
