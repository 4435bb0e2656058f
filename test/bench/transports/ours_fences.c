/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ours_fences.c
 * Hops of Ringfence: a signal and a wait for a fence.
 *
 * The fence may be made, and handed over, before the hops that are measured. Or each hop has the
 * whole life of a fence: who signals makes the fence of the next hop and hands it over before it
 * signals; who waited clears the fence, and takes the next one. Between processes it is exported
 * and imported, and goes through shared memory, or as a frame of a channel.
 */
#include <string.h>

#include "ours.h"

static bool ours_send(Side *side)
{
    Ours *const ours = side->own;

    return ours_good(side, "signal", NvSciSyncObjSignal(ours->mine));
}

/** Waits for a fence. */
static bool wait_for(Side *side, const NvSciSyncFence *fence)
{
    Ours *const ours = side->own;

    return ours_good(side, "wait", NvSciSyncFenceWait(fence, ours->context, -1));
}

/* ---------------------------------------------------------------------- fences made before */

static bool threads_prepare(Side *side, uint32_t hops)
{
    Ours *const ours = side->own;
    OursParcel *const block = ours_room(side)->block[side->index];
    bool good = true;

    ours->waited = 0U;
    for (uint32_t i = 0U; (i < hops) && good; i++) {
        good = ours_good(side, "fence", NvSciSyncObjGenerateFence(ours->mine, &block[i].fence));
    }
    return good;
}

static bool threads_wait(Side *side)
{
    Ours *const ours = side->own;
    const uint32_t at = ours->waited;

    ours->waited = at + 1U;
    return wait_for(side, &ours_room(side)->block[1U - side->index][at].fence);
}

/** Makes a fence and its descriptor. */
static bool make_parcel(Side *side, OursParcel *parcel)
{
    Ours *const ours = side->own;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError e = NvSciSyncObjGenerateFence(ours->mine, &fence);

    e = e ? e : NvSciSyncIpcExportFence(&fence, ours->link.endpoint, &parcel->desc);
    NvSciSyncFenceClear(&fence);
    return ours_good(side, "fence", e);
}

/** Makes the fence that a descriptor of the other side describes. */
static bool take_parcel(Side *side, const OursParcel *parcel, NvSciSyncFence *fence)
{
    Ours *const ours = side->own;

    return ours_good(side, "import", NvSciSyncIpcImportFence(ours->theirs, &parcel->desc, fence));
}

static bool processes_prepare(Side *side, uint32_t hops)
{
    Ours *const ours = side->own;
    OursRoom *const room = ours_room(side);
    bool good = true;

    ours->waited = 0U;
    for (uint32_t i = 0U; (i < hops) && good; i++) {
        good = make_parcel(side, &room->block[side->index][i]);
    }
    bench_meet(side);
    for (uint32_t i = 0U; (i < hops) && good; i++) {
        good = take_parcel(side, &room->block[1U - side->index][i], &ours->in[i]);
    }
    return good;
}

static bool processes_wait(Side *side)
{
    Ours *const ours = side->own;
    const uint32_t at = ours->waited;

    ours->waited = at + 1U;
    return wait_for(side, &ours->in[at]);
}

/* ------------------------------------------------------------------- fences made in each hop */

/** The place of the fence of hop `at` that this side signals, or waits for. */
static OursParcel *mine_at(const Side *side, uint32_t at)
{
    return &ours_room(side)->ring[side->index][at % OURS_RING];
}

static OursParcel *theirs_at(const Side *side, uint32_t at)
{
    return &ours_room(side)->ring[1U - side->index][at % OURS_RING];
}

static bool hand_over_thread(Side *side, uint32_t at)
{
    Ours *const ours = side->own;

    return ours_good(side, "fence",
                     NvSciSyncObjGenerateFence(ours->mine, &mine_at(side, at)->fence));
}

static bool hand_over_process(Side *side, uint32_t at)
{
    return make_parcel(side, mine_at(side, at));
}

