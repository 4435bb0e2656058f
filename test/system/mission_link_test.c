/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mission_link_test.c
 * Objects that are linked against the archive for mission code, and sources with its header:
 * compilers and linkers say what they say of them.
 */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ringfence.h"

#define PATH_MOST   512U
#define OUTPUT_MOST 1048576U

static char g_folder[] = "/tmp/ringfence-mission-XXXXXX";
static char g_archive[PATH_MOST];
static char g_library[PATH_MOST];
static char g_output[OUTPUT_MOST];

static const char *const g_compilers[] = {"gcc", "clang", "clang-14"};
static const char *const g_linkers[] = {"bfd", "gold", "lld"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/** Runs a command in the folder; what it says is in g_output. */
static int run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int run(const char *format, ...)
{
    static char command[4096];
    size_t length =
        (size_t)snprintf(command, sizeof(command), "exec 2>&1; LC_ALL=C; export LC_ALL; ");
    FILE *stream = NULL;
    size_t read = 0U;
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(&command[length], sizeof(command) - length, format, arguments);
    va_end(arguments);
    stream = popen(command, "r");
    assert_non_null(stream);
    read = fread(g_output, 1U, sizeof(g_output) - 1U, stream);
    g_output[read] = '\0';
    return pclose(stream);
}

/** Runs a command that has to succeed. */
#define DONE(...)                                                                                  \
    do {                                                                                           \
        if (run(__VA_ARGS__) != 0) {                                                               \
            print_error("%s\n", g_output);                                                         \
            fail();                                                                                \
        }                                                                                          \
    } while (false)

static bool is_there(const char *program)
{
    return run("command -v %s", program) == 0;
}

static void write_file(const char *name, const char *text)
{
    char path[PATH_MOST];
    FILE *file = NULL;

    (void)snprintf(path, sizeof(path), "%s/%s", g_folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int begin(void **state)
{
    char path[PATH_MOST] = "";

    (void)state;
    (void)strcpy(strrchr(g_folder, '-') + 1, "XXXXXX");
    assert_non_null(mkdtemp(g_folder));
    assert_true(readlink("/proc/self/exe", path, sizeof(path) - 64U) > 0);
    for (uint32_t i = 0U; i < 3U; i++) {
        *strrchr(path, '/') = '\0';
    }
    (void)snprintf(g_archive, sizeof(g_archive), "%.400s/lib/libringfence_mission.a", path);
    (void)snprintf(g_library, sizeof(g_library), "%.400s/lib/libringfence.a", path);
    return 0;
}

static int end(void **state)
{
    (void)state;
    DONE("rm -rf %s", g_folder);
    return 0;
}

/** Whether a function has a name of its own, and RUNTIME refuses it. */
static bool is_refused(const RingfenceAdmission *row)
{
    return (strchr(row->function, '.') == NULL) &&
           ((row->phases & (uint32_t)RINGFENCE_PHASE_RUNTIME) == 0U);
}

static bool is_admitted(const RingfenceAdmission *row)
{
    return (strchr(row->function, '.') == NULL) &&
           ((row->phases & (uint32_t)RINGFENCE_PHASE_RUNTIME) != 0U);
}

/** Declared in a header that the sources of these tests include. */
static bool is_declared(const RingfenceAdmission *row)
{
    return (strncmp(row->function, "NvSci", 5U) == 0) ||
           (strncmp(row->function, "Ringfence", 9U) == 0) ||
           (strncmp(row->function, "cudla", 5U) == 0);
}

/** Writes a line for each function of a kind; gives their number. */
static uint32_t write_lines(const char *name, const char *head, const char *line,
                            bool (*takes)(const RingfenceAdmission *row), bool declared_alone)
{
    static char text[OUTPUT_MOST];
    RingfenceAdmission row;
    size_t length = (size_t)snprintf(text, sizeof(text), "%s", head);
    uint32_t count = 0U;

    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        if (takes(&row) && (is_declared(&row) || !declared_alone)) {
            const char *rest = line;

            while (*rest != '\0') {
                length += (size_t)snprintf(&text[length], sizeof(text) - length,
                                           (*rest == '@') ? "%s" : "%.1s",
                                           (*rest == '@') ? row.function : rest);
                rest++;
            }
            count++;
        }
    }
    write_file(name, text);
    return count;
}

/** What is said of a function, words joined by a character. */
static void text_of(const RingfenceAdmission *row, char joint, char text[256])
{
    const bool also = ((row->phases & (uint32_t)RINGFENCE_PHASE_DEINIT) != 0U);

    (void)snprintf(text, 256U, "%s is admitted in INIT%s%s not in RUNTIME", row->function,
                   also ? " and DEINIT" : "", (joint == '_') ? "" : ",");
    for (char *at = text; *at != '\0'; at++) {
        if (*at == ' ') {
            *at = joint;
        }
    }
}

/** Each function of RUNTIME's refusals is named in what was said. */
static void assert_all_are_named(char joint, bool declared_alone)
{
    RingfenceAdmission row;
    char text[256];

    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        if (is_refused(&row) && (is_declared(&row) || !declared_alone)) {
            text_of(&row, joint, text);
            if (strstr(g_output, text) == NULL) {
                print_error("nobody says: %s\n", text);
                fail();
            }
        }
    }
}

/**
 * Each function that RUNTIME does not admit is named, with the phases that admit it, by each
 * linker; a single one ends the link too.
 * @verifies RF-CORE-380
 */
static void what_runtime_refuses_does_not_link(void **state)
{
    uint32_t linked = 0U;

    (void)state;
    assert_true(write_lines("refused.c", "", "int @(void); int (*const p_@)(void) = @;\n",
                            is_refused, false) > 150U);
    write_file(
        "one.c",
        "int NvSciBufObjFree(void); int one(void); int one(void) { return NvSciBufObjFree(); }\n");
    for (size_t c = 0U; c < COUNT(g_compilers); c++) {
        if (is_there(g_compilers[c])) {
            DONE("cd %s && %s -w -c refused.c one.c", g_folder, g_compilers[c]);
            for (size_t l = 0U; l < COUNT(g_linkers); l++) {
                if (run("command -v ld.%s", g_linkers[l]) == 0) {
                    assert_int_not_equal(
                        run("cd %s && ld.%s %s -r -o all.o refused.o %s", g_folder, g_linkers[l],
                            (strcmp(g_linkers[l], "lld") == 0) ? "--error-limit=0" : "", g_archive),
                        0);
                    assert_all_are_named('_', false);
                    assert_int_not_equal(run("cd %s && ld.%s -r -o all.o one.o %s", g_folder,
                                             g_linkers[l], g_archive),
                                         0);
                    assert_non_null(strstr(
                        g_output, "NvSciBufObjFree_is_admitted_in_INIT_and_DEINIT_not_in_RUNTIME"));
                    linked++;
                }
            }
        }
    }
    assert_true(linked > 0U);
}

static const char g_mission[] = "#include \"nvscisync.h\"\n"
                                "#include \"ringfence.h\"\n"
                                "NvSciError mission(NvSciSyncObj object, NvSciSyncFence *fence, "
                                "NvSciSyncCpuWaitContext context);\n"
                                "NvSciError mission(NvSciSyncObj object, NvSciSyncFence *fence, "
                                "NvSciSyncCpuWaitContext context)\n"
                                "{\n"
                                "    NvSciError status = NvSciSyncObjSignal(object);\n"
                                "    if (status == NvSciError_Success) { status = "
                                "NvSciSyncFenceWait(fence, context, 1000000); }\n"
                                "    NvSciSyncFenceClear(fence);\n"
                                "    return status;\n"
                                "}\n";

static const char g_alone[] =
    "#include \"nvscisync.h\"\n"
    "NvSciError mission(NvSciSyncObj object, NvSciSyncFence *fence, NvSciSyncCpuWaitContext "
    "context);\n"
    "int main(void)\n"
    "{\n"
    "    NvSciSyncFence fence = NvSciSyncFenceInitializer;\n"
    "    return (mission(0, &fence, 0) == NvSciError_BadParameter) ? 0 : 1;\n"
    "}\n";

static const char g_init[] =
    "#include \"nvscisync.h\"\n"
    "#include \"ringfence.h\"\n"
    "NvSciError mission(NvSciSyncObj object, NvSciSyncFence *fence, NvSciSyncCpuWaitContext "
    "context);\n"
    "int main(void)\n"
    "{\n"
    "    NvSciSyncModule module = 0; NvSciSyncAttrList list = 0, whole = 0, conflict = 0; "
    "NvSciSyncObj object = 0;\n"
    "    NvSciSyncCpuWaitContext context = 0; NvSciSyncFence fence = NvSciSyncFenceInitializer; "
    "bool cpu = true;\n"
    "    NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;\n"
    "    NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_NeedCpuAccess, &cpu, "
    "sizeof(cpu)},\n"
    "                                         {NvSciSyncAttrKey_RequiredPerm, &perm, "
    "sizeof(perm)}};\n"
    "    int good = (NvSciSyncModuleOpen(&module) == 0) && (NvSciSyncAttrListCreate(module, &list) "
    "== 0) &&\n"
    "        (NvSciSyncAttrListSetAttrs(list, pairs, 2U) == 0) && "
    "(NvSciSyncCpuWaitContextAlloc(module, &context) == 0) &&\n"
    "        (NvSciSyncAttrListReconcile(&list, 1U, &whole, &conflict) == 0) && "
    "(NvSciSyncObjAlloc(whole, &object) == 0) &&\n"
    "        (NvSciSyncObjGenerateFence(object, &fence) == 0) && "
    "(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == 0);\n"
    "    return (good && (mission(object, &fence, context) == NvSciError_Success)) ? 0 : 1;\n"
    "}\n";

/**
 * An object that calls what RUNTIME admits links against the archive: each such function at once,
 * and mission code that signals and waits, as a program by itself too; the same object links into
 * the whole program, and works there.
 * @verifies RF-CORE-381
 */
static void what_runtime_admits_links(void **state)
{
    /* What sanitizers need is not in the archive. */
    bool is_plain = false;
    uint32_t linked = 0U;

    (void)state;
    assert_true(write_lines("admitted.c", "", "int @(void); int (*const p_@)(void) = @;\n",
                            is_admitted, false) > 80U);
    write_file("mission.c", g_mission);
    write_file("alone.c", g_alone);
    write_file("init.c", g_init);
    is_plain = (run("nm %s | grep -q ' U __\\(asan\\|tsan\\|ubsan\\|llvm_prof\\|gcov\\)'",
                    g_archive) != 0);
    for (size_t c = 0U; c < COUNT(g_compilers); c++) {
        if (is_there(g_compilers[c])) {
            DONE("for s in admitted mission alone init; do %s -w -Iinc -c -o %s/$s.o %s/$s.c || "
                 "exit 1; done",
                 g_compilers[c], g_folder, g_folder);
            for (size_t l = 0U; l < COUNT(g_linkers); l++) {
                if (run("command -v ld.%s", g_linkers[l]) == 0) {
                    DONE("cd %s && ld.%s -r -o all.o admitted.o %s", g_folder, g_linkers[l],
                         g_archive);
                    DONE("cd %s && ld.%s -r -o all.o mission.o %s", g_folder, g_linkers[l],
                         g_archive);
                    linked++;
                }
            }
            if (is_plain) {
                DONE("cd %s && %s -o alone alone.o mission.o %s -pthread && ./alone", g_folder,
                     g_compilers[c], g_archive);
                DONE("cd %s && %s -o whole init.o mission.o %s -pthread && ./whole", g_folder,
                     g_compilers[c], g_library);
            }
        }
    }
    assert_true(linked > 0U);
}

/** Says whether a compiler is there, with a language: gcc may be without C++. */
static bool knows(const char *compiler, const char *language)
{
    return is_there(compiler) &&
           (run("echo 'int one;' | %s -x %s -fsyntax-only - 2>/dev/null", compiler, language) == 0);
}

/**
 * With the header each function that RUNTIME does not admit is an error of both compilers, in C and
 * C++ where they know it, which names it and the phases that admit it; sources that use the others
 * compile.
 * @verifies RF-CORE-382
 */
static void the_header_names_what_runtime_refuses(void **state)
{
    static const char head[] =
        "#include \"cudla.h\"\n#include \"ringfence_engine.h\"\n#include \"ringfence_mission.h\"\n";
    static const char *const languages[] = {"c", "c++"};
    uint32_t compiled = 0U;

    (void)state;
    assert_true(write_lines("refused.c", head, "void p_@(void); void p_@(void) { (void)&@; }\n",
                            is_refused, true) > 100U);
    assert_true(write_lines("admitted.c", head, "void p_@(void); void p_@(void) { (void)&@; }\n",
                            is_admitted, true) > 50U);
    for (size_t c = 0U; c < COUNT(g_compilers); c++) {
        for (size_t i = 0U; i < COUNT(languages); i++) {
            if (!knows(g_compilers[c], languages[i])) {
                continue;
            }
            DONE("%s -w -x %s -Iinc -fsyntax-only %s/admitted.c", g_compilers[c], languages[i],
                 g_folder);
            assert_int_not_equal(run("%s -w -x %s -Iinc %s -fsyntax-only %s/refused.c",
                                     g_compilers[c], languages[i],
                                     (c == 0U) ? "-fmax-errors=0" : "-ferror-limit=0", g_folder),
                                 0);
            assert_all_are_named(' ', true);
            compiled++;
        }
    }
    assert_true(compiled > 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_runtime_refuses_does_not_link, begin, end),
        cmocka_unit_test_setup_teardown(what_runtime_admits_links, begin, end),
        cmocka_unit_test_setup_teardown(the_header_names_what_runtime_refuses, begin, end)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
