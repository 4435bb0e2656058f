/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_calls.h
 * One call of every public function that belongs to src/sync, as a table.
 */
#ifndef RINGFENCE_TEST_SYNC_CALLS_H
#define RINGFENCE_TEST_SYNC_CALLS_H

#include "sync_fixture.h"

/** One of everything that a call can need, and room for what calls make. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncAttrList writable;
    NvSciSyncAttrList reconciled;
    NvSciSyncAttrList bound;
    NvSciSyncObj object;
    NvSciSyncCpuWaitContext context;
    /** Expired; with a timestamp slot and a task status slot. */
    NvSciSyncFence fence;
    /** Cleared. */
    NvSciSyncFence target;
    NvSciSyncFence *stored;
    NvSciSyncFenceIpcExportDescriptor *stored_desc;
    /* What calls make; NULL as long as they have not. */
    NvSciSyncModule made_module;
    NvSciSyncAttrList made_list;
    NvSciSyncObj made_object;
    NvSciSyncCpuWaitContext made_context;
    NvSciSyncFence *made_stored;
    NvSciSyncFenceIpcExportDescriptor *made_stored_desc;
} World;

/** Makes one of everything. Phase INIT. */
World world_open(void);

/** Frees all of it, and what calls made; what a call has freed already is skipped. Phase INIT or
 * DEINIT. */
void world_close(World *world);

/** What a call takes in the place of its handle. */
typedef enum {
    TAKES_NONE,
    TAKES_MODULE,
    TAKES_WRITABLE,
    TAKES_RECONCILED,
    TAKES_OBJECT,
    TAKES_CONTEXT
} Takes;

/** A call of a function with good arguments, the handle excepted. */
typedef struct {
    const char *function;
    Takes takes;
    /** Phases that must admit it. */
    uint32_t phases;
    /** What a void function, or one that gives a number, does: Success if it was carried out. */
    NvSciError (*call)(World *world, void *handle);
    /** The function gives no status. */
    bool is_void;
} Call;

extern const Call g_calls[];
extern const size_t g_call_count;

/** The good handle of a call. */
void *handle_for(const World *world, Takes takes);

/** A call that takes a fence. */
typedef struct {
    const char *function;
    NvSciError (*call)(World *world, NvSciSyncFence *fence);
    /** It overwrites the fence, so that a fence whose object is gone does. */
    bool overwrites;
    bool is_void;
} FenceCall;

extern const FenceCall g_fence_calls[];
extern const size_t g_fence_call_count;

#endif /* RINGFENCE_TEST_SYNC_CALLS_H */
