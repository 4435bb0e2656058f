/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#define TAKE(x) ((x) + 1U)
#define TAKE_TWO(x, y) ((x) + (y))
uint32_t args(uint32_t value);
uint32_t args(uint32_t value)
{
    uint32_t sum = TAKE(
#ifdef SEED_WIDE /* seed 20.6 */
        value
#else
        value + 1U
#endif
    );
    sum += TAKE_TWO(value,
#define INNER 2U /* seed 20.6 */
        3U);
    sum += TAKE(
#undef INNER /* seed 20.6 */
        4U);
    return sum;
}
