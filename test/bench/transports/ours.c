/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "ours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ringfence.h"

/** Longest wait for the other process, microseconds. */
#define LONG 60000000

OursRoom *ours_room(const Side *side)
{
    _Static_assert(sizeof(OursRoom) <= ROOM_BYTES, "the room is too small");
    return (OursRoom *)(void *)side->pair->room;
}

bool ours_good(const Side *side, const char *what, NvSciError error)
{
    char text[128];

    (void)snprintf(text, sizeof(text), "%s: %s", what, RingfenceErrorName(error));
    return (error == NvSciError_Success) || bench_fail(side, text);
}

bool ours_open(Pair *pair)
{
    char space[32];

    (void)snprintf(space, sizeof(space), "b%u.%d", (unsigned int)pair->number, (int)getpid());
    return (unsetenv("RINGFENCE_NVSCIIPC_CFG") == 0) &&
           (setenv("RINGFENCE_NVSCIIPC_SPACE", space, 1) == 0);
}

static NvSciError make_list(NvSciSyncModule module, NvSciSyncAccessPerm perm,
                            NvSciSyncAttrList *list)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciError e = NvSciSyncAttrListCreate(module, list);

    return e ? e : NvSciSyncAttrListSetAttrs(*list, pairs, 2U);
}

/** Makes an object that one list signals and the other one waits for. */
static NvSciError make_object(const NvSciSyncAttrList list[2], NvSciSyncObj *object)
{
    NvSciSyncAttrList conflict = NULL;
    const NvSciError e = NvSciSyncAttrListReconcileAndObjAlloc(list, 2U, object, &conflict);

    NvSciSyncAttrListFree(conflict);
    return e;
}

/** Both objects and wait contexts, for both threads. */
static NvSciError make_all(OursRoom *room)
{
    NvSciSyncAttrList list[2] = {NULL, NULL};
    NvSciError e = NvSciSyncModuleOpen(&room->module);

    e = e ? e : make_list(room->module, NvSciSyncAccessPerm_SignalOnly, &list[0]);
    e = e ? e : make_list(room->module, NvSciSyncAccessPerm_WaitOnly, &list[1]);
    for (uint32_t i = 0U; i < SIDES; i++) {
        e = e ? e : make_object(list, &room->object[i]);
        e = e ? e : NvSciSyncCpuWaitContextAlloc(room->module, &room->context[i]);
    }
    NvSciSyncAttrListFree(list[0]);
    NvSciSyncAttrListFree(list[1]);
    return e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
}

bool ours_join_threads(Side *side)
{
    OursRoom *const room = ours_room(side);
    Ours *const ours = calloc(1U, sizeof(Ours));
    bool good = (ours != NULL);

    side->own = ours;
    if (good && (side->index == 0U)) {
        good = ours_good(side, "objects", make_all(room));
    }
    bench_meet(side);
    if (good) {
        ours->mine = room->object[side->index];
        ours->theirs = room->object[1U - side->index];
        ours->context = room->context[side->index];
    }
    return good && (ours->theirs != NULL);
}

/** Gives the other process what this side needs, and takes what it needs: list, then object. */
static NvSciError exchange(Side *side, Ours *ours)
{
    RingfenceKitLink *const link = &ours->link;
    const char *const name = (side->index == 0U) ? "example" : "example_peer";
    NvSciError e = RingfenceKitOpen(&ours->kit);

    e = e ? e : RingfenceKitConnect(&ours->kit, link, name, LONG);
    e = e ? e : make_list(ours->kit.syncs, NvSciSyncAccessPerm_SignalOnly, &ours->list[0]);
    e = e ? e : make_list(ours->kit.syncs, NvSciSyncAccessPerm_WaitOnly, &ours->list[2]);
    e = e ? e : RingfenceKitGiveSyncLists(link, &ours->list[2], 1U, LONG);
    e = e ? e : RingfenceKitTakeSyncList(link, &ours->list[1], LONG);
    e = e ? e : make_object(ours->list, &ours->mine);
    e = e ? e : RingfenceKitGiveSyncObj(link, ours->mine, NvSciSyncAccessPerm_Auto, LONG);
    e = e ? e
          : RingfenceKitTakeSyncObj(link, &ours->list[2], 1U, NvSciSyncAccessPerm_WaitOnly,
                                    &ours->theirs, LONG);
    return e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
}

bool ours_join_processes(Side *side)
{
    Ours *const ours = calloc(1U, sizeof(Ours));
    bool good = (ours != NULL);

    side->own = ours;
    good = good && ours_good(side, "objects", exchange(side, ours));
    if (good) {
        ours->context = ours->kit.context;
    }
    return good;
}

void ours_leave(Side *side)
{
    Ours *const ours = side->own;
    OursRoom *const room = ours_room(side);

    /* Nobody waits any more. */
    bench_meet(side);
    if (side->pair->cell.processes || (side->index == 0U)) {
        (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
        NvSciSyncObjFree(ours->mine);
        NvSciSyncObjFree(ours->theirs);
    }
    if (side->pair->cell.processes) {
        for (uint32_t i = 0U; i < 4U; i++) {
            NvSciSyncAttrListFree(ours->list[i]);
        }
        RingfenceKitDisconnect(&ours->link);
        RingfenceKitClose(&ours->kit);
    } else if (side->index == 0U) {
        NvSciSyncCpuWaitContextFree(room->context[0]);
        NvSciSyncCpuWaitContextFree(room->context[1]);
        NvSciSyncModuleClose(room->module);
    } else {
        /* The first thread has done it. */
    }
    free(ours);
}
