/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device_check_test.c
 * What the driver of a device says of buffers before they are made, and what reconciliation makes
 * of it.
 */
#define _GNU_SOURCE

#include "engine_driver.h"

#include <string.h>

#include "buf/buf.h"
#include "buf_lists.h"

#define GEN(key) NvSciBufGeneralAttrKey_##key
#define IMG(key) NvSciBufImageAttrKey_##key
/* clang-format off */
#define GPU_A {{0xA}}
#define GPU_B {{0xB}}
#define NOWHERE {{0xEE}}
#define NO_GPU {{0}}
/* clang-format on */

/** A machine of two GPUs that do not reach each other; the memory of one is aligned to 64 KiB. */
#define STEP 65536U
/** Its arrays have as many pixels in a row, and rows. */
#define MOST 1000U

/** What the driver was asked. */
typedef struct {
    uint32_t calls;
    uint32_t homes;
    RingfenceEngineUse last;
} Asked;

static Device g_device;
static Asked g_asked;

static bool is_here(const NvSciRmGpuId *gpu)
{
    return (gpu == NULL) || (gpu->bytes[0] == 0xAU) || (gpu->bytes[0] == 0xBU);
}

static RingfenceEngineVerdict check(void *context, const RingfenceEngineUse *use, uint64_t *limit)
{
    RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;

    assert_ptr_equal(context, &g_device);
    g_asked.calls++;
    g_asked.homes += (use->gpu == NULL) ? 1U : 0U;
    g_asked.last = *use;
    if (!is_here(use->home) || !is_here(use->gpu)) {
        verdict = RINGFENCE_ENGINE_USE_NO_GPU;
    } else if (use->gpu == NULL) {
        if (use->needsCpu) {
            verdict = RINGFENCE_ENGINE_USE_NO_CPU;
        } else if (use->alignment > STEP) {
            *limit = STEP;
            verdict = RINGFENCE_ENGINE_USE_ALIGNMENT;
        } else {
            verdict = RINGFENCE_ENGINE_USE_FITS;
        }
    } else if (use->home == NULL) {
        verdict = use->isBlockLinear ? RINGFENCE_ENGINE_USE_LAYOUT : RINGFENCE_ENGINE_USE_FITS;
    } else {
        verdict = (memcmp(use->home, use->gpu, sizeof(*use->gpu)) == 0)
                      ? RINGFENCE_ENGINE_USE_FITS
                      : RINGFENCE_ENGINE_USE_NO_REACH;
    }
    if ((verdict == RINGFENCE_ENGINE_USE_FITS) && (use->gpu != NULL)) {
        *limit = MOST;
        verdict = (use->width > MOST)    ? RINGFENCE_ENGINE_USE_WIDTH
                  : (use->height > MOST) ? RINGFENCE_ENGINE_USE_HEIGHT
                                         : RINGFENCE_ENGINE_USE_FITS;
    }
    return verdict;
}

static int check_up(void **state)
{
    static const RingfenceEngineMemory memory = {&g_device, device_allocate, check};
    const Device idle = {.descriptor = -1};

    g_device = idle;
    (void)memset(&g_asked, 0, sizeof(g_asked));
    assert_int_equal(RingfenceEngineSetMemory(&memory), NvSciError_Success);
    return buf_module_up(state);
}

#define check_test(function) cmocka_unit_test_setup_teardown(function, check_up, buf_module_down)

/** Lists that say nothing against each other. */
static NvSciBufAttrList plain(void)
{
    return buf_recipe(RECIPE_RAW);
}

/**
 * Each GPU that a list names is asked about, with the memory that the buffer gets; a list that
 * names none asks nothing.
 * @verifies RF-ENGINE-027
 */
