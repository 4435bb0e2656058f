/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a core reads of another one and then looks at again: at the fence between the two the other
 * core writes it anew.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "port/atomic.h"
#include "port/cores/cores.h"

/** Takes the place of the fence for loads in the source below. */
static void at_fence(void);

#define port_fence_loads at_fence
/* The fence of a core cannot be reached through the API. */
#include "port/cores/link.c"
#undef port_fence_loads

static const PortAddress g_near_name = {"near", PORT_SCOPE_USER, 0U, ""};
static const PortAddress g_far_name = {"far", PORT_SCOPE_USER, 0U, ""};

/** Two ends of a channel in one image: the far one is written anew. */
static PortEndpoint g_near;
static PortEndpoint g_far;

/** What happens at a fence, and behind how many others. */
static void (*g_anew)(CoresEndpoint *far);
static uint32_t g_fences;

static void at_fence(void)
{
    void (*const anew)(CoresEndpoint * far) = g_anew;

    if (anew != NULL) {
        if (g_fences == 0U) {
            g_anew = NULL;
            anew(own_row(slot_of(&g_far)));
        } else {
            g_fences--;
        }
    }
}

static void opened_again(CoresEndpoint *far)
{
    (void)port_add32(&far->opened, 1U);
}

static void named_anew(CoresEndpoint *far)
{
    (void)port_add32(&far->opened, 1U);
    (void)memcpy(far->name, "other", 6U);
}

/** As many messages for another link as there are places. */
static void linked_anew(CoresEndpoint *far)
{
    port_store32(&far->link, port_load32(&far->link) + 1U);
    for (uint32_t i = 1U; i < CORES_MESSAGES; i++) {
        port_store32(&far->written, port_load32(&far->written) + 1U);
    }
}

static int open_ends(void **state)
{
    (void)state;
    assert_int_equal(port_endpoint_open(&g_near_name, &g_near), PORT_OK);
    assert_int_equal(port_endpoint_open(&g_far_name, &g_far), PORT_OK);
    assert_int_equal(port_link_connect(&g_far, &g_near_name), PORT_OK);
    assert_int_equal(port_link_accept(&g_near, &g_near_name), PORT_OK);
    assert_int_equal(port_link_send(&g_far, "one", 4U, NULL), PORT_OK);
    return 0;
}

static int close_ends(void **state)
{
    (void)state;
    assert_null(g_anew);
    port_endpoint_close(&g_near);
    port_endpoint_close(&g_far);
    return 0;
}

static PortStatus receive(char text[16])
{
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    uint64_t length = 0U;

    return port_link_receive(&g_near, text, 16U, &length, &parcel);
}

/**
 * A message that is written anew after it was read, as it is found or as it is taken, is not given
 * out; one that is not is.
 * @verifies RF-PORT-331
 */
static void messages_are_looked_at_again_behind_the_fence(void **state)
{
    static void (*const anew[])(CoresEndpoint * far) = {opened_again, opened_again, linked_anew};
    static const uint32_t fences[] = {0U, 1U, 1U};
    char text[16] = "";

    (void)state;
    assert_int_equal(receive(text), PORT_OK);
    assert_string_equal(text, "one");
    for (uint32_t i = 0U; i < 3U; i++) {
        (void)close_ends(NULL);
        (void)open_ends(NULL);
        text[0] = '\0';
        g_anew = anew[i];
        g_fences = fences[i];
        assert_int_not_equal(receive(text), PORT_OK);
        assert_string_equal(text, "");
    }
}

/**
 * An endpoint whose name is written anew while it is compared is not found by the old one.
 * @verifies RF-PORT-331
 */
static void names_are_looked_at_again_behind_the_fence(void **state)
{
    uint32_t core = 0U;
    uint32_t slot = 0U;

    (void)state;
    assert_true(find_end(&g_far_name, UINT32_MAX, &core, &slot));
    assert_int_equal(slot, slot_of(&g_far));
    g_anew = named_anew;
    g_fences = 0U;
    assert_false(find_end(&g_far_name, UINT32_MAX, &core, &slot));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(messages_are_looked_at_again_behind_the_fence, open_ends,
                                        close_ends),
        cmocka_unit_test_setup_teardown(names_are_looked_at_again_behind_the_fence, open_ends,
                                        close_ends)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
