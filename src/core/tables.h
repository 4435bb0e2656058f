/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tables.h
 * The tables of public functions, of pools and of faults, of the rows that stand beside their
 * owners.
 *
 * This is the one place of core that names others: a component has its rows in api.def, pools.def
 * and faults.def of its folder, which include nothing, and what is here puts them in their order.
 *
 * ROW(id, number, name, phases) is a public function: `id` is what a function calls itself
 * (PhaseOp), `number` and `name` stand in reports and are what RingfenceGetAdmission() gives,
 * `phases` is one of the groups in admission.h, and behind it what needs the function in RUNTIME if
 * that admits it (reasons.h). Functions in a structure of the interface have its name
 * and a dot before theirs. The order of the rows is that of RingfenceGetAdmission(). A number stays
 * with its function in all versions: a new row takes the next one of its group, wherever it stands,
 * and the number of a function that is gone is not used again. ringfence_functions.h is written
 * from the rows.
 *
 * ROW(pool, name, slots, capacity, macro, behind) is a pool, with the macro of its capacity;
 * `behind` is the number of slots that it has behind the capacity, for pool_bind(). A pool of a
 * feature that is left out has no slots.
 *
 * ROW(kind, text), ROW(limit, text) and ROW(cause, text) are a fault, a limit that a fault names,
 * and a cause for which a list does not take a pair, a stream, a channel or an engine a call, or a
 * call a list, in words. ROW(kind, text) and ROW(cause, text) of hints say what to do about one;
 * lines of text have them where there is an operating system.
 */
#ifndef RINGFENCE_CORE_TABLES_H
#define RINGFENCE_CORE_TABLES_H

#include "attr/api.def"
#include "attr/faults.def"
#include "attr/pools.def"
#include "buf/api.def"
#include "buf/faults.def"
#include "buf/pools.def"
#include "core/api.def"
#include "core/faults.def"
#include "cuda/api.def"
#include "cuda/pools.def"
#include "dla/api.def"
#include "dla/faults.def"
#include "engine/api.def"
#include "engine/faults.def"
#include "ipc/api.def"
#include "ipc/faults.def"
#include "ipc/pools.def"
#include "media/api.def"
#include "media/faults.def"
#include "ringfence_cfg.h"
#include "share/api.def"
#include "share/faults.def"
#include "share/pools.def"
#include "stream/api.def"
#include "stream/faults.def"
#include "stream/pools.def"
#include "sync/api.def"
#include "sync/faults.def"
#include "sync/pools.def"
#include "worker/faults.def"

/** Functions of ringfence.h, whoever has them. */
#define API_RINGFENCE(ROW)                                                                         \
    API_IPC_OWN(ROW)                                                                               \
    API_CORE(ROW)                                                                                  \
    API_ATTR(ROW)                                                                                  \
    API_SYNC_OWN(ROW)                                                                              \
    API_CORE_NAMES(ROW)                                                                            \
    API_SHARE_OWN(ROW)                                                                             \
    API_SYNC_LOCAL(ROW)

/** Functions that the library has. */
#define API_TABLE(ROW)                                                                             \
    API_SYNC(ROW)                                                                                  \
    API_BUF(ROW)                                                                                   \
    RINGFENCE_OF_CHANNELS(API_IPC(ROW) API_EVENT(ROW))                                             \
    RINGFENCE_OF_STREAMS(API_STREAM(ROW))                                                          \
    API_RINGFENCE(ROW)                                                                             \
    API_ENGINE(ROW)                                                                                \
    RINGFENCE_OF_CPU_ENGINES(API_ENGINE_CPU(ROW))                                                  \
    RINGFENCE_OF_CUDA(API_CUDA(ROW))                                                               \
    RINGFENCE_OF_DLA(API_DLA(ROW))                                                                 \
    RINGFENCE_OF_2D(API_MEDIA(ROW))

/** Those that it has not, though sources name them: they say that they are left out. */
#define API_LEFT_OUT(ROW)                                                                          \
    RINGFENCE_OF_NO_CPU_ENGINES(API_ENGINE_CPU(ROW))                                               \
    RINGFENCE_OF_NO_DLA(API_DLA(ROW)) RINGFENCE_OF_NO_2D(API_MEDIA(ROW))

/** Functions that ask phase_refuses_signals(), and those that ask for no phase. */
#define ASKS_FOR_SIGNALS(id) (SYNC_ASKS_FOR_SIGNALS(id) || ENGINE_ASKS_FOR_SIGNALS(id))
#define ASKS_FOR_NONE(id)    SYNC_ASKS_FOR_NONE(id)

/** Pools whose slots the runtime path reads. */
#define POOLS_SEEN(ROW) POOLS_OF_SYNC_SEEN(ROW)

/** Those that the library has besides. */
#define POOLS_UNSEEN(ROW)                                                                          \
    POOLS_OF_SYNC(ROW)                                                                             \
    POOLS_OF_BUF(ROW)                                                                              \
    RINGFENCE_OF_EXTRAS(POOLS_OF_FENCES(ROW))                                                      \
    RINGFENCE_OF_TEXTS(POOLS_OF_ATTR(ROW))                                                         \
    RINGFENCE_OF_CHANNELS(POOLS_OF_IPC(ROW) POOLS_OF_SHARE(ROW))                                   \
    RINGFENCE_OF_CUDA(POOLS_OF_CUDA(ROW))                                                          \
    RINGFENCE_OF_STREAMS(POOLS_OF_STREAM(ROW))

