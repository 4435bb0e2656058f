/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media.h
 * What the files of src/media share: the rows of devices, images and engines, what engines have
 * registered, and the queue.
 *
 * Locks, in the order in which they are taken: media_lock() is for making and ending rows of all
 * tables; the lock of an engine is for its queue, its registrations, and what is set for its next
 * operation; media_use_lock() is for who uses an image or a buffer. A call that works on an image
 * without media_lock() is counted in it, and the image stays until it is over.
 */
#ifndef RINGFENCE_MEDIA_MEDIA_H
#define RINGFENCE_MEDIA_MEDIA_H

#include <stdbool.h>
#include <stdint.h>

#include "blit/blit.h"
#include "blit/cuda/blit_cuda.h"
#include "core/fault.h"
#include "core/phase.h"
#include "media/planes.h"
#include "port/atomic.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"
#include "ringfence_nvmedia.h"
#include "worker/gauge.h"
#include "worker/name.h"
#include "worker/queue.h"

/** Fences that an operation waits for, of both generations. */
#define MEDIA_WAITS RINGFENCE_CFG_2D_FENCES
/** Images that an operation uses: its destination, then the source of each layer. */
#define MEDIA_USES (BLIT_LAYERS + 1U)
/** No registration. */
#define MEDIA_NONE UINT32_MAX

typedef struct MediaEngine MediaEngine;

/* ---------------------------------------------------------------- memory */

/** Memory that an image is in. */
typedef struct {
    RingfenceEngineBuf map;
    MediaSurface surface;
    /** First byte for writing; NULL: it is only read, or the CPU does not reach it. */
    uint8_t *base;
    /** First byte for reading; NULL: the CPU does not reach it. */
    const uint8_t *const_base;
    /** Blits may write it. */
    bool may_write;
    /** Its planes are arrays of a GPU, not rows. */
    bool has_blocks;
    /** Guarded by media_use_lock(): the program has it, so that no operation takes it; whether a
     * call copies to it; calls that copy from it or to it. */
    bool is_locked;
    bool is_put;
    uint32_t copies;
} MediaMemory;

/** An image or a buffer as one engine uses it. */
typedef struct {
    bool is_registered;
    /** The engine writes it. */
    bool writes;
    /** Guarded by media_use_lock(): the registration ends, so that no call begins to copy with the
     * GPU. */
    bool is_ending;
    /** Guarded by media_use_lock(): calls that copy with the GPU, for which `gpu` stays. */
    uint32_t copies;
    /** Number of the last operation that uses it. */
    uint64_t last_use;
    /** What the engine's GPU has of it. Written under media_use_lock(). */
    BlitGpuImage gpu;
} MediaUse;

/** What an operation uses of memory. */
typedef struct {
    const MediaMemory *memory;
    MediaUse *use;
    /** What its last use was before. */
    uint64_t before;
} MediaSide;

/* ---------------------------------------------------------------- registrations */

/** A sync object that an engine uses. */
typedef struct {
    bool is_taken;
    /** Handle that it was registered with. */
    NvSciSyncObj handle;
    bool is_pre;
    bool is_eof;
    /** How often the row was taken. */
    uint64_t turn;
    uint64_t last_use;
    RingfenceEngineSync sync;
} MediaSync;

/** A buffer that an engine of the second generation uses. */
typedef struct {
    bool is_taken;
    /** Handle that it was registered with. */
    NvSciBufObj handle;
    /** How often the row was taken. */
    uint64_t turn;
    MediaMemory memory;
    MediaUse use;
} MediaBuffer;

/** Registration that is named by something that may outlive it. */
typedef struct {
    /** MEDIA_NONE: none is named. */
    uint32_t index;
    uint64_t turn;
} MediaRef;

/** What an operation waits for and what it signals, before it is submitted. */
typedef struct {
    uint32_t wait_count;
    WorkerPoint waits[MEDIA_WAITS];
    MediaRef objects[MEDIA_WAITS];
    MediaRef eof;
} MediaEvents;

