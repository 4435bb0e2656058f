/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file descriptor_test.c
 * Descriptors that applications carry.
 */
#include <string.h>

#include "leftovers.h"
#include "share/share.h"
#include "wire_put.h"

#define TEST_OP OP_SYNC_OBJ_SIGNAL

static const WireKind g_kinds[] = {WIRE_SYNC_UNRECONCILED, WIRE_SYNC_RECONCILED};

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/** Publishes a descriptor with one number. */
static void *publish(WireKind kind, uint64_t number, size_t *size)
{
    uint32_t index = 0U;
    WireOut out;
    void *bytes = NULL;

    assert_int_equal(descriptor_take(kind, &index, &out), NvSciError_Success);
    wire_put64(&out, number);
    assert_int_equal(descriptor_publish(OP_DESCRIPTOR_FREE, index, &out, &bytes, size), NvSciError_Success);
    assert_non_null(bytes);
    return bytes;
}

static void release(const void *bytes)
{
    const uint32_t faults = last_fault().total;

    descriptor_free(TEST_OP, bytes, g_kinds, 2U);
    assert_int_equal(last_fault().total, faults);
}

static void release_is_refused(const void *bytes)
{
    const uint32_t faults = last_fault().total;
    const uint32_t taken = in_use_of(RINGFENCE_POOL_DESCRIPTOR);

    descriptor_free(TEST_OP, bytes, g_kinds, 2U);
    assert_int_equal(last_fault().total, faults + 1U);
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_BAD_HANDLE);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), taken);
}

/**
 * Each descriptor has an address of its own, aligned for numbers of 64 bits; when all are taken
 * there is none left, and all can be taken again.
 * @verifies RF-SHARE-004
 */
static void all_descriptors_are_taken_and_no_more(void **state)
{
    static void *taken[RINGFENCE_CFG_DESCRIPTORS];
    size_t size = 0U;
    uint32_t index = 0U;
    WireOut out;

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
            taken[i] = publish(WIRE_SYNC_RECONCILED, i, &size);
            assert_int_equal((uintptr_t)taken[i] % 8U, 0U);
            assert_int_equal(size, WIRE_HEAD + 8U);
        }
        assert_int_equal(descriptor_take(WIRE_SYNC_RECONCILED, &index, &out),
                         NvSciError_InsufficientMemory);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
            WireIn in;

            assert_int_equal(wire_open(&in, taken[i], size, WIRE_SYNC_RECONCILED), WIRE_OK);
            assert_int_equal(wire_get64(&in), i);
            release(taken[i]);
        }
    }
}

/**
 * A descriptor that is too long is not given out, and its row is free again.
 * @verifies RF-SHARE-005
 */
static void too_long_a_descriptor_is_given_back(void **state)
{
    static uint8_t bytes[RINGFENCE_CFG_DESCRIPTOR_BYTES];
    uint32_t index = 0U;
    WireOut out;
    void *given = bytes;
    size_t size = 7U;

    (void)state;
    assert_int_equal(descriptor_take(WIRE_SYNC_RECONCILED, &index, &out), NvSciError_Success);
    wire_put_bytes(&out, bytes, RINGFENCE_CFG_DESCRIPTOR_BYTES - WIRE_HEAD + 1U);
    assert_int_equal(descriptor_publish(OP_DESCRIPTOR_FREE, index, &out, &given, &size), NvSciError_InsufficientMemory);
    assert_ptr_equal(given, bytes);
    assert_int_equal(size, 7U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 0U);
    assert_int_equal(descriptor_take(WIRE_SYNC_RECONCILED, &index, &out), NvSciError_Success);
    wire_put_bytes(&out, bytes, RINGFENCE_CFG_DESCRIPTOR_BYTES - WIRE_HEAD);
    assert_int_equal(descriptor_publish(OP_DESCRIPTOR_FREE, index, &out, &given, &size), NvSciError_Success);
    assert_int_equal(size, RINGFENCE_CFG_DESCRIPTOR_BYTES);
    release(given);
}

