/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file links.h
 * Which stage reads what: the one table that buffers, sync objects and waits are derived from.
 */
#ifndef PIPELINE_LINKS_H
#define PIPELINE_LINKS_H

#include "stages.h"

/** Stages that read a ring at most. */
#define READERS 2U
/** Rings. */
#define LINKS 3U

/** A stage that reads a ring, and as which of its inputs. */
typedef struct {
    Stage stage;
    uint32_t input;
} Reader;

/** A ring of buffers between stages. */
typedef struct {
    Stage writer;
    Format format;
    Reader reader[READERS];
    uint32_t readers;
} Link;

static const Link links[LINKS] = {
    {STAGE_SOURCE, FORMAT_RGBA, {{STAGE_A, 0U}, {STAGE_A, 0U}}, 1U},
    {STAGE_A, FORMAT_NV12, {{STAGE_B, 0U}, {STAGE_SINK, SINK_NV12}}, 2U},
    {STAGE_B, FORMAT_GRAY, {{STAGE_SINK, SINK_GRAY}, {STAGE_SINK, SINK_GRAY}}, 1U},
};

#endif /* PIPELINE_LINKS_H */
