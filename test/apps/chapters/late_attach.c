/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Consumers that come late, in one process and one thread. A multicast block with three outputs
 * begins with one consumer; the second and the third one come while packets move, one after the
 * other. Then the second one is deleted, and comes back as a new one. The first consumer sees each
 * payload from beginning to end; each of the others sees each one from its first to the last.
 */
#include <stdio.h>
#include <stdlib.h>

#include "parts.h"

#define PACKETS 4U
#define PART    100U
#define PLACES  3U

static const Element elements[2] = {{1U, 1024U, true}, {2U, 128U, true}};

typedef struct {
    End end;
    NvSciStreamBlock queue;
    uint32_t index;
    bool here;
    /* The first and the last payload that it has seen. */
    uint32_t first;
    uint32_t last;
} Viewer;

typedef struct {
    Modules modules;
    Pool pool;
    End producer;
    Other multicast;
    Viewer viewers[PLACES];
    uint32_t presented;
    /* Events Connected and SetupComplete that the producer had. */
    uint32_t connected;
    uint32_t complete;
} Stream;

/** A new consumer, in a place of ours; its blocks are made and connected. */
static void come(Stream *stream, uint32_t place)
{
    Viewer *const viewer = &stream->viewers[place];
    const Viewer fresh = {
        .end = {.modules = &stream->modules, .wanted = elements, .wantedCount = 2U}};

    *viewer = fresh;
    CALL(NvSciStreamFifoQueueCreate(&viewer->queue));
    CALL(NvSciStreamConsumerCreate(viewer->queue, &viewer->end.block));
    CALL(NvSciStreamBlockConnect(stream->multicast.block, viewer->end.block));
    viewer->here = true;
}

static void go(Viewer *viewer)
{
    CALL(NvSciStreamBlockDelete(viewer->end.block));
    CALL(NvSciStreamBlockDelete(viewer->queue));
    end_free(&viewer->end);
    viewer->here = false;
}

static void producer_events(Stream *stream)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (event_comes(stream->producer.block, 0, &event)) {
        stream->connected += (event == NvSciStreamEventType_Connected) ? 1U : 0U;
        if (stream->connected == 1U) {
            end_event(&stream->producer, event);
        } else {
            end_later_event(&stream->producer, event);
        }
        stream->complete += (event == NvSciStreamEventType_SetupComplete) ? 1U : 0U;
    }
}

static void look(Viewer *viewer)
{
    while (viewer->end.ready > 0U) {
        const uint32_t number = consume(&viewer->end);

        viewer->end.ready--;
        CHECK((viewer->last == 0U) || (number == viewer->last + 1U));
        viewer->first = (viewer->first == 0U) ? number : viewer->first;
        viewer->last = number;
    }
}

/** A turn asks each block, and presents a payload if it may and a packet is free. */
static void turn(Stream *stream, uint32_t until)
{
    pool_events(&stream->pool);
    producer_events(stream);
    if ((stream->producer.ready > 0U) && (stream->presented < until)) {
        stream->producer.ready--;
        stream->presented++;
        produce(&stream->producer, stream->presented);
    }
    for (uint32_t p = 0U; p < PLACES; p++) {
        if (stream->viewers[p].here) {
            end_events(&stream->viewers[p].end);
            look(&stream->viewers[p]);
        }
    }
}

static void play(Stream *stream)
{
    const uint32_t until = stream->presented + PART;

    while ((stream->presented < until) || (stream->producer.ready < PACKETS)) {
        turn(stream, until);
    }
    for (uint32_t p = 0U; p < PLACES; p++) {
        CHECK(!stream->viewers[p].here || (stream->viewers[p].last == stream->presented));
    }
}

static void mark_connect(const Stream *stream)
{
    CALL(NvSciStreamBlockSetupStatusSet(stream->multicast.block, NvSciStreamSetup_Connect, true));
}

