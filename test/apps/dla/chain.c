/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file chain.c
 * Frames through a producer, two modules on two handles, and a consumer, with deterministic fences:
 * all tasks of a round are submitted before the first frame is there, the last stage first. Frames
 * that were spoiled on purpose must show, and no other.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define FRAMES 24U
#define RING   4U
#define SIZE   4104U

typedef enum {
    FINE = 0,
    /** The producer signals, and has written nothing. */
    STALE = 1,
    /** It has written the first half alone. */
    TORN = 2,
    /** It has written one bit less. */
    ONE_BIT = 3,
    /** The second module is given the buffer of the frame before. */
    SWAPPED = 4,
    /** The second module waits for the first one's frame before. */
    EARLY = 5
} Fault;

typedef struct {
    Place place;
    cudlaDevHandle devices[2];
    cudlaModule modules[2];
    Tensor frames[RING];
    Tensor middle[2][RING];
    Tensor results[RING];
    /** The producer's, with the first handle; between the handles, with each of them; the second
     * one's. */
    Event go;
    Event link[2];
    Event done;
    uint64_t count;
    uint64_t spoiled;
} Chain;

/** The fence of the n-th signal of a deterministic object. */
static void nth(NvSciSyncObj object, uint64_t n, NvSciSyncFence *fence)
{
    uint64_t id = 1U;
    uint64_t value = 0U;

    CALL(NvSciSyncFenceUpdateFence(object, 0U, n - 1U, fence));
    CALL(NvSciSyncFenceExtractFence(fence, &id, &value));
    CHECK((id == 0U) && (value == (n - 1U)));
    CALL(NvSciSyncFenceUpdateFence(object, id, value + 1U, fence));
}

static void chain_open(Chain *chain)
{
    const Wish wish = {true, false};
    Loadable loadable;

    (void)memset(chain, 0, sizeof(*chain));
    place_open(&chain->place);
    for (uint32_t i = 0U; i < 2U; i++) {
        chain->devices[i] = device_open(0U);
    }
    /* The first stage takes a while, so that a second one that does not wait is early. */
    loadable_behind(&loadable, STEP_DELAY, 500U, 0U, STEP_MIX, SIZE);
    chain->modules[0] = module_load(chain->devices[0], &loadable, 0U);
    loadable_simple(&loadable, STEP_STAMP, SIZE);
    chain->modules[1] = module_load(chain->devices[1], &loadable, 0U);
    for (uint32_t i = 0U; i < RING; i++) {
        tensor_make(&chain->place, chain->devices[0], SIZE, &chain->frames[i]);
        tensor_make(&chain->place, chain->devices[0], SIZE, &chain->middle[0][i]);
        chain->middle[1][i] = chain->middle[0][i];
        tensor_import(chain->devices[1], &chain->middle[1][i], CUDLA_READ_ONLY_PERM);
        tensor_make(&chain->place, chain->devices[1], SIZE, &chain->results[i]);
    }
    event_alloc(&chain->place, CPU_TO_DLA, wish, &chain->go);
    event_import(chain->devices[0], &chain->go);
    event_alloc(&chain->place, DLA_TO_DLA, wish, &chain->link[0]);
    chain->link[1] = chain->link[0];
    event_import(chain->devices[0], &chain->link[0]);
    event_import(chain->devices[1], &chain->link[1]);
    event_alloc(&chain->place, DLA_TO_CPU, wish, &chain->done);
    event_import(chain->devices[1], &chain->done);
}

static void chain_close(Chain *chain)
{
    for (uint32_t i = 0U; i < RING; i++) {
        tensor_end(chain->devices[0], &chain->frames[i]);
        CALL(cudlaMemUnregister(chain->devices[1], chain->middle[1][i].cookie));
        tensor_end(chain->devices[0], &chain->middle[0][i]);
        tensor_end(chain->devices[1], &chain->results[i]);
    }
    event_end(chain->devices[0], &chain->go);
    CALL(cudlaMemUnregister(chain->devices[1], chain->link[1].cookie));
    event_end(chain->devices[0], &chain->link[0]);
    event_end(chain->devices[1], &chain->done);
    for (uint32_t i = 0U; i < 2U; i++) {
        CALL(cudlaGetLastError(chain->devices[i]));
        CALL(cudlaModuleUnload(chain->modules[i], 0U));
        CALL(cudlaDestroyDevice(chain->devices[i]));
    }
    place_close(&chain->place);
}

