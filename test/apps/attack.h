/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack.h
 * What programs do that attack the library: each attack has a process of its own, must end soon,
 * and leave nothing behind. A program that includes this defines _GNU_SOURCE.
 */
#ifndef ATTACK_H
#define ATTACK_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ringfence.h"

/* Seconds that an attack may take. */
#define ATTACK_SECONDS 120U

typedef struct {
    void (*run)(void);
    const char *name;
} Attack;

/* A function, and its name. */
#define ATTACK(function)                                                                           \
    {                                                                                              \
        function, #function                                                                        \
    }

/** Ends the program, or the process of an attack. */
static inline void attack_fail(const char *what, const char *why, unsigned number)
{
    (void)fprintf(stderr, "%s: %s %s 0x%x\n", program_invocation_short_name, what, why, number);
    exit(EXIT_FAILURE);
}

/** No slot of any pool is in use. */
static inline void nothing_is_left(void)
{
    for (int pool = 0; pool < (int)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        if (RingfenceGetPoolUsage((RingfencePool)pool, &usage) != NvSciError_Success) {
            attack_fail("pool", "has no figures:", (unsigned)pool);
        }
        if (usage.inUse != 0U) {
            attack_fail(usage.name, "in use:", (unsigned)usage.inUse);
        }
    }
}

/** A pointer of any type. */
static inline void *as_pointer(uintptr_t number)
{
    void *pointer = NULL;

    (void)memcpy(&pointer, &number, sizeof(pointer));
    return pointer;
}

/** Runs an attack in a process of its own. */
static inline void attack_alone(const Attack *attack)
{
    int status = -1;
    const pid_t child = fork();

    if (child == 0) {
        (void)alarm(ATTACK_SECONDS);
        attack->run();
        exit(EXIT_SUCCESS);
    }
    if ((child < 0) || (waitpid(child, &status, 0) != child)) {
        attack_fail(attack->name, "has no process:", (unsigned)errno);
    }
    if (!WIFEXITED(status) || (WEXITSTATUS(status) != EXIT_SUCCESS)) {
        attack_fail(attack->name, "ends with", (unsigned)status);
    }
}

/** Runs them in turn, and says so as the program of a name; what main() gives. */
static inline int attack_all(const char *program, const Attack *attacks, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        attack_alone(&attacks[i]);
    }
    (void)printf("%s: %u attacks were refused or survived\n", program, (unsigned)count);
    return EXIT_SUCCESS;
}

#endif /* ATTACK_H */
