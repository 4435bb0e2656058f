/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_engine.h
 * What the driver of an engine needs of NvSci objects, so that the engine can use them without the
 * CPU: where a sync object's counter is, which value of it a fence stands for, where a buffer's
 * memory is, and who reserves memory that only an engine can reach.
 *
 * An engine is hardware beside the CPU that reads and writes memory by itself, a GPU for example.
 * Its driver is software in the same process as the program, and calls these functions; a program
 * calls none of them.
 *
 * A sync object is a counter of 64 bits in shared memory. A signal of an engine is a store of the
 * value that RingfenceEngineFenceGenerate() gave; a wait of an engine is a wait until the counter
 * is at least the value that RingfenceEngineFenceRead() gave. If the map has a waiter counter
 * (`gate`: the copy of the counter that waiters in other processes look at), a signal is a store in
 * both, and a wait in another process than the signaller's is one for the waiter counter. Both are
 * absolute values of the counter, whichever the primitive of the object. The stores must arrive in
 * the order of their values, and each one behind all writes that it stands for. An object is
 * signalled by the CPU or by one engine, not by both.
 *
 * An engine may also be software, run by the CPU in a thread of its driver. It signals with
 * RingfenceEngineSyncSignal() and waits with RingfenceEngineSyncWait() instead, so that nobody who
 * waits for it has to look at the counter from time to time.
 *
 * A signal handler calls nothing of this, no function is a cancellation point, and a child of
 * fork() calls nothing of it: nvscisync.h says more.
 */
#ifndef RINGFENCE_ENGINE_H
#define RINGFENCE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvscisync.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- sync objects */

/**
 * Sets what an engine needs of a sync object: the rights and the GPU.
 *
 * @param[in] list  unreconciled list that has neither NvSciSyncAttrKey_RequiredPerm nor
 *                  NvSciSyncAttrKey_GpuId
 * @param[in] perm  what the engine does: waits, signals, or both
 * @param[in] gpu   the GPU; copied. NULL: the engine is no GPU, and the key is left unset
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff list is no live list, is reconciled, was imported or
 *                                  appended, or has one of the keys that would be set; or if perm
 *                                  is none of WaitOnly, SignalOnly and WaitSignal, or gpu is all
 *                                  zero. The list is unchanged
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceEngineSyncNeed(NvSciSyncAttrList list, NvSciSyncAccessPerm perm,
                                   const NvSciRmGpuId *gpu);

/**
 * Notes in a list whose engine it is for, so that an object which only one driver uses may be left
 * to it: RingfenceSyncAttrListIsLocal() says when that is.
 *
 * The driver may then signal and wait by other means than the counter, as it likes for each point.
 * What the library says of the object still follows only from the counter, and a point is never
 * waited for by others than the driver. It must be stored, or passed by a store of a later one,
 * while less than 2^31 - 1 points are ahead of the counter.
 *
 * @param[in] list    unreconciled list that RingfenceEngineSyncNeed() filled for a GPU
 * @param[in] driver  number that the driver chose for itself; not 0
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff list is no live list, was imported or appended, is
 *                                  reconciled, or has no NvSciSyncAttrKey_GpuId, or driver is 0.
 *                                  The list is unchanged
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceEngineSyncMark(NvSciSyncAttrList list, uint64_t driver);

/**
 * Notes in a list that its engine writes the time of each point that it signals, so that waiters
 * may ask for timestamps (NvSciSyncAttrKey_WaiterRequireTimestamps). Without the note such lists
 * are refused when they are reconciled with this one, unless the CPU signals. Others see the note
 * in other processes as well.
 *
 * @param[in] list  unreconciled list whose rights, as RingfenceEngineSyncNeed() has set them,
 *                  include signalling
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff list is no live list, was imported or appended, is
 *                                  reconciled, or does not ask for the right to signal. The list is
 *                                  unchanged
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceEngineSyncStamps(NvSciSyncAttrList list);

/**
 * Time of a point. The point p of an object has slot p modulo the number of slots; a point of 32
 * bits is the lower half of the value that the engine stores, here and in the mark.
 *
 * Before the engine stores p in the counter, it stores RINGFENCE_ENGINE_STAMPING in the mark, then
 * the time, then the complement of p in the mark: each must be seen by all processors before the
 * next is stored. So nobody takes the time of one point for another's.
 */
