/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "second.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include "check.h"

/** What the second process's own arguments begin with: "--second", and two descriptors. */
static const char mark[] = "--second";

/** Arguments that a program can have. */
#define ARGUMENTS 16
/** Characters of two numbers. */
#define NUMBERS 32

/** In the child: becomes the program anew. */
static void become_second(int count, char *const arguments[], int turn, int memory)
{
    char numbers[NUMBERS];
    char word[sizeof(mark)];
    char *all[ARGUMENTS + 3] = {NULL};

    for (int i = 0; i < count; i++) {
        all[i] = arguments[i];
    }
    (void)memcpy(word, mark, sizeof(mark));
    (void)snprintf(numbers, sizeof(numbers), "%d,%d", turn, memory);
    all[count] = word;
    all[count + 1] = numbers;
    (void)execv("/proc/self/exe", all);
    _exit(EXIT_FAILURE);
}

/** In the first process. */
static bool start(int count, char *const arguments[], size_t bytes, Peer *peer, int *memory)
{
    pid_t child = -1;
    bool good = (count <= ARGUMENTS) && (socketpair(AF_UNIX, SOCK_STREAM, 0, peer->turn) == 0);

    *memory = memfd_create("common", 0U);
    good = good && (*memory >= 0) && (ftruncate(*memory, (off_t)bytes) == 0);
    if (good) {
        (void)fflush(stdout);
        child = fork();
        good = (child >= 0);
    }
    if (good && (child == 0)) {
        (void)close(peer->turn[1]);
        become_second(count, arguments, peer->turn[0], *memory);
    }
    peer->self = PROCESS_FIRST;
    peer->process = child;
    if (good) {
        (void)close(peer->turn[0]);
    } else {
        check_say("process 2", strerror(errno));
    }
    return good;
}

int second_start(int count, char *const arguments[], size_t bytes, Peer *peer, uint8_t **common)
{
    int memory = -1;
    int own = count;
    bool good = true;

    (void)memset(peer, 0, sizeof(*peer));
    if ((count > 2) && (strcmp(arguments[count - 2], mark) == 0)) {
        own = count - 2;
        peer->self = PROCESS_SECOND;
        peer->process = getppid();
        good = (sscanf(arguments[count - 1], "%d,%d", &peer->turn[0], &memory) == 2);
    } else {
        good = start(count, arguments, bytes, peer, &memory);
    }
    if (good) {
        void *const mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);

        good = (mapped != MAP_FAILED);
        *common = good ? mapped : NULL;
        (void)close(memory);
    }
    return good ? own : 0;
}
