/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packet.pml: the way of packets through a stream, with ends of blocks at any step.
 *
 * A producer with a pool of PACKETS packets sends PAYLOADS payloads by a multicast block to two consumers. Consumer A
 * has a FIFO. Consumer B has a mailbox, behind a limiter of LIMIT packets. Each endpoint is a thread that sleeps while
 * it has no packet and no event is due, holds up to HOLDS packets, and returns them in any order. Another thread
 * deletes up to DEATHS of the three endpoints, each at any step.
 *
 *   pool --> producer --> multicast --+--------------------------> FIFO A --> consumer A
 *     ^                               `--> limiter [return-sync] --> mailbox B --> consumer B
 *     `----------- a packet is back when both branches have returned it -----------'
 *
 * A call holds the mutex of the segment from its beginning to its end, so it is one step here. Sleeping is none: a
 * sleeper leaves the mutex before it sleeps.
 *
 * Properties
 *   1  a packet is in one place for each branch, the limiter counts those below it                        (assertion)
 *   2  a consumer with a FIFO gets each payload, in order, while the producer and it are there            (assertion)
 *   3  the mailbox gives newer payloads alone, and the newest that came to it                             (assertion)
 *   4  no packet is lost: at a standstill each one is in the pool, or with a producer that is gone        (assertion)
 *   5  nobody sleeps who has something to take, or was not told of the end                  (assertion at a standstill)
 *   6  there is a standstill                                                                   (no cycles, the same)
 *
 * Switches
 *   RETURN    a return-sync block before the mailbox: a packet that consumer B releases waits for its fence first.
 *   DEFECT_x  a seeded defect; the check must fail.
 *
 * Abstractions: setup is complete. Fences are left out, but that one is waited for. A sleep does not end by itself.
 */
#ifndef PACKETS
#define PACKETS 2
#endif
#ifndef PAYLOADS
#define PAYLOADS 3
#endif
#ifndef LIMIT
#define LIMIT 2
#endif
#ifndef HOLDS
#define HOLDS 1
#endif
#ifndef DEATHS
#define DEATHS 1
#endif

/* Places of a packet. */
#define HOME 0
#define PRODUCED 1
#define OUT 2

/* Endpoints, and the bits of the branches. */
#define P 0
#define A 1
#define B 2
#define BIT(end) (end)
#define ENDS 3

byte place[PACKETS];
/* Branches that a packet has not come back from, and those where the consumer has it: bits. */
byte out[PACKETS];
byte held[PACKETS];
byte payload[PACKETS];
/* It waits for the fence of consumer B. */
bool waits[PACKETS];
/* Packets below the limiter. */
byte below;

chan home = [PACKETS] of { byte };
chan queue = [PACKETS] of { byte };
chan returned = [PACKETS] of { byte };
/* The packet in the mailbox, plus one; 0: there is none. */
byte box;

/* Branches that payloads go to: bits. */
byte live = BIT(A) + BIT(B);
bool cut[ENDS];
bool ended[ENDS];
/* An endpoint was told of its end. */
bool over[ENDS];
/* Packets of which it was told, and which it did not take. */
byte told[ENDS];

/* What sleepers look at. */
byte changes[ENDS];
byte sleepers[ENDS];
bool asleep[ENDS];

/* What the properties need. */
byte sent;
byte last_a;
byte last_b;
byte reached_b;
bool done[ENDS];

inline tell(end)
{
    changes[end]++;
    if
    :: sleepers[end] > 0 -> asleep[end] = false
    :: else
    fi
}

inline come_home(packet)
{
    assert(place[packet] == OUT && held[packet] == 0 && !waits[packet]);
    place[packet] = HOME;
    home!packet;
#ifndef DEFECT_NO_TELL_HOME
    tell(P)
#endif
}

