/* SPDX-License-Identifier: Apache-2.0 */
/*
 * channel.pml: how the two ends of a channel find each other and notice the end of the other one
 * (src/ipc/connect.c, src/ipc/event.c, docs/channels.md).
 *
 * Each end is a program that opens the endpoint at some time, resets it, and asks for events: at once while it is told
 * something, and otherwise when the endpoint's descriptor is ready. It reads what is reported and may write FRAMES_n
 * frames in each connection. With LONER_n it asks for events until it is connected, and from then on reads alone
 * until there is no connection. CHANGES_n times it resets the endpoint again, or closes it; DEATHS_n times it is killed
 * at any step. After a close or a death it opens the endpoint anew or stays away for good.
 *
 * Properties
 *   - there is no endless run, whatever the schedule: changes and deaths are bounded, and so are the steps after the
 *     last of them                                                                                       (no cycles)
 *   - when nothing can happen any more: if both ends are there, both are established with one another over one link,
 *     and no frame is unread; if one stays away or refuses the other one, neither is established          (monitor)
 *   - the memory of an established end is the memory of its link                                          (assertion)
 *   - what was written before a close or a death has been read when the end is reported                    (assertion)
 *   - each message comes in a state that knows it, and the system's queues never overflow                 (assertion)
 *
 * A step is one system call, or one access to shared memory, with the private computation that follows it. A name
 * that is bound and listens, a link's two ends, its queues and the queue of calls behave as those of Linux's
 * sequenced sockets. With DENIES_n an end refuses the other one; LACKS answers of side 0 fail for lack of something. An
 * end that does not read what is reported, calls of a third process, a peer that lies, and other lacks are left out.
 * A ring has room for all frames, so nobody waits for room: that wait is the mirror image of the reader's.
 *
 * DEFECT_x seeds a defect; the check must fail.
 */
#ifndef CHANGES_0
#define CHANGES_0 0
#endif
#ifndef CHANGES_1
#define CHANGES_1 0
#endif
#ifndef DEATHS_0
#define DEATHS_0 0
#endif
#ifndef DEATHS_1
#define DEATHS_1 0
#endif
/* Frames that an end may write in each connection. */
#ifndef FRAMES_0
#define FRAMES_0 0
#endif
#ifndef FRAMES_1
#define FRAMES_1 1
#endif
/* Whether an end reads alone once it is connected. */
#ifndef LONER_0
#define LONER_0 0
#endif
#ifndef LONER_1
#define LONER_1 0
#endif
/* Whether an end refuses the other one, whoever calls. */
#ifndef DENIES_0
#define DENIES_0 0
#endif
#ifndef DENIES_1
#define DENIES_1 0
#endif
/* Answers of side 0 that fail for lack of something. */
#ifndef LACKS
#define LACKS 0
#endif
/* Calls that can wait for an answer; 17 on Linux. */
#ifndef CALLS
#define CALLS 1
#endif

#define LINKS    (2 + CALLS + CALLS)
#define NONE     LINKS
#define MESSAGES 4

#define CLOSED      0
#define OPENED      1
#define SEARCHING   2
#define HANDSHAKE   3
#define ESTABLISHED 4

mtype = { OFFER, ACCEPT, WAKE, RESET, NOTHING, HANG_UP };

/* Events, as bits. */
#define EV_READ  1
#define EV_OTHER 2
#define EV_EST   4
#define EV_RESET 8

/* ---- the system: names, links (end s of link l is 2l+s), messages on their way to an end, calls to a side ---- */
bool named[2];
bool end_open[LINKS * 2 + 2];
chan queue[LINKS * 2 + 2] = [MESSAGES] of { mtype, byte };
chan calls[2] = [CALLS] of { byte };
bool kill[2];
bool gone[2];

/* ---- the memory of a connection has the number of its link; direction s is written by side s ---- */
byte written[LINKS * 2 + 2];
byte taken[LINKS * 2 + 2];
bool reader_waits[LINKS * 2 + 2];

