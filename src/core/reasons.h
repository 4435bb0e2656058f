/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reasons.h
 * What needs a function in RUNTIME: the reason that each row has which RUNTIME admits, behind its
 * phases. The compiler sees nothing of it; test/tools/phases_table.py writes the sentences into
 * docs/phases.md, and takes no row without one.
 */
#ifndef RINGFENCE_CORE_REASONS_H
#define RINGFENCE_CORE_REASONS_H

/** It waits, or asks whether something has come. */
#define FOR_WAITS
/** It signals. */
#define FOR_SIGNALS
/** It makes, reads, copies, carries or clears the fence that is waited for. */
#define FOR_FENCES
/** It asks for, writes or reads the time and the status that a signal leaves. */
#define FOR_STAMPS
/** It ends waits for what will not come. */
#define FOR_ENDS
/** It makes what was written seen before the signal. */
#define FOR_CACHES
/** It moves frames of a channel. */
#define FOR_FRAMES
/** Who reads or writes frames asks how large they are. */
#define FOR_FRAME_SIZES
/** It moves packets of a stream, with their fences. */
#define FOR_PACKETS
/** It starts the work of an engine, between a wait and a signal. */
#define FOR_WORK
/** It says what the next work of an engine is, and which fences it has. */
#define FOR_NEXT_WORK
/** Who submits a task asks which tensors and which memory it takes. */
#define FOR_TASKS
/** It reads the statistics that a task has left. */
#define FOR_STATISTICS
/** It reaches the pixels of a frame, between a wait and a signal. */
#define FOR_PIXELS
/** Who reaches pixels asks which planes they are in. */
#define FOR_PLANES
/** Who copies a frame asks for the array of a level. */
#define FOR_LEVELS
/** Calls by the names of CUDA ask whose a handle or a pointer is. */
#define FOR_OWNERS
/** It says what failed, was refused or ran out, when that happens. */
#define FOR_REPORTS
/** It says the phase, or ends it. */
#define FOR_PHASES

#endif /* RINGFENCE_CORE_REASONS_H */
