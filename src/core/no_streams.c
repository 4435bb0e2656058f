/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file no_streams.c
 * A change of the phase where there are no streams: the library without an operating system has
 * this file in the place of src/stream.
 */
#include "core/changed.h"

void phase_parts_take(void)
{
}

void phase_parts_give(void)
{
}

void phase_changed(void)
{
}
