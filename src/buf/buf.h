/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf.h
 * What the files of this directory share: keys, values, reconciliation, layout, objects.
 *
 * Everything here needs the library's lock, except what only computes from its arguments: formats,
 * checked numbers, engines and GPU rules.
 */
#ifndef RINGFENCE_BUF_BUF_H
#define RINGFENCE_BUF_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attr/attr.h"
#include "attr/list.h"
#include "attr/list_api.h"
#include "buf/keys.def"
#include "core/feature.h"
#include "core/phase.h"
#include "nvscibuf.h"
#include "nvscierror.h"
#include "port/memory.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"

/* ---------------------------------------------------------------- keys (keys.def, keys.c) */

/* clang-format off */
#define BUF_KEY_INDEX(name, ...) BUF_##name,
#define BUF_KEY_WORDS(name, key, group, type, count, ...) \
    uint64_t of_##name[ATTR_WORDS(sizeof(type), (count))];

/** Index of each key in the table. */
typedef enum {
    BUF_KEYS_ALWAYS(BUF_KEY_INDEX)
    BUF_KEYS_OF_TYPES(BUF_KEY_INDEX)
    BUF_KEY_COUNT
} BufKey;

/** The part of the values that a library of raw buffers has. */
typedef struct {
    BUF_KEYS_ALWAYS(BUF_KEY_WORDS)
} BufRawValues;

/** Place of the values in the words of a slot: room for all elements of each key. */
typedef struct {
    BUF_KEYS_ALWAYS(BUF_KEY_WORDS)
    BUF_KEYS_OF_TYPES(BUF_KEY_WORDS)
} BufValues;
/* clang-format on */

/** Keys of a library: those of raw buffers stand before those of all other types. */
#define BUF_KEYS                                                                                   \
    ((RINGFENCE_CFG_TYPES == 1U) ? (uint32_t)BUF_KEY_COUNT : (uint32_t)BUF_IMAGE_LAYOUT)

/** Words that the values of a slot take; a conflict must fit as well. */
#define BUF_WORDS_RAW ((uint32_t)(sizeof(BufRawValues) / sizeof(uint64_t)))
#define BUF_WORDS_ALL ((uint32_t)(sizeof(BufValues) / sizeof(uint64_t)))
#define BUF_WORDS_ONE ((RINGFENCE_CFG_TYPES == 1U) ? BUF_WORDS_ALL : BUF_WORDS_RAW)
#define BUF_WORDS                                                                                  \
    ((BUF_WORDS_ONE > (uint32_t)LIST_WORDS_MIN) ? BUF_WORDS_ONE : (uint32_t)LIST_WORDS_MIN)

/** All keys, in the order of BufKey. */
extern const AttrTable g_buf_table;

/* ---------------------------------------------------------------- lists */

/** What the public functions do in a way of their own (attr_list.c). */
extern const ListApi g_buf_api;

/**
 * Sets keys of a writable list for function `op`, all or none (attr_set.c); a fault report says
 * which cannot be set. `types` is what the list counts as its types as long as it has none of its
 * own: a set of bits, 1 << NvSciBufType.
 */
NvSciError buf_list_set(PhaseOp op, uint32_t index, uint32_t types,
                        const NvSciBufAttrKeyValuePair *pairs, size_t count);

/** Says whether an application may set all values of a row, whose lengths and domains fit
 * (attr_set.c). */
bool buf_slot_is_settable(uint32_t row);

/* ---------------------------------------------------------------- rows and values (values.c) */

/** Where the lists of buffers are kept. */
extern const ListClass g_buf_lists;

/** Value of a key of a row. */
AttrValue buf_value(uint32_t row, BufKey key);

/** Says whether a row has a value for a key. */
bool buf_is_set(uint32_t row, BufKey key);

/** Elements of a value; 0: not set. */
uint32_t buf_count(uint32_t row, BufKey key);

/** First element of a value that is a number; 0 if the key is not set. */
uint64_t buf_number(uint32_t row, BufKey key);

/** Any element of such a value; 0 if there is no such element. */
uint64_t buf_number_at(uint32_t row, BufKey key, uint32_t index);

/** Says whether a bool is set, and true. */
bool buf_flag(uint32_t row, BufKey key);

/** Stores a value of `len` bytes. */
void buf_put(uint32_t row, BufKey key, const void *bytes, size_t len);

