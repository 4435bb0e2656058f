/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gpu.c
 * Caching and compression of a buffer by GPUs.
 *
 * Nothing here knows a GPU: the rules need only their ids, and whether they are integrated.
 */
#include "buf/buf.h"

#include "core/assert.h"
#include "core/bytes.h"

/** How GPUs and others use a buffer. */
typedef struct {
    const NvSciRmGpuId *gpus;
    uint32_t count;
    /** The GPUs share the caches of system memory. */
    bool is_integrated;
    /** The buffer is in the memory of a GPU. */
    bool is_video_memory;
    /** The CPU or an engine that is no GPU uses the buffer. */
    bool is_shared;
} GpuUse;

/** Index of the GPU's entry among `count` entries of `size` bytes that begin with an id; `count`:
 * it has none. */
static uint32_t entry_of(const void *entries, uint32_t count, size_t size, const NvSciRmGpuId *gpu)
{
    const uint8_t *const bytes = entries;
    uint32_t found = count;

    for (uint32_t i = 0U; (i < count) && (found == count); i++) {
        if (bytes_order(&bytes[(size_t)i * size], gpu->bytes, sizeof(gpu->bytes)) == 0) {
            found = i;
        }
    }
    return found;
}

/** Says whether a value names a GPU at all: all zero is none. */
bool buf_is_gpu(AttrValue value)
{
    const uint8_t *const bytes = value.bytes;
    bool named = false;

    for (size_t i = 0U; i < value.len; i++) {
        named = named || (bytes[i] != 0U);
    }
    return named;
}

static bool names_gpu(AttrValue gpus, const NvSciRmGpuId *gpu)
{
    const AttrValue id = {gpu->bytes, sizeof(gpu->bytes)};
    const uint32_t count = (uint32_t)(gpus.len / sizeof(*gpu));

    return buf_is_gpu(id) && (entry_of(gpus.bytes, count, sizeof(*gpu), gpu) < count);
}

/** Copies the ids that are GPUs; gives their number. */
static uint32_t copy_gpus(AttrValue ids, NvSciRmGpuId *gpus)
{
    const uint8_t *const bytes = ids.bytes;
    uint32_t count = 0U;

    for (size_t at = 0U; at < ids.len; at += sizeof(gpus[0])) {
        const AttrValue id = {&bytes[at], sizeof(gpus[0])};

        if (buf_is_gpu(id)) {
            ASSERT(count < RINGFENCE_CFG_GPUS);
            bytes_copy(&gpus[count], id.bytes, id.len);
            count++;
        }
    }
    return count;
}

/** Adds what a list says of a GPU: it caches the buffer if no list says otherwise. */
static NvSciError add_cache(const BufMerge *merge, const ListCursor *cursor,
                            const NvSciBufAttrValGpuCache *entry)
{
    NvSciError status = NvSciError_Success;
    NvSciBufAttrValGpuCache entries[RINGFENCE_CFG_GPUS];
    const AttrValue gpus = buf_value(merge->row, BUF_GENERAL_GPU_ID);
    const AttrValue known = buf_value(merge->row, BUF_GENERAL_ENABLE_GPU_CACHE);
    uint32_t count = (uint32_t)(known.len / sizeof(*entry));

    if (!names_gpu(gpus, &entry->gpuId)) {
        status =
            buf_conflict_at(merge, NvSciError_ReconciliationFailed, BUF_GENERAL_ENABLE_GPU_CACHE,
                            RINGFENCE_RULE_CONSISTENT, BUF_GENERAL_GPU_ID, cursor);
    } else {
        uint32_t index = 0U;

        if (count > 0U) {
            bytes_copy(entries, known.bytes, known.len);
        }
        index = entry_of(entries, count, sizeof(*entry), &entry->gpuId);
        if (index == count) {
            ASSERT(index < RINGFENCE_CFG_GPUS);
            entries[index] = *entry;
            count++;
        } else {
            entries[index].cacheability = entries[index].cacheability && entry->cacheability;
        }
        buf_put(merge->row, BUF_GENERAL_ENABLE_GPU_CACHE, entries, (size_t)count * sizeof(*entry));
    }
    return status;
}

/**
 * Merges EnableGpuCache, which applies only to integrated GPUs.
 *
 * @satisfies RF-BUF-041
 */
