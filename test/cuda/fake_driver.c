/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_driver.c
 * A libcuda.so.1 without a GPU: devices, contexts and texts of errors. It serves to test logic; its
 * times mean nothing.
 *
 * It does what the documentation of the driver's functions says, and is stricter where a program
 * could go wrong unnoticed: an address of registered host memory is another one on the device than
 * in the process, and a device that may not use an address gets CUDA_ERROR_INVALID_VALUE.
 */
#define _GNU_SOURCE

#include "fake_internal.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STACK 16U

typedef struct {
    CUresult code;
    const char *name;
} ErrorName;

#define ERROR(code)                                                                                \
    {                                                                                              \
        code, #code                                                                                \
    }
static const ErrorName g_errors[] = {ERROR(CUDA_SUCCESS),
                                     ERROR(CUDA_ERROR_INVALID_VALUE),
                                     ERROR(CUDA_ERROR_OUT_OF_MEMORY),
                                     ERROR(CUDA_ERROR_NOT_INITIALIZED),
                                     ERROR(CUDA_ERROR_DEINITIALIZED),
                                     ERROR(CUDA_ERROR_NO_DEVICE),
                                     ERROR(CUDA_ERROR_INVALID_DEVICE),
                                     ERROR(CUDA_ERROR_INVALID_CONTEXT),
                                     ERROR(CUDA_ERROR_MAP_FAILED),
                                     ERROR(CUDA_ERROR_OPERATING_SYSTEM),
                                     ERROR(CUDA_ERROR_INVALID_HANDLE),
                                     ERROR(CUDA_ERROR_ILLEGAL_STATE),
                                     ERROR(CUDA_ERROR_NOT_FOUND),
                                     ERROR(CUDA_ERROR_NOT_READY),
                                     ERROR(CUDA_ERROR_ILLEGAL_ADDRESS),
                                     ERROR(CUDA_ERROR_CONTEXT_IS_DESTROYED),
                                     ERROR(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED),
                                     ERROR(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED),
                                     ERROR(CUDA_ERROR_LAUNCH_FAILED),
                                     ERROR(CUDA_ERROR_NOT_PERMITTED),
                                     ERROR(CUDA_ERROR_NOT_SUPPORTED),
                                     ERROR(CUDA_ERROR_UNKNOWN)};

/** The process that called cuInit(); a child of fork() is another one, and has no driver. */
static pid_t g_process;
static CUcontext g_contexts;
static struct CUctx_st g_primary[FAKE_DEVICES] = {{.device = 0, .primary = true},
                                                  {.device = 1, .primary = true}};
static unsigned long long g_number;
static _Thread_local CUcontext t_stack[STACK];
static _Thread_local unsigned int t_depth;

bool fake_is_initialised(void)
{
    bool initialised = false;

    (void)pthread_mutex_lock(&g_fake_lock);
    initialised = (g_process == getpid());
    (void)pthread_mutex_unlock(&g_fake_lock);
    return initialised;
}

static bool is_device(CUdevice device)
{
    return (device >= 0) && ((unsigned int)device < fake_device_count());
}

/* ---------------------------------------------------------------- contexts */

CUcontext fake_context(void)
{
    return (t_depth > 0U) ? t_stack[t_depth - 1U] : NULL;
}

/** Under the lock. */
static bool is_alive(CUcontext context)
{
    bool alive = false;

    for (unsigned int row = 0U; row < FAKE_DEVICES; row++) {
        alive = alive || ((context == &g_primary[row]) && (g_primary[row].references > 0U));
    }
    for (CUcontext other = g_contexts; other != NULL; other = other->next) {
        alive = alive || (other == context);
    }
    return alive;
}

CUresult fake_context_check(void)
{
    const CUcontext context = fake_context();
    CUresult status = CUDA_SUCCESS;

    (void)pthread_mutex_lock(&g_fake_lock);
    if (context == NULL) {
        status = CUDA_ERROR_INVALID_CONTEXT;
    } else if (!is_alive(context)) {
        status = CUDA_ERROR_CONTEXT_IS_DESTROYED;
    } else {
        status = context->failed;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return status;
}

void fake_context_fail(CUresult code)
{
    const CUcontext context = fake_context();

    (void)pthread_mutex_lock(&g_fake_lock);
    if (context != NULL) {
        context->failed = code;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
}

CUresult fake_context_failure(CUcontext context)
{
    CUresult code = CUDA_SUCCESS;

    (void)pthread_mutex_lock(&g_fake_lock);
    code = is_alive(context) ? context->failed : CUDA_ERROR_CONTEXT_IS_DESTROYED;
    (void)pthread_mutex_unlock(&g_fake_lock);
    return code;
}

unsigned int fake_live_contexts(void)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_fake_lock);
    for (unsigned int row = 0U; row < FAKE_DEVICES; row++) {
        count += g_primary[row].references;
    }
    for (CUcontext other = g_contexts; other != NULL; other = other->next) {
        count++;
    }
    (void)pthread_mutex_unlock(&g_fake_lock);
    return count;
}

