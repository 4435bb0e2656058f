/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_port.h
 * What the library needs of a machine without an operating system, and what it tells of its memory
 * there.
 *
 * Whoever builds the image supplies each function whose name begins with RingfenceHook; the linker
 * asks for those that are missing. The library supplies the rest, memcpy(), memset() and memcmp()
 * excepted. docs/porting.md has the contracts in a table, a skeleton, and the test that a port
 * passes.
 *
 * If RINGFENCE_CFG_INTERRUPTS is 1, an interrupt handler may call the functions that take no lock,
 * in the phases that admit them: NvSciSyncObjSignal(), NvSciSyncObjGenerateFence(),
 * RingfenceSyncObjSetTaskStatus(), NvSciSyncFenceDup(), NvSciSyncFenceClear(), NvSciSyncFenceWait()
 * and NvSciSyncFenceWaitWithMode() with a timeout of 0 and a wait context of its own,
 * NvSciSyncFenceExtractFence(), NvSciSyncFenceUpdateFence(), the functions of timestamps, slots and
 * task statuses, RingfenceEngineFenceGenerate(), RingfenceEngineFenceRead(),
 * RingfenceEngineFenceAbandon(), NvSciBufObjFlushCpuCacheRange(), and those that only read the
 * library's own state. Others give NvSciError_InvalidState there, or do nothing and count as
 * refused. A wait that would have to rest gives NvSciError_ResourceError.
 *
 * If it is 0, none calls the library. If RINGFENCE_CFG_CHECKS is 1 as well, the functions that a
 * phase admits or refuses give NvSciError_InvalidState to a handler that does, or do nothing, and
 * the fault report says RINGFENCE_FAULT_IN_HANDLER. If it is 0, such a call is not seen: it may
 * spoil what a thread is doing.
 *
 * A hook calls no function of the library. Each one is bounded: none waits for another thread or
 * for a device, RingfenceHookIdle() excepted.
 */
#ifndef RINGFENCE_PORT_H
#define RINGFENCE_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Result of a hook. */
typedef enum {
    RINGFENCE_HOOK_DONE = 0,
    /** The hardware refused. The function of the API gives an error and has taken nothing. */
    RINGFENCE_HOOK_FAILED = 1
} RingfenceHookResult;

/** Memory that the library gives out. */
typedef enum {
    /** RINGFENCE_CFG_BUFFER_BYTES for buffers, in section .bss.ringfence.buffers. */
    RINGFENCE_ARENA_BUFFERS = 0,
    /** Counters, timestamps and task statuses of sync objects, in section .bss.ringfence.counters.
     * Has room for all RINGFENCE_CFG_SYNC_OBJECTS. Where cores share memory also the
     * RINGFENCE_CFG_CHANNEL_BYTES of their channels. */
    RINGFENCE_ARENA_COUNTERS = 1
} RingfenceArena;

/* ---------------------------------------------------------------- supplied by the integrator */

/**
 * Begins a section that nobody else enters meanwhile: no other thread, on no other core, and, if
 * RINGFENCE_CFG_INTERRUPTS is 1, no interrupt handler that calls the library.
 *
 * Sections nest. They are a few instructions long, but for RingfenceHookIdle() and, where cores
 * share memory, for the last look of a wait for events: at each endpoint of the wait, for calls of
 * each endpoint of each core.
 *
 * @return what RingfenceHookLeaveCritical() needs to restore the state before, as the interrupt
 * mask
 *
 * Any context that calls the library. Acquires: nothing that follows is done before.
 */
uint32_t RingfenceHookEnterCritical(void);

/**
 * Ends a section.
 *
 * @param[in] state  what RingfenceHookEnterCritical() gave for this section
 *
 * Same context as the beginning. Releases: nothing that precedes is done after.
 */
void RingfenceHookLeaveCritical(uint32_t state);

/**
 * Says whether an interrupt handler runs. Called only if RINGFENCE_CFG_INTERRUPTS or
 * RINGFENCE_CFG_CHECKS is 1.
 *
 * Any context that calls the library.
 */
bool RingfenceHookInInterrupt(void);

/**
 * Microseconds of a clock that never goes back and does not wrap within the life of the image. It
 * may advance in steps; a wait is as exact as the steps are.
 *
 * Any context that calls the library.
 */
uint64_t RingfenceHookTimeUs(void);

/**
 * Lets the core rest until there may be something to do. A thread calls it when it waits.
 *
 * It is called within a critical section, after the library has seen that there is nothing to do.
 * It returns within the section, at the latest after `longest_us`, rounded up to the next step of
 * the clock; it may return at any earlier time. It must return soon if RingfenceHookWake() was or
 * is called after the section began, and if an interrupt waits for the end of the section. WFI does
 * so where PRIMASK, CPSR, DAIF or mstatus mask it, not where BASEPRI does; WFE does so on Cortex-M
 * with PRIMASK and SEVONPEND alone (docs/porting.md, Hooks). It may leave the section while it
 * rests, if a wake-up that comes meanwhile ends the rest; so it does where other threads or cores
 * have to enter one. With a scheduler it lets threads of every priority run.
 *
 * @param[in] longest_us  microseconds, at least 1
 *
 * @retval RINGFENCE_HOOK_DONE
 * @retval RINGFENCE_HOOK_FAILED  the core cannot rest; a wait that needs it ends with
 *                                NvSciError_ResourceError
 *
 * Threads only. The one hook that may take long.
 */
RingfenceHookResult RingfenceHookIdle(uint32_t longest_us);

