/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys_test.c
 * The keys of sync lists: lengths, ranges, directions, and how their values are stored.
 */
#include "native.h"
#include "sync_fixture.h"

/** Bytes that the longest value can have. */
#define VALUE_MAX (RINGFENCE_CFG_PEERS * sizeof(NvSciBufPeerLocationInfo))

/** A key, as docs/attributes-sync.md describes it. */
typedef struct {
    NvSciSyncAttrKey key;
    const char *name;
    size_t size;
    size_t count;
    bool settable;
    /** Each element of a valid value, as a number. */
    uint8_t valid;
} Key;

#define KEY(key, type, count, settable, valid)                                                     \
    {                                                                                              \
        key, #key, sizeof(type), count, settable, valid                                            \
    }

static const Key g_test_keys[] = {
    KEY(NvSciSyncAttrKey_NeedCpuAccess, bool, 1U, true, 1U),
    KEY(NvSciSyncAttrKey_RequiredPerm, NvSciSyncAccessPerm, 1U, true, 3U),
    KEY(NvSciSyncAttrKey_ActualPerm, NvSciSyncAccessPerm, 1U, false, 3U),
    KEY(NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports, bool, 1U, true, 1U),
    KEY(NvSciSyncAttrKey_WaiterRequireTimestamps, bool, 1U, true, 1U),
    KEY(NvSciSyncAttrKey_RequireDeterministicFences, bool, 1U, true, 1U),
    KEY(NvSciSyncAttrKey_NumTimestampSlots, uint32_t, 1U, false, 1U),
    KEY(NvSciSyncAttrKey_NumTaskStatusSlots, uint32_t, 1U, false, 1U),
    KEY(NvSciSyncAttrKey_MaxPrimitiveValue, uint64_t, 1U, false, 1U),
    KEY(NvSciSyncAttrKey_PrimitiveInfo, NvSciSyncAttrValPrimitiveType, 5U, true, 4U),
    KEY(NvSciSyncAttrKey_PeerLocationInfo, NvSciBufPeerLocationInfo, RINGFENCE_CFG_PEERS, true, 9U),
    KEY(NvSciSyncAttrKey_GpuId, NvSciRmGpuId, RINGFENCE_CFG_GPUS, true, 0xFFU),
    KEY(NvSciSyncAttrKey_PeerHwEngineArray, NvSciBufPeerHwEngine, RINGFENCE_CFG_PEERS, true, 7U),
};

static NvSciError try_set(NvSciSyncModule module, NvSciSyncAttrKey key, const void *value,
                          size_t len)
{
    const NvSciSyncAttrList list = make_list(module);
    const NvSciSyncAttrKeyValuePair pair = {key, value, len};
    const NvSciError status = NvSciSyncAttrListSetAttrs(list, &pair, 1U);
    const void *stored = NULL;
    size_t stored_len = 0U;

    assert_status(NvSciSyncAttrListGetAttr(list, key, &stored, &stored_len), NvSciError_Success);
    if (status == NvSciError_Success) {
        assert_int_equal(stored_len, len);
        assert_memory_equal(stored, value, len);
    } else {
        assert_int_equal(stored_len, 0U);
        assert_null(stored);
    }
    NvSciSyncAttrListFree(list);
    return status;
}

/** Fills a value of `count` elements with the valid element. */
static void fill(const Key *key, uint8_t *value, size_t count)
{
    (void)memset(value, 0, key->size * count);
    for (size_t i = 0U; i < count; i++) {
        const uint64_t number = key->valid;
        const size_t size = (key->size < sizeof(number)) ? key->size : sizeof(number);

        (void)memcpy(&value[i * key->size], native_bytes(&number, size), size);
    }
}

/**
 * A key takes whole elements, one at least and as many as it can hold; nothing else.
 * @verifies RF-SYNC-024
 */
