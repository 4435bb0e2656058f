/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_model.c
 * What a stream has to do with its packets.
 */
#include "stream_model.h"

/* ---------------------------------------------------------------- shape */

/** Says whether a block is at or below another one. */
static bool is_below(const Model *model, uint32_t block, uint32_t top)
{
    const CourseBlock *const blocks = model->course.blocks;
    uint32_t at = block;

    /* A pool or a queue is where its partner is. */
    if ((at != top) && (blocks[at].partner != COURSE_NONE) && (blocks[at].kind != COURSE_END) &&
        (blocks[at].kind != COURSE_PRODUCER)) {
        at = blocks[at].partner;
    }
    while ((at != COURSE_NONE) && (at != top)) {
        at = blocks[at].up;
    }
    return at == top;
}

static uint32_t block_of(const Model *model, uint32_t consumer)
{
    return model->course.ends[COURSE_CONSUMER(consumer)];
}

static bool is_mailbox(const Model *model, uint32_t consumer)
{
    const CourseBlock *const end = &model->course.blocks[block_of(model, consumer)];

    return model->course.blocks[end->partner].kind == COURSE_MAILBOX;
}

/** Consumer of a block; COURSE_CONSUMERS: it is none. */
static uint32_t end_of(const Model *model, uint32_t block)
{
    uint32_t end = COURSE_ENDS;

    for (uint32_t i = 0U; i <= model->course.consumers; i++) {
        end = (model->course.ends[i] == block) ? i : end;
    }
    return end;
}

/* ---------------------------------------------------------------- packets */

static bool is_down(const Model *model, uint32_t packet)
{
    bool down = false;

    for (uint32_t c = 0U; c < model->course.consumers; c++) {
        down = down || (model->at[packet][c] != MODEL_AWAY);
    }
    return down;
}

/** Packets at or below a block. */
static uint32_t count_below(const Model *model, uint32_t top)
{
    uint32_t count = 0U;

    for (uint32_t p = 0U; p < model->course.shape.packets; p++) {
        bool below = false;

        for (uint32_t c = 0U; c < model->course.consumers; c++) {
            below = below ||
                    ((model->at[p][c] != MODEL_AWAY) && is_below(model, block_of(model, c), top));
        }
        count += below ? 1U : 0U;
    }
    return count;
}

/** A packet that nobody has any more is home, or deleted. */
static void settle(Model *model, uint32_t packet)
{
    if ((model->place[packet] == MODEL_DOWN) && (!is_down(model, packet))) {
        if (model->is_doomed[packet]) {
            model->place[packet] = MODEL_GONE;
            for (uint32_t i = 0U; i <= model->course.consumers; i++) {
                model->deletes[i]++;
            }
        } else {
            model->place[packet] = MODEL_HOME;
            model->home_since[packet] = model->now;
        }
    }
}

static uint32_t first_of(const Model *model, uint32_t consumer)
{
    uint32_t first = COURSE_PACKETS;

    for (uint32_t p = 0U; p < model->course.shape.packets; p++) {
        if ((model->at[p][consumer] == MODEL_QUEUED) &&
            ((first == COURSE_PACKETS) ||
             (model->since[p][consumer] < model->since[first][consumer]))) {
            first = p;
        }
    }
    return first;
}

uint32_t model_home(const Model *model)
{
    uint32_t count = 0U;

    for (uint32_t p = 0U; p < model->course.shape.packets; p++) {
        count += (model->place[p] == MODEL_HOME) ? 1U : 0U;
    }
    return count;
}

uint32_t model_ready(const Model *model, uint32_t end)
{
    uint32_t count = 0U;

    if (end == 0U) {
        count = model->is_cut[model->course.ends[0]] ? 0U : model_home(model);
    } else {
        for (uint32_t p = 0U; p < model->course.shape.packets; p++) {
            count += (model->at[p][end - 1U] == MODEL_QUEUED) ? 1U : 0U;
        }
    }
    return count;
}

void model_open(Model *model, const CourseShape *shape)
{
    *model = (Model){.now = 1U};
    course_open(&model->course, shape);
    for (uint32_t c = 0U; c < model->course.consumers; c++) {
        model->is_live[c] = true;
    }
    for (uint32_t p = 0U; p < shape->packets; p++) {
        model->home_since[p] = p;
    }
    model->now = shape->packets;
}

