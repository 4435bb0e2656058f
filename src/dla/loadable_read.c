/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable_read.c
 * The bytes of loadables: all are checked before the first one is taken over.
 *
 * They may lie in memory that others change meanwhile: a file that is mapped, a buffer of a peer.
 * So all but the weights of a network are copied first, and the copy alone is looked at and taken
 * over. Weights are numbers that nothing follows from; who copies them looks at the CRC of the
 * copy.
 */
#include <string.h>

#include "dla/loadable.h"
#include "port/atomic.h"

#define HEADER_BYTES 64U
#define TENSOR_BYTES 168U
#define STEP_BYTES   64U
/** Of the CRC within the header. */
#define CRC_OFFSET 24U
/** Of a tensor's name with the padding behind it, and of what it may have. */
#define NAME_FIELD     88U
#define NAME_MAX       80U
#define CRC_BYTES      4U
#define CRC_START      0xFFFFFFFFU
#define INPUTS_MAX     64U
#define SIZE_MAX_BYTES 0x1000000000000U
#define FILL_MAX       0xFFU
/** The bits of a float that are all set where it is infinite or a NaN. */
#define FLOAT_EXPONENT 0x7F800000U

/** Most bytes of a loadable that can be used, without the weights. */
#define COPY_BYTES                                                                                 \
    (HEADER_BYTES + (TENSOR_BYTES * RINGFENCE_CFG_DLA_TENSORS) +                                   \
     (STEP_BYTES * RINGFENCE_CFG_DLA_STEPS) + NETWORK_RECORD_BYTES)

/** The first bytes of the loadable that is read. Calls are made one at a time. */
static uint8_t g_loadable_copy[COPY_BYTES];

static const uint8_t g_loadable_magic[8] = {0x52U, 0x46U, 0x44U, 0x4CU, 0x41U, 0U, 0x0DU, 0x0AU};

/** What follows from the header. */
typedef struct {
    uint64_t inputs;
    uint64_t outputs;
    uint64_t statistics;
    uint64_t tensors;
    uint64_t steps;
    /** LoadableBytes of the network; 0: there is none. */
    uint64_t network;
} Counts;

/** What a step of an operation has; what it does not have is 0. */
typedef struct {
    DlaOperation operation;
    uint32_t inputs_min;
    uint32_t inputs_max;
    uint64_t number_max;
    bool has_output;
    bool has_task;
    bool has_factor;
} StepRule;

/** By the number of the operation in the bytes; there is none of number 0. */
static const StepRule g_loadable_rules[] = {
    {DLA_HANG, 0U, 0U, 0U, false, false, false},
    {DLA_MIX, 1U, INPUTS_MAX, UINT64_MAX, true, false, false},
    {DLA_STAMP, 0U, INPUTS_MAX, UINT64_MAX, true, false, false},
    {DLA_COPY, 1U, 1U, 0U, true, false, false},
    {DLA_FILL, 0U, 0U, FILL_MAX, true, false, false},
    {DLA_AFFINE, 1U, 1U, 0U, true, false, true},
    {DLA_ADD, 1U, INPUTS_MAX, 0U, true, false, false},
    {DLA_DELAY, 0U, 0U, UINT64_MAX, false, true, false},
    {DLA_FAIL, 0U, 0U, UINT64_MAX, false, true, false},
    {DLA_HANG, 0U, 0U, 0U, false, true, false},
    {DLA_NETWORK, 0U, 0U, 0U, false, false, false},
};

