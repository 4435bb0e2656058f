/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the programs around listings of cuDLA share: the lines that they leave to the reader, and
 * results that are looked at.
 */
#ifndef LISTINGS_CUDLA_H
#define LISTINGS_CUDLA_H

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include "../dla/parts.h"
}

static int g_failed;

static void failed(int line)
{
    (void)std::fprintf(stderr, "line %d\n", line);
    g_failed++;
}

static void check(bool holds, const char *what)
{
    if (!holds) {
        (void)std::fprintf(stderr, "%s\n", what);
        g_failed++;
    }
}

/** Lines of the listing are for who reads them. */
static void DPRINTF(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    (void)std::vfprintf(stderr, format, values);
    va_end(values);
}

static cudlaModuleTensorDescriptor *descriptors(uint32_t count)
{
    return static_cast<cudlaModuleTensorDescriptor *>(
        std::calloc(count, sizeof(cudlaModuleTensorDescriptor)));
}

#endif /* LISTINGS_CUDLA_H */
