/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file absent.c
 * What tests name that no image has. A call ends the image, so that no test passes without it.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "board.h"
#include "pthread.h"
#include "ringfence_port.h"
#include "signal.h"
#include "stdio.h"
#include "stdlib.h"
#include "sys/wait.h"
#include "time.h"
#include "unistd.h"

#define ABSENT      98
#define PIECE_BYTES 1024U

static _Noreturn void absent(const char *name)
{
    board_print(name);
    board_print(" is not in this image\n");
    board_exit(ABSENT);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                   void *argument)
{
    (void)thread;
    (void)attributes;
    (void)function;
    (void)argument;
    absent("pthread_create");
}

int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    absent("pthread_join");
}

int usleep(unsigned us)
{
    (void)us;
    absent("usleep");
}

FILE *fopen(const char *path, const char *mode)
{
    (void)path;
    (void)mode;
    absent("fopen");
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    (void)to;
    (void)size;
    (void)count;
    (void)file;
    absent("fread");
}

int fclose(FILE *file)
{
    (void)file;
    absent("fclose");
}

void (*signal(int number, void (*handler)(int)))(int)
{
    (void)number;
    (void)handler;
    absent("signal");
}

pid_t fork(void)
{
    absent("fork");
}

pid_t waitpid(pid_t child, int *status, int options)
{
    (void)child;
    (void)status;
    (void)options;
    absent("waitpid");
}

_Noreturn void _exit(int status)
{
    (void)status;
    absent("_exit");
}

/* ---------------------------------------------------------------- what there is */

int nanosleep(const struct timespec *span, struct timespec *left)
{
    const uint64_t end = RingfenceHookTimeUs() + ((uint64_t)span->tv_sec * 1000000U) +
                         ((uint64_t)span->tv_nsec / 1000U);

    (void)left;
    while (RingfenceHookTimeUs() < end) {
    }
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    const uint64_t us = RingfenceHookTimeUs();

    (void)clock;
    now->tv_sec = (long)(us / 1000000U);
    now->tv_nsec = (long)(us % 1000000U) * 1000L;
    return 0;
}

static uint64_t g_piece[PIECE_BYTES / sizeof(uint64_t)];
static uint32_t g_taken;

void *calloc(size_t count, size_t size)
{
    void *memory = NULL;

    if ((g_taken == 0U) && (size != 0U) && (count <= (sizeof(g_piece) / size))) {
        g_taken = 1U;
        memory = memset(g_piece, 0, sizeof(g_piece));
    }
    return memory;
}

void free(void *memory)
{
    if (memory != NULL) {
        g_taken = 0U;
    }
}
