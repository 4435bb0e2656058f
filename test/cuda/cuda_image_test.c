/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_image_test.c
 * Images of every colour format, with odd sizes: block-linear planes as arrays of memory of the
 * GPU, pitch-linear planes as rows of memory that the CPU sees too.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#define GEN(key)   NvSciBufGeneralAttrKey_##key
#define IMG(key)   NvSciBufImageAttrKey_##key
#define PLANES_MAX 3U
/** Bytes of the greatest plane of a test. */
#define PLANE_BYTES (512U * 1024U)

/** What is made of an image. */
typedef struct {
    NvSciBufAttrValImageLayoutType layout;
    NvSciBufAttrValImageScanType scan;
    uint32_t planes;
    NvSciBufAttrValColorFmt formats[PLANES_MAX];
    uint32_t widths[PLANES_MAX];
    uint32_t heights[PLANES_MAX];
} Wish;

/** A plane as the list describes it. */
typedef struct {
    uint64_t offset;
    uint64_t pitch;
    uint64_t size;
    uint64_t row_bytes;
    /** From the first field to the second one; 0: there is none. */
    uint64_t second;
    uint32_t width;
    uint32_t height;
    uint32_t channels;
    uint32_t channel_bits;
} Plane;

/** An image in CUDA. */
typedef struct {
    NvSciBufObj object;
    CUexternalMemory memory;
    Plane planes[PLANES_MAX];
    CUmipmappedArray arrays[PLANES_MAX];
    CUarray levels[PLANES_MAX];
} Image;

static uint8_t g_pixels[PLANE_BYTES];
static uint8_t g_copy[PLANE_BYTES];

/** Reconciles; gives NULL for a format that no image has. */
static NvSciBufObj try_image(const Wish *wish)
{
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = (wish->layout == NvSciBufImage_PitchLinearType);
    const size_t size = wish->planes * sizeof(uint32_t);
    NvSciBufAttrKeyValuePair pairs[] = {
        {GEN(Types), &type, sizeof(type)},
        {GEN(NeedCpuAccess), &cpu, sizeof(cpu)},
        {GEN(RequiredPerm), &perm, sizeof(perm)},
        {GEN(GpuId), &g_scene.gpu, sizeof(g_scene.gpu)},
        {IMG(Layout), &wish->layout, sizeof(wish->layout)},
        {IMG(ScanType), &wish->scan, sizeof(wish->scan)},
        {IMG(PlaneCount), &wish->planes, sizeof(wish->planes)},
        {IMG(PlaneColorFormat), wish->formats, wish->planes * sizeof(wish->formats[0])},
        {IMG(PlaneWidth), wish->widths, size},
        {IMG(PlaneHeight), wish->heights, size}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    NvSciError status = NvSciError_Success;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict);
    if (status != NvSciError_Success) {
        assert_int_equal(status, NvSciError_BadParameter);
        NvSciBufAttrListFree(conflict);
    }
    NvSciBufAttrListFree(list);
    return object;
}

