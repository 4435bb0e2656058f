/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_control.c
 * The record of calls, and failures on request.
 */
#define _GNU_SOURCE 1
#include "fake_internal.h"

#include <time.h>

#define NAMES   256U
#define CALLS   4096U
#define RULES   8U
#define CHANGES 16U

typedef struct {
    const char *name;
    unsigned int count;
} NameCount;

typedef struct {
    bool used;
    char name[64];
    unsigned int nth;
    unsigned int seen;
    CUresult code;
} Rule;

typedef struct {
    CUdevice device;
    CUdevice_attribute attribute;
    int value;
} Attribute;

/** The same for both devices; any other attribute is 0. */
static const Attribute g_defaults[] = {
    {0, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    {0, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
    {0, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 1},
    {0, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 1},
    {0, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1},
    {0, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 1},
    {0, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
    {0, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 1},
    {0, CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED, 1},
    {0, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 131072},
    {0, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, 65536},
    {0, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
    {0, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0}};

/** Where the clock of the devices begins; the CPU's is behind it. */
#define CLOCK_START 0xD000000000000000ULL

pthread_mutex_t g_fake_lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t g_control_lock = PTHREAD_MUTEX_INITIALIZER;
static NameCount g_names[NAMES];
static FakeCall g_calls[CALLS];
static unsigned int g_call_count;
static Rule g_rules[RULES];
static Attribute g_changes[CHANGES];
static unsigned int g_change_count;
static unsigned int g_device_count = FAKE_DEVICES;
static bool g_reach = true;

static bool g_capturing;
static bool g_sanitized;
static unsigned int g_dead;

/** The clock of the devices when the CPU's had a time, and how much faster it runs. */
static uint64_t g_clock_ns = CLOCK_START;
static uint64_t g_clock_from;
static int64_t g_clock_rate;
static unsigned int g_slow_us;

static uint64_t cpu_ns(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000000U) + (uint64_t)now.tv_nsec;
}

/** Under the lock. */
static uint64_t device_ns(uint64_t now)
{
    const uint64_t passed = now - g_clock_from;

    return g_clock_ns + passed + (uint64_t)(((int64_t)passed / 1000) * g_clock_rate / 1000);
}

uint64_t fake_clock(void)
{
    uint64_t now = 0U;

    (void)pthread_mutex_lock(&g_control_lock);
    now = device_ns(cpu_ns());
    (void)pthread_mutex_unlock(&g_control_lock);
    return now;
}

static void control_clock(int64_t millionths)
{
    (void)pthread_mutex_lock(&g_control_lock);
    const uint64_t now = cpu_ns();

    g_clock_ns = device_ns(now);
    g_clock_from = now;
    g_clock_rate = millionths;
    (void)pthread_mutex_unlock(&g_control_lock);
}

unsigned int fake_slow(void)
{
    unsigned int us = 0U;

    (void)pthread_mutex_lock(&g_control_lock);
    us = g_slow_us;
    (void)pthread_mutex_unlock(&g_control_lock);
    return us;
}

static void control_slow(unsigned int us)
{
    (void)pthread_mutex_lock(&g_control_lock);
    g_slow_us = us;
    (void)pthread_mutex_unlock(&g_control_lock);
}

bool fake_is_capturing(void)
{
    bool capturing = false;

    (void)pthread_mutex_lock(&g_control_lock);
    capturing = g_capturing;
    (void)pthread_mutex_unlock(&g_control_lock);
    return capturing;
}

static void record(const char *name, const uint64_t *arguments)
{
    unsigned int row = 0U;

    while ((row < (NAMES - 1U)) && (g_names[row].name != NULL) &&
           (strcmp(g_names[row].name, name) != 0)) {
        row++;
    }
    g_names[row].name = name;
    g_names[row].count++;
    if (g_call_count < CALLS) {
        g_calls[g_call_count].name = name;
        (void)memcpy(g_calls[g_call_count].arguments, arguments, sizeof(g_calls[0].arguments));
    }
    g_call_count++;
}

/** Every order that fits counts the call; the first that is due decides. */
static CUresult injected(const char *name)
{
    CUresult code = CUDA_SUCCESS;

    for (unsigned int row = 0U; row < RULES; row++) {
        Rule *const rule = &g_rules[row];

        if (rule->used && ((rule->name[0] == '\0') || (strcmp(rule->name, name) == 0))) {
            rule->seen++;
            if (((rule->nth == 0U) || (rule->nth == rule->seen)) && (code == CUDA_SUCCESS)) {
                code = rule->code;
            }
            if ((rule->nth != 0U) && (rule->seen >= rule->nth)) {
                rule->used = false;
            }
        }
    }
    return code;
}

static bool is_unseen(void)
{
    char name[16] = "";

    (void)pthread_getname_np(pthread_self(), name, sizeof(name));
    return strcmp(name, FAKE_UNSEEN) == 0;
}

CUresult fake_enter(const char *name, FakeNeed need, uint64_t first, uint64_t second,
                    uint64_t third, uint64_t fourth)
{
    const uint64_t arguments[FAKE_ARGUMENTS] = {first, second, third, fourth};
    CUresult status = CUDA_SUCCESS;

    if (!is_unseen()) {
        (void)pthread_mutex_lock(&g_control_lock);
        record(name, arguments);
        status = injected(name);
        (void)pthread_mutex_unlock(&g_control_lock);
    }
    if ((status == CUDA_SUCCESS) && (need != NEEDS_NOTHING) && !fake_is_initialised()) {
        status = CUDA_ERROR_NOT_INITIALIZED;
    }
    if ((status == CUDA_SUCCESS) && (need == NEEDS_CONTEXT)) {
        status = fake_context_check();
    }
    return status;
}

int fake_attribute_get(CUdevice device, CUdevice_attribute attribute)
{
    int value = 0;

    (void)pthread_mutex_lock(&g_control_lock);
    for (size_t row = 0U; row < (sizeof(g_defaults) / sizeof(g_defaults[0])); row++) {
        if (g_defaults[row].attribute == attribute) {
            value = g_defaults[row].value;
        }
    }
    for (unsigned int row = 0U; row < g_change_count; row++) {
        if ((g_changes[row].device == device) && (g_changes[row].attribute == attribute)) {
            value = g_changes[row].value;
        }
    }
    (void)pthread_mutex_unlock(&g_control_lock);
    return value;
}

unsigned int fake_device_count(void)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_control_lock);
    count = g_device_count;
    (void)pthread_mutex_unlock(&g_control_lock);
    return count;
}

bool fake_reach(void)
{
    bool can = false;

    (void)pthread_mutex_lock(&g_control_lock);
    can = g_reach;
    (void)pthread_mutex_unlock(&g_control_lock);
    return can;
}

/* ---------------------------------------------------------------- for tests */

static void control_reset(void)
{
    (void)pthread_mutex_lock(&g_control_lock);
    (void)memset(g_names, 0, sizeof(g_names));
    (void)memset(g_calls, 0, sizeof(g_calls));
    (void)memset(g_rules, 0, sizeof(g_rules));
    g_call_count = 0U;
    g_change_count = 0U;
    g_device_count = FAKE_DEVICES;
    g_reach = true;
    g_capturing = false;
    g_sanitized = false;
    g_slow_us = 0U;
    g_dead = 0U;
    (void)pthread_mutex_unlock(&g_control_lock);
}

static unsigned int control_count(const char *name)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_control_lock);
    for (unsigned int row = 0U; row < NAMES; row++) {
        if ((g_names[row].name != NULL) &&
            ((name == NULL) || (strcmp(g_names[row].name, name) == 0))) {
            count += g_names[row].count;
        }
    }
    (void)pthread_mutex_unlock(&g_control_lock);
    return count;
}

