/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pthread.h
 * Threads, which no image has. Tests that need them are left out; a call ends the image.
 */
#ifndef RINGFENCE_FIRMWARE_PTHREAD_H
#define RINGFENCE_FIRMWARE_PTHREAD_H

typedef unsigned pthread_t;
typedef struct {
    int unused;
} pthread_attr_t;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                   void *argument);
int pthread_join(pthread_t thread, void **result);

#endif /* RINGFENCE_FIRMWARE_PTHREAD_H */
