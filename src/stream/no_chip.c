/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file no_chip.c
 * Chip blocks where there are none: beside no_ipc.c, in the place of chip/.
 */
#include "stream/remote.h"
#include "stream/rows.h"

bool chip_is(const StreamBlock *block)
{
    (void)block;
    return false;
}

NvSciSyncAttrList chip_waiter_list(const StreamBlock *block, bool of_producers)
{
    (void)block;
    (void)of_producers;
    return NULL;
}

void chip_answer(StreamSegment *segment)
{
    (void)segment;
}

bool chip_has_pool(const StreamBlock *block)
{
    return stream_is(block, TYPE_PRODUCER);
}