/** What DLA_FAIL ends a task with. */
static const cudlaStatus g_fail_statuses[] = {
    cudlaErrorInvalidParam,
    cudlaErrorOutOfResources,
    cudlaErrorCreationFailed,
    cudlaErrorInvalidAddress,
    cudlaErrorOs,
    cudlaErrorCuda,
    cudlaErrorUmd,
    cudlaErrorInvalidDevice,
    cudlaErrorInvalidAttribute,
    cudlaErrorIncompatibleDlaSWVersion,
    cudlaErrorMemoryRegistered,
    cudlaErrorInvalidModule,
    cudlaErrorUnsupportedOperation,
    cudlaErrorNvSci,
    cudlaErrorDlaErrInvalidInput,
    cudlaErrorDlaErrInvalidPreAction,
    cudlaErrorDlaErrNoMem,
    cudlaErrorDlaErrProcessorBusy,
    cudlaErrorDlaErrTaskStatusMismatch,
    cudlaErrorDlaErrEngineTimeout,
    cudlaErrorDlaErrDataMismatch,
    cudlaErrorUnknown,
};

#define STATUSES ((uint32_t)(sizeof(g_fail_statuses) / sizeof(g_fail_statuses[0])))

/** By fault. */
static const char *const g_loadable_texts[] = {
    "The loadable can be used",
    "The bytes are no rfdla loadable. This engine computes rfdla loadables alone, and cannot read "
    "those of NVIDIA's compiler: make one with 'rfdla make', or describe the real one on a board "
    "with the recorder",
    "The rfdla loadable is cut: there are fewer bytes than its header has, or than it says. Hand "
    "over the whole file and its size",
    "The rfdla loadable has a version that this library does not read. Make it anew with the rfdla "
    "of this release",
    "The CRC of the rfdla loadable differs: its bytes were changed",
    "The sizes in the rfdla loadable do not add up, or there are bytes behind it. Hand over the "
    "file alone",
    "The rfdla loadable has more tensors than RINGFENCE_CFG_DLA_TENSORS, more steps than "
    "RINGFENCE_CFG_DLA_STEPS, or a network of more than 256 layers or 1024 values",
    "A tensor of the rfdla loadable is not as docs/dla-loadables.md says: its name, its size or "
    "its padding; or there is no output",
    "A step of the rfdla loadable is not as docs/dla-loadables.md says: its operation, a field, or "
    "a tensor that it uses",
    "The network of the rfdla loadable is not as docs/dla-loadables.md says: its sizes, a value, a "
    "layer, or what a layer demands of the types and dimensions of its values",
};

/* ---------------------------------------------------------------- bytes */

/** The bytes of a loadable: a copy of those that are looked at, and all. */
typedef struct {
    const uint8_t *copy;
    size_t copied;
    const uint8_t *all;
    size_t size;
} LoadableBytes;

/** Copies the bytes, as many as there is room for.
 * @satisfies RF-DLA-342 */
static LoadableBytes copy_bytes(const uint8_t *bytes, size_t size)
{
    const size_t room = sizeof(g_loadable_copy);
    const LoadableBytes taken = {g_loadable_copy, (size < room) ? size : room, bytes, size};

    if (taken.copied > 0U) {
        (void)memcpy(g_loadable_copy, bytes, taken.copied);
    }
    port_compiler_fence();
    return taken;
}

/** CRC of the bytes before an end, of which the header is a part; those of its own field are 0.
 * Without the last inversion. */
static uint32_t loadable_crc_of(const LoadableBytes *bytes, size_t end)
{
    static const uint8_t none[CRC_BYTES] = {0U, 0U, 0U, 0U};
    const size_t behind = CRC_OFFSET + CRC_BYTES;
    const size_t copied = (end < bytes->copied) ? end : bytes->copied;
    uint32_t crc = network_crc(CRC_START, bytes->copy, CRC_OFFSET);

    crc = network_crc(crc, none, CRC_BYTES);
    crc = network_crc(crc, &bytes->copy[behind], copied - behind);
    return network_crc(crc, &bytes->all[copied], end - copied);
}

static uint32_t get16(const uint8_t *from)
{
    return (uint32_t)dla_get(from, 2U);
}

static uint32_t get32(const uint8_t *from)
{
    return (uint32_t)dla_get(from, 4U);
}

static uint64_t get64(const uint8_t *from)
{
    return dla_get(from, 8U);
}

