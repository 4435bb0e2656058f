/* SPDX-License-Identifier: Apache-2.0 */
/** @file iceoryx_none.c Where there is no iceoryx. */
#include "../bench.h"

const Transport *const transport_iceoryx_polling = NULL;
const Transport *const transport_iceoryx_waitset = NULL;