/** Submits both stages of a frame, the second one first. */
static void submit(Chain *chain, uint64_t number, Fault fault)
{
    const uint32_t slot = (uint32_t)(number % RING);
    const uint32_t taken = (fault == SWAPPED) ? (uint32_t)((number - 1U) % RING) : slot;
    NvSciSyncFence go = NvSciSyncFenceInitializer;
    NvSciSyncFence link = NvSciSyncFenceInitializer;
    Work work;

    nth(chain->link[1].object, (fault == EARLY) ? (number - 1U) : number, &link);
    work_fill(&work, chain->modules[1], &chain->middle[1][taken], &chain->results[slot]);
    work_wait(&work, &link);
    work_signal(&work, &chain->done, NULL);
    CALL(work_submit(chain->devices[1], &work));

    nth(chain->go.object, number, &go);
    work_fill(&work, chain->modules[0], &chain->frames[slot], &chain->middle[0][slot]);
    work_wait(&work, &go);
    work_signal(&work, &chain->link[0], NULL);
    CALL(work_submit(chain->devices[0], &work));
    NvSciSyncFenceClear(&go);
    NvSciSyncFenceClear(&link);
}

static void frame_of(uint64_t number, uint8_t *bytes)
{
    for (uint64_t i = 0U; i < SIZE; i++) {
        bytes[i] = (uint8_t)((number * 41U) + (i * 7U) + (i >> 8U));
    }
}

static void produce_frame(Chain *chain, uint64_t number, Fault fault)
{
    uint8_t *const bytes = chain->frames[number % RING].bytes;
    uint8_t frame[SIZE];

    frame_of(number, frame);
    switch (fault) {
    case STALE:
        break;
    case TORN:
        (void)memcpy(bytes, frame, SIZE / 2U);
        break;
    case ONE_BIT:
        (void)memcpy(bytes, frame, SIZE);
        bytes[SIZE - 1U] ^= 0x80U;
        break;
    default:
        (void)memcpy(bytes, frame, SIZE);
        break;
    }
    CALL(NvSciSyncObjSignal(chain->go.object));
}

/** Waits for a result, and says whether it is that of the frame. */
static bool consume_frame(Chain *chain, uint64_t number)
{
    static uint8_t frame[SIZE];
    static uint8_t middle[SIZE];
    static uint8_t wanted[SIZE];
    const Recipe first = {0U, 0U, 0U};
    const Recipe second = {0U, 0U, number};
    const Bytes bytes[2] = {{frame, SIZE}, {middle, SIZE}};
    NvSciSyncFence done = NvSciSyncFenceInitializer;

    nth(chain->done.object, number, &done);
    CALL(NvSciSyncFenceWait(&done, chain->place.waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&done);
    frame_of(number, frame);
    model_mix(&bytes[0], 1U, first, middle, SIZE);
    model_mix(&bytes[1], 1U, second, wanted, SIZE);
    return memcmp(chain->results[number % RING].bytes, wanted, SIZE) == 0;
}

/** A ring full of frames at a time; one frame of all is spoiled. */
static void run(Fault fault, uint64_t at)
{
    Chain chain;
    uint64_t wrong = 0U;

    chain_open(&chain);
    for (uint64_t round = 0U; round < FRAMES; round += RING) {
        for (uint64_t n = round + 1U; n <= (round + RING); n++) {
            submit(&chain, n, (n == at) ? fault : FINE);
        }
        for (uint64_t n = round + 1U; n <= (round + RING); n++) {
            produce_frame(&chain, n, (n == at) ? fault : FINE);
        }
        for (uint64_t n = round + 1U; n <= (round + RING); n++) {
            const bool right = consume_frame(&chain, n);

            CHECK(right == ((n != at) || (fault == FINE)));
            wrong += right ? 0U : 1U;
        }
    }
    CHECK(wrong == ((fault == FINE) ? 0U : 1U));
    chain_close(&chain);
}

int main(void)
{
    run(FINE, 0U);
    run(STALE, 10U);
    run(TORN, 11U);
    run(ONE_BIT, 13U);
    run(SWAPPED, 15U);
    /* The first frame of a round: what it takes was written a round ago. */
    run(EARLY, 17U);
    (void)printf("chain: %u frames six times, of which 5 were spoiled and seen\n", FRAMES);
    return EXIT_SUCCESS;
}
