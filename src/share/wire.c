/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wire.c
 * Bytes of a descriptor, and the check of their integrity.
 *
 * Nothing that is read is trusted: each read is held against what is left, and a failed one makes
 * all that follow fail.
 */
#include "share/share.h"

#include "core/bytes.h"

/** Where each field of the head stands. */
#define AT_MAGIC   0U
#define AT_VERSION 4U
#define AT_KIND    6U
#define AT_LENGTH  8U
#define AT_CRC     12U

#define BITS_PER_BYTE 8U
#define NIBBLES       16U
/** Bytes are padded to a multiple of this. */
#define WIRE_ALIGN 8U

static const uint32_t g_nibble_bits = 4U;

/** CRC-32 of IEEE 802.3, reflected, of each number of four bits. */
static const uint32_t g_crc_nibbles[NIBBLES] = {0x00000000U, 0x1DB71064U, 0x3B6E20C8U, 0x26D930ACU,
                                                0x76DC4190U, 0x6B6B51F4U, 0x4DB26158U, 0x5005713CU,
                                                0xEDB88320U, 0xF00F9344U, 0xD6D6A3E8U, 0xCB61B38CU,
                                                0x9B64C2B0U, 0x86D3D2D4U, 0xA00AE278U, 0xBDBDF21CU};

/* ---------------------------------------------------------------- CRC */

/** Takes a byte into a CRC. */
static uint32_t crc_byte(uint32_t crc, uint8_t byte)
{
    uint32_t next = crc ^ (uint32_t)byte;

    next = (next >> g_nibble_bits) ^ g_crc_nibbles[next & 0x0FU];
    next = (next >> g_nibble_bits) ^ g_crc_nibbles[next & 0x0FU];
    return next;
}

/** @satisfies RF-SHARE-002 */
uint32_t wire_crc(const void *bytes, size_t length)
{
    const uint8_t *const start = bytes;
    uint32_t crc = 0xFFFFFFFFU;

    for (size_t i = 0U; i < length; i++) {
        const bool is_own = (i >= AT_CRC) && (i < WIRE_HEAD);

        crc = crc_byte(crc, is_own ? (uint8_t)0U : start[i]);
    }
    return ~crc;
}

/* ---------------------------------------------------------------- numbers */

/** Writes the lowest `size` bytes of a number, the lowest first. */
static void wire_store(uint8_t *bytes, uint64_t number, uint32_t size)
{
    uint64_t rest = number;

    for (uint32_t i = 0U; i < size; i++) {
        bytes[i] = (uint8_t)(rest & 0xFFU);
        rest >>= BITS_PER_BYTE;
    }
}

static uint64_t wire_load(const uint8_t *bytes, uint32_t size)
{
    uint64_t number = 0U;

    for (uint32_t i = size; i > 0U; i--) {
        number = (number << BITS_PER_BYTE) | (uint64_t)bytes[i - 1U];
    }
    return number;
}

/** Bytes with their padding; at most 7 more. */
static size_t padded(size_t size)
{
    const size_t over = size % WIRE_ALIGN;

    return (over == 0U) ? size : (size + (WIRE_ALIGN - over));
}

/* ---------------------------------------------------------------- writing */

/** Place of the next `size` bytes; NULL if they do not fit. */
static uint8_t *wire_reserve(WireOut *out, size_t size)
{
    uint8_t *place = NULL;

    out->wanted += size;
    if (out->fits && (size <= (out->capacity - out->used))) {
        place = &out->bytes[out->used];
        out->used += size;
    } else {
        out->fits = false;
    }
    return place;
}

/** @satisfies RF-SHARE-001 */
WireOut wire_begin(void *bytes, size_t capacity, WireKind kind)
{
    WireOut out = {NULL, capacity, 0U, true, 0U};

    (void)memset(bytes, 0, capacity);
    out.bytes = bytes;
    wire_put32(&out, WIRE_MAGIC);
    wire_put32(&out, WIRE_VERSION | ((uint32_t)kind << 16U));
    wire_put64(&out, 0U);
    return out;
}

/** @satisfies RF-SHARE-001 RF-SHARE-002 */
bool wire_end(WireOut *out)
{
    if (out->fits) {
        wire_store(&out->bytes[AT_LENGTH], (uint64_t)out->used, (uint32_t)sizeof(uint32_t));
        wire_store(&out->bytes[AT_CRC], (uint64_t)wire_crc(out->bytes, out->used),
                   (uint32_t)sizeof(uint32_t));
    }
    return out->fits;
}

