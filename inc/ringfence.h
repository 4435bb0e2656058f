/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence.h
 * What Ringfence adds to the NvSci interface: phases, capacities and their use, refusals and
 * faults, the reason of a failed reconciliation, storage for fences.
 *
 * Nothing here is needed to run a program written for NvSci. A program that never advances the
 * phase stays in INIT, where every function is admitted.
 *
 * A library can be built without some features (cfg/ringfence_cfg.h). Their functions give
 * NvSciError_NotSupported and do nothing else; those that return nothing do nothing, and slot
 * counts are 0. If RINGFENCE_CFG_TEXTS is 0, all names and texts are empty; functions, tables, keys
 * and rules have numbers all the same, which stay theirs in later versions.
 *
 * A signal handler calls nothing of this, no function is a cancellation point, and a child of
 * fork() calls nothing of it: nvscisync.h says more.
 */
#ifndef RINGFENCE_H
#define RINGFENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscierror.h"
#include "nvscisync.h"
#include "ringfence_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of Ringfence itself: first number. */
#define RINGFENCE_VERSION_MAJOR 0U
/** Version of Ringfence itself: second number. */
#define RINGFENCE_VERSION_MINOR 1U
/** Version of Ringfence itself: third number. */
#define RINGFENCE_VERSION_PATCH 0U

/** Where the counts of refusals, of faults and of failed takes stop; some more where threads count
 * at the same time. */
#define RINGFENCE_COUNT_MOST 0xFFFF0000U

/* ---------------------------------------------------------------- phases */

/** Phase of the process. The values are bits, so that a set of phases is a mask. */
typedef enum {
    /** Negotiate and reserve: everything is admitted. */
    RINGFENCE_PHASE_INIT = 1,
    /** Mission mode: waiting and signalling, and what they need. */
    RINGFENCE_PHASE_RUNTIME = 2,
    /** Give back. */
    RINGFENCE_PHASE_DEINIT = 4
} RingfencePhase;

/**
 * Goes on to the next phase: INIT to RUNTIME, RUNTIME to DEINIT, DEINIT to INIT.
 *
 * @param[in] next  the phase to go to
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff next is no phase
 * @retval NvSciError_InvalidState  iff next does not follow the current phase; nothing changes
 *
 * Any phase. Any thread; calls that change tables and are under way end first, those included that
 * reserve, map or release memory, and calls of engines and of CUDA, which may wait for a GPU: a
 * call that never ends holds the change up, and so do calls that overlap without end and take
 * longer than a tenth of a second. Streams go on with what waited for the phase before it returns.
 * O(1), with streams O(blocks x consumers).
 */
NvSciError RingfenceAdvancePhase(RingfencePhase next);

/**
 * Gives the current phase.
 *
 * @return the phase
 *
 * Any phase. Any thread. O(1), no system call.
 */
RingfencePhase RingfenceCurrentPhase(void);

/** One row of the table of admissions. */
typedef struct {
    /** Name of a public function. */
    const char *function;
    /** Phases that admit it: an OR of RingfencePhase. */
    uint32_t phases;
    /** Calls refused for their phase since the process began; see RINGFENCE_COUNT_MOST. */
    uint32_t refused;
    /** Number of `function`. */
    RingfenceFunctionId functionId;
} RingfenceAdmission;

/**
 * Reads a row of the table that says which phases admit which function. A library that was built
 * without channels, streams or CUDA has no rows of their functions.
 *
 * @param[in]  index      0 to the number of rows less one
 * @param[out] admission  row; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter     iff admission is NULL
 * @retval NvSciError_IndexOutOfRange  iff there is no such row
 *
 * Any phase. Any thread. O(1), no system call.
 */
NvSciError RingfenceGetAdmission(size_t index, RingfenceAdmission *admission);

/** Tables of fixed size. Each capacity is a macro of ringfence_cfg.h. RINGFENCE_POOL_COUNT grows
 * when there is a new table; the other numbers stay. */
typedef enum {
    RINGFENCE_POOL_SYNC_MODULE = 0,
    RINGFENCE_POOL_SYNC_LIST = 1,
    RINGFENCE_POOL_SYNC_OBJECT = 2,
    RINGFENCE_POOL_SYNC_HANDLE = 3,
    RINGFENCE_POOL_SYNC_WAIT_CONTEXT = 4,
    RINGFENCE_POOL_FENCE = 5,
    RINGFENCE_POOL_FENCE_DESC = 6,
    RINGFENCE_POOL_BUF_MODULE = 7,
    RINGFENCE_POOL_BUF_LIST = 8,
    RINGFENCE_POOL_BUF_OBJECT = 9,
    RINGFENCE_POOL_BUF_HANDLE = 10,
    RINGFENCE_POOL_BUF_MEMORY = 11,
    RINGFENCE_POOL_DUMP = 12,
    RINGFENCE_POOL_IPC_ENDPOINT = 13,
    RINGFENCE_POOL_DESCRIPTOR = 14,
    RINGFENCE_POOL_EVENT_SERVICE = 15,
    RINGFENCE_POOL_EVENT_NOTIFIER = 16,
    RINGFENCE_POOL_LOCAL_EVENT = 17,
    RINGFENCE_POOL_CUDA_SEMAPHORE = 18,
    RINGFENCE_POOL_CUDA_MEMORY = 19,
    RINGFENCE_POOL_CUDA_MAPPING = 20,
    RINGFENCE_POOL_STREAM_BLOCK = 21,
    RINGFENCE_POOL_STREAM_PACKET = 22,
    RINGFENCE_POOL_STREAM_INFO = 23,
    RINGFENCE_POOL_COUNT = 24
} RingfencePool;

