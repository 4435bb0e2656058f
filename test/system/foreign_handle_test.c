/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file foreign_handle_test.c
 * Raw bytes of handles and fences that another process made, in a process that did the same.
 */
#define _GNU_SOURCE

#include "core/pool.h"
#include "nvscibuf.h"
#include "peers.h"

/** What a process makes: the same in each. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncAttrList list;
    NvSciSyncObj object;
    NvSciSyncCpuWaitContext context;
    NvSciSyncFence fence;
    NvSciBufModule buf_module;
    NvSciBufAttrList buf_list;
    NvSciBufObj buffer;
    NvSciIpcEndpoint endpoint;
} Things;

/** From the first process to the second one, and back. */
static int g_there[2];
static int g_back[2];

static NvSciSyncObj make_object(NvSciSyncModule module)
{
    const NvSciSyncAttrList list = ask_for(module, NvSciSyncAccessPerm_WaitSignal, false);

    return make_of(&list, 1U);
}

static NvSciBufObj make_buffer(NvSciBufModule module, NvSciBufAttrList *list)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = 4096U;
    const uint64_t align = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj buffer = NULL;

    CHECK_OK(NvSciBufAttrListCreate(module, list));
    CHECK_OK(NvSciBufAttrListSetAttrs(*list, pairs, COUNT_OF(pairs)));
    CHECK_OK(NvSciBufAttrListReconcile(list, 1U, &reconciled, &conflict));
    CHECK_OK(NvSciBufObjAlloc(reconciled, &buffer));
    NvSciBufAttrListFree(reconciled);
    return buffer;
}

static Things make_things(const char *name)
{
    Things things;

    (void)memset(&things, 0, sizeof(things));
    things.module = open_sync();
    things.list = ask_for(things.module, NvSciSyncAccessPerm_WaitSignal, false);
    things.object = make_object(things.module);
    CHECK_OK(NvSciSyncCpuWaitContextAlloc(things.module, &things.context));
    CHECK_OK(NvSciSyncObjGenerateFence(things.object, &things.fence));
    CHECK_OK(NvSciBufModuleOpen(&things.buf_module));
    things.buffer = make_buffer(things.buf_module, &things.buf_list);
    CHECK_OK(NvSciIpcOpenEndpoint(name, &things.endpoint));
    return things;
}

/** Everything works: the fence expires by a signal, and not before. */
static void check_own(Things *things)
{
    void *base = NULL;
    bool reconciled = true;

    CHECK_STATUS(NvSciSyncFenceWait(&things->fence, things->context, 0), NvSciError_Timeout);
    CHECK_OK(NvSciSyncObjSignal(things->object));
    CHECK_OK(NvSciSyncFenceWait(&things->fence, things->context, 0));
    CHECK_OK(NvSciSyncObjGenerateFence(things->object, &things->fence));
    CHECK_OK(NvSciSyncAttrListIsReconciled(things->list, &reconciled));
    CHECK_OK(NvSciBufAttrListIsReconciled(things->buf_list, &reconciled));
    CHECK_OK(NvSciBufObjGetCpuPtr(things->buffer, &base));
    CHECK_OK(NvSciIpcResetEndpointSafe(things->endpoint));
}

static void put_bytes(const int *pipe_ends, const void *bytes, size_t size)
{
    CHECK(write(pipe_ends[1], bytes, size) == (ssize_t)size);
}

static void get_bytes(const int *pipe_ends, void *bytes, size_t size)
{
    CHECK(read(pipe_ends[0], bytes, size) == (ssize_t)size);
}

static RingfenceFault fault_now(void)
{
    RingfenceFault fault;

    CHECK_OK(RingfenceGetLastFault(&fault));
    return fault;
}

/** The last call reported one fault of this kind. */
static void expect_fault(RingfenceFault *before, RingfenceFaultKind kind)
{
    const RingfenceFault now = fault_now();

    CHECK(now.total == (before->total + 1U));
    CHECK(now.kind == kind);
    *before = now;
}

