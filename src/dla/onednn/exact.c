/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exact.c
 * Sums of products of integers that are exact on each processor.
 *
 * Where an x86 processor lacks VNNI, oneDNN adds pairs of products in 16 bits, which saturate: a
 * sum can be far off, and nothing says so. Its reference implementation adds in 32 bits.
 */
#include "dla/onednn/onednn.h"

/** Says whether all implementations of oneDNN add products of integers in 32 bits here: processors
 * that are not x86 have no names of this kind. */
static bool sums_are_exact(void)
{
    const uint32_t isa = (uint32_t)dnnl_get_effective_cpu_isa();
    const uint32_t vnni = (uint32_t)dnnl_cpu_isa_avx512_core_vnni;

    return (isa == (uint32_t)dnnl_cpu_isa_all) || (isa == (uint32_t)dnnl_cpu_isa_avx2_vnni) ||
           ((isa & vnni) == vnni);
}

/** Takes the first reference implementation that an iterator has. */
static void pick_reference(OnednnBuild *build, dnnl_primitive_desc_iterator_t iterator,
                           dnnl_primitive_desc_t *desc)
{
    while ((build->status == dnnl_success) && (*desc == NULL)) {
        dnnl_primitive_desc_t const found = dnnl_primitive_desc_iterator_fetch(iterator);

        if (onednn_is_reference(found)) {
            *desc = found;
        } else {
            (void)dnnl_primitive_desc_destroy(found);
            (void)onednn_is_well(build, dnnl_primitive_desc_iterator_next(iterator));
        }
    }
}

/** @satisfies RF-DLA-224 */
void onednn_pick(OnednnBuild *build, const_dnnl_op_desc_t what, dnnl_primitive_attr_t attr,
                 bool is_quantized, dnnl_primitive_desc_t *desc)
{
    bool is_any = true;

    if (is_quantized) {
        is_any = sums_are_exact();
    }
    if (build->status != dnnl_success) {
        /* Nothing is made any more. */
    } else if (is_any) {
        (void)onednn_is_well(build,
                             dnnl_primitive_desc_create(desc, what, attr, build->engine, NULL));
    } else {
        dnnl_primitive_desc_iterator_t iterator = NULL;

        (void)onednn_is_well(
            build, dnnl_primitive_desc_iterator_create(&iterator, what, attr, build->engine, NULL));
        if (build->status == dnnl_success) {
            pick_reference(build, iterator, desc);
            (void)dnnl_primitive_desc_iterator_destroy(iterator);
        }
    }
}