/** Puts a context in the place of the current one; NULL takes the current one away. */
static void set_current(CUcontext context)
{
    if (context == NULL) {
        t_depth -= (t_depth > 0U) ? 1U : 0U;
    } else {
        t_depth += (t_depth == 0U) ? 1U : 0U;
        t_stack[t_depth - 1U] = context;
    }
}

static CUresult create(CUcontext *context, CUdevice device)
{
    CUcontext made = NULL;
    CUresult status = is_device(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;

    if ((context == NULL) || (t_depth >= STACK)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        made = calloc(1U, sizeof(*made));
        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    if (status == CUDA_SUCCESS) {
        made->device = device;
        made->references = 1U;
        (void)pthread_mutex_lock(&g_fake_lock);
        g_number++;
        made->number = g_number;
        made->next = g_contexts;
        g_contexts = made;
        (void)pthread_mutex_unlock(&g_fake_lock);
        t_stack[t_depth] = made;
        t_depth++;
        *context = made;
    }
    return status;
}

FAKE_EXPORT CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);
FAKE_EXPORT CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
    const CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(context), flags, (uint64_t)device, 0U);

    return (status == CUDA_SUCCESS) ? create(context, device) : status;
}

FAKE_EXPORT CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinity, int count,
                                    unsigned int flags, CUdevice device);
FAKE_EXPORT CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinity, int count,
                                    unsigned int flags, CUdevice device)
{
    const CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(context), flags, (uint64_t)device, 0U);

    (void)affinity;
    (void)count;
    return (status == CUDA_SUCCESS) ? create(context, device) : status;
}

FAKE_EXPORT CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters,
                                    unsigned int flags, CUdevice device)
{
    const CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(context), flags, (uint64_t)device, 0U);

    (void)parameters;
    return (status == CUDA_SUCCESS) ? create(context, device) : status;
}

FAKE_EXPORT CUresult cuCtxDestroy_v2(CUcontext context)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(context), 0U, 0U, 0U);
    CUcontext *link = &g_contexts;

    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        while ((*link != NULL) && (*link != context)) {
            link = &(*link)->next;
        }
        status = (*link == NULL) ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
        if (status == CUDA_SUCCESS) {
            *link = context->next;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    if (status == CUDA_SUCCESS) {
        fake_stream_end_all(context);
        fake_event_end_all(context);
        fake_memory_end_all(context);
        if (fake_context() == context) {
            t_depth--;
        }
        free(context);
    }
    return status;
}

FAKE_EXPORT CUresult cuCtxGetCurrent(CUcontext *context)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(context), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (context == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        *context = fake_context();
    }
    return status;
}

/** Whether a context may become the current one. */
static CUresult check_alive(CUcontext context)
{
    CUresult status = CUDA_SUCCESS;

    (void)pthread_mutex_lock(&g_fake_lock);
    status = is_alive(context) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
    (void)pthread_mutex_unlock(&g_fake_lock);
    return status;
}

FAKE_EXPORT CUresult cuCtxSetCurrent(CUcontext context)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(context), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (context != NULL)) {
        status = check_alive(context);
    }
    if (status == CUDA_SUCCESS) {
        set_current(context);
    }
    return status;
}

/** Takes a context that is gone too, as a driver was seen to do; calls that need it are refused. */
FAKE_EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(context), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && ((t_depth >= STACK) || (context == NULL))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        t_stack[t_depth] = context;
        t_depth++;
    }
    return status;
}

FAKE_EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(context), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (t_depth == 0U)) {
        status = CUDA_ERROR_INVALID_CONTEXT;
    }
    if (status == CUDA_SUCCESS) {
        const CUcontext top = t_stack[t_depth - 1U];

        /* One that was reset can be popped. */
        if ((top != &g_primary[0]) && (top != &g_primary[1]) &&
            (check_alive(top) != CUDA_SUCCESS)) {
            fake_dead();
        }
        if (context != NULL) {
            *context = top;
        }
        t_depth--;
    }
    return status;
}

