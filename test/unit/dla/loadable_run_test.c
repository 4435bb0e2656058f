/* SPDX-License-Identifier: Apache-2.0 */
#include "dla/arithmetic.h"
#include "dla/loadable.h"
#include "leftovers.h"
#include "loadable_bytes.h"

#define ROOM   600000U
#define FILLER 0xA5
/** No end of the host's patience. */
#define FOR_EVER UINT64_MAX

static LbPlan g_plan;
static LbBytes g_bytes;
static DlaLoadable g_loadable;
static uint8_t g_inputs[3][ROOM];
static uint8_t g_outputs[2][ROOM];
static uint8_t g_expected[ROOM];
static uint8_t g_reports[2][256];

/** A host whose clock goes on by itself, and that says after some questions that it is over. */
typedef struct {
    uint64_t now_us;
    uint64_t questions;
    uint64_t patience;
    uint64_t pauses;
    uint64_t paused_us;
} Host;

static bool host_goes_on(void *context)
{
    Host *const host = context;

    host->questions++;
    return host->questions <= host->patience;
}

/** Sleeps for half of what it was told, as a host may. */
static void host_pause(void *context, uint64_t us)
{
    Host *const host = context;

    host->pauses++;
    host->paused_us += (us / 2U) + 1U;
    host->now_us += (us / 2U) + 1U;
}

static uint64_t host_time(void *context)
{
    Host *const host = context;

    host->now_us += 3U;
    return host->now_us;
}

/** Runs a task of the plan. */
static cudlaStatus run_with(Host *state, uint64_t task)
{
    const DlaHost host = {host_goes_on, host_pause, host_time, state};
    DlaTensors tensors;

    (void)memset(&tensors, 0, sizeof(tensors));
    for (size_t i = 0U; i < 3U; i++) {
        tensors.inputs[i] = g_inputs[i];
    }
    for (size_t i = 0U; i < 2U; i++) {
        tensors.outputs[i] = g_outputs[i];
        tensors.statistics[i] = (g_plan.statistics > i) ? g_reports[i] : NULL;
    }
    lb_write(&g_plan, &g_bytes);
    assert_int_equal(loadable_read(g_bytes.bytes, g_bytes.size, &g_loadable), DLA_LOADABLE_OK);
    return loadable_run(&g_loadable, task, &tensors, &host);
}

static cudlaStatus run(uint64_t task)
{
    Host host = {1000U, 0U, FOR_EVER, 0U, 0U};

    return run_with(&host, task);
}

/** Fills inputs with numbers, outputs with a byte. */
static void fill_memory(void)
{
    uint64_t random = 7U;

    for (size_t k = 0U; k < 3U; k++) {
        for (size_t i = 0U; i < ROOM; i++) {
            random = (random * 6364136223846793005U) + 1442695040888963407U;
            g_inputs[k][i] = (uint8_t)(random >> 56U);
        }
    }
    (void)memset(g_outputs, FILLER, sizeof(g_outputs));
}

/** A plan with inputs and outputs of so many bytes, and one step. */
static void plan_raw(const uint64_t inputs[3], const uint64_t outputs[2], LbStep step)
{
    (void)memset(&g_plan, 0, sizeof(g_plan));
    g_plan.inputs = 3U;
    g_plan.outputs = 2U;
    g_plan.step_count = 1U;
    for (size_t i = 0U; i < 3U; i++) {
        g_plan.tensors[i] = lb_raw("in", inputs[i]);
    }
    for (size_t i = 0U; i < 2U; i++) {
        g_plan.tensors[3U + i] = lb_raw("out", outputs[i]);
    }
    g_plan.steps[0] = step;
}

/* ---------------------------------------------------------------- the model of words */

#define GOLDEN 0x9E3779B97F4A7C15U

static uint64_t model_mix(uint64_t z)
{
    z ^= z >> 30U;
    z *= 0xBF58476D1CE4E5B9U;
    z ^= z >> 27U;
    z *= 0x94D049BB133111EBU;
    z ^= z >> 31U;
    return z;
}

static uint64_t model_part(uint64_t x, uint64_t k, uint64_t i)
{
    return model_mix(x + model_mix(((k + 1U) * GOLDEN) + (i * 0xD1342543DE82EF95U)));
}

