/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations of the chapter on the preprocessor. */
#include <stdint.h>
static int32_t before;
#include <stddef.h> /* expect 20.1 */
#include "odd'name.h" /* expect 20.2 */
#include stdbool.h /* expect 20.3 */
#define while for /* expect 20.4 */
#define CANARY_GONE 1
#undef CANARY_GONE /* expect 20.5 */
#define CANARY_BARE(x) (x + 1) /* expect 20.7 */
#if 7 /* expect 20.8 */
#endif
#if CANARY_UNKNOWN == 1 /* expect 20.9 */
#endif
#define CANARY_PASTE(a, b) a##b /* expect 20.10 */
#define CANARY_BOTH(a, b) #a##b /* expect 20.11 */
#define CANARY_MIXED(a, b) ((a) + (b##1)) /* expect 20.10 */
#define CANARY_ONE 1
#define CANARY_EXPANDED(a) ((a) + (a##1)) /* expect 20.12 */
#define _CANARY_RESERVED 1 /* expect 21.1 */
#if 0
#nosuchdirective /* expect 20.13 */
#endif
#else1 /* expect 20.13 */
#if CANARY_GONE_TOO
#include "half.h"
static int32_t errno_user(void)
{
    return CANARY_EXPANDED(CANARY_ONE) + CANARY_MIXED(1, 2);
}
extern void *memcpy(void *target, const void *source, size_t size); /* expect 21.2 */
