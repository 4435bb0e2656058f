/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stamp.h
 * What a library beside this one was built with, as numbers: they are compared before it works.
 *
 * The libraries beside this one hand over places in tables, and their tables are as long as macros
 * say. So each keeps the stamp of its own build, and this library compares that with its own.
 */
#ifndef RINGFENCE_CORE_STAMP_H
#define RINGFENCE_CORE_STAMP_H

#include <stddef.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/phase.h"
#include "core/tables.h"
#include "nvscierror.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/** Version of what libraries beside this one use of its inside. It is one more with each change of
 * a function, a structure or a rule there that no other value of the stamp shows. */
#define STAMP_INTERFACE 2U

/** The number of a function by its place: another function there, or another place, is another sum.
 */
#define STAMP_FUNCTION(id, number, name, phases)                                                   \
    +((uint64_t)(number) * ((uint64_t)(id) + 1U) * ((uint64_t)(id) + 1U))

/** What is compared beside the version and the number of the values, ROW(name, value): the places
 * that are handed over, and each macro of ringfence_cfg.h in its order. */
#define STAMP_ROWS(ROW)                                                                            \
    ROW("number of functions", OP_COUNT)                                                           \
    ROW("sum of functions by their places", (uint64_t)0U API_TABLE(STAMP_FUNCTION))                \
    ROW("number of tables", RINGFENCE_POOL_COUNT)                                                  \
    ROW("number of limits", FAULT_LIMIT_COUNT)                                                     \
    ROW("RINGFENCE_CFG_SYNC_MODULES", RINGFENCE_CFG_SYNC_MODULES)                                  \
    ROW("RINGFENCE_CFG_SYNC_LISTS", RINGFENCE_CFG_SYNC_LISTS)                                      \
    ROW("RINGFENCE_CFG_SYNC_OBJECTS", RINGFENCE_CFG_SYNC_OBJECTS)                                  \
    ROW("RINGFENCE_CFG_SYNC_HANDLES", RINGFENCE_CFG_SYNC_HANDLES)                                  \
    ROW("RINGFENCE_CFG_SYNC_WAIT_CONTEXTS", RINGFENCE_CFG_SYNC_WAIT_CONTEXTS)                      \
    ROW("RINGFENCE_CFG_FENCES", RINGFENCE_CFG_FENCES)                                              \
    ROW("RINGFENCE_CFG_FENCE_DESCS", RINGFENCE_CFG_FENCE_DESCS)                                    \
    ROW("RINGFENCE_CFG_BUF_MODULES", RINGFENCE_CFG_BUF_MODULES)                                    \
    ROW("RINGFENCE_CFG_BUF_LISTS", RINGFENCE_CFG_BUF_LISTS)                                        \
    ROW("RINGFENCE_CFG_BUF_OBJECTS", RINGFENCE_CFG_BUF_OBJECTS)                                    \
    ROW("RINGFENCE_CFG_BUF_HANDLES", RINGFENCE_CFG_BUF_HANDLES)                                    \
    ROW("RINGFENCE_CFG_BUF_MEMORIES", RINGFENCE_CFG_BUF_MEMORIES)                                  \
    ROW("RINGFENCE_CFG_DUMPS", RINGFENCE_CFG_DUMPS)                                                \
    ROW("RINGFENCE_CFG_IPC_ENDPOINTS", RINGFENCE_CFG_IPC_ENDPOINTS)                                \
    ROW("RINGFENCE_CFG_IPC_CHANNELS", RINGFENCE_CFG_IPC_CHANNELS)                                  \
    ROW("RINGFENCE_CFG_IPC_TABLE_BYTES", RINGFENCE_CFG_IPC_TABLE_BYTES)                            \
    ROW("RINGFENCE_CFG_EVENT_SERVICES", RINGFENCE_CFG_EVENT_SERVICES)                              \
    ROW("RINGFENCE_CFG_EVENT_NOTIFIERS", RINGFENCE_CFG_EVENT_NOTIFIERS)                            \
    ROW("RINGFENCE_CFG_LOCAL_EVENTS", RINGFENCE_CFG_LOCAL_EVENTS)                                  \
    ROW("RINGFENCE_CFG_STREAM_BLOCKS", RINGFENCE_CFG_STREAM_BLOCKS)                                \
    ROW("RINGFENCE_CFG_STREAM_SEGMENTS", RINGFENCE_CFG_STREAM_SEGMENTS)                            \
    ROW("RINGFENCE_CFG_STREAM_IPC_BLOCKS", RINGFENCE_CFG_STREAM_IPC_BLOCKS)                        \
    ROW("RINGFENCE_CFG_STREAM_PACKETS", RINGFENCE_CFG_STREAM_PACKETS)                              \
    ROW("RINGFENCE_CFG_STREAM_INFOS", RINGFENCE_CFG_STREAM_INFOS)                                  \
    ROW("RINGFENCE_CFG_DUMP_BYTES", RINGFENCE_CFG_DUMP_BYTES)                                      \
    ROW("RINGFENCE_CFG_GPUS", RINGFENCE_CFG_GPUS)                                                  \
    ROW("RINGFENCE_CFG_PEERS", RINGFENCE_CFG_PEERS)                                                \
    ROW("RINGFENCE_CFG_TIMESTAMP_SLOTS", RINGFENCE_CFG_TIMESTAMP_SLOTS)                            \
    ROW("RINGFENCE_CFG_TASK_STATUS_SLOTS", RINGFENCE_CFG_TASK_STATUS_SLOTS)                        \
    ROW("RINGFENCE_CFG_STREAM_ELEMENTS", RINGFENCE_CFG_STREAM_ELEMENTS)                            \
    ROW("RINGFENCE_CFG_STREAM_CONSUMERS", RINGFENCE_CFG_STREAM_CONSUMERS)                          \
    ROW("RINGFENCE_CFG_STREAM_INFO_BYTES", RINGFENCE_CFG_STREAM_INFO_BYTES)                        \
    ROW("RINGFENCE_CFG_SPIN_US", RINGFENCE_CFG_SPIN_US)                                            \
    ROW("RINGFENCE_CFG_SPIN_YIELDS", RINGFENCE_CFG_SPIN_YIELDS)                                    \
    ROW("RINGFENCE_CFG_LINE_BYTES", RINGFENCE_CFG_LINE_BYTES)                                      \
    ROW("RINGFENCE_CFG_SPIN_MONITOR", RINGFENCE_CFG_SPIN_MONITOR)                                  \
    ROW("RINGFENCE_CFG_STRICT_INIT", RINGFENCE_CFG_STRICT_INIT)                                    \
    ROW("RINGFENCE_CFG_RUNTIME_QUERIES", RINGFENCE_CFG_RUNTIME_QUERIES)                            \
    ROW("RINGFENCE_CFG_INTEGRATED_GPU", RINGFENCE_CFG_INTEGRATED_GPU)                              \
    ROW("RINGFENCE_CFG_PITCH_ALIGN", RINGFENCE_CFG_PITCH_ALIGN)                                    \
    ROW("RINGFENCE_CFG_PLANE_ALIGN", RINGFENCE_CFG_PLANE_ALIGN)                                    \
    ROW("RINGFENCE_CFG_PLANE_SIZE_ALIGN", RINGFENCE_CFG_PLANE_SIZE_ALIGN)                          \
    ROW("RINGFENCE_CFG_BLOCK_HEIGHT", RINGFENCE_CFG_BLOCK_HEIGHT)                                  \
    ROW("RINGFENCE_CFG_BLOCK_SIZE_ALIGN", RINGFENCE_CFG_BLOCK_SIZE_ALIGN)                          \
    ROW("RINGFENCE_CFG_DATA_ALIGN", RINGFENCE_CFG_DATA_ALIGN)                                      \
    ROW("RINGFENCE_CFG_BASE_ALIGN", RINGFENCE_CFG_BASE_ALIGN)                                      \
    ROW("RINGFENCE_CFG_TEXTS", RINGFENCE_CFG_TEXTS)                                                \
    ROW("RINGFENCE_CFG_ENGINES", RINGFENCE_CFG_ENGINES)                                            \
    ROW("RINGFENCE_CFG_SHARING", RINGFENCE_CFG_SHARING)                                            \
    ROW("RINGFENCE_CFG_CHECKS", RINGFENCE_CFG_CHECKS)                                              \
    ROW("RINGFENCE_CFG_PIXELS", RINGFENCE_CFG_PIXELS)                                              \
    ROW("RINGFENCE_CFG_EXTRAS", RINGFENCE_CFG_EXTRAS)                                              \
    ROW("RINGFENCE_CFG_TYPES", RINGFENCE_CFG_TYPES)                                                \
    ROW("RINGFENCE_CFG_ASSERTS", RINGFENCE_CFG_ASSERTS)                                            \
    ROW("RINGFENCE_CFG_FAULT_HOOK", RINGFENCE_CFG_FAULT_HOOK)                                      \
    ROW("RINGFENCE_CFG_CHANNELS", RINGFENCE_CFG_CHANNELS)                                          \
    ROW("RINGFENCE_CFG_STREAMS", RINGFENCE_CFG_STREAMS)                                            \
    ROW("RINGFENCE_CFG_CUDA", RINGFENCE_CFG_CUDA)                                                  \
    ROW("RINGFENCE_CFG_DLA", RINGFENCE_CFG_DLA)                                                    \
    ROW("RINGFENCE_CFG_2D", RINGFENCE_CFG_2D)                                                      \
    ROW("RINGFENCE_CFG_HOPS", RINGFENCE_CFG_HOPS)                                                  \
    ROW("RINGFENCE_CFG_ROUTES", RINGFENCE_CFG_ROUTES)                                              \
    ROW("RINGFENCE_CFG_PEER_LISTS", RINGFENCE_CFG_PEER_LISTS)                                      \
    ROW("RINGFENCE_CFG_DESCRIPTORS", RINGFENCE_CFG_DESCRIPTORS)                                    \
    ROW("RINGFENCE_CFG_DESCRIPTOR_BYTES", RINGFENCE_CFG_DESCRIPTOR_BYTES)                          \
    ROW("RINGFENCE_CFG_PARCELS", RINGFENCE_CFG_PARCELS)                                            \
    ROW("RINGFENCE_CFG_LIFE_CHECK_US", RINGFENCE_CFG_LIFE_CHECK_US)                                \
    ROW("RINGFENCE_CFG_CUDA_SEMAPHORES", RINGFENCE_CFG_CUDA_SEMAPHORES)                            \
    ROW("RINGFENCE_CFG_CUDA_MEMORIES", RINGFENCE_CFG_CUDA_MEMORIES)                                \
    ROW("RINGFENCE_CFG_CUDA_MAPPINGS", RINGFENCE_CFG_CUDA_MAPPINGS)                                \
    ROW("RINGFENCE_CFG_CUDA_EVENTS", RINGFENCE_CFG_CUDA_EVENTS)                                    \
    ROW("RINGFENCE_CFG_DLA_ENGINES", RINGFENCE_CFG_DLA_ENGINES)                                    \
    ROW("RINGFENCE_CFG_DLA_HANDLES", RINGFENCE_CFG_DLA_HANDLES)                                    \
    ROW("RINGFENCE_CFG_DLA_MODULES", RINGFENCE_CFG_DLA_MODULES)                                    \
    ROW("RINGFENCE_CFG_DLA_TENSORS", RINGFENCE_CFG_DLA_TENSORS)                                    \
    ROW("RINGFENCE_CFG_DLA_STEPS", RINGFENCE_CFG_DLA_STEPS)                                        \
    ROW("RINGFENCE_CFG_DLA_REGISTRATIONS", RINGFENCE_CFG_DLA_REGISTRATIONS)                        \
    ROW("RINGFENCE_CFG_DLA_TASKS", RINGFENCE_CFG_DLA_TASKS)                                        \
    ROW("RINGFENCE_CFG_DLA_EVENTS", RINGFENCE_CFG_DLA_EVENTS)                                      \
    ROW("RINGFENCE_CFG_2D_DEVICES", RINGFENCE_CFG_2D_DEVICES)                                      \
    ROW("RINGFENCE_CFG_2D_ENGINES", RINGFENCE_CFG_2D_ENGINES)                                      \
    ROW("RINGFENCE_CFG_2D_IMAGES", RINGFENCE_CFG_2D_IMAGES)                                        \
    ROW("RINGFENCE_CFG_2D_REGISTRATIONS", RINGFENCE_CFG_2D_REGISTRATIONS)                          \
    ROW("RINGFENCE_CFG_2D_TASKS", RINGFENCE_CFG_2D_TASKS)                                          \
    ROW("RINGFENCE_CFG_2D_FENCES", RINGFENCE_CFG_2D_FENCES)                                        \
    ROW("RINGFENCE_CFG_2D_GRAPHS", RINGFENCE_CFG_2D_GRAPHS)                                        \
    ROW("RINGFENCE_CFG_2D_WIDTH", RINGFENCE_CFG_2D_WIDTH)                                          \
    ROW("RINGFENCE_CFG_ATOMICS", RINGFENCE_CFG_ATOMICS)                                            \
    ROW("RINGFENCE_CFG_INTERRUPTS", RINGFENCE_CFG_INTERRUPTS)                                      \
    ROW("RINGFENCE_CFG_CACHE_LINE", RINGFENCE_CFG_CACHE_LINE)                                      \
    ROW("RINGFENCE_CFG_BUFFER_BYTES", RINGFENCE_CFG_BUFFER_BYTES)                                  \
    ROW("RINGFENCE_CFG_CHANNEL_BYTES", RINGFENCE_CFG_CHANNEL_BYTES)                                \
    ROW("RINGFENCE_CFG_BUFFER_MIB", RINGFENCE_CFG_BUFFER_MIB)                                      \
    ROW("RINGFENCE_CFG_ALL_BUFFERS_MIB", RINGFENCE_CFG_ALL_BUFFERS_MIB)                            \
    ROW("RINGFENCE_CFG_CORES", RINGFENCE_CFG_CORES)                                                \
    ROW("RINGFENCE_CFG_BUFFER_REGION", RINGFENCE_CFG_BUFFER_REGION)

#define STAMP_ONE(name, value)   +1U
#define STAMP_VALUE(name, value) (uint64_t)(value),

/** Number of values. */
#define STAMP_SIZE (2U STAMP_ROWS(STAMP_ONE))

/** The values of a build: the version and their number come first in every version, so nothing else
 * is read of a stamp that has others there. */
#define STAMP_VALUES                                                                               \
    {                                                                                              \
        STAMP_INTERFACE, STAMP_SIZE, STAMP_ROWS(STAMP_VALUE)                                       \
    }

/**
 * Compares the stamp of a library beside this one with that of this one, and reports a difference,
 * RINGFENCE_FAULT_OTHER_BUILD. The stamp stands in the file of that library.
 *
 * Success; InvalidState iff they differ. Any phase, any thread; no system call if they do not.
 */
NvSciError ringfence_stamp_check(const uint64_t *stamp);

/** Writes the path of the file that this library is in; "": it is the program's own. */
void stamp_own_file(char *path, size_t size);

/** Bytes of such a path, its zero counted in; of a longer one the end. */
#define STAMP_PATH 256U

#endif /* RINGFENCE_CORE_STAMP_H */