/** Calls functions with the things of the other process: none of them is known here. */
static void check_foreign_handles(const Things *foreign, const Things *own)
{
    RingfenceFault before = fault_now();
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj copy = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciBufAttrList buf_list = NULL;
    const void *base = NULL;
    uint32_t events = 0U;
    bool reconciled = true;

#define REFUSED(call)                                                                              \
    CHECK_STATUS(call, NvSciError_BadParameter);                                                   \
    expect_fault(&before, RINGFENCE_FAULT_BAD_HANDLE)
    REFUSED(NvSciSyncObjSignal(foreign->object));
    REFUSED(NvSciSyncObjGenerateFence(foreign->object, &fence));
    REFUSED(NvSciSyncObjDup(foreign->object, &copy));
    REFUSED(NvSciSyncObjGetAttrList(foreign->object, &list));
    REFUSED(NvSciSyncAttrListCreate(foreign->module, &list));
    REFUSED(NvSciSyncAttrListIsReconciled(foreign->list, &reconciled));
    REFUSED(NvSciSyncFenceWait(&own->fence, foreign->context, 0));
    REFUSED(NvSciBufAttrListCreate(foreign->buf_module, &buf_list));
    REFUSED(NvSciBufAttrListIsReconciled(foreign->buf_list, &reconciled));
    REFUSED(NvSciBufObjGetConstCpuPtr(foreign->buffer, &base));
    REFUSED(NvSciBufObjFlushCpuCacheRange(foreign->buffer, 0U, 64U));
    REFUSED(NvSciIpcGetEventSafe(foreign->endpoint, &events));
#undef REFUSED
    NvSciSyncObjFree(foreign->object);
    expect_fault(&before, RINGFENCE_FAULT_BAD_HANDLE);
    NvSciBufObjFree(foreign->buffer);
    expect_fault(&before, RINGFENCE_FAULT_BAD_HANDLE);
    NvSciSyncAttrListFree(foreign->list);
    expect_fault(&before, RINGFENCE_FAULT_BAD_HANDLE);
    NvSciIpcCloseEndpoint(foreign->endpoint);
    expect_fault(&before, RINGFENCE_FAULT_BAD_HANDLE);
}

/** The same with a fence: what kind of fault it is depends on what is known of the other process.
 */
static void check_foreign_fence(const NvSciSyncFence *foreign, NvSciSyncCpuWaitContext context,
                                RingfenceFaultKind kind)
{
    RingfenceFault before = fault_now();
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    uint64_t id = 0U;
    uint64_t value = 0U;

    CHECK_STATUS(NvSciSyncFenceWait(foreign, context, 0), NvSciError_BadParameter);
    expect_fault(&before, kind);
    CHECK_STATUS(NvSciSyncFenceDup(foreign, &copy), NvSciError_BadParameter);
    expect_fault(&before, kind);
    CHECK_STATUS(NvSciSyncFenceExtractFence(foreign, &id, &value), NvSciError_BadParameter);
    expect_fault(&before, kind);
}

static void first_process(void)
{
    Things own = make_things(A_0);
    char done = '\0';

    put_bytes(g_there, &own, sizeof(own));
    get_bytes(g_back, &done, 1U);
    check_own(&own);
}

static void second_process(void)
{
    Things own = make_things(B_0);
    Things foreign;
    NvSciSyncFence copy;

    get_bytes(g_there, &foreign, sizeof(foreign));
    /* The other one did the same: its fence names the same slot and point. */
    CHECK(pool_index_of_name(foreign.fence.payload[0]) == pool_index_of_name(own.fence.payload[0]));
    CHECK(foreign.fence.payload[1] == own.fence.payload[1]);
    check_foreign_handles(&foreign, &own);
    check_foreign_fence(&foreign.fence, own.context, RINGFENCE_FAULT_BAD_FENCE);
    copy = foreign.fence;
    NvSciSyncFenceClear(&copy);
    CHECK(memcmp(&copy, &NvSciSyncFenceInitializer, sizeof(copy)) == 0);
    check_own(&own);
    put_bytes(g_back, "x", 1U);
}

/**
 * Handles and fences of another process, that it made in the same order and passed on as bytes, are
 * refused with a fault report; nothing is signalled, freed or counted.
 * @verifies RF-CORE-205 RF-SYNC-200
 */
