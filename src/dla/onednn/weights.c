/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file weights.c
 * Layers with weights or windows: convolutions, products of matrices, pools; of floating point and
 * of integers.
 */
#include <string.h>

#include "dla/onednn/onednn.h"

#define ROWS 2U

/** Zero points and scales of a quantized layer, whose columns or channels are dimension `axis`.
 * @satisfies RF-DLA-224 */
static void set_scales(OnednnBuild *build, const NetworkLayer *layer, uint32_t axis,
                       dnnl_primitive_attr_t attr)
{
    const NetworkValue scales = network_value(build->view, layer->inputs[2]);
    const int32_t zeros[2] = {(int32_t)layer->numbers[NETWORK_ZERO_IN],
                              (int32_t)layer->numbers[NETWORK_ZERO_OUT]};
    const int32_t places[2] = {DNNL_ARG_SRC, DNNL_ARG_DST};
    const uint32_t bit = (scales.dims[0] > 1U) ? ((uint32_t)1U << axis) : 0U;
    void *values = NULL;

    if (build->status == dnnl_success) {
        (void)onednn_is_well(build,
                             dnnl_memory_get_data_handle(build->slots[layer->inputs[2]], &values));
    }
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_primitive_attr_set_output_scales(
                                        attr, (dnnl_dim_t)scales.dims[0], (int32_t)bit, values));
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        if ((build->status == dnnl_success) && (zeros[i] != 0)) {
            (void)onednn_is_well(
                build, dnnl_primitive_attr_set_zero_points(attr, places[i], 1, 0, &zeros[i]));
        }
    }
}

/** Takes a pair of numbers, rows before columns, of which each is lowered. */
static void take_pair(const NetworkLayer *layer, uint32_t first, uint32_t lower, dnnl_dims_t pair)
{
    for (uint32_t i = 0U; i < ROWS; i++) {
        pair[i] = (dnnl_dim_t)layer->numbers[first + i] - (dnnl_dim_t)lower;
    }
}

/** What a window is. */
typedef struct {
    dnnl_dims_t strides;
    dnnl_dims_t dilations;
    dnnl_dims_t begin;
    dnnl_dims_t end;
    dnnl_dims_t kernel;
} Window;

static Window window_of(const NetworkLayer *layer)
{
    Window window;

    (void)memset(&window, 0, sizeof(window));
    take_pair(layer, NETWORK_STRIDE, 0U, window.strides);
    take_pair(layer, NETWORK_DILATION, 1U, window.dilations);
    take_pair(layer, NETWORK_BEGIN, 0U, window.begin);
    take_pair(layer, NETWORK_END, 0U, window.end);
    take_pair(layer, NETWORK_KERNEL, 0U, window.kernel);
    return window;
}

/** Makes the output of a layer of what its primitive wants, and adds the primitive. */
static void add_layer(OnednnBuild *build, const NetworkLayer *layer, dnnl_primitive_desc_t desc,
                      OnednnArgs *args)
{
    const dnnl_memory_desc_t *const to = dnnl_primitive_desc_query_md(desc, dnnl_query_dst_md, 0);
    const dnnl_memory_t output = onednn_own_memory(build, to);

    onednn_arg(args, DNNL_ARG_DST, output);
    build->slots[layer->output] = output;
    onednn_add(build, desc, args);
}

/** Fits input, weights and bias to what a primitive wants, and adds it. `weights` is the memory of
 * them; bias 0: there is none. */
static void add_weighted(OnednnBuild *build, const NetworkLayer *layer, dnnl_primitive_desc_t desc,
                         dnnl_memory_t weights, uint32_t bias)
{
    const NetworkValue value = network_value(build->view, layer->inputs[1]);
    OnednnArgs args = onednn_no_args();

    onednn_arg(&args, DNNL_ARG_SRC,
               onednn_fit_input(build, layer, 0U,
                                dnnl_primitive_desc_query_md(desc, dnnl_query_src_md, 0)));
    onednn_arg(&args, DNNL_ARG_WEIGHTS,
               onednn_fit(build, weights,
                          dnnl_primitive_desc_query_md(desc, dnnl_query_weights_md, 0),
                          value.kind == NETWORK_CONSTANT));
    if ((bias > 0U) && (bias < NETWORK_INPUTS)) {
        const NetworkValue added = network_value(build->view, layer->inputs[bias]);
        const dnnl_memory_desc_t plain = onednn_plain(build, &added);

        onednn_arg(&args, DNNL_ARG_BIAS, onednn_fit_input(build, layer, bias, &plain));
    }
    add_layer(build, layer, desc, &args);
}

/** Index of the bias among the inputs of a layer; 0: it has none. */
static uint32_t bias_of(const NetworkLayer *layer, bool is_quantized)
{
    uint32_t index = 2U;

    if (is_quantized) {
        index = 3U;
    }
    return (layer->input_count > index) ? index : 0U;
}

