/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file share.h
 * What the files of this directory share: descriptors as bytes, the pool of descriptors, lists as
 * bytes.
 *
 * This component joins the others: an export asks sync or buf for what an object is, sends its
 * descriptors of the system over the link of an endpoint, and writes the rest into a descriptor
 * that the application carries. An import reads such bytes as those of an enemy. All functions need
 * the library's lock, which is taken before the mutex of an endpoint, except those of bytes, of
 * fences and of late peers.
 */
#ifndef RINGFENCE_SHARE_SHARE_H
#define RINGFENCE_SHARE_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attr/list_api.h"
#include "core/phase.h"
#include "ipc/ipc.h"
#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvscisync.h"

/* ---------------------------------------------------------------- bytes (wire.c) */

/** What a descriptor describes. */
typedef enum {
    WIRE_SYNC_UNRECONCILED = 1,
    WIRE_SYNC_RECONCILED = 2,
    WIRE_SYNC_LIST_AND_OBJECT = 3,
    WIRE_SYNC_OBJECT = 4,
    WIRE_SYNC_FENCE = 5,
    WIRE_BUF_UNRECONCILED = 6,
    WIRE_BUF_RECONCILED = 7,
    WIRE_BUF_LIST_AND_OBJECT = 8,
    WIRE_BUF_OBJECT = 9
} WireKind;

/** First word of each descriptor. */
#define WIRE_MAGIC 0x44464E52U
/** Version of the format. */
#define WIRE_VERSION 2U
/** Bytes of the head: magic (32 bits), version (16), kind (16), length (32), CRC (32). */
#define WIRE_HEAD 16U

/** Bytes that are being written. Numbers are little-endian. */
typedef struct {
    uint8_t *bytes;
    size_t capacity;
    size_t used;
    /** All fitted so far. */
    bool fits;
    /** Bytes that would have been used, had all fitted. */
    size_t wanted;
} WireOut;

/** Bytes that are being read. */
typedef struct {
    const uint8_t *bytes;
    size_t length;
    size_t at;
    /** There was something to read each time so far. */
    bool sound;
} WireIn;

/** What a head says of bytes. */
typedef enum {
    WIRE_OK = 0,
    /** They are no descriptor of this kind, or damaged. */
    WIRE_BROKEN = 1,
    /** They are one of another version of the library. */
    WIRE_OTHER_VERSION = 2
} WireState;

/** Starts a descriptor in `capacity` bytes. Those behind its end stay as they are. */
WireOut wire_begin(void *bytes, size_t capacity, WireKind kind);

/** Ends a descriptor: writes its length and the CRC-32 (IEEE 802.3) of all of it, the CRC itself
 * counted as zero. Says whether all fitted. */
bool wire_end(WireOut *out);

void wire_put32(WireOut *out, uint32_t number);
void wire_put64(WireOut *out, uint64_t number);
/** Place for bytes, which the caller writes; zeros stand behind them up to a multiple of 8. NULL if
 * they do not fit. */
uint8_t *wire_put_place(WireOut *out, size_t size);

/**
 * Starts to read a descriptor. Bytes behind the length of the head are not looked at. The bytes
 * must not change while they are read: copy first.
 */
WireState wire_open(WireIn *in, const void *bytes, size_t size, WireKind kind);

/** CRC-32 (IEEE 802.3) of bytes, the fourth word of which counts as zero. */
uint32_t wire_crc(const void *bytes, size_t length);

/** A number; 0 if there is none. */
uint32_t wire_get32(WireIn *in);
uint64_t wire_get64(WireIn *in);
/** The next `size` bytes, past their padding; NULL if there are not so many, or the padding is not
 * zero. */
const uint8_t *wire_get_bytes(WireIn *in, size_t size);
/** Says whether all was sound and nothing is left. */
bool wire_close(const WireIn *in);

/* ---------------------------------------------------------------- descriptors (descriptor.c) */

/**
 * Takes a descriptor for an export and starts to write it.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_InsufficientMemory  all RINGFENCE_CFG_DESCRIPTORS are taken
 */
NvSciError descriptor_take(WireKind kind, uint32_t *index, WireOut *out);

/** Ends the writing, and gives the descriptor to the application. InsufficientMemory: it was too
 * long for RINGFENCE_CFG_DESCRIPTOR_BYTES, a fault report; then it was given back. */
NvSciError descriptor_publish(PhaseOp op, uint32_t index, WireOut *out, void **bytes, size_t *size);

/** Gives one back that was not published. */
void descriptor_give(uint32_t index);

/** Frees a descriptor of one of these kinds. NULL is a no-op; what is none is a fault report. */
void descriptor_free(PhaseOp op, const void *bytes, const WireKind kinds[], uint32_t count);

/** Copies what an application wants imported to where nobody changes it, and opens it. What is too
 * long is broken. A fault report says what was wrong. Holds until the next call. */
WireState descriptor_copy(PhaseOp op, const void *bytes, size_t size, WireKind kind, WireIn *in);

