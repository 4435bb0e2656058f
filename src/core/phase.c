/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase.c
 * One word for the phase, one table that says which function it admits, one record of refusals and
 * faults.
 */
#include "core/phase.h"

#include <stddef.h>
#include <string.h>

#include "core/changed.h"
#include "core/count.h"
#include "core/phase_keep.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "ringfence_cfg.h"

#define PHASE_ALL                                                                                  \
    ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME |                          \
     (uint32_t)RINGFENCE_PHASE_DEINIT)

/** Creating, reconciling, allocating. */
#define ADMIT_INIT ((uint32_t)RINGFENCE_PHASE_INIT)
/** Freeing and closing. */
#define ADMIT_FREE ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_DEINIT)
/** Clearing a fence; what only reads the library's own state. */
#define ADMIT_ALWAYS (PHASE_ALL)
/**
 * Waiting and signalling, and what they need.
 * @satisfies RF-CORE-017
 */
#define ADMIT_SIGNAL                                                                               \
    ((uint32_t)RINGFENCE_PHASE_RUNTIME |                                                           \
     ((uint32_t)RINGFENCE_PHASE_INIT * (1U - RINGFENCE_CFG_STRICT_INIT)))
/** Frames and events of a channel: before RUNTIME they carry what is negotiated. Packets of a
 * stream. Blits: before RUNTIME they build what those of RUNTIME need. */
#define ADMIT_CHANNEL ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME)
/**
 * Queries of lists and objects, pixel copies.
 * @satisfies RF-CORE-018
 */
#define ADMIT_QUERY                                                                                \
    ((uint32_t)RINGFENCE_PHASE_INIT |                                                              \
     ((uint32_t)RINGFENCE_PHASE_RUNTIME * RINGFENCE_CFG_RUNTIME_QUERIES))

/** Where the number of a function is in its row, above the phases. */
#define ADMISSION_SHIFT  8U
#define ADMISSION_PHASES 0xFFU

#define ADMISSION(id, number, name, phases)     ((uint32_t)(number) << ADMISSION_SHIFT) | (phases),
#define FUNCTION_NAME(id, number, name, phases) RINGFENCE_TEXT(name),

/**
 * The table of admissions, by records (PhaseOp plus one; 0: of no function): phases, and the
 * function's number above them.
 * @satisfies RF-CORE-012 RF-CORE-013 RF-CORE-014 RF-CORE-275
 */
static const uint32_t g_admissions[(uint32_t)OP_COUNT + 1U] = {0U, API_TABLE(ADMISSION)};

/** Names of the functions, in the order of PhaseOp. Without texts nobody reads it. */
static const char *const g_function_names[OP_COUNT] = {API_TABLE(FUNCTION_NAME)};

/** Number of phases. The phase word is an index; zero stands for INIT, so that it needs no
 * initialisation. */
#define PHASE_WORDS 3U

/** Records hold an operation's index plus one, so that zero means none. What is written while
 * threads signal and wait is apart from the phase word. */
typedef struct {
    PORT_OWN_LINE PortAtomic32 phase_word;
    PORT_OWN_LINE PortAtomic32 refused_total;
    PortAtomic32 refused_op;
    PortAtomic32 refused_word;
    /** What stays because of it. */
    PortAtomic32 refused_name;
    PortAtomic32 fault_total;
    PortAtomic32 fault_op;
    PortAtomic32 fault_kind;
    /** Of RINGFENCE_FAULT_ARENA_TOO_SMALL and RINGFENCE_FAULT_ENDPOINT_TAKEN; 0 of all others. */
    PortAtomic32 fault_number;
    /** What a handle named that was not taken. */
    PortAtomic32 fault_name;
    PortAtomic32 fault_limit;
    PortAtomic64 fault_asked;
    PortAtomic64 fault_allowed;
    /** Function that holds the lock. Written under the lock. */
    PortAtomic32 entered_op;
    PortAtomic32 refused[OP_COUNT];
} PhaseState;

static PhaseState g_phase;

/** Functions that ask phase_refuses_signals(), and one that asks for no phase. */
#define ASKS_FOR_SIGNALS(id)                                                                       \
    (((id) == OP_SYNC_OBJ_GENERATE_FENCE) || ((id) == OP_SYNC_OBJ_SIGNAL) ||                       \
     ((id) == OP_SYNC_FENCE_DUP) || ((id) == OP_SYNC_FENCE_WAIT) ||                                \
     ((id) == OP_SYNC_FENCE_WAIT_WITH_MODE) || ((id) == OP_ENGINE_FENCE_GENERATE) ||               \
     ((id) == OP_ENGINE_FENCE_READ))
