/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list.h
 * Attribute lists: slots of values, their life, merging them, and why that failed.
 *
 * The same functions serve both kinds of list; a ListClass says where a kind keeps its rows. A list
 * is a chain of rows, one row for each slot; its first row is its identity. All functions need the
 * library's lock.
 */
#ifndef RINGFENCE_ATTR_LIST_H
#define RINGFENCE_ATTR_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attr/attr.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "core/phase.h"
#include "core/pool.h"
#include "nvscierror.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/** Words of a set of key indices. Without types there are fewer keys. */
#define LIST_KEY_SET_WORDS (1U + (3U * RINGFENCE_CFG_TYPES))
#define LIST_KEYS_PER_WORD 32U

/** Bytes of a conflict that a conflict list keeps: the names of endpoints are found when the
 * conflict is read. */
#define LIST_CONFLICT_KEPT ((size_t)offsetof(RingfenceConflict, firstEndpoint))

/** Words that a slot must have at least, so that it can hold a conflict. */
#define LIST_WORDS_MIN ATTR_WORDS(LIST_CONFLICT_KEPT, 1U)

/** Set of key indices. */
typedef struct {
    uint32_t words[LIST_KEY_SET_WORDS];
} ListKeySet;

/**
 * The way from here to who asked for something, and what he asked for.
 *
 * A hop is the identity of an endpoint of the process that it belongs to. The last one is of this
 * process; no hop at all: this process asked itself. The hops of others are passed back unread.
 */
typedef struct {
    uint64_t hops[RINGFENCE_CFG_HOPS];
    uint32_t count;
    /** Asks for access by the CPU. Reconciled lists only. */
    bool cpu;
    /** Rights that lists of engines asked for: bits. A list that asks for none leaves it at those
     * of its process. Reconciled lists only. */
    uint8_t engine;
    /** Rights asked for: bits. Reconciled lists only. */
    uint64_t perm;
} ListRoute;

/** Lists have routes: not where all who ask are in one process. */
#define LIST_ROUTES RINGFENCE_CFG_SHARING

/** All rights of a route. */
#define LIST_PERM_ALL 3U

/** What all who are reached over an endpoint asked for. */
typedef struct {
    /** Somebody is. */
    bool any;
    bool cpu;
    uint64_t perm;
    /** Of these the ones that engines have. */
    uint64_t engine;
} ListGrant;

/** What a list is. */
typedef enum {
    /** Unreconciled; values may be set. */
    LIST_WRITABLE = 0,
    /** Unreconciled; made of others, or received. */
    LIST_APPENDED = 1,
    LIST_RECONCILED = 2,
    /** Says why a reconciliation failed. */
    LIST_CONFLICT = 3
} ListState;

/** One slot of a list. */
typedef struct {
    /** Slot of the module that the list belongs to. First row only. */
    uint32_t module;
    /** Slots of the list. First row only. */
    uint32_t slots;
    /** Row of the next slot, plus one; 0: last. */
    uint32_t next;
    /** Next list of the inputs of a call, plus one; 0: last. First row only. */
    uint32_t next_input;
    /** Text of the list, plus one; 0: none. First row only. */
    uint32_t dump;
    ListState state;
    /** The list is among the inputs of the call that holds the lock. */
    bool is_input;
    /** The list belongs to an object: the caller may not free it. */
    bool is_bound;
    /** Identity of the endpoint over which the row came, as long as it is taken; 0: none. */
    uint64_t peer;
    /** Keys that were set in this list and cannot be set again. */
    ListKeySet written;
    /** Ways: of an unreconciled slot one, from where it came; of a reconciled list one for each
     * origin. */
    uint32_t routes;
    ListRoute route[RINGFENCE_CFG_ROUTES];
} ListRow;

/** A kind of list: its keys, and its rows by slot index of its pool. */
typedef struct {
    RingfencePool pool;
    const AttrTable *table;
    ListRow *rows;
    /** Bytes of each value; table->count for each row. */
    uint16_t *lengths;
    /** Values; table->words for each row. */
    uint64_t *words;
    /** Modules that lists belong to, and what needs each of them: 1 while it is open, and 1 for
     * each list, and whatever else list_module_hold() is called for. */
    RingfencePool modules;
    uint32_t *needs;
    /** Indices of the keys that grants are made of: rights asked for, rights given, CPU access. */
    uint32_t required_perm;
    uint32_t actual_perm;
    uint32_t need_cpu;
    /** Indices of the keys that name an engine: a GPU, or another one. */
    uint32_t gpu;
    uint32_t engine;
    /** Rights of a slot that asks for none. */
    uint64_t default_perm;
    /** Index of the key in which this process keeps a note of its own about an unreconciled slot;
     * the number of keys: none. */
    uint32_t note;
    /** Result of setting a key that the table does not have. */
    NvSciError unknown;
} ListClass;

