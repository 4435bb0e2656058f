/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file object_test.c
 * Buffer objects: memory, handles, rights, CPU pointers.
 */
#include "buf_lists.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf/buf.h"
#include "core/pool.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/wait.h"
#include "ringfence_cfg.h"

#define GEN(name) NvSciBufGeneralAttrKey_##name
#define SIZE      NvSciBufRawBufferAttrKey_Size
#define ALIGN     NvSciBufRawBufferAttrKey_Align
#define READ      NvSciBufAccessPerm_Readonly
#define WRITE     NvSciBufAccessPerm_ReadWrite

static NvSciBufAttrList list_of(NvSciBufObj object)
{
    NvSciBufAttrList list = NULL;

    assert_int_equal(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    return list;
}

static uint8_t *pointer_of(NvSciBufObj object)
{
    void *pointer = NULL;

    assert_int_equal(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_Success);
    assert_non_null(pointer);
    return pointer;
}

static const uint8_t *const_pointer_of(NvSciBufObj object)
{
    const void *pointer = NULL;

    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &pointer), NvSciError_Success);
    assert_non_null(pointer);
    return pointer;
}

/** Says whether writing to an address ends a process. */
static bool write_kills(uint8_t *address)
{
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        (void)signal(SIGSEGV, SIG_DFL);
        *(volatile uint8_t *)address = 1U;
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return !(WIFEXITED(status) && (WEXITSTATUS(status) == 0));
}

/**
 * A buffer of each type is zeroed, aligned, writable from end to end, and has the allocator's
 * rights whatever the list asked for.
 * @verifies RF-BUF-017
 * @verifies RF-BUF-022
 * @verifies RF-BUF-054
 */
static void every_type_can_be_allocated(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)RECIPE_COUNT; i++) {
        NvSciBufObj object =
            buf_object_of(RECIPE((BufRecipeIndex)i, PAIR(GEN(NeedCpuAccess), bool, true)));
        uint8_t *const bytes = pointer_of(object);
        uint32_t row = 0U;
        uint64_t size = 0U;
        uint64_t alignment = 0U;

        assert_int_equal(list_find(OP_BUF_OBJ_ALLOC, &g_buf_lists, list_of(object), &row),
                         NvSciError_Success);
        buf_memory_need(row, &size, &alignment);
        assert_int_equal((uintptr_t)bytes % alignment, 0U);
        for (uint64_t at = 0U; at < size; at++) {
            assert_int_equal(bytes[at], 0U);
        }
        memset(bytes, 0xFF, (size_t)size);
        assert_ptr_equal(const_pointer_of(object), bytes);
        ASSERT_U32(list_of(object), GEN(ActualPerm), WRITE);
        assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
        NvSciBufObjFree(object);
    }
}

/**
 * Memory is aligned as the list says, beyond pages too.
 * @verifies RF-BUF-017
 */
static void memory_is_aligned(void **state)
{
    (void)state;
    for (uint64_t align = 1U; align <= ((uint64_t)1U << 21U); align <<= 3U) {
        NvSciBufObj object = buf_object_of(
            RECIPE(RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true), PAIR(ALIGN, uint64_t, align)));

        assert_int_equal((uintptr_t)pointer_of(object) % align, 0U);
        NvSciBufObjFree(object);
    }
}

/**
 * An object lives without the list and the lists that it came from; objects of one list are
 * independent.
 * @verifies RF-BUF-017
 * @verifies RF-BUF-021
 */