/** A call that was refused because of the phase. */
typedef struct {
    /** Function that was called; NULL: no call was ever refused. */
    const char *function;
    /** Phase that refused it. */
    RingfencePhase phase;
    /** Refusals of this function since the process began; see RINGFENCE_COUNT_MOST. */
    uint32_t count;
    /** Refusals of all functions since the process began; see RINGFENCE_COUNT_MOST. */
    uint32_t total;
    /** Table of what a function was to free or to close and what stays taken;
     * RINGFENCE_POOL_COUNT: it was no such function, or not given a handle. */
    RingfencePool pool;
    /** Slot in that table. */
    uint32_t slot;
    /** Number of `function`; RINGFENCE_FUNCTION_NONE: no call was ever refused. */
    RingfenceFunctionId functionId;
} RingfenceRefusal;

/**
 * Reads the last call that was refused because of the phase.
 *
 * @param[out] refusal  last refusal; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff refusal is NULL
 *
 * Any phase. Any thread; while other threads are being refused, the fields may be of different
 * refusals. O(1), no system call.
 */
NvSciError RingfenceGetLastRefusal(RingfenceRefusal *refusal);

/**
 * Writes the last call that was refused because of the phase as one line of text: the function, the
 * phase that it was called in, the phases that admit it, when to call it, and the slot that stays
 * taken, if it was to free or to close one. "no call was refused because of its phase" if there was
 * none.
 *
 * @param[out] text  room for the text; always ends with a zero on success
 * @param[in]  size  bytes of text; a longer line is cut. 256 are enough
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TEXTS is 0
 * @retval NvSciError_BadParameter  iff text is NULL, or size is 0
 *
 * Any phase. Any thread; while other threads are being refused, the line may be of different
 * refusals. O(number of functions + size), no system call.
 */
NvSciError RingfenceDescribeLastRefusal(char *text, size_t size);

/* ---------------------------------------------------------------- pools */

/** Use of one table. */
typedef struct {
    /** Name of the table. */
    const char *name;
    /** Slots that there are. */
    uint32_t capacity;
    /** Slots taken now. */
    uint32_t inUse;
    /** Most slots that were taken at one time since the process began. */
    uint32_t highWater;
    /** Takes that failed because the table was full, since the process began; see
     * RINGFENCE_COUNT_MOST. */
    uint32_t exhausted;
    /** Macro of ringfence_cfg.h that sets the capacity. */
    const char *macro;
} RingfencePoolUsage;

/**
 * Reads the use of a table. One that the library was built without has an empty name and no
 * capacity.
 *
 * @param[in]  pool   which table
 * @param[out] usage  its use; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff usage is NULL or there is no such table
 *
 * Any phase. Any thread. O(1), no system call.
 */
NvSciError RingfenceGetPoolUsage(RingfencePool pool, RingfencePoolUsage *usage);

/* ---------------------------------------------------------------- faults */

