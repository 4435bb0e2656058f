/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_gpu_test.c
 * Blits of images in the memory of a GPU: the pipeline of RGBA of the CPU to block-linear YUV.
 */
#include "cuda_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "came_back.h"
#include "media/image.h"
#include "nvmedia_2d.h"
#include "nvmedia_image.h"
#include "nvmedia_image_nvscibuf.h"

#define WIDTH  32U
#define HEIGHT 16U

/** A device, an engine for each way, and images. */
typedef struct {
    NvMediaDevice *device;
    NvMedia2D *engine;
    NvMedia2D *cpu_engine;
    NvMediaImage *source;
    NvMediaImage *expected;
} Bench;

/** Format attributes of RGBA, or of planar YUV 4:2:0. */
static NvMediaSurfaceType type_of(bool is_yuv, uint32_t layout)
{
    NVM_SURF_FMT_DEFINE_ATTR(attrs);

    attrs[NVM_SURF_ATTR_SURF_TYPE].value =
        is_yuv ? NVM_SURF_ATTR_SURF_TYPE_YUV : NVM_SURF_ATTR_SURF_TYPE_RGBA;
    attrs[NVM_SURF_ATTR_LAYOUT].value = layout;
    attrs[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    attrs[NVM_SURF_ATTR_MEMORY].value =
        is_yuv ? NVM_SURF_ATTR_MEMORY_PLANAR : NVM_SURF_ATTR_MEMORY_PACKED;
    attrs[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value =
        is_yuv ? NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420 : NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE;
    attrs[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    attrs[NVM_SURF_ATTR_COMPONENT_ORDER].value =
        is_yuv ? NVM_SURF_ATTR_COMPONENT_ORDER_YUV : NVM_SURF_ATTR_COMPONENT_ORDER_RGBA;
    return NvMediaSurfaceFormatGetType(attrs, NVM_SURF_FMT_ATTR_MAX);
}

static const NvMediaSurfAllocAttr g_attrs[] = {
    {NVM_SURF_ATTR_WIDTH, WIDTH},
    {NVM_SURF_ATTR_HEIGHT, HEIGHT},
    {NVM_SURF_ATTR_CPU_ACCESS, NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED}};

/** An image in memory of the CPU. */
static NvMediaImage *cpu_image(const Bench *bench, bool is_yuv)
{
    NvMediaImage *const image = NvMediaImageCreateNew(
        bench->device, type_of(is_yuv, NVM_SURF_ATTR_LAYOUT_PL), g_attrs, COUNT_OF(g_attrs), 0U);

    assert_non_null(image);
    return image;
}

static NvMediaImage *image_of(const Bench *bench, NvSciBufObj object)
{
    NvMediaImage *image = NULL;

    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench->device, object, &image),
                     NVMEDIA_STATUS_OK);
    return image;
}

/** List of an image in memory of the GPU. */
static NvSciBufAttrList gpu_list(const Bench *bench, uint32_t layout)
{
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)}};
    NvSciBufAttrList list = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench->device, type_of(true, layout), g_attrs,
                                                   COUNT_OF(g_attrs), 0U, list),
                     NVMEDIA_STATUS_OK);
    return list;
}

/** A buffer of an image in memory of the GPU. */
static NvSciBufObj gpu_buffer(const Bench *bench, uint32_t layout)
{
    NvSciBufAttrList list = gpu_list(bench, layout);
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    return object;
}

/** A block-linear image in memory of the GPU. */
static NvMediaImage *gpu_image(const Bench *bench)
{
    NvSciBufObj object = gpu_buffer(bench, NVM_SURF_ATTR_LAYOUT_BL);
    NvMediaImage *const image = image_of(bench, object);

    NvSciBufObjFree(object);
    return image;
}