/**
 * A descriptor is freed once, by its first byte, and by a function of its kind; NULL is a no-op.
 * @verifies RF-SHARE-006
 */
static void only_a_live_descriptor_of_the_kind_is_freed(void **state)
{
    size_t size = 0U;
    uint8_t *const bytes = publish(WIRE_SYNC_UNRECONCILED, 1U, &size);
    const WireKind other = WIRE_BUF_UNRECONCILED;
    uint8_t mine[8];

    (void)state;
    release(NULL);
    release_is_refused(&bytes[8]);
    release_is_refused(&bytes[1]);
    release_is_refused(mine);
    release_is_refused(&bytes[(RINGFENCE_CFG_DESCRIPTOR_BYTES + 7U) / 8U * 8U]);
    const uint32_t faults = last_fault().total;
    descriptor_free(TEST_OP, bytes, &other, 1U);
    assert_int_equal(last_fault().total, faults + 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 1U);
    /* What the application writes to it does not matter. */
    (void)memset(bytes, 0xFF, size);
    release(bytes);
    release_is_refused(bytes);
}

/**
 * What is imported is copied first: the caller's bytes may change meanwhile.
 * @verifies RF-SHARE-007
 */
static void import_reads_a_copy(void **state)
{
    size_t size = 0U;
    uint8_t *const bytes = publish(WIRE_SYNC_UNRECONCILED, 77U, &size);
    const uint32_t faults = last_fault().total;
    WireIn in;

    (void)state;
    assert_int_equal(descriptor_copy(TEST_OP, bytes, size, WIRE_SYNC_UNRECONCILED, &in), WIRE_OK);
    (void)memset(bytes, 0xFF, size);
    assert_int_equal(wire_get64(&in), 77U);
    assert_true(wire_close(&in));
    assert_int_equal(last_fault().total, faults);
    release(bytes);
}

/**
 * What is no descriptor is a fault report that says what was wrong; bytes behind the end of a
 * descriptor do not matter, however many.
 * @verifies RF-SHARE-003
 * @verifies RF-SHARE-007
 */
static void import_of_other_bytes_is_reported(void **state)
{
    static uint8_t frame[2U * RINGFENCE_CFG_DESCRIPTOR_BYTES];
    size_t size = 0U;
    void *const bytes = publish(WIRE_SYNC_UNRECONCILED, 77U, &size);
    WireIn in;

    (void)state;
    (void)memcpy(frame, bytes, size);
    release(bytes);
    const uint32_t faults = last_fault().total;
    assert_int_equal(descriptor_copy(TEST_OP, frame, sizeof(frame), WIRE_SYNC_UNRECONCILED, &in),
                     WIRE_OK);
    assert_int_equal(wire_get64(&in), 77U);
    assert_int_equal(last_fault().total, faults);
    assert_int_equal(descriptor_copy(TEST_OP, frame, size - 1U, WIRE_SYNC_UNRECONCILED, &in),
                     WIRE_BROKEN);
    assert_int_equal(descriptor_copy(TEST_OP, frame, size, WIRE_SYNC_RECONCILED, &in), WIRE_BROKEN);
    assert_int_equal(last_fault().total, faults + 2U);
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    frame[4] = 9U;
    assert_int_equal(descriptor_copy(TEST_OP, frame, size, WIRE_SYNC_UNRECONCILED, &in),
                     WIRE_OTHER_VERSION);
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_OTHER_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(all_descriptors_are_taken_and_no_more, nothing_is_left),
        cmocka_unit_test_teardown(too_long_a_descriptor_is_given_back, nothing_is_left),
        cmocka_unit_test_teardown(only_a_live_descriptor_of_the_kind_is_freed, nothing_is_left),
        cmocka_unit_test_teardown(import_reads_a_copy, nothing_is_left),
        cmocka_unit_test_teardown(import_of_other_bytes_is_reported, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
