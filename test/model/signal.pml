/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signal.pml: waking processes that wait for a point of a timeline.
 *
 * One process signals, with THREADS threads; WAITERS processes wait, each for a point of its own, which may be one
 * that is never reached. The signaller and the last waiter may die at any step, in any combination; with one waiter
 * this is every waiter. A waiter that gives up when its time ends is, to the others, a waiter that dies.
 *
 * Properties
 *   1  a waiter whose point is reached while the signaller lives returns, without the help of slices   (assertion, no cycles)
 *   2  success is returned only if the point is reached                                                (assertion)
 *   3  a waiter whose signaller died returns, with slices; an error only if the point is not reached   (ltl returns)
 *   4  who died or left costs the signaller at most one needless wake for each of its threads          (assertion)
 *   5  a point that was reached before the signaller died is success                                   (assertion)
 *
 * Switches
 *   SLICES    a sleep may end without a wake-up. Without it a sleep ends by a wake-up alone.
 *   HOSTILE   a process that writes any value to the waiters' page and wakes sleepers, for as long as it likes.
 *             Needs SLICES. Properties 1 (with slices), 2, 3 and 5.
 *   EXPORT    the object leaves its process at any moment, once: until then waiters and signals of the process sleep and
 *             wake within it.
 *   DEFECT_x  a seeded defect; the check must fail.
 *
 * Abstractions: memory is sequentially consistent, as the accesses of the library are. The counter is wide enough
 * not to wrap; `wakeups` wraps at WRAP. A slice has no length; at most one sleep in a row goes by without a look whether
 * the signaller lives, which stands for those that fit in one slice. Spinning before the first sleep is left out: it reads
 * the counter and writes nothing. The end of the signaller's process and the moment when others can see it are two
 * steps.
 */
#ifndef WAITERS
#define WAITERS 2
#endif
#ifndef SIGNALS
#define SIGNALS 2
#endif
#ifndef THREADS
#define THREADS 1
#endif
#ifndef WRAP
#define WRAP 8
#endif

#define WAITING 0
#define SUCCESS 1
#define ERROR   2
#define DIED    3

/* The shared memory. The counter is the signaller's; the other two stand on a page that all may write. */
byte counter;
bit asleep;
byte wakeups;

/* How a process sleeps: where all can wake it, or where threads of its process can. */
#define AWAKE  0
#define ASLEEP 1
#define WITHIN 2

/* What the system knows. */
byte sleeping[WAITERS];
bool kill_waiter[WAITERS];
bool kill_signaller;
bool gone;

byte left = SIGNALS;
byte point[WAITERS] = SIGNALS + 1;
byte result[WAITERS];
byte needless;

#ifdef EXPORT
/* Other processes have the object. */
bool shared;
#endif

inline wake(kind)
{
    d_step {
        if
        :: sleeping[0] == kind -> sleeping[0] = AWAKE
        :: else
        fi;
#if WAITERS > 1
        if
        :: sleeping[1] == kind -> sleeping[1] = AWAKE
        :: else
        fi
#endif
    }
}

inline wake_all()
{
#ifdef EXPORT
    kind_now = (shared -> ASLEEP : WITHIN);
    wake(kind_now);
    kind_now = AWAKE
#else
    wake(ASLEEP)
#endif
}

#if WAITERS == 1
#define NOBODY_WAITS (result[0] != WAITING)
#else
#define NOBODY_WAITS (result[0] != WAITING && result[1] != WAITING)
#endif

/* Wakes that the signaller decides on when nobody is left to be woken. */
#ifdef HOSTILE
#define FEW_NEEDLESS true
#else
#define FEW_NEEDLESS (needless <= THREADS)
#endif

proctype signaller()
{
    bit seen;
#ifdef EXPORT
    byte kind_now;
#endif
    {
        do
#ifdef DEFECT_LOOK_FIRST
        :: atomic { left > 0 -> left--; seen = asleep };
            counter++;
#else
        :: atomic { left > 0 -> left--; counter++ };
            seen = asleep;
#endif
            if
            :: seen != 0 ->
                atomic {
                    if
                    :: NOBODY_WAITS -> needless++; assert(FEW_NEEDLESS)
                    :: else
                    fi
                };
#ifdef DEFECT_CLEAR_LATE
                wakeups = (wakeups + 1) % WRAP;
                asleep = 0;
#elif defined(DEFECT_NEVER_CLEAR)
                wakeups = (wakeups + 1) % WRAP;
#elif defined(DEFECT_NO_TICKET)
                asleep = 0;
#else
                asleep = 0;
                wakeups = (wakeups + 1) % WRAP;
#endif
                wake_all()
            :: else
            fi
        :: left == 0 -> break
        od
    } unless {
        kill_signaller
    }
}

