/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_group_test.c
 * A process in a control group with little memory: what a list asks for is refused, and the kernel
 * ends nobody. Needs root, and a place where a group can be made; else it is skipped, loudly.
 */
#define _GNU_SOURCE

#include "buf_lists.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE    NvSciBufRawBufferAttrKey_Size
#define CPU     PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)
#define MIB     1048576U
#define LIMIT   (64U * MIB)
#define BUFFERS 32U
#define SECONDS 400U

/** Where groups are made, and the file that bounds one. */
static const struct {
    const char *folder;
    const char *limit;
    const char *swap;
} g_places[] = {
    {"/sys/fs/cgroup", "memory.max", "memory.swap.max"},
    {"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.swappiness"},
};

/** The group of a test; "": none could be made. */
static char g_group[200];

static bool write_text(const char *folder, const char *name, const char *text)
{
    char path[300];
    int file = -1;
    bool written = false;

    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = open(path, O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        written = (write(file, text, strlen(text)) == (ssize_t)strlen(text));
        (void)close(file);
    }
    return written;
}

/** Makes a group whose memory is bounded, where there is such a thing. */
static int make_group(void **state)
{
    char number[32];

    (void)alarm(SECONDS);
    g_group[0] = '\0';
    (void)snprintf(number, sizeof(number), "%u", LIMIT);
    for (size_t i = 0U; (i < COUNT_OF(g_places)) && (g_group[0] == '\0'); i++) {
        (void)snprintf(g_group, sizeof(g_group), "%s/ringfence_test_%d", g_places[i].folder,
                       (int)getpid());
        if ((mkdir(g_group, 0755) != 0) || (!write_text(g_group, g_places[i].limit, number))) {
            print_message("%s: no group: %s\n", g_group, strerror(errno));
            (void)rmdir(g_group);
            g_group[0] = '\0';
        } else {
            (void)write_text(g_group, g_places[i].swap, "0");
        }
    }
    return buf_module_up(state);
}

static int remove_group(void **state)
{
    (void)alarm(0U);
    if (g_group[0] != '\0') {
        assert_int_equal(rmdir(g_group), 0);
    }
    return buf_module_down(state);
}

/** Puts this process into the group. */
static void enter_group(void)
{
    char number[32];

    (void)snprintf(number, sizeof(number), "%d", (int)getpid());
    assert_true(write_text(g_group, "cgroup.procs", number));
}

static NvSciError allocate(uint64_t size, NvSciBufObj *object)
{
    NvSciBufAttrList list = RECIPE(RECIPE_RAW, PAIR(SIZE, uint64_t, size), CPU);
    NvSciBufAttrList conflict = NULL;
    const NvSciError status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, object, &conflict);

    assert_null(conflict);
    NvSciBufAttrListFree(list);
    return status;
}

/** Runs in a process in the group. */
typedef void (*Body)(void);

/** Runs it; the test fails if the process ends otherwise than by itself, or fails. */
static void run_in_group(Body body)
{
    int status = 0;
    pid_t child = -1;

    if (g_group[0] == '\0') {
        print_message("SKIPPED: no control group can be made here; needs root and cgroups\n");
        skip();
    }
    (void)fflush(NULL);
    child = fork();
    if (child == 0) {
        enter_group();
        body();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(WIFSIGNALED(status));
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/** In a child a failed assertion cannot go on to the next test. */
static void expect(bool holds, int code)
{
    if (!holds) {
        _exit(code);
    }
}

static void ask_for_too_much(void)
{
    NvSciBufObj object = NULL;
    RingfenceFault fault;

    expect(allocate(256U * MIB, &object) == NvSciError_InsufficientMemory, 10);
    expect(object == NULL, 11);
    expect(RingfenceGetLastFault(&fault) == NvSciError_Success, 12);
    expect(fault.kind == RINGFENCE_FAULT_LIMIT, 13);
    expect(strcmp(fault.limit, "memory of the system") == 0, 14);
    expect(fault.asked == (256U * MIB), 15);
    expect(fault.allowed <= LIMIT, 16);
    expect(allocate(16U * MIB, &object) == NvSciError_Success, 17);
    NvSciBufObjFree(object);
}

/**
 * A list that asks for more than the group has is refused, with what was left; one that asks for
 * less gets it.
 * @verifies RF-BUF-203
 * @verifies RF-PORT-242
 */
static void more_than_the_group_has_is_refused(void **state)
{
    (void)state;
    run_in_group(ask_for_too_much);
}

static void fill_up(void)
{
    static NvSciBufObj objects[BUFFERS];
    size_t made = 0U;
    NvSciError status = NvSciError_Success;

    for (uint32_t turn = 0U; turn < 3U; turn++) {
        status = NvSciError_Success;
        for (made = 0U; (made < BUFFERS) && (status == NvSciError_Success);) {
            status = allocate(4U * MIB, &objects[made]);
            if (status == NvSciError_Success) {
                void *bytes = NULL;

                expect(NvSciBufObjGetCpuPtr(objects[made], &bytes) == NvSciError_Success, 20);
                ((uint8_t *)bytes)[0] = 1U;
                ((uint8_t *)bytes)[(4U * MIB) - 1U] = 1U;
                made++;
            }
        }
        expect(status == NvSciError_InsufficientMemory, 21);
        /* Most of the group can be used. */
        expect((made * 4U * MIB) >= (LIMIT / 2U), 22);
        for (size_t i = 0U; i < made; i++) {
            NvSciBufObjFree(objects[i]);
        }
    }
}

/**
 * Buffers fill the group, until one is refused; freed ones can be had again.
 * @verifies RF-BUF-203
 * @verifies RF-PORT-242
 */
static void group_can_be_filled(void **state)
{
    (void)state;
    run_in_group(fill_up);
}

static void *allocate_much(void *result)
{
    NvSciBufObj object = NULL;
    NvSciError *const status = result;

    *status = allocate(40U * MIB, &object);
    NvSciBufObjFree(object);
    return NULL;
}

static void ask_at_one_time(void)
{
    for (uint32_t turn = 0U; turn < 5U; turn++) {
        pthread_t threads[2];
        NvSciError results[2];

        for (size_t i = 0U; i < COUNT_OF(threads); i++) {
            expect(pthread_create(&threads[i], NULL, allocate_much, &results[i]) == 0, 30);
        }
        for (size_t i = 0U; i < COUNT_OF(threads); i++) {
            expect(pthread_join(threads[i], NULL) == 0, 31);
            expect((results[i] == NvSciError_Success) ||
                       (results[i] == NvSciError_InsufficientMemory),
                   32);
        }
    }
}

/**
 * Two threads that reserve at one time, each what the group has, are not ended for it.
 * @verifies RF-BUF-203
 * @verifies RF-PORT-242
 */
static void two_at_one_time_are_not_killed(void **state)
{
    (void)state;
    run_in_group(ask_at_one_time);
}

#define group_test(function) cmocka_unit_test_setup_teardown(function, make_group, remove_group)

int main(void)
{
    const struct CMUnitTest tests[] = {
        group_test(more_than_the_group_has_is_refused),
        group_test(group_can_be_filled),
        group_test(two_at_one_time_are_not_killed),
    };

    return cmocka_run_group_tests_name("buf_group", tests, NULL, NULL);
}
