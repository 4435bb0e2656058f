/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys.c
 * The keys of sync lists as data, and the tables of lists.
 */
#include <string.h>

#include "core/pool.h"
#include "sync/sync.h"

#define PERM_WAIT_SIGNAL 3U
#define PRIMITIVES_MAX   5U
#define PRIMITIVE_FIRST  1U
#define PRIMITIVE_LAST   5U
/** First key of the private kind, beside those of nvscisync.h. */
#define KEY_PRIVATE (1UL << 26U)

#define SIZE_BOOL   ((uint16_t)sizeof(bool))
#define SIZE_32     ((uint16_t)sizeof(uint32_t))
#define SIZE_64     ((uint16_t)sizeof(uint64_t))
#define SIZE_PEER   ((uint16_t)sizeof(NvSciBufPeerLocationInfo))
#define SIZE_GPU    ((uint16_t)sizeof(NvSciRmGpuId))
#define SIZE_ENGINE ((uint16_t)sizeof(NvSciBufPeerHwEngine))

/* Where each value stands; a scalar takes one word. */
#define WORD_NEED_CPU_ACCESS     0U
#define WORD_REQUIRED_PERM       1U
#define WORD_ACTUAL_PERM         2U
#define WORD_CONTEXT_INSENSITIVE 3U
#define WORD_TIMESTAMPS          4U
#define WORD_DETERMINISTIC       5U
#define WORD_TIMESTAMP_SLOTS     6U
#define WORD_TASK_STATUS_SLOTS   7U
#define WORD_MAX_VALUE           8U
#define WORD_SIGNALERS           9U
#define WORD_PRIMITIVE           10U
#define WORD_PEER_LOCATION       (WORD_PRIMITIVE + ATTR_WORDS(sizeof(uint32_t), PRIMITIVES_MAX))
#define WORD_GPU_ID                                                                                \
    (WORD_PEER_LOCATION + ATTR_WORDS(sizeof(NvSciBufPeerLocationInfo), RINGFENCE_CFG_PEERS))
#define WORD_PEER_ENGINE (WORD_GPU_ID + ATTR_WORDS(sizeof(NvSciRmGpuId), RINGFENCE_CFG_GPUS))
#define WORD_DRIVER                                                                                \
    (WORD_PEER_ENGINE + ATTR_WORDS(sizeof(NvSciBufPeerHwEngine), RINGFENCE_CFG_PEERS))
#define WORD_SIGNALER_GPU  (WORD_DRIVER + 1U)
#define WORD_ENGINE_STAMPS (WORD_SIGNALER_GPU + ATTR_WORDS(sizeof(NvSciRmGpuId), 1U))
#define WORD_END           (WORD_ENGINE_STAMPS + 1U)

/** A conflict list keeps its report in the same words. */
#define SYNC_WORDS ((WORD_END > LIST_WORDS_MIN) ? WORD_END : LIST_WORDS_MIN)