/** Describes weights of a convolution: where there are groups, they are a dimension. */
static dnnl_memory_desc_t weights_desc(OnednnBuild *build, const NetworkLayer *layer, bool is_open)
{
    const NetworkValue value = network_value(build->view, layer->inputs[1]);
    const dnnl_dim_t groups = (dnnl_dim_t)layer->numbers[NETWORK_GROUPS];
    dnnl_memory_desc_t desc = onednn_plain(build, &value);

    if (build->status == dnnl_success) {
        const dnnl_data_type_t type = desc.data_type;
        const dnnl_dims_t all = {groups, desc.dims[0] / groups, desc.dims[1], desc.dims[2],
                                 desc.dims[3]};

        if (groups > 1) {
            (void)onednn_is_well(
                build, dnnl_memory_desc_init_by_tag(&desc, (int32_t)NETWORK_RANK + 1, all, type,
                                                    is_open ? dnnl_format_tag_any : dnnl_goihw));
        } else if (is_open) {
            desc = onednn_open(build, &value);
        } else {
            /* It is as the bytes are. */
        }
    }
    return desc;
}

/** @satisfies RF-DLA-223 RF-DLA-224 */
void onednn_convolution(OnednnBuild *build, const NetworkLayer *layer)
{
    const bool is_quantized = (layer->kind == NETWORK_QCONVOLUTION);
    const uint32_t bias = bias_of(layer, is_quantized);
    const NetworkValue input = network_value(build->view, layer->inputs[0]);
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t from = onednn_open(build, &input);
    const dnnl_memory_desc_t to = onednn_open(build, &output);
    const dnnl_memory_desc_t weights = weights_desc(build, layer, true);
    const dnnl_memory_desc_t plain = weights_desc(build, layer, false);
    const Window window = window_of(layer);
    const NetworkValue added = network_value(build->view, layer->inputs[bias]);
    const dnnl_memory_desc_t bias_desc = onednn_plain(build, &added);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_convolution_desc_t convolution;
    dnnl_primitive_desc_t desc = NULL;

    (void)memset(&convolution, 0, sizeof(convolution));
    if (is_quantized) {
        set_scales(build, layer, 1U, attr);
    }
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build,
                             dnnl_dilated_convolution_forward_desc_init(
                                 &convolution, dnnl_forward_inference, dnnl_convolution_direct,
                                 &from, &weights, (bias > 0U) ? &bias_desc : NULL, &to,
                                 window.strides, window.dilations, window.begin, window.end));
    }
    onednn_pick(build, &convolution, attr, is_quantized, &desc);
    if (build->status == dnnl_success) {
        add_weighted(build, layer, desc,
                     onednn_alias(build, &plain, build->slots[layer->inputs[1]]), bias);
    }
    (void)dnnl_primitive_attr_destroy(attr);
}

/** @satisfies RF-DLA-223 RF-DLA-224 */
void onednn_matmul(OnednnBuild *build, const NetworkLayer *layer)
{
    const bool is_quantized = (layer->kind == NETWORK_QMATMUL);
    const uint32_t bias = bias_of(layer, is_quantized);
    const NetworkValue input = network_value(build->view, layer->inputs[0]);
    const NetworkValue factor = network_value(build->view, layer->inputs[1]);
    const NetworkValue output = network_value(build->view, layer->output);
    const NetworkValue added = network_value(build->view, layer->inputs[bias]);
    const dnnl_memory_desc_t from = onednn_plain(build, &input);
    const dnnl_memory_desc_t to = onednn_plain(build, &output);
    const dnnl_memory_desc_t weights = (factor.kind == NETWORK_CONSTANT)
                                           ? onednn_open(build, &factor)
                                           : onednn_plain(build, &factor);
    const dnnl_memory_desc_t bias_desc = onednn_plain(build, &added);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_matmul_desc_t matmul;
    dnnl_primitive_desc_t desc = NULL;

    (void)memset(&matmul, 0, sizeof(matmul));
    if (is_quantized) {
        set_scales(build, layer, output.rank - 1U, attr);
    }
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_matmul_desc_init(&matmul, &from, &weights,
                                                          (bias > 0U) ? &bias_desc : NULL, &to));
    }
    onednn_pick(build, &matmul, attr, is_quantized, &desc);
    if (build->status == dnnl_success) {
        add_weighted(build, layer, desc, build->slots[layer->inputs[1]], bias);
    }
    (void)dnnl_primitive_attr_destroy(attr);
}

/** @satisfies RF-DLA-223 */
void onednn_pool(OnednnBuild *build, const NetworkLayer *layer)
{
    static const dnnl_alg_kind_t kinds[] = {dnnl_pooling_max, dnnl_pooling_avg_exclude_padding,
                                            dnnl_pooling_avg_include_padding};
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t to = onednn_open(build, &output);
    const dnnl_memory_t input = build->slots[layer->inputs[0]];
    const dnnl_memory_desc_t *const from = onednn_desc(build, input);
    const Window window = window_of(layer);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_pooling_v2_desc_t pool;
    dnnl_primitive_desc_t desc = NULL;
    OnednnArgs args = onednn_no_args();

    (void)memset(&pool, 0, sizeof(pool));
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_pooling_v2_forward_desc_init(
                                        &pool, dnnl_forward_inference, kinds[layer->variant], from,
                                        &to, window.strides, window.kernel, window.dilations,
                                        window.begin, window.end));
    }
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build,
                             dnnl_primitive_desc_create(&desc, &pool, attr, build->engine, NULL));
    }
    if (build->status == dnnl_success) {
        onednn_arg(&args, DNNL_ARG_SRC, input);
        add_layer(build, layer, desc, &args);
    }
    (void)dnnl_primitive_attr_destroy(attr);
}
