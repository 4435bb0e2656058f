/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault.c
 * The record of the last fault. Its texts are rows of the components that report it.
 */
#include "core/fault.h"

#include <string.h>

#include "core/bytes.h"
#include "core/count.h"
#include "core/kept.h"
#include "core/tables.h"
#include "port/atomic.h"
#include "ringfence_cfg.h"

/** The last fault. Records hold an operation's index plus one, so that zero means none. */
typedef struct {
    PortAtomic32 total;
    PortAtomic32 op;
    PortAtomic32 kind;
    /** Of RINGFENCE_FAULT_ARENA_TOO_SMALL and RINGFENCE_FAULT_ENDPOINT_TAKEN; of all others the
     * cause that an engine which is software told, 0: none. */
    PortAtomic32 number;
    /** What a handle named that was not taken. */
    PortAtomic32 name;
    /** Address of the name of a limit that was reached. */
    PortAtomicWord limit;
    PortAtomic64 asked;
    PortAtomic64 allowed;
} FaultState;

static FaultState g_fault;

PortAtomic32 g_fault_entered;

/** Where the last assertion stands that did not hold: the address of the name of its file, and the
 * line. */
static PortAtomicWord g_assert_file;
static PortAtomic32 g_assert_line;

/** The last pair that a list did not take, or key that did not suit; of it the address of the name.
 */
static PortAtomic32 g_pair_cause;
static PortAtomic32 g_pair_place;
static PortAtomic32 g_pair_key;
static PortAtomicWord g_pair_name;

/** The last library of another build: what differs, and its file. */
static PortAtomicWord g_build_name;
static PortAtomicWord g_build_file;

/** Call that the system refused last. */
static PortAtomicWord g_refused_call;

/** Why the last call was not taken that a stream or a channel did not take, or a late consumer. */
static PortAtomic32 g_order_cause;

/** Why the last list was not taken, or the last access was not given. */
static PortAtomic32 g_list_cause;

/** The last name that was not in the endpoint table, or end that does not take a call or found no
 * peer, and where that table came from. */
static PortAtomic64 g_endpoint_name[NVSCIIPC_MAX_ENDPOINT_NAME / sizeof(uint64_t)];
static PortAtomicWord g_endpoint_table;

/** The last endpoint table that could not be used: where it came from, its line, and why. */
static PortAtomicWord g_bad_table;
static PortAtomicWord g_bad_reason;
static PortAtomic32 g_bad_line;

#define FAULT_TEXT(kind, text)  [(kind)] = RINGFENCE_TEXT(text),
#define LIMIT_TEXT(limit, text) [(limit)] = RINGFENCE_TEXT(text),
#define CAUSE_TEXT(cause, text) [(cause)] = RINGFENCE_TEXT(text),

static const char *const g_fault_texts[FAULT_KINDS] = {FAULT_TABLE(FAULT_TEXT)};

#define ORDER_TEXT(kind, text) RINGFENCE_TEXT(text),

/** In the order of their numbers, from FAULT_ORDER_FIRST. */
static const char *const g_order_texts[FAULT_ORDER_END - FAULT_ORDER_FIRST] = {
    FAULT_ORDER_TABLE(ORDER_TEXT)};

static const char *const g_why_texts[FAULT_CAUSE_COUNT] = {[FAULT_CAUSE_NONE] = "",
                                                           CAUSE_TABLE(CAUSE_TEXT)};

static const char *const g_list_texts[LIST_CAUSE_COUNT] = {[LIST_CAUSE_NONE] = "",
                                                           LIST_CAUSE_TABLE(CAUSE_TEXT)};

static const char *const g_engine_texts[ENGINE_CAUSE_COUNT] = {[ENGINE_CAUSE_NONE] = "",
                                                               ENGINE_CAUSE_TABLE(CAUSE_TEXT)};

/** What to do about a kind of faults. */
typedef struct {
    RingfenceFaultKind kind;
    const char *text;
} FaultHint;

#define HINT_TEXT(kind, text) {(kind), RINGFENCE_TEXT(text)},

static const FaultHint g_hints[] = {HINT_TABLE(HINT_TEXT)};

static const char *const g_cause_texts[(uint32_t)RINGFENCE_PAIR_LAST + 1U] = {
    [RINGFENCE_PAIR_FITS] = "", CAUSES_OF_ATTR(CAUSE_TEXT)};

static const char *const g_limit_texts[FAULT_LIMIT_COUNT] = {[FAULT_LIMIT_NONE] = "",
                                                             LIMIT_TABLE(LIMIT_TEXT)};

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

