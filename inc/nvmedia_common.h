/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia_common.h
 * NvMedia, first generation: nvmedia_core.h and nvmedia_surface.h under the name by which older
 * programs include what all of NvMedia has: results, times, rectangles, devices, roles of sync
 * objects, versions, surface types.
 */
#ifndef RINGFENCE_NVMEDIA_COMMON_H
#define RINGFENCE_NVMEDIA_COMMON_H

#ifdef RINGFENCE_NVMEDIA_6
#include "nvmedia6/nvmedia_common.h"
#else

/* @satisfies RF-MEDIA-906 RF-MEDIA-907 */

#include "nvmedia_core.h"
#include "nvmedia_surface.h"

#endif /* RINGFENCE_NVMEDIA_6 */

#endif /* RINGFENCE_NVMEDIA_COMMON_H */
