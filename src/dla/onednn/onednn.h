/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file onednn.h
 * What the files of src/dla/onednn share: the rows of networks that oneDNN computes, and how layers
 * become primitives of it.
 *
 * A row is a list of primitives with their memory. All are made when the row is opened, by oneDNN,
 * which takes them from the heap; a task executes them one after the other. A rehearsal gives the
 * row the bytes that oneDNN asks for meanwhile.
 */
#ifndef RINGFENCE_DLA_ONEDNN_H
#define RINGFENCE_DLA_ONEDNN_H

#include <dnnl.h>

#include "dla/network/network.h"
#include "dla/network/shapes.h"

/** Arguments of a primitive at most: the inputs of a layer, its output, its scratchpad. */
#define ONEDNN_ARGS (NETWORK_INPUTS + 2U)
/** Primitives of a row: layers, and reorders of what they read and write. */
#define ONEDNN_PRIMITIVES (4U * NETWORK_LAYERS)
#define ONEDNN_MEMORIES   (4U * NETWORK_VALUES)
#define ONEDNN_TENSORS    (2U * RINGFENCE_CFG_DLA_TENSORS)
/** Most bytes that the execution of a primitive may ask for. */
#define ONEDNN_HEAP_MOST 0x10000000U

/** What is done behind a primitive with numbers that are not finite. */
#define ONEDNN_MEND_NONE     0U
#define ONEDNN_MEND_ELTWISE  1U
#define ONEDNN_MEND_BINARY   2U
#define ONEDNN_MEND_SOFTMAX  3U
#define ONEDNN_MEND_QUANTIZE 4U

typedef struct {
    uint32_t kind;
    /** Eltwise: bits of what it makes of the infinities. Quantize: the bytes. */
    uint32_t plus;
    uint32_t minus;
    /** Softmax. */
    uint32_t axis;
    /** Quantize: what is as large is limited for certain. */
    float limit;
    dnnl_memory_t from;
    /** The other array of a binary layer. */
    dnnl_memory_t with;
    dnnl_memory_t to;
} OnednnMend;

/** A primitive, and what it works on. */
typedef struct {
    dnnl_primitive_t primitive;
    int32_t count;
    /** What is done behind it, plus 1; 0: nothing. */
    uint32_t mend;
    dnnl_exec_arg_t args[ONEDNN_ARGS];
} OnednnPrimitive;

/** Memory of a tensor, whose place each task gives. */
typedef struct {
    dnnl_memory_t memory;
    uint32_t tensor;
    bool is_input;
} OnednnTensor;

/** Bytes that oneDNN is given instead of those of a heap, while it executes a primitive. */
typedef struct {
    uint8_t *bytes;
    /** 0: there are none, and what is asked for is counted alone. */
    uint64_t size;
    uint64_t used;
    /** Blocks that were not given back. */
    uint64_t live;
    /** Bytes that were asked for, with those to align them. */
    uint64_t asked;
    /** Something did not fit, and the heap was asked. */
    bool is_short;
    /** In a rehearsal: who says what the system has to give. */
    const NetworkHost *host;
} OnednnHeap;

/** A network that is open. */
typedef struct {
    bool is_open;
    dnnl_stream_t stream;
    /** What the row was given in the rehearsal; no bytes: there was none. */
    OnednnHeap heap;
    dnnl_memory_t heap_memory;
    /** Most that a primitive asked for. */
    uint64_t heap_need;
    uint32_t primitive_count;
    uint32_t memory_count;
    uint32_t tensor_count;
    uint32_t mend_count;
    OnednnPrimitive primitives[ONEDNN_PRIMITIVES];
    dnnl_memory_t memories[ONEDNN_MEMORIES];
    OnednnTensor tensors[ONEDNN_TENSORS];
    OnednnMend mends[NETWORK_LAYERS];
} OnednnRow;

/** A network that is being opened. After a failure nothing more is made. */
typedef struct {
    OnednnRow *row;
    const NetworkView *view;
    dnnl_engine_t engine;
    /** The first failure. */
    dnnl_status_t status;
    /** network_crc() behind the constants that were copied. */
    uint32_t crc;
    /** Why the network is refused, where it is not for the failure. */
    NetworkStatus refusal;
    /** Operations of what is being made. */
    uint64_t operations;
    /** Where each value is; NULL: it is not there yet. */
    dnnl_memory_t slots[NETWORK_VALUES];
} OnednnBuild;

/** Arguments of a primitive that is being made. */
typedef struct {
    uint32_t count;
    dnnl_exec_arg_t args[ONEDNN_ARGS];
} OnednnArgs;

/* ---------------------------------------------------------------- memory */

/** Notes a failure, if it is the first; says whether there was none. */
bool onednn_is_well(OnednnBuild *build, dnnl_status_t status);

/** A description of a value: FLOAT where its type is HALF, its elements one after the other, or in
 * an order that oneDNN chooses. */
dnnl_memory_desc_t onednn_plain(OnednnBuild *build, const NetworkValue *value);
dnnl_memory_desc_t onednn_open(OnednnBuild *build, const NetworkValue *value);

/** Description of memory. */
const dnnl_memory_desc_t *onednn_desc(OnednnBuild *build, dnnl_memory_t memory);

/** Memory of the row: at a place, which may be DNNL_MEMORY_NONE; or of its own. */
dnnl_memory_t onednn_memory(OnednnBuild *build, const dnnl_memory_desc_t *desc, void *place);
dnnl_memory_t onednn_own_memory(OnednnBuild *build, const dnnl_memory_desc_t *desc);

