/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device.c
 * Memory of devices: which buffers are in it, and reserving it through the driver of the device.
 *
 * The library knows such memory only by a descriptor. It maps nothing, and cannot tell what stands
 * behind a descriptor that comes from another process.
 */
#include "buf/buf.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "port/descriptor.h"
#include "ringfence_engine.h"

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/** Who reserves; allocate is NULL as long as nobody does. Under the lock. */
static RingfenceEngineMemory g_device_memory;

/** @satisfies RF-ENGINE-020 */
NvSciError buf_device_set(const RingfenceEngineMemory *memory)
{
    NvSciError status = NvSciError_Success;

    if (g_device_memory.allocate == NULL) {
        g_device_memory = *memory;
    } else if ((g_device_memory.allocate != memory->allocate) ||
               (g_device_memory.check != memory->check) ||
               (g_device_memory.context != memory->context)) {
        status = NvSciError_AlreadyInUse;
    } else {
        /* It was said before. */
    }
    return status;
}

bool buf_device_is_wanted(uint32_t list)
{
    return feature_enabled(RINGFENCE_CFG_ENGINES) &&
           buf_is_gpu(buf_value(list, BUF_GENERAL_VIDMEM_GPU_ID));
}

/** @satisfies RF-ENGINE-019 */
bool buf_device_can_be(uint32_t list)
{
    return buf_device_is_wanted(list) && (!buf_flag(list, BUF_GENERAL_NEED_CPU_ACCESS));
}

void buf_device_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, PortMemory *memory)
{
    memory->base = NULL;
    memory->view = NULL;
    memory->size = size;
    memory->alignment = alignment;
    memory->descriptor = descriptor;
}

/** Asks the driver, and believes it no more than needed. */
static NvSciError ask_driver(const BufDevice *device, uint64_t size, uint64_t alignment,
                             PortMemory *memory)
{
    int32_t descriptor = -1;
    uint64_t rounded = 0U;
    NvSciError status = device->memory.allocate(device->memory.context, &device->gpu, size,
                                                alignment, &descriptor, &rounded);

    if (status == NvSciError_Success) {
        if ((descriptor < 0) || (rounded < size)) {
            ringfence_port_descriptor_close(descriptor);
            status = NvSciError_ResourceError;
        } else {
            buf_device_adopt(descriptor, rounded, alignment, memory);
        }
    } else if (status != NvSciError_InsufficientMemory) {
        status = NvSciError_ResourceError;
    } else {
        /* The device has no memory left. */
    }
    return status;
}

/** @satisfies RF-ENGINE-019 RF-ENGINE-021 */
void buf_device_plan(uint32_t list, BufDevice *device)
{
    device->is_possible = false;
    if (buf_device_can_be(list) && (g_device_memory.allocate != NULL)) {
        const AttrValue value = buf_value(list, BUF_GENERAL_VIDMEM_GPU_ID);

        ASSERT(value.len == sizeof(device->gpu));
        bytes_copy(&device->gpu, value.bytes, sizeof(device->gpu));
        device->memory = g_device_memory;
        device->is_possible = true;
    }
}

/** @satisfies RF-ENGINE-018 RF-ENGINE-021 */
NvSciError buf_device_reserve(const BufDevice *device, uint64_t size, uint64_t alignment,
                              PortMemory *memory)
{
    return device->is_possible ? ask_driver(device, size, alignment, memory)
                               : NvSciError_ResourceError;
}

/* ---------------------------------------------------------------- reconciling */

static RingfenceEngineVerdict ask_use(const RingfenceEngineUse *use, uint64_t *limit)
{
    return g_device_memory.check(g_device_memory.context, use, limit);
}

/** Says whether a driver knows what its devices can use. */
static bool has_judge(void)
{
    return feature_enabled(RINGFENCE_CFG_ENGINES) && (g_device_memory.check != NULL);
}

/** Fields of an image. */
static uint64_t fields_of(uint32_t row)
{
    return buf_number(row, BUF_IMAGE_SCAN_TYPE) + 1U;
}

static uint64_t greater_of(uint64_t left, uint64_t right)
{
    return (left > right) ? left : right;
}

/** What a row says of its buffer; the GPU and the home are for the caller to fill in. */
static RingfenceEngineUse use_of(uint32_t row)
{
    RingfenceEngineUse use = {NULL, NULL, 0U, false, false, 0U, 0U};
    const uint64_t fields = fields_of(row);
    uint64_t size = 0U;

    buf_memory_need(row, &size, &use.alignment);
    use.needsCpu = buf_flag(row, BUF_GENERAL_NEED_CPU_ACCESS);
    use.isBlockLinear =
        buf_is_set(row, BUF_IMAGE_LAYOUT) &&
        (buf_number(row, BUF_IMAGE_LAYOUT) == (uint64_t)NvSciBufImage_BlockLinearType);
    for (uint32_t i = 0U; (i < buf_count(row, BUF_IMAGE_PLANE_WIDTH)) && use.isBlockLinear; i++) {
        const uint64_t rows = buf_number_at(row, BUF_IMAGE_PLANE_HEIGHT, i);

        use.width = greater_of(use.width, buf_number_at(row, BUF_IMAGE_PLANE_WIDTH, i));
        use.height = greater_of(use.height, (rows / fields) + (rows % fields));
    }
    return use;
}

