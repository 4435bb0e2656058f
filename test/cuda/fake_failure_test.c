/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_failure_test.c
 * Contexts that fail for good while points are outstanding. A child does it: what CUDA had in a
 * failed context cannot be given back before the context ends.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>

#include "../system/peers.h"
#include "fake.h"
#include "nvscibuf.h"
#include "ringfence_cuda.h"
#include "ringfence_engine.h"

#define CU_OK(call)              CHECK((call) == CUDA_SUCCESS)
#define CU_GIVES(call, expected) CHECK((int)(call) == (int)(expected))

/** Points of an object, and those of them that are reached before the context fails. */
#define POINTS  6U
#define REACHED 2U

/** How the library comes to know. */
typedef enum { BY_SIGNAL, BY_WAIT, BY_DESTROY, BY_CPU, BY_CPU_THAT_SPINS } Way;

static Way g_way;

/** What a process has. */
typedef struct {
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext wait;
    CUdevice device;
    CUcontext context;
    CUstream stream;
} Party;

static Party begin(void)
{
    Party party;

    (void)memset(&party, 0, sizeof(party));
    CU_OK(cuInit(0U));
    CU_OK(cuDeviceGet(&party.device, 0));
    CU_OK(cuDevicePrimaryCtxRetain(&party.context, party.device));
    CU_OK(cuCtxSetCurrent(party.context));
    CU_OK(cuStreamCreate(&party.stream, CU_STREAM_NON_BLOCKING));
    CHECK_OK(NvSciSyncModuleOpen(&party.sync));
    CHECK_OK(NvSciSyncCpuWaitContextAlloc(party.sync, &party.wait));
    return party;
}

static CUexternalSemaphore import_object(NvSciSyncObj object)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore semaphore = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = object;
    CU_OK(ringfenceCuImportExternalSemaphore(&semaphore, &desc));
    return semaphore;
}

/** An object that a stream signals and the CPU waits for, imported. */
static NvSciSyncObj make(const Party *party, CUexternalSemaphore *semaphore)
{
    NvSciSyncAttrList lists[2] = {NULL, ask_for(party->sync, NvSciSyncAccessPerm_WaitOnly, false)};
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncAttrListCreate(party->sync, &lists[0]));
    CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(
        lists[0], party->device, CUDA_NVSCISYNC_ATTR_SIGNAL | CUDA_NVSCISYNC_ATTR_WAIT));
    object = make_of(lists, 2U);
    *semaphore = import_object(object);
    return object;
}

static CUresult try_signal(const Party *party, CUexternalSemaphore semaphore, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, party->stream);
}

static CUresult try_wait(const Party *party, CUexternalSemaphore semaphore, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, party->stream);
}

static uint16_t status_of(const NvSciSyncFence *fence)
{
    NvSciSyncTaskStatus status;

    CHECK_OK(NvSciSyncFenceGetTaskStatus(fence, &status));
    return status.status;
}

/** A word of the GPU that nobody writes. */
static CUdeviceptr dead_word(void)
{
    static uint64_t page[512] __attribute__((aligned(4096)));
    CUdeviceptr pointer = 0U;

    CU_OK(cuMemHostRegister(page, sizeof(page), CU_MEMHOSTREGISTER_DEVICEMAP));
    CU_OK(cuMemHostGetDevicePointer(&pointer, page, 0U));
    return pointer;
}

/** Enqueues points of two objects, of which the first ones are reached. */
static void enqueue(const Party *party, const CUexternalSemaphore *semaphores,
                    NvSciSyncFence fences[2][POINTS])
{
    for (uint32_t i = 0U; i < POINTS; i++) {
        if (i == REACHED) {
            CU_OK(cuStreamSynchronize(party->stream));
            CU_OK(cuStreamWaitValue64(party->stream, dead_word(), 1U, CU_STREAM_WAIT_VALUE_GEQ));
        }
        CU_OK(try_signal(party, semaphores[0], &fences[0][i]));
        CU_OK(try_signal(party, semaphores[1], &fences[1][i]));
    }
}

