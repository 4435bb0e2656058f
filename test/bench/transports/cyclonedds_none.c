/* SPDX-License-Identifier: Apache-2.0 */
/** @file cyclonedds_none.c Where there is no Cyclone DDS. */
#include "../bench.h"

const Transport *const transport_cyclonedds = NULL;
