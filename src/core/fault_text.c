/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault_text.c
 * A fault in words.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/feature.h"
#include "core/phase.h"
#include "core/stamp.h"
#include "core/tables.h"
#include "core/text.h"
#include "port/refusal.h"
#include "ringfence.h"

#define ADVICE_TEXT(number, text) [(number)] = RINGFENCE_TEXT(text),

/** What to do about a kind of faults. */
static const char *const g_fault_hints[FAULT_KINDS] = {ADVICE_TABLE(ADVICE_TEXT)};

/** What to do about a pair. */
static const char *const g_pair_hints[(uint32_t)RINGFENCE_PAIR_LAST + 1U] = {
    HINTS_OF_PAIRS(ADVICE_TEXT)};

/** Says whether a text says something. */
static bool is_said(const char *text)
{
    return (text != NULL) && (text[0] != '\0');
}

/** Why a stream, a channel or an engine did not take a call, a list was not taken, or an access not
 * given.
 * @satisfies RF-CORE-330 */
static void order_text(TextOut *out, const RingfenceFault *fault)
{
    if (is_said(fault->causeText)) {
        text_string(out, ": ");
        text_string(out, fault->causeText);
    }
}

/** The handle that was not taken, if it is one of a table. */
static void handle_text(TextOut *out, const RingfenceFault *fault)
{
    RingfencePoolUsage usage = {0};

    if (RingfenceGetPoolUsage(fault->pool, &usage) == NvSciError_Success) {
        text_string(out, "; slot ");
        text_number(out, fault->slot);
        text_string(out, " of ");
        text_string(out, usage.name);
    }
    if (RINGFENCE_CPU_ENGINES == 1U) {
        order_text(out, fault);
    }
}

/** A key, with its name if it has one. */
static void number_and_name(TextOut *out, const RingfenceFault *fault)
{
    text_number(out, fault->key);
    if (is_said(fault->keyName)) {
        text_string(out, " ");
        text_string(out, fault->keyName);
    }
}

/** Says whether a limit is a macro of the configuration. */
static bool limit_is_macro(const char *limit)
{
    static const char macro[] = "RINGFENCE_CFG_";
    size_t same = 0U;

    while ((macro[same] != '\0') && (limit[same] == macro[same])) {
        same++;
    }
    return macro[same] == '\0';
}

/** What to do about a limit: those of the configuration have its macro.
 * @satisfies RF-CORE-371 */
static void limit_hint(TextOut *out, const RingfenceFault *fault)
{
    if ((FAULT_COMPARES == 1U) && is_said(fault->limit)) {
        const bool is_macro = limit_is_macro(fault->limit);

        text_string(out, is_macro ? "; free or finish some, or build with a greater one"
                                  : "; ask for less");
    }
}

/** The limit that was reached. */
static void limit_text(TextOut *out, const RingfenceFault *fault)
{
    text_string(out, "; ");
    text_string(out, fault->limit);
    text_string(out, ": asked for ");
    text_number(out, fault->asked);
    text_string(out, ", allowed ");
    text_number(out, fault->allowed);
}

/** The limit that is the cause of a fault, if one is.
 * @satisfies RF-CORE-350 */
static void cause_limit_text(TextOut *out, const RingfenceFault *fault)
{
    if ((FAULT_OF_POOLS == 1U) && is_said(fault->limit)) {
        limit_text(out, fault);
    }
}

/** The pair that a list does not take. */
static void pair_text(TextOut *out, const RingfenceFault *fault)
{
    if (fault->cause < RINGFENCE_PAIR_NO_PAIRS) {
        text_string(out, "; pair ");
        text_number(out, fault->pair);
        text_string(out, ", key ");
        number_and_name(out, fault);
    }
    text_string(out, ": ");
    text_string(out, fault->causeText);
    cause_limit_text(out, fault);
}

/** The place of an assertion. */
static void place_text(TextOut *out, const RingfenceFault *fault)
{
    if (is_said(fault->file)) {
        text_string(out, "; ");
        text_string(out, fault->file);
        text_string(out, ":");
        text_number(out, fault->line);
    }
}

/** Memory that is missing. */
static void missing_text(TextOut *out, const RingfenceFault *fault)
{
    text_string(out, "; ");
    text_number(out, fault->missing);
    text_string(out, " bytes are missing");
}

/** Who has an endpoint. */
static void process_text(TextOut *out, const RingfenceFault *fault)
{
    if (fault->process != 0U) {
        text_string(out, "; process ");
        text_number(out, fault->process);
        text_string(out, " opened it");
    }
}

