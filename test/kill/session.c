/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"

/** Bytes of a message at most, its length included. */
#define MESSAGE_MAX 24576U
/** Milliseconds of one sleep, while a connection is made and later, and sleeps until a peer that does
 * not move counts as a hang. A sleep is long, so that a wake-up that is lost is a hang. */
#define CONNECT_MS  10
#define SLEEP_MS    20000
#define CONNECT_MAX 2000U
#define SLEEPS_MAX  1U
/** Microseconds that a wait may take at most. */
#define WAIT_US 30000000
/** Fences of a session. */
#define FENCES 3U
/** Bytes of the buffer. */
#define BUFFER_BYTES 4096U

/** All that a session takes. */
typedef struct {
    Role role;
    Line *line;
    End end;
    NvSciSyncModule sync_module;
    NvSciBufModule buf_module;
    NvSciSyncAttrList sync_own;
    NvSciSyncAttrList sync_peer;
    NvSciSyncAttrList sync_reconciled;
    NvSciSyncAttrList sync_conflict;
    NvSciBufAttrList buf_own;
    NvSciBufAttrList buf_peer;
    NvSciBufAttrList buf_reconciled;
    NvSciBufAttrList buf_conflict;
    NvSciSyncObj sync;
    NvSciBufObj buf;
    NvSciSyncCpuWaitContext context;
    NvSciSyncFence fence;
    void *sync_desc;
    void *sync_blob;
    void *buf_desc;
    void *buf_blob;
    uint64_t in[MESSAGE_MAX / sizeof(uint64_t)];
    size_t in_size;
} Session;

static Session g_session;

/** Notes that a call gave what it may not. */
static void wrong(Session *s, const char *call, NvSciError status)
{
    RingfenceFault fault = {0};

    (void)RingfenceGetLastFault(&fault);
    (void)fprintf(stderr, "kill: role %d: %s: %s; last fault: %s\n", (int)s->role, call,
                  RingfenceErrorName(status), fault.text);
    s->end = END_WRONG;
}

/** Takes the result of a call that can fail only because the peer is gone. */
static bool step(Session *s, const char *call, NvSciError status)
{
    if ((status == NvSciError_ConnectionReset) || (status == NvSciError_NoSuchProcess)) {
        s->end = END_PEER_GONE;
    } else if (status != NvSciError_Success) {
        wrong(s, call, status);
    } else {
        /* Goes on. */
    }
    return (status == NvSciError_Success);
}

/* ---------------------------------------------------------------- messages */

/** Sleeps until there may be an event. False: it will not come. */
static bool sleep_once(Session *s, bool connects, uint32_t sleeps)
{
    struct pollfd look = {.fd = (int)s->line->descriptor, .events = POLLIN, .revents = 0};
    const int count = poll(&look, 1U, connects ? CONNECT_MS : SLEEP_MS);
    bool going = true;

    if (connects && (count == 0) && (atomic_load(s->line->peer_dead) != 0U)) {
        s->end = END_PEER_GONE;
        going = false;
    } else if ((count == 0) && (sleeps >= (connects ? CONNECT_MAX : SLEEPS_MAX))) {
        wrong(s, connects ? "connection" : "wake-up", NvSciError_Timeout);
        going = false;
    } else {
        /* Looks again. */
    }
    return going;
}

/** Waits until the channel reports one of some events. */
static bool await_event(Session *s, uint32_t wanted)
{
    const bool connects = ((wanted & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
    uint32_t events = 0U;
    uint32_t sleeps = 0U;
    bool going = true;

    while (going && ((events & wanted) == 0U)) {
        going = step(s, "GetEvent", NvSciIpcGetEventSafe(s->line->endpoint, &events));
        if (going && (!connects) && ((events & NV_SCI_IPC_EVENT_CONN_RESET) != 0U)) {
            s->end = END_PEER_GONE;
            going = false;
        }
        if (going && ((events & wanted) == 0U)) {
            sleeps++;
            going = sleep_once(s, connects, sleeps);
        }
    }
    return going;
}

static bool send_bytes(Session *s, const void *bytes, size_t size)
{
    static uint64_t out[MESSAGE_MAX / sizeof(uint64_t)];
    uint32_t written = 0U;
    NvSciError status = NvSciError_InsufficientMemory;
    bool going = (size <= (sizeof(out) - sizeof(uint64_t)));

    if (!going) {
        wrong(s, "message", NvSciError_TooBig);
    } else {
        out[0] = (uint64_t)size;
        (void)memcpy(&out[1], bytes, size);
    }
    while (going && (status == NvSciError_InsufficientMemory)) {
        status = NvSciIpcWriteSafe(s->line->endpoint, out, (uint32_t)(size + sizeof(uint64_t)),
                                   &written);
        if (status == NvSciError_InsufficientMemory) {
            going = await_event(s, NV_SCI_IPC_EVENT_WRITE);
        }
    }
    return going && step(s, "Write", status);
}

static bool receive_bytes(Session *s)
{
    uint32_t read = 0U;
    NvSciError status = NvSciError_InsufficientMemory;
    bool going = true;

    while (going && (status == NvSciError_InsufficientMemory)) {
        status = NvSciIpcReadSafe(s->line->endpoint, s->in, MESSAGE_MAX, &read);
        if (status == NvSciError_InsufficientMemory) {
            going = await_event(s, NV_SCI_IPC_EVENT_READ);
        }
    }
    s->in_size = (size_t)s->in[0];
    return going && step(s, "Read", status);
}

/* ---------------------------------------------------------------- init */

static bool make_sync_list(Session *s)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = (s->role == ROLE_SIGNALER) ? NvSciSyncAccessPerm_SignalOnly
                                                                : NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};

    return step(s, "SyncModuleOpen", NvSciSyncModuleOpen(&s->sync_module)) &&
           step(s, "SyncListCreate", NvSciSyncAttrListCreate(s->sync_module, &s->sync_own)) &&
           step(s, "SyncSetAttrs", NvSciSyncAttrListSetAttrs(s->sync_own, pairs, 2U)) &&
           step(s, "ContextAlloc", NvSciSyncCpuWaitContextAlloc(s->sync_module, &s->context));
}

