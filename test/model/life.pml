/* SPDX-License-Identifier: Apache-2.0 */
/*
 * life.pml: the life of a sync object, between its handle, its fences, and calls that use its memory without the lock.
 *
 * An owner makes OBJECTS objects one after another in one slot, each with one handle that is freed at any step. CALLERS
 * callers signal by the handle, make fences, wait for them and clear them, each USES times, with a handle or a fence that
 * may be stale at any step.
 *
 * Properties
 *   1  nobody uses memory that was given back, or another object's                            (assertion)
 *   2  an object whose handle, fences and calls are gone is given back by the last of them    (assertion at a standstill)
 *   3  no call is held up                                                                     (no cycles, the same)
 *
 * Switches
 *   RUNTIME   the phase is RUNTIME for a while, in which nothing is given back; a call in the phase after it does so.
 *   DEFECT_x  a seeded defect; the check must fail.
 *
 * Abstractions: memory is sequentially consistent, as the accesses of the library are. Generations do not return to a
 * former value. Fences are not copied; a copy that is cleared as well is a fault of its own. The list and the module go
 * with the memory.
 */
#ifndef OBJECTS
#define OBJECTS 2
#endif
#ifndef CALLERS
#define CALLERS 2
#endif
#ifndef USES
#define USES 2
#endif

#define IS_LIVE(generation) ((generation) % 2 == 1)

#define NOT     0
#define YES     1
#define REVOKED 2

bool lock;
bool runtime;
bool sweep_needed;

/* The slot. */
byte generation;
byte pins;
byte fences;
byte orphan;
bool taken;

/* Generation whose memory there is; 0: none. */
byte memory;
/* Generation that the handle names; 0: it is no handle any more. */
byte handle;

byte left = CALLERS;

inline unneeded()
{
    mark = orphan;
    if
    :: mark == YES ->
        if
        :: fences == 0 -> mark = REVOKED
        :: else
        fi
    :: else
    fi
}

/* Under the lock. */
inline destroy()
{
#ifdef DEFECT_LOOK_FIRST
    seen = pins;
#endif
    if
    :: IS_LIVE(generation) -> generation++
    :: else
    fi;
#if defined(DEFECT_MARK_LATE)
    seen = pins;
    orphan = REVOKED;
#elif defined(DEFECT_NO_MARK)
    seen = pins;
#elif defined(DEFECT_LOOK_FIRST)
    orphan = REVOKED;
#else
    orphan = REVOKED;
    seen = pins;
#endif
    if
    :: seen == 0 ->
        orphan = NOT;
        memory = 0;
        taken = false
    :: else
    fi;
    seen = 0
}

/* Under the lock. */
inline sweep()
{
    if
    :: !runtime && sweep_needed ->
#ifndef DEFECT_FORGET_LATE
        sweep_needed = false;
#endif
        unneeded();
        if
        :: mark == REVOKED -> destroy()
        :: else
        fi;
#ifdef DEFECT_FORGET_LATE
        sweep_needed = false;
#endif
        mark = 0
    :: else
    fi
}

inline settle()
{
    sweep_needed = true;
    if
    :: !runtime ->
        atomic { !lock -> lock = true };
        sweep();
        lock = false
    :: else
    fi
}

inline unpin()
{
    atomic { pins--; last = (pins == 0) };
    if
    :: last ->
        last = false;
        unneeded();
        if
        :: mark == REVOKED -> settle()
        :: else
        fi;
        mark = 0
    :: else
    fi
}

/* Two accesses. */
inline use(whose)
{
    assert(memory == whose);
    assert(memory == whose)
}

/* Gives what a fence holds back. */
inline clear_fence()
{
#ifndef DEFECT_CLEAR_UNPINNED
    pins++;
#endif
    if
    :: generation == fence && IS_LIVE(generation) ->
        atomic { assert(fences > 0); fences-- };
        unneeded();
        if
        :: mark == REVOKED -> settle()
        :: else
        fi;
        mark = 0
    :: else
    fi;
#ifndef DEFECT_CLEAR_UNPINNED
    unpin();
#endif
    fence = 0
}

/* A call that signals by the handle, and makes a fence or not. */
inline by_handle()
{
    d_step { named = handle; object = handle };
    if
    :: named != 0 ->
        pins++;
#ifndef DEFECT_ONE_LOOK
        if
        :: handle != named -> object = 0
        :: else
        fi;
#endif
        if
        :: object != 0 ->
            use(object);
            if
            :: fence == 0 ->
                fences++;
                fence = generation
            :: true
            fi
        :: else
        fi;
        unpin();
        named = 0;
        object = 0
    :: else
    fi
}

/* A call that waits for a fence. */
inline by_fence()
{
    pins++;
    if
    :: generation == fence && IS_LIVE(generation) -> use(fence)
    :: else
    fi;
    unpin()
}

proctype caller()
{
    byte n, named, object, fence, mark, seen;
    bool last;

    do
    :: n < USES ->
        if
        :: by_handle()
        :: fence != 0 -> by_fence()
        :: fence != 0 -> clear_fence()
        fi;
        n++
    :: else -> break
    od;
    if
    :: fence != 0 -> clear_fence()
    :: else
    fi;
    left--
}

proctype owner()
{
    byte n, mark, seen;

    do
    :: n < OBJECTS ->
        /* Makes an object, if the slot is free. */
        atomic { !lock && !taken -> lock = true };
        sweep();
        taken = true;
        generation++;
#ifndef DEFECT_KEEP_FENCES
        fences = 0;
#endif
        memory = generation;
        handle = generation;
        lock = false;
        /* Frees the handle. */
        atomic { !lock -> lock = true };
        sweep();
        handle = 0;
        orphan = YES;
        if
        :: fences == 0 -> destroy()
        :: else
        fi;
        lock = false;
        n++
    :: else -> break
    od
#ifdef RUNTIME
    ;
    runtime = true;
    left == 0;
    runtime = false;
    atomic { !lock -> lock = true };
    sweep();
    lock = false
#endif
}

init
{
    atomic {
        byte i;

        run owner();
        for (i : 1 .. CALLERS) { run caller() }
    };
    timeout;
    assert(left == 0);
    assert(memory == 0);
    assert(!taken && pins == 0)
}
