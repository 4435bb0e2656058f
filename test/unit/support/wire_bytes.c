/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wire_bytes.c
 * Written by version 2 of the format on x86-64: a row for each key, as src/share/list_wire.c has
 * them. All numbers are of the lowest byte first.
 */
#include "wire_bytes.h"

/* clang-format off */
#define W8(n)  (uint8_t)((n) & 0xFFU)
#define W16(n) W8(n), W8((n) >> 8)
#define W32(n) W16((n) & 0xFFFFU), W16((n) >> 16)
#define W64(n) W32((n) & 0xFFFFFFFFU), W32(((uint64_t)(n)) >> 32)
#define PAD4   0, 0, 0, 0
#define PAD6   PAD4, 0, 0
#define PAD7   PAD6, 0

#define HEAD(kind, length, crc) 'R', 'N', 'F', 'D', W16(2), W16(kind), W32(length), W32(crc)
/* Key, and bytes of its value. */
#define KEY(key, bytes) W32(key), W32(bytes)

#define GPU_A 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F
#define GPU_B 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F

/* A pair of lists of buffers for the peer: its route, and keys of all buffers but the types. */
#define ROUTE W32(1), W32(7), W64(3), W64(0x2122232425262728)
#define GENERAL \
    KEY(2, 1), W8(1), PAD7,                           \
    KEY(4, 1), W8(0), PAD7,                           \
    KEY(5, 0x20), GPU_A, GPU_B,                       \
    KEY(6, 1), W8(0), PAD7,                           \
    KEY(7, 4), W32(3), PAD4,                          \
    KEY(9, 0x22), GPU_A, W8(0), GPU_B, W8(0), PAD6,   \
    KEY(0xA, 0x22), GPU_A, W8(0), GPU_B, W8(0), PAD6, \
    KEY(0xB, 0x28), GPU_A, W32(0), GPU_B, W32(0),     \
    KEY(0xC, 0x30), W32(0x201), W32(0xFFFFFFFF), W64(0x102030405060708), W32(0x302), W32(0x100), W64(0), W32(0x403), W32(0x1020304), W64(1)