static NvSciError merge_cache(const BufMerge *merge, bool is_integrated)
{
    NvSciError status = NvSciError_Success;
    ListCursor cursor = list_first(merge->inputs);
    const bool is_asked = list_first_setter(&g_buf_lists, merge->inputs,
                                            (uint32_t)BUF_GENERAL_ENABLE_GPU_CACHE, &cursor);

    if (is_asked && (!is_integrated)) {
        status = buf_conflict(merge, NvSciError_NotSupported, BUF_GENERAL_ENABLE_GPU_CACHE,
                              RINGFENCE_RULE_SUPPORTED, BUF_GENERAL_ENABLE_GPU_CACHE);
    }
    cursor = list_first(merge->inputs);
    for (uint32_t i = 0U; (i < merge->inputs->slots) && (status == NvSciError_Success); i++) {
        const AttrValue value = buf_value(cursor.row, BUF_GENERAL_ENABLE_GPU_CACHE);

        if (value.len > 0U) {
            NvSciBufAttrValGpuCache entry;

            bytes_copy(&entry, value.bytes, sizeof(entry));
            status = add_cache(merge, &cursor, &entry);
        }
        (void)list_next(&g_buf_lists, &cursor);
    }
    return status;
}

/** Each GPU that a list wants compression for must use the buffer. */
static NvSciError check_wishes(const BufMerge *merge, const ListCursor *cursor)
{
    NvSciError status = NvSciError_Success;
    const AttrValue gpus = buf_value(merge->row, BUF_GENERAL_GPU_ID);
    const AttrValue wishes = buf_value(cursor->row, BUF_GENERAL_ENABLE_GPU_COMPRESSION);
    const uint8_t *const bytes = wishes.bytes;

    for (size_t at = 0U; (at < wishes.len) && (status == NvSciError_Success);
         at += sizeof(NvSciBufAttrValGpuCompression)) {
        NvSciBufAttrValGpuCompression wish;

        bytes_copy(&wish, &bytes[at], sizeof(wish));
        if (!names_gpu(gpus, &wish.gpuId)) {
            status = buf_conflict_at(merge, NvSciError_ReconciliationFailed,
                                     BUF_GENERAL_ENABLE_GPU_COMPRESSION, RINGFENCE_RULE_CONSISTENT,
                                     BUF_GENERAL_GPU_ID, cursor);
        }
    }
    return status;
}

/** @satisfies RF-BUF-043 */
static NvSciError check_compression(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    ListCursor cursor = list_first(merge->inputs);

    for (uint32_t i = 0U; (i < merge->inputs->slots) && (status == NvSciError_Success); i++) {
        status = check_wishes(merge, &cursor);
        (void)list_next(&g_buf_lists, &cursor);
    }
    return status;
}

/** Reports the first list whose engines do not reach video memory, else that of late peers, whose
 * engines are assumed. */
static NvSciError report_engine(const BufMerge *merge)
{
    const bool is_named = buf_is_set(merge->row, BUF_GENERAL_PEER_HW_ENGINE_ARRAY);
    const NvSciError status =
        buf_conflict(merge, NvSciError_ReconciliationFailed, BUF_GENERAL_VIDMEM_GPU_ID,
                     RINGFENCE_RULE_CONSISTENT,
                     is_named ? BUF_GENERAL_PEER_HW_ENGINE_ARRAY : BUF_GENERAL_PEER_LOCATION_INFO);
    ListCursor cursor = list_first(merge->inputs);
    bool is_found = false;

    for (uint32_t i = 0U; (i < merge->inputs->slots) && (!is_found); i++) {
        is_found =
            buf_engine_needs(buf_value(cursor.row, BUF_GENERAL_PEER_HW_ENGINE_ARRAY)).is_bound;
        if (is_found) {
            buf_second_at(merge, BUF_GENERAL_PEER_HW_ENGINE_ARRAY, &cursor);
        }
        (void)list_next(&g_buf_lists, &cursor);
    }
    return status;
}

/**
 * Video memory is that of a discrete GPU, and no other engine reaches it.
 *
 * @satisfies RF-BUF-044
 */
static NvSciError check_video_memory(const BufMerge *merge, bool is_integrated)
{
    NvSciError status = NvSciError_Success;
    const bool wanted = buf_is_gpu(buf_value(merge->row, BUF_GENERAL_VIDMEM_GPU_ID));
    const BufEngineNeeds needs = buf_engine_of_row(merge->row);

    if (wanted && is_integrated) {
        status = buf_conflict(merge, NvSciError_NotSupported, BUF_GENERAL_VIDMEM_GPU_ID,
                              RINGFENCE_RULE_SUPPORTED, BUF_GENERAL_VIDMEM_GPU_ID);
    } else if (wanted && needs.is_bound) {
        status = report_engine(merge);
    } else {
        status = NvSciError_Success;
    }
    return status;
}

NvSciError buf_gpu_merge(const BufMerge *merge, bool is_integrated)
{
    NvSciError status = NvSciError_Success;

    if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
        status = merge_cache(merge, is_integrated);
        if (status == NvSciError_Success) {
            status = check_compression(merge);
        }
        if (status == NvSciError_Success) {
            status = check_video_memory(merge, is_integrated);
        }
    }
    return status;
}

