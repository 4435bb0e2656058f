/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an engine needs of buffers and sync objects, as attribute lists, and what it reads from the
 * lists of the objects that it is given.
 */
#include <string.h>

#include "check.h"
#include "engine.h"

/** Attributes of a buffer list. */
#define BUFFER_PAIRS 12U
/** Of these, the first that depend on what the engine runs on. */
#define BUFFER_PAIR_CPU   10U
#define BUFFER_PAIR_CACHE 11U

/** A format in the words of the buffer attributes. */
typedef struct {
    uint32_t planes;
    NvSciBufAttrValColorFmt color[SURFACE_PLANES];
    NvSciBufAttrValColorStd standard[SURFACE_PLANES];
    uint32_t bytes_per_pixel[SURFACE_PLANES];
} FormatAttributes;

/*
 * The names of the colour formats go from the most to the least significant byte: R and U come
 * first in memory.
 */
static const FormatAttributes format_attributes[] = {
    [FORMAT_RGBA] = {1U,
                     {NvSciColor_A8B8G8R8, NvSciColor_LowerBound},
                     {NvSciColorStd_SRGB, NvSciColorStd_SRGB},
                     {BYTES_RGBA, 0U}},
    [FORMAT_NV12] = {2U,
                     {NvSciColor_Y8, NvSciColor_V8U8},
                     {NvSciColorStd_REC601_SR, NvSciColorStd_REC601_SR},
                     {BYTES_Y, BYTES_UV}},
    [FORMAT_GRAY] = {1U,
                     {NvSciColor_Y8, NvSciColor_LowerBound},
                     {NvSciColorStd_REC601_ER, NvSciColorStd_SRGB},
                     {BYTES_Y, 0U}},
};

NvSciError engine_list_of(const char *who, NvSciBufModule module, NvSciBufAttrKeyValuePair *pairs,
                          size_t count, NvSciBufAttrList *list)
{
    NvSciBufAttrList made = NULL;
    NvSciError status =
        check_call(NvSciBufAttrListCreate(module, &made), who, "NvSciBufAttrListCreate");

    if (status == NvSciError_Success) {
        status = check_call(NvSciBufAttrListSetAttrs(made, pairs, count), who,
                            "NvSciBufAttrListSetAttrs");
        if (status == NvSciError_Success) {
            *list = made;
        } else {
            NvSciBufAttrListFree(made);
        }
    }
    return status;
}

NvSciError engine_buffer_list(const Engine *engine, const Port *port, const PictureSize *size,
                              NvSciBufModule module, NvSciBufAttrList *list)
{
    const FormatAttributes *const format = &format_attributes[port->format];
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValImageLayoutType layout = NvSciBufImage_PitchLinearType;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const bool yes = true;
    const uint32_t width[SURFACE_PLANES] = {size->width, chroma_size(size->width)};
    const uint32_t height[SURFACE_PLANES] = {size->height, chroma_size(size->height)};
    const uint32_t alignment[SURFACE_PLANES] = {engine->alignment, engine->alignment};
    const size_t words = format->planes * sizeof(uint32_t);
    NvSciBufAttrKeyValuePair pairs[BUFFER_PAIRS] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &port->perm, sizeof(port->perm)},
        {NvSciBufImageAttrKey_Layout, &layout, sizeof(layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &format->planes, sizeof(format->planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, format->color,
         format->planes * sizeof(format->color[0])},
        {NvSciBufImageAttrKey_PlaneColorStd, format->standard,
         format->planes * sizeof(format->standard[0])},
        {NvSciBufImageAttrKey_PlaneWidth, width, words},
        {NvSciBufImageAttrKey_PlaneHeight, height, words},
        {NvSciBufImageAttrKey_PlaneBaseAddrAlign, alignment, words},
        [BUFFER_PAIR_CPU] = {NvSciBufGeneralAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        [BUFFER_PAIR_CACHE] = {NvSciBufGeneralAttrKey_EnableCpuCache, &yes, sizeof(yes)},
    };
    size_t count = BUFFER_PAIRS;

    if (engine->device != NULL) {
        /* The CPU need not see what a GPU reads and writes; whether it does, others say. */
        const NvSciBufAttrKeyValuePair gpu = {NvSciBufGeneralAttrKey_GpuId,
                                              device_gpu(engine->device), sizeof(NvSciRmGpuId)};

        pairs[BUFFER_PAIR_CPU] = gpu;
        count = BUFFER_PAIR_CACHE;
    }
    return engine_list_of(engine->name, module, pairs, count, list);
}

/** Creates a list of what a CPU needs that has the right `perm`. */
static NvSciError make_sync_list(const char *who, NvSciSyncModule module, NvSciSyncAccessPerm perm,
                                 NvSciSyncAttrList *list)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };
    NvSciSyncAttrList made = NULL;
    NvSciError status =
        check_call(NvSciSyncAttrListCreate(module, &made), who, "NvSciSyncAttrListCreate");

    if (status == NvSciError_Success) {
        status =
            check_call(NvSciSyncAttrListSetAttrs(made, pairs, sizeof(pairs) / sizeof(pairs[0])),
                       who, "NvSciSyncAttrListSetAttrs");
        if (status == NvSciError_Success) {
            *list = made;
        } else {
            NvSciSyncAttrListFree(made);
        }
    }
    return status;
}

