/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_share_test.c
 * Sync objects and fences in several processes.
 */
#define _GNU_SOURCE

#include "peers.h"
#include "port/wait.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* ---------------------------------------------------------------- the usual program */

static void guide_signaler(void)
{
    NvSciSyncAttrList unreconciledList[2] = {NULL};
    NvSciSyncAttrList reconciledList = NULL;
    NvSciSyncAttrList newConflictList = NULL;
    NvSciSyncAttrList signalerAttrList = NULL;
    NvSciSyncModule module = NULL;
    NvSciSyncObj syncObj = NULL;
    NvSciSyncAttrList importedUnreconciledAttrList = NULL;
    NvSciSyncFence syncFence = NvSciSyncFenceInitializer;
    NvSciIpcEndpoint ipcEndpoint = 0;
    NvSciSyncFenceIpcExportDescriptor fenceDesc;
    static Bytes waiterAttrListDesc;
    size_t waiterAttrListSize = 0U;
    void *objAndListDesc = NULL;
    size_t objAndListSize = 0U;
    NvSciSyncAttrKeyValuePair keyValue[2] = {0};
    bool cpuSignaler = true;
    NvSciSyncAccessPerm cpuPerm = NvSciSyncAccessPerm_SignalOnly;

    CHECK_OK(NvSciIpcInit());
    ipcEndpoint = join(A_0);
    CHECK_OK(NvSciSyncModuleOpen(&module));
    CHECK_OK(NvSciSyncAttrListCreate(module, &signalerAttrList));
    keyValue[0].attrKey = NvSciSyncAttrKey_NeedCpuAccess;
    keyValue[0].value = (void *)&cpuSignaler;
    keyValue[0].len = sizeof(cpuSignaler);
    keyValue[1].attrKey = NvSciSyncAttrKey_RequiredPerm;
    keyValue[1].value = (void *)&cpuPerm;
    keyValue[1].len = sizeof(cpuPerm);
    CHECK_OK(NvSciSyncAttrListSetAttrs(signalerAttrList, keyValue, 2));
    waiterAttrListSize = get(ipcEndpoint, &waiterAttrListDesc, sizeof(waiterAttrListDesc));
    CHECK_OK(NvSciSyncAttrListIpcImportUnreconciled(module, ipcEndpoint, &waiterAttrListDesc,
                                                    waiterAttrListSize,
                                                    &importedUnreconciledAttrList));
    unreconciledList[0] = signalerAttrList;
    unreconciledList[1] = importedUnreconciledAttrList;
    CHECK_OK(NvSciSyncAttrListReconcile(unreconciledList, 2, &reconciledList, &newConflictList));
    CHECK_OK(NvSciSyncObjAlloc(reconciledList, &syncObj));
    CHECK_OK(NvSciSyncIpcExportAttrListAndObj(syncObj, NvSciSyncAccessPerm_WaitOnly, ipcEndpoint,
                                              &objAndListDesc, &objAndListSize));
    put(ipcEndpoint, objAndListDesc, objAndListSize);
    /* signaler's streaming phase */
    CHECK_OK(NvSciSyncObjGenerateFence(syncObj, &syncFence));
    CHECK_OK(NvSciSyncIpcExportFence(&syncFence, ipcEndpoint, &fenceDesc));
    NvSciSyncFenceClear(&syncFence);
    put(ipcEndpoint, &fenceDesc, sizeof(fenceDesc));
    (void)usleep(10000U);
    CHECK_OK(NvSciSyncObjSignal(syncObj));
    listen_to(ipcEndpoint);
    /* cleanup */
    NvSciSyncAttrListAndObjFreeDesc(objAndListDesc);
    NvSciSyncObjFree(syncObj);
    NvSciSyncAttrListFree(reconciledList);
    NvSciSyncAttrListFree(newConflictList);
    NvSciSyncAttrListFree(signalerAttrList);
    NvSciSyncAttrListFree(importedUnreconciledAttrList);
    part(module, ipcEndpoint);
}

