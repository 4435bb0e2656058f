/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file firmware_raw.h
 * Profile of the smallest firmware, for TYPES=raw: of firmware_small what makes, waits for, signals and
 * frees, and says why something could not be made. The command line goes before it.
 */
#ifndef RINGFENCE_PROFILE_FIRMWARE_RAW_H
#define RINGFENCE_PROFILE_FIRMWARE_RAW_H

#ifndef RINGFENCE_CFG_EXTRAS
#define RINGFENCE_CFG_EXTRAS 0U
#endif
#ifndef RINGFENCE_CFG_PIXELS
#define RINGFENCE_CFG_PIXELS 0U
#endif
#ifndef RINGFENCE_CFG_TIMESTAMP_SLOTS
#define RINGFENCE_CFG_TIMESTAMP_SLOTS 0U
#endif
#ifndef RINGFENCE_CFG_TASK_STATUS_SLOTS
#define RINGFENCE_CFG_TASK_STATUS_SLOTS 0U
#endif

#include "profiles/firmware_small.h"

#endif /* RINGFENCE_PROFILE_FIRMWARE_RAW_H */