/** Creates a list of what a device needs. */
static NvSciError make_device_sync_list(const Engine *engine, NvSciSyncModule module, bool signals,
                                        NvSciSyncAttrList *list)
{
    NvSciSyncAttrList made = NULL;
    NvSciError status =
        check_call(NvSciSyncAttrListCreate(module, &made), engine->name, "NvSciSyncAttrListCreate");

    if (status == NvSciError_Success) {
        if (device_fill_sync_list(engine->device, made, signals)) {
            *list = made;
        } else {
            NvSciSyncAttrListFree(made);
            status = NvSciError_ResourceError;
        }
    }
    return status;
}

NvSciError engine_signal_list(const Engine *engine, NvSciSyncModule module, NvSciSyncAttrList *list)
{
    return (engine->device != NULL)
               ? make_device_sync_list(engine, module, true, list)
               : make_sync_list(engine->name, module, NvSciSyncAccessPerm_SignalOnly, list);
}

NvSciError engine_wait_list(const Engine *engine, NvSciSyncModule module, NvSciSyncAttrList *list)
{
    return (engine->device != NULL) ? make_device_sync_list(engine, module, false, list)
                                    : engine_cpu_wait_list(engine->name, module, list);
}

NvSciError engine_cpu_wait_list(const char *who, NvSciSyncModule module, NvSciSyncAttrList *list)
{
    return make_sync_list(who, module, NvSciSyncAccessPerm_WaitOnly, list);
}

/** What is read from the list of a buffer. */
enum {
    READ_PLANE_COUNT = 0,
    READ_COLOR = 1,
    READ_WIDTH = 2,
    READ_HEIGHT = 3,
    READ_PITCH = 4,
    READ_OFFSET = 5,
    READ_BITS = 6,
    READ_SIZE = 7,
    READ_FLUSH = 8,
    READ_PAIRS = 9
};

/** Plane `i` as the attributes say; its pointers are set by the caller. */
static Plane plane_of(const NvSciBufAttrKeyValuePair *pairs, uint32_t i)
{
    const uint32_t *const width = pairs[READ_WIDTH].value;
    const uint32_t *const height = pairs[READ_HEIGHT].value;
    const uint32_t *const pitch = pairs[READ_PITCH].value;
    const uint32_t *const bits = pairs[READ_BITS].value;
    const Plane plane = {NULL, NULL, width[i], height[i], pitch[i], bits[i] / 8U};

    return plane;
}

/** True iff each attribute is set and has as many elements as the format has planes. */
static bool attributes_complete(const NvSciBufAttrKeyValuePair *pairs, uint32_t planes)
{
    const size_t words = planes * sizeof(uint32_t);
    const size_t colors = planes * sizeof(NvSciBufAttrValColorFmt);

    return (pairs[READ_PLANE_COUNT].len >= sizeof(uint32_t)) && (pairs[READ_COLOR].len >= colors) &&
           (pairs[READ_WIDTH].len >= words) && (pairs[READ_HEIGHT].len >= words) &&
           (pairs[READ_PITCH].len >= words) && (pairs[READ_BITS].len >= words) &&
           (pairs[READ_OFFSET].len >= (planes * sizeof(uint64_t))) &&
           (pairs[READ_SIZE].len >= sizeof(uint64_t)) && (pairs[READ_FLUSH].len >= sizeof(bool));
}

/**
 * True iff the buffer holds all of the plane, and its pixels are of the size that the work
 * expects.
 */
static bool plane_fits(const Plane *plane, uint64_t offset, uint64_t size, uint32_t bytes_per_pixel)
{
    const uint64_t row = (uint64_t)plane->width * plane->bytes_per_pixel;
    const uint64_t bytes = (uint64_t)plane->pitch * plane->height;

    return (plane->bytes_per_pixel == bytes_per_pixel) && (row <= plane->pitch) &&
           (offset <= size) && (bytes <= (size - offset));
}

