/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_chip_rows.c
 * Chip blocks: their rows, and what others ask of them.
 */
#include "stream/chip/chip.h"
#include "stream/remote.h"

ChipMemory g_stream_chip_memories[RINGFENCE_CFG_STREAM_PACKETS];

bool chip_is(const StreamBlock *block)
{
    return feature_enabled(RINGFENCE_CFG_CHANNELS) && stream_is(block, TYPE_IPC) &&
           (block->more != STREAM_NONE) && ipc_of(block)->is_chip;
}

bool chip_has_pool(const StreamBlock *block)
{
    return stream_is(block, TYPE_PRODUCER) || chip_is(block);
}

/** @satisfies RF-STREAM-113 */
NvSciSyncAttrList chip_waiter_list(const StreamBlock *block, bool of_producers)
{
    NvSciSyncAttrList list = NULL;

    if (chip_is(block) && (ipc_of(block)->is_source == of_producers)) {
        list = ipc_of(block)->chip.waiter;
    }
    return list;
}
