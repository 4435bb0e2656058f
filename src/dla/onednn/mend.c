/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mend.c
 * What layers make of numbers that are not finite.
 *
 * oneDNN chooses the instructions of a layer for the processor, and some of them take a NaN for a
 * number, or an infinity for the largest one. So behind a layer of elements what it made of such
 * numbers is written again, as the reference of ONNX has it. Where all are finite, a layer is
 * looked at once.
 */
#include <string.h>

#include "dla/arithmetic.h"
#include "dla/onednn/onednn.h"

/** Bits of numbers: all of the exponent, the sign, a NaN, the largest one. */
#define BITS_EXPONENT 0x7F800000U
#define BITS_FRACTION 0x007FFFFFU
#define BITS_SIGN     0x80000000U
#define BITS_NAN      0x7FC00000U
#define BITS_LARGEST  0x7F7FFFFFU
#define FLOAT_BYTES   4U
/** From here on a bound of a clip is none. */
#define NO_BOUND 3.0e38F
/** Integers: 2^24, and the bits of the least one of 8 bits. */
#define QUANTIZE_LIMIT 16777216.0F
#define INT8_LEAST     0x80U

/** Functions of eltwise layers that are not monotonous or have parameters. */
#define VARIANT_RELU   0U
#define VARIANT_ELU    3U
#define VARIANT_CLIP   4U
#define VARIANT_SWISH  10U
#define VARIANT_LINEAR 13U
#define VARIANTS       14U

/* ---------------------------------------------------------------- numbers */

static uint32_t bits_at(const uint8_t *bytes, uint64_t index)
{
    uint32_t bits = 0U;

    dla_copy(&bits, &bytes[index * FLOAT_BYTES], FLOAT_BYTES);
    return bits;
}

static void put_bits(uint8_t *bytes, uint64_t index, uint32_t bits)
{
    dla_copy(&bytes[index * FLOAT_BYTES], &bits, FLOAT_BYTES);
}

static bool number_is_finite(uint32_t bits)
{
    return (bits & BITS_EXPONENT) != BITS_EXPONENT;
}

static bool is_nan(uint32_t bits)
{
    return (!number_is_finite(bits)) && ((bits & BITS_FRACTION) != 0U);
}

/** Bits of a number. */
static uint32_t mend_bits(float number)
{
    uint32_t bits = 0U;

    dla_copy(&bits, &number, sizeof(bits));
    return bits;
}

/** An infinity with the sign of a factor, or of its opposite; NaN: the factor is 0. */
static uint32_t mend_infinite(float factor, bool is_opposite)
{
    uint32_t bits = BITS_NAN;

    if ((factor > 0.0F) || (factor < 0.0F)) {
        bits = ((factor < 0.0F) != is_opposite) ? (BITS_EXPONENT | BITS_SIGN) : BITS_EXPONENT;
    }
    return bits;
}

/** The first byte of memory of a row. */
static uint8_t *mend_bytes(dnnl_memory_t memory)
{
    void *place = NULL;

    (void)dnnl_memory_get_data_handle(memory, &place);
    return place;
}

static const dnnl_memory_desc_t *desc_of(dnnl_memory_t memory)
{
    const dnnl_memory_desc_t *desc = NULL;

    (void)dnnl_memory_get_memory_desc(memory, &desc);
    return desc;
}

/** Says whether memory has a number that is not finite; padding is 0. */
static bool has_others(dnnl_memory_t memory)
{
    const uint8_t *const bytes = mend_bytes(memory);
    const uint64_t count = dnnl_memory_desc_get_size(desc_of(memory)) / FLOAT_BYTES;
    bool has = false;

    for (uint64_t i = 0U; (i < count) && (!has); i++) {
        has = !number_is_finite(bits_at(bytes, i));
    }
    return has;
}

/** Place of an element in memory, in numbers. */
static uint64_t mend_place(const dnnl_memory_desc_t *desc, const uint64_t at[NETWORK_RANK])
{
    const dnnl_blocking_desc_t *const blocks = &desc->format_desc.blocking;
    uint64_t rest[NETWORK_RANK] = {at[0], at[1], at[2], at[3]};
    uint64_t place = (uint64_t)desc->offset0;
    uint64_t stride = 1U;

    for (int32_t i = blocks->inner_nblks; i > 0; i--) {
        const uint64_t size = (uint64_t)blocks->inner_blks[i - 1];
        uint64_t *const of = &rest[blocks->inner_idxs[i - 1]];

        place += (*of % size) * stride;
        *of /= size;
        stride *= size;
    }
    for (int32_t i = 0; i < desc->ndims; i++) {
        place += rest[i] * (uint64_t)blocks->strides[i];
    }
    return place;
}

/* ---------------------------------------------------------------- layers */