/** Number `index` of a key with numbers of 1, 4 or 8 bytes. */
static uint64_t number_of(NvSciBufAttrList list, NvSciBufAttrKey key, uint32_t index, size_t size)
{
    NvSciBufAttrKeyValuePair pair = {key, NULL, 0U};
    const uint8_t *bytes = NULL;
    uint8_t small = 0U;
    uint32_t middle = 0U;
    uint64_t number = 0U;

    assert_int_equal(NvSciBufAttrListGetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_true(pair.len >= ((index + 1U) * size));
    bytes = pair.value;
    if (size == sizeof(number)) {
        (void)memcpy(&number, &bytes[index * size], size);
    } else if (size == sizeof(middle)) {
        (void)memcpy(&middle, &bytes[index * size], size);
        number = middle;
    } else {
        (void)memcpy(&small, &bytes[index * size], size);
        number = small;
    }
    return number;
}

/** Imports an image, and reads where its planes are: inside it, one behind the other. */
static Image import_image(NvSciBufObj object, uint32_t planes)
{
    NvSciBufAttrList list = NULL;
    Image image;
    uint64_t size = 0U;

    (void)memset(&image, 0, sizeof(image));
    image.object = object;
    assert_int_equal(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    size = number_of(list, IMG(Size), 0U, sizeof(uint64_t));
    for (uint32_t i = 0U; i < planes; i++) {
        Plane *const plane = &image.planes[i];
        const uint64_t bits = number_of(list, IMG(PlaneBitsPerPixel), i, sizeof(uint32_t));

        plane->offset = number_of(list, IMG(PlaneOffset), i, sizeof(uint64_t));
        plane->pitch = number_of(list, IMG(PlanePitch), i, sizeof(uint32_t));
        plane->size = number_of(list, IMG(PlaneAlignedSize), i, sizeof(uint64_t));
        plane->width = (uint32_t)number_of(list, IMG(PlaneWidth), i, sizeof(uint32_t));
        plane->height = (uint32_t)number_of(list, IMG(PlaneHeight), i, sizeof(uint32_t));
        plane->channels = (uint32_t)number_of(list, IMG(PlaneChannelCount), i, sizeof(uint8_t));
        plane->channel_bits = (uint32_t)(bits / plane->channels);
        plane->row_bytes = (plane->width * bits) / 8U;
        plane->second = number_of(list, IMG(PlaneSecondFieldOffset), i, sizeof(uint64_t));
        assert_true(plane->row_bytes <= plane->pitch);
        assert_true((plane->pitch * plane->height) <= plane->size);
        assert_true((plane->offset + plane->size) <= size);
        assert_true((i == 0U) ||
                    (plane->offset >= (image.planes[i - 1U].offset + image.planes[i - 1U].size)));
        assert_true((plane->row_bytes * plane->height) <= PLANE_BYTES);
    }
    image.memory = import_buffer(object, size);
    return image;
}

static void end_image(Image *image)
{
    for (uint32_t i = 0U; i < PLANES_MAX; i++) {
        if (image->arrays[i] != NULL) {
            assert_cu(ringfenceCuMipmappedArrayDestroy(image->arrays[i]), CUDA_SUCCESS);
        }
    }
    assert_cu(ringfenceCuDestroyExternalMemory(image->memory), CUDA_SUCCESS);
    NvSciBufObjFree(image->object);
}

/** Pixels of a plane that no other plane has. */
static void fill_pixels(const Plane *plane, uint32_t seed)
{
    uint32_t state = (seed * 2654435761U) + 1U;

    for (size_t i = 0U; i < (plane->row_bytes * plane->height); i++) {
        state = (state * 1664525U) + 1013904223U;
        g_pixels[i] = (uint8_t)(state >> 24U);
    }
}

static void assert_pixels(const Plane *plane, uint32_t seed)
{
    fill_pixels(plane, seed);
    if (memcmp(g_pixels, g_copy, plane->row_bytes * plane->height) != 0) {
        fail_msg("%u x %u, %u channels of %u bits, offset %u", plane->width, plane->height,
                 plane->channels, plane->channel_bits, (unsigned int)plane->offset);
    }
}

/** A copy between a plane of CUDA and memory of the test without gaps. */
static void copy_plane(const Plane *plane, CUDA_MEMCPY2D *copy, bool write)
{
    if (write) {
        copy->srcMemoryType = CU_MEMORYTYPE_HOST;
        copy->srcHost = g_pixels;
        copy->srcPitch = plane->row_bytes;
    } else {
        copy->dstMemoryType = CU_MEMORYTYPE_HOST;
        copy->dstHost = g_copy;
        copy->dstPitch = plane->row_bytes;
    }
    copy->WidthInBytes = plane->row_bytes;
    copy->Height = plane->height;
    assert_cu(cuMemcpy2D(copy), CUDA_SUCCESS);
}

static void copy_array(const Image *image, uint32_t index, bool write)
{
    CUDA_MEMCPY2D copy;

    (void)memset(&copy, 0, sizeof(copy));
    if (write) {
        copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.dstArray = image->levels[index];
    } else {
        copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.srcArray = image->levels[index];
    }
    copy_plane(&image->planes[index], &copy, write);
}

/** Maps a plane as an array of what its list says of it. */
static void map_array(Image *image, uint32_t index)
{
    static const CUarray_format formats[] = {
        CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32};
    const Plane *const plane = &image->planes[index];
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.offset = plane->offset;
    desc.arrayDesc.Width = plane->width;
    desc.arrayDesc.Height = plane->height;
    desc.arrayDesc.Format = formats[plane->channel_bits / 16U];
    desc.arrayDesc.NumChannels = plane->channels;
    desc.numLevels = 1U;
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&image->arrays[index], image->memory,
                                                               &desc),
              CUDA_SUCCESS);
    assert_cu(ringfenceCuMipmappedArrayGetLevel(&image->levels[index], image->arrays[index], 0U),
              CUDA_SUCCESS);
}