static void objects_of_a_list_are_independent(void **state)
{
    NvSciBufAttrList list =
        buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true)));
    NvSciBufObj first = NULL;
    NvSciBufObj second = NULL;
    NvSciBufObj third = NULL;

    (void)state;
    assert_int_equal(NvSciBufObjAlloc(list, &first), NvSciError_Success);
    assert_int_equal(NvSciBufObjAlloc(list, &second), NvSciError_Success);
    ASSERT_U32(list, GEN(ActualPerm), READ);
    NvSciBufAttrListFree(list);
    assert_int_equal(NvSciBufObjAlloc(list_of(first), &third), NvSciError_Success);
    *pointer_of(first) = 1U;
    assert_int_equal(*pointer_of(second), 0U);
    assert_int_equal(*pointer_of(third), 0U);
    assert_ptr_not_equal(list_of(first), list_of(second));
    list = list_of(first);
    NvSciBufObjFree(first);
    assert_int_equal(NvSciBufAttrListGetSlotCount(list), 0U);
    ASSERT_U64(list_of(second), SIZE, 1000U);
    NvSciBufObjFree(second);
    NvSciBufObjFree(third);
}

/** @verifies RF-BUF-017 */
static void allocation_checks_its_arguments(void **state)
{
    NvSciBufAttrList reconciled = buf_reconciled_one(buf_recipe(RECIPE_RAW));
    NvSciBufAttrList lists[] = {buf_recipe(RECIPE_RAW),
                                RECIPE(RECIPE_RAW, PAIR(SIZE, uint64_t, 1U))};
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList none = NULL;
    NvSciBufObj object = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListReconcile(lists, 2U, &none, &conflict),
                     NvSciError_ReconciliationFailed);
    assert_int_equal(NvSciBufObjAlloc(reconciled, NULL), NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjAlloc(lists[0], &object), NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjAlloc(conflict, &object), NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjAlloc(NULL, &object), NvSciError_BadParameter);
    assert_null(object);
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(reconciled);
    buf_free_lists(lists, 2U);
}

/**
 * A list that is not reconciled is refused with a fault that says what to give.
 * @verifies RF-CORE-332
 */
static void list_that_is_not_reconciled_is_told(void **state)
{
    NvSciBufAttrList list = buf_recipe(RECIPE_RAW);
    NvSciBufObj object = NULL;
    char text[200];

    (void)state;
    assert_int_equal(NvSciBufObjAlloc(list, &object), NvSciError_BadParameter);
    assert_int_equal(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "NvSciBufObjAlloc: list is not reconciled; give the one that "
                              "reconciling it makes");
    buf_free_lists(&list, 1U);
}

/** Faults since the process began. */
static uint32_t faults_now(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}

/** The last fault is an access that was not given, and says what to do. */
static void assert_no_access(const char *line)
{
    RingfenceFault fault;
    char text[200];

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_ACCESS);
    assert_int_equal(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, line);
}

/**
 * An access that no list asked for is told, with what to do.
 * @verifies RF-CORE-343
 */
static void access_that_is_not_given_is_told(void **state)
{
    NvSciBufObj object = buf_object_of(buf_recipe(RECIPE_RAW));
    NvSciBufObj readable = buf_raw_object(64U);
    NvSciBufObj reduced = NULL;
    void *pointer = NULL;
    const void *const_pointer = NULL;
    const uint32_t faults = faults_now();

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(readable, READ, &reduced), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetCpuPtr(readable, &pointer), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(reduced, &const_pointer), NvSciError_Success);
    assert_int_equal(faults_now(), faults);
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_BadParameter);
    assert_no_access("NvSciBufObjGetCpuPtr: reconciled lists do not give that access: set "
                     "NvSciBufGeneralAttrKey_NeedCpuAccess in a list before it is reconciled");
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &const_pointer), NvSciError_BadParameter);
    assert_no_access("NvSciBufObjGetConstCpuPtr: reconciled lists do not give that access: set "
                     "NvSciBufGeneralAttrKey_NeedCpuAccess in a list before it is reconciled");
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, 1U), NvSciError_NotPermitted);
    assert_no_access("NvSciBufObjFlushCpuCacheRange: reconciled lists do not give that access: set "
                     "NvSciBufGeneralAttrKey_NeedCpuAccess in a list before it is reconciled");
    assert_int_equal(NvSciBufObjGetCpuPtr(reduced, &pointer), NvSciError_BadParameter);
    assert_no_access("NvSciBufObjGetCpuPtr: reconciled lists do not give that access: object is "
                     "read-only; use NvSciBufObjGetConstCpuPtr(), or set RequiredPerm ReadWrite");
    assert_int_equal(NvSciBufObjDupWithReducePerm(reduced, WRITE, &reduced),
                     NvSciError_BadParameter);
    assert_no_access("NvSciBufObjDupWithReducePerm: reconciled lists do not give that access: "
                     "right is above the one that there is to give; ask for it in the list "
                     "that is reconciled, or for Auto");
    assert_int_equal(faults_now(), faults + 5U);
    NvSciBufObjFree(reduced);
    NvSciBufObjFree(readable);
    NvSciBufObjFree(object);
}