/** Says whether a fault is that a limit was reached, or may have one as its cause. */
static bool has_limit(RingfenceFaultKind kind)
{
    bool has = (kind == RINGFENCE_FAULT_LIMIT);

    if (FAULT_OF_POOLS == 1U) {
        has = has || (kind == RINGFENCE_FAULT_BAD_PAIR) || (kind == RINGFENCE_FAULT_BAD_TABLE) ||
              (kind == RINGFENCE_FAULT_BAD_LENGTH);
    }
    return has;
}

/** What a fault of a limit says of it. The limits are for what other processes ask for, for streams
 * and for tables that are full.
 * @satisfies RF-CORE-350 */
static void read_limit(RingfenceFault *fault)
{
    if (((RINGFENCE_CFG_SHARING == 1U) || (RINGFENCE_CFG_STREAMS == 1U) ||
         (FAULT_OF_POOLS == 1U)) &&
        has_limit(fault->kind)) {
        fault->limit = RINGFENCE_TEXT(load_name(&g_fault.limit));
        fault->asked = port_load64_relaxed(&g_fault.asked);
        fault->allowed = port_load64_relaxed(&g_fault.allowed);
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
    if ((FAULT_COMPARES == 1U) && (fault->kind == RINGFENCE_FAULT_OTHER_BUILD)) {
        fault->limit = load_name(&g_build_name);
        fault->asked = port_load64_relaxed(&g_fault.asked);
        fault->allowed = port_load64_relaxed(&g_fault.allowed);
        fault->file = load_name(&g_build_file);
    }
}

/** The call that the system refused. Without an operating system there is none. */
static void read_call(RingfenceFault *fault)
{
    if ((FAULT_COMPARES == 1U) && (fault->kind == RINGFENCE_FAULT_CALL_REFUSED)) {
        fault->limit = RINGFENCE_TEXT(load_name(&g_refused_call));
        fault->asked = port_load64_relaxed(&g_fault.asked);
    }
}

/** Why a stream or a channel did not take a call.
 * @satisfies RF-CORE-330 */
static void read_order(RingfenceFault *fault)
{
    const bool is_streams =
        (RINGFENCE_CFG_STREAMS == 1U) && (fault->kind == RINGFENCE_FAULT_STREAM_ORDER);
    const bool is_channels =
        (RINGFENCE_CFG_CHANNELS == 1U) && (fault->kind == RINGFENCE_FAULT_CHANNEL_ORDER);

    if ((RINGFENCE_CFG_TEXTS == 1U) && (is_streams || is_channels)) {
        fault->causeText = g_why_texts[port_load32_relaxed(&g_order_cause)];
    }
}

/** Why a late consumer is refused, and the key that does not suit, with what both have under it.
 * @satisfies RF-STREAM-245 RF-STREAM-251 */
static void read_late(RingfenceFault *fault)
{
    if ((RINGFENCE_CFG_STREAMS == 1U) && (fault->kind == RINGFENCE_FAULT_LATE_REFUSED)) {
        fault->key = port_load32_relaxed(&g_pair_key);
        fault->keyName = load_name(&g_pair_name);
        fault->asked = port_load64_relaxed(&g_fault.asked);
        fault->allowed = port_load64_relaxed(&g_fault.allowed);
        fault->causeText = g_why_texts[port_load32_relaxed(&g_order_cause)];
    }
}

/** Why a list was not taken, or an access was not given.
 * @satisfies RF-CORE-343 */
static void read_list(RingfenceFault *fault)
{
    if ((RINGFENCE_CFG_TEXTS == 1U) && ((fault->kind == RINGFENCE_FAULT_LIST_ORDER) ||
                                        (fault->kind == RINGFENCE_FAULT_NO_ACCESS))) {
        fault->causeText = g_list_texts[port_load32_relaxed(&g_list_cause)];
    }
}

/** Why an end of a channel found no peer, and where it looked.
 * @satisfies RF-IPC-312 */
static void read_absence(RingfenceFault *fault)
{
    if ((RINGFENCE_CFG_CHANNELS == 1U) && (fault->kind == RINGFENCE_FAULT_NO_PEER)) {
        fault->causeText = g_why_texts[port_load32_relaxed(&g_order_cause)];
        fault->asked = port_load64_relaxed(&g_fault.asked);
        fault->allowed = port_load64_relaxed(&g_fault.allowed);
    }
}

/** What to do about a kind of faults; "": that is not known. */
static const char *hint_of(RingfenceFaultKind kind)
{
    const char *text = "";

    for (size_t i = 0U; i < (sizeof(g_hints) / sizeof(g_hints[0])); i++) {
        if (g_hints[i].kind == kind) {
            text = g_hints[i].text;
        }
    }
    return text;
}

/** What an engine says that is to be done: the one that is software by its cause, where there is
 * one. Without an operating system nothing is said, as words take room there.
 * @satisfies RF-CORE-371 */
static void read_engine(RingfenceFault *fault, uint32_t number)
{
    const bool has_number = (fault->kind == RINGFENCE_FAULT_ARENA_TOO_SMALL) ||
                            (fault->kind == RINGFENCE_FAULT_ENDPOINT_TAKEN);

    if ((RINGFENCE_CPU_ENGINES == 1U) && (!has_number)) {
        fault->missing = 0U;
        fault->causeText = g_engine_texts[number];
    }
    if ((FAULT_COMPARES == 1U) && (RINGFENCE_CFG_ENGINES == 1U) && (fault->causeText[0] == '\0')) {
        fault->causeText = hint_of(fault->kind);
    }
}

/** The name of an endpoint, and where the table came from.
 * @satisfies RF-CORE-331 */
static void read_endpoint(RingfenceFault *fault)
{
    const bool is_order = (fault->kind == RINGFENCE_FAULT_CHANNEL_ORDER);
    const bool has_table =
        (fault->kind == RINGFENCE_FAULT_NO_ENDPOINT) || (fault->kind == RINGFENCE_FAULT_NO_PEER);

    if ((RINGFENCE_CFG_CHANNELS == 1U) && (RINGFENCE_CFG_TEXTS == 1U) && (has_table || is_order)) {
        if (has_table) {
            fault->file = load_name(&g_endpoint_table);
        }
        for (size_t i = 0U; i < NVSCIIPC_MAX_ENDPOINT_NAME; i += sizeof(uint64_t)) {
            const uint64_t word = port_load64_relaxed(&g_endpoint_name[i / sizeof(word)]);

            bytes_copy(&fault->endpoint[i], &word, sizeof(word));
        }
        fault->endpoint[NVSCIIPC_MAX_ENDPOINT_NAME - 1U] = '\0';
    }
}

/** What is wrong with which line of the endpoint table.
 * @satisfies RF-IPC-322 */
static void read_table(RingfenceFault *fault)
{
    if ((RINGFENCE_CFG_CHANNELS == 1U) && (RINGFENCE_CFG_TEXTS == 1U) &&
        (fault->kind == RINGFENCE_FAULT_BAD_TABLE)) {
        fault->file = load_name(&g_bad_table);
        fault->line = port_load32_relaxed(&g_bad_line);
        fault->causeText = load_name(&g_bad_reason);
    }
}

/** A kind of faults that has a row in words. */
static const char *text_of_row(uint32_t kind)
{
    const char *text = "";

    if ((kind >= FAULT_ORDER_FIRST) && (kind < FAULT_ORDER_END)) {
        text = g_order_texts[kind - FAULT_ORDER_FIRST];
    } else if ((kind < FAULT_KINDS) && (g_fault_texts[kind] != NULL)) {
        text = g_fault_texts[kind];
    } else if ((RINGFENCE_CFG_CHANNELS == 1U) && (kind == (uint32_t)RINGFENCE_FAULT_NO_PEER)) {
        text = RINGFENCE_TEXT("channel has found no peer yet");
    } else {
        /* It has the number alone. */
    }
    return text;
}

/** A kind of faults in words; of one that a library of another build reports there may be none. */
static const char *text_of_kind(uint32_t kind)
{
    const char *text = "";

    if ((FAULT_COMPARES == 1U) && (kind == (uint32_t)RINGFENCE_FAULT_OTHER_BUILD)) {
        text = RINGFENCE_TEXT("a library beside libringfence is of another build");
    } else if ((FAULT_COMPARES == 1U) && (kind == (uint32_t)RINGFENCE_FAULT_CALL_REFUSED)) {
        text = RINGFENCE_TEXT("the system refused a call of the library");
    } else if ((RINGFENCE_CFG_SHARING == 1U) &&
               (kind == (uint32_t)RINGFENCE_FAULT_SIGNALER_GAVE_BACK)) {
        text = RINGFENCE_TEXT("process that signals gave the object back before it was done");
    } else if ((RINGFENCE_CFG_STREAMS == 1U) && (kind == (uint32_t)RINGFENCE_FAULT_LATE_REFUSED)) {
        text = RINGFENCE_TEXT("late consumer is refused");
    } else {
        text = text_of_row(kind);
    }
    return text;
}

/** What the kind of a fault has besides what all have; the rest is zero or empty.
 * @satisfies RF-CORE-005 RF-CORE-200 RF-CORE-245 RF-CORE-255 */
static void read_fault(RingfenceFault *fault)
{
    const uint32_t op = port_load32_acquire(&g_fault.op);
    const uint32_t kind = port_load32_relaxed(&g_fault.kind);
    const uint32_t number = port_load32_relaxed(&g_fault.number);

    (void)memset(fault, 0, sizeof(*fault));
    fault->kind = (RingfenceFaultKind)kind;
    fault->text = (RINGFENCE_CFG_TEXTS == 1U) ? text_of_kind(kind) : "";
    fault->function = (op == 0U) ? NULL : admission_name(op - 1U);
    fault->functionId = admission_number(op);
    fault->total = port_load32_relaxed(&g_fault.total);
    if ((RINGFENCE_CFG_SHARING == 1U) && (fault->kind == RINGFENCE_FAULT_ENDPOINT_TAKEN)) {
        fault->process = number;
    } else {
        fault->missing = number;
    }
    fault->pool = kept_pool(kept_name(&g_fault.name));
    fault->slot = kept_name(&g_fault.name) & PHASE_NAME_SLOT;
    fault->limit = "";
    fault->file = "";
    fault->keyName = "";
    fault->causeText = "";
    read_engine(fault, number);
    read_limit(fault);
    read_place(fault);
    read_pair(fault);
    read_build(fault);
    read_call(fault);
    read_order(fault);
    read_late(fault);
    read_list(fault);
    read_endpoint(fault);
    read_absence(fault);
    read_table(fault);
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
    core_count(&g_fault.total);
    if (RINGFENCE_CFG_EXTRAS == 1U) {
        port_store32_relaxed(&g_fault.name, name);
    }
    port_store32_relaxed(&g_fault.number, number);
    port_store32_relaxed(&g_fault.kind, (uint32_t)kind);
    port_store32_release(&g_fault.op, op_record);
    tell_fault();
}

void ringfence_fault_report(PhaseOp op, RingfenceFaultKind kind)
{
    record_fault((uint32_t)op + 1U, kind, 0U, 0U);
}

/** @satisfies RF-CORE-371 */
void ringfence_fault_report_cause(PhaseOp op, RingfenceFaultKind kind, FaultEngineCause cause)
{
    record_fault((uint32_t)op + 1U, kind, (uint32_t)cause, 0U);
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
    port_store64_relaxed(&g_fault.asked, build->asked);
    port_store64_relaxed(&g_fault.allowed, build->allowed);
    store_name(&g_build_name, build->name);
    store_name(&g_build_file, build->file);
    record_fault(0U, RINGFENCE_FAULT_OTHER_BUILD, 0U, 0U);
}

/** Keeps the name of a limit, what was asked for and what it allows. */
static void store_limit(const char *name, uint64_t asked, uint64_t allowed)
{
    port_store64_relaxed(&g_fault.asked, asked);
    port_store64_relaxed(&g_fault.allowed, allowed);
    store_name(&g_fault.limit, name);
}

/** Records that a limit was reached, by its name. */
static void record_limit(uint32_t op_record, const char *name, uint64_t asked, uint64_t allowed)
{
    store_limit(name, asked, allowed);
    record_fault(op_record, RINGFENCE_FAULT_LIMIT, 0U, 0U);
}

/** @satisfies RF-CORE-200 */
void fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed)
{
    record_limit((uint32_t)op + 1U, g_limit_texts[limit], asked, allowed);
}