/* ---- endpoints ---- */
byte state[2];
bool orphaned[2];
byte edges[2];
bool moved[2];
bool flag_known[2];
bool event[2];
bool listens[2];
/* Side 1 waits for a notification; side 0 took so many calls since none waited, and owes one. */
bool refused;
byte tried;
bool owes;
/* Side 0 sent a notification for a caller that had hung up, since the last connection or reset. */
bool recalled;
byte lacks = LACKS;
byte link[2] = NONE;
byte memory[2] = NONE;
byte changes[2];
byte deaths[2];

#define MINE(l)  (2 * (l) + me)
#define THEIR(l) (2 * (l) + 1 - me)

#define READABLE (written[THEIR(memory[me])] > taken[THEIR(memory[me])])
#define LINK_READY \
    (link[me] != NONE && (len(queue[MINE(link[me])]) > 0 || !end_open[THEIR(link[me])]))
#define READY (event[me] || (listens[me] && len(calls[me]) > 0) || LINK_READY)

#define FREE(l) (!end_open[2 * (l)] && !end_open[2 * (l) + 1] && memory[0] != (l) && memory[1] != (l))

/* Ends this side of a link; what was sent to it is gone. */
inline end_link(l)
{
    end_open[MINE(l)] = false;
    do
    :: len(queue[MINE(l)]) > 0 -> queue[MINE(l)]?_,_
    :: else -> break
    od;
    skip
}

/* Connects to the other side's name; `new` is the link, or NONE. */
inline connect_peer()
{
    new = NONE;
    if
    :: named[1 - me] && len(calls[1 - me]) < CALLS ->
        new = 0;
        do
        :: FREE(new) -> break
        :: else -> new++; assert(new < LINKS)
        od;
        end_open[2 * new] = true;
        end_open[2 * new + 1] = true;
        assert(len(queue[2 * new]) == 0 && len(queue[2 * new + 1]) == 0);
        written[2 * new] = 0; written[2 * new + 1] = 0;
        taken[2 * new] = 0; taken[2 * new + 1] = 0;
        reader_waits[2 * new] = false; reader_waits[2 * new + 1] = false;
        calls[1 - me]!new
    :: else
    fi
}

/* Sends a message over the link; `sent` says whether it left. */
inline send(what)
{
    sent = end_open[THEIR(link[me])];
    if
    :: sent -> assert(len(queue[THEIR(link[me])]) < MESSAGES); queue[THEIR(link[me])]!what, memory[me]
    :: else
    fi
}

inline notify()
{
    d_step {
        connect_peer();
        if
        :: new != NONE -> end_link(new)
        :: else
        fi;
        new = 0
    }
}

/* Drops the link, if there is one, and searches. To be used within a step. */
inline search()
{
    if
    :: state[me] == ESTABLISHED -> edges[me] = EV_RESET
    :: else
    fi;
    if
    :: link[me] != NONE -> end_link(link[me])
    :: else
    fi;
    link[me] = NONE;
    memory[me] = NONE;
    orphaned[me] = false;
    state[me] = SEARCHING;
    listens[me] = true
}

inline lose()
{
    search();
    event[me] = true
}

inline establish()
{
    recalled = recalled && me == 1;
    moved[me] = false;
    flag_known[me] = false;
    edges[me] = EV_EST;
    state[me] = ESTABLISHED;
    assert(memory[me] == link[me])
}

/* A frame is unread when the end is noticed. */
#define LOST_FRAME (memory[me] != NONE && READABLE)

inline reset_endpoint()
{
    atomic {
        if
        :: link[me] != NONE -> send(RESET)
        :: else
        fi;
        sent = false
    };
    d_step {
        if
        :: me == 0 -> recalled = false
        :: else -> refused = false
        fi;
        lose()
    }
}

