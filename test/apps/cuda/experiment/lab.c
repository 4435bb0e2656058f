/* SPDX-License-Identifier: Apache-2.0 */
#include "lab.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "interop.h"
#include "pixels.h"
#include "reference.h"

static const char who[] = "experiment";

uint64_t lab_luma_bytes(uint32_t side)
{
    return (uint64_t)side * side;
}

uint64_t lab_frame_bytes(uint32_t side)
{
    return lab_luma_bytes(side) + (lab_luma_bytes(side) / 2U);
}

Surface lab_surface(uint8_t *bytes, uint32_t side)
{
    uint8_t *const chroma = &bytes[lab_luma_bytes(side)];
    const Surface surface = {
        2U,
        {{bytes, bytes, side, side, side, BYTES_Y},
         {chroma, chroma, side / 2U, side / 2U, side, BYTES_UV}},
    };

    return surface;
}

bool lab_open(Lab *lab, Peer *peer)
{
    NvSciError status = NvSciError_Success;
    bool good = true;

    (void)memset(lab, 0, sizeof(*lab));
    lab->peer = peer;
    lab->ring = RING_GPU;
    good =
        interop_check(cudaSetDevice(0), "cudaSetDevice") && interop_gpu(0, &lab->gpu) &&
        interop_check(kernels_usable(), "kernels for this GPU") &&
        /* A stream that comes after cudaMemcpy(), which returns before its last bytes are there. */
        interop_check(cudaStreamCreate(&lab->stream), "cudaStreamCreate") &&
        interop_check(cudaMalloc((void **)&lab->sums, ITERATIONS_MAX * sizeof(uint64_t)),
                      "cudaMalloc");
    if (good) {
        status = check_call(NvSciBufModuleOpen(&lab->buf), who, "NvSciBufModuleOpen");
        if (status == NvSciError_Success) {
            status = check_call(NvSciSyncModuleOpen(&lab->sync), who, "NvSciSyncModuleOpen");
        }
        if (status == NvSciError_Success) {
            status = check_call(NvSciSyncCpuWaitContextAlloc(lab->sync, &lab->wait), who,
                                "NvSciSyncCpuWaitContextAlloc");
        }
    }
    return good && (status == NvSciError_Success);
}

void lab_close(Lab *lab)
{
    if (lab->wait != NULL) {
        NvSciSyncCpuWaitContextFree(lab->wait);
    }
    if (lab->sync != NULL) {
        NvSciSyncModuleClose(lab->sync);
    }
    if (lab->buf != NULL) {
        NvSciBufModuleClose(lab->buf);
    }
    (void)cudaFree(lab->sums);
    if (lab->stream != NULL) {
        (void)cudaStreamDestroy(lab->stream);
    }
}

/* ---------------------------------------------------------------- frames */

/** A frame to compute plainly. */
typedef struct {
    const Image *picture;
    uint64_t variant;
    const Image *gray;
    uint64_t *sum;
    bool good;
} Plain;

static void *plain_main(void *argument)
{
    Plain *const plain = argument;
    const Plane *const plane = &plain->gray->surface.plane[0];
    Image nv12;
    uint64_t sum = 0U;
    uint64_t index = 0U;

    plain->good = image_new(&nv12, FORMAT_NV12, plane->width, plane->height);
    if (plain->good) {
        reference_compute(plain->picture, plain->variant, &nv12, plain->gray);
        for (uint32_t y = 0U; y < plane->height; y++) {
            const uint8_t *const row = plane_row(plane, y);

            for (uint32_t x = 0U; x < plane->width; x++) {
                sum += KERNELS_TERM(row[x], index);
                index += 1U;
            }
        }
        *plain->sum = sum;
        image_free(&nv12);
    }
    return NULL;
}

/** Computes all frames plainly, each on a thread. */
static bool compute_expected(Material *material, const Image *picture)
{
    pthread_t thread[VARIANTS];
    Plain plain[VARIANTS];
    uint32_t started = 0U;
    bool good = true;

    for (uint32_t i = 0U; (i < VARIANTS) && good; i++) {
        const Plain one = {picture, i, &material->gray[i], &material->sum[i], false};

        plain[i] = one;
        good = image_new(&material->gray[i], FORMAT_GRAY, material->side, material->side) &&
               (pthread_create(&thread[i], NULL, plain_main, &plain[i]) == 0);
        started += good ? 1U : 0U;
    }
    for (uint32_t i = 0U; i < started; i++) {
        (void)pthread_join(thread[i], NULL);
        good = good && plain[i].good;
    }
    return good;
}

bool material_make(Material *material, uint32_t side, bool expected)
{
    Image own;
    Image picture;
    bool good = false;

    (void)memset(material, 0, sizeof(*material));
    (void)memset(&picture, 0, sizeof(picture));
    material->side = side;
    good = image_draw_own(&own);
    if (good) {
        good = image_scale(&own, side, side, &picture);
        image_free(&own);
    }
    for (uint32_t i = 0U; (i < VARIANTS) && good; i++) {
        good = image_new(&material->rgba[i], FORMAT_RGBA, side, side);
        if (good) {
            pixels_make_frame(&picture, i, &material->rgba[i].surface);
        }
    }
    if (good && expected) {
        good = compute_expected(material, &picture);
    }
    if (!good) {
        check_say(who, "not enough memory");
    }
    image_free(&picture);
    return good;
}

void material_free(Material *material)
{
    for (uint32_t i = 0U; i < VARIANTS; i++) {
        image_free(&material->rgba[i]);
        image_free(&material->gray[i]);
    }
}

/* ---------------------------------------------------------------- consumer */

