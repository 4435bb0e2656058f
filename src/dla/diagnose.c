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
#define DIAGNOSE_CHUNK 65536U

/** Writes an output, or reads it again; false: a byte is another one. */
static bool diagnose_output(uint8_t *bytes, uint64_t first, uint64_t end, uint32_t output,
                            bool writes)
{
    bool same = true;

    for (uint64_t i = first; i < end; i++) {
        if (writes) {
            bytes[i] = dla_pattern_byte(output, i);
        } else {
            same = same && (bytes[i] == dla_pattern_byte(output, i));
        }
    }
    return same;
}

/** Writes all outputs, or reads all. */
static cudlaStatus diagnose_all(const DlaLoadable *loadable, const DlaTensors *tensors,
                                const DlaHost *host, bool writes)
{
    cudlaStatus status = cudlaSuccess;

    for (uint32_t output = 0U; (output < loadable->outputs) && (status == cudlaSuccess); output++) {
        const uint64_t size = loadable->tensors[loadable->inputs + output].size;
        uint64_t done = 0U;

        while ((done < size) && (status == cudlaSuccess)) {
            const uint64_t left = size - done;
            const uint64_t end = done + ((left > DIAGNOSE_CHUNK) ? DIAGNOSE_CHUNK : left);
            uint8_t *const bytes = tensors->outputs[output];

            if (!host->goes_on(host->context)) {
                status = cudlaErrorDlaErrEngineTimeout;
            } else if (!diagnose_output(bytes, done, end, output, writes)) {
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
    cudlaStatus status = diagnose_all(loadable, tensors, host, true);

    if (status == cudlaSuccess) {
        status = diagnose_all(loadable, tensors, host, false);
    }
    return status;
}
