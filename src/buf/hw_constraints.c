/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hw_constraints.c
 * What the engines of a list demand of a buffer.
 *
 * Constraints of engines are published only in fragments; an engine of which nothing is known
 * demands nothing beyond the configured alignments.
 */
#include "buf/buf.h"

#include "core/bytes.h"

#define BLOCK_LINEAR ((uint32_t)1U << (uint32_t)NvSciBufImage_BlockLinearType)
#define PITCH_LINEAR ((uint32_t)1U << (uint32_t)NvSciBufImage_PitchLinearType)
#define ANY_LAYOUT   (BLOCK_LINEAR | PITCH_LINEAR)
#define PROGRESSIVE  ((uint32_t)1U << (uint32_t)NvSciBufScan_ProgressiveType)
#define INTERLACED   ((uint32_t)1U << (uint32_t)NvSciBufScan_InterlaceType)
#define ANY_SCAN     (PROGRESSIVE | INTERLACED)

/** What is known of an engine. */
typedef struct {
    NvSciBufHwEngName name;
    uint16_t pitch_align;
    uint16_t base_align;
    uint32_t layouts;
    uint32_t scans;
    /** Isochronous: it reads memory without looking at the caches of the CPU. */
    bool is_incoherent;
    /** It reaches memory of GPUs: a GPU, and the 2D engine, which blits on one where it has to. */
    bool reaches_gpu;
} Engine;

static const Engine g_engines[] = {
    {NvSciBufHwEngName_Display, 1U, 1U, ANY_LAYOUT, ANY_SCAN, true, false},
    {NvSciBufHwEngName_Isp, 1U, 256U, ANY_LAYOUT, ANY_SCAN, true, false},
    {NvSciBufHwEngName_Vi, 64U, 1U, ANY_LAYOUT, ANY_SCAN, true, false},
    {NvSciBufHwEngName_Csi, 1U, 1U, ANY_LAYOUT, ANY_SCAN, false, false},
    {NvSciBufHwEngName_Vic, 1U, 1U, ANY_LAYOUT, ANY_SCAN, false, true},
    {NvSciBufHwEngName_Gpu, 1U, 1U, ANY_LAYOUT, ANY_SCAN, false, true},
    {NvSciBufHwEngName_MSENC, 1U, 256U, PITCH_LINEAR, PROGRESSIVE, false, false},
    {NvSciBufHwEngName_NVDEC, 1U, 1U, BLOCK_LINEAR, ANY_SCAN, false, false},
    {NvSciBufHwEngName_NVJPG, 1U, 256U, PITCH_LINEAR, PROGRESSIVE, false, false},
    {NvSciBufHwEngName_PVA, 1U, 1U, ANY_LAYOUT, ANY_SCAN, false, false},
    {NvSciBufHwEngName_DLA, 64U, 1U, PITCH_LINEAR, ANY_SCAN, false, false},
    {NvSciBufHwEngName_PCIe, 1U, 1U, ANY_LAYOUT, ANY_SCAN, false, false},
    {NvSciBufHwEngName_OFA, 1U, 1U, ANY_LAYOUT, ANY_SCAN, false, false},
    {NvSciBufHwEngName_NPM, 1U, 1U, ANY_LAYOUT, ANY_SCAN, false, false}};

#define ENGINES ((uint32_t)(sizeof(g_engines) / sizeof(g_engines[0])))

static const Engine *engine_find(NvSciBufHwEngName name)
{
    const Engine *found = NULL;

    for (uint32_t i = 0U; i < ENGINES; i++) {
        if (g_engines[i].name == name) {
            found = &g_engines[i];
        }
    }
    return found;
}

static void engine_add(const Engine *engine, BufEngineNeeds *needs)
{
    if ((uint64_t)engine->pitch_align > needs->pitch_align) {
        needs->pitch_align = (uint64_t)engine->pitch_align;
    }
    if ((uint64_t)engine->base_align > needs->base_align) {
        needs->base_align = (uint64_t)engine->base_align;
    }
    needs->layouts &= engine->layouts;
    needs->scans &= engine->scans;
    needs->is_used = needs->is_used || (engine->name != NvSciBufHwEngName_Gpu);
    needs->is_bound = needs->is_bound || (!engine->reaches_gpu);
    needs->is_incoherent = needs->is_incoherent || engine->is_incoherent;
}

static BufEngineNeeds no_needs(void)
{
    const BufEngineNeeds needs = {1U, 1U, ANY_LAYOUT, ANY_SCAN, false, false, false};

    return needs;
}

bool buf_engine_is_known(NvSciBufPeerHwEngine engine)
{
    const uint32_t platform = (uint32_t)engine.platName;
    const bool has_platform = (platform > (uint32_t)NvSciBufPlatformName_LowerBound) &&
                              (platform < (uint32_t)NvSciBufPlatformName_UpperBound);

    return has_platform && (engine_find(engine.engName) != NULL);
}

/** @satisfies RF-BUF-038 */
BufEngineNeeds buf_engine_needs(AttrValue engines)
{
    BufEngineNeeds needs = no_needs();
    const uint8_t *const bytes = engines.bytes;

    for (size_t at = 0U; at < engines.len; at += sizeof(NvSciBufPeerHwEngine)) {
        NvSciBufPeerHwEngine peer;
        const Engine *engine = NULL;

        bytes_copy(&peer, &bytes[at], sizeof(peer));
        engine = engine_find(peer.engName);
        if (engine != NULL) {
            engine_add(engine, &needs);
        }
    }
    return needs;
}

static BufEngineNeeds assume_engines(uint32_t layout, uint32_t scan)
{
    BufEngineNeeds needs = no_needs();

    for (uint32_t i = 0U; i < ENGINES; i++) {
        const bool admits =
            ((g_engines[i].layouts & layout) == layout) && ((g_engines[i].scans & scan) == scan);

        if (admits) {
            engine_add(&g_engines[i], &needs);
        }
    }
    return needs;
}

/** Bit of an image's layout or scan type; 0 for what is no image. */
static uint32_t choice_of(uint32_t row, BufKey key)
{
    return buf_is_set(row, key) ? ((uint32_t)1U << (uint32_t)buf_number(row, key)) : 0U;
}

/** @satisfies RF-BUF-039 */
BufEngineNeeds buf_engine_of_row(uint32_t row)
{
    const bool is_in = feature_enabled(RINGFENCE_CFG_ENGINES);
    const bool named = is_in && buf_is_set(row, BUF_GENERAL_PEER_HW_ENGINE_ARRAY);
    const bool has_late_peers = is_in && buf_is_set(row, BUF_GENERAL_PEER_LOCATION_INFO);
    BufEngineNeeds needs = no_needs();

    if (named) {
        needs = buf_engine_needs(buf_value(row, BUF_GENERAL_PEER_HW_ENGINE_ARRAY));
    } else if (has_late_peers) {
        needs =
            assume_engines(choice_of(row, BUF_IMAGE_LAYOUT), choice_of(row, BUF_IMAGE_SCAN_TYPE));
    } else {
        needs = no_needs();
    }
    return needs;
}

/**
 * Alignment of a buffer that is no image: the greatest asked for, else the configured one; at least
 * that of the engines.
 *
 * @satisfies RF-BUF-051
 */
uint64_t buf_base_align(uint64_t asked, const BufEngineNeeds *needs)
{
    const uint64_t wanted = (asked > 0U) ? asked : RINGFENCE_CFG_BASE_ALIGN;

    return (wanted > needs->base_align) ? wanted : needs->base_align;
}