static Bench bench_open(void)
{
    static uint8_t pixels[HEIGHT][WIDTH * 4U];
    void *planes[] = {pixels};
    const uint32_t pitches[] = {WIDTH * 4U};
    Bench bench;

    assert_int_equal(NvMediaImageNvSciBufInit(), NVMEDIA_STATUS_OK);
    bench.device = NvMediaDeviceCreate();
    bench.engine = NvMedia2DCreate(bench.device);
    bench.cpu_engine = NvMedia2DCreate(bench.device);
    assert_non_null(bench.engine);
    assert_non_null(bench.cpu_engine);
    bench.source = cpu_image(&bench, false);
    bench.expected = cpu_image(&bench, true);
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < (WIDTH * 4U); x++) {
            pixels[y][x] = (uint8_t)((x * 7U) + (y * 31U) + ((x * y) % 13U));
        }
    }
    assert_int_equal(NvMediaImagePutBits(bench.source, NULL, planes, pitches), NVMEDIA_STATUS_OK);
    assert_int_equal(
        NvMedia2DBlitEx(bench.cpu_engine, bench.expected, NULL, bench.source, NULL, NULL, NULL),
        NVMEDIA_STATUS_OK);
    return bench;
}

static void bench_close(Bench *bench)
{
    go_to_init();
    assert_int_equal(NvMedia2DDestroyEx(bench->engine), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DDestroyEx(bench->cpu_engine), NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(bench->source);
    NvMediaImageDestroy(bench->expected);
    NvMediaDeviceDestroy(bench->device);
    NvMediaImageNvSciBufDeinit();
}

/** Planes of YUV 4:2:0 of an image. */
typedef struct {
    uint8_t y[HEIGHT][WIDTH];
    uint8_t u[HEIGHT / 2U][WIDTH / 2U];
    uint8_t v[HEIGHT / 2U][WIDTH / 2U];
} Planes;

static void read_planes(const NvMediaImage *image, Planes *planes)
{
    void *pointers[] = {planes->y, planes->u, planes->v};
    const uint32_t pitches[] = {WIDTH, WIDTH / 2U, WIDTH / 2U};

    (void)memset(planes, 0, sizeof(*planes));
    assert_int_equal(NvMediaImageGetBits(image, NULL, pointers, pitches), NVMEDIA_STATUS_OK);
}

/** Asserts that an image has what the CPU draws. */
static void assert_drawn(const Bench *bench, const NvMediaImage *image)
{
    static Planes expected;
    static Planes found;

    read_planes(bench->expected, &expected);
    read_planes(image, &found);
    assert_memory_equal(&found, &expected, sizeof(found));
}

/**
 * RGBA of the CPU is blitted to a block-linear image in memory of a GPU, and from there into
 * another one, with the pixels that a blit on the CPU gives, also in RUNTIME; images that the GPU
 * of the engine has not are refused there.
 * @verifies RF-MEDIA-019
 */
static void images_of_a_gpu_are_drawn_there(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const first = gpu_image(&bench);
    NvMediaImage *const second = gpu_image(&bench);
    NvMediaImage *const late = gpu_image(&bench);
    Planes planes;

    (void)state;
    assert_int_equal(NvMedia2DImageRegister(bench.engine, bench.source, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, first, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, first, NULL, bench.source, NULL, NULL, NULL),
                     NVMEDIA_STATUS_OK);
    assert_drawn(&bench, first);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, second, NULL, first, NULL, NULL, NULL),
                     NVMEDIA_STATUS_OK);
    assert_drawn(&bench, second);
    read_planes(bench.expected, &planes);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, first, NULL, bench.source, NULL, NULL, NULL),
                     NVMEDIA_STATUS_OK);
    assert_drawn(&bench, first);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, late, NULL, first, NULL, NULL, NULL),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    go_to_init();
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, first), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, bench.source), NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(late);
    NvMediaImageDestroy(second);
    NvMediaImageDestroy(first);
    bench_close(&bench);
}

