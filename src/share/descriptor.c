/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file descriptor.c
 * Descriptors that applications carry: a row of a table each, known by its address.
 */
#include "share/share.h"

#include "attr/dump.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "core/pool.h"
#include "core/storage.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

#define ROW_WORDS ((RINGFENCE_CFG_DESCRIPTOR_BYTES + 7U) / 8U)

static uint64_t g_descriptors[RINGFENCE_CFG_DESCRIPTORS][ROW_WORDS];
static WireKind g_descriptor_kinds[RINGFENCE_CFG_DESCRIPTORS];
/** Copy of what is imported. */
static uint64_t g_descriptor_copy[ROW_WORDS];

static const Storage g_descriptor_storage = {g_descriptors, RINGFENCE_CFG_DESCRIPTORS,
                                             sizeof(g_descriptors[0])};

/** Says whether an address is that of a descriptor that was not freed yet. */
static bool find_descriptor(const void *bytes, uint32_t *index)
{
    bool found = (storage_place(&g_descriptor_storage, bytes, index) == STORAGE_ROW);

    if (found) {
        found = pool_is_live(RINGFENCE_POOL_DESCRIPTOR, *index,
                             pool_generation(RINGFENCE_POOL_DESCRIPTOR, *index));
    }
    return found;
}

/** @satisfies RF-SHARE-004 */
NvSciError descriptor_take(WireKind kind, uint32_t *index, WireOut *out)
{
    const NvSciError status = ringfence_pool_take(RINGFENCE_POOL_DESCRIPTOR, index);

    if (status == NvSciError_Success) {
        ASSERT(*index < RINGFENCE_CFG_DESCRIPTORS);
        g_descriptor_kinds[*index] = kind;
        *out = wire_begin(g_descriptors[*index], RINGFENCE_CFG_DESCRIPTOR_BYTES, kind);
    }
    return status;
}

/** @satisfies RF-SHARE-004 RF-SHARE-005 RF-SHARE-203 */
NvSciError descriptor_publish(PhaseOp op, uint32_t index, WireOut *out, void **bytes, size_t *size)
{
    NvSciError status = NvSciError_Success;

    if (wire_end(out)) {
        ASSERT(out->used <= RINGFENCE_CFG_DESCRIPTOR_BYTES);
        ASSERT(out->used == out->wanted);
        *bytes = g_descriptors[index];
        *size = out->used;
    } else {
        fault_report_limit(op, FAULT_LIMIT_DESCRIPTOR_BYTES, (uint64_t)out->wanted,
                           RINGFENCE_CFG_DESCRIPTOR_BYTES);
        descriptor_give(index);
        status = NvSciError_InsufficientMemory;
    }
    return status;
}

void descriptor_give(uint32_t index)
{
    ringfence_pool_give(RINGFENCE_POOL_DESCRIPTOR, index);
}

/** @satisfies RF-SHARE-006 */
void descriptor_free(PhaseOp op, const void *bytes, const WireKind kinds[], uint32_t count)
{
    uint32_t index = 0U;
    bool fits = false;

    if (bytes != NULL) {
        if (find_descriptor(bytes, &index)) {
            for (uint32_t i = 0U; i < count; i++) {
                fits = fits || (g_descriptor_kinds[index] == kinds[i]);
            }
        }
        if (fits) {
            descriptor_give(index);
        } else {
            ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
        }
    }
}

/** @satisfies RF-SHARE-007 RF-SHARE-003 */
WireState descriptor_copy(PhaseOp op, const void *bytes, size_t size, WireKind kind, WireIn *in)
{
    const size_t room = RINGFENCE_CFG_DESCRIPTOR_BYTES;
    const size_t kept = (size < room) ? size : room;
    WireState state = WIRE_BROKEN;

    bytes_copy(g_descriptor_copy, bytes, kept);
    state = wire_open(in, g_descriptor_copy, kept, kind);
    if (state == WIRE_OTHER_VERSION) {
        ringfence_fault_report(op, RINGFENCE_FAULT_OTHER_VERSION);
    } else if (state == WIRE_BROKEN) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    } else {
        /* The caller reads on. */
    }
    return state;
}

/** Says whether an address lies in the storage of descriptors or of texts. */
static bool is_own(const void *address)
{
    uint32_t row = 0U;
    const StoragePlace place = storage_place(&g_descriptor_storage, address, &row);

    return (place != STORAGE_OUTSIDE) || dump_contains(address);
}

/**
 * Foreign addresses are told apart before anything else: a program may pass all that it frees.
 * @satisfies RF-SHARE-008
 */
NvSciError RingfenceDescriptorFree(const void *address)
{
    NvSciError status = NvSciError_BadParameter;

    if (is_own(address)) {
        status = ringfence_api_enter(OP_DESCRIPTOR_FREE);
        if (status == NvSciError_Success) {
            uint32_t index = 0U;

            if (find_descriptor(address, &index)) {
                descriptor_give(index);
            } else if (!dump_free(address)) {
                ringfence_fault_report(OP_DESCRIPTOR_FREE, RINGFENCE_FAULT_BAD_HANDLE);
                status = NvSciError_BadAddress;
            } else {
                /* It was a text. */
            }
            ringfence_api_leave();
        }
    }
    return status;
}