/** Misuse that was detected. */
typedef enum {
    RINGFENCE_FAULT_NONE = 0,
    /** A handle that is stale, freed, of another kind or another process, or no handle at all. A
     * handle of another process is taken for one of this process with a probability of 2^-41, where
     * handles have 32 bits of 2^-15. One that is kept while its slot is taken 2^30 times more,
     * where handles have 32 bits 2^12 times, is taken for the new one. */
    RINGFENCE_FAULT_BAD_HANDLE = 1,
    /** A fence whose bytes are not what the library of this process wrote. A fence of another
     * process is taken for one of this process with a probability of 2^-64. */
    RINGFENCE_FAULT_BAD_FENCE = 2,
    /** A fence of an object that is gone. */
    RINGFENCE_FAULT_STALE_FENCE = 3,
    /** A fence that was cleared more often than it was made. */
    RINGFENCE_FAULT_FENCE_OVERCLEARED = 4,
    /** Storage given back that was not taken. */
    RINGFENCE_FAULT_BAD_RETURN = 5,
    /** An assertion inside the library does not hold. Nothing is repaired or refused because of it:
     * the call goes on, and later calls do; a slot that was to be given back twice alone stays as
     * it is. What the tables say is not sure any more: let the machine reach a safe state, and
     * begin anew. */
    RINGFENCE_FAULT_INTERNAL = 6,
    /** A wait context was freed during a wait that uses it, and was not freed, or a second wait was
     * to use it. A firmware without channels does not report the second. */
    RINGFENCE_FAULT_IN_USE = 7,
    /** The endpoint table has a broken line or cannot be read, or the name of the space is none;
     * RingfenceGetIpcTableError(). */
    RINGFENCE_FAULT_BAD_TABLE = 8,
    /** The peer of a channel is another user's, has another table, or wrote what it may not. */
    RINGFENCE_FAULT_BAD_PEER = 9,
    /** Endpoints are open when the library of channels is left. */
    RINGFENCE_FAULT_STILL_OPEN = 10,
    /** Bytes to import that are no descriptor of the kind that is expected, or were damaged. */
    RINGFENCE_FAULT_BAD_DESCRIPTOR = 11,
    /** Bytes to import that another version of the library wrote. */
    RINGFENCE_FAULT_OTHER_VERSION = 12,
    /** An object to import that did not come over this channel, or was imported before. */
    RINGFENCE_FAULT_NOT_OFFERED = 13,
    /** The process that signals a sync object is gone, and a point will not be reached. */
    RINGFENCE_FAULT_SIGNALER_GONE = 14,
    /** A name to open that is not in the endpoint table. */
    RINGFENCE_FAULT_NO_ENDPOINT = 15,
    /** An endpoint to open that is open already, here or in another process; `process`. */
    RINGFENCE_FAULT_ENDPOINT_TAKEN = 16,
    /** A message of no byte, or of more than a frame. */
    RINGFENCE_FAULT_BAD_LENGTH = 17,
    /** An event service, an event or an endpoint was given up before the notifiers that need it. */
    RINGFENCE_FAULT_EVENT_IN_USE = 18,
    /** A GPU was to use an object whose list does not name it. */
    RINGFENCE_FAULT_OTHER_GPU = 19,
    /** A size or a range that is not in the buffer. */
    RINGFENCE_FAULT_OUT_OF_BUFFER = 20,
    /** An engine was to signal or to wait for an object, or to write a buffer, without the right to
     * it. */
    RINGFENCE_FAULT_NO_RIGHT = 21,
    /** An engine that signals failed, and points that it had still to reach were finished in its
     * place. */
    RINGFENCE_FAULT_ENGINE_FAILED = 22,
    /** The memory for buffers is smaller than RINGFENCE_CFG_BUFFER_BYTES, or there is none for the
     * cores to share. */
    RINGFENCE_FAULT_ARENA_TOO_SMALL = 23,
    /** An engine was to wait with an object for a fence of another one, or a fence was to be
     * imported for another object than its own. */
    RINGFENCE_FAULT_OTHER_OBJECT = 24,
    /** A device that is not there, or that this process cannot see. */
    RINGFENCE_FAULT_NO_DEVICE = 25,
    /** A limit of the configuration or of the system was reached; `limit` names it. A firmware
     * without channels does not report tables that are full. */
    RINGFENCE_FAULT_LIMIT = 26,
    /** A pair of a key and a value that a list does not take, so that the call set no key; `pair`,
     * `key` and `cause` say which and why. No fault without RINGFENCE_CFG_EXTRAS. */
    RINGFENCE_FAULT_BAD_PAIR = 27,
    /** An interrupt handler called a function where RINGFENCE_CFG_INTERRUPTS is 0; without an
     * operating system, and with RINGFENCE_CFG_CHECKS. */
    RINGFENCE_FAULT_IN_HANDLER = 28,
    /** An object to export over an endpoint of an INTER_CHIP line: the peer shares no memory. */
    RINGFENCE_FAULT_MEMORY_BOUNDARY = 29,
    /** A loadable for a DLA that is not of the kind 'rfdla'; the tool rfdla makes one of a model.
     */
    RINGFENCE_FAULT_OTHER_LOADABLE = 30,
    /** A loadable of the kind 'rfdla' that is damaged, contradicts itself, is of a later version or
     * has a network that is too large; 'rfdla show' says which. */
    RINGFENCE_FAULT_BAD_LOADABLE = 31,
    /** A buffer for an engine that is software is in the memory of a GPU that is not there, or that
     * the GPU of the engine cannot use. */
    RINGFENCE_FAULT_NO_CPU_ACCESS = 32,
    /** A device of cuDLA in hybrid mode, or a buffer in the memory of a GPU for one in standalone
     * mode, where there is nothing that runs on the GPU: the library was
     * built without nvcc, CUDA has no driver of version 12 or later here, or the GPU is none of
     * those that the kernels were compiled for. */
    RINGFENCE_FAULT_NO_KERNELS = 33,
    /** A blit of NvMedia 2D in RUNTIME needs a graph, and no blit in INIT had the same formats,
     * sizes and filter, so that it was not built. */
    RINGFENCE_FAULT_NO_GRAPH = 34,
    /** An image of NvMedia that is registered or that a blit uses was destroyed, or a device that
     * has images or engines. It stays. Or an operation was to use an image that is locked. */
    RINGFENCE_FAULT_IMAGE_IN_USE = 35,
    /** A loadable with a network where libringfence_dla_network.so is not found: it was built
     * without oneDNN, is not installed beside the library, or oneDNN is not on this machine. */
    RINGFENCE_FAULT_NO_NETWORKS = 36,
    /** A loadable with a network for a device of cuDLA in hybrid mode, or a task of one whose
     * tensors are in the memory of a GPU: kernels compute patterns alone. */
    RINGFENCE_FAULT_NETWORK_ON_GPU = 37,
    /** A loadable with a network of which oneDNN cannot compute a layer on this machine, or takes
     * memory of a heap for one while tasks run. */
    RINGFENCE_FAULT_NO_LAYER = 38,
    /** An operation of NvMedia 2D reads what it writes: its source and its destination are in one
     * memory, by whatever handles, and share bytes there. */
    RINGFENCE_FAULT_OVERLAP = 39,
    /** A library beside libringfence is of another build: libringfence_cuda, libringfence_dla or
     * libringfence_2d. `limit` is the first difference, and `file` the file of that library. All
     * its functions that a phase admits or refuses are refused. */
    RINGFENCE_FAULT_OTHER_BUILD = 40,
    /** The system refused a call that the library made: it is out of descriptors or memory, or a
     * filter of system calls refuses it; `limit` names the call, `asked` is its errno, and its line
     * of text says which limit to raise where descriptors are short. The function
     * gives an error, unless it did what it was asked for without the call; who sleeps and could
     * not be woken looks by itself within a second. What could not be given back stays until the
     * process ends. On Linux alone. */
    RINGFENCE_FAULT_CALL_REFUSED = 41,
    /** The process that signalled a sync object gave it back while a point was awaited, which will
     * not be reached. It may live; who waits gets the error for one that is gone. */
    RINGFENCE_FAULT_SIGNALER_GAVE_BACK = 42,
    /** A call that a stream does not take as it is: something has to be done before, the blocks
     * cannot be connected so, or it is of another block, another time or another packet, element or
     * endpoint; `causeText` says what to do. */
    RINGFENCE_FAULT_STREAM_ORDER = 43,
    /** A call that a channel does not take as it is; `causeText` says what to do. */
    RINGFENCE_FAULT_CHANNEL_ORDER = 44,
    /** A list that is not reconciled was given to a function that needs one that is. */
    RINGFENCE_FAULT_NOT_RECONCILED = 45,
    /** A list that is not in the state that a function takes: reconciled, of a conflict, given
     * twice, of another module, or closed; `causeText` says what to do. */
    RINGFENCE_FAULT_LIST_ORDER = 46,
    /** An access that the reconciled lists do not give: a pointer for the CPU without
     * NeedCpuAccess, writing to what is read-only, a wait or a signal by a CPU that has no part in
     * the object, an export or an import with another right; `causeText` says what to do. */
    RINGFENCE_FAULT_NO_ACCESS = 47,
    /** An image for NvMedia 2D whose width or height is odd where its colour is sub-sampled in that
     * direction, as 1921 x 1081 in 4:2:0: no rectangle of a blit has its last column or row. */
    RINGFENCE_FAULT_ODD_IMAGE = 50,
    /** An image, a buffer or a sync object that an engine of NvMedia 2D was to use is not
     * registered with it, or not any more, or was to be registered a second time; also one in
     * memory of a GPU whose pixels were to be copied, where no engine has it. */
    RINGFENCE_FAULT_2D_REGISTRATION = 51,
    /** A rectangle of NvMedia 2D that is empty, not in its image, or odd where colour is
     * sub-sampled. */
    RINGFENCE_FAULT_2D_RECTANGLE = 52,
    /** An operation of NvMedia 2D that stretches by less than 1/16 or more than 16 in a direction,
     * as its rectangles and its transform say. */
    RINGFENCE_FAULT_2D_SCALE = 53,
    /** A buffer or a surface type that is no image of NvMedia 2D, or a copy of planes that are not
     * there or differ. */
    RINGFENCE_FAULT_2D_FORMAT = 54,
    /** A token of compose parameters or of a filter buffer, or the result of an operation, that is
     * stale, or another engine's. A token goes back with its operation. */
    RINGFENCE_FAULT_2D_TOKEN = 55,
    /** An operation of NvMedia 2D without a destination or a source, with a layer that was set and
     * has no source, or whose fence was to be given though it signals nothing. */
    RINGFENCE_FAULT_2D_INCOMPLETE = 56,
    /** An attribute or a parameter of NvMedia 2D that is none, there twice, missing, or has a value
     * that it does not take. */
    RINGFENCE_FAULT_2D_ATTRIBUTE = 57,
    /** A call of cuDLA that is not taken as it is: an argument does not fit, another mode is
     * needed, or something is in use; `causeText` says what to do. */
    RINGFENCE_FAULT_DLA_CALL = 58,
    /** A call of NvMedia that has to wait: for another call before it, or for an operation;
     * `causeText` says what to do. */
    RINGFENCE_FAULT_2D_ORDER = 59,
    /** A late consumer of a stream is refused: reported in the process that refuses it and in its
     * own, before the Error events of the IPC blocks, or by the call or the mark that is refused;
     * `causeText` says why. `key` is the attribute that does not suit, of a list of buffers or of
     * one of waiters, if one is to blame, `asked` what the list asks for under it, `allowed` what
     * there is. */
    RINGFENCE_FAULT_LATE_REFUSED = 60,
    /** An end of a channel has no connection a second after its search began: `endpoint` and `file`
     * name it and its table, `asked` and `allowed` its network namespace and its user, `causeText`
     * says what to look at. Reported once for each search, by a wait that ends with Timeout. */
    RINGFENCE_FAULT_NO_PEER = 61
} RingfenceFaultKind;

