/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file listing_cuda.c
 * The guide's listing for NvMedia 2D with CUDA behind it, as the sample of the guide has it: RGBA
 * is turned into YUV 4:2:0, CUDA waits for the end of the blit in a stream, copies the planes, and
 * signals; the next blit waits for that. No thread waits for a frame but at its end.
 *
 * Rows of images are pitch linear, with CUDA as a pointer, or block linear, with CUDA as an array
 * for each plane. Both run in one process, then with 2D and CUDA in two.
 */
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../blits/images.h"

#define WIDTH  128U
#define HEIGHT 96U
#define FRAMES 16U
#define YUV    3U

static bool is_block;

/* ---------------------------------------------------------------- what both sides ask for */

static NvSciRmGpuId gpu_id(void)
{
    CUuuid uuid;
    NvSciRmGpuId gpu;

    CALL(cuInit(0U));
    CALL(cuDeviceGetUuid(&uuid, 0));
    (void)memcpy(gpu.bytes, uuid.bytes, sizeof(gpu.bytes));
    return gpu;
}

static Surface output_surface(void)
{
    Surface surface = surface_yuv420;

    surface.layout = is_block ? NVM_SURF_ATTR_LAYOUT_BL : NVM_SURF_ATTR_LAYOUT_PL;
    return surface;
}

/** What NvMedia asks of the output, and that the GPU sees it too. */
static NvSciBufAttrList output_list(const Place *place, NvMediaDevice *device)
{
    const Surface surface = output_surface();
    NvMediaSurfAllocAttr attrs[8];
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const NvSciRmGpuId gpu = gpu_id();
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu)}};
    NvSciBufAttrList list = NULL;

    surface_attrs(&surface, WIDTH, HEIGHT, attrs);
    attrs[4].value = NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED;
    CALL(NvSciBufAttrListCreate(place->buf, &list));
    CALL(NvMediaImageFillNvSciBufAttrs(device, surface_type(&surface), attrs, 8U, 0U, list));
    CALL(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

/** CUDA has no array that may only be read. */
static NvSciBufAttrValAccessPerm consumer_perm(void)
{
    return is_block ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
}

/** What a consumer with a GPU asks for. */
static NvSciBufAttrList consumer_list(const Place *place)
{
    NvSciBufType type = NvSciBufType_Image;
    NvSciBufAttrValAccessPerm perm = consumer_perm();
    const NvSciRmGpuId gpu = gpu_id();
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu)}};
    NvSciBufAttrList list = NULL;

    CALL(NvSciBufAttrListCreate(place->buf, &list));
    CALL(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

static NvSciSyncAttrList cuda_list(const Place *place, int flags)
{
    NvSciSyncAttrList list = NULL;

    CALL(NvSciSyncAttrListCreate(place->sync, &list));
    CALL(cudaDeviceGetNvSciSyncAttributes(list, 0, flags));
    return list;
}

/* ---------------------------------------------------------------- the side of CUDA */

typedef struct {
    cudaStream_t stream;
    cudaExternalMemory_t memory;
    void *pointer;
    cudaMipmappedArray_t arrays[YUV];
    cudaArray_t levels[YUV];
    uint64_t offset[YUV];
    uint32_t pitch[YUV];
    uint32_t width[YUV];
    uint32_t height[YUV];
    cudaExternalSemaphore_t written;
    cudaExternalSemaphore_t read;
    /** What comes out of the planes, without gaps. */
    uint8_t *bytes;
    uint8_t *plane[YUV];
} Cuda;

static void map_pointer(Cuda *cuda, uint64_t size)
{
    struct cudaExternalMemoryBufferDesc range;

    (void)memset(&range, 0, sizeof(range));
    range.size = size;
    CALL(cudaExternalMemoryGetMappedBuffer(&cuda->pointer, cuda->memory, &range));
}

static void map_array(Cuda *cuda, uint32_t plane)
{
    struct cudaExternalMemoryMipmappedArrayDesc desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.offset = cuda->offset[plane];
    desc.formatDesc.x = 8;
    desc.formatDesc.f = cudaChannelFormatKindUnsigned;
    desc.extent.width = cuda->width[plane];
    desc.extent.height = cuda->height[plane];
    desc.numLevels = 1U;
    CALL(cudaExternalMemoryGetMappedMipmappedArray(&cuda->arrays[plane], cuda->memory, &desc));
    CALL(cudaGetMipmappedArrayLevel(&cuda->levels[plane], cuda->arrays[plane], 0U));
}

static void import_image(Cuda *cuda, NvSciBufObj object)
{
    struct cudaExternalMemoryHandleDesc desc;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufImageAttrKey_Size, NULL, 0U},
                                        {NvSciBufImageAttrKey_PlaneOffset, NULL, 0U},
                                        {NvSciBufImageAttrKey_PlanePitch, NULL, 0U},
                                        {NvSciBufImageAttrKey_PlaneWidth, NULL, 0U},
                                        {NvSciBufImageAttrKey_PlaneHeight, NULL, 0U}};

    CALL(NvSciBufObjGetAttrList(object, &list));
    CALL(NvSciBufAttrListGetAttrs(list, pairs, COUNT_OF(pairs)));
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
    desc.handle.nvSciBufObject = object;
    desc.size = *(const uint64_t *)pairs[0].value;
    CALL(cudaImportExternalMemory(&cuda->memory, &desc));
    for (uint32_t i = 0U; i < YUV; i++) {
        cuda->offset[i] = ((const uint64_t *)pairs[1].value)[i];
        cuda->pitch[i] = ((const uint32_t *)pairs[2].value)[i];
        cuda->width[i] = ((const uint32_t *)pairs[3].value)[i];
        cuda->height[i] = ((const uint32_t *)pairs[4].value)[i];
        if (is_block) {
            map_array(cuda, i);
        }
    }
    if (!is_block) {
        map_pointer(cuda, desc.size);
    }
}

