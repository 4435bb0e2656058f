/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file heap.c
 * What oneDNN asks a heap for.
 *
 * When it executes a primitive, oneDNN takes blocks for lists of arguments, for functions, and with
 * some primitives for elements in another order, and gives them back before it returns. So that no
 * task asks the heap, the functions below stand before those of the C library and of C++ for oneDNN
 * and what was loaded with it: the library of networks is linked with their names, and opened so
 * that its own names are found first. While a primitive of a row that was rehearsed is executed,
 * they give bytes of the row; otherwise they call the function that all others call.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names dlmopen on this word alone */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <string.h>

#include "dla/onednn/onednn.h"

/** What a block begins at, where nobody asks for more. */
#define BLOCK_ALIGNMENT 16U
/** Linux's ENOMEM. */
#define NO_MEMORY 12

/** The functions that all others call. */
typedef struct {
    void *(*take)(size_t size);
    void *(*take_zero)(size_t count, size_t size);
    void *(*take_again)(void *block, size_t size);
    void *(*take_aligned)(size_t alignment, size_t size);
    int32_t (*take_place)(void **block, size_t alignment, size_t size);
    void (*give)(void *block);
    void *(*make)(size_t size);
    void *(*make_quietly)(size_t size, const void *quietly);
    void (*end)(void *block);
} HeapFunctions;

/** A function to find, and where its address goes. */
typedef struct {
    const char *symbol;
    void *place;
} HeapSymbol;

static HeapFunctions g_heap;
/** They were looked for. */
static bool g_heap_is_found;

static const HeapSymbol g_heap_symbols[] = {
    {"malloc", &g_heap.take},
    {"calloc", &g_heap.take_zero},
    {"realloc", &g_heap.take_again},
    {"aligned_alloc", &g_heap.take_aligned},
    {"posix_memalign", &g_heap.take_place},
    {"free", &g_heap.give},
    {"_Znwm", &g_heap.make},
    {"_ZnwmRKSt9nothrow_t", &g_heap.make_quietly},
    {"_ZdlPv", &g_heap.end},
};

/** What the thread takes blocks of; NULL: the heap. */
static _Thread_local OnednnHeap *g_heap_of_thread;

/** The functions. oneDNN asks for memory when it is loaded, before anything else is called here:
 * one thread loads it. */
static const HeapFunctions *functions(void)
{
    if (!g_heap_is_found) {
        void *const all = dlmopen(LM_ID_BASE, NULL, RTLD_LAZY);

        g_heap_is_found = true;
        for (size_t i = 0U; i < (sizeof(g_heap_symbols) / sizeof(g_heap_symbols[0])); i++) {
            const HeapSymbol *const symbol = &g_heap_symbols[i];
            void *address = dlsym(all, symbol->symbol);

            if (address == NULL) {
                /* Where the program is not one of C++, those of C++ came with oneDNN. */
                /* cppcheck-suppress misra-c2012-11.6 ; DEV-066 the linker's word for the next one
                 */
                address = dlsym(RTLD_NEXT, symbol->symbol);
            }
            /* The address of a function has the bytes that POSIX gives a pointer to an object. */
            (void)memcpy(symbol->place, &address, sizeof(address));
        }
    }
    return &g_heap;
}

/* ---------------------------------------------------------------- bytes of a row */

bool onednn_heap_is_watched(void)
{
    return dlsym(RTLD_DEFAULT, NETWORK_WATCHER) != NULL;
}

void onednn_heap_enter(OnednnHeap *heap)
{
    heap->used = 0U;
    heap->live = 0U;
    heap->asked = 0U;
    heap->is_short = false;
    g_heap_of_thread = heap;
}

void onednn_heap_leave(void)
{
    g_heap_of_thread = NULL;
}

/** Takes a block of the row; NULL: the heap is to be asked.
 * @satisfies RF-DLA-345 */
static void *take_block(size_t size, size_t alignment)
{
    OnednnHeap *const heap = g_heap_of_thread;
    void *block = NULL;

    if (heap != NULL) {
        const uint64_t most = (alignment > BLOCK_ALIGNMENT) ? alignment : BLOCK_ALIGNMENT;
        const uint64_t first = ((heap->used + most) - 1U) & ~(most - 1U);

        heap->asked += (uint64_t)size + most;
        if ((first <= heap->size) && (size <= (heap->size - first))) {
            block = &heap->bytes[first];
            heap->used = first + size;
            heap->live++;
        } else {
            heap->is_short = true;
        }
    }
    return block;
}

/** Says whether the heap may be asked for a block: in a rehearsal, which is the first time that
 * oneDNN asks, it is looked whether the system has it.
 * @satisfies RF-DLA-370 */
static bool may_ask(size_t size)
{
    const OnednnHeap *const heap = g_heap_of_thread;
    bool may = true;

    if (heap != NULL) {
        if (heap->host != NULL) {
            may = false;
            if (size <= ONEDNN_HEAP_MOST) {
                may = onednn_is_room(heap->host, size);
            }
        }
    }
    return may;
}

/** Notes that something is asked for that a row has not. */
static void note_other(void)
{
    if (g_heap_of_thread != NULL) {
        g_heap_of_thread->is_short = true;
    }
}

/** Gives back a block, if it is one of the row. */
static bool give_block(const void *block)
{
    OnednnHeap *const heap = g_heap_of_thread;
    bool is_own = false;

    if ((heap != NULL) && (heap->size > 0U)) {
        const uint8_t *const at = block;

        is_own = (at >= heap->bytes) && (at < &heap->bytes[heap->size]);
        if (is_own) {
            heap->live--;
            heap->used = (heap->live == 0U) ? 0U : heap->used;
        }
    }
    return is_own;
}

/* ---------------------------------------------------------------- before those of others */

void *ringfence_network_malloc(size_t size)
{
    void *block = take_block(size, BLOCK_ALIGNMENT);

    if (block == NULL) {
        const bool may = may_ask(size);

        if (may) {
            block = functions()->take(size);
        }
    }
    return block;
}

void *ringfence_network_calloc(size_t count, size_t size)
{
    note_other();
    return functions()->take_zero(count, size);
}

void *ringfence_network_realloc(void *block, size_t size)
{
    note_other();
    return functions()->take_again(block, size);
}

void *ringfence_network_aligned_alloc(size_t alignment, size_t size)
{
    void *block = take_block(size, alignment);

    if (block == NULL) {
        const bool may = may_ask(size);

        if (may) {
            block = functions()->take_aligned(alignment, size);
        }
    }
    return block;
}

int32_t ringfence_network_posix_memalign(void **block, size_t alignment, size_t size)
{
    void *const taken = take_block(size, alignment);
    int32_t error = 0;

    if (taken != NULL) {
        *block = taken;
    } else if (may_ask(size)) {
        error = functions()->take_place(block, alignment, size);
    } else {
        error = NO_MEMORY;
    }
    return error;
}

void ringfence_network_free(void *block)
{
    if (!give_block(block)) {
        functions()->give(block);
    }
}

void *ringfence_network_new(size_t size)
{
    void *const block = take_block(size, BLOCK_ALIGNMENT);

    return (block != NULL) ? block : functions()->make(size);
}

void *ringfence_network_new_quietly(size_t size, const void *quietly)
{
    void *const block = take_block(size, BLOCK_ALIGNMENT);

    return (block != NULL) ? block : functions()->make_quietly(size, quietly);
}

void ringfence_network_delete(void *block)
{
    if (!give_block(block)) {
        functions()->end(block);
    }
}
