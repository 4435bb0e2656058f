/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_message.c
 * Messages between IPC blocks: their bytes, their pieces in frames, and which may come when.
 *
 * A message is a version, a kind and the length of its body, then the body; numbers are
 * little-endian. A frame has the length of a piece, then the piece; no frame has pieces of two
 * messages. Objects and lists are in the form in which the library exports them, fences in that of
 * share_pack_fence().
 */
#include <string.h>

#include "core/bytes.h"
#include "stream/chip.h"

/* ---------------------------------------------------------------- numbers */

/** Writes a number of four bytes. */
static void store32(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value & 0xFFU);
    bytes[1] = (uint8_t)((value >> 8U) & 0xFFU);
    bytes[2] = (uint8_t)((value >> 16U) & 0xFFU);
    bytes[3] = (uint8_t)((value >> 24U) & 0xFFU);
}

/** Reads a number of four bytes. */
static uint32_t load32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | ((uint32_t)bytes[1] << 8U) | ((uint32_t)bytes[2] << 16U) |
           ((uint32_t)bytes[3] << 24U);
}

/** Says whether so many bytes more are within a message, and counts them. */
static bool advance(LinkCursor *cursor, uint32_t count, uint32_t *from)
{
    const bool fits = (!cursor->failed) && (count <= (cursor->size - cursor->used));

    if (fits) {
        *from = cursor->used;
        cursor->used += count;
    } else {
        cursor->failed = true;
    }
    return fits;
}

void link_put32(LinkCursor *cursor, uint32_t value)
{
    uint32_t at = 0U;

    if (advance(cursor, 4U, &at)) {
        store32(&cursor->bytes[at], value);
    }
}

void link_put64(LinkCursor *cursor, uint64_t value)
{
    link_put32(cursor, (uint32_t)(value & 0xFFFFFFFFU));
    link_put32(cursor, (uint32_t)(value >> 32U));
}

void link_put_bytes(LinkCursor *cursor, const void *bytes, uint32_t count)
{
    uint32_t at = 0U;

    if (advance(cursor, count, &at) && (count > 0U)) {
        bytes_copy(&cursor->bytes[at], bytes, count);
    }
}

uint32_t link_get32(LinkCursor *cursor)
{
    uint32_t at = 0U;

    return advance(cursor, 4U, &at) ? load32(&cursor->bytes[at]) : 0U;
}

uint64_t link_get64(LinkCursor *cursor)
{
    const uint64_t low = link_get32(cursor);

    return low | ((uint64_t)link_get32(cursor) << 32U);
}

const uint8_t *link_get_bytes(LinkCursor *cursor, uint32_t count)
{
    uint32_t at = 0U;

    return advance(cursor, count, &at) ? &cursor->bytes[at] : NULL;
}

uint32_t link_left(const LinkCursor *cursor)
{
    return cursor->size - cursor->used;
}

/* ---------------------------------------------------------------- kinds */

/* To whom a message goes, with memory that is shared or without. */
#define TO_SOURCES      (TO_SOURCE | TO_CHIP_SOURCE)
#define TO_DESTINATIONS (TO_DESTINATION | TO_CHIP_DESTINATION)
#define TO_BOTH         (TO_SOURCE | TO_DESTINATION)
#define TO_ALL          (TO_SOURCES | TO_DESTINATIONS)

/** A kind of messages. */
typedef struct {
    LinkKind kind;
    uint32_t to;
    /** Bytes of the body, at least and at most. */
    uint32_t least;
    uint32_t most;
    /** What must have been before, and what must not. */
    uint32_t after;
    uint32_t before;
} LinkRow;

/**
 * The messages; first those of streaming.
 * @satisfies RF-STREAM-081
 */
static const LinkRow g_kinds[] = {
    {MSG_PAYLOAD, TO_DESTINATION, 8U, MSG_FENCES_MAX, LINK_FLOWS, 0U},
    {MSG_RETURN, TO_SOURCE, 8U, MSG_FENCES_MAX, LINK_FLOWS, 0U},
    {MSG_HELLO, TO_ALL, 4U, 4U, 0U, LINK_HELLO},
    {MSG_COMPLETE, TO_SOURCES, 20U, 20U, LINK_HELLO, LINK_COMPLETE},
    {MSG_CONNECTED, TO_DESTINATIONS, 12U, 12U, LINK_HELLO | LINK_COMPLETE, LINK_CONNECTED},
    {MSG_INFO, TO_SOURCES, MSG_INFO_HEAD, MSG_INFO_MAX, LINK_HELLO, LINK_READY},
    {MSG_INFO, TO_DESTINATIONS, MSG_INFO_HEAD, MSG_INFO_MAX, LINK_HELLO, LINK_CONNECTED},
    {MSG_ELEMENT, TO_SOURCES, 9U, MSG_LIST_MAX, LINK_CONNECTED, LINK_READY},
    {MSG_LAYOUT, TO_DESTINATIONS, 20U, MSG_LIST_MAX, LINK_CONNECTED, LINK_READY},
    {MSG_BUFFER, TO_DESTINATION, 9U, MSG_LIST_MAX, LINK_CONNECTED, LINK_READY},
    {MSG_OFFER, TO_DESTINATION, 8U, 8U, LINK_CONNECTED, LINK_READY},
    {MSG_STATUS, TO_SOURCE, 16U, 16U, LINK_CONNECTED, LINK_READY},
    {MSG_WAITER, TO_BOTH, 9U, MSG_LIST_MAX, LINK_CONNECTED, LINK_READY},
    {MSG_SIGNAL, TO_BOTH, 9U, MSG_LIST_MAX, LINK_CONNECTED, LINK_READY},
    {MSG_MARKS, TO_ALL, 16U, 16U, LINK_CONNECTED, LINK_READY},
    {MSG_READY, TO_DESTINATIONS, 0U, 0U, LINK_CONNECTED, LINK_READY},
    {MSG_DELETE, TO_DESTINATION, 4U, 4U, LINK_CONNECTED, 0U},
    {MSG_JOIN, TO_BOTH, 16U, 16U, LINK_READY, 0U},
    {MSG_PART, TO_SOURCE, 16U, 16U, LINK_FLOWS, 0U},
    {MSG_END, TO_ALL, 0U, 0U, LINK_HELLO, 0U},
    {MSG_CHIP_PAYLOAD, TO_CHIP_DESTINATION, 4U, CHIP_PAYLOAD_MAX, LINK_READY, 0U},
    {MSG_CHIP_DATA, TO_CHIP_DESTINATION, 1U, CHIP_DATA_MAX, LINK_READY, 0U},
    {MSG_CHIP_CREDIT, TO_CHIP_SOURCE, 4U, 4U, LINK_READY, 0U}};

