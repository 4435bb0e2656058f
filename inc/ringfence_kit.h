/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_kit.h
 * A kit beside the library: connections with time-outs, messages with a length, lists, objects and
 * fences handed over in one call each, attributes of usual images, texts of what went wrong.
 *
 * It is no part of the library: libringfence_kit.a, one source (src/kit/kit.c, installed as
 * share/ringfence/kit.c) that calls public functions alone, so a program may have its own copy. It
 * has no heap and no memory but that of its caller. It runs wherever channels and event services
 * do. docs/pipelines.md has the order of the calls in programs of several processes.
 *
 * A kit is what several links share: modules, a wait context, an event service. A link is one end
 * of a channel. Both are structs of the caller, zero before their first use. Members without a
 * comment belong to the kit; the others can be read.
 *
 * Both ends of a channel use the kit: a message is one frame, which begins with eight bytes that
 * say its kind and its length.
 *
 * Threads: one thread at a time uses a kit and its links. A program whose threads wait at the same
 * time has a kit for each.
 *
 * Time-outs are microseconds; 0 looks without waiting, -1 has no end. A wait sleeps.
 *
 * Every function of this header has, besides what it says itself:
 *
 * @retval NvSciError_BadParameter  iff a pointer is NULL that may not be, a kit is not open or a
 * link is not connected (to be opened or connected: is so already), or a time-out is less than -1
 * @retval NvSciError_InvalidState  iff the phase does not admit what the function calls; a link
 * that has ended says that first, but to the functions of phase INIT that take something, and to
 * RingfenceKitWait()
 *
 * Every function that waits for a peer has:
 *
 * @retval NvSciError_Timeout          iff what it waits for did not come in time
 * @retval NvSciError_ConnectionReset  iff the connection has ended: the peer closed it, exited, was
 * killed or broke the channel, and what it wrote before was taken. The link does not connect anew;
 * RingfenceKitDisconnect() and RingfenceKitConnect() do
 * @retval NvSciError_NotSupported     iff another thread waits with the same kit
 * @retval NvSciError_NotInitialized   iff the program called NvSciIpcDeinit() for the NvSciIpcInit()
 * of RingfenceKitOpen()
 * @retval NvSciError_ResourceError, NvSciError_InsufficientMemory  iff the system is short of
 * descriptors or memory
 *
 * and every one that takes a message of a peer:
 *
 * @retval NvSciError_EndOfFile         iff the peer said goodbye, and what it sent before was taken
 * @retval NvSciError_NoDesiredMessage  iff the next message is of another kind; it stays
 * @retval NvSciError_InconsistentData  iff the next frame is no message of a kit, or says a length
 * that no frame holds, or one that its kind does not have; it is dropped
 *
 * A signal handler calls nothing of this, no function is a cancellation point, and a child of
 * fork() calls nothing of it: nvscisync.h says more.
 */
#ifndef RINGFENCE_KIT_H
#define RINGFENCE_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscisync.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a frame that are not the caller's: a message has at most a frame less these. */
#define RINGFENCE_KIT_HEAD 8U
/** Bytes of a list, or of a list with its object, that a kit can take at most. */
#define RINGFENCE_KIT_ROOM 32768U
/** Planes of an image at most. */
#define RINGFENCE_KIT_PLANES 3U

/** What the links of a thread share. */
typedef struct {
    /** Module of all lists and buffers that the kit makes or takes, and for the program's own. */
    NvSciBufModule bufs;
    /** The same for sync objects. */
    NvSciSyncModule syncs;
    /** For the thread's waits for fences. */
    NvSciSyncCpuWaitContext context;
    /** Of the kit: where its links wait. */
    NvSciEventLoopService *service;
    /** Of the kit: ends a wait. */
    NvSciLocalEvent *event;
    /** Of the kit: a list that is being taken. */
    uint8_t room[RINGFENCE_KIT_ROOM];
} RingfenceKit;

