/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload.c
 * What the preload library needs of the dynamic linker: the next definitions of CUDA's names, and
 * how many copies of the library the process has.
 *
 * Each copy is marked by a note in the object that has it: a program that is linked with the
 * archive has tables of its own, in which the preload library finds none of the program's objects.
 */
/* cppcheck-suppress [misra-c2012-21.1, misra-c2012-2.5] ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "cuda/preload.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "cuda/wrap_batch.h"

/** Owner of the notes, with the zero at its end. */
static const uint8_t g_owner[] = {0x52U, 0x69U, 0x6EU, 0x67U, 0x66U,
                                  0x65U, 0x6EU, 0x63U, 0x65U, 0U};
/** Types of the notes: the library, and its part for CUDA. */
#define NOTE_LIBRARY 1U
#define NOTE_CUDA    2U

static const char g_split[] = "libringfence_cuda_preload.so: the program has a copy of Ringfence "
                              "of its own (libringfence.a or "
                              "libringfence_cuda.a); link it with libringfence.so\n";

static PortAtomic32 g_said;

/* ---------------------------------------------------------------- next definitions */

/** A library to look for among those that are loaded. */
typedef struct {
    const char *prefix;
    const char *found;
} LoadedSearch;

static const char *last_part(const char *path)
{
    const char *part = path;

    for (size_t i = 0U; path[i] != '\0'; i++) {
        if (path[i] == '/') {
            part = &path[i + 1U];
        }
    }
    return part;
}

static int compare_loaded(struct dl_phdr_info *info, size_t size, void *data)
{
    LoadedSearch *const search = data;

    (void)size;
    if ((search->found == NULL) && (info->dlpi_name != NULL)) {
        if (strncmp(last_part(info->dlpi_name), search->prefix, strlen(search->prefix)) == 0) {
            search->found = info->dlpi_name;
        }
    }
    return 0;
}

/** Definition of a name in a library that was loaded where the linker does not look for names. */
static void *look_in_loaded(const char *name)
{
    const bool runtime = strncmp(name, "cuda", 4U) == 0;
    LoadedSearch search = {runtime ? "libcudart" : "libcuda.so.1", NULL};
    void *library = NULL;
    void *address = NULL;

    (void)dl_iterate_phdr(compare_loaded, &search);
    if (search.found != NULL) {
        library = dlopen(search.found, RTLD_LAZY | RTLD_NOLOAD);
    }
    if (library != NULL) {
        address = dlsym(library, name);
    }
    return address;
}

/** @satisfies RF-CUDA-051 */
bool preload_next(PreloadNext *next, void *place)
{
    uint64_t number = port_load64_acquire(&next->address);

    if (number == 0U) {
        const void *address = dlsym(RTLD_NEXT, next->name);

        if (address == NULL) {
            address = look_in_loaded(next->name);
        }
        /* cppcheck-suppress misra-c2012-11.6 ; DEV-021 an address is kept as a number */
        number = (uint64_t)(uintptr_t)address;
        port_store64(&next->address, number);
    }
    /* The address of a function has the bytes that POSIX gives a pointer to an object. */
    (void)memcpy(place, &number, sizeof(void *));
    return number != 0U;
}

/* ---------------------------------------------------------------- copies of the library */

/** Objects that have a copy of the library, or of its part for CUDA. */
typedef struct {
    uint32_t libraries;
    uint32_t parts;
} CopyCount;

/** Bytes of a name or of a description, with those that fill them up. */
static size_t filled_up(uint32_t bytes)
{
    return ((size_t)bytes + 3U) & ~(size_t)3U;
}

/** Counts the notes of a segment that are the library's. */
static void count_notes(const uint8_t *bytes, size_t size, CopyCount *count)
{
    size_t at = 0U;

    while ((at + sizeof(ElfW(Nhdr))) <= size) {
        const size_t name_at = at + sizeof(ElfW(Nhdr));
        ElfW(Nhdr) note;

        (void)memcpy(&note, &bytes[at], sizeof(note));
        if ((note.n_namesz == sizeof(g_owner)) && ((name_at + note.n_namesz) <= size)) {
            if (memcmp(&bytes[name_at], g_owner, sizeof(g_owner)) == 0) {
                count->libraries += (note.n_type == NOTE_LIBRARY) ? 1U : 0U;
                count->parts += (note.n_type == NOTE_CUDA) ? 1U : 0U;
            }
        }
        at = name_at + filled_up(note.n_namesz) + filled_up(note.n_descsz);
    }
}

static int count_copies(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    for (uint32_t i = 0U; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const header = &info->dlpi_phdr[i];

        if (header->p_type == PT_NOTE) {
            const void *const bytes = (const void *)(info->dlpi_addr + header->p_vaddr);

            count_notes(bytes, header->p_memsz, data);
        }
    }
    return 0;
}

/** @satisfies RF-CUDA-052 */
/* cppcheck-suppress misra-c2012-8.6 ; DEV-022 each way in has its own */
bool ringfenceWrapFits(void)
{
    CopyCount count = {0U, 0U};
    bool fits = true;

    (void)dl_iterate_phdr(count_copies, &count);
    fits = (count.libraries == 1U) && (count.parts == 1U);
    if ((!fits) && port_swap32_if(&g_said, 0U, 1U)) {
        const ssize_t told = write(STDERR_FILENO, g_split, sizeof(g_split) - 1U);

        (void)told;
    }
    return fits;
}
