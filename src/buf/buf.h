/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf.h
 * What the files of the buffer room share: keys, values, reconciliation, layout, objects.
 *
 * Everything here needs the library's lock, except what only computes from its arguments: formats,
 * checked numbers, engines, GPU rules and layouts.
 */
#ifndef RINGFENCE_BUF_BUF_H
#define RINGFENCE_BUF_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/attr.h"
#include "core/list.h"
#include "core/parts.h"
#include "core/phase.h"
#include "nvscibuf.h"
#include "nvscierror.h"
#include "port/port.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"

/* ---------------------------------------------------------------- keys (keys.c) */

/** Buffer types that a list can name. */
#define BUF_TYPES_MAX 5U

/** Index of each key in the table. */
typedef enum {
    BUF_GENERAL_TYPES = 0,
    BUF_GENERAL_NEED_CPU_ACCESS,
    BUF_GENERAL_REQUIRED_PERM,
    BUF_GENERAL_ENABLE_CPU_CACHE,
    BUF_GENERAL_GPU_ID,
    BUF_GENERAL_CPU_NEED_SW_CACHE_COHERENCY,
    BUF_GENERAL_ACTUAL_PERM,
    BUF_GENERAL_VIDMEM_GPU_ID,
    BUF_GENERAL_ENABLE_GPU_CACHE,
    BUF_GENERAL_GPU_SW_NEED_CACHE_COHERENCY,
    BUF_GENERAL_ENABLE_GPU_COMPRESSION,
    BUF_GENERAL_PEER_LOCATION_INFO,
    BUF_GENERAL_PEER_HW_ENGINE_ARRAY,
    BUF_RAW_SIZE,
    BUF_RAW_ALIGN,
    BUF_IMAGE_LAYOUT,
    BUF_IMAGE_TOP_PADDING,
    BUF_IMAGE_BOTTOM_PADDING,
    BUF_IMAGE_LEFT_PADDING,
    BUF_IMAGE_RIGHT_PADDING,
    BUF_IMAGE_VPR_FLAG,
    BUF_IMAGE_SIZE,
    BUF_IMAGE_ALIGNMENT,
    BUF_IMAGE_PLANE_COUNT,
    BUF_IMAGE_PLANE_COLOR_FORMAT,
    BUF_IMAGE_PLANE_COLOR_STD,
    BUF_IMAGE_PLANE_BASE_ADDR_ALIGN,
    BUF_IMAGE_PLANE_WIDTH,
    BUF_IMAGE_PLANE_HEIGHT,
    BUF_IMAGE_SCAN_TYPE,
    BUF_IMAGE_PLANE_BITS_PER_PIXEL,
    BUF_IMAGE_PLANE_OFFSET,
    BUF_IMAGE_PLANE_DATATYPE,
    BUF_IMAGE_PLANE_CHANNEL_COUNT,
    BUF_IMAGE_PLANE_SECOND_FIELD_OFFSET,
    BUF_IMAGE_PLANE_PITCH,
    BUF_IMAGE_PLANE_ALIGNED_HEIGHT,
    BUF_IMAGE_PLANE_ALIGNED_SIZE,
    BUF_IMAGE_IMAGE_COUNT,
    BUF_IMAGE_SURF_TYPE,
    BUF_IMAGE_SURF_MEM_LAYOUT,
    BUF_IMAGE_SURF_SAMPLE_TYPE,
    BUF_IMAGE_SURF_BPC,
    BUF_IMAGE_SURF_COMPONENT_ORDER,
    BUF_IMAGE_SURF_WIDTH_BASE,
    BUF_IMAGE_SURF_HEIGHT_BASE,
    BUF_IMAGE_SURF_COLOR_STD,
    BUF_TENSOR_DATA_TYPE,
    BUF_TENSOR_NUM_DIMS,
    BUF_TENSOR_SIZE_PER_DIM,
    BUF_TENSOR_ALIGNMENT_PER_DIM,
    BUF_TENSOR_STRIDES_PER_DIM,
    BUF_TENSOR_PIXEL_FORMAT,
    BUF_TENSOR_BASE_ADDR_ALIGN,
    BUF_TENSOR_SIZE,
    BUF_ARRAY_DATA_TYPE,
    BUF_ARRAY_STRIDE,
    BUF_ARRAY_CAPACITY,
    BUF_ARRAY_SIZE,
    BUF_ARRAY_ALIGNMENT,
    BUF_PYRAMID_NUM_LEVELS,
    BUF_PYRAMID_SCALE,
    BUF_PYRAMID_LEVEL_OFFSET,
    BUF_PYRAMID_LEVEL_SIZE,
    BUF_PYRAMID_ALIGNMENT,
    BUF_KEY_COUNT
} BufKey;

