/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <stdlib.h>

#include "ipc/ipc.h"
#include "ipc_fixture.h"

#define NAME_63      "a23456789012345678901234567890123456789012345678901234567890123"
#define RANDOM_TEXTS 20000U

static IpcTable g_table;
static const char *g_builtin;
static size_t g_builtin_size;

static bool parse(const char *text)
{
    return ipc_table_parse(text, strlen(text), &g_table);
}

/**
 * Lines of each backend are read, with and without a group, whatever blanks, comments and line
 * ends.
 * @verifies RF-IPC-001 RF-IPC-261
 */
static void sound_lines_are_read(void **state)
{
    static const char text[] = "# a comment\n"
                               "\n"
                               " \t\r\n"
                               "INTER_PROCESS a0 a1 64 1536\n"
                               "\tINTER_THREAD\tb0 b1  1 64 30000 # group\r\n"
                               "INTER_VM c0 7\n"
                               "INTER_CHIP d0 0105 36000\n"
                               "INTER_CHIP_PCIE e0 0000#x\n"
                               "INTER_CHIP g0 g1 8 128\n"
                               "INTER_CHIP_PCIE h0 h1 8 128 36000\n"
                               "INTER_PROCESS " NAME_63 " f 65536 16777216 4294967295";

    (void)state;
    assert_true(parse(text));
    assert_int_equal(g_table.count, 8U);
    assert_int_equal(g_table.line, 0U);
    assert_int_equal(g_table.channels[0].backend, IPC_BACKEND_PROCESS);
    assert_string_equal(g_table.channels[0].names[0], "a0");
    assert_string_equal(g_table.channels[0].names[1], "a1");
    assert_int_equal(g_table.channels[0].nframes, 64U);
    assert_int_equal(g_table.channels[0].frame_size, 1536U);
    assert_false(g_table.channels[0].has_gid);
    assert_int_equal(g_table.channels[1].backend, IPC_BACKEND_THREAD);
    assert_true(g_table.channels[1].has_gid);
    assert_int_equal(g_table.channels[1].gid, 30000U);
    assert_int_equal(g_table.channels[2].backend, IPC_BACKEND_VM);
    assert_string_equal(g_table.channels[2].names[1], "");
    assert_int_equal(g_table.channels[3].backend, IPC_BACKEND_CHIP);
    assert_int_equal(g_table.channels[3].gid, 36000U);
    assert_int_equal(g_table.channels[4].backend, IPC_BACKEND_CHIP);
    assert_int_equal(g_table.channels[4].nframes, 0U);
    assert_int_equal(g_table.channels[5].backend, IPC_BACKEND_CHIP);
    assert_string_equal(g_table.channels[5].names[1], "g1");
    assert_int_equal(g_table.channels[5].nframes, 8U);
    assert_int_equal(g_table.channels[6].backend, IPC_BACKEND_CHIP);
    assert_int_equal(g_table.channels[6].gid, 36000U);
    assert_string_equal(g_table.channels[7].names[0], NAME_63);
    assert_int_equal(g_table.channels[7].gid, UINT32_MAX);
}

/**
 * Each kind of broken line is refused, with its number and its flaw.
 * @verifies RF-IPC-002
 */