/** Lists that were given to a call. */
typedef struct {
    uint32_t first;
    uint32_t last;
    uint32_t count;
    uint32_t module;
    /** Slots of all of them. */
    uint32_t slots;
} ListInputs;

/** Row that a link names: an index plus one; the first row if it names none. */
static inline uint32_t list_linked_row(uint32_t link)
{
    uint32_t row = 0U;

    if (link > 0U) {
        row = link - 1U;
    }
    return row;
}

/* ---------------------------------------------------------------- life */

/** Opens a module. InsufficientMemory iff there is no slot. */
NvSciError list_module_open(const ListClass *cls, uint32_t *module);

/** Closes the module of a handle; its slot stays taken while something needs it. NULL is a no-op;
 * what is no module is a fault report. */
void list_module_close(PhaseOp op, const ListClass *cls, const void *handle);

/** Finds an open module by its handle. BadParameter iff it is none of this kind. */
NvSciError list_module_find(PhaseOp op, const ListClass *cls, const void *handle, uint32_t *module);

/** Notes that something needs a module. */
void list_module_hold(const ListClass *cls, uint32_t module);

/** Ends what list_module_hold() began; a closed module that nothing needs is given back. */
void list_module_drop(const ListClass *cls, uint32_t module);

/** Makes an empty list of one slot, which needs its module. InsufficientMemory iff there is no row.
 */
NvSciError list_create(const ListClass *cls, uint32_t module, ListState state, uint32_t *index);

/** Adds an empty slot behind row `last`, the last of a list. InsufficientMemory iff there is no
 * row.
 */
NvSciError list_add_slot(const ListClass *cls, uint32_t index, uint32_t last, uint32_t *added);

/** Gives back all rows of a list, its text, and the module that nothing else needs. */
void list_destroy(const ListClass *cls, uint32_t index);

/** Finds a list by its handle. BadParameter iff it is no live list of this kind. */
NvSciError list_find(PhaseOp op, const ListClass *cls, const void *handle, uint32_t *index);

/** Finds a list that can be read. BadParameter iff it is no live list of this kind, or a conflict
 * list. */
NvSciError list_find_readable(PhaseOp op, const ListClass *cls, const void *handle,
                              uint32_t *index);

/** Finds a reconciled list. BadParameter iff it is no live list of this kind, or not reconciled. */
NvSciError list_find_reconciled(PhaseOp op, const ListClass *cls, const void *handle,
                                uint32_t *index);

/** Says whether a list is one that was not reconciled yet. */
bool list_is_unreconciled(const ListClass *cls, uint32_t index);

/** Frees the list of a handle. NULL is a no-op; what is no list, or belongs to an object, is a
 * fault report. */
void list_free_handle(PhaseOp op, const ListClass *cls, const void *handle);

/** Copies a list, slots and values. A copy of an unreconciled list may be set again.
 * InsufficientMemory iff rows are short; then nothing was taken. */
NvSciError list_clone(const ListClass *cls, uint32_t index, uint32_t *copy);

/** Copies the one slot of a reconciled list to the row that belongs to object `object`, and makes
 * its handle valid. Without LIST_READERS the list of the object is the reconciled one, as long as
 * that is there. */
uint32_t list_bind(const ListClass *cls, uint32_t index, uint32_t object);

/** Makes the handle of an object's list stale. */
void list_unbind(const ListClass *cls, uint32_t object);

/* ---------------------------------------------------------------- values */

/** Row of slot number `slot`; BadParameter iff the list has no such slot. */
NvSciError list_slot(const ListClass *cls, uint32_t index, size_t slot, uint32_t *row);

/** Where the bytes of a value of a row are counted. */
static inline uint16_t *list_length_of(const ListClass *cls, uint32_t row, uint32_t key)
{
    return &cls->lengths[(row * cls->table->count) + key];
}

/** Where a value of a row is. */
static inline uint64_t *list_words_of(const ListClass *cls, uint32_t row, uint32_t key)
{
    return &cls->words[(row * cls->table->words) + cls->table->keys[key].first_word];
}

/** Value of key index `key` in a row; bytes NULL and len 0 if it is not set. */
AttrValue list_value(const ListClass *cls, uint32_t row, uint32_t key);