/** The part of them that a library of raw buffers has. */
typedef struct {
    uint64_t general_types[ATTR_WORDS(sizeof(NvSciBufType), BUF_TYPES_MAX)];
    uint64_t general_need_cpu_access[ATTR_WORDS(sizeof(bool), 1U)];
    uint64_t general_required_perm[ATTR_WORDS(sizeof(NvSciBufAttrValAccessPerm), 1U)];
    uint64_t general_enable_cpu_cache[ATTR_WORDS(sizeof(bool), 1U)];
    uint64_t general_gpu_id[ATTR_WORDS(sizeof(NvSciRmGpuId), RINGFENCE_CFG_GPUS)];
    uint64_t general_cpu_need_sw_cache_coherency[ATTR_WORDS(sizeof(bool), 1U)];
    uint64_t general_actual_perm[ATTR_WORDS(sizeof(NvSciBufAttrValAccessPerm), 1U)];
    uint64_t general_vidmem_gpu_id[ATTR_WORDS(sizeof(NvSciRmGpuId), 1U)];
    uint64_t
        general_enable_gpu_cache[ATTR_WORDS(sizeof(NvSciBufAttrValGpuCache), RINGFENCE_CFG_GPUS)];
    uint64_t general_gpu_sw_need_cache_coherency[ATTR_WORDS(sizeof(NvSciBufAttrValGpuCache),
                                                            RINGFENCE_CFG_GPUS)];
    uint64_t general_enable_gpu_compression[ATTR_WORDS(sizeof(NvSciBufAttrValGpuCompression),
                                                       RINGFENCE_CFG_GPUS)];
    uint64_t general_peer_location_info[ATTR_WORDS(sizeof(NvSciBufPeerLocationInfo),
                                                   RINGFENCE_CFG_PEERS)];
    uint64_t
        general_peer_hw_engine_array[ATTR_WORDS(sizeof(NvSciBufPeerHwEngine), RINGFENCE_CFG_PEERS)];
    uint64_t raw_size[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t raw_align[ATTR_WORDS(sizeof(uint64_t), 1U)];
} BufRawValues;

/** Place of the values in the words of a slot: room for all elements of each key. */
typedef struct {
    BufRawValues raw;
    uint64_t image_layout[ATTR_WORDS(sizeof(NvSciBufAttrValImageLayoutType), 1U)];
    uint64_t image_top_padding[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_bottom_padding[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_left_padding[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_right_padding[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_vpr_flag[ATTR_WORDS(sizeof(bool), 1U)];
    uint64_t image_size[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t image_alignment[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t image_plane_count[ATTR_WORDS(sizeof(uint32_t), 1U)];
    uint64_t image_plane_color_format[ATTR_WORDS(sizeof(NvSciBufAttrValColorFmt),
                                                 NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_color_std[ATTR_WORDS(sizeof(NvSciBufAttrValColorStd),
                                              NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_base_addr_align[ATTR_WORDS(sizeof(uint32_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_width[ATTR_WORDS(sizeof(uint32_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_height[ATTR_WORDS(sizeof(uint32_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_scan_type[ATTR_WORDS(sizeof(NvSciBufAttrValImageScanType), 1U)];
    uint64_t image_plane_bits_per_pixel[ATTR_WORDS(sizeof(uint32_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_offset[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_datatype[ATTR_WORDS(sizeof(NvSciBufAttrValDataType),
                                             NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_channel_count[ATTR_WORDS(sizeof(uint8_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t
        image_plane_second_field_offset[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_pitch[ATTR_WORDS(sizeof(uint32_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_aligned_height[ATTR_WORDS(sizeof(uint32_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_plane_aligned_size[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_IMAGE_MAX_PLANES)];
    uint64_t image_image_count[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t image_surf_type[ATTR_WORDS(sizeof(NvSciBufSurfType), 1U)];
    uint64_t image_surf_mem_layout[ATTR_WORDS(sizeof(NvSciBufSurfMemLayout), 1U)];
    uint64_t image_surf_sample_type[ATTR_WORDS(sizeof(NvSciBufSurfSampleType), 1U)];
    uint64_t image_surf_bpc[ATTR_WORDS(sizeof(NvSciBufSurfBPC), 1U)];
    uint64_t image_surf_component_order[ATTR_WORDS(sizeof(NvSciBufSurfComponentOrder), 1U)];
    uint64_t image_surf_width_base[ATTR_WORDS(sizeof(uint32_t), 1U)];
    uint64_t image_surf_height_base[ATTR_WORDS(sizeof(uint32_t), 1U)];
    uint64_t image_surf_color_std[ATTR_WORDS(sizeof(NvSciBufAttrValColorStd), 1U)];
    uint64_t tensor_data_type[ATTR_WORDS(sizeof(NvSciBufAttrValDataType), 1U)];
    uint64_t tensor_num_dims[ATTR_WORDS(sizeof(uint32_t), 1U)];
    uint64_t tensor_size_per_dim[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_TENSOR_MAX_DIMS)];
    uint64_t tensor_alignment_per_dim[ATTR_WORDS(sizeof(uint32_t), NV_SCI_BUF_TENSOR_MAX_DIMS)];
    uint64_t tensor_strides_per_dim[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_TENSOR_MAX_DIMS)];
    uint64_t tensor_pixel_format[ATTR_WORDS(sizeof(NvSciBufAttrValColorFmt), 1U)];
    uint64_t tensor_base_addr_align[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t tensor_size[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t array_data_type[ATTR_WORDS(sizeof(NvSciBufAttrValDataType), 1U)];
    uint64_t array_stride[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t array_capacity[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t array_size[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t array_alignment[ATTR_WORDS(sizeof(uint64_t), 1U)];
    uint64_t pyramid_num_levels[ATTR_WORDS(sizeof(uint32_t), 1U)];
    uint64_t pyramid_scale[ATTR_WORDS(sizeof(float), 1U)];
    uint64_t pyramid_level_offset[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_PYRAMID_MAX_LEVELS)];
    uint64_t pyramid_level_size[ATTR_WORDS(sizeof(uint64_t), NV_SCI_BUF_PYRAMID_MAX_LEVELS)];
    uint64_t pyramid_alignment[ATTR_WORDS(sizeof(uint64_t), 1U)];
} BufValues;

/** Keys of a library: those of raw buffers stand before those of all other types. */
#define BUF_KEYS                                                                                   \
    ((RINGFENCE_CFG_TYPES == 1U) ? (uint32_t)BUF_KEY_COUNT : (uint32_t)BUF_IMAGE_LAYOUT)

/** Words that the values of a slot take; a conflict must fit as well. */
#define BUF_WORDS_RAW ((uint32_t)(sizeof(BufRawValues) / sizeof(uint64_t)))
#define BUF_WORDS_ALL ((uint32_t)(sizeof(BufValues) / sizeof(uint64_t)))
#define BUF_WORDS_ONE ((RINGFENCE_CFG_TYPES == 1U) ? BUF_WORDS_ALL : BUF_WORDS_RAW)
#define BUF_WORDS                                                                                  \
    ((BUF_WORDS_ONE > (uint32_t)LIST_WORDS_MIN) ? BUF_WORDS_ONE : (uint32_t)LIST_WORDS_MIN)

/** All keys, in the order of BufKey. */
extern const AttrTable g_buf_table;

/* ---------------------------------------------------------------- modules (module.c) */

/** Finds a module by its handle. BadParameter iff it is no open module. */
NvSciError buf_module_find(PhaseOp op, NvSciBufModule module, uint32_t *index);

/* ---------------------------------------------------------------- lists (attr_list.c) */

/** Handle of a list. */
NvSciBufAttrList buf_list_handle(uint32_t index);

/** Collects the lists of a call. BadParameter iff the array is NULL or empty, or a list is no
 * unreconciled one, of another module, or given twice. Always needs list_inputs_end(). */
NvSciError buf_inputs_collect(PhaseOp op, const NvSciBufAttrList lists[], size_t count,
                              ListInputs *inputs);

/** Says whether each slot of the inputs names its types. */
bool buf_inputs_have_types(const ListInputs *inputs);

/**
 * Sets keys of a writable list, all or none (attr_set.c). `types` is what the list counts as its
 * types as long as it has none of its own: a set of bits, 1 << NvSciBufType.
 */
NvSciError buf_list_set(uint32_t index, uint32_t types, const NvSciBufAttrKeyValuePair *pairs,
                        size_t count);

/** Says whether an application may set all values of a row, whose lengths and domains fit
 * (attr_set.c). */
bool buf_slot_is_settable(uint32_t row);

/* ---------------------------------------------------------------- rows and values (values.c) */

/** Where the lists of buffers are kept. */
extern const ListClass g_buf_lists;

/** Value of a key of a row. */
AttrValue buf_value(uint32_t row, BufKey key);

/** Says whether a row has a value for a key. */
bool buf_is_set(uint32_t row, BufKey key);

/** Elements of a value; 0: not set. */
uint32_t buf_count(uint32_t row, BufKey key);

/** First element of a value that is a number; 0 if the key is not set. */
uint64_t buf_number(uint32_t row, BufKey key);

/** Any element of such a value; 0 if there is no such element. */
uint64_t buf_number_at(uint32_t row, BufKey key, uint32_t index);

/** Says whether a bool is set, and true. */
bool buf_flag(uint32_t row, BufKey key);

/** Stores a value of `len` bytes. */
void buf_put(uint32_t row, BufKey key, const void *bytes, size_t len);

/** Stores `count` numbers, each in as many bytes as an element of the key has. */
void buf_put_numbers(uint32_t row, BufKey key, const uint64_t *numbers, uint32_t count);

/** Stores one number. */
void buf_put_number(uint32_t row, BufKey key, uint64_t number);

/** Types that a value of the key Types names: a set of bits, 1 << NvSciBufType. */
uint32_t buf_types_of(AttrValue value);

/** Bytes of a MiB. */
#define BUF_MIB 1048576U

/** Types of a row: a set of bits, 1 << NvSciBufType. */
uint32_t buf_types(uint32_t row);

/** Says whether a set of types names this one. */
bool buf_has_type(uint32_t types, NvSciBufType type);

/** Says whether the types have the image keys: image or pyramid. */
bool buf_has_image(uint32_t types);

/* ---------------------------------------------------------------- reconciling */

/** A reconciliation under way. */
typedef struct {
    const ListInputs *inputs;
    /** Row of the values so far. */
    uint32_t row;
    /** Types of the row. */
    uint32_t types;
    /** The image is described by surface keys. */
    bool is_surface;
    /** Why it fails. */
    RingfenceConflict *conflict;
} BufMerge;

/** What to report if a check of merged values does not hold. */
typedef struct {
    BufKey key;
    RingfenceRule rule;
    /** Key that it disagrees with, or `key` itself. */
    BufKey other;
    NvSciError error;
} BufCheck;

/** What the merged value of a key may be at most. */
typedef struct {
    BufKey key;
    /** Elements. */
    uint32_t count;
    /** Element `index`, a number. */
    uint32_t index;
    uint64_t number;
    RingfenceRule rule;
    /** Key that it disagrees with, or `key` itself. */
    BufKey other;
    NvSciError error;
} BufLimit;

/* Reports (merge_conflict.c). */

/** Reports a conflict about `key`; `other` is the key that it disagrees with, or `key` itself. A
 * side is the first list that sets the key; else what the library made of it; else empty. Gives
 * `error`. */
NvSciError buf_conflict(const BufMerge *merge, NvSciError error, BufKey key, RingfenceRule rule,
                        BufKey other);

/** A side of the report is the value of `key` at `place`. */
void buf_first_at(const BufMerge *merge, BufKey key, const ListPlace *place);
void buf_second_at(const BufMerge *merge, BufKey key, const ListPlace *place);

/** The second side of the report is a number that the library supports for `key`. */
void buf_second_is(const BufMerge *merge, BufKey key, uint64_t number);

/** The same, and the value of `key` at `place` is the first side. */
NvSciError buf_conflict_at(const BufMerge *merge, NvSciError error, BufKey key, RingfenceRule rule,
                           BufKey other, const ListPlace *place);

/** Reports the first check that does not hold. Success iff all hold. */
NvSciError buf_check_all(const BufMerge *merge, const BufCheck *checks, const bool *holds,
                         uint32_t count);

/** Reports the first limit that the merged values exceed; the first side is the first list whose
 * own value exceeds it. Success iff none is exceeded. */
NvSciError buf_check_limits(const BufMerge *merge, const BufLimit *limits, uint32_t count);

/** Says whether the row has a key that describes planes. */
bool buf_has_plane_key(uint32_t row, BufKey *found);

/** Says whether a key is one of those. */
bool buf_is_plane_key(BufKey key);
bool buf_is_surface_key(BufKey key);

/** Checks which keys are set, then their values; expands surface keys and completes planes
 * (validate.c). */
NvSciError buf_validate(BufMerge *merge);

/** Checks the values of a row whose keys are complete (validate_values.c). */
NvSciError buf_validate_values(const BufMerge *merge);

/** Expands surface keys to plane keys (surface.c). NotSupported iff the combination has no planes.
 */
NvSciError buf_surface_expand(const BufMerge *merge);

/** What chroma lengths are divided by. */
typedef struct {
    uint64_t width;
    uint64_t height;
} Subsampling;

/** Sampling of the surface of a row (surface.c). */
Subsampling buf_surface_sampling(uint32_t row);

/** Computes the outputs of validated values (compute.c). Overflow iff one is too great. */
NvSciError buf_compute(const BufMerge *merge);

/** Bytes that the buffer of a reconciled row needs, and their alignment (compute.c). */
void buf_memory_need(uint32_t row, uint64_t *size, uint64_t *alignment);

/** Reconciles the lists of a call: gives a list, or the handle of one that says why there is none,
 * if there was a row for it (reconcile.c). */
NvSciError buf_reconcile(PhaseOp op, const NvSciBufAttrList lists[], size_t count, uint32_t *list,
                         NvSciBufAttrList *conflict);

/**
 * Reconciles inputs once more, with a list's own values for what they leave open, and compares
 * (reconcile.c).
 *
 * @retval NvSciError_Success               iff the list satisfies the inputs
 * @retval NvSciError_ReconciliationFailed  iff it does not
 * @retval NvSciError_Overflow              iff an output of the inputs does not fit its width
 * @retval NvSciError_InsufficientMemory    iff there is no row to compute in
 */
NvSciError buf_list_validate(uint32_t reconciled, const ListInputs *inputs);

/**
 * Computes a reconciled list again from its own inputs, and compares every key, so that the layout
 * of a list that others made fits its size (reconcile.c). Lengths and domains of its values fit.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff no reconciliation can have made it
 * @retval NvSciError_InsufficientMemory  iff there are no rows to compute in
 */
NvSciError buf_list_check_sound(uint32_t row);

/* ---------------------------------------------------------------- bounds (bound.c) */

/** Bytes that a buffer may need at most, and its alignment. */
uint64_t buf_bound(void);

/** Size or alignment of a computed row, the greater of both. */
uint64_t buf_most_needed(uint32_t row);

/** Checks that a merged and computed row is within the bound. ReconciliationFailed iff it is not;
 * the conflict names the list with the greatest number, and what would be needed. */
NvSciError buf_check_bound(const BufMerge *merge);

/* ---------------------------------------------------------------- colour formats (format.c) */

/** Family of a colour format. */
typedef enum { BUF_FORMAT_RGBA = 0, BUF_FORMAT_YUV = 1, BUF_FORMAT_RAW = 2 } BufFormatFamily;

/** What is known of a colour format. */
typedef struct {
    /** Bits of a pixel; 0: the format is not supported. */
    uint8_t bits;
    uint8_t channels;
    NvSciBufAttrValDataType data_type;
    BufFormatFamily family;
} BufFormat;

/** Describes a colour format; bits 0 for a number that is none. */
BufFormat buf_format(uint64_t format);

/** Bytes of an element of a data type; 4-bit elements take a byte each. */
uint64_t buf_element_size(uint64_t data_type);

/* ---------------------------------------------------------------- engines (hw_constraints.c) */

/** What engines demand of a buffer. */
typedef struct {
    /** Bytes, powers of two, 1 at least. */
    uint64_t pitch_align;
    uint64_t base_align;
    /** Bits of NvSciBufAttrValImageLayoutType that no engine rules out. */
    uint32_t layouts;
    /** Bits of NvSciBufAttrValImageScanType that no engine rules out. */
    uint32_t scans;
    /** An engine that is no GPU uses the buffer. */
    bool is_used;
    /** An engine does not see the caches of the CPU. */
    bool is_incoherent;
} BufEngineNeeds;

/** buf_compute() of what only images, pyramids, tensors and arrays have. */
NvSciError buf_compute_types(const BufMerge *merge, const BufEngineNeeds *needs);

/** Alignment of a buffer that is no image, of what was asked for. */
uint64_t buf_base_align(uint64_t asked, const BufEngineNeeds *needs);

/** Says whether the library knows an engine and its platform. */
bool buf_engine_is_known(NvSciBufPeerHwEngine engine);

/** What all engines of an array demand together. */
BufEngineNeeds buf_engine_needs(AttrValue engines);

/** What the engines of a row demand: those of its array, or, if it names late peers and no engine,
 * all that admit its layout and scan type. */
BufEngineNeeds buf_engine_of_row(uint32_t row);

/* ---------------------------------------------------------------- GPUs (gpu.c) */

/** Merges and checks the GPU keys of all inputs into the row. */
NvSciError buf_gpu_merge(const BufMerge *merge, bool is_integrated);

/** Says whether no GPU caches the buffer that an input forbids to cache it. */
bool buf_gpu_satisfied(AttrValue reconciled, AttrValue recomputed);

/** Says whether a value names a GPU at all: all zero is none. */
bool buf_is_gpu(AttrValue value);

/** Writes the GPU outputs of a row. */
void buf_gpu_compute(uint32_t row, bool is_integrated, bool has_engine);

/* ---------------------------------------------------------------- checked numbers (checked.c) */

/* `fits` becomes false if a result does not fit 64 bits; then, and if it was false, the result is
 * 0. */

uint64_t checked_add(uint64_t left, uint64_t right, bool *fits);
uint64_t checked_multiply(uint64_t left, uint64_t right, bool *fits);
/** Rounds up to a multiple of a power of two. */
uint64_t checked_align(uint64_t number, uint64_t alignment, bool *fits);
/** Divides and rounds up; always fits. The divisor is not 0. */
uint64_t checked_divide(uint64_t number, uint64_t divisor);

/* ---------------------------------------------------------------- layouts (layout_*.c) */

/** What is asked of a plane. Lengths are pixels. */
typedef struct {
    uint64_t width;
    uint64_t height;
    uint64_t left;
    uint64_t right;
    uint64_t top;
    uint64_t bottom;
    /** Bits of a pixel. */
    uint64_t bits;
    /** Bytes, a power of two. */
    uint64_t base_align;
    /** In a level of a pyramid: lengths are those of plane 0, divided and rounded up; 0: the plane
     * is scaled by itself. */
    uint64_t width_divisor;
    uint64_t height_divisor;
} PlaneShape;

/** What is asked of an image. */
typedef struct {
    uint32_t count;
    PlaneShape planes[NV_SCI_BUF_IMAGE_MAX_PLANES];
    /** 1: progressive; 2: interlaced. */
    uint64_t fields;
    /** Powers of two: bytes, rows, bytes. */
    uint64_t pitch_align;
    uint64_t height_align;
    uint64_t size_align;
} ImageShape;

/** Where a plane lies. */
typedef struct {
    uint64_t offset;
    uint64_t pitch;
    /** Rows of a field. */
    uint64_t height;
    uint64_t second_field;
    uint64_t size;
} PlaneLayout;

/** Where an image lies. */
typedef struct {
    PlaneLayout planes[NV_SCI_BUF_IMAGE_MAX_PLANES];
    uint64_t size;
    /** What memory must be aligned to for all planes. */
    uint64_t alignment;
} ImageLayout;

/** What is asked of a tensor. */
typedef struct {
    uint32_t dims;
    uint64_t element_size;
    uint64_t sizes[NV_SCI_BUF_TENSOR_MAX_DIMS];
    /** Powers of two, bytes. */
    uint64_t aligns[NV_SCI_BUF_TENSOR_MAX_DIMS];
    uint64_t size_align;
} TensorShape;

/** Where a tensor lies. */
typedef struct {
    uint64_t strides[NV_SCI_BUF_TENSOR_MAX_DIMS];
    uint64_t size;
} TensorLayout;

/** Where the levels of a pyramid lie. */
typedef struct {
    uint64_t offsets[NV_SCI_BUF_PYRAMID_MAX_LEVELS];
    uint64_t sizes[NV_SCI_BUF_PYRAMID_MAX_LEVELS];
    uint64_t end;
    /** The level that was laid out last, and the shape of the next one. */
    ImageLayout image;
    ImageShape level;
} PyramidLayout;

/** Lays out an image. Gives the key that overflows; BUF_KEY_COUNT if none does. */
BufKey layout_image(const ImageShape *shape, ImageLayout *layout);

/** Pixels of the next level: length x scale, rounded to the nearest, 1 at least. `scale_bits` are
 * the bits of an IEEE 754 single from above 0 to 1 (scale.c). */
uint64_t layout_scale(uint64_t length, uint32_t scale_bits);

/** Lays out a pyramid whose level 0 is `base`. Gives the key that overflows, or BUF_KEY_COUNT. */
BufKey layout_pyramid(const ImageShape *base, uint32_t levels, uint32_t scale_bits,
                      PyramidLayout *layout);

/** Lays out a tensor. Gives the key that overflows, or BUF_KEY_COUNT. */
BufKey layout_tensor(const TensorShape *shape, TensorLayout *layout);

/** Lays out an array: capacity x stride, rounded up. Gives the key that overflows, or
 * BUF_KEY_COUNT. */
BufKey layout_array(uint64_t capacity, uint64_t stride, uint64_t size_align, uint64_t *size);

/* ---------------------------------------------------------------- objects (object.c) */

/** A buffer object. */
typedef struct {
    /** Row of its list. */
    uint32_t list;
    uint32_t module;
    uint32_t memory;
    /** Handles that name it. */
    uint32_t handles;
    /** Bytes of the buffer; the memory may be larger. */
    uint64_t size;
    NvSciBufAttrValAccessPerm permission;
    /** The CPU may use the pointers. */
    bool has_cpu_access;
    /** Software must write back the caches of the CPU. */
    bool needs_flush;
} BufObject;

/** Finds an object by its handle, without the lock. BadParameter iff it is no live object. */
NvSciError buf_object_find(PhaseOp op, NvSciBufObj handle, const BufObject **object);

/** Memory of an object. */
const PortMemory *buf_object_memory(const BufObject *object);

/** First byte of an object's buffer, as the object's rights allow: writable or not. */
const void *buf_object_base(const BufObject *object);

/** First byte of an object's buffer, for writing. NULL iff the object may not be written. */
void *buf_object_writable(const BufObject *object);

/** Says whether engines of this process may write an object: one of their lists asked for it, or
 * left open what it needs. */
bool buf_object_engines_write(const BufObject *object);

/** Says whether an object is in the memory of a device: the CPU has no mapping of it. */
bool buf_object_is_device(const BufObject *object);

/** Allocates an object for a reconciled list. Gives the lock back meanwhile; the list may be gone
 * then. */
NvSciError buf_object_alloc(PhaseOp op, uint32_t list, NvSciBufObj *handle);

/** Makes a handle for an engine, which no program can free. BadParameter iff there is no such
 * object, InsufficientMemory iff there is no handle left. Under the lock. */
NvSciError buf_object_map(PhaseOp op, NvSciBufObj handle, NvSciBufObj *own);

/** Gives back the handle of an engine. BadParameter iff it is none, a fault report. Under the
 * lock. */
NvSciError buf_object_unmap(PhaseOp op, NvSciBufObj own);

/* ---------------------------------------------------------------- devices (device.c) */

/** Says who reserves memory of devices. AlreadyInUse iff another one does. Under the lock. */
NvSciError buf_device_set(const RingfenceEngineMemory *memory);

/** Says whether a list asks for the memory of a device. */
bool buf_device_is_wanted(uint32_t list);

/** Says whether a list asks for the memory of a device and can have it: the CPU needs no access. */
bool buf_device_can_be(uint32_t list);

/** Chooses the memory of a GPU for a block-linear image that GPUs alone use, if no list says where
 * it is to be and the driver of GPUs knows one of them. Integrated GPUs have no memory of their
 * own. */
void buf_device_choose(const BufMerge *merge, bool is_integrated);

/** Asks the driver of GPUs whether a merged and computed row can be used. Success iff nothing is
 * against it, or nobody can say. */
NvSciError buf_device_check(const BufMerge *merge);

/** Who reserves the memory of which device. */
typedef struct {
    RingfenceEngineMemory memory;
    NvSciRmGpuId gpu;
    /** Somebody reserves such memory, and the list wants no access of the CPU. */
    bool is_possible;
} BufDevice;

/** Notes who reserves the memory that a list asks for. Under the lock. */
void buf_device_plan(uint32_t list, BufDevice *device);

/**
 * Reserves memory of a device. Without the lock.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_InsufficientMemory  the device has none left
 * @retval NvSciError_ResourceError       nobody reserves such memory, the list wants access of the
 *                                        CPU, or the driver refuses
 */
NvSciError buf_device_reserve(const BufDevice *device, uint64_t size, uint64_t alignment,
                              PortMemory *memory);

/** Makes memory of a descriptor that a device's driver knows. */
void buf_device_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, PortMemory *memory);

/* ---------------------------------------------------------------- making objects (object.c) */

/** What an object with a memory of its own takes of the pools. */
#define BUF_SLOT_HANDLE 0U
#define BUF_SLOT_OBJECT 1U
#define BUF_SLOT_MEMORY 2U
#define BUF_SLOTS       3U

/** Slots that were taken for it. */
typedef struct {
    uint32_t at[BUF_SLOTS];
} BufSlots;

/** An object that is being made. Nobody can find it. */
typedef struct {
    BufSlots slots;
    /** What the list asks for, bytes. */
    uint64_t alignment;
    BufDevice device;
} BufMaking;

/**
 * Takes what an object needs besides its memory, and fills it from a reconciled list, which it does
 * not need any more. buf_making_adopt() or buf_making_end() must follow.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_InsufficientMemory  a slot is short, or all buffers together would have more
 *                                        than RINGFENCE_CFG_ALL_BUFFERS_MIB, a fault report; then
 *                                        nothing was taken
 */
NvSciError buf_making_begin(PhaseOp op, uint32_t list, NvSciBufAttrValAccessPerm permission,
                            BufMaking *making);

/** Gives the handle of the object if its memory was made, else gives all back. Gives `made`. */
NvSciError buf_making_end(const BufMaking *making, NvSciError made, NvSciBufObj *handle);

/**
 * Makes an object of memory that another process reserved, and ends its making. Gives the lock back
 * meanwhile. The descriptor belongs to the object on success, and is closed else.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        it is no memory of the size that the list asks for, could
 *                                        shrink or grow, or allows less than the permission; what
 *                                        is behind a descriptor of a device's memory is not checked
 * @retval NvSciError_InsufficientMemory  memory or address space is short
 * @retval NvSciError_ResourceError       another resource of the system is short
 */
NvSciError buf_making_adopt(PhaseOp op, const BufMaking *making, int32_t descriptor,
                            NvSciBufObj *handle);

/* ---------------------------------------------------------------- sharing objects (object.c) */

/** Says whether rights, as a route or a grant has them, include writing. */
static inline bool buf_perm_writes(uint64_t perm)
{
    const uint64_t both = (uint64_t)NvSciBufAccessPerm_ReadWrite;

    return (perm & both) == both;
}

/** Most that an object can pass on: its own rights, less those that its memory has lost. */
NvSciBufAttrValAccessPerm buf_object_passes(const BufObject *object);

/**
 * Makes a descriptor of an object's memory for a peer; it belongs to the caller. The first one that
 * is not writable seals memory that no other process may write. Memory of a device has one kind of
 * descriptor, and is never sealed.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_ResourceError  the system cannot make it, or cannot seal
 */
NvSciError buf_object_share(const BufObject *object, bool writable, int32_t *descriptor);

/** Notes that another process was given the right to write. */
void buf_object_has_writer(const BufObject *object);

/**
 * Adds the peers that the inputs came from to those of an object, all or none.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_ReconciliationFailed   one wants to write, and the memory is sealed
 * @retval NvSciError_InsufficientResource   RINGFENCE_CFG_ROUTES are taken
 */
NvSciError buf_object_attach(const BufObject *object, const ListInputs *inputs);

#endif /* RINGFENCE_BUF_BUF_H */