#define ASKS_FOR_NONE(id) ((id) == OP_SYNC_FENCE_CLEAR)

#define ROW_IS_ASKED(id, number, name, phases)                                                     \
    &&((!ASKS_FOR_SIGNALS(id)) || ((phases) == ADMIT_SIGNAL)) &&                                   \
        ((!ASKS_FOR_NONE(id)) || ((phases) == ADMIT_ALWAYS))

_Static_assert(((uint32_t)OP_COUNT > 0U) API_TABLE(ROW_IS_ASKED),
               "functions ask for what their rows say");

/** Whether a phase that a word stands for admits no functions whose row is ADMIT_SIGNAL. */
#define NO_SIGNALS(word) (((ADMIT_SIGNAL >> (word)) & 1U) ^ 1U)

/* The first phase word is 0. */
PhaseSignals g_phase_signals = {{NO_SIGNALS(0U) * PORT_QUICK}};

/** Where the last assertion stands that did not hold: the address of the name of its file, and the
 * line. */
static PortAtomicWord g_assert_file;
static PortAtomic32 g_assert_line;

/** The last pair that a list did not take; of its key the address of the name. */
static PortAtomic32 g_pair_cause;
static PortAtomic32 g_pair_place;
static PortAtomic32 g_pair_key;
static PortAtomicWord g_pair_name;

/** The last library of another build: what differs, and its file. */
static PortAtomicWord g_build_name;
static PortAtomicWord g_build_file;

_Static_assert(((uint32_t)RINGFENCE_PHASE_INIT == 1U) &&
                   ((uint32_t)RINGFENCE_PHASE_RUNTIME == 2U) &&
                   ((uint32_t)RINGFENCE_PHASE_DEINIT == 4U),
               "the phase word is the place of its bit in a row of the table of admissions");

/** The phase that the phase word stands for. */
static RingfencePhase phase_of_word(uint32_t word)
{
    const uint32_t bit = (uint32_t)1U << word;

    return (RingfencePhase)bit;
}

/** Kinds of faults. */
#define FAULT_KINDS_OF_CPU_ENGINES ((uint32_t)RINGFENCE_FAULT_OVERLAP + 1U)
#define FAULT_KINDS                                                                                \
    ((RINGFENCE_CPU_ENGINES == 1U) ? FAULT_KINDS_OF_CPU_ENGINES                                    \
                                   : ((uint32_t)RINGFENCE_FAULT_MEMORY_BOUNDARY + 1U))

/** Texts of the faults of engines that are software. */
#define FAULT_TEXTS_OF_CPU_ENGINES                                                                 \
    [RINGFENCE_FAULT_OTHER_LOADABLE] =                                                             \
        RINGFENCE_TEXT("loadable is not of the kind 'rfdla': the tool rfdla makes one"),           \
    [RINGFENCE_FAULT_BAD_LOADABLE] =                                                               \
        RINGFENCE_TEXT("loadable is damaged, too new or too large: 'rfdla show' says why"),        \
    [RINGFENCE_FAULT_NO_CPU_ACCESS] =                                                              \
        RINGFENCE_TEXT("neither the CPU nor the GPU of the engine can reach a buffer's memory"),   \
    [RINGFENCE_FAULT_NO_KERNELS] = RINGFENCE_TEXT(                                                 \
        "tasks on a GPU need nvcc at build, a driver of CUDA 12 and a GPU it knows"),              \
    [RINGFENCE_FAULT_NO_GRAPH] =                                                                   \
        RINGFENCE_TEXT("blit in RUNTIME needs a graph that no blit in INIT has built"),            \
    [RINGFENCE_FAULT_IMAGE_IN_USE] =                                                               \
        RINGFENCE_TEXT("image or device of NvMedia was destroyed while others use it"),            \
    [RINGFENCE_FAULT_NO_NETWORKS] =                                                                \
        RINGFENCE_TEXT("a network needs libringfence_dla_network.so, and oneDNN at build"),        \
    [RINGFENCE_FAULT_NETWORK_ON_GPU] =                                                             \
        RINGFENCE_TEXT("networks are computed by the CPU, with tensors in its memory"),            \
    [RINGFENCE_FAULT_NO_LAYER] =                                                                   \
        RINGFENCE_TEXT("oneDNN cannot compute a layer here, or needs the heap for tasks"),         \
    [RINGFENCE_FAULT_OVERLAP] =                                                                    \
        RINGFENCE_TEXT("source and destination of an operation share bytes of one memory"),