static bool make_buf_list(Session *s)
{
    const bool cpu = true;
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BUFFER_BYTES;
    const uint64_t align = 64U;
    const NvSciBufAttrValAccessPerm perm = (s->role == ROLE_SIGNALER)
                                               ? NvSciBufAccessPerm_ReadWrite
                                               : NvSciBufAccessPerm_Readonly;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};

    return step(s, "BufModuleOpen", NvSciBufModuleOpen(&s->buf_module)) &&
           step(s, "BufListCreate", NvSciBufAttrListCreate(s->buf_module, &s->buf_own)) &&
           step(s, "BufSetAttrs", NvSciBufAttrListSetAttrs(s->buf_own, pairs, 5U));
}

static bool negotiate_as_signaler(Session *s)
{
    size_t size = 0U;
    bool good = receive_bytes(s);

    good = good && step(s, "SyncImportUnreconciled",
                        NvSciSyncAttrListIpcImportUnreconciled(s->sync_module, s->line->endpoint,
                                                               &s->in[1], s->in_size, &s->sync_peer));
    if (good) {
        const NvSciSyncAttrList lists[] = {s->sync_own, s->sync_peer};

        good = step(s, "SyncReconcile",
                    NvSciSyncAttrListReconcile(lists, 2U, &s->sync_reconciled,
                                               &s->sync_conflict)) &&
               step(s, "SyncObjAlloc", NvSciSyncObjAlloc(s->sync_reconciled, &s->sync)) &&
               step(s, "SyncExport",
                    NvSciSyncIpcExportAttrListAndObj(s->sync, NvSciSyncAccessPerm_WaitOnly,
                                                     s->line->endpoint, &s->sync_blob, &size)) &&
               send_bytes(s, s->sync_blob, size) && receive_bytes(s);
    }
    good = good && step(s, "BufImportUnreconciled",
                        NvSciBufAttrListIpcImportUnreconciled(s->buf_module, s->line->endpoint,
                                                              &s->in[1], s->in_size, &s->buf_peer));
    if (good) {
        const NvSciBufAttrList lists[] = {s->buf_own, s->buf_peer};

        good = step(s, "BufReconcile",
                    NvSciBufAttrListReconcile(lists, 2U, &s->buf_reconciled, &s->buf_conflict)) &&
               step(s, "BufObjAlloc", NvSciBufObjAlloc(s->buf_reconciled, &s->buf)) &&
               step(s, "BufExport",
                    NvSciBufIpcExportAttrListAndObj(s->buf, NvSciBufAccessPerm_Readonly,
                                                    s->line->endpoint, &s->buf_blob, &size)) &&
               send_bytes(s, s->buf_blob, size);
    }
    return good;
}

static bool negotiate_as_waiter(Session *s)
{
    size_t size = 0U;

    return step(s, "SyncExportUnreconciled",
                NvSciSyncAttrListIpcExportUnreconciled(&s->sync_own, 1U, s->line->endpoint,
                                                       &s->sync_desc, &size)) &&
           send_bytes(s, s->sync_desc, size) && receive_bytes(s) &&
           step(s, "SyncImport",
                NvSciSyncIpcImportAttrListAndObj(s->sync_module, s->line->endpoint, &s->in[1],
                                                 s->in_size, &s->sync_own, 1U,
                                                 NvSciSyncAccessPerm_WaitOnly, 10000, &s->sync)) &&
           step(s, "BufExportUnreconciled",
                NvSciBufAttrListIpcExportUnreconciled(&s->buf_own, 1U, s->line->endpoint,
                                                      &s->buf_desc, &size)) &&
           send_bytes(s, s->buf_desc, size) && receive_bytes(s) &&
           step(s, "BufImport",
                NvSciBufIpcImportAttrListAndObj(s->buf_module, s->line->endpoint, &s->in[1], s->in_size,
                                                &s->buf_own, 1U, NvSciBufAccessPerm_Readonly, 10000,
                                                &s->buf));
}

