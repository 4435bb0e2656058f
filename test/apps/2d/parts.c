/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void check_call(unsigned got, unsigned wanted, const char *call, const char *file, int line)
{
    if (got != wanted) {
        (void)fprintf(stderr, "%s:%d: %s: 0x%x, not 0x%x\n", file, line, call, got, wanted);
        exit(EXIT_FAILURE);
    }
}

void check_condition(bool holds, const char *condition, const char *file, int line)
{
    if (!holds) {
        (void)fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
        exit(EXIT_FAILURE);
    }
}

/* ---------------------------------------------------------------- NvSci */

void modules_open(Place *place)
{
    CALL(NvSciBufModuleOpen(&place->buf));
    CALL(NvSciSyncModuleOpen(&place->sync));
    CALL(NvSciSyncCpuWaitContextAlloc(place->sync, &place->waits));
}

void modules_close(const Place *place)
{
    NvSciSyncCpuWaitContextFree(place->waits);
    NvSciSyncModuleClose(place->sync);
    NvSciBufModuleClose(place->buf);
}

NvSciSyncAttrList cpu_list(const Place *place, NvSciSyncAccessPerm perm)
{
    NvSciSyncAttrList list = NULL;
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };

    CALL(NvSciSyncAttrListCreate(place->sync, &list));
    CALL(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

NvSciSyncObj sync_of(NvSciSyncAttrList first, NvSciSyncAttrList second, NvSciSyncAttrList third)
{
    const NvSciSyncAttrList lists[3] = {first, second, third};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    CALL(NvSciSyncAttrListReconcileAndObjAlloc(lists, (third == NULL) ? 2U : 3U, &object,
                                               &conflict));
    NvSciSyncAttrListFree(first);
    NvSciSyncAttrListFree(second);
    NvSciSyncAttrListFree(third);
    return object;
}

void fence_await(const Place *place, NvSciSyncFence *fence)
{
    CALL(NvSciSyncFenceWait(fence, place->waits, LONG_ENOUGH));
    NvSciSyncFenceClear(fence);
}

bool fence_is_over(const Place *place, const NvSciSyncFence *fence)
{
    return NvSciSyncFenceWait(fence, place->waits, 0) == NvSciError_Success;
}

/* ---------------------------------------------------------------- images */

const Kind kind_rgba = {1U, {NvSciColor_A8B8G8R8}, {1U}, {1U}, NvSciColorStd_SRGB};
const Kind kind_yuv420 = {3U,
                          {NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8},
                          {1U, 2U, 2U},
                          {1U, 2U, 2U},
                          NvSciColorStd_REC601_SR};
const Kind kind_yvu420 = {3U,
                          {NvSciColor_Y8, NvSciColor_V8, NvSciColor_U8},
                          {1U, 2U, 2U},
                          {1U, 2U, 2U},
                          NvSciColorStd_REC601_SR};
const Kind kind_nv12 = {
    2U, {NvSciColor_Y8, NvSciColor_V8U8}, {1U, 2U}, {1U, 2U}, NvSciColorStd_REC601_SR};
const Kind kind_nv21 = {
    2U, {NvSciColor_Y8, NvSciColor_U8V8}, {1U, 2U}, {1U, 2U}, NvSciColorStd_REC601_SR};

void picture_list(NvSciBufAttrList list, const Kind *kind, uint32_t width, uint32_t height,
                  NvSciBufAttrValAccessPerm perm)
{
    NvSciBufType type = NvSciBufType_Image;
    NvSciBufAttrValImageLayoutType layout = NvSciBufImage_PitchLinearType;
    NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    NvSciBufAttrValColorStd standards[PLANES];
    NvSciBufAttrValColorFmt formats[PLANES];
    const bool cpu = true;
    uint32_t widths[PLANES];
    uint32_t heights[PLANES];
    uint32_t planes = kind->planes;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufImageAttrKey_Layout, &layout, sizeof(layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &planes, sizeof(planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, formats, planes * sizeof(formats[0])},
        {NvSciBufImageAttrKey_PlaneColorStd, standards, planes * sizeof(standards[0])},
        {NvSciBufImageAttrKey_PlaneWidth, widths, planes * sizeof(widths[0])},
        {NvSciBufImageAttrKey_PlaneHeight, heights, planes * sizeof(heights[0])},
    };

    for (uint32_t i = 0U; i < planes; i++) {
        formats[i] = kind->format[i];
        standards[i] = kind->standard;
        widths[i] = width / kind->across[i];
        heights[i] = height / kind->down[i];
    }
    CALL(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
}

void picture_open(NvSciBufObj object, bool write, Picture *picture)
{
    NvSciBufAttrList list = NULL;
    const void *bytes = NULL;
    void *writable = NULL;
    uint64_t base = 0U;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufImageAttrKey_PlaneCount, NULL, 0U},  {NvSciBufImageAttrKey_PlaneOffset, NULL, 0U},
        {NvSciBufImageAttrKey_PlanePitch, NULL, 0U},  {NvSciBufImageAttrKey_PlaneWidth, NULL, 0U},
        {NvSciBufImageAttrKey_PlaneHeight, NULL, 0U},
    };

    (void)memset(picture, 0, sizeof(*picture));
    picture->object = object;
    CALL(NvSciBufObjGetAttrList(object, &list));
    CALL(NvSciBufAttrListGetAttrs(list, pairs, COUNT_OF(pairs)));
    picture->planes = *(const uint32_t *)pairs[0].value;
    picture->width = *(const uint32_t *)pairs[3].value;
    picture->height = *(const uint32_t *)pairs[4].value;
    CHECK((picture->planes >= 1U) && (picture->planes <= PLANES));
    if (write) {
        CALL(NvSciBufObjGetCpuPtr(object, &writable));
        base = (uint64_t)(uintptr_t)writable;
    } else {
        CALL(NvSciBufObjGetConstCpuPtr(object, &bytes));
        base = (uint64_t)(uintptr_t)bytes;
    }
    for (uint32_t i = 0U; i < picture->planes; i++) {
        picture->pitch[i] = ((const uint32_t *)pairs[2].value)[i];
        picture->plane[i] = (uint8_t *)(uintptr_t)(base + ((const uint64_t *)pairs[1].value)[i]);
    }
}