/** Why a list does not take a pair of a key and a value. */
typedef enum {
    /** It does. */
    RINGFENCE_PAIR_FITS = 0,
    /** Lists of this kind have no such key. */
    RINGFENCE_PAIR_UNKNOWN_KEY = 1,
    /** The key belongs to a feature that the configuration leaves out. */
    RINGFENCE_PAIR_LEFT_OUT = 2,
    /** The key is the library's to write: it is an output, or private. */
    RINGFENCE_PAIR_OUTPUT_KEY = 3,
    /** The list takes no key: it is reconciled, a conflict list, appended or imported. */
    RINGFENCE_PAIR_LIST_CLOSED = 4,
    /** The pointer to the value is NULL. */
    RINGFENCE_PAIR_NULL_VALUE = 5,
    /** The length is not that of whole elements, of one at least and of no more than the key can
     * have. */
    RINGFENCE_PAIR_LENGTH = 6,
    /** The value, or an element of it, is not one that the key can have. */
    RINGFENCE_PAIR_VALUE = 7,
    /** An earlier call has set the key in this list. */
    RINGFENCE_PAIR_SET_BEFORE = 8,
    /** An earlier pair of the same call has the key. */
    RINGFENCE_PAIR_TWICE = 9,
    /** The key belongs to a type of buffers that NvSciBufGeneralAttrKey_Types does not name, in the
     * list or in the same call. */
    RINGFENCE_PAIR_OTHER_TYPE = 10,
    /** There are no pairs: the array is NULL or its count is 0. `pair` and `key` are 0. */
    RINGFENCE_PAIR_NO_PAIRS = 11,
    /** There are more pairs than a list has keys. `pair` and `key` are 0. */
    RINGFENCE_PAIR_TOO_MANY = 12,
    RINGFENCE_PAIR_LAST = 12
} RingfencePairCause;

