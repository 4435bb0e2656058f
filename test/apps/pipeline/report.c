/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "ringfence.h"

/** Characters of a full bar. */
#define BAR_WIDTH 40U

/** Bar that is shown: its filled characters; above BAR_WIDTH: none is shown. */
static uint32_t shown = BAR_WIDTH + 1U;

void report_progress(const char *label, uint64_t done, uint64_t total)
{
    const uint32_t filled = (uint32_t)((done * BAR_WIDTH) / total);

    if ((filled != shown) && (isatty(STDERR_FILENO) != 0)) {
        char bar[BAR_WIDTH + 1U];

        for (uint32_t i = 0U; i < BAR_WIDTH; i++) {
            bar[i] = (i < filled) ? '#' : '.';
        }
        bar[BAR_WIDTH] = '\0';
        (void)fprintf(stderr, "\r%s [%s] %llu/%llu", label, bar, (unsigned long long)done,
                      (unsigned long long)total);
        (void)fflush(stderr);
        shown = filled;
    }
}

void report_progress_end(void)
{
    if (shown <= BAR_WIDTH) {
        /* Back to the line's begin, and clear to its end. */
        (void)fprintf(stderr, "\r\033[K");
        (void)fflush(stderr);
        shown = BAR_WIDTH + 1U;
    }
}

static NvSciError report_pools(void)
{
    NvSciError status = NvSciError_Success;

    (void)printf("\n%-24s %10s %10s %10s %10s\n", "pool", "capacity", "in use", "high water",
                 "exhausted");
    for (uint32_t i = 0U; (i < (uint32_t)RINGFENCE_POOL_COUNT) && (status == NvSciError_Success);
         i++) {
        RingfencePoolUsage usage;

        status = check_call(RingfenceGetPoolUsage((RingfencePool)i, &usage), "report",
                            "RingfenceGetPoolUsage");
        if (status == NvSciError_Success) {
            (void)printf("%-24s %10u %10u %10u %10u\n", usage.name, (unsigned int)usage.capacity,
                         (unsigned int)usage.inUse, (unsigned int)usage.highWater,
                         (unsigned int)usage.exhausted);
        }
    }
    return status;
}

static const char *phase_name(RingfencePhase phase)
{
    const char *name = "DEINIT";

    if (phase == RINGFENCE_PHASE_INIT) {
        name = "INIT";
    } else if (phase == RINGFENCE_PHASE_RUNTIME) {
        name = "RUNTIME";
    } else {
        /* The third phase. */
    }
    return name;
}

/** Prints each function that was ever refused, and the last refusal. */
static NvSciError report_refused(void)
{
    RingfenceRefusal last;
    RingfenceAdmission row;
    size_t index = 0U;
    NvSciError status =
        check_call(RingfenceGetLastRefusal(&last), "report", "RingfenceGetLastRefusal");

    if (status == NvSciError_Success) {
        NvSciError more = RingfenceGetAdmission(index, &row);

        (void)printf("\nrefused calls: %u\n", (unsigned int)last.total);
        while (more == NvSciError_Success) {
            if (row.refused > 0U) {
                (void)printf("  %s: %u\n", row.function, (unsigned int)row.refused);
            }
            index += 1U;
            more = RingfenceGetAdmission(index, &row);
        }
        if (more != NvSciError_IndexOutOfRange) {
            status = check_call(more, "report", "RingfenceGetAdmission");
        }
        if (last.function != NULL) {
            (void)printf("  last: %s in %s\n", last.function, phase_name(last.phase));
        }
    }
    return status;
}

static NvSciError report_faults(void)
{
    RingfenceFault fault;
    const NvSciError status =
        check_call(RingfenceGetLastFault(&fault), "report", "RingfenceGetLastFault");

    if (status == NvSciError_Success) {
        (void)printf("faults: %u\n", (unsigned int)fault.total);
        if (fault.total > 0U) {
            (void)printf("  last: %s, found by %s\n", fault.text,
                         (fault.function != NULL) ? fault.function : "the library");
        }
    }
    return status;
}

bool report_library(void)
{
    NvSciError status = report_pools();

    if (status == NvSciError_Success) {
        status = report_refused();
    }
    if (status == NvSciError_Success) {
        status = report_faults();
    }
    return status == NvSciError_Success;
}
