/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cyclonedds.c
 * Cyclone DDS over the loopback device: a writer with one sample that stays for late readers, and a
 * reader that takes it.
 */
#define _GNU_SOURCE

#include <dds/dds.h>

#include "client.h"
#include "hop.h"

/** Domain of the measurement; nothing else of the host is in it. */
#define DOMAIN 78U

/** No other device than the loopback, and no multicast: works without a network. */
#define CONFIGURATION                                                                              \
    "<CycloneDDS><Domain Id=\"any\"><General><Interfaces><NetworkInterface name=\"lo\"/>"          \
    "</Interfaces><AllowMulticast>false</AllowMulticast></General><Discovery>"                     \
    "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>30</"                       \
    "MaxAutoParticipantIndex>"                                                                     \
    "<Peers><Peer Address=\"localhost\"/></Peers></Discovery></Domain></CycloneDDS>"

static dds_qos_t *make_qos(void)
{
    dds_qos_t *const qos = dds_create_qos();

    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_SECS(10));
    dds_qset_durability(qos, DDS_DURABILITY_TRANSIENT_LOCAL);
    return qos;
}

static void serve(dds_entity_t participant, dds_entity_t topic)
{
    bench_Hop hop = {1U};
    const dds_entity_t writer = dds_create_writer(participant, topic, make_qos(), NULL);

    client_need(dds_write(writer, &hop) == DDS_RETCODE_OK, "dds_write");
    client_serves();
    for (;;) {
        (void)pause();
    }
}

static void join(dds_entity_t participant, dds_entity_t topic)
{
    const dds_entity_t reader = dds_create_reader(participant, topic, make_qos(), NULL);
    const dds_entity_t set = dds_create_waitset(participant);
    bench_Hop hop = {0U};
    void *sample[1] = {&hop};
    dds_sample_info_t info;
    dds_return_t got = 0;

    client_need((dds_set_status_mask(reader, DDS_DATA_AVAILABLE_STATUS) == DDS_RETCODE_OK) &&
                    (dds_waitset_attach(set, reader, 0) == DDS_RETCODE_OK),
                "dds_waitset_attach");
    client_step("shared");
    while (got == 0) {
        client_need(dds_waitset_wait(set, NULL, 0U, DDS_INFINITY) >= 0, "dds_waitset_wait");
        got = dds_take(reader, sample, &info, 1U, 1U);
    }
    client_need((got == 1) && (hop.number == 1U), "dds_take");
    client_step("exchanged");
    client_report();
}

int main(int argc, char **argv)
{
    const bool is_server = client_is_server(argc, argv);
    dds_entity_t participant = 0;
    dds_entity_t topic = 0;

    client_step("main");
    client_need(setenv("CYCLONEDDS_URI", CONFIGURATION, 1) == 0, "setenv");
    participant = dds_create_participant(DOMAIN, NULL, NULL);
    topic = dds_create_topic(participant, &bench_Hop_desc, "startup", NULL, NULL);
    client_need((participant > 0) && (topic > 0), "dds_create_participant");
    client_step("open");
    if (is_server) {
        serve(participant, topic);
    } else {
        join(participant, topic);
    }
    return 0;
}