static bool hand_over_channel(Side *side, uint32_t at)
{
    Ours *const ours = side->own;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError e = NvSciSyncObjGenerateFence(ours->mine, &fence);

    e = e ? e : RingfenceKitGiveFence(&ours->link, &fence, at, -1);
    NvSciSyncFenceClear(&fence);
    return ours_good(side, "fence", e);
}

static bool take_process(Side *side, uint32_t at)
{
    Ours *const ours = side->own;

    return take_parcel(side, theirs_at(side, at), &ours->in[0]);
}

static bool take_channel(Side *side, uint32_t at)
{
    Ours *const ours = side->own;
    uint64_t number = 0U;
    const NvSciError e =
        RingfenceKitTakeFence(&ours->link, ours->theirs, &ours->in[0], &number, -1);

    return ours_good(side, "import", e) && ((number == at) || bench_fail(side, "another fence"));
}

/** The first fence of a side, once. */
static bool prime(Side *side, bool (*hand_over)(Side *, uint32_t), bool (*take)(Side *, uint32_t))
{
    Ours *const ours = side->own;
    bool good = true;

    if (!ours->primed) {
        good = hand_over(side, 0U);
        bench_meet(side);
        good = good && ((take == NULL) || take(side, 0U));
        ours->primed = true;
    }
    return good;
}

/** Hands the next fence over, and signals the one before. */
static bool send_with(Side *side, bool (*hand_over)(Side *, uint32_t))
{
    Ours *const ours = side->own;

    ours->sent++;
    return hand_over(side, ours->sent) && ours_send(side);
}

/** Waits for a fence, clears it, and takes the next one. */
static bool wait_with(Side *side, bool (*take)(Side *, uint32_t))
{
    Ours *const ours = side->own;
    bool good = wait_for(side, &ours->in[0]);

    NvSciSyncFenceClear(&ours->in[0]);
    ours->waited++;
    return good && take(side, ours->waited);
}

static bool thread_prepare(Side *side, uint32_t hops)
{
    (void)hops;
    return prime(side, hand_over_thread, NULL);
}

static bool thread_send(Side *side)
{
    return send_with(side, hand_over_thread);
}

static bool thread_wait(Side *side)
{
    Ours *const ours = side->own;
    NvSciSyncFence *const fence = &theirs_at(side, ours->waited)->fence;
    const bool good = wait_for(side, fence);

    NvSciSyncFenceClear(fence);
    ours->waited++;
    return good;
}

static bool process_prepare(Side *side, uint32_t hops)
{
    (void)hops;
    return prime(side, hand_over_process, take_process);
}

static bool process_send(Side *side)
{
    return send_with(side, hand_over_process);
}

static bool process_wait(Side *side)
{
    return wait_with(side, take_process);
}

static bool channel_prepare(Side *side, uint32_t hops)
{
    (void)hops;
    return prime(side, hand_over_channel, take_channel);
}

static bool channel_send(Side *side)
{
    return send_with(side, hand_over_channel);
}

static bool channel_wait(Side *side)
{
    return wait_with(side, take_channel);
}

const Transport transport_ours_threads = {"Ringfence",       false,           ours_open,
                                          ours_join_threads, threads_prepare, ours_send,
                                          threads_wait,      ours_leave};
const Transport transport_ours_processes = {
    "Ringfence",       false,     ours_open,      ours_join_processes,
    processes_prepare, ours_send, processes_wait, ours_leave};
const Transport transport_ours_fences_threads = {"Ringfence: generate, clear",
                                                 false,
                                                 ours_open,
                                                 ours_join_threads,
                                                 thread_prepare,
                                                 thread_send,
                                                 thread_wait,
                                                 ours_leave};
const Transport transport_ours_fences_processes = {"Ringfence: generate, export, import, clear",
                                                   false,
                                                   ours_open,
                                                   ours_join_processes,
                                                   process_prepare,
                                                   process_send,
                                                   process_wait,
                                                   ours_leave};
const Transport transport_ours_channel_processes = {"Ringfence: the same over a channel",
                                                    false,
                                                    ours_open,
                                                    ours_join_processes,
                                                    channel_prepare,
                                                    channel_send,
                                                    channel_wait,
                                                    ours_leave};
