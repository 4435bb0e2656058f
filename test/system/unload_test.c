/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file unload_test.c
 * Programs that open the shared library while they run, and close it.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <limits.h>

#include "cudla.h"
#include "nvscistream.h"
#include "peers.h"

static char g_folder[PATH_MAX];
static char g_library[PATH_MAX];

/** Path of the shared library of this build. */
static int find_library(void **state)
{
    char path[PATH_MAX] = "";

    (void)peers_begin(state);
    assert_true(readlink("/proc/self/exe", path, sizeof(path) - 1U) > 0);
    for (uint32_t i = 0U; i < 3U; i++) {
        *strrchr(path, '/') = '\0';
    }
    assert_true(snprintf(g_folder, sizeof(g_folder), "%.3800s/lib", path) > 0);
    assert_true(snprintf(g_library, sizeof(g_library), "%.3900s/libringfence.so", g_folder) > 0);
    return 0;
}

/** A function of the library that was opened. */
#define FOUND(library, name)                                                                       \
    __typeof__(&(name)) name##_there = NULL;                                                       \
    *(void **)&name##_there = dlsym(library, #name);                                               \
    CHECK(name##_there != NULL)

/** Closes the library while it has a block whose thread sleeps, and an endpoint. */
static void close_with_threads(void)
{
    void *const library = dlopen(g_library, RTLD_NOW | RTLD_LOCAL);
    NvSciSyncModule module = NULL;
    NvSciStreamBlock block = 0U;
    NvSciIpcEndpoint end = 0U;
    pid_t child = -1;

    CHECK(library != NULL);
    {
        FOUND(library, NvSciIpcInit);
        FOUND(library, NvSciIpcOpenEndpoint);
        FOUND(library, NvSciSyncModuleOpen);
        FOUND(library, NvSciStreamReturnSyncCreate);

        CHECK_OK(NvSciIpcInit_there());
        CHECK_OK(NvSciIpcOpenEndpoint_there(A_0, &end));
        CHECK_OK(NvSciSyncModuleOpen_there(&module));
        CHECK_OK(NvSciStreamReturnSyncCreate_there(module, &block));
    }
    CHECK(dlclose(library) == 0);
    /* A sleep without limit ends within a second: the thread runs on. */
    (void)usleep(1500000U);
    child = fork();
    if (child == 0) {
        _exit(0);
    }
    CHECK(ended_by(child, 0));
    CHECK(dlopen(g_library, RTLD_NOW | RTLD_NOLOAD) != NULL);
}

/** A library that was closed stays in the process: its threads run on, and fork() calls it. */
static void closed_library_stays(void **state)
{
    static const Role role = close_with_threads;

    (void)state;
    run_roles(&role, 1U);
}

/** File of the engine that close_engine() closes. */
static const char *g_engine;

/** Closes an engine whose device, with its thread, is there; the engine of blits alone. */
static void close_engine(void)
{
    char path[PATH_MAX] = "";
    void *engine = NULL;
    cudlaStatus (*create)(uint64_t device, cudlaDevHandle * handle, uint32_t flags) = NULL;

    CHECK(snprintf(path, sizeof(path), "%.3900s/%s", g_folder, g_engine) > 0);
    engine = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if ((engine == NULL) && (access(path, F_OK) != 0)) {
        (void)printf("there is no %s\n", g_engine);
    } else {
        CHECK(engine != NULL);
        *(void **)&create = dlsym(engine, "cudlaCreateDevice");
        if (create != NULL) {
            cudlaDevHandle handle = NULL;

            CHECK(create(0U, &handle, CUDLA_STANDALONE) == cudlaSuccess);
        }
        CHECK(dlclose(engine) == 0);
        (void)usleep(1500000U);
        CHECK(dlopen(path, RTLD_NOW | RTLD_NOLOAD) != NULL);
    }
}

/** So do the engines, which have threads of their own. */
static void closed_engines_stay(void **state)
{
    static const char *const engines[] = {"libringfence_dla.so", "libringfence_2d.so"};
    static const Role role = close_engine;

    (void)state;
    for (size_t i = 0U; i < (sizeof(engines) / sizeof(engines[0])); i++) {
        g_engine = engines[i];
        run_roles(&role, 1U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(closed_library_stays, find_library, nothing_is_left),
        cmocka_unit_test_setup_teardown(closed_engines_stay, find_library, nothing_is_left)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
