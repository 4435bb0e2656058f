/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.c
 * Sessions of a stream of two processes: shapes with each type of block, and each way to drive the
 * blocks of channels.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ringfence.h"
#include "stream_part.h"

/** Microseconds of a wait while the other process may not be there, and of one that has to end by
 * itself: a wake-up that is lost is a hang. Wait for one block of several, and pause of a loop. */
#define CONNECT_US 10000
#define SLEEP_US   20000000
#define PAUSE_US   100
/** Seconds without an event after which a loop hangs. */
#define HANG_SECONDS 20

/** Who drives a block of a channel. */
typedef enum {
    /** A thread of the library. */
    DRIVER_THREAD = 0,
    /** The program's event service; events of all blocks come there too. */
    DRIVER_SERVICE = 1,
    /** The program's loop, which asks the block to. */
    DRIVER_LOOP = 2
} Driver;

/** A shape of a stream. */
typedef struct {
    const char *name;
    Driver driver;
    bool sends_at_once;
    /** With the producer: a consumer; the channel is connected when that is set up. */
    bool has_local;
    bool comes_late;
    /** Above the channel: packets of a limiter (0: there is none), return-sync, present-sync. */
    uint32_t limit;
    bool returns;
    bool presents;
    /** Behind the channel: two consumers, the second with a limiter and a mailbox; present-sync,
     * return-sync and a mailbox. */
    bool has_two;
    bool waits_there;
    Manner manner;
} Shape;

static const Shape g_shapes[] = {
    {.name = "plain"},
    {.name = "limiter, return-sync, service",
     .driver = DRIVER_SERVICE,
     .has_local = true,
     .limit = 1U,
     .returns = true},
    {.name = "present-sync, two behind, loop",
     .driver = DRIVER_LOOP,
     .has_local = true,
     .presents = true,
     .has_two = true},
    {.name = "limiter, returns nothing, sends at once",
     .sends_at_once = true,
     .has_local = true,
     .limit = 1U,
     .manner = MANNER_KEEPS},
    {.name = "limiter, return-sync, never signals",
     .has_local = true,
     .limit = 1U,
     .returns = true,
     .manner = MANNER_NEVER_SIGNALS},
    {.name = "waits behind the channel, service", .driver = DRIVER_SERVICE, .waits_there = true},
    {.name = "late", .has_local = true, .comes_late = true, .has_two = true},
};

#define SHAPES ((uint32_t)(sizeof(g_shapes) / sizeof(g_shapes[0])))

static Part g_part;
static const Shape *g_shape;
/** The blocks of the session are there, and wait for the next peer. */
static bool g_waits;
/** Sessions of this process: every second one deletes its blocks in the other order. */
static uint32_t g_sessions;

#define DO(part, call) ((void)part_did(part, #call, call))

/* ---------------------------------------------------------------- blocks */

/** Adds a block that was made; its events go to the service, if there is one. */
static Seen *add_block(Part *part, NvSciStreamBlock block, bool is_far)
{
    Seen *const seen = &part->blocks[part->count];

    seen->block = block;
    seen->is_far = is_far;
    if (part->loop != NULL) {
        DO(part, NvSciStreamBlockEventServiceSetup(block, &part->loop->EventService,
                                                   &part->notifiers[part->count]));
    }
    part->count++;
    return seen;
}

/** Connects two blocks. A stream of which the other process is gone already takes no block. */
static void connect(Part *part, const Seen *up, const Seen *down)
{
    const NvSciError status = NvSciStreamBlockConnect(up->block, down->block);

    if ((status == NvSciError_InsufficientResource) && (part->end != END_WRONG)) {
        part->end = END_PEER_GONE;
    } else {
        (void)part_did(part, "BlockConnect", status);
    }
}

static Seen *add_multicast(Part *part)
{
    NvSciStreamBlock block = 0U;

    DO(part, NvSciStreamMulticastCreate(2U, &block));
    return add_block(part, block, false);
}

static Seen *add_limiter(Part *part, uint32_t limit, bool is_far)
{
    NvSciStreamBlock block = 0U;

    DO(part, NvSciStreamLimiterCreate(limit, &block));
    return add_block(part, block, is_far);
}

static Seen *add_present_sync(Part *part)
{
    NvSciStreamBlock block = 0U;

    DO(part, NvSciStreamPresentSyncCreate(part->syncs, &block));
    return add_block(part, block, true);
}

static Seen *add_return_sync(Part *part)
{
    NvSciStreamBlock block = 0U;

    DO(part, NvSciStreamReturnSyncCreate(part->syncs, &block));
    return add_block(part, block, true);
}

