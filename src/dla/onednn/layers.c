/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layers.c
 * Layers that work element by element, or give elements another place.
 */
#include <string.h>

#include "dla/onednn/onednn.h"

/** The function of an eltwise layer, and its parameters where oneDNN fixes them. */
typedef struct {
    dnnl_alg_kind_t kind;
    bool is_fixed;
    float alpha;
    float beta;
} Function;

/** By variant. */
static const Function g_functions[] = {
    {dnnl_eltwise_relu, false, 0.0F, 0.0F},     {dnnl_eltwise_logistic, true, 0.0F, 0.0F},
    {dnnl_eltwise_tanh, true, 0.0F, 0.0F},      {dnnl_eltwise_elu, false, 0.0F, 0.0F},
    {dnnl_eltwise_clip, false, 0.0F, 0.0F},     {dnnl_eltwise_exp, true, 0.0F, 0.0F},
    {dnnl_eltwise_sqrt, true, 0.0F, 0.0F},      {dnnl_eltwise_abs, true, 0.0F, 0.0F},
    {dnnl_eltwise_log, true, 0.0F, 0.0F},       {dnnl_eltwise_hardswish, true, 0.0F, 0.0F},
    {dnnl_eltwise_swish, false, 0.0F, 0.0F},    {dnnl_eltwise_gelu_erf, true, 0.0F, 0.0F},
    {dnnl_eltwise_soft_relu, true, 0.0F, 0.0F}, {dnnl_eltwise_linear, false, 0.0F, 0.0F},
};

/** Makes the memory of the output of a layer, and adds its primitive. */
static void add_to(OnednnBuild *build, const NetworkLayer *layer, dnnl_primitive_desc_t desc,
                   OnednnArgs *args)
{
    const dnnl_memory_desc_t *const to = dnnl_primitive_desc_query_md(desc, dnnl_query_dst_md, 0);

    build->slots[layer->output] = onednn_own_memory(build, to);
    onednn_arg(args, DNNL_ARG_DST, build->slots[layer->output]);
    onednn_add(build, desc, args);
}

/** Makes the primitive of a description with one input as it is, and adds it. */
static void add_simple(OnednnBuild *build, const NetworkLayer *layer, const_dnnl_op_desc_t op)
{
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_primitive_desc_t desc = NULL;
    OnednnArgs args = onednn_no_args();

    if (build->status == dnnl_success) {
        (void)onednn_is_well(build,
                             dnnl_primitive_desc_create(&desc, op, attr, build->engine, NULL));
    }
    if (build->status == dnnl_success) {
        onednn_arg(&args, DNNL_ARG_SRC, build->slots[layer->inputs[0]]);
        add_to(build, layer, desc, &args);
    }
    (void)dnnl_primitive_attr_destroy(attr);
}

/* ---------------------------------------------------------------- elements */

static void add_eltwise(OnednnBuild *build, const NetworkLayer *layer)
{
    const Function *const function = &g_functions[layer->variant];
    const bool is_clip = (function->kind == dnnl_eltwise_clip);
    const float alpha = function->is_fixed ? function->alpha : layer->alpha;
    const float beta = function->is_fixed ? function->beta : layer->beta;
    OnednnMend mend = {ONEDNN_MEND_NONE, 0U, 0U, 0U, 0.0F, NULL, NULL, NULL};
    const dnnl_memory_desc_t *const from = onednn_desc(build, build->slots[layer->inputs[0]]);
    dnnl_eltwise_desc_t eltwise;

    (void)memset(&eltwise, 0, sizeof(eltwise));
    if (build->status == dnnl_success) {
        (void)onednn_is_well(
            build, dnnl_eltwise_forward_desc_init(&eltwise, dnnl_forward_inference, function->kind,
                                                  from, is_clip ? onednn_bound(alpha) : alpha,
                                                  is_clip ? onednn_bound(beta) : beta));
    }
    if (build->status == dnnl_success) {
        add_simple(build, layer, &eltwise);
    }
    onednn_mend_eltwise(&mend, layer);
    mend.from = build->slots[layer->inputs[0]];
    mend.to = build->slots[layer->output];
    onednn_add_mend(build, &mend);
}