/**
 * The CPU neither maps nor copies what is in memory of a GPU, unless an engine has it on its GPU.
 * @verifies RF-MEDIA-019
 * @verifies RF-MEDIA-081
 */
static void the_cpu_does_not_reach_images_of_a_gpu(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = gpu_image(&bench);
    NvMediaImageSurfaceMap map;
    Planes planes;
    void *pointers[] = {planes.y, planes.u, planes.v};
    const uint32_t pitches[] = {WIDTH, WIDTH / 2U, WIDTH / 2U};
    const uint32_t before = faults();

    (void)state;
    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &map),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_fault(before, RINGFENCE_FAULT_NO_CPU_ACCESS);
    assert_int_equal(NvMediaImageGetBits(image, NULL, pointers, pitches),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_fault(before + 1U, RINGFENCE_FAULT_2D_REGISTRATION);
    assert_int_equal(NvMedia2DCopyPlaneNew(bench.engine, image, 0U, bench.expected, 0U),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_fault(before + 2U, RINGFENCE_FAULT_NO_CPU_ACCESS);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    read_planes(bench.expected, &planes);
    assert_int_equal(NvMediaImagePutBits(image, NULL, pointers, pitches), NVMEDIA_STATUS_OK);
    assert_drawn(&bench, image);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(image);
    bench_close(&bench);
}

/** A thread that copies from an image. */
typedef struct {
    const NvMediaImage *image;
    Planes expected;
    atomic_bool ends;
    /** Copies that were done, and those whose answer or whose pixels are wrong. */
    atomic_uint done;
    atomic_uint wrong;
} Copier;

static void *copy_often(void *context)
{
    static Planes planes;
    Copier *const copier = context;
    void *pointers[] = {planes.y, planes.u, planes.v};
    const uint32_t pitches[] = {WIDTH, WIDTH / 2U, WIDTH / 2U};

    while (!atomic_load(&copier->ends)) {
        const NvMediaStatus status = NvMediaImageGetBits(copier->image, NULL, pointers, pitches);

        if (status == NVMEDIA_STATUS_OK) {
            (void)atomic_fetch_add(&copier->done, 1U);
            if (memcmp(&planes, &copier->expected, sizeof(planes)) != 0) {
                (void)atomic_fetch_add(&copier->wrong, 1U);
            }
        } else if (status != NVMEDIA_STATUS_NOT_SUPPORTED) {
            (void)atomic_fetch_add(&copier->wrong, 1U);
        } else {
            /* No engine has the image now. */
        }
    }
    return NULL;
}

/**
 * An image stays registered, and its engine stays, while a thread copies with the GPU: a copy is
 * whole, or no engine has the image.
 * @verifies RF-MEDIA-914
 */
static void a_copy_has_its_engine(void **state)
{
    static Copier copier;
    Bench bench = bench_open();
    NvMediaImage *const image = gpu_image(&bench);
    pthread_t thread;

    (void)state;
    (void)memset(&copier, 0, sizeof(copier));
    copier.image = image;
    assert_int_equal(NvMedia2DBlitEx(bench.engine, image, NULL, bench.source, NULL, NULL, NULL),
                     NVMEDIA_STATUS_OK);
    read_planes(image, &copier.expected);
    assert_int_equal(pthread_create(&thread, NULL, &copy_often, &copier), 0);
    for (uint32_t i = 0U; i < 300U; i++) {
        const uint32_t done = atomic_load(&copier.done);

        (void)NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ);
        while ((atomic_load(&copier.done) == done) && (atomic_load(&copier.wrong) == 0U)) {
            /* The thread has not come to it yet. */
        }
        if ((i % 2U) == 0U) {
            assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_OK);
        } else {
            assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
            bench.engine = NvMedia2DCreate(bench.device);
            assert_non_null(bench.engine);
        }
    }
    atomic_store(&copier.ends, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(atomic_load(&copier.wrong), 0U);
    NvMediaImageDestroy(image);
    bench_close(&bench);
}