static cudaExternalSemaphore_t import_sync(NvSciSyncObj object)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    cudaExternalSemaphore_t semaphore = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    CALL(cudaImportExternalSemaphore(&semaphore, &desc));
    return semaphore;
}

static void cuda_open(Cuda *cuda, NvSciBufObj image, NvSciSyncObj written, NvSciSyncObj read)
{
    (void)memset(cuda, 0, sizeof(*cuda));
    CALL(cudaSetDevice(0));
    CALL(cudaStreamCreate(&cuda->stream));
    import_image(cuda, image);
    cuda->written = import_sync(written);
    cuda->read = import_sync(read);
    cuda->bytes = malloc((size_t)WIDTH * HEIGHT * 2U);
    CHECK(cuda->bytes != NULL);
    cuda->plane[0] = cuda->bytes;
    cuda->plane[1] = cuda->plane[0] + ((size_t)WIDTH * HEIGHT);
    cuda->plane[2] = cuda->plane[1] + ((size_t)WIDTH * HEIGHT / 4U);
}

static void cuda_close(Cuda *cuda)
{
    CALL(cudaStreamSynchronize(cuda->stream));
    for (uint32_t i = 0U; is_block && (i < YUV); i++) {
        CALL(cudaFreeMipmappedArray(cuda->arrays[i]));
    }
    if (!is_block) {
        CALL(cudaFree(cuda->pointer));
    }
    CALL(cudaDestroyExternalMemory(cuda->memory));
    CALL(cudaDestroyExternalSemaphore(cuda->written));
    CALL(cudaDestroyExternalSemaphore(cuda->read));
    free(cuda->bytes);
    CALL(cudaStreamDestroy(cuda->stream));
}

static void copy_plane(const Cuda *cuda, uint32_t plane)
{
    CUDA_MEMCPY2D copy;

    (void)memset(&copy, 0, sizeof(copy));
    if (is_block) {
        copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.srcArray = (CUarray)cuda->levels[plane];
    } else {
        copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = (CUdeviceptr)(uintptr_t)cuda->pointer + cuda->offset[plane];
        copy.srcPitch = cuda->pitch[plane];
    }
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = cuda->plane[plane];
    copy.dstPitch = cuda->width[plane];
    copy.WidthInBytes = cuda->width[plane];
    copy.Height = cuda->height[plane];
    CALL(cuMemcpy2D(&copy));
}