/** One end of a channel. */
typedef struct {
    /** Kit that it is connected with; NULL: it is not. */
    RingfenceKit *kit;
    /** For functions of NvSci that take an endpoint, while the link is connected. */
    NvSciIpcEndpoint endpoint;
    /** Of the kit: tells of news. */
    NvSciEventNotifier *notifier;
    /** Of the kit: bytes of a frame. */
    uint32_t frameBytes;
    /** Of the kit: events that end the wait that is under way. */
    uint32_t wanted;
    /** Of the kit: events of the last look. */
    uint32_t events;
    /** Of the kit: error of the last look. */
    NvSciError failure;
    /** Of the kit: the peer has connected. */
    bool connected;
    /** Of the kit: the connection has ended. */
    bool lost;
    /** Of the kit: the peer said goodbye. */
    bool ended;
} RingfenceKitLink;

/* ---------------------------------------------------------------- connections */

/**
 * Opens a kit: NvSciIpcInit(), a module of each kind, a wait context, an event service and a local
 * event of it. An error leaves nothing open.
 *
 * @param[out] kit  kit that is not open, until RingfenceKitClose()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotPermitted        iff the table of endpoints has a broken line
 * @retval NvSciError_Overflow            iff NvSciIpcInit() was called too often
 * @retval NvSciError_InsufficientMemory  iff a table of modules, wait contexts, event services,
 * local events or notifiers is full, or memory is used up
 * @retval NvSciError_ResourceError       iff descriptors are used up
 *
 * Phase INIT. O(bytes of the table of endpoints).
 */
NvSciError RingfenceKitOpen(RingfenceKit *kit);

/**
 * Closes a kit. Its links must have been disconnected: if not, that is a fault report. Lists and
 * objects of its modules stay until they are freed. NULL, and a kit that is not open, are a no-op.
 *
 * @param[in,out] kit  kit; not open afterwards
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME, and the kit stays open. O(size of the tables
 * of events).
 */
void RingfenceKitClose(RingfenceKit *kit);

/**
 * Opens an endpoint and waits until the peer has connected; either may be first.
 *
 * A peer that ends before it connected is forgotten: the next process that opens the other endpoint
 * is the peer then. One that ends behind that is the peer, and what takes a message says so. An
 * error leaves nothing open. Two ends that both call again and again with a time-out of 0 do not
 * meet: one of them must wait. The name belongs to the user and to the space of endpoints
 * (docs/channels.md): two programs of a user that are to have peers of their own have spaces.
 *
 * @param[in]  kit        open kit; it must stay where it is until the link is disconnected
 * @param[out] link       link that is not connected; it must stay where it is, too
 * @param[in]  name       name of the endpoint in the table of endpoints
 * @param[in]  timeoutUs  longest wait
 *
 * @retval NvSciError_Success
 * @retval NvSciError_Timeout         iff no peer connected in that time
 * @retval NvSciError_NoSuchEntry, NvSciError_NotPermitted, NvSciError_Busy, NvSciError_NotSupported
 *         iff NvSciIpcOpenEndpointWithEventService() would return it
 *
 * Phase INIT. Waits for the peer.
 */
NvSciError RingfenceKitConnect(RingfenceKit *kit, RingfenceKitLink *link, const char *name,
                               int64_t timeoutUs);

/**
 * Closes the endpoint of a link. The peer can still take what was sent. NULL, and a link that is
 * not connected, are a no-op.
 *
 * @param[in,out] link  link; not connected afterwards
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME, and the link stays as it is. O(size of the
 * tables of events).
 */
void RingfenceKitDisconnect(RingfenceKitLink *link);

/**
 * Waits until a link has a message to take, or has ended.
 *
 * Take from each that is ready before the next wait: a link whose peer is gone loses what was not
 * taken after 16 looks at it without a read between them.
 *
 * @param[in]  links      connected links of one kit; NULL stands for none
 * @param[in]  count      links
 * @param[in]  timeoutUs  longest wait
 * @param[out] ready      for each, whether a message can be taken, or the next call that takes one
 *                        says how the link ended; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff all links are NULL, or two are of different kits, or as
 * above
 *
 * Never NvSciError_ConnectionReset: the link is ready then. Phases INIT RUNTIME. Waits for the
 * peers. O(count + RINGFENCE_CFG_EVENT_NOTIFIERS) for each turn.
 */
