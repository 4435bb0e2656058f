/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file shapes.h
 * What layers demand of the types and dimensions of their values, and where the elements of tensors
 * are.
 */
#ifndef RINGFENCE_DLA_NETWORK_SHAPES_H
#define RINGFENCE_DLA_NETWORK_SHAPES_H

#include "dla/network/network.h"

/** The values of a layer. */
typedef struct {
    NetworkValue inputs[NETWORK_INPUTS];
    NetworkValue output;
} NetworkShapes;

/** Says whether a layer can be computed with these values. */
bool network_layer_fits(const NetworkLayer *layer, const NetworkShapes *shapes);

/** Where the elements of a tensor are: elements from one to the next, by dimension of its value. */
typedef struct {
    uint64_t strides[NETWORK_RANK];
} NetworkTensor;

/** Says whether a tensor has the type and the dimensions of a value, which are its last ones where
 * the value has one dimension, its first ones otherwise; in a format whose elements have strides.
 */
bool network_tensor(const cudlaModuleTensorDescriptor *tensor, const NetworkValue *value,
                    NetworkTensor *place);

#endif /* RINGFENCE_DLA_NETWORK_SHAPES_H */
