/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_dump_test.c
 * Processes that leave a core dump while others wait for them.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "peers.h"
#include "port/wait.h"

/** Bytes of the memory that is dumped or not. */
#define SIZE 134217728U
/** Microseconds from a death without a dump to the end of a wait that are tolerated. */
#define LATENCY_MAX_US 2000000U
/** Microseconds after which a process that is about to wait does so. */
#define SETTLE_US 40000U

/** How a process meets its end. */
typedef struct {
    const char *name;
    /** Limit of a dump's bytes. */
    rlim_t limit;
    bool dumpable;
    /** The memory is left out by itself. */
    bool marked;
    /** What is dumped; NULL: what the system dumps. */
    const char *filter;
    bool dumps;
} Death;

static const Death g_deaths[] = {
    {"all memory is dumped", RLIM_INFINITY, true, false, NULL, true},
    {"shared memory is left out", RLIM_INFINITY, true, false, "0x31", true},
    {"that memory is left out of it", RLIM_INFINITY, true, true, NULL, true},
    {"no dump: limit of 0", 0U, true, false, NULL, false},
    {"no dump: not dumpable", RLIM_INFINITY, false, false, NULL, false},
};

static const Death *g_death;
static char g_folder[] = "/tmp/ringfence-dump-XXXXXX";
static int g_says[2];

static int dump_begin(void **state)
{
    (void)strcpy(strrchr(g_folder, '-') + 1, "XXXXXX");
    assert_non_null(mkdtemp(g_folder));
    assert_int_equal(pipe(g_says), 0);
    return peers_begin(state);
}

/** Removes dumps; gives the bytes that they take. */
static uint64_t clean_up(void)
{
    DIR *const folder = opendir(g_folder);
    const struct dirent *entry = NULL;
    uint64_t bytes = 0U;

    assert_non_null(folder);
    entry = readdir(folder);
    while (entry != NULL) {
        if (entry->d_name[0] != '.') {
            struct stat file;

            assert_int_equal(fstatat(dirfd(folder), entry->d_name, &file, 0), 0);
            bytes += (uint64_t)file.st_blocks * 512U;
            assert_int_equal(unlinkat(dirfd(folder), entry->d_name, 0), 0);
        }
        entry = readdir(folder);
    }
    assert_int_equal(closedir(folder), 0);
    return bytes;
}

static int dump_end(void **state)
{
    (void)clean_up();
    assert_int_equal(rmdir(g_folder), 0);
    assert_int_equal(close(g_says[0]), 0);
    assert_int_equal(close(g_says[1]), 0);
    return nothing_is_left(state);
}

static void say(uint64_t word)
{
    CHECK(write(g_says[1], &word, sizeof(word)) == (ssize_t)sizeof(word));
}

static uint64_t said(void)
{
    uint64_t word = 0U;

    assert_int_equal(read(g_says[0], &word, sizeof(word)), sizeof(word));
    return word;
}

static void prepare_death(void)
{
    const struct rlimit limit = {g_death->limit, RLIM_INFINITY};

    CHECK(chdir(g_folder) == 0);
    CHECK(signal(SIGABRT, SIG_DFL) != SIG_ERR);
    CHECK(setrlimit(RLIMIT_CORE, &limit) == 0);
    if (g_death->filter != NULL) {
        const int file = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC);

        CHECK(write(file, g_death->filter, strlen(g_death->filter)) > 0);
        CHECK(close(file) == 0);
    }
    CHECK(prctl(PR_SET_DUMPABLE, g_death->dumpable ? 1 : 0) == 0);
}

/** Owes a signal, and has much memory of the library. */
static void doomed_signaler(void)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const Side side = open_signaler();

    CHECK(port_memory_reserve(SIZE, 1U, &memory) == PORT_OK);
    (void)memset(memory.base, 0x5A, SIZE);
    if (g_death->marked) {
        CHECK(madvise(memory.base, SIZE, MADV_DONTDUMP) == 0);
    }
    prepare_death();
    CHECK_OK(NvSciSyncObjGenerateFence(side.object, &fence));
    send_fence(side.channel, &fence);
    (void)pause();
}

static void waiter(void)
{
    const Side side = open_waiter();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    receive_fence(side.channel, side.object, &fence);
    say(1U);
    CHECK_STATUS(NvSciSyncFenceWait(&fence, side.context, -1), NvSciError_NoSuchProcess);
    say(ringfence_port_time_us());
    NvSciSyncFenceClear(&fence);
    close_side(&side);
}

/**
 * A wait for a process that dumps its memory ends when the dump is written; without a dump, as if
 * the process were killed.
 * @verifies RF-SYNC-093
 */
static void a_dump_comes_before_the_end(void **state)
{
    uint64_t whole = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_deaths); i++) {
        pid_t doomed = -1;
        pid_t other = -1;
        uint64_t death = 0U;
        uint64_t end = 0U;
        uint64_t bytes = 0U;
        int status = 0;

        g_death = &g_deaths[i];
        doomed = start_role(doomed_signaler);
        other = start_role(waiter);
        assert_int_equal(said(), 1U);
        (void)usleep(SETTLE_US);
        death = ringfence_port_time_us();
        assert_int_equal(kill(doomed, SIGABRT), 0);
        end = said();
        assert_true(end >= death);
        assert_int_equal(waitpid(doomed, &status, 0), doomed);
        assert_true(WIFSIGNALED(status) && (WTERMSIG(status) == SIGABRT));
        assert_true(ended_by(other, 0));
        bytes = clean_up();
        whole = (i == 0U) ? bytes : whole;
        print_message("%s: %llu us to NoSuchProcess, dump %s, %llu bytes\n", g_death->name,
                      (unsigned long long)(end - death), WCOREDUMP(status) ? "written" : "none",
                      (unsigned long long)bytes);
        /* Where dumps go is the system's to say; that there is none, the process's. */
        if (!g_death->dumps) {
            assert_true((!WCOREDUMP(status)) || (g_death->limit == 0U));
        }
        if (g_death->marked || (g_death->filter != NULL)) {
            /* If dumps come here at all. */
            assert_true((whole == 0U) || ((bytes + (SIZE / 2U)) < whole));
        }
        if (!WCOREDUMP(status)) {
            assert_true((end - death) < LATENCY_MAX_US);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_dump_comes_before_the_end, dump_begin, dump_end),
    };

    return cmocka_run_group_tests_name("sync_dump", tests, NULL, NULL);
}
