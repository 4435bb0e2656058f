/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device_test.c
 * Buffers in the memory of a device: who reserves it, and what the CPU may not do with it.
 */
#define _GNU_SOURCE

#include "engine_driver.h"

#include "buf/buf.h"
#include "buf_lists.h"
#include "core/pool.h"

#define GEN(key)  NvSciBufGeneralAttrKey_##key
#define SIZE      NvSciBufRawBufferAttrKey_Size
#define RAW_BYTES 70000U
#define GPU                                                                                        \
    {                                                                                              \
        {                                                                                          \
            7U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 11U, 12U, 13U, 14U, 15U                   \
        }                                                                                          \
    }

static Device g_device;
static const RingfenceEngineMemory g_memory = {&g_device, device_allocate, NULL};

/** Names the driver, which is there for good from the first test on that does so. */
static int device_up(void **state)
{
    const Device idle = {.descriptor = -1};

    g_device = idle;
    assert_int_equal(RingfenceEngineSetMemory(&g_memory), NvSciError_Success);
    return buf_module_up(state);
}

#define device_test(function) cmocka_unit_test_setup_teardown(function, device_up, buf_module_down)

/** A reconciled list of a buffer in the memory of the device. */
static NvSciBufAttrList device_list(bool cpu)
{
    return buf_reconciled_one(LIST(
        TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, RAW_BYTES),
        PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 8192U), PAIR(GEN(NeedCpuAccess), bool, cpu),
        PAIR(GEN(RequiredPerm), NvSciBufAttrValAccessPerm, NvSciBufAccessPerm_ReadWrite),
        PAIR(GEN(GpuId), NvSciRmGpuId, GPU), PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, GPU)));
}

static NvSciBufObj device_object(void)
{
    NvSciBufAttrList list = device_list(false);
    NvSciBufObj object = NULL;

    assert_int_equal(NvSciBufObjAlloc(list, &object), NvSciError_Success);
    NvSciBufAttrListFree(list);
    return object;
}

static const BufObject *row_of(NvSciBufObj handle)
{
    const BufObject *object = NULL;

    assert_int_equal(buf_object_find(OP_BUF_OBJ_VALIDATE, handle, &object), NvSciError_Success);
    return object;
}

/** Memory of an object, to be spoilt. */
static PortMemory *memory_of(NvSciBufObj handle)
{
    return (PortMemory *)(uintptr_t)buf_object_memory(row_of(handle));
}

/** Allocates; the test fails if that works, gives another error, or takes anything. */
static void expect_no_memory(NvSciBufAttrList list, NvSciError error)
{
    const uint32_t taken = in_use_of_all();
    NvSciBufObj object = NULL;

    assert_int_equal(NvSciBufObjAlloc(list, &object), error);
    assert_null(object);
    assert_int_equal(in_use_of_all(), taken);
}

/* ---------------------------------------------------------------- who reserves */

/**
 * Without a driver there is no memory of a device.
 * @verifies RF-ENGINE-019
 */
static void without_a_driver_there_is_no_memory(void **state)
{
    NvSciBufAttrList list = device_list(false);

    (void)state;
    expect_no_memory(list, NvSciError_ResourceError);
    NvSciBufAttrListFree(list);
}

static NvSciError another_allocate(void *context, const NvSciRmGpuId *gpu, uint64_t bytes,
                                   uint64_t alignment, int32_t *descriptor, uint64_t *rounded)
{
    return device_allocate(context, gpu, bytes, alignment, descriptor, rounded);
}

static RingfenceEngineVerdict no_objection(void *context, const RingfenceEngineUse *use,
                                           uint64_t *limit)
{
    (void)context;
    (void)use;
    (void)limit;
    return RINGFENCE_ENGINE_USE_FITS;
}

/**
 * The driver that was named first stays, and may be named again.
 * @verifies RF-ENGINE-020
 */
static void the_first_driver_stays(void **state)
{
    static Device other;
    const RingfenceEngineMemory none = {&g_device, NULL, NULL};
    const RingfenceEngineMemory elsewhere = {&other, device_allocate, NULL};
    const RingfenceEngineMemory checking = {&g_device, device_allocate, no_objection};
    const RingfenceEngineMemory otherwise = {&g_device, another_allocate, NULL};
    NvSciBufObj object = NULL;

    (void)state;
    assert_int_equal(RingfenceEngineSetMemory(NULL), NvSciError_BadParameter);
    assert_int_equal(RingfenceEngineSetMemory(&none), NvSciError_BadParameter);
    assert_int_equal(RingfenceEngineSetMemory(&elsewhere), NvSciError_AlreadyInUse);
    assert_int_equal(RingfenceEngineSetMemory(&otherwise), NvSciError_AlreadyInUse);
    assert_int_equal(RingfenceEngineSetMemory(&checking), NvSciError_AlreadyInUse);
    assert_int_equal(RingfenceEngineSetMemory(&g_memory), NvSciError_Success);
    object = device_object();
    assert_int_equal(g_device.calls, 1U);
    assert_int_equal(other.calls, 0U);
    NvSciBufObjFree(object);
}