/** A registration that a thread ends. */
typedef struct {
    const Bench *bench;
    NvMediaImage *image;
    NvMediaStatus status;
} Ending;

static void *end_registration(void *context)
{
    Ending *const ending = context;

    ending->status = NvMedia2DImageUnRegister(ending->bench->engine, ending->image);
    return NULL;
}

/** What the only engine that has an image registered has of it. */
static MediaUse *use_of(const NvMediaImage *image)
{
    MediaUse *found = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        for (uint32_t j = 0U; j < RINGFENCE_CFG_2D_ENGINES; j++) {
            MediaUse *const use = &g_media_images[i].uses[j];

            if ((&g_media_images[i].image == image) && use->is_registered) {
                found = use;
            }
        }
    }
    assert_non_null(found);
    return found;
}

/** Notes that a call copies, or that it is over. */
static void note_copy(MediaUse *use, bool begins)
{
    media_use_lock();
    use->copies = begins ? (use->copies + 1U) : (use->copies - 1U);
    media_use_unlock();
    media_changed();
}

/** Waits until a registration ends. */
static void await_end(const MediaUse *use)
{
    bool ends = false;

    while (!ends) {
        media_use_lock();
        ends = !use->is_registered;
        media_use_unlock();
    }
}

/**
 * While the end of a registration waits for a copy, no other one begins: it comes, however often
 * threads copy.
 * @verifies RF-MEDIA-952
 */
static void no_copy_begins_at_the_end(void **state)
{
    static Planes planes;
    Bench bench = bench_open();
    NvMediaImage *const image = gpu_image(&bench);
    void *pointers[] = {planes.y, planes.u, planes.v};
    const uint32_t pitches[] = {WIDTH, WIDTH / 2U, WIDTH / 2U};
    Ending ending = {&bench, image, NVMEDIA_STATUS_ERROR};
    NvMediaStatus status = NVMEDIA_STATUS_ERROR;
    MediaUse *use = NULL;
    pthread_t thread;

    (void)state;
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    use = use_of(image);
    note_copy(use, true);
    assert_int_equal(pthread_create(&thread, NULL, &end_registration, &ending), 0);
    await_end(use);
    status = NvMediaImageGetBits(image, NULL, pointers, pitches);
    note_copy(use, false);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(ending.status, NVMEDIA_STATUS_OK);
    assert_int_equal(status, NVMEDIA_STATUS_NOT_SUPPORTED);
    NvMediaImageDestroy(image);
    bench_close(&bench);
}

/** What a thread that is cancelled copies, and what came of it. */
typedef struct {
    const NvMediaImage *image;
    Planes planes;
    NvMediaStatus got;
    NvMediaStatus put;
} Cancelled;

/** Not a part of its caller, whose frame a sanitizer would take for one that lives on. */
__attribute__((noinline)) static void copy_all(Cancelled *job)
{
    void *pointers[] = {job->planes.y, job->planes.u, job->planes.v};
    const uint32_t pitches[] = {WIDTH, WIDTH / 2U, WIDTH / 2U};

    job->got = NvMediaImageGetBits(job->image, NULL, pointers, pitches);
    job->put = NvMediaImagePutBits(job->image, NULL, pointers, pitches);
}

static void *copy_cancelled(void *context)
{
    (void)pthread_cancel(pthread_self());
    copy_all(context);
    pthread_testcancel();
    return NULL;
}

/**
 * A thread that is cancelled while the GPU copies goes on, though the driver has cancellation
 * points; image and engine end behind it.
 * @verifies RF-MEDIA-950
 */