bool lab_keep(Lab *lab, const Material *material)
{
    const uint64_t bytes = lab_luma_bytes(material->side);

    lab->material = material;
    return interop_check(cudaMalloc((void **)&lab->kept[0], bytes), "cudaMalloc") &&
           interop_check(cudaMalloc((void **)&lab->kept[1], bytes), "cudaMalloc");
}

void lab_keep_end(Lab *lab)
{
    (void)cudaFree(lab->kept[0]);
    (void)cudaFree(lab->kept[1]);
    lab->kept[0] = NULL;
    lab->kept[1] = NULL;
}

bool lab_take_gray(Lab *lab)
{
    const uint32_t side = lab->material->side;
    void *first = NULL;
    const bool good = interop_check(cudaMalloc(&first, lab_luma_bytes(side)), "cudaMalloc");
    const Rows gray = {first, side, side, side};

    lab->gray = gray;
    return good;
}

void lab_give_gray(Lab *lab)
{
    (void)cudaFree(lab->gray.first);
    lab->gray.first = NULL;
}

bool lab_consume(Lab *lab, const uint8_t *luma, uint32_t iteration)
{
    const uint32_t side = lab->material->side;
    /* The kernel only reads it. */
    const union {
        const uint8_t *read;
        uint8_t *write;
    } from = {.read = luma};
    const Rows rows = {from.write, side, side, side};
    uint64_t *const sum = &lab->sums[iteration];
    bool good = interop_check(kernels_gray(&rows, &lab->gray, lab->stream), "gray kernel") &&
                interop_check(kernels_sum(&lab->gray, sum, lab->stream), "checksum kernel");

    for (uint32_t i = 0U; (i < 2U) && good; i++) {
        if (iteration == ((i == 0U) ? 0U : (lab->iterations - 1U))) {
            good =
                interop_check(cudaMemcpyAsync(lab->kept[i], lab->gray.first, lab_luma_bytes(side),
                                              cudaMemcpyDeviceToDevice, lab->stream),
                              "cudaMemcpyAsync");
        }
    }
    return good;
}

/** Compares all pixels of a frame that was kept. */
static bool check_kept(const Lab *lab, uint32_t which, uint32_t iteration)
{
    const Material *const material = lab->material;
    Image found;
    bool good = image_new(&found, FORMAT_GRAY, material->side, material->side);

    if (good) {
        Mismatch mismatch = {NULL, 0U, 0U, 0U, 0U};

        good = interop_check(
            cudaMemcpy(found.bytes, lab->kept[which], found.size, cudaMemcpyDeviceToHost),
            "cudaMemcpy");
        if (good && (!reference_compare(&material->gray[iteration % VARIANTS], &found.surface,
                                        &mismatch))) {
            (void)fprintf(stderr, "experiment: iteration %u: gray at (%u, %u) is %u, not %u\n",
                          iteration, mismatch.x, mismatch.y, mismatch.found, mismatch.expected);
            good = false;
        }
        image_free(&found);
    }
    return good;
}

bool lab_check(Lab *lab)
{
    uint64_t sums[ITERATIONS_MAX];
    bool good = interop_check(
        cudaMemcpy(sums, lab->sums, lab->iterations * sizeof(sums[0]), cudaMemcpyDeviceToHost),
        "cudaMemcpy");

    for (uint32_t i = 0U; (i < lab->iterations) && good; i++) {
        good = (sums[i] == lab->material->sum[i % VARIANTS]);
        if (!good) {
            (void)fprintf(stderr, "experiment: iteration %u: checksum is not as computed\n", i);
        }
    }
    return good && check_kept(lab, 0U, 0U) && check_kept(lab, 1U, lab->iterations - 1U);
}

/* ---------------------------------------------------------------- lists */

NvSciError lab_buffer_list(const Lab *lab, uint64_t size, bool cpu, bool gpu, bool video,
                           NvSciBufAttrValAccessPerm perm, NvSciBufAttrList *list)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    NvSciBufAttrKeyValuePair pairs[6] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
    };
    size_t count = 4U;
    NvSciError status =
        check_call(NvSciBufAttrListCreate(lab->buf, list), who, "NvSciBufAttrListCreate");

    if (gpu) {
        const NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_GpuId, &lab->gpu,
                                               sizeof(lab->gpu)};

        pairs[count] = pair;
        count += 1U;
    }
    if (video) {
        const NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_VidMem_GpuId, &lab->gpu,
                                               sizeof(lab->gpu)};

        pairs[count] = pair;
        count += 1U;
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciBufAttrListSetAttrs(*list, pairs, count), who,
                            "NvSciBufAttrListSetAttrs");
    }
    return status;
}

NvSciError lab_cpu_list(const Lab *lab, NvSciSyncAccessPerm perm, NvSciSyncAttrList *list)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };
    NvSciError status =
        check_call(NvSciSyncAttrListCreate(lab->sync, list), who, "NvSciSyncAttrListCreate");

    if (status == NvSciError_Success) {
        status = check_call(NvSciSyncAttrListSetAttrs(*list, pairs, 2U), who,
                            "NvSciSyncAttrListSetAttrs");
    }
    return status;
}

NvSciError lab_gpu_list(const Lab *lab, bool signals, NvSciSyncAttrList *list)
{
    NvSciError status =
        check_call(NvSciSyncAttrListCreate(lab->sync, list), who, "NvSciSyncAttrListCreate");

    if (status == NvSciError_Success) {
        const bool good =
            interop_check(cudaDeviceGetNvSciSyncAttributes(
                              *list, 0, signals ? cudaNvSciSyncAttrSignal : cudaNvSciSyncAttrWait),
                          "cudaDeviceGetNvSciSyncAttributes");

        status = good ? NvSciError_Success : NvSciError_ResourceError;
    }
    return status;
}
