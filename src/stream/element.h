/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file element.h
 * Elements of packets, and layouts of their buffers.
 */
#ifndef RINGFENCE_STREAM_ELEMENT_H
#define RINGFENCE_STREAM_ELEMENT_H

#include "stream/rows.h"

/** Adds an element to those of somebody. The list is copied.
 *
 * @retval NvSciError_Overflow      iff there is no room
 * @retval NvSciError_AlreadyInUse  iff the type is there
 */
NvSciError element_add(PhaseOp op, StreamElements *elements, uint32_t type, NvSciBufAttrList list);

/** Adds an element without a list: its buffers stay in the process upstream. */
NvSciError element_add_bare(PhaseOp op, StreamElements *elements, uint32_t type);

/** Numbers the elements of the packets for one endpoint. */
void element_number_side(const StreamSegment *segment, StreamSide *side);

/** Gives back the lists of elements. */
void element_free(StreamElements *elements);

/** Numbers the elements of the packets for each endpoint: the layout is known. */
void element_number(StreamSegment *segment);

/** Elements of the packets that consumers use which are there: bits. `count` endpoints from `first`
 * on are looked at. */
uint32_t element_used(const StreamSegment *segment, uint32_t first, uint32_t count);

/** Elements whose lists, or whose buffers of the packets that were offered, stay in the process
 * upstream: bits. Nobody here can use them. */
uint32_t element_upstream(const StreamSegment *segment);

/* What the functions of these names do, counted under the name of `op`. */
NvSciError element_set(PhaseOp op, NvSciStreamBlock handle, uint32_t type, NvSciBufAttrList list);
NvSciError element_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamBlockType type,
                       uint32_t place, uint32_t *user_type, NvSciBufAttrList *list);

/* ---------------------------------------------------------------- layouts (layout.c) */

/** Compares a buffer with a list. InconsistentData iff both are reconciled and do not say the same
 * of what is where in the buffer. */
NvSciError layout_compare(NvSciBufAttrList said, NvSciBufObj buffer);

/**
 * Says whether a buffer has what the list of its element says: a buffer may have more bytes or
 * rights.
 *
 * @retval NvSciError_InconsistentData    iff it has not
 * @retval NvSciError_BadParameter        iff there is no such buffer
 * @retval NvSciError_InsufficientMemory  iff the list is not reconciled, and there is no row to
 * compare in
 */
NvSciError layout_check(NvSciBufAttrList said, NvSciBufObj buffer);

#endif /* RINGFENCE_STREAM_ELEMENT_H */
