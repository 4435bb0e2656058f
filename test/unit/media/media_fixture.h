/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_fixture.h
 * What the tests of the first generation of NvMedia 2D share: surfaces in one line, a device with
 * an engine, images, sync objects.
 *
 * Functions that make something assert that it was made.
 */
#ifndef RINGFENCE_TEST_MEDIA_FIXTURE_H
#define RINGFENCE_TEST_MEDIA_FIXTURE_H

#include <string.h>

#include "buf_make.h"
#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_image.h"
#include "nvmedia_image_nvscibuf.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "sync_fixture.h"

/** Longest wait for what is to come, in microseconds. */
#define SOON_US 30000000

/** A surface of integers. */
typedef struct {
    uint32_t surface;
    uint32_t layout;
    uint32_t memory;
    uint32_t sampling;
    uint32_t bits;
    uint32_t order;
} Form;

#define FORM_RGBA                                                                                  \
    ((Form){NVM_SURF_ATTR_SURF_TYPE_RGBA, NVM_SURF_ATTR_LAYOUT_PL, NVM_SURF_ATTR_MEMORY_PACKED,    \
            NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE, NVM_SURF_ATTR_BITS_PER_COMPONENT_8,              \
            NVM_SURF_ATTR_COMPONENT_ORDER_RGBA})
#define FORM_420                                                                                   \
    ((Form){NVM_SURF_ATTR_SURF_TYPE_YUV, NVM_SURF_ATTR_LAYOUT_PL, NVM_SURF_ATTR_MEMORY_PLANAR,     \
            NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420, NVM_SURF_ATTR_BITS_PER_COMPONENT_8,               \
            NVM_SURF_ATTR_COMPONENT_ORDER_YUV})
#define FORM_NV12                                                                                  \
    ((Form){NVM_SURF_ATTR_SURF_TYPE_YUV, NVM_SURF_ATTR_LAYOUT_PL,                                  \
            NVM_SURF_ATTR_MEMORY_SEMI_PLANAR, NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420,                 \
            NVM_SURF_ATTR_BITS_PER_COMPONENT_8, NVM_SURF_ATTR_COMPONENT_ORDER_YUV})
#define FORM_LUMA                                                                                  \
    ((Form){NVM_SURF_ATTR_SURF_TYPE_YUV, NVM_SURF_ATTR_LAYOUT_PL, NVM_SURF_ATTR_MEMORY_PACKED,     \
            NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE, NVM_SURF_ATTR_BITS_PER_COMPONENT_8,              \
            NVM_SURF_ATTR_COMPONENT_ORDER_LUMA})

static inline NvMediaSurfaceType type_of(Form form)
{
    NVM_SURF_FMT_DEFINE_ATTR(attrs);

    attrs[NVM_SURF_ATTR_SURF_TYPE].value = form.surface;
    attrs[NVM_SURF_ATTR_LAYOUT].value = form.layout;
    attrs[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    attrs[NVM_SURF_ATTR_MEMORY].value = form.memory;
    attrs[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value = form.sampling;
    attrs[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = form.bits;
    attrs[NVM_SURF_ATTR_COMPONENT_ORDER].value = form.order;
    return NvMediaSurfaceFormatGetType(attrs, NVM_SURF_FMT_ATTR_MAX);
}

/* ---------------------------------------------------------------- an engine */

/** A device with an engine, and what makes objects for it. */
typedef struct {
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext context;
    NvMediaDevice *device;
    NvMedia2D *engine;
} Bench;

static inline NvMedia2D *make_engine(const Bench *bench)
{
    NvMedia2D *const engine = NvMedia2DCreate(bench->device);

    assert_non_null(engine);
    return engine;
}

static inline Bench bench_open(void)
{
    Bench bench = {open_module(), NULL, NULL, NULL};

    bench.context = make_context(bench.sync);
    assert_int_equal(NvSciBufModuleOpen(&g_module), NvSciError_Success);
    assert_int_equal(NvMediaImageNvSciBufInit(), NVMEDIA_STATUS_OK);
    bench.device = NvMediaDeviceCreate();
    assert_non_null(bench.device);
    bench.engine = make_engine(&bench);
    return bench;
}

static inline void bench_close(Bench *bench)
{
    const uint32_t faults = fault_count();

    go_to_init();
    if (bench->engine != NULL) {
        assert_int_equal(NvMedia2DDestroyEx(bench->engine), NVMEDIA_STATUS_OK);
    }
    NvMediaDeviceDestroy(bench->device);
    NvMediaImageNvSciBufDeinit();
    NvSciSyncCpuWaitContextFree(bench->context);
    NvSciSyncModuleClose(bench->sync);
    NvSciBufModuleClose(g_module);
    g_module = NULL;
    assert_int_equal(fault_count(), faults);
}

/* ---------------------------------------------------------------- images */

#define SIZE_ATTRS(width, height)                                                                  \
    {                                                                                              \
        {NVM_SURF_ATTR_WIDTH, (width)},                                                            \
        {                                                                                          \
            NVM_SURF_ATTR_HEIGHT, (height)                                                         \
        }                                                                                          \
    }

/** An image with memory of its own. */
static inline NvMediaImage *make_image(const Bench *bench, Form form, uint32_t width,
                                       uint32_t height)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(width, height);
    NvMediaImage *const image =
        NvMediaImageCreateNew(bench->device, type_of(form), attrs, COUNT_OF(attrs), 0U);

    assert_non_null(image);
    return image;
}

static inline NvSciBufAttrList empty_list(void)
{
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    return list;
}

/** List of a buffer that is an image of a surface. */
static inline NvSciBufAttrList image_list(const Bench *bench, Form form, uint32_t width,
                                          uint32_t height)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(width, height);
    const NvSciBufAttrList list =
        LIST(PAIR(NvSciBufGeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm,
                  NvSciBufAccessPerm_ReadWrite));

    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench->device, type_of(form), attrs,
                                                   COUNT_OF(attrs), 0U, list),
                     NVMEDIA_STATUS_OK);
    return list;
}