/** @satisfies RF-SHARE-001 */
void wire_put32(WireOut *out, uint32_t number)
{
    uint8_t *const place = wire_reserve(out, sizeof(number));

    if (place != NULL) {
        wire_store(place, (uint64_t)number, (uint32_t)sizeof(number));
    }
}

/** @satisfies RF-SHARE-001 */
void wire_put64(WireOut *out, uint64_t number)
{
    uint8_t *const place = wire_reserve(out, sizeof(number));

    if (place != NULL) {
        wire_store(place, number, (uint32_t)sizeof(number));
    }
}

/** @satisfies RF-SHARE-001 */
uint8_t *wire_put_place(WireOut *out, size_t size)
{
    uint8_t *const place = (size <= out->capacity) ? wire_reserve(out, padded(size)) : NULL;

    out->fits = (place != NULL);
    return place;
}

/* ---------------------------------------------------------------- reading */

/** Next `size` bytes; NULL if there are not so many. */
static const uint8_t *wire_take(WireIn *in, size_t size)
{
    const uint8_t *place = NULL;

    if (in->sound && (size <= (in->length - in->at))) {
        place = &in->bytes[in->at];
        in->at += size;
    } else {
        in->sound = false;
    }
    return place;
}

/** Length that a head gives, if head and CRC are those of a descriptor of the kind; 0 if not. */
static size_t checked_length(const uint8_t *bytes, size_t size, WireKind kind)
{
    const uint64_t found = wire_load(&bytes[AT_KIND], (uint32_t)sizeof(uint16_t));
    const size_t length = (size_t)wire_load(&bytes[AT_LENGTH], (uint32_t)sizeof(uint32_t));
    bool sound = (found == (uint64_t)kind) && (length >= WIRE_HEAD) && (length <= size);

    if (sound) {
        const uint64_t crc = wire_load(&bytes[AT_CRC], (uint32_t)sizeof(uint32_t));

        sound = (crc == (uint64_t)wire_crc(bytes, length));
    }
    return sound ? length : 0U;
}

/** @satisfies RF-SHARE-002 RF-SHARE-003 */
WireState wire_open(WireIn *in, const void *bytes, size_t size, WireKind kind)
{
    WireState state = WIRE_BROKEN;
    const uint8_t *const start = bytes;

    in->bytes = start;
    in->length = 0U;
    in->at = WIRE_HEAD;
    in->sound = false;
    if (size >= WIRE_HEAD) {
        const uint64_t magic = wire_load(&start[AT_MAGIC], (uint32_t)sizeof(uint32_t));
        const uint64_t version = wire_load(&start[AT_VERSION], (uint32_t)sizeof(uint16_t));

        if ((magic == (uint64_t)WIRE_MAGIC) && (version == (uint64_t)WIRE_VERSION)) {
            in->length = checked_length(start, size, kind);
            in->sound = (in->length > 0U);
            state = in->sound ? WIRE_OK : WIRE_BROKEN;
        } else if (magic == (uint64_t)WIRE_MAGIC) {
            state = WIRE_OTHER_VERSION;
        } else {
            state = WIRE_BROKEN;
        }
    }
    return state;
}

/** @satisfies RF-SHARE-003 */
uint32_t wire_get32(WireIn *in)
{
    const uint8_t *const place = wire_take(in, sizeof(uint32_t));

    return (place == NULL) ? 0U : (uint32_t)wire_load(place, (uint32_t)sizeof(uint32_t));
}

/** @satisfies RF-SHARE-003 */
uint64_t wire_get64(WireIn *in)
{
    const uint8_t *const place = wire_take(in, sizeof(uint64_t));

    return (place == NULL) ? 0U : wire_load(place, (uint32_t)sizeof(uint64_t));
}

/** @satisfies RF-SHARE-003 */
const uint8_t *wire_get_bytes(WireIn *in, size_t size)
{
    const uint8_t *place = NULL;

    if (size <= in->length) {
        place = wire_take(in, padded(size));
    } else {
        in->sound = false;
    }
    if (place != NULL) {
        for (size_t i = size; i < padded(size); i++) {
            in->sound = in->sound && (place[i] == 0U);
        }
    }
    return in->sound ? place : NULL;
}

/** @satisfies RF-SHARE-003 */
bool wire_close(const WireIn *in)
{
    return in->sound && (in->at == in->length);
}