/** @satisfies RF-SYNC-024 */
static const AttrKey g_sync_keys[SYNC_KEY_COUNT] = {
    {(uint32_t)NvSciSyncAttrKey_NeedCpuAccess, RINGFENCE_TEXT("NvSciSyncAttrKey_NeedCpuAccess"), 0U,
     SIZE_BOOL, 1U, WORD_NEED_CPU_ACCESS, ATTR_INPUT_OUTPUT, ATTR_BOOL, RINGFENCE_RULE_OR,
     ATTR_CHECK_IMPLIED, 0U, 1U},
    {(uint32_t)NvSciSyncAttrKey_RequiredPerm, RINGFENCE_TEXT("NvSciSyncAttrKey_RequiredPerm"), 0U,
     SIZE_64, 1U, WORD_REQUIRED_PERM, ATTR_INPUT_OUTPUT, ATTR_IN_RANGE, RINGFENCE_RULE_BIT_OR,
     ATTR_CHECK_BITS, 1U, PERM_WAIT_SIGNAL},
    {(uint32_t)NvSciSyncAttrKey_ActualPerm, RINGFENCE_TEXT("NvSciSyncAttrKey_ActualPerm"), 0U,
     SIZE_64, 1U, WORD_ACTUAL_PERM, ATTR_OUTPUT, ATTR_IN_RANGE, RINGFENCE_RULE_BIT_OR,
     ATTR_CHECK_BITS, 1U, PERM_WAIT_SIGNAL},
    {(uint32_t)NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports,
     RINGFENCE_TEXT("NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports"), 0U, SIZE_BOOL, 1U,
     WORD_CONTEXT_INSENSITIVE, ATTR_INPUT_OUTPUT, ATTR_BOOL, RINGFENCE_RULE_OR, ATTR_CHECK_IMPLIED,
     0U, 1U},
    {(uint32_t)NvSciSyncAttrKey_WaiterRequireTimestamps,
     RINGFENCE_TEXT("NvSciSyncAttrKey_WaiterRequireTimestamps"), 0U, SIZE_BOOL, 1U, WORD_TIMESTAMPS,
     ATTR_INPUT_OUTPUT, ATTR_BOOL, RINGFENCE_RULE_OR, ATTR_CHECK_IMPLIED, 0U, 1U},
    {(uint32_t)NvSciSyncAttrKey_RequireDeterministicFences,
     RINGFENCE_TEXT("NvSciSyncAttrKey_RequireDeterministicFences"), 0U, SIZE_BOOL, 1U,
     WORD_DETERMINISTIC, ATTR_INPUT_OUTPUT, ATTR_BOOL, RINGFENCE_RULE_OR, ATTR_CHECK_IMPLIED, 0U,
     1U},
    {(uint32_t)NvSciSyncAttrKey_NumTimestampSlots,
     RINGFENCE_TEXT("NvSciSyncAttrKey_NumTimestampSlots"), 0U, SIZE_32, 1U, WORD_TIMESTAMP_SLOTS,
     ATTR_OUTPUT, ATTR_ANY, RINGFENCE_RULE_MAXIMUM, ATTR_CHECK_NONE, 0U, 0U},
    {(uint32_t)NvSciSyncAttrKey_NumTaskStatusSlots,
     RINGFENCE_TEXT("NvSciSyncAttrKey_NumTaskStatusSlots"), 0U, SIZE_32, 1U, WORD_TASK_STATUS_SLOTS,
     ATTR_OUTPUT, ATTR_ANY, RINGFENCE_RULE_MAXIMUM, ATTR_CHECK_NONE, 0U, 0U},
    {(uint32_t)NvSciSyncAttrKey_MaxPrimitiveValue,
     RINGFENCE_TEXT("NvSciSyncAttrKey_MaxPrimitiveValue"), 0U, SIZE_64, 1U, WORD_MAX_VALUE,
     ATTR_OUTPUT, ATTR_ANY, RINGFENCE_RULE_EQUAL, ATTR_CHECK_NONE, 0U, 0U},
    {(uint32_t)NvSciSyncAttrKey_PrimitiveInfo, RINGFENCE_TEXT("NvSciSyncAttrKey_PrimitiveInfo"), 0U,
     SIZE_32, PRIMITIVES_MAX, WORD_PRIMITIVE, ATTR_INPUT_OUTPUT, ATTR_IN_RANGE,
     RINGFENCE_RULE_INTERSECTION, ATTR_CHECK_SUBSET, PRIMITIVE_FIRST, PRIMITIVE_LAST},
    {(uint32_t)NvSciSyncAttrKey_PeerLocationInfo,
     RINGFENCE_TEXT("NvSciSyncAttrKey_PeerLocationInfo"), 0U, SIZE_PEER, RINGFENCE_CFG_PEERS,
     (uint16_t)WORD_PEER_LOCATION, ATTR_OF_ENGINE, ATTR_PLACE, RINGFENCE_RULE_UNION,
     ATTR_CHECK_SUPERSET, 0U, 0U},
    {(uint32_t)NvSciSyncAttrKey_GpuId, RINGFENCE_TEXT("NvSciSyncAttrKey_GpuId"), 0U, SIZE_GPU,
     RINGFENCE_CFG_GPUS, (uint16_t)WORD_GPU_ID, ATTR_OF_ENGINE, ATTR_BYTES, RINGFENCE_RULE_UNION,
     ATTR_CHECK_SUPERSET, 0U, 0U},
    {(uint32_t)NvSciSyncAttrKey_PeerHwEngineArray,
     RINGFENCE_TEXT("NvSciSyncAttrKey_PeerHwEngineArray"), 0U, SIZE_ENGINE, RINGFENCE_CFG_PEERS,
     (uint16_t)WORD_PEER_ENGINE, ATTR_OF_ENGINE, ATTR_WORDS_32, RINGFENCE_RULE_UNION,
     ATTR_CHECK_SUPERSET, 0U, 0U},
    {(uint32_t)KEY_PRIVATE, RINGFENCE_TEXT("Signalers"), 0U, SIZE_32, 1U, WORD_SIGNALERS,
     ATTR_OUTPUT, ATTR_ANY, RINGFENCE_RULE_BIT_OR, ATTR_CHECK_NONE, 0U, 0U},
    {(uint32_t)KEY_PRIVATE + 1U, RINGFENCE_TEXT("Driver"), 0U, SIZE_64, 1U, (uint16_t)WORD_DRIVER,
     ATTR_OUTPUT, ATTR_ANY, RINGFENCE_RULE_MAXIMUM, ATTR_CHECK_NONE, 0U, 0U},
    {(uint32_t)KEY_PRIVATE + 2U, RINGFENCE_TEXT("SignalerGpu"), 0U, SIZE_GPU, 1U,
     (uint16_t)WORD_SIGNALER_GPU, ATTR_OUTPUT, ATTR_BYTES, RINGFENCE_RULE_UNION, ATTR_CHECK_NONE,
     0U, 0U},
    {(uint32_t)KEY_PRIVATE + 3U, RINGFENCE_TEXT("EngineStamps"), 0U, SIZE_BOOL, 1U,
     (uint16_t)WORD_ENGINE_STAMPS, ATTR_INTERNAL, ATTR_BOOL, RINGFENCE_RULE_OR, ATTR_CHECK_NONE, 0U,
     1U}};

