/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file library.c
 * The process's copy of the endpoint table.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "ipc/ipc.h"
#include "port/wait.h"

/** Most initialisations that are not undone. */
#define USERS_MAX 65535U

/** Where a table came from. */
typedef enum {
    SOURCE_NONE = 0,
    SOURCE_ENVIRONMENT = 1,
    SOURCE_SYSTEM = 2,
    SOURCE_BUILTIN = 3,
    /** Not the table, but the space. */
    SOURCE_SPACE = 4
} Source;

static const char *const g_ipc_sources[] = {"", "RINGFENCE_NVSCIIPC_CFG", "/etc/nvsciipc.cfg",
                                            "built-in table", "RINGFENCE_NVSCIIPC_SPACE"};

static const char *const g_ipc_flaws[IPC_FLAW_COUNT] = {
    "no flaw",
    "a byte is no character",
    "first word is none of those that begin a line, as INTER_PROCESS",
    "too few or too many words; two endpoints need frames and frame size behind them",
    "endpoint name is too long",
    "endpoint name stands in the table twice",
    "number of frames is out of range",
    "frame size is out of range or no multiple of 64",
    "a number is expected; words are separated by blanks alone",
    "group is no number",
    "more channels than RINGFENCE_CFG_IPC_CHANNELS",
    "file cannot be read or is longer than RINGFENCE_CFG_IPC_TABLE_BYTES; give the path of one "
    "that can "
    "be read",
    "space has no character, more than 16, a '/', or one that is not printed"};

static IpcTable g_ipc_table;
/** Space of all endpoints; "": none. */
static char g_ipc_space[PORT_SPACE_MAX + 1U];
/** Text of a table. */
static char g_ipc_text[RINGFENCE_CFG_IPC_TABLE_BYTES];
/** 1 while a thread reads files into the text, without the lock. Written under the lock. */
static PortAtomic32 g_ipc_reading;
/** The file that could not be used is longer than the text. Under the lock. */
static bool g_ipc_is_long;
/** Where the table came from that was read last. Under the lock. */
static Source g_ipc_source;
/** Calls of NvSciIpcInit() that NvSciIpcDeinit() has not undone. Written under the lock. */
static PortAtomic32 g_ipc_users;

bool ipc_is_initialised(void)
{
    return port_load32_acquire(&g_ipc_users) > 0U;
}

bool ipc_channel_find(const char *name, IpcChannel *channel, uint32_t *side)
{
    uint32_t row = 0U;
    const bool found = ipc_table_find(&g_ipc_table, name, &row, side);

    if (found) {
        ASSERT(row < g_ipc_table.count);
        ASSERT(*side < IPC_SIDES);
        *channel = g_ipc_table.channels[row];
        (void)memcpy(channel->space, g_ipc_space, sizeof(channel->space));
    }
    return found;
}

const char *ipc_table_source(void)
{
    return g_ipc_sources[g_ipc_source];
}

/** Nothing can be opened, for a flaw that no line has. */
static void note_flaw(Source source, IpcFlaw flaw)
{
    g_ipc_source = source;
    g_ipc_table.count = 0U;
    g_ipc_table.line = 0U;
    g_ipc_table.flaw = flaw;
}

/** A table that was read, not yet looked at. */
typedef struct {
    Source source;
    /** PORT_NOT_YET: there is no such file. */
    PortStatus status;
    uint64_t length;
} Text;

/** Reads a file, if there is one. */
static Text read_source(PortTable file, Source source)
{
    Text text = {source, PORT_NOT_YET, 0U};

    text.status = port_table_read(file, g_ipc_text, sizeof(g_ipc_text), &text.length);
    return text;
}

/** Reads the file of the first table that there is; without the library's lock.
 * @satisfies RF-IPC-250 */
static Text read_files(void)
{
    Text text = {SOURCE_NONE, PORT_NOT_YET, 0U};
    int32_t held = 0;

    port_store32(&g_ipc_reading, 1U);
    held = core_memory_begin();
    text = read_source(PORT_TABLE_OF_ENVIRONMENT, SOURCE_ENVIRONMENT);
    if (text.status == PORT_NOT_YET) {
        text = read_source(PORT_TABLE_OF_SYSTEM, SOURCE_SYSTEM);
    }
    core_memory_end(OP_IPC_INIT, held);
    port_store32(&g_ipc_reading, 0U);
    ringfence_port_wake(&g_ipc_reading);
    return text;
}

/** Takes the library's lock when no thread reads files.
 * @satisfies RF-IPC-250 */
static NvSciError enter_alone(void)
{
    NvSciError status = ringfence_api_enter(OP_IPC_INIT);

    /* Ends when the thread that reads has the lock again. */
    while ((status == NvSciError_Success) && (port_load32(&g_ipc_reading) != 0U)) {
        ringfence_api_leave();
        (void)ringfence_port_sleep(&g_ipc_reading, 1U, -1);
        status = ringfence_api_enter(OP_IPC_INIT);
    }
    return status;
}

/** Reports a table that cannot be used, or the name of the space.
 * @satisfies RF-IPC-005 RF-CORE-350 */
