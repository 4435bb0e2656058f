/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file descriptor.c
 * Descriptors of this image: rows that name a resource of a core. A core marks a resource as long
 * as one of its descriptors, or of its messages on their way, names it.
 */
#include "port/cores/cores.h"

#include "port/descriptor.h"

/** Descriptors that an image can have at once: of its objects, of what it imported, of parcels that
 * came and were not claimed, of endpoints, and of events. */
#define DESCRIPTORS                                                                                \
    ((4U * RINGFENCE_CFG_SYNC_OBJECTS) + RINGFENCE_CFG_BUF_MEMORIES +                              \
     (((PORT_PARCEL_MAX * RINGFENCE_CFG_PARCELS) + 3U) * RINGFENCE_CFG_IPC_ENDPOINTS) +            \
     RINGFENCE_CFG_EVENT_SERVICES + RINGFENCE_CFG_LOCAL_EVENTS + PORT_PARCEL_MAX)

/** What this image uses of a resource, and keeps. */
typedef struct {
    uint32_t uses;
    uint32_t keeps;
} Holds;

static CoresDescriptor g_cores_descriptors[DESCRIPTORS];
static Holds g_cores_holds[RINGFENCE_CFG_CORES][CORES_RESOURCES];

static bool is_thing(CoresKind kind)
{
    return (kind == CORES_MEMORY) || (kind == CORES_KEEP) || (kind == CORES_WATCH);
}

/** Word of this core by which all see what it has of a resource. */
static PortAtomic32 *mark_of(CoresKind kind, const CoresName *name)
{
    CoresResource *const resource = cores_resource(name);

    return (kind == CORES_KEEP) ? &resource->keeps[cores_own()] : &resource->uses[cores_own()];
}

/** This image's count of that. */
static uint32_t *count_of(CoresKind kind, const CoresName *name)
{
    Holds *const holds = &g_cores_holds[name->core][name->index];

    return (kind == CORES_KEEP) ? &holds->keeps : &holds->uses;
}

/** @satisfies RF-PORT-102 */
PortStatus cores_hold(CoresKind kind, const CoresName *name)
{
    PortStatus status = PORT_FAILED;
    const bool exists = (name->core < RINGFENCE_CFG_CORES) && (name->index < CORES_RESOURCES);

    if (exists) {
        uint32_t *const count = count_of(kind, name);

        if (*count == 0U) {
            port_store32(mark_of(kind, name), cores_own_life());
            port_fence();
        }
        if (port_load32(&cores_resource(name)->generation) == name->generation) {
            *count += 1U;
            status = PORT_OK;
        } else if (*count == 0U) {
            port_store32(mark_of(kind, name), 0U);
        } else {
            /* Other descriptors of this image are of a later generation. */
        }
    }
    return status;
}

void cores_let_go(CoresKind kind, const CoresName *name)
{
    uint32_t *const count = count_of(kind, name);

    *count -= 1U;
    if (*count == 0U) {
        port_store32(mark_of(kind, name), 0U);
    }
}

CoresDescriptor *cores_descriptor(int32_t descriptor)
{
    CoresDescriptor *row = NULL;

    if ((descriptor >= 0) && ((uint32_t)descriptor < DESCRIPTORS)) {
        if (g_cores_descriptors[descriptor].kind != CORES_FREE) {
            row = &g_cores_descriptors[descriptor];
        }
    }
    return row;
}

PortStatus cores_descriptor_take(const CoresDescriptor *made, int32_t *descriptor)
{
    PortStatus status = PORT_NO_RESOURCE;

    for (uint32_t i = 0U; (i < DESCRIPTORS) && (status != PORT_OK); i++) {
        CoresDescriptor *const row = &g_cores_descriptors[i];

        if (row->kind == CORES_FREE) {
            row->writable = made->writable;
            row->name = made->name;
            port_store32(&row->is_set, 0U);
            row->kind = made->kind;
            *descriptor = (int32_t)i;
            status = PORT_OK;
        }
    }
    return status;
}

PortStatus cores_descriptor_make(const CoresDescriptor *made, int32_t *descriptor)
{
    const bool holds = is_thing(made->kind);
    PortStatus status = PORT_OK;

    if (holds) {
        status = cores_hold(made->kind, &made->name);
    }
    if (status == PORT_OK) {
        status = cores_descriptor_take(made, descriptor);
        if ((status != PORT_OK) && holds) {
            cores_let_go(made->kind, &made->name);
        }
    }
    return status;
}

void cores_descriptor_drop(int32_t descriptor)
{
    CoresDescriptor *const row = cores_descriptor(descriptor);

    if (row != NULL) {
        if (is_thing(row->kind)) {
            cores_let_go(row->kind, &row->name);
        }
        row->kind = CORES_FREE;
    }
}

/** @satisfies RF-PORT-060 */
PortStatus ringfence_port_descriptor_copy(int32_t descriptor, int32_t *copy)
{
    PortStatus status = PORT_FAILED;
    const CoresDescriptor *row = NULL;

    cores_lock();
    row = cores_descriptor(descriptor);
    if (row != NULL) {
        status = cores_descriptor_make(row, copy);
    }
    cores_unlock();
    return status;
}

/** @satisfies RF-MEDIA-931 */
bool port_descriptor_is_same(int32_t one, int32_t other)
{
    const CoresDescriptor *first = NULL;
    const CoresDescriptor *second = NULL;
    bool same = false;

    cores_lock();
    first = cores_descriptor(one);
    second = cores_descriptor(other);
    if ((first != NULL) && (second != NULL)) {
        same = (first->kind == second->kind) && (first->name.core == second->name.core) &&
               (first->name.index == second->name.index) &&
               (first->name.generation == second->name.generation);
    }
    cores_unlock();
    return same;
}

void ringfence_port_descriptor_close(int32_t descriptor)
{
    cores_lock();
    cores_descriptor_drop(descriptor);
    cores_unlock();
}

void port_parcel_close(PortParcel *parcel)
{
    cores_lock();
    for (uint32_t i = 0U; i < parcel->count; i++) {
        cores_descriptor_drop(parcel->descriptors[i]);
    }
    cores_unlock();
    parcel->count = 0U;
}
