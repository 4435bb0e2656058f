/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kit.c
 * A kit for programs of several processes, made of public functions alone.
 *
 * A wait names one local event of the kit. The notifiers of its links have a handler, which looks
 * at the link while somebody wants something of it, and signals the local event when that is there.
 * So one call of the event service is one wait, however many links it is for and however often they
 * wake it in vain, and the service measures its time.
 *
 * A link that nobody waits for is left alone: its handler rests, and what a peer wrote before its
 * end stays until it is taken.
 *
 * A message is a frame: its kind and the number of its bytes, each as four bytes with the lowest
 * first, and the bytes. Frames are written and read in place. The peer can change what is read at
 * any time, so each byte is read once.
 */
#include "ringfence_kit.h"

#include <string.h>

#include "ringfence.h"

/** First half of every kind, and version of the messages. */
#define KIND_MARK 0x524B0100U
/** Bytes of a number in a frame. */
#define NUMBER_BYTES 8U
/** Bytes that a fence takes in a frame. */
#define FENCE_BYTES ((uint32_t)sizeof(NvSciSyncFenceIpcExportDescriptor))
/** Bytes that a sync object takes in a frame, in front of its list. */
#define SYNC_OBJ_BYTES ((uint32_t)sizeof(NvSciSyncObjIpcExportDescriptor))
/** Keys that have a number of 32 bits for each plane, and all keys of a layout. */
#define PLANE_NUMBERS 4U
#define LAYOUT_PAIRS  8U
/** Usual images. */
#define FORMATS 6U
/** Attributes of an image without a GPU. */
#define IMAGE_PAIRS 9U

/** What a message is. */
typedef enum {
    KIND_MESSAGE = 1,
    KIND_BUF_LIST = 2,
    KIND_BUF_OBJ = 3,
    KIND_SYNC_LIST = 4,
    KIND_SYNC_OBJ = 5,
    KIND_FENCE = 6,
    KIND_GOODBYE = 7
} Kind;

/** A frame that is being written. */
typedef struct {
    volatile uint8_t *bytes;
    /** Bytes written. */
    uint32_t at;
} Outgoing;

/** A message that is being read. */
typedef struct {
    const volatile uint8_t *bytes;
    /** Bytes behind the head. */
    uint32_t size;
} Incoming;

/** Planes of a format; chroma has half the pixels and half the lines. */
typedef struct {
    uint32_t planes;
    NvSciBufAttrValColorFmt colors[RINGFENCE_KIT_PLANES];
} Format;

/* ---------------------------------------------------------------- waiting */

/**
 * Asks a link for its events. Those of a connection are told once, so they are kept. Who waits for
 * room is told of the end of the peer at the first look: each further one is of those after which
 * the peer's last messages are gone.
 * @satisfies RF-KIT-040
 */
static void look(RingfenceKitLink *link)
{
    uint32_t events = 0U;
    NvSciError status = NvSciIpcGetEventSafe(link->endpoint, &events);

    if ((status == NvSciError_Success) && ((link->wanted & NV_SCI_IPC_EVENT_WRITE) != 0U)) {
        volatile void *frame = NULL;

        if (NvSciIpcWriteGetNextFrame(link->endpoint, &frame) == NvSciError_ConnectionReset) {
            status = NvSciError_ConnectionReset;
        }
    }
    link->failure = status;
    link->events = events;
    if ((events & NV_SCI_IPC_EVENT_CONN_EST) != 0U) {
        link->connected = true;
    }
    if (link->connected && ((events & NV_SCI_IPC_EVENT_CONN_RESET) != 0U)) {
        link->lost = true;
    }
}

/** Whether a wait for a link is over. */
static bool is_due(const RingfenceKitLink *link)
{
    return link->lost || (link->failure != NvSciError_Success) ||
           ((link->events & link->wanted) != 0U);
}

/** A link has news, and a wait is under way. What ended the wait is not looked at again, as events
 * of a connection come once.
 * @satisfies RF-KIT-018 */
static void on_news(void *cookie)
{
    RingfenceKitLink *const link = cookie;

    if ((link->wanted != 0U) && (!is_due(link))) {
        look(link);
        if (is_due(link)) {
            (void)link->kit->event->Signal(link->kit->event);
        }
    }
}

/**
 * Whether a message waits, without a question for events: a few questions that no read follows end
 * the connection of a peer that is gone.
 * @satisfies RF-KIT-040
 */
static bool has_message(RingfenceKitLink *link)
{
    const volatile void *frame = NULL;
    bool has = link->connected && (!link->lost);

    if (has) {
        has = (NvSciIpcReadGetNextFrame(link->endpoint, &frame) == NvSciError_Success);
    }
    if (has) {
        link->events = NV_SCI_IPC_EVENT_READ;
        link->failure = NvSciError_Success;
    }
    return has;
}

/** Says what is wanted of links; 0: nothing any more. */
static void want(RingfenceKitLink *const links[], size_t count, uint32_t wanted)
{
    for (size_t i = 0U; i < count; i++) {
        if (links[i] != NULL) {
            const bool has =
                (wanted == NV_SCI_IPC_EVENT_READ) ? has_message(links[i]) : (wanted == 0U);

            links[i]->wanted = wanted;
            if (!has) {
                look(links[i]);
            }
        }
    }
}

static bool is_any_due(RingfenceKitLink *const links[], size_t count)
{
    bool due = false;

    for (size_t i = 0U; i < count; i++) {
        if ((links[i] != NULL) && is_due(links[i])) {
            due = true;
        }
    }
    return due;
}