/** Says whether a block-linear image is only for who reaches memory of GPUs, and no list says where
 * it is to be. */
static bool is_open_image(uint32_t row)
{
    const RingfenceEngineUse use = use_of(row);

    return use.isBlockLinear && (!use.needsCpu) && (!buf_is_set(row, BUF_GENERAL_VIDMEM_GPU_ID)) &&
           (!buf_engine_of_row(row).is_bound);
}

/** @satisfies RF-ENGINE-028 */
void buf_device_choose(const BufMerge *merge, bool is_integrated)
{
    if (has_judge() && (!is_integrated) && is_open_image(merge->row)) {
        const AttrValue gpus = buf_value(merge->row, BUF_GENERAL_GPU_ID);
        const NvSciRmGpuId *const ids = gpus.bytes;
        RingfenceEngineUse use = use_of(merge->row);
        uint64_t limit = 0U;
        bool is_found = false;

        use.alignment = 1U;
        for (size_t i = 0U; (i < (gpus.len / sizeof(*ids))) && (!is_found); i++) {
            const AttrValue id = {&ids[i], sizeof(*ids)};

            use.home = &ids[i];
            if (buf_is_gpu(id)) {
                is_found = (ask_use(&use, &limit) == RINGFENCE_ENGINE_USE_FITS);
            }
        }
        if (is_found) {
            buf_put(merge->row, BUF_GENERAL_VIDMEM_GPU_ID, use.home, sizeof(*use.home));
        }
    }
}

/** Reports the first list that asks for access of the CPU. */
static NvSciError report_cpu(const BufMerge *merge, NvSciError error, RingfenceRule rule,
                             BufKey other)
{
    const BufLimit limit = {BUF_GENERAL_NEED_CPU_ACCESS, UINT32_MAX, 0U, 0U, rule, other, error};

    return buf_check_limits(merge, &limit, 1U);
}

/** Reports why a block-linear image is in memory where GPUs cannot use it. */
static NvSciError report_layout(const BufMerge *merge)
{
    NvSciError status =
        report_cpu(merge, NvSciError_NotSupported, RINGFENCE_RULE_CONSISTENT, BUF_IMAGE_LAYOUT);

    if (status == NvSciError_Success) {
        BufKey other = BUF_GENERAL_PEER_LOCATION_INFO;

        if (buf_is_set(merge->row, BUF_GENERAL_VIDMEM_GPU_ID)) {
            other = BUF_GENERAL_VIDMEM_GPU_ID;
        } else if (buf_is_set(merge->row, BUF_GENERAL_PEER_HW_ENGINE_ARRAY)) {
            other = BUF_GENERAL_PEER_HW_ENGINE_ARRAY;
        } else {
            other = BUF_GENERAL_PEER_LOCATION_INFO;
        }
        status = buf_conflict(merge, NvSciError_NotSupported, BUF_IMAGE_LAYOUT,
                              RINGFENCE_RULE_CONSISTENT, other);
    }
    return status;
}

/** Elements of keys of which the greatest counts. */
typedef struct {
    BufKey key;
    uint32_t index;
} GreatKey;

/** Reports the first of some elements that is greater than can be, and what can be. */
static NvSciError report_greatest(const BufMerge *merge, const GreatKey *keys, uint32_t count,
                                  uint64_t most)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const BufLimit limit = {keys[i].key,
                                UINT32_MAX,
                                keys[i].index,
                                most,
                                RINGFENCE_RULE_SUPPORTED,
                                keys[i].key,
                                NvSciError_NotSupported};

        status = buf_check_limits(merge, &limit, 1U);
        if (status != NvSciError_Success) {
            buf_second_is(merge, keys[i].key, most);
        }
    }
    return status;
}

static NvSciError report_alignment(const BufMerge *merge, uint64_t most)
{
    static const GreatKey keys[] = {{BUF_RAW_ALIGN, 0U},
                                    {BUF_TENSOR_BASE_ADDR_ALIGN, 0U},
                                    {BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, 0U},
                                    {BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, 1U},
                                    {BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, 2U}};

    return report_greatest(merge, keys, COUNT_OF(keys), most);
}