void picture_make(NvSciBufAttrList list, Picture *picture)
{
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    CALL(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict));
    NvSciBufAttrListFree(list);
    picture_open(object, true, picture);
}

void picture_free(Picture *picture)
{
    NvSciBufObjFree(picture->object);
    (void)memset(picture, 0, sizeof(*picture));
}

Pixel pattern(uint32_t seed, uint32_t x, uint32_t y)
{
    const uint32_t mixed = (seed * 0x9E3779B1U) ^ (x * 0x85EBCA6BU) ^ (y * 0xC2B2AE35U);
    Pixel pixel;

    /* Smooth in each direction, with noise; red, green and blue differ much. */
    pixel.red = (uint8_t)((x * 3U) + (seed * 11U) + ((mixed >> 24U) & 15U));
    pixel.green = (uint8_t)((y * 5U) + (x / 2U) + (seed * 29U) + ((mixed >> 16U) & 7U));
    pixel.blue = (uint8_t)(255U - (x * 2U) + (y * 3U) + (seed * 7U) + ((mixed >> 8U) & 15U));
    pixel.alpha = (uint8_t)((x * 7U) + (y * 13U) + seed);
    return pixel;
}

void pixel_put(const Picture *picture, uint32_t x, uint32_t y, Pixel pixel)
{
    uint8_t *const at = &picture->plane[0][((size_t)y * picture->pitch[0]) + ((size_t)x * 4U)];

    at[0] = pixel.red;
    at[1] = pixel.green;
    at[2] = pixel.blue;
    at[3] = pixel.alpha;
}

Pixel pixel_get(const Picture *picture, uint32_t x, uint32_t y)
{
    const uint8_t *const at =
        &picture->plane[0][((size_t)y * picture->pitch[0]) + ((size_t)x * 4U)];
    const Pixel pixel = {at[0], at[1], at[2], at[3]};

    return pixel;
}

void pattern_draw(const Picture *picture, uint32_t seed)
{
    for (uint32_t y = 0U; y < picture->height; y++) {
        for (uint32_t x = 0U; x < picture->width; x++) {
            pixel_put(picture, x, y, pattern(seed, x, y));
        }
    }
}

Colour colour_of(Pixel pixel)
{
    const double red = pixel.red / 255.0;
    const double green = pixel.green / 255.0;
    const double blue = pixel.blue / 255.0;
    const double luma = (0.299 * red) + (0.587 * green) + (0.114 * blue);
    const Colour colour = {16.0 + (219.0 * luma), 128.0 + (224.0 * (blue - luma) / 1.772),
                           128.0 + (224.0 * (red - luma) / 1.402)};

    return colour;
}

bool near(uint8_t sample, double model)
{
    return ((double)sample > (model - 1.01)) && ((double)sample < (model + 1.01));
}

