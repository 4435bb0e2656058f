/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network.h
 * Networks: the part of a loadable that has layers and weights, and the library that computes them.
 * docs/dla-loadables.md has the bytes.
 *
 * The library stands beside this one, libringfence_dla_network.so, and is found when the first
 * network is opened: what it needs does not become what this library needs.
 */
#ifndef RINGFENCE_DLA_NETWORK_H
#define RINGFENCE_DLA_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudla.h"
#include "ringfence_cfg.h"

/** Layers, and values that they read and write, that a network may have. */
#define NETWORK_LAYERS 256U
#define NETWORK_VALUES 1024U

/** Bytes of the records: the header, that of a value, that of a layer; and most of all. */
#define NETWORK_HEADER_BYTES 32U
#define NETWORK_VALUE_RECORD 64U
#define NETWORK_LAYER_RECORD 112U
#define NETWORK_RECORD_BYTES                                                                       \
    (NETWORK_HEADER_BYTES + (NETWORK_VALUE_RECORD * NETWORK_VALUES) +                              \
     (NETWORK_LAYER_RECORD * NETWORK_LAYERS))

#define NETWORK_RANK    4U
#define NETWORK_INPUTS  8U
#define NETWORK_NUMBERS 14U
/** Most bytes of a value. */
#define NETWORK_VALUE_BYTES 0x40000000U

/** Types of values: those of tensors, and one of biases. */
#define NETWORK_FLOAT ((uint32_t)CUDLA_DATA_TYPE_FLOAT)
#define NETWORK_HALF  ((uint32_t)CUDLA_DATA_TYPE_HALF)
#define NETWORK_INT8  ((uint32_t)CUDLA_DATA_TYPE_INT8)
#define NETWORK_UINT8 ((uint32_t)CUDLA_DATA_TYPE_UINT8)
#define NETWORK_INT32 7U

/** What a value is. */
#define NETWORK_INPUT    1U
#define NETWORK_OUTPUT   2U
#define NETWORK_CONSTANT 3U
#define NETWORK_BETWEEN  4U

/** An array that layers read or write, its elements in the order of its dimensions. */
typedef struct {
    uint32_t kind;
    /** Input, output: index of the tensor. */
    uint32_t tensor;
    uint32_t type;
    uint32_t rank;
    uint32_t dims[NETWORK_RANK];
    /** Constant: where its bytes begin among the weights, and how many there are. */
    uint64_t offset;
    uint64_t bytes;
} NetworkValue;

/** What a layer does. The numbers are those in the bytes. */
#define NETWORK_CONVOLUTION  1U
#define NETWORK_POOL         2U
#define NETWORK_MATMUL       3U
#define NETWORK_ELTWISE      4U
#define NETWORK_BINARY       5U
#define NETWORK_CONCAT       6U
#define NETWORK_SOFTMAX      7U
#define NETWORK_RESAMPLE     8U
#define NETWORK_RESHAPE      9U
#define NETWORK_TRANSPOSE    10U
#define NETWORK_QUANTIZE     11U
#define NETWORK_DEQUANTIZE   12U
#define NETWORK_QCONVOLUTION 13U
#define NETWORK_QMATMUL      14U

/** Places in the numbers of a convolution or a pool; rows before columns. */
#define NETWORK_KERNEL   0U
#define NETWORK_STRIDE   2U
#define NETWORK_BEGIN    4U
#define NETWORK_END      6U
#define NETWORK_DILATION 8U
#define NETWORK_GROUPS   10U
/** Zero points of what a quantized layer reads and writes. */
#define NETWORK_ZERO_IN  12U
#define NETWORK_ZERO_OUT 13U

/** A layer. */
typedef struct {
    uint32_t kind;
    /** Function of an eltwise or binary layer, kind of a pool, softmax or resample. */
    uint32_t variant;
    uint32_t output;
    uint32_t input_count;
    uint32_t inputs[NETWORK_INPUTS];
    uint32_t numbers[NETWORK_NUMBERS];
    float alpha;
    float beta;
} NetworkLayer;

/** What a network may take when it is opened and rehearsed, and what it took. */
typedef struct {
    /** Bytes that the process may still take; `is_mapped`: that have addresses already. */
    uint64_t (*room)(bool is_mapped);
    /** Bytes that were taken. */
    uint64_t taken;
    /** Bytes that the last look found, and that need no other one. */
    uint64_t spare;
    /** What was asked for that was too much, and what there was; 0 at first. */
    uint64_t asked;
    uint64_t allowed;
} NetworkLedger;

/** What is asked between two layers; false: the computation is to end now. */
typedef struct {
    bool (*goes_on)(void *context);
    void *context;
    /** NULL: nothing is looked at. */
    NetworkLedger *ledger;
} NetworkHost;