/**
 * Video memory that nobody reserves is refused; nothing is taken.
 * @verifies RF-BUF-017
 * @verifies RF-BUF-044
 */
static void memory_that_is_not_there_is_refused(void **state)
{
    NvSciBufAttrList list = RECIPE(RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, {{1U}}));
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = list;
    NvSciBufObj object = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_ResourceError);
    assert_null(object);
    assert_null(conflict);
    reconciled = buf_reconciled_one(list);
    assert_int_equal(NvSciBufObjAlloc(reconciled, &object), NvSciError_ResourceError);
    assert_null(object);
    NvSciBufAttrListFree(reconciled);
    assert_int_equal(in_use_of_all(), 1U);
    object = buf_object_of(RECIPE(RECIPE_RAW, PAIR(GEN(VidMem_GpuId), NvSciRmGpuId, {{0U}})));
    NvSciBufObjFree(object);
}

/**
 * Handles, objects and memories run out one by one; the refused call takes nothing.
 * @verifies RF-BUF-035
 */
static void objects_can_be_used_up(void **state)
{
    static NvSciBufObj objects[RINGFENCE_CFG_BUF_HANDLES];
    NvSciBufAttrList list = buf_reconciled_one(buf_recipe(RECIPE_RAW));
    NvSciBufObj more = NULL;
    const size_t count = RINGFENCE_CFG_BUF_OBJECTS;
    size_t made = 0U;

    (void)state;
    assert_true(RINGFENCE_CFG_BUF_HANDLES > count);
    assert_true(RINGFENCE_CFG_BUF_MEMORIES >= count);
    for (made = 0U; made < count; made++) {
        assert_int_equal(NvSciBufObjAlloc(list, &objects[made]), NvSciError_Success);
    }
    assert_int_equal(NvSciBufObjAlloc(list, &more), NvSciError_InsufficientMemory);
    assert_int_equal(NvSciBufObjDupWithReducePerm(objects[0], READ, &more),
                     NvSciError_InsufficientMemory);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_HANDLE), count);
    for (; made < RINGFENCE_CFG_BUF_HANDLES; made++) {
        assert_int_equal(NvSciBufObjDup(objects[0], &objects[made]), NvSciError_Success);
    }
    assert_int_equal(NvSciBufObjDup(objects[0], &more), NvSciError_InsufficientMemory);
    NvSciBufObjFree(objects[1]);
    assert_int_equal(NvSciBufObjDup(objects[0], &objects[1]), NvSciError_Success);
    assert_int_equal(NvSciBufObjAlloc(list, &more), NvSciError_InsufficientMemory);
    assert_int_equal(NvSciBufObjDupWithReducePerm(objects[0], READ, &more),
                     NvSciError_InsufficientMemory);
    assert_null(more);
    for (size_t i = 0U; i < RINGFENCE_CFG_BUF_HANDLES; i++) {
        NvSciBufObjFree(objects[i]);
    }
    NvSciBufAttrListFree(list);
}

/**
 * A memory stays with the duplicate of its object, so memories can run out before objects do.
 * @verifies RF-BUF-035
 */
