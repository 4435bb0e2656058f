/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file linker.h
 * What the preload library needs of the dynamic linker. Only INIT, but for the first call of each
 * name that is passed on.
 */
#ifndef RINGFENCE_PORT_LINKER_H
#define RINGFENCE_PORT_LINKER_H

#include <stddef.h>
#include <stdint.h>

/**
 * Gives the next definition of a name behind the object that this function is linked into: what the
 * linker would have taken, else that of a library which the process has loaded where the linker
 * does not look for names.
 *
 * @param library  how the file name of that library begins
 * @return the address as a number, 0 if there is none
 */
uint64_t port_linker_next(const char *name, const char *library);

/**
 * Counts the notes of an owner in all objects that the process has loaded.
 *
 * @param owner     name of the owner
 * @param size      bytes of it, with the zero at its end
 * @param[in,out] counts  one number for each type of note, from 1 on; what is found is added
 * @param types     how many
 */
void port_linker_count_notes(const uint8_t *owner, size_t size, uint32_t *counts, uint32_t types);

/** Writes a line on the standard error. */
void port_linker_tell(const char *line, size_t size);

#endif /* RINGFENCE_PORT_LINKER_H */
