/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "hooks_cores.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hooks_host.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

#define ARENA_BYTES 8388608U

/** What all processes have mapped. */
typedef struct {
    uint32_t starts[RINGFENCE_CFG_CORES];
    uint32_t stopped[RINGFENCE_CFG_CORES];
    _Alignas(4096) uint8_t arenas[2][ARENA_BYTES];
} Board;

static Board *g_board;
static size_t g_limit = ARENA_BYTES;
static size_t g_off;
static uint32_t g_own;
/** Cores that this process started. */
static pid_t g_processes[RINGFENCE_CFG_CORES];

/** Descriptor by which all processes map the same memory. */
#define BOARD_FILE 200

static void map_board(void)
{
    g_board = mmap(NULL, sizeof(*g_board), PROT_READ | PROT_WRITE, MAP_SHARED, BOARD_FILE, 0);
    if (g_board == MAP_FAILED) {
        abort();
    }
}

/** Makes the memory if there is none: this process is core 0 then, and lives. */
static Board *board(void)
{
    if (g_board == NULL) {
        const int file = memfd_create("cores", 0U);

        if ((file < 0) || (dup2(file, BOARD_FILE) != BOARD_FILE) ||
            (ftruncate(BOARD_FILE, (off_t)sizeof(Board)) != 0)) {
            abort();
        }
        (void)close(file);
        map_board();
        g_board->starts[0] = 1U;
    }
    return g_board;
}

void host_core_is(uint32_t core)
{
    map_board();
    g_own = core;
}

uint32_t host_core(void)
{
    return g_own;
}

void host_core_starts(uint32_t core)
{
    g_processes[core] = 0;
    (void)__atomic_add_fetch(&board()->starts[core], 1U, __ATOMIC_SEQ_CST);
    __atomic_store_n(&board()->stopped[core], 0U, __ATOMIC_SEQ_CST);
}

void host_core_runs(uint32_t core, pid_t process)
{
    g_processes[core] = process;
}

void host_core_stops(uint32_t core)
{
    __atomic_store_n(&board()->stopped[core], 1U, __ATOMIC_SEQ_CST);
}

void host_shared_memory_has(size_t bytes)
{
    g_limit = bytes;
}

void host_shared_memory_is_off(size_t bytes)
{
    g_off = bytes;
}

/** Says whether a process of this one has ended; its status is left for whoever asks for it. */
static bool has_ended(pid_t process)
{
    siginfo_t info = {0};

    return (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0) &&
           (info.si_pid == process);
}

uint32_t RingfenceHookCore(void)
{
    return g_own;
}

uint32_t RingfenceHookCoreLife(uint32_t core)
{
    if ((g_processes[core] != 0) && has_ended(g_processes[core])) {
        host_core_stops(core);
    }
    return (__atomic_load_n(&board()->stopped[core], __ATOMIC_SEQ_CST) != 0U)
               ? 0U
               : __atomic_load_n(&board()->starts[core], __ATOMIC_SEQ_CST);
}

/** Memory of this process alone, at a multiple of a page. */
static uint8_t *own_bytes(size_t size)
{
    void *const bytes =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (bytes == MAP_FAILED) {
        abort();
    }
    return bytes;
}

/** What a core sees of the buffers: its own cache, which no other core sees. */
static uint8_t *cached(uint8_t *memory, size_t size)
{
    if (g_host_cache.size == 0U) {
        g_host_cache.cpu = own_bytes(size);
        g_host_cache.filled = own_bytes(size);
        g_host_cache.memory = memory;
        g_host_cache.size = size;
        (void)memcpy(g_host_cache.cpu, memory, size);
        (void)memcpy(g_host_cache.filled, memory, size);
    }
    return g_host_cache.cpu;
}

void *RingfenceHookSharedMemory(RingfenceArena arena, size_t size)
{
    uint8_t *bytes = NULL;

    if (size <= g_limit) {
        bytes = &board()->arenas[arena][g_off];
        if ((arena == RINGFENCE_ARENA_BUFFERS) && (size <= ARENA_BYTES) && (g_off == 0U)) {
            bytes = cached(bytes, size);
        }
    }
    return bytes;
}

uint32_t RingfenceHookThread(void)
{
    return 0U;
}