/** Lets the library know that the context failed. */
static void come_to_know(const Party *party, CUexternalSemaphore *semaphores,
                         NvSciSyncFence fences[2][POINTS])
{
    NvSciSyncFence more = NvSciSyncFenceInitializer;

    if (g_way == BY_SIGNAL) {
        CU_GIVES(try_signal(party, semaphores[0], &more), CUDA_ERROR_ILLEGAL_ADDRESS);
        CHECK(more.payload[0] == 0U);
    } else if (g_way == BY_WAIT) {
        CU_GIVES(try_wait(party, semaphores[0], &fences[0][POINTS - 1U]),
                 CUDA_ERROR_ILLEGAL_ADDRESS);
    } else if (g_way == BY_CPU) {
        CHECK_OK(NvSciSyncFenceWait(&fences[0][POINTS - 1U], party->wait, -1));
    } else if (g_way == BY_CPU_THAT_SPINS) {
        CHECK_OK(NvSciSyncFenceWaitWithMode(&fences[0][POINTS - 1U], party->wait, -1,
                                            NvSciSyncWaitMode_BusyWithYield));
    } else {
        CU_GIVES(ringfenceCuDestroyExternalSemaphore(semaphores[0]), CUDA_ERROR_ILLEGAL_ADDRESS);
        CU_GIVES(ringfenceCuDestroyExternalSemaphore(semaphores[1]), CUDA_ERROR_ILLEGAL_ADDRESS);
    }
}

static void failing(void)
{
    static NvSciSyncFence fences[2][POINTS];
    Party party = begin();
    CUexternalSemaphore semaphores[2] = {NULL, NULL};
    NvSciSyncObj objects[2] = {make(&party, &semaphores[0]), make(&party, &semaphores[1])};
    NvSciSyncTaskStatus status;
    RingfenceFault fault;
    uint32_t faults = 0U;

    CHECK(fake_control() != NULL);
    enqueue(&party, semaphores, fences);
    CHECK_STATUS(NvSciSyncFenceWait(&fences[0][POINTS - 1U], party.wait, 1000), NvSciError_Timeout);
    CHECK_STATUS(NvSciSyncFenceGetTaskStatus(&fences[0][REACHED], &status),
                 NvSciError_NotYetAvailable);
    CHECK_OK(RingfenceGetLastFault(&fault));
    faults = fault.total;
    fake_control()->doom(CUDA_ERROR_ILLEGAL_ADDRESS);
    come_to_know(&party, semaphores, fences);
    for (uint32_t i = 0U; i < (2U * POINTS); i++) {
        const NvSciSyncFence *const fence = &fences[i / POINTS][i % POINTS];
        const bool reached = (i % POINTS) < REACHED;

        CHECK_OK(NvSciSyncFenceWait(fence, party.wait, -1));
        CHECK(status_of(fence) ==
              (uint16_t)(reached ? NvSciSyncTaskStatus_Invalid : NvSciSyncTaskStatus_Failure));
    }
    /* One for each object. */
    CHECK_OK(RingfenceGetLastFault(&fault));
    CHECK((fault.kind == RINGFENCE_FAULT_ENGINE_FAILED) && (fault.total == (faults + 2U)));
    if (g_way == BY_SIGNAL) {
        /* Nothing is left to finish. */
        come_to_know(&party, semaphores, fences);
        CHECK_OK(RingfenceGetLastFault(&fault));
        CHECK(fault.total == (faults + 2U));
    }
    for (uint32_t i = 0U; i < (2U * POINTS); i++) {
        NvSciSyncFenceClear(&fences[i / POINTS][i % POINTS]);
    }
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
}

static void run_way(Way way)
{
    static const Role roles[] = {failing};

    g_way = way;
    run_roles(roles, COUNT_OF(roles));
}

