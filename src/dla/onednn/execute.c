/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file execute.c
 * Executing the primitives of a row.
 */
#include "dla/onednn/onednn.h"

NetworkStatus onednn_status(dnnl_status_t status)
{
    NetworkStatus found = NETWORK_REFUSED;

    if (status == dnnl_success) {
        found = NETWORK_DONE;
    } else if (status == dnnl_out_of_memory) {
        found = NETWORK_NO_MEMORY;
    } else {
        found = NETWORK_REFUSED;
    }
    return found;
}

/** Executes a primitive, for which oneDNN takes blocks of the row.
 * @satisfies RF-DLA-345 */
static NetworkStatus execute_one(OnednnRow *row, const OnednnPrimitive *one)
{
    const bool has_heap = (row->heap.size > 0U);
    NetworkStatus status = NETWORK_REFUSED;

    onednn_heap_enter(&row->heap);
    status =
        onednn_status(dnnl_primitive_execute(one->primitive, row->stream, one->count, one->args));
    onednn_heap_leave();
    row->heap_need = (row->heap.asked > row->heap_need) ? row->heap.asked : row->heap_need;
    if (has_heap && (row->heap.is_short || (row->heap.live > 0U))) {
        status = NETWORK_REFUSED;
    }
    if ((status == NETWORK_DONE) && (one->mend > 0U)) {
        (void)dnnl_stream_wait(row->stream);
        onednn_mend(&row->mends[one->mend - 1U]);
    }
    return status;
}

/** @satisfies RF-DLA-225 */
NetworkStatus onednn_execute(OnednnRow *row, const NetworkHost *host)
{
    NetworkStatus status = NETWORK_DONE;

    for (uint32_t i = 0U; (i < row->primitive_count) && (status == NETWORK_DONE); i++) {
        if (host->goes_on(host->context)) {
            status = execute_one(row, &row->primitives[i]);
        } else {
            status = NETWORK_ENDED;
        }
    }
    (void)dnnl_stream_wait(row->stream);
    return status;
}
