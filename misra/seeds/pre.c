/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds of chapter 20: none of this is part of the library. */
#include <stdint.h>
#define BASE 1
static uint32_t g_before;
#include <stddef.h> /* seed 20.1 */
#include "ro'w.h" /* seed 20.2 */
#include "ro\w.h" /* seed 20.2 */
#include <ro//w.h> /* seed 20.2 */
static uint32_t g_other;
#include <stdbool.h> /* seed 20.1 */
#define RISE 2
uint32_t rise(uint32_t value);
#include "half.h" /* seed 20.1 */
#include HEADER_NAME /* seed 20.3 */
#include string.h /* seed 20.3 */
#include "a" "b" /* seed 20.3 */
#define int long /* seed 20.4 */
#define inline /* seed 20.4 */
#define return(x) (x) /* seed 20.4 */
#undef RISE /* seed 20.5 */
#ifdef BASE
#undef BASE /* seed 20.5 */
#endif
#undef NULL /* seed 20.5 21.1 */
#define TWICE(x) (x * 2U) /* seed 20.7 */
#define SUM(a, b) ((a) + b) /* seed 20.7 */
#define NEGATED(x) (!x) /* seed 20.7 */
#if 3 /* seed 20.8 */
#endif
#if (5 - 3) /* seed 20.8 */
#elif 9 /* seed 20.8 */
#endif
#if UNKNOWN_ONE > 3 /* seed 20.9 */
#endif
#if defined(KNOWN) || UNKNOWN_TWO /* seed 20.9 */
#endif
#if 0
#elif UNKNOWN_THREE == 1 /* seed 20.9 */
#endif
#define NAME_OF(x) #x /* seed 20.10 */
#define JOINED(a) pre_##a /* seed 20.10 */
#define JOINED_TWO(a, b) a##_##b /* seed 20.10 */
#define TEXT_OF(a, b) #a##b /* seed 20.11 */
#define TEXT_OF_TWO(a, b) b + #a ## _t /* seed 20.11 */
#define TEXT_OF_THREE(x, y) call(#x##y) /* seed 20.11 */
#define ONE_MORE 1
#define ONE_MORE0 10
#define K_ONE_MORE 11
#define MIXED(a) (a##0 + (a)) /* seed 20.12 */
#define MIXED_TEXT(a) {#a, (a)} /* seed 20.12 */
#define MIXED_TWO(a) ((a) + K_##a) /* seed 20.12 */
uint32_t g_mixed = MIXED(ONE_MORE);
uint32_t g_mixed_two = MIXED_TWO(ONE_MORE);
#define _RESERVED 1 /* seed 21.1 */
#define __reserved(x) (x) /* seed 21.1 */
#define errno 3 /* seed 21.1 */
#if 0
#esle /* seed 20.13 */
#endif
#ifdef NEVER_DEFINED
#defin X 1 /* seed 20.13 */
#endiff /* seed 20.13 */
#endif