/** Waits for one of several links, of which one at least is there. */
static NvSciError await_any(const RingfenceKit *kit, RingfenceKitLink *const links[], size_t count,
                            uint32_t wanted, int64_t timeout_us)
{
    NvSciError status = NvSciError_Success;
    bool due = false;

    want(links, count, wanted);
    due = is_any_due(links, count);
    /* A signal of an earlier wait that was over at that moment may be left: one turn more. */
    while ((status == NvSciError_Success) && (!due)) {
        status = kit->service->WaitForEvent(kit->event->eventNotifier, timeout_us);
        due = is_any_due(links, count);
    }
    want(links, count, 0U);
    return due ? NvSciError_Success : status;
}

/**
 * Waits for a link.
 * @satisfies RF-KIT-014
 */
static NvSciError await(RingfenceKitLink *link, uint32_t wanted, int64_t timeout_us)
{
    RingfenceKitLink *const links[] = {link};
    NvSciError status = await_any(link->kit, links, 1U, wanted, timeout_us);

    if (status == NvSciError_Success) {
        if (link->failure != NvSciError_Success) {
            status = link->failure;
        } else if (link->lost) {
            status = NvSciError_ConnectionReset;
        } else {
            status = NvSciError_Success;
        }
    }
    return status;
}

/**
 * Whether a link and a time-out can be used.
 * @satisfies RF-KIT-016
 */
static NvSciError check(const RingfenceKitLink *link, int64_t timeout_us)
{
    bool fits = (link != NULL) && (timeout_us >= NVSCIIPC_INFINITE_WAIT);

    if (fits) {
        fits = (link->kit != NULL) && (link->kit->service != NULL);
    }
    return fits ? NvSciError_Success : NvSciError_BadParameter;
}

/** The same, for what is taken in phase INIT alone: no message is lost in another one. */
static NvSciError check_init(const RingfenceKitLink *link, int64_t timeout_us)
{
    NvSciError status = check(link, timeout_us);

    if ((status == NvSciError_Success) && (RingfenceCurrentPhase() != RINGFENCE_PHASE_INIT)) {
        status = NvSciError_InvalidState;
    }
    return status;
}

/* ---------------------------------------------------------------- frames */

/** Four bytes, the lowest first. */
static void put_word(volatile uint8_t *bytes, uint32_t word)
{
    for (uint32_t i = 0U; i < 4U; i++) {
        bytes[i] = (uint8_t)((word >> (8U * i)) & 0xFFU);
    }
}

static uint32_t get_word(const volatile uint8_t *bytes)
{
    uint32_t word = 0U;

    for (uint32_t i = 0U; i < 4U; i++) {
        const uint8_t byte = bytes[i];

        word |= (uint32_t)byte << (8U * i);
    }
    return word;
}

/** Waits for a free frame. */
static NvSciError begin(RingfenceKitLink *link, Outgoing *out, int64_t timeout_us)
{
    volatile void *frame = NULL;
    bool full = false;
    NvSciError status = check(link, timeout_us);

    if (status == NvSciError_Success) {
        status = link->lost ? NvSciError_ConnectionReset
                            : NvSciIpcWriteGetNextFrame(link->endpoint, &frame);
    }
    full = (status == NvSciError_InsufficientMemory);
    while (full) {
        status = await(link, NV_SCI_IPC_EVENT_WRITE, timeout_us);
        full = false;
        if (status == NvSciError_Success) {
            status = NvSciIpcWriteGetNextFrame(link->endpoint, &frame);
            full = (status == NvSciError_InsufficientMemory);
        }
    }
    if (status == NvSciError_Success) {
        out->bytes = frame;
        out->at = RINGFENCE_KIT_HEAD;
    }
    return status;
}

/** Adds bytes to a message. */
static NvSciError add(const RingfenceKitLink *link, Outgoing *out, const void *bytes, size_t size)
{
    const uint8_t *const from = bytes;
    NvSciError status = NvSciError_Success;

    if ((size > (size_t)link->frameBytes) ||
        ((size_t)out->at > ((size_t)link->frameBytes - size))) {
        status = NvSciError_TooBig;
    } else {
        for (uint32_t i = 0U; i < (uint32_t)size; i++) {
            out->bytes[out->at + i] = from[i];
        }
        out->at += (uint32_t)size;
    }
    return status;
}

/** Sends what was written. */
static NvSciError finish(const RingfenceKitLink *link, const Outgoing *out, Kind kind)
{
    volatile uint8_t *const bytes = out->bytes;
    const uint32_t size = out->at - RINGFENCE_KIT_HEAD;

    put_word(bytes, KIND_MARK | (uint32_t)kind);
    put_word(&bytes[4], size);
    return NvSciIpcWriteAdvance(link->endpoint);
}

/** Waits for a frame and gives it in place. */
static NvSciError next_frame(RingfenceKitLink *link, const volatile void **frame,
                             int64_t timeout_us)
{
    NvSciError status = NvSciError_ConnectionReset;
    bool empty = false;

    if (!link->lost) {
        status = NvSciIpcReadGetNextFrame(link->endpoint, frame);
    }
    empty = (status == NvSciError_InsufficientMemory);
    while (empty) {
        status = await(link, NV_SCI_IPC_EVENT_READ, timeout_us);
        empty = false;
        if (status == NvSciError_Success) {
            status = NvSciIpcReadGetNextFrame(link->endpoint, frame);
            empty = (status == NvSciError_InsufficientMemory);
        }
    }
    return status;
}

/**
 * Looks what a frame is. A goodbye is noted; it and what is no message are dropped.
 * @satisfies RF-KIT-013 RF-KIT-015
 */
