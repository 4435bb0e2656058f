/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks of the streams: made from the table of links, connected, deleted.
 */
#include "check.h"
#include "stream_parts.h"

/** The further channel of the two processes that the stream goes through. */
#define STREAM_CHANNEL 1U

static NvSciError make_writer(End *end)
{
    NvSciError status = check_call(NvSciStreamStaticPoolCreate(PACKETS, &end->keeper),
                                   end->engine->name, "NvSciStreamStaticPoolCreate");

    if (status == NvSciError_Success) {
        status = check_call(NvSciStreamProducerCreate(end->keeper, &end->block), end->engine->name,
                            "NvSciStreamProducerCreate");
    }
    return status;
}

static NvSciError make_reader(End *end)
{
    NvSciError status = NvSciError_Success;

    if (end->watches) {
        status = check_call(NvSciStreamMailboxQueueCreate(&end->keeper), end->engine->name,
                            "NvSciStreamMailboxQueueCreate");
    } else {
        status = check_call(NvSciStreamFifoQueueCreate(&end->keeper), end->engine->name,
                            "NvSciStreamFifoQueueCreate");
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciStreamConsumerCreate(end->keeper, &end->block), end->engine->name,
                            "NvSciStreamConsumerCreate");
    }
    return status;
}

static NvSciError join(const char *who, NvSciStreamBlock upstream, NvSciStreamBlock downstream)
{
    return check_call(NvSciStreamBlockConnect(upstream, downstream), who,
                      "NvSciStreamBlockConnect");
}

/** Makes the block at this process's end of the channel. */
static NvSciError make_ipc(Streams *streams, Hop *hop, const char *who)
{
    const Machine *const machine = &streams->machine;
    NvSciError status = peer_open_further(machine->peer, STREAM_CHANNEL, &streams->endpoint);

    streams->is_open = (status == NvSciError_Success);
    if (streams->is_open && machine_has(machine, (uint32_t)hop->end[0].stage)) {
        status = check_call(NvSciStreamIpcSrcCreate(streams->endpoint, machine->sync_module,
                                                    machine->buf_module, &hop->ipc),
                            who, "NvSciStreamIpcSrcCreate");
    } else if (streams->is_open) {
        status = check_call(NvSciStreamIpcDstCreate(streams->endpoint, machine->sync_module,
                                                    machine->buf_module, &hop->ipc),
                            who, "NvSciStreamIpcDstCreate");
    } else {
        /* It was said. */
    }
    return status;
}

/** Connects the readers to what is in front of them: by a multicast block if they are several. */
static NvSciError join_readers(Hop *hop, NvSciStreamBlock upstream, const char *who)
{
    const uint32_t readers = links_all_readers(hop->end[0].link);
    NvSciStreamBlock from = upstream;
    NvSciError status = NvSciError_Success;

    if (readers > 1U) {
        status = check_call(NvSciStreamMulticastCreate(readers, &hop->multicast), who,
                            "NvSciStreamMulticastCreate");
        if (status == NvSciError_Success) {
            status = join(who, upstream, hop->multicast);
        }
        from = hop->multicast;
    }
    for (uint32_t i = 1U; (i <= readers) && (status == NvSciError_Success); i++) {
        status = join(who, from, hop->end[i].block);
    }
    return status;
}

/** Says what an end is. */
static void describe_end(Streams *streams, uint32_t l, uint32_t e)
{
    const Link *const link = &links[l];
    End *const end = &streams->hop[l].end[e];
    Engine *const engines = streams->machine.engine;

    end->link = link;
    end->writes = (e == 0U);
    end->watches = (e > link->readers);
    end->stage = end->writes ? link->writer : link->reader[e - 1U].stage;
    end->engine = &engines[end->stage];
    end->port =
        end->writes ? &end->engine->output : &end->engine->input[link->reader[e - 1U].input];
    end->figures = &streams->result->end[l][e];
}

/** Makes the ends of a stream that are here. */
static NvSciError make_ends(Streams *streams, uint32_t l)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t e = 0U; e <= links_all_readers(&links[l]); e++) {
        End *const end = &streams->hop[l].end[e];

        describe_end(streams, l, e);
        if ((status == NvSciError_Success) &&
            machine_has(&streams->machine, (uint32_t)end->stage)) {
            status = end->writes ? make_writer(end) : make_reader(end);
        }
    }
    return status;
}

/** Makes one stream, as far as it is here. The readers of one that crosses are all there. */
static NvSciError make_hop(Streams *streams, uint32_t l)
{
    Hop *const hop = &streams->hop[l];
    const bool crosses = links_crosses(streams->machine.peer, &links[l]);
    const bool writes = machine_has(&streams->machine, (uint32_t)links[l].writer);
    const char *const who = stage_name(links[l].writer);
    NvSciError status = make_ends(streams, l);

    hop->layout = &streams->result->ring[l];
    if (crosses && (status == NvSciError_Success)) {
        status = make_ipc(streams, hop, who);
    }
    if (status != NvSciError_Success) {
        /* It was said. */
    } else if (crosses && writes) {
        status = join(who, hop->end[0].block, hop->ipc);
    } else if (crosses || writes) {
        status = join_readers(hop, crosses ? hop->ipc : hop->end[0].block, who);
    } else {
        /* All of it is in the other process. */
    }
    return status;
}

NvSciError stream_make_blocks(Streams *streams)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t l = 0U; (l < LINKS) && (status == NvSciError_Success); l++) {
        status = make_hop(streams, l);
    }
    return status;
}

static void delete_block(NvSciStreamBlock *block)
{
    if (*block != 0U) {
        (void)check_call(NvSciStreamBlockDelete(*block), "application", "NvSciStreamBlockDelete");
        *block = 0U;
    }
}

void stream_delete_blocks(Streams *streams)
{
    for (uint32_t l = 0U; l < LINKS; l++) {
        Hop *const hop = &streams->hop[l];

        for (uint32_t e = 0U; e < ENDS; e++) {
            delete_block(&hop->end[e].block);
            delete_block(&hop->end[e].keeper);
            if (hop->end[e].waiters != NULL) {
                NvSciSyncAttrListFree(hop->end[e].waiters);
                hop->end[e].waiters = NULL;
            }
        }
        delete_block(&hop->multicast);
        delete_block(&hop->ipc);
    }
    if (streams->is_open) {
        (void)check_call(NvSciIpcCloseEndpointSafe(streams->endpoint, false), "application",
                         "NvSciIpcCloseEndpointSafe");
        streams->is_open = false;
    }
}