/** Asserts that a packet is refused that an endpoint does not have; one that was deleted may be
 * known to it still, or not. */
static void expect_refused(const Model *model, uint32_t packet, NvSciError status)
{
    if ((model->place[packet] != MODEL_GONE) || (status != NvSciError_StreamBadPacket)) {
        assert_status(status, NvSciError_StreamPacketInaccessible);
    }
}

/* ---------------------------------------------------------------- the producer */

static void taken(Model *model, uint32_t end)
{
    model->ready_told[end] -= (model->ready_told[end] > 0U) ? 1U : 0U;
}

/** Packets that the producer can take: at its end those that it was told of, until it is told. */
static uint32_t free_packets(const Model *model)
{
    const uint32_t block = model->course.ends[0];
    uint32_t count = model_home(model);

    if (model->is_cut[block] && (model->is_told[block] || (model->ready_told[0] == 0U))) {
        count = 0U;
    }
    return count;
}

uint32_t model_get(Model *model)
{
    NvSciStreamCookie cookie = 0U;
    uint32_t packet = COURSE_PACKETS;
    const NvSciError status = NvSciStreamProducerPacketGet(course_end(&model->course, 0U), &cookie);

    if (free_packets(model) == 0U) {
        assert_status(status, NvSciError_NoStreamPacket);
        assert_int_equal(cookie, 0U);
    } else {
        assert_status(status, NvSciError_Success);
        packet = course_packet(0U, cookie);
        assert_int_equal(model->place[packet], MODEL_HOME);
        for (uint32_t p = 0U; p < model->course.shape.packets; p++) {
            assert_true((model->place[p] != MODEL_HOME) ||
                        (model->home_since[p] >= model->home_since[packet]));
        }
        model->place[packet] = MODEL_PRODUCED;
        taken(model, 0U);
    }
    return packet;
}

/** A packet arrives at a consumer. */
static void arrive(Model *model, uint32_t packet, uint32_t consumer)
{
    if (is_mailbox(model, consumer)) {
        const uint32_t older = first_of(model, consumer);

        if (older != COURSE_PACKETS) {
            model->at[older][consumer] = MODEL_AWAY;
            model->now++;
            settle(model, older);
        }
    }
    model->at[packet][consumer] = MODEL_QUEUED;
    model->since[packet][consumer] = model->now;
}

static void go_down(Model *model, uint32_t packet)
{
    const CourseBlock *const blocks = model->course.blocks;
    bool is_closed[COURSE_BLOCKS] = {false};

    for (uint32_t i = 2U; i < model->course.block_count; i++) {
        const CourseBlock *const block = &blocks[i];

        if ((block->kind == COURSE_FIFO) || (block->kind == COURSE_MAILBOX)) {
            is_closed[i] = true;
        } else if (is_closed[block->up]) {
            is_closed[i] = true;
        } else if (block->kind == COURSE_LIMITER) {
            is_closed[i] = count_below(model, i) >= block->number;
        } else if ((block->kind == COURSE_END) && model->is_live[block->number]) {
            arrive(model, packet, block->number);
        } else {
            /* A multicast block. */
        }
    }
}

void model_present(Model *model, uint32_t packet)
{
    const NvSciError status = NvSciStreamProducerPacketPresent(course_end(&model->course, 0U),
                                                               model->course.packets[0][packet]);

    if (model->place[packet] == MODEL_PRODUCED) {
        assert_status(status, NvSciError_Success);
        model->now++;
        model->place[packet] = MODEL_DOWN;
        go_down(model, packet);
        model->now++;
        settle(model, packet);
    } else {
        expect_refused(model, packet, status);
    }
}

/* ---------------------------------------------------------------- consumers */

uint32_t model_acquire(Model *model, uint32_t consumer)
{
    const uint32_t end = COURSE_CONSUMER(consumer);
    const uint32_t expected = first_of(model, consumer);
    NvSciStreamCookie cookie = 0U;
    const NvSciError status =
        NvSciStreamConsumerPacketAcquire(course_end(&model->course, end), &cookie);

    if (expected == COURSE_PACKETS) {
        assert_status(status, NvSciError_NoStreamPacket);
        assert_int_equal(cookie, 0U);
    } else {
        assert_status(status, NvSciError_Success);
        assert_int_equal(course_packet(end, cookie), expected);
        model->at[expected][consumer] = MODEL_HELD;
        taken(model, end);
    }
    return expected;
}

