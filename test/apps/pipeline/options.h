/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file options.h
 * What was asked for on the command line.
 */
#ifndef PIPELINE_OPTIONS_H
#define PIPELINE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/** Sizes in the table at most. */
#define SIZES_MAX 8U
/** Frames at most. */
#define FRAMES_MAX 1000000U
/** Milliseconds that the viewer keeps a picture at most. */
#define HOLD_MAX 60000U
/** Side of the largest square that image.h accepts. */
#define BENCH_SIDE_MAX 8192U

/** Processes at most. */
#define PROCESSES_MAX 2U

/** The command line. */
typedef struct {
    /** NULL: the program's own picture. */
    const char *image;
    const char *out;
    /** Frames of the streaming run. */
    uint32_t frames;
    /** Frames at each size of the table; 0: as many as suit the size. */
    uint32_t bench_frames;
    /** Sides of the squares in the table. */
    uint32_t size[SIZES_MAX];
    uint32_t sizes;
    bool bench;
    /** Rings of buffers instead of streams. */
    bool ring;
    bool help;
    /** Frame in which engine A changes a byte; UINT64_MAX: none. */
    uint64_t spoil;
    /** Milliseconds that the viewer keeps each picture that it shows. */
    uint32_t hold;
    /** Processes: 1 or 2. */
    uint32_t processes;
    /** What the names of the endpoints begin with; NULL: those of the built-in table. */
    const char *channel;
} Options;

/**
 * Reads the command line.
 *
 * @return false iff it cannot be understood; this has been said on standard error
 */
bool options_read(int count, char *const arguments[], Options *options);

/** Prints how the program is called. */
void options_help(void);

#endif /* PIPELINE_OPTIONS_H */
