/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia6/nvmedia_common.h
 * NvMedia, second generation: nvmedia_core.h under the name by which older programs include what
 * all of NvMedia has: results, times, rectangles, devices, roles of sync objects, versions.
 */
#ifndef RINGFENCE_NVMEDIA6_COMMON_H
#define RINGFENCE_NVMEDIA6_COMMON_H

/* @satisfies RF-MEDIA-906 */

#include "nvmedia_core.h"

#endif /* RINGFENCE_NVMEDIA6_COMMON_H */
