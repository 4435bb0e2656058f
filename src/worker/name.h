/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file name.h
 * Names of rows of engines that are software: words in the shape of pointers, which are compared
 * and nothing else. A handle of a program is such a word.
 */
#ifndef RINGFENCE_WORKER_NAME_H
#define RINGFENCE_WORKER_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/phase.h"
#include "port/atomic.h"
#include "worker/home.h"

/** Most rows of a table whose rows have names. */
#define WORKER_NAME_ROWS 0x10000U

/** Whose name it is: no kind has two meanings, and none is a multiple of 4. */
typedef enum {
    WORKER_NAME_DLA_DEVICE = 2,
    WORKER_NAME_MEDIA_DEVICE = 3,
    WORKER_NAME_DLA_MODULE = 6,
    WORKER_NAME_MEDIA_BLITTER = 7,
    WORKER_NAME_DLA_REGISTRATION = 10,
    WORKER_NAME_MEDIA_COMPOSER = 11
} WorkerNameKind;

/** Name of a row; zeroed at first. */
typedef struct {
    /** 0: the row has none. */
    PortAtomicWord word;
    /** How often the row had one. */
    uintptr_t turn;
} WorkerName;

/** Name of a row that works for one process: a child that is forked does not have it. */
typedef struct {
    WorkerName name;
    PortAtomic64 home;
} WorkerHandle;

/** Gives a row a name, and writes it to the place of a pointer. */
void worker_name_give(WorkerNameKind kind, uint32_t row, WorkerName *name, void *place);

/** Makes the name of a row stale. */
void worker_name_end(WorkerName *name);

/** Row of a table of so many that a handle names; false: none, or the handle is of another kind. */
bool worker_name_row(WorkerNameKind kind, const void *handle, uint32_t rows, uint32_t *row);

/** Says whether a handle is the name of a row. */
bool worker_name_fits(const WorkerName *name, const void *handle);

/** worker_name_give() for a row of this process. */
void worker_handle_give(WorkerNameKind kind, uint32_t row, WorkerHandle *own, void *place);

/** Says whether a handle is the name of a row, and the row is of this process. */
bool worker_handle_fits(const WorkerHandle *own, const void *handle);

/** Reports a handle that names nothing, unless it is NULL; `cause` says what is to be given. */
void worker_name_refuse(PhaseOp op, const void *handle, FaultEngineCause cause);

#endif /* RINGFENCE_WORKER_NAME_H */