static const char *const g_fault_texts[FAULT_KINDS] = {
    [RINGFENCE_FAULT_NONE] = RINGFENCE_TEXT("no fault"),
    [RINGFENCE_FAULT_BAD_HANDLE] =
        RINGFENCE_TEXT("handle is stale, freed, of another kind, or no handle"),
    [RINGFENCE_FAULT_BAD_FENCE] = RINGFENCE_TEXT("fence bytes are not what the library wrote"),
    [RINGFENCE_FAULT_STALE_FENCE] = RINGFENCE_TEXT("object of the fence is gone"),
    [RINGFENCE_FAULT_FENCE_OVERCLEARED] =
        RINGFENCE_TEXT("fence was cleared more often than it was made"),
    [RINGFENCE_FAULT_BAD_RETURN] = RINGFENCE_TEXT("storage given back was not taken"),
    [RINGFENCE_FAULT_INTERNAL] = RINGFENCE_TEXT("an assertion of the library does not hold"),
    [RINGFENCE_FAULT_IN_USE] = RINGFENCE_TEXT("a wait context was freed during its wait"),
    [RINGFENCE_FAULT_BAD_TABLE] =
        RINGFENCE_TEXT("endpoint table or name of the space cannot be used"),
    [RINGFENCE_FAULT_BAD_PEER] = RINGFENCE_TEXT("peer of a channel is not who or what it must be"),
    [RINGFENCE_FAULT_STILL_OPEN] = RINGFENCE_TEXT("endpoints are still open"),
    [RINGFENCE_FAULT_BAD_DESCRIPTOR] =
        RINGFENCE_TEXT("bytes to import are no descriptor of this kind, or damaged"),
    [RINGFENCE_FAULT_OTHER_VERSION] = RINGFENCE_TEXT("bytes to import are of another version"),
    [RINGFENCE_FAULT_NOT_OFFERED] =
        RINGFENCE_TEXT("object was not offered over this channel, or was imported before"),
    [RINGFENCE_FAULT_SIGNALER_GONE] = RINGFENCE_TEXT("process that signals the object is gone"),
    [RINGFENCE_FAULT_NO_ENDPOINT] = RINGFENCE_TEXT("name is not in the endpoint table"),
    [RINGFENCE_FAULT_ENDPOINT_TAKEN] = RINGFENCE_TEXT("endpoint is open already"),
    [RINGFENCE_FAULT_BAD_LENGTH] = RINGFENCE_TEXT("message has no byte, or more than a frame"),
    [RINGFENCE_FAULT_EVENT_IN_USE] =
        RINGFENCE_TEXT("an event object was deleted or closed while others use it"),
    [RINGFENCE_FAULT_OTHER_GPU] = RINGFENCE_TEXT("list of the object does not name this GPU"),
    [RINGFENCE_FAULT_OUT_OF_BUFFER] = RINGFENCE_TEXT("size or range is not in the buffer"),
    [RINGFENCE_FAULT_NO_RIGHT] = RINGFENCE_TEXT("no right to signal or to wait for the object"),
    [RINGFENCE_FAULT_ENGINE_FAILED] = RINGFENCE_TEXT("engine failed before it reached points"),
    [RINGFENCE_FAULT_ARENA_TOO_SMALL] =
        RINGFENCE_TEXT("memory for buffers is smaller than the configuration says"),
    [RINGFENCE_FAULT_OTHER_OBJECT] = RINGFENCE_TEXT("fence is another object's"),
    [RINGFENCE_FAULT_NO_DEVICE] = RINGFENCE_TEXT("there is no such device"),
    [RINGFENCE_FAULT_LIMIT] = RINGFENCE_TEXT("a limit was reached"),
    [RINGFENCE_FAULT_BAD_PAIR] = RINGFENCE_TEXT("list does not take a pair of a key and a value"),
    RINGFENCE_OF_CPU_ENGINES(FAULT_TEXTS_OF_CPU_ENGINES)[RINGFENCE_FAULT_IN_HANDLER] =
        RINGFENCE_TEXT("an interrupt handler calls where RINGFENCE_CFG_INTERRUPTS is 0"),
    [RINGFENCE_FAULT_MEMORY_BOUNDARY] =
        RINGFENCE_TEXT("object cannot go to a peer that shares no memory")};

