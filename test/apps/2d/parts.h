/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parts.h
 * What the programs of this folder share. They are written as programs for NvMedia 2D are, with the
 * headers and functions of NvSci and NvMedia alone: checks, modules, sync objects, images, messages
 * between processes; and a model of colours in floating point.
 */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvsciipc.h"
#include "nvscisync.h"

/* Microseconds in which whatever is waited for comes. */
#define LONG_ENOUGH 60000000

/* The call ends well, or the program ends with a line that says why not. */
#define CALL(call) check_call((unsigned)(call), 0U, #call, __FILE__, __LINE__)
/* The call ends with this error. */
#define REFUSED(call, error)                                                                       \
    check_call((unsigned)(call), (unsigned)(error), #call, __FILE__, __LINE__)
#define CHECK(condition) check_condition((condition), #condition, __FILE__, __LINE__)

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

void check_call(unsigned got, unsigned wanted, const char *call, const char *file, int line);
void check_condition(bool holds, const char *condition, const char *file, int line);

/* ---------------------------------------------------------------- NvSci */

typedef struct {
    NvSciBufModule buf;
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext waits;
} Place;

void modules_open(Place *place);
void modules_close(const Place *place);

/** A new list of the CPU. */
NvSciSyncAttrList cpu_list(const Place *place, NvSciSyncAccessPerm perm);
/** An object of two or three lists, which are freed. */
NvSciSyncObj sync_of(NvSciSyncAttrList first, NvSciSyncAttrList second, NvSciSyncAttrList third);

/** Waits for a fence and clears it. */
void fence_await(const Place *place, NvSciSyncFence *fence);
/** Whether a fence has expired. */
bool fence_is_over(const Place *place, const NvSciSyncFence *fence);

/* ---------------------------------------------------------------- images */

#define PLANES 3U

/** Formats of images, as lists name them. */
typedef struct {
    uint32_t planes;
    NvSciBufAttrValColorFmt format[PLANES];
    /** Pixels that a sample of a plane covers. */
    uint32_t across[PLANES];
    uint32_t down[PLANES];
    NvSciBufAttrValColorStd standard;
} Kind;

/** Red at the lowest address. */
extern const Kind kind_rgba;
/** 4:2:0, Rec.601 studio range: three planes Y, U, V. */
extern const Kind kind_yuv420;
/** 4:2:0, Rec.601 studio range: three planes Y, V, U. */
extern const Kind kind_yvu420;
/** 4:2:0, Rec.601 studio range: a plane Y, and one of U and V with U at the lower address. */
extern const Kind kind_nv12;
/** The same with V at the lower address. */
extern const Kind kind_nv21;

/** A pitch-linear image that the CPU sees too. */
typedef struct {
    NvSciBufObj object;
    uint32_t width;
    uint32_t height;
    uint32_t planes;
    uint8_t *plane[PLANES];
    uint32_t pitch[PLANES];
} Picture;

/** What an image asks of a list, as the program sets it. */
void picture_list(NvSciBufAttrList list, const Kind *kind, uint32_t width, uint32_t height,
                  NvSciBufAttrValAccessPerm perm);
/** Finds the planes of an object; `write` is whether the CPU may write. */
void picture_open(NvSciBufObj object, bool write, Picture *picture);
/** Makes one of a list, which is freed. */
void picture_make(NvSciBufAttrList list, Picture *picture);
void picture_free(Picture *picture);

typedef struct {
    uint8_t red;
    uint8_t green;
    uint8_t blue;
    uint8_t alpha;
} Pixel;

/** A pixel of picture number `seed`: no two rows, columns or pictures are the same. */
Pixel pattern(uint32_t seed, uint32_t x, uint32_t y);
/** Writes a picture of kind_rgba. */
void pattern_draw(const Picture *picture, uint32_t seed);
Pixel pixel_get(const Picture *picture, uint32_t x, uint32_t y);
void pixel_put(const Picture *picture, uint32_t x, uint32_t y, Pixel pixel);

/** Y, U and V in Rec.601 studio range, not rounded. */
typedef struct {
    double y;
    double u;
    double v;
} Colour;

Colour colour_of(Pixel pixel);
/** Whether a sample is what the model says, but for rounding. */
bool near(uint8_t sample, double model);

/** Where the samples of a 4:2:0 image are. */
typedef struct {
    const uint8_t *y;
    const uint8_t *u;
    const uint8_t *v;
    uint32_t y_pitch;
    uint32_t u_pitch;
    uint32_t v_pitch;
    /** Bytes from a sample of colour to the next. */
    uint32_t step;
} Yuv;

Yuv yuv_of(const Picture *picture, const Kind *kind);
/** How many samples are not those of picture `seed`, turned into 4:2:0; the picture is `scale`
 * times as large. */
uint32_t yuv_faults(const Yuv *yuv, uint32_t width, uint32_t height, uint32_t seed, uint32_t scale);

/* ---------------------------------------------------------------- processes */

typedef struct {
    NvSciIpcEndpoint endpoint;
    int32_t descriptor;
} Line;

#define MESSAGE_BYTES 24000U

typedef struct {
    uint64_t size;
    uint8_t bytes[MESSAGE_BYTES];
} Message;

void line_open(const char *name, Line *line);
void line_close(const Line *line);
void line_send(const Line *line, const void *bytes, size_t size);
const Message *line_receive(const Line *line);
/** Whether the other process is gone, instead of a message. */
bool line_is_cut(const Line *line);

void send_fence(const Line *line, const NvSciSyncFence *fence);
void receive_fence(const Line *line, NvSciSyncObj object, NvSciSyncFence *fence);
/** Sends a list, and receives the object that the other process made of it and of its own. */
void sync_take(const Place *place, const Line *line, NvSciSyncAttrList list, NvSciSyncObj *object);
/** The other side of it, with one or two lists. */
void sync_share(const Place *place, const Line *line, NvSciSyncAttrList list,
                NvSciSyncAttrList also, NvSciSyncObj *object);
void buf_take(const Place *place, const Line *line, NvSciBufAttrList list,
              NvSciBufAttrValAccessPerm perm, NvSciBufObj *object);
void buf_share(const Place *place, const Line *line, NvSciBufAttrList list,
               NvSciBufAttrValAccessPerm perm, NvSciBufObj *object);

/** Runs both in processes of their own; both must end well. */
void in_two(void (*first)(void), void (*second)(void));

#endif /* PARTS_H */