/** Reports a width or a height that no GPU's image has. */
static NvSciError report_extent(const BufMerge *merge, bool is_width, uint64_t most)
{
    static const GreatKey widths[] = {{BUF_IMAGE_SURF_WIDTH_BASE, 0U},
                                      {BUF_IMAGE_PLANE_WIDTH, 0U},
                                      {BUF_IMAGE_PLANE_WIDTH, 1U},
                                      {BUF_IMAGE_PLANE_WIDTH, 2U}};
    static const GreatKey heights[] = {{BUF_IMAGE_SURF_HEIGHT_BASE, 0U},
                                       {BUF_IMAGE_PLANE_HEIGHT, 0U},
                                       {BUF_IMAGE_PLANE_HEIGHT, 1U},
                                       {BUF_IMAGE_PLANE_HEIGHT, 2U}};

    return is_width
               ? report_greatest(merge, widths, COUNT_OF(widths), most)
               : report_greatest(merge, heights, COUNT_OF(heights), most * fields_of(merge->row));
}

/** Reports what the driver has against the memory. */
static NvSciError report_home(const BufMerge *merge, RingfenceEngineVerdict verdict, uint64_t limit)
{
    NvSciError status = NvSciError_Success;

    if (verdict == RINGFENCE_ENGINE_USE_NO_CPU) {
        status = report_cpu(merge, NvSciError_ReconciliationFailed, RINGFENCE_RULE_REACH,
                            BUF_GENERAL_VIDMEM_GPU_ID);
    } else if (verdict == RINGFENCE_ENGINE_USE_ALIGNMENT) {
        status = report_alignment(merge, limit);
    } else if (verdict != RINGFENCE_ENGINE_USE_FITS) {
        status = buf_conflict(merge, NvSciError_NotSupported, BUF_GENERAL_VIDMEM_GPU_ID,
                              RINGFENCE_RULE_PRESENT, BUF_GENERAL_VIDMEM_GPU_ID);
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** Reports what the driver has against a GPU of the list at `cursor`. */
static NvSciError report_user(const BufMerge *merge, RingfenceEngineVerdict verdict, uint64_t limit,
                              const ListCursor *cursor)
{
    NvSciError status = NvSciError_Success;

    if (verdict == RINGFENCE_ENGINE_USE_NO_REACH) {
        status = buf_conflict_at(merge, NvSciError_ReconciliationFailed, BUF_GENERAL_GPU_ID,
                                 RINGFENCE_RULE_REACH, BUF_GENERAL_VIDMEM_GPU_ID, cursor);
    } else if (feature_enabled(RINGFENCE_CFG_TYPES) && (verdict == RINGFENCE_ENGINE_USE_LAYOUT)) {
        status = report_layout(merge);
    } else if ((verdict == RINGFENCE_ENGINE_USE_WIDTH) ||
               (verdict == RINGFENCE_ENGINE_USE_HEIGHT)) {
        status = report_extent(merge, verdict == RINGFENCE_ENGINE_USE_WIDTH, limit);
    } else if (verdict != RINGFENCE_ENGINE_USE_FITS) {
        status = buf_conflict_at(merge, NvSciError_NotSupported, BUF_GENERAL_GPU_ID,
                                 RINGFENCE_RULE_PRESENT, BUF_GENERAL_GPU_ID, cursor);
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** Says whether a slot is of this process. What GPUs another one can use is not known here. */
static bool is_of_this_process(const ListCursor *cursor)
{
    const ListRow *const row = &g_buf_lists.rows[cursor->row];

    return (row->routes == 0U) || (row->route[0].count == 0U);
}

/** Asks about each GPU that a slot names. */
static NvSciError check_slot(const BufMerge *merge, const ListCursor *cursor,
                             RingfenceEngineUse *use)
{
    const AttrValue gpus = buf_value(cursor->row, BUF_GENERAL_GPU_ID);
    const NvSciRmGpuId *const ids = gpus.bytes;
    NvSciError status = NvSciError_Success;

    for (size_t i = 0U; (i < (gpus.len / sizeof(*ids))) && (status == NvSciError_Success); i++) {
        const AttrValue id = {&ids[i], sizeof(*ids)};

        if (buf_is_gpu(id)) {
            uint64_t limit = 0U;
            RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;

            use->gpu = &ids[i];
            verdict = ask_use(use, &limit);
            status = report_user(merge, verdict, limit, cursor);
        }
    }
    return status;
}

/** @satisfies RF-ENGINE-027 */
NvSciError buf_device_check(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;

    if (has_judge()) {
        RingfenceEngineUse use = use_of(merge->row);
        ListCursor cursor = list_first(merge->inputs);

        if (buf_device_is_wanted(merge->row)) {
            uint64_t limit = 0U;
            RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;

            use.home = buf_value(merge->row, BUF_GENERAL_VIDMEM_GPU_ID).bytes;
            ASSERT(use.home != NULL);
            verdict = ask_use(&use, &limit);
            status = report_home(merge, verdict, limit);
        }
        for (uint32_t i = 0U; (i < merge->inputs->slots) && (status == NvSciError_Success); i++) {
            if (is_of_this_process(&cursor)) {
                status = check_slot(merge, &cursor, &use);
            }
            (void)list_next(&g_buf_lists, &cursor);
        }
    }
    return status;
}
