/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds of chapters 1, 3, 4 and 7: none of this is part of the library. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct { char *text; uint64_t value; } Row;

/* ---------------------------------------------------------------- 1.2, 1.4 */

static uint32_t extensions(uint32_t value)
{
    const uint32_t pick = value ?: 3U; /* seed 1.2 */
    const uint32_t inner = ({ uint32_t twice = value * 2U; twice; }); /* seed 1.2 */
    __asm__ volatile(""); /* seed 1.2 */
    __typeof__(value) same = __builtin_popcount(value); /* seed 1.2 */

    return pick + inner + same;
}
struct empty_one { }; /* seed 1.2 */
static uint32_t packed __attribute__((aligned(64))); /* seed 1.2 */
static const uint32_t ranged[4] = {[0 ... 3] = 1U}; /* seed 1.2 */

static _Atomic uint32_t g_atomic; /* seed 1.4 */
static _Noreturn void never(void); /* seed 1.4 */
static _Thread_local uint32_t g_local; /* seed 1.4 */
static _Alignas(16) uint32_t g_aligned; /* seed 1.4 */

uint32_t generic(uint32_t value)
{
    return _Generic(value, uint32_t : 1U, default : 2U) + (uint32_t)_Alignof(uint64_t); /* seed 1.4 */
}

/* ---------------------------------------------------------------- 3 */

/* A comment with // another opener and /* one more  seed 3.1 */
uint32_t g_a = 1U; /* after // code, // twice /* seed 3.1 */
// a line with /* within  seed 3.1
// this one goes on  seed 3.2 \
   here
uint32_t g_b = 2U; // value  seed 3.2 \
uint32_t g_gone = 3U;
// path C: seed 3.2 \
end

/* ---------------------------------------------------------------- 4, 7 */

const char *const g_escapes[3] = {"\x1b" "cd",
    "\129", /* seed 4.1 */
    "end\x41g"}; /* seed 4.1 */
const char g_letter = '\0a'; /* seed 4.1 */
const char *const g_trigraph = "what??!"; /* seed 4.2 */
const char *const g_trigraph_two = "a ??( b"; /* seed 4.2 */
const char g_trigraph_three[] = "??)x"; /* seed 4.2 */

uint32_t constants(uint32_t value, uint32_t *words)
{
    uint32_t octal = 012U; /* seed 7.1 */
    const uint64_t wide = 0777UL; /* seed 7.1 */
    const uint64_t high = 0xFFFFFFFFFFFFFFFF; /* seed 7.2 */
    uint32_t mask = 0xF0000000; /* seed 7.2 */
    long small = 3l; /* seed 7.3 */
    unsigned long both = 3Ul; /* seed 7.3 */
    long long longer = 4ll; /* seed 7.3 */
    char *text = "text"; /* seed 7.4 */
    Row row = {"row", 0U}; /* seed 7.4 */

    words[010] = value; /* seed 7.1 */
    if (value == 0x80000001) { /* seed 7.2 */
        octal = 1U;
    }
    row.text = "other"; /* seed 7.4 */
    text = (value == 1U) ? "one" : "two"; /* seed 7.4 */
    return octal + mask + (uint32_t)wide + (uint32_t)high + (uint32_t)small + (uint32_t)both + (uint32_t)longer +
           (uint32_t)text[0] + (uint32_t)row.text[0] + extensions(packed + ranged[0] + g_atomic + g_local + g_aligned);
}

static void never(void)
{
    while (g_local == 0U) {
        g_local = 0U;
    }
}

char *writable_result(void)
{
    return "result"; /* seed 7.4 */
}