static NvSciError judge(RingfenceKitLink *link, const Incoming *in, uint32_t mark, Kind kind)
{
    const uint32_t last = KIND_MARK | (uint32_t)KIND_GOODBYE;
    NvSciError status = NvSciError_Success;

    if ((mark <= KIND_MARK) || (mark > last) ||
        (in->size > (link->frameBytes - RINGFENCE_KIT_HEAD))) {
        status = NvSciError_InconsistentData;
    } else if (mark == last) {
        link->ended = true;
        status = NvSciError_EndOfFile;
    } else if (mark != (KIND_MARK | (uint32_t)kind)) {
        status = NvSciError_NoDesiredMessage;
    } else {
        status = NvSciError_Success;
    }
    if ((status == NvSciError_InconsistentData) || (status == NvSciError_EndOfFile)) {
        (void)NvSciIpcReadAdvance(link->endpoint);
    }
    return status;
}

/** Waits for a message of a kind. It stays in its frame until drop(). */
static NvSciError incoming(RingfenceKitLink *link, Kind kind, Incoming *in, int64_t timeout_us)
{
    const volatile void *frame = NULL;
    NvSciError status = check(link, timeout_us);

    if (status == NvSciError_Success) {
        status = link->ended ? NvSciError_EndOfFile : next_frame(link, &frame, timeout_us);
    }
    if (status == NvSciError_Success) {
        in->bytes = frame;
        in->size = get_word(&in->bytes[4]);
        status = judge(link, in, get_word(in->bytes), kind);
    }
    return status;
}

/** Copies bytes of a message, from a place behind its head on. */
static void copy_message(const Incoming *in, uint32_t from, void *bytes, uint32_t size)
{
    uint8_t *const to = bytes;

    for (uint32_t i = 0U; i < size; i++) {
        to[i] = in->bytes[RINGFENCE_KIT_HEAD + from + i];
    }
}

/** Waits for a message and copies it, if there is room. It stays in its frame. */
static NvSciError hold_bytes(RingfenceKitLink *link, Kind kind, void *bytes, size_t *size,
                             int64_t timeout_us)
{
    Incoming in = {NULL, 0U};
    NvSciError status = incoming(link, kind, &in, timeout_us);

    if (status == NvSciError_Success) {
        if ((size_t)in.size > *size) {
            status = NvSciError_TooBig;
        } else {
            copy_message(&in, 0U, bytes, in.size);
        }
        *size = in.size;
    }
    return status;
}

/** The same into the room of the kit, until settle_message(). */
static NvSciError hold_room(RingfenceKitLink *link, Kind kind, size_t *size, int64_t timeout_us)
{
    NvSciError status = check_init(link, timeout_us);

    *size = RINGFENCE_KIT_ROOM;
    if (status == NvSciError_Success) {
        status = hold_bytes(link, kind, link->kit->room, size, timeout_us);
    }
    return status;
}

/**
 * Says whether a table was full, or the system short of something: what was to be taken can be
 * taken later.
 * @satisfies RF-KIT-041
 */
static bool is_short(NvSciError result)
{
    return (result == NvSciError_InsufficientMemory) || (result == NvSciError_ResourceError);
}

/** Says whether an object was refused, so that what came with it is still there; `asked`: something
 * was asked of it. A parameter is bad else as the bytes are none. */
static bool is_refused(NvSciError result, bool asked)
{
    return (result != NvSciError_Success) && (!is_short(result)) &&
           (asked || (result != NvSciError_BadParameter));
}

/** Gives the frame of a message back, whatever came of it, unless it can be taken later. */
static void settle_message(const RingfenceKitLink *link, NvSciError result)
{
    if (!is_short(result)) {
        (void)NvSciIpcReadAdvance(link->endpoint);
    }
}

/** Sends bytes that the library gave. */
static NvSciError send_bytes(const RingfenceKitLink *link, Outgoing *out, Kind kind,
                             const void *bytes, size_t size)
{
    NvSciError status = add(link, out, bytes, size);

    if (status == NvSciError_Success) {
        status = finish(link, out, kind);
    }
    return status;
}

/* ---------------------------------------------------------------- connections */

/** Gives back what a kit has. */
static void give_back(const RingfenceKit *kit)
{
    NvSciEventLoopService *const service = kit->service;
    NvSciLocalEvent *const event = kit->event;
    const NvSciSyncCpuWaitContext context = kit->context;
    const NvSciSyncModule syncs = kit->syncs;
    const NvSciBufModule bufs = kit->bufs;

    if (event != NULL) {
        if (event->eventNotifier != NULL) {
            event->eventNotifier->Delete(event->eventNotifier);
        }
        event->Delete(event);
    }
    if (service != NULL) {
        service->EventService.Delete(&service->EventService);
    }
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(syncs);
    NvSciBufModuleClose(bufs);
    NvSciIpcDeinit();
}

/** Forgets what a kit had. */
static void forget_all(RingfenceKit *kit)
{
    kit->bufs = NULL;
    kit->syncs = NULL;
    kit->context = NULL;
    kit->service = NULL;
    kit->event = NULL;
}

/** @satisfies RF-KIT-001 */
NvSciError RingfenceKitOpen(RingfenceKit *kit)
{
    NvSciError status = NvSciError_BadParameter;

    if ((kit != NULL) && (kit->service == NULL)) {
        status = NvSciIpcInit();
    }
    if (status == NvSciError_Success) {
        forget_all(kit);
        status = NvSciBufModuleOpen(&kit->bufs);
        if (status == NvSciError_Success) {
            status = NvSciSyncModuleOpen(&kit->syncs);
        }
        if (status == NvSciError_Success) {
            status = NvSciSyncCpuWaitContextAlloc(kit->syncs, &kit->context);
        }
        if (status == NvSciError_Success) {
            status = NvSciEventLoopServiceCreateSafe(1U, NULL, &kit->service);
        }
        if (status == NvSciError_Success) {
            NvSciEventService *const service = &kit->service->EventService;

            status = service->CreateLocalEvent(service, &kit->event);
        }
        if (status != NvSciError_Success) {
            give_back(kit);
            forget_all(kit);
        }
    }
    return status;
}

