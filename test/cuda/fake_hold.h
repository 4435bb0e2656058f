/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_hold.h
 * Work of a program on the stream NULL that does not end for a while, beside a driver whose streams
 * are asked as under compute-sanitizer. Needs the driver without a GPU.
 */
#ifndef RINGFENCE_TEST_FAKE_HOLD_H
#define RINGFENCE_TEST_FAKE_HOLD_H

#include "cuda_fixture.h"

#include <time.h>

#include "fake.h"

/** How long the stream is held at most, so that a library that waits for it fails and does not
 * hang; and how often the end is looked for. */
#define HOLD_MS 4000U
#define HOLD_NS 1000000L

typedef struct {
    bool ends;
    bool ran_out;
} Hold;

static inline void hold_work(void *data)
{
    const struct timespec pause = {0, HOLD_NS};
    Hold *const hold = data;
    uint32_t passed_ms = 0U;

    while ((passed_ms < HOLD_MS) && !__atomic_load_n(&hold->ends, __ATOMIC_ACQUIRE)) {
        (void)nanosleep(&pause, NULL);
        passed_ms++;
    }
    __atomic_store_n(&hold->ran_out, passed_ms >= HOLD_MS, __ATOMIC_RELEASE);
}

/** Holds the stream NULL of the current context. */
static inline void hold_begin(Hold *hold)
{
    (void)memset(hold, 0, sizeof(*hold));
    fake_control()->sanitize(true);
    assert_cu(cuLaunchHostFunc(NULL, hold_work, hold), CUDA_SUCCESS);
}

/** Lets it go on; says whether it was held until now. */
static inline bool hold_end(Hold *hold)
{
    __atomic_store_n(&hold->ends, true, __ATOMIC_RELEASE);
    fake_control()->sanitize(false);
    assert_cu(cuStreamSynchronize(NULL), CUDA_SUCCESS);
    return !__atomic_load_n(&hold->ran_out, __ATOMIC_ACQUIRE);
}

#endif /* RINGFENCE_TEST_FAKE_HOLD_H */
