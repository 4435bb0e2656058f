/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_say.h"

#include <stdio.h>

/** Room for the names of a writer and a reader, or of two readers. */
#define NAMES_BYTES 40U

/** Prints what went through the queue of each reader, and what the mailboxes gave back unseen. */
static void say_queues(const RunResult *result)
{
    (void)printf("\n%-22s  %-7s  %8s  %8s  %8s  %10s\n", "queue", "kind", "sent", "taken",
                 "dropped", "packets/s");
    for (uint32_t l = 0U; l < LINKS; l++) {
        const Link *const link = &links[l];
        const uint64_t sent = result->end[l][0].moved;

        for (uint32_t i = 0U; i < links_all_readers(link); i++) {
            const uint64_t taken = result->end[l][1U + i].moved;
            char names[NAMES_BYTES];

            (void)snprintf(names, sizeof(names), "%s -> %s", stage_name(link->writer),
                           stage_name(link->reader[i].stage));
            (void)printf("%-22s  %-7s  %8llu  %8llu  %8llu  %10.1f\n", names,
                         (i < link->readers) ? "FIFO" : "mailbox", (unsigned long long)sent,
                         (unsigned long long)taken, (unsigned long long)(sent - taken),
                         (double)taken / result->stream_seconds);
        }
    }
}

/** Prints a row of waits. Times that nobody took are less than 0. */
static void say_wait(const char *stage, const char *other, const double seconds[2])
{
    (void)printf("%-10s  %-22s", stage, other);
    for (uint32_t i = 0U; i < 2U; i++) {
        if (seconds[i] < 0.0) {
            (void)printf("  %8s", "-");
        } else {
            (void)printf("  %8.2f", seconds[i]);
        }
    }
    (void)printf("\n");
}

/** Who waited for a link's readers: its writer, for a free packet, and for what they did with it.
 */
static void say_writer(const RunResult *result, uint32_t l, bool cpu)
{
    const Link *const link = &links[l];
    const EndFigures *const writer = &result->end[l][0];
    const char *const name = stage_name(link->writer);

    if (links_all_readers(link) == 1U) {
        const double seconds[2] = {writer->packet_seconds, cpu ? writer->fence_seconds[0] : -1.0};

        say_wait(name, stage_name(link->reader[0].stage), seconds);
    } else {
        const double both[2] = {writer->packet_seconds, -1.0};
        char names[NAMES_BYTES];

        (void)snprintf(names, sizeof(names), "%s or %s", stage_name(link->reader[0].stage),
                       stage_name(link->reader[1].stage));
        say_wait(name, names, both);
        for (uint32_t i = 0U; cpu && (i < link->readers); i++) {
            const double seconds[2] = {-1.0, writer->fence_seconds[i]};

            say_wait(name, stage_name(link->reader[i].stage), seconds);
        }
    }
}

/** Who waited for a stage's input: for a packet in its queue, and for the picture in it. */
static void say_reader(const RunResult *result, uint32_t l, uint32_t i, bool cpu)
{
    const EndFigures *const reader = &result->end[l][1U + i];
    const double seconds[2] = {reader->packet_seconds, cpu ? reader->fence_seconds[0] : -1.0};

    say_wait(stage_name(links[l].reader[i].stage), stage_name(links[l].writer), seconds);
}

/** Prints the waits of one stage: for what is before it, then for what is behind it. */
static void say_stage(const RunResult *result, Stage stage, bool cpu)
{
    for (uint32_t l = 0U; l < LINKS; l++) {
        for (uint32_t i = 0U; i < links_all_readers(&links[l]); i++) {
            if (links[l].reader[i].stage == stage) {
                say_reader(result, l, i, cpu);
            }
        }
    }
    for (uint32_t l = 0U; l < LINKS; l++) {
        if (links[l].writer == stage) {
            say_writer(result, l, cpu);
        }
    }
}

void stream_say(const RunResult *result, const Device *device)
{
    say_queues(result);
    (void)printf("\n%-10s  %-22s  %8s  %8s\n", "stage", "waited for", "packet s", "fence s");
    for (uint32_t i = 0U; i < (uint32_t)STAGES_AND_VIEWER; i++) {
        say_stage(result, (Stage)i, (device == NULL) || (i != (uint32_t)STAGE_B));
    }
    (void)printf(
        "packet: the queue was empty, or none was free; fence: it was there, the work on it "
        "was not done.\n");
}
