/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_driver_test.c
 * Buffers that engines use: where they are, and how long they stay.
 */
#define _GNU_SOURCE

#include "engine_driver.h"

#include "buf_lists.h"
#include "ringfence_cfg.h"

#define GEN(key)  NvSciBufGeneralAttrKey_##key
#define SIZE      NvSciBufRawBufferAttrKey_Size
#define RAW_BYTES 5000U
#define GPU                                                                                        \
    {                                                                                              \
        {                                                                                          \
            9U                                                                                     \
        }                                                                                          \
    }

static Device g_device;
static const RingfenceEngineMemory g_memory = {&g_device, device_allocate, NULL};

#define map_test(function) cmocka_unit_test_setup_teardown(function, buf_module_up, buf_module_down)

/** A buffer for engines and, if `cpu`, for the CPU. */
static NvSciBufObj raw_object(bool cpu, NvSciBufAttrValAccessPerm perm)
{
    return buf_object_of(LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, RAW_BYTES),
                              PAIR(GEN(NeedCpuAccess), bool, cpu),
                              PAIR(GEN(RequiredPerm), NvSciBufAttrValAccessPerm, perm),
                              PAIR(GEN(GpuId), NvSciRmGpuId, GPU)));
}

static NvSciBufObj device_object(void)
{
    assert_int_equal(RingfenceEngineSetMemory(&g_memory), NvSciError_Success);
    return buf_object_of(LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, RAW_BYTES),
                              PAIR(GEN(GpuId), NvSciRmGpuId, GPU),
                              PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU)));
}

static RingfenceEngineBuf map_of(NvSciBufObj object)
{
    RingfenceEngineBuf map;

    (void)memset(&map, 0xA5, sizeof(map));
    assert_int_equal(RingfenceEngineBufMap(object, &map), NvSciError_Success);
    return map;
}

/** Whether nothing is mapped. */
static bool is_empty(const RingfenceEngineBuf *map)
{
    return (map->object == NULL) && (map->base == NULL) && (map->constBase == NULL) &&
           (map->bytes == 0U) && (map->size == 0U) && (map->descriptor == 0) && (!map->writable) &&
           (!map->isDevice);
}

/* ---------------------------------------------------------------- where */

/**
 * A buffer in system memory has its address, whole pages, and the descriptor of the same memory,
 * whether or not the CPU asked for access.
 * @verifies RF-ENGINE-016
 */
static void a_map_says_where_a_buffer_is(void **state)
{
    (void)state;
    for (uint32_t cpu = 0U; cpu < 2U; cpu++) {
        NvSciBufObj object = raw_object(cpu == 1U, NvSciBufAccessPerm_ReadWrite);
        RingfenceEngineBuf map = map_of(object);
        uint8_t *const bytes = map.base;
        uint8_t byte = 0U;

        assert_non_null(bytes);
        assert_ptr_equal(map.constBase, map.base);
        assert_ptr_not_equal(map.object, object);
        assert_int_equal((uintptr_t)bytes % (uintptr_t)sysconf(_SC_PAGESIZE), 0U);
        assert_int_equal(map.bytes % (uint64_t)sysconf(_SC_PAGESIZE), 0U);
        assert_true(map.bytes >= RAW_BYTES);
        assert_int_equal(map.size, RAW_BYTES);
        assert_true(map.writable);
        assert_false(map.isDevice);
        bytes[map.bytes - 1U] = 0x42U;
        assert_int_equal(pread(map.descriptor, &byte, 1U, (off_t)map.bytes - 1), 1);
        assert_int_equal(byte, 0x42U);
        RingfenceEngineBufUnmap(&map);
        assert_true(is_empty(&map));
        NvSciBufObjFree(object);
    }
}

/**
 * A buffer that may only be read has no address for writing.
 * @verifies RF-ENGINE-016
 */
static void a_reader_gets_no_address_for_writing(void **state)
{
    NvSciBufObj object = raw_object(true, NvSciBufAccessPerm_ReadWrite);
    NvSciBufObj reader = NULL;
    RingfenceEngineBuf map;
    RingfenceEngineBuf whole = map_of(object);
    const uint8_t *bytes = NULL;
    uint8_t *const target = whole.base;

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    map = map_of(reader);
    bytes = map.constBase;
    assert_null(map.base);
    assert_non_null(bytes);
    assert_ptr_not_equal(map.constBase, whole.base);
    assert_false(map.writable);
    target[17] = 0x17U;
    assert_int_equal(bytes[17], 0x17U);
    RingfenceEngineBufUnmap(&map);
    RingfenceEngineBufUnmap(&whole);
    NvSciBufObjFree(reader);
    NvSciBufObjFree(object);
}

/**
 * A buffer of a device has a descriptor and no address.
 * @verifies RF-ENGINE-017
 */
static void a_device_has_no_address(void **state)
{
    NvSciBufObj object = device_object();
    NvSciBufObj reader = NULL;
    RingfenceEngineBuf map = map_of(object);

    (void)state;
    assert_true(map.isDevice);
    assert_true(map.writable);
    assert_null(map.base);
    assert_null(map.constBase);
    assert_int_equal(map.bytes, DEVICE_STEP);
    assert_int_equal(map.size, RAW_BYTES);
    assert_int_equal(map.descriptor, g_device.descriptor);
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    RingfenceEngineBufUnmap(&map);
    map = map_of(reader);
    assert_true(map.isDevice);
    assert_false(map.writable);
    assert_int_equal(map.descriptor, g_device.descriptor);
    NvSciBufObjFree(object);
    NvSciBufObjFree(reader);
    assert_true(is_open(g_device.descriptor));
    RingfenceEngineBufUnmap(&map);
    assert_false(is_open(g_device.descriptor));
}

