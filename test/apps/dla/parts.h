/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parts.h
 * What the programs of this folder share. They are written as programs for cuDLA are, with the
 * headers and functions of NvSci and cuDLA alone: buffers, sync objects and tasks of the standalone
 * mode; bytes of loadables; and a model of what the steps MIX and STAMP compute.
 */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudla.h"
#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvscisync.h"

/* Microseconds in which whatever is waited for comes. */
#define LONG_ENOUGH 60000000

/* The call ends well, or the program ends with a line that says why not. */
#define CALL(call) parts_call((unsigned)(call), 0U, #call, __FILE__, __LINE__)
/* The call ends with this error. */
#define REFUSED(call, error)                                                                       \
    parts_call((unsigned)(call), (unsigned)(error), #call, __FILE__, __LINE__)
#define CHECK(condition) parts_check((condition), #condition, __FILE__, __LINE__)

void parts_call(unsigned got, unsigned wanted, const char *call, const char *file, int line);
void parts_check(bool holds, const char *condition, const char *file, int line);

/* ---------------------------------------------------------------- loadables */

#define LOADABLE_BYTES 16384U

#define STEP_MIX   1U
#define STEP_STAMP 2U
#define STEP_COPY  3U
#define STEP_FILL  4U
#define STEP_DELAY 7U
#define STEP_FAIL  8U
#define STEP_HANG  9U

/** Bytes of a loadable, as they are made. */
typedef struct {
    uint8_t bytes[LOADABLE_BYTES];
    size_t size;
    uint32_t inputs;
    uint32_t outputs;
    uint32_t statistics;
    uint32_t steps;
} Loadable;

/** Tensors come first, inputs before outputs before statistics; then the steps; then the end. */
void loadable_begin(Loadable *loadable);
void loadable_input(Loadable *loadable, const char *name, uint64_t size);
void loadable_output(Loadable *loadable, const char *name, uint64_t size);
void loadable_statistics(Loadable *loadable, const char *name, uint64_t size);
void loadable_step(Loadable *loadable, uint32_t operation, uint32_t output, uint64_t inputs,
                   uint64_t number, uint64_t task);
void loadable_end(Loadable *loadable);
/** One input and one output of a size, and the step that makes one of the other. */
void loadable_simple(Loadable *loadable, uint32_t operation, uint64_t size);
/** The same behind a DELAY, FAIL or HANG in a task. */
void loadable_behind(Loadable *loadable, uint32_t trouble, uint64_t number, uint64_t task,
                     uint32_t operation, uint64_t size);

/* ---------------------------------------------------------------- model */

typedef struct {
    const uint8_t *bytes;
    uint64_t size;
} Bytes;

/** A step: the index of its output, its number, and for STAMP the number of the task; for MIX 0. */
typedef struct {
    uint64_t output;
    uint64_t number;
    uint64_t task;
} Recipe;

/** What MIX or STAMP makes of inputs. */
void model_mix(const Bytes *inputs, uint32_t count, Recipe recipe, uint8_t *output, uint64_t size);
/** Whether an output is what MIX or STAMP makes of one input. */
bool model_holds(const uint8_t *input, uint64_t input_size, uint64_t task, const uint8_t *output,
                 uint64_t size);

/* ---------------------------------------------------------------- NvSci and cuDLA */

typedef struct {
    NvSciBufModule buf;
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext waits;
} Place;

void place_open(Place *place);
void place_close(const Place *place);

/** A buffer that the CPU can see, and its registration. */
typedef struct {
    NvSciBufObj object;
    uint8_t *bytes;
    uint64_t size;
    uint64_t *cookie;
} Tensor;

void tensor_alloc(const Place *place, uint64_t size, Tensor *tensor);
void tensor_import(cudlaDevHandle device, Tensor *tensor, uint32_t flags);
void tensor_make(const Place *place, cudlaDevHandle device, uint64_t size, Tensor *tensor);
void tensor_end(cudlaDevHandle device, Tensor *tensor);
/** Other bytes for each seed. */
void tensor_fill(const Tensor *tensor, uint64_t seed);

/** What a sync object is for. */
typedef enum { CPU_TO_DLA = 0, DLA_TO_CPU = 1, DLA_TO_DLA = 2 } Way;

typedef struct {
    bool deterministic;
    bool timestamps;
} Wish;

/** A sync object, and its registration with the handle that it was imported into. */
typedef struct {
    NvSciSyncObj object;
    uint64_t *cookie;
} Event;

void event_list_dla(NvSciSyncAttrList list, uint32_t flags);
void event_list_cpu(NvSciSyncAttrList list, NvSciSyncAccessPerm perm, Wish wish);
void event_alloc(const Place *place, Way way, Wish wish, Event *event);
void event_import(cudlaDevHandle device, Event *event);
void event_make(const Place *place, cudlaDevHandle device, Way way, Event *event);
void event_end(cudlaDevHandle device, Event *event);

cudlaDevHandle device_open(uint64_t number);
cudlaModule module_load(cudlaDevHandle device, const Loadable *loadable, uint32_t flags);

/** A task with at most one fence to wait for and one to signal. */
typedef struct {
    cudlaTask task;
    const uint64_t *inputs[4];
    uint64_t *outputs[4];
    cudlaWaitEvents waits;
    CudlaFence before;
    cudlaSignalEvents signals;
    uint64_t *signal;
    CudlaFence after;
} Work;

void work_fill(Work *work, cudlaModule module, const Tensor *input, const Tensor *output);
void work_wait(Work *work, NvSciSyncFence *fence);
void work_signal(Work *work, const Event *event, NvSciSyncFence *fence);
cudlaStatus work_submit(cudlaDevHandle device, const Work *work);
/** Submits, waits until it is over, and clears the fence. */
void work_do(const Place *place, cudlaDevHandle device, Work *work, const Event *done);

/** A device with a module of one input and one output, and an object for its begin and its end. */
typedef struct {
    Place place;
    cudlaDevHandle device;
    cudlaModule module;
    Tensor input;
    Tensor output;
    Event go;
    Event done;
} Bench;

void bench_open(Bench *bench, const Loadable *loadable, uint64_t size, Wish wish);
void bench_close(Bench *bench);

#endif /* PARTS_H */