/** @satisfies RF-KIT-001 */
void RingfenceKitClose(RingfenceKit *kit)
{
    if ((kit != NULL) && (kit->service != NULL)) {
        const bool admitted = (RingfenceCurrentPhase() != RINGFENCE_PHASE_RUNTIME);

        give_back(kit);
        if (admitted) {
            forget_all(kit);
        }
    }
}

/** Opens an endpoint whose news come to the link. */
static NvSciError open_link(RingfenceKit *kit, RingfenceKitLink *link, const char *name)
{
    NvSciIpcEndpointInfo info = {0U, 0U};
    NvSciError status =
        NvSciIpcOpenEndpointWithEventService(name, &link->endpoint, &kit->service->EventService);

    if (status == NvSciError_Success) {
        link->kit = kit;
        status = NvSciIpcGetEndpointInfo(link->endpoint, &info);
        link->frameBytes = info.frame_size;
    }
    if (status == NvSciError_Success) {
        status = NvSciIpcGetEventNotifier(link->endpoint, &link->notifier);
    }
    if (status == NvSciError_Success) {
        status = link->notifier->SetHandler(link->notifier, &on_news, link, 0U);
    }
    if (status == NvSciError_Success) {
        status = NvSciIpcResetEndpointSafe(link->endpoint);
    }
    return status;
}

/** @satisfies RF-KIT-002 */
NvSciError RingfenceKitConnect(RingfenceKit *kit, RingfenceKitLink *link, const char *name,
                               int64_t timeoutUs)
{
    NvSciError status = NvSciError_BadParameter;

    if ((kit != NULL) && (link != NULL) && (timeoutUs >= NVSCIIPC_INFINITE_WAIT) &&
        (kit->service != NULL) && (link->kit == NULL)) {
        static const RingfenceKitLink none = {NULL,  0U,    NULL, 0U, 0U, 0U, NvSciError_Success,
                                              false, false, false};

        *link = none;
        status = open_link(kit, link, name);
        if (status == NvSciError_Success) {
            status = await(link, NV_SCI_IPC_EVENT_CONN_EST, timeoutUs);
        }
        if (status != NvSciError_Success) {
            RingfenceKitDisconnect(link);
        }
    }
    return status;
}

/** @satisfies RF-KIT-001 */
void RingfenceKitDisconnect(RingfenceKitLink *link)
{
    if ((link != NULL) && (link->kit != NULL)) {
        if (link->notifier != NULL) {
            link->notifier->Delete(link->notifier);
        }
        if (NvSciIpcCloseEndpointSafe(link->endpoint, false) == NvSciError_Success) {
            link->kit = NULL;
            link->notifier = NULL;
            link->endpoint = 0U;
        }
    }
}

/** The kit that all links have; NULL: there is none, or they have several. */
static const RingfenceKit *kit_of(RingfenceKitLink *const links[], size_t count)
{
    const RingfenceKit *kit = NULL;
    bool same = true;

    for (size_t i = 0U; i < count; i++) {
        if (links[i] != NULL) {
            if (kit == NULL) {
                kit = links[i]->kit;
            }
            same = same && (links[i]->kit != NULL) && (links[i]->kit == kit);
        }
    }
    return same ? kit : NULL;
}

/** Whether the peer of a link said goodbye. */
static bool is_any_ended(RingfenceKitLink *const links[], size_t count)
{
    bool ended = false;

    for (size_t i = 0U; i < count; i++) {
        if ((links[i] != NULL) && links[i]->ended) {
            ended = true;
        }
    }
    return ended;
}

/** Whether a link has something to say to who takes a message. */
static bool is_link_ready(const RingfenceKitLink *link)
{
    return (link != NULL) &&
           (link->lost || link->ended || ((link->events & NV_SCI_IPC_EVENT_READ) != 0U));
}

/** Why a link could not be asked for its events, if one could not. */
static NvSciError failure_of(RingfenceKitLink *const links[], size_t count)
{
    NvSciError failure = NvSciError_Success;

    for (size_t i = 0U; i < count; i++) {
        if ((links[i] != NULL) && (links[i]->failure != NvSciError_Success)) {
            failure = links[i]->failure;
        }
    }
    return failure;
}

/** Waits for a message or an end of one of several links. A goodbye that was taken is one. */
static NvSciError await_links(const RingfenceKit *kit, RingfenceKitLink *const links[],
                              size_t count, int64_t timeout_us)
{
    const bool ended = is_any_ended(links, count);
    NvSciError status = await_any(kit, links, count, NV_SCI_IPC_EVENT_READ, ended ? 0 : timeout_us);

    if (ended && (status == NvSciError_Timeout)) {
        status = NvSciError_Success;
    }
    if (status == NvSciError_Success) {
        status = failure_of(links, count);
    }
    return status;
}

/** @satisfies RF-KIT-003 */
NvSciError RingfenceKitWait(RingfenceKitLink *const links[], size_t count, int64_t timeoutUs,
                            bool ready[])
{
    const RingfenceKit *const kit = (links != NULL) ? kit_of(links, count) : NULL;
    NvSciError status = NvSciError_BadParameter;

    if ((kit != NULL) && (kit->service != NULL) && (ready != NULL) &&
        (timeoutUs >= NVSCIIPC_INFINITE_WAIT)) {
        status = await_links(kit, links, count, timeoutUs);
    }
    if (status == NvSciError_Success) {
        for (size_t i = 0U; i < count; i++) {
            ready[i] = is_link_ready(links[i]);
        }
    }
    return status;
}

/** @satisfies RF-KIT-004 */
NvSciError RingfenceKitSayGoodbye(RingfenceKitLink *link, int64_t timeoutUs)
{
    Outgoing out = {NULL, 0U};
    NvSciError status = begin(link, &out, timeoutUs);

    if (status == NvSciError_Success) {
        status = finish(link, &out, KIND_GOODBYE);
    }
    return status;
}

