/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rehearse.c
 * A network is computed before its first task, in the thread of its tasks.
 *
 * What oneDNN, OpenMP and the loader make once, for the process or for a thread, is there behind
 * it; and the row has the bytes that oneDNN asks for whenever it executes a primitive. The numbers
 * that are computed are those that happen to be in memory, and nobody sees them.
 */
#include <string.h>

#include "dla/onednn/onednn.h"

/** Memory that stands for the tensors of a task. Rehearsals are made one at a time. */
static dnnl_memory_t g_onednn_tensors[ONEDNN_TENSORS];

/** Makes memory that stands for the tensors, and puts it where the primitives look for them. */
static dnnl_status_t lend_tensors(const OnednnRow *row, dnnl_engine_t engine,
                                  const NetworkHost *host)
{
    dnnl_status_t status = dnnl_success;

    (void)memset(g_onednn_tensors, 0, sizeof(g_onednn_tensors));
    for (uint32_t i = 0U; (i < row->tensor_count) && (status == dnnl_success); i++) {
        const dnnl_memory_t tensor = row->tensors[i].memory;
        const dnnl_memory_desc_t *desc = NULL;
        void *place = NULL;

        status = dnnl_memory_get_memory_desc(tensor, &desc);
        if (status == dnnl_success) {
            const bool is_room = onednn_is_room(host, dnnl_memory_desc_get_size(desc));

            status = is_room ? dnnl_success : dnnl_out_of_memory;
        }
        if (status == dnnl_success) {
            /* cppcheck-suppress misra-c2012-11.6 ; DEV-066 oneDNN's word for memory of its own */
            status = dnnl_memory_create(&g_onednn_tensors[i], desc, engine, DNNL_MEMORY_ALLOCATE);
        }
        if (status == dnnl_success) {
            status = dnnl_memory_get_data_handle(g_onednn_tensors[i], &place);
        }
        if (status == dnnl_success) {
            status = dnnl_memory_set_data_handle_v2(tensor, place, row->stream);
        }
    }
    return status;
}

/** Takes that memory back. */
static void take_tensors(const OnednnRow *row)
{
    for (uint32_t i = 0U; i < row->tensor_count; i++) {
        if (g_onednn_tensors[i] != NULL) {
            (void)dnnl_memory_destroy(g_onednn_tensors[i]);
        }
        (void)dnnl_memory_set_data_handle_v2(row->tensors[i].memory, NULL, row->stream);
    }
}

/** Gives a row the bytes that its primitives asked for. */
static dnnl_status_t make_heap(OnednnRow *row, dnnl_engine_t engine, uint64_t bytes,
                               const NetworkHost *host)
{
    const dnnl_dims_t dims = {(dnnl_dim_t)bytes};
    dnnl_memory_desc_t desc;
    dnnl_status_t status = dnnl_success;
    void *place = NULL;
    bool is_room = false;

    if ((bytes > 0U) && (bytes <= ONEDNN_HEAP_MOST)) {
        is_room = onednn_is_room(host, bytes);
    }
    if (bytes == 0U) {
        /* oneDNN was loaded before, and asks others. */
        status = dnnl_unimplemented;
    } else if (!is_room) {
        status = dnnl_out_of_memory;
    } else {
        (void)memset(&desc, 0, sizeof(desc));
        status = dnnl_memory_desc_init_by_tag(&desc, 1, dims, dnnl_u8, dnnl_a);
    }
    if (status == dnnl_success) {
        /* cppcheck-suppress misra-c2012-11.6 ; DEV-066 oneDNN's word for memory of its own */
        status = dnnl_memory_create(&row->heap_memory, &desc, engine, DNNL_MEMORY_ALLOCATE);
    }
    if (status == dnnl_success) {
        status = dnnl_memory_get_data_handle(row->heap_memory, &place);
    }
    if (status == dnnl_success) {
        const bool is_there = onednn_touch(host, place, bytes);

        status = is_there ? dnnl_success : dnnl_out_of_memory;
    }
    if (status == dnnl_success) {
        row->heap.bytes = place;
        row->heap.size = bytes;
    }
    return status;
}

/** @satisfies RF-DLA-346 */
NetworkStatus onednn_rehearse(OnednnRow *row, dnnl_engine_t engine, const NetworkHost *host)
{
    NetworkStatus status = onednn_status(lend_tensors(row, engine, host));
    bool is_watched = false;

    row->heap_need = 0U;
    row->heap.host = host;
    if (status == NETWORK_DONE) {
        status = onednn_execute(row, host);
    }
    is_watched = onednn_heap_is_watched();
    if ((status == NETWORK_DONE) && ((row->heap_need > 0U) || (!is_watched))) {
        status = onednn_status(make_heap(row, engine, row->heap_need, host));
    }
    if (status == NETWORK_DONE) {
        /* The second time shows whether that is all that is asked for. */
        status = onednn_execute(row, host);
    }
    take_tensors(row);
    row->heap.host = NULL;
    if ((status == NETWORK_NO_MEMORY) && (host->ledger != NULL) && (host->ledger->asked > 0U)) {
        status = NETWORK_NO_ROOM;
    }
    return status;
}