static const char *const g_cause_texts[(uint32_t)RINGFENCE_PAIR_LAST + 1U] = {
    [RINGFENCE_PAIR_FITS] = "",
    [RINGFENCE_PAIR_UNKNOWN_KEY] = RINGFENCE_TEXT("lists of this kind have no such key"),
    [RINGFENCE_PAIR_LEFT_OUT] = RINGFENCE_TEXT("feature of the key is left out"),
    [RINGFENCE_PAIR_OUTPUT_KEY] = RINGFENCE_TEXT("key is the library's to write"),
    [RINGFENCE_PAIR_LIST_CLOSED] =
        RINGFENCE_TEXT("list is reconciled, of a conflict, appended or imported"),
    [RINGFENCE_PAIR_NULL_VALUE] = RINGFENCE_TEXT("pointer to the value is NULL"),
    [RINGFENCE_PAIR_LENGTH] = RINGFENCE_TEXT("length does not fit the key"),
    [RINGFENCE_PAIR_VALUE] = RINGFENCE_TEXT("value is not one that the key can have"),
    [RINGFENCE_PAIR_SET_BEFORE] = RINGFENCE_TEXT("an earlier call has set the key"),
    [RINGFENCE_PAIR_TWICE] = RINGFENCE_TEXT("an earlier pair of the call has the key"),
    [RINGFENCE_PAIR_OTHER_TYPE] =
        RINGFENCE_TEXT("key belongs to a type of buffers that the list does not have"),
    [RINGFENCE_PAIR_NO_PAIRS] = RINGFENCE_TEXT("there are no pairs"),
    [RINGFENCE_PAIR_TOO_MANY] = RINGFENCE_TEXT("there are more pairs than keys")};

static const char *const g_limit_texts[FAULT_LIMIT_COUNT] = {
    [FAULT_LIMIT_NONE] = "",
    [FAULT_LIMIT_BUFFER_MIB] = RINGFENCE_TEXT("RINGFENCE_CFG_BUFFER_MIB"),
    [FAULT_LIMIT_ALL_BUFFERS_MIB] = RINGFENCE_TEXT("RINGFENCE_CFG_ALL_BUFFERS_MIB"),
    [FAULT_LIMIT_SYSTEM_MEMORY] = RINGFENCE_TEXT("memory of the system"),
    [FAULT_LIMIT_PEER_LISTS] = RINGFENCE_TEXT("RINGFENCE_CFG_PEER_LISTS"),
    [FAULT_LIMIT_ROUTES] = RINGFENCE_TEXT("RINGFENCE_CFG_ROUTES"),
    [FAULT_LIMIT_DESCRIPTOR_BYTES] = RINGFENCE_TEXT("RINGFENCE_CFG_DESCRIPTOR_BYTES"),
    [FAULT_LIMIT_IPC_ENDPOINTS] = RINGFENCE_TEXT("RINGFENCE_CFG_IPC_ENDPOINTS"),
    [FAULT_LIMIT_EVENT_NOTIFIERS] = RINGFENCE_TEXT("RINGFENCE_CFG_EVENT_NOTIFIERS"),
    [FAULT_LIMIT_STREAM_CONSUMERS] = RINGFENCE_TEXT("RINGFENCE_CFG_STREAM_CONSUMERS"),
    [FAULT_LIMIT_STREAM_PACKETS] = RINGFENCE_TEXT("RINGFENCE_CFG_STREAM_PACKETS"),
    [FAULT_LIMIT_STREAM_ELEMENTS] = RINGFENCE_TEXT("RINGFENCE_CFG_STREAM_ELEMENTS"),
    [FAULT_LIMIT_STREAM_INFO_BYTES] = RINGFENCE_TEXT("RINGFENCE_CFG_STREAM_INFO_BYTES"),
    [FAULT_LIMIT_IPC_CALLS] = RINGFENCE_TEXT("calls that an endpoint keeps for RUNTIME"),
    [FAULT_LIMIT_IPC_MEMORIES] = RINGFENCE_TEXT("memories that an endpoint keeps for RUNTIME"),
    [FAULT_LIMIT_LAYER_OPERATIONS] = RINGFENCE_TEXT("operations of a layer of a network")};

/** Name of a function, as reports have it. */
static const char *name_of_function(uint32_t op)
{
    return (RINGFENCE_CFG_TEXTS == 1U) ? g_function_names[op] : "";
}

/** Number of a function of a record.
 * @satisfies RF-CORE-275 */
static RingfenceFunctionId number_of_record(uint32_t record)
{
    const uint32_t number = g_admissions[record] >> ADMISSION_SHIFT;

    return (RingfenceFunctionId)number;
}

