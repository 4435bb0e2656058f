/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_kinds.h
 * Sync lists and buffer lists as rows of one table, for the tests of what both have in common.
 *
 * Handles are void pointers here: of modules, lists and objects of the row's kind.
 */
#ifndef RINGFENCE_TEST_LIST_KINDS_H
#define RINGFENCE_TEST_LIST_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscierror.h"
#include "ringfence.h"

/** A key and its value, of either kind of list. */
typedef struct {
    uint32_t key;
    const void *value;
    size_t len;
} KindPair;

/** The public functions of a kind of list, and in what the kinds differ. */
typedef struct {
    /** What the names of its functions begin with. */
    const char *prefix;
    RingfencePool modules;
    RingfencePool lists;
    uint32_t modules_max;
    uint32_t lists_max;
    uint32_t major;
    uint32_t minor;

    /** Keys that every list has, from the first to the last one. */
    uint32_t first_key;
    uint32_t last_key;
    /** A key with a bool, one with a number of 8 bytes, and one with places of peers. */
    uint32_t flag;
    uint32_t number;
    uint32_t peers;
    /** The key that has the number 3 in the list that a list with the number 3 reconciles to. */
    uint32_t result;
    /** Numbers of two lists that do not reconcile. */
    uint64_t apart[2];
    /** What an input of several lists and a clone must set before the call; none: 0. */
    bool needs_types;
    /** All keys of a call are looked at before the first one is read. */
    bool reads_all;
    /** A validation that refuses its arguments says that the list is not valid. */
    bool clears_answers;
    /** Slots that a conflict list says it has. */
    size_t conflict_slots;
    /** Text of an appended list of the numbers 1 and 2. */
    const char *text;

    NvSciError (*open)(void **module);
    void (*close)(void *module);
    NvSciError (*check_version)(uint32_t major, uint32_t minor, bool *fits);
    NvSciError (*create)(void *module, void **list);
    void (*free)(void *list);
    NvSciError (*set)(void *list, KindPair *pairs, size_t count);
    NvSciError (*get)(void *list, KindPair *pairs, size_t count);
    NvSciError (*get_slot)(void *list, size_t slot, KindPair *pairs, size_t count);
    size_t (*slots)(void *list);
    NvSciError (*is_reconciled)(void *list, bool *answer);
    NvSciError (*clone)(void *list, void **copy);
    NvSciError (*append)(void *const *lists, size_t count, void **all);
    NvSciError (*dump)(void *list, void **text, size_t *len);
    NvSciError (*reconcile)(void *const *lists, size_t count, void **reconciled, void **conflict);
    NvSciError (*reconcile_and_alloc)(void *const *lists, size_t count, void **object,
                                      void **conflict);
    NvSciError (*validate)(void *reconciled, void *const *lists, size_t count, bool *valid);
    NvSciError (*validate_pairs)(void *reconciled, KindPair *pairs, size_t count);
    NvSciError (*alloc)(void *reconciled, void **object);
    void (*free_object)(void *object);
    NvSciError (*list_of)(void *object, void **list);
} ListKind;

extern const ListKind g_list_kinds[2];

/** Runs its block for each kind. */
#define FOR_BOTH(kind) for (const ListKind *kind = g_list_kinds; kind < &g_list_kinds[2]; kind++)

/** An open module. */
void *kind_module(const ListKind *kind);

/** A list in which no key is set. */
void *kind_empty(const ListKind *kind, void *module);

/** A list with all that its kind needs, and with a number, unless that is 0. 3 reconciles. */
void *kind_list(const ListKind *kind, void *module, uint64_t number);

/** A list that was reconciled of the number 3. */
void *kind_reconciled(const ListKind *kind, void *module);

/** A conflict list. */
void *kind_conflict(const ListKind *kind, void *module);

/** Frees lists; NULL is none. */
void kind_free(const ListKind *kind, void *const *lists, size_t count);

/** Sets a key of 8 bytes, or a flag; asserts success. */
void kind_set_number(const ListKind *kind, void *list, uint64_t number);
void kind_set_flag(const ListKind *kind, void *list, bool flag);

/** Value of a key of a slot; len 0: not set. */
KindPair kind_read(const ListKind *kind, void *list, size_t slot, uint32_t key);

/** Number of a slot; 0: not set. */
uint64_t kind_number(const ListKind *kind, void *list, size_t slot, uint32_t key);

#endif /* RINGFENCE_TEST_LIST_KINDS_H */
