/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_networks.h
 * Networks that were read are opened with oneDNN, computed and closed, where the library of
 * networks is built.
 *
 * Tensors of a task lie at the end of pages, behind which there are none: what is read or written
 * behind a tensor ends the program, also in code that oneDNN made.
 */
#ifndef RINGFENCE_TEST_FUZZ_NETWORKS_H
#define RINGFENCE_TEST_FUZZ_NETWORKS_H

#include <sys/mman.h>

#include "dla/loadable.h"
#include "dla/network/shapes.h"
#include "fuzz.h"

/** What is computed: networks of so many layers, of values and windows of so many elements, and
 * tensors of so many bytes. */
#define NETWORK_MOST_LAYERS   24U
#define NETWORK_MOST_ELEMENTS 4096U
#define NETWORK_MOST_WINDOW   16U
#define NETWORK_TENSOR_BYTES  65536U
#define NETWORK_TENSORS       (2U * RINGFENCE_CFG_DLA_TENSORS)
#define NETWORK_QUESTIONS     64U
#define NETWORK_GAP           4096U

/* They are there where oneDNN is. */
extern NetworkStatus ringfence_network_open(uint32_t row, const NetworkView *view)
    __attribute__((weak));
extern NetworkStatus ringfence_network_run(uint32_t row, const NetworkTensors *tensors,
                                           const NetworkHost *host) __attribute__((weak));
extern void ringfence_network_close(uint32_t row) __attribute__((weak));

static uint8_t *g_network_memory;
static const uint8_t *g_network_inputs[RINGFENCE_CFG_DLA_TENSORS];
static uint8_t *g_network_outputs[RINGFENCE_CFG_DLA_TENSORS];

/** Makes the places of tensors, once. */
static inline void networks_begin(void)
{
    const size_t each = NETWORK_TENSOR_BYTES + NETWORK_GAP;

    g_network_memory = mmap(NULL, each * NETWORK_TENSORS, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    FUZZ_CHECK(g_network_memory != MAP_FAILED);
    for (size_t i = 0U; i < NETWORK_TENSORS; i++) {
        FUZZ_CHECK(mprotect(&g_network_memory[(each * i) + NETWORK_TENSOR_BYTES], NETWORK_GAP,
                            PROT_NONE) == 0);
    }
}

/** Gives each tensor its place, filled with bytes. False: one is too large. */
static inline bool networks_bind(const NetworkView *view)
{
    const size_t each = NETWORK_TENSOR_BYTES + NETWORK_GAP;
    bool fits = true;

    for (uint32_t i = 0U; fits && (i < (view->inputs + view->outputs)); i++) {
        const uint64_t size = view->tensors[i].size;

        fits = (size <= NETWORK_TENSOR_BYTES);
        if (fits) {
            uint8_t *const place = &g_network_memory[(each * i) + (NETWORK_TENSOR_BYTES - size)];

            (void)memset(place, (int)(i + 1U), size);
            if (i < view->inputs) {
                g_network_inputs[i] = place;
            } else {
                g_network_outputs[i - view->inputs] = place;
            }
        }
    }
    return fits;
}

/** Says whether a network is computed soon enough. */
static inline bool networks_are_small(const NetworkView *view)
{
    bool small = (network_layers(view) <= NETWORK_MOST_LAYERS);

    for (uint32_t i = 0U; small && (i < (uint32_t)network_values(view)); i++) {
        const NetworkValue value = network_value(view, i);

        small = (network_elements(&value) <= NETWORK_MOST_ELEMENTS);
    }
    for (uint32_t i = 0U; small && (i < (uint32_t)network_layers(view)); i++) {
        const NetworkLayer layer = network_layer(view, i);

        small = (layer.kind != NETWORK_POOL) ||
                ((layer.numbers[NETWORK_KERNEL] <= NETWORK_MOST_WINDOW) &&
                 (layer.numbers[NETWORK_KERNEL + 1U] <= NETWORK_MOST_WINDOW));
    }
    return small;
}

static inline bool networks_go_on(void *context)
{
    uint32_t *const asked = context;

    (*asked)++;
    return *asked < NETWORK_QUESTIONS;
}

/** Opens a network that fits, computes it and closes it. */
static inline void networks_compute(const NetworkView *view)
{
    if ((&ringfence_network_open != NULL) && networks_are_small(view) && networks_bind(view)) {
        const NetworkTensors tensors = {g_network_inputs, g_network_outputs};
        uint32_t asked = 0U;
        const NetworkHost host = {networks_go_on, &asked, NULL};
        const NetworkStatus opened = ringfence_network_open(0U, view);

        FUZZ_CHECK((opened == NETWORK_DONE) || (opened == NETWORK_REFUSED) ||
                   (opened == NETWORK_NO_MEMORY));
        if (opened == NETWORK_DONE) {
            FUZZ_CHECK(ringfence_network_run(0U, &tensors, &host) != NETWORK_NO_LIBRARY);
            FUZZ_CHECK(asked <= NETWORK_QUESTIONS);
            ringfence_network_close(0U);
        }
        FUZZ_CHECK(ringfence_network_run(0U, &tensors, &host) == NETWORK_REFUSED);
    }
}

#endif /* RINGFENCE_TEST_FUZZ_NETWORKS_H */
