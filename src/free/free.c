/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file free.c
 * free() for programs that call it on what NvSci gave them; linked with --wrap=free.
 *
 * The names of its two functions are those that the linker makes (DEV-011).
 *
 * It is no part of the library, which has no heap: an archive of its own, for programs that cannot
 * be changed.
 */
#include "ringfence.h"

void __real_free(void *memory);
void __wrap_free(void *memory);

/**
 * What is not the library's goes to the C library, as without the wrapper.
 * @satisfies RF-SHARE-026
 */
void __wrap_free(void *memory)
{
    const NvSciError status = RingfenceDescriptorFree(memory);

    if (status == NvSciError_BadParameter) {
        __real_free(memory);
    }
}