/** The bytes of an output, byte after byte. */
static void model_words(const LbStep *step, uint64_t task, uint64_t size)
{
    uint64_t state = 0U;

    for (uint32_t k = 0U; k < g_plan.inputs; k++) {
        if (((step->inputs >> k) & 1U) == 1U) {
            const uint64_t bytes = g_plan.tensors[k].size;
            uint64_t word = 0U;

            for (uint64_t i = 0U; i < bytes; i++) {
                word |= (uint64_t)g_inputs[k][i] << (8U * (i % 8U));
                if (((i % 8U) == 7U) || (i == (bytes - 1U))) {
                    state += model_part(word, k, i / 8U);
                    word = 0U;
                }
            }
            state += model_part(bytes, k, UINT64_MAX);
        }
    }
    state = model_mix(state + model_mix(step->output + GOLDEN));
    state = model_mix(state + model_mix(step->number + GOLDEN));
    state = model_mix(state + model_mix(task + GOLDEN));
    for (uint64_t i = 0U; i < size; i++) {
        g_expected[i] = (uint8_t)(model_mix(state + (((i / 8U) + 1U) * GOLDEN)) >> (8U * (i % 8U)));
    }
}

/** Sees that an output is what is expected, and nothing behind it was written. */
static void assert_output(uint32_t output, uint64_t size)
{
    assert_memory_equal(g_outputs[output], g_expected, size);
    for (size_t i = (size_t)size; i < ((size_t)size + 64U); i++) {
        assert_int_equal(g_outputs[output][i], FILLER);
    }
}

/* ---------------------------------------------------------------- words */

/**
 * Outputs that are mixed and stamped are those of the model, whatever the sizes.
 * @verifies RF-DLA-206
 * @verifies RF-DLA-207
 */
static void words_are_those_of_the_model(void **state)
{
    static const uint64_t sizes[][3] = {{1U, 2U, 3U},          {8U, 16U, 7U},
                                        {9U, 65536U, 65537U},  {65535U, 131072U, 131073U},
                                        {500000U, 1U, 65544U}, {3U, 8U, 24U}};

    (void)state;
    for (size_t i = 0U; i < (sizeof(sizes) / sizeof(sizes[0])); i++) {
        const uint64_t outputs[2] = {sizes[i][2], sizes[i][1]};

        for (uint32_t set = 1U; set < 8U; set++) {
            const LbStep mix = {LB_MIX, set % 2U, set, set * 11U, 0U, 0.0F, 0.0F};
            const LbStep stamp = {LB_STAMP, set % 2U, set, set * 11U, 0U, 0.0F, 0.0F};

            fill_memory();
            plan_raw(sizes[i], outputs, mix);
            assert_int_equal(run(5U), cudlaSuccess);
            model_words(&mix, 0U, outputs[set % 2U]);
            assert_output(set % 2U, outputs[set % 2U]);
            fill_memory();
            plan_raw(sizes[i], outputs, stamp);
            assert_int_equal(run(5U), cudlaSuccess);
            model_words(&stamp, 5U, outputs[set % 2U]);
            assert_output(set % 2U, outputs[set % 2U]);
        }
    }
}

/**
 * Words are those that were computed elsewhere.
 * @verifies RF-DLA-206
 * @verifies RF-DLA-207
 */