NvSciError RingfenceKitWait(RingfenceKitLink *const links[], size_t count, int64_t timeoutUs,
                            bool ready[]);

/**
 * Tells the peer that nothing more comes: what takes a message there gives NvSciError_EndOfFile
 * once all that was sent before is taken, from then on. What is sent behind it is not taken. Say it
 * before DEINIT, which admits no writing.
 *
 * @param[in] link       connected link
 * @param[in] timeoutUs  longest wait for a free frame
 *
 * @retval NvSciError_Success
 *
 * Phases INIT RUNTIME. Waits while all frames are full.
 */
NvSciError RingfenceKitSayGoodbye(RingfenceKitLink *link, int64_t timeoutUs);

/* ---------------------------------------------------------------- messages */

/**
 * Sends a message.
 *
 * @param[in] link       connected link
 * @param[in] bytes      message; may be NULL if size is 0
 * @param[in] size       bytes, 0 to a frame less RINGFENCE_KIT_HEAD; NvSciIpcGetEndpointInfo() of
 *                       the endpoint of the link has the size of a frame
 * @param[in] timeoutUs  longest wait for a free frame
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the message does not fit a frame; nothing is sent
 *
 * Phases INIT RUNTIME. Waits while all frames are full. O(size); no system call unless the peer
 * waits, or all frames are full.
 */
NvSciError RingfenceKitSend(RingfenceKitLink *link, const void *bytes, size_t size,
                            int64_t timeoutUs);

/**
 * Takes a message.
 *
 * @param[in]     link       connected link
 * @param[out]    bytes      room for *size bytes; may be NULL if *size is 0
 * @param[in,out] size       in: bytes of room; out: bytes of the message; unchanged on error, but
 *                           for TooBig
 * @param[in]     timeoutUs  longest wait for a message
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the message has more bytes than there is room; size says how many,
 * and the message stays
 *
 * Phases INIT RUNTIME. Waits for the peer. O(bytes of the message); no system call unless the peer
 * waits, or there is no message.
 */
NvSciError RingfenceKitReceive(RingfenceKitLink *link, void *bytes, size_t *size,
                               int64_t timeoutUs);

/* ---------------------------------------------------------------- lists and objects */

/**
 * Gives unreconciled lists of buffers to the peer, as one: what this side needs, and what others
 * need that it stands for.
 *
 * @param[in] link       connected link
 * @param[in] lists      live unreconciled lists; they stay the caller's
 * @param[in] count      lists
 * @param[in] timeoutUs  longest wait for a free frame
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the bytes of the lists do not fit a frame; nothing is sent
 * @retval others             iff NvSciBufAttrListIpcExportUnreconciled() would return it
 *
 * Phase INIT. Waits while all frames are full. O(slots x keys).
 */
NvSciError RingfenceKitGiveBufLists(RingfenceKitLink *link, const NvSciBufAttrList lists[],
                                    size_t count, int64_t timeoutUs);

/**
 * Takes the lists of buffers that the peer gave, as one list.
 *
 * @param[in]  link       connected link
 * @param[out] list       unreconciled list, until NvSciBufAttrListFree(); unchanged on error
 * @param[in]  timeoutUs  longest wait for the list
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the list has more than RINGFENCE_KIT_ROOM bytes; it stays
 * @retval others iff NvSciBufAttrListIpcImportUnreconciled() would return it; it is dropped, but
 * behind NvSciError_InsufficientMemory it stays, to be taken when there is room
 *
 * Phase INIT. Waits for the peer. O(slots x keys).
 */
NvSciError RingfenceKitTakeBufList(RingfenceKitLink *link, NvSciBufAttrList *list,
                                   int64_t timeoutUs);

/**
 * Gives a buffer and its reconciled list to the peer, one of whose lists the reconciliation had.
 *
 * @param[in] link       connected link
 * @param[in] object     live object; it stays the caller's
 * @param[in] perm       right that the peer gets; NvSciBufAccessPerm_Auto: what it asked for
 * @param[in] timeoutUs  longest wait for a free frame
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the bytes of the list do not fit a frame; no message is sent, and
 * the memory is a parcel that nobody claims until the connection ends
 * @retval others             iff NvSciBufIpcExportAttrListAndObj() would return it
 *
 * Phase INIT. Waits while all frames are full. O(slots x keys), and some system calls.
 */