static Seen *add_consumer(Part *part, bool has_mailbox, bool is_far)
{
    Player *const player = &part->consumers[part->players];
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock block = 0U;

    if (has_mailbox) {
        DO(part, NvSciStreamMailboxQueueCreate(&queue));
    } else {
        DO(part, NvSciStreamFifoQueueCreate(&queue));
    }
    (void)add_block(part, queue, is_far);
    DO(part, NvSciStreamConsumerCreate(queue, &block));
    player->seen = add_block(part, block, is_far);
    part->players++;
    return player->seen;
}

/** Adds a block of the channel, and chooses who drives it. */
static Seen *add_channel(Part *part)
{
    const NvSciIpcEndpoint endpoint = part->line->endpoint;
    NvSciStreamBlock block = 0U;
    Seen *seen = NULL;
    uint32_t count = 3U;

    if (part->role == ROLE_SIGNALER) {
        DO(part, NvSciStreamIpcSrcCreate(endpoint, part->syncs, part->bufs, &block));
    } else {
        DO(part, NvSciStreamIpcDstCreate(endpoint, part->syncs, part->bufs, &block));
    }
    seen = add_block(part, block, true);
    if (g_shape->sends_at_once) {
        DO(part, NvSciStreamPacketSendSync(block));
    }
    if (g_shape->driver != DRIVER_THREAD) {
        DO(part, NvSciStreamBlockInternalEventServiceSetup(block, &part->loop->EventService, &count,
                                                           part->inside));
    }
    return seen;
}

/** Puts a block in front of those that are connected already. */
static Seen *put_above(Part *part, Seen *block, const Seen *below)
{
    connect(part, block, below);
    return block;
}

static void mark_connect(Part *part, const Seen *multicast)
{
    DO(part, NvSciStreamBlockSetupStatusSet(multicast->block, NvSciStreamSetup_Connect, true));
}

/** Makes the blocks of the producer's process, from the channel up. */
static void make_up(Part *part)
{
    NvSciStreamBlock pool = 0U;
    NvSciStreamBlock block = 0U;
    Seen *top = add_channel(part);

    if (g_shape->returns) {
        top = put_above(part, add_return_sync(part), top);
    }
    if (g_shape->limit > 0U) {
        top = put_above(part, add_limiter(part, g_shape->limit, true), top);
    }
    if (g_shape->presents) {
        top = put_above(part, add_present_sync(part), top);
    }
    if (g_shape->has_local) {
        Seen *const multicast = add_multicast(part);

        connect(part, multicast, add_consumer(part, false, false));
        if (g_shape->comes_late) {
            mark_connect(part, multicast);
            part->fan = multicast;
            part->is_held = true;
        } else {
            connect(part, multicast, top);
        }
        top = multicast;
    }
    DO(part, NvSciStreamStaticPoolCreate(PACKETS, &pool));
    part->pool = add_block(part, pool, false);
    DO(part, NvSciStreamProducerCreate(pool, &block));
    part->producer.seen = add_block(part, block, false);
    connect(part, part->producer.seen, top);
}

/** Makes the blocks of the other process, from the consumers up. */
static void make_down(Part *part)
{
    Seen *const target = add_channel(part);
    Seen *top = add_consumer(part, g_shape->waits_there, true);

    part->consumers[0].is_lossy = (g_shape->limit > 0U) || g_shape->waits_there;
    part->consumers[0].manner = g_shape->manner;
    if (g_shape->waits_there) {
        top = put_above(part, add_return_sync(part), top);
        top = put_above(part, add_present_sync(part), top);
    }
    if (g_shape->has_two) {
        Seen *const multicast = add_multicast(part);
        Seen *const limiter = add_limiter(part, 1U, true);

        connect(part, limiter, add_consumer(part, true, true));
        part->consumers[1].is_lossy = true;
        connect(part, multicast, top);
        connect(part, multicast, limiter);
        top = multicast;
    }
    connect(part, target, top);
}

static void make_part(Part *part, Role role, const Line *line)
{
    (void)memset(part, 0, sizeof(*part));
    part->role = role;
    part->line = line;
    part->all_consumers = 1U + (g_shape->has_local ? 1U : 0U) + (g_shape->has_two ? 1U : 0U);
    DO(part, NvSciIpcResetEndpointSafe(line->endpoint));
    DO(part, NvSciBufModuleOpen(&part->bufs));
    DO(part, NvSciSyncModuleOpen(&part->syncs));
    DO(part, NvSciSyncCpuWaitContextAlloc(part->syncs, &part->context));
    if (g_shape->driver != DRIVER_THREAD) {
        DO(part, NvSciEventLoopServiceCreateSafe(1U, NULL, &part->loop));
    }
    if (role == ROLE_SIGNALER) {
        make_up(part);
    } else {
        make_down(part);
    }
}

