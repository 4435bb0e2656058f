/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file arithmetic.h
 * The arithmetic of loadables, for the CPU and for kernels of a GPU: C11 and CUDA C++.
 *
 * All bytes follow from integers and from sums and products in double, each of which is rounded to
 * nearest even: so they are the same on each machine. A product of two floats is exact in double,
 * so that it does not matter whether a compiler fuses it with the sum. docs/dla-loadables.md has
 * the formulas.
 */
#ifndef RINGFENCE_DLA_ARITHMETIC_H
#define RINGFENCE_DLA_ARITHMETIC_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Kernels have words of CUDA here. */
#ifndef DLA_SHARED
#define DLA_SHARED static inline
#endif

/** Types of elements: the numbers of CUDLA_DATA_TYPE_*. */
#define DLA_TYPE_FLOAT  1U
#define DLA_TYPE_HALF   2U
#define DLA_TYPE_INT16  3U
#define DLA_TYPE_INT8   4U
#define DLA_TYPE_UINT8  5U
#define DLA_TYPE_UINT16 6U

/** Bytes of a word of the digest. */
#define DLA_WORD_BYTES 8U

/** Fraction bits and exponent bits of the formats. */
#define DLA_FLOAT_FRACTION  23U
#define DLA_FLOAT_EXPONENT  8U
#define DLA_HALF_FRACTION   10U
#define DLA_HALF_EXPONENT   5U
#define DLA_DOUBLE_FRACTION 52U
#define DLA_DOUBLE_BIAS     1023U
#define DLA_DOUBLE_INFINITE 0x7FF0000000000000U
/** All bits but the sign. */
#define DLA_DOUBLE_MAGNITUDE 0x7FFFFFFFFFFFFFFFU

/** Copies the bytes of a value, whatever its type. */
DLA_SHARED void dla_copy(void *to, const void *from, size_t count)
{
    (void)memcpy(to, from, count);
}

/* ---------------------------------------------------------------- digests */

/** Spreads each bit over all bits; one to one. */
DLA_SHARED uint64_t dla_mix64(uint64_t word)
{
    uint64_t mixed = word;

    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
}

/** What word i of input k adds to the digest. */
DLA_SHARED uint64_t dla_digest_part(uint64_t word, uint64_t k, uint64_t i)
{
    const uint64_t place = ((k + 1U) * 0x9E3779B97F4A7C15U) + (i * 0xD1342543DE82EF95U);

    return dla_mix64(word + dla_mix64(place));
}

/** Joins a number to a state, so that it matters in which order numbers were joined. */
DLA_SHARED uint64_t dla_join(uint64_t state, uint64_t number)
{
    return dla_mix64(state + dla_mix64(number + 0x9E3779B97F4A7C15U));
}

/** What the words of an output begin with. `task` is 0 for DLA_MIX. */
DLA_SHARED uint64_t dla_output_base(uint64_t digest, uint64_t output, uint64_t number,
                                    uint64_t task)
{
    return dla_join(dla_join(dla_join(digest, output), number), task);
}

/** Word j of an output. */
DLA_SHARED uint64_t dla_output_word(uint64_t base, uint64_t j)
{
    return dla_mix64(base + ((j + 1U) * 0x9E3779B97F4A7C15U));
}

/** Reads up to 8 bytes as a little-endian number; those that are not there are 0. */
DLA_SHARED uint64_t dla_get(const uint8_t *from, uint32_t count)
{
    uint64_t number = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t shift = 8U * i;

        number |= (uint64_t)from[i] << shift;
    }
    return number;
}

/** Writes the lowest bytes of a number, little-endian. */
DLA_SHARED void dla_put(uint8_t *to, uint64_t number, uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t shift = 8U * i;

        to[i] = (uint8_t)((number >> shift) & 0xFFU);
    }
}

/* ---------------------------------------------------------------- numbers of diagnostic tasks */

/** A byte of the numbers of an output: neighbours differ, and so do outputs. */
DLA_SHARED uint8_t dla_pattern_byte(uint32_t output, uint64_t place)
{
    const uint64_t mixed = (place + 1U) * 0x9E3779B97F4A7C15U;

    return (uint8_t)(((mixed >> 32U) + ((uint64_t)output * 0x35U)) & 0xFFU);
}

/* ---------------------------------------------------------------- elements */

/** The bits of a double. */
DLA_SHARED uint64_t dla_bits(double value)
{
    uint64_t bits = 0U;

    dla_copy(&bits, &value, sizeof(bits));
    return bits;
}

