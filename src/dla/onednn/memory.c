/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.c
 * Memory of a network: constants, tensors, and what is between layers.
 */
#include <string.h>

#include "dla/onednn/onednn.h"

static dnnl_data_type_t type_of(uint32_t type)
{
    dnnl_data_type_t found = dnnl_f32;

    switch (type) {
    case NETWORK_HALF:
        found = dnnl_f16;
        break;
    case NETWORK_INT8:
        found = dnnl_s8;
        break;
    case NETWORK_UINT8:
        found = dnnl_u8;
        break;
    case NETWORK_INT32:
        found = dnnl_s32;
        break;
    default:
        found = dnnl_f32;
        break;
    }
    return found;
}

/** The type that a value is computed in. */
static dnnl_data_type_t computed_type(const NetworkValue *value)
{
    return (value->type == NETWORK_HALF) ? dnnl_f32 : type_of(value->type);
}

/** Describes a value; `strides` NULL: in an order that oneDNN chooses. */
static dnnl_memory_desc_t describe(OnednnBuild *build, const NetworkValue *value,
                                   dnnl_data_type_t type, const dnnl_dim_t *strides)
{
    dnnl_memory_desc_t desc;
    dnnl_dims_t dims = {0};

    (void)memset(&desc, 0, sizeof(desc));
    for (uint32_t i = 0U; i < value->rank; i++) {
        dims[i] = (dnnl_dim_t)value->dims[i];
    }
    if (strides == NULL) {
        (void)onednn_is_well(build, dnnl_memory_desc_init_by_tag(&desc, (int32_t)value->rank, dims,
                                                                 type, dnnl_format_tag_any));
    } else {
        (void)onednn_is_well(build, dnnl_memory_desc_init_by_strides(&desc, (int32_t)value->rank,
                                                                     dims, type, strides));
    }
    return desc;
}

/** Describes a value whose elements lie one after the other. */
static dnnl_memory_desc_t describe_dense(OnednnBuild *build, const NetworkValue *value,
                                         dnnl_data_type_t type)
{
    dnnl_dims_t strides = {0};
    dnnl_dim_t next = 1;

    for (uint32_t i = value->rank; i > 0U; i--) {
        strides[i - 1U] = next;
        next *= (dnnl_dim_t)value->dims[i - 1U];
    }
    return describe(build, value, type, strides);
}

dnnl_memory_desc_t onednn_plain(OnednnBuild *build, const NetworkValue *value)
{
    return describe_dense(build, value, computed_type(value));
}

dnnl_memory_desc_t onednn_open(OnednnBuild *build, const NetworkValue *value)
{
    return describe(build, value, computed_type(value), NULL);
}

/** Reorders a constant now. */
static void reorder_now(OnednnBuild *build, dnnl_primitive_desc_t desc, const OnednnArgs *args)
{
    dnnl_primitive_t primitive = NULL;

    if (onednn_is_well(build, dnnl_primitive_create(&primitive, desc))) {
        (void)onednn_is_well(build, dnnl_primitive_execute(primitive, build->row->stream,
                                                           (int32_t)args->count, args->args));
        (void)onednn_is_well(build, dnnl_stream_wait(build->row->stream));
        (void)dnnl_primitive_destroy(primitive);
    }
    (void)dnnl_primitive_desc_destroy(desc);
}

dnnl_memory_t onednn_fit(OnednnBuild *build, dnnl_memory_t from, const dnnl_memory_desc_t *wanted,
                         bool is_constant)
{
    const dnnl_memory_desc_t *const has = onednn_desc(build, from);
    dnnl_memory_t fitting = from;

    if (build->status != dnnl_success) {
        fitting = NULL;
    } else if (dnnl_memory_desc_equal(has, wanted) == 0) {
        dnnl_primitive_attr_t attr = is_constant ? NULL : onednn_attr(build);
        dnnl_primitive_desc_t desc = NULL;
        OnednnArgs args = onednn_no_args();

        fitting = onednn_own_memory(build, wanted);
        onednn_arg(&args, DNNL_ARG_FROM, from);
        onednn_arg(&args, DNNL_ARG_TO, fitting);
        if (build->status == dnnl_success) {
            (void)onednn_is_well(build,
                                 dnnl_reorder_primitive_desc_create(&desc, has, build->engine,
                                                                    wanted, build->engine, attr));
        }
        if (build->status == dnnl_success) {
            if (is_constant) {
                reorder_now(build, desc, &args);
            } else {
                const uint64_t operations = build->operations;

                /* That of each element, not those of the layer. */
                build->operations = 0U;
                onednn_add(build, desc, &args);
                build->operations = operations;
            }
        }
        (void)dnnl_primitive_attr_destroy(attr);
    } else {
        /* It is as it is wanted. */
    }
    return fitting;
}

dnnl_memory_t onednn_fit_input(OnednnBuild *build, const NetworkLayer *layer, uint32_t input,
                               const dnnl_memory_desc_t *wanted)
{
    const uint32_t index = layer->inputs[input];
    const NetworkValue value = network_value(build->view, index);

    return onednn_fit(build, build->slots[index], wanted, value.kind == NETWORK_CONSTANT);
}

/* ---------------------------------------------------------------- values */

/** Copies a constant out of the bytes; HALF becomes FLOAT.
 * @satisfies RF-DLA-343 */
