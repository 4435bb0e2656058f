/* SPDX-License-Identifier: Apache-2.0 */
/* Seeds of chapters 9 to 12: none of this is part of the library. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct { uint32_t width; uint32_t height; } Extent;
typedef struct { Extent size; uint8_t planes[4]; } Shape;
typedef struct { void *base; const uint8_t *view; uint32_t (*read)(uint32_t at); } Room;
typedef enum { LEVEL_LOW, LEVEL_MIDDLE, LEVEL_HIGH } Level;
typedef enum { KIND_RAW, KIND_IMAGE } Kind;
struct hidden;

static uint32_t g_words[8];
static uint32_t double_of(uint32_t value);
static bool find_row(const uint32_t *rows, uint32_t count, uint32_t wanted, uint32_t *row);

/* ---------------------------------------------------------------- 9.1 */

static bool find_row(const uint32_t *rows, uint32_t count, uint32_t wanted, uint32_t *row)
{
    bool found = false;

    for (uint32_t i = 0U; i < count; i++) {
        if (rows[i] == wanted) {
            *row = i;
            found = true;
        }
    }
    return found;
}

uint32_t unset_by_callee(uint32_t wanted)
{
    uint32_t row; /* seed 9.1 */

    (void)find_row(g_words, 8U, wanted, &row);
    return row + 1U;
}

uint32_t unset_on_path(uint32_t flags)
{
    uint32_t size; /* seed 9.1 */

    if ((flags & 1U) != 0U) {
        size = 4U;
    }
    return size * 2U;
}

uint32_t unset_member(uint32_t width)
{
    Extent extent; /* seed 9.1 */

    extent.width = width;
    return extent.width * extent.height;
}

uint32_t unset_element(uint32_t at)
{
    uint32_t table[4]; /* seed 9.1 */

    table[0] = at;
    return table[at & 3U];
}

/* ---------------------------------------------------------------- 9.2 to 9.5 */

const Shape g_flat_shape = {1U, 2U, {1U, 2U, 3U, 4U}}; /* seed 9.2 */
static const uint32_t g_flat_grid[2][2] = {1U, 2U, 3U, 4U}; /* seed 9.2 */
static const Shape g_flat_shapes[1] = {{{1U, 2U}, 1U, 2U, 3U, 4U}}; /* seed 9.2 */
static const uint8_t g_partly[4] = {1U, 2U, 3U}; /* seed 9.3 */
static const uint32_t g_partly_grid[2][2] = {{1U, 2U}, {3U}}; /* seed 9.3 */
static const Shape g_partly_inside = {{1U, 2U}, {1U, 2U}}; /* seed 9.3 */
static const uint32_t g_twice[3] = {[0] = 1U, [1] = 2U, [1] = 3U, [2] = 4U}; /* seed 9.4 */
static const Extent g_twice_member = {.width = 1U, .height = 2U, .width = 3U}; /* seed 9.4 */
static const uint32_t g_twice_late[2] = {1U, [0] = 2U, [1] = 3U}; /* seed 9.4 */
static const uint32_t g_open[] = {[0] = 1U, [1] = 2U}; /* seed 9.5 */
static const Extent g_open_rows[] = {[1] = {1U, 2U}, [0] = {3U, 4U}}; /* seed 9.5 */
static const char *const g_open_names[] = {[LEVEL_LOW] = "low", [LEVEL_MIDDLE] = "middle"}; /* seed 9.5 */

/* ---------------------------------------------------------------- 10 */

