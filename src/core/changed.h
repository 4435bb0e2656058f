/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file changed.h
 * What a change of the phase does where there are streams. They define these functions
 * (src/stream/parts.c, src/stream/phases.c); where there are none no_streams.c does.
 */
#ifndef RINGFENCE_CORE_CHANGED_H
#define RINGFENCE_CORE_CHANGED_H

/** Takes all locks under which streams rely on the phase; before the library's. */
void phase_parts_take(void);

/** Gives them back. */
void phase_parts_give(void);

/** The phase has changed: streams go on with what waited for it, and wake those for whom it makes
 * an event due. Called by the thread that asked for the change; no lock is held. */
void phase_changed(void);

#endif /* RINGFENCE_CORE_CHANGED_H */
