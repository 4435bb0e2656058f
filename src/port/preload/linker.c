/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file linker.c
 * The dynamic linker of an ELF system: next definitions of names, notes of loaded objects, and
 * dlopen() itself.
 *
 * This file is linked into the preload library itself: RTLD_NEXT counts from the object that
 * calls. Where it opens something for itself, dlmopen() does it: dlopen() is port_linker_open().
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/preload/linker.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "port/atomic.h"

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
static const void *look_in_loaded(const char *name, const char *prefix)
{
    LoadedSearch search = {prefix, NULL};
    void *library = NULL;
    const void *address = NULL;

    (void)dl_iterate_phdr(&compare_loaded, &search);
    if (search.found != NULL) {
        library = dlmopen(LM_ID_BASE, search.found, RTLD_LAZY | RTLD_NOLOAD);
    }
    if (library != NULL) {
        address = dlsym(library, name);
    }
    return address;
}

/** @satisfies RF-CUDA-051 */
uint64_t port_linker_next(const char *name, const char *library)
{
    const void *address = dlsym(RTLD_NEXT, name);

    if (address == NULL) {
        address = look_in_loaded(name, library);
    }
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-021 an address is kept as a number */
    return (uint64_t)(uintptr_t)address;
}

/* ---------------------------------------------------------------- opening */

/** What dlopen() is. */
typedef void *(*OpenFunction)(const char *file, int mode);

/** The driver of CUDA, and the library that stands in front of it. */
static const char g_driver_name[] = "libcuda.so";
static const char g_front_name[] = "libringfence_cuda_driver.so";

static const char g_alone[] =
    "libringfence_cuda_preload.so: libringfence_cuda_driver.so cannot be loaded from beside it, so "
    "what CUDA's runtime asks of the driver does not come here; install both, or link the program "
    "with --wrap (ringfence-cuda.pc)\n";

static PortAtomic64 g_open_beneath;
static PortAtomic32 g_told;

/** Address of the dlopen() behind this library's. The C library stands before it where a library of
 * the program brings it, and the program does not. */
static const void *find_beneath(void)
{
    static const char *const libraries[] = {"libc.so", "libdl.so"};
    const void *address = dlsym(RTLD_NEXT, "dlopen");

    for (size_t i = 0U; (address == NULL) && (i < (sizeof(libraries) / sizeof(libraries[0]))); i++) {
        address = look_in_loaded("dlopen", libraries[i]);
    }
    return address;
}

/** The dlopen() behind this library's; NULL: there is none. */
static OpenFunction open_beneath(void)
{
    uint64_t number = port_load64_acquire(&g_open_beneath);
    OpenFunction function = NULL;

    if (number == 0U) {
        const void *const address = find_beneath();

        /* cppcheck-suppress misra-c2012-11.6 ; DEV-021 an address is kept as a number */
        number = (uint64_t)(uintptr_t)address;
        port_store64(&g_open_beneath, number);
    }
    /* The address of a function has the bytes that POSIX gives a pointer to an object. */
    (void)memcpy(&function, &number, sizeof(function));
    return function;
}

static bool is_driver(const char *file)
{
    return (file != NULL) &&
           (strncmp(last_part(file), g_driver_name, sizeof(g_driver_name) - 1U) == 0);
}

/**
 * Opens the driver, and in its place the library that is in front of it.
 * @satisfies RF-CUDA-214
 */
static void *open_driver(OpenFunction beneath, const char *file, int mode)
{
    const unsigned int loaded_or_not = (unsigned int)mode & ~(unsigned int)RTLD_NOLOAD;
    void *const driver = beneath(file, mode);
    void *handle = driver;

    if (driver != NULL) {
        /* It needs the driver, which so stays as long as it does. */
        void *const front = beneath(g_front_name, (int)loaded_or_not);

        if (front != NULL) {
            (void)dlclose(driver);
            handle = front;
        } else if (port_swap32_if(&g_told, 0U, 1U)) {
            port_linker_tell(g_alone, sizeof(g_alone) - 1U);
        } else {
            /* It was said. */
        }
    }
    return handle;
}

/**
 * The last call must be a jump, which -foptimize-sibling-calls makes of it: dlopen() looks in
 * places that depend on the object that calls. So a driver that is in none of this library's places
 * is opened as any other library.
 * @satisfies RF-CUDA-210 RF-CUDA-212
 */
void *port_linker_open(const char *file, int mode)
{
    const OpenFunction beneath = open_beneath();
    const bool is_front = (beneath != NULL) && is_driver(file);
    void *const handle = is_front ? open_driver(beneath, file, mode) : NULL;

    return ((handle != NULL) || (beneath == NULL)) ? handle : beneath(file, mode);
}

/* ---------------------------------------------------------------- notes */

/** The notes to count. */
typedef struct {
    const uint8_t *owner;
    size_t size;
    uint32_t *counts;
    uint32_t types;
} NoteCount;

/** Bytes of a name or of a description, with those that fill them up. */
static size_t filled_up(uint32_t bytes)
{
    return ((size_t)bytes + 3U) & ~(size_t)3U;
}

/** Counts the notes of a segment. */
static void count_segment(const uint8_t *bytes, size_t size, const NoteCount *count)
{
    size_t at = 0U;

    while ((at + sizeof(ElfW(Nhdr))) <= size) {
        const size_t name_at = at + sizeof(ElfW(Nhdr));
        ElfW(Nhdr) note;

        (void)memcpy(&note, &bytes[at], sizeof(note));
        if ((note.n_namesz == count->size) && ((name_at + note.n_namesz) <= size) &&
            (note.n_type >= 1U) && (note.n_type <= count->types)) {
            if (memcmp(&bytes[name_at], count->owner, count->size) == 0) {
                count->counts[note.n_type - 1U]++;
            }
        }
        at = name_at + filled_up(note.n_namesz) + filled_up(note.n_descsz);
    }
}

static int count_object(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    for (uint32_t i = 0U; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const header = &info->dlpi_phdr[i];

        if (header->p_type == PT_NOTE) {
            const void *const bytes = (const void *)(info->dlpi_addr + header->p_vaddr);

            count_segment(bytes, header->p_memsz, data);
        }
    }
    return 0;
}

/** @satisfies RF-CUDA-052 */
void port_linker_count_notes(const uint8_t *owner, size_t size, uint32_t *counts, uint32_t types)
{
    NoteCount count = {owner, size, counts, types};

    (void)dl_iterate_phdr(&count_object, &count);
}

/** @satisfies RF-CUDA-052 */
void port_linker_tell(const char *line, size_t size)
{
    const ssize_t told = write(STDERR_FILENO, line, size);

    (void)told;
}
