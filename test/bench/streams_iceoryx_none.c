/* SPDX-License-Identifier: Apache-2.0 */
/** @file streams_iceoryx_none.c There is no iceoryx. */
#include "streams.h"

const StreamWay *const stream_way_iceoryx = NULL;
