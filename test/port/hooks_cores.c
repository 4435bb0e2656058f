/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "hooks_cores.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

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

void *RingfenceHookSharedMemory(RingfenceArena arena, size_t size)
{
    return (size <= g_limit) ? &board()->arenas[arena][g_off] : NULL;
}

uint32_t RingfenceHookThread(void)
{
    return 0U;
}
