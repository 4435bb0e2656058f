/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image.h
 * What the linker script says of an image, and how its memory is made ready.
 */
#ifndef RINGFENCE_FIRMWARE_IMAGE_H
#define RINGFENCE_FIRMWARE_IMAGE_H

#include <stdint.h>

/** Set by the linker script. */
extern uint64_t image_stack_top;
extern uint64_t image_stack_bottom;
extern const uint64_t image_data_load;
extern uint64_t image_data_begin;
extern uint64_t image_data_end;
extern uint64_t image_zero_begin;
extern uint64_t image_zero_end;

/** An image gets no arguments. */
int main(int argc, char *argv[]);

/** Calls main(), says how much of the stack was used, and ends the image with main()'s status. */
_Noreturn void image_run(void);

/** What the stack is filled with. */
#define IMAGE_UNUSED 0x5aa55aa55aa55aa5U
/** Bytes below the caller that are not filled: this function may use them. */
#define IMAGE_MARGIN 256U

/** Copies data to their place, clears the rest, and fills the stack. */
static inline void image_prepare(void)
{
    const volatile uint64_t *from = &image_data_load;

    for (volatile uint64_t *to = &image_data_begin; to < &image_data_end; to++) {
        *to = *from;
        from++;
    }
    for (volatile uint64_t *to = &image_zero_begin; to < &image_zero_end; to++) {
        *to = 0U;
    }
    for (volatile uint64_t *to = &image_stack_bottom;
         (uintptr_t)to < ((uintptr_t)__builtin_frame_address(0) - IMAGE_MARGIN); to++) {
        *to = IMAGE_UNUSED;
    }
}

#endif /* RINGFENCE_FIRMWARE_IMAGE_H */