static void guide_waiter(void)
{
    NvSciSyncAttrKeyValuePair keyValue[2] = {0};
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList waiterAttrList = NULL;
    void *waiterAttrListDesc = NULL;
    size_t waiterAttrListSize = 0U;
    NvSciSyncObj syncObj = NULL;
    static Bytes objAndListDesc;
    size_t objAndListSize = 0U;
    NvSciSyncCpuWaitContext waitContext = NULL;
    NvSciSyncFenceIpcExportDescriptor fenceDesc;
    NvSciSyncFence syncFence = NvSciSyncFenceInitializer;
    NvSciIpcEndpoint ipcEndpoint = 0;
    bool cpuWaiter = true;
    NvSciSyncAccessPerm cpuPerm = NvSciSyncAccessPerm_WaitOnly;

    CHECK_OK(NvSciIpcInit());
    ipcEndpoint = join(A_1);
    CHECK_OK(NvSciSyncModuleOpen(&module));
    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &waitContext));
    CHECK_OK(NvSciSyncAttrListCreate(module, &waiterAttrList));
    keyValue[0].attrKey = NvSciSyncAttrKey_NeedCpuAccess;
    keyValue[0].value = (void *)&cpuWaiter;
    keyValue[0].len = sizeof(cpuWaiter);
    keyValue[1].attrKey = NvSciSyncAttrKey_RequiredPerm;
    keyValue[1].value = (void *)&cpuPerm;
    keyValue[1].len = sizeof(cpuPerm);
    CHECK_OK(NvSciSyncAttrListSetAttrs(waiterAttrList, keyValue, 2));
    CHECK_OK(NvSciSyncAttrListIpcExportUnreconciled(&waiterAttrList, 1, ipcEndpoint,
                                                    &waiterAttrListDesc, &waiterAttrListSize));
    put(ipcEndpoint, waiterAttrListDesc, waiterAttrListSize);
    objAndListSize = get(ipcEndpoint, &objAndListDesc, sizeof(objAndListDesc));
    CHECK_OK(NvSciSyncIpcImportAttrListAndObj(module, ipcEndpoint, &objAndListDesc, objAndListSize,
                                              &waiterAttrList, 1, NvSciSyncAccessPerm_WaitOnly,
                                              10000U, &syncObj));
    /* Waiter streaming phase */
    CHECK(get(ipcEndpoint, &fenceDesc, sizeof(fenceDesc)) == sizeof(fenceDesc));
    CHECK_OK(NvSciSyncIpcImportFence(syncObj, &fenceDesc, &syncFence));
    CHECK_OK(NvSciSyncFenceWait(&syncFence, waitContext, 30000000U));
    NvSciSyncFenceClear(&syncFence);
    tell(ipcEndpoint);
    /* cleanup */
    NvSciSyncAttrListFreeDesc(waiterAttrListDesc);
    NvSciSyncAttrListFree(waiterAttrList);
    NvSciSyncObjFree(syncObj);
    NvSciSyncCpuWaitContextFree(waitContext);
    part(module, ipcEndpoint);
}

/**
 * The program of the guide: one process signals, the other one waits, and nothing is left in
 * either.
 * @verifies RF-SHARE-040 RF-SHARE-043 RF-SHARE-052 RF-SHARE-053
 */
static void one_process_signals_and_one_waits(void **state)
{
    static const Role roles[] = {guide_signaler, guide_waiter};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- what a waiter cannot do */

static void patient_signaler(void)
{
    const Side side = open_signaler();

    listen_to(side.channel);
    CHECK(port_load64(&inside(side.object)->counter->value) == 0U);
    close_side(&side);
}

/** Writes to an address in a child, which must die of it. */
static void must_not_write(const void *address)
{
    const pid_t child = fork();
    int status = 0;

    CHECK(child >= 0);
    if (child == 0) {
        *(volatile uint64_t *)(uintptr_t)address = 1U;
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV));
}

/** Tries to get at a file's bytes for writing, with what the process has and by its name. */
static void must_not_get_writable(int file, size_t size)
{
    char path[64];
    const uint64_t one = 1U;
    int again = -1;

    CHECK(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED);
    CHECK(pwrite(file, &one, sizeof(one), 0) < 0);
    CHECK(ftruncate(file, 0) != 0);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    again = open(path, O_RDWR);
    if (again >= 0) {
        CHECK(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0) == MAP_FAILED);
        CHECK(pwrite(again, &one, sizeof(one), 0) < 0);
        CHECK(close(again) == 0);
    }
}

