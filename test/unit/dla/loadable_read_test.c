/* SPDX-License-Identifier: Apache-2.0 */
#include "dla/loadable.h"
#include "leftovers.h"
#include "loadable_bytes.h"

/** Byte of a loadable that nothing was read into. */
#define FILLER 0xA5

static LbPlan g_plan;
static LbBytes g_bytes;
static DlaLoadable g_loadable;
static DlaLoadable g_before;

/** Reads bytes, and sees that nothing was written if they are refused. */
static DlaLoadableFault read_bytes(const uint8_t *bytes, size_t size)
{
    DlaLoadableFault fault = DLA_LOADABLE_OK;

    (void)memset(&g_loadable, FILLER, sizeof(g_loadable));
    (void)memcpy(&g_before, &g_loadable, sizeof(g_before));
    fault = loadable_read(bytes, size, &g_loadable);
    if (fault != DLA_LOADABLE_OK) {
        assert_memory_equal(&g_loadable, &g_before, sizeof(g_before));
    }
    return fault;
}

static DlaLoadableFault read_plan(void)
{
    lb_write(&g_plan, &g_bytes);
    return read_bytes(g_bytes.bytes, g_bytes.size);
}

/** Changes a byte of the loadable, and gives it a CRC that fits. */
static DlaLoadableFault read_changed(size_t at, uint8_t byte)
{
    lb_write(&g_plan, &g_bytes);
    g_bytes.bytes[at] = byte;
    lb_seal(g_bytes.bytes, g_bytes.size);
    return read_bytes(g_bytes.bytes, g_bytes.size);
}

/** A plan with a tensor and a step of each kind. */
static void plan_all(void)
{
    static const uint32_t dims[4] = {2U, 3U, 4U, 5U};

    (void)memset(&g_plan, 0, sizeof(g_plan));
    g_plan.inputs = 2U;
    g_plan.outputs = 2U;
    g_plan.statistics = 1U;
    g_plan.tensors[0] = lb_packed("first", CUDLA_DATA_TYPE_HALF, 2U, dims);
    g_plan.tensors[1] = lb_packed("second", CUDLA_DATA_TYPE_HALF, 2U, dims);
    g_plan.tensors[2] = lb_packed("sum", CUDLA_DATA_TYPE_HALF, 2U, dims);
    g_plan.tensors[3] = lb_packed("float", CUDLA_DATA_TYPE_FLOAT, 4U, dims);
    g_plan.tensors[4] = lb_raw("report", 512U);
    g_plan.steps[0] = (LbStep){LB_MIX, 1U, 3U, 77U, 0U, 0.0F, 0.0F};
    g_plan.steps[1] = (LbStep){LB_STAMP, 0U, 0U, 1U, 0U, 0.0F, 0.0F};
    g_plan.steps[2] = (LbStep){LB_COPY, 1U, 2U, 0U, 0U, 0.0F, 0.0F};
    g_plan.steps[3] = (LbStep){LB_FILL, 1U, 0U, 255U, 0U, 0.0F, 0.0F};
    g_plan.steps[4] = (LbStep){LB_AFFINE, 1U, 1U, 0U, 0U, 2.5F, -1.0F};
    g_plan.steps[5] = (LbStep){LB_ADD, 0U, 3U, 0U, 0U, 0.0F, 0.0F};
    g_plan.steps[6] = (LbStep){LB_DELAY, 0U, 0U, 1000000U, 3U, 0.0F, 0.0F};
    g_plan.steps[7] = (LbStep){LB_FAIL, 0U, 0U, 7U, 9U, 0.0F, 0.0F};
    g_plan.steps[8] = (LbStep){LB_HANG, 0U, 0U, 0U, 8U, 0.0F, 0.0F};
    g_plan.step_count = 9U;
}

/* ---------------------------------------------------------------- what is read */

/**
 * What is read are the tensors and the steps of the bytes.
 * @verifies RF-DLA-200
 */