/* Returns from a wait. */
inline finish(value)
{
    atomic {
        result[id] = value;
        assert(value != SUCCESS || counter >= point[id]);
        assert(value != ERROR || counter < point[id]);
        break
    }
}

proctype waiter(byte id)
{
    byte ticket;
#ifdef EXPORT
    byte kind_now;
#endif
#ifdef SLICES
    bool skipped;
#endif
    {
        do
        ::
#ifdef DEFECT_REACH_EARLY
            kind_now = (shared -> ASLEEP : WITHIN);
#endif
#if defined(DEFECT_TICKET_LATE)
            asleep = 1;
            ticket = wakeups;
#elif defined(DEFECT_FLAG_LATE)
            ticket = wakeups;
#else
            ticket = wakeups;
#if defined(EXPORT) && !defined(DEFECT_REACH_EARLY)
            kind_now = (shared -> ASLEEP : WITHIN);
#endif
            asleep = 1;
#endif
            if
            :: counter >= point[id] -> finish(SUCCESS)
            :: else
            fi;
#ifdef DEFECT_FLAG_LATE
            asleep = 1;
#endif
            if
#ifdef SLICES
            :: !skipped -> skipped = true
            :: !gone -> skipped = false
#else
            :: !gone
#endif
            :: gone ->
#ifdef DEFECT_NO_SECOND_LOOK
                finish(ERROR)
#else
                if
                :: counter >= point[id] -> finish(SUCCESS)
                :: else -> finish(ERROR)
                fi
#endif
            fi;
#ifdef DEFECT_NEVER_ASK
            do
            :: true ->
#endif
            atomic {
                if
#ifdef EXPORT
                :: wakeups == ticket -> sleeping[id] = kind_now
#else
                :: wakeups == ticket -> sleeping[id] = ASLEEP
#endif
                :: else
                fi
            };
            if
            :: sleeping[id] == AWAKE
#ifdef SLICES
            :: sleeping[id] != AWAKE -> sleeping[id] = AWAKE
#endif
            fi;
#ifdef DEFECT_NEVER_ASK
                if
                :: counter >= point[id] -> break
                :: else -> ticket = wakeups; asleep = 1
                fi
            od;
#endif
            /* Who was woken by his signal does not say again that he sleeps. */
            if
            :: counter >= point[id] -> finish(SUCCESS)
            :: else
            fi;
#ifdef DEFECT_TRUST_WAKE
            if
            :: wakeups != ticket -> finish(SUCCESS)
            :: else
            fi;
#endif
        od
    } unless {
        atomic {
            kill_waiter[id] -> sleeping[id] = AWAKE;
            if
            :: result[id] == WAITING -> result[id] = DIED
            :: else
            fi
        }
    }
}

/* Who dies, and when. */
active proctype killer()
{
    do
    :: !kill_signaller -> kill_signaller = true
    :: !kill_waiter[WAITERS - 1] -> kill_waiter[WAITERS - 1] = true
    :: break
    od
}

/* The system closes the signaller's end of the pipe. */
active proctype undertaker()
{
    kill_signaller -> gone = true
}

#ifdef EXPORT
active proctype exporter()
{
    shared = true;
    asleep = 0;
    wakeups = (wakeups + 1) % WRAP;
    wake(ASLEEP);
#ifndef DEFECT_EXPORT_SILENT
    wake(WITHIN)
#endif
}
#endif

#ifdef HOSTILE
active proctype hostile()
{
    do
    :: asleep = 0
    :: asleep = 1
    :: wakeups = (wakeups + 1) % WRAP
    :: wakeups = (wakeups + WRAP - 1) % WRAP
    :: wake(ASLEEP)
    :: break
    od
}
#endif

init
{
    byte n;

    atomic {
        do
        :: n < WAITERS ->
            if
            :: point[n] = 1
#if SIGNALS > 1
            :: point[n] = SIGNALS
#endif
            :: point[n] = SIGNALS + 1
            fi;
            run waiter(n);
            n++
        :: else -> break
        od;
        n = 0;
        do
        :: n < THREADS -> run signaller(); n++
        :: else -> break
        od
    }
}

#define RETURNED(n) (result[n] != WAITING)
#define REACHED(n)  (counter >= point[n])

#ifdef SLICES
ltl returns { [] ((REACHED(0) || gone) -> <> RETURNED(0)) }
#else
/* Nothing can happen any more. Who still waits has a reason. */
#if WAITERS == 1
#define ALL_HAVE_REASON (RETURNED(0) || kill_signaller || !REACHED(0))
#else
#define ALL_HAVE_REASON \
    (kill_signaller || ((RETURNED(0) || !REACHED(0)) && (RETURNED(1) || !REACHED(1))))
#endif

active proctype monitor()
{
    timeout -> assert(ALL_HAVE_REASON)
}
#endif
