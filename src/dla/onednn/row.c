/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file row.c
 * Networks that are open: what the library of networks shows.
 *
 * One thread computes a network, the worker's: oneDNN asks libgomp how many there are to be, and
 * libgomp keeps that for each thread by itself. What it says at the open is what scratchpads are
 * made for.
 */
#include <string.h>

#include "dla/onednn/onednn.h"

/* omp.h is the compiler's, and not there with each. */
extern void omp_set_num_threads(int32_t count);
extern int32_t omp_get_max_threads(void);

static OnednnRow g_onednn_rows[RINGFENCE_CFG_DLA_MODULES];
/** What is being opened: calls are made one at a time. */
static OnednnBuild g_onednn_build;
/** Made for the first network; it stays. */
static dnnl_engine_t g_onednn_engine;

/** Gives back all that a row has. */
static void end_row(OnednnRow *row)
{
    for (uint32_t i = 0U; i < row->primitive_count; i++) {
        (void)dnnl_primitive_destroy(row->primitives[i].primitive);
    }
    for (uint32_t i = 0U; i < row->memory_count; i++) {
        (void)dnnl_memory_destroy(row->memories[i]);
    }
    if (row->stream != NULL) {
        (void)dnnl_stream_destroy(row->stream);
    }
    if (row->heap_memory != NULL) {
        (void)dnnl_memory_destroy(row->heap_memory);
    }
    row->heap_memory = NULL;
    (void)memset(&row->heap, 0, sizeof(row->heap));
    row->stream = NULL;
    row->primitive_count = 0U;
    row->memory_count = 0U;
    row->tensor_count = 0U;
    row->mend_count = 0U;
    row->is_open = false;
}

/** Looks at the constants that were copied: who wrote the loadable may have changed them since they
 * were looked at. They are all weights, in their order.
 * @satisfies RF-DLA-343 */
static void check_constants(OnednnBuild *build)
{
    if ((build->status == dnnl_success) && (build->crc != build->view->crc_behind)) {
        onednn_refuse(build, NETWORK_CHANGED);
    }
}

/** Makes all of a row. */
static void build_row(OnednnBuild *build)
{
    const uint32_t count = (uint32_t)network_layers(build->view);

    if (!onednn_is_room(build->view->host, network_bytes(build->view))) {
        onednn_refuse(build, NETWORK_NO_ROOM);
    } else if (onednn_is_well(build, dnnl_stream_create(&build->row->stream, build->engine,
                                                        dnnl_stream_default_flags))) {
        onednn_begin_values(build);
        check_constants(build);
    } else {
        /* It failed. */
    }
    for (uint32_t i = 0U; (i < count) && (build->status == dnnl_success); i++) {
        const NetworkLayer layer = network_layer(build->view, i);

        if (onednn_goes_on(build->view->host)) {
            build->operations = network_operations(build->view, &layer);
            onednn_layer(build, &layer);
        } else {
            onednn_refuse(build, NETWORK_ENDED);
        }
    }
    build->operations = 0U;
    onednn_end_values(build);
}

/** @satisfies RF-DLA-223 RF-DLA-226 */
NetworkStatus ringfence_network_open(uint32_t row, const NetworkView *view)
{
    OnednnBuild *const build = &g_onednn_build;
    const int32_t threads = omp_get_max_threads();

    (void)memset(build, 0, sizeof(*build));
    build->row = &g_onednn_rows[row];
    build->view = view;
    build->crc = view->crc_before;
    build->status = dnnl_success;
    omp_set_num_threads(1);
    if (g_onednn_engine == NULL) {
        (void)onednn_is_well(build, dnnl_engine_create(&g_onednn_engine, dnnl_cpu, 0U));
    }
    build->engine = g_onednn_engine;
    if (build->status == dnnl_success) {
        build_row(build);
    }
    omp_set_num_threads(threads);
    build->row->is_open = (build->status == dnnl_success);
    if (!build->row->is_open) {
        end_row(build->row);
    }
    return (build->refusal != NETWORK_DONE) ? build->refusal : onednn_status(build->status);
}

/** Puts the tensors of a task where the primitives look for them. */
static dnnl_status_t bind_tensors(const OnednnRow *row, const NetworkTensors *tensors)
{
    dnnl_status_t status = dnnl_success;

    for (uint32_t i = 0U; (i < row->tensor_count) && (status == dnnl_success); i++) {
        const OnednnTensor *const tensor = &row->tensors[i];
        void *place = NULL;

        if (tensor->is_input) {
            /* It is only read. */
            (void)memcpy(&place, &tensors->inputs[tensor->tensor], sizeof(place));
        } else {
            place = tensors->outputs[tensor->tensor];
        }
        status = dnnl_memory_set_data_handle_v2(tensor->memory, place, row->stream);
    }
    return status;
}

/** @satisfies RF-DLA-223 RF-DLA-225 RF-DLA-226 */
NetworkStatus ringfence_network_run(uint32_t row, const NetworkTensors *tensors,
                                    const NetworkHost *host)
{
    OnednnRow *const network = &g_onednn_rows[row];
    NetworkStatus status = NETWORK_REFUSED;

    if (network->is_open) {
        omp_set_num_threads(1);
        status = onednn_status(bind_tensors(network, tensors));
        if (status == NETWORK_DONE) {
            status = onednn_execute(network, host);
        }
    }
    return status;
}

/** @satisfies RF-DLA-346 */
NetworkStatus ringfence_network_rehearse(uint32_t row, const NetworkHost *host)
{
    OnednnRow *const network = &g_onednn_rows[row];
    NetworkStatus status = NETWORK_REFUSED;

    if (network->is_open) {
        omp_set_num_threads(1);
        status = onednn_rehearse(network, g_onednn_engine, host);
    }
    return status;
}

/** @satisfies RF-DLA-226 */
void ringfence_network_close(uint32_t row)
{
    end_row(&g_onednn_rows[row]);
}

uint32_t ringfence_network_version(void)
{
    return NETWORK_VERSION;
}