static void memories_can_be_used_up(void **state)
{
    uint32_t taken[RINGFENCE_CFG_BUF_MEMORIES];
    NvSciBufAttrList list = buf_reconciled_one(buf_recipe(RECIPE_RAW));
    NvSciBufObj object = NULL;

    (void)state;
    for (size_t i = 0U; i < RINGFENCE_CFG_BUF_MEMORIES; i++) {
        assert_int_equal(ringfence_pool_take(RINGFENCE_POOL_BUF_MEMORY, &taken[i]),
                         NvSciError_Success);
    }
    assert_int_equal(NvSciBufObjAlloc(list, &object), NvSciError_InsufficientMemory);
    assert_null(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_HANDLE), 0U);
    for (size_t i = 0U; i < RINGFENCE_CFG_BUF_MEMORIES; i++) {
        ringfence_pool_give(RINGFENCE_POOL_BUF_MEMORY, taken[i]);
    }
    NvSciBufAttrListFree(list);
}

/**
 * A duplicate is another handle of the same object: same memory, same list, and it lives on alone.
 * @verifies RF-BUF-018
 */
static void duplicates_are_handles_of_one_object(void **state)
{
    NvSciBufObj object = buf_raw_object(64U);
    NvSciBufObj other = NULL;
    uint8_t *const bytes = pointer_of(object);

    (void)state;
    assert_int_equal(NvSciBufObjDup(object, &other), NvSciError_Success);
    assert_ptr_not_equal(object, other);
    assert_ptr_equal(pointer_of(other), bytes);
    assert_ptr_equal(list_of(other), list_of(object));
    NvSciBufObjFree(object);
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_BadParameter);
    bytes[63] = 7U;
    assert_int_equal(pointer_of(other)[63], 7U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 1U);
    assert_int_equal(NvSciBufObjDup(other, NULL), NvSciError_BadParameter);
    NvSciBufObjFree(other);
}

/**
 * A duplicate with fewer rights is an object of its own on the same memory; the mapping itself
 * cannot be written. The original keeps its rights, and each outlives the other.
 * @verifies RF-BUF-019
 * @verifies RF-BUF-057
 */
static void reduced_duplicates_cannot_be_written(void **state)
{
    NvSciBufObj object = buf_raw_object(64U);
    NvSciBufObj reduced = NULL;
    NvSciBufObj again = NULL;
    void *pointer = &object;
    uint8_t *const bytes = pointer_of(object);

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, READ, &reduced), NvSciError_Success);
    ASSERT_U32(list_of(object), GEN(ActualPerm), WRITE);
    ASSERT_U32(list_of(reduced), GEN(ActualPerm), READ);
    ASSERT_U64(list_of(reduced), SIZE, 64U);
    assert_int_equal(NvSciBufObjGetCpuPtr(reduced, &pointer), NvSciError_BadParameter);
    assert_ptr_equal(pointer, &object);
    bytes[5] = 9U;
    assert_int_equal(const_pointer_of(reduced)[5], 9U);
    assert_ptr_not_equal(const_pointer_of(reduced), bytes);
    assert_false(write_kills(bytes));
    assert_true(write_kills((uint8_t *)(uintptr_t)const_pointer_of(reduced)));
    assert_int_equal(NvSciBufObjValidate(reduced), NvSciError_Success);
    assert_int_equal(NvSciBufObjDupWithReducePerm(reduced, READ, &again), NvSciError_Success);
    assert_ptr_equal(list_of(again), list_of(reduced));
    assert_int_equal(NvSciBufObjDupWithReducePerm(reduced, WRITE, &again), NvSciError_BadParameter);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_MEMORY), 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 2U);
    NvSciBufObjFree(object);
    assert_int_equal(const_pointer_of(reduced)[5], 9U);
    NvSciBufObjFree(reduced);
    assert_int_equal(const_pointer_of(again)[5], 9U);
    NvSciBufObjFree(again);
}