/** So many threads do not count at one time that it goes round.
 * @satisfies RF-CORE-263 */
void core_count(PortAtomic32 *count)
{
    if (port_load32_relaxed(count) < RINGFENCE_COUNT_MOST) {
        (void)port_add32(count, 1U);
    }
}

/** Name of a slot that was kept; 0 where names are left out. */
static uint32_t read_kept_name(const PortAtomic32 *kept)
{
    return (RINGFENCE_CFG_EXTRAS == 1U) ? port_load32_relaxed(kept) : 0U;
}

/** Table of a name. */
static RingfencePool pool_of_name(uint32_t name)
{
    RingfencePool pool = RINGFENCE_POOL_COUNT;

    if (name != 0U) {
        const uint32_t number = (name >> PHASE_NAME_SHIFT) - 1U;

        pool = (RingfencePool)number;
    }
    return pool;
}

/** @satisfies RF-CORE-244 */
void phase_note_name(uint32_t name)
{
    if (RINGFENCE_CFG_EXTRAS == 1U) {
        port_store32_relaxed(&g_phase.refused_name, name);
    }
}

/** Keeps a constant name. */
static void store_name(PortAtomicWord *word, const char *name)
{
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-052 a name is kept in a word */
    port_store_word(word, (uintptr_t)name);
}

/** A name that was kept. */
static const char *load_name(const PortAtomicWord *word)
{
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-052 a name is kept in a word */
    return (const char *)port_load_word(word);
}

/** What a fault of a limit says of it. The limits are for what other processes ask for, and for
 * streams. */
static void read_limit(RingfenceFault *fault)
{
    if (((RINGFENCE_CFG_SHARING == 1U) || (RINGFENCE_CFG_STREAMS == 1U)) &&
        (fault->kind == RINGFENCE_FAULT_LIMIT)) {
        fault->limit = g_limit_texts[port_load32_relaxed(&g_phase.fault_limit)];
        fault->asked = port_load64_relaxed(&g_phase.fault_asked);
        fault->allowed = port_load64_relaxed(&g_phase.fault_allowed);
    }
}

/** Where the assertion stands that did not hold. */
static void read_place(RingfenceFault *fault)
{
    if ((RINGFENCE_CFG_ASSERTS == 1U) && (fault->kind == RINGFENCE_FAULT_INTERNAL)) {
        fault->file = load_name(&g_assert_file);
        fault->line = port_load32_relaxed(&g_assert_line);
    }
}

/** The pair that a list did not take. */
static void read_pair(RingfenceFault *fault)
{
    if ((RINGFENCE_CFG_EXTRAS == 1U) && (fault->kind == RINGFENCE_FAULT_BAD_PAIR)) {
        const uint32_t cause = port_load32_relaxed(&g_pair_cause);

        fault->pair = port_load32_relaxed(&g_pair_place);
        fault->key = port_load32_relaxed(&g_pair_key);
        fault->keyName = load_name(&g_pair_name);
        fault->cause = (RingfencePairCause)cause;
        fault->causeText = (RINGFENCE_CFG_TEXTS == 1U) ? g_cause_texts[cause] : "";
    }
}

/** What differs in a library of another build. Without an operating system there are none. */
static void read_build(RingfenceFault *fault)
{
    if ((PHASE_COMPARES == 1U) && (fault->kind == RINGFENCE_FAULT_OTHER_BUILD)) {
        fault->limit = load_name(&g_build_name);
        fault->asked = port_load64_relaxed(&g_phase.fault_asked);
        fault->allowed = port_load64_relaxed(&g_phase.fault_allowed);
        fault->file = load_name(&g_build_file);
    }
}

/** A kind of faults in words; of one that a library of another build reports there may be none. */
static const char *text_of_kind(uint32_t kind)
{
    const char *text = "";

    if ((PHASE_COMPARES == 1U) && (kind == (uint32_t)RINGFENCE_FAULT_OTHER_BUILD)) {
        text = RINGFENCE_TEXT("a library beside libringfence is of another build");
    } else if (kind < FAULT_KINDS) {
        text = g_fault_texts[kind];
    } else {
        /* It has the number alone. */
    }
    return text;
}

/** What the kind of a fault has besides what all have; the rest is zero or empty.
 * @satisfies RF-CORE-005 RF-CORE-200 RF-CORE-245 RF-CORE-255 */
