/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_dla_loadable.c
 * Any bytes as a loadable, and what is read as one computed; its network with oneDNN, where that is
 * there.
 *
 * The first byte of the input says what the rest is: 0 a loadable as it is, 1 one that gets the
 * length, the CRC and the sizes of records that fit, 2 a report of statistics, 3 as 1 with a
 * network behind the records, whose sizes of records and of weights fit, too.
 */
#define _GNU_SOURCE

#include "dla/translate.h"
#include "fuzz_networks.h"

/** Bytes of the tensors of a loadable that is computed. */
#define MEMORY_BYTES 16384U
#define FILLER       0xA5
#define KINDS        4U
#define HEADER_BYTES 64U
#define CRC_AT       24U
#define QUESTIONS    1000U
#define TEXT_BYTES   256U
#define TENSOR_BYTES 168U
#define STEP_BYTES   64U
#define NETWORK_HEAD 32U
#define VALUE_BYTES  64U
#define LAYER_BYTES  112U

static uint8_t g_bytes[65536];
static uint8_t g_memory[MEMORY_BYTES + 1U];
static uint8_t g_again[MEMORY_BYTES + 1U];
static DlaLoadable g_loadable;
static DlaLoadable g_other;

/** What the host of a computation counts. */
typedef struct {
    uint64_t questions;
    uint64_t now_us;
} Host;

static bool goes_on(void *context)
{
    Host *const host = context;

    host->questions++;
    return host->questions < QUESTIONS;
}

static void pause_for(void *context, uint64_t us)
{
    Host *const host = context;

    FUZZ_CHECK(us > 0U);
    host->now_us += (us < 1000U) ? us : 1000U;
}

static uint64_t time_us(void *context)
{
    const Host *const host = context;

    return host->now_us;
}

static void put(uint8_t *to, uint64_t number, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        to[i] = (uint8_t)(number >> (8U * i));
    }
}

static uint64_t get(const uint8_t *from, size_t count)
{
    uint64_t number = 0U;

    for (size_t i = 0U; i < count; i++) {
        number |= (uint64_t)from[i] << (8U * i);
    }
    return number;
}

/** Makes the sizes of a network fit the bytes behind the records, if there are enough. */
static void mend_network(uint8_t *bytes, size_t size)
{
    const uint64_t tensors = get(&bytes[32], 4U) + get(&bytes[36], 4U) + get(&bytes[40], 4U);
    const uint64_t start =
        HEADER_BYTES + (TENSOR_BYTES * tensors) + (STEP_BYTES * get(&bytes[44], 4U));

    if ((size > start) && ((size - start) >= NETWORK_HEAD)) {
        uint8_t *const network = &bytes[start];
        const uint64_t records =
            NETWORK_HEAD + (VALUE_BYTES * get(network, 4U)) + (LAYER_BYTES * get(&network[4], 4U));

        put(&bytes[10], 1U, 2U);
        put(&bytes[56], size - start, 8U);
        put(&network[8], VALUE_BYTES, 4U);
        put(&network[12], LAYER_BYTES, 4U);
        put(&network[16], ((size - start) > records) ? ((size - start) - records) : 0U, 8U);
        put(&network[24], 0U, 8U);
    }
}

/** Makes the header fit the bytes, so that what follows is looked at. */
static void mend(uint8_t *bytes, size_t size, bool has_network)
{
    static const uint8_t magic[8] = {'R', 'F', 'D', 'L', 'A', 0U, 13U, 10U};
    uint32_t crc = UINT32_MAX;

    if (size >= HEADER_BYTES) {
        (void)memcpy(bytes, magic, sizeof(magic));
        put(&bytes[8], 1U, 4U);
        put(&bytes[12], HEADER_BYTES, 4U);
        put(&bytes[16], size, 8U);
        put(&bytes[CRC_AT], 0U, 8U);
        put(&bytes[48], 168U, 4U);
        put(&bytes[52], 64U, 4U);
        put(&bytes[56], 0U, 8U);
        if (has_network) {
            mend_network(bytes, size);
        }
        for (size_t i = 0U; i < size; i++) {
            crc ^= bytes[i];
            for (uint32_t bit = 0U; bit < 8U; bit++) {
                crc = (crc >> 1U) ^ (0xEDB88320U & (0U - (crc & 1U)));
            }
        }
        put(&bytes[CRC_AT], ~crc, 4U);
    }
}

