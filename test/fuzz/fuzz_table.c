/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_table.c
 * Any text as the table of endpoints.
 */
#define _GNU_SOURCE

#include "fuzz.h"
#include "ipc/ipc.h"

/** Byte of memory that nothing was written to. */
#define FILLER 0xA5

static IpcTable g_table;
static IpcTable g_again;

/** Both ends are on this machine. */
static bool is_internal(const IpcChannel *channel)
{
    return (channel->backend == IPC_BACKEND_THREAD) || (channel->backend == IPC_BACKEND_PROCESS) ||
           ((channel->backend == IPC_BACKEND_CHIP) && (channel->names[1][0] != '\0'));
}

/** A name is printable, ends within its array, and leads back to its end of the channel. */
static void check_name(uint32_t index, uint32_t side)
{
    const char *const name = g_table.channels[index].names[side];
    const size_t length = strnlen(name, NVSCIIPC_MAX_ENDPOINT_NAME);
    uint32_t found_channel = UINT32_MAX;
    uint32_t found_side = UINT32_MAX;

    FUZZ_CHECK((length > 0U) && (length < NVSCIIPC_MAX_ENDPOINT_NAME));
    for (size_t i = 0U; i < length; i++) {
        FUZZ_CHECK((name[i] > ' ') && (name[i] <= '~') && (name[i] != '#'));
    }
    FUZZ_CHECK(ipc_table_find(&g_table, name, &found_channel, &found_side));
    FUZZ_CHECK((found_channel == index) && (found_side == side));
}

static void check_channel(uint32_t index)
{
    const IpcChannel *const channel = &g_table.channels[index];

    FUZZ_CHECK((channel->backend >= IPC_BACKEND_THREAD) && (channel->backend <= IPC_BACKEND_CHIP));
    FUZZ_CHECK(channel->has_gid || (channel->gid == 0U));
    check_name(index, 0U);
    if (is_internal(channel)) {
        check_name(index, 1U);
        FUZZ_CHECK((channel->nframes >= 1U) && (channel->nframes <= IPC_FRAMES_MAX));
        FUZZ_CHECK((channel->frame_size >= IPC_FRAME_ALIGN) &&
                   (channel->frame_size <= IPC_FRAME_SIZE_MAX));
        FUZZ_CHECK((channel->frame_size % IPC_FRAME_ALIGN) == 0U);
    } else {
        FUZZ_CHECK(channel->names[1][0] == '\0');
        FUZZ_CHECK((channel->nframes == 0U) && (channel->frame_size == 0U));
    }
}

/** A broken table is empty, and names a line that there is. */
static void check_flaw(const char *text, size_t size)
{
    uint32_t lines = 1U;

    for (size_t i = 0U; i < size; i++) {
        lines += (text[i] == '\n') ? 1U : 0U;
    }
    FUZZ_CHECK(g_table.count == 0U);
    FUZZ_CHECK((g_table.flaw > IPC_FLAW_NONE) && (g_table.flaw < IPC_FLAW_FILE));
    FUZZ_CHECK((g_table.line >= 1U) && (g_table.line <= lines));
}

/** The channels have bytes between their members, which mean nothing. */
static void check_same(const IpcChannel *one, const IpcChannel *other)
{
    FUZZ_CHECK(one->backend == other->backend);
    FUZZ_CHECK(memcmp(one->names, other->names, sizeof(one->names)) == 0);
    FUZZ_CHECK(one->nframes == other->nframes);
    FUZZ_CHECK(one->frame_size == other->frame_size);
    FUZZ_CHECK(one->has_gid == other->has_gid);
    FUZZ_CHECK(one->gid == other->gid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const void *const bytes = data;
    const char *const text = bytes;
    bool sound = false;

    fuzz_begin();
    sound = ipc_table_parse(text, size, &g_table);
    if (sound) {
        FUZZ_CHECK(g_table.count <= RINGFENCE_CFG_IPC_CHANNELS);
        FUZZ_CHECK((g_table.flaw == IPC_FLAW_NONE) && (g_table.line == 0U));
        for (uint32_t i = 0U; i < g_table.count; i++) {
            check_channel(i);
        }
    } else {
        check_flaw(text, size);
    }
    (void)memset(&g_again, FILLER, sizeof(g_again));
    FUZZ_CHECK(ipc_table_parse(text, size, &g_again) == sound);
    FUZZ_CHECK((g_again.count == g_table.count) && (g_again.line == g_table.line) &&
               (g_again.flaw == g_table.flaw));
    for (uint32_t i = 0U; i < g_table.count; i++) {
        check_same(&g_table.channels[i], &g_again.channels[i]);
    }
    fuzz_end();
    return 0;
}
