/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file claim.c
 * Which engine signals a sync object.
 *
 * The word is one of those behind the counter that are left to the driver of an engine which
 * signals. One process has the right to signal, so a claim of another process is that of one that
 * is gone.
 */
#include "worker/claim.h"

#include <stddef.h>
#include <stdint.h>

#include "core/handle.h"
#include "port/atomic.h"
#include "port/task.h"

/** Where the word is. */
#define CLAIM_OFFSET 16U
/** A claim has the number of the process above the address of the row: rows are larger than 64
 * bytes, and addresses of programs have 47 bits. */
#define CLAIM_ROW_SHIFT     6U
#define CLAIM_PROCESS_SHIFT 41U
#define CLAIM_ROW_MASK      (((uint64_t)1U << CLAIM_PROCESS_SHIFT) - 1U)

static uint64_t claim_of(const void *owner)
{
    const uint64_t process = (uint64_t)ringfence_port_task_process();
    const uint64_t row = (uint64_t)handle_bits(owner) >> CLAIM_ROW_SHIFT;

    return (process << CLAIM_PROCESS_SHIFT) | (row & CLAIM_ROW_MASK);
}

/** The word of an object; NULL: this process may not signal it. */
static PortAtomic64 *claim_word(const RingfenceEngineSync *sync)
{
    uint8_t *const bytes = sync->counter;
    void *const word = (bytes != NULL) ? &bytes[CLAIM_OFFSET] : NULL;

    return word;
}

/** Says whether a claim is one of another engine of this process.
 * @satisfies RF-WORKER-012 */
static bool claim_is_other(uint64_t claim, uint64_t own)
{
    return (claim != own) && ((claim >> CLAIM_PROCESS_SHIFT) == (own >> CLAIM_PROCESS_SHIFT));
}

/** @satisfies RF-WORKER-011 RF-WORKER-012 */
bool worker_claim(const RingfenceEngineSync *sync, const void *owner, bool *is_first)
{
    PortAtomic64 *const word = claim_word(sync);
    const uint64_t own = claim_of(owner);
    bool is_settled = (word == NULL);
    bool is_ours = false;

    *is_first = false;
    while (!is_settled) {
        const uint64_t claim = port_load64(word);

        if (claim == own) {
            is_ours = true;
            is_settled = true;
        } else if (claim_is_other(claim, own)) {
            is_settled = true;
        } else {
            is_ours = port_swap64_if(word, claim, own);
            *is_first = is_ours;
            is_settled = is_ours;
        }
    }
    return is_ours;
}

/** @satisfies RF-WORKER-011 */
bool worker_is_claimed(const RingfenceEngineSync *sync, const void *owner)
{
    const PortAtomic64 *const word = claim_word(sync);

    return (word != NULL) && claim_is_other(port_load64(word), claim_of(owner));
}

/** @satisfies RF-WORKER-013 */
void worker_give_claim(const RingfenceEngineSync *sync, const void *owner)
{
    PortAtomic64 *const word = claim_word(sync);

    if (word != NULL) {
        (void)port_swap64_if(word, claim_of(owner), 0U);
    }
}
