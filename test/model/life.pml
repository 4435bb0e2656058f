/* SPDX-License-Identifier: Apache-2.0 */
/*
 * life.pml: the life of a sync object, between its handle, its fences, and calls that use its memory without the lock.
 *
 * An owner makes OBJECTS objects one after another in one slot, each with one handle that is freed at any step. CALLERS
 * callers signal by the handle, make fences, wait for them, duplicate them and clear them, each USES times, with a handle
 * or a fence that may be stale at any step. A fence may be duplicated from a plain copy, which holds no reference.
 *
 * One word, `uses`, counts fences, calls by fence, and one for the handle; another one, `pins`, counts calls by handle.
 *
 * Properties
 *   1  nobody uses memory that was given back, or another object's                            (assertion)
 *   2  an object whose handle, fences and calls are gone is given back by the last of them    (assertion at a standstill)
 *   3  a fence that was made and not cleared is counted while its object lives                (assertion)
 *   4  the object of a fence that was made by the handle lives until the fence is cleared     (assertion)
 *   5  no call is held up                                                                     (no cycles, the same)
 *
 * Switches
 *   RUNTIME   the phase is RUNTIME for a while, in which nothing is given back; a call in the phase after it does so.
 *   DEFECT_x  a seeded defect; the check must fail.
 *
 * Abstractions: memory is sequentially consistent, as the accesses of the library are. Generations do not return to a
 * former value. A copy that is cleared as well is a fault of its own. The list and the module go with the memory.
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
/* The word `uses` is 0. */
#define UNUSED (fences == 0 && calls == 0 && !has_handle)

bool lock;
bool runtime;
bool sweep_needed;

/* The slot. */
byte generation;
bool orphan;
bool taken;
/* Parts of the word `uses`. */
byte fences;
byte calls;
bool has_handle;
byte pins;

/* Generation whose memory there is; 0: none. */
byte memory;
/* Generation that the handle names; 0: it is no handle any more. */
byte handle;
/* A plain copy of the fence that was made last. */
byte copy;

byte left = CALLERS;

/* Three looks, one after the other. */
inline unneeded()
{
    gone = orphan;
#ifdef DEFECT_PINS_LAST
    if
    :: gone -> gone = UNUSED
    :: else
    fi;
#endif
#ifndef DEFECT_ONE_WORD
    if
    :: gone -> gone = (pins == 0)
    :: else
    fi;
#endif
#ifndef DEFECT_PINS_LAST
    if
    :: gone -> gone = UNUSED
    :: else
    fi
#endif
}