/* ---------------------------------------------------------------- how long */

/**
 * The memory stays as long as a map, whichever handle goes first.
 * @verifies RF-ENGINE-014
 */
static void a_map_keeps_its_buffer(void **state)
{
    NvSciBufObj object = raw_object(true, NvSciBufAccessPerm_ReadWrite);
    RingfenceEngineBuf first = map_of(object);
    RingfenceEngineBuf second = map_of(first.object);
    uint8_t *const bytes = second.base;

    (void)state;
    assert_ptr_equal(first.base, second.base);
    assert_ptr_not_equal(first.object, second.object);
    NvSciBufObjFree(object);
    RingfenceEngineBufUnmap(&first);
    assert_int_equal(NvSciBufObjValidate(second.object), NvSciError_Success);
    bytes[RAW_BYTES - 1U] = 1U;
    assert_true(is_open(second.descriptor));
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_MEMORY), 1U);
    RingfenceEngineBufUnmap(&second);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_MEMORY), 0U);
}

/**
 * Neither kind of handle can be given back as the other.
 * @verifies RF-ENGINE-015
 */
static void handles_of_maps_are_no_handles_of_programs(void **state)
{
    NvSciBufObj object = raw_object(true, NvSciBufAccessPerm_ReadWrite);
    RingfenceEngineBuf map = map_of(object);
    RingfenceEngineBuf wrong = map;
    const RingfenceEngineBuf kept = map;
    const uint32_t faults = buf_faults();

    (void)state;
    NvSciBufObjFree(map.object);
    assert_int_equal(buf_faults(), faults + 1U);
    assert_int_equal(NvSciBufObjValidate(map.object), NvSciError_Success);
    wrong.object = object;
    RingfenceEngineBufUnmap(&wrong);
    assert_int_equal(buf_faults(), faults + 2U);
    assert_ptr_equal(wrong.object, object);
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
    RingfenceEngineBufUnmap(&map);
    assert_int_equal(buf_faults(), faults + 2U);
    wrong = kept;
    RingfenceEngineBufUnmap(&wrong);
    assert_int_equal(buf_faults(), faults + 3U);
    assert_ptr_equal(wrong.object, kept.object);
    RingfenceEngineBufUnmap(&map);
    RingfenceEngineBufUnmap(NULL);
    assert_int_equal(buf_faults(), faults + 3U);
    NvSciBufObjFree(object);
}

/**
 * What is no buffer, and a full table, change nothing.
 * @verifies RF-ENGINE-014
 * @verifies RF-BUF-035
 */
static void what_cannot_be_mapped_is_refused(void **state)
{
    static NvSciBufObj taken[RINGFENCE_CFG_BUF_HANDLES];
    NvSciBufObj object = raw_object(true, NvSciBufAccessPerm_ReadWrite);
    NvSciBufObj stale = raw_object(true, NvSciBufAccessPerm_ReadWrite);
    RingfenceEngineBuf map = {0};
    uint32_t count = 0U;

    (void)state;
    NvSciBufObjFree(stale);
    assert_int_equal(RingfenceEngineBufMap(object, NULL), NvSciError_BadParameter);
    assert_int_equal(RingfenceEngineBufMap(NULL, &map), NvSciError_BadParameter);
    assert_int_equal(RingfenceEngineBufMap(stale, &map), NvSciError_BadParameter);
    while (NvSciBufObjDup(object, &taken[count]) == NvSciError_Success) {
        count++;
    }
    assert_int_equal(RingfenceEngineBufMap(object, &map), NvSciError_InsufficientMemory);
    while (count > 0U) {
        count--;
        NvSciBufObjFree(taken[count]);
    }
    assert_true(is_empty(&map));
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_HANDLE), 1U);
    NvSciBufObjFree(object);
}

/**
 * Mapping is for INIT, unmapping for INIT and DEINIT, naming a driver for INIT.
 * @verifies RF-ENGINE-030
 */
static void phases_are_kept(void **state)
{
    NvSciBufObj object = raw_object(true, NvSciBufAccessPerm_ReadWrite);
    RingfenceEngineBuf map = map_of(object);
    RingfenceEngineBuf other = {0};
    RingfenceRefusal before;
    RingfenceRefusal after;

    (void)state;
    assert_int_equal(RingfenceGetLastRefusal(&before), NvSciError_Success);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_int_equal(RingfenceEngineBufMap(object, &other), NvSciError_InvalidState);
    assert_int_equal(RingfenceEngineSetMemory(&g_memory), NvSciError_InvalidState);
    RingfenceEngineBufUnmap(&map);
    assert_non_null(map.object);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(RingfenceEngineBufMap(object, &other), NvSciError_InvalidState);
    assert_int_equal(RingfenceEngineSetMemory(&g_memory), NvSciError_InvalidState);
    assert_true(is_empty(&other));
    RingfenceEngineBufUnmap(&map);
    assert_true(is_empty(&map));
    assert_int_equal(RingfenceGetLastRefusal(&after), NvSciError_Success);
    assert_int_equal(after.total, before.total + 5U);
    assert_string_equal(after.function, "RingfenceEngineSetMemory");
    go_to_init();
    NvSciBufObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        map_test(a_map_says_where_a_buffer_is),
        map_test(a_reader_gets_no_address_for_writing),
        map_test(a_device_has_no_address),
        map_test(a_map_keeps_its_buffer),
        map_test(handles_of_maps_are_no_handles_of_programs),
        map_test(what_cannot_be_mapped_is_refused),
        map_test(phases_are_kept),
    };

    return cmocka_run_group_tests_name("engine/buf_driver", tests, NULL, NULL);
}