typedef struct {
    /** Microseconds of the clock of NvSciSyncFenceGetTimestamp(). */
    uint64_t timeUs;
    /** Whose time it is: the complement of the point. 0: nobody's. */
    uint64_t mark;
} RingfenceEngineTimestamp;

/** Mark of a time that is being written. */
#define RINGFENCE_ENGINE_STAMPING 1U

/** In RingfenceEngineSync.signalers: an engine that is no GPU. */
#define RINGFENCE_ENGINE_SIGNALER_OTHER 0x10000U

/** In RingfenceEngineSync.signalers: the CPU, beside an engine. */
#define RINGFENCE_ENGINE_SIGNALER_CPU 0x20000U

/** A sync object that an engine uses. */
typedef struct {
    /** Handle of the object that is the map's own; NULL: nothing is mapped. It is valid until
     * RingfenceEngineSyncUnmap(), whatever becomes of other handles, and names the object in all
     * calls. NvSciSyncObjFree() refuses it. */
    NvSciSyncObj object;
    /** First byte of the counter, which is the first byte of a page; NULL: engines of this process
     * may not signal. */
    void *counter;
    /** First byte of the counter, for reading only. Never NULL. */
    const void *constCounter;
    /** Bytes that are mapped from there: whole pages. An engine may write the counter's 8 bytes and
     * the timestamps alone. The 56 bytes behind the counter are for its driver to use; nobody else
     * looks at them. Of engines that are software, 8 of them say which one signals. */
    uint64_t bytes;
    /** First of the timestamps, in the counter's pages; NULL: the object has none, engines of this
     * process may not signal, or the list that signals has no note of RingfenceEngineSyncStamps().
     * Where there are timestamps an engine that signals writes them, or its driver refuses the
     * object. */
    RingfenceEngineTimestamp *timestamps;
    /** How many there are. */
    uint32_t timestampSlots;
    /** Bytes from the counter to the first. */
    uint64_t timestampOffset;
    /** The waiter counter, in memory that each process of a waiter can write; first byte of a page.
     * NULL: there is none, or the CPU of this process stores in it. If there is one, who signals
     * stores each point here as well, behind the counter, and an engine of a process that may not
     * signal waits here: when the process that signals ends without reaching a point, a waiter
     * opens the waiter counter. It follows from the lists. */
    void *gate;
    /** Bytes that are mapped from the waiter counter: whole pages. An engine may write only 8
     * bytes. */
    uint64_t gateBytes;
    /** What the system calls the line to the process that signals; it hangs up when that process is
     * gone, and RingfenceEngineSyncCheck() looks at it. The object's own, to be waited for and
     * nothing else. -1: this process signals, or no other process had the object when it was
     * mapped. */
    int32_t life;
    /** Largest value of a point, as NvSciSyncAttrKey_MaxPrimitiveValue has it. */
    uint64_t maxValue;
    /** The list that signals is one of an engine of this process, and the object's rights include
     * it. A list is an engine's if it names one (NvSciSyncAttrKey_GpuId,
     * NvSciSyncAttrKey_PeerHwEngineArray), or does not ask for access by the CPU. */
    bool maySignal;
    /** A list of an engine of this process asked to wait, and the object's rights include it. If
     * RINGFENCE_CFG_SHARING is 0, lists are not distinguished for this. */
    bool mayWait;
    /** Which engines of this process may signal: bit i is GPU i of NvSciSyncAttrKey_GpuId of the
     * object's list, RINGFENCE_ENGINE_SIGNALER_OTHER an engine that is none of these, and
     * RINGFENCE_ENGINE_SIGNALER_CPU that the list which signals asks for access by the CPU as well.
     * 0: none may. More than one bit: the driver refuses the object, unless it knows that the
     * others do not signal. */
    uint32_t signalers;
    /** Driver that the object is left to, as RingfenceEngineSyncMark() was told; 0: none. */
    uint64_t driver;
    /** The GPU that signals, if the object is left to a driver. */
    NvSciRmGpuId signaler;
    /** First word of the object's fences in this process, NvSciSyncFence.payload[0]. No other
     * object has it while the map lasts. */
    uint64_t name;
} RingfenceEngineSync;