/* Takes what has come over the link, message by message. */
inline listen_to_peer()
{
    do
    :: link[me] != NONE ->
        d_step {
            spoke = false;
            if
            :: len(queue[MINE(link[me])]) > 0 -> queue[MINE(link[me])]?kind, body
            :: else ->
                if
                :: !end_open[THEIR(link[me])] -> kind = HANG_UP
                :: else -> kind = NOTHING
                fi
            fi;
            if
            :: kind == RESET -> lose()
            :: kind == HANG_UP ->
                if
#ifdef DEFECT_DEAF
                :: state[me] == ESTABLISHED -> kind = NOTHING
#elif defined(DEFECT_NO_LEGACY)
                :: state[me] == ESTABLISHED -> assert(!LOST_FRAME); lose()
#else
                :: state[me] == ESTABLISHED ->
                    end_link(link[me]);
                    link[me] = NONE;
                    event[me] = true;
                    orphaned[me] = true;
                    moved[me] = true
#endif
                :: else ->
                    assert(!LOST_FRAME);
#ifndef DEFECT_CALL_AGAIN
                    refused = refused || me == 1;
#endif
                    lose()
                fi
            :: kind == ACCEPT -> assert(me == 0 && state[me] == HANDSHAKE); establish()
            :: kind == OFFER -> assert(me == 1 && state[me] == HANDSHAKE); memory[me] = body
            :: kind == WAKE -> assert(state[me] == ESTABLISHED)
            :: else
            fi;
            body = 0
        };
        if
        :: kind == OFFER ->
            d_step {
                send(ACCEPT);
                if
                :: sent -> establish()
                :: else -> search()
                fi;
                sent = false
            }
        :: kind == NOTHING -> break
        :: else
        fi
    :: else -> break
    od
}

/* Side 0: answers calls until one holds. */
inline answer_peer()
{
    do
    :: state[me] == SEARCHING && len(calls[me]) > 0 ->
        d_step {
            calls[me]?new; link[me] = new; new = 0;
            tried++;
            if
            :: tried == CALLS -> tried = 0; owes = true
            :: else
            fi
        };
        d_step {
#ifdef DEFECT_OLD_MEMORY
            if
            :: old_memory == NONE -> old_memory = link[me]
            :: else
            fi;
            memory[me] = old_memory;
#else
            memory[me] = link[me];
#endif
            if
            :: DENIES_0 ->
                failed = true;
#ifdef DEFECT_NOTIFY_FOR_REFUSED
                owes = true
#endif
            :: !DENIES_0 && lacks > 0 ->
                failed = true;
                lacks--;
#ifndef DEFECT_NO_NOTIFY_AFTER_LACK
                owes = true
#endif
            :: else -> send(OFFER)
            fi;
            if
            :: sent -> state[me] = HANDSHAKE; listens[me] = false
            :: else ->
                end_link(link[me]);
                link[me] = NONE;
                memory[me] = NONE;
                if
                :: !recalled && !failed -> recalled = true; owes = true
                :: else
                fi
            fi;
            failed = false;
            sent = false
        }
    :: state[me] == SEARCHING && len(calls[me]) == 0 -> tried = 0; break
    :: state[me] != SEARCHING -> break
    od;
#ifdef DEFECT_NO_NOTIFY_AGAIN
    owes = false
#else
    if
    :: owes && state[me] == SEARCHING -> owes = false; notify()
    :: else
    fi
#endif
}

/* Side 1: forgets notifications. */
inline forget_calls()
{
    do
    :: len(calls[me]) > 0 -> d_step { calls[me]?new; end_link(new); new = 0 }
    :: else -> break
    od
}

inline call_peer()
{
#ifndef DEFECT_CALL_FIRST
    forget_calls();
    skip;
#endif
    d_step {
        connect_peer();
        if
        :: new != NONE && !DENIES_1 -> link[me] = new; state[me] = HANDSHAKE; listens[me] = false
        :: new != NONE && DENIES_1 -> end_link(new)
        :: else
        fi;
        new = 0
    };
#ifdef DEFECT_CALL_FIRST
    forget_calls()
#endif
}