/** An image of a buffer, whose handle is freed. */
static inline NvMediaImage *image_of_buffer(const Bench *bench, NvSciBufObj object)
{
    NvMediaImage *image = NULL;

    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench->device, object, &image),
                     NVMEDIA_STATUS_OK);
    assert_non_null(image);
    return image;
}

/** Destroys an image; asserts that it was free. */
static inline void free_image(NvMediaImage *image)
{
    const uint32_t faults = fault_count();

    NvMediaImageDestroy(image);
    assert_int_equal(fault_count(), faults);
}

/** Fills all planes of an image with a byte for each. */
static inline void paint(const NvMediaImage *image, uint8_t first, uint8_t second, uint8_t third)
{
    NvMediaImageSurfaceMap map;
    const uint8_t bytes[] = {first, second, third};

    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_WRITE, &map), NVMEDIA_STATUS_OK);
    for (uint32_t i = 0U; i < map.surfaces; i++) {
        const uint32_t rows = (map.surfaces == 1U) || (i == 0U) ? map.height : (map.height / 2U);

        (void)memset(map.surface[i].mapping, bytes[i], (size_t)map.surface[i].pitch * rows);
    }
    NvMediaImageUnlock((NvMediaImage *)(uintptr_t)image);
}

/** Byte of a plane of an image, after all blits. */
static inline uint8_t byte_at(const NvMediaImage *image, uint32_t plane, uint32_t x_byte,
                              uint32_t y)
{
    NvMediaImageSurfaceMap map;
    const uint8_t *bytes = NULL;
    uint8_t byte = 0U;

    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &map), NVMEDIA_STATUS_OK);
    bytes = map.surface[plane].mapping;
    byte = bytes[((size_t)map.surface[plane].pitch * y) + x_byte];
    NvMediaImageUnlock((NvMediaImage *)(uintptr_t)image);
    return byte;
}

/* ---------------------------------------------------------------- sync objects */

/** List of what an engine does with an object. */
static inline NvSciSyncAttrList engine_list(const Bench *bench, NvMediaNvSciSyncClientType type)
{
    const NvSciSyncAttrList list = make_list(bench->sync);

    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(bench->engine, list, type), NVMEDIA_STATUS_OK);
    return list;
}

static inline NvSciSyncObj object_of_lists(NvSciSyncAttrList *lists)
{
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/** An object that an engine signals and the CPU waits for. */
static inline NvSciSyncObj end_object(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {engine_list(bench, NVMEDIA_SIGNALER),
                                 make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitOnly, true)};

    return object_of_lists(lists);
}

/** An object that the CPU signals and an engine waits for. */
static inline NvSciSyncObj begin_object(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {make_perm_list(bench->sync, NvSciSyncAccessPerm_SignalOnly, true),
                                 engine_list(bench, NVMEDIA_WAITER)};

    return object_of_lists(lists);
}

/** An object that one engine signals, and others and the CPU wait for. */
static inline NvSciSyncObj chain_object(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {engine_list(bench, NVMEDIA_SIGNALER_WAITER),
                                 make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitOnly, true)};

    return object_of_lists(lists);
}

static inline void register_sync(NvMedia2D *engine, NvMediaNvSciSyncObjType type,
                                 NvSciSyncObj object)
{
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(engine, type, object), NVMEDIA_STATUS_OK);
}

/** Waits with the CPU for a fence. */
static inline void await(const Bench *bench, const NvSciSyncFence *fence)
{
    assert_status(NvSciSyncFenceWait(fence, bench->context, SOON_US), NvSciError_Success);
}

/** Says whether a fence has expired. */
static inline bool is_over(const Bench *bench, const NvSciSyncFence *fence)
{
    return NvSciSyncFenceWait(fence, bench->context, 0) == NvSciError_Success;
}

/* ---------------------------------------------------------------- blits */

/** A blit of all of an image, with defaults. */
static inline NvMediaStatus blit(NvMedia2D *engine, const NvMediaImage *destination,
                                 const NvMediaImage *source)
{
    return NvMedia2DBlitEx(engine, destination, NULL, source, NULL, NULL, NULL);
}

#endif /* RINGFENCE_TEST_MEDIA_FIXTURE_H */
