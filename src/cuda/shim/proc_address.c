/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file proc_address.c
 * cuGetProcAddress() of the preload library: who asks the driver for the address of a function that
 * is taken over gets the library's. CUDA's runtimes, shared and static, ask so for all that they
 * call.
 *
 * The driver answers first, as the version and the flags of the question choose among functions of
 * similar names. Its answer is then compared with the functions that are taken over. objcopy gives
 * the two functions of this file CUDA's names.
 */
#include <string.h>

#include "cuda/cuda_api.h"
#include "cuda/shim/names.h"
#include "cuda/shim/next_symbol.h"

CUresult preload_proc_address(const char *symbol, void **pfn, int version, cuuint64_t flags);
CUresult preload_proc_address_v2(const char *symbol, void **pfn, int version, cuuint64_t flags,
                                 CUdriverProcAddressQueryResult *status);

static NextSymbol g_next = {"cuGetProcAddress", {0U}};
static NextSymbol g_next_v2 = {"cuGetProcAddress_v2", {0U}};

/* ---------------------------------------------------------------- what is replaced */

/**
 * Replaces the driver's function by the library's; says whether it is the one of this row.
 * @satisfies RF-CUDA-211
 */
#define REPLACE(api, name, ours, parameters, arguments, claim)                                     \
    SHIM_RESULT_##api __wrap##name parameters;                                                     \
    static bool replace##name(void *place)                                                         \
    {                                                                                              \
        static NextSymbol next = {&#name[1], {0U}};                                                \
        SHIM_RESULT_##api(*const function) parameters = &__wrap##name;                             \
        const bool is_it = next_symbol_is(&next, place);                                           \
                                                                                                   \
        if (is_it) {                                                                               \
            (void)memcpy(place, &function, sizeof(function));                                      \
        }                                                                                          \
        return is_it;                                                                              \
    }

SHIM_DRIVER(REPLACE, REPLACE, REPLACE, REPLACE)
SHIM_DRIVER_GRAPH(REPLACE, REPLACE, REPLACE, REPLACE)
SHIM_DRIVER_NODE(REPLACE, REPLACE, REPLACE, REPLACE)
SHIM_DRIVER_NODE_V2(REPLACE, REPLACE, REPLACE, REPLACE)

/** What runtimes ask the driver for first: the way to ask. */
static bool replace_question(void *place)
{
    CUresult (*const function)(const char *symbol, void **pfn, int version, cuuint64_t flags) =
        &preload_proc_address;
    CUresult (*const function_v2)(const char *symbol, void **pfn, int version, cuuint64_t flags,
                                  CUdriverProcAddressQueryResult *status) =
        &preload_proc_address_v2;
    const bool is_first = next_symbol_is(&g_next, place);
    const bool is_second = next_symbol_is(&g_next_v2, place);

    if (is_second) {
        (void)memcpy(place, &function_v2, sizeof(function_v2));
    } else if (is_first) {
        (void)memcpy(place, &function, sizeof(function));
    } else {
        /* Another function. */
    }
    return is_first || is_second;
}

/** A row for each function of the driver that is taken over. */
#define ROW(api, name, ours, parameters, arguments, claim) &replace##name,

/* clang-format off */
static bool (*const g_rows[])(void *place) = {
    &replace_question,
    SHIM_DRIVER(ROW, ROW, ROW, ROW)
    SHIM_DRIVER_GRAPH(ROW, ROW, ROW, ROW)
    SHIM_DRIVER_NODE(ROW, ROW, ROW, ROW)
    SHIM_DRIVER_NODE_V2(ROW, ROW, ROW, ROW)
};
/* clang-format on */

/** Replaces what the driver gave, if it is taken over. */
static void replace_any(CUresult result, void **pfn)
{
    bool is_done = (result != CUDA_SUCCESS) || (pfn == NULL);

    for (size_t i = 0U; (i < (sizeof(g_rows) / sizeof(g_rows[0]))) && !is_done; i++) {
        is_done = g_rows[i](pfn);
    }
}

/* ---------------------------------------------------------------- the two functions */

/**
 * As programs of CUDA 11 ask.
 * @satisfies RF-CUDA-211
 */
/* cppcheck-suppress misra-c2012-8.7 ; DEV-024 objcopy gives it CUDA's name */
CUresult preload_proc_address(const char *symbol, void **pfn, int version, cuuint64_t flags)
{
    CUresult (*function)(const char *text, void **place, int number, cuuint64_t bits) = NULL;
    CUresult result = SHIM_MISSING_DRIVER;

    if (next_symbol_find(&g_next, &function)) {
        result = function(symbol, pfn, version, flags);
    }
    replace_any(result, pfn);
    return result;
}

/**
 * As programs of CUDA 12 and later ask.
 * @satisfies RF-CUDA-211
 */
/* cppcheck-suppress misra-c2012-8.7 ; DEV-024 objcopy gives it CUDA's name */
CUresult preload_proc_address_v2(const char *symbol, void **pfn, int version, cuuint64_t flags,
                                 CUdriverProcAddressQueryResult *status)
{
    CUresult (*function)(const char *text, void **place, int number, cuuint64_t bits,
                         CUdriverProcAddressQueryResult *found) = NULL;
    CUresult result = SHIM_MISSING_DRIVER;

    if (next_symbol_find(&g_next_v2, &function)) {
        result = function(symbol, pfn, version, flags, status);
    }
    replace_any(result, pfn);
    return result;
}
