/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file machine.h
 * The engines of this process and the modules that they share, from INIT to DEINIT. An engine of
 * the other process has nothing here but its sync object, if somebody here waits for it.
 */
#ifndef PIPELINE_MACHINE_H
#define PIPELINE_MACHINE_H

#include "links.h"
#include "ringfence.h"

/** Engines and modules. Zero it first, then set `peer`. */
typedef struct {
    Peer *peer;
    NvSciBufModule buf_module;
    NvSciSyncModule sync_module;
    Engine engine[STAGES_AND_VIEWER];
} Machine;

/** True iff a stage is in this process. */
bool machine_has(const Machine *machine, uint32_t stage);

/** Tells the engines what they are, and which ends of which links they have. */
void machine_describe(Machine *machine, StageContext *context);

/** Opens the modules, and the engines of this process, those of the first `stages` stages. */
NvSciError machine_open(Machine *machine, uint32_t stages);

/**
 * Ends the engines' threads, and waits for a device to be done.
 *
 * @param[in] hurry  work that is not done yet is not to be expected: somebody else failed
 */
void machine_stop(Machine *machine, bool hurry);

/** True iff an engine of this process, among the first `stages`, gave up. */
bool machine_failed(Machine *machine, uint32_t stages);

/** Gives everything back that was taken, be it all or less. */
void machine_close(Machine *machine);

/** Goes on to a phase. */
NvSciError machine_advance(RingfencePhase phase);

/** Makes a list in RUNTIME, which must be refused. */
NvSciError machine_try_refused(const Machine *machine);

#endif /* PIPELINE_MACHINE_H */
