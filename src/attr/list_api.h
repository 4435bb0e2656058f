/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_api.h
 * The public functions of lists and modules, for both kinds of list.
 *
 * A verb enters (phase, feature, lock), finds what handles name, checks the arguments, acts and
 * leaves. The function of a kind gives its own number, its ListApi, and what it was given. All
 * handles are pointers to structures, which look alike: where one goes to (`place`, may be NULL)
 * and an array of them are passed as void, and so are arrays of pairs (ListPair).
 */
#ifndef RINGFENCE_ATTR_LIST_API_H
#define RINGFENCE_ATTR_LIST_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attr/list.h"
#include "core/feature.h"
#include "core/phase.h"
#include "nvscierror.h"

/** A key and its value, as the pairs of both kinds of list lay them out. */
typedef struct {
    uint32_t key;
    const void *value;
    size_t len;
} ListPair;

/** Says whether a type of pairs, with keys of another type in a field, is laid out so. */
#define LIST_PAIR_IS(type, key_type, key_field)                                                    \
    ((sizeof(type) == sizeof(ListPair)) && (sizeof(key_type) == sizeof(uint32_t)) &&               \
     ((size_t)offsetof(type, key_field) == (size_t)offsetof(ListPair, key)) &&                     \
     ((size_t)offsetof(type, value) == (size_t)offsetof(ListPair, value)) &&                       \
     ((size_t)offsetof(type, len) == (size_t)offsetof(ListPair, len)))

/** What the public functions of a kind of list do in a way of their own. */
typedef struct {
    const ListClass *cls;
    /** Takes the lock for a function of this kind, if the phase admits it. */
    NvSciError (*enter)(PhaseOp op);
    /** Makes the values of a reconciled list of inputs in an empty list; g_list_conflict says why,
     * iff not Success. */
    NvSciError (*reconcile)(const ListInputs *inputs, uint32_t list);
    /** A module opens only if the port has the memory for what belongs to modules. */
    bool needs_memory;
    /** Index of the key that each slot must set before its list is cloned, appended or a late
     * peer's; the number of keys: none. */
    uint32_t needed;
    /** Keys from this index on are private: unknown to who reads. */
    uint32_t private_keys;
    /** All other keys can be read in each list, and are checked before the first pair is written;
     * conflict lists have no slots. */
    bool reads_all;
} ListApi;

/* ---------------------------------------------------------------- modules */

/** Opens a module. BadParameter iff there is no place, InsufficientMemory iff there is no slot, or
 * too little memory, a fault report. */
NvSciError list_api_module_open(PhaseOp op, const ListApi *api, void *place);

/** list_module_close(); notes what stays if the phase refuses. */
void list_api_module_close(PhaseOp op, const ListApi *api, const void *handle);

/* ---------------------------------------------------------------- one list */

/** Makes an empty list in a module. BadParameter iff there is no such module, or no place. */
NvSciError list_api_create(PhaseOp op, const ListApi *api, const void *module, void *place);

/** list_free_handle(); notes what stays if the phase refuses. */
void list_api_free(PhaseOp op, const ListApi *api, const void *handle);

/** Enters a function, and finds its list. Success: ringfence_api_leave() must follow. */
NvSciError list_api_find(PhaseOp op, const ListApi *api, const void *handle, uint32_t *index);

/** list_api_find() for a function of a feature; NotSupported iff the feature is left out. */
static inline NvSciError list_api_find_feature(uint32_t choice, PhaseOp op, const ListApi *api,
                                               const void *handle, uint32_t *index)
{
    return feature_enabled(choice) ? list_api_find(op, api, handle, index)
                                   : NvSciError_NotSupported;
}

/** Says whether a list is reconciled. */
NvSciError list_api_is_reconciled(PhaseOp op, const ListApi *api, const void *handle, bool *answer);

/** Slots of a list; 0: there is no such list. */
size_t list_api_slot_count(PhaseOp op, const ListApi *api, const void *handle);

/** Reads pairs of a slot of a list that is no conflict list. */
NvSciError list_api_get(PhaseOp op, const ListApi *api, const void *handle, size_t slot,
                        void *pairs, size_t count);

/** list_clone() of a list that is no conflict list. */
NvSciError list_api_clone(PhaseOp op, const ListApi *api, const void *handle, void *place);

/** list_dump() of any list. */
NvSciError list_api_dump(PhaseOp op, const ListApi *api, const void *handle, void **text,
                         size_t *len);

/* ---------------------------------------------------------------- several lists */

/** Says whether each slot of the inputs sets the key that it must. */
bool list_api_inputs_complete(const ListApi *api, const ListInputs *inputs);

/** list_append() of an array of lists. */
NvSciError list_api_append(PhaseOp op, const ListApi *api, const void *lists, size_t count,
                           void *place);

/**
 * Enters a function of a feature that reconciles an array of lists, and reconciles them. Success:
 * ringfence_api_leave() must follow. `place` and `conflict` become NULL first; `conflict` gets the
 * handle of the conflict list, iff there is one.
 */
NvSciError list_api_enter_reconciled(uint32_t choice, PhaseOp op, const ListApi *api,
                                     const void *lists, size_t count, void *place, void *conflict,
                                     uint32_t *list);

#endif /* RINGFENCE_ATTR_LIST_API_H */
