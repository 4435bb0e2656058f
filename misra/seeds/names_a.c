/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds of chapters 2, 5, 6 and 8: none of this is part of the library. */
#include "names.h"

#include <stddef.h>

typedef uint64_t SeedUnusedWord; /* seed 2.3 */
typedef struct { uint32_t a; } SeedUnusedRow; /* seed 2.3 */
typedef uint32_t (*SeedUnusedCall)(uint32_t value); /* seed 2.3 */
struct seed_unused { uint32_t a; }; /* seed 2.4 */
enum seed_unused_kind { SEED_UNUSED_A = 7 }; /* seed 2.4 */
typedef struct seed_unused_too { uint32_t a; } SeedTagged; /* seed 2.4 */
#define SEED_UNUSED 4U /* seed 2.5 */
#define SEED_UNUSED_CALL(x) ((x) + 1U) /* seed 2.5 */
#define SEED_UNUSED_EMPTY /* seed 2.5 */

uint32_t seed_external_name_that_is_longer_than_sixty_three_characters_by_one_and_ends_in_a = 1U;
uint32_t seed_external_name_that_is_longer_than_sixty_three_characters_by_one_and_ends_in_b = 1U; /* seed 5.1 */
uint32_t seed_function_name_that_is_longer_than_sixty_three_characters_and_that_ends_in_a(void);
uint32_t seed_function_name_that_is_longer_than_sixty_three_characters_and_that_ends_in_b(void); /* seed 5.1 */
extern uint32_t seed_declared_name_that_is_longer_than_sixty_three_characters_and_so_on_a;
extern uint32_t seed_declared_name_that_is_longer_than_sixty_three_characters_and_so_on_b; /* seed 5.1 */
static uint32_t seed_static_name_that_is_longer_than_sixty_three_characters_and_that_ends_a;
static uint32_t seed_static_name_that_is_longer_than_sixty_three_characters_and_that_ends_b; /* seed 5.2 */
static uint32_t seed_helper_name_that_is_longer_than_sixty_three_characters_and_that_ends_a(void);
static uint32_t seed_helper_name_that_is_longer_than_sixty_three_characters_and_that_ends_b(void); /* seed 5.2 */
#define SEED_MACRO_NAME_THAT_IS_LONGER_THAN_SIXTY_THREE_CHARACTERS_AND_SO_IT_ENDS_A 1U
#define SEED_MACRO_NAME_THAT_IS_LONGER_THAN_SIXTY_THREE_CHARACTERS_AND_SO_IT_ENDS_B 2U /* seed 5.4 */
#define SEED_CALL_NAME_THAT_IS_LONGER_THAN_SIXTY_THREE_CHARACTERS_AND_SO_IT_ENDS_A(x) (x)
#define SEED_CALL_NAME_THAT_IS_LONGER_THAN_SIXTY_THREE_CHARACTERS_AND_SO_IT_ENDS_B(x) (x) /* seed 5.4 */
#define SEED_LONG(seed_parameter_name_longer_than_sixty_three_characters_with_end_in_a_letter_a, \
                  seed_parameter_name_longer_than_sixty_three_characters_with_end_in_a_letter_b) 3U /* seed 5.4 */
#define seed_macro_or_name(x) ((x) + 1U)
#define SeedMacroType 3U
#define seed_both 7U

static uint32_t seed_hidden_outer = 3U;

uint32_t seed_scopes(uint32_t value)
{
    uint32_t seed_macro_or_name = value; /* seed 5.5 */
    uint32_t seed_local_name_that_is_longer_than_sixty_three_characters_and_that_ends_a = 1U;
    uint32_t seed_local_name_that_is_longer_than_sixty_three_characters_and_that_ends_b = 1U; /* seed 5.2 */
    uint32_t seed_hidden_outer = value; /* seed 5.3 */

    for (uint32_t value = 0U; value < 3U; value++) { /* seed 5.3 */
        seed_hidden_outer += value;
    }
    {
        const uint32_t seed_macro_or_name = 3U; /* seed 5.3 */

        seed_hidden_outer += seed_macro_or_name;
    }
    return seed_hidden_outer + seed_macro_or_name +
           seed_local_name_that_is_longer_than_sixty_three_characters_and_that_ends_a +
           seed_local_name_that_is_longer_than_sixty_three_characters_and_that_ends_b;
}

struct seed_macro_tag { uint32_t a; };
#define seed_macro_tag(x) (x) /* seed 5.5 */
static uint32_t seed_late_macro = 1U;
#define seed_late_macro(x) (x) /* seed 5.5 */

typedef uint32_t SeedWord; /* seed 5.6 */
typedef uint8_t SeedSmall;
static uint32_t seed_uses_word(SeedSmall small)
{
    SeedWord word = small;
    const uint32_t SeedSmall = 3U; /* seed 5.6 */

    return word + SeedSmall;
}
typedef struct { uint32_t a; } SeedRow;
struct SeedRow { uint32_t b; }; /* seed 5.6 */

struct seed_point { uint32_t a; }; /* seed 5.7 */
struct seed_list { struct seed_point point; };
static uint32_t seed_list_size(uint32_t seed_list) /* seed 5.7 */
{
    return seed_list;
}
enum seed_mode { SEED_MODE_A, SEED_MODE_B };
static uint32_t seed_mode = 2U; /* seed 5.7 */

