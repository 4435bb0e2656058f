/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file events.c
 * The smallest whole program of NvMedia 2D, first generation: the CPU signals, 2D turns RGBA into
 * YUV 4:2:0, the CPU waits. The images are buffers of NvSciBuf, the events of NvSciSync. It has no
 * header or name of this library.
 *
 * Build: cc events.c $(pkg-config --cflags --libs ringfence-2d)
 * Start: ./a.out
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_image_nvscibuf.h"
#include "nvscibuf.h"
#include "nvscisync.h"

#define WIDTH  64U
#define HEIGHT 48U
/** Allocation attributes of an image. */
#define ATTRS 8U

/** What an image is. */
typedef struct {
    uint32_t type;
    uint32_t memory;
    uint32_t sampling;
    uint32_t order;
    uint32_t standard;
} Kind;

/** An image, and its buffer. */
typedef struct {
    NvSciBufObj buffer;
    NvMediaImage *image;
} Frame;

static const Kind rgba = {NVM_SURF_ATTR_SURF_TYPE_RGBA, NVM_SURF_ATTR_MEMORY_PACKED,
                          NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE, NVM_SURF_ATTR_COMPONENT_ORDER_RGBA,
                          NVM_SURF_ATTR_COLOR_STD_SRGB};
static const Kind yuv = {NVM_SURF_ATTR_SURF_TYPE_YUV, NVM_SURF_ATTR_MEMORY_PLANAR,
                         NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420, NVM_SURF_ATTR_COMPONENT_ORDER_YUV,
                         NVM_SURF_ATTR_COLOR_STD_REC601_SR};

static NvMediaDevice *device;
static NvMedia2D *engine;
static NvSciBufModule buffers;
static NvSciSyncModule syncs;
static NvSciSyncCpuWaitContext waits;
static Frame input;
static Frame output;
static NvSciSyncObj go;
static NvSciSyncObj done;

/** Says which call failed. */
static bool well(int error, const char *call)
{
    if (error != 0) {
        (void)fprintf(stderr, "%s: 0x%x\n", call, (unsigned int)error);
    }
    return error == 0;
}

/** The call, and whether it went well. */
#define WELL(call) well((int)(call), #call)

/** An image of a buffer: NvMedia says what it is, the program who uses it. */
static bool make_frame(const Kind *kind, Frame *frame)
{
    NvMediaSurfAllocAttr attrs[ATTRS] = {
        {NVM_SURF_ATTR_WIDTH, WIDTH},
        {NVM_SURF_ATTR_HEIGHT, HEIGHT},
        {NVM_SURF_ATTR_EMB_LINES_TOP, 0U},
        {NVM_SURF_ATTR_EMB_LINES_BOTTOM, 0U},
        {NVM_SURF_ATTR_CPU_ACCESS, NVM_SURF_ATTR_CPU_ACCESS_CACHED},
        {NVM_SURF_ATTR_ALLOC_TYPE, NVM_SURF_ATTR_ALLOC_NONE},
        {NVM_SURF_ATTR_SCAN_TYPE, NVM_SURF_ATTR_SCAN_PROGRESSIVE},
        {NVM_SURF_ATTR_COLOR_STD_TYPE, kind->standard},
    };
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvMediaSurfaceType type = 0U;
    bool made = false;
    NVM_SURF_FMT_DEFINE_ATTR(format);

    format[NVM_SURF_ATTR_SURF_TYPE].value = kind->type;
    format[NVM_SURF_ATTR_LAYOUT].value = NVM_SURF_ATTR_LAYOUT_PL;
    format[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    format[NVM_SURF_ATTR_MEMORY].value = kind->memory;
    format[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value = kind->sampling;
    format[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    format[NVM_SURF_ATTR_COMPONENT_ORDER].value = kind->order;
    type = NvMediaSurfaceFormatGetType(format, NVM_SURF_FMT_ATTR_MAX);
    made = WELL(NvSciBufAttrListCreate(buffers, &list)) &&
           WELL(NvSciBufAttrListSetAttrs(list, &pair, 1U)) &&
           WELL(NvMediaImageFillNvSciBufAttrs(device, type, attrs, ATTRS, 0U, list)) &&
           WELL(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &frame->buffer, &conflict)) &&
           WELL(NvMediaImageCreateFromNvSciBuf(device, frame->buffer, &frame->image));
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(list);
    return made;
}

/** A sync object between 2D and the CPU, which signals it or waits for it. */
static bool make_event(bool cpu_signals, NvSciSyncObj *object)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    const bool cpu = true;
    const NvSciSyncAccessPerm perm =
        cpu_signals ? NvSciSyncAccessPerm_SignalOnly : NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };
    const bool made = WELL(NvSciSyncAttrListCreate(syncs, &lists[0])) &&
                      WELL(NvSciSyncAttrListCreate(syncs, &lists[1])) &&
                      WELL(NvSciSyncAttrListSetAttrs(lists[0], pairs, 2U)) &&
                      WELL(NvMedia2DFillNvSciSyncAttrList(
                          engine, lists[1], cpu_signals ? NVMEDIA_WAITER : NVMEDIA_SIGNALER)) &&
                      WELL(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, object, &conflict)) &&
                      WELL(NvMedia2DRegisterNvSciSyncObj(
                          engine, cpu_signals ? NVMEDIA_PRESYNCOBJ : NVMEDIA_EOFSYNCOBJ, *object));

    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return made;
}

