/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refuse.c
 * Notes of calls that the system refused, on Linux.
 *
 * The note is the thread's own memory, which ends with it. Its place is known when the library is
 * loaded, so that nothing is allocated when a thread notes for the first time.
 */
#include "port/posix/refuse.h"

#include <errno.h>
#include <stddef.h>

#include "port/refusal.h"

#define CALL_NAME(id, name) name,

static const char *const g_call_names[CALL_COUNT] = {PORT_CALLS(CALL_NAME)};

/** The note: the call's number plus one, so that zero means none, and the error. */
/* cppcheck-suppress misra-c2012-1.4 ; DEV-079 each thread has a note of its own */
static _Thread_local uint32_t g_note_call __attribute__((tls_model("initial-exec")));
/* cppcheck-suppress misra-c2012-1.4 ; DEV-079 each thread has a note of its own */
static _Thread_local uint32_t g_note_error __attribute__((tls_model("initial-exec")));
PortAtomic32 g_port_refusals;
/** The note of a thread that nobody asks: its call above the error; 0: there is none. */
static PortAtomic64 g_note_beside;

#define BESIDE_SHIFT 32U

/** @satisfies RF-PORT-350 */
void port_refuse(PortCall call, int error)
{
    g_note_call = (uint32_t)call + 1U;
    g_note_error = (uint32_t)error;
    port_store32_relaxed(&g_port_refusals, 1U);
}

bool port_refusal_is_own(void)
{
    return g_note_call != 0U;
}

void port_refusal_forget(void)
{
    g_note_call = 0U;
}

bool port_refusal_is_lack(void)
{
    const uint32_t error = (g_note_call != 0U) ? g_note_error : (uint32_t)ENOMEM;

    return (error == (uint32_t)ENOMEM) || (error == (uint32_t)ENOSPC) || (error == (uint32_t)EFBIG);
}

/** Leaves a note for who asks next. */
static void note_beside(uint32_t call, uint32_t error)
{
    port_store64(&g_note_beside, ((uint64_t)call << BESIDE_SHIFT) | (uint64_t)error);
    port_store32_relaxed(&g_port_refusals, 1U);
}

/** @satisfies RF-PORT-353 */
void port_refuse_beside(PortCall call, int error)
{
    note_beside((uint32_t)call + 1U, (uint32_t)error);
}

/** @satisfies RF-PORT-353 */
void port_refusal_pass_on(void)
{
    if (g_note_call != 0U) {
        note_beside(g_note_call, g_note_error);
    }
    port_refusal_forget();
}

/** Takes what another thread left as the note of this one. */
static void take_beside(void)
{
    const uint64_t note = port_load64(&g_note_beside);

    if (note != 0U) {
        if (port_swap64_if(&g_note_beside, note, 0U)) {
            g_note_call = (uint32_t)(note >> BESIDE_SHIFT);
            g_note_error = (uint32_t)(note & UINT32_MAX);
        }
    }
}

/** @satisfies RF-PORT-350 RF-PORT-353 */
bool port_refusal_take(PortRefusal *refusal)
{
    bool is_noted = (g_note_call != 0U);

    if (!is_noted) {
        take_beside();
        is_noted = (g_note_call != 0U);
    }
    if (is_noted) {
        refusal->call = g_call_names[g_note_call - 1U];
        refusal->error = g_note_error;
    }
    port_refusal_forget();
    return is_noted;
}

/** An error, and what is to be done about it. */
typedef struct {
    uint64_t error;
    const char *hint;
} RefusalHint;

static const RefusalHint g_refusal_hints[] = {
    {(uint64_t)EMFILE, "raise the limit of open files of the process ('ulimit -n')"},
    {(uint64_t)ENFILE, "raise the limit of open files of the system ('sysctl fs.file-max')"}};

/** @satisfies RF-CORE-345 */
const char *port_refusal_hint(uint64_t error)
{
    const char *hint = "";

    for (size_t i = 0U; i < (sizeof(g_refusal_hints) / sizeof(g_refusal_hints[0])); i++) {
        if (g_refusal_hints[i].error == error) {
            hint = g_refusal_hints[i].hint;
        }
    }
    return hint;
}