/* ---------------------------------------------------------------- messages */

/** @satisfies RF-KIT-005 */
NvSciError RingfenceKitSend(RingfenceKitLink *link, const void *bytes, size_t size,
                            int64_t timeoutUs)
{
    Outgoing out = {NULL, 0U};
    NvSciError status = NvSciError_BadParameter;

    if ((bytes != NULL) || (size == 0U)) {
        status = begin(link, &out, timeoutUs);
    }
    if (status == NvSciError_Success) {
        status = send_bytes(link, &out, KIND_MESSAGE, bytes, size);
    }
    return status;
}

/** @satisfies RF-KIT-005 RF-KIT-006 */
NvSciError RingfenceKitReceive(RingfenceKitLink *link, void *bytes, size_t *size, int64_t timeoutUs)
{
    NvSciError status = NvSciError_BadParameter;

    if ((size != NULL) && ((bytes != NULL) || (*size == 0U))) {
        status = hold_bytes(link, KIND_MESSAGE, bytes, size, timeoutUs);
    }
    if (status == NvSciError_Success) {
        status = NvSciIpcReadAdvance(link->endpoint);
    }
    return status;
}

/* ---------------------------------------------------------------- lists and objects */

/** @satisfies RF-KIT-007 */
NvSciError RingfenceKitGiveBufLists(RingfenceKitLink *link, const NvSciBufAttrList lists[],
                                    size_t count, int64_t timeoutUs)
{
    Outgoing out = {NULL, 0U};
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = begin(link, &out, timeoutUs);

    if (status == NvSciError_Success) {
        status = NvSciBufAttrListIpcExportUnreconciled(lists, count, link->endpoint, &bytes, &size);
    }
    if (status == NvSciError_Success) {
        status = send_bytes(link, &out, KIND_BUF_LIST, bytes, size);
        NvSciBufAttrListFreeDesc(bytes);
    }
    return status;
}

/** @satisfies RF-KIT-007 */
NvSciError RingfenceKitTakeBufList(RingfenceKitLink *link, NvSciBufAttrList *list,
                                   int64_t timeoutUs)
{
    size_t size = 0U;
    NvSciError status = NvSciError_BadParameter;

    if (list != NULL) {
        status = hold_room(link, KIND_BUF_LIST, &size, timeoutUs);
    }
    if (status == NvSciError_Success) {
        status = NvSciBufAttrListIpcImportUnreconciled(link->kit->bufs, link->endpoint,
                                                       link->kit->room, size, list);
        settle_message(link, status);
    }
    return status;
}

/** @satisfies RF-KIT-007 */
NvSciError RingfenceKitGiveBufObj(RingfenceKitLink *link, NvSciBufObj object,
                                  NvSciBufAttrValAccessPerm perm, int64_t timeoutUs)
{
    Outgoing out = {NULL, 0U};
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = begin(link, &out, timeoutUs);

    if (status == NvSciError_Success) {
        status = NvSciBufIpcExportAttrListAndObj(object, perm, link->endpoint, &bytes, &size);
    }
    if (status == NvSciError_Success) {
        status = send_bytes(link, &out, KIND_BUF_OBJ, bytes, size);
        NvSciBufAttrListAndObjFreeDesc(bytes);
    }
    return status;
}

/**
 * Takes what came with a buffer that is refused, and gives it back. Gives why it is refused, or
 * that it can be taken later.
 * @satisfies RF-KIT-017
 */
static NvSciError discard_buf_obj(const RingfenceKitLink *link, size_t size, NvSciError refusal)
{
    const NvSciBufModule bufs = link->kit->bufs;
    const uint8_t *const room = link->kit->room;
    NvSciBufObj object = NULL;
    const NvSciError status = NvSciBufIpcImportAttrListAndObj(
        bufs, link->endpoint, room, size, NULL, 0U, NvSciBufAccessPerm_Auto, 0, &object);

    if (status == NvSciError_Success) {
        NvSciBufObjFree(object);
    }
    return is_short(status) ? status : refusal;
}

/** @satisfies RF-KIT-007 */
NvSciError RingfenceKitTakeBufObj(RingfenceKitLink *link, const NvSciBufAttrList lists[],
                                  size_t count, NvSciBufAttrValAccessPerm perm, NvSciBufObj *object,
                                  int64_t timeoutUs)
{
    size_t size = 0U;
    NvSciError status = NvSciError_BadParameter;

    if (object != NULL) {
        status = hold_room(link, KIND_BUF_OBJ, &size, timeoutUs);
    }
    if (status == NvSciError_Success) {
        const bool asked = (lists != NULL) || (perm != NvSciBufAccessPerm_Auto);

        status = NvSciBufIpcImportAttrListAndObj(link->kit->bufs, link->endpoint, link->kit->room,
                                                 size, lists, count, perm, 0, object);
        if (is_refused(status, asked)) {
            status = discard_buf_obj(link, size, status);
        }
        settle_message(link, status);
    }
    return status;
}

/** @satisfies RF-KIT-008 */
NvSciError RingfenceKitGiveSyncLists(RingfenceKitLink *link, const NvSciSyncAttrList lists[],
                                     size_t count, int64_t timeoutUs)
{
    Outgoing out = {NULL, 0U};
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = begin(link, &out, timeoutUs);

    if (status == NvSciError_Success) {
        status =
            NvSciSyncAttrListIpcExportUnreconciled(lists, count, link->endpoint, &bytes, &size);
    }
    if (status == NvSciError_Success) {
        status = send_bytes(link, &out, KIND_SYNC_LIST, bytes, size);
        NvSciSyncAttrListFreeDesc(bytes);
    }
    return status;
}

