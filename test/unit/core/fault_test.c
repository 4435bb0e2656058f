/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

#include "admissions.h"
#include "core/fault.h"
#include "leftovers.h"
#include "nvscisync.h"
#include "ringfence_cfg.h"

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/**
 * Each kind of fault is recorded with the function that found it, and has a text of its own.
 * @verifies RF-CORE-005
 */
static void fault_is_counted_and_named(void **state)
{
    static const struct {
        RingfenceFaultKind kind;
        const char *text;
    } cases[] = {
        {RINGFENCE_FAULT_BAD_HANDLE, "handle is stale, freed, of another kind, or no handle"},
        {RINGFENCE_FAULT_BAD_FENCE, "fence bytes are not what the library wrote"},
        {RINGFENCE_FAULT_STALE_FENCE, "object of the fence is gone"},
        {RINGFENCE_FAULT_FENCE_OVERCLEARED, "fence was cleared more often than it was made"},
        {RINGFENCE_FAULT_BAD_RETURN, "storage given back was not taken"},
        {RINGFENCE_FAULT_INTERNAL, "an assertion of the library does not hold"},
        {RINGFENCE_FAULT_IN_USE,
         "a wait context was freed during its wait, or used by a second one"},
        {RINGFENCE_FAULT_BAD_TABLE, "endpoint table or name of the space cannot be used"},
        {RINGFENCE_FAULT_BAD_PEER, "peer of a channel is not who or what it must be"},
        {RINGFENCE_FAULT_STILL_OPEN, "endpoints are still open"},
        {RINGFENCE_FAULT_BAD_DESCRIPTOR,
         "bytes to import are no descriptor of this kind, or damaged"},
        {RINGFENCE_FAULT_OTHER_VERSION, "bytes to import are of another version"},
        {RINGFENCE_FAULT_NOT_OFFERED,
         "object was not offered over this channel, or was imported before"},
        {RINGFENCE_FAULT_SIGNALER_GONE, "process that signals the object is gone"},
        {RINGFENCE_FAULT_NO_ENDPOINT, "name is not in the endpoint table"},
        {RINGFENCE_FAULT_ENDPOINT_TAKEN, "endpoint is open already"},
        {RINGFENCE_FAULT_BAD_LENGTH, "message has no byte, or more than a frame"},
        {RINGFENCE_FAULT_EVENT_IN_USE, "an event object was deleted or closed while others use it"},
        {RINGFENCE_FAULT_OTHER_GPU, "list of the object does not name this GPU"},
        {RINGFENCE_FAULT_OUT_OF_BUFFER, "size or range is not in the buffer"},
        {RINGFENCE_FAULT_NO_RIGHT, "no right to signal, to wait for or to write the object"},
        {RINGFENCE_FAULT_ENGINE_FAILED, "engine failed before it reached points"},
        {RINGFENCE_FAULT_ARENA_TOO_SMALL,
         "memory for buffers is smaller than the configuration says"},
        {RINGFENCE_FAULT_OTHER_OBJECT, "fence is another object's"},
        {RINGFENCE_FAULT_NO_DEVICE, "there is no such device"},
        {RINGFENCE_FAULT_LIMIT, "a limit was reached"},
        {RINGFENCE_FAULT_BAD_PAIR, "list does not take a pair of a key and a value"},
        {RINGFENCE_FAULT_IN_HANDLER,
         "an interrupt handler calls where RINGFENCE_CFG_INTERRUPTS is 0"},
        {RINGFENCE_FAULT_MEMORY_BOUNDARY, "object cannot go to a peer that shares no memory"},
        {RINGFENCE_FAULT_OTHER_LOADABLE,
         "loadable is not of the kind 'rfdla': the tool rfdla makes one"},
        {RINGFENCE_FAULT_BAD_LOADABLE,
         "loadable is damaged, too new or too large: 'rfdla show' says why"},
        {RINGFENCE_FAULT_NO_CPU_ACCESS,
         "neither the CPU nor the GPU of the engine can reach a buffer's memory"},
        {RINGFENCE_FAULT_NO_KERNELS,
         "tasks on a GPU need nvcc at build, a driver of CUDA 12 and a GPU it knows"},
        {RINGFENCE_FAULT_NO_GRAPH,
         "blit in RUNTIME needs one in INIT with the same formats, sizes and filter before"},
        {RINGFENCE_FAULT_IMAGE_IN_USE,
         "image or device of NvMedia is in use: unlock, unregister or destroy that first"},
        {RINGFENCE_FAULT_NO_NETWORKS,
         "a network needs libringfence_dla_network.so, and oneDNN at build"},
        {RINGFENCE_FAULT_NETWORK_ON_GPU,
         "networks are computed by the CPU, with tensors in its memory"},
        {RINGFENCE_FAULT_NO_LAYER,
         "oneDNN cannot compute a layer here, or needs the heap for tasks"},
        {RINGFENCE_FAULT_OVERLAP,
         "source and destination share bytes of one memory: use two, or rectangles apart"},
        {RINGFENCE_FAULT_ODD_IMAGE,
         "width or height is odd where colour is sub-sampled: take the next even size"},
        {RINGFENCE_FAULT_2D_REGISTRATION,
         "object is not registered with this engine, or was before: register it once"},
        {RINGFENCE_FAULT_2D_RECTANGLE,
         "rectangle needs pixels, all in its image, and even edges where colour is halved"},
        {RINGFENCE_FAULT_2D_SCALE, "stretch by 1/16 to 16 in each direction: do more in two steps"},
        {RINGFENCE_FAULT_2D_FORMAT,
         "formats, planes or scan type are none of 2D: use those that docs/2d.md has"},
        {RINGFENCE_FAULT_2D_TOKEN,
         "token or result is stale or another engine's: get one for each operation"},
        {RINGFENCE_FAULT_2D_INCOMPLETE,
         "operation lacks a source, a destination or an end to signal: set it before"},
        {RINGFENCE_FAULT_2D_ATTRIBUTE,
         "attribute or parameter is none, twice, missing or out of range"},
        {RINGFENCE_FAULT_DLA_CALL, "cuDLA does not take the call"},
        {RINGFENCE_FAULT_2D_ORDER, "NvMedia does not take the call now"},
    };
    uint32_t before = 0U;

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        /* Numbers ascend; there are gaps behind the first forty. */
        assert_true((uint32_t)cases[i].kind > before);
        assert_true((i >= 39U) || (cases[i].kind == (i + 1U)));
        before = (uint32_t)cases[i].kind;
        for (size_t f = 0U; f < FUNCTIONS; f++) {
            const uint32_t total = last_fault().total;

            ringfence_fault_report(g_functions[f].op, cases[i].kind);
            assert_int_equal(last_fault().kind, cases[i].kind);
            assert_string_equal(last_fault().text, cases[i].text);
            assert_string_equal(last_fault().function, g_functions[f].name);
            assert_int_equal(last_fault().total, total + 1U);
            assert_int_equal(last_fault().missing, 0U);
        }
    }
    assert_int_equal(RingfenceGetLastFault(NULL), NvSciError_BadParameter);
}