/** What is read keeps what the page says. */
static void check_sound(const DlaLoadable *loadable)
{
    const uint32_t tensors = loadable->inputs + loadable->outputs + loadable->statistics;

    FUZZ_CHECK((loadable->outputs > 0U) && (tensors <= RINGFENCE_CFG_DLA_TENSORS));
    FUZZ_CHECK(loadable->step_count <= RINGFENCE_CFG_DLA_STEPS);
    for (uint32_t i = 0U; i < tensors; i++) {
        const size_t length = strnlen(loadable->tensors[i].name, sizeof(loadable->tensors[i].name));

        FUZZ_CHECK((length > 0U) && (length < sizeof(loadable->tensors[i].name)));
        FUZZ_CHECK(loadable->tensors[i].size > 0U);
    }
    for (uint32_t i = 0U; i < loadable->step_count; i++) {
        const DlaStep *const step = &loadable->steps[i];

        FUZZ_CHECK((step->operation >= DLA_MIX) && (step->operation <= DLA_NETWORK));
        FUZZ_CHECK((step->operation != DLA_NETWORK) || loadable->has_network);
        FUZZ_CHECK(step->output < loadable->outputs);
        FUZZ_CHECK((loadable->inputs == 64U) || ((step->inputs >> loadable->inputs) == 0U));
    }
}

/** Each layer of a network reads and writes values that there are, and constants are in the bytes.
 */
static void check_network(const uint8_t *bytes, size_t size)
{
    if (g_loadable.has_network) {
        const NetworkView view = loadable_network(bytes, size, &g_loadable);
        const uint32_t values = (uint32_t)network_values(&view);

        FUZZ_CHECK((values <= NETWORK_VALUES) && (network_layers(&view) <= NETWORK_LAYERS));
        for (uint32_t i = 0U; i < values; i++) {
            const NetworkValue value = network_value(&view, i);

            FUZZ_CHECK((value.rank > 0U) && (value.rank <= NETWORK_RANK));
            FUZZ_CHECK(network_elements(&value) > 0U);
            if (value.kind == NETWORK_CONSTANT) {
                FUZZ_CHECK((value.offset + value.bytes) <= (view.size - network_records(&view)));
            }
        }
        for (uint32_t i = 0U; i < (uint32_t)network_layers(&view); i++) {
            const NetworkLayer layer = network_layer(&view, i);

            FUZZ_CHECK((layer.output < values) && (layer.input_count <= NETWORK_INPUTS));
            for (uint32_t k = 0U; k < layer.input_count; k++) {
                FUZZ_CHECK(layer.inputs[k] < values);
            }
        }
        networks_compute(&view);
    }
}

/** Gives each tensor its bytes, one behind the other. False: there are too many. */
static bool bind(const DlaLoadable *loadable, uint8_t *memory, DlaTensors *tensors)
{
    const uint32_t ordinary = loadable->inputs + loadable->outputs;
    uint64_t used = 0U;
    bool fits = true;

    (void)memset(tensors, 0, sizeof(*tensors));
    for (uint32_t i = 0U; fits && (i < (ordinary + loadable->statistics)); i++) {
        const uint64_t size = loadable->tensors[i].size;

        fits = (size <= (MEMORY_BYTES - used));
        if (i < loadable->inputs) {
            tensors->inputs[i] = &memory[used];
        } else if (i < ordinary) {
            tensors->outputs[i - loadable->inputs] = &memory[used];
        } else {
            tensors->statistics[i - ordinary] = &memory[used];
        }
        used += fits ? size : 0U;
    }
    if (fits) {
        /* What is not theirs stays as it was. */
        (void)memset(&memory[used], FILLER, (MEMORY_BYTES + 1U) - used);
        (void)memset(memory, 1, used);
    }
    return fits;
}

static void check_behind(const DlaLoadable *loadable, const uint8_t *memory)
{
    uint64_t used = 0U;

    for (uint32_t i = 0U; i < (loadable->inputs + loadable->outputs + loadable->statistics); i++) {
        used += loadable->tensors[i].size;
    }
    for (uint64_t i = used; i <= MEMORY_BYTES; i++) {
        FUZZ_CHECK(memory[i] == FILLER);
    }
}

/** A report as text, by the public function. False: it is none. */
static bool report_text(const uint8_t *report, char *text, uint64_t room, uint64_t *length)
{
    static cudlaDevHandle device;
    cudlaStatus status = cudlaSuccess;

    if (device == NULL) {
        status = cudlaCreateDevice(0U, &device, CUDLA_STANDALONE);
        FUZZ_CHECK(status == cudlaSuccess);
    }
    status = ringfenceDlaTranslateReport(device, report, text, room, length);
    FUZZ_CHECK((status == cudlaSuccess) || (status == cudlaErrorInvalidParam) ||
               ((status == cudlaErrorOutOfResources) && (text != NULL) && (*length > room)));
    return status != cudlaErrorInvalidParam;
}

