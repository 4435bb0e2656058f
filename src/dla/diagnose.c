/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file diagnose.c
 * Diagnostic tasks: memory keeps what the engine writes.
 *
 * All outputs are written before the first is read again, so outputs that are the same memory are
 * seen too.
 */
#include "dla/dla.h"

/** Bytes between two looks whether the task goes on. */
#define CHUNK 65536U

/** A byte of the numbers of an output: neighbours differ, and so do outputs. */
static uint8_t byte_at(uint32_t output, uint64_t place)
{
    const uint64_t mixed = (place + 1U) * 0x9E3779B97F4A7C15U;

    return (uint8_t)(((mixed >> 32U) + ((uint64_t)output * 0x35U)) & 0xFFU);
}

/** Writes an output, or reads it again; false: a byte is another one. */
static bool pass_output(uint8_t *bytes, uint64_t first, uint64_t end, uint32_t output, bool writes)
{
    bool same = true;

    for (uint64_t i = first; i < end; i++) {
        if (writes) {
            bytes[i] = byte_at(output, i);
        } else {
            same = same && (bytes[i] == byte_at(output, i));
        }
    }
    return same;
}

/** Writes all outputs, or reads all. */
static cudlaStatus pass_all(const DlaLoadable *loadable, const DlaTensors *tensors,
                            const DlaHost *host, bool writes)
{
    cudlaStatus status = cudlaSuccess;

    for (uint32_t output = 0U; (output < loadable->outputs) && (status == cudlaSuccess); output++) {
        const uint64_t size = loadable->tensors[loadable->inputs + output].size;
        uint64_t done = 0U;

        while ((done < size) && (status == cudlaSuccess)) {
            const uint64_t end = ((size - done) > CHUNK) ? (done + CHUNK) : size;

            if (!host->goes_on(host->context)) {
                status = cudlaErrorDlaErrEngineTimeout;
            } else if (!pass_output(tensors->outputs[output], done, end, output, writes)) {
                status = cudlaErrorDlaErrDataMismatch;
            } else {
                done = end;
            }
        }
    }
    return status;
}

/** @satisfies RF-DLA-070 RF-DLA-071 */
cudlaStatus dla_diagnose(const DlaLoadable *loadable, const DlaTensors *tensors,
                         const DlaHost *host)
{
    cudlaStatus status = pass_all(loadable, tensors, host, true);

    if (status == cudlaSuccess) {
        status = pass_all(loadable, tensors, host, false);
    }
    return status;
}