static const uint8_t g_buf_lists[] = {
    HEAD(6, 0x520, 0x7161C49B),
    W32(5), W32(0),
    W32(0), W32(24),
    KEY(1, 4), W32(2), PAD4,
    KEY(2, 1), W8(1), PAD7,
    KEY(3, 4), W32(3), PAD4,
    KEY(4, 1), W8(1), PAD7,
    KEY(5, 0x20), GPU_B, GPU_A,
    KEY(8, 0x10), GPU_B,
    KEY(9, 0x11), GPU_A, W8(1), PAD7,
    KEY(0xB, 0x14), GPU_A, W32(1), PAD4,
    KEY(0xC, 0x20), W32(0x403), W32(0x1020304), W64(1), W32(0x201), W32(0xFFFFFFFF), W64(0x102030405060708),
    KEY(0xD, 0x10), W32(0xB), W32(1), W32(0x6A), W32(1),
    KEY(0x20000, 4), W32(0), PAD4,
    KEY(0x20001, 0x10), W64(0x102030405060708), W64(2),
    KEY(0x20002, 0x10), W64(3), W64(0x908070605040302),
    KEY(0x20003, 0x10), W64(4), W64(5),
    KEY(0x20004, 0x10), W64(6), W64(7),
    KEY(0x20005, 1), W8(0), PAD7,
    KEY(0x20008, 4), W32(2), PAD4,
    KEY(0x20009, 8), W32(0x54), W32(0x4C),
    KEY(0x2000A, 8), W32(0xB), W32(0),
    KEY(0x2000B, 8), W32(0x10000), W32(0x80000000),
    KEY(0x2000C, 8), W32(0x1020304), W32(0x140),
    KEY(0x2000D, 8), W32(0x1E0), W32(0x4030201),
    KEY(0x2000E, 4), W32(1), PAD4,
    KEY(0x20017, 8), W64(1),
    W32(2), W32(11), W64(0x2122232425262728), W64(0x1112131415161718),
    KEY(1, 4), W32(2), PAD4,
    KEY(0x20000, 4), W32(1), PAD4,
    KEY(0x2000E, 4), W32(0), PAD4,
    KEY(0x20018, 4), W32(0), PAD4,
    KEY(0x20019, 4), W32(1), PAD4,
    KEY(0x2001A, 4), W32(0), PAD4,
    KEY(0x2001B, 4), W32(2), PAD4,
    KEY(0x2001C, 4), W32(0), PAD4,
    KEY(0x2001D, 4), W32(0x1020304), PAD4,
    KEY(0x2001E, 4), W32(0x1E0), PAD4,
    KEY(0x2001F, 4), W32(0), PAD4,
    W32(2), W32(14), W64(0x2122232425262728), W64(0x1112131415161718),
    KEY(1, 8), W32(2), W32(3),
    KEY(0x20000, 4), W32(1), PAD4,
    KEY(0x20008, 4), W32(1), PAD4,
    KEY(0x20009, 4), W32(0x6A), PAD4,
    KEY(0x2000C, 4), W32(0x64), PAD4,
    KEY(0x2000D, 4), W32(0x32), PAD4,
    KEY(0x2000E, 4), W32(0), PAD4,
    KEY(0x20017, 8), W64(1),
    KEY(0x30000, 4), W32(3), PAD4,
    KEY(0x30001, 4), W32(4), PAD4,
    KEY(0x30002, 0x20), W64(1), W64(0x102030405060708), W64(3), W64(4),
    KEY(0x30003, 0x10), W32(1), W32(0x100), W32(0x10000), W32(1),
    KEY(0x30005, 4), W32(0x6A), PAD4,
    KEY(0x30006, 8), W64(0x100000000),
    W32(2), W32(6), W64(0x2122232425262728), W64(0x1112131415161718),
    KEY(1, 8), W32(4), W32(1),
    KEY(0x10000, 8), W64(0x1122334455667788),
    KEY(0x10001, 8), W64(0x10000000000),
    KEY(0x40000, 4), W32(7), PAD4,
    KEY(0x40001, 8), W64(4),
    KEY(0x40002, 8), W64(0x807060504030201),
    W32(2), W32(9), W64(0x2122232425262728), W64(0x1112131415161718),
    KEY(1, 8), W32(2), W32(5),
    KEY(0x20000, 4), W32(1), PAD4,
    KEY(0x20008, 4), W32(1), PAD4,
    KEY(0x20009, 4), W32(0x54), PAD4,
    KEY(0x2000C, 4), W32(0x280), PAD4,
    KEY(0x2000D, 4), W32(0x1E0), PAD4,
    KEY(0x2000E, 4), W32(0), PAD4,
    KEY(0x50000, 4), W32(3), PAD4,
    KEY(0x50001, 4), W32(0x3F200000), PAD4,
};

static const uint8_t g_raw[] = {
    HEAD(7, 0x190, 0xDE751DE5),
    W32(1), W32(12),
    ROUTE,
    KEY(1, 4), W32(1), PAD4,
    GENERAL,
    KEY(0x10000, 8), W64(0x3E8),
    KEY(0x10001, 8), W64(0x1000),
};