/** Stores `count` numbers, each in as many bytes as an element of the key has. */
void buf_put_numbers(uint32_t row, BufKey key, const uint64_t *numbers, uint32_t count);

/** Stores one number. */
void buf_put_number(uint32_t row, BufKey key, uint64_t number);

/** Types that a value of the key Types names: a set of bits, 1 << NvSciBufType. */
uint32_t buf_types_of(AttrValue value);

/** Bytes of a MiB. */
#define BUF_MIB 1048576U

/** A type in a set of types. */
#define BUF_TYPE_BIT(type) ((uint32_t)1U << (uint32_t)(type))

/** Types of a row: a set of bits, 1 << NvSciBufType. */
uint32_t buf_types(uint32_t row);

/** Says whether a set of types names this one. */
bool buf_has_type(uint32_t types, NvSciBufType type);

/** Says whether the types have the image keys: image or pyramid. */
bool buf_has_image(uint32_t types);

/* ---------------------------------------------------------------- reconciling */

/** A reconciliation under way. */
typedef struct {
    const ListInputs *inputs;
    /** Row of the values so far. */
    uint32_t row;
    /** Types of the row. */
    uint32_t types;
    /** The image is described by surface keys. */
    bool is_surface;
    /** Why it fails. */
    RingfenceConflict *conflict;
} BufMerge;

/** What to report if a check of merged values does not hold. */
typedef struct {
    BufKey key;
    RingfenceRule rule;
    /** Key that it disagrees with, or `key` itself. */
    BufKey other;
    NvSciError error;
} BufCheck;

/** What the merged value of a key may be at most. */
typedef struct {
    BufKey key;
    /** Elements. */
    uint32_t count;
    /** Element `index`, a number. */
    uint32_t index;
    uint64_t number;
    RingfenceRule rule;
    /** Key that it disagrees with, or `key` itself. */
    BufKey other;
    NvSciError error;
} BufLimit;

/* Reports (merge_conflict.c). */

/** Reports a conflict about `key`; `other` is the key that it disagrees with, or `key` itself. A
 * side is the first list that sets the key; else what the library made of it; else empty. Gives
 * `error`. */
NvSciError buf_conflict(const BufMerge *merge, NvSciError error, BufKey key, RingfenceRule rule,
                        BufKey other);

/** The second side of the report is the value of `key` at `cursor`. */
void buf_second_at(const BufMerge *merge, BufKey key, const ListCursor *cursor);

/** The second side of the report is a number that the library supports for `key`. */
void buf_second_is(const BufMerge *merge, BufKey key, uint64_t number);

/** Like buf_conflict(), but the first side is the value of `key` at `cursor`. */
NvSciError buf_conflict_at(const BufMerge *merge, NvSciError error, BufKey key, RingfenceRule rule,
                           BufKey other, const ListCursor *cursor);

/** Reports the first check that does not hold. Success iff all hold. */
NvSciError buf_check_all(const BufMerge *merge, const BufCheck *checks, const bool *holds,
                         uint32_t count);

/** Reports the first limit that the merged values exceed; the first side is the first list whose
 * own value exceeds it. Success iff none is exceeded. */
NvSciError buf_check_limits(const BufMerge *merge, const BufLimit *limits, uint32_t count);

/** Says whether the row has a key that describes planes. */
bool buf_has_plane_key(uint32_t row, BufKey *found);

/** Says whether a key is one of those. */
bool buf_is_plane_key(BufKey key);
bool buf_is_surface_key(BufKey key);

/** Says whether the row has a key that describes surfaces. */
bool buf_has_surface_key(uint32_t row, BufKey *found);

/** Checks the types, then which keys are set, then their values; expands surface keys and completes
 * planes (validate.c). */
NvSciError buf_validate(BufMerge *merge);

/** Computes the outputs of validated values (compute.c). Overflow iff one is too great. */
NvSciError buf_compute(const BufMerge *merge);

/** Bytes that the buffer of a reconciled row needs, and their alignment (types.c). */
void buf_memory_need(uint32_t row, uint64_t *size, uint64_t *alignment);

/** Makes the values of a reconciled list of inputs in an empty list (reconcile.c); g_list_conflict
 * says why, iff not Success. */
NvSciError buf_reconcile(const ListInputs *inputs, uint32_t list);

