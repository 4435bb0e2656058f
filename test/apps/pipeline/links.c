/* SPDX-License-Identifier: Apache-2.0 */
#include "links.h"

bool links_is_here(const Peer *peer, Stage stage)
{
    return peer_is_here(peer, stage_process[stage]);
}

uint32_t links_all_readers(const Link *link)
{
    return link->readers + link->watchers;
}

bool links_crosses(const Peer *peer, const Link *link)
{
    bool crosses = false;

    for (uint32_t i = 0U; (peer != NULL) && (i < link->readers); i++) {
        crosses = crosses || (stage_process[link->reader[i].stage] != stage_process[link->writer]);
    }
    return crosses;
}

bool links_joined(Stage one, Stage other)
{
    bool found = false;

    for (uint32_t i = 0U; i < LINKS; i++) {
        for (uint32_t j = 0U; j < links[i].readers; j++) {
            const Stage reader = links[i].reader[j].stage;

            found = found || ((links[i].writer == one) && (reader == other)) ||
                    ((links[i].writer == other) && (reader == one));
        }
    }
    return found;
}

bool links_fence_crosses(const Peer *peer, Stage stage)
{
    bool crosses = (stage == STAGE_SINK) && (stage_process[stage] != AWAITING_PROCESS);

    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        crosses = crosses ||
                  (links_joined(stage, (Stage)i) && (stage_process[i] != stage_process[stage]));
    }
    return crosses && (peer != NULL);
}
