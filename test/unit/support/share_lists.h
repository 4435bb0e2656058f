/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file share_lists.h
 * Lists of both kinds that go to a peer and come back, for the tests of src/share.
 *
 * Lists are void pointers here, as in list_kinds.h.
 */
#ifndef RINGFENCE_TEST_SHARE_LISTS_H
#define RINGFENCE_TEST_SHARE_LISTS_H

#include "list_kinds.h"
#include "share_fixture.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/** A list of the peer that came over a channel, and what this process made of it and its own. */
typedef struct {
    void *asked;
    void *came;
    /** NULL: this process has none. */
    void *own;
    void *reconciled;
} Deal;

/** How a kind of list is shared. */
typedef struct {
    const ListKind *kind;
    const ListClass *cls;
    WireKind reconciled;
    WireKind with_object;
    /** Bytes of the descriptor of an object. */
    size_t object_size;
    /** Its keys, by their indices. */
    uint32_t actual_perm;
    uint32_t need_cpu;
    /** The right of a list that others need one of, or may have one of; all others have the
     * right 1. */
    uint64_t more;
    /** What an import says of an array of one list twice, and of an array of no list. */
    NvSciError twice;
    NvSciError of_none;
    /** Lists that are worth a test, and deals. */
    uint32_t samples;
    uint32_t deals;

    /** A list that asks for rights and for the CPU. */
    void *(*ask)(uint64_t perm, bool cpu);
    void *(*sample)(uint32_t number);
    /** g_bytes has then what the peer sent. */
    Deal (*deal)(const Hop *hop, uint32_t number);
    /** Puts into `value` what a key takes where ones are no value of it; gives its length. */
    size_t (*special)(uint32_t key, uint8_t *value, size_t len);
    /** Uses a reconciled list as a program would. */
    void (*use)(void *list);

    NvSciError (*export_unreconciled)(void *const *lists, size_t count, NvSciIpcEndpoint over,
                                      void **bytes, size_t *size);
    NvSciError (*export_reconciled)(void *list, NvSciIpcEndpoint over, void **bytes, size_t *size);
    NvSciError (*import_unreconciled)(void *module, NvSciIpcEndpoint over, const void *bytes,
                                      size_t size, void **list);
    NvSciError (*import_reconciled)(void *module, NvSciIpcEndpoint over, const void *bytes,
                                    size_t size, void *const *lists, size_t count, void **list);
    void (*free_desc)(void *bytes);
    void (*free_desc_with_object)(void *bytes);
} ShareKind;

extern const ShareKind g_share_kinds[2];

#define SHARE_SYNC (&g_share_kinds[0])
#define SHARE_BUF  (&g_share_kinds[1])

/** Runs its block for each kind. */
#define FOR_BOTH_SHARED(share)                                                                     \
    for (const ShareKind *share = g_share_kinds; share < &g_share_kinds[2]; share++)

/** What was sent last, and what a test made of it. */
extern Received g_bytes;
extern Received g_changed;

/** Setup and teardown: channels and a module of each kind. */
int share_lists_up(void **state);
int share_lists_down(void **state);

#define scene_test(function)                                                                       \
    cmocka_unit_test_setup_teardown(function, share_lists_up, share_lists_down)

/** The open module of a kind. */
void *module_of(const ShareKind *share);

/** Row of a list. */
uint32_t row_of(const ShareKind *share, const void *list);

/** Number of a key in a row. */
uint64_t number_in(const ShareKind *share, uint32_t row, uint32_t key);

/** Whether two rows have the same values. */
bool same_values(const ShareKind *share, uint32_t left, uint32_t right);

/** Puts a value into every key that an application can set: one element, or as many as fit. */
void fill_row(const ShareKind *share, uint32_t row, bool whole);

/** Keeps what an export gave, as the receiver of a message does, and frees it. */
void receive(const ShareKind *share, void *bytes, size_t size, Received *received);

/** Exports lists, and receives the bytes. */
void send_lists(const ShareKind *share, void *const *lists, size_t count, NvSciIpcEndpoint over,
                Received *received);
void send_reconciled(const ShareKind *share, void *list, NvSciIpcEndpoint over, Received *received);

NvSciError import_unreconciled(const ShareKind *share, NvSciIpcEndpoint over,
                               const Received *received, void **list);
NvSciError import_reconciled(const ShareKind *share, NvSciIpcEndpoint over,
                             const Received *received, void *const *lists, size_t count,
                             void **list);

/** A list that came over the channel. */
void *pass_lists(const ShareKind *share, void *const *lists, size_t count, const Hop *hop);

/** A reconciled list back over the channel, checked against lists. */
void *return_list(const ShareKind *share, void *list, const Hop *hop, void *const *lists,
                  size_t count);

void *reconcile(const ShareKind *share, void *const *lists, size_t count);

void free_deal(const ShareKind *share, const Deal *deal);

#endif /* RINGFENCE_TEST_SHARE_LISTS_H */
