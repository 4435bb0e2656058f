/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_nvmedia.h
 * What both generations of NvMedia 2D have: results, rectangles, roles of sync objects, devices.
 * The headers nvmedia_core.h include it; a program includes those.
 *
 * There are two generations of NvMedia 2D, and a program uses one of them:
 *
 * - images and blits (release 5, the default): nvmedia_core.h, nvmedia_surface.h, nvmedia_image.h,
 *   nvmedia_image_nvscibuf.h, nvmedia_2d.h, nvmedia_2d_nvscisync.h, nvmedia_common.h;
 * - layers and compose parameters (release 6): nvmedia6/nvmedia_core.h, nvmedia6/nvmedia_2d.h,
 *   nvmedia6/nvmedia_2d_sci.h, nvmedia6/nvmedia_common.h.
 *
 * A program of the second one puts the folder nvmedia6 on its include path, before the folder of
 * this header, or in whatever order and defines RINGFENCE_NVMEDIA_6, as the files of pkg-config and
 * CMake do: then headers of the first one that the second has too lead to these. Where both have a
 * function of one name, the headers of the second one give it a link name of its own by a macro,
 * with the suffix _v6, so that one library has both.
 *
 * The engine is software: a thread of the library for each handle does the operations of its queue,
 * one after the other, on the CPU or with a GPU. Everything is made in INIT; an operation takes
 * nothing but a place in the queue.
 *
 * For all functions: NVMEDIA_STATUS_UNDEFINED_STATE iff the current phase does not admit the
 * function, NVMEDIA_STATUS_NOT_SUPPORTED iff RINGFENCE_CFG_2D is 0; it is not listed again for
 * that. A function that gives a pointer gives NULL then, one without a result does nothing. A
 * handle that is stale, of another kind, or NULL, is refused, and is a fault report but for NULL.
 * An argument that is refused is a fault report too, which says more than the result: ringfence.h
 * has the kinds RINGFENCE_FAULT_2D_..., docs/2d.md what to do. NULL for what is to be there is none.
 * In a child of fork() the handles of its parent are stale. Where several errors apply, any of
 * them may be returned. Results are unchanged on error. Threads: any thread may call any function
 * at any time, also for one handle, unless a function says more. A signal handler calls none, and
 * none is a cancellation point, as nvscisync.h says.
 */
#ifndef RINGFENCE_NVMEDIA_H
#define RINGFENCE_NVMEDIA_H

/* @satisfies RF-MEDIA-901 RF-MEDIA-902 RF-MEDIA-903 */

#include <stdint.h>
/* cppcheck-suppress misra-c2012-21.10 ; DEV-005 the structure of a time is behind this header */
#include <time.h>

#include "nvscisync.h"