NvSciError RingfenceKitGiveBufObj(RingfenceKitLink *link, NvSciBufObj object,
                                  NvSciBufAttrValAccessPerm perm, int64_t timeoutUs);

/**
 * Takes a buffer and its list that the peer gave, and checks that the list satisfies others.
 *
 * @param[in]  link       connected link
 * @param[in]  lists      unreconciled lists of the kit's module that must be satisfied; NULL: none
 * @param[in]  count      lists
 * @param[in]  perm       least right that is wanted; NvSciBufAccessPerm_Auto: what was given
 * @param[out] object     object, until NvSciBufObjFree(); unchanged on error
 * @param[in]  timeoutUs  longest wait for the object
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the list has more than RINGFENCE_KIT_ROOM bytes; it stays
 * @retval others iff NvSciBufIpcImportAttrListAndObj() would return it; the message is dropped, and
 * what came with it given back, but behind NvSciError_InsufficientMemory and
 * NvSciError_ResourceError it stays, to be taken when there is room
 *
 * Phase INIT. Waits for the peer. O(slots x keys), and a mapping.
 */
NvSciError RingfenceKitTakeBufObj(RingfenceKitLink *link, const NvSciBufAttrList lists[],
                                  size_t count, NvSciBufAttrValAccessPerm perm, NvSciBufObj *object,
                                  int64_t timeoutUs);

/**
 * Gives unreconciled lists of sync objects to the peer, as one.
 *
 * @param[in] link       connected link
 * @param[in] lists      live unreconciled lists; they stay the caller's
 * @param[in] count      lists
 * @param[in] timeoutUs  longest wait for a free frame
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the bytes of the lists do not fit a frame; nothing is sent
 * @retval others             iff NvSciSyncAttrListIpcExportUnreconciled() would return it
 *
 * Phase INIT. Waits while all frames are full. O(slots x keys).
 */
NvSciError RingfenceKitGiveSyncLists(RingfenceKitLink *link, const NvSciSyncAttrList lists[],
                                     size_t count, int64_t timeoutUs);

/**
 * Takes the lists of sync objects that the peer gave, as one list.
 *
 * @param[in]  link       connected link
 * @param[out] list       unreconciled list, until NvSciSyncAttrListFree(); unchanged on error
 * @param[in]  timeoutUs  longest wait for the list
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the list has more than RINGFENCE_KIT_ROOM bytes; it stays
 * @retval others iff NvSciSyncAttrListIpcImportUnreconciled() would return it; it is dropped, but
 * behind NvSciError_InsufficientMemory it stays, to be taken when there is room
 *
 * Phase INIT. Waits for the peer. O(slots x keys).
 */
NvSciError RingfenceKitTakeSyncList(RingfenceKitLink *link, NvSciSyncAttrList *list,
                                    int64_t timeoutUs);

/**
 * Gives a sync object and its reconciled list to the peer, one of whose lists the reconciliation
 * had. The right to signal goes with it where the peer asked for it, once.
 *
 * @param[in] link       connected link
 * @param[in] object     live handle; it stays the caller's
 * @param[in] perm       rights that the peer gets; NvSciSyncAccessPerm_Auto: what it asked for
 * @param[in] timeoutUs  longest wait for a free frame
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff the bytes of the list and the object do not fit a frame; nothing
 * is sent
 * @retval others             iff NvSciSyncAttrListIpcExportReconciled() or NvSciSyncObjIpcExport()
 * would return it
 *
 * Phase INIT. Waits while all frames are full. O(slots x keys), and some system calls.
 */
NvSciError RingfenceKitGiveSyncObj(RingfenceKitLink *link, NvSciSyncObj object,
                                   NvSciSyncAccessPerm perm, int64_t timeoutUs);

