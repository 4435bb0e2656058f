/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_exit_test.c
 * Programs that end while a task of standalone mode is on a GPU, without a word to the library.
 * Each is this program, started anew.
 */
#define _GNU_SOURCE

#include "dla_alone.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

/** Names the way that a program is to end. */
#define WAY "RINGFENCE_TEST_WAY"

extern char **environ;

/** What a program that ends does before. It asserts nothing: an end of its own is 0. */
static void begin_task(void **state)
{
    static Alone s_alone;

    assert_int_equal(scene_up(state), 0);
    alone_plan();
    alone_step((LbStep){.operation = LB_HANG});
    alone_open(&s_alone, 4U);
    assert_int_equal(alone_submit(&s_alone, 0U), cudlaSuccess);
    assert_int_equal(NvSciSyncFenceWait(&s_alone.fence, g_scene.wait, 50000), NvSciError_Timeout);
}

/** Starts this program anew, and says how it ended. */
static int run_program(const char *way)
{
    char *arguments[] = {(char[]){"dla_exit_test"}, NULL};
    pid_t child = -1;
    int status = -1;

    assert_int_equal(setenv(WAY, way, 1), 0);
    assert_int_equal(posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ), 0);
    assert_int_equal(unsetenv(WAY), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/**
 * A program that returns from main() while a task of it hangs on the GPU ends, and ends well.
 * @verifies RF-DLA-324
 */
static void program_that_exits_ends(void **state)
{
    (void)state;
    assert_int_equal(run_program("exit"), 0);
}

/**
 * A program that is killed while a task of it hangs on the GPU leaves nothing: the next one
 * computes.
 * @verifies RF-DLA-324
 */
static void program_that_is_killed_leaves_nothing(void **state)
{
    Alone alone;

    for (uint32_t i = 0U; i < 3U; i++) {
        const int status = run_program("kill");

        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGKILL);
    }
    assert_int_equal(scene_up(state), 0);
    alone_plan();
    alone_step((LbStep){.operation = LB_FILL, .number = 0x44U});
    alone_open(&alone, 4U);
    alone_fill(&alone, 0xEEU);
    alone_run(&alone);
    assert_int_equal(cudlaGetLastError(alone.device), cudlaSuccess);
    assert_place(&alone.places[2], 0x44U);
    alone_close(&alone);
    assert_int_equal(scene_down(state), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(program_that_exits_ends),
        cmocka_unit_test(program_that_is_killed_leaves_nothing),
    };
    const struct CMUnitTest begins[] = {cmocka_unit_test(begin_task)};
    const char *const way = getenv(WAY);
    int result = 0;

    if (way == NULL) {
        result = cmocka_run_group_tests(tests, NULL, NULL);
    } else {
        result = cmocka_run_group_tests(begins, NULL, NULL);
        if ((result == 0) && (strcmp(way, "kill") == 0)) {
            (void)raise(SIGKILL);
        }
    }
    return result;
}