/** The double of these bits. */
DLA_SHARED double dla_double(uint64_t bits)
{
    double value = 0.0;

    dla_copy(&value, &bits, sizeof(value));
    return value;
}

/** Drops the lowest bits, and rounds to nearest even. `drop` is 1 to 63. */
DLA_SHARED uint64_t dla_round_shift(uint64_t number, uint32_t drop)
{
    const uint64_t kept = number >> drop;
    const uint32_t below = drop - 1U;
    const uint64_t half = (uint64_t)1U << below;
    const uint64_t rest = number - (kept << drop);
    uint64_t up = 0U;

    if (rest > half) {
        up = 1U;
    } else if (rest == half) {
        up = kept & 1U;
    } else {
        up = 0U;
    }
    return kept + up;
}

/** Bits of a number that is no NaN, without its sign, in a shorter format: rounded to nearest even,
 * infinite where it is too large. */
DLA_SHARED uint64_t dla_narrow(uint64_t magnitude, uint32_t fraction, uint32_t exponent)
{
    const uint64_t largest = ((uint64_t)1U << exponent) - 1U;
    const uint64_t infinite = largest << fraction;
    const uint64_t ahead = DLA_DOUBLE_BIAS - (largest >> 1U);
    const uint64_t place = magnitude >> DLA_DOUBLE_FRACTION;
    const uint32_t drop = DLA_DOUBLE_FRACTION - fraction;
    uint64_t bits = 0U;

    if (place > ahead) {
        /* A carry out of the fraction goes to the exponent, and out of the largest to infinite. */
        bits = dla_round_shift(magnitude - (ahead << DLA_DOUBLE_FRACTION), drop);
        bits = (bits > infinite) ? infinite : bits;
    } else if (((ahead - place) + 1U + drop) <= (DLA_DOUBLE_FRACTION + 1U)) {
        const uint64_t one = (uint64_t)1U << DLA_DOUBLE_FRACTION;

        bits =
            dla_round_shift((magnitude & (one - 1U)) | one, drop + (uint32_t)(ahead - place) + 1U);
    } else {
        bits = 0U;
    }
    return bits;
}

/** A double in a shorter format. Each NaN becomes the quiet one without sign. */
DLA_SHARED uint64_t dla_pack(double value, uint32_t fraction, uint32_t exponent)
{
    const uint64_t all = dla_bits(value);
    const uint64_t sign = all >> 63U;
    const uint64_t magnitude = all & DLA_DOUBLE_MAGNITUDE;
    uint64_t bits = 0U;

    if (magnitude > DLA_DOUBLE_INFINITE) {
        /* The exponent and the highest bit of the fraction. */
        const uint32_t above = exponent + 1U;
        const uint32_t below = fraction - 1U;

        bits = (((uint64_t)1U << above) - 1U) << below;
    } else {
        const uint32_t top = fraction + exponent;

        bits = dla_narrow(magnitude, fraction, exponent) | (sign << top);
    }
    return bits;
}

/** The double of a number in a shorter format; exact. */
DLA_SHARED double dla_unpack(uint64_t bits, uint32_t fraction, uint32_t exponent)
{
    const uint64_t largest = ((uint64_t)1U << exponent) - 1U;
    const uint64_t ahead = DLA_DOUBLE_BIAS - (largest >> 1U);
    const uint32_t top = fraction + exponent;
    const uint32_t wider = DLA_DOUBLE_FRACTION - fraction;
    const uint64_t sign = (bits >> top) & 1U;
    const uint64_t place = (bits >> fraction) & largest;
    const uint64_t rest = bits & (((uint64_t)1U << fraction) - 1U);
    const uint64_t wide = rest << wider;
    uint64_t magnitude = 0U;

    if (place == largest) {
        magnitude = DLA_DOUBLE_INFINITE | wide;
    } else if (place > 0U) {
        magnitude = ((place + ahead) << DLA_DOUBLE_FRACTION) | wide;
    } else {
        /* Whole multiples of the smallest number. */
        magnitude =
            dla_bits((double)rest * dla_double(((ahead + 1U) - fraction) << DLA_DOUBLE_FRACTION));
    }
    return dla_double(magnitude | (sign << 63U));
}