/** @satisfies RF-CORE-340 */
void fault_report_full(const char *macro, uint32_t capacity)
{
    record_limit(port_load32_relaxed(&g_fault_entered), macro, (uint64_t)capacity + 1U, capacity);
}

/** @satisfies RF-CORE-350 */
void fault_report_above(PhaseOp op, RingfenceFaultKind kind, FaultLimit limit, uint64_t asked,
                        uint64_t allowed)
{
    if (asked > allowed) {
        store_limit(g_limit_texts[limit], asked, allowed);
    } else {
        store_limit("", 0U, 0U);
    }
    record_fault((uint32_t)op + 1U, kind, 0U, 0U);
}

void ringfence_fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed)
{
    fault_report_limit(op, limit, asked, allowed);
}

void fault_report_order(PhaseOp op, RingfenceFaultKind kind, FaultCause cause)
{
    port_store32_relaxed(&g_order_cause, (uint32_t)cause);
    record_fault((uint32_t)op + 1U, kind, 0U, 0U);
}

void fault_report_late(PhaseOp op, FaultCause cause, const FaultKey *key, const char *name)
{
    port_store32_relaxed(&g_order_cause, (uint32_t)cause);
    port_store32_relaxed(&g_pair_key, key->key);
    port_store64_relaxed(&g_fault.asked, key->asked);
    port_store64_relaxed(&g_fault.allowed, key->has);
    store_name(&g_pair_name, name);
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_LATE_REFUSED, 0U, 0U);
}