static bool control_call(unsigned int index, FakeCall *call)
{
    bool there = false;

    (void)pthread_mutex_lock(&g_control_lock);
    there = (index < g_call_count) && (index < CALLS);
    if (there) {
        *call = g_calls[index];
    }
    (void)pthread_mutex_unlock(&g_control_lock);
    return there;
}

static bool control_fail(const char *name, unsigned int nth, CUresult code)
{
    const char *const pattern = (name == NULL) ? "" : name;
    unsigned int row = 0U;
    bool room = false;

    (void)pthread_mutex_lock(&g_control_lock);
    while ((row < RULES) && g_rules[row].used) {
        row++;
    }
    room = (row < RULES) && (strlen(pattern) < sizeof(g_rules[0].name));
    if (room) {
        (void)memset(&g_rules[row], 0, sizeof(g_rules[row]));
        (void)memcpy(g_rules[row].name, pattern, strlen(pattern));
        g_rules[row].used = true;
        g_rules[row].nth = nth;
        g_rules[row].code = code;
    }
    (void)pthread_mutex_unlock(&g_control_lock);
    return room;
}

static void control_attribute(CUdevice device, CUdevice_attribute attribute, int value)
{
    (void)pthread_mutex_lock(&g_control_lock);
    if (g_change_count < CHANGES) {
        g_changes[g_change_count] = (Attribute){device, attribute, value};
        g_change_count++;
    }
    (void)pthread_mutex_unlock(&g_control_lock);
}