static void what_is_asked(void **state)
{
    NvSciBufAttrList none = plain();
    NvSciBufAttrList one[] = {plain(), RECIPE(RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A))};
    NvSciBufAttrList zero = RECIPE(RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, NO_GPU),
                                   PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, NO_GPU));
    NvSciBufAttrList home =
        RECIPE(RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
               PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU_A), PAIR(GEN(NeedCpuAccess), bool, false),
               PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, STEP));

    (void)state;
    NvSciBufAttrListFree(buf_reconciled(&none, 1U));
    NvSciBufAttrListFree(buf_reconciled(&zero, 1U));
    assert_int_equal(g_asked.calls, 0U);
    NvSciBufAttrListFree(buf_reconciled(one, 2U));
    assert_int_equal(g_asked.calls, 1U);
    assert_null(g_asked.last.home);
    assert_non_null(g_asked.last.gpu);
    assert_false(g_asked.last.isBlockLinear);
    NvSciBufAttrListFree(buf_reconciled(&home, 1U));
    assert_int_equal(g_asked.calls, 3U);
    assert_int_equal(g_asked.homes, 1U);
    assert_int_equal(g_asked.last.alignment, STEP);
    assert_false(g_asked.last.needsCpu);
}

/**
 * A GPU that is not there is named with the list that names it, be it for use or for its memory.
 * @verifies RF-ENGINE-027
 * @verifies RF-BUF-056
 */
static void a_gpu_that_is_not_there(void **state)
{
    NvSciBufAttrList user[] = {plain(),
                               RECIPE(RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, NOWHERE))};
    NvSciBufAttrList home[] = {plain(),
                               RECIPE(RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, NOWHERE))};
    RingfenceConflict why;

    (void)state;
    why = buf_conflict_of(user, 2U, NvSciError_NotSupported, GEN(GpuId), RINGFENCE_RULE_PRESENT);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.first.value[0], 0xEEU);
    why = buf_conflict_of(home, 2U, NvSciError_NotSupported, GEN(VidMem_GpuId),
                          RINGFENCE_RULE_PRESENT);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.first.value[0], 0xEEU);
}

/**
 * What GPUs another process can use, that process knows.
 * @verifies RF-ENGINE-027
 */
static void gpus_of_a_peer_are_not_asked_about(void **state)
{
    NvSciBufAttrList list = RECIPE(RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, NOWHERE));
    uint32_t row = 0U;

    (void)state;
    assert_int_equal(list_find(OP_BUF_ATTR_LIST_CREATE, &g_buf_lists, list, &row),
                     NvSciError_Success);
    g_buf_lists.rows[row].routes = 1U;
    g_buf_lists.rows[row].route[0].count = 1U;
    g_buf_lists.rows[row].route[0].hops[0] = 77U;
    NvSciBufAttrListFree(buf_reconciled(&list, 1U));
    assert_int_equal(g_asked.calls, 0U);
}

/**
 * A GPU that does not reach the memory of another one, and the CPU, which reaches none.
 * @verifies RF-ENGINE-027
 * @verifies RF-BUF-056
 */
static void who_does_not_reach_the_memory(void **state)
{
    NvSciBufAttrList gpus[] = {RECIPE(RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU_A),
                                      PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                      PAIR(GEN(NeedCpuAccess), bool, false)),
                               RECIPE(RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_B),
                                      PAIR(GEN(NeedCpuAccess), bool, false))};
    NvSciBufAttrList cpu[] = {RECIPE(RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU_A),
                                     PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                     PAIR(GEN(NeedCpuAccess), bool, false)),
                              RECIPE(RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true))};
    RingfenceConflict why;

    (void)state;
    why = buf_conflict_of(gpus, 2U, NvSciError_ReconciliationFailed, GEN(GpuId),
                          RINGFENCE_RULE_REACH);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.second.key, GEN(VidMem_GpuId));
    assert_int_equal(why.second.list, 0U);
    assert_int_equal(why.second.value[0], 0xAU);
    why = buf_conflict_of(cpu, 2U, NvSciError_ReconciliationFailed, GEN(NeedCpuAccess),
                          RINGFENCE_RULE_REACH);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.first.value[0], 1U);
    assert_int_equal(why.second.key, GEN(VidMem_GpuId));
    assert_int_equal(why.second.list, 0U);
}

