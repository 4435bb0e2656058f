// SPDX-License-Identifier: Apache-2.0
/**
 * @file ringfence.hpp
 * C++17 on top of the functions of NvSciBuf, NvSciSync, NvSciIpc and NvSciStream: handles that are
 * given back by their destructors, results that hold a value or an error. It is a header alone, and
 * no part of the library.
 *
 * There are no exceptions, no virtual functions and no memory from the heap; each function is
 * inline and calls the function of C that it names. Errors, phases, thread rules and costs are
 * those of that function, and so is what a signal handler, a cancelled thread and a child of fork()
 * may call.
 *
 * A handle is given back where its destructor runs. The functions that give back are refused and
 * counted in phase RUNTIME: objects of these classes end in INIT or DEINIT. A Fence may end in each
 * phase. What an object is made of may end before it: a list before its buffer, a module before its
 * lists.
 */
#ifndef RINGFENCE_HPP
#define RINGFENCE_HPP

#if defined(_MSVC_LANG) ? (_MSVC_LANG < 201703L) : (__cplusplus < 201703L)
#error "ringfence.hpp needs C++17; the headers that end in .h do with less"
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "ringfence.h"

namespace ringfence
{

/** A value, or the error for want of which there is none. */
template <typename T> class [[nodiscard]] Expected
{
  public:
    /** No value; `error` is not NvSciError_Success. */
    Expected(NvSciError error) noexcept : error_(error)
    {
    }
    Expected(T &&value) noexcept : value_(std::move(value))
    {
    }
    /** True iff there is a value. */
    explicit operator bool() const noexcept
    {
        return error_ == NvSciError_Success;
    }
    /** NvSciError_Success iff there is a value. */
    NvSciError error() const noexcept
    {
        return error_;
    }
    /** The value; one that is empty, or zero, if there is none. */
    T &operator*() &noexcept
    {
        return value_;
    }
    const T &operator*() const &noexcept
    {
        return value_;
    }
    T &&operator*() &&noexcept
    {
        return std::move(value_);
    }
    T *operator->() noexcept
    {
        return &value_;
    }

  private:
    T value_{};
    NvSciError error_ = NvSciError_Success;
};

/** A handle with an owner. It moves and is not copied; what was moved from is empty. */
template <typename Handle, auto GiveBack> class Unique
{
  public:
    Unique() noexcept = default;
    /** Takes a handle over. */
    explicit Unique(Handle handle) noexcept : handle_(handle)
    {
    }
    Unique(const Unique &) = delete;
    Unique &operator=(const Unique &) = delete;
    Unique(Unique &&other) noexcept : handle_(other.release())
    {
    }
    Unique &operator=(Unique &&other) noexcept
    {
        if (this != &other) {
            reset(other.release());
        }
        return *this;
    }
    ~Unique()
    {
        reset();
    }
    /** The handle, for functions of C; it stays this object's. */
    Handle get() const noexcept
    {
        return handle_;
    }
    /** True iff there is a handle. */
    explicit operator bool() const noexcept
    {
        return handle_ != Handle{};
    }
    /** Gives the handle to the caller. */
    Handle release() noexcept
    {
        return std::exchange(handle_, Handle{});
    }
    /** Gives the handle back, and takes another one over, or none. */
    void reset(Handle handle = Handle{}) noexcept
    {
        const Handle before = std::exchange(handle_, handle);

        if (before != Handle{}) {
            (void)GiveBack(before);
        }
    }

  private:
    Handle handle_{};
};

namespace detail
{

/** Calls a function of C that makes something, and gives that or its error. */
template <typename T, typename Make> Expected<T> made(Make make)
{
    typename T::Handle handle{};
    const NvSciError error = make(&handle);

    if (error != NvSciError_Success) {
        return error;
    }
    return T(handle);
}

inline NvSciError close_endpoint(NvSciIpcEndpoint endpoint)
{
    return NvSciIpcCloseEndpointSafe(endpoint, false);
}

} // namespace detail

/** NvSciBufModuleOpen() and NvSciBufModuleClose(). */
class BufModule : public Unique<NvSciBufModule, NvSciBufModuleClose>
{
  public:
    using Handle = NvSciBufModule;
    using Unique::Unique;
    static Expected<BufModule> open()
    {
        return detail::made<BufModule>([](Handle *out) { return NvSciBufModuleOpen(out); });
    }
};

/** NvSciSyncModuleOpen() and NvSciSyncModuleClose(). */
class SyncModule : public Unique<NvSciSyncModule, NvSciSyncModuleClose>
{
  public:
    using Handle = NvSciSyncModule;
    using Unique::Unique;
    static Expected<SyncModule> open()
    {
        return detail::made<SyncModule>([](Handle *out) { return NvSciSyncModuleOpen(out); });
    }
};

/** NvSciSyncCpuWaitContextAlloc() and NvSciSyncCpuWaitContextFree(). */
class WaitContext : public Unique<NvSciSyncCpuWaitContext, NvSciSyncCpuWaitContextFree>
{
  public:
    using Handle = NvSciSyncCpuWaitContext;
    using Unique::Unique;
    static Expected<WaitContext> make(const SyncModule &module)
    {
        return detail::made<WaitContext>(
            [&](Handle *out) { return NvSciSyncCpuWaitContextAlloc(module.get(), out); });
    }
};

/** Why lists do not fit, as one line: RingfenceExplainConflict() and RingfenceFormatConflict(). */
struct Reason {
    char text[512] = "";
};

namespace detail
{

/** What NvSciBuf and NvSciSync have alike: lists of attributes. */
template <typename Types> class List : public Unique<typename Types::List, Types::free_list>
{
    using Base = Unique<typename Types::List, Types::free_list>;

  public:
    using Handle = typename Types::List;
    using Base::Base;

    /** An empty list that is not reconciled. */
    static Expected<List> make(const typename Types::Module &module)
    {
        return made<List>([&](Handle *out) { return Types::create(module.get(), out); });
    }
    /** Sets one attribute to one value; of an array the elements. */
    template <typename Value> NvSciError set(typename Types::Key key, const Value &value)
    {
        static_assert(std::is_trivially_copyable_v<Value>, "attributes are plain values");
        typename Types::Pair pair = {key, &value, sizeof(Value)};

        return Types::set(this->get(), &pair, 1U);
    }
    /** Reads one attribute. NvSciError_InsufficientData iff it is not set, NvSciError_BadParameter
     * iff it is no value of this size. */
    template <typename Value> Expected<Value> value(typename Types::Key key) const
    {
        static_assert(std::is_trivially_copyable_v<Value>, "attributes are plain values");
        typename Types::Pair pair = {key, nullptr, 0U};
        const NvSciError error = Types::read(this->get(), &pair, 1U);

        if (error != NvSciError_Success) {
            return error;
        }
        if ((pair.value == nullptr) || (pair.len == 0U)) {
            return NvSciError_InsufficientData;
        }
        if (pair.len != sizeof(Value)) {
            return NvSciError_BadParameter;
        }
        return Value(*static_cast<const Value *>(pair.value));
    }
    /**
     * Reconciles lists into one.
     *
     * @param[out] reason  why they do not fit, if they do not; NULL: nobody asks
     * @param[in]  lists   the lists, each of this class
     */
    template <typename... Lists>
    static Expected<List> reconcile(Reason *reason, const Lists &...lists)
    {
        const Handle inputs[] = {lists.get()...};
        Handle reconciled{};
        Handle conflict{};
        const NvSciError error = Types::reconcile(inputs, sizeof...(lists), &reconciled, &conflict);

        if (error != NvSciError_Success) {
            const List owner(conflict);
            RingfenceConflict why{};

            if ((reason != nullptr) && owner &&
                (RingfenceExplainConflict(owner.get(), &why) == NvSciError_Success)) {
                (void)RingfenceFormatConflict(&why, reason->text, sizeof(reason->text));
            }
            return error;
        }
        return List(reconciled);
    }
};

/** The functions of NvSciBuf. */
struct BufTypes {
    using List = NvSciBufAttrList;
    using Key = NvSciBufAttrKey;
    using Pair = NvSciBufAttrKeyValuePair;
    using Module = BufModule;
    static constexpr auto free_list = NvSciBufAttrListFree;
    static constexpr auto create = NvSciBufAttrListCreate;
    static constexpr auto set = NvSciBufAttrListSetAttrs;
    static constexpr auto read = NvSciBufAttrListGetAttrs;
    static constexpr auto reconcile = NvSciBufAttrListReconcile;
};

/** The functions of NvSciSync. */
struct SyncTypes {
    using List = NvSciSyncAttrList;
    using Key = NvSciSyncAttrKey;
    using Pair = NvSciSyncAttrKeyValuePair;
    using Module = SyncModule;
    static constexpr auto free_list = NvSciSyncAttrListFree;
    static constexpr auto create = NvSciSyncAttrListCreate;
    static constexpr auto set = NvSciSyncAttrListSetAttrs;
    static constexpr auto read = NvSciSyncAttrListGetAttrs;
    static constexpr auto reconcile = NvSciSyncAttrListReconcile;
};

} // namespace detail

/** A list of attributes of buffers. */
using BufList = detail::List<detail::BufTypes>;
/** A list of attributes of sync objects. */
using SyncList = detail::List<detail::SyncTypes>;

/** A buffer. */
class BufObject : public Unique<NvSciBufObj, NvSciBufObjFree>
{
  public:
    using Handle = NvSciBufObj;
    using Unique::Unique;
    /** NvSciBufObjAlloc(), of a reconciled list. */
    static Expected<BufObject> make(const BufList &reconciled)
    {
        return detail::made<BufObject>(
            [&](Handle *out) { return NvSciBufObjAlloc(reconciled.get(), out); });
    }
    /** NvSciBufObjGetCpuPtr(): the first byte, as long as the buffer lives. */
    template <typename T = std::uint8_t> Expected<T *> map() const
    {
        void *bytes = nullptr;
        const NvSciError error = NvSciBufObjGetCpuPtr(get(), &bytes);

        if (error != NvSciError_Success) {
            return error;
        }
        return static_cast<T *>(bytes);
    }
    /** NvSciBufObjGetConstCpuPtr(). */
    template <typename T = std::uint8_t> Expected<const T *> map_const() const
    {
        const void *bytes = nullptr;
        const NvSciError error = NvSciBufObjGetConstCpuPtr(get(), &bytes);

        if (error != NvSciError_Success) {
            return error;
        }
        return static_cast<const T *>(bytes);
    }
};

/** A fence. It moves and is not copied; dup() makes a second one. */
class Fence
{
  public:
    Fence() noexcept = default;
    Fence(const Fence &) = delete;
    Fence &operator=(const Fence &) = delete;
    Fence(Fence &&other) noexcept : fence_(other.fence_)
    {
        other.fence_ = NvSciSyncFenceInitializer;
    }
    Fence &operator=(Fence &&other) noexcept
    {
        if (this != &other) {
            NvSciSyncFenceClear(&fence_);
            fence_ = other.fence_;
            other.fence_ = NvSciSyncFenceInitializer;
        }
        return *this;
    }
    ~Fence()
    {
        NvSciSyncFenceClear(&fence_);
    }
    /** For functions of C. */
    NvSciSyncFence *get() noexcept
    {
        return &fence_;
    }
    const NvSciSyncFence *get() const noexcept
    {
        return &fence_;
    }
    /** NvSciSyncFenceDup(). */
    NvSciError dup(Fence &to) const
    {
        return NvSciSyncFenceDup(&fence_, &to.fence_);
    }
    /** NvSciSyncFenceWait(): microseconds; -1 has no end. */
    NvSciError wait(const WaitContext &context, std::int64_t timeout_us) const
    {
        return NvSciSyncFenceWait(&fence_, context.get(), timeout_us);
    }
    /** NvSciSyncFenceClear(). */
    void clear()
    {
        NvSciSyncFenceClear(&fence_);
    }