/**
 * Takes a sync object and its list that the peer gave, and checks that the list satisfies others.
 *
 * @param[in]  link       connected link
 * @param[in]  lists      unreconciled lists of the kit's module that must be satisfied; NULL: none
 * @param[in]  count      lists
 * @param[in]  perm       rights that are wanted; NvSciSyncAccessPerm_Auto: what was given
 * @param[out] object     handle, until NvSciSyncObjFree(); unchanged on error
 * @param[in]  timeoutUs  longest wait for the object
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff list and object have more than RINGFENCE_KIT_ROOM bytes; they stay
 * @retval others iff NvSciSyncAttrListIpcImportReconciled() or NvSciSyncObjIpcImport() would return
 * it; the message is dropped, and what came with it given back, but behind
 * NvSciError_InsufficientMemory and NvSciError_ResourceError it stays, to be taken when there is
 * room
 *
 * Phase INIT. Waits for the peer. O(slots x keys), and two mappings.
 */
NvSciError RingfenceKitTakeSyncObj(RingfenceKitLink *link, const NvSciSyncAttrList lists[],
                                   size_t count, NvSciSyncAccessPerm perm, NvSciSyncObj *object,
                                   int64_t timeoutUs);

/* ---------------------------------------------------------------- fences */

/**
 * Gives a copy of a fence to the peer, with a number: that of the buffer that the fence is for,
 * say.
 *
 * @param[in] link       connected link
 * @param[in] fence      fence of an object that the peer has; it stays the caller's
 * @param[in] number     what the peer gets with it
 * @param[in] timeoutUs  longest wait for a free frame
 *
 * @retval NvSciError_Success
 * @retval NvSciError_TooBig  iff a frame has less than 72 bytes; nothing is sent
 * @retval others             iff NvSciSyncIpcExportFence() would return it
 *
 * Phases INIT RUNTIME. Waits while all frames are full. No system call unless the peer waits, or
 * all frames are full.
 */
NvSciError RingfenceKitGiveFence(RingfenceKitLink *link, const NvSciSyncFence *fence,
                                 uint64_t number, int64_t timeoutUs);

/**
 * Takes a fence that the peer gave.
 *
 * @param[in]  link       connected link
 * @param[in]  object     live handle of the object that the fence is of
 * @param[out] fence      fence, until NvSciSyncFenceClear(); what it held is released. Unchanged on
 *                        error
 * @param[out] number     number that came with it; unchanged on error
 * @param[in]  timeoutUs  longest wait for the fence
 *
 * @retval NvSciError_Success
 * @retval others  iff NvSciSyncIpcImportFence() would return it; the message is dropped
 *
 * Phases INIT RUNTIME. Waits for the peer. No system call unless the peer waits, or there is no
 * message.
 */
NvSciError RingfenceKitTakeFence(RingfenceKitLink *link, NvSciSyncObj object, NvSciSyncFence *fence,
                                 uint64_t *number, int64_t timeoutUs);

/* ---------------------------------------------------------------- attributes */

/** Usual images by their usual names; 8 bits for each sample. docs/pipelines.md has the planes. */
typedef enum {
    /** 4:2:0, luma, and a plane of U and V in turn. */
    RINGFENCE_KIT_NV12 = 0,
    /** 4:2:0, luma, and a plane of V and U in turn. */
    RINGFENCE_KIT_NV21 = 1,
    /** 4:2:0, luma, U, V; I420. */
    RINGFENCE_KIT_YUV420 = 2,
    /** One plane; bytes R, G, B, A in memory. */
    RINGFENCE_KIT_RGBA8 = 3,
    /** One plane; bytes B, G, R, A in memory. */
    RINGFENCE_KIT_BGRA8 = 4,
    /** Luma alone. */
    RINGFENCE_KIT_GRAY8 = 5
} RingfenceKitFormat;

/** What a process needs of an image. */
typedef struct {
    /** Which planes it has. */
    RingfenceKitFormat format;
    /** Pixels. */
    uint32_t width;
    /** Lines. */
    uint32_t height;
    /** NvSciBufAccessPerm_Readonly or NvSciBufAccessPerm_ReadWrite. */
    NvSciBufAttrValAccessPerm perm;
    /** Whether the CPU reads or writes it. */
    bool needCpuAccess;
    /** GPU that uses it; NULL: none. */
    const NvSciRmGpuId *gpu;
} RingfenceKitImage;