static void words_are_those_of_another_program(void **state)
{
    static const uint64_t inputs[3] = {13U, 24U, 1U};
    static const uint64_t outputs[2] = {19U, 8U};
    static const uint8_t both[19] = {0x6EU, 0x79U, 0x09U, 0xD1U, 0x3DU, 0x45U, 0x40U,
                                     0x06U, 0xE3U, 0xCCU, 0xB1U, 0x42U, 0xD4U, 0x2BU,
                                     0x36U, 0x96U, 0x10U, 0x9FU, 0xA9U};
    static const uint8_t second[8] = {0x7EU, 0x9FU, 0xC2U, 0xE6U, 0x7AU, 0x39U, 0xE7U, 0x17U};
    static const uint8_t third[8] = {0x9DU, 0x2FU, 0x93U, 0xB0U, 0x7BU, 0x58U, 0xC4U, 0x85U};
    static const uint8_t none[8] = {0x3FU, 0x3EU, 0x2DU, 0xAEU, 0x1FU, 0x24U, 0x39U, 0x9AU};

    (void)state;
    for (size_t i = 0U; i < 24U; i++) {
        g_inputs[0][i] = (uint8_t)i;
        g_inputs[1][i] = (uint8_t)((7U * i) + 3U);
    }
    plan_raw(inputs, outputs, (LbStep){LB_MIX, 0U, 3U, 0U, 0U, 0.0F, 0.0F});
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_equal(g_outputs[0], both, sizeof(both));
    g_plan.steps[0] = (LbStep){LB_MIX, 1U, 2U, 5U, 0U, 0.0F, 0.0F};
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_equal(g_outputs[1], second, sizeof(second));
    g_plan.steps[0] = (LbStep){LB_STAMP, 0U, 3U, 0U, 0U, 0.0F, 0.0F};
    assert_int_equal(run(3U), cudlaSuccess);
    assert_memory_equal(g_outputs[0], third, sizeof(third));
    g_plan.steps[0] = (LbStep){LB_STAMP, 0U, 0U, 0U, 0U, 0.0F, 0.0F};
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_equal(g_outputs[0], none, sizeof(none));
}

/**
 * Each byte of the inputs, swapped words, swapped inputs, the output and the number change what is
 * mixed.
 * @verifies RF-DLA-206
 */
static void each_change_shows_in_what_is_mixed(void **state)
{
    static const uint64_t sizes[3] = {37U, 37U, 1U};
    static const uint64_t outputs[2] = {40U, 40U};
    const LbStep mix = {LB_MIX, 0U, 3U, 0U, 0U, 0.0F, 0.0F};
    /** How often a byte of the output was changed. */
    uint32_t changed[40] = {0U};
    uint8_t first[40];

    (void)state;
    fill_memory();
    plan_raw(sizes, outputs, mix);
    assert_int_equal(run(1U), cudlaSuccess);
    (void)memcpy(first, g_outputs[0], sizeof(first));
    for (size_t i = 0U; i < 74U; i++) {
        uint8_t *const byte = &g_inputs[i / 37U][i % 37U];

        for (uint32_t bit = 0U; bit < 8U; bit++) {
            *byte ^= (uint8_t)(1U << bit);
            assert_int_equal(run(1U), cudlaSuccess);
            assert_memory_not_equal(g_outputs[0], first, sizeof(first));
            for (size_t at = 0U; at < sizeof(first); at++) {
                changed[at] += (g_outputs[0][at] != first[at]) ? 1U : 0U;
            }
            *byte ^= (uint8_t)(1U << bit);
        }
    }
    for (size_t at = 0U; at < sizeof(first); at++) {
        /* 589.7 of 592 are to be expected. */
        assert_in_range(changed[at], 570U, 592U);
    }
    (void)memcpy(g_expected, g_inputs[0], 37U);
    (void)memcpy(g_inputs[0], g_inputs[1], 37U);
    (void)memcpy(g_inputs[1], g_expected, 37U);
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_not_equal(g_outputs[0], first, 8U);
    (void)memcpy(g_inputs[1], g_inputs[0], 37U);
    (void)memcpy(g_inputs[0], g_expected, 37U);
    (void)memcpy(g_inputs[0], &g_expected[8], 8U);
    (void)memcpy(&g_inputs[0][8], g_expected, 8U);
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_not_equal(g_outputs[0], first, 8U);
    (void)memcpy(g_inputs[0], g_expected, 37U);
    assert_int_equal(run(2U), cudlaSuccess);
    assert_memory_equal(g_outputs[0], first, sizeof(first));
    g_plan.steps[0].output = 1U;
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_not_equal(g_outputs[1], first, 8U);
    g_plan.steps[0].output = 0U;
    g_plan.steps[0].number = 1U;
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_not_equal(g_outputs[0], first, 8U);
}

/**
 * Tasks with the same inputs have other outputs where they are stamped.
 * @verifies RF-DLA-207
 */
static void tasks_that_are_stamped_differ(void **state)
{
    static const uint64_t sizes[3] = {37U, 37U, 1U};
    static const uint64_t outputs[2] = {40U, 40U};
    uint8_t seen[20][40];

    (void)state;
    fill_memory();
    plan_raw(sizes, outputs, (LbStep){LB_STAMP, 0U, 3U, 0U, 0U, 0.0F, 0.0F});
    for (uint32_t task = 0U; task < 20U; task++) {
        assert_int_equal(run(task + 1U), cudlaSuccess);
        (void)memcpy(seen[task], g_outputs[0], 40U);
        for (uint32_t other = 0U; other < task; other++) {
            assert_memory_not_equal(seen[task], seen[other], 8U);
        }
    }
}

