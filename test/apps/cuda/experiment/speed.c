/* SPDX-License-Identifier: Apache-2.0 */
#include "speed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"
#include "interop.h"
#include "pool.h"

/** Bytes that are moved, and how often. */
#define BYTES ((size_t)128U * 1024U * 1024U)
#define TRIES 5U
#define TURNS 63U

/** What is measured. */
typedef enum { COPY_PAGEABLE, COPY_PINNED, COPY_BACK, READ_HOST, READ_DEVICE, MOVES } Move;

/** Memories of one run. */
typedef struct {
    void *pageable;
    void *pinned;
    void *device;
    NvSciBufObj buffer;
    Mapped mapped;
    uint64_t *sink;
    cudaEvent_t begin;
    cudaEvent_t end;
} Memories;

static bool take(const Lab *lab, Memories *memories)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    void *pointer = NULL;
    NvSciError status =
        lab_buffer_list(lab, BYTES, true, true, false, NvSciBufAccessPerm_ReadWrite, &list);

    if (status == NvSciError_Success) {
        status = check_buf_reconcile(
            NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &memories->buffer, &conflict), "speed",
            conflict);
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciBufObjGetCpuPtr(memories->buffer, &pointer), "speed",
                            "NvSciBufObjGetCpuPtr");
    }
    if (status == NvSciError_Success) {
        (void)memset(pointer, 1, BYTES);
    }
    NvSciBufAttrListFree(list);
    memories->pageable = malloc(BYTES);
    if (memories->pageable != NULL) {
        (void)memset(memories->pageable, 1, BYTES);
    }
    return (status == NvSciError_Success) && (memories->pageable != NULL) &&
           interop_import_buffer(memories->buffer, BYTES, &memories->mapped) &&
           interop_check(cudaHostAlloc(&memories->pinned, BYTES, cudaHostAllocDefault),
                         "cudaHostAlloc") &&
           interop_check(cudaMalloc(&memories->device, BYTES), "cudaMalloc") &&
           interop_check(cudaMalloc((void **)&memories->sink, sizeof(uint64_t)), "cudaMalloc") &&
           interop_check(cudaEventCreate(&memories->begin), "cudaEventCreate") &&
           interop_check(cudaEventCreate(&memories->end), "cudaEventCreate");
}

static void give(Memories *memories)
{
    interop_destroy_buffer(&memories->mapped);
    NvSciBufObjFree(memories->buffer);
    free(memories->pageable);
    (void)cudaFreeHost(memories->pinned);
    (void)cudaFree(memories->device);
    (void)cudaFree(memories->sink);
    (void)cudaEventDestroy(memories->begin);
    (void)cudaEventDestroy(memories->end);
}

static cudaError_t move(const Lab *lab, const Memories *memories, Move what)
{
    cudaError_t error = cudaSuccess;

    switch (what) {
    case COPY_PAGEABLE:
        error = cudaMemcpyAsync(memories->device, memories->pageable, BYTES, cudaMemcpyHostToDevice,
                                lab->stream);
        break;
    case COPY_PINNED:
        error = cudaMemcpyAsync(memories->device, memories->pinned, BYTES, cudaMemcpyHostToDevice,
                                lab->stream);
        break;
    case COPY_BACK:
        error = cudaMemcpyAsync(memories->pinned, memories->device, BYTES, cudaMemcpyDeviceToHost,
                                lab->stream);
        break;
    case READ_HOST:
        error = kernels_read(memories->mapped.pointer, BYTES, memories->sink, lab->stream);
        break;
    default:
        error = kernels_read(memories->device, BYTES, memories->sink, lab->stream);
        break;
    }
    return error;
}

/** Moves all bytes once, and gives bytes in a second. */
static bool measure_once(const Lab *lab, const Memories *memories, Move what, double *speed)
{
    float milliseconds = 0.0F;
    const bool good =
        interop_check(cudaEventRecord(memories->begin, lab->stream), "cudaEventRecord") &&
        interop_check(move(lab, memories, what), "move") &&
        interop_check(cudaEventRecord(memories->end, lab->stream), "cudaEventRecord") &&
        interop_check(cudaEventSynchronize(memories->end), "cudaEventSynchronize") &&
        interop_check(cudaEventElapsedTime(&milliseconds, memories->begin, memories->end),
                      "cudaEventElapsedTime");

    *speed = good ? ((double)BYTES / ((double)milliseconds / 1000.0)) : 0.0;
    return good;
}

bool speed_measure(const Lab *lab, Speeds *speeds)
{
    double best[MOVES] = {0.0};
    Memories memories;
    bool good = false;

    (void)memset(&memories, 0, sizeof(memories));
    good = take(lab, &memories);
    for (uint32_t i = 0U; (i < (TRIES * (uint32_t)MOVES)) && good; i++) {
        const Move what = (Move)(i % (uint32_t)MOVES);
        double speed = 0.0;

        good = measure_once(lab, &memories, what, &speed);
        best[what] = (speed > best[what]) ? speed : best[what];
    }
    give(&memories);
    speeds->copy_pageable = best[COPY_PAGEABLE];
    speeds->copy_pinned = best[COPY_PINNED];
    speeds->copy_back = best[COPY_BACK];
    speeds->read_host = best[READ_HOST];
    speeds->read_device = best[READ_DEVICE];
    return good;
}

static int compare(const void *one, const void *other)
{
    const double a = *(const double *)one;
    const double b = *(const double *)other;

    return (a > b) - (a < b);
}

/**
 * Seconds that the CPU's threads take for a frame, in as many buffers as a ring has, if there is no
 * consumer: the middle of several.
 */
static double producer_seconds(const Material *material)
{
    double seconds[TURNS] = {0.0};
    const size_t bytes = lab_frame_bytes(material->side);
    uint8_t *const frames = malloc(RING_CPU * bytes);

    if (frames != NULL) {
        (void)memset(frames, 0, RING_CPU * bytes);
        for (uint32_t i = 0U; i < TURNS; i++) {
            const Surface nv12 = lab_surface(&frames[(i % RING_CPU) * bytes], material->side);
            const double start = clock_seconds();

            pool_convert(&material->rgba[i % VARIANTS].surface, &nv12);
            seconds[i] = clock_seconds() - start;
        }
        qsort(seconds, TURNS, sizeof(seconds[0]), compare);
        free(frames);
    }
    return seconds[TURNS / 2U];
}

uint32_t speed_choose_threads(const Material *material, uint32_t threads)
{
    uint32_t chosen = threads;
    double best = 0.0;

    (void)printf("threads: the producer alone, %u x %u:", material->side, material->side);
    for (uint32_t left = threads; left > 0U; left /= 2U) {
        double seconds = 0.0;

        pool_use(left);
        seconds = producer_seconds(material);
        (void)printf(" %.2f ms with %u%s", seconds * 1e3, left, (left > 1U) ? "," : "\n");
        if ((left == threads) || (seconds < best)) {
            best = seconds;
            chosen = left;
        }
    }
    pool_use(chosen);
    return chosen;
}
