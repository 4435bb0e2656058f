/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pictures.c
 * Three processes: a camera makes NV12 pictures, two viewers look at them in place. The camera
 * allocates all that they share, and goes on when a viewer dies; the viewers end when it dies.
 *
 * Build: cc pictures.c -o pictures $(pkg-config --cflags --libs ringfence-kit)
 * Start ./pictures camera [NUMBER], ./pictures a and ./pictures b in three terminals, in any order.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ringfence.h"
#include "ringfence_kit.h"

/** Milliseconds of a picture; microseconds until the others answer, until they come or draw. */
enum { VIEWERS = 2, BUFFERS = 4, PERIOD = 10, ANSWER = 2000000, LONG = 60000000 };
static const char *const names[VIEWERS][2] = {{"nvscisync_a_0", "nvscisync_a_1"},
                                              {"nvscisync_b_0", "nvscisync_b_1"}};
static const NvSciBufAttrValAccessPerm as_asked = NvSciBufAccessPerm_Auto;
static const NvSciSyncAccessPerm asked = NvSciSyncAccessPerm_Auto;
static RingfenceKit kit;
static RingfenceKitImage image = {RINGFENCE_KIT_NV12,           640U, 480U,
                                  NvSciBufAccessPerm_ReadWrite, true, NULL};
static RingfenceKitLayout layout;
/** The camera has a link to each viewer that is there, a viewer has one. */
static RingfenceKitLink links[VIEWERS];
static bool is_here[VIEWERS];
/** Own list, those of the viewers, the reconciled one. */
static NvSciBufAttrList lists[2 + VIEWERS], conflict;
static NvSciBufObj buffers[BUFFERS];
static void *drawn[BUFFERS];
static const void *seen[BUFFERS];
/** For `ready`: own list, those of the viewers. For `done` of each: own list, that viewer's. */
static NvSciSyncAttrList sync_lists[1 + (3 * VIEWERS)], sync_conflict;
/** The camera signals `ready`, a viewer its `done`. */
static NvSciSyncObj ready, done[VIEWERS];

/** Camera: takes in what all need, makes it, and gives it to the viewers. */
static NvSciError share(void)
{
    NvSciError e = RingfenceKitCreateImageList(&kit, &image, &lists[0]);

    e = e ? e : RingfenceKitCreateSyncList(&kit, NvSciSyncAccessPerm_SignalOnly, &sync_lists[0]);
    for (uint32_t v = 0U; v < VIEWERS; v++) {
        NvSciSyncAttrList *const of = &sync_lists[1U + VIEWERS + (2U * v)];
        e = e ? e : RingfenceKitConnect(&kit, &links[v], names[v][0], LONG);
        e = e ? e : RingfenceKitTakeBufList(&links[v], &lists[1U + v], LONG);
        e = e ? e : RingfenceKitTakeSyncList(&links[v], &sync_lists[1U + v], LONG);
        e = e ? e : RingfenceKitTakeSyncList(&links[v], &of[1], LONG);
        e = e ? e : RingfenceKitCreateSyncList(&kit, NvSciSyncAccessPerm_WaitOnly, &of[0]);
        e = e ? e : NvSciSyncAttrListReconcileAndObjAlloc(of, 2U, &done[v], &sync_conflict);
    }
    e = e ? e : NvSciBufAttrListReconcile(lists, 1U + VIEWERS, &lists[1 + VIEWERS], &conflict);
    e = e ? e
          : NvSciSyncAttrListReconcileAndObjAlloc(sync_lists, 1U + VIEWERS, &ready, &sync_conflict);
    for (uint32_t b = 0U; b < BUFFERS; b++) {
        e = e ? e : NvSciBufObjAlloc(lists[1 + VIEWERS], &buffers[b]);
        e = e ? e : NvSciBufObjGetCpuPtr(buffers[b], &drawn[b]);
    }
    for (uint32_t v = 0U; v < VIEWERS; v++) {
        for (uint32_t b = 0U; b < BUFFERS; b++) {
            e = e ? e : RingfenceKitGiveBufObj(&links[v], buffers[b], as_asked, LONG);
        }
        e = e ? e : RingfenceKitGiveSyncObj(&links[v], ready, asked, LONG);
        e = e ? e : RingfenceKitGiveSyncObj(&links[v], done[v], asked, LONG);
        is_here[v] = true;
    }
    return e;
}

/** Viewer: says what it needs, and takes it. */
static NvSciError join(const char *name)
{
    NvSciError e = RingfenceKitConnect(&kit, links, name, LONG);
    image.perm = NvSciBufAccessPerm_Readonly;
    e = e ? e : RingfenceKitCreateImageList(&kit, &image, lists);
    e = e ? e : RingfenceKitCreateSyncList(&kit, NvSciSyncAccessPerm_WaitOnly, sync_lists);
    e = e ? e : RingfenceKitCreateSyncList(&kit, NvSciSyncAccessPerm_SignalOnly, &sync_lists[1]);
    e = e ? e : RingfenceKitGiveBufLists(links, lists, 1U, LONG);
    e = e ? e : RingfenceKitGiveSyncLists(links, sync_lists, 1U, LONG);
    e = e ? e : RingfenceKitGiveSyncLists(links, &sync_lists[1], 1U, LONG);
    for (uint32_t b = 0U; b < BUFFERS; b++) {
        e = e ? e : RingfenceKitTakeBufObj(links, lists, 1U, as_asked, &buffers[b], LONG);
        e = e ? e : NvSciBufObjGetConstCpuPtr(buffers[b], &seen[b]);
    }
    e = e ? e : RingfenceKitTakeSyncObj(links, sync_lists, 1U, asked, &ready, LONG);
    return e ? e : RingfenceKitTakeSyncObj(links, &sync_lists[1], 1U, asked, done, LONG);
}

