/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ours.h
 * Two sync objects of Ringfence, one for each direction, as programs with threads or processes make
 * them.
 */
#ifndef RINGFENCE_BENCH_OURS_H
#define RINGFENCE_BENCH_OURS_H

#include "../bench.h"
#include "nvscisync.h"
#include "ringfence_kit.h"

/** Places for fences that are under way in one direction. */
#define OURS_RING 4U

/** A fence, or its descriptor, that goes to the other side. */
typedef union {
    _Alignas(64) NvSciSyncFence fence;
    NvSciSyncFenceIpcExportDescriptor desc;
} OursParcel;

/** What the sides share beside the library. */
typedef struct {
    /** Of threads. */
    NvSciSyncModule module;
    NvSciSyncObj object[SIDES];
    NvSciSyncCpuWaitContext context[SIDES];
    /** By the side that signals. */
    OursParcel ring[SIDES][OURS_RING];
    OursParcel block[SIDES][BLOCK_MAX];
} OursRoom;

/** One side. */
typedef struct {
    NvSciSyncObj mine;
    NvSciSyncObj theirs;
    NvSciSyncCpuWaitContext context;
    /** Signals and waits so far; of the block where fences are made before. */
    uint32_t sent;
    uint32_t waited;
    /** Whether the first fence is on its way. */
    bool primed;
    /** Fences that came from another process. */
    NvSciSyncFence in[BLOCK_MAX];
    /** Of processes. */
    RingfenceKit kit;
    RingfenceKitLink link;
    NvSciSyncAttrList list[4];
} Ours;

OursRoom *ours_room(const Side *side);

/** Separates the pair from others of the host. Before it has two sides. */
bool ours_open(Pair *pair);
/** Makes the objects in one process, and begins RUNTIME. */
bool ours_join_threads(Side *side);
/** Makes an object in each of two processes, exchanges them, and begins RUNTIME. */
bool ours_join_processes(Side *side);
/** Gives all back. */
void ours_leave(Side *side);
/** Says which call failed. Returns whether it succeeded. */
bool ours_good(const Side *side, const char *what, NvSciError error);

#endif /* RINGFENCE_BENCH_OURS_H */