/* ---------------------------------------------------------------- reserving */

/**
 * The driver is asked for what the list needs, of the GPU that it names; the descriptor goes with
 * the last handle.
 * @verifies RF-ENGINE-018
 */
static void the_driver_is_asked(void **state)
{
    static const NvSciRmGpuId gpu = GPU;
    NvSciBufObj object = device_object();
    NvSciBufObj copy = NULL;

    (void)state;
    assert_int_equal(g_device.calls, 1U);
    assert_memory_equal(&g_device.gpu, &gpu, sizeof(gpu));
    assert_int_equal(g_device.bytes, RAW_BYTES);
    assert_int_equal(g_device.alignment, 8192U);
    assert_true(buf_object_is_device(row_of(object)));
    assert_int_equal(memory_of(object)->descriptor, g_device.descriptor);
    assert_int_equal(memory_of(object)->size, 2U * DEVICE_STEP);
    assert_null(memory_of(object)->base);
    assert_null(memory_of(object)->view);
    assert_int_equal(NvSciBufObjDup(object, &copy), NvSciError_Success);
    NvSciBufObjFree(object);
    assert_true(is_open(g_device.descriptor));
    NvSciBufObjFree(copy);
    assert_false(is_open(g_device.descriptor));
}

/**
 * A list that names a GPU but asks for system memory gets that, and the row of a device's memory
 * can be one of the system's later.
 * @verifies RF-ENGINE-018
 */
static void other_buffers_are_in_system_memory(void **state)
{
    NvSciBufObj object = NULL;

    (void)state;
    for (uint32_t i = 0U; i < (2U * RINGFENCE_CFG_BUF_MEMORIES); i++) {
        NvSciBufObjFree(device_object());
    }
    assert_int_equal(g_device.calls, 2U * RINGFENCE_CFG_BUF_MEMORIES);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_BUF_MEMORIES; i++) {
        object = buf_object_of(RECIPE(RECIPE_RAW, PAIR(GEN(GpuId), NvSciRmGpuId, GPU),
                                      PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, {{0U}})));
        assert_false(buf_object_is_device(row_of(object)));
        assert_non_null(buf_object_base(row_of(object)));
        NvSciBufObjFree(object);
    }
    assert_int_equal(g_device.calls, 2U * RINGFENCE_CFG_BUF_MEMORIES);
}

/**
 * The CPU cannot reach the memory of a device, so the driver is not even asked.
 * @verifies RF-ENGINE-019
 */
static void the_cpu_gets_no_memory_of_a_device(void **state)
{
    NvSciBufAttrList list = device_list(true);

    (void)state;
    expect_no_memory(list, NvSciError_ResourceError);
    assert_int_equal(g_device.calls, 0U);
    NvSciBufAttrListFree(list);
}

/**
 * Whatever a driver answers instead of memory, nothing stays taken.
 * @verifies RF-ENGINE-021
 */
static void a_driver_without_memory_leaves_nothing(void **state)
{
    static const struct {
        Device device;
        NvSciError error;
    } cases[] = {
        {{.answer = NvSciError_InsufficientMemory}, NvSciError_InsufficientMemory},
        {{.answer = NvSciError_ResourceError}, NvSciError_ResourceError},
        {{.answer = NvSciError_BadParameter}, NvSciError_ResourceError},
        {{.without_descriptor = true}, NvSciError_ResourceError},
        {{.lacks = 1U}, NvSciError_ResourceError},
        {{.lacks = RAW_BYTES}, NvSciError_ResourceError},
    };
    NvSciBufAttrList list = device_list(false);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        g_device = cases[i].device;
        expect_no_memory(list, cases[i].error);
        assert_int_equal(g_device.calls, 1U);
        assert_false(is_open(g_device.descriptor));
    }
    NvSciBufAttrListFree(list);
}

/**
 * The driver is not asked while a table is full.
 * @verifies RF-ENGINE-021
 * @verifies RF-BUF-035
 */