/** @verifies RF-BUF-019 */
static void equal_rights_make_a_plain_duplicate(void **state)
{
    NvSciBufObj object = buf_raw_object(64U);
    NvSciBufObj other = NULL;
    static const NvSciBufAttrValAccessPerm bad[] = {
        NvSciBufAccessPerm_Auto, NvSciBufAccessPerm_Invalid, (NvSciBufAttrValAccessPerm)0,
        (NvSciBufAttrValAccessPerm)2};

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, WRITE, &other), NvSciError_Success);
    assert_ptr_equal(list_of(object), list_of(other));
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        NvSciBufObj none = NULL;

        assert_int_equal(NvSciBufObjDupWithReducePerm(object, bad[i], &none),
                         NvSciError_BadParameter);
        assert_null(none);
    }
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, READ, NULL), NvSciError_BadParameter);
    NvSciBufObjFree(object);
    NvSciBufObjFree(other);
}

/**
 * Without CPU access there are no pointers and nothing to flush, but there is memory.
 * @verifies RF-BUF-022
 * @verifies RF-BUF-023
 * @verifies RF-BUF-024
 */
static void without_cpu_access_there_are_no_pointers(void **state)
{
    NvSciBufObj object = buf_object_of(buf_recipe(RECIPE_RAW));
    void *pointer = NULL;
    const void *const_pointer = NULL;

    (void)state;
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &const_pointer), NvSciError_BadParameter);
    assert_null(pointer);
    assert_null(const_pointer);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, 1000U), NvSciError_NotPermitted);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_MEMORY), 1U);
    NvSciBufObjFree(object);
}

/** @verifies RF-BUF-024 */
static void flushes_stay_inside_the_buffer(void **state)
{
    static const struct {
        uint64_t offset, len;
        NvSciError status;
    } cases[] = {{0U, 1000U, NvSciError_Success},
                 {999U, 1U, NvSciError_Success},
                 {0U, 1U, NvSciError_Success},
                 {0U, 0U, NvSciError_BadParameter},
                 {0U, 1001U, NvSciError_BadParameter},
                 {1000U, 1U, NvSciError_BadParameter},
                 {999U, 2U, NvSciError_BadParameter},
                 {UINT64_MAX, 1U, NvSciError_Overflow},
                 {1U, UINT64_MAX, NvSciError_Overflow},
                 {UINT64_MAX, 0U, NvSciError_BadParameter},
                 {UINT64_MAX - 1U, 1U, NvSciError_BadParameter}};

    (void)state;
    for (uint32_t kind = 0U; kind < 2U; kind++) {
        /* Needing the flush, and not; where no engine sees the CPU's cache, all need it. */
        const uint8_t needed = ((kind == 1U) || (!port_cache_is_coherent())) ? 1U : 0U;
        NvSciBufObj object =
            buf_object_of(RECIPE(RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, true),
                                 PAIR(GEN(EnableCpuCache), bool, kind == 1U),
                                 PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine,
                                      {NvSciBufHwEngName_Display, NvSciBufPlatformName_Orin})));
        NvSciBufObj reduced = NULL;

        ASSERT_U8(list_of(object), GEN(CpuNeedSwCacheCoherency), needed);
        assert_int_equal(NvSciBufObjDupWithReducePerm(object, READ, &reduced), NvSciError_Success);
        for (size_t i = 0U; i < COUNT_OF(cases); i++) {
            assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, cases[i].offset, cases[i].len),
                             cases[i].status);
            assert_int_equal(NvSciBufObjFlushCpuCacheRange(reduced, cases[i].offset, cases[i].len),
                             cases[i].status);
        }
        NvSciBufObjFree(object);
        NvSciBufObjFree(reduced);
    }
}

static PortAtomic32 g_flushed;

/** What a thread does while the library's lock is held. */
static void *flush_in_thread(void *object)
{
    static NvSciError status;

    status = NvSciBufObjFlushCpuCacheRange(object, 0U, 64U);
    port_store32(&g_flushed, 1U);
    return &status;
}

/**
 * A flush does not wait for the library's lock in RUNTIME.
 * @verifies RF-BUF-024
 */