/** Number of key index `key` in a row, the first one of several; 0 if it is not set. Its elements
 * must be 1, 2, 4 or 8 bytes. */
uint64_t list_number(const ListClass *cls, uint32_t row, uint32_t key);

/** Stores one number. It must fit the elements of the key, which must be 1, 2, 4 or 8 bytes. */
void list_put_number(const ListClass *cls, uint32_t row, uint32_t key, uint64_t number);

/** Stores a value, zero behind its end. It must fit. */
void list_put(const ListClass *cls, uint32_t row, uint32_t key, AttrValue value);

/** Stores a value whose numbers have their lowest byte first, zero behind its end. It must fit. */
void list_put_little_endian(const ListClass *cls, uint32_t row, uint32_t key, AttrValue value);

/** Copies the values and the routes of a row; the target's list membership stays. */
void list_copy_values(const ListClass *cls, uint32_t from, uint32_t to);

/** Removes a value. */
void list_unset(const ListClass *cls, uint32_t row, uint32_t key);

/**
 * Notes that an application sets a key of a list to a value: it may, once. Who refuses a later key
 * of the same call puts `written` of the list back as it was.
 *
 * @param[in]  cls     kind
 * @param[in]  index   list
 * @param[in]  before  `written` of the list before the call
 * @param[in]  key     NvSciBufAttrKey or NvSciSyncAttrKey
 * @param[in]  value   value
 * @param[out] found   index of the key; unchanged unless it fits
 *
 * @return RINGFENCE_PAIR_FITS, or why the list does not take it
 */
RingfencePairCause list_claim(const ListClass *cls, uint32_t index, const ListKeySet *before,
                              uint32_t key, AttrValue value, uint32_t *found);

/**
 * Reports that a list does not take a pair, where reports name pairs.
 *
 * @param[in] op     function that was given the pair
 * @param[in] cls    kind
 * @param[in] cause  why; not RINGFENCE_PAIR_FITS
 * @param[in] place  place of the pair in the array
 * @param[in] key    its key as the program gave it
 * @param[in] len    bytes of its value
 *
 * @retval NvSciError_NotSupported  iff the key's feature is left out, or the key is unknown and the
 * kind says so
 * @retval NvSciError_BadParameter  iff it is another cause
 */
NvSciError list_refuse(PhaseOp op, const ListClass *cls, RingfencePairCause cause, size_t place,
                       uint32_t key, size_t len);

/**
 * Reads a key of a slot. A key that is not set gives NULL and 0.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff the key is unknown, the key is input-only and the list
 * reconciled, or the key is output-only and the list unreconciled
 */
NvSciError list_read(const ListClass *cls, uint32_t index, uint32_t row, uint32_t key,
                     AttrValue *value);

/* ---------------------------------------------------------------- origins */

/** Adds what a slot asks for to the routes of a reconciled list. InsufficientResource iff its
 * origin is a further one and there is no room; then nothing changes. */
NvSciError list_route_add(const ListClass *cls, uint32_t slot, uint32_t list);

/**
 * Adds what all slots of the inputs ask for to the routes of an object's list, or nothing; `before`
 * gets the list's row as it was.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_InsufficientResource  RINGFENCE_CFG_ROUTES are taken, a fault report
 */
NvSciError list_route_more(PhaseOp op, const ListClass *cls, const ListInputs *inputs,
                           uint32_t list, ListRow *before);

/** Takes out of the routes of an object's list what came over an endpoint. */
void list_route_forget(const ListClass *cls, uint32_t list, uint64_t identity);

/** Makes the routes of a reconciled list from all slots of the inputs, and its CPU access that of
 * this process. InsufficientResource iff they come from too many peers. */
NvSciError list_route_all(const ListClass *cls, const ListInputs *inputs, uint32_t list);

/** What those behind an endpoint asked for. Identity 0: what this process asked for itself. */
ListGrant list_grant(const ListClass *cls, uint32_t list, uint64_t identity);

/* ---------------------------------------------------------------- several lists */

/** Starts an empty set of inputs. */
ListInputs list_inputs_begin(void);

/**
 * Adds an unreconciled list to the inputs of a call.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff the handle is no live unreconciled list, belongs to another
 * module than the inputs before it, or was added before
 */
NvSciError list_inputs_add(PhaseOp op, const ListClass *cls, const void *handle,
                           ListInputs *inputs);

/** Adds all lists of an array of handles. BadParameter iff there is no array, it is empty, or one
 * of it cannot be added. */
