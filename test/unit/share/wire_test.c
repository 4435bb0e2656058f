/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wire_test.c
 * Bytes of a descriptor: what is written is read again, and nothing else is.
 */
#include <string.h>

#include "leftovers.h"
#include "share/share.h"
#include "wire_put.h"

#define ROOM 256U

static uint8_t g_bytes[ROOM];

/** A descriptor with a number of each width and seven bytes, where something else was. */
static size_t make_sample(WireKind kind)
{
    WireOut out;

    /* What was there before does not count. */
    (void)memset(g_bytes, 0xEE, ROOM);
    out = wire_begin(g_bytes, ROOM, kind);

    wire_put32(&out, 0x01020304U);
    wire_put32(&out, 5U);
    wire_put64(&out, 0x1112131415161718ULL);
    wire_put_bytes(&out, "seven!!", 7U);
    assert_true(wire_end(&out));
    return out.used;
}

/** Whether bytes read as the sample. */
static bool is_sample(const uint8_t *bytes, size_t size)
{
    WireIn in;
    bool same = (wire_open(&in, bytes, size, WIRE_SYNC_FENCE) == WIRE_OK);

    if (same) {
        same = (wire_get32(&in) == 0x01020304U) && (wire_get32(&in) == 5U);
        same = same && (wire_get64(&in) == 0x1112131415161718ULL);
    }
    if (same) {
        const uint8_t *const text = wire_get_bytes(&in, 7U);

        same = (text != NULL) && (memcmp(text, "seven!!", 7U) == 0) && wire_close(&in);
    }
    return same;
}

/**
 * The CRC is that of IEEE 802.3, and its own place counts as zero.
 * @verifies RF-SHARE-002
 */
static void crc_is_the_known_one(void **state)
{
    uint8_t bytes[20] = {0};

    (void)state;
    assert_int_equal(wire_crc("123456789", 9U), 0xCBF43926U);
    assert_int_equal(wire_crc(bytes, 0U), 0U);
    (void)memset(bytes, 7, sizeof(bytes));
    (void)memset(&bytes[12], 0, 4U);
    const uint32_t crc = wire_crc(bytes, sizeof(bytes));
    (void)memset(&bytes[12], 0xA5, 4U);
    assert_int_equal(wire_crc(bytes, sizeof(bytes)), crc);
}

/**
 * The head is magic, version, kind, length and CRC, little-endian; numbers follow the same way.
 * @verifies RF-SHARE-001
 */
static void bytes_are_laid_out_as_described(void **state)
{
    const uint8_t head[] = {'R', 'N', 'F', 'D', 2U, 0U, 5U, 0U, 40U, 0U, 0U, 0U};
    const uint8_t body[] = {4U,    3U,    2U,    1U,    5U,    0U,    0U,    0U,
                            0x18U, 0x17U, 0x16U, 0x15U, 0x14U, 0x13U, 0x12U, 0x11U,
                            's',   'e',   'v',   'e',   'n',   '!',   '!',   0U};

    (void)state;
    assert_int_equal(make_sample(WIRE_SYNC_FENCE), 40U);
    assert_memory_equal(g_bytes, head, sizeof(head));
    assert_memory_equal(&g_bytes[16], body, sizeof(body));
    assert_true(is_sample(g_bytes, 40U));
    assert_true(is_sample(g_bytes, ROOM));
}

/**
 * What does not fit is not written, and the end says so.
 * @verifies RF-SHARE-001
 */
static void what_does_not_fit_is_not_written(void **state)
{
    (void)state;
    for (size_t room = 0U; room < 40U; room++) {
        (void)memset(g_bytes, 0xEE, ROOM);
        WireOut out = wire_begin(g_bytes, room, WIRE_SYNC_FENCE);

        wire_put32(&out, 0x01020304U);
        wire_put32(&out, 5U);
        wire_put64(&out, 0x1112131415161718ULL);
        wire_put_bytes(&out, "seven!!", 7U);
        assert_false(wire_end(&out));
        for (size_t i = room; i < ROOM; i++) {
            assert_int_equal(g_bytes[i], 0xEE);
        }
    }
    WireOut out = wire_begin(g_bytes, ROOM, WIRE_SYNC_FENCE);

    assert_null(wire_put_place(&out, SIZE_MAX));
    assert_false(wire_end(&out));
    wire_put32(&out, 1U);
    assert_false(wire_end(&out));
}

