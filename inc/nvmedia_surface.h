/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia_surface.h
 * NvMedia, first generation: what the pixels of an image are, and how they lie in memory.
 *
 * A surface type is a number that stands for seven format attributes. What the number is for which
 * attributes is this library's own.
 *
 * Numbers that are marked with 'chosen' are this library's; sources use the names. What holds for
 * all functions is said in ringfence_nvmedia.h.
 */
#ifndef RINGFENCE_NVMEDIA_SURFACE_H
#define RINGFENCE_NVMEDIA_SURFACE_H

#ifdef RINGFENCE_NVMEDIA_6
#error "a header of the first generation of NvMedia in a program of the second"
#endif

/* @satisfies RF-MEDIA-901 RF-MEDIA-903 RF-MEDIA-905 */

#include <stdint.h>

#include "nvmedia_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- format */

/** Stands for format attributes. */
typedef unsigned int NvMediaSurfaceType;

/** The type of attributes that no surface has. Name and number are chosen. */
#define NvMediaSurfaceType_Unsupported 0U

/** Format attributes, in the order of NVM_SURF_FMT_DEFINE_ATTR(). */
typedef enum {
    /** NVM_SURF_ATTR_SURF_TYPE_... */
    NVM_SURF_ATTR_SURF_TYPE = 0,
    /** NVM_SURF_ATTR_LAYOUT_... */
    NVM_SURF_ATTR_LAYOUT = 1,
    /** NVM_SURF_ATTR_DATA_TYPE_... */
    NVM_SURF_ATTR_DATA_TYPE = 2,
    /** NVM_SURF_ATTR_MEMORY_... */
    NVM_SURF_ATTR_MEMORY = 3,
    /** NVM_SURF_ATTR_SUB_SAMPLING_TYPE_... */
    NVM_SURF_ATTR_SUB_SAMPLING_TYPE = 4,
    /** NVM_SURF_ATTR_BITS_PER_COMPONENT_... */
    NVM_SURF_ATTR_BITS_PER_COMPONENT = 5,
    /** NVM_SURF_ATTR_COMPONENT_ORDER_... */
    NVM_SURF_ATTR_COMPONENT_ORDER = 6,
    /** How many there are. */
    NVM_SURF_FMT_ATTR_MAX = 7
} NvMediaSurfFormatAttrType;

/** A format attribute. */
typedef struct {
    /** Which one. */
    NvMediaSurfFormatAttrType type;
    /** Its value. */
    uint32_t value;
} NvMediaSurfFormatAttr;

/* What the components are. */
#define NVM_SURF_ATTR_SURF_TYPE_YUV  1U /**< Brightness and two colour differences. */
#define NVM_SURF_ATTR_SURF_TYPE_RGBA 2U /**< Red, green, blue, alpha. */
#define NVM_SURF_ATTR_SURF_TYPE_RAW  3U /**< Of a sensor. No surface of this library has it. */

/* Where pixels are in memory. */
#define NVM_SURF_ATTR_LAYOUT_BL 1U /**< Block linear. */
#define NVM_SURF_ATTR_LAYOUT_PL 2U /**< Pitch linear: rows one after the other. */

/* What a sample is. */
#define NVM_SURF_ATTR_DATA_TYPE_UINT     1U /**< Unsigned integer. */
#define NVM_SURF_ATTR_DATA_TYPE_INT      2U /**< Signed integer. Of no surface here. */
#define NVM_SURF_ATTR_DATA_TYPE_FLOAT    3U /**< Floating point. Of no surface here. */
#define NVM_SURF_ATTR_DATA_TYPE_FLOATISP 4U /**< Of an image processor. Of no surface here. */

/* Planes. */
#define NVM_SURF_ATTR_MEMORY_PLANAR      1U /**< A plane for each component. */
#define NVM_SURF_ATTR_MEMORY_SEMI_PLANAR 2U /**< A plane of Y, one of both colours. */
#define NVM_SURF_ATTR_MEMORY_PACKED      3U /**< One plane. */

/* Pixels that share a sample of colour. */
#define NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE 0U /**< No sub-sampling: RGBA. */
#define NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420  1U /**< Two columns and two rows. */
#define NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422  2U /**< Two columns. */
#define NVM_SURF_ATTR_SUB_SAMPLING_TYPE_444  3U /**< None: YUV. */
#define NVM_SURF_ATTR_SUB_SAMPLING_TYPE_422R 4U /**< Two rows. */

/* Bits of a sample. More than 8 lie in the low bits of 16. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_8  1U /**< 8 bits. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_10 2U /**< 10 bits. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_12 3U /**< 12 bits. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_14 4U /**< 14 bits. Of no surface here. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_16 5U /**< 16 bits. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_32 6U /**< 32 bits. Of no surface here. */
/** Three of 10 bits, two of alpha. Chosen. Of no surface here. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_LAYOUT_2_10_10_10 7U
/** 20 bits. Chosen. Of no surface here. */
#define NVM_SURF_ATTR_BITS_PER_COMPONENT_20 8U

/* Order of the components: in memory where they are packed, of the planes else. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_LUMA  1U  /**< Y alone. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_YUV   2U  /**< Y, U, V. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_YVU   3U  /**< Y, V, U. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_YUYV  4U  /**< Packed 4:2:2. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_YVYU  5U  /**< Packed 4:2:2. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_VYUY  6U  /**< Packed 4:2:2. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_UYVY  7U  /**< Packed 4:2:2. Chosen. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_XYUV  8U  /**< Packed 4:4:4. Chosen. Of no surface here. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_XUYV  9U  /**< Packed 4:4:4. Chosen. Of no surface here. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_VUYX  10U /**< Packed 4:4:4. Of no surface here. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_ALPHA 11U /**< Alpha alone. Chosen. Of no surface here. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_RG    12U /**< Red, green. Chosen. Of no surface here. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_RGBA  18U /**< Red at the lowest address. */
#define NVM_SURF_ATTR_COMPONENT_ORDER_BGRA  20U /**< Blue at the lowest address. */

