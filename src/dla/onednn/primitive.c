/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file primitive.c
 * Memory and primitives of a row, and the first failure of what makes them.
 */
#include <string.h>

#include "dla/onednn/onednn.h"

bool onednn_is_well(OnednnBuild *build, dnnl_status_t status)
{
    if (build->status == dnnl_success) {
        build->status = status;
    }
    return build->status == dnnl_success;
}

const dnnl_memory_desc_t *onednn_desc(OnednnBuild *build, dnnl_memory_t memory)
{
    static const dnnl_memory_desc_t none;
    const dnnl_memory_desc_t *desc = &none;

    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_memory_get_memory_desc(memory, &desc));
    }
    return desc;
}

dnnl_memory_t onednn_memory(OnednnBuild *build, const dnnl_memory_desc_t *desc, void *place)
{
    OnednnRow *const row = build->row;
    dnnl_memory_t memory = NULL;

    if (row->memory_count >= ONEDNN_MEMORIES) {
        (void)onednn_is_well(build, dnnl_out_of_memory);
    }
    if (build->status == dnnl_success) {
        if (onednn_is_well(build, dnnl_memory_create(&memory, desc, build->engine, place))) {
            row->memories[row->memory_count] = memory;
            row->memory_count++;
        }
    }
    return memory;
}

/** @satisfies RF-DLA-370 RF-DLA-371 */
dnnl_memory_t onednn_own_memory(OnednnBuild *build, const dnnl_memory_desc_t *desc)
{
    const uint64_t size = dnnl_memory_desc_get_size(desc);
    dnnl_memory_t memory = NULL;
    void *place = NULL;

    if (!onednn_is_room(build->view->host, size)) {
        onednn_refuse(build, NETWORK_NO_ROOM);
    }
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-066 oneDNN's word for memory of its own */
    memory = onednn_memory(build, desc, DNNL_MEMORY_ALLOCATE);
    if (build->status == dnnl_success) {
        (void)onednn_is_well(build, dnnl_memory_get_data_handle(memory, &place));
    }
    if (build->status == dnnl_success) {
        if (!onednn_touch(build->view->host, place, size)) {
            onednn_refuse(build, NETWORK_NO_ROOM);
        }
    }
    return memory;
}

dnnl_memory_t onednn_alias(OnednnBuild *build, const dnnl_memory_desc_t *desc, dnnl_memory_t memory)
{
    dnnl_memory_t alias = NULL;
    void *place = NULL;

    if (build->status == dnnl_success) {
        if (onednn_is_well(build, dnnl_memory_get_data_handle(memory, &place))) {
            alias = onednn_memory(build, desc, place);
        }
    }
    return alias;
}

dnnl_primitive_attr_t onednn_attr(OnednnBuild *build)
{
    dnnl_primitive_attr_t attr = NULL;

    if (build->status == dnnl_success) {
        if (onednn_is_well(build, dnnl_primitive_attr_create(&attr))) {
            (void)onednn_is_well(
                build, dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user));
        }
    }
    return attr;
}

OnednnArgs onednn_no_args(void)
{
    OnednnArgs args;

    (void)memset(&args, 0, sizeof(args));
    return args;
}

/** @satisfies RF-DLA-341 */
void onednn_arg(OnednnArgs *args, int32_t place, dnnl_memory_t memory)
{
    if (args->count < ONEDNN_ARGS) {
        args->args[args->count].arg = place;
        args->args[args->count].memory = memory;
    }
    args->count++;
}

/** @satisfies RF-DLA-226 RF-DLA-341 */
void onednn_add(OnednnBuild *build, dnnl_primitive_desc_t desc, const OnednnArgs *args)
{
    OnednnRow *const row = build->row;
    OnednnPrimitive *const primitive = &row->primitives[row->primitive_count % ONEDNN_PRIMITIVES];
    const dnnl_memory_desc_t *const scratch =
        dnnl_primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0);
    OnednnArgs all = *args;

    onednn_check_time(build, desc);
    if (row->primitive_count >= ONEDNN_PRIMITIVES) {
        (void)onednn_is_well(build, dnnl_out_of_memory);
    }
    if (build->status == dnnl_success) {
        if (dnnl_memory_desc_get_size(scratch) > 0U) {
            onednn_arg(&all, DNNL_ARG_SCRATCHPAD, onednn_own_memory(build, scratch));
        }
    }
    if (all.count > ONEDNN_ARGS) {
        (void)onednn_is_well(build, dnnl_invalid_arguments);
    }
    if (build->status == dnnl_success) {
        if (onednn_is_well(build, dnnl_primitive_create(&primitive->primitive, desc))) {
            primitive->count = (int32_t)all.count;
            primitive->mend = 0U;
            (void)memcpy(primitive->args, all.args, sizeof(all.args));
            row->primitive_count++;
        }
    }
    (void)dnnl_primitive_desc_destroy(desc);
}

/** @satisfies RF-DLA-374 */
void onednn_add_mend(OnednnBuild *build, const OnednnMend *mend)
{
    OnednnRow *const row = build->row;

    /* There are no more than layers. */
    if ((build->status == dnnl_success) && (row->primitive_count > 0U) &&
        (row->mend_count < NETWORK_LAYERS)) {
        row->mends[row->mend_count] = *mend;
        row->mend_count++;
        row->primitives[row->primitive_count - 1U].mend = row->mend_count;
    }
}
