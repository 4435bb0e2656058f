/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hooks_host.h
 * The hooks of inc/ringfence_port.h on a host: threads are threads, signals are interrupts.
 */
#ifndef RINGFENCE_TEST_PORT_HOOKS_HOST_H
#define RINGFENCE_TEST_PORT_HOOKS_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What the next calls of hooks do, and what the last ones were asked. */
typedef struct {
    bool cache_fails;
    bool idle_fails;
    /** The clock stands still, or goes back at each look. */
    bool clock_stands;
    bool clock_goes_back;
    /** The call of RingfenceHookCacheFlush() that fails, counted down; 0: none. */
    uint32_t failing_flush;
    /** Before which section a handler runs, counted down; 0: none. */
    uint32_t interrupted_section;
    void (*interrupt)(void);
    uint32_t flushes;
    const void *flushed;
    size_t flushed_size;
    uint32_t rests;
} HostHooks;

extern HostHooks g_host_hooks;

/** A data cache that nothing but RingfenceHookCacheFlush() writes back: what the CPU reads and
 * writes is one copy, what devices and other cores reach is another one. */
typedef struct {
    uint8_t *cpu;
    uint8_t *memory;
    /** What the lines held when they were filled: one that differs now was written by the CPU. */
    uint8_t *filled;
    /** Bytes of each; 0: there is no such cache. */
    size_t size;
} HostCache;

extern HostCache g_host_cache;

/** That of board.h: a signal at each tick. */
void board_on_tick(void (*function)(void));

/** Makes a signal that interrupts the thread which gets it. */
void host_interrupts_begin(void);

/** Has `handler` run as an interrupt handler of this thread after about `us` microseconds. */
void host_interrupt_after(uint32_t us, void (*handler)(void));

/** Has it run as a handler behind the n-th instruction from now on that is in no critical section,
 * once. False: this host cannot. */
bool host_interrupt_behind(uint32_t instructions, void (*handler)(void));

/** Ends that; says how many of them were left. 0: it ran. */
uint32_t host_interrupt_left(void);

/** Runs it now, as a handler. */
void host_interrupt_now(void (*handler)(void));

#endif /* RINGFENCE_TEST_PORT_HOOKS_HOST_H */