static const uint8_t g_image[] = {
    HEAD(7, 0x328, 0x104E8418),
    W32(1), W32(34),
    ROUTE,
    KEY(1, 4), W32(2), PAD4,
    GENERAL,
    KEY(0x20000, 4), W32(1), PAD4,
    KEY(0x20001, 0x10), W64(0), W64(0),
    KEY(0x20002, 0x10), W64(0), W64(0),
    KEY(0x20003, 0x10), W64(0), W64(0),
    KEY(0x20004, 0x10), W64(0), W64(0),
    KEY(0x20005, 1), W8(0), PAD7,
    KEY(0x20006, 8), W64(0x87000),
    KEY(0x20007, 8), W64(0x200),
    KEY(0x20008, 4), W32(2), PAD4,
    KEY(0x20009, 8), W32(0x54), W32(0x4C),
    KEY(0x2000A, 8), W32(1), W32(1),
    KEY(0x2000B, 8), W32(0x200), W32(0x200),
    KEY(0x2000C, 8), W32(0x280), W32(0x140),
    KEY(0x2000D, 8), W32(0x1E0), W32(0xF0),
    KEY(0x2000E, 4), W32(0), PAD4,
    KEY(0x2000F, 8), W32(8), W32(0x10),
    KEY(0x20010, 0x10), W64(0), W64(0x5A000),
    KEY(0x20011, 8), W32(3), W32(3),
    KEY(0x20012, 2), W8(1), W8(2), PAD6,
    KEY(0x20013, 0x10), W64(0), W64(0),
    KEY(0x20014, 8), W32(0x300), W32(0x300),
    KEY(0x20015, 8), W32(0x1E0), W32(0xF0),
    KEY(0x20016, 0x10), W64(0x5A000), W64(0x2D000),
    KEY(0x20017, 8), W64(1),
};

static const uint8_t g_surface[] = {
    HEAD(7, 0x398, 0xE0A5700D),
    W32(1), W32(41),
    ROUTE,
    KEY(1, 4), W32(2), PAD4,
    GENERAL,
    KEY(0x20000, 4), W32(1), PAD4,
    KEY(0x20001, 0x10), W64(0), W64(0),
    KEY(0x20002, 0x10), W64(0), W64(0),
    KEY(0x20003, 0x10), W64(0), W64(0),
    KEY(0x20004, 0x10), W64(0), W64(0),
    KEY(0x20005, 1), W8(0), PAD7,
    KEY(0x20006, 8), W64(0x87000),
    KEY(0x20007, 8), W64(0x200),
    KEY(0x20008, 4), W32(2), PAD4,
    KEY(0x20009, 8), W32(0x54), W32(0x4C),
    KEY(0x2000A, 8), W32(1), W32(1),
    KEY(0x2000B, 8), W32(0x200), W32(0x200),
    KEY(0x2000C, 8), W32(0x280), W32(0x140),
    KEY(0x2000D, 8), W32(0x1E0), W32(0xF0),
    KEY(0x2000E, 4), W32(0), PAD4,
    KEY(0x2000F, 8), W32(8), W32(0x10),
    KEY(0x20010, 0x10), W64(0), W64(0x5A000),
    KEY(0x20011, 8), W32(3), W32(3),
    KEY(0x20012, 2), W8(1), W8(2), PAD6,
    KEY(0x20013, 0x10), W64(0), W64(0),
    KEY(0x20014, 8), W32(0x300), W32(0x300),
    KEY(0x20015, 8), W32(0x1E0), W32(0xF0),
    KEY(0x20016, 0x10), W64(0x5A000), W64(0x2D000),
    KEY(0x20017, 8), W64(1),
    KEY(0x20018, 4), W32(0), PAD4,
    KEY(0x20019, 4), W32(1), PAD4,
    KEY(0x2001A, 4), W32(0), PAD4,
    KEY(0x2001B, 4), W32(2), PAD4,
    KEY(0x2001C, 4), W32(0), PAD4,
    KEY(0x2001D, 4), W32(0x280), PAD4,
    KEY(0x2001E, 4), W32(0x1E0), PAD4,
};

static const uint8_t g_tensor[] = {
    HEAD(7, 0x218, 0xE702BC2C),
    W32(1), W32(17),
    ROUTE,
    KEY(1, 4), W32(3), PAD4,
    GENERAL,
    KEY(0x30000, 4), W32(8), PAD4,
    KEY(0x30001, 4), W32(4), PAD4,
    KEY(0x30002, 0x20), W64(1), W64(3), W64(0xE0), W64(0xE0),
    KEY(0x30003, 0x10), W32(1), W32(1), W32(0x40), W32(2),
    KEY(0x30004, 0x20), W64(0x49800), W64(0x18800), W64(0x1C0), W64(2),
    KEY(0x30006, 8), W64(0x1000),
    KEY(0x30007, 8), W64(0x4A000),
};

