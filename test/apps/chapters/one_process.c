/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One process, one consumer. A thread for each block waits for its events without end. Of the two
 * elements one is passed with fences, the other one without. The consumer sees each payload once,
 * in order, whole; when the producer is deleted it still gets what was presented, then
 * Disconnected.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "parts.h"

#define PAYLOADS 2000U
#define PACKETS  4U

static const Element elements[2] = {{7U, 4096U, true}, {1000U, 512U, false}};

static NvSciStreamEventType next_event(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    CALL(NvSciStreamBlockEventQuery(block, -1, &event));
    return event;
}

static void *run_pool(void *argument)
{
    Pool *const pool = (Pool *)argument;

    while (!pool->ended) {
        pool_event(pool, next_event(pool->block));
    }
    return NULL;
}

static void *run_queue(void *argument)
{
    Other *const queue = (Other *)argument;

    CHECK(next_event(queue->block) == NvSciStreamEventType_Connected);
    CHECK(next_event(queue->block) == NvSciStreamEventType_SetupComplete);
    CHECK(next_event(queue->block) == NvSciStreamEventType_Disconnected);
    queue->ended = true;
    return NULL;
}

static void *run_producer(void *argument)
{
    End *const producer = (End *)argument;
    uint32_t number = 0U;

    while (number < PAYLOADS) {
        end_event(producer, next_event(producer->block));
        while ((producer->ready > 0U) && (number < PAYLOADS)) {
            producer->ready--;
            number++;
            produce(producer, number);
        }
    }
    CALL(NvSciStreamBlockDelete(producer->block));
    return NULL;
}

static void *run_consumer(void *argument)
{
    End *const consumer = (End *)argument;
    uint32_t number = 0U;

    while (!consumer->ended) {
        end_event(consumer, next_event(consumer->block));
        while (consumer->ready > 0U) {
            consumer->ready--;
            number++;
            CHECK(consume(consumer) == number);
        }
    }
    CHECK(number == PAYLOADS);
    return NULL;
}

/** What the calls say before the stream is there. */
static void too_early(const End *producer, const End *consumer)
{
    uint32_t count = 0U;
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    REFUSED(NvSciStreamBlockEventQuery(producer->block, 0, &event), NvSciError_Timeout);
    REFUSED(NvSciStreamBlockEventQuery(producer->block, 1000, &event), NvSciError_Timeout);
    REFUSED(NvSciStreamBlockConsumerCountGet(producer->block, &count),
            NvSciError_StreamNotConnected);
    REFUSED(NvSciStreamProducerPacketGet(producer->block, &cookie), NvSciError_StreamNotConnected);
    REFUSED(NvSciStreamConsumerPacketAcquire(consumer->block, &cookie),
            NvSciError_StreamNotConnected);
}

static void make(Pool *pool, End *producer, Other *queue, End *consumer)
{
    NvSciStreamBlock other = 0U;

    CALL(NvSciStreamStaticPoolCreate(pool->packetCount, &pool->block));
    CALL(NvSciStreamProducerCreate(pool->block, &producer->block));
    CALL(NvSciStreamFifoQueueCreate(&queue->block));
    CALL(NvSciStreamConsumerCreate(queue->block, &consumer->block));
    REFUSED(NvSciStreamProducerCreate(pool->block, &other), NvSciError_InsufficientResource);
    REFUSED(NvSciStreamConsumerCreate(queue->block, &other), NvSciError_InsufficientResource);
    REFUSED(NvSciStreamBlockConnect(pool->block, consumer->block), NvSciError_AccessDenied);
    REFUSED(NvSciStreamBlockConnect(producer->block, queue->block), NvSciError_AccessDenied);
    too_early(producer, consumer);
    CALL(NvSciStreamBlockConnect(producer->block, consumer->block));
    REFUSED(NvSciStreamBlockConnect(producer->block, consumer->block),
            NvSciError_InsufficientResource);
}

int main(void)
{
    Modules modules = {NULL, NULL};
    Pool pool = {.modules = &modules, .packetCount = PACKETS};
    End producer = {.modules = &modules, .producer = true, .wanted = elements, .wantedCount = 2U};
    End consumer = {.modules = &modules, .wanted = elements, .wantedCount = 2U};
    Other queue = {.block = 0U};
    pthread_t threads[4];

    modules_open(&modules);
    make(&pool, &producer, &queue, &consumer);
    CHECK(pthread_create(&threads[0], NULL, run_pool, &pool) == 0);
    CHECK(pthread_create(&threads[1], NULL, run_queue, &queue) == 0);
    CHECK(pthread_create(&threads[2], NULL, run_consumer, &consumer) == 0);
    CHECK(pthread_create(&threads[3], NULL, run_producer, &producer) == 0);
    for (uint32_t i = 0U; i < 4U; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    REFUSED(NvSciStreamBlockDelete(producer.block), NvSciError_StreamBadBlock);
    CALL(NvSciStreamBlockDelete(consumer.block));
    CALL(NvSciStreamBlockDelete(queue.block));
    CALL(NvSciStreamBlockDelete(pool.block));
    pool_free(&pool);
    end_free(&producer);
    end_free(&consumer);
    modules_close(&modules);
    (void)printf("one_process: %u payloads, whole and in order\n", PAYLOADS);
    return EXIT_SUCCESS;
}