static float get_float(const uint8_t *from)
{
    const uint32_t bits = get32(from);
    float value = 0.0F;

    dla_copy(&value, &bits, sizeof(value));
    return value;
}

/** Says whether all bytes are 0. */
static bool is_zero(const uint8_t *bytes, size_t count)
{
    uint32_t all = 0U;

    for (size_t i = 0U; i < count; i++) {
        all |= bytes[i];
    }
    return all == 0U;
}

/* ---------------------------------------------------------------- header */

/** Says whether the bytes, as many as there are, begin as a loadable does. */
static bool has_magic(const uint8_t *bytes, size_t size)
{
    bool has = true;

    for (size_t i = 0U; (i < size) && (i < sizeof(g_loadable_magic)); i++) {
        has = has && (bytes[i] == g_loadable_magic[i]);
    }
    return has;
}

static Counts counts_of(const uint8_t *bytes)
{
    Counts counts;

    counts.inputs = get32(&bytes[32]);
    counts.outputs = get32(&bytes[36]);
    counts.statistics = get32(&bytes[40]);
    counts.tensors = counts.inputs + counts.outputs + counts.statistics;
    counts.steps = get32(&bytes[44]);
    counts.network = get64(&bytes[56]);
    return counts;
}

/** Where the records end, and the network begins. */
static uint64_t records_end(const Counts *counts)
{
    return HEADER_BYTES + (TENSOR_BYTES * counts->tensors) + (STEP_BYTES * counts->steps);
}

void loadable_records(const uint8_t *bytes, uint64_t *tensors, uint64_t *steps)
{
    const Counts counts = counts_of(bytes);

    *tensors = counts.tensors;
    *steps = counts.steps;
}

/** Says whether the sizes of the header fit each other. */
static bool sizes_fit(const uint8_t *bytes, size_t size)
{
    const Counts counts = counts_of(bytes);
    const uint64_t all = records_end(&counts);
    const bool records = (get32(&bytes[12]) == HEADER_BYTES) &&
                         (get32(&bytes[48]) == TENSOR_BYTES) && (get32(&bytes[52]) == STEP_BYTES);

    /* 1.0 has none. */
    const bool network = (counts.network == 0U) || (get16(&bytes[10]) == 1U);

    return records && network && (all <= size) && (counts.network == (size - all));
}

/** Says whether the header is of a version that is read: 1.0, or 1.1 with a network. */
static bool version_fits(const uint8_t *bytes)
{
    const uint32_t minor = get16(&bytes[10]);
    const bool fits = (minor == 0U) || ((minor == 1U) && (get64(&bytes[56]) > 0U));

    return fits && (get16(&bytes[8]) == 1U) && (get32(&bytes[28]) == 0U);
}

static DlaLoadableFault check_header(const LoadableBytes *all)
{
    const uint8_t *const bytes = all->copy;
    const size_t size = all->size;
    DlaLoadableFault fault = DLA_LOADABLE_OK;

    if (!has_magic(bytes, size)) {
        fault = DLA_LOADABLE_FOREIGN;
    } else if (size < HEADER_BYTES) {
        fault = DLA_LOADABLE_SHORT;
    } else if (!version_fits(bytes)) {
        fault = DLA_LOADABLE_VERSION;
    } else if (get64(&bytes[16]) > size) {
        fault = DLA_LOADABLE_SHORT;
    } else if ((get64(&bytes[16]) < size) || (!sizes_fit(bytes, size))) {
        fault = DLA_LOADABLE_LENGTH;
    } else if (get32(&bytes[CRC_OFFSET]) != (loadable_crc_of(all, size) ^ CRC_START)) {
        fault = DLA_LOADABLE_CRC;
    } else {
        const Counts counts = counts_of(bytes);

        if ((counts.tensors > RINGFENCE_CFG_DLA_TENSORS) ||
            (counts.steps > RINGFENCE_CFG_DLA_STEPS)) {
            fault = DLA_LOADABLE_TOO_MANY;
        }
    }
    return fault;
}

