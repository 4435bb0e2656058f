/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file next_symbol.c
 * The next definitions of CUDA's names behind the preload library, and whether the process has one
 * copy of the library.
 *
 * Each copy is marked by a note in the object that has it: a program that is linked with the
 * archive has tables of its own, in which the preload library finds none of the program's objects.
 */
#include "cuda/shim/next_symbol.h"

#include <string.h>

#include "cuda/shim/batch.h"
#include "port/preload/linker.h"

/** Owner of the notes, with the zero at its end. */
static const uint8_t g_owner[] = {0x52U, 0x69U, 0x6EU, 0x67U, 0x66U,
                                  0x65U, 0x6EU, 0x63U, 0x65U, 0U};
/** Types of the notes, less one: the library, and its part for CUDA. */
#define NOTE_LIBRARY 0U
#define NOTE_CUDA    1U
#define NOTES        2U

static const char g_split[] = "libringfence_cuda_preload.so: the program has a copy of Ringfence "
                              "of its own (libringfence.a or "
                              "libringfence_cuda.a); link it with libringfence.so\n";

static PortAtomic32 g_said;

/** The address of the next definition as a number; 0: there is none. */
static uint64_t next_number(NextSymbol *next)
{
    uint64_t number = port_load64_acquire(&next->address);

    if (number == 0U) {
        /* Names of the runtime begin with cuda, names of the driver with cu and a capital. */
        const bool runtime = next->name[2] == 'd';

        number = port_linker_next(next->name, runtime ? "libcudart" : "libcuda.so");
        port_store64(&next->address, number);
    }
    return number;
}

/** @satisfies RF-CUDA-051 */
bool next_symbol_find(NextSymbol *next, void *place)
{
    const uint64_t number = next_number(next);

    /* The address of a function has the bytes that POSIX gives a pointer to an object. */
    (void)memcpy(place, &number, sizeof(void *));
    return number != 0U;
}

/** @satisfies RF-CUDA-211 */
bool next_symbol_is(NextSymbol *next, const void *place)
{
    const uint64_t wanted = next_number(next);
    uint64_t number = 0U;

    (void)memcpy(&number, place, sizeof(void *));
    return (number != 0U) && (number == wanted);
}

/** @satisfies RF-CUDA-052 */
/* cppcheck-suppress misra-c2012-8.6 ; DEV-022 each way in has its own */
bool ringfenceWrapFits(void)
{
    uint32_t counts[NOTES] = {0U, 0U};
    bool fits = true;

    port_linker_count_notes(g_owner, sizeof(g_owner), counts, NOTES);
    fits = (counts[NOTE_LIBRARY] == 1U) && (counts[NOTE_CUDA] == 1U);
    if (!fits) {
        if (port_swap32_if(&g_said, 0U, 1U)) {
            port_linker_tell(g_split, sizeof(g_split) - 1U);
        }
    }
    return fits;
}