/** A value of a library, with the file that it is in. */
static void value_text(TextOut *out, const char *library, const char *file, uint64_t value)
{
    text_string(out, library);
    text_string(out, is_said(file) ? file : "the program");
    text_string(out, " has ");
    text_number(out, value);
}

/** What differs in a library of another build, and the files of both.
 * @satisfies RF-CORE-316 */
static void build_text(TextOut *out, const RingfenceFault *fault)
{
    if ((FAULT_COMPARES == 1U) && is_said(fault->limit)) {
        char own[STAMP_PATH];

        own[0] = '\0';
        stamp_own_file(own, sizeof(own));
        text_string(out, "; ");
        text_string(out, fault->limit);
        value_text(out, ": library in ", fault->file, fault->asked);
        value_text(out, ", libringfence in ", own, fault->allowed);
    }
}

/** The call that the system refused, and what is to be done about it.
 * @satisfies RF-CORE-321 RF-CORE-345 */
static void call_text(TextOut *out, const RingfenceFault *fault)
{
    if ((FAULT_COMPARES == 1U) && is_said(fault->limit)) {
        const char *const hint = port_refusal_hint(fault->asked);

        text_string(out, "; ");
        text_string(out, fault->limit);
        text_string(out, ": errno ");
        text_number(out, fault->asked);
        if (is_said(hint)) {
            text_string(out, "; ");
            text_string(out, hint);
        }
    }
}

/** The name that is not in the endpoint table, and where that came from.
 * @satisfies RF-CORE-331 */
static void endpoint_text(TextOut *out, const RingfenceFault *fault)
{
    if (is_said(fault->file)) {
        text_string(out, "; name '");
        text_string(out, fault->endpoint);
        text_string(out, "', table: ");
        text_string(out, fault->file);
    }
}

/** Which line of the endpoint table is wrong, and why.
 * @satisfies RF-IPC-322 */
static void table_text(TextOut *out, const RingfenceFault *fault)
{
    if (RINGFENCE_CFG_CHANNELS == 1U) {
        if (is_said(fault->file)) {
            text_string(out, "; ");
            text_string(out, fault->file);
            if (fault->line != 0U) {
                text_string(out, ", line ");
                text_number(out, fault->line);
            }
        }
        order_text(out, fault);
    }
}

/** Why a channel did not take a call, and the end that was called.
 * @satisfies RF-IPC-313 */
static void end_text(TextOut *out, const RingfenceFault *fault)
{
    if (is_said(fault->endpoint)) {
        text_string(out, "; endpoint '");
        text_string(out, fault->endpoint);
        text_string(out, "'");
    }
    order_text(out, fault);
}

/** Why an end found no peer, and where it looked.
 * @satisfies RF-IPC-312 */
static void absence_text(TextOut *out, const RingfenceFault *fault)
{
    text_string(out, "; endpoint '");
    text_string(out, fault->endpoint);
    text_string(out, "', table: ");
    text_string(out, fault->file);
    if (fault->asked != 0U) {
        text_string(out, ", network namespace ");
        text_number(out, fault->asked);
        text_string(out, ", user ");
        text_number(out, fault->allowed);
    }
    order_text(out, fault);
}

/** Why a late consumer is refused, and the key that does not suit, with what both have under it.
 * @satisfies RF-STREAM-245 RF-STREAM-251 */
static void late_text(TextOut *out, const RingfenceFault *fault)
{
    if (fault->key != 0U) {
        text_string(out, "; key ");
        number_and_name(out, fault);
        if (fault->asked != fault->allowed) {
            text_string(out, ", asked for ");
            text_number(out, fault->asked);
            text_string(out, ", there is ");
            text_number(out, fault->allowed);
        }
    }
    order_text(out, fault);
}

/** Says whether a fault has what to do as its cause. On a host engines have it too.
 * @satisfies RF-CORE-371 */
static bool has_order(const RingfenceFault *fault)
{
    const uint32_t kind = (uint32_t)fault->kind;

    return (FAULT_COMPARES == 1U) || ((kind >= FAULT_ORDER_FIRST) && (kind < FAULT_ORDER_END));
}

/** What a fault of streams, channels or the state of lists says. */
static void channel_text(TextOut *out, const RingfenceFault *fault)
{
    if (fault->kind == RINGFENCE_FAULT_NO_ENDPOINT) {
        endpoint_text(out, fault);
    } else if (fault->kind == RINGFENCE_FAULT_NO_PEER) {
        absence_text(out, fault);
    } else if (fault->kind == RINGFENCE_FAULT_CHANNEL_ORDER) {
        end_text(out, fault);
    } else if (fault->kind == RINGFENCE_FAULT_LATE_REFUSED) {
        late_text(out, fault);
    } else if (has_order(fault)) {
        order_text(out, fault);
    } else {
        cause_limit_text(out, fault);
    }
}

