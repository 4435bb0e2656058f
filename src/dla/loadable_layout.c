/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable_layout.c
 * Where the elements of tensors are. Strides follow from the data format, innermost first.
 */
#include "dla/loadable.h"

#define LEVELS 4U

/** A dimension: how many there are, and how far they are from each other. */
typedef struct {
    uint64_t count;
    uint64_t stride;
} Level;

/** Notes the strides, and gives the dimensions from the innermost to the outermost. False: the
 * format has no elements. */
static bool order_levels(const cudlaModuleTensorDescriptor *tensor, DlaLayout *layout,
                         Level levels[LEVELS])
{
    const uint32_t *const stride = tensor->stride;
    bool known = true;

    layout->group = 1U;
    switch ((uint32_t)tensor->dataFormat) {
    case CUDLA_DATA_FORMAT_NHWC:
        layout->c_stride = stride[0];
        layout->w_stride = stride[1];
        layout->h_stride = stride[2];
        levels[0] = (Level){tensor->c, stride[0]};
        levels[1] = (Level){tensor->w, stride[1]};
        levels[2] = (Level){tensor->h, stride[2]};
        break;
    case CUDLA_DATA_FORMAT_NCHW:
    case CUDLA_DATA_FORMAT_NCxHWx:
        layout->w_stride = stride[0];
        layout->h_stride = stride[1];
        layout->c_stride = stride[2];
        levels[0] = (Level){tensor->w, stride[0]};
        levels[1] = (Level){tensor->h, stride[1]};
        levels[2] = (Level){tensor->c, stride[2]};
        break;
    default:
        known = false;
        break;
    }
    layout->n_stride = stride[3];
    levels[3] = (Level){tensor->n, stride[3]};
    return known;
}

/** Puts channels that lie one after the other into groups. Gives the bytes of a group, 0 if the
 * stride holds no whole number of channels. */
static uint64_t group_channels(DlaLayout *layout, Level levels[LEVELS])
{
    const uint64_t group = layout->w_stride / layout->bytes;
    uint64_t extent = 0U;

    if ((group > 0U) && ((layout->w_stride % layout->bytes) == 0U)) {
        layout->group = group;
        levels[2].count = (layout->c / group) + (((layout->c % group) > 0U) ? 1U : 0U);
        extent = layout->w_stride;
    }
    return extent;
}

/** Bytes from the first byte of all elements to their last one; 0 if some overlap, or if that is
 * more than `size`. */
static uint64_t extent_of(const Level levels[LEVELS], uint64_t innermost, uint64_t size)
{
    uint64_t extent = (innermost <= size) ? innermost : 0U;

    for (uint32_t i = 0U; (i < LEVELS) && (extent > 0U); i++) {
        const uint64_t count = levels[i].count;

        if (count > 1U) {
            /* Both factors have 32 bits. */
            const uint64_t beyond = (count - 1U) * levels[i].stride;

            if ((levels[i].stride < extent) || (beyond > size) || (extent > (size - beyond))) {
                extent = 0U;
            } else {
                extent += beyond;
            }
        }
    }
    return extent;
}

/** Says whether a size of a tensor is 1 to 2^32 - 1. */
static bool is_count(uint64_t count)
{
    return (count > 0U) && (count <= UINT32_MAX);
}

/** @satisfies RF-DLA-205 */
bool loadable_layout(const cudlaModuleTensorDescriptor *tensor, DlaLayout *layout)
{
    Level levels[LEVELS] = {{0U, 0U}, {0U, 0U}, {0U, 0U}, {0U, 0U}};
    uint64_t innermost = 0U;

    layout->n = tensor->n;
    layout->c = tensor->c;
    layout->h = tensor->h;
    layout->w = tensor->w;
    layout->type = tensor->dataType;
    layout->bytes = dla_type_bytes(layout->type);
    if (order_levels(tensor, layout, levels) && (layout->bytes > 0U) && is_count(layout->n) &&
        is_count(layout->c) && is_count(layout->h) && is_count(layout->w)) {
        innermost = layout->bytes;
        if (tensor->dataFormat == CUDLA_DATA_FORMAT_NCxHWx) {
            innermost = group_channels(layout, levels);
        }
    }
    return (innermost > 0U) && (extent_of(levels, innermost, tensor->size) > 0U);
}