/* Under the lock. */
inline destroy()
{
#ifndef DEFECT_NO_MARK
    orphan = true;
#endif
#ifdef DEFECT_LOOK_FIRST
    unneeded();
#endif
    if
    :: IS_LIVE(generation) -> generation++
    :: else
    fi;
#ifndef DEFECT_KEEP_FENCES
    do
    :: atomic { fences > 0 -> fences-- }
    :: else -> break
    od;
#endif
#ifndef DEFECT_LOOK_FIRST
    unneeded();
#endif
    if
    :: gone ->
        orphan = false;
        memory = 0;
        taken = false
    :: else
    fi;
    gone = false
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
#ifndef DEFECT_LEAVE
        /* It has no name any more, and was not given back. */
        gone = gone || (orphan && !IS_LIVE(generation));
#endif
        if
        :: gone -> destroy()
        :: else
        fi;
#ifdef DEFECT_FORGET_LATE
        sweep_needed = false;
#endif
        gone = false
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

/* Whoever took the last use or the last pin away. */
inline look()
{
    unneeded();
    if
    :: gone ->
        gone = false;
        settle()
    :: else
    fi;
    gone = false
}

inline unpin_call()
{
    atomic { calls--; last = UNUSED };
    if
    :: last ->
        last = false;
        look()
    :: else
    fi
}

inline unpin_handle()
{
    pins--;
    if
    :: orphan -> look()
    :: else
    fi
}

/* An access, at any step from here on. */
inline use(whose)
{
    assert(memory == whose)
}

/* Gives what a fence holds back: in one step with the pin, if that is not the last use, or in two. */
inline clear_fence()
{
    assert(!sure || generation == fence);
#ifndef DEFECT_CLEAR_UNPINNED
    calls++;
#endif
    if
    :: generation == fence && IS_LIVE(generation) ->
        if
#ifndef DEFECT_CLEAR_UNPINNED
        :: atomic { fences > 0 && (fences > 1 || calls > 1 || has_handle) -> fences--; calls-- }
#endif
        :: atomic { fences > 0 -> fences-- };
#ifndef DEFECT_CLEAR_UNPINNED
            unpin_call()
#else
            look()
#endif
        :: atomic { fences == 0 -> assert(generation != fence) };
#ifndef DEFECT_CLEAR_UNPINNED
            unpin_call()
#endif
        fi
    :: else ->
#ifndef DEFECT_CLEAR_UNPINNED
        unpin_call()
#else
        skip
#endif
    fi;
    fence = 0;
    sure = false
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
                fence = generation;
                copy = fence;
                sure = true
            :: true
            fi
        :: else
        fi;
        unpin_handle();
        named = 0;
        object = 0
    :: else
    fi
}

/* A call that makes a fence, whose pin becomes what the fence holds. */
inline by_handle_at_once()
{
    d_step { named = handle; object = handle };
    if
    :: named != 0 ->
        calls++;
#ifndef DEFECT_ONE_LOOK
        if
        :: handle != named -> object = 0
        :: else
        fi;
#endif
        if
        :: object != 0 ->
            use(object);
            atomic { calls--; fences++ };
            fence = object;
            copy = fence;
            sure = true
        :: else -> unpin_call()
        fi;
        named = 0;
        object = 0
    :: else
    fi
}

/* A call that duplicates a copy of a fence. */
inline by_copy()
{
    named = copy;
    calls++;
    if
    :: named != 0 && generation == named && IS_LIVE(generation) ->
        use(named);
        atomic { calls--; fences++ };
#ifndef DEFECT_TRUST_NAME
        if
        :: generation == named -> fence = named
        :: else ->
            /* The object is given back, or was: who does that takes the fence away. */
#ifndef DEFECT_TAKE_LATE
            settle()
#else
            calls++;
            if
            :: atomic { fences > 0 -> fences-- }
            :: else
            fi;
            unpin_call()
#endif
        fi
#else
        fence = named
#endif
    :: else -> unpin_call()
    fi;
    named = 0
}

/* A call that waits for a fence. */
inline by_fence()
{
    calls++;
    if
    :: generation == fence && IS_LIVE(generation) -> use(fence)
    :: else
    fi;
    unpin_call()
}

proctype caller()
{
    byte n, named, object, fence;
    bool gone, last, sure;

    do
    :: n < USES ->
        if
        :: by_handle()
        :: fence == 0 -> by_handle_at_once()
        :: fence == 0 -> by_copy()
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
    byte n;
    bool gone;

    do
    :: n < OBJECTS ->
        /* Makes an object, if the slot is free. */
        atomic { !lock && !taken -> lock = true };
        sweep();
        taken = true;
        generation++;
        memory = generation;
        has_handle = true;
        handle = generation;
        lock = false;
        /* Frees the handle. */
        atomic { !lock -> lock = true };
        sweep();
        handle = 0;
#if !defined(DEFECT_NO_MARK) && !defined(DEFECT_MARK_LATE)
        orphan = true;
#endif
        has_handle = false;
        unneeded();
#ifdef DEFECT_MARK_LATE
        gone = UNUSED && pins == 0;
        orphan = true;
#endif
        if
        :: gone -> destroy()
        :: else
        fi;
        gone = false;
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
    assert(!taken && pins == 0 && calls == 0 && fences == 0)
}