/** A message begins with its version, times this, and its kind. */
#define KINDS_MOST 65536U

#define MSG_ROWS ((uint32_t)(sizeof(g_kinds) / sizeof(g_kinds[0])))

bool link_is_legal(uint32_t kind, uint32_t length, uint32_t to, uint32_t progress)
{
    bool is_found = false;
    bool is_legal = false;

    for (uint32_t i = 0U; (i < MSG_ROWS) && (!is_found); i++) {
        const LinkRow *const row = &g_kinds[i];

        is_found = ((uint32_t)row->kind == kind) && ((row->to & to) != 0U);
        if (is_found) {
            is_legal = (length >= row->least) && (length <= row->most) &&
                       ((progress & row->after) == row->after) && ((progress & row->before) == 0U);
        }
    }
    return is_legal;
}

/* ---------------------------------------------------------------- messages */

LinkCursor link_begin(LinkMessage *message)
{
    const uint32_t room = MSG_BODY_MAX;
    const LinkCursor cursor = {&message->bytes[MSG_HEAD], room, 0U, false};

    message->used = 0U;
    message->size = 0U;
    return cursor;
}

bool link_finish(LinkMessage *message, LinkKind kind, const LinkCursor *cursor)
{
    if (!cursor->failed) {
        store32(&message->bytes[0], (MSG_VERSION * KINDS_MOST) + (uint32_t)kind);
        store32(&message->bytes[4], cursor->used);
        message->size = MSG_HEAD + cursor->used;
    }
    return !cursor->failed;
}

/** Bytes of a message that go into a frame. */
static uint32_t count_of_piece(const LinkMessage *message, uint32_t frame_size)
{
    const uint32_t room = frame_size - MSG_FRAME_HEAD;
    const uint32_t left = message->size - message->used;

    return (left < room) ? left : room;
}

uint32_t link_piece_size(const LinkMessage *message, uint32_t frame_size)
{
    return MSG_FRAME_HEAD + count_of_piece(message, frame_size);
}

void link_take_piece(LinkMessage *message, uint8_t *frame, uint32_t frame_size)
{
    const uint32_t count = count_of_piece(message, frame_size);

    store32(frame, count);
    bytes_copy(&frame[MSG_FRAME_HEAD], &message->bytes[message->used], count);
    message->used += count;
}

uint32_t link_frame_bytes(const uint8_t *frame, uint32_t frame_size)
{
    const uint32_t count = load32(frame);
    uint32_t bytes = frame_size;

    if (count <= (frame_size - MSG_FRAME_HEAD)) {
        bytes = MSG_FRAME_HEAD + count;
    }
    return bytes;
}

bool link_add_piece(LinkMessage *message, const uint8_t *frame, uint32_t frame_size)
{
    const uint32_t count = load32(frame);
    bool is_sound = (count > 0U) && (count <= (frame_size - MSG_FRAME_HEAD));

    if (is_sound && (message->size == 0U)) {
        /* The first piece says how long the whole is. */
        const uint32_t most = MSG_BODY_MAX;

        is_sound = (count >= MSG_HEAD);
        message->used = 0U;
        if (is_sound) {
            const uint32_t body = load32(&frame[MSG_FRAME_HEAD + 4U]);

            is_sound = (body <= most);
            if (is_sound) {
                message->size = MSG_HEAD + body;
            } else {
                /* A peer may have larger limits. */
                fault_report_limit(IPC_OP, FAULT_LIMIT_DESCRIPTOR_BYTES, body, MSG_LIST_MAX);
            }
        }
    }
    if (is_sound && (count <= (message->size - message->used))) {
        bytes_copy(&message->bytes[message->used], &frame[MSG_FRAME_HEAD], count);
        message->used += count;
    } else {
        is_sound = false;
    }
    return is_sound;
}

bool link_is_whole(const LinkMessage *message)
{
    return (message->size > 0U) && (message->used == message->size);
}

LinkCursor link_open(LinkMessage *message, uint32_t *kind)
{
    const uint32_t word = load32(&message->bytes[0]);
    const LinkCursor cursor = {&message->bytes[MSG_HEAD], message->size - MSG_HEAD, 0U, false};

    *kind = (uint32_t)MSG_NONE;
    if ((word / KINDS_MOST) == MSG_VERSION) {
        *kind = word % KINDS_MOST;
    }
    return cursor;
}