FAKE_EXPORT CUresult cuCtxGetId(CUcontext context, unsigned long long *number)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(context), 0U, 0U, 0U);
    const CUcontext asked = (context == NULL) ? fake_context() : context;

    if ((status == CUDA_SUCCESS) && (number == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        if (asked == NULL) {
            status = CUDA_ERROR_INVALID_CONTEXT;
        } else if (!is_alive(asked)) {
            status = CUDA_ERROR_CONTEXT_IS_DESTROYED;
        } else {
            *number = asked->number;
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuCtxGetDevice(CUdevice *device)
{
    CUresult status = fake_enter(__func__, NEEDS_CONTEXT, fake_word(device), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (device == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        *device = fake_context()->device;
    }
    return status;
}

FAKE_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(context), (uint64_t)device, 0U, 0U);

    if ((status == CUDA_SUCCESS) && !is_device(device)) {
        status = CUDA_ERROR_INVALID_DEVICE;
    }
    if ((status == CUDA_SUCCESS) && (context == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        if (g_primary[device].references == 0U) {
            g_number++;
            g_primary[device].number = g_number;
        }
        g_primary[device].references++;
        *context = &g_primary[device];
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, (uint64_t)device, 0U, 0U, 0U);
    bool ended = false;

    if ((status == CUDA_SUCCESS) && !is_device(device)) {
        status = CUDA_ERROR_INVALID_DEVICE;
    }
    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        if (g_primary[device].references == 0U) {
            status = CUDA_ERROR_INVALID_CONTEXT;
        } else {
            g_primary[device].references--;
            if (g_primary[device].references == 0U) {
                ended = true;
                g_primary[device].failed = CUDA_SUCCESS;
            }
        }
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    if (ended) {
        fake_stream_end_implicit(&g_primary[device]);
    }
    return status;
}

/** All of the context goes, whoever retained it; what is mapped and imported stays, which a program
 * cannot tell. */
FAKE_EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, (uint64_t)device, 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && !is_device(device)) {
        status = CUDA_ERROR_INVALID_DEVICE;
    }
    if (status == CUDA_SUCCESS) {
        fake_stream_end_all(&g_primary[device]);
        fake_event_end_all(&g_primary[device]);
        fake_memory_end_all(&g_primary[device]);
        (void)pthread_mutex_lock(&g_fake_lock);
        g_primary[device].references = 0U;
        g_primary[device].failed = CUDA_SUCCESS;
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, (uint64_t)device, 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && !is_device(device)) {
        status = CUDA_ERROR_INVALID_DEVICE;
    }
    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        *flags = 0U;
        *active = (g_primary[device].references > 0U) ? 1 : 0;
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

/* ---------------------------------------------------------------- devices */

FAKE_EXPORT CUresult cuInit(unsigned int flags)
{
    CUresult status = fake_enter(__func__, NEEDS_NOTHING, flags, 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (flags != 0U)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if ((status == CUDA_SUCCESS) && (fake_device_count() == 0U)) {
        status = CUDA_ERROR_NO_DEVICE;
    }
    if (status == CUDA_SUCCESS) {
        (void)pthread_mutex_lock(&g_fake_lock);
        if (g_process == 0) {
            g_process = getpid();
        }
        status = (g_process == getpid()) ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
        (void)pthread_mutex_unlock(&g_fake_lock);
    }
    return status;
}

FAKE_EXPORT CUresult cuDriverGetVersion(int *version)
{
    CUresult status = fake_enter(__func__, NEEDS_NOTHING, fake_word(version), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (version == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        *version = CUDA_VERSION;
    }
    return status;
}

FAKE_EXPORT CUresult cuDeviceGetCount(int *count)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(count), 0U, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (count == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        *count = (int)fake_device_count();
    }
    return status;
}

FAKE_EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(device), (uint64_t)ordinal, 0U, 0U);

    if ((status == CUDA_SUCCESS) && (device == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if ((status == CUDA_SUCCESS) && !is_device(ordinal)) {
        status = CUDA_ERROR_INVALID_DEVICE;
    }
    if (status == CUDA_SUCCESS) {
        *device = ordinal;
    }
    return status;
}

/** "RINGFENCE FAKE" and the number of the device, from 0x10. */
static CUresult uuid_of(CUuuid *uuid, CUdevice device)
{
    CUresult status = CUDA_SUCCESS;

    if (uuid == NULL) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else if (!is_device(device)) {
        status = CUDA_ERROR_INVALID_DEVICE;
    } else {
        (void)memcpy(uuid->bytes, "RINGFENCE FAKE\0", sizeof(uuid->bytes));
        uuid->bytes[15] = (char)(0x10 + device);
    }
    return status;
}

FAKE_EXPORT CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    const CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(uuid), (uint64_t)device, 0U, 0U);

    return (status == CUDA_SUCCESS) ? uuid_of(uuid, device) : status;
}

/* Before CUDA 13 the headers did not give this name to the second version. */
#undef cuDeviceGetUuid
FAKE_EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
FAKE_EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    const CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(uuid), (uint64_t)device, 0U, 0U);

    return (status == CUDA_SUCCESS) ? uuid_of(uuid, device) : status;
}