Yuv yuv_of(const Picture *picture, const Kind *kind)
{
    Yuv yuv;

    (void)memset(&yuv, 0, sizeof(yuv));
    yuv.y = picture->plane[0];
    yuv.y_pitch = picture->pitch[0];
    for (uint32_t i = 1U; i < kind->planes; i++) {
        const NvSciBufAttrValColorFmt format = kind->format[i];

        if (format == NvSciColor_U8) {
            yuv.u = picture->plane[i];
            yuv.u_pitch = picture->pitch[i];
        } else if (format == NvSciColor_V8) {
            yuv.v = picture->plane[i];
            yuv.v_pitch = picture->pitch[i];
        } else {
            yuv.u = picture->plane[i] + ((format == NvSciColor_V8U8) ? 0 : 1);
            yuv.v = picture->plane[i] + ((format == NvSciColor_V8U8) ? 1 : 0);
            yuv.u_pitch = picture->pitch[i];
            yuv.v_pitch = picture->pitch[i];
        }
    }
    yuv.step = (kind->planes == 2U) ? 2U : 1U;
    return yuv;
}

/** Faults of the four pixels that share a sample of U and one of V. */
static uint32_t block_faults(const Yuv *yuv, uint32_t column, uint32_t row, uint32_t seed,
                             uint32_t scale)
{
    const size_t across = (size_t)column * yuv->step;
    double u = 0.0;
    double v = 0.0;
    uint32_t faults = 0U;

    for (uint32_t i = 0U; i < 4U; i++) {
        const uint32_t x = (2U * column) + (i % 2U);
        const uint32_t y = (2U * row) + (i / 2U);
        const Colour colour =
            colour_of(pattern(seed, (x * scale) + (scale / 2U), (y * scale) + (scale / 2U)));

        u += colour.u / 4.0;
        v += colour.v / 4.0;
        faults += near(yuv->y[((size_t)y * yuv->y_pitch) + x], colour.y) ? 0U : 1U;
    }
    faults += near(yuv->u[((size_t)row * yuv->u_pitch) + across], u) ? 0U : 1U;
    faults += near(yuv->v[((size_t)row * yuv->v_pitch) + across], v) ? 0U : 1U;
    return faults;
}

uint32_t yuv_faults(const Yuv *yuv, uint32_t width, uint32_t height, uint32_t seed, uint32_t scale)
{
    uint32_t faults = 0U;

    for (uint32_t row = 0U; row < (height / 2U); row++) {
        for (uint32_t column = 0U; column < (width / 2U); column++) {
            faults += block_faults(yuv, column, row, seed, scale);
        }
    }
    return faults;
}

/* ---------------------------------------------------------------- processes */

/** Waits for an event; false: the other process is gone. */
static bool line_await(const Line *line, uint32_t wanted)
{
    struct pollfd entry = {line->descriptor, POLLIN, 0};
    uint32_t events = 0U;

    CALL(NvSciIpcGetEventSafe(line->endpoint, &events));
    while ((events & (wanted | NV_SCI_IPC_EVENT_CONN_RESET)) == 0U) {
        CHECK(poll(&entry, 1U, LONG_ENOUGH / 1000) == 1);
        CALL(NvSciIpcGetEventSafe(line->endpoint, &events));
    }
    return (events & wanted) != 0U;
}

void line_open(const char *name, Line *line)
{
    CALL(NvSciIpcInit());
    CALL(NvSciIpcOpenEndpoint(name, &line->endpoint));
    CALL(NvSciIpcGetLinuxEventFd(line->endpoint, &line->descriptor));
    CALL(NvSciIpcResetEndpointSafe(line->endpoint));
    CHECK(line_await(line, NV_SCI_IPC_EVENT_CONN_EST));
}

void line_close(const Line *line)
{
    CALL(NvSciIpcCloseEndpointSafe(line->endpoint, false));
    NvSciIpcDeinit();
}

void line_send(const Line *line, const void *bytes, size_t size)
{
    static Message message;
    uint32_t sent = 0U;

    CHECK(size <= MESSAGE_BYTES);
    message.size = size;
    (void)memcpy(message.bytes, bytes, size);
    CALL(NvSciIpcWriteSafe(line->endpoint, &message, (uint32_t)(8U + size), &sent));
}

const Message *line_receive(const Line *line)
{
    static Message message;
    uint32_t bytes = 0U;

    CHECK(line_await(line, NV_SCI_IPC_EVENT_READ));
    CALL(NvSciIpcReadSafe(line->endpoint, &message, (uint32_t)sizeof(message), &bytes));
    CHECK(message.size <= MESSAGE_BYTES);
    return &message;
}

