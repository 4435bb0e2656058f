/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_fixture.h
 * What the tests of src/sync share: lists and objects in one call, counters of the library, phases.
 *
 * Functions that make something assert that it was made.
 */
#ifndef RINGFENCE_TEST_SYNC_FIXTURE_H
#define RINGFENCE_TEST_SYNC_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "leftovers.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/** Asserts the result of a call; a failure shows the names of both codes. */
#define assert_status(call, expected)                                                              \
    assert_string_equal(RingfenceErrorName(call), RingfenceErrorName(expected))

/** Number of elements of an array. */
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/** A test with the setup and the teardown that all tests of src/sync have. */
#define sync_test(function) cmocka_unit_test_setup_teardown(function, case_begin, case_end)

/** Phase INIT, empty pools, and a limit of a minute against hanging. */
int case_begin(void **state);

/** Phase INIT and empty pools again. */
int case_end(void **state);

/* ---------------------------------------------------------------- library counters */

/** Takes of a pool that failed. */
uint32_t exhausted(RingfencePool pool);

/** Use of all pools. */
typedef struct {
    uint32_t taken[RINGFENCE_POOL_COUNT];
} PoolState;

PoolState pools_now(void);

void assert_pools(const PoolState *expected);

/** Faults that were reported so far. */
uint32_t fault_count(void);

/** Kind of the last fault. */
RingfenceFaultKind fault_kind(void);

/** Function that reported the last fault. */
const char *fault_function(void);

/** Goes on from phase to phase until the phase is reached. */
void go_to(RingfencePhase phase);

/* ---------------------------------------------------------------- lists and objects */

NvSciSyncModule open_module(void);

NvSciSyncCpuWaitContext make_context(NvSciSyncModule module);

NvSciSyncAttrList make_list(NvSciSyncModule module);

/** Sets one key; asserts success. */
void set_key(NvSciSyncAttrList list, NvSciSyncAttrKey key, const void *value, size_t len);

void set_flag(NvSciSyncAttrList list, NvSciSyncAttrKey key, bool flag);

/** Names an engine in a list. */
void name_engine(NvSciSyncAttrList list);

/** A list with rights and, if `cpu`, CPU access. */
NvSciSyncAttrList make_perm_list(NvSciSyncModule module, NvSciSyncAccessPerm perm, bool cpu);

/** A list that signals and waits on the CPU, reconciled. */
NvSciSyncAttrList make_reconciled(NvSciSyncModule module);

/** A conflict list: nobody signals. */
NvSciSyncAttrList make_conflict(NvSciSyncModule module);

/** What an object is made for. */
typedef struct {
    /** 32 bits instead of 64. */
    bool narrow;
    bool timestamps;
    /** The engine signals, not the CPU. */
    bool engine_signals;
    /** Engines alone wait; no list asks for CPU access. */
    bool engine_waits;
    /** Each list names an engine, whether or not the CPU has access. */
    bool engines;
} Traits;

/** An object of two lists, which are freed. */
NvSciSyncObj make_object(NvSciSyncModule module, Traits traits);

/** Reads a number of 1, 4 or 8 bytes of a list's first slot; asserts that it is set. */
uint64_t number_of(NvSciSyncAttrList list, NvSciSyncAttrKey key);

/** Value of a fence. */
uint64_t value_of(const NvSciSyncFence *fence);

/** A module with a wait context and an object. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
} Scene;

Scene scene_open(Traits traits);

void scene_close(Scene *scene);

#endif /* RINGFENCE_TEST_SYNC_FIXTURE_H */
