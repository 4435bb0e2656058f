/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file linker.h
 * What the preload library needs of the dynamic linker. Only INIT, but for the first call of each
 * name that is passed on, and port_linker_open(), which is for any phase and any thread.
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
 * Takes the place of dlopen() in the process. A library whose file name begins with libcuda.so is
 * the driver: who opens it gets a handle of libringfence_cuda_driver.so, which is in the folder of
 * this library and needs the preload library and the driver, in this order; dlsym() finds names
 * in this order too. The handle is the driver's own without that file, of which one line on the
 * standard error tells, and where the places in which the caller looks lead to the driver, and
 * those of this library do not. All else is opened as if
 * the caller had called dlopen().
 *
 * @param file  as of dlopen()
 * @param mode  as of dlopen()
 * @return as of dlopen()
 */
void *port_linker_open(const char *file, int mode);

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
