/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file conflict.c
 * Why a reconciliation failed, and that in words.
 */
#include "attr/conflict.h"

#include <string.h>

#include "attr/enumerator.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "core/feature.h"
#include "nvscibuf.h"

/** In the order of RingfenceRule. */
static const char *const g_rule_texts[] = {
    RINGFENCE_TEXT("no rule"),
    RINGFENCE_TEXT("all lists must give the same value"),
    RINGFENCE_TEXT("the greatest value holds"),
    RINGFENCE_TEXT("true if one list says so"),
    RINGFENCE_TEXT("all bits that one list sets"),
    RINGFENCE_TEXT("true if no list says otherwise"),
    RINGFENCE_TEXT("all elements together must fit the key"),
    RINGFENCE_TEXT("some element must be in all lists"),
    RINGFENCE_TEXT("some list must give a value"),
    RINGFENCE_TEXT("no list may give a value here"),
    RINGFENCE_TEXT("the value must be supported"),
    RINGFENCE_TEXT("the number of elements must fit"),
    RINGFENCE_TEXT("the value must agree with another one"),
    RINGFENCE_TEXT("exactly one list may signal"),
    RINGFENCE_TEXT("some list must be able to wait"),
    RINGFENCE_TEXT("the result must be a number of the key's width"),
    RINGFENCE_TEXT("the lists must come from RINGFENCE_CFG_ROUTES processes at most"),
    RINGFENCE_TEXT("the GPU must be one of this machine"),
    RINGFENCE_TEXT("all who use the memory must reach it"),
    RINGFENCE_TEXT("size and alignment must be within RINGFENCE_CFG_BUFFER_MIB")};

_Static_assert((uint32_t)RINGFENCE_ORIGIN_NONE == 0U, "a side of zeros says nothing");

/** The rule in words. */
static const char *rule_text(RingfenceRule rule)
{
    return feature_enabled(RINGFENCE_CFG_TEXTS) ? g_rule_texts[rule] : "";
}

/** @satisfies RF-CORE-060 */
void conflict_begin(RingfenceConflict *conflict, NvSciError error, const AttrKey *key,
                    RingfenceRule rule)
{
    ASSERT(error != NvSciError_Success);
    ASSERT((uint32_t)rule <= (uint32_t)RINGFENCE_RULE_BUFFER_BOUND);
    (void)memset(conflict, 0, sizeof(*conflict));
    conflict->error = error;
    conflict->key = key->key;
    conflict->keyName = key->name;
    conflict->rule = rule;
    conflict->ruleText = rule_text(rule);
    conflict->first.keyName = "";
    conflict->second.keyName = "";
}

/** @satisfies RF-CORE-062 */
void conflict_from_library(RingfenceConflictSide *side, const AttrKey *key, AttrValue value)
{
    (void)memset(side, 0, sizeof(*side));
    side->origin = RINGFENCE_ORIGIN_LIBRARY;
    side->key = key->key;
    side->keyName = key->name;
    side->elementSize = (size_t)key->element_size;
    side->len = value.len;
    if (value.len > 0U) {
        const size_t kept = (value.len < sizeof(side->value)) ? value.len : sizeof(side->value);

        bytes_copy(side->value, value.bytes, kept);
    }
}

/** Over which endpoint a list of another process came.
 * @satisfies RF-CORE-258 */
static void origin_text(TextOut *out, const RingfenceConflictSide *side, const char *name)
{
    if (side->isImported) {
        text_string(out, " (over ");
        text_string(out, (side->endpoint != 0U) ? name : "an endpoint that is closed");
        text_string(out, ")");
    }
}

/** An engine and its name in a text. */
typedef struct {
    NvSciBufHwEngName engine;
    const char *name;
} EngineName;

