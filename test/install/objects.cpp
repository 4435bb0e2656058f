// SPDX-License-Identifier: Apache-2.0
// A program in C++17 that has handles given back by their classes: nothing is left at its end, and reasons are said.
#include <cstdio>
#include <cstring>
#include <thread>
#include <type_traits>

#include "ringfence.hpp"

using namespace ringfence;

static_assert(!std::is_copy_constructible_v<BufObject> && std::is_nothrow_move_constructible_v<BufObject>, "handles move");
static_assert(sizeof(BufObject) == sizeof(NvSciBufObj) && sizeof(Fence) == sizeof(NvSciSyncFence), "as large as those of C");
static_assert(!std::is_polymorphic_v<SyncList> && !std::is_polymorphic_v<Block>, "nothing is virtual");

static int g_line = 0;

#define NEED(condition)                                                                            \
    if (!(condition)) {                                                                            \
        g_line = __LINE__;                                                                         \
        return false;                                                                              \
    }

static Expected<SyncList> sync_list(const SyncModule &module, NvSciSyncAccessPerm perm)
{
    auto list = SyncList::make(module);

    if (list) {
        NvSciError error = list->set(NvSciSyncAttrKey_NeedCpuAccess, true);

        error = (error != NvSciError_Success) ? error : list->set(NvSciSyncAttrKey_RequiredPerm, perm);
        if (error != NvSciError_Success) {
            return error;
        }
    }
    return list;
}

static Expected<BufList> raw_list(const BufModule &module, uint64_t size)
{
    auto list = BufList::make(module);

    if (list) {
        (void)list->set(NvSciBufGeneralAttrKey_Types, NvSciBufType_RawBuffer);
        (void)list->set(NvSciBufGeneralAttrKey_NeedCpuAccess, true);
        (void)list->set(NvSciBufGeneralAttrKey_RequiredPerm, NvSciBufAccessPerm_ReadWrite);
        (void)list->set(NvSciBufRawBufferAttrKey_Size, size);
        (void)list->set(NvSciBufRawBufferAttrKey_Align, uint64_t{64});
    }
    return list;
}

/** A thread signals, this one waits. */
static bool fences_work()
{
    auto module = SyncModule::open();
    NEED(module);
    auto signals = sync_list(*module, NvSciSyncAccessPerm_SignalOnly);
    auto waits = sync_list(*module, NvSciSyncAccessPerm_WaitOnly);
    NEED(signals && waits);
    auto reconciled = SyncList::reconcile(nullptr, *signals, *waits);
    NEED(reconciled);
    auto object = SyncObject::make(*reconciled);
    auto context = WaitContext::make(*module);
    NEED(object && context);
    Fence fence;
    NEED(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success);
    NEED(object->fence(fence) == NvSciError_Success);
    NEED(fence.wait(*context, 0) == NvSciError_Timeout);
    std::thread signaller([&] { (void)object->signal(); });
    const NvSciError error = fence.wait(*context, 60000000);
    signaller.join();
    NEED(error == NvSciError_Success);
    Fence moved = std::move(fence);
    Fence second;
    NEED(moved.dup(second) == NvSciError_Success);
    NEED(std::memcmp(fence.get(), &NvSciSyncFenceInitializer, sizeof(NvSciSyncFence)) == 0);
    NEED(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT) == NvSciError_Success);
    return true;
}

static bool buffers_work()
{
    auto module = BufModule::open();
    NEED(module);
    auto one = raw_list(*module, 4096U);
    auto other = raw_list(*module, 4096U);
    auto third = raw_list(*module, 8192U);
    NEED(one && other && third);
    auto reconciled = BufList::reconcile(nullptr, *one, *other);
    NEED(reconciled);
    NEED(*reconciled->value<uint64_t>(NvSciBufRawBufferAttrKey_Size) == 4096U);
    NEED(reconciled->value<uint32_t>(NvSciBufRawBufferAttrKey_Size).error() == NvSciError_BadParameter);
    auto object = BufObject::make(*reconciled);
    NEED(object);
    auto bytes = object->map();
    NEED(bytes);
    (*bytes)[4095] = 7U;
    NEED((*object->map_const())[4095] == 7U);
    Reason reason;
    auto conflict = BufList::reconcile(&reason, *one, *third);
    NEED(!conflict && (conflict.error() == NvSciError_ReconciliationFailed));
    NEED(std::strstr(reason.text, "NvSciBufRawBufferAttrKey_Size = 8192") != nullptr);
    // What is made of nothing is an error, and not a value.
    NEED(BufObject::make(BufList()).error() == NvSciError_BadParameter);
    BufObject taken = std::move(*object);
    NEED(!*object && taken);
    return true;
}

static bool streams_work()
{
    auto pool = Block::make(NvSciStreamStaticPoolCreate, 2U);
    NEED(pool);
    auto producer = Block::make(NvSciStreamProducerCreate, pool->get());
    auto queue = Block::make(NvSciStreamFifoQueueCreate);
    NEED(producer && queue);
    auto consumer = Block::make(NvSciStreamConsumerCreate, queue->get());
    NEED(consumer);
    NEED(producer->connect(*consumer) == NvSciError_Success);
    auto ipc = Ipc::init();
    NEED(ipc);
    NEED(Endpoint::open("no_such_endpoint").error() == NvSciError_NoSuchEntry);
    return true;
}

/** One hop by the classes, and one by the functions of C: they take the same instructions, which who builds this compares. */
extern "C" NvSciError hop_of_classes(const SyncObject &object, Fence &fence, const WaitContext &context)
{
    NvSciError error = object.fence(fence);

    error = (error != NvSciError_Success) ? error : object.signal();
    return (error != NvSciError_Success) ? error : fence.wait(context, -1);
}

extern "C" NvSciError hop_of_functions(const NvSciSyncObj *object, NvSciSyncFence *fence, const NvSciSyncCpuWaitContext *context)
{
    NvSciError error = NvSciSyncObjGenerateFence(*object, fence);

    error = (error != NvSciError_Success) ? error : NvSciSyncObjSignal(*object);
    return (error != NvSciError_Success) ? error : NvSciSyncFenceWait(fence, *context, -1);
}

/** All tables are empty. */
static bool nothing_is_left()
{
    RingfencePoolUsage usage;

    for (uint32_t pool = 0U; pool < static_cast<uint32_t>(RINGFENCE_POOL_COUNT); pool++) {
        if (RingfenceGetPoolUsage(static_cast<RingfencePool>(pool), &usage) == NvSciError_Success) {
            NEED(usage.inUse == 0U);
        }
    }
    return true;
}

int main()
{
    const bool works = buffers_work() && streams_work() && nothing_is_left() && fences_work() && nothing_is_left();

    if (!works) {
        (void)std::fprintf(stderr, "objects.cpp:%d: does not hold\n", g_line);
    }
    return works ? 0 : 1;
}