static void detail_text(TextOut *out, const RingfenceFault *fault)
{
    switch (fault->kind) {
    case RINGFENCE_FAULT_BAD_HANDLE:
        handle_text(out, fault);
        break;
    case RINGFENCE_FAULT_INTERNAL:
        place_text(out, fault);
        break;
    case RINGFENCE_FAULT_ENDPOINT_TAKEN:
        process_text(out, fault);
        break;
    case RINGFENCE_FAULT_ARENA_TOO_SMALL:
        missing_text(out, fault);
        break;
    case RINGFENCE_FAULT_LIMIT:
        limit_text(out, fault);
        limit_hint(out, fault);
        break;
    case RINGFENCE_FAULT_BAD_PAIR:
        pair_text(out, fault);
        break;
    case RINGFENCE_FAULT_BAD_TABLE:
        table_text(out, fault);
        cause_limit_text(out, fault);
        break;
    case RINGFENCE_FAULT_OTHER_BUILD:
        build_text(out, fault);
        break;
    case RINGFENCE_FAULT_CALL_REFUSED:
        call_text(out, fault);
        break;
    default:
        channel_text(out, fault);
        break;
    }
}

/** Numbers of functions: so many are a group, and that of streams. */
#define FUNCTIONS_OF_GROUP 100U
#define GROUP_OF_STREAMS   8U

/** Says whether a handle is one that a function of streams does not take, and none of something
 * else: packets have cookies beside their handles. */
static bool is_of_stream(const RingfenceFault *fault)
{
    return (((uint32_t)fault->functionId / FUNCTIONS_OF_GROUP) == GROUP_OF_STREAMS) &&
           ((fault->pool == RINGFENCE_POOL_COUNT) || (fault->pool == RINGFENCE_POOL_STREAM_BLOCK));
}

/** What to do, in words; NULL: the rest of the line says it. */
static const char *advice_of(const RingfenceFault *fault)
{
    const uint32_t kind = (uint32_t)fault->kind;
    const uint32_t cause = (uint32_t)fault->cause;
    const char *hint = NULL;

    if (fault->kind == RINGFENCE_FAULT_BAD_PAIR) {
        hint = (cause <= (uint32_t)RINGFENCE_PAIR_LAST) ? g_pair_hints[cause] : NULL;
    } else if ((fault->kind == RINGFENCE_FAULT_BAD_HANDLE) && is_of_stream(fault)) {
        hint = RINGFENCE_TEXT("give a block that is not deleted, and the handle of a packet, which "
                              "is not its cookie");
    } else if ((fault->kind == RINGFENCE_FAULT_BAD_HANDLE) &&
               (fault->pool == RINGFENCE_POOL_SYNC_WAIT_CONTEXT)) {
        hint = RINGFENCE_TEXT("give a live wait context of the module that the object is of");
    } else {
        hint = (kind < FAULT_KINDS) ? g_fault_hints[kind] : NULL;
    }
    return hint;
}

/** What to do about a fault. A machine without an operating system does without it.
 * @satisfies RF-CORE-348 */
static void hint_text(TextOut *out, const RingfenceFault *fault)
{
    if (FAULT_COMPARES == 1U) {
        const char *const hint = advice_of(fault);

        if (is_said(hint)) {
            text_string(out, "; ");
            text_string(out, hint);
        }
    }
}

/** @satisfies RF-CORE-256 */
NvSciError RingfenceFormatFault(const RingfenceFault *fault, char *text, size_t size)
{
    NvSciError status = NvSciError_Success;

    if (!feature_enabled(RINGFENCE_CFG_TEXTS)) {
        status = NvSciError_NotSupported;
    } else if ((fault == NULL) || (text == NULL) || (size == 0U)) {
        status = NvSciError_BadParameter;
    } else {
        TextOut out = text_begin(text, size);

        if (fault->function != NULL) {
            text_string(&out, fault->function);
            text_string(&out, ": ");
        }
        text_string(&out, fault->text);
        detail_text(&out, fault);
        hint_text(&out, fault);
    }
    return status;
}

/** @satisfies RF-CORE-333 */
NvSciError RingfenceDescribeLastFault(char *text, size_t size)
{
    NvSciError status = NvSciError_NotSupported;

    if (feature_enabled(RINGFENCE_CFG_TEXTS)) {
        RingfenceFault fault;

        /* There is a place for it. */
        (void)RingfenceGetLastFault(&fault);
        status = RingfenceFormatFault(&fault, text, size);
    }
    return status;
}