uint32_t essential(uint32_t wide, uint16_t narrow, int32_t sign, bool flag, char letter, Level level, Kind kind, float real)
{
    uint64_t huge = (uint64_t)wide * 2U;
    uint16_t small = narrow;
    uint8_t byte = 0U;
    const uint64_t sum = wide + wide; /* seed 10.6 */
    const uint32_t product = (uint32_t)0U + 0U, shifted = small; /* seed 12.3 */

    wide = wide + (uint32_t)(flag + flag); /* seed 10.1 */
    if (flag > false) { /* seed 10.1 */
        wide = 1U;
    }
    wide |= (uint32_t)(sign >> 3U); /* seed 10.1 */
    wide += (uint32_t)(~level); /* seed 10.1 */
    sign = -wide; /* seed 10.1 10.3 */
    letter = letter * 2; /* seed 10.1 */
    letter = letter + 'a'; /* seed 10.2 */
    letter = letter - real; /* seed 10.2 */
    sign = 'a' + 'b'; /* seed 10.2 */
    byte = wide; /* seed 10.3 */
    small = sign; /* seed 10.3 */
    flag = wide; /* seed 10.3 */
    level = wide; /* seed 10.3 */
    real = sign; /* seed 10.3 */
    if (wide < sign) { /* seed 10.4 */
        wide = 2U;
    }
    if (level == kind) { /* seed 10.4 */
        wide = 3U;
    }
    wide = wide * (sign + 1); /* seed 10.4 */
    huge = huge & sign; /* seed 10.4 */
    flag = (bool)wide; /* seed 10.5 */
    level = (Level)wide; /* seed 10.5 */
    real = (float)letter; /* seed 10.5 */
    wide = (uint32_t)flag; /* seed 10.5 */
    huge = wide * narrow; /* seed 10.6 */
    wide = small << 2U; /* seed 10.6 */
    huge += huge + (wide + 1U) * huge; /* seed 10.7 */
    if (huge > (wide * 3U)) { /* seed 10.7 */
        huge = 0U;
    }
    huge = (wide - 1U) | huge; /* seed 10.7 */
    huge = (uint64_t)(wide + wide); /* seed 10.8 */
    sign = (int32_t)(wide - 4U); /* seed 10.8 */
    real = (float)(sign * sign); /* seed 10.8 */
    return (uint32_t)(huge + sum + product + shifted + byte + (uint64_t)real);
}

uint64_t wide_result(uint32_t left, uint32_t right)
{
    return left * right; /* seed 10.6 */
}

uint8_t narrow_result(uint32_t value)
{
    return value; /* seed 10.3 */
}

static uint64_t takes_wide(uint64_t value)
{
    return value;
}

uint64_t wide_argument(uint32_t left)
{
    return takes_wide(left + left); /* seed 10.6 */
}

/* ---------------------------------------------------------------- 11 */

void pointers(Room *room, struct hidden *secret, uintptr_t number, const uint32_t *fixed, volatile uint32_t *device,
              uint64_t place)
{
    uint16_t *halves = NULL;
    uint32_t *words = NULL;
    double real = 2.0;
    void *any = NULL;
    uint8_t *bytes = NULL;

    any = (void *)room->read; /* seed 11.1 */
    room->read = (uint32_t (*)(uint32_t))number; /* seed 11.1 */
    if ((uintptr_t)room->read > 4U) { /* seed 11.1 */
        any = NULL;
    }
    words = (uint32_t *)secret; /* seed 11.2 */
    secret = (struct hidden *)words; /* seed 11.2 */
    halves = (uint16_t *)(struct hidden *)secret; /* seed 11.2 */
    halves = (uint16_t *)words; /* seed 11.3 */
    words = (uint32_t *)&room->view; /* seed 11.3 */
    ((Extent *)halves)->width = 1U; /* seed 11.3 */
    words = (uint32_t *)number; /* seed 11.4 */
    place = (uint64_t)(uintptr_t)words; /* seed 11.4 */
    if (((uintptr_t)halves & 1U) == 0U) { /* seed 11.4 */
        words = NULL;
    }
    words = any; /* seed 11.5 */
    room->view = room->base; /* seed 11.5 */
    ((uint32_t *)any)[0] = 1U; /* seed 11.5 */
    any = (void *)(uintptr_t)place; /* seed 11.6 */
    place = (uint64_t)(uintptr_t)any; /* seed 11.6 */
    bytes = (uint8_t *)(void *)(uintptr_t)place; /* seed 11.6 */
    room->base = (uint32_t *)(void *)0x1000U; /* seed 11.6 */
    real = (double)(uintptr_t)room->base + (double)(float)number; /* seed 11.6 */
    words = (uint32_t *)fixed; /* seed 11.8 */
    bytes = (uint8_t *)room->view; /* seed 11.8 */
    words = (uint32_t *)device; /* seed 11.8 */
    words = 0; /* seed 11.9 */
    if (bytes == 0) { /* seed 11.9 */
        any = (void *)0; /* seed 11.9 */
    }
    (void)memset(bytes, (int)real, sizeof(*halves));
}

uint32_t *null_result(void)
{
    return 0; /* seed 11.9 */
}

/* ---------------------------------------------------------------- 12 */

