/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limit_test.c
 * Memory in processes whose files may not be large: the system sends them a signal that ends them.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leftovers.h"
#include "nvsciipc.h"
#include "nvscisync.h"
#include "port/memory.h"
#include "port/status.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/** Bytes that a file may have, and more than that. */
#define LIMIT 4096U
#define SIZE  (16U * LIMIT)

/** Ends a child that did not find what it should. */
static void must(bool fine)
{
    if (!fine) {
        _exit(1);
    }
}

static void limit_files(void)
{
    const struct rlimit limit = {LIMIT, LIMIT};

    must(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static bool is_pending(int number)
{
    sigset_t pending;

    (void)sigemptyset(&pending);
    must(sigpending(&pending) == 0);
    return sigismember(&pending, number) == 1;
}

static bool is_blocked(int number)
{
    sigset_t mask;

    must(pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0);
    return sigismember(&mask, number) == 1;
}

static void reserve_too_much(void)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};

    must(port_memory_reserve(SIZE, 1U, &memory) == PORT_NO_MEMORY);
    must(port_memory_reserve(LIMIT, 1U, &memory) == PORT_OK);
    port_memory_release(&memory);
}

/** The default action of the signal ends a process. */
static void with_the_default_action(void)
{
    reserve_too_much();
    must(!is_pending(SIGXFSZ) && !is_blocked(SIGXFSZ));
}

static void forbidden(int number)
{
    (void)number;
    _exit(2);
}

static void with_a_handler(void)
{
    must(signal(SIGXFSZ, forbidden) != SIG_ERR);
    reserve_too_much();
    must(!is_pending(SIGXFSZ) && !is_blocked(SIGXFSZ));
}

static void ignored(void)
{
    must(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    reserve_too_much();
    must(!is_pending(SIGXFSZ) && !is_blocked(SIGXFSZ));
}

static void blocked(void)
{
    sigset_t mask;

    (void)sigemptyset(&mask);
    (void)sigaddset(&mask, SIGXFSZ);
    must(pthread_sigmask(SIG_BLOCK, &mask, NULL) == 0);
    reserve_too_much();
    must(!is_pending(SIGXFSZ) && is_blocked(SIGXFSZ));
    /* One that the program sent itself is the program's. */
    must(raise(SIGXFSZ) == 0);
    reserve_too_much();
    must(is_pending(SIGXFSZ) && is_blocked(SIGXFSZ));
}

static void through_the_interface(void)
{
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    const struct rlimit none = {0U, RLIM_INFINITY};
    const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};

    must(NvSciSyncModuleOpen(&module) == NvSciError_Success);
    must(NvSciSyncAttrListCreate(module, &list) == NvSciError_Success);
    must(NvSciSyncAttrListSetAttrs(list, pairs, COUNT(pairs)) == NvSciError_Success);
    must(setrlimit(RLIMIT_FSIZE, &none) == 0);
    must(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict) ==
         NvSciError_InsufficientMemory);
    must(setrlimit(RLIMIT_FSIZE, &all) == 0);
    must(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict) ==
         NvSciError_Success);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

static const struct {
    const char *name;
    void (*run)(void);
    bool limited;
} g_cases[] = {
    {"default action", with_the_default_action, true},
    {"handler", with_a_handler, true},
    {"ignored", ignored, true},
    {"blocked", blocked, true},
    {"through the interface", through_the_interface, false},
};

/**
 * Memory that is larger than a file of the process may be is an error and no signal, whatever the
 * program does with that signal; one that waited before waits on.
 * @verifies RF-PORT-210
 */
static void a_limit_on_files_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT(g_cases); i++) {
        const pid_t child = fork();
        int status = -1;

        assert_true(child >= 0);
        if (child == 0) {
            (void)signal(SIGXFSZ, SIG_DFL);
            (void)alarm(400U);
            if (g_cases[i].limited) {
                limit_files();
            }
            g_cases[i].run();
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        if (status != 0) {
            print_error("%s: status %d\n", g_cases[i].name, status);
        }
        assert_int_equal(status, 0);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_limit_on_files_is_an_error, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/limit", tests, NULL, NULL);
}