/**
 * No bit can change, and no end be missing, without that being noticed.
 * @verifies RF-SHARE-002
 * @verifies RF-SHARE-003
 */
static void each_bit_and_each_length_is_checked(void **state)
{
    const size_t size = make_sample(WIRE_SYNC_FENCE);

    (void)state;
    for (size_t bit = 0U; bit < (size * 8U); bit++) {
        g_bytes[bit / 8U] ^= (uint8_t)(1U << (bit % 8U));
        assert_false(is_sample(g_bytes, size));
        g_bytes[bit / 8U] ^= (uint8_t)(1U << (bit % 8U));
    }
    for (size_t length = 0U; length < size; length++) {
        assert_false(is_sample(g_bytes, length));
    }
    assert_true(is_sample(g_bytes, size));
}

/**
 * Another kind is broken, another version is told apart, no magic is broken.
 * @verifies RF-SHARE-003
 */
static void kind_and_version_are_told_apart(void **state)
{
    const size_t size = make_sample(WIRE_SYNC_FENCE);
    WireIn in;

    (void)state;
    for (uint32_t kind = (uint32_t)WIRE_SYNC_UNRECONCILED; kind <= (uint32_t)WIRE_BUF_OBJECT;
         kind++) {
        const WireState expected = (kind == (uint32_t)WIRE_SYNC_FENCE) ? WIRE_OK : WIRE_BROKEN;

        assert_int_equal(wire_open(&in, g_bytes, size, (WireKind)kind), expected);
    }
    g_bytes[4] = (uint8_t)(WIRE_VERSION + 1U);
    assert_int_equal(wire_open(&in, g_bytes, size, WIRE_SYNC_FENCE), WIRE_OTHER_VERSION);
    assert_int_equal(wire_get32(&in), 0U);
    assert_false(wire_close(&in));
    g_bytes[0] ^= 1U;
    assert_int_equal(wire_open(&in, g_bytes, size, WIRE_SYNC_FENCE), WIRE_BROKEN);
}

/**
 * Reading past the end gives zero and NULL, and nothing is sound from then on.
 * @verifies RF-SHARE-003
 */
static void reading_past_the_end_is_noticed(void **state)
{
    WireOut out = wire_begin(g_bytes, ROOM, WIRE_SYNC_FENCE);
    WireIn in;

    (void)state;
    wire_put64(&out, 9U);
    assert_true(wire_end(&out));
    assert_int_equal(wire_open(&in, g_bytes, out.used, WIRE_SYNC_FENCE), WIRE_OK);
    assert_false(wire_close(&in));
    assert_int_equal(wire_get64(&in), 9U);
    assert_true(wire_close(&in));
    assert_int_equal(wire_get32(&in), 0U);
    assert_false(wire_close(&in));
    assert_int_equal(wire_open(&in, g_bytes, out.used, WIRE_SYNC_FENCE), WIRE_OK);
    assert_null(wire_get_bytes(&in, 9U));
    assert_int_equal(wire_get64(&in), 0U);
    assert_int_equal(wire_open(&in, g_bytes, out.used, WIRE_SYNC_FENCE), WIRE_OK);
    assert_null(wire_get_bytes(&in, SIZE_MAX));
    /* Padding is zero: here it is the rest of a number. */
    assert_int_equal(wire_open(&in, g_bytes, out.used, WIRE_SYNC_FENCE), WIRE_OK);
    assert_non_null(wire_get_bytes(&in, 1U));
    g_bytes[WIRE_HEAD + 7U] = 1U;
    (void)wire_end(&out);
    assert_int_equal(wire_open(&in, g_bytes, out.used, WIRE_SYNC_FENCE), WIRE_OK);
    assert_null(wire_get_bytes(&in, 1U));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(crc_is_the_known_one, nothing_is_left),
        cmocka_unit_test_teardown(bytes_are_laid_out_as_described, nothing_is_left),
        cmocka_unit_test_teardown(what_does_not_fit_is_not_written, nothing_is_left),
        cmocka_unit_test_teardown(each_bit_and_each_length_is_checked, nothing_is_left),
        cmocka_unit_test_teardown(kind_and_version_are_told_apart, nothing_is_left),
        cmocka_unit_test_teardown(reading_past_the_end_is_noticed, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