/** @satisfies RF-KIT-008 */
NvSciError RingfenceKitTakeSyncList(RingfenceKitLink *link, NvSciSyncAttrList *list,
                                    int64_t timeoutUs)
{
    size_t size = 0U;
    NvSciError status = NvSciError_BadParameter;

    if (list != NULL) {
        status = hold_room(link, KIND_SYNC_LIST, &size, timeoutUs);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListIpcImportUnreconciled(link->kit->syncs, link->endpoint,
                                                        link->kit->room, size, list);
        settle_message(link, status);
    }
    return status;
}

/** Writes the list of a sync object behind the place of the object. */
static NvSciError add_sync_list(const RingfenceKitLink *link, Outgoing *out, NvSciSyncObj object)
{
    NvSciSyncAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = NvSciSyncObjGetAttrList(object, &list);

    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListIpcExportReconciled(list, link->endpoint, &bytes, &size);
    }
    if (status == NvSciError_Success) {
        out->at += SYNC_OBJ_BYTES;
        status = add(link, out, bytes, size);
        NvSciSyncAttrListFreeDesc(bytes);
    }
    return status;
}

/** @satisfies RF-KIT-008 */
NvSciError RingfenceKitGiveSyncObj(RingfenceKitLink *link, NvSciSyncObj object,
                                   NvSciSyncAccessPerm perm, int64_t timeoutUs)
{
    NvSciSyncObjIpcExportDescriptor offer;
    Outgoing out = {NULL, 0U};
    NvSciError status = begin(link, &out, timeoutUs);

    if (status == NvSciError_Success) {
        status = add_sync_list(link, &out, object);
    }
    /* The right to signal is given once: not before it is known that all fits. */
    if (status == NvSciError_Success) {
        (void)memset(&offer, 0, sizeof(offer));
        status = NvSciSyncObjIpcExport(object, perm, link->endpoint, &offer);
    }
    if (status == NvSciError_Success) {
        const uint32_t end = out.at;

        out.at = RINGFENCE_KIT_HEAD;
        (void)add(link, &out, &offer, sizeof(offer));
        out.at = end;
        status = finish(link, &out, KIND_SYNC_OBJ);
    }
    return status;
}

/** Copies the bytes of a sync object, and its list into the room of the kit, until
 * settle_message(). */
static NvSciError hold_sync_obj(RingfenceKitLink *link, NvSciSyncObjIpcExportDescriptor *offer,
                                size_t *size, int64_t timeout_us)
{
    Incoming in = {NULL, 0U};
    NvSciError status = check_init(link, timeout_us);

    if (status == NvSciError_Success) {
        status = incoming(link, KIND_SYNC_OBJ, &in, timeout_us);
    }
    if (status == NvSciError_Success) {
        if (in.size > RINGFENCE_KIT_ROOM) {
            status = NvSciError_TooBig;
        } else if (in.size < SYNC_OBJ_BYTES) {
            status = NvSciError_InconsistentData;
            settle_message(link, status);
        } else {
            copy_message(&in, 0U, offer, SYNC_OBJ_BYTES);
            copy_message(&in, SYNC_OBJ_BYTES, link->kit->room, in.size - SYNC_OBJ_BYTES);
            *size = (size_t)in.size - SYNC_OBJ_BYTES;
        }
    }
    return status;
}

/** Imports a sync object and its list, which is in the room of the kit. */
static NvSciError import_sync_obj(const RingfenceKitLink *link,
                                  const NvSciSyncObjIpcExportDescriptor *offer, size_t size,
                                  const NvSciSyncAttrList lists[], size_t count,
                                  NvSciSyncAccessPerm perm, NvSciSyncObj *object)
{
    const NvSciSyncModule syncs = link->kit->syncs;
    const uint8_t *const room = link->kit->room;
    NvSciSyncAttrList list = NULL;
    NvSciError status = NvSciSyncAttrListIpcImportReconciled(syncs, link->endpoint, room, size,
                                                             lists, count, &list);

    if (status == NvSciError_Success) {
        status = NvSciSyncObjIpcImport(link->endpoint, offer, list, perm, 0, object);
        NvSciSyncAttrListFree(list);
    }
    return status;
}

/** Takes what came with a sync object that is refused, and gives it back. Gives why it is refused,
 * or that it can be taken later. */
static NvSciError discard_sync_obj(const RingfenceKitLink *link,
                                   const NvSciSyncObjIpcExportDescriptor *offer, size_t size,
                                   NvSciError refusal)
{
    NvSciSyncObj object = NULL;
    const NvSciError status =
        import_sync_obj(link, offer, size, NULL, 0U, NvSciSyncAccessPerm_Auto, &object);

    if (status == NvSciError_Success) {
        NvSciSyncObjFree(object);
    }
    return is_short(status) ? status : refusal;
}

/** @satisfies RF-KIT-008 */
NvSciError RingfenceKitTakeSyncObj(RingfenceKitLink *link, const NvSciSyncAttrList lists[],
                                   size_t count, NvSciSyncAccessPerm perm, NvSciSyncObj *object,
                                   int64_t timeoutUs)
{
    NvSciSyncObjIpcExportDescriptor offer;
    size_t size = 0U;
    NvSciError status = NvSciError_BadParameter;

    (void)memset(&offer, 0, sizeof(offer));
    if (object != NULL) {
        status = hold_sync_obj(link, &offer, &size, timeoutUs);
    }
    if (status == NvSciError_Success) {
        const bool asked = (lists != NULL) || (perm != NvSciSyncAccessPerm_Auto);

        status = import_sync_obj(link, &offer, size, lists, count, perm, object);
        if (is_refused(status, asked)) {
            status = discard_sync_obj(link, &offer, size, status);
        }
        settle_message(link, status);
    }
    return status;
}

/* ---------------------------------------------------------------- fences */

