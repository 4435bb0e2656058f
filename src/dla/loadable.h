/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable.h
 * Loadables of the kind 'rfdla': what is in one, how its bytes are read, and how it is computed by
 * the CPU. docs/dla-loadables.md has the bytes and the formulas.
 */
#ifndef RINGFENCE_DLA_LOADABLE_H
#define RINGFENCE_DLA_LOADABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudla.h"
#include "dla/arithmetic.h"
#include "dla/network/network.h"
#include "ringfence_cfg.h"

/** What a step does. The numbers are those in the bytes. */
typedef enum {
    DLA_MIX = 1,
    DLA_STAMP = 2,
    DLA_COPY = 3,
    DLA_FILL = 4,
    DLA_AFFINE = 5,
    DLA_ADD = 6,
    DLA_DELAY = 7,
    DLA_FAIL = 8,
    DLA_HANG = 9,
    /** The network of the loadable. */
    DLA_NETWORK = 10
} DlaOperation;

/** A step: what is done to which tensors. */
typedef struct {
    DlaOperation operation;
    /** Index of the output; inputs are a set of bits by index. */
    uint32_t output;
    uint64_t inputs;
    /** DLA_MIX, DLA_STAMP: joined to the digest. DLA_FILL: the byte. DLA_DELAY: microseconds.
     * DLA_FAIL: the cudlaStatus. */
    uint64_t number;
    /** DLA_DELAY, DLA_FAIL, DLA_HANG: number of the task of the module, from 1, in which it
     * happens; 0: in all. */
    uint64_t task;
    /** DLA_AFFINE: output = input * scale + shift. */
    float scale;
    float shift;
} DlaStep;

/** A loadable that was read: nothing in it points into the bytes. */
typedef struct {
    uint32_t inputs;
    uint32_t outputs;
    uint32_t statistics;
    uint32_t step_count;
    /** It has a network; the row of it, for network_run(), is that of the module. */
    bool has_network;
    uint32_t network;
    /** Inputs, outputs, statistics: one after the other. */
    cudlaModuleTensorDescriptor tensors[RINGFENCE_CFG_DLA_TENSORS];
    DlaStep steps[RINGFENCE_CFG_DLA_STEPS];
} DlaLoadable;

/** Why bytes are no loadable that can be used; loadable_fault_text() has the words. */
typedef enum {
    DLA_LOADABLE_OK = 0,
    /** It is a loadable of another maker. */
    DLA_LOADABLE_FOREIGN = 1,
    DLA_LOADABLE_SHORT = 2,
    DLA_LOADABLE_VERSION = 3,
    DLA_LOADABLE_CRC = 4,
    DLA_LOADABLE_LENGTH = 5,
    /** More tensors or steps than the configuration has rows for. */
    DLA_LOADABLE_TOO_MANY = 6,
    DLA_LOADABLE_TENSOR = 7,
    DLA_LOADABLE_STEP = 8,
    DLA_LOADABLE_NETWORK = 9
} DlaLoadableFault;

/** Reads bytes, which others may change meanwhile: what is taken over is what was looked at.
 * `loadable` is unchanged iff the answer is not DLA_LOADABLE_OK. Calls are made one at a time.
 * O(size). */
DlaLoadableFault loadable_read(const uint8_t *bytes, size_t size, DlaLoadable *loadable);

/** Tensors and steps that a loadable has, of which loadable_read() said DLA_LOADABLE_TOO_MANY. */
void loadable_records(const uint8_t *bytes, uint64_t *tensors, uint64_t *steps);

/** The network of the loadable that was read last, from these bytes, and has one. The view is valid
 * until the next one is read. */
NetworkView loadable_network(const uint8_t *bytes, size_t size, const DlaLoadable *loadable);

/** What is wrong, and what to do, in words. */
const char *loadable_fault_text(DlaLoadableFault fault);

/** The status that DLA_FAIL names by its number; cudlaSuccess: there is none, and
 * loadable_read() refuses the number. */
cudlaStatus loadable_status(uint64_t number);