/**
 * An alignment that the memory of a GPU cannot have is named with its list, and with what it can.
 * @verifies RF-ENGINE-027
 * @verifies RF-BUF-056
 */
static void an_alignment_that_is_too_great(void **state)
{
    NvSciBufAttrList raw[] = {
        RECIPE(RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU_A),
               PAIR(GEN(NeedCpuAccess), bool, false)),
        RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 2U * STEP))};
    NvSciBufAttrList image = RECIPE(RECIPE_IMAGE, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU_A),
                                    PAIR(GEN(NeedCpuAccess), bool, false),
                                    PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 4U * STEP));
    RingfenceConflict why;
    uint64_t wide = 0U;
    uint32_t narrow = 0U;

    (void)state;
    why = buf_conflict_of(raw, 2U, NvSciError_NotSupported, NvSciBufRawBufferAttrKey_Align,
                          RINGFENCE_RULE_SUPPORTED);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIBRARY);
    (void)memcpy(&wide, why.second.value, sizeof(wide));
    assert_int_equal(wide, STEP);
    why = buf_conflict_of(&image, 1U, NvSciError_NotSupported, IMG(PlaneBaseAddrAlign),
                          RINGFENCE_RULE_SUPPORTED);
    assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIBRARY);
    assert_int_equal(why.second.len, sizeof(narrow));
    (void)memcpy(&narrow, why.second.value, sizeof(narrow));
    assert_int_equal(narrow, STEP);
}

/* clang-format off */
#define BLOCKS PAIR(IMG(Layout), NvSciBufAttrValImageLayoutType, NvSciBufImage_BlockLinearType)
/* clang-format on */

/**
 * A block-linear image of GPUs alone is put in the memory of the first GPU that is there; where a
 * list says otherwise, or no GPU uses it, nothing is chosen.
 * @verifies RF-ENGINE-028
 */
static void a_block_linear_image_is_put_in_the_memory_of_a_gpu(void **state)
{
    NvSciBufAttrList one = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_B),
                                  PAIR(GEN(NeedCpuAccess), bool, false));
    NvSciBufAttrList none = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(NeedCpuAccess), bool, false));
    NvSciBufAttrList pitch = RECIPE(RECIPE_IMAGE, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_B),
                                    PAIR(GEN(NeedCpuAccess), bool, false));
    NvSciBufAttrList list = NULL;
    NvSciBufObj object = NULL;

    (void)state;
    list = buf_reconciled(&one, 1U);
    assert_int_equal(((const NvSciRmGpuId *)buf_read(list, GEN(VidMem_GpuId)).value)->bytes[0],
                     0xBU);
    assert_int_equal(NvSciBufObjAlloc(list, &object), NvSciError_Success);
    assert_int_equal(g_device.gpu.bytes[0], 0xBU);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(list);
    list = buf_reconciled(&none, 1U);
    assert_null(buf_read(list, GEN(VidMem_GpuId)).value);
    NvSciBufAttrListFree(list);
    list = buf_reconciled(&pitch, 1U);
    assert_null(buf_read(list, GEN(VidMem_GpuId)).value);
    NvSciBufAttrListFree(list);
}

/**
 * What chose no memory is a choice for the list's checks too: the list satisfies its own inputs.
 * @verifies RF-ENGINE-028
 */
static void a_chosen_memory_satisfies_its_inputs(void **state)
{
    NvSciBufAttrList input = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                    PAIR(GEN(NeedCpuAccess), bool, false));
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    bool is_good = false;

    (void)state;
    assert_int_equal(NvSciBufAttrListReconcile(&input, 1U, &reconciled, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciBufAttrListValidateReconciled(reconciled, &input, 1U, &is_good),
                     NvSciError_Success);
    assert_true(is_good);
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(input);
}

/**
 * Integrated GPUs have no memory of their own to choose.
 * @verifies RF-ENGINE-028
 */