/* Up from the multicast block. */
inline up(packet)
{
    if
#ifndef DEFECT_FIRST_BRANCH
    :: out[packet] == 0 && !waits[packet] -> come_home(packet)
#else
    :: place[packet] == OUT && !waits[packet] -> come_home(packet)
#endif
    :: else
    fi
}

/* Up from the mailbox: through the limiter. */
inline up_b(packet)
{
    assert(below > 0);
    below--;
    up(packet)
}

inline leave_a(packet)
{
    out[packet] = out[packet] & ~BIT(A);
    up(packet)
}

inline leave_b(packet)
{
    out[packet] = out[packet] & ~BIT(B);
    up_b(packet)
}

/* Property 1. */
inline check()
{
    q = 0;
    k = 0;
    do
    :: q < PACKETS ->
        assert((held[q] & ~out[q]) == 0);
        assert(place[q] == OUT || (out[q] == 0 && held[q] == 0 && !waits[q]));
        assert(place[q] != OUT || out[q] != 0 || waits[q]);
        assert((place[q] == HOME) == (home??[eval(q)] != 0));
        assert(((out[q] & BIT(A)) != 0) == (queue??[eval(q)] != 0 || (held[q] & BIT(A)) != 0));
        assert(!(queue??[eval(q)] != 0 && (held[q] & BIT(A)) != 0));
        assert(((out[q] & BIT(B)) != 0) == (box == q + 1 || (held[q] & BIT(B)) != 0));
        assert(!(box == q + 1 && (held[q] & BIT(B)) != 0));
        if
        :: (out[q] & BIT(B)) != 0 || waits[q] -> k++
        :: else
        fi;
        q++
    :: else -> break
    od;
    assert(below == k && below <= LIMIT);
    q = 0;
    k = 0
}

inline take_ready(end)
{
#ifndef DEFECT_TOLD_STAYS
    if
    :: told[end] > 0 -> told[end]--
    :: else
    fi
#else
    skip
#endif
}

/* ---------------------------------------------------------------- events */

/* Packets that an endpoint can take. */
#define READY_P (cut[P] -> 0 : len(home))
#define READY_A len(queue)
#define READY_B (box != 0 -> 1 : 0)

/* A query: gets `ready`, or `over`, or sleeps. */
inline query(end, count, drained)
{
    got = false;
    do
    :: !got && !over[end] && !ended[end] ->
        d_step {
            seen = changes[end];
            if
            :: ended[end] -> left = true
            :: !ended[end] && count > told[end] ->
                told[end]++;
                got = true
            :: !ended[end] && count <= told[end] && cut[end] && drained -> over[end] = true
            :: else -> sleepers[end]++
            fi
        };
        if
        :: got || over[end] || left -> break
        :: else
        fi;
#ifdef DEFECT_SEEN_LATE
        seen = changes[end];
#endif
        /* The system looks again and sleeps in one step. */
        atomic {
            if
            :: changes[end] == seen -> asleep[end] = true
            :: else
            fi
        };
        !asleep[end];
        sleepers[end]--
    :: else -> break
    od;
    seen = 0;
    left = false
}

/* ---------------------------------------------------------------- endpoints */

inline present(packet)
{
    sent++;
    payload[packet] = sent;
    place[packet] = OUT;
#ifndef DEFECT_DEAD_BRANCH
    out[packet] = live;
#else
    out[packet] = BIT(A) + BIT(B);
#endif
    if
    :: (out[packet] & BIT(A)) != 0 ->
        queue!packet;
        tell(A)
    :: else
    fi;
    if
    :: (out[packet] & BIT(B)) != 0 && below < LIMIT ->
        below++;
        reached_b = payload[packet];
        if
        :: box != 0 ->
#ifndef DEFECT_KEEP_OLDER
            older = box - 1;
            box = packet + 1;
#else
            older = packet;
#endif
#ifndef DEFECT_LIMITER_LEAKS
            leave_b(older);
#else
            out[older] = out[older] & ~BIT(B);
            up(older);
#endif
            older = 0
        :: else ->
            box = packet + 1;
            tell(B)
        fi
    :: (out[packet] & BIT(B)) != 0 && below >= LIMIT ->
        out[packet] = out[packet] & ~BIT(B);
#ifdef DEFECT_SKIP_COUNTS
        below--;
#endif
        up(packet)
    :: else ->
        if
        :: out[packet] == 0 -> come_home(packet)
        :: else
        fi
    fi
}

