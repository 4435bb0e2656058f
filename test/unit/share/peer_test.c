/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer_test.c
 * What all imports and exports of lists begin with.
 */
#define _GNU_SOURCE

#include "share_fixture.h"

#define TEST_OP OP_SYNC_ATTR_LIST_IMPORT_RECONCILED

/**
 * Each end of each channel has an identity of its own; a handle that names none has none.
 * @verifies RF-SHARE-020
 */
static void identities_differ(void **state)
{
    const Hop first = open_hop("hop_0_near", "hop_0_far");
    const Hop second = open_hop("hop_1_near", "hop_1_far");
    const NvSciIpcEndpoint ends[] = {first.near, first.far, second.near, second.far};
    uint64_t identities[4] = {0U};
    uint64_t none = 7U;

    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_result(share_endpoint(TEST_OP, ends[i], &identities[i]), NvSciError_Success);
        assert_true(identities[i] != 0U);
        for (uint32_t k = 0U; k < i; k++) {
            assert_true(identities[i] != identities[k]);
        }
    }
    assert_result(share_endpoint(TEST_OP, 0U, &none), NvSciError_BadParameter);
    close_hop(&first);
    assert_result(share_endpoint(TEST_OP, first.near, &none), NvSciError_BadParameter);
    assert_true(none == 7U);
    close_hop(&second);
    /* The same name opened again is another end. */
    const Hop again = open_hop("hop_0_near", "hop_0_far");
    assert_result(share_endpoint(TEST_OP, again.near, &none), NvSciError_Success);
    assert_true(none != identities[0]);
    close_hop(&again);
}

/**
 * Bytes open as what they are; no bytes are a wrong argument and no fault.
 * @verifies RF-SHARE-003
 */
static void bytes_open_by_kind_and_version(void **state)
{
    uint8_t bytes[32];
    WireIn in;
    WireOut out = wire_begin(bytes, sizeof(bytes), WIRE_BUF_OBJECT);

    (void)state;
    wire_put64(&out, 5U);
    assert_true(wire_end(&out));
    const uint32_t faults = share_fault().total;
    assert_result(share_open(TEST_OP, bytes, out.used, WIRE_BUF_OBJECT, &in), NvSciError_Success);
    assert_int_equal(wire_get64(&in), 5U);
    assert_result(share_open(TEST_OP, NULL, out.used, WIRE_BUF_OBJECT, &in),
                  NvSciError_BadParameter);
    assert_result(share_open(TEST_OP, bytes, 0U, WIRE_BUF_OBJECT, &in), NvSciError_BadParameter);
    assert_int_equal(share_fault().total, faults);
    assert_result(share_open(TEST_OP, bytes, out.used, WIRE_SYNC_OBJECT, &in),
                  NvSciError_BadParameter);
    assert_int_equal(share_fault().kind, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    bytes[4] = (uint8_t)(WIRE_VERSION + 1U);
    assert_result(share_open(TEST_OP, bytes, out.used, WIRE_BUF_OBJECT, &in),
                  NvSciError_NotSupported);
    assert_int_equal(share_fault().kind, RINGFENCE_FAULT_OTHER_VERSION);
    assert_int_equal(share_fault().total, faults + 2U);
}

/**
 * Flaws of bytes are reported, lack of room and validation are not.
 * @verifies RF-SHARE-019
 */
static void flaws_alone_are_reported(void **state)
{
    static const struct {
        NvSciError status;
        uint32_t reports;
    } cases[] = {{NvSciError_Success, 0U},
                 {NvSciError_BadParameter, 1U},
                 {NvSciError_NotSupported, 1U},
                 {NvSciError_Overflow, 1U},
                 {NvSciError_InsufficientMemory, 0U},
                 {NvSciError_AttrListValidationFailed, 0U}};

    (void)state;
    for (uint32_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        const uint32_t faults = share_fault().total;

        share_report(TEST_OP, cases[i].status);
        assert_int_equal(share_fault().total, faults + cases[i].reports);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(identities_differ, share_begin, share_end),
        cmocka_unit_test_setup_teardown(bytes_open_by_kind_and_version, share_begin, share_end),
        cmocka_unit_test_setup_teardown(flaws_alone_are_reported, share_begin, share_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
