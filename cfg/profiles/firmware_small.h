/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file firmware_small.h
 * Profile of a small firmware that is one process with the CPU alone: the features that need more are
 * left out. The command line goes before it.
 */
#ifndef RINGFENCE_PROFILE_FIRMWARE_SMALL_H
#define RINGFENCE_PROFILE_FIRMWARE_SMALL_H

#ifndef RINGFENCE_CFG_TEXTS
#define RINGFENCE_CFG_TEXTS 0U
#endif
#ifndef RINGFENCE_CFG_ENGINES
#define RINGFENCE_CFG_ENGINES 0U
#endif
#ifndef RINGFENCE_CFG_SHARING
#define RINGFENCE_CFG_SHARING 0U
#endif
#ifndef RINGFENCE_CFG_CHECKS
#define RINGFENCE_CFG_CHECKS 0U
#endif
#ifndef RINGFENCE_CFG_ASSERTS
#define RINGFENCE_CFG_ASSERTS 0U
#endif

#include "profiles/firmware.h"

#endif /* RINGFENCE_PROFILE_FIRMWARE_SMALL_H */
