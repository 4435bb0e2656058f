/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file links.h
 * Which stage reads what, and where each is: the one table that buffers, sync objects, waits,
 * streams and messages are derived from.
 */
#ifndef PIPELINE_LINKS_H
#define PIPELINE_LINKS_H

#include "peer.h"
#include "stages.h"

/** Stages that read a link at most. */
#define READERS 2U
/** Links. */
#define LINKS 3U

/** A stage that reads a link, and as which of its inputs. */
typedef struct {
    Stage stage;
    uint32_t input;
} Reader;

/** What is between stages: a ring of buffers, or a stream. */
typedef struct {
    Stage writer;
    Format format;
    Reader reader[READERS];
    /** Those that get each frame, which come first. */
    uint32_t readers;
    /** Streams alone: those that see the newest frame, behind mailboxes. */
    uint32_t watchers;
} Link;

static const Link links[LINKS] = {
    {STAGE_SOURCE, FORMAT_RGBA, {{STAGE_A, 0U}, {STAGE_A, 0U}}, 1U, 0U},
    {STAGE_A, FORMAT_NV12, {{STAGE_B, 0U}, {STAGE_SINK, SINK_NV12}}, 2U, 0U},
    {STAGE_B, FORMAT_GRAY, {{STAGE_SINK, SINK_GRAY}, {STAGE_VIEWER, 0U}}, 1U, 1U},
};

/** Process of each stage, if there are two. */
static const uint32_t stage_process[STAGES_AND_VIEWER] = {
    PROCESS_FIRST, PROCESS_FIRST, PROCESS_SECOND, PROCESS_SECOND, PROCESS_SECOND};
/** Rings: process of the application that waits for the sink. */
#define AWAITING_PROCESS PROCESS_FIRST

/** True iff a stage is in this process. */
bool links_is_here(const Peer *peer, Stage stage);

/** Stages that read a link as a stream: readers, then watchers. */
uint32_t links_all_readers(const Link *link);

/** True iff a link is written in one process and read in another. */
bool links_crosses(const Peer *peer, const Link *link);

/** True iff one of two stages reads what the other writes, so that each waits for the other. */
bool links_joined(Stage one, Stage other);

/** True iff somebody in another process than the stage's own waits for the stage. */
bool links_fence_crosses(const Peer *peer, Stage stage);

#endif /* PIPELINE_LINKS_H */
