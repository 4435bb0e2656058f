/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stdlib.c
 * Numbers of texts.
 */
#include "stdlib.h"

#include <string.h>

#include "ctype.h"

unsigned long strtoul(const char *text, char **rest, int base)
{
    const char *at = text;
    unsigned long number = 0U;

    (void)base;
    while (isdigit((unsigned char)*at) != 0) {
        number = (number * 10U) + (unsigned long)(*at - '0');
        at++;
    }
    if (rest != NULL) {
        memcpy(rest, &at, sizeof(at));
    }
    return number;
}
