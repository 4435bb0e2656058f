/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hops_test.c
 * A stream through more channels, one behind the other, than lists may come through; all ends are
 * in this process.
 */
#define _GNU_SOURCE

#include <stdio.h>

#include "ipc_fixture.h"
#include "port/wait.h"
#include "ringfence_cfg.h"
#include "stream_stage.h"

/** Channels of the longest line, and one more that leads to a consumer beside it. */
#define LINE_MOST (RINGFENCE_CFG_HOPS + 2U)
#define CHANNELS  (LINE_MOST + 1U)

/** A part of the stream: part i is behind channel i - 1 of the line, the last one behind the
 * channel beside it. */
typedef struct {
    Stage stage;
    StageNode *target;
    StageNode *sources[2];
    StageNode *consumer;
} Part;

/** A producer, then so many channels, then a consumer. */
typedef struct {
    Part parts[CHANNELS + 1U];
    NvSciIpcEndpoint up[CHANNELS];
    NvSciIpcEndpoint down[CHANNELS];
    uint32_t length;
    uint32_t faults;
} Line;

/** Opens both ends of all channels. */
static void open_channels(Line *line)
{
    char table[64U * CHANNELS];
    size_t used = 0U;

    for (uint32_t i = 0U; i < CHANNELS; i++) {
        used += (size_t)snprintf(&table[used], sizeof(table) - used,
                                 "INTER_THREAD up_%u down_%u 16 4096\n", i, i);
    }
    assert_true(used < sizeof(table));
    NvSciIpcDeinit();
    own_table_use(table);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        char name[16] = {'\0'};

        (void)snprintf(name, sizeof(name), "up_%u", i);
        line->up[i] = open_endpoint(name);
        reset_endpoint_of(line->up[i]);
        (void)snprintf(name, sizeof(name), "down_%u", i);
        line->down[i] = open_endpoint(name);
        reset_endpoint_of(line->down[i]);
    }
}

static StageNode *add_end(Stage *stage, bool is_source, NvSciIpcEndpoint endpoint)
{
    NvSciStreamBlock block = 0U;

    assert_status(is_source ? NvSciStreamIpcSrcCreate(endpoint, stage->syncs, stage->bufs, &block)
                            : NvSciStreamIpcDstCreate(endpoint, stage->syncs, stage->bufs, &block),
                  NvSciError_Success);
    return stage_add(stage, block);
}

/** Makes a part with a block of its own above, or one that leads on, or a consumer. */
static void make_part(Line *line, uint32_t part, uint32_t channel, bool is_last)
{
    Part *const at = &line->parts[part];

    stage_begin(&at->stage);
    at->stage.is_lenient = (line->length > RINGFENCE_CFG_HOPS);
    at->target = add_end(&at->stage, false, line->down[channel]);
    if (is_last) {
        at->consumer = stage_add_consumer(&at->stage);
        stage_connect(at->target, at->consumer);
    } else {
        at->sources[0] = add_end(&at->stage, true, line->up[channel + 1U]);
        stage_connect(at->target, at->sources[0]);
    }
}

/** Makes a stream with so many channels in a line; there is a consumer beside the producer's part
 * as well, behind a channel of its own. */
static void make_line(Line *line, uint32_t length)
{
    static const Line empty;
    Part *const first = &line->parts[0];
    NvSciStreamBlock fan = 0U;

    *line = empty;
    line->length = length;
    open_channels(line);
    line->faults = ipc_fault_count();
    stage_begin(&first->stage);
    first->stage.is_lenient = (line->length > RINGFENCE_CFG_HOPS);
    assert_status(NvSciStreamMulticastCreate(2U, &fan), NvSciError_Success);
    first->target = stage_add(&first->stage, fan);
    stage_connect(stage_add_producer(&first->stage), first->target);
    first->sources[0] = add_end(&first->stage, true, line->up[0]);
    first->sources[1] = add_end(&first->stage, true, line->up[LINE_MOST]);
    stage_connect(first->target, first->sources[0]);
    stage_connect(first->target, first->sources[1]);
    for (uint32_t i = 1U; i <= length; i++) {
        make_part(line, i, i - 1U, i == length);
    }
    make_part(line, CHANNELS, LINE_MOST, true);
}