inline drive()
{
    /* One look at all that can be ready. */
    d_step { event[me] = false; spoke = LINK_READY; called = (listens[me] && len(calls[me]) > 0) };
    if
    :: spoke -> listen_to_peer()
    :: else
    fi;
    if
    :: state[me] == SEARCHING && edges[me] == 0 ->
        if
        :: me == 0 -> answer_peer()
        :: me == 1 && (!refused || called) -> refused = false; call_peer()
        :: else
        fi
    :: else
    fi;
    called = false
}

/* The reader's flag is set, then the counter is looked at again. */
inline levels()
{
    if
    :: READABLE ->
        if
        :: flag_known[me] -> d_step { reader_waits[THEIR(memory[me])] = false; flag_known[me] = false }
        :: else
        fi;
        events = EV_OTHER | EV_READ
    :: else ->
#ifdef DEFECT_FLAG_LATE
        events = EV_OTHER;
        d_step { reader_waits[THEIR(memory[me])] = true; flag_known[me] = true }
#else
        d_step { reader_waits[THEIR(memory[me])] = true; flag_known[me] = true };
        if
        :: READABLE -> events = EV_OTHER | EV_READ
        :: else -> events = EV_OTHER
        fi
#endif
    fi
}

inline collect()
{
    if
    :: orphaned[me] ->
        d_step {
            if
            :: READABLE -> events = EV_READ
            :: else -> lose()
            fi
        }
    :: !orphaned[me] && state[me] == ESTABLISHED -> levels()
    :: else
    fi;
    d_step {
        if
        :: edges[me] == EV_RESET -> events = EV_RESET
        :: else -> events = events | edges[me]
        fi;
        edges[me] = 0
    }
}

inline get_events()
{
    if
    :: state[me] == ESTABLISHED && !orphaned[me] && edges[me] == 0 && moved[me] -> levels()
    :: else
    fi;
    if
    :: events == 0 ->
        if
        :: !orphaned[me] && edges[me] == 0 -> drive()
        :: else
        fi;
        collect()
    :: else
    fi
}

/* Reads a frame if one was reported, and decides whether to ask again at once. */
inline take_events()
{
    d_step {
        moved[me] = false;
        if
        :: events & EV_READ -> taken[THEIR(memory[me])]++; moved[me] = true
        :: else
        fi;
        idle = ((events & (EV_READ | EV_EST | EV_RESET)) == 0);
        events = 0;
        kind = NOTHING
    }
}

#define LONER (me == 0 -> LONER_0 : LONER_1)
#define ALONE_NOW (LONER && state[me] == ESTABLISHED && edges[me] == 0)
#define PEER_ENDED (link[me] != NONE && !end_open[THEIR(link[me])])

/* A program that reads alone looks at the ring, then at the link, and then at the ring again. While it finds nothing
   it tries again: here it waits in between until a try has another end. */
inline read_alone()
{
    if
    :: READABLE -> d_step { taken[THEIR(memory[me])]++; moved[me] = true }
    :: else ->
        if
        :: orphaned[me] -> d_step { assert(!LOST_FRAME); lone = false }
#ifndef DEFECT_NO_LOOK
        :: !orphaned[me] && PEER_ENDED ->
            listen_to_peer();
            event[me] = true;
#ifdef DEFECT_NO_SECOND_LOOK
            d_step {
                if
                :: orphaned[me] -> assert(!LOST_FRAME); lone = false
                :: else
                fi
            }
#endif
#endif
        :: !orphaned[me] && !PEER_ENDED && READABLE
        fi
    fi
}

inline write_frame()
{
    d_step { written[MINE(memory[me])]++; moved[me] = true };
    if
    :: reader_waits[MINE(memory[me])] ->
        reader_waits[MINE(memory[me])] = false;
        d_step { send(WAKE); sent = false }
    :: else
    fi
}

