/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_message.h
 * Messages between IPC blocks: their kinds and fields (messages.def), and their way through frames.
 */
#ifndef RINGFENCE_STREAM_REMOTE_IPC_MESSAGE_H
#define RINGFENCE_STREAM_REMOTE_IPC_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/phase.h"
#include "ringfence_cfg.h"
#include "share/share.h"
#include "stream/remote/messages.def"

/** Function under whose name channels are read and written: every phase admits it, so that what was
 * released before DEINIT still goes home. */
#define IPC_OP OP_STREAM_BLOCK_EVENT_QUERY

/** Version of the messages. It rises with each change of what is on a channel: ends of two versions
 * part at their first message, with a fault that says so, and not at one that comes later. */
#define MSG_VERSION 3U
/** Most bytes of one frame that are used; a smaller frame is used whole. */
#define MSG_PIECE_MAX 1024U
/** Bytes before a piece of a message in a frame, and before the body of a message. */
#define MSG_FRAME_HEAD 4U
#define MSG_HEAD       8U

/** Bytes of a fence. */
#define MSG_FENCE_BYTES ((uint32_t)sizeof(ShareFence))
/** Most bytes of a list, of the fences of all consumers, and of a message: no more than both. */
#define MSG_LIST_MAX (RINGFENCE_CFG_DESCRIPTOR_BYTES + 64U)
#define MSG_FENCES_MAX                                                                             \
    (16U +                                                                                         \
     (RINGFENCE_CFG_STREAM_CONSUMERS * (4U + (RINGFENCE_CFG_STREAM_ELEMENTS * MSG_FENCE_BYTES))))
#define MSG_BODY_MAX (MSG_LIST_MAX + MSG_FENCES_MAX)
#define MSG_MAX      (MSG_HEAD + MSG_BODY_MAX)

/** Across a memory boundary: most bytes of a payload in one message, and of the sizes of its
 * elements. */
#define CHIP_DATA_MAX  MSG_LIST_MAX
#define CHIP_SIZES_MAX (8U * RINGFENCE_CFG_STREAM_ELEMENTS)

/* clang-format off */
#define LINK_BYTES_32(name) + 4U
#define LINK_BYTES_64(name) + 8U
#define LINK_BYTES_REST(bytes, size)
/** Bytes of numbers, and most bytes of a list behind them. */
#define LINK_BYTES(fields) (0U fields(LINK_BYTES_32, LINK_BYTES_64, LINK_BYTES_REST))
#define LINK_LIST(fields) (MSG_LIST_MAX - LINK_BYTES(fields))
/* clang-format on */

/** Bytes of the message of a user info: before the info, and at most. */
#define MSG_INFO_HEAD LINK_BYTES(MSG_INFO_FIELDS)
#define MSG_INFO_MAX  (MSG_INFO_HEAD + RINGFENCE_CFG_STREAM_INFO_BYTES)

/* Forms of a list. */
#define FORM_NONE         0U
#define FORM_RECONCILED   1U
#define FORM_UNRECONCILED 2U

/* Why late consumers are refused: the buffers, or what the producer signals, do not suit one; one
 * has no list of a waiter; one refuses a packet; there are too few numbers for them. Why they are,
 * or a stream ends before it is set up: a list has come through too many channels. NONE: something
 * else. */
#define REASON_NONE    0U
#define REASON_BUFFERS 1U
#define REASON_SIGNALS 2U
#define REASON_WAITERS 3U
#define REASON_PACKET  4U
#define REASON_NUMBERS 5U
#define REASON_HOPS    6U
#define REASONS        7U

/* What an end is. */
#define HELLO_SOURCE 1U
#define HELLO_CHIP   2U

/* clang-format off */
#define LINK_KIND(kind, code, ...) kind = (code),

/** What a message is. */
typedef enum {
    MSG_NONE = 0,
    LINK_MESSAGES(LINK_KIND, LINK_KIND)
    MSG_KINDS
} LinkKind;
/* clang-format on */

/* How far two ends are with one another. */
#define LINK_HELLO     0x1U
#define LINK_COMPLETE  0x2U
#define LINK_CONNECTED 0x4U
#define LINK_READY     0x8U
/** Was ready once: payloads move as messages. Those across a memory boundary are copied. */
#define LINK_FLOWS 0x10U

/* Ends that messages go to, with memory that is shared or without: bits. */
#define TO_SOURCE           0x1U
#define TO_DESTINATION      0x2U
#define TO_CHIP_SOURCE      0x4U
#define TO_CHIP_DESTINATION 0x8U
#define TO_SOURCES          (TO_SOURCE | TO_CHIP_SOURCE)
#define TO_DESTINATIONS     (TO_DESTINATION | TO_CHIP_DESTINATION)
#define TO_BOTH             (TO_SOURCE | TO_DESTINATION)
#define TO_ALL              (TO_SOURCES | TO_DESTINATIONS)