bool line_is_cut(const Line *line)
{
    return !line_await(line, NV_SCI_IPC_EVENT_READ);
}

void send_fence(const Line *line, const NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;

    (void)memset(&desc, 0, sizeof(desc));
    CALL(NvSciSyncIpcExportFence(fence, line->endpoint, &desc));
    line_send(line, &desc, sizeof(desc));
}

void receive_fence(const Line *line, NvSciSyncObj object, NvSciSyncFence *fence)
{
    const Message *const message = line_receive(line);
    NvSciSyncFenceIpcExportDescriptor desc;

    CHECK(message->size == sizeof(desc));
    (void)memcpy(&desc, message->bytes, sizeof(desc));
    CALL(NvSciSyncIpcImportFence(object, &desc, fence));
}

void sync_share(const Place *place, const Line *line, NvSciSyncAttrList list,
                NvSciSyncAttrList also, NvSciSyncObj *object)
{
    const Message *const message = line_receive(line);
    NvSciSyncAttrList other = NULL;
    void *desc = NULL;
    size_t size = 0U;

    CALL(NvSciSyncAttrListIpcImportUnreconciled(place->sync, line->endpoint, message->bytes,
                                                (size_t)message->size, &other));
    *object = sync_of(list, other, also);
    CALL(NvSciSyncIpcExportAttrListAndObj(*object, NvSciSyncAccessPerm_WaitOnly, line->endpoint,
                                          &desc, &size));
    line_send(line, desc, size);
    NvSciSyncAttrListAndObjFreeDesc(desc);
}

void sync_take(const Place *place, const Line *line, NvSciSyncAttrList list, NvSciSyncObj *object)
{
    const Message *message = NULL;
    void *desc = NULL;
    size_t size = 0U;

    CALL(NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, line->endpoint, &desc, &size));
    line_send(line, desc, size);
    NvSciSyncAttrListFreeDesc(desc);
    message = line_receive(line);
    CALL(NvSciSyncIpcImportAttrListAndObj(place->sync, line->endpoint, message->bytes,
                                          (size_t)message->size, &list, 1U,
                                          NvSciSyncAccessPerm_WaitOnly, LONG_ENOUGH, object));
    NvSciSyncAttrListFree(list);
}

void buf_share(const Place *place, const Line *line, NvSciBufAttrList list,
               NvSciBufAttrValAccessPerm perm, NvSciBufObj *object)
{
    const Message *const message = line_receive(line);
    NvSciBufAttrList both[2] = {list, NULL};
    NvSciBufAttrList conflict = NULL;
    void *desc = NULL;
    size_t size = 0U;

    CALL(NvSciBufAttrListIpcImportUnreconciled(place->buf, line->endpoint, message->bytes,
                                               (size_t)message->size, &both[1]));
    CALL(NvSciBufAttrListReconcileAndObjAlloc(both, 2U, object, &conflict));
    CALL(NvSciBufIpcExportAttrListAndObj(*object, perm, line->endpoint, &desc, &size));
    line_send(line, desc, size);
    NvSciBufAttrListAndObjFreeDesc(desc);
    NvSciBufAttrListFree(both[0]);
    NvSciBufAttrListFree(both[1]);
}

void buf_take(const Place *place, const Line *line, NvSciBufAttrList list,
              NvSciBufAttrValAccessPerm perm, NvSciBufObj *object)
{
    const Message *message = NULL;
    void *desc = NULL;
    size_t size = 0U;

    CALL(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, line->endpoint, &desc, &size));
    line_send(line, desc, size);
    NvSciBufAttrListFreeDesc(desc);
    message = line_receive(line);
    CALL(NvSciBufIpcImportAttrListAndObj(place->buf, line->endpoint, message->bytes,
                                         (size_t)message->size, &list, 1U, perm, LONG_ENOUGH,
                                         object));
    NvSciBufAttrListFree(list);
}

void in_two(void (*first)(void), void (*second)(void))
{
    pid_t children[2];
    bool good = true;

    for (int i = 0; i < 2; i++) {
        children[i] = fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) {
            ((i == 0) ? first : second)();
            exit(EXIT_SUCCESS);
        }
    }
    for (int i = 0; i < 2; i++) {
        int status = -1;
        const pid_t ended = waitpid(-1, &status, 0);

        if (good && !(WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS))) {
            good = false;
            (void)kill((ended == children[0]) ? children[1] : children[0], SIGKILL);
        }
    }
    CHECK(good);
}