static void control_devices(unsigned int count)
{
    (void)pthread_mutex_lock(&g_control_lock);
    g_device_count = (count > FAKE_DEVICES) ? FAKE_DEVICES : count;
    (void)pthread_mutex_unlock(&g_control_lock);
}

static void control_reach(bool can)
{
    (void)pthread_mutex_lock(&g_control_lock);
    g_reach = can;
    (void)pthread_mutex_unlock(&g_control_lock);
}

static void control_capture(bool active)
{
    (void)pthread_mutex_lock(&g_control_lock);
    g_capturing = active;
    (void)pthread_mutex_unlock(&g_control_lock);
}

static void control_sanitize(bool on)
{
    (void)pthread_mutex_lock(&g_control_lock);
    g_sanitized = on;
    (void)pthread_mutex_unlock(&g_control_lock);
}

bool fake_is_sanitized(void)
{
    bool sanitized = false;

    (void)pthread_mutex_lock(&g_control_lock);
    sanitized = g_sanitized;
    (void)pthread_mutex_unlock(&g_control_lock);
    return sanitized;
}

void fake_dead(void)
{
    (void)pthread_mutex_lock(&g_control_lock);
    g_dead++;
    (void)pthread_mutex_unlock(&g_control_lock);
}

static unsigned int control_dead(void)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_control_lock);
    count = g_dead;
    (void)pthread_mutex_unlock(&g_control_lock);
    return count;
}

static unsigned int control_live(FakeKind kind)
{
    unsigned int count = 0U;

    switch (kind) {
    case FAKE_CONTEXTS:
        count = fake_live_contexts();
        break;
    case FAKE_STREAMS:
        count = fake_live_streams();
        break;
    case FAKE_EVENTS:
        count = fake_live_events();
        break;
    case FAKE_GRAPHS:
        count = fake_live_graphs();
        break;
    case FAKE_EXTERNAL_MEMORY:
    case FAKE_ARRAYS:
    case FAKE_SURFACES:
    case FAKE_SEMAPHORES:
        count = fake_live_external(kind);
        break;
    default:
        count = fake_live_memory(kind);
        break;
    }
    return count;
}

extern const FakeControl ringfence_fake_control;
FAKE_EXPORT const FakeControl ringfence_fake_control = {
    control_reset,   control_count, control_call,    control_fail,    control_attribute,
    control_devices, control_reach, control_capture, control_live,    fake_context_fail,
    control_clock,   control_slow,  control_dead,    control_sanitize};