uint32_t seed_visible = 1U; /* seed 5.8 */
uint32_t seed_visible_call(void) /* seed 5.8 */
{
    return seed_mode;
}
uint32_t seed_visible_row[2] = {1U, 2U}; /* seed 5.8 */
static uint32_t seed_private = 3U; /* seed 5.9 */
static uint32_t seed_private_call(void) /* seed 5.9 */
{
    return seed_private;
}
static const uint32_t seed_private_row[2] = {1U, 2U}; /* seed 5.9 */

struct seed_bits {
    uint8_t narrow : 3; /* seed 6.1 */
    int16_t half : 2; /* seed 6.1 */
    uint64_t wide : 40; /* seed 6.1 */
    signed int single : 1; /* seed 6.2 */
    int32_t single_too : 1; /* seed 6.2 */
    unsigned int fine : 2;
};
struct seed_flags {
    signed int up : 1; /* seed 6.2 */
};

/* ---------------------------------------------------------------- 8 */

static seed_implicit(void) /* seed 8.1 */
{
    return 1;
}
static const seed_limit = 4; /* seed 8.1 */
extern seed_counter; /* seed 8.1 */
static uint32_t seed_old_style(); /* seed 8.2 */
static uint32_t seed_unnamed(uint32_t); /* seed 8.2 */
static uint32_t (*seed_pointer)() = NULL; /* seed 8.2 */

uint32_t seed_sum(uint32_t right, uint32_t left) /* seed 8.3 */
{
    return left + right;
}
uint32_t seed_area(const uint32_t width, uint32_t height) /* seed 8.3 */
{
    return width * height;
}
static uint32_t seed_named(uint32_t count);
static uint32_t seed_named(uint32_t size) /* seed 8.3 */
{
    return size;
}
static uint32_t seed_pointed(const uint32_t *const words);
static uint32_t seed_pointed(const uint32_t *words) /* seed 8.3 */
{
    return words[0];
}
uint32_t seed_unseen(uint32_t value) /* seed 8.4 */
{
    return value;
}
uint32_t seed_unseen_state = 4U; /* seed 8.4 */
const char *const seed_unseen_text = "text"; /* seed 8.4 */
extern uint32_t seed_doubly; /* seed 8.5 */
uint32_t seed_doubly_call(uint32_t value); /* seed 8.5 */
extern const uint32_t seed_doubly_row[2]; /* seed 8.5 */
uint32_t seed_level = 1U; /* seed 8.6 */
uint32_t seed_limits[2] = {1U, 2U}; /* seed 8.6 */
uint32_t seed_shared(uint32_t value) /* seed 8.6 */
{
    return value;
}
uint32_t seed_only_a(uint32_t value) /* seed 8.7 */
{
    return value;
}
uint32_t seed_only_state = 3U; /* seed 8.7 */
void seed_only_void(void) /* seed 8.7 */
{
    seed_only_state = seed_only_a(1U);
}
static uint32_t seed_linked(uint32_t value);
uint32_t seed_linked(uint32_t value) /* seed 8.8 */
{
    return value;
}
static uint32_t seed_linked_state;
extern uint32_t seed_linked_state; /* seed 8.8 */
static void seed_linked_void(void);
extern void seed_linked_void(void); /* seed 8.8 */
static void seed_linked_void(void)
{
    seed_only_void();
}
static uint32_t seed_one_user = 4U; /* seed 8.9 */
static const uint32_t seed_one_table[2] = {1U, 2U}; /* seed 8.9 */
static SeedTable seed_one_row = {0U}; /* seed 8.9 */
static uint32_t seed_uses_one(uint32_t at)
{
    seed_one_user = seed_one_user + 1U;
    seed_one_row.rows = seed_one_table[at];
    return seed_one_user + seed_one_row.rows;
}
inline uint32_t seed_inline(uint32_t value) /* seed 8.10 */
{
    return value + 1U;
}
extern inline uint32_t seed_inline_extern(uint32_t value) /* seed 8.10 */
{
    return value + 2U;
}
inline void seed_inline_void(void) /* seed 8.10 */
{
}
enum seed_repeat { SEED_R0, SEED_R1 = 0, SEED_R2 }; /* seed 8.12 */
enum seed_repeat_two { SEED_S0 = 4, SEED_S1, SEED_S2 = 5 }; /* seed 8.12 */
typedef enum { SEED_T0 = 2, SEED_T1 = 1, SEED_T2 } SeedRepeat; /* seed 8.12 */
static void seed_restrict(uint32_t *restrict to, uint32_t value) /* seed 8.14 */
{
    *to = value;
}
static void seed_restrict_local(uint32_t *to)
{
    uint32_t *restrict const same = to; /* seed 8.14 */

    *same = 1U;
}
struct seed_restricted { uint8_t *restrict bytes; }; /* seed 8.14 */

uint32_t seed_users(void)
{
    enum seed_mode mode = SEED_MODE_A;
    enum seed_repeat repeat = SEED_R2;
    struct seed_list list = {{1U}};
    struct seed_macro_tag tag = {1U};
    struct seed_restricted restricted = {NULL};
    uint32_t words[2] = {1U, 2U};

    seed_restrict(words, 1U);
    seed_restrict_local(words);
    seed_linked_void();
    return seed_uses_one(1U) + seed_uses_word(1U) + seed_list_size((uint32_t)mode) + seed_private_call() +
           seed_private_row[0] + (uint32_t)seed_implicit() + seed_named(1U) + seed_pointed(words) + list.point.a + tag.a +
           (uint32_t)repeat + (restricted.bytes == NULL ? 1U : 2U) + seed_late_macro + seed_linked(1U) +
           seed_linked_state + seed_doubly_call(seed_doubly);
}
