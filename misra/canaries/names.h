/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded violations: none of this is part of the library. */
#ifndef CANARY_NAMES_H
#define CANARY_NAMES_H

#include <stdint.h>

extern int32_t canary_table[]; /* expect 8.11 */
extern int32_t canary_shared;

struct canary_pair {
    int32_t first;
    int32_t second;
};

int32_t canary_twice(int32_t value);
uint32_t canary_alone(uint32_t value);
int32_t canary_five_eight(int32_t value);

#endif