static void read_fault(RingfenceFault *fault)
{
    const uint32_t op = port_load32_acquire(&g_phase.fault_op);
    const uint32_t kind = port_load32_relaxed(&g_phase.fault_kind);
    const uint32_t number = port_load32_relaxed(&g_phase.fault_number);

    (void)memset(fault, 0, sizeof(*fault));
    fault->kind = (RingfenceFaultKind)kind;
    fault->text = (RINGFENCE_CFG_TEXTS == 1U) ? text_of_kind(kind) : "";
    fault->function = (op == 0U) ? NULL : name_of_function(op - 1U);
    fault->functionId = number_of_record(op);
    fault->total = port_load32_relaxed(&g_phase.fault_total);
    if ((RINGFENCE_CFG_SHARING == 1U) && (fault->kind == RINGFENCE_FAULT_ENDPOINT_TAKEN)) {
        fault->process = number;
    } else {
        fault->missing = number;
    }
    fault->pool = pool_of_name(read_kept_name(&g_phase.fault_name));
    fault->slot = read_kept_name(&g_phase.fault_name) & PHASE_NAME_SLOT;
    fault->limit = "";
    fault->file = "";
    fault->keyName = "";
    fault->causeText = "";
    read_limit(fault);
    read_place(fault);
    read_pair(fault);
    read_build(fault);
}

/** The application's function is told, where there is one.
 * @satisfies RF-CORE-262 */
static void tell_fault(void)
{
    if (RINGFENCE_CFG_FAULT_HOOK == 1U) {
        RingfenceFault fault;

        read_fault(&fault);
        RINGFENCE_TELL_FAULT(&fault);
    }
}

/** Records a fault of a function; 0: of none. */
static void record_fault(uint32_t op_record, RingfenceFaultKind kind, uint32_t number,
                         uint32_t name)
{
    core_count(&g_phase.fault_total);
    if (RINGFENCE_CFG_EXTRAS == 1U) {
        port_store32_relaxed(&g_phase.fault_name, name);
    }
    port_store32_relaxed(&g_phase.fault_number, number);
    port_store32_relaxed(&g_phase.fault_kind, (uint32_t)kind);
    port_store32_release(&g_phase.fault_op, op_record);
    tell_fault();
}

void ringfence_fault_report(PhaseOp op, RingfenceFaultKind kind)
{
    record_fault((uint32_t)op + 1U, kind, 0U, 0U);
}

/** Records that a function was refused in the phase that the word stands for. */
static void record_refusal(PhaseOp op, uint32_t word)
{
    core_count(&g_phase.refused[op]);
    core_count(&g_phase.refused_total);
    port_store32_relaxed(&g_phase.refused_word, word);
    port_store32_relaxed(&g_phase.refused_name, 0U);
    port_store32_release(&g_phase.refused_op, (uint32_t)op + 1U);
}

/** Reports that a handler calls which the configuration does not have, and refuses it.
 * @satisfies RF-PORT-250 */
static inline NvSciError refuse_handler(PhaseOp op)
{
    ringfence_fault_report(op, RINGFENCE_FAULT_IN_HANDLER);
    return NvSciError_InvalidState;
}

/** @satisfies RF-CORE-015 */
PORT_HOT NvSciError ringfence_phase_admit(PhaseOp op)
{
    NvSciError status = NvSciError_Success;
    const uint32_t word = port_load32_acquire(&g_phase.phase_word);

    if (port_handler_calls()) {
        status = refuse_handler(op);
    } else if (((g_admissions[(uint32_t)op + 1U] >> word) & 1U) == 0U) {
        record_refusal(op, word);
        status = NvSciError_InvalidState;
    } else {
        /* It is admitted. */
    }
    return status;
}