static void tensors_and_steps_are_those_of_the_bytes(void **state)
{
    (void)state;
    plan_all();
    g_plan.tensors[1].dataFormat = CUDLA_DATA_FORMAT_NCHW;
    g_plan.tensors[1].dataCategory = 2U;
    g_plan.tensors[1].pixelFormat = 36U;
    g_plan.tensors[1].pixelMapping = 5U;
    g_plan.tensors[1].stride[7] = 0x87654321U;
    assert_int_equal(read_plan(), DLA_LOADABLE_OK);
    assert_int_equal(g_loadable.inputs, 2U);
    assert_int_equal(g_loadable.outputs, 2U);
    assert_int_equal(g_loadable.statistics, 1U);
    assert_int_equal(g_loadable.step_count, 9U);
    for (uint32_t i = 0U; i < 5U; i++) {
        assert_memory_equal(&g_loadable.tensors[i], &g_plan.tensors[i], sizeof(g_plan.tensors[i]));
    }
    for (uint32_t i = 0U; i < 9U; i++) {
        const DlaStep *const step = &g_loadable.steps[i];

        assert_int_equal(step->operation, g_plan.steps[i].operation);
        assert_int_equal(step->output, g_plan.steps[i].output);
        assert_true(step->inputs == g_plan.steps[i].inputs);
        assert_true(step->number == g_plan.steps[i].number);
        assert_true(step->task == g_plan.steps[i].task);
        assert_memory_equal(&step->scale, &g_plan.steps[i].scale, sizeof(float));
        assert_memory_equal(&step->shift, &g_plan.steps[i].shift, sizeof(float));
    }
}

/**
 * A loadable may have as many tensors and steps as the tables have rows, and no more.
 * @verifies RF-DLA-200
 */
static void tables_are_filled_to_the_last_row(void **state)
{
    (void)state;
    lb_plan_mix(&g_plan, 8U, 8U);
    g_plan.inputs = RINGFENCE_CFG_DLA_TENSORS - 1U;
    g_plan.step_count = RINGFENCE_CFG_DLA_STEPS;
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_DLA_TENSORS; i++) {
        g_plan.tensors[i] = lb_raw("t", 8U);
    }
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_DLA_STEPS; i++) {
        g_plan.steps[i] = g_plan.steps[0];
    }
    g_plan.steps[0].inputs = (uint64_t)1U << (g_plan.inputs - 1U);
    assert_int_equal(read_plan(), DLA_LOADABLE_OK);
    g_plan.step_count++;
    assert_int_equal(read_plan(), DLA_LOADABLE_TOO_MANY);
    g_plan.step_count--;
    g_plan.statistics = 1U;
    g_plan.tensors[RINGFENCE_CFG_DLA_TENSORS] = lb_raw("s", 64U);
    assert_int_equal(read_plan(), DLA_LOADABLE_TOO_MANY);
}

/* ---------------------------------------------------------------- what is refused */

/**
 * Each change of a byte is refused, and each length but the right one.
 * @verifies RF-DLA-201
 */
static void changed_and_cut_bytes_are_refused(void **state)
{
    LbBytes *const bytes = &g_bytes;

    (void)state;
    plan_all();
    lb_write(&g_plan, bytes);
    for (size_t i = 0U; i < bytes->size; i++) {
        for (uint32_t bit = 0U; bit < 8U; bit++) {
            bytes->bytes[i] ^= (uint8_t)(1U << bit);
            assert_int_not_equal(read_bytes(bytes->bytes, bytes->size), DLA_LOADABLE_OK);
            bytes->bytes[i] ^= (uint8_t)(1U << bit);
        }
    }
    for (size_t i = 0U; i < bytes->size; i++) {
        assert_int_equal(read_bytes(bytes->bytes, i), DLA_LOADABLE_SHORT);
    }
    assert_int_equal(read_bytes(bytes->bytes, bytes->size + 1U), DLA_LOADABLE_LENGTH);
    assert_int_equal(read_bytes(bytes->bytes, bytes->size), DLA_LOADABLE_OK);
}

