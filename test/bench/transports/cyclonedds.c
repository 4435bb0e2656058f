/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cyclonedds.c
 * Cyclone DDS: a reliable topic for each direction over the loopback device, and a reader that
 * sleeps in a wait set.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <dds/dds.h>

#include "../bench.h"
#include "hop.h"

/** Domain of the pairs; nothing else of the host is in it. */
#define DOMAIN 77U
/** Looks, a millisecond apart, until two ends must have met. */
#define LOOKS 30000U

/** No other device than the loopback, and no multicast: works without a network. */
#define CONFIGURATION                                                                              \
    "<CycloneDDS><Domain Id=\"any\"><General><Interfaces><NetworkInterface name=\"lo\"/>"          \
    "</Interfaces><AllowMulticast>false</AllowMulticast></General><Discovery>"                     \
    "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>30</"                       \
    "MaxAutoParticipantIndex>"                                                                     \
    "<Peers><Peer Address=\"localhost\"/></Peers></Discovery></Domain></CycloneDDS>"

typedef struct {
    dds_entity_t participant;
    dds_entity_t writer;
    dds_entity_t reader;
    dds_entity_t set;
    uint64_t sent;
} Dds;

/** The topic that a side writes. */
static dds_entity_t topic_of(const Side *side, dds_entity_t participant, uint32_t index)
{
    char name[64];

    (void)snprintf(name, sizeof(name), "hop_%d_%u_%u",
                   (int)*(const pid_t *)(const void *)side->pair->room,
                   (unsigned int)side->pair->number, (unsigned int)index);
    return dds_create_topic(participant, &bench_Hop_desc, name, NULL, NULL);
}

/** Waits until both directions are connected. */
static bool meet(Side *side, const Dds *dds)
{
    bool good = false;

    for (uint32_t i = 0U; (i < LOOKS) && !good; i++) {
        dds_publication_matched_status_t out;
        dds_subscription_matched_status_t in;

        (void)usleep(1000U);
        good = (dds_get_publication_matched_status(dds->writer, &out) == DDS_RETCODE_OK) &&
               (dds_get_subscription_matched_status(dds->reader, &in) == DDS_RETCODE_OK) &&
               (out.current_count == 1U) && (in.current_count == 1U);
    }
    return good || bench_fail(side, "the other side is not found");
}

/** The number of the pair's process, which no other run has now, is in the names of its topics. */
static bool dds_open(Pair *pair)
{
    *(pid_t *)(void *)pair->room = getpid();
    return setenv("CYCLONEDDS_URI", CONFIGURATION, 1) == 0;
}

static bool dds_make(Side *side, Dds *dds)
{
    dds_qos_t *const qos = dds_create_qos();
    dds_entity_t mine = 0;
    dds_entity_t theirs = 0;
    bool good = false;

    dds->participant = dds_create_participant(DOMAIN, NULL, NULL);
    mine = topic_of(side, dds->participant, side->index);
    theirs = topic_of(side, dds->participant, 1U - side->index);
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_SECS(10));
    dds->writer = dds_create_writer(dds->participant, mine, qos, NULL);
    dds->reader = dds_create_reader(dds->participant, theirs, qos, NULL);
    dds->set = dds_create_waitset(dds->participant);
    good = (dds->participant > 0) && (mine > 0) && (theirs > 0) && (dds->writer > 0) &&
           (dds->reader > 0) && (dds->set > 0) &&
           (dds_set_status_mask(dds->reader, DDS_DATA_AVAILABLE_STATUS) == DDS_RETCODE_OK) &&
           (dds_waitset_attach(dds->set, dds->reader, 0) == DDS_RETCODE_OK);
    dds_delete_qos(qos);
    return good || bench_fail(side, "entities");
}

static bool dds_join(Side *side)
{
    Dds *const dds = calloc(1U, sizeof(Dds));

    side->own = dds;
    return (dds != NULL) && dds_make(side, dds) && meet(side, dds);
}

static bool dds_send(Side *side)
{
    Dds *const dds = side->own;
    bench_Hop hop = {0U};

    dds->sent++;
    hop.number = dds->sent;
    return (dds_write(dds->writer, &hop) == DDS_RETCODE_OK) || bench_fail(side, "dds_write");
}

static bool dds_wait(Side *side)
{
    Dds *const dds = side->own;
    const uint64_t wanted = (side->index == 0U) ? dds->sent : (dds->sent + 1U);
    bench_Hop hop = {0U};
    void *sample[1] = {&hop};
    dds_sample_info_t info;
    dds_return_t got = 0;

    while (got == 0) {
        if (dds_waitset_wait(dds->set, NULL, 0U, DDS_INFINITY) < 0) {
            got = -1;
        } else {
            got = dds_take(dds->reader, sample, &info, 1U, 1U);
        }
    }
    return ((got == 1) && (hop.number == wanted)) || bench_fail(side, "dds_take");
}

static void dds_leave(Side *side)
{
    Dds *const dds = side->own;

    (void)dds_delete(dds->participant);
    free(dds);
}

static const Transport cyclonedds = {
    "Cyclone DDS, loopback", true, dds_open, dds_join, NULL, dds_send, dds_wait, dds_leave};

const Transport *const transport_cyclonedds = &cyclonedds;
