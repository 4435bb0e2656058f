/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file status_name.c
 * Names of the results of NvMedia.
 */
#include <stddef.h>

#include "core/feature.h"
#include "ringfence_cfg.h"
#include "ringfence_nvmedia.h"

/** A result and its name. */
typedef struct {
    NvMediaStatus status;
    const char *name;
} MediaStatusName;

static const MediaStatusName g_media_status_names[] = {
    {NVMEDIA_STATUS_OK, RINGFENCE_TEXT("NVMEDIA_STATUS_OK")},
    {NVMEDIA_STATUS_BAD_PARAMETER, RINGFENCE_TEXT("NVMEDIA_STATUS_BAD_PARAMETER")},
    {NVMEDIA_STATUS_PENDING, RINGFENCE_TEXT("NVMEDIA_STATUS_PENDING")},
    {NVMEDIA_STATUS_TIMED_OUT, RINGFENCE_TEXT("NVMEDIA_STATUS_TIMED_OUT")},
    {NVMEDIA_STATUS_OUT_OF_MEMORY, RINGFENCE_TEXT("NVMEDIA_STATUS_OUT_OF_MEMORY")},
    {NVMEDIA_STATUS_NOT_INITIALIZED, RINGFENCE_TEXT("NVMEDIA_STATUS_NOT_INITIALIZED")},
    {NVMEDIA_STATUS_NOT_SUPPORTED, RINGFENCE_TEXT("NVMEDIA_STATUS_NOT_SUPPORTED")},
    {NVMEDIA_STATUS_ERROR, RINGFENCE_TEXT("NVMEDIA_STATUS_ERROR")},
    {NVMEDIA_STATUS_NONE_PENDING, RINGFENCE_TEXT("NVMEDIA_STATUS_NONE_PENDING")},
    {NVMEDIA_STATUS_INSUFFICIENT_BUFFERING,
     RINGFENCE_TEXT("NVMEDIA_STATUS_INSUFFICIENT_BUFFERING")},
    {NVMEDIA_STATUS_INVALID_SIZE, RINGFENCE_TEXT("NVMEDIA_STATUS_INVALID_SIZE")},
    {NVMEDIA_STATUS_INCOMPATIBLE_VERSION, RINGFENCE_TEXT("NVMEDIA_STATUS_INCOMPATIBLE_VERSION")},
    {NVMEDIA_STATUS_UNDEFINED_STATE, RINGFENCE_TEXT("NVMEDIA_STATUS_UNDEFINED_STATE")},
    {NVMEDIA_STATUS_PFSD_ERROR, RINGFENCE_TEXT("NVMEDIA_STATUS_PFSD_ERROR")},
    {NVMEDIA_STATUS_INVALID_STATE, RINGFENCE_TEXT("NVMEDIA_STATUS_INVALID_STATE")}};

/** @satisfies RF-MEDIA-954 */
const char *ringfenceMediaStatusName(NvMediaStatus status)
{
    const size_t count = sizeof(g_media_status_names) / sizeof(g_media_status_names[0]);
    const char *name = RINGFENCE_TEXT("NVMEDIA_STATUS_(unknown)");

    for (size_t i = 0U; (i < count) && feature_enabled(RINGFENCE_CFG_TEXTS); i++) {
        if (g_media_status_names[i].status == status) {
            name = g_media_status_names[i].name;
        }
    }
    return name;
}