proctype producer()
{
    byte p, q, k, n, seen, older;
    bool got, left;

    do
    :: n < HOLDS && sent + n < PAYLOADS && !ended[P] && !over[P] && (n == 0 || len(home) > 0) ->
        query(P, READY_P, true);
        if
        :: got ->
            d_step {
                if
                :: !ended[P] && !cut[P] && len(home) > 0 ->
                    home?p;
                    take_ready(P);
                    assert(place[p] == HOME);
                    place[p] = PRODUCED;
                    n++;
                    check()
                :: else
                fi
            }
        :: else
        fi
    :: n > 0 && !ended[P] ->
        /* Any of those that it has. */
        if
        :: place[0] == PRODUCED -> p = 0
        :: place[1] == PRODUCED -> p = 1
#if PACKETS > 2
        :: place[2] == PRODUCED -> p = 2
#endif
        fi;
        d_step {
            if
            :: !ended[P] ->
                present(p);
                n--;
                check()
            :: else
            fi
        }
    :: (n == 0 && (sent >= PAYLOADS || over[P])) || ended[P] -> break
    od;
    done[P] = true
}

proctype consumer_a()
{
    byte p, q, k, n, seen;
    bool got, left;

    do
    :: n < HOLDS && !ended[A] && !over[A] && (n == 0 || len(queue) > 0) ->
        query(A, READY_A, len(queue) == 0);
        if
        :: got ->
            d_step {
                if
                :: !ended[A] && len(queue) > 0 ->
                    queue?p;
                    take_ready(A);
                    held[p] = held[p] | BIT(A);
                    assert(payload[p] == last_a + 1);
                    last_a = payload[p];
                    n++;
                    check()
                :: else
                fi
            }
        :: else
        fi
    :: n > 0 ->
        if
        :: (held[0] & BIT(A)) != 0 -> p = 0
        :: (held[1] & BIT(A)) != 0 -> p = 1
#if PACKETS > 2
        :: (held[2] & BIT(A)) != 0 -> p = 2
#endif
        /* It was deleted meanwhile. */
        :: else
        fi;
        d_step {
            if
#ifndef DEFECT_LATE_RELEASE
            :: !ended[A] && (held[p] & BIT(A)) != 0 ->
#else
            :: true ->
#endif
                held[p] = held[p] & ~BIT(A);
                leave_a(p);
                n--;
                check()
#ifndef DEFECT_LATE_RELEASE
            :: else -> n = 0
#endif
            fi
        }
    :: n == 0 && (over[A] || ended[A]) -> break
    od;
    done[A] = true
}

proctype consumer_b()
{
    byte p, q, k, n, seen;
    bool got, left;

    do
    :: n < HOLDS && !ended[B] && !over[B] && (n == 0 || box != 0) ->
        query(B, READY_B, box == 0);
        if
        :: got ->
            d_step {
                if
                :: !ended[B] && box != 0 ->
                    p = box - 1;
                    box = 0;
                    take_ready(B);
                    held[p] = held[p] | BIT(B);
                    assert(payload[p] > last_b);
                    last_b = payload[p];
                    n++;
                    check()
                :: else
                fi
            }
        :: else
        fi
    :: n > 0 ->
        if
        :: (held[0] & BIT(B)) != 0 -> p = 0
        :: (held[1] & BIT(B)) != 0 -> p = 1
#if PACKETS > 2
        :: (held[2] & BIT(B)) != 0 -> p = 2
#endif
        :: else
        fi;
        d_step {
            if
            :: !ended[B] && (held[p] & BIT(B)) != 0 ->
                held[p] = held[p] & ~BIT(B);
#ifdef RETURN
                out[p] = out[p] & ~BIT(B);
                waits[p] = true;
                returned!p;
#else
                leave_b(p);
#endif
                n--;
                check()
            :: else -> n = 0
            fi
        }
    :: n == 0 && (over[B] || ended[B]) -> break
    od;
    done[B] = true
}

