/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "stream/remote/ipc_message.h"
#include "stream_fixture.h"

/** Bytes of a message that was finished: its head, then the body. */
static void assert_bytes(const LinkMessage *message, const uint8_t *bytes, uint32_t size)
{
    assert_int_equal(message->size, size);
    assert_memory_equal(message->bytes, bytes, size);
}

#define THREE "\x61\x62\x63"

/* What is put and finished has these bytes, and these fields when it is read again. */
#define CASE(KIND, PUT, BYTES)                                                                     \
    do {                                                                                           \
        LinkCursor cursor = link_begin(&g_message);                                                \
                                                                                                   \
        PUT;                                                                                       \
        assert_true(link_finish(&g_message, KIND, &cursor));                                       \
        assert_bytes(&g_message, (const uint8_t *)(BYTES), (uint32_t)sizeof(BYTES) - 1U);          \
    } while (0)

static LinkMessage g_message;

/** Each kind has its code and its fields at their places: processes of other builds read them.
 * @verifies RF-STREAM-081 */
static void each_kind_has_its_bytes(void **state)
{
    (void)state;
    CASE(MSG_HELLO, link_put_hello(&cursor, 3U), "\x01\0\x03\0\x04\0\0\0\x03\0\0\0");
    CASE(MSG_COMPLETE, link_put_complete(&cursor, 1U, 2U, 3U),
         "\x02\0\x03\0\x14\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0");
    CASE(MSG_CONNECTED, link_put_connected(&cursor, 1U, 2U, 3U),
         "\x03\0\x03\0\x0c\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0");
    CASE(MSG_INFO, link_put_info(&cursor, 1U, 2U, THREE, 3U),
         "\x04\0\x03\0\x0b\0\0\0\x01\0\0\0\x02\0\0\0" THREE);
    CASE(MSG_ELEMENT, link_put_element(&cursor, 1U, 2U, THREE, 3U),
         "\x05\0\x03\0\x0b\0\0\0\x01\0\0\0\x02\0\0\0" THREE);
    CASE(MSG_LAYOUT, link_put_layout(&cursor, 1U, 2U, 3U, FORM_UNRECONCILED, THREE, 3U),
         "\x06\0\x03\0\x17\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\0\0\0\0\x02\0\0\0" THREE);
    CASE(MSG_BUFFER, link_put_buffer(&cursor, 1U, 2U, THREE, 3U),
         "\x07\0\x03\0\x0b\0\0\0\x01\0\0\0\x02\0\0\0" THREE);
    CASE(MSG_OFFER, link_put_offer(&cursor, 1U, 2U), "\x08\0\x03\0\x08\0\0\0\x01\0\0\0\x02\0\0\0");
    CASE(MSG_STATUS, link_put_status(&cursor, 1U, 2U, 3U, 4U),
         "\x09\0\x03\0\x10\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0");
    CASE(MSG_WAITER, link_put_waiter(&cursor, 1U, 2U, THREE, 3U),
         "\x0a\0\x03\0\x0b\0\0\0\x01\0\0\0\x02\0\0\0" THREE);
    CASE(MSG_SIGNAL, link_put_signal(&cursor, 1U, 2U, THREE, 3U),
         "\x0b\0\x03\0\x0b\0\0\0\x01\0\0\0\x02\0\0\0" THREE);
    CASE(MSG_MARKS, link_put_marks(&cursor, 1U, 2U, 3U, 4U),
         "\x0c\0\x03\0\x10\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0");
    CASE(MSG_READY, (void)0, "\x0d\0\x03\0\0\0\0\0");
    CASE(MSG_PAYLOAD, link_put_payload(&cursor, 1U), "\x0e\0\x03\0\x04\0\0\0\x01\0\0\0");
    CASE(MSG_RETURN, link_put_return(&cursor, 1U), "\x0f\0\x03\0\x04\0\0\0\x01\0\0\0");
    CASE(MSG_DELETE, link_put_delete(&cursor, 1U), "\x10\0\x03\0\x04\0\0\0\x01\0\0\0");
    CASE(MSG_END, (void)0, "\x11\0\x03\0\0\0\0\0");
    CASE(MSG_CHIP_PAYLOAD, link_put_chip_payload(&cursor, 1U), "\x12\0\x03\0\x04\0\0\0\x01\0\0\0");
    CASE(MSG_CHIP_DATA, link_put_bytes(&cursor, THREE, 3U), "\x13\0\x03\0\x03\0\0\0" THREE);
    CASE(MSG_CHIP_CREDIT, link_put_chip_credit(&cursor, 1U), "\x14\0\x03\0\x04\0\0\0\x01\0\0\0");
    CASE(MSG_JOIN, link_put_join(&cursor, 1U, 2U),
         "\x15\0\x03\0\x10\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0");
    CASE(MSG_PART, link_put_part(&cursor, 1U, 2U),
         "\x16\0\x03\0\x10\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0");
    CASE(MSG_REASON, link_put_reason(&cursor, 1U, 2U, 3U, 4U, 5U),
         "\x17\0\x03\0\x1c\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\0\0\0\0"
         "\x05\0\0\0\0\0\0\0");
    assert_int_equal(MSG_KINDS, MSG_REASON + 1);
}