uint32_t expressions(uint32_t a, uint32_t b, uint8_t c, const uint32_t rows[4])
{
    uint32_t value = a + b * c; /* seed 12.1 */
    const uint32_t gone = 3U - 4U; /* seed 12.4 */
    uint32_t i = 0U;

    if (a == 1U && b == 2U || c == 3U) { /* seed 12.1 */
        value = 1U;
    }
    value = a << 2U | b; /* seed 12.1 */
    value = a & b == c; /* seed 12.1 */
    value = a << 32U; /* seed 12.2 */
    value = (uint32_t)(c << 8U); /* seed 12.2 */
    value = a >> 40U; /* seed 12.2 */
    for (i = 0U, value = 1U; i < 3U; i++) { /* seed 12.3 */
        value = value + i;
    }
    value = (a++, b); /* seed 12.3 */
    value = 0xFFFFFFFFU + 2U; /* seed 12.4 */
    value = 0x80000000U * 4U; /* seed 12.4 */
    value += sizeof(rows); /* seed 12.5 */
    return value + gone;
}

uint32_t size_of_row(uint8_t row[16])
{
    return (uint32_t)(sizeof(row) / sizeof(row[0])); /* seed 12.5 */
}

void clear_digest(uint8_t digest[32])
{
    (void)memset(digest, 0, sizeof digest); /* seed 12.5 */
}

static uint32_t double_of(uint32_t value)
{
    return value * 2U;
}

double reals(uint32_t *words, float real)
{
    Room room = {words, NULL, double_of};

    words = (uint32_t *)(uintptr_t)real; /* seed 11.4 */
    return (double)(float)(uintptr_t)room.base;
}

/* ---------------------------------------------------------------- 9.1 through functions */

static bool load_extent(uint32_t at, Extent *extent)
{
    const bool found = (at < 8U);

    if (found) {
        extent->width = g_words[at];
        extent->height = at;
    }
    return found;
}

static bool load_wide(uint32_t at, Extent *extent)
{
    bool wide = load_extent(at, extent);

    if (wide) {
        wide = (extent->width > extent->height);
    }
    return wide;
}

static void set_width(Extent *extent, uint32_t width)
{
    extent->width = width;
}

uint32_t unset_on_failure(uint32_t at)
{
    Extent extent; /* seed 9.1 */
    const bool found = load_extent(at, &extent);

    return found ? 0U : extent.width;
}

uint32_t unset_two_calls_deep(uint32_t at)
{
    Extent extent; /* seed 9.1 */
    uint32_t area = 0U;

    if (!load_wide(at, &extent)) {
        area = extent.width * extent.height;
    }
    return area;
}

uint32_t unset_in_part(uint32_t width)
{
    Extent extent; /* seed 9.1 */

    set_width(&extent, width);
    return extent.height;
}

bool unset_for_callee(uint32_t at)
{
    Extent extents[2]; /* seed 9.1 */
    bool same = load_extent(at, &extents[0]);

    if (same) {
        same = (memcmp(&extents[0], &extents[1], sizeof(extents[0])) == 0);
    }
    return same;
}

uint32_t unset_without_turns(const uint32_t *rows, uint32_t count)
{
    uint32_t last; /* seed 9.1 */

    for (uint32_t i = 0U; i < count; i++) {
        last = rows[i];
    }
    return last;
}

uint32_t unset_in_switch(Level level)
{
    uint32_t weight; /* seed 9.1 */

    switch (level) {
    case LEVEL_LOW:
        weight = 1U;
        break;
    case LEVEL_HIGH:
        weight = 3U;
        break;
    default:
        /* Nothing is set. */
        break;
    }
    return weight;
}

uint32_t unset_behind_pointer(bool wanted)
{
    uint32_t value; /* seed 9.1 */
    uint32_t *const at = &value;

    if (wanted) {
        *at = 1U;
    }
    return *at;
}

uint32_t unset_by_copy(const Shape *from)
{
    Shape shape; /* seed 9.1 */

    (void)memcpy(&shape, from, sizeof(shape.size));
    return (uint32_t)shape.planes[0];
}

/* Set before it is read: nothing is to be found here. */
uint32_t set_by_callee(uint32_t at)
{
    Extent extent;
    uint32_t area = 0U;

    if (load_wide(at, &extent)) {
        area = extent.width * extent.height;
    }
    return area;
}

uint32_t unset_behind_copied_pointer(void)
{
    Extent extent; /* seed 9.1 */
    const Extent *at = &extent;
    const void *copy = NULL;

    extent.width = 1U;
    (void)memcpy(&copy, &at, sizeof(at));
    return (copy != NULL) ? 1U : 0U;
}