/**
 * Makes a list that asks for an image that is stored line by line, not interlaced. It has Types,
 * NeedCpuAccess, RequiredPerm, Layout, ScanType, PlaneCount, PlaneColorFormat, PlaneWidth and
 * PlaneHeight, and GpuId if a GPU is named; other keys can be set. An odd number of pixels or lines
 * gives the planes of chroma half of it, rounded up.
 *
 * @param[in]  kit    open kit, whose module the list belongs to
 * @param[in]  image  what is needed
 * @param[out] list   unreconciled list, until NvSciBufAttrListFree(); unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff a member of image is not as it says, or as above
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_LISTS are taken
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_TYPES is 0
 *
 * Phase INIT. O(1).
 */
NvSciError RingfenceKitCreateImageList(const RingfenceKit *kit, const RingfenceKitImage *image,
                                       NvSciBufAttrList *list);

/**
 * Makes a list that asks for a sync object that the CPU uses. It has NeedCpuAccess and
 * RequiredPerm; other keys can be set.
 *
 * @param[in]  kit   open kit, whose module the list belongs to
 * @param[in]  perm  WaitOnly, SignalOnly or WaitSignal
 * @param[out] list  unreconciled list, until NvSciSyncAttrListFree(); unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff perm is another value, or as above
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_LISTS are taken
 *
 * Phase INIT. O(1).
 */
NvSciError RingfenceKitCreateSyncList(const RingfenceKit *kit, NvSciSyncAccessPerm perm,
                                      NvSciSyncAttrList *list);

/** A plane of an image. */
typedef struct {
    /** Byte of the buffer at which it begins. */
    uint64_t offset;
    /** Bytes from one line to the next. */
    uint32_t pitch;
    /** Pixels. */
    uint32_t width;
    /** Lines. */
    uint32_t height;
    /** Bytes of a pixel: all its channels. */
    uint32_t bytesPerPixel;
} RingfenceKitPlane;

/** Where the pixels of an image are: byte `offset + pitch * y + bytesPerPixel * x`. */
typedef struct {
    /** Bytes of the image. */
    uint64_t size;
    /** Planes that there are. */
    uint32_t planeCount;
    /** The planes, in the order of their colour formats. */
    RingfenceKitPlane planes[RINGFENCE_KIT_PLANES];
} RingfenceKitLayout;

/**
 * Reads the layout of an image.
 *
 * @param[in]  object  live object whose type is an image that is stored line by line
 * @param[out] layout  layout; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff object is no live object, or no image, or as above
 * @retval NvSciError_NotSupported  iff the image is not stored line by line
 *
 * Phase INIT; RUNTIME as well if RINGFENCE_CFG_RUNTIME_QUERIES is 1. Any thread. O(1).
 */
NvSciError RingfenceKitGetLayout(NvSciBufObj object, RingfenceKitLayout *layout);

/* ---------------------------------------------------------------- texts */

/**
 * Writes why a reconciliation failed as one line.
 *
 * @param[in]  conflictList  conflict list that NvSciBuf or NvSciSync made, either type; NULL, which
 *                           a reconciliation without conflict gives: the text is ""
 * @param[out] text          room for the text; always ends with a zero on success
 * @param[in]  size          bytes of text; a longer line is cut
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff conflictList is neither NULL nor a live conflict list, text
 * is NULL, or size is 0
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TEXTS is 0
 *
 * Phase INIT. Any thread. O(size).
 */
NvSciError RingfenceKitConflictText(const void *conflictList, char *text, size_t size);

/**
 * Writes the last misuse or limit that the library reported as one line: what
 * RingfenceGetLastFault() gives, as RingfenceFormatFault() writes it. It may be of an earlier call:
 * time-outs, ends of peers, messages that are too big and calls that the phase refuses report none.
 * `total` of the fault tells whether there is a new one.
 *
 * @param[out] text  room for the text; always ends with a zero on success
 * @param[in]  size  bytes of text; a longer line is cut
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff text is NULL, or size is 0
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TEXTS is 0
 *
 * Any phase. Any thread. O(size), no system call.
 */
NvSciError RingfenceKitFaultText(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_KIT_H */