/** A misuse that was detected. */
typedef struct {
    /** What was detected last. */
    RingfenceFaultKind kind;
    /** What was detected last, in words. */
    const char *text;
    /** Public function that detected it; NULL: there was no fault, or no function had been entered.
     */
    const char *function;
    /** Faults since the process began; see RINGFENCE_COUNT_MOST. */
    uint32_t total;
    /** Bytes that were missing, for RINGFENCE_FAULT_ARENA_TOO_SMALL; 0 for all others. */
    uint32_t missing;
    /** Macro of ringfence_cfg.h that sets the limit, "memory of the system", what an endpoint keeps
     * for RUNTIME (docs/channels.md), "operations of a layer of a network" (docs/dla.md), or what
     * the interface or the program's own attributes allow an engine of NvMedia 2D, by its name
     * there, for RINGFENCE_FAULT_LIMIT; the macro, "elements of the key" or "bytes of a frame",
     * where a pair has more elements than its key takes, a table or a message is longer than there
     * is room for, for RINGFENCE_FAULT_BAD_PAIR, RINGFENCE_FAULT_BAD_TABLE and
     * RINGFENCE_FAULT_BAD_LENGTH, and "" for other causes of them; the
     * macro or the number that differs, for RINGFENCE_FAULT_OTHER_BUILD; the call, for
     * RINGFENCE_FAULT_CALL_REFUSED, which has none without RINGFENCE_CFG_TEXTS. "" for all others.
     */
    const char *limit;
    /** What was asked for, in the limit's own units; memory in bytes. The value of the library
     * beside this one, for RINGFENCE_FAULT_OTHER_BUILD; the errno of the call, for
     * RINGFENCE_FAULT_CALL_REFUSED; the number of the network namespace, as /proc/self/ns/net has
     * it, for RINGFENCE_FAULT_NO_PEER: 0 where there is none or no /proc; what the late consumer
     * asks for under `key`, for RINGFENCE_FAULT_LATE_REFUSED. 0 for all others. */
    uint64_t asked;
    /** What the limit allowed at that moment, in the same units; the value of libringfence, for
     * RINGFENCE_FAULT_OTHER_BUILD; the effective user that opened the endpoint, as this process
     * sees it, for RINGFENCE_FAULT_NO_PEER; what the stream has under `key`, for
     * RINGFENCE_FAULT_LATE_REFUSED. Of a key of several elements the two are those of the first
     * element that differs; both are 0 if elements are no numbers, and if lists contradict each
     * other. 0 for all others. */
    uint64_t allowed;
    /** Table that the handle belongs to which a function did not take, for
     * RINGFENCE_FAULT_BAD_HANDLE: what a free function of another kind was given stays there.
     * RINGFENCE_POOL_COUNT: it is no handle of the library, and for all others. On 32-bit targets
     * an address can look like a handle; the table is then one that it is not of. */
    RingfencePool pool;
    /** Slot in that table. */
    uint32_t slot;
    /** Line of `file`, for RINGFENCE_FAULT_INTERNAL with RINGFENCE_CFG_ASSERTS, and for
     * RINGFENCE_FAULT_BAD_TABLE, where 0 is none. 0 for all others. */
    uint32_t line;
    /** Source file of the assertion that does not hold, for RINGFENCE_FAULT_INTERNAL; "" without
     * RINGFENCE_CFG_ASSERTS and without RINGFENCE_CFG_TEXTS. Path of the library of another build,
     * "": it is in the program's own file, for RINGFENCE_FAULT_OTHER_BUILD. Where the endpoint
     * table came from, as RingfenceGetIpcTableError() says it, for RINGFENCE_FAULT_NO_ENDPOINT,
     * RINGFENCE_FAULT_NO_PEER and RINGFENCE_FAULT_BAD_TABLE. "" for all others. */
    const char *file;
    /** Place in the array of pairs of the one that was refused, from 0, for
     * RINGFENCE_FAULT_BAD_PAIR; one above 2^32 - 1 counts as that. 0 for all others. */
    uint32_t pair;
    /** Key of that pair as the program gave it: an NvSciBufAttrKey or an NvSciSyncAttrKey. The key
     * that does not suit, for RINGFENCE_FAULT_LATE_REFUSED; 0: none is to blame. 0 for all others.
     */
    uint32_t key;
    /** Name of that key; "" for one that is unknown, for all others, and without
     * RINGFENCE_CFG_TEXTS. */
    const char *keyName;
    /** Why the list does not take the pair; RINGFENCE_PAIR_FITS for all others. */
    RingfencePairCause cause;
    /** The cause in words, also for RINGFENCE_FAULT_LATE_REFUSED, RINGFENCE_FAULT_NO_PEER and
     * RINGFENCE_FAULT_BAD_TABLE; what to do, for RINGFENCE_FAULT_STREAM_ORDER,
     * RINGFENCE_FAULT_CHANNEL_ORDER, RINGFENCE_FAULT_LIST_ORDER and RINGFENCE_FAULT_NO_ACCESS, and
     * with an operating system for faults of engines, of cuDLA and of NvMedia 2D. "" for all
     * others, and without RINGFENCE_CFG_TEXTS. */
    const char *causeText;
    /** Number of the process that opened the endpoint, as this process sees it, for
     * RINGFENCE_FAULT_ENDPOINT_TAKEN: of another user's too. It may have ended since, and left the
     * endpoint to a child. 0: it cannot be told, as between PID namespaces, at an endpoint whose
     * queue of connections is full, and on cores that share memory; and for all others. */
    uint32_t process;
    /** Number of `function`; RINGFENCE_FUNCTION_NONE: none. */
    RingfenceFunctionId functionId;
    /** Name that is not in the endpoint table, for RINGFENCE_FAULT_NO_ENDPOINT: as much of it as
     * there is room for. Endpoint that found no peer or did not take a call, for
     * RINGFENCE_FAULT_NO_PEER and, unless it was a call of no endpoint,
     * RINGFENCE_FAULT_CHANNEL_ORDER. "" for all others, and without RINGFENCE_CFG_TEXTS. */
    char endpoint[NVSCIIPC_MAX_ENDPOINT_NAME];
} RingfenceFault;

