/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file changed.h
 * What the library does when the phase has changed.
 */
#ifndef RINGFENCE_CORE_CHANGED_H
#define RINGFENCE_CORE_CHANGED_H

/** The phase has changed: streams go on with what waited for it, and wake those for whom it makes
 * an event due. Called by the thread that asked for the change; no lock is held. Streams define it
 * (src/stream/phases.c); where there are none no_streams.c does. */
void phase_changed(void);

#endif /* RINGFENCE_CORE_CHANGED_H */