/**
 * Reconciles inputs once more, with a list's own values for what they leave open, and compares
 * (reconcile.c). Where a key does not suit, g_list_conflict says which.
 *
 * @retval NvSciError_Success               iff the list satisfies the inputs
 * @retval NvSciError_ReconciliationFailed  iff it does not
 * @retval NvSciError_Overflow              iff an output of the inputs does not fit its width
 * @retval NvSciError_InsufficientMemory    iff there is no row to compute in
 */
NvSciError buf_list_validate(uint32_t reconciled, const ListInputs *inputs);

/**
 * Computes a reconciled list again from its own inputs, and compares every key, so that the layout
 * of a list that others made fits its size (reconcile.c). Lengths and domains of its values fit.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff no reconciliation can have made it
 * @retval NvSciError_InsufficientMemory  iff there are no rows to compute in
 */
NvSciError buf_list_check_sound(uint32_t row);

/* ---------------------------------------------------------------- bounds (bound.c) */

/** Bytes that a buffer may need at most, and its alignment. */
uint64_t buf_bound(void);

/** Size or alignment of a computed row, the greater of both. */
uint64_t buf_most_needed(uint32_t row);

/** Checks that a merged and computed row is within the bound. ReconciliationFailed iff it is not;
 * the conflict names the list with the greatest number, and what would be needed. */
NvSciError buf_check_bound(const BufMerge *merge);

/* ---------------------------------------------------------------- colour formats (format.c) */

/** Family of a colour format. */
typedef enum { BUF_FORMAT_RGBA = 0, BUF_FORMAT_YUV = 1, BUF_FORMAT_RAW = 2 } BufFormatFamily;

/** What is known of a colour format. */
typedef struct {
    /** Bits of a pixel; 0: the format is not supported. */
    uint8_t bits;
    uint8_t channels;
    NvSciBufAttrValDataType data_type;
    BufFormatFamily family;
} BufFormat;

/** Describes a colour format; bits 0 for a number that is none. */
BufFormat buf_format(uint64_t format);

/** Bytes of an element of a data type; 4-bit elements take a byte each. */
uint64_t buf_element_size(uint64_t data_type);

/* ---------------------------------------------------------------- engines (hw_constraints.c) */

/** What engines demand of a buffer. */
typedef struct {
    /** Bytes, powers of two, 1 at least. */
    uint64_t pitch_align;
    uint64_t base_align;
    /** Bits of NvSciBufAttrValImageLayoutType that no engine rules out. */
    uint32_t layouts;
    /** Bits of NvSciBufAttrValImageScanType that no engine rules out. */
    uint32_t scans;
    /** An engine that is no GPU uses the buffer. */
    bool is_used;
    /** One that does not reach memory of GPUs uses it. */
    bool is_bound;
    /** An engine does not see the caches of the CPU. */
    bool is_incoherent;
} BufEngineNeeds;

/** Alignment of a buffer that is no image, of what was asked for. */
uint64_t buf_base_align(uint64_t asked, const BufEngineNeeds *needs);

/** Says whether the library knows an engine and its platform. */
bool buf_engine_is_known(NvSciBufPeerHwEngine engine);

/** What all engines of an array demand together. */
BufEngineNeeds buf_engine_needs(AttrValue engines);

/** What the engines of a row demand: those of its array, or, if it names late peers and no engine,
 * all that admit its layout and scan type. */
BufEngineNeeds buf_engine_of_row(uint32_t row);

/* ---------------------------------------------------------------- types (types.c) */

/* A library that has only raw buffers links types_raw.c instead. Types are bits. */

/** Says whether a buffer can have these types. */
bool buf_types_fit(uint32_t types);

/** Groups of keys that a list of these types may have: bits. */
uint32_t buf_types_groups(uint32_t types);

/** What is stored for a checked value of a key. */
AttrValue buf_types_stored(uint32_t key, AttrValue value);

/** Says whether missing elements of a key are 0. */
bool buf_types_pad(uint32_t key);

/** Says whether elements of a key that stand behind NumDims are ignored. */
bool buf_types_per_dim(uint32_t key);

/** Cuts arrays of a row to the dimensions of the tensor. */
void buf_types_cut(uint32_t row);

/** buf_validate() of a row whose types go together. */
NvSciError buf_types_validate(BufMerge *merge);

/** buf_compute() of what only images, pyramids, tensors and arrays have. */
NvSciError buf_types_compute(const BufMerge *merge, const BufEngineNeeds *needs);

/** The key that says how large a buffer of these types is. */
BufKey buf_types_size_key(uint32_t types);

