/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stack.c
 * The run of an image, and how much of the stack it used.
 */
#include <stddef.h>

#include "board.h"
#include "image.h"

#define DIGITS 11U

static uint32_t stack_used(void)
{
    const volatile uint64_t *at = &image_stack_bottom;

    while ((at < &image_stack_top) && (*at == IMAGE_UNUSED)) {
        at++;
    }
    return (uint32_t)((uintptr_t)&image_stack_top - (uintptr_t)at);
}

_Noreturn void image_run(void)
{
    const int status = main(0, NULL);
    uint32_t used = stack_used();
    char digits[DIGITS + 1U];
    char *at = &digits[DIGITS];

    *at = '\0';
    do {
        at--;
        *at = (char)('0' + (char)(used % 10U));
        used /= 10U;
    } while (used != 0U);
    board_print("stack: ");
    board_print(at);
    board_print("\n");
    board_exit(status);
}