/**
 * Bytes that are missing, and the process that has an endpoint, are said by faults of their kinds
 * alone.
 * @verifies RF-CORE-106 RF-IPC-242
 */
static void number_of_a_fault_is_of_its_kind(void **state)
{
    (void)state;
    for (size_t f = 0U; f < FUNCTIONS; f++) {
        const uint32_t total = last_fault().total;

        fault_report_missing(g_functions[f].op, RINGFENCE_FAULT_ARENA_TOO_SMALL, 7U);
        assert_int_equal(last_fault().missing, 7U);
        assert_int_equal(last_fault().process, 0U);
        fault_report_missing(g_functions[f].op, RINGFENCE_FAULT_ARENA_TOO_SMALL, 1ULL << 32U);
        assert_int_equal(last_fault().missing, UINT32_MAX);
        fault_report_taken(g_functions[f].op, 9U);
        assert_int_equal(last_fault().kind, RINGFENCE_FAULT_ENDPOINT_TAKEN);
        assert_string_equal(last_fault().function, g_functions[f].name);
        assert_int_equal(last_fault().missing, 0U);
        assert_int_equal(last_fault().process, 9U);
        ringfence_fault_report(g_functions[f].op, RINGFENCE_FAULT_ENDPOINT_TAKEN);
        assert_int_equal(last_fault().process, 0U);
        assert_int_equal(last_fault().total, total + 4U);
    }
}

/**
 * A place that has no number of 32 bits is told as the last one; the limit that is the cause stands
 * beside it.
 * @verifies RF-CORE-255 RF-CORE-350
 */
