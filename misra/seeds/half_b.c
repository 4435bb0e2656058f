#include <stdint.h>
#ifdef SEED_ANOTHER /* seed 20.14 */
static uint32_t half_b;
#else