/** A frame: the stream waits for `before`, and `after` expires behind what was read. */
static void cuda_frame(const Cuda *cuda, NvSciSyncFence *before, NvSciSyncFence *after)
{
    struct cudaExternalSemaphoreWaitParams wait;
    struct cudaExternalSemaphoreSignalParams signal;

    (void)memset(&wait, 0, sizeof(wait));
    (void)memset(&signal, 0, sizeof(signal));
    wait.params.nvSciSync.fence = before;
    signal.params.nvSciSync.fence = after;
    CALL(cudaWaitExternalSemaphoresAsync(&cuda->written, &wait, 1U, cuda->stream));
    CALL(cudaStreamSynchronize(cuda->stream));
    for (uint32_t i = 0U; i < YUV; i++) {
        copy_plane(cuda, i);
    }
    CALL(cudaSignalExternalSemaphoresAsync(&cuda->read, &signal, 1U, cuda->stream));
}

static void cuda_check(const Cuda *cuda, uint32_t number)
{
    const Yuv yuv = {cuda->plane[0],
                     cuda->plane[1],
                     cuda->plane[2],
                     cuda->width[0],
                     cuda->width[1],
                     cuda->width[2],
                     1U};

    CALL(cudaStreamSynchronize(cuda->stream));
    CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, number, 1U) == 0U);
    CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, number + 1U, 1U) > 0U);
}

/* ---------------------------------------------------------------- the side of 2D */

typedef struct {
    Place place;
    NvMediaDevice *device;
    NvMedia2D *i2d;
    NvMediaImage *inputs[2];
    NvMediaImage *output;
    NvSciBufObj object;
    NvSciSyncObj written;
    NvSciSyncObj read;
} Media;

static void media_open(Media *media)
{
    (void)memset(media, 0, sizeof(*media));
    modules_open(&media->place);
    media->device = NvMediaDeviceCreate();
    CHECK(media->device != NULL);
    media->i2d = NvMedia2DCreate(media->device);
    CHECK(media->i2d != NULL);
    CALL(NvMediaImageNvSciBufInit());
    for (uint32_t i = 0U; i < 2U; i++) {
        media->inputs[i] = image_new(media->device, &surface_rgba, WIDTH, HEIGHT);
    }
}

static NvSciSyncAttrList media_list(const Media *media, NvMediaNvSciSyncClientType type)
{
    NvSciSyncAttrList list = NULL;

    CALL(NvSciSyncAttrListCreate(media->place.sync, &list));
    CALL(NvMedia2DFillNvSciSyncAttrList(media->i2d, list, type));
    return list;
}

/** The buffer and both objects are there. */
static void media_register(Media *media)
{
    CALL(NvMediaImageCreateFromNvSciBuf(media->device, media->object, &media->output));
    CALL(NvMedia2DRegisterNvSciSyncObj(media->i2d, NVMEDIA_EOFSYNCOBJ, media->written));
    CALL(NvMedia2DRegisterNvSciSyncObj(media->i2d, NVMEDIA_PRESYNCOBJ, media->read));
}

static void media_close(Media *media)
{
    CALL(NvMedia2DUnregisterNvSciSyncObj(media->i2d, media->written));
    CALL(NvMedia2DUnregisterNvSciSyncObj(media->i2d, media->read));
    NvMediaImageDestroy(media->output);
    for (uint32_t i = 0U; i < 2U; i++) {
        NvMediaImageDestroy(media->inputs[i]);
    }
    NvMediaImageNvSciBufDeinit();
    CALL(NvMedia2DDestroyEx(media->i2d));
    NvMediaDeviceDestroy(media->device);
    NvSciBufObjFree(media->object);
    NvSciSyncObjFree(media->written);
    NvSciSyncObjFree(media->read);
    modules_close(&media->place);
}

