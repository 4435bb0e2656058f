/* SPDX-License-Identifier: Apache-2.0 */
/* What clashes with names.c. */
#include "names.h"

typedef uint32_t canary_type_t; /* expect 5.6 */

struct canary_clash { /* expect 5.7 */
    uint32_t word;
};

int32_t canary_shared = 1; /* expect 8.6 */
static int32_t file_counter; /* expect 5.9 */
extern int32_t declared_twice; /* expect 8.5 */

static int32_t clash(void)
{
    int32_t canary_five_eight = file_counter; /* expect 5.8 */
    return canary_five_eight;
}