static void place_of_a_pair_ends_at_32_bits(void **state)
{
    const FaultPair pair = {RINGFENCE_PAIR_VALUE, SIZE_MAX, 7U, "name", FAULT_LIMIT_GPUS, 3U, 2U};

    (void)state;
    fault_report_pair(g_functions[0].op, &pair);
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_BAD_PAIR);
    assert_int_equal(last_fault().pair, UINT32_MAX);
    assert_int_equal(last_fault().key, 7U);
    assert_string_equal(last_fault().keyName, "name");
    assert_int_equal(last_fault().cause, RINGFENCE_PAIR_VALUE);
    assert_string_equal(last_fault().limit, RINGFENCE_TEXT_OF_CHANNELS("RINGFENCE_CFG_GPUS"));
    assert_int_equal(last_fault().asked, (FAULT_OF_POOLS == 1U) ? 3U : 0U);
    assert_int_equal(last_fault().allowed, (FAULT_OF_POOLS == 1U) ? 2U : 0U);
}

/**
 * A fault that is a limit names the limit, and says what was asked for and what is allowed; a later
 * fault of another kind says nothing of it.
 * @verifies RF-CORE-200
 */
static void fault_of_a_limit_names_it(void **state)
{
    static const struct {
        FaultLimit limit;
        const char *text;
    } cases[] = {
        {FAULT_LIMIT_NONE, ""},
        {FAULT_LIMIT_BUFFER_MIB, "RINGFENCE_CFG_BUFFER_MIB"},
        {FAULT_LIMIT_ALL_BUFFERS_MIB, "RINGFENCE_CFG_ALL_BUFFERS_MIB"},
        {FAULT_LIMIT_SYSTEM_MEMORY, "memory of the system"},
        {FAULT_LIMIT_PEER_LISTS, "RINGFENCE_CFG_PEER_LISTS"},
        {FAULT_LIMIT_ROUTES, "RINGFENCE_CFG_ROUTES"},
        {FAULT_LIMIT_GPUS, RINGFENCE_TEXT_OF_CHANNELS("RINGFENCE_CFG_GPUS")},
        {FAULT_LIMIT_PEERS, RINGFENCE_TEXT_OF_CHANNELS("RINGFENCE_CFG_PEERS")},
        {FAULT_LIMIT_ELEMENTS, RINGFENCE_TEXT_OF_CHANNELS("elements of the key")},
        {FAULT_LIMIT_DESCRIPTOR_BYTES, "RINGFENCE_CFG_DESCRIPTOR_BYTES"},
        {FAULT_LIMIT_STREAM_CONSUMERS, "RINGFENCE_CFG_STREAM_CONSUMERS"},
        {FAULT_LIMIT_STREAM_PACKETS, "RINGFENCE_CFG_STREAM_PACKETS"},
        {FAULT_LIMIT_STREAM_ELEMENTS, "RINGFENCE_CFG_STREAM_ELEMENTS"},
        {FAULT_LIMIT_STREAM_INFO_BYTES, "RINGFENCE_CFG_STREAM_INFO_BYTES"},
        {FAULT_LIMIT_STREAM_SEGMENTS, "RINGFENCE_CFG_STREAM_SEGMENTS"},
        {FAULT_LIMIT_STREAM_IPC_BLOCKS, "RINGFENCE_CFG_STREAM_IPC_BLOCKS"},
        {FAULT_LIMIT_IPC_CHANNELS, RINGFENCE_TEXT_OF_CHANNELS("RINGFENCE_CFG_IPC_CHANNELS")},
        {FAULT_LIMIT_IPC_TABLE_BYTES, RINGFENCE_TEXT_OF_CHANNELS("RINGFENCE_CFG_IPC_TABLE_BYTES")},
        {FAULT_LIMIT_FRAME, RINGFENCE_TEXT_OF_CHANNELS("bytes of a frame")},
        {FAULT_LIMIT_PARCELS, "RINGFENCE_CFG_PARCELS"},
        {FAULT_LIMIT_IPC_CALLS, "calls that an endpoint keeps for RUNTIME"},
        {FAULT_LIMIT_IPC_MEMORIES, "memories that an endpoint keeps for RUNTIME"},
        {FAULT_LIMIT_LAYER_OPERATIONS, "operations of a layer of a network"},
        {FAULT_LIMIT_DLA_ENGINES, "RINGFENCE_CFG_DLA_ENGINES"},
        {FAULT_LIMIT_DLA_HANDLES, "RINGFENCE_CFG_DLA_HANDLES"},
        {FAULT_LIMIT_DLA_MODULES, "RINGFENCE_CFG_DLA_MODULES"},
        {FAULT_LIMIT_DLA_TENSORS, "RINGFENCE_CFG_DLA_TENSORS"},
        {FAULT_LIMIT_DLA_STEPS, "RINGFENCE_CFG_DLA_STEPS"},
        {FAULT_LIMIT_DLA_REGISTRATIONS, "RINGFENCE_CFG_DLA_REGISTRATIONS"},
        {FAULT_LIMIT_DLA_TASKS, "RINGFENCE_CFG_DLA_TASKS"},
        {FAULT_LIMIT_DLA_EVENTS, "RINGFENCE_CFG_DLA_EVENTS"},
        {FAULT_LIMIT_HOPS, "RINGFENCE_CFG_HOPS"},
        {FAULT_LIMIT_2D_DEVICES, "RINGFENCE_CFG_2D_DEVICES"},
        {FAULT_LIMIT_2D_ENGINES, "RINGFENCE_CFG_2D_ENGINES"},
        {FAULT_LIMIT_2D_IMAGES, "RINGFENCE_CFG_2D_IMAGES"},
        {FAULT_LIMIT_2D_REGISTRATIONS, "RINGFENCE_CFG_2D_REGISTRATIONS"},
        {FAULT_LIMIT_2D_TASKS, "RINGFENCE_CFG_2D_TASKS"},
        {FAULT_LIMIT_2D_BLIT_FENCES, "NVMEDIA_2D_MAX_PRENVSCISYNCFENCES"},
        {FAULT_LIMIT_2D_COMPOSE_FENCES, "NVMEDIA_2D_MAX_PRE_FENCES"},
        {FAULT_LIMIT_2D_OWN_TOKENS, "NvMedia2DAttributes.numComposeParameters"},
        {FAULT_LIMIT_2D_OWN_BUFFERS, "NvMedia2DAttributes.maxRegisteredBuffers"},
        {FAULT_LIMIT_2D_OWN_SYNCS, "NvMedia2DAttributes.maxRegisteredSyncs"},
        {FAULT_LIMIT_2D_GRAPHS, "RINGFENCE_CFG_2D_GRAPHS"},
        {FAULT_LIMIT_2D_WIDTH, "RINGFENCE_CFG_2D_WIDTH"},
        {FAULT_LIMIT_2D_FILTERS, "NVMEDIA_2D_MAX_FILTER_BUFFERS"},
        {FAULT_LIMIT_2D_OWN_FILTERS, "NvMedia2DAttributes.maxFilterBuffers"},
        {FAULT_LIMIT_TIMESTAMP_SLOTS, RINGFENCE_TEXT_OF_CHANNELS("RINGFENCE_CFG_TIMESTAMP_SLOTS")},
        {FAULT_LIMIT_TASK_STATUS_SLOTS,
         RINGFENCE_TEXT_OF_CHANNELS("RINGFENCE_CFG_TASK_STATUS_SLOTS")},
    };

    (void)state;
    assert_int_equal(sizeof(cases) / sizeof(cases[0]), FAULT_LIMIT_COUNT);
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        assert_int_equal(cases[i].limit, i);
        fault_report_limit(g_functions[0].op, cases[i].limit, UINT64_MAX - i, (1ULL << 40U) + i);
        assert_int_equal(last_fault().kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(last_fault().function, g_functions[0].name);
        assert_string_equal(last_fault().limit, cases[i].text);
        assert_true(last_fault().asked == (UINT64_MAX - i));
        assert_true(last_fault().allowed == ((1ULL << 40U) + i));
        assert_int_equal(last_fault().missing, 0U);
        ringfence_fault_report(g_functions[0].op, RINGFENCE_FAULT_BAD_HANDLE);
        assert_string_equal(last_fault().limit, "");
        assert_int_equal(last_fault().asked, 0U);
        assert_int_equal(last_fault().allowed, 0U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(fault_is_counted_and_named, nothing_is_left),
        cmocka_unit_test_teardown(number_of_a_fault_is_of_its_kind, nothing_is_left),
        cmocka_unit_test_teardown(place_of_a_pair_ends_at_32_bits, nothing_is_left),
        cmocka_unit_test_teardown(fault_of_a_limit_names_it, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/fault", tests, NULL, NULL);
}
