/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable_run.c
 * A task: its steps one after the other, and the report of how long each took.
 */
#include "core/assert.h"
#include "dla/loadable.h"
#include "dla/loadable_compute.h"

/** Longest time that a step which hangs sleeps at once. */
#define HANG_US 1000000U

static bool host_goes_on(LoadableWork *work)
{
    if (!work->ended) {
        work->ended = !work->host->goes_on(work->host->context);
    }
    return !work->ended;
}

/** Lets so many microseconds pass. */
static void run_delay(LoadableWork *work, uint64_t us)
{
    const DlaHost *const host = work->host;
    const uint64_t start = host->time_us(host->context);
    uint64_t passed = 0U;
    bool goes_on = true;

    while (goes_on && (passed < us)) {
        goes_on = host_goes_on(work);
        if (goes_on) {
            host->pause(host->context, us - passed);
            passed = host->time_us(host->context) - start;
        }
    }
}

/** Lets time pass until the task is to end. */
static void run_hang(LoadableWork *work)
{
    while (host_goes_on(work)) {
        work->host->pause(work->host->context, HANG_US);
    }
}

/** Computes the network; between its layers the host is asked.
 * @satisfies RF-DLA-225 */
static cudlaStatus run_network(LoadableWork *work)
{
    const NetworkTensors tensors = {work->tensors->inputs, work->tensors->outputs};
    const NetworkHost host = {work->host->goes_on, work->host->context, NULL};
    const NetworkStatus status = network_run(work->loadable->network, &tensors, &host);

    work->ended = (status == NETWORK_ENDED);
    return (status == NETWORK_DONE) ? cudlaSuccess : cudlaErrorUnknown;
}

/** Does a step. cudlaSuccess, or the status that the task ends with. */
static cudlaStatus run_step(LoadableWork *work, const DlaStep *step)
{
    cudlaStatus status = cudlaSuccess;

    switch (step->operation) {
    case DLA_DELAY:
        run_delay(work, step->number);
        break;
    case DLA_FAIL:
        status = loadable_status(step->number);
        break;
    case DLA_HANG:
        run_hang(work);
        break;
    case DLA_NETWORK:
        status = run_network(work);
        break;
    default:
        loadable_compute(work, step);
        break;
    }
    if (work->ended) {
        status = cudlaErrorDlaErrEngineTimeout;
    }
    return status;
}

/** The report of a statistics tensor, NULL if the task has none, and its size. */
static uint8_t *report_at(const LoadableWork *work, uint32_t index, uint64_t *size)
{
    const DlaLoadable *const loadable = work->loadable;

    ASSERT(index < loadable->statistics);
    *size = loadable->tensors[loadable->inputs + loadable->outputs + index].size;
    return work->tensors->statistics[index];
}

static void begin_reports(const LoadableWork *work)
{
    for (uint32_t i = 0U; i < work->loadable->statistics; i++) {
        uint64_t size = 0U;
        uint8_t *const report = report_at(work, i, &size);

        if (report != NULL) {
            loadable_report_begin(report, size, work->task);
        }
    }
}

static void add_to_reports(const LoadableWork *work, const DlaRecord *record)
{
    for (uint32_t i = 0U; i < work->loadable->statistics; i++) {
        uint64_t size = 0U;
        uint8_t *const report = report_at(work, i, &size);

        if (report != NULL) {
            loadable_report_add(report, size, work->records, record);
        }
    }
}

/** @satisfies RF-DLA-213 */
uint64_t loadable_step_bytes(const DlaLoadable *loadable, const DlaStep *step)
{
    uint64_t bytes = 0U;

    if (step->operation == DLA_NETWORK) {
        for (uint32_t k = 0U; k < (loadable->inputs + loadable->outputs); k++) {
            bytes += loadable->tensors[k].size;
        }
    }
    if (step->operation < DLA_DELAY) {
        ASSERT(step->output < loadable->outputs);
        bytes = loadable->tensors[loadable->inputs + step->output].size;
        for (uint32_t k = 0U; k < loadable->inputs; k++) {
            if (((step->inputs >> k) & 1U) == 1U) {
                bytes += loadable->tensors[k].size;
            }
        }
    }
    return bytes;
}

/** @satisfies RF-DLA-211 RF-DLA-212 RF-DLA-213 */
cudlaStatus loadable_run(const DlaLoadable *loadable, uint64_t task, const DlaTensors *tensors,
                         const DlaHost *host)
{
    LoadableWork work = {loadable, tensors, host, task, 0U, 0U, false};
    const uint64_t start = host->time_us(host->context);
    cudlaStatus status = cudlaSuccess;

    ASSERT(loadable->step_count <= RINGFENCE_CFG_DLA_STEPS);
    begin_reports(&work);
    for (uint32_t i = 0U; (i < loadable->step_count) && (status == cudlaSuccess); i++) {
        const DlaStep *const step = &loadable->steps[i];

        if (!host_goes_on(&work)) {
            status = cudlaErrorDlaErrEngineTimeout;
        } else if (loadable_step_is_due(step, task)) {
            DlaRecord record = {i, (uint32_t)step->operation, step->output, 0U, 0U, 0U};

            record.start_us = host->time_us(host->context) - start;
            status = run_step(&work, step);
            record.time_us = (host->time_us(host->context) - start) - record.start_us;
            record.bytes = loadable_step_bytes(loadable, step);
            add_to_reports(&work, &record);
            work.records++;
        } else {
            status = cudlaSuccess;
        }
    }
    return status;
}