/** @satisfies RF-KIT-009 */
NvSciError RingfenceKitGiveFence(RingfenceKitLink *link, const NvSciSyncFence *fence,
                                 uint64_t number, int64_t timeoutUs)
{
    NvSciSyncFenceIpcExportDescriptor offer;
    Outgoing out = {NULL, 0U};
    NvSciError status = begin(link, &out, timeoutUs);

    (void)memset(&offer, 0, sizeof(offer));
    if (status == NvSciError_Success) {
        status = NvSciSyncIpcExportFence(fence, link->endpoint, &offer);
    }
    if (status == NvSciError_Success) {
        status = add(link, &out, &offer, sizeof(offer));
    }
    if (status == NvSciError_Success) {
        uint8_t bytes[NUMBER_BYTES] = {0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U};

        put_word(bytes, (uint32_t)(number & 0xFFFFFFFFU));
        put_word(&bytes[4], (uint32_t)(number >> 32U));
        status = send_bytes(link, &out, KIND_FENCE, bytes, sizeof(bytes));
    }
    return status;
}

/** @satisfies RF-KIT-009 */
NvSciError RingfenceKitTakeFence(RingfenceKitLink *link, NvSciSyncObj object, NvSciSyncFence *fence,
                                 uint64_t *number, int64_t timeoutUs)
{
    NvSciSyncFenceIpcExportDescriptor offer;
    uint8_t bytes[NUMBER_BYTES] = {0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U};
    Incoming in = {NULL, 0U};
    NvSciError status = NvSciError_BadParameter;

    (void)memset(&offer, 0, sizeof(offer));
    if ((fence != NULL) && (number != NULL)) {
        status = incoming(link, KIND_FENCE, &in, timeoutUs);
    }
    if (status == NvSciError_Success) {
        if (in.size == (FENCE_BYTES + NUMBER_BYTES)) {
            copy_message(&in, 0U, &offer, FENCE_BYTES);
            copy_message(&in, FENCE_BYTES, bytes, NUMBER_BYTES);
        } else {
            status = NvSciError_InconsistentData;
        }
        (void)NvSciIpcReadAdvance(link->endpoint);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncIpcImportFence(object, &offer, fence);
    }
    if (status == NvSciError_Success) {
        const uint64_t low = get_word(bytes);
        const uint64_t high = get_word(&bytes[4]);

        *number = low | (high << 32U);
    }
    return status;
}

/* ---------------------------------------------------------------- attributes */

/** Half of a length, rounded up. */
static uint32_t half_of(uint32_t length)
{
    return (length / 2U) + (length % 2U);
}

/** The planes of a format. The names of colours begin with the highest byte of a pixel. */
static const Format *planes_of(RingfenceKitFormat format)
{
    static const Format formats[FORMATS] = {
        [RINGFENCE_KIT_NV12] = {2U, {NvSciColor_Y8, NvSciColor_V8U8, NvSciColor_LowerBound}},
        [RINGFENCE_KIT_NV21] = {2U, {NvSciColor_Y8, NvSciColor_U8V8, NvSciColor_LowerBound}},
        [RINGFENCE_KIT_YUV420] = {3U, {NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8}},
        [RINGFENCE_KIT_RGBA8] = {1U,
                                 {NvSciColor_A8B8G8R8, NvSciColor_LowerBound,
                                  NvSciColor_LowerBound}},
        [RINGFENCE_KIT_BGRA8] = {1U,
                                 {NvSciColor_A8R8G8B8, NvSciColor_LowerBound,
                                  NvSciColor_LowerBound}},
        [RINGFENCE_KIT_GRAY8] = {1U,
                                 {NvSciColor_Y8, NvSciColor_LowerBound, NvSciColor_LowerBound}}};

    return ((uint32_t)format < FORMATS) ? &formats[(uint32_t)format] : NULL;
}

/** Sets the keys of an image of a format. */
static NvSciError set_image_keys(NvSciBufAttrList list, const RingfenceKitImage *image,
                                 const Format *format)
{
    const size_t planes = format->planes;
    const size_t count = (image->gpu != NULL) ? ((size_t)IMAGE_PAIRS + 1U) : IMAGE_PAIRS;
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValImageLayoutType layout = NvSciBufImage_PitchLinearType;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const uint32_t chroma_width = half_of(image->width);
    const uint32_t chroma_height = half_of(image->height);
    const uint32_t widths[RINGFENCE_KIT_PLANES] = {image->width, chroma_width, chroma_width};
    const uint32_t heights[RINGFENCE_KIT_PLANES] = {image->height, chroma_height, chroma_height};
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &image->needCpuAccess, sizeof(image->needCpuAccess)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &image->perm, sizeof(image->perm)},
        {NvSciBufImageAttrKey_Layout, &layout, sizeof(layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &format->planes, sizeof(format->planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, format->colors, planes * sizeof(format->colors[0])},
        {NvSciBufImageAttrKey_PlaneWidth, widths, planes * sizeof(widths[0])},
        {NvSciBufImageAttrKey_PlaneHeight, heights, planes * sizeof(heights[0])},
        {NvSciBufGeneralAttrKey_GpuId, image->gpu, sizeof(NvSciRmGpuId)}};

    return NvSciBufAttrListSetAttrs(list, pairs, count);
}

/** @satisfies RF-KIT-010 */
NvSciError RingfenceKitCreateImageList(const RingfenceKit *kit, const RingfenceKitImage *image,
                                       NvSciBufAttrList *list)
{
    const Format *const format = (image != NULL) ? planes_of(image->format) : NULL;
    NvSciBufAttrList made = NULL;
    NvSciError status = NvSciError_BadParameter;

    if ((kit != NULL) && (list != NULL) && (format != NULL)) {
        const NvSciBufModule bufs = kit->bufs;

        status = NvSciBufAttrListCreate(bufs, &made);
    }
    if (status == NvSciError_Success) {
        status = set_image_keys(made, image, format);
        if (status == NvSciError_Success) {
            *list = made;
        } else {
            NvSciBufAttrListFree(made);
        }
    }
    return status;
}

