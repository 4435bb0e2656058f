/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault.c
 * Wrappers of the calls in wrapped.txt. In tests that are linked without them nothing calls these,
 * and the real functions are weak references that stay empty.
 */
#define _GNU_SOURCE

#include "fault.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "closed.h"
#include "port/atomic.h"
#include "port/channel.h"
#include "port/liveness.h"
#include "port/memory.h"
#include "port/random.h"
#include "port/status.h"
#include "port/wait.h"

/** Threads of the library call while a test arms and disarms. */
static PortAtomic32 g_calls_left;
static int g_error;
static PortAtomic32 g_failed;
static PortAtomic32 g_system_alone;
static const char *g_name = "";
static void (*g_before_sleep)(void);
static void (*g_before_look)(void);
static PortAtomic32 g_looks;
static void (*g_in_memory)(const char *name);
static uint64_t g_memory_left = UINT64_MAX;
static PortAtomic32 g_wakes;
static PortAtomic32 g_life_looks;
static PortAtomic64 g_sleep_us;
static PortAtomic32 g_file_looks;
static PortAtomic32 g_replacements;

void fault_arm(uint32_t n, int error)
{
    port_store32(&g_system_alone, 0U);
    g_error = error;
    port_store32(&g_failed, 0U);
    port_store32_release(&g_calls_left, n);
}

void fault_arm_system(uint32_t n, int error)
{
    fault_arm(n, error);
    port_store32(&g_system_alone, 1U);
}

bool fault_disarm(void)
{
    port_store32(&g_calls_left, 0U);
    return port_load32_acquire(&g_failed) != 0U;
}

const char *fault_name(void)
{
    return g_name;
}

void fault_before_look(void (*hook)(void))
{
    g_before_look = hook;
}

uint32_t fault_looks(void)
{
    return port_load32(&g_looks);
}

void fault_before_sleep(void (*hook)(void))
{
    g_before_sleep = hook;
}

void fault_in_memory(void (*hook)(const char *name))
{
    g_in_memory = hook;
}

void fault_memory_left(uint64_t bytes)
{
    g_memory_left = bytes;
}

static void tell(const char *name)
{
    if (g_in_memory != NULL) {
        g_in_memory(name);
    }
}

/** Says whether the thread that asks is the one that closes what others sent: it sleeps and wakes
 * at its own time. */
static bool is_closer(void)
{
    char name[16] = {0};

    return (pthread_getname_np(pthread_self(), name, sizeof(name)) == 0) &&
           (strcmp(name, "ringfence-close") == 0);
}

/** Counts a call, and says whether it is the one to fail. */
static bool fails_now(const char *name)
{
    uint32_t left = is_closer() ? 0U : port_load32_acquire(&g_calls_left);

    while ((left > 0U) && (!port_swap32_if(&g_calls_left, left, left - 1U))) {
        left = port_load32_acquire(&g_calls_left);
    }
    if (left == 1U) {
        g_name = name;
        errno = g_error;
        port_store32_release(&g_failed, 1U);
    }
    return left == 1U;
}

/** The same for a call that fault_arm() counts; those of the port itself only so. */
static bool fails(const char *name)
{
    const bool of_port = (strncmp(name, "port_", 5U) == 0);
    bool failed = false;

    if ((port_load32(&g_system_alone) == 0U) || (!of_port)) {
        failed = fails_now(name);
    }
    return failed;
}

/** The same for a call that fault_arm_system() alone counts. */
static bool system_fails(const char *name)
{
    return (port_load32(&g_system_alone) != 0U) && fails_now(name);
}

static PortStatus port_error(void)
{
    PortStatus status = PORT_FAILED;

    if (g_error == ENOMEM) {
        status = PORT_NO_MEMORY;
    } else if (g_error == EMFILE) {
        status = PORT_NO_RESOURCE;
    }
    return status;
}

uint32_t fault_wakes(void)
{
    return port_load32(&g_wakes);
}

uint32_t fault_life_looks(void)
{
    return port_load32(&g_life_looks);
}

int64_t fault_sleep_us(void)
{
    return (int64_t)port_load64(&g_sleep_us);
}

uint32_t fault_file_looks(void)
{
    return port_load32(&g_file_looks);
}

uint32_t fault_replacements(void)
{
    return port_load32(&g_replacements);
}

uint32_t fault_open_descriptors(void)
{
    DIR *folder = NULL;
    uint32_t count = 0U;

    await_closer();
    folder = opendir("/proc/self/fd");
    if (folder != NULL) {
        while (readdir(folder) != NULL) {
            count++;
        }
        (void)closedir(folder);
    }
    return count;
}

uint32_t fault_open_mappings(void)
{
    FILE *const maps = fopen("/proc/self/maps", "r");
    uint32_t count = 0U;
    char line[512];

    if (maps != NULL) {
        while (fgets(line, (int)sizeof(line), maps) != NULL) {
            count += (strstr(line, "memfd:ringfence") != NULL) ? 1U : 0U;
        }
        (void)fclose(maps);
    }
    return count;
}