/** @satisfies RF-CORE-343 */
void fault_report_list(PhaseOp op, RingfenceFaultKind kind, FaultListCause cause)
{
    port_store32_relaxed(&g_list_cause, (uint32_t)cause);
    record_fault((uint32_t)op + 1U, kind, 0U, 0U);
}

/** Keeps the name of an endpoint. */
static void keep_endpoint(const char *name)
{
    char kept[NVSCIIPC_MAX_ENDPOINT_NAME];
    size_t length = 0U;

    if (RINGFENCE_CFG_TEXTS == 1U) {
        (void)memset(kept, 0, sizeof(kept));
        while ((length < (sizeof(kept) - 1U)) && (name[length] != '\0')) {
            kept[length] = name[length];
            length++;
        }
        for (size_t i = 0U; i < sizeof(kept); i += sizeof(uint64_t)) {
            uint64_t word = 0U;

            bytes_copy(&word, &kept[i], sizeof(word));
            port_store64_relaxed(&g_endpoint_name[i / sizeof(word)], word);
        }
    }
}

void fault_report_endpoint(PhaseOp op, const char *name, const char *source)
{
    keep_endpoint(name);
    store_name(&g_endpoint_table, source);
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_NO_ENDPOINT, 0U, 0U);
}

/** @satisfies RF-IPC-313 */
void fault_report_channel(PhaseOp op, FaultCause cause, const char *endpoint)
{
    keep_endpoint(endpoint);
    fault_report_order(op, RINGFENCE_FAULT_CHANNEL_ORDER, cause);
}

