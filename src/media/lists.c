/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lists.c
 * The name of 2D engines in attribute lists: that of the hardware which does this work on a board.
 */
#include "media/lists.h"

#include <stdint.h>

#include "core/bytes.h"

/** @satisfies RF-MEDIA-030 */
NvSciBufPeerHwEngine media_list_engine(void)
{
    const NvSciBufPeerHwEngine engine = {NvSciBufHwEngName_Vic, NvSciBufPlatformName_Orin};

    return engine;
}

bool media_list_names_engine(const void *value, size_t length)
{
    const uint8_t *const bytes = value;
    bool found = false;

    for (size_t at = 0U; (at + sizeof(NvSciBufPeerHwEngine)) <= length;
         at += sizeof(NvSciBufPeerHwEngine)) {
        NvSciBufPeerHwEngine engine;

        bytes_copy(&engine, &bytes[at], sizeof(engine));
        found = found || (engine.engName == NvSciBufHwEngName_Vic);
    }
    return found;
}