/**
 * Maps a sync object for an engine. The object and its pages stay until RingfenceEngineSyncUnmap(),
 * even if it loses all other handles.
 *
 * @param[in]  object  live object
 * @param[out] map     what the engine needs; the caller's until RingfenceEngineSyncUnmap();
 *                     unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter        iff object is no live object, or map is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceEngineSyncMap(NvSciSyncObj object, RingfenceEngineSync *map);

/**
 * Ends the use of a sync object by an engine. No store or wait of the engine may be under way. A
 * map of which nothing is mapped is a no-op, NULL too. No call that was given the map's handle may
 * be under way.
 *
 * @param[in,out] map  map that RingfenceEngineSyncMap() made; all zero afterwards. One whose handle
 *                     is not a map's is a fault report and stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread that no other uses the map in.
 * O(1).
 */
void RingfenceEngineSyncUnmap(RingfenceEngineSync *map);

/**
 * Looks whether the process that signals an object is gone, and if so, releases the engines
 * of this process and of others that wait for the waiter counter: opens it, so that each point
 * counts as reached there, and makes RingfenceEngineFenceRead() return NvSciError_NoSuchProcess for
 * points that the counter has not reached. If an engine was told to wait for such a point before,
 * that is a fault report, one for an object.
 *
 * A store of an engine that ended with that process may come after the opening. So a driver calls
 * this more than once.
 *
 * @param[in]  object  object that this process may wait for; a map's handle or another
 * @param[out] over    the process is gone; false if this process signals; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff object is no live object, or over is NULL
 *
 * Any phase. Any thread. O(1), no lock, one system call.
 */
NvSciError RingfenceEngineSyncCheck(NvSciSyncObj object, bool *over);

/* ---------------------------------------------------------------- fences */

/** What an engine needs of a fence. */
typedef struct {
    /** The fence is cleared: there is nothing to wait for, and point is 0. */
    bool cleared;
    /** The counter has reached the point. */
    bool reached;
    /** Value that the counter has, or passes, when the fence expires. Less than 2^62 above the
     * counter, so that a comparison that wraps around gives the same answer, also with an open
     * waiter counter. */
    uint64_t point;
} RingfenceEngineFence;

/**
 * Makes the fence of the next point on the timeline of an object that an engine signals.
 *
 * The point will be waited for from now on. So this is the last step before the store is handed to
 * the engine; if that fails after all, RingfenceEngineFenceAbandon() takes the point back.
 * Whatever `fence` held is released first, so it must have been zeroed once
 * (NvSciSyncFenceInitializer).
 *
 * @param[in]  object  object that engines of this process signal; a map's handle or another
 * @param[out] fence   fence to overwrite; unchanged on error
 * @param[out] point   value to store in the counter, all 64 bits of it; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff object is no live object, or engines of this process may not
 *                                  signal it (RingfenceEngineSync.maySignal), fence or point is
 * NULL, or the bytes of fence are not what the library wrote
 * @retval NvSciError_Overflow      iff the timeline has no next point, or none that could be told
 *                                  from those behind
 * @retval NvSciError_InvalidState  iff the current phase does not admit fence operations, or
 *                                  2147483647 fences hold the object
 *
 * Phases INIT RUNTIME. Any thread; calls for one object whose stores must keep an order are made in
 * that order. O(1), no lock, no system call.
 */
NvSciError RingfenceEngineFenceGenerate(NvSciSyncObj object, NvSciSyncFence *fence,
                                        uint64_t *point);

