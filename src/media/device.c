/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device.c
 * Devices of the first generation, which are the root of images and engines and nothing more.
 */
#include <stddef.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/media.h"

/** @satisfies RF-MEDIA-007 */
NvMediaDevice *NvMediaDeviceCreate(void)
{
    NvMediaDevice *made = NULL;
    int32_t held = 0;

    if (media_enter_rows(OP_MEDIA_DEVICE_CREATE, &held) == NVMEDIA_STATUS_OK) {
        media_lock();
        for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_DEVICES) && (made == NULL); i++) {
            MediaDevice *const device = &g_media_devices[i];

            if (port_load_word(&device->handle.name.word) == 0U) {
                device->index = i;
                device->users = 0U;
                worker_gauge_take(&g_media_devices_used);
                worker_handle_give(WORKER_NAME_MEDIA_DEVICE, i, &device->handle, &made);
            }
        }
        if (made == NULL) {
            media_report_full(OP_MEDIA_DEVICE_CREATE, FAULT_LIMIT_2D_DEVICES,
                              RINGFENCE_CFG_2D_DEVICES);
        }
        media_unlock();
    }
    media_leave(held);
    return made;
}

/** @satisfies RF-MEDIA-007 RF-MEDIA-008 */
void NvMediaDeviceDestroy(NvMediaDevice *device)
{
    const PhaseOp op = OP_MEDIA_DEVICE_DESTROY;
    int32_t held = 0;

    if (media_enter_rows(op, &held) == NVMEDIA_STATUS_OK) {
        MediaDevice *row = NULL;

        media_lock();
        row = media_device_find(op, device);
        if (row == NULL) {
            /* There is none. */
        } else if (row->users > 0U) {
            ringfence_fault_report(op, RINGFENCE_FAULT_IMAGE_IN_USE);
        } else {
            ASSERT(row == &g_media_devices[row->index]);
            worker_name_end(&row->handle.name);
            worker_gauge_give(&g_media_devices_used);
        }
        media_unlock();
    }
    media_leave(held);
}
