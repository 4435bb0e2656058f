/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia_core.h
 * NvMedia, first generation: what all its headers need. ringfence_nvmedia.h has the rest of it, and
 * what holds for all functions.
 */
#ifndef RINGFENCE_NVMEDIA_CORE_H
#define RINGFENCE_NVMEDIA_CORE_H

#ifdef RINGFENCE_NVMEDIA_6
#include "nvmedia6/nvmedia_core.h"
#else

/* @satisfies RF-MEDIA-907 RF-MEDIA-901 */

#ifdef RINGFENCE_NVMEDIA6_CORE_H
#error "headers of both generations of NvMedia in one source"
#endif

#include <stdint.h>

#include "ringfence_nvmedia.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A version of an interface. */
typedef struct {
    /** Programs of another one are not compatible. */
    uint8_t major;
    /** Has what the lesser ones have. */
    uint8_t minor;
} NvMediaVersion;

/** Time that several machines share, in nanoseconds. The type is a choice of this library. */
typedef uint64_t NvMediaGlobalTime;

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA_6 */

#endif /* RINGFENCE_NVMEDIA_CORE_H */