/**
 * Reads the last misuse that was detected.
 *
 * @param[out] fault  last fault; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff fault is NULL
 *
 * Any phase. Any thread; while other threads report faults, the fields may be of different faults.
 * O(1), no system call.
 */
NvSciError RingfenceGetLastFault(RingfenceFault *fault);

/**
 * Writes a fault as one line of text: the function, what was detected, those of the fields behind
 * it that say something, and, where there is an operating system, what to do about it.
 *
 * @param[in]  fault  fault that RingfenceGetLastFault() gave
 * @param[out] text   room for the text; always ends with a zero on success
 * @param[in]  size   bytes of text; a longer line is cut
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TEXTS is 0
 * @retval NvSciError_BadParameter  iff fault or text is NULL, or size is 0
 *
 * Any phase. Any thread. O(size), no system call; for RINGFENCE_FAULT_OTHER_BUILD the dynamic
 * linker is asked for a path.
 */
NvSciError RingfenceFormatFault(const RingfenceFault *fault, char *text, size_t size);

/**
 * Writes the last misuse that was detected as one line of text: what RingfenceGetLastFault() and
 * RingfenceFormatFault() do, in one call.
 *
 * @param[out] text  room for the text; always ends with a zero on success
 * @param[in]  size  bytes of text; a longer line is cut
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TEXTS is 0
 * @retval NvSciError_BadParameter  iff text is NULL, or size is 0
 *
 * Any phase. Any thread; while other threads report faults, the line may be of several of them.
 * O(size), no system call; for RINGFENCE_FAULT_OTHER_BUILD the dynamic linker is asked for a path.
 */
NvSciError RingfenceDescribeLastFault(char *text, size_t size);

/**
 * Told of each fault when it has been recorded. The application supplies it if
 * RINGFENCE_CFG_FAULT_HOOK is 1; else it is not asked for. It may return, and the call goes on; it
 * may end the program, or reset the machine.
 *
 * It calls no function of the library: its lock may be taken, also by the caller.
 *
 * @param[in] fault  what RingfenceGetLastFault() gives; valid during the call. While other threads
 * report faults, its fields may be of different ones
 *
 * Any phase. Any context that calls the library: any thread, also while it runs in another one, and
 * interrupt handlers, where RINGFENCE_CFG_INTERRUPTS is 1 and for RINGFENCE_FAULT_IN_HANDLER.
 * Bounded: others wait for the lock meanwhile.
 */
void RingfenceHookFault(const RingfenceFault *fault);

/* ---------------------------------------------------------------- channels */

/** What is wrong with an endpoint table. */
typedef struct {
    /** Where the table came from: the environment variable, the path, or "built-in table"; "": none
     * was read. "RINGFENCE_NVSCIIPC_SPACE": that variable is wrong, and no table was read. */
    const char *source;
    /** Line that is broken, from 1; 0: none. */
    uint32_t line;
    /** What is wrong, in words. */
    const char *reason;
} RingfenceIpcTableError;

/**
 * Says what is wrong with the endpoint table that NvSciIpcInit() read last.
 *
 * @param[out] error  source, line and reason; unchanged on error. The texts are constant.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff error is NULL
 *
 * Any phase. Any thread. O(1), no system call.
 */
NvSciError RingfenceGetIpcTableError(RingfenceIpcTableError *error);

/* ---------------------------------------------------------------- conflicts */

/** Bytes of a value that a conflict report holds. */
#define RINGFENCE_CONFLICT_VALUE_MAX 32U

