/* SPDX-License-Identifier: Apache-2.0 */
/*
 * local.pml: signals and waits of streams by events that are used again and again, with the counter where no event
 * is free.
 *
 * One thread signals POINTS points in a stream; two threads wait, each for a few of them, and their streams wait for what
 * they were told. The signalling stream does not reach a point before the first waiter's stream has returned from the
 * point LAG before it, so a stream that waits for more than its point stops everything.
 *
 * Properties
 *   1  a stream that waited for a point goes on when it is reached, never before               (assertion)
 *   2  it goes on without the help of later points                                             (assertion at a standstill)
 *   3  no thread is held up by a wait of a stream                                              (no cycles, the same)
 *
 * Switches
 *   FUTURE    the second waiter may wait for a point before it is signalled.
 *   DEFECT_x  a seeded defect; the check must fail.
 *
 * Abstractions: memory is sequentially consistent, as the accesses of the library are. A call of the driver is one step.
 * The points of one object complete in their order: that is the program's duty. A store is due EVERY points after the
 * last one. Captured streams are left out.
 */
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef EVERY
#define EVERY 3
#endif
#ifndef POINTS
#define POINTS 5
#endif
#ifndef LAG
#define LAG 2
#endif
#ifndef WAITS
#define WAITS 2
#endif

/* The ring. A slot's point is 0 while it is being taken. */
byte point[SLOTS];
byte pins[SLOTS];
byte awaited;
byte enqueued;
byte stored;
bool turn;

/* The driver: what the newest record of a slot's event stands for, and what has gone into the stream. */
byte recorded[SLOTS];
bool stores[POINTS + 1];
byte queued;

/* The device. */
byte reached;
byte counter;
byte returned;

byte left = 2;

/* A store, or a record, enters the stream. */
inline enqueue(p, store)
{
    stores[p] = store;
    queued = p
}

active proctype signaller()
{
    byte p = 1;
    byte slot;
    bool store;

    do
    :: p <= POINTS ->
        slot = p % SLOTS;
        atomic { !turn -> turn = true };
#ifdef DEFECT_IGNORE_AWAITED
        store = (p - stored >= EVERY);
#else
        store = (p - stored >= EVERY) || (p <= awaited);
#endif
#if defined(DEFECT_LOOK_AT_SLOT)
        store = store || (point[slot] > counter);
#elif !defined(DEFECT_TAKE_PENDING)
        store = store || (p > SLOTS && p - SLOTS > counter);
#endif
        if
        :: !store ->
#ifdef DEFECT_LOOK_FIRST
            store = (pins[slot] != 0);
            point[slot] = 0
#elif defined(DEFECT_IGNORE_PINS)
            point[slot] = 0
#else
            point[slot] = 0;
            store = (pins[slot] != 0)
#endif
        :: else
        fi;
        if
        :: store -> atomic { enqueue(p, true); stored = p }
        :: else -> atomic { recorded[slot] = p; enqueue(p, false) };
            point[slot] = p
        fi;
        enqueued = p;
        turn = false;
        p++
    :: else -> break
    od
}

active proctype stream()
{
    do
    :: atomic {
        reached < queued && returned + LAG > reached ->
        reached++;
        if
        :: stores[reached] -> counter = reached
        :: else
        fi
    }
    :: atomic { reached == POINTS -> break }
    od
}

/* A wait for point q. */
inline wait(q)
{
    slot = q % SLOTS;
    if
    :: q > enqueued ->
        /* Nobody has signalled it, it seems. */
        atomic { !turn -> turn = true };
        if
        :: q > enqueued ->
            store = true;
            if
            :: q > awaited -> awaited = q
            :: else
            fi
        :: else
        fi;
        turn = false
    :: else
    fi;
    if
    :: !store && counter < q ->
        pins[slot]++;
        value = point[slot];
        if
#ifdef DEFECT_TRUST_ANY
        :: value != 0 -> event = recorded[slot]
        :: else -> store = true
#else
        :: value == q -> event = recorded[slot]
        :: value > q
        :: value < q -> store = true
#endif
        fi;
        pins[slot]--
    :: else
    fi;
    /* The stream. */
    atomic {
        (event == 0 || reached >= event) && (!store || counter >= q) ->
        assert(reached >= q);
        value = 0; event = 0; store = false; slot = 0
    }
}

/* Waits for the points in their order, each when it is signalled. */
active proctype follower()
{
    byte q = 1;
    byte slot, value, event;
    bool store;

    do
    :: q <= POINTS ->
        enqueued >= q;
        wait(q);
        returned = q;
        q++
    :: else -> break
    od;
    left--
}

/* Waits for any points. */
active proctype other()
{
    byte q;
    byte n;
    byte slot, value, event;
    bool store;

    do
    :: n < WAITS ->
        select(q : 1 .. POINTS);
#ifndef FUTURE
        enqueued >= q;
#endif
        wait(q);
        n++
    :: else -> break
    od;
    left--
}

active proctype monitor()
{
    timeout -> assert(left == 0)
}