static const AttrTable g_sync_table = {g_sync_keys, (uint32_t)SYNC_KEY_COUNT, (uint32_t)SYNC_WORDS};

#define SYNC_LIST_ROWS (RINGFENCE_CFG_SYNC_LISTS + LIST_ROWS_OF(RINGFENCE_CFG_SYNC_OBJECTS))

static ListRow g_sync_list_rows[SYNC_LIST_ROWS];
static uint16_t g_sync_list_lengths[SYNC_LIST_ROWS * (uint32_t)SYNC_KEY_COUNT];
static uint64_t g_sync_list_words[SYNC_LIST_ROWS * SYNC_WORDS];
static uint32_t g_sync_module_needs[RINGFENCE_CFG_SYNC_MODULES];

/** @satisfies RF-SYNC-022 */
const ListClass g_sync_lists = {RINGFENCE_POOL_SYNC_LIST,
                                &g_sync_table,
                                g_sync_list_rows,
                                g_sync_list_lengths,
                                g_sync_list_words,
                                RINGFENCE_POOL_SYNC_MODULE,
                                g_sync_module_needs,
                                (uint32_t)SYNC_KEY_REQUIRED_PERM,
                                (uint32_t)SYNC_KEY_ACTUAL_PERM,
                                (uint32_t)SYNC_KEY_NEED_CPU_ACCESS,
                                (uint32_t)SYNC_KEY_GPU_ID,
                                (uint32_t)SYNC_KEY_PEER_ENGINE,
                                0U,
                                (uint32_t)SYNC_KEY_DRIVER};

bool sync_list_flag(uint32_t row, SyncKey key)
{
    return sync_list_number(row, key) != 0U;
}

uint64_t sync_list_number(uint32_t row, SyncKey key)
{
    return list_number(&g_sync_lists, row, (uint32_t)key);
}

void sync_list_put_flag(uint32_t row, SyncKey key, bool flag)
{
    sync_list_put(row, key, flag ? 1U : 0U);
}

void sync_list_put(uint32_t row, SyncKey key, uint64_t number)
{
    list_put_number(&g_sync_lists, row, (uint32_t)key, number);
}

NvSciSyncAttrList sync_list_handle(uint32_t index)
{
    return pool_handle(RINGFENCE_POOL_SYNC_LIST, index);
}
