/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_internal.h
 * What the parts of the driver without a GPU know of each other.
 */
#ifndef FAKE_INTERNAL_H
#define FAKE_INTERNAL_H

#include "blit/cuda/work.h"
#include "dla/gpu/work.h"
#include "fake.h"

#include <pthread.h>
#include <stddef.h>

#define FAKE_EXPORT      __attribute__((visibility("default")))
#define FAKE_GRANULARITY ((size_t)2U << 20U)

/** What a function needs before it does anything. */
typedef enum { NEEDS_NOTHING, NEEDS_INIT, NEEDS_CONTEXT } FakeNeed;

struct CUctx_st {
    CUcontext next;
    CUdevice device;
    unsigned int references;
    bool primary;
    /** Not CUDA_SUCCESS: it failed for good. */
    CUresult failed;
    /** No other one gets it, nor this one after a reset. */
    unsigned long long number;
};

/** Guards every list. */
extern pthread_mutex_t g_fake_lock;

/* control */
CUresult fake_enter(const char *name, FakeNeed need, uint64_t first, uint64_t second,
                    uint64_t third, uint64_t fourth);
int fake_attribute_get(CUdevice device, CUdevice_attribute attribute);
unsigned int fake_device_count(void);
bool fake_is_capturing(void);
bool fake_is_sanitized(void);

/** The mode of captures of this thread. */
uint64_t fake_stream_mode(void);

/** Counts the use of what is none any more. */
void fake_dead(void);

/** Says whether devices can use each other's memory. */
bool fake_reach(void);

/* driver: contexts */
CUcontext fake_context(void);
CUresult fake_context_check(void);
void fake_context_fail(CUresult code);
CUresult fake_context_failure(CUcontext context);
bool fake_is_initialised(void);
unsigned int fake_live_contexts(void);

/* stream */
/** Waits for all streams of a context, or for those that the stream NULL waits for. */
void fake_stream_sync(CUcontext context, bool blocking_only);
CUstream fake_stream_find(CUstream stream);
CUdevice fake_stream_device(CUstream stream);
void fake_stream_host(CUstream stream, CUhostFn function, void *data);
/** Ends the streams of a context that nobody made. */
void fake_stream_end_implicit(CUcontext context);

/** Ends all streams, events and registrations of a context; nothing that they have still to do is
 * done. */
void fake_stream_end_all(CUcontext context);
void fake_event_end_all(CUcontext context);
void fake_memory_end_all(CUcontext context);
unsigned int fake_live_streams(void);

/* events: a record is one that a stream has still to reach, or did */
typedef struct FakeRecord FakeRecord;
CUresult fake_stream_enter(const char *name, CUstream *stream, uint64_t second);
CUcontext fake_stream_context(CUstream stream);
void fake_stream_drain(CUstream stream);
CUresult fake_stream_record(CUstream stream, FakeRecord *record, bool reaches);
bool fake_record_is_done(FakeRecord *record);
void fake_record_finish(FakeRecord *record, bool reached);
unsigned int fake_live_events(void);

/** Memory operations on a stream. */
CUresult fake_stream_batch(CUstream stream, const CUstreamBatchMemOpParams *parameters,
                           unsigned int count);

/* kernels */
typedef enum {
    FAKE_STORE = 0,
    FAKE_STAMP,
    FAKE_CLOCK,
    FAKE_DLA_SINGLE,
    FAKE_DLA_BULK,
    FAKE_BLIT_PICK,
    FAKE_BLIT_FILTER,
    FAKE_BLIT_420,
    FAKE_BLIT_COPY,
    FAKE_KERNELS
} FakeKernelKind;

#define FAKE_STORES 32U
#define FAKE_STAMPS 16U

/** Parameters of the library's kernels. */
typedef struct {
    FakeKernelKind kind;
    uint64_t count;
    struct {
        uint64_t word;
        uint64_t point;
    } stores[FAKE_STORES];
    struct {
        uint64_t count;
        uint64_t gpu_ns;
        uint64_t ahead_ns;
        int64_t drift_ns;
        uint64_t earliest_us;
        struct {
            uint64_t slot;
            uint64_t previous;
            uint64_t mark;
            uint64_t store;
        } entries[FAKE_STAMPS];
    } stamps;
    /** Of the kernels of hybrid mode, and how many threads they have. */
    HybridWork work;
    uint64_t threads;
    /** Of those of blits, and their threads in each direction. */
    BlitWork blit;
    uint32_t extent[3];
} FakeKernel;

/** Says whether a handle is a kernel, and copies its parameters. */
bool fake_kernel_read(const void *handle, void *const *parameters, FakeKernel *kernel);

/** Makes the addresses of a kernel those of this process; false: a device cannot use one. */
bool fake_kernel_resolve(FakeKernel *kernel, CUdevice device);

/** Does what the kernel does. */
void fake_kernel_run(const FakeKernel *kernel);

/** The same for the kernels of hybrid mode. */
bool fake_dla_resolve(FakeKernel *kernel, CUdevice device);
void fake_dla_run(const FakeKernel *kernel);

/** The same for the kernels of blits. */
bool fake_blit_resolve(FakeKernel *kernel, CUdevice device);
void fake_blit_run(const FakeKernel *kernel);

/** Hands a kernel to a stream. */
CUresult fake_stream_kernel(CUstream stream, const FakeKernel *kernel);

/** Nanoseconds of the devices' clock, and how long a kernel takes. */
uint64_t fake_clock(void);
unsigned int fake_slow(void);

/* graph */
unsigned int fake_live_graphs(void);
CUgraph fake_graph_new(void);
CUresult fake_graph_record(CUgraph graph, const CUstreamBatchMemOpParams *ops, unsigned int count);

/* memory: the address in this process for bytes that a device may use, or NULL */
void *fake_resolve(CUdeviceptr address, uint64_t bytes, bool write, CUdevice device);
unsigned int fake_live_memory(FakeKind kind);

/* external */
unsigned int fake_live_external(FakeKind kind);
void *fake_external_map(int fd, uint64_t bytes);
CUresult fake_external_buffer_add(void *base, uint64_t mapped, uint64_t offset, uint64_t size,
                                  CUdeviceptr *address);

/** Where a byte of a row of a surface object is; NULL: nowhere. */
unsigned char *fake_surface_at(uint64_t surface, uint64_t byte, uint64_t row);

/** A descriptor of device memory, its bytes and its device; -1 for other descriptors. */
int fake_device_of(int fd, uint64_t *bytes);

/** An address as a number, for the record of calls. */
static inline uint64_t fake_word(const volatile void *address)
{
    return (uint64_t)(uintptr_t)address;
}

#endif
