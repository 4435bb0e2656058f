/* SPDX-License-Identifier: Apache-2.0 */
/* What clashes with names_a.c. */
#include "names.h"

typedef uint16_t SeedWord; /* seed 5.6 */
struct seed_point { uint16_t b; }; /* seed 5.7 */
extern uint32_t seed_doubly; /* seed 8.5 */
uint32_t seed_doubly_call(uint32_t value); /* seed 8.5 */
extern const uint32_t seed_doubly_row[2]; /* seed 8.5 */
uint32_t seed_level = 1U; /* seed 8.6 */
uint32_t seed_limits[2] = {1U, 2U}; /* seed 8.6 */
uint32_t seed_shared(uint32_t value) /* seed 8.6 */
{
    return value + 2U;
}
static uint32_t seed_private = 4U; /* seed 5.9 */
static uint32_t seed_private_call(void) /* seed 5.9 */
{
    return seed_private;
}
static const uint32_t seed_private_row[2] = {1U, 2U}; /* seed 5.9 */

static uint32_t seed_clashes(const SeedTable *table)
{
    uint32_t seed_visible = table->rows; /* seed 5.8 */
    SeedWord seed_visible_call = 2U; /* seed 5.8 */
    const struct seed_point point = {1U};

    return seed_visible + seed_visible_call + point.b;
}
static uint32_t seed_visible_row = 3U; /* seed 5.8 */

bool seed_is_open(const SeedTable *opened) /* seed 8.3 */
{
    return seed_clashes(opened) == (seed_private_call() + seed_private_row[0] + seed_visible_row);
}