/** Rule that the values of a key break. */
typedef enum {
    RINGFENCE_RULE_NONE = 0,
    /** All values must be equal. */
    RINGFENCE_RULE_EQUAL = 1,
    /** The greatest value holds. */
    RINGFENCE_RULE_MAXIMUM = 2,
    /** True if one is true. */
    RINGFENCE_RULE_OR = 3,
    /** All bits that one sets. */
    RINGFENCE_RULE_BIT_OR = 4,
    /** True if none is false. */
    RINGFENCE_RULE_AND = 5,
    /** All elements of all values, as many as the key can hold. */
    RINGFENCE_RULE_UNION = 6,
    /** The elements that all values have; at least one. */
    RINGFENCE_RULE_INTERSECTION = 7,
    /** Some list must set the key. */
    RINGFENCE_RULE_MANDATORY = 8,
    /** No list may set the key beside the others. */
    RINGFENCE_RULE_FORBIDDEN = 9,
    /** The value must be one that the buffer or sync object can have. */
    RINGFENCE_RULE_SUPPORTED = 10,
    /** The number of elements must fit another key's value. */
    RINGFENCE_RULE_COUNT = 11,
    /** The value must agree with another key's value. */
    RINGFENCE_RULE_CONSISTENT = 12,
    /** One list may signal, no more. */
    RINGFENCE_RULE_ONE_SIGNALER = 13,
    /** One list at least must be able to wait. */
    RINGFENCE_RULE_SOME_WAITER = 14,
    /** A size must be a number of 64 bits, a pitch one of 32. */
    RINGFENCE_RULE_RANGE = 15,
    /** The lists come from RINGFENCE_CFG_ROUTES processes at most. */
    RINGFENCE_RULE_ORIGINS = 16,
    /** A GPU must be one that this process can use. */
    RINGFENCE_RULE_PRESENT = 17,
    /** All who use the memory must be able to. */
    RINGFENCE_RULE_REACH = 18,
    /** Neither the size of a buffer nor its alignment may be above RINGFENCE_CFG_BUFFER_MIB. */
    RINGFENCE_RULE_BUFFER_BOUND = 19,
    RINGFENCE_RULE_LAST = 19
} RingfenceRule;

/** Where a value of a conflict came from. */
typedef enum {
    /** There is no such value. */
    RINGFENCE_ORIGIN_NONE = 0,
    /** A list that was reconciled. */
    RINGFENCE_ORIGIN_LIST = 1,
    /** What the library itself supports or computed. */
    RINGFENCE_ORIGIN_LIBRARY = 2
} RingfenceOrigin;

/** One of the two values that conflict. */
typedef struct {
    /** Where the value came from. */
    RingfenceOrigin origin;
    /** Key that has the value; the conflict's own key, or the one that it disagrees with. */
    uint32_t key;
    /** Name of that key. */
    const char *keyName;
    /** Index in the array that was given to Reconcile, if origin is a list. */
    size_t list;
    /** Slot of that list. */
    size_t slot;
    /** Bytes of one element of the value. */
    size_t elementSize;
    /** Bytes of the whole value. */
    size_t len;
    /** The value's first bytes, zero behind its end. */
    uint8_t value[RINGFENCE_CONFLICT_VALUE_MAX];
    /** The slot came from another process. */
    bool isImported;
    /** First engine that the slot names in its PeerHwEngineArray, an NvSciBufHwEngName: who asks
     * for the value. 0: it names none, or RINGFENCE_CFG_ENGINES is 0. */
    uint32_t engine;
    /** Endpoint of this process over which it came; 0: that is closed, or it did not come from
     * another process. */
    NvSciIpcEndpoint endpoint;
} RingfenceConflictSide;

/** Why a reconciliation failed. */
typedef struct {
    /** What Reconcile returned. */
    NvSciError error;
    /** Key that cannot be reconciled: an NvSciBufAttrKey or an NvSciSyncAttrKey. */
    uint32_t key;
    /** Name of that key. */
    const char *keyName;
    /** Rule that it breaks. */
    RingfenceRule rule;
    /** The rule in words. */
    const char *ruleText;
    /** The value that was there first, if there is one. */
    RingfenceConflictSide first;
    /** The value that does not agree with it, if there is one. */
    RingfenceConflictSide second;
    /** Name of the endpoint of `first`; "": it has none. */
    char firstEndpoint[NVSCIIPC_MAX_ENDPOINT_NAME];
    /** Name of the endpoint of `second`; "": it has none. */
    char secondEndpoint[NVSCIIPC_MAX_ENDPOINT_NAME];
} RingfenceConflict;

/**
 * Says why a reconciliation failed. Of a slot that came from another process it names the endpoint
 * over which it came, as long as that is open.
 *
 * @param[in]  conflictList  conflict list that NvSciBuf or NvSciSync made, either type
 * @param[out] conflict      reason; unchanged on error. The names of keys and the rule are constant
 *                           text.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff conflictList is no live conflict list, or conflict is NULL
 * @retval NvSciError_InvalidState  iff the current phase does not admit list functions
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_IPC_ENDPOINTS) for slots of other processes, else O(1).
 */
NvSciError RingfenceExplainConflict(const void *conflictList, RingfenceConflict *conflict);

/**
 * Writes a conflict as one line of text. Values that have the name of an enumerator are written by
 * it.
 *
 * @param[in]  conflict  reason that RingfenceExplainConflict() gave
 * @param[out] text      room for the text; always ends with a zero on success
 * @param[in]  size      bytes of text; a longer line is cut
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TEXTS is 0
 * @retval NvSciError_BadParameter  iff conflict or text is NULL, or size is 0
 *
 * Any phase. Any thread. O(size), no system call.
 */