/** What was put is read again, and the bytes behind the numbers in place. A body that is too short
 * for its numbers is seen by its cursor.
 * @verifies RF-STREAM-081 */
static void what_was_put_is_read(void **state)
{
    uint32_t kind = 0U;
    LinkCursor cursor = link_begin(&g_message);
    LinkLayout layout;

    (void)state;
    link_put_layout(&cursor, 1U, 2U, 0x300000004U, FORM_RECONCILED, THREE, 3U);
    assert_true(link_finish(&g_message, MSG_LAYOUT, &cursor));
    cursor = link_open(&g_message, &kind);
    layout = link_get_layout(&cursor);
    assert_int_equal(kind, MSG_LAYOUT);
    assert_int_equal(layout.element, 1);
    assert_int_equal(layout.type, 2);
    assert_int_equal(layout.hidden, 0x300000004U);
    assert_int_equal(layout.form, FORM_RECONCILED);
    assert_int_equal(layout.size, 3);
    assert_memory_equal(layout.bytes, THREE, 3U);
    assert_false(cursor.failed);
    assert_int_equal(link_left(&cursor), 0);

    cursor = link_begin(&g_message);
    link_put_offer(&cursor, 1U, 2U);
    assert_true(link_finish(&g_message, MSG_OFFER, &cursor));
    cursor = link_open(&g_message, &kind);
    (void)link_get_marks(&cursor);
    assert_true(cursor.failed);
}

/** Each kind may come to its ends alone, as long as the numbers of its fields are at least, once,
 * and not before what it follows.
 * @verifies RF-STREAM-081 */
static void each_kind_has_its_ends(void **state)
{
    const uint32_t all = LINK_HELLO | LINK_COMPLETE | LINK_CONNECTED;

    (void)state;
    assert_true(link_is_legal(MSG_HELLO, 4U, TO_SOURCE, 0U));
    assert_false(link_is_legal(MSG_HELLO, 4U, TO_SOURCE, LINK_HELLO));
    assert_false(link_is_legal(MSG_HELLO, 4U, TO_CHIP_DESTINATION, LINK_HELLO));
    assert_false(link_is_legal(MSG_HELLO, 5U, TO_SOURCE, 0U));
    assert_true(link_is_legal(MSG_INFO, 8U, TO_CHIP_SOURCE, all));
    assert_false(link_is_legal(MSG_INFO, 8U, TO_CHIP_DESTINATION, all));
    assert_true(link_is_legal(MSG_INFO, 8U, TO_DESTINATION, LINK_HELLO));
    assert_false(link_is_legal(MSG_INFO, 7U, TO_DESTINATION, LINK_HELLO));
    assert_true(link_is_legal(MSG_INFO, MSG_INFO_MAX, TO_DESTINATION, LINK_HELLO));
    assert_false(link_is_legal(MSG_INFO, MSG_INFO_MAX + 1U, TO_DESTINATION, LINK_HELLO));
    assert_true(link_is_legal(MSG_WAITER, 9U, TO_SOURCE, all));
    assert_false(link_is_legal(MSG_WAITER, 8U, TO_SOURCE, all));
    assert_false(link_is_legal(MSG_WAITER, 9U, TO_SOURCE, all | LINK_READY));
    assert_false(link_is_legal(MSG_WAITER, 9U, TO_CHIP_SOURCE, all));
    assert_false(link_is_legal(MSG_WAITER, MSG_LIST_MAX + 1U, TO_SOURCE, all));
    assert_false(link_is_legal(MSG_NONE, 0U, TO_SOURCE, all));
    assert_false(link_is_legal(MSG_KINDS, 0U, TO_SOURCE, all));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_its_bytes),
        cmocka_unit_test(what_was_put_is_read),
        cmocka_unit_test(each_kind_has_its_ends),
    };

    return cmocka_run_group_tests_name("stream/messages", tests, NULL, NULL);
}