/**
 * A signal that the driver refuses for good finishes all points of the context: waits go on, and
 * task statuses say Failure where the work was not done.
 * @verifies RF-CUDA-064 RF-ENGINE-042 RF-ENGINE-043
 */
static void a_signal_finishes_what_the_context_owes(void **state)
{
    (void)state;
    run_way(BY_SIGNAL);
}

/**
 * The same for a wait.
 * @verifies RF-CUDA-064
 */
static void a_wait_finishes_what_the_context_owes(void **state)
{
    (void)state;
    run_way(BY_WAIT);
}

/**
 * The same for the end of an import, for its own object.
 * @verifies RF-CUDA-064
 */
static void a_destroy_finishes_what_the_context_owes(void **state)
{
    (void)state;
    run_way(BY_DESTROY);
}

/**
 * The same for a wait of the CPU, asleep or not; nothing else was called.
 * @verifies RF-CUDA-065 RF-ENGINE-044
 */
static void a_wait_of_the_cpu_finishes_what_the_context_owes(void **state)
{
    (void)state;
    run_way(BY_CPU);
    run_way(BY_CPU_THAT_SPINS);
}

/** Errors that come and go finish nothing. */
static void passing(void)
{
    static const CUresult codes[] = {CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_INVALID_VALUE,
                                     CUDA_ERROR_UNKNOWN};
    Party party = begin();
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncObj object = make(&party, &semaphore);
    NvSciSyncFence pending = NvSciSyncFenceInitializer;
    NvSciSyncFence more = NvSciSyncFenceInitializer;

    CU_OK(cuStreamWaitValue64(party.stream, dead_word(), 1U, CU_STREAM_WAIT_VALUE_GEQ));
    CU_OK(try_signal(&party, semaphore, &pending));
    for (uint32_t i = 0U; i < COUNT_OF(codes); i++) {
        CHECK(fake_control()->refuse("cuStreamWriteValue64_v2", 1U, codes[i]));
        CU_GIVES(try_signal(&party, semaphore, &more), codes[i]);
        CHECK_STATUS(NvSciSyncFenceWait(&pending, party.wait, 100), NvSciError_Timeout);
    }
    NvSciSyncObjFree(object);
}

/**
 * An error of one call finishes nothing.
 * @verifies RF-CUDA-064
 */