/** Where the elements of a tensor are. False: it has no such elements, or they overlap or are not
 * within its size; `layout` is then unspecified. */
bool loadable_layout(const cudlaModuleTensorDescriptor *tensor, DlaLayout *layout);

/** Says whether a step is done in a task: those that have a task are done in no other. */
static inline bool loadable_step_is_due(const DlaStep *step, uint64_t task)
{
    return (step->task == 0U) || (step->task == task);
}

/** Says whether a step has an input. */
static inline bool loadable_step_has(const DlaStep *step, uint32_t input)
{
    return ((step->inputs >> input) & 1U) == 1U;
}

/** The lowest input of a step; that of a step which has none is the last there can be. */
static inline uint32_t loadable_step_first(const DlaStep *step)
{
    uint32_t first = 0U;

    while ((first < (RINGFENCE_CFG_DLA_TENSORS - 1U)) && (!loadable_step_has(step, first))) {
        first++;
    }
    return first;
}

/** The tensor that a step writes. */
static inline const cudlaModuleTensorDescriptor *loadable_step_output(const DlaLoadable *loadable,
                                                                      const DlaStep *step)
{
    return &loadable->tensors[loadable->inputs + step->output];
}

/** Bytes of the tensors that a step reads and writes. */
uint64_t loadable_step_bytes(const DlaLoadable *loadable, const DlaStep *step);

/** Where the tensors of a task are. */
typedef struct {
    const uint8_t *inputs[RINGFENCE_CFG_DLA_TENSORS];
    uint8_t *outputs[RINGFENCE_CFG_DLA_TENSORS];
    /** All zero where the task has no statistics. */
    uint8_t *statistics[RINGFENCE_CFG_DLA_TENSORS];
} DlaTensors;

/** What a computation asks and tells, so that it depends on no worker. */
typedef struct {
    /** False: it is to end now. Asked at least for each 64 KiB. */
    bool (*goes_on)(void *context);
    /** Sleeps for at most so many microseconds; ends sooner where goes_on() would say no. */
    void (*pause)(void *context, uint64_t us);
    /** Microseconds of a clock. */
    uint64_t (*time_us)(void *context);
    void *context;
} DlaHost;

/** Computes a task of a module, its number from 1. cudlaSuccess, the status of a step that fails,
 * cudlaErrorUnknown if a layer of a network does, or cudlaErrorDlaErrEngineTimeout if the host said
 * that it is to end. */
cudlaStatus loadable_run(const DlaLoadable *loadable, uint64_t task, const DlaTensors *tensors,
                         const DlaHost *host);

/** Bytes of a report of statistics: the head, and each record. */
#define LOADABLE_REPORT_HEAD   32U
#define LOADABLE_REPORT_RECORD 40U
/** Most bytes of a report that a task can have. */
#define LOADABLE_REPORT_MOST                                                                       \
    (LOADABLE_REPORT_HEAD + (LOADABLE_REPORT_RECORD * RINGFENCE_CFG_DLA_STEPS))

/** What the report says of a step. */
typedef struct {
    uint32_t index;
    uint32_t operation;
    uint32_t output;
    /** Microseconds from the begin of the task, and those that it took. */
    uint64_t start_us;
    uint64_t time_us;
    uint64_t bytes;
} DlaRecord;

/** Begins a report without records. `size` is at least LOADABLE_REPORT_HEAD. */
void loadable_report_begin(uint8_t *report, uint64_t size, uint64_t task);

/** Adds a record to a report that was begun and has so many, if it fits. What is in the report is
 * not looked at: others may write it. */
void loadable_report_add(uint8_t *report, uint64_t size, uint64_t count, const DlaRecord *record);

/**
 * Writes a report as comma-separated text. False: it is no report.
 *
 * `text` may be NULL; otherwise up to `room` characters are written, and no zero behind them.
 * `length` becomes the number of characters of the whole text. O(size).
 */
bool loadable_statistics_csv(const uint8_t *report, size_t size, char *text, size_t room,
                             size_t *length);

#endif /* RINGFENCE_DLA_LOADABLE_H */