/** @satisfies RF-IPC-312 */
void fault_report_absence(PhaseOp op, const FaultAbsence *absence)
{
    keep_endpoint(absence->endpoint);
    store_name(&g_endpoint_table, absence->table);
    port_store32_relaxed(&g_order_cause, (uint32_t)absence->cause);
    port_store64_relaxed(&g_fault.asked, absence->network);
    port_store64_relaxed(&g_fault.allowed, absence->user);
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_NO_PEER, 0U, 0U);
}

void fault_note_table(const char *source, uint32_t line, const char *reason)
{
    store_name(&g_bad_table, source);
    port_store32_relaxed(&g_bad_line, line);
    store_name(&g_bad_reason, reason);
}

/** @satisfies RF-CORE-255 RF-CORE-350 */
void fault_report_pair(PhaseOp op, const FaultPair *pair)
{
    const size_t told = (pair->place > (size_t)UINT32_MAX) ? (size_t)UINT32_MAX : pair->place;

    if (FAULT_OF_POOLS == 1U) {
        store_limit(g_limit_texts[pair->limit], pair->asked, pair->allowed);
    }

    port_store32_relaxed(&g_pair_cause, (uint32_t)pair->cause);
    port_store32_relaxed(&g_pair_place, (uint32_t)told);
    port_store32_relaxed(&g_pair_key, pair->key);
    store_name(&g_pair_name, pair->name);
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_BAD_PAIR, 0U, 0U);
}

/** @satisfies RF-CORE-320 */
void fault_report_call(uint32_t op_record)
{
    PortRefusal refusal = {"", 0U};

    if (port_refusal_take(&refusal)) {
        port_store64_relaxed(&g_fault.asked, refusal.error);
        store_name(&g_refused_call, refusal.call);
        record_fault(op_record, RINGFENCE_FAULT_CALL_REFUSED, 0U, 0U);
    }
}

void fault_report_refusal(PhaseOp op)
{
    fault_report_call((uint32_t)op + 1U);
}

/** @satisfies RF-CORE-029 RF-CORE-245 */
void ringfence_fault_assert(const char *file, uint32_t line)
{
    if (RINGFENCE_CFG_ASSERTS == 1U) {
        port_store32_relaxed(&g_assert_line, line);
        store_name(&g_assert_file, file);
    }
    record_fault(port_load32_relaxed(&g_fault_entered), RINGFENCE_FAULT_INTERNAL, 0U, 0U);
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