/**
 * Reads what an engine has to wait for.
 *
 * The engine need not wait if the fence is cleared or reached. Else the map of the object, or
 * another one, must last until the engine has waited; the fence may be cleared before.
 *
 * @param[in]  object  object that engines of this process wait for; a map's handle or another
 * @param[in]  fence   fence of this object, or a cleared one
 * @param[out] view    what the fence stands for; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported   iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter   iff object is no live object, or may not be waited for
 *                                   (RingfenceEngineSync.mayWait), fence or view is NULL, the bytes
 *                                   of fence are not what the library wrote, or the fence is
 *                                   another object's; the last two are fault reports
 * @retval NvSciError_Overflow       iff the point is 2^62 or more above the counter
 * @retval NvSciError_NoSuchProcess  iff the point is not reached, and an earlier wait of the CPU
 *                                   or RingfenceEngineSyncCheck() found that the process that
 *                                   signals is gone, or another process did and this one sees it
 * @retval NvSciError_InvalidState   iff the current phase does not admit fence operations
 *
 * Phases INIT RUNTIME. Any thread. O(1), no lock; one system call if another process has said that
 * the one that signals is gone, else none.
 */
NvSciError RingfenceEngineFenceRead(NvSciSyncObj object, const NvSciSyncFence *fence,
                                    RingfenceEngineFence *view);

/**
 * Takes back the newest point of an object, because its store was not handed to the engine, and
 * clears the fence. The next fence gets the point again. No copy of the fence may have left the
 * driver.
 *
 * @param[in]     object  object that engines of this process signal; a map's handle or another
 * @param[in,out] fence   fence that RingfenceEngineFenceGenerate() made for this object; cleared on
 *                        success, else unchanged
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff object is no live object, or engines of this process may not
 *                                  signal it, fence is NULL or cleared, its bytes are not what the
 * library wrote, or it is another object's
 * @retval NvSciError_InvalidState  iff a later point was passed out or the point is reached, or the
 *                                  current phase does not admit fence operations
 *
 * Phases INIT RUNTIME. Any thread. O(1), no lock, no system call.
 */
NvSciError RingfenceEngineFenceAbandon(NvSciSyncObj object, NvSciSyncFence *fence);

/**
 * Says that an engine which the CPU runs has reached a point: does what a signal of an engine is.
 *
 * Writes the time of the point if the object has timestamps, then moves counter and waiter counter
 * up to the point, and wakes who sleeps, here and in other processes. Points before it count as
 * reached too. A point that is reached already changes nothing. All that the engine wrote before
 * the call is seen by who finds the point reached. The task status of the point stays
 * NvSciSyncTaskStatus_Invalid.
 *
 * Points of one object must be signalled in rising order, as engines store them.
 *
 * @param[in] object  object that an engine of this process signals, which is no GPU, and nobody
 *                    else: RingfenceEngineSync.signalers is RINGFENCE_ENGINE_SIGNALER_OTHER; a
 *                    map's handle or another
 * @param[in] point   value that RingfenceEngineFenceGenerate() gave
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0, or RINGFENCE_CFG_DLA and
 *                                  RINGFENCE_CFG_2D are
 * @retval NvSciError_BadParameter  iff object is no live object, this process may not signal it
 *                                  (RingfenceEngineSync.maySignal), the CPU or a GPU may signal it
 *                                  too, or point is 0 or was not passed out
 *
 * Any phase. Any thread. O(1), no lock; one system call if somebody sleeps.
 */
NvSciError RingfenceEngineSyncSignal(NvSciSyncObj object, uint64_t point);

/**
 * Waits on the CPU until an object reaches a point, for an engine that the CPU runs. It needs no
 * wait context: the thread sleeps and does not spin.
 *
 * @param[in] object     object that an engine of this process may wait for
 *                       (RingfenceEngineSync.mayWait); a map's handle or another
 * @param[in] point      value that RingfenceEngineFenceRead() gave
 * @param[in] timeoutUs  microseconds at most, up to NvSciSyncFenceMaxTimeout; -1: no limit. 0: the
 *                       call looks once
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported   iff RINGFENCE_CFG_ENGINES is 0, or RINGFENCE_CFG_DLA and
 *                                   RINGFENCE_CFG_2D are
 * @retval NvSciError_BadParameter   iff object is no live object, engines of this process may not
 *                                   wait for it, or timeoutUs is less than -1 or greater than
 *                                   NvSciSyncFenceMaxTimeout
 * @retval NvSciError_Timeout        iff the time ends first
 * @retval NvSciError_NoSuchProcess  iff the process that signals is gone, and the point is not
 *                                   reached; the first time that is a fault report
 * @retval NvSciError_ResourceError  iff the system cannot put the thread to sleep
 *
 * Any phase. Any thread. Looks every RINGFENCE_CFG_LIFE_CHECK_US at who signals.
 */