static void flushing_takes_no_lock(void **state)
{
    NvSciBufObj object = buf_raw_object(64U);
    pthread_t thread;
    void *status = NULL;

    (void)state;
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    ringfence_port_lock();
    assert_int_equal(pthread_create(&thread, NULL, flush_in_thread, object), 0);
    assert_int_equal(pthread_join(thread, &status), 0);
    ringfence_port_unlock();
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(*(NvSciError *)status, NvSciError_Success);
    NvSciBufObjFree(object);
}

/**
 * In INIT, where others free and allocate, it does.
 * @verifies RF-BUF-206
 */
static void flushing_waits_for_the_lock_in_init(void **state)
{
    NvSciBufObj object = buf_raw_object(64U);
    pthread_t thread;
    void *status = NULL;
    uint32_t flushed = 1U;

    (void)state;
    port_store32(&g_flushed, 0U);
    ringfence_port_lock();
    assert_int_equal(pthread_create(&thread, NULL, flush_in_thread, object), 0);
    (void)ringfence_port_sleep(&g_flushed, 0U, 20000);
    flushed = port_load32(&g_flushed);
    ringfence_port_unlock();
    assert_int_equal(pthread_join(thread, &status), 0);
    assert_int_equal(flushed, 0U);
    assert_int_equal(*(NvSciError *)status, NvSciError_Success);
    NvSciBufObjFree(object);
}

/**
 * An object that is not what its list says does not validate.
 * @verifies RF-BUF-025
 */
static void inconsistent_objects_do_not_validate(void **state)
{
    NvSciBufObj handle = buf_raw_object(64U);
    const BufObject *found = NULL;
    BufObject *object = NULL;
    PortMemory *memory = NULL;
    BufObject sound;
    PortMemory sound_memory;

    (void)state;
    assert_int_equal(NvSciBufObjValidate(handle), NvSciError_Success);
    assert_int_equal(buf_object_find(OP_BUF_OBJ_VALIDATE, handle, &found), NvSciError_Success);
    object = (BufObject *)(uintptr_t)found;
    memory = (PortMemory *)(uintptr_t)buf_object_memory(found);
    sound = *object;
    sound_memory = *memory;
    for (uint32_t damage = 0U; damage < 7U; damage++) {
        switch (damage) {
        case 0U:
            object->size++;
            break;
        case 1U:
            object->permission = READ;
            memory->view = memory->base;
            break;
        case 2U:
            object->has_cpu_access = false;
            break;
        case 3U:
            memory->size = 63U;
            break;
        case 4U:
            memory->alignment = 2048U;
            break;
        case 5U:
            memory->base = NULL;
            break;
        default:
            buf_put_number(object->list, BUF_GENERAL_ACTUAL_PERM, READ);
            break;
        }
        assert_int_equal(NvSciBufObjValidate(handle), NvSciError_ObjValidationFailed);
        *object = sound;
        *memory = sound_memory;
        buf_put_number(object->list, BUF_GENERAL_ACTUAL_PERM, WRITE);
        assert_int_equal(NvSciBufObjValidate(handle), NvSciError_Success);
    }
    NvSciBufObjFree(handle);
}

/**
 * Every function refuses a handle that names no object, and leaves other objects as they are.
 * @verifies RF-BUF-028
 */