/**
 * A GPU caches the buffer if no list says otherwise. Lists that say nothing count as the default:
 * an integrated GPU caches system memory, a discrete one only video memory. Only integrated GPUs
 * can be asked, so what was asked holds.
 *
 * @satisfies RF-BUF-041
 */
static void compute_caches(const GpuUse *use, AttrValue asked, NvSciBufAttrValGpuCache *caches)
{
    const uint8_t *const bytes = asked.bytes;
    const uint32_t count = (uint32_t)(asked.len / sizeof(NvSciBufAttrValGpuCache));

    for (uint32_t i = 0U; i < use->count; i++) {
        const uint32_t index =
            entry_of(asked.bytes, count, sizeof(NvSciBufAttrValGpuCache), &use->gpus[i]);

        caches[i].gpuId = use->gpus[i];
        caches[i].cacheability = use->is_integrated || use->is_video_memory;
        if (index < count) {
            NvSciBufAttrValGpuCache entry;

            bytes_copy(&entry, &bytes[(size_t)index * sizeof(entry)], sizeof(entry));
            caches[i].cacheability = entry.cacheability;
        }
    }
}

/**
 * In system memory a GPU that caches needs maintenance if anybody else uses the buffer: a GPU that
 * does not cache, the CPU, or another engine. Video memory is reached through its own GPU's cache,
 * because no engine but GPUs may use it.
 *
 * @satisfies RF-BUF-042
 */
static void compute_coherency(const GpuUse *use, const NvSciBufAttrValGpuCache *caches,
                              NvSciBufAttrValGpuCache *needs)
{
    bool all_cache = true;

    for (uint32_t i = 0U; i < use->count; i++) {
        all_cache = all_cache && caches[i].cacheability;
    }
    for (uint32_t i = 0U; i < use->count; i++) {
        needs[i].gpuId = caches[i].gpuId;
        needs[i].cacheability =
            (!use->is_video_memory) && caches[i].cacheability && (use->is_shared || (!all_cache));
    }
}

bool buf_gpu_satisfied(AttrValue reconciled, AttrValue recomputed)
{
    const uint8_t *const bytes = recomputed.bytes;
    const uint8_t *const have = reconciled.bytes;
    const uint32_t count = (uint32_t)(reconciled.len / sizeof(NvSciBufAttrValGpuCache));
    bool satisfied = true;

    for (size_t at = 0U; (at < recomputed.len) && satisfied;
         at += sizeof(NvSciBufAttrValGpuCache)) {
        NvSciBufAttrValGpuCache wanted;
        uint32_t index = 0U;

        bytes_copy(&wanted, &bytes[at], sizeof(wanted));
        index = entry_of(reconciled.bytes, count, sizeof(wanted), &wanted.gpuId);
        if (index == count) {
            satisfied = false;
        } else {
            NvSciBufAttrValGpuCache entry;

            bytes_copy(&entry, &have[(size_t)index * sizeof(entry)], sizeof(entry));
            satisfied = wanted.cacheability || (!entry.cacheability);
        }
    }
    return satisfied;
}

/** @satisfies RF-BUF-040 */
void buf_gpu_compute(uint32_t row, bool is_integrated, bool has_engine)
{
    NvSciRmGpuId gpus[RINGFENCE_CFG_GPUS];
    const uint32_t count = copy_gpus(buf_value(row, BUF_GENERAL_GPU_ID), gpus);
    const bool has_cpu = buf_flag(row, BUF_GENERAL_NEED_CPU_ACCESS);
    const GpuUse use = {gpus, count, is_integrated,
                        buf_is_gpu(buf_value(row, BUF_GENERAL_VIDMEM_GPU_ID)),
                        has_cpu || has_engine};

    if (use.count > 0U) {
        NvSciBufAttrValGpuCache caches[RINGFENCE_CFG_GPUS];
        NvSciBufAttrValGpuCache needs[RINGFENCE_CFG_GPUS];
        NvSciBufAttrValGpuCompression compressions[RINGFENCE_CFG_GPUS];

        compute_caches(&use, buf_value(row, BUF_GENERAL_ENABLE_GPU_CACHE), caches);
        compute_coherency(&use, caches, needs);
        for (uint32_t i = 0U; i < use.count; i++) {
            compressions[i].gpuId = gpus[i];
            compressions[i].compressionType = NvSciBufCompressionType_None;
        }
        buf_put(row, BUF_GENERAL_ENABLE_GPU_CACHE, caches, use.count * sizeof(caches[0]));
        buf_put(row, BUF_GENERAL_GPU_SW_NEED_CACHE_COHERENCY, needs, use.count * sizeof(needs[0]));
        buf_put(row, BUF_GENERAL_ENABLE_GPU_COMPRESSION, compressions,
                use.count * sizeof(compressions[0]));
    }
}