/* ---------------------------------------------------------------- bytes */

/**
 * A copy has the bytes of the input, zeros behind them, and no more than the output takes; memory
 * that is both stays as it is.
 * @verifies RF-DLA-208
 */
static void bytes_are_copied_and_filled(void **state)
{
    static const uint64_t sizes[] = {1U, 7U, 65536U, 65537U, 200000U};

    (void)state;
    for (size_t i = 0U; i < 5U; i++) {
        for (size_t o = 0U; o < 5U; o++) {
            const uint64_t inputs[3] = {1U, sizes[i], 1U};
            const uint64_t outputs[2] = {1U, sizes[o]};
            const uint64_t both = (sizes[i] < sizes[o]) ? sizes[i] : sizes[o];

            fill_memory();
            plan_raw(inputs, outputs, (LbStep){LB_COPY, 1U, 2U, 0U, 0U, 0.0F, 0.0F});
            assert_int_equal(run(1U), cudlaSuccess);
            (void)memset(g_expected, 0, (size_t)sizes[o]);
            (void)memcpy(g_expected, g_inputs[1], (size_t)both);
            assert_output(1U, sizes[o]);
            fill_memory();
            g_plan.steps[0] = (LbStep){LB_FILL, 1U, 0U, 0xC3U, 0U, 0.0F, 0.0F};
            assert_int_equal(run(1U), cudlaSuccess);
            (void)memset(g_expected, 0xC3, (size_t)sizes[o]);
            assert_output(1U, sizes[o]);
        }
    }
}

/* ---------------------------------------------------------------- elements */

/** Dimensions of tests: n, c, h, w. */
static const uint32_t g_dims[4] = {2U, 5U, 3U, 7U};

/** A tensor of a format with gaps between rows and planes. */
static cudlaModuleTensorDescriptor gapped(uint8_t format, uint8_t type)
{
    const uint32_t bytes = dla_type_bytes(type);
    cudlaModuleTensorDescriptor tensor = lb_packed("t", type, bytes, g_dims);

    tensor.dataFormat = format;
    if (format == CUDLA_DATA_FORMAT_NHWC) {
        tensor.stride[0] = bytes;
        tensor.stride[1] = (5U * bytes) + 1U;
        tensor.stride[2] = 7U * tensor.stride[1];
        tensor.stride[3] = 3U * tensor.stride[2];
    } else if (format == CUDLA_DATA_FORMAT_NCxHWx) {
        tensor.stride[0] = 2U * bytes;
        tensor.stride[1] = (7U * tensor.stride[0]) + 5U;
        tensor.stride[2] = 3U * tensor.stride[1];
        tensor.stride[3] = (3U * tensor.stride[2]) + 1U;
    } else {
        tensor.stride[0] = bytes + 1U;
        tensor.stride[1] = 7U * tensor.stride[0];
        tensor.stride[2] = (3U * tensor.stride[1]) + 9U;
        tensor.stride[3] = 5U * tensor.stride[2];
    }
    tensor.size = 2U * (uint64_t)tensor.stride[3];
    return tensor;
}

/** Where an element is, by the page. */
static size_t model_place(const cudlaModuleTensorDescriptor *t, const uint32_t at[4])
{
    const size_t bytes = dla_type_bytes(t->dataType);
    size_t place = (size_t)at[0] * t->stride[3];

    if (t->dataFormat == CUDLA_DATA_FORMAT_NHWC) {
        place += ((size_t)at[1] * t->stride[0]) + ((size_t)at[2] * t->stride[2]) +
                 ((size_t)at[3] * t->stride[1]);
    } else if (t->dataFormat == CUDLA_DATA_FORMAT_NCxHWx) {
        const size_t x = t->stride[0] / bytes;

        place += ((at[1] / x) * t->stride[2]) + ((at[1] % x) * bytes) +
                 ((size_t)at[2] * t->stride[1]) + ((size_t)at[3] * t->stride[0]);
    } else {
        place += ((size_t)at[1] * t->stride[2]) + ((size_t)at[2] * t->stride[1]) +
                 ((size_t)at[3] * t->stride[0]);
    }
    return place;
}

