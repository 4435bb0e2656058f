#include <stdint.h>
#if (SEED_CONDITION == 1) /* seed 20.14 */
static uint32_t half_a;