void model_release(Model *model, uint32_t consumer, uint32_t packet)
{
    const uint32_t end = COURSE_CONSUMER(consumer);
    const NvSciError status = NvSciStreamConsumerPacketRelease(course_end(&model->course, end),
                                                               model->course.packets[end][packet]);

    if (model->at[packet][consumer] == MODEL_HELD) {
        assert_status(status, NvSciError_Success);
        model->at[packet][consumer] = MODEL_AWAY;
        model->now++;
        settle(model, packet);
    } else {
        expect_refused(model, packet, status);
    }
}

/* ---------------------------------------------------------------- ends */

void model_doom(Model *model, uint32_t packet)
{
    const NvSciError status =
        NvSciStreamPoolPacketDelete(model->course.blocks[0].block, model->course.made[packet]);

    if ((model->place[packet] == MODEL_GONE) || model->is_doomed[packet]) {
        assert_status(status, NvSciError_StreamBadPacket);
    } else {
        assert_status(status, NvSciError_Success);
        model->is_doomed[packet] = true;
        if (model->place[packet] == MODEL_HOME) {
            model->place[packet] = MODEL_GONE;
            for (uint32_t i = 0U; i <= model->course.consumers; i++) {
                model->deletes[i]++;
            }
            /* Of what the producer was told, one is gone. */
            if (model->ready_told[0] > model_home(model)) {
                model->ready_told[0] = model_home(model);
            }
        }
    }
}

/** No new payloads come to the consumers at and below a block. */
static void cut_below(Model *model, uint32_t top)
{
    for (uint32_t i = 0U; i < model->course.block_count; i++) {
        if (is_below(model, i, top)) {
            model->is_cut[i] = true;
            if (model->course.blocks[i].kind == COURSE_END) {
                model->is_live[model->course.blocks[i].number] = false;
            }
        }
    }
}

/** A block without a consumer below it that is still there is cut off. */
static void cut_above(Model *model)
{
    for (uint32_t i = 0U; i < model->course.block_count; i++) {
        bool has = false;

        for (uint32_t c = 0U; c < model->course.consumers; c++) {
            const uint32_t top = (i == 0U) ? 1U : i;
            const uint32_t end = block_of(model, c);

            has = has || (model->is_live[c] &&
                          (is_below(model, end, top) || (model->course.blocks[end].partner == i)));
        }
        model->is_cut[i] = model->is_cut[i] || (!has);
    }
}

static void drop_consumer(Model *model, uint32_t consumer)
{
    model->now++;
    for (uint32_t p = 0U; p < model->course.shape.packets; p++) {
        model->at[p][consumer] = MODEL_AWAY;
        settle(model, p);
    }
}

void model_delete(Model *model, uint32_t block)
{
    const CourseBlock *const row = &model->course.blocks[block];
    const bool is_bound =
        (row->kind == COURSE_POOL) || (row->kind == COURSE_FIFO) || (row->kind == COURSE_MAILBOX);

    course_delete(&model->course, block);
    cut_below(model, is_bound ? row->partner : block);
    if (row->kind == COURSE_END) {
        drop_consumer(model, row->number);
    }
    cut_above(model);
}

/* ---------------------------------------------------------------- events */

/** The event that is due for a block; 0: none. */
static uint32_t due(const Model *model, uint32_t block)
{
    const uint32_t end = end_of(model, block);
    const uint32_t ready = (end < COURSE_ENDS) ? model_ready(model, end) : 0U;
    uint32_t event = 0U;

    if (model->is_told[block]) {
        event = 0U;
    } else if ((end < COURSE_ENDS) && (ready > model->ready_told[end])) {
        event = NvSciStreamEventType_PacketReady;
    } else if ((end < COURSE_ENDS) && (model->deletes[end] > 0U)) {
        event = NvSciStreamEventType_PacketDelete;
    } else if (model->is_cut[block] && ((end == COURSE_ENDS) || (end == 0U) || (ready == 0U))) {
        event = NvSciStreamEventType_Disconnected;
    } else {
        event = 0U;
    }
    return event;
}