static void broken_line_is_named(void **state)
{
    static const struct {
        const char *line;
        IpcFlaw flaw;
    } cases[] = {
        {"INTER_PROCESS x0 x1 64 \x01 1536", IPC_FLAW_BYTE},
        {"INTER_PROCESS x0 x\xC3\xA9 64 1536", IPC_FLAW_BYTE},
        {"INTER_PROCES x0 x1 64 1536", IPC_FLAW_BACKEND},
        {"INTER_PROCESSS x0 x1 64 1536", IPC_FLAW_BACKEND},
        {"inter_process x0 x1 64 1536", IPC_FLAW_BACKEND},
        {"INTER_PROCESS", IPC_FLAW_FIELDS},
        {"INTER_PROCESS x0 x1 64", IPC_FLAW_FIELDS},
        {"INTER_PROCESS x0 x1 64 1536 1 2", IPC_FLAW_FIELDS},
        {"INTER_PROCESS x0 x1 64 1536 1 2 3 4 5 6", IPC_FLAW_FIELDS},
        {"INTER_VM x0", IPC_FLAW_FIELDS},
        {"INTER_VM x0 1 2 3", IPC_FLAW_FIELDS},
        {"INTER_VM x0 one", IPC_FLAW_NUMBER},
        {"INTER_VM x0 x1 64 1536", IPC_FLAW_FIELDS},
        {"INTER_CHIP x0 x1 0 1536", IPC_FLAW_FRAMES},
        {"INTER_CHIP x0 x0 64 1536", IPC_FLAW_NAME_TWICE},
        {"INTER_CHIP x0", IPC_FLAW_FIELDS},
        {"INTER_CHIP_PCIE x0 x1 64 1536 1 2", IPC_FLAW_FIELDS},
        {"INTER_PROCESS " NAME_63 "4 x1 64 1536", IPC_FLAW_NAME},
        {"INTER_PROCESS x0 " NAME_63 "4 64 1536", IPC_FLAW_NAME},
        {"INTER_PROCESS x0 x0 64 1536", IPC_FLAW_NAME_TWICE},
        {"INTER_PROCESS first_0 x1 64 1536", IPC_FLAW_NAME_TWICE},
        {"INTER_PROCESS x0 first_1 64 1536", IPC_FLAW_NAME_TWICE},
        {"INTER_VM first_0 1", IPC_FLAW_NAME_TWICE},
        {"INTER_PROCESS x0 x1 0 1536", IPC_FLAW_FRAMES},
        {"INTER_PROCESS x0 x1 65537 1536", IPC_FLAW_FRAMES},
        {"INTER_PROCESS x0 x1 -1 1536", IPC_FLAW_NUMBER},
        {"INTER_PROCESS x0 x1 0x10 1536", IPC_FLAW_NUMBER},
        {"INTER_PROCESS x0 x1 4294967296 1536", IPC_FLAW_NUMBER},
        {"INTER_PROCESS x0 x1 99999999999999999999 1536", IPC_FLAW_NUMBER},
        {"INTER_PROCESS x0 x1 64 12a", IPC_FLAW_NUMBER},
        {"INTER_PROCESS x0 x1 64 0", IPC_FLAW_FRAME_SIZE},
        {"INTER_PROCESS x0 x1 64 100", IPC_FLAW_FRAME_SIZE},
        {"INTER_PROCESS x0 x1 64 16777280", IPC_FLAW_FRAME_SIZE},
        {"INTER_PROCESS x0 x1 64 1536 users", IPC_FLAW_GID},
        {"INTER_PROCESS x0 x1 64 1536 4294967296", IPC_FLAW_GID},
    };

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        char text[512] = "# head\nINTER_PROCESS first_0 first_1 1 64\n\n";

        (void)strcat(text, cases[i].line);
        (void)strcat(text, "\nINTER_PROCESS y0 y1 1 64\n");
        assert_false(parse(text));
        assert_int_equal(g_table.flaw, cases[i].flaw);
        assert_int_equal(g_table.line, 4U);
        assert_int_equal(g_table.count, 0U);
    }
}

/**
 * A table holds as many channels as the configuration says; the next line is the broken one.
 * @verifies RF-IPC-003
 */
static void table_that_is_full_says_so(void **state)
{
    static char text[(RINGFENCE_CFG_IPC_CHANNELS + 1U) * 40U];
    size_t used = 0U;

    (void)state;
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_IPC_CHANNELS; i++) {
        char line[] = "INTER_PROCESS x0000 y0000 1 64\n";

        for (uint32_t digit = 0U; digit < 4U; digit++) {
            static const uint32_t scale[] = {1000U, 100U, 10U, 1U};

            line[15U + digit] = (char)('0' + (char)((i / scale[digit]) % 10U));
            line[21U + digit] = line[15U + digit];
        }
        if (i == RINGFENCE_CFG_IPC_CHANNELS) {
            assert_true(ipc_table_parse(text, used, &g_table));
            assert_int_equal(g_table.count, RINGFENCE_CFG_IPC_CHANNELS);
        }
        (void)memcpy(&text[used], line, sizeof(line) - 1U);
        used += sizeof(line) - 1U;
    }
    assert_false(ipc_table_parse(text, used, &g_table));
    assert_int_equal(g_table.flaw, IPC_FLAW_FULL);
    assert_int_equal(g_table.line, RINGFENCE_CFG_IPC_CHANNELS + 1U);
}

/**
 * Every prefix of the built-in table is read in its bounds, and either is sound or breaks in its
 * last line.
 * @verifies RF-IPC-002
 */