NvSciError RingfenceEngineSyncWait(NvSciSyncObj object, uint64_t point, int64_t timeoutUs);

/** Points that follow one another on the timeline of an object, as values of its counter. */
typedef struct {
    /** The first of them. */
    uint64_t first;
    /** The last. UINT64_MAX: up to the last one that was passed out. */
    uint64_t last;
} RingfenceEngineRange;

/**
 * Says that an engine which signals an object failed and will not store some points any more, so
 * that who waits goes on. Those of them that were passed out and are not reached are finished: the
 * task status of each is NvSciSyncTaskStatus_Failure, then counter and waiter counter move on as
 * far as such points come next, and waiters wake.
 *
 * Points that are not named belong to others, who store them still: the counter steps over none of
 * them. If one is between, a later call moves the counter on, when that one is stored; so does the
 * store of any later point.
 *
 * The fences of RingfenceEngineFenceGenerate() have a task status slot: the point modulo
 * NvSciSyncAttrKey_NumTaskStatusSlots, which says NvSciSyncTaskStatus_Invalid until it is told
 * here. If more points than that are finished, the slots are those of the last ones. A point that
 * is finished has no timestamp, even if the engine had written one.
 *
 * No call for the object may be between RingfenceEngineFenceGenerate() and the store of its point.
 *
 * @param[in]  object  object that an engine of this process signals; a map's handle or another
 * @param[in]  ranges  points that are not stored any more, in rising order, each once
 * @param[in]  count   ranges; one from 1 to UINT64_MAX names all points
 * @param[out] points  points of these that are not reached, some of which said something else
 *                     before; 0: there are none, or all said Failure; unchanged on error
 *
 * @retval NvSciError_Success       if there were points, that is a fault report
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff object is no live object, this process may not signal it
 *                                  (RingfenceEngineSync.maySignal), the CPU signals it, ranges or
 *                                  points is NULL, or a range is empty or does not lie behind the
 *                                  one before
 *
 * Any phase. Any thread. O(NvSciSyncAttrKey_NumTaskStatusSlots +
 * NvSciSyncAttrKey_NumTimestampSlots), one system call at most.
 */
NvSciError RingfenceEngineSyncFail(NvSciSyncObj object, const RingfenceEngineRange *ranges,
                                   uint32_t count, uint64_t *points);

/** Who knows whether engines of this process still work. */
typedef struct {
    /** Given to each call. */
    void *context;
    /**
     * Looks whether engines failed, and calls RingfenceEngineSyncFail() for their objects.
     *
     * Called in any phase but DEINIT, without a lock, by threads that wait with the CPU for an
     * object which an engine of this process signals: every RINGFENCE_CFG_LIFE_CHECK_US, from the
     * first such time on. Several threads may call it at one time.
     *
     * @param[in] context  the one above
     */
    void (*look)(void *context);
} RingfenceEngineHealth;

/**
 * Says who knows from now on whether engines of this process still work.
 *
 * @param[in] health  who; copied
 *
 * @retval NvSciError_Success       also if the same was said before
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff health or its look is NULL
 * @retval NvSciError_AlreadyInUse  iff another one was said before; that one stays
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceEngineSetHealth(const RingfenceEngineHealth *health);

/* ---------------------------------------------------------------- buffers */