static void curious_waiter(void)
{
    const Side side = open_waiter();
    const SyncObject *const object = inside(side.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    struct stat own;
    uint32_t found = 0U;
    void *const mapping = mmap(NULL, (size_t)object->parts.memory.size, PROT_READ, MAP_SHARED,
                               object->parts.memory.descriptor, 0);

    CHECK(mapping != MAP_FAILED);
    CHECK(mprotect(mapping, (size_t)object->parts.memory.size, PROT_READ | PROT_WRITE) != 0);
    CHECK(munmap(mapping, (size_t)object->parts.memory.size) == 0);
    must_not_write(object->counter);
    CHECK(fstat(object->parts.memory.descriptor, &own) == 0);
    for (int file = 0; file < 256; file++) {
        struct stat other;

        if ((fstat(file, &other) == 0) && (other.st_ino == own.st_ino) &&
            (other.st_dev == own.st_dev)) {
            must_not_get_writable(file, (size_t)object->parts.memory.size);
            found++;
        }
    }
    CHECK(found > 0U);
    CHECK_STATUS(NvSciSyncObjSignal(side.object), NvSciError_BadParameter);
    CHECK_STATUS(NvSciSyncObjGenerateFence(side.object, &fence), NvSciError_BadParameter);
    tell(side.channel);
    close_side(&side);
}

/**
 * A process that may only wait cannot signal: not by the interface, not through its mapping, and
 * not through any descriptor that it has.
 * @verifies RF-SHARE-044 RF-SHARE-045 RF-SHARE-050
 */
static void who_may_only_wait_cannot_write(void **state)
{
    static const Role roles[] = {patient_signaler, curious_waiter};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- the peer signals */

static void reconciling_waiter(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_0);
    NvSciSyncAttrList lists[2] = {ask_for(module, NvSciSyncAccessPerm_WaitOnly, true), NULL};
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    lists[1] = receive_list(module, channel);
    object = make_of(lists, 2U);
    CHECK_STATUS(NvSciSyncObjSignal(object), NvSciError_BadParameter);
    send_object_and_right(channel, object);
    CHECK_STATUS(NvSciSyncObjIpcExport(object, NvSciSyncAccessPerm_Auto, channel, &desc),
                 NvSciError_BadParameter);
    for (uint32_t i = 0U; i < 100U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciSyncTaskStatus status;
        uint64_t time = 0U;

        receive_fence(channel, object, &fence);
        CHECK_OK(NvSciSyncFenceWait(&fence, context, -1));
        CHECK_OK(NvSciSyncFenceGetTimestamp(&fence, &time));
        CHECK((time > 0U) && (time <= ringfence_port_time_us()));
        CHECK_OK(NvSciSyncFenceGetTaskStatus(&fence, &status));
        CHECK(status.status == (uint16_t)(i + 3U));
        NvSciSyncFenceClear(&fence);
        tell(channel);
    }
    CHECK_STATUS(NvSciSyncObjSignal(object), NvSciError_BadParameter);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    part(module, channel);
}

static void remote_signaler(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_1);
    const NvSciSyncAttrList list = ask_for(module, NvSciSyncAccessPerm_SignalOnly, false);
    NvSciSyncObj object = NULL;
    NvSciSyncAttrList own = NULL;
    const void *value = NULL;
    size_t size = 0U;

    send_lists(channel, &list, 1U);
    object = receive_object_and_right(module, channel, list);
    CHECK_OK(NvSciSyncObjGetAttrList(object, &own));
    CHECK_OK(NvSciSyncAttrListGetAttr(own, NvSciSyncAttrKey_ActualPerm, &value, &size));
    CHECK(*(const uint64_t *)value == NvSciSyncAccessPerm_SignalOnly);
    CHECK_OK(NvSciSyncObjValidate(object));
    for (uint32_t i = 0U; i < 100U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        const NvSciSyncTaskStatus status = {.timestamp = i, .status = (uint16_t)(i + 3U)};

        CHECK_OK(NvSciSyncObjGenerateFence(object, &fence));
        CHECK_OK(NvSciSyncFenceAddTaskStatusSlot(&fence, i % 7U));
        send_fence(channel, &fence);
        NvSciSyncFenceClear(&fence);
        if ((i % 2U) == 0U) {
            (void)usleep(1000U);
        }
        CHECK_OK(RingfenceSyncObjSetTaskStatus(object, i % 7U, &status));
        CHECK_OK(NvSciSyncObjSignal(object));
        listen_to(channel);
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(object);
    part(module, channel);
}

/**
 * The process that reconciles may wait, and another one signals; times and statuses of tasks come
 * across. The right to signal is passed on once.
 * @verifies RF-SHARE-041 RF-SHARE-046 RF-SHARE-049 RF-SHARE-050
 */
static void the_peer_of_who_reconciles_signals(void **state)
{
    static const Role roles[] = {reconciling_waiter, remote_signaler};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- a process between */

static void near_signaler(void)
{
    const Side side = open_signaler();

    for (uint32_t i = 0U; i < 50U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        CHECK_OK(NvSciSyncObjGenerateFence(side.object, &fence));
        send_fence(side.channel, &fence);
        NvSciSyncFenceClear(&fence);
        CHECK_OK(NvSciSyncObjSignal(side.object));
    }
    listen_to(side.channel);
    close_side(&side);
}

/** Opens both channels of the process between; it asks for the object itself. */
static void relay_waiting(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint near = join(A_1);
    const NvSciIpcEndpoint far = join(B_0);
    const NvSciSyncAttrList lists[2] = {ask_for(module, NvSciSyncAccessPerm_WaitOnly, false),
                                        receive_list(module, far)};
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    send_lists(near, lists, 2U);
    object = receive_object(module, near, lists[0]);
    send_object(far, object);
    for (uint32_t i = 0U; i < 50U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        receive_fence(near, object, &fence);
        send_fence(far, &fence);
        CHECK_OK(NvSciSyncFenceWait(&fence, context, -1));
        NvSciSyncFenceClear(&fence);
    }
    listen_to(far);
    tell(near);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    CHECK_OK(NvSciIpcCloseEndpointSafe(far, true));
    part(module, near);
}

static void far_waiter(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(B_1);
    const NvSciSyncAttrList list = ask_for(module, NvSciSyncAccessPerm_WaitOnly, true);
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncObj object = NULL;
    uint64_t before = 0U;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    send_lists(channel, &list, 1U);
    object = receive_object(module, channel, list);
    for (uint32_t i = 0U; i < 50U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        uint64_t time = 0U;

        receive_fence(channel, object, &fence);
        CHECK_OK(NvSciSyncFenceWait(&fence, context, -1));
        CHECK_OK(NvSciSyncFenceGetTimestamp(&fence, &time));
        CHECK(time >= before);
        before = time;
        NvSciSyncFenceClear(&fence);
    }
    tell(channel);
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    part(module, channel);
}

/**
 * A process between two others passes lists, the object and fences on, and waits itself.
 * @verifies RF-SHARE-043 RF-SHARE-047 RF-SHARE-052
 */
static void a_process_between_passes_on(void **state)
{
    static const Role roles[] = {near_signaler, relay_waiting, far_waiter};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

static void reconciling_waiter_of_far_signaler(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_0);
    NvSciSyncAttrList lists[2] = {ask_for(module, NvSciSyncAccessPerm_WaitOnly, false), NULL};
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    lists[1] = receive_list(module, channel);
    object = make_of(lists, 2U);
    send_object_and_right(channel, object);
    receive_fence(channel, object, &fence);
    CHECK_OK(NvSciSyncFenceWait(&fence, context, -1));
    /* The process that signals gives the object back. */
    CHECK_OK(NvSciSyncFenceUpdateFence(object, 0U, 2U, &fence));
    CHECK_STATUS(NvSciSyncFenceWait(&fence, context, -1), NvSciError_NoSuchProcess);
    tell(channel);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    part(module, channel);
}

static void relay_of_the_right(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint near = join(A_1);
    const NvSciIpcEndpoint far = join(B_0);
    const NvSciSyncAttrList lists[2] = {ask_for(module, NvSciSyncAccessPerm_WaitOnly, false),
                                        receive_list(module, far)};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    send_lists(near, lists, 2U);
    object = receive_object_and_right(module, near, lists[0]);
    CHECK_STATUS(NvSciSyncObjSignal(object), NvSciError_BadParameter);
    send_object_and_right(far, object);
    receive_fence(far, object, &fence);
    send_fence(near, &fence);
    CHECK_OK(NvSciSyncFenceWait(&fence, context, -1));
    CHECK_OK(NvSciSyncFenceUpdateFence(object, 0U, 2U, &fence));
    CHECK_STATUS(NvSciSyncFenceWait(&fence, context, -1), NvSciError_NoSuchProcess);
    listen_to(near);
    tell(far);
    NvSciSyncFenceClear(&fence);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    CHECK_OK(NvSciIpcCloseEndpointSafe(far, true));
    part(module, near);
}

static void far_signaler(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(B_1);
    const NvSciSyncAttrList list = ask_for(module, NvSciSyncAccessPerm_SignalOnly, false);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj object = NULL;

    send_lists(channel, &list, 1U);
    object = receive_object_and_right(module, channel, list);
    CHECK_OK(NvSciSyncObjGenerateFence(object, &fence));
    send_fence(channel, &fence);
    NvSciSyncFenceClear(&fence);
    (void)usleep(5000U);
    CHECK_OK(NvSciSyncObjSignal(object));
    (void)usleep(5000U);
    NvSciSyncObjFree(object);
    listen_to(channel);
    NvSciSyncAttrListFree(list);
    part(module, channel);
}

/**
 * The right to signal goes through a process that does not use it; when who has it gives the object
 * back, both others notice.
 * @verifies RF-SHARE-046 RF-SYNC-095
 */
static void the_right_to_signal_goes_through(void **state)
{
    static const Role roles[] = {reconciling_waiter_of_far_signaler, relay_of_the_right,
                                 far_signaler};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- late peers */

static void host_of_late_peer(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint early = join(A_0);
    const NvSciIpcEndpoint late = join(B_0);
    NvSciSyncAttrList lists[2] = {ask_for(module, NvSciSyncAccessPerm_SignalOnly, false), NULL};
    NvSciSyncAttrList more = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj object = NULL;
    NvSciSyncObjIpcExportDescriptor desc;

    lists[1] = receive_list(module, early);
    object = make_of(lists, 2U);
    send_object(early, object);
    CHECK_STATUS(NvSciSyncObjIpcExport(object, NvSciSyncAccessPerm_WaitOnly, late, &desc),
                 NvSciError_BadParameter);
    more = receive_list(module, late);
    CHECK_OK(NvSciSyncObjAttachPeer(object, &more, 1U));
    NvSciSyncAttrListFree(more);
    send_object(late, object);
    CHECK_OK(NvSciSyncObjGenerateFence(object, &fence));
    send_fence(early, &fence);
    send_fence(late, &fence);
    NvSciSyncFenceClear(&fence);
    CHECK_OK(NvSciSyncObjSignal(object));
    listen_to(early);
    listen_to(late);
    NvSciSyncObjFree(object);
    CHECK_OK(NvSciIpcCloseEndpointSafe(late, true));
    part(module, early);
}

static void wait_over(const char *name)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(name);
    const NvSciSyncAttrList list = ask_for(module, NvSciSyncAccessPerm_WaitOnly, false);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    send_lists(channel, &list, 1U);
    object = receive_object(module, channel, list);
    receive_fence(channel, object, &fence);
    CHECK_OK(NvSciSyncFenceWait(&fence, context, -1));
    NvSciSyncFenceClear(&fence);
    tell(channel);
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    part(module, channel);
}

static void early_waiter(void)
{
    wait_over(A_1);
}

static void late_waiter(void)
{
    wait_over(B_1);
}

/**
 * A peer that comes when the object is there already gets it after its list was attached.
 * @verifies RF-SHARE-051
 */
static void a_late_peer_gets_the_object(void **state)
{
    static const Role roles[] = {host_of_late_peer, early_waiter, late_waiter};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- phases and system calls */

#if !defined(__SANITIZE_THREAD__)
/** Calls a system call other than those that end the process: dies. */
static void forbid_system_calls(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {(unsigned short)COUNT_OF(rules), rules};

    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}
#endif

/** Ends without more than one system call. */
static void end(int status)
{
    (void)syscall(SYS_exit_group, status);
}

/** Signals, and waits for what was signalled, as often as it takes. */
static bool works_in_runtime(const Side *side, bool signals)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    bool fine = true;

    for (uint64_t i = 1U; (i <= 10000U) && fine; i++) {
        const NvSciError made = signals ? NvSciSyncObjGenerateFence(side->object, &fence)
                                        : NvSciSyncFenceUpdateFence(side->object, 0U, i, &fence);

        fine = (made == NvSciError_Success) &&
               (NvSciSyncIpcExportFence(&fence, side->channel, &desc) == NvSciError_Success) &&
               (NvSciSyncIpcImportFence(side->object, &desc, &other) == NvSciError_Success);
        if (signals) {
            fine = fine && (NvSciSyncObjSignal(side->object) == NvSciError_Success);
        }
        fine = fine && (NvSciSyncFenceWait(&other, side->context, -1) == NvSciError_Success);
        NvSciSyncFenceClear(&fence);
        NvSciSyncFenceClear(&other);
    }
    return fine;
}

/** What INIT admits and RUNTIME does not. */
static void check_refusals(const Side *side)
{
    NvSciSyncObjIpcExportDescriptor desc = {{0U}};
    NvSciSyncObj object = side->object;
    void *bytes = NULL;
    size_t size = 0U;

    CHECK_STATUS(
        NvSciSyncObjIpcExport(side->object, NvSciSyncAccessPerm_Auto, side->channel, &desc),
        NvSciError_InvalidState);
    CHECK_STATUS(
        NvSciSyncObjIpcImport(side->channel, &desc, NULL, NvSciSyncAccessPerm_Auto, 0, &object),
        NvSciError_InvalidState);
    CHECK_STATUS(NvSciSyncIpcExportAttrListAndObj(side->object, NvSciSyncAccessPerm_Auto,
                                                  side->channel, &bytes, &size),
                 NvSciError_InvalidState);
    CHECK_STATUS(NvSciSyncIpcImportAttrListAndObj(side->module, side->channel, &desc, sizeof(desc),
                                                  NULL, 0U, NvSciSyncAccessPerm_Auto, 0, &object),
                 NvSciError_InvalidState);
    CHECK_STATUS(NvSciSyncObjAttachPeer(side->object, NULL, 0U), NvSciError_InvalidState);
    CHECK(object == side->object);
}

/** Works in a child that may not call the system, and says how that went. */
static void work_without_system(const Side *side, bool signals)
{
    const pid_t child = fork();
    int status = -1;

    CHECK(child >= 0);
    if (child == 0) {
#if !defined(__SANITIZE_THREAD__)
        /* The sanitizer of threads maps memory of its own at any time. */
        forbid_system_calls();
#endif
        end(works_in_runtime(side, signals) ? 0 : 2);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == 0));
}

static void signaler_in_runtime(void)
{
    const Side side = open_signaler();

    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    check_refusals(&side);
    work_without_system(&side, true);
    tell(side.channel);
    listen_to(side.channel);
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    close_side(&side);
}

static void waiter_in_runtime(void)
{
    const Side side = open_waiter();

    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    check_refusals(&side);
    listen_to(side.channel);
    work_without_system(&side, false);
    tell(side.channel);
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    close_side(&side);
}

/**
 * In RUNTIME fences are made, signalled, exported, imported and waited for without a system call
 * while nobody sleeps, in both processes; objects are not exported or imported.
 * @verifies RF-SHARE-055 RF-SHARE-057 RF-SYNC-092
 */
static void fences_make_no_system_call(void **state)
{
    static const Role roles[] = {signaler_in_runtime, waiter_in_runtime};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        peers_test(one_process_signals_and_one_waits),  peers_test(who_may_only_wait_cannot_write),
        peers_test(the_peer_of_who_reconciles_signals), peers_test(a_process_between_passes_on),
        peers_test(the_right_to_signal_goes_through),   peers_test(a_late_peer_gets_the_object),
        peers_test(fences_make_no_system_call),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