static void a_copy_is_not_cancelled(void **state)
{
    static Cancelled job;
    Bench bench = bench_open();
    NvMediaImage *const image = gpu_image(&bench);
    const uint32_t before = faults();
    void *result = NULL;
    pthread_t thread;

    (void)state;
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, image, NULL, bench.source, NULL, NULL, NULL),
                     NVMEDIA_STATUS_OK);
    job.image = image;
    job.got = NVMEDIA_STATUS_ERROR;
    job.put = NVMEDIA_STATUS_ERROR;
    assert_int_equal(pthread_create(&thread, NULL, &copy_cancelled, &job), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, PTHREAD_CANCELED);
    assert_int_equal(job.got, NVMEDIA_STATUS_OK);
    assert_int_equal(job.put, NVMEDIA_STATUS_OK);
    assert_drawn(&bench, image);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(image);
    assert_int_equal(faults(), before);
    bench_close(&bench);
}

/** Asserts that a blit between images of one memory is refused as a whole, and that of rectangles
 * which are apart is done iff it has rows. */
static void assert_overlap(const Bench *bench, NvSciBufObj object, NvSciBufObj other, bool has_rows)
{
    const NvMediaRect upper = {0U, 0U, WIDTH, HEIGHT / 2U};
    const NvMediaRect lower = {0U, HEIGHT / 2U, WIDTH, HEIGHT};
    NvMediaImage *const to = image_of(bench, object);
    NvMediaImage *const from = image_of(bench, other);
    uint32_t before = faults();
    NvMediaStatus status = NvMedia2DBlitEx(bench->engine, to, NULL, from, NULL, NULL, NULL);
    Planes planes;

    assert_int_equal(status, NVMEDIA_STATUS_BAD_PARAMETER);
    assert_fault(before, RINGFENCE_FAULT_OVERLAP);
    before = faults();
    status = NvMedia2DBlitEx(bench->engine, to, &lower, from, &upper, NULL, NULL);
    if (has_rows) {
        assert_int_equal(status, NVMEDIA_STATUS_OK);
        read_planes(to, &planes);
        assert_int_equal(faults(), before);
    } else {
        assert_int_equal(status, NVMEDIA_STATUS_BAD_PARAMETER);
        assert_fault(before, RINGFENCE_FAULT_OVERLAP);
    }
    NvMediaImageDestroy(to);
    NvMediaImageDestroy(from);
}

/**
 * Images of one buffer in memory of a GPU, which have no address, share its bytes: by another
 * handle, by one that may only be read, and where the buffer came back from another process.
 * @verifies RF-MEDIA-930
 */
static void one_memory_of_a_gpu_is_seen_as_one(void **state)
{
    static const uint32_t layouts[] = {NVM_SURF_ATTR_LAYOUT_BL, NVM_SURF_ATTR_LAYOUT_PL};
    Bench bench = bench_open();

    (void)state;
    g_module = g_scene.buf;
    for (size_t i = 0U; i < COUNT_OF(layouts); i++) {
        const bool has_rows = (layouts[i] == NVM_SURF_ATTR_LAYOUT_PL);
        CameBack both = came_back_of(gpu_list(&bench, layouts[i]), gpu_list(&bench, layouts[i]));
        NvSciBufObj other = NULL;
        NvSciBufObj reduced = NULL;

        assert_int_equal(NvSciBufObjDup(both.own, &other), NvSciError_Success);
        assert_int_equal(
            NvSciBufObjDupWithReducePerm(both.own, NvSciBufAccessPerm_Readonly, &reduced),
            NvSciError_Success);
        assert_overlap(&bench, both.own, other, has_rows);
        assert_overlap(&bench, both.own, reduced, has_rows);
        assert_overlap(&bench, both.own, both.back, has_rows);
        NvSciBufObjFree(reduced);
        NvSciBufObjFree(other);
        came_back_free(&both);
    }
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cuda_test(images_of_a_gpu_are_drawn_there),
                                       cuda_test(the_cpu_does_not_reach_images_of_a_gpu),
                                       cuda_test(a_copy_has_its_engine),
                                       cuda_test(one_memory_of_a_gpu_is_seen_as_one),
                                       cuda_test(no_copy_begins_at_the_end),
                                       cuda_test(a_copy_is_not_cancelled)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