/* ---------------------------------------------------------------- endpoint and bytes (peer.c) */

/** Identity of an open endpoint. BadParameter iff the handle names none. */
NvSciError share_endpoint(PhaseOp op, NvSciIpcEndpoint handle, uint64_t *identity);

/**
 * ipc_take() for an export of an object.
 *
 * @retval NvSciError_NotSupported  iff the ends of the channel share no objects, a fault report
 * @retval others as ipc_take()
 */
NvSciError share_take(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint);

/**
 * descriptor_copy() as the result of a call.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff there are no bytes, or they are broken
 * @retval NvSciError_NotSupported  iff they are of another version
 */
NvSciError share_open(PhaseOp op, const void *bytes, size_t size, WireKind kind, WireIn *in);

/** Slots that an unreconciled list in bytes has, which are read on later; 0: they hold fewer. */
uint32_t share_slots(const WireIn *in);

/** Checks whether a list of so many slots may come over an endpoint, besides those that did.
 * InsufficientMemory iff they would be above RINGFENCE_CFG_PEER_LISTS; a fault report. */
NvSciError share_admit_slots(PhaseOp op, const ListClass *cls, uint64_t identity, uint32_t slots);

/** Reports bytes that were refused because of what they hold. */
void share_report(PhaseOp op, NvSciError status);

/* ---------------------------------------------------------------- lists (list_wire.c) */

/** Writes all slots of the inputs, with their keys and the way each came. */
void list_wire_put_unreconciled(const ListClass *cls, const ListInputs *inputs, WireOut *out);

/**
 * Writes a reconciled list as the peer behind an endpoint sees it: with the rights and the CPU
 * access of all that are reached over it, and their routes without the hop of this process.
 */
void list_wire_put_reconciled(const ListClass *cls, uint32_t list, uint64_t identity, WireOut *out);

/**
 * Reads slots into a new unreconciled list of a module. Each has come over an endpoint.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        the bytes are no such list, or hold what cannot be set
 * @retval NvSciError_NotSupported        a key stands twice in a slot
 * @retval NvSciError_Overflow            it has passed through RINGFENCE_CFG_HOPS processes already
 * @retval NvSciError_InsufficientMemory  rows are short; then nothing was taken
 */
NvSciError list_wire_get_unreconciled(const ListClass *cls, uint32_t module, uint64_t identity,
                                      WireIn *in, uint32_t *list);

/**
 * Reads a reconciled list into a new row of a module. Whether its values make sense together is for
 * share_list_read() to say.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        as above
 * @retval NvSciError_NotSupported        as above
 * @retval NvSciError_InsufficientMemory  there is no row
 */
NvSciError list_wire_get_reconciled(const ListClass *cls, uint32_t module, WireIn *in,
                                    uint32_t *list);

/* ---------------------------------------------------------------- lists of both kinds (list.c) */

/** What differs between lists of buffers and lists of sync objects. */
typedef struct {
    const ListApi *api;
    WireKind unreconciled;
    WireKind reconciled;
    WireKind list_and_object;
    /** What an export for a peer gives that did not ask. */
    NvSciError not_asked;
    /** What an import gives that must satisfy a list twice. */
    NvSciError twice;
    /** An import need satisfy no lists iff their count is 0; else: iff there is no array. */
    bool count_tells;
    /** Says whether an application could have set what a slot holds. */
    bool (*is_settable)(uint32_t row);
    /** Checks that a correct reconciliation could have made a list, and that this library can make
     * its object. */
    NvSciError (*check_sound)(PhaseOp op, uint32_t list);
    /** Checks a sound list against inputs. InsufficientMemory iff there is no row to compute in,
     * another error iff it does not satisfy them. */
    NvSciError (*validate)(uint32_t list, const ListInputs *inputs);
} ShareLists;

/** Lists of sync objects (sync_list.c), and of buffers (buf_list.c). */
extern const ShareLists g_share_sync_lists;
extern const ShareLists g_share_buf_lists;

/** Lists that an import must satisfy: an array of handles. */
typedef struct {
    const void *handles;
    size_t count;
} ShareInputs;

/** Where an import goes: a module, and the identity of the endpoint that it came over. */
typedef struct {
    uint32_t module;
    uint64_t identity;
} ShareTarget;

/**
 * Reads a reconciled list that a correct reconciliation could have made, and validates it against
 * the inputs, if there are any. Who ends it before it has a handle calls list_destroy().
 *
 * @retval NvSciError_AttrListValidationFailed  it does not satisfy the inputs
 * @retval NvSciError_InsufficientMemory        its object would be above RINGFENCE_CFG_BUFFER_MIB,
 *                                              a fault report; or as list_wire_get_reconciled()
 * @retval others as list_wire_get_reconciled()
 */
NvSciError share_list_read(PhaseOp op, const ShareLists *lists, uint32_t module,
                           const ListInputs *inputs, WireIn *in, uint32_t *list);