NvSciError list_inputs_collect(PhaseOp op, const ListClass *cls, const void *lists, size_t count,
                               ListInputs *inputs);

/** list_inputs_collect(); BadParameter also iff the lists are of another module than list `other`.
 */
NvSciError list_inputs_beside(PhaseOp op, const ListClass *cls, uint32_t other, const void *lists,
                              size_t count, ListInputs *inputs);

/** Handle at a place of an array of handles, all of which are pointers to structures. */
static inline void *list_handle_at(const void *lists, size_t at)
{
    const uint8_t *const bytes = lists;
    void *handle = NULL;

    bytes_copy(&handle, &bytes[at * sizeof(handle)], sizeof(handle));
    return handle;
}

/** Ends the use of inputs. Must follow list_inputs_begin() before the lock is given back. */
void list_inputs_end(const ListClass *cls, ListInputs *inputs);

/** Makes one list of all slots of the inputs. InsufficientMemory iff rows are short; then nothing
 * was taken. */
NvSciError list_append(const ListClass *cls, const ListInputs *inputs, uint32_t *index);

/** Place of a slot among the inputs of a call. */
typedef struct {
    /** Position of the list in the caller's array. */
    uint32_t list;
    /** Slot of that list. */
    uint32_t slot;
    /** First row of that list. */
    uint32_t head;
    /** Row of the slot. */
    uint32_t row;
} ListCursor;

/** First slot of the inputs. */
ListCursor list_first(const ListInputs *inputs);

/** Goes on to the next slot of the inputs; false: there is none. */
bool list_next(const ListClass *cls, ListCursor *cursor);

/**
 * Merges a key of all slots of the inputs into `result`, by the key's rule.
 *
 * @return false iff two values conflict; `conflict` then says which, with error
 * ReconciliationFailed
 */
bool list_merge(const ListClass *cls, const ListInputs *inputs, uint32_t key, uint32_t result,
                RingfenceConflict *conflict);

/** First slot of the inputs that sets a key; false: none does. */
bool list_first_setter(const ListClass *cls, const ListInputs *inputs, uint32_t key,
                       ListCursor *cursor);

/** Name of a key that another process named, or a list has; NULL: there is no such key. */
const char *list_key_name(const ListClass *cls, uint32_t key);

/** Says whether lists that live are of one module, so that they can be appended. That they are not
 * is no fault. Takes the library's lock. */
bool list_agree(PhaseOp op, const ListClass *cls, const void *lists, uint32_t count);

/** Notes the key of g_list_conflict, if it has one, in which a reconciled list does not give what
 * inputs ask for, and what both have under it. */
void list_note_key(const ListClass *cls, const ListInputs *inputs, uint32_t reconciled,
                   FaultKey *key);

/** Key in which a reconciled list does not satisfy what the inputs give now, in `recomputed`: one
 * that they set, if there is such a one; the table's count: it satisfies them. */
uint32_t list_unsatisfied(const ListClass *cls, const ListInputs *inputs, uint32_t reconciled,
                          uint32_t recomputed);

/* ---------------------------------------------------------------- conflicts */

/** Why the reconciliation of this moment fails. Under the lock. The endpoints of its sides are the
 * identities by which routes know them. */
extern RingfenceConflict g_list_conflict;

/** Finds the open endpoint of an identity: its handle, and its name in NVSCIIPC_MAX_ENDPOINT_NAME
 * bytes. Says whether there is one; nothing is written if not. */
typedef bool (*ListEndpointFinder)(uint64_t identity, NvSciIpcEndpoint *endpoint, char *name);

/** Lists come over endpoints from now on, which `finder` finds; it is the same one always. */
void list_name_endpoints(ListEndpointFinder finder);

/** A side of a conflict: the value of a key that a list brought. */
void conflict_from_list(RingfenceConflictSide *side, const ListClass *cls, const ListCursor *cursor,
                        uint32_t key);

/** Makes the list a conflict list that holds the report; the names of endpoints are not kept. */
void conflict_store(const ListClass *cls, uint32_t index, const RingfenceConflict *conflict);

/** Reads the report of a conflict list. */
void conflict_load(const ListClass *cls, uint32_t index, RingfenceConflict *conflict);

/* ---------------------------------------------------------------- text */

/** Writes a list as text; it is the list's own until the list is freed or written as text again.
 * InsufficientMemory iff all texts are taken. */
NvSciError list_dump(const ListClass *cls, uint32_t index, void **text, size_t *len);

#endif /* RINGFENCE_ATTR_LIST_H */