static const uint8_t g_image_and_tensor[] = {
    HEAD(7, 0x350, 0x6DFF1D7D),
    W32(1), W32(37),
    ROUTE,
    KEY(1, 8), W32(2), W32(3),
    GENERAL,
    KEY(0x20000, 4), W32(1), PAD4,
    KEY(0x20005, 1), W8(0), PAD7,
    KEY(0x20006, 8), W64(0x7000),
    KEY(0x20007, 8), W64(0x200),
    KEY(0x20008, 4), W32(1), PAD4,
    KEY(0x20009, 4), W32(0x6A), PAD4,
    KEY(0x2000A, 4), W32(0), PAD4,
    KEY(0x2000B, 4), W32(0x200), PAD4,
    KEY(0x2000C, 4), W32(0x64), PAD4,
    KEY(0x2000D, 4), W32(0x32), PAD4,
    KEY(0x2000E, 4), W32(0), PAD4,
    KEY(0x2000F, 4), W32(0x20), PAD4,
    KEY(0x20010, 8), W64(0),
    KEY(0x20011, 4), W32(3), PAD4,
    KEY(0x20012, 1), W8(4), PAD7,
    KEY(0x20013, 8), W64(0),
    KEY(0x20014, 4), W32(0x200), PAD4,
    KEY(0x20015, 4), W32(0x32), PAD4,
    KEY(0x20016, 8), W64(0x7000),
    KEY(0x20017, 8), W64(1),
    KEY(0x30000, 4), W32(3), PAD4,
    KEY(0x30001, 4), W32(4), PAD4,
    KEY(0x30002, 0x20), W64(1), W64(0x32), W64(0x64), W64(4),
    KEY(0x30004, 0x20), W64(0x6400), W64(0x200), W64(4), W64(1),
    KEY(0x30005, 4), W32(0x6A), PAD4,
    KEY(0x30006, 8), W64(0x200),
    KEY(0x30007, 8), W64(0x7000),
};

static const uint8_t g_array[] = {
    HEAD(7, 0x1C0, 0xD95DAAB4),
    W32(1), W32(15),
    ROUTE,
    KEY(1, 4), W32(4), PAD4,
    GENERAL,
    KEY(0x40000, 4), W32(7), PAD4,
    KEY(0x40001, 8), W64(4),
    KEY(0x40002, 8), W64(0x1388),
    KEY(0x40003, 8), W64(0x5000),
    KEY(0x40004, 8), W64(0x1000),
};

static const uint8_t g_pyramid[] = {
    HEAD(7, 0x360, 0xA3141D12),
    W32(1), W32(39),
    ROUTE,
    KEY(1, 8), W32(2), W32(5),
    GENERAL,
    KEY(0x20000, 4), W32(1), PAD4,
    KEY(0x20001, 8), W64(0),
    KEY(0x20002, 8), W64(0),
    KEY(0x20003, 8), W64(0),
    KEY(0x20004, 8), W64(0),
    KEY(0x20005, 1), W8(0), PAD7,
    KEY(0x20006, 8), W64(0x5A000),
    KEY(0x20007, 8), W64(0x200),
    KEY(0x20008, 4), W32(1), PAD4,
    KEY(0x20009, 4), W32(0x54), PAD4,
    KEY(0x2000A, 4), W32(1), PAD4,
    KEY(0x2000B, 4), W32(0x200), PAD4,
    KEY(0x2000C, 4), W32(0x280), PAD4,
    KEY(0x2000D, 4), W32(0x1E0), PAD4,
    KEY(0x2000E, 4), W32(0), PAD4,
    KEY(0x2000F, 4), W32(8), PAD4,
    KEY(0x20010, 8), W64(0),
    KEY(0x20011, 4), W32(3), PAD4,
    KEY(0x20012, 1), W8(1), PAD7,
    KEY(0x20013, 8), W64(0),
    KEY(0x20014, 4), W32(0x300), PAD4,
    KEY(0x20015, 4), W32(0x1E0), PAD4,
    KEY(0x20016, 8), W64(0x5A000),
    KEY(0x20017, 8), W64(1),
    KEY(0x50000, 4), W32(3), PAD4,
    KEY(0x50001, 4), W32(0x3F000000), PAD4,
    KEY(0x50002, 0x18), W64(0), W64(0x5A000), W64(0x78000),
    KEY(0x50003, 0x18), W64(0x5A000), W64(0x1E000), W64(0x8000),
    KEY(0x50004, 8), W64(0x200),
};