/** Pools that the library has. */
#define POOL_TABLE(ROW)                                                                            \
    POOLS_SEEN(ROW)                                                                                \
    POOLS_UNSEEN(ROW)

/* The number behind the last pool that the library has. */
#define POOL_COUNT_FEW                                                                             \
    ((RINGFENCE_CFG_TEXTS == 1U) ? (uint32_t)RINGFENCE_POOL_IPC_ENDPOINT                           \
                                 : (uint32_t)RINGFENCE_POOL_DUMP)
#define POOL_COUNT_LOCAL                                                                           \
    ((RINGFENCE_CFG_CHANNELS == 1U) ? (uint32_t)RINGFENCE_POOL_CUDA_SEMAPHORE : POOL_COUNT_FEW)
#define POOL_COUNT_HOST                                                                            \
    ((RINGFENCE_CFG_CUDA == 1U) ? (uint32_t)RINGFENCE_POOL_STREAM_BLOCK : POOL_COUNT_LOCAL)
#define POOL_COUNT                                                                                 \
    ((RINGFENCE_CFG_STREAMS == 1U) ? (uint32_t)RINGFENCE_POOL_COUNT : POOL_COUNT_HOST)

/** Faults of the library; those of engines that are software if it has such. */
#define FAULT_TABLE(ROW)                                                                           \
    FAULTS_OF_CORE(ROW)                                                                            \
    FAULTS_OF_ATTR(ROW)                                                                            \
    FAULTS_OF_SYNC(ROW)                                                                            \
    FAULTS_OF_BUF(ROW)                                                                             \
    FAULTS_OF_ENGINE(ROW)                                                                          \
    FAULTS_OF_IPC(ROW)                                                                             \
    FAULTS_OF_SHARE(ROW)                                                                           \
    RINGFENCE_OF_CPU_ENGINES(FAULTS_OF_WORKER(ROW) FAULTS_OF_DLA(ROW) FAULTS_OF_MEDIA(ROW))

/* The number behind the last kind of faults that the library has. */
#define FAULT_KINDS_OF_CPU_ENGINES ((uint32_t)RINGFENCE_FAULT_2D_ORDER + 1U)
#define FAULT_KINDS                                                                                \
    ((RINGFENCE_CPU_ENGINES == 1U) ? FAULT_KINDS_OF_CPU_ENGINES                                    \
                                   : ((uint32_t)RINGFENCE_FAULT_MEMORY_BOUNDARY + 1U))

/** Faults of calls that are not taken at that moment, in the order of their numbers. */
#define FAULT_ORDER_TABLE(ROW)                                                                     \
    FAULTS_OF_STREAM_ORDER(ROW)                                                                    \
    FAULTS_OF_CHANNEL_ORDER(ROW)                                                                   \
    FAULTS_OF_LIST_ORDER(ROW)

/* Their numbers: the first one, and the one behind the last. */
#define FAULT_ORDER_FIRST ((uint32_t)RINGFENCE_FAULT_STREAM_ORDER)
#define FAULT_ORDER_END   ((uint32_t)RINGFENCE_FAULT_NO_ACCESS + 1U)

/** Their causes. */
#define CAUSE_TABLE(ROW)                                                                           \
    CAUSES_OF_STREAM(ROW)                                                                          \
    CAUSES_OF_CHANNEL(ROW)

/** Causes of RINGFENCE_FAULT_LIST_ORDER and of RINGFENCE_FAULT_NO_ACCESS. */
#define LIST_CAUSE_TABLE(ROW)                                                                      \
    CAUSES_OF_LISTS(ROW)                                                                           \
    CAUSES_OF_ACCESS(ROW)

/** What to do about a fault of engines that are software. */
#define ENGINE_CAUSE_TABLE(ROW) RINGFENCE_OF_CPU_ENGINES(CAUSES_OF_DLA(ROW) CAUSES_OF_MEDIA(ROW))

/** What to do about a fault whose report has no cause, on a host. */
#define HINT_TABLE(ROW) HINTS_OF_ENGINE(ROW) RINGFENCE_OF_CPU_ENGINES(HINTS_OF_WORKER(ROW))

/** What to do about faults whose text does not say it. */
#define ADVICE_TABLE(ROW)                                                                          \
    HINTS_OF_CORE(ROW)                                                                             \
    HINTS_OF_SYNC(ROW)                                                                             \
    HINTS_OF_IPC(ROW)                                                                              \
    HINTS_OF_SHARE(ROW)

/** Limits, in the order of their numbers. */
#define LIMIT_TABLE(ROW)                                                                           \
    LIMITS_OF_BUF(ROW)                                                                             \
    LIMITS_OF_PEERS(ROW)                                                                           \
    LIMITS_OF_ATTR(ROW)                                                                            \
    LIMITS_OF_DESCRIPTORS(ROW)                                                                     \
    LIMITS_OF_STREAM(ROW)                                                                          \
    LIMITS_OF_IPC(ROW)                                                                             \
    LIMITS_OF_DLA(ROW)                                                                             \
    LIMITS_OF_HOPS(ROW)                                                                            \
    LIMITS_OF_MEDIA(ROW)                                                                           \
    LIMITS_OF_SYNC(ROW)

#endif /* RINGFENCE_CORE_TABLES_H */