/* clang-format off */
#define REAL(name)    __real_##name
#define WRAP(name)    __wrap_##name
/** Declares the real function and its wrapper. */
#define WRAPPED(result, name, ...)                     \
    result REAL(name)(__VA_ARGS__) __attribute__((weak)); \
    result WRAP(name)(__VA_ARGS__);                    \
    result WRAP(name)(__VA_ARGS__)
/* clang-format on */

WRAPPED(PortStatus, port_memory_reserve, uint64_t size, uint64_t alignment, PortMemory *memory)
{
    tell("port_memory_reserve");
    return fails("port_memory_reserve") ? port_error()
                                        : REAL(port_memory_reserve)(size, alignment, memory);
}

WRAPPED(PortStatus, port_memory_view, PortMemory *memory)
{
    tell("port_memory_view");
    return fails("port_memory_view") ? port_error() : REAL(port_memory_view)(memory);
}

WRAPPED(void, port_memory_release, PortMemory *memory)
{
    tell("port_memory_release");
    REAL(port_memory_release)(memory);
}

WRAPPED(uint64_t, port_memory_left, void)
{
    return (g_memory_left != UINT64_MAX) ? g_memory_left : REAL(port_memory_left)();
}

WRAPPED(PortStatus, port_table_read, PortTable table, char *text, uint64_t capacity,
        uint64_t *length)
{
    tell("port_table_read");
    return REAL(port_table_read)(table, text, capacity, length);
}

WRAPPED(int, sysinfo, struct sysinfo *info)
{
    return fails("sysinfo") ? -1 : REAL(sysinfo)(info);
}

WRAPPED(int, memfd_create, const char *name, unsigned int flags)
{
    return fails("memfd_create") ? -1 : REAL(memfd_create)(name, flags);
}

WRAPPED(int, ftruncate, int descriptor, off_t length)
{
    return fails("ftruncate") ? -1 : REAL(ftruncate)(descriptor, length);
}

WRAPPED(int, fallocate, int descriptor, int mode, off_t offset, off_t length)
{
    return fails("fallocate") ? -1 : REAL(fallocate)(descriptor, mode, offset, length);
}

WRAPPED(int, fcntl, int descriptor, int command, ...)
{
    va_list arguments;
    long argument = 0;

    va_start(arguments, command);
    argument = va_arg(arguments, long);
    va_end(arguments);
    return fails("fcntl") ? -1 : REAL(fcntl)(descriptor, command, argument);
}

WRAPPED(int, fstat, int descriptor, struct stat *file)
{
    (void)port_add32(&g_file_looks, 1U);
    return REAL(fstat)(descriptor, file);
}

WRAPPED(void *, mmap, void *address, size_t length, int protection, int flags, int descriptor,
        off_t offset)
{
    if (((flags & MAP_FIXED) != 0) && (descriptor >= 0)) {
        (void)port_add32(&g_replacements, 1U);
    }
    return fails("mmap") ? MAP_FAILED
                         : REAL(mmap)(address, length, protection, flags, descriptor, offset);
}

WRAPPED(PortStatus, port_random, void *bytes, uint64_t size)
{
    return fails("port_random") ? port_error() : REAL(port_random)(bytes, size);
}

WRAPPED(PortStatus, port_liveness_make, PortLiveness *life)
{
    return fails("port_liveness_make") ? port_error() : REAL(port_liveness_make)(life);
}

WRAPPED(PortStatus, port_memory_share, const PortMemory *memory, bool writable, int32_t *descriptor)
{
    return fails("port_memory_share") ? port_error()
                                      : REAL(port_memory_share)(memory, writable, descriptor);
}

WRAPPED(PortStatus, port_memory_seal, const PortMemory *memory)
{
    return fails("port_memory_seal") ? port_error() : REAL(port_memory_seal)(memory);
}

WRAPPED(PortStatus, port_memory_adopt, int32_t descriptor, uint64_t size, uint64_t alignment,
        bool writable, PortMemory *memory)
{
    tell("port_memory_adopt");
    return fails("port_memory_adopt")
               ? port_error()
               : REAL(port_memory_adopt)(descriptor, size, alignment, writable, memory);
}

WRAPPED(bool, port_liveness_is_over, int32_t watch)
{
    (void)port_add32(&g_life_looks, 1U);
    return REAL(port_liveness_is_over)(watch);
}

WRAPPED(void, ringfence_port_wake, PortAtomic32 *word)
{
    (void)port_add32(&g_wakes, 1U);
    REAL(ringfence_port_wake)(word);
}

WRAPPED(void, port_wake_within, PortAtomic32 *word)
{
    (void)port_add32(&g_wakes, 1U);
    REAL(port_wake_within)(word);
}