#ifdef __cplusplus
extern "C" {
#endif

/** 0: no; else yes. */
typedef uint32_t NvMediaBool;

/** Yes. */
#define NVMEDIA_TRUE (0 == 0)
/** No. */
#define NVMEDIA_FALSE (0 == 1)

/** Seconds and nanoseconds. Before C11 the language has it with POSIX alone (_POSIX_C_SOURCE). */
typedef struct timespec NvMediaTime;

/** What a call came to. */
typedef enum {
    /** Done; of an operation: accepted. */
    NVMEDIA_STATUS_OK = 0,
    /** A parameter is wrong, or something that is named is not registered. */
    NVMEDIA_STATUS_BAD_PARAMETER = 1,
    /** Not over. Not returned by 2D. */
    NVMEDIA_STATUS_PENDING = 2,
    /** A time-out. Not returned by 2D. */
    NVMEDIA_STATUS_TIMED_OUT = 3,
    /** A table of fixed size is full. */
    NVMEDIA_STATUS_OUT_OF_MEMORY = 4,
    /** NvMediaImageNvSciBufInit() is missing. */
    NVMEDIA_STATUS_NOT_INITIALIZED = 5,
    /** Not in this library, or not of this format. */
    NVMEDIA_STATUS_NOT_SUPPORTED = 6,
    /** Anything else: a call of NvSci failed. */
    NVMEDIA_STATUS_ERROR = 7,
    /** Nothing is under way. Not returned by 2D. */
    NVMEDIA_STATUS_NONE_PENDING = 8,
    /** A queue is full, or all tokens are given out. */
    NVMEDIA_STATUS_INSUFFICIENT_BUFFERING = 9,
    /** A size is wrong. Not returned by 2D. */
    NVMEDIA_STATUS_INVALID_SIZE = 10,
    /** Versions do not match. Not returned by 2D. */
    NVMEDIA_STATUS_INCOMPATIBLE_VERSION = 11,
    /** The current phase does not admit the call. */
    NVMEDIA_STATUS_UNDEFINED_STATE = 13,
    /** A permanent fault was found. Not returned by 2D. */
    NVMEDIA_STATUS_PFSD_ERROR = 14,
    /** Of release 7. Not returned by 2D. */
    NVMEDIA_STATUS_INVALID_STATE = 15
} NvMediaStatus;

/** Pixels from x0, y0 up to, not including, x1, y1. */
typedef struct {
    /** Left edge. */
    uint16_t x0;
    /** Top edge. */
    uint16_t y0;
    /** Right edge, which is outside. */
    uint16_t x1;
    /** Bottom edge, which is outside. */
    uint16_t y1;
} NvMediaRect;

/** What an engine does with sync objects of a list. */
typedef enum {
    /** It signals. */
    NVMEDIA_SIGNALER = 0,
    /** It waits. */
    NVMEDIA_WAITER = 1,
    /** Both. */
    NVMEDIA_SIGNALER_WAITER = 2
} NvMediaNvSciSyncClientType;

/** What a registered sync object is for. */
typedef enum {
    /** Its fences are waited for: an operation does not start before. */
    NVMEDIA_PRESYNCOBJ = 0,
    /** It is signalled when the output is written (end of frame). */
    NVMEDIA_EOFSYNCOBJ = 1,
    /** It is signalled when the operation begins (start of frame). 2D has none. */
    NVMEDIA_SOFSYNCOBJ = 2,
    /** Both NVMEDIA_EOFSYNCOBJ and NVMEDIA_PRESYNCOBJ. */
    NVMEDIA_EOF_PRESYNCOBJ = 3,
    /** Both NVMEDIA_SOFSYNCOBJ and NVMEDIA_PRESYNCOBJ. 2D has none. */
    NVMEDIA_SOF_PRESYNCOBJ = 4
} NvMediaNvSciSyncObjType;

/** What an engine does with an image. */
typedef enum {
    /** It reads: the image is a source. */
    NVMEDIA_ACCESS_MODE_READ = 0,
    /** It reads and writes: the image is a source or a destination. */
    NVMEDIA_ACCESS_MODE_READ_WRITE = 1
} NvMediaAccessMode;

/** The root of images and engines. */
typedef struct NvMediaDevice NvMediaDevice;

/** A 2D engine. NULL: none. */
typedef struct NvMedia2D NvMedia2D;

/**
 * Makes a device.
 *
 * @return the device, the caller's until NvMediaDeviceDestroy(); NULL iff all
 *         RINGFENCE_CFG_2D_DEVICES are taken, the process is a child that was forked while a thread
 *         of its parent made, ended or used something, or the phase does not admit it
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_DEVICES).
 */
NvMediaDevice *NvMediaDeviceCreate(void);

/**
 * Ends a device.
 *
 * A device that still has images or engines stays; that is a fault report.
 *
 * @param[in] device  device; NULL: nothing happens
 *
 * Phases INIT DEINIT. O(images and engines).
 */
void NvMediaDeviceDestroy(NvMediaDevice *device);

/**
 * Sets in a list of NvSciSync what each 2D engine of the library needs, as
 * NvMedia2DFillNvSciSyncAttrList() does for one engine: all are alike. An extension of this
 * library, for sources that name no engine; the macro of ringfence_compat.h uses it.
 *
 * @param[in] attrList    unreconciled list without the keys that are set
 * @param[in] clientType  what engines do with the objects
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff attrList is no live list, is reconciled, was imported
 *                                       or appended, or has one of the keys already; or clientType
 *                                       is none. The list is unchanged
 *
 * Phase INIT. O(1).
 */
NvMediaStatus ringfenceMediaFillNvSciSyncAttrList(NvSciSyncAttrList attrList,
                                                  NvMediaNvSciSyncClientType clientType);

/**
 * Gives the name of a result, as it stands above. An extension of this library.
 *
 * @param[in] status  any value
 *
 * @return constant text; "NVMEDIA_STATUS_(unknown)" for a value that is no result, and "" without
 * RINGFENCE_CFG_TEXTS. Never NULL.
 *
 * Any phase. O(number of results), no system call.
 */
const char *ringfenceMediaStatusName(NvMediaStatus status);

/** A table of the library. Of those that each engine has of its own, the numbers are those of the
 * engine that has, or had, the most. */
typedef enum {
    /** Devices. */
    RINGFENCE_MEDIA_TABLE_DEVICES = 0,
    /** Engines of both generations. */
    RINGFENCE_MEDIA_TABLE_ENGINES = 1,
    /** Images. */
    RINGFENCE_MEDIA_TABLE_IMAGES = 2,
    /** Graphs of zimg, of all engines. They are given back with the last engine. */
    RINGFENCE_MEDIA_TABLE_GRAPHS = 3,
    /** Images that an engine has registered. */
    RINGFENCE_MEDIA_TABLE_REGISTERED_IMAGES = 4,
    /** Buffers that an engine has registered. */
    RINGFENCE_MEDIA_TABLE_REGISTERED_BUFFERS = 5,
    /** Sync objects that an engine has registered. */
    RINGFENCE_MEDIA_TABLE_REGISTERED_SYNCS = 6,
    /** Operations of an engine that are not over. */
    RINGFENCE_MEDIA_TABLE_TASKS = 7,
    /** Compose parameters of an engine that are given out. */
    RINGFENCE_MEDIA_TABLE_TOKENS = 8,
    RINGFENCE_MEDIA_TABLE_COUNT = 9
} RingfenceMediaTable;

/** Use of one table. */
typedef struct {
    /** Name of the table; "" without RINGFENCE_CFG_TEXTS. */
    const char *name;
    /** Rows that there are. An engine whose attributes ask for fewer has fewer. */
    uint32_t capacity;
    /** Rows taken now. */
    uint32_t inUse;
    /** Most rows that were taken at one time since the process began. */
    uint32_t highWater;
    /** Macro of ringfence_cfg.h that sets the capacity; "" without RINGFENCE_CFG_TEXTS. */
    const char *macro;
} RingfenceMediaUsage;

/**
 * Reads the use of a table, as RingfenceGetPoolUsage() does for those of the other libraries. An
 * extension of this library, for both generations.
 *
 * @param[in]  table  which table
 * @param[out] usage  the caller's; its use; the texts are constants. Unchanged on error
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff usage is NULL or there is no such table
 *
 * Any phase, also where RINGFENCE_CFG_2D is 0. Any thread; it waits for none, and while others take
 * and give rows, the numbers may be of different moments. O(RINGFENCE_CFG_2D_ENGINES), no system
 * call.
 */
NvMediaStatus ringfenceMediaGetUsage(RingfenceMediaTable table, RingfenceMediaUsage *usage);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA_H */