void model_ask(Model *model, uint32_t block)
{
    const uint32_t end = end_of(model, block);
    const uint32_t expected = due(model, block);

    assert_int_equal(course_event(model->course.blocks[block].block), expected);
    if (expected == (uint32_t)NvSciStreamEventType_PacketReady) {
        model->ready_told[end]++;
    } else if (expected == (uint32_t)NvSciStreamEventType_PacketDelete) {
        NvSciStreamCookie cookie = 0U;

        model->deletes[end]--;
        assert_status(
            NvSciStreamBlockPacketOldCookieGet(model->course.blocks[block].block, &cookie),
            NvSciError_Success);
        assert_int_equal(model->place[course_packet(end, cookie)], MODEL_GONE);
    } else if (expected != 0U) {
        model->is_told[block] = true;
    } else {
        /* There was none. */
    }
}

void model_ask_all(Model *model)
{
    for (uint32_t i = 0U; i < model->course.block_count; i++) {
        if (model->course.blocks[i].is_there) {
            while (due(model, i) != 0U) {
                model_ask(model, i);
            }
            model_ask(model, i);
        }
    }
}

/* ---------------------------------------------------------------- playing */

uint32_t model_number(uint64_t *number, uint32_t below)
{
    *number = (*number * 6364136223846793005U) + 1442695040888963407U;
    return (uint32_t)(*number >> 33U) % below;
}

/** Says whether an endpoint can be used: it is there, and was not told of its end. */
static bool is_usable(const Model *model, uint32_t end)
{
    const uint32_t block = model->course.ends[end];

    return model->course.blocks[block].is_there && (!model->is_told[block]);
}

/** A packet that a consumer holds; any one if it holds none. */
static uint32_t held_by(const Model *model, uint64_t *number, uint32_t consumer)
{
    uint32_t packet = model_number(number, model->course.shape.packets);

    for (uint32_t i = 0U; i < model->course.shape.packets; i++) {
        if (model->at[packet][consumer] != MODEL_HELD) {
            packet = (packet + 1U) % model->course.shape.packets;
        }
    }
    return packet;
}

static uint32_t held_by_producer(const Model *model, uint64_t *number)
{
    uint32_t packet = model_number(number, model->course.shape.packets);

    for (uint32_t i = 0U; i < model->course.shape.packets; i++) {
        if (model->place[packet] != MODEL_PRODUCED) {
            packet = (packet + 1U) % model->course.shape.packets;
        }
    }
    return packet;
}

static void play_end(Model *model, uint64_t *number)
{
    const uint32_t block = model_number(number, model->course.block_count);
    const uint32_t packet = model_number(number, model->course.shape.packets);

    if (model->course.blocks[block].is_there) {
        if ((model_number(number, 2U) == 0U) && model->course.blocks[0].is_there) {
            if (model->place[packet] != MODEL_GONE) {
                model_doom(model, packet);
            }
        } else {
            model_delete(model, block);
        }
    }
}

static void play_one(Model *model, uint64_t *number)
{
    const uint32_t consumer = model_number(number, model->course.consumers);
    const uint32_t block = model_number(number, model->course.block_count);

    switch (model_number(number, 6U)) {
    case 0:
        if (is_usable(model, 0U)) {
            (void)model_get(model);
        }
        break;
    case 1:
    case 2:
        if (is_usable(model, 0U)) {
            model_present(model, held_by_producer(model, number));
        }
        break;
    case 3:
        if (is_usable(model, COURSE_CONSUMER(consumer))) {
            (void)model_acquire(model, consumer);
        }
        break;
    case 4:
        if (is_usable(model, COURSE_CONSUMER(consumer))) {
            model_release(model, consumer, held_by(model, number, consumer));
        }
        break;
    default:
        if (model->course.blocks[block].is_there) {
            model_ask(model, block);
        }
        break;
    }
}

void model_play(Model *model, uint64_t *number, uint32_t steps, bool deletes)
{
    for (uint32_t i = 0U; i < steps; i++) {
        if (deletes && (model_number(number, 40U) == 0U)) {
            play_end(model, number);
        } else {
            play_one(model, number);
        }
    }
}
