/* SPDX-License-Identifier: Apache-2.0 */
/* What clashes with names_other.c. */
#include <stdint.h>

struct canary_clash { /* expect 5.7 */
    uint16_t half;
};

extern int32_t canary_link; /* expect 8.8 */
static int32_t canary_link = 1;