/** A buffer that an engine uses. */
typedef struct {
    /** Handle of the buffer that is the map's own; NULL: nothing is mapped. It is valid until
     * RingfenceEngineBufUnmap(), whatever becomes of other handles. NvSciBufObjFree() refuses it.
     */
    NvSciBufObj object;
    /** First byte for writing; NULL: the engine may only read the buffer, or it is in the memory of
     * a device. */
    void *base;
    /** First byte for reading; NULL: the buffer is in the memory of a device. If the rights of the
     * object do not include writing, the memory cannot be written through it. */
    const void *constBase;
    /** Bytes of the memory: whole pages that are mapped from base; in the memory of a device what
     * RingfenceEngineMemory.allocate rounded to, or size in a process that imported the buffer. */
    uint64_t bytes;
    /** Bytes of the buffer: not more than bytes. */
    uint64_t size;
    /** What the system calls the memory. The buffer's own: the driver makes a copy of what it wants
     * to keep or to give away. */
    int32_t descriptor;
    /** The rights of the object include writing, and a list of an engine of this process asked for
     * it (NvSciBufAccessPerm_ReadWrite), or set no NvSciBufGeneralAttrKey_RequiredPerm. A list is
     * an engine's if it names one (NvSciBufGeneralAttrKey_GpuId,
     * NvSciBufGeneralAttrKey_PeerHwEngineArray), or does not ask for access by the CPU. If
     * RINGFENCE_CFG_SHARING is 0, lists are not distinguished. In memory that is mapped for writing
     * for others, and in that of a device, nothing but the driver sees to it. */
    bool writable;
    /** The memory is a device's: the CPU has no mapping, and the descriptor is one that the
     * device's driver knows. */
    bool isDevice;
    /** NvSciBufObjGetCpuPtr() gives a pointer: the rights of the object include writing, and the CPU
     * has access. */
    bool cpuWritable;
    /** Number of the memory, from 1. Maps of this process have the same one iff their buffers are in
     * one memory: by whatever handle, with whatever rights, and also if a buffer came back from
     * another process. Where the system cannot compare descriptors (Linux before 6.10 that forbids
     * kcmp() too), what came back in the memory of a device has a number of its own. */
    uint64_t memory;
} RingfenceEngineBuf;

/**
 * Maps a buffer for an engine. Buffer and memory stay until RingfenceEngineBufUnmap(), even if it
 * loses all other handles.
 *
 * @param[in]  object  live buffer
 * @param[out] map     what the engine needs; the caller's until RingfenceEngineBufUnmap();
 *                     unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter        iff object is no live buffer, or map is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_BUF_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_BUF_MEMORIES).
 */
NvSciError RingfenceEngineBufMap(NvSciBufObj object, RingfenceEngineBuf *map);

/**
 * Ends the use of a buffer by an engine. No access of the engine may be under way. A map of which
 * nothing is mapped is a no-op, NULL too.
 *
 * @param[in,out] map  map that RingfenceEngineBufMap() made; all zero afterwards. One whose handle
 *                     is not a map's is a fault report and stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread that no other uses the map in.
 * O(1).
 */
void RingfenceEngineBufUnmap(RingfenceEngineBuf *map);

/* ---------------------------------------------------------------- memory of a device */

/** A use of a buffer that a reconciliation is about to settle. */
typedef struct {
    /** GPU whose memory the buffer is to be in; NULL: memory of the CPU. */
    const NvSciRmGpuId *home;
    /** GPU that uses the buffer, and that a list of this process names; NULL: the memory itself is
     * asked about. */
    const NvSciRmGpuId *gpu;
    /** Bytes of which the address of the buffer is a multiple: a power of two. */
    uint64_t alignment;
    /** The CPU is to access the buffer. */
    bool needsCpu;
    /** The buffer is a block-linear image. */
    bool isBlockLinear;
    /** Pixels of its widest plane; 0 for what is no block-linear image. */
    uint64_t width;
    /** Rows of the highest field of its planes; 0 for what is no block-linear image. */
    uint64_t height;
} RingfenceEngineUse;