/* clang-format off */
/** What the functions make of the infinities: a number's bits, for + and for -. */
static const uint32_t g_of_infinity[VARIANTS][2] = {
    {BITS_EXPONENT, 0U}, /* relu: see below */
    {0x3F800000U,   0U}, /* sigmoid */
    {0x3F800000U,   0xBF800000U}, /* tanh */
    {BITS_EXPONENT, 0U}, /* elu: see below */
    {0U,            0U}, /* clip: see below */
    {BITS_EXPONENT, 0U}, /* exp */
    {BITS_EXPONENT, BITS_NAN}, /* sqrt */
    {BITS_EXPONENT, BITS_EXPONENT}, /* abs */
    {BITS_EXPONENT, BITS_NAN}, /* log */
    {BITS_EXPONENT, BITS_NAN}, /* hardswish: 0 times infinity */
    {0U,            0U}, /* swish: see below */
    {BITS_EXPONENT, BITS_NAN}, /* gelu: 0 times infinity */
    {BITS_EXPONENT, 0U}, /* softplus */
    {0U,            0U}, /* linear: see below */
};
/* clang-format on */

/** @satisfies RF-DLA-375 */
float onednn_bound(float bound)
{
    const uint32_t bits = BITS_LARGEST | (mend_bits(bound) & BITS_SIGN);
    float found = bound;

    if ((bound >= NO_BOUND) || (bound <= -NO_BOUND)) {
        dla_copy(&found, &bits, sizeof(found));
    }
    return found;
}

/** What a clip makes of an infinity that is limited so. */
static uint32_t limited(float bound)
{
    return ((bound >= NO_BOUND) || (bound <= -NO_BOUND))
               ? (BITS_EXPONENT | (mend_bits(bound) & BITS_SIGN))
               : mend_bits(bound);
}

/** What a relu with a slope makes of the least infinity; without one it is 0. */
static uint32_t sloped(float slope)
{
    const uint32_t bits = mend_infinite(slope, true);

    return (bits == BITS_NAN) ? 0U : bits;
}

/** What a clip makes of the least infinity: the lower bound, where the upper one is not lower. */
static uint32_t limited_below(float lower, float upper)
{
    return limited((lower < upper) ? lower : upper);
}

/** @satisfies RF-DLA-374 RF-DLA-375 */
void onednn_mend_eltwise(OnednnMend *mend, const NetworkLayer *layer)
{
    const float alpha = layer->alpha;

    mend->kind = ONEDNN_MEND_ELTWISE;
    mend->plus = g_of_infinity[layer->variant][0];
    mend->minus = g_of_infinity[layer->variant][1];
    switch (layer->variant) {
    case VARIANT_RELU:
        mend->minus = sloped(alpha);
        break;
    case VARIANT_ELU:
        mend->minus = mend_bits(-alpha);
        break;
    case VARIANT_CLIP:
        mend->plus = limited(layer->beta);
        mend->minus = limited_below(alpha, layer->beta);
        break;
    case VARIANT_SWISH:
        mend->plus = (alpha > 0.0F) ? BITS_EXPONENT : BITS_NAN;
        mend->minus = (alpha < 0.0F) ? (BITS_EXPONENT | BITS_SIGN) : BITS_NAN;
        break;
    case VARIANT_LINEAR:
        mend->plus = mend_infinite(alpha, false);
        mend->minus = mend_infinite(alpha, true);
        break;
    default:
        /* It has no parameters. */
        break;
    }
}

/** Both are in one order. */
static void mend_eltwise(const OnednnMend *mend)
{
    const uint8_t *const from = mend_bytes(mend->from);
    uint8_t *const to = mend_bytes(mend->to);
    const uint64_t count = dnnl_memory_desc_get_size(desc_of(mend->to)) / FLOAT_BYTES;

    for (uint64_t i = 0U; i < count; i++) {
        const uint32_t bits = bits_at(from, i);

        if (!number_is_finite(bits)) {
            const uint32_t made = ((bits & BITS_SIGN) == 0U) ? mend->plus : mend->minus;

            put_bits(to, i, is_nan(bits) ? BITS_NAN : made);
        }
    }
}

/** Where an element of an array is, of which some dimensions are repeated. */
static uint64_t place_of_spread(const dnnl_memory_desc_t *desc, const uint64_t at[NETWORK_RANK])
{
    uint64_t own[NETWORK_RANK] = {0U, 0U, 0U, 0U};

    for (int32_t i = 0; i < desc->ndims; i++) {
        own[i] = (desc->dims[i] == 1) ? 0U : at[i];
    }
    return mend_place(desc, own);
}

/** Goes to the next element of an array, but along an axis; false: there is none. */
static bool next(const dnnl_memory_desc_t *desc, int32_t except, uint64_t at[NETWORK_RANK])
{
    bool moved = false;

    for (int32_t i = desc->ndims; (i > 0) && (!moved); i--) {
        if ((i - 1) != except) {
            at[i - 1]++;
            moved = (at[i - 1] < (uint64_t)desc->dims[i - 1]);
            if (!moved) {
                at[i - 1] = 0U;
            }
        }
    }
    return moved;
}