/* ---------------------------------------------------------------- operations */

/** A copy of a plane. */
typedef struct {
    uint32_t destination;
    uint32_t source;
    /** Bytes of a row, and rows. */
    uint32_t row_bytes;
    uint32_t rows;
} MediaCopy;

/** A place of a queue. */
typedef struct {
    WorkerJob job;
    MediaEngine *engine;
    /** Number of the operation among those of its engine, from 1; 0: the place was never used. */
    uint64_t sequence;
    bool is_copy;
    bool on_gpu;
    BlitOperation operation;
    MediaCopy copy;
    /** Its destination, then the source of each layer. */
    MediaSide sides[MEDIA_USES];
    WorkerPoint waits[MEDIA_WAITS];
    /** What is signalled, and its fence, which is kept until the place is used anew. */
    MediaRef eof;
    WorkerPoint end;
    NvSciSyncFence fence;
} MediaEntry;

/** A layer that is prepared. */
typedef struct {
    MediaRef source;
    /** A setter was called for it. */
    bool is_set;
    bool has_source_rect;
    bool has_destination_rect;
    BlitRect source_rect;
    BlitRect destination_rect;
    BlitTransform transform;
    BlitFilter filter;
    BlitBlend blend;
    float alpha;
} MediaLayer;

/** An operation that is prepared under a token. */
typedef struct {
    bool is_taken;
    /** How often the row was taken. */
    uint32_t turn;
    MediaRef destination;
    MediaLayer layers[BLIT_LAYERS];
    MediaEvents events;
} MediaCompose;

/** A filter buffer: a token, and nothing else. */
typedef struct {
    bool is_taken;
    uint32_t turn;
} MediaFilterBuffer;

/** Filter buffers of an engine at most. */
#define MEDIA_FILTER_BUFFERS 16U

/** An engine of either generation. */
struct MediaEngine {
    WorkerHandle handle;
    PortAtomic32 lock;
    bool is_taken;
    /** Index of this row. */
    uint32_t index;
    /** First generation: row of the device that it was made of. */
    uint32_t device;
    /** Who blits, and the numbers of its operations. */
    WorkerQueue jobs;
    MediaEntry queue[RINGFENCE_CFG_2D_TASKS];
    MediaSync syncs[RINGFENCE_CFG_2D_REGISTRATIONS];
    uint32_t sync_count;
    /** How full its tables are. Written under its lock. */
    WorkerGauge images_used;
    WorkerGauge buffers_used;
    WorkerGauge syncs_used;
    WorkerGauge tokens_used;

    /** First generation. */
    uint32_t image_count;
    MediaEvents next;

    /** Second generation: how much it has, and what is taken. */
    uint32_t max_composes;
    uint32_t max_buffers;
    uint32_t max_syncs;
    uint32_t max_filters;
    uint32_t buffer_count;
    MediaBuffer buffers[RINGFENCE_CFG_2D_REGISTRATIONS];
    MediaCompose composes[RINGFENCE_CFG_2D_TASKS];
    MediaFilterBuffer filters[MEDIA_FILTER_BUFFERS];
};

/** A device of the first generation. */
typedef struct {
    WorkerHandle handle;
    /** Index of this row. */
    uint32_t index;
    /** Images and engines that were made of it. */
    uint32_t users;
} MediaDevice;

/** Reports that one more was asked for than a limit allows. */
void media_report_full(PhaseOp op, FaultLimit limit, uint32_t allowed);

/** The same of what becomes free while the engine works: in RUNTIME a program waits for that, and
 * it is no fault. */
void media_report_busy(PhaseOp op, FaultLimit limit, uint32_t allowed);

/** Reports why an argument is refused; NVMEDIA_STATUS_BAD_PARAMETER. */
NvMediaStatus media_refuse(PhaseOp op, RingfenceFaultKind kind);

/** The same of an object that an engine does not know; NULL is no fault. */
NvMediaStatus media_refuse_object(PhaseOp op, const void *object);