/**
 * The header says why it is refused.
 * @verifies RF-DLA-201
 */
static void header_is_refused_with_its_reason(void **state)
{
    static const struct {
        size_t at;
        uint8_t byte;
        DlaLoadableFault fault;
    } cases[] = {
        {0U, 'X', DLA_LOADABLE_FOREIGN},   {7U, 0U, DLA_LOADABLE_FOREIGN},
        {8U, 2U, DLA_LOADABLE_VERSION},    {10U, 1U, DLA_LOADABLE_VERSION},
        {28U, 1U, DLA_LOADABLE_VERSION},   {12U, 65U, DLA_LOADABLE_LENGTH},
        {23U, 1U, DLA_LOADABLE_SHORT},     {16U, 0U, DLA_LOADABLE_LENGTH},
        {48U, 160U, DLA_LOADABLE_LENGTH},  {52U, 65U, DLA_LOADABLE_LENGTH},
        {56U, 1U, DLA_LOADABLE_LENGTH},    {63U, 1U, DLA_LOADABLE_LENGTH},
        {32U, 2U, DLA_LOADABLE_LENGTH},    {44U, 0U, DLA_LOADABLE_LENGTH},
        {35U, 0xFFU, DLA_LOADABLE_LENGTH}, {39U, 0xFFU, DLA_LOADABLE_LENGTH},
    };

    (void)state;
    lb_plan_mix(&g_plan, 8U, 8U);
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        assert_int_equal(read_changed(cases[i].at, cases[i].byte), cases[i].fault);
    }
    lb_write(&g_plan, &g_bytes);
    g_bytes.bytes[LB_CRC_AT] ^= 1U;
    assert_int_equal(read_bytes(g_bytes.bytes, g_bytes.size), DLA_LOADABLE_CRC);
    assert_int_equal(read_bytes(NULL, 0U), DLA_LOADABLE_SHORT);
    (void)memcpy(g_bytes.bytes, "\177ELF", 4U);
    assert_int_equal(read_bytes(g_bytes.bytes, g_bytes.size), DLA_LOADABLE_FOREIGN);
    assert_int_equal(read_bytes(g_bytes.bytes, 2U), DLA_LOADABLE_FOREIGN);
}

/**
 * A tensor without a name, without a size, with something in its padding, or a report that has no
 * room for a head is refused, and a loadable without outputs.
 * @verifies RF-DLA-202
 */
static void tensors_that_do_not_fit_are_refused(void **state)
{
    const size_t first = LB_HEADER;

    (void)state;
    lb_plan_mix(&g_plan, 8U, 8U);
    assert_int_equal(read_changed(first, 0U), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + 3U, 'x'), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + 80U, 'x'), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + 87U, 1U), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + 88U, 0U), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + 94U, 1U), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + 133U, 1U), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + 135U, 1U), DLA_LOADABLE_TENSOR);
    assert_int_equal(read_changed(first + LB_TENSOR + 88U, 0U), DLA_LOADABLE_TENSOR);
    g_plan.tensors[1].name[0] = '\0';
    g_plan.tensors[1].name[1] = '\0';
    g_plan.tensors[1].name[2] = '\0';
    assert_int_equal(read_plan(), DLA_LOADABLE_TENSOR);
    g_plan.tensors[1].name[0] = 'x';
    (void)memset(g_plan.tensors[0].name, 'n', 80U);
    g_plan.tensors[0].size = (uint64_t)1U << 48U;
    assert_int_equal(read_plan(), DLA_LOADABLE_OK);
    g_plan.tensors[0].size++;
    assert_int_equal(read_plan(), DLA_LOADABLE_TENSOR);
    lb_plan_mix(&g_plan, 8U, 8U);
    g_plan.statistics = 1U;
    g_plan.tensors[2] = lb_raw("report", LOADABLE_REPORT_HEAD - 1U);
    assert_int_equal(read_plan(), DLA_LOADABLE_TENSOR);
    g_plan.tensors[2].size = LOADABLE_REPORT_HEAD;
    assert_int_equal(read_plan(), DLA_LOADABLE_OK);
    g_plan.statistics = 0U;
    g_plan.outputs = 0U;
    g_plan.step_count = 0U;
    assert_int_equal(read_plan(), DLA_LOADABLE_TENSOR);
}

