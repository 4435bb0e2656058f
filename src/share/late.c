/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file late.c
 * Late peers that get an object once: what they asked for need not stay in its list, where there is
 * room for RINGFENCE_CFG_ROUTES peers.
 */
#include "buf/buf.h"
#include "share/share.h"
#include "sync/sync.h"

/** A peer of an object. */
typedef struct {
    const ListClass *cls;
    uint32_t list;
    uint64_t identity;
} LatePeer;

/** Finds the list of a buffer, and the peer of an endpoint. Success: ringfence_api_leave() must
 * follow. */
static NvSciError enter_buf_peer(PhaseOp op, NvSciBufObj handle, NvSciIpcEndpoint endpoint,
                                 LatePeer *peer)
{
    const BufObject *object = NULL;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        status = buf_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            peer->cls = &g_buf_lists;
            peer->list = object->list;
            status = share_endpoint(op, endpoint, &peer->identity);
        }
        if (status != NvSciError_Success) {
            ringfence_api_leave();
        }
    }
    return status;
}

/** enter_buf_peer() of a sync object. */
static NvSciError enter_sync_peer(PhaseOp op, NvSciSyncObj handle, NvSciIpcEndpoint endpoint,
                                  LatePeer *peer)
{
    SyncObject *object = NULL;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        status = sync_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            peer->cls = &g_sync_lists;
            peer->list = object->list;
            status = share_endpoint(op, endpoint, &peer->identity);
        }
        if (status != NvSciError_Success) {
            ringfence_api_leave();
        }
    }
    return status;
}

bool share_buf_knows(PhaseOp op, NvSciBufObj handle, NvSciIpcEndpoint endpoint)
{
    LatePeer peer = {NULL, 0U, 0U};
    bool knows = false;

    if (enter_buf_peer(op, handle, endpoint, &peer) == NvSciError_Success) {
        knows = list_grant(peer.cls, peer.list, peer.identity).any;
        ringfence_api_leave();
    }
    return knows;
}

/** @satisfies RF-STREAM-215 */
bool share_buf_list_knows(PhaseOp op, NvSciBufAttrList handle, NvSciIpcEndpoint endpoint)
{
    NvSciError status = ringfence_api_enter(op);
    bool knows = false;

    if (status == NvSciError_Success) {
        uint64_t identity = 0U;
        uint32_t list = 0U;

        status = list_find_reconciled(op, &g_buf_lists, handle, &list);
        if (status == NvSciError_Success) {
            status = share_endpoint(op, endpoint, &identity);
        }
        if (status == NvSciError_Success) {
            const ListGrant grant = list_grant(&g_buf_lists, list, identity);

            knows = grant.any && (grant.perm != 0U);
        }
        ringfence_api_leave();
    }
    return knows;
}

bool share_sync_knows(PhaseOp op, NvSciSyncObj handle, NvSciIpcEndpoint endpoint)
{
    LatePeer peer = {NULL, 0U, 0U};
    bool knows = false;

    if (enter_sync_peer(op, handle, endpoint, &peer) == NvSciError_Success) {
        knows = list_grant(peer.cls, peer.list, peer.identity).any;
        ringfence_api_leave();
    }
    return knows;
}

/** @satisfies RF-STREAM-124 */
void share_buf_forget(PhaseOp op, NvSciBufObj handle, NvSciIpcEndpoint endpoint)
{
    LatePeer peer = {NULL, 0U, 0U};

    if (enter_buf_peer(op, handle, endpoint, &peer) == NvSciError_Success) {
        list_route_forget(peer.cls, peer.list, peer.identity);
        ringfence_api_leave();
    }
}

/** @satisfies RF-STREAM-124 */
void share_sync_forget(PhaseOp op, NvSciSyncObj handle, NvSciIpcEndpoint endpoint)
{
    LatePeer peer = {NULL, 0U, 0U};

    if (enter_sync_peer(op, handle, endpoint, &peer) == NvSciError_Success) {
        list_route_forget(peer.cls, peer.list, peer.identity);
        ringfence_api_leave();
    }
}

NvSciError share_buf_attach(NvSciBufObj handle, const NvSciBufAttrList lists[], size_t count,
                            FaultKey *key)
{
    return buf_attach(handle, lists, count, key);
}

NvSciError share_sync_attach(NvSciSyncObj handle, const NvSciSyncAttrList lists[], size_t count,
                             FaultKey *key)
{
    return sync_attach(handle, lists, count, key);
}
