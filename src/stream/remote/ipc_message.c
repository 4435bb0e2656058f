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
#include "core/fault.h"
#include "stream/remote/ipc_message.h"

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

/** A kind of messages. */
typedef struct {
    /** Ends that it may come to. */
    uint32_t to;
    /** Bytes of the body, at least and at most. */
    uint32_t least;
    uint32_t most;
    /** What must have been before, and what must not, at a source and at a destination. */
    uint32_t after;
    uint32_t up;
    uint32_t down;
} LinkRow;

/* clang-format off */
#define LINK_ROW(kind, code, least, most, to, after, up, down) \
    [code] = {(to), (least), (most), (after), (up), (down)},
#define LINK_ROW_OF(kind, code, type, put, get, fields, least, most, to, after, up, down) \
    LINK_ROW(kind, code, LINK_BYTES(fields) + (least), LINK_BYTES(fields) + (most), to, after, up, \
             down)

/**
 * The messages, by what they are called on the channel.
 * @satisfies RF-STREAM-081
 */
static const LinkRow g_kinds[MSG_KINDS] = {LINK_MESSAGES(LINK_ROW_OF, LINK_ROW)};
/* clang-format on */

/** A message begins with its version, times this, and its kind. */
#define KINDS_MOST 65536U

bool link_is_legal(uint32_t kind, uint32_t length, uint32_t to, uint32_t progress)
{
    bool is_legal = false;

    if (kind < (uint32_t)MSG_KINDS) {
        const LinkRow *const row = &g_kinds[kind];
        const uint32_t before = ((to & TO_SOURCES) != 0U) ? row->up : row->down;

        is_legal = ((row->to & to) != 0U) && (length >= row->least) && (length <= row->most) &&
                   ((progress & row->after) == row->after) && ((progress & before) == 0U);
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

/** @satisfies RF-STREAM-254 */
bool link_is_other_version(const LinkMessage *message)
{
    const uint32_t word = load32(&message->bytes[0]);
    const uint32_t version = word / KINDS_MOST;

    return (version > 0U) && (version != MSG_VERSION) &&
           ((word % KINDS_MOST) == (uint32_t)MSG_HELLO) && (message->used == message->size) &&
           (message->size == (MSG_HEAD + LINK_BYTES(MSG_HELLO_FIELDS)));
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