/** Camera: takes the oldest picture back from a viewer that is there, and promises it the next. */
static NvSciError serve(uint32_t v, uint64_t number, const NvSciSyncFence *next)
{
    NvSciSyncFence old = NvSciSyncFenceInitializer;
    uint64_t of = 0U;
    NvSciError e = NvSciError_Success;

    if (number >= BUFFERS) {
        e = RingfenceKitTakeFence(&links[v], done[v], &old, &of, ANSWER);
        e = e ? e : NvSciSyncFenceWait(&old, kit.context, ANSWER);
        NvSciSyncFenceClear(&old);
    }
    if (next != NULL) {
        e = e ? e : RingfenceKitGiveFence(&links[v], next, number, ANSWER);
    }
    return e;
}

/** Camera: makes a picture. Turns without one take back the last ones. */
static NvSciError turn(uint64_t number, bool makes)
{
    NvSciSyncFence next = NvSciSyncFenceInitializer;
    NvSciError e = makes ? NvSciSyncObjGenerateFence(ready, &next) : NvSciError_Success;
    for (uint32_t v = 0U; v < VIEWERS; v++) {
        const NvSciError of = is_here[v] ? serve(v, number, makes ? &next : NULL) : 0;

        if (of != NvSciError_Success) {
            is_here[v] = false;
            (void)RingfenceKitSayGoodbye(&links[v], 0); /* it may be slow, and not gone */
            (void)printf("camera: viewer %c is gone: %s\n", "ab"[v], RingfenceErrorName(of));
        }
    }
    if (makes && (e == NvSciError_Success)) {
        (void)memset(drawn[number % BUFFERS], (int)(number & 0xFFU), (size_t)layout.size);
        (void)poll(NULL, 0U, PERIOD); /* draws */
        e = NvSciSyncObjSignal(ready);
    }
    NvSciSyncFenceClear(&next);
    return (is_here[0] || is_here[1]) ? e : NvSciError_ConnectionReset;
}

/** Viewer: promises to be done with the next picture, waits for it, looks at it, is done. */
static NvSciError view(void)
{
    NvSciSyncFence come = NvSciSyncFenceInitializer, leave = NvSciSyncFenceInitializer;
    const uint8_t *at = NULL;
    uint64_t number = 0U;
    NvSciError e = RingfenceKitTakeFence(links, ready, &come, &number, LONG);

    e = e ? e : NvSciSyncObjGenerateFence(done[0], &leave);
    e = e ? e : RingfenceKitGiveFence(links, &leave, number, ANSWER);
    e = e ? e : NvSciSyncFenceWait(&come, kit.context, LONG);
    at = seen[number % BUFFERS]; /* all bytes of a picture are its number */
    e = e ? e : ((at[0] == (uint8_t)number) ? e : NvSciError_InconsistentData);
    e = e ? e : NvSciSyncObjSignal(done[0]);
    NvSciSyncFenceClear(&come);
    NvSciSyncFenceClear(&leave);
    return e;
}

static void give_back(void)
{
    for (uint32_t b = 0U; b < BUFFERS; b++) {
        NvSciBufObjFree(buffers[b]);
    }
    for (uint32_t i = 0U; i < (2U + VIEWERS); i++) {
        NvSciBufAttrListFree(lists[i]);
    }
    for (uint32_t i = 0U; i < (1U + (3U * VIEWERS)); i++) {
        NvSciSyncAttrListFree(sync_lists[i]);
    }
    for (uint32_t v = 0U; v < VIEWERS; v++) {
        NvSciSyncObjFree(done[v]);
        RingfenceKitDisconnect(&links[v]);
    }
    NvSciSyncObjFree(ready);
    NvSciBufAttrListFree(conflict);
    NvSciSyncAttrListFree(sync_conflict);
    RingfenceKitClose(&kit);
}

int main(int argc, char *argv[])
{
    const char *const who = (argc > 1) ? argv[1] : "a";
    const bool films = (strcmp(who, "camera") == 0);
    const uint64_t count = (argc > 2) ? strtoull(argv[2], NULL, 10) : (UINT64_MAX / 2U);
    char why[256] = "";
    NvSciError e = RingfenceKitOpen(&kit);

    e = e ? e : (films ? share() : join(names[(who[0] == 'b') ? 1 : 0][1]));
    e = e ? e : RingfenceKitGetLayout(buffers[0], &layout);
    (void)RingfenceKitConflictText(conflict, why, sizeof(why));
    e = e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    (void)printf("%s: set up: %s %s\n", who, RingfenceErrorName(e), why);
    (void)fflush(stdout);
    for (uint64_t n = 0U; (e == NvSciError_Success) && (n < (count + BUFFERS)); n++) {
        e = films ? turn(n, n < count) : view();
    }
    for (uint32_t v = 0U; v < VIEWERS; v++) {
        (void)RingfenceKitSayGoodbye(&links[v], 0);
    }
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    give_back();
    e = (e == NvSciError_EndOfFile) ? NvSciError_Success : e;
    (void)printf("%s: %s\n", who, RingfenceErrorName(e));
    return (e == NvSciError_Success) ? 0 : 1;
}