static void report_table(void)
{
    FaultLimit limit = FAULT_LIMIT_NONE;
    uint64_t asked = 0U;
    uint64_t allowed = 0U;

    if (g_ipc_table.flaw == IPC_FLAW_FULL) {
        limit = FAULT_LIMIT_IPC_CHANNELS;
        allowed = RINGFENCE_CFG_IPC_CHANNELS;
        asked = allowed + 1U;
    } else if ((g_ipc_table.flaw == IPC_FLAW_FILE) && g_ipc_is_long) {
        limit = FAULT_LIMIT_IPC_TABLE_BYTES;
        allowed = RINGFENCE_CFG_IPC_TABLE_BYTES;
        asked = allowed + 1U;
    } else {
        /* It is no matter of room. */
    }
    fault_note_table(g_ipc_sources[g_ipc_source], g_ipc_table.line, g_ipc_flaws[g_ipc_table.flaw]);
    fault_report_above(OP_IPC_INIT, RINGFENCE_FAULT_BAD_TABLE, limit, asked, allowed);
}

/** Takes the first table that there is. A table that is there and cannot be used hides the
 * others. */
static NvSciError take_table(const Text *text)
{
    if (text->status == PORT_OK) {
        g_ipc_source = text->source;
        (void)ipc_table_parse(g_ipc_text, (size_t)text->length, &g_ipc_table);
    } else if (text->status != PORT_NOT_YET) {
        g_ipc_is_long = (text->status == PORT_NO_MEMORY);
        note_flaw(text->source, IPC_FLAW_FILE);
    } else {
        size_t length = 0U;
        const char *const builtin = ipc_builtin_table(&length);

        g_ipc_source = SOURCE_BUILTIN;
        (void)ipc_table_parse(builtin, length, &g_ipc_table);
    }
    ASSERT(g_ipc_table.count <= RINGFENCE_CFG_IPC_CHANNELS);
    ASSERT(g_ipc_source != SOURCE_NONE);
    return (g_ipc_table.flaw == IPC_FLAW_NONE) ? NvSciError_Success : NvSciError_NotPermitted;
}

/** Reads the space, then the table.
 * @satisfies RF-IPC-241 */
static NvSciError read_names(void)
{
    PortStatus port = PORT_OK;
    NvSciError status = NvSciError_NotPermitted;

    g_ipc_space[0] = '\0';
    port = port_space_read(g_ipc_space);
    if (port == PORT_FAILED) {
        note_flaw(SOURCE_SPACE, IPC_FLAW_SPACE);
    } else {
        const Text text = read_files();

        status = take_table(&text);
    }
    return status;
}

/** @satisfies RF-IPC-004 RF-IPC-005 RF-IPC-010 RF-IPC-215 */
NvSciError NvSciIpcInit(void)
{
    NvSciError status = enter_alone();

    if (status == NvSciError_Success) {
        const uint32_t users = port_load32(&g_ipc_users);

        ASSERT(users <= USERS_MAX);
        if (users == 0U) {
            status = read_names();
            if (status != NvSciError_Success) {
                report_table();
            }
        } else if (users == USERS_MAX) {
            status = NvSciError_Overflow;
        } else {
            /* The table of the first user is everybody's. */
        }
        if (status == NvSciError_Success) {
            port_store32_release(&g_ipc_users, users + 1U);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Number of open endpoints. Needs the library's lock. */
static uint32_t count_open(void)
{
    RingfencePoolUsage usage = {0};

    (void)RingfenceGetPoolUsage(RINGFENCE_POOL_IPC_ENDPOINT, &usage);
    return usage.inUse;
}

/** @satisfies RF-IPC-011 RF-IPC-215 */
void NvSciIpcDeinit(void)
{
    if (ringfence_api_enter(OP_IPC_DEINIT) == NvSciError_Success) {
        const uint32_t users = port_load32(&g_ipc_users);

        if ((users == 1U) && (count_open() > 0U)) {
            ringfence_fault_report(OP_IPC_DEINIT, RINGFENCE_FAULT_STILL_OPEN);
        }
        if (users > 0U) {
            port_store32_release(&g_ipc_users, users - 1U);
        }
        ringfence_api_leave();
    }
}

/** @satisfies RF-IPC-012 */
NvSciError NvSciIpcCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                             bool *isCompatible)
{
    const bool answer = (majorVer == NvSciIpcMajorVersion) && (minorVer <= NvSciIpcMinorVersion);

    return phase_answer(OP_IPC_CHECK_VERSION_COMPATIBILITY, answer, isCompatible);
}

/** @satisfies RF-IPC-005 */
NvSciError RingfenceGetIpcTableError(RingfenceIpcTableError *error)
{
    NvSciError status = ringfence_api_enter(OP_GET_IPC_TABLE_ERROR);

    if (status == NvSciError_Success) {
        if (error == NULL) {
            status = NvSciError_BadParameter;
        } else {
            error->source = g_ipc_sources[g_ipc_source];
            error->line = g_ipc_table.line;
            error->reason = g_ipc_flaws[g_ipc_table.flaw];
        }
        ringfence_api_leave();
    }
    return status;
}