/* ---------------------------------------------------------------- tensors */

static const uint8_t *tensor_at(const uint8_t *bytes, uint64_t index)
{
    return &bytes[HEADER_BYTES + (TENSOR_BYTES * index)];
}

/** Says whether a tensor has a name, a size of at least `size_min`, and nothing in its padding. */
static bool tensor_fits(const uint8_t *from, uint64_t size_min)
{
    const uint64_t size = get64(&from[88]);
    size_t length = 0U;

    while ((length < NAME_MAX) && (from[length] != 0U)) {
        length++;
    }
    return (length > 0U) && is_zero(&from[length], NAME_FIELD - length) && (size >= size_min) &&
           (size <= SIZE_MAX_BYTES) && is_zero(&from[133], 3U);
}

static bool tensors_fit(const uint8_t *bytes, const Counts *counts)
{
    const uint64_t ordinary = counts->inputs + counts->outputs;
    bool fits = (counts->outputs > 0U);

    for (uint64_t i = 0U; fits && (i < counts->tensors); i++) {
        if (i < ordinary) {
            fits = tensor_fits(tensor_at(bytes, i), 1U);
        } else {
            fits = tensor_fits(tensor_at(bytes, i), LOADABLE_REPORT_HEAD);
        }
    }
    return fits;
}

/** Takes a tensor over. */
static void take_tensor(const uint8_t *from, cudlaModuleTensorDescriptor *tensor)
{
    (void)memset(tensor, 0, sizeof(*tensor));
    (void)memcpy(tensor->name, from, NAME_MAX);
    tensor->size = get64(&from[88]);
    tensor->n = get64(&from[96]);
    tensor->c = get64(&from[104]);
    tensor->h = get64(&from[112]);
    tensor->w = get64(&from[120]);
    tensor->dataFormat = from[128];
    tensor->dataType = from[129];
    tensor->dataCategory = from[130];
    tensor->pixelFormat = from[131];
    tensor->pixelMapping = from[132];
    for (size_t i = 0U; i < CUDLA_LOADABLE_TENSOR_DESC_NUM_STRIDES; i++) {
        tensor->stride[i] = get32(&from[136U + (4U * i)]);
    }
}

/* ---------------------------------------------------------------- steps */

static uint32_t loadable_bits_of(uint64_t set)
{
    uint32_t count = 0U;

    for (uint64_t left = set; left != 0U; left &= left - 1U) {
        count++;
    }
    return count;
}

/** @satisfies RF-DLA-203 RF-DLA-211 */
cudlaStatus loadable_status(uint64_t number)
{
    cudlaStatus status = cudlaSuccess;

    for (uint32_t i = 0U; i < STATUSES; i++) {
        if ((uint64_t)g_fail_statuses[i] == number) {
            status = g_fail_statuses[i];
        }
    }
    return status;
}

/** Takes a step over whose operation there is. */
static DlaStep step_of(const uint8_t *from)
{
    DlaStep step;

    step.operation = g_loadable_rules[get32(&from[0])].operation;
    step.output = get32(&from[4]);
    step.inputs = get64(&from[8]);
    step.number = get64(&from[16]);
    step.task = get64(&from[24]);
    step.scale = get_float(&from[32]);
    step.shift = get_float(&from[36]);
    return step;
}

/** Says whether the bits of a float are those of a finite number. */
static bool is_finite(uint32_t bits)
{
    return (bits & FLOAT_EXPONENT) != FLOAT_EXPONENT;
}

/** Says whether scale and shift are there iff an operation has them. */
static bool factor_fits(const uint8_t *from, const StepRule *rule)
{
    bool fits = is_zero(&from[32], 8U);

    if (rule->has_factor) {
        fits = is_finite(get32(&from[32])) && is_finite(get32(&from[36]));
    }
    return fits;
}

/** Says whether the number of a step is one of its operation. */
static bool number_fits(const DlaStep *step, const StepRule *rule)
{
    return (step->number <= rule->number_max) &&
           ((step->operation != DLA_FAIL) || (loadable_status(step->number) != cudlaSuccess));
}