/** What the driver of a device says of a use. */
typedef enum {
    /** It can be, or the driver cannot tell. */
    RINGFENCE_ENGINE_USE_FITS = 0,
    /** There is no such GPU in this machine. */
    RINGFENCE_ENGINE_USE_NO_GPU = 1,
    /** The GPU cannot use the memory. */
    RINGFENCE_ENGINE_USE_NO_REACH = 2,
    /** The CPU cannot access the memory. */
    RINGFENCE_ENGINE_USE_NO_CPU = 3,
    /** The memory cannot be aligned like that. */
    RINGFENCE_ENGINE_USE_ALIGNMENT = 4,
    /** GPUs cannot use an image of this layout in the memory. */
    RINGFENCE_ENGINE_USE_LAYOUT = 5,
    /** The GPU cannot use an image of this width. */
    RINGFENCE_ENGINE_USE_WIDTH = 6,
    /** The GPU cannot use an image of this height. */
    RINGFENCE_ENGINE_USE_HEIGHT = 7
} RingfenceEngineVerdict;

/** Who reserves memory of a device. */
typedef struct {
    /** Given to each call. */
    void *context;
    /**
     * Reserves memory of a GPU, zeroed, that can be passed to other processes as a descriptor.
     *
     * Called in phase INIT, by the thread that allocates the buffer. The library is not locked:
     * several threads may be in it at one time. It must call no function of the library; a change
     * of the phase waits until it returns.
     *
     * @param[in]  context     the one above
     * @param[in]  gpu         whose memory
     * @param[in]  bytes       bytes, not 0
     * @param[in]  alignment   bytes, a power of two
     * @param[out] descriptor  what the system calls the memory. It belongs to the library on
     *                         success, which closes it with the last handle of the buffer; the
     *                         memory must last as long as it, a copy of it, or a mapping
     * @param[out] rounded     bytes that were reserved: bytes or more
     *
     * @return NvSciError_Success, NvSciError_InsufficientMemory if the device has none left, or
     * another error, which the program gets as NvSciError_ResourceError
     */
    NvSciError (*allocate)(void *context, const NvSciRmGpuId *gpu, uint64_t bytes,
                           uint64_t alignment, int32_t *descriptor, uint64_t *rounded);
    /**
     * Says whether a buffer could be used; NULL: nobody says, and reconciliations ask nobody.
     *
     * Called in phase INIT, by the thread that reconciles, while the library is locked: it must
     * call no function of the library, and those of other threads that need the lock wait for it.
     * It is called at most once for each GPU that a list of this
     * process names in each of its slots, once for each GPU that may get the memory, and once for
     * the memory.
     *
     * @param[in]  context  the one above
     * @param[in]  use      the use
     * @param[out] limit    greatest alignment, width or height that can be; written with the
     * verdicts of these alone
     *
     * @return what there is against the use
     */
    RingfenceEngineVerdict (*check)(void *context, const RingfenceEngineUse *use, uint64_t *limit);
} RingfenceEngineMemory;

/**
 * Says who reserves memory of devices from now on.
 *
 * A buffer whose list names a GPU in NvSciBufGeneralAttrKey_VidMem_GpuId, and asks for no access of
 * the CPU, is in the memory of that GPU. NvSciBufObjAlloc() asks `allocate` for it; without this
 * call, and for a buffer in video memory that the CPU wants to access, it returns
 * NvSciError_ResourceError. A reconciliation asks `check`, if there is one, whether the buffer that
 * it makes could be used; what it says against that is the reason in the conflict list. It may also
 * put a block-linear image that no list wants in the memory of any GPU, and neither the CPU nor an
 * engine that does not reach it accesses, in that of the first GPU that `check` knows. Export and
 * import pass the descriptor on. Neither the size, the device nor the rights of an imported
 * descriptor can be checked by the library; that is for the driver that maps it. A right to read
 * only is passed on with the same descriptor: the driver of the other process keeps to it, nothing
 * enforces it.
 *
 * @param[in] memory  who; copied
 *
 * @retval NvSciError_Success       also if the same was said before
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff memory or its allocate is NULL
 * @retval NvSciError_AlreadyInUse  iff another one was said before; that one stays
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceEngineSetMemory(const RingfenceEngineMemory *memory);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_ENGINE_H */