/** Notes a sleep; says whether it fails. */
static bool note_sleep(const char *name, int64_t timeout_us)
{
    const bool fail = fails(name);

    port_store64(&g_sleep_us, (uint64_t)timeout_us);
    if (g_before_sleep != NULL) {
        g_before_sleep();
    }
    return fail;
}

WRAPPED(PortStatus, ringfence_port_sleep, const PortAtomic32 *word, uint32_t expected,
        int64_t timeout_us)
{
    return note_sleep("ringfence_port_sleep", timeout_us)
               ? PORT_FAILED
               : REAL(ringfence_port_sleep)(word, expected, timeout_us);
}

WRAPPED(PortStatus, port_sleep_within, const PortAtomic32 *word, uint32_t expected,
        int64_t timeout_us)
{
    return note_sleep("port_sleep_within", timeout_us)
               ? PORT_FAILED
               : REAL(port_sleep_within)(word, expected, timeout_us);
}

WRAPPED(ssize_t, getrandom, void *bytes, size_t size, unsigned int flags)
{
    return system_fails("getrandom") ? -1 : REAL(getrandom)(bytes, size, flags);
}

WRAPPED(int, pthread_atfork, void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    return system_fails("pthread_atfork") ? ENOMEM : REAL(pthread_atfork)(prepare, parent, child);
}

/* A program may have one of its own. */
#pragma weak __wrap_pthread_create

WRAPPED(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes,
        void *(*run)(void *), void *argument)
{
    return system_fails("pthread_create") ? EAGAIN
                                          : REAL(pthread_create)(thread, attributes, run, argument);
}

WRAPPED(int, pipe2, int *ends, int flags)
{
    return system_fails("pipe2") ? -1 : REAL(pipe2)(ends, flags);
}

WRAPPED(int, fchmod, int descriptor, mode_t mode)
{
    return system_fails("fchmod") ? -1 : REAL(fchmod)(descriptor, mode);
}

/** The library opens what is there: no mode is passed on. */
WRAPPED(int, open, const char *path, int flags, ...)
{
    return system_fails("open") ? -1 : REAL(open)(path, flags);
}

WRAPPED(int, socket, int domain, int type, int protocol)
{
    return system_fails("socket") ? -1 : REAL(socket)(domain, type, protocol);
}

WRAPPED(int, bind, int descriptor, const struct sockaddr *address, socklen_t length)
{
    return system_fails("bind") ? -1 : REAL(bind)(descriptor, address, length);
}

WRAPPED(int, listen, int descriptor, int count)
{
    return system_fails("listen") ? -1 : REAL(listen)(descriptor, count);
}

WRAPPED(int, connect, int descriptor, const struct sockaddr *address, socklen_t length)
{
    return system_fails("connect") ? -1 : REAL(connect)(descriptor, address, length);
}

WRAPPED(int, accept4, int descriptor, struct sockaddr *address, socklen_t *length, int flags)
{
    return system_fails("accept4") ? -1 : REAL(accept4)(descriptor, address, length, flags);
}

WRAPPED(ssize_t, sendmsg, int descriptor, const struct msghdr *message, int flags)
{
    return system_fails("sendmsg") ? -1 : REAL(sendmsg)(descriptor, message, flags);
}

WRAPPED(ssize_t, recvmsg, int descriptor, struct msghdr *message, int flags)
{
    return system_fails("recvmsg") ? -1 : REAL(recvmsg)(descriptor, message, flags);
}

WRAPPED(int, epoll_create1, int flags)
{
    return system_fails("epoll_create1") ? -1 : REAL(epoll_create1)(flags);
}

WRAPPED(int, epoll_ctl, int waiter, int operation, int descriptor, struct epoll_event *event)
{
    return system_fails("epoll_ctl") ? -1 : REAL(epoll_ctl)(waiter, operation, descriptor, event);
}

WRAPPED(int, eventfd, unsigned int count, int flags)
{
    return fails("eventfd") ? -1 : REAL(eventfd)(count, flags);
}

WRAPPED(int, ppoll, struct pollfd *files, nfds_t count, const struct timespec *limit,
        const sigset_t *mask)
{
    (void)port_add32(&g_looks, 1U);
    if (g_before_look != NULL) {
        g_before_look();
    }
    return fails("ppoll") ? -1 : REAL(ppoll)(files, count, limit, mask);
}

/** The library's only calls of this kind have six arguments. */
WRAPPED(long, syscall, long number, ...)
{
    long arguments[6];
    va_list list;

    va_start(list, number);
    for (size_t i = 0U; i < (sizeof(arguments) / sizeof(arguments[0])); i++) {
        arguments[i] = va_arg(list, long);
    }
    va_end(list);
    return fails("syscall") ? -1
                            : REAL(syscall)(number, arguments[0], arguments[1], arguments[2],
                                            arguments[3], arguments[4], arguments[5]);
}
