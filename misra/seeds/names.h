/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SEED_NAMES_H
#define SEED_NAMES_H
#include <stdbool.h>
#include <stdint.h>
typedef struct { uint32_t rows; } SeedTable;
uint32_t seed_shared(uint32_t value);
uint32_t seed_sum(uint32_t left, uint32_t right);
uint32_t seed_area(uint32_t width, uint32_t height);
bool seed_is_open(const SeedTable *table);
void seed_clear(uint32_t *words, uint32_t count);
extern uint32_t seed_lines[]; /* seed 8.11 */
extern const char *seed_texts[]; /* seed 8.11 */
extern SeedTable seed_tables[]; /* seed 8.11 */
extern uint32_t seed_level;
extern uint32_t seed_limits[2];
uint32_t seed_only_a(uint32_t value);
extern uint32_t seed_only_state;
void seed_only_void(void);
uint32_t seed_users(void);
#endif