#ifdef RETURN
/* The thread of the return-sync block: the fence is reached at any step, or its signaller is gone. */
proctype waiter()
{
    byte p, q, k;

    end: do
    :: d_step {
            returned?p ->
#ifndef DEFECT_WAIT_KEEPS
            waits[p] = false;
#endif
            up_b(p);
            check()
        }
    od
}
#endif

/* ---------------------------------------------------------------- ends */

inline cut_off(end)
{
    if
    :: !cut[end] ->
        cut[end] = true;
#ifndef DEFECT_NO_TELL_END
        tell(end)
#endif
    :: else
    fi
}

inline drop(end)
{
#ifndef DEFECT_NO_DROP
    i = 0;
    do
    :: i < PACKETS ->
#ifdef DEFECT_HELD_STAYS
        if
        :: (held[i] & BIT(end)) == 0 && (out[i] & BIT(end)) != 0 ->
#else
        held[i] = held[i] & ~BIT(end);
        if
        :: (out[i] & BIT(end)) != 0 ->
#endif
            if
            :: end == A -> leave_a(i)
            :: else -> leave_b(i)
            fi
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0
#else
    skip
#endif
}

/* Deletes a block. Its thread learns it by its next call, or is woken. */
inline delete_block(end)
{
    ended[end] = true;
    tell(end);
    if
    :: end == P ->
        live = 0;
        cut_off(A);
        cut_off(B)
    :: end == A ->
        live = live & ~BIT(A);
        do
        :: nempty(queue) -> queue?j
        :: empty(queue) -> break
        od;
        told[A] = 0;
        drop(A)
    :: else ->
        live = live & ~BIT(B);
        box = 0;
        told[B] = 0;
        drop(B)
    fi;
    j = 0;
#ifdef DEFECT_CUT_EARLY
    if
    :: end == P ->
        do
        :: nempty(queue) ->
            queue?j;
            leave_a(j)
        :: empty(queue) -> break
        od
    :: else
    fi;
    j = 0;
#endif
    if
    :: live == 0 -> cut_off(P)
    :: else
    fi;
    check()
}

proctype reaper()
{
    byte i, j, q, k, n;

    do
    :: n < DEATHS ->
        if
        :: d_step { !ended[P] -> delete_block(P) }
        :: d_step { !ended[A] -> delete_block(A) }
        :: d_step { !ended[B] -> delete_block(B) }
        :: break
        fi;
        n++
    :: else -> break
    od
}

init
{
    byte i;

    atomic {
        do
        :: i < PACKETS ->
            home!i;
            i++
        :: else -> break
        od;
        run producer();
        run consumer_a();
        run consumer_b();
        run reaper();
#ifdef RETURN
        run waiter()
#endif
    };
    timeout;
    /* Property 5. */
    assert(done[P] || (asleep[P] && len(home) == 0 && !cut[P] && !ended[P]));
    assert(done[A] || (asleep[A] && len(queue) == 0 && !cut[A] && !ended[A]));
    assert(done[B] || (asleep[B] && box == 0 && !cut[B] && !ended[B]));
    /* Who lives has sent or got all. */
    assert(ended[P] || cut[P] || sent == PAYLOADS);
    assert(ended[A] || last_a == sent);
    assert(ended[B] || last_b == reached_b);
    /* Property 4. */
    i = 0;
    do
    :: i < PACKETS ->
        assert(place[i] == HOME || (place[i] == PRODUCED && ended[P]));
        i++
    :: else -> break
    od;
    assert(below == 0)
}