NvSciError RingfenceFormatConflict(const RingfenceConflict *conflict, char *text, size_t size);

/* ---------------------------------------------------------------- fences */

/**
 * Takes a cleared fence from the library's own storage.
 *
 * @param[out] fence  fence, owned by the caller until RingfenceFenceGive(); unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter          iff fence is NULL
 * @retval NvSciError_InsufficientResource  iff all RINGFENCE_CFG_FENCES are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceFenceTake(NvSciSyncFence **fence);

/**
 * Clears a fence of the library's own storage and gives it back. NULL is a no-op.
 *
 * @param[in] fence  fence that RingfenceFenceTake() gave; another one is a fault report and stays
 * as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread that no other uses the fence in.
 * O(RINGFENCE_CFG_FENCES).
 */
void RingfenceFenceGive(NvSciSyncFence *fence);

/**
 * Takes a zeroed fence descriptor from the library's own storage.
 *
 * @param[out] desc  descriptor, owned by the caller until RingfenceFenceDescGive(); unchanged on
 * error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter          iff desc is NULL
 * @retval NvSciError_InsufficientResource  iff all RINGFENCE_CFG_FENCE_DESCS are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceFenceDescTake(NvSciSyncFenceIpcExportDescriptor **desc);

/**
 * Gives back a fence descriptor of the library's own storage. NULL is a no-op.
 *
 * @param[in] desc  descriptor that RingfenceFenceDescTake() gave; another one is a fault report and
 * stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread that no other uses the descriptor
 * in. O(RINGFENCE_CFG_FENCE_DESCS).
 */
void RingfenceFenceDescGive(NvSciSyncFenceIpcExportDescriptor *desc);

/**
 * Reports the status of a task as a CPU signaller, in a slot of the sync object.
 *
 * A waiter reads it with NvSciSyncFenceGetTaskStatus() on an expired fence that names the slot.
 * Write it before NvSciSyncObjSignal(). If threads write one slot at a time, one of the statuses is
 * kept.
 *
 * @param[in] syncObj     live object that the CPU may signal
 * @param[in] slot        0 to NvSciSyncAttrKey_NumTaskStatusSlots less one
 * @param[in] taskStatus  status to store
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported     iff RINGFENCE_CFG_TASK_STATUS_SLOTS is 0
 * @retval NvSciError_BadParameter     iff syncObj is no live object, may not be signalled by the
 * CPU, taskStatus is NULL, or all bits of statusEngine, subframe and status are 1
 * @retval NvSciError_IndexOutOfRange  iff the object has no such slot
 * @retval NvSciError_InvalidState     iff the current phase does not admit signalling
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError RingfenceSyncObjSetTaskStatus(NvSciSyncObj syncObj, uint32_t slot,
                                         const NvSciSyncTaskStatus *taskStatus);

/**
 * Says whether a sync object of a reconciled list is left to the driver of an engine.
 *
 * It is, if that driver filled all lists that signal or wait, and no list came from another process
 * or asks for what others need: NvSciSyncAttrKey_NeedCpuAccess,
 * NvSciSyncAttrKey_WaiterRequireTimestamps, NvSciSyncAttrKey_RequireDeterministicFences,
 * NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports, NvSciSyncAttrKey_PeerLocationInfo and
 * NvSciSyncAttrKey_PeerHwEngineArray. The driver may then use something faster than the counter in
 * shared memory, which docs/cuda.md says for CUDA. No peer can be attached to such an object, so it
 * never leaves the process. A program that wants the counter asks for one of the keys.
 *
 * @param[in]  list     reconciled list; that of an object too
 * @param[out] isLocal  true: it is; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_BadParameter  iff list is no live reconciled list, or isLocal is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError RingfenceSyncAttrListIsLocal(NvSciSyncAttrList list, bool *isLocal);

/* ---------------------------------------------------------------- descriptors */

/**
 * Frees what the library gave out as bytes: an exported descriptor of any kind, or the text of a
 * list.
 *
 * For programs that call free() on them. The archive libringfence_free.a has a free() that calls
 * this function first; docs/building.md says how to link it.
 *
 * @param[in] address  any address
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff the address is not in the library's storage of descriptors
 * and texts; neither a fault report nor a count
 * @retval NvSciError_BadAddress    iff it is, but is not the first byte of one that was not freed
 * yet; a fault report
 * @retval NvSciError_InvalidState  iff it is, and the phase is neither INIT nor DEINIT
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1); BadParameter takes no lock.
 */
NvSciError RingfenceDescriptorFree(const void *address);

/* ---------------------------------------------------------------- text */

/**
 * Gives the name of an error code, as it stands in nvscierror.h.
 *
 * @param[in] error  any value
 *
 * @return constant text; "NvSciError_(unknown)" for a value that is no code. Never NULL.
 *
 * Any phase. Any thread. O(number of codes), no system call.
 */
const char *RingfenceErrorName(NvSciError error);

/**
 * Gives the name of a phase, as it stands above.
 *
 * @param[in] phase  any value
 *
 * @return constant text; "RINGFENCE_PHASE_(unknown)" for a value that is no phase, and "" without
 * RINGFENCE_CFG_TEXTS. Never NULL.
 *
 * Any phase. Any thread. O(1), no system call.
 */
const char *RingfencePhaseName(RingfencePhase phase);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_H */