/* ---------------------------------------------------------------- GPUs (gpu.c) */

/** Merges and checks the GPU keys of all inputs into the row. */
NvSciError buf_gpu_merge(const BufMerge *merge, bool is_integrated);

/** Says whether no GPU caches the buffer that an input forbids to cache it. */
bool buf_gpu_satisfied(AttrValue reconciled, AttrValue recomputed);

/** Says whether a value names a GPU at all: all zero is none. */
bool buf_is_gpu(AttrValue value);

/** Writes the GPU outputs of a row. */
void buf_gpu_compute(uint32_t row, bool is_integrated, bool has_engine);

/* ---------------------------------------------------------------- checked numbers (checked.c) */

/* `fits` becomes false if a result does not fit 64 bits; then, and if it was false, the result is
 * 0. */

uint64_t checked_add(uint64_t left, uint64_t right, bool *fits);
uint64_t checked_multiply(uint64_t left, uint64_t right, bool *fits);
/** Rounds up to a multiple of a power of two. */
uint64_t checked_align(uint64_t number, uint64_t alignment, bool *fits);
/** Divides and rounds up; always fits. The divisor is not 0. */
uint64_t checked_divide(uint64_t number, uint64_t divisor);

/* ---------------------------------------------------------------- objects (object.c) */

/** A buffer object. */
typedef struct {
    /** Row of its list. */
    uint32_t list;
    uint32_t module;
    uint32_t memory;
    /** Handles that name it. */
    uint32_t handles;
    /** Bytes of the buffer; the memory may be larger. */
    uint64_t size;
    NvSciBufAttrValAccessPerm permission;
    /** The CPU may use the pointers. */
    bool has_cpu_access;
    /** Software must write back the caches of the CPU. */
    bool needs_flush;
} BufObject;

/** Finds an object by its handle, without the lock. BadParameter iff it is no live object. */
NvSciError buf_object_find(PhaseOp op, NvSciBufObj handle, const BufObject **object);

/** Memory of an object. */
const PortMemory *buf_object_memory(const BufObject *object);

/** First byte of an object's buffer, as the object's rights allow: writable or not. */
const void *buf_object_base(const BufObject *object);

/** First byte of an object's buffer, for writing. NULL iff the object may not be written. */
void *buf_object_writable(const BufObject *object);

/** Says whether engines of this process may write an object: one of their lists asked for it, or
 * left open what it needs. */
bool buf_object_engines_write(const BufObject *object);

/** Number of an object's memory, from 1: objects of one memory have one, also one that came back
 * from another process. O(RINGFENCE_CFG_BUF_MEMORIES). Under the lock. */
uint64_t buf_object_number(const BufObject *object);

/** Says whether an object is in the memory of a device: the CPU has no mapping of it. */
bool buf_object_is_device(const BufObject *object);

/** Allocates an object for a reconciled list. Gives the lock back meanwhile; the list may be gone
 * then. */
NvSciError buf_object_alloc(PhaseOp op, uint32_t list, NvSciBufObj *handle);

/** Makes a handle for a driver, which no program can free. BadParameter iff there is no such
 * object, InsufficientMemory iff there is no handle left. Under the lock. */
NvSciError buf_object_map(PhaseOp op, NvSciBufObj handle, NvSciBufObj *own);

/** Gives back the handle of a driver. BadParameter iff it is none, a fault report. Under the
 * lock. */
NvSciError buf_object_unmap(PhaseOp op, NvSciBufObj own);

/* ---------------------------------------------------------------- devices (device.c) */

/** Says who reserves memory of devices. AlreadyInUse iff another one does. Under the lock. */
NvSciError buf_device_set(const RingfenceEngineMemory *memory);

/** Says whether a list asks for the memory of a device. */
bool buf_device_is_wanted(uint32_t list);

/** Says whether a list asks for the memory of a device and can have it: the CPU needs no access. */
bool buf_device_can_be(uint32_t list);

/** Chooses the memory of a GPU for a block-linear image that only GPUs use, if no list says where
 * it is to be and the driver of GPUs knows one of them. Integrated GPUs have no memory of their
 * own. */
void buf_device_choose(const BufMerge *merge, bool is_integrated);

/** Asks the driver of GPUs whether a merged and computed row can be used. Success iff nothing is
 * against it, or nobody can say. */
NvSciError buf_device_check(const BufMerge *merge);