static void integrated_gpus_are_not_chosen(void **state)
{
    NvSciBufAttrList list = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                   PAIR(GEN(NeedCpuAccess), bool, false));
    BufMerge merge = {NULL, 0U, 0U, false, NULL};

    (void)state;
    assert_int_equal(list_find(OP_BUF_ATTR_LIST_CREATE, &g_buf_lists, list, &merge.row),
                     NvSciError_Success);
    buf_device_choose(&merge, true);
    assert_null(buf_value(merge.row, BUF_GENERAL_VIDMEM_GPU_ID).bytes);
    assert_int_equal(g_asked.calls, 0U);
    buf_device_choose(&merge, false);
    assert_non_null(buf_value(merge.row, BUF_GENERAL_VIDMEM_GPU_ID).bytes);
    NvSciBufAttrListFree(list);
}

/**
 * A block-linear image that GPUs use cannot be in memory of the CPU; the reason is whoever keeps it
 * there.
 * @verifies RF-ENGINE-027
 * @verifies RF-BUF-056
 */
static void a_block_linear_image_in_memory_of_the_cpu(void **state)
{
    NvSciBufAttrList cpu[] = {RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                     PAIR(GEN(NeedCpuAccess), bool, false)),
                              RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(NeedCpuAccess), bool, true))};
    NvSciBufAttrList system = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                     PAIR(GEN(NeedCpuAccess), bool, false),
                                     PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, NO_GPU));
    NvSciBufAttrList engine =
        RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
               PAIR(GEN(NeedCpuAccess), bool, false),
               PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, {NvSciBufHwEngName_PVA, 1}));
    NvSciBufAttrList late =
        RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
               PAIR(GEN(NeedCpuAccess), bool, false),
               PAIR(GEN(PeerLocationInfo), NvSciBufPeerLocationInfo, {1U, 2U, 0U}));
    RingfenceConflict why;

    (void)state;
    why = buf_conflict_of(cpu, 2U, NvSciError_NotSupported, GEN(NeedCpuAccess),
                          RINGFENCE_RULE_CONSISTENT);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.second.key, IMG(Layout));
    why = buf_conflict_of(&system, 1U, NvSciError_NotSupported, IMG(Layout),
                          RINGFENCE_RULE_CONSISTENT);
    assert_int_equal(why.second.key, GEN(VidMem_GpuId));
    why = buf_conflict_of(&engine, 1U, NvSciError_NotSupported, IMG(Layout),
                          RINGFENCE_RULE_CONSISTENT);
    assert_int_equal(why.second.key, GEN(PeerHwEngineArray));
    why =
        buf_conflict_of(&late, 1U, NvSciError_NotSupported, IMG(Layout), RINGFENCE_RULE_CONSISTENT);
    assert_int_equal(why.second.key, GEN(PeerLocationInfo));
}

/**
 * A plane that is wider or higher than arrays can be, as a plane and as a surface; each field of an
 * interlaced image is an array.
 * @verifies RF-ENGINE-027
 * @verifies RF-BUF-056
 */
static void a_block_linear_image_that_is_too_great(void **state)
{
    NvSciBufAttrList wide = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                   PAIR(GEN(NeedCpuAccess), bool, false),
                                   PAIR(IMG(PlaneWidth), uint32_t, MOST, MOST + 1U));
    NvSciBufAttrList high = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                   PAIR(GEN(NeedCpuAccess), bool, false),
                                   PAIR(IMG(PlaneHeight), uint32_t, MOST, MOST + 1U));
    NvSciBufAttrList fields = RECIPE(RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                     PAIR(GEN(NeedCpuAccess), bool, false),
                                     PAIR(IMG(PlaneHeight), uint32_t, 2U * MOST, MOST),
                                     PAIR(IMG(ScanType), uint32_t, NvSciBufScan_InterlaceType));
    NvSciBufAttrList surface = RECIPE(RECIPE_SURFACE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                      PAIR(GEN(NeedCpuAccess), bool, false),
                                      PAIR(IMG(SurfHeightBase), uint32_t, MOST + 2U));
    NvSciBufAttrList pitch = RECIPE(RECIPE_IMAGE, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
                                    PAIR(IMG(PlaneWidth), uint32_t, MOST, MOST + 1U));
    RingfenceConflict why;
    uint32_t most = 0U;

    (void)state;
    why = buf_conflict_of(&wide, 1U, NvSciError_NotSupported, IMG(PlaneWidth),
                          RINGFENCE_RULE_SUPPORTED);
    assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIBRARY);
    (void)memcpy(&most, why.second.value, sizeof(most));
    assert_int_equal(most, MOST);
    (void)buf_conflict_of(&high, 1U, NvSciError_NotSupported, IMG(PlaneHeight),
                          RINGFENCE_RULE_SUPPORTED);
    (void)buf_conflict_of(&surface, 1U, NvSciError_NotSupported, IMG(SurfHeightBase),
                          RINGFENCE_RULE_SUPPORTED);
    NvSciBufAttrListFree(buf_reconciled(&fields, 1U));
    NvSciBufAttrListFree(buf_reconciled(&pitch, 1U));
}