static void end_line(Line *line)
{
    for (uint32_t i = 0U; i <= CHANNELS; i++) {
        if ((i <= line->length) || (i == CHANNELS)) {
            stage_end(&line->parts[i].stage);
        }
    }
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        close_endpoint_of(line->up[i]);
        close_endpoint_of(line->down[i]);
    }
}

/** Answers events of all parts until a condition holds. */
static void turn_until(Line *line, bool (*holds)(const Line *line))
{
    const uint64_t begin = ringfence_port_time_us();

    while ((!holds(line)) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        bool any = false;

        for (uint32_t i = 0U; i <= CHANNELS; i++) {
            if ((i <= line->length) || (i == CHANNELS)) {
                any = stage_turn(&line->parts[i].stage) || any;
            }
        }
        if (!any) {
            (void)usleep(50U);
        }
    }
    assert_true(holds(line));
}

static bool all_are_set_up(const Line *line)
{
    return (line->parts[0].stage.producer->ready > 0U) &&
           (line->parts[line->length].consumer->ready > 0U) &&
           (line->parts[CHANNELS].consumer->ready > 0U);
}

static bool all_are_disconnected(const Line *line)
{
    bool are = line->parts[0].stage.producer->disconnected &&
               line->parts[line->length].consumer->disconnected &&
               line->parts[CHANNELS].target->disconnected &&
               line->parts[CHANNELS].consumer->disconnected;

    for (uint32_t i = 0U; i <= line->length; i++) {
        are = are && line->parts[i].target->disconnected;
        are = are && ((i == line->length) || line->parts[i].sources[0]->disconnected);
    }
    return are;
}

/**
 * A stream that goes through as many channels as lists may come through is set up.
 * @verifies RF-STREAM-250
 */
static void as_many_channels_as_allowed_are_set_up(void **state)
{
    static Line line;

    (void)state;
    make_line(&line, RINGFENCE_CFG_HOPS);
    turn_until(&line, all_are_set_up);
    assert_int_not_equal(ipc_fault_kind(), RINGFENCE_FAULT_LIMIT);
    end_line(&line);
}

/**
 * With one channel more, or two, each process that is told Disconnected has a fault that names the
 * limit, and an Error at the end of the channel over which it is told: those behind, the one above
 * and the one beside.
 * @verifies RF-STREAM-250
 */
static void all_ends_say_that_channels_are_too_many(void **state)
{
    (void)state;
    for (uint32_t more = 1U; more <= 2U; more++) {
        static Line line;
        RingfenceFault fault;
        /* The end that finds it is the source of this part. */
        const uint32_t finder = more - 1U;

        make_line(&line, RINGFENCE_CFG_HOPS + more);
        turn_until(&line, all_are_disconnected);
        assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
        /* One for each part. */
        assert_int_equal(fault.total - line.faults, line.length + 2U);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(fault.limit, "RINGFENCE_CFG_HOPS");
        assert_int_equal(fault.asked, RINGFENCE_CFG_HOPS + 1U);
        assert_int_equal(fault.allowed, RINGFENCE_CFG_HOPS);
        for (uint32_t i = 0U; i < line.length; i++) {
            const bool tells = (i <= finder);

            assert_status(line.parts[i].sources[0]->error,
                          tells ? NvSciError_Overflow : NvSciError_Success);
        }
        for (uint32_t i = 1U; i <= line.length; i++) {
            const bool tells = (i > finder);

            assert_status(line.parts[i].target->error,
                          tells ? NvSciError_Overflow : NvSciError_Success);
        }
        assert_status(line.parts[CHANNELS].target->error, NvSciError_Overflow);
        assert_status(line.parts[0].sources[1]->error, NvSciError_Success);
        end_line(&line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(as_many_channels_as_allowed_are_set_up),
        ipc_test(all_ends_say_that_channels_are_too_many),
    };

    return cmocka_run_group_tests_name("stream/hops", tests, NULL, NULL);
}
