/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file camera_cfg.h
 * Everything that the camera application takes of the library: the profile of its build
 * (PROFILE=docs/examples/firmware/camera_cfg.h). What it does not use is as small as it can be.
 */
#ifndef CAMERA_CFG_H
#define CAMERA_CFG_H

/* Two sync objects: frames of the camera, and buffers of the stages. A list for each end, and one
 * more while two are reconciled. A wait context for the stages, and one for the handler. */
#define RINGFENCE_CFG_SYNC_MODULES       1U
#define RINGFENCE_CFG_SYNC_OBJECTS       2U
#define RINGFENCE_CFG_SYNC_HANDLES       2U
#define RINGFENCE_CFG_SYNC_LISTS         3U
#define RINGFENCE_CFG_SYNC_WAIT_CONTEXTS 2U
#define RINGFENCE_CFG_TIMESTAMP_SLOTS    0U
#define RINGFENCE_CFG_TASK_STATUS_SLOTS  0U
#define RINGFENCE_CFG_FENCES             1U
#define RINGFENCE_CFG_FENCE_DESCS        1U

/* Two frames, which take turns, and the edges. One list says what a buffer must be, and one more
 * is there while it is reconciled. It asks for an alignment of 64 bytes; the memory begins so too. */
#define RINGFENCE_CFG_BUF_MODULES  1U
#define RINGFENCE_CFG_BUF_OBJECTS  3U
#define RINGFENCE_CFG_BUF_HANDLES  3U
#define RINGFENCE_CFG_BUF_MEMORIES 3U
#define RINGFENCE_CFG_BUF_LISTS    2U
#define RINGFENCE_CFG_BUFFER_BYTES 6144U
#define RINGFENCE_CFG_BASE_ALIGN   64U

/* Nothing here has peers, GPUs or texts; nothing is checked once more, and the functions below are
 * all that it calls. */
#define RINGFENCE_CFG_TEXTS            0U
#define RINGFENCE_CFG_ENGINES          0U
#define RINGFENCE_CFG_SHARING          0U
#define RINGFENCE_CFG_CHECKS           0U
#define RINGFENCE_CFG_PIXELS           0U
#define RINGFENCE_CFG_EXTRAS           0U
#define RINGFENCE_CFG_ASSERTS          0U
#define RINGFENCE_CFG_GPUS             1U
#define RINGFENCE_CFG_PEERS            1U
#define RINGFENCE_CFG_HOPS             1U
#define RINGFENCE_CFG_ROUTES           1U
#define RINGFENCE_CFG_DUMPS            1U
#define RINGFENCE_CFG_DUMP_BYTES       256U
#define RINGFENCE_CFG_DESCRIPTORS      1U
#define RINGFENCE_CFG_DESCRIPTOR_BYTES 2048U
#define RINGFENCE_CFG_PARCELS          1U

/* There are no channels and no events. */
#define RINGFENCE_CFG_IPC_ENDPOINTS   1U
#define RINGFENCE_CFG_EVENT_SERVICES  1U
#define RINGFENCE_CFG_EVENT_NOTIFIERS 1U
#define RINGFENCE_CFG_LOCAL_EVENTS    1U

/* A wait rests at once. */
#define RINGFENCE_CFG_SPIN_US 0U

#endif /* CAMERA_CFG_H */