NvSciError phase_answer(PhaseOp op, bool answer, bool *place)
{
    NvSciError status = ringfence_phase_admit(op);

    if ((status == NvSciError_Success) && (place == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        *place = answer;
    }
    return status;
}

/** @satisfies RF-STREAM-152 */
NvSciError phase_refuse_handler(PhaseOp op)
{
    NvSciError status = NvSciError_InvalidState;

    if (port_handler_calls()) {
        status = refuse_handler(op);
    } else {
        record_refusal(op, port_load32_acquire(&g_phase.phase_word));
    }
    return status;
}

/** @satisfies RF-CORE-015 RF-CORE-016 RF-CORE-084 RF-CORE-105 */
NvSciError ringfence_api_enter(PhaseOp op)
{
    NvSciError status = NvSciError_InvalidState;

    if (port_may_block()) {
        ringfence_port_lock();
        status = ringfence_phase_admit(op);
        if (status == NvSciError_Success) {
            port_store32_relaxed(&g_phase.entered_op, (uint32_t)op + 1U);
        } else {
            ringfence_port_unlock();
        }
    } else {
        status = phase_refuse_handler(op);
    }
    return status;
}

void ringfence_api_leave(void)
{
    port_store32_relaxed(&g_phase.entered_op, 0U);
    ringfence_port_unlock();
}

/** Where the lock guards the port's own tables of memory too, it is kept.
 * @satisfies RF-CORE-201 */
int32_t core_memory_begin(void)
{
    int32_t held = 0;

    if (RINGFENCE_CFG_ATOMICS == 0U) {
        port_store32_relaxed(&g_phase.entered_op, 0U);
        held = port_memory_begin();
    }
    return held;
}

/** @satisfies RF-CORE-201 */
void core_memory_end(PhaseOp op, int32_t held)
{
    if (RINGFENCE_CFG_ATOMICS == 0U) {
        port_memory_end(held);
        port_store32_relaxed(&g_phase.entered_op, (uint32_t)op + 1U);
    }
}

/** @satisfies RF-CORE-244 */
void fault_report_name(PhaseOp op, uint32_t name)
{
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_BAD_HANDLE, 0U, name);
}

/** @satisfies RF-CORE-106 */
void fault_report_missing(PhaseOp op, RingfenceFaultKind kind, uint64_t bytes)
{
    const uint64_t told = (bytes > (uint64_t)UINT32_MAX) ? (uint64_t)UINT32_MAX : bytes;

    record_fault((uint32_t)op + 1U, kind, (uint32_t)told, 0U);
}

/** @satisfies RF-IPC-242 */
void fault_report_taken(PhaseOp op, uint32_t process)
{
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_ENDPOINT_TAKEN, process, 0U);
}

void fault_report_build(const FaultBuild *build)
{
    port_store64_relaxed(&g_phase.fault_asked, build->asked);
    port_store64_relaxed(&g_phase.fault_allowed, build->allowed);
    store_name(&g_build_name, build->name);
    store_name(&g_build_file, build->file);
    record_fault(0U, RINGFENCE_FAULT_OTHER_BUILD, 0U, 0U);
}

/** @satisfies RF-CORE-200 */
void fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed)
{
    port_store64_relaxed(&g_phase.fault_asked, asked);
    port_store64_relaxed(&g_phase.fault_allowed, allowed);
    port_store32_relaxed(&g_phase.fault_limit, (uint32_t)limit);
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_LIMIT, 0U, 0U);
}

void ringfence_fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed)
{
    fault_report_limit(op, limit, asked, allowed);
}

/** @satisfies RF-CORE-255 */
void fault_report_pair(PhaseOp op, const FaultPair *pair)
{
    const size_t told = (pair->place > (size_t)UINT32_MAX) ? (size_t)UINT32_MAX : pair->place;

    port_store32_relaxed(&g_pair_cause, (uint32_t)pair->cause);
    port_store32_relaxed(&g_pair_place, (uint32_t)told);
    port_store32_relaxed(&g_pair_key, pair->key);
    store_name(&g_pair_name, pair->name);
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_BAD_PAIR, 0U, 0U);
}

/** @satisfies RF-CORE-029 RF-CORE-245 */
void fault_assert(const char *file, uint32_t line)
{
    if (RINGFENCE_CFG_ASSERTS == 1U) {
        port_store32_relaxed(&g_assert_line, line);
        store_name(&g_assert_file, file);
    }
    record_fault(port_load32_relaxed(&g_phase.entered_op), RINGFENCE_FAULT_INTERNAL, 0U, 0U);
}

/** Held while functions that are made of several others are under way. */
static PortAtomic32 g_phase_hold;

void phase_hold(void)
{
    if (port_may_block()) {
        ringfence_port_mutex_lock(&g_phase_hold);
    }
}

void phase_release(void)
{
    if (port_may_block()) {
        ringfence_port_mutex_unlock(&g_phase_hold);
    }
}

PhasePart g_phase_parts[PHASE_PARTS];

/** Takes the locks that keep the phase: those of streams, and the library's. */
static void lock_all(void)
{
    if (RINGFENCE_CFG_STREAMS == 1U) {
        phase_hold();
        for (uint32_t part = PHASE_PARTS; part > 0U; part--) {
            phase_part_take(part - 1U);
        }
    }
    port_lock_alone();
}