/** What the output of the step of elements must be: element by element, over what was there. */
static void model_elements(const LbStep *step)
{
    const cudlaModuleTensorDescriptor *const out = &g_plan.tensors[g_plan.inputs + step->output];
    uint32_t at[4];

    (void)memset(g_expected, FILLER, (size_t)out->size);
    for (at[0] = 0U; at[0] < g_dims[0]; at[0]++) {
        for (at[1] = 0U; at[1] < g_dims[1]; at[1]++) {
            for (at[2] = 0U; at[2] < g_dims[2]; at[2]++) {
                for (at[3] = 0U; at[3] < g_dims[3]; at[3]++) {
                    double sum = -0.0;

                    for (uint32_t k = 0U; k < g_plan.inputs; k++) {
                        const cudlaModuleTensorDescriptor *const in = &g_plan.tensors[k];

                        if (((step->inputs >> k) & 1U) == 1U) {
                            sum += dla_load(&g_inputs[k][model_place(in, at)], in->dataType);
                        }
                    }
                    if (step->operation == LB_AFFINE) {
                        const double product = sum * (double)step->scale;

                        sum = product + (double)step->shift;
                    }
                    dla_store(&g_expected[model_place(out, at)], out->dataType, sum);
                }
            }
        }
    }
}

/** A plan of elements. */
static void plan_elements(const cudlaModuleTensorDescriptor *in,
                          const cudlaModuleTensorDescriptor *out, LbStep step)
{
    (void)memset(&g_plan, 0, sizeof(g_plan));
    g_plan.inputs = 3U;
    g_plan.outputs = 2U;
    g_plan.step_count = 1U;
    for (size_t i = 0U; i < 3U; i++) {
        g_plan.tensors[i] = *in;
    }
    g_plan.tensors[3] = *out;
    g_plan.tensors[4] = *out;
    g_plan.steps[0] = step;
}

/**
 * Elements of each type and format are scaled and shifted into each other, and what lies between
 * them stays.
 * @verifies RF-DLA-209
 */
static void elements_are_scaled_and_shifted(void **state)
{
    const LbStep step = {LB_AFFINE, 1U, 4U, 0U, 0U, -1.7F, 3.25F};

    (void)state;
    for (uint32_t in = 0U; in < 18U; in++) {
        for (uint32_t out = 0U; out < 18U; out++) {
            const cudlaModuleTensorDescriptor from =
                gapped((uint8_t)(1U + (in % 3U)), (uint8_t)(1U + (in / 3U)));
            const cudlaModuleTensorDescriptor to =
                gapped((uint8_t)(1U + (out % 3U)), (uint8_t)(1U + (out / 3U)));

            fill_memory();
            plan_elements(&from, &to, step);
            assert_int_equal(run(1U), cudlaSuccess);
            model_elements(&step);
            assert_output(1U, to.size);
        }
    }
}

/** Stores numbers as the elements of an input, one after the other. */
static void store_elements(uint32_t k, uint32_t type, const double *values, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        dla_store(&g_inputs[k][i * dla_type_bytes(type)], type, values[i]);
    }
}

/**
 * Numbers that were computed by hand come out.
 * @verifies RF-DLA-209
 * @verifies RF-DLA-210
 */