/** The stream is set up, for the first time or once more, while packets move. */
static void set_up(Stream *stream, uint32_t place)
{
    const uint32_t rounds = stream->complete + 1U;
    const uint32_t before = stream->presented;
    bool is_new = false;

    stream->multicast.complete = false;
    while ((stream->complete < rounds) || !stream->viewers[place].end.complete ||
           !stream->multicast.complete) {
        turn(stream, UINT32_MAX);
        if (!stream->multicast.complete) {
            stream->multicast.connected = false;
            other_events(&stream->multicast);
        }
    }
    CHECK((rounds == 1U) || (stream->presented > before));
    CHECK(stream->connected == rounds);
    CALL(NvSciStreamConsumerIndexGet(stream->viewers[place].end.block,
                                     &stream->viewers[place].index));
    for (uint32_t c = 0U; c < PLACES; c++) {
        CALL(NvSciStreamNewConsumerGet(stream->producer.block, c, &is_new));
        CHECK(is_new == (c == stream->viewers[place].index));
    }
}

static void make(Stream *stream)
{
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock early = 0U;

    modules_open(&stream->modules);
    stream->pool.modules = &stream->modules;
    stream->producer.modules = &stream->modules;
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &stream->pool.block));
    CALL(NvSciStreamProducerCreate(stream->pool.block, &stream->producer.block));
    CALL(NvSciStreamMulticastCreate(PLACES, &stream->multicast.block));
    CALL(NvSciStreamBlockConnect(stream->producer.block, stream->multicast.block));
    come(stream, 0U);
    mark_connect(stream);
    /* The multicast block is not ready for the next one. */
    CALL(NvSciStreamFifoQueueCreate(&queue));
    CALL(NvSciStreamConsumerCreate(queue, &early));
    REFUSED(NvSciStreamBlockConnect(stream->multicast.block, early), NvSciError_InvalidState);
    CALL(NvSciStreamBlockDelete(early));
    CALL(NvSciStreamBlockDelete(queue));
    set_up(stream, 0U);
    CHECK((stream->producer.consumers == PLACES) && (stream->viewers[0].index == 0U));
    CHECK(stream->producer.others[0][0] != NULL);
    CHECK((stream->producer.others[1][0] == NULL) && (stream->producer.others[2][0] == NULL));
}

static void end_all(Stream *stream)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    CALL(NvSciStreamBlockDelete(stream->producer.block));
    for (uint32_t p = 0U; p < PLACES; p++) {
        CALL(NvSciStreamBlockEventQuery(stream->viewers[p].end.block, LONG_ENOUGH, &event));
        CHECK(event == NvSciStreamEventType_Disconnected);
        go(&stream->viewers[p]);
    }
    CALL(NvSciStreamBlockDelete(stream->multicast.block));
    CALL(NvSciStreamBlockDelete(stream->pool.block));
    pool_free(&stream->pool);
    end_free(&stream->producer);
    modules_close(&stream->modules);
}

int main(void)
{
    static Stream stream = {.pool = {.packetCount = PACKETS},
                            .producer = {.producer = true, .wanted = elements, .wantedCount = 2U}};
    uint32_t index = 0U;

    make(&stream);
    play(&stream);
    for (uint32_t place = 1U; place < PLACES; place++) {
        come(&stream, place);
        mark_connect(&stream);
        set_up(&stream, place);
        play(&stream);
    }
    index = stream.viewers[1].index;
    CHECK((index != 0U) && (stream.viewers[2].index != 0U) && (stream.viewers[2].index != index));
    go(&stream.viewers[1]);
    play(&stream);
    come(&stream, 1U);
    mark_connect(&stream);
    set_up(&stream, 1U);
    CHECK(stream.viewers[1].index == index);
    play(&stream);
    CHECK((stream.viewers[0].first == 1U) && (stream.viewers[2].first > PART) &&
          (stream.viewers[1].first > stream.viewers[2].first));
    end_all(&stream);
    (void)printf("late_attach: %u payloads, two consumers came late, and one came back\n",
                 stream.presented);
    return EXIT_SUCCESS;
}