/** A report becomes text of the length that was said, and no more of it is read than there is. */
static void check_translation(const uint8_t *report, size_t size)
{
    static uint8_t whole[LOADABLE_REPORT_MOST];
    char text[TEXT_BYTES + 1U];
    uint64_t length = 0U;
    uint64_t again = 0U;
    bool is_one = false;

    (void)memset(whole, 0, sizeof(whole));
    (void)memcpy(whole, report, (size < sizeof(whole)) ? size : sizeof(whole));
    is_one = report_text(whole, NULL, 0U, &length);
    (void)memset(text, FILLER, sizeof(text));
    if (report_text(whole, text, TEXT_BYTES, &again)) {
        FUZZ_CHECK(is_one && (again == length));
        FUZZ_CHECK((length > TEXT_BYTES) || (strnlen(text, TEXT_BYTES) == (length - 1U)));
    } else {
        FUZZ_CHECK(!is_one);
    }
    for (uint64_t i = (length > TEXT_BYTES) ? 0U : length; i <= TEXT_BYTES; i++) {
        FUZZ_CHECK((uint8_t)text[i] == FILLER);
    }
}

/** A report of each statistics tensor becomes text of the length that was said. */
static void check_report(const uint8_t *report, size_t size)
{
    char text[TEXT_BYTES];
    size_t length = 0U;
    size_t again = 0U;
    const bool is_one = loadable_statistics_csv(report, size, NULL, 0U, &length);

    FUZZ_CHECK(loadable_statistics_csv(report, size, text, sizeof(text), &again) == is_one);
    FUZZ_CHECK(length == again);
    for (size_t i = 0U; is_one && (i < length) && (i < sizeof(text)); i++) {
        FUZZ_CHECK(((text[i] >= ' ') && (text[i] <= '~')) || (text[i] == '\n'));
    }
    check_translation(report, size);
}

/** Computes a task twice: the bytes are the same. */
static void compute(const DlaLoadable *loadable)
{
    Host first = {0U, 0U};
    Host second = {0U, 0U};
    const DlaHost one = {goes_on, pause_for, time_us, &first};
    const DlaHost other = {goes_on, pause_for, time_us, &second};
    DlaTensors tensors;

    if (bind(loadable, g_memory, &tensors)) {
        const cudlaStatus status = loadable_run(loadable, 1U, &tensors, &one);

        for (uint32_t i = 0U; i < loadable->statistics; i++) {
            const uint64_t size = loadable->tensors[loadable->inputs + loadable->outputs + i].size;

            check_report(tensors.statistics[i], size);
        }
        check_behind(loadable, g_memory);
        FUZZ_CHECK(bind(loadable, g_again, &tensors));
        FUZZ_CHECK(loadable_run(loadable, 1U, &tensors, &other) == status);
        FUZZ_CHECK(memcmp(g_memory, g_again, sizeof(g_memory)) == 0);
    }
}

static void read_bytes(const uint8_t *bytes, size_t size)
{
    DlaLoadableFault fault = DLA_LOADABLE_OK;

    (void)memset(&g_loadable, FILLER, sizeof(g_loadable));
    (void)memcpy(&g_other, &g_loadable, sizeof(g_other));
    fault = loadable_read(bytes, size, &g_loadable);
    FUZZ_CHECK(loadable_fault_text(fault) != NULL);
    if (fault == DLA_LOADABLE_OK) {
        check_sound(&g_loadable);
        check_network(bytes, size);
        compute(&g_loadable);
    } else {
        FUZZ_CHECK(memcmp(&g_loadable, &g_other, sizeof(g_other)) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (fuzz_is_first()) {
        networks_begin();
    }
    fuzz_begin();
    if ((size > 0U) && (size <= sizeof(g_bytes))) {
        (void)memcpy(g_bytes, &data[1], size - 1U);
        switch (data[0] % KINDS) {
        case 0U:
            read_bytes(g_bytes, size - 1U);
            break;
        case 1U:
        case 3U:
            mend(g_bytes, size - 1U, (data[0] % KINDS) == 3U);
            read_bytes(g_bytes, size - 1U);
            break;
        default:
            check_report(g_bytes, size - 1U);
            break;
        }
    }
    fuzz_end();
    return 0;
}
