/* SPDX-License-Identifier: Apache-2.0 */
#include "blits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char *const who = "blits";

/** Bits of the matrix of docs/2d-pixels.md. */
#define FRACTION 14U

bool scene_check(NvMediaStatus status, const char *call)
{
    if (status != NVMEDIA_STATUS_OK) {
        (void)fprintf(stderr, "%s: status %d\n", call, (int)status);
    }
    return status == NVMEDIA_STATUS_OK;
}

/* ---------------------------------------------------------------- surfaces */

static NvMediaSurfaceType rgba_type(void)
{
    NVM_SURF_FMT_DEFINE_ATTR(attrs);

    attrs[NVM_SURF_ATTR_SURF_TYPE].value = NVM_SURF_ATTR_SURF_TYPE_RGBA;
    attrs[NVM_SURF_ATTR_LAYOUT].value = NVM_SURF_ATTR_LAYOUT_PL;
    attrs[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    attrs[NVM_SURF_ATTR_MEMORY].value = NVM_SURF_ATTR_MEMORY_PACKED;
    attrs[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_NONE;
    attrs[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    attrs[NVM_SURF_ATTR_COMPONENT_ORDER].value = NVM_SURF_ATTR_COMPONENT_ORDER_RGBA;
    return NvMediaSurfaceFormatGetType(attrs, NVM_SURF_FMT_ATTR_MAX);
}

static NvMediaSurfaceType yuv_type(Engine engine)
{
    NVM_SURF_FMT_DEFINE_ATTR(attrs);

    attrs[NVM_SURF_ATTR_SURF_TYPE].value = NVM_SURF_ATTR_SURF_TYPE_YUV;
    attrs[NVM_SURF_ATTR_LAYOUT].value =
        (engine == ENGINE_GPU) ? NVM_SURF_ATTR_LAYOUT_BL : NVM_SURF_ATTR_LAYOUT_PL;
    attrs[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    attrs[NVM_SURF_ATTR_MEMORY].value = NVM_SURF_ATTR_MEMORY_PLANAR;
    attrs[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value = NVM_SURF_ATTR_SUB_SAMPLING_TYPE_420;
    attrs[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    attrs[NVM_SURF_ATTR_COMPONENT_ORDER].value = NVM_SURF_ATTR_COMPONENT_ORDER_YUV;
    return NvMediaSurfaceFormatGetType(attrs, NVM_SURF_FMT_ATTR_MAX);
}

/** An image with memory of its own. */
static bool make_new(const Scene *scene, NvMediaSurfaceType type, uint32_t standard,
                     NvMediaImage **image)
{
    const NvMediaSurfAllocAttr attrs[] = {{NVM_SURF_ATTR_WIDTH, scene->side},
                                          {NVM_SURF_ATTR_HEIGHT, scene->side},
                                          {NVM_SURF_ATTR_COLOR_STD_TYPE, standard}};

    *image = NvMediaImageCreateNew(scene->device, type, attrs, 3U, 0U);
    if (*image == NULL) {
        check_say(who, "NvMediaImageCreateNew gave no image");
    }
    return *image != NULL;
}

/** A buffer for an image: in memory that CPU and GPU see, or in that of the GPU. */
static NvSciError make_buffer(const Scene *scene, NvMediaSurfaceType type, uint32_t standard,
                              NvSciBufObj *object)
{
    const bool is_gpu = (scene->engine == ENGINE_GPU);
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const NvMediaSurfAllocAttr attrs[] = {
        {NVM_SURF_ATTR_WIDTH, scene->side},
        {NVM_SURF_ATTR_HEIGHT, scene->side},
        {NVM_SURF_ATTR_COLOR_STD_TYPE, standard},
        {NVM_SURF_ATTR_CPU_ACCESS,
         is_gpu ? NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED : NVM_SURF_ATTR_CPU_ACCESS_CACHED}};
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &scene->gpu, sizeof(scene->gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &scene->gpu, sizeof(scene->gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciError status =
        check_call(NvSciBufAttrListCreate(scene->buf, &list), who, "NvSciBufAttrListCreate");

    if ((status == NvSciError_Success) &&
        !scene_check(NvMediaImageFillNvSciBufAttrs(scene->device, type, attrs, 4U, 0U, list),
                     "NvMediaImageFillNvSciBufAttrs")) {
        status = NvSciError_Unknown;
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciBufAttrListSetAttrs(list, pairs, is_gpu ? 3U : 2U), who,
                            "NvSciBufAttrListSetAttrs");
    }
    if (status == NvSciError_Success) {
        status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, object, &conflict);
        status = check_buf_reconcile(status, who, conflict);
    }
    NvSciBufAttrListFree(list);
    return status;
}

/** An image of a buffer that is new. */
static bool make_of_buffer(const Scene *scene, NvMediaSurfaceType type, uint32_t standard,
                           NvSciBufObj *object, NvMediaImage **image)
{
    return (make_buffer(scene, type, standard, object) == NvSciError_Success) &&
           scene_check(NvMediaImageCreateFromNvSciBuf(scene->device, *object, image),
                       "NvMediaImageCreateFromNvSciBuf");
}

static bool register_image(const Scene *scene, const NvMediaImage *image, bool writes)
{
    return scene_check(
        NvMedia2DImageRegister(scene->blitter, image,
                               writes ? NVMEDIA_ACCESS_MODE_READ_WRITE : NVMEDIA_ACCESS_MODE_READ),
        "NvMedia2DImageRegister");
}

/* ---------------------------------------------------------------- frames */

/** Byte of a frame. */
static uint8_t byte_of(uint32_t variant, uint32_t x, uint32_t y, uint32_t channel)
{
    return (uint8_t)((x * (channel + 1U)) + (y * (3U - channel)) + ((x * y) >> 7U) +
                     (variant * 85U));
}

/** Luma of docs/2d-pixels.md: Rec.601 with 16 to 235. */
static uint8_t luma_of(const uint8_t rgba[4])
{
    static const double parts[] = {0.299, 0.587, 0.114};
    const int64_t one = (int64_t)1 << FRACTION;
    int64_t sum = (16 * one) + (one / 2);

    for (uint32_t i = 0U; i < 3U; i++) {
        sum += (int64_t)((parts[i] * (219.0 / 255.0) * (double)one) + 0.5) * rgba[i];
    }
    return (uint8_t)(sum / one);
}

/** Gray of test/apps/pipeline/pixels.h. */
static uint8_t gray_of(uint8_t luma)
{
    const uint32_t level = ((298U * ((uint32_t)luma - 16U)) + 128U) >> 8U;

    return (uint8_t)((level > 255U) ? 255U : level);
}

/** Fills the bytes of a frame, and gives the checksum of its gray pixels. */
static uint64_t draw(uint32_t variant, uint32_t side, uint8_t *bytes)
{
    uint64_t sum = 0U;

    for (uint32_t y = 0U; y < side; y++) {
        for (uint32_t x = 0U; x < side; x++) {
            const uint64_t index = ((uint64_t)y * side) + x;
            uint8_t *const pixel = &bytes[4U * index];

            for (uint32_t i = 0U; i < 4U; i++) {
                pixel[i] = byte_of(variant, x, y, i % 3U);
            }
            sum += KERNELS_TERM(gray_of(luma_of(pixel)), index);
        }
    }
    return sum;
}

/** Makes the frames of the engine: images of its own memory. */
static bool make_frames(Scene *scene)
{
    const uint32_t pitch = scene->side * 4U;
    uint8_t *const bytes = malloc((size_t)pitch * scene->side);
    bool good = (bytes != NULL);

    for (uint32_t i = 0U; (i < VARIANTS) && good; i++) {
        void *planes[] = {bytes};
        NvSciBufObj object = NULL;

        scene->expected[i] = draw(i, scene->side, bytes);
        if (scene->engine == ENGINE_GPU) {
            good = make_of_buffer(scene, rgba_type(), NVM_SURF_ATTR_COLOR_STD_SRGB, &object,
                                  &scene->rgba[i]);
        } else {
            good = make_new(scene, rgba_type(), NVM_SURF_ATTR_COLOR_STD_SRGB, &scene->rgba[i]);
        }
        good = good && register_image(scene, scene->rgba[i], false) &&
               scene_check(NvMediaImagePutBits(scene->rgba[i], NULL, planes, &pitch),
                           "NvMediaImagePutBits");
        if (object != NULL) {
            NvSciBufObjFree(object);
        }
    }
    free(bytes);
    return good;
}

bool scene_open(Scene *scene, Engine engine, uint32_t side)
{
    bool good = true;

    (void)memset(scene, 0, sizeof(*scene));
    scene->engine = engine;
    scene->side = side;
    good =
        interop_check(cudaSetDevice(0), "cudaSetDevice") && interop_gpu(0, &scene->gpu) &&
        interop_check(cudaStreamCreateWithFlags(&scene->stream, cudaStreamNonBlocking),
                      "cudaStreamCreateWithFlags") &&
        interop_check(kernels_usable(), "kernels") &&
        interop_check(cudaMalloc((void **)&scene->sums, ITERATIONS_MAX * sizeof(uint64_t)),
                      "cudaMalloc") &&
        interop_check(cudaMalloc((void **)&scene->gray.first, (size_t)side * side), "cudaMalloc") &&
        (check_call(NvSciBufModuleOpen(&scene->buf), who, "NvSciBufModuleOpen") ==
         NvSciError_Success) &&
        (check_call(NvSciSyncModuleOpen(&scene->sync), who, "NvSciSyncModuleOpen") ==
         NvSciError_Success) &&
        (check_call(NvSciSyncCpuWaitContextAlloc(scene->sync, &scene->wait), who,
                    "NvSciSyncCpuWaitContextAlloc") == NvSciError_Success) &&
        scene_check(NvMediaImageNvSciBufInit(), "NvMediaImageNvSciBufInit");
    scene->gray.pitch = side;
    scene->gray.width = side;
    scene->gray.height = side;
    if (good) {
        scene->device = NvMediaDeviceCreate();
        scene->blitter = NvMedia2DCreate(scene->device);
        good = (scene->blitter != NULL);
    }
    return good && make_frames(scene);
}

void scene_close(Scene *scene)
{
    for (uint32_t i = 0U; i < VARIANTS; i++) {
        if (scene->rgba[i] != NULL) {
            (void)NvMedia2DImageUnRegister(scene->blitter, scene->rgba[i]);
            NvMediaImageDestroy(scene->rgba[i]);
        }
    }
    if (scene->blitter != NULL) {
        NvMedia2DDestroy(scene->blitter);
    }
    if (scene->device != NULL) {
        NvMediaDeviceDestroy(scene->device);
    }
    NvMediaImageNvSciBufDeinit();
    NvSciSyncCpuWaitContextFree(scene->wait);
    NvSciSyncModuleClose(scene->sync);
    NvSciBufModuleClose(scene->buf);
    (void)cudaFree(scene->gray.first);
    (void)cudaFree(scene->sums);
    (void)cudaStreamDestroy(scene->stream);
}

/* ---------------------------------------------------------------- pictures */

/** A number that the list of a buffer has for its first plane, or for all. */
static uint64_t number_of(NvSciBufAttrList list, NvSciBufAttrKey key)
{
    NvSciBufAttrKeyValuePair pair = {key, NULL, 0U};
    uint64_t number = 0U;

    if ((NvSciBufAttrListGetAttrs(list, &pair, 1U) == NvSciError_Success) && (pair.value != NULL)) {
        (void)memcpy(&number, pair.value,
                     (key == NvSciBufImageAttrKey_PlanePitch) ? sizeof(uint32_t) : sizeof(number));
    }
    return number;
}

/** Maps luma as rows. */
static bool map_rows(const Scene *scene, NvSciBufAttrList list, Picture *picture)
{
    struct cudaExternalMemoryBufferDesc range;

    (void)memset(&range, 0, sizeof(range));
    range.offset = number_of(list, NvSciBufImageAttrKey_PlaneOffset);
    range.size = number_of(list, NvSciBufImageAttrKey_PlaneAlignedSize);
    picture->luma.pitch = (uint32_t)number_of(list, NvSciBufImageAttrKey_PlanePitch);
    picture->luma.width = scene->side;
    picture->luma.height = scene->side;
    if (!interop_check(
            cudaExternalMemoryGetMappedBuffer(&picture->pointer, picture->memory, &range),
            "cudaExternalMemoryGetMappedBuffer")) {
        picture->pointer = NULL;
    }
    picture->luma.first = picture->pointer;
    return picture->pointer != NULL;
}

/** Maps luma as an array, and makes a surface of it. */
static bool map_array(const Scene *scene, NvSciBufAttrList list, Picture *picture)
{
    struct cudaExternalMemoryMipmappedArrayDesc desc;
    struct cudaResourceDesc resource;
    bool good = false;

    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&resource, 0, sizeof(resource));
    desc.offset = number_of(list, NvSciBufImageAttrKey_PlaneOffset);
    desc.formatDesc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    desc.extent.width = scene->side;
    desc.extent.height = scene->side;
    desc.flags = cudaArraySurfaceLoadStore;
    desc.numLevels = 1U;
    resource.resType = cudaResourceTypeArray;
    good = interop_check(
        cudaExternalMemoryGetMappedMipmappedArray(&picture->mipmap, picture->memory, &desc),
        "cudaExternalMemoryGetMappedMipmappedArray");
    return good &&
           interop_check(cudaGetMipmappedArrayLevel(&resource.res.array.array, picture->mipmap, 0U),
                         "cudaGetMipmappedArrayLevel") &&
           interop_check(cudaCreateSurfaceObject(&picture->surface, &resource),
                         "cudaCreateSurfaceObject");
}

bool scene_share(const Scene *scene, Picture *picture)
{
    struct cudaExternalMemoryHandleDesc desc;
    NvSciBufAttrList list = NULL;
    bool good = make_of_buffer(scene, yuv_type(scene->engine), NVM_SURF_ATTR_COLOR_STD_REC601_SR,
                               &picture->object, &picture->image) &&
                register_image(scene, picture->image, true) &&
                (check_call(NvSciBufObjGetAttrList(picture->object, &list), who,
                            "NvSciBufObjGetAttrList") == NvSciError_Success);

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
    if (good) {
        desc.handle.nvSciBufObject = picture->object;
        desc.size = number_of(list, NvSciBufImageAttrKey_Size);
        good = interop_check(cudaImportExternalMemory(&picture->memory, &desc),
                             "cudaImportExternalMemory");
    }
    if (good) {
        good = (scene->engine == ENGINE_GPU) ? map_array(scene, list, picture)
                                             : map_rows(scene, list, picture);
    }
    return good;
}

bool scene_own(const Scene *scene, Picture *picture)
{
    bool good = false;

    if (scene->engine == ENGINE_GPU) {
        good = make_of_buffer(scene, yuv_type(scene->engine), NVM_SURF_ATTR_COLOR_STD_REC601_SR,
                              &picture->object, &picture->image);
    } else {
        good = make_new(scene, yuv_type(scene->engine), NVM_SURF_ATTR_COLOR_STD_REC601_SR,
                        &picture->image);
    }
    return good && register_image(scene, picture->image, true);
}

void scene_drop(const Scene *scene, Picture *picture)
{
    if (picture->surface != 0U) {
        (void)cudaDestroySurfaceObject(picture->surface);
    }
    if (picture->mipmap != NULL) {
        (void)cudaFreeMipmappedArray(picture->mipmap);
    }
    if (picture->pointer != NULL) {
        (void)cudaFree(picture->pointer);
    }
    if (picture->memory != NULL) {
        (void)cudaDestroyExternalMemory(picture->memory);
    }
    if (picture->image != NULL) {
        (void)NvMedia2DImageUnRegister(scene->blitter, picture->image);
        NvMediaImageDestroy(picture->image);
    }
    if (picture->object != NULL) {
        NvSciBufObjFree(picture->object);
    }
    (void)memset(picture, 0, sizeof(*picture));
}

/* ---------------------------------------------------------------- the consumer */

bool scene_consume(const Scene *scene, const Picture *picture, uint32_t iteration)
{
    cudaError_t error = cudaSuccess;

    if (picture->surface != 0U) {
        error = kernels_gray_surface(picture->surface, &scene->gray, scene->stream);
    } else {
        error = kernels_gray(&picture->luma, &scene->gray, scene->stream);
    }
    return interop_check(error, "kernels_gray") &&
           interop_check(kernels_sum(&scene->gray, &scene->sums[iteration], scene->stream),
                         "kernels_sum");
}

bool scene_is_right(const Scene *scene)
{
    uint64_t sums[ITERATIONS_MAX];
    bool good = interop_check(
        cudaMemcpy(sums, scene->sums, scene->iterations * sizeof(sums[0]), cudaMemcpyDeviceToHost),
        "cudaMemcpy");

    for (uint32_t i = 0U; (i < scene->iterations) && good; i++) {
        good = (sums[i] == scene->expected[i % VARIANTS]);
        if (!good) {
            (void)fprintf(stderr, "frame %u is not what it must be\n", i);
        }
    }
    return good;
}
