/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wait.h
 * Processes, which no image has.
 */
#ifndef RINGFENCE_FIRMWARE_SYS_WAIT_H
#define RINGFENCE_FIRMWARE_SYS_WAIT_H

typedef int pid_t;

#define WIFEXITED(status)   (((status)&0x7f) == 0)
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)

pid_t fork(void);
pid_t waitpid(pid_t child, int *status, int options);
_Noreturn void _exit(int status);

#endif /* RINGFENCE_FIRMWARE_SYS_WAIT_H */
