/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file own_table.h
 * A table of endpoints that this run of a test has for itself: the address of an endpoint is its
 * name, and another program of the host, or another run of the same test, may have the names of the
 * built-in table.
 *
 * Behind this header a test opens `ipc_test_0` and gets the endpoint of that name of its own table.
 * Tests that name addresses otherwise ask own_name() for what the table calls them.
 */
#ifndef RINGFENCE_TEST_OWN_TABLE_H
#define RINGFENCE_TEST_OWN_TABLE_H

#include "nvsciipc.h"

/** Makes the built-in channels the table, under names of this run. Before the first fork: children
 * have the same names. */
void own_table_begin(void);

/** Makes these lines the table, their endpoints under names of this run. */
void own_table_use(const char *text);

/**
 * What an endpoint is called in the table of this run; the name itself while no such table is in
 * use, and where none fits. Holds until the calling thread has asked four times more.
 */
const char *own_name(const char *name);

#define NvSciIpcOpenEndpoint(name, handle) NvSciIpcOpenEndpoint(own_name(name), (handle))
#define NvSciIpcOpenEndpointWithEventService(name, handle, service)                                \
    NvSciIpcOpenEndpointWithEventService(own_name(name), (handle), (service))

#endif /* RINGFENCE_TEST_OWN_TABLE_H */
