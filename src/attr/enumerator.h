/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file enumerator.h
 * Values of keys as text, by the names of their enumerators where they have some.
 */
#ifndef RINGFENCE_ATTR_ENUMERATOR_H
#define RINGFENCE_ATTR_ENUMERATOR_H

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

/**
 * Appends a value of `count` elements of a key, which its name says: names of enumerators, and what
 * text_single() writes for floats and text_value() for other elements that have none. The name may
 * be NULL.
 */
void text_of_key(TextOut *out, const char *key, const uint8_t *value, size_t element_size,
                 size_t count);

#endif /* RINGFENCE_ATTR_ENUMERATOR_H */