/* Functions of both kinds as a whole, which take the lock themselves. Handles, arrays of them and
 * places are as in attr/list_api.h. */

/** Exports unreconciled lists as one descriptor. */
NvSciError share_list_export_unreconciled(PhaseOp op, const ShareLists *lists, const void *handles,
                                          size_t count, NvSciIpcEndpoint endpoint, void **bytes,
                                          size_t *size);

/** Exports a reconciled list for the peer behind an endpoint. */
NvSciError share_list_export_reconciled(PhaseOp op, const ShareLists *lists, const void *handle,
                                        NvSciIpcEndpoint endpoint, void **bytes, size_t *size);

/** Imports an unreconciled list. */
NvSciError share_list_import_unreconciled(PhaseOp op, const ShareLists *lists, const void *module,
                                          NvSciIpcEndpoint endpoint, const void *bytes, size_t size,
                                          void *place);

/** Imports a reconciled list, which must satisfy the lists that are given. */
NvSciError share_list_import_reconciled(PhaseOp op, const ShareLists *lists, const void *module,
                                        NvSciIpcEndpoint endpoint, const void *bytes, size_t size,
                                        const ShareInputs *given, void *place);

/** Frees the descriptor of a list, or that of a list with its object. */
void share_list_free(PhaseOp op, const ShareLists *lists, const void *bytes);
void share_list_and_object_free(PhaseOp op, const ShareLists *lists, const void *bytes);

/**
 * Collects the lists that an import must satisfy. Always needs list_inputs_end().
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  some are given, but there is no array, it is empty, or one of it
 *                                  is no unreconciled list of the module
 * @retval others what the kind gives if one is there twice
 */
NvSciError share_inputs(PhaseOp op, const ShareLists *lists, uint32_t module,
                        const ShareInputs *given, ListInputs *inputs);

/* ---------------------------------------------------------------- memory (buf_object.c) */

/** Memory of a buffer as the CPU of this process has it. */
typedef struct {
    uint64_t size;
    const uint8_t *from;
    /** NULL unless it was asked for. */
    uint8_t *to;
} ShareMemory;

/**
 * Memory of a buffer, for who reads it, or writes it as well. It stays where it is as long as the
 * object lives.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff the handle names no object, a fault report; or the CPU has
 * no access, or may not write
 */
NvSciError share_buf_memory(PhaseOp op, NvSciBufObj handle, bool writes, ShareMemory *memory);

/* ---------------------------------------------------------------- fences (sync_fence.c) */

/** What a fence is to the peer of an endpoint: whether it is bound, and the context; two words of
 * the object's identity; the point; the slots. All zero: it is cleared. A message that says what it
 * is has no need of the head of a descriptor. */
#define SHARE_FENCE_WORDS 5U
typedef struct {
    uint64_t words[SHARE_FENCE_WORDS];
} ShareFence;

/** Gives what a fence is to the peer of an endpoint, by the endpoint's identity. Else as
 * NvSciSyncIpcExportFence(), under the name of `op`. */
NvSciError share_pack_fence(PhaseOp op, const NvSciSyncFence *syncFence, uint64_t identity,
                            ShareFence *packed);

/** Makes the fence again. The words are looked at as those of a descriptor are; else as
 * NvSciSyncIpcImportFence(), likewise. */
NvSciError share_unpack_fence(PhaseOp op, NvSciSyncObj syncObj, const ShareFence *packed,
                              NvSciSyncFence *syncFence);

/* ---------------------------------------------------------------- late peers (late.c) */

/** Says whether lists of an object came over an endpoint. They take the library's lock. */
bool share_buf_knows(PhaseOp op, NvSciBufObj handle, NvSciIpcEndpoint endpoint);
bool share_sync_knows(PhaseOp op, NvSciSyncObj handle, NvSciIpcEndpoint endpoint);

/** Says whether lists that came over an endpoint were reconciled into one: it can be exported over
 * that. Takes the library's lock. */
bool share_buf_list_knows(PhaseOp op, NvSciBufAttrList handle, NvSciIpcEndpoint endpoint);

/** NvSciBufObjAttachPeer() and NvSciSyncObjAttachPeer(); on error, `key` says what does not suit,
 * if that is known. */
NvSciError share_buf_attach(NvSciBufObj handle, const NvSciBufAttrList lists[], size_t count,
                            FaultKey *key);
NvSciError share_sync_attach(NvSciSyncObj handle, const NvSciSyncAttrList lists[], size_t count,
                             FaultKey *key);

/** Takes out of the list of an object what came over an endpoint. Who got the object keeps it. They
 * take the library's lock. */
void share_buf_forget(PhaseOp op, NvSciBufObj handle, NvSciIpcEndpoint endpoint);
void share_sync_forget(PhaseOp op, NvSciSyncObj handle, NvSciIpcEndpoint endpoint);

#endif /* RINGFENCE_SHARE_SHARE_H */
