/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys.c
 * The keys of sync lists as data, and the tables of lists.
 */
#include <string.h>

#include "core/pool.h"
#include "sync/sync.h"

/** First key of the private kind, beside those of nvscisync.h. */
#define KEY_PRIVATE (1UL << 26U)

/* clang-format off */
#define SYNC_KEY_WORDS(name, key, type, count, ...)                                                \
    uint64_t of_##name[ATTR_WORDS(sizeof(type), (count))];

/** Place of the values in the words of a slot: room for all elements of each key. */
typedef struct {
    SYNC_KEYS_PUBLIC(SYNC_KEY_WORDS)
    SYNC_KEYS_PRIVATE(SYNC_KEY_WORDS)
} SyncValues;
/* clang-format on */

/** Words that the values of a slot take. A conflict list keeps its report in the same words. */
#define SYNC_WORDS_ALL (sizeof(SyncValues) / sizeof(uint64_t))
#define SYNC_WORDS     ((SYNC_WORDS_ALL > LIST_WORDS_MIN) ? SYNC_WORDS_ALL : LIST_WORDS_MIN)

/** What the rows of both kinds of keys have behind the key and its name; `words` are its words. */
#define SYNC_KEY_REST(words, type, count, direction, domain, rule, check, low, high)               \
    0U, (uint16_t)sizeof(type), (count),                                                           \
        (uint16_t)((size_t)offsetof(SyncValues, words) / sizeof(uint64_t)), ATTR_##direction,      \
        ATTR_##domain, RINGFENCE_RULE_##rule, ATTR_CHECK_##check, (low), (high)

#define SYNC_KEY_ROW(name, key, ...)                                                               \
    {(uint32_t)NvSciSync##key, RINGFENCE_TEXT("NvSciSync" #key),                                   \
     SYNC_KEY_REST(of_##name, __VA_ARGS__)},

#define SYNC_PRIVATE_ROW(name, key, ...)                                                           \
    {(uint32_t)KEY_PRIVATE + ((uint32_t)SYNC_KEY_##name - (uint32_t)SYNC_KEY_SIGNALERS),           \
     RINGFENCE_TEXT(#key), SYNC_KEY_REST(of_##name, __VA_ARGS__)},

/** @satisfies RF-SYNC-024 */
static const AttrKey g_sync_keys[SYNC_KEY_COUNT] = {SYNC_KEYS_PUBLIC(SYNC_KEY_ROW)
                                                        SYNC_KEYS_PRIVATE(SYNC_PRIVATE_ROW)};

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
                                (uint32_t)SYNC_KEY_DRIVER,
                                NvSciError_BadParameter};

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