/** Gives back what lock_all() took. */
static void unlock_all(void)
{
    ringfence_port_unlock();
    if (RINGFENCE_CFG_STREAMS == 1U) {
        for (uint32_t part = 0U; part < PHASE_PARTS; part++) {
            phase_part_give(part);
        }
        phase_release();
    }
}

/** Takes the library's lock when nothing is under way that the phase must not change in. Calls that
 * are under way may need the locks to end, so these are given back until the last has ended.
 * @satisfies RF-STREAM-130 RF-CORE-313 */
static void lock_alone(void)
{
    if (PHASE_KEEPS == 1U) {
        bool is_begun = false;

        phase_change_asks();
        while (!is_begun) {
            lock_all();
            is_begun = phase_change_begins();
            if (!is_begun) {
                unlock_all();
                phase_change_waits();
            }
        }
    } else {
        lock_all();
    }
}

/** Gives back what lock_alone() took. */
static void unlock_alone(void)
{
    if (PHASE_KEEPS == 1U) {
        phase_change_ends();
    }
    unlock_all();
}

/** @satisfies RF-CORE-001 RF-CORE-010 RF-CORE-011 RF-CORE-016 */
NvSciError RingfenceAdvancePhase(RingfencePhase next)
{
    NvSciError status = NvSciError_BadParameter;
    uint32_t next_word = 0U;

    for (uint32_t word = 0U; word < PHASE_WORDS; word++) {
        if (phase_of_word(word) == next) {
            next_word = word;
            status = NvSciError_Success;
        }
    }
    if (!port_may_block()) {
        status = NvSciError_InvalidState;
        if (port_handler_calls()) {
            status = refuse_handler(OP_ADVANCE_PHASE);
        }
    }
    if (status == NvSciError_Success) {
        lock_alone();
        if (next_word == ((port_load32_relaxed(&g_phase.phase_word) + 1U) % PHASE_WORDS)) {
            const uint32_t no_signals = NO_SIGNALS(next_word);

            port_store32_release(&g_phase.phase_word, next_word);
            if (PORT_QUICK == 1U) {
                port_store64_release(&g_phase_signals.refused, no_signals);
            }
        } else {
            status = NvSciError_InvalidState;
        }
        unlock_alone();
        if (status == NvSciError_Success) {
            phase_changed();
        }
    }
    return status;
}

/** @satisfies RF-CORE-002 */
RingfencePhase RingfenceCurrentPhase(void)
{
    return phase_of_word(port_load32_acquire(&g_phase.phase_word));
}

/** @satisfies RF-CORE-003 */
NvSciError RingfenceGetAdmission(size_t index, RingfenceAdmission *admission)
{
    NvSciError status = NvSciError_Success;

    if (admission == NULL) {
        status = NvSciError_BadParameter;
    } else if (index >= (size_t)OP_COUNT) {
        status = NvSciError_IndexOutOfRange;
    } else {
        admission->function = name_of_function((uint32_t)index);
        admission->functionId = number_of_record((uint32_t)index + 1U);
        admission->phases = g_admissions[index + 1U] & ADMISSION_PHASES;
        admission->refused = port_load32_relaxed(&g_phase.refused[index]);
    }
    return status;
}

/** @satisfies RF-CORE-004 */
NvSciError RingfenceGetLastRefusal(RingfenceRefusal *refusal)
{
    NvSciError status = NvSciError_Success;

    if (refusal == NULL) {
        status = NvSciError_BadParameter;
    } else {
        const uint32_t op = port_load32_acquire(&g_phase.refused_op);

        refusal->function = NULL;
        refusal->functionId = number_of_record(op);
        refusal->phase = phase_of_word(port_load32_relaxed(&g_phase.refused_word));
        refusal->count = 0U;
        refusal->total = port_load32_relaxed(&g_phase.refused_total);
        refusal->pool = pool_of_name(read_kept_name(&g_phase.refused_name));
        refusal->slot = read_kept_name(&g_phase.refused_name) & PHASE_NAME_SLOT;
        if (op != 0U) {
            refusal->function = name_of_function(op - 1U);
            refusal->count = port_load32_relaxed(&g_phase.refused[op - 1U]);
        }
    }
    return status;
}

/** @satisfies RF-CORE-005 */
NvSciError RingfenceGetLastFault(RingfenceFault *fault)
{
    NvSciError status = NvSciError_Success;

    if (fault == NULL) {
        status = NvSciError_BadParameter;
    } else {
        read_fault(fault);
    }
    return status;
}
