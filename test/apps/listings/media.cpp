/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listings of a guide for NvMedia 2D, as they are printed: an image of a buffer of NvSciBuf,
 * and a blit behind a fence and before one. They look at no result; here each one has to be good.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_core.h"
#include "nvmedia_image.h"
#include "nvmedia_image_nvscibuf.h"
#include "nvmedia_surface.h"

/** Pixels of a row, and rows. */
#define SIDE 64U

static int g_failed;

static void check(bool holds, const char *what)
{
    if (!holds) {
        (void)std::fprintf(stderr, "media: %s\n", what);
        g_failed++;
    }
}

/** What a listing assigns results to. */
struct Result {
    Result &operator=(NvSciError e)
    {
        check(e == NvSciError_Success, "a call of NvSci");
        return *this;
    }
    Result &operator=(NvMediaStatus e)
    {
        check(e == NVMEDIA_STATUS_OK, ringfenceMediaStatusName(e));
        return *this;
    }
};

/* The first image is the input, RGBA; the second one is the output, YUV 4:2:0. */
static NvMediaImage *g_images[2];
static NvSciBufObj g_objects[2];

/* ---------------------------------------------------------------- images */

/** What a surface is to be. */
static uint32_t describe(uint32_t kind, NvMediaSurfFormatAttr *format, NvMediaSurfAllocAttr *size)
{
    const bool is_rgba = (kind == 0U);

    format[NVM_SURF_ATTR_SURF_TYPE].value =
        is_rgba ? NVM_SURF_ATTR_SURF_TYPE_RGBA : NVM_SURF_ATTR_SURF_TYPE_YUV;
    format[NVM_SURF_ATTR_LAYOUT].value = NVM_SURF_ATTR_LAYOUT_PL;
    format[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    format[NVM_SURF_ATTR_MEMORY].value =
        is_rgba ? NVM_SURF_ATTR_MEMORY_PACKED : NVM_SURF_ATTR_MEMORY_PLANAR;
    format[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value =
        is_rgba ? NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE : NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420;
    format[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    format[NVM_SURF_ATTR_COMPONENT_ORDER].value =
        is_rgba ? NVM_SURF_ATTR_COMPONENT_ORDER_RGBA : NVM_SURF_ATTR_COMPONENT_ORDER_YUV;
    size[0].type = NVM_SURF_ATTR_WIDTH;
    size[0].value = SIDE;
    size[1].type = NVM_SURF_ATTR_HEIGHT;
    size[1].value = SIDE;
    size[2].type = NVM_SURF_ATTR_COLOR_STD_TYPE;
    size[2].value = is_rgba ? NVM_SURF_ATTR_COLOR_STD_SRGB : NVM_SURF_ATTR_COLOR_STD_REC601_SR;
    return 3U;
}

/** "Any of the public attributes, which are not set by NvMedia": an engine writes one image. */
static NvSciError ask_for_writes(NvSciBufAttrList list)
{
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)};

    return NvSciBufAttrListSetAttrs(list, &pair, 1U);
}

static void use_image(uint32_t kind, NvMediaDevice *device, NvMediaImage *image,
                      NvSciBufObj object);

static void with_image(uint32_t kind)
{
#define NvMediaStatus Result
#define NvSciError    Result
#include "media_image.inc"
#undef NvMediaStatus
#undef NvSciError
}

/* ---------------------------------------------------------------- a blit */

/** A list of the CPU, as who waits or signals on the other side gives it. */
static NvSciSyncAttrList list_of(NvSciSyncModule module, NvSciSyncAccessPerm perm)
{
    const bool yes = true;
    NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
                                         {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = nullptr;
    Result err;

    err = NvSciSyncAttrListCreate(module, &list);
    err = NvSciSyncAttrListSetAttrs(list, pairs, 2U);
    return list;
}

/** An object that the CPU signals and the engine waits for. */
static NvSciSyncObj pre_object(NvSciSyncModule module, NvSciSyncAttrList engine)
{
    NvSciSyncAttrList lists[2] = {list_of(module, NvSciSyncAccessPerm_SignalOnly), engine};
    NvSciSyncAttrList conflict = nullptr;
    NvSciSyncObj object = nullptr;
    Result err;

    err = NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict);
    NvSciSyncAttrListFree(lists[0]);
    return object;
}

/** All samples of a plane are this byte. */
static void check_plane(const NvMediaImageSurfaceMap *map, uint32_t plane, uint32_t side,
                        uint8_t byte)
{
    const uint8_t *const bytes = static_cast<const uint8_t *>(map->surface[plane].mapping);

    for (uint32_t y = 0U; y < side; y++) {
        for (uint32_t x = 0U; x < side; x++) {
            if (bytes[((size_t)map->surface[plane].pitch * y) + x] != byte) {
                check(false, "a sample of the output");
                return;
            }
        }
    }
}

/** Bytes of an image. */
static size_t size_of(NvSciBufObj object)
{
    NvSciBufAttrKeyValuePair pair = {NvSciBufImageAttrKey_Size, nullptr, 0U};
    NvSciBufAttrList list = nullptr;
    uint64_t size = 0U;
    Result err;

    err = NvSciBufObjGetAttrList(object, &list);
    err = NvSciBufAttrListGetAttrs(list, &pair, 1U);
    (void)std::memcpy(&size, pair.value, sizeof(size));
    return (size_t)size;
}

/** Writes the input when the blit has been submitted, has it begin, and looks at its output: red is
 * 81, 90, 240 in Rec.601. */
static void look(NvSciSyncModule module, NvSciSyncObj pre, NvSciSyncFence *eof)
{
    static const uint8_t red[4] = {255U, 0U, 0U, 255U};
    NvSciSyncCpuWaitContext context = nullptr;
    NvMediaImageSurfaceMap map;
    void *pointer = nullptr;
    Result err;

    err = NvSciSyncCpuWaitContextAlloc(module, &context);
    check(NvSciSyncFenceWait(eof, context, 20000) == NvSciError_Timeout, "a blit that began");
    err = NvSciBufObjGetCpuPtr(g_objects[0], &pointer);
    for (size_t i = 0U; i < size_of(g_objects[0]); i += sizeof(red)) {
        (void)std::memcpy(static_cast<uint8_t *>(pointer) + i, red, sizeof(red));
    }
    err = NvSciSyncObjSignal(pre);
    err = NvSciSyncFenceWait(eof, context, NV_WAIT_INFINITE);
    err = NvMediaImageLock(g_images[1], NVMEDIA_IMAGE_ACCESS_READ, &map);
    check_plane(&map, 0U, SIDE, 81U);
    check_plane(&map, 1U, SIDE / 2U, 90U);
    check_plane(&map, 2U, SIDE / 2U, 240U);
    NvMediaImageUnlock(g_images[1]);
    NvSciSyncFenceClear(eof);
    NvSciSyncCpuWaitContextFree(context);
}

/** What the listing takes for given. */
static void blit(NvMediaDevice *nvmdevice, NvMediaImage *inputimg, NvMediaImage *outputimg)
{
    NvMedia2D *nvm2dhdl = nullptr;
    Result nvmstatus;
    NvSciSyncFence fence = NV_SCI_SYNC_FENCE_INITIALIZER;
    NvSciSyncFence *const prenvscisyncfence = &fence;
    NvMedia2DBlitParameters blitparams;
    NvMedia2DBlitParametersOut paramsout;

    (void)std::memset(&blitparams, 0, sizeof(blitparams));
#define NvSciError Result
#include "media_sync.inc"
#undef NvSciError
    NvSciSyncFenceClear(&fence);
    NvSciSyncAttrListFree(nvscisyncattr_unreconciled_h[1]);
    NvMedia2DDestroy(nvm2dhdl);
}

static void use_image(uint32_t kind, NvMediaDevice *device, NvMediaImage *image, NvSciBufObj object)
{
    g_images[kind] = image;
    g_objects[kind] = object;
    if (kind == 0U) {
        with_image(1U);
    } else {
        blit(device, g_images[0], g_images[1]);
    }
}

int main()
{
    (void)alarm(300U);
    with_image(0U);
    if (g_failed == 0) {
        (void)std::printf("media: the listings of NvMedia 2D with NvSciBuf and NvSciSync\n");
    }
    return (g_failed == 0) ? 0 : 1;
}