static void add_softmax(OnednnBuild *build, const NetworkLayer *layer)
{
    const dnnl_memory_desc_t *const from = onednn_desc(build, build->slots[layer->inputs[0]]);
    const int32_t axis = (int32_t)layer->numbers[0];
    OnednnMend mend = {ONEDNN_MEND_SOFTMAX, 0U, 0U, layer->numbers[0], 0.0F, NULL, NULL, NULL};
    dnnl_softmax_desc_t softmax;

    (void)memset(&softmax, 0, sizeof(softmax));
    if (build->status == dnnl_success) {
        if (layer->variant == 0U) {
            (void)onednn_is_well(build, dnnl_softmax_forward_desc_init(
                                            &softmax, dnnl_forward_inference, from, axis));
        } else {
            (void)onednn_is_well(build, dnnl_logsoftmax_forward_desc_init(
                                            &softmax, dnnl_forward_inference, from, axis));
        }
    }
    if (build->status == dnnl_success) {
        add_simple(build, layer, &softmax);
    }
    mend.from = build->slots[layer->inputs[0]];
    mend.to = build->slots[layer->output];
    onednn_add_mend(build, &mend);
}

static void add_resample(OnednnBuild *build, const NetworkLayer *layer)
{
    const dnnl_memory_desc_t *const from = onednn_desc(build, build->slots[layer->inputs[0]]);
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t to = onednn_open(build, &output);
    const dnnl_alg_kind_t kind =
        (layer->variant == 0U) ? dnnl_resampling_nearest : dnnl_resampling_linear;
    dnnl_resampling_desc_t resampling;

    (void)memset(&resampling, 0, sizeof(resampling));
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build,
                             dnnl_resampling_forward_desc_init(&resampling, dnnl_forward_inference,
                                                               kind, NULL, from, &to));
    }
    if (build->status == dnnl_success) {
        add_simple(build, layer, &resampling);
    }
}

/** Both inputs are read in the plain order: one of them may be repeated. */
static void add_binary(OnednnBuild *build, const NetworkLayer *layer)
{
    static const dnnl_alg_kind_t kinds[] = {dnnl_binary_add, dnnl_binary_sub, dnnl_binary_mul,
                                            dnnl_binary_div, dnnl_binary_max, dnnl_binary_min};
    const NetworkValue one = network_value(build->view, layer->inputs[0]);
    const NetworkValue other = network_value(build->view, layer->inputs[1]);
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t from = onednn_plain(build, &one);
    const dnnl_memory_desc_t with = onednn_plain(build, &other);
    const dnnl_memory_desc_t to = onednn_plain(build, &output);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_primitive_desc_t desc = NULL;
    dnnl_binary_desc_t binary;
    OnednnArgs args = onednn_no_args();

    (void)memset(&binary, 0, sizeof(binary));
    if (build->status == dnnl_success) {
        (void)onednn_is_well(
            build, dnnl_binary_desc_init(&binary, kinds[layer->variant], &from, &with, &to));
    }
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build,
                             dnnl_primitive_desc_create(&desc, &binary, attr, build->engine, NULL));
    }
    if (build->status == dnnl_success) {
        const bool chooses = (kinds[layer->variant] == dnnl_binary_max) ||
                             (kinds[layer->variant] == dnnl_binary_min);
        OnednnMend mend = {ONEDNN_MEND_BINARY, 0U, 0U, 0U, 0.0F, NULL, NULL, NULL};

        mend.from = onednn_fit_input(build, layer, 0U, &from);
        mend.with = onednn_fit_input(build, layer, 1U, &with);
        onednn_arg(&args, DNNL_ARG_SRC_0, mend.from);
        onednn_arg(&args, DNNL_ARG_SRC_1, mend.with);
        add_to(build, layer, desc, &args);
        mend.to = build->slots[layer->output];
        if (chooses) {
            onednn_add_mend(build, &mend);
        }
    }
    (void)dnnl_primitive_attr_destroy(attr);
}

/* ---------------------------------------------------------------- places */

static void add_concat(OnednnBuild *build, const NetworkLayer *layer)
{
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t to = onednn_open(build, &output);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_primitive_desc_t desc = NULL;
    dnnl_memory_desc_t from[NETWORK_INPUTS];
    OnednnArgs args = onednn_no_args();

    (void)memset(from, 0, sizeof(from));
    for (uint32_t i = 0U; i < layer->input_count; i++) {
        const dnnl_memory_t input = build->slots[layer->inputs[i]];

        from[i] = *onednn_desc(build, input);
        onednn_arg(&args, DNNL_ARG_MULTIPLE_SRC + (int32_t)i, input);
    }
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_concat_primitive_desc_create(
                                        &desc, &to, (int32_t)layer->input_count,
                                        (int32_t)layer->numbers[0], from, attr, build->engine));
    }
    if (build->status == dnnl_success) {
        add_to(build, layer, desc, &args);
    }
    (void)dnnl_primitive_attr_destroy(attr);
}

