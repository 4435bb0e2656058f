/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file room.c
 * Memory that the system has to give, and time that a layer has.
 *
 * A process that touches more memory than there is is not told: the kernel ends one. So what is
 * taken is asked for before, and touched at once, in steps between which it is asked again.
 */
#include "dla/onednn/onednn.h"

/** Bytes between two looks, and those that one room_look is good for. */
#define LOOK_BYTES 16777216U
/** Bytes of a page at least. */
#define PAGE_BYTES 4096U

/** Notes what is too much. */
static void note_shortage(NetworkLedger *ledger, uint64_t bytes, uint64_t room)
{
    const uint64_t most = UINT64_MAX - ledger->taken;

    ledger->asked = ledger->taken + bytes;
    ledger->allowed = ledger->taken + ((room < most) ? room : most);
}

/** Looks whether so many bytes are there. */
static bool room_look(NetworkLedger *ledger, uint64_t bytes, bool is_mapped)
{
    const uint64_t room = ledger->room(is_mapped);
    const bool is_there = (bytes <= room);

    if (is_there) {
        const uint64_t more = room - bytes;

        ledger->spare = (more < LOOK_BYTES) ? more : LOOK_BYTES;
    } else {
        note_shortage(ledger, bytes, room);
    }
    return is_there;
}

/** @satisfies RF-DLA-370 */
bool onednn_is_room(const NetworkHost *host, uint64_t bytes)
{
    bool is_there = true;

    if (host == NULL) {
        /* Nobody looks. */
    } else if (host->ledger == NULL) {
        /* Nor here. */
    } else if (bytes <= host->ledger->spare) {
        host->ledger->spare -= bytes;
    } else {
        /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the host is const, not its ledger */
        is_there = room_look(host->ledger, bytes, false);
    }
    return is_there;
}

/** Looks again where a step of memory that is touched begins. */
static bool look_again(const NetworkHost *host, uint64_t at, uint64_t size)
{
    bool is_there = true;

    if ((host != NULL) && (at > 0U) && ((at % LOOK_BYTES) == 0U)) {
        if (host->ledger != NULL) {
            /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the host is const, not its ledger */
            is_there = room_look(host->ledger, size - at, true);
        }
    }
    return is_there;
}

/** Counts what was taken. */
static void room_count(const NetworkHost *host, uint64_t size)
{
    if (host != NULL) {
        if (host->ledger != NULL) {
            host->ledger->taken += size;
        }
    }
}

/** @satisfies RF-DLA-371 */
bool onednn_touch(const NetworkHost *host, void *place, uint64_t size)
{
    volatile uint8_t *const bytes = place;
    bool is_there = true;

    for (uint64_t at = 0U; (at < size) && is_there; at += PAGE_BYTES) {
        is_there = look_again(host, at, size);
        if (is_there) {
            bytes[at] = 0U;
        }
    }
    if (is_there && (size > 0U)) {
        bytes[size - 1U] = 0U;
        room_count(host, size);
    }
    return is_there;
}

bool onednn_goes_on(const NetworkHost *host)
{
    bool goes_on = true;

    if (host != NULL) {
        goes_on = host->goes_on(host->context);
    }
    return goes_on;
}

/** Says whether a text begins with another one. */
static bool begins(const char *text, const char *with)
{
    bool same = true;

    for (size_t i = 0U; same && (with[i] != '\0'); i++) {
        same = (text[i] == with[i]);
    }
    return same;
}

bool onednn_is_reference(dnnl_primitive_desc_t desc)
{
    const char *name = NULL;
    bool is_one = false;

    /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 oneDNN writes the pointer, not what is there */
    if (dnnl_primitive_desc_query(desc, dnnl_query_impl_info_str, 0, (void *)&name) ==
        dnnl_success) {
        is_one = begins(name, "ref") || begins(name, "simple");
    }
    return is_one;
}

/** @satisfies RF-DLA-372 */
void onednn_check_time(OnednnBuild *build, dnnl_primitive_desc_t desc)
{
    const NetworkHost *const host = build->view->host;
    const uint64_t most = NETWORK_OPERATIONS / (onednn_is_reference(desc) ? NETWORK_SLOW : 1U);

    if ((build->status == dnnl_success) && (build->operations > most)) {
        if ((host != NULL) && (host->ledger != NULL)) {
            host->ledger->asked = build->operations;
            host->ledger->allowed = most;
        }
        onednn_refuse(build, NETWORK_TOO_LONG);
    }
}

void onednn_refuse(OnednnBuild *build, NetworkStatus refusal)
{
    if (build->status == dnnl_success) {
        build->refusal = refusal;
        build->status = dnnl_invalid_arguments;
    }
}