/** Lays the surface of a buffer out, from its attributes and where it is mapped. */
static bool surface_of(const NvSciBufAttrKeyValuePair *pairs, Format format, const void *mapped,
                       void *mapped_to_write, Surface *surface)
{
    const FormatAttributes *const expected = &format_attributes[format];
    bool good = attributes_complete(pairs, expected->planes);

    surface->planes = expected->planes;
    if (good) {
        const uint32_t *const planes = pairs[READ_PLANE_COUNT].value;
        const NvSciBufAttrValColorFmt *const color = pairs[READ_COLOR].value;
        const uint64_t *const offset = pairs[READ_OFFSET].value;
        const uint64_t *const size = pairs[READ_SIZE].value;

        good = (*planes == expected->planes);
        for (uint32_t i = 0U; good && (i < expected->planes); i++) {
            Plane *const plane = &surface->plane[i];

            *plane = plane_of(pairs, i);
            good = (color[i] == expected->color[i]) &&
                   plane_fits(plane, offset[i], *size, expected->bytes_per_pixel[i]);
            plane->read = &((const uint8_t *)mapped)[offset[i]];
            if (mapped_to_write != NULL) {
                plane->write = &((uint8_t *)mapped_to_write)[offset[i]];
            }
        }
    }
    return good;
}

/** Takes a handle with the rights of the port, and no more. */
static NvSciError take_handle(const Engine *engine, const Port *port, NvSciBufObj object,
                              NvSciBufObj *own)
{
    return check_call(NvSciBufObjDupWithReducePerm(object, port->perm, own), engine->name,
                      "NvSciBufObjDupWithReducePerm");
}

/** Asks where the buffer is in this process's memory, or in the memory that the device sees. */
static NvSciError map_buffer(const Engine *engine, const Port *port, NvSciBufObj object,
                             uint64_t size, const void **mapped, void **mapped_to_write)
{
    NvSciError status = NvSciError_Success;

    if (engine->device != NULL) {
        void *const pointer = device_map(engine->device, object, size);

        *mapped = pointer;
        *mapped_to_write = (port->perm == NvSciBufAccessPerm_ReadWrite) ? pointer : NULL;
        status = (pointer != NULL) ? NvSciError_Success : NvSciError_ResourceError;
    } else {
        status = check_call(NvSciBufObjGetConstCpuPtr(object, mapped), engine->name,
                            "NvSciBufObjGetConstCpuPtr");
    }
    if ((engine->device == NULL) && (status == NvSciError_Success) &&
        (port->perm == NvSciBufAccessPerm_ReadWrite)) {
        status = check_call(NvSciBufObjGetCpuPtr(object, mapped_to_write), engine->name,
                            "NvSciBufObjGetCpuPtr");
    }
    return status;
}

NvSciError engine_attach_buffer(const Engine *engine, Port *port, uint32_t packet,
                                NvSciBufObj object)
{
    NvSciBufAttrKeyValuePair pairs[READ_PAIRS] = {
        [READ_PLANE_COUNT] = {NvSciBufImageAttrKey_PlaneCount, NULL, 0U},
        [READ_COLOR] = {NvSciBufImageAttrKey_PlaneColorFormat, NULL, 0U},
        [READ_WIDTH] = {NvSciBufImageAttrKey_PlaneWidth, NULL, 0U},
        [READ_HEIGHT] = {NvSciBufImageAttrKey_PlaneHeight, NULL, 0U},
        [READ_PITCH] = {NvSciBufImageAttrKey_PlanePitch, NULL, 0U},
        [READ_OFFSET] = {NvSciBufImageAttrKey_PlaneOffset, NULL, 0U},
        [READ_BITS] = {NvSciBufImageAttrKey_PlaneBitsPerPixel, NULL, 0U},
        [READ_SIZE] = {NvSciBufImageAttrKey_Size, NULL, 0U},
        [READ_FLUSH] = {NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency, NULL, 0U},
    };
    NvSciBufAttrList list = NULL;
    const void *mapped = NULL;
    void *mapped_to_write = NULL;
    NvSciError status = take_handle(engine, port, object, &port->object[packet]);

    if (status == NvSciError_Success) {
        status = check_call(NvSciBufObjGetAttrList(port->object[packet], &list), engine->name,
                            "NvSciBufObjGetAttrList");
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciBufAttrListGetAttrs(list, pairs, READ_PAIRS), engine->name,
                            "NvSciBufAttrListGetAttrs");
    }
    if (status == NvSciError_Success) {
        const uint64_t size = (pairs[READ_SIZE].len >= sizeof(uint64_t))
                                  ? *(const uint64_t *)pairs[READ_SIZE].value
                                  : 0U;

        status = map_buffer(engine, port, port->object[packet], size, &mapped, &mapped_to_write);
    }
    if (status == NvSciError_Success) {
        if (surface_of(pairs, port->format, mapped, mapped_to_write, &port->surface[packet])) {
            port->flush = *(const bool *)pairs[READ_FLUSH].value;
        } else {
            check_say(engine->name, "the buffer's attributes are not those of its format");
            status = NvSciError_InconsistentData;
        }
    }
    return status;
}