/** Defines an array of all format attributes; their values are 0. */
#define NVM_SURF_FMT_DEFINE_ATTR(name)                                                             \
    NvMediaSurfFormatAttr name[NVM_SURF_FMT_ATTR_MAX] = {                                          \
        {NVM_SURF_ATTR_SURF_TYPE, 0U},         {NVM_SURF_ATTR_LAYOUT, 0U},                         \
        {NVM_SURF_ATTR_DATA_TYPE, 0U},         {NVM_SURF_ATTR_MEMORY, 0U},                         \
        {NVM_SURF_ATTR_SUB_SAMPLING_TYPE, 0U}, {NVM_SURF_ATTR_BITS_PER_COMPONENT, 0U},             \
        {NVM_SURF_ATTR_COMPONENT_ORDER, 0U}}

/* ---------------------------------------------------------------- allocation */

/** Allocation attributes of an image. The numbers are chosen. */
typedef enum {
    /** Pixels of a row. */
    NVM_SURF_ATTR_WIDTH = 0,
    /** Rows. */
    NVM_SURF_ATTR_HEIGHT = 1,
    /** Lines of embedded data above the pixels. 0. */
    NVM_SURF_ATTR_EMB_LINES_TOP = 2,
    /** Lines of embedded data below the pixels. 0. */
    NVM_SURF_ATTR_EMB_LINES_BOTTOM = 3,
    /** NVM_SURF_ATTR_CPU_ACCESS_... */
    NVM_SURF_ATTR_CPU_ACCESS = 4,
    /** NVM_SURF_ATTR_ALLOC_TYPE_... */
    NVM_SURF_ATTR_ALLOC_TYPE = 5,
    /** NVM_SURF_ATTR_SCAN_TYPE_... */
    NVM_SURF_ATTR_SCAN_TYPE = 6,
    /** NVM_SURF_ATTR_COLOR_STD_TYPE_... */
    NVM_SURF_ATTR_COLOR_STD_TYPE = 7,
    /** How many there are. */
    NVM_SURF_ALLOC_ATTR_MAX = 8
} NvMediaSurfAllocAttrType;

/** An allocation attribute. */
typedef struct {
    /** Which one. */
    NvMediaSurfAllocAttrType type;
    /** Its value. */
    uint32_t value;
} NvMediaSurfAllocAttr;

/* Access of the CPU. This engine is the CPU: it reaches each of them. */
#define NVM_SURF_ATTR_CPU_ACCESS_UNCACHED 1U /**< Mapped, not cached. */
#define NVM_SURF_ATTR_CPU_ACCESS_CACHED   2U /**< Mapped, cached. The default. */
#define NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED 3U /**< The program does not ask for it. */

/* What the memory is for. */
#define NVM_SURF_ATTR_ALLOC_NONE        0U /**< Nothing special. The default. */
#define NVM_SURF_ATTR_ALLOC_ISOCHRONOUS 1U /**< A display or a camera. No difference. */

/* Order of the rows. */
#define NVM_SURF_ATTR_SCAN_PROGRESSIVE                                                             \
    1U /**< From top to bottom. The default, and the only one.                                     \
        */

/* What values stand for. The default: sRGB for RGBA, Rec.601 studio range for YUV. */
#define NVM_SURF_ATTR_COLOR_STD_SRGB        1U  /**< sRGB. */
#define NVM_SURF_ATTR_COLOR_STD_REC601_SR   2U  /**< Rec.601, studio range. */
#define NVM_SURF_ATTR_COLOR_STD_REC601_ER   3U  /**< Rec.601, extended range. */
#define NVM_SURF_ATTR_COLOR_STD_REC709_SR   4U  /**< Rec.709, studio range. */
#define NVM_SURF_ATTR_COLOR_STD_REC709_ER   5U  /**< Rec.709, extended range. */
#define NVM_SURF_ATTR_COLOR_STD_SENSOR_RGBA 11U /**< RGBA of a sensor. */

/* ---------------------------------------------------------------- functions */

/**
 * Gives the surface type of format attributes.
 *
 * @param[in] attrs     attributes in any order, each once; those that are missing are 0
 * @param[in] numAttrs  how many
 *
 * @return the type; NvMediaSurfaceType_Unsupported iff attrs is NULL, an attribute is none or there
 *         twice, numAttrs is 0 or more than NVM_SURF_FMT_ATTR_MAX, or this library has no surface
 *         with these attributes
 *
 * Any phase. O(numAttrs), no lock, no system call.
 */
NvMediaSurfaceType NvMediaSurfaceFormatGetType(NvMediaSurfFormatAttr *attrs, uint32_t numAttrs);

/**
 * Gives the format attributes of a surface type.
 *
 * @param[in]     type      type
 * @param[in,out] attrs     array whose `type` fields name what is asked for; `value` is filled in
 * @param[in]     numAttrs  entries of the array
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff attrs is NULL, numAttrs is 0 or more than
 *                                       NVM_SURF_FMT_ATTR_MAX, or an entry names no attribute
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff type is none that NvMediaSurfaceFormatGetType() gives
 *
 * Any phase. O(numAttrs), no lock, no system call.
 */
NvMediaStatus NvMediaSurfaceFormatGetAttrs(NvMediaSurfaceType type, NvMediaSurfFormatAttr *attrs,
                                           uint32_t numAttrs);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA_SURFACE_H */