static void errors_that_pass_finish_nothing(void **state)
{
    static const Role roles[] = {passing};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- several contexts */

/** A word that streams wait for until the test writes it. */
typedef struct {
    uint64_t *word;
    CUdeviceptr pointer;
} Door;

static Door make_door(void)
{
    static uint64_t pages[4][512] __attribute__((aligned(4096)));
    static uint32_t used = 0U;
    Door door = {pages[used], 0U};

    CU_OK(cuMemHostRegister(pages[used], sizeof(pages[used]),
                            CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_PORTABLE));
    CU_OK(cuMemHostGetDevicePointer(&door.pointer, pages[used], 0U));
    used++;
    return door;
}

/** Lets what waits for it go on; another thread looks at the word. */
static void open_door(const Door *door)
{
    __atomic_store_n(door->word, 1U, __ATOMIC_RELEASE);
}

/** Holds a stream up. */
static void shut(const Party *party, const Door *door)
{
    CU_OK(cuStreamWaitValue64(party->stream, door->pointer, 1U, CU_STREAM_WAIT_VALUE_GEQ));
}

/** A second context of the device, and a stream in it; the first one is current afterwards. */
static Party begin_second(const Party *first)
{
    CUctxCreateParams params;
    Party party = *first;

    (void)memset(&params, 0, sizeof(params));
    CU_OK(cuCtxCreate_v4(&party.context, &params, 0U, party.device));
    CU_OK(cuStreamCreate(&party.stream, CU_STREAM_NON_BLOCKING));
    CU_OK(cuCtxSetCurrent(first->context));
    return party;
}

static CUexternalSemaphore import_in(const Party *party, NvSciSyncObj object)
{
    CUcontext popped = NULL;
    CUexternalSemaphore semaphore = NULL;

    CU_OK(cuCtxPushCurrent(party->context));
    semaphore = import_object(object);
    CU_OK(cuCtxPopCurrent(&popped));
    return semaphore;
}

/** The current context fails. */
static void fail_in(const Party *party)
{
    CUcontext popped = NULL;

    CU_OK(cuCtxPushCurrent(party->context));
    fake_control()->doom(CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_OK(cuCtxPopCurrent(&popped));
}

static bool is_pending(const NvSciSyncFence *fence)
{
    NvSciSyncTaskStatus status;

    return NvSciSyncFenceGetTaskStatus(fence, &status) == NvSciError_NotYetAvailable;
}

static uint32_t faults_now(void)
{
    RingfenceFault fault;

    CHECK_OK(RingfenceGetLastFault(&fault));
    return fault.total;
}

/** The context that fails is another one than the current. */
static void failing_elsewhere(void)
{
    const Party first = begin();
    const Party second = begin_second(&first);
    const Door doors[2] = {make_door(), make_door()};
    CUexternalSemaphore semaphores[2] = {NULL, NULL};
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    NvSciSyncFence more = NvSciSyncFenceInitializer;
    NvSciSyncObj near = make(&first, &semaphores[0]);
    NvSciSyncObj far = make(&second, &semaphores[1]);
    uint32_t faults = 0U;

    CU_OK(ringfenceCuDestroyExternalSemaphore(semaphores[1]));
    semaphores[1] = import_in(&second, far);
    shut(&first, &doors[0]);
    shut(&second, &doors[1]);
    CU_OK(try_signal(&first, semaphores[0], &fences[0]));
    CU_OK(try_signal(&second, semaphores[1], &fences[1]));
    faults = faults_now();
    fail_in(&second);
    CU_GIVES(try_signal(&second, semaphores[1], &more), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK(is_pending(&fences[0]));
    CHECK(status_of(&fences[1]) == (uint16_t)NvSciSyncTaskStatus_Failure);
    CHECK(faults_now() == (faults + 1U));
    open_door(&doors[0]);
    CU_OK(cuStreamSynchronize(first.stream));
    CHECK(status_of(&fences[0]) == (uint16_t)NvSciSyncTaskStatus_Invalid);
    CHECK(faults_now() == (faults + 1U));
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    CU_OK(ringfenceCuDestroyExternalSemaphore(semaphores[0]));
    NvSciSyncObjFree(near);
    NvSciSyncObjFree(far);
}

/**
 * A context that failed is found whichever is the current one, and what others owe is left to them.
 * @verifies RF-CUDA-064
 */
static void a_failed_context_need_not_be_current(void **state)
{
    static const Role roles[] = {failing_elsewhere};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/** Points of an object that both contexts signal in turns, and whose they are. */
#define TURNS 6U

/** What comes of the points: all are waited for in their order. */
static void check_turns(const Party *party, const NvSciSyncFence *fences, const bool *failed)
{
    for (uint32_t i = 0U; i < TURNS; i++) {
        CHECK_OK(NvSciSyncFenceWait(&fences[i], party->wait, -1));
        CHECK(status_of(&fences[i]) ==
              (uint16_t)(failed[i] ? NvSciSyncTaskStatus_Failure : NvSciSyncTaskStatus_Invalid));
    }
}

/** One of two contexts fails that signal an object in turns. */
static void failing_in_turns(void)
{
    /* The second context has the points 2, 4 and 5. */
    static const bool failed[TURNS] = {false, true, false, true, true, false};
    const Party first = begin();
    const Party second = begin_second(&first);
    const Door doors[3] = {make_door(), make_door(), make_door()};
    CUexternalSemaphore semaphores[2] = {NULL, NULL};
    NvSciSyncFence fences[TURNS];
    NvSciSyncFence more = NvSciSyncFenceInitializer;
    NvSciSyncObj object = make(&first, &semaphores[0]);
    RingfenceEngineSync map;
    const volatile uint64_t *counter = NULL;

    (void)memset(fences, 0, sizeof(fences));
    CHECK_OK(RingfenceEngineSyncMap(object, &map));
    counter = map.constCounter;
    semaphores[1] = import_in(&second, object);
    for (uint32_t i = 0U; i < TURNS; i++) {
        if (i != 4U) {
            shut(failed[i] ? &second : &first, &doors[failed[i] ? 2U : (i / 4U)]);
        }
        CU_OK(try_signal(failed[i] ? &second : &first, semaphores[failed[i] ? 1 : 0], &fences[i]));
    }
    fail_in(&second);
    CU_GIVES(try_signal(&second, semaphores[1], &more), CUDA_ERROR_ILLEGAL_ADDRESS);
    /* The first point is the other context's, and comes first. */
    CHECK(*counter == 0U);
    for (uint32_t i = 0U; i < TURNS; i++) {
        CHECK(is_pending(&fences[i]));
    }
    /* Its stores of 1 and 3 come; each look goes on from there, and not over 6. */
    open_door(&doors[0]);
    CHECK_OK(NvSciSyncFenceWait(&fences[4], first.wait, -1));
    CHECK(*counter == 5U);
    CHECK(is_pending(&fences[5]));
    open_door(&doors[1]);
    CU_OK(cuStreamSynchronize(first.stream));
    check_turns(&first, fences, failed);
    CHECK(*counter == TURNS);
    CU_OK(try_signal(&first, semaphores[0], &more));
    CU_OK(cuStreamSynchronize(first.stream));
    CHECK(status_of(&more) == (uint16_t)NvSciSyncTaskStatus_Invalid);
    RingfenceEngineSyncUnmap(&map);
    NvSciSyncFenceClear(&more);
    for (uint32_t i = 0U; i < TURNS; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    CU_OK(ringfenceCuDestroyExternalSemaphore(semaphores[0]));
    NvSciSyncObjFree(object);
}

/**
 * Where several contexts signal an object and one fails, its points alone are finished, each after
 * those before it; what the others have under way is neither gone over nor taken back.
 * @verifies RF-CUDA-102
 */
static void points_of_other_contexts_come_still(void **state)
{
    static const Role roles[] = {failing_in_turns};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/** More changes of context than are kept, while nothing is reached; then both contexts fail. */
static void failing_with_many_runs(void)
{
    static NvSciSyncFence fences[40];
    const Party first = begin();
    const Party second = begin_second(&first);
    const Door doors[2] = {make_door(), make_door()};
    CUexternalSemaphore semaphores[2] = {NULL, NULL};
    NvSciSyncFence more = NvSciSyncFenceInitializer;
    NvSciSyncObj object = make(&first, &semaphores[0]);

    semaphores[1] = import_in(&second, object);
    shut(&first, &doors[0]);
    shut(&second, &doors[1]);
    for (uint32_t i = 0U; i < COUNT_OF(fences); i++) {
        CU_OK(try_signal(((i % 2U) == 0U) ? &first : &second, semaphores[i % 2U], &fences[i]));
    }
    fail_in(&second);
    CU_GIVES(try_signal(&second, semaphores[1], &more), CUDA_ERROR_ILLEGAL_ADDRESS);
    for (uint32_t i = 0U; i < COUNT_OF(fences); i++) {
        CHECK(is_pending(&fences[i]));
    }
    fail_in(&first);
    CU_GIVES(try_signal(&second, semaphores[1], &more), CUDA_ERROR_ILLEGAL_ADDRESS);
    for (uint32_t i = 0U; i < COUNT_OF(fences); i++) {
        CHECK(status_of(&fences[i]) == (uint16_t)NvSciSyncTaskStatus_Failure);
        NvSciSyncFenceClear(&fences[i]);
    }
    NvSciSyncObjFree(object);
}

/**
 * With more changes of context under way than are kept, points wait for all of their contexts.
 * @verifies RF-CUDA-102
 */
static void many_turns_end_with_the_last_context(void **state)
{
    static const Role roles[] = {failing_with_many_runs};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- nodes and locks */

/** New parameters of a node come upon the failure. */
static void failing_at_a_node(void)
{
    const Party party = begin();
    const Door door = make_door();
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncObj object = make(&party, &semaphore);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence more = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = {&semaphore, &signal, 1U};
    CUgraph graph = NULL;
    CUgraphNode node = NULL;

    (void)memset(&signal, 0, sizeof(signal));
    signal.params.nvSciSync.fence = &more;
    CU_OK(cuGraphCreate(&graph, 0U));
    CU_OK(ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0U, &params));
    CU_OK(cuStreamSynchronize(party.stream));
    shut(&party, &door);
    CU_OK(try_signal(&party, semaphore, &fence));
    fail_in(&party);
    CHECK(is_pending(&fence));
    CHECK(fake_control()->refuse("cuGraphKernelNodeSetParams_v2", 1U, CUDA_ERROR_ILLEGAL_ADDRESS));
    CU_GIVES(ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(node, &params),
             CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK(status_of(&fence) == (uint16_t)NvSciSyncTaskStatus_Failure);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(object);
}

/**
 * The parameters of a node finish what the context owes, as a signal does.
 * @verifies RF-CUDA-064
 */
static void a_node_finishes_what_the_context_owes(void **state)
{
    static const Role roles[] = {failing_at_a_node};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/** An import with timestamps, which waits for kernels of the GPU. */
typedef struct {
    CUcontext context;
    NvSciSyncObj object;
    uint32_t done;
} Importing;

static void *import_slowly(void *argument)
{
    Importing *const importing = argument;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore semaphore = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = importing->object;
    CU_OK(cuCtxSetCurrent(importing->context));
    /* The clocks of a GPU that is slow are not compared. */
    if (ringfenceCuImportExternalSemaphore(&semaphore, &desc) == CUDA_SUCCESS) {
        CU_OK(ringfenceCuDestroyExternalSemaphore(semaphore));
    }
    __atomic_store_n(&importing->done, 1U, __ATOMIC_RELEASE);
    return NULL;
}

/** An object whose signals have timestamps. */
static NvSciSyncObj make_stamped(const Party *party)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes,
                                            sizeof(yes)};
    NvSciSyncAttrList lists[2] = {NULL, ask_for(party->sync, NvSciSyncAccessPerm_WaitOnly, false)};

    CHECK_OK(NvSciSyncAttrListCreate(party->sync, &lists[0]));
    CHECK_OK(NvSciSyncAttrListSetAttrs(lists[1], &pair, 1U));
    CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(lists[0], party->device,
                                                  CUDA_NVSCISYNC_ATTR_SIGNAL));
    return make_of(lists, 2U);
}

/** A context fails while another thread has the lock of imports for as long as the GPU is slow. */
static void failing_beside_an_import(void)
{
    const Party first = begin();
    const Party second = begin_second(&first);
    const Door door = make_door();
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncObj object = make(&first, &semaphore);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence more = NvSciSyncFenceInitializer;
    Importing importing = {second.context, make_stamped(&first), 0U};
    pthread_t thread;

    shut(&first, &door);
    CU_OK(try_signal(&first, semaphore, &fence));
    fake_control()->reset();
    fake_control()->slow(300000U);
    CHECK(pthread_create(&thread, NULL, import_slowly, &importing) == 0);
    while (fake_control()->count("cuEventSynchronize") == 0U) {
        (void)sched_yield();
    }
    fail_in(&first);
    /* It comes back at once, and leaves the work to the other thread. */
    CU_GIVES(try_signal(&first, semaphore, &more), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK(is_pending(&fence));
    CHECK(__atomic_load_n(&importing.done, __ATOMIC_ACQUIRE) == 0U);
    fake_control()->slow(0U);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(status_of(&fence) == (uint16_t)NvSciSyncTaskStatus_Failure);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(importing.object);
    NvSciSyncObjFree(object);
}

/**
 * A signal that comes upon a failure does not wait for an import or its end: what is to be finished
 * is finished by the thread that has the lock.
 * @verifies RF-CUDA-103
 */
static void a_failure_waits_for_no_lock(void **state)
{
    static const Role roles[] = {failing_beside_an_import};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- ends that the driver refuses */

/** Says whether a signal stores its point in the counter and in the waiter counter. */
static bool stores_both(const Party *party, CUexternalSemaphore semaphore, NvSciSyncObj object)
{
    const uint64_t *counter = NULL;
    const uint64_t *gate = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceEngineSync map;
    RingfenceEngineFence view;
    bool both = false;

    CHECK_OK(RingfenceEngineSyncMap(object, &map));
    CHECK(map.gate != NULL);
    counter = map.constCounter;
    gate = map.gate;
    CU_OK(try_signal(party, semaphore, &fence));
    CU_OK(cuStreamSynchronize(party->stream));
    CHECK_OK(RingfenceEngineFenceRead(object, &fence, &view));
    both = (*counter == view.point) && (*gate == view.point);
    NvSciSyncFenceClear(&fence);
    RingfenceEngineSyncUnmap(&map);
    return both;
}

/** An object with a waiter counter, which this process signals for the other one. */
static void keeper(void)
{
    const FakeControl *const fake = fake_control();
    Party party = begin();
    NvSciIpcEndpoint handle = 0U;
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    unsigned int registrations = 0U;

    CHECK_OK(NvSciIpcInit());
    handle = join(A_0);
    CHECK_OK(NvSciSyncAttrListCreate(party.sync, &lists[0]));
    CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(
        lists[0], party.device, CUDA_NVSCISYNC_ATTR_SIGNAL | CUDA_NVSCISYNC_ATTR_WAIT));
    lists[1] = receive_list(party.sync, handle);
    object = make_of(lists, 2U);
    send_object(handle, object);
    semaphore = import_object(object);
    registrations = fake->live(FAKE_REGISTRATIONS);
    CHECK(stores_both(&party, semaphore, object));
    for (unsigned int nth = 1U; nth <= 2U; nth++) {
        CHECK(fake->refuse("cuMemHostUnregister", nth, CUDA_ERROR_UNKNOWN));
        CU_GIVES(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_ERROR_UNKNOWN);
        CHECK(fake->live(FAKE_REGISTRATIONS) == registrations);
        CHECK(stores_both(&party, semaphore, object));
    }
    /* Without its waiter counter it signals no more, and ends. */
    CHECK(fake->refuse("cuMemHostUnregister", 2U, CUDA_ERROR_UNKNOWN));
    CHECK(fake->refuse("cuMemHostRegister_v2", 1U, CUDA_ERROR_OUT_OF_MEMORY));
    CU_GIVES(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_ERROR_UNKNOWN);
    CU_GIVES(try_signal(&party, semaphore, &fence), CUDA_ERROR_INVALID_VALUE);
    CU_OK(ringfenceCuDestroyExternalSemaphore(semaphore));
    CHECK(fake->live(FAKE_REGISTRATIONS) == 0U);
    NvSciSyncObjFree(object);
    tell(handle);
}

/** The other one. */
static void taker(void)
{
    Party party = begin();
    NvSciIpcEndpoint handle = 0U;
    NvSciSyncAttrList list = NULL;

    CHECK_OK(NvSciIpcInit());
    handle = join(A_1);
    CHECK_OK(NvSciSyncAttrListCreate(party.sync, &list));
    CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(list, party.device, CUDA_NVSCISYNC_ATTR_WAIT));
    send_lists(handle, &list, 1U);
    NvSciSyncObjFree(receive_object(party.sync, handle, list));
    listen_to(handle);
}

/**
 * The end of an import with a waiter counter that the driver refuses, at the waiter counter or at
 * the counter, leaves both; what cannot be put back signals no more and can be ended.
 * @verifies RF-CUDA-101
 */
static void an_end_that_is_refused_leaves_counter_and_gate(void **state)
{
    static const Role roles[] = {keeper, taker};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/** Signals with timestamps, of which the last ones stay behind in a context that fails. */
static void stamping(void)
{
    static NvSciSyncFence fences[POINTS];
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes,
                                            sizeof(yes)};
    Party party = begin();
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncAttrList lists[2] = {NULL, ask_for(party.sync, NvSciSyncAccessPerm_WaitOnly, false)};
    NvSciSyncFence more = NvSciSyncFenceInitializer;
    uint64_t time_us = 0U;

    CHECK_OK(NvSciSyncAttrListCreate(party.sync, &lists[0]));
    CHECK_OK(NvSciSyncAttrListSetAttrs(lists[1], &pair, 1U));
    CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(lists[0], party.device,
                                                  CUDA_NVSCISYNC_ATTR_SIGNAL));
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    NvSciSyncObj const object = make_of(lists, 2U);
    desc.handle.nvSciSyncObj = object;
    CU_OK(ringfenceCuImportExternalSemaphore(&semaphore, &desc));
    for (uint32_t i = 0U; i < POINTS; i++) {
        if (i == REACHED) {
            CU_OK(cuStreamSynchronize(party.stream));
            CU_OK(cuStreamWaitValue64(party.stream, dead_word(), 1U, CU_STREAM_WAIT_VALUE_GEQ));
        }
        CU_OK(try_signal(&party, semaphore, &fences[i]));
    }
    fake_control()->doom(CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_GIVES(try_signal(&party, semaphore, &more), CUDA_ERROR_ILLEGAL_ADDRESS);
    for (uint32_t i = 0U; i < POINTS; i++) {
        CHECK_OK(NvSciSyncFenceWait(&fences[i], party.wait, -1));
        CHECK_STATUS(NvSciSyncFenceGetTimestamp(&fences[i], &time_us),
                     (i < REACHED) ? NvSciError_Success : NvSciError_NotYetAvailable);
        NvSciSyncFenceClear(&fences[i]);
    }
    CU_GIVES(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_ERROR_ILLEGAL_ADDRESS);
    NvSciSyncObjFree(object);
}

/**
 * Signals that a context owes when it fails have no timestamp; those before keep theirs.
 * @verifies RF-CUDA-064 RF-ENGINE-055
 */
static void what_a_context_owes_has_no_time(void **state)
{
    static const Role roles[] = {stamping};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

int main(void)
{
    const struct CMUnitTest tests[] = {peers_test(a_signal_finishes_what_the_context_owes),
                                       peers_test(a_wait_finishes_what_the_context_owes),
                                       peers_test(a_destroy_finishes_what_the_context_owes),
                                       peers_test(a_wait_of_the_cpu_finishes_what_the_context_owes),
                                       peers_test(errors_that_pass_finish_nothing),
                                       peers_test(a_failed_context_need_not_be_current),
                                       peers_test(points_of_other_contexts_come_still),
                                       peers_test(many_turns_end_with_the_last_context),
                                       peers_test(a_node_finishes_what_the_context_owes),
                                       peers_test(a_failure_waits_for_no_lock),
                                       peers_test(an_end_that_is_refused_leaves_counter_and_gate),
                                       peers_test(what_a_context_owes_has_no_time)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