FAKE_EXPORT CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(value), (uint64_t)attribute,
                                 (uint64_t)device, 0U);

    if ((status == CUDA_SUCCESS) && (value == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if ((status == CUDA_SUCCESS) && !is_device(device)) {
        status = CUDA_ERROR_INVALID_DEVICE;
    }
    if (status == CUDA_SUCCESS) {
        *value = fake_attribute_get(device, attribute);
    }
    return status;
}

FAKE_EXPORT CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(can), (uint64_t)device, (uint64_t)peer, 0U);

    if ((status == CUDA_SUCCESS) && (can == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if ((status == CUDA_SUCCESS) && (!is_device(device) || !is_device(peer))) {
        status = CUDA_ERROR_INVALID_DEVICE;
    }
    if (status == CUDA_SUCCESS) {
        *can = ((device != peer) && fake_reach()) ? 1 : 0;
    }
    return status;
}

/* ---------------------------------------------------------------- addresses of functions */

/** The version from which on a name is that of its second function; that of most is older. */
static bool is_second(const char *name, int version)
{
    const int from = (strcmp(name, "cuGraphAddNode") == 0)     ? 12030
                     : (strcmp(name, "cuGetProcAddress") == 0) ? 12000
                                                               : 3020;

    return version >= from;
}

static void *own_symbol(const char *name, const char *end)
{
    void *const self = dlmopen(LM_ID_BASE, "libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    char text[96];

    (void)snprintf(text, sizeof(text), "%s%s", name, end);
    return (self != NULL) ? dlsym(self, text) : NULL;
}

/** Of a name, what the version and the flags choose. */
static void *chosen(const char *name, int version, cuuint64_t flags)
{
    void *found = NULL;

    if ((flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0U) {
        found = own_symbol(name, "_ptsz");
    }
    if ((found == NULL) && is_second(name, version)) {
        found = own_symbol(name, "_v2");
    }
    return (found != NULL) ? found : own_symbol(name, "");
}

/* cuda.h has a macro of this name. */
#undef cuGetProcAddress
FAKE_EXPORT CUresult cuGetProcAddress(const char *name, void **place, int version,
                                      cuuint64_t flags);
FAKE_EXPORT CUresult cuGetProcAddress(const char *name, void **place, int version, cuuint64_t flags)
{
    *place = chosen(name, version, flags);
    return (*place != NULL) ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

FAKE_EXPORT CUresult cuGetProcAddress_v2(const char *name, void **place, int version,
                                         cuuint64_t flags, CUdriverProcAddressQueryResult *status)
{
    const CUresult result = cuGetProcAddress(name, place, version, flags);

    if (status != NULL) {
        *status = (result == CUDA_SUCCESS) ? CU_GET_PROC_ADDRESS_SUCCESS
                                           : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return result;
}

/* ---------------------------------------------------------------- texts */

static CUresult error_name(CUresult error, const char **name)
{
    CUresult status = CUDA_ERROR_INVALID_VALUE;

    *name = NULL;
    for (size_t row = 0U; row < (sizeof(g_errors) / sizeof(g_errors[0])); row++) {
        if (g_errors[row].code == error) {
            *name = g_errors[row].name;
            status = CUDA_SUCCESS;
        }
    }
    return status;
}

FAKE_EXPORT CUresult cuGetErrorName(CUresult error, const char **name)
{
    const CUresult status = fake_enter(__func__, NEEDS_NOTHING, (uint64_t)error, 0U, 0U, 0U);

    return (status == CUDA_SUCCESS) ? error_name(error, name) : status;
}

/** The texts are the names. */
FAKE_EXPORT CUresult cuGetErrorString(CUresult error, const char **text)
{
    const CUresult status = fake_enter(__func__, NEEDS_NOTHING, (uint64_t)error, 0U, 0U, 0U);

    return (status == CUDA_SUCCESS) ? error_name(error, text) : status;
}