/** Deletes a block, and what the service has of it. */
static void delete_block(Part *part, uint32_t number)
{
    DO(part, NvSciStreamBlockDelete(part->blocks[number].block));
    if (part->notifiers[number] != NULL) {
        (void)part->notifiers[number]->Delete(part->notifiers[number]);
    }
}

static void free_player(Player *player)
{
    NvSciSyncObjFree(player->signal);
}

/** Gives all back that a session took. */
static void free_part(Part *part)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        DO(part, RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    }
    for (uint32_t i = 0U; i < part->count; i++) {
        delete_block(part, ((g_sessions % 2U) == 0U) ? i : (part->count - 1U - i));
    }
    free_player(&part->producer);
    for (uint32_t i = 0U; i < CONSUMERS; i++) {
        free_player(&part->consumers[i]);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        if (part->inside[i] != NULL) {
            (void)part->inside[i]->Delete(part->inside[i]);
        }
    }
    if (part->loop != NULL) {
        (void)part->loop->EventService.Delete(&part->loop->EventService);
    }
    NvSciSyncCpuWaitContextFree(part->context);
    NvSciSyncModuleClose(part->syncs);
    NvSciBufModuleClose(part->bufs);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        DO(part, RingfenceAdvancePhase(RINGFENCE_PHASE_INIT));
    }
}

/* ---------------------------------------------------------------- how far it is */

/** The other process has said something, or need not be there yet. */
static bool is_met(const Part *part)
{
    bool met = (part->fan != NULL) && (!part->is_linked);

    for (uint32_t i = 0U; i < part->count; i++) {
        met = met || (part->blocks[i].is_far && part->blocks[i].connected);
    }
    return met;
}

static bool any_disconnected(const Part *part)
{
    bool any = false;

    for (uint32_t i = 0U; i < part->count; i++) {
        any = any || part->blocks[i].disconnected;
    }
    return any;
}

static bool all_ready(const Part *part)
{
    bool all = true;

    for (uint32_t i = 0U; i < part->count; i++) {
        all = all && part->blocks[i].ready;
    }
    return all;
}

/** All blocks that end with the other process did; `all`: all blocks did. */
static bool have_ended(const Part *part, bool all)
{
    bool have = true;

    for (uint32_t i = 0U; i < part->count; i++) {
        const Seen *const seen = &part->blocks[i];

        have = have && (seen->disconnected || ((!all) && (!seen->is_far)));
    }
    return have;
}

/** The producer is done: its own consumer has seen all, and all packets are back that come back. */
static bool all_went(const Part *part)
{
    return (part->producer.payloads == PAYLOADS) &&
           ((!g_shape->has_local) || (part->consumers[0].payloads == PAYLOADS)) &&
           ((g_shape->manner != MANNER_RELEASES) || (part->producer.kept == PACKETS));
}

/** Consumers have what they can have. */
static bool all_came(const Part *part)
{
    bool came = true;

    for (uint32_t i = 0U; i < part->players; i++) {
        const Player *const player = &part->consumers[i];

        came =
            came && (player->is_lossy ? (player->payloads > 0U) : (player->payloads == PAYLOADS));
    }
    return came;
}

/* ---------------------------------------------------------------- the course */

/** Lets the block of the channel take a turn: the program may ask each of them to. */
static void drive(Part *part)
{
    DO(part, NvSciStreamBlockHandleInternalEvents(part->blocks[0].block));
}

/** Waits until something may have come. False: it hangs. */
static bool wait_once(Part *part, time_t *last)
{
    const bool sleeps =
        (g_shape->driver == DRIVER_SERVICE) && (RingfenceCurrentPhase() != RINGFENCE_PHASE_DEINIT);
    bool has_event[BLOCKS] = {false};
    bool good = (time(NULL) - *last) < HANG_SECONDS;

    if (sleeps) {
        const int64_t longest = is_met(part) ? SLEEP_US : CONNECT_US;
        const NvSciError status = part->loop->WaitForMultipleEventsExt(
            &part->loop->EventService, part->notifiers, part->count, longest, has_event);

        good = (status == NvSciError_Success) ||
               ((status == NvSciError_Timeout) && (longest == CONNECT_US));
        if (longest == CONNECT_US) {
            *last = time(NULL);
        }
    } else if (g_shape->driver == DRIVER_THREAD) {
        part_wait(part, PAUSE_US);
    } else {
        const struct timespec pause = {0, PAUSE_US * 1000L};

        drive(part);
        (void)nanosleep(&pause, NULL);
    }
    return good;
}