/** Writes all planes as arrays, then reads them all. */
static void use_as_arrays(const Wish *wish, NvSciBufObj object)
{
    Image image = import_image(object, wish->planes);

    for (uint32_t i = 0U; i < wish->planes; i++) {
        map_array(&image, i);
        fill_pixels(&image.planes[i], i + wish->widths[0]);
        copy_array(&image, i, true);
    }
    for (uint32_t i = 0U; i < wish->planes; i++) {
        (void)memset(g_copy, 0, sizeof(g_copy));
        copy_array(&image, i, false);
        assert_pixels(&image.planes[i], i + wish->widths[0]);
    }
    end_image(&image);
}

/** Copies between a pitch-linear plane of the CPU and memory of the test. */
static void copy_by_cpu(const Plane *plane, uint8_t *base, bool write)
{
    for (uint32_t row = 0U; row < plane->height; row++) {
        uint8_t *const there = &base[plane->offset + (row * plane->pitch)];

        if (write) {
            (void)memcpy(there, &g_pixels[row * plane->row_bytes], plane->row_bytes);
        } else {
            (void)memcpy(&g_copy[row * plane->row_bytes], there, plane->row_bytes);
        }
    }
}

/** Writes all planes with the GPU and reads them with the CPU, then the other way. */
static void use_as_rows(const Wish *wish, NvSciBufObj object)
{
    Image image = import_image(object, wish->planes);
    CUdeviceptr pointers[PLANES_MAX] = {0U, 0U, 0U};
    void *base = NULL;

    assert_int_equal(NvSciBufObjGetCpuPtr(object, &base), NvSciError_Success);
    for (uint32_t way = 0U; way < 2U; way++) {
        for (uint32_t pass = 0U; pass < 2U; pass++) {
            for (uint32_t i = 0U; i < wish->planes; i++) {
                const Plane *const plane = &image.planes[i];
                const bool write = (pass == 0U);
                CUDA_MEMCPY2D copy;

                (void)memset(&copy, 0, sizeof(copy));
                copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
                copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
                if (pointers[i] == 0U) {
                    assert_cu(try_map(image.memory, plane->offset, plane->size, &pointers[i]),
                              CUDA_SUCCESS);
                }
                copy.srcDevice = pointers[i];
                copy.dstDevice = pointers[i];
                copy.srcPitch = plane->pitch;
                copy.dstPitch = plane->pitch;
                fill_pixels(plane, i + way);
                if (write == (way == 0U)) {
                    copy_plane(plane, &copy, write);
                } else {
                    copy_by_cpu(plane, base, write);
                }
                if (!write) {
                    assert_pixels(plane, i + way);
                }
            }
        }
    }
    for (uint32_t i = 0U; i < wish->planes; i++) {
        assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
    }
    end_image(&image);
}

static void use_image(const Wish *wish, NvSciBufObj object)
{
    if (wish->layout == NvSciBufImage_BlockLinearType) {
        use_as_arrays(wish, object);
    } else {
        use_as_rows(wish, object);
    }
}

/** Three planes of each colour format, of odd sizes. */
static void walk_formats(NvSciBufAttrValImageLayoutType layout)
{
    uint32_t left_out = 0U;

    for (uint32_t format = (uint32_t)NvSciColor_LowerBound + 1U;
         format < (uint32_t)NvSciColor_UpperBound; format++) {
        const NvSciBufAttrValColorFmt color = (NvSciBufAttrValColorFmt)format;
        const Wish wish = {layout,          NvSciBufScan_ProgressiveType,
                           PLANES_MAX,      {color, color, color},
                           {37U, 1U, 129U}, {21U, 1U, 67U}};
        NvSciBufObj object = try_image(&wish);

        if (object == NULL) {
            left_out++;
        } else {
            use_image(&wish, object);
        }
    }
    /* Signed_X12Bayer20GBRG, whose row of formats is empty. */
    assert_int_equal(left_out, 1U);
}