#define FRAMES (me == 0 -> FRAMES_0 : FRAMES_1)
#define MAY_WRITE \
    (state[me] == ESTABLISHED && !orphaned[me] && written[MINE(memory[me])] < FRAMES)

/* What the system does with a name that nobody holds any more: calls that wait are ended. */
inline end_name()
{
    named[me] = false;
    do
    :: len(calls[me]) > 0 -> calls[me]?new; end_link(new)
    :: else -> break
    od;
    new = 0
}

inline end_own_link()
{
    if
    :: link[me] != NONE -> end_link(link[me]); link[me] = NONE
    :: else
    fi
}

/* Forgets all that was private to an endpoint that is closed. */
inline forget_all()
{
    state[me] = CLOSED;
    memory[me] = NONE;
    orphaned[me] = false;
    edges[me] = 0;
    moved[me] = false;
    flag_known[me] = false;
    event[me] = false;
    listens[me] = false;
    events = 0; kind = NOTHING; body = 0; new = 0; sent = false; spoke = false;
    idle = false; called = false; failed = false; lone = false;
    if
    :: me == 0 -> tried = 0; owes = false; recalled = false
    :: else -> refused = false
    fi
}

proctype side(byte me)
{
    byte events, body, new;
    bool sent, spoke, idle, called, failed, lone;
    mtype kind = NOTHING;
#ifdef DEFECT_OLD_MEMORY
    byte old_memory = NONE;
#endif

again:
    {
        d_step { named[me] = true; state[me] = OPENED };
#ifndef DEFECT_NO_NOTIFY
        if
        :: me == 0 -> notify()
        :: else
        fi;
#endif
        reset_endpoint();
        do
        :: !(lone && ALONE_NOW) && (!idle || READY) ->
            get_events();
            take_events();
            if
            :: LONER && state[me] == ESTABLISHED -> lone = !orphaned[me]
            :: else
            fi
        :: lone && ALONE_NOW -> idle = false; read_alone()
        :: MAY_WRITE -> write_frame()
        :: changes[me] > 0 -> changes[me]--; idle = false; reset_endpoint()
        :: changes[me] > 0 -> changes[me]--; d_step { end_own_link() }; d_step { end_name() }; break
        :: changes[me] > 0 -> changes[me] = 0
        od
    } unless {
        atomic {
            kill[me] ->
            if
            :: d_step { end_own_link() }
            :: d_step { end_name() }
            fi
        };
        d_step { end_own_link(); end_name(); kill[me] = false }
    };
    skip;
    d_step { forget_all() };
    if
    :: goto again
    :: gone[me] = true
    fi
}

/* Who dies, and when. */
active proctype killer()
{
    do
    :: d_step { deaths[0] > 0 && named[0] && !kill[0] -> deaths[0]--; kill[0] = true }
    :: d_step { deaths[1] > 0 && named[1] && !kill[1] -> deaths[1]--; kill[1] = true }
    :: break
    od
}

init
{
    atomic {
        changes[0] = CHANGES_0;
        changes[1] = CHANGES_1;
        deaths[0] = DEATHS_0;
        deaths[1] = DEATHS_1;
        run side(0);
        run side(1)
    }
}

#define JOINED \
    (state[0] == ESTABLISHED && state[1] == ESTABLISHED && link[0] != NONE && link[0] == link[1])
#define ALL_READ(l) \
    (written[2 * (l)] == taken[2 * (l)] && written[2 * (l) + 1] == taken[2 * (l) + 1])
#define ALONE ((gone[0] || state[0] != ESTABLISHED) && (gone[1] || state[1] != ESTABLISHED))
#define SOMEBODY_LEFT (gone[0] || gone[1])
#define DENIED (DENIES_0 || DENIES_1)
#define SETTLED \
    (((SOMEBODY_LEFT || DENIED) && ALONE) || \
     (!SOMEBODY_LEFT && !DENIED && JOINED && ALL_READ(link[0])))

/* Nothing can happen any more. */
active proctype monitor()
{
    timeout -> assert(SETTLED)
}