static void values_have_the_length_of_their_key(void **state)
{
    static uint8_t value[VALUE_MAX + 64U];
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_test_keys); i++) {
        const Key *const key = &g_test_keys[i];
        const NvSciError expected = key->settable ? NvSciError_Success : NvSciError_BadParameter;

        for (size_t count = 1U; count <= key->count; count++) {
            fill(key, value, count);
            assert_status(try_set(module, key->key, value, count * key->size), expected);
        }
        fill(key, value, key->count + 1U);
        assert_status(try_set(module, key->key, value, 0U), NvSciError_BadParameter);
        assert_status(try_set(module, key->key, value, (key->count + 1U) * key->size),
                      NvSciError_BadParameter);
        assert_status(try_set(module, key->key, value, SIZE_MAX), NvSciError_BadParameter);
        if (key->size > 1U) {
            assert_status(try_set(module, key->key, value, key->size - 1U),
                          NvSciError_BadParameter);
            assert_status(try_set(module, key->key, value, key->size + 1U),
                          NvSciError_BadParameter);
        }
        assert_status(try_set(module, key->key, NULL, key->size), NvSciError_BadParameter);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Flags are 0 or 1, rights are a set of two bits, primitives are those that the API names.
 * @verifies RF-SYNC-024
 */
static void values_are_in_the_range_of_their_key(void **state)
{
    static const NvSciSyncAttrKey flags[] = {
        NvSciSyncAttrKey_NeedCpuAccess, NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports,
        NvSciSyncAttrKey_WaiterRequireTimestamps, NvSciSyncAttrKey_RequireDeterministicFences};
    static const struct {
        NvSciSyncAccessPerm perm;
        bool fits;
    } perms[] = {{0U, false},
                 {1U, true},
                 {2U, true},
                 {3U, true},
                 {4U, false},
                 {5U, false},
                 {NvSciSyncAccessPerm_Auto, false},
                 {NvSciSyncAccessPerm_Auto | 1U, false},
                 {0x100000001U, false}};
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(flags); i++) {
        for (uint32_t value = 0U; value <= UINT8_MAX; value++) {
            const uint8_t flag = (uint8_t)value;

            assert_status(try_set(module, flags[i], &flag, sizeof(flag)),
                          (value <= 1U) ? NvSciError_Success : NvSciError_BadParameter);
        }
    }
    for (size_t i = 0U; i < COUNT_OF(perms); i++) {
        assert_status(
            try_set(module, NvSciSyncAttrKey_RequiredPerm, &perms[i].perm, sizeof(perms[i].perm)),
            perms[i].fits ? NvSciError_Success : NvSciError_BadParameter);
    }
    for (uint32_t last = 0U; last <= 7U; last++) {
        const uint32_t primitives[] = {1U, last};

        assert_status(
            try_set(module, NvSciSyncAttrKey_PrimitiveInfo, primitives, sizeof(primitives)),
            ((last >= 1U) && (last <= 5U)) ? NvSciError_Success : NvSciError_BadParameter);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Keys that the API does not name, and the private ones, can be neither set nor read.
 * @verifies RF-SYNC-024
 */
static void unknown_keys_are_refused(void **state)
{
    static const uint32_t unknown[] = {
        0U, 14U, 15U, 0x10001U, 1UL << 26U, (1UL << 26U) + 3U, 0x7FFFFFFFU};
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList lists[] = {make_list(module), make_reconciled(module)};
    const bool flag = true;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(unknown); i++) {
        const NvSciSyncAttrKey key = (NvSciSyncAttrKey)unknown[i];
        const NvSciSyncAttrKeyValuePair set = {key, &flag, sizeof(flag)};

        assert_status(NvSciSyncAttrListSetAttrs(lists[0], &set, 1U), NvSciError_BadParameter);
        for (size_t j = 0U; j < COUNT_OF(lists); j++) {
            NvSciSyncAttrKeyValuePair get = {key, &flag, 77U};
            const void *value = &flag;
            size_t len = 77U;

            assert_status(NvSciSyncAttrListGetAttrs(lists[j], &get, 1U), NvSciError_BadParameter);
            assert_ptr_equal(get.value, &flag);
            assert_int_equal(get.len, 77U);
            assert_status(NvSciSyncAttrListGetAttr(lists[j], key, &value, &len),
                          NvSciError_BadParameter);
            assert_ptr_equal(value, &flag);
            assert_int_equal(len, 77U);
        }
    }
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncModuleClose(module);
}

/**
 * The library's outputs cannot be set by an application.
 * @verifies RF-SYNC-013
 */
static void outputs_cannot_be_set(void **state)
{
    const NvSciSyncModule module = open_module();
    static uint8_t value[VALUE_MAX];
    uint32_t outputs = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_test_keys); i++) {
        if (!g_test_keys[i].settable) {
            fill(&g_test_keys[i], value, 1U);
            assert_status(try_set(module, g_test_keys[i].key, value, g_test_keys[i].size),
                          NvSciError_BadParameter);
            outputs++;
        }
    }
    assert_int_equal(outputs, 4U);
    NvSciSyncModuleClose(module);
}