/** Says whether the fields of a step are those that its operation has. */
static bool fields_fit(const uint8_t *from, const StepRule *rule)
{
    const DlaStep step = step_of(from);
    const uint32_t inputs = loadable_bits_of(step.inputs);
    const bool set = (inputs >= rule->inputs_min) && (inputs <= rule->inputs_max);
    const bool output = rule->has_output || (step.output == 0U);
    const bool task = rule->has_task || (step.task == 0U);

    return set && output && task && number_fits(&step, rule) && factor_fits(from, rule) &&
           is_zero(&from[40], 24U);
}

/** Says whether the elements of an input can go to those of the output. */
static bool elements_fit(const uint8_t *from, DlaOperation operation, const DlaLayout *output)
{
    cudlaModuleTensorDescriptor tensor;
    DlaLayout input;
    bool fits = false;

    take_tensor(from, &tensor);
    fits = loadable_layout(&tensor, &input);
    if (fits) {
        fits = (input.n == output->n) && (input.c == output->c) && (input.h == output->h) &&
               (input.w == output->w) &&
               ((operation == DLA_AFFINE) || (input.type == output->type));
    }
    return fits;
}

/** Says whether the tensors of an elementwise step fit each other. */
static bool layouts_fit(const uint8_t *bytes, const Counts *counts, const DlaStep *step)
{
    cudlaModuleTensorDescriptor tensor;
    DlaLayout output;
    bool fits = false;

    take_tensor(tensor_at(bytes, counts->inputs + step->output), &tensor);
    fits = loadable_layout(&tensor, &output);
    for (uint64_t k = 0U; fits && (k < counts->inputs); k++) {
        if (((step->inputs >> k) & 1U) == 1U) {
            fits = elements_fit(tensor_at(bytes, k), step->operation, &output);
        }
    }
    return fits;
}

/** Says whether a step uses tensors that there are, and in a way that they allow. */
static bool step_uses_fit(const uint8_t *bytes, const Counts *counts, const DlaStep *step)
{
    /* There are 64 inputs at most, as tensors were counted. */
    const bool inputs = (counts->inputs >= INPUTS_MAX) || ((step->inputs >> counts->inputs) == 0U);
    bool fits = inputs && (step->output < counts->outputs);

    if (fits && ((step->operation == DLA_AFFINE) || (step->operation == DLA_ADD))) {
        fits = layouts_fit(bytes, counts, step);
    }
    return fits;
}

static const uint8_t *step_at(const uint8_t *bytes, const Counts *counts, uint64_t index)
{
    return &bytes[HEADER_BYTES + (TENSOR_BYTES * counts->tensors) + (STEP_BYTES * index)];
}

static bool steps_fit(const uint8_t *bytes, const Counts *counts)
{
    bool fits = true;

    for (uint64_t i = 0U; fits && (i < counts->steps); i++) {
        const uint8_t *const from = step_at(bytes, counts, i);
        const uint32_t operation = get32(from);

        fits = (operation >= (uint32_t)DLA_MIX) && (operation <= (uint32_t)DLA_NETWORK) &&
               fields_fit(from, &g_loadable_rules[operation]);
        if (fits) {
            const DlaStep step = step_of(from);

            fits = step_uses_fit(bytes, counts, &step) &&
                   ((operation != (uint32_t)DLA_NETWORK) || (counts->network > 0U));
        }
    }
    return fits;
}

/* ---------------------------------------------------------------- network */