/** A message that is written or read, from its body on. */
typedef struct {
    uint8_t *bytes;
    uint32_t size;
    uint32_t used;
    /** More was put or asked for than there is room. */
    bool failed;
} LinkCursor;

void link_put32(LinkCursor *cursor, uint32_t value);
void link_put64(LinkCursor *cursor, uint64_t value);
void link_put_bytes(LinkCursor *cursor, const void *bytes, uint32_t count);

/** 0 behind the end. */
uint32_t link_get32(LinkCursor *cursor);
uint64_t link_get64(LinkCursor *cursor);

/** Bytes in place; NULL behind the end. */
const uint8_t *link_get_bytes(LinkCursor *cursor, uint32_t count);

/** Bytes that were not asked for yet. */
uint32_t link_left(const LinkCursor *cursor);

/* clang-format off */
#define LINK_MEMBER_32(name) uint32_t name;
#define LINK_MEMBER_64(name) uint64_t name;
#define LINK_MEMBER_REST(bytes, size) const uint8_t *bytes; uint32_t size;
#define LINK_NUMBER_32(name) , uint32_t name
#define LINK_NUMBER_64(name) , uint64_t name
#define LINK_NUMBER_REST(bytes, size) , const void *bytes, uint32_t size
#define LINK_PUT_32(name) link_put32(cursor, name);
#define LINK_PUT_64(name) link_put64(cursor, name);
#define LINK_PUT_REST(bytes, size) link_put_bytes(cursor, bytes, size);
#define LINK_GET_32(name) body.name = link_get32(cursor);
#define LINK_GET_64(name) body.name = link_get64(cursor);
#define LINK_GET_REST(bytes, size) \
    body.size = link_left(cursor); \
    body.bytes = link_get_bytes(cursor, body.size);

/** Type of the fields of a kind, and what writes and reads them. */
#define LINK_BODY(kind, code, type, put, get, fields, ...) \
    typedef struct { \
        fields(LINK_MEMBER_32, LINK_MEMBER_64, LINK_MEMBER_REST) \
    } type; \
    static inline void put(LinkCursor *cursor fields(LINK_NUMBER_32, LINK_NUMBER_64, LINK_NUMBER_REST)) \
    { \
        fields(LINK_PUT_32, LINK_PUT_64, LINK_PUT_REST) \
    } \
    static inline type get(LinkCursor *cursor) \
    { \
        type body; \
        fields(LINK_GET_32, LINK_GET_64, LINK_GET_REST) \
        return body; \
    }

#define LINK_NO_BODY(...)

LINK_MESSAGES(LINK_BODY, LINK_NO_BODY)
/* clang-format on */

/** Says whether a message of a kind and a length may come to an end that is so far. */
bool link_is_legal(uint32_t kind, uint32_t length, uint32_t to, uint32_t progress);

/** A message on its way, in pieces. */
typedef struct {
    /** Bytes that were written or read, and that there are; 0: no message. */
    uint32_t used;
    uint32_t size;
    uint8_t bytes[MSG_MAX];
} LinkMessage;

/** Begins a message: what follows is put into its body. */
LinkCursor link_begin(LinkMessage *message);

/** Ends it. False: it is too long. */
bool link_finish(LinkMessage *message, LinkKind kind, const LinkCursor *cursor);

/** Bytes of a frame with the next piece of a message. */
uint32_t link_piece_size(const LinkMessage *message, uint32_t frame_size);

/** Fills a frame with the next piece of a message. */
void link_take_piece(LinkMessage *message, uint8_t *frame, uint32_t frame_size);

/** Bytes of a frame that are used, by its first ones; all of it if they cannot be true. */
uint32_t link_frame_bytes(const uint8_t *frame, uint32_t frame_size);

/** Adds the piece of a frame to a message. False: that cannot be true. */
bool link_add_piece(LinkMessage *message, const uint8_t *frame, uint32_t frame_size);

/** Says whether all of a message has come. */
bool link_is_whole(const LinkMessage *message);

/** Kind and body of a message that is whole. */
LinkCursor link_open(LinkMessage *message, uint32_t *kind);

/** Says whether a message is whole, and the first one of an end of another version. */
bool link_is_other_version(const LinkMessage *message);

#endif /* RINGFENCE_STREAM_REMOTE_IPC_MESSAGE_H */