static void handles_and_fences_of_another_process_are_refused(void **state)
{
    const Role roles[] = {first_process, second_process};

    (void)state;
    assert_int_equal(pipe(g_there), 0);
    assert_int_equal(pipe(g_back), 0);
    run_roles(roles, COUNT_OF(roles));
    for (size_t i = 0U; i < 2U; i++) {
        (void)close(g_there[i]);
        (void)close(g_back[i]);
    }
}

/** What parent or child makes after the fork, in the same slots. */
typedef struct {
    NvSciSyncObj object;
    NvSciSyncFence fence;
} Later;

static Later make_later(NvSciSyncModule module)
{
    Later later = {make_object(module), NvSciSyncFenceInitializer};

    CHECK_OK(NvSciSyncObjGenerateFence(later.object, &later.fence));
    return later;
}

/** What the other one made after the fork is refused; the own is good. */
static void check_later(const Later *foreign, const Later *own, NvSciSyncCpuWaitContext context)
{
    RingfenceFault before = fault_now();

    CHECK(pool_index_of_name(foreign->fence.payload[0]) ==
          pool_index_of_name(own->fence.payload[0]));
    CHECK_STATUS(NvSciSyncObjSignal(foreign->object), NvSciError_BadParameter);
    expect_fault(&before, RINGFENCE_FAULT_BAD_HANDLE);
    check_foreign_fence(&foreign->fence, context, RINGFENCE_FAULT_STALE_FENCE);
    CHECK_STATUS(NvSciSyncFenceWait(&own->fence, context, 0), NvSciError_Timeout);
    CHECK_OK(NvSciSyncObjSignal(own->object));
    CHECK_OK(NvSciSyncFenceWait(&own->fence, context, 0));
}

/** Goes on with the memory of its parent: the fence that it got can be waited for, and the object
 * signalled. */
static void forked_child(Things *things)
{
    Later own;
    Later foreign;

    CHECK_STATUS(NvSciSyncFenceWait(&things->fence, things->context, 0), NvSciError_Timeout);
    CHECK_OK(NvSciSyncObjSignal(things->object));
    CHECK_OK(NvSciSyncFenceWait(&things->fence, things->context, 0));
    own = make_later(things->module);
    put_bytes(g_back, &own, sizeof(own));
    get_bytes(g_there, &foreign, sizeof(foreign));
    check_later(&foreign, &own, things->context);
    CHECK_OK(NvSciSyncFenceWait(&things->fence, things->context, 0));
    CHECK_OK(NvSciSyncObjSignal(things->object));
}

static void forking_process(void)
{
    Things things;
    Later own;
    Later foreign;
    pid_t child = -1;

    (void)memset(&things, 0, sizeof(things));
    things.module = open_sync();
    things.object = make_object(things.module);
    CHECK_OK(NvSciSyncCpuWaitContextAlloc(things.module, &things.context));
    CHECK_OK(NvSciSyncObjGenerateFence(things.object, &things.fence));
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        forked_child(&things);
        leave_child();
    }
    own = make_later(things.module);
    put_bytes(g_there, &own, sizeof(own));
    get_bytes(g_back, &foreign, sizeof(foreign));
    check_later(&foreign, &own, things.context);
    CHECK(waitpid(child, &(int){0}, 0) == child);
    CHECK_OK(NvSciSyncFenceWait(&things.fence, things.context, 0));
}

/**
 * A forked child goes on with the handles and fences that it got; what it and its parent make
 * afterwards, each refuses of the other, though it lies in the same slots.
 * @verifies RF-CORE-206 RF-SYNC-200
 */
static void parent_and_child_refuse_what_the_other_made_later(void **state)
{
    const Role role = forking_process;

    (void)state;
    assert_int_equal(pipe(g_there), 0);
    assert_int_equal(pipe(g_back), 0);
    run_roles(&role, 1U);
    for (size_t i = 0U; i < 2U; i++) {
        (void)close(g_there[i]);
        (void)close(g_back[i]);
    }
}

/** Slots that parent and child take after the fork, and one that was taken before it. */
#define SLOTS 40U

/** Slots of a pool and their handles. */
typedef struct {
    uint32_t index[SLOTS];
    uintptr_t word[SLOTS];
} Slots;

/** Takes a slot of the pool of stored fences. */
static uint32_t take_slot(void)
{
    uint32_t index = UINT32_MAX;

    CHECK_OK(ringfence_api_enter(OP_SYNC_OBJ_ALLOC));
    CHECK_OK(ringfence_pool_take(RINGFENCE_POOL_FENCE, &index));
    ringfence_api_leave();
    return index;
}