static void elements_are_those_computed_by_hand(void **state)
{
    static const double values[4] = {1.0, -100.0, 100.0, 2.5};
    static const double others[4] = {2.0, -100.0, 100.0, 3.5};
    static const uint8_t scaled[4] = {0x00U, 0x80U, 0x7FU, 0x02U};
    static const uint8_t sums[4] = {0x03U, 0x80U, 0x7FU, 0x06U};
    static const uint8_t halves[8] = {0x00U, 0x42U, 0x40U, 0xDAU, 0x40U, 0x5AU, 0x00U, 0x46U};
    static const uint32_t dims[4] = {1U, 1U, 1U, 4U};
    const cudlaModuleTensorDescriptor bytes = lb_packed("b", CUDLA_DATA_TYPE_INT8, 1U, dims);
    const cudlaModuleTensorDescriptor half = lb_packed("h", CUDLA_DATA_TYPE_HALF, 2U, dims);

    (void)state;
    /* 2.5 and 3.5 are stored as 2 and 4. 1.5 * 1 - 1 = 0.5 becomes 0, 1.5 * 2 - 1 = 2. */
    store_elements(0U, DLA_TYPE_INT8, values, 4U);
    store_elements(1U, DLA_TYPE_INT8, others, 4U);
    plan_elements(&bytes, &bytes, (LbStep){LB_AFFINE, 0U, 1U, 0U, 0U, 1.5F, -1.0F});
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_equal(g_outputs[0], scaled, sizeof(scaled));
    plan_elements(&bytes, &bytes, (LbStep){LB_ADD, 0U, 3U, 0U, 0U, 0.0F, 0.0F});
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_equal(g_outputs[0], sums, sizeof(sums));
    store_elements(0U, DLA_TYPE_HALF, values, 4U);
    store_elements(1U, DLA_TYPE_HALF, others, 4U);
    plan_elements(&half, &half, (LbStep){LB_ADD, 0U, 3U, 0U, 0U, 0.0F, 0.0F});
    assert_int_equal(run(1U), cudlaSuccess);
    assert_memory_equal(g_outputs[0], halves, sizeof(halves));
}

/**
 * Elements of each type are added, those of one, two and three inputs.
 * @verifies RF-DLA-210
 */
static void elements_are_added(void **state)
{
    (void)state;
    for (uint32_t type = 1U; type <= 6U; type++) {
        for (uint32_t set = 1U; set < 8U; set++) {
            const LbStep step = {LB_ADD, 0U, set, 0U, 0U, 0.0F, 0.0F};
            const cudlaModuleTensorDescriptor from =
                gapped((uint8_t)(1U + (set % 3U)), (uint8_t)type);
            const cudlaModuleTensorDescriptor to = gapped(CUDLA_DATA_FORMAT_NHWC, (uint8_t)type);

            fill_memory();
            plan_elements(&from, &to, step);
            assert_int_equal(run(1U), cudlaSuccess);
            model_elements(&step);
            assert_output(0U, to.size);
        }
    }
}

/* ---------------------------------------------------------------- delays, failures, hangs */

/** A plan of three steps: fill, this one, fill. */
static void plan_around(LbStep step)
{
    static const uint64_t inputs[3] = {1U, 1U, 1U};
    static const uint64_t outputs[2] = {4U, 4U};

    plan_raw(inputs, outputs, (LbStep){LB_FILL, 0U, 0U, 1U, 0U, 0.0F, 0.0F});
    g_plan.steps[1] = step;
    g_plan.steps[2] = (LbStep){LB_FILL, 1U, 0U, 2U, 0U, 0.0F, 0.0F};
    g_plan.step_count = 3U;
    (void)memset(g_outputs[0], FILLER, 8U);
    (void)memset(g_outputs[1], FILLER, 8U);
}

/** Sees which of the fills was done. */
static void assert_filled(bool before, bool behind)
{
    assert_int_equal(g_outputs[0][3], before ? 1 : FILLER);
    assert_int_equal(g_outputs[1][3], behind ? 2 : FILLER);
}

/**
 * A failure ends the task that it names with its status, or each, and no other task.
 * @verifies RF-DLA-211
 */
static void failure_comes_in_its_task(void **state)
{
    const LbStep one = {LB_FAIL, 0U, 0U, (uint64_t)cudlaErrorDlaErrDataMismatch, 3U, 0.0F, 0.0F};
    LbStep each = one;

    (void)state;
    for (uint64_t task = 1U; task < 6U; task++) {
        plan_around(one);
        assert_int_equal(run(task), (task == 3U) ? cudlaErrorDlaErrDataMismatch : cudlaSuccess);
        assert_filled(true, task != 3U);
        each.task = 0U;
        plan_around(each);
        assert_int_equal(run(task), cudlaErrorDlaErrDataMismatch);
        assert_filled(true, false);
    }
}

/**
 * A delay lets its time pass, although the host sleeps less, and no more questions are asked than
 * it needs; another task does not wait.
 * @verifies RF-DLA-211
 */
