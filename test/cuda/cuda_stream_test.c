/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_stream_test.c
 * NvSciStreams whose producers and consumers are streams of CUDA, or the CPU.
 */
#define _GNU_SOURCE

#include "cuda_reel.h"
#include "fake.h"

/** A copy between memories of the host ends before the call returns, on a GPU: a consumer would
 * wait for a frame that the same thread is to draw. The program of make stream-cuda is for a GPU.
 */
static void leave_out_on_a_gpu(void)
{
    if (fake_control() == NULL) {
        skip();
    }
}

/** Milliseconds' worth of microseconds in which what is held up does not happen. */
#define MOMENT_US 2000

static Reel g_reel;

/** All frames go through a stream in RUNTIME; ends of a form get what the others wrote. */
static void play_all(const ReelPlan *plan)
{
    uint32_t taken = 0U;

    reel_open(&g_reel, plan);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t frame = 0U; frame < REEL_FRAMES; frame++) {
        reel_play(&g_reel, frame);
        if (frame == 0U) {
            taken = in_use_of_all();
        }
    }
    assert_int_equal(in_use_of_all(), taken);
    reel_assert_album(&g_reel, REEL_FRAMES);
    reel_close(&g_reel);
}

/**
 * Frames of the CPU come to a consumer of the CPU and to one of CUDA, each byte, in their order;
 * each end gets the fences that the others set. Streaming takes nothing from a table.
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-045
 * @verifies RF-STREAM-046
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-015
 */