static const uint8_t g_sync_lists[] = {
    HEAD(1, 0x158, 0xFAA3ADDA),
    W32(2), W32(0),
    W32(0), W32(5),
    KEY(1, 1), W8(1), PAD7,
    KEY(2, 8), W32(2), W32(0),
    KEY(6, 1), W8(1), PAD7,
    KEY(0xA, 8), W32(4), W32(2),
    KEY(0xB, 0x20), W32(0x201), W32(0xFFFFFFFF), W64(0x102030405060708), W32(0x302), W32(0x100), W64(0),
    W32(2), W32(8), W64(0x2122232425262728), W64(0x1112131415161718),
    KEY(1, 1), W8(1), PAD7,
    KEY(2, 8), W32(1), W32(0),
    KEY(4, 1), W8(1), PAD7,
    KEY(5, 1), W8(1), PAD7,
    KEY(0xA, 4), W32(4), PAD4,
    KEY(0xB, 0x20), W32(0x403), W32(0x1020304), W64(1), W32(0x302), W32(0x100), W64(0),
    KEY(0xC, 0x20), GPU_B, GPU_A,
    KEY(0xD, 0x10), W32(0xB), W32(1), W32(0x6A), W32(1),
};

static const uint8_t g_sync_pair[] = {
    HEAD(2, 0x158, 0x37938121),
    W32(1), W32(14),
    W32(1), W32(3), W64(1), W64(0x2122232425262728),
    KEY(1, 1), W8(1), PAD7,
    KEY(2, 8), W32(3), W32(0),
    KEY(3, 8), W32(1), W32(0),
    KEY(4, 1), W8(1), PAD7,
    KEY(5, 1), W8(1), PAD7,
    KEY(6, 1), W8(1), PAD7,
    KEY(7, 4), W32(0x400), PAD4,
    KEY(8, 4), W32(0x400), PAD4,
    KEY(9, 8), W64(0xFFFFFFFFFFFFFFFF),
    KEY(0xA, 4), W32(4), PAD4,
    KEY(0xB, 0x30), W32(0x201), W32(0xFFFFFFFF), W64(0x102030405060708), W32(0x302), W32(0x100), W64(0), W32(0x403), W32(0x1020304), W64(1),
    KEY(0xC, 0x20), GPU_A, GPU_B,
    KEY(0xD, 0x10), W32(0xB), W32(1), W32(0x6A), W32(1),
    KEY(0x4000000, 4), W32(0x20000), PAD4,
};

const WireBytes g_wire_bytes[WIRE_BYTES_COUNT] = {
    {"buf lists", g_buf_lists, sizeof(g_buf_lists)},
    {"raw", g_raw, sizeof(g_raw)},
    {"image", g_image, sizeof(g_image)},
    {"surface", g_surface, sizeof(g_surface)},
    {"tensor", g_tensor, sizeof(g_tensor)},
    {"image and tensor", g_image_and_tensor, sizeof(g_image_and_tensor)},
    {"array", g_array, sizeof(g_array)},
    {"pyramid", g_pyramid, sizeof(g_pyramid)},
    {"sync lists", g_sync_lists, sizeof(g_sync_lists)},
    {"sync pair", g_sync_pair, sizeof(g_sync_pair)},
};
/* clang-format on */
