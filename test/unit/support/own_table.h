/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file own_table.h
 * A space of endpoints that this run of a test has for itself: another program of the host, or
 * another run of the same test, may open the same names.
 *
 * Tests that make addresses by hand ask own_space() for it.
 */
#ifndef RINGFENCE_TEST_OWN_TABLE_H
#define RINGFENCE_TEST_OWN_TABLE_H

/** Begins the space, and makes the built-in channels the table. Before the first fork: children are
 * in the same space. */
void own_table_begin(void);

/** Begins the space, and makes these lines the table. */
void own_table_use(const char *text);

/** Name of the space. */
const char *own_space(void);

#endif /* RINGFENCE_TEST_OWN_TABLE_H */
