/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase_keep.h
 * Calls of engines and of CUDA that are under way: the phase does not change before they end.
 *
 * Such a call takes several steps, asks for the phase in some of them and sleeps between them, so
 * it cannot hold the library's lock. It is counted instead. A change of the phase waits for a
 * moment in which no call is under way. A call that begins meanwhile steps aside for as long as the
 * change has waited, a tenth of a second at most, and goes on in the phase that is: what a call
 * waits for may be another call.
 */
#ifndef RINGFENCE_CORE_PHASE_KEEP_H
#define RINGFENCE_CORE_PHASE_KEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "ringfence_cfg.h"

/** 1: there are engines or CUDA, whose calls are counted. Without an operating system there are
 * none. */
#define PHASE_KEEPS                                                                                \
    (((__STDC_HOSTED__ == 1) &&                                                                    \
      ((RINGFENCE_CFG_CUDA == 1U) || (RINGFENCE_CFG_DLA == 1U) || (RINGFENCE_CFG_2D == 1U)))       \
         ? 1U                                                                                      \
         : 0U)

/**
 * Counts a call: the phase does not change before ringfence_phase_let(), and what
 * ringfence_phase_admit() answers stays true. Calls may be within others. Takes no lock and may be
 * called under any. The thread is not cancelled before ringfence_phase_let(). Not for handlers of
 * interrupts, and not around a wait that only a change of the phase ends.
 *
 * @return what ringfence_phase_let() takes
 */
int32_t ringfence_phase_keep(void);

/** The call has ended. `held` is what ringfence_phase_keep() gave. */
void ringfence_phase_let(int32_t held);

/** A change of the phase begins to wait for calls: phase_change_ends() is to follow. */
void phase_change_asks(void);

/** Says whether no call is under way; none begins then before phase_change_ends(). The caller has
 * the locks that a change of the phase takes. */
bool phase_change_begins(void);

/** Sleeps until the last call under way has ended, or for no reason. No lock is held. */
void phase_change_waits(void);

/** The phase has changed, or does not: calls begin again. */
void phase_change_ends(void);

#endif /* RINGFENCE_CORE_PHASE_KEEP_H */