/** A whole number within limits: rounded to nearest even; 0 for a NaN. */
DLA_SHARED int32_t dla_whole(double value, int32_t lowest, int32_t highest)
{
    int32_t whole = 0;

    if ((dla_bits(value) & DLA_DOUBLE_MAGNITUDE) > DLA_DOUBLE_INFINITE) {
        whole = 0;
    } else if (value >= (double)highest) {
        whole = highest;
    } else if (value <= (double)lowest) {
        whole = lowest;
    } else {
        /* Counted from below, so that it is not negative. */
        const double above = value - (double)lowest;
        double rest = 0.0;

        whole = lowest + (int32_t)above;
        rest = value - (double)whole;
        if ((rest > 0.5) || ((rest >= 0.5) && ((((uint32_t)whole) & 1U) == 1U))) {
            whole++;
        }
    }
    return whole;
}

/** Bytes of an element; 0 for a type that there is not. */
DLA_SHARED uint32_t dla_type_bytes(uint32_t type)
{
    uint32_t bytes = 0U;

    switch (type) {
    case DLA_TYPE_FLOAT:
        bytes = 4U;
        break;
    case DLA_TYPE_HALF:
    case DLA_TYPE_INT16:
    case DLA_TYPE_UINT16:
        bytes = 2U;
        break;
    case DLA_TYPE_INT8:
    case DLA_TYPE_UINT8:
        bytes = 1U;
        break;
    default:
        bytes = 0U;
        break;
    }
    return bytes;
}

/** The value of an element. */
DLA_SHARED double dla_load(const uint8_t *from, uint32_t type)
{
    const uint64_t bits = dla_get(from, dla_type_bytes(type));
    double value = 0.0;

    switch (type) {
    case DLA_TYPE_FLOAT:
        value = dla_unpack(bits, DLA_FLOAT_FRACTION, DLA_FLOAT_EXPONENT);
        break;
    case DLA_TYPE_HALF:
        value = dla_unpack(bits, DLA_HALF_FRACTION, DLA_HALF_EXPONENT);
        break;
    case DLA_TYPE_INT16:
        value = (double)bits - ((bits > 0x7FFFU) ? 65536.0 : 0.0);
        break;
    case DLA_TYPE_INT8:
        value = (double)bits - ((bits > 0x7FU) ? 256.0 : 0.0);
        break;
    default:
        value = (double)bits;
        break;
    }
    return value;
}

/** The bits of an element that is stored: a number of whole kind saturates. */
DLA_SHARED uint64_t dla_element(double value, uint32_t type)
{
    uint64_t bits = 0U;

    switch (type) {
    case DLA_TYPE_FLOAT:
        bits = dla_pack(value, DLA_FLOAT_FRACTION, DLA_FLOAT_EXPONENT);
        break;
    case DLA_TYPE_HALF:
        bits = dla_pack(value, DLA_HALF_FRACTION, DLA_HALF_EXPONENT);
        break;
    case DLA_TYPE_INT16:
        bits = (uint32_t)dla_whole(value, -32768, 32767);
        break;
    case DLA_TYPE_INT8:
        bits = (uint32_t)dla_whole(value, -128, 127);
        break;
    case DLA_TYPE_UINT16:
        bits = (uint32_t)dla_whole(value, 0, 65535);
        break;
    default:
        bits = (uint32_t)dla_whole(value, 0, 255);
        break;
    }
    return bits;
}

/** Stores an element.
 * @satisfies RF-DLA-215 */
DLA_SHARED void dla_store(uint8_t *to, uint32_t type, double value)
{
    dla_put(to, dla_element(value, type), dla_type_bytes(type));
}

/** DLA_AFFINE: the product is exact, the sum is rounded, and once more when it is stored. */
DLA_SHARED double dla_affine(double value, float scale, float shift)
{
    return (value * (double)scale) + (double)shift;
}

/* ---------------------------------------------------------------- layouts */

/** Where the elements of a tensor are. */
typedef struct {
    /** Sizes. */
    uint64_t n;
    uint64_t c;
    uint64_t h;
    uint64_t w;
    /** Bytes from one to the next; those of c from one group to the next. */
    uint64_t n_stride;
    uint64_t c_stride;
    uint64_t h_stride;
    uint64_t w_stride;
    /** Channels that lie one after the other; 1: each is a group of its own. */
    uint64_t group;
    /** DLA_TYPE_*, and its bytes. */
    uint32_t type;
    uint32_t bytes;
} DlaLayout;

/** Offset of an element in bytes. */
DLA_SHARED uint64_t dla_offset(const DlaLayout *layout, uint64_t n, uint64_t c, uint64_t h,
                               uint64_t w)
{
    return (n * layout->n_stride) + ((c / layout->group) * layout->c_stride) +
           ((c % layout->group) * layout->bytes) + (h * layout->h_stride) + (w * layout->w_stride);
}

#endif /* RINGFENCE_DLA_ARITHMETIC_H */