/** Puts a blit into the queue. It waits for `before`, and `after` expires when it is over. */
static bool submit(const NvSciSyncFence *before, NvSciSyncFence *after)
{
    return WELL(NvMedia2DInsertPreNvSciSyncFence(engine, before)) &&
           WELL(NvMedia2DSetNvSciSyncObjforEOF(engine, done)) &&
           WELL(NvMedia2DBlitEx(engine, output.image, NULL, input.image, NULL, NULL, NULL)) &&
           WELL(NvMedia2DGetEOFNvSciSyncFence(engine, done, after));
}

/** Fills the input with a colour: bytes of red, green, blue and alpha. NvMediaImagePutBits() would
 * wait for the blit that waits for us. */
static bool paint(const uint8_t colour[4])
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrKeyValuePair pitch = {NvSciBufImageAttrKey_PlanePitch, NULL, 0U};
    void *memory = NULL;
    const bool found = WELL(NvSciBufObjGetCpuPtr(input.buffer, &memory)) &&
                       WELL(NvSciBufObjGetAttrList(input.buffer, &list)) &&
                       WELL(NvSciBufAttrListGetAttrs(list, &pitch, 1U));

    for (uint32_t y = 0U; found && (y < HEIGHT); y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            (void)memcpy(&((uint8_t *)memory)[(y * *(const uint32_t *)pitch.value) + (x * 4U)],
                         colour, 4U);
        }
    }
    return found;
}

/** Reads the output: three planes, of which each must have one value. */
static bool look(const char *name, const uint8_t wanted[3])
{
    static uint8_t planes[3][WIDTH * HEIGHT];
    const uint32_t pitches[3] = {WIDTH, WIDTH / 2U, WIDTH / 2U};
    const uint32_t sizes[3] = {WIDTH * HEIGHT, WIDTH * HEIGHT / 4U, WIDTH * HEIGHT / 4U};
    void *pointers[3] = {planes[0], planes[1], planes[2]};
    bool same = WELL(NvMediaImageGetBits(output.image, NULL, pointers, pitches));

    for (uint32_t p = 0U; p < 3U; p++) {
        for (uint32_t i = 0U; i < sizes[p]; i++) {
            same = same && (planes[p][i] == wanted[p]);
        }
    }
    (void)printf("%s: Y %u, U %u, V %u%s\n", name, (unsigned int)planes[0][0],
                 (unsigned int)planes[1][0], (unsigned int)planes[2][0], same ? "" : ": wrong");
    return same;
}

/** Submits a blit before its input is there, writes the input, and waits for the output. */
static bool convert(const char *name, const uint8_t colour[4], const uint8_t wanted[3])
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    const bool done_well = WELL(NvSciSyncObjGenerateFence(go, &before)) &&
                           submit(&before, &after) && paint(colour) &&
                           WELL(NvSciSyncObjSignal(go)) &&
                           WELL(NvSciSyncFenceWait(&after, waits, -1)) && look(name, wanted);

    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    return done_well;
}

/** Gives back what there is. */
static void give_back(void)
{
    if ((engine != NULL) && (go != NULL)) {
        (void)WELL(NvMedia2DUnregisterNvSciSyncObj(engine, go));
    }
    if ((engine != NULL) && (done != NULL)) {
        (void)WELL(NvMedia2DUnregisterNvSciSyncObj(engine, done));
    }
    NvMediaImageDestroy(input.image);
    NvMediaImageDestroy(output.image);
    NvMediaImageNvSciBufDeinit();
    NvMedia2DDestroy(engine);
    NvMediaDeviceDestroy(device);
    NvSciBufObjFree(input.buffer);
    NvSciBufObjFree(output.buffer);
    NvSciSyncObjFree(go);
    NvSciSyncObjFree(done);
    NvSciSyncCpuWaitContextFree(waits);
    NvSciSyncModuleClose(syncs);
    NvSciBufModuleClose(buffers);
}

int main(void)
{
    static const uint8_t red[4] = {255U, 0U, 0U, 255U};
    static const uint8_t red_yuv[3] = {81U, 90U, 240U};
    static const uint8_t blue[4] = {0U, 0U, 255U, 255U};
    static const uint8_t blue_yuv[3] = {41U, 240U, 110U};
    bool works = WELL(NvSciBufModuleOpen(&buffers)) && WELL(NvSciSyncModuleOpen(&syncs)) &&
                 WELL(NvSciSyncCpuWaitContextAlloc(syncs, &waits)) &&
                 WELL(NvMediaImageNvSciBufInit());

    device = NvMediaDeviceCreate();
    engine = NvMedia2DCreate(device);
    works = works && (engine != NULL) && make_frame(&rgba, &input) && make_frame(&yuv, &output) &&
            make_event(true, &go) && make_event(false, &done);
    works = works && convert("red", red, red_yuv) && convert("blue", blue, blue_yuv);
    give_back();
    return works ? 0 : 1;
}