/** The fault of a plan whose first step is this one. */
static DlaLoadableFault read_step(LbStep step)
{
    plan_all();
    g_plan.steps[0] = step;
    return read_plan();
}

/**
 * A step that has what its operation has not, or uses what there is not, is refused.
 * @verifies RF-DLA-203
 */
static void steps_that_do_not_fit_are_refused(void **state)
{
    static const LbStep bad[] = {
        {0U, 0U, 0U, 0U, 0U, 0.0F, 0.0F},
        {10U, 0U, 0U, 0U, 0U, 0.0F, 0.0F},
        {LB_MIX, 0U, 0U, 0U, 0U, 0.0F, 0.0F},
        {LB_MIX, 2U, 1U, 0U, 0U, 0.0F, 0.0F},
        {LB_MIX, 0U, 4U, 0U, 0U, 0.0F, 0.0F},
        {LB_MIX, 0U, (uint64_t)1U << 63U, 0U, 0U, 0.0F, 0.0F},
        {LB_MIX, 0U, 1U, 0U, 1U, 0.0F, 0.0F},
        {LB_MIX, 0U, 1U, 0U, 0U, 1.0F, 0.0F},
        {LB_STAMP, 0U, 1U, 0U, 1U, 0.0F, 0.0F},
        {LB_COPY, 0U, 3U, 0U, 0U, 0.0F, 0.0F},
        {LB_COPY, 0U, 0U, 0U, 0U, 0.0F, 0.0F},
        {LB_COPY, 0U, 1U, 1U, 0U, 0.0F, 0.0F},
        {LB_FILL, 0U, 0U, 256U, 0U, 0.0F, 0.0F},
        {LB_FILL, 0U, 1U, 0U, 0U, 0.0F, 0.0F},
        {LB_AFFINE, 0U, 3U, 0U, 0U, 1.0F, 0.0F},
        {LB_AFFINE, 0U, 1U, 1U, 0U, 1.0F, 0.0F},
        {LB_ADD, 0U, 0U, 0U, 0U, 0.0F, 0.0F},
        {LB_ADD, 0U, 3U, 0U, 0U, 0.0F, 1.0F},
        {LB_ADD, 1U, 3U, 0U, 0U, 0.0F, 0.0F},
        {LB_DELAY, 1U, 0U, 0U, 0U, 0.0F, 0.0F},
        {LB_DELAY, 0U, 1U, 0U, 0U, 0.0F, 0.0F},
        {LB_FAIL, 0U, 0U, 0U, 0U, 0.0F, 0.0F},
        {LB_FAIL, 0U, 0U, 15U, 0U, 0.0F, 0.0F},
        {LB_FAIL, 0U, 0U, 0x40000000U, 0U, 0.0F, 0.0F},
        {LB_FAIL, 0U, 0U, 0x40000008U, 0U, 0.0F, 0.0F},
        {LB_FAIL, 0U, 0U, 0x100000001U, 0U, 0.0F, 0.0F},
        {LB_HANG, 0U, 0U, 1U, 0U, 0.0F, 0.0F},
    };
    static const uint64_t statuses[] = {1U, 14U, 0x40000001U, 0x40000007U, 0x7FFFFFFFU};
    const float infinite = 3.0e38F * 10.0F;

    (void)state;
    for (size_t i = 0U; i < (sizeof(bad) / sizeof(bad[0])); i++) {
        assert_int_equal(read_step(bad[i]), DLA_LOADABLE_STEP);
    }
    for (size_t i = 0U; i < (sizeof(statuses) / sizeof(statuses[0])); i++) {
        const LbStep step = {LB_FAIL, 0U, 0U, statuses[i], 0U, 0.0F, 0.0F};

        assert_int_equal(read_step(step), DLA_LOADABLE_OK);
    }
    assert_int_equal(read_step((LbStep){LB_AFFINE, 0U, 1U, 0U, 0U, infinite, 0.0F}),
                     DLA_LOADABLE_STEP);
    assert_int_equal(read_step((LbStep){LB_AFFINE, 0U, 1U, 0U, 0U, 0.0F, infinite - infinite}),
                     DLA_LOADABLE_STEP);
    plan_all();
    for (size_t at = 40U; at < LB_STEP; at++) {
        assert_int_equal(read_changed(LB_HEADER + (5U * LB_TENSOR) + at, 1U), DLA_LOADABLE_STEP);
    }
}