/** The greater or the lesser of a NaN and a number is a NaN. */
static void mend_binary(const OnednnMend *mend)
{
    const uint8_t *const from = mend_bytes(mend->from);
    const uint8_t *const with = mend_bytes(mend->with);
    uint8_t *const to = mend_bytes(mend->to);
    const dnnl_memory_desc_t *const desc = desc_of(mend->to);
    uint64_t at[NETWORK_RANK] = {0U, 0U, 0U, 0U};
    bool more = has_others(mend->from);

    if (!more) {
        more = has_others(mend->with);
    }
    while (more) {
        const uint32_t one = bits_at(from, place_of_spread(desc_of(mend->from), at));
        const uint32_t other = bits_at(with, place_of_spread(desc_of(mend->with), at));

        if (is_nan(one) || is_nan(other)) {
            put_bits(to, mend_place(desc, at), BITS_NAN);
        }
        more = next(desc, -1, at);
    }
}

/** Says whether the numbers along an axis have no softmax: a NaN, the greatest infinity, or nothing
 * but the least one. */
static bool has_none(const OnednnMend *mend, const uint64_t first[NETWORK_RANK])
{
    const uint8_t *const from = mend_bytes(mend->from);
    const dnnl_memory_desc_t *const desc = desc_of(mend->from);
    uint64_t at[NETWORK_RANK] = {first[0], first[1], first[2], first[3]};
    uint64_t least = 0U;
    bool none = false;

    for (int64_t i = 0; i < desc->dims[mend->axis]; i++) {
        at[mend->axis] = (uint64_t)i;
        const uint32_t bits = bits_at(from, mend_place(desc, at));

        none = none || is_nan(bits) || (bits == BITS_EXPONENT);
        least += (bits == (BITS_EXPONENT | BITS_SIGN)) ? 1U : 0U;
    }
    return none || (least == (uint64_t)desc->dims[mend->axis]);
}

static void mend_softmax(const OnednnMend *mend)
{
    uint8_t *const to = mend_bytes(mend->to);
    const dnnl_memory_desc_t *const desc = desc_of(mend->to);
    uint64_t at[NETWORK_RANK] = {0U, 0U, 0U, 0U};
    bool more = has_others(mend->from);

    while (more) {
        if (has_none(mend, at)) {
            for (int64_t i = 0; i < desc->dims[mend->axis]; i++) {
                at[mend->axis] = (uint64_t)i;
                put_bits(to, mend_place(desc, at), BITS_NAN);
            }
            at[mend->axis] = 0U;
        }
        more = next(desc, (int32_t)mend->axis, at);
    }
}

/** @satisfies RF-DLA-376 */
void onednn_mend_quantize(OnednnMend *mend, const NetworkLayer *layer, uint32_t type)
{
    mend->plus = (type == NETWORK_INT8) ? (uint32_t)INT8_MAX : (uint32_t)UINT8_MAX;
    mend->minus = (type == NETWORK_INT8) ? (uint32_t)INT8_LEAST : (uint32_t)0U;
    /* Beyond all zero points, and below what an integer of 32 bits holds. */
    mend->limit = QUANTIZE_LIMIT * layer->alpha;
}

/** What is too large for an integer of 32 bits has its limit; a NaN is 0. Both are in one order. */
static void mend_quantize(const OnednnMend *mend)
{
    const uint8_t *const from = mend_bytes(mend->from);
    uint8_t *const to = mend_bytes(mend->to);
    const uint64_t count = dnnl_memory_desc_get_size(desc_of(mend->to));

    for (uint64_t i = 0U; i < count; i++) {
        const uint32_t bits = bits_at(from, i);
        float number = 0.0F;

        dla_copy(&number, &bits, sizeof(number));
        if (is_nan(bits)) {
            to[i] = 0U;
        } else if (number >= mend->limit) {
            to[i] = (uint8_t)mend->plus;
        } else if (number <= -mend->limit) {
            to[i] = (uint8_t)mend->minus;
        } else {
            /* It is rounded. */
        }
    }
}

/** @satisfies RF-DLA-374 */
void onednn_mend(const OnednnMend *mend)
{
    switch (mend->kind) {
    case ONEDNN_MEND_ELTWISE:
        mend_eltwise(mend);
        break;
    case ONEDNN_MEND_BINARY:
        mend_binary(mend);
        break;
    case ONEDNN_MEND_SOFTMAX:
        mend_softmax(mend);
        break;
    case ONEDNN_MEND_QUANTIZE:
        mend_quantize(mend);
        break;
    default:
        /* oneDNN gives what the reference does. */
        break;
    }
}