static void give_slot(uint32_t index)
{
    CHECK_OK(ringfence_api_enter(OP_SYNC_OBJ_FREE));
    ringfence_pool_give(RINGFENCE_POOL_FENCE, index);
    ringfence_api_leave();
}

static uint32_t slots_in_use(void)
{
    RingfencePoolUsage usage;

    CHECK_OK(RingfenceGetPoolUsage(RINGFENCE_POOL_FENCE, &usage));
    return usage.inUse;
}

/** Takes a slot and notes its handle. */
static void note_slot(Slots *slots, uint32_t place)
{
    const uint32_t index = take_slot();

    slots->index[place] = index;
    slots->word[place] = (uintptr_t)ringfence_pool_handle(RINGFENCE_POOL_FENCE, index);
}

/** Takes slots that were free at the fork, gives back the one that was not, and goes on until it
 * has that one again. */
static void take_later(uint32_t earlier, Slots *slots)
{
    give_slot(earlier);
    for (uint32_t i = 0U; i < SLOTS; i++) {
        note_slot(slots, i);
    }
    while (slots->index[SLOTS - 1U] != earlier) {
        give_slot(slots->index[SLOTS - 1U]);
        note_slot(slots, SLOTS - 1U);
    }
}

/** The slots are those of the other process, and each of its handles is found nowhere here. */
static void check_slots(const Slots *foreign, const Slots *own)
{
    for (uint32_t i = 0U; i < SLOTS; i++) {
        uint32_t index = UINT32_MAX;

        CHECK(foreign->index[i] == own->index[i]);
        CHECK_OK(ringfence_pool_find(OP_SYNC_OBJ_FREE, RINGFENCE_POOL_FENCE,
                                     (const void *)own->word[i], &index));
        CHECK(index == own->index[i]);
        CHECK_STATUS(ringfence_pool_find(OP_SYNC_OBJ_FREE, RINGFENCE_POOL_FENCE,
                                         (const void *)foreign->word[i], &index),
                     NvSciError_BadParameter);
    }
    CHECK(slots_in_use() == SLOTS);
}

/** Takes each slot once, and all but one at one time; then forks. */
static void process_with_used_slots(void)
{
    static uint32_t all[RINGFENCE_CFG_FENCES];
    const NvSciSyncModule module = open_sync();
    Slots own;
    Slots foreign;
    uint32_t earlier = UINT32_MAX;
    pid_t child = -1;
    int status = -1;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_FENCES; i++) {
        all[i] = take_slot();
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_FENCES; i++) {
        give_slot(all[i]);
    }
    earlier = take_slot();
    CHECK(slots_in_use() == 1U);
    child = fork();
    CHECK(child >= 0);
    take_later(earlier, &own);
    put_bytes((child == 0) ? g_back : g_there, &own, sizeof(own));
    get_bytes((child == 0) ? g_there : g_back, &foreign, sizeof(foreign));
    check_slots(&foreign, &own);
    for (uint32_t i = 0U; i < SLOTS; i++) {
        give_slot(own.index[i]);
    }
    CHECK(slots_in_use() == 0U);
    if (child == 0) {
        leave_child();
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    NvSciSyncModuleClose(module);
}

/**
 * Slots that were free at a fork, and one that was taken then and given back later, get handles in
 * parent and child that the other one does not take.
 * @verifies RF-CORE-206
 */
static void slots_from_before_a_fork_get_handles_of_their_own(void **state)
{
    const Role role = process_with_used_slots;

    (void)state;
    assert_int_equal(pipe(g_there), 0);
    assert_int_equal(pipe(g_back), 0);
    run_roles(&role, 1U);
    for (size_t i = 0U; i < 2U; i++) {
        (void)close(g_there[i]);
        (void)close(g_back[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        peers_test(handles_and_fences_of_another_process_are_refused),
        peers_test(parent_and_child_refuse_what_the_other_made_later),
        peers_test(slots_from_before_a_fork_get_handles_of_their_own),
    };

    return cmocka_run_group_tests_name("foreign_handle", tests, NULL, NULL);
}