static const EngineName g_engine_names[] = {
    {NvSciBufHwEngName_Display, RINGFENCE_TEXT("NvSciBufHwEngName_Display")},
    {NvSciBufHwEngName_Isp, RINGFENCE_TEXT("NvSciBufHwEngName_Isp")},
    {NvSciBufHwEngName_Vi, RINGFENCE_TEXT("NvSciBufHwEngName_Vi")},
    {NvSciBufHwEngName_Csi, RINGFENCE_TEXT("NvSciBufHwEngName_Csi")},
    {NvSciBufHwEngName_Vic, RINGFENCE_TEXT("NvSciBufHwEngName_Vic")},
    {NvSciBufHwEngName_Gpu, RINGFENCE_TEXT("NvSciBufHwEngName_Gpu")},
    {NvSciBufHwEngName_MSENC, RINGFENCE_TEXT("NvSciBufHwEngName_MSENC")},
    {NvSciBufHwEngName_NVDEC, RINGFENCE_TEXT("NvSciBufHwEngName_NVDEC")},
    {NvSciBufHwEngName_NVJPG, RINGFENCE_TEXT("NvSciBufHwEngName_NVJPG")},
    {NvSciBufHwEngName_PVA, RINGFENCE_TEXT("NvSciBufHwEngName_PVA")},
    {NvSciBufHwEngName_DLA, RINGFENCE_TEXT("NvSciBufHwEngName_DLA")},
    {NvSciBufHwEngName_PCIe, RINGFENCE_TEXT("NvSciBufHwEngName_PCIe")},
    {NvSciBufHwEngName_OFA, RINGFENCE_TEXT("NvSciBufHwEngName_OFA")},
    {NvSciBufHwEngName_NPM, RINGFENCE_TEXT("NvSciBufHwEngName_NPM")}};

/** The engine that asks for the value of a list, if the list names it.
 * @satisfies RF-CORE-303 */
static void engine_text(TextOut *out, const RingfenceConflictSide *side)
{
    for (size_t i = 0U; i < (sizeof(g_engine_names) / sizeof(g_engine_names[0])); i++) {
        if ((uint32_t)g_engine_names[i].engine == side->engine) {
            text_string(out, " of ");
            text_string(out, g_engine_names[i].name);
        }
    }
}

static void side_text(TextOut *out, const RingfenceConflictSide *side, const char *name)
{
    const size_t kept = (side->len < sizeof(side->value)) ? side->len : sizeof(side->value);

    if (side->origin == RINGFENCE_ORIGIN_LIST) {
        text_string(out, "list ");
        text_number(out, (uint64_t)side->list);
        origin_text(out, side, name);
        text_string(out, " slot ");
        text_number(out, (uint64_t)side->slot);
        if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
            engine_text(out, side);
        }
    } else {
        text_string(out, "the library");
    }
    text_string(out, " has ");
    text_string(out, side->keyName);
    text_string(out, " = ");
    if (side->elementSize > 0U) {
        text_of_key(out, side->keyName, side->value, side->elementSize, kept / side->elementSize);
    }
    if (side->len == 0U) {
        text_string(out, "(not set)");
    }
    if (side->len > kept) {
        text_string(out, ",...");
    }
}

void conflict_text(TextOut *out, const RingfenceConflict *conflict)
{
    text_string(out, conflict->keyName);
    text_string(out, ": ");
    text_string(out, conflict->ruleText);
    if (conflict->first.origin != RINGFENCE_ORIGIN_NONE) {
        text_string(out, "; ");
        side_text(out, &conflict->first, conflict->firstEndpoint);
    }
    if (conflict->second.origin != RINGFENCE_ORIGIN_NONE) {
        text_string(out, "; ");
        side_text(out, &conflict->second, conflict->secondEndpoint);
    }
    text_string(out, " (");
    text_string(out, RingfenceErrorName(conflict->error));
    text_string(out, ")");
}

/** @satisfies RF-CORE-009 */
NvSciError RingfenceFormatConflict(const RingfenceConflict *conflict, char *text, size_t size)
{
    NvSciError status = NvSciError_Success;

    if (!feature_enabled(RINGFENCE_CFG_TEXTS)) {
        status = NvSciError_NotSupported;
    } else if ((conflict == NULL) || (text == NULL) || (size == 0U)) {
        status = NvSciError_BadParameter;
    } else {
        TextOut out = text_begin(text, size);

        conflict_text(&out, conflict);
    }
    return status;
}