/** The same bytes with another description. */
dnnl_memory_t onednn_alias(OnednnBuild *build, const dnnl_memory_desc_t *desc,
                           dnnl_memory_t memory);

/** Memory with what is in another one, as a description wants it: that one itself where it fits.
 * Of a constant, the reorder is done now; otherwise it becomes a primitive of the row. */
dnnl_memory_t onednn_fit(OnednnBuild *build, dnnl_memory_t from, const dnnl_memory_desc_t *wanted,
                         bool is_constant);

/** Fits the memory of an input of a layer. */
dnnl_memory_t onednn_fit_input(OnednnBuild *build, const NetworkLayer *layer, uint32_t input,
                               const dnnl_memory_desc_t *wanted);

/** Makes the memory of all constants and inputs, and the reorders of the latter. */
void onednn_begin_values(OnednnBuild *build);

/** Makes the reorders to all outputs. */
void onednn_end_values(OnednnBuild *build);

/* ---------------------------------------------------------------- room and time */

/** Says whether the system has so many bytes to give, as far as a host says. */
bool onednn_is_room(const NetworkHost *host, uint64_t bytes);

/** Touches the pages of memory that was taken. False: the system has not so many any more. */
bool onednn_touch(const NetworkHost *host, void *place, uint64_t size);

/** Asks whether to go on, if there is a host. */
bool onednn_goes_on(const NetworkHost *host);

/** Refuses the network that is being opened, if nothing failed before. */
void onednn_refuse(OnednnBuild *build, NetworkStatus refusal);

/** Says whether oneDNN has nothing for a primitive but what goes from element to element: its
 * reference implementation, or one that it calls simple. */
bool onednn_is_reference(dnnl_primitive_desc_t desc);

/** Picks the implementation of a convolution or of a product of matrices: for integers one whose
 * sums are exact on this processor. NULL: there is none, and the build has failed. */
void onednn_pick(OnednnBuild *build, const_dnnl_op_desc_t what, dnnl_primitive_attr_t attr,
                 bool is_quantized, dnnl_primitive_desc_t *desc);

/** Refuses it if what is being made has too many operations for the implementation that oneDNN has.
 */
void onednn_check_time(OnednnBuild *build, dnnl_primitive_desc_t desc);

/* ---------------------------------------------------------------- primitives */

/** Attributes of a primitive whose scratchpad is memory of the row; NULL after a failure. */
dnnl_primitive_attr_t onednn_attr(OnednnBuild *build);

/** No argument yet. */
OnednnArgs onednn_no_args(void);

/** Adds an argument. Those that there is no room for are counted; onednn_add() refuses them. */
void onednn_arg(OnednnArgs *args, int32_t place, dnnl_memory_t memory);

/** Makes a primitive of its description, which ends, and adds it to the row. */
void onednn_add(OnednnBuild *build, dnnl_primitive_desc_t desc, const OnednnArgs *args);

/** Adds a layer. */
void onednn_layer(OnednnBuild *build, const NetworkLayer *layer);

/** Adds a layer of the first kinds: those with weights, and pools. */
void onednn_convolution(OnednnBuild *build, const NetworkLayer *layer);
void onednn_matmul(OnednnBuild *build, const NetworkLayer *layer);
void onednn_pool(OnednnBuild *build, const NetworkLayer *layer);

/* ---------------------------------------------------------------- numbers */

/** What is done behind an eltwise layer. */
void onednn_mend_eltwise(OnednnMend *mend, const NetworkLayer *layer);

/** What is done behind a quantize layer that writes a type. */
void onednn_mend_quantize(OnednnMend *mend, const NetworkLayer *layer, uint32_t type);

/** The bound of a clip as oneDNN has it: the largest number where there is none. */
float onednn_bound(float bound);

/** Does what is to be done behind the primitive that was added last. */
void onednn_add_mend(OnednnBuild *build, const OnednnMend *mend);

/** Does it. */
void onednn_mend(const OnednnMend *mend);

/* ---------------------------------------------------------------- tasks */

/** What a status of oneDNN is to the caller. */
NetworkStatus onednn_status(dnnl_status_t status);

/** Executes the primitives of a row, whose tensors have places. NETWORK_REFUSED: one failed, or the
 * row has bytes and the heap was asked besides, or a block was kept. */
NetworkStatus onednn_execute(OnednnRow *row, const NetworkHost *host);

/** Computes a network, so that a task asks no heap. */
NetworkStatus onednn_rehearse(OnednnRow *row, dnnl_engine_t engine, const NetworkHost *host);

/** Says whether a sanitizer stands before the heap. */
bool onednn_heap_is_watched(void);

/** From here on the thread takes blocks of these bytes; until there. */
void onednn_heap_enter(OnednnHeap *heap);
void onednn_heap_leave(void);

/** What oneDNN calls instead of malloc(), calloc(), realloc(), aligned_alloc(), posix_memalign(),
 * free(), both operators new and operator delete: mk/engines.mk gives them these names. */
void *ringfence_network_malloc(size_t size);
void *ringfence_network_calloc(size_t count, size_t size);
void *ringfence_network_realloc(void *block, size_t size);
void *ringfence_network_aligned_alloc(size_t alignment, size_t size);
int32_t ringfence_network_posix_memalign(void **block, size_t alignment, size_t size);
void ringfence_network_free(void *block);
void *ringfence_network_new(size_t size);
void *ringfence_network_new_quietly(size_t size, const void *quietly);
void ringfence_network_delete(void *block);

#endif /* RINGFENCE_DLA_ONEDNN_H */