static void handles_are_checked_everywhere(void **state)
{
    NvSciBufObj bad[70];
    NvSciBufObj witness = buf_raw_object(64U);
    NvSciBufObj stale = buf_raw_object(64U);
    NvSciBufObj live = buf_raw_object(64U);
    uint8_t *const bytes = pointer_of(witness);
    size_t count = 0U;
    uint32_t faults = 0U;

    (void)state;
    NvSciBufObjFree(stale);
    bad[count++] = stale;
    bad[count++] = (NvSciBufObj)(uintptr_t)list_of(witness);
    bad[count++] = (NvSciBufObj)(uintptr_t)g_module;
    bad[count++] = (NvSciBufObj)(uintptr_t)bytes;
    bad[count++] = (NvSciBufObj)(uintptr_t)1U;
    bad[count++] = (NvSciBufObj)(UINTPTR_MAX);
    for (uint32_t bit = 10U; bit < (sizeof(uintptr_t) * 8U); bit++) {
        bad[count++] = (NvSciBufObj)((uintptr_t)live ^ ((uintptr_t)1U << bit));
    }
    bytes[0] = 0x5AU;
    faults = buf_faults();
    bad[count] = NULL;
    for (size_t i = 0U; i <= count; i++) {
        NvSciBufObj out = witness;
        NvSciBufAttrList list = NULL;
        void *pointer = NULL;
        const void *const_pointer = NULL;

        NvSciBufObjFree(bad[i]);
        assert_int_equal(NvSciBufObjDup(bad[i], &out), NvSciError_BadParameter);
        assert_int_equal(NvSciBufObjDupWithReducePerm(bad[i], READ, &out), NvSciError_BadParameter);
        assert_int_equal(NvSciBufObjGetAttrList(bad[i], &list), NvSciError_BadParameter);
        assert_int_equal(NvSciBufObjGetCpuPtr(bad[i], &pointer), NvSciError_BadParameter);
        assert_int_equal(NvSciBufObjGetConstCpuPtr(bad[i], &const_pointer),
                         NvSciError_BadParameter);
        assert_int_equal(NvSciBufObjFlushCpuCacheRange(bad[i], 0U, 1U), NvSciError_BadParameter);
        assert_int_equal(NvSciBufObjValidate(bad[i]), NvSciError_BadParameter);
        assert_ptr_equal(out, witness);
        assert_null(list);
        assert_null(pointer);
        assert_null(const_pointer);
    }
    assert_int_equal(buf_faults(), faults + (8U * count));
    assert_int_equal(bytes[0], 0x5AU);
    assert_int_equal(NvSciBufObjValidate(witness), NvSciError_Success);
    assert_int_equal(NvSciBufObjValidate(live), NvSciError_Success);
    NvSciBufObjFree(witness);
    NvSciBufObjFree(live);
}

/** @verifies RF-BUF-020 */
static void freeing_twice_is_noticed(void **state)
{
    NvSciBufObj object = buf_raw_object(64U);
    NvSciBufObj next = NULL;
    uint32_t faults = 0U;

    (void)state;
    NvSciBufObjFree(object);
    next = buf_raw_object(64U);
    faults = buf_faults();
    NvSciBufObjFree(NULL);
    assert_int_equal(buf_faults(), faults);
    NvSciBufObjFree(object);
    assert_int_equal(buf_faults(), faults + 1U);
    assert_int_equal(NvSciBufObjValidate(next), NvSciError_Success);
    NvSciBufObjFree(next);
}

/** @verifies RF-BUF-021 */
static void places_for_answers_are_needed(void **state)
{
    NvSciBufObj object = buf_raw_object(64U);

    (void)state;
    assert_int_equal(NvSciBufObjGetAttrList(object, NULL), NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjGetCpuPtr(object, NULL), NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, NULL), NvSciError_BadParameter);
    NvSciBufObjFree(object);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_type_can_be_allocated),
                                       TEST(memory_is_aligned),
                                       TEST(objects_of_a_list_are_independent),
                                       TEST(allocation_checks_its_arguments),
                                       TEST(list_that_is_not_reconciled_is_told),
                                       TEST(access_that_is_not_given_is_told),
                                       TEST(memory_that_is_not_there_is_refused),
                                       TEST(objects_can_be_used_up),
                                       TEST(memories_can_be_used_up),
                                       TEST(duplicates_are_handles_of_one_object),
                                       TEST(reduced_duplicates_cannot_be_written),
                                       TEST(equal_rights_make_a_plain_duplicate),
                                       TEST(without_cpu_access_there_are_no_pointers),
                                       TEST(flushes_stay_inside_the_buffer),
                                       TEST(flushing_takes_no_lock),
                                       TEST(flushing_waits_for_the_lock_in_init),
                                       TEST(inconsistent_objects_do_not_validate),
                                       TEST(handles_are_checked_everywhere),
                                       TEST(freeing_twice_is_noticed),
                                       TEST(places_for_answers_are_needed)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