/**
 * A step of elements is refused if its tensors have other sizes than the output, or no elements.
 * @verifies RF-DLA-203
 */
static void elements_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    for (uint32_t tensor = 0U; tensor < 3U; tensor++) {
        plan_all();
        g_plan.tensors[tensor].n = 1U;
        assert_int_equal(read_plan(), DLA_LOADABLE_STEP);
        plan_all();
        g_plan.tensors[tensor].c = 2U;
        assert_int_equal(read_plan(), DLA_LOADABLE_STEP);
        plan_all();
        g_plan.tensors[tensor].h = 3U;
        assert_int_equal(read_plan(), DLA_LOADABLE_STEP);
        plan_all();
        g_plan.tensors[tensor].w = 4U;
        assert_int_equal(read_plan(), DLA_LOADABLE_STEP);
        plan_all();
        g_plan.tensors[tensor].dataType = CUDLA_DATA_TYPE_UNKNOWN;
        assert_int_equal(read_plan(), DLA_LOADABLE_STEP);
        plan_all();
        g_plan.tensors[tensor].size--;
        assert_int_equal(read_plan(), DLA_LOADABLE_STEP);
    }
    /* Without a step of elements all of it is taken as it is. */
    plan_all();
    g_plan.step_count = 4U;
    g_plan.tensors[0].n = 0U;
    g_plan.tensors[2].dataType = 200U;
    assert_int_equal(read_plan(), DLA_LOADABLE_OK);
}

/**
 * Each reason has words of its own, and those for other loadables say what to do.
 * @verifies RF-DLA-204
 */
static void every_reason_has_words(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i <= (uint32_t)DLA_LOADABLE_STEP; i++) {
        const char *const text = loadable_fault_text((DlaLoadableFault)i);

        assert_true(strlen(text) > 20U);
        for (uint32_t other = 0U; other < i; other++) {
            assert_string_not_equal(text, loadable_fault_text((DlaLoadableFault)other));
        }
    }
    assert_non_null(strstr(loadable_fault_text(DLA_LOADABLE_FOREIGN), "NVIDIA"));
    assert_non_null(strstr(loadable_fault_text(DLA_LOADABLE_FOREIGN), "rfdla make"));
    assert_non_null(strstr(loadable_fault_text(DLA_LOADABLE_FOREIGN), "recorder"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(tensors_and_steps_are_those_of_the_bytes, nothing_is_left),
        cmocka_unit_test_teardown(tables_are_filled_to_the_last_row, nothing_is_left),
        cmocka_unit_test_teardown(changed_and_cut_bytes_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(header_is_refused_with_its_reason, nothing_is_left),
        cmocka_unit_test_teardown(tensors_that_do_not_fit_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(steps_that_do_not_fit_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(elements_that_do_not_fit_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(every_reason_has_words, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