/** Takes inputs and outputs over, and looks at the network with them. */
static DlaLoadableFault check_network(const uint8_t *bytes, const Counts *counts)
{
    cudlaModuleTensorDescriptor tensors[RINGFENCE_CFG_DLA_TENSORS];
    DlaLoadableFault fault = DLA_LOADABLE_OK;

    (void)memset(tensors, 0, sizeof(tensors));
    if (counts->network > 0U) {
        const NetworkView view = {&bytes[records_end(counts)],
                                  counts->network,
                                  tensors,
                                  (uint32_t)counts->inputs,
                                  (uint32_t)counts->outputs,
                                  NULL,
                                  0U,
                                  0U,
                                  NULL};

        fault = DLA_LOADABLE_NETWORK;
        if (network_is_whole(&view)) {
            for (uint64_t i = 0U; i < (counts->inputs + counts->outputs); i++) {
                take_tensor(tensor_at(bytes, i), &tensors[i]);
            }
            if (network_is_too_large(&view)) {
                fault = DLA_LOADABLE_TOO_MANY;
            } else if (network_fits(&view)) {
                fault = DLA_LOADABLE_OK;
            } else {
                fault = DLA_LOADABLE_NETWORK;
            }
        }
    }
    return fault;
}

/** @satisfies RF-DLA-220 RF-DLA-342 */
NetworkView loadable_network(const uint8_t *bytes, size_t size, const DlaLoadable *loadable)
{
    const size_t room = sizeof(g_loadable_copy);
    const LoadableBytes all = {g_loadable_copy, (size < room) ? size : room, bytes, size};
    const Counts counts = counts_of(all.copy);
    const uint64_t first = records_end(&counts);
    NetworkView view = {&all.copy[first],
                        size - first,
                        loadable->tensors,
                        loadable->inputs,
                        loadable->outputs,
                        NULL,
                        0U,
                        0U,
                        NULL};
    const uint64_t weights = first + network_records(&view);

    /* Those that were copied are the ones that were looked at. */
    view.weights = (size <= room) ? &all.copy[weights] : &bytes[weights];
    view.crc_before = loadable_crc_of(&all, (size_t)weights);
    view.crc_behind = get32(&all.copy[CRC_OFFSET]) ^ CRC_START;
    return view;
}

/* ---------------------------------------------------------------- all of it */

static void take_over(const uint8_t *bytes, const Counts *counts, DlaLoadable *loadable)
{
    (void)memset(loadable, 0, sizeof(*loadable));
    loadable->inputs = (uint32_t)counts->inputs;
    loadable->outputs = (uint32_t)counts->outputs;
    loadable->statistics = (uint32_t)counts->statistics;
    loadable->step_count = (uint32_t)counts->steps;
    loadable->has_network = (counts->network > 0U);
    for (uint64_t i = 0U; i < counts->tensors; i++) {
        take_tensor(tensor_at(bytes, i), &loadable->tensors[i]);
    }
    for (uint64_t i = 0U; i < counts->steps; i++) {
        loadable->steps[i] = step_of(step_at(bytes, counts, i));
    }
}

/** @satisfies RF-DLA-200 RF-DLA-201 RF-DLA-202 RF-DLA-203 RF-DLA-220 RF-DLA-342 */
DlaLoadableFault loadable_read(const uint8_t *bytes, size_t size, DlaLoadable *loadable)
{
    const LoadableBytes all = copy_bytes(bytes, size);
    DlaLoadableFault fault = check_header(&all);

    if (fault == DLA_LOADABLE_OK) {
        const Counts counts = counts_of(all.copy);

        if (!tensors_fit(all.copy, &counts)) {
            fault = DLA_LOADABLE_TENSOR;
        } else if (!steps_fit(all.copy, &counts)) {
            fault = DLA_LOADABLE_STEP;
        } else {
            fault = check_network(all.copy, &counts);
        }
        if (fault == DLA_LOADABLE_OK) {
            take_over(all.copy, &counts, loadable);
        }
    }
    return fault;
}

/** @satisfies RF-DLA-204 */
const char *loadable_fault_text(DlaLoadableFault fault)
{
    const uint32_t index = (uint32_t)fault;
    const uint32_t last = (uint32_t)DLA_LOADABLE_NETWORK;

    return (index <= last) ? g_loadable_texts[index] : g_loadable_texts[0];
}
