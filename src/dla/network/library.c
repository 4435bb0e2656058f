/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file library.c
 * The library of networks, found by name when the first network is opened. It stays loaded.
 *
 * It is opened with dlmopen(): dlopen() may be the one of the preload library of CUDA.
 */
/* cppcheck-suppress [misra-c2012-21.1, misra-c2012-2.5] ; DEV-004 the C library names dlmopen
 * on this word alone */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <string.h>

#include "dla/network/network.h"
#include "port/atomic.h"
#include "port/lock.h"

/** What the library shows. */
typedef struct {
    uint32_t (*version)(void);
    NetworkStatus (*open)(uint32_t row, const NetworkView *view);
    NetworkStatus (*run)(uint32_t row, const NetworkTensors *tensors, const NetworkHost *host);
    NetworkStatus (*rehearse)(uint32_t row, const NetworkHost *host);
    void (*close)(uint32_t row);
} NetworkLibrary;

/** A function to find, and where its address goes. */
typedef struct {
    const char *symbol;
    void *place;
} NetworkSymbol;

static NetworkLibrary g_network_library;

static const NetworkSymbol g_network_symbols[] = {
    {"ringfence_network_version", &g_network_library.version},
    {"ringfence_network_open", &g_network_library.open},
    {"ringfence_network_run", &g_network_library.run},
    {"ringfence_network_rehearse", &g_network_library.rehearse},
    {"ringfence_network_close", &g_network_library.close},
};

/** Guards what is below. */
static PortAtomic32 g_network_mutex;
/** 1: the library is there, and is of this release. */
static PortAtomic32 g_network_ready;

/** Finds all functions; says whether they are there, and the library is of this release. */
static bool library_find(void *library)
{
    bool found = true;

    for (size_t i = 0U; i < (sizeof(g_network_symbols) / sizeof(g_network_symbols[0])); i++) {
        const NetworkSymbol *const symbol = &g_network_symbols[i];
        void *const address = dlsym(library, symbol->symbol);

        if (address == NULL) {
            found = false;
        }
        /* The address of a function has the bytes that POSIX gives a pointer to an object. */
        (void)memcpy(symbol->place, &address, sizeof(address));
    }
    if (found) {
        found = (g_network_library.version() == NETWORK_VERSION);
    }
    return found;
}

/** C libraries without dlmopen() have no library of networks either. */
static void *open_library(bool is_watched)
{
    void *library = NULL;

    (void)is_watched;
#ifdef LM_ID_BASE
    library =
        dlmopen(LM_ID_BASE, "libringfence_dla_network.so.0",
                is_watched ? (RTLD_NOW | RTLD_LOCAL) : (RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND));
#endif
    return library;
}

/** Says whether the library of networks is there; looks for it where it was not.
 * @satisfies RF-DLA-227 */
static bool library_is_there(void)
{
    ringfence_port_mutex_lock(&g_network_mutex);
    if (port_load32(&g_network_ready) == 0U) {
        /* Its functions stand before those that oneDNN asks for memory, but for a sanitizer's. */
        const bool is_watched = (dlsym(RTLD_DEFAULT, NETWORK_WATCHER) != NULL);
        void *const library = open_library(is_watched);

        if (library != NULL) {
            if (library_find(library)) {
                port_store32(&g_network_ready, 1U);
            }
        }
    }
    ringfence_port_mutex_unlock(&g_network_mutex);
    return port_load32(&g_network_ready) == 1U;
}

/** @satisfies RF-DLA-227 */
NetworkStatus network_open(uint32_t row, const NetworkView *view)
{
    return library_is_there() ? g_network_library.open(row, view) : NETWORK_NO_LIBRARY;
}

NetworkStatus network_run(uint32_t row, const NetworkTensors *tensors, const NetworkHost *host)
{
    return (port_load32(&g_network_ready) == 1U) ? g_network_library.run(row, tensors, host)
                                                 : NETWORK_NO_LIBRARY;
}

NetworkStatus network_rehearse(uint32_t row, const NetworkHost *host)
{
    return (port_load32(&g_network_ready) == 1U) ? g_network_library.rehearse(row, host)
                                                 : NETWORK_NO_LIBRARY;
}

void network_close(uint32_t row)
{
    if (port_load32(&g_network_ready) == 1U) {
        g_network_library.close(row);
    }
}