/**
 * Planes of every colour format are arrays that hold all pixels and leave each other alone.
 * @verifies RF-CUDA-033
 * @verifies RF-CUDA-036
 */
static void block_linear_planes_are_arrays(void **state)
{
    (void)state;
    walk_formats(NvSciBufImage_BlockLinearType);
}

/**
 * Planes of every colour format are rows at their pitch, the same for CPU and GPU.
 * @verifies RF-CUDA-032
 * @verifies RF-CUDA-034
 */
static void pitch_linear_planes_are_rows(void **state)
{
    (void)state;
    walk_formats(NvSciBufImage_PitchLinearType);
}

/**
 * Sizes below, at and above the tiles of a GPU: planes of 4:2:0 and of one format, in both layouts.
 * @verifies RF-CUDA-033
 * @verifies RF-CUDA-034
 */
static void planes_of_many_sizes(void **state)
{
    static const uint32_t widths[] = {2U, 63U, 64U, 65U, 127U, 320U, 641U};
    static const uint32_t heights[] = {2U, 7U, 8U, 9U, 64U, 127U, 129U, 257U};

    (void)state;
    for (size_t i = 0U; i < (COUNT_OF(widths) * COUNT_OF(heights)); i++) {
        const uint32_t width = widths[i % COUNT_OF(widths)];
        const uint32_t height = heights[i / COUNT_OF(widths)];
        const uint32_t half = (width + 1U) / 2U;
        const uint32_t half_height = (height + 1U) / 2U;
        Wish wish = {NvSciBufImage_BlockLinearType,
                     NvSciBufScan_ProgressiveType,
                     PLANES_MAX,
                     {NvSciColor_Y8, NvSciColor_V8, NvSciColor_U8},
                     {width, half, half},
                     {height, half_height, half_height}};

        use_image(&wish, try_image(&wish));
        wish.layout = NvSciBufImage_PitchLinearType;
        use_image(&wish, try_image(&wish));
    }
}

/**
 * Each field of an interlaced image is an array, and the two leave each other and the next plane
 * alone.
 * @verifies RF-CUDA-033
 */
static void fields_are_arrays(void **state)
{
    static const uint32_t widths[] = {64U, 65U, 320U, 641U};
    static const uint32_t heights[] = {2U, 18U, 240U, 258U, 480U};

    (void)state;
    for (size_t i = 0U; i < (COUNT_OF(widths) * COUNT_OF(heights)); i++) {
        const uint32_t width = widths[i % COUNT_OF(widths)];
        const uint32_t height = heights[i / COUNT_OF(widths)];
        const Wish wish = {NvSciBufImage_BlockLinearType,
                           NvSciBufScan_InterlaceType,
                           2U,
                           {NvSciColor_Y8, NvSciColor_V8U8, NvSciColor_Y8},
                           {width, (width + 1U) / 2U, 0U},
                           {height, height, 0U}};
        Image frame = import_image(try_image(&wish), wish.planes);
        Image fields = frame;

        /* Two fields of each of the two planes: the second ones stand in the rows of a copy. */
        for (uint32_t k = 0U; k < 2U; k++) {
            assert_true(frame.planes[k].second > 0U);
            frame.planes[k].height = height / 2U;
            fields.planes[k] = frame.planes[k];
            fields.planes[k].offset += frame.planes[k].second;
            map_array(&frame, k);
            map_array(&fields, k);
        }
        for (uint32_t k = 0U; k < 4U; k++) {
            fill_pixels(&frame.planes[k / 2U], k);
            copy_array(((k % 2U) == 0U) ? &frame : &fields, k / 2U, true);
        }
        for (uint32_t k = 0U; k < 4U; k++) {
            copy_array(((k % 2U) == 0U) ? &frame : &fields, k / 2U, false);
            assert_pixels(&frame.planes[k / 2U], k);
        }
        for (uint32_t k = 0U; k < 2U; k++) {
            assert_cu(ringfenceCuMipmappedArrayDestroy(fields.arrays[k]), CUDA_SUCCESS);
        }
        end_image(&frame);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(block_linear_planes_are_arrays),
        cuda_test(pitch_linear_planes_are_rows),
        cuda_test(planes_of_many_sizes),
        cuda_test(fields_are_arrays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