/** @satisfies RF-KIT-011 */
NvSciError RingfenceKitCreateSyncList(const RingfenceKit *kit, NvSciSyncAccessPerm perm,
                                      NvSciSyncAttrList *list)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList made = NULL;
    NvSciError status = NvSciError_BadParameter;

    if ((kit != NULL) && (list != NULL)) {
        const NvSciSyncModule syncs = kit->syncs;

        status = NvSciSyncAttrListCreate(syncs, &made);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListSetAttrs(made, pairs, 2U);
        if (status == NvSciError_Success) {
            *list = made;
        } else {
            NvSciSyncAttrListFree(made);
        }
    }
    return status;
}

/** Whether a list has values of these keys, each with bytes of this number at most. */
static bool has_values(const NvSciBufAttrKeyValuePair pairs[], const size_t sizes[], size_t count)
{
    bool has = true;

    for (size_t i = 0U; i < count; i++) {
        has = has && (pairs[i].value != NULL) && (pairs[i].len <= sizes[i]);
    }
    return has;
}

/** Reads the layout that a reconciled list has. */
static NvSciError read_layout(NvSciBufAttrList list, RingfenceKitLayout *layout)
{
    const size_t words = RINGFENCE_KIT_PLANES * sizeof(uint32_t);
    NvSciBufAttrValImageLayoutType kind = NvSciBufImage_BlockLinearType;
    uint64_t offsets[RINGFENCE_KIT_PLANES] = {0U, 0U, 0U};
    uint32_t numbers[PLANE_NUMBERS][RINGFENCE_KIT_PLANES] = {
        {0U, 0U, 0U}, {0U, 0U, 0U}, {0U, 0U, 0U}, {0U, 0U, 0U}};
    const size_t sizes[LAYOUT_PAIRS] = {words,
                                        words,
                                        words,
                                        words,
                                        sizeof(kind),
                                        sizeof(layout->size),
                                        sizeof(layout->planeCount),
                                        sizeof(offsets)};
    NvSciBufAttrKeyValuePair pairs[LAYOUT_PAIRS] = {
        {NvSciBufImageAttrKey_PlanePitch, NULL, 0U},
        {NvSciBufImageAttrKey_PlaneWidth, NULL, 0U},
        {NvSciBufImageAttrKey_PlaneHeight, NULL, 0U},
        {NvSciBufImageAttrKey_PlaneBitsPerPixel, NULL, 0U},
        {NvSciBufImageAttrKey_Layout, NULL, 0U},
        {NvSciBufImageAttrKey_Size, NULL, 0U},
        {NvSciBufImageAttrKey_PlaneCount, NULL, 0U},
        {NvSciBufImageAttrKey_PlaneOffset, NULL, 0U}};
    NvSciError status = NvSciBufAttrListGetAttrs(list, pairs, LAYOUT_PAIRS);

    if ((status == NvSciError_Success) && (!has_values(pairs, sizes, LAYOUT_PAIRS))) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        (void)memcpy(&kind, pairs[PLANE_NUMBERS].value, pairs[PLANE_NUMBERS].len);
        status =
            (kind == NvSciBufImage_PitchLinearType) ? NvSciError_Success : NvSciError_NotSupported;
    }
    if (status == NvSciError_Success) {
        for (uint32_t i = 0U; i < PLANE_NUMBERS; i++) {
            (void)memcpy(numbers[i], pairs[i].value, pairs[i].len);
        }
        (void)memcpy(&layout->size, pairs[5].value, pairs[5].len);
        (void)memcpy(&layout->planeCount, pairs[6].value, pairs[6].len);
        (void)memcpy(offsets, pairs[7].value, pairs[7].len);
        for (uint32_t i = 0U; i < RINGFENCE_KIT_PLANES; i++) {
            const RingfenceKitPlane plane = {offsets[i], numbers[0][i], numbers[1][i],
                                             numbers[2][i], numbers[3][i] / 8U};

            layout->planes[i] = plane;
        }
    }
    return status;
}

/** @satisfies RF-KIT-010 */
NvSciError RingfenceKitGetLayout(NvSciBufObj object, RingfenceKitLayout *layout)
{
    NvSciBufAttrList list = NULL;
    NvSciError status = NvSciError_BadParameter;

    if (layout != NULL) {
        status = NvSciBufObjGetAttrList(object, &list);
    }
    if (status == NvSciError_Success) {
        status = read_layout(list, layout);
    }
    return status;
}

/* ---------------------------------------------------------------- texts */

/** @satisfies RF-KIT-012 */
NvSciError RingfenceKitConflictText(const void *conflictList, char *text, size_t size)
{
    RingfenceConflict conflict;
    NvSciError status = NvSciError_BadParameter;

    (void)memset(&conflict, 0, sizeof(conflict));
    if ((text != NULL) && (size > 0U)) {
        if (conflictList == NULL) {
            text[0] = '\0';
            status = NvSciError_Success;
        } else {
            status = RingfenceExplainConflict(conflictList, &conflict);
            if (status == NvSciError_Success) {
                status = RingfenceFormatConflict(&conflict, text, size);
            }
        }
    }
    return status;
}

/** @satisfies RF-KIT-012 */
NvSciError RingfenceKitFaultText(char *text, size_t size)
{
    RingfenceFault fault;
    NvSciError status = NvSciError_BadParameter;

    (void)memset(&fault, 0, sizeof(fault));
    if ((text != NULL) && (size > 0U)) {
        status = RingfenceGetLastFault(&fault);
    }
    if (status == NvSciError_Success) {
        status = RingfenceFormatFault(&fault, text, size);
    }
    return status;
}