static void every_prefix_is_read_in_its_bounds(void **state)
{
    (void)state;
    for (size_t length = 0U; length <= g_builtin_size; length++) {
        char *const copy = malloc(length + 1U);
        uint32_t lines = 1U;

        assert_non_null(copy);
        (void)memcpy(copy, g_builtin, length);
        for (size_t i = 0U; i < length; i++) {
            lines += (copy[i] == '\n') ? 1U : 0U;
        }
        copy[length] = '\0';
        if (!ipc_table_parse(copy, length, &g_table)) {
            assert_int_equal(g_table.line, lines);
        }
        free(copy);
    }
    assert_true(ipc_table_parse(g_builtin, g_builtin_size, &g_table));
}

/**
 * Random bytes, and the built-in table with random bytes in it, give a table in its bounds or a
 * flaw.
 * @verifies RF-IPC-002
 */
static void random_bytes_end_in_a_table_or_a_flaw(void **state)
{
    static char text[512];
    uint64_t word = 0x9E3779B97F4A7C15ULL;

    (void)state;
    for (uint32_t round = 0U; round < RANDOM_TEXTS; round++) {
        (void)memcpy(text, &g_builtin[g_builtin_size - sizeof(text)], sizeof(text));
        for (uint32_t i = 0U; i < ((round % 8U) + 1U); i++) {
            word ^= word << 13U;
            word ^= word >> 7U;
            word ^= word << 17U;
            text[(word >> 8U) % sizeof(text)] = (char)(word & 0xFFU);
        }
        if (ipc_table_parse(text, sizeof(text), &g_table)) {
            assert_true(g_table.count <= RINGFENCE_CFG_IPC_CHANNELS);
            for (uint32_t i = 0U; i < g_table.count; i++) {
                assert_true(memchr(g_table.channels[i].names[0], 0, NVSCIIPC_MAX_ENDPOINT_NAME) !=
                            NULL);
                assert_true(g_table.channels[i].nframes <= IPC_FRAMES_MAX);
            }
        } else {
            assert_true(g_table.flaw < IPC_FLAW_COUNT);
            assert_int_not_equal(g_table.line, 0U);
        }
    }
}

/**
 * The built-in table has the names that programs use, in frames of FRAME_SIZE bytes, and names are
 * found whole or not at all.
 * @verifies RF-IPC-006 RF-IPC-016
 */
static void builtin_table_has_the_known_names(void **state)
{
    static const char *const pairs[][2] = {
        {"nvscisync_a_0", "nvscisync_a_1"},    {"nvscisync_b_0", "nvscisync_b_1"},
        {"nvscistream_0", "nvscistream_1"},    {"nvscistream_2", "nvscistream_3"},
        {"nvscistream_4", "nvscistream_5"},    {"nvscistream_6", "nvscistream_7"},
        {"ipc_test_0", "ipc_test_1"},          {"example", "example_peer"},
        {"ipc_endpoint", "ipc_endpoint_peer"}, {"ipc_test", "ipc_test_peer"},
        {"itc_test_0", "itc_test_1"},          {"nvscic2c_pcie_s0_c5_1", "nvscic2c_pcie_s0_c6_1"}};
    static const char *const unknown[] = {"",           "ipc_test_", "ipc_test_00",
                                          "IPC_TEST_0", NAME_63 "4", "itc_test_2"};
    uint32_t channel = 99U;
    uint32_t side = 99U;

    (void)state;
    assert_true(ipc_table_parse(g_builtin, g_builtin_size, &g_table));
    assert_int_equal(g_table.count, COUNT_OF(pairs));
    for (size_t i = 0U; i < COUNT_OF(pairs); i++) {
        for (uint32_t end = 0U; end < 2U; end++) {
            assert_true(ipc_table_find(&g_table, pairs[i][end], &channel, &side));
            assert_int_equal(channel, i);
            assert_int_equal(side, end);
        }
        assert_int_equal(g_table.channels[i].nframes, FRAMES);
        assert_int_equal(g_table.channels[i].frame_size, FRAME_SIZE);
    }
    for (size_t i = 0U; i < COUNT_OF(unknown); i++) {
        assert_false(ipc_table_find(&g_table, unknown[i], &channel, &side));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(sound_lines_are_read),
        ipc_test(broken_line_is_named),
        ipc_test(table_that_is_full_says_so),
        ipc_test(every_prefix_is_read_in_its_bounds),
        ipc_test(random_bytes_end_in_a_table_or_a_flaw),
        ipc_test(builtin_table_has_the_known_names),
    };

    g_builtin = ipc_builtin_table(&g_builtin_size);
    return cmocka_run_group_tests_name("ipc/table", tests, NULL, NULL);
}