/* ---------------------------------------------------------------- runtime */

static bool stream_as_signaler(Session *s)
{
    NvSciSyncFenceIpcExportDescriptor desc;
    void *bytes = NULL;
    bool good = step(s, "GetCpuPtr", NvSciBufObjGetCpuPtr(s->buf, &bytes)) &&
                step(s, "Runtime", RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));

    for (uint32_t i = 0U; good && (i < FENCES); i++) {
        good = step(s, "GenerateFence", NvSciSyncObjGenerateFence(s->sync, &s->fence)) &&
               step(s, "ExportFence",
                    NvSciSyncIpcExportFence(&s->fence, s->line->endpoint, &desc)) &&
               send_bytes(s, &desc, sizeof(desc));
        if (good) {
            (void)memset(bytes, (int)i + 1, BUFFER_BYTES);
            NvSciSyncFenceClear(&s->fence);
            good = step(s, "Signal", NvSciSyncObjSignal(s->sync)) && receive_bytes(s);
        }
    }
    return good;
}

static bool stream_as_waiter(Session *s)
{
    const void *seen = NULL;
    bool good = step(s, "GetConstCpuPtr", NvSciBufObjGetConstCpuPtr(s->buf, &seen)) &&
                step(s, "Runtime", RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));

    for (uint32_t i = 0U; good && (i < FENCES); i++) {
        NvSciSyncFenceIpcExportDescriptor desc;
        const uint8_t *const bytes = seen;

        good = receive_bytes(s);
        if (good) {
            (void)memcpy(&desc, &s->in[1], sizeof(desc));
            good = step(s, "ImportFence", NvSciSyncIpcImportFence(s->sync, &desc, &s->fence)) &&
                   step(s, "FenceWait", NvSciSyncFenceWait(&s->fence, s->context, WAIT_US));
        }
        if (good && ((bytes[0] != (uint8_t)(i + 1U)) ||
                     (bytes[BUFFER_BYTES - 1U] != (uint8_t)(i + 1U)))) {
            wrong(s, "buffer", NvSciError_InconsistentData);
            good = false;
        }
        good = good && send_bytes(s, &i, sizeof(i));
    }
    return good;
}

/* ---------------------------------------------------------------- the whole */

static void give_back(Session *s)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    }
    NvSciSyncFenceClear(&s->fence);
    NvSciSyncAttrListFreeDesc(s->sync_desc);
    NvSciSyncAttrListAndObjFreeDesc(s->sync_blob);
    NvSciBufAttrListFreeDesc(s->buf_desc);
    NvSciBufAttrListAndObjFreeDesc(s->buf_blob);
    if (s->sync != NULL) {
        NvSciSyncObjFree(s->sync);
    }
    if (s->buf != NULL) {
        NvSciBufObjFree(s->buf);
    }
    NvSciSyncAttrListFree(s->sync_own);
    NvSciSyncAttrListFree(s->sync_peer);
    NvSciSyncAttrListFree(s->sync_reconciled);
    NvSciSyncAttrListFree(s->sync_conflict);
    NvSciBufAttrListFree(s->buf_own);
    NvSciBufAttrListFree(s->buf_peer);
    NvSciBufAttrListFree(s->buf_reconciled);
    NvSciBufAttrListFree(s->buf_conflict);
    if (s->context != NULL) {
        NvSciSyncCpuWaitContextFree(s->context);
    }
    if (s->sync_module != NULL) {
        NvSciSyncModuleClose(s->sync_module);
    }
    if (s->buf_module != NULL) {
        NvSciBufModuleClose(s->buf_module);
    }
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        (void)RingfenceAdvancePhase(RINGFENCE_PHASE_INIT);
    }
}

const char *session_name(uint32_t kind)
{
    return (kind == 0U) ? "fences" : NULL;
}

bool session_shares_line(uint32_t kind)
{
    (void)kind;
    return true;
}

End session_run(Role role, uint32_t kind, Line *line)
{
    Session *const s = &g_session;
    bool good = false;

    (void)kind;
    (void)memset(s, 0, sizeof(*s));
    s->role = role;
    s->line = line;
    good = step(s, "Reset", NvSciIpcResetEndpointSafe(line->endpoint)) &&
           await_event(s, NV_SCI_IPC_EVENT_CONN_EST) && make_sync_list(s) && make_buf_list(s);
    if (role == ROLE_SIGNALER) {
        good = good && negotiate_as_signaler(s) && stream_as_signaler(s);
    } else {
        good = good && negotiate_as_waiter(s) && stream_as_waiter(s);
    }
    give_back(s);
    return s->end;
}