/** A blit that waits for `before`, unless it is cleared. */
static void media_frame(Media *media, uint32_t number, const NvSciSyncFence *before,
                        NvSciSyncFence *after)
{
    NvMediaImage *const input = media->inputs[number % 2U];

    frame_draw(input, number);
    CALL(NvMedia2DInsertPreNvSciSyncFence(media->i2d, before));
    CALL(NvMedia2DSetNvSciSyncObjforEOF(media->i2d, media->written));
    CALL(NvMedia2DBlitEx(media->i2d, media->output, NULL, input, NULL, NULL, NULL));
    CALL(NvMedia2DGetEOFNvSciSyncFence(media->i2d, media->written, after));
}

/* ---------------------------------------------------------------- one process, two processes */

static void in_one(void)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    NvSciBufAttrList lists[2];
    NvSciBufAttrList conflict = NULL;
    Media media;
    Cuda cuda;

    media_open(&media);
    lists[0] = output_list(&media.place, media.device);
    lists[1] = consumer_list(&media.place);
    CALL(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &media.object, &conflict));
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    media.written = sync_of(media_list(&media, NVMEDIA_SIGNALER),
                            cuda_list(&media.place, cudaNvSciSyncAttrWait), NULL);
    media.read = sync_of(media_list(&media, NVMEDIA_WAITER),
                         cuda_list(&media.place, cudaNvSciSyncAttrSignal), NULL);
    media_register(&media);
    cuda_open(&cuda, media.object, media.written, media.read);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        media_frame(&media, i, &before, &after);
        cuda_frame(&cuda, &after, &before);
        cuda_check(&cuda, i);
    }
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    cuda_close(&cuda);
    media_close(&media);
}

static void produce(void)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Line line;
    Media media;

    line_open("nvscisync_a_0", &line);
    media_open(&media);
    buf_share(&media.place, &line, output_list(&media.place, media.device), consumer_perm(),
              &media.object);
    sync_share(&media.place, &line, media_list(&media, NVMEDIA_SIGNALER), NULL, &media.written);
    sync_take(&media.place, &line, media_list(&media, NVMEDIA_WAITER), &media.read);
    media_register(&media);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        if (i > 0U) {
            receive_fence(&line, media.read, &before);
        }
        media_frame(&media, i, &before, &after);
        send_fence(&line, &after);
    }
    (void)line_receive(&line);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    media_close(&media);
    line_close(&line);
}

static void consume(void)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    NvSciBufObj image = NULL;
    NvSciSyncObj written = NULL;
    NvSciSyncObj read = NULL;
    Line line;
    Place place;
    Cuda cuda;

    line_open("nvscisync_a_1", &line);
    modules_open(&place);
    buf_take(&place, &line, consumer_list(&place), consumer_perm(), &image);
    sync_take(&place, &line, cuda_list(&place, cudaNvSciSyncAttrWait), &written);
    sync_share(&place, &line, cuda_list(&place, cudaNvSciSyncAttrSignal), NULL, &read);
    cuda_open(&cuda, image, written, read);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        receive_fence(&line, written, &before);
        cuda_frame(&cuda, &before, &after);
        cuda_check(&cuda, i);
        if ((i + 1U) < FRAMES) {
            send_fence(&line, &after);
        }
    }
    line_send(&line, "end", 3U);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    cuda_close(&cuda);
    NvSciBufObjFree(image);
    NvSciSyncObjFree(written);
    NvSciSyncObjFree(read);
    modules_close(&place);
    line_close(&line);
}

static void once(void)
{
    in_one();
}

static void nothing(void)
{
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        is_block = (i == 1);
        /* CUDA is not used in a process that forks. */
        in_two(once, nothing);
        in_two(produce, consume);
    }
    (void)printf(
        "listing_cuda: %u frames in each of one and two processes, pitch and block linear\n",
        FRAMES);
    return EXIT_SUCCESS;
}
