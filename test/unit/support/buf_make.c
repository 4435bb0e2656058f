/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_make.c
 * Helpers of the tests of buffers.
 */
#include "buf_make.h"

#include <string.h>

#include "native.h"

#define PAIRS_MAX 80U

NvSciBufModule g_module;

int buf_module_up(void **state)
{
    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&g_module), NvSciError_Success);
    return 0;
}

int buf_module_down(void **state)
{
    go_to_init();
    NvSciBufModuleClose(g_module);
    g_module = NULL;
    return nothing_is_left(state);
}

NvSciError buf_set_in(NvSciBufAttrList list, const BufPair *pairs, size_t count)
{
    BufPair copy[PAIRS_MAX];

    assert_in_range(count, 1U, PAIRS_MAX);
    memcpy(copy, pairs, count * sizeof(copy[0]));
    return NvSciBufAttrListSetAttrs(list, copy, count);
}

NvSciBufAttrList buf_list_of(const BufPair *pairs, size_t count)
{
    NvSciBufAttrList list = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(buf_set_in(list, pairs, count), NvSciError_Success);
    return list;
}

void buf_free_lists(NvSciBufAttrList *lists, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        NvSciBufAttrListFree(lists[i]);
        lists[i] = NULL;
    }
}

NvSciBufAttrList buf_reconciled(NvSciBufAttrList *lists, size_t count)
{
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    const NvSciError status = NvSciBufAttrListReconcile(lists, count, &reconciled, &conflict);

    if (conflict != NULL) {
        RingfenceConflict why;
        char text[300];

        assert_int_equal(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
        assert_int_equal(RingfenceFormatConflict(&why, text, sizeof(text)), NvSciError_Success);
        print_error("%s\n", text);
        NvSciBufAttrListFree(conflict);
    }
    buf_free_lists(lists, count);
    assert_int_equal(status, NvSciError_Success);
    assert_non_null(reconciled);
    assert_null(conflict);
    return reconciled;
}

NvSciBufAttrList buf_reconciled_one(NvSciBufAttrList list)
{
    NvSciBufAttrList lists[] = {list};

    return buf_reconciled(lists, 1U);
}

RingfenceConflict buf_conflict_of(NvSciBufAttrList *lists, size_t count, NvSciError error,
                                  NvSciBufAttrKey key, RingfenceRule rule)
{
    NvSciBufAttrList reconciled = lists[0];
    NvSciBufAttrList conflict = lists[0];
    RingfenceConflict why;
    const NvSciError status = NvSciBufAttrListReconcile(lists, count, &reconciled, &conflict);

    buf_free_lists(lists, count);
    assert_int_equal(status, error);
    assert_null(reconciled);
    assert_non_null(conflict);
    assert_int_equal(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
    NvSciBufAttrListFree(conflict);
    assert_int_equal(why.error, error);
    assert_int_equal(why.key, key);
    assert_int_equal(why.rule, rule);
    return why;
}

BufPair buf_read(NvSciBufAttrList list, NvSciBufAttrKey key)
{
    BufPair pair = {key, NULL, 0U};

    assert_int_equal(NvSciBufAttrListGetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_int_equal(pair.value == NULL, pair.len == 0U);
    return pair;
}

uint64_t buf_get(NvSciBufAttrList list, NvSciBufAttrKey key, size_t element_size, size_t index)
{
    const BufPair pair = buf_read(list, key);

    assert_true(((index + 1U) * element_size) <= pair.len);
    return native_number((const uint8_t *)pair.value + (index * element_size), element_size);
}

void buf_assert_numbers(NvSciBufAttrList list, NvSciBufAttrKey key, size_t element_size,
                        const uint64_t *numbers, size_t count)
{
    assert_int_equal(buf_read(list, key).len, count * element_size);
    for (size_t i = 0U; i < count; i++) {
        assert_int_equal(buf_get(list, key, element_size, i), numbers[i]);
    }
}

NvSciBufObj buf_object_of(NvSciBufAttrList list)
{
    NvSciBufAttrList reconciled = buf_reconciled_one(list);
    NvSciBufObj object = NULL;
    const NvSciError status = NvSciBufObjAlloc(reconciled, &object);

    NvSciBufAttrListFree(reconciled);
    assert_int_equal(status, NvSciError_Success);
    return object;
}

NvSciBufObj buf_raw_object(uint64_t size)
{
    return buf_object_of(LIST(TYPES(NvSciBufType_RawBuffer),
                              PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, size),
                              PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)));
}

uint32_t buf_faults(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}