static dnnl_memory_t take_constant(OnednnBuild *build, const NetworkValue *value)
{
    const dnnl_memory_desc_t own = describe_dense(build, value, type_of(value->type));
    const dnnl_memory_desc_t computed = onednn_plain(build, value);
    const dnnl_memory_t memory = onednn_own_memory(build, &own);
    void *place = NULL;

    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_memory_get_data_handle(memory, &place));
    }
    if (build->status == dnnl_success) {
        (void)memcpy(place, network_constant(build->view, value), value->bytes);
        build->crc = network_crc(build->crc, place, value->bytes);
    }
    return onednn_fit(build, memory, &computed, true);
}

/** Notes the memory of a tensor in the row, if there is room; says whether there is.
 * @satisfies RF-DLA-341 */
static bool note_tensor(OnednnBuild *build, const NetworkValue *value, dnnl_memory_t memory)
{
    OnednnRow *const row = build->row;

    if (row->tensor_count >= ONEDNN_TENSORS) {
        (void)onednn_is_well(build, dnnl_out_of_memory);
    }
    if (build->status == dnnl_success) {
        OnednnTensor *const tensor = &row->tensors[row->tensor_count];

        tensor->memory = memory;
        tensor->tensor = value->tensor;
        tensor->is_input = (value->kind == NETWORK_INPUT);
        row->tensor_count++;
    }
    return build->status == dnnl_success;
}

/** Memory of a tensor of a task, where the value of it is; NULL after a failure. */
static dnnl_memory_t make_tensor(OnednnBuild *build, const NetworkValue *value)
{
    const uint32_t first = (value->kind == NETWORK_INPUT) ? 0U : build->view->inputs;
    NetworkTensor place = {{0U, 0U, 0U, 0U}};
    dnnl_dims_t strides = {0};
    dnnl_memory_t memory = NULL;
    dnnl_memory_desc_t desc;

    (void)network_tensor(&build->view->tensors[first + value->tensor], value, &place);
    for (uint32_t i = 0U; i < NETWORK_RANK; i++) {
        strides[i] = (dnnl_dim_t)place.strides[i];
    }
    desc = describe(build, value, type_of(value->type), strides);
    memory = onednn_memory(build, &desc, DNNL_MEMORY_NONE);
    return note_tensor(build, value, memory) ? memory : NULL;
}

/** Memory with what is in a tensor, which is another one: outputs may lie over inputs. */
static dnnl_memory_t take_input(OnednnBuild *build, const NetworkValue *value)
{
    const dnnl_memory_desc_t computed = onednn_plain(build, value);
    const dnnl_memory_t tensor = make_tensor(build, value);
    const dnnl_memory_desc_t *const has = onednn_desc(build, tensor);
    const dnnl_memory_t memory = onednn_own_memory(build, &computed);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_primitive_desc_t desc = NULL;
    OnednnArgs args = onednn_no_args();

    onednn_arg(&args, DNNL_ARG_FROM, tensor);
    onednn_arg(&args, DNNL_ARG_TO, memory);
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_reorder_primitive_desc_create(
                                        &desc, has, build->engine, &computed, build->engine, attr));
    }
    if (build->status == dnnl_success) {
        onednn_add(build, desc, &args);
    }
    (void)dnnl_primitive_attr_destroy(attr);
    return memory;
}

/** @satisfies RF-DLA-222 */
void onednn_begin_values(OnednnBuild *build)
{
    const uint32_t count = (uint32_t)network_values(build->view);

    for (uint32_t i = 0U; (i < count) && (build->status == dnnl_success); i++) {
        const NetworkValue value = network_value(build->view, i);

        build->slots[i] = NULL;
        if (!onednn_goes_on(build->view->host)) {
            onednn_refuse(build, NETWORK_ENDED);
        } else if (value.kind == NETWORK_CONSTANT) {
            build->slots[i] = take_constant(build, &value);
        } else if (value.kind == NETWORK_INPUT) {
            build->slots[i] = take_input(build, &value);
        } else {
            /* A layer makes it. */
        }
    }
}

/** Adds the reorder to a tensor of what a layer made. */
static void give_output(OnednnBuild *build, const NetworkValue *value, dnnl_memory_t from)
{
    const dnnl_memory_t tensor = make_tensor(build, value);
    const dnnl_memory_desc_t *const has = onednn_desc(build, from);
    const dnnl_memory_desc_t *const wanted = onednn_desc(build, tensor);
    dnnl_primitive_attr_t const attr = onednn_attr(build);
    dnnl_primitive_desc_t desc = NULL;
    OnednnArgs args = onednn_no_args();

    onednn_arg(&args, DNNL_ARG_FROM, from);
    onednn_arg(&args, DNNL_ARG_TO, tensor);
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_reorder_primitive_desc_create(
                                        &desc, has, build->engine, wanted, build->engine, attr));
    }
    if (build->status == dnnl_success) {
        onednn_add(build, desc, &args);
    }
    (void)dnnl_primitive_attr_destroy(attr);
}

/** @satisfies RF-DLA-222 */
void onednn_end_values(OnednnBuild *build)
{
    const uint32_t count = (uint32_t)network_values(build->view);

    for (uint32_t i = 0U; (i < count) && (build->status == dnnl_success); i++) {
        const NetworkValue value = network_value(build->view, i);

        if (value.kind == NETWORK_OUTPUT) {
            give_output(build, &value, build->slots[i]);
        }
    }
}