  private:
    NvSciSyncFence fence_ = NvSciSyncFenceInitializer;
};

/** A sync object. */
class SyncObject : public Unique<NvSciSyncObj, NvSciSyncObjFree>
{
  public:
    using Handle = NvSciSyncObj;
    using Unique::Unique;
    /** NvSciSyncObjAlloc(), of a reconciled list. */
    static Expected<SyncObject> make(const SyncList &reconciled)
    {
        return detail::made<SyncObject>(
            [&](Handle *out) { return NvSciSyncObjAlloc(reconciled.get(), out); });
    }
    /** NvSciSyncObjGenerateFence(): what the fence held is released. */
    NvSciError fence(Fence &to) const
    {
        return NvSciSyncObjGenerateFence(get(), to.get());
    }
    /** NvSciSyncObjSignal(). */
    NvSciError signal() const
    {
        return NvSciSyncObjSignal(get());
    }
};

/** NvSciIpcInit() and NvSciIpcDeinit(), for as long as it lives. */
class Ipc
{
  public:
    Ipc() noexcept = default;
    static Expected<Ipc> init()
    {
        const NvSciError error = NvSciIpcInit();
        Ipc ipc;

        if (error != NvSciError_Success) {
            return error;
        }
        ipc.is_open_ = true;
        return ipc;
    }
    Ipc(const Ipc &) = delete;
    Ipc &operator=(const Ipc &) = delete;
    Ipc(Ipc &&other) noexcept : is_open_(std::exchange(other.is_open_, false))
    {
    }
    Ipc &operator=(Ipc &&other) noexcept
    {
        if (this != &other) {
            end();
            is_open_ = std::exchange(other.is_open_, false);
        }
        return *this;
    }
    ~Ipc()
    {
        end();
    }

