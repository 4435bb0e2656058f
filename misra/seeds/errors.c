/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds that no compiler takes: none of this is part of the library. */
#include <stdint.h>

double number_of(const uint32_t *words, double real)
{
    const uint32_t *other = (const uint32_t *)real; /* seed 11.7 */
    float small = (float)words; /* seed 11.7 */

    return (double)other + (double)small; /* seed 11.7 */
}