/**
 * Ends the rest of all that are in RingfenceHookIdle(): SEV on Arm, with a scheduler a semaphore
 * that is given once for each of them, nothing on one core where interrupt handlers alone signal
 * while a thread waits.
 *
 * Any context that calls the library, within a critical section or not.
 */
void RingfenceHookWake(void);

/**
 * Waits until all memory accesses before are seen by devices and other cores: DSB on Arm, FENCE on
 * RISC-V.
 *
 * Any context that calls the library.
 */
void RingfenceHookBarrier(void);

/**
 * Writes the data cache's lines of a range to memory and drops them from the cache. Called only if
 * RINGFENCE_CFG_CACHE_LINE is not 0.
 *
 * @param[in] start  first byte, at a multiple of RINGFENCE_CFG_CACHE_LINE
 * @param[in] size   bytes, a multiple of RINGFENCE_CFG_CACHE_LINE, not 0
 *
 * @retval RINGFENCE_HOOK_DONE
 * @retval RINGFENCE_HOOK_FAILED  NvSciBufObjFlushCpuCacheRange() gives NvSciError_ResourceError,
 * and so does NvSciBufObjAlloc(), which has taken nothing then
 *
 * Any context that calls the library. Time grows with the size. RingfenceHookBarrier() follows.
 */
RingfenceHookResult RingfenceHookCacheFlush(const void *start, size_t size);

/* ---------------------------------------------------------------- where cores share memory */

/*
 * Asked for if the library was built with CORES=1: several images, each on a core of its own and
 * with tables of its own, share memory, and objects go from one to the other over channels. The
 * images must have the same RINGFENCE_CFG_CORES, RINGFENCE_CFG_BUFFER_BYTES,
 * RINGFENCE_CFG_CHANNEL_BYTES, RINGFENCE_CFG_SYNC_OBJECTS, RINGFENCE_CFG_BUF_MEMORIES, RINGFENCE_CFG_IPC_ENDPOINTS,
 * RINGFENCE_CFG_PARCELS, RINGFENCE_CFG_CACHE_LINE, RINGFENCE_CFG_TIMESTAMP_SLOTS and
 * RINGFENCE_CFG_TASK_STATUS_SLOTS; images that differ do not see one another. Of the hooks above,
 * critical sections exclude the other cores if RINGFENCE_CFG_ATOMICS is not 0 (with a lock in
 * memory that the cores share), and RingfenceHookWake() ends the rest of the other cores as well;
 * one that it cannot end lasts at most RINGFENCE_CFG_LIFE_CHECK_US.
 */

/**
 * Number of the core that the image runs on: less than RINGFENCE_CFG_CORES, always the same, no
 * other image's.
 *
 * Threads only. A few instructions.
 */
uint32_t RingfenceHookCore(void);

/**
 * Says whether a core runs its image, and since which start.
 *
 * @param[in] core  less than RINGFENCE_CFG_CORES; may be the caller's own
 *
 * @return a number, not 0, that the core never had before its last start, as one that its start-up
 * code counts up in memory that the cores share; 0: the core is in reset, powered off, or given up
 * as hung. A number that 0 was returned for never comes back: the core is started anew, with
 * another one. Whatever the image had shared is given up when its number changes.
 *
 * Any context that calls the library. A few instructions.
 */
uint32_t RingfenceHookCoreLife(uint32_t core);

/**
 * Where memory lies that all the cores reach: the same memory for each of them, at whatever address
 * each sees it.
 *
 * It is all zero when the first of the cores starts, and nobody clears it when one of them is
 * started again. The arena of counters has the words and the channels by which the cores speak to
 * one another: their caches see each other's writes to it, or it is not cached. So is the arena of
 * buffers, unless RINGFENCE_CFG_CACHE_LINE is not 0 and programs flush what they wrote, and before
 * they read what another core wrote. Any core can write all of it: what keeps one core from the
 * memory of another is the machine's memory protection.
 *
 * @param[in] arena  which of the two
 * @param[in] size   bytes that are needed, for all cores together
 *
 * @return its first byte, at a multiple of RINGFENCE_CFG_BASE_ALIGN, of RINGFENCE_CFG_CACHE_LINE
 * and of 16; NULL: there is not so much. Then, and if it lies elsewhere, NvSciBufModuleOpen() gives
 * NvSciError_InsufficientMemory, and the fault report RINGFENCE_FAULT_ARENA_TOO_SMALL with the
 * bytes that were asked for; other functions that need it give NvSciError_ResourceError
 *
 * Threads only, in phase INIT. A few instructions.
 */
void *RingfenceHookSharedMemory(RingfenceArena arena, size_t size);

/**
 * Number of the running thread: different for all threads that run. 0 where there is one thread.
 * Asked for only by waits on event services.
 *
 * Threads only. A few instructions.
 */
uint32_t RingfenceHookThread(void);

/* ---------------------------------------------------------------- supplied by the library */

/** How much of it is in use. */
typedef struct {
    /** Bytes of the arena. */
    size_t size;
    /** Bytes given out, rounded up to whole cache lines. */
    size_t inUse;
    /** Most that were given out at one time. */
    size_t highWater;
    /** Bytes by which the arena was too small for the last request that did not fit; 0: each did.
     */
    size_t missing;
} RingfenceArenaUsage;

/**
 * Tells how much of an arena is in use.
 *
 * @return false iff there is no such arena, usage is NULL, or the arena is memory that cores share
 * and there is none; then nothing is written
 *
 * Any phase. Threads only, not during a call that allocates or frees.
 */
bool RingfencePortGetArenaUsage(RingfenceArena arena, RingfenceArenaUsage *usage);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_PORT_H */