/** A key of the planes of a block-linear image. */
typedef struct {
    NvSciBufAttrKey key;
    /** What it can be. */
    uint32_t most;
} PlaneCase;

/**
 * Each plane is looked at: the one that is too great is reported, whichever it is.
 * @verifies RF-ENGINE-027
 * @verifies RF-BUF-056
 */
static void the_plane_that_is_too_great_is_found(void **state)
{
    static const PlaneCase cases[] = {
        {IMG(PlaneWidth), MOST}, {IMG(PlaneHeight), MOST}, {IMG(PlaneBaseAddrAlign), STEP}};

    (void)state;
    for (size_t at = 0U; at < (COUNT_OF(cases) * NV_SCI_BUF_IMAGE_MAX_PLANES); at++) {
        const PlaneCase *const its = &cases[at / NV_SCI_BUF_IMAGE_MAX_PLANES];
        const uint32_t plane = (uint32_t)(at % NV_SCI_BUF_IMAGE_MAX_PLANES);
        uint32_t widths[] = {64U, 64U, 64U};
        uint32_t heights[] = {64U, 64U, 64U};
        uint32_t aligns[] = {512U, 512U, 512U};
        RingfenceConflict why;
        uint32_t most = 0U;

        if (its->key == IMG(PlaneWidth)) {
            widths[plane] = MOST + 1U;
        } else if (its->key == IMG(PlaneHeight)) {
            heights[plane] = MOST + 1U;
        } else {
            aligns[plane] = 2U * STEP;
        }
        NvSciBufAttrList list = RECIPE(
            RECIPE_IMAGE, BLOCKS, PAIR(GEN(GpuId), NvSciRmGpuId, GPU_A),
            PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU_A), PAIR(GEN(NeedCpuAccess), bool, false),
            PAIR(IMG(PlaneCount), uint32_t, 3U),
            PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Y8, NvSciColor_U8, NvSciColor_V8),
            {IMG(PlaneWidth), widths, sizeof(widths)}, {IMG(PlaneHeight), heights, sizeof(heights)},
            {IMG(PlaneBaseAddrAlign), aligns, sizeof(aligns)});
        why =
            buf_conflict_of(&list, 1U, NvSciError_NotSupported, its->key, RINGFENCE_RULE_SUPPORTED);
        assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIBRARY);
        (void)memcpy(&most, why.second.value, sizeof(most));
        assert_int_equal(most, its->most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        check_test(what_is_asked),
        check_test(a_gpu_that_is_not_there),
        check_test(gpus_of_a_peer_are_not_asked_about),
        check_test(who_does_not_reach_the_memory),
        check_test(an_alignment_that_is_too_great),
        check_test(a_block_linear_image_is_put_in_the_memory_of_a_gpu),
        check_test(a_chosen_memory_satisfies_its_inputs),
        check_test(integrated_gpus_are_not_chosen),
        check_test(a_block_linear_image_in_memory_of_the_cpu),
        check_test(a_block_linear_image_that_is_too_great),
        check_test(the_plane_that_is_too_great_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