/** media_refuse() that says what is to be done. */
NvMediaStatus media_refuse_with(PhaseOp op, RingfenceFaultKind kind, FaultEngineCause cause);

/** Reports that a call is not taken now, and what is to be done before it; gives the status. */
NvMediaStatus media_refuse_now(PhaseOp op, FaultEngineCause cause, NvMediaStatus status);

/** media_status_of() for an object that a call was given: what is none of NvSci, and not NULL, is
 * reported by the name of the call, with what it is to give. */
NvMediaStatus media_status_for(PhaseOp op, NvSciError error, const void *object,
                               FaultEngineCause cause);

extern MediaDevice g_media_devices[RINGFENCE_CFG_2D_DEVICES];
extern MediaEngine g_media_engines[RINGFENCE_CFG_2D_ENGINES];

/** How full the tables are that all engines share. Written under media_lock(). */
extern WorkerGauge g_media_devices_used;
extern WorkerGauge g_media_engines_used;
extern WorkerGauge g_media_images_used;

/* ---------------------------------------------------------------- all files */

/** Says whether the feature is there and the phase admits a function: NVMEDIA_STATUS_OK,
 * NVMEDIA_STATUS_NOT_SUPPORTED or NVMEDIA_STATUS_UNDEFINED_STATE. */
NvMediaStatus media_admit(PhaseOp op);

/** media_admit() for a function of several steps: up to media_leave() the phase stays what it was
 * admitted for. Each call has its media_leave(), also one that is refused. */
NvMediaStatus media_enter(PhaseOp op, int32_t *held);
void media_leave(int32_t held);

/** Says whether this process may make and end rows: it did before, or no thread of its parent had a
 * lock of theirs when that forked. Such a lock is never given back, and what it guards may be half
 * made. */
bool media_rows_are_ours(void);

/** media_enter() for a function with a handle, if it takes media_lock(). A process that may not
 * take that has no handle: NVMEDIA_STATUS_BAD_PARAMETER. */
NvMediaStatus media_enter_rows(PhaseOp op, int32_t *held);

/** Guards the making and ending of rows. Behind media_rows_are_ours(). */
void media_lock(void);
void media_unlock(void);

/** What needs media_lock() states that somebody has it. */
bool media_is_locked(void);

/** Guards who uses images and buffers. */
void media_use_lock(void);
void media_use_unlock(void);

/** Number of what happened so far of that which threads wait for: operations and copies are over,
 * or were refused. */
uint32_t media_changes(void);

/** Tells who waits. */
void media_changed(void);

/** Sleeps until something happens behind media_changes(), or for a while. */
void media_await_change(uint32_t seen);

/** Device that a handle names; NULL: none. Needs media_lock(). */
MediaDevice *media_device_find(PhaseOp op, const void *handle);

/** Engine of a generation that a handle names, which is locked; NULL: none, and nothing is locked.
 */
MediaEngine *media_engine_take(PhaseOp op, WorkerNameKind kind, const void *handle);

/** Gives the lock of an engine back. */
void media_engine_give(MediaEngine *engine);

/** What a refusal of NvSci is to the caller. */
NvMediaStatus media_status_of(NvSciError error);

/* ---------------------------------------------------------------- engines */

/** Makes an engine. Needs media_lock(). NVMEDIA_STATUS_OK, NVMEDIA_STATUS_OUT_OF_MEMORY or
 * NVMEDIA_STATUS_ERROR. The name is given last, and written to the place of a handle. */
NvMediaStatus media_engine_open(PhaseOp op, WorkerNameKind kind, uint32_t device,
                                MediaEngine **made, void *place);

/** Ends an engine that a handle names, with what it has. NVMEDIA_STATUS_BAD_PARAMETER: there is
 * none.
 */
NvMediaStatus media_engine_close(PhaseOp op, WorkerNameKind kind, const void *handle);

/* ---------------------------------------------------------------- memory and its users */

