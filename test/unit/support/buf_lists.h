/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_lists.h
 * Complete descriptions of one buffer of each type, and lists that leave one key of them out.
 */
#ifndef RINGFENCE_TEST_BUF_LISTS_H
#define RINGFENCE_TEST_BUF_LISTS_H

#include "buf_make.h"

/** A buffer that reconciles. */
typedef struct {
    const char *name;
    const BufPair *pairs;
    size_t count;
} BufRecipe;

/** Recipes by this index. */
typedef enum {
    RECIPE_RAW = 0,
    RECIPE_IMAGE,
    RECIPE_SURFACE,
    RECIPE_TENSOR,
    RECIPE_IMAGE_TENSOR,
    RECIPE_ARRAY,
    RECIPE_PYRAMID,
    RECIPE_COUNT
} BufRecipeIndex;

extern const BufRecipe g_recipes[RECIPE_COUNT];

/** A list of a recipe. */
NvSciBufAttrList buf_recipe(BufRecipeIndex index);

/** A list of a recipe, with other values for the keys of `changes`, or with more keys. A change
 * without value leaves its key out. */
NvSciBufAttrList buf_recipe_with(BufRecipeIndex index, const BufPair *changes, size_t count);

/* clang-format off */
#define RECIPE(index, ...) buf_recipe_with((index), (const BufPair[]){__VA_ARGS__}, COUNT_OF(((const BufPair[]){__VA_ARGS__})))
#define WITHOUT(key) {(key), NULL, 0U}
/* clang-format on */

#endif /* RINGFENCE_TEST_BUF_LISTS_H */