static void a_camera_of_the_cpu_serves_cpu_and_gpu(void **state)
{
    static const ReelPlan plans[] = {{.ends = "CCG"}, {.ends = "CGC"}, {.ends = "CG"}};

    (void)state;
    leave_out_on_a_gpu();
    for (size_t i = 0U; i < COUNT_OF(plans); i++) {
        play_all(&plans[i]);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/**
 * Frames of a stream of CUDA come to a consumer of the CPU and to others of CUDA.
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-046
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-015
 */
static void a_producer_of_the_gpu_serves_cpu_and_gpu(void **state)
{
    static const ReelPlan plans[] = {{.ends = "GCG"}, {.ends = "GC"}, {.ends = "GGCG"}};

    (void)state;
    leave_out_on_a_gpu();
    for (size_t i = 0U; i < COUNT_OF(plans); i++) {
        play_all(&plans[i]);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/**
 * Where all ends are streams of CUDA, buffers can be in the memory of the GPU.
 * @verifies RF-STREAM-033
 * @verifies RF-STREAM-046
 * @verifies RF-CUDA-030
 */
static void streams_alone_share_memory_of_the_gpu(void **state)
{
    static const ReelPlan plans[] = {{.ends = "GGG", .video = true}, {.ends = "GG", .video = true}};

    (void)state;
    leave_out_on_a_gpu();
    for (size_t i = 0U; i < COUNT_OF(plans); i++) {
        play_all(&plans[i]);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/**
 * What waiters need comes through the blocks as it was set: an object is left to CUDA iff all who
 * wait for it, and who signals it, are streams.
 * @verifies RF-STREAM-025
 * @verifies RF-STREAM-026
 * @verifies RF-CUDA-071
 */
static void objects_are_left_to_cuda_where_streams_alone_use_them(void **state)
{
    static const struct {
        ReelPlan plan;
        bool local[REEL_ENDS];
    } cases[] = {{{.ends = "GGG"}, {true, true, true}},
                 {{.ends = "GGC"}, {false, true, false}},
                 {{.ends = "CG"}, {false, false}}};

    (void)state;
    leave_out_on_a_gpu();
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        reel_open(&g_reel, &cases[i].plan);
        for (uint32_t e = 0U; e < g_reel.count; e++) {
            assert_int_equal(is_local(g_reel.ends[e].object), cases[i].local[e]);
        }
        go_to(RINGFENCE_PHASE_RUNTIME);
        reel_close(&g_reel);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/**
 * A consumer of CUDA that asked to read cannot write what the CPU produces.
 * @verifies RF-CUDA-032
 */
static void a_consumer_that_reads_cannot_write(void **state)
{
    static const ReelPlan plan = {.ends = "CG"};

    (void)state;
    leave_out_on_a_gpu();
    reel_open(&g_reel, &plan);
    for (uint32_t p = 0U; p < REEL_PACKETS; p++) {
        assert_cu(cuMemsetD8(g_reel.ends[1].pointers[p], 1U, 1U), CUDA_ERROR_INVALID_VALUE);
    }
    go_to(RINGFENCE_PHASE_RUNTIME);
    reel_play(&g_reel, 0U);
    reel_assert_album(&g_reel, 1U);
    reel_close(&g_reel);
}

/**
 * Packets go on before the GPU has done anything: all packets go to the consumers and back while
 * the producer's stream is held up, and no fence expires. Then all is done in its order.
 * @verifies RF-STREAM-044
 * @verifies RF-STREAM-046
 * @verifies RF-CUDA-014
 */
static void packets_run_ahead_of_the_gpu(void **state)
{
    static const ReelPlan plan = {.ends = "GGG"};
    NvSciSyncObj gate = NULL;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUexternalSemaphore door = NULL;
    CUexternalSemaphore own = NULL;
    ReelEnd *const producer = &g_reel.ends[0];

    (void)state;
    leave_out_on_a_gpu();
    gate = sync_object(CPU_SIDE, WAITS);
    door = import_sync(gate);
    reel_open(&g_reel, &plan);
    go_to(RINGFENCE_PHASE_RUNTIME);
    own = producer->others[0];
    assert_ok(NvSciSyncObjGenerateFence(gate, &closed));
    producer->others[0] = door;
    assert_cu(reel_wait(producer, 0U, &closed), CUDA_SUCCESS);
    producer->others[0] = own;
    for (uint32_t frame = 0U; frame < (3U * REEL_PACKETS); frame++) {
        reel_play(&g_reel, frame);
    }
    (void)usleep(MOMENT_US);
    for (uint32_t i = 0U; i < g_reel.count; i++) {
        assert_cu(cuStreamQuery(g_reel.ends[i].stream), CUDA_ERROR_NOT_READY);
    }
    assert_int_equal(g_reel.ends[1].pictures[0], 0U);
    assert_ok(NvSciSyncObjSignal(gate));
    reel_assert_album(&g_reel, 3U * REEL_PACKETS);
    NvSciSyncFenceClear(&closed);
    reel_close(&g_reel);
    destroy_sync(door);
    NvSciSyncObjFree(gate);
}

/**
 * A consumer of the CPU gets a packet before a stream has drawn it; its fence says when.
 * @verifies RF-STREAM-046
 * @verifies RF-CUDA-014
 */
static void the_cpu_waits_for_the_frame_of_a_stream(void **state)
{
    static const ReelPlan plan = {.ends = "GC"};
    NvSciSyncObj gate = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUexternalSemaphore door = NULL;
    CUexternalSemaphore own = NULL;
    ReelEnd *const producer = &g_reel.ends[0];
    uint32_t p = 0U;

    (void)state;
    leave_out_on_a_gpu();
    gate = sync_object(CPU_SIDE, WAITS);
    door = import_sync(gate);
    reel_open(&g_reel, &plan);
    go_to(RINGFENCE_PHASE_RUNTIME);
    own = producer->others[0];
    for (uint32_t frame = 0U; frame < 5U; frame++) {
        p = reel_get(&g_reel);
        assert_ok(NvSciSyncObjGenerateFence(gate, &fence));
        producer->others[0] = door;
        assert_cu(reel_wait(producer, 0U, &fence), CUDA_SUCCESS);
        producer->others[0] = own;
        reel_present(&g_reel, p, frame);
        assert_int_equal(reel_acquire(&g_reel, 1U), p);
        NvSciSyncFenceClear(&fence);
        fence = reel_prefence(&g_reel, 1U, 0U, p);
        assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, MOMENT_US), NvSciError_Timeout);
        assert_ok(NvSciSyncObjSignal(gate));
        assert_expires(&fence);
        reel_assert_frame(g_reel.ends[1].read[p], frame);
        NvSciSyncFenceClear(&fence);
        reel_release(&g_reel, 1U, p, &fence);
    }
    reel_close(&g_reel);
    destroy_sync(door);
    NvSciSyncObjFree(gate);
}

/** A block of a consumer is deleted with its queue. */
static void delete_consumer(ReelEnd *end)
{
    assert_ok(NvSciStreamBlockDelete(end->block));
    assert_ok(NvSciStreamBlockDelete(end->queue));
    (void)memset(end->sent, 0, sizeof(end->sent));
}

/** Gives back all that is left when the blocks of both consumers are deleted. */
static void close_without_consumers(void)
{
    reel_expect(g_reel.ends[0].block, NvSciStreamEventType_Disconnected);
    assert_ok(NvSciStreamBlockDelete(g_reel.multicast));
    assert_ok(NvSciStreamBlockDelete(g_reel.pool));
    assert_ok(NvSciStreamBlockDelete(g_reel.ends[0].block));
    reel_give_back(&g_reel, CUDA_SUCCESS);
}

/**
 * A consumer of CUDA that has packets in its queue and in its hands is deleted when its stream is
 * done: they come home without its fences, what it released keeps them, and the others go on.
 * @verifies RF-STREAM-061
 */
static void a_consumer_of_the_gpu_leaves(void **state)
{
    static const ReelPlan plan = {.ends = "CGC"};
    ReelEnd *const gone = &g_reel.ends[1];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence released = NvSciSyncFenceInitializer;
    uint32_t seen = 0U;
    uint32_t p = 0U;

    (void)state;
    leave_out_on_a_gpu();
    reel_open(&g_reel, &plan);
    reel_play(&g_reel, 0U);
    released = gone->sent[0];
    for (uint32_t frame = 1U; frame < 3U; frame++) {
        p = reel_get(&g_reel);
        reel_present(&g_reel, p, frame);
        reel_finish(&g_reel, p, frame);
        reel_consume(&g_reel, 2U, frame);
    }
    assert_int_equal(reel_acquire(&g_reel, 1U), 1U);
    fence = reel_prefence(&g_reel, 1U, 0U, 1U);
    assert_cu(reel_wait(gone, 0U, &fence), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    reel_copy(gone, 1U, 1U);
    reel_assert_album(&g_reel, 2U);
    delete_consumer(gone);
    gone->sent[0] = released;
    for (uint32_t frame = 3U; frame < 9U; frame++) {
        p = reel_get(&g_reel);
        (void)memset(&gone->sent[p], 0, sizeof(gone->sent[p]));
        seen |= 1U << p;
        reel_present(&g_reel, p, frame);
        reel_finish(&g_reel, p, frame);
        reel_consume(&g_reel, 2U, frame);
    }
    assert_int_equal(seen, (1U << REEL_PACKETS) - 1U);
    go_to(RINGFENCE_PHASE_RUNTIME);
    go_to(RINGFENCE_PHASE_DEINIT);
    delete_consumer(&g_reel.ends[2]);
    close_without_consumers();
}

/* ---------------------------------------------------------------- what the driver refuses */

/** Leaves a test out where the driver cannot be told to refuse something. */
static const FakeControl *fake(void)
{
    const FakeControl *const control = fake_control();

    if (control == NULL) {
        skip();
    }
    return control;
}

/** What a refused call left in a fence. */
static void assert_cleared(const NvSciSyncFence *fence)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;

    assert_memory_equal(fence, &cleared, sizeof(cleared));
}

/**
 * Lets each call of the driver in a signal of an end be refused in turn, then none: the code comes
 * back, there is no fence, and the last try has one.
 */
static uint32_t signal_at_last(const ReelEnd *end, NvSciSyncFence *fence)
{
    uint32_t refused = 0U;
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    while (result != CUDA_SUCCESS) {
        const unsigned int before = fake()->count(NULL);

        assert_true(fake()->refuse(NULL, refused + 1U, CUDA_ERROR_OUT_OF_MEMORY));
        result = reel_signal(end, fence);
        if (result == CUDA_SUCCESS) {
            assert_int_equal(fake()->count(NULL) - before, refused);
        } else {
            assert_cu(result, CUDA_ERROR_OUT_OF_MEMORY);
            assert_cleared(fence);
            refused++;
        }
        fake()->reset();
    }
    return refused;
}

/**
 * A signal of a consumer that the driver refuses leaves the packet with the consumer: it tries
 * again, or waits for its stream and gives the packet back without a fence. The others see nothing
 * of it.
 * @verifies RF-CUDA-019
 * @verifies RF-STREAM-046
 */
static void a_consumer_whose_signal_is_refused(void **state)
{
    static const ReelPlan plans[] = {{.ends = "CGC"}, {.ends = "GGC"}};

    (void)state;
    leave_out_on_a_gpu();
    (void)fake();
    for (uint32_t turn = 0U; turn < (2U * COUNT_OF(plans)); turn++) {
        ReelEnd *const end = &g_reel.ends[1];

        reel_open(&g_reel, &plans[turn / 2U]);
        go_to(RINGFENCE_PHASE_RUNTIME);
        for (uint32_t frame = 0U; frame < 7U; frame++) {
            NvSciSyncFence fence = NvSciSyncFenceInitializer;
            const uint32_t p = reel_get(&g_reel);

            reel_present(&g_reel, p, frame);
            reel_finish(&g_reel, p, frame);
            assert_int_equal(reel_acquire(&g_reel, 1U), p);
            fence = reel_prefence(&g_reel, 1U, 0U, p);
            assert_cu(reel_wait(end, 0U, &fence), CUDA_SUCCESS);
            NvSciSyncFenceClear(&fence);
            reel_copy(end, p, frame);
            if ((turn % 2U) == 0U) {
                assert_true(signal_at_last(end, &fence) > 0U);
            } else {
                assert_true(fake()->refuse(NULL, 1U, CUDA_ERROR_UNKNOWN));
                assert_cu(reel_signal(end, &fence), CUDA_ERROR_UNKNOWN);
                assert_cu(cuStreamSynchronize(end->stream), CUDA_SUCCESS);
            }
            reel_release(&g_reel, 1U, p, &fence);
            reel_consume(&g_reel, 2U, frame);
        }
        reel_assert_album(&g_reel, 7U);
        reel_close(&g_reel);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/**
 * The same for a producer: what it presents after another try is whole.
 * @verifies RF-CUDA-019
 * @verifies RF-STREAM-046
 */
static void a_producer_whose_signal_is_refused(void **state)
{
    static const ReelPlan plans[] = {{.ends = "GCG"}, {.ends = "GGG"}};

    (void)state;
    leave_out_on_a_gpu();
    (void)fake();
    for (size_t i = 0U; i < COUNT_OF(plans); i++) {
        ReelEnd *const end = &g_reel.ends[0];

        reel_open(&g_reel, &plans[i]);
        go_to(RINGFENCE_PHASE_RUNTIME);
        for (uint32_t frame = 0U; frame < 7U; frame++) {
            NvSciSyncFence fence = NvSciSyncFenceInitializer;
            const uint32_t p = reel_get(&g_reel);

            reel_draw(end, p, frame);
            assert_true(signal_at_last(end, &fence) > 0U);
            reel_postfence(end, p, &fence);
            assert_ok(NvSciStreamProducerPacketPresent(end->block, end->packets[p]));
            reel_consume(&g_reel, 1U, frame);
            reel_consume(&g_reel, 2U, frame);
        }
        reel_assert_album(&g_reel, 7U);
        reel_close(&g_reel);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/**
 * A wait that the driver refuses has enqueued nothing, and its fence is as it was: the end tries
 * again.
 * @verifies RF-CUDA-019
 */
static void a_consumer_whose_wait_is_refused(void **state)
{
    static const ReelPlan plan = {.ends = "CG"};
    const ReelEnd *const end = &g_reel.ends[1];

    (void)state;
    leave_out_on_a_gpu();
    (void)fake();
    reel_open(&g_reel, &plan);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t frame = 0U; frame < 7U; frame++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        const uint32_t p = reel_get(&g_reel);

        reel_present(&g_reel, p, frame);
        assert_int_equal(reel_acquire(&g_reel, 1U), p);
        fence = reel_prefence(&g_reel, 1U, 0U, p);
        assert_cu(cuStreamSynchronize(end->stream), CUDA_SUCCESS);
        assert_true(fake()->refuse("cuStreamWaitValue64_v2", 1U, CUDA_ERROR_OUT_OF_MEMORY));
        assert_cu(reel_wait(end, 0U, &fence), CUDA_ERROR_OUT_OF_MEMORY);
        assert_memory_equal(&fence, &g_reel.ends[0].sent[p], sizeof(fence));
        assert_cu(cuStreamQuery(end->stream), CUDA_SUCCESS);
        assert_cu(reel_wait(end, 0U, &fence), CUDA_SUCCESS);
        reel_copy(end, p, frame);
        assert_cu(reel_signal(end, &fence), CUDA_SUCCESS);
        reel_release(&g_reel, 1U, p, &fence);
        reel_finish(&g_reel, p, frame);
    }
    reel_assert_album(&g_reel, 7U);
    reel_close(&g_reel);
}

/** A context of the test's own is current from now on. */
static CUcontext begin_context(void)
{
    CUctxCreateParams params;
    CUcontext context = NULL;

    (void)memset(&params, 0, sizeof(params));
    assert_cu(cuCtxCreate_v4(&context, &params, 0U, g_scene.device), CUDA_SUCCESS);
    return context;
}

/** It ends, with all that was in it. */
static void end_context(CUcontext context)
{
    assert_cu(cuCtxDestroy(context), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
}

/** A word that nobody writes. It outlives all that looks at it. */
static CUdeviceptr dead_word(void)
{
    static uint64_t page[512] __attribute__((aligned(4096)));
    CUdeviceptr pointer = 0U;

    assert_cu(cuMemHostRegister(page, sizeof(page), CU_MEMHOSTREGISTER_DEVICEMAP), CUDA_SUCCESS);
    assert_cu(cuMemHostGetDevicePointer(&pointer, page, 0U), CUDA_SUCCESS);
    return pointer;
}

/** Whether the work before the fence of a stream was done. */
static uint16_t status_of(const NvSciSyncFence *fence)
{
    NvSciSyncTaskStatus status;

    (void)memset(&status, 0, sizeof(status));
    assert_ok(NvSciSyncFenceGetTaskStatus(fence, &status));
    return status.status;
}

/**
 * The context of a producer fails with frames in its queue: the next signal says so, waits of the
 * CPU for these frames end, and their task statuses say that they were not drawn. When the program
 * deletes the producer the consumer gets Disconnected, and nothing is left.
 * @verifies RF-CUDA-064
 * @verifies RF-STREAM-062
 */
static void a_producer_whose_context_fails(void **state)
{
    static const ReelPlan plan = {.ends = "GC"};
    const FakeControl *const control = fake();
    const CUcontext context = begin_context();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    ReelEnd *const producer = &g_reel.ends[0];
    uint32_t p = 0U;

    (void)state;
    leave_out_on_a_gpu();
    reel_open(&g_reel, &plan);
    go_to(RINGFENCE_PHASE_RUNTIME);
    reel_play(&g_reel, 0U);
    assert_cu(cuStreamWaitValue64(producer->stream, dead_word(), 1U, CU_STREAM_WAIT_VALUE_GEQ),
              CUDA_SUCCESS);
    for (uint32_t frame = 1U; frame < 3U; frame++) {
        p = reel_get(&g_reel);
        reel_present(&g_reel, p, frame);
    }
    p = reel_get(&g_reel);
    control->doom(CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_cu(reel_signal(producer, &fence), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_cleared(&fence);
    for (uint32_t frame = 1U; frame < 3U; frame++) {
        p = reel_acquire(&g_reel, 1U);
        fence = reel_prefence(&g_reel, 1U, 0U, p);
        assert_expires(&fence);
        assert_int_equal(status_of(&fence), NvSciSyncTaskStatus_Failure);
        NvSciSyncFenceClear(&fence);
        reel_release(&g_reel, 1U, p, &fence);
    }
    reel_delete(&g_reel);
    reel_give_back(&g_reel, CUDA_ERROR_ILLEGAL_ADDRESS);
    end_context(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(a_camera_of_the_cpu_serves_cpu_and_gpu),
        cuda_test(a_producer_of_the_gpu_serves_cpu_and_gpu),
        cuda_test(streams_alone_share_memory_of_the_gpu),
        cuda_test(objects_are_left_to_cuda_where_streams_alone_use_them),
        cuda_test(a_consumer_that_reads_cannot_write),
        cuda_test(packets_run_ahead_of_the_gpu),
        cuda_test(the_cpu_waits_for_the_frame_of_a_stream),
        cuda_test(a_consumer_of_the_gpu_leaves),
        cuda_test(a_consumer_whose_signal_is_refused),
        cuda_test(a_producer_whose_signal_is_refused),
        cuda_test(a_consumer_whose_wait_is_refused),
        cuda_test(a_producer_whose_context_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
