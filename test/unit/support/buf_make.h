/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_make.h
 * Lists, objects and expectations of tests of buffers, in one line each.
 */
#ifndef RINGFENCE_TEST_BUF_MAKE_H
#define RINGFENCE_TEST_BUF_MAKE_H

#include "leftovers.h"
#include "nvscibuf.h"

/** Pairs of a call. */
typedef NvSciBufAttrKeyValuePair BufPair;

/* clang-format off */
/** A key and its elements. */
#define PAIR(key, type, ...) {(key), (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__})}
#define TYPES(...) PAIR(NvSciBufGeneralAttrKey_Types, NvSciBufType, __VA_ARGS__)
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
/** A list of these pairs. */
#define LIST(...) buf_list_of((const BufPair[]){__VA_ARGS__}, COUNT_OF(((const BufPair[]){__VA_ARGS__})))
/** The status of setting these pairs. */
#define SET(list, ...) buf_set_in((list), (const BufPair[]){__VA_ARGS__}, COUNT_OF(((const BufPair[]){__VA_ARGS__})))
/* clang-format on */

/** Module of the test that runs. */
extern NvSciBufModule g_module;

/** Setup and teardown: opens g_module; closes it and looks for leftovers. */
int buf_module_up(void **state);
int buf_module_down(void **state);

/** Sets pairs. */
NvSciError buf_set_in(NvSciBufAttrList list, const BufPair *pairs, size_t count);

/** Makes an unreconciled list of g_module. */
NvSciBufAttrList buf_list_of(const BufPair *pairs, size_t count);

/** Frees lists; NULL is none. */
void buf_free_lists(NvSciBufAttrList *lists, size_t count);

/** Reconciles lists, which are freed; the test fails if they do not reconcile. */
NvSciBufAttrList buf_reconciled(NvSciBufAttrList *lists, size_t count);

/** The same for one list. */
NvSciBufAttrList buf_reconciled_one(NvSciBufAttrList list);

/**
 * Reconciles lists, which are freed; the test fails if they do, or with another error, or if the
 * conflict list names another key or rule. Gives the report.
 */
RingfenceConflict buf_conflict_of(NvSciBufAttrList *lists, size_t count, NvSciError error,
                                  NvSciBufAttrKey key, RingfenceRule rule);

/** Element of a number in a list; the test fails if the key has none. */
uint64_t buf_get(NvSciBufAttrList list, NvSciBufAttrKey key, size_t element_size, size_t index);

/** Value of a key; len 0: not set. */
BufPair buf_read(NvSciBufAttrList list, NvSciBufAttrKey key);

/** The test fails if the numbers of a key are not these. */
void buf_assert_numbers(NvSciBufAttrList list, NvSciBufAttrKey key, size_t element_size,
                        const uint64_t *numbers, size_t count);

/* clang-format off */
#define ASSERT_U64(list, key, ...) buf_assert_numbers((list), (key), 8U, (const uint64_t[]){__VA_ARGS__}, COUNT_OF(((const uint64_t[]){__VA_ARGS__})))
#define ASSERT_U32(list, key, ...) buf_assert_numbers((list), (key), 4U, (const uint64_t[]){__VA_ARGS__}, COUNT_OF(((const uint64_t[]){__VA_ARGS__})))
#define ASSERT_U8(list, key, ...) buf_assert_numbers((list), (key), 1U, (const uint64_t[]){__VA_ARGS__}, COUNT_OF(((const uint64_t[]){__VA_ARGS__})))
/* clang-format on */

/** An object of one list, which is freed. */
NvSciBufObj buf_object_of(NvSciBufAttrList list);

/** A raw buffer that the CPU uses. */
NvSciBufObj buf_raw_object(uint64_t size);

/** Faults reported since the process began. */
uint32_t buf_faults(void);

#endif /* RINGFENCE_TEST_BUF_MAKE_H */
