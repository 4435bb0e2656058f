/* SPDX-License-Identifier: Apache-2.0 */
/** @file channels_iceoryx_none.c Where there is no iceoryx. */
#include "channels.h"

const Way *const way_iceoryx = NULL;