static void full_tables_ask_no_driver(void **state)
{
    static const RingfencePool pools[] = {RINGFENCE_POOL_BUF_HANDLE, RINGFENCE_POOL_BUF_OBJECT,
                                          RINGFENCE_POOL_BUF_MEMORY};
    static uint32_t
        taken[RINGFENCE_CFG_BUF_HANDLES + RINGFENCE_CFG_BUF_OBJECTS + RINGFENCE_CFG_BUF_MEMORIES];
    NvSciBufAttrList list = device_list(false);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(pools); i++) {
        uint32_t count = 0U;

        while (ringfence_pool_take(pools[i], &taken[count]) == NvSciError_Success) {
            count++;
        }
        expect_no_memory(list, NvSciError_InsufficientMemory);
        while (count > 0U) {
            count--;
            ringfence_pool_give(pools[i], taken[count]);
        }
    }
    assert_int_equal(g_device.calls, 0U);
    NvSciBufAttrListFree(list);
}

/* ---------------------------------------------------------------- using */

/**
 * The CPU gets no pointer, and nothing is flushed or copied.
 * @verifies RF-ENGINE-024
 */
static void the_cpu_has_no_access(void **state)
{
    NvSciBufObj object = device_object();
    const NvSciBufRect rect = {0U, 0U, 1U, 1U};
    uint8_t pixel[4] = {0U};
    void *planes[] = {pixel};
    const void *sources[] = {pixel};
    const uint32_t sizes[] = {sizeof(pixel)};
    const uint32_t pitches[] = {sizeof(pixel)};
    void *pointer = NULL;
    const void *reader = NULL;

    (void)state;
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_BadParameter);
    assert_null(pointer);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &reader), NvSciError_BadParameter);
    assert_null(reader);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, 1U), NvSciError_NotPermitted);
    assert_int_not_equal(NvSciBufObjGetPixels(object, &rect, planes, sizes, pitches),
                         NvSciError_Success);
    assert_int_not_equal(NvSciBufObjPutPixels(object, &rect, sources, sizes, pitches),
                         NvSciError_Success);
    NvSciBufObjFree(object);
}

/**
 * A buffer of a device is what its list says only without a mapping, with a descriptor, and as long
 * as the list asks for a device.
 * @verifies RF-ENGINE-025
 */
static void validation_looks_for_a_device(void **state)
{
    NvSciBufObj object = device_object();
    PortMemory *const memory = memory_of(object);
    const PortMemory good = *memory;
    const NvSciRmGpuId none = {{0U}};
    const NvSciRmGpuId gpu = GPU;

    (void)state;
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
    memory->view = &gpu;
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_ObjValidationFailed);
    *memory = good;
    memory->descriptor = -1;
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_ObjValidationFailed);
    *memory = good;
    memory->size = RAW_BYTES - 1U;
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_ObjValidationFailed);
    *memory = good;
    buf_put(row_of(object)->list, BUF_GENERAL_VIDMEM_GPU_ID, &none, sizeof(none));
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_ObjValidationFailed);
    buf_put(row_of(object)->list, BUF_GENERAL_VIDMEM_GPU_ID, &gpu, sizeof(gpu));
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
    NvSciBufObjFree(object);
}

/**
 * An object with fewer rights shares the memory, and outlives the one that it was made of.
 * @verifies RF-ENGINE-026
 */
static void rights_can_be_reduced(void **state)
{
    NvSciBufObj object = device_object();
    NvSciBufObj reader = NULL;
    NvSciBufObj writer = NULL;

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    assert_int_equal(row_of(reader)->permission, NvSciBufAccessPerm_Readonly);
    assert_ptr_equal(memory_of(reader), memory_of(object));
    assert_null(memory_of(reader)->view);
    assert_int_equal(NvSciBufObjValidate(reader), NvSciError_Success);
    assert_int_equal(NvSciBufObjDupWithReducePerm(reader, NvSciBufAccessPerm_ReadWrite, &writer),
                     NvSciError_BadParameter);
    NvSciBufObjFree(object);
    assert_true(is_open(g_device.descriptor));
    NvSciBufObjFree(reader);
    assert_false(is_open(g_device.descriptor));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(without_a_driver_there_is_no_memory, buf_module_up,
                                        buf_module_down),
        device_test(the_first_driver_stays),
        device_test(the_driver_is_asked),
        device_test(other_buffers_are_in_system_memory),
        device_test(the_cpu_gets_no_memory_of_a_device),
        device_test(a_driver_without_memory_leaves_nothing),
        device_test(full_tables_ask_no_driver),
        device_test(the_cpu_has_no_access),
        device_test(validation_looks_for_a_device),
        device_test(rights_can_be_reduced),
    };

    return cmocka_run_group_tests_name("buf/device", tests, NULL, NULL);
}