static void delay_takes_its_time(void **state)
{
    Host host = {1000U, 0U, FOR_EVER, 0U, 0U};

    (void)state;
    plan_around((LbStep){LB_DELAY, 0U, 0U, 5000000U, 2U, 0.0F, 0.0F});
    assert_int_equal(run_with(&host, 1U), cudlaSuccess);
    assert_int_equal(host.pauses, 0U);
    assert_true(host.now_us < 2000U);
    assert_filled(true, true);
    plan_around((LbStep){LB_DELAY, 0U, 0U, 5000000U, 2U, 0.0F, 0.0F});
    assert_int_equal(run_with(&host, 2U), cudlaSuccess);
    assert_in_range(host.now_us, 5001000U, 5002000U);
    assert_filled(true, true);
}

/**
 * A task that hangs, and one that is delayed for long, run until they are to end.
 * @verifies RF-DLA-211
 * @verifies RF-DLA-212
 */
static void hang_and_long_delay_run_until_they_are_to_end(void **state)
{
    static const LbStep steps[2] = {{LB_HANG, 0U, 0U, 0U, 2U, 0.0F, 0.0F},
                                    {LB_DELAY, 0U, 0U, UINT64_MAX, 2U, 0.0F, 0.0F}};

    (void)state;
    for (size_t i = 0U; i < 2U; i++) {
        Host host = {1000U, 0U, 50U, 0U, 0U};

        plan_around(steps[i]);
        assert_int_equal(run_with(&host, 1U), cudlaSuccess);
        assert_filled(true, true);
        plan_around(steps[i]);
        host.questions = 0U;
        assert_int_equal(run_with(&host, 2U), cudlaErrorDlaErrEngineTimeout);
        assert_int_equal(host.questions, 51U);
        assert_in_range(host.pauses, 40U, 50U);
        assert_filled(true, false);
    }
}

/* ---------------------------------------------------------------- end of a computation */

/** Bytes of an output that were written, from its beginning. */
static uint64_t written(uint32_t output, uint64_t size)
{
    uint64_t count = size;

    while ((count > 0U) && (g_outputs[output][count - 1U] == FILLER)) {
        count--;
    }
    return count;
}

/**
 * A computation is asked for each piece whether it is to go on, and ends when not: whatever is
 * computed.
 * @verifies RF-DLA-212
 */
static void computation_ends_within_a_piece(void **state)
{
    static const uint64_t sizes[3] = {500000U, 500000U, 500000U};
    static const uint64_t outputs[2] = {500000U, 500000U};
    static const LbStep steps[] = {
        {LB_MIX, 0U, 7U, 0U, 0U, 0.0F, 0.0F},    {LB_STAMP, 0U, 1U, 0U, 0U, 0.0F, 0.0F},
        {LB_COPY, 0U, 1U, 0U, 0U, 0.0F, 0.0F},   {LB_FILL, 0U, 0U, 9U, 0U, 0.0F, 0.0F},
        {LB_AFFINE, 0U, 1U, 0U, 0U, 2.0F, 0.0F}, {LB_ADD, 0U, 7U, 0U, 0U, 0.0F, 0.0F}};

    (void)state;
    for (size_t i = 0U; i < (sizeof(steps) / sizeof(steps[0])); i++) {
        Host patient = {0U, 0U, FOR_EVER, 0U, 0U};

        fill_memory();
        (void)memset(g_inputs, 1, sizeof(g_inputs));
        plan_raw(sizes, outputs, steps[i]);
        assert_int_equal(run_with(&patient, 1U), cudlaSuccess);
        assert_int_equal(written(0U, 500000U), 500000U);
        /* Eight pieces of 64 KiB at least. */
        assert_in_range(patient.questions, 8U, 1000U);
        for (uint64_t patience = 0U; patience < 8U; patience++) {
            Host host = {0U, 0U, patience, 0U, 0U};

            (void)memset(g_outputs, FILLER, sizeof(g_outputs));
            assert_int_equal(run_with(&host, 1U), cudlaErrorDlaErrEngineTimeout);
            assert_int_equal(host.questions, patience + 1U);
            assert_in_range(written(0U, 500000U), 0U, (patience + 1U) * 65536U);
        }
    }
}

/* ---------------------------------------------------------------- reports */

/**
 * A task with statistics tensors has a record for each step that was done, in each of them.
 * @verifies RF-DLA-213
 */
