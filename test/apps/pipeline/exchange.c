/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "check.h"

/** What a message that did not come or go stands for; the reason has been said. */
static NvSciError status_of(bool good)
{
    return good ? NvSciError_Success : NvSciError_ConnectionReset;
}

/** Waits for a message of any length. */
static NvSciError take(Peer *peer, MessageKind kind, const void **bytes, size_t *size)
{
    return status_of(peer_receive(peer, kind, peer->frame_size, bytes, size));
}

NvSciError exchange_send_buf_lists(Peer *peer, const NvSciBufAttrList lists[], size_t count)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = check_call(
        NvSciBufAttrListIpcExportUnreconciled(lists, count, peer->endpoint, &bytes, &size),
        peer_name(peer), "NvSciBufAttrListIpcExportUnreconciled");

    if (status == NvSciError_Success) {
        status = status_of(peer_send(peer, MESSAGE_LISTS, bytes, size));
        NvSciBufAttrListFreeDesc(bytes);
    }
    return status;
}

NvSciError exchange_take_buf_lists(Peer *peer, NvSciBufModule module, NvSciBufAttrList *list)
{
    const void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = take(peer, MESSAGE_LISTS, &bytes, &size);

    if (status == NvSciError_Success) {
        status = check_call(
            NvSciBufAttrListIpcImportUnreconciled(module, peer->endpoint, bytes, size, list),
            peer_name(peer), "NvSciBufAttrListIpcImportUnreconciled");
    }
    return status;
}

NvSciError exchange_send_reconciled(Peer *peer, NvSciBufAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status =
        check_call(NvSciBufAttrListIpcExportReconciled(list, peer->endpoint, &bytes, &size),
                   peer_name(peer), "NvSciBufAttrListIpcExportReconciled");

    if (status == NvSciError_Success) {
        status = status_of(peer_send(peer, MESSAGE_RECONCILED, bytes, size));
        NvSciBufAttrListFreeDesc(bytes);
    }
    return status;
}

NvSciError exchange_take_reconciled(Peer *peer, NvSciBufModule module, const NvSciBufAttrList own[],
                                    size_t count, NvSciBufAttrList *list)
{
    const void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = take(peer, MESSAGE_RECONCILED, &bytes, &size);

    if (status == NvSciError_Success) {
        status = check_call(NvSciBufAttrListIpcImportReconciled(module, peer->endpoint, bytes, size,
                                                                own, count, list),
                            peer_name(peer), "NvSciBufAttrListIpcImportReconciled");
    }
    return status;
}

NvSciError exchange_send_buffer(Peer *peer, NvSciBufObj object)
{
    NvSciBufObjIpcExportDescriptor desc;
    NvSciError status =
        check_call(NvSciBufObjIpcExport(object, NvSciBufAccessPerm_Readonly, peer->endpoint, &desc),
                   peer_name(peer), "NvSciBufObjIpcExport");

    if (status == NvSciError_Success) {
        status = status_of(peer_send(peer, MESSAGE_BUFFER, &desc, sizeof(desc)));
    }
    return status;
}

NvSciError exchange_take_buffer(Peer *peer, NvSciBufAttrList reconciled, NvSciBufObj *object)
{
    NvSciBufObjIpcExportDescriptor desc;
    NvSciError status = status_of(peer_receive_into(peer, MESSAGE_BUFFER, &desc, sizeof(desc)));

    if (status == NvSciError_Success) {
        status = check_call(NvSciBufObjIpcImport(peer->endpoint, &desc, reconciled,
                                                 NvSciBufAccessPerm_Readonly, 0, object),
                            peer_name(peer), "NvSciBufObjIpcImport");
    }
    return status;
}

NvSciError exchange_send_sync_lists(Peer *peer, const NvSciSyncAttrList lists[], size_t count)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = check_call(
        NvSciSyncAttrListIpcExportUnreconciled(lists, count, peer->endpoint, &bytes, &size),
        peer_name(peer), "NvSciSyncAttrListIpcExportUnreconciled");

    if (status == NvSciError_Success) {
        status = status_of(peer_send(peer, MESSAGE_LISTS, bytes, size));
        NvSciSyncAttrListFreeDesc(bytes);
    }
    return status;
}

NvSciError exchange_take_sync_lists(Peer *peer, NvSciSyncModule module, NvSciSyncAttrList *list)
{
    const void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = take(peer, MESSAGE_LISTS, &bytes, &size);

    if (status == NvSciError_Success) {
        status = check_call(
            NvSciSyncAttrListIpcImportUnreconciled(module, peer->endpoint, bytes, size, list),
            peer_name(peer), "NvSciSyncAttrListIpcImportUnreconciled");
    }
    return status;
}

NvSciError exchange_send_sync(Peer *peer, NvSciSyncObj object)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciError status =
        check_call(NvSciSyncIpcExportAttrListAndObj(object, NvSciSyncAccessPerm_WaitOnly,
                                                    peer->endpoint, &bytes, &size),
                   peer_name(peer), "NvSciSyncIpcExportAttrListAndObj");

    if (status == NvSciError_Success) {
        status = status_of(peer_send(peer, MESSAGE_SYNC, bytes, size));
        NvSciSyncAttrListAndObjFreeDesc(bytes);
    }
    return status;
}

NvSciError exchange_take_sync(Peer *peer, NvSciSyncModule module, const NvSciSyncAttrList own[],
                              size_t count, NvSciSyncObj *object)
{
    const void *bytes = NULL;
    size_t size = 0U;
    NvSciError status = take(peer, MESSAGE_SYNC, &bytes, &size);

    if (status == NvSciError_Success) {
        status = check_call(
            NvSciSyncIpcImportAttrListAndObj(module, peer->endpoint, bytes, size, own, count,
                                             NvSciSyncAccessPerm_WaitOnly, 0, object),
            peer_name(peer), "NvSciSyncIpcImportAttrListAndObj");
    }
    return status;
}
