/* SPDX-License-Identifier: Apache-2.0 */
#include "stream/stream.h"
bool waiter_take(StreamBlock *block, uint32_t packet)
{
    (void)block;
    (void)packet;
    return false;
}
void waiter_forget(StreamBlock *block, uint32_t packet)
{
    (void)block;
    (void)packet;
}
NvSciSyncAttrList waiter_list(const StreamBlock *block, bool of_producers)
{
    (void)block;
    (void)of_producers;
    return NULL;
}
void waiter_free(StreamBlock *block)
{
    (void)block;
}