/** The bytes of a network, and the tensors of its loadable: inputs, then outputs. */
typedef struct {
    /** The records, which nobody changes. */
    const uint8_t *bytes;
    /** Bytes of the records and the weights. */
    uint64_t size;
    const cudlaModuleTensorDescriptor *tensors;
    uint32_t inputs;
    uint32_t outputs;
    /** The weights. They may be memory that others change: each byte is read once after it was
     * looked at, and what was read is looked at then. */
    const uint8_t *weights;
    /** What network_crc() gives before the weights, and behind them. */
    uint32_t crc_before;
    uint32_t crc_behind;
    /** What is asked while the network is opened; NULL: nothing. */
    const NetworkHost *host;
} NetworkView;

/** Numbers of values and of layers. The bytes have a header. */
uint64_t network_values(const NetworkView *view);
uint64_t network_layers(const NetworkView *view);

/** A value and a layer, which are there. */
NetworkValue network_value(const NetworkView *view, uint32_t index);
NetworkLayer network_layer(const NetworkView *view, uint32_t index);

/** Bytes of the header and the records of a network that has a header. */
uint64_t network_records(const NetworkView *view);

/** Goes on with a CRC-32 of IEEE 802.3, its bits reflected, before the last inversion. O(size). */
uint32_t network_crc(uint32_t crc, const uint8_t *bytes, uint64_t size);

/** The bytes of a constant among the weights. */
const uint8_t *network_constant(const NetworkView *view, const NetworkValue *value);

/** Bytes of an element of a type; 0: there is no such type. */
uint32_t network_type_bytes(uint32_t type);

/** Elements of a value. */
uint64_t network_elements(const NetworkValue *value);

/** Bytes of the values of a network that fits, as they are computed: what it takes at least. */
uint64_t network_bytes(const NetworkView *view);

/** Operations of a layer that fits: what it adds up or looks at for all elements of its output. */
uint64_t network_operations(const NetworkView *view, const NetworkLayer *layer);

/** Operations that a layer may have: what a core computes within a time that a task can wait for.
 * Where oneDNN has nothing but its reference implementation, each counts so often. */
#define NETWORK_OPERATIONS 0x200000000U
#define NETWORK_SLOW       32U

/** Says whether there is a header, and the sizes in it add up to all bytes. */
bool network_is_whole(const NetworkView *view);

/** Says whether there are more values than NETWORK_VALUES, or layers than NETWORK_LAYERS. */
bool network_is_too_large(const NetworkView *view);

/** Says whether all values and layers of a network that is whole and not too large are as they must
 * be: each value is written once, before it is read, and its dimensions are those that its layer
 * gives. O(size). */
bool network_fits(const NetworkView *view);

/* ---------------------------------------------------------------- computing */

/** How opening a network, or computing it, ended. */
typedef enum {
    NETWORK_DONE = 0,
    /** There is no library that computes networks. */
    NETWORK_NO_LIBRARY = 1,
    /** The library cannot compute a layer, or not without a heap. */
    NETWORK_REFUSED = 2,
    NETWORK_NO_MEMORY = 3,
    /** The caller said that it is to end. */
    NETWORK_ENDED = 4,
    /** The weights are others than those that were looked at. */
    NETWORK_CHANGED = 5,
    /** The system has less memory than the ledger says was asked for. */
    NETWORK_NO_ROOM = 6,
    /** A layer has more operations than one may; the ledger says how many. */
    NETWORK_TOO_LONG = 7
} NetworkStatus;

/** Where the tensors of a task are. */
typedef struct {
    const uint8_t *const *inputs;
    uint8_t *const *outputs;
} NetworkTensors;

/** Makes what computes a network that fits, in a row below RINGFENCE_CFG_DLA_MODULES that is not
 * open. The bytes are not needed any more then. Calls are made one at a time, beside others of
 * other rows alone. */
NetworkStatus network_open(uint32_t row, const NetworkView *view);

/** Computes a network that was opened, whatever numbers come of it, in the thread that will compute
 * its tasks: they ask no heap then. As network_open(). NETWORK_REFUSED: oneDNN takes memory for it
 * that the row cannot give. */
NetworkStatus network_rehearse(uint32_t row, const NetworkHost *host);

/** Computes a task in a row that is open; NETWORK_REFUSED: it is not, or a layer failed. */
NetworkStatus network_run(uint32_t row, const NetworkTensors *tensors, const NetworkHost *host);

/** Gives back what a row has. One that is not open is left. As network_open(). */
void network_close(uint32_t row);

/** What the library of networks shows; it is of the same release as this one. */
NetworkStatus ringfence_network_open(uint32_t row, const NetworkView *view);
NetworkStatus ringfence_network_run(uint32_t row, const NetworkTensors *tensors,
                                    const NetworkHost *host);
NetworkStatus ringfence_network_rehearse(uint32_t row, const NetworkHost *host);
void ringfence_network_close(uint32_t row);
uint32_t ringfence_network_version(void);

/** A function that each sanitizer has; where it is, its functions are found before all others, and
 * tasks ask the heap. */
#define NETWORK_WATCHER "__sanitizer_print_stack_trace"

/** Changes when something of the above does, and with the rows of the table: libraries that differ
 * in it do not fit each other. */
#define NETWORK_VERSION (0x40000U + RINGFENCE_CFG_DLA_MODULES)

#endif /* RINGFENCE_DLA_NETWORK_H */