/** The elements of the input in the plain order. */
static dnnl_memory_t plain_input(OnednnBuild *build, const NetworkLayer *layer)
{
    const NetworkValue input = network_value(build->view, layer->inputs[0]);
    const dnnl_memory_desc_t plain = onednn_plain(build, &input);

    return onednn_fit_input(build, layer, 0U, &plain);
}

static void add_reshape(OnednnBuild *build, const NetworkLayer *layer)
{
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t to = onednn_plain(build, &output);

    build->slots[layer->output] = onednn_alias(build, &to, plain_input(build, layer));
}

static void add_transpose(OnednnBuild *build, const NetworkLayer *layer)
{
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t to = onednn_plain(build, &output);
    const dnnl_memory_t input = plain_input(build, layer);
    const dnnl_memory_desc_t *const from = onednn_desc(build, input);
    dnnl_memory_desc_t turned = to;

    if (build->status == dnnl_success) {
        for (uint32_t i = 0U; i < output.rank; i++) {
            turned.format_desc.blocking.strides[i] =
                from->format_desc.blocking.strides[layer->numbers[i]];
        }
        build->slots[layer->output] =
            onednn_fit(build, onednn_alias(build, &turned, input), &to, false);
    }
}

/** QUANTIZE, DEQUANTIZE: a reorder with a scale and a zero point.
 * @satisfies RF-DLA-224 */
static void add_scaled(OnednnBuild *build, const NetworkLayer *layer)
{
    const bool is_to = (layer->kind == NETWORK_QUANTIZE);
    const float scale = is_to ? (1.0F / layer->alpha) : layer->alpha;
    const int32_t zero = (int32_t)layer->numbers[0];
    const NetworkValue output = network_value(build->view, layer->output);
    const dnnl_memory_desc_t to = onednn_plain(build, &output);
    const dnnl_memory_t input = plain_input(build, layer);
    const dnnl_memory_desc_t *const from = onednn_desc(build, input);
    const dnnl_memory_t made = onednn_own_memory(build, &to);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_primitive_desc_t desc = NULL;
    OnednnArgs args = onednn_no_args();

    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_primitive_attr_set_output_scales(attr, 1, 0, &scale));
        if (zero != 0) {
            (void)onednn_is_well(build,
                                 dnnl_primitive_attr_set_zero_points(
                                     attr, is_to ? DNNL_ARG_DST : DNNL_ARG_SRC, 1, 0, &zero));
        }
    }
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_reorder_primitive_desc_create(&desc, from, build->engine,
                                                                       &to, build->engine, attr));
    }
    if (build->status == dnnl_success) {
        onednn_arg(&args, DNNL_ARG_FROM, input);
        onednn_arg(&args, DNNL_ARG_TO, made);
        build->slots[layer->output] = made;
        onednn_add(build, desc, &args);
        if (is_to) {
            OnednnMend mend = {ONEDNN_MEND_QUANTIZE, 0U, 0U, 0U, 0.0F, input, NULL, made};

            onednn_mend_quantize(&mend, layer, output.type);
            onednn_add_mend(build, &mend);
        }
    }
    (void)dnnl_primitive_attr_destroy(attr);
}

/** Adds a layer without weights. */
static void add_other(OnednnBuild *build, const NetworkLayer *layer)
{
    switch (layer->kind) {
    case NETWORK_BINARY:
        add_binary(build, layer);
        break;
    case NETWORK_CONCAT:
        add_concat(build, layer);
        break;
    case NETWORK_SOFTMAX:
        add_softmax(build, layer);
        break;
    case NETWORK_RESAMPLE:
        add_resample(build, layer);
        break;
    case NETWORK_RESHAPE:
        add_reshape(build, layer);
        break;
    case NETWORK_TRANSPOSE:
        add_transpose(build, layer);
        break;
    default:
        add_scaled(build, layer);
        break;
    }
}

/** @satisfies RF-DLA-223 */
void onednn_layer(OnednnBuild *build, const NetworkLayer *layer)
{
    switch (layer->kind) {
    case NETWORK_CONVOLUTION:
    case NETWORK_QCONVOLUTION:
        onednn_convolution(build, layer);
        break;
    case NETWORK_MATMUL:
    case NETWORK_QMATMUL:
        onednn_matmul(build, layer);
        break;
    case NETWORK_POOL:
        onednn_pool(build, layer);
        break;
    case NETWORK_ELTWISE:
        add_eltwise(build, layer);
        break;
    default:
        add_other(build, layer);
        break;
    }
}
