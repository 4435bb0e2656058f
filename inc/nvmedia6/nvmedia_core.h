/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia6/nvmedia_core.h
 * NvMedia, second generation: what all its headers need. ringfence_nvmedia.h has the rest of it,
 * and what holds for all functions.
 */
#ifndef RINGFENCE_NVMEDIA6_CORE_H
#define RINGFENCE_NVMEDIA6_CORE_H

/* @satisfies RF-MEDIA-902 */

#if defined(RINGFENCE_NVMEDIA_CORE_H) && !defined(RINGFENCE_NVMEDIA_6)
#error "headers of both generations of NvMedia in one source"
#endif

#include <stdint.h>

#include "ringfence_nvmedia.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A version of an interface. The third field is a choice of this library. */
typedef struct {
    /** Programs of another one are not compatible. */
    uint8_t major;
    /** Has what the lesser ones have. */
    uint8_t minor;
    /** Has the same functions. */
    uint8_t patch;
} NvMediaVersion;

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA6_CORE_H */