static void steps_are_in_the_report(void **state)
{
    static const char text[] = "task,step,operation,output,start_us,time_us,bytes\n"
                               "4,0,fill,0,3,3,4\n"
                               "4,2,mix,1,9,3,6\n"
                               "4,3,fail,0,15,3,0\n";
    char csv[256];
    size_t length = 0U;

    (void)state;
    plan_around((LbStep){LB_HANG, 0U, 0U, 0U, 3U, 0.0F, 0.0F});
    g_plan.steps[2] = (LbStep){LB_MIX, 1U, 5U, 0U, 0U, 0.0F, 0.0F};
    g_plan.steps[3] = (LbStep){LB_FAIL, 0U, 0U, 7U, 0U, 0.0F, 0.0F};
    g_plan.steps[4] = (LbStep){LB_FILL, 0U, 0U, 7U, 0U, 0.0F, 0.0F};
    g_plan.step_count = 5U;
    g_plan.statistics = 2U;
    g_plan.tensors[5] = lb_raw("report", sizeof(g_reports[0]));
    g_plan.tensors[6] = lb_raw("short", 71U);
    (void)memset(g_reports, FILLER, sizeof(g_reports));
    assert_int_equal(run(4U), 7);
    assert_true(
        loadable_statistics_csv(g_reports[0], sizeof(g_reports[0]), csv, sizeof(csv), &length));
    assert_int_equal(length, sizeof(text) - 1U);
    assert_memory_equal(csv, text, length);
    assert_true(loadable_statistics_csv(g_reports[1], 71U, csv, sizeof(csv), &length));
    assert_int_equal(length, 50U);
    assert_int_equal(g_reports[1][32], FILLER);
    assert_int_equal(loadable_step_bytes(&g_loadable, &g_loadable.steps[2]), 6U);
}

/**
 * A task to which no report was bound writes none.
 * @verifies RF-DLA-213
 */
static void task_without_report_writes_none(void **state)
{
    Host host = {0U, 0U, FOR_EVER, 0U, 0U};
    const DlaHost calls = {host_goes_on, host_pause, host_time, &host};
    DlaTensors tensors;

    (void)state;
    plan_around((LbStep){LB_FILL, 0U, 0U, 1U, 0U, 0.0F, 0.0F});
    g_plan.statistics = 1U;
    g_plan.tensors[5] = lb_raw("report", sizeof(g_reports[0]));
    lb_write(&g_plan, &g_bytes);
    assert_int_equal(loadable_read(g_bytes.bytes, g_bytes.size, &g_loadable), DLA_LOADABLE_OK);
    (void)memset(&tensors, 0, sizeof(tensors));
    tensors.outputs[0] = g_outputs[0];
    tensors.outputs[1] = g_outputs[1];
    (void)memset(g_reports, FILLER, sizeof(g_reports));
    assert_int_equal(loadable_run(&g_loadable, 1U, &tensors, &calls), cudlaSuccess);
    assert_filled(true, true);
    assert_int_equal(g_reports[0][0], FILLER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(words_are_those_of_the_model, nothing_is_left),
        cmocka_unit_test_teardown(words_are_those_of_another_program, nothing_is_left),
        cmocka_unit_test_teardown(each_change_shows_in_what_is_mixed, nothing_is_left),
        cmocka_unit_test_teardown(tasks_that_are_stamped_differ, nothing_is_left),
        cmocka_unit_test_teardown(bytes_are_copied_and_filled, nothing_is_left),
        cmocka_unit_test_teardown(elements_are_scaled_and_shifted, nothing_is_left),
        cmocka_unit_test_teardown(elements_are_those_computed_by_hand, nothing_is_left),
        cmocka_unit_test_teardown(elements_are_added, nothing_is_left),
        cmocka_unit_test_teardown(failure_comes_in_its_task, nothing_is_left),
        cmocka_unit_test_teardown(delay_takes_its_time, nothing_is_left),
        cmocka_unit_test_teardown(hang_and_long_delay_run_until_they_are_to_end, nothing_is_left),
        cmocka_unit_test_teardown(computation_ends_within_a_piece, nothing_is_left),
        cmocka_unit_test_teardown(steps_are_in_the_report, nothing_is_left),
        cmocka_unit_test_teardown(task_without_report_writes_none, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