/* What a session waits for. */
typedef bool Goal(const Part *part);

/** A peer that is dead before it said a word: nobody is told, and the next one may come. Of a dead
 * peer nothing follows when the channel has nothing more to look at. */
static bool stays_alone(Part *part)
{
    bool alone = false;

    if ((!is_met(part)) && (atomic_load(part->line->peer_dead) != 0U)) {
        struct pollfd look = {.fd = (int)part->line->descriptor, .events = POLLIN, .revents = 0};

        drive(part);
        alone = (!part_turn(part)) && (!any_disconnected(part)) && (poll(&look, 1U, 0) == 0);
    }
    return alone;
}

/** Answers events until a goal is reached. False: it hangs, or a call gave what it may not. */
static bool reach(Part *part, Goal *goal)
{
    time_t last = time(NULL);

    while ((part->end == END_COMPLETE) && (!goal(part))) {
        if (part_turn(part)) {
            last = time(NULL);
        } else if (stays_alone(part)) {
            part->end = END_WAITS;
        } else if (is_met(part)) {
            if (!wait_once(part, &last)) {
                part_wrong(part, "wait", NvSciError_Timeout);
            }
        } else {
            last = time(NULL);
            (void)wait_once(part, &last);
        }
    }
    return part->end == END_COMPLETE;
}

/** What does not end with the other process is set up. */
static bool is_near_ready(const Part *part)
{
    bool ready = true;

    for (uint32_t i = 0U; i < part->count; i++) {
        ready = ready && (part->blocks[i].ready || part->blocks[i].is_far);
    }
    return ready;
}

static bool is_ready_or_gone(const Part *part)
{
    return all_ready(part) || have_ended(part, true) ||
           ((part->fan != NULL) && have_ended(part, false));
}

static bool is_done_or_gone(const Part *part)
{
    return all_went(part) || part->producer.seen->disconnected;
}

static bool is_told_of_the_far_end(const Part *part)
{
    return have_ended(part, false);
}

static bool is_told(const Part *part)
{
    return have_ended(part, true);
}

/** The producer's process sends all payloads; its own consumer gets each, whoever dies. */
static void stream_up(Part *part)
{
    if (reach(part, is_done_or_gone)) {
        const bool is_gone = (atomic_load(part->line->peer_dead) != 0U);

        if (!all_went(part)) {
            part->end = END_PEER_GONE;
            if (g_shape->has_local) {
                part_wrong(part, "own consumer", NvSciError_StreamNotConnected);
            }
        } else if (is_gone) {
            (void)reach(part, is_told_of_the_far_end);
        } else {
            /* It ends the stream. */
        }
    }
}

/** The other process takes what comes until it is told of the end. */
static void stream_down(Part *part)
{
    if (reach(part, is_told) && (!all_came(part))) {
        part->end = END_PEER_GONE;
    }
}

/** Connects the channel to a stream that is set up. */
static void link_late(Part *part)
{
    if ((part->fan != NULL) && (!part->is_linked) && reach(part, is_near_ready)) {
        NvSciError status = NvSciError_Success;

        connect(part, part->fan, &part->blocks[0]);
        status = NvSciStreamBlockSetupStatusSet(part->fan->block, NvSciStreamSetup_Connect, true);
        /* The other process may be gone by now: then nobody comes, and the channel is told so. */
        if (status != NvSciError_NotYetAvailable) {
            (void)part_did(part, "late Connect", status);
        }
        part->is_linked = true;
    }
}

static void stream(Part *part)
{
    link_late(part);
    if (reach(part, is_ready_or_gone)) {
        if ((!all_ready(part)) && (part->fan == NULL)) {
            part->end = END_PEER_GONE;
        } else {
            (void)part_turn(part);
            part_let_go(part);
            DO(part, RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
            if (part->role == ROLE_SIGNALER) {
                stream_up(part);
            } else {
                stream_down(part);
            }
        }
    }
}

const char *session_name(uint32_t kind)
{
    return (kind < SHAPES) ? g_shapes[kind].name : NULL;
}

bool session_shares_line(uint32_t kind)
{
    return g_shapes[kind].driver == DRIVER_THREAD;
}

End session_run(Role role, uint32_t kind, Line *line)
{
    Part *const part = &g_part;

    g_shape = &g_shapes[kind];
    if (g_waits) {
        part->end = END_COMPLETE;
    } else {
        make_part(part, role, line);
    }
    stream(part);
    g_waits = (part->end == END_WAITS);
    if (!g_waits) {
        free_part(part);
        g_sessions++;
    }
    return part->end;
}