/** Maps a buffer and reads the image in it. What fails leaves nothing. Needs media_lock(). */
NvMediaStatus media_memory_map(PhaseOp op, NvSciBufObj object, MediaMemory *memory);

/** Ends what media_memory_map() made. */
void media_memory_unmap(MediaMemory *memory);

/** Makes memory known to the GPU of an engine, if it has one or needs one for it. */
NvMediaStatus media_memory_import(PhaseOp op, const MediaEngine *engine, const MediaMemory *memory,
                                  MediaUse *use);

/** Ends what an engine has of an image or a buffer; its thread does not use it. Waits for calls
 * that copy with the GPU. */
void media_use_end(const MediaEngine *engine, MediaUse *use);

/** Ends the registrations of all images with an engine, whose thread has ended. Needs media_lock().
 */
void media_image_leave_all(const MediaEngine *engine);

/** Ends the registrations of all buffers. The thread of the engine has ended. */
void media_buffer_end_all(MediaEngine *engine);

/* ---------------------------------------------------------------- sync objects */

/** Sets what an engine needs in a list of NvSciSync. */
NvMediaStatus media_sync_fill(PhaseOp op, NvSciSyncAttrList list, NvMediaNvSciSyncClientType type);

/** Registers a sync object with an engine. Needs the engine's lock. */
NvMediaStatus media_sync_register(PhaseOp op, MediaEngine *engine, NvMediaNvSciSyncObjType type,
                                  NvSciSyncObj object);

/** Ends the registration of a sync object. Needs the engine's lock. */
NvMediaStatus media_sync_unregister(PhaseOp op, MediaEngine *engine, NvSciSyncObj object);

/** Ends all registrations of sync objects. The thread of the engine has ended. */
void media_sync_end_all(MediaEngine *engine);

/** Nothing to wait for, nothing to signal. */
void media_events_begin(MediaEvents *events);

/** Adds a fence that an operation waits for; `limit` are there at most. Needs the engine's lock. */
NvMediaStatus media_events_add(PhaseOp op, const MediaEngine *engine, MediaEvents *events,
                               const NvSciSyncFence *fence, uint32_t limit);

/** Says what an operation signals. Needs the engine's lock. */
NvMediaStatus media_events_set_eof(PhaseOp op, const MediaEngine *engine, MediaEvents *events,
                                   NvSciSyncObj object);

/** Sync object of a reference; NULL: it is not registered any more, or none is named. */
MediaSync *media_sync_of(MediaEngine *engine, MediaRef ref);

/** Buffer of a reference; NULL: it is not registered any more, or none is named. */
MediaBuffer *media_buffer_of(MediaEngine *engine, MediaRef ref);

/* ---------------------------------------------------------------- the queue */

/** Next place of a queue; NULL: the queue is full. Nobody else sees it until media_queue_put().
 * Needs the engine's lock. */
MediaEntry *media_queue_place(MediaEngine *engine);

/** Puts the operation in the next place, which is filled, into the queue. What fails leaves
 * nothing. Needs the engine's lock. */
NvMediaStatus media_queue_put(PhaseOp op, MediaEngine *engine, MediaEntry *entry,
                              const MediaEvents *events);

/** What a program knows an operation of an engine by: no other engine has one of this name. */
uint64_t media_queue_name(const MediaEngine *engine, uint64_t sequence);

/** Number of the operation of an engine that has a name; 0: it is another engine's. */
uint64_t media_queue_number(const MediaEngine *engine, uint64_t name);

/** Place of an operation; NULL: it is none of the last ones. */
const MediaEntry *media_queue_find(const MediaEngine *engine, uint64_t sequence);

/** Gives a copy of the fence of an operation. */
NvMediaStatus media_queue_fence(const MediaEntry *entry, NvSciSyncFence *fence);

/** Forgets the fences of operations that signal an object, or any if MEDIA_NONE. */
void media_queue_forget(MediaEngine *engine, uint32_t sync);

#endif /* RINGFENCE_MEDIA_MEDIA_H */