  private:
    void end() noexcept
    {
        if (is_open_) {
            NvSciIpcDeinit();
        }
    }
    bool is_open_ = false;
};

/** NvSciIpcOpenEndpoint() and NvSciIpcCloseEndpointSafe(), which leaves unread frames. */
class Endpoint : public Unique<NvSciIpcEndpoint, detail::close_endpoint>
{
  public:
    using Handle = NvSciIpcEndpoint;
    using Unique::Unique;
    static Expected<Endpoint> open(const char *name)
    {
        return detail::made<Endpoint>([&](Handle *out) { return NvSciIpcOpenEndpoint(name, out); });
    }
};

/** A block of a stream, which NvSciStreamBlockDelete() ends. Each function of C that makes one can
 * be given to make(). */
class Block : public Unique<NvSciStreamBlock, NvSciStreamBlockDelete>
{
  public:
    using Handle = NvSciStreamBlock;
    using Unique::Unique;
    /** As Block::make(NvSciStreamProducerCreate, pool.get()). */
    template <typename Function, typename... Arguments>
    static Expected<Block> make(Function function, Arguments... arguments)
    {
        return detail::made<Block>([&](Handle *out) { return function(arguments..., out); });
    }
    /** NvSciStreamBlockConnect(): this block is upstream. */
    NvSciError connect(const Block &downstream) const
    {
        return NvSciStreamBlockConnect(get(), downstream.get());
    }
};

} // namespace ringfence

#endif // RINGFENCE_HPP