/** Who reserves the memory of which device. */
typedef struct {
    RingfenceEngineMemory memory;
    NvSciRmGpuId gpu;
    /** Somebody reserves such memory, and the list wants no access of the CPU. */
    bool is_possible;
} BufDevice;

/** Notes who reserves the memory that a list asks for. Under the lock. */
void buf_device_plan(uint32_t list, BufDevice *device);

/**
 * Reserves memory of a device. Without the lock.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_InsufficientMemory  the device has none left
 * @retval NvSciError_ResourceError       nobody reserves such memory, the list wants access of the
 *                                        CPU, or the driver refuses
 */
NvSciError buf_device_reserve(const BufDevice *device, uint64_t size, uint64_t alignment,
                              PortMemory *memory);

/** Makes memory of a descriptor that a device's driver knows. */
void buf_device_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, PortMemory *memory);

/* ---------------------------------------------------------------- making objects (object.c) */

/** What an object with a memory of its own takes of the pools. */
#define BUF_SLOT_HANDLE 0U
#define BUF_SLOT_OBJECT 1U
#define BUF_SLOT_MEMORY 2U
#define BUF_SLOTS       3U

/** Slots that were taken for it. */
typedef struct {
    uint32_t at[BUF_SLOTS];
} BufSlots;

/** An object that is being made. Nobody can find it. */
typedef struct {
    BufSlots slots;
    /** What the list asks for, bytes. */
    uint64_t alignment;
    BufDevice device;
} BufMaking;

/**
 * Takes what an object needs besides its memory, and fills it from a reconciled list, which it does
 * not need any more. buf_making_adopt() or buf_making_end() must follow.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_InsufficientMemory  a slot is short, or all buffers together would have more
 *                                        than RINGFENCE_CFG_ALL_BUFFERS_MIB, a fault report; then
 *                                        nothing was taken
 */
NvSciError buf_making_begin(PhaseOp op, uint32_t list, NvSciBufAttrValAccessPerm permission,
                            BufMaking *making);

/** Gives the handle of the object if its memory was made, else gives all back. Gives `made`. */
NvSciError buf_making_end(const BufMaking *making, NvSciError made, NvSciBufObj *handle);

/**
 * Makes an object of memory that another process reserved, and ends its making. Gives the lock back
 * meanwhile. The descriptor belongs to the object on success, and is closed else.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        it is no memory of the size that the list asks for, could
 *                                        shrink or grow, or allows less than the permission; what
 *                                        is behind a descriptor of a device's memory is not checked
 * @retval NvSciError_InsufficientMemory  memory or address space is short
 * @retval NvSciError_ResourceError       another resource of the system is short
 */
NvSciError buf_making_adopt(PhaseOp op, const BufMaking *making, int32_t descriptor,
                            NvSciBufObj *handle);

/* ---------------------------------------------------------------- sharing objects (object.c) */

/** Says whether rights, as a route or a grant has them, include writing. */
static inline bool buf_perm_writes(uint64_t perm)
{
    const uint64_t both = (uint64_t)NvSciBufAccessPerm_ReadWrite;

    return (perm & both) == both;
}

/** Most that an object can pass on: its own rights, less those that its memory has lost. */
NvSciBufAttrValAccessPerm buf_object_passes(const BufObject *object);

/**
 * Makes a descriptor of an object's memory for a peer; it belongs to the caller. The first one that
 * is not writable seals memory that no other process may write. Memory of a device has one kind of
 * descriptor, and is never sealed.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_ResourceError  the system cannot make it, or cannot seal
 */
NvSciError buf_object_share(const BufObject *object, bool writable, int32_t *descriptor);

/** Notes that another process was given the right to write. */
void buf_object_has_writer(const BufObject *object);

/**
 * Adds the peers that the inputs came from to those of an object, all or none.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_ReconciliationFailed   one wants to write, and the memory is sealed
 * @retval NvSciError_InsufficientResource   RINGFENCE_CFG_ROUTES are taken, a fault report
 */
NvSciError buf_object_attach(PhaseOp op, const BufObject *object, const ListInputs *inputs);

/** What NvSciBufObjAttachPeer() does; on error, `key` says what does not suit, if that is known
 * (attach.c). */
NvSciError buf_attach(NvSciBufObj handle, const NvSciBufAttrList lists[], size_t count,
                      FaultKey *key);

#endif /* RINGFENCE_BUF_BUF_H */