/**
 * A value is aligned to 8 bytes and can be read as 8 bytes, whatever its own length.
 * @verifies RF-SYNC-022
 */
static void values_can_be_read_through_a_wider_type(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList reconciled = make_reconciled(module);
    NvSciSyncObj object = NULL;
    NvSciSyncAttrList lists[2] = {reconciled, NULL};

    (void)state;
    assert_status(NvSciSyncObjAlloc(reconciled, &object), NvSciError_Success);
    assert_status(NvSciSyncObjGetAttrList(object, &lists[1]), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrKeyValuePair pairs[] = {
            {NvSciSyncAttrKey_NeedCpuAccess, NULL, 0U},
            {NvSciSyncAttrKey_NumTaskStatusSlots, NULL, 0U},
            {NvSciSyncAttrKey_PrimitiveInfo, NULL, 0U},
            {NvSciSyncAttrKey_WaiterRequireTimestamps, NULL, 0U},
        };
        static const uint64_t expected[] = {1U, RINGFENCE_CFG_TASK_STATUS_SLOTS,
                                            NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b,
                                            0U};

        assert_status(NvSciSyncAttrListGetAttrs(lists[i], pairs, COUNT_OF(pairs)),
                      NvSciError_Success);
        for (size_t j = 0U; j < COUNT_OF(pairs); j++) {
            assert_int_equal((uintptr_t)pairs[j].value % 8U, 0U);
            assert_true(pairs[j].len < 8U);
            assert_int_equal(*(const uint64_t *)pairs[j].value, expected[j]);
        }
    }
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncModuleClose(module);
}

/**
 * A value of several elements is zero up to a multiple of 8 bytes, and does not touch its
 * neighbours.
 * @verifies RF-SYNC-022
 */
static void values_end_with_zeros(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_list(module);
    static uint8_t value[VALUE_MAX];
    static uint8_t expected[VALUE_MAX + 8U];
    const void *stored = NULL;
    size_t len = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_test_keys); i++) {
        const Key *const key = &g_test_keys[i];

        if (key->settable) {
            fill(key, value, key->count);
            set_key(list, key->key, value, key->size * key->count);
        }
    }
    for (size_t i = 0U; i < COUNT_OF(g_test_keys); i++) {
        const Key *const key = &g_test_keys[i];
        const size_t bytes = key->size * key->count;

        assert_status(NvSciSyncAttrListGetAttr(list, key->key, &stored, &len), NvSciError_Success);
        if (key->settable) {
            (void)memset(expected, 0, sizeof(expected));
            fill(key, expected, key->count);
            assert_int_equal(len, bytes);
            assert_int_equal((uintptr_t)stored % 8U, 0U);
            assert_memory_equal(stored, expected, ((bytes + 7U) / 8U) * 8U);
        } else {
            assert_null(stored);
        }
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * The text of a list names each key as the API does.
 * @verifies RF-SYNC-020
 */
static void keys_have_the_names_of_the_api(void **state)
{
    const NvSciSyncModule module = open_module();
    static uint8_t value[VALUE_MAX];

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_test_keys); i++) {
        const Key *const key = &g_test_keys[i];
        const NvSciSyncAttrList list = key->settable ? make_list(module) : make_reconciled(module);
        void *text = NULL;
        size_t len = 0U;

        if (key->settable) {
            fill(key, value, 1U);
            set_key(list, key->key, value, key->size);
        }
        assert_status(NvSciSyncAttrListDebugDump(list, &text, &len), NvSciError_Success);
        assert_non_null(strstr(text, key->name));
        NvSciSyncAttrListFree(list);
    }
    NvSciSyncModuleClose(module);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(values_have_the_length_of_their_key),
        sync_test(values_are_in_the_range_of_their_key),
        sync_test(unknown_keys_are_refused),
        sync_test(outputs_cannot_be_set),
        sync_test(values_can_be_read_through_a_wider_type),
        sync_test(values_end_with_zeros),
        sync_test(keys_have_the_names_of_the_api),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
